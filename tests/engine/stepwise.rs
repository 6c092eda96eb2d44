//! Work that is done step by step: given up and stopped at any moment, and shared by any number of
//! threads, it leaves nothing false behind.

use doomtree::game::Player;
use doomtree::games::{Setup, Switches, random};
use doomtree::rating::Rating;
use doomtree::session::{Build, GraphRequest, Progress, Rated, Stage, open};
use doomtree::tree::{EndsByWinners, Limits, Stopped, Vertex};
use doomtree::work::TurnLength;
use support::Draws;
use support::dialects::{dice, rules};

/// A way round and dice on it: two positions that recur, ends that lie at different distances.
const ROUND: &str = "players a b c; start a: on -> mid, out -> win; mid b: on -> roll, back -> start; \
     roll chance a: x 1/3 -> start, y 1/3 -> mid, z 1/3 -> far; far c: on -> start, lose -> lost, l -> tie; \
     win end: 1 0 0; lost end: 0 1/2 1/2; tie end: 1/3 1/3 1/3";

fn setups() -> Vec<Setup> {
    let mut setups = vec![
        dice("land-of-lisp", "a2b2a1/b3a1b2 a"),
        dice("haskell players=3", "a3b2c1/b3a1c2 a"),
        dice("realm-of-racket", "a3b2a1/b1a2b3 a pool=3"),
        dice("land-of-lisp combat=dice-roll", "b2b2/a2b1 a"),
        dice("reinforcement=largest-cluster", "a3b2/a1b2 a"),
        dice(
            "reinforcement=largest-cluster combat=dice-roll",
            "a2b2/a1b1 a",
        ),
    ];
    setups.push(Setup {
        game: "tic-tac-toe".to_owned(),
        position: "xo./.x./..o x".to_owned(),
        ..Setup::default()
    });
    setups.push(Setup {
        game: "scripted".to_owned(),
        switches: Switches {
            script: Some(ROUND.to_owned()),
            ..Switches::default()
        },
        ..Setup::default()
    });
    setups
}

fn limits(max_nodes: u64) -> Limits {
    Limits {
        max_nodes: Some(max_nodes),
        ..Limits::default()
    }
}

fn begin(setup: &Setup, max_nodes: u64) -> Box<dyn Build> {
    open(setup, limits(max_nodes), "").unwrap_or_else(|error| panic!("{setup:?}: {error}"))
}

/// Everything that was found, to the last bit.
fn all_of(rated: &Rated) -> String {
    let graph = rated.graph.graph();
    let texts: Vec<String> = graph
        .vertices()
        .map(|vertex| rated.graph.position_text(vertex))
        .collect();
    let ends = EndsByWinners::new(graph);
    format!("{graph:?} {:?} {ends:?} {texts:?}", rated.analysis)
}

/// The build at a random moment, and how far it was.
fn some_steps(setup: &Setup, most: u64, draws: &mut Draws) -> (Box<dyn Build>, Progress) {
    let mut build = begin(setup, most);
    let sizes = [1, 3, 20, 200][draws.below(4)];
    let mut progress = build.step(TurnLength::Work(1));
    for _ in 0..draws.below(100) {
        if progress.done {
            break;
        }
        progress = build.step(TurnLength::Work(draws.below(sizes) + 1));
    }
    (build, progress)
}

fn done(mut build: Box<dyn Build>, draws: &mut Draws) -> Rated {
    while !build.step(TurnLength::Work(draws.below(500) + 1)).done {}
    build.finish()
}

/// What is proven in a part holds in the whole, whose positions it has, in the same order.
fn is_prefix(part: &Rated, whole: &Rated) {
    let graph = part.graph.graph();
    assert!(graph.len() <= whole.graph.graph().len());
    for vertex in graph.vertices() {
        let text = part.graph.position_text(vertex);
        assert_eq!(text, whole.graph.position_text(vertex));
        for player in Player::all(graph.players()) {
            let (low, high) = part.analysis.ratings.proven(vertex, player);
            let (least, most) = whole.analysis.ratings.proven(vertex, player);
            let number = |rating: Rating| rating.to_f64();
            // Bounds that are iterated are doubles.
            assert!(
                number(low) - 1e-9 <= number(most) && number(least) <= number(high) + 1e-9,
                "{text}: {low} to {high}, but {least} to {most}"
            );
        }
    }
}

