//! The display after a panic: a sentence above the status line, or an emergency page instead of
//! everything, drawn with as little of our own code as possible.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;

use eframe::egui;

use crate::app::base::{
    Cancelled, Failure, Identified as _, Theme, failed, first_folder, ids, is_missing, size,
};
use crate::app::document::Document;
use crate::app::shell::explorer::Explorer;
use crate::game::Refusal;
use crate::work::finished;

/// The width of the icon and the button beside the sentence above the status line.
const BESIDE: f32 = 110.0;

/// The page that replaces the window.
pub(crate) struct Page {
    failure: Failure,
    /// The typed path for saving the document.
    path: String,
    /// The result of saving it.
    saved: Option<Result<String, Refusal>>,
}

impl Page {
    pub fn new(failure: Failure, document: &Document) -> Self {
        let folder = first_folder(document.words.path.as_deref());
        Self {
            failure,
            path: free_name(&folder).to_string_lossy().into_owned(),
            saved: None,
        }
    }
}

/// A file name in the folder that doesn't exist yet.
fn free_name(folder: &Path) -> PathBuf {
    let names = (1..100).map(|number| match number {
        1 => "rescued.tree.json".to_owned(),
        number => format!("rescued-{number}.tree.json"),
    });
    let mut paths = names.map(|name| folder.join(name));
    let free = paths.find(|path| is_missing(path));
    free.unwrap_or_else(|| folder.join("rescued.tree.json"))
}

impl Explorer {
    /// The sentence on a panic that the window has outlived.
    pub(crate) fn failure_ui(&mut self, ui: &mut egui::Ui, theme: &Theme) {
        let Some((failure, others)) = &self.fallen.told else {
            return;
        };
        let mut words = failure.sentence();
        if *others > 0 {
            words = format!("{words} ({others} more came with it)");
        }
        let line = egui::Stroke::new(1.0, theme.line);
        let frame = egui::Frame::new().fill(theme.panel).stroke(line);
        let mut close = false;
        egui::Panel::bottom("failure")
            .frame(frame.inner_margin(egui::Margin::symmetric(12, 8)))
            .show(ui, |ui| {
                let wide = ui.available_width();
                let room = (wide - BESIDE).max(100.0);
                let font = egui::FontId::proportional(size::BODY);
                let words = ui.painter().layout(words, font, theme.text, room);
                let row = egui::vec2(wide, words.size().y.max(26.0));
                let centred = egui::Layout::left_to_right(egui::Align::Center);
                ui.allocate_ui_with_layout(row, centred, |ui| {
                    let sign = egui_material_icons::icons::ICON_ERROR.codepoint;
                    ui.label(egui::RichText::new(sign).size(18.0).color(theme.error));
                    let words = egui::Label::new(words).selectable(true);
                    ui.add(words).identified(ids::FAILURE);
                    let right = egui::Layout::right_to_left(egui::Align::Center);
                    ui.with_layout(right, |ui| {
                        let button = egui::Button::new("Close").stroke(line);
                        close = ui.add(button).identified(ids::FAILURE_CLOSE).clicked();
                    });
                });
            });
        if close {
            self.fallen.told = None;
        }
    }

    /// Whether the emergency page replaces the window.
    pub(crate) fn is_bare(&self) -> bool {
        self.fallen.page.is_some()
    }

    /// Everything done before a frame of the emergency page; unsaved work keeps it open.
    pub(crate) fn bare_logic(&mut self, ctx: &egui::Context) {
        if let Some(screenshot) = &mut self.screenshot {
            screenshot.step(ctx, true);
            return;
        }
        self.hear_the_end();
        let asked = ctx.input(|input| input.viewport().close_requested());
        if asked && !self.filing.closing && self.desk.document.edits.is_changed() {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            if let Some(page) = &mut self.fallen.page {
                let what = "your changes aren't saved yet";
                page.saved = Some(Err(Refusal::new(what, "save them, or quit without saving")));
            }
        }
    }

