//! What stands in the window by names that stay when its words change, so that programs find it:
//! those that drive the window, and those that read it aloud. Commands have theirs, `Named::id`.

use eframe::egui;

use super::command::Named;
use crate::diagram::MoveColumn;
use crate::session::play::Seat;

/// The bar at the top.
pub const TOP: &str = "top";
/// The line at the bottom.
pub const STATUS: &str = "status";
/// What came of the last command.
pub const NOTICE: &str = "status.notice";
/// Why a command could not be done.
pub const TROUBLE: &str = "status.trouble";
/// The question.
pub const QUESTION: &str = "question";
/// How large the tree is.
pub const SIZE: &str = "status.size";
/// Whether all of the tree is there, and what stopped it.
pub const COMPLETE: &str = "status.complete";

// The board.

/// The board as a whole.
pub const BOARD: &str = "board";
/// What says that the root is being changed.
pub const EDITING: &str = "board.editing";
/// The line about the place under the keys.
pub const HINT: &str = "board.hint";
/// What pointing at the board or at a move shows beside it.
pub const TIP: &str = "board.tip";
/// Who is to move, or has won.
pub const MOVER: &str = "board.mover";
/// How the turn stands.
pub const TURN: &str = "board.turn";
/// How far the selected node is from the start.
pub const PLY: &str = "board.ply";
/// The button that passes the turn.
pub const PASS: &str = "board.pass";

/// A place of the board, by its index.
pub fn place(index: usize) -> String {
    format!("board.place.{index}")
}

/// The arrow of an attack, by the places that it leads from and to.
pub fn attack(from: usize, to: usize) -> String {
    format!("board.attack.{from}-{to}")
}

/// A branch on the board beside the attack that is rolled for, by its place among the branches,
/// counted from 0.
pub fn roll(branch: usize) -> String {
    format!("board.roll.{branch}")
}

/// A branch of chance below the board, by its place among the branches, counted from 0.
pub fn branch(branch: usize) -> String {
    format!("board.branch.{branch}")
}

// The moves and the line.

/// What all names of rows of moves begin with; the number follows.
pub const MOVE_ROWS: &str = "moves.row.";
/// Why there are no moves.
pub const NO_MOVES: &str = "moves.none";

/// A row of the moves, by its number in the rules' order, counted from 1.
pub fn move_row(number: usize) -> String {
    format!("{MOVE_ROWS}{number}")
}

/// The head of a column of the moves.
pub fn move_head(column: MoveColumn) -> String {
    format!("moves.head.{column:?}")
}

/// A step of the walked line, by its place in it; the start is 0.
pub fn step(place: usize) -> String {
    format!("line.step.{place}")
}

// The selected node.

/// The ratings of two players.
pub const RATINGS: &str = "node.ratings";
/// The players' shares of what there is to win.
pub const SHARES: &str = "node.shares";
/// How sure the rating is.
pub const PROVEN: &str = "node.proven";
/// Where best play leads.
pub const OUTCOME: &str = "node.outcome";
/// Why the node has its rating.
pub const WHY: &str = "node.why";
/// How many nodes lie below.
pub const NODES_BELOW: &str = "node.nodes";
/// How many positions lie below.
pub const POSITIONS_BELOW: &str = "node.positions";
/// How many ends lie below.
pub const ENDS_BELOW: &str = "node.ends";
/// Who wins how many of these ends.
pub const WINNERS_BELOW: &str = "node.winners";
/// How long the longest line below is.
pub const LONGEST_BELOW: &str = "node.longest";
/// The field in which the note is typed.
pub const NOTE: &str = "node.note";

/// The rating of one of more than two players.
pub fn rating(player: usize) -> String {
    format!("node.rating.{player}")
}

// The setup.

/// What the open board costs.
pub const COST: &str = "setup.cost";
/// What can be changed of a tree that is written down node by node.
pub const WRITTEN: &str = "setup.written";
/// What the chosen rules are.
pub const ABOUT_RULES: &str = "setup.about_rules";
/// What the chosen way of rating is.
pub const ABOUT_RATING: &str = "setup.about_rating";
/// What play without end can be worth.
pub const ABOUT_ENDLESS: &str = "setup.about_endless";
/// The switch of the ply limit.
pub const LIMIT_PLIES: &str = "setup.limit_plies";
/// The button that sets up the position that is typed.
pub const SET_UP: &str = "setup.set_up";

/// A field of the setup: a number's or a choice's own name, else that in the code.
pub fn field(name: &str) -> String {
    format!("setup.field.{name}")
}

/// What is wrong with a field.
pub fn fault(name: &str) -> String {
    format!("setup.fault.{name}")
}

/// The button for one less than a number.
pub fn fewer(name: &str) -> String {
    format!("setup.fewer.{name}")
}

/// The button for one more than a number.
pub fn more(name: &str) -> String {
    format!("setup.more.{name}")
}

/// One of what a field can be set to, by its own name.
pub fn option(field: &str, value: &str) -> String {
    format!("setup.option.{field}.{value}")
}

/// A tab of the panel at the right, by its name in the code.
pub fn tab(side: &str) -> String {
    format!("side.tab.{side}")
}

// Games that are played.

/// The game that is on, below the board.
pub const GAME: &str = "play.game";
/// The dice that roll, or fell last.
pub const DICE: &str = "play.dice";
/// The seed that is typed for the next game.
pub const PLAY_SEED: &str = "play.seed";
/// The seed of the game that is on.
pub const PLAY_SEED_NOW: &str = "play.seed_now";
/// The choice of a number of plies that the computer looks ahead.
pub const PLAY_PLIES: &str = "play.plies";

/// The choice of who moves for a player.
pub fn seat(player: usize, seat: Seat) -> String {
    format!("play.seat.{player}.{}", seat.name())
}
/// The sentence on a panic.
pub const FAILURE: &str = "failure";
/// What closes it.
pub const FAILURE_CLOSE: &str = "failure-close";
/// Where the document is saved from the bare page.
pub const RESCUE_PATH: &str = "rescue-path";
/// What saves it there.
pub const RESCUE: &str = "rescue";
/// What came of it.
pub const RESCUED: &str = "rescued";
/// What draws the window again.
pub const AGAIN: &str = "again";
/// What leaves the bare page, and the program.
pub const LEAVE: &str = "leave";

/// Something to which a name can be given.
pub(super) trait Identified: Sized {
    /// Gives it a name for programs; nothing that anybody sees changes.
    fn identified(self, id: &str) -> Self;

    /// Gives it the name of a command.
    fn does(self, named: Named) -> Self {
        self.identified(named.id())
    }
}

impl Identified for egui::Response {
    fn identified(self, id: &str) -> Self {
        name(&self.ctx, self.id, id);
        self
    }
}

/// Gives all that is shown in a part of the window one name for programs.
pub(super) fn part(ui: &egui::Ui, id: &str) {
    name(ui.ctx(), ui.unique_id(), id);
}

fn name(ctx: &egui::Context, widget: egui::Id, id: &str) {
    ctx.accesskit_node_builder(widget, |node| node.set_author_id(id));
}
