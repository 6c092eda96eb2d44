//! The stack of a search: one frame per node of the current line, and the moves of each.

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
    /// The search window: a rating outside needn't be known exactly.
    pub window: Interval,
    /// The interval known when it was entered.
    pub known: Interval,
    /// The start of its moves among all; those of the last frame run to the end.
    pub first: usize,
    /// The next move to visit, counted from `first`.
    pub next: usize,
    /// Whether its moves were all searched with narrow windows once, and are searched again
    /// without.
    pub again: bool,
    /// The number of nodes entered before it.
    pub entered: u64,
    /// The move that leads here, among all moves of the line.
    pub child: usize,
}

/// A move of a node on the current line.
pub struct Child<G: Game> {
    /// The move.
    pub mv: G::Move,
    /// Its index in the rules' order.
    pub place: usize,
    /// The position after the move.
    pub position: G::Position,
    /// The name of that in the table.
    pub key: Key<G::Position>,
    /// Its probability if chance decides, otherwise 1.
    pub probability: f64,
    /// Its known status.
    pub status: Status,
    /// Whether that came from the table before a search.
    pub looked_up: bool,
    /// Search priority; the largest is searched first.
    pub promise: f64,
}

impl<G: Game> Child<G> {
    /// The input of [`back_up`](super::back_up::back_up).
    pub fn backed(&self) -> (Status, f64) {
        (self.status, self.probability)
    }
}

/// Whether enough is known for a window.
pub fn satisfies(status: &Status, window: Interval) -> bool {
    status.closed || status.interval.low >= window.high || status.interval.high <= window.low
}

/// The window in which a move must be searched; `None` if it needn't be. `status` is that of the
/// node.
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

/// The window of one outcome outside of which the mean leaves the node's window, given the ranges
/// of the other outcomes (Ballard's Star1). Rounding is harmless: if a window is too narrow, the
/// outcome is searched again without one.
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
