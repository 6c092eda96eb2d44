//! The places of commands: the views in the middle of the window and the panels at its right, the menus
//! and buttons, where shortcuts are heard; and the queue of requested commands, their keys and tooltips.

use std::cell::RefCell;

use eframe::egui::{self, Key};

use super::command::{Command, CommandId};

/// A view in the middle of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MainView {
    /// The tree, as far as it is unfolded.
    #[default]
    Tree,
    /// The map of the whole tree.
    Map,
    /// The position graph around the selected position.
    Positions,
    /// The counts of the graph and the tree.
    Statistics,
    /// The recording of an algorithm.
    Recording,
    /// The check of an external program.
    Check,
    /// An exercise; nothing else can be chosen meanwhile.
    Exercise,
    /// The editor of an own tree, with its panels.
    Editor,
}

impl MainView {
    /// All that can be chosen, from left to right.
    pub const ALL: &'static [Self] = &[
        Self::Tree,
        Self::Map,
        Self::Positions,
        Self::Statistics,
        Self::Recording,
        Self::Check,
    ];

    /// Its name.
    pub fn text(self) -> &'static str {
        match self {
            Self::Tree => "Tree",
            Self::Map => "Map",
            Self::Positions => "Positions",
            Self::Statistics => "Statistics",
            Self::Recording => "Recording",
            Self::Check => "Check",
            Self::Exercise => "Exercise",
            Self::Editor => "Own tree",
        }
    }

    /// The command that shows it.
    pub fn command(self) -> CommandId {
        match self {
            Self::Tree => CommandId::ShowTree,
            Self::Map => CommandId::ShowMap,
            Self::Positions => CommandId::ShowPositions,
            Self::Statistics => CommandId::ShowStatistics,
            Self::Recording => CommandId::ShowRecording,
            Self::Check => CommandId::ShowCheck,
            Self::Exercise => CommandId::NewExercise,
            Self::Editor => CommandId::EditTree,
        }
    }
}

/// A panel at the right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SidePanel {
    /// The selected node.
    #[default]
    Node,
    /// The moves and the line, where they have no panel of their own.
    Moves,
    /// The setup of the board.
    Setup,
    /// The options for games.
    Players,
    /// Recordings of searches.
    Record,
    /// The assumptions about the tree.
    WhatIf,
    /// Tours and bookmarks.
    Tour,
    /// Exercises.
    Exercise,
    /// The start card for new users.
    Start,
}

impl SidePanel {
    /// Whether its tab is there whatever is shown, rather than opened and closed as a tool.
    pub fn stays(self) -> bool {
        matches!(self, Self::Node | Self::Moves | Self::Setup)
    }

    /// The name of its tab.
    pub fn text(self) -> &'static str {
        match self {
            Self::Node => "Node",
            Self::Moves => "Moves",
            Self::Setup => "Setup",
            Self::Players => "Players",
            Self::Record => "Algorithm",
            Self::WhatIf => "What if",
            Self::Tour => "Tour",
            Self::Exercise => "Exercise",
            Self::Start => "Start here",
        }
    }
}

/// Commands in the order of request.
#[derive(Debug, Default)]
pub(crate) struct Queue(RefCell<Vec<Command>>);

impl Queue {
    /// Appends a command.
    pub fn push(&self, command: Command) {
        self.0.borrow_mut().push(command);
    }

    /// Puts a command before the others.
    pub fn push_first(&self, command: Command) {
        self.0.borrow_mut().insert(0, command);
    }

    /// Appends several commands.
    pub fn extend(&self, commands: impl IntoIterator<Item = Command>) {
        self.0.borrow_mut().extend(commands);
    }

