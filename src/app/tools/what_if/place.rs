//! The places of the selected node's position as buttons, each with a menu of its possible
//! contents.

use eframe::egui::{self, Role, Vec2};

use crate::app::base::{Identified as _, ids};
use crate::app::intent::{Assuming, Command};
use crate::app::parts::Cx;
use crate::session::Rated;
use crate::tree::Vertex;

/// Maximum number of places with a button; a larger board is changed in notation.
const MAX: usize = 100;

/// The buttons, in rows as on the board.
pub(super) fn places_ui(ui: &mut egui::Ui, cx: &Cx<'_>, changed: Option<&Rated>) {
    let own = cx.document.session.vertex();
    let truth = &cx.document.session.rated().graph;
    let (graph, vertex) = match changed {
        Some(changed) => (&changed.graph, Vertex::ROOT),
        None => (truth, own),
    };
    let picture = graph.picture(vertex);
    let original = truth.picture(own);
    let places = picture.cells.len();
    if places == 0 || places > MAX || (0..places).all(|it| graph.edits(vertex, it).is_empty()) {
        return;
    }
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for (index, place) in picture.cells.iter().enumerate() {
        let same = |row: &Vec<usize>| {
            let first = row.first().and_then(|first| picture.cells.get(*first));
            first.is_some_and(|first| (first.y - place.y).abs() < 0.1)
        };
        match rows.iter_mut().find(|row| same(row)) {
            Some(row) => row.push(index),
            None => rows.push(vec![index]),
        }
    }
    let words = "Or change one cell:";
    ui.label(cx.small(words));
    for row in rows {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(4.0);
            for index in row {
                let Some(place) = picture.cells.get(index) else {
                    continue;
                };
                let edits = graph.edits(vertex, index);
                let now = edits
                    .iter()
                    .find(|edit| edit.owner == place.owner && edit.piece == place.piece);
                let text = now.map_or("·", |edit| edit.words.as_str());
                let before = original.cells.get(index);
                let is_changed = before.is_some_and(|before| {
                    before.owner != place.owner || before.piece != place.piece
                });
                let label = format!(
                    "Cell {}: {text}{}",
                    place.number,
                    if is_changed { ", changed" } else { "" }
                );
                let mut words = egui::RichText::new(text).monospace();
                if is_changed {
                    words = words.strong().underline();
                }
                let button = egui::Button::new(words).fill(cx.theme.soft);
                let button = button.min_size(Vec2::new(36.0, 26.0));
                let menu = egui::containers::menu::MenuButton::from_button(button);
                let (response, _) = menu.ui(ui, |ui| {
                    egui::ScrollArea::vertical()
                        .max_height(260.0)
                        .show(ui, |ui| {
                            for edit in &edits {
                                let is_now = edit.owner == place.owner && edit.piece == place.piece;
                                let button = egui::Button::new(&edit.words).selected(is_now);
                                if ui.add(button).clicked() {
                                    let position = edit.position.clone();
                                    cx.push(Command::Assume(Assuming::Change(position)));
                                    ui.close();
                                }
                            }
                        });
                });
                let response = response
                    .called(Role::Button, &label)
                    .identified(&ids::change(index));
                response.on_hover_text(label);
            }
        });
    }
}
