//! Keyboard shortcuts: translates pressed keys to commands.

use eframe::egui::text_selection::LabelSelectionState;
use eframe::egui::{self, Key, KeyboardShortcut, Modifiers};

use super::explorer::Explorer;
use super::menu::is_drawer_open;
use crate::app::base::keystrokes::leave_by_tab;
use crate::app::document::stop_typing;
use crate::app::intent::{Command, CommandId, KeyScope, MOVE_KEYS, Menu};
use crate::app::tools::tour::{ALL_TALKS, IN_TALK};
use crate::session::Action;

/// The number of modifiers of a shortcut: the most specific come first, so that Ctrl+Shift+C isn't
/// taken for Ctrl+C.
fn held(keys: &egui::KeyboardShortcut) -> u8 {
    let held = keys.modifiers;
    [held.command, held.shift, held.alt]
        .map(u8::from)
        .iter()
        .sum()
}

/// The commands for files and for searching, whose shortcuts work while a text is typed. So do
/// shortcuts that type nothing.
const ALWAYS: [CommandId; 7] = [
    CommandId::SaveAs,
    CommandId::NewBoard,
    CommandId::Open,
    CommandId::Save,
    CommandId::Export,
    CommandId::Quit,
    CommandId::Find,
];

/// Whether a key is one of those above the digits, or a digit with Ctrl, which type nothing.
fn types_nothing(keys: &egui::KeyboardShortcut) -> bool {
    let key = keys.logical_key as u32;
    let digits = egui::Key::Num0 as u32..=egui::Key::Num9 as u32;
    (egui::Key::F1 as u32..=egui::Key::F12 as u32).contains(&key)
        || keys.modifiers.command && digits.contains(&key)
}

/// All keys that the window hears somewhere, besides those of texts and dialogs.
fn heard_keys() -> impl Iterator<Item = KeyboardShortcut> {
    let offered = CommandId::ALL.iter().filter(|named| named.is_offered());
    let plain = |key| KeyboardShortcut::new(Modifiers::NONE, key);
    let menus = Menu::ALL.map(|menu| KeyboardShortcut::new(Modifiers::ALT, menu.key()));
    let panes = [
        plain(Key::F6),
        KeyboardShortcut::new(Modifiers::SHIFT, Key::F6),
        plain(Key::F10),
    ];
    offered
        .flat_map(|named| named.shortcuts())
        .copied()
        .chain(menus)
        .chain(panes)
        .chain(MOVE_KEYS.map(plain))
}

/// The names of all keys that the window hears, such as `Ctrl+Shift+K`.
pub fn heard_key_names() -> Vec<String> {
    let name = |keys: KeyboardShortcut| {
        let held = keys.modifiers;
        let held = [
            (held.command, "Ctrl+"),
            (held.shift, "Shift+"),
            (held.alt, "Alt+"),
        ];
        let held = held
            .into_iter()
            .filter_map(|(held, name)| held.then_some(name));
        held.chain([keys.logical_key.name()]).collect()
    };
    heard_keys().map(name).collect()
}

/// Whether the window hears a key, by its name in a browser, with Ctrl, Shift and Alt held or not: then
/// the browser must not. While a text is typed (`types`) the browser has those that type, and always
/// those of the clipboard.
pub fn hears_key(name: &str, [ctrl, shift, alt]: [bool; 3], types: bool) -> bool {
    let Some(key) = Key::from_name(name) else {
        return false;
    };
    let modifiers = Modifiers {
        alt,
        ctrl,
        shift,
        mac_cmd: false,
        command: ctrl,
    };
    let is_clipboard = matches!(key, Key::C | Key::X | Key::V);
    if modifiers.command && !modifiers.shift && is_clipboard {
        return false;
    }
    let may = !types || modifiers.command || key >= Key::F1;
    may && heard_keys()
        .any(|keys| keys.logical_key == key && modifiers.matches_logically(keys.modifiers))
}

impl Explorer {
    /// Handles shortcuts for files, and those that type nothing, while a text is typed; the typed
    /// text is taken first.
    fn keys_while_typing(&mut self, ctx: &egui::Context) {
        let mut heard: Vec<_> = CommandId::ALL
            .iter()
            .filter(|named| named.scope() == KeyScope::Window)
            .flat_map(|named| named.shortcuts().iter().map(move |keys| (*named, keys)))
            .filter(|(named, keys)| ALWAYS.contains(named) || types_nothing(keys))
            .collect();
        heard.sort_by_key(|(_, keys)| std::cmp::Reverse(held(keys)));
        let pressed = ctx.input_mut(|input| {
            let mut heard = heard.into_iter();
            heard
                .find(|(_, keys)| input.consume_shortcut(keys))
                .map(|(named, _)| named)
        });
        if let Some(named) = pressed {
            // A user going from match to match may want to change the filter next.
            if !matches!(named, CommandId::NextHit | CommandId::PreviousHit) {
                stop_typing(ctx);
            }
            self.desk.commands.push(Command::Named(named));
        }
    }

    /// Whether a dialog, a question or the menu of a slim window has the keyboard.
    pub(super) fn is_modal(&self, ctx: &egui::Context) -> bool {
        let menu = self.desk.is_slim && is_drawer_open(ctx);
        menu || self.dialog.is_some() || self.filing.question.is_some()
    }

