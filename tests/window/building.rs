//! A build in the window: Escape leaves it alone, Cancel keeps what was found, Resume goes on.

use doomtree::app::{Command, ids};
use doomtree::diagram::RatingsFor;
use doomtree::game::Player;
use doomtree::session::{Action, Progress, Stage};
use doomtree::tree::{Limits, Vertex};
use eframe::egui::Key;
use support::screen::{
    Opened, Window, begin_build, click_on, is_there, line, numbers_of, run, settle, shows,
    tree_view,
};

/// 1,468,919,491 nodes, and as many positions as are found on a thread of its own.
const LARGE: &str = "a2a2b2/a3b1a3/a3a3b3 a";
const POSITIONS: usize = 201_861;

/// A window in which a large board is being built.
fn building() -> Window {
    let mut window = Opened::default().open();
    begin_build(&mut window, LARGE);
    window
}

fn known(window: &Window) -> usize {
    let rated = window.state().document().session.rated();
    rated.graph.graph().len()
}

/// What a window shows of the board once all of it is built.
fn whole(window: &Window) -> String {
    let rated = window.state().document().session.rated();
    let graph = rated.graph.graph();
    let nodes = rated.analysis.nodes.of(Vertex::ROOT);
    let rating = |vertex: &Vertex| rated.analysis.ratings.rating(*vertex, Player(0));
    let ratings: Vec<_> = graph.targets(Vertex::ROOT).iter().map(rating).collect();
    format!("{nodes} {} {graph:?} {ratings:?}", graph.len())
}

/// Does something, without waiting for the build.
fn run_while_building(window: &mut Window, command: Command) {
    let ctx = window.ctx.clone();
    window.state_mut().run(&ctx, command);
    window.run_steps(1);
}

/// Waits until the build is as far as is wanted; how far it is then.
fn wait_for(window: &mut Window, far: impl Fn(&Progress) -> bool) -> Progress {
    loop {
        window.run_steps(1);
        let progress = window.state().document().progress();
        let progress = progress.expect("a build that goes on long enough");
        if far(&progress) {
            return progress;
        }
        std::thread::yield_now();
    }
}

#[test]
fn what_is_known_is_shown_while_the_build_goes_on_and_keeps_the_selection() {
    let mut window = building();
    let at_once = known(&window);
    run_while_building(&mut window, Command::Act(Action::Move(1)));
    let line = line(&window);
    wait_for(&mut window, |progress| progress.stage > Stage::Exploring);
    let later = known(&window);
    assert!(at_once < later && later < POSITIONS, "{at_once} {later}");
    assert_eq!(support::screen::line(&window), line);
    settle(&mut window);
    assert_eq!(known(&window), POSITIONS);
    assert_eq!(support::screen::line(&window), line);
}

#[test]
fn escape_never_ends_a_build() {
    let mut window = building();
    for _ in 0..3 {
        window.key_press(Key::Escape);
        window.run_steps(2);
        let document = window.state().document();
        assert!(document.is_building() && !document.is_stopping());
    }
    settle(&mut window);
    assert_eq!(known(&window), POSITIONS);
    assert!(!is_there(&window, ids::RESUME));
}

#[test]
fn cancel_keeps_and_rates_all_that_was_found_and_resume_goes_on_from_there() {
    let mut window = building();
    let before = wait_for(&mut window, |progress| progress.positions > 20_000);
    click_on(&mut window, ids::CANCEL_BUILD);
    settle(&mut window);
    let kept = known(&window);
    assert!(kept >= before.positions, "{kept} of {}", before.positions);
    assert_eq!(numbers_of(&window, ids::COMPLETE), [kept as u64]);
    // Once more, and to the end.
    run(&mut window, Command::Resume);
    assert!(!window.state().document().is_building());
    let resumed = whole(&window);
    assert!(!is_there(&window, ids::RESUME));
    let mut other = building();
    settle(&mut other);
    assert!(resumed == whole(&other));
}

#[test]
fn what_is_canceled_while_it_is_sorted_or_rated_is_kept_too() {
    for stage in [Stage::Sorting, Stage::Rating] {
        let mut window = building();
        let before = wait_for(&mut window, |progress| progress.stage >= stage);
        let ctx = window.ctx.clone();
        // The second time what is being rated is left as it is.
        for _ in 0..2 {
            window.state_mut().run(&ctx, Command::CancelBuild);
        }
        settle(&mut window);
        let document = window.state().document();
        assert!(document.kept() >= before.positions);
        if document.is_cut_short() {
            assert!(is_there(&window, ids::RESUME));
            run(&mut window, Command::Resume);
        }
        let document = window.state().document();
        assert!(!document.is_cut_short() && !document.is_building());
        assert_eq!(known(&window), before.positions);
    }
}

#[test]
fn a_tree_at_its_limit_tells_what_is_certain_and_marks_no_move_as_best() {
    let limits = Limits {
        max_nodes: Some(200),
        ..Limits::default()
    };
    let window = Opened {
        position: LARGE,
        limits,
        ..Opened::default()
    }
    .open();
    assert!(shows(&window, ids::RATINGS, "?"));
    assert_eq!(numbers_of(&window, ids::PROVEN), [0, 1], "the interval");
    assert!(is_there(&window, ids::GUESS));
    assert!(!is_there(&window, ids::OUTCOME), "nobody knows who wins");
    let document = window.state().document();
    assert!(document.session.best_line().is_empty());
    let view = tree_view(&window, RatingsFor::Player(Player(0)), false);
    assert!(view.best_moves(Vertex::ROOT).is_empty());
    assert!(!is_there(&window, ids::RESUME), "its limit was asked for");
    let graph = document.session.rated().graph.graph();
    let moves = graph.edges(Vertex::ROOT).count() as u64;
    assert_eq!(numbers_of(&window, ids::FIRST_MOVES), [0, moves]);
}

#[test]
fn the_status_counts_the_first_moves_that_are_proven_until_the_root_is() {
    let open = |max_nodes| {
        let opened = Opened {
            position: "a3b1b3/b3b2b2 a",
            limits: Limits {
                max_nodes,
                ..Limits::default()
            },
            ..Opened::default()
        };
        opened.open()
    };
    // The move 0>1 loses; 0>4 hasn't been followed to its ends.
    assert_eq!(numbers_of(&open(Some(40)), ids::FIRST_MOVES), [1, 2]);
    assert!(!is_there(&open(None), ids::FIRST_MOVES));
}
