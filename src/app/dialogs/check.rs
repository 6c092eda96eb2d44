//! The dialog of a check: the source is a file, a text, or a program that answers.

use std::path::PathBuf;

use eframe::egui;

use super::browser::{Browser, ListKeys, Picked};
use super::files::{FileAction, FileChooser, System, text_box_ui};
use crate::app::base::{Identified as _, framed, ids, name_region, page, text_field};
use crate::app::intent::{CheckSource, Command};
use crate::app::parts::{Cx, Desk};

/// Maximum timeout for an answer of a program, in seconds.
const MAX_SECONDS: u64 = 3_600;

/// The kind of source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    File,
    Program,
}

/// The dialog and its input.
pub struct CheckDialog {
    who: Who,
    /// A path, or the text itself.
    text: String,
    command: String,
    seconds: u64,
    files: FileChooser,
}

impl CheckDialog {
    pub(super) fn new(ctx: &egui::Context, desk: &Desk) -> Self {
        let mut dialog = Self {
            who: Who::File,
            text: String::new(),
            command: String::new(),
            seconds: 10,
            files: FileChooser::new(Browser::new(ctx, desk.first_folder(), false).also(".jsonl")),
        };
        match &desk.checked {
            Some(CheckSource::File(path)) => dialog.text = path.to_string_lossy().into_owned(),
            Some(CheckSource::Text(text)) => dialog.text.clone_from(text),
            Some(CheckSource::Program { command, seconds }) => {
                dialog.who = Who::Program;
                dialog.command.clone_from(command);
                dialog.seconds = *seconds;
            }
            None => {}
        }
        dialog
    }

    /// Whether something is being read for it.
    pub(super) fn is_busy(&self) -> bool {
        self.files.browser.is_busy()
    }

    /// The source, if the input is complete.
    fn source(&self) -> Option<CheckSource> {
        match self.who {
            Who::File => {
                let text = self.text.trim();
                let is_text = text.contains('\n') || text.starts_with(['{', '(']);
                match text {
                    "" => None,
                    _ if is_text => Some(CheckSource::Text(self.text.clone())),
                    path => Some(CheckSource::File(PathBuf::from(path))),
                }
            }
            Who::Program => {
                let command = self.command.trim().to_owned();
                let seconds = self.seconds;
                (!command.is_empty()).then_some(CheckSource::Program { command, seconds })
            }
        }
    }

    /// Shows the dialog; `false` when it is done.
    pub(crate) fn ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) -> bool {
        name_region(ui, ids::CHECK_DIALOG);
        self.files.browser.poll();
        let (keys, entered) = self.take_keys(ui);
        ui.heading("Check a program");
        let text = "Your program's output for the open board is compared with the chosen rules.";
        ui.add(egui::Label::new(cx.dim(text)).wrap());
        // A page can't run a program.
        if !page::IN_BROWSER {
            self.who_ui(ui);
        }
        let height = (ui.ctx().content_rect().height() - 400.0).clamp(90.0, 260.0);
        let picked = match self.who {
            Who::File => self.file_ui(ui, cx, height, keys),
            Who::Program => {
                self.program_ui(ui, cx);
                None
            }
        };
        if let Some(path) = picked {
            cx.push(Command::Check(Box::new(CheckSource::File(path))));
            return false;
        }
        ui.add_space(6.0);
        let source = self.source();
        let action = FileAction {
            text: "Check",
            id: ids::CHECK_IT,
            ready: source.is_some(),
            entered,
            system: match self.who {
                Who::File => System::Read,
                Who::Program => System::None,
            },
        };
        let done = self.files.buttons_ui(ui, &action);
        if let Some(path) = self.files.system_path() {
            cx.push(Command::Check(Box::new(CheckSource::File(path))));
            return false;
        }
        match (done, source) {
            (Some(true), Some(source)) => {
                cx.push(Command::Check(Box::new(source)));
                false
            }
            (Some(false), _) => false,
            _ => true,
        }
    }

    /// Chooses the kind of source.
    fn who_ui(&mut self, ui: &mut egui::Ui) {
        ui.horizontal(|ui| {
            framed(ui);
            for (who, text) in [
                (Who::File, "A tree or ratings"),
                (Who::Program, "A running program"),
            ] {
                let button = egui::Button::new(text).selected(self.who == who);
                let response = ui
                    .add(button)
                    .chosen(egui::Role::RadioButton, self.who == who, text)
                    .identified(&ids::checked(who == Who::Program));
                if response.clicked() {
                    self.who = who;
                    self.files.focus_again();
                }
            }
        });
    }

    /// The keys of the list, and whether Enter was pressed to start the check.
    fn take_keys(&self, ui: &egui::Ui) -> (ListKeys, bool) {
        let chosen = self.who == Who::File && self.files.browser.has_chosen();
        self.files
            .take_keys(ui, (box_id(), &self.text), chosen, false)
    }

    /// The path of the file; returns a file chosen from the list.
    fn file_ui(
        &mut self,
        ui: &mut egui::Ui,
        cx: &Cx<'_>,
        height: f32,
        keys: ListKeys,
    ) -> Option<PathBuf> {
        let words = (
            "File, or the text itself",
            "A path, or a pasted tree or ratings",
        );
        let field =
            text_box_ui(ui, cx, (box_id(), &mut self.text), words, 4).identified(ids::TO_CHECK);
        self.files.choose_ui(ui);
        self.files.focus(ui, &field);
        if field.changed() {
            self.files.browser.choose_none();
        }
        let text = "Accepted: JSON trees (doomtree, networkx node-link), Lisp trees, and JSON Lines \
                     with a position and its rating or moves.";
        cx.small_ui(ui, text);
        match self.files.browser.ui(ui, cx, height, keys) {
            Some(Picked::Taken(path)) => Some(path),
            Some(Picked::Chosen(path)) => {
                self.text = path.to_string_lossy().into_owned();
                None
            }
            None => None,
        }
    }

    /// The command to run.
    fn program_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let name = ui.label(cx.small("Command")).id;
        let field = text_field(&mut self.command)
            .id(box_id())
            .hint_text("python3 rate.py")
            .desired_width(f32::INFINITY);
        let field = ui.add(field).labelled_by(name).identified(ids::TO_CHECK);
        self.files.focus(ui, &field);
        let text = "Runs once in a shell, with your permissions. It receives lines such as \
                     {\"position\":\"b2b2/a2b1 a\"} and must answer each with one line containing \
                     moves, a rating, or both. Smaller boards are then checked too.";
        cx.small_ui(ui, text);
        ui.horizontal(|ui| {
            let name = ui.label("Timeout per answer");
            framed(ui);
            let field = egui::DragValue::new(&mut self.seconds)
                .range(1..=MAX_SECONDS)
                .suffix(" s");
            ui.add(field).labelled_by(name.id);
        });
    }
}

fn box_id() -> egui::Id {
    egui::Id::unique("what to check")
}
