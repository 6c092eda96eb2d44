//! The walk through a tree: what is unfolded, which node is selected, where one has been.

mod unfold;

use rustc_hash::FxHashMap;

use super::Rated;
use super::folding::{Folding, Spreading};
use crate::rating::{BestLine, Ended, best_line, likeliest_branch};
use crate::tree::{Edge, Line, Unfolding, UnfoldingNode, Vertex};

/// The most nodes that one command unfolds, unless another number is chosen.
pub const UNFOLD_BUDGET: usize = 1_000_000;
/// Everything that can happen to a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Select a node of the unfolding.
    Select(UnfoldingNode),
    /// Select the node at the end of a line from the root, unfolding the way to it.
    SelectLine(Line),
    /// Select the node at the end of a line, unfolding the way to it, and leave no trace in the
    /// history: somebody watches, and doesn't walk.
    Watch(Line),
    /// Select the node above.
    Parent,
    /// Select the child that was visited last, else a best one.
    Child,
    /// Select the end of the line that was walked, without a look at ratings.
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
    /// Unfold one ply more of the whole tree, within the budget; what reaches deeper stays.
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
    /// Go on with what is being unfolded or folded, for about so many nodes.
    GoOn(usize),
    /// Leave what is being unfolded or folded as it is now.
    Stop,
    /// Let one command unfold so many nodes.
    Budget(usize),
    /// Hide everything but the way to the selected node.
    FoldOthers,
    /// Fold the children of the selected node and those of the nodes beside it, which take the room
    /// that it needs; what is unfolded below them comes back with them.
    FoldAround,
    /// Unfold less at first, or more again.
    UnfoldFirst(First),
    /// Select the node that was selected before.
    Back,
    /// Undo a [`Back`](Self::Back).
    Forward,
    /// Let nothing that happens by itself tell of best play: what is unfolded at first, and where
    /// [`Child`](Self::Child) leads; or let it again.
    Blind(bool),
}

impl Action {
    /// Whether somebody chooses by it what is unfolded.
    fn unfolds(&self) -> bool {
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
}

/// What is told where somebody wants to follow best play, and nobody knows it.
pub(super) const NO_BEST: &str = "No move is proven to be best here";

/// What an action changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Another node is selected.
    pub selection: bool,
    /// These nodes now show or hide their children.
    pub folds: Vec<UnfoldingNode>,
    /// More was unfolded or folded than can be listed.
    pub shape: bool,
    /// What a user should be told.
    pub message: Option<String>,
}

/// A part of the walked line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    /// Moves, each with the node that it leads to.
    pub steps: Vec<(Edge, UnfoldingNode)>,
    /// How many of them lead to the selected node; the others lie below it.
    pub here: usize,
    /// Whether the line begins further above.
    pub more_above: bool,
    /// Whether it goes on further below.
    pub more_below: bool,
}

/// What is open: a rated graph, the part of its tree that is unfolded, and a selected node.
///
/// What takes long to unfold or fold goes on in steps that [`Action::GoOn`] makes. A session changes
/// in [`apply`](Self::apply) and [`adopt`](Self::adopt) alone.
pub struct Session {
    rated: Rated,
    unfolding: Unfolding,
    selected: UnfoldingNode,
    visited: FxHashMap<UnfoldingNode, UnfoldingNode>,
    history: Vec<UnfoldingNode>,
    history_at: usize,
    best: Line,
    best_ended: Ended,
    best_end: Vertex,
    /// What is being unfolded or folded.
    spreading: Option<Spreading>,
    budget: usize,
    /// Whether best play is kept from the reader.
    blind: bool,
    /// Whether somebody has chosen what is unfolded; what is unfolded at first makes way for better.
    chosen: bool,
    /// What of it has room.
    first: First,
}

/// How far a tree is unfolded when it is opened, at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct First {
    /// So many plies …
    pub plies: u32,
    /// … and so many moves of the best line.
    pub moves: usize,
}

impl First {
    /// As far as can be read at a glance.
    const READABLE: Self = Self {
        plies: u32::MAX,
        moves: 7,
    };
}

impl Session {
    /// Opens a rated graph, unfolded as far as can be read at a glance.
    pub fn new(rated: Rated) -> Self {
        let mut session = Self::restore(rated, Unfolding::new());
        session.chosen = false;
        session.unfold_readable();
        session
    }

