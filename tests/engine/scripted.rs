//! One scripted game with chance, three players, a transposition, parallel edges and a cycle goes
//! through everything that is built and computed. Every expected value is worked out by hand.

use doomtree::game::{Game, Player, ratio, to_f64};
use doomtree::games::scripted::Scripted;
use doomtree::rating::{
    Analysis, LineEnd, Loss, Multiplayer, Rating, RatingOptions, blunders, is_blunder, likely_best,
    likely_line, loss, worse_moves,
};
use doomtree::tree::{
    Counts, Edge, EndsByWinners, GameTree, Graph, Labels, Limits, PlySweep, PositionGraph,
    Unfolded, Unfolding, UnfoldingNode, Vertex, VertexKind,
};
use support::{plies, scripted_graph};

fn paranoid() -> RatingOptions {
    RatingOptions {
        multiplayer: Some(Multiplayer::Paranoid),
        ..RatingOptions::default()
    }
}

/// The coin is reached from the start and from the duel (a transposition), flee and run lead to
/// one node (parallel edges), and tails leads back to the start (a cycle).
const SCRIPT: &str = "
    players a b c
    start a: left -> coin, right -> duel
    coin chance a: heads 1/3 -> won, tails 2/3 -> start
    duel b estimate 0 1 0: fight -> coin, flee -> lost, run -> lost
    won end: 1 0 0
    lost end: 0 1/2 1/2";

type ScriptedGraph = PositionGraph<Scripted>;

fn full() -> ScriptedGraph {
    scripted_graph(SCRIPT, Limits::default())
}

/// The vertices with their plies left, as `coin/1`.
fn names(graph: &ScriptedGraph) -> Vec<String> {
    graph
        .graph()
        .vertices()
        .map(|vertex| match graph.graph().plies_left(vertex) {
            Some(left) => format!("{}/{left}", graph.position_text(vertex)),
            None => graph.position_text(vertex),
        })
        .collect()
}

fn targets(graph: &Graph) -> Vec<Vec<u32>> {
    graph
        .vertices()
        .map(|vertex| {
            graph
                .targets(vertex)
                .iter()
                .map(|target| target.0)
                .collect()
        })
        .collect()
}

/// The ratings of a vertex for a, b and c.
fn ratings(analysis: &Analysis, vertex: u32) -> [String; 3] {
    [0, 1, 2].map(|player| {
        analysis
            .ratings
            .rating(Vertex(vertex), Player(player))
            .to_string()
    })
}

/// The proven intervals of a vertex for a, b and c.
fn proven(analysis: &Analysis, vertex: u32) -> [String; 3] {
    [0, 1, 2].map(|player| {
        let (low, high) = analysis.ratings.proven(Vertex(vertex), Player(player));
        format!("{low} to {high}")
    })
}

fn best(graph: &ScriptedGraph, analysis: &Analysis, vertex: u32) -> Vec<String> {
    likely_best(graph.graph(), &analysis.ratings, Vertex(vertex))
        .into_iter()
        .map(|edge| graph.move_text(Vertex(vertex), edge))
        .collect()
}

fn line(graph: &ScriptedGraph, analysis: &Analysis, from: u32) -> (String, LineEnd, bool) {
    let columns = graph.graph();
    let from = Vertex(from);
    let best = likely_line(columns, &analysis.ratings, &analysis.distances, from);
    (
        graph.line_text(from, &best.line),
        best.ended,
        best.through_chance,
    )
}

