//! The camera's promise, in numbers: whatever somebody does, the selected node can be read, stands in
//! the middle third with its children and the node above in view, and nothing lies over the tree.

use doomtree::app::{Command, CommandId, Framed, MainView, ids};
use doomtree::layout::Rect;
use doomtree::session::Action;
use doomtree::tree::UnfoldingNode;
use eframe::egui::{Key, vec2};
use egui_kittest::kittest::NodeT as _;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use support::screen::{Opened, Window, all, found, is_there, run, settle, type_into};
use support::walks::{SIZES, Walk, board};

/// Names are 12 points high at this scale.
const READ: f64 = 12.0 / 14.5;

/// Does what is drawn next; what it was.
fn step(window: &mut Window, random: &mut ChaCha8Rng) -> String {
    let nodes = window.state().document().session.unfolding().len();
    let walk = Walk::draw(random, nodes);
    match walk.clone() {
        Walk::Run(command) => run(window, command),
        Walk::Resize([width, height]) => {
            window.set_size(vec2(width, height));
            settle(window);
        }
    }
    format!("{walk:?}")
}

/// A rectangle of the screen, from its left, top, right and bottom.
fn rect([left, top, right, bottom]: [f64; 4]) -> Rect {
    let at = doomtree::layout::Point::new;
    Rect {
        min: at(left, top),
        max: at(right, bottom),
    }
}

/// Whether a place along an axis is in the middle third.
fn is_in_the_middle(at: f64, from: f64, to: f64) -> bool {
    let share = (at - from) / (to - from);
    (0.333..=0.667).contains(&share)
}

/// What the window breaks of its promise, if anything.
fn broken(window: &Window) -> Option<String> {
    let framed = window.state().tree_framed()?;
    let Framed { camera, family, .. } = framed;
    let room = framed.room;
    let near = room.grown(0.6);
    if framed.is_free {
        return Some("nobody has moved the view".to_owned());
    }
    if camera.scale < READ {
        return Some(format!("{} is too small to be read", camera.scale));
    }
    let selected = camera.rect(&family.selected);
    if !near.holds(&selected) {
        return Some(format!("{selected:?} is not in {room:?}"));
    }
    let whole = camera.rect(&family.whole);
    let axes = [
        (
            whole.min.x,
            whole.max.x,
            room.min.x,
            room.max.x,
            selected.centre().x,
        ),
        (
            whole.min.y,
            whole.max.y,
            room.min.y,
            room.max.y,
            selected.centre().y,
        ),
    ];
    for (axis, (low, high, from, to, at)) in axes.into_iter().enumerate() {
        let fits = high - low <= to - from + 0.6;
        let is_seen = low >= from - 0.6 && high <= to + 0.6;
        // Above the top of the tree there is nothing to be seen.
        let is_middle = is_in_the_middle(at, from, to);
        let is_top = axis == 1 && (low - from).abs() < 0.6 && at < f64::midpoint(from, to);
        if fits && !is_seen || !fits && !is_middle && !is_top {
            return Some(format!("{at} of {low} to {high}, in {from} to {to}"));
        }
    }
    if family.fitting(&room) >= READ {
        for rect in [family.children, family.parent].into_iter().flatten() {
            let rect = camera.rect(&rect);
            if !near.holds(&rect) {
                return Some(format!("{rect:?} of the family is not in {room:?}"));
            }
        }
    }
    let screen = framed.screen.grown(-0.6);
    for bar in [CommandId::Fit.id(), CommandId::FoldPly.id(), ids::LEGEND] {
        for bar in all(window, bar) {
            let bar = bar.rect();
            let [left, top, right, bottom] = [bar.left(), bar.top(), bar.right(), bar.bottom()];
            let bar = rect([left, top, right, bottom].map(f64::from));
            if bar.overlaps(&screen) {
                return Some(format!("{bar:?} lies over the tree"));
            }
        }
    }
    None
}

/// What still crowds the selected node, though there would be room without.
fn crowd(window: &Window) -> Option<String> {
    let framed = window.state().tree_framed()?;
    let session = &window.state().document().session;
    let (unfolding, selected) = (session.unfolding(), session.selected());
    let around = unfolding.parent(selected).into_iter().chain([selected]);
    let mut open = around.flat_map(|node| unfolding.children(node));
    let crowded = framed.family.fitting(&framed.room) < READ;
    let other = open.find(|node| *node != selected && unfolding.is_open(*node))?;
    crowded.then(|| format!("{other:?} takes the room that {selected:?} needs"))
}

#[test]
fn the_selected_node_and_its_children_stay_in_view_on_random_boards_whatever_somebody_does() {
    let mut random = ChaCha8Rng::seed_from_u64(19);
    let mut windows: Vec<Window> = Vec::new();
    for size in SIZES {
        windows.push(
            Opened {
                size,
                ..Opened::default()
            }
            .open(),
        );
    }
    for round in 0..200 {
        let window = &mut windows[round % SIZES.len()];
        let position = board(&mut random);
        let [width, height] = SIZES[round % SIZES.len()];
        window.set_size(vec2(width, height));
        let opened = Opened {
            position: &position,
            ..Opened::default()
        };
        opened.reopen(window);
        let mut done = Vec::new();
        for _ in 0..6 {
            let text = done.join(", ");
            if let Some(why) = broken(window) {
                panic!("{position} at {width} x {height} after {text}: {why}");
            }
            done.push(step(window, &mut random));
        }
    }
}

