//! Every command of the window in one list: its text, tooltip, icon, shortcuts, and its menu, or
//! the view or tool with its button. Menus, buttons, keys, the palette and the list of shortcuts
//! are generated from it. Commands are queued during a frame and run in one place after it.

use std::path::PathBuf;

use eframe::egui::{Key, KeyboardShortcut, Modifiers};
use egui_material_icons::icons;

use super::command_data::{
    CheckSource, ExerciseAction, FirstBoard, PlayChoices, PromptAnswer, RecordChoices, ThemeChoice,
    TourCommand, WhatIfAction,
};
use super::edits::{Root, TreeEdit};
use super::export_choice::{ExportChoice, ExportRequest};
use super::places::{ButtonPlace, CommandPlace, KeyScope, Menu, SidePanel};
use crate::app::base::page;
use crate::diagram::RatingsFor;
use crate::games::Switches;
use crate::session::Action;
use crate::tree::UnfoldingNode;

/// A user request.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// One of the commands with a name.
    Named(CommandId),
    /// Cancel the build, and rate its results.
    CancelBuild,
    /// Go on with the build that was canceled.
    Resume,
    /// Something that happens to the session: a click on a node, a move, a row.
    Act(Action),
    /// Open the typed text: a notation, the text of a file, or a path.
    OpenText(String),
    /// The same by the default rules, whatever those of the open board are.
    OpenByDefaults(String),
    /// Open a page of the guide, by its name.
    OpenGuide(String),
    /// Open a file.
    OpenFile(PathBuf),
    /// Open an included example, by its index in their table.
    OpenTeaching(usize),
    /// Present an included tour, by its index in their table, from a step, counted from 0; the open
    /// document is shown again after it.
    PresentTeaching(usize, usize),
    /// Open the recovery file of a killed window, by index.
    Recover(usize),
    /// Remove the recovery file of a killed window, by index.
    ForgetLeft(usize),
    /// Save the document to a file, which becomes its own.
    SaveTo(PathBuf),
    /// Export to a file, with the last or the default options; the format follows from the
    /// extension.
    ExportTo(PathBuf),
    /// Run an export request.
    Export(Box<ExportRequest>),
    /// Ask for the file of an export.
    ChooseFile(Box<ExportChoice>),
    /// Keep the options of an export for the next time its dialog is opened.
    KeepExport(Box<ExportChoice>),
    /// Act on the answer to the prompt before something is lost.
    Answer(PromptAnswer),
    /// Mark a place of the board as the source of an attack, or clear the mark.
    Mark(Option<usize>),
    /// Change the root, its rules or its limits: an edit that can be undone.
    EditRoot(Box<Root>),
    /// Change the text of a written tree: an edit that can be undone.
    EditTree(Box<TreeEdit>),
    /// Change the note of a node: an edit that can be undone.
    SetNote(UnfoldingNode, String),
    /// Sets the note of a line that isn't known to the tree.
    SetLineNote(String, String),
    /// Compare the open board with itself under these rules.
    CompareWith(Box<Switches>),
    /// Show the ratings for a player or for the mover.
    ShowRatings(RatingsFor),
    /// Map the tree of a cyclic game to this ply limit.
    MapTo(u32),
    /// Set the options for games: seats, the computer's ply limit, and how chance decides.
    ChoosePlay(Box<PlayChoices>),
    /// Record so from now on.
    ChooseRecording(Box<RecordChoices>),
    /// Show a step of the recording, counted from 0, at most the last one.
    GoToStep(usize),
    /// Record with these options at the selected node, unless that is already shown, and go to a
    /// step, counted from 0.
    ShowRecorded(Box<RecordChoices>, usize),
    /// Check the output of this source about the open board.
    Check(Box<CheckSource>),
    /// Something with an exercise.
    Exercise(ExerciseAction),
    /// Draw the tree so large, in percent.
    ZoomTo(u32),
    /// Export the tree below the selected node.
    ExportFromHere,
    /// Search for a filter; an empty text clears the search.
    Find(String),
    /// Go to the first match of a ply.
    FindInPly(u32),
    /// Close the find strip and remove its marks.
    CloseFind,
    /// Make or delete an assumption about a node: an edit that can be undone.
    Assume(WhatIfAction),
    /// Show something at the right.
    ShowSide(SidePanel),
    /// Turn on or off the start card at every start.
    StartHere(bool),
    /// Go on to the next step of the first lesson.
    SkipLessonStep,
    /// Something with bookmarks and tours.
    Tour(TourCommand),
    /// Start another document.
    New(FirstBoard),
    /// Show another theme from now on.
    UseTheme(ThemeChoice),
    /// Give the keyboard to the next part of the window, or to the one before.
    NextPane(bool),
    /// Close what was opened last over or beside the tree: a mark, a comparison, a tool.
    Dismiss,
}

