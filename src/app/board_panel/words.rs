//! What the board says: labels for screen readers, tooltips, and the line about the place under
//! the keys.

use super::{Shown, play};
use crate::app::recognise::sentence;
use crate::app::widgets::move_text;
use crate::diagram::end_text;
use crate::game::{Picture, Piece, Place};
use crate::rating::best_edges;
use crate::tree::{Edge, Vertex, VertexKind};

/// As many attacks of one place are told in its tooltip.
const MOST_ATTACKS: usize = 8;

/// The board as a whole.
pub(super) fn board(focused: bool) -> &'static str {
    if focused {
        "Board, has the keys"
    } else {
        "Board"
    }
}

/// What a place is called: `Hex 2`.
pub(super) fn name(place: &Place) -> String {
    format!("{} {}", sentence(place.form.word()), place.number)
}

/// Whether pieces are put on and taken from places, rather than dice changed.
fn has_pieces(shown: &Shown<'_>) -> bool {
    let is_dice = |place: &Place| matches!(place.piece, Some(Piece::Dice(_)));
    !shown.picture.places.iter().any(is_dice)
}

fn dice(count: u64) -> String {
    match count {
        1 => "1 die".to_owned(),
        _ => format!("{count} dice"),
    }
}

/// Whose a place is, and what lies on it: `a, 2 dice`.
fn owner_and_piece(shown: &Shown<'_>, place: &Place) -> String {
    let owner = place
        .owner
        .map(|player| shown.view.labels.player_name(player));
    let piece = place.piece.as_ref().and_then(|piece| match piece {
        Piece::Dice(count) => Some(dice(u64::from(*count))),
        Piece::Mark(sign) => Some(sign.to_string()),
        // Each player has pieces of one kind.
        Piece::Cross | Piece::Ring | Piece::Chip => None,
    });
    let words: Vec<String> = owner.into_iter().chain(piece).collect();
    if words.is_empty() {
        "empty".to_owned()
    } else {
        words.join(", ")
    }
}

/// A place for a screen reader: `Hex 2: a, 2 dice, can attack 3`.
pub(super) fn place(shown: &Shown<'_>, index: usize) -> String {
    let place = &shown.picture.places[index];
    let mut text = format!("{}: {}", name(place), owner_and_piece(shown, place));
    let targets: Vec<&str> = attacks_from(shown, index)
        .map(|attack| number(shown, attack.to))
        .collect();
    if let Some((last, rest)) = targets.split_last() {
        let rest = if rest.is_empty() {
            String::new()
        } else {
            format!("{} and ", rest.join(", "))
        };
        text = format!("{text}, can attack {rest}{last}");
    }
    if let Some(landing) = landing(shown, index) {
        let vertex = shown.document.session.vertex();
        let (rating, best) = rating_and_best(shown, landing.edge);
        let best = if best { ", best" } else { "" };
        let mv = move_text(shown.view, vertex, landing.edge);
        return format!("{text}, play {mv}, rating {rating}{best}");
    }
    if shown.marked == Some(index) {
        text.push_str(", marked");
    }
    if let Some(marked) = shown.marked.filter(|_| shown.offered(index).is_some()) {
        text = format!("{text}, can be attacked by {}", number(shown, marked));
    }
    text
}

/// The move from nowhere that leads to a place.
fn landing<'a>(shown: &'a Shown<'_>, to: usize) -> Option<&'a play::Landing> {
    shown.landings.iter().find(|landing| landing.to == to)
}

fn attacks_from<'a>(shown: &'a Shown<'_>, from: usize) -> impl Iterator<Item = &'a play::Attack> {
    let attacks = shown.attacks.iter();
    attacks.filter(move |attack| attack.from == from)
}

fn number<'a>(shown: &'a Shown<'_>, index: usize) -> &'a str {
    let place = shown.picture.places.get(index);
    place.map_or("", |place| &place.number)
}

