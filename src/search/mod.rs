//! Search without a position graph: rates one position and its moves by proof numbers, alpha-beta,
//! minimax or Monte Carlo tree search.
//!
//! A [`ProofSearch`] goes where least is left to be proven. It serves games without chance in which
//! no position repeats ([`check_provable`]), and rates boards that no other search here can. A
//! [`AlphaBetaSearch`] walks the game tree depth first, and stores proven results in a transposition table
//! of bounded size. It only derives *intervals*: the rating of a position is within the combined
//! intervals of its moves, whatever was cut. So it may stop at any time, drop table entries, repeat
//! a position on its own line, or cut anywhere: all results remain proven.
//!
//! ```
//! use std::sync::Arc;
//!
//! use doomtree::game::{Game, one};
//! use doomtree::games::tic_tac_toe::TicTacToe;
//! use doomtree::search::{AlphaBetaSearch, SearchNumber, SearchOptions};
//!
//! let game = Arc::new(TicTacToe::new());
//! let root = game.read_position("x../.o./..x o").expect("a good position");
//! let mut search = AlphaBetaSearch::new(game, root, SearchOptions::default());
//! // A bounded amount of work at a time, so that the caller can cancel.
//! while !search.step(1_000).done {}
//! let answer = search.answer();
//! let rating = answer.root[1].rating.expect("all is found");
//! assert_eq!(rating.to_string(), "1/2");
//! // o must not take a corner.
//! assert_eq!(answer.moves[1].found[0].rating, Some(SearchNumber::Exact(one())));
//! ```
//!
//! The textbook algorithms ([`Method`]) are the same search with fewer features ([`Textbook`]).
//! They run on a position graph (`OnGraph`: vertices as positions, move indices as moves), so that
//! vertices, sizes and texts are those on the screen. `Recorder` records the steps; empty observers
//! cost nothing. `MonteCarlo` records the same kind of steps. Its random numbers are passed in, and
//! logarithms are computed portably, so that a seed plays the same games on every machine.

mod answer;
mod back_up;
mod frame;
mod method;
mod monte_carlo;
mod on_graph;
mod proof;
mod recorder;
mod recording;
mod slot;
mod solver;
mod table;

pub use answer::{
    MoveAnswer, PlayerResult, SearchAnswer, SearchNumber, check_searchable, needs_constant_sum,
    needs_known_positions,
};
pub use back_up::{Interval, UNBOUNDED};
pub use method::{
    Algorithm, CodeAt, CodeLine, LimitLeafValue, Method, SearchOptions, SearchOrder, Textbook,
};
pub use monte_carlo::{Chance, MonteCarlo, Sampling};
pub use on_graph::{LimitedSizes, MoveOrder, OnGraph, choice};
pub use proof::{BoundProver, ProofSearch, ProvenBounds, check_provable};
pub use recorder::{CutReason, Cutoff, NodeEvent, Observer, Recorder};
pub use recording::{CutSizes, Event, NodePhase, Recording, SearchCounters, SearchStep};
pub use solver::{AlphaBetaSearch, SearchProgress};
