//! Texts of the board: labels for screen readers, tooltips, and the line about the place under the
//! keyboard cursor.

use super::{ShownBoard, play};
use crate::app::base::{BEST, listed_best, move_text};
use crate::diagram::{branch_text, branches, end_text, exact_chance, odds, percent_text};
use crate::game::{Cell, Picture, Piece};
use crate::tree::{Edge, Vertex, VertexKind};
use crate::words::{capitalised, joined};

/// Maximum number of attacks listed in a place's tooltip.
const MAX_ATTACKS: usize = 8;

/// The text for a board whose game lists no edits.
const CHANGED_IN_SETUP: &str = "Edit this position in Setup";

/// The text for an editable place.
const CHANGED_BY_CLICK: &str = "Right-click to change it";

/// The board as a whole.
pub(super) fn board(focused: bool) -> &'static str {
    if focused {
        "Board, keyboard focus"
    } else {
        "Board"
    }
}

/// The name of a place: `Hex 2`.
pub(super) fn name(cell: &Cell) -> String {
    format!("{} {}", capitalised(cell.shape.word()), cell.number)
}

/// Whether pieces are placed and removed, rather than dice changed.
fn has_pieces(shown: &ShownBoard<'_>) -> bool {
    let is_dice = |cell: &Cell| matches!(cell.piece, Some(Piece::Dice(_)));
    !shown.picture.cells.iter().any(is_dice)
}

fn dice(count: u64) -> String {
    match count {
        1 => "1 die".to_owned(),
        _ => format!("{count} dice"),
    }
}

/// The owner and the piece of a place: `a, 2 dice`.
fn owner_and_piece(shown: &ShownBoard<'_>, cell: &Cell) -> String {
    let owner = cell
        .owner
        .map(|player| shown.view.labels.player_name(player));
    let piece = cell.piece.as_ref().and_then(|piece| match piece {
        Piece::Dice(count) => Some(dice(u64::from(*count))),
        Piece::Mark(sign) => Some(sign.to_string()),
        // Each player has pieces of one kind.
        Piece::Cross | Piece::Ring | Piece::Chip => None,
    });
    let texts: Vec<String> = owner.into_iter().chain(piece).collect();
    if texts.is_empty() {
        "empty".to_owned()
    } else {
        texts.join(", ")
    }
}

/// A place for a screen reader: `Hex 2: a, 2 dice, can attack 3`.
pub(super) fn cell_name(shown: &ShownBoard<'_>, index: usize) -> String {
    let cell = &shown.picture.cells[index];
    let mut text = format!("{}: {}", name(cell), owner_and_piece(shown, cell));
    let targets: Vec<&str> = attacks_from(shown, index)
        .map(|attack| number(shown, attack.to))
        .collect();
    if !targets.is_empty() {
        text = format!("{text}, can attack {}", joined(&targets));
    }
    if let Some(landing) = landing(shown, index) {
        let vertex = shown.document.session.vertex();
        let (rating, best) = rating_and_best(shown, landing.edge);
        let best = listed_best(best);
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

/// The move to a place that has a target only.
fn landing<'a>(shown: &'a ShownBoard<'_>, to: usize) -> Option<&'a play::Landing> {
    shown.landings.iter().find(|landing| landing.to == to)
}

fn attacks_from<'a>(
    shown: &'a ShownBoard<'_>,
    from: usize,
) -> impl Iterator<Item = &'a play::Attack> {
    let attacks = shown.attacks.iter();
    attacks.filter(move |attack| attack.from == from)
}

fn number<'a>(shown: &'a ShownBoard<'_>, index: usize) -> &'a str {
    let place = shown.picture.cells.get(index);
    place.map_or("", |cell| &cell.number)
}

/// An arrow for a screen reader: `Attack 2 → 3, rating 0, best`.
pub(super) fn attack(shown: &ShownBoard<'_>, attack: &play::Attack) -> String {
    let vertex = shown.document.session.vertex();
    let (rating, best) = rating_and_best(shown, attack.edge);
    let best = listed_best(best);
    let mv = move_text(shown.view, vertex, attack.edge);
    let odds = odds(shown.view.labels, attack.edge).map_or_else(String::new, |odds| {
        format!(", {} {}", odds.branch, percent_text(odds.probability))
    });
    format!("Attack {mv}{odds}, rating {rating}{best}")
}

