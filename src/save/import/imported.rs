//! Another program's tree as it is opened: which program's, the scripted game that it becomes, and how
//! large it may be.

use crate::games::Setup;
use crate::rating::Options;

/// The most nodes of another program's tree.
pub const MAX_FOREIGN_NODES: usize = 5_000_000;

/// The most moves of another program's tree.
pub const MAX_FOREIGN_MOVES: usize = 10_000_000;

/// Which program's tree it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreign {
    /// An extensive game.
    Efg,
    /// A graph as networkx writes it.
    NodeLink,
    /// What a Lisp program prints.
    Lisp,
}

impl Foreign {
    /// What the file is, in words.
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
    /// What was read.
    pub foreign: Foreign,
    /// The scripted game, at the root.
    pub setup: Setup,
    /// How it is rated unless something else is asked for: by max^n where payoffs have no constant
    /// sum.
    pub options: Options,
    /// The title that the file gives.
    pub title: Option<String>,
    /// How many nodes the file has below its root, with it.
    pub nodes: usize,
    /// What should be known: a sentence each.
    pub notices: Vec<String>,
}
