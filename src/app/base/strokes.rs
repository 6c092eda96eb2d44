//! Keystrokes in the order in which they were typed (`Strokes`): a frame gets one, and the others
//! wait for the next frames. Otherwise a slow frame would get several, and a key would act on what
//! the key before it was about to change, or miss the field that it was about to open. While a text
//! is typed, a frame gets all keys up to the first that may end that.

use std::collections::VecDeque;

use eframe::egui::{self, Context, Event, Key, RawInput};

/// The events that wait for the next frames.
#[derive(Debug, Default)]
pub(crate) struct Strokes {
    waiting: VecDeque<Event>,
    /// The keys that are down.
    down: Vec<Key>,
    /// Whether the next frame gets no keys, since what was opened has the keyboard only after it.
    is_held: bool,
}

/// Whether a key was pressed in this frame, and then whether with Shift: as it was at that moment,
/// since the key that comes with it may be up again by the end of the frame.
pub(crate) fn pressed_with_shift(ctx: &Context, wanted: Key) -> Option<bool> {
    ctx.input(|input| {
        input.events.iter().find_map(|event| match event {
            Event::Key {
                key,
                pressed: true,
                modifiers,
                ..
            } if *key == wanted => Some(modifiers.shift),
            _ => None,
        })
    })
}

/// A part of a keystroke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// A typed text. It comes after its key, or in a browser before it.
    Text,
    /// A key that types a text.
    Letter,
    /// A key that types nothing.
    Other,
    /// The same, and it may end the typing of a text.
    Ends,
}

impl Part {
    /// The part that an event is; `None` if it is no keystroke.
    fn of(event: &Event) -> Option<Self> {
        Some(match event {
            Event::Text(_) | Event::Ime(_) => Self::Text,
            Event::Copy | Event::Cut | Event::Paste(_) => Self::Other,
            Event::Key {
                key,
                pressed: true,
                modifiers,
                ..
            } => match key {
                Key::Enter | Key::Tab | Key::Escape => Self::Ends,
                // In a table they go to another field.
                Key::ArrowUp | Key::ArrowDown => Self::Ends,
                key if *key >= Key::F1 || modifiers.command || modifiers.alt => Self::Ends,
                key if *key <= Key::Paste && *key != Key::Space => Self::Other,
                _ => Self::Letter,
            },
            _ => return None,
        })
    }
}

impl Strokes {
    /// Lets keys wait for one frame more: they are for what was opened in this one.
    pub(crate) fn hold(ctx: &Context) {
        ctx.with_plugin(|strokes: &mut Self| strokes.is_held = true);
    }

    /// Adds an event. A key that is held down comes again only once it was heard, so that a walk ends
    /// with the key.
    fn add(&mut self, event: Event) {
        if let Event::Key {
            key: new, pressed, ..
        } = event
        {
            let repeats = pressed && self.down.contains(&new);
            let is_same = |event: &Event| matches!(event, Event::Key { key, pressed: true, .. } if *key == new);
            if repeats && self.waiting.iter().any(is_same) {
                return;
            }
            self.down.retain(|key| *key != new);
            self.down.extend(pressed.then_some(new));
        }
        self.waiting.push_back(event);
    }

    /// The events of the next frame.
    fn next(&mut self, is_typing: bool) -> Vec<Event> {
        let is_held = std::mem::take(&mut self.is_held);
        let mut before = Vec::new();
        let last = self.waiting.iter().position(|event| {
            let Some(part) = Part::of(event) else {
                return false;
            };
            let is_next = match part {
                _ if is_held => true,
                _ if is_typing => before.contains(&Part::Ends),
                Part::Text => before.iter().any(|part| *part != Part::Letter),
                Part::Letter => before.iter().any(|part| *part != Part::Text),
                Part::Other | Part::Ends => !before.is_empty(),
            };
            before.push(part);
            is_next
        });
        let count = last.unwrap_or(self.waiting.len());
        self.waiting.drain(..count).collect()
    }
}

impl egui::Plugin for Strokes {
    fn debug_name(&self) -> &'static str {
        "strokes"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        for event in std::mem::take(&mut input.events) {
            self.add(event);
        }
        input.events = self.next(ctx.text_edit_focused());
        if !self.waiting.is_empty() {
            ctx.request_repaint();
        }
    }
}

#[cfg(test)]
mod tests {
    use eframe::egui::Modifiers;

    use super::*;

    fn key(key: Key, pressed: bool) -> Event {
        Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        }
    }

    fn text(text: &str) -> Event {
        Event::Text(text.to_owned())
    }

    fn frames(events: Vec<Event>, is_typing: bool) -> Vec<Vec<Event>> {
        let mut strokes = Strokes::default();
        events.into_iter().for_each(|event| strokes.add(event));
        let next = || Some(strokes.next(is_typing)).filter(|events| !events.is_empty());
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn a_frame_gets_one_key_with_its_text_in_whatever_order_they_come() {
        let (five, three) = (key(Key::Num5, true), key(Key::Num3, true));
        let enter = key(Key::Enter, true);
        let after = vec![
            five.clone(),
            text("5"),
            enter.clone(),
            three.clone(),
            text("3"),
        ];
        let split = frames(after.clone(), false);
        assert_eq!(split, [&after[..2], &after[2..3], &after[3..]]);
        let before = vec![text("5"), five, enter, text("3"), three];
        let split = frames(before.clone(), false);
        assert_eq!(split, [&before[..2], &before[2..3], &before[3..]]);
        // Without its key, as from another program.
        let alone = vec![text("5"), text("6"), key(Key::Enter, true)];
        let split = frames(alone.clone(), false);
        assert_eq!(split, [&alone[..1], &alone[1..2], &alone[2..]]);
    }

    #[test]
    fn a_text_that_is_typed_comes_at_once_up_to_the_key_that_may_end_it() {
        let enter = key(Key::Enter, true);
        let typed = vec![
            text("1"),
            text("2"),
            key(Key::Backspace, true),
            enter,
            text("3"),
        ];
        let split = frames(typed.clone(), true);
        assert_eq!(split, [&typed[..4], &typed[4..]]);
    }

    #[test]
    fn a_key_that_repeats_itself_waits_once() {
        let down = key(Key::ArrowDown, true);
        let up = key(Key::ArrowDown, false);
        let split = frames(
            vec![down.clone(), down.clone(), down.clone(), up.clone()],
            false,
        );
        assert_eq!(split, [vec![down.clone(), up.clone()]]);
        let twice = vec![down.clone(), up.clone(), down.clone(), up.clone()];
        assert_eq!(frames(twice, false).len(), 2);
    }

    #[test]
    fn keys_wait_a_frame_for_what_was_opened_and_the_pointer_does_not() {
        let mut strokes = Strokes {
            is_held: true,
            ..Strokes::default()
        };
        strokes.add(Event::PointerGone);
        strokes.add(text("a"));
        assert_eq!(strokes.next(false), [Event::PointerGone]);
        assert_eq!(strokes.next(false), [text("a")]);
    }
}
