//! What the game that is on does by itself: dice that roll, and moves that lead nowhere.

use super::{Playing, Rolling, Thrown};
use crate::session::play::MOST_PLIES;

/// Whether nobody is asked, and the game would go on for ever or for too long; then it has ended.
pub(crate) fn goes_nowhere(playing: &mut Playing) -> bool {
    let play = &playing.play;
    if play.asks_anybody() {
        return false;
    }
    let why = if play.repeats() {
        "The computers repeat themselves".to_owned()
    } else if play.plies() >= MOST_PLIES {
        format!("No end after {MOST_PLIES} plies")
    } else {
        return false;
    };
    playing.ended = Some(why);
    true
}

impl Playing {
    /// Lets chance decide, from now on for a moment.
    pub(crate) fn roll(&mut self, now: f64) {
        let roll = self.play.roll();
        let here = self.play.here();
        let attacker = here.kind().player();
        let thrown = roll
            .throw
            .clone()
            .zip(attacker)
            .map(|(throw, attacker)| Thrown {
                attacker,
                defender: self.defender(),
                throw,
            });
        self.rolling = Some(Rolling {
            since: now,
            roll,
            thrown,
        });
    }

    /// Whose the place is that the last move touches.
    fn defender(&self) -> Option<crate::game::Player> {
        let last = self.play.made().last()?;
        let graph = &last.from.rated().graph;
        let to = graph.touched(last.from.vertex(), last.edge).to?;
        graph.picture(last.from.vertex()).places.get(to)?.owner
    }
}
