//! Trees that people bring: payoffs of any sum and scale, for two to four players. They are rated by
//! backward induction, written here once more, and scales change neither lines nor distances.

use doomtree::game::{Player, Rational, ratio, whole, zero};
use doomtree::rating::{Multiplayer, RatingOptions, best_line};
use doomtree::session::{GraphRequest, Rated};
use doomtree::tree::{Limits, Vertex, VertexKind};
use support::Draws;
use support::dialects::{rated_board, rated_script};

/// A node of a random tree: its mover, or its payoffs.
enum Drawn {
    Decision(usize, Vec<usize>),
    Chance(Vec<(Rational, usize)>),
    End(Vec<i128>),
}

/// A tree of up to 40 nodes, the root first, children after their parents.
fn draw(draws: &mut Draws, players: usize, sum: Option<i128>, chance: bool) -> Vec<Drawn> {
    let mut nodes = Vec::new();
    let mut waiting = 1;
    while nodes.len() < waiting {
        let inner = waiting < 30 && (nodes.is_empty() || draws.below(3) > 0);
        let many = 1 + draws.below(3);
        let children = waiting..waiting + many;
        nodes.push(match (inner, chance && draws.below(5) == 0) {
            (true, true) if many > 1 => {
                waiting += many;
                let parts = (many * (many + 1) / 2) as i128;
                let odds = (1..).map(|part| ratio(part, parts));
                Drawn::Chance(odds.zip(children).collect())
            }
            (true, _) => {
                waiting += many;
                Drawn::Decision(draws.below(players), children.collect())
            }
            (false, _) => {
                let mut payoffs: Vec<i128> =
                    (0..players).map(|_| draws.below(7) as i128 - 2).collect();
                if let Some(sum) = sum {
                    let others: i128 = payoffs[1..].iter().sum();
                    payoffs[0] = sum - others;
                }
                Drawn::End(payoffs)
            }
        });
    }
    nodes
}

/// The script of a tree, with each player's payoffs scaled and moved.
fn script(nodes: &[Drawn], players: usize, maps: &[(Rational, Rational)]) -> String {
    let letter = |player: usize| (b'a' + player as u8) as char;
    let names: Vec<String> = (0..players)
        .map(|player| letter(player).to_string())
        .collect();
    let mut text = format!("players {}\n", names.join(" "));
    for (index, node) in nodes.iter().enumerate() {
        let line = match node {
            Drawn::Decision(mover, children) => {
                let moves: Vec<String> = children
                    .iter()
                    .map(|to| format!("m{to} -> n{to}"))
                    .collect();
                format!("n{index} {}: {}", letter(*mover), moves.join(", "))
            }
            Drawn::Chance(branches) => {
                let branches = branches.iter();
                let moves: Vec<String> = branches
                    .map(|(odds, to)| format!("m{to} {odds} -> n{to}"))
                    .collect();
                format!("n{index} chance: {}", moves.join(", "))
            }
            Drawn::End(payoffs) => {
                let payoffs = payoffs.iter().zip(maps);
                let texts: Vec<String> = payoffs
                    .map(|(payoff, (scale, offset))| (whole(*payoff) * scale + offset).to_string())
                    .collect();
                format!("n{index} end: {}", texts.join(" "))
            }
        };
        text.push_str(&line);
        text.push('\n');
    }
    text
}

fn same(players: usize) -> Vec<(Rational, Rational)> {
    vec![(whole(1), zero()); players]
}

/// What every player gets below a node, if each takes what is best for itself, the first listed of
/// equally good moves.
fn backward_induction(nodes: &[Drawn], players: usize) -> Vec<Vec<Rational>> {
    let mut worth: Vec<Vec<Rational>> = vec![Vec::new(); nodes.len()];
    for (index, node) in nodes.iter().enumerate().rev() {
        worth[index] = match node {
            Drawn::End(payoffs) => payoffs.iter().map(|payoff| whole(*payoff)).collect(),
            Drawn::Decision(mover, children) => {
                let mut best = children[0];
                for child in children {
                    if worth[*child][*mover] > worth[best][*mover] {
                        best = *child;
                    }
                }
                worth[best].clone()
            }
            Drawn::Chance(branches) => (0..players)
                .map(|player| {
                    let terms = branches
                        .iter()
                        .map(|(odds, child)| odds * worth[*child][player]);
                    terms.fold(zero(), |sum, term| sum + term)
                })
                .collect(),
        };
    }
    worth
}

