//! A game that is played: a seat for every player, the moves made so far, and the dice. No clock,
//! no thread and no screen: whoever drives it asks whose turn it is and does what that needs.
//!
//! # What chance decides
//! Everything that is drawn at a place of a game depends on the seed and on how many moves and
//! branches were made before it, and on nothing else. So a seed and the moves give the same game
//! again, forever; and whoever takes a move back and makes it again meets the same dice.
//!
//! A place is a rated graph and a vertex. Where a graph ends, `Rated::build_from` begins the next,
//! so that a game needs no whole graph and no notation. `Review` judges every move of a game by the
//! graph that it was played in, the last ones by the open tree.

mod draws;
mod game;
mod place;
mod review;
mod seat;
mod thinking;

pub(in crate::session) use draws::Draws;
pub use draws::Throw;
pub use game::{By, MAX_PLIES, Made, Play, Roll, Turn};
pub use place::Place;
pub use review::{Review, Slip};
pub use seat::{Seat, Seats};
pub use thinking::{Skill, Thinking, Thought};
