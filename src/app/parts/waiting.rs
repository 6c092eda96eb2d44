//! What stands in the place of something that isn't known.

use eframe::egui;

use super::cx::Cx;
use crate::app::base::Identified as _;
use crate::app::intent::Named;

/// How it comes about that something isn't known.
pub(crate) enum Waiting {
    /// Something else has to be done first.
    Later,
    /// It is being found.
    Running,
    /// Nobody finds it; a button that is called so begins, and is found by an id.
    Stopped(&'static str, &'static str),
}

/// Says what is done, with the button that stops it, or why nothing is done, with a button that
/// begins; whether somebody wants that.
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