fn rating(rated: &Rated, vertex: Vertex, player: usize) -> Rational {
    let rating = rated.analysis.ratings.rating(vertex, Player(player as u8));
    rating.exact().expect("an exact number")
}

fn vertex_of(rated: &Rated, node: usize) -> Option<Vertex> {
    let name = format!("n{node}");
    let mut vertices = rated.graph.graph().vertices();
    vertices.find(|vertex| rated.graph.position_text(*vertex) == name)
}

#[test]
fn five_hundred_random_trees_of_two_to_four_players_are_rated_by_backward_induction() {
    let mut by_max_n = 0;
    for seed in 0..500_u64 {
        let mut draws = Draws::new(seed);
        let players = 2 + draws.below(3);
        let nodes = draw(&mut draws, players, None, seed.is_multiple_of(2));
        let rated = rated_script(&script(&nodes, players, &same(players)), Limits::default());
        by_max_n += usize::from(rated.analysis.ratings.is_max_n());
        for (node, worth) in backward_induction(&nodes, players).iter().enumerate() {
            let vertex = vertex_of(&rated, node).expect("every node can be reached");
            for (player, worth) in worth.iter().enumerate() {
                assert_eq!(rating(&rated, vertex, player), *worth, "{seed}, n{node}");
            }
        }
    }
    assert!(by_max_n > 400, "{by_max_n}");
}

/// The best line from every node, and its distance.
fn lines(rated: &Rated) -> Vec<(String, Option<u32>)> {
    let (graph, analysis) = (rated.graph.graph(), &rated.analysis);
    let all = graph.vertices().map(|vertex| {
        let best = best_line(graph, &analysis.ratings, &analysis.distances, vertex);
        let line = rated.graph.line_text(vertex, &best.line);
        (line, analysis.distances.of(vertex))
    });
    all.collect()
}

#[test]
fn no_positive_scale_of_the_payoffs_changes_a_best_line_or_a_distance() {
    let mut longest = 0;
    for seed in 0..500_u64 {
        let mut draws = Draws::new(1_000 + seed);
        let zero_sum = seed.is_multiple_of(2);
        let players = if zero_sum { 2 } else { 2 + draws.below(3) };
        let sum = zero_sum.then(|| draws.below(9) as i128 - 4);
        let nodes = draw(&mut draws, players, sum, false);
        let plain = rated_script(&script(&nodes, players, &same(players)), Limits::default());
        // Without it the sum may be constant by chance.
        assert!(!zero_sum || plain.analysis.ratings.has_constant_sum());
        let number =
            |draws: &mut Draws| ratio(1 + draws.below(9) as i128, 1 + draws.below(5) as i128);
        let shared = number(&mut draws);
        let maps: Vec<(Rational, Rational)> = (0..players)
            .map(|_| {
                // The players share one scale where one gains what the other loses.
                match plain.analysis.ratings.is_max_n() {
                    true => (number(&mut draws), number(&mut draws) - whole(3)),
                    false => (shared, shared - whole(3)),
                }
            })
            .collect();
        // Where the sum of three is constant by chance, scales of their own would end that.
        if !zero_sum && plain.graph.graph().payoff_sum().is_some() {
            continue;
        }
        let scaled = rated_script(&script(&nodes, players, &maps), Limits::default());
        assert_eq!(lines(&plain), lines(&scaled), "{seed}");
        let here = lines(&plain).into_iter().filter_map(|(_, plies)| plies);
        longest = longest.max(here.max().unwrap_or_default());
    }
    assert!(longest >= 5, "{longest}");
}

