//! The content of document files, and the formats for saving documents.

use serde::{Deserialize, Serialize};

use crate::export::{FORMATS, Format};

/// The content of a document's own file, which decides how it is saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Holds {
    /// There is no file.
    #[default]
    Nothing,
    /// A board.
    Board,
    /// A tree.
    Tree,
    /// A position graph.
    Positions,
    /// An extensive game (`.efg`).
    Game,
    /// A position or a script, as text.
    Text,
    /// A tree that differs from its own rules, and is shown as written.
    AsWritten,
}

/// The content of a document saved in a format; `None` if it can't be opened again unchanged.
pub fn holds(format: &Format) -> Option<Holds> {
    match format.id {
        "json" => Some(Holds::Tree),
        "board" => Some(Holds::Board),
        "efg" => Some(Holds::Game),
        _ => None,
    }
}

impl Holds {
    /// A file of this kind, in a sentence about what it can't store.
    pub fn file(self) -> &'static str {
        match self {
            Self::Board => "A board file",
            Self::Game => "An .efg file",
            _ => "The file",
        }
    }
}

/// The format that a document of a kind is saved in.
pub fn that_holds(kind: Holds) -> Option<&'static Format> {
    FORMATS.iter().find(|format| holds(format) == Some(kind))
}
