//! The main window: panels around the tree, with commands queued during a frame and run in one
//! place. Tests, benchmarks and other programs have read access to it.

use std::path::PathBuf;
use std::time::Duration;

use eframe::egui;

use super::fallen::PanicRecovery;
use super::panes::Panes;
use super::run::Tools;
use super::screenshot::Screenshot;
use crate::app::base::job::ExitQuestion;
use crate::app::base::machine::Instant;
use crate::app::base::page::Address;
use crate::app::base::{Keystrokes, Theme, hide_pointer, install, screen_reader, waker};
use crate::app::dialogs::{Dialog, drop_ui};
use crate::app::document::{
    Document, FileWrite, Filing, Opening, Playing, Polled, Recovery, Settings, percent,
};
use crate::app::intent::{Command, CommandId, MainView, SidePanel, ThemeChoice, TourCommand};
use crate::app::parts::{BackgroundWork, Cx, Desk, Framed, Responder, States, follow_tips};
use crate::app::tools::board::BoardPanel;
use crate::app::tools::check::CheckPanel;
use crate::app::tools::exercise::ExercisePanel;
use crate::app::tools::find::Find;
use crate::app::tools::tour::TourPanel;
use crate::app::tools::tree_editor::TreeEditor;
use crate::app::views::map::{MapPanel, MapSeen};
use crate::app::views::positions::PositionsPanel;
use crate::app::views::recording::RecordingPanel;
use crate::app::views::statistics::StatisticsPanel;
use crate::app::views::tree::panel::{Painted, TreePanel};
use crate::diagram::TreeView;
use crate::game::{Refusal, line_words};
use crate::session::Action;
use crate::session::check::CheckReport;

/// Time budget per frame for expanding nodes …
const FRAME_BUDGET: Duration = Duration::from_millis(8);

/// … and nodes expanded between clock checks.
const AT_A_TIME: usize = 3_000;

/// What waits at the start.
#[derive(Default)]
pub(crate) struct WaitingAtStart {
    /// Commands to run once everything is built.
    pub(crate) commands: Vec<Command>,
    /// The line to the node that is selected in the file that is opened first.
    pub(crate) line: Option<String>,
}

/// The explorer's window: the desk, the tools, and its own state.
pub struct Explorer {
    /// The state shared by all tools.
    pub(crate) desk: Desk,
    /// The views and tools.
    pub(crate) tools: Tools,
    /// The path of the settings; `None` in a test and for a screenshot.
    pub(crate) settings_path: Option<PathBuf>,
    /// A theme from the command line, until another is chosen.
    pub(crate) theme_for_now: Option<ThemeChoice>,
    /// The widths of the panels in the last frame: changes by dragging are remembered.
    pub(crate) widths: [f32; 2],
    /// The part of the window that has the keyboard focus.
    pub(crate) panes: Panes,
    pub(crate) dialog: Option<Dialog>,
    /// The last command with a name, and who did it.
    pub(crate) answered: Option<(CommandId, Responder)>,
    pub(crate) waiting: WaitingAtStart,
    pub(crate) screenshot: Option<Screenshot>,
    pub(crate) opening: Option<Opening>,
    pub(crate) writing: Option<FileWrite>,
    pub(crate) filing: Filing,
    /// The recovery of unsaved work; `None` in a test and for a screenshot.
    pub(crate) recovery: Option<Recovery>,
    /// Requests from outside to end the window.
    pub(crate) ending: ExitQuestion,
    /// The state after panics.
    pub(crate) fallen: PanicRecovery,
    /// What the page's address shows, in a browser.
    pub(crate) address: Address,
    /// Whether the window has yet to be made as small as the screen.
    pub(crate) fits_screen: bool,
}

impl Explorer {
    /// The window for a document, in its initial state.
    pub fn new(ctx: &egui::Context, document: Document) -> Self {
        Self::with_settings(ctx, document, Settings::default(), None)
    }

    /// The window on a document, with the settings of the last start and their path.
    pub fn with_settings(
        ctx: &egui::Context,
        document: Document,
        settings: Settings,
        settings_path: Option<PathBuf>,
    ) -> Self {
        install(ctx);
        screen_reader::install(ctx);
        let mut explorer = Self {
            desk: Desk::new(document, settings),
            tools: Tools::default(),
            settings_path,
            theme_for_now: None,
            widths: [0.0; 2],
            panes: Panes::default(),
            dialog: None,
            answered: None,
            waiting: WaitingAtStart::default(),
            screenshot: None,
            opening: None,
            writing: None,
            filing: Filing::default(),
            recovery: None,
            ending: ExitQuestion::default(),
            fallen: PanicRecovery::default(),
            address: Address::default(),
            fits_screen: false,
        };
        if let Some(path) = &explorer.desk.document.words.path {
            explorer.desk.settings.opened(path);
            explorer.remember_now(ctx);
        }
        explorer.show_settings(ctx);
        explorer.settle();
        explorer
    }