/// A game's tree as a script, with the payoffs of a loss, a tie and a win.
fn as_script(rated: &Rated, [lost, tied, won]: [i128; 3]) -> String {
    let graph = rated.graph.graph();
    let mut text = "players x o\n".to_owned();
    for vertex in graph.vertices() {
        let line = match graph.kind(vertex) {
            VertexKind::End => {
                let payoffs = Player::all(2).map(|player| {
                    let payoff = graph.outcome(vertex, player).expect("a payoff");
                    let index = (payoff * whole(2)).to_integer() as usize;
                    [lost, tied, won][index].to_string()
                });
                format!(
                    "v{} end: {}",
                    vertex.0,
                    payoffs.collect::<Vec<_>>().join(" ")
                )
            }
            VertexKind::Decision(mover) => {
                let moves: Vec<String> = graph
                    .edges(vertex)
                    .map(|edge| {
                        let name = rated.graph.move_text(vertex, edge);
                        format!("\"{name}\" -> v{}", graph.target(edge).0)
                    })
                    .collect();
                format!(
                    "v{} {}: {}",
                    vertex.0,
                    ["x", "o"][mover.index()],
                    moves.join(", ")
                )
            }
            _ => unreachable!("tic-tac-toe has no chance, and no limit was set"),
        };
        text.push_str(&line);
        text.push('\n');
    }
    text
}

#[test]
fn tic_tac_toe_has_the_same_best_lines_and_distances_on_every_scale() {
    let native = rated_board("tic-tac-toe", "xo./.../... x", Limits::default());
    let expected = lines(&native);
    for payoffs in [[-1, 0, 1], [0, 5, 10], [-3, 1, 5], [0, 1, 2]] {
        let own = rated_script(&as_script(&native, payoffs), Limits::default());
        assert!(own.analysis.ratings.has_constant_sum());
        assert_eq!(lines(&own), expected, "{payoffs:?}");
    }
}

const ULTIMATUM: &str = "start a: fair -> f, unfair -> u; f b: accept -> ff, reject -> z; \
                         u b: accept -> uu, reject -> z; ff end: 5 5; uu end: 8 2; z end: 0 0";

#[test]
fn the_ultimatum_game_ends_unfair_and_accepted_unless_paranoid_ratings_are_asked_for() {
    let rated = rated_script(ULTIMATUM, Limits::default());
    let both = |rated: &Rated| [0, 1].map(|player| rating(rated, Vertex::ROOT, player));
    assert_eq!(both(&rated), [whole(8), whole(2)]);
    assert_eq!(lines(&rated)[0], ("unfair accept".to_owned(), Some(2)));
    let paranoid = GraphRequest {
        options: RatingOptions {
            multiplayer: Some(Multiplayer::Paranoid),
            ..RatingOptions::default()
        },
        ..GraphRequest::default()
    };
    assert_eq!(both(&rated_script(ULTIMATUM, paranoid)), [zero(), whole(2)]);
}

#[test]
fn dice_of_doom_stays_paranoid_as_its_books_and_two_players_are_rated_by_minimax() {
    let three = support::dialects::dice("land-of-lisp players=3", "a3b2/c1a2 a");
    let three = support::dialects::rated(&three, support::plies(3));
    assert!(!three.analysis.ratings.is_max_n());
    assert!(three.analysis.ratings.has_choice_of_rating());
    let two = rated_board("dice-of-doom", "b2b2/a2b1 a", Limits::default());
    assert!(!two.analysis.ratings.has_choice_of_rating());
}

#[test]
fn a_limit_leaves_the_sum_constant_only_where_the_game_says_so() {
    let deep = |hidden: &str| {
        format!(
            "start a: on -> n, stop -> e; n b: x -> f, y -> g; e end: 5 5; f end: 8 2; g end: {hidden}"
        )
    };
    let rated = |hidden: &str| rated_script(&deep(hidden), support::plies(1));
    // All that is seen adds up to 10, and so do the ends of the whole script, or not.
    assert!(rated("1 9").analysis.ratings.has_constant_sum());
    assert!(!rated("0 0").analysis.ratings.has_constant_sum());
}
