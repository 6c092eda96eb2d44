//! The open dialog; the prompt before something is lost, its display, and the actions after the answer;
//! and the overlay of a hovering file.

use eframe::egui::{self, Key, KeyboardShortcut, Modifiers};

use super::explorer::Explorer;
use super::menu::close_drawer;
use super::panels::BAR;
use crate::app::base::{
    Identified as _, Job, Stamp, Theme, file_name, ids, name_region, page, size, waker,
};
use crate::app::dialogs::row::Prompt;
use crate::app::dialogs::{Dialog, display, keep_on_top, modal, open, palette};
use crate::app::document::{AfterPrompt, SavePrompt, same_file, stop_typing};
use crate::app::intent::{Command, CommandId, MainView, PromptAnswer};
use crate::app::parts::{Cx, show_focused};
use crate::app::tools::exercise::ExercisePanel;
use crate::game::Refusal;

impl Explorer {
    /// Continues if nothing would be lost, otherwise shows the prompt.
    pub(crate) fn guard(&mut self, ctx: &egui::Context, next: AfterPrompt) {
        self.end_visit(ctx);
        if self.desk.has_draft {
            self.desk.show_middle(MainView::Editor);
            let message =
                "The tree's text has changes that aren't applied: apply or discard them first";
            self.desk.tell(Err(Refusal::new(message, "")));
            ctx.request_repaint();
        } else if self.desk.fills_in {
            self.tools.one_mut::<ExercisePanel>().next = None;
            self.filing.question = Some(SavePrompt::Exercise(next));
            ctx.request_repaint();
        } else if matches!(next, AfterPrompt::LeaveExercise) {
            self.resume(ctx, next);
        } else if self.desk.document.edits.is_changed() {
            // The unsaved work belongs to the original tree of the game.
            self.desk.return_home(ctx);
            self.settle();
            self.filing.next = None;
            self.filing.question = Some(SavePrompt::Unsaved(next));
            ctx.request_repaint();
        } else {
            self.resume(ctx, next);
        }
    }

    /// Continues, discarding unsaved work.
    pub(crate) fn resume(&mut self, ctx: &egui::Context, next: AfterPrompt) {
        match next {
            AfterPrompt::New(tree) => self.begin_new(ctx, tree),
            AfterPrompt::Show(ready) => self.show_opened(ctx, *ready),
            AfterPrompt::LeaveExercise => self.leave_exercise(),
            // A file that is being written is written whole first.
            AfterPrompt::Quit if self.is_writing() => self.filing.quits = true,
            AfterPrompt::Quit => {
                self.filing.closing = true;
                ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            }
        }
    }

