//! What somebody who watches a search is told: enough to draw it, step by step.

use super::options::Horizons;
use super::values::Interval;
use crate::game::{Game, Kind, Player};

/// A node that a search looks at.
#[derive(Debug)]
pub struct NodeEvent<'a, G: Game> {
    /// How many moves lead here from the root.
    pub ply: usize,
    /// The last of them; `None` at the root.
    pub mv: Option<G::Move>,
    /// The place of that move in the rules' order.
    pub place: usize,
    /// The position.
    pub position: &'a G::Position,
    /// What it is; `None` where nobody has looked, since the table answered.
    pub kind: Option<Kind>,
    /// The window: what is at most alpha (`low`) or at least beta (`high`) needn't be known better.
    pub window: Interval,
}

/// Why the rest of a node's moves weren't searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The node is worth at least beta: somebody above has something better than to let it come
    /// to this.
    Beta,
    /// It is worth at most alpha: the same for the other side.
    Alpha,
    /// Nothing could be better than what was found: a bound met the range of payoffs, or what the
    /// table knew.
    Range,
}

/// Moves of a node that weren't searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cutoff<M> {
    /// How many moves lead to the node.
    pub ply: usize,
    /// The move after which it was clear; `None` where the table made it clear.
    pub mv: Option<M>,
    /// Why.
    pub reason: Reason,
    /// How many moves were left.
    pub left: usize,
    /// What is known of the node.
    pub interval: Interval,
}

/// Somebody who watches. Every method does nothing unless it is written; `()` watches nothing, at no
/// cost.
pub trait Observer<G: Game> {
    /// A walk over the tree begins: for whose rating, and with what at the horizons.
    fn begin(&mut self, _player: Player, _horizons: Horizons) {}

    /// The root, or one of its moves by its place, is asked for, within a window.
    fn ask(&mut self, _place: Option<usize>, _window: Interval) {}

    /// A node is entered.
    fn enter(&mut self, _node: &NodeEvent<'_, G>) {}

    /// A node isn't entered, since the table knows enough of it.
    fn table_hit(&mut self, _node: &NodeEvent<'_, G>, _known: Interval) {}

    /// A node isn't entered, since its position is already on the line that leads to it.
    fn recurs(&mut self, _node: &NodeEvent<'_, G>) {}

    /// Some moves of a node aren't searched.
    fn cutoff(&mut self, _cutoff: &Cutoff<G::Move>) {}

    /// The table keeps what is known of the node at this ply.
    fn table_store(&mut self, _ply: usize, _known: Interval) {}

    /// The node at this ply is left, with what is known of it, and the move that is best so far.
    fn leave(&mut self, _ply: usize, _known: Interval, _best: Option<G::Move>) {}
}

impl<G: Game> Observer<G> for () {}
