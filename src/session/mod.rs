//! Open documents without their game's type: building and rating (`Build`, `Rated`), walking
//! (`Session`), play, exercises, checks, comparisons, filters. There is no type parameter above
//! this folder; games are behind object-safe traits.
//!
//! `Session::apply` is the only function that changes a walk. The walk works on vertex numbers and
//! is compiled once.
//!
//! `add_game` registers a program's own game, with its settings, behind the private, object-safe
//! `OwnGame`, in a list that is filled at program start. `open`, `see`, `first_setup` and
//! `that_reads` try it first, then `games`. It is in this folder, above `games`, because it starts
//! a `Builder` of the game's type.
//!
//! `Comparison` walks two rated graphs breadth first over pairs of vertices. So trees of any size,
//! even infinite ones, are compared in one step per pair. Boards are compared as pictures, since
//! notations differ between rule sets. `Recorded` has a search in steps, with the state
//! after any of them: per node by a list of its events, counters from the last of every 256.
//! `survey` rates many boards in order on all cores, with at most one unfinished board per thread.
//! `filter` parses, writes and applies the filters that users type. `statistics` counts the graph
//! and the complete tree. `what_if` converts typed text to assumptions and describes their effects.

mod amount;
pub mod check;
mod compare;
mod copied;
pub mod exercise;
pub mod filter;
mod folding;
mod growing;
mod known;
mod link;
mod open;
mod pair_walk;
pub mod play;
mod rated;
mod recording;
mod searching;
mod statistics;
mod survey;
mod walk;
pub mod what_if;

pub use self::amount::{MAX_POSITIONS, Progress, Show, Stage};
pub use self::known::add_game;
pub use self::known::random_with_choice;
pub use self::open::{Loaded, verify};
pub use self::open::{Seen, see};
pub use amount::{number_and_unit, read_memory, read_size, scaled, size_text};
pub use compare::{
    AlignedMove, Both, Comparison, Difference, DifferenceKind, MAX_KEPT, MAX_PAIRS, Names,
    aligned_moves, what_differs, where_it_differs,
};
pub use copied::{Copied, MAX_COPIED, copied};
pub use growing::{Growing, ProofOptions, ProofProgress, Prover};
pub use known::{
    changed, example_of, first_setup, form, game_names, game_offers, has_random_boards, random,
    shown_first, that_reads, under, usual_game, with_position,
};
pub use link::{Link, MAX_LINK, is_link, read_link, write_link};
pub use open::{grow, open, open_typed};
pub use rated::{Build, Rated, Wanted, built};
pub use recording::{MAX_EVENTS, RecordOptions, Recorded, RecordingProgress, step_words};
pub use searching::{Proving, Searched, Searching, prove, prove_typed, search};
pub use statistics::{Amounts, Statistics};
pub use survey::{Asker, Broken, Lanes, Pending, Request, Survey, SurveyError, survey};
pub use walk::{Action, Change, First, Session, Slide, Steps, UNFOLD_BUDGET};
