//! What stands in the window by names that stay when its words change, so that programs find it:
//! those that drive the window, and those that read it aloud. Commands have theirs, `Named::id`.

use eframe::egui;

use super::command::{Menu, Named};
use crate::diagram::RatingsFor;
use crate::tree::UnfoldingNode;

/// The bar at the top.
pub const TOP: &str = "top";
/// The line at the bottom.
pub const STATUS: &str = "status";

// The menus, the palette and the tabs.

/// A menu, by its name in the code.
pub fn menu(menu: Menu) -> String {
    format!("menu.{menu:?}")
}

/// The menu of the files that were opened last.
pub const RECENT: &str = "menu.recent";
/// What is typed in the palette.
pub const PALETTE: &str = "palette.text";
/// The page of all keys.
pub const KEYS: &str = "keys";
/// What this program is.
pub const ABOUT: &str = "about";

/// What is typed or pasted to be opened.
pub const OPEN_BOX: &str = "open.box";
/// The dialog in which the document is saved.
pub const SAVE_FILE: &str = "save";
/// The dialog in which an export's file is chosen.
pub const EXPORT_FILE: &str = "export.file";
/// The dialog in which is chosen what is exported.
pub const EXPORT: &str = "export";
/// The question before something is lost.
pub const QUESTION: &str = "question";
/// The strip of ratings along the line.
pub const HISTORY: &str = "history";

/// A tab of the panel at the right, by its name in the code.
pub fn tab(side: &str) -> String {
    format!("side.tab.{side}")
}

// The tree, and what lies over it.

/// Where the tree is drawn.
pub const TREE: &str = "tree";

/// A node of the tree.
pub fn node(node: UnfoldingNode) -> String {
    format!("tree.node.{}", node.0)
}

/// What unfolds a folded node.
pub fn unfold(node: UnfoldingNode) -> String {
    format!("tree.unfold.{}", node.0)
}

/// What leads to the next place of a node's position.
pub fn next_place(node: UnfoldingNode) -> String {
    format!("tree.next_place.{}", node.0)
}

/// What is said of the node that is pointed at.
pub const NODE_FACTS: &str = "tree.facts";
/// The ply to which the tree is unfolded.
pub const TREE_PLY: &str = "tree.ply";
/// What the marks mean.
pub const LEGEND: &str = "legend";
/// What reminds that ratings are hidden.
pub const REMINDER: &str = "reminder";

/// What shows ratings for a player or the mover.
pub fn ratings_for(choice: RatingsFor) -> String {
    match choice {
        RatingsFor::Player(player) => format!("ratings.{}", player.index()),
        RatingsFor::Mover => "ratings.mover".to_owned(),
    }
}

/// The list of those for whom ratings are shown.
pub const RATINGS_LIST: &str = "ratings.list";

/// What the names of the moves' rows begin with.
pub const MOVE_ROWS: &str = "moves.row.";

/// A row of the moves, by its number in the rules' order, counted from 1.
pub fn move_row(number: usize) -> String {
    format!("{MOVE_ROWS}{number}")
}

// What-ifs.

/// What is assumed.
pub const WHAT_IF: &str = "what_if";
/// What comes of it for the root.
pub const WHAT_IF_ROOT: &str = "what_if.root";
/// The rating that is typed.
pub const PIN: &str = "what_if.pin";

/// What pins a rating that ends pay.
pub fn pin(payoff: &str) -> String {
    format!("what_if.pin.{payoff}")
}

/// The position that is typed.
pub const CHANGE: &str = "what_if.change";

/// A place of the board that can be changed.
pub fn change(place: usize) -> String {
    format!("what_if.change.{place}")
}

/// What opens the changed position.
pub const OPEN_CHANGED: &str = "what_if.open";

/// What leads to the node of an assumption.
pub fn assumption(number: usize) -> String {
    format!("what_if.assumption.{number}")
}

/// What switches an assumption off and on.
pub fn switch(number: usize) -> String {
    format!("what_if.switch.{number}")
}

/// What takes an assumption away.
pub fn delete_assumption(number: usize) -> String {
    format!("what_if.delete.{number}")
}

/// Why nothing was assumed.
pub const WHAT_IF_FAULT: &str = "what_if.fault";
/// What says in the middle of the window whose ratings it shows.
pub const WHAT_IF_BANNER: &str = "what_if.banner";

// The comparison of rules.

/// All of it.
pub const COMPARISON: &str = "comparison";
/// Whether the trees agree.
pub const COMPARISON_VERDICT: &str = "comparison.verdict";
/// That the line has left the other tree.
pub const DEPARTURE: &str = "comparison.departure";
/// What shows the single switches.
pub const SWITCHES: &str = "comparison.switches";

/// A switch of the other rules.
pub fn compared_switch(name: &str) -> String {
    format!("comparison.switch.{name}")
}

/// A row of the moves of both trees.
pub fn compared_move(mv: &str) -> String {
    format!("comparison.move.{mv}")
}

