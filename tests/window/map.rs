//! The map in the window without a screen: opened, zoomed, panned, clicked and walked, in trees of
//! every size.

use std::fmt::Write as _;

use doomtree::app::{Command, CommandId, MainView, ids};
use doomtree::diagram::map_words;
use doomtree::session::Action;
use doomtree::tree::{Limits, Line, Vertex};
use eframe::egui::accesskit::{Role, Toggled};
use eframe::egui::{self, Key, Modifiers, PointerButton, Pos2, Rect, Vec2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable};

use support::dialects::both_moves_lead_on;
use support::screen::{
    Opened, Window, all, begin_build, click_on, found, is_there, label_of, line, numbers_in,
    numbers_of, press, run, run_named, settle, shows, text_of, value_of,
};

const BOOK: &str = "b2b2/a2b1 a";
const LISP: &str = "b2a1a1/a2b2a3/b3b1b1 a";
/// Two clicks in a row are a double click.
const STEP: Option<f32> = Some(0.05);

/// The window with the map in its middle.
fn mapped(opened: Opened<'_>) -> Window {
    let mut window = opened.open();
    run_named(&mut window, CommandId::ShowMap);
    window
}

fn map(position: &str) -> Window {
    mapped(Opened {
        position,
        step: STEP,
        ..Opened::default()
    })
}

fn scripted_map(script: &str) -> Window {
    mapped(Opened {
        script: Some(script),
        step: STEP,
        ..Opened::default()
    })
}

/// The numbers that a screen reader is told of the map: its nodes or to which ply it goes, then the
/// rows in sight.
fn told(window: &Window) -> Vec<u64> {
    let map = found(window, ids::MAP);
    assert_eq!(map.accesskit_node().role(), Role::Canvas);
    numbers_in(&label_of(&map))
}

fn area(window: &Window) -> Rect {
    let [left, top, right, bottom] = window.state().map_seen().area;
    Rect::from_min_max(Pos2::new(left, top), Pos2::new(right, bottom))
}

/// Where the selected node is drawn.
fn selected(window: &Window) -> Option<Rect> {
    let [left, top, right, bottom] = window.state().map_seen().selected?;
    let rect = Rect::from_min_max(Pos2::new(left, top), Pos2::new(right, bottom));
    let area = area(window);
    Some(rect.intersect(area)).filter(Rect::is_positive)
}

fn zoom(window: &Window) -> f64 {
    window.state().map_seen().zoom
}

/// The part of the tree at the left end.
fn part(window: &Window) -> f64 {
    window.state().map_seen().part
}

fn click_at(window: &mut Window, pos: Pos2, times: usize) {
    window.event(egui::Event::PointerMoved(pos));
    window.run_steps(1);
    for _ in 0..times {
        for pressed in [true, false] {
            window.event(egui::Event::PointerButton {
                pos,
                button: PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            });
        }
    }
    settle(window);
}

fn drag(window: &mut Window, from: Pos2, by: Vec2) {
    window.event(egui::Event::PointerMoved(from));
    window.run_steps(1);
    let button = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    window.event(button(from, true));
    window.run_steps(1);
    for part in 1..=4 {
        let pos = from + by * (part as f32 / 4.0);
        window.event(egui::Event::PointerMoved(pos));
        window.run_steps(1);
    }
    window.event(button(from + by, false));
    settle(window);
}

fn wheel(window: &mut Window, pos: Pos2, lines: f32) {
    window.event(egui::Event::PointerMoved(pos));
    window.run_steps(1);
    window.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        source: egui::MouseWheelSource::Wheel,
        delta: vec2(0.0, lines),
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
    });
    window.run_steps(12);
}

/// The rectangle of the highest node of the map that a move leads to: the root's for none.
fn highest(window: &Window, mv: &str) -> Rect {
    let nodes = all(window, ids::MAP_NODE);
    let nodes = nodes.filter(|node| label_of(node).contains(mv));
    let rects = nodes.map(|node| node.rect());
    rects.min_by(|a, b| a.top().total_cmp(&b.top())).expect(mv)
}

fn root_rect(window: &Window) -> Rect {
    highest(window, "")
}

/// The numbers that are told of the root: its rating, unless it is hidden, its moves, and its ends or
/// leaves.
fn root_numbers(window: &Window) -> Vec<u64> {
    let root = root_rect(window);
    let mut nodes = all(window, ids::MAP_NODE);
    let root = nodes.find(|node| node.rect() == root).expect("the root");
    numbers_in(&label_of(&root))
}

