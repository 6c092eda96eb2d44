//! Exact counts of any size, and their sums: nodes, ends, leaves and lines of a tree that is never
//! built.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigUint;

use super::counting::{Counted, PlyCounting, TreeSizes};
use super::graph::Graph;
use super::vertex::Vertex;
use crate::game::Winners;
use crate::work::{Control, finished};

/// Maximum size of a count in 64-bit words: 4,096 bits.
pub(super) const MAX_WORDS: usize = 64;

/// A count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count<'a> {
    /// The exact number, lowest word first.
    Exact(&'a [u64]),
    /// 2^4096 or more.
    Beyond,
    /// Infinite: a cycle can be reached from which something counted can be reached.
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

    /// Whether the count is 0.
    pub fn is_zero(self) -> bool {
        matches!(self, Self::Exact(words) if words.iter().all(|word| *word == 0))
    }

    /// Compares two counts exactly. Counts of 2^4096 or more are larger than any exact one, and
    /// infinite ones are larger than those; two of either kind count as equal.
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

/// A column of counts, all with the same number of words.
#[derive(Clone, Debug, Default)]
pub(super) struct WideCounts {
    pub words: usize,
    pub data: Vec<u64>,
    /// One flag per count, kept only where the largest width isn't enough.
    beyond: Vec<bool>,
}

impl WideCounts {
    pub fn new(words: usize, len: usize) -> Self {
        Self {
            words,
            data: vec![0; words * len],
            beyond: if words == MAX_WORDS {
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

    pub fn clear(&mut self, index: usize) {
        self.data[index * self.words..(index + 1) * self.words].fill(0);
        if let Some(beyond) = self.beyond.get_mut(index) {
            *beyond = false;
        }
    }

    /// Adds a count; `false` if the result doesn't fit and more words would help.
    pub fn add(&mut self, index: usize, amount: Count<'_>) -> bool {
        let carry = match amount {
            Count::Exact(words) => {
                let own = &mut self.data[index * self.words..(index + 1) * self.words];
                let mut carry = false;
                for (slot, own) in own.iter_mut().enumerate() {
                    if slot >= words.len() && !carry {
                        break;
                    }
                    // An addend with fewer words may carry into the words that it doesn't have.
                    let word = words.get(slot).copied().unwrap_or(0);
                    let (sum, first) = own.overflowing_add(word);
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

    /// Adds a count. If it doesn't fit, all counts get more words.
    pub fn add_and_grow(&mut self, index: usize, amount: Count<'_>) {
        let words = match amount {
            Count::Exact(words) => words,
            Count::Beyond | Count::Infinite => {
                while self.words < MAX_WORDS {
                    self.grow();
                }
                self.beyond[index] = true;
                return;
            }
        };
        let used = words.len() - words.iter().rev().take_while(|word| **word == 0).count();
        while self.words < used {
            self.grow();
        }
        let own = &mut self.data[index * self.words..(index + 1) * self.words];
        let mut carry = false;
        for (place, own) in own.iter_mut().enumerate() {
            let word = words.get(place).copied().unwrap_or(0);
            let (sum, first) = own.overflowing_add(word);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *own = sum;
            carry = first || second;
            if place + 1 >= used && !carry {
                return;
            }
        }
        if carry {
            match self.beyond.get_mut(index) {
                Some(beyond) => *beyond = true,
                None => {
                    let slot = self.words;
                    self.grow();
                    self.data[index * self.words + slot] = 1;
                }
            }
        }
    }

    /// Doubles the words of every count.
    fn grow(&mut self) {
        let words = 2 * self.words;
        let len = self.data.len() / self.words;
        let mut wide = Self::new(words, len);
        for (new, old) in wide
            .data
            .chunks_exact_mut(words)
            .zip(self.data.chunks_exact(self.words))
        {
            new[..old.len()].copy_from_slice(old);
        }
        *self = wide;
    }

    /// Sets a count of 0 to a small number.
    pub fn start(&mut self, index: usize, amount: u64) {
        self.data[index * self.words] = amount;
    }

    /// Memory size of the counts in bytes, by allocated capacity.
    pub fn bytes(&self) -> usize {
        8 * self.data.capacity() + self.beyond.capacity()
    }

    /// Adds the count at `from` of the same column; `false` if the result doesn't fit and more
    /// words would help.
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

/// One count per vertex: something summed over the whole tree below it, the vertex included.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    pub(super) wide: WideCounts,
    /// Which counts are infinite; empty unless the graph is cyclic.
    pub(super) infinite: Vec<bool>,
}

impl Counts {
    /// The nodes of the tree below each vertex, the vertex included.
    pub fn nodes(graph: &Graph) -> Self {
        finished(Self::count(graph, &Counted::Nodes, &Control::default()))
    }

    /// The ends of the tree below each vertex; horizons are not among them.
    pub fn ends(graph: &Graph) -> Self {
        finished(Self::count(graph, &Counted::Ends, &Control::default()))
    }

    /// The leaves of the tree below each vertex: ends and horizons.
    pub fn leaves(graph: &Graph) -> Self {
        finished(Self::count(graph, &Counted::Leaves, &Control::default()))
    }

    /// The count of a vertex.
    pub fn of(&self, vertex: Vertex) -> Count<'_> {
        if self.infinite.get(vertex.index()) == Some(&true) {
            Count::Infinite
        } else {
            self.wide.get(vertex.index())
        }
    }

    /// The number of words of each count.
    pub(super) fn words(&self) -> usize {
        self.wide.words
    }

    /// Memory size of the counts in bytes, by allocated capacity.
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
        finished(Self::count(graph, &Control::default()))
    }

    /// The classes that the graph has, with the number of their ends below `vertex`.
    pub fn of(&self, vertex: Vertex) -> impl Iterator<Item = (Winners, Count<'_>)> {
        self.classes
            .iter()
            .map(move |(winners, counts)| (*winners, counts.of(vertex)))
    }
}

/// One number per vertex: the plies of the longest line below it; `None` if a cycle can be
/// reached.
#[derive(Clone, Debug, Default)]
pub struct LongestLines {
    /// One more than the plies, and 0 if a cycle can be reached.
    pub(super) plies: Vec<u32>,
}

impl LongestLines {
    /// Finds the longest lines.
    pub fn new(graph: &Graph) -> Self {
        finished(TreeSizes::count(graph, &Control::default())).longest
    }

    /// Memory size of the lengths in bytes, by allocated capacity.
    pub fn bytes(&self) -> usize {
        4 * self.plies.capacity()
    }

    /// The plies of the longest line below a vertex.
    pub fn of(&self, vertex: Vertex) -> Option<u32> {
        self.plies[vertex.index()].checked_sub(1)
    }
}

/// The counts of one ply, as text of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlyCounts {
    /// Tree nodes, chance nodes included.
    pub nodes: String,
    /// The ends among them.
    pub ends: String,
    /// Positions that no earlier ply has; chance nodes left out.
    pub new_positions: u64,
}

/// Counts the tree ply by ply, to any depth, one ply per call. A cyclic graph never ends, so the
/// caller sets the limit.
pub struct PlySweep<'a> {
    graph: &'a Graph,
    first_with_position: Option<&'a [Vertex]>,
    counting: PlyCounting,
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
            1
        } else {
            nodes.wide.words
        };
        Self {
            graph,
            first_with_position,
            counting: PlyCounting::new(graph, words),
        }
    }

    /// The next ply, and `None` when no line is that long.
    pub fn ply(&mut self) -> Option<PlyCounts> {
        let first = self.first_with_position;
        let control = Control::default();
        let ply = finished(self.counting.ply(self.graph, first, &control));
        ply.map(|ply| ply.counts())
    }
}

/// A sum that grows with its addends, up to 4,096 bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// Lowest word first, without zeros at the end.
    words: Vec<u64>,
    beyond: bool,
    infinite: bool,
}

impl Total {
    /// Adds a count.
    pub fn add(&mut self, count: Count<'_>) {
        self.add_times(count, 1);
    }

    /// Adds a count several times.
    pub fn add_times(&mut self, count: Count<'_>, times: u64) {
        if times == 0 {
            return;
        }
        let words = match count {
            Count::Exact(words) => words,
            Count::Beyond => {
                self.beyond = true;
                return;
            }
            Count::Infinite => {
                self.infinite = true;
                return;
            }
        };
        let mut carry = 0_u128;
        let mut index = 0;
        while index < words.len() || carry > 0 {
            if index == self.words.len() {
                self.words.push(0);
            }
            let word = words.get(index).copied().unwrap_or(0);
            let sum = u128::from(self.words[index]) + u128::from(word) * u128::from(times) + carry;
            self.words[index] = sum as u64;
            carry = sum >> 64;
            index += 1;
        }
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
        if self.words.len() > MAX_WORDS {
            self.beyond = true;
            self.words = Vec::new();
        }
    }

    /// The sum.
    pub fn count(&self) -> Count<'_> {
        if self.infinite {
            Count::Infinite
        } else if self.beyond {
            Count::Beyond
        } else if self.words.is_empty() {
            Count::Exact(&[0])
        } else {
            Count::Exact(&self.words)
        }
    }

    /// Whether nothing was added.
    pub fn is_zero(&self) -> bool {
        self.words.is_empty() && !self.beyond && !self.infinite
    }

    /// The logarithm to the base 10; `None` for 0 and where there is no exact number.
    pub fn log10(&self) -> Option<f64> {
        let Count::Exact(words) = self.count() else {
            return None;
        };
        if self.is_zero() {
            return None;
        }
        let top = words.len().checked_sub(1)?;
        let next = top.checked_sub(1).map_or(0, |next| words[next]);
        let leading = words[top] as f64 + next as f64 / 2_f64.powi(64);
        Some(leading.log10() + 64.0 * top as f64 * 2_f64.log10())
    }

    /// The ratio of this to another; `None` if that is 0, or either has no exact value.
    pub fn over(&self, other: &Self) -> Option<f64> {
        let (Count::Exact(_), true) = (self.count(), !other.is_zero()) else {
            return None;
        };
        if let (Some(a), Some(b)) = (self.count().to_u64(), other.count().to_u64()) {
            return Some(a as f64 / b as f64);
        }
        let difference = self.log10()? - other.log10()?;
        Some(10_f64.powf(difference))
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

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

    #[test]
    fn sums_of_any_size_are_exact() {
        let mut total = Total::default();
        let mut expected = BigUint::ZERO;
        assert!(total.is_zero() && total.log10().is_none());
        for (words, times) in [
            (&[7_u64][..], 3),
            (&[u64::MAX, u64::MAX], u64::MAX),
            (&[0, 0, 5], 1),
            (&[u64::MAX, u64::MAX, u64::MAX], 2),
            (&[1, 0, 0, 0, 0, 0], 1),
            (&[9], 0),
        ] {
            total.add_times(Count::Exact(words), times);
            expected += Count::Exact(words).exact().unwrap_or_default() * times;
            assert_eq!(total.count().exact(), Some(expected.clone()));
        }
        let digits = expected.to_string().len() as f64;
        let log = total.log10().unwrap_or_default();
        assert!(log < digits && log >= digits - 1.0, "{log} and {digits}");
        let mut twice = total.clone();
        twice.add(total.count());
        let ratio = twice.over(&total).unwrap_or_default();
        assert!((ratio - 2.0).abs() < 1e-9, "{ratio}");
    }

    #[test]
    fn infinite_sums_and_sums_beyond_4096_bits_have_no_number_and_no_average() {
        let mut total = Total::default();
        for _ in 0..2 {
            total.add_times(Count::Exact(&[u64::MAX; MAX_WORDS]), u64::MAX);
        }
        assert_eq!(total.count(), Count::Beyond);
        total.add(Count::Infinite);
        total.add(Count::Beyond);
        assert_eq!(total.count(), Count::Infinite);
        assert_eq!(total.over(&total.clone()), None);
    }
}
