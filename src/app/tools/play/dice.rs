//! Draws dice: a square in the thrower's color, with its pips.

use eframe::egui::{self, Painter, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Vec2};

use super::words;
use crate::app::base::{Identified as _, ids, size, strong};
use crate::app::document::{Playing, Thrown};
use crate::app::parts::Cx;
use crate::diagram::{Ink, Shade};
use crate::game::Player;

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
    let words = match shake {
        Some(_) => "The dice are rolling".to_owned(),
        None => words::dice(playing, thrown),
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
        .called(Role::Label, &words)
        .identified(ids::DICE);
    response.on_hover_text(&words);
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
    for (place, is_pip) in PIPS[face].iter().enumerate() {
        if *is_pip {
            let step = DIE * 0.27;
            let across = (place % 3) as f32 - 1.0;
            let down = (place / 3) as f32 - 1.0;
            let at = die.center() + Vec2::new(across, down) * step;
            painter.circle_filled(at, DIE * 0.1, pip);
        }
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
