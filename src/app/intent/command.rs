//! Every intent of the window in one list: its text, tooltip, icon, menu and shortcuts. Menus,
//! buttons, keys, the palette and the page of keys are made from it; commands are queued during a
//! frame and run in one place after it.

use std::path::PathBuf;

use eframe::egui::{Key, KeyboardShortcut, Modifiers};
use egui_material_icons::icons;

use super::edits::{Root, TreeEdit};
use super::export_choice::{ExportChoice, ExportRequest};
use super::payload::{Answer, Assuming, CheckSource, Exercising};
use super::places::Side;
use super::play_choices::PlayChoices;
use super::record_choices::RecordChoices;
use super::tour_choices::TourCommand;
use crate::diagram::RatingsFor;
use crate::games::Switches;
use crate::session::Action;
use crate::tree::UnfoldingNode;

/// What somebody wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// One of the commands with a name.
    Named(Named),
    /// Something that happens to the session: a click on a node, a move, a row.
    Act(Action),
    /// Open the notation, the text of a file, or the file at the path, that somebody typed.
    OpenText(String),
    /// Open a file.
    OpenFile(PathBuf),
    /// Open one of the boards and trees that come with the program, by its place in their table.
    OpenTeaching(usize),
    /// Write the document to a file, which is its own from then on.
    SaveTo(PathBuf),
    /// Write what was exported last, or is usual, to a file, whose ending tells the format.
    ExportTo(PathBuf),
    /// Write what a request asks for.
    Export(Box<ExportRequest>),
    /// Ask to which file what is chosen is exported.
    ChooseFile(Box<ExportChoice>),
    /// Do what somebody answered who was asked before something is lost.
    Answer(Answer),
    /// Mark a place of the board as the source of an attack, or none.
    Mark(Option<usize>),
    /// Change the root, its rules or its limits: an edit that can be undone.
    EditRoot(Box<Root>),
    /// Change the text of a tree that is written down: an edit that can be undone.
    EditTree(Box<TreeEdit>),
    /// Change the note of a node: an edit that can be undone.
    SetNote(UnfoldingNode, String),
    /// Compare the open board with itself under these rules.
    CompareWith(Box<Switches>),
    /// Show the ratings for a player or for the mover.
    ShowRatings(RatingsFor),
    /// Map the tree of a cyclic game to so many plies.
    MapTo(u32),
    /// Let games be played so: seats, the computer's ply limit, and how chance decides.
    ChoosePlay(Box<PlayChoices>),
    /// Record so from now on.
    ChooseRecording(Box<RecordChoices>),
    /// Show a step of the recording, counted from 0; the last one at most.
    GoToStep(usize),
    /// Record like this at the selected node, unless that is what is shown, and go to a step, counted
    /// from 0.
    ShowRecorded(Box<RecordChoices>, usize),
    /// Check what is said there of the open board.
    Check(Box<CheckSource>),
    /// Something with an exercise.
    Exercise(Exercising),
    /// Look for what a text asks for; nothing where it is empty.
    Find(String),
    /// Assume something of a node, or no more: an edit that can be undone.
    Assume(Assuming),
    /// Show something at the right.
    ShowSide(Side),
    /// Show where to begin at every start, or no more.
    StartHere(bool),
    /// Something with bookmarks and tours.
    Tour(TourCommand),
}

/// The menu that lists a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Menu {
    /// Documents.
    File,
    /// Changes and the clipboard.
    Edit,
    /// The board.
    Board,
    /// Playing.
    Play,
    /// Walking.
    Go,
    /// What is unfolded, and how it is seen.
    Tree,
    /// Recordings of searches.
    Search,
    /// Teaching and learning.
    Teach,
    /// What is shown, and how.
    View,
    /// Help.
    Help,
}

impl Menu {
    /// All of them, from left to right.
    pub const ALL: [Self; 10] = [
        Self::File,
        Self::Edit,
        Self::Board,
        Self::Play,
        Self::Go,
        Self::Tree,
        Self::Search,
        Self::Teach,
        Self::View,
        Self::Help,
    ];

