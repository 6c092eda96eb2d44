//! The queue of requested commands.

use std::cell::RefCell;

use super::command::Command;

/// Commands in the order of request.
#[derive(Debug, Default)]
pub(crate) struct Queue(RefCell<Vec<Command>>);

impl Queue {
    /// Appends a command.
    pub fn push(&self, command: Command) {
        self.0.borrow_mut().push(command);
    }

    /// Puts a command before the others.
    pub fn push_first(&self, command: Command) {
        self.0.borrow_mut().insert(0, command);
    }

    /// Appends several commands.
    pub fn extend(&self, commands: impl IntoIterator<Item = Command>) {
        self.0.borrow_mut().extend(commands);
    }

    pub fn len(&self) -> usize {
        self.0.borrow().len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All of them; none is left.
    pub fn take(&self) -> Vec<Command> {
        self.0.take()
    }
}
