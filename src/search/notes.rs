//! Events for the observer about moves that aren't searched, and the best move of a node.

use super::back_up::{Status, Turn};
use super::frame::{Child, Frame};
use super::observer::{Cutoff, NodeEvent, Observer, Reason};
use super::solver::Search;
use super::values::{Interval, UNBOUNDED};
use crate::game::Game;

impl<G: Game, O: Observer<G>> Search<G, O> {
    /// Reports moves that are cut.
    pub(super) fn note_cutoff(&mut self, top: usize, status: &Status) {
        let frame = &self.frames[top];
        let moves = &self.children[frame.first..];
        let left = moves[frame.next.min(moves.len())..]
            .iter()
            .filter(|child| !child.status.closed)
            .count();
        if left == 0 || status.stuck || frame.again {
            return;
        }
        let Interval { low, high } = status.interval;
        let reason = if low >= frame.window.high {
            Reason::Beta
        } else if high <= frame.window.low {
            Reason::Alpha
        } else {
            Reason::Range
        };
        let mv = frame.next.checked_sub(1).map(|last| moves[last].mv);
        self.progress.cutoffs += 1;
        self.observer.cutoff(&Cutoff {
            ply: top,
            mv,
            reason,
            left,
            interval: status.interval,
        });
    }

    /// Reports a move whose search the table makes unnecessary.
    pub(super) fn note_looked_up(&mut self, index: usize) {
        let child = &mut self.children[index];
        if !std::mem::take(&mut child.looked_up) {
            return;
        }
        self.progress.table_hits += 1;
        self.observer.table_hit(
            &NodeEvent {
                ply: self.frames.len(),
                mv: Some(child.mv),
                place: child.place,
                position: &child.position,
                kind: None,
                window: UNBOUNDED,
            },
            child.status.interval,
        );
    }
}

/// The move with the best proven bound for the mover; `None` if no move has one.
pub fn best_of<'a, G: Game>(
    frame: &Frame<G>,
    moves: &'a [Child<G>],
    range: Interval,
) -> Option<&'a Child<G>> {
    let interval = |child: &&Child<G>| child.status.interval;
    match frame.turn {
        Turn::Max => moves
            .iter()
            .filter(|child| interval(child).low > range.low)
            .reduce(
                |best, child| match interval(&child).low > interval(&best).low {
                    true => child,
                    false => best,
                },
            ),
        Turn::Min => moves
            .iter()
            .filter(|child| interval(child).high < range.high)
            .reduce(
                |best, child| match interval(&child).high < interval(&best).high {
                    true => child,
                    false => best,
                },
            ),
        Turn::Chance => None,
    }
}
