//! Bytes out: text, pictures and other programs' formats. For JSON it calls `save`.

pub mod dot;
pub mod text;

use std::borrow::Cow;

use crate::game::{Player, winners_of};
use crate::rating::{Rating, Ratings};
use crate::tree::{Labels, Vertex, VertexKind};

/// A text with its control characters made visible, so that it stays on its line and says nothing
/// to a terminal.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            out.extend(character.escape_default());
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

/// A rating in few characters: a fraction of small numbers as it is, any other as `≈` and up to
/// six digits; behind `~` and before the proven interval where it isn't proven.
pub fn rating_text(ratings: &Ratings, vertex: Vertex, player: Player) -> String {
    let rating = short(ratings.rating(vertex, player));
    let (low, high) = ratings.proven(vertex, player);
    if low.ties_with(&high) {
        rating.to_string()
    } else {
        format!("~{rating} [{}, {}]", short(low), short(high))
    }
}

fn short(rating: Rating) -> Rating {
    const MOST: i128 = 9_999;
    match rating.exact() {
        Some(number) if *number.denom() > MOST => rating.approximate(),
        _ => rating,
    }
}

/// Who has won an end: `b wins`, `a and b tie`; `None` at any other vertex.
pub fn winners_text(labels: &dyn Labels, vertex: Vertex) -> Option<String> {
    let graph = labels.graph();
    if graph.kind(vertex) != VertexKind::End {
        return None;
    }
    let payoffs: Vec<_> = Player::all(graph.players())
        .filter_map(|player| graph.outcome(vertex, player))
        .collect();
    Some(crowned(labels, winners_of(&payoffs)))
}

/// The words for a set of winners: `b wins`, `a and b tie`.
pub fn crowned(labels: &dyn Labels, winners: crate::game::Winners) -> String {
    let names: Vec<String> = winners
        .iter()
        .map(|player| visible(&labels.player_name(player)).into_owned())
        .collect();
    match names.split_last() {
        Some((last, [])) => format!("{last} wins"),
        Some((last, others)) => format!("{} and {last} tie", others.join(", ")),
        None => "nobody wins".to_owned(),
    }
}
