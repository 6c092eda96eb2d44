//! The position graph in the window without a screen: what is shown, what a click selects, what grows
//! and shrinks, and what is said of a position.
#![allow(
    clippy::disallowed_methods,
    reason = "tests may look at clocks and files"
)]
#![cfg(feature = "gui")]

mod screen;

use doomtree::app::{Command, Named};
use doomtree::session::Action;
use doomtree::tree::{Limits, Vertex};
use egui_kittest::kittest::{NodeT as _, Queryable};

use eframe::egui::accesskit::{Role, Toggled};
use eframe::egui::{Key, Rect};

use screen::{Opened, Window, has, line, press, run, run_named, says, scripted, settle, window};

const LISP: &str = "b2a1a1/a2b2a3/b3b1b1 a";

/// A cycle, a move to the position itself, and two moves between the same positions.
const CYCLE: &str =
    "s a: x -> m, y -> m\nm b: back -> s, on -> o, stay -> m\no a: z -> e\ne end: 1 0";

fn on_positions(mut window: Window) -> Window {
    run_named(&mut window, Named::ShowPositions);
    window
}

/// The labels of all positions.
fn positions(window: &Window) -> Vec<String> {
    let items = window.query_all_by_role(Role::TreeItem);
    items
        .map(|item| item.accesskit_node().label().unwrap_or_default())
        .collect()
}

/// Whether what is called so is the chosen one.
fn is_chosen(node: &egui_kittest::Node<'_>) -> bool {
    let node = node.accesskit_node();
    node.is_selected() == Some(true) || node.toggled() == Some(Toggled::True)
}

fn place(window: &Window, words: &str) -> Rect {
    window.get_by_label_contains(words).rect()
}

fn click(window: &mut Window, words: &str) {
    window.get_by_label_contains(words).click();
    settle(window);
}

fn radius(window: &Window) -> Option<u32> {
    window.state().positions().radius()
}

fn notation(window: &Window, text: &str) -> String {
    let graph = &window.state().document().session.rated().graph;
    let line = graph.read_line(Vertex::ROOT, text).expect(text);
    let end = line
        .last()
        .map_or(Vertex::ROOT, |edge| graph.graph().target(*edge));
    graph.position_text(end)
}

#[test]
fn every_position_of_a_small_graph_is_there_once_and_says_by_how_many_lines_it_is_reached() {
    let window = on_positions(window("b2b2/a2b1 a"));
    let shown = positions(&window);
    assert_eq!(shown.len(), 11, "{shown:?}");
    let merged: Vec<_> = shown
        .iter()
        .filter(|label| label.contains("reached by 2 lines"))
        .collect();
    assert_eq!(merged.len(), 2, "{shown:?}");
    assert!(merged.iter().any(|label| label.contains("first at ply 4")));
    assert!(says(&window, "All 11 positions are shown"));
    assert!(has(&window, "Wider neighbourhood"));
}

#[test]
fn a_click_goes_by_a_move_by_the_walked_line_or_by_the_shortest_one() {
    let mut window = on_positions(window("b2b2/a2b1 a"));
    let at = |window: &Window, text: &str| format!("{}, ", notation(window, text));
    // A child of the selected position: by its move.
    let first = at(&window, "2>3");
    click(&mut window, &first);
    assert_eq!(line(&window), "2>3");
    // Far away: the shortest line, of two the first by the rules.
    let twice = at(&window, "2>3 pass 0>2 1>3");
    click(&mut window, &twice);
    assert_eq!(line(&window), "2>3 pass 0>2 1>3");
    // By the other line, and then up and down on it.
    let graph = window.state().document().session.rated().graph.clone();
    let other = graph.read_line(Vertex::ROOT, "2>3 pass 1>3 0>2 pass");
    run(
        &mut window,
        Command::Act(Action::SelectLine(other.expect("a line"))),
    );
    click(&mut window, &twice);
    assert_eq!(line(&window), "2>3 pass 1>3 0>2", "up the walked line");
    let start = at(&window, "");
    click(&mut window, &start);
    assert_eq!(line(&window), "");
    click(&mut window, &twice);
    assert_eq!(line(&window), "2>3 pass 1>3 0>2", "down the walked line");
}

#[test]
fn arrows_walk_and_the_selected_position_stays_in_sight() {
    let mut window = on_positions(window(LISP));
    assert_eq!(radius(&window), Some(2));
    let before = positions(&window);
    for _ in 0..6 {
        press(&mut window, Key::ArrowDown);
        let canvas = window.get_by_role_and_label(Role::Canvas, "Position graph");
        let mut items = window.query_all_by_role(Role::TreeItem);
        let selected = items.find(|item| is_chosen(item));
        let rect = selected.expect("the selected position").rect();
        assert!(canvas.rect().contains_rect(rect), "{rect}");
    }
    assert_ne!(positions(&window), before);
    assert_eq!(line(&window).split(' ').count(), 6);
}

#[test]
fn what_is_shown_grows_by_a_click_and_by_keys_and_shrinks_again() {
    let mut window = on_positions(window(LISP));
    let shown = |window: &Window| positions(window).len();
    let first = shown(&window);
    assert!(says(
        &window,
        "of 5,631 positions are shown: at most 2 moves"
    ));
    let label = {
        let mut more = window.query_all_by_label_contains("more positions that its moves lead to");
        let node = more.next().expect("a button that shows more");
        node.accesskit_node().label().unwrap_or_default()
    };
    let mut all = window.get_all_by_label(&label);
    all.next().expect(&label).click();
    drop(all);
    settle(&mut window);
    let grown = shown(&window);
    assert!(grown > first, "{grown} and {first}");
    assert!(says(&window, "neighbours that were asked for"));
    press(&mut window, Key::Comma);
    assert_eq!((shown(&window), radius(&window)), (first, Some(2)));
    press(&mut window, Key::Period);
    assert_eq!(radius(&window), Some(3));
    assert!(shown(&window) > first);
    press(&mut window, Key::Comma);
    press(&mut window, Key::Comma);
    assert_eq!((shown(&window), radius(&window)), (4, Some(1)));
    assert!(!window.state().is_enabled(Named::NarrowerNeighbourhood));
}

