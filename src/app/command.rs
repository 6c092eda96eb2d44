//! Every intent of the window in one list: its text, tooltip and shortcuts. Buttons, keys and the
//! page of keys are made from it; commands are queued during a frame and run in one place after it.

use std::path::PathBuf;

use eframe::egui::{Key, KeyboardShortcut, Modifiers};

use crate::session::Action;

/// What somebody wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// One of the commands with a name.
    Named(Named),
    /// Something that happens to the session: a click on a node, a move, a row.
    Act(Action),
    /// Open the notation, or the file at the path, that somebody typed.
    OpenText(String),
    /// Open a file.
    OpenFile(PathBuf),
    /// Write the tree to a file.
    ExportTo(PathBuf),
    /// Mark a place of the board as the source of an attack, or none.
    Mark(Option<usize>),
    /// Open a position in place of the root's: the edit of a place.
    EditRoot(String),
}

macro_rules! named {
    ($($name:ident, $text:literal, $tooltip:literal, $shortcuts:expr;)*) => {
        /// The commands with a name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Named { $(#[doc = $tooltip] $name),* }

        impl Named {
            /// All of them, in the order in which they are listed.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// What a button says.
            pub fn text(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }

            /// What it does.
            pub fn tooltip(self) -> &'static str {
                match self { $(Self::$name => $tooltip),* }
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

const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

const fn alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, key)
}

named! {
    Open, "Open…", "Open a board or a tree: a file, or a position in notation", [ctrl(Key::O)];
    Export, "Export…", "Write the tree to a file", [ctrl(Key::E)];
    CopyPosition, "Copy position", "Copy the selected position's notation", [ctrl(Key::C)];
    CopyLine, "Copy line", "Copy the moves that lead to the selected node", [KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::C)];
    Parent, "Parent", "Go to the node above", [key(Key::ArrowUp)];
    Child, "Child", "Go to the child visited last, else to a best one", [key(Key::ArrowDown)];
    PreviousSibling, "Previous sibling", "Go to the move before", [key(Key::ArrowLeft)];
    NextSibling, "Next sibling", "Go to the next move", [key(Key::ArrowRight)];
    Root, "Root", "Go to the start", [key(Key::Home)];
    BestEnd, "End of best line", "Go to where best play leads", [key(Key::End)];
    ToggleFold, "Fold or unfold", "Hide or show what is below the selected node", [key(Key::Space)];
    UnfoldBelow, "Unfold below", "Show all below the selected node, up to 20,000 nodes", [key(Key::U)];
    UnfoldPly, "Unfold a ply", "Show one ply more of the whole tree", [key(Key::CloseBracket)];
    FoldPly, "Fold a ply", "Show one ply less of the whole tree", [key(Key::OpenBracket)];
    FoldOthers, "Fold others", "Hide all but the way to the selected node", [key(Key::O)];
    Back, "Back", "Go to the node selected before", [alt(Key::ArrowLeft)];
    Forward, "Forward", "Go forward again", [alt(Key::ArrowRight)];
    Fit, "Fit", "Show all that is unfolded", [key(Key::F), key(Key::Num0)];
    ZoomIn, "Zoom in", "Make the tree larger", [key(Key::Plus), key(Key::Equals)];
    ZoomOut, "Zoom out", "Make the tree smaller", [key(Key::Minus)];
    Viewpoint, "Ratings for", "Show the ratings for the next player", [key(Key::R)];
    Theme, "Theme", "Change between the light and the dark theme", [key(Key::T)];
    CancelBuild, "Cancel", "Stop building the graph and keep what is built", [];
    Keys, "Keys", "Show all keys", [KeyboardShortcut::new(Modifiers::SHIFT, Key::Questionmark), key(Key::Questionmark), key(Key::F1)];
    Quit, "Quit", "Close the window", [ctrl(Key::Q)];
}

impl Named {
    /// The action of a session that the command stands for, if it is one.
    pub fn action(self) -> Option<Action> {
        Some(match self {
            Self::Parent => Action::Parent,
            Self::Child => Action::Child,
            Self::PreviousSibling => Action::PreviousSibling,
            Self::NextSibling => Action::NextSibling,
            Self::Root => Action::Root,
            Self::BestEnd => Action::BestEnd,
            Self::UnfoldBelow => Action::UnfoldBelow,
            Self::FoldOthers => Action::FoldOthers,
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
