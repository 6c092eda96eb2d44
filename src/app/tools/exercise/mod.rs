//! Exercises in the window: the tree with its blanks in the middle, and what is asked at the right.

mod panel;
pub(crate) mod practice;
pub(crate) mod work;

use std::path::PathBuf;

use crate::app::document::asking::Next;
use crate::app::intent::command::Named;
use crate::app::intent::places::Middle;
use crate::session::exercise::{Drawing, Level, Task};
use practice::Practice;
use work::Writing;

/// What is asked for before it is written.
pub(crate) struct Asking {
    /// Whether it is a sheet for paper.
    pub(crate) sheet: bool,
    /// The path, as it is typed.
    pub(crate) path: String,
    /// The path of which somebody knows that a file is there.
    pub(crate) known: Option<PathBuf>,
    /// Whether the field has had the focus.
    pub(crate) focused: bool,
}

/// What the window remembers of exercises.
pub struct ExercisePanel {
    /// What is drawn next.
    pub(crate) task: Task,
    pub(crate) level: Level,
    pub(crate) seed: String,
    /// Whether answers are checked at once.
    pub(crate) at_once: bool,
    /// What is being drawn.
    pub(crate) drawing: Option<Drawing>,
    /// Why the last one couldn't be made.
    pub(crate) fault: Option<String>,
    pub(crate) practice: Option<Box<Practice>>,
    pub(crate) asking: Option<Asking>,
    pub(crate) writing: Option<Writing>,
    /// What goes on once the exercise is saved.
    pub(crate) next: Option<Next>,
    /// Whether the next frame gives the keyboard to the panel.
    pub(crate) lead: bool,
    /// Whether ratings were hidden before.
    pub(crate) hidden_before: bool,
    pub(crate) middle_before: Middle,
}

impl Default for ExercisePanel {
    fn default() -> Self {
        Self {
            task: Task::default(),
            level: Level::default(),
            seed: "1".to_owned(),
            at_once: true,
            drawing: None,
            fault: None,
            practice: None,
            asking: None,
            writing: None,
            next: None,
            lead: false,
            hidden_before: false,
            middle_before: Middle::default(),
        }
    }
}

/// The commands that may be used while somebody does an exercise: none of them tells a rating.
const ALLOWED: [Named; 31] = [
    Named::NewBoard,
    Named::Open,
    Named::Save,
    Named::SaveAs,
    Named::Quit,
    Named::CopyPosition,
    Named::CopyLine,
    Named::Paste,
    Named::CancelWork,
    Named::ClearRecent,
    Named::Fit,
    Named::ActualSize,
    Named::ZoomIn,
    Named::ZoomOut,
    Named::PanLeft,
    Named::PanRight,
    Named::PanUp,
    Named::PanDown,
    Named::ShowBoard,
    Named::ShowNode,
    Named::ShowLegend,
    Named::Theme,
    Named::SystemTheme,
    Named::LargerText,
    Named::SmallerText,
    Named::NormalText,
    Named::FullScreen,
    Named::ResetLayout,
    Named::Palette,
    Named::Keys,
    Named::About,
];

impl ExercisePanel {
    /// Whether somebody does an exercise.
    pub fn is_on(&self) -> bool {
        self.practice.is_some()
    }

    /// Whether something is being drawn or written.
    pub(crate) fn is_busy(&self) -> bool {
        self.drawing.is_some() || self.writing.is_some()
    }

    /// Whether one is being drawn, a part in each frame.
    pub(crate) fn is_drawing(&self) -> bool {
        self.drawing.is_some()
    }

    /// Stops what is being drawn; whether there was something.
    pub(crate) fn cancel(&mut self) -> bool {
        self.drawing.take().is_some()
    }

    /// Whether something was filled in that would be lost.
    pub(crate) fn is_unsaved(&self) -> bool {
        self.practice
            .as_ref()
            .is_some_and(|practice| practice.is_unsaved())
    }

    /// The exercise that somebody does.
    pub fn posed(&self) -> Option<&crate::session::exercise::Posed> {
        self.practice.as_ref().map(|practice| &*practice.posed)
    }

    /// What was filled in.
    pub fn attempt(&self) -> Option<&crate::session::exercise::Attempt> {
        self.practice.as_ref().map(|practice| &practice.attempt)
    }

    /// The blank that is filled in now.
    pub fn current(&self) -> Option<usize> {
        self.practice.as_ref().map(|practice| practice.current)
    }

    /// Whether a command would do anything; `None` where that has nothing to do with exercises.
    pub(crate) fn is_enabled(&self, named: Named) -> Option<bool> {
        let on = self.practice.is_some();
        let open = self
            .practice
            .as_ref()
            .is_some_and(|practice| !practice.is_over());
        Some(match named {
            Named::NewExercise => self.drawing.is_none(),
            Named::ExerciseHere => !on,
            Named::NextBlank
            | Named::PreviousBlank
            | Named::LeaveExercise
            | Named::SaveExercise
            | Named::PrintSheet => on,
            Named::CheckAnswer | Named::CheckAll | Named::Hint | Named::ShowAnswers => open,
            named if on && !ALLOWED.contains(&named) => false,
            _ => return None,
        })
    }
}
