//! Expanding (unfolding) and collapsing (folding) in a session, where the selection stays visible; and a session of a tree
//! that grows on demand.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::{ActionEffects, First, NO_BEST, Session, Slide};
use crate::game::NotationError;
use crate::rating::LineEnd;
use crate::session::Rated;
use crate::session::walk::action::{Folding, Spreading};
use crate::tree::{Graph, Line, Unfolded, Unfolding, UnfoldingNode, Vertex, VertexKind};
use crate::words::grouped;

/// Maximum number of nodes unfolded when a tree is opened: few enough to read at a glance.
const READABLE_NODES: usize = 30;

/// A larger tree is unfolded ply by ply up to this many nodes …
const FIRST_NODES: usize = 18;

/// … (its first ply in any case, unless that has more nodes than this).
const FIRST_PLY: usize = 20_000;

/// Maximum number of nodes that a command unfolds or folds at once; more continue step by step.
const AT_ONCE: usize = 6_000;

impl Session {
    /// Unfolds whole plies as long as they can be read at a glance, then a part of the best line,
    /// and the path to the selected node. Everything else is folded.
    pub(super) fn unfold_readable(&mut self) {
        let first = self.unfolded_first(self.first);
        self.unfold_like(&first);
        self.show(self.selected, &mut ActionEffects::default());
    }

    /// Unfolds what another unfolding of the same tree shows, and folds everything else.
    fn unfold_like(&mut self, other: &Unfolding) {
        let graph = self.rated.graph.graph();
        self.unfolding.fold_all();
        copy_open(graph, other, &mut self.unfolding, |node| {
            other.is_open(node)
        });
    }

    /// What a slide about the selected node shows.
    pub fn slide(&self, slide: Slide) -> Unfolding {
        let graph = self.rated.graph.graph();
        let mut all = self.unfolded_first(First::READABLE);
        let line = self.line();
        all.reveal(graph, UnfoldingNode::ROOT, &line);
        let mut way = vec![UnfoldingNode::ROOT];
        for edge in line {
            let last = way[way.len() - 1];
            way.extend(all.child(last, edge));
        }
        let selected = way[way.len() - 1];
        all.unfold(graph, selected);
        let mut shown = Unfolding::new();
        let last = all.ply(selected) + slide.plies;
        copy_open(graph, &all, &mut shown, |node| {
            let up = |node: &UnfoldingNode| all.parent(*node);
            let is_below = || std::iter::successors(Some(node), up).any(|node| node == selected);
            let is_beside = || slide.beside && !is_below();
            let is_shown = way.contains(&node) || is_beside() || is_below() && all.ply(node) < last;
            is_shown && all.is_open(node)
        });
        shown
    }

    /// Shows the selected node as a slide does.
    pub(super) fn unfold_slide(&mut self, slide: Slide, change: &mut ActionEffects) {
        let shown = self.slide(slide);
        self.spreading = None;
        self.unfold_like(&shown);
        change.shape = true;
    }

    /// The nodes that show their children, parents before children.
    pub fn open_nodes(&self) -> Vec<UnfoldingNode> {
        let all = (0..self.unfolding.len() as u32).map(UnfoldingNode);
        all.filter(|node| self.unfolding.is_open(*node)).collect()
    }

    /// Unfolds these nodes and folds all others; the selected node stays visible.
    pub(super) fn restore_open(&mut self, open: &[UnfoldingNode], change: &mut ActionEffects) {
        self.spreading = None;
        self.unfolding.fold_all();
        for &node in open {
            self.unfolding.unfold(self.rated.graph.graph(), node);
        }
        let line = self.line();
        self.reveal(UnfoldingNode::ROOT, &line, change);
        change.shape = true;
    }

    /// The initial unfolding: what can be read at a glance, up to `most`.
    fn unfolded_first(&self, most: First) -> Unfolding {
        let graph = self.rated.graph.graph();
        let root = UnfoldingNode::ROOT;
        let mut unfolding = Unfolding::new();
        if most.plies == 0 {
            unfolding.unfold(graph, root);
            return unfolding;
        }
        let all = self.rated.analysis.nodes.of(Vertex::ROOT).to_u64();
        if all.is_some_and(|nodes| nodes <= READABLE_NODES as u64) {
            unfolding.unfold_below(graph, root, Some(most.plies), READABLE_NODES);
        } else {
            let mut ply = 1;
            while ply <= most.plies {
                let mut deeper = unfolding.clone();
                let budget = if ply == 1 { FIRST_PLY } else { FIRST_NODES };
                let result = deeper.unfold_below(graph, root, Some(ply), budget);
                if result == Unfolded::Stopped || deeper.len() == unfolding.len() {
                    break;
                }
                unfolding = deeper;
                ply += 1;
            }
        }
        // A root with many moves is enough at the start.
        if unfolding.len() <= READABLE_NODES && !self.blind {
            let along = &self.best[..self.best.len().min(most.moves)];
            unfolding.reveal(graph, root, along);
        }
        unfolding
    }

