//! The window: panels around the tree, commands queued during a frame and run in one place.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use eframe::egui;

use super::Wake;
use super::board_panel::BoardPanel;
use super::checking::CheckPanel;
use super::command::{Command, Named};
use super::compare::Compare;
use super::dialog::{Dialog, drop_ui};
use super::document::{Document, Polled};
use super::exercise::ExercisePanel;
use super::files;
use super::find::Find;
use super::history::{HistoryStrip, Reviewed};
use super::line_panel::LinePanel;
use super::map_panel::MapPanel;
use super::middle::Middle;
use super::moves_panel::MovesPanel;
use super::node_panel::NodePanel;
use super::opening::Opening;
pub(super) use super::panels::Side;
use super::panics::{self, Fallen};
use super::playing::{PlayPanel, Playing};
use super::positions::PositionsPanel;
use super::recording::RecordingPanel;
use super::run::Responder;
use super::saving::{Filing, Writing};
use super::screenshot::Screenshot;
use super::settings::{Settings, ThemeChoice};
use super::setup_panel::SetupPanel;
use super::statistics::StatisticsPanel;
use super::theme::{Theme, install};
use super::tour::{Talk, TourPanel};
use super::tree_panel::{Painted, TreePanel};
use super::what_if::WhatIfPanel;
use crate::diagram::{RatingsFor, TreeStyle, TreeView};
use crate::game::Player;
use crate::session::{Action, Change};
use crate::tree::{Labels, Limits, Vertex};

/// So long a frame goes on with what is being unfolded …
const SLICE: Duration = Duration::from_millis(8);
/// … by so many nodes between two looks at the clock.
const AT_A_TIME: usize = 3_000;

/// Something that a user is told.
pub(super) struct Notice {
    pub text: String,
    pub is_error: bool,
}

/// The explorer's window.
///
/// Its state has three parts: what is open, what is remembered from one start to the next, and what
/// each panel remembers as long as the window lives.
pub struct Explorer {
    /// What is open.
    pub(super) document: Document,
    /// What is remembered.
    pub(super) settings: Settings,
    /// Where that is written; nowhere in a test and for a picture.
    pub(super) settings_path: Option<PathBuf>,
    /// A theme that was asked for on the command line, until another is chosen.
    pub(super) theme_for_now: Option<ThemeChoice>,
    pub(super) board: BoardPanel,
    pub(super) moves: MovesPanel,
    pub(super) line: LinePanel,
    pub(super) node: NodePanel,
    pub(super) tree: TreePanel,
    pub(super) map: MapPanel,
    pub(super) positions: PositionsPanel,
    pub(super) statistics: StatisticsPanel,
    pub(super) ratings_for: RatingsFor,
    pub(super) hidden: bool,
    pub(super) side: Side,
    pub(super) middle: Middle,
    /// How wide the panels were in the last frame: what changes while the pointer drags is remembered.
    pub(super) widths: [f32; 2],
    pub(super) setup: SetupPanel,
    /// The bytes that a build may take where nothing else is asked for.
    pub(super) usual_bytes: Option<u64>,
    pub(super) play_panel: PlayPanel,
    /// The game that is on.
    pub(super) playing: Option<Playing>,
    /// Whether a text had the focus when the last frame began.
    pub(super) typing: bool,
    pub(super) dialog: Option<Dialog>,
    pub(super) commands: Vec<Command>,
    /// The last command with a name, and who did it.
    pub(super) answered: Option<(Named, Responder)>,
    /// What is done as soon as everything is built.
    pub(super) once_built: Vec<Command>,
    pub(super) notice: Option<Notice>,
    pub(super) screenshot: Option<Screenshot>,
    /// A line that is selected as soon as the graph is built far enough.
    pub(super) pending_line: Option<String>,
    pub(super) opening: Option<Opening>,
    pub(super) writing: Option<Writing>,
    pub(super) filing: Filing,
    /// The comparison that is shown instead of the tree.
    pub(super) comparing: Option<Compare>,
    /// What somebody's program says of the board.
    pub(super) checking: CheckPanel,
    pub(super) find: Find,
    pub(super) recording: RecordingPanel,
    pub(super) what_if: WhatIfPanel,
    pub(super) tour: TourPanel,
    /// The presentation that is on.
    pub(super) talk: Option<Talk>,
    pub(super) exercise: ExercisePanel,
    /// The ratings along the line.
    pub(super) history: HistoryStrip,
    pub(super) reviewed: Reviewed,
    /// What panics have left.
    pub(super) fallen: Fallen,
}

impl Explorer {
    /// The window on a document, as it comes.
    pub fn new(ctx: &egui::Context, document: Document) -> Self {
        Self::with_settings(ctx, document, Settings::default(), None)
    }

