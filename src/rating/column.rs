//! A compact column with one rating per vertex: an index into a graph's table of ratings.

use super::Rating;

/// A column of indices, one byte each while the table is small.
#[derive(Clone, Debug)]
pub(super) enum Column {
    Narrow(Vec<u8>),
    Wide(Vec<u32>),
}

impl Column {
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
    indices: Column,
    doubles: Vec<f64>,
}

/// Marks the index of a double. No table has this many entries, which would take 100 GB.
const DOUBLE: u32 = 1 << 31;

impl RatingColumn {
    /// Indices into a table alone.
    pub fn of_table(indices: Column) -> Self {
        Self {
            indices,
            doubles: Vec::new(),
        }
    }

    /// Indices into a table, with a double for each of these vertices.
    pub fn with_doubles(mut indices: Vec<u32>, vertices: &[u32], doubles: Vec<f64>) -> Self {
        for (place, vertex) in vertices.iter().enumerate() {
            indices[*vertex as usize] = DOUBLE | place as u32;
        }
        Self {
            indices: Column::Wide(indices),
            doubles,
        }
    }

    pub fn len(&self) -> usize {
        self.indices.len()
    }

    /// The indices, which compare as the ratings do where there is a table alone, and it is sorted.
    pub fn indices(&self) -> &Column {
        &self.indices
    }

    /// The rating of a vertex.
    pub fn rating(&self, vertex: usize, table: &[Rating]) -> Rating {
        let index = self.indices.get(vertex);
        match index.checked_sub(DOUBLE as usize) {
            Some(place) => Rating::Approximate(self.doubles[place]),
            None => table[index],
        }
    }

    pub fn bytes(&self) -> usize {
        self.indices.bytes() + 8 * self.doubles.capacity()
    }
}