/// The rating after a move, and whether it is shown as a best one.
pub(super) fn rating_and_best(shown: &ShownBoard<'_>, edge: Edge) -> (String, bool) {
    let vertex = shown.document.session.vertex();
    let rating = shown.view.rating_by(edge, shown.view.chooser(vertex));
    let best = !shown.view.hidden && shown.view.best_moves(vertex).contains(&edge);
    (rating, best)
}

/// Text after a rating in a sentence if the move is one of the best.
fn bracketed_best(best: bool) -> String {
    match best {
        true => format!(" ({BEST})"),
        false => String::new(),
    }
}

/// The effect of a move: `2 → 3: captures 1 die, leads to b1b2/a1a1 b, rating 0 for a (best)`; with
/// one line per outcome of chance.
pub(super) fn result(shown: &ShownBoard<'_>, edge: Edge) -> String {
    let session = &shown.document.session;
    let rated = &session.rated().graph;
    let graph = rated.graph();
    let vertex = session.vertex();
    let target = graph.target(edge);
    if let VertexKind::Chance(_) = graph.kind(target) {
        return roll(shown, edge);
    }
    let mut parts = Vec::new();
    if let VertexKind::Chance(_) = graph.kind(vertex) {
        let probability = graph.probability(edge);
        parts.push(if *probability.numer() == 0 {
            "probability 0".to_owned()
        } else {
            exact_chance(probability)
        });
    }
    match rated.touched(vertex, edge).to {
        // Dice without an owner aren't captured.
        Some(to) => {
            let after = rated.picture(target);
            let owner = |picture: &Picture| picture.cells.get(to).and_then(|cell| cell.owner);
            if owner(&shown.picture) != owner(&after) {
                parts.extend(captured(&shown.picture, to).map(|n| format!("captures {n}")));
            }
        }
        None => {
            let after = rated.picture(target);
            parts.extend(brought(&shown.picture, &after).map(|n| format!("brings {n}")));
        }
    }
    let end = end_text(shown.view.labels, target).map_or_else(String::new, |end| {
        format!(", where the game is over and {end}")
    });
    parts.push(format!("leads to {}{end}", rated.position_text(target)));
    parts.push(rating_words(shown, edge));
    format!(
        "{}: {}",
        move_text(shown.view, vertex, edge),
        parts.join(", ")
    )
}

/// The rating after a move, with its player: `rating 1/2 for a (best)`.
fn rating_words(shown: &ShownBoard<'_>, edge: Edge) -> String {
    if shown.view.hidden {
        return "rating hidden".to_owned();
    }
    let session = &shown.document.session;
    let (rating, best) = rating_and_best(shown, edge);
    let chooser = shown.view.chooser(session.vertex());
    let player = session.rated().graph.player_name(chooser);
    let best = bracketed_best(best);
    format!("rating {rating} for {player}{best}")
}

/// The effect of a move followed by chance: `2 → 0: 2 dice against 2 dice, rating ~.123 for a`, and
/// one line per outcome.
fn roll(shown: &ShownBoard<'_>, edge: Edge) -> String {
    let session = &shown.document.session;
    let rated = &session.rated().graph;
    let vertex = session.vertex();
    let target = rated.graph().target(edge);
    let rating = rating_words(shown, edge);
    let state = rated.picture(target).state;
    let state = match state.is_empty() {
        true => "chance decides".to_owned(),
        false => state,
    };
    let mv = move_text(shown.view, vertex, edge);
    let mut lines = vec![format!("{mv}: {state}; {rating}")];
    lines.extend(branches(shown.view, vertex, target));
    let about = rated.about(target);
    lines.extend((!about.is_empty()).then_some(about));
    lines.join("\n")
}

