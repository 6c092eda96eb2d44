//! Chance nodes: the outcomes as buttons, on the board beside the attack being rolled, and below it
//! with the resulting ratings.

use eframe::egui::{self, Role, Stroke, Vec2};

use super::{Shown, move_tooltip, play, words};
use crate::app::base::{Identified as _, font, ids, size, width_of};
use crate::app::document::Document;
use crate::app::parts::Cx;
use crate::diagram::branch_text;
use crate::tree::{Edge, VertexKind};

/// Maximum number of outcomes with buttons below the board; the table of moves lists them all.
const MAX_BUTTONS: usize = 3;

/// The outcomes of the selected node that have a source and a target, in the rules' order; none at
/// a decision.
pub(super) fn branches(document: &Document) -> Vec<play::Attack> {
    let session = &document.session;
    let graph = &session.rated().graph;
    let vertex = session.vertex();
    if !matches!(graph.graph().kind(vertex), VertexKind::Chance(_)) {
        return Vec::new();
    }
    let edges = graph.graph().edges(vertex);
    edges
        .filter_map(|edge| {
            let touched = graph.touched(vertex, edge);
            Some(play::Attack {
                edge,
                from: touched.from?,
                to: touched.to?,
                best: false,
            })
        })
        .collect()
}

/// The branches below the board, each with the rating it leads to. None where there are too many,
/// or no room for them.
pub(super) fn buttons_ui(ui: &mut egui::Ui, cx: &Cx<'_>, shown: &Shown<'_>) {
    let view = shown.view;
    let vertex = shown.document.session.vertex();
    let graph = view.labels.graph();
    if graph.degree(vertex) > MAX_BUTTONS {
        return;
    }
    let buttons: Vec<(Edge, String, String)> = graph
        .edges(vertex)
        .map(|edge| {
            let rating = view.rating_by(edge, view.chooser(vertex));
            (edge, branch_text(view, vertex, edge), rating)
        })
        .collect();
    ui.spacing_mut().item_spacing.x = 6.0;
    let room = ui.available_width();
    let widths = |padding: f32, body: f32| -> f32 {
        let widths = buttons.iter().map(|(_, branch, rating)| {
            width_of(ui, &format!("{branch}  {rating}"), &font(body, false)) + 2.0 * padding + 6.0
        });
        widths.sum()
    };
    let (padding, body) = if widths(8.0, size::BODY) <= room {
        (8.0, size::BODY)
    } else {
        (4.0, size::SMALL)
    };
    ui.spacing_mut().button_padding.x = padding;
    for (edge, branch, rating) in buttons {
        let text = egui::RichText::new(format!("{branch}  {rating}")).size(body);
        let button = egui::Button::new(text)
            .corner_radius(11.0)
            .fill(cx.theme.panel)
            .stroke(Stroke::new(1.0, cx.theme.dim))
            .min_size(Vec2::new(0.0, 22.0));
        let response = ui.add(button);
        let label = format!("Chance: {branch}, rating {rating}");
        let response = response
            .called(Role::Button, &label)
            .identified(&ids::branch(graph.key(vertex, edge)));
        cx.asks_once(&response, || shown.play(edge));
        response.on_hover_ui(|ui| move_tooltip(ui, cx, shown, edge));
    }
}

/// A branch on the board for a screen reader: `Roll 2 → 0: wins 44 %, rating ~7/25`.
pub(super) fn branch_label(shown: &Shown<'_>, attack: &play::Attack) -> String {
    let vertex = shown.document.session.vertex();
    let number = |place: usize| shown.picture.cells.get(place).map(|place| &*place.number);
    let (from, to) = (number(attack.from), number(attack.to));
    let (rating, _) = words::rating_and_best(shown, attack.edge);
    format!(
        "Roll {} → {}: {}, rating {rating}",
        from.unwrap_or_default(),
        to.unwrap_or_default(),
        branch_text(shown.view, vertex, attack.edge)
    )
}
