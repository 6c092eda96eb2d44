//! The ids of what the tools, their dialogs and the views show; `ids` passes them on.

use crate::session::play::Seat;
use crate::tree::UnfoldingNode;

// The board.

/// The board as a whole.
pub const BOARD: &str = "board";

/// The label that the root is being edited.
pub const EDITING: &str = "board.editing";

/// The line about the place under the keyboard cursor.
pub const HINT: &str = "board.hint";

/// The tooltip of the board or of a move.
pub const TIP: &str = "board.tip";

/// The player to move, or the winner.
pub const MOVER: &str = "board.mover";

/// The state of the turn.
pub const TURN: &str = "board.turn";

/// The ply of the selected node.
pub const PLY: &str = "board.ply";

/// The button that passes the turn.
pub const PASS: &str = "board.pass";

// The selected node.

/// The ratings of two players.
pub const RATINGS: &str = "node.ratings";

/// The rating split.
pub const SHARES: &str = "node.shares";

/// The certainty of the rating.
pub const PROVEN: &str = "node.proven";

/// The estimate of an unproven rating.
pub const GUESS: &str = "node.guess";

/// The end of the best line.
pub const OUTCOME: &str = "node.outcome";

/// Why the node has its rating.
pub const WHY: &str = "node.why";

/// The number of nodes below.
pub const NODES_BELOW: &str = "node.nodes";

/// The number of positions below.
pub const POSITIONS_BELOW: &str = "node.positions";

/// The number of ends below.
pub const ENDS_BELOW: &str = "node.ends";

/// The winners of these ends.
pub const WINNERS_BELOW: &str = "node.winners";

/// The length of the longest line below.
pub const LONGEST_BELOW: &str = "node.longest";

/// The field in which the note is typed.
pub const NOTE: &str = "node.note";

// The setup.

/// The cost of the open board.
pub const COST: &str = "setup.cost";

/// The editable parts of a written tree.
pub const WRITTEN: &str = "setup.written";

/// The description of the chosen rules.
pub const ABOUT_RULES: &str = "setup.about_rules";

/// The description of the chosen rating options.
pub const ABOUT_RATING: &str = "setup.about_rating";

/// The possible payoffs of endless play.
pub const ABOUT_ENDLESS: &str = "setup.about_endless";

/// The checkbox of the ply limit.
pub const LIMIT_PLIES: &str = "setup.limit_plies";

/// The button that sets up the typed position.
pub const SET_UP: &str = "setup.set_up";

// Games that are played.

/// The game in progress, below the board.
pub const GAME: &str = "play.game";

/// The dice that roll, or fell last.
pub const DICE: &str = "play.dice";

/// The typed seed for the next game.
pub const PLAY_SEED: &str = "play.seed";

/// The seed of the game in progress.
pub const PLAY_SEED_NOW: &str = "play.seed_now";

/// The choice of the computer's ply limit.
pub const PLAY_PLIES: &str = "play.plies";

/// The choice of who moves for a player.
pub fn seat(player: usize, seat: Seat) -> String {
    format!("play.seat.{player}.{}", seat.name())
}

// What-ifs.

/// The list of assumptions.
pub const WHAT_IF: &str = "what_if";

/// Their effect on the root.
pub const WHAT_IF_ROOT: &str = "what_if.root";

/// The typed rating.
pub const PIN: &str = "what_if.pin";

/// The typed position.
pub const CHANGE: &str = "what_if.change";

/// The button that opens the changed position.
pub const OPEN_CHANGED: &str = "what_if.open";

/// Why nothing was assumed.
pub const WHAT_IF_FAULT: &str = "what_if.fault";

/// The banner in the middle of the window that says whose ratings it shows.
pub const WHAT_IF_BANNER: &str = "what_if.banner";

// The comparison of rules.

/// The whole comparison.
pub const COMPARISON: &str = "comparison";

/// Whether the trees agree.
pub const COMPARISON_VERDICT: &str = "comparison.verdict";

/// That the line has left the other tree.
pub const DEPARTURE: &str = "comparison.departure";

/// The button that shows the single settings.
pub const SWITCHES: &str = "comparison.switches";

