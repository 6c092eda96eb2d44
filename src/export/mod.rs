//! Bytes out: text, pictures and other programs' formats. For JSON it calls `save`.

pub mod dot;
pub mod svg;
pub mod text;

use crate::game::{Player, RulesText, visible};
use crate::rating::{Rating, Ratings};
use crate::session::Rated;
use crate::tree::Vertex;

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

/// What a tree is called that has no title: its root, game and rules.
fn title(rated: &Rated) -> String {
    let rules = match &rated.rules {
        RulesText::Preset(name) => format!(", {name}"),
        RulesText::None | RulesText::Switches(_) => String::new(),
    };
    let position = rated.graph.position_text(Vertex::ROOT);
    visible(&format!("{position}, {}{rules}", rated.game)).into_owned()
}