    /// The bare page.
    pub(crate) fn bare_ui(&mut self, ui: &mut egui::Ui) {
        let theme = Theme::of(ui.ctx());
        let is_changed = self.desk.document.edits.is_changed();
        let Some(page) = &mut self.fallen.page else {
            return;
        };
        let (mut save, mut again, mut quit) = (false, false, false);
        if ui.input(|input| input.modifiers.command && input.key_pressed(egui::Key::Q)) {
            ui.ctx().send_viewport_cmd(egui::ViewportCommand::Close);
        }
        let frame = egui::Frame::new().fill(theme.ground).inner_margin(32.0);
        egui::CentralPanel::default().frame(frame).show(ui, |ui| {
            let wide = ui.available_width().min(680.0);
            let at = (ui.available_width() - wide) / 2.0;
            ui.add_space((ui.available_height() - 330.0).max(0.0) / 3.0);
            ui.horizontal(|ui| {
                ui.add_space(at);
                ui.vertical(|ui| {
                    ui.set_width(wide);
                    (save, again, quit) = page.ui(ui, &theme, is_changed);
                });
            });
        });
        if save {
            self.rescue();
        }
        if again {
            self.fallen.page = None;
            let ctx = ui.ctx().clone();
            if !self.recover(&ctx, true) {
                // The next frame says so.
                ctx.request_repaint();
            }
        }
        if quit {
            self.filing.closing = true;
            ui.ctx().send_viewport_cmd(egui::ViewportCommand::Close);
        }
        if save || again {
            ui.ctx().request_repaint();
        }
    }

    /// Saves the document where it is typed on the bare page, while that waits.
    fn rescue(&mut self) {
        let Some(path) = self.fallen.page.as_ref().map(|page| page.path.clone()) else {
            return;
        };
        let path = PathBuf::from(path.trim());
        let path = std::path::absolute(&path).unwrap_or(path);
        let saved = catch_unwind(AssertUnwindSafe(|| self.write_rescued(&path)));
        let saved = saved.unwrap_or_else(|panic| Err(failed(&*panic).at("it can't be written")));
        if let Some(page) = &mut self.fallen.page {
            page.saved = Some(saved.map(|()| format!("Saved {}", path.display())));
        }
    }

    fn write_rescued(&mut self, path: &Path) -> Result<(), Refusal> {
        let format = self.format_to_save(path)?;
        if !is_missing(path) {
            let what = format!("{} already exists", path.display());
            return Err(Refusal::new(what, "choose another name"));
        }
        let snapshot = self.desk.snapshot();
        self.desk.document.edits.writing();
        let (never, count) = (Cancelled::default(), AtomicU64::new(0));
        finished(snapshot.write(path, format, &never, &count))?;
        self.desk.document.edits.written();
        Ok(())
    }
}

impl Page {
    /// Draws it; whether to save, to try again, to quit.
    fn ui(&mut self, ui: &mut egui::Ui, theme: &Theme, is_changed: bool) -> (bool, bool, bool) {
        let line = egui::Stroke::new(1.0, theme.line);
        // Text fields have a visible end, as in a dialog.
        let widgets = &mut ui.visuals_mut().widgets;
        for widget in [&mut widgets.inactive, &mut widgets.hovered] {
            widget.bg_stroke = line;
        }
        let button = |text: &'static str| {
            let button = egui::Button::new(text).stroke(line);
            button.min_size(egui::vec2(0.0, 30.0))
        };
        let label = |ui: &mut egui::Ui, text: &str, color| {
            let text = egui::RichText::new(text).size(14.0).color(color);
            ui.add(egui::Label::new(text).wrap().selectable(true))
        };
        let title = egui::RichText::new("The window can't be drawn");
        ui.label(title.size(22.0).color(theme.text));
        ui.add_space(8.0);
        let words = self.failure.sentence();
        label(ui, &words, theme.text).identified(ids::FAILURE);
        ui.add_space(20.0);
        let name = label(ui, "Save the document as", theme.dim);
        let mut save = false;
        ui.horizontal(|ui| {
            let room = ui.available_width() - 54.0;
            let field = egui::TextEdit::singleline(&mut self.path);
            let field = field.desired_width(room).margin(egui::vec2(8.0, 7.0));
            let field = ui.add(field).labelled_by(name.id);
            let entered = field.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
            field.identified(ids::RESCUE_PATH);
            save = ui.add(button("Save")).identified(ids::RESCUE).clicked() || entered;
        });
        if let Some(saved) = &self.saved {
            let (text, color) = match saved {
                Ok(text) => (text.clone(), theme.text),
                Err(why) => (why.to_string(), theme.error),
            };
            label(ui, &text, color).identified(ids::RESCUED);
        }
        ui.add_space(20.0);
        let (mut again, mut quit) = (false, false);
        ui.horizontal(|ui| {
            again = ui.add(button("Try again")).identified(ids::AGAIN).clicked();
            let leave = match is_changed {
                true => "Quit without saving",
                false => "Quit",
            };
            quit = ui.add(button(leave)).identified(ids::LEAVE).clicked();
        });
        (save, again, quit)
    }
}
