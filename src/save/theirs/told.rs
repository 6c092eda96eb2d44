//! What somebody says, in memory: positions or nodes, with their moves and what they are rated.

use super::said::{SaidNumber, SaidRating};

/// The most nodes, or positions, that are read.
pub const MAX_THEIR_NODES: usize = 2_000_000;

/// In which form it was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TheirForm {
    /// A tree or a graph in node-link JSON.
    #[default]
    NodeLink,
    /// What a Lisp program prints.
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

    /// What one of its records is called.
    pub fn record(self) -> &'static str {
        match self {
            Self::Lines => "position",
            Self::NodeLink | Self::Lisp => "node",
        }
    }
}

/// Whether somebody says that a position is the game's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// Nothing is said.
    Unsaid,
    /// The game is over.
    Yes,
    /// It goes on.
    No,
    /// It may go on, and what follows was left out.
    LeftOut,
}

/// How a position was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TheirPosition {
    /// In notation.
    Notation(String),
    /// Hexes in notation without marks between the rows, a space, and the mover's letter: whatever
    /// else belongs to the position wasn't written.
    Board(String),
}

impl TheirPosition {
    /// As it was written.
    pub fn text(&self) -> &str {
        match self {
            Self::Notation(text) | Self::Board(text) => text,
        }
    }
}

/// A move as somebody says it.
#[derive(Clone, Debug)]
pub struct TheirMove {
    /// Its notation; `None` where only the position is told to which it leads.
    pub text: Option<String>,
    /// The node to which it leads.
    pub to: Option<u32>,
    /// The position to which it leads.
    pub position: Option<String>,
    /// What that is rated.
    pub rating: Option<SaidRating>,
    /// How probable it is.
    pub probability: Option<SaidNumber>,
    /// The line of the text.
    pub line: u32,
}

/// A position as somebody says it, or a node of a tree.
#[derive(Clone, Debug)]
pub struct TheirNode {
    /// The line of the text.
    pub line: u32,
    /// The position, if it is told.
    pub position: Option<TheirPosition>,
    /// Who is to move, if that is told beside the position.
    pub player: Option<String>,
    /// Whether the game is over.
    pub ends: Ends,
    /// What it is rated.
    pub rating: Option<SaidRating>,
    /// What an end is worth.
    pub payoffs: Option<SaidRating>,
    /// Who has won.
    pub winners: Option<Vec<String>>,
    /// Its moves; `None` where nothing is said of them.
    pub moves: Option<Vec<TheirMove>>,
}

impl TheirNode {
    /// A node of which nothing is said.
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

    /// Whether nothing is said of it but where it is.
    pub fn says_nothing(&self) -> bool {
        self.player.is_none()
            && matches!(self.ends, Ends::Unsaid | Ends::LeftOut)
            && self.rating.is_none()
            && self.payoffs.is_none()
            && self.winners.is_none()
            && self.moves.is_none()
    }
}

/// All that somebody says.
#[derive(Clone, Debug)]
pub struct Theirs {
    /// In which form.
    pub form: TheirForm,
    /// The positions, or the nodes of a tree.
    pub nodes: Vec<TheirNode>,
    /// Where a tree begins.
    pub root: u32,
    /// The ply limit that the text says it was made with.
    pub max_plies: Option<u32>,
    /// What should be known of it: a sentence each.
    pub notices: Vec<String>,
}
