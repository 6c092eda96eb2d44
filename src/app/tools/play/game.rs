//! Games that lead nowhere.

use crate::app::document::Playing;
use crate::session::play::MAX_PLIES;

/// Whether nobody is asked, and the game would go on forever or for too long; then it has ended.
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