    /// Turns keys into commands, unless a dialog or a menu is open.
    pub(crate) fn keys(&mut self, ctx: &egui::Context) {
        let dropped = ctx.input_mut(|input| std::mem::take(&mut input.raw.dropped_files));
        if !self.desk.embedded {
            self.open_dropped(ctx, &dropped);
        }
        let modal = self.is_modal(ctx);
        let lists = egui::Popup::is_any_open(ctx);
        let focused = ctx.memory(|memory| memory.focused());
        let had_focus = std::mem::replace(&mut self.panes.focused, focused);
        let listed = std::mem::replace(&mut self.panes.lists, lists || modal);
        if modal || lists {
            return;
        }
        self.keys_of_panes(ctx);
        let typing = ctx.text_edit_focused();
        if typing {
            self.keys_while_typing(ctx);
            return;
        }
        // Escape leaves the focused widget, or has closed a list, and does nothing else; it always
        // ends a presentation.
        let left = listed || had_focus.is_some() && !self.desk.presents;
        if left && ctx.input(|input| input.key_pressed(egui::Key::Escape)) {
            return;
        }
        let mut walked = false;
        for tool in self.tools.iter_mut() {
            walked |= tool.keys(&mut self.desk, ctx);
        }
        // A selected part of a text is what should be copied.
        let selected = ctx.plugin::<LabelSelectionState>().lock().has_selection();
        let commands = &self.desk.commands;
        let before = commands.len();
        let heard = self.heard(ctx);
        ctx.input_mut(|input| {
            for (named, keys) in heard {
                if input.consume_shortcut(keys) {
                    commands.push(Command::Named(named));
                }
            }
            if self.desk.tree_has_keys.get() {
                for (index, key) in MOVE_KEYS.into_iter().enumerate() {
                    if input.consume_key(egui::Modifiers::NONE, key) {
                        commands.push(Command::Act(Action::Move(index)));
                    }
                }
            }
            if input.consume_key(egui::Modifiers::NONE, egui::Key::Escape) {
                commands.push(Command::Dismiss);
            }
            // If the system has a clipboard, its shortcuts arrive as separate events.
            let shift = input.modifiers.shift;
            input.events.retain(|event| {
                match event {
                    egui::Event::Copy if selected => return true,
                    egui::Event::Copy if shift => {
                        commands.push(Command::Named(CommandId::CopyLine))
                    }
                    egui::Event::Copy => commands.push(Command::Named(CommandId::CopyPosition)),
                    egui::Event::Paste(_) if self.desk.embedded => {}
                    egui::Event::Paste(text) => commands.push(Command::OpenText(text.clone())),
                    _ => return true,
                }
                false
            });
        });
        walked |= commands.len() > before;
        if walked && let Some(focused) = ctx.memory(|memory| memory.focused()) {
            // Arrows that walk the tree don't move the focus as well.
            ctx.memory_mut(|memory| memory.surrender_focus(focused));
        }
        leave_by_tab(ctx);
    }

    /// The shortcuts that work now, the most specific and those of the focused part first.
    fn heard(&self, ctx: &egui::Context) -> Vec<(CommandId, &'static egui::KeyboardShortcut)> {
        let desk = &self.desk;
        desk.tree_has_keys.set(self.tree_has_keys(ctx));
        let tour = self.presents().is_some_and(|step| step.is_some());
        let mut heard: Vec<_> = CommandId::ALL
            .iter()
            .filter(|named| match named.scope() {
                KeyScope::Talk => desk.presents && (tour || ALL_TALKS.contains(named)),
                _ if desk.presents && !IN_TALK.contains(named) => false,
                _ => desk.hears(**named),
            })
            .flat_map(|named| named.shortcuts().iter().map(move |keys| (*named, keys)))
            .collect();
        heard.sort_by_key(|(named, keys)| {
            let scope = match named.scope() {
                KeyScope::Talk => 0,
                KeyScope::Board | KeyScope::Recording => 1,
                KeyScope::Tree | KeyScope::Window => 2,
            };
            (std::cmp::Reverse(held(keys)), scope)
        });
        heard
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_a_browser_the_window_takes_its_own_shortcuts_and_leaves_the_others() {
        let none = [false; 3];
        let ctrl = [true, false, false];
        for (name, held) in [
            ("k", ctrl),
            ("F1", none),
            ("F5", [false, true, false]),
            ("f", [false, false, true]),
            ("C", [true, true, false]),
            ("ArrowLeft", [false, false, true]),
            ("h", none),
            ("3", none),
        ] {
            assert!(hears_key(name, held, false), "{name} {held:?}");
        }
        for (name, held) in [
            ("c", ctrl),
            ("v", ctrl),
            ("F5", none),
            ("r", ctrl),
            ("F12", none),
            ("Dead", none),
        ] {
            assert!(!hears_key(name, held, false), "{name} {held:?}");
        }
        assert!(!hears_key("h", none, true) && hears_key("k", ctrl, true));
        assert!(heard_key_names().iter().any(|name| name == "Shift+F5"));
    }
}
