//! What stands in the window by names that stay when its words change, so that programs find it:
//! those that drive the window, and those that read it aloud. Commands have theirs, `Named::id`.

use eframe::egui;

use super::asking::Answer;
use super::command::Named;

/// The bar at the top.
pub const TOP: &str = "top";
/// The line at the bottom.
pub const STATUS: &str = "status";

// What is told in the status line.

/// What came of the last command.
pub const NOTICE: &str = "status.notice";
/// Why a command could not be done.
pub const TROUBLE: &str = "status.trouble";

// What is asked before something is lost, and what lies over the window while a file hovers.

/// The question.
pub const QUESTION: &str = "question";
/// What happens to a file that hovers.
pub const DROP: &str = "drop";

/// A button that answers the question.
pub fn answer(answer: Answer) -> String {
    format!("question.{answer:?}")
}

// The dialogs in which files are opened and written.

/// What is typed or pasted to be opened.
pub const OPEN_BOX: &str = "open.box";
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
/// The dialog in which the document is saved.
pub const SAVE_FILE: &str = "save";
/// The dialog that asks to which file is exported.
pub const EXPORT_FILE: &str = "export.file";
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

/// A row of what is offered to be opened.
pub fn offer(index: usize) -> String {
    format!("open.offer.{index}")
}

/// A file or a folder in a folder's list, by its name.
pub fn entry(name: &str) -> String {
    format!("folder.entry.{name}")
}

/// A format in a list, by its name on the command line.
pub fn format(id: &str) -> String {
    format!("format.{id}")
}

// The export dialog.

/// The dialog.
pub const EXPORT: &str = "export";
/// How much will be written.
pub const EXPORT_AMOUNT: &str = "export.amount";
/// That this isn't all.
pub const EXPORT_STOPPED: &str = "export.stopped";
/// The button that asks for a file.
pub const EXPORT_TO_FILE: &str = "export.to-file";
/// How many pixels a picture has.
pub const EXPORT_PIXELS: &str = "export.pixels";
/// Whether the part begins at the selected node.
pub const EXPORT_FROM: &str = "export.from";
/// The picture as it will be.
pub const EXPORT_PICTURE: &str = "export.picture";

/// A part of the tree that can be chosen.
pub fn export_part(part: &str) -> String {
    format!("export.part.{part}")
}

/// Something that can be shown or left out.
pub fn export_shows(what: &str) -> String {
    format!("export.shows.{what}")
}

// The tabs at the right, finding, and why a node has its rating.

/// The tab of the selected node.
pub const TAB_NODE: &str = "tab.node";
/// What is looked for.
pub const FIND_FIELD: &str = "find.field";
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
/// The button that looks again after the search was cancelled.
pub const FIND_AGAIN: &str = "find.again";
/// A sentence or a formula of the reasoning.
pub const WHY: &str = "why";

/// A word that what is typed could go on with.
pub fn find_hint(word: &str) -> String {
    format!("find.hint.{word}")
}

/// What is looked for often, by what it types; `here` is the selected position.
pub fn find_chip(text: &str) -> String {
    format!("find.chip.{text}")
}

/// A word of the list of all that can be typed.
pub fn find_word(word: &str) -> String {
    format!("find.word.{}", word.trim_end_matches(':'))
}

/// How many hits lie below a move, by its place.
pub fn hits_below(index: usize) -> String {
    format!("find.below.{index}")
}

// The ratings along a line, and the review of a game.

/// The strip.
pub const HISTORY: &str = "history";
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

/// A place of the strip, counted from the start.
pub fn ply(place: usize) -> String {
    format!("history.ply.{place}")
}

/// How many blunders a player made, by the player's place.
pub fn review_of(player: usize) -> String {
    format!("review.player.{player}")
}

/// A blunder of the review, by its place in the list.
pub fn slip(index: usize) -> String {
    format!("review.slip.{index}")
}

// The legend below the tree, the map, the positions or a recording.

/// What the marks mean.
pub const LEGEND: &str = "legend";

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

/// A node of a recording, by how it stands.
pub fn recorded(phase: &str) -> String {
    format!("recording.node.{phase}")
}

/// Something that was counted.
pub fn counted(what: &str) -> String {
    format!("recording.counted.{what}")
}

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

/// A row of a table.
pub fn table_row(table: &str, row: usize) -> String {
    format!("statistics.{table}.{row}")
}

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

/// The button that shows more positions on a side of one.
pub fn more_positions(side: &str) -> String {
    format!("positions.more.{side}")
}

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