impl Command {
    /// Whether it opens nothing that gets the keyboard: it walks, or edits what is open.
    pub(crate) fn stays(&self) -> bool {
        match self {
            Self::Named(named) => named.action().is_some(),
            Self::Act(_) | Self::EditTree(_) | Self::SetNote(..) => true,
            _ => false,
        }
    }
}

const fn menu(menu: Menu, group: u8) -> CommandPlace {
    CommandPlace::Menu(menu, group)
}

const fn at(spot: ButtonPlace) -> CommandPlace {
    CommandPlace::Spot(spot)
}

macro_rules! named {
    ($($name:ident: $home:expr, $scope:ident, $icon:ident, $text:literal, $tooltip:literal, $shortcuts:expr;)*) => {
        /// The named commands: those of the menus, then the buttons of views and tools.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum CommandId { $(#[doc = $tooltip] $name),* }

        impl CommandId {
            /// All of them, in the order they are listed.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Its name in the code, the id for programs.
            pub fn id(self) -> &'static str {
                match self { $(Self::$name => stringify!($name)),* }
            }

            /// The text of its button.
            pub fn text(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }

            /// Its tooltip.
            pub fn tooltip(self) -> &'static str {
                match self { $(Self::$name => $tooltip),* }
            }

            /// Its icon, a character of the icon font.
            pub fn icon(self) -> &'static str {
                match self { $(Self::$name => icons::$icon.codepoint),* }
            }

            /// Its place.
            pub fn home(self) -> CommandPlace {
                match self { $(Self::$name => $home),* }
            }

            /// The scope of its shortcuts.
            pub fn scope(self) -> KeyScope {
                match self { $(Self::$name => KeyScope::$scope),* }
            }

            /// Its keys on the desktop, the first being the one that is shown.
            const fn desktop_shortcuts(self) -> &'static [KeyboardShortcut] {
                match self { $(Self::$name => { const S: &[KeyboardShortcut] = &$shortcuts; S }),* }
            }
        }
    };
}

const fn key(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

const fn shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::SHIFT, key)
}

const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

const fn ctrl_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

const fn alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, key)
}

