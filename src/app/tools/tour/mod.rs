//! Bookmarks and tours in the window: edited in the panel at the right, and presented in full
//! screen. Here presentations are started, stepped and left, and the commands of the panel are
//! done.

mod panel;
pub(crate) mod presentation;

use eframe::egui::{self, Context, ViewportCommand};
use presentation::{Before, Presentation};

use crate::app::intent::{Command, CommandId, MainView, RecordChoices, SidePanel, TourCommand};
use crate::app::parts::{Cx, Desk, Responder, Tightness, Tool, step_of};
use crate::game::{Player, Refusal};
use crate::save::{Bookmark, BookmarksAndTours, Tour, TourRecording, TourStep, TourView};
use crate::session::Action;
use crate::tree::Vertex;

pub(crate) use presentation::{ALL_TALKS, IN_TALK};

/// The state of bookmarks and tours.
#[derive(Debug)]
pub struct TourPanel {
    /// The tour that is shown.
    pub(crate) tour: usize,
    /// Its present step.
    pub(crate) step: usize,
    /// Whether the field of a step that was just added shall have the keyboard.
    pub(crate) focus_step: bool,
    /// Whether a field was left in this frame: then its text is applied.
    left: bool,
    /// The text size of a presentation, as an index of the sizes.
    pub(crate) size: u8,
    /// The presentation that is on.
    pub(crate) talk: Option<Presentation>,
    /// The tree that these tours belong to.
    tree: u64,
}

impl Tool for TourPanel {
    fn side(&self) -> Option<SidePanel> {
        Some(SidePanel::Tour)
    }

    fn offers_tab(&self, desk: &Desk) -> bool {
        !desk.document.signposts().is_empty()
    }

    fn side_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        self.panel_ui(ui, cx);
    }

    fn sync(&mut self, desk: &mut Desk) {
        desk.presents = self.talk.is_some();
        desk.slide = self.talk.as_ref().and_then(|talk| talk.step);
        if self.tree != desk.opened {
            // Another document is open, with other tours.
            *self = Self {
                size: self.size,
                talk: self.talk.take(),
                tree: desk.opened,
                ..Self::default()
            };
        }
    }

    fn is_enabled(&self, desk: &Desk, named: CommandId) -> Option<bool> {
        let talk = self.talk.as_ref();
        let index = talk.and_then(|talk| talk.step);
        let steps = self.shown_tour(desk).map_or(0, |tour| tour.steps.len());
        Some(match named {
            CommandId::NextBookmark | CommandId::PreviousBookmark => {
                !desk.document.signposts().bookmarks.is_empty()
            }
            CommandId::Present => talk.is_none(),
            CommandId::NextTourStep | CommandId::LastTourStep => {
                index.is_some_and(|step| step + 1 < steps)
                    || named == CommandId::NextTourStep
                        && talk.is_some_and(|talk| talk.can_scroll(true))
            }
            CommandId::PreviousTourStep | CommandId::FirstTourStep => {
                index.is_some_and(|step| step > 0)
            }
            CommandId::BlankScreen | CommandId::LeavePresentation => {
                talk.is_some() && !desk.embedded
            }
            _ => return None,
        })
    }

    fn is_on(&self, desk: &Desk, named: CommandId) -> Option<bool> {
        (named == CommandId::Tours).then(|| desk.shows_side(SidePanel::Tour))
    }

    fn run(&mut self, desk: &mut Desk, ctx: &Context, command: &Command) -> Option<Responder> {
        let named = match command {
            Command::Named(named) => *named,
            Command::Tour(command) => {
                self.run_tour(desk, command);
                return Some(Responder::Window);
            }
            _ => return None,
        };
        match named {
            CommandId::Bookmark => self.toggle_bookmark(desk),
            CommandId::NextBookmark => self.next_bookmark(desk, true),
            CommandId::PreviousBookmark => self.next_bookmark(desk, false),
            CommandId::Tours => {
                let shown = desk.shows_side(SidePanel::Tour);
                desk.turn_side(SidePanel::Tour, !shown);
            }
            CommandId::AddTourStep => self.add_step(desk),
            CommandId::Present => self.present(desk, ctx),
            CommandId::NextTourStep => self.turn_page(desk, true),
            CommandId::PreviousTourStep => self.turn_page(desk, false),
            CommandId::FirstTourStep => self.show_page(desk, 0),
            CommandId::LastTourStep => self.show_page(desk, usize::MAX),
            CommandId::BlankScreen => {
                if let Some(talk) = &mut self.talk {
                    talk.blank = !talk.blank;
                }
            }
            CommandId::LeavePresentation => self.leave_talk(desk, ctx),
            CommandId::LargerText | CommandId::SmallerText | CommandId::NormalText
                if self.talk.is_some() =>
            {
                self.step_size(named);
            }
            _ => return None,
        }
        Some(Responder::Window)
    }
}

