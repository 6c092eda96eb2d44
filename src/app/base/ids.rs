//! Stable ids of widgets, independent of their texts, for tests, automation and screen readers.
//! Commands, menus and answers have their own: `CommandId::id`, `Menu::id`, `Answer::id`.

use crate::diagram::RatingsFor;
use crate::tree::UnfoldingNode;

pub use super::tool_ids::*;

/// The bar at the top.
pub const TOP: &str = "top";

/// The line at the bottom.
pub const STATUS: &str = "status";

/// The first lesson.
pub const LESSON: &str = "lesson";

/// The button that goes on to its next step.
pub const LESSON_SKIP: &str = "lesson.skip";

/// The button that lifts the ply limit …
pub const LIFT_PLIES: &str = "limit.plies.lift";

/// … and the position limit.
pub const LIFT_POSITIONS: &str = "limit.positions.lift";

/// The button that opens a text by the default rules, or by those of the open board.
pub const OPEN_RULES: &str = "open.rules";

/// The result of the last command.
pub const NOTICE: &str = "status.notice";

/// Why a command could not be done.
pub const TROUBLE: &str = "status.trouble";

/// The question.
pub const QUESTION: &str = "question";

/// The offer to recover documents of a killed window.
pub const RECOVER: &str = "recover";

/// The button that leaves them for later.
pub const RECOVER_LATER: &str = "recover.later";

/// The size of the tree.
pub const SIZE: &str = "status.size";

/// The button that cancels the build.
pub const CANCEL_BUILD: &str = "build.cancel";

/// The button that resumes a canceled build.
pub const RESUME: &str = "build.resume";

/// The current work.
pub const UNDER_WAY: &str = "status.under_way";

/// Whether the tree is complete, and the limit if not.
pub const COMPLETE: &str = "status.complete";

/// The number of proven first moves.
pub const FIRST_MOVES: &str = "status.first_moves";

/// The guide.
pub const GUIDE: &str = "guide";

/// The search field of the guide.
pub const GUIDE_SEARCH: &str = "guide.search";

/// The button that restores a document of a killed window, by index.
pub fn recover_restore(index: usize) -> String {
    format!("recover.{index}.restore")
}

/// The button that discards it.
pub fn recover_discard(index: usize) -> String {
    format!("recover.{index}.discard")
}

/// The row of a page of the guide, by its index in the table of contents.
pub fn guide_page(page: usize) -> String {
    format!("guide.page.{page}")
}

/// The start card for new users.
pub const START: &str = "start";

/// The button that closes it.
pub const START_CLOSE: &str = "start.close";

/// Whether it is shown at every start.
pub const START_ALWAYS: &str = "start.always";

/// A way to start.
pub fn start_way(way: &str) -> String {
    format!("start.way.{way}")
}

// The moves and the line.

/// The prefix of the ids of move rows; the number follows.
pub const MOVE_ROWS: &str = "moves.row.";

/// Why there are no moves.
pub const NO_MOVES: &str = "moves.none";

/// The sentence on a panic.
pub const FAILURE: &str = "failure";

/// The button that closes it.
pub const FAILURE_CLOSE: &str = "failure-close";

/// The path for saving the document from the emergency page.
pub const RESCUE_PATH: &str = "rescue-path";

/// The button that saves it there.
pub const RESCUE: &str = "rescue";

/// The result of saving it.
pub const RESCUED: &str = "rescued";

/// The button that draws the window again.
pub const AGAIN: &str = "again";

/// The button that leaves the emergency page and the program.
pub const LEAVE: &str = "leave";

// The menus, the palette and the tabs.

/// The menu of the files that were opened last.
pub const RECENT: &str = "menu.recent";

/// The menu of the included examples.
pub const EXAMPLES: &str = "menu.examples";

/// The text field of the palette.
pub const PALETTE: &str = "palette.text";

/// The page of all keys.
pub const KEYS: &str = "keys";

/// The list of tools.
pub const TOOLS: &str = "side.tools";

/// The button that closes the tool at the right.
pub const CLOSE_SIDE: &str = "side.close";

/// The list of sizes in which the tree can be drawn.
pub const ZOOM: &str = "tree.zoom";

/// The parts of the tree to show.
pub const SHOW: &str = "tree.show";

/// The list of themes.
pub const THEME: &str = "menu.themes";

/// The display options of the window.
pub const DISPLAY: &str = "display";

/// The kind of a new document.
pub const NEW: &str = "new";

