//! What all views and tools share: what is open, how it is looked at, what is asked for, and what
//! somebody is told.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Weak};

use eframe::egui;

use super::bar::Over;
use super::states::States;
use crate::app::base::{disk, in_the_window};
use crate::app::document::{
    Document, KeptGame, Next, Playing, Settings, Snapshot, TypedTexts, files,
};
use crate::app::intent::{CheckSource, Menu, Middle, Named, Queue, Scope, SetupLead, Side};
use crate::diagram::{Elements, RatingsFor, TreeStyle, TreeView};
use crate::game::{Player, Refusal, shortened_inside, visible};
use crate::rating::Analysis;
use crate::save::TourRecording;
use crate::session::{Action, Change};
use crate::tree::{Hits, Limits, Vertex};

/// Boards are drawn in the nodes of trees of so many nodes at most …
const MAX_WITH_BOARDS: u64 = 32;
/// … so wide and so high, in scene units.
const NODE_BOARD: [f64; 2] = [54.0, 40.0];

/// Something that a user is told.
pub(crate) struct Notice {
    pub text: String,
    pub is_error: bool,
}

/// What everything that is derived of the open tree was derived of. Whatever is found to have
/// another one than the desk is stale.
#[derive(Debug, Default)]
struct Look {
    /// Tells one graph from the next without keeping it.
    analysis: Weak<Analysis>,
    tree: u64,
    assumed: u64,
    ratings_for: Option<RatingsFor>,
    hidden: bool,
    best_first: bool,
    to_the_right: bool,
    node_boards: bool,
}

impl PartialEq for Look {
    fn eq(&self, other: &Self) -> bool {
        self.analysis.ptr_eq(&other.analysis)
            && (self.tree, self.assumed) == (other.tree, other.assumed)
            && (self.ratings_for, self.hidden) == (other.ratings_for, other.hidden)
            && (self.best_first, self.to_the_right) == (other.best_first, other.to_the_right)
            && self.node_boards == other.node_boards
    }
}

