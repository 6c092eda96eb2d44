//! One small number a vertex: an index into a graph's table of ratings.

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
