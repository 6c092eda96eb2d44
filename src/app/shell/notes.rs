//! Typing the note of the selected node.

use super::explorer::Explorer;
use crate::app::intent::places::Side;

impl Explorer {
    /// Lets somebody type the note of the selected node.
    pub(crate) fn edit_note(&mut self) {
        if self.side == Side::Setup {
            self.setup.forget();
        }
        self.side = Side::Node;
        self.settings.node_panel = true;
        self.node.notes.edit(self.document.session.selected());
    }

    /// Gives what was typed to the document, before anything else changes.
    pub(crate) fn keep_note(&mut self) {
        if let Some((node, text)) = self.node.notes.take() {
            self.set_note(node, text);
        }
        self.keep_signposts();
    }
}
