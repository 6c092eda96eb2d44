//! A slow, obvious oracle, written from the rules alone, that the fast code must agree with at
//! every node. It has its own board, its own rules, its own fractions and plain recursion.

mod common;
mod oracle_rules;

use std::collections::HashMap;

use common::{Draws, SmallGraph, small_graph};
use doomtree::game::{Estimate, Player};
use doomtree::rating::{Analysis, Options, Rating, best_edges, best_line};
use doomtree::tree::{Graph, Labels, Limits, Vertex, VertexKind};
use oracle_rules::{Fraction, Spot, best_of, pick_of};

/// What both sides say of a node. The fast side says it once a vertex, the oracle once a node.
#[derive(Clone, Debug, PartialEq)]
struct Said {
    text: String,
    kind: String,
    moves: Vec<String>,
    /// For a, then for b: the rating and the two bounds of the proven interval.
    numbers: [[Fraction; 3]; 2],
    best: Vec<usize>,
    nodes: u64,
    ends: u64,
    longest: u32,
    distance: Option<u32>,
    line: Vec<String>,
}

fn fraction(rating: Rating) -> Fraction {
    let exact = rating.exact().expect("no chance, so every rating is exact");
    Fraction::new(*exact.numer() as i64, *exact.denom() as i64)
}

fn kind_text(kind: VertexKind) -> String {
    match kind {
        VertexKind::Decision(player) => format!("decision {}", player.letter()),
        VertexKind::Chance(player) => format!("chance {}", player.letter()),
        VertexKind::End => "end".to_owned(),
        VertexKind::Horizon(player) => format!("horizon {}", player.letter()),
    }
}

/// What the fast code says of a vertex.
fn fast(labels: &SmallGraph, analysis: &Analysis, vertex: Vertex) -> Said {
    let graph = Labels::graph(labels);
    let ratings = &analysis.ratings;
    let best = best_edges(graph, ratings, vertex);
    let line = best_line(graph, ratings, &analysis.distances, vertex);
    let mut from = vertex;
    let mut words = Vec::new();
    for edge in line.line {
        words.push(labels.move_text(from, edge));
        from = graph.target(edge);
    }
    Said {
        text: labels.position_text(vertex),
        kind: kind_text(graph.kind(vertex)),
        moves: graph
            .edges(vertex)
            .map(|edge| labels.move_text(vertex, edge))
            .collect(),
        numbers: [Player(0), Player(1)].map(|player| {
            let (low, high) = ratings.proven(vertex, player);
            [ratings.rating(vertex, player), low, high].map(fraction)
        }),
        best: best.iter().map(|edge| graph.key(vertex, *edge)).collect(),
        nodes: analysis.nodes.of(vertex).to_u64().expect("a small tree"),
        ends: analysis.ends.of(vertex).to_u64().expect("a small tree"),
        longest: analysis.longest.of(vertex).expect("no cycles"),
        distance: analysis.distances.of(vertex),
        line: words,
    }
}

/// Walks the whole tree by plain recursion, and compares at every node on the way up.
struct Walk<'a> {
    graph: &'a Graph,
    fast: Vec<Said>,
    estimate: Estimate,
    compared: u64,
}

