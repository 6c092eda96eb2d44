//! The context of a frame: what everything that is drawn sees of the window, and where it asks for
//! something.

use crate::app::base::Theme;
use crate::app::document::Document;
use crate::app::intent::{Command, Named, Queue};
use crate::app::parts::desk::Desk;
use crate::diagram::TreeView;

/// What everything that is drawn sees of the window. Nothing can be changed through it: whoever
/// wants something pushes a command, which is done after the frame.
#[derive(Clone, Copy)]
pub(crate) struct Cx<'a> {
    pub theme: &'a Theme,
    pub desk: &'a Desk,
    pub document: &'a Document,
    /// How the document's tree is looked at.
    pub view: &'a TreeView<'a>,
    pub commands: &'a Queue,
}

impl<'a> Cx<'a> {
    /// What is drawn of a desk in a theme; the document's tree is looked at like this.
    pub fn new(theme: &'a Theme, desk: &'a Desk, view: &'a TreeView<'a>) -> Self {
        Self {
            theme,
            desk,
            document: &desk.document,
            view,
            commands: &desk.commands,
        }
    }

    /// The same context with another look at a tree.
    pub fn with_view<'b>(&self, view: &'b TreeView<'b>) -> Cx<'b>
    where
        'a: 'b,
    {
        Cx { view, ..*self }
    }

    /// Asks for something.
    pub fn push(&self, command: Command) {
        self.commands.push(command);
    }

    /// Asks for a command with a name.
    pub fn run(&self, named: Named) {
        self.commands.push(Command::Named(named));
    }
}