impl TourPanel {
    /// The tour that is shown.
    pub(crate) fn shown_tour<'a>(&self, desk: &'a Desk) -> Option<&'a Tour> {
        desk.document.signposts().tours.get(self.tour)
    }
}

/// The index of the initial text size of a presentation.
const USUAL_SIZE: u8 = 3;

impl Default for TourPanel {
    fn default() -> Self {
        Self {
            tour: 0,
            step: 0,
            focus_step: false,
            left: false,
            size: USUAL_SIZE,
            talk: None,
            tree: 0,
        }
    }
}

/// The display name of a step: its first words, otherwise its line.
fn step_name(step: &TourStep) -> String {
    let text = crate::diagram::first_words(&step.text);
    match (text.is_empty(), step.line.is_empty()) {
        (false, _) => text,
        (true, true) => "root".to_owned(),
        (true, false) => step.line.clone(),
    }
}

/// The magnification of a presentation, relative to normal use, on a screen of this size in points:
/// text of 15 points becomes 24.
const LARGER: f32 = 1.6;
const SCREEN: egui::Vec2 = egui::vec2(1024.0, 768.0);

/// Duration for which the bar is shown at first, in seconds.
const BAR_FIRST: f64 = 5.0;

/// The factors of the text size.
const SIZES: [f32; 8] = [0.6, 0.7, 0.85, 1.0, 1.15, 1.3, 1.5, 1.75];

impl TourPanel {
    /// Shows the tour that is shown, from the step that is selected in its panel; without a tour
    /// the selected node.
    fn present(&mut self, desk: &mut Desk, ctx: &egui::Context) {
        if self.talk.is_some() {
            return;
        }
        desk.compares = false;
        let steps = self.shown_tour(desk).map_or(0, |tour| tour.steps.len());
        let full = ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
        self.talk = Some(Presentation {
            step: (steps > 0).then_some(0),
            blank: false,
            scroll: 0.0,
            most_scroll: 0.0,
            page: 0.0,
            before: Before {
                middle: desk.middle,
                hidden: desk.hidden,
                full,
                open: desk.document.session.open_nodes(),
            },
            bar_until: ctx.input(|input| input.time) + BAR_FIRST,
            answered: f64::NEG_INFINITY,
            pressed: None,
        });
        desk.notice = None;
        desk.board_has_keys.set(false);
        // A screenshot keeps the requested window size.
        if !full && !desk.for_picture {
            ctx.send_viewport_cmd(ViewportCommand::Fullscreen(true));
        }
        if steps > 0 {
            let first = match desk.shows_side(SidePanel::Tour) {
                true => self.step,
                false => 0,
            };
            self.show_page(desk, first);
        } else {
            desk.show_middle(MainView::Tree);
        }
    }

    /// Shows a step of the tour, at most the last one.
    pub(crate) fn show_page(&mut self, desk: &mut Desk, step: usize) {
        let steps = self.shown_tour(desk).map_or(0, |tour| tour.steps.len());
        let Some(talk) = &mut self.talk else {
            return;
        };
        let step = step.min(steps.saturating_sub(1));
        talk.step = Some(step);
        talk.blank = false;
        talk.scroll = 0.0;
        self.show_step(desk, step);
    }

    /// Scrolls the text on, otherwise goes to the next step; or back.
    fn turn_page(&mut self, desk: &mut Desk, forward: bool) {
        let Some(talk) = &mut self.talk else {
            return;
        };
        if std::mem::take(&mut talk.blank) {
            return;
        }
        if talk.can_scroll(forward) {
            talk.scroll_on(forward);
            return;
        }
        let Some(step) = talk.step else {
            return;
        };
        match forward {
            true => self.show_page(desk, step + 1),
            false => self.show_page(desk, step.saturating_sub(1)),
        }
    }

