//! The stack of a search: one frame per node of the current line. A node is expanded to its value
//! if it is a leaf, and otherwise to its moves in search order.

use super::back_up::{Interval, Status, Turn, UNBOUNDED};
use super::options::{Horizons, Order};
use super::recorder::Observer;
use super::slot::Key;
use super::solver::Search;
use crate::game::{Game, Kind, near_f64, to_f64};

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

impl<G: Game, O: Observer<G>> Search<G, O> {
    /// The value of a leaf; `None` for any other node.
    pub(super) fn leaf(
        &mut self,
        position: &G::Position,
        kind: Kind,
        plies_left: u32,
    ) -> Option<Interval> {
        let range = self.values.range();
        match kind {
            Kind::End => {
                let payoff = self.game.payoff(position, self.player);
                Some(self.values.of(payoff))
            }
            Kind::Decision(_) if self.options.max_plies.is_some() && plies_left == 0 => {
                self.cut = true;
                Some(match self.horizons {
                    Horizons::Low => Interval::point(range.low),
                    Horizons::High => Interval::point(range.high),
                    Horizons::Estimate => {
                        let estimate = self.options.estimate;
                        let number = self.game.estimate(position, estimate, self.player);
                        self.values.of(number)
                    }
                })
            }
            Kind::Decision(_) | Kind::Chance(_) => None,
        }
    }

    pub(super) fn key(&self, position: &G::Position, plies_left: u32) -> Key<G::Position> {
        let class = match self.options.symmetry {
            true => self.game.canonical(position),
            false => *position,
        };
        Key::new(class, plies_left)
    }

    /// The interval known when the position was entered, if it is on the current line already.
    pub(super) fn known_on_line(&self, key: &Key<G::Position>) -> Option<Interval> {
        if self.options.max_plies.is_some() {
            return None;
        }
        let same = |frame: &u32| self.frames[*frame as usize].key.is(key);
        let frame = self.on_line.find(key.hash, same)?;
        Some(self.frames[*frame as usize].known)
    }

    /// Puts a node on the line, with all its moves.
    #[expect(clippy::too_many_arguments, reason = "a frame has that many parts")]
    pub(super) fn push(
        &mut self,
        key: Key<G::Position>,
        kind: Kind,
        position: &G::Position,
        moves: &[G::Move],
        window: Interval,
        known: Interval,
        child: usize,
        hint: u16,
    ) {
        let turn = match kind {
            Kind::Decision(mover) if mover == self.player => Turn::Max,
            Kind::Decision(_) | Kind::End => Turn::Min,
            Kind::Chance(_) => Turn::Chance,
        };
        let left = match (self.options.max_plies, turn) {
            (None, _) => 0,
            (Some(_), Turn::Chance) => key.plies_left,
            (Some(_), Turn::Max | Turn::Min) => key.plies_left - 1,
        };
        let ply = self.frames.len();
        let first = self.children.len();
        let range = self.values.range();
        let looks = self.options.look_ahead && self.cuts();
        for (place, mv) in moves.iter().enumerate() {
            let after = self.game.play(position, *mv);
            let key = self.key(&after, left);
            let mut status = Status::open(range);
            let mut looked_up = false;
            if looks && let Some(entry) = self.table.read(&key, self.pass, &self.values) {
                status = entry.status;
                looked_up = true;
            }
            let probability = match turn {
                Turn::Chance => to_f64(&self.game.probability(position, *mv)),
                Turn::Max | Turn::Min => 1.0,
            };
            let promise = self.promise(turn, &after, &key, hint);
            self.children.push(Child {
                mv: *mv,
                place,
                position: after,
                key,
                probability,
                status,
                looked_up,
                promise,
            });
        }
        if self.options.order == Order::Promising {
            self.children[first..].sort_by(|a, b| b.promise.total_cmp(&a.promise));
        }
        if self.options.max_plies.is_none() {
            let frames = &self.frames;
            let hash = |frame: &u32| frames[*frame as usize].key.hash;
            self.on_line.insert_unique(key.hash, ply as u32, hash);
        }
        self.frames.push(Frame {
            key,
            turn,
            window,
            known,
            first,
            next: 0,
            again: false,
            entered: self.progress.nodes,
            child,
        });
    }

    /// The search priority of a move: first the best move from an earlier visit, then by the
    /// estimate for the mover. (Killer moves, which cut elsewhere at the same ply, were measured to
    /// cost more nodes than they save.)
    pub(super) fn promise(
        &self,
        turn: Turn,
        after: &G::Position,
        key: &Key<G::Position>,
        hint: u16,
    ) -> f64 {
        if self.options.order == Order::Rules || turn == Turn::Chance {
            return 0.0;
        }
        let mut promise = 0.0;
        if hint != 0 && key.hint() == hint {
            promise += 8.0;
        }
        let range = self.values.range();
        let width = range.high - range.low;
        if let Some(estimate) = self.finest.filter(|_| width > 0.0) {
            let estimate = self.game.estimate(after, estimate, self.player);
            let share = (near_f64(&estimate) - range.low) / width;
            promise += if turn == Turn::Max {
                share
            } else {
                1.0 - share
            };
        }
        promise
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
