//! The result of rating a graph: compact columns with one index per vertex into a table of the
//! distinct ratings, and the ratings of leaves.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use super::ratings::Rating;
use crate::game::{Player, Rational};
use crate::tree::{Graph, Vertex, VertexKind};

/// A column of indices, one byte each while the table is small.
#[derive(Clone, Debug)]
pub(super) enum NumberColumn {
    Narrow(Vec<u8>),
    Wide(Vec<u32>),
}

impl NumberColumn {
    /// A column of zeros for indices below `table`.
    pub fn new(len: usize, table: usize) -> Self {
        if table <= usize::from(u8::MAX) + 1 {
            Self::Narrow(vec![0; len])
        } else {
            Self::Wide(vec![0; len])
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Self::Narrow(column) => column.len(),
            Self::Wide(column) => column.len(),
        }
    }

    pub fn get(&self, index: usize) -> usize {
        match self {
            Self::Narrow(column) => usize::from(column[index]),
            Self::Wide(column) => column[index] as usize,
        }
    }

    pub fn set(&mut self, index: usize, value: usize) {
        match self {
            Self::Narrow(column) => column[index] = value as u8,
            Self::Wide(column) => column[index] = value as u32,
        }
    }

    pub fn bytes(&self) -> usize {
        match self {
            Self::Narrow(column) => column.capacity(),
            Self::Wide(column) => 4 * column.capacity(),
        }
    }
}

/// One rating per vertex: an index into a table. In cyclic graphs with chance it may be a double
/// instead. Such doubles are rarely equal, and a table of them would take several times the memory.
#[derive(Clone, Debug)]
pub(super) struct RatingColumn {
    indices: NumberColumn,
    doubles: Vec<f64>,
}

/// Marks the index of a double. No table has this many entries, which would take 100 GB.
const DOUBLE: u32 = 1 << 31;

impl RatingColumn {
    /// Indices into a table alone.
    pub fn of_table(indices: NumberColumn) -> Self {
        Self {
            indices,
            doubles: Vec::new(),
        }
    }

    /// Indices into a table, with a double for each of these vertices.
    pub fn with_doubles(mut indices: Vec<u32>, vertices: &[u32], doubles: Vec<f64>) -> Self {
        for (index, vertex) in vertices.iter().enumerate() {
            indices[*vertex as usize] = DOUBLE | index as u32;
        }
        Self {
            indices: NumberColumn::Wide(indices),
            doubles,
        }
    }

    pub fn len(&self) -> usize {
        self.indices.len()
    }

    /// The indices, which compare as the ratings do where there is a table alone, and it is sorted.
    pub fn indices(&self) -> &NumberColumn {
        &self.indices
    }

    /// The rating of a vertex.
    pub fn rating(&self, vertex: usize, table: &[Rating]) -> Rating {
        let index = self.indices.get(vertex);
        match index.checked_sub(DOUBLE as usize) {
            Some(slot) => Rating::Approximate(self.doubles[slot]),
            None => table[index],
        }
    }

    pub fn bytes(&self) -> usize {
        self.indices.bytes() + 8 * self.doubles.capacity()
    }
}

/// The rating of a leaf at a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Horizons {
    /// Its estimate.
    Estimate,
    /// The smallest payoff of any end.
    Low,
    /// The largest payoff of any end.
    High,
}

impl Horizons {
    /// The ratings wanted of a graph, and the bounds if a limit hides some of it.
    pub fn all(unproven: bool) -> &'static [Self] {
        match unproven {
            true => &[Self::Estimate, Self::Low, Self::High],
            false => &[Self::Estimate],
        }
    }
}

/// The result of rating a graph: the distinct numbers, and for each rated player one column of
/// indices, and two columns of bounds if not everything is proven.
pub(super) struct Columns {
    pub(super) table: Vec<Rating>,
    pub(super) sorted: bool,
    pub(super) ratings: Vec<RatingColumn>,
    pub(super) low: Vec<RatingColumn>,
    pub(super) high: Vec<RatingColumn>,
}

/// The rating of a leaf for a player.
pub(super) fn leaf(
    graph: &Graph,
    vertex: Vertex,
    player: Player,
    horizons: Horizons,
) -> Option<Rational> {
    let (low, high) = graph.bounds(vertex, player).unwrap_or(graph.range());
    match (graph.kind(vertex), horizons) {
        (VertexKind::Horizon(_), Horizons::Low) => Some(low),
        (VertexKind::Horizon(_), Horizons::High) => Some(high),
        _ => graph.outcome(vertex, player),
    }
}

/// Number of maps for the exact numbers, so that none takes long to grow.
const SHARDS: usize = 64;

/// The distinct ratings, in the order they came up.
pub(super) struct RatingTable {
    pub ratings: Vec<Rating>,
    exact: Vec<FxHashMap<Rational, u32>>,
    approximate: Vec<FxHashMap<u64, u32>>,
}

impl Default for RatingTable {
    fn default() -> Self {
        Self {
            ratings: Vec::new(),
            exact: vec![FxHashMap::default(); SHARDS],
            approximate: vec![FxHashMap::default(); SHARDS],
        }
    }
}

/// Which of the maps holds a number.
fn shard(number: &impl Hash) -> usize {
    let mut hasher = FxHasher::default();
    number.hash(&mut hasher);
    // The maps themselves use the highest and the lowest bits.
    (hasher.finish() >> 40) as usize % SHARDS
}

impl RatingTable {
    pub fn intern(&mut self, rating: Rating) -> u32 {
        let new = self.ratings.len() as u32;
        let index = match rating {
            Rating::Exact(number) => {
                let map = &mut self.exact[shard(&number)];
                *map.entry(number).or_insert(new)
            }
            Rating::Approximate(number) => {
                let bits = number.to_bits();
                let map = &mut self.approximate[shard(&bits)];
                *map.entry(bits).or_insert(new)
            }
        };
        if index == new {
            self.ratings.push(rating);
        }
        index
    }

    /// Which of two entries is larger.
    pub fn compare(&self, a: u32, b: u32) -> Ordering {
        self.ratings[a as usize].compare(&self.ratings[b as usize])
    }
}
