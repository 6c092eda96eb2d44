//! Imports of other programs' trees, as scripted games: extensive games (`.efg`), node-link JSON,
//! and the trees that Lisp programs print.

mod efg;
mod foreign;
mod lisp;
mod lisp_tree;
mod node_link;
mod number;
mod outcomes;
mod scan;

use std::io::Read;

use super::kinds::FileError;
use crate::work::Control;

pub(super) use lisp::begins as lisp_begins;
pub(super) use lisp_tree::{LispHex, Sink as LispSink, read as read_lisp};
pub(super) use node_link::NodeLink;
pub(super) use outcomes::{Attributes, REMEDY, names};
pub use outcomes::{Foreign, Imported, MAX_FOREIGN_MOVES, MAX_FOREIGN_NODES};
pub use scan::MAX_WORD_BYTES;
pub(super) use scan::{LineColumn, fault};

impl Foreign {
    /// Detects the format by the first bytes of a file; `None` if it isn't a foreign one.
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

/// Reads a file that isn't JSON.
pub(super) async fn read(
    ctl: &Control,
    foreign: Foreign,
    reader: &mut dyn Read,
) -> Result<Imported, FileError> {
    match foreign {
        Foreign::Lisp => lisp::read(ctl, reader).await,
        Foreign::Efg | Foreign::NodeLink => efg::read(ctl, reader).await,
    }
}