    /// Sets the default memory limit of builds: of the open document from now on, and of those
    /// opened later.
    pub fn allow_bytes(&mut self, usual_bytes: Option<u64>) {
        self.desk.usual_bytes = usual_bytes;
        self.desk.document.allow_bytes(usual_bytes);
    }

    /// Shows a theme that isn't remembered.
    pub fn use_theme(&mut self, ctx: &egui::Context, theme: ThemeChoice) {
        self.theme_for_now = Some(theme);
        self.show_settings(ctx);
    }

    /// Takes a picture of the window once everything is built, then closes it.
    pub fn take_screenshot(&mut self, screenshot: Screenshot) {
        self.screenshot = Some(screenshot);
        self.desk.for_picture = true;
    }

    /// Selects the node at the end of a line, once enough of the graph is built for it.
    pub fn select_line(&mut self, line: &str) {
        self.desk.pending_line = Some(line.to_owned());
        self.select_pending();
    }

    pub(crate) fn select_pending(&mut self) {
        let Some(text) = &self.desk.pending_line else {
            return;
        };
        match self.desk.document.session.read_line(text) {
            Ok(line) => {
                self.desk.pending_line = None;
                self.desk.walk(Action::SelectLine(line));
                self.settle();
            }
            // The node may be found while the graph is built.
            Err(_) if self.desk.document.is_building() => {}
            Err(error) => {
                // As far as its moves are legal.
                let words = line_words(text).unwrap_or_default();
                let starts: Vec<usize> = words.iter().skip(1).map(|(at, _)| *at).collect();
                let session = &mut self.desk.document.session;
                let mut read = |end: usize| session.read_line(&text[..end]);
                let legal = starts.partition_point(|end| read(*end).is_ok());
                let end = legal.checked_sub(1).map(|last| starts[last]);
                let known = end.and_then(|end| read(end).ok());
                self.desk.pending_line = None;
                if let Some(line) = known {
                    self.desk.walk(Action::SelectLine(line));
                    self.settle();
                }
                let why = Refusal::of(error);
                if let Some(screenshot) = &mut self.screenshot {
                    screenshot.fail(why.clone().at("--select"));
                }
                self.desk.tell(Err(why));
            }
        }
    }

    /// Whether something is under way that the window waits for.
    pub fn is_busy(&self) -> bool {
        self.works().next().is_some()
    }

    /// The same, the build left aside.
    pub(crate) fn is_busy_beside_the_build(&self) -> bool {
        self.works().count() > usize::from(self.desk.document.is_building())
    }

    /// Whether its own frames continue the work in progress; otherwise other threads work, and wake
    /// the window.
    pub fn goes_on_by_frames(&self) -> bool {
        self.works().any(|work| work.by_frames)
    }

    /// The work in progress that the window waits for: a few words each, with the completed share
    /// if known.
    pub fn under_way(&self) -> impl Iterator<Item = String> {
        self.works().map(|work| match work.share {
            None => work.label.to_owned(),
            Some(share) => format!("{}: {}", work.label, percent(share)),
        })
    }

    /// The work in progress that the window waits for: its own, then that of the tools.
    fn works(&self) -> impl Iterator<Item = BackgroundWork> {
        let unfolding = BackgroundWork {
            by_frames: true,
            ..BackgroundWork::on_thread("the tree is being expanded")
        };
        let document = &self.desk.document;
        let dialog = self.dialog.as_ref();
        let building = BackgroundWork {
            share: document.progress().map(|progress| progress.share()),
            ..BackgroundWork::on_thread("the board is being built")
        };
        [
            (document.is_building(), building),
            (document.session.is_unfolding(), unfolding),
            (
                self.opening.is_some(),
                BackgroundWork::on_thread("a file is being opened"),
            ),
            (
                self.is_writing(),
                BackgroundWork::on_thread("a file is being written"),
            ),
            (
                dialog.is_some_and(Dialog::is_busy),
                BackgroundWork::on_thread("a dialog is reading"),
            ),
        ]
        .into_iter()
        .filter_map(|(is_under_way, work)| is_under_way.then_some(work))
        .chain(self.tools.iter().filter_map(|tool| tool.work(&self.desk)))
    }

    /// Shows the result of something done before there was a window.
    pub fn notify(&mut self, notice: Option<String>) {
        if let Some(text) = notice {
            self.desk.tell(Ok(text));
        }
    }