impl Walk<'_> {
    fn node(&mut self, spot: &Spot, plies_left: Option<u32>, vertex: Vertex) -> Said {
        let moves = spot.moves();
        let stopped = plies_left == Some(0) && !moves.is_empty();
        let mut said = Said {
            text: spot.text(),
            kind: match (moves.is_empty(), stopped) {
                (true, _) => "end".to_owned(),
                (_, true) => format!("horizon {}", spot.mover_letter()),
                _ => format!("decision {}", spot.mover_letter()),
            },
            moves: Vec::new(),
            numbers: [0, 1].map(|player| {
                if stopped {
                    let estimate = match self.estimate {
                        Estimate::Winners => spot.payoff(player),
                        Estimate::Share => spot.share(player),
                        Estimate::Territory => spot.territory_rating(player),
                    };
                    [estimate, Fraction::new(0, 1), Fraction::new(1, 1)]
                } else {
                    [spot.payoff(player); 3]
                }
            }),
            best: Vec::new(),
            nodes: 1,
            ends: u64::from(moves.is_empty()),
            longest: 0,
            distance: moves.is_empty().then_some(0),
            line: Vec::new(),
        };
        if !moves.is_empty() && !stopped {
            let targets = self.graph.targets(vertex).to_vec();
            assert_eq!(targets.len(), moves.len(), "{}", said.text);
            let below: Vec<Said> = moves
                .iter()
                .zip(targets)
                .map(|(mv, target)| {
                    let left = plies_left.map(|left| left - 1);
                    self.node(&spot.play(mv), left, target)
                })
                .collect();
            said.moves = moves.iter().map(|mv| mv.text()).collect();
            for player in [0, 1] {
                for number in 0..3 {
                    let all = below.iter().map(|child| child.numbers[player][number]);
                    said.numbers[player][number] = if player == spot.mover() {
                        all.max().expect("a move")
                    } else {
                        all.min().expect("a move")
                    };
                }
            }
            let mine: Vec<_> = below
                .iter()
                .map(|child| (child.numbers[spot.mover()][0], child.distance))
                .collect();
            said.best = best_of(&mine);
            let picked = &below[pick_of(&mine)];
            said.nodes += below.iter().map(|child| child.nodes).sum::<u64>();
            said.ends = below.iter().map(|child| child.ends).sum();
            said.longest = 1 + below.iter().map(|child| child.longest).max().expect("one");
            said.distance = picked.distance.map(|plies| plies + 1);
            said.line.push(said.moves[pick_of(&mine)].clone());
            said.line.extend_from_slice(&picked.line);
        }
        assert_eq!(self.fast[vertex.index()], said);
        self.compared += 1;
        said
    }
}

fn compare_everywhere(spot: &Spot, limits: Limits) -> Said {
    let labels = small_graph(&spot.text(), limits);
    let analysis = Analysis::new(Labels::graph(&labels), &Options::default());
    let mut walk = Walk {
        graph: Labels::graph(&labels),
        fast: Labels::graph(&labels)
            .vertices()
            .map(|vertex| fast(&labels, &analysis, vertex))
            .collect(),
        estimate: limits.estimate,
        compared: 0,
    };
    let said = walk.node(spot, limits.max_plies, Vertex::ROOT);
    assert_eq!(walk.compared, said.nodes);
    said
}

const SIZES: [(usize, usize); 12] = [
    (1, 1),
    (1, 2),
    (2, 1),
    (1, 3),
    (3, 1),
    (2, 2),
    (2, 3),
    (3, 2),
    (2, 3),
    (3, 2),
    (3, 3),
    (3, 3),
];

/// The part `part` of four of the thousand boards, so that parts run beside each other.
fn a_quarter_of_a_thousand_boards(part: u64) {
    let mut draws = Draws::new(0x0a_c1_e0 + part);
    let (mut boards, mut nodes, mut limited) = (0, 0, 0);
    while boards < 250 {
        let (rows, columns) = SIZES[draws.below(SIZES.len())];
        let spot = Spot::random(&mut draws, rows, columns);
        if spot.count(20_000).is_none() {
            continue;
        }
        boards += 1;
        let said = compare_everywhere(&spot, Limits::default());
        nodes += said.nodes;
        let max_plies = Some(draws.below(said.longest as usize + 2) as u32);
        for estimate in Estimate::ALL {
            let limits = Limits {
                max_plies,
                estimate,
                ..Limits::default()
            };
            limited += compare_everywhere(&spot, limits).nodes;
        }
    }
    assert!(nodes > 50_000, "only {nodes} nodes show too little");
    assert!(limited > 50_000, "only {limited} nodes show too little");
}

#[test]
fn the_oracle_agrees_at_every_node_of_the_first_quarter_of_a_thousand_boards() {
    a_quarter_of_a_thousand_boards(0);
}

