//! The dialog about the program: its version, its license, and the libraries in it.

use eframe::egui;

use crate::app::base::{ids, part, strong};
use crate::app::parts::Cx;

/// The libraries in the program, one per line: name, version, license. `packages/licenses.py`
/// writes them.
const LIBRARIES: &str = include_str!("licenses.txt");

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
        ui.add_space(6.0);
        libraries_ui(ui, cx);
        ui.add_space(12.0);
        !ui.button("Close").clicked()
    })
    .inner
}

/// The list of libraries, which opens at a click.
fn libraries_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let lines: Vec<&str> = LIBRARIES.lines().collect();
    let title = format!("{} libraries and their licenses", lines.len());
    egui::CollapsingHeader::new(title).show(ui, |ui| {
        let height = ui.text_style_height(&egui::TextStyle::Body);
        let area = egui::ScrollArea::vertical()
            .max_height(180.0)
            .auto_shrink([false, true]);
        area.show_rows(ui, height, lines.len(), |ui, rows| {
            for line in &lines[rows] {
                ui.add(egui::Label::new(cx.dim(*line)).truncate());
            }
        });
    });
}