    /// The largest initial unfolding of which everything `fits`; more plies are preferred to a
    /// longer line.
    pub fn fitting_first(&self, fits: impl Fn(&Unfolding) -> bool) -> First {
        let graph = self.rated.graph.graph();
        let least = First { plies: 1, moves: 0 };
        if graph.degree(Vertex::ROOT) > READABLE_NODES {
            return least;
        }
        let max = self.unfolded_first(First::READABLE).shown_plies(graph).min;
        let moves = self.best.len().min(First::READABLE.moves);
        let mut all = (1..=max.max(1)).rev().flat_map(|plies| {
            let moves = (0..=moves).rev();
            moves.map(move |moves| First { plies, moves })
        });
        let fitting = all.find(|first| fits(&self.unfolded_first(*first)));
        // Where even one ply has no room, outcomes of chance are left to be expanded.
        fitting.unwrap_or(First { plies: 0, moves: 0 })
    }

    pub(super) fn toggle(&mut self, node: UnfoldingNode, change: &mut ActionEffects) {
        let graph = self.rated.graph.graph();
        if node.index() >= self.unfolding.len() {
            return;
        }
        let vertex = self.unfolding.vertex(node);
        if graph.is_leaf(vertex) {
            change.message = Some(match graph.kind(vertex) {
                VertexKind::End => "The game is over here: there is nothing to expand".to_owned(),
                _ => "The tree ends here at a limit. Raise it to see more.".to_owned(),
            });
            return;
        }
        if self.unfolding.is_open(node) {
            self.unfolding.fold(node);
            self.leave_folded(node, change);
        } else if !self.unfolding.unfold(graph, node) {
            change.message = Some("The tree can't hold more nodes. Collapse some.".to_owned());
        }
        change.folds.push(node);
    }

    /// A selection inside a folded part moves up to the fold.
    pub(super) fn leave_folded(&mut self, fold: UnfoldingNode, change: &mut ActionEffects) {
        let mut node = self.selected;
        while let Some(parent) = self.unfolding.parent(node) {
            if parent == fold {
                self.select_fold(fold, change);
                return;
            }
            node = parent;
        }
    }

    pub(super) fn select_fold(&mut self, fold: UnfoldingNode, change: &mut ActionEffects) {
        self.selected = fold;
        self.history.truncate(self.history_at + 1);
        self.history.push(fold);
        self.history_at = self.history.len() - 1;
        change.selection = true;
    }

    pub(super) fn unfold_to_ply(&mut self, ply: u32, change: &mut ActionEffects) {
        self.leave_below_ply(ply, change);
        let budget = self.most_nodes();
        let then = Folding::below(ply);
        self.begin(
            Spreading::unfolding(UnfoldingNode::ROOT, Some(ply), budget, Some(then)),
            change,
        );
    }

    pub(super) fn unfold_ply(&mut self, change: &mut ActionEffects) {
        let plies = self.unfolding.shown_plies(self.rated.graph.graph());
        if !plies.folded {
            change.message = Some("The whole tree is expanded".to_owned());
            return;
        }
        let ply = plies.min.saturating_add(1);
        self.spread(UnfoldingNode::ROOT, Some(ply), change);
    }

    pub(super) fn fold_ply(&mut self, change: &mut ActionEffects) {
        let plies = self.unfolding.shown_plies(self.rated.graph.graph());
        let ply = plies.max.saturating_sub(1);
        self.leave_below_ply(ply, change);
        self.begin(Spreading::folding(Folding::below(ply)), change);
    }

    /// A selection below a ply that is about to be folded moves up to the fold.
    pub(super) fn leave_below_ply(&mut self, ply: u32, change: &mut ActionEffects) {
        let graph = self.rated.graph.graph();
        let mut node = self.selected;
        let mut fold = None;
        while let Some(parent) = self.unfolding.parent(node) {
            node = parent;
            if self.unfolding.ply(node) >= ply && graph.cost(self.unfolding.vertex(node)) > 0 {
                fold = Some(node);
            }
        }
        if let Some(fold) = fold {
            self.select_fold(fold, change);
        }
    }

