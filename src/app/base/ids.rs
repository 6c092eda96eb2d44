//! What stands in the window by names that stay when its words change, so that programs find it:
//! those that drive the window, and those that read it aloud. Commands, menus and answers have theirs:
//! `Named::id`, `Menu::id`, `Answer::id`.

use eframe::egui;

use crate::diagram::{MoveColumn, RatingsFor};
use crate::session::play::Seat;
use crate::tree::UnfoldingNode;

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
/// What a killed window has left.
pub const RECOVER: &str = "recover";
/// What leaves it for the next start.
pub const RECOVER_LATER: &str = "recover.later";
/// How large the tree is.
pub const SIZE: &str = "status.size";
/// What cancels the build.
pub const CANCEL_BUILD: &str = "build.cancel";
/// What goes on with a build that was canceled.
pub const RESUME: &str = "build.resume";
/// What is under way.
pub const UNDER_WAY: &str = "status.under_way";
/// Whether all of the tree is there, and what stopped it.
pub const COMPLETE: &str = "status.complete";
/// How many of the first moves are proven.
pub const FIRST_MOVES: &str = "status.first_moves";

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
/// The guide.
pub const GUIDE: &str = "guide";
/// What is looked for in it.
pub const GUIDE_SEARCH: &str = "guide.search";

/// What restores a document that a killed window has left, by its place.
pub fn recover_restore(place: usize) -> String {
    format!("recover.{place}.restore")
}

/// What discards it.
pub fn recover_discard(place: usize) -> String {
    format!("recover.{place}.discard")
}

/// The row of a page of the guide, by its place in the table of contents.
pub fn guide_page(page: usize) -> String {
    format!("guide.page.{page}")
}

/// Where somebody new can begin.
pub const START: &str = "start";
/// What closes that.
pub const START_CLOSE: &str = "start.close";
/// Whether it is shown at every start.
pub const START_ALWAYS: &str = "start.always";

/// One way to begin.
pub fn start_way(way: &str) -> String {
    format!("start.way.{way}")
}

/// The button that passes the turn.
pub const PASS: &str = "board.pass";

// The moves and the line.

/// What all names of rows of moves begin with; the number follows.
pub const MOVE_ROWS: &str = "moves.row.";
/// Why there are no moves.
pub const NO_MOVES: &str = "moves.none";

// The selected node.

/// The ratings of two players.
pub const RATINGS: &str = "node.ratings";
/// The players' shares of what there is to win.
pub const SHARES: &str = "node.shares";
/// How sure the rating is.
pub const PROVEN: &str = "node.proven";
/// What is guessed of a rating that isn't proven.
pub const GUESS: &str = "node.guess";
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

// The menus, the palette and the tabs.

/// The menu of the files that were opened last.
pub const RECENT: &str = "menu.recent";
/// What is typed in the palette.
pub const PALETTE: &str = "palette.text";
/// The page of all keys.
pub const KEYS: &str = "keys";
/// The list of tools.
pub const TOOLS: &str = "side.tools";
/// What closes the tool at the right.
pub const CLOSE_SIDE: &str = "side.close";
/// The list of sizes in which the tree can be drawn.
pub const ZOOM: &str = "tree.zoom";
/// What of the tree is shown.
pub const SHOW: &str = "tree.show";
/// The list of themes.
pub const THEME: &str = "menu.themes";
/// What the window shows, and how.
pub const DISPLAY: &str = "display";
/// What a new document begins with.
pub const NEW: &str = "new";
/// It begins with a random board.
pub const NEW_RANDOM: &str = "new.random";
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
/// The strip of ratings along the line.
pub const HISTORY: &str = "history";

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

/// A new document begins with the first board of a game.
pub fn new_board(game: &str) -> String {
    format!("new.{game}")
}

/// What shows ratings for a player or the mover.
pub fn ratings_for(choice: RatingsFor) -> String {
    match choice {
        RatingsFor::Player(player) => format!("ratings.{}", player.index()),
        RatingsFor::Mover => "ratings.mover".to_owned(),
    }
}

