//! Bytes out: text, pictures and other programs' formats. For JSON it calls `save`.

pub mod dot;
pub mod text;

use crate::game::Player;
use crate::rating::{Rating, Ratings};
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
