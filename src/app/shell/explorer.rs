//! The window: panels around the tree, commands queued during a frame and run in one place.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use eframe::egui;

use super::fallen::Fallen;
use super::run::Responder;
use super::screenshot::Screenshot;
use crate::app::base::panics;
use crate::app::base::theme::{Theme, install};
use crate::app::dialogs::{Dialog, drop_ui};
use crate::app::document::files;
use crate::app::document::model::{Document, Polled};
use crate::app::document::opening::Opening;
use crate::app::document::saving::{Filing, Writing};
use crate::app::document::settings::{Settings, ThemeChoice};
use crate::app::document::view::tree_view;
use crate::app::intent::command::{Command, Named};
use crate::app::intent::places::{Middle, Side};
use crate::app::tools::board::BoardPanel;
use crate::app::tools::check::CheckPanel;
use crate::app::tools::compare::Compare;
use crate::app::tools::exercise::ExercisePanel;
use crate::app::tools::find::Find;
use crate::app::tools::history::HistoryStrip;
use crate::app::tools::line::LinePanel;
use crate::app::tools::moves::panel::MovesPanel;
use crate::app::tools::node::panel::NodePanel;
use crate::app::tools::play::review::Reviewed;
use crate::app::tools::play::{PlayPanel, Playing};
use crate::app::tools::setup::SetupPanel;
use crate::app::tools::tour::{Talk, TourPanel};
use crate::app::tools::what_if::WhatIfPanel;
use crate::app::views::map::MapPanel;
use crate::app::views::positions::PositionsPanel;
use crate::app::views::recording::RecordingPanel;
use crate::app::views::statistics::StatisticsPanel;
use crate::app::views::tree::panel::{Painted, TreePanel};
use crate::diagram::RatingsFor;
use crate::game::Player;
use crate::session::{Action, Change};
use crate::tree::{Limits, Vertex};

/// So long a frame goes on with what is being unfolded …
const SLICE: Duration = Duration::from_millis(8);
/// … by so many nodes between two looks at the clock.
const AT_A_TIME: usize = 3_000;

/// Something that a user is told.
pub(crate) struct Notice {
    pub text: String,
    pub is_error: bool,
}

/// The explorer's window.
///
/// Its state has three parts: what is open, what is remembered from one start to the next, and what
/// each panel remembers as long as the window lives.
pub struct Explorer {
    /// What is open.
    pub(crate) document: Document,
    /// What is remembered.
    pub(crate) settings: Settings,
    /// Where that is written; nowhere in a test and for a picture.
    pub(crate) settings_path: Option<PathBuf>,
    /// A theme that was asked for on the command line, until another is chosen.
    pub(crate) theme_for_now: Option<ThemeChoice>,
    pub(crate) board: BoardPanel,
    pub(crate) moves: MovesPanel,
    pub(crate) line: LinePanel,
    pub(crate) node: NodePanel,
    pub(crate) tree: TreePanel,
    pub(crate) map: MapPanel,
    pub(crate) positions: PositionsPanel,
    pub(crate) statistics: StatisticsPanel,
    pub(crate) ratings_for: RatingsFor,
    pub(crate) hidden: bool,
    pub(crate) side: Side,
    pub(crate) middle: Middle,
    /// How wide the panels were in the last frame: what changes while the pointer drags is remembered.
    pub(crate) widths: [f32; 2],
    pub(crate) setup: SetupPanel,
    /// The bytes that a build may take where nothing else is asked for.
    pub(crate) usual_bytes: Option<u64>,
    pub(crate) play_panel: PlayPanel,
    /// The game that is on.
    pub(crate) playing: Option<Playing>,
    /// Whether a text had the focus when the last frame began.
    pub(crate) typing: bool,
    pub(crate) dialog: Option<Dialog>,
    pub(crate) commands: Vec<Command>,
    /// The last command with a name, and who did it.
    pub(crate) answered: Option<(Named, Responder)>,
    /// What is done as soon as everything is built.
    pub(crate) once_built: Vec<Command>,
    pub(crate) notice: Option<Notice>,
    pub(crate) screenshot: Option<Screenshot>,
    /// A line that is selected as soon as the graph is built far enough.
    pub(crate) pending_line: Option<String>,
    pub(crate) opening: Option<Opening>,
    pub(crate) writing: Option<Writing>,
    pub(crate) filing: Filing,
    /// The comparison that is shown instead of the tree.
    pub(crate) comparing: Option<Compare>,
    /// What somebody's program says of the board.
    pub(crate) checking: CheckPanel,
    pub(crate) find: Find,
    pub(crate) recording: RecordingPanel,
    pub(crate) what_if: WhatIfPanel,
    pub(crate) tour: TourPanel,
    /// The presentation that is on.
    pub(crate) talk: Option<Talk>,
    pub(crate) exercise: ExercisePanel,
    /// The ratings along the line.
    pub(crate) history: HistoryStrip,
    pub(crate) reviewed: Reviewed,
    /// What panics have left.
    pub(crate) fallen: Fallen,
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
    pub(crate) fn usual_limits(&self) -> Limits {
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

    pub(crate) fn select_pending(&mut self) {
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
    pub(crate) fn act(&mut self, action: Action) {
        match action {
            Action::Move(index) if self.moves_in_game() => self.move_in_game(index),
            action => self.walk(action),
        }
    }

    /// Walks the tree.
    pub(crate) fn walk(&mut self, action: Action) {
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
    pub(crate) fn followed(&mut self, change: Change) {
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

    pub(crate) fn refresh_tree(&mut self) {
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
    pub(crate) fn actual_size(&mut self) {
        let view = tree_view(
            &self.document,
            self.ratings_for,
            self.hidden,
            &self.settings,
        );
        self.tree.actual_size(&view, &self.document.session);
    }

    /// Draws the tree larger, or smaller.
    pub(crate) fn zoom_tree(&mut self, factor: f32) {
        let view = tree_view(
            &self.document,
            self.ratings_for,
            self.hidden,
            &self.settings,
        );
        self.tree.zoom(&view, &self.document.session, factor);
    }

    /// Marks the tree anew: a note came or went.
    pub(crate) fn remark_tree(&mut self) {
        let view = tree_view(
            &self.document,
            self.ratings_for,
            self.hidden,
            &self.settings,
        );
        self.tree.remark(&view);
    }

    pub(crate) fn tell(&mut self, told: Result<String, String>) {
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

/// The smallest window in which everything has room, in points.
pub(crate) const SMALLEST_WINDOW: [f32; 2] = [900.0, 560.0];

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
