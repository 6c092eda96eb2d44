//! What is open, behind object-safe traits: no type parameter above this folder.

mod amount;
pub mod check;
mod compare;
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

pub use amount::{number_and_unit, read_memory, read_size, scaled, size_text};
pub use compare::{
    AlignedMove, Both, Comparing, Comparison, Difference, DifferenceKind, MOST_KEPT, MOST_PAIRS,
    Names, aligned_moves, what_differs, where_it_differs,
};
pub use known::{
    changed, example_of, first_setup, form, game_names, game_offers, has_random_boards, random,
    that_reads, under, usual_game, with_position,
};
pub use load::{Loaded, Loading, verify};
pub use open::{MOST_POSITIONS, open};
pub use own::add_game;
pub use pace::Pace;
pub use progress::{Progress, Stage};
pub use rated::{Build, Rated, Wanted};
pub use recording::{
    MOST_EVENTS, RecordOptions, Recorded, Recording, RecordingProgress, step_words,
};
pub use searching::{Searched, Searching, search};
pub use seen::{Seen, see};
pub use statistics::{Amounts, Gathering, Statistics};
pub use survey::{Asker, Broken, Lanes, Pending, Request, Survey, SurveyError, survey};
pub use walk::{Action, Change, Session, Steps, UNFOLD_BUDGET};
