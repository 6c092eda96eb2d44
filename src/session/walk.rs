//! The walk through a tree: what is unfolded, which node is selected, where one has been.

use rustc_hash::FxHashMap;

use super::Rated;
use super::folding::{Folding, Spreading};
use crate::rating::{best_line, likeliest_branch};
use crate::tree::{Edge, Line, Unfolded, Unfolding, UnfoldingNode, Vertex, VertexKind};

/// The most nodes that are unfolded when a tree is opened: few enough to be read at a glance.
const READABLE_NODES: usize = 30;
/// A larger tree is unfolded ply by ply up to this many nodes …
const FIRST_NODES: usize = 18;
/// … (its first ply in any case, unless that has more nodes than this) …
const FIRST_PLY: usize = 20_000;
/// … and then along this many plies of its best line.
const FIRST_PLIES: usize = 7;

/// The most nodes that one command unfolds, unless another number is chosen.
pub const UNFOLD_BUDGET: usize = 1_000_000;
/// As much of what a command unfolds or folds, in nodes, is done at once; the rest goes on step by
/// step.
const AT_ONCE: usize = 6_000;

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
    /// Select the child that was visited last, else the first, without a look at ratings.
    ChildUnrated,
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
    best_end: Vertex,
    /// What is being unfolded or folded.
    spreading: Option<Spreading>,
    budget: usize,
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
            spreading: None,
            budget: UNFOLD_BUDGET,
            rated,
        };
        session.find_best_line();
        session
    }

    /// Goes on with a longer build of the same graph: what is unfolded and selected stays, since
    /// vertices and moves keep their numbers.
    pub fn adopt(&mut self, rated: Rated) {
        self.rated = rated;
        self.spreading = None;
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
                if let Some(edge) = self.next_edge(true) {
                    self.follow(self.selected, &[edge], &mut change);
                }
            }
            Action::ChildUnrated => {
                if let Some(edge) = self.next_edge(false) {
                    self.follow(self.selected, &[edge], &mut change);
                }
            }
            Action::WalkedEnd => {
                let mut node = self.selected;
                while let Some(&next) = self.visited.get(&node) {
                    node = next;
                }
                self.select(node, &mut change);
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
            Action::UnfoldBelow => self.spread(self.selected, None, &mut change),
            Action::UnfoldAll => self.spread(UnfoldingNode::ROOT, None, &mut change),
            Action::UnfoldBestLine => self.unfold_best_line(&mut change),
            Action::FoldWorse => self.begin(Spreading::folding(Folding::worse()), &mut change),
            Action::GoOn(work) => self.go_on(work, &mut change),
            Action::Stop => self.stop(&mut change),
            Action::Budget(nodes) => self.budget = nodes.clamp(1, Unfolding::MOST_NODES / 4),
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
            let budget = if ply == 1 { FIRST_PLY } else { FIRST_NODES };
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

    /// The move to the child that was visited last, else the likeliest branch, or the best move, or
    /// without ratings the first one.
    fn next_edge(&self, rated: bool) -> Option<Edge> {
        let visited = self.visited.get(&self.selected);
        if let Some(edge) = visited.and_then(|child| self.unfolding.edge(*child)) {
            return Some(edge);
        }
        let graph = self.rated.graph.graph();
        let analysis = &self.rated.analysis;
        likeliest_branch(graph, self.vertex())
            .or_else(|| {
                let distances = rated.then_some(&analysis.distances)?;
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
                self.select_fold(fold, change);
                return;
            }
            node = parent;
        }
    }

    fn select_fold(&mut self, fold: UnfoldingNode, change: &mut Change) {
        self.selected = fold;
        self.history.truncate(self.history_at + 1);
        self.history.push(fold);
        self.history_at = self.history.len() - 1;
        change.selection = true;
    }

    fn unfold_to_ply(&mut self, ply: u32, change: &mut Change) {
        self.leave_below_ply(ply, change);
        let budget = self.unfolding.len() + self.budget;
        let then = Folding::below(ply);
        self.begin(
            Spreading::unfolding(UnfoldingNode::ROOT, Some(ply), budget, Some(then)),
            change,
        );
    }

    fn unfold_ply(&mut self, change: &mut Change) {
        let plies = self.unfolding.shown_plies(self.rated.graph.graph());
        if !plies.folded {
            change.message = Some("All there is is unfolded".to_owned());
            return;
        }
        let ply = plies.least.saturating_add(1);
        self.spread(UnfoldingNode::ROOT, Some(ply), change);
    }

    fn fold_ply(&mut self, change: &mut Change) {
        let plies = self.unfolding.shown_plies(self.rated.graph.graph());
        let ply = plies.most.saturating_sub(1);
        self.leave_below_ply(ply, change);
        self.begin(Spreading::folding(Folding::below(ply)), change);
    }

    /// A selection below what is about to be folded at a ply moves up to the fold.
    fn leave_below_ply(&mut self, ply: u32, change: &mut Change) {
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

    fn spread(&mut self, node: UnfoldingNode, to: Option<u32>, change: &mut Change) {
        let budget = self.unfolding.len() + self.budget;
        self.begin(Spreading::unfolding(node, to, budget, None), change);
    }

    fn begin(&mut self, spreading: Spreading, change: &mut Change) {
        self.spreading = Some(spreading);
        self.go_on(AT_ONCE, change);
    }

    fn go_on(&mut self, work: usize, change: &mut Change) {
        let Some(spreading) = &mut self.spreading else {
            return;
        };
        let Some(result) = spreading.step(&mut self.unfolding, &self.rated, work, change) else {
            return;
        };
        self.spreading = None;
        if result == Unfolded::Stopped {
            change.message = Some(format!(
                "Unfolded {} more nodes, ply by ply; there are more below",
                grouped(self.budget)
            ));
        }
        if let Some(fold) = self.folded_above_selected() {
            self.select_fold(fold, change);
        }
    }

    fn stop(&mut self, change: &mut Change) {
        if self.spreading.take().is_some() {
            change.message = Some(format!(
                "Stopped: {} nodes are unfolded",
                grouped(self.unfolding.len())
            ));
        }
    }

    /// The highest folded node above the selected one.
    fn folded_above_selected(&self) -> Option<UnfoldingNode> {
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

    fn unfold_best_line(&mut self, change: &mut Change) {
        let line = self.best_from(self.vertex());
        self.reveal(self.selected, &line, change);
        if change.folds.is_empty() && change.message.is_none() {
            change.message = Some("The best line is unfolded to its end".to_owned());
        }
    }

    fn fold_others(&mut self, change: &mut Change) {
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

    fn travel(&mut self, to: Option<usize>, change: &mut Change) {
        if let Some((at, &node)) = to.and_then(|at| Some((at, self.history.get(at)?))) {
            self.history_at = at;
            self.show(node, change);
        }
    }
}

/// A number with its thousands apart.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
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
    fn without_ratings_the_first_move_and_the_walked_line_are_gone_to() {
        // The second move is the best one.
        let switches = crate::games::Switches {
            script: Some("s a: l -> x, r -> y; x end: 0 1; y b: on -> z; z end: 1 0".to_owned()),
            ..Default::default()
        };
        let setup = Setup {
            game: "scripted".to_owned(),
            switches,
            ..Setup::default()
        };
        let mut session = Session::new(
            open(&setup, Limits::default(), "")
                .expect("a script")
                .finish(),
        );
        assert!(!session.apply(Action::WalkedEnd).selection);
        session.apply(Action::ChildUnrated);
        assert_eq!(line(&session), "l");
        session.apply(Action::Root);
        session.apply(Action::BestEnd);
        assert_eq!(line(&session), "r on");
        session.apply(Action::Root);
        session.apply(Action::ChildUnrated);
        assert_eq!(line(&session), "r", "visited last");
        session.apply(Action::Root);
        session.apply(Action::WalkedEnd);
        assert_eq!(line(&session), "r on");
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
        assert!(!session.apply(Action::UnfoldPly).folds.is_empty());
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
        assert!(
            change.message.is_some() && change.folds.is_empty(),
            "nothing is left"
        );
    }

    #[test]
    fn a_line_through_folded_nodes_unfolds_them_and_says_so() {
        let mut session = session("b2b2/a2b1 a");
        session.apply(Action::ToggleFold(UnfoldingNode::ROOT));
        assert_eq!(session.unfolding().preorder().count(), 1);
        let change = session.apply(Action::BestEnd);
        assert!(
            change.folds.contains(&UnfoldingNode::ROOT),
            "what was unfolded is told"
        );
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
