//! Shows the prompt, and the overlay of a hovering file.

use eframe::egui::{self, Key, KeyboardShortcut, Modifiers};

use super::explorer::Explorer;
use crate::app::base::{Identified as _, Theme, file_name, ids, part, size};
use crate::app::dialogs::keep_on_top;
use crate::app::dialogs::question::Asked;
use crate::app::document::{Next, Question};
use crate::app::intent::{Command, PromptAnswer};

impl Explorer {
    fn asked(&self) -> Option<Asked> {
        let name = self.desk.document.words.short();
        let changed = self.desk.document.edits.is_changed();
        Some(match self.filing.question.as_ref()? {
            Question::Exercise(_) => Asked {
                question: "Save your answers?".to_owned(),
                words: "Otherwise they are lost.".to_owned(),
                answers: vec![
                    (PromptAnswer::Save, "Save", None),
                    (PromptAnswer::Discard, "Don't save", Some(Key::D)),
                    (PromptAnswer::Cancel, "Cancel", None),
                ],
            },
            Question::Unsaved(next) => Asked {
                question: format!("Save the changes to {name}?"),
                words: match next {
                    Next::Quit | Next::LeaveExercise | Next::New(_) => {
                        "Otherwise they are lost.".to_owned()
                    }
                    Next::Show(ready) => match ready.path() {
                        Some(path) => format!("They are lost when {} is opened.", file_name(path)),
                        None => "Otherwise they are lost.".to_owned(),
                    },
                },
                answers: vec![
                    (PromptAnswer::Save, "Save", None),
                    (PromptAnswer::Discard, "Don't save", Some(Key::D)),
                    (PromptAnswer::Cancel, "Cancel", None),
                ],
            },
            Question::Changed(_) => Asked {
                question: format!("{name} was changed by another program"),
                words: if changed {
                    "Reloading discards your changes here.".to_owned()
                } else {
                    "You have no unsaved changes here.".to_owned()
                },
                answers: vec![
                    (PromptAnswer::ReadAgain, "Reload", None),
                    (PromptAnswer::Keep, "Keep mine", None),
                ],
            },
            Question::Replace(_) => Asked {
                question: format!("{name} was changed by another program"),
                words: "Replacing it discards the other program's changes.".to_owned(),
                answers: vec![
                    (PromptAnswer::SaveAs, "Save as…", None),
                    (PromptAnswer::Replace, "Replace it", Some(Key::R)),
                    (PromptAnswer::Cancel, "Cancel", None),
                ],
            },
        })
    }

    /// Shows the open question.
    pub(crate) fn question_ui(&mut self, ctx: &egui::Context, theme: &Theme) {
        let Some(asked) = self.asked() else {
            return;
        };
        let mut answered = None;
        let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(18.0);
        let modal = crate::app::dialogs::modal(egui::Id::unique("question")).frame(frame);
        let modal = modal.show(ctx, |ui| {
            part(ui, ids::QUESTION);
            ui.set_width(440.0_f32.min(ui.ctx().content_rect().width() - 60.0));
            ui.add(egui::Label::new(egui::RichText::new(&asked.question).heading()).wrap());
            ui.add(egui::Label::new(egui::RichText::new(&asked.words).color(theme.dim)).wrap());
            ui.add_space(10.0);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                for (index, (answer, words, key)) in asked.answers.iter().enumerate() {
                    let mut button = egui::Button::new(*words).min_size(egui::vec2(0.0, 28.0));
                    let keys = key.map(|key| KeyboardShortcut::new(Modifiers::ALT, key));
                    if let Some(keys) = &keys {
                        let keys = egui::RichText::new(ctx.format_shortcut(keys));
                        button = button.shortcut_text(keys.size(size::SMALL));
                    }
                    let line = if index == 0 {
                        ui.visuals().widgets.active.bg_stroke
                    } else {
                        ui.visuals().widgets.noninteractive.bg_stroke
                    };
                    let response = ui
                        .add(button.stroke(line))
                        .called(egui::Role::Button, *words)
                        .identified(&answer.id());
                    let focused = ui.memory(egui::Memory::focused);
                    if index == 0 && focused.is_none() {
                        // Enter presses it.
                        response.request_focus();
                    }
                    // A letter alone may have been typed for something else.
                    let pressed = keys
                        .is_some_and(|keys| ui.input_mut(|input| input.consume_shortcut(&keys)));
                    if response.clicked() || pressed {
                        answered = Some(*answer);
                    }
                }
            });
        });
        keep_on_top(ctx, &modal.response);
        if modal.should_close() {
            answered = answered.or(asked.answers.last().map(|(answer, ..)| *answer));
        }
        if let Some(answer) = answered {
            self.desk.commands.push(Command::Answer(answer));
            // The next keys walk the tree again.
            if let Some(id) = ctx.memory(egui::Memory::focused) {
                ctx.memory_mut(|memory| memory.surrender_focus(id));
            }
        }
    }
}