/// The list of those for whom ratings are shown.
pub const RATINGS_LIST: &str = "ratings.list";

// What-ifs.

/// What is assumed.
pub const WHAT_IF: &str = "what_if";
/// What comes of it for the root.
pub const WHAT_IF_ROOT: &str = "what_if.root";
/// The rating that is typed.
pub const PIN: &str = "what_if.pin";

/// The position that is typed.
pub const CHANGE: &str = "what_if.change";

/// What opens the changed position.
pub const OPEN_CHANGED: &str = "what_if.open";

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

/// A row of the differences.
pub const DIFFERENCE: &str = "comparison.difference";
/// Why something in the middle of the window can't be had.
pub const MIDDLE_FAULT: &str = "middle.fault";

// The check of a program.

/// All that is said of it.
pub const CHECK: &str = "check";
/// Whether all agrees.
pub const CHECK_VERDICT: &str = "check.verdict";
/// What was compared, and what no position showed.
pub const COVERED: &str = "check.covered";
/// What is likely wrong.
pub const CAUSE: &str = "check.cause";
/// What differs.
pub const DISAGREEMENT: &str = "check.disagreement";
/// Where it does.
pub const DISAGREEMENT_PLACE: &str = "check.place";

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
/// How many other boards were tried.
pub const TRIED: &str = "check.tried";
/// What shows the node in the tree.
pub const SHOW_IN_TREE: &str = "check.in_tree";
/// What compares with the rules of a cause.
pub const COMPARE_CAUSE: &str = "check.compare";

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

// What is asked before something is lost, and what lies over the window while a file hovers.

/// What happens to a file that hovers.
pub const DROP: &str = "drop";

// The dialogs in which files are opened and written.

/// What that is taken for.
pub const OPEN_HINT: &str = "open.hint";
/// How many columns a Lisp array has.
pub const OPEN_COLUMNS: &str = "open.columns";
/// The tab of the files opened last.
pub const OPEN_RECENT: &str = "open.recent";
/// The tab of what comes with the program.
pub const OPEN_TEACHING: &str = "open.teaching";
/// The tab of the folder.
pub const OPEN_FOLDER: &str = "open.folder";
/// What stands in the place of a list that is empty.
pub const OPEN_NOTHING: &str = "open.nothing";
/// What goes to the folder above.
pub const FOLDER_UP: &str = "folder.up";
/// What is looked for among the names of a folder.
pub const FOLDER_FILTER: &str = "folder.filter";
/// Whether all files are listed.
pub const FOLDER_ALL: &str = "folder.all";
/// What stands in the place of a folder's list where nothing lies in it.
pub const FOLDER_EMPTY: &str = "folder.empty";
/// Why the document isn't simply written to its own file.
pub const WRITE_WHY: &str = "write.why";
/// The name of the file.
pub const FILE_NAME: &str = "write.name";
/// How much will be written, and where.
pub const WRITE_TOLD: &str = "write.told";
/// The button that writes.
pub const WRITE_NOW: &str = "write.now";
/// The format of a file.
pub const FORMAT: &str = "format";
/// What is wrong with what stands in a dialog.
pub const FAULT: &str = "fault";

// The export dialog.

/// How much will be written.
pub const EXPORT_AMOUNT: &str = "export.amount";
/// That this isn't all.
pub const EXPORT_STOPPED: &str = "export.stopped";
/// The button that asks for a file.
pub const EXPORT_TO_FILE: &str = "export.to-file";
/// How many pixels a picture has.
pub const EXPORT_PIXELS: &str = "export.pixels";
/// Which colors a figure has.
pub const EXPORT_COLORS: &str = "export.colors";
/// Whether a figure is drawn in a width.
pub const EXPORT_WIDTH: &str = "export.width";
/// How large the letters of a figure are.
pub const EXPORT_LETTERS: &str = "export.letters";
/// Whether the letters of a figure have a size.
pub const EXPORT_FONT_SIZE: &str = "export.font-size";
/// Whether the part begins at the selected node.
pub const EXPORT_FROM: &str = "export.from";
/// The picture as it will be.
pub const EXPORT_PICTURE: &str = "export.picture";
/// How a drawing looks that is written as a text …
pub const EXPORT_LOOK: &str = "export.look";
/// … and its text instead.
pub const EXPORT_SOURCE: &str = "export.source";
/// The text that is written.
pub const EXPORT_TEXT: &str = "export.text";
/// That another program lays the drawing out.
pub const EXPORT_LAID_OUT: &str = "export.laid-out";

