//! Handles a panic in a frame: it is caught, its likely cause is closed, and the window continues.
//! If that doesn't help, an emergency page replaces it.

mod page;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use eframe::egui;

use super::explorer::Explorer;
use crate::app::base::{Account, Failure, debugged, held, short};
use crate::app::intent::{Middle, Side};
use crate::app::tools::tour::TourPanel;
use crate::game::Refusal;
use crate::session::Action;
use crate::tree::{UnfoldingNode, Vertex};
use page::Page;

/// Number of frames without a panic after which the next one is a new one.
const WELL: u32 = 3;
/// Maximum characters of a position, or of its rules, in a report.
const POSITION: usize = 500;
/// Maximum moves of a line, and characters of them, in a report.
const MOVES: usize = 300;

/// The state of the window after panics.
pub(crate) struct Fallen {
    /// The failure shown above the status line until the user closes it, and the number of others
    /// with it.
    pub(crate) told: Option<(Failure, usize)>,
    /// The page that replaces the window.
    pub(crate) page: Option<Page>,
    /// The number of frames without a panic since the last one.
    well: u32,
    /// The node that was selected in the last of them.
    selected: Option<UnfoldingNode>,
    /// The graph and the node in the stored account.
    accounted: Option<(usize, UnfoldingNode)>,
}

impl Default for Fallen {
    fn default() -> Self {
        Self {
            told: None,
            page: None,
            well: WELL,
            selected: None,
            accounted: None,
        }
    }
}

impl Explorer {
    /// Runs a part of a frame and catches its panics. egui accepts an interrupted pass: it is
    /// discarded, and another one starts at once.
    pub(crate) fn guarded(&mut self, ctx: &egui::Context, part: impl FnOnce(&mut Self)) {
        let ended = catch_unwind(AssertUnwindSafe(|| part(self)));
        if let Err(panic) = ended {
            self.fall(ctx, Failure::caught(&*panic));
            ctx.request_discard("a panic left it halfway");
            ctx.request_repaint();
        }
    }

    /// A frame went well.
    pub(crate) fn stand(&mut self) {
        self.fallen.well = self.fallen.well.saturating_add(1);
        self.fallen.selected = Some(self.desk.document.session.selected());
    }

    fn fall(&mut self, ctx: &egui::Context, failure: Failure) {
        if let Some(screenshot) = &mut self.screenshot {
            screenshot.fail(Refusal::new(failure.sentence(), ""));
        }
        let again = std::mem::take(&mut self.fallen.well) < WELL;
        let gave_way = !again && self.recover(ctx, false);
        if gave_way {
            self.fallen.told = Some((failure, 0));
        } else {
            self.keep_after_panic();
            self.fallen.page = Some(Page::new(failure, &self.desk.document));
        }
        // It is shown; the other failures are counted with it.
        held().untold = 0;
    }

    /// Closes the likely cause of a panic; `false` if that panics, too.
    pub(crate) fn recover(&mut self, ctx: &egui::Context, from_root: bool) -> bool {
        let closed = catch_unwind(AssertUnwindSafe(|| self.close_tools(ctx, from_root)));
        closed.is_ok()
    }

    fn close_tools(&mut self, ctx: &egui::Context, from_root: bool) {
        self.desk.commands.take();
        self.waiting.commands.clear();
        self.desk.pending_line = None;
        self.dialog = None;
        self.filing.question = None;
        self.filing.next = None;
        self.filing.quits = false;
        self.opening = None;
        let tour = self.tools.one_mut::<TourPanel>();
        tour.leave_talk(&mut self.desk, ctx);
        self.desk.compares = false;
        if !self.desk.practises {
            self.desk.middle = Middle::Tree;
            self.desk.side = Side::Node;
        }
        for tool in self.tools.iter_mut() {
            tool.give_up(&mut self.desk);
        }
        let session = &mut self.desk.document.session;
        if session.is_unfolding() {
            session.apply(Action::Stop);
        }
        let here = session.selected();
        match self.fallen.selected {
            Some(well) if well == here && !from_root => {}
            // The node that is selected now was never shown well.
            Some(_) if !from_root => drop(session.apply(Action::Back)),
            _ => drop(session.apply(Action::Root)),
        }
        self.settle();
    }

    /// Stores the window's state for a report, and takes failures of other threads.
    pub(crate) fn keep_account(&mut self) {
        let session = &self.desk.document.session;
        let rated = session.rated();
        let graph = Arc::as_ptr(&rated.graph).cast::<()>() as usize;
        let of = (graph, session.selected());
        let mut told = None;
        {
            let mut known = held();
            let untold = std::mem::take(&mut known.untold);
            if untold > 0 {
                let failure = known.failures.back().cloned();
                told = failure.map(|failure| (failure, untold - 1));
            }
            if known.account.is_none() {
                known.account = Some(Account::default());
                self.fallen.accounted = None;
            }
        }
        if told.is_some() {
            self.fallen.told = told;
        }
        if self.fallen.accounted == Some(of) {
            return;
        }
        // The following calls of the game may panic, so they are made only once per node.
        self.fallen.accounted = Some(of);
        let setup = &self.desk.document.setup;
        let position = short(&setup.position, POSITION);
        let (game, rules) = (rated.game.clone(), debugged(&rated.rules, POSITION));
        let line = session.line();
        let shown = &line[..line.len().min(MOVES)];
        let mut text = short(&rated.graph.line_text(Vertex::ROOT, shown), POSITION);
        if line.is_empty() {
            text.push_str("none: the start");
        } else if shown.len() < line.len() {
            text = format!("{text} … ({} moves)", line.len());
        }
        let mut known = held();
        let account = known.account.get_or_insert_default();
        account.position = position;
        account.game = game;
        account.rules = rules;
        account.line = text;
    }
}
