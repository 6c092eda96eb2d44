//! The walk through a tree (`Session`): unfolded nodes, the selected node, and the history.

mod action;
mod unfold;

use rustc_hash::FxHashMap;

use super::Rated;
use crate::rating::{BestLine, LineEnd, best_line, likeliest_branch};
use crate::tree::{Edge, Line, Unfolding, UnfoldingNode, Vertex};
use action::{Folding, Spreading};

pub use action::{Action, ActionEffects, First, Slide};

/// Default for the maximum number of nodes that one command unfolds.
pub const UNFOLD_BUDGET: usize = 1_000_000;

/// The message if best play can't be followed, since no best move is proven.
pub(super) const NO_BEST: &str = "No move is proven to be best here";

/// A part of the walked line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    /// Moves, each with the node that it leads to.
    pub steps: Vec<(Edge, UnfoldingNode)>,
    /// The number of moves that lead to the selected node; the others are below it.
    pub here: usize,
    /// Whether the line starts further above.
    pub more_above: bool,
    /// Whether it continues further below.
    pub more_below: bool,
}

/// An open document's walk: a rated graph, the unfolded part of its tree, and a selected node.
///
/// Long unfolding and folding continues in steps of [`Action::GoOn`]. A session changes in
/// [`apply`](Self::apply) and [`adopt`](Self::adopt) only.
pub struct Session {
    rated: Rated,
    unfolding: Unfolding,
    selected: UnfoldingNode,
    visited: FxHashMap<UnfoldingNode, UnfoldingNode>,
    history: Vec<UnfoldingNode>,
    history_at: usize,
    best: Line,
    best_ended: LineEnd,
    best_end: Vertex,
    /// The unfolding or folding in progress.
    spreading: Option<Spreading>,
    budget: usize,
    /// Whether best play is kept from the reader.
    blind: bool,
    /// Whether the user has chosen what is unfolded; the initial unfolding may still be replaced.
    chosen: bool,
    /// The initial unfolding that fits.
    first: First,
    /// How much was proven when it was taken last, in a tree that grows.
    news: u64,
}

impl Session {
    /// Opens a rated graph, unfolded as far as can be read at a glance.
    pub fn new(rated: Rated) -> Self {
        let mut session = Self::restore(rated, Unfolding::new());
        session.chosen = false;
        session.unfold_readable();
        session.grow();
        session
    }

    /// Opens a rated graph with its saved unfolding.
    pub fn restore(rated: Rated, unfolding: Unfolding) -> Self {
        let mut session = Self {
            unfolding,
            selected: UnfoldingNode::ROOT,
            visited: FxHashMap::default(),
            history: vec![UnfoldingNode::ROOT],
            history_at: 0,
            best: Line::new(),
            best_ended: LineEnd::End,
            best_end: Vertex::ROOT,
            spreading: None,
            budget: UNFOLD_BUDGET,
            blind: false,
            chosen: true,
            first: First::READABLE,
            news: 0,
            rated,
        };
        session.find_best_line();
        session.grow();
        session
    }

    /// Continues with a longer build of the same graph. The user's unfolding and the selection are
    /// kept, since vertices and moves keep their numbers. The initial unfolding is made again,
    /// since the best line may have changed. Unfolding in progress starts again, so that it finds
    /// the new nodes.
    pub fn adopt(&mut self, rated: Rated) {
        self.rated = rated;
        self.spreading = self.spreading.take().map(Spreading::anew);
        self.find_best_line();
        let on_the_way = |node: &UnfoldingNode| {
            let way = std::iter::successors(Some(self.selected), |at| self.unfolding.parent(*at));
            way.into_iter().any(|at| at == *node)
        };
        if !self.chosen && self.history.iter().all(on_the_way) {
            self.unfold_readable();
        }
        self.grow();
    }

    /// The graph with its ratings.
    pub fn rated(&self) -> &Rated {
        &self.rated
    }

