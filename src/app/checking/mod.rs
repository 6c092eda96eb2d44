//! What somebody's program says of the open board, beside the rules: asked for in a dialog, checked
//! on a thread, shown in the middle of the window.

mod moves;
mod page;
mod work;

use std::path::PathBuf;
use std::sync::Arc;

use eframe::egui::{self, Rect, Vec2};

use super::board_pair::BoardPair;
use super::command::{Command, Named};
use super::document::Document;
use super::explorer::{Explorer, waker};
use super::files::file_name;
use super::ids::{self, Identified as _, part};
use super::menu::tooltip;
use super::middle::Middle;
use super::scrolled::Scrolled;
use super::theme::{Theme, size, strong};
use super::tree_controls::{above, bar};
use super::widgets::{Sign, banner, working};
use super::worker::free;
use crate::game::visible;
use crate::session::check::Report;
use page::Page;
use work::{CheckJob, Found, Reached, Work};

/// Where somebody says something of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckSource {
    /// In a file.
    File(PathBuf),
    /// In a text that was typed or pasted.
    Text(String),
    /// A program says it that is asked.
    Program {
        /// The line that the shell runs.
        command: String,
        /// How many seconds it may take for an answer.
        seconds: u64,
    },
}

impl CheckSource {
    /// What it is called in a sentence.
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => file_name(path),
            Self::Text(_) => "the text".to_owned(),
            Self::Program { .. } => "the program".to_owned(),
        }
    }
}

/// The check that is shown in the middle, or none.
pub(super) struct CheckPanel {
    source: Option<CheckSource>,
    state: State,
    page: Page,
    boards: BoardPair,
    scrolled: Scrolled,
}

impl Default for CheckPanel {
    fn default() -> Self {
        Self {
            source: None,
            state: State::default(),
            page: Page::default(),
            boards: BoardPair::default(),
            scrolled: Scrolled::new("Check"),
        }
    }
}

#[derive(Default)]
enum State {
    /// Nothing was asked for.
    #[default]
    Nothing,
    /// The open board's graph isn't built yet.
    Waiting,
    /// It is being checked.
    Running(CheckJob, Reached),
    /// All is known.
    Found(Box<Found>),
    /// It can't be had, or was cancelled.
    Fault(String),
}

impl CheckPanel {
    /// What was checked last.
    pub fn source(&self) -> Option<&CheckSource> {
        self.source.as_ref()
    }

    /// Whether a check is under way.
    pub fn is_busy(&self) -> bool {
        matches!(self.state, State::Running(..))
    }

    /// Whether there is anything to be shown.
    pub fn is_there(&self) -> bool {
        !matches!(self.state, State::Nothing)
    }

    /// What was found of the open board.
    pub fn report(&self) -> Option<&Report> {
        match &self.state {
            State::Found(found) => Some(&found.board.report),
            _ => None,
        }
    }

    fn leave(&mut self) {
        if let State::Found(found) = std::mem::take(&mut self.state) {
            free(found);
        }
    }
}

impl Explorer {
    /// Checks what is said there of the open board, and shows it.
    pub(super) fn check(&mut self, ctx: &egui::Context, source: CheckSource) {
        self.checking.leave();
        self.checking.source = Some(source);
        self.checking.page = Page::default();
        self.checking.scrolled.begin_again();
        self.checking.state = State::Waiting;
        self.show_middle(Middle::Check);
        self.keep_checking(ctx);
    }

    /// Checks once more: the file may have changed, or the board.
    pub(super) fn check_again(&mut self, ctx: &egui::Context) {
        if let Some(source) = self.checking.source.clone() {
            self.check(ctx, source);
        }
    }

    /// Forgets the check, and shows the tree.
    pub(super) fn close_check(&mut self) {
        self.checking.leave();
        if self.middle == Middle::Check {
            self.show_middle(Middle::Tree);
        }
    }

    /// Shows the smallest disagreement instead of the first, or the other way round.
    pub(super) fn other_disagreement(&mut self) {
        self.checking.page.smallest ^= true;
    }

    /// Whether there are two disagreements of a kind to choose from.
    pub(super) fn has_disagreements(&self) -> bool {
        let report = self.checking.report();
        self.middle == Middle::Check && report.is_some_and(|report| !report.agrees())
    }

    /// Stops the check that is under way; whether there was one.
    pub(super) fn cancel_check(&mut self) -> bool {
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
    pub(super) fn keep_checking(&mut self, ctx: &egui::Context) {
        let panel = &mut self.checking;
        match &panel.state {
            State::Running(job, _) => {
                if let Some(answer) = job.poll() {
                    panel.state = match answer.and_then(|answer| answer) {
                        Ok(found) => State::Found(found),
                        Err(why) => State::Fault(super::recognise::sentence(&why)),
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
    pub(super) fn check_keys(&mut self, ctx: &egui::Context) {
        if self.middle == Middle::Check && self.comparing.is_none() {
            self.checking.scrolled.keys(ctx);
        }
    }

    /// The check, in the middle of the window.
    pub(super) fn check_area_ui(&mut self, ui: &mut egui::Ui, theme: &Theme) {
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

/// What can be done here, where nothing was asked for.
fn nothing_ui(ui: &mut egui::Ui, theme: &Theme, commands: &mut Vec<Command>) {
    ui.add_space(ui.available_height() * 0.2);
    ui.vertical_centered(|ui| {
        ui.set_max_width(460.0);
        ui.label(strong("Does your program agree with the rules?").size(size::BODY + 3.0));
        let words = "Give the tree or the ratings that it makes of this board, or the command that \
                     runs it. The first disagreement is shown beside the rules, the smallest \
                     position that shows it, and what is likely wrong.";
        ui.add(egui::Label::new(egui::RichText::new(words).color(theme.dim)).wrap());
        ui.add_space(4.0);
        let named = Named::CheckProgram;
        let button = egui::Button::new(named.text()).stroke(egui::Stroke::new(1.0, theme.line));
        if ui
            .add(button)
            .identified(named.id())
            .on_hover_text(tooltip(ui.ctx(), named))
            .clicked()
        {
            commands.push(Command::Named(named));
        }
    });
}

/// What is checked.
fn source_ui(ui: &mut egui::Ui, theme: &Theme, source: &CheckSource) {
    let (lead, name, whole) = match source {
        CheckSource::File(path) => ("File", file_name(path), path.to_string_lossy().into_owned()),
        CheckSource::Text(text) => ("Text", first_line(text), first_line(text)),
        CheckSource::Program { command, .. } => ("Program", command.clone(), command.clone()),
    };
    ui.horizontal(|ui| {
        ui.label(egui::RichText::new(lead).color(theme.dim));
        let name = strong(visible(&name).into_owned()).size(size::BODY);
        ui.add(egui::Label::new(name).truncate())
            .on_hover_text(visible(&whole).into_owned());
    });
}

fn first_line(text: &str) -> String {
    let line = text.lines().find(|line| !line.trim().is_empty());
    line.unwrap_or_default().chars().take(120).collect()
}