#[test]
fn the_oracle_agrees_at_every_node_of_the_second_quarter_of_a_thousand_boards() {
    a_quarter_of_a_thousand_boards(1);
}

#[test]
fn the_oracle_agrees_at_every_node_of_the_third_quarter_of_a_thousand_boards() {
    a_quarter_of_a_thousand_boards(2);
}

#[test]
fn the_oracle_agrees_at_every_node_of_the_last_quarter_of_a_thousand_boards() {
    a_quarter_of_a_thousand_boards(3);
}

/// What the memoised oracle knows of a position.
#[derive(Clone)]
struct Known {
    a: Fraction,
    nodes: u128,
    ends: u128,
    longest: u32,
    distance: Option<u32>,
    best: Vec<usize>,
    pick: Option<usize>,
}

/// All positions below `root`, children before parents, by their texts; `None` if there are more
/// than `most`.
fn memoised(root: &Spot, most: usize) -> Option<HashMap<String, Known>> {
    let mut known: HashMap<String, Known> = HashMap::new();
    let mut stack = vec![(root.text(), root.clone(), None)];
    while let Some((text, spot, children)) = stack.pop() {
        if known.contains_key(&text) {
            continue;
        }
        if known.len() > most {
            return None;
        }
        let Some(children) = children else {
            let children: Vec<Spot> = spot.moves().iter().map(|mv| spot.play(mv)).collect();
            let texts: Vec<String> = children.iter().map(Spot::text).collect();
            stack.push((text, spot, Some(texts.clone())));
            // Last move first: another order than the fast code's.
            stack.extend(
                texts
                    .into_iter()
                    .zip(children)
                    .map(|(text, child)| (text, child, None)),
            );
            continue;
        };
        let below: Vec<&Known> = children
            .iter()
            .map(|child: &String| &known[child])
            .collect();
        let one = Fraction::new(1, 1);
        let for_mover = |a: Fraction| if spot.mover() == 0 { a } else { one.minus(a) };
        let mine: Vec<_> = below
            .iter()
            .map(|child| (for_mover(child.a), child.distance))
            .collect();
        let position = if below.is_empty() {
            Known {
                a: spot.payoff(0),
                nodes: 1,
                ends: 1,
                longest: 0,
                distance: Some(0),
                best: Vec::new(),
                pick: None,
            }
        } else {
            let pick = pick_of(&mine);
            Known {
                a: below[pick].a,
                nodes: 1 + below.iter().map(|child| child.nodes).sum::<u128>(),
                ends: below.iter().map(|child| child.ends).sum(),
                longest: 1 + below.iter().map(|child| child.longest).max().expect("one"),
                distance: below[pick].distance.map(|plies| plies + 1),
                best: best_of(&mine),
                pick: Some(pick),
            }
        };
        known.insert(text, position);
    }
    Some(known)
}

fn half_of_two_hundred_full_boards(part: u64) {
    const MOST: usize = 100_000;
    let mut draws = Draws::new(0x3b_3b_00 + part);
    let (mut boards, mut positions) = (0, 0);
    while boards < 100 {
        let spot = Spot::random(&mut draws, 3, 3);
        let Some(known) = memoised(&spot, MOST) else {
            continue;
        };
        if known.len() > MOST {
            continue;
        }
        boards += 1;
        positions += known.len();
        let labels = small_graph(&spot.text(), Limits::default());
        let graph = Labels::graph(&labels);
        let analysis = Analysis::new(graph, &Options::default());
        assert_eq!(graph.len(), known.len(), "{}", spot.text());
        let one = Fraction::new(1, 1);
        let mut text = String::new();
        for vertex in graph.vertices() {
            text.clear();
            labels.write_position(vertex, &mut text);
            let known = &known[&text];
            let rating = |player| fraction(analysis.ratings.rating(vertex, Player(player)));
            assert_eq!(rating(0), known.a, "{text}");
            assert_eq!(rating(1), one.minus(known.a), "{text}");
            assert!(analysis.ratings.all_proven(vertex));
            let count = |count: doomtree::tree::Count<'_>| count.to_u64().map(u128::from);
            assert_eq!(
                count(analysis.nodes.of(vertex)),
                Some(known.nodes),
                "{text}"
            );
            assert_eq!(count(analysis.ends.of(vertex)), Some(known.ends), "{text}");
            assert_eq!(analysis.longest.of(vertex), Some(known.longest), "{text}");
            assert_eq!(analysis.distances.of(vertex), known.distance, "{text}");
            let key = |edge| graph.key(vertex, edge);
            let best = best_edges(graph, &analysis.ratings, vertex);
            let best: Vec<usize> = best.into_iter().map(key).collect();
            assert_eq!(best, known.best, "{text}");
            let pick = analysis.distances.pick(graph, &analysis.ratings, vertex);
            assert_eq!(pick.map(key), known.pick, "{text}");
        }
    }
    assert!(
        positions > 200_000,
        "only {positions} positions show too little"
    );
}

