//! The strip below the board during a game: whose turn it is, the last dice, and the possible
//! actions. A die is a square in the thrower's color, with its pips. Texts about a game are here
//! too.

use eframe::egui::{
    self, Align, Layout, Painter, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Vec2,
};

use crate::app::base::{Identified as _, ids, name_region, player_mark, size, strong};
use crate::app::document::{Playing, Thrown};
use crate::app::intent::CommandId;
use crate::app::parts::Cx;
use crate::diagram::{Ink, Shade, player_name, winners_text};
use crate::game::Player;
use crate::session::play::{PlayPosition, Seat, WhoseTurn};
use crate::tree::UnfoldingNode;

/// A die's side, in points, and the gap between two.
const DIE: f32 = 20.0;
const GAP: f32 = 3.0;

/// Duration of a face of a rolling die, in seconds.
const FACE: f64 = 0.07;

/// The places of the pips on each face, row by row.
const PIPS: [[bool; 9]; 6] = {
    const fn face(places: [u8; 9]) -> [bool; 9] {
        let mut out = [false; 9];
        let mut at = 0;
        while at < 9 {
            out[at] = places[at] == 1;
            at += 1;
        }
        out
    }
    [
        face([0, 0, 0, 0, 1, 0, 0, 0, 0]),
        face([1, 0, 0, 0, 0, 0, 0, 0, 1]),
        face([1, 0, 0, 0, 1, 0, 0, 0, 1]),
        face([1, 0, 1, 0, 0, 0, 1, 0, 1]),
        face([1, 0, 1, 0, 1, 0, 1, 0, 1]),
        face([1, 0, 1, 1, 0, 1, 1, 0, 1]),
    ]
};

/// The dice that roll or have fallen, with their sums; nothing if none have.
pub(super) fn dice_ui(ui: &mut egui::Ui, cx: &Cx<'_>, playing: &Playing) {
    let rolling = playing.rolling.as_ref();
    let since = rolling.map(|rolling| rolling.since);
    let thrown = rolling.map_or(playing.thrown.as_ref(), |rolling| rolling.thrown.as_ref());
    let Some(thrown) = thrown else {
        return;
    };
    // While they roll, faces come and go that mean nothing.
    let shake = since.map(|since| ((playing.clock - since).max(0.0) / FACE) as usize);
    let text = match shake {
        Some(_) => "The dice are rolling".to_owned(),
        None => dice(playing, thrown),
    };
    let row = ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::new(6.0, 4.0);
        side_ui(ui, cx, Some(thrown.attacker), &thrown.throw.attacker, shake);
        let sign = match shake {
            None if thrown.throw.wins() => ">",
            None => "≤",
            Some(_) => "…",
        };
        ui.label(strong(sign).color(cx.theme.dim));
        side_ui(ui, cx, thrown.defender, &thrown.throw.defender, shake);
        if shake.is_none() {
            ui.label(
                egui::RichText::new(outcome(thrown))
                    .size(size::SMALL)
                    .color(cx.theme.text),
            );
        }
    });
    let response = ui
        .interact(
            row.response.rect,
            ui.scope_id().with("dice"),
            Sense::hover(),
        )
        .called(Role::Label, &text)
        .identified(ids::DICE);
    response.on_hover_text(&text);
}

fn outcome(thrown: &Thrown) -> &'static str {
    if thrown.throw.wins() { "wins" } else { "fails" }
}

/// One side's dice, and their sum.
fn side_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    owner: Option<Player>,
    faces: &[u8],
    shake: Option<usize>,
) {
    let count = faces.len() as f32;
    let extent = Vec2::new(count * DIE + (count - 1.0).max(0.0) * GAP, DIE);
    let (rect, _) = ui.allocate_exact_size(extent, Sense::hover());
    for (index, face) in faces.iter().enumerate() {
        let left = rect.left() + index as f32 * (DIE + GAP);
        let die = Rect::from_min_size(Pos2::new(left, rect.top()), Vec2::splat(DIE));
        let face = match shake {
            Some(shake) => (usize::from(*face) + shake * (index + 3) + index) % 6,
            None => usize::from(face.saturating_sub(1)) % 6,
        };
        die_ui(ui.painter(), cx, owner, die, face);
    }
    let sum: u32 = faces.iter().map(|face| u32::from(*face)).sum();
    let text = match shake {
        Some(_) => "–".to_owned(),
        None => sum.to_string(),
    };
    ui.label(strong(text).size(size::BODY));
}

