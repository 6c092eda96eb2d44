//! The walk through a tree: what is unfolded, which node is selected, where one has been.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Rated;
use crate::rating::{best_line, likeliest_branch};
use crate::tree::{Edge, Line, Unfolded, Unfolding, UnfoldingNode, Vertex, VertexKind};

/// The most nodes that are unfolded when a tree is opened: few enough to be read at a glance.
const READABLE_NODES: usize = 30;
/// A larger tree is unfolded ply by ply up to this many nodes …
const FIRST_NODES: usize = 18;
/// … and then along this many plies of its best line.
const FIRST_PLIES: usize = 7;

/// The most nodes that one command unfolds.
pub const UNFOLD_BUDGET: usize = 20_000;

/// Everything that can happen to a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Select a node of the unfolding.
    Select(UnfoldingNode),
    /// Select the node at the end of a line from the root, unfolding the way to it.
    SelectLine(Line),
    /// Select the node above.
    Parent,
    /// Select the child that was visited last, else a best one.
    Child,
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
    /// Hide everything but the way to the selected node.
    FoldOthers,
    /// Select the node that was selected before.
    Back,
    /// Undo a [`Back`](Self::Back).
    Forward,
}

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
/// It changes in [`apply`](Self::apply) and [`adopt`](Self::adopt) alone.
pub struct Session {
    rated: Rated,
    unfolding: Unfolding,
    selected: UnfoldingNode,
    visited: FxHashMap<UnfoldingNode, UnfoldingNode>,
    history: Vec<UnfoldingNode>,
    history_at: usize,
    best: Line,
    best_end: Vertex,
}

