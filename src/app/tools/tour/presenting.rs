//! Starts, steps and leaves a presentation.

use eframe::egui::{self, ViewportCommand};

use super::talk::{Before, Talk};
use super::{TourPanel, USUAL_SIZE};
use crate::app::intent::{Middle, Named, Side};
use crate::app::parts::{Desk, Tightness};
use crate::session::Action;

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
    pub(super) fn present(&mut self, desk: &mut Desk, ctx: &egui::Context) {
        if self.talk.is_some() {
            return;
        }
        desk.compares = false;
        let steps = self.shown_tour(desk).map_or(0, |tour| tour.steps.len());
        let full = ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
        self.talk = Some(Talk {
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
            let first = match desk.shows_side(Side::Tour) {
                true => self.step,
                false => 0,
            };
            self.show_page(desk, first);
        } else {
            desk.show_middle(Middle::Tree);
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
    pub(super) fn turn_page(&mut self, desk: &mut Desk, forward: bool) {
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
    pub(super) fn step_size(&mut self, named: Named) {
        self.size = match named {
            Named::LargerText => (self.size + 1).min(SIZES.len() as u8 - 1),
            Named::SmallerText => self.size.saturating_sub(1),
            _ => USUAL_SIZE,
        };
    }
}