/// The new document has a random board.
pub const NEW_RANDOM: &str = "new.random";

/// The dialog about the program.
pub const ABOUT: &str = "about";

/// The text to open, typed or pasted.
pub const OPEN_BOX: &str = "open.box";

/// The button that opens what is in the box.
pub const OPEN_IT: &str = "open.open";

/// The dialog in which the document is saved.
pub const SAVE_FILE: &str = "save";

/// The dialog in which an export's file is chosen.
pub const EXPORT_FILE: &str = "export.file";

/// The export dialog.
pub const EXPORT: &str = "export";

/// The strip of ratings along the line.
pub const HISTORY: &str = "history";

// The tree, and the elements over it.

/// The canvas of the tree.
pub const TREE: &str = "tree";

/// A node of the tree.
pub fn node(node: UnfoldingNode) -> String {
    format!("tree.node.{}", node.0)
}

/// The button that expands a folded node.
pub fn unfold(node: UnfoldingNode) -> String {
    format!("tree.unfold.{}", node.0)
}

/// The button that goes to the next occurrence of a node's position.
pub fn next_place(node: UnfoldingNode) -> String {
    format!("tree.next_place.{}", node.0)
}

/// The tooltip of a node.
pub const NODE_FACTS: &str = "tree.facts";

/// The ply to which the tree is unfolded.
pub const TREE_PLY: &str = "tree.ply";

/// The legend.
pub const LEGEND: &str = "legend";

/// The reminder that ratings are hidden.
pub const REMINDER: &str = "reminder";

/// A new document with the first board of a game.
pub fn new_board(game: &str) -> String {
    format!("new.{game}")
}

/// The button that shows ratings for a player or the mover.
pub fn ratings_for(choice: RatingsFor) -> String {
    match choice {
        RatingsFor::Player(player) => format!("ratings.{}", player.index()),
        RatingsFor::Mover => "ratings.mover".to_owned(),
        RatingsFor::All => "ratings.all".to_owned(),
    }
}

/// The list of players whose ratings can be shown.
pub const RATINGS_LIST: &str = "ratings.list";

/// Why something in the middle of the window isn't available.
pub const MIDDLE_FAULT: &str = "middle.fault";

/// The work in progress in the middle of the window.
pub const WORKING: &str = "middle.working";

// The question before something is lost, and the overlay while a file hovers.

/// The effect of dropping the file.
pub const DROP: &str = "drop";

// The dialogs in which files are opened and written.

/// The recognized kind of text.
pub const OPEN_HINT: &str = "open.hint";

/// The number of columns of a Lisp array.
pub const OPEN_COLUMNS: &str = "open.columns";

/// The tab of the files opened last.
pub const OPEN_RECENT: &str = "open.recent";

/// The tab with the included examples.
pub const OPEN_TEACHING: &str = "open.teaching";

/// The tab of the folder.
pub const OPEN_FOLDER: &str = "open.folder";

/// The text of an empty list.
pub const OPEN_NOTHING: &str = "open.nothing";

/// The button that goes to the parent folder.
pub const FOLDER_UP: &str = "folder.up";

/// The filter for the names in a folder.
pub const FOLDER_FILTER: &str = "folder.filter";

/// Whether all files are listed.
pub const FOLDER_ALL: &str = "folder.all";

/// The text of an empty folder.
pub const FOLDER_EMPTY: &str = "folder.empty";

/// Why the document can't be saved to its own file.
pub const WRITE_WHY: &str = "write.why";

/// The name of the file.
pub const FILE_NAME: &str = "write.name";

/// The amount to be written, and the path.
pub const WRITE_TOLD: &str = "write.told";

/// The button that writes.
pub const WRITE_NOW: &str = "write.now";

/// The format of a file.
pub const FORMAT: &str = "format";

/// The error in a dialog.
pub const FAULT: &str = "fault";

// The export dialog.

/// The amount to be written.
pub const EXPORT_AMOUNT: &str = "export.amount";

/// That this isn't all.
pub const EXPORT_STOPPED: &str = "export.stopped";

/// The button that asks for a file.
pub const EXPORT_TO_FILE: &str = "export.to-file";

/// The number of pixels of a picture.
pub const EXPORT_PIXELS: &str = "export.pixels";

/// Which colors a figure has.
pub const EXPORT_COLORS: &str = "export.colors";

/// Whether a figure is drawn in a width.
pub const EXPORT_WIDTH: &str = "export.width";

