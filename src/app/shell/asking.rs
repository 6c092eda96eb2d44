//! The prompt before something is lost, its display, and the actions after the answer; and the
//! overlay of a hovering file.

use eframe::egui::{self, Key, KeyboardShortcut, Modifiers};

use super::explorer::Explorer;
use crate::app::base::{
    Identified as _, Job, Stamp, Theme, file_name, ids, name_region, page, size, waker,
};
use crate::app::dialogs::keep_on_top;
use crate::app::dialogs::row::Asked;
use crate::app::document::{Next, Question, same_file, stop_typing};
use crate::app::intent::{Command, CommandId, MainView, PromptAnswer};
use crate::app::tools::exercise::ExercisePanel;
use crate::game::Refusal;

impl Explorer {
    /// Continues if nothing would be lost, otherwise shows the prompt.
    pub(crate) fn guard(&mut self, ctx: &egui::Context, next: Next) {
        self.end_visit(ctx);
        if self.desk.has_draft {
            self.desk.show_middle(MainView::Editor);
            let told =
                "The tree's text has changes that aren't applied: apply or discard them first";
            self.desk.tell(Err(Refusal::new(told, "")));
            ctx.request_repaint();
        } else if self.desk.fills_in {
            self.tools.one_mut::<ExercisePanel>().next = None;
            self.filing.question = Some(Question::Exercise(next));
            ctx.request_repaint();
        } else if matches!(next, Next::LeaveExercise) {
            self.resume(ctx, next);
        } else if self.desk.document.edits.is_changed() {
            // The unsaved work belongs to the original tree of the game.
            self.desk.return_home(ctx);
            self.settle();
            self.filing.next = None;
            self.filing.question = Some(Question::Unsaved(next));
            ctx.request_repaint();
        } else {
            self.resume(ctx, next);
        }
    }

    /// Continues, discarding unsaved work.
    pub(crate) fn resume(&mut self, ctx: &egui::Context, next: Next) {
        match next {
            Next::New(tree) => self.begin_new(ctx, tree),
            Next::Show(ready) => self.show_opened(ctx, *ready),
            Next::LeaveExercise => self.leave_exercise(),
            // A file that is being written is written whole first.
            Next::Quit if self.is_writing() => self.filing.quits = true,
            Next::Quit => {
                self.filing.closing = true;
                ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            }
        }
    }

    /// Continues after the changes were saved.
    pub(crate) fn after_saving(&mut self, ctx: &egui::Context, next: Next) {
        match next {
            // The content read before the file was saved is outdated.
            Next::Show(ready)
                if same_file(ready.path(), self.desk.document.words.path.as_deref()) =>
            {
                self.reload(ctx);
            }
            next => self.guard(ctx, next),
        }
    }

    /// Shows the tree again after an exercise, with its ratings.
    pub(crate) fn leave_exercise(&mut self) {
        self.tools.one_mut::<ExercisePanel>().leave(&mut self.desk);
        self.settle();
    }

    /// Acts on the answer.
    pub(crate) fn answer(&mut self, ctx: &egui::Context, answer: PromptAnswer) {
        match (self.filing.question.take(), answer) {
            (Some(Question::Unsaved(next)), PromptAnswer::Save) => {
                self.filing.next = Some(next);
                self.save(ctx);
            }
            (Some(Question::Unsaved(next)), PromptAnswer::Discard) => self.resume(ctx, next),
            (Some(Question::Exercise(next)), PromptAnswer::Save) => {
                let exercise = self.tools.one_mut::<ExercisePanel>();
                exercise.next = Some(next);
                exercise.ask_where(&mut self.desk, ctx, false);
            }
            (Some(Question::Exercise(next)), PromptAnswer::Discard) => {
                self.leave_exercise();
                self.guard(ctx, next);
            }
            (Some(Question::Changed(_)), PromptAnswer::ReadAgain) => {
                self.filing.discard = Some(self.desk.document.edits.moment());
                self.reload(ctx);
            }
            (Some(Question::Changed(found)), _) => {
                self.desk.document.words.stamp = found;
                self.desk.document.edits.differs();
            }
            (Some(Question::Replace(request)), PromptAnswer::Replace) => self.replace(ctx, request),
            (Some(Question::Replace(_)), PromptAnswer::SaveAs) => self.ask_where_to_save(ctx, None),
            (Some(Question::Replace(_)), _) => self.filing.next = None,
            (Some(Question::Unsaved(_) | Question::Exercise(_)) | None, _) => {}
        }
    }