named! {
    NewBoard: menu(Menu::File, 0), Window, ICON_NOTE_ADD, "New…", "Start a new board", [ctrl(Key::N)];
    NewTree: menu(Menu::File, 0), Window, ICON_ACCOUNT_TREE, "Own tree", "Draw your own tree: moves, players, chance, and payoffs", [];
    Open: menu(Menu::File, 0), Window, ICON_FOLDER_OPEN, "Open…", "Open a file, a position in notation, or a Lisp array", [ctrl(Key::O)];
    Reload: menu(Menu::File, 0), Window, ICON_REFRESH, "Reload", "Reload the open file from disk", [];
    Save: menu(Menu::File, 1), Window, ICON_SAVE, "Save", "Save the document to its file", [ctrl(Key::S)];
    SaveAs: menu(Menu::File, 1), Window, ICON_SAVE_AS, "Save as…", "Save the document to another file", [ctrl_shift(Key::S)];
    Export: menu(Menu::File, 1), Window, ICON_IOS_SHARE, "Export…", "Export all or part of the tree as a picture, web page, table, or data", [ctrl(Key::E)];
    Quit: menu(Menu::File, 2), Window, ICON_LOGOUT, "Quit", "Quit doomtree", [ctrl(Key::Q)];

    Undo: menu(Menu::Edit, 0), Window, ICON_UNDO, "Undo", "Undo the last change", [ctrl(Key::Z)];
    Redo: menu(Menu::Edit, 0), Window, ICON_REDO, "Redo", "Redo the last undone change", [ctrl_shift(Key::Z), ctrl(Key::Y)];
    CopyPosition: menu(Menu::Edit, 1), Window, ICON_CONTENT_COPY, "Copy position", "Copy the selected position in notation", [ctrl(Key::C)];
    CopyLine: menu(Menu::Edit, 1), Window, ICON_TIMELINE, "Copy line", "Copy the moves from the root to the selected node", [ctrl_shift(Key::C)];
    CopyLink: menu(Menu::Edit, 1), Window, ICON_LINK, "Copy link", "Copy a link to the selected node: its board, rules, and line", [];
    Paste: menu(Menu::Edit, 1), Window, ICON_CONTENT_PASTE, "Paste", "Open the position, Lisp array, or file contents on the clipboard", [ctrl(Key::V)];
    EditTree: menu(Menu::Edit, 1), Window, ICON_EDIT, "Edit the tree", "Edit the open tree, or a copy of the subtree at the selected node", [];
    Find: menu(Menu::Edit, 2), Window, ICON_SEARCH, "Find", "Find positions, moves, ratings, ends, and blunders in the whole tree", [ctrl(Key::F)];
    Bookmark: menu(Menu::Edit, 2), Window, ICON_BOOKMARK, "Bookmark", "Add or remove a bookmark at the selected node", [];
    Setup: menu(Menu::Edit, 3), Window, ICON_TUNE, "Setup", "Change the board, the rules, the player to move, and the limits", [key(Key::F2)];
    RandomBoard: menu(Menu::Edit, 3), Window, ICON_CASINO, "Random board", "Generate another random board of this size", [];

    ShowTree: menu(Menu::View, 0), Window, ICON_ACCOUNT_TREE, "Tree", "Show the tree as far as it is expanded", [ctrl(Key::Num1)];
    ShowMap: menu(Menu::View, 0), Window, ICON_MAP, "Map", "Show the whole tree as a map; a node's width is its number of leaves", [ctrl(Key::Num2)];
    ShowPositions: menu(Menu::View, 0), Window, ICON_HUB, "Positions", "Show the position graph: every position once, with the moves between them", [ctrl(Key::Num3)];
    ShowStatistics: menu(Menu::View, 0), Window, ICON_BAR_CHART, "Statistics", "Show counts and plots of kinds, winners, plies, and ratings", [ctrl(Key::Num4)];
    ToggleFold: menu(Menu::View, 1), Tree, ICON_UNFOLD_MORE, "Expand or collapse", "Expand or collapse the selected node", [key(Key::Space)];
    UnfoldPly: menu(Menu::View, 1), Tree, ICON_ADD, "Expand one ply", "Show one more ply of the whole tree, up to the expansion limit", [key(Key::CloseBracket)];
    FoldPly: menu(Menu::View, 1), Tree, ICON_REMOVE, "Collapse one ply", "Hide the deepest ply shown", [key(Key::OpenBracket)];
    FoldWorse: menu(Menu::View, 1), Window, ICON_FILTER_ALT, "Collapse worse moves", "Collapse every move that isn't best, so that best play stands out", [];
    UnfoldAll: menu(Menu::View, 1), Window, ICON_UNFOLD_MORE_DOUBLE, "Expand all", "Expand the whole tree, ply by ply, up to the expansion limit", [];
    Fit: menu(Menu::View, 2), Tree, ICON_FIT_SCREEN, "Zoom to fit", "Fit everything expanded in the view", [key(Key::F)];
    Viewpoint: menu(Menu::View, 2), Tree, ICON_SWITCH_ACCOUNT, "Next player's ratings", "Show the ratings for the next player, then for the player to move", [key(Key::R)];
    HideRatings: menu(Menu::View, 2), Tree, ICON_VISIBILITY_OFF, "Hide ratings", "Hide ratings and everything that reveals them, so that learners can guess first", [key(Key::H)];
    LargerText: menu(Menu::View, 3), Window, ICON_TEXT_INCREASE, "Larger text", "Increase the text size", [ctrl(Key::Plus), ctrl(Key::Equals), ctrl_shift(Key::Plus), ctrl_shift(Key::Equals)];
    SmallerText: menu(Menu::View, 3), Window, ICON_TEXT_DECREASE, "Smaller text", "Decrease the text size", [ctrl(Key::Minus)];
    NormalText: menu(Menu::View, 3), Window, ICON_FORMAT_SIZE, "Default text size", "Reset the text size", [ctrl(Key::Num0)];
    ShowBoard: menu(Menu::View, 4), Window, ICON_DOCK_TO_LEFT, "Board panel", "Show or hide the board, the moves, and the line", [];
    ShowNode: menu(Menu::View, 4), Window, ICON_DOCK_TO_RIGHT, "Node panel", "Show or hide the node panel", [];
    FullScreen: menu(Menu::View, 4), Window, ICON_FULLSCREEN, "Full screen", "Enter or leave full screen", [key(Key::F11)];
    Display: menu(Menu::View, 4), Window, ICON_DISPLAY_SETTINGS, "Display…", "Choose how the tree is drawn and what the window shows", [];

    Parent: menu(Menu::Go, 0), Tree, ICON_ARROW_UPWARD, "Parent", "Go to the parent node", [key(Key::ArrowUp)];
    Child: menu(Menu::Go, 0), Tree, ICON_ARROW_DOWNWARD, "Child", "Go to the child you visited last, or to a best move", [key(Key::ArrowDown)];
    PreviousSibling: menu(Menu::Go, 0), Tree, ICON_ARROW_BACK, "Previous sibling", "Go to the previous sibling", [key(Key::ArrowLeft)];
    NextSibling: menu(Menu::Go, 0), Tree, ICON_ARROW_FORWARD, "Next sibling", "Go to the next sibling", [key(Key::ArrowRight)];
    Root: menu(Menu::Go, 1), Tree, ICON_HOME, "Root", "Go to the root", [key(Key::Home)];
    BestEnd: menu(Menu::Go, 1), Tree, ICON_FLAG, "End of best line", "Go to the end of the best line", [key(Key::End)];
    Back: menu(Menu::Go, 2), Window, ICON_ARROW_BACK_IOS, "Back", "Go back to the node selected before", [alt(Key::ArrowLeft)];
    Forward: menu(Menu::Go, 2), Window, ICON_ARROW_FORWARD_IOS, "Forward", "Go forward again", [alt(Key::ArrowRight)];
    NextHit: menu(Menu::Go, 3), Window, ICON_NAVIGATE_NEXT, "Next match", "Go to the next match, difference, or cut", [key(Key::F4)];
    PreviousHit: menu(Menu::Go, 3), Window, ICON_NAVIGATE_BEFORE, "Previous match", "Go to the previous match or cut", [shift(Key::F4)];
    NextBlunder: menu(Menu::Go, 3), Window, ICON_REPORT, "Find blunders", "Go to the next blunder; Next match then continues", [];
    NextFork: menu(Menu::Go, 3), Window, ICON_CALL_SPLIT, "Find choices", "Go to the next position with more than one move; Next match then continues", [];
    NextEnd: menu(Menu::Go, 3), Window, ICON_LAST_PAGE, "Find ends", "Go to the next end of the game; Next match then continues", [];

    PlayHere: menu(Menu::Play, 0), Window, ICON_PLAY_CIRCLE, "Play from here", "Start a game from the selected node", [ctrl(Key::G)];
    PassTurn: menu(Menu::Play, 1), Tree, ICON_SKIP_NEXT, "Pass", "Pass and end the turn", [key(Key::P)];
    RollDice: menu(Menu::Play, 1), Window, ICON_CASINO, "Roll", "Roll the dice, or let chance decide, now", [];
    TakeBack: menu(Menu::Play, 1), Window, ICON_UNDO, "Take back", "Take back your last move and everything after it; in a game, Undo does the same", [];
    ReviewGame: menu(Menu::Play, 2), Window, ICON_FACT_CHECK, "Review game", "Show or hide the ratings along the game, with each player's blunders and better moves", [];

    Record: menu(Menu::Teach, 0), Window, ICON_FIBER_MANUAL_RECORD, "Watch an algorithm", "Record how an algorithm rates the selected node, and step through it", [];
    WhatIf: menu(Menu::Teach, 0), Window, ICON_PSYCHOLOGY_ALT, "What if", "Show the assumptions and what they change", [];
    NewExercise: menu(Menu::Teach, 0), Window, ICON_SCHOOL, "New exercise…", "Generate an exercise on ratings, best moves, bounds, or cuts", [];
    Tours: menu(Menu::Teach, 1), Window, ICON_TOUR, "Tours and bookmarks", "Create tours through the tree, and manage bookmarks", [];
    AddTourStep: menu(Menu::Teach, 1), Window, ICON_ADD_LOCATION, "Add to tour", "Add the selected node, or the recording at this step, to the tour", [];
    Present: menu(Menu::Teach, 1), Window, ICON_PRESENT_TO_ALL, "Present", "Present the tour, or the tree alone, in full screen with large type", [shift(Key::F5)];
    CompareRules: menu(Menu::Teach, 2), Window, ICON_COMPARE_ARROWS, "Compare rules…", "Show the board under two sets of rules side by side, and where the trees first differ", [];
    CheckProgram: menu(Menu::Teach, 2), Window, ICON_RULE, "Check a program…", "Compare your program's tree, ratings, or answers with the rules", [];

    FirstLesson: menu(Menu::Help, 0), Window, ICON_TOUR, "First lesson", "Take the first steps in the window itself, or leave the lesson", [];
    StartHere: menu(Menu::Help, 0), Window, ICON_FLAG, "Start here", "Show where to start: a tour, boards, a puzzle, and your own tree", [];
    Guide: menu(Menu::Help, 0), Window, ICON_MENU_BOOK, "Guide", "Open the guide and how to read the tree", [];
    Palette: menu(Menu::Help, 0), Window, ICON_SEARCH, "Commands…", "Search all commands", [ctrl(Key::K)];
    Keys: menu(Menu::Help, 0), Window, ICON_KEYBOARD, "Keyboard shortcuts", "Show all keyboard shortcuts", [key(Key::F1), shift(Key::Questionmark), key(Key::Questionmark)];
    About: menu(Menu::Help, 1), Window, ICON_INFO, "About doomtree", "Show the version, licenses, and credits", [];

    RestoreUnsaved: at(ButtonPlace::Recent), Window, ICON_RESTORE_PAGE, "Restore unsaved work…", "List the unsaved work of windows that ended before it was saved", [];
    ClearRecent: at(ButtonPlace::Recent), Window, ICON_CLEAR_ALL, "Clear recent files", "Clear the list of recently opened files", [];

    CancelWork: at(ButtonPlace::Status), Window, ICON_CANCEL, "Cancel", "Stop the running operation and keep its results so far", [];

    FocusBoard: at(ButtonPlace::Board), Window, ICON_HEXAGON, "Focus the board", "Use the keyboard on the board; press again to return to the tree", [];
    PreviousHex: at(ButtonPlace::Board), Board, ICON_CHEVRON_LEFT, "Previous cell", "Move the board cursor to the previous cell", [key(Key::ArrowLeft)];
    NextHex: at(ButtonPlace::Board), Board, ICON_CHEVRON_RIGHT, "Next cell", "Move the board cursor to the next cell", [key(Key::ArrowRight)];
    MarkHex: at(ButtonPlace::Board), Board, ICON_CHECK, "Select, attack, or play", "Select the attacking hex, attack the target, or play on the cell", [key(Key::Enter)];
    LeaveBoard: at(ButtonPlace::Board), Board, ICON_KEYBOARD_RETURN, "Leave board", "Clear the selection, or return to the tree", [key(Key::Escape)];

    ShowHistory: at(ButtonPlace::Line), Window, ICON_TIMELINE, "Rating graph", "Show or hide the ratings along the current line, with its blunders", [];
    NextSlip: at(ButtonPlace::Line), Window, ICON_NAVIGATE_NEXT, "Next blunder in line", "Go to the next blunder in the current line, or in the game under review", [];
    PreviousSlip: at(ButtonPlace::Line), Window, ICON_NAVIGATE_BEFORE, "Previous blunder in line", "Go to the previous blunder in the line", [];

    EditNote: at(ButtonPlace::Node), Window, ICON_EDIT_NOTE, "Edit note", "Edit the note at the selected node, in Markdown", [];
    CopyWhy: at(ButtonPlace::Node), Window, ICON_CONTENT_COPY, "Copy explanation", "Copy the explanation of the selected node's rating as Markdown", [];
    NextOccurrence: at(ButtonPlace::Node), Window, ICON_FAST_FORWARD, "Next occurrence", "Go to the next node with the selected position", [];
    PreviousOccurrence: at(ButtonPlace::Node), Window, ICON_FAST_REWIND, "Previous occurrence", "Go to the previous node with the selected position", [];

    UnfoldBelow: at(ButtonPlace::Tree), Window, ICON_EXPAND_ALL, "Expand subtree", "Expand everything below the selected node, up to the expansion limit", [];
    UnfoldBestLine: at(ButtonPlace::Tree), Window, ICON_TRENDING_DOWN, "Expand best line", "Expand the best line from the selected node to its end", [];
    FoldOthers: at(ButtonPlace::Tree), Window, ICON_COLLAPSE_ALL, "Collapse others", "Collapse everything except the line to the selected node", [];
    ActualSize: at(ButtonPlace::Tree), Window, ICON_FILTER_CENTER_FOCUS, "Actual size", "Center the selected node at 100 %", [];
    ZoomIn: at(ButtonPlace::Tree), Window, ICON_ZOOM_IN, "Zoom in", "Zoom in", [];
    ZoomOut: at(ButtonPlace::Tree), Window, ICON_ZOOM_OUT, "Zoom out", "Zoom out", [];

    ZoomToNode: at(ButtonPlace::Map), Window, ICON_CENTER_FOCUS_STRONG, "Zoom to selection", "Zoom the map to the selected node", [];
    MapEnds: at(ButtonPlace::Map), Window, ICON_PALETTE, "Color map by ends", "Color the map by who wins the ends below each node, or by rating", [];

    PositionsAbove: at(ButtonPlace::Positions), Window, ICON_NORTH, "Show predecessors", "In the position graph, show one more level of positions that lead to the selected one", [];
    PositionsBelow: at(ButtonPlace::Positions), Window, ICON_SOUTH, "Show successors", "In the position graph, show one more level of positions that the selected one leads to", [];
    WiderNeighbourhood: at(ButtonPlace::Positions), Window, ICON_ADD, "Wider neighborhood", "In the position graph, show positions one move further away", [];
    NarrowerNeighbourhood: at(ButtonPlace::Positions), Window, ICON_REMOVE, "Narrower neighborhood", "In the position graph, hide the added positions, then the furthest ones", [];

    CopyStatistics: at(ButtonPlace::Statistics), Window, ICON_TABLE_CHART, "Copy statistics as CSV", "Copy the statistics as CSV, with every digit", [];

    UnfoldBudget: at(ButtonPlace::Display), Window, ICON_DATA_THRESHOLDING, "Expansion limit", "Let one command expand up to 100,000, 1 million, or 3 million nodes", [];
    GrowRight: at(ButtonPlace::Display), Window, ICON_SCHEMA, "Left-to-right layout", "Grow the tree to the right or downward; the arrow keys keep their meaning", [];
    EdgeForm: at(ButtonPlace::Display), Window, ICON_POLYLINE, "Edge style", "Draw moves as curves, straight lines, or right angles", [];
    BestFirst: at(ButtonPlace::Display), Window, ICON_SORT, "Best moves first", "Sort siblings by rating, best first, or keep the rules' order", [];
    NodeBoards: at(ButtonPlace::Display), Window, ICON_HEXAGON, "Boards in nodes", "Draw boards in the nodes of small trees, or leave them out", [];
    ShowReach: at(ButtonPlace::Display), Window, ICON_CASINO, "Probability of reaching", "Say in every node how likely best play reaches it", [];
    Motion: at(ButtonPlace::Display), Window, ICON_ANIMATION, "Animation", "Animate nodes to their new places, or move them at once", [];
    KeepUnsaved: at(ButtonPlace::Display), Window, ICON_RESTORE_PAGE, "Recovery file", "Keep unsaved work in a recovery file, which the next start offers after a crash", [];
    ShowLegend: at(ButtonPlace::Display), Window, ICON_LEGEND_TOGGLE, "Legend", "Show or hide the legend", [];
    ResetLayout: at(ButtonPlace::Display), Window, ICON_RESTART_ALT, "Reset layout", "Restore the default panels, text size, and theme", [];

    Players: at(ButtonPlace::Game), Window, ICON_GROUP, "Players", "Choose who plays, how far the computer looks ahead, and how chance is decided", [];
    StopGame: at(ButtonPlace::Game), Window, ICON_STOP_CIRCLE, "Stop game", "Stop the game; its line stays in the tree", [];
    MakeAgain: at(ButtonPlace::Game), Window, ICON_REDO, "Replay", "Replay the moves that were taken back", [];
    GoToGame: at(ButtonPlace::Game), Window, ICON_MY_LOCATION, "Go to game", "Select the node that the game has reached", [];

    ShowRecording: at(ButtonPlace::Recording), Window, ICON_SLIDESHOW, "Recording", "Show how an algorithm searches the tree, step by step", [];
    RecordBeside: at(ButtonPlace::Recording), Window, ICON_SPLITSCREEN_VERTICAL_ADD, "Watch side by side", "Record the chosen algorithm at the same node and show both recordings", [];
    OtherRecording: at(ButtonPlace::Recording), Window, ICON_SWAP_HORIZ, "Switch recording", "Show the other recording in the panel and on the board", [];
    CloseRecording: at(ButtonPlace::Recording), Window, ICON_CLOSE, "Close recording", "Close the recording under control", [];
    PlayRecording: at(ButtonPlace::Recording), Recording, ICON_PLAY_ARROW, "Play", "Play or pause the recording", [key(Key::Space), key(Key::K)];
    StepForward: at(ButtonPlace::Recording), Recording, ICON_NAVIGATE_NEXT, "Step forward", "Go to the next step of the recording", [key(Key::ArrowRight), key(Key::I)];
    StepBack: at(ButtonPlace::Recording), Recording, ICON_NAVIGATE_BEFORE, "Step back", "Go to the previous step of the recording", [key(Key::ArrowLeft), shift(Key::I)];
    NextCut: at(ButtonPlace::Recording), Window, ICON_SKIP_NEXT, "Next cut", "Go to the next cut, or to the next random game", [];
    PreviousCut: at(ButtonPlace::Recording), Window, ICON_SKIP_PREVIOUS, "Previous cut", "Go to the previous cut, or to the previous random game", [];
    RecordingStart: at(ButtonPlace::Recording), Recording, ICON_FIRST_PAGE, "Start of recording", "Go to the first step of the recording", [key(Key::Home)];
    RecordingEnd: at(ButtonPlace::Recording), Recording, ICON_LAST_PAGE, "End of recording", "Go to the last step of the recording", [key(Key::End)];
    Faster: at(ButtonPlace::Recording), Window, ICON_FAST_FORWARD, "Faster", "Play more steps per second", [];
    Slower: at(ButtonPlace::Recording), Window, ICON_FAST_REWIND, "Slower", "Play fewer steps per second", [];

    NextBookmark: at(ButtonPlace::Tours), Window, ICON_NAVIGATE_NEXT, "Next bookmark", "Go to the next bookmark, in the order they were added", [];
    PreviousBookmark: at(ButtonPlace::Tours), Window, ICON_NAVIGATE_BEFORE, "Previous bookmark", "Go to the previous bookmark", [];

    NextTourStep: at(ButtonPlace::Presentation), Talk, ICON_ARROW_FORWARD, "Next step", "Go to the next step of the tour", [key(Key::ArrowRight), key(Key::PageDown), key(Key::Space), key(Key::Enter)];
    PreviousTourStep: at(ButtonPlace::Presentation), Talk, ICON_ARROW_BACK, "Previous step", "Go to the previous step of the tour", [key(Key::ArrowLeft), key(Key::PageUp), key(Key::Backspace)];
    FirstTourStep: at(ButtonPlace::Presentation), Talk, ICON_FIRST_PAGE, "First step", "Go to the start of the tour", [key(Key::Home)];
    LastTourStep: at(ButtonPlace::Presentation), Talk, ICON_LAST_PAGE, "Last step", "Go to the end of the tour", [key(Key::End)];
    BlankScreen: at(ButtonPlace::Presentation), Talk, ICON_BRIGHTNESS_1, "Blank screen", "Black out the screen, or show it again", [key(Key::B), key(Key::Period)];
    LeavePresentation: at(ButtonPlace::Presentation), Talk, ICON_CLOSE_FULLSCREEN, "End presentation", "Return to the window", [key(Key::Escape)];

    PinRating: at(ButtonPlace::WhatIf), Window, ICON_PUSH_PIN, "Pin rating…", "Assume another rating for the selected node and see what changes up to the root", [];
    ForbidMove: at(ButtonPlace::WhatIf), Window, ICON_BLOCK, "Forbid move", "Forbid the move to the selected node, or allow it again", [];
    ChangePosition: at(ButtonPlace::WhatIf), Window, ICON_EDIT, "Replace position…", "Replace the position at the selected node", [];
    TakeBackWhatIf: at(ButtonPlace::WhatIf), Window, ICON_BACKSPACE, "Remove last assumption", "Remove the assumption added last", [];
    ClearWhatIfs: at(ButtonPlace::WhatIf), Window, ICON_DELETE_SWEEP, "Clear assumptions", "Remove all assumptions", [];
    ShowTruth: at(ButtonPlace::WhatIf), Window, ICON_BALANCE, "Show true ratings", "Switch between true ratings and ratings under the assumptions", [];

    ExerciseHere: at(ButtonPlace::Exercise), Window, ICON_EDIT_NOTE, "Exercise from this tree", "Create an exercise from the tree below the selected node", [];
    LeaveExercise: at(ButtonPlace::Exercise), Window, ICON_CLOSE, "Close exercise", "Return to the tree", [];
    NextBlank: at(ButtonPlace::Exercise), Window, ICON_NAVIGATE_NEXT, "Next blank", "Go to the next blank", [];
    PreviousBlank: at(ButtonPlace::Exercise), Window, ICON_NAVIGATE_BEFORE, "Previous blank", "Go to the previous blank", [];
    Hint: at(ButtonPlace::Exercise), Window, ICON_LIGHTBULB, "Hint", "Show where to look; press again to see what to work out", [];
    CheckAnswer: at(ButtonPlace::Exercise), Window, ICON_CHECK, "Check answer", "Check this answer and show the reason", [];
    CheckAll: at(ButtonPlace::Exercise), Window, ICON_DONE_ALL, "Check all", "Check all answers and go to the first wrong one", [];
    ShowAnswers: at(ButtonPlace::Exercise), Window, ICON_VISIBILITY, "Show answers", "Show every answer and end the exercise", [];
    SaveExercise: at(ButtonPlace::Exercise), Window, ICON_SAVE, "Save exercise…", "Save the exercise with your answers, to continue later or hand it in", [];
    PrintSheet: at(ButtonPlace::Exercise), Window, ICON_PRINT, "Print worksheet…", "Save the exercise as a worksheet with an answer key, as HTML or PDF", [];

    NextDifference: at(ButtonPlace::Comparison), Window, ICON_NAVIGATE_NEXT, "Next difference", "Go to the next difference between the two trees", [];
    LeaveComparison: at(ButtonPlace::Comparison), Window, ICON_CLOSE, "Close comparison", "Return to the tree", [];

    ShowCheck: at(ButtonPlace::Check), Window, ICON_RULE, "Check results", "Show your program's answers beside the rules", [];
    CheckAgain: at(ButtonPlace::Check), Window, ICON_REFRESH, "Check again", "Reread the file, or ask the program again", [];
    OtherDisagreement: at(ButtonPlace::Check), Window, ICON_SWAP_VERT, "Smallest disagreement", "Switch between the first disagreement and the smallest position that shows one", [];
    CloseCheck: at(ButtonPlace::Check), Window, ICON_CLOSE, "Close check", "Discard the check and return to the tree", [];
}

