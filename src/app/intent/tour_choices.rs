//! User actions on bookmarks and tours.

use crate::save::{Signposts, TourView};

/// Something that happens to bookmarks and tours, or goes to one of their nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TourCommand {
    /// Change them: an edit that can be undone.
    Change(Box<Signposts>),
    /// Keep the typed text, as every command does.
    Keep,
    /// Select the node at the end of a line.
    GoTo(String),
    /// Show a step of the tour that is shown, counted from 0.
    Step(usize),
    /// Show another tour, from its first step.
    Choose(usize),
    /// Make an empty tour.
    NewTour,
    /// Take the tour away that is shown.
    DeleteTour,
    /// Swap a step of the current tour with the one before or after.
    MoveStep(usize, bool),
    /// Take a step away.
    DeleteStep(usize),
    /// Let a step hide ratings, or not.
    HideAt(usize, bool),
    /// Let a step show the present recording, or the tree again.
    RecordingAt(usize, bool),
    /// Let a step show its node in another view.
    ViewAt(usize, TourView),
    /// Take the bookmark of a line away.
    DeleteBookmark(String),
}
