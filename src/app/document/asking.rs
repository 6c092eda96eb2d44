//! What can be asked before something is lost, and what goes on after the answer.

use eframe::egui;

use super::files::Ready;
use super::saving::Request;
use crate::app::base::Stamp;
use crate::app::intent::FirstBoard;

/// What goes on once nothing is lost by it.
pub(crate) enum Next {
    /// Another document begins.
    New(FirstBoard),
    /// Another document takes the place of the open one.
    Show(Box<Ready>),
    /// The exercise ends.
    LeaveExercise,
    /// The window closes.
    Quit,
}

/// What is asked.
pub(crate) enum Question {
    /// Shall the changes be saved first?
    Unsaved(Next),
    /// Shall what was filled in be saved first?
    Exercise(Next),
    /// Somebody else has changed the file: shall it be read again?
    Changed(Option<Stamp>),
    /// Somebody else has changed the file: shall it be replaced?
    Replace(Request),
}

/// Takes the keyboard from a text that is being typed, so that its panel hands it over.
pub(crate) fn stop_typing(ctx: &egui::Context) {
    if ctx.text_edit_focused()
        && let Some(id) = ctx.memory(|memory| memory.focused())
    {
        ctx.memory_mut(|memory| memory.surrender_focus(id));
    }
}
