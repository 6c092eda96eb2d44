//! Limits of a position graph: plies, positions, memory, and the estimate at a limit.

use crate::game::Estimate;

/// The limits to which a position graph is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Limits {
    /// Maximum depth of the tree in plies; `None`: no limit.
    pub max_plies: Option<u32>,
    /// Maximum number of vertices, at least 1; `None`: no limit.
    pub max_nodes: Option<u64>,
    /// Maximum number of bytes by which the process may grow while the graph is built and rated, as
    /// estimated; `None`: no limit.
    pub max_bytes: Option<u64>,
    /// The estimate that replaces a rating at a horizon.
    pub estimate: Estimate,
}