    pub fn len(&self) -> usize {
        self.0.borrow().len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All of them; none is left.
    pub fn take(&self) -> Vec<Command> {
        self.0.take()
    }
}

/// A tooltip with its keys, unless the screen is touched.
pub(crate) fn tooltip(ctx: &egui::Context, named: CommandId) -> String {
    let has_keys = !ctx.input(egui::InputState::has_touch_screen);
    match named.shortcuts().first().filter(|_| has_keys) {
        Some(keys) => format!("{} ({})", named.tooltip(), key_text(ctx, keys)),
        None => named.tooltip().to_owned(),
    }
}

/// A shortcut as text with key names.
pub fn key_text(ctx: &egui::Context, shortcut: &egui::KeyboardShortcut) -> String {
    let mut text = ctx.format_shortcut(shortcut);
    for (name, sign) in [
        ("OpenBracket", "["),
        ("CloseBracket", "]"),
        ("Questionmark", "?"),
        ("Plus", "+"),
        ("Minus", "-"),
        ("ArrowLeft", "←"),
        ("ArrowRight", "→"),
        ("ArrowUp", "↑"),
        ("ArrowDown", "↓"),
        ("Left", "←"),
        ("Right", "→"),
        ("Up", "↑"),
        ("Down", "↓"),
    ] {
        text = text.replace(name, sign);
    }
    // A question mark is typed with Shift anyway.
    text.replace("Shift+?", "?")
}

/// The menu that lists a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Menu {
    /// Documents.
    File,
    /// Changes and the clipboard.
    Edit,
    /// The display and its options.
    View,
    /// Walking.
    Go,
    /// Playing.
    Play,
    /// Teaching and learning.
    Teach,
    /// Help.
    Help,
}

impl Menu {
    /// All of them, from left to right.
    pub const ALL: [Self; 7] = [
        Self::File,
        Self::Edit,
        Self::View,
        Self::Go,
        Self::Play,
        Self::Teach,
        Self::Help,
    ];

    /// Its id for programs.
    pub fn id(self) -> String {
        format!("menu.{self:?}")
    }

    /// Its name.
    pub fn text(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::View => "View",
            Self::Go => "Go",
            Self::Play => "Play",
            Self::Teach => "Teach",
            Self::Help => "Help",
        }
    }

    /// The key that opens it with Alt.
    pub fn key(self) -> Key {
        match self {
            Self::File => Key::F,
            Self::Edit => Key::E,
            Self::View => Key::V,
            Self::Go => Key::G,
            Self::Play => Key::P,
            Self::Teach => Key::T,
            Self::Help => Key::H,
        }
    }
}

/// The part of the window with the button of a command that no menu lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ButtonPlace {
    /// The list of files that were opened last, and of unsaved work.
    Recent,
    /// The status bar.
    Status,
    /// The board.
    Board,
    /// The line that was walked, and its ratings.
    Line,
    /// The panel of the selected node.
    Node,
    /// The tree's controls, and the menu of a node.
    Tree,
    /// The map's controls.
    Map,
    /// The controls of the position graph.
    Positions,
    /// The page of statistics.
    Statistics,
    /// The dialog of display options.
    Display,
    /// A game's strip and panel.
    Game,
    /// The controls of a recording.
    Recording,
    /// The panel of tours and bookmarks.
    Tours,
    /// A presentation.
    Presentation,
    /// The panel of what-ifs.
    WhatIf,
    /// The strip and the panel of an exercise.
    Exercise,
    /// The bar of a comparison.
    Comparison,
    /// The page of a check.
    Check,
}

impl ButtonPlace {
    /// The place of the command, as the palette shows it.
    pub fn text(self) -> &'static str {
        match self {
            Self::Recent => "Open recent",
            Self::Status => "Status bar",
            Self::Board => "Board",
            Self::Line => "Line",
            Self::Node => "Node panel",
            Self::Tree => "Tree",
            Self::Map => "Map",
            Self::Positions => "Positions",
            Self::Statistics => "Statistics",
            Self::Display => "Display",
            Self::Game => "Game",
            Self::Recording => "Recording",
            Self::Tours => "Tours",
            Self::Presentation => "Presentation",
            Self::WhatIf => "What if",
            Self::Exercise => "Exercise",
            Self::Comparison => "Comparison",
            Self::Check => "Check",
        }
    }
}

/// The place of a named command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CommandPlace {
    /// A command in a group of a menu; lines separate groups.
    Menu(Menu, u8),
    /// A button beside what it is for.
    Spot(ButtonPlace),
}

/// The scope of shortcuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyScope {
    /// Everywhere but in a text that is typed and in a dialog.
    Window,
    /// While the tree, another view in the middle, or the board has the keyboard.
    Tree,
    /// While the board has the keyboard, before those of the window.
    Board,
    /// While a recording is shown and has the keyboard, before those of the tree.
    Recording,
    /// In a presentation, before those of the window.
    Talk,
}
