//! The states of commands: enabled, and on or off.

use crate::app::intent::Named;

/// The states of all commands in a frame (enabled, and on or off), collected from all tools once
/// before drawing.
#[derive(Debug, Default)]
pub(crate) struct States(Vec<(bool, Option<bool>)>);

impl States {
    /// The state of every command: whether it would do something and, for a toggle, whether it is
    /// on.
    pub fn new(state: impl FnMut(Named) -> (bool, Option<bool>)) -> Self {
        Self(Named::ALL.iter().copied().map(state).collect())
    }

    /// Whether a command would do something; one that would not is grayed.
    pub fn is_enabled(&self, named: Named) -> bool {
        self.0.get(named as usize).is_some_and(|state| state.0)
    }

    /// Whether a command that switches something has it on; `None` for any other.
    pub fn is_on(&self, named: Named) -> Option<bool> {
        self.0.get(named as usize)?.1
    }
}
