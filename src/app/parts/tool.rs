//! The trait of views and tools ([`Tool`]): what each shows, its background work, and its commands.
//! [`Cx`] is the context of a frame: read access to the window for drawing, and the queue for
//! commands. [`States`] has the states of commands: enabled, and on or off. Which panels and views are
//! shown, and where, is here too.

use std::any::Any;

use eframe::egui::{self, Context};

use super::bar::Overlays;
use super::desk::Desk;
use crate::app::base::Theme;
use crate::app::document::Document;
use crate::app::intent::{Command, CommandId, MainView, Queue, SidePanel};
use crate::diagram::TreeView;
use crate::session::ActionEffects;
use crate::tree::Vertex;

/// Who handles a named command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Responder {
    /// No one: it would do nothing now.
    Nobody,
    /// The walk through the tree.
    Session,
    /// The map.
    Map,
    /// The tree of an exercise.
    Exercise,
    /// The tree of a recording.
    Recording,
    /// The position graph.
    Positions,
    /// The board.
    Board,
    /// The window itself.
    Window,
}

/// Background work, and work that the window waits for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BackgroundWork {
    /// A description as a sentence: `the map is being counted`.
    pub label: &'static str,
    /// The completed share, from 0 to 1, if known.
    pub share: Option<f32>,
    /// Whether it continues in the window's frames; otherwise another thread works, and wakes the
    /// window.
    pub by_frames: bool,
}

impl BackgroundWork {
    /// Something on another thread.
    pub fn on_thread(label: &'static str) -> Self {
        Self {
            label,
            share: None,
            by_frames: false,
        }
    }
}

/// A view or a tool. It knows the desk, but no other tool and not the window; it requests
/// everything else by commands.
pub(crate) trait Tool: Any {
    /// The view in the middle that it is, if any.
    fn middle(&self) -> Option<MainView> {
        None
    }

    /// Whether it is in the middle now; the first such tool is shown.
    fn is_in_middle(&self, desk: &Desk) -> bool {
        self.middle() == Some(desk.middle)
    }

