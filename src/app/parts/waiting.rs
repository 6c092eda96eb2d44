//! The placeholder for something that isn't known.

use eframe::egui;

use super::cx::Cx;
use crate::app::base::Identified as _;
use crate::app::intent::Named;

/// Why something isn't known.
pub(crate) enum Waiting {
    /// Something else must be done first.
    Later,
    /// Being computed.
    Running,
    /// Stopped; a button with this text and id starts it.
    Stopped(&'static str, &'static str),
}

/// Shows the work in progress with a button to cancel it, or why there is none, with a button to
/// start it; returns whether the button was clicked.
pub(crate) fn waiting_ui(ui: &mut egui::Ui, cx: &Cx<'_>, words: String, waiting: Waiting) -> bool {
    if !matches!(waiting, Waiting::Stopped(..)) {
        ui.add(egui::Spinner::new().size(16.0));
    }
    ui.label(cx.dim(words));
    match waiting {
        Waiting::Later => false,
        Waiting::Running => {
            let cancel = ui.button(Named::CancelWork.text());
            if cancel.identified(Named::CancelWork.id()).clicked() {
                cx.run(Named::CancelWork);
            }
            false
        }
        Waiting::Stopped(begin, id) => ui.button(begin).identified(id).clicked(),
    }
}