#[test]
fn the_graph_has_every_position_once_and_every_move_in_order() {
    let graph = full();
    assert_eq!(names(&graph), ["start", "coin", "duel", "won", "lost"]);
    let columns = graph.graph();
    assert_eq!(
        targets(columns),
        [vec![1, 2], vec![3, 0], vec![1, 4, 4], vec![], vec![]]
    );
    let kinds: Vec<_> = columns
        .vertices()
        .map(|vertex| columns.kind(vertex))
        .collect();
    assert_eq!(
        kinds,
        [
            VertexKind::Decision(Player(0)),
            VertexKind::Chance(Player(0)),
            VertexKind::Decision(Player(1)),
            VertexKind::End,
            VertexKind::End
        ]
    );
    let probabilities: Vec<_> = columns
        .vertices()
        .flat_map(|vertex| columns.edges(vertex))
        .map(|edge| columns.probability(edge).to_string())
        .collect();
    assert_eq!(probabilities, ["1", "1", "1/3", "2/3", "1", "1", "1"]);
    assert!(columns.is_cyclic() && columns.is_complete() && columns.has_chance());
    assert_eq!(columns.endless(), [true, true, true, false, false]);
    // The coin is no position of its own: it is a's move that hasn't come out yet.
    let distinct = graph.distinct();
    assert_eq!((distinct.positions, distinct.moves), (4, 5));
    assert_eq!(columns.outcome(Vertex(4), Player(2)), Some(ratio(1, 2)));
    assert_eq!(columns.outcome(Vertex(2), Player(1)), None);
    let sources = columns.sources();
    assert_eq!(sources.of(Vertex(4)), [Vertex(2), Vertex(2)]);
    assert_eq!(sources.of(Vertex(1)), [Vertex(0), Vertex(2)]);
}

#[test]
fn petgraph_lists_vertices_and_moves_in_the_same_order() {
    let graph = full();
    let digraph = graph.digraph();
    assert_eq!((digraph.node_count(), digraph.edge_count()), (5, 7));
    let game = graph.game();
    for vertex in graph.graph().vertices() {
        let listed: Vec<_> = digraph
            .edges(vertex.0.into())
            .map(|edge| {
                use petgraph::visit::EdgeRef;
                (
                    game.move_text(graph.position(vertex), *edge.weight()),
                    Vertex(edge.target().index() as u32),
                )
            })
            .collect();
        let expected: Vec<_> = graph
            .graph()
            .edges(vertex)
            .map(|edge| (graph.move_text(vertex, edge), graph.graph().target(edge)))
            .collect();
        assert_eq!(listed, expected);
    }
}

/// Full: the coin is tossed until it shows heads, so a, who may toss for ever, wins.
/// For a: coin = 1/3 + 2/3 start, start = max(coin, duel), duel = min(coin, 0) = 0: start = 1.
/// For b: coin = 2/3 start, start = min(coin, duel), so start = 2/3 start = 0; duel = max(0, 1/2).
/// For c: the same, and in the duel b would rather take the coin from c: 0.
#[test]
fn the_full_graph_is_rated_for_all_three_players() {
    let graph = full();
    let analysis = Analysis::new(graph.graph(), &RatingOptions::default());
    for (vertex, expected) in [
        (0, [1.0, 0.0, 0.0]),
        (1, [1.0, 0.0, 0.0]),
        (2, [0.0, 0.5, 0.0]),
        (3, [1.0, 0.0, 0.0]),
        (4, [0.0, 0.5, 0.5]),
    ] {
        for (player, expected) in expected.into_iter().enumerate() {
            let player = Player(player as u8);
            let rating = analysis.ratings.rating(Vertex(vertex), player);
            assert!(
                (rating.to_f64() - expected).abs() < 1e-12,
                "{vertex} {player:?}: {rating}"
            );
            assert!(analysis.ratings.is_proven(Vertex(vertex), player));
            let (low, high) = analysis.ratings.proven(Vertex(vertex), player);
            assert!(low.to_f64() <= expected + 1e-15 && expected <= high.to_f64() + 1e-15);
        }
    }
    assert!(analysis.ratings.everything_proven());
    // Where a cycle can be reached bounds had to meet, and the rating says so.
    assert!(
        analysis
            .ratings
            .rating(Vertex(0), Player(0))
            .exact()
            .is_none()
    );
    assert_eq!(
        analysis.ratings.rating(Vertex(4), Player(1)).exact(),
        Some(ratio(1, 2))
    );
}