fn legend(window: &Window) -> String {
    value_of(window, ids::LEGEND)
}

/// The line whose moves have these places.
fn to(window: &Window, places: impl IntoIterator<Item = usize>) -> Line {
    let graph = window.state().document().session.rated().graph.clone();
    let graph = graph.graph();
    let mut vertex = Vertex::ROOT;
    let step = |place| {
        let edge = graph.edge(vertex, place).expect("a move");
        vertex = graph.target(edge);
        edge
    };
    places.into_iter().map(step).collect()
}

fn select(window: &mut Window, line: &Line) {
    run(window, Command::Act(Action::SelectLine(line.clone())));
}

#[test]
fn the_books_board_is_mapped_with_every_node_named() {
    let mut window = map(BOOK);
    assert_eq!(window.state().middle(), MainView::Map);
    assert_eq!(told(&window), [13, 0, 5]);
    assert_eq!(window.state().map_seen().rects, 13);
    assert_eq!(all(&window, ids::MAP_NODE).count(), 13);
    let root = root_rect(&window);
    assert_eq!(root_numbers(&window), [0, 1, 5]);
    assert!((root.width() - area(&window).width()).abs() < 2.0);
    // Below the only move and the pass b has three moves: to two leaves, to one and to two.
    for (label, leaves) in [("0→2", 2.0), ("0→3", 1.0), ("1→3", 2.0)] {
        let found = highest(&window, &format!(" {label}: "));
        let part = found.width() / root.width();
        assert!((part - leaves / 5.0).abs() < 0.01, "{label}: {part}");
        assert!((found.top() - root.top() - 3.0 * root.height()).abs() < 4.0);
    }
    run_named(&mut window, CommandId::ShowTree);
    assert_eq!(all(&window, ids::MAP_NODE).count(), 0);
    window.run();
}

#[test]
fn commands_zoom_and_show_all_again() {
    let mut window = map(LISP);
    assert_eq!(zoom(&window), 0.0);
    run_named(&mut window, CommandId::ZoomIn);
    let once = zoom(&window);
    assert!((once - 1.5_f64.log2()).abs() < 1e-6, "{once}");
    run_named(&mut window, CommandId::ZoomIn);
    run_named(&mut window, CommandId::ZoomOut);
    assert!((zoom(&window) - once).abs() < 1e-6);
    press(&mut window, Key::F);
    assert_eq!((zoom(&window), part(&window)), (0.0, 0.0));
    run_named(&mut window, CommandId::ZoomOut);
    assert_eq!(zoom(&window), 0.0, "no smaller than the window");
}

#[test]
fn the_wheel_zooms_around_the_pointer_and_a_drag_pans() {
    let mut window = map(LISP);
    let area = area(&window);
    let pos = Pos2::new(area.left() + area.width() * 0.25, area.center().y);
    let under = |window: &Window| part(window) + 0.25 / 2.0_f64.powf(zoom(window));
    let before = under(&window);
    for _ in 0..6 {
        wheel(&mut window, pos, 1.0);
        assert!((under(&window) - before).abs() < 1e-3, "{}", under(&window));
    }
    let deep = zoom(&window);
    assert!(deep > 1.0, "{deep}");
    let left = part(&window);
    drag(&mut window, area.center(), vec2(-100.0, 0.0));
    let expected = left + f64::from(100.0 / area.width()) / 2.0_f64.powf(deep);
    assert!(
        (part(&window) - expected).abs() < 0.01,
        "{left} {expected} {}",
        part(&window)
    );
    for _ in 0..30 {
        wheel(&mut window, pos, -1.0);
    }
    assert_eq!((zoom(&window), part(&window)), (0.0, 0.0));
}

#[test]
fn a_click_selects_a_node_for_all_views_and_a_double_click_zooms_to_it() {
    let mut window = map(LISP);
    let pos = highest(&window, " 5→8: ").center();
    click_at(&mut window, pos, 1);
    let text = line(&window);
    assert!(text.ends_with("5>8"), "{text}");
    assert_eq!(zoom(&window), 0.0, "it stays where it was clicked");
    let chosen = selected(&window).expect("in sight");
    assert!(chosen.contains(pos));
    click_at(&mut window, pos, 2);
    assert!(zoom(&window) > 0.5);
    let wide = selected(&window).expect("in sight").width();
    assert!((wide - area(&window).width()).abs() < 2.0, "{wide}");
    // The tree reveals it too.
    run_named(&mut window, CommandId::ShowTree);
    let mut nodes = window.query_all_by_role(Role::TreeItem);
    assert!(nodes.any(|node| {
        let node = node.accesskit_node();
        node.is_selected() == Some(true) || node.toggled() == Some(Toggled::True)
    }));
}

