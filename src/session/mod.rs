//! Open documents without their game's type: building and rating (`Build`, `Rated`), walking
//! (`Session`), play, exercises, checks, comparisons, filters. There is no type parameter above
//! this folder; games are behind object-safe traits.
//!
//! `Session::apply` is the only function that changes a walk. The walk works on vertex numbers and
//! is compiled once.
//!
//! `add_game` registers a program's own game, with its settings, behind the private, object-safe
//! `OwnGame`, in a list that is filled at program start. `open`, `setup_position`, `first_setup` and
//! `that_reads` try it first, then `games`. It is in this folder, above `games`, because it starts
//! a `Builder` of the game's type.
//!
//! `RulesComparison` walks two rated graphs breadth first over pairs of vertices. So trees of any size,
//! even infinite ones, are compared in one step per pair. Boards are compared as pictures, since
//! notations differ between rule sets. `Recorded` has a search in steps, with the state
//! after any of them: per node by a list of its events, counters from the last of every 256.
//! `Lanes` runs jobs on all cores, such as boards to rate, with at most one unfinished job a thread.
//! `filter` parses, writes and applies the filters that users type. `statistics` counts the graph
//! and the complete tree. `what_if` converts typed text to assumptions and describes their effects.

mod amount;
pub mod check;
mod compare;
mod copied;
pub mod exercise;
pub mod filter;
mod growing;
mod known;
mod lanes;
mod link;
mod open;
pub mod play;
mod rated;
mod recording;
mod searching;
mod statistics;
mod walk;
pub mod what_if;

pub use self::amount::{MAX_POSITIONS, Progress, ShowProgress, Stage};
pub use self::known::add_game;
pub use self::known::random_with_choice;
pub use self::open::{Loaded, verify};
pub use self::open::{SetupPosition, setup_position};
pub use amount::{number_and_unit, read_memory, read_size, scaled, size_text};
pub use compare::{
    AlignedMove, Both, Difference, DifferenceKind, MAX_KEPT, MAX_PAIRS, RulesComparison,
    RulesNames, aligned_moves, what_differs, where_it_differs,
};
pub use copied::{Copied, MAX_COPIED, copied};
pub use growing::{Growing, ProofOptions, ProofProgress, Prover};
pub use known::{
    changed, example_of, first_setup, form, game_names, game_offers, has_random_boards, random,
    shown_first, that_reads, under, usual_game, with_position,
};
pub use lanes::{Asker, Broken, Lanes, PendingResult};
pub use link::{Link, MAX_LINK, is_link, read_link, write_link};
pub use open::{grow, open, open_typed};
pub use rated::{Build, GraphRequest, Rated, built};
pub use recording::{MAX_EVENTS, RecordOptions, Recorded, RecordingProgress, step_words};
pub use searching::{RatingProver, Searched, Searching, prove, prove_typed, search};
pub use statistics::{Amounts, Statistics};
pub use walk::{Action, ActionEffects, First, Session, Slide, Steps, UNFOLD_BUDGET};
