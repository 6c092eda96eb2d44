//! Search: the rating of one position and of its moves, without a position graph.
//!
//! A [`Search`] walks the game tree depth first and remembers in a table of bounded size what it has
//! proven. All that it ever derives are *intervals*: the rating of a position lies within what its
//! moves' intervals come to, whatever was left out. So it may be stopped at any moment, forget
//! anything, meet a position again on its own line, or cut wherever it likes: what it has found
//! stays proven.
//!
//! ```
//! use std::sync::Arc;
//!
//! use doomtree::game::{Game, one};
//! use doomtree::games::tic_tac_toe::TicTacToe;
//! use doomtree::search::{Number, Options, Search};
//!
//! let game = Arc::new(TicTacToe::new());
//! let root = game.read_position("x../.o./..x o").expect("a good position");
//! let mut search = Search::new(game, root, Options::default());
//! // A bounded amount of work at a time, so that whoever drives it may stop.
//! while !search.step(1_000).done {}
//! let answer = search.answer();
//! let rating = answer.root[1].rating.expect("all is found");
//! assert_eq!(rating.to_string(), "1/2");
//! // o must not take a corner.
//! assert_eq!(answer.moves[1].found[0].rating, Some(Number::Exact(one())));
//! ```
//!
//! The algorithms of textbooks ([`Method`]) are the same search with less of it switched on
//! ([`Textbook`]), on a position graph (`OnGraph`: vertices as positions, places as moves), so that
//! its vertices, sizes and texts are those that are shown. `Recorder` writes the steps down;
//! observers cost nothing when empty. `MonteCarlo` writes the same kind of steps; its draws are
//! handed in, and logarithms are summed by hand, so that a seed plays the same games on every
//! machine.

mod answer;
mod back_up;
mod expand;
mod frame;
mod method;
mod monte_carlo;
mod notes;
mod observer;
mod on_graph;
mod options;
mod recorder;
mod recording;
mod root;
mod sizes;
mod slot;
mod solver;
mod table;
mod tasks;
mod values;

pub use answer::{Answer, Found, MoveAnswer, Number};
pub use method::{CodeAt, CodeLine, Method};
pub use monte_carlo::{Chance, MonteCarlo, Sampling};
pub use observer::{Cutoff, NodeEvent, Observer, Reason};
pub use on_graph::{MoveOrder, OnGraph, choice};
pub use options::{Algorithm, Horizons, Options, Order, Textbook};
pub use recorder::Recorder;
pub use recording::{Event, Phase, Recording, Sizes, Step, Tally};
pub use sizes::LimitedSizes;
pub use solver::{Progress, Search};
pub use values::{Interval, UNBOUNDED};
