//! The position graph in the window without a screen: what is shown, what a click selects, what grows
//! and shrinks, and what is said of a position.

use doomtree::app::{Command, CommandId, ids};
use doomtree::diagram::{HIT, LINES_WITHOUT_END, RECUR};
use doomtree::session::Action;
use doomtree::tree::{Limits, Vertex};
use egui_kittest::kittest::{NodeT as _, Queryable};

use eframe::egui::accesskit::{Role, Toggled};
use eframe::egui::{Key, Rect};

use support::screen::{
    Opened, Window, all, click_on, found, is_there, label_of, line, numbers_in, numbers_of, press,
    run, run_named, scripted, settle, text_of, value_of, window,
};

const LISP: &str = "b2a1a1/a2b2a3/b3b1b1 a";

/// A cycle, a move to the position itself, and two moves between the same positions.
const CYCLE: &str =
    "s a: x -> m, y -> m\nm b: back -> s, on -> o, stay -> m\no a: z -> e\ne end: 1 0";

fn on_positions(mut window: Window) -> Window {
    run_named(&mut window, CommandId::ShowPositions);
    window
}

/// The labels of all positions.
fn positions(window: &Window) -> Vec<String> {
    let items = window.query_all_by_role(Role::TreeItem);
    items.map(|item| label_of(&item)).collect()
}

/// By how many lines a position is reached, and at which ply first, as its label ends.
fn reached(label: &str) -> [u64; 2] {
    let mut numbers = numbers_in(label).into_iter().rev();
    let ply = numbers.next().expect("a ply");
    [numbers.next().expect("a number of lines"), ply]
}

/// The numbers of a label behind the notation: the rating, if one is told, the lines and the ply.
fn told(label: &str) -> Vec<u64> {
    let (_, told) = label.split_once(", ").expect("more than the notation");
    numbers_in(told)
}

/// The entries of the legend.
fn legend(window: &Window) -> Vec<String> {
    let legend = value_of(window, ids::LEGEND);
    legend.split("; ").map(str::to_owned).collect()
}

/// The picture.
fn canvas(window: &Window) -> Rect {
    let canvas = found(window, ids::POSITIONS);
    assert_eq!(canvas.accesskit_node().role(), Role::Canvas);
    canvas.rect()
}

/// Whether what is called so is the chosen one.
fn is_chosen(node: &egui_kittest::Node<'_>) -> bool {
    let node = node.accesskit_node();
    node.is_selected() == Some(true) || node.toggled() == Some(Toggled::True)
}

/// Clicks the position with this notation.
fn click(window: &mut Window, position: &str) {
    let mut items = window.query_all_by_role(Role::TreeItem);
    let found = items.find(|item| label_of(item).starts_with(position));
    found.expect(position).click();
    drop(items);
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
        .filter(|label| reached(label)[0] == 2)
        .collect();
    assert_eq!(merged.len(), 2, "{shown:?}");
    assert!(merged.iter().any(|label| reached(label)[1] == 4));
    assert_eq!(numbers_of(&window, ids::POSITIONS_SHOWN), [11]);
    assert!(is_there(&window, CommandId::WiderNeighbourhood.id()));
}

#[test]
fn a_command_that_follows_another_board_in_the_same_frame_finds_no_positions_of_the_last_one() {
    let mut window = on_positions(window("b2b2/a2b1 a"));
    let ctx = window.ctx.clone();
    let mut root = window.state().document().root();
    for position in ["a1b3/b1a3 a", "b3b3/a3b1 a", "b3a3/b1b2 a"] {
        root.setup.position = position.to_owned();
        let state = window.state_mut();
        state.run(&ctx, Command::EditRoot(Box::new(root.clone())));
        state.run(&ctx, Command::Named(CommandId::Child));
        state.run(&ctx, Command::Named(CommandId::BestEnd));
        assert!(!state.is_enabled(CommandId::NarrowerNeighbourhood));
        state.run(&ctx, Command::Named(CommandId::NarrowerNeighbourhood));
        settle(&mut window);
    }
    assert!(positions(&window).len() > 3);
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
        let canvas = canvas(&window);
        let mut items = window.query_all_by_role(Role::TreeItem);
        let selected = items.find(|item| is_chosen(item));
        let rect = selected.expect("the selected position").rect();
        assert!(canvas.contains_rect(rect), "{rect}");
    }
    assert_ne!(positions(&window), before);
    assert_eq!(line(&window).split(' ').count(), 6);
}

