//! The selected node: its rating for each player, what is proven, and what lies below it.

use eframe::egui::{self, Sense, Vec2};

use super::document::Document;
use super::theme::{Theme, size, strong};
use super::widgets::{grouped, heading, player_mark};
use crate::diagram::{TreeView, at_least, ends_rows, rating_text, shares, short_count};
use crate::game::Player;
use crate::tree::Vertex;

/// The selected node: its rating for each player, what is proven, what lies below.
pub fn node_ui(ui: &mut egui::Ui, theme: &Theme, document: &Document, view: &TreeView<'_>) {
    let vertex = document.session.vertex();
    heading(ui, theme, "Rating");
    ratings_ui(ui, theme, view, vertex);
    let (bar, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 8.0), Sense::hover());
    let mut left = bar.left();
    for (player, share) in shares(view, vertex) {
        let right = left + bar.width() * share as f32;
        let part = egui::Rect::from_x_y_ranges(left..=right, bar.y_range());
        ui.painter().rect_filled(part, 2.0, theme.player(player));
        left = right;
    }
    let proven = if view.analysis.ratings.all_proven(vertex) {
        "proven"
    } else if document.is_building() {
        "not known yet"
    } else {
        "rests on estimates"
    };
    let outcome = best_play(document, view).unwrap_or_default();
    row(ui, egui::RichText::new(proven).color(theme.dim), outcome);
    heading(ui, theme, "Position");
    let text = view.labels.position_text(vertex);
    ui.add(
        egui::Label::new(egui::RichText::new(text).monospace())
            .wrap()
            .selectable(true),
    );
    let note = document.note(document.session.selected());
    if !note.is_empty() {
        heading(ui, theme, "Note");
        ui.add(egui::Label::new(note).wrap().selectable(true));
    }
    heading(ui, theme, "Below this node");
    let longest = view.analysis.longest.of(vertex).map_or_else(
        || "without end".to_owned(),
        |plies| format!("{}{} plies", at_least(view.labels.graph()), grouped(plies)),
    );
    let known = at_least(view.labels.graph());
    let count = |count| format!("{known}{}", short_count(count));
    row(ui, "Nodes", count(view.analysis.nodes.of(vertex)));
    row(ui, "Ends", count(view.analysis.ends.of(vertex)));
    if let Some(ends) = &document.ends {
        for (words, count) in ends_rows(view.labels, ends.of(vertex)) {
            let words = egui::RichText::new(format!("   {words}")).color(theme.dim);
            row(ui, words, format!("{known}{count}"));
        }
    }
    row(ui, "Longest line", longest);
}

/// Where best play leads: `b wins in 2 plies`.
fn best_play(document: &Document, view: &TreeView<'_>) -> Option<String> {
    let vertex = document.session.vertex();
    let plies = view.analysis.distances.of(vertex)?;
    let winners = view.winners(document.session.best_end());
    Some(match plies {
        0 => winners,
        1 => format!("{winners} in 1 ply"),
        _ => format!("{winners} in {} plies", grouped(plies)),
    })
}

/// A name at the left, its value at the right.
pub(super) fn row(ui: &mut egui::Ui, name: impl Into<egui::WidgetText>, value: String) {
    ui.horizontal(|ui| {
        ui.label(name);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.add(egui::Label::new(value).truncate());
        });
    });
}

fn ratings_ui(ui: &mut egui::Ui, theme: &Theme, view: &TreeView<'_>, vertex: Vertex) {
    let players: Vec<Player> = Player::all(view.labels.graph().players()).collect();
    ui.columns(players.len().min(3), |columns| {
        for (index, player) in players.iter().enumerate() {
            let across = columns.len();
            let ui = &mut columns[index % across];
            ui.horizontal(|ui| {
                ui.label(egui::RichText::new("for").color(theme.dim));
                player_mark(ui, theme, view, *player);
            });
            let ratings = &view.analysis.ratings;
            let text = view.rating_of(vertex, *player);
            ui.label(strong(text).size(size::BIG));
            if !view.hidden && !ratings.is_proven(vertex, *player) {
                let (low, high) = ratings.proven(vertex, *player);
                let words = format!("in [{}, {}]", rating_text(&low), rating_text(&high));
                ui.label(egui::RichText::new(words).color(theme.dim));
            }
        }
    });
}
