//! The notes of a document as a diagram reads them.

use crate::diagram::Notes;
use crate::save::Layer;
use crate::tree::UnfoldingNode;

impl Notes for Layer {
    fn note(&self, node: UnfoldingNode) -> Option<&str> {
        let note = self.nodes.get(&node.0)?.note.as_deref()?;
        (!note.trim().is_empty()).then_some(note)
    }
}
