//! Pointer input and screen reader nodes of the position graph: positions, the buttons that show
//! more of them, and tooltips.

use eframe::egui::{self, CursorIcon, Id, Response, Role, Sense, WidgetInfo};

use super::growing::side_words;
use super::{COUNTS, Made, PositionsPanel};
use crate::app::base::{Identified as _, ids};
use crate::app::intent::Command;
use crate::app::parts::{Cx, facts_ui, tip_text, tip_ui, under};
use crate::diagram::{
    HIT, PositionDrawn, describe_position, position_facts, position_more_rect, position_rect,
};
use crate::session::{Action, Session};
use crate::tree::{Side, Vertex, Ways};
use crate::words::plural;

/// Maximum positions exposed by name, and to screen readers.
const MAX_NAMED: usize = 200;
/// Maximum depth on the walked line at which a position is searched.
const MAX_BELOW: usize = 10_000;

/// The action that selects a position: on the walked line if it is there, by a move if the selected
/// position has one to it, otherwise along the shortest line.
fn way_to(session: &Session, ways: &Ways, vertex: Vertex) -> Action {
    let unfolding = session.unfolding();
    let mut above = Some(session.selected());
    while let Some(node) = above {
        if unfolding.vertex(node) == vertex {
            return Action::Select(node);
        }
        above = unfolding.parent(node);
    }
    let steps = session.steps(MAX_BELOW);
    let below = steps.steps[steps.here..].iter();
    if let Some((_, node)) = below
        .clone()
        .find(|(_, node)| unfolding.vertex(*node) == vertex)
    {
        return Action::Select(*node);
    }
    let graph = session.rated().graph.graph();
    let mut moves = graph.edges(session.vertex());
    if let Some(edge) = moves.find(|edge| graph.target(*edge) == vertex) {
        let mut line = session.line();
        line.push(edge);
        return Action::SelectLine(line);
    }
    Action::SelectLine(ways.line(graph, vertex))
}

/// The text of a button that shows more positions.
fn more_words(position: &PositionDrawn, side: Side) -> String {
    let (more, which) = match side {
        Side::Above => (position.above, "that lead here"),
        Side::Below => (position.below, "that its moves lead to"),
    };
    let plural = plural(more, "", "s");
    format!("Show {more} more position{plural} {which}")
}

impl PositionsPanel {
    /// Queues commands of clicks, and shows tooltips.
    pub(crate) fn pointer_ui(&mut self, ui: &egui::Ui, cx: &Cx<'_>, canvas: &Response) {
        let (Some(made), Some(ways)) = (&self.made, self.ways.known()) else {
            return;
        };
        let mut seen: Vec<(&PositionDrawn, egui::Rect)> = made
            .scene
            .positions()
            .iter()
            .map(|position| {
                let rect = position_rect(cx.view, position);
                (position, self.canvas.target(rect))
            })
            .filter(|(_, rect)| rect.is_positive())
            .collect();
        // The selected position comes first, then the others in their order.
        seen.sort_by_key(|(position, _)| position.vertex != made.selected);
        if ui.rect_contains_pointer(self.canvas.screen())
            && let Some(selected) = made.scene.position(made.selected)
        {
            let family = made.family(cx.view, selected);
            self.canvas.keep_free(ui.ctx(), &family);
        }
        let (named, others) = seen.split_at(seen.len().min(MAX_NAMED));
        let hit = |position: &PositionDrawn| Hit {
            made,
            ways,
            session: &cx.document.session,
            vertex: position.vertex,
        };
        let mut grow = None;
        for &(position, rect) in named {
            let response = self.position_ui(ui, cx, &hit(position), rect);
            hit(position).respond(cx, response);
            grow = self.more_ui(ui, cx, position).or(grow);
        }
        // The others are found by their coordinates.
        let pointer = canvas.hover_pos().or(canvas.interact_pointer_pos());
        if let Some(pointer) = pointer {
            let under_it = others.iter().filter(|(_, rect)| rect.contains(pointer));
            let nearest = under_it.min_by(|(_, a), (_, b)| {
                let distance = |rect: &egui::Rect| rect.center().distance(pointer);
                distance(a).total_cmp(&distance(b))
            });
            if let Some((position, _)) = nearest {
                hit(position).respond(cx, under(pointer, canvas));
            }
        }
        if let Some((vertex, side)) = grow {
            self.grow(vertex, side, cx.document, cx.view);
            ui.ctx().request_repaint();
        }
    }

    /// A position that is found by name.
    fn position_ui(&self, ui: &egui::Ui, cx: &Cx<'_>, hit: &Hit<'_>, rect: egui::Rect) -> Response {
        let id = Id::unique("position").with(hit.vertex.0);
        let response = ui.interact(rect, id, Sense::click());
        let hits = self.hits.as_ref();
        let found = hits.is_some_and(|hits| hits.is_hit_position(hit.vertex));
        response.widget_info(|| {
            let mut label = describe_position(cx.view, hit.ways, hit.vertex);
            if found {
                label.push_str(", ");
                label.push_str(HIT);
            }
            let selected = hit.vertex == hit.made.selected;
            WidgetInfo::selected(Role::TreeItem, true, selected, label)
        });
        let response = match found {
            true => response.identified(ids::POSITION_HIT),
            false => response,
        };
        if response.has_focus() {
            self.canvas.paint_focus(ui, cx.theme, rect);
        }
        response
    }

    /// The buttons that show more positions around one; the one that was clicked.
    fn more_ui(
        &self,
        ui: &egui::Ui,
        cx: &Cx<'_>,
        position: &PositionDrawn,
    ) -> Option<(Vertex, Side)> {
        let mut grow = None;
        let sides = [Side::Above, Side::Below];
        let near = self.canvas.scale() >= COUNTS;
        for side in sides.into_iter().filter(|_| near) {
            let Some(rect) = position_more_rect(cx.view, position, side) else {
                continue;
            };
            let rect = self.canvas.transform().screen_rect(rect).expand(2.0);
            let rect = rect.intersect(self.canvas.screen());
            if !rect.is_positive() {
                continue;
            }
            let id = Id::unique("more positions").with((position.vertex.0, side));
            let response = ui.interact(rect, id, Sense::click());
            let words = more_words(position, side);
            let response = response
                .called(Role::Button, &words)
                .identified(&ids::more_positions(side_words(side)));
            if response.clicked() {
                grow = Some((position.vertex, side));
            }
            let response = response.on_hover_cursor(CursorIcon::PointingHand);
            tip_text(&response, cx, || words.clone());
        }
        grow
    }
}

/// A position that is pointed at.
struct Hit<'a> {
    made: &'a Made,
    ways: &'a Ways,
    session: &'a Session,
    vertex: Vertex,
}

impl Hit<'_> {
    fn respond(&self, cx: &Cx<'_>, response: Response) {
        if response.clicked() {
            let action = way_to(self.session, self.ways, self.vertex);
            cx.push(Command::Act(action));
        }
        let response = response.on_hover_cursor(CursorIcon::PointingHand);
        if self.vertex != self.made.selected {
            tip_ui(&response, cx, |ui| {
                let facts = position_facts(cx.view, self.ways, self.vertex);
                facts_ui(ui, cx, self.vertex, facts);
            });
        }
    }
}