/// One die; `face` counts from 0.
fn die_ui(painter: &Painter, cx: &Cx<'_>, owner: Option<Player>, die: Rect, face: usize) {
    let (fill, pip) = match owner {
        Some(owner) => (
            cx.theme.color(Ink::Player(owner, Shade::Full)),
            cx.theme.color(Ink::OnPlayer),
        ),
        None => (cx.theme.panel, cx.theme.text),
    };
    let edge = Stroke::new(1.0, if owner.is_some() { fill } else { cx.theme.dim });
    painter.rect(die, 4.0, fill, edge, StrokeKind::Inside);
    for (index, is_pip) in PIPS[face].iter().enumerate() {
        if *is_pip {
            let step = DIE * 0.27;
            let across = (index % 3) as f32 - 1.0;
            let down = (index / 3) as f32 - 1.0;
            let at = die.center() + Vec2::new(across, down) * step;
            painter.circle_filled(at, DIE * 0.1, pip);
        }
    }
}

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
        name_region(ui, ids::GAME);
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 4.0;
        let one_line = ui.available_width() >= ONE_LINE;
        if !one_line {
            ui.horizontal(|ui| state_ui(ui, cx, playing));
        }
        ui.horizontal(|ui| {
            ui.set_min_height(size(cx).y);
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
            ui.horizontal_wrapped(|ui| {
                ui.label(cx.small("You are viewing another node."));
                let button = ui.small_button(CommandId::GoToGame.text());
                let button = button.identified(CommandId::GoToGame.id());
                if button
                    .on_hover_text(CommandId::GoToGame.tooltip())
                    .clicked()
                {
                    cx.run(CommandId::GoToGame);
                }
            });
        }
    });
    ui.add_space(2.0);
}

/// The size of a button.
fn size(cx: &Cx<'_>) -> egui::Vec2 {
    match (cx.desk.is_touched, cx.desk.is_slim) {
        (false, _) => BUTTON,
        (true, false) => cx.button_size(),
        // Five have room in half of a phone's width.
        (true, true) => egui::Vec2::new(31.0, cx.button_size().y),
    }
}

fn buttons_ui(ui: &mut egui::Ui, cx: &Cx<'_>, playing: &Playing) {
    let play = &playing.play;
    let rolls = playing.by_hand && matches!(play.turn(), WhoseTurn::Chance(_));
    let shown = [
        (CommandId::StopGame, true, true),
        (CommandId::HideRatings, true, true),
        (CommandId::Players, true, true),
        (
            CommandId::MakeAgain,
            play.can_go_forward(),
            play.can_go_forward(),
        ),
        (CommandId::TakeBack, true, play.can_take_back()),
        (CommandId::RollDice, rolls, true),
        (
            CommandId::ReviewGame,
            matches!(play.turn(), WhoseTurn::Over(_)) && !play.made().is_empty(),
            true,
        ),
    ];
    for (named, _, enabled) in shown.into_iter().filter(|(_, shown, _)| *shown) {
        let color = cx.text_or_line(enabled);
        let button = match named {
            CommandId::RollDice => cx.worded_button(named, named.text(), size(cx).y),
            _ => {
                let icon = egui::RichText::new(named.icon()).size(16.0).color(color);
                egui::Button::new(icon).min_size(size(cx)).frame(false)
            }
        };
        let response = ui
            .add_enabled(enabled, button)
            .called(Role::Button, named.text());
        cx.run_on_click(response, named);
    }
}

