//! Ends games without human players that would not end.

use crate::app::document::Playing;
use crate::session::play::MAX_PLIES;

/// Whether there are no human players, and the game repeats or exceeds the ply limit; then it is
/// ended.
pub(crate) fn goes_nowhere(playing: &mut Playing) -> bool {
    let play = &playing.play;
    if play.asks_anybody() {
        return false;
    }
    let why = if play.repeats() {
        "Stopped: the computers repeat moves".to_owned()
    } else if play.plies() >= MAX_PLIES {
        format!("Stopped after {MAX_PLIES} plies")
    } else {
        return false;
    };
    playing.ended = Some(why);
    true
}