/// A row of the differences.
pub const DIFFERENCE: &str = "comparison.difference";

// The check of a program.

/// The whole check.
pub const CHECK: &str = "check";

/// Whether all agrees.
pub const CHECK_VERDICT: &str = "check.verdict";

/// What was compared, and which features no position showed.
pub const COVERED: &str = "check.covered";

/// The ratings against the program's own ratings of its moves.
pub const OWN_RATINGS: &str = "check.own";

/// The likely cause.
pub const CAUSE: &str = "check.cause";

/// The disagreement.
pub const DISAGREEMENT: &str = "check.disagreement";

/// Its place.
pub const DISAGREEMENT_PLACE: &str = "check.place";

/// The smallest disagreement, or the first.
pub fn which(smallest: bool) -> String {
    format!("check.{}", if smallest { "smallest" } else { "first" })
}

/// The smallest board, or the open one.
pub fn of_board(smaller: bool) -> String {
    format!("check.{}", if smaller { "smaller" } else { "own" })
}

/// The button that opens the smallest board.
pub const OPEN_SMALLER: &str = "check.open";

/// The number of other boards tried.
pub const TRIED: &str = "check.tried";

/// The button that shows the node in the tree.
pub const SHOW_IN_TREE: &str = "check.in_tree";

/// The button that compares with the rules of a cause.
pub const COMPARE_CAUSE: &str = "check.compare";

/// A notice about the text.
pub const CHECK_NOTICE: &str = "check.notice";

/// That the board has changed since.
pub const STALE: &str = "check.stale";

/// The dialog of a check.
pub const CHECK_DIALOG: &str = "check_dialog";

/// Whether a file or a text is checked, or a program.
pub fn checked(program: bool) -> String {
    format!("check_dialog.{}", if program { "program" } else { "file" })
}

/// The text to check.
pub const TO_CHECK: &str = "check_dialog.text";

/// The button that checks it.
pub const CHECK_IT: &str = "check_dialog.check";

// Exercises.

/// The panel.
pub const EXERCISE: &str = "exercise";

/// The button that generates an exercise.
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

/// The error for an invalid answer.
pub const TOLD_FAULT: &str = "exercise.fault";

/// The right answer.
pub const TOLD_ANSWER: &str = "exercise.answer";

/// That all is right.
pub const ALL_RIGHT: &str = "exercise.all_right";

/// That all was right at the first try.
pub const RIGHT_AT_ONCE: &str = "exercise.right_at_once";

/// That the answers are shown.
pub const ANSWERS: &str = "exercise.answers";

/// The number of points.
pub const POINTS: &str = "exercise.points";

/// The prompt for an exercise file.
pub const EXERCISE_FILE: &str = "exercise.file";

/// The file of a sheet.
pub const SHEET_FILE: &str = "exercise.sheet";

// Bookmarks and tours.

/// The text if there is no tour.
pub const NO_TOUR: &str = "tour.none";

/// The title of a tour.
pub const TOUR_TITLE: &str = "tour.title";

/// The text of a step, for editing.
pub const STEP_TEXT: &str = "tour.step.text";

/// The button that moves a step up.
pub const STEP_UP: &str = "tour.step.up";

/// The button that moves it down.
pub const STEP_DOWN: &str = "tour.step.down";

/// The button that removes it from the tour.
pub const DELETE_STEP: &str = "tour.step.delete";

/// Whether the ratings are hidden at it.
pub const HIDE_AT_STEP: &str = "tour.step.hide";

/// The name of a bookmark.
pub const BOOKMARK_NAME: &str = "bookmark.name";

/// The button that deletes a bookmark.
pub const DELETE_BOOKMARK: &str = "bookmark.delete";

/// The title of the presentation, and its progress.
pub const TALK_HEAD: &str = "talk.head";

/// The rating of the presented position.
pub const TALK_RATING: &str = "talk.rating";

/// The presenter's bar.
pub const TALK_BAR: &str = "talk.bar";

/// A screen without a picture.
pub const BLANK: &str = "talk.blank";

// The editor of an own tree.

/// The text field on the canvas.
pub const TREE_FIELD: &str = "own.field";