#[test]
fn a_loss_is_graded_by_its_share_of_the_range_of_payoffs() {
    let payoffs = [100, 99, 98, 91, 90, 0];
    let moves: Vec<String> = payoffs
        .iter()
        .map(|pays| format!("m{pays} -> e{pays}"))
        .collect();
    let ends = payoffs.map(|pays| format!("e{pays} end: {pays} {}", 100 - pays));
    let script = format!("r a: {}\n{}", moves.join(", "), ends.join("\n"));
    let graph = scripted_graph(&script, Limits::default());
    let columns = graph.graph();
    let analysis = Analysis::new(columns, &RatingOptions::default());
    let losses: Vec<_> = columns
        .edges(Vertex::ROOT)
        .map(|edge| loss(columns, &analysis.ratings, Vertex::ROOT, edge))
        .collect();
    let expected = [
        None,
        Some(Loss::Slight),
        Some(Loss::Inaccuracy),
        Some(Loss::Inaccuracy),
        Some(Loss::Blunder),
        Some(Loss::Blunder),
    ];
    assert_eq!(losses, expected);
    let worse = worse_moves(columns, &analysis.ratings, Vertex::ROOT);
    assert_eq!(worse.len(), 5);
    assert_eq!(blunders(columns, &analysis.ratings, Vertex::ROOT).len(), 2);
}

/// a tosses. In the duel b flees or runs, for 1/2; of two ways of one length the first is taken.
#[test]
fn best_moves_lines_and_distances_of_the_full_graph() {
    let graph = full();
    let columns = graph.graph();
    let analysis = Analysis::new(columns, &RatingOptions::default());
    assert_eq!(best(&graph, &analysis, 0), ["left"]);
    assert_eq!(best(&graph, &analysis, 1), [""; 0]);
    assert_eq!(best(&graph, &analysis, 2), ["flee", "run"]);
    let blunders: Vec<_> = columns
        .vertices()
        .flat_map(|vertex| columns.edges(vertex).map(move |edge| (vertex, edge)))
        .filter(|(vertex, edge)| is_blunder(columns, &analysis.ratings, *vertex, *edge))
        .map(|(vertex, edge)| graph.move_text(vertex, edge))
        .collect();
    assert_eq!(blunders, ["right", "fight"]);
    // The likelier branch leads back to the start.
    assert_eq!(
        line(&graph, &analysis, 0),
        ("left tails".to_owned(), LineEnd::Repetition, true)
    );
    assert_eq!(
        line(&graph, &analysis, 2),
        ("flee".to_owned(), LineEnd::End, false)
    );
    let distances: Vec<_> = columns
        .vertices()
        .map(|vertex| analysis.distances.of(vertex))
        .collect();
    assert_eq!(distances, [None, None, Some(1), Some(0), Some(0)]);
}

#[test]
fn counts_are_infinite_where_a_cycle_can_be_reached_and_finite_elsewhere() {
    let graph = full();
    let columns = graph.graph();
    let analysis = Analysis::new(columns, &RatingOptions::default());
    let nodes: Vec<_> = columns
        .vertices()
        .map(|vertex| analysis.nodes.of(vertex).to_string())
        .collect();
    assert_eq!(nodes, ["infinite", "infinite", "infinite", "1", "1"]);
    assert_eq!(analysis.ends.of(Vertex(0)).to_string(), "infinite");
    assert_eq!(analysis.ends.of(Vertex(4)).to_string(), "1");
    assert_eq!(analysis.longest.of(Vertex(2)), None);
    assert_eq!(analysis.longest.of(Vertex(3)), Some(0));
    assert!(GameTree::whole(columns, 10_000).is_none());
    // Ply 1: coin, duel, won, start. Ply 2: coin twice, lost twice, duel, won twice, start twice.
    let mut sweep = PlySweep::new(columns, &analysis.nodes, None);
    let plies: Vec<_> = (0..3)
        .map(|_| sweep.ply().expect("there is no last ply"))
        .map(|ply| (ply.nodes, ply.ends, ply.new_positions))
        .collect();
    let expected = |nodes: &str, ends: &str, new| (nodes.to_owned(), ends.to_owned(), new);
    assert_eq!(
        plies,
        [
            expected("1", "0", 1),
            expected("4", "1", 2),
            expected("9", "4", 1)
        ]
    );
}