impl Session {
    /// Opens a rated graph, unfolded as far as can be read at a glance.
    pub fn new(rated: Rated) -> Self {
        let mut session = Self::restore(rated, Unfolding::new());
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
            best_end: Vertex::ROOT,
            rated,
        };
        session.find_best_line();
        session
    }

    /// Goes on with a longer build of the same graph: what is unfolded and selected stays, since
    /// vertices and moves keep their numbers.
    pub fn adopt(&mut self, rated: Rated) {
        self.rated = rated;
        self.find_best_line();
        if self.selected == UnfoldingNode::ROOT && self.history.len() == 1 {
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

    /// The line to the selected node.
    pub fn line(&self) -> Line {
        self.unfolding.line(self.selected)
    }

    /// The best line of the root.
    pub fn best_line(&self) -> &[Edge] {
        &self.best
    }

    /// The child of the selected node that was visited last.
    pub fn visited_child(&self) -> Option<UnfoldingNode> {
        self.visited.get(&self.selected).copied()
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
        match action {
            Action::Select(node) => {
                if node.index() < self.unfolding.len() {
                    self.select(node, &mut change);
                }
            }
            Action::SelectLine(line) => self.follow(UnfoldingNode::ROOT, &line, &mut change),
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
            Action::PreviousSibling => self.sibling(-1, &mut change),
            Action::NextSibling => self.sibling(1, &mut change),
            Action::Root => self.select(UnfoldingNode::ROOT, &mut change),
            Action::BestEnd => {
                let line = self.best_from(self.vertex());
                self.follow(self.selected, &line, &mut change);
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
            Action::UnfoldBelow => self.unfold_below(&mut change),
            Action::FoldOthers => self.fold_others(&mut change),
            Action::Back => self.travel(self.history_at.checked_sub(1), &mut change),
            Action::Forward => self.travel(Some(self.history_at + 1), &mut change),
        }
        if change.selection {
            self.find_best_end();
        }
        change
    }

    fn best_from(&self, vertex: Vertex) -> Line {
        let analysis = &self.rated.analysis;
        let graph = self.rated.graph.graph();
        best_line(graph, &analysis.ratings, &analysis.distances, vertex).line
    }

    fn find_best_line(&mut self) {
        self.best = self.best_from(Vertex::ROOT);
        self.find_best_end();
    }

    fn find_best_end(&mut self) {
        let vertex = self.vertex();
        let last = self.best_from(vertex).last().copied();
        self.best_end = last.map_or(vertex, |edge| self.rated.graph.graph().target(edge));
    }

    /// Unfolds whole plies as long as they can be read at a glance.
    fn unfold_readable(&mut self) {
        let graph = self.rated.graph.graph();
        let all = self.rated.analysis.nodes.of(Vertex::ROOT).to_u64();
        if all.is_some_and(|nodes| nodes <= READABLE_NODES as u64) {
            let root = UnfoldingNode::ROOT;
            self.unfolding
                .unfold_below(graph, root, None, READABLE_NODES);
            return;
        }
        let mut ply = 1;
        loop {
            let mut deeper = self.unfolding.clone();
            let root = UnfoldingNode::ROOT;
            let budget = if ply == 1 { UNFOLD_BUDGET } else { FIRST_NODES };
            let result = deeper.unfold_below(graph, root, Some(ply), budget);
            let grew = deeper.len() > self.unfolding.len();
            if result == Unfolded::Stopped || !grew {
                break;
            }
            self.unfolding = deeper;
            ply += 1;
        }
        let along = &self.best[..self.best.len().min(FIRST_PLIES)];
        if self.unfolding.len() <= READABLE_NODES {
            // A root with many moves is enough to look at for a start.
            self.unfolding.reveal(graph, UnfoldingNode::ROOT, along);
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
        let graph = self.rated.graph.graph();
        let Some(node) = self.unfolding.reveal(graph, from, line) else {
            change.message = Some("The tree has as many nodes as it can hold".to_owned());
            return;
        };
        if graph.degree(self.unfolding.vertex(node)) > 0 && !self.unfolding.is_open(node) {
            self.unfolding.unfold(graph, node);
            change.folds.push(node);
        }
        // On the way nodes may have been made, or unfolded again.
        change.shape |= line.len() > 1;
        if line.len() == 1 {
            change.folds.push(from);
        }
        self.select(node, change);
    }

    /// The move to the child that was visited last, else the best one, or the likeliest branch.
    fn next_edge(&self) -> Option<Edge> {
        let visited = self.visited.get(&self.selected);
        if let Some(edge) = visited.and_then(|child| self.unfolding.edge(*child)) {
            return Some(edge);
        }
        let graph = self.rated.graph.graph();
        let analysis = &self.rated.analysis;
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

    fn toggle(&mut self, node: UnfoldingNode, change: &mut Change) {
        let graph = self.rated.graph.graph();
        if node.index() >= self.unfolding.len() {
            return;
        }
        let vertex = self.unfolding.vertex(node);
        if graph.is_leaf(vertex) {
            change.message = Some(match graph.kind(vertex) {
                VertexKind::End => "The game is over here: there is nothing to unfold".to_owned(),
                _ => "A limit stopped the tree here: raise it to see more".to_owned(),
            });
            return;
        }
        if self.unfolding.is_open(node) {
            self.unfolding.fold(node);
            self.leave_folded(node, change);
        } else if !self.unfolding.unfold(graph, node) {
            change.message = Some("The tree has as many nodes as it can hold".to_owned());
        }
        change.folds.push(node);
    }

    /// A selection inside what is being folded moves up to the fold.
    fn leave_folded(&mut self, fold: UnfoldingNode, change: &mut Change) {
        let mut node = self.selected;
        while let Some(parent) = self.unfolding.parent(node) {
            if parent == fold {
                self.selected = fold;
                self.history.truncate(self.history_at + 1);
                self.history.push(fold);
                self.history_at = self.history.len() - 1;
                change.selection = true;
                return;
            }
            node = parent;
        }
    }

    fn unfold_to_ply(&mut self, ply: u32, change: &mut Change) {
        let result = self.unfold_everything(ply);
        self.fold_below_ply(ply, change);
        self.unfolded(result, change);
    }

    fn unfold_ply(&mut self, change: &mut Change) {
        let plies = self.unfolding.shown_plies(self.rated.graph.graph());
        if !plies.folded {
            change.message = Some("All there is is unfolded".to_owned());
            return;
        }
        let result = self.unfold_everything(plies.least.saturating_add(1));
        self.unfolded(result, change);
    }

    fn fold_ply(&mut self, change: &mut Change) {
        let plies = self.unfolding.shown_plies(self.rated.graph.graph());
        self.fold_below_ply(plies.most.saturating_sub(1), change);
        change.shape = true;
    }

    fn unfold_everything(&mut self, ply: u32) -> Unfolded {
        let graph = self.rated.graph.graph();
        let budget = self.unfolding.len() + UNFOLD_BUDGET;
        self.unfolding
            .unfold_below(graph, UnfoldingNode::ROOT, Some(ply), budget)
    }

    /// Folds every node that shows something below a ply.
    fn fold_below_ply(&mut self, ply: u32, change: &mut Change) {
        let graph = self.rated.graph.graph();
        let deeper: Vec<_> = self
            .unfolding
            .preorder()
            .filter(|node| self.unfolding.ply(*node) >= ply && self.unfolding.is_open(*node))
            .filter(|node| graph.cost(self.unfolding.vertex(*node)) > 0)
            .collect();
        for node in deeper {
            self.unfolding.fold(node);
            self.leave_folded(node, change);
        }
    }

    fn unfold_below(&mut self, change: &mut Change) {
        let graph = self.rated.graph.graph();
        let budget = self.unfolding.len() + UNFOLD_BUDGET;
        let result = self
            .unfolding
            .unfold_below(graph, self.selected, None, budget);
        self.unfolded(result, change);
    }

    fn unfolded(&self, result: Unfolded, change: &mut Change) {
        change.shape = true;
        if result == Unfolded::Stopped {
            change.message = Some(format!(
                "Unfolded {},{:03} more nodes, ply by ply; there are more below",
                UNFOLD_BUDGET / 1_000,
                UNFOLD_BUDGET % 1_000
            ));
        }
    }

    fn fold_others(&mut self, change: &mut Change) {
        let mut keep = FxHashSet::default();
        let mut node = Some(self.selected);
        while let Some(kept) = node {
            keep.insert(kept);
            node = self.unfolding.parent(kept);
        }
        let others: Vec<_> = self
            .unfolding
            .preorder()
            .filter(|node| self.unfolding.is_open(*node) && !keep.contains(node))
            .collect();
        for node in others {
            self.unfolding.fold(node);
        }
        change.shape = true;
    }

    fn travel(&mut self, to: Option<usize>, change: &mut Change) {
        if let Some((at, &node)) = to.and_then(|at| Some((at, self.history.get(at)?))) {
            self.history_at = at;
            self.show(node, change);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Setup;
    use crate::session::open;
    use crate::tree::Limits;

    fn session(position: &str) -> Session {
        let setup = Setup {
            game: "dice-of-doom".to_owned(),
            position: position.to_owned(),
            ..Setup::default()
        };
        Session::new(
            open(&setup, Limits::default(), "")
                .expect(position)
                .finish(),
        )
    }

    fn line(session: &Session) -> String {
        session
            .rated()
            .graph
            .line_text(Vertex::ROOT, &session.line())
    }

    #[test]
    fn the_books_board_is_unfolded_whole_and_a_large_one_to_a_readable_size() {
        assert_eq!(session("b2b2/a2b1 a").unfolding().preorder().count(), 13);
        let large = session("b2a1a1/a2b2a3/b3b1b1 a");
        let shown = large.unfolding().preorder().count();
        assert!((4..=60).contains(&shown), "{shown}");
    }

    #[test]
    fn arrows_walk_down_the_best_line_and_back_to_where_one_has_been() {
        let mut session = session("b2b2/a2b1 a");
        session.apply(Action::Child);
        session.apply(Action::Child);
        assert_eq!(line(&session), "2>3 pass");
        session.apply(Action::Move(2));
        assert_eq!(line(&session), "2>3 pass 1>3");
        session.apply(Action::Parent);
        session.apply(Action::Child);
        assert_eq!(line(&session), "2>3 pass 1>3");
        session.apply(Action::PreviousSibling);
        assert_eq!(line(&session), "2>3 pass 0>3");
        session.apply(Action::PreviousSibling);
        let change = session.apply(Action::PreviousSibling);
        assert_eq!(line(&session), "2>3 pass 0>2");
        assert!(!change.selection, "there is no sibling before the first");
        session.apply(Action::Root);
        assert_eq!(line(&session), "");
        session.apply(Action::BestEnd);
        assert_eq!(line(&session), "2>3 pass 0>2 pass");
    }

    #[test]
    fn history_goes_back_and_forward() {
        let mut session = session("b2b2/a2b1 a");
        session.apply(Action::BestEnd);
        session.apply(Action::Root);
        session.apply(Action::Back);
        assert_eq!(session.line().len(), 4);
        session.apply(Action::Forward);
        assert_eq!(session.line().len(), 0);
        assert!(!session.apply(Action::Forward).selection);
        session.apply(Action::Back);
        session.apply(Action::Back);
        assert!(!session.apply(Action::Back).selection);
    }

    #[test]
    fn folding_above_the_selected_node_selects_the_fold() {
        let mut session = session("b2b2/a2b1 a");
        session.apply(Action::BestEnd);
        let change = session.apply(Action::ToggleFold(UnfoldingNode::ROOT));
        assert!(change.selection);
        assert_eq!(session.selected(), UnfoldingNode::ROOT);
        assert_eq!(session.unfolding().preorder().count(), 1);
        session.apply(Action::ToggleFold(UnfoldingNode::ROOT));
        assert_eq!(session.unfolding().preorder().count(), 13);
    }

    #[test]
    fn unfolding_to_a_ply_shows_that_ply_and_no_more() {
        let mut session = session("b2b2/a2b1 a");
        session.apply(Action::UnfoldToPly(2));
        assert_eq!(session.unfolding().preorder().count(), 3);
        session.apply(Action::UnfoldToPly(9));
        assert_eq!(session.unfolding().preorder().count(), 13);
    }

    #[test]
    fn folding_others_leaves_the_way_to_the_selected_node() {
        let mut session = session("b2b2/a2b1 a");
        session.apply(Action::BestEnd);
        session.apply(Action::FoldOthers);
        // Root, 2>3, pass, three moves, two moves below the first.
        assert_eq!(session.unfolding().preorder().count(), 8);
    }

    #[test]
    fn a_ply_more_is_unfolded_everywhere_and_a_ply_less_cuts_the_longest_branches() {
        let mut session = session("b2a1a1/a2b2a3/b3b1b1 a");
        let plies = |session: &Session| {
            let graph = session.rated().graph.graph();
            let plies = session.unfolding().shown_plies(graph);
            (plies.least, plies.most)
        };
        assert_eq!(plies(&session), (2, 7), "two plies, and the best line");
        assert!(session.apply(Action::UnfoldPly).shape);
        assert_eq!(plies(&session), (3, 7));
        session.apply(Action::FoldPly);
        assert_eq!(plies(&session), (3, 6));
        for _ in 0..20 {
            session.apply(Action::FoldPly);
        }
        assert_eq!(plies(&session), (0, 0));
        session.apply(Action::UnfoldPly);
        assert_eq!(plies(&session).0, 1);
        let mut book = self::session("b2b2/a2b1 a");
        let change = book.apply(Action::UnfoldPly);
        assert!(change.message.is_some() && !change.shape, "nothing is left");
    }

    #[test]
    fn a_line_through_folded_nodes_changes_the_shape() {
        let mut session = session("b2b2/a2b1 a");
        session.apply(Action::ToggleFold(UnfoldingNode::ROOT));
        assert_eq!(session.unfolding().preorder().count(), 1);
        let change = session.apply(Action::BestEnd);
        assert!(change.shape, "more than one node was unfolded on the way");
        assert!(session.unfolding().preorder().count() > 4);
    }

    #[test]
    fn a_session_on_a_part_of_the_graph_goes_on_with_the_whole() {
        let setup = Setup {
            game: "dice-of-doom".to_owned(),
            position: "b2a1a1/a2b2a3/b3b1b1 a".to_owned(),
            ..Setup::default()
        };
        let mut build = open(&setup, Limits::default(), "").expect("a board");
        build.step(40);
        let mut session = Session::new(build.snapshot());
        session.apply(Action::Child);
        session.apply(Action::Child);
        let before = line(&session);
        assert!(session.rated().graph.graph().stopped().is_some());
        session.adopt(build.finish());
        assert_eq!(line(&session), before);
        let nodes = session.rated().analysis.nodes.of(Vertex::ROOT).to_string();
        assert_eq!(nodes, "212957");
    }
}
