//! The position graph with its controls in the middle of the window: the plies beside it, its
//! placeholder while it is counted, pointer input and screen reader nodes (positions, the buttons
//! that show more of them, tooltips). How positions are reached is computed on a background thread
//! if the graph is large.

use std::sync::Arc;

use eframe::egui::{self, CursorIcon, Id, Response, Role, Sense, Vec2, WidgetInfo};

use super::growing::{positions_text, side_words};
use super::{COUNTS, DrawnPositions, PositionsPanel};
use crate::app::base::{Identified as _, SlotStart, SlotState, ids, paint_text, size, waker};
use crate::app::intent::{Command, CommandId};
use crate::app::parts::bar::{above, bar};
use crate::app::parts::{
    Cx, FreeArea, WhyUnknown, above_ui, clipped_ui, facts_ui, legend_ui, measured, scale_ui,
    tip_text, tip_ui, under, waiting_ui, zoom_ui,
};
use crate::diagram::{
    Anchor, HIT, Point, PositionDrawn, Weight, describe_position, far_positions_legend, hit_legend,
    position_facts, position_more_rect, position_rect, positions_legend,
};
use crate::session::{Action, Session};
use crate::tree::{LinesToPositions, Pictures, Side, Vertex};
use crate::words::{grouped, plural, short_number};

/// Maximum positions exposed by name, and to screen readers.
const MAX_NAMED: usize = 200;
/// Maximum depth on the walked line at which a position is searched.
const MAX_BELOW: usize = 10_000;

/// The action that selects a position: on the walked line if it is there, by a move if the selected
/// position has one to it, otherwise along the shortest line.
fn way_to(session: &Session, ways: &LinesToPositions, vertex: Vertex) -> Action {
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
        let hit = |position: &PositionDrawn| PositionHit {
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
    fn position_ui(
        &self,
        ui: &egui::Ui,
        cx: &Cx<'_>,
        hit: &PositionHit<'_>,
        rect: egui::Rect,
    ) -> Response {
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
            let text = more_words(position, side);
            let response = response
                .called(Role::Button, &text)
                .identified(&ids::more_positions(side_words(side)));
            if response.clicked() {
                grow = Some((position.vertex, side));
            }
            let response = response.on_hover_cursor(CursorIcon::PointingHand);
            tip_text(&response, cx, || text.clone());
        }
        grow
    }
}

/// A position that is pointed at.
struct PositionHit<'a> {
    made: &'a DrawnPositions,
    ways: &'a LinesToPositions,
    session: &'a Session,
    vertex: Vertex,
}

impl PositionHit<'_> {
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

/// Below this width the controls have two rows: for a pointer, and on a slim window.
const TWO_ROWS: [f32; 2] = [330.0, 225.0];