    /// As programs find it.
    pub fn id(self) -> String {
        format!("menu.{self:?}")
    }

    /// Its name.
    pub fn text(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::Board => "Board",
            Self::Play => "Play",
            Self::Go => "Go",
            Self::Tree => "Tree",
            Self::Search => "Search",
            Self::Teach => "Teach",
            Self::View => "View",
            Self::Help => "Help",
        }
    }
}

/// Where a command's keys are heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Everywhere but in a text that is typed and in a dialog.
    Window,
    /// While the board has the focus, before those of the window.
    Board,
    /// In a presentation, before those of the window.
    Talk,
}

macro_rules! named {
    ($($name:ident: $menu:ident $group:literal, $scope:ident, $icon:ident, $text:literal, $tooltip:literal, $shortcuts:expr;)*) => {
        /// The commands with a name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Named { $(#[doc = $tooltip] $name),* }

        impl Named {
            /// All of them, in the order in which they are listed.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Its name in the code, by which programs find what does it.
            pub fn id(self) -> &'static str {
                match self { $(Self::$name => stringify!($name)),* }
            }

            /// What a button says.
            pub fn text(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }

            /// What it does.
            pub fn tooltip(self) -> &'static str {
                match self { $(Self::$name => $tooltip),* }
            }

            /// Its sign, a letter of the icon font.
            pub fn icon(self) -> &'static str {
                match self { $(Self::$name => icons::$icon.codepoint),* }
            }

            /// Its menu, and the group in it; lines separate groups.
            pub fn menu(self) -> (Menu, u8) {
                match self { $(Self::$name => (Menu::$menu, $group)),* }
            }

            /// Where its keys are heard.
            pub fn scope(self) -> Scope {
                match self { $(Self::$name => Scope::$scope),* }
            }

            /// Its keys, the first being the one that is shown.
            pub fn shortcuts(self) -> &'static [KeyboardShortcut] {
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

const fn alt_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT.plus(Modifiers::SHIFT), key)
}

const fn alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, key)
}

