//! Search: the rating of one position and of its moves, without a graph of all positions.
//!
//! A [`Search`] walks the game tree depth first and remembers in a table of bounded size what it has
//! proven. All that it ever derives are *intervals*: the rating of a position lies within what its
//! moves' intervals come to, whatever was left out. So it may be stopped at any moment, forget
//! anything, meet a position again on its own line, or cut wherever it likes: what it has found
//! stays proven.

mod answer;
mod back_up;
mod expand;
mod frame;
mod notes;
mod observer;
mod options;
mod root;
mod slot;
mod solver;
mod table;
mod tasks;
mod values;

pub use answer::{Answer, Found, MoveAnswer, Number};
pub use observer::{Cutoff, NodeEvent, Observer, Reason};
pub use options::{Algorithm, Horizons, Options, Order};
pub use solver::{Progress, Search};
pub use values::Interval;
