//! Files in and out: board files and tree files, streamed both ways. The only serde types below
//! `app` are here.

mod assumptions;
mod atomic;
mod board;
mod check;
mod compare;
mod error;
mod exercise;
mod fields;
mod file;
mod header;
mod import;
mod input;
mod json;
mod lines;
mod members;
mod open;
mod read;
mod record;
mod signposts;
mod texts;
mod theirs;
mod values;
mod write;
mod written;

pub use assumptions::{Assumes, Assumption};
pub use atomic::write_file;
pub use board::BoardFile;
pub(crate) use compare::layer_of;
pub use compare::{Comparison, compare};
pub use error::FileError;
pub use exercise::{ExerciseFile, FileAnswer, FileDrawn};
pub use file::{FileKind, TreeFile};
pub use header::{FileGraph, FileStopped, Header, Rules};
pub use import::{Foreign, Imported, MOST_FOREIGN_MOVES, MOST_FOREIGN_NODES, MOST_WORD_BYTES};
pub use lines::ByLine;
pub use members::Members;
pub use open::{
    MOST_TEXT_BYTES, Opened, is_file, open_path, open_reader, read_theirs_path, setup_of_text,
};
pub use read::{MOST_EDGES, MOST_HEADER_BYTES, MOST_NODES, MOST_RECORD_BYTES};
pub use signposts::{Bookmark, Signposts, Tour, TourRecording, TourStep};
pub use theirs::{
    Ends, LinesReader, MOST_THEIR_BYTES, MOST_THEIR_NODES, SaidNumber, SaidRating, TheirForm,
    TheirMove, TheirNode, TheirPosition, Theirs, question, read_theirs,
};
pub use write::{Layer, NodeLayer, write_positions, write_tree};
pub use written::{AsWritten, as_written};

use crate::game::{Estimate, RulesText};
use crate::rating::{Analysis, Options};
use crate::tree::Labels;

/// The `format` of a board file.
pub const BOARD_FORMAT: &str = "doomtree-board";

/// The `format` of an exercise file.
pub const EXERCISE_FORMAT: &str = "doomtree-exercise";

/// The `format` of a tree file.
pub const TREE_FORMAT: &str = "doomtree-tree";

/// The version of both formats. A file with a higher one is refused.
pub const VERSION: u64 = 1;

/// The minor version of both formats. A file with a higher one opens with a notice.
pub const MINOR: u64 = 0;

/// All that a writer needs to know of a rated graph.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The game's name.
    pub game: &'a str,
    /// Its rules, as files store them.
    pub rules: &'a RulesText,
    /// What stands in for a rating at a horizon.
    pub estimate: Estimate,
    /// How it is rated.
    pub options: Options,
    /// The graph and its texts.
    pub labels: &'a dyn Labels,
    /// Its ratings and sizes.
    pub analysis: &'a Analysis,
}
