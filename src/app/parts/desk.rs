//! The state shared by all views and tools (`Desk`): the open document, the view, requested
//! commands, and notices.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Weak};

use eframe::egui;

use super::tool::States;
use crate::app::base::{disk, in_the_window};
use crate::app::document::{
    AfterPrompt, Document, KeptGame, Playing, Settings, Snapshot, TypedTexts, files,
};
use crate::app::intent::{CheckSource, CommandId, KeyScope, MainView, Menu, Queue, SidePanel};
use crate::diagram::{
    Density, Elements, MAX_WITH_BOARDS, RatingsFor, TreeStyle, TreeView, node_board,
};
use crate::game::{Player, Refusal, shortened_inside, visible};
use crate::rating::Analysis;
use crate::save::TourRecording;
use crate::session::{Action, ActionEffects};
use crate::tree::{Hits, Limits, Vertex};

/// How much smaller a slide's tree is drawn, so that it fits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tightness {
    /// As in the window.
    #[default]
    None,
    /// With shorter edges …
    Edges,
    /// … and without boards in its nodes.
    Boards,
}

impl Tightness {
    /// The elements that are drawn.
    pub fn of(self, elements: Elements) -> Elements {
        Elements {
            density: match self {
                Self::None => elements.density,
                Self::Edges | Self::Boards => Density::Compact,
            },
            beside: elements.beside.filter(|_| self != Self::Boards),
            ..elements
        }
    }
}

/// A document that is put aside while another one is presented.
pub(crate) struct VisitedFrom {
    document: Document,
    middle: MainView,
    compares: bool,
    ratings_for: RatingsFor,
    playing: Option<Playing>,
    resumes: Option<KeptGame>,
}

/// A notification.
pub(crate) struct Notice {
    pub text: String,
    pub is_error: bool,
    /// When it was shown first, in seconds of the window's clock.
    pub since: Option<f64>,
}

/// Identifies the state that everything derived from the open tree depends on. Data derived from
/// another one are stale.
#[derive(Debug, Default)]
struct DerivedFrom {
    /// Identifies a graph without keeping it alive.
    analysis: Weak<Analysis>,
    tree: u64,
    assumed: u64,
    ratings_for: Option<RatingsFor>,
    hidden: bool,
    best_first: bool,
    to_the_right: bool,
    node_boards: bool,
    reach: bool,
    tightness: Tightness,
}

impl PartialEq for DerivedFrom {
    fn eq(&self, other: &Self) -> bool {
        self.analysis.ptr_eq(&other.analysis)
            && (self.tree, self.assumed) == (other.tree, other.assumed)
            && (self.ratings_for, self.hidden) == (other.ratings_for, other.hidden)
            && (self.best_first, self.to_the_right) == (other.best_first, other.to_the_right)
            && (self.node_boards, self.tightness) == (other.node_boards, other.tightness)
            && self.reach == other.reach
    }
}

