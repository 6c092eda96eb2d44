//! What is open, behind object-safe traits: no type parameter above this folder.
//!
//! It opens a setup in words and gives a `Build` and a `Rated`, both without a type parameter;
//! `Session::apply` is the one function in which a walk changes. The walk itself speaks vertex
//! numbers and is compiled once.
//!
//! `add_game` makes a program's own game known, with its switches, behind the private, object-safe
//! `OwnGame`, in a list that is filled when the program starts. `open`, `see`, `first_setup`,
//! `that_reads` ask it first, then `games`. It lies here, above `games`, because it starts a
//! `Builder` of the game's type.
//!
//! `Comparing` walks two rated graphs breadth first over pairs of vertices, so that trees of any
//! size, and endless ones, are compared in as many steps as they have pairs; boards are compared as
//! pictures, since notations differ between dialects. `Recording` records a search in steps, and
//! tells what was known after any of them: per node by a list of its events, counters from the last
//! of every 256. `survey` rates many boards in order, on all cores, with one board a thread begun
//! and unfinished at most. `filter` reads, writes and applies the filters that people type;
//! `statistics` gathers what the graph and the complete tree hold; `what_if` turns what somebody
//! typed into assumptions and sentences.

mod amount;
pub mod check;
mod compare;
mod copied;
pub mod exercise;
pub mod filter;
mod folding;
mod known;
mod load;
mod making;
mod notes;
mod open;
mod own;
mod pace;
pub mod play;
mod progress;
mod rated;
mod recording;
mod searching;
mod seen;
mod statistics;
mod survey;
mod walk;
pub mod what_if;
mod worthwhile;

pub use amount::{number_and_unit, read_memory, read_size, scaled, size_text};
pub use compare::{
    AlignedMove, Both, Comparing, Comparison, Difference, DifferenceKind, MAX_KEPT, MAX_PAIRS,
    Names, aligned_moves, what_differs, where_it_differs,
};
pub use copied::{Copied, MAX_COPIED, copied};
pub use known::{
    changed, example_of, first_setup, form, game_names, game_offers, has_random_boards, random,
    shown_first, that_reads, under, usual_game, with_position,
};
pub use load::{Loaded, Loading, verify};
pub use open::{MAX_POSITIONS, open, open_typed};
pub use own::add_game;
pub use pace::Pace;
pub use progress::{Progress, Stage};
pub use rated::{Build, Rated, Wanted};
pub use recording::{
    MAX_EVENTS, RecordOptions, Recorded, Recording, RecordingProgress, step_words,
};
pub use searching::{Searched, Searching, search};
pub use seen::{Seen, see};
pub use statistics::{Amounts, Gathering, Statistics};
pub use survey::{Asker, Broken, Lanes, Pending, Request, Survey, SurveyError, survey};
pub use walk::{Action, Change, First, Session, Steps, UNFOLD_BUDGET};
pub use worthwhile::random_with_choice;
