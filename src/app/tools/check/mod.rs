//! What somebody's program says of the open board, beside the rules: asked for in a dialog, checked
//! on a thread, shown in the middle of the window.

mod moves;
pub(crate) mod page;
pub(crate) mod work;

use eframe::egui;

use crate::app::base::ids::Identified as _;
use crate::app::base::scrolled::Scrolled;
use crate::app::base::theme::{Theme, size, strong};
use crate::app::base::words::file_name;
use crate::app::document::worker::free;
use crate::app::intent::command::{Command, Named};
use crate::app::intent::payload::CheckSource;
use crate::app::intent::tooltip::tooltip;
use crate::app::parts::board_pair::BoardPair;
use crate::game::visible;
use crate::session::check::Report;
use page::Page;
use work::{CheckJob, Found, Reached};

/// The check that is shown in the middle, or none.
pub(crate) struct CheckPanel {
    pub(crate) source: Option<CheckSource>,
    pub(crate) state: State,
    pub(crate) page: Page,
    pub(crate) boards: BoardPair,
    pub(crate) scrolled: Scrolled,
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
pub(crate) enum State {
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

    pub(crate) fn leave(&mut self) {
        if let State::Found(found) = std::mem::take(&mut self.state) {
            free(found);
        }
    }
}

/// What can be done here, where nothing was asked for.
pub(crate) fn nothing_ui(ui: &mut egui::Ui, theme: &Theme, commands: &mut Vec<Command>) {
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
pub(crate) fn source_ui(ui: &mut egui::Ui, theme: &Theme, source: &CheckSource) {
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
