//! A game in progress: a seat for every player, the moves made so far, and the dice. It has no
//! clock, no thread and no screen; the caller asks whose turn it is and acts on it.
//!
//! # Randomness
//! Random numbers depend only on the seed and on the number of moves and outcomes made before. So
//! the same seed and moves always give the same game. A move that is undone and made again meets
//! the same dice.
//!
//! A place in the game is a rated graph and a vertex. If a graph ends, `Rated::build_from` starts
//! the next, so a game needs no complete graph and no notation. `Review` judges every move by the
//! graph in which it was played, the last ones by the open tree.

mod draws;
mod game;
mod place;
mod review;
mod seat;
mod thinking;

pub(in crate::session) use draws::Draws;
pub use draws::Throw;
pub use game::{By, MAX_PLIES, Made, Play, Roll, Turn};
pub use place::PlayPosition;
pub use review::{Review, Slip};
pub use seat::{Seat, Seats};
pub use thinking::{Skill, Thought};
