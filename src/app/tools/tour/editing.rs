//! Edits bookmarks and tours, and goes to their nodes.

use super::TourPanel;
use crate::app::intent::{Command, Middle, RecordChoices, Side, TourCommand};
use crate::app::parts::{Desk, step_of};
use crate::game::{Player, Refusal};
use crate::save::{Bookmark, Signposts, Tour, TourRecording, TourStep, TourView};
use crate::tree::Vertex;

impl TourPanel {
    /// Runs a command on bookmarks and tours.
    pub(super) fn run_tour(&mut self, desk: &mut Desk, command: &TourCommand) {
        let mut signposts = desk.document.signposts().clone();
        let tour = self.tour;
        match command.clone() {
            TourCommand::Change(signposts) => desk.set_signposts(*signposts),
            TourCommand::Keep => {}
            TourCommand::GoTo(line) => {
                desk.go_to_line(&line);
            }
            TourCommand::Step(step) => self.show_step(desk, step),
            TourCommand::Choose(tour) => {
                self.tour = tour;
                self.step = 0;
            }
            TourCommand::NewTour => {
                signposts.tours.push(Tour {
                    title: unused_title(&signposts),
                    ..Tour::default()
                });
                self.tour = signposts.tours.len() - 1;
                self.step = 0;
                desk.set_signposts(signposts);
            }
            TourCommand::DeleteTour => {
                self.delete_tour(desk, signposts);
            }
            TourCommand::MoveStep(step, down) => {
                let other = if down {
                    Some(step + 1)
                } else {
                    step.checked_sub(1)
                };
                if let Some(tour) = signposts.tours.get_mut(tour)
                    && let Some(other) = other
                    && step.max(other) < tour.steps.len()
                {
                    tour.steps.swap(step, other);
                    self.step = other;
                    desk.set_signposts(signposts);
                }
            }
            TourCommand::DeleteStep(step) => {
                if let Some(tour) = signposts.tours.get_mut(tour)
                    && step < tour.steps.len()
                {
                    tour.steps.remove(step);
                    self.step = step.min(tour.steps.len().saturating_sub(1));
                    desk.set_signposts(signposts);
                }
            }
            TourCommand::HideAt(step, hidden) => {
                if let Some(step) = step_of(&mut signposts, tour, step) {
                    step.hidden = hidden;
                    desk.set_signposts(signposts);
                }
            }
            TourCommand::RecordingAt(step, shown) => {
                if let Some(step) = step_of(&mut signposts, tour, step) {
                    let recording = desk.recorded.clone().filter(|_| shown);
                    let (line, recording) = recording.unzip();
                    step.line = line.unwrap_or_else(|| step.line.clone());
                    step.recording = recording;
                    desk.set_signposts(signposts);
                }
            }
            TourCommand::ViewAt(step, view) => {
                if let Some(step) = step_of(&mut signposts, tour, step) {
                    step.view = view;
                    desk.set_signposts(signposts);
                }
            }
            TourCommand::DeleteBookmark(line) => {
                signposts.bookmarks.retain(|bookmark| bookmark.line != line);
                desk.set_signposts(signposts);
            }
        }
    }

    fn delete_tour(&mut self, desk: &mut Desk, mut signposts: Signposts) {
        if self.tour < signposts.tours.len() {
            let gone = signposts.tours.remove(self.tour);
            self.tour = self.tour.min(signposts.tours.len().saturating_sub(1));
            self.step = 0;
            desk.set_signposts(signposts);
            let told = format!("Deleted the tour {}: undo brings it back", gone.title);
            desk.tell(Ok(told));
        }
    }

    pub(super) fn toggle_bookmark(&mut self, desk: &mut Desk) {
        let line = desk.document.line_text(desk.document.session.selected());
        let mut signposts = desk.document.signposts().clone();
        let before = signposts.bookmarks.len();
        signposts.bookmarks.retain(|bookmark| bookmark.line != line);
        let told = if signposts.bookmarks.len() < before {
            "Bookmark removed"
        } else {
            signposts.bookmarks.push(Bookmark {
                line,
                name: String::new(),
            });
            "Bookmarked. The panel Tour lists all bookmarks."
        };
        desk.set_signposts(signposts);
        desk.tell(Ok(told.to_owned()));
    }

