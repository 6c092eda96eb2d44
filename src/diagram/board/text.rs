//! A board as text: rows of hexes as *Land of Lisp* prints them, each shifted by half a hex if the
//! rules shift it; rows of cells; and the notation of a position without places.

use crate::diagram::player_letter;
use crate::game::{Cell, CellShape, Picture, Piece};
use crate::tree::Labels;

/// The margin before the leftmost place, in characters.
const MARGIN: usize = 2;

/// The lines of a board, the upper one first, without spaces at their ends.
pub fn board_text(labels: &dyn Labels, picture: &Picture) -> Vec<String> {
    if picture.cells.is_empty() {
        let space = " ".repeat(MARGIN);
        return vec![format!("{space}{}", crate::game::visible(&picture.text))];
    }
    let places: Vec<(&Cell, String)> = picture
        .cells
        .iter()
        .map(|place| (place, words(labels, place)))
        .collect();
    // A place takes its text and a space; half a hex is a whole number of characters.
    let widest = places.iter().map(|(_, words)| words.chars().count()).max();
    let width = (widest.unwrap_or(0) + 1).next_multiple_of(2);
    let left = places.iter().map(|(place, _)| place.x);
    let left = left.fold(f64::INFINITY, f64::min);
    let mut rows: Vec<(f64, String)> = Vec::new();
    let mut sorted: Vec<&(&Cell, String)> = places.iter().collect();
    sorted.sort_by(|(a, _), (b, _)| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    for (place, words) in sorted {
        let step = match place.shape {
            CellShape::Hex => 3_f64.sqrt(),
            CellShape::Square => 2.0,
        };
        let column = ((place.x - left) / step * width as f64).round().max(0.0);
        let column = MARGIN + column as usize;
        if rows.last().is_none_or(|(y, _)| (place.y - y).abs() > 0.5) {
            rows.push((place.y, String::new()));
        }
        if let Some((_, row)) = rows.last_mut() {
            let free = column.saturating_sub(row.chars().count());
            row.push_str(&" ".repeat(free));
            row.push_str(words);
        }
    }
    rows.into_iter().map(|(_, row)| row).collect()
}

/// The content of a place in Lisp style: `b-2`, or its mark, or a dot.
fn words(labels: &dyn Labels, place: &Cell) -> String {
    match (&place.piece, place.owner) {
        (Some(Piece::Dice(dice)), Some(owner)) => {
            format!("{}-{dice}", player_letter(labels, owner))
        }
        (Some(Piece::Dice(dice)), None) => dice.to_string(),
        (Some(Piece::Mark(mark)), _) => mark.to_string(),
        (Some(Piece::Cross | Piece::Ring | Piece::Chip), Some(owner)) => {
            player_letter(labels, owner)
        }
        (Some(Piece::Cross | Piece::Ring | Piece::Chip), None) => "*".to_owned(),
        (None, _) => ".".to_owned(),
    }
}
