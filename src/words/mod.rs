//! Numbers, names, lists and ratings as text: one vocabulary for the window, the pictures and the
//! command line.

mod lists;
mod names;
mod numbers;
mod ratings;
mod searched;
mod worse_move;

pub use lists::{capitalised, counted, joined, joined_by, plies_text, plural, shortened};
pub use names::{
    BETWEEN_PAYOFFS, end_payoffs, end_shortened, end_text, end_winners, move_words, player_letter,
    player_name, state_text, step_text, winners_shortened, winners_text,
};
#[cfg(feature = "gui")]
pub use names::{mark_of, turn_text};
#[cfg(feature = "pictures")]
pub use numbers::short_bytes;
pub use numbers::{
    at_least, grouped, grouped_digits, horizon_name, narrow_count, short_count, short_number,
    table_count, ten_to, whole_count,
};
#[cfg(feature = "pictures")]
pub use ratings::with_minus;
pub use ratings::{
    AVERAGE, OPEN, average_text, decimal_text, estimate_text, is_rounded, number_text, open_text,
    rating_text, unrounded,
};
pub use searched::Numbers;
pub use worse_move::{WorseMove, move_name, worse_move};
