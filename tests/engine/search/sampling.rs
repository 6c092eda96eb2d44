//! Monte Carlo tree search: its counts add up, the same seed plays the same games, and with enough
//! games it chooses a move that is best.

use doomtree::game::Player;
use doomtree::rating::best_edges;
use doomtree::search::{Method, NodePhase, Sampling, SearchStep};
use doomtree::session::{MAX_EVENTS, Rated, RecordOptions, Recorded, step_words};
use doomtree::tree::{Limits, UnfoldingNode, Vertex, VertexKind};

use super::{boards, position, script};
use support::dialects::rated;
use support::plies;

fn sampled(rated: &Rated, playouts: u32, seed: u64, max_plies: Option<u32>) -> Recorded {
    let options = RecordOptions {
        method: Method::MonteCarlo,
        player: Player(0),
        max_plies,
        estimate: Default::default(),
        sampling: Sampling { playouts, seed },
        most_events: MAX_EVENTS,
        max_nodes: None,
    };
    Recorded::of(rated, &[], options).expect("it can be recorded")
}

/// The move that was chosen.
fn chosen(recorded: &Recorded) -> String {
    let last = recorded.recording.events().last().expect("steps");
    assert_eq!(last.step, SearchStep::Choose);
    let unfolding = recorded.recording.unfolding();
    let edge = unfolding.edge(last.node).expect("a move");
    recorded.rated.graph.move_text(Vertex::ROOT, edge)
}

/// Of every node how many games went through it, and their mean.
fn games(recorded: &Recorded) -> Vec<(u32, f64)> {
    let recording = &recorded.recording;
    let last = recording.events().len() - 1;
    let nodes = (0..recording.unfolding().len() as u32).map(UnfoldingNode);
    nodes
        .map(|node| match recording.phase(node, last) {
            NodePhase::Sampled { visits, known, .. } => (visits, known.low),
            _ => (0, 0.0),
        })
        .collect()
}

#[test]
fn every_game_is_counted_once_at_every_node_that_it_went_through() {
    let mut seen = 0;
    for words in ["", "haskell", "combat=dice-roll", "players=3"] {
        for setup in boards(words, 2, 2, 0..12) {
            let rated = rated(&setup, Limits::default());
            let recorded = sampled(&rated, 300, 1, None);
            let recording = &recorded.recording;
            let unfolding = recording.unfolding();
            let games = games(&recorded);
            assert_eq!(games[0].0, 300);
            let tally = recording.tally(recording.events().len() - 1);
            assert_eq!(tally.playouts, 300);
            for node in (0..unfolding.len() as u32).map(UnfoldingNode) {
                let (visits, mean) = games[node.index()];
                let children = unfolding.children(node);
                let (below, sum) = children.fold((0, 0.0), |(below, sum), child| {
                    let (visits, mean) = games[child.index()];
                    (below + visits, sum + f64::from(visits) * mean)
                });
                if below == 0 {
                    continue;
                }
                seen += 1;
                // One game began at the node itself, unless it is the root.
                let own = u32::from(node != UnfoldingNode::ROOT);
                assert_eq!(visits, below + own, "{}", setup.position);
                let payoff = f64::from(visits) * mean - sum;
                assert!((-1e-9..=1.0 + 1e-9).contains(&payoff), "{payoff}");
            }
        }
    }
    assert!(seen > 1_000, "only {seen} nodes");
}

#[test]
fn the_same_seed_plays_the_same_games_and_another_seed_others() {
    let rated = rated(
        &position("dice-of-doom", "b2a1a1/a2b2a3/b3b1b1 a"),
        Limits::default(),
    );
    let steps = |seed| {
        let recorded = sampled(&rated, 50, seed, None);
        recorded.recording.events().to_vec()
    };
    assert_eq!(steps(7), steps(7));
    assert_ne!(steps(7), steps(8));
    // So for ever, on every machine.
    let recorded = sampled(&rated, 1_000, 7, None);
    let last = recorded.recording.events().last().expect("steps");
    let told = (chosen(&recorded), last.visits, last.known.low.to_bits());
    assert_eq!(told, ("5>4".to_owned(), 507, 4597624483496169965));
}

