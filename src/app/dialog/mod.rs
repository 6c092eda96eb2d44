//! The dialogs over the window.

mod about;
mod keys;
mod palette;
mod path;
mod picker;

use eframe::egui;

pub use keys::key_text;
use palette::Palette;
use path::{PathDialog, Use};

use super::explorer::Explorer;
use super::theme::Theme;

/// A dialog that is open.
pub enum Dialog {
    /// Open a file or a position, save the document, or write an export.
    Path(PathDialog),
    /// Every command by its name.
    Palette(Palette),
    /// All keys.
    Keys,
    /// The version.
    About,
}

impl Dialog {
    /// The open dialog.
    pub fn open() -> Self {
        Self::Path(PathDialog::new(Use::Open, String::new(), None))
    }

    /// The open dialog again, with what was typed and why it can't be opened.
    pub fn open_again(text: String, error: String) -> Self {
        Self::Path(PathDialog::new(Use::Open, text, Some(error)))
    }

    /// The save dialog, with a path to begin with.
    pub fn save(path: String) -> Self {
        Self::Path(PathDialog::new(Use::Save, path, None))
    }

    /// The export dialog, with a path to begin with.
    pub fn export(path: String) -> Self {
        Self::Path(PathDialog::new(Use::Export, path, None))
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
            Self::Path(_) | Self::Palette(_) => 520.0,
        }
    }
}

impl Explorer {
    /// Shows the open dialog, and closes it when it is done.
    pub(super) fn dialog_ui(&mut self, ctx: &egui::Context, theme: &Theme) {
        let Some(mut dialog) = self.dialog.take() else {
            return;
        };
        let mut commands = Vec::new();
        let mut open = true;
        let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(18.0);
        let modal = egui::Modal::new(egui::Id::unique("dialog")).frame(frame);
        let modal = modal.show(ctx, |ui| {
            ui.set_width(dialog.width().min(ui.ctx().content_rect().width() - 60.0));
            // Buttons in a dialog show where they end.
            let widgets = &mut ui.style_mut().visuals.widgets;
            for widget in [&mut widgets.inactive, &mut widgets.hovered] {
                widget.bg_stroke = egui::Stroke::new(1.0, theme.line);
            }
            open = match &mut dialog {
                Dialog::Path(path) => path.ui(ui, theme, &mut commands),
                Dialog::Palette(palette) => palette.ui(ui, theme, self, &mut commands),
                Dialog::Keys => keys::keys_ui(ui, theme),
                Dialog::About => about::about_ui(ui, theme),
            };
        });
        self.commands.append(&mut commands);
        if open && !modal.should_close() {
            self.dialog = Some(dialog);
        } else if let Some(id) = ctx.memory(|memory| memory.focused()) {
            // The next keys walk the tree again.
            ctx.memory_mut(|memory| memory.surrender_focus(id));
        }
    }
}