    /// The unfolded part of the tree.
    pub fn unfolding(&self) -> &Unfolding {
        &self.unfolding
    }

    /// The selected node.
    pub fn selected(&self) -> UnfoldingNode {
        self.selected
    }

    /// The position of the selected node.
    pub fn vertex(&self) -> Vertex {
        self.unfolding.vertex(self.selected)
    }

    /// Whether [`Action::Back`] leads anywhere.
    pub fn can_go_back(&self) -> bool {
        self.history_at > 0
    }

    /// Whether [`Action::Forward`] leads anywhere.
    pub fn can_go_forward(&self) -> bool {
        self.history_at + 1 < self.history.len()
    }

    /// The extent of the initial unfolding.
    pub fn first(&self) -> First {
        self.first
    }

    /// Whether the user hasn't changed the initial unfolding yet.
    pub fn is_as_opened(&self) -> bool {
        !self.chosen
    }

    /// Maximum number of nodes that one command unfolds.
    pub fn budget(&self) -> usize {
        self.budget
    }

    /// Whether unfolding or folding is in progress: [`Action::GoOn`] continues it.
    pub fn is_unfolding(&self) -> bool {
        self.spreading.is_some()
    }

    /// The number of nodes unfolded so far and its maximum; `None` if no unfolding is in progress.
    pub fn unfolding_progress(&self) -> Option<(usize, usize)> {
        self.spreading.as_ref()?.progress(&self.unfolding)
    }

    /// The line to the selected node.
    pub fn line(&self) -> Line {
        self.unfolding.line(self.selected)
    }

    /// The best line of the root.
    pub fn best_line(&self) -> &[Edge] {
        &self.best
    }

    /// Why that goes no further.
    pub fn best_line_ended(&self) -> LineEnd {
        self.best_ended
    }

    /// The child of the selected node that was visited last.
    pub fn visited_child(&self) -> Option<UnfoldingNode> {
        self.visited.get(&self.selected).copied()
    }

    /// The end of the line that was walked, at or below the selected node.
    pub fn walked_end(&self) -> UnfoldingNode {
        let mut node = self.selected;
        while let Some(&next) = self.visited.get(&node) {
            node = next;
        }
        node
    }

    /// The end of the best line from the selected node.
    pub fn best_end(&self) -> Vertex {
        self.best_end
    }

    /// The walked line around the selected node: up to `max` moves above it, and up to `max`
    /// below on the path walked before.
    pub fn steps(&self, max: usize) -> Steps {
        let mut above = Vec::new();
        let mut node = self.selected;
        while above.len() < max
            && let (Some(parent), Some(edge)) =
                (self.unfolding.parent(node), self.unfolding.edge(node))
        {
            above.push((edge, node));
            node = parent;
        }
        let more_above = self.unfolding.parent(node).is_some();
        above.reverse();
        let mut steps = Steps {
            here: above.len(),
            steps: above,
            more_above,
            more_below: false,
        };
        let mut node = self.selected;
        while let Some(&next) = self.visited.get(&node) {
            if steps.steps.len() == steps.here + max {
                steps.more_below = true;
                break;
            }
            steps
                .steps
                .extend(self.unfolding.edge(next).map(|edge| (edge, next)));
            node = next;
        }
        steps
    }

    /// The one function in which a session changes while it is walked.
    pub fn apply(&mut self, action: Action) -> ActionEffects {
        let deeper = action.goes_on_deeper().then(|| action.clone());
        let mut change = self.apply_once(action);
        // What has come into sight has moves now, so the action may go on.
        while change.is_any() && self.grow() {
            let Some(action) = deeper.clone().filter(|_| change.message.is_none()) else {
                break;
            };
            let more = self.apply_once(action);
            let further = more.is_any();
            change.add(more);
            if !further {
                break;
            }
        }
        change
    }

