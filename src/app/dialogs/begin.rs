//! The dialog for a new document: its possible first boards.

use eframe::egui;
use egui_material_icons::icons::{ICON_ACCOUNT_TREE, ICON_CASINO, ICON_GRID_ON};

use crate::app::base::{Identified as _, ids, part};
use crate::app::intent::{Command, FirstBoard, Named};
use crate::app::parts::Cx;
use crate::games;
use crate::session::game_names;
use crate::words::capitalised;

/// Shows the dialog; `false` when it is closed.
pub(crate) fn begin_ui(ui: &mut egui::Ui, cx: &Cx<'_>) -> bool {
    part(ui, ids::NEW);
    ui.heading("New");
    ui.add_space(8.0);
    ui.spacing_mut().item_spacing.y = 8.0;
    let mut chosen = None;
    let first = row_ui(
        ui,
        cx,
        (ICON_CASINO.codepoint, "Random board"),
        ids::NEW_RANDOM,
    );
    if !ui.ctx().memory(|memory| memory.focused().is_some()) {
        first.request_focus();
    }
    if first.clicked() {
        chosen = Some(FirstBoard::Random);
    }
    for (game, title) in offered() {
        let sign = ICON_GRID_ON.codepoint;
        if row_ui(ui, cx, (sign, &capitalised(title)), &ids::new_board(game)).clicked() {
            chosen = Some(FirstBoard::Board(game));
        }
    }
    let sign = ICON_ACCOUNT_TREE.codepoint;
    if row_ui(ui, cx, (sign, Named::NewTree.text()), Named::NewTree.id()).clicked() {
        cx.run(Named::NewTree);
        return false;
    }
    if let Some(tree) = chosen {
        cx.push(Command::New(tree));
        return false;
    }
    ui.add_space(4.0);
    let layout = egui::Layout::right_to_left(egui::Align::Min);
    !ui.with_layout(layout, |ui| ui.button("Cancel").clicked())
        .inner
}

/// The games that have a first board, with their titles.
fn offered() -> impl Iterator<Item = (&'static str, &'static str)> {
    let boards = game_names().filter(|game| !games::takes_script(game));
    boards.map(|game| (game, games::title(game).unwrap_or(game)))
}

/// A row: icon and text, as wide as the dialog.
fn row_ui(ui: &mut egui::Ui, cx: &Cx<'_>, (sign, text): (&str, &str), id: &str) -> egui::Response {
    let sign = egui::RichText::new(sign).size(18.0).color(cx.theme.dim);
    let button = egui::Button::new((sign, text))
        .right_text("")
        .min_size(egui::vec2(ui.available_width(), 36.0));
    let response = ui.add(button).called(egui::Role::Button, text);
    response.identified(id)
}