#[test]
fn hidden_ratings_lead_nowhere() {
    // The second move is the best one.
    let script = "s a: l -> x, r -> y; x end: 0 1; y b: on -> z; z end: 1 0";
    let mut window = on_positions(scripted(script));
    press(&mut window, Key::H);
    press(&mut window, Key::End);
    assert_eq!(line(&window), "");
    assert!(says(&window, "this would tell the best line"));
    press(&mut window, Key::ArrowDown);
    assert_eq!(line(&window), "l");
    run(&mut window, Command::Act(Action::Root));
    press(&mut window, Key::End);
    assert_eq!(line(&window), "l", "the end of what was walked");
    press(&mut window, Key::H);
    press(&mut window, Key::ArrowUp);
    press(&mut window, Key::End);
    assert_eq!(line(&window), "r on");
}

#[test]
fn cycles_are_marked_and_without_end() {
    let mut window = on_positions(scripted(CYCLE));
    assert_eq!(positions(&window).len(), 4);
    assert!(
        says(&window, "lines without end"),
        "{:?}",
        positions(&window)
    );
    assert!(says(&window, "positions recur"), "the legend");
    let scene = window.state().positions().scene().expect("a scene");
    let edges: Vec<_> = scene
        .edges()
        .iter()
        .map(|edge| (edge.text(), edge.recurs, edge.has_arrow()))
        .collect();
    let expected = [
        ("x, y", true, false),
        ("back", true, true),
        ("on", false, false),
        ("stay", true, true),
        ("z", false, false),
    ];
    let expected = expected.map(|(text, recurs, arrow)| (text.to_owned(), recurs, arrow));
    assert_eq!(edges, expected);
    for key in [Key::ArrowDown, Key::ArrowDown, Key::ArrowUp] {
        press(&mut window, key);
    }
    assert!(says(&window, "reached by"));
}

#[test]
fn moves_go_down_unless_they_lead_to_a_position_that_is_reached_sooner() {
    let window = on_positions(window(LISP));
    let scene = window.state().positions().scene().expect("a scene");
    let mut down = 0;
    for edge in scene.edges() {
        let (from, to) = (&scene.positions()[edge.from], &scene.positions()[edge.to]);
        assert_eq!(to.at.y > from.at.y, !edge.has_arrow());
        down += usize::from(!edge.has_arrow());
        let (first, last) = (edge.curves[0][0], edge.curves[edge.curves.len() - 1][3]);
        assert!((first.y - from.at.y).abs() < 30.0 && (last.y - to.at.y).abs() < 30.0);
    }
    assert!(down > 8);
}

#[test]
fn hidden_ratings_stay_hidden_and_a_limit_says_at_least() {
    let mut window = on_positions(window(LISP));
    press(&mut window, Key::H);
    let shown = positions(&window);
    assert!(
        shown.iter().all(|label| !label.contains("rating 0")),
        "{shown:?}"
    );
    assert!(says(&window, "rating, hidden"), "the legend");
    let limits = Limits {
        max_nodes: Some(40),
        ..Limits::default()
    };
    let opened = Opened {
        position: LISP,
        limits,
        ..Opened::default()
    };
    let window = on_positions(opened.open());
    let shown = positions(&window);
    assert!(
        shown
            .iter()
            .any(|label| label.contains("stopped here by a limit"))
    );
    assert!(
        shown.iter().all(|label| label.contains("reached by ≥ ")),
        "{shown:?}"
    );
}

#[test]
fn the_view_is_panned_zoomed_and_fitted_by_the_same_keys_as_the_tree() {
    let mut window = on_positions(window("b2b2/a2b1 a"));
    let scale = |window: &Window| window.state().positions().transform().scale;
    let fitted = scale(&window);
    let tree = window.state().tree_scale();
    press(&mut window, Key::Plus);
    assert!(scale(&window) > fitted * 1.2);
    press(&mut window, Key::A);
    assert!((scale(&window) - 1.0).abs() < 1e-3);
    press(&mut window, Key::F);
    assert!((scale(&window) - fitted).abs() < 1e-3);
    let before = place(&window, "first at ply 0").left();
    run_named(&mut window, Named::PanRight);
    assert!(place(&window, "first at ply 0").left() < before - 70.0);
    assert_eq!(window.state().tree_scale(), tree, "the tree stays as it is");
    press(&mut window, Key::F6);
    assert!(says(&window, "Unfold a ply"));
}

#[test]
fn a_graph_that_is_large_is_looked_at_beside_the_window_and_that_can_be_stopped() {
    let mut window = window("b3a2b2/a3b3a2/b2a1b3 a");
    let ctx = window.ctx.clone();
    let all = window
        .state()
        .document()
        .session
        .rated()
        .graph
        .graph()
        .len();
    assert!(all > 40_000, "{all} positions");
    window
        .state_mut()
        .run(&ctx, Command::Named(Named::ShowPositions));
    window.run_steps(1);
    assert!(window.state().is_busy());
    window.key_press(Key::Escape);
    settle(&mut window);
    if window.state().positions().scene().is_none() {
        click(&mut window, "Count them");
    }
    let shown = positions(&window);
    assert_eq!(shown.len(), 3, "{shown:?}");
}
