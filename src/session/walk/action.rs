//! What can happen to a session, and its effects; and long unfolding and folding, in steps.

use super::super::Rated;
use crate::rating::{loss_among, worse_moves};
use crate::tree::{Line, StepwiseUnfolding, Unfolded, Unfolding, UnfoldingNode, VertexKind};

/// Everything that can happen to a session: select, expand (unfold), collapse (fold), undo a step.
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
pub struct ActionEffects {
    /// Another node is selected.
    pub selection: bool,
    /// These nodes now show or hide their children.
    pub folds: Vec<UnfoldingNode>,
    /// More was unfolded or folded than can be listed.
    pub shape: bool,
    /// A message for the user.
    pub message: Option<String>,
}

impl ActionEffects {
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

/// The nodes to fold.
#[derive(Clone, Copy, Debug)]
enum What {
    /// Every node that shows something below a ply.
    Below(u32),
    /// Every node that a move leads to that isn't best.
    Worse,
}

/// A fold of many nodes that is done in steps, parents before children.
#[derive(Clone, Debug)]
pub(in crate::session) struct Folding {
    what: What,
    stack: Vec<UnfoldingNode>,
}

impl Folding {
    fn new(what: What) -> Self {
        Self {
            what,
            stack: vec![UnfoldingNode::ROOT],
        }
    }

    /// Folds every node that shows something below a ply.
    pub(in crate::session) fn below(ply: u32) -> Self {
        Self::new(What::Below(ply))
    }

    /// Folds every node that a move leads to that isn't best.
    pub(in crate::session) fn worse() -> Self {
        Self::new(What::Worse)
    }

    /// Continues with this many nodes; returns whether it is done.
    fn step(
        &mut self,
        unfolding: &mut Unfolding,
        rated: &Rated,
        work: usize,
        change: &mut ActionEffects,
    ) -> bool {
        let graph = rated.graph.graph();
        let mut done = 0;
        while done < work {
            let Some(node) = self.stack.pop() else {
                return true;
            };
            let children = unfolding.children(node);
            done += 1 + children.len();
            let vertex = unfolding.vertex(node);
            match self.what {
                What::Below(ply) => {
                    let folds = unfolding.is_open(node)
                        && unfolding.ply(node) >= ply
                        && graph.cost(vertex) > 0;
                    self.stack.extend(children.rev());
                    if folds {
                        unfolding.fold(node);
                        change.folds.push(node);
                    }
                }
                What::Worse => {
                    let decides = matches!(graph.kind(vertex), VertexKind::Decision(_));
                    let worse = worse_moves(graph, &rated.analysis.ratings, vertex);
                    for child in children.rev() {
                        let edge = unfolding.edge(child);
                        if !decides || edge.is_some_and(|edge| loss_among(&worse, edge).is_none()) {
                            self.stack.push(child);
                        } else if unfolding.is_open(child) {
                            // The nodes below are restored unchanged.
                            unfolding.fold(child);
                            change.folds.push(child);
                        }
                    }
                }
            }
        }
        false
    }
}

/// Something that is being unfolded or folded.
#[derive(Clone, Debug)]
pub(in crate::session) struct Spreading {
    unfolding: Option<StepwiseUnfolding>,
    from: UnfoldingNode,
    to: Option<u32>,
    result: Unfolded,
    folding: Option<Folding>,
}

impl Spreading {
    /// Unfolds everything below a node, down to a ply, up to `max_nodes` nodes in all, and then folds
    /// some nodes.
    pub(in crate::session) fn unfolding(
        node: UnfoldingNode,
        to: Option<u32>,
        max: usize,
        then: Option<Folding>,
    ) -> Self {
        Self {
            unfolding: Some(StepwiseUnfolding::new(node, to, max)),
            from: node,
            to,
            result: Unfolded::All,
            folding: then,
        }
    }

    /// Folds something.
    pub(in crate::session) fn folding(folding: Folding) -> Self {
        Self {
            unfolding: None,
            from: UnfoldingNode::ROOT,
            to: None,
            result: Unfolded::All,
            folding: Some(folding),
        }
    }

    /// The same from its start, if it still unfolds: visited nodes may have children now.
    pub(in crate::session) fn anew(self) -> Self {
        let again = |spread: StepwiseUnfolding| {
            StepwiseUnfolding::new(self.from, self.to, spread.max_nodes())
        };
        Self {
            unfolding: self.unfolding.map(again),
            ..self
        }
    }

    /// The number of nodes and its maximum; `None` if nothing is being unfolded.
    pub(in crate::session) fn progress(&self, unfolding: &Unfolding) -> Option<(usize, usize)> {
        let spread = self.unfolding.as_ref()?;
        Some((unfolding.len(), spread.max_nodes()))
    }

    /// Continues with this many nodes; returns the result once it is done.
    pub(in crate::session) fn step(
        &mut self,
        unfolding: &mut Unfolding,
        rated: &Rated,
        work: usize,
        change: &mut ActionEffects,
    ) -> Option<Unfolded> {
        if let Some(spread) = &mut self.unfolding {
            let graph = rated.graph.graph();
            let folds = &mut change.folds;
            self.result = spread.step(unfolding, graph, work, |node| folds.push(node))?;
            self.unfolding = None;
            if self.folding.is_some() {
                // In a separate step: both together could take too long.
                return self.step_fold(unfolding, rated, work / 4, change);
            }
        }
        self.step_fold(unfolding, rated, work, change)
    }

    fn step_fold(
        &mut self,
        unfolding: &mut Unfolding,
        rated: &Rated,
        work: usize,
        change: &mut ActionEffects,
    ) -> Option<Unfolded> {
        let folding = self.folding.as_mut();
        let done = folding.is_none_or(|folding| folding.step(unfolding, rated, work, change));
        done.then_some(self.result)
    }
}
