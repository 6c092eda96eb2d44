//! The header of each file format: its name and its version.

/// The `format` of a board file.
pub const BOARD_FORMAT: &str = "doomtree-board";

/// The `format` of an exercise file.
pub const EXERCISE_FORMAT: &str = "doomtree-exercise";

/// The `format` of a tree file.
pub const TREE_FORMAT: &str = "doomtree-tree";

/// The version of both formats. A file with a higher one is refused.
pub const VERSION: u64 = 1;

/// The minor version of board and exercise files. A file with a higher one opens with a notice.
pub const MINOR: u64 = 0;

/// The same of tree files. Since 1, nodes say what follows from their ratings. Since 2, ratings are
/// texts in every game; before, they were doubles in games with chance.
pub const TREE_MINOR: u64 = 2;

/// The member at the end of a recovery file that isn't of its tree: readers of trees skip it.
pub const UNSAVED: &str = "unsaved";