// The tabs at the right, finding, and why a node has its rating.

/// What is looked for.
pub const FIND_FIELD: &str = "find.field";
/// The button that closes the strip in which one looks for something.
pub const FIND_CLOSE: &str = "find.close";
/// The button that lists what can be typed.
pub const FIND_REFERENCE: &str = "find.reference";
/// The button that lists what was found …
pub const FIND_LIST: &str = "find.list";
/// … by ply …
pub const FIND_BY_PLY: &str = "find.by-ply";
/// … or by move of the selected node.
pub const FIND_BY_MOVE: &str = "find.by-move";
/// How far the plies are listed, where it isn't to the last.
pub const FIND_PLIES_NOTE: &str = "find.plies-note";
/// The button that looks for nothing any more.
pub const FIND_CLEAR: &str = "find.clear";
/// What is wrong with what is typed.
pub const FIND_FAULT: &str = "find.fault";
/// That hits would tell what is hidden.
pub const FIND_HIDDEN: &str = "find.hidden";
/// How many hits there are.
pub const FIND_TOTAL: &str = "find.total";
/// That there are hits without end.
pub const FIND_ENDLESS: &str = "find.endless";
/// Where the selected node stands among them.
pub const FIND_PLACE: &str = "find.place";
/// The button that looks again after the search was canceled.
pub const FIND_AGAIN: &str = "find.again";

/// A word of the list of all that can be typed.
pub fn find_word(word: &str) -> String {
    format!("find.word.{}", word.trim_end_matches(':'))
}

// The ratings along a line, and the review of a game.

/// How many blunders the line has.
pub const HISTORY_BLUNDERS: &str = "history.blunders";
/// The blunder that led to the selected node.
pub const HISTORY_SLIP: &str = "history.slip";
/// The move that would have been better.
pub const HISTORY_BETTER: &str = "history.better";
/// That the line was left.
pub const HISTORY_LEFT: &str = "history.left";
/// How many moves of a game can't be judged.
pub const REVIEW_UNSURE: &str = "review.unsure";

// Recordings.

/// What stands there while nothing is recorded.
pub const RECORDING_NONE: &str = "recording.none";
/// That a recording would tell what is hidden.
pub const RECORDING_HIDDEN: &str = "recording.hidden";
/// Why nothing can be recorded.
pub const RECORDING_FAULT: &str = "recording.fault";
/// The step in words.
pub const STEP: &str = "recording.step";
/// The line of the algorithm that is at work.
pub const CODE_AT: &str = "recording.code-at";
/// Whether only so many plies are looked at.
pub const ONLY_PLIES: &str = "recording.only-plies";
/// How many games are played at random.
pub const PLAYOUTS: &str = "recording.playouts";
/// Whether the board shows the node at work.
pub const WATCH: &str = "recording.watch";

// A tree of one's own while it is drawn.