/// The state shared by all views and tools. They don't know each other; they communicate through it
/// and through commands.
pub(crate) struct Desk {
    /// The open document.
    pub document: Document,
    /// The settings.
    pub settings: Settings,
    /// Whether the window is so narrow that the panel at the right is a drawer, or, as on a phone, so
    /// small that it is on a sheet …
    pub is_narrow: bool,
    pub is_slim: bool,
    /// Whether such a window is higher than wide.
    pub is_upright: bool,
    /// Whether the keyboard of such a window takes most of it: nothing is shown that isn't needed to type.
    pub is_cramped: bool,
    /// Whether controls have the size of a thumb: in such a window, and where the screen is touched.
    pub is_touched: bool,
    /// … and whether that is open.
    pub drawer: bool,
    /// Default memory limit of a build in bytes.
    pub usual_bytes: Option<u64>,
    /// The player whose ratings are shown.
    pub ratings_for: RatingsFor,
    /// Whether ratings, and everything derived from them, are hidden.
    pub hidden: bool,
    /// Whether they are hidden until the game ends.
    pub hidden_for_game: bool,
    /// The panel at the right.
    pub side: SidePanel,
    /// The view in the middle …
    pub middle: MainView,
    /// … unless rules are compared there.
    pub compares: bool,
    /// The source of the last check, if any of it is shown.
    pub checked: Option<CheckSource>,
    pub has_check: bool,
    /// Whether an exercise is in progress, and whether it has answers that would be lost.
    pub practises: bool,
    pub fills_in: bool,
    /// Whether a tree's text was typed that isn't applied.
    pub has_draft: bool,
    /// Whether a presentation is on …
    pub presents: bool,
    /// … and the step of its tour, if it is one …
    pub slide: Option<usize>,
    /// … for which the tree is drawn smaller, where it doesn't fit.
    pub tightness: Tightness,
    /// The document to return to after the presentation of another one.
    pub visited_from: Option<Box<VisitedFrom>>,
    /// Whether the window exists only for a screenshot.
    pub for_picture: bool,
    /// Whether another page shows the window: what is open is presented, and nobody leaves that.
    pub embedded: bool,
    /// The game in progress …
    pub playing: Option<Playing>,
    /// … or to continue once the tree contains it …
    pub resumes: Option<KeptGame>,
    /// … and whether its review is shown: then its line is always shown.
    pub reviews: bool,
    /// The marked place of the board, the source of an attack.
    pub marked: Option<usize>,
    /// Whether the keys play on the board …
    pub board_has_keys: Cell<bool>,
    /// … or walk the tree.
    pub tree_has_keys: Cell<bool>,
    /// The widget that gets keys of its own once it is clicked.
    pub own_keys: Cell<Option<egui::Id>>,
    /// The menu that a key opens.
    pub opens_menu: Cell<Option<Menu>>,
    /// The matches marked in the tree, on the map and among the positions.
    pub hits: Option<Arc<Hits>>,
    /// The recording that is shown, as a step of a tour would show it.
    pub recorded: Option<(String, TourRecording)>,
    /// Whether a recording has steps after the present one.
    pub is_recording_open: bool,
    /// The text being typed that isn't an edit yet.
    pub typed: TypedTexts,
    /// The queue of requested commands.
    pub commands: Queue,
    /// The action to continue with after unsaved work is saved or discarded.
    pub next: Option<AfterPrompt>,
    /// The folder of recovery files.
    pub recovery_folder: Option<std::path::PathBuf>,
    /// Whether the settings must be written.
    pub remembers: bool,
    /// The notification.
    pub notice: Option<Notice>,
    /// A line that is selected as soon as the graph is built far enough.
    pub pending_line: Option<String>,
    /// Counts the documents that were opened …
    pub opened: u64,
    /// … and the trees that were opened or built.
    pub tree: u64,
    /// Counts the changes of notes, bookmarks and tours.
    pub notes: u64,
    /// The version of the look at the tree: data for another one are stale.
    pub look: u64,
    /// The last look.
    seen: DerivedFrom,
    /// The room of boards in the nodes of the tree, if they are drawn.
    boards: Option<[f64; 2]>,
    /// The changes by actions that the tools don't know yet.
    pub changes: Option<ActionEffects>,
    /// Which commands would do something in this frame, and which are on.
    pub states: States,
}

impl Desk {
    pub fn new(document: Document, settings: Settings) -> Self {
        Self {
            document,
            settings,
            usual_bytes: None,
            ratings_for: RatingsFor::Player(Player(0)),
            hidden: false,
            hidden_for_game: false,
            side: SidePanel::default(),
            middle: MainView::default(),
            compares: false,
            checked: None,
            has_check: false,
            practises: false,
            fills_in: false,
            has_draft: false,
            presents: false,
            slide: None,
            tightness: Tightness::default(),
            visited_from: None,
            for_picture: false,
            embedded: false,
            playing: None,
            resumes: None,
            reviews: false,
            marked: None,
            board_has_keys: Cell::new(false),
            tree_has_keys: Cell::new(true),
            own_keys: Cell::new(None),
            opens_menu: Cell::new(None),
            hits: None,
            recorded: None,
            is_recording_open: false,
            typed: TypedTexts::default(),
            recovery_folder: None,
            commands: Queue::default(),
            next: None,
            remembers: false,
            notice: None,
            pending_line: None,
            is_narrow: false,
            is_slim: false,
            is_upright: false,
            is_touched: false,
            is_cramped: false,
            drawer: false,
            opened: 1,
            tree: 1,
            notes: 0,
            look: 0,
            seen: DerivedFrom::default(),
            boards: None,
            changes: None,
            states: States::default(),
        }
    }

