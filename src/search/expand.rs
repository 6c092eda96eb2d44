//! Expands nodes of the current line: values of leaves, and the moves of all other nodes in search
//! order.

use super::back_up::{Status, Turn};
use super::frame::{Child, Frame};
use super::observer::Observer;
use super::options::{Horizons, Order};
use super::slot::Key;
use super::solver::Search;
use super::values::Interval;
use crate::game::{Game, Kind, near_f64, to_f64};

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
