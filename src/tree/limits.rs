//! What a position graph is built to.

use crate::game::Estimate;

/// What a position graph is built to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Limits {
    /// How many plies the tree may have; `None`: all of it.
    pub max_plies: Option<u32>,
    /// How many vertices the graph may have, at least 1; `None`: as many as there are.
    pub max_nodes: Option<u64>,
    /// How many bytes the process may grow by while the graph is built and rated, as far as can be
    /// reckoned; `None`: as many as it takes.
    pub max_bytes: Option<u64>,
    /// What stands in for a rating at a horizon.
    pub estimate: Estimate,
}