impl PositionsPanel {
    /// The position graph with all that belongs to it.
    pub(super) fn area_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let screen = ui.available_rect_before_wrap();
        self.hits = cx.desk.hits.clone();
        self.make(cx.document, cx.view);
        let (mut near, mut far) = match self.scene() {
            Some(scene) => (
                positions_legend(cx.view, scene),
                far_positions_legend(cx.view, scene),
            ),
            None => Default::default(),
        };
        let hits = self.hits.as_deref();
        if let (Some(entry), true) = (hits.and_then(hit_legend), self.scene().is_some()) {
            near.push(entry.clone());
            far.push(entry);
        }
        let legend = cx.desk.shows_legend() && !near.is_empty();
        let below = if legend {
            let height = |entries: &[_]| measured(entries, screen.width()).1;
            height(&near).max(height(&far))
        } else {
            8.0
        };
        let room = cx.desk.over().room(screen.width());
        let needed = TWO_ROWS[usize::from(cx.desk.is_slim)];
        let own = if room < needed { 2 } else { 1 };
        let room = FreeArea::between(screen, above(screen.width(), cx.desk.over(), own), below);
        self.canvas.is_close = cx.desk.is_slim;
        self.prepare(cx.view, &room);
        self.make_room(cx.document, cx.view, &room);
        above_ui(ui.ctx(), cx, screen, |ui| {
            self.controls_ui(ui, cx, own == 2)
        });
        clipped_ui(ui, room.screen, |ui| {
            let canvas = self.canvas_ui(ui, cx, &room);
            if self.made.is_some() {
                self.pointer_ui(ui, cx, &canvas);
            }
        });
        if self.made.is_none() {
            self.waiting_ui(ui, cx, screen);
        }
        if legend {
            let entries = if self.is_far() { far } else { near };
            legend_ui(ui.ctx(), screen, cx, &entries);
        }
    }

    fn controls_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, two_rows: bool) {
        let size = |ui: &mut egui::Ui| {
            zoom_ui(ui, cx, |ui| scale_ui(ui, cx, self.canvas.scale()));
        };
        if two_rows {
            ui.vertical(|ui| {
                bar(ui, cx, |ui| self.radius_ui(ui, cx));
                bar(ui, cx, size);
            });
        } else {
            bar(ui, cx, |ui| {
                self.radius_ui(ui, cx);
                ui.separator();
                size(ui);
            });
        }
    }

    /// The radius: less, the number of moves, more.
    fn radius_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        cx.icon_button(ui, CommandId::NarrowerNeighbourhood);
        let panel = self;
        let (shown, all) = (
            panel.scene().map_or(0, |scene| scene.positions().len()),
            cx.document.session.rated().graph.graph().len(),
        );
        let chance = cx.document.session.rated().graph.graph().has_chance();
        let (text, words) = match panel.radius() {
            None => (
                match chance {
                    true => format!("all {}, chance included", short_number(all)),
                    false => format!("all {}", positions_text(all)),
                },
                match chance {
                    true => format!(
                        "All {} are shown, chance nodes among them",
                        short_number(all)
                    ),
                    false => format!("All {} positions are shown", short_number(all)),
                },
            ),
            Some(radius) => {
                let plural = if radius == 1 { "" } else { "s" };
                let cut = panel.made.as_ref().is_some_and(|made| made.shown.is_cut());
                let cut = match cut {
                    true => ", the nearest ones",
                    false => "",
                };
                (
                    positions_text(shown),
                    format!(
                        "{} of {} positions are shown: at most {} move{plural} from the selected one{cut}",
                        short_number(shown),
                        short_number(all),
                        grouped(radius),
                    ),
                )
            }
        };
        let phrase = match panel.grown.is_empty() {
            true => words,
            false => format!("{words}, and neighbors that you added"),
        };
        let next = panel.next_step();
        let steps = [
            (CommandId::PositionsAbove, next.above, "above"),
            (CommandId::PositionsBelow, next.below, "below"),
            (CommandId::WiderNeighbourhood, next.wider, "around"),
        ];
        let mut about = phrase.clone();
        for (named, more, side) in steps.into_iter().filter(|(_, more, _)| *more > 0) {
            let keys = named.shortcuts().first();
            let keys = keys.map(|keys| ui.ctx().format_shortcut(keys));
            let key = keys.unwrap_or_else(|| named.text().to_owned());
            about.push_str(&format!("\n{key}: {} more {side}", positions_text(more)));
        }
        let label = egui::RichText::new(text)
            .size(size::SMALL)
            .color(cx.theme.text);
        let response = ui
            .add(egui::Label::new(label).extend())
            .called(Role::Label, &phrase)
            .identified(ids::POSITIONS_SHOWN);
        response.on_hover_text(about);
        cx.icon_button(ui, CommandId::WiderNeighbourhood);
    }
}

fn width_of(painter: &egui::Painter, text: &str) -> f32 {
    let font = egui::FontId::proportional(size::SMALL);
    let galley = painter.layout_no_wrap(text.to_owned(), font, egui::Color32::BLACK);
    galley.size().x
}

