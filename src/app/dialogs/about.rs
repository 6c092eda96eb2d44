//! The dialog about the program and its version.

use eframe::egui;

use crate::app::base::{ids, part, strong};
use crate::app::parts::Cx;

/// Shows the page; `false` when it is closed.
pub(crate) fn about_ui(ui: &mut egui::Ui, cx: &Cx<'_>) -> bool {
    part(ui, ids::ABOUT);
    ui.vertical_centered(|ui| {
        ui.add_space(6.0);
        ui.label(strong("doomtree").size(26.0));
        ui.label(concat!("Version ", env!("CARGO_PKG_VERSION")));
        ui.add_space(10.0);
        ui.label(env!("CARGO_PKG_DESCRIPTION"));
        ui.add_space(10.0);
        let dim = |text: &str| cx.dim(text);
        ui.label(dim(
            "Games: Dice of Doom and tic-tac-toe from Land of Lisp and Realm of Racket; Trilobite.",
        ));
        ui.label(dim(
            "MIT or Apache-2.0, at your option. Font: Inter (SIL Open Font License). \
             Icons: Material Symbols (Apache-2.0).",
        ));
        ui.add_space(12.0);
        !ui.button("Close").clicked()
    })
    .inner
}