    /// Continues after the changes were saved.
    pub(crate) fn after_saving(&mut self, ctx: &egui::Context, next: AfterPrompt) {
        match next {
            // The content read before the file was saved is outdated.
            AfterPrompt::Show(ready)
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
            (Some(SavePrompt::Unsaved(next)), PromptAnswer::Save) => {
                self.filing.next = Some(next);
                self.save(ctx);
            }
            (Some(SavePrompt::Unsaved(next)), PromptAnswer::Discard) => self.resume(ctx, next),
            (Some(SavePrompt::Exercise(next)), PromptAnswer::Save) => {
                let exercise = self.tools.one_mut::<ExercisePanel>();
                exercise.next = Some(next);
                exercise.ask_where(&mut self.desk, ctx, false);
            }
            (Some(SavePrompt::Exercise(next)), PromptAnswer::Discard) => {
                self.leave_exercise();
                self.guard(ctx, next);
            }
            (Some(SavePrompt::Changed(_)), PromptAnswer::ReadAgain) => {
                self.filing.discard = Some(self.desk.document.edits.moment());
                self.reload(ctx);
            }
            (Some(SavePrompt::Changed(found)), _) => {
                self.desk.document.words.stamp = found;
                self.desk.document.edits.differs();
            }
            (Some(SavePrompt::Replace(request)), PromptAnswer::Replace) => {
                self.replace(ctx, request)
            }
            (Some(SavePrompt::Replace(_)), PromptAnswer::SaveAs) => {
                self.ask_where_to_save(ctx, None)
            }
            (Some(SavePrompt::Replace(_)), _) => self.filing.next = None,
            (Some(SavePrompt::Unsaved(_) | SavePrompt::Exercise(_)) | None, _) => {}
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
            self.filing.question = Some(SavePrompt::Changed(found));
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
    fn asked(&self) -> Option<Prompt> {
        let name = self.desk.document.words.short();
        let changed = self.desk.document.edits.is_changed();
        Some(match self.filing.question.as_ref()? {
            SavePrompt::Exercise(_) => Prompt {
                question: "Save your answers?".to_owned(),
                words: "Otherwise they are lost.".to_owned(),
                answers: vec![
                    (PromptAnswer::Save, "Save", None),
                    (PromptAnswer::Discard, "Don't save", Some(Key::D)),
                    (PromptAnswer::Cancel, "Cancel", None),
                ],
            },
            SavePrompt::Unsaved(next) => Prompt {
                question: format!("Save the changes to {name}?"),
                words: match next {
                    AfterPrompt::Quit | AfterPrompt::LeaveExercise | AfterPrompt::New(_) => {
                        "Otherwise they are lost.".to_owned()
                    }
                    AfterPrompt::Show(ready) => match ready.path() {
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
            SavePrompt::Changed(_) => Prompt {
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
            SavePrompt::Replace(_) => Prompt {
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
                for (index, (answer, text, key)) in asked.answers.iter().enumerate() {
                    let mut button = egui::Button::new(*text).min_size(egui::vec2(0.0, 28.0));
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
                        .called(egui::Role::Button, *text)
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

/// The space above and below a dialog with its frame, and the height that every dialog fits in.
const AROUND: f32 = 60.0;

const HIGH: f32 = 480.0;

impl Explorer {
    /// Closes the menu or the dialog that is open over the window; returns whether there is one.
    pub(crate) fn close_top(&mut self, ctx: &egui::Context) -> bool {
        let dialog = self.dialog.take();
        if dialog.is_some() {
            // What would have followed a save is canceled.
            self.filing.next = None;
        }
        dialog.is_some() || close_drawer(ctx)
    }

    /// Shows the open dialog, and closes it when it is done.
    pub(crate) fn dialog_ui(&mut self, ctx: &egui::Context, theme: &Theme) {
        let Some(mut dialog) = self.dialog.take() else {
            return;
        };
        let view = self.desk.view();
        let cx = Cx::new(theme, &self.desk, &view);
        let before = self.desk.commands.len();
        let mut open = true;
        let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(18.0);
        let modal = modal(egui::Id::unique("dialog")).frame(frame);
        let modal = modal.show(ctx, |ui| {
            ui.set_width(
                dialog
                    .width(self.desk.is_slim)
                    .min(ui.ctx().content_rect().width() - 60.0),
            );
            // Buttons in a dialog show where they end.
            let widgets = &mut ui.style_mut().visuals.widgets;
            for widget in [&mut widgets.inactive, &mut widgets.hovered] {
                widget.bg_stroke = egui::Stroke::new(1.0, theme.line);
            }
            let mut show = |ui: &mut egui::Ui| match &mut dialog {
                Dialog::Open(open) => open.ui(ui, &cx),
                Dialog::Check(check) => check.ui(ui, &cx),
                Dialog::Export(export) => export.ui(ui, &cx),
                Dialog::Write(write) => write.ui(ui, &cx),
                Dialog::Palette(palette) => palette.ui(ui, &cx),
                Dialog::Guide(guide) => guide.ui(ui, &cx),
                Dialog::Recover(recover) => recover.ui(ui, &cx),
                Dialog::New => open::begin_ui(ui, &cx),
                Dialog::Keys => palette::keys_ui(ui, &cx),
                Dialog::Display => display::display_ui(ui, &cx),
                Dialog::About => display::about_ui(ui, &cx),
            };
            // A low window, as a phone that is held across, scrolls it.
            let room = ui.ctx().content_rect().height() - AROUND;
            open = match self.desk.is_slim && room < HIGH {
                true => {
                    ui.set_max_height(room);
                    let scroll = egui::ScrollArea::vertical().max_height(room);
                    let shown = scroll.show(ui, |ui| {
                        // The bar has a place of its own.
                        ui.set_max_width(ui.available_width() - BAR);
                        show_focused(ui);
                        show(ui)
                    });
                    shown.inner
                }
                false => show(ui),
            };
        });
        let given_up = self.desk.commands.len() == before;
        keep_on_top(ctx, &modal.response);
        if open && !modal.should_close() {
            self.dialog = Some(dialog);
            return;
        }
        if given_up && matches!(&dialog, Dialog::Write(write) if write.saves()) {
            // The action that would have followed the save is canceled.
            self.filing.next = None;
        }
        if let Some(id) = ctx.memory(|memory| memory.focused()) {
            // The next keys walk the tree again.
            ctx.memory_mut(|memory| memory.surrender_focus(id));
        }
    }
}
