//! A position as a picture: plain places and pieces, without colors or pixels.

use super::{Game, Player};

/// The form of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A hexagon with a corner at the top.
    Hex,
    /// A square.
    Square,
}

impl Form {
    /// What a place of this form is called.
    pub fn word(self) -> &'static str {
        match self {
            Self::Hex => "hex",
            Self::Square => "cell",
        }
    }
}

/// What lies on a place.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// A stack of that many dice.
    Dice(u8),
    /// A mark or chip with its sign.
    Mark(char),
    /// Two strokes that cross.
    Cross,
    /// A ring.
    Ring,
    /// A chip in the shape of its owner, with the owner's letter.
    Chip,
}

/// One place of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Its form.
    pub form: Form,
    /// The middle, in units of the distance between the center of a hex and its corners, or of
    /// half a square's side; x grows to the right.
    pub x: f64,
    /// The middle, in the same units; y grows downwards.
    pub y: f64,
    /// Whose it is.
    pub owner: Option<Player>,
    /// What lies on it.
    pub piece: Option<Piece>,
    /// What it says in words, as in notation: `b2`.
    pub label: String,
    /// Its number in notation.
    pub number: String,
}

impl Place {
    /// A square of a board of squares, both counted from 0 at the upper left; nobody's.
    pub fn square(
        column: impl Into<f64>,
        row: impl Into<f64>,
        number: String,
        piece: Option<Piece>,
    ) -> Self {
        Self {
            form: Form::Square,
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

/// A position, drawn: its places, and its notation for those who draw none.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Picture {
    /// The places, in the order of their numbers. Empty: the notation is the picture.
    pub places: Vec<Place>,
    /// What is written above the first places, where moves name columns rather than places.
    pub columns: Vec<String>,
    /// The places by which the game is won, as indices into [`places`](Self::places).
    pub line: Vec<usize>,
    /// The notation.
    pub text: String,
    /// What the mover has in hand, in words: `start of turn`, `mid-turn, 2 captured`. May be empty.
    pub state: String,
}

impl Picture {
    /// A picture without places: the notation alone.
    pub fn of_text(text: String) -> Self {
        Self {
            text,
            ..Self::default()
        }
    }
}

/// The places that a move touches, as indices into [`Picture::places`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Touched {
    /// Where the move starts.
    pub from: Option<usize>,
    /// Where it leads.
    pub to: Option<usize>,
}

impl Touched {
    /// One place, which a click alone chooses.
    pub fn place(index: usize) -> Self {
        Self {
            from: None,
            to: Some(index),
        }
    }
}

/// One thing that a place can be changed to.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaceEdit<P> {
    /// The change in words, as in notation: `b2`.
    pub words: String,
    /// Whose the place is afterwards.
    pub owner: Option<Player>,
    /// What lies on it afterwards.
    pub piece: Option<Piece>,
    /// The position afterwards, as the game holds it or as text.
    pub position: P,
}

/// The six-sided dice that decide a chance node when somebody plays: its branch 0 is taken where
/// the attacker's sum is greater, its branch 1 otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Battle {
    /// How many dice the attacker throws.
    pub attacker: u8,
    /// How many dice the defender throws.
    pub defender: u8,
}

/// A game that can be drawn and clicked. Every method has a default, which draws the notation.
///
/// A board is a list of [`Place`]s; they keep their order from position to position, so that what a
/// move has changed can be marked. [`touched`](Shown::touched) tells by their places in that list
/// what somebody clicks to make a move: two places for one that leads from here to there, one for
/// one that only points somewhere. What touches none is made in the table of moves.
/// [`edits`](Shown::edits) lists what a place of the root can be changed to while a board is set up.
pub trait Shown: Game {
    /// The position as places and pieces.
    fn picture(&self, position: &Self::Position) -> Picture {
        Picture::of_text(self.position_text(position))
    }

    /// What lies beside the board in `position` means, in sentences: what a pass would bring, say.
    /// May be empty.
    fn about(&self, _position: &Self::Position) -> String {
        String::new()
    }

    /// The places that a move of `position` touches, so that clicks become moves.
    fn touched(&self, _position: &Self::Position, _mv: Self::Move) -> Touched {
        Touched::default()
    }

    /// What the place at `index` of the picture can be changed to. What is there now is among
    /// them. Empty where a place can't be changed.
    fn edits(&self, _position: &Self::Position, _index: usize) -> Vec<PlaceEdit<Self::Position>> {
        Vec::new()
    }

    /// The dice that are thrown at a chance node when somebody plays. `None`: a branch is drawn by
    /// the probabilities of the rules.
    fn battle(&self, _chance: &Self::Position) -> Option<Battle> {
        None
    }
}
