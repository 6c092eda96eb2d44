//! What changes bookmarks and tours, and what goes to their nodes.

use eframe::egui;

use crate::app::intent::command::Named;
use crate::app::intent::edits::Edit;
use crate::app::intent::places::{Middle, Side};
use crate::app::intent::record_choices::RecordChoices;
use crate::app::intent::tour_choices::TourCommand;
use crate::app::shell::explorer::Explorer;
use crate::app::tools::tour::{Field, TourPanel, Typed};
use crate::game::Player;
use crate::save::{Bookmark, Signposts, Tour, TourRecording, TourStep};
use crate::session::Action;
use crate::tree::Vertex;

impl Explorer {
    /// What is known of the tours that are shown.
    pub fn tours(&self) -> &TourPanel {
        &self.tour
    }

    /// Shows a tour in the panel, from its first step.
    pub fn choose_tour(&mut self, ctx: &egui::Context, tour: usize) {
        self.run_tour(ctx, TourCommand::Choose(tour));
        self.show_tours(true);
    }

    /// Does what somebody wants with bookmarks and tours.
    pub(crate) fn run_tour(&mut self, ctx: &egui::Context, command: TourCommand) {
        let mut signposts = self.document.signposts().clone();
        let tour = self.tour.tour;
        match command {
            TourCommand::Change(signposts) => self.set_signposts(*signposts),
            TourCommand::Keep => {}
            TourCommand::GoTo(line) => {
                self.go_to_line(&line);
            }
            TourCommand::Step(step) => self.show_step(ctx, step),
            TourCommand::Choose(tour) => {
                self.tour.tour = tour;
                self.tour.step = 0;
            }
            TourCommand::NewTour => {
                signposts.tours.push(Tour {
                    title: unused_title(&signposts),
                    ..Tour::default()
                });
                self.tour.tour = signposts.tours.len() - 1;
                self.tour.step = 0;
                self.set_signposts(signposts);
            }
            TourCommand::DeleteTour => {
                if tour < signposts.tours.len() {
                    let gone = signposts.tours.remove(tour);
                    self.tour.tour = tour.min(signposts.tours.len().saturating_sub(1));
                    self.tour.step = 0;
                    self.set_signposts(signposts);
                    self.tell(Ok(format!(
                        "Deleted the tour {}: undo brings it back",
                        gone.title
                    )));
                }
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
                    self.tour.step = other;
                    self.set_signposts(signposts);
                }
            }
            TourCommand::DeleteStep(step) => {
                if let Some(tour) = signposts.tours.get_mut(tour)
                    && step < tour.steps.len()
                {
                    tour.steps.remove(step);
                    self.tour.step = step.min(tour.steps.len().saturating_sub(1));
                    self.set_signposts(signposts);
                }
            }
            TourCommand::HideAt(step, hidden) => {
                if let Some(step) = step_of(&mut signposts, tour, step) {
                    step.hidden = hidden;
                    self.set_signposts(signposts);
                }
            }
            TourCommand::RecordingAt(step, shown) => {
                let recording = self.recording.as_step().filter(|_| shown);
                if let Some(step) = step_of(&mut signposts, tour, step) {
                    if let Some((line, recording)) = recording {
                        step.line = line;
                        step.recording = Some(recording);
                    } else {
                        step.recording = None;
                    }
                    self.set_signposts(signposts);
                }
            }
            TourCommand::DeleteBookmark(line) => {
                signposts.bookmarks.retain(|bookmark| bookmark.line != line);
                self.set_signposts(signposts);
            }
        }
    }

    /// Does a named command of bookmarks and tours.
    pub(crate) fn run_tour_named(&mut self, ctx: &egui::Context, named: Named) {
        match named {
            Named::Bookmark => self.toggle_bookmark(),
            Named::NextBookmark => self.next_bookmark(true),
            Named::PreviousBookmark => self.next_bookmark(false),
            Named::Tours => {
                let shown = self.side == Side::Tour && self.settings.node_panel;
                self.show_tours(!shown);
            }
            Named::AddTourStep => self.add_step(),
            Named::EditNote => self.edit_note(),
            Named::Present => self.present(ctx),
            Named::NextTourStep => self.turn_page(ctx, true),
            Named::PreviousTourStep => self.turn_page(ctx, false),
            Named::FirstTourStep => self.show_page(ctx, 0),
            Named::LastTourStep => self.show_page(ctx, usize::MAX),
            Named::BlankScreen => {
                if let Some(talk) = &mut self.talk {
                    talk.blank = !talk.blank;
                }
            }
            Named::LeavePresentation => self.leave_talk(ctx),
            _ => {}
        }
    }

    /// Whether a command of bookmarks and tours would do anything; `None` if it is none.
    pub(crate) fn is_tour_enabled(&self, named: Named) -> Option<bool> {
        let talk = self.talk.as_ref();
        let place = talk.and_then(|talk| talk.step);
        let steps = self.shown_tour().map_or(0, |tour| tour.steps.len());
        Some(match named {
            Named::NextBookmark | Named::PreviousBookmark => {
                !self.document.signposts().bookmarks.is_empty()
            }
            Named::Present => talk.is_none(),
            Named::NextTourStep | Named::LastTourStep => {
                place.is_some_and(|step| step + 1 < steps)
                    || named == Named::NextTourStep
                        && talk.is_some_and(|talk| talk.can_scroll(true))
            }
            Named::PreviousTourStep | Named::FirstTourStep => place.is_some_and(|step| step > 0),
            Named::BlankScreen | Named::LeavePresentation => talk.is_some(),
            _ => return None,
        })
    }

    /// The tour that is shown.
    pub(crate) fn shown_tour(&self) -> Option<&Tour> {
        self.document.signposts().tours.get(self.tour.tour)
    }

    /// Changes bookmarks and tours, so that it can be undone.
    fn set_signposts(&mut self, after: Signposts) {
        let before = self.document.signposts();
        if *before == after {
            return;
        }
        let before = Box::new(before.clone());
        self.document.set_signposts(after.clone());
        self.document.edits.push(Edit::Signposts {
            before,
            after: Box::new(after),
        });
        self.remark_tree();
    }

    /// Brings bookmarks and tours to what they were, or shall be.
    pub(crate) fn bring_signposts(&mut self, signposts: &Signposts) {
        self.document.set_signposts(signposts.clone());
        self.tour.typed = None;
    }

    /// Gives what was typed to the document, before anything else changes.
    pub(crate) fn keep_signposts(&mut self) {
        let Some(Typed { field, text }) = self.tour.typed.take() else {
            return;
        };
        let mut signposts = self.document.signposts().clone();
        match field {
            Field::Title(tour) => {
                if let Some(tour) = signposts.tours.get_mut(tour) {
                    tour.title = text;
                }
            }
            Field::Step(tour, step) => {
                if let Some(step) = step_of(&mut signposts, tour, step) {
                    step.text = text;
                }
            }
            Field::Bookmark(line) => {
                let mut bookmarks = signposts.bookmarks.iter_mut();
                if let Some(bookmark) = bookmarks.find(|bookmark| bookmark.line == line) {
                    bookmark.name = text;
                }
            }
        }
        self.set_signposts(signposts);
    }

    /// Selects the node at the end of a line, or tells that there is none.
    pub(crate) fn go_to_line(&mut self, line: &str) -> bool {
        let read = self
            .document
            .session
            .rated()
            .graph
            .read_line(Vertex::ROOT, line);
        match read {
            Ok(line) => {
                self.act(Action::SelectLine(line));
                true
            }
            Err(error) => {
                self.tell(Err(error.to_string()));
                false
            }
        }
    }

    /// Shows bookmarks and tours, or the node again.
    pub(crate) fn show_tours(&mut self, shown: bool) {
        if self.side == Side::Setup {
            self.setup.forget();
        }
        self.side = if shown { Side::Tour } else { Side::Node };
        self.settings.node_panel |= shown;
    }

    fn toggle_bookmark(&mut self) {
        let line = self.document.line_text(self.document.session.selected());
        let mut signposts = self.document.signposts().clone();
        let before = signposts.bookmarks.len();
        signposts.bookmarks.retain(|bookmark| bookmark.line != line);
        let told = if signposts.bookmarks.len() < before {
            "Took the bookmark away"
        } else {
            signposts.bookmarks.push(Bookmark {
                line,
                name: String::new(),
            });
            "Bookmarked: the tours' panel lists all bookmarks (Ctrl+T)"
        };
        self.set_signposts(signposts);
        self.tell(Ok(told.to_owned()));
    }

    /// Goes to the bookmark after the one of the selected node, or to the first; the other way round
    /// to the one before, or to the last. Bookmarks of lines that the tree doesn't have are left out.
    fn next_bookmark(&mut self, forward: bool) {
        let here = self.document.line_text(self.document.session.selected());
        let graph = &self.document.session.rated().graph;
        let bookmarks = &self.document.signposts().bookmarks;
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
                self.go_to_line(line);
            }
            None => self.tell(Err("The tree has none of the bookmarked lines".to_owned())),
        }
    }

    /// Adds the selected node to the tour that is shown, after the step that is shown; the first tour
    /// is made on the way.
    fn add_step(&mut self) {
        let line = self.document.line_text(self.document.session.selected());
        let mut signposts = self.document.signposts().clone();
        if signposts.tours.is_empty() {
            signposts.tours.push(Tour {
                title: unused_title(&signposts),
                ..Tour::default()
            });
        }
        self.tour.tour = self.tour.tour.min(signposts.tours.len() - 1);
        let recorded = self.recording.as_step();
        let recorded = recorded.filter(|_| self.middle == Middle::Recording);
        let Some(tour) = signposts.tours.get_mut(self.tour.tour) else {
            return;
        };
        let (line, recording) = match recorded {
            Some((line, recording)) => (line, Some(recording)),
            None => (line, None),
        };
        let at = (self.tour.step + 1).min(tour.steps.len());
        tour.steps.insert(
            at,
            TourStep {
                line,
                recording,
                ..TourStep::default()
            },
        );
        self.tour.step = at;
        self.set_signposts(signposts);
        self.show_tours(true);
        self.tour.focus_step = true;
    }

    /// Shows a step of the tour that is shown: its node, or its recording. In a talk its ratings are
    /// hidden where it says so.
    pub(crate) fn show_step(&mut self, ctx: &egui::Context, step: usize) {
        let Some(tour) = self.shown_tour() else {
            return;
        };
        let step = step.min(tour.steps.len().saturating_sub(1));
        let Some(shown) = tour.steps.get(step).cloned() else {
            return;
        };
        self.tour.step = step;
        if self.talk.is_some() && self.hidden != shown.hidden {
            self.hidden = shown.hidden;
            self.refresh_tree();
        }
        self.tour.pending = None;
        if !self.go_to_line(&shown.line) {
            return;
        }
        match &shown.recording {
            Some(recording) => self.show_recorded_step(ctx, recording),
            None => self.show_middle(Middle::Tree),
        }
    }

    fn show_recorded_step(&mut self, ctx: &egui::Context, wanted: &TourRecording) {
        let graph = &self.document.session.rated().graph;
        let named = |player: &Player| Some(graph.player_name(*player)) == wanted.player;
        let player = Player::all(graph.graph().players()).find(named);
        self.recording.choices = RecordChoices {
            method: wanted.method,
            player: player.unwrap_or(Player(0)),
            limited: wanted.plies.is_some(),
            plies: wanted.plies.unwrap_or(3),
            ..RecordChoices::default()
        };
        self.show_middle(Middle::Recording);
        if !self.recording.shows(&self.document.session.line()) {
            self.record(ctx, false);
        }
        self.tour.pending = usize::try_from(wanted.step.saturating_sub(1)).ok();
        self.keep_tour();
    }

    /// Goes to the step of a recording that is wanted, once that is made.
    pub(crate) fn keep_tour(&mut self) {
        if self.tour.pending.is_some()
            && !self.recording.is_busy()
            && let Some(step) = self.tour.pending.take()
        {
            self.recording.go_to(step);
        }
    }
}

fn step_of(signposts: &mut Signposts, tour: usize, step: usize) -> Option<&mut TourStep> {
    signposts.tours.get_mut(tour)?.steps.get_mut(step)
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