#[test]
fn what_crowds_the_selected_node_makes_way_when_somebody_walks() {
    let mut window = Opened {
        position: "a2b2a1/a3b3a2/b2a2b3 a",
        size: SIZES[0],
        ..Opened::default()
    }
    .open();
    for _ in 0..2 {
        run(&mut window, Command::Named(CommandId::UnfoldPly));
    }
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..30 {
        let all = window.state().document().session.unfolding().len();
        let node = UnfoldingNode(random.random_range(0..all) as u32);
        run(&mut window, Command::Act(Action::Select(node)));
        assert_eq!(crowd(&window), None);
        assert_eq!(broken(&window), None);
    }
}

#[test]
fn the_selected_node_and_its_children_stay_in_view_after_searches_and_other_views() {
    let mut window = Opened {
        position: "a2b2/a3b3/b2a2 a",
        size: SIZES[1],
        ..Opened::default()
    }
    .open();
    run(&mut window, Command::Named(CommandId::Find));
    if is_there(&window, ids::FIND_FIELD) {
        type_into(&mut window, ids::FIND_FIELD, "end");
    }
    for _ in 0..4 {
        run(&mut window, Command::Named(CommandId::NextHit));
        assert_eq!(broken(&window), None);
        for named in [CommandId::ShowPositions, CommandId::ShowMap] {
            run(&mut window, Command::Named(named));
            assert_ne!(window.state().middle(), MainView::Tree);
        }
        run(&mut window, Command::Named(CommandId::ShowTree));
        assert_eq!(broken(&window), None);
    }
}

/// Where the tooltip of a node stands, if there is one.
fn tooltip(window: &Window) -> Option<Rect> {
    let tooltip = all(window, ids::NODE_FACTS).next()?;
    let inner = tooltip.children_recursive().last()?.rect();
    let [left, top, right, bottom] = [inner.left(), inner.top(), inner.right(), inner.bottom()];
    Some(rect([left, top, right, bottom].map(f64::from)))
}

#[test]
fn a_tooltip_comes_after_a_rest_beside_its_node_and_goes_at_any_key() {
    let mut window = Opened {
        step: Some(0.1),
        ..Opened::default()
    }
    .open();
    let node = |window: &Window, node| found(window, &ids::node(UnfoldingNode(node))).rect();
    let at = node(&window, 3).center();
    window.hover_at(at);
    window.run_steps(3);
    assert_eq!(tooltip(&window), None, "the pointer hasn't rested yet");
    window.run_steps(8);
    let shown = tooltip(&window).expect("a tooltip");
    let framed = window.state().tree_framed().expect("a tree");
    let family = framed.family;
    for kept in [Some(family.selected), family.children]
        .into_iter()
        .flatten()
    {
        let kept = framed.camera.rect(&kept);
        assert!(!kept.overlaps(&shown), "{shown:?} lies over {kept:?}");
    }
    // A key that does nothing here is enough.
    window.key_press(Key::F20);
    window.run_steps(12);
    assert_eq!(tooltip(&window), None, "it stays away");
    window.hover_at(at + vec2(2.0, 0.0));
    window.run_steps(12);
    assert!(tooltip(&window).is_some(), "until the pointer moves");
    window.hover_at(node(&window, 0).center());
    window.run_steps(12);
    assert_eq!(
        tooltip(&window),
        None,
        "what is selected is told of at the right"
    );
}

#[test]
fn a_presentation_has_large_names_and_no_tooltips() {
    let mut window = Opened {
        position: "a2b2a1/a3b3a2/b2a2b3 a",
        size: [1_024.0, 768.0],
        step: Some(0.1),
        ..Opened::default()
    }
    .open();
    run(&mut window, Command::Named(CommandId::Present));
    window.run_steps(4);
    for _ in 0..4 {
        let framed = window.state().tree_framed().expect("a tree");
        let zoom = f64::from(window.ctx.zoom_factor());
        assert!(
            14.5 * framed.camera.scale * zoom >= 18.0,
            "{framed:?} {zoom}"
        );
        assert_eq!(broken(&window), None);
        let session = &window.state().document().session;
        let (unfolding, selected) = (session.unfolding(), session.selected());
        let near = unfolding
            .parent(selected)
            .into_iter()
            .chain(unfolding.children(selected));
        let seen = near.map(ids::node).find(|node| is_there(&window, node));
        window.hover_at(found(&window, &seen.expect("a neighbour")).rect().center());
        window.run_steps(12);
        assert_eq!(tooltip(&window), None);
        run(&mut window, Command::Named(CommandId::Child));
    }
}
