//! The dialogs for a path: open, save and export, each with a line to type in, so that they work
//! where the system has no dialog of its own.

use eframe::egui::{self, Key};

use super::picker::Picker;
use crate::app::command::Command;
use crate::app::files::path_of;
use crate::app::theme::{Theme, size};

/// What is done with the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    Open,
    Save,
    Export,
}

/// A path, or for opening a position, that is being typed.
pub struct PathDialog {
    pub(super) use_: Use,
    /// What is typed.
    pub(super) text: String,
    /// Why what was typed before can't be opened.
    pub(super) error: Option<String>,
    /// The path of which the user knows that a file is there already.
    pub(super) known: Option<String>,
    /// The system's dialog, if it is open too.
    pub(super) picker: Option<Picker>,
    /// Whether the line has had the focus given.
    pub(super) focused: bool,
}

impl PathDialog {
    pub(super) fn new(use_: Use, text: String, error: Option<String>) -> Self {
        Self {
            use_,
            text,
            error,
            known: None,
            picker: None,
            focused: false,
        }
    }

    /// Shows the dialog; `false` when it is done.
    pub(super) fn ui(
        &mut self,
        ui: &mut egui::Ui,
        theme: &Theme,
        commands: &mut Vec<Command>,
    ) -> bool {
        let (heading, words, label) = match self.use_ {
            Use::Open => (
                "Open",
                "A board or tree file, a script, or a position such as b2b2/a2b1 a",
                "File or position",
            ),
            Use::Save => (
                "Save as",
                "A name that ends in .board.json keeps the board, one that ends in .tree.json the \
                 tree as it is unfolded.",
                "File",
            ),
            Use::Export => (
                "Export",
                "The ending tells the format: .tree.json, .positions.json, .board.json, .txt, \
                 .dot or .svg. What is unfolded is written.",
                "File",
            ),
        };
        ui.heading(heading);
        ui.label(egui::RichText::new(words).color(theme.dim));
        let asked = self.line_ui(ui, label, heading);
        if let Some(error) = &self.error {
            ui.label(egui::RichText::new(error).color(theme.error));
        }
        if self.use_ == Use::Open {
            if asked == Some(true) {
                commands.push(Command::OpenText(self.text.clone()));
            }
            return asked.is_none();
        }
        let path = path_of(self.text.trim());
        let there = path.exists();
        let mut done = asked.is_some();
        if asked == Some(true) && there && self.known.as_ref() != Some(&self.text) {
            // What is there is not replaced before the user knows of it.
            self.known = Some(self.text.clone());
            self.focused = false;
            done = false;
        } else if asked == Some(true) {
            commands.push(if self.use_ == Use::Save {
                Command::SaveTo(path)
            } else {
                Command::ExportTo(path)
            });
        }
        if there && self.known.as_ref() == Some(&self.text) {
            let words = format!(
                "There is such a file: {} again to replace it",
                heading.to_lowercase()
            );
            ui.label(egui::RichText::new(words).color(theme.error));
        }
        !done
    }

    /// The line with its buttons: `Some(true)` to go ahead, `Some(false)` to give up.
    fn line_ui(&mut self, ui: &mut egui::Ui, label: &str, action: &str) -> Option<bool> {
        let mut done = None;
        let name = ui.label(egui::RichText::new(label).size(size::SMALL));
        let line = ui
            .add(egui::TextEdit::singleline(&mut self.text).desired_width(f32::INFINITY))
            .labelled_by(name.id);
        if !std::mem::replace(&mut self.focused, true) {
            line.request_focus();
        }
        let entered = line.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let asking = self.picker.is_some();
            let browse = ui.add_enabled(!asking, egui::Button::new("Browse…"));
            if browse.clicked() {
                let save_as = (self.use_ != Use::Open).then(|| self.text.clone());
                self.picker = Picker::ask(ui.ctx(), save_as);
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let ready = !self.text.trim().is_empty();
                let go = egui::Button::new(action).stroke(ui.visuals().widgets.active.bg_stroke);
                if ui.add_enabled(ready, go).clicked() || (entered && ready) {
                    done = Some(true);
                }
                if ui.button("Cancel").clicked() {
                    done = Some(false);
                }
            });
        });
        if let Some(answer) = self.picker.as_ref().and_then(Picker::poll) {
            self.picker = None;
            if let Some(path) = answer {
                self.text = path.to_string_lossy().into_owned();
            }
        }
        done
    }
}
