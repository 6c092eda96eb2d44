//! The context of a frame (`Cx`): read access to the window for drawing, and the queue for
//! commands.

use crate::app::base::Theme;
use crate::app::document::Document;
use crate::app::intent::{Command, Named, Queue};
use crate::app::parts::desk::Desk;
use crate::diagram::TreeView;

/// Read access to the window for drawing. Nothing can be changed through it; requests are pushed as
/// commands, which run after the frame.
#[derive(Clone, Copy)]
pub(crate) struct Cx<'a> {
    pub theme: &'a Theme,
    pub desk: &'a Desk,
    pub document: &'a Document,
    /// The view of the document's tree.
    pub view: &'a TreeView<'a>,
    pub commands: &'a Queue,
}

impl<'a> Cx<'a> {
    /// The context of a desk in a theme, with this view of the document's tree.
    pub fn new(theme: &'a Theme, desk: &'a Desk, view: &'a TreeView<'a>) -> Self {
        Self {
            theme,
            desk,
            document: &desk.document,
            view,
            commands: &desk.commands,
        }
    }

    /// The same context with another view of a tree.
    pub fn with_view<'b>(&self, view: &'b TreeView<'b>) -> Cx<'b>
    where
        'a: 'b,
    {
        Cx { view, ..*self }
    }

    /// Pushes a command.
    pub fn push(&self, command: Command) {
        self.commands.push(command);
    }

    /// Pushes a named command.
    pub fn run(&self, named: Named) {
        self.commands.push(Command::Named(named));
    }
}