/// The effect of one of several attacks; with chance, in one line.
fn short_result(shown: &ShownBoard<'_>, edge: Edge) -> String {
    let view = shown.view;
    let vertex = shown.document.session.vertex();
    let graph = view.labels.graph();
    let target = graph.target(edge);
    if odds(view.labels, edge).is_none() {
        return result(shown, edge);
    }
    let branches = graph.edges(target).map(|branch| {
        let rating = view.rating_of(graph.target(branch), view.chooser(vertex));
        let text = branch_text(view, target, branch);
        format!("{text} ({rating})")
    });
    let branches: Vec<String> = branches.collect();
    let (rating, best) = rating_and_best(shown, edge);
    let best = bracketed_best(best);
    let mv = move_text(view, vertex, edge);
    format!("{mv}: {}, rating {rating}{best}", branches.join(", "))
}

/// The dice on the target of an attack.
fn captured(picture: &Picture, target: usize) -> Option<String> {
    match picture.cells.get(target)?.piece {
        Some(Piece::Dice(count)) => Some(dice(u64::from(count))),
        _ => None,
    }
}

/// The dice that a move without places, such as a pass, brings.
fn brought(before: &Picture, after: &Picture) -> Option<String> {
    let count = |picture: &Picture| {
        let pieces = picture.cells.iter().map(|place| match place.piece {
            Some(Piece::Dice(count)) => u64::from(count),
            _ => 0,
        });
        pieces.sum::<u64>()
    };
    let more = count(after).checked_sub(count(before))?;
    let changed = before.cells.iter().zip(&after.cells);
    let hexes: Vec<&str> = changed
        .filter(|(before, after)| before.piece != after.piece)
        .map(|(cell, _)| &*cell.number)
        .collect();
    let places = match &hexes[..] {
        [] => return None,
        [hex] => format!("hex {hex}"),
        hexes => format!("hexes {}", joined(hexes)),
    };
    Some(match more {
        0 => "no dice".to_owned(),
        _ if hexes.len() > MAX_HEXES => format!("{} to {} hexes", dice(more), hexes.len()),
        _ => format!("{} to {places}", dice(more)),
    })
}

/// Maximum number of named hexes that get dice from a pass.
const MAX_HEXES: usize = 8;

/// The content of a place and its possible actions, line by line.
pub(super) fn place_tooltip(shown: &ShownBoard<'_>, index: usize) -> Vec<String> {
    let cell = &shown.picture.cells[index];
    let unowned = Cell {
        owner: None,
        ..cell.clone()
    };
    let piece = owner_and_piece(shown, &unowned);
    let mut lines = vec![match cell.owner {
        Some(owner) => {
            let owner = shown.view.labels.player_name(owner);
            format!("{}, owned by {owner}, {piece}", name(cell))
        }
        None => format!("{}, {piece}", name(cell)),
    }];
    if shown.setup {
        lines.push(how_to_change(shown).to_owned());
        return lines;
    }
    let before = shown.before.as_ref();
    if let Some(before) = before.and_then(|before| before.cells.get(index))
        && (before.owner != cell.owner || before.piece != cell.piece)
    {
        let before = owner_and_piece(shown, before);
        lines.push(format!("Before the last move: {before}"));
    }
    let rolls = |branch: &play::Attack| branch.from == index || branch.to == index;
    if let Some(edge) = shown.offered(index) {
        let landing = landing(shown, index).is_some();
        lines.push(result(shown, edge));
        lines.push(match landing {
            true => "Click to play".to_owned(),
            false => "Click to attack".to_owned(),
        });
        if landing && shown.can_be_changed() {
            lines.push(CHANGED_BY_CLICK.to_owned());
        }
    } else if shown.branches.iter().any(rolls) {
        let vertex = shown.document.session.vertex();
        lines.push(shown.picture.state.clone());
        let branches = shown.branches.iter();
        lines.extend(branches.map(|branch| branch_text(shown.view, vertex, branch.edge)));
        lines.push(shown.document.session.rated().graph.about(vertex));
    } else if let Some(marked) = shown.marked.filter(|marked| *marked != index)
        && attacks_from(shown, index).next().is_none()
    {
        lines.push(no_attack(shown, marked, index));
    } else {
        lines.extend(attacks_told(shown, index));
    }
    lines
}

