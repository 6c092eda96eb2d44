//! What somebody else's program says of a game, as it was said: positions, moves, ratings and
//! winners, each with its line. It is read from a tree as node-link JSON (our own files are such),
//! from what a Lisp program prints, or from JSON Lines. Nothing here is judged: that it can be read
//! is all that is asked.

mod lines;
mod lisp;
mod node_link;
mod read;
mod said;
mod told;

pub use lines::{LinesReader, question};
pub use read::{MAX_THEIR_BYTES, read_theirs};
pub use said::{SaidNumber, SaidRating};
pub use told::{Ends, MAX_THEIR_NODES, TheirForm, TheirMove, TheirNode, TheirPosition, Theirs};
