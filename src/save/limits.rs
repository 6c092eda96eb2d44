//! Size limits of files.

/// Maximum number of nodes in a file.
pub const MAX_NODES: u64 = 50_000_000;

/// Maximum number of edges in a file.
pub const MAX_EDGES: u64 = 100_000_000;

/// Maximum bytes of a node's or an edge's record.
pub const MAX_RECORD_BYTES: u64 = 1 << 20;

/// Maximum bytes of a board file, and of everything before a tree file's nodes, including the
/// script of a scripted game.
pub const MAX_HEADER_BYTES: u64 = 1 << 28;
