//! A layout of cards in columns of equal width: each card goes to the highest free place, over as
//! many columns as it needs.

use eframe::egui::{self, Vec2};

use crate::app::base::strong;
use crate::app::parts::Cx;

/// No column is narrower, if there is room for more than one.
const MIN: f32 = 350.0;
/// Between two cards.
const GAP: f32 = 12.0;
/// The padding of a card.
const INSIDE: Vec2 = Vec2::new(14.0, 10.0);

/// The layout: the used height of each column.
pub(super) struct Cards {
    area: egui::Rect,
    width: f32,
    taken: Vec<f32>,
}

/// The number of columns that fit, and their width.
fn columns(room: f32) -> (usize, f32) {
    let many = ((room + GAP) / (MIN + GAP)).floor().max(1.0);
    (many as usize, (room - (many - 1.0) * GAP) / many)
}

impl Cards {
    /// Starts at the top of the rest of `ui`.
    pub fn new(ui: &egui::Ui) -> Self {
        let area = ui.available_rect_before_wrap();
        let (many, width) = columns(area.width());
        Self {
            width,
            taken: vec![0.0; many],
            area,
        }
    }

    /// The number of columns for a width.
    fn span(&self, needed: f32) -> usize {
        let span = ((needed + 2.0 * INSIDE.x + 1.0 + GAP) / (self.width + GAP)).ceil();
        (span as usize).clamp(1, self.taken.len())
    }

    /// The first column of the highest place for a card over `span` columns, and its y offset.
    fn highest(&self, span: usize) -> (usize, f32) {
        let down = |columns: &[f32]| columns.iter().copied().fold(0.0, f32::max);
        let places = self.taken.windows(span).map(down).enumerate();
        let highest = places.min_by(|a, b| a.1.total_cmp(&b.1));
        highest.unwrap_or_default()
    }

    /// Adds a card with a title, whose content needs this width.
    pub fn add(
        &mut self,
        ui: &mut egui::Ui,
        cx: &Cx<'_>,
        (title, needed): (&str, f32),
        body: impl FnOnce(&mut egui::Ui),
    ) {
        let span = self.span(needed);
        let (column, down) = self.highest(span);
        let left = column as f32 * (self.width + GAP);
        let width = span as f32 * (self.width + GAP) - GAP;
        let place = egui::Rect::from_min_size(
            self.area.min + Vec2::new(left, down),
            Vec2::new(width, f32::INFINITY),
        );
        let frame = egui::Frame::new()
            .fill(cx.theme.panel)
            .stroke(egui::Stroke::new(1.0, cx.theme.line))
            .corner_radius(8.0)
            .inner_margin(INSIDE);
        let builder = egui::UiBuilder::new().max_rect(place).id_salt(title);
        let shown = ui.scope_builder(builder, |ui| {
            frame.show(ui, |ui| {
                ui.set_width(width - 2.0 * INSIDE.x - 2.0);
                ui.spacing_mut().item_spacing.y = 8.0;
                ui.label(strong(title).size(14.0).color(cx.theme.text));
                body(ui);
            });
        });
        let height = shown.response.rect.height();
        self.taken[column..column + span].fill(down + height + GAP);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_fill_the_room_and_cards_take_the_highest_place_that_is_free() {
        assert_eq!(columns(300.0).0, 1);
        assert_eq!(columns(711.0).0, 1);
        assert_eq!(columns(712.0), (2, 350.0));
        for room in [360.0, 800.0, 1_500.0, 3_000.0] {
            let (many, width) = columns(room);
            assert!((many as f32 * (width + GAP) - GAP - room).abs() < 0.01);
        }
        let cards = Cards {
            area: egui::Rect::ZERO,
            width: 350.0,
            taken: vec![50.0, 20.0, 30.0, 60.0],
        };
        assert_eq!(cards.highest(1), (1, 20.0));
        assert_eq!(cards.highest(2), (1, 30.0));
        assert_eq!(cards.highest(4), (0, 60.0));
        assert_eq!((cards.span(300.0), cards.span(400.0)), (1, 2));
        assert_eq!(cards.span(9_000.0), 4);
    }
}
