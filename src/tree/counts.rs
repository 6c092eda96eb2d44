//! Exact counts of any size: nodes, ends, leaves and lines of a tree that is never built.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::fmt;

use num_bigint::BigUint;

use super::counting::{Counted, Counting, CountingWinners, Sizing};
use super::graph::{Graph, Vertex, VertexKind};
use crate::game::Winners;

/// The most 64-bit words of a count: 4,096 bits.
const MOST_WORDS: usize = 64;

/// A count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count<'a> {
    /// The exact number, lowest word first.
    Exact(&'a [u64]),
    /// 2^4096 or more.
    Beyond,
    /// Without end: a cycle can be reached from which the counted can be reached.
    Infinite,
}

impl Count<'_> {
    /// The exact number.
    pub fn exact(self) -> Option<BigUint> {
        match self {
            Self::Exact(words) => Some(BigUint::from_slice(
                &words
                    .iter()
                    .flat_map(|word| [*word as u32, (word >> 32) as u32])
                    .collect::<Vec<_>>(),
            )),
            Self::Beyond | Self::Infinite => None,
        }
    }

    /// The number, if it fits 64 bits.
    pub fn to_u64(self) -> Option<u64> {
        match self {
            Self::Exact([low, high @ ..]) if high.iter().all(|word| *word == 0) => Some(*low),
            _ => None,
        }
    }

    /// Which of two counts is larger, exactly. 2^4096 or more is more than any exact number, and
    /// no end is more than that; two of either kind count as equal.
    pub fn compare(self, other: Count<'_>) -> Ordering {
        match (self, other) {
            (Self::Exact(a), Count::Exact(b)) => {
                let word = |words: &[u64], index: usize| words.get(index).copied().unwrap_or(0);
                (0..a.len().max(b.len()))
                    .rev()
                    .map(|index| word(a, index).cmp(&word(b, index)))
                    .find(|order| order.is_ne())
                    .unwrap_or(Ordering::Equal)
            }
            (a, b) => a.class().cmp(&b.class()),
        }
    }

    fn class(self) -> u8 {
        match self {
            Self::Exact(_) => 0,
            Self::Beyond => 1,
            Self::Infinite => 2,
        }
    }
}

impl fmt::Display for Count<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Beyond => f.write_str("at least 2^4096"),
            Self::Infinite => f.write_str("infinite"),
            Self::Exact(_) => match (self.to_u64(), self.exact()) {
                (Some(small), _) => write!(f, "{small}"),
                (None, Some(large)) => write!(f, "{large}"),
                (None, None) => Ok(()),
            },
        }
    }
}

/// A column of counts, each of the same number of words.
#[derive(Clone, Debug)]
pub(super) struct Wide {
    pub words: usize,
    pub data: Vec<u64>,
    /// One flag a count, kept only where the largest width isn't enough.
    beyond: Vec<bool>,
}

impl Wide {
    pub fn new(words: usize, len: usize) -> Self {
        Self {
            words,
            data: vec![0; words * len],
            beyond: if words == MOST_WORDS {
                vec![false; len]
            } else {
                Vec::new()
            },
        }
    }

    pub fn get(&self, index: usize) -> Count<'_> {
        if self.beyond.get(index) == Some(&true) {
            Count::Beyond
        } else {
            Count::Exact(&self.data[index * self.words..(index + 1) * self.words])
        }
    }

    fn clear(&mut self, index: usize) {
        self.data[index * self.words..(index + 1) * self.words].fill(0);
        if let Some(beyond) = self.beyond.get_mut(index) {
            *beyond = false;
        }
    }

    /// Adds a count; `false` if the result doesn't fit and more words would help.
    fn add(&mut self, index: usize, amount: Count<'_>) -> bool {
        let carry = match amount {
            Count::Exact(words) => {
                let own = &mut self.data[index * self.words..(index + 1) * self.words];
                let mut carry = false;
                for (own, word) in own.iter_mut().zip(words) {
                    let (sum, first) = own.overflowing_add(*word);
                    let (sum, second) = sum.overflowing_add(u64::from(carry));
                    *own = sum;
                    carry = first || second;
                }
                carry
            }
            Count::Beyond | Count::Infinite => true,
        };
        if carry {
            match self.beyond.get_mut(index) {
                Some(beyond) => *beyond = true,
                None => return false,
            }
        }
        true
    }

    /// Sets a count to 0 or 1.
    pub fn start(&mut self, index: usize, one: bool) {
        self.data[index * self.words] = u64::from(one);
    }

    /// The bytes that the counts take, by capacity.
    pub fn bytes(&self) -> usize {
        8 * self.data.capacity() + self.beyond.capacity()
    }

    /// Adds the count at `from` of the same column; `false` if the result doesn't fit and more words
    /// would help.
    #[inline]
    pub fn add_own(&mut self, index: usize, from: usize) -> bool {
        if self.words == 1 {
            let (sum, carry) = self.data[index].overflowing_add(self.data[from]);
            self.data[index] = sum;
            return !carry;
        }
        if self.beyond.get(from) == Some(&true) {
            self.beyond[index] = true;
            return true;
        }
        let mut carry = false;
        for word in 0..self.words {
            let add = self.data[from * self.words + word];
            let own = &mut self.data[index * self.words + word];
            let (sum, first) = own.overflowing_add(add);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *own = sum;
            carry = first || second;
        }
        if carry {
            match self.beyond.get_mut(index) {
                Some(beyond) => *beyond = true,
                None => return false,
            }
        }
        true
    }
}