#[test]
fn a_thousand_builds_are_given_up_or_stopped_at_random_moments() {
    let mut draws = Draws::new(2026);
    let (mut given_up, mut cut, mut late) = (0, 0, 0);
    let mut stages = [0; 3];
    for setup in setups() {
        let most = 1_500;
        let whole = begin(&setup, most).finish();
        let complete = whole.graph.graph().is_complete();
        for moment in 0..125 {
            let (mut build, progress) = some_steps(&setup, most, &mut draws);
            stages[progress.stage as usize] += 1;
            if moment % 5 < 3 {
                given_up += 1;
                drop(build);
                continue;
            }
            build.stop();
            let part = done(build, &mut draws);
            if complete {
                is_prefix(&part, &whole);
            }
            if progress.stage == Stage::Exploring {
                let graph = part.graph.graph();
                assert!(graph.len() <= progress.positions);
                let same = begin(&setup, progress.positions as u64).finish();
                assert_eq!(all_of(&part), all_of(&same));
                if let Some(Stopped::MaxNodes(nodes)) = graph.stopped() {
                    cut += 1;
                    assert_eq!(nodes, graph.len() as u64);
                    assert_eq!(all_of(&begin(&setup, nodes).finish()), all_of(&same));
                }
            } else {
                late += 1;
                let (graph, all) = (part.graph.graph(), whole.graph.graph());
                assert_eq!(format!("{graph:?}"), format!("{all:?}"));
            }
        }
    }
    assert_eq!(given_up, 600);
    assert!(cut > 50 && late > 50, "{cut}, {late}");
    assert!(stages.iter().all(|moments| *moments > 20), "{stages:?}");
}

#[test]
fn bounds_that_are_stopped_are_wider_but_true() {
    let setup = dice(
        "reinforcement=largest-cluster combat=dice-roll",
        "a2b2/a1b1 a",
    );
    let whole = begin(&setup, 100_000).finish();
    let mut build = begin(&setup, 100_000);
    while build.step(TurnLength::Work(50)).stage != Stage::Rating {}
    build.stop();
    let part = build.finish();
    is_prefix(&part, &whole);
    let (low, high) = part.analysis.ratings.proven(Vertex::ROOT, Player(0));
    assert!(low.to_f64() < high.to_f64(), "{low} to {high}");
    let snapshot = {
        let mut build = begin(&setup, 100_000);
        while build.step(TurnLength::Work(50)).stage != Stage::Rating {}
        build.snapshot()
    };
    assert_eq!(all_of(&snapshot), all_of(&part));
}

/// A random board of a preset, and what it is built to.
fn random_board(number: u64) -> (Setup, GraphRequest) {
    let presets = [
        "land-of-lisp",
        "haskell",
        "realm-of-racket",
        "land-of-lisp-v4",
    ];
    let more = [
        "",
        " players=3",
        " combat=dice-roll",
        " reinforcement=largest-cluster",
        " players=2",
    ];
    let words = format!(
        "{}{}",
        presets[number as usize % 4],
        more[number as usize / 4 % 5]
    );
    let (rows, columns) = [(2, 3), (3, 3), (3, 4), (3, 3)][number as usize / 3 % 4];
    let switches = rules(&words);
    let position = random("dice-of-doom", &switches, Some(rows), Some(columns), number)
        .unwrap_or_else(|error| panic!("{words}: {error}"));
    let limits = Limits {
        max_plies: [None, None, Some(5)][number as usize % 3],
        ..limits(8_000)
    };
    (dice(&words, &position), limits.into())
}

#[test]
fn a_hundred_random_boards_are_the_same_on_one_two_and_four_threads_and_in_any_steps() {
    let pool = |threads| {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
        builder.build().expect("threads")
    };
    let pools = [1, 2, 4].map(pool);
    let (mut large, mut cyclic, mut chance) = (0, 0, 0);
    for number in 0..100 {
        let (setup, wanted) = random_board(number);
        let build =
            || open(&setup, wanted, "").unwrap_or_else(|error| panic!("{setup:?}: {error}"));
        let [one, two, four] = [0, 1, 2].map(|pool| pools[pool].install(|| build().finish()));
        let expected = all_of(&one);
        assert!(expected == all_of(&two), "two threads: {setup:?}");
        assert!(expected == all_of(&four), "four threads: {setup:?}");
        let mut draws = Draws::new(number);
        assert!(
            expected == all_of(&done(build(), &mut draws)),
            "in steps: {setup:?}"
        );
        let graph = one.graph.graph();
        large += usize::from(graph.edge_count() > 8_000);
        cyclic += usize::from(graph.is_cyclic());
        chance += usize::from(graph.has_chance());
    }
    assert!(
        large > 5 && cyclic > 3 && chance > 20,
        "{large}, {cyclic}, {chance}"
    );
}

