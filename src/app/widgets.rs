//! Small pieces that several panels share.

use eframe::egui::{self, Sense, Vec2};

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

/// A move of `source` in words.
pub(super) fn move_text(view: &TreeView<'_>, source: Vertex, edge: Edge) -> String {
    move_words(&view.labels.move_text(source, edge))
}

/// A number of plies with its thousands separated.
pub(super) fn grouped(plies: u32) -> String {
    short_count(Count::Exact(&[u64::from(plies)]))
}
