//! Reads the output of an external program about a game, for a check: positions, moves, ratings and
//! winners, each with its line. The formats are node-link JSON (including our own files), the
//! output of Lisp programs, and JSON Lines. Nothing is judged here; the text only has to be
//! readable.

mod lines;
mod lisp;
mod node_link;
mod read;
mod said;
mod told;

pub use lines::{LinesReader, are_lines, question};
pub use read::{MAX_THEIR_BYTES, read_theirs};
pub use said::{SaidNumber, SaidRating};
pub use told::{Ends, MAX_THEIR_NODES, TheirForm, TheirMove, TheirNode, TheirPosition, Theirs};
