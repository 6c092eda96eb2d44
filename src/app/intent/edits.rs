//! The user's edits of a document, for undo, redo, and the prompt before they are lost.

use std::collections::VecDeque;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::kept::{KeptLimits, KeptOptions, KeptSetup};
use crate::games::Setup;
use crate::rating::RatingOptions;
use crate::save::{Assumption, BookmarksAndTours};
use crate::session::GraphRequest;
use crate::tree::Limits;

/// The source of a graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Root {
    /// The game, its rules and the root's position.
    #[serde(flatten, with = "KeptSetup")]
    pub setup: Setup,
    /// The limits of the graph.
    #[serde(flatten, with = "KeptLimits")]
    pub limits: Limits,
    /// The rating options.
    #[serde(flatten, with = "KeptOptions")]
    pub options: RatingOptions,
}

impl Root {
    /// The limits and the rating options.
    pub fn wanted(&self) -> GraphRequest {
        GraphRequest {
            limits: self.limits,
            options: self.options,
        }
    }
}

/// Another text of a tree defined node by node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeEdit {
    /// The text.
    pub script: String,
    /// The name of the change.
    pub message: String,
    /// A line whose last move was renamed, before and after: data keyed by lines moves with it.
    pub renamed: Option<[String; 2]>,
}

/// One change of a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edit {
    /// Another root, other rules or other limits.
    Root {
        /// The root before.
        before: Box<Root>,
        /// The root after.
        after: Box<Root>,
        /// Whether a game that continued beyond a limit has changed it, rather than the user.
        #[serde(default)]
        by_game: bool,
    },
    /// The text of a written tree has changed.
    Tree {
        /// The root before.
        before: Box<Root>,
        /// The root after.
        after: Box<Root>,
        /// The name of the change.
        told: String,
        /// The old and new name of a renamed line.
        renamed: Option<[String; 2]>,
    },
    /// Another note at the end of a line.
    Note {
        /// The line, as text.
        line: String,
        /// The text before; empty for none.
        before: String,
        /// The text after; empty for none.
        after: String,
    },
    /// A change of assumptions.
    Assume {
        /// The assumptions before.
        before: Vec<Assumption>,
        /// The assumptions after.
        after: Vec<Assumption>,
    },
    /// Other bookmarks or tours.
    Signposts {
        /// The bookmarks and tours before.
        before: Box<BookmarksAndTours>,
        /// The bookmarks and tours after.
        after: Box<BookmarksAndTours>,
    },
}

/// Maximum length of the undo history.
const MAX_EDITS: usize = 1_000;

/// The changes of a document, those that were undone among them.
#[derive(Clone, Debug, Default)]
pub struct Edits {
    edits: VecDeque<Arc<Edit>>,
    /// The number of edits in force.
    done: usize,
    /// The number of forgotten edits, the oldest first.
    forgotten: usize,
    /// The number of edits in force when the document was saved, including forgotten ones; `None`
    /// once that state can't be restored.
    saved: Option<usize>,
    /// The same for the write in progress.
    writing: Option<usize>,
    /// The number of all edits ever made.
    made: u64,
}

/// A state of a document, to detect changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    made: u64,
    done: usize,
}

impl Edits {
    /// No change, on a document that is as its file.
    pub fn new() -> Self {
        Self {
            saved: Some(0),
            ..Self::default()
        }
    }

    /// Adds an edit; undone edits are discarded.
    pub fn push(&mut self, edit: Edit) {
        self.edits.truncate(self.done);
        let there = self.forgotten + self.done;
        self.saved = self.saved.filter(|saved| *saved <= there);
        self.writing = self.writing.filter(|writing| *writing <= there);
        self.made += 1;
        self.edits.push_back(Arc::new(edit));
        self.done += 1;
        if self.edits.len() > MAX_EDITS {
            self.edits.pop_front();
            self.done -= 1;
            self.forgotten += 1;
        }
    }

    /// The next change to undo.
    pub fn undoable(&self) -> Option<&Edit> {
        self.edits.get(self.done.checked_sub(1)?).map(Arc::as_ref)
    }

