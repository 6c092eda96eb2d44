//! A slow, obvious oracle, written from the rules alone, that the fast code must agree with at
//! every node, under every dialect. It has its own board, its own rules, its own fractions and
//! plain recursion.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::oracle_rules::{Dialect, Fight, Fraction, Spot, Supply, best_of, pick_of};
use doomtree::game::{Estimate, Player};
use doomtree::games::dice_of_doom::{ESTIMATES, TERRITORY};
use doomtree::rating::{Analysis, Rating, likely_best, likely_line};
use doomtree::session::Rated;
use doomtree::tree::{Graph, Limits, PlySweep, Vertex, VertexKind};
use rustc_hash::{FxHashMap, FxHashSet};
use support::Draws;
use support::dialects::{dice, rated};

/// What both sides say of a node. The fast side says it once a vertex, the oracle once a node.
#[derive(Clone, Debug, PartialEq)]
struct Said {
    text: String,
    kind: String,
    moves: Vec<String>,
    /// At a chance node the probability of each branch.
    probabilities: Vec<Fraction>,
    /// For each player: the rating and the two bounds of the proven interval.
    numbers: Vec<[Fraction; 3]>,
    nodes: u64,
    ends: u64,
    longest: u32,
    /// What rests on which ratings tie.
    play: Play,
}

/// What is best.
#[derive(Clone, Debug, PartialEq)]
struct Play {
    best: Vec<usize>,
    distance: Option<u32>,
    line: Vec<String>,
}

/// The exact number, `None` where the fast code has left 128 bits.
fn fraction(rating: Rating) -> Option<Fraction> {
    let exact = rating.exact()?;
    Some(Fraction::new(*exact.numer(), *exact.denom()))
}

fn kind_text(kind: VertexKind) -> String {
    match kind {
        VertexKind::Decision(player) => format!("decision {}", player.letter()),
        VertexKind::Chance(player) => format!("chance {}", player.letter()),
        VertexKind::End => "end".to_owned(),
        VertexKind::Horizon(player) => format!("horizon {}", player.letter()),
    }
}

/// What the fast code says of a vertex; ratings that are no fractions any more are left to be
/// looked at one by one.
fn fast(rated: &Rated, vertex: Vertex) -> (Said, Vec<[Rating; 3]>) {
    let (labels, graph) = (&*rated.graph, rated.graph.graph());
    let analysis: &Analysis = &rated.analysis;
    let ratings = &analysis.ratings;
    let best = likely_best(graph, ratings, vertex);
    let line = likely_line(graph, ratings, &analysis.distances, vertex);
    let mut from = vertex;
    let mut words = Vec::new();
    for edge in line.line {
        words.push(labels.move_text(from, edge));
        from = graph.target(edge);
    }
    let numbers: Vec<[Rating; 3]> = Player::all(graph.players())
        .map(|player| {
            let (low, high) = ratings.proven(vertex, player);
            [ratings.rating(vertex, player), low, high]
        })
        .collect();
    let said = Said {
        text: labels.position_text(vertex),
        kind: kind_text(graph.kind(vertex)),
        moves: graph
            .edges(vertex)
            .map(|edge| labels.move_text(vertex, edge))
            .collect(),
        probabilities: match graph.kind(vertex) {
            VertexKind::Chance(_) => graph
                .edges(vertex)
                .map(|edge| graph.probability(edge))
                .map(|number| Fraction::new(*number.numer(), *number.denom()))
                .collect(),
            _ => Vec::new(),
        },
        numbers: numbers
            .iter()
            .map(|numbers| numbers.map(|number| fraction(number).unwrap_or(Fraction::new(-1, 1))))
            .collect(),
        nodes: analysis.nodes.of(vertex).to_u64().expect("a small tree"),
        ends: analysis.ends.of(vertex).to_u64().expect("a small tree"),
        longest: analysis.longest.of(vertex).expect("no cycles"),
        play: Play {
            best: best.iter().map(|edge| graph.key(vertex, *edge)).collect(),
            distance: analysis.distances.of(vertex),
            line: words,
        },
    };
    (said, numbers)
}

/// What the whole tree holds at one ply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Ply {
    nodes: u64,
    ends: u64,
    new_positions: u64,
}

