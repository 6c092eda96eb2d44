//! What can happen to a session, and its effects.

use crate::tree::{Line, UnfoldingNode};

/// Everything that can happen to a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Select a node of the unfolding.
    Select(UnfoldingNode),
    /// Select the node at the end of a line from the root, unfolding the nodes on it.
    SelectLine(Line),
    /// Select the node at the end of a line, unfolding the nodes on it, without a history entry;
    /// used to follow a recording.
    Watch(Line),
    /// Select the node above.
    Parent,
    /// Select the child that was visited last, otherwise a best one.
    Child,
    /// Select the end of the walked line, without using ratings.
    WalkedEnd,
    /// Select the sibling before, in the rules' order.
    PreviousSibling,
    /// Select the sibling after.
    NextSibling,
    /// Select the root.
    Root,
    /// Select the end of the best line below the selected node.
    BestEnd,
    /// Make the move with this number, counted from 0.
    Move(usize),
    /// Show a node's children, or hide them.
    ToggleFold(UnfoldingNode),
    /// Unfold everything down to a ply, within the budget.
    UnfoldToPly(u32),
    /// Unfold one ply more of the whole tree, within the budget. Deeper parts stay unfolded.
    UnfoldPly,
    /// Hide the last ply of which a node is shown.
    FoldPly,
    /// Unfold everything below the selected node, within the budget.
    UnfoldBelow,
    /// Unfold the whole tree, within the budget.
    UnfoldAll,
    /// Unfold the best line below the selected node.
    UnfoldBestLine,
    /// Fold every node that a move leads to that isn't best.
    FoldWorse,
    /// Continue unfolding or folding, for about this many nodes.
    GoOn(usize),
    /// Stop unfolding or folding where it is.
    Stop,
    /// Set the maximum number of nodes that one command unfolds.
    Budget(usize),
    /// Hide everything except the path to the selected node.
    FoldOthers,
    /// Fold the children of the selected node and those of the nodes beside it, which take the
    /// space that it needs. Unfolding them restores the nodes below.
    FoldAround,
    /// Unfold less at first, or more again.
    UnfoldFirst(First),
    /// Show the selected node as a slide does, whatever the user has unfolded.
    UnfoldSlide(Slide),
    /// Unfold these nodes, parents before children, and fold all others.
    Restore(Vec<UnfoldingNode>),
    /// Select the node that was selected before.
    Back,
    /// Undo a [`Back`](Self::Back).
    Forward,
    /// Turn on or off blind mode: the initial unfolding, and the target of [`Child`](Self::Child),
    /// then give no hint about best play.
    Blind(bool),
}

impl Action {
    /// Whether it is a choice of the user about what is unfolded.
    pub(super) fn unfolds(&self) -> bool {
        matches!(
            self,
            Self::ToggleFold(_)
                | Self::UnfoldToPly(_)
                | Self::UnfoldPly
                | Self::FoldPly
                | Self::UnfoldBelow
                | Self::UnfoldAll
                | Self::UnfoldBestLine
                | Self::FoldWorse
                | Self::FoldOthers
        )
    }

    /// Whether it unfolds as much as there is, so that it goes on in a tree that grows.
    pub(super) fn goes_on_deeper(&self) -> bool {
        matches!(
            self,
            Self::UnfoldToPly(_) | Self::UnfoldBelow | Self::UnfoldAll
        )
    }
}

/// The effects of an action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Another node is selected.
    pub selection: bool,
    /// These nodes now show or hide their children.
    pub folds: Vec<UnfoldingNode>,
    /// More was unfolded or folded than can be listed.
    pub shape: bool,
    /// A message for the user.
    pub message: Option<String>,
}

impl Change {
    pub(super) fn is_any(&self) -> bool {
        self.selection || self.shape || !self.folds.is_empty()
    }

    pub(super) fn add(&mut self, more: Self) {
        self.selection |= more.selection;
        self.shape |= more.shape;
        self.folds.extend(more.folds);
        self.message = more.message.or(self.message.take());
    }
}

/// Maximum unfolding of a tree when it is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct First {
    /// Number of plies; 0 are the root's children, without outcomes of chance …
    pub plies: u32,
    /// … and number of moves of the best line.
    pub moves: usize,
}

/// What a slide shows beside the way to the selected node, and its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// Whether branches beside the way are shown too, as when the tree is opened.
    pub beside: bool,
    /// Maximum number of plies below the selected node.
    pub plies: u32,
}

impl First {
    /// As much as can be read at a glance.
    pub(super) const READABLE: Self = Self {
        plies: u32::MAX,
        moves: 7,
    };
}
