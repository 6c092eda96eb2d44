//! An unfolding as a layout sees it: visible children and widths, no ratings.

use super::elements::{
    Elements, LEVEL_HEIGHT, NODE_HEIGHT, SIBLING_GAP, SUBTREE_GAP, level_height,
};
use super::fold::fold_width;
use super::looks::Looks;
use super::marks::TreeMarks;
use super::measure::{ACROSS, name_room, name_width_slowly, node_size};
use super::style::Flow;
use super::view::TreeView;
use crate::layout::{Shape, Spacing, Tally};
use crate::tree::UnfoldingNode;

/// The shape of the visible part of an unfolding.
pub struct ShownTree<'a>(pub &'a TreeView<'a>);

impl ShownTree<'_> {
    /// The distances of a drawn tree.
    pub const SPACING: Spacing = Spacing {
        sibling_gap: SIBLING_GAP,
        subtree_gap: SUBTREE_GAP,
        level_height: LEVEL_HEIGHT,
        node_height: NODE_HEIGHT,
    };

    /// The distances of a tree that is drawn downwards with such nodes.
    pub fn spacing(elements: &Elements) -> Spacing {
        Spacing {
            sibling_gap: elements.density.sibling_gap(),
            subtree_gap: elements.density.subtree_gap(),
            level_height: level_height(elements),
            node_height: elements.node_height(),
        }
    }
}

impl Shape for ShownTree<'_> {
    fn root(&self) -> u32 {
        UnfoldingNode::ROOT.0
    }

    fn numbers(&self) -> usize {
        self.0.unfolding.len()
    }

    fn degree(&self, node: u32) -> usize {
        self.0.unfolding.children(UnfoldingNode(node)).len()
    }

    fn child(&self, node: u32, index: usize) -> u32 {
        let child = self.0.unfolding.child_at(UnfoldingNode(node), index);
        child.map_or(node, |child| child.0)
    }

    fn width(&self, node: u32) -> f64 {
        let node = UnfoldingNode(node);
        let size = node_size(&self.0.at(node), self.0.unfolding.vertex(node));
        // A long name on the move from above needs room too.
        let name = name_width_slowly(self.0, node);
        size.width.max(name_room(name, ACROSS, &self.0.elements))
    }

    fn below(&self, node: u32) -> f64 {
        match self.0.style.flow {
            Flow::Down => fold_width(self.0, UnfoldingNode(node)),
            Flow::Right => 0.0,
        }
    }
}

/// The same for a window, which lays out repeatedly: widths are cached, and the layout adds up the
/// values for the legend and the controls.
#[derive(Clone, Copy)]
pub struct MeasuredTree<'a> {
    /// The view.
    pub view: &'a TreeView<'a>,
    /// The cache of widths.
    pub looks: &'a Looks,
    /// The marks.
    pub marks: &'a TreeMarks,
}

impl Shape for MeasuredTree<'_> {
    fn root(&self) -> u32 {
        UnfoldingNode::ROOT.0
    }

    fn numbers(&self) -> usize {
        self.view.unfolding.len()
    }

    fn degree(&self, node: u32) -> usize {
        self.view.unfolding.children(UnfoldingNode(node)).len()
    }

    fn child(&self, node: u32, index: usize) -> u32 {
        self.looks.child(self.view, UnfoldingNode(node), index)
    }

    fn width(&self, node: u32) -> f64 {
        self.looks.width(self.view, UnfoldingNode(node))
    }

    fn below(&self, node: u32) -> f64 {
        match self.view.style.flow {
            Flow::Down => self.looks.fold_width(self.view, UnfoldingNode(node)),
            Flow::Right => 0.0,
        }
    }

    fn tally(&self, node: u32) -> Tally {
        self.marks.tally(self.view, self.looks, UnfoldingNode(node))
    }
}