/// The font size of a figure.
pub const EXPORT_LETTERS: &str = "export.letters";

/// Whether a font size is set.
pub const EXPORT_FONT_SIZE: &str = "export.font-size";

/// Whether the part starts at the selected node.
pub const EXPORT_FROM: &str = "export.from";

/// The picture as it will be.
pub const EXPORT_PICTURE: &str = "export.picture";

/// The preview of a drawing that is written as text …
pub const EXPORT_LOOK: &str = "export.look";

/// … and its text instead.
pub const EXPORT_SOURCE: &str = "export.source";

/// The text that is written.
pub const EXPORT_TEXT: &str = "export.text";

/// That another program lays the drawing out.
pub const EXPORT_LAID_OUT: &str = "export.laid-out";

// The tabs at the right, finding, and why a node has its rating.

/// The search field.
pub const FIND_FIELD: &str = "find.field";

/// The button that closes the find strip.
pub const FIND_CLOSE: &str = "find.close";

/// The button that lists the filter's words.
pub const FIND_REFERENCE: &str = "find.reference";

/// The button that lists the matches …
pub const FIND_LIST: &str = "find.list";

/// … by ply …
pub const FIND_BY_PLY: &str = "find.by-ply";

/// … or by move of the selected node.
pub const FIND_BY_MOVE: &str = "find.by-move";

/// The last listed ply, if it isn't the last of all.
pub const FIND_PLIES_NOTE: &str = "find.plies-note";

/// The button that clears the search.
pub const FIND_CLEAR: &str = "find.clear";

/// The error in the filter.
pub const FIND_FAULT: &str = "find.fault";

/// The note that matches would reveal hidden ratings.
pub const FIND_HIDDEN: &str = "find.hidden";

/// The number of matches.
pub const FIND_TOTAL: &str = "find.total";

/// The note that there are infinitely many matches.
pub const FIND_ENDLESS: &str = "find.endless";

/// The number of the selected node among them.
pub const FIND_PLACE: &str = "find.place";

/// The button that searches again after a cancel.
pub const FIND_AGAIN: &str = "find.again";

/// A word in the list of the filter's words.
pub fn find_word(word: &str) -> String {
    format!("find.word.{}", word.trim_end_matches(':'))
}

// The ratings along a line, and the review of a game.

/// The number of blunders of the line.
pub const HISTORY_BLUNDERS: &str = "history.blunders";

/// The blunder that led to the selected node.
pub const HISTORY_SLIP: &str = "history.slip";

/// The move that would have been better.
pub const HISTORY_BETTER: &str = "history.better";

/// That the line was left.
pub const HISTORY_LEFT: &str = "history.left";

/// The number of moves of a game that can't be judged.
pub const REVIEW_UNSURE: &str = "review.unsure";

// Recordings.

/// The text if nothing is recorded.
pub const RECORDING_NONE: &str = "recording.none";

/// The note that a recording would reveal hidden ratings.
pub const RECORDING_HIDDEN: &str = "recording.hidden";

/// Why nothing can be recorded.
pub const RECORDING_FAULT: &str = "recording.fault";

/// The step as text.
pub const STEP: &str = "recording.step";

/// The current line of the algorithm.
pub const CODE_AT: &str = "recording.code-at";

/// Whether the search depth is limited.
pub const ONLY_PLIES: &str = "recording.only-plies";

/// The number of random games.
pub const PLAYOUTS: &str = "recording.playouts";

/// Whether the board shows the node at work.
pub const WATCH: &str = "recording.watch";

/// The handle of the sheet at the lower edge of a phone.
pub const SHEET: &str = "sheet";

// The statistics, and other pages that are scrolled by keys.

/// The page.
pub const PAGE: &str = "page";