    fn apply_once(&mut self, action: Action) -> ActionEffects {
        let mut change = ActionEffects::default();
        self.chosen |= action.unfolds();
        match action {
            Action::Select(node) => {
                if node.index() < self.unfolding.len() {
                    self.select(node, &mut change);
                }
            }
            Action::SelectLine(line) => self.follow(UnfoldingNode::ROOT, &line, &mut change),
            Action::Watch(line) => {
                if let Some(node) = self.reveal(UnfoldingNode::ROOT, &line, &mut change)
                    && node != self.selected
                {
                    self.show(node, &mut change);
                }
            }
            Action::Parent => {
                if let Some(parent) = self.unfolding.parent(self.selected) {
                    self.select(parent, &mut change);
                }
            }
            Action::Child => {
                if let Some(edge) = self.next_edge() {
                    self.follow(self.selected, &[edge], &mut change);
                }
            }
            Action::WalkedEnd => self.select(self.walked_end(), &mut change),
            Action::PreviousSibling => self.sibling(-1, &mut change),
            Action::NextSibling => self.sibling(1, &mut change),
            Action::Root => self.select(UnfoldingNode::ROOT, &mut change),
            Action::BestEnd => {
                let best = self.best_play(self.vertex());
                match best.line.is_empty() && best.ended == LineEnd::Open {
                    true => change.message = Some(NO_BEST.to_owned()),
                    false => self.follow(self.selected, &best.line, &mut change),
                }
            }
            Action::Move(index) => {
                if let Some(edge) = self.rated.graph.graph().edge(self.vertex(), index) {
                    self.follow(self.selected, &[edge], &mut change);
                }
            }
            Action::ToggleFold(node) => self.toggle(node, &mut change),
            Action::UnfoldToPly(ply) => self.unfold_to_ply(ply, &mut change),
            Action::UnfoldPly => self.unfold_ply(&mut change),
            Action::FoldPly => self.fold_ply(&mut change),
            Action::UnfoldBelow => self.spread(self.selected, None, &mut change),
            Action::UnfoldAll => self.spread(UnfoldingNode::ROOT, None, &mut change),
            Action::UnfoldBestLine => self.unfold_best_line(&mut change),
            Action::FoldWorse => self.begin(Spreading::folding(Folding::worse()), &mut change),
            Action::GoOn(work) => self.advance(work, &mut change),
            Action::Stop => self.stop(&mut change),
            Action::Budget(nodes) => self.budget = nodes.clamp(1, Unfolding::MAX_NODES / 4),
            Action::FoldOthers => self.fold_others(&mut change),
            Action::FoldAround => self.fold_around(&mut change),
            Action::UnfoldFirst(first) => self.unfold_first(first, &mut change),
            Action::UnfoldSlide(slide) => self.unfold_slide(slide, &mut change),
            Action::Restore(open) => self.restore_open(&open, &mut change),
            Action::Back => self.travel(self.history_at.checked_sub(1), &mut change),
            Action::Forward => self.travel(Some(self.history_at + 1), &mut change),
            Action::Blind(blind) => self.keep_blind(blind, &mut change),
        }
        if change.selection {
            self.find_best_end();
        }
        change
    }

    fn best_from(&self, vertex: Vertex) -> Line {
        self.best_play(vertex).line
    }

    fn best_play(&self, vertex: Vertex) -> BestLine {
        let analysis = &self.rated.analysis;
        let graph = self.rated.graph.graph();
        best_line(graph, &analysis.ratings, &analysis.distances, vertex)
    }

    fn find_best_line(&mut self) {
        let BestLine { line, ended, .. } = self.best_play(Vertex::ROOT);
        (self.best, self.best_ended) = (line, ended);
        self.find_best_end();
    }

    fn find_best_end(&mut self) {
        let vertex = self.vertex();
        let last = self.best_from(vertex).last().copied();
        self.best_end = last.map_or(vertex, |edge| self.rated.graph.graph().target(edge));
    }

