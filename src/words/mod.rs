//! Numbers, names, lists and ratings as text: one vocabulary for the window, the pictures and the
//! command line.

mod numbers;
mod ratings;

#[cfg(feature = "cli")]
pub use self::numbers::typed_moves;
pub use self::numbers::{
    BETWEEN_PAYOFFS, end_shortened, end_text, end_winners, move_words, player_letter, player_name,
    state_text, step_text, winners_shortened, winners_text,
};
pub use self::numbers::{
    capitalised, copies_text, counted, joined, joined_by, plies_text, plural, shortened,
};
#[cfg(feature = "gui")]
pub use self::numbers::{mark_of, turn_text};
pub use self::ratings::Numbers;
pub use self::ratings::{WorseMove, move_name, worse_move};
pub use numbers::{
    at_least_sign, grouped, grouped_digits, horizon_name, narrow_count, short_count, short_number,
    table_count, ten_to, whole_count,
};
#[cfg(feature = "pictures")]
pub use numbers::{end_payoffs, short_bytes};
#[cfg(feature = "pictures")]
pub use ratings::exact_text;
pub use ratings::{
    AVERAGE, OPEN, average_text, decimal_text, estimate_text, is_rounded, number_text,
    numbers_text, rating_text, unproven_text, unrounded, with_minus,
};
