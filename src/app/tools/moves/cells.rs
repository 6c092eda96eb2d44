//! The cells of the moves table that are more than a text: a move with its mark, and the winner.

use eframe::egui::{self, Align, Color32, Rect, Vec2};

use crate::app::base::cell;
use crate::app::parts::{BODY, Cx, Look, Print, SMALL, TableLine};
use crate::diagram::{Ink, MoveRow, MoveTag};
use crate::rating::Loss;

/// Between a move and its mark.
pub(crate) const MARK_GAP: f32 = 6.0;
/// The gap between the winner and the mark, and the padding of the mark's background.
pub(crate) const PILL_GAP: f32 = 10.0;
pub(crate) const PILL: f32 = 14.0;
/// The height of that background.
const PILL_HEIGHT: f32 = 20.0;

/// The mark of a move beside the text about the winner.
pub(crate) fn pill(tag: MoveTag, narrow: bool) -> &'static str {
    match (tag, narrow) {
        (MoveTag::HoldsLongest, true) => "longest",
        (tag, _) => tag.text(),
    }
}

/// The mark of a move with a tag.
pub(crate) fn mark(tag: MoveTag, narrow: bool) -> &'static str {
    match (tag, narrow) {
        (MoveTag::Best, true) => "★",
        (MoveTag::Worse(loss), true) => loss.sign(),
        (_, true) => "",
        (tag, false) => tag.text(),
    }
}

/// The move with its mark, in bold where it is one of the best.
pub(crate) fn move_cell(cx: &Cx<'_>, line: &TableLine<'_>, place: Rect, row: &MoveRow, look: Look) {
    let Some(tag) = row.tag else {
        line.left(place, BODY, &row.mv);
        return;
    };
    let laid = line.laid_out(SMALL, mark(tag, look.narrow));
    let mut words = place;
    words.max.x -= laid.size().x + MARK_GAP;
    let used = line.left(words, BODY.strong(tag == MoveTag::Best), &row.mv);
    let at = egui::pos2(
        used.right() + MARK_GAP,
        place.center().y - laid.size().y / 2.0,
    );
    let color = match tag {
        MoveTag::Worse(Loss::Blunder) => cx.theme.color(Ink::Blunder),
        MoveTag::Worse(Loss::Inaccuracy) => cx.theme.warning,
        MoveTag::Worse(Loss::Slight) => cx.theme.dim,
        _ => return line.painter.galley(at, laid, Color32::PLACEHOLDER),
    };
    line.painter
        .galley_with_override_text_color(at, laid, color);
}

/// The winner as text; where there is none, the rating.
pub(crate) fn outcome_text(row: &MoveRow) -> (&str, Print) {
    match &row.outcome {
        Some(outcome) => (&outcome.words, BODY.strong(true)),
        None => (&row.rating, BODY),
    }
}

/// The winner in its color, with the same width in all rows, and the mark after it with a
/// background.
pub(crate) fn outcome_cell(
    cx: &Cx<'_>,
    line: &TableLine<'_>,
    (place, wide): (Rect, f32),
    row: &MoveRow,
    look: Look,
) {
    let (text, soft, panel) = (cx.theme.text, cx.theme.soft, cx.theme.panel);
    let mut words = place;
    words.max.x = words.max.x.min(place.left() + wide);
    let (told, print) = outcome_text(row);
    let winner = row.outcome.as_ref().and_then(|outcome| outcome.winner);
    let color = winner.map_or(text, |winner| cx.theme.player_words(winner));
    cell(&line.painter, words, Align::Min, told, print.font(), color);
    let Some(tag) = row.tag else {
        return;
    };
    let laid = line.laid_out(SMALL, pill(tag, look.narrow));
    let size = Vec2::new(laid.size().x + PILL, PILL_HEIGHT);
    let left = place.left() + wide + PILL_GAP;
    let at = egui::pos2(left, place.center().y - size.y / 2.0);
    let ground = Rect::from_min_size(at, size);
    if ground.right() > line.rect.right() {
        // In a slim window there is no room for it; the tooltip has it too.
        return;
    }
    let usual = if look.lit { panel } else { soft };
    let (fill, ink) = match tag {
        MoveTag::Best => (text, panel),
        MoveTag::Worse(Loss::Blunder) => {
            let blunder = cx.theme.color(Ink::Blunder);
            (cx.theme.color(Ink::BlunderArea), blunder)
        }
        MoveTag::Worse(Loss::Inaccuracy) => (usual, cx.theme.warning),
        MoveTag::Worse(Loss::Slight) => (usual, cx.theme.dim),
        _ => (usual, text),
    };
    line.painter.rect_filled(ground, PILL_HEIGHT / 2.0, fill);
    let at = ground.center() - laid.size() / 2.0;
    line.painter.galley_with_override_text_color(at, laid, ink);
}
