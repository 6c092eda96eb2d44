//! The rating split as a bar.

use eframe::egui::{self, Align2, CornerRadius, Rect, Role, Sense, Stroke, Vec2};

use super::ids;
use super::ids::Identified as _;
use super::theme::Theme;
use super::widgets::{font, width_of};
use crate::diagram::{TreeView, player_letter, player_name, shares};
use crate::tree::Vertex;

/// The height of the bar.
const HEIGHT: f32 = 12.0;

/// The ratings of a node as shares of one bar, each with its player's letter where there is room
/// for it. Where ratings are hidden the bar is empty.
pub(crate) fn share_bar(ui: &mut egui::Ui, theme: &Theme, view: &TreeView<'_>, vertex: Vertex) {
    let size = Vec2::new(ui.available_width(), HEIGHT);
    let (bar, response) = ui.allocate_exact_size(size, Sense::hover());
    let shares = if view.hidden {
        Vec::new()
    } else {
        shares(view, vertex)
    };
    let words: Vec<String> = shares
        .iter()
        .filter(|(player, share)| player.is_some() || *share > 0.0)
        .map(|(player, share)| {
            let name = player.map_or("open".to_owned(), |player| player_name(view.labels, player));
            format!("{name} {:.0} %", share * 100.0)
        })
        .collect();
    let label = match (view.hidden, words.is_empty()) {
        (true, _) => "Ratings hidden".to_owned(),
        (false, true) => "No ratings".to_owned(),
        (false, false) => format!("Rating split: {}", words.join(", ")),
    };
    let response = response.called(Role::Label, &label).identified(ids::SHARES);
    let painter = ui.painter();
    let line = Stroke::new(1.0, theme.line);
    if shares.is_empty() {
        painter.rect(bar, 4.0, theme.soft, line, egui::StrokeKind::Inside);
    }
    let letters = font(10.0, true);
    let mut left = bar.left();
    for (player, share) in shares {
        let right = left + bar.width() * share as f32;
        let part = Rect::from_x_y_ranges(left..=right.min(bar.right()), bar.y_range());
        let round = |at_end: bool| if at_end { 4 } else { 0 };
        let (first, last) = (left <= bar.left() + 0.5, right >= bar.right() - 0.5);
        let corners = CornerRadius {
            nw: round(first),
            sw: round(first),
            ne: round(last),
            se: round(last),
        };
        let Some(player) = player else {
            hatch(&ui.painter_at(part), theme, part);
            left = right;
            continue;
        };
        if part.width() > 0.0 {
            painter.rect_filled(part, corners, theme.player(player));
            if !first {
                // A line separates parts with similar colors.
                painter.vline(part.left(), part.y_range(), Stroke::new(1.5, theme.panel));
            }
        }
        let letter = player_letter(view.labels, player);
        if part.width() > width_of(ui, &letter, &letters) + 6.0 {
            let ink = theme.color(crate::diagram::Ink::OnPlayer);
            let (at, middle) = (part.center(), Align2::CENTER_CENTER);
            painter.text(at, middle, letter, letters.clone(), ink);
        }
        left = right;
    }
    response.on_hover_text(label);
}

/// Hatches the unproven part.
fn hatch(painter: &egui::Painter, theme: &Theme, part: Rect) {
    painter.rect_filled(part, 0.0, theme.line);
    let mut left = part.left() - part.height();
    while left < part.right() {
        let ends = [
            egui::pos2(left, part.bottom()),
            egui::pos2(left + part.height(), part.top()),
        ];
        painter.line_segment(ends, Stroke::new(3.0, theme.dim));
        left += 8.0;
    }
}