/// Walks the whole tree by plain recursion, and compares at every node on the way up.
struct Walk<'a> {
    graph: &'a Graph,
    fast: Vec<(Said, Vec<[Rating; 3]>)>,
    /// Whether every rating of the fast code is a fraction.
    exact: bool,
    estimate: Estimate,
    compared: u64,
    plies: Vec<Ply>,
    /// The least ply of every position, chance nodes left out, and its moves if it was expanded.
    positions: BTreeMap<String, (usize, usize)>,
}

impl Walk<'_> {
    fn node(&mut self, spot: &Spot, ply: usize, plies_left: Option<u32>, vertex: Vertex) -> Said {
        let players = spot.dialect().players;
        let moves = spot.moves();
        let chance = spot.is_chance();
        let stopped = plies_left == Some(0) && !moves.is_empty() && !chance;
        let mut said = Said {
            text: spot.text(),
            kind: match (moves.is_empty(), chance, stopped) {
                (true, ..) => "end".to_owned(),
                (_, true, _) => format!("chance {}", spot.mover_letter()),
                (.., true) => format!("horizon {}", spot.mover_letter()),
                _ => format!("decision {}", spot.mover_letter()),
            },
            moves: Vec::new(),
            probabilities: Vec::new(),
            numbers: (0..players)
                .map(|player| {
                    if stopped {
                        let estimate = match self.estimate {
                            Estimate::SHARE => spot.share(player),
                            TERRITORY => spot.territory_rating(player),
                            _ => spot.payoff(player),
                        };
                        [estimate, Fraction::new(0, 1), Fraction::new(1, 1)]
                    } else {
                        [0; 3].map(|_| spot.payoff(player))
                    }
                })
                .collect(),
            nodes: 1,
            ends: u64::from(moves.is_empty()),
            longest: 0,
            play: Play {
                best: Vec::new(),
                distance: moves.is_empty().then_some(0),
                line: Vec::new(),
            },
        };
        self.note(&said, ply, if stopped { 0 } else { moves.len() }, chance);
        if !moves.is_empty() && !stopped {
            let targets = self.graph.targets(vertex).to_vec();
            assert_eq!(targets.len(), moves.len(), "{}", said.text);
            let cost = u32::from(!chance);
            let below: Vec<Said> = moves
                .iter()
                .zip(targets)
                .map(|(mv, target)| {
                    let left = plies_left.map(|left| left - cost);
                    self.node(&spot.play(mv), ply + cost as usize, left, target)
                })
                .collect();
            said.moves = moves.iter().map(|mv| mv.text()).collect();
            if chance {
                said.probabilities = moves.iter().map(|mv| spot.probability(mv)).collect();
            }
            for player in 0..players {
                for number in 0..3 {
                    let all = below.iter().map(|child| &child.numbers[player][number]);
                    said.numbers[player][number] = if chance {
                        all.zip(&said.probabilities)
                            .fold(Fraction::new(0, 1), |sum, (rating, probability)| {
                                sum.plus(&probability.times(rating))
                            })
                    } else if player == spot.mover() {
                        all.max().expect("a move").clone()
                    } else {
                        all.min().expect("a move").clone()
                    };
                }
            }
            let picked = if chance {
                usize::from(said.probabilities[1] > said.probabilities[0])
            } else {
                let mine: Vec<_> = below
                    .iter()
                    .map(|child| {
                        let rating = child.numbers[spot.mover()][0].clone();
                        (rating, child.play.distance)
                    })
                    .collect();
                said.play.best = best_of(&mine);
                let picked = pick_of(&mine, players);
                said.play.distance = below[picked].play.distance.map(|plies| plies + 1);
                picked
            };
            said.play.line.push(said.moves[picked].clone());
            said.play.line.extend_from_slice(&below[picked].play.line);
            said.nodes += below.iter().map(|child| child.nodes).sum::<u64>();
            said.ends = below.iter().map(|child| child.ends).sum();
            said.longest = cost + below.iter().map(|child| child.longest).max().expect("one");
        }
        self.compare(vertex, &said);
        said
    }

    fn note(&mut self, said: &Said, ply: usize, expanded: usize, chance: bool) {
        self.plies
            .resize(self.plies.len().max(ply + 1), Ply::default());
        self.plies[ply].nodes += 1;
        self.plies[ply].ends += said.ends;
        if !chance {
            let known = self
                .positions
                .entry(said.text.clone())
                .or_insert((ply, expanded));
            *known = (known.0.min(ply), known.1.max(expanded));
        }
    }

    fn compare(&mut self, vertex: Vertex, said: &Said) {
        self.compared += 1;
        let (fast, numbers) = &self.fast[vertex.index()];
        if self.exact {
            assert_eq!(fast, said);
            return;
        }
        // Some fraction has left 128 bits: then ties are a matter of doubles.
        for (theirs, ours) in numbers.iter().flatten().zip(said.numbers.iter().flatten()) {
            match fraction(*theirs) {
                Some(theirs) => assert_eq!(theirs, *ours, "{}", said.text),
                None => {
                    let apart = (theirs.to_f64() - ours.to_f64()).abs();
                    assert!(apart <= 1e-12, "{theirs} {ours} {}", said.text);
                }
            }
        }
        let without = |said: &Said| Said {
            numbers: Vec::new(),
            play: Play {
                best: Vec::new(),
                distance: None,
                line: Vec::new(),
            },
            ..said.clone()
        };
        assert_eq!(without(fast), without(said));
    }
}