    /// Goes to the bookmark after the one of the selected node, or to the first; the other way
    /// round to the one before, or to the last. Bookmarks of lines that the tree doesn't have are
    /// left out.
    pub(super) fn next_bookmark(&mut self, desk: &mut Desk, forward: bool) {
        let here = desk.document.line_text(desk.document.session.selected());
        let graph = &desk.document.session.rated().graph;
        let bookmarks = &desk.document.signposts().bookmarks;
        let there: Vec<String> = bookmarks
            .iter()
            .filter(|bookmark| graph.read_line(Vertex::ROOT, &bookmark.line).is_ok())
            .map(|bookmark| bookmark.line.clone())
            .collect();
        let at = there.iter().position(|line| *line == here);
        let last = there.len().checked_sub(1);
        let next = match (at, last, forward) {
            (_, None, _) => None,
            (None, Some(_), true) => Some(0),
            (Some(at), Some(last), true) => Some(if at < last { at + 1 } else { 0 }),
            (None | Some(0), Some(last), false) => Some(last),
            (Some(at), Some(_), false) => Some(at - 1),
        };
        match next.and_then(|next| there.get(next)) {
            Some(line) => {
                desk.go_to_line(line);
            }
            None => {
                let what = "No bookmarked line exists in this tree";
                desk.tell(Err(Refusal::new(what, "")));
            }
        }
    }

    /// Adds the selected node to the current tour, after the current step; creates the first tour
    /// if needed.
    pub(super) fn add_step(&mut self, desk: &mut Desk) {
        let line = desk.document.line_text(desk.document.session.selected());
        let mut signposts = desk.document.signposts().clone();
        if signposts.tours.is_empty() {
            signposts.tours.push(Tour {
                title: unused_title(&signposts),
                ..Tour::default()
            });
        }
        self.tour = self.tour.min(signposts.tours.len() - 1);
        let recorded = desk.recorded.clone();
        let recorded = recorded.filter(|_| desk.middle == Middle::Recording);
        let Some(tour) = signposts.tours.get_mut(self.tour) else {
            return;
        };
        let (line, recording) = match recorded {
            Some((line, recording)) => (line, Some(recording)),
            None => (line, None),
        };
        let at = (self.step + 1).min(tour.steps.len());
        tour.steps.insert(
            at,
            TourStep {
                line,
                recording,
                // With the present view.
                view: match desk.middle {
                    Middle::Map => TourView::Map,
                    Middle::Positions => TourView::Positions,
                    _ => TourView::Tree,
                },
                ..TourStep::default()
            },
        );
        self.step = at;
        desk.set_signposts(signposts);
        desk.show_side(Side::Tour);
        self.focus_step = true;
    }

    /// Shows a step of the tour that is shown: its node, or its recording. In a talk its ratings
    /// are hidden where it says so.
    pub(super) fn show_step(&mut self, desk: &mut Desk, step: usize) {
        let Some(tour) = self.shown_tour(desk) else {
            return;
        };
        let step = step.min(tour.steps.len().saturating_sub(1));
        let Some(shown) = tour.steps.get(step).cloned() else {
            return;
        };
        self.step = step;
        if self.talk.is_some() {
            desk.hidden = shown.hidden;
        }
        if !desk.go_to_line(&shown.line) {
            return;
        }
        match &shown.recording {
            Some(recording) => show_recorded(desk, recording),
            None => desk.show_middle(match shown.view {
                TourView::Tree => Middle::Tree,
                TourView::Map => Middle::Map,
                TourView::Positions => Middle::Positions,
            }),
        }
    }
}

/// Shows the recording of a tour's step.
fn show_recorded(desk: &Desk, wanted: &TourRecording) {
    let graph = &desk.document.session.rated().graph;
    let named = |player: &Player| Some(graph.player_name(*player)) == wanted.player;
    let player = Player::all(graph.graph().players()).find(named);
    let choices = RecordChoices {
        method: wanted.method,
        player: player.unwrap_or(Player(0)),
        limited: wanted.plies.is_some(),
        plies: wanted.plies.unwrap_or(3),
        ..RecordChoices::default()
    };
    let step = usize::try_from(wanted.step.saturating_sub(1)).unwrap_or(usize::MAX);
    desk.commands
        .push(Command::ShowRecorded(Box::new(choices), step));
}

/// A title that no tour has.
fn unused_title(signposts: &Signposts) -> String {
    let taken = |title: &str| signposts.tours.iter().any(|tour| tour.title == title);
    let mut number = signposts.tours.len() + 1;
    let mut title = "Tour".to_owned();
    while taken(&title) {
        title = format!("Tour {number}");
        number += 1;
    }
    title
}
