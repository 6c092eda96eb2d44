//! No external program can be run from a page.

use std::time::Duration;

use crate::game::Refusal;

/// Timeout for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Duration of the timeout.
    pub length: Duration,
    /// The same as text: `10s`.
    pub text: String,
    /// How to raise the timeout, as the end of a sentence.
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

/// A running program: there is none.
pub enum Filter {}

impl Filter {
    /// Runs no command.
    ///
    /// # Errors
    /// Always: a page can't run a program.
    pub fn start(_command: &str, _patience: Patience) -> Result<Self, Refusal> {
        let what = "a page in a browser can't run a program";
        let remedy = "save its output to a file, and check that";
        Err(Refusal::new(what, remedy))
    }

    /// Asks one question.
    ///
    /// # Errors
    /// There is no program.
    pub fn ask(
        &mut self,
        _question: &str,
        _given_up: &dyn Fn() -> bool,
    ) -> Result<String, NoAnswer> {
        match *self {}
    }

    /// Why an answer is of no use.
    pub fn garbage(&self, _question: &str, _why: Refusal) -> Refusal {
        match *self {}
    }

    /// Ends the program.
    ///
    /// # Errors
    /// There is no program.
    pub fn finish(self) -> Result<(), Refusal> {
        match self {}
    }
}