    /// Opens a rated graph with what was unfolded of it when it was saved.
    pub fn restore(rated: Rated, unfolding: Unfolding) -> Self {
        let mut session = Self {
            unfolding,
            selected: UnfoldingNode::ROOT,
            visited: FxHashMap::default(),
            history: vec![UnfoldingNode::ROOT],
            history_at: 0,
            best: Line::new(),
            best_ended: Ended::End,
            best_end: Vertex::ROOT,
            spreading: None,
            budget: UNFOLD_BUDGET,
            blind: false,
            chosen: true,
            first: First::READABLE,
            rated,
        };
        session.find_best_line();
        session
    }

    /// Goes on with a longer build of the same graph: what somebody has unfolded, and what is
    /// selected, stays, since vertices and moves keep their numbers. What was unfolded at first is
    /// unfolded again: the best line of a part of the graph need not be that of the whole. What is
    /// being unfolded begins again, and finds what was not known yet.
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
    }

    /// The graph with its ratings.
    pub fn rated(&self) -> &Rated {
        &self.rated
    }

    /// What is unfolded.
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

    /// How far the tree was unfolded when it was opened.
    pub fn first(&self) -> First {
        self.first
    }

    /// Whether nobody has chosen yet what is unfolded.
    pub fn is_as_opened(&self) -> bool {
        !self.chosen
    }

    /// How many nodes one command unfolds.
    pub fn budget(&self) -> usize {
        self.budget
    }

    /// Whether something is being unfolded or folded: [`Action::GoOn`] goes on with it.
    pub fn is_unfolding(&self) -> bool {
        self.spreading.is_some()
    }

    /// How many nodes have been unfolded of how many at most; `None` where nothing is being unfolded.
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
    pub fn best_line_ended(&self) -> Ended {
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

    /// Where best play from the selected node leads.
    pub fn best_end(&self) -> Vertex {
        self.best_end
    }

    /// The walked line around the selected node: up to `most` moves above it, and as many below it
    /// on the way that one has been.
    pub fn steps(&self, most: usize) -> Steps {
        let mut above = Vec::new();
        let mut node = self.selected;
        while above.len() < most
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
            if steps.steps.len() == steps.here + most {
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
    pub fn apply(&mut self, action: Action) -> Change {
        let mut change = Change::default();
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
                match best.line.is_empty() && best.ended == Ended::Open {
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
            Action::GoOn(work) => self.go_on(work, &mut change),
            Action::Stop => self.stop(&mut change),
            Action::Budget(nodes) => self.budget = nodes.clamp(1, Unfolding::MAX_NODES / 4),
            Action::FoldOthers => self.fold_others(&mut change),
            Action::FoldAround => self.fold_around(&mut change),
            Action::UnfoldFirst(first) => self.unfold_first(first, &mut change),
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

    /// Keeps best play from the reader, or doesn't: what was unfolded at first follows.
    fn keep_blind(&mut self, blind: bool, change: &mut Change) {
        if std::mem::replace(&mut self.blind, blind) != blind && !self.chosen {
            self.spreading = None;
            self.unfold_readable();
            change.shape = true;
        }
    }

    fn select(&mut self, node: UnfoldingNode, change: &mut Change) {
        if node == self.selected {
            return;
        }
        self.history.truncate(self.history_at + 1);
        self.history.push(node);
        self.history_at = self.history.len() - 1;
        self.show(node, change);
    }

    /// Selects without a trace in the history.
    fn show(&mut self, node: UnfoldingNode, change: &mut Change) {
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
    fn follow(&mut self, from: UnfoldingNode, line: &[Edge], change: &mut Change) {
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

    /// The node at the end of a line, unfolded on the way; `None` if there would be too many nodes.
    fn reveal(
        &mut self,
        from: UnfoldingNode,
        line: &[Edge],
        change: &mut Change,
    ) -> Option<UnfoldingNode> {
        let graph = self.rated.graph.graph();
        let mut node = from;
        for &edge in line {
            if !self.unfolding.is_open(node) {
                if !self.unfolding.unfold(graph, node) {
                    change.message = Some("The tree has as many nodes as it can hold".to_owned());
                    return None;
                }
                change.folds.push(node);
            }
            node = self.unfolding.child(node, edge)?;
        }
        Some(node)
    }

    /// The move to the child that was visited last, else the best one, or the likeliest branch; the
    /// first in the rules' order where best play is kept from the reader.
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

    fn sibling(&mut self, step: isize, change: &mut Change) {
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

    fn travel(&mut self, to: Option<usize>, change: &mut Change) {
        if let Some((at, &node)) = to.and_then(|at| Some((at, self.history.get(at)?))) {
            self.history_at = at;
            self.show(node, change);
        }
    }
}

#[cfg(test)]
mod tests;
