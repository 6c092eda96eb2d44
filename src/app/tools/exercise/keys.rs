//! The keyboard while somebody does an exercise: digits and signs go to the blank, Enter gives the
//! answer, Tab and arrows move, Space marks.

use eframe::egui::{self, Event, Key, Modifiers};

use super::ExercisePanel;
use crate::app::intent::command::Command;
use crate::app::intent::payload::Exercising;
use crate::app::intent::places::Middle;
use crate::app::parts::desk::Desk;
use crate::session::exercise::Task;

/// Keys that type something, whose own commands wait while somebody does an exercise.
const TYPING: [Key; 19] = [
    Key::Num0,
    Key::Num1,
    Key::Num2,
    Key::Num3,
    Key::Num4,
    Key::Num5,
    Key::Num6,
    Key::Num7,
    Key::Num8,
    Key::Num9,
    Key::Period,
    Key::Comma,
    Key::Slash,
    Key::Backspace,
    Key::Delete,
    Key::Space,
    Key::Enter,
    Key::Tab,
    Key::Home,
];

impl ExercisePanel {
    /// Hears the keys of an exercise before anything else does.
    pub(super) fn hear(&mut self, desk: &Desk, ctx: &egui::Context) {
        if desk.middle != Middle::Exercise {
            return;
        }
        let Some(practice) = &self.practice else {
            return;
        };
        let task = practice.posed.task();
        let typing = practice.typed.is_some() || practice.pending.is_some();
        // Who has walked to a button wants to press it.
        let focused = ctx.memory(|memory| memory.focused()).is_some();
        let mut heard: Vec<Exercising> = Vec::new();
        let mut typed: Option<String> = practice.typed.clone();
        let mut lead = false;
        ctx.input_mut(|input| {
            let mut signs = false;
            input.events.retain(|event| {
                let Event::Text(text) = event else {
                    return true;
                };
                let mut taken = false;
                for letter in text.chars() {
                    let sign = letter == '='
                        && typed
                            .as_deref()
                            .is_some_and(|typed| typed.ends_with(['≥', '≤']));
                    if sign || practice.types(letter) {
                        heard.push(Exercising::Type(letter));
                        typed.get_or_insert_default().push(letter);
                        signs |= sign || letter == '-';
                        taken = true;
                    }
                }
                !taken
            });
            let mut press = |modifiers: Modifiers, key: Key| input.consume_key(modifiers, key);
            if press(Modifiers::NONE, Key::Backspace) {
                heard.push(Exercising::Erase);
            }
            if typing && press(Modifiers::NONE, Key::Escape) {
                heard.push(Exercising::Clear);
            } else if !focused && press(Modifiers::NONE, Key::Escape) {
                lead = true;
            }
            if !focused {
                let moves = task == Task::BestMoves;
                let step = |forward| Exercising::Step(forward);
                for (modifiers, key, what) in [
                    (Modifiers::SHIFT, Key::Tab, step(false)),
                    (Modifiers::NONE, Key::Tab, step(true)),
                    (Modifiers::NONE, Key::ArrowUp, step(false)),
                    (Modifiers::NONE, Key::ArrowDown, step(true)),
                    (
                        Modifiers::NONE,
                        Key::ArrowLeft,
                        if moves {
                            Exercising::Choose(false)
                        } else {
                            step(false)
                        },
                    ),
                    (
                        Modifiers::NONE,
                        Key::ArrowRight,
                        if moves {
                            Exercising::Choose(true)
                        } else {
                            step(true)
                        },
                    ),
                    (Modifiers::NONE, Key::Space, Exercising::Toggle),
                    (Modifiers::NONE, Key::Enter, Exercising::Give),
                ] {
                    if press(modifiers, key) {
                        heard.push(what);
                    }
                }
            }
            // What typed a sign of an answer zooms nothing.
            let zooms = [Key::Minus, Key::Equals, Key::Plus];
            input.events.retain(|event| match event {
                Event::Key { key, modifiers, .. } if !modifiers.command && !modifiers.alt => {
                    let walks = [Key::Enter, Key::Space, Key::Tab].contains(key) && focused;
                    walks || !(TYPING.contains(key) || (signs && zooms.contains(key)))
                }
                _ => true,
            });
        });
        if !focused {
            // Tab walks the blanks.
            ctx.memory_mut(|memory| memory.move_focus(egui::FocusDirection::None));
        }
        if lead {
            self.lead = true;
        }
        for what in heard {
            desk.commands.push(Command::Exercise(what));
        }
    }
}
