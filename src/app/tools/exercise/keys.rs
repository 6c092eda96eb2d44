//! Keyboard input during an exercise: digits and signs go to the blank, Enter gives the answer, Tab
//! and arrows move, Space marks.

use eframe::egui::{self, Event, Key, Modifiers};

use super::ExercisePanel;
use super::practice::Practice;
use crate::app::intent::{Command, Exercising, Middle};
use crate::app::parts::Desk;
use crate::session::exercise::{Filling, Task};

/// Typing keys whose shortcuts are disabled during an exercise.
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
    /// Handles the keys of an exercise before all others.
    pub(super) fn hear(&mut self, desk: &Desk, ctx: &egui::Context) {
        if desk.middle != Middle::Exercise {
            return;
        }
        let Some(practice) = &self.practice else {
            return;
        };
        let typing = practice.typed.is_some() || practice.pending.is_some();
        // A focused button should be pressed by the key.
        let focused = ctx.memory(|memory| memory.focused()).is_some();
        let mut heard: Vec<Exercising> = Vec::new();
        ctx.input_mut(|input| {
            let signs = practice.hear_letters(input, &mut heard);
            let mut press = |key: Key| input.consume_key(Modifiers::NONE, key);
            if press(Key::Backspace) {
                heard.push(Exercising::Erase);
            }
            if typing && press(Key::Escape) {
                heard.push(Exercising::Clear);
            } else if !focused && press(Key::Escape) {
                self.lead = true;
            }
            if !focused {
                let walks = walking(practice.posed.task()).into_iter();
                heard.extend(walks.filter_map(|(modifiers, key, what)| {
                    input.consume_key(modifiers, key).then_some(what)
                }));
            }
            // A key that typed a sign of an answer doesn't zoom.
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
        for what in heard {
            desk.commands.push(Command::Exercise(what));
        }
    }
}

impl Practice {
    /// Takes the characters of an answer; returns whether one of them has a key that zooms.
    fn hear_letters(&self, input: &mut egui::InputState, heard: &mut Vec<Exercising>) -> bool {
        let mut typed = self.typed.clone();
        let mut signs = false;
        input.events.retain(|event| {
            let Event::Text(text) = event else {
                return true;
            };
            let mut taken = false;
            for letter in text.chars() {
                let compares = |typed: &String| typed.ends_with(['≥', '≤']);
                let sign = letter == '=' && typed.as_ref().is_some_and(compares);
                if sign || self.types(letter) {
                    heard.push(Exercising::Type(letter));
                    typed.get_or_insert_default().push(letter);
                    signs |= sign || letter == '-';
                    taken = true;
                }
            }
            !taken
        });
        signs
    }
}

/// The keys that walk the blanks, choose moves, and answer.
fn walking(task: Task) -> [(Modifiers, Key, Exercising); 8] {
    let none = Modifiers::NONE;
    let aside = |forward| match task.filling() {
        Filling::MarkBest => Exercising::Choose(forward),
        _ => Exercising::Step(forward),
    };
    [
        (Modifiers::SHIFT, Key::Tab, Exercising::Step(false)),
        (none, Key::Tab, Exercising::Step(true)),
        (none, Key::ArrowUp, Exercising::Step(false)),
        (none, Key::ArrowDown, Exercising::Step(true)),
        (none, Key::ArrowLeft, aside(false)),
        (none, Key::ArrowRight, aside(true)),
        (none, Key::Space, Exercising::Toggle),
        (none, Key::Enter, Exercising::Give),
    ]
}