/// One count a vertex: something summed over the whole tree below it, the vertex included.
#[derive(Clone, Debug)]
pub struct Counts {
    pub(super) wide: Wide,
    /// Which counts have no end; empty unless the graph is cyclic.
    pub(super) infinite: Vec<bool>,
}

impl Counts {
    /// The nodes of the tree below each vertex, the vertex included.
    pub fn nodes(graph: &Graph) -> Self {
        Counting::new(graph, Counted::Nodes).finish(graph)
    }

    /// The ends of the tree below each vertex; horizons are not among them.
    pub fn ends(graph: &Graph) -> Self {
        Counting::new(graph, Counted::Ends).finish(graph)
    }

    /// The leaves of the tree below each vertex: ends and horizons.
    pub fn leaves(graph: &Graph) -> Self {
        Counting::new(graph, Counted::Leaves).finish(graph)
    }

    /// The count of a vertex.
    pub fn of(&self, vertex: Vertex) -> Count<'_> {
        if self.infinite.get(vertex.index()) == Some(&true) {
            Count::Infinite
        } else {
            self.wide.get(vertex.index())
        }
    }

    /// The bytes that the counts take, by capacity.
    pub fn bytes(&self) -> usize {
        self.wide.bytes() + self.infinite.capacity()
    }
}

/// The ends below each vertex, by who has won.
#[derive(Clone, Debug)]
pub struct EndsByWinners {
    pub(super) classes: Vec<(Winners, Counts)>,
}

impl EndsByWinners {
    /// Counts the ends of every class that the graph has.
    pub fn new(graph: &Graph) -> Self {
        CountingWinners::new(graph).finish(graph)
    }

    /// The classes that the graph has, with the number of their ends below `vertex`.
    pub fn of(&self, vertex: Vertex) -> impl Iterator<Item = (Winners, Count<'_>)> {
        self.classes
            .iter()
            .map(move |(winners, counts)| (*winners, counts.of(vertex)))
    }
}

/// One number a vertex: the plies of the longest line below it; `None` where a cycle can be
/// reached.
#[derive(Clone, Debug)]
pub struct LongestLines {
    /// One more than the plies, and 0 where a cycle can be reached.
    pub(super) plies: Vec<u32>,
}

impl LongestLines {
    /// Finds the longest lines.
    pub fn new(graph: &Graph) -> Self {
        Sizing::new(graph).finish(graph).2
    }

    /// The bytes that the lengths take, by capacity.
    pub fn bytes(&self) -> usize {
        4 * self.plies.capacity()
    }

    /// The plies of the longest line below a vertex.
    pub fn of(&self, vertex: Vertex) -> Option<u32> {
        self.plies[vertex.index()].checked_sub(1)
    }
}

/// What one ply of a tree holds, as text of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlyCounts {
    /// Tree nodes, chance nodes included.
    pub nodes: String,
    /// The ends among them.
    pub ends: String,
    /// Positions that no earlier ply has; chance nodes left out.
    pub new_positions: u64,
}

/// Counts the tree ply by ply, to any depth, one ply a call: the number of lines to each vertex is
/// carried from ply to ply. A cyclic graph never ends, so that whoever calls sets the limit.
pub struct PlySweep<'a> {
    graph: &'a Graph,
    first_with_position: Option<&'a [Vertex]>,
    words: usize,
    here: Wide,
    next: Wide,
    /// The vertices of the ply, each once.
    active: Vec<Vertex>,
    is_active: Vec<bool>,
    seen: Vec<bool>,
    /// One a vertex: behind every chance node from which chance alone leads there. Empty in a
    /// graph without chance.
    rank: Vec<u32>,
}

