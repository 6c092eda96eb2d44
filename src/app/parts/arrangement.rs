//! Which panels and views of the window are shown, and where.

use super::bar::Over;
use super::desk::Desk;
use crate::app::intent::{MainView, SidePanel};
use crate::tree::Vertex;

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
    pub fn over(&self) -> Over {
        Over {
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
