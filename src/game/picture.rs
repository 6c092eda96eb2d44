//! A position as a picture: cells and pieces as plain data, without colors or pixels.

use super::{Estimate, Game, Player};

/// The shape of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellShape {
    /// A hexagon with a corner at the top.
    Hex,
    /// A square.
    Square,
}

impl CellShape {
    /// The word for a cell of this shape.
    pub fn word(self) -> &'static str {
        match self {
            Self::Hex => "hex",
            Self::Square => "cell",
        }
    }
}

/// The piece on a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// A stack of dice: their number.
    Dice(u8),
    /// A mark or chip with its character.
    Mark(char),
    /// Two crossing strokes.
    Cross,
    /// A ring.
    Ring,
    /// A chip in the shape of its owner, with the owner's letter.
    Chip,
}

/// One cell of a board: a hex or a square.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Its shape.
    pub shape: CellShape,
    /// The x coordinate of the center; it grows to the right. The unit is the distance between the
    /// center of a hex and its corners, or half a square's side.
    pub x: f64,
    /// The y coordinate of the center, in the same units; it grows downwards.
    pub y: f64,
    /// The player who owns it.
    pub owner: Option<Player>,
    /// The piece on it.
    pub piece: Option<Piece>,
    /// Its content in notation: `b2`.
    pub label: String,
    /// Its number in notation.
    pub number: String,
}

impl Cell {
    /// A square cell without an owner. Row and column are counted from 0 at the upper left.
    pub fn square(
        column: impl Into<f64>,
        row: impl Into<f64>,
        number: String,
        piece: Option<Piece>,
    ) -> Self {
        Self {
            shape: CellShape::Square,
            x: 2.0 * column.into(),
            y: 2.0 * row.into(),
            owner: None,
            label: match &piece {
                Some(Piece::Mark(sign)) => sign.to_string(),
                Some(Piece::Dice(dice)) => dice.to_string(),
                Some(Piece::Cross) => "x".to_owned(),
                Some(Piece::Ring) => "o".to_owned(),
                Some(Piece::Chip) => "chip".to_owned(),
                None => String::new(),
            },
            piece,
            number,
        }
    }
}

/// A drawn position: its cells, and its notation for interfaces that draw none.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Picture {
    /// The cells, in the order of their numbers. Empty: the notation is the picture.
    pub cells: Vec<Cell>,
    /// The text above the first cells, if moves name columns rather than cells.
    pub columns: Vec<String>,
    /// The cells of the winning line, as indices into [`cells`](Self::cells).
    pub line: Vec<usize>,
    /// The notation.
    pub text: String,
    /// The player to move and the dice that it has captured in this turn, if it has any.
    pub captured: Option<(Player, u16)>,
    /// State that the board doesn't show, as text: `start of turn`, `mid-turn, 2 captured`. May be
    /// empty.
    pub state: String,
}

impl Picture {
    /// A picture without cells: the notation alone.
    pub fn of_text(text: String) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }
}

/// The cells that a move touches, as indices into [`Picture::cells`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Touched {
    /// The source of the move.
    pub from: Option<usize>,
    /// The target of the move.
    pub to: Option<usize>,
}

impl Touched {
    /// A move that a click on one cell chooses.
    pub fn cell(index: usize) -> Self {
        Self {
            from: None,
            to: Some(index),
        }
    }
}

/// One possible change of a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct CellEdit<P> {
    /// The change as text, as in notation: `b2`.
    pub words: String,
    /// The owner after the change.
    pub owner: Option<Player>,
    /// The piece after the change.
    pub piece: Option<Piece>,
    /// The position after the change, as the game holds it or as text.
    pub position: P,
}

/// The six-sided dice that decide a chance node during play. If the attacker's sum is greater,
/// outcome 0 is taken, otherwise outcome 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Battle {
    /// Number of dice the attacker throws.
    pub attacker: u8,
    /// Number of dice the defender throws.
    pub defender: u8,
}

/// A game that can be drawn and clicked. Every method has a default, which draws the notation.
///
/// A board is a list of [`Cell`]s. They keep their order from position to position, so that the
/// cells that a move changed can be marked. [`touched`](Shown::touched) returns the cells, by
/// index, that the user clicks to make a move: two for a move from one cell to another, one for a
/// move that only has a target. A move without cells is made in the table of moves.
/// [`edits`](Shown::edits) lists the possible changes of a cell of the root while a board is set
/// up.
pub trait Shown: Game {
    /// The position as cells and pieces.
    fn picture(&self, position: &Self::Position) -> Picture {
        Picture::of_text(self.position_text(position))
    }

    /// Sentences that explain the state beside the board, such as what a pass would bring. May be
    /// empty.
    fn about(&self, _position: &Self::Position) -> String {
        String::new()
    }

    /// The cells that a move of `position` touches: clicks on them choose the move.
    fn touched(&self, _position: &Self::Position, _mv: Self::Move) -> Touched {
        Touched::default()
    }

    /// The possible changes of the cell at `index` of the picture, including its present content.
    /// Empty if the cell can't be changed.
    fn edits(&self, _position: &Self::Position, _index: usize) -> Vec<CellEdit<Self::Position>> {
        Vec::new()
    }

    /// The label of an estimate that the game lists, in a few words.
    fn estimate_label(&self, estimate: Estimate) -> String {
        estimate.label().to_owned()
    }

    /// The dice that are thrown at a chance node during play. `None`: an outcome is sampled by the
    /// probabilities of the rules.
    fn battle(&self, _chance: &Self::Position) -> Option<Battle> {
        None
    }
}