#[test]
fn a_narrow_node_between_others_can_be_clicked() {
    let mut window = map(LISP);
    let area = area(&window);
    // Deep down every column is narrower than a pixel.
    let mut lines = std::collections::BTreeSet::new();
    for x in 0..40 {
        let pos = Pos2::new(
            area.left() + 20.0 + 17.0 * x as f32,
            area.top() + area.height() * 0.45,
        );
        click_at(&mut window, pos, 1);
        lines.insert(line(&window));
    }
    assert!(lines.len() > 20, "{lines:?}");
    assert!(lines.iter().any(|line| line.split(' ').count() >= 8));
}

#[test]
fn the_map_keeps_the_selected_node_in_sight_and_wide_enough_while_walking() {
    let mut window = map("a2a2b2/a3b1a3/a3a3b3 a");
    press(&mut window, Key::End);
    let plies = line(&window).split(' ').count();
    assert!(plies > 3);
    let chosen = selected(&window).expect("in sight");
    assert!(chosen.width() >= 30.0, "{chosen:?}");
    for _ in 0..plies {
        press(&mut window, Key::ArrowUp);
        let chosen = selected(&window).expect("in sight");
        assert!(
            chosen.width() >= 29.0 && chosen.height() > 20.0,
            "{chosen:?}"
        );
    }
    assert_eq!(line(&window), "");
    for key in [
        Key::ArrowDown,
        Key::ArrowDown,
        Key::ArrowRight,
        Key::ArrowDown,
    ] {
        press(&mut window, key);
        assert!(selected(&window).expect("in sight").width() >= 29.0);
    }
    run_named(&mut window, CommandId::ZoomToNode);
    let wide = selected(&window).expect("in sight").width();
    assert!((wide - area(&window).width()).abs() < 2.0);
    run_named(&mut window, CommandId::ActualSize);
    assert!(selected(&window).is_some());
}

#[test]
fn where_ratings_are_hidden_the_map_tells_none() {
    let mut window = map(BOOK);
    let shown = window.state().map_seen().labels;
    assert_eq!(root_numbers(&window), [0, 1, 5]);
    press(&mut window, Key::H);
    assert_eq!(root_numbers(&window), [1, 5], "no rating");
    let hidden = window.state().map_seen().labels;
    assert!(hidden < shown, "the root has nothing to say: {hidden}");
    let words = legend(&window);
    assert!(
        !words.contains(map_words::BEST_LINE)
            && !words.contains(map_words::RATING_FOR)
            && !words.contains(map_words::AHEAD),
        "{words}"
    );
    press(&mut window, Key::H);
    assert!(legend(&window).contains(map_words::BEST_LINE));
}

#[test]
fn the_colours_tell_ratings_or_ends_and_the_choice_is_remembered() {
    let mut window = map(LISP);
    let of_a = |words: &str| format!("a {words}");
    assert!(legend(&window).contains(&of_a(map_words::AHEAD)));
    click_on(&mut window, CommandId::MapEnds.id());
    assert!(window.state().settings().map_ends);
    let words = legend(&window);
    assert!(words.contains(&of_a(map_words::MAX_ENDS)) && words.contains(map_words::OF_ENDS));
    assert!(!words.contains(map_words::RATING_FOR), "{words}");
    run_named(&mut window, CommandId::MapEnds);
    assert!(!window.state().settings().map_ends);
}

#[test]
fn a_cyclic_game_is_mapped_to_a_ply_that_can_be_chosen() {
    let mut window = scripted_map("top a: on -> top, out -> one; one end: 1 0");
    assert_eq!(told(&window)[0], 16, "{:?}", told(&window));
    assert_eq!(numbers_of(&window, ids::MAP_TO_PLY), [16]);
    run(&mut window, Command::MapTo(5));
    assert_eq!(told(&window)[0], 5);
    // After each of five plies an end, and where the map ends one more leaf.
    assert_eq!(root_numbers(&window), [1, 2, 6]);
    assert!(is_there(&window, ids::MAP_CUT));
    assert!(legend(&window).contains(map_words::STOPPED));
    // A line that leads out of the map is selected all the same.
    let line = to(&window, [0; 9]);
    select(&mut window, &line);
    assert_eq!(window.state().document().session.line(), line);
    run_named(&mut window, CommandId::ZoomToNode);
    window.run();
}

