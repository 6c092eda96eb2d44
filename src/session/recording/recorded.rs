//! A recording with the tree that it is of.

use super::super::Rated;
use super::RecordOptions;
use crate::diagram::Numbers;
use crate::search::{Number, Recording};
use crate::tree::Line;

/// How an algorithm rated a node, step by step.
#[derive(Clone)]
pub struct Recorded {
    /// What was recorded.
    pub options: RecordOptions,
    /// The moves from the tree's root to the node that was rated.
    pub line: Line,
    /// The tree.
    pub rated: Rated,
    /// What the algorithm came to; `None` where the recording ended before it.
    pub answer: Option<Number>,
    /// Whether the exact sizes of what was left out are known.
    pub sizes_known: bool,
    /// How numbers are written.
    pub numbers: Numbers,
    /// The steps.
    pub recording: Recording,
}