    /// The window on a document, with what is remembered from the last start, and where that is
    /// written.
    pub fn with_settings(
        ctx: &egui::Context,
        document: Document,
        settings: Settings,
        settings_path: Option<PathBuf>,
    ) -> Self {
        install(ctx);
        let mut explorer = Self {
            document,
            settings,
            theme_for_now: None,
            settings_path,
            board: BoardPanel::default(),
            moves: MovesPanel::default(),
            line: LinePanel::default(),
            node: NodePanel::default(),
            tree: TreePanel::default(),
            map: MapPanel::default(),
            positions: PositionsPanel::default(),
            statistics: StatisticsPanel::default(),
            ratings_for: RatingsFor::Player(Player(0)),
            hidden: false,
            side: Side::default(),
            middle: Middle::default(),
            widths: [0.0; 2],
            setup: SetupPanel::default(),
            usual_bytes: None,
            play_panel: PlayPanel::default(),
            playing: None,
            typing: false,
            commands: Vec::new(),
            answered: None,
            once_built: Vec::new(),
            dialog: None,
            notice: None,
            screenshot: None,
            pending_line: None,
            opening: None,
            writing: None,
            filing: Filing::default(),
            comparing: None,
            checking: CheckPanel::default(),
            find: Find::default(),
            recording: RecordingPanel::default(),
            what_if: WhatIfPanel::default(),
            tour: TourPanel::default(),
            talk: None,
            exercise: ExercisePanel::default(),
            history: HistoryStrip::default(),
            reviewed: Reviewed::default(),
            fallen: Fallen::default(),
        };
        if let Some(path) = &explorer.document.words.path {
            explorer.settings.opened(path);
            explorer.remember_now(ctx);
        }
        explorer.show_settings(ctx);
        explorer.refresh_tree();
        explorer
    }

    /// Lets every build take so many bytes, unless others are asked for: those of the open document
    /// that begin from now on, and those of what is opened later.
    pub fn allow_bytes(&mut self, usual_bytes: Option<u64>) {
        self.usual_bytes = usual_bytes;
        self.document.allow_bytes(usual_bytes);
    }

    /// What a board is built to unless others are asked for.
    pub(super) fn usual_limits(&self) -> Limits {
        Limits {
            max_bytes: self.usual_bytes,
            ..files::window_limits()
        }
    }

    /// Shows a theme that isn't remembered.
    pub fn use_theme(&mut self, ctx: &egui::Context, theme: ThemeChoice) {
        self.theme_for_now = Some(theme);
        self.show_settings(ctx);
    }

    /// Takes a picture of the window once everything is built, then closes it.
    pub fn take_screenshot(&mut self, screenshot: Screenshot) {
        self.screenshot = Some(screenshot);
    }

    /// Selects the node at the end of a line, once enough of the graph is built for it.
    pub fn select_line(&mut self, line: &str) {
        self.pending_line = Some(line.to_owned());
        self.select_pending();
    }

    pub(super) fn select_pending(&mut self) {
        let Some(text) = &self.pending_line else {
            return;
        };
        let read = self
            .document
            .session
            .rated()
            .graph
            .read_line(Vertex::ROOT, text);
        match read {
            Ok(line) => {
                self.pending_line = None;
                self.act(Action::SelectLine(line));
            }
            // What isn't known yet may be found while the graph is built.
            Err(_) if self.document.is_building() => {}
            Err(error) => {
                self.pending_line = None;
                if let Some(screenshot) = &mut self.screenshot {
                    screenshot.fail(format!("--select: {error}"));
                }
                self.tell(Err(error.to_string()));
            }
        }
    }

    /// Whether something is under way that the window waits for.
    pub fn is_busy(&self) -> bool {
        self.under_way().next().is_some()
    }

    /// Whether its own frames go on with what is under way; else other threads work, and wake the
    /// window.
    pub fn goes_on_by_frames(&self) -> bool {
        self.document.session.is_unfolding()
            || self.exercise.is_drawing()
            || self
                .playing
                .as_ref()
                .is_some_and(Playing::waits_for_its_time)
    }

