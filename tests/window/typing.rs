//! Keys that are typed faster than frames come do what they do when they are typed slowly.

use doomtree::app::{Command, CommandId, MainView, ids};
use doomtree::tree::UnfoldingNode;
use eframe::egui::{Event, Key, Modifiers};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use support::screen::{Opened, Window, found, is_there, line, run, run_named, settle, value_of};

/// The events of a key that types nothing.
fn key(modifiers: Modifiers, key: Key) -> Vec<Event> {
    [true, false]
        .map(|pressed| Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers,
        })
        .into()
}

/// The events of a letter or a digit.
fn letter(letter: char) -> Vec<Event> {
    let name = letter.to_uppercase().to_string();
    let named = match letter {
        ' ' => Some(Key::Space),
        '-' => Some(Key::Minus),
        '/' => Some(Key::Slash),
        _ => Key::from_name(&name),
    };
    let mut events = key(Modifiers::NONE, named.expect("a key"));
    events.insert(1, Event::Text(letter.to_string()));
    events
}

fn typed(text: &str) -> Vec<Vec<Event>> {
    text.chars().map(letter).collect()
}

/// Keystrokes that draw a tree: moves, players, names, payoffs.
fn strokes(random: &mut ChaCha8Rng) -> Vec<Vec<Event>> {
    let mut strokes = vec![key(Modifiers::SHIFT, Key::Tab)];
    while strokes.len() < 16 {
        let plain = |named| vec![key(Modifiers::NONE, named)];
        strokes.extend(match random.random_range(0..13) {
            0..4 => {
                let payoff = random.random_range(-20..20_i32);
                let mut payoffs = typed(&format!("{payoff} {}", -payoff));
                payoffs.extend(plain(Key::Enter));
                payoffs
            }
            4 => plain(Key::Tab),
            5 => plain(Key::Enter),
            6 => vec![letter(' ')],
            7 => plain(
                [
                    Key::ArrowLeft,
                    Key::ArrowRight,
                    Key::ArrowUp,
                    Key::ArrowDown,
                ][random.random_range(0..4)],
            ),
            8 => {
                let mut named = plain(Key::F2);
                named.extend(typed(["up", "stay", "x"][random.random_range(0..3)]));
                named.extend(plain(Key::Enter));
                named
            }
            9 => {
                // From end to end, as in a table.
                let mut payoffs = typed("4 2");
                payoffs.extend(plain([Key::Tab, Key::ArrowDown][random.random_range(0..2)]));
                payoffs.extend(typed("7 1"));
                payoffs.extend(plain(Key::Enter));
                payoffs
            }
            10 => {
                let mut probability = plain(Key::P);
                probability.extend(typed("1/3"));
                probability.extend(plain(Key::Enter));
                probability
            }
            11 => vec![key(
                Modifiers::COMMAND,
                [Key::Delete, Key::Backspace][random.random_range(0..2)],
            )],
            _ => vec![key(Modifiers::SHIFT, Key::Tab)],
        });
    }
    strokes
}

fn script(window: &Window) -> String {
    let switches = &window.state().document().setup.switches;
    switches.script.clone().expect("a script")
}

fn begin(window: &mut Window) {
    Opened::default().reopen(window);
    run_named(window, CommandId::NewTree);
    assert_eq!(window.state().middle(), MainView::Editor);
}

/// Types keystrokes, each at its time in milliseconds, while frames take as long as they do.
fn type_at(window: &mut Window, strokes: &[(u64, Vec<Event>)], mut frame: impl FnMut() -> u64) {
    let (mut now, mut next, mut frames) = (0, 0, 0);
    while next < strokes.len() {
        frames += 1;
        now += frame();
        let due = strokes[next..].iter().take_while(|(time, _)| *time <= now);
        let due: Vec<_> = due.flat_map(|(_, events)| events.clone()).collect();
        next += strokes[next..]
            .iter()
            .take_while(|(time, _)| *time <= now)
            .count();
        window.input_mut().events.extend(due);
        window.step();
    }
    // What is left comes in as many frames as there are keys.
    window.run_steps((strokes.len() + 4).saturating_sub(frames) + 4);
}

#[test]
fn two_hundred_trees_that_are_typed_fast_are_those_that_are_typed_slowly() {
    typed_fast_and_slowly(200);
}

#[test]
#[ignore = "takes minutes: run every night"]
fn two_thousand_trees_that_are_typed_fast_are_those_that_are_typed_slowly() {
    typed_fast_and_slowly(2_000);
}

fn typed_fast_and_slowly(trees: usize) {
    let mut random = ChaCha8Rng::seed_from_u64(46);
    let mut window = Opened {
        size: [900.0, 560.0],
        ..Opened::default()
    }
    .open();
    for tree in 0..trees {
        let strokes = strokes(&mut random);
        begin(&mut window);
        for stroke in &strokes {
            window.input_mut().events.extend(stroke.iter().cloned());
            window.step();
        }
        window.run_steps(2);
        let wanted = script(&window);
        let (pause, slowest) = (random.random_range(0..=150), random.random_range(17..=500));
        let mut time = 0;
        let timed: Vec<_> = strokes
            .into_iter()
            .map(|stroke| {
                time += pause;
                (time, stroke)
            })
            .collect();
        begin(&mut window);
        type_at(&mut window, &timed, || random.random_range(16..=slowest));
        assert_eq!(
            script(&window),
            wanted,
            "tree {tree}: a key every {pause} ms, frames of up to {slowest} ms"
        );
    }
}

#[test]
fn keys_of_one_frame_open_a_field_and_are_typed_into_it() {
    let mut window = Opened::default().open();
    let mut all = key(Modifiers::COMMAND, Key::F);
    all.extend(typed("tie").concat());
    window.input_mut().events.extend(all);
    window.run_steps(12);
    assert_eq!(value_of(&window, ids::FIND_FIELD), "tie");
    // And as many steps are walked as keys were pressed.
    let mut window = Opened::default().open();
    let down = key(Modifiers::NONE, Key::ArrowDown);
    window
        .input_mut()
        .events
        .extend([down.clone(), down.clone(), down].concat());
    window.run_steps(8);
    assert_eq!(
        line(&window).split_whitespace().count(),
        3,
        "{}",
        line(&window)
    );
}

#[test]
fn letters_without_alt_do_not_answer_the_question_about_unsaved_changes() {
    let mut window = Opened::default().open();
    let note = Command::SetNote(UnfoldingNode::ROOT, "mine".to_owned());
    run(&mut window, note);
    run_named(&mut window, CommandId::NewTree);
    found(&window, ids::QUESTION);
    for stroke in ('a'..='z').map(letter) {
        window.input_mut().events.extend(stroke);
        settle(&mut window);
        assert!(is_there(&window, ids::QUESTION));
    }
    window.event(key(Modifiers::ALT, Key::D)[0].clone());
    settle(&mut window);
    assert!(!is_there(&window, ids::QUESTION));
    assert_eq!(
        window.state().middle(),
        MainView::Editor,
        "Alt and the letter answer"
    );
}
