//! The result of an import: the format, the scripted game, its rating options, and size limits.

use crate::games::Setup;

/// Maximum number of nodes of another program's tree.
pub const MAX_FOREIGN_NODES: usize = 5_000_000;

/// Maximum number of moves of another program's tree.
pub const MAX_FOREIGN_MOVES: usize = 10_000_000;

/// Which program's tree it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreign {
    /// An extensive game.
    Efg,
    /// A graph as networkx writes it.
    NodeLink,
    /// A tree that a Lisp program printed.
    Lisp,
}

impl Foreign {
    /// The kind of file, as text.
    pub fn words(self) -> &'static str {
        match self {
            Self::Efg => "an extensive game (.efg)",
            Self::NodeLink => "a graph in node-link JSON",
            Self::Lisp => "a tree that a Lisp program printed",
        }
    }
}

/// Another program's tree.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The format.
    pub foreign: Foreign,
    /// The scripted game, at the root.
    pub setup: Setup,
    /// The title that the file gives.
    pub title: Option<String>,
    /// The text about the whole game, which becomes the note of its root.
    pub note: Option<String>,
    /// The number of nodes in the file at and below its root.
    pub nodes: usize,
    /// Notices, one sentence each.
    pub notices: Vec<String>,
}