/// Numbers the vertices so that every branch of chance leads to a larger number (Kahn's order of
/// the branches alone, which never form a cycle).
fn chance_ranks(graph: &Graph) -> Vec<u32> {
    if !graph.has_chance() {
        return Vec::new();
    }
    let branches = |vertex: Vertex| match graph.kind(vertex) {
        VertexKind::Chance(_) => graph.targets(vertex),
        _ => &[],
    };
    let mut entering = vec![0_u32; graph.len()];
    for vertex in graph.vertices() {
        for target in branches(vertex) {
            entering[target.index()] += 1;
        }
    }
    let mut order: Vec<Vertex> = graph
        .vertices()
        .filter(|vertex| entering[vertex.index()] == 0)
        .collect();
    let mut rank = vec![0; graph.len()];
    let mut next = 0;
    while let Some(&vertex) = order.get(next) {
        rank[vertex.index()] = next as u32;
        next += 1;
        for target in branches(vertex) {
            let entering = &mut entering[target.index()];
            *entering -= 1;
            if *entering == 0 {
                order.push(*target);
            }
        }
    }
    rank
}

impl<'a> PlySweep<'a> {
    /// Starts at the root. `nodes` are the sizes of the graph's trees, so that numbers are as wide
    /// as they have to be; `first_with_position` says which vertices share a position.
    pub fn new(
        graph: &'a Graph,
        nodes: &Counts,
        first_with_position: Option<&'a [Vertex]>,
    ) -> Self {
        let words = if graph.is_cyclic() {
            MOST_WORDS
        } else {
            nodes.wide.words
        };
        let mut here = Wide::new(words, graph.len());
        here.data[0] = 1;
        let mut is_active = vec![false; graph.len()];
        is_active[0] = true;
        Self {
            graph,
            first_with_position,
            words,
            here,
            next: Wide::new(words, graph.len()),
            active: vec![Vertex::ROOT],
            is_active,
            seen: vec![false; graph.len()],
            rank: chance_ranks(graph),
        }
    }

    /// The next ply, and `None` when no line is that long.
    pub fn ply(&mut self) -> Option<PlyCounts> {
        if self.active.is_empty() {
            return None;
        }
        let mut totals = Wide::new(self.words, 2);
        let mut new_positions = 0;
        let mut next_active: Vec<Vertex> = Vec::new();
        let mut is_active = std::mem::take(&mut self.is_active);
        let by_rank = |vertex: Vertex| {
            let rank = self.rank.get(vertex.index()).copied().unwrap_or(0);
            Reverse((rank, vertex))
        };
        // A branch of chance stays in the ply: what it leads to comes after all that lead there,
        // so that every vertex comes up once, with all that reaches it.
        let mut active: BinaryHeap<_> = std::mem::take(&mut self.active)
            .into_iter()
            .map(by_rank)
            .collect();
        while let Some(Reverse((_, vertex))) = active.pop() {
            let index = vertex.index();
            is_active[index] = false;
            let chance = matches!(self.graph.kind(vertex), VertexKind::Chance(_));
            let amount: Vec<u64> = match self.here.get(index) {
                Count::Exact(words) => words.to_vec(),
                Count::Beyond | Count::Infinite => Vec::new(),
            };
            let amount = if amount.is_empty() {
                Count::Beyond
            } else {
                Count::Exact(&amount)
            };
            self.here.clear(index);
            totals.add(0, amount);
            if self.graph.kind(vertex) == VertexKind::End {
                totals.add(1, amount);
            }
            let first = self
                .first_with_position
                .map_or(vertex, |first| first[index]);
            if !self.graph.is_chance(vertex)
                && !std::mem::replace(&mut self.seen[first.index()], true)
            {
                new_positions += 1;
            }
            for &target in self.graph.targets(vertex) {
                let into = if chance {
                    &mut self.here
                } else {
                    &mut self.next
                };
                into.add(target.index(), amount);
                if chance {
                    if !std::mem::replace(&mut is_active[target.index()], true) {
                        active.push(by_rank(target));
                    }
                } else {
                    next_active.push(target);
                }
            }
        }
        next_active.sort_unstable();
        next_active.dedup();
        for vertex in &next_active {
            is_active[vertex.index()] = true;
        }
        self.active = next_active;
        self.is_active = is_active;
        std::mem::swap(&mut self.here, &mut self.next);
        Some(PlyCounts {
            nodes: totals.get(0).to_string(),
            ends: totals.get(1).to_string(),
            new_positions,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_any_size_compare_exactly() {
        let ascending = [
            Count::Exact(&[0]),
            Count::Exact(&[7, 0]),
            Count::Exact(&[u64::MAX]),
            Count::Exact(&[0, 1]),
            Count::Exact(&[1, 1]),
            Count::Exact(&[0, 2]),
            Count::Exact(&[0, 0, 0, 1]),
            Count::Beyond,
            Count::Infinite,
        ];
        for (i, a) in ascending.iter().enumerate() {
            for (j, b) in ascending.iter().enumerate() {
                assert_eq!(a.compare(*b), i.cmp(&j), "{a} and {b}");
            }
        }
        assert!(Count::Exact(&[7]).compare(Count::Exact(&[7, 0])).is_eq());
    }
}