/// Whose turn it is, or the winner.
fn state_ui(ui: &mut egui::Ui, cx: &Cx<'_>, playing: &Playing) {
    let turn = playing.play.turn();
    let text = state(playing);
    match turn {
        WhoseTurn::Over(winners) => {
            for winner in winners.iter().take(6) {
                player_mark(ui, cx.theme, cx.view, winner);
            }
        }
        WhoseTurn::Player(player, seat) => {
            let thinks = playing.ended.is_none() && seat == Seat::Computer;
            if thinks && playing.thinking.is_some() {
                ui.add(egui::Spinner::new().size(12.0));
            }
            player_mark(ui, cx.theme, cx.view, player);
        }
        WhoseTurn::Chance(player) => player_mark(ui, cx.theme, cx.view, player),
    }
    let label = egui::Label::new(strong(&text).size(size::BODY)).truncate();
    ui.add(label).on_hover_text(&text);
    if playing.thinking.is_some() {
        let cancel = ui.small_button(CommandId::CancelWork.text());
        let cancel = cancel.identified(CommandId::CancelWork.id());
        let phrase = "Stop the computer's search, and move for this player yourself";
        if cancel.on_hover_text(phrase).clicked() {
            cx.run(CommandId::CancelWork);
        }
    }
}

/// A player's name at a place of a game.
pub(crate) fn name(position: &PlayPosition, player: Player) -> String {
    player_name(&*position.rated().graph, player)
}

/// The state of the game, in a few words.
pub(crate) fn state(playing: &Playing) -> String {
    let here = playing.play.here();
    if let Some(why) = &playing.ended {
        return why.clone();
    }
    match playing.play.turn() {
        WhoseTurn::Over(winners) => winners_text(&*here.rated().graph, winners),
        _ if playing.waits => "Building the tree…".to_owned(),
        WhoseTurn::Player(player, Seat::Human) => format!("Your move, {}", name(here, player)),
        WhoseTurn::Player(player, Seat::Computer) => format!("{} is thinking…", name(here, player)),
        WhoseTurn::Player(player, Seat::Random) => {
            format!("{} picks a random move…", name(here, player))
        }
        WhoseTurn::Chance(_) if playing.by_hand => "Choose the outcome".to_owned(),
        WhoseTurn::Chance(player) if playing.is_throwing() => {
            format!("{} rolls the dice…", name(here, player))
        }
        WhoseTurn::Chance(_) => "Chance decides…".to_owned(),
    }
}

/// Why a move is refused that isn't the user's to make now.
pub(crate) fn refusal(playing: &Playing) -> Option<String> {
    let here = playing.play.here();
    match playing.play.turn() {
        WhoseTurn::Player(player, Seat::Computer) => Some(format!(
            "{} (computer) is to move. Wait.",
            name(here, player)
        )),
        WhoseTurn::Player(player, Seat::Random) => {
            Some(format!("{} (random) is to move. Wait.", name(here, player)))
        }
        WhoseTurn::Chance(_) if !playing.by_hand => Some("Wait for the roll.".to_owned()),
        _ => None,
    }
}

/// Dice that fell, as they are read out.
pub(super) fn dice(playing: &Playing, thrown: &Thrown) -> String {
    let here = playing.play.here();
    let faces = |faces: &[u8]| {
        let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
        faces.join(" ")
    };
    let throw = &thrown.throw;
    let defender = thrown
        .defender
        .map_or_else(|| "the defender".to_owned(), |player| name(here, player));
    let outcome = if throw.wins() { "wins" } else { "fails" };
    format!(
        "{} rolled {} (total {}), {defender} {} (total {}): the attack {outcome}",
        name(here, thrown.attacker),
        faces(&throw.attacker),
        throw.attacker_sum(),
        faces(&throw.defender),
        throw.defender_sum(),
    )
}

impl Playing {
    /// Whether dice are rolling, and not a mere branch is drawn.
    fn is_throwing(&self) -> bool {
        let rolling = self.rolling.as_ref();
        rolling.is_some_and(|rolling| rolling.thrown.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::PIPS;

    #[test]
    fn every_face_has_as_many_pips_as_it_counts() {
        for (face, pips) in PIPS.iter().enumerate() {
            assert_eq!(pips.iter().filter(|pip| **pip).count(), face + 1);
        }
    }
}