    /// The middle of the window.
    fn middle_ui(&mut self, _ui: &mut egui::Ui, _cx: &Cx<'_>) {}

    /// Its tab at the right, if it has one.
    fn side(&self) -> Option<SidePanel> {
        None
    }

    /// The command of a click on its tab.
    fn tab_command(&self) -> Option<Command> {
        self.side().map(Command::ShowSide)
    }

    /// Whether its tab is offered while another one is shown.
    fn offers_tab(&self, _desk: &Desk) -> bool {
        false
    }

    /// The minimum width of that panel, in points.
    fn least_width(&self) -> f32 {
        240.0
    }

    /// The panel at the right.
    fn side_ui(&mut self, _ui: &mut egui::Ui, _cx: &Cx<'_>) {}

    /// The fixed part at the lower end of that panel, drawn first; returns its height.
    fn foot_ui(&mut self, _ui: &mut egui::Ui, _cx: &Cx<'_>) -> f32 {
        0.0
    }

    /// Its part of the panel at the left. All tools with such a part are shown there, in the order
    /// of the list.
    fn left_ui(&mut self, _ui: &mut egui::Ui, _cx: &Cx<'_>) {}

    /// A strip above or below the middle, with the same width; it reduces the middle's area.
    fn strip_ui(&mut self, _ui: &mut egui::Ui, _cx: &Cx<'_>) {}

    /// A line above the middle.
    fn banner_ui(&mut self, _ui: &mut egui::Ui, _cx: &Cx<'_>) {}

    /// Updates the data derived from the desk: after every command, and before every frame.
    fn sync(&mut self, _desk: &mut Desk) {}

    /// Updates itself after an action.
    fn follow(&mut self, _desk: &Desk, _change: &ActionEffects) {}

    /// Takes results of other threads, starts due work, and continues work over several frames:
    /// before every frame.
    fn poll(&mut self, _desk: &mut Desk, _ctx: &Context) {}

    /// The work in progress.
    fn work(&self, _desk: &Desk) -> Option<BackgroundWork> {
        None
    }

    /// Cancels its work, and returns `true`; `false` if there is none.
    fn cancel(&mut self, _desk: &mut Desk) -> bool {
        false
    }

    /// Hears keys before they are commands, where it has the keyboard; `true` if it heard one that
    /// walks.
    fn keys(&mut self, _desk: &mut Desk, _ctx: &Context) -> bool {
        false
    }

    /// Whether one of its commands would do anything now; `None` if the next tool decides.
    fn is_enabled(&self, _desk: &Desk, _named: CommandId) -> Option<bool> {
        None
    }

    /// Whether one of its commands that switches something has it on; `None` for any other.
    fn is_on(&self, _desk: &Desk, _named: CommandId) -> Option<bool> {
        None
    }

    /// Handles one of its commands, and returns who did; `None` passes it to the next tool.
    fn run(&mut self, _desk: &mut Desk, _ctx: &Context, _command: &Command) -> Option<Responder> {
        None
    }

    /// After a panic: closes whatever may have caused it.
    fn give_up(&mut self, desk: &mut Desk) {
        self.cancel(desk);
    }
}

/// Read access to the window for drawing. Nothing can be changed through it; requests are pushed as
/// commands, which run after the frame.
#[derive(Clone, Copy)]
pub(crate) struct Cx<'a> {
    pub theme: &'a Theme,
    pub desk: &'a Desk,
    pub document: &'a Document,
    /// The view of the document's tree.
    pub view: &'a TreeView<'a>,
    pub commands: &'a Queue,
}

impl<'a> Cx<'a> {
    /// The context of a desk in a theme, with this view of the document's tree.
    pub fn new(theme: &'a Theme, desk: &'a Desk, view: &'a TreeView<'a>) -> Self {
        Self {
            theme,
            desk,
            document: &desk.document,
            view,
            commands: &desk.commands,
        }
    }

    /// The same context with another view of a tree.
    pub fn with_view<'b>(&self, view: &'b TreeView<'b>) -> Cx<'b>
    where
        'a: 'b,
    {
        Cx { view, ..*self }
    }

    /// Pushes a command.
    pub fn push(&self, command: Command) {
        self.commands.push(command);
    }

    /// Pushes a named command.
    pub fn run(&self, named: CommandId) {
        self.commands.push(Command::Named(named));
    }
}

/// The states of all commands in a frame (enabled, and on or off), collected from all tools once
/// before drawing.
#[derive(Debug, Default)]
pub(crate) struct States(Vec<(bool, Option<bool>)>);

impl States {
    /// The state of every command: whether it would do something and, for a toggle, whether it is
    /// on.
    pub fn new(state: impl FnMut(CommandId) -> (bool, Option<bool>)) -> Self {
        Self(CommandId::ALL.iter().copied().map(state).collect())
    }

    /// Whether a command would do something; one that would not is grayed.
    pub fn is_enabled(&self, named: CommandId) -> bool {
        self.0.get(named as usize).is_some_and(|state| state.0)
    }

    /// Whether a command that switches something has it on; `None` for any other.
    pub fn is_on(&self, named: CommandId) -> Option<bool> {
        self.0.get(named as usize)?.1
    }
}

/// Maximum moves that a phone's width has room for.
const MAX_ABREAST: usize = 5;

impl Desk {
    /// Whether this view, and no comparison, is in the middle.
    pub fn shows(&self, middle: MainView) -> bool {
        self.middle == middle && !self.compares
    }

    /// Whether there is a panel at the right: in a narrow window it is a drawer that the user
    /// opens.
    pub fn shows_panel(&self) -> bool {
        let stays = !self.is_narrow || self.side == SidePanel::Start;
        self.settings.node_panel && (self.drawer || stays)
    }

    /// Whether both panels share one column, so that the tree keeps its width. In a narrow window
    /// the drawer replaces the panel at the left, with the board at its top.
    pub fn has_one_column(&self) -> bool {
        self.is_narrow && self.shows_panel()
    }

    /// Whether the board is in the tree's place, since a phone's sheet has its setup or the players of a
    /// game.
    pub fn has_board_above(&self) -> bool {
        let is_about_board = match self.side {
            SidePanel::Setup => true,
            SidePanel::Players => self.playing.is_some(),
            _ => false,
        };
        self.is_slim && self.shows_panel() && is_about_board && self.middle != MainView::Editor
    }

    /// Whether a game is looked back on.
    pub fn reviews_game(&self) -> bool {
        self.reviews && self.playing.is_some()
    }

    /// Whether the tree grows to the right.
    pub fn grows_right(&self) -> bool {
        let graph = self.document.session.rated().graph.graph();
        let is_wide = || graph.degree(Vertex::ROOT) > MAX_ABREAST;
        let usual = || self.is_upright && !self.presents && is_wide();
        self.settings.tree_to_the_right.unwrap_or_else(usual)
    }

    /// Whether the rating graph is below the view in the middle.
    pub fn shows_history(&self) -> bool {
        self.settings.history || self.reviews_game()
    }

    /// Whether there is room for a legend: on a phone the rating graph needs it.
    pub fn has_room_for_legend(&self) -> bool {
        !(self.is_slim && self.shows_history())
    }

    /// Whether the views have a legend.
    pub fn shows_legend(&self) -> bool {
        self.settings.legend && self.has_room_for_legend()
    }

    /// Whether the board is drawn in a panel, if there is one.
    pub fn shows_board(&self) -> bool {
        let covered = self.has_one_column() && self.side == SidePanel::Start;
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

    /// Whether the selected node is the game's current node: then a move made there is a move of
    /// the game.
    pub fn is_at_game(&self) -> bool {
        let node = self.playing.as_ref().and_then(|playing| playing.node);
        node == Some(self.document.session.selected())
    }

    /// Whether this is the panel at the right.
    pub fn shows_side(&self, side: SidePanel) -> bool {
        self.side == side && self.shows_panel()
    }

    /// Whether the setup is open.
    pub fn edits_root(&self) -> bool {
        self.shows_side(SidePanel::Setup)
    }

    /// The elements over the middle besides a view's own controls.
    pub fn over(&self) -> Overlays {
        Overlays {
            // A game has its own eye, and a phone one that is always in sight.
            hidden: self.hidden && !self.hidden_for_game && !self.is_slim,
            check: self.has_check || self.middle == MainView::Check,
            bare: self.presents,
            touched: self.is_touched,
            slim: self.is_slim,
        }
    }

    /// Shows something at the right.
    pub fn show_side(&mut self, side: SidePanel) {
        self.side = side;
        self.settings.node_panel = true;
        self.drawer = true;
    }

    /// Shows something at the right, or the selected node again.
    pub fn toggle_side(&mut self, side: SidePanel) {
        self.turn_side(side, self.side != side);
    }

    /// Shows a panel at the right, or otherwise the selected node.
    pub fn turn_side(&mut self, side: SidePanel, shown: bool) {
        self.side = if shown { side } else { SidePanel::Node };
        self.settings.node_panel |= shown;
        self.drawer |= shown;
    }

    /// Shows a view in the middle, and closes a comparison.
    pub fn show_middle(&mut self, middle: MainView) {
        self.compares = false;
        if self.middle != middle {
            // The notification belongs to the previous view.
            self.notice = None;
        }
        self.middle = middle;
    }
}