    /// Keeps the window open as long as closing it would lose something.
    pub(crate) fn keep_open(&mut self, ctx: &egui::Context) {
        let asked = ctx.input(|input| input.viewport().close_requested());
        // A screenshot has nothing to lose, and no user to ask.
        if !asked || self.filing.closing || self.screenshot.is_some() {
            return;
        }
        self.end_visit(ctx);
        let lost = self.desk.document.edits.is_changed()
            || self.is_writing()
            || self.desk.fills_in
            || self.desk.has_draft;
        if lost || ctx.text_edit_focused() {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            if ctx.input(|input| input.viewport().minimized == Some(true)) {
                // The question has to be seen.
                ctx.send_viewport_cmd(egui::ViewportCommand::Minimized(false));
                ctx.send_viewport_cmd(egui::ViewportCommand::Focus);
            }
            stop_typing(ctx);
            self.desk.commands.push(Command::Named(CommandId::Quit));
            ctx.request_repaint();
        }
    }

    /// Checks for external changes of the file when the window gets the focus.
    pub(crate) fn watch_file(&mut self, ctx: &egui::Context) {
        let front = ctx.input(|input| {
            let came = |event: &egui::Event| matches!(event, egui::Event::WindowFocused(true));
            input.events.iter().any(came)
        });
        if !front || self.filing.look.is_some() || self.is_writing() {
            return;
        }
        if let Some(path) = self.desk.document.words.path.clone() {
            let label = "Checking file…".to_owned();
            let look = Job::spawn("doomtree-look", label, waker(ctx), async move |_| {
                Stamp::of(&path)
            });
            self.filing.look = look.ok().map(|look| (self.desk.opened, look));
        }
    }

    pub(crate) fn poll_look(&mut self, ctx: &egui::Context) {
        let look = self.filing.look.as_ref();
        let Some((number, answer)) = look.and_then(|(number, look)| Some((*number, look.poll()?)))
        else {
            return;
        };
        self.filing.look = None;
        let Ok(found) = answer else { return };
        // A file being written or read is changing anyway.
        let busy = self.is_writing() || self.opening.is_some();
        if number != self.desk.opened || busy || Stamp::same(found, self.desk.document.words.stamp)
        {
            return;
        }
        if found.is_none() {
            let name = self.desk.document.words.short();
            self.desk.document.words.stamp = None;
            self.desk.document.edits.differs();
            let what = format!("{name} was deleted from disk. Save it to keep it.");
            self.desk.tell(Err(Refusal::new(what, "")));
        } else if self.filing.question.is_none() {
            self.filing.question = Some(Question::Changed(found));
        }
        ctx.request_repaint();
    }

    /// Shows the open document in the window's title.
    pub(crate) fn show_title(&mut self, ctx: &egui::Context) {
        let words = &self.desk.document.words;
        let changed = if self.desk.document.edits.is_changed() {
            " •"
        } else {
            ""
        };
        let title = format!("{}{changed} — doomtree", words.short());
        if title != self.filing.title {
            page::show_title(&title);
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.filing.title = title;
        }
    }
}

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
            name_region(ui, ids::QUESTION);
            ui.set_width(440.0_f32.min(ui.ctx().content_rect().width() - 60.0));
            ui.add(egui::Label::new(egui::RichText::new(&asked.question).heading()).wrap());
            ui.add(egui::Label::new(egui::RichText::new(&asked.words).color(theme.dim)).wrap());
            ui.add_space(10.0);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                for (index, (answer, words, key)) in asked.answers.iter().enumerate() {
                    let mut button = egui::Button::new(*words).min_size(egui::vec2(0.0, 28.0));
                    let keys = key.map(|key| KeyboardShortcut::new(Modifiers::ALT, key));
                    if let Some(keys) = keys.as_ref().filter(|_| !self.desk.is_touched) {
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