/// The button that adds a move below the selected node …
pub const TREE_ADD_BELOW: &str = "own.add.below";

/// … and beside it.
pub const TREE_ADD_BESIDE: &str = "own.add.beside";

/// Whether edits apply to the whole level.
pub const TREE_LEVEL: &str = "own.level";

/// The number of nodes.
pub const TREE_COUNTED: &str = "own.counted";

/// Which nodes aren't finished.
pub const TREE_UNFINISHED: &str = "own.unfinished";

/// Where the dragged subtree would land.
pub const TREE_LANDING: &str = "own.landing";

/// Why an edit is impossible.
pub const TREE_FAULT: &str = "own.fault";

/// The sum of the probabilities.
pub const TREE_SUM: &str = "own.sum";

/// What is said of information sets.
pub const SETS_BANNER: &str = "sets.banner";

/// The button that rates as if players knew where they are, and back.
pub const SETS_KNOWN: &str = "sets.known";

/// The button that splits a node from its information set.
pub const SETS_SPLIT: &str = "sets.split";

/// The button that scales the other probabilities.
pub const TREE_RESCALE: &str = "own.rescale";

/// The button that makes the node an end.
pub const TREE_PRUNE: &str = "own.prune";

/// The button that removes the node and keeps what is below it.
pub const TREE_SPLICE: &str = "own.splice";

/// Whether the last player gets the rest.
pub const TREE_REST: &str = "own.rest";

/// A rating that the last change altered.
pub const TREE_CHANGED: &str = "own.changed";

/// The button that undoes the last edit, with its name.
pub const TREE_UNDO: &str = "own.undo";

/// The note of the selected node.
pub const TREE_NOTE: &str = "own.note";

/// The button that shows the text.
pub const TREE_TEXT: &str = "own.text";

/// One player fewer …
pub const TREE_FEWER_PLAYERS: &str = "own.players.fewer";

/// … or more.
pub const TREE_MORE_PLAYERS: &str = "own.players.more";

/// The button that moves the selected move to the left …
pub const TREE_LEFT: &str = "own.left";

/// … and to the right.
pub const TREE_RIGHT: &str = "own.right";

/// The button that removes the subtree.
pub const TREE_REMOVE: &str = "own.remove";

// The text of a written tree.

/// The field with the text of a written tree.
pub const SCRIPT: &str = "script.text";

/// The button that applies the text.
pub const SCRIPT_APPLY: &str = "script.apply";

/// The button that discards it.
pub const SCRIPT_DISCARD: &str = "script.discard";

/// The error in it.
pub const SCRIPT_FAULT: &str = "script.fault";

/// The ratings, with their player.
pub const STATISTICS_RATINGS: &str = "statistics.of-ratings";

/// The number of positions, counted separately by plies left.
pub const STATISTICS_APART: &str = "statistics.apart";

/// The button that counts again.
pub const STATISTICS_COUNT: &str = "statistics.count";

/// The button that shows all rows of a table.
pub const SHOW_MORE: &str = "statistics.more";

// The map.

/// The map.
pub const MAP: &str = "map";

/// A node of the map.
pub const MAP_NODE: &str = "map.node";

/// A node where the map ends though the tree continues.
pub const MAP_CUT: &str = "map.cut";

/// A node at which a limit stopped the tree.
pub const MAP_STOPPED: &str = "map.stopped";

/// The tooltip of a node.
pub const MAP_TOOLTIP: &str = "map.tooltip";

/// The ply down to which an infinite tree is mapped.
pub const MAP_TO_PLY: &str = "map.to-ply";

/// The small map.
pub const MAP_SMALL: &str = "map.small";

/// Why there is no map yet.
pub const MAP_BUSY: &str = "map.busy";

/// The button that counts again.
pub const MAP_COUNT: &str = "map.count";

// The position graph.

/// The graph.
pub const POSITIONS: &str = "positions";

/// The number of visible positions.
pub const POSITIONS_SHOWN: &str = "positions.shown";

/// A position that matches the filter.
pub const POSITION_HIT: &str = "positions.hit";

/// The button that counts again.
pub const POSITIONS_COUNT: &str = "positions.count";