/// Functions that return the id of one of several similar widgets.
macro_rules! names {
    ($($(#[$about:meta])* $name:ident($($given:ident: $kind:ty),*) => $text:literal;)*) => {
        $($(#[$about])* pub fn $name($($given: $kind),*) -> String { format!($text) })*
    };
}

names! {
    /// The button that shows a tour step in a view, by the view's name in files.
    step_view(view: &str) => "tour.step.view.{view}";
    /// A node of a tree that is drawn, by its line.
    own_node(line: &str) => "own.node.{line}";
    /// The button that changes the selected node to this kind.
    tree_kind(kind: &str) => "own.kind.{kind}";
    /// A field of the selected node, by its name.
    tree_value(name: &str) => "own.value.{name}";
    /// A place of the board, by index.
    place(index: usize) => "board.place.{index}";
    /// The arrow of an attack, by its source and target.
    attack(from: usize, to: usize) => "board.attack.{from}-{to}";
    /// An outcome on the board beside the attack being rolled, by index among the outcomes.
    roll(branch: usize) => "board.roll.{branch}";
    /// An outcome of chance below the board, by index among the outcomes.
    branch(branch: usize) => "board.branch.{branch}";
    /// A row of the moves, by its number in the rules' order, counted from 1.
    move_row(number: usize) => "{MOVE_ROWS}{number}";
    /// The head of a column of the moves.
    move_head(column: &str) => "moves.head.{column}";
    /// A step of the walked line, by index; the start is 0.
    step(place: usize) => "line.step.{place}";
    /// The rating of one of more than two players.
    rating(player: usize) => "node.rating.{player}";
    /// A field of the setup: the name of a number or a choice, otherwise that in the code.
    field(name: &str) => "setup.field.{name}";
    /// The error of a field.
    fault(name: &str) => "setup.fault.{name}";
    /// The button for one less than a number.
    fewer(name: &str) => "setup.fewer.{name}";
    /// The button for one more than a number.
    more(name: &str) => "setup.more.{name}";
    /// A choice of a field, by name.
    option(field: &str, value: &str) => "setup.option.{field}.{value}";
    /// A tab of the panel at the right, by its name in the code.
    tab(side: &str) => "side.tab.{side}";
    /// The button that pins a rating that ends pay.
    pin(payoff: &str) => "what_if.pin.{payoff}";
    /// An editable place of the board.
    change(place: usize) => "what_if.change.{place}";
    /// The link to the node of an assumption.
    assumption(number: usize) => "what_if.assumption.{number}";
    /// The checkbox of an assumption.
    switch(number: usize) => "what_if.switch.{number}";
    /// The button that deletes an assumption.
    delete_assumption(number: usize) => "what_if.delete.{number}";
    /// A setting of the other rules.
    compared_switch(name: &str) => "comparison.switch.{name}";
    /// A row of the moves of both trees.
    compared_move(mv: &str) => "comparison.move.{mv}";
    /// One of two boards beside each other.
    board_of(side: usize) => "boards.{side}";
    /// A kind of disagreements, by its name in a report.
    kind(name: &str) => "check.kind.{name}";
    /// The data of both sides about a move or the position, by its name in a report.
    both_say(name: &str) => "check.both.{name}";
    /// A task of exercises, by its name in files.
    task(name: &str) => "exercise.task.{name}";
    /// A step of a tour.
    tour_step(index: usize) => "tour.step.{index}";
    /// A bookmark, by its line.
    bookmark(line: &str) => "bookmark.{line}";
    /// A row of the list of files to open.
    offer(index: usize) => "open.offer.{index}";
    /// A file or a folder in a folder's list, by its name.
    entry(name: &str) => "folder.entry.{name}";
    /// A format in a list, by its name on the command line.
    format(id: &str) => "format.{id}";
    /// A part of the tree that can be chosen.
    export_part(part: &str) => "export.part.{part}";
    /// Something that can be shown or left out.
    export_shows(what: &str) => "export.shows.{what}";
    /// A completion of the filter.
    find_hint(word: &str) => "find.hint.{word}";
    /// A frequent filter, by its text; `here` is the selected position.
    find_chip(text: &str) => "find.chip.{text}";
    /// The number of matches below a move, by index.
    hits_below(index: usize) => "find.below.{index}";
    /// A size in which the tree can be drawn, in percent.
    zoom(percent: u32) => "tree.zoom.{percent}";
    /// The number of matches in a ply.
    find_ply(ply: u32) => "find.ply.{ply}";
    /// A ply in the strip, counted from the start.
    ply(place: usize) => "history.ply.{place}";
    /// The number of a player's blunders, by the player's index.
    review_of(player: usize) => "review.player.{player}";
    /// A blunder of the review, by index.
    slip(index: usize) => "review.slip.{index}";
    /// A node of a recording, by its state.
    recorded(phase: &str) => "recording.node.{phase}";
    /// Something that was counted.
    counted(what: &str) => "recording.counted.{what}";
    /// A row of a table.
    table_row(table: &str, row: usize) => "statistics.{table}.{row}";
    /// The button that shows more positions on a side of one.
    more_positions(side: &str) => "positions.more.{side}";
}
