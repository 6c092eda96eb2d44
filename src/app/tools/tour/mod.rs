//! Bookmarks and tours in the window: edited in the panel at the right, and presented in full
//! screen.

mod bookmarks;
mod editing;
mod panel;
mod presenting;
mod step_panel;
pub(crate) mod talk;
pub(crate) mod talk_room;
pub(crate) mod talk_ui;

use eframe::egui::{self, Context};

use crate::app::intent::{Command, Named, Side};
use crate::app::parts::{Cx, Desk, Responder, Tool};
use crate::save::{Tour, TourStep};

pub(crate) use talk::{ALL_TALKS, IN_TALK};

use talk::Talk;

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
    pub(crate) talk: Option<Talk>,
    /// The tree that these tours belong to.
    tree: u64,
}

impl Tool for TourPanel {
    fn side(&self) -> Option<Side> {
        Some(Side::Tour)
    }

    fn offers_tab(&self, desk: &Desk) -> bool {
        !desk.document.signposts().is_empty()
    }

    fn side_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        self.panel_ui(ui, cx);
    }

    fn keep(&mut self, desk: &mut Desk) {
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

    fn is_enabled(&self, desk: &Desk, named: Named) -> Option<bool> {
        let talk = self.talk.as_ref();
        let place = talk.and_then(|talk| talk.step);
        let steps = self.shown_tour(desk).map_or(0, |tour| tour.steps.len());
        Some(match named {
            Named::NextBookmark | Named::PreviousBookmark => {
                !desk.document.signposts().bookmarks.is_empty()
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

    fn is_on(&self, desk: &Desk, named: Named) -> Option<bool> {
        (named == Named::Tours).then(|| desk.shows_side(Side::Tour))
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
            Named::Bookmark => self.toggle_bookmark(desk),
            Named::NextBookmark => self.next_bookmark(desk, true),
            Named::PreviousBookmark => self.next_bookmark(desk, false),
            Named::Tours => {
                let shown = desk.shows_side(Side::Tour);
                desk.turn_side(Side::Tour, !shown);
            }
            Named::AddTourStep => self.add_step(desk),
            Named::Present => self.present(desk, ctx),
            Named::NextTourStep => self.turn_page(desk, true),
            Named::PreviousTourStep => self.turn_page(desk, false),
            Named::FirstTourStep => self.show_page(desk, 0),
            Named::LastTourStep => self.show_page(desk, usize::MAX),
            Named::BlankScreen => {
                if let Some(talk) = &mut self.talk {
                    talk.blank = !talk.blank;
                }
            }
            Named::LeavePresentation => self.leave_talk(desk, ctx),
            Named::LargerText | Named::SmallerText | Named::NormalText if self.talk.is_some() => {
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
    let words = crate::diagram::first_words(&step.text);
    match (words.is_empty(), step.line.is_empty()) {
        (false, _) => words,
        (true, true) => "root".to_owned(),
        (true, false) => step.line.clone(),
    }
}
