//! The tooltip of a node: its facts as names and values.

use eframe::egui;

use crate::app::base::{ids, part, player_mark, size, strong};
use crate::app::parts::cx::Cx;
use crate::diagram::{NodeFacts, TreeMarks, node_facts};
use crate::tree::{UnfoldingNode, Vertex, VertexKind};

/// Maximum width of the values, in points.
const VALUES: f32 = 250.0;

/// Shows the facts of a node.
pub(crate) fn node_tooltip(ui: &mut egui::Ui, cx: &Cx<'_>, marks: &TreeMarks, node: UnfoldingNode) {
    part(ui, ids::NODE_FACTS);
    let facts = node_facts(cx.view, marks, node);
    facts_ui(ui, cx, cx.view.unfolding.vertex(node), facts);
}

/// Shows the facts of a position.
pub(crate) fn facts_ui(ui: &mut egui::Ui, cx: &Cx<'_>, vertex: Vertex, facts: NodeFacts) {
    let NodeFacts { head, rows, hint } = facts;
    ui.horizontal(|ui| {
        let kind = cx.view.labels.graph().kind(vertex);
        if let VertexKind::Decision(player) | VertexKind::Horizon(player) = kind {
            player_mark(ui, cx.theme, cx.view, player);
        }
        ui.label(strong(head).size(size::BODY));
    });
    values_ui(ui, cx, "node", rows);
    ui.add_space(2.0);
    let hint = cx.small(hint);
    ui.label(hint);
}

/// Names and values side by side; `id` distinguishes lists shown at the same time.
pub(crate) fn values_ui<N: Into<String>>(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    id: &str,
    rows: impl IntoIterator<Item = (N, String)>,
) {
    egui::Grid::new(id)
        .num_columns(2)
        .spacing([14.0, 3.0])
        .show(ui, |ui| {
            for (name, value) in rows {
                // Both are aligned at the top, even if a value has several lines.
                let name = cx.dim(name);
                ui.vertical(|ui| ui.add(egui::Label::new(name).extend()));
                ui.vertical(|ui| {
                    ui.set_max_width(VALUES);
                    ui.add(egui::Label::new(value).wrap());
                });
                ui.end_row();
            }
        });
}