named! {
    NewBoard: File 0, Window, ICON_NOTE_ADD, "New board…", "Set up a board of your own", [ctrl(Key::N)];
    NewTree: File 0, Window, ICON_ACCOUNT_TREE, "Own tree", "Draw a tree of your own: moves, players, chance and payoffs", [ctrl_shift(Key::N)];
    Open: File 0, Window, ICON_FOLDER_OPEN, "Open…", "Open a board or a tree: a file, a position in notation, or a Lisp array", [ctrl(Key::O)];
    Reload: File 0, Window, ICON_REFRESH, "Read again", "Read the open file again from the disk", [key(Key::F5)];
    Save: File 1, Window, ICON_SAVE, "Save", "Write the document to its file", [ctrl(Key::S)];
    SaveAs: File 1, Window, ICON_SAVE_AS, "Save as…", "Write the document to another file", [ctrl_shift(Key::S)];
    Export: File 1, Window, ICON_IOS_SHARE, "Export…", "Write any part of the tree as a picture, a page, JSON, or for LaTeX, Graphviz, Gambit and others", [ctrl(Key::E)];
    ClearRecent: File 0, Window, ICON_CLEAR_ALL, "Clear recent files", "Forget which files were opened last", [ctrl_shift(Key::R)];
    Quit: File 2, Window, ICON_LOGOUT, "Quit", "Close the window", [ctrl(Key::Q)];

    Undo: Edit 0, Window, ICON_UNDO, "Undo", "Take the last change back", [ctrl(Key::Z)];
    Redo: Edit 0, Window, ICON_REDO, "Redo", "Make the change again that was taken back", [ctrl_shift(Key::Z), ctrl(Key::Y)];
    CopyPosition: Edit 1, Window, ICON_CONTENT_COPY, "Copy position", "Copy the selected position's notation", [ctrl(Key::C)];
    CopyLine: Edit 1, Window, ICON_TIMELINE, "Copy line", "Copy the moves that lead to the selected node", [ctrl_shift(Key::C)];
    CopyWhy: Edit 1, Window, ICON_CONTENT_COPY, "Copy the reasoning", "Copy why the selected node has its rating, as Markdown", [alt_shift(Key::C)];
    CopyStatistics: Edit 1, Window, ICON_TABLE_CHART, "Copy statistics as CSV", "Copy the statistics that are shown as comma-separated values, every number to its last digit", [alt(Key::C)];
    Paste: Edit 1, Window, ICON_CONTENT_PASTE, "Paste", "Open the position, Lisp array or file text in the clipboard", [ctrl(Key::V)];
    EditTree: Edit 1, Window, ICON_EDIT, "Edit the tree", "Draw the open tree, or a copy of what is below the selected node as a tree of your own", [ctrl_shift(Key::E)];
    EditNote: Edit 1, Window, ICON_EDIT_NOTE, "Write a note", "Write what a reader should see at the selected node, in Markdown", [shift(Key::N)];
    CancelWork: Edit 2, Window, ICON_CANCEL, "Cancel", "Stop what is under way and keep what is there", [key(Key::Escape)];

    Setup: Board 0, Window, ICON_TUNE, "Setup", "Change the board, the rules, the mover and the limits", [key(Key::F2)];
    RandomBoard: Board 0, Window, ICON_CASINO, "Random board", "Draw another random board of this size", [ctrl(Key::R)];
    BuildAgain: Board 0, Window, ICON_REPLAY, "Build again", "Build the tree that was cancelled, from its start", [ctrl(Key::B)];
    CompareRules: Board 3, Window, ICON_COMPARE_ARROWS, "Compare rules…", "Show the board under other rules beside its own: where the trees first differ", [key(Key::F3)];
    NextDifference: Board 3, Window, ICON_NAVIGATE_NEXT, "Next difference", "Go to the next difference between the rules that are compared", [key(Key::N)];
    LeaveComparison: Board 3, Window, ICON_CLOSE, "Leave the comparison", "Show the tree again", [shift(Key::F3)];
    FocusBoard: Board 1, Window, ICON_HEXAGON, "Go to the board", "Let the keys play on the board; once more leads back to the tree", [key(Key::B)];
    PreviousHex: Board 2, Board, ICON_CHEVRON_LEFT, "Previous place", "Point at the hex or the cell before", [key(Key::ArrowLeft)];
    NextHex: Board 2, Board, ICON_CHEVRON_RIGHT, "Next place", "Point at the next hex or cell", [key(Key::ArrowRight)];
    MarkHex: Board 2, Board, ICON_CHECK, "Mark, attack or play", "Mark the hex as the source of an attack, attack it, or play on the cell", [key(Key::Enter)];
    UnmarkHex: Board 2, Board, ICON_CLEAR, "Unmark", "Take the mark from the board", [key(Key::D)];
    LeaveBoard: Board 2, Board, ICON_KEYBOARD_RETURN, "Leave the board", "Take the mark from the board, else give the keys back to the tree", [key(Key::Escape)];
    PassTurn: Board 2, Board, ICON_SKIP_NEXT, "Pass", "End the turn", [key(Key::P)];
    CheckProgram: Board 4, Window, ICON_RULE, "Check a program…", "Compare the tree, the ratings or the answers of somebody's program with the rules", [key(Key::F12)];
    CheckAgain: Board 4, Window, ICON_REFRESH, "Check again", "Read the file or ask the program once more", [ctrl(Key::F12)];
    OtherDisagreement: Board 4, Window, ICON_SWAP_VERT, "First or smallest", "Show the smallest position that disagrees instead of the first, or the first again", [alt(Key::F12)];
    CloseCheck: Board 4, Window, ICON_CLOSE, "Close the check", "Forget what was checked, and show the tree", [ctrl_shift(Key::F12)];

    Players: Play 0, Window, ICON_GROUP, "Players", "Choose who moves for whom, how far the computer looks, and how dice fall", [key(Key::G)];
    PlayHere: Play 0, Window, ICON_PLAY_CIRCLE, "Play from here", "Start a game at the selected node", [ctrl(Key::G)];
    StopGame: Play 0, Window, ICON_STOP_CIRCLE, "Stop the game", "End the game; the tree stays where it is", [ctrl_shift(Key::G)];
    TakeBack: Play 1, Window, ICON_UNDO, "Take back", "Take your last move back, with all that came after it", [key(Key::Backspace)];
    MakeAgain: Play 1, Window, ICON_REDO, "Make again", "Make the moves again that were taken back", [shift(Key::Backspace)];
    RollDice: Play 1, Window, ICON_CASINO, "Roll", "Let chance decide now", [key(Key::X)];
    ReviewGame: Play 2, Window, ICON_FACT_CHECK, "Review the game", "Show the ratings along the game's line and everybody's blunders, with what would have been better, or no more", [shift(Key::G)];
    GoToGame: Play 2, Window, ICON_MY_LOCATION, "Go to the game", "Select the node where the game stands", [key(Key::J)];

    Parent: Go 0, Window, ICON_ARROW_UPWARD, "Parent", "Go to the node above", [key(Key::ArrowUp)];
    Child: Go 0, Window, ICON_ARROW_DOWNWARD, "Child", "Go to the child visited last, else to a best one", [key(Key::ArrowDown)];
    PreviousSibling: Go 0, Window, ICON_ARROW_BACK, "Previous sibling", "Go to the move before", [key(Key::ArrowLeft)];
    NextSibling: Go 0, Window, ICON_ARROW_FORWARD, "Next sibling", "Go to the next move", [key(Key::ArrowRight)];
    Root: Go 1, Window, ICON_HOME, "Root", "Go to the start", [key(Key::Home)];
    BestEnd: Go 1, Window, ICON_FLAG, "End of best line", "Go to where best play leads", [key(Key::End)];
    Back: Go 2, Window, ICON_ARROW_BACK_IOS, "Back", "Go to the node selected before", [alt(Key::ArrowLeft)];
    Forward: Go 2, Window, ICON_ARROW_FORWARD_IOS, "Forward", "Go forward again", [alt(Key::ArrowRight)];
    Find: Go 3, Window, ICON_SEARCH, "Find", "Look for positions, moves, ratings, ends and blunders in the whole tree", [ctrl(Key::F)];
    NextHit: Go 3, Window, ICON_NAVIGATE_NEXT, "Next hit", "Go to the next node that is like what you look for", [key(Key::F4)];
    PreviousHit: Go 3, Window, ICON_NAVIGATE_BEFORE, "Previous hit", "Go to the node before that is like what you look for", [shift(Key::F4)];
    NextOccurrence: Go 4, Window, ICON_FAST_FORWARD, "Next occurrence", "Go to the next place of the selected position in the whole tree", [alt(Key::O)];
    PreviousOccurrence: Go 4, Window, ICON_FAST_REWIND, "Previous occurrence", "Go to the place before of the selected position in the whole tree", [alt_shift(Key::O)];
    NextBlunder: Go 4, Window, ICON_REPORT, "Next blunder", "Go to the next move that worsens the rating of whoever makes it", [alt(Key::B)];
    PreviousBlunder: Go 4, Window, ICON_REPORT, "Previous blunder", "Go to the blunder before", [alt_shift(Key::B)];
    NextSlip: Go 4, Window, ICON_NAVIGATE_NEXT, "Next blunder of the line", "Go to the next blunder of the walked line, or of the game that is reviewed", [alt(Key::L)];
    PreviousSlip: Go 4, Window, ICON_NAVIGATE_BEFORE, "Previous blunder of the line", "Go to the blunder of the line before", [alt_shift(Key::L)];
    NextFork: Go 4, Window, ICON_CALL_SPLIT, "Next fork", "Go to the next position in which a player has a choice", [alt(Key::F)];
    PreviousFork: Go 4, Window, ICON_CALL_SPLIT, "Previous fork", "Go to the choice before", [alt_shift(Key::F)];
    NextEnd: Go 4, Window, ICON_LAST_PAGE, "Next end", "Go to the next end of the game", [alt(Key::E)];
    PreviousEnd: Go 4, Window, ICON_FIRST_PAGE, "Previous end", "Go to the end of the game before", [alt_shift(Key::E)];
    Bookmark: Go 5, Window, ICON_BOOKMARK, "Bookmark", "Mark the selected node to find it again, or no more", [ctrl(Key::D)];
    NextBookmark: Go 5, Window, ICON_NAVIGATE_NEXT, "Next bookmark", "Go to the next bookmark, in the order in which they were made", [alt(Key::D)];
    PreviousBookmark: Go 5, Window, ICON_NAVIGATE_BEFORE, "Previous bookmark", "Go to the bookmark before", [alt_shift(Key::D)];

    ToggleFold: Tree 0, Window, ICON_UNFOLD_MORE, "Fold or unfold", "Hide or show what is below the selected node", [key(Key::Space)];
    UnfoldBelow: Tree 0, Window, ICON_EXPAND_ALL, "Unfold below", "Show all below the selected node, up to the number that is chosen", [key(Key::U)];
    UnfoldAll: Tree 0, Window, ICON_UNFOLD_MORE_DOUBLE, "Unfold all", "Show the whole tree, ply by ply, up to the number that is chosen", [shift(Key::U)];
    UnfoldBestLine: Tree 0, Window, ICON_TRENDING_DOWN, "Unfold the best line", "Show the best line below the selected node to its end", [shift(Key::W)];
    UnfoldPly: Tree 0, Window, ICON_ADD, "Unfold a ply", "Show one ply more of the whole tree, up to the number that is chosen", [key(Key::CloseBracket)];
    FoldPly: Tree 0, Window, ICON_REMOVE, "Fold a ply", "Hide the last ply that is shown", [key(Key::OpenBracket)];
    FoldOthers: Tree 0, Window, ICON_COLLAPSE_ALL, "Fold others", "Hide all but the way to the selected node", [key(Key::O)];
    FoldWorse: Tree 0, Window, ICON_FILTER_ALT, "Fold what is worse", "Hide what follows moves that aren't best, so that best play stands out", [key(Key::W)];
    Fit: Tree 1, Window, ICON_FIT_SCREEN, "Fit", "Show all that is unfolded", [key(Key::F), key(Key::Num0)];
    ZoomToNode: Tree 1, Window, ICON_CENTER_FOCUS_STRONG, "Zoom to the selected node", "Show the selected node as wide as the map", [key(Key::Z)];
    ActualSize: Tree 1, Window, ICON_FILTER_CENTER_FOCUS, "Actual size", "Show the selected node in the middle, at its own size", [key(Key::A)];
    ZoomIn: Tree 1, Window, ICON_ZOOM_IN, "Zoom in", "Make the tree larger", [key(Key::Plus), key(Key::Equals), shift(Key::Plus), shift(Key::Equals)];
    ZoomOut: Tree 1, Window, ICON_ZOOM_OUT, "Zoom out", "Make the tree smaller", [key(Key::Minus)];
    UnfoldBudget: Tree 3, Window, ICON_DATA_THRESHOLDING, "Nodes to unfold", "Let one command unfold 100,000 nodes at most, a million, or three millions", [shift(Key::B)];
    GrowRight: Tree 3, Window, ICON_SCHEMA, "Grow to the right", "Let the tree grow to the right, or down again; the arrow keys mean the same", [key(Key::V)];
    EdgeForm: Tree 3, Window, ICON_POLYLINE, "Form of the lines", "Draw moves as curves, as straight lines, or with right angles", [shift(Key::V)];
    BestFirst: Tree 3, Window, ICON_SORT, "Best moves first", "Put the best of siblings first, or keep the rules' order", [key(Key::S)];
    NodeBoards: Tree 3, Window, ICON_HEXAGON, "Boards in nodes", "Draw boards in the nodes of small trees, or leave them out", [];
    Motion: Tree 3, Window, ICON_ANIMATION, "Motion", "Let nodes glide to their new places, or put them there at once", [shift(Key::M)];
    PanLeft: Tree 2, Window, ICON_ARROW_BACK, "Pan left", "Look further to the left", [shift(Key::ArrowLeft)];
    PanRight: Tree 2, Window, ICON_ARROW_FORWARD, "Pan right", "Look further to the right", [shift(Key::ArrowRight)];
    PanUp: Tree 2, Window, ICON_ARROW_UPWARD, "Pan up", "Look further up", [shift(Key::ArrowUp)];
    PanDown: Tree 2, Window, ICON_ARROW_DOWNWARD, "Pan down", "Look further down", [shift(Key::ArrowDown)];
    PositionsAbove: Tree 3, Window, ICON_NORTH, "Positions above", "In the position graph, show what leads to the selected position from a move further away", [shift(Key::E)];
    PositionsBelow: Tree 3, Window, ICON_SOUTH, "Positions below", "In the position graph, show where moves lead from the selected position, a move further", [key(Key::E)];
    WiderNeighbourhood: Tree 3, Window, ICON_ADD, "Wider neighbourhood", "In the position graph, show what is a move further away", [key(Key::Period)];
    NarrowerNeighbourhood: Tree 3, Window, ICON_REMOVE, "Narrower neighbourhood", "In the position graph, hide what was asked for beyond the neighbourhood, then what is furthest away", [key(Key::Comma)];

    ShowTree: View 0, Window, ICON_ACCOUNT_TREE, "Tree", "Show the tree, as far as it is unfolded", [key(Key::F6)];
    ShowMap: View 0, Window, ICON_MAP, "Map", "Show the map of the whole tree, as wide as it has leaves", [key(Key::F7)];
    MapEnds: View 1, Window, ICON_PALETTE, "Map by ends", "Colour the map by who wins the ends below each node, or by ratings again", [key(Key::M)];
    ShowPositions: View 0, Window, ICON_HUB, "Positions", "Show the position graph: every position once, with the moves between them", [key(Key::F8)];
    ShowStatistics: View 0, Window, ICON_BAR_CHART, "Statistics", "Show what the graph and the complete tree hold: kinds, winners, plies and ratings, as tables and plots", [key(Key::F9)];
    ShowRecording: View 0, Window, ICON_SLIDESHOW, "Recording", "Show how an algorithm rates a node, step by step", [key(Key::F10)];
    ShowCheck: View 0, Window, ICON_RULE, "Check", "Show what somebody's program says of the board, beside the rules", [shift(Key::F12)];
    Viewpoint: View 1, Window, ICON_SWITCH_ACCOUNT, "Ratings for the next", "Show the ratings for the next player, then for the mover", [key(Key::R)];
    ShowBoard: View 2, Window, ICON_DOCK_TO_LEFT, "Board panel", "Show or hide the board, the moves and the line", [ctrl(Key::Num1)];
    ShowNode: View 2, Window, ICON_DOCK_TO_RIGHT, "Node panel", "Show or hide the panel of the selected node", [ctrl(Key::Num2)];
    ShowHistory: View 2, Window, ICON_TIMELINE, "History", "Show or hide the ratings along the walked line, ply by ply, with its blunders", [ctrl(Key::Num3)];
    ShowLegend: View 2, Window, ICON_LEGEND_TOGGLE, "Legend", "Show or hide what the marks of the tree mean", [key(Key::L)];
    Theme: View 3, Window, ICON_DARK_MODE, "Light or dark", "Change between the light and the dark theme", [key(Key::T)];
    SystemTheme: View 3, Window, ICON_CONTRAST, "Theme of the system", "Follow the system's light or dark theme", [shift(Key::T)];
    LargerText: View 4, Window, ICON_TEXT_INCREASE, "Larger text", "Make all text larger", [ctrl(Key::Plus), ctrl(Key::Equals), ctrl_shift(Key::Plus), ctrl_shift(Key::Equals)];
    SmallerText: View 4, Window, ICON_TEXT_DECREASE, "Smaller text", "Make all text smaller", [ctrl(Key::Minus)];
    NormalText: View 4, Window, ICON_FORMAT_SIZE, "Normal text", "Bring all text back to its own size", [ctrl(Key::Num0)];
    FullScreen: View 5, Window, ICON_FULLSCREEN, "Full screen", "Let the window take the whole screen, or not", [key(Key::F11)];
    ResetLayout: View 5, Window, ICON_RESTART_ALT, "Reset layout", "Bring panels, text size and theme back to how they came", [ctrl_shift(Key::L)];

    Record: Search 0, Window, ICON_FIBER_MANUAL_RECORD, "Record", "Record how the chosen algorithm rates the selected node", [key(Key::C)];
    RecordBeside: Search 0, Window, ICON_SPLITSCREEN_VERTICAL_ADD, "Record beside", "Record the chosen algorithm at the same node, and show it beside what is shown", [shift(Key::C)];
    OtherRecording: Search 0, Window, ICON_SWAP_HORIZ, "Other recording", "Let keys and buttons play the recording beside this one", [shift(Key::K)];
    CloseRecording: Search 0, Window, ICON_CLOSE, "Close the recording", "Close the recording that keys and buttons play", [shift(Key::F10)];
    PlayRecording: Search 1, Window, ICON_PLAY_ARROW, "Play", "Let the recording play by itself, or stand still", [key(Key::K)];
    StepForward: Search 1, Window, ICON_NAVIGATE_NEXT, "Step forward", "Show the recording's next step", [key(Key::I)];
    StepBack: Search 1, Window, ICON_NAVIGATE_BEFORE, "Step back", "Show the recording's step before", [shift(Key::I)];
    NextCut: Search 2, Window, ICON_SKIP_NEXT, "Next cut", "Go to the next step that leaves moves out, or plays a game at random", [alt(Key::K)];
    PreviousCut: Search 2, Window, ICON_SKIP_PREVIOUS, "Previous cut", "Go to the step before that leaves moves out, or plays a game at random", [alt_shift(Key::K)];
    RecordingStart: Search 2, Window, ICON_FIRST_PAGE, "Start of the recording", "Show the recording's first step", [alt(Key::Home)];
    RecordingEnd: Search 2, Window, ICON_LAST_PAGE, "End of the recording", "Show the recording's last step", [alt(Key::End)];
    Faster: Search 3, Window, ICON_FAST_FORWARD, "Faster", "Play more steps a second", [alt(Key::ArrowUp)];
    Slower: Search 3, Window, ICON_FAST_REWIND, "Slower", "Play fewer steps a second", [alt(Key::ArrowDown)];

    HideRatings: Teach 0, Window, ICON_VISIBILITY_OFF, "Hide ratings", "Hide every rating and what follows from it, to guess before you look", [key(Key::H)];
    Tours: Teach 2, Window, ICON_TOUR, "Tours and bookmarks", "Make tours through the tree for a lecture, and look after bookmarks", [ctrl(Key::T)];
    AddTourStep: Teach 2, Window, ICON_ADD_LOCATION, "Add to the tour", "Make the selected node, or the recording as it stands, the next step of the tour", [ctrl_shift(Key::T)];
    Present: Teach 2, Window, ICON_PRESENT_TO_ALL, "Present", "Show the tour, or the tree alone, on the whole screen in large type", [shift(Key::F5)];
    NextTourStep: Teach 3, Talk, ICON_ARROW_FORWARD, "Next step", "Go on with the tour", [key(Key::ArrowRight), key(Key::PageDown), key(Key::Space), key(Key::Enter)];
    PreviousTourStep: Teach 3, Talk, ICON_ARROW_BACK, "Previous step", "Go back to the step before", [key(Key::ArrowLeft), key(Key::PageUp), key(Key::Backspace)];
    FirstTourStep: Teach 3, Talk, ICON_FIRST_PAGE, "First step", "Go back to where the tour begins", [key(Key::Home)];
    LastTourStep: Teach 3, Talk, ICON_LAST_PAGE, "Last step", "Go to where the tour ends", [key(Key::End)];
    BlankScreen: Teach 3, Talk, ICON_BRIGHTNESS_1, "Blank screen", "Make the screen black, so that everybody looks at you, or show it again", [key(Key::B), key(Key::Period)];
    LeavePresentation: Teach 3, Talk, ICON_CLOSE_FULLSCREEN, "Leave the presentation", "Show the window again", [key(Key::Escape)];
    WhatIf: Teach 4, Window, ICON_PSYCHOLOGY_ALT, "What if", "Show what is assumed of the tree, and what that alters", [alt(Key::W)];
    PinRating: Teach 4, Window, ICON_PUSH_PIN, "Pin rating…", "Take the selected node's rating to be another one: the change runs up the tree", [alt(Key::P)];
    ForbidMove: Teach 4, Window, ICON_BLOCK, "Forbid move", "Forbid the move that leads to the selected node, or allow it again", [alt(Key::X)];
    ChangePosition: Teach 4, Window, ICON_EDIT, "Change position here…", "Put another position in the place of the selected node's", [alt(Key::H)];
    TakeBackWhatIf: Teach 4, Window, ICON_BACKSPACE, "Take the last what-if back", "Take the last assumption away", [alt(Key::Z)];
    ClearWhatIfs: Teach 4, Window, ICON_DELETE_SWEEP, "Clear what-ifs", "Take all assumptions away", [alt_shift(Key::Z)];
    ShowTruth: Teach 4, Window, ICON_BALANCE, "Show true ratings", "Show the ratings without what-ifs, or with them again", [key(Key::Q)];
    NewExercise: Teach 5, Window, ICON_SCHOOL, "New exercise…", "Draw a tree whose ratings, best moves, bounds or cuts are to be filled in", [key(Key::Y)];
    ExerciseHere: Teach 5, Window, ICON_EDIT_NOTE, "Exercise on this tree", "Make an exercise of the tree below the selected node", [shift(Key::Y)];
    LeaveExercise: Teach 5, Window, ICON_CLOSE, "Leave the exercise", "Show the tree again", [alt(Key::Q)];
    NextBlank: Teach 5, Window, ICON_NAVIGATE_NEXT, "Next blank", "Go to the next blank of the exercise", [alt(Key::N)];
    PreviousBlank: Teach 5, Window, ICON_NAVIGATE_BEFORE, "Previous blank", "Go to the blank of the exercise before", [alt_shift(Key::N)];
    Hint: Teach 5, Window, ICON_LIGHTBULB, "Hint", "Tell where to look, and the next time what to work out", [alt(Key::I)];
    CheckAnswer: Teach 5, Window, ICON_CHECK, "Check the answer", "Check what is filled in here, with the reason", [alt(Key::Y)];
    CheckAll: Teach 5, Window, ICON_DONE_ALL, "Check all", "Check all that is filled in, and go to the first answer that is wrong", [alt_shift(Key::Y)];
    ShowAnswers: Teach 5, Window, ICON_VISIBILITY, "Show the answers", "Show what is right in every blank, and end the exercise", [alt(Key::A)];
    SaveExercise: Teach 5, Window, ICON_SAVE, "Save exercise…", "Write the exercise with what is filled in to a file, to go on later or to hand it in", [alt(Key::S)];
    PrintSheet: Teach 5, Window, ICON_PRINT, "Print sheet…", "Write the exercise as a sheet of paper with its answers, as HTML or PDF", [alt_shift(Key::P)];

    StartHere: Help 0, Window, ICON_FLAG, "Start here", "Show where to begin: a tour, boards, a puzzle and a tree of your own", [];
    Guide: Help 0, Window, ICON_MENU_BOOK, "Guide", "Show the guide and how to read the tree", [];
    Palette: Help 0, Window, ICON_SEARCH, "Commands…", "Find any command by its name", [ctrl(Key::K), ctrl(Key::P)];
    Keys: Help 0, Window, ICON_KEYBOARD, "Keys", "Show all keys", [shift(Key::Questionmark), key(Key::Questionmark), key(Key::F1)];
    About: Help 1, Window, ICON_INFO, "About doomtree", "Show the version and what doomtree is made of", [shift(Key::F1)];
}

impl Named {
    /// The command that is called so in the menus, whatever the case; dots behind it don't matter.
    pub fn of_text(text: &str) -> Option<Self> {
        let plain = |text: &str| text.trim_end_matches(['…', '.']).to_lowercase();
        Self::ALL
            .iter()
            .copied()
            .find(|named| plain(named.text()) == plain(text))
    }

    /// The action of a session that the command stands for, if it is one.
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
