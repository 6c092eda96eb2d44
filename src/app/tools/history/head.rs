//! The row above the strip: its title, all players' ratings at the selected node, the blunder that
//! led there, and links to the others.

use eframe::egui::{self, Align, Layout, Role, Vec2};

use super::Here;
use crate::app::base::blunders_text;
use crate::app::base::{Identified as _, font, ids, player_mark, size, strong, width_of};
use crate::app::intent::{Command, Named};
use crate::app::parts::Cx;
use crate::diagram::History;
use crate::game::Player;
use crate::session::Action;

/// The meaning of the strip's marks.
const MARKS: &str = "Steps: each player's rating (hollow: not proven)\nVertical strokes: \
                     ratings of the other moves\n?: blunder";
/// The same as short text.
const LEGEND: &str = "|  other moves     ○  not proven     ?  blunder";
/// Minimum width of the other texts beside which it is shown.
const ROOM: f32 = 300.0;

/// The height of the row, and of the one below it.
const ROW: f32 = 28.0;
const WORDS: f32 = 18.0;
/// The size of an icon button.
const BUTTON: Vec2 = Vec2::new(22.0, 22.0);
/// The width of a player's mark and of the gaps beside it and its rating.
const AROUND: f32 = 40.0;
/// Maximum number of players' ratings in the row.
const MAX_PLAYERS: usize = 6;

pub(crate) fn head_ui(ui: &mut egui::Ui, cx: &Cx<'_>, line: (&History, Here), reviewed: bool) {
    let (history, here) = line;
    let row = Vec2::new(ui.available_width(), ROW);
    ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        buttons_ui(ui, cx, history);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            let title = if reviewed { "Review" } else { "Rating graph" };
            let title = strong(title).size(size::HEADING).color(cx.theme.dim);
            ui.label(title).on_hover_text(MARKS);
            ratings_ui(ui, cx, history, here);
        });
    });
    let row = Vec2::new(ui.available_width(), WORDS);
    ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let legend = width_of(ui, LEGEND, &font(size::SMALL, false));
        let all = ui.available_width();
        let shown = !cx.view.hidden && all > legend + ROOM;
        let words = Vec2::new(all - if shown { legend + 12.0 } else { 0.0 }, WORDS);
        ui.allocate_ui_with_layout(words, Layout::left_to_right(Align::Center), |ui| {
            words_ui(ui, cx, history, here);
        });
        if shown {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(cx.small(LEGEND)).on_hover_text(MARKS);
            });
        }
    });
}

/// All players' ratings at the selected node, as far as there is room.
fn ratings_ui(ui: &mut egui::Ui, cx: &Cx<'_>, history: &History, here: Here) {
    let Some(node) = history.node(here.place) else {
        return;
    };
    let vertex = cx.view.unfolding.vertex(node);
    for player in Player::all(history.players()).take(MAX_PLAYERS) {
        let rating = cx.view.at(node).rating_of(vertex, player);
        let wide = width_of(ui, &rating, &font(size::BODY, true));
        if ui.available_width() < AROUND + wide {
            break;
        }
        ui.add_space(6.0);
        player_mark(ui, cx.theme, cx.view, player);
        ui.label(strong(rating).size(size::BODY));
    }
}

/// The move to the selected node, and what it cost if it lowered a rating.
fn words_ui(ui: &mut egui::Ui, cx: &Cx<'_>, history: &History, here: Here) {
    if cx.view.hidden {
        ui.label(cx.small("Ratings are hidden. Press H to show them."));
        return;
    }
    if let (true, Some(worse)) = (here.on, history.worse(cx.view, here.place)) {
        let parent = here
            .place
            .checked_sub(1)
            .and_then(|place| history.node(place));
        let head = worse.head(&cx.view.name(worse.player));
        let words = format!(
            "{head}: {} ({} → {}). Best was",
            worse.mv, worse.from, worse.to
        );
        let words = egui::RichText::new(words).size(size::SMALL);
        ui.label(words.color(cx.theme.text))
            .identified(ids::HISTORY_SLIP);
        let better = strong(&worse.better).size(size::SMALL).color(cx.theme.text);
        let label = egui::Label::new(better.underline())
            .sense(egui::Sense::click())
            .truncate();
        let response = ui.add(label);
        let words = format!("Go to {} (best)", worse.better);
        let response = response
            .called(Role::Link, &words)
            .identified(ids::HISTORY_BETTER);
        cx.link_ring(ui, &response);
        if response.clicked() {
            response.surrender_focus();
            if let Some(parent) = parent {
                let mut line = cx.view.unfolding.line(parent);
                line.push(worse.better_edge);
                cx.push(Command::Act(Action::SelectLine(line)));
            }
        }
        response
            .on_hover_cursor(egui::CursorIcon::PointingHand)
            .on_hover_text(words);
        return;
    }
    let mut words = history.words(cx.view, here.place);
    let first = match words.is_empty() {
        true => String::new(),
        false => words.swap_remove(0),
    };
    let text = match here.on {
        true => first,
        false => format!("You left this line after {}", lower(&first)),
    };
    let label = ui.add(egui::Label::new(cx.small(&text)).truncate());
    if !here.on {
        label.identified(ids::HISTORY_LEFT);
    }
}

/// The same in the middle of a sentence.
fn lower(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// From the right: the button that hides the strip, the links to the blunders, and their number.
fn buttons_ui(ui: &mut egui::Ui, cx: &Cx<'_>, history: &History) {
    let close = egui_material_icons::icons::ICON_CLOSE.codepoint;
    let close = egui::RichText::new(close).size(14.0);
    let words = "Close the rating graph";
    button_ui(ui, cx, close, (Named::ShowHistory, words), true);
    if cx.view.hidden {
        return;
    }
    let count = history.blunders().len();
    ui.add_space(4.0);
    for named in [Named::NextSlip, Named::PreviousSlip] {
        let icon = egui::RichText::new(named.icon()).size(16.0);
        button_ui(ui, cx, icon, (named, named.text()), count > 0);
    }
    let words = blunders_text(cx.view.labels.graph(), count);
    ui.label(cx.small(words)).identified(ids::HISTORY_BLUNDERS);
}

fn button_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    icon: egui::RichText,
    (named, words): (Named, &str),
    enabled: bool,
) {
    let color = cx.text_or_line(enabled);
    let button = egui::Button::new(icon.color(color))
        .min_size(BUTTON)
        .frame_when_inactive(false);
    let response = ui.add_enabled(enabled, button).called(Role::Button, words);
    cx.does(response, named);
}