    /// Continues unfolding or folding within the frame's time budget.
    fn unfold_on(&mut self) {
        let begun = Instant::now();
        while self.desk.document.session.is_unfolding() && begun.elapsed() < FRAME_BUDGET {
            self.desk.change(Action::GoOn(AT_A_TIME));
            self.settle();
        }
    }

    /// Informs every tool about changes and stale data.
    pub(crate) fn settle(&mut self) {
        self.desk.settle();
        for tool in self.tools.iter_mut() {
            tool.sync(&mut self.desk);
        }
        if let Some(change) = self.desk.changes.take() {
            for tool in self.tools.iter_mut() {
                tool.follow(&self.desk, &change);
            }
        }
    }
}

/// The commands in the order of execution: typed text becomes an edit before anything else,
/// wherever its field is.
fn notes_first(mut commands: Vec<Command>) -> Vec<Command> {
    commands
        .sort_by_key(|command| !matches!(command, Command::SetNote(..) | Command::SetLineNote(..)));
    commands
}

impl Explorer {
    /// Takes results of other threads, and continues work over several frames.
    fn advance_work(&mut self, ctx: &egui::Context) {
        self.keep_account();
        if ctx.input(|input| input.viewport().close_requested()) {
            self.desk.keep_typed();
        }
        self.keep_open(ctx);
        self.poll_jobs(ctx);
        self.poll_recovery(ctx);
        match self.desk.document.poll(&|| waker(ctx)) {
            Polled::Done => {
                self.desk.tell_refused();
                self.settle();
                self.select_pending();
                ctx.request_repaint();
            }
            Polled::Grows => {
                self.desk.opened_tree();
                self.settle();
                self.select_pending();
                ctx.request_repaint();
            }
            Polled::More => {
                self.settle();
                ctx.request_repaint();
            }
            Polled::GoesOn => self.desk.document.resume(waker(ctx)),
            Polled::Failed(why) => {
                self.desk
                    .tell(Err(why.at("The tree isn't built any further")));
            }
            Polled::Nothing | Polled::Progress => {}
        }
        for tool in self.tools.iter_mut() {
            tool.poll(&mut self.desk, ctx);
        }
        self.settle();
        self.resume_if_nothing_is_lost(ctx);
        if !self.waiting.commands.is_empty() && !self.is_busy() {
            // One after the other: the next may need the result of the one before.
            self.desk.commands.push(self.waiting.commands.remove(0));
            ctx.request_repaint();
        }
        self.follow_address(ctx);
        let moving = self.desk.middle == MainView::Tree
            && self.tools.one::<TreePanel>().motion.is_moving()
            || self.desk.document.supposed.is_moving();
        let waits = !self.desk.commands.is_empty() || !self.waiting.commands.is_empty();
        let proves = self.desk.document.is_proving();
        let ready = !self.is_busy() && !waits && !moving && !proves;
        if let Some(screenshot) = &mut self.screenshot {
            screenshot.step(ctx, ready);
        }
    }

    /// Draws the whole window, and handles input.
    fn whole_ui(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        let theme = Theme::of(&ctx);
        self.watch_file(&ctx);
        follow_tips(&ctx);
        self.keys(&ctx);
        self.fit_layout(&ctx);
        self.desk.states = States::new(|named| (self.is_enabled(named), self.is_on(named)));
        match self.desk.presents {
            true => {
                self.talk_ui(ui, &theme);
                hide_pointer(ui);
            }
            false => self.panels(ui, &theme),
        }
        self.dialog_ui(&ctx, &theme);
        self.question_ui(&ctx, &theme);
        let view = self.desk.view();
        drop_ui(&ctx, &Cx::new(&theme, &self.desk, &view));
        self.leave_clicked(&ctx);
        self.run_all(&ctx);
        if self.desk.document.session.is_unfolding() {
            self.unfold_on();
            ctx.request_repaint();
        }
        self.show_title(&ctx);
        self.remember(&ctx);
        if self.is_busy() {
            // The worker wakes the window; this is for the spinner.
            ctx.request_repaint_after(Duration::from_millis(100));
        }
    }

    /// Runs the queued commands: the only place where anything changes. The next frame shows it.
    fn run_all(&mut self, ctx: &egui::Context) {
        while !self.desk.commands.is_empty() {
            for command in notes_first(self.desk.commands.take()) {
                if !command.stays() {
                    // What it opens gets the next key.
                    Keystrokes::hold(ctx);
                }
                self.run(ctx, command);
            }
            ctx.request_repaint();
        }
    }
}

