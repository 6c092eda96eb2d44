//! Reading and writing files: board files, tree files and exercise files, streamed both ways;
//! imports of other programs' trees.
//!
//! One atomic writer (`atomic`) writes every file of the program. `format` has the names and
//! versions of the formats, `limits` the size limits; small documents are parsed by `fields::Top`.
//! [`Signposts`] holds bookmarks and tours by line. `theirs` reads the output of other programs
//! about a board for a check, without judging it. `import` converts other programs' trees to
//! scripted games, so that one engine rates all. One parser reads the output of Lisp programs
//! (`import/lisp_tree`); its sink makes a script, or keeps the text. The only serde types below
//! `app` are here.

mod assumptions;
#[cfg(all(feature = "pictures", not(target_arch = "wasm32")))]
mod atomic;
mod board;
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
mod signposts;
pub(crate) mod storage;
mod syntax;
mod theirs;
mod write;

pub use self::file::{AsWritten, as_written};
pub use self::kinds::FileError;
pub use self::kinds::{
    BOARD_FORMAT, EXERCISE_FORMAT, MINOR, TREE_FORMAT, TREE_MINOR, UNSAVED, VERSION,
};
pub use self::kinds::{MAX_EDGES, MAX_HEADER_BYTES, MAX_NODES, MAX_RECORD_BYTES};
pub use self::lines::Members;
pub use self::lines::{ByLine, Layer, NodeLayer};
pub use self::open::{Utf8, utf8_lines};
pub use self::write::Source;
pub use assumptions::{Assumes, Assumption};
#[cfg(all(feature = "pictures", not(target_arch = "wasm32")))]
pub use atomic::{NothingMore, write_file, write_file_by, write_nothing_more};
pub use board::BoardFile;
pub use compare::{Comparison, compare};
pub use exercise::{ExerciseFile, FileAnswer, FileDrawn, SIZES, SPREADS, TASKS, TIES};
pub use file::{FileKind, TreeFile};
pub use header::{FileGraph, FileStopped, Header, Rules};
pub use import::{Foreign, Imported, MAX_FOREIGN_MOVES, MAX_FOREIGN_NODES, MAX_WORD_BYTES};
pub use open::{
    MAX_TEXT_BYTES, Opened, WHAT_OPENS, is_file, open_by, open_file, open_path, open_reader,
    read_theirs_path, refused_text, setup_of_text, starts_as_path, takes_long,
};
pub use signposts::{Bookmark, Signposts, Tour, TourRecording, TourStep, TourView};
#[cfg(target_arch = "wasm32")]
pub use storage::{write_file, write_file_by};
pub use theirs::{
    Ends, LinesReader, MAX_THEIR_BYTES, MAX_THEIR_NODES, SaidNumber, SaidRating, TheirForm,
    TheirMove, TheirNode, TheirPosition, Theirs, are_lines, question, read_theirs,
};
pub use write::{write_positions, write_positions_by, write_tree, write_tree_by};

pub(crate) use compare::{claims, layer_of};
