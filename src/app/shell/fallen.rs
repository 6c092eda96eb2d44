//! Handles a panic in a frame: it is caught, its likely cause is closed, and the window continues,
//! with a sentence above the status line. If that doesn't help, an emergency page replaces
//! everything, drawn with as little of our own code as possible.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use eframe::egui;

use super::explorer::Explorer;
use crate::app::base::{
    Account, Cancelled, Failure, Identified as _, Theme, debugged, failed, first_folder, held, ids,
    is_missing, short, size, text_field,
};
use crate::app::document::Document;
use crate::app::intent::{MainView, SidePanel};
use crate::app::tools::tour::TourPanel;
use crate::game::Refusal;
use crate::session::Action;
use crate::tree::{UnfoldingNode, Vertex};
use crate::work::finished;

/// Number of frames without a panic after which the next one is a new one.
const WELL: u32 = 3;
/// Maximum characters of a position, or of its rules, in a report.
const POSITION: usize = 500;
/// Maximum moves of a line, and characters of them, in a report.
const MOVES: usize = 300;

/// The state of the window after panics.
pub(crate) struct PanicRecovery {
    /// The failure shown above the status line until the user closes it, and the number of others
    /// with it.
    pub(crate) told: Option<(Failure, usize)>,
    /// The page that replaces the window.
    pub(crate) page: Option<EmergencyPage>,
    /// The number of frames without a panic since the last one.
    well: u32,
    /// The node that was selected in the last of them.
    selected: Option<UnfoldingNode>,
    /// The graph and the node in the stored account.
    accounted: Option<(usize, UnfoldingNode)>,
}

impl Default for PanicRecovery {
    fn default() -> Self {
        Self {
            told: None,
            page: None,
            well: WELL,
            selected: None,
            accounted: None,
        }
    }
}

impl Explorer {
    /// Runs a part of a frame and catches its panics. egui accepts an interrupted pass: it is
    /// discarded, and another one starts at once.
    pub(crate) fn guarded(&mut self, ctx: &egui::Context, part: impl FnOnce(&mut Self)) {
        let ended = catch_unwind(AssertUnwindSafe(|| part(self)));
        if let Err(panic) = ended {
            self.fall(ctx, Failure::caught(&*panic));
            ctx.request_discard("a panic left it halfway");
            ctx.request_repaint();
        }
    }

    /// A frame went well.
    pub(crate) fn stand(&mut self) {
        self.fallen.well = self.fallen.well.saturating_add(1);
        self.fallen.selected = Some(self.desk.document.session.selected());
    }

    fn fall(&mut self, ctx: &egui::Context, failure: Failure) {
        if let Some(screenshot) = &mut self.screenshot {
            screenshot.fail(Refusal::new(failure.sentence(), ""));
        }
        let again = std::mem::take(&mut self.fallen.well) < WELL;
        let gave_way = !again && self.recover(ctx, false);
        if gave_way {
            self.fallen.told = Some((failure, 0));
        } else {
            self.keep_after_panic();
            self.fallen.page = Some(EmergencyPage::new(failure, &self.desk.document));
        }
        // It is shown; the other failures are counted with it.
        held().untold = 0;
    }

    /// Closes the likely cause of a panic; `false` if that panics, too.
    pub(crate) fn recover(&mut self, ctx: &egui::Context, from_root: bool) -> bool {
        let closed = catch_unwind(AssertUnwindSafe(|| self.close_tools(ctx, from_root)));
        closed.is_ok()
    }

    fn close_tools(&mut self, ctx: &egui::Context, from_root: bool) {
        self.desk.commands.take();
        self.waiting.commands.clear();
        self.desk.pending_line = None;
        self.dialog = None;
        self.filing.question = None;
        self.filing.next = None;
        self.filing.quits = false;
        self.opening = None;
        let tour = self.tools.one_mut::<TourPanel>();
        tour.leave_talk(&mut self.desk, ctx);
        self.desk.compares = false;
        if !self.desk.practises {
            self.desk.middle = MainView::Tree;
            self.desk.side = SidePanel::Node;
        }
        for tool in self.tools.iter_mut() {
            tool.give_up(&mut self.desk);
        }
        let session = &mut self.desk.document.session;
        if session.is_unfolding() {
            session.apply(Action::Stop);
        }
        let here = session.selected();
        match self.fallen.selected {
            Some(well) if well == here && !from_root => {}
            // The node that is selected now was never shown well.
            Some(_) if !from_root => drop(session.apply(Action::Back)),
            _ => drop(session.apply(Action::Root)),
        }
        self.settle();
    }

    /// Stores the window's state for a report, and takes failures of other threads.
    pub(crate) fn keep_account(&mut self) {
        let session = &self.desk.document.session;
        let rated = session.rated();
        let graph = Arc::as_ptr(&rated.graph).cast::<()>() as usize;
        let of = (graph, session.selected());
        let mut told = None;
        {
            let mut known = held();
            let untold = std::mem::take(&mut known.untold);
            if untold > 0 {
                let failure = known.failures.back().cloned();
                told = failure.map(|failure| (failure, untold - 1));
            }
            if known.account.is_none() {
                known.account = Some(Account::default());
                self.fallen.accounted = None;
            }
        }
        if told.is_some() {
            self.fallen.told = told;
        }
        if self.fallen.accounted == Some(of) {
            return;
        }
        // The following calls of the game may panic, so they are made only once per node.
        self.fallen.accounted = Some(of);
        let setup = &self.desk.document.setup;
        let position = short(&setup.position, POSITION);
        let (game, rules) = (rated.game.clone(), debugged(&rated.rules, POSITION));
        let line = session.line();
        let shown = &line[..line.len().min(MOVES)];
        let mut text = short(&rated.graph.line_text(Vertex::ROOT, shown), POSITION);
        if line.is_empty() {
            text.push_str("none: the start");
        } else if shown.len() < line.len() {
            text = format!("{text} … ({} moves)", line.len());
        }
        let mut known = held();
        let account = known.account.get_or_insert_default();
        account.position = position;
        account.game = game;
        account.rules = rules;
        account.line = text;
    }
}

/// The width of the icon and the button beside the sentence above the status line.
const BESIDE: f32 = 110.0;

/// The page that replaces the window.
pub(crate) struct EmergencyPage {
    failure: Failure,
    /// The typed path for saving the document.
    path: String,
    /// The result of saving it.
    saved: Option<Result<String, Refusal>>,
}

impl EmergencyPage {
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
        let mut text = failure.sentence();
        if *others > 0 {
            text = format!("{text} ({others} more came with it)");
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
                let galley = ui.painter().layout(text, font, theme.text, room);
                let row = egui::vec2(wide, galley.size().y.max(26.0));
                let centred = egui::Layout::left_to_right(egui::Align::Center);
                ui.allocate_ui_with_layout(row, centred, |ui| {
                    let sign = egui_material_icons::icons::ICON_ERROR.codepoint;
                    ui.label(egui::RichText::new(sign).size(18.0).color(theme.error));
                    let label = egui::Label::new(galley).selectable(true);
                    ui.add(label).identified(ids::FAILURE);
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

impl EmergencyPage {
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
        let phrase = self.failure.sentence();
        label(ui, &phrase, theme.text).identified(ids::FAILURE);
        ui.add_space(20.0);
        let name = label(ui, "Save the document as", theme.dim);
        let mut save = false;
        ui.horizontal(|ui| {
            let room = ui.available_width() - 54.0;
            let field = text_field(&mut self.path);
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