/// What all views and tools share. None of them knows another: what one wants of the others it puts
/// here, or asks for by a command.
pub(crate) struct Desk {
    /// What is open.
    pub document: Document,
    /// What is remembered from one start to the next.
    pub settings: Settings,
    /// Whether the window is so narrow that the panel at the right is a drawer …
    pub is_narrow: bool,
    /// … and whether that is open.
    pub drawer: bool,
    /// The bytes that a build may take where nothing else is asked for.
    pub usual_bytes: Option<u64>,
    /// Whose ratings are shown.
    pub ratings_for: RatingsFor,
    /// Whether ratings, and what follows from them, are kept from the reader.
    pub hidden: bool,
    /// What the panel at the right shows.
    pub side: Side,
    /// What stands in the middle …
    pub middle: Middle,
    /// … unless rules are compared there.
    pub compares: bool,
    /// What was checked last, and whether anything of that is shown.
    pub checked: Option<CheckSource>,
    pub has_check: bool,
    /// Whether somebody does an exercise, and whether something was filled in that would be lost.
    pub practises: bool,
    pub fills_in: bool,
    /// Whether a tree's text was typed that isn't applied.
    pub has_draft: bool,
    /// Whether a presentation is on.
    pub presents: bool,
    /// Whether the window is there for a picture of it alone.
    pub for_picture: bool,
    /// The game that is on …
    pub playing: Option<Playing>,
    /// … or shall go on, once the tree has it …
    pub resumes: Option<KeptGame>,
    /// … and whether it is looked back on: its line is shown wherever one looks.
    pub reviews: bool,
    /// The place of the board that is marked as the source of an attack.
    pub marked: Option<usize>,
    /// Whether the keys play on the board …
    pub board_has_keys: Cell<bool>,
    /// … or walk the tree.
    pub tree_has_keys: Cell<bool>,
    /// What hears keys of its own once it is clicked.
    pub own_keys: Cell<Option<egui::Id>>,
    /// The menu that a key opens.
    pub opens_menu: Cell<Option<Menu>>,
    /// Which field of the setup is given the keyboard.
    pub setup_lead: Option<SetupLead>,
    /// What was found and is marked in the tree, on the map and among the positions.
    pub hits: Option<Arc<Hits>>,
    /// The recording that is shown, as a step of a tour would show it.
    pub recorded: Option<(String, TourRecording)>,
    /// What is typed and isn't an edit yet.
    pub typed: TypedTexts,
    /// What is asked for and not done yet.
    pub commands: Queue,
    /// What goes on as soon as nothing is lost by it.
    pub next: Option<Next>,
    /// Where what isn't saved is kept.
    pub recovery_folder: Option<std::path::PathBuf>,
    /// Whether the settings are to be written.
    pub remembers: bool,
    /// What somebody is told.
    pub notice: Option<Notice>,
    /// A line that is selected as soon as the graph is built far enough.
    pub pending_line: Option<String>,
    /// Counts the documents that were opened …
    pub opened: u64,
    /// … and the trees that were opened or built.
    pub tree: u64,
    /// Counts the changes of notes, bookmarks and tours.
    pub notes: u64,
    /// Counts the looks at the tree: what was made for another one is stale.
    pub look: u64,
    /// What the last look was at.
    seen: Look,
    /// Whether boards are drawn in the nodes of the tree.
    boards: bool,
    /// What actions have changed and the tools don't know yet.
    pub changes: Option<Change>,
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
            side: Side::default(),
            middle: Middle::default(),
            compares: false,
            checked: None,
            has_check: false,
            practises: false,
            fills_in: false,
            has_draft: false,
            presents: false,
            for_picture: false,
            playing: None,
            resumes: None,
            reviews: false,
            marked: None,
            board_has_keys: Cell::new(false),
            tree_has_keys: Cell::new(true),
            own_keys: Cell::new(None),
            opens_menu: Cell::new(None),
            setup_lead: None,
            hits: None,
            recorded: None,
            typed: TypedTexts::default(),
            recovery_folder: None,
            commands: Queue::default(),
            next: None,
            remembers: false,
            notice: None,
            pending_line: None,
            is_narrow: false,
            drawer: false,
            opened: 1,
            tree: 1,
            notes: 0,
            look: 0,
            seen: Look::default(),
            boards: false,
            changes: None,
            states: States::default(),
        }
    }

    /// How the document is looked at.
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

    /// The same as the tree in the middle is drawn.
    pub fn tree_view(&self) -> TreeView<'_> {
        TreeView {
            style: self.settings.tree_style(),
            elements: Elements {
                beside: self.boards.then_some(NODE_BOARD),
                blunders: true,
                ..Elements::default()
            },
            ..self.view()
        }
    }

    /// Whether boards are drawn in the nodes of the tree: it is small, and they have pictures.
    fn draws_boards(&self) -> bool {
        let rated = self.document.session.rated();
        let nodes = rated.analysis.nodes.of(Vertex::ROOT).to_u64();
        let small = nodes.is_some_and(|nodes| nodes <= MAX_WITH_BOARDS);
        // A game of one's own may fail here; the frame that draws its board says so.
        let picture = || !rated.graph.picture(Vertex::ROOT).places.is_empty();
        self.settings.node_boards
            && small
            && catch_unwind(AssertUnwindSafe(picture)).unwrap_or_default()
    }

    /// The document as it is written.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot::of(
            &self.document,
            &self.settings,
            self.ratings_for,
            self.hidden,
        )
    }

    /// The folder that is listed first: that of the document, or of the file opened last.
    pub fn first_folder(&self) -> std::path::PathBuf {
        let recent = self.settings.recent.first();
        let path = self.document.words.path.as_ref().or(recent);
        disk::first_folder(path.map(std::path::PathBuf::as_path))
    }

    /// Whether this, and no comparison, stands in the middle.
    pub fn shows(&self, middle: Middle) -> bool {
        self.middle == middle && !self.compares
    }

    /// Whether there is a panel at the right: in a narrow window it is a drawer, which somebody has
    /// opened.
    pub fn shows_panel(&self) -> bool {
        let stays = !self.is_narrow || self.side == Side::Start;
        self.settings.node_panel && (self.drawer || stays)
    }

    /// Whether one column has both panels, so that the tree keeps its room: in a narrow window the drawer
    /// takes the place of the panel at the left, with the board at its top.
    pub fn has_one_column(&self) -> bool {
        self.is_narrow && self.shows_panel()
    }

    /// Whether the board is drawn in a panel, if there is one.
    pub fn shows_board(&self) -> bool {
        let covered = self.has_one_column() && self.side == Side::Start;
        self.settings.board_panel && !covered
    }

    /// Shows the panel at the right, or hides it.
    pub fn toggle_panel(&mut self) {
        let shown = !self.shows_panel();
        self.drawer = shown;
        if shown || !self.is_narrow {
            self.settings.node_panel = shown;
        }
    }

    /// Whether the selected node is the one that the game has reached: a move made there is one of it.
    pub fn is_at_game(&self) -> bool {
        let node = self.playing.as_ref().and_then(|playing| playing.node);
        node == Some(self.document.session.selected())
    }

    /// Whether this is what the panel at the right shows.
    pub fn shows_side(&self, side: Side) -> bool {
        self.side == side && self.shows_panel()
    }

    /// Whether the setup is open.
    pub fn edits_root(&self) -> bool {
        self.shows_side(Side::Setup)
    }

    /// What lies over the middle of the window beside a view's own controls.
    pub fn over(&self) -> Over {
        Over {
            hidden: self.hidden,
            check: self.has_check || self.middle == Middle::Check,
            bare: self.presents,
        }
    }

    /// Whether a command's keys are heard now, as long as nobody types and no presentation is on.
    pub fn hears(&self, named: Named) -> bool {
        let (board, tree) = (self.board_has_keys.get(), self.tree_has_keys.get());
        match named.scope() {
            Scope::Window => true,
            Scope::Tree => tree,
            Scope::Board => board,
            Scope::Recording => tree && self.shows(Middle::Recording) && self.recorded.is_some(),
            Scope::Talk => false,
        }
    }

    /// What a board is built to unless others are asked for.
    pub fn usual_limits(&self) -> Limits {
        Limits {
            max_bytes: self.usual_bytes,
            ..files::window_limits()
        }
    }

    /// Shows something at the right.
    pub fn show_side(&mut self, side: Side) {
        self.side = side;
        self.settings.node_panel = true;
        self.drawer = true;
    }

    /// Shows something at the right, or the selected node again.
    pub fn toggle_side(&mut self, side: Side) {
        self.turn_side(side, self.side != side);
    }

    /// Shows something at the right, or else the selected node.
    pub fn turn_side(&mut self, side: Side, shown: bool) {
        self.side = if shown { side } else { Side::Node };
        self.settings.node_panel |= shown;
        self.drawer |= shown;
    }

    /// Shows something else in the middle, instead of a comparison too.
    pub fn show_middle(&mut self, middle: Middle) {
        self.compares = false;
        if self.middle != middle {
            // What was told belongs to what was seen.
            self.notice = None;
        }
        self.middle = middle;
    }

    /// Tells something, or what went wrong.
    pub fn tell(&mut self, told: Result<String, Refusal>) {
        const MAX: usize = 1_000;
        let is_error = told.is_err();
        let text = match told {
            Ok(text) => text,
            Err(why) => in_the_window(&why.to_string()),
        };
        let text = visible(&shortened_inside(&text, MAX)).into_owned();
        self.notice = Some(Notice { text, is_error });
    }

    /// Walks the tree.
    pub fn walk(&mut self, action: Action) {
        self.keep_typed();
        self.notice = None;
        self.change(action);
    }

    /// Does something with the session that nobody has asked for: what is told stays.
    pub fn change(&mut self, action: Action) {
        let mut change = self.document.session.apply(action);
        if change.selection {
            self.marked = None;
        }
        if change.shape || !change.folds.is_empty() {
            self.document.settle_notes();
        }
        let session = &self.document.session;
        self.document.supposed.settle(session.unfolding());
        if let Some(text) = change.message.take() {
            self.tell(Ok(text));
        }
        let changes = self.changes.get_or_insert_default();
        changes.selection |= change.selection;
        changes.shape |= change.shape;
        changes.folds.extend(change.folds);
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

    /// Brings the session and the what-ifs up to date with how the tree is looked at, and counts the
    /// look if it is another one. This is the one place where anything is found stale.
    pub fn settle(&mut self) {
        let look = Look {
            analysis: Arc::downgrade(&self.document.session.rated().analysis),
            tree: self.tree,
            assumed: self.document.supposed.asked(),
            ratings_for: Some(self.ratings_for),
            hidden: self.hidden,
            best_first: self.settings.best_first,
            to_the_right: self.settings.tree_to_the_right,
            node_boards: self.settings.node_boards,
        };
        if look == self.seen {
            return;
        }
        self.seen = look;
        self.look += 1;
        self.boards = self.draws_boards();
        let session = &mut self.document.session;
        session.apply(Action::Budget(self.settings.unfold_budget));
        session.apply(Action::Blind(self.hidden));
        self.document.settle_notes();
        self.document.suppose();
    }

    /// After the last player come the ratings for the mover, then those for the first player.
    pub fn next_ratings(&self) -> RatingsFor {
        let players = self.document.session.rated().graph.graph().players();
        match self.ratings_for {
            RatingsFor::Player(player) if player.index() + 1 < players => {
                RatingsFor::Player(Player(player.0 + 1))
            }
            RatingsFor::Player(_) => RatingsFor::Mover,
            RatingsFor::Mover => RatingsFor::Player(Player(0)),
        }
    }

    /// Copies a text, and says so.
    pub fn copy(&mut self, ctx: &egui::Context, text: String, told: impl Into<String>) {
        ctx.copy_text(text);
        self.tell(Ok(told.into()));
    }
}