/// How to edit a place of the root.
fn how_to_change(shown: &ShownBoard<'_>) -> &'static str {
    match (shown.can_be_changed(), has_pieces(shown)) {
        (false, _) => CHANGED_IN_SETUP,
        (true, true) => "Click to add or remove a piece. Right-click for all options.",
        (true, false) => {
            "Click to change the owner. Scroll to change the dice. Right-click for \
             all options."
        }
    }
}

/// The possible actions from a place, line by line.
fn attacks_told(shown: &ShownBoard<'_>, index: usize) -> Vec<String> {
    let attacks: Vec<_> = attacks_from(shown, index).collect();
    let told = attacks.iter().take(MAX_ATTACKS);
    let mut lines: Vec<String> = told
        .map(|attack| match attacks.len() {
            1 => result(shown, attack.edge),
            _ => short_result(shown, attack.edge),
        })
        .collect();
    if attacks.len() > MAX_ATTACKS {
        lines.push(format!("… and {} more", attacks.len() - MAX_ATTACKS));
    }
    if shown.marked == Some(index) {
        lines.push("Click a target to attack, or click here to deselect".to_owned());
    } else if !attacks.is_empty() {
        lines.push("Click to select as attacker".to_owned());
    } else if is_movers(shown, index) && !has_pieces(shown) {
        lines.push("No legal attack from here".to_owned());
    }
    if shown.can_be_changed() {
        lines.push(CHANGED_BY_CLICK.to_owned());
    }
    lines
}

fn no_attack(shown: &ShownBoard<'_>, from: usize, to: usize) -> String {
    let (from, to) = (number(shown, from), number(shown, to));
    format!("{from} can't attack {to}")
}

fn is_movers(shown: &ShownBoard<'_>, index: usize) -> bool {
    let vertex: Vertex = shown.document.session.vertex();
    match shown.view.labels.graph().kind(vertex) {
        VertexKind::Decision(mover) => shown.picture.cells[index].owner == Some(mover),
        _ => false,
    }
}

/// The line below the board, about the place under the keyboard cursor.
pub(super) fn hint(shown: &ShownBoard<'_>, cursor: usize, focused: bool) -> String {
    let cell = &shown.picture.cells[cursor];
    let what = format!("{}: {}", name(cell), owner_and_piece(shown, cell));
    if shown.setup && !shown.can_be_changed() {
        return if focused {
            format!("{what}. {CHANGED_IN_SETUP}. Esc: leave.")
        } else {
            CHANGED_IN_SETUP.to_owned()
        };
    }
    if shown.setup && has_pieces(shown) {
        return if focused {
            format!("{what}. Letter: add a piece. Delete: remove it. Esc: leave.")
        } else {
            format!(
                "Click a {} to add or remove a piece. Right-click for all options.",
                cell.shape.word()
            )
        };
    }
    if shown.setup && !focused {
        return "Click a hex to change its owner. Scroll to change its dice. Right-click for all \
             options."
            .to_owned();
    }
    if shown.setup {
        return format!("{what}. Letter or Space: owner. Digit, + or −: dice. Esc: leave.");
    }
    if let Some(edge) = shown.offered(cursor) {
        let vertex = shown.document.session.vertex();
        let mv = move_text(shown.view, vertex, edge);
        let dice = captured(&shown.picture, cursor)
            .map_or_else(String::new, |dice| format!(" captures {dice},"));
        let (rating, best) = rating_and_best(shown, edge);
        let best = bracketed_best(best);
        if landing(shown, cursor).is_some() {
            return format!("{what}. {mv}: rating {rating}{best}. Enter: play.");
        }
        if let Some(odds) = odds(shown.view.labels, edge) {
            let percent = percent_text(odds.probability);
            let branch = odds.branch;
            return format!(
                "{mv} {branch} {percent}, rating {rating}{best}. Enter: attack. Esc: deselect."
            );
        }
        return format!("{mv}{dice} rating {rating}{best}. Enter: attack. Esc: deselect.");
    }
    if let Some(marked) = shown.marked {
        if marked == cursor {
            return format!("{what}, selected. ←/→: target. Esc: deselect.");
        }
        return format!(
            "{what}. {}. Esc: deselect.",
            no_attack(shown, marked, cursor)
        );
    }
    if attacks_from(shown, cursor).next().is_some() {
        return format!("{what}. Enter: select as attacker.");
    }
    if is_movers(shown, cursor) && !has_pieces(shown) {
        return format!("{what}. No legal attack from here");
    }
    what
}