#[test]
fn with_enough_games_a_best_move_is_chosen_and_its_mean_comes_near_its_rating() {
    let (mut boards_seen, mut best) = (0, 0);
    for words in ["", "haskell", "combat=dice-roll"] {
        for setup in boards(words, 2, 2, 0..25) {
            let rated = rated(&setup, Limits::default());
            let graph = rated.graph.graph();
            let mover = match graph.kind(Vertex::ROOT) {
                VertexKind::Decision(mover) => mover,
                _ => continue,
            };
            let edges = best_edges(graph, &rated.analysis.ratings, Vertex::ROOT);
            if edges.len() == graph.degree(Vertex::ROOT) {
                continue;
            }
            boards_seen += 1;
            let recorded = sampled(&rated, 20_000, 3, None);
            let moves: Vec<String> = edges
                .iter()
                .map(|edge| rated.graph.move_text(Vertex::ROOT, *edge))
                .collect();
            if moves.contains(&chosen(&recorded)) {
                best += 1;
                let rating = rated.analysis.ratings.rating(Vertex::ROOT, Player(0));
                let mean = recorded.answer.expect("an answer").to_f64();
                let wrong = (mean - rating.to_f64()).abs();
                assert!(wrong < 0.15, "{}: {mean}, {mover:?}", setup.position);
            }
        }
    }
    assert!(boards_seen >= 12, "only {boards_seen} boards have a choice");
    assert!(best * 10 >= boards_seen * 9, "{best} of {boards_seen}");
}

#[test]
fn payoffs_of_any_range_lead_to_the_better_move_of_whoever_moves() {
    for (mover, better) in [("a", "good"), ("b", "bad")] {
        let text = format!(
            "players a b\ntop {mover}: good -> g, bad -> b\n\
             g b: g1 -> rich, g2 -> fair\nb b: b1 -> fair, b2 -> poor\n\
             rich end: 900 100\nfair end: 500 500\npoor end: 100 900"
        );
        let rated = rated(&script(&text), Limits::default());
        let recorded = sampled(&rated, 2_000, 0, None);
        assert_eq!(chosen(&recorded), better);
    }
}

#[test]
fn a_ply_limit_ends_games_with_an_estimate_where_positions_recur_and_is_asked_for_there() {
    let text = "top a: on -> next, out -> lost\nnext b: back -> top, out -> won\n\
                won end: 1 0\nlost end: 0 1";
    let setup = script(text);
    let endless = rated(&setup, Limits::default());
    let options = RecordOptions {
        method: Method::MonteCarlo,
        player: Player(0),
        max_plies: None,
        estimate: Default::default(),
        sampling: Sampling::default(),
        most_events: MAX_EVENTS,
        max_nodes: None,
    };
    let refused = Recorded::of(&endless, &[], options)
        .err()
        .expect("refused")
        .to_string();
    assert!(refused.contains("Set a ply limit"), "{refused}");
    let nobody = RecordOptions {
        sampling: Sampling {
            playouts: 0,
            seed: 0,
        },
        max_plies: Some(3),
        ..options
    };
    let refused = Recorded::of(&endless, &[], nobody)
        .err()
        .expect("refused")
        .to_string();
    assert!(refused.contains("at least 1 random game"), "{refused}");
    let recorded = sampled(&endless, 100, 0, Some(4));
    let unfolding = recorded.recording.unfolding();
    let deepest = (0..unfolding.len() as u32).map(|node| unfolding.ply(UnfoldingNode(node)));
    assert_eq!(deepest.max(), Some(4));
    assert!(recorded.is_estimate());
    let limited = rated(
        &position("dice-of-doom", "a3b2b3/a3b3a3/b2a2b3 a"),
        plies(3),
    );
    let cut = sampled(&limited, 60, 0, None);
    assert_eq!(games(&cut)[0].0, 60);
    // An average of whole games isn't an estimate.
    let whole = rated(&position("dice-of-doom", "b2b2/a2b1 a"), Limits::default());
    let whole = sampled(&whole, 60, 0, None);
    assert!(cut.is_estimate() && !whole.is_estimate());
    assert_eq!(whole.answer_text().as_deref(), Some("Ø 0"));
    assert!(
        cut.answer_text()
            .is_some_and(|text| text.starts_with("Ø ~"))
    );
}

#[test]
fn a_round_is_told_step_by_step() {
    let rated = rated(&position("dice-of-doom", "b2b2/a2b1 a"), Limits::default());
    let recorded = sampled(&rated, 2, 0, None);
    let steps: Vec<String> = (0..recorded.recording.events().len())
        .map(|step| step_words(&recorded, step))
        .collect();
    assert_eq!(
        steps,
        [
            "Search starts",
            "Start at the root",
            "Expand a 2→3",
            "Random game from a 2→3: 0 after 3 plies",
            "a 2→3: average 0 over 1 game",
            "The root: average 0 over 1 game",
            "Start at the root",
            "Select a 2→3 (best UCB)",
            "Expand a passes",
            "Random game from a passes: 0 after 2 plies",
            "a passes: average 0 over 1 game",
            "a 2→3: average 0 over 2 games",
            "The root: average 0 over 2 games",
            "Result: a 2→3 (2 games, average 0)"
        ]
    );
}