/// An arrow for a screen reader: `Attack 2 → 3, rating 0, best`.
pub(super) fn attack(shown: &Shown<'_>, attack: &play::Attack) -> String {
    let vertex = shown.document.session.vertex();
    let (rating, best) = rating_and_best(shown, attack.edge);
    let best = if best { ", best" } else { "" };
    let mv = move_text(shown.view, vertex, attack.edge);
    format!("Attack {mv}, rating {rating}{best}")
}

/// The rating that a move leads to, and whether it is a best one and may be told so.
pub(super) fn rating_and_best(shown: &Shown<'_>, edge: Edge) -> (String, bool) {
    let vertex = shown.document.session.vertex();
    let graph = shown.view.labels.graph();
    let rating = shown
        .view
        .rating_of(graph.target(edge), shown.view.chooser(vertex));
    let ratings = &shown.view.analysis.ratings;
    let best = !shown.view.hidden && best_edges(graph, ratings, vertex).contains(&edge);
    (rating, best)
}

/// What a move does: `2 → 3: captures 1 die, leads to b1b2/a1a1 b, rating 0 for a (best)`.
pub(super) fn result(shown: &Shown<'_>, edge: Edge) -> String {
    let session = &shown.document.session;
    let rated = &session.rated().graph;
    let graph = rated.graph();
    let vertex = session.vertex();
    let target = graph.target(edge);
    let mut parts = Vec::new();
    match rated.touched(vertex, edge).to {
        Some(to) => parts.extend(captured(&shown.picture, to).map(|n| format!("captures {n}"))),
        None => {
            let after = rated.picture(target);
            parts.extend(brought(&shown.picture, &after).map(|n| format!("brings {n}")));
        }
    }
    let end = end_text(shown.view.labels, target).map_or_else(
        || match graph.kind(target) {
            VertexKind::Chance(_) => ", where chance decides".to_owned(),
            _ => String::new(),
        },
        |end| format!(", where the game is over and {end}"),
    );
    parts.push(format!("leads to {}{end}", rated.position_text(target)));
    parts.push(if shown.view.hidden {
        "rating hidden".to_owned()
    } else {
        let (rating, best) = rating_and_best(shown, edge);
        let player = rated.player_name(shown.view.chooser(vertex));
        let best = if best { " (best)" } else { "" };
        format!("rating {rating} for {player}{best}")
    });
    format!(
        "{}: {}",
        move_text(shown.view, vertex, edge),
        parts.join(", ")
    )
}

/// The dice on the target of an attack.
fn captured(picture: &Picture, target: usize) -> Option<String> {
    match picture.places.get(target)?.piece {
        Some(Piece::Dice(count)) => Some(dice(u64::from(count))),
        _ => None,
    }
}

/// The dice that a move without places brings, as a pass does.
fn brought(before: &Picture, after: &Picture) -> Option<String> {
    let count = |picture: &Picture| {
        let pieces = picture.places.iter().map(|place| match place.piece {
            Some(Piece::Dice(count)) => u64::from(count),
            _ => 0,
        });
        pieces.sum::<u64>()
    };
    let more = count(after).checked_sub(count(before))?;
    (more > 0).then(|| dice(more))
}

