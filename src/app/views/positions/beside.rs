//! The plies beside the position graph, and its placeholder while it is counted.

use eframe::egui::{self, Vec2};

use super::PositionsPanel;
use crate::app::base::{State, ids, paint_text, size};
use crate::app::parts::{Cx, Room, Waiting, waiting_ui};
use crate::diagram::{Anchor, Point, Weight};
use crate::words::grouped;

fn width_of(painter: &egui::Painter, text: &str) -> f32 {
    let font = egui::FontId::proportional(size::SMALL);
    let galley = painter.layout_no_wrap(text.to_owned(), font, egui::Color32::BLACK);
    galley.size().x
}

impl PositionsPanel {
    /// At the left, over everything: the plies at which the positions of each row are first
    /// reached.
    pub(super) fn paint_plies(&self, painter: &egui::Painter, cx: &Cx<'_>, room: &Room) {
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
        let stopped = Waiting::Stopped("Count lines", ids::POSITIONS_COUNT);
        let (words, waiting) = match self.ways.state() {
            State::Running(_, told) => {
                let percent = *told.now() / 10;
                let words = format!("Counting the lines to every position: {percent} %");
                (words, Waiting::Running)
            }
            State::Cancelled => {
                let words = "Lines not counted";
                (words.to_owned(), stopped)
            }
            State::Fault(why) => (why.to_string(), stopped),
            State::Unknown | State::Known(_) => return,
        };
        let size = Vec2::new(screen.width().min(420.0), 70.0);
        let rect = egui::Rect::from_center_size(screen.center(), size);
        let layout = egui::Layout::top_down(egui::Align::Center);
        ui.scope_builder(egui::UiBuilder::new().max_rect(rect).layout(layout), |ui| {
            if waiting_ui(ui, cx, words, waiting) {
                self.ways.again();
            }
        });
    }
}