    pub(super) fn spread(
        &mut self,
        node: UnfoldingNode,
        to: Option<u32>,
        change: &mut ActionEffects,
    ) {
        let budget = self.most_nodes();
        self.begin(Spreading::unfolding(node, to, budget, None), change);
    }

    pub(super) fn begin(&mut self, spreading: Spreading, change: &mut ActionEffects) {
        self.spreading = Some(spreading);
        self.advance(AT_ONCE, change);
    }

    pub(super) fn advance(&mut self, work: usize, change: &mut ActionEffects) {
        let Some(spreading) = &mut self.spreading else {
            return;
        };
        let Some(result) = spreading.step(&mut self.unfolding, &self.rated, work, change) else {
            return;
        };
        self.spreading = None;
        if result == Unfolded::Stopped {
            change.message = Some(match self.rated.growing {
                Some(_) => {
                    "No more nodes can be rated at once. Walk on, or collapse some.".to_owned()
                }
                None => format!(
                    "Expanded {} more nodes, ply by ply; there are more below",
                    grouped(self.budget)
                ),
            });
        }
        if let Some(fold) = self.folded_above_selected() {
            self.select_fold(fold, change);
        }
    }

    pub(super) fn stop(&mut self, change: &mut ActionEffects) {
        if self.spreading.take().is_some() {
            change.message = Some(format!(
                "Stopped: {} nodes are expanded",
                grouped(self.unfolding.len())
            ));
        }
    }

    /// The highest folded node above the selected one.
    pub(super) fn folded_above_selected(&self) -> Option<UnfoldingNode> {
        let mut fold = None;
        let mut node = self.selected;
        while let Some(parent) = self.unfolding.parent(node) {
            if !self.unfolding.is_open(parent) {
                fold = Some(parent);
            }
            node = parent;
        }
        fold
    }

    pub(super) fn unfold_best_line(&mut self, change: &mut ActionEffects) {
        let best = self.best_play(self.vertex());
        self.reveal(self.selected, &best.line, change);
        if change.folds.is_empty() && change.message.is_none() {
            let message = match best.ended {
                LineEnd::Open if best.line.is_empty() => NO_BEST,
                LineEnd::Open => "The best line is expanded as far as it is proven",
                _ => "The best line is expanded to its end",
            };
            change.message = Some(message.to_owned());
        }
    }

    pub(super) fn fold_others(&mut self, change: &mut ActionEffects) {
        self.spreading = None;
        let mut keep = Vec::new();
        let mut node = Some(self.selected);
        while let Some(kept) = node {
            if self.unfolding.is_open(kept) {
                keep.push(kept);
            }
            node = self.unfolding.parent(kept);
        }
        self.unfolding.fold_all();
        for node in keep {
            self.unfolding.unfold(self.rated.graph.graph(), node);
        }
        change.shape = true;
    }

    /// Folds the nodes that take space around the selected node.
    pub(super) fn fold_around(&mut self, change: &mut ActionEffects) {
        let beside = self.unfolding.parent(self.selected).into_iter();
        let around: Vec<UnfoldingNode> = beside
            .chain([self.selected])
            .flat_map(|node| self.unfolding.children(node))
            .filter(|node| *node != self.selected && self.unfolding.is_open(*node))
            .collect();
        for &node in &around {
            self.unfolding.fold(node);
        }
        change.folds.extend(around);
    }

    /// Unfolds the tree as when it was opened, as far as that has room now.
    pub(super) fn unfold_first(&mut self, first: First, change: &mut ActionEffects) {
        if !self.chosen && std::mem::replace(&mut self.first, first) != first {
            self.unfold_readable();
            change.shape = true;
        }
    }
}

/// Unfolds in `to` the nodes of `from` that are `open`; both unfold the same tree.
fn copy_open(
    graph: &Graph,
    from: &Unfolding,
    to: &mut Unfolding,
    open: impl Fn(UnfoldingNode) -> bool,
) {
    let mut pending = vec![(UnfoldingNode::ROOT, UnfoldingNode::ROOT)];
    while let Some((theirs, node)) = pending.pop() {
        if !open(theirs) || !to.unfold(graph, node) {
            continue;
        }
        // Both have the moves in the rules' order.
        let below = from.children(theirs).zip(to.children(node));
        pending.extend(below.collect::<Vec<_>>().into_iter().rev());
    }
}

/// Maximum number of nodes that are looked at: those nearest to the selected one. Only their moves
/// are listed, and only their ratings are proven.
const MAX_LOOKED_AT: usize = 2_000;

