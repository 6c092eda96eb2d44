//! The memory that a build of the window may take: typed into the setup, told where it stops a tree,
//! and given to everything that the window opens.

use doomtree::app::{Command, Named, window_limits};
use doomtree::game::Player;
use doomtree::tree::{Limits, Vertex};
use eframe::egui::Key;
use eframe::egui::accesskit::Role;
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT as _, Queryable};
use support::screen::{Opened, Window, press, root, run, run_named, says, settle};

/// A board of 201,861 positions that a wins.
const LARGE: &str = "a2a2b2/a3b1a3/a3a3b3 a";
const SMALL: &str = "b2b2/a2b1 a";

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
    run_named(&mut window, Named::Setup);
    window
}

fn field<'a>(window: &'a Window, label: &'a str) -> Node<'a> {
    let mut named = window.get_all_by_label(label);
    named
        .find(|node| {
            let role = node.accesskit_node().role();
            matches!(role, Role::TextInput | Role::MultilineTextInput)
        })
        .expect(label)
}

fn value(window: &Window, label: &str) -> String {
    field(window, label).value().unwrap_or_default()
}

/// Comes to a field by the keyboard and writes over what is there.
fn type_into(window: &mut Window, label: &str, text: &str) {
    field(window, label).focus();
    window.run_steps(2);
    if text.is_empty() {
        window.key_press(Key::Delete);
    } else {
        field(window, label).type_text(text);
    }
    window.run_steps(3);
}

fn enter(window: &mut Window, label: &str, text: &str) {
    type_into(window, label, text);
    press(window, Key::Enter);
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
    assert_eq!(value(&window, "Memory"), "", "nobody has set a limit");
    enter(&mut window, "Memory", "4mb");
    assert_eq!(value(&window, "Memory"), "4 MB");
    let known = positions(&window);
    assert!((100..50_000).contains(&known), "{known}");
    let (least, most) = interval(&window);
    assert!(least <= 1.0 && 1.0 <= most, "the true rating is in it");
    assert!(says(&window, "Stopped by the memory limit of 4 MB at "));
    assert!(says(&window, "Allow more memory, or limit the plies."));
    assert!(says(&window, "incomplete: stopped by the memory limit at "));
    // What the bytes came down to doesn't take the place of what was asked for.
    assert_eq!(limits(&window).max_nodes, window_limits().max_nodes);
    assert_eq!(value(&window, "Most positions"), "6,000,000");

    enter(&mut window, "Memory", "1 GB");
    assert_eq!(positions(&window), 201_861);
    assert!(says(&window, "complete, every rating proven"));
    assert!(!says(&window, "memory limit"));
    assert_eq!(interval(&window), (1.0, 1.0));

    run_named(&mut window, Named::Undo);
    assert_eq!(value(&window, "Memory"), "4 MB");
    assert_eq!(positions(&window), known, "the same limit, the same tree");
    run_named(&mut window, Named::Undo);
    assert_eq!(value(&window, "Memory"), "");
    assert_eq!(limits(&window).max_bytes, None);
    run_named(&mut window, Named::Redo);
    assert_eq!(positions(&window), known);

    // The least that can be had is the start, which is told as such.
    enter(&mut window, "Memory", "1 MB");
    assert!(says(
        &window,
        "Stopped by the memory limit of 1 MB at 1 position"
    ));
    assert_eq!(interval(&window), (0.0, 1.0));
}

#[test]
fn a_limit_of_positions_that_comes_first_is_the_one_that_is_told() {
    let mut window = setup_of(LARGE, with_bytes(Some(1_000_000_000)));
    enter(&mut window, "Most positions", "5,000");
    assert!(says(&window, "Allow more positions, or limit the plies."));
    assert!(says(&window, "incomplete: stopped at "));
    assert!(!says(&window, "memory limit"));
    assert_eq!(value(&window, "Memory"), "1 GB");
}

#[test]
fn what_is_no_amount_of_memory_is_refused_with_what_to_write() {
    let mut window = setup_of(SMALL, window_limits());
    type_into(&mut window, "Memory", "much");
    window.get_by_label(
        "'much' is no amount of memory: write a number with a unit, such as 512MB, 2GiB or 1.5G",
    );
    press(&mut window, Key::Escape);
    type_into(&mut window, "Memory", "5 KB");
    assert!(says(
        &window,
        "less than the 1MB that the program takes itself"
    ));
    assert_eq!(limits(&window), window_limits());
    press(&mut window, Key::Escape);
    assert_eq!(value(&window, "Memory"), "");
    assert!(!says(&window, "write a number with a unit"));
}

#[test]
fn an_empty_limit_is_the_usual_one() {
    let mut window = setup_of(SMALL, window_limits());
    window.state_mut().allow_bytes(Some(8_000_000));
    settle(&mut window);
    assert_eq!(limits(&window).max_bytes, Some(8_000_000));
    assert_eq!(value(&window, "Memory"), "");
    field(&window, "Memory").hover();
    window.run_steps(20);
    assert!(says(
        &window,
        "empty: 8 MB, half of what was free at the start"
    ));
    enter(&mut window, "Position", LARGE);
    assert!(says(&window, "Stopped by the memory limit of 8 MB at "));
    let known = positions(&window);
    enter(&mut window, "Memory", "4 MB");
    assert!(positions(&window) < known);
    enter(&mut window, "Memory", "");
    assert_eq!(limits(&window).max_bytes, Some(8_000_000));
    assert_eq!(positions(&window), known);
}

#[test]
fn what_is_opened_in_the_window_has_the_usual_limit_or_that_of_the_board_it_goes_on_from() {
    let mut window = setup_of("a2b1 a", with_bytes(Some(4_000_000)));
    window.state_mut().allow_bytes(Some(8_000_000));
    run(&mut window, Command::OpenText(SMALL.to_owned()));
    assert_eq!(
        (root(&window), limits(&window).max_bytes),
        (SMALL.to_owned(), Some(4_000_000))
    );
    for place in 0..doomtree::app::TEACHING.len() {
        run(&mut window, Command::OpenTeaching(place));
        assert_eq!(limits(&window).max_bytes, Some(8_000_000), "{place}");
    }
    run_named(&mut window, Named::NewBoard);
    assert_eq!(limits(&window).max_bytes, Some(8_000_000));
}
