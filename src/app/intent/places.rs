//! The views in the middle of the window and the panels at its right, the queue of requested
//! commands, and the keys and tooltips of commands.

use std::cell::RefCell;

use eframe::egui;

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
