//! An order of vertices in which children come before parents.

/// An order of vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// From this number, itself left out, down to 0.
    Descending(u32),
    /// As listed.
    Listed(Vec<u32>),
}

impl Order {
    pub fn len(&self) -> usize {
        match self {
            Self::Descending(len) => *len as usize,
            Self::Listed(vertices) => vertices.len(),
        }
    }

    /// The vertex at an index.
    pub fn at(&self, place: usize) -> u32 {
        match self {
            Self::Descending(len) => len - 1 - place as u32,
            Self::Listed(vertices) => vertices[place],
        }
    }

    /// Memory size in bytes, by allocated capacity.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Descending(_) => 0,
            Self::Listed(vertices) => 4 * vertices.capacity(),
        }
    }

    pub fn shrink(&mut self) {
        if let Self::Listed(vertices) = self {
            vertices.shrink_to_fit();
        }
    }
}