#[test]
fn what_is_shown_grows_by_a_click_and_by_keys_and_shrinks_again() {
    let mut window = on_positions(window(LISP));
    let shown = |window: &Window| {
        let scene = window.state().positions().scene();
        scene.expect("a scene").positions().len()
    };
    let first = shown(&window);
    let before = text_of(&window, ids::POSITIONS_SHOWN);
    assert_eq!(
        numbers_in(&before),
        [first as u64, 5_631, 2],
        "at most 2 moves away"
    );
    click_on(&mut window, &ids::more_positions("below"));
    let grown = shown(&window);
    assert!(grown > first, "{grown} and {first}");
    // It is said that there are neighbours that were asked for.
    let without_digits = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "");
    let now = text_of(&window, ids::POSITIONS_SHOWN);
    assert_ne!(without_digits(&now), without_digits(&before));
    run_named(&mut window, CommandId::NarrowerNeighbourhood);
    assert_eq!((shown(&window), radius(&window)), (first, Some(2)));
    run_named(&mut window, CommandId::WiderNeighbourhood);
    assert_eq!(radius(&window), Some(3));
    assert!(shown(&window) > first);
    run_named(&mut window, CommandId::NarrowerNeighbourhood);
    run_named(&mut window, CommandId::NarrowerNeighbourhood);
    assert_eq!((shown(&window), radius(&window)), (4, Some(1)));
    assert!(!window.state().is_enabled(CommandId::NarrowerNeighbourhood));
}

#[test]
fn every_step_says_how_many_positions_it_adds_and_what_is_new_comes_into_sight() {
    let mut window = on_positions(window(LISP));
    let count = |window: &Window| {
        window
            .state()
            .positions()
            .scene()
            .expect("a scene")
            .positions()
            .len()
    };
    for _ in 0..3 {
        let (before, next) = (count(&window), window.state().positions().next_step());
        let shown: Vec<Vertex> = vertices(&window);
        run_named(&mut window, CommandId::PositionsBelow);
        assert_eq!(count(&window), before + next.below);
        let numbers = [next.below, before + next.below, 5_631];
        let numbers = numbers.map(|number| number as u64);
        assert_eq!(numbers_of(&window, ids::NOTICE), numbers);
        let panel = window.state().positions();
        let scene = panel.scene().expect("a scene");
        let canvas = canvas(&window);
        let new = scene
            .positions()
            .iter()
            .filter(|position| !shown.contains(&position.vertex));
        let places: Vec<_> = new
            .map(|position| panel.transform().screen_from_scene(position.at))
            .collect();
        assert_eq!(places.len(), next.below);
        assert!(places.iter().any(|at| canvas.contains(*at)));
        // As many of them as can be read.
        let across = places.iter().map(|at| at.x);
        let wide = across.clone().fold(f32::MIN, f32::max) - across.fold(f32::MAX, f32::min);
        let seen = places.iter().filter(|at| canvas.contains(**at)).count();
        assert!(
            seen == places.len() || wide > canvas.width() && seen > 2,
            "{seen} of {places:?}"
        );
    }
    // Too much is refused in a sentence, and nothing changes.
    for _ in 0..30 {
        let (before, next) = (count(&window), window.state().positions().next_step());
        run_named(&mut window, CommandId::PositionsBelow);
        if before + next.below > 600 {
            assert_eq!(count(&window), before);
            assert!(numbers_of(&window, ids::TROUBLE).contains(&600));
            return;
        }
    }
    panic!("{} positions and no end", count(&window));
}

fn vertices(window: &Window) -> Vec<Vertex> {
    let scene = window.state().positions().scene().expect("a scene");
    scene
        .positions()
        .iter()
        .map(|position| position.vertex)
        .collect()
}

