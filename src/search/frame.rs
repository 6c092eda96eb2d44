//! What a search keeps of the line that it is on: one frame a node, and the moves of each.

use super::back_up::{Status, Turn};
use super::slot::Key;
use super::values::{Interval, UNBOUNDED};
use crate::game::Game;

/// A node on the current line.
pub struct Frame<G: Game> {
    /// Its name in the table.
    pub key: Key<G::Position>,
    /// Who decides.
    pub turn: Turn,
    /// What needn't be known better than that.
    pub window: Interval,
    /// What was known when it was entered.
    pub known: Interval,
    /// Where its moves begin among all; those of the last frame run to the end.
    pub first: usize,
    /// The move that is looked at next, counted from `first`.
    pub next: usize,
    /// Whether its moves have been gone through once within narrow windows, and are gone through
    /// again without.
    pub again: bool,
    /// How many nodes had been entered before it.
    pub entered: u64,
    /// The move that leads here, among all moves of the line.
    pub child: usize,
}

/// A move of a node on the current line.
pub struct Child<G: Game> {
    /// The move.
    pub mv: G::Move,
    /// Its place in the rules' order.
    pub place: usize,
    /// Where it leads.
    pub position: G::Position,
    /// The name of that in the table.
    pub key: Key<G::Position>,
    /// How likely it is, where chance decides; else 1.
    pub probability: f64,
    /// What is known of it.
    pub status: Status,
    /// Whether that came from the table before anybody searched it.
    pub looked_up: bool,
    /// What is searched first has the largest.
    pub promise: f64,
}

impl<G: Game> Child<G> {
    /// What [`back_up`](super::back_up::back_up) reads.
    pub fn backed(&self) -> (Status, f64) {
        (self.status, self.probability)
    }
}

/// Whether enough is known for a window.
pub fn satisfies(status: &Status, window: Interval) -> bool {
    status.closed || status.interval.low >= window.high || status.interval.high <= window.low
}

/// The window in which a move must be searched; `None` if it needn't be. `status` is what is known
/// of the node.
pub fn window_of<G: Game>(
    frame: &Frame<G>,
    status: &Status,
    moves: &[Child<G>],
    index: usize,
) -> Option<Interval> {
    let child = &moves[index];
    if child.status.closed {
        return None;
    }
    let (window, known) = (frame.window, frame.known);
    match frame.turn {
        Turn::Max => {
            let low = window.low.max(status.interval.low);
            let high = window.high.min(known.high);
            (child.status.interval.high > low).then_some(Interval { low, high })
        }
        Turn::Min => {
            let high = window.high.min(status.interval.high);
            let low = window.low.max(known.low);
            (child.status.interval.low < high).then_some(Interval { low, high })
        }
        Turn::Chance if child.probability <= 0.0 => None,
        Turn::Chance if frame.again => Some(UNBOUNDED),
        Turn::Chance => Some(chance_window(window, moves, index)),
    }
}

/// What one branch must come to for the mean to leave the window, given what the others can be
/// (Ballard's Star1). Rounding can't matter: where a window turns out too narrow, the branch is
/// searched again without one.
fn chance_window<G: Game>(window: Interval, moves: &[Child<G>], index: usize) -> Interval {
    let mut others = Interval::point(0.0);
    for (place, other) in moves.iter().enumerate() {
        if place != index && other.probability > 0.0 {
            others.low += other.probability * other.status.interval.low;
            others.high += other.probability * other.status.interval.high;
        }
    }
    let probability = moves[index].probability;
    Interval {
        low: (window.low - others.high) / probability,
        high: (window.high - others.low) / probability,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::search::OnGraph;
    use crate::tree::Vertex;

    #[test]
    fn a_move_that_can_be_no_better_than_what_is_sure_is_not_searched() {
        let range = Interval {
            low: 0.0,
            high: 1.0,
        };
        let window = |turn, node: (f64, f64), child: (f64, f64)| {
            let open = |(low, high)| Status::open(Interval { low, high });
            let key = Key::new(Vertex::ROOT, 0);
            let frame = Frame::<OnGraph> {
                key,
                turn,
                window: UNBOUNDED,
                known: range,
                first: 0,
                next: 0,
                again: false,
                entered: 0,
                child: 0,
            };
            let child = Child {
                mv: 0,
                place: 0,
                position: Vertex::ROOT,
                key,
                probability: 1.0,
                status: open(child),
                looked_up: false,
                promise: 0.0,
            };
            let window = window_of(&frame, &open(node), &[child], 0)?;
            Some((window.low, window.high))
        };
        assert_eq!(window(Turn::Max, (0.5, 1.0), (0.0, 0.5)), None);
        assert_eq!(window(Turn::Max, (0.5, 1.0), (0.0, 0.75)), Some((0.5, 1.0)));
        assert_eq!(window(Turn::Min, (0.0, 0.5), (0.5, 1.0)), None);
        assert_eq!(window(Turn::Min, (0.0, 0.5), (0.25, 1.0)), Some((0.0, 0.5)));
    }
}