    /// Shows the window again as it was; the selected node stays. If another document was open, it is
    /// open again.
    pub(crate) fn leave_talk(&mut self, desk: &mut Desk, ctx: &egui::Context) {
        let Some(talk) = self.talk.take() else {
            return;
        };
        let Before {
            middle,
            hidden,
            full,
            open,
        } = talk.before;
        if !full && !desk.for_picture {
            ctx.send_viewport_cmd(ViewportCommand::Fullscreen(false));
        }
        desk.show_middle(middle);
        desk.hidden = hidden;
        desk.tightness = Tightness::None;
        if desk.visited_from.is_some() {
            desk.come_back();
        } else {
            desk.change(Action::Restore(open));
        }
    }

    /// The size of text on the screen, as a factor, in a presentation.
    pub(crate) fn talk_size(&self, ctx: &egui::Context) -> Option<f32> {
        self.talk.as_ref()?;
        let room = ctx.content_rect().size() * ctx.zoom_factor();
        let of_screen = (room.x / SCREEN.x).min(room.y / SCREEN.y);
        let chosen = SIZES.get(usize::from(self.size)).copied();
        // A phone is held in the hand.
        Some((LARGER * of_screen).max(1.0) * chosen.unwrap_or(1.0))
    }

    /// Makes the text of a presentation larger or smaller, or resets its size.
    fn step_size(&mut self, named: CommandId) {
        self.size = match named {
            CommandId::LargerText => (self.size + 1).min(SIZES.len() as u8 - 1),
            CommandId::SmallerText => self.size.saturating_sub(1),
            _ => USUAL_SIZE,
        };
    }
}

impl TourPanel {
    /// Runs a command on bookmarks and tours.
    fn run_tour(&mut self, desk: &mut Desk, command: &TourCommand) {
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

    fn delete_tour(&mut self, desk: &mut Desk, mut signposts: BookmarksAndTours) {
        if self.tour < signposts.tours.len() {
            let gone = signposts.tours.remove(self.tour);
            self.tour = self.tour.min(signposts.tours.len().saturating_sub(1));
            self.step = 0;
            desk.set_signposts(signposts);
            let message = format!("Deleted the tour {}: undo brings it back", gone.title);
            desk.tell(Ok(message));
        }
    }

    fn toggle_bookmark(&mut self, desk: &mut Desk) {
        let line = desk.document.line_text(desk.document.session.selected());
        let mut signposts = desk.document.signposts().clone();
        let before = signposts.bookmarks.len();
        signposts.bookmarks.retain(|bookmark| bookmark.line != line);
        let message = if signposts.bookmarks.len() < before {
            "Bookmark removed"
        } else {
            signposts.bookmarks.push(Bookmark {
                line,
                name: String::new(),
            });
            "Bookmarked. The panel Tour lists all bookmarks."
        };
        desk.set_signposts(signposts);
        desk.tell(Ok(message.to_owned()));
    }

    /// Goes to the bookmark after the one of the selected node, or to the first; the other way
    /// round to the one before, or to the last. Bookmarks of lines that the tree doesn't have are
    /// left out.
    fn next_bookmark(&mut self, desk: &mut Desk, forward: bool) {
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
    fn add_step(&mut self, desk: &mut Desk) {
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
        let recorded = recorded.filter(|_| desk.middle == MainView::Recording);
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
                    MainView::Map => TourView::Map,
                    MainView::Positions => TourView::Positions,
                    _ => TourView::Tree,
                },
                ..TourStep::default()
            },
        );
        self.step = at;
        desk.set_signposts(signposts);
        desk.show_side(SidePanel::Tour);
        self.focus_step = true;
    }

    /// Shows a step of the tour that is shown: its node, or its recording. In a talk its ratings
    /// are hidden where it says so.
    fn show_step(&mut self, desk: &mut Desk, step: usize) {
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
                TourView::Tree => MainView::Tree,
                TourView::Map => MainView::Map,
                TourView::Positions => MainView::Positions,
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
fn unused_title(signposts: &BookmarksAndTours) -> String {
    let taken = |title: &str| signposts.tours.iter().any(|tour| tour.title == title);
    let mut number = signposts.tours.len() + 1;
    let mut title = "Tour".to_owned();
    while taken(&title) {
        title = format!("Tour {number}");
        number += 1;
    }
    title
}
