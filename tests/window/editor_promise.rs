//! The camera's promise where a tree is drawn: whatever somebody edits, the selected node can be read and
//! is in view with its children and the node above it.

use doomtree::app::{CommandId, Framed, ids};
use doomtree::layout::{Point, Rect};
use eframe::egui::{self, Key, Modifiers};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use support::screen::{Opened, Window, found, press, press_with, run_named, settle};

/// The smallest letters of the tree, the names of moves, are 12 points high at this scale.
const READ: f64 = 12.0 / 15.0;

const SIZES: [[f32; 2]; 2] = [[1_024.0, 700.0], [1_440.0, 900.0]];

/// Any edit or walk, and what it was.
fn step(window: &mut Window, random: &mut ChaCha8Rng) -> String {
    const WALKS: [Key; 5] = [
        Key::ArrowUp,
        Key::ArrowDown,
        Key::ArrowLeft,
        Key::ArrowRight,
        Key::Home,
    ];
    let (modifiers, key) = match random.random_range(0..16) {
        0..6 => (Modifiers::NONE, WALKS[random.random_range(0..WALKS.len())]),
        6..9 => (Modifiers::NONE, Key::Tab),
        9 | 10 => (Modifiers::NONE, Key::Enter),
        11 => (Modifiers::SHIFT, Key::Tab),
        12 => (Modifiers::NONE, Key::Space),
        13 => (Modifiers::COMMAND, Key::ArrowLeft),
        14 => {
            let payoff = random.random_range(0..100).to_string();
            for text in [payoff.clone(), format!(" -{payoff}")] {
                window.event(egui::Event::Text(text));
                settle(window);
            }
            press(window, Key::Enter);
            return payoff;
        }
        _ => {
            // Undo is a command, so that Delete can't empty every tree.
            let named = [CommandId::Undo, CommandId::Redo][random.random_range(0..2)];
            run_named(window, named);
            return format!("{named:?}");
        }
    };
    press_with(window, modifiers, key);
    format!("{modifiers:?} {key:?}")
}

/// A rectangle of the window in the numbers of scenes.
fn rect(rect: egui::Rect) -> Rect {
    let at = |at: egui::Pos2| Point::new(at.x.into(), at.y.into());
    Rect {
        min: at(rect.min),
        max: at(rect.max),
    }
}

/// What the editor breaks of the promise, if anything.
fn broken(window: &Window) -> Option<String> {
    let Framed {
        camera,
        family,
        room,
        screen,
        is_free,
    } = window.state().editor_framed().expect("a drawn tree");
    if is_free {
        return Some("nobody has moved the view".to_owned());
    }
    if camera.scale < READ {
        return Some(format!("{} is too small to be read", camera.scale));
    }
    if screen.width() < 0.6 * f64::from(window.ctx.content_rect().width()) {
        return Some(format!("{screen:?} is narrow"));
    }
    for bar in [ids::TREE_TEXT, ids::TREE_COUNTED] {
        if rect(found(window, bar).rect()).overlaps(&screen.grown(-0.6)) {
            return Some(format!("{bar} lies over the tree"));
        }
    }
    let near = room.grown(0.6);
    let whole = camera.rect(&family.whole);
    let has_room = family.fitting(&room) >= camera.scale - 1e-9;
    let family = [Some(family.selected), family.children, family.parent];
    let seen = if has_room { &family[..] } else { &family[..1] };
    for part in seen.iter().flatten() {
        // Beside the tree there is nothing to be seen.
        let mut part = camera.rect(part);
        part.min = Point::new(part.min.x.max(whole.min.x), part.min.y.max(whole.min.y));
        part.max = Point::new(part.max.x.min(whole.max.x), part.max.y.min(whole.max.y));
        if !near.holds(&part) {
            return Some(format!("{part:?} of {whole:?} is not in {room:?}"));
        }
    }
    None
}

#[test]
fn whatever_is_drawn_the_selected_node_and_its_children_are_in_view_and_can_be_read() {
    let mut random = ChaCha8Rng::seed_from_u64(23);
    for size in SIZES {
        let mut largest = 0;
        for round in 0..6 {
            let mut window = Opened {
                size,
                ..Opened::default()
            }
            .open();
            run_named(&mut window, CommandId::NewTree);
            let mut done = vec!["a new tree".to_owned()];
            for _ in 0..40 {
                if let Some(why) = broken(&window) {
                    panic!("round {round} at {size:?} after {}: {why}", done.join(", "));
                }
                done.push(step(&mut window, &mut random));
            }
            let script = window.state().document().setup.switches.script.clone();
            largest = largest.max(script.expect("a script").lines().count());
        }
        assert!(
            largest > 30,
            "a tree of {largest} lines has room everywhere"
        );
    }
}
