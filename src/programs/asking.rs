//! The timeout of a question to a program, and why there is no answer.

use std::time::Duration;

use crate::game::Refusal;

/// Timeout for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerTimeout {
    /// Duration of the timeout.
    pub length: Duration,
    /// The same as text: `10s`.
    pub text: String,
    /// How to raise the timeout, as the end of a sentence: `give --answer-time more`.
    pub remedy: &'static str,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// The caller canceled the question.
    GivenUp,
    /// The answer was missing or unusable.
    Fault(Refusal),
}
