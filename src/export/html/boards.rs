//! The boards of a page. Each distinct place is drawn once, for any number of positions, and a
//! position lists its places.

use std::fmt::Write as _;
use std::io::{self, Write};

use rustc_hash::FxHashMap;

use super::json::{Between, Number, Text};
use super::shapes::DrawnShape;
use crate::diagram::{BoardMarks, Shape, board, board_radius};
use crate::game::{Cell, CellShape, Picture, Piece, Player};

/// The room that a board is drawn for, in scene units; the page makes it as large as there is room.
const ROOM: (f64, f64) = (420.0, 330.0);

/// Everything that a drawn place depends on.
#[derive(PartialEq, Eq, Hash)]
struct CellKey {
    form: CellShape,
    middle: [u64; 2],
    owner: Option<Player>,
    piece: (u8, u32),
    label: String,
    number: String,
    is_won: bool,
    /// `None` if places are numbered instead; empty if there is no name above.
    column: Option<String>,
}

/// The places drawn so far.
#[derive(Default)]
pub(super) struct Boards {
    radius: f64,
    numbers: FxHashMap<CellKey, usize>,
    drawn: Vec<String>,
    /// Buffer for the last list, to avoid allocations.
    places: Vec<usize>,
}

impl Boards {
    /// Boards like this one.
    pub fn new(root: &Picture) -> Self {
        let radius = board_radius(root, ROOM.0, ROOM.1);
        Self {
            // The page scales it, so it needn't be exact, only the same on every machine.
            radius: radius.round().max(4.0),
            ..Self::default()
        }
    }

    /// The numbers of a position's drawn places.
    pub fn places(&mut self, picture: &Picture) -> &[usize] {
        self.places.clear();
        for (index, place) in picture.cells.iter().enumerate() {
            let column = match picture.columns.is_empty() {
                true => None,
                false => Some(picture.columns.get(index).cloned().unwrap_or_default()),
            };
            let look = CellKey {
                form: place.shape,
                middle: [place.x.to_bits(), place.y.to_bits()],
                owner: place.owner,
                piece: piece_key(place.piece.as_ref()),
                label: place.label.clone(),
                number: place.number.clone(),
                is_won: picture.line.contains(&index),
                column,
            };
            let (drawn, radius) = (&mut self.drawn, self.radius);
            let number = *self.numbers.entry(look).or_insert_with_key(|look| {
                drawn.push(draw(place, look, radius));
                drawn.len() - 1
            });
            self.places.push(number);
        }
        &self.places
    }

    /// Writes the drawn places as a member of an object.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "\"radius\":{},\n\"places\":[", Number(self.radius))?;
        let mut between = Between::default();
        for place in &self.drawn {
            write!(out, "{}\n{place}", between.next())?;
        }
        write!(out, "]")
    }
}

fn piece_key(piece: Option<&Piece>) -> (u8, u32) {
    match piece {
        None => (0, 0),
        Some(Piece::Dice(dice)) => (1, u32::from(*dice)),
        Some(Piece::Mark(sign)) => (2, u32::from(*sign)),
        Some(Piece::Cross) => (3, 0),
        Some(Piece::Ring) => (4, 0),
        Some(Piece::Chip) => (5, 0),
    }
}

/// A place: its center, the rectangle around its piece or 0, its text, and its shapes, the
/// background first.
fn draw(place: &Cell, look: &CellKey, radius: f64) -> String {
    let picture = Picture {
        cells: vec![place.clone()],
        columns: look.column.iter().cloned().collect(),
        line: if look.is_won { vec![0] } else { Vec::new() },
        ..Picture::default()
    };
    let diagram = board(&picture, &[], &BoardMarks::default(), radius);
    let mut out = format!(
        "[{},{},",
        Number(place.x * radius),
        Number(place.y * radius)
    );
    let written = match diagram.pieces.first().copied().flatten() {
        None => write!(out, "0"),
        Some(rect) => {
            let (left, top) = (Number(rect.min.x), Number(rect.min.y));
            let (right, bottom) = (Number(rect.max.x), Number(rect.max.y));
            write!(out, "[{left},{top},{right},{bottom}]")
        }
    };
    debug_assert!(written.is_ok(), "a string takes everything");
    let name = format!("{} {}", place.shape.word(), place.number);
    let label = match place.label.as_str() {
        "" => "empty",
        label => label,
    };
    let words = format!("{}: {label}", name.trim_end());
    let _ = write!(out, ",{},[", Text(&words));
    let mut between = Between::default();
    for shape in &diagram.drawing.shapes {
        // A column without a name.
        if matches!(shape, Shape::Text { text, .. } if text.is_empty()) {
            continue;
        }
        let _ = write!(out, "{}{}", between.next(), DrawnShape(shape));
    }
    out.push_str("]]");
    out
}