/// A row of the differences.
pub const DIFFERENCE: &str = "comparison.difference";
/// Why something in the middle of the window can't be had.
pub const MIDDLE_FAULT: &str = "middle.fault";

/// One of two boards beside each other.
pub fn board_of(side: usize) -> String {
    format!("boards.{side}")
}

// The check of a program.

/// All that is said of it.
pub const CHECK: &str = "check";
/// Whether all agrees.
pub const CHECK_VERDICT: &str = "check.verdict";
/// What is likely wrong.
pub const CAUSE: &str = "check.cause";
/// What differs.
pub const DISAGREEMENT: &str = "check.disagreement";
/// Where it does.
pub const DISAGREEMENT_PLACE: &str = "check.place";

/// A kind of disagreements, by its name in a report.
pub fn kind(name: &str) -> String {
    format!("check.kind.{name}")
}

/// The smallest disagreement, or the first.
pub fn which(smallest: bool) -> String {
    format!("check.{}", if smallest { "smallest" } else { "first" })
}

/// The smallest board, or the open one.
pub fn of_board(smaller: bool) -> String {
    format!("check.{}", if smaller { "smaller" } else { "own" })
}

/// What opens the smallest board.
pub const OPEN_SMALLER: &str = "check.open";
/// How many smaller boards were tried.
pub const TRIED: &str = "check.tried";
/// What shows the node in the tree.
pub const SHOW_IN_TREE: &str = "check.in_tree";
/// What compares with the rules of a cause.
pub const COMPARE_CAUSE: &str = "check.compare";

/// What both sides say of a move or of the position, by its name in a report.
pub fn both_say(name: &str) -> String {
    format!("check.both.{name}")
}

/// What is read that should be known.
pub const CHECK_NOTICE: &str = "check.notice";
/// That the board has changed since.
pub const STALE: &str = "check.stale";
/// What is under way in the middle of the window.
pub const WORKING: &str = "middle.working";
/// The dialog that asks what is checked.
pub const CHECK_DIALOG: &str = "check_dialog";
/// Whether a file or a text is checked, or a program.
pub fn checked(program: bool) -> String {
    format!("check_dialog.{}", if program { "program" } else { "file" })
}

/// What is typed there.
pub const TO_CHECK: &str = "check_dialog.text";
/// What checks it.
pub const CHECK_IT: &str = "check_dialog.check";

// Exercises.

/// The panel.
pub const EXERCISE: &str = "exercise";

/// A task of exercises, by its name in files.
pub fn task(name: &str) -> String {
    format!("exercise.task.{name}")
}

/// What draws an exercise.
pub const DRAW: &str = "exercise.draw";

/// A node of an exercise's tree.
pub fn exercise_node(node: UnfoldingNode) -> String {
    format!("exercise.node.{}", node.0)
}

/// That an answer is right.
pub const TOLD_RIGHT: &str = "exercise.right";
/// That it is wrong.
pub const TOLD_WRONG: &str = "exercise.wrong";
/// A hint.
pub const TOLD_HINT: &str = "exercise.hint";
/// That what was typed is no answer.
pub const TOLD_FAULT: &str = "exercise.fault";
/// The right answer.
pub const TOLD_ANSWER: &str = "exercise.answer";
/// That all is right.
pub const ALL_RIGHT: &str = "exercise.all_right";
/// That all was right at the first try.
pub const RIGHT_AT_ONCE: &str = "exercise.right_at_once";
/// That the answers are shown.
pub const ANSWERS: &str = "exercise.answers";
/// How many points there are.
pub const POINTS: &str = "exercise.points";
/// The file of an exercise that is asked for.
pub const EXERCISE_FILE: &str = "exercise.file";
/// The file of a sheet.
pub const SHEET_FILE: &str = "exercise.sheet";

// Bookmarks and tours.

/// What is said where there is no tour.
pub const NO_TOUR: &str = "tour.none";
/// The title of a tour.
pub const TOUR_TITLE: &str = "tour.title";

/// A step of a tour.
pub fn tour_step(index: usize) -> String {
    format!("tour.step.{index}")
}

/// What is said at a step, as it is typed.
pub const STEP_TEXT: &str = "tour.step.text";
/// What moves a step up.
pub const STEP_UP: &str = "tour.step.up";
/// What moves it down.
pub const STEP_DOWN: &str = "tour.step.down";
/// What takes it out of the tour.
pub const DELETE_STEP: &str = "tour.step.delete";
/// Whether the ratings are hidden at it.
pub const HIDE_AT_STEP: &str = "tour.step.hide";

/// A bookmark, by its line.
pub fn bookmark(line: &str) -> String {
    format!("bookmark.{line}")
}

/// The name of a bookmark.
pub const BOOKMARK_NAME: &str = "bookmark.name";
/// What takes a bookmark away.
pub const DELETE_BOOKMARK: &str = "bookmark.delete";
/// The title of what is presented, and how far it is.
pub const TALK_HEAD: &str = "talk.head";
/// What the position is worth that is presented.
pub const TALK_RATING: &str = "talk.rating";
/// A screen without a picture.
pub const BLANK: &str = "talk.blank";

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