    /// What is under way that the window waits for, a few words each.
    pub fn under_way(&self) -> impl Iterator<Item = &'static str> {
        let playing = self.playing.as_ref();
        let dialog = self.dialog.as_ref();
        [
            ("the board is being built", self.document.is_building()),
            ("the tree unfolds", self.document.session.is_unfolding()),
            ("a file is being opened", self.opening.is_some()),
            ("a game goes on", playing.is_some_and(Playing::is_busy)),
            ("a file is being written", self.is_writing()),
            ("boards are being compared", self.is_comparing()),
            ("a program is being checked", self.checking.is_busy()),
            ("the map is being counted", self.map.is_counting()),
            ("positions are being found", self.positions.is_busy()),
            ("something is being looked for", self.find.is_busy()),
            ("a search is being recorded", self.recording.is_busy()),
            (
                "a changed position is being rated",
                self.document.supposed.is_busy(),
            ),
            ("an exercise is being made", self.exercise.is_busy()),
            ("statistics are being counted", self.statistics.is_busy()),
            ("a dialog is reading", dialog.is_some_and(Dialog::is_busy)),
        ]
        .into_iter()
        .filter_map(|(what, is_under_way)| is_under_way.then_some(what))
    }

    /// Tells what came of what was done before there was a window.
    pub fn notify(&mut self, notice: Option<String>) {
        if let Some(text) = notice {
            self.tell(Ok(text));
        }
    }

    /// The open document.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The place of the board that the keys point at, while they play on it.
    pub fn board_cursor(&self) -> Option<usize> {
        self.board.cursor()
    }

    /// What stands in the middle of the window.
    pub fn middle(&self) -> Middle {
        self.middle
    }

    /// Points of the screen for one unit of the tree's scene.
    pub fn tree_scale(&self) -> f32 {
        self.tree.scale()
    }

    /// Where the origin of the tree's scene, the middle of its root, lies on the screen.
    pub fn tree_offset(&self) -> [f32; 2] {
        let offset = self.tree.transform().offset;
        [offset.x as f32, offset.y as f32]
    }

    /// What of the tree was painted in the last frame.
    pub fn tree_painted(&self) -> Painted {
        self.tree.painted
    }

    /// What is shown of the position graph.
    pub fn positions(&self) -> &PositionsPanel {
        &self.positions
    }

    /// What was counted.
    pub fn statistics(&self) -> &StatisticsPanel {
        &self.statistics
    }

    /// The game that is on.
    pub fn playing(&self) -> Option<&Playing> {
        self.playing.as_ref()
    }

    /// What is remembered.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What somebody does: a move where the game stands is one of the game.
    pub(super) fn act(&mut self, action: Action) {
        match action {
            Action::Move(index) if self.moves_in_game() => self.move_in_game(index),
            action => self.walk(action),
        }
    }

    /// Walks the tree.
    pub(super) fn walk(&mut self, action: Action) {
        self.keep_note();
        self.notice = None;
        let change = self.document.session.apply(action);
        self.followed(change);
    }

    /// Goes on with what is being unfolded or folded, for as long as a frame has time.
    fn unfold_on(&mut self) {
        let begun = Instant::now();
        while self.document.session.is_unfolding() && begun.elapsed() < SLICE {
            let change = self.document.session.apply(Action::GoOn(AT_A_TIME));
            self.followed(change);
        }
    }

    /// Shows what an action has changed.
    pub(super) fn followed(&mut self, change: Change) {
        if change.selection {
            self.board.marked = None;
        }
        if change.shape || !change.folds.is_empty() {
            self.document.settle_notes();
        }
        let session = &self.document.session;
        self.document.supposed.settle(session.unfolding());
        let view = tree_view(
            &self.document,
            self.ratings_for,
            self.hidden,
            &self.settings,
        );
        self.tree.follow(&view, &self.document.session, &change);
        self.map.follow(&change);
        if let Some(text) = change.message {
            self.tell(Ok(text));
        }
    }

    pub(super) fn refresh_tree(&mut self) {
        let budget = Action::Budget(self.settings.unfold_budget);
        self.document.session.apply(budget);
        self.document.session.apply(Action::Blind(self.hidden));
        self.document.settle_notes();
        self.document.suppose();
        let view = tree_view(
            &self.document,
            self.ratings_for,
            self.hidden,
            &self.settings,
        );
        self.tree.refresh(&view, &self.document.session);
    }

    /// Shows the selected node at its own size.
    pub(super) fn actual_size(&mut self) {
        let view = tree_view(
            &self.document,
            self.ratings_for,
            self.hidden,
            &self.settings,
        );
        self.tree.actual_size(&view, &self.document.session);
    }

    /// Draws the tree larger, or smaller.
    pub(super) fn zoom_tree(&mut self, factor: f32) {
        let view = tree_view(
            &self.document,
            self.ratings_for,
            self.hidden,
            &self.settings,
        );
        self.tree.zoom(&view, &self.document.session, factor);
    }

    /// Marks the tree anew: a note came or went.
    pub(super) fn remark_tree(&mut self) {
        let view = tree_view(
            &self.document,
            self.ratings_for,
            self.hidden,
            &self.settings,
        );
        self.tree.remark(&view);
    }

    pub(super) fn tell(&mut self, told: Result<String, String>) {
        let is_error = told.is_err();
        let (Ok(text) | Err(text)) = told;
        self.notice = Some(Notice { text, is_error });
    }
}