impl eframe::App for Explorer {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        if self.is_bare() {
            self.bare_logic(ctx);
        } else {
            self.guarded(ctx, |explorer| explorer.advance_work(ctx));
        }
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        if self.is_bare() {
            self.bare_ui(ui);
            return;
        }
        let ctx = ui.ctx().clone();
        self.guarded(&ctx, |explorer| {
            explorer.whole_ui(ui);
            explorer.stand();
        });
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        self.write_settings();
        self.end_recovery();
    }
}

/// The smallest window in which everything has room, in points.
pub(crate) const SMALLEST_WINDOW: [f32; 2] = [900.0, 560.0];

impl Explorer {
    /// The open document.
    pub fn document(&self) -> &Document {
        &self.desk.document
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.desk.settings
    }

    /// The view in the middle of the window.
    pub fn middle(&self) -> MainView {
        self.desk.middle
    }

    /// The game in progress.
    pub fn playing(&self) -> Option<&Playing> {
        self.desk.playing.as_ref()
    }

    /// The place of the board with the keyboard cursor, while it is used.
    pub fn board_cursor(&self) -> Option<usize> {
        self.tools.one::<BoardPanel>().cursor(&self.desk)
    }

    /// Points of the screen for one unit of the tree's scene.
    pub fn tree_scale(&self) -> f32 {
        self.tools.one::<TreePanel>().scale()
    }

    /// The camera of the tree; `None` before the first layout.
    pub fn tree_framed(&self) -> Option<Framed> {
        let selected = self.desk.document.session.selected();
        let tree = self.tools.one::<TreePanel>();
        tree.framed(&self.desk.tree_view(), selected)
    }

    /// The room of a slide's tree or recording, and what is drawn of it, on the screen.
    pub fn slide(&self) -> Option<[egui::Rect; 2]> {
        self.desk.slide?;
        let recording = self.tools.one::<RecordingPanel>();
        let recorded = recording
            .slide()
            .filter(|_| self.desk.shows(MainView::Recording));
        recorded.or_else(|| self.tools.one::<TreePanel>().slide(&self.desk.tree_view()))
    }

    /// The camera of the tree editor; `None` before the first layout.
    pub fn editor_framed(&self) -> Option<Framed> {
        self.tools.one::<TreeEditor>().framed()
    }

    /// The parts of the tree painted in the last frame.
    pub fn tree_painted(&self) -> Painted {
        self.tools.one::<TreePanel>().painted
    }

    /// The parts of the map shown in the last frame.
    pub fn map_seen(&self) -> MapSeen {
        self.tools.one::<MapPanel>().seen()
    }

    /// The view of the position graph.
    pub fn positions(&self) -> &PositionsPanel {
        self.tools.one()
    }

    /// The statistics.
    pub fn statistics(&self) -> &StatisticsPanel {
        self.tools.one()
    }

    /// Recordings, as far as they are shown.
    pub fn recording(&self) -> &RecordingPanel {
        self.tools.one()
    }

    /// Exercises, as far as there are any.
    pub fn exercise(&self) -> &ExercisePanel {
        self.tools.one()
    }

    /// The tours.
    pub fn tours(&self) -> &TourPanel {
        self.tools.one()
    }

    /// The style of the tree in the middle.
    pub fn tree_view(&self) -> TreeView<'_> {
        self.desk.tree_view()
    }

    /// Shows the start card, unless the user has turned it off.
    pub fn greet(&mut self) {
        if self.desk.settings.start_here {
            self.desk.show_side(SidePanel::Start);
        }
    }

    /// Shows a tour in the panel, from its first step.
    pub fn choose_tour(&mut self, ctx: &egui::Context, tour: usize) {
        self.run(ctx, Command::Tour(TourCommand::Choose(tour)));
        self.desk.show_side(SidePanel::Tour);
    }

    /// Whether a presentation is on, and at which step of its tour, counted from 0.
    pub fn presents(&self) -> Option<Option<usize>> {
        let talk = self.tools.one::<TourPanel>().talk.as_ref();
        talk.map(|talk| talk.step)
    }

    /// The text of the find field.
    pub fn find_text(&self) -> &str {
        self.tools.one::<Find>().text()
    }

    /// The report on an external program.
    pub fn checking(&self) -> Option<&CheckReport> {
        self.tools.one::<CheckPanel>().report()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::UnfoldingNode;

    #[test]
    fn a_note_that_was_typed_counts_before_the_window_closes() {
        let note = Command::SetNote(UnfoldingNode::ROOT, "typed".to_owned());
        let (save, quit) = (
            Command::Named(CommandId::Save),
            Command::Named(CommandId::Quit),
        );
        let commands = vec![save.clone(), quit.clone(), note.clone()];
        assert_eq!(notes_first(commands), [note, save, quit]);
    }
}
