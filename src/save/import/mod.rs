//! Trees of other programs, as scripted games: extensive games (`.efg`), node-link JSON, and the trees
//! that Lisp programs print.

mod efg;
mod efg_words;
mod foreign;
mod lisp;
mod lisp_tree;
mod lisp_words;
mod node_link;
mod number;
mod outcomes;
mod records;
mod scan;

pub(super) use lisp::begins as lisp_begins;
pub(super) use lisp_tree::{Hex, Sink as LispSink, read as read_lisp};
pub(super) use node_link::NodeLink;
pub(super) use records::{Attributes, REMEDY, names};
pub use scan::MOST_WORD_BYTES;
pub(super) use scan::{Place, fault};

use std::io::Read;

use super::error::FileError;
use crate::games::Setup;
use crate::rating::Options;

/// The most nodes of another program's tree.
pub const MOST_FOREIGN_NODES: usize = 5_000_000;

/// The most moves of another program's tree.
pub const MOST_FOREIGN_MOVES: usize = 10_000_000;

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

    /// What a file is that begins so, where that isn't ours.
    pub(super) fn of_head(head: &[u8]) -> Option<Self> {
        let head = head.trim_ascii_start();
        if let Some(rest) = head.strip_prefix(b"EFG")
            && rest.first().is_some_and(u8::is_ascii_whitespace)
        {
            return Some(Self::Efg);
        }
        lisp::begins(head).then_some(Self::Lisp)
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

/// Reads a file that isn't JSON.
pub(super) fn read(foreign: Foreign, reader: impl Read) -> Result<Imported, FileError> {
    match foreign {
        Foreign::Lisp => lisp::read(reader),
        Foreign::Efg | Foreign::NodeLink => efg::read(reader),
    }
}
