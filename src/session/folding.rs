//! Long unfolding and folding, in steps.

use super::Rated;
use super::walk::Change;
use crate::rating::{loss_among, worse_moves};
use crate::tree::{Spread, Unfolded, Unfolding, UnfoldingNode, VertexKind};

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
pub(super) struct Folding {
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
    pub(super) fn below(ply: u32) -> Self {
        Self::new(What::Below(ply))
    }

    /// Folds every node that a move leads to that isn't best.
    pub(super) fn worse() -> Self {
        Self::new(What::Worse)
    }

    /// Continues with this many nodes; returns whether it is done.
    fn step(
        &mut self,
        unfolding: &mut Unfolding,
        rated: &Rated,
        work: usize,
        change: &mut Change,
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
pub(super) struct Spreading {
    unfolding: Option<Spread>,
    from: UnfoldingNode,
    to: Option<u32>,
    result: Unfolded,
    folding: Option<Folding>,
}

impl Spreading {
    /// Unfolds everything below a node, down to a ply, up to `most` nodes in all, and then folds
    /// some nodes.
    pub(super) fn unfolding(
        node: UnfoldingNode,
        to: Option<u32>,
        most: usize,
        then: Option<Folding>,
    ) -> Self {
        Self {
            unfolding: Some(Spread::new(node, to, most)),
            from: node,
            to,
            result: Unfolded::All,
            folding: then,
        }
    }

    /// Folds something.
    pub(super) fn folding(folding: Folding) -> Self {
        Self {
            unfolding: None,
            from: UnfoldingNode::ROOT,
            to: None,
            result: Unfolded::All,
            folding: Some(folding),
        }
    }

    /// The same from its start, if it still unfolds: visited nodes may have children now.
    pub(super) fn anew(self) -> Self {
        let again = |spread: Spread| Spread::new(self.from, self.to, spread.most());
        Self {
            unfolding: self.unfolding.map(again),
            ..self
        }
    }

    /// The number of nodes and its maximum; `None` if nothing is being unfolded.
    pub(super) fn progress(&self, unfolding: &Unfolding) -> Option<(usize, usize)> {
        let spread = self.unfolding.as_ref()?;
        Some((unfolding.len(), spread.most()))
    }

    /// Continues with this many nodes; returns the result once it is done.
    pub(super) fn step(
        &mut self,
        unfolding: &mut Unfolding,
        rated: &Rated,
        work: usize,
        change: &mut Change,
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
        change: &mut Change,
    ) -> Option<Unfolded> {
        let folding = self.folding.as_mut();
        let done = folding.is_none_or(|folding| folding.step(unfolding, rated, work, change));
        done.then_some(self.result)
    }
}
