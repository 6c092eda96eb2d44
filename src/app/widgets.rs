//! Small pieces that several panels share.

use eframe::egui::{self, Role, Sense, Stroke, Vec2, WidgetInfo};

use super::paint::{Transform, paint};
use super::theme::{Theme, size, strong};
use crate::diagram::{Drawing, Point, TreeView, move_words, player_letter, short_count};
use crate::game::Player;
use crate::tree::{Count, Edge, Vertex};

/// The heading of a part of a panel.
pub(super) fn heading(ui: &mut egui::Ui, theme: &Theme, text: &str) {
    ui.add_space(8.0);
    ui.label(strong(text).size(size::HEADING).color(theme.dim));
}

/// The mark of a player as a small widget.
pub(super) fn player_mark(ui: &mut egui::Ui, theme: &Theme, view: &TreeView<'_>, player: Player) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(18.0), Sense::hover());
    paint_mark(ui, theme, view, player, rect);
}

/// The mark of a player in the middle of `rect`.
fn paint_mark(ui: &egui::Ui, theme: &Theme, view: &TreeView<'_>, player: Player, rect: egui::Rect) {
    let mut drawing = Drawing::default();
    let centre = Point::new(f64::from(rect.center().x), f64::from(rect.center().y));
    let letter = player_letter(view.labels, player);
    drawing.player_mark(centre, 8.5, player, &letter);
    let identity = Transform {
        scale: 1.0,
        offset: Vec2::ZERO,
    };
    paint(ui.painter(), &identity, theme, &drawing);
}

/// A button with the mark of a player, one of several of which one is chosen: at most `side` wide,
/// and called by `words`.
pub(super) fn player_button(
    ui: &mut egui::Ui,
    theme: &Theme,
    view: &TreeView<'_>,
    player: Player,
    side: f32,
    chosen: bool,
    words: &str,
) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(side.min(26.0), 26.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, words));
    if chosen || response.hovered() {
        ui.painter().rect_filled(rect, 5.0, theme.soft);
    }
    if chosen || response.has_focus() {
        let stroke = Stroke::new(if response.has_focus() { 2.0 } else { 1.0 }, theme.text);
        let inside = egui::StrokeKind::Inside;
        ui.painter().rect_stroke(rect, 5.0, stroke, inside);
    }
    paint_mark(ui, theme, view, player, rect);
    response.on_hover_text(words)
}

/// A move of `source` in words.
pub(super) fn move_text(view: &TreeView<'_>, source: Vertex, edge: Edge) -> String {
    move_words(&view.labels.move_text(source, edge))
}

/// A number of plies with its thousands separated.
pub(super) fn grouped(plies: u32) -> String {
    short_count(Count::Exact(&[u64::from(plies)]))
}
