//! Bookmarks and tours in the window: they are made in the panel at the right, and played on the whole
//! screen.

mod bookmarks;
mod panel;
mod step_panel;
pub(crate) mod talk;
pub(crate) mod talk_room;
pub(crate) mod talk_ui;

use crate::save::TourStep;

pub(crate) use talk::{ALL_TALKS, IN_TALK, Talk};

/// What the window remembers of bookmarks and tours.
#[derive(Debug)]
pub struct TourPanel {
    /// The tour that is shown.
    pub(crate) tour: usize,
    /// The step of it that is shown.
    pub(crate) step: usize,
    /// What is typed and not yet given to the document.
    pub(crate) typed: Option<Typed>,
    /// Whether the field of a step that was just added shall have the keyboard.
    pub(crate) focus_step: bool,
    /// Whether a field was left in this frame: what was typed counts from then on.
    left: bool,
    /// How large the type of a presentation is, by its place among the sizes.
    pub(crate) size: u8,
    /// What a recording goes to as soon as it is made, counted from 0.
    pub(crate) pending: Option<usize>,
}

impl TourPanel {
    /// Another document is open, with tours of its own.
    pub(crate) fn forget(&mut self) {
        let size = self.size;
        *self = Self {
            size,
            ..Self::default()
        };
    }
}

/// The place of the size that a presentation begins with.
pub(crate) const USUAL_SIZE: u8 = 3;

impl Default for TourPanel {
    fn default() -> Self {
        Self {
            tour: 0,
            step: 0,
            typed: None,
            focus_step: false,
            left: false,
            size: USUAL_SIZE,
            pending: None,
        }
    }
}

/// A text of the signposts that somebody is typing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Typed {
    pub(crate) field: Field,
    pub(crate) text: String,
}

/// Which of their texts it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    /// The title of a tour.
    Title(usize),
    /// What is said at a step of a tour.
    Step(usize, usize),
    /// The name of the bookmark of a line.
    Bookmark(String),
}

/// What somebody would call a step: its first words, else its line.
fn step_name(step: &TourStep) -> String {
    let words = crate::diagram::first_words(&step.text);
    match (words.is_empty(), step.line.is_empty()) {
        (false, _) => words,
        (true, true) => "start".to_owned(),
        (true, false) => step.line.clone(),
    }
}
