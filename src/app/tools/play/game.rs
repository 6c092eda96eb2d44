//! Games that lead nowhere.

use crate::app::document::Playing;
use crate::session::play::MOST_PLIES;

/// Whether nobody is asked, and the game would go on for ever or for too long; then it has ended.
pub(crate) fn goes_nowhere(playing: &mut Playing) -> bool {
    let play = &playing.play;
    if play.asks_anybody() {
        return false;
    }
    let why = if play.repeats() {
        "Stopped: the computers repeat moves".to_owned()
    } else if play.plies() >= MOST_PLIES {
        format!("Stopped after {MOST_PLIES} plies")
    } else {
        return false;
    };
    playing.ended = Some(why);
    true
}