/// One ply: the coin is tossed still, since its branches belong to the ply of the toss.
/// a: coin = 1/3 + 2/3 × 1/3 = 5/9, duel = 0, start = 5/9. b: coin = 2/3 × 1/3 = 2/9, duel 1,
/// start the smaller. c: coin 2/9, duel 0. At the horizons: 1/3 each, and what the script says.
#[test]
fn one_ply_is_rated_by_estimates_with_proven_intervals() {
    let graph = scripted_graph(SCRIPT, plies(1));
    let columns = graph.graph();
    assert_eq!(
        names(&graph),
        ["start/1", "coin/0", "duel/0", "won/0", "start/0"]
    );
    assert_eq!(columns.kind(Vertex(2)), VertexKind::Horizon(Player(1)));
    assert_eq!(columns.kind(Vertex(4)), VertexKind::Horizon(Player(0)));
    assert!(!columns.is_cyclic() && !columns.is_complete());
    let analysis = Analysis::new(columns, &paranoid());
    assert_eq!(ratings(&analysis, 0), ["5/9", "2/9", "0"]);
    assert_eq!(ratings(&analysis, 1), ["5/9", "2/9", "2/9"]);
    assert_eq!(ratings(&analysis, 2), ["0", "1", "0"]);
    assert_eq!(ratings(&analysis, 4), ["1/3", "1/3", "1/3"]);
    assert_eq!(proven(&analysis, 0), ["1/3 to 1", "0 to 2/3", "0 to 2/3"]);
    assert_eq!(proven(&analysis, 2), ["0 to 1", "0 to 1", "0 to 1"]);
    assert_eq!(proven(&analysis, 3), ["1 to 1", "0 to 0", "0 to 0"]);
    assert_eq!(
        line(&graph, &analysis, 0),
        ("left tails".to_owned(), LineEnd::Horizon, true)
    );
    assert_eq!(analysis.distances.of(Vertex(0)), None);
    assert_eq!(analysis.nodes.of(Vertex(0)).to_string(), "5");
    assert_eq!(analysis.ends.of(Vertex(0)).to_string(), "1");
    assert_eq!(Counts::leaves(columns).of(Vertex(0)).to_string(), "3");
    assert_eq!(analysis.longest.of(Vertex(0)), Some(1));
}