/// What is typed in its place.
pub const TREE_FIELD: &str = "own.field";
/// What adds a move below the selected node …
pub const TREE_ADD_BELOW: &str = "own.add.below";
/// … and beside it.
pub const TREE_ADD_BESIDE: &str = "own.add.beside";
/// Whether what is done is done to the whole level.
pub const TREE_LEVEL: &str = "own.level";
/// How many nodes there are.
pub const TREE_COUNTED: &str = "own.counted";
/// Which nodes aren't finished.
pub const TREE_UNFINISHED: &str = "own.unfinished";
/// Where the branch would come to that is dragged.
pub const TREE_LANDING: &str = "own.landing";
/// What can't be done.
pub const TREE_FAULT: &str = "own.fault";
/// What the probabilities sum to.
pub const TREE_SUM: &str = "own.sum";
/// Whether the last player gets the rest.
pub const TREE_REST: &str = "own.rest";
/// A rating that the last change altered.
pub const TREE_CHANGED: &str = "own.changed";
/// What undoes the last change, by its name.
pub const TREE_UNDO: &str = "own.undo";
/// The note of the selected node.
pub const TREE_NOTE: &str = "own.note";
/// What shows the text.
pub const TREE_TEXT: &str = "own.text";
/// One player fewer …
pub const TREE_FEWER_PLAYERS: &str = "own.players.fewer";
/// … or more.
pub const TREE_MORE_PLAYERS: &str = "own.players.more";
/// What moves the selected move to the left …
pub const TREE_LEFT: &str = "own.left";
/// … and to the right.
pub const TREE_RIGHT: &str = "own.right";
/// What removes the branch.
pub const TREE_REMOVE: &str = "own.remove";

// The text of a tree that is written down.

/// The field with the text of a tree that is written down.
pub const SCRIPT: &str = "script.text";
/// What applies that text.
pub const SCRIPT_APPLY: &str = "script.apply";
/// What discards what is typed.
pub const SCRIPT_DISCARD: &str = "script.discard";
/// What is wrong with it.
pub const SCRIPT_FAULT: &str = "script.fault";

// The statistics, and other pages that are scrolled by keys.

/// The page.
pub const PAGE: &str = "page";
/// The ratings, with whose they are.
pub const STATISTICS_RATINGS: &str = "statistics.of-ratings";
/// How many positions there are with the plies that are left told apart.
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
/// A node at which the map ends though the tree goes on.
pub const MAP_CUT: &str = "map.cut";
/// A node at which a limit stopped the tree.
pub const MAP_STOPPED: &str = "map.stopped";
/// What is told of the node that is pointed at.
pub const MAP_TOOLTIP: &str = "map.tooltip";
/// To which ply a tree without end is mapped.
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
/// How many positions are shown.
pub const POSITIONS_SHOWN: &str = "positions.shown";
/// A position that is like what is looked for.
pub const POSITION_HIT: &str = "positions.hit";
/// The button that counts again.
pub const POSITIONS_COUNT: &str = "positions.count";

