//! A recording with the tree that it is of.

use super::super::Rated;
use super::RecordOptions;
use crate::search::{Number, Recording};
use crate::tree::Line;
use crate::words::Numbers;

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

impl Recorded {
    /// Whether what the algorithm came to may rest on an estimate.
    pub fn is_estimate(&self) -> bool {
        let last = self.recording.events().last();
        last.is_some_and(|event| event.estimated)
    }

    /// What the algorithm came to, with `~` before what may rest on an estimate.
    pub fn answer_text(&self) -> Option<String> {
        let sign = if self.is_estimate() { "~" } else { "" };
        let answer = self.answer.as_ref()?;
        let exact = self.numbers.exact(answer.to_f64());
        Some(match exact {
            Some(exact) => format!("{sign}{exact}"),
            None => format!("{sign}{answer}"),
        })
    }
}