/// Builds the same board on both sides, and compares them node by node, ply by ply, and in what
/// they count.
fn compare_everywhere(spot: &Spot, limits: Limits) -> (Said, bool) {
    let rated = rated(&dice(&spot.dialect().words(), &spot.text()), limits);
    let graph = rated.graph.graph();
    let fast: Vec<_> = graph
        .vertices()
        .map(|vertex| fast(&rated, vertex))
        .collect();
    let mut walk = Walk {
        graph,
        exact: fast.iter().all(|(_, numbers)| {
            numbers
                .iter()
                .flatten()
                .all(|number| number.exact().is_some())
        }),
        fast,
        estimate: limits.estimate,
        compared: 0,
        plies: Vec::new(),
        positions: BTreeMap::new(),
    };
    let said = walk.node(spot, 0, limits.max_plies, Vertex::ROOT);
    assert_eq!(walk.compared, said.nodes);
    let distinct = rated.graph.distinct();
    let moves: usize = walk.positions.values().map(|(_, moves)| moves).sum();
    assert_eq!(
        (distinct.positions, distinct.moves),
        (walk.positions.len() as u64, moves as u64),
        "{}",
        said.text
    );
    for (ply, _) in walk.positions.values() {
        walk.plies[*ply].new_positions += 1;
    }
    let first = rated.graph.first_with_position();
    let mut sweep = PlySweep::new(graph, &rated.analysis.nodes, first.as_deref());
    let counted: Vec<Ply> = std::iter::from_fn(|| sweep.ply())
        .map(|ply| Ply {
            nodes: ply.nodes.parse().expect("a small tree"),
            ends: ply.ends.parse().expect("a small tree"),
            new_positions: ply.new_positions,
        })
        .collect();
    assert_eq!(counted, walk.plies, "{}", said.text);
    (said, walk.exact)
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

fn with_estimate(max_plies: u32, estimate: Estimate) -> Limits {
    Limits {
        max_plies: Some(max_plies),
        estimate,
        ..Limits::default()
    }
}

/// The part `part` of four of the thousand boards, so that parts run beside each other.
fn a_quarter_of_a_thousand_boards(part: u64) {
    let lisp = Rc::new(Dialect::land_of_lisp());
    let mut draws = Draws::new(0x0a_c1_e0 + part);
    let (mut boards, mut nodes, mut limited) = (0, 0, 0);
    while boards < 250 {
        let (rows, columns) = SIZES[draws.below(SIZES.len())];
        let spot = Spot::random(&mut draws, &lisp, rows, columns);
        if spot.count(None, 20_000).is_none() {
            continue;
        }
        boards += 1;
        let (said, _) = compare_everywhere(&spot, Limits::default());
        nodes += said.nodes;
        let max_plies = draws.below(said.longest as usize + 2) as u32;
        for estimate in ESTIMATES {
            limited += compare_everywhere(&spot, with_estimate(max_plies, estimate))
                .0
                .nodes;
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

/// Boards under any mix of switches: whole trees where they are small, else to as many plies as
/// are small, under every estimate.
fn boards_under_any_dialect(part: u64) {
    const MAX: u64 = 2_000;
    let mut draws = Draws::new(0xd1_a1_ec_75 + part);
    let (mut whole, mut limited, mut horizons, mut inexact) = (0, 0, 0, 0);
    for _ in 0..300 {
        let dialect = Rc::new(Dialect::random(&mut draws));
        let (rows, columns) = SIZES[draws.below(SIZES.len())];
        let spot = Spot::random(&mut draws, &dialect, rows, columns);
        if spot.count(None, MAX).is_some() {
            let (said, exact) = compare_everywhere(&spot, Limits::default());
            whole += said.nodes;
            inexact += u32::from(!exact);
        }
        let fits = |plies: &u32| spot.count(Some(*plies), MAX).is_some();
        let most = (0..12)
            .take_while(fits)
            .last()
            .expect("a root and its throw");
        let max_plies = most - draws.below(2.min(most as usize + 1)) as u32;
        for estimate in ESTIMATES {
            let (said, exact) = compare_everywhere(&spot, with_estimate(max_plies, estimate));
            limited += said.nodes;
            horizons += u32::from(said.numbers[0][1] != said.numbers[0][2]);
            inexact += u32::from(!exact);
        }
    }
    assert!(whole > 5_000, "only {whole} nodes show too little");
    assert!(limited > 50_000, "only {limited} nodes show too little");
    assert!(horizons > 50, "only {horizons} roots hang on an estimate");
    assert!(inexact < 90, "{inexact} boards are compared by doubles");
}

#[test]
fn the_oracle_agrees_at_every_node_under_any_dialect() {
    boards_under_any_dialect(0);
}

#[test]
fn the_oracle_agrees_at_every_node_under_any_other_dialect() {
    boards_under_any_dialect(1);
}

/// What the memoised oracle knows of a position.
#[derive(Clone)]
struct Known {
    kind: &'static str,
    numbers: Vec<Fraction>,
    nodes: u128,
    ends: u128,
    longest: u32,
    distance: Option<u32>,
    best: Vec<usize>,
    pick: Option<usize>,
}

/// A position's text and how many plies it has left.
type Key = (Rc<str>, Option<u32>);

/// All positions below `root` with the plies that they have left, children before parents; `None`
/// if there are more than `most`, or if a position comes up below itself.
fn memoised(root: &Spot, plies: Option<u32>, most: usize) -> Option<FxHashMap<Key, Known>> {
    let mut known: FxHashMap<Key, Known> = FxHashMap::default();
    let mut open: FxHashSet<Key> = FxHashSet::default();
    let mut stack = vec![((root.text().into(), plies), root.clone(), None)];
    while let Some((key, spot, children)) = stack.pop() {
        let key: Key = key;
        if known.contains_key(&key) {
            continue;
        }
        if known.len() > most {
            return None;
        }
        let Some(children) = children else {
            if !open.insert(key.clone()) {
                return None;
            }
            let left = |cost| key.1.map(|left| left - cost);
            let moves = spot.moves();
            let children: Vec<(Key, Spot)> = match key.1 {
                Some(0) if !spot.is_chance() => Vec::new(),
                _ => moves
                    .iter()
                    .map(|mv| spot.play(mv))
                    .map(|child| {
                        let cost = u32::from(!spot.is_chance());
                        ((child.text().into(), left(cost)), child)
                    })
                    .collect(),
            };
            let keys: Vec<Key> = children.iter().map(|(key, _)| key.clone()).collect();
            let is_end = moves.is_empty();
            stack.push((key, spot, Some((keys, is_end))));
            // Last move first: another order than the fast code's.
            stack.extend(children.into_iter().map(|(key, child)| (key, child, None)));
            continue;
        };
        open.remove(&key);
        let (children, is_end) = children;
        let below: Vec<&Known> = children.iter().map(|child: &Key| &known[child]).collect();
        known.insert(key, Known::new(&spot, &below, is_end));
    }
    Some(known)
}

impl Known {
    /// What is known of a position from what is known of those below.
    fn new(spot: &Spot, below: &[&Self], is_end: bool) -> Self {
        let players = spot.dialect().players;
        if below.is_empty() {
            return Self {
                kind: if is_end { "end" } else { "horizon" },
                numbers: (0..players).map(|player| spot.payoff(player)).collect(),
                nodes: 1,
                ends: u128::from(is_end),
                longest: 0,
                distance: is_end.then_some(0),
                best: Vec::new(),
                pick: None,
            };
        }
        let chance = spot.is_chance();
        let mine: Vec<_> = below
            .iter()
            .map(|child| (child.numbers[spot.mover()].clone(), child.distance))
            .collect();
        let pick = (!chance).then(|| pick_of(&mine, players));
        let rating = |player: usize| {
            let all = below.iter().map(|child| &child.numbers[player]);
            if chance {
                let weighted = all
                    .zip(spot.moves())
                    .map(|(rating, branch)| spot.probability(&branch).times(rating));
                return weighted.fold(Fraction::new(0, 1), |sum, part| sum.plus(&part));
            }
            let picked = if player == spot.mover() {
                all.max()
            } else {
                all.min()
            };
            picked.expect("a move").clone()
        };
        Self {
            kind: if chance { "chance" } else { "decision" },
            numbers: (0..players).map(rating).collect(),
            nodes: 1 + below.iter().map(|child| child.nodes).sum::<u128>(),
            ends: below.iter().map(|child| child.ends).sum(),
            longest: u32::from(!chance)
                + below.iter().map(|child| child.longest).max().expect("one"),
            distance: pick.and_then(|pick| Some(below[pick].distance? + 1)),
            best: if chance { Vec::new() } else { best_of(&mine) },
            pick,
        }
    }
}

/// Compares both sides at every position. Returns how many there are, and whether every rating is
/// a fraction; `None` where there are too many, or cycles.
fn compare_memoised(spot: &Spot, plies: Option<u32>, most: usize) -> Option<(usize, bool)> {
    let limits = Limits {
        max_plies: plies,
        max_nodes: Some(most as u64 + 1),
        ..Limits::default()
    };
    let rated = rated(&dice(&spot.dialect().words(), &spot.text()), limits);
    let (graph, analysis) = (rated.graph.graph(), &rated.analysis);
    // The graph is built at once, and the oracle takes its time.
    if graph.stopped().is_some() {
        return None;
    }
    let known = memoised(spot, plies, most).filter(|known| known.len() <= most)?;
    assert_eq!(graph.len(), known.len(), "{}", spot.text());
    assert!(!graph.is_cyclic());
    let mut exact = true;
    for vertex in graph.vertices() {
        let text: Rc<str> = rated.graph.position_text(vertex).into();
        let known = &known[&(Rc::clone(&text), graph.plies_left(vertex))];
        let kind = kind_text(graph.kind(vertex));
        assert_eq!(kind.split(' ').next(), Some(known.kind), "{text}");
        for (player, number) in Player::all(graph.players()).zip(&known.numbers) {
            let rating = analysis.ratings.rating(vertex, player);
            match fraction(rating) {
                Some(rating) => assert_eq!(rating, *number, "{text}"),
                None => {
                    exact = false;
                    assert!((rating.to_f64() - number.to_f64()).abs() <= 1e-12, "{text}");
                }
            }
        }
        if plies.is_none() {
            assert!(analysis.ratings.all_proven(vertex));
        }
        let digits = |number: u128| number.to_string();
        assert_eq!(
            analysis.nodes.of(vertex).to_string(),
            digits(known.nodes),
            "{text}"
        );
        assert_eq!(
            analysis.ends.of(vertex).to_string(),
            digits(known.ends),
            "{text}"
        );
        assert_eq!(analysis.longest.of(vertex), Some(known.longest), "{text}");
        if exact {
            assert_eq!(analysis.distances.of(vertex), known.distance, "{text}");
            let key = |edge| graph.key(vertex, edge);
            let best = likely_best(graph, &analysis.ratings, vertex);
            let best: Vec<usize> = best.into_iter().map(key).collect();
            assert_eq!(best, known.best, "{text}");
            let pick = analysis.distances.pick(graph, &analysis.ratings, vertex);
            assert_eq!(pick.map(key), known.pick, "{text}");
        }
    }
    Some((known.len(), exact))
}

fn half_of_two_hundred_full_boards(part: u64) {
    let lisp = Rc::new(Dialect::land_of_lisp());
    let mut draws = Draws::new(0x3b_3b_00 + part);
    let (mut boards, mut positions) = (0, 0);
    while boards < 100 {
        let spot = Spot::random(&mut draws, &lisp, 3, 3);
        if let Some((size, exact)) = compare_memoised(&spot, None, 100_000) {
            assert!(exact);
            boards += 1;
            positions += size;
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

#[test]
fn the_memoised_oracle_agrees_at_every_position_of_full_boards_under_any_dialect_without_dice() {
    let mut draws = Draws::new(0x3b_d1_a1);
    let (mut positions, mut clusters) = (0, 0);
    for _ in 0..60 {
        let dialect = Dialect {
            fight: Fight::StrongerWins,
            ..Dialect::random(&mut draws)
        };
        let clustered = dialect.supply == Supply::LargestCluster;
        let spot = Spot::random(&mut draws, &Rc::new(dialect), 3, 3);
        if let Some((size, exact)) = compare_memoised(&spot, None, 20_000) {
            assert!(exact);
            positions += size;
            clusters += usize::from(clustered && size > 1);
        }
    }
    assert!(
        positions > 20_000,
        "only {positions} positions show too little"
    );
    assert!(clusters > 0, "no board with clusters was finite");
}

#[test]
fn the_memoised_oracle_agrees_at_every_position_and_ply_of_full_boards_with_dice() {
    let mut draws = Draws::new(0x3b_d1_ce);
    let (mut positions, mut exact) = (0, 0);
    for _ in 0..30 {
        let mut dialect = Dialect::random(&mut draws);
        if dialect.fight == Fight::StrongerWins {
            dialect.fight = Fight::BookTable;
        }
        let spot = Spot::random(&mut draws, &Rc::new(dialect), 3, 3);
        let plies = 2 + draws.below(3) as u32;
        if let Some((size, all_exact)) = compare_memoised(&spot, Some(plies), 8_000) {
            positions += size;
            exact += u32::from(all_exact);
        }
    }
    assert!(
        positions > 10_000,
        "only {positions} positions show too little"
    );
    assert!(exact > 10, "only {exact} boards are compared by fractions");
}

/// A memo whose key is the position alone, as a straightforward program has it.
fn naive(spot: &Spot, plies_left: u32, memo: &mut HashMap<String, Fraction>) -> Fraction {
    if let Some(known) = memo.get(&spot.text()) {
        return known.clone();
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
    memo.insert(spot.text(), rating.clone());
    rating
}

#[test]
fn a_memo_by_position_alone_rates_this_board_wrong_and_ours_rates_it_right() {
    // A tree of 79 nodes, found by search: the memo meets a position first with few plies left, and
    // takes its rating for the one with more.
    let spot = Spot::read("a3b3/a1a2 b");
    let (said, _) = compare_everywhere(&spot, support::plies(7));
    let memo = naive(&spot, 7, &mut HashMap::new());
    assert_eq!(said.numbers[0][0], Fraction::new(1, 2));
    assert_eq!(memo, Fraction::new(1, 1));
    // Without a limit nothing is wrong with that memo.
    let (full, _) = compare_everywhere(&spot, Limits::default());
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
    let rated = rated(&dice("land-of-lisp", board), support::plies(max_plies));
    let (graph, analysis) = (rated.graph.graph(), &rated.analysis);
    let mover = graph.kind(Vertex::ROOT).player().expect("a decision");
    let one = Rating::Exact(doomtree::game::one());
    assert_eq!(analysis.ratings.proven(Vertex::ROOT, mover), (one, one));
    assert!(analysis.ratings.all_proven(Vertex::ROOT));
    let zero = Rating::Exact(doomtree::game::zero());
    assert!(graph.targets(Vertex::ROOT).iter().any(|target| {
        matches!(graph.kind(*target), VertexKind::Horizon(_))
            && analysis.ratings.proven(*target, mover) == (zero, one)
    }));
    compare_everywhere(&spot, support::plies(max_plies));
}
