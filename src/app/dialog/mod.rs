//! The dialogs over the window.

mod about;
mod browser;
mod check;
mod context;
mod export;
mod keys;
mod offers;
mod open;
mod palette;
mod picker;
mod question;
mod row;
mod write;

use eframe::egui;

use check::CheckDialog;
pub(super) use context::DialogContext;
use export::ExportDialog;
pub use keys::key_text;
use open::OpenDialog;
use palette::Palette;
pub(super) use question::drop_ui;
pub(super) use row::framed;
use write::{Use, WriteDialog};

use super::explorer::Explorer;
use super::theme::Theme;

/// A dialog that is open.
pub enum Dialog {
    /// Open a file or a position.
    Open(Box<OpenDialog>),
    /// What is checked.
    Check(Box<CheckDialog>),
    /// What is exported.
    Export(Box<ExportDialog>),
    /// Save the document, or write an export.
    Write(Box<WriteDialog>),
    /// Every command by its name.
    Palette(Palette),
    /// All keys.
    Keys,
    /// The version.
    About,
}

impl Dialog {
    /// The open dialog, with what was typed before and why that can't be opened.
    pub fn open(
        ctx: &egui::Context,
        context: &DialogContext<'_>,
        text: String,
        error: Option<String>,
    ) -> Self {
        Self::Open(Box::new(OpenDialog::new(ctx, context, text, error)))
    }

    /// The save dialog, with the reason why it comes up unasked.
    pub fn save(ctx: &egui::Context, context: &DialogContext<'_>, why: Option<String>) -> Self {
        Self::Write(Box::new(WriteDialog::new(ctx, context, Use::Save, why)))
    }

    /// What is checked.
    pub fn check(ctx: &egui::Context, context: &DialogContext<'_>) -> Self {
        Self::Check(Box::new(CheckDialog::new(ctx, context)))
    }

    /// The export dialog.
    pub fn export(context: &DialogContext<'_>) -> Self {
        Self::Export(Box::new(ExportDialog::new(context)))
    }

    /// Where an export is written.
    pub fn export_file(ctx: &egui::Context, context: &DialogContext<'_>) -> Self {
        Self::Write(Box::new(WriteDialog::new(ctx, context, Use::Export, None)))
    }

    /// Whether something is being read for it.
    pub fn is_busy(&self) -> bool {
        match self {
            Self::Open(open) => open.is_busy(),
            Self::Check(check) => check.is_busy(),
            Self::Export(export) => export.is_busy(),
            Self::Write(write) => write.is_busy(),
            _ => false,
        }
    }

    /// The palette of commands.
    pub fn palette() -> Self {
        Self::Palette(Palette::new())
    }

    /// How wide the dialog would like to be, in points.
    fn width(&self) -> f32 {
        match self {
            Self::Keys => 900.0,
            Self::About => 420.0,
            Self::Export(_) => 940.0,
            Self::Open(_) | Self::Check(_) | Self::Write(_) => 660.0,
            Self::Palette(_) => 520.0,
        }
    }
}

impl Explorer {
    /// What dialogs look at.
    pub(super) fn dialog_context(&self) -> DialogContext<'_> {
        DialogContext {
            settings: &self.settings,
            document: &self.document,
            ratings_for: self.ratings_for,
            hidden: self.hidden,
            checked: self.checking.source(),
        }
    }

    /// Shows the open dialog, and closes it when it is done.
    pub(super) fn dialog_ui(&mut self, ctx: &egui::Context, theme: &Theme) {
        let Some(mut dialog) = self.dialog.take() else {
            return;
        };
        let mut commands = Vec::new();
        let context = self.dialog_context();
        let mut open = true;
        let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(18.0);
        let modal = modal(egui::Id::unique("dialog")).frame(frame);
        let modal = modal.show(ctx, |ui| {
            ui.set_width(dialog.width().min(ui.ctx().content_rect().width() - 60.0));
            // Buttons in a dialog show where they end.
            let widgets = &mut ui.style_mut().visuals.widgets;
            for widget in [&mut widgets.inactive, &mut widgets.hovered] {
                widget.bg_stroke = egui::Stroke::new(1.0, theme.line);
            }
            open = match &mut dialog {
                Dialog::Open(open) => open.ui(ui, theme, &context, &mut commands),
                Dialog::Check(check) => check.ui(ui, theme, &mut commands),
                Dialog::Export(export) => export.ui(ui, theme, &context, &mut commands),
                Dialog::Write(write) => write.ui(ui, theme, &mut commands),
                Dialog::Palette(palette) => {
                    let is_enabled = |named| self.is_enabled(named);
                    let recent = &self.settings.recent;
                    palette.ui(ui, theme, recent, &is_enabled, &mut commands)
                }
                Dialog::Keys => keys::keys_ui(ui, theme),
                Dialog::About => about::about_ui(ui, theme),
            };
        });
        let given_up = commands.is_empty();
        self.commands.append(&mut commands);
        keep_on_top(ctx, &modal.response);
        if open && !modal.should_close() {
            self.dialog = Some(dialog);
            return;
        }
        if given_up && matches!(&dialog, Dialog::Write(write) if write.saves()) {
            // What should have gone on once the document is saved doesn't.
            self.filing.next = None;
        }
        if let Some(id) = ctx.memory(|memory| memory.focused()) {
            // The next keys walk the tree again.
            ctx.memory_mut(|memory| memory.surrender_focus(id));
        }
    }
}

/// A dialog over everything but its own lists, which lie in the foreground: where both lie there, a
/// quick click raises the dialog above the list that it opens.
fn modal(id: egui::Id) -> egui::Modal {
    let area = egui::Modal::default_area(id).order(egui::Order::Middle);
    egui::Modal::new(id).area(area)
}

/// Keeps a dialog over what first appears in its layer while it is open, such as a legend.
fn keep_on_top(ctx: &egui::Context, dialog: &egui::Response) {
    ctx.move_to_top(dialog.layer_id);
}