#[test]
fn leaves_where_a_limit_stopped_the_tree_are_told_apart() {
    let limits = Limits {
        max_plies: Some(3),
        ..Limits::default()
    };
    let window = mapped(Opened {
        position: LISP,
        limits,
        ..Opened::default()
    });
    assert!(legend(&window).contains(map_words::STOPPED));
    assert!(is_there(&window, ids::MAP_STOPPED));
    let window = map(LISP);
    assert!(!legend(&window).contains(map_words::STOPPED));
    assert!(!is_there(&window, ids::MAP_STOPPED));
}

#[test]
fn every_end_of_a_tree_of_two_to_the_301_nodes_can_be_shown_and_clicked() {
    let mut window = scripted_map(&both_moves_lead_on(300));
    let nodes = "4,074,071,952,668,972,172,536,891,376";
    assert!(shows(&window, ids::MAP, nodes));
    let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..4 {
        let mut places = Vec::new();
        for _ in 0..300 {
            bits = bits
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            places.push((bits >> 63) as usize);
        }
        let line = to(&window, places);
        select(&mut window, &line);
        run_named(&mut window, CommandId::ZoomToNode);
        let seen = window.state().map_seen();
        assert!((seen.zoom - 300.0).abs() < 0.1, "{}", seen.zoom);
        let chosen = selected(&window).expect("in sight");
        assert!((chosen.width() - area(&window).width()).abs() < 2.0);
        // Its parent, and then the same end by a click where it lies below.
        press(&mut window, Key::ArrowUp);
        let parent = window.state().document().session.line();
        run_named(&mut window, CommandId::ZoomToNode);
        let wide = area(&window).width() / 2.0;
        let left = line.last() != to_last(&window, &parent).last();
        let x = area(&window).left() + wide * if left { 1.5 } else { 0.5 };
        let row = selected(&window).expect("in sight");
        click_at(
            &mut window,
            Pos2::new(x, row.bottom() + row.height() / 2.0),
            1,
        );
        assert_eq!(window.state().document().session.line(), line);
    }
}

/// A line with the first of the moves that follow it.
fn to_last(window: &Window, line: &Line) -> Line {
    let graph = window.state().document().session.rated().graph.clone();
    let graph = graph.graph();
    let end = line.last().map_or(Vertex::ROOT, |edge| graph.target(*edge));
    let mut longer = line.clone();
    longer.extend(graph.edge(end, 0));
    longer
}

#[test]
fn a_line_of_three_thousand_plies_is_shown_and_walked() {
    // Each position may end the game, or go on.
    let mut script = String::new();
    for ply in 0..3_000 {
        let next = ply + 1;
        writeln!(script, "n{ply} a: stop -> over, go -> n{next}").expect("a string");
    }
    script.push_str("n3000 end: 1 0\nover end: 0 1");
    let mut window = scripted_map(&script);
    let mut places = vec![1; 3_000];
    places[2_999] = 0;
    let line = to(&window, places);
    let started = std::time::Instant::now();
    select(&mut window, &line);
    assert!(started.elapsed() < std::time::Duration::from_secs(5));
    assert_eq!(window.state().document().session.line(), line);
    let chosen = selected(&window).expect("in sight");
    assert!(chosen.width() > 29.0, "{chosen:?}");
    assert!(window.state().map_seen().top_row > 2_900.0);
    press(&mut window, Key::ArrowUp);
    assert!(selected(&window).is_some());
    press(&mut window, Key::Home);
    assert!(window.state().map_seen().top_row < 2.0);
    assert!(selected(&window).is_some());
    // A chain in which nothing branches is one column of many rows.
    let mut chain = String::new();
    for ply in 0..3_000 {
        writeln!(chain, "n{ply} a: go -> n{}", ply + 1).expect("a string");
    }
    chain.push_str("n3000 end: 1 0");
    let mut window = scripted_map(&chain);
    press(&mut window, Key::End);
    assert!(window.state().map_seen().top_row > 2_900.0);
    assert!(selected(&window).is_some());
    assert_eq!(zoom(&window), 0.0);
}

#[test]
fn a_tree_beyond_every_exact_count_is_mapped_all_the_same() {
    let mut window = scripted_map(&both_moves_lead_on(5_000));
    assert!(shows(&window, ids::MAP, "2^4096"));
    press(&mut window, Key::End);
    run_named(&mut window, CommandId::ZoomToNode);
    assert!((zoom(&window) - 5_000.0).abs() < 0.1, "{}", zoom(&window));
    assert!(selected(&window).is_some());
}