impl CommandId {
    /// Its menu and the group in it, if a menu lists it.
    pub fn menu(self) -> Option<(Menu, u8)> {
        match self.home() {
            CommandPlace::Menu(menu, group) => Some((menu, group)),
            CommandPlace::Spot(_) => None,
        }
    }

    /// The commands of a menu, in their order.
    pub fn of_menu(menu: Menu) -> impl Iterator<Item = Self> {
        let is_its = move |named: &Self| {
            named.is_offered() && named.menu().is_some_and(|(its, _)| its == menu)
        };
        Self::ALL.iter().copied().filter(is_its)
    }

    /// Its keys where the window runs, the first being the one that is shown. In a page there are none
    /// that browsers keep for themselves.
    pub fn shortcuts(self) -> &'static [KeyboardShortcut] {
        let all = self.desktop_shortcuts();
        let is_kept = |keys: &KeyboardShortcut| KEPT_BY_BROWSERS.contains(keys);
        match page::IN_BROWSER && (!self.is_offered() || all.iter().any(is_kept)) {
            true => &[],
            false => all,
        }
    }

    /// Whether the window has it where it runs. A page leaves some to its browser.
    pub fn is_offered(self) -> bool {
        let of_browser = [Self::Quit, Self::Paste, Self::FullScreen, Self::Reload];
        !(page::IN_BROWSER && of_browser.contains(&self))
    }

    /// The command or button with this text, ignoring case and a trailing `…`.
    pub fn of_text(text: &str) -> Option<Self> {
        let plain = |text: &str| text.trim_end_matches(['…', '.']).to_lowercase();
        Self::ALL
            .iter()
            .copied()
            .find(|named| plain(named.text()) == plain(text))
    }

    /// The session action of the command, if it is one.
    pub fn action(self) -> Option<Action> {
        Some(match self {
            Self::Parent => Action::Parent,
            Self::Child => Action::Child,
            Self::PreviousSibling => Action::PreviousSibling,
            Self::NextSibling => Action::NextSibling,
            Self::Root => Action::Root,
            Self::BestEnd => Action::BestEnd,
            Self::UnfoldPly => Action::UnfoldPly,
            Self::FoldPly => Action::FoldPly,
            Self::UnfoldBelow => Action::UnfoldBelow,
            Self::FoldOthers => Action::FoldOthers,
            Self::UnfoldAll => Action::UnfoldAll,
            Self::UnfoldBestLine => Action::UnfoldBestLine,
            Self::FoldWorse => Action::FoldWorse,
            Self::Back => Action::Back,
            Self::Forward => Action::Forward,
            _ => return None,
        })
    }
}

/// The keys that browsers don't leave to a page: new and closed windows and tabs.
const KEPT_BY_BROWSERS: [KeyboardShortcut; 3] = [ctrl(Key::N), ctrl(Key::T), ctrl(Key::W)];

/// The digits' keys: 1 to 9 make the numbered move, as in the terminal game's prompt.
pub const MOVE_KEYS: [Key; 9] = [
    Key::Num1,
    Key::Num2,
    Key::Num3,
    Key::Num4,
    Key::Num5,
    Key::Num6,
    Key::Num7,
    Key::Num8,
    Key::Num9,
];