/// The commands in the order in which they are done: what was typed counts before anything else is
/// done with the document, wherever in the window it stands.
fn notes_first(mut commands: Vec<Command>) -> Vec<Command> {
    commands.sort_by_key(|command| !matches!(command, Command::SetNote(..)));
    commands
}

/// What is drawn of a document.
pub(super) fn view(document: &Document, ratings_for: RatingsFor, hidden: bool) -> TreeView<'_> {
    let rated = document.session.rated();
    let labels: &dyn Labels = &*rated.graph;
    TreeView {
        labels,
        analysis: &rated.analysis,
        unfolding: document.session.unfolding(),
        notes: &document.layer,
        what_if: document.supposed.shown(),
        ratings_for,
        hidden,
        ends: document.ends.as_ref(),
        style: TreeStyle::default(),
        elements: Default::default(),
    }
}

/// The same as the tree in the middle is drawn.
pub(super) fn tree_view<'a>(
    document: &'a Document,
    ratings_for: RatingsFor,
    hidden: bool,
    settings: &Settings,
) -> TreeView<'a> {
    TreeView {
        style: settings.tree_style(),
        ..view(document, ratings_for, hidden)
    }
}

/// What wakes the window from another thread.
pub(super) fn waker(ctx: &egui::Context) -> Wake {
    let ctx = ctx.clone();
    Box::new(move || ctx.request_repaint())
}

impl Explorer {
    /// Takes what other threads have done, and goes on with what takes several frames.
    fn go_on_working(&mut self, ctx: &egui::Context) {
        self.keep_account();
        if ctx.input(|input| input.viewport().close_requested()) {
            self.keep_note();
        }
        self.keep_open(ctx);
        self.poll_jobs(ctx);
        match self.document.poll() {
            Polled::Done => {
                self.tell_refused();
                self.refresh_tree();
                self.select_pending();
                ctx.request_repaint();
            }
            Polled::Failed(what) => {
                let what = panics::failed(&what);
                self.tell(Err(format!("The tree isn't built any further: {what}")));
            }
            Polled::Nothing | Polled::Progress => {}
        }
        self.play_on(ctx);
        self.keep_comparison(ctx);
        self.keep_checking(ctx);
        self.keep_map(ctx);
        self.keep_positions(ctx);
        self.keep_finding(ctx);
        self.keep_statistics(ctx);
        self.keep_recording(ctx);
        self.keep_what_if(ctx);
        self.keep_tour();
        self.keep_exercise(ctx);
        if !self.once_built.is_empty() && !self.is_busy() {
            // One after the other: what one begins, the next may need.
            self.commands.push(self.once_built.remove(0));
            ctx.request_repaint();
        }
        let moving = self.middle == Middle::Tree && self.tree.motion.is_moving()
            || self.document.supposed.is_moving();
        let ready =
            !self.is_busy() && self.commands.is_empty() && self.once_built.is_empty() && !moving;
        if let Some(screenshot) = &mut self.screenshot {
            screenshot.step(ctx, ready);
        }
    }

    /// Shows everything, and does what somebody wants.
    fn whole_ui(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        let theme = Theme::of(&ctx);
        self.watch_file(&ctx);
        self.keys(&ctx);
        match self.talk {
            Some(_) => self.talk_ui(ui, &theme),
            None => self.panels(ui, &theme),
        }
        self.dialog_ui(&ctx, &theme);
        self.question_ui(&ctx, &theme);
        drop_ui(&ctx, &theme);
        // The one place where anything changes; it is seen in the next frame.
        let commands = notes_first(std::mem::take(&mut self.commands));
        if !commands.is_empty() {
            for command in commands {
                self.run(&ctx, command);
            }
            ctx.request_repaint();
        }
        if self.document.session.is_unfolding() {
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
}

impl eframe::App for Explorer {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        if self.is_bare() {
            self.bare_logic(ctx);
        } else {
            self.guarded(ctx, |explorer| explorer.go_on_working(ctx));
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
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::UnfoldingNode;

    #[test]
    fn a_note_that_was_typed_counts_before_the_window_closes() {
        let note = Command::SetNote(UnfoldingNode::ROOT, "typed".to_owned());
        let (save, quit) = (Command::Named(Named::Save), Command::Named(Named::Quit));
        let commands = vec![save.clone(), quit.clone(), note.clone()];
        assert_eq!(notes_first(commands), [note, save, quit]);
    }
}
