//! The boards and trees worth teaching with, as they stand in the folder `saved_trees`: part of the
//! program, so that a dialog can offer them wherever it is installed.

/// A board or a tree worth teaching with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Teaching {
    /// The name of its file in `saved_trees`.
    pub file: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What it shows, in a few words.
    pub shows: &'static str,
    /// What its file holds.
    pub text: &'static str,
}

/// An entry of the table, with the file read in.
macro_rules! teaching {
    ($file:literal, $title:literal, $shows:literal) => {
        Teaching {
            file: $file,
            title: $title,
            shows: $shows,
            text: include_str!(concat!("../../saved_trees/", $file)),
        }
    };
}

/// All of them, from the simplest to the largest.
pub const TEACHING: &[Teaching] = &[
    teaching!(
        "book-2x2.board.json",
        "The book's 2×2 board",
        "the whole tree in one view, a forced loss"
    ),
    teaching!(
        "book-2x2.tree.json",
        "The book's whole tree as a file",
        "every node rated"
    ),
    teaching!(
        "horizon-2x2.board.json",
        "One position, two ratings",
        "rated twice when the tree is limited to 7 plies"
    ),
    teaching!(
        "haskell-3x3.board.json",
        "The Haskell port's 3×3 board",
        "75 nodes, or 1,307 with b to move"
    ),
    teaching!(
        "lisp-session-3x3.board.json",
        "The board of the Lisp session",
        "three attacks, 212,957 nodes"
    ),
    teaching!(
        "billion-3x3.board.json",
        "A tree of 1,468,919,491 nodes",
        "1,468,919,491 nodes over 201,861 positions"
    ),
    teaching!(
        "trillions-3x3.board.json",
        "A tree of 220,228,222,172,925 nodes",
        "4,071,139 positions: built while you walk"
    ),
];
