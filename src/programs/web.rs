//! No external program can be run from a page.

mod asking;

use crate::game::Refusal;

pub use asking::{AnswerTimeout, NoAnswer};

/// A running program: there is none.
pub enum ExternalProgram {}

impl ExternalProgram {
    /// Runs no command.
    ///
    /// # Errors
    /// Always: a page can't run a program.
    pub fn start(_command: &str, _patience: AnswerTimeout) -> Result<Self, Refusal> {
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