    /// The view of the document.
    pub fn view(&self) -> TreeView<'_> {
        let document = &self.document;
        let rated = document.session.rated();
        TreeView {
            labels: &*rated.graph,
            analysis: &rated.analysis,
            unfolding: document.session.unfolding(),
            notes: &document.layer,
            what_if: document.supposed.shown(),
            ratings_for: self.ratings_for,
            hidden: self.hidden,
            ends: document.ends.as_ref(),
            style: TreeStyle::default(),
            elements: Default::default(),
        }
    }

    /// The same for the board and its moves beside the view in the middle: a recording that isn't
    /// at its end would be given away by their ratings.
    pub fn beside_view(&self) -> TreeView<'_> {
        let view = self.view();
        TreeView {
            hidden: view.hidden || (self.is_recording_open && self.shows(MainView::Recording)),
            ..view
        }
    }

    /// The view of the panel at the right, in which the moves may be.
    pub fn panel_view(&self) -> TreeView<'_> {
        match self.side {
            SidePanel::Moves => self.beside_view(),
            _ => self.view(),
        }
    }

    /// The same as the tree in the middle is drawn.
    pub fn tree_view(&self) -> TreeView<'_> {
        let view = self.loose_view();
        TreeView {
            elements: self.tightness.of(view.elements),
            ..view
        }
    }

    /// The same as if every slide had room for its tree.
    pub fn loose_view(&self) -> TreeView<'_> {
        TreeView {
            style: self.settings.tree_style(self.grows_right()),
            elements: Elements {
                beside: self.boards,
                blunders: true,
                reach: self.settings.reach,
                ..Elements::default()
            },
            ..self.view()
        }
    }

    /// The room of boards in the nodes of the tree, where it is small and they have pictures.
    fn room_of_boards(&self) -> Option<[f64; 2]> {
        let rated = self.document.session.rated();
        let nodes = rated.analysis.nodes.of(Vertex::ROOT).to_u64();
        let small = nodes.is_some_and(|nodes| nodes <= MAX_WITH_BOARDS);
        // A custom game may panic here; the frame that draws its board reports it.
        let room = || {
            let picture = rated.graph.picture(Vertex::ROOT);
            (!picture.cells.is_empty()).then(|| node_board(&picture))
        };
        (self.settings.node_boards && small)
            .then(|| catch_unwind(AssertUnwindSafe(room)).unwrap_or_default())
            .flatten()
    }

    /// The document to write.
    pub fn snapshot(&self) -> Snapshot {
        let snapshot = Snapshot::of(
            &self.document,
            self.settings.tree_style(self.grows_right()),
            self.ratings_for,
            self.hidden,
        );
        Snapshot {
            boards: self.boards.is_some(),
            ..snapshot
        }
    }

    /// The folder that is listed first: that of the document, or of the file opened last.
    pub fn first_folder(&self) -> std::path::PathBuf {
        let recent = self.settings.recent.first();
        let path = self.document.words.path.as_ref().or(recent);
        disk::first_folder(path.map(std::path::PathBuf::as_path))
    }

    /// Whether a command's shortcuts work now, if no text is being typed and no presentation is on.
    pub fn hears(&self, named: CommandId) -> bool {
        let (board, tree) = (self.board_has_keys.get(), self.tree_has_keys.get());
        match named.scope() {
            KeyScope::Window => true,
            KeyScope::Tree => tree,
            KeyScope::Board => board,
            KeyScope::Recording => {
                tree && self.shows(MainView::Recording) && self.recorded.is_some()
            }
            KeyScope::Talk => false,
        }
    }

    /// Shows the ratings again that were hidden for a game.
    pub fn show_after_game(&mut self) {
        self.hidden &= !std::mem::take(&mut self.hidden_for_game);
    }

    /// The default limits of a board.
    pub fn usual_limits(&self) -> Limits {
        Limits {
            max_bytes: self.usual_bytes,
            ..files::window_limits()
        }
    }

    /// Shows that work was stopped, if it was; returns whether it was.
    pub fn tell_stopped(&mut self, stopped: bool, message: &str) -> bool {
        if stopped {
            self.tell(Ok(message.to_owned()));
        }
        stopped
    }

    /// Shows a notification, or an error.
    pub fn tell(&mut self, told: Result<String, Refusal>) {
        const MAX: usize = 1_000;
        let is_error = told.is_err();
        let text = match told {
            Ok(text) => text,
            Err(why) => in_the_window(&why.to_string()),
        };
        let text = visible(&shortened_inside(&text, MAX)).into_owned();
        self.notice = Some(Notice {
            text,
            is_error,
            since: None,
        });
    }

    /// Walks the tree.
    pub fn walk(&mut self, action: Action) {
        self.keep_typed();
        self.notice = None;
        self.change(action);
    }

    /// Applies an action that the user didn't request: the notification stays.
    pub fn change(&mut self, action: Action) {
        let mut change = self.document.session.apply(action);
        if change.selection {
            self.marked = None;
        }
        if change.shape || !change.folds.is_empty() {
            self.document.settle_notes();
        }
        let session = &self.document.session;
        self.document.supposed.resolve(session.unfolding());
        if let Some(text) = change.message.take() {
            self.tell(Ok(text));
        }
        let changes = self.changes.get_or_insert_default();
        changes.selection |= change.selection;
        changes.shape |= change.shape;
        changes.folds.extend(change.folds);
    }

    /// Shows another document; returns the one before.
    pub fn open(&mut self, document: Document) -> Document {
        let before = std::mem::replace(&mut self.document, document);
        self.document.allow_bytes(self.usual_bytes);
        self.opened += 1;
        self.opened_tree();
        self.playing = None;
        self.resumes = None;
        self.ratings_for = RatingsFor::Player(Player(0));
        self.pending_line = None;
        before
    }

    /// Shows another document until [`come_back`](Self::come_back).
    pub fn visit(&mut self, document: Document) {
        let (playing, resumes) = (self.playing.take(), self.resumes.take());
        let (middle, compares, ratings_for) = (self.middle, self.compares, self.ratings_for);
        let document = self.open(document);
        self.visited_from = Some(Box::new(VisitedFrom {
            document,
            middle,
            compares,
            ratings_for,
            playing,
            resumes,
        }));
        self.show_middle(MainView::Tree);
    }

    /// Shows the document again from which another one was visited.
    pub fn come_back(&mut self) {
        let Some(from) = self.visited_from.take() else {
            return;
        };
        self.open(from.document).close();
        self.show_middle(from.middle);
        self.compares = from.compares;
        self.ratings_for = from.ratings_for;
        (self.playing, self.resumes) = (from.playing, from.resumes);
    }

    /// Another tree is open: whatever was made for the one before is stale.
    pub fn opened_tree(&mut self) {
        self.tree += 1;
        self.changes = None;
        self.marked = None;
    }

    /// A note, a bookmark or a tour came or went.
    pub fn noted(&mut self) {
        self.notes += 1;
    }

    /// Updates the session and the what-ifs to the present look at the tree, and increases the
    /// version if it has changed. This is the only place that detects stale data.
    pub fn settle(&mut self) {
        let look = DerivedFrom {
            analysis: Arc::downgrade(&self.document.session.rated().analysis),
            tree: self.tree,
            assumed: self.document.supposed.asked(),
            ratings_for: Some(self.ratings_for),
            hidden: self.hidden,
            best_first: self.settings.best_first,
            to_the_right: self.grows_right(),
            node_boards: self.settings.node_boards,
            reach: self.settings.reach,
            tightness: self.tightness,
        };
        if look == self.seen {
            return;
        }
        self.seen = look;
        self.look += 1;
        self.boards = self.room_of_boards();
        let session = &mut self.document.session;
        session.apply(Action::Budget(self.settings.unfold_budget));
        session.apply(Action::Blind(self.hidden));
        self.document.settle_notes();
        self.document.suppose();
    }

    /// After the last player come the ratings for the mover, then those for the first player.
    pub fn next_ratings(&self) -> RatingsFor {
        let choices = RatingsFor::choices(self.document.session.rated().graph.graph());
        let now = choices
            .iter()
            .position(|choice| *choice == self.ratings_for);
        choices[now.map_or(0, |now| now + 1) % choices.len()]
    }

    /// Copies a text, and says so.
    pub fn copy(&mut self, ctx: &egui::Context, text: String, message: impl Into<String>) {
        ctx.copy_text(text);
        self.tell(Ok(message.into()));
    }
}
