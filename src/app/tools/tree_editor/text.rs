//! The text of the tree beside it, with errors marked where they are; and other texts of the
//! editor. A valid text is applied as soon as the keyboard leaves it; an invalid one stays until it
//! is applied or discarded.

use eframe::egui::text::LayoutJob;
use eframe::egui::{self, FontId, Key, Modifiers, Stroke, TextEdit};

use super::TreeEditor;
use crate::app::base::{Identified as _, Theme, fault_text, framed, ids};
use crate::app::intent::{Command, TreeEdit};
use crate::app::parts::{Cx, Desk, marked, show_focused};
use crate::game::{NotationError, OpenError};
use crate::games::scripted::Missing;
use crate::games::{Setup, takes_script};
use crate::session::setup_position;

/// Maximum bytes of a text that is shown: it is laid out in every frame, and parsed on every key.
pub(super) const MAX_SHOWN: usize = 100_000;
/// Minimum number of rows of the field.
const ROWS: usize = 12;
/// Its initial width …
const WIDE: f32 = 280.0;
/// … and the minimum width of the editor for showing it by default.
const NARROW: f32 = 1_150.0;

/// The text beside the tree.
#[derive(Default)]
pub(super) struct TextBeside {
    /// Whether the user has shown or hidden it; `None`: it is shown if there is space.
    chosen: Option<bool>,
    is_roomy: bool,
    /// The typed text, if it differs from the tree's text.
    typed: Option<String>,
    fault: Option<Fault>,
}

/// The error of a text, and its place.
#[derive(Debug, PartialEq, Eq)]
struct Fault {
    /// The byte at which it is wrong, where that is known.
    at: Option<usize>,
    text: String,
}

impl Fault {
    /// The error of a script; `None` if it can be opened.
    fn of(setup: &Setup) -> Option<Self> {
        let error = setup_position(setup).err()?;
        let at = match &error {
            OpenError::Notation(error) => {
                let text = setup.switches.script.as_deref();
                text.and_then(|text| error_index(text, error))
            }
            OpenError::Rules { .. } => None,
        };
        Some(Self {
            at,
            text: fault_text(&error),
        })
    }
}

/// The byte of a text at which a fault is: its line and character are counted from 1.
fn error_index(text: &str, error: &NotationError) -> Option<usize> {
    let before = error.line?.checked_sub(1)?;
    let line = text.split_inclusive('\n').nth(before)?;
    let start = line.as_ptr() as usize - text.as_ptr() as usize;
    let letters = line.char_indices().nth(error.column.saturating_sub(1));
    Some(start + letters.map_or(line.trim_end().len(), |(at, _)| at))
}

impl TextBeside {
    /// Whether it is shown beside the tree.
    pub fn is_shown(&self) -> bool {
        // An unapplied text stays visible.
        self.is_draft() || self.chosen.unwrap_or(self.is_roomy)
    }

    /// Shows it or hides it.
    pub fn toggle(&mut self) {
        self.chosen = Some(!self.is_shown());
    }

    /// Sets the width of the whole editor.
    pub fn set_room(&mut self, width: f32) {
        self.is_roomy = width >= NARROW;
    }

    /// Whether something was typed that isn't the tree.
    pub fn is_draft(&self) -> bool {
        self.typed.is_some()
    }
}

impl TreeEditor {
    /// The text that was typed and isn't applied.
    pub(crate) fn draft(&self) -> Option<&str> {
        self.text.typed.as_deref()
    }

    /// Shows such a text again beside its tree.
    pub(crate) fn restore_draft(&mut self, desk: &mut Desk, text: String) {
        if takes_script(&desk.document.setup.game) {
            self.begin(desk);
            self.text.fault = Fault::of(&written(&desk.document.setup, &text));
            self.text.typed = Some(text);
        }
    }

    /// The text beside the tree.
    pub(super) fn text_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        if !self.text.is_shown() {
            return;
        }
        let frame = egui::Frame::new().fill(cx.theme.panel).inner_margin(14);
        egui::Panel::left("own tree text")
            .default_size(WIDE)
            .size_range(200.0..=520.0)
            .frame(frame)
            .show(ui, |ui| self.text_rows_ui(ui, cx));
    }

    pub(super) fn text_rows_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        cx.headed_ui(ui, "As text", |ui| {
            ui.label(cx.small("edits both ways"));
        });
        egui::ScrollArea::vertical()
            .auto_shrink(false)
            .show(ui, |ui| {
                show_focused(ui);
                self.text.ui(ui, cx);
            });
    }
}

