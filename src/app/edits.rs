//! What somebody has changed in a document, so that it can be undone, made again, and asked for
//! before it is lost.

use std::collections::VecDeque;

use crate::games::Setup;
use crate::tree::Limits;

/// What a graph is built from.
#[derive(Clone, Debug, PartialEq)]
pub struct Root {
    /// The game, its rules and the root's position.
    pub setup: Setup,
    /// What the graph is built to.
    pub limits: Limits,
}

/// One change of a document.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Another root, other rules or other limits.
    Root {
        /// What it was.
        before: Box<Root>,
        /// What it is.
        after: Box<Root>,
    },
    /// Another note at the end of a line.
    Note {
        /// The line, as text.
        line: String,
        /// What it was; empty for none.
        before: String,
        /// What it is; empty for none.
        after: String,
    },
}

/// As many changes can be undone.
const MOST_EDITS: usize = 1_000;

/// The changes of a document, those that were undone among them.
#[derive(Clone, Debug, Default)]
pub struct Edits {
    edits: VecDeque<Edit>,
    /// How many of them are in force.
    done: usize,
    /// How many changes have been forgotten, the oldest first.
    forgotten: usize,
    /// How many changes were in force when the document was saved, the forgotten ones among them;
    /// `None` once that can't be had again.
    saved: Option<usize>,
}

impl Edits {
    /// No change, on a document that is as its file.
    pub fn new() -> Self {
        Self {
            saved: Some(0),
            ..Self::default()
        }
    }

    /// One more change; what was undone is forgotten.
    pub fn push(&mut self, edit: Edit) {
        self.edits.truncate(self.done);
        if self
            .saved
            .is_some_and(|saved| saved > self.forgotten + self.done)
        {
            self.saved = None;
        }
        self.edits.push_back(edit);
        self.done += 1;
        if self.edits.len() > MOST_EDITS {
            self.edits.pop_front();
            self.done -= 1;
            self.forgotten += 1;
        }
    }

    /// The change that is undone next.
    pub fn undoable(&self) -> Option<&Edit> {
        self.edits.get(self.done.checked_sub(1)?)
    }

    /// The change that is made again next.
    pub fn redoable(&self) -> Option<&Edit> {
        self.edits.get(self.done)
    }

    /// The last change is undone.
    pub fn undone(&mut self) {
        self.done = self.done.saturating_sub(1);
    }

    /// The next change is made again.
    pub fn redone(&mut self) {
        self.done = (self.done + 1).min(self.edits.len());
    }

    /// The document is as its file from now on.
    pub fn saved(&mut self) {
        self.saved = Some(self.forgotten + self.done);
    }

    /// Whether there is anything that would be lost.
    pub fn is_changed(&self) -> bool {
        self.saved != Some(self.forgotten + self.done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(after: &str) -> Edit {
        Edit::Note {
            line: String::new(),
            before: String::new(),
            after: after.to_owned(),
        }
    }

    #[test]
    fn a_document_is_changed_until_it_is_undone_or_saved() {
        let mut edits = Edits::new();
        assert!(!edits.is_changed());
        edits.push(note("1"));
        assert!(edits.is_changed());
        edits.undone();
        assert!(!edits.is_changed());
        assert_eq!(edits.redoable(), Some(&note("1")));
        edits.redone();
        edits.saved();
        assert!(!edits.is_changed());
        edits.undone();
        assert!(edits.is_changed());
    }

    #[test]
    fn a_saved_state_that_can_not_be_had_again_leaves_the_document_changed() {
        let mut edits = Edits::new();
        edits.push(note("1"));
        edits.saved();
        edits.undone();
        edits.push(note("2"));
        assert_eq!(edits.undoable(), Some(&note("2")));
        assert!(edits.is_changed(), "the saved change is gone");
        edits.undone();
        assert!(edits.is_changed());
    }

    #[test]
    fn the_oldest_changes_are_forgotten_and_the_saved_state_with_them() {
        let mut edits = Edits::new();
        for number in 0..=MOST_EDITS {
            edits.push(note(&number.to_string()));
        }
        let mut undone = 0;
        while edits.undoable().is_some() {
            edits.undone();
            undone += 1;
        }
        assert_eq!(undone, MOST_EDITS);
        assert!(edits.is_changed(), "the first change can't be undone");
    }
}