#[test]
fn progress_names_every_stage_and_comes_to_its_end() {
    let setup = dice("realm-of-racket", "a3b2a1/b1a2b3 a pool=3");
    let mut build = begin(&setup, 100_000);
    let mut stages = vec![Stage::Exploring];
    let mut last = (Stage::Exploring, 0);
    loop {
        let progress = build.step(TurnLength::Work(20));
        let (done, of) = progress.within;
        assert!(done <= of, "{progress:?}");
        if progress.stage == last.0 {
            assert!(done >= last.1, "{progress:?} after {last:?}");
        } else {
            stages.push(progress.stage);
        }
        last = (progress.stage, done);
        assert!(progress.bytes > 0 && progress.positions > 0);
        if progress.done {
            assert_eq!(done, of);
            break;
        }
    }
    // A build leaves the last one to searches.
    assert_eq!(stages, Stage::ALL[..3]);
}

/// What is wanted of the setups: all of it, or to a few plies, which leaves horizons of its own.
fn wanted_ways() -> [GraphRequest; 3] {
    let to_plies = |plies| Limits {
        max_plies: Some(plies),
        ..limits(1_500)
    };
    [limits(1_500), to_plies(3), to_plies(6)].map(GraphRequest::from)
}

#[test]
fn what_is_canceled_rated_and_resumed_is_what_comes_without_a_stop() {
    let mut draws = Draws::new(19);
    let (mut cut, mut twice) = (0, 0);
    let mut stages = [0; 3];
    for setup in setups() {
        for wanted in wanted_ways() {
            let begin = || open(&setup, wanted, "").unwrap_or_else(|error| panic!("{error}"));
            let whole = begin().finish();
            let expected = all_of(&whole);
            for _ in 0..12 {
                let mut build = begin();
                let sizes = [1, 3, 20][draws.below(3)];
                for _ in 0..draws.below(80) {
                    if build.step(TurnLength::Work(draws.below(sizes) + 1)).done {
                        break;
                    }
                }
                stages[build.step(TurnLength::Work(1)).stage as usize] += 1;
                build.stop();
                let mut part = done(build, &mut draws);
                cut += usize::from(part.graph.graph().len() < whole.graph.graph().len());
                if draws.below(2) == 0 {
                    let mut more = part.resume(wanted.limits);
                    for _ in 0..draws.below(20) {
                        more.step(TurnLength::Work(draws.below(30) + 1));
                    }
                    more.stop();
                    let further = done(more, &mut draws);
                    twice += usize::from(further.graph.graph().len() > part.graph.graph().len());
                    part = further;
                }
                let resumed = done(part.resume(wanted.limits), &mut draws);
                assert!(expected == all_of(&resumed), "{setup:?} {wanted:?}");
            }
        }
    }
    assert!(cut > 60 && twice > 20, "{cut}, {twice}");
    // Sorting takes few steps.
    assert!(stages.iter().all(|moments| *moments > 5), "{stages:?}");
}

#[test]
fn a_graph_at_its_limit_grows_under_a_larger_one_and_begins_anew_under_other_plies() {
    let mut grown = 0;
    for setup in setups() {
        let small = begin(&setup, 40).finish();
        let whole = begin(&setup, 1_500).finish();
        grown += usize::from(small.graph.graph().len() < whole.graph.graph().len());
        let resumed = small.resume(limits(1_500)).finish();
        assert!(all_of(&whole) == all_of(&resumed), "{setup:?}");
        let to_plies = Limits {
            max_plies: Some(4),
            ..limits(1_500)
        };
        let other = open(&setup, to_plies, "").unwrap_or_else(|error| panic!("{error}"));
        assert!(all_of(&other.finish()) == all_of(&small.resume(to_plies).finish()));
    }
    assert!(grown > 4, "{grown}");
}
