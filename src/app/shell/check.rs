//! The check of somebody's program.

use std::sync::Arc;

use eframe::egui::{self, Rect, Vec2};

use super::explorer::Explorer;
use crate::app::base::ids::{self, part};
use crate::app::base::theme::Theme;
use crate::app::base::wake::waker;
use crate::app::base::widgets::{Sign, banner, working};
use crate::app::dialogs::Dialog;
use crate::app::document::model::Document;
use crate::app::intent::command::{Command, Named};
use crate::app::intent::payload::CheckSource;
use crate::app::intent::places::Middle;
use crate::app::parts::bar::{above, bar};
use crate::app::tools::check::page::Page;
use crate::app::tools::check::work::{Found, Work};
use crate::app::tools::check::{CheckPanel, State, nothing_ui, source_ui};
use crate::session::check::Report;
use crate::words::capitalised;

impl Explorer {
    /// Asks what is checked.
    pub(crate) fn ask_what_to_check(&mut self, ctx: &egui::Context) {
        self.dialog = Some(Dialog::check(ctx, &self.dialog_context()));
    }
}

impl Explorer {
    /// Checks what is said there of the open board, and shows it.
    pub(crate) fn check(&mut self, ctx: &egui::Context, source: CheckSource) {
        self.checking.leave();
        self.checking.source = Some(source);
        self.checking.page = Page::default();
        self.checking.scrolled.begin_again();
        self.checking.state = State::Waiting;
        self.show_middle(Middle::Check);
        self.keep_checking(ctx);
    }

    /// Checks once more: the file may have changed, or the board.
    pub(crate) fn check_again(&mut self, ctx: &egui::Context) {
        if let Some(source) = self.checking.source.clone() {
            self.check(ctx, source);
        }
    }

    /// Forgets the check, and shows the tree.
    pub(crate) fn close_check(&mut self) {
        self.checking.leave();
        if self.middle == Middle::Check {
            self.show_middle(Middle::Tree);
        }
    }

    /// Shows the smallest disagreement instead of the first, or the other way round.
    pub(crate) fn other_disagreement(&mut self) {
        self.checking.page.smallest ^= true;
    }

    /// Whether there are two disagreements of a kind to choose from.
    pub(crate) fn has_disagreements(&self) -> bool {
        let report = self.checking.report();
        self.middle == Middle::Check && report.is_some_and(|report| !report.agrees())
    }

    /// Stops the check that is under way; whether there was one.
    pub(crate) fn cancel_check(&mut self) -> bool {
        if !self.checking.is_busy() {
            return false;
        }
        self.checking.state = State::Fault("The check was cancelled: check again".to_owned());
        true
    }

    /// What is checked, or was.
    pub fn checking(&self) -> Option<&Report> {
        self.checking.report()
    }

    /// Begins what waits, and takes what is done.
    pub(crate) fn keep_checking(&mut self, ctx: &egui::Context) {
        let panel = &mut self.checking;
        match &panel.state {
            State::Running(job, _) => {
                if let Some(answer) = job.poll() {
                    panel.state = match answer.and_then(|answer| answer) {
                        Ok(found) => State::Found(found),
                        Err(why) => State::Fault(capitalised(&why)),
                    };
                }
            }
            State::Waiting if !self.document.is_building() => {
                let Some(source) = panel.source.clone() else {
                    panel.state = State::Nothing;
                    return;
                };
                let rated = self.document.session.rated().clone();
                panel.state = match Work::new(source, rated).start(waker(ctx)) {
                    Ok((job, reached)) => State::Running(job, reached),
                    Err(why) => State::Fault(why),
                };
            }
            _ => {}
        }
    }

    /// Scrolls the page by keys, where it is shown.
    pub(crate) fn check_keys(&mut self, ctx: &egui::Context) {
        if self.middle == Middle::Check && self.comparing.is_none() {
            self.checking.scrolled.keys(ctx);
        }
    }

    /// The check, in the middle of the window.
    pub(crate) fn check_area_ui(&mut self, ui: &mut egui::Ui, theme: &Theme) {
        let screen = ui.available_rect_before_wrap();
        let mut commands = Vec::new();
        let top = above(screen.width(), self.over(), 1);
        self.above_ui(
            ui.ctx(),
            theme,
            screen,
            &mut commands,
            |explorer, ui, commands| {
                bar(ui, theme, |ui| explorer.check_bar_ui(ui, theme, commands));
            },
        );
        let inner = Rect::from_min_max(screen.min + Vec2::new(0.0, top), screen.max);
        let mut panel = std::mem::take(&mut self.checking);
        ui.scope_builder(egui::UiBuilder::new().max_rect(inner), |ui| {
            ui.set_clip_rect(inner);
            self.page_ui(ui, theme, &mut panel, &mut commands);
        });
        self.commands.append(&mut commands);
        self.checking = panel;
    }

    fn page_ui(
        &self,
        ui: &mut egui::Ui,
        theme: &Theme,
        panel: &mut CheckPanel,
        commands: &mut Vec<Command>,
    ) {
        let CheckPanel {
            source,
            state,
            page,
            boards,
            scrolled,
        } = panel;
        if matches!(state, State::Nothing) {
            nothing_ui(ui, theme, commands);
            return;
        }
        let width = (ui.available_width() - 28.0).max(120.0);
        scrolled.ui(ui, theme, |ui| {
            ui.horizontal_top(|ui| {
                ui.add_space(14.0);
                ui.vertical(|ui| {
                    part(ui, ids::CHECK);
                    ui.set_width(width);
                    ui.spacing_mut().item_spacing.y = 8.0;
                    if let Some(source) = source {
                        source_ui(ui, theme, source);
                    }
                    match state {
                        State::Nothing => {}
                        State::Waiting => {
                            working(ui, theme, "The open board is still being built".to_owned());
                        }
                        State::Running(_, reached) => working(ui, theme, reached.words()),
                        State::Fault(why) => banner(ui, theme, Sign::Fault, why, ids::MIDDLE_FAULT),
                        State::Found(..) if self.hidden => banner(
                            ui,
                            theme,
                            Sign::Fault,
                            "Ratings are hidden, and a check tells them: show them first (H)",
                            ids::MIDDLE_FAULT,
                        ),
                        State::Found(found) => {
                            let stale = is_stale(found, &self.document);
                            if stale {
                                let words = "The board, its rules or its limits have changed since: \
                                             check again";
                                banner(ui, theme, Sign::Fault, words, ids::STALE);
                            }
                            page.ui(ui, theme, found, stale, boards, commands);
                        }
                    }
                    ui.add_space(10.0);
                });
            });
        });
    }

    /// What can be done with a check.
    fn check_bar_ui(&self, ui: &mut egui::Ui, theme: &Theme, commands: &mut Vec<Command>) {
        for named in [Named::CheckProgram, Named::CheckAgain, Named::CloseCheck] {
            self.icon_button(ui, theme, named, commands);
        }
    }
}

/// Whether what was found is of another graph than the one that is open.
fn is_stale(found: &Found, document: &Document) -> bool {
    let now = Arc::as_ptr(&document.session.rated().graph);
    !std::ptr::addr_eq(Arc::as_ptr(&found.own), now)
}