/// Two plies. start/1 is rated as above, 5/9 2/9 0, so coin/1 is 1/3 + 2/3 × 5/9 = 19/27 for a,
/// 2/3 × 2/9 = 4/27 for b, 0 for c. duel/1 has coin/0 and lost: 0 for a, 1/2 for b, and for c the
/// smaller of 2/9 and 1/2. start/2: the larger for a, the smaller for b and c.
#[test]
fn two_plies_are_built_rated_and_counted() {
    let graph = scripted_graph(SCRIPT, plies(2));
    let columns = graph.graph();
    assert_eq!(
        names(&graph),
        [
            "start/2", "coin/1", "duel/1", "won/1", "start/1", "coin/0", "lost/0", "duel/0",
            "won/0", "start/0"
        ]
    );
    assert_eq!(
        targets(columns),
        [
            vec![1, 2],
            vec![3, 4],
            vec![5, 6, 6],
            vec![],
            vec![5, 7],
            vec![8, 9],
            vec![],
            vec![],
            vec![],
            vec![]
        ]
    );
    let analysis = Analysis::new(columns, &paranoid());
    assert_eq!(ratings(&analysis, 0), ["19/27", "4/27", "0"]);
    assert_eq!(ratings(&analysis, 1), ["19/27", "4/27", "0"]);
    assert_eq!(ratings(&analysis, 2), ["0", "1/2", "2/9"]);
    assert_eq!(ratings(&analysis, 4), ["5/9", "2/9", "0"]);
    // a: coin/1 is at least 1/3 + 2/3 × 1/3, at most 1. b: coin/1 at most 2/3 × 2/3, and at the
    // start a can choose that. c: the same; the duel isn't more than min(2/3, 1/2).
    assert_eq!(proven(&analysis, 0), ["5/9 to 1", "0 to 4/9", "0 to 4/9"]);
    // b can flee for 1/2, and can't get more than the coin's 2/3 without that.
    assert_eq!(proven(&analysis, 2), ["0 to 0", "1/2 to 2/3", "0 to 1/2"]);
    assert_eq!(best(&graph, &analysis, 2), ["flee", "run"]);
    let nodes: Vec<_> = columns
        .vertices()
        .map(|vertex| analysis.nodes.of(vertex).to_string())
        .collect();
    assert_eq!(nodes, ["14", "7", "6", "1", "5", "3", "1", "1", "1", "1"]);
    assert_eq!(analysis.ends.of(Vertex(0)).to_string(), "5");
    assert_eq!(analysis.longest.of(Vertex(0)), Some(2));
    let distinct = graph.distinct();
    assert_eq!((distinct.positions, distinct.moves), (4, 5));
    let by_winners: Vec<_> = EndsByWinners::new(columns)
        .of(Vertex(0))
        .map(|(winners, count)| {
            let names: String = winners.iter().map(Player::letter).collect();
            format!("{names}:{count}")
        })
        .collect();
    // won/1, won/0 by two lines; lost by flee and run.
    assert_eq!(by_winners, ["a:3", "bc:2"]);
    let first = graph.first_with_position().expect("a ply limit");
    let mut sweep = PlySweep::new(columns, &analysis.nodes, Some(&first));
    let mut plies = Vec::new();
    while let Some(ply) = sweep.ply() {
        plies.push(format!("{} {} {}", ply.nodes, ply.ends, ply.new_positions));
    }
    assert_eq!(plies, ["1 0 1", "4 1 2", "9 4 1"]);
}

#[test]
fn the_unfolding_and_the_game_tree_list_the_same_lines_in_preorder() {
    const PREORDER: [&str; 14] = [
        "start", "coin", "won", "start", "coin", "won", "start", "duel", "duel", "coin", "won",
        "start", "lost", "lost",
    ];
    const PLIES: [u32; 14] = [0, 1, 1, 1, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2];
    let endless = full();
    let mut unfolding = Unfolding::new();
    let result = unfolding.unfold_below(endless.graph(), UnfoldingNode::ROOT, Some(2), 1_000);
    assert_eq!(result, Unfolded::All);
    let shown: Vec<_> = unfolding.preorder().collect();
    let texts: Vec<_> = shown
        .iter()
        .map(|node| endless.position_text(unfolding.vertex(*node)))
        .collect();
    assert_eq!(texts, PREORDER);
    let plies_of: Vec<_> = shown.iter().map(|node| unfolding.ply(*node)).collect();
    assert_eq!(plies_of, PLIES);
    // A line names its node: read back, it leads there again.
    for node in &shown {
        let line = unfolding.line(*node);
        let text = endless.line_text(Vertex::ROOT, &line);
        assert_eq!(endless.read_line(Vertex::ROOT, &text), Ok(line.clone()));
        let mut other = Unfolding::new();
        let found = other
            .reveal(endless.graph(), UnfoldingNode::ROOT, &line)
            .expect("a short line");
        assert_eq!(other.vertex(found), unfolding.vertex(*node));
        assert_eq!(other.ply(found), unfolding.ply(*node));
    }

    let limited = scripted_graph(SCRIPT, plies(2));
    let tree = GameTree::whole(limited.graph(), 14).expect("fourteen nodes");
    assert!(GameTree::whole(limited.graph(), 13).is_none());
    assert!(GameTree::whole(scripted_graph("x end: 1 0", plies(0)).graph(), 0).is_none());
    let texts: Vec<_> = tree
        .graph
        .node_weights()
        .map(|vertex| limited.position_text(*vertex))
        .collect();
    assert_eq!(texts, PREORDER);
    let duel: Vec<_> = tree
        .graph
        .edges(8.into())
        .map(|edge| limited.move_text(Vertex(2), *edge.weight()))
        .collect();
    assert_eq!(duel, ["fight", "flee", "run"]);
    let children: Vec<_> = tree
        .graph
        .neighbors(8.into())
        .map(|node| node.index())
        .collect();
    assert_eq!(children, [9, 12, 13]);
}