impl PositionsPanel {
    /// At the left, over everything: the plies at which the positions of each row are first
    /// reached.
    pub(super) fn paint_plies(&self, painter: &egui::Painter, cx: &Cx<'_>, room: &FreeArea) {
        let Some(scene) = self.scene() else {
            return;
        };
        let transform = self.canvas.transform();
        let left = room.screen.left() + 14.0;
        let top = room.screen.top() + 10.0;
        let bottom = room.screen.bottom() - 16.0;
        let mut last = f32::NEG_INFINITY;
        let mut labels = Vec::new();
        for row in scene.rows() {
            let at = transform.screen_from_scene(Point::new(0.0, row.y)).y;
            if at < top || at > bottom || at - last < 16.0 {
                continue;
            }
            last = at;
            let (first, end) = row.plies;
            let text = match first == end {
                true => format!("ply {}", grouped(first)),
                false => format!("ply {}–{}", grouped(first), grouped(end)),
            };
            labels.push((egui::pos2(left, at), text));
        }
        let widths = labels.iter().map(|(_, text)| width_of(painter, text));
        let width = widths.fold(0.0, f32::max);
        if width == 0.0 {
            return;
        }
        // A separate column, over the graph: a number on a node would be taken for the node's.
        let column = egui::Rect::from_min_max(
            room.screen.left_top(),
            egui::pos2(left + width + 8.0, room.screen.bottom()),
        );
        painter.rect_filled(column, 0.0, cx.theme.ground);
        for (pos, text) in labels {
            let (anchor, weight) = (Anchor::Left, Weight::Normal);
            let (size, ink) = (size::SMALL, cx.theme.dim);
            paint_text(painter, pos, anchor, &text, size, ink, weight);
        }
    }

    /// The placeholder until it is known how the positions are reached.
    pub(crate) fn waiting_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, screen: egui::Rect) {
        let stopped = WhyUnknown::Stopped("Count lines", ids::POSITIONS_COUNT);
        let (text, waiting) = match self.ways.state() {
            SlotState::Running(_, progress) => {
                let percent = *progress.now() / 10;
                let words = format!("Counting the lines to every position: {percent} %");
                (words, WhyUnknown::Running)
            }
            SlotState::Cancelled => {
                let phrase = "Lines not counted";
                (phrase.to_owned(), stopped)
            }
            SlotState::Fault(why) => (why.to_string(), stopped),
            SlotState::Unknown | SlotState::Known(_) => return,
        };
        let size = Vec2::new(screen.width().min(420.0), 70.0);
        let rect = egui::Rect::from_center_size(screen.center(), size);
        let layout = egui::Layout::top_down(egui::Align::Center);
        ui.scope_builder(egui::UiBuilder::new().max_rect(rect).layout(layout), |ui| {
            if waiting_ui(ui, cx, text, waiting) {
                self.ways.again();
            }
        });
    }
}

/// Maximum vertices and edges of a graph that is processed before the next frame.
const AT_ONCE: usize = 40_000;

/// Starts computing the ways of a graph, with progress in thousandths.
pub(super) fn begin(
    graph: &Arc<dyn Pictures>,
    ctx: &egui::Context,
) -> SlotStart<Box<LinesToPositions>, u32> {
    let columns = graph.graph();
    if columns.len() + columns.edge_count() <= AT_ONCE {
        return SlotStart::Done(Ok(Box::new(LinesToPositions::new(columns))));
    }
    let graph = Arc::clone(graph);
    let wake = waker(ctx);
    SlotStart::Thread {
        name: "doomtree-positions",
        label: "finding how positions are reached".to_owned(),
        wake: waker(ctx),
        told: 0,
        work: Box::new(move |cancelled, progress| {
            Box::pin(async move {
                let graph = graph.graph();
                let all = LinesToPositions::size(graph);
                let report = |done: u64| {
                    let share = (1_000 * done.min(all) / all) as u32;
                    if std::mem::replace(&mut *progress.now(), share) / 10 != share / 10 {
                        wake();
                    }
                };
                let find = LinesToPositions::find(graph, &cancelled.ctl);
                Ok(Box::new(cancelled.ctl.reporting(find, report).await))
            })
        }),
    }
}