impl Session {
    /// Adds the moves of all nodes that are shown, if the tree grows, and wants their ratings. Returns
    /// whether it has grown.
    pub(super) fn grow(&mut self) -> bool {
        if self.rated.growing.is_none() {
            return false;
        }
        let mut near = self.looked_at();
        let edges = self.rated.graph.graph().edge_count();
        // The best line may go on where proofs are known already.
        while self.expand_horizons(&near) {
            self.find_best_line();
        }
        let ends = [self.best_end_of_root(), self.best_end];
        // First the selected node and its moves, then what the best line goes on with.
        let graph = self.rated.graph.graph();
        let moves = [self.vertex()].into_iter().chain(ends);
        let moves = moves.flat_map(|vertex| graph.targets(vertex)).copied();
        near.splice(1..1, moves);
        if let Some(growing) = &self.rated.growing {
            growing.want(&near);
        }
        graph.edge_count() > edges
    }

    /// Adds the moves of these positions and of those at the ends of best lines; `false` if they are
    /// known.
    fn expand_horizons(&mut self, near: &[Vertex]) -> bool {
        let graph = self.rated.graph.graph();
        let ends = [self.best_end_of_root(), self.best_end];
        let mut horizons: Vec<Vertex> = near.iter().copied().chain(ends).collect();
        horizons.retain(|vertex| matches!(graph.kind(*vertex), VertexKind::Horizon(_)));
        let Some(growing) = self.rated.growing.as_ref().filter(|_| !horizons.is_empty()) else {
            return false;
        };
        let grown = growing.grown(&horizons);
        let more = grown.graph.graph().edge_count() > graph.edge_count();
        self.rated = grown;
        more
    }

    /// The end of the best line of the root.
    fn best_end_of_root(&self) -> Vertex {
        let graph = self.rated.graph.graph();
        let last = self.best.last();
        last.map_or(Vertex::ROOT, |edge| graph.target(*edge))
    }

    /// The positions of the nodes that are shown, those nearest to the selected node first.
    fn looked_at(&self) -> Vec<Vertex> {
        let mut found = Vec::new();
        let mut vertices = FxHashSet::default();
        let mut seen = FxHashSet::from_iter([self.selected]);
        let mut waiting = VecDeque::from([self.selected]);
        while let Some(node) = waiting.pop_front().filter(|_| found.len() < MAX_LOOKED_AT) {
            let vertex = self.unfolding.vertex(node);
            if vertices.insert(vertex) {
                found.push(vertex);
            }
            let near = self
                .unfolding
                .children(node)
                .chain(self.unfolding.parent(node));
            waiting.extend(near.filter(|node: &UnfoldingNode| seen.insert(*node)));
        }
        found
    }

    /// Reads a line from the root. If the tree grows, the moves of every position on it are added.
    ///
    /// # Errors
    /// A word that is no legal move, or that a limit has left out.
    pub fn read_line(&mut self, line: &str) -> Result<Line, NotationError> {
        if let Some(growing) = &self.rated.growing {
            self.rated = growing.along(line)?;
            self.find_best_line();
        }
        self.rated.graph.read_line(Vertex::ROOT, line)
    }

    /// The tree as it is shown, if it grows: nothing is known of nodes that aren't expanded but what was
    /// proven of them. Nodes, vertices and edges keep their numbers.
    pub fn shown_part(&self) -> Option<Rated> {
        let growing = self.rated.growing.as_ref()?;
        let open = self.open_nodes();
        let open: Vec<Vertex> = open
            .iter()
            .map(|node| self.unfolding.vertex(*node))
            .collect();
        Some(growing.pruned(&open))
    }

    /// Takes what was proven since it was called last; `false` if that is nothing.
    pub fn take_proofs(&mut self) -> bool {
        let Some(growing) = self.rated.growing.clone() else {
            return false;
        };
        let news = growing.news();
        if std::mem::replace(&mut self.news, news) == news {
            return false;
        }
        self.adopt(growing.grown(&[]));
        true
    }

    /// Maximum number of nodes after a command that unfolds.
    pub(super) fn most_nodes(&self) -> usize {
        self.unfolding.len() + self.budget.min(self.most_looked_at())
    }

    /// Maximum number of nodes that a command unfolds, whatever the budget.
    pub(super) fn most_looked_at(&self) -> usize {
        match self.rated.growing {
            Some(_) => MAX_LOOKED_AT.saturating_sub(self.unfolding.len()),
            None => usize::MAX,
        }
    }
}