impl TextBeside {
    fn ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let setup = &cx.document.setup;
        let script = setup.switches.script.as_deref().unwrap_or_default();
        if script.len() > MAX_SHOWN {
            let phrase = "This text is too long to edit here. Edit its file, and open it again.";
            cx.small_ui(ui, phrase);
            return;
        }
        let mut text = self.typed.clone().unwrap_or_else(|| script.to_owned());
        let response = self.field_ui(ui, cx, &mut text);
        let keys = response.has_focus()
            && ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
        if response.changed() {
            self.fault = Fault::of(&written(setup, &text));
            self.typed = (text != script).then(|| text.clone());
        }
        let applies = keys || response.lost_focus();
        if self.typed.is_some() && self.fault.is_none() && applies {
            self.apply(cx, text.clone());
        }
        ui.add_space(2.0);
        self.buttons_ui(ui, cx, &text);
    }

    fn buttons_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, text: &str) {
        if let Some(fault) = &self.fault {
            let phrase = egui::RichText::new(&fault.text).color(cx.theme.error);
            ui.add(egui::Label::new(phrase).wrap())
                .identified(ids::SCRIPT_FAULT);
        }
        let can = self.typed.is_some() && self.fault.is_none();
        ui.horizontal(|ui| {
            let apply = egui::Button::new("Apply").stroke(Stroke::new(1.0, cx.theme.line));
            let response = ui.add_enabled(can, apply).identified(ids::SCRIPT_APPLY);
            if response.clicked() && can {
                self.apply(cx, text.to_owned());
            }
            let discard = egui::Button::new("Discard").stroke(Stroke::new(1.0, cx.theme.line));
            let response = ui.add_enabled(self.is_draft(), discard);
            if response.identified(ids::SCRIPT_DISCARD).clicked() {
                self.typed = None;
                self.fault = None;
            }
        });
        if self.is_draft() {
            cx.small_ui(ui, "Not applied yet. Ctrl+Enter applies it.");
        }
    }

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
        let response = ui.scope(|ui| {
            framed(ui);
            ui.add(field)
        });
        let response = response.inner.identified(ids::SCRIPT);
        ui.ctx()
            .accesskit_node_builder(response.id, |node| node.set_label("As text"));
        response
    }

    /// Replaces the tree by the typed text.
    fn apply(&mut self, cx: &Cx<'_>, script: String) {
        self.typed = None;
        self.fault = None;
        let message = "the text".to_owned();
        let edit = TreeEdit {
            script,
            message,
            renamed: None,
        };
        cx.push(Command::EditTree(Box::new(edit)));
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

/// The text of an unfinished node instead of a rating.
pub(super) fn short(lack: &Missing) -> &'static str {
    match lack {
        Missing::Payoff => "payoff?",
        Missing::Moves => "moves?",
        Missing::Probability | Missing::Sum(_) => "sum?",
        Missing::Below => "not rated",
    }
}

/// How to finish it, line by line.
pub(super) fn remedy(lack: &Missing) -> Vec<String> {
    let what = match lack {
        Missing::Payoff => {
            let lines = [
                "Type a payoff, or press Tab",
                "to add a move. Until then",
                "it is left out.",
            ];
            return lines.map(str::to_owned).to_vec();
        }
        Missing::Moves => "Press Tab to add a move.".to_owned(),
        Missing::Probability => "A branch has no probability.".to_owned(),
        Missing::Sum(Some(sum)) => format!("The probabilities sum to {sum}, not 1."),
        Missing::Sum(None) => "The probabilities don't sum to 1.".to_owned(),
        Missing::Below => "What follows isn't finished.".to_owned(),
    };
    vec![what, "Until then it is left out.".to_owned()]
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
        assert_eq!(error_index("ä b\nc d", &error), Some("ä b\nc d".len()));
        assert_eq!(error_index("one line", &error), None);
    }
}
