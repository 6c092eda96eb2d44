//! The text of a tree that is written down node by node, beside the tree: whoever changes it sees what
//! is wrong where it is wrong, and the ratings of the tree as it is now. Each change that is applied is
//! an edit that can be undone.

use eframe::egui::text::LayoutJob;
use eframe::egui::{self, FontId, Key, Modifiers, Stroke, TextEdit};

use crate::app::base::{Identified as _, Theme, framed, heading, ids};
use crate::app::intent::{Command, Root, Side};
use crate::app::parts::{Cx, Desk, Tool, marked};
use crate::game::{NotationError, OpenError};
use crate::games::{Setup, takes_script};
use crate::session::see;
use crate::words::capitalised;

/// A text of at most so many bytes is shown: it is laid out in every frame, and read with every letter
/// that is typed.
const MAX_SHOWN: usize = 100_000;
/// How many rows the field has at least.
const ROWS: usize = 12;

/// What the tab remembers as long as the window lives.
#[derive(Default)]
pub(crate) struct ScriptPanel {
    /// What is typed, and the tree that it was typed for.
    typed: Option<(u64, String)>,
    fault: Option<Fault>,
}

/// What is wrong with a text, and where.
#[derive(Debug, PartialEq, Eq)]
struct Fault {
    /// The byte at which it is wrong, where that is known.
    at: Option<usize>,
    words: String,
}

impl Fault {
    /// What is wrong with a script; nothing if it can be opened.
    fn of(setup: &Setup) -> Option<Self> {
        let error = see(setup).err()?;
        let at = match &error {
            OpenError::Notation(error) => {
                let text = setup.switches.script.as_deref();
                text.and_then(|text| place(text, error))
            }
            OpenError::Rules { .. } => None,
        };
        Some(Self {
            at,
            words: capitalised(&error.to_string()),
        })
    }
}

/// The byte of a text at which a fault is: its line and character are counted from 1.
fn place(text: &str, error: &NotationError) -> Option<usize> {
    let before = error.line?.checked_sub(1)?;
    let line = text.split_inclusive('\n').nth(before)?;
    let start = line.as_ptr() as usize - text.as_ptr() as usize;
    let letters = line.char_indices().nth(error.column.saturating_sub(1));
    Some(start + letters.map_or(line.trim_end().len(), |(at, _)| at))
}

impl Tool for ScriptPanel {
    fn side(&self) -> Option<Side> {
        Some(Side::Script)
    }

    fn offers_tab(&self, desk: &Desk) -> bool {
        takes_script(&desk.document.setup.game)
    }

    fn side_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        heading(ui, "The tree as text");
        let setup = &cx.document.setup;
        if !takes_script(&setup.game) {
            cx.small_ui(
                ui,
                "The open board comes from its game's rules. Open a script to change a tree node by \
                 node.",
            );
            return;
        }
        let script = setup.switches.script.as_deref().unwrap_or_default();
        if script.len() > MAX_SHOWN {
            cx.small_ui(
                ui,
                "This text is too long to be changed here: change it in its file, and open that.",
            );
            return;
        }
        let (mut text, changed) = match &self.typed {
            Some((_, typed)) => (typed.clone(), true),
            None => (script.to_owned(), false),
        };
        let response = self.field_ui(ui, cx, &mut text);
        let keys = response.has_focus()
            && ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
        if response.changed() {
            self.type_text(cx.desk, text.clone());
        }
        let fault = self.fault.as_ref().map(|fault| fault.words.clone());
        let can = changed && fault.is_none();
        ui.add_space(2.0);
        let apply = egui::Button::new("Apply").stroke(Stroke::new(1.0, cx.theme.line));
        let clicked = ui
            .add_enabled(can, apply)
            .identified(ids::SCRIPT_APPLY)
            .clicked();
        if changed && (keys || clicked) {
            self.apply(cx, &text);
        }
        match fault {
            Some(words) => {
                let words = egui::RichText::new(words).color(cx.theme.error);
                ui.add(egui::Label::new(words).wrap())
                    .identified(ids::SCRIPT_FAULT);
            }
            None => {
                cx.small_ui(ui, "Ctrl+Enter applies what is typed; undo takes it back.");
            }
        }
    }

    fn keep(&mut self, desk: &mut Desk) {
        // Another tree is open: what was typed was for the one before.
        if self.typed.take_if(|(tree, _)| *tree != desk.tree).is_some() {
            self.fault = None;
        }
    }
}

impl ScriptPanel {
    fn field_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, text: &mut String) -> egui::Response {
        let at = self.fault.as_ref().and_then(|fault| fault.at);
        let font = egui::TextStyle::Monospace.resolve(ui.style());
        let mut layouter = |ui: &egui::Ui, text: &dyn egui::TextBuffer, width: f32| {
            let mut job = underlined(text.as_str(), at, &font, cx.theme);
            job.wrap.max_width = width;
            ui.fonts_mut(|fonts| fonts.layout_job(job))
        };
        let field = TextEdit::multiline(text)
            .id_salt("script")
            .desired_width(f32::INFINITY)
            .desired_rows(ROWS)
            .layouter(&mut layouter);
        ui.scope(|ui| {
            framed(ui);
            ui.add(field)
        })
        .inner
        .identified(ids::SCRIPT)
    }

    /// Notes what was typed, and reads it.
    fn type_text(&mut self, desk: &Desk, text: String) {
        self.fault = Fault::of(&written(&desk.document.setup, &text));
        self.typed = Some((desk.tree, text));
    }

    /// Makes what was typed the open tree, if it is one.
    fn apply(&self, cx: &Cx<'_>, text: &str) {
        if self.fault.is_none() {
            let root = cx.document.root();
            let setup = written(&root.setup, text);
            cx.push(Command::EditRoot(Box::new(Root { setup, ..root })));
        }
    }
}

/// The same tree with another text.
fn written(setup: &Setup, text: &str) -> Setup {
    let mut setup = setup.clone();
    setup.switches.script = Some(text.to_owned());
    setup
}

/// A text whose line is underlined from a byte on.
fn underlined(text: &str, at: Option<usize>, font: &FontId, theme: &Theme) -> LayoutJob {
    let at = at.map_or(text.len(), |at| text.floor_char_boundary(at));
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    marked(text, at..end, font, theme)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Switches, scripted};

    fn fault(text: &str) -> Option<Fault> {
        let setup = Setup::of_board(scripted::NAME, Switches::default(), text, None);
        Fault::of(&setup)
    }

    #[test]
    fn a_fault_is_found_at_its_line_and_letter() {
        let good = "s a: left -> e, right -> f\ne end: 1 0\nf end: 0 1";
        assert_eq!(fault(good), None);
        let wrong = good.replace("right -> f", "right -> nowhere");
        let found = fault(&wrong).expect("a fault");
        let at = found.at.expect("its place");
        assert_eq!(&wrong[at..at + 7], "nowhere");
        let second = good.replace("1 0", "1 x");
        let at = fault(&second)
            .and_then(|fault| fault.at)
            .expect("its place");
        assert!(second[at..].starts_with('x'));
    }

    #[test]
    fn a_fault_behind_the_last_letter_lies_at_the_end() {
        let error = NotationError {
            what: String::new(),
            line: Some(2),
            column: 99,
            remedy: String::new(),
        };
        assert_eq!(place("ä b\nc d", &error), Some("ä b\nc d".len()));
        assert_eq!(place("one line", &error), None);
    }
}
