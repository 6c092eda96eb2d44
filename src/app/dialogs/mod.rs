//! The dialogs over the window.

mod browser;
mod check;
pub(crate) mod display;
mod export;
mod files;
mod guide;
pub(crate) mod open;
pub(crate) mod palette;
mod recover;
pub(crate) mod row;
mod write;

use std::path::Path;

use eframe::egui;

use check::CheckDialog;
use export::ExportDialog;
use guide::GuideDialog;
use open::OpenDialog;
use palette::CommandPalette;
use recover::RecoverDialog;
use write::WriteDialog;

pub(crate) use self::row::drop_ui;
use crate::app::document::OrphanFile;
use crate::app::intent::ExportChoice;
use crate::app::parts::Desk;

/// A dialog that is open.
pub enum Dialog {
    /// Open a file or a position.
    Open(Box<OpenDialog>),
    /// The dialog of a check.
    Check(Box<CheckDialog>),
    /// The dialog of an export.
    Export(Box<ExportDialog>),
    /// Save the document, or write an export.
    Write(Box<WriteDialog>),
    /// Every command by its name.
    Palette(CommandPalette),
    /// The guide.
    Guide(Box<GuideDialog>),
    /// The dialog for recovery files of killed windows.
    Recover(Box<RecoverDialog>),
    /// The dialog for a new document.
    New,
    /// All keys.
    Keys,
    /// The dialog of display options.
    Display,
    /// The version.
    About,
}

impl Dialog {
    /// The open dialog, with the previous text and why it couldn't be opened.
    pub fn open(ctx: &egui::Context, desk: &Desk, text: String, error: Option<String>) -> Self {
        Self::Open(Box::new(OpenDialog::new(ctx, desk, text, error)))
    }

    /// The save dialog, with the reason why it comes up unasked.
    pub fn save(ctx: &egui::Context, desk: &Desk, why: Option<String>) -> Self {
        Self::Write(Box::new(WriteDialog::new(ctx, desk, None, why)))
    }

    /// The dialog of a check.
    pub fn check(ctx: &egui::Context, desk: &Desk) -> Self {
        Self::Check(Box::new(CheckDialog::new(ctx, desk)))
    }

    /// The export dialog, with its initial options.
    pub fn export(desk: &Desk, choice: ExportChoice) -> Self {
        Self::Export(Box::new(ExportDialog::new(desk, choice)))
    }

    /// The dialog for the file of an export.
    pub fn export_file(ctx: &egui::Context, desk: &Desk, choice: ExportChoice) -> Self {
        Self::Write(Box::new(WriteDialog::new(ctx, desk, Some(choice), None)))
    }

    /// The dialog for the recovery files in a folder.
    pub fn recover(folder: &Path, remaining: &[OrphanFile]) -> Self {
        Self::Recover(Box::new(RecoverDialog::new(folder, remaining)))
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

    /// The guide, at a page by its name, or at how to read the tree.
    pub fn guide(page: &str) -> Self {
        let mut guide = GuideDialog::new();
        guide.open(page);
        Self::Guide(Box::new(guide))
    }

    /// The palette of commands.
    pub fn palette() -> Self {
        Self::Palette(CommandPalette::new())
    }

    /// The preferred width of the dialog, in points.
    pub(crate) fn width(&self, is_slim: bool) -> f32 {
        match self {
            Self::Keys => 980.0,
            // Two columns on a phone that is held across.
            Self::Display if is_slim => 660.0,
            Self::About | Self::Display => 420.0,
            Self::New => 340.0,
            Self::Export(_) | Self::Guide(_) => 940.0,
            Self::Open(_) | Self::Check(_) | Self::Write(_) | Self::Recover(_) => 660.0,
            Self::Palette(_) => 520.0,
        }
    }
}

/// A modal dialog above everything except its own lists, which are in the foreground. If both were
/// there, a quick click would raise the dialog above the list that it opens.
pub(crate) fn modal(id: egui::Id) -> egui::Modal {
    let area = egui::Modal::default_area(id).order(egui::Order::Middle);
    egui::Modal::new(id).area(area)
}

/// Keeps a dialog above anything that first appears in its layer while it is open, such as a
/// legend.
pub(crate) fn keep_on_top(ctx: &egui::Context, dialog: &egui::Response) {
    ctx.move_to_top(dialog.layer_id);
}
