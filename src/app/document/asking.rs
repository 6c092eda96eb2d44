//! Prompts before unsaved work is lost, and the actions after the answer.

use eframe::egui;

use super::files::Ready;
use super::saving::Request;
use crate::app::base::Stamp;
use crate::app::intent::FirstBoard;

/// The action after the prompt.
pub(crate) enum Next {
    /// A new document is started.
    New(FirstBoard),
    /// Another document replaces the open one.
    Show(Box<Ready>),
    /// The exercise ends.
    LeaveExercise,
    /// The window closes.
    Quit,
}

/// The prompt.
pub(crate) enum Question {
    /// Shall the changes be saved first?
    Unsaved(Next),
    /// Save the answers first?
    Exercise(Next),
    /// The file was changed by another program: read it again?
    Changed(Option<Stamp>),
    /// The file was changed by another program: replace it?
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
