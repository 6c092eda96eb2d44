//! What begins each format: its name and its version.

use super::error::shown;
use super::fields::{CORRECT, Fault};
use super::json::whole_number;

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

/// A version that this program doesn't read, or a notice about a minor one that it doesn't know.
pub(super) fn check_version(
    what: &str,
    version: &str,
    minor: Option<&str>,
    place: (usize, usize),
) -> Result<Option<String>, Fault> {
    let Some(number) = whole_number(version) else {
        return Err(Fault::new(
            format!("'version' must be a whole number, not {}", shown(version)),
            CORRECT,
            place,
        ));
    };
    if number != VERSION {
        return Err(Fault::new(
            format!("the file has version {number} of {what}, and this program reads {VERSION}"),
            "open it with the doomtree that wrote it, or a newer one",
            place,
        ));
    }
    let Some(minor) = minor else {
        return Ok(None);
    };
    let Some(number) = whole_number(minor) else {
        return Err(Fault::new(
            format!("'minor' must be a whole number, not {}", shown(minor)),
            CORRECT,
            place,
        ));
    };
    Ok((number > MINOR).then(|| {
        format!(
            "the file was written by a newer version ({VERSION}.{number}): what this one \
             doesn't know is kept as it is"
        )
    }))
}
