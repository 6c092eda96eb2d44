//! The memory that a build of the window may take: typed into the setup, told where it stops a tree,
//! and given to everything that the window opens.

use doomtree::app::{Command, CommandId, FirstBoard, ids, window_limits};
use doomtree::game::Player;
use doomtree::session;
use doomtree::tree::{Limits, Vertex};
use eframe::egui::Key;
use support::screen::{
    Opened, Window, enter, found, is_there, numbers_of, press, root, run, run_named, says, settle,
    shows, text_of, type_into, value_of,
};

/// A board of 201,861 positions that a wins.
const LARGE: &str = "a2a2b2/a3b1a3/a3a3b3 a";
const SMALL: &str = "b2b2/a2b1 a";

/// The field of the memory.
fn memory() -> String {
    ids::field("Memory")
}

/// The field of the most positions.
fn most_positions() -> String {
    ids::field("MostPositions")
}

/// A window with its setup open.
fn setup_of(position: &str, limits: Limits) -> Window {
    let mut window = Opened {
        position,
        limits,
        // All fields are in view.
        size: [1440.0, 1100.0],
        ..Opened::default()
    }
    .open();
    run_named(&mut window, CommandId::Setup);
    window
}

fn limits(window: &Window) -> Limits {
    window.state().document().root().limits
}

fn positions(window: &Window) -> usize {
    let graph = &window.state().document().session.rated().graph;
    graph.graph().len()
}

/// The root's proven interval, for the first player.
fn interval(window: &Window) -> (f64, f64) {
    let rated = window.state().document().session.rated();
    let (least, most) = rated.analysis.ratings.proven(Vertex::ROOT, Player(0));
    (least.to_f64(), most.to_f64())
}

fn with_bytes(max_bytes: Option<u64>) -> Limits {
    Limits {
        max_bytes,
        ..window_limits()
    }
}

#[test]
fn a_memory_limit_stops_the_tree_and_says_so_and_a_larger_one_completes_it() {
    let mut window = setup_of(LARGE, window_limits());
    assert_eq!(positions(&window), 201_861);
    assert_eq!(value_of(&window, &memory()), "", "nobody has set a limit");
    enter(&mut window, &memory(), "4mb");
    assert_eq!(value_of(&window, &memory()), "4 MB");
    let known = positions(&window);
    assert!((100..50_000).contains(&known), "{known}");
    let (least, most) = interval(&window);
    assert!(least <= 1.0 && 1.0 <= most, "the true rating is in it");
    assert!(shows(&window, ids::COST, "4 MB"));
    let (costs, complete) = (
        numbers_of(&window, ids::COST),
        numbers_of(&window, ids::COMPLETE),
    );
    assert!(costs.contains(&(known as u64)), "{costs:?}");
    assert_eq!(complete, [known as u64]);
    // What the bytes came down to doesn't take the place of what was asked for.
    assert_eq!(limits(&window).max_nodes, window_limits().max_nodes);
    assert_eq!(value_of(&window, &most_positions()), "6,000,000");

    enter(&mut window, &memory(), "1 GB");
    assert_eq!(positions(&window), 201_861);
    assert_eq!(numbers_of(&window, ids::COMPLETE), [0; 0], "all is there");
    assert!(!shows(&window, ids::COST, "1.0 GB"), "no limit is told");
    assert_eq!(interval(&window), (1.0, 1.0));

    run_named(&mut window, CommandId::Undo);
    assert_eq!(value_of(&window, &memory()), "4 MB");
    assert_eq!(positions(&window), known, "the same limit, the same tree");
    run_named(&mut window, CommandId::Undo);
    assert_eq!(value_of(&window, &memory()), "");
    assert_eq!(limits(&window).max_bytes, None);
    run_named(&mut window, CommandId::Redo);
    assert_eq!(positions(&window), known);

    // The least that can be had is the start, which is told as such.
    enter(&mut window, &memory(), "1 MB");
    assert!(shows(&window, ids::COST, "1 MB"));
    assert_eq!(numbers_of(&window, ids::COMPLETE), [1]);
    assert_eq!(interval(&window), (0.0, 1.0));
}

#[test]
fn a_limit_of_positions_that_comes_first_is_the_one_that_is_told() {
    let mut window = setup_of(LARGE, with_bytes(Some(1_000_000_000)));
    enter(&mut window, &most_positions(), "5,000");
    assert_eq!(
        numbers_of(&window, ids::COMPLETE),
        [positions(&window) as u64]
    );
    assert!(!shows(&window, ids::COST, "1.0 GB"), "it isn't the memory");
    assert_eq!(value_of(&window, &memory()), "1 GB");
}

#[test]
fn what_is_no_amount_of_memory_is_refused_with_what_to_write() {
    let mut window = setup_of(SMALL, window_limits());
    type_into(&mut window, &memory(), "much");
    let fault = text_of(&window, &ids::fault("Memory"));
    let why = session::read_memory("much").expect_err("no amount");
    assert_eq!(fault, why.to_string());
    assert!(fault.contains("512MB"), "what to write: {fault}");
    press(&mut window, Key::Escape);
    type_into(&mut window, &memory(), "5 KB");
    let fault = text_of(&window, &ids::fault("Memory"));
    assert!(fault.contains("1MB"), "{fault}");
    assert_eq!(limits(&window), window_limits());
    press(&mut window, Key::Escape);
    assert_eq!(value_of(&window, &memory()), "");
    assert!(!is_there(&window, &ids::fault("Memory")));
}

#[test]
fn an_empty_limit_is_the_usual_one() {
    let mut window = setup_of(SMALL, window_limits());
    window.state_mut().allow_bytes(Some(8_000_000));
    settle(&mut window);
    assert_eq!(limits(&window).max_bytes, Some(8_000_000));
    assert_eq!(value_of(&window, &memory()), "");
    found(&window, &memory()).hover();
    window.run_steps(20);
    assert!(says(&window, "8 MB"), "what an empty field means");
    enter(&mut window, &ids::field("Position"), LARGE);
    assert!(shows(&window, ids::COST, "8 MB"));
    let known = positions(&window);
    enter(&mut window, &memory(), "4 MB");
    assert!(positions(&window) < known);
    enter(&mut window, &memory(), "");
    assert_eq!(limits(&window).max_bytes, Some(8_000_000));
    assert_eq!(positions(&window), known);
}

#[test]
fn what_is_opened_in_the_window_has_the_usual_limit() {
    let mut window = setup_of("a2b1 a", with_bytes(Some(4_000_000)));
    window.state_mut().allow_bytes(Some(8_000_000));
    run(&mut window, Command::OpenText(SMALL.to_owned()));
    assert_eq!(
        (root(&window), limits(&window).max_bytes),
        (SMALL.to_owned(), Some(8_000_000))
    );
    for place in 0..doomtree::app::TEACHING.len() {
        run(&mut window, Command::OpenTeaching(place));
        assert_eq!(limits(&window).max_bytes, Some(8_000_000), "{place}");
    }
    run(&mut window, Command::New(FirstBoard::Board("dice-of-doom")));
    assert_eq!(limits(&window).max_bytes, Some(8_000_000));
}