    /// The next change to redo.
    pub fn redoable(&self) -> Option<&Edit> {
        self.edits.get(self.done).map(Arc::as_ref)
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

    /// The document is being written to its file as it is now.
    pub fn writing(&mut self) {
        self.writing = Some(self.forgotten + self.done);
    }

    /// The write in progress is complete: the document equals its file if it is unchanged since.
    pub fn written(&mut self) {
        self.saved = self.writing.take();
    }

    /// Marks the document as different from its file, whatever is undone: the file was changed by
    /// another program, or is gone.
    pub fn differs(&mut self) {
        self.saved = None;
    }

    /// The present state of the document.
    pub fn moment(&self) -> Moment {
        Moment {
            made: self.made,
            done: self.forgotten + self.done,
        }
    }

    /// Whether there are unsaved changes. Moves of a game don't count.
    pub fn is_changed(&self) -> bool {
        let Some(saved) = self.saved else {
            return true;
        };
        let now = self.forgotten + self.done;
        (saved.min(now)..saved.max(now)).any(|number| {
            let edit = number.checked_sub(self.forgotten);
            let edit = edit.and_then(|index| self.edits.get(index));
            !edit.is_some_and(|edit| edit.is_by_game())
        })
    }

    /// The changes that are in force, the oldest first.
    pub(crate) fn in_force(&self) -> impl DoubleEndedIterator<Item = &Edit> + ExactSizeIterator {
        self.edits.range(..self.done).map(Arc::as_ref)
    }

    /// The undone changes, the next to redo first.
    pub(crate) fn undone_ones(&self) -> impl Iterator<Item = &Edit> {
        self.edits.range(self.done..).map(Arc::as_ref)
    }

    /// The number of edits between now and the saved state: below 0 for edits made since, above it
    /// for undone ones; `None` once that state can't be restored.
    pub(crate) fn saved_from_here(&self) -> Option<i64> {
        let now = (self.forgotten + self.done) as i64;
        self.saved.map(|saved| saved as i64 - now)
    }

    /// The changes of a document that comes from a recovery file.
    pub(crate) fn restored(
        in_force: Vec<Edit>,
        undone: Vec<Edit>,
        saved_from_here: Option<i64>,
    ) -> Self {
        let done = in_force.len();
        let edits: VecDeque<Arc<Edit>> = in_force.into_iter().chain(undone).map(Arc::new).collect();
        let saved =
            saved_from_here.and_then(|from_here| usize::try_from(done as i64 + from_here).ok());
        Self {
            saved: saved.filter(|saved| *saved <= edits.len()),
            made: edits.len() as u64,
            edits,
            done,
            ..Self::default()
        }
    }

    /// The edits before a game left the root for its own tree; the others belong to another root.
    pub(crate) fn before_game(mut self, home: &Root) -> Self {
        let leaves = |edit: &Edit| matches!(edit, Edit::Root { before, by_game: true, .. } if **before == *home);
        let remaining = self.in_force().map(leaves).rposition(|leaves| leaves);
        let kept = remaining.unwrap_or_default();
        let is_lost =
            remaining.is_none() || self.edits.range(kept..self.done).any(|it| !it.is_by_game());
        let there = self.forgotten + kept;
        self.saved = self.saved.filter(|saved| !is_lost && *saved <= there);
        self.edits.truncate(kept);
        self.done = kept;
        self
    }
}

impl Edit {
    /// Whether a game has made it.
    fn is_by_game(&self) -> bool {
        matches!(self, Self::Root { by_game: true, .. })
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
    fn a_document_stays_changed_once_undo_can_no_longer_reach_its_saved_state() {
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
    fn a_change_that_is_made_while_the_document_is_written_is_not_saved() {
        let mut edits = Edits::new();
        edits.push(note("1"));
        edits.writing();
        let then = edits.moment();
        edits.push(note("2"));
        assert_ne!(edits.moment(), then);
        edits.written();
        assert!(edits.is_changed(), "the second change isn't in the file");
        edits.undone();
        assert!(!edits.is_changed(), "the first is");
        edits.undone();
        edits.writing();
        edits.redone();
        edits.undone();
        edits.undone();
        edits.push(note("3"));
        edits.undone();
        edits.written();
        assert!(!edits.is_changed(), "no change is what was written");
    }

    #[test]
    fn what_was_written_and_then_undone_for_another_change_is_gone() {
        let mut edits = Edits::new();
        edits.push(note("1"));
        edits.writing();
        let then = edits.moment();
        edits.undone();
        edits.push(note("2"));
        assert_ne!(edits.moment(), then, "as many changes, but others");
        edits.written();
        assert!(edits.is_changed());
        edits.saved();
        edits.differs();
        assert!(edits.is_changed());
    }

    #[test]
    fn the_oldest_changes_are_forgotten_and_the_saved_state_with_them() {
        let mut edits = Edits::new();
        for number in 0..=MAX_EDITS {
            edits.push(note(&number.to_string()));
        }
        let mut undone = 0;
        while edits.undoable().is_some() {
            edits.undone();
            undone += 1;
        }
        assert_eq!(undone, MAX_EDITS);
        assert!(edits.is_changed(), "the first change can't be undone");
    }

    #[test]
    fn what_is_restored_is_undone_and_saved_as_it_was() {
        let mut edits = Edits::new();
        edits.push(note("1"));
        edits.saved();
        edits.push(note("2"));
        edits.push(note("3"));
        edits.undone();
        let all = |edits: &Edits| {
            let in_force = edits.in_force().cloned().collect();
            let undone = edits.undone_ones().cloned().collect();
            Edits::restored(in_force, undone, edits.saved_from_here())
        };
        let mut again = all(&edits);
        assert!(again.is_changed());
        assert_eq!(again.undoable(), Some(&note("2")));
        assert_eq!(again.redoable(), Some(&note("3")));
        again.undone();
        assert!(!again.is_changed(), "that was saved");
        again.undone();
        assert!(again.is_changed());
        edits.differs();
        let mut again = all(&edits);
        again.undone();
        assert!(again.is_changed(), "its file is another one");
    }

    #[test]
    fn edits_made_in_a_games_own_tree_cannot_be_undone_in_the_tree_that_it_left() {
        let root = |position: &str| Root {
            setup: Setup {
                position: position.to_owned(),
                ..Setup::default()
            },
            limits: Limits::default(),
            options: RatingOptions::default(),
        };
        let gone = |before: &str, after: &str| Edit::Root {
            before: Box::new(root(before)),
            after: Box::new(root(after)),
            by_game: true,
        };
        let mut edits = Edits::new();
        edits.push(note("mine"));
        edits.saved();
        edits.push(gone("home", "away"));
        edits.push(gone("away", "farther"));
        let at_home = edits.clone().before_game(&root("home"));
        assert_eq!(at_home.undoable(), Some(&note("mine")));
        assert!(!at_home.is_changed());
        edits.push(note("of another root"));
        let at_home = edits.clone().before_game(&root("home"));
        assert_eq!(at_home.undoable(), Some(&note("mine")));
        assert!(at_home.is_changed(), "that note is kept");
        let lost = edits.before_game(&root("elsewhere"));
        assert_eq!(lost.undoable(), None);
        assert!(lost.is_changed());
    }
}
