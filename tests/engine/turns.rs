//! All long work, in turns of any length: it finds what one turn finds, and a turn does about as
//! much as it was given. What an analysis takes is what the formula says.

use std::pin::pin;

use doomtree::game::Player;
use doomtree::games::{Setup, Switches};
use doomtree::rating::Analysis;
use doomtree::search::{Method, Sampling};
use doomtree::session::{
    MAX_PAIRS, Rated, RecordOptions, Recorded, RulesComparison, Statistics, open,
};
use doomtree::tree::{
    EdgeSet, EndsByWinners, Graph, Hits, HitsByPly, Leaves, Limits, LinesToPositions, Marked, Plies,
};
use doomtree::work::{Control, PIECE, TurnLength, poll};
use support::Draws;
use support::dialects::dice;

use super::hits::script;

/// Each kind of long work on a rated graph.
const ALL: [&str; 9] = [
    "analysis",
    "ways",
    "ends",
    "leaves",
    "hits",
    "hits by ply",
    "statistics",
    "comparison",
    "recording",
];

/// What one of them finds, as text.
async fn done(work: &str, rated: &Rated, ctl: &Control) -> String {
    let graph = rated.graph.graph();
    match work {
        "analysis" => {
            let analysis = Analysis::analyze(graph, &rated.options, ctl).await;
            format!("{analysis:?}")
        }
        "ways" => format!("{:?}", LinesToPositions::find(graph, ctl).await),
        "ends" => format!("{:?}", EndsByWinners::count(graph, ctl).await),
        "leaves" => format!("{:?}", Leaves::count(graph, Some(9), ctl, |_| ()).await),
        "hits" => format!("{:?}", Hits::count(graph, marked(graph), ctl).await),
        "hits by ply" => {
            let hits = Hits::new(graph, marked(graph)).expect("there is room");
            format!("{:?}", HitsByPly::count(graph, &hits, ctl).await)
        }
        "statistics" => format!("{:?}", Statistics::find(rated, ctl, &|_| {}).await),
        "comparison" => {
            let both = [rated.clone(), rated.clone()];
            let found = RulesComparison::find(&both, MAX_PAIRS, ctl, &|_| {}).await;
            format!("{found:?}")
        }
        "recording" => {
            let options = RecordOptions {
                method: Method::Minimax,
                player: Player(0),
                max_plies: Some(4),
                estimate: rated.limits.estimate,
                sampling: Sampling::default(),
                most_events: 2_000,
                max_nodes: None,
            };
            let recorded = Recorded::find(rated, &[], options, ctl, &|_| {}).await;
            let recorded = recorded.map(|recorded| recorded.recording);
            format!("{recorded:?}")
        }
        other => unreachable!("{other}"),
    }
}

/// Every second move, in the first plies.
fn marked(graph: &Graph) -> Marked {
    let mut edges = EdgeSet::none(graph);
    for vertex in graph.vertices() {
        let odd = graph.edges(vertex).step_by(2);
        odd.for_each(|edge| edges.insert(edge));
    }
    Marked {
        root: true,
        edges,
        ways: None,
        plies: Plies {
            from: 1,
            to: Some(5),
        },
    }
}

/// What work finds in turns of this length, and the most that one of them did.
fn by_turns(work: &str, rated: &Rated, turn: TurnLength) -> (String, u64) {
    let control = Control::default();
    let mut work = pin!(done(work, rated, &control));
    let mut most = 0;
    loop {
        let before = control.done();
        control.begin(turn);
        let result = poll(work.as_mut());
        most = most.max(control.done() - before);
        if let Some(text) = result {
            return (text, most);
        }
    }
}

fn rated(setup: &Setup, max_nodes: u64) -> Rated {
    let limits = Limits {
        max_nodes: Some(max_nodes),
        ..Limits::default()
    };
    let build = open(setup, limits, "");
    build
        .unwrap_or_else(|error| panic!("{setup:?}: {error}"))
        .finish()
}

fn scripted(script: String) -> Setup {
    Setup {
        game: "scripted".to_owned(),
        switches: Switches {
            script: Some(script),
            ..Switches::default()
        },
        ..Setup::default()
    }
}

#[test]
fn work_in_turns_of_any_length_finds_what_one_turn_finds() {
    let mut setups: Vec<Setup> = (0..40)
        .map(|seed| {
            let draws = &mut Draws::new(seed);
            let inner = draws.below(12) + 1;
            scripted(script(inner, seed % 2 == 0, draws))
        })
        .collect();
    setups.push(dice("haskell players=3", "a3b2c1/b3a1c2 a"));
    setups.push(dice("land-of-lisp combat=dice-roll", "b2b2/a2b1 a"));
    setups.push(dice("realm-of-racket", "a3b2a1/b1a2b3 a pool=3"));
    for setup in setups {
        let rated = rated(&setup, 300);
        for work in ALL {
            let (whole, _) = by_turns(work, &rated, TurnLength::WHOLE);
            for turn in [1, 7, 100, 3 * PIECE] {
                let (found, _) = by_turns(work, &rated, TurnLength::Work(turn));
                assert!(found == whole, "{work} by {turn}: {setup:?}");
            }
        }
    }
}

#[test]
fn a_turn_does_little_more_than_it_was_given() {
    for (setup, iterated) in [
        (dice("land-of-lisp", "b2a1a1/a2b2a3/b3b1b1 a"), false),
        (dice("haskell players=3", "b2a1c3/a2b2a3/c3b1b1 a"), false),
        (
            dice("realm-of-racket combat=dice-roll", "a3b2a1/b1a2b3 a pool=9"),
            true,
        ),
    ] {
        let rated = rated(&setup, 3_000);
        for work in ALL {
            // Work that weren't counted would never pause.
            let (_, whole) = by_turns(work, &rated, TurnLength::WHOLE);
            // Some look at a part of the tree.
            let least = match ["hits by ply", "recording"].contains(&work) {
                true => 50,
                false => rated.graph.graph().vertices().count() as u64,
            };
            assert!(whole >= least, "{work}: {whole}, {setup:?}");
            for turn in [50, 1_000] {
                let (_, most) = by_turns(work, &rated, TurnLength::Work(turn));
                // The moves of the last vertex, or a piece of unknown cost, come on top.
                let piece = iterated || ["comparison", "recording", "statistics"].contains(&work);
                let beyond = if piece { 2 * PIECE } else { 400 } as u64;
                assert!(
                    most <= turn as u64 + beyond,
                    "{work}: {most} of {turn}, {setup:?}"
                );
            }
        }
    }
}

#[test]
fn the_memory_that_an_analysis_is_said_to_take_is_what_it_takes() {
    for setup in [
        dice("land-of-lisp", "b2a1a1/a2b2a3/b3b1b1 a"),
        dice("haskell players=3", "b2a1c3/a2b2a3/c3b1b1 a"),
        dice("realm-of-racket combat=dice-roll", "a3b2a1/b1a2b3 a pool=9"),
    ] {
        let rated = rated(&setup, 20_000);
        let said = Analysis::bytes_of(rated.graph.graph(), &rated.options) as f64;
        let taken = rated.analysis.bytes() as f64;
        assert!(
            (0.9..2.5).contains(&(said / taken)),
            "{said} of {taken}: {setup:?}"
        );
    }
}