#[test]
fn a_tree_of_one_node_is_one_rectangle() {
    let mut window = scripted_map("top end: 1 0");
    assert_eq!(told(&window), [1, 0, 0]);
    for named in [
        CommandId::ZoomIn,
        CommandId::ZoomOut,
        CommandId::ZoomToNode,
        CommandId::ActualSize,
        CommandId::Child,
        CommandId::Fit,
    ] {
        run_named(&mut window, named);
        assert_eq!(window.state().map_seen().rects, 1);
    }
    assert_eq!(root_numbers(&window), [1], "it is an end");
}

#[test]
fn counting_can_be_stopped_and_begun_again() {
    let mut window = Opened::default().open();
    let ctx = window.ctx.clone();
    let show = Command::Named(CommandId::ShowMap);
    window.state_mut().run(&ctx, show);
    window.run_steps(1);
    assert!(is_there(&window, ids::MAP_BUSY) && !is_there(&window, ids::MAP_COUNT));
    assert!(window.state().is_enabled(CommandId::CancelWork));
    run_named(&mut window, CommandId::CancelWork);
    assert!(is_there(&window, ids::MAP_BUSY) && !is_there(&window, ids::MAP));
    click_on(&mut window, ids::MAP_COUNT);
    assert_eq!(told(&window)[0], 13);
    assert!(!is_there(&window, ids::MAP_BUSY));
}

#[test]
fn while_the_tree_is_built_the_map_says_so() {
    let mut window = map(BOOK);
    begin_build(&mut window, "a2a2b2/a3b1a3/a3a3b3 a");
    assert!(is_there(&window, ids::TREE), "a board that opens is seen");
    let ctx = window.ctx.clone();
    let show = Command::Named(CommandId::ShowMap);
    window.state_mut().run(&ctx, show);
    window.run_steps(1);
    assert!(is_there(&window, ids::MAP_BUSY) && !is_there(&window, ids::MAP));
    settle(&mut window);
    assert_eq!(told(&window)[0], 1_468_919_491);
}

#[test]
fn a_tooltip_stands_beside_the_pointer_and_counts_exactly() {
    let mut window = map(LISP);
    let root = root_rect(&window);
    let area = area(&window);
    let hint = |window: &Window| {
        let tooltip = all(window, ids::MAP_TOOLTIP).next()?;
        Some(tooltip.children_recursive().last()?.rect())
    };
    let mut hover = |pos: Pos2| {
        window.event(egui::Event::PointerMoved(pos));
        window.run_steps(40);
        let found = hint(&window)?;
        assert!((found.left() - pos.x).abs() < 330.0, "{found:?} {pos:?}");
        // What it is, the line, the position in notation …
        let told = text_of(&window, ids::MAP_TOOLTIP);
        assert!(told.matches('/').count() >= 2, "{told}");
        Some(numbers_in(&told).first() == Some(&0))
    };
    assert_eq!(hover(root.center()), Some(true));
    // Where every node is narrower than a few pixels it is the canvas that is pointed at.
    let deep = (0..30).filter_map(|step| {
        let x = area.left() + 60.0 + 7.0 * step as f32;
        hover(Pos2::new(x, area.top() + area.height() * 0.36))
    });
    assert!(deep.filter(|of_root| !of_root).count() > 5);
}

#[test]
fn a_click_in_the_small_map_moves_the_map_to_that_place() {
    let mut window = map(LISP);
    for _ in 0..8 {
        run_named(&mut window, CommandId::ZoomIn);
    }
    let small = found(&window, ids::MAP_SMALL).rect();
    for share in [0.1, 0.5, 0.9] {
        let pos = Pos2::new(small.left() + small.width() * share, small.center().y);
        click_at(&mut window, pos, 1);
        let screen = 2.0_f64.powf(-zoom(&window));
        let middle = part(&window) + screen / 2.0;
        assert!(
            (middle - f64::from(share)).abs() < 0.02,
            "{share}: {middle}"
        );
    }
}

#[test]
fn the_map_has_room_in_the_smallest_window_and_in_a_large_one() {
    for size in [[900.0, 560.0], [1_024.0, 700.0], [2_560.0, 1_440.0]] {
        let mut window = mapped(Opened {
            position: LISP,
            size,
            ..Opened::default()
        });
        let area = area(&window);
        assert!(
            area.width() > 250.0 && area.height() > 150.0,
            "{size:?}: {area:?}"
        );
        assert!(window.state().map_seen().rects > 200);
        window.run();
    }
}