    /// Turns on or off blind mode, and updates the initial unfolding.
    fn keep_blind(&mut self, blind: bool, change: &mut ActionEffects) {
        if std::mem::replace(&mut self.blind, blind) != blind && !self.chosen {
            self.spreading = None;
            self.unfold_readable();
            change.shape = true;
        }
    }

    fn select(&mut self, node: UnfoldingNode, change: &mut ActionEffects) {
        if node == self.selected {
            return;
        }
        self.history.truncate(self.history_at + 1);
        self.history.push(node);
        self.history_at = self.history.len() - 1;
        self.show(node, change);
    }

    /// Selects without a trace in the history.
    fn show(&mut self, node: UnfoldingNode, change: &mut ActionEffects) {
        self.selected = node;
        change.selection = true;
        let mut child = node;
        while let Some(parent) = self.unfolding.parent(child) {
            self.visited.insert(parent, child);
            if !self.unfolding.is_open(parent) {
                self.unfolding.unfold(self.rated.graph.graph(), parent);
                change.folds.push(parent);
            }
            child = parent;
        }
    }

    /// Walks down a line, unfolds it, and shows the moves of the node that it leads to.
    fn follow(&mut self, from: UnfoldingNode, line: &[Edge], change: &mut ActionEffects) {
        let Some(node) = self.reveal(from, line, change) else {
            return;
        };
        let graph = self.rated.graph.graph();
        if graph.degree(self.unfolding.vertex(node)) > 0 && !self.unfolding.is_open(node) {
            self.unfolding.unfold(graph, node);
            change.folds.push(node);
        }
        self.select(node, change);
    }

    /// The node at the end of a line, unfolding the nodes on it; `None` if there would be too many
    /// nodes.
    fn reveal(
        &mut self,
        from: UnfoldingNode,
        line: &[Edge],
        change: &mut ActionEffects,
    ) -> Option<UnfoldingNode> {
        let graph = self.rated.graph.graph();
        let mut node = from;
        for &edge in line {
            if !self.unfolding.is_open(node) {
                if !self.unfolding.unfold(graph, node) {
                    change.message =
                        Some("The tree can't hold more nodes. Collapse some.".to_owned());
                    return None;
                }
                change.folds.push(node);
            }
            node = self.unfolding.child(node, edge)?;
        }
        Some(node)
    }

    /// The move to the child that was visited last, otherwise the best one, or the likeliest
    /// outcome. In blind mode it is the first in the rules' order.
    fn next_edge(&self) -> Option<Edge> {
        let visited = self.visited.get(&self.selected);
        if let Some(edge) = visited.and_then(|child| self.unfolding.edge(*child)) {
            return Some(edge);
        }
        let graph = self.rated.graph.graph();
        let analysis = &self.rated.analysis;
        if self.blind {
            return graph.edge(self.vertex(), 0);
        }
        likeliest_branch(graph, self.vertex())
            .or_else(|| {
                let distances = &analysis.distances;
                distances.pick(graph, &analysis.ratings, self.vertex())
            })
            .or_else(|| graph.edge(self.vertex(), 0))
    }

    fn sibling(&mut self, step: isize, change: &mut ActionEffects) {
        let Some(parent) = self.unfolding.parent(self.selected) else {
            return;
        };
        let siblings: Vec<_> = self.unfolding.children(parent).collect();
        let Some(at) = siblings.iter().position(|node| *node == self.selected) else {
            return;
        };
        if let Some(&node) = at
            .checked_add_signed(step)
            .and_then(|index| siblings.get(index))
        {
            self.select(node, change);
        }
    }

    fn travel(&mut self, to: Option<usize>, change: &mut ActionEffects) {
        if let Some((at, &node)) = to.and_then(|at| Some((at, self.history.get(at)?))) {
            self.history_at = at;
            self.show(node, change);
        }
    }
}

#[cfg(test)]
mod tests;