#[test]
fn positions_that_are_like_what_is_looked_for_are_marked() {
    let mut window = on_positions(window("b2b2/a2b1 a"));
    let hits = |window: &Window| all(window, ids::POSITION_HIT).count();
    assert_eq!(hits(&window), 0);
    for (text, count) in [
        ("end", 4),
        // Two of them twice each: of moves the positions that they lead to.
        ("position:a?b1", 5),
        ("move:2>3", 1),
        ("move:pass end", 4),
        ("ply:4", 4),
        ("ply:5-", 1),
        ("bestplay ply:0", 1),
        ("blunder", 0),
    ] {
        run(&mut window, Command::Find(text.to_owned()));
        assert_eq!(hits(&window), count, "{text}: {:?}", positions(&window));
        let listed = legend(&window).iter().any(|entry| entry == HIT);
        assert_eq!(listed, count > 0, "the legend: {text}");
        let read = positions(&window).into_iter();
        let read = read.filter(|label| label.ends_with(&format!(", {HIT}")));
        assert_eq!(read.count(), count, "{text}");
    }
}

#[test]
fn names_and_signs_of_cycles_lie_on_nothing_else() {
    const TANGLE: &str = "s a: go -> m, stay -> s, quit -> e1, again -> m; \
        m b: back -> s, roll -> c, on -> n; c chance: heads 1/3 -> s, tails 2/3 -> e2; \
        n a: loop -> m, end -> e3; e1 end: 0 1; e2 end: 1 0; e3 end: 1/2 1/2";
    let window = on_positions(scripted(TANGLE));
    let panel = window.state().positions();
    let scene = panel.scene().expect("a scene");
    let mut boxes: Vec<(String, doomtree::diagram::Rect)> = Vec::new();
    let mut turns = 0;
    for edge in scene.edges() {
        let at = edge
            .name_at
            .unwrap_or_else(|| panic!("{} has no place", edge.text()));
        boxes.push((edge.text(), edge.name_box(at)));
        turns += usize::from(edge.has_turn());
        assert_eq!(edge.turn_at.is_some(), edge.has_turn());
        if let Some(turn) = edge.turn_at {
            assert!(
                edge.name_box(at).contains(turn),
                "the sign stands before its name"
            );
        }
    }
    assert_eq!(turns, 4, "stay, back, heads and loop");
    for position in scene.positions() {
        let rect = doomtree::diagram::Rect::around(position.at, 72.0, 44.0);
        boxes.push(("a position".to_owned(), rect));
    }
    for (place, (name, a)) in boxes.iter().enumerate() {
        for (other, b) in &boxes[place + 1..] {
            assert!(!a.overlaps(b), "{name} and {other}: {a:?} {b:?}");
        }
    }
}

#[test]
fn a_graph_that_is_shown_whole_is_seen_whole_where_it_can_be_read() {
    let open = |size| on_positions(fork(size));
    let small = open([1024.0, 700.0]);
    // Names are 12 points high at this scale.
    assert!(small.state().positions().transform().scale >= 12.0 / 14.5);
    let mut window = open([2560.0, 1440.0]);
    press(&mut window, Key::F);
    let panel = window.state().positions();
    let scene = panel.scene().expect("a scene");
    let canvas = canvas(&window);
    assert_eq!(panel.radius(), None);
    let shown = panel.transform().screen_rect(scene.bounds());
    assert!(
        canvas.expand(1.0).contains_rect(shown),
        "{shown} in {canvas}"
    );
    assert!(
        shown.left() > canvas.left() + 50.0,
        "the plies have their room"
    );
}

/// A position of tic-tac-toe with a graph that is shown whole.
fn fork(size: [f32; 2]) -> Window {
    let setup = doomtree::games::Setup {
        game: "tic-tac-toe".to_owned(),
        position: "x.o/.x./..o x".to_owned(),
        ..Default::default()
    };
    let opened = Opened {
        setup: Some(setup),
        size,
        ..Opened::default()
    };
    opened.open()
}

#[test]
fn there_are_boards_in_positions_where_there_is_room() {
    let mut window = on_positions(window("b2b2/a2b1 a"));
    let painted = |window: &Window| window.output().shapes.len();
    run_named(&mut window, CommandId::ActualSize);
    let scale = |window: &Window| window.state().positions().transform().scale;
    let mut before = painted(&window);
    while scale(&window) < 2.2 {
        before = painted(&window);
        run_named(&mut window, CommandId::ZoomIn);
    }
    // A step before there was none, and no fewer positions were in sight.
    let now = painted(&window);
    assert!(now > before + 4, "{now} shapes, {before} before");
}

