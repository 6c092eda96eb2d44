//! The notes of a document, in the form that a diagram reads.

use crate::diagram::Notes;
use crate::save::Layer;
use crate::tree::UnfoldingNode;

impl Notes for Layer {
    fn note(&self, node: UnfoldingNode) -> Option<&str> {
        let note = self.nodes.get(&node.0)?.note.as_deref()?;
        (!note.trim().is_empty()).then_some(note)
    }

    fn noted(&self) -> Option<Vec<UnfoldingNode>> {
        let nodes = self.nodes.keys().map(|number| UnfoldingNode(*number));
        Some(nodes.filter(|node| self.note(*node).is_some()).collect())
    }

    fn is_bookmarked(&self, node: UnfoldingNode) -> bool {
        self.bookmarked.contains(&node.0)
    }

    fn bookmarked(&self) -> Option<Vec<UnfoldingNode>> {
        let nodes = self.bookmarked.iter();
        Some(nodes.map(|number| UnfoldingNode(*number)).collect())
    }
}
