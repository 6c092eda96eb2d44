//! The strip below the board during a game: whose turn it is, the last dice, and the possible
//! actions.

use eframe::egui::{self, Align, Layout, Role, Stroke};

use super::dice::dice_ui;
use super::words;
use crate::app::base::{Identified as _, ids, part, player_mark, size, strong};
use crate::app::document::Playing;
use crate::app::intent::Named;
use crate::app::parts::Cx;
use crate::session::play::{Seat, Turn};
use crate::tree::UnfoldingNode;

/// The size of an icon button, in points.
const BUTTON: egui::Vec2 = egui::Vec2::new(26.0, 24.0);
/// With less width than this, in points, the buttons get a line of their own.
const ONE_LINE: f32 = 200.0;

/// The strip of the game; `selected` is the node that is shown.
pub(crate) fn strip_ui(ui: &mut egui::Ui, cx: &Cx<'_>, playing: &Playing, selected: UnfoldingNode) {
    ui.add_space(2.0);
    let frame = egui::Frame::new()
        .fill(cx.theme.ground)
        .stroke(Stroke::new(1.0, cx.theme.line))
        .corner_radius(6.0)
        .inner_margin(egui::Margin::symmetric(8, 5));
    frame.show(ui, |ui| {
        part(ui, ids::GAME);
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 4.0;
        let one_line = ui.available_width() >= ONE_LINE;
        if !one_line {
            ui.horizontal(|ui| state_ui(ui, cx, playing));
        }
        ui.horizontal(|ui| {
            ui.set_min_height(BUTTON.y);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = 1.0;
                buttons_ui(ui, cx, playing);
                if one_line {
                    ui.spacing_mut().item_spacing.x = 5.0;
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        state_ui(ui, cx, playing);
                    });
                }
            });
        });
        dice_ui(ui, cx, playing);
        if playing.node.is_some_and(|node| node != selected) {
            ui.horizontal(|ui| {
                ui.label(cx.small("You are viewing another node."));
                let button = ui.small_button(Named::GoToGame.text());
                let button = button.identified(Named::GoToGame.id());
                if button.on_hover_text(Named::GoToGame.tooltip()).clicked() {
                    cx.run(Named::GoToGame);
                }
            });
        }
    });
    ui.add_space(2.0);
}

fn buttons_ui(ui: &mut egui::Ui, cx: &Cx<'_>, playing: &Playing) {
    let play = &playing.play;
    let rolls = playing.by_hand && matches!(play.turn(), Turn::Chance(_));
    let shown = [
        (Named::StopGame, true, true),
        (Named::HideRatings, true, true),
        (Named::Players, true, true),
        (
            Named::MakeAgain,
            play.can_go_forward(),
            play.can_go_forward(),
        ),
        (Named::TakeBack, true, play.can_take_back()),
        (Named::RollDice, rolls, true),
        (
            Named::ReviewGame,
            matches!(play.turn(), Turn::Over(_)) && !play.made().is_empty(),
            true,
        ),
    ];
    for (named, _, enabled) in shown.into_iter().filter(|(_, shown, _)| *shown) {
        let color = cx.text_or_line(enabled);
        let button = match named {
            Named::RollDice => cx.worded_button(named, named.text(), BUTTON.y),
            _ => {
                let icon = egui::RichText::new(named.icon()).size(16.0).color(color);
                egui::Button::new(icon).min_size(BUTTON).frame(false)
            }
        };
        let response = ui
            .add_enabled(enabled, button)
            .called(Role::Button, named.text());
        cx.does(response, named);
    }
}

/// Whose turn it is, or the winner.
fn state_ui(ui: &mut egui::Ui, cx: &Cx<'_>, playing: &Playing) {
    let turn = playing.play.turn();
    let text = words::state(playing);
    match turn {
        Turn::Over(winners) => {
            for winner in winners.iter().take(6) {
                player_mark(ui, cx.theme, cx.view, winner);
            }
        }
        Turn::Player(player, seat) => {
            let thinks = playing.ended.is_none() && seat == Seat::Computer;
            if thinks && playing.thinking.is_some() {
                ui.add(egui::Spinner::new().size(12.0));
            }
            player_mark(ui, cx.theme, cx.view, player);
        }
        Turn::Chance(player) => player_mark(ui, cx.theme, cx.view, player),
    }
    let label = egui::Label::new(strong(&text).size(size::BODY)).truncate();
    ui.add(label).on_hover_text(&text);
    if playing.thinking.is_some() {
        let cancel = ui.small_button(Named::CancelWork.text());
        let cancel = cancel.identified(Named::CancelWork.id());
        let words = "Stop the computer's search, and move for this player yourself";
        if cancel.on_hover_text(words).clicked() {
            cx.run(Named::CancelWork);
        }
    }
}