#[test]
fn the_memoised_oracle_agrees_at_every_position_of_a_hundred_full_boards() {
    half_of_two_hundred_full_boards(0);
}

#[test]
fn the_memoised_oracle_agrees_at_every_position_of_a_hundred_other_full_boards() {
    half_of_two_hundred_full_boards(1);
}

/// A memo whose key is the position alone, as a straightforward program has it.
fn naive(spot: &Spot, plies_left: u32, memo: &mut HashMap<String, Fraction>) -> Fraction {
    if let Some(known) = memo.get(&spot.text()) {
        return *known;
    }
    let moves = spot.moves();
    let rating = if moves.is_empty() || plies_left == 0 {
        spot.payoff(0)
    } else {
        let ratings = moves
            .iter()
            .map(|mv| naive(&spot.play(mv), plies_left - 1, memo))
            .collect::<Vec<_>>()
            .into_iter();
        if spot.mover() == 0 {
            ratings.max().expect("a move")
        } else {
            ratings.min().expect("a move")
        }
    };
    memo.insert(spot.text(), rating);
    rating
}

#[test]
fn a_memo_by_position_alone_rates_this_board_wrong_and_ours_rates_it_right() {
    // A tree of 79 nodes, found by search: the memo meets a position first with few plies left, and
    // takes its rating for the one with more.
    let spot = Spot::read("a3b3/a1a2 b");
    let said = compare_everywhere(&spot, common::plies(7));
    let memo = naive(&spot, 7, &mut HashMap::new());
    assert_eq!(said.numbers[0][0], Fraction::new(1, 2));
    assert_eq!(memo, Fraction::new(1, 1));
    // Without a limit nothing is wrong with that memo.
    let full = compare_everywhere(&spot, Limits::default());
    assert_eq!(
        naive(&spot, u32::MAX, &mut HashMap::new()),
        full.numbers[0][0]
    );
}

#[test]
fn beside_a_horizon_a_sibling_that_already_wins_proves_the_rating() {
    // Passing ends the game, which a has won: b's one die can attack nobody. Attacking goes on.
    let (board, max_plies) = ("b1/a3/a3 a +2", 1);
    let spot = Spot::read(board);
    let labels = small_graph(board, common::plies(max_plies));
    let graph = Labels::graph(&labels);
    let analysis = Analysis::new(graph, &Options::default());
    let mover = graph.kind(Vertex::ROOT).player().expect("a decision");
    let one = Rating::Exact(doomtree::game::one());
    assert_eq!(analysis.ratings.proven(Vertex::ROOT, mover), (one, one));
    assert!(analysis.ratings.all_proven(Vertex::ROOT));
    let zero = Rating::Exact(doomtree::game::zero());
    assert!(graph.targets(Vertex::ROOT).iter().any(|target| {
        matches!(graph.kind(*target), VertexKind::Horizon(_))
            && analysis.ratings.proven(*target, mover) == (zero, one)
    }));
    compare_everywhere(&spot, common::plies(max_plies));
}