#[test]
fn hidden_ratings_lead_nowhere() {
    // The second move is the best one.
    let script = "s a: l -> x, r -> y; x end: 0 1; y b: on -> z; z end: 1 0";
    let mut window = on_positions(scripted(script));
    press(&mut window, Key::H);
    press(&mut window, Key::End);
    assert_eq!(line(&window), "");
    assert!(is_there(&window, ids::TROUBLE));
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
    let shown = positions(&window);
    assert!(
        shown.iter().any(|label| label.contains(LINES_WITHOUT_END)),
        "{shown:?}"
    );
    assert!(legend(&window).iter().any(|entry| entry == RECUR));
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
    assert!(!positions(&window).is_empty());
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
    let (open, entries) = (positions(&window), legend(&window));
    assert!(open.iter().any(|label| told(label).len() == 4), "{open:?}");
    press(&mut window, Key::H);
    let shown = positions(&window);
    assert_eq!(shown.len(), open.len());
    assert!(
        shown
            .iter()
            .all(|label| (2..=3).contains(&told(label).len())),
        "{shown:?}"
    );
    assert_ne!(legend(&window), entries, "the legend says so");
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
    // After the notation: whose turn, the rating, the moves, the lines and the ply. What is stopped has
    // no moves, and says so.
    let stopped = |label: &&String| !label.contains(" move, r") && !label.contains(" moves, r");
    assert!(
        shown
            .iter()
            .filter(stopped)
            .any(|label| label.matches(", ").count() == 5),
        "some were stopped: {shown:?}"
    );
    assert!(shown.iter().all(|label| label.contains(" ≥ ")), "{shown:?}");
}

#[test]
fn the_view_is_panned_zoomed_and_fitted_by_the_same_keys_as_the_tree() {
    let mut window = on_positions(window("b2b2/a2b1 a"));
    let scale = |window: &Window| window.state().positions().transform().scale;
    let fitted = scale(&window);
    let tree = window.state().tree_scale();
    run_named(&mut window, CommandId::ZoomIn);
    assert!(scale(&window) > fitted * 1.2);
    run_named(&mut window, CommandId::ActualSize);
    assert!((scale(&window) - 1.0).abs() < 1e-3);
    press(&mut window, Key::F);
    assert!((scale(&window) - fitted).abs() < 1e-3);
    assert_eq!(window.state().tree_scale(), tree, "the tree stays as it is");
    run_named(&mut window, CommandId::ShowTree);
    assert!(is_there(&window, CommandId::UnfoldPly.id()));
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
        .run(&ctx, Command::Named(CommandId::ShowPositions));
    window.run_steps(1);
    assert!(window.state().is_busy());
    window.key_press(Key::Escape);
    settle(&mut window);
    if window.state().positions().scene().is_none() {
        click_on(&mut window, ids::POSITIONS_COUNT);
    }
    let shown = positions(&window);
    assert_eq!(shown.len(), 3, "{shown:?}");
}

#[test]
fn nearly_all_moves_of_a_wide_root_are_seen_at_first_and_what_is_chosen_stays() {
    let mut window = Opened {
        setup: Some(doomtree::games::Setup {
            game: "tic-tac-toe".to_owned(),
            position: ".../.../... x".to_owned(),
            ..doomtree::games::Setup::default()
        }),
        ..Opened::default()
    }
    .open();
    run_named(&mut window, CommandId::ShowPositions);
    let screen = canvas(&window);
    let items = window.query_all_by_role(Role::TreeItem);
    let seen = items.filter(|item| screen.contains_rect(item.rect()));
    // The root and eight of nine moves: smaller they couldn't be read.
    assert_eq!((seen.count(), positions(&window).len()), (9, 9));
    run_named(&mut window, CommandId::WiderNeighbourhood);
    assert_eq!(radius(&window), Some(2));
    settle(&mut window);
    assert_eq!(radius(&window), Some(2));
}
