//! The rating of the selected node for each player.

use eframe::egui::{self, Align, Rect, Role, Sense, Vec2, WidgetInfo};

use crate::app::base::ids;
use crate::app::base::ids::Identified as _;
use crate::app::base::theme::size;
use crate::app::base::widgets::{
    MARK_RADIUS, cell, fitting, font, paint_mark, player_mark, width_of,
};
use crate::app::parts::cx::Cx;
use crate::diagram::{player_letter, player_name, rating_text};
use crate::game::Player;
use crate::tree::Vertex;

/// A player's mark, and the name where the mark doesn't hold it.
fn mark_and_name(ui: &mut egui::Ui, cx: &Cx<'_>, player: Player) {
    player_mark(ui, cx.theme, cx.view, player);
    let name = player_name(cx.view.labels, player);
    if name != player_letter(cx.view.labels, player) {
        let words = cx.dim(&name);
        ui.add(egui::Label::new(words).truncate())
            .on_hover_text(&name);
    }
}

/// Two players' ratings face to face.
pub(crate) fn two_ratings_ui(ui: &mut egui::Ui, cx: &Cx<'_>, vertex: Vertex) {
    let width = ui.available_width();
    let half = Vec2::new((width - 8.0) / 2.0, 20.0);
    let for_ = || cx.dim("for");
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let left = egui::Layout::left_to_right(Align::Center);
        ui.allocate_ui_with_layout(half, left, |ui| {
            ui.label(for_());
            mark_and_name(ui, cx, Player(0));
        });
        let right = egui::Layout::right_to_left(Align::Center);
        ui.with_layout(right, |ui| {
            // From the right to the left, so that the words read from the left to the right.
            let name = player_name(cx.view.labels, Player(1));
            if name != player_letter(cx.view.labels, Player(1)) {
                let most = ui.available_width() - 44.0;
                let words = cx.dim(&name);
                let natural = width_of(ui, &name, &font(size::BODY, false)) + 1.0;
                let label = egui::Label::new(words).truncate();
                ui.add_sized(Vec2::new(natural.min(most.max(0.0)), 18.0), label)
                    .on_hover_text(&name);
            }
            player_mark(ui, cx.theme, cx.view, Player(1));
            ui.label(for_());
        });
    });
    let (row, response) = ui.allocate_exact_size(Vec2::new(width, 32.0), Sense::hover());
    let ratings = [0, 1].map(|player| cx.view.rating_of(vertex, Player(player)));
    let label = [0, 1].map(|player| {
        let name = player_name(cx.view.labels, Player(player as u8));
        format!("rating {} for {name}", ratings[player])
    });
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, label.join(", ")));
    response.identified(ids::RATINGS);
    let (left, right) = row.split_left_right_at_fraction(0.5);
    // Both in the same size, so that the larger text isn't taken for the larger rating.
    let sizes = ratings
        .each_ref()
        .map(|text| fitting(ui, text, &[size::BIG, 24.0, size::RATING, 16.0], half.x));
    let shown = sizes[0].min(sizes[1]);
    let painter = ui.painter();
    for (place, align, text) in [
        (left, Align::Min, &ratings[0]),
        (right, Align::Max, &ratings[1]),
    ] {
        let font = font(shown, true);
        cell(painter, place, align, text, font, cx.theme.text);
    }
}

/// Any other number of players in a grid.
pub(crate) fn many_ratings_ui(ui: &mut egui::Ui, cx: &Cx<'_>, vertex: Vertex) {
    const CELL: f32 = 84.0;
    let players = cx.view.labels.graph().players();
    let width = ui.available_width();
    let across = ((width / CELL).floor() as usize).clamp(1, players.max(1));
    // As many in every row: four are two and two.
    let across = players.div_ceil(players.div_ceil(across).max(1)).max(1);
    let wide = width / across as f32;
    let named = Player::all(players)
        .any(|player| player_name(cx.view.labels, player) != player_letter(cx.view.labels, player));
    let interval = |player| {
        if cx.view.hidden || cx.view.is_proven(vertex, player) {
            return None;
        }
        let (low, high) = cx.view.proven(vertex, player);
        Some(format!("{} to {}", rating_text(&low), rating_text(&high)))
    };
    let doubtful = Player::all(players).any(|player| interval(player).is_some());
    let high = 30.0 + if named { 16.0 } else { 0.0 } + if doubtful { 16.0 } else { 0.0 };
    let rows = players.div_ceil(across);
    let sizes = Player::all(players).map(|player| {
        let rating = cx.view.rating_of(vertex, player);
        fitting(
            ui,
            &rating,
            &[size::RATING, 17.0, 15.0, size::BODY],
            wide - 31.0,
        )
    });
    let shown = sizes.fold(size::RATING, f32::min);
    let (rect, _) = ui.allocate_exact_size(Vec2::new(width, high * rows as f32), Sense::hover());
    for player in Player::all(players) {
        let (column, row) = (player.index() % across, player.index() / across);
        let corner = rect.min + Vec2::new(wide * column as f32, high * row as f32);
        let place = Rect::from_min_size(corner, Vec2::new(wide - 6.0, high));
        let id = egui::Id::unique("rating").with(player.index());
        let response = ui.interact(place, id, Sense::hover());
        let rating = cx.view.rating_of(vertex, player);
        let name = player_name(cx.view.labels, player);
        let proven = interval(player).map_or_else(String::new, |it| format!(", between {it}"));
        let label = format!("rating {rating} for {name}{proven}");
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
        let response = response.identified(&ids::rating(player.index()));
        let painter = ui.painter();
        let line = |top: f32, height: f32, left: f32| {
            Rect::from_min_max(
                corner + Vec2::new(left, top),
                egui::pos2(place.right(), corner.y + top + height),
            )
        };
        paint_mark(
            painter,
            cx.theme,
            cx.view,
            player,
            corner + Vec2::new(9.0, 15.0),
            MARK_RADIUS,
        );
        let big = font(shown, true);
        cell(
            painter,
            line(0.0, 30.0, 24.0),
            Align::Min,
            &rating,
            big,
            cx.theme.text,
        );
        let mut top = 30.0;
        for words in [named.then_some(name), interval(player)]
            .into_iter()
            .flatten()
        {
            let small = font(size::SMALL, false);
            cell(
                painter,
                line(top, 14.0, 0.0),
                Align::Min,
                &words,
                small,
                cx.theme.dim,
            );
            top += 16.0;
        }
        response.on_hover_text(label);
    }
}
