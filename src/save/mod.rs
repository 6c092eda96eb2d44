//! Reading and writing files: board files, tree files and exercise files, streamed both ways;
//! imports of other programs' trees.
//!
//! One atomic writer (`atomic`) writes every file of the program. `format` has the names and
//! versions of the formats, `limits` the size limits; small documents are parsed by `fields::Top`.
//! [`BookmarksAndTours`] holds bookmarks and tours by line. `theirs` reads the output of other programs
//! about a board for a check, without judging it. `import` converts other programs' trees to
//! scripted games, so that one engine rates all. One parser reads the output of Lisp programs
//! (`import/lisp_tree`); its sink makes a script, or keeps the text. The only serde types below
//! `app` are here.

mod assumptions;
#[cfg(all(feature = "pictures", not(target_arch = "wasm32")))]
mod atomic;
mod check;
mod compare;
mod exercise;
mod fields;
mod file;
mod header;
mod import;
mod input;
mod json;
mod kinds;
mod lines;
mod open;
mod read;
mod record;
mod record_texts;
mod signposts;
pub(crate) mod storage;
mod syntax;
mod theirs;
mod write;

pub use assumptions::{Assumes, Assumption};
#[cfg(all(feature = "pictures", not(target_arch = "wasm32")))]
pub use atomic::{NothingMore, write_file, write_file_by, write_nothing_more};
pub use compare::{FileComparison, compare};
pub(crate) use compare::{claims, layer_of};
pub use exercise::{ExerciseFile, FileAnswer, FileDrawn, SIZES, SPREADS, TASKS, TIES};
pub use file::{AsWritten, FileKind, LeftOut, TreeFile, as_written};
pub use header::{BoardFile, FileGraph, FileRules, FileStopped, Header};
pub use import::{Foreign, Imported, MAX_FOREIGN_MOVES, MAX_FOREIGN_NODES, MAX_WORD_BYTES};
pub use kinds::{
    BOARD_FORMAT, EXERCISE_FORMAT, FileError, MAX_EDGES, MAX_HEADER_BYTES, MAX_NODES,
    MAX_RECORD_BYTES, MINOR, TREE_FORMAT, TREE_MINOR, UNSAVED, VERSION,
};
pub use lines::{ByLine, Layer, Members, NodeLayer};
pub use open::{
    MAX_TEXT_BYTES, Opened, Utf8, WHAT_OPENS, is_file, open_by, open_file, open_path, open_reader,
    read_theirs_path, refused_text, setup_of_text, starts_as_path, takes_long, utf8_lines,
};
pub use signposts::{Bookmark, BookmarksAndTours, Tour, TourRecording, TourStep, TourView};
#[cfg(target_arch = "wasm32")]
pub use storage::{write_file, write_file_by};
pub use theirs::{
    Ends, LinesReader, MAX_THEIR_BYTES, MAX_THEIR_NODES, ProgramOutput, SaidNumber, SaidRating,
    TheirForm, TheirMove, TheirNode, TheirPosition, are_lines, question, read_theirs,
};
pub use write::{WriterInput, write_positions, write_positions_by, write_tree, write_tree_by};
