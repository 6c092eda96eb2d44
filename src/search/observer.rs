//! The observer of a search: events for drawing it step by step.

use super::options::Horizons;
use super::values::Interval;
use crate::game::{Game, Kind, Player};

/// A node that a search visits.
#[derive(Debug)]
pub struct NodeEvent<'a, G: Game> {
    /// The number of moves from the root.
    pub ply: usize,
    /// The last of them; `None` at the root.
    pub mv: Option<G::Move>,
    /// The index of that move in the rules' order.
    pub place: usize,
    /// The position.
    pub position: &'a G::Position,
    /// Its kind; `None` if it wasn't expanded, since the table answered.
    pub kind: Option<Kind>,
    /// The window: a value of at most alpha (`low`) or at least beta (`high`) needn't be known
    /// exactly.
    pub window: Interval,
}

/// Why the rest of a node's moves weren't searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The node's value is at least beta, so a player above avoids it.
    Beta,
    /// Its value is at most alpha: the same for the other side.
    Alpha,
    /// Nothing better is possible: a bound met the range of payoffs, or the bound from the table.
    Range,
}

/// Moves of a node that weren't searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cutoff<M> {
    /// The number of moves to the node.
    pub ply: usize,
    /// The move after which it was clear; `None` if the table made it clear.
    pub mv: Option<M>,
    /// Why.
    pub reason: Reason,
    /// The number of moves cut.
    pub left: usize,
    /// The known interval of the node.
    pub interval: Interval,
}

/// Observes a search. Every method does nothing by default. `()` observes nothing, at no cost.
pub trait Observer<G: Game> {
    /// A walk over the tree starts, for this player's rating, with this value at horizons.
    fn begin(&mut self, _player: Player, _horizons: Horizons) {}

    /// The root, or one of its moves by index, is searched with a window.
    fn ask(&mut self, _place: Option<usize>, _window: Interval) {}

    /// A node is entered.
    fn enter(&mut self, _node: &NodeEvent<'_, G>) {}

    /// A node isn't entered, since the table has enough.
    fn table_hit(&mut self, _node: &NodeEvent<'_, G>, _known: Interval) {}

    /// A node isn't entered, since its position is already on the line that leads to it.
    fn recurs(&mut self, _node: &NodeEvent<'_, G>) {}

    /// Some moves of a node aren't searched.
    fn cutoff(&mut self, _cutoff: &Cutoff<G::Move>) {}

    /// The table stores the known interval of the node at this ply.
    fn table_store(&mut self, _ply: usize, _known: Interval) {}

    /// The node at this ply is left, with its known interval and its best move so far.
    fn leave(&mut self, _ply: usize, _known: Interval, _best: Option<G::Move>) {}
}

impl<G: Game> Observer<G> for () {}
