//! How large a file may be.

/// The most nodes of a file.
pub const MAX_NODES: u64 = 50_000_000;

/// The most edges of a file.
pub const MAX_EDGES: u64 = 100_000_000;

/// The most bytes of a node's or an edge's record.
pub const MAX_RECORD_BYTES: u64 = 1 << 20;

/// The most bytes of a board file, and of all that stands before a tree file's nodes: the script
/// of a scripted game is part of it.
pub const MAX_HEADER_BYTES: u64 = 1 << 28;