#[test]
fn a_line_through_chance_is_read_and_its_faults_are_placed() {
    let graph = full();
    let line = graph
        .read_line(Vertex::ROOT, " left  tails\tright run ")
        .expect("a line");
    assert_eq!(line, [Edge(0), Edge(3), Edge(1), Edge(6)]);
    let error = graph
        .read_line(Vertex::ROOT, "left heads left")
        .expect_err("the game is over");
    assert_eq!(error.column, 12);
    let error = graph
        .read_line(Vertex::ROOT, "left right")
        .expect_err("a coin knows no right");
    assert!(error.to_string().contains("use heads, tails"), "{error}");
    let stopped = scripted_graph(SCRIPT, plies(1));
    let error = stopped
        .read_line(Vertex::ROOT, "right fight")
        .expect_err("one ply is built");
    assert!(error.to_string().contains("raise the limit"), "{error}");
}

/// Beside a horizon a move that already wins proves the rating, and so does, for the other side, a
/// move that already loses everything.
#[test]
fn a_proven_win_beside_a_horizon_proves_the_rating() {
    let graph = scripted_graph(
        "top b: go -> left; left a: on -> deep, win -> won; deep a: m -> lost, n -> won;
         won end: 1 0; lost end: 0 1",
        plies(2),
    );
    let columns = graph.graph();
    let analysis = Analysis::new(columns, &RatingOptions::default());
    assert_eq!(columns.kind(Vertex(2)), VertexKind::Horizon(Player(0)));
    let one = Rating::Exact(ratio(1, 1));
    let zero = Rating::Exact(ratio(0, 1));
    for vertex in [Vertex(0), Vertex(1)] {
        assert_eq!(analysis.ratings.proven(vertex, Player(0)), (one, one));
        assert_eq!(analysis.ratings.proven(vertex, Player(1)), (zero, zero));
        assert!(analysis.ratings.all_proven(vertex));
    }
    assert_eq!(analysis.ratings.proven(Vertex(2), Player(0)), (zero, one));
    assert!(!analysis.ratings.everything_proven());
}

/// With payoffs that sum to 3, play without end is worth the fair share, 3/2, to both.
#[test]
fn endless_play_is_worth_the_same_to_both_whatever_payoffs_sum_to() {
    let graph = scripted_graph(
        "top a: round -> back, out -> lost; back b: round -> top, out -> won;
         won end: 3 0; lost end: 0 3",
        Limits::default(),
    );
    let analysis = Analysis::new(graph.graph(), &RatingOptions::default());
    for vertex in [0, 1] {
        for player in [0, 1] {
            let rating = analysis.ratings.rating(Vertex(vertex), Player(player));
            assert_eq!(to_f64(&rating.exact().expect("no chance")), 1.5);
        }
    }
    assert_eq!(
        line(&graph, &analysis, 0),
        ("round round".to_owned(), LineEnd::Repetition, false)
    );
    assert_eq!(analysis.distances.of(Vertex(0)), None);
}
