//! The output of an external program in memory: positions or nodes, with their moves and ratings.

use super::said::{SaidNumber, SaidRating};

/// Maximum number of nodes or positions.
pub const MAX_THEIR_NODES: usize = 2_000_000;

/// In which form it was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TheirForm {
    /// A tree or a graph in node-link JSON.
    #[default]
    NodeLink,
    /// A tree that a Lisp program printed.
    Lisp,
    /// JSON Lines: one position a line.
    Lines,
}

impl TheirForm {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::NodeLink => "node-link JSON",
            Self::Lisp => "a Lisp tree",
            Self::Lines => "JSON Lines",
        }
    }

    /// The word for one of its records.
    pub fn record(self) -> &'static str {
        match self {
            Self::Lines => "position",
            Self::NodeLink | Self::Lisp => "node",
        }
    }
}

/// Whether the program declares a position as an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// Not stated.
    Unsaid,
    /// The game is over.
    Yes,
    /// The game continues.
    No,
    /// The game may continue, and the moves were left out.
    LeftOut,
}

/// A position as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TheirPosition {
    /// In notation.
    Notation(String),
    /// Hexes in notation without marks between the rows, a space, and the letter of the player to
    /// move. The rest of the position wasn't written.
    Board(String),
}

impl TheirPosition {
    /// The text as it was written.
    pub fn text(&self) -> &str {
        match self {
            Self::Notation(text) | Self::Board(text) => text,
        }
    }
}

/// A move as the program gives it.
#[derive(Clone, Debug)]
pub struct TheirMove {
    /// Its notation; `None` if only its position is given.
    pub text: Option<String>,
    /// The node to which it leads.
    pub to: Option<u32>,
    /// The position to which it leads.
    pub position: Option<String>,
    /// The rating of that position.
    pub rating: Option<SaidRating>,
    /// Its probability.
    pub probability: Option<SaidNumber>,
    /// The line of the text.
    pub line: u32,
}

/// A position as the program gives it, or a node of a tree.
#[derive(Clone, Debug)]
pub struct TheirNode {
    /// The line of the text.
    pub line: u32,
    /// The position, if it is given.
    pub position: Option<TheirPosition>,
    /// The player to move, if it is given beside the position.
    pub player: Option<String>,
    /// Whether the game is over.
    pub ends: Ends,
    /// Its rating.
    pub rating: Option<SaidRating>,
    /// The payoffs of an end.
    pub payoffs: Option<SaidRating>,
    /// The winners.
    pub winners: Option<Vec<String>>,
    /// Its moves; `None` if they aren't given.
    pub moves: Option<Vec<TheirMove>>,
}

impl TheirNode {
    /// A node without data.
    pub fn new(line: usize) -> Self {
        Self {
            line: line as u32,
            position: None,
            player: None,
            ends: Ends::Unsaid,
            rating: None,
            payoffs: None,
            winners: None,
            moves: None,
        }
    }

    /// Whether it has no data except its line.
    pub fn says_nothing(&self) -> bool {
        self.player.is_none()
            && matches!(self.ends, Ends::Unsaid | Ends::LeftOut)
            && self.rating.is_none()
            && self.payoffs.is_none()
            && self.winners.is_none()
            && self.moves.is_none()
    }
}

/// The output of an external program.
#[derive(Clone, Debug)]
pub struct Theirs {
    /// In which form.
    pub form: TheirForm,
    /// The positions, or the nodes of a tree.
    pub nodes: Vec<TheirNode>,
    /// The root of a tree.
    pub root: u32,
    /// The ply limit that the text says it was made with.
    pub max_plies: Option<u32>,
    /// Notices, one sentence each.
    pub notices: Vec<String>,
    /// Whether no position tells captured dice (`+N`): then they aren't given.
    pub is_bare: bool,
}

/// Whether a position tells no captured dice.
pub(super) fn is_bare(text: &str) -> bool {
    !text.contains(" +")
}

impl TheirNode {
    /// Whether neither its position nor those after its moves tell captured dice.
    pub(super) fn is_bare(&self) -> bool {
        let own = self.position.as_ref().map(TheirPosition::text);
        let moves = self.moves.iter().flatten();
        let after = moves.filter_map(|mv| mv.position.as_deref());
        own.into_iter().chain(after).all(is_bare)
    }
}
