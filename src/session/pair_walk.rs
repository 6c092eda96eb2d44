//! A walk over pairs of nodes to which the same line leads in two trees, breadth first, each pair
//! once. So it ends on trees of any size, even infinite ones.

use std::collections::VecDeque;
use std::hash::Hash;

use rustc_hash::FxHashMap;

/// A pair that was reached, and from where.
#[derive(Clone, Copy)]
pub(super) struct Reached<P, E> {
    pub pair: P,
    /// The smallest ply at which it was reached by then.
    pub ply: u32,
    /// The move that led to it, and the index of the pair above; `None` at the roots.
    from: Option<(E, u32)>,
}

/// A walk; `P` is a pair of nodes, `E` a move.
pub(super) struct PairWalk<P, E> {
    reached: Vec<Reached<P, E>>,
    plies: FxHashMap<P, u32>,
    queue: VecDeque<u32>,
}

impl<P: Copy + Eq + Hash, E: Copy> PairWalk<P, E> {
    /// A walk from two roots.
    pub fn new(root: P) -> Self {
        let mut walk = Self::empty();
        walk.add(root, 0, None);
        walk.queue.push_back(0);
        walk
    }

    /// A walk that is over.
    pub fn empty() -> Self {
        Self {
            reached: Vec::new(),
            plies: FxHashMap::default(),
            queue: VecDeque::new(),
        }
    }

    /// The index of the next pair; `None` at the end.
    pub fn next(&mut self) -> Option<u32> {
        while let Some(next) = self.queue.pop_front() {
            let here = &self.reached[next as usize];
            // A shorter line may have been found since, through chance, which costs no ply.
            if self.plies.get(&here.pair) == Some(&here.ply) {
                return Some(next);
            }
        }
        None
    }

    /// Whether every pair was visited.
    pub fn is_over(&self) -> bool {
        self.queue.is_empty()
    }

    /// The pair with an index.
    pub fn at(&self, index: u32) -> Reached<P, E> {
        self.reached[index as usize]
    }

    /// The number of distinct pairs that were reached.
    pub fn pairs(&self) -> usize {
        self.plies.len()
    }

    /// The bytes that they take.
    pub fn bytes(&self) -> usize {
        self.reached.capacity() * size_of::<Reached<P, E>>()
    }

    /// Adds the pairs below one, whose moves cost this many plies. Outcomes of chance cost none, so
    /// they are visited before anything at a larger ply.
    pub fn advance(&mut self, index: u32, cost: u32, below: impl IntoIterator<Item = (P, E)>) {
        let ply = self.at(index).ply + cost;
        let first = self.reached.len() as u32;
        for (pair, edge) in below {
            let is_known = self.plies.get(&pair).is_some_and(|known| *known <= ply);
            if !is_known && self.reached.len() < u32::MAX as usize {
                self.add(pair, ply, Some((edge, index)));
            }
        }
        let added = first..self.reached.len() as u32;
        match cost {
            0 => added.rev().for_each(|pair| self.queue.push_front(pair)),
            _ => self.queue.extend(added),
        }
    }

    fn add(&mut self, pair: P, ply: u32, from: Option<(E, u32)>) {
        self.plies.insert(pair, ply);
        self.reached.push(Reached { pair, ply, from });
    }

    /// The moves from the roots to a pair.
    pub fn line(&self, index: u32) -> Vec<E> {
        let mut line = Vec::new();
        let mut at = index;
        while let Some((edge, above)) = self.at(at).from {
            line.push(edge);
            at = above;
        }
        line.reverse();
        line
    }
}