/// What a place is and what can be done with it, line by line.
pub(super) fn place_tooltip(shown: &Shown<'_>, index: usize) -> Vec<String> {
    let place = &shown.picture.places[index];
    let owner = place
        .owner
        .map(|player| shown.view.labels.player_name(player));
    let piece = owner_and_piece(
        shown,
        &Place {
            owner: None,
            ..place.clone()
        },
    );
    let mut lines = vec![match owner {
        Some(owner) => format!("{}, owned by {owner}, {piece}", name(place)),
        None => format!("{}, {piece}", name(place)),
    }];
    if shown.setup {
        lines.push(
            if has_pieces(shown) {
                "Click to put or take a piece, right-click for all that it can be"
            } else {
                "Click for the next owner, wheel for the dice, right-click for all"
            }
            .to_owned(),
        );
        return lines;
    }
    let before = shown.before.as_ref();
    if let Some(before) = before.and_then(|before| before.places.get(index))
        && (before.owner != place.owner || before.piece != place.piece)
    {
        let before = owner_and_piece(shown, before);
        lines.push(format!("Before the last move: {before}"));
    }
    if let Some(edge) = shown.offered(index) {
        lines.push(result(shown, edge));
        let landing = landing(shown, index).is_some();
        lines.push(
            if landing {
                "Click to play it"
            } else {
                "Click to attack"
            }
            .to_owned(),
        );
        if landing && shown.can_be_changed() {
            lines.push("Right-click to change it".to_owned());
        }
        return lines;
    }
    if let Some(marked) = shown.marked.filter(|marked| *marked != index)
        && attacks_from(shown, index).next().is_none()
    {
        lines.push(no_attack(shown, marked, index));
        return lines;
    }
    let attacks: Vec<_> = attacks_from(shown, index).collect();
    for attack in attacks.iter().take(MOST_ATTACKS) {
        lines.push(result(shown, attack.edge));
    }
    if attacks.len() > MOST_ATTACKS {
        lines.push(format!("… and {} more", attacks.len() - MOST_ATTACKS));
    }
    if shown.marked == Some(index) {
        lines.push("Click a target to attack it, or here to unmark".to_owned());
    } else if !attacks.is_empty() {
        lines.push("Click to attack from here".to_owned());
    } else if is_movers(shown, index) && !has_pieces(shown) {
        lines.push("It has nobody to attack now".to_owned());
    }
    if shown.can_be_changed() {
        lines.push("Right-click to change it".to_owned());
    }
    lines
}

fn no_attack(shown: &Shown<'_>, from: usize, to: usize) -> String {
    let (from, to) = (number(shown, from), number(shown, to));
    format!("{from} can't attack {to} now")
}

fn is_movers(shown: &Shown<'_>, index: usize) -> bool {
    let vertex: Vertex = shown.document.session.vertex();
    match shown.view.labels.graph().kind(vertex) {
        VertexKind::Decision(mover) => shown.picture.places[index].owner == Some(mover),
        _ => false,
    }
}

/// The line below the board, about the place under the keys.
pub(super) fn hint(shown: &Shown<'_>, cursor: usize, focused: bool) -> String {
    let place = &shown.picture.places[cursor];
    let what = format!("{}: {}", name(place), owner_and_piece(shown, place));
    if shown.setup && has_pieces(shown) {
        return if focused {
            format!("{what}. A player's letter puts a piece, Delete takes it; Escape leaves")
        } else {
            format!(
                "Click a {} to put or take a piece, right-click for all that it can be",
                place.form.word()
            )
        };
    }
    if shown.setup && !focused {
        return "Click a hex for its next owner, turn the wheel for its dice, right-click for all"
            .to_owned();
    }
    if shown.setup {
        return format!(
            "{what}. A letter or Space changes the owner, a digit, + or - the dice; Escape leaves"
        );
    }
    if let Some(edge) = shown.offered(cursor) {
        let vertex = shown.document.session.vertex();
        let mv = move_text(shown.view, vertex, edge);
        let dice = captured(&shown.picture, cursor)
            .map_or_else(String::new, |dice| format!(" captures {dice},"));
        let (rating, best) = rating_and_best(shown, edge);
        let best = if best { " (best)" } else { "" };
        if landing(shown, cursor).is_some() {
            return format!("{what}. {mv}: rating {rating}{best}. Enter plays it");
        }
        return format!("{mv}{dice} rating {rating}{best}. Enter attacks, D unmarks");
    }
    if let Some(marked) = shown.marked {
        if marked == cursor {
            return format!("{what}, marked. ←/→ choose the target, D unmarks");
        }
        return format!("{what}. {}; D unmarks", no_attack(shown, marked, cursor));
    }
    if attacks_from(shown, cursor).next().is_some() {
        return format!("{what}. Enter marks it as the source of an attack");
    }
    if is_movers(shown, cursor) && !has_pieces(shown) {
        return format!("{what}. It has nobody to attack now");
    }
    what
}