#[test]
fn fit_shows_every_row_and_zooming_makes_them_high_enough_for_words_again() {
    let mut window = map("a2a2b2/a3b1a3/a3a3b3 a");
    let rows = |window: &Window| {
        let [_, top, _, bottom] = window.state().map_seen().selected.expect("in sight");
        (bottom - top, area(window).height() / (bottom - top))
    };
    let all = window
        .state()
        .document()
        .session
        .rated()
        .analysis
        .longest
        .of(Vertex::ROOT);
    let all = all.expect("no cycle") as f32 + 1.0;
    // It opens on all of the tree.
    let (low, seen) = rows(&window);
    assert!(seen >= all * 0.95 && low < 25.0, "{seen} of {all}");
    let pos = area(&window).center();
    wheel(&mut window, pos, 1.0);
    let (high, seen) = rows(&window);
    assert!(zoom(&window) > 0.0 && high >= 25.0 && seen < all);
    press(&mut window, Key::F);
    assert_eq!(rows(&window).0, low);
    // Who walks wants to read where they are.
    press(&mut window, Key::ArrowDown);
    assert!(rows(&window).0 >= 25.0);
}

#[test]
fn a_click_in_the_small_map_scrolls_by_whole_rows_and_not_where_all_is_in_sight() {
    for (position, all) in [
        (BOOK, true),
        (LISP, true),
        ("a2a2b2/a3b1a3/a3a3b3 a", false),
    ] {
        let mut window = map(position);
        if !all {
            // It opens on all of the tree.
            run_named(&mut window, CommandId::ZoomIn);
        }
        let small = found(&window, ids::MAP_SMALL).rect();
        click_at(&mut window, small.center() + vec2(20.0, 0.0), 1);
        let first = window.state().map_seen().top_row;
        click_at(&mut window, small.center_bottom() - vec2(60.0, 2.0), 1);
        let last = window.state().map_seen().top_row;
        assert_eq!(first, 0.0, "the middle was in sight");
        assert_eq!(last == 0.0, all, "{last}");
    }
}

#[test]
fn zooming_to_an_end_keeps_all_plies_above_it_in_view() {
    let mut window = map("a2a2b2/a3b1a3/a3a3b3 a");
    press(&mut window, Key::End);
    let plies = line(&window).split(' ').count();
    run_named(&mut window, CommandId::ZoomToNode);
    let seen = window.state().map_seen();
    assert_eq!(seen.top_row, 0.0, "there is room for all of {plies} plies");
    assert!(selected(&window).is_some());
}

#[test]
fn the_legend_lists_what_has_been_seen_and_nothing_else() {
    let window = scripted_map(
        "players a b c; top a: m -> z, l -> x, r -> y; x end: 0 1 0; y end: 0 0 1; z end: 0 1/2 1/2",
    );
    let words = legend(&window);
    let ahead = map_words::AHEAD;
    let nobody = map_words::NOBODY;
    assert!(
        words.contains(&format!("b {ahead}; c {ahead}; {nobody}")),
        "{words}"
    );
    for other in [
        &*format!("a {ahead}"),
        map_words::NARROW,
        map_words::CHANCE,
        map_words::REPEATS,
    ] {
        assert!(!words.contains(other), "{other}: {words}");
    }
    let large = legend(&map("a2a2b2/a3b1a3/a3a3b3 a"));
    assert!(large.contains(map_words::NARROW), "{large}");
    let cyclic = scripted_map("top a: on -> next; next b: back -> top, out -> one; one end: 1 0");
    assert!(legend(&cyclic).contains(map_words::REPEATS));
}

#[test]
fn another_tree_with_fewer_players_takes_the_place_of_a_mapped_one() {
    let three = "players a b c\ns a: l -> e, r -> f\ne end: 0 0 1\nf end: 0 1 2";
    let mut window = scripted_map(three);
    settle(&mut window);
    run(
        &mut window,
        Command::OpenText("s a: l -> e, r -> f\ne end: 0 1\nf end: 1 0".to_owned()),
    );
    run_named(&mut window, CommandId::ShowMap);
    assert!(is_there(&window, ids::MAP), "the map is drawn");
    assert!(!value_of(&window, ids::LEGEND).contains("c ahead"));
}