/// Functions that name one of several, by what tells it from the others.
macro_rules! names {
    ($($(#[$about:meta])* $name:ident($($given:ident: $kind:ty),*) => $text:literal;)*) => {
        $($(#[$about])* pub fn $name($($given: $kind),*) -> String { format!($text) })*
    };
}

names! {
    /// What shows a step of a tour in a view, by its name in files.
    step_view(view: &str) => "tour.step.view.{view}";
    /// A node of a tree that is drawn, by its line.
    own_node(line: &str) => "own.node.{line}";
    /// What makes the selected node one of this kind.
    tree_kind(kind: &str) => "own.kind.{kind}";
    /// A field of the selected node, by its name.
    tree_value(name: &str) => "own.value.{name}";
    /// A place of the board, by its index.
    place(index: usize) => "board.place.{index}";
    /// The arrow of an attack, by the places that it leads from and to.
    attack(from: usize, to: usize) => "board.attack.{from}-{to}";
    /// A branch on the board beside the attack that is rolled for, by its place among the branches,
    /// counted from 0.
    roll(branch: usize) => "board.roll.{branch}";
    /// A branch of chance below the board, by its place among the branches, counted from 0.
    branch(branch: usize) => "board.branch.{branch}";
    /// A row of the moves, by its number in the rules' order, counted from 1.
    move_row(number: usize) => "{MOVE_ROWS}{number}";
    /// The head of a column of the moves.
    move_head(column: MoveColumn) => "moves.head.{column:?}";
    /// A step of the walked line, by its place in it; the start is 0.
    step(place: usize) => "line.step.{place}";
    /// The rating of one of more than two players.
    rating(player: usize) => "node.rating.{player}";
    /// A field of the setup: a number's or a choice's own name, else that in the code.
    field(name: &str) => "setup.field.{name}";
    /// What is wrong with a field.
    fault(name: &str) => "setup.fault.{name}";
    /// The button for one less than a number.
    fewer(name: &str) => "setup.fewer.{name}";
    /// The button for one more than a number.
    more(name: &str) => "setup.more.{name}";
    /// One of what a field can be set to, by its own name.
    option(field: &str, value: &str) => "setup.option.{field}.{value}";
    /// A tab of the panel at the right, by its name in the code.
    tab(side: &str) => "side.tab.{side}";
    /// What pins a rating that ends pay.
    pin(payoff: &str) => "what_if.pin.{payoff}";
    /// A place of the board that can be changed.
    change(place: usize) => "what_if.change.{place}";
    /// What leads to the node of an assumption.
    assumption(number: usize) => "what_if.assumption.{number}";
    /// What switches an assumption off and on.
    switch(number: usize) => "what_if.switch.{number}";
    /// What takes an assumption away.
    delete_assumption(number: usize) => "what_if.delete.{number}";
    /// A switch of the other rules.
    compared_switch(name: &str) => "comparison.switch.{name}";
    /// A row of the moves of both trees.
    compared_move(mv: &str) => "comparison.move.{mv}";
    /// One of two boards beside each other.
    board_of(side: usize) => "boards.{side}";
    /// A kind of disagreements, by its name in a report.
    kind(name: &str) => "check.kind.{name}";
    /// What both sides say of a move or of the position, by its name in a report.
    both_say(name: &str) => "check.both.{name}";
    /// A task of exercises, by its name in files.
    task(name: &str) => "exercise.task.{name}";
    /// A step of a tour.
    tour_step(index: usize) => "tour.step.{index}";
    /// A bookmark, by its line.
    bookmark(line: &str) => "bookmark.{line}";
    /// A row of what is offered to be opened.
    offer(index: usize) => "open.offer.{index}";
    /// A file or a folder in a folder's list, by its name.
    entry(name: &str) => "folder.entry.{name}";
    /// A format in a list, by its name on the command line.
    format(id: &str) => "format.{id}";
    /// A part of the tree that can be chosen.
    export_part(part: &str) => "export.part.{part}";
    /// Something that can be shown or left out.
    export_shows(what: &str) => "export.shows.{what}";
    /// A word that what is typed could go on with.
    find_hint(word: &str) => "find.hint.{word}";
    /// What is looked for often, by what it types; `here` is the selected position.
    find_chip(text: &str) => "find.chip.{text}";
    /// How many hits lie below a move, by its place.
    hits_below(index: usize) => "find.below.{index}";
    /// A size in which the tree can be drawn, in percent.
    zoom(percent: u32) => "tree.zoom.{percent}";
    /// How many hits a ply has.
    find_ply(ply: u32) => "find.ply.{ply}";
    /// A place of the strip, counted from the start.
    ply(place: usize) => "history.ply.{place}";
    /// How many blunders a player made, by the player's place.
    review_of(player: usize) => "review.player.{player}";
    /// A blunder of the review, by its place in the list.
    slip(index: usize) => "review.slip.{index}";
    /// A node of a recording, by how it stands.
    recorded(phase: &str) => "recording.node.{phase}";
    /// Something that was counted.
    counted(what: &str) => "recording.counted.{what}";
    /// A row of a table.
    table_row(table: &str, row: usize) => "statistics.{table}.{row}";
    /// The button that shows more positions on a side of one.
    more_positions(side: &str) => "positions.more.{side}";
}

/// Something to which a name can be given.
pub(crate) trait Identified: Sized {
    /// Gives it a name for programs; nothing that anybody sees changes.
    fn identified(self, id: &str) -> Self;
}

impl Identified for egui::Response {
    fn identified(self, id: &str) -> Self {
        name(&self.ctx, self.id, id);
        self
    }
}

/// Gives all that is shown in a part of the window one name for programs.
pub(crate) fn part(ui: &egui::Ui, id: &str) {
    name(ui.ctx(), ui.unique_id(), id);
}

fn name(ctx: &egui::Context, widget: egui::Id, id: &str) {
    ctx.accesskit_node_builder(widget, |node| node.set_author_id(id));
}
