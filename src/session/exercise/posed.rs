//! A posed exercise: its tree, completely unfolded, with its blanks in order, and the right answer
//! of each.

use super::generator::AlphaBeta;
use super::{Exercise, Right, Task};
use crate::diagram::{NoNotes, RatingsFor, TreeView};
use crate::game::{Player, Rational, Refusal};
use crate::rating::{Rating, likely_best};
use crate::session::{GraphRequest, Rated, open};
use crate::tree::{Limits, Unfolding, UnfoldingNode, Vertex, VertexKind};
use crate::words::BETWEEN_PAYOFFS;

/// Maximum number of nodes of an exercise's tree.
pub const MAX_NODES: usize = 400;

/// The player whose ratings exercises are about: the maximizer.
pub(super) const PLAYER: Player = Player(0);

/// A blank at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blank {
    /// The node; for a cut, the node that the move leads to.
    pub node: UnfoldingNode,
    /// The right answer.
    pub right: Right,
    /// Whether it counts; one below a rightly cut move doesn't.
    pub asked: bool,
}

impl Blank {
    /// A blank that counts.
    pub(super) fn new(node: UnfoldingNode, right: Right) -> Self {
        Self {
            node,
            right,
            asked: true,
        }
    }
}

/// An exercise that is set.
#[derive(Clone)]
pub struct Posed {
    exercise: Exercise,
    rated: Rated,
    unfolding: Unfolding,
    blanks: Vec<Blank>,
    of_node: Vec<Option<u32>>,
    alpha_beta: Option<Box<AlphaBeta>>,
}

/// Whether a tree can be an exercise, and one of that task.
fn check(rated: &Rated, task: Task) -> Result<(), Refusal> {
    let graph = rated.graph.graph();
    if graph.hides_positions() {
        return Err(crate::search::needs_known_positions());
    }
    let ratings = &rated.analysis.ratings;
    let is_zero_sum = ratings.has_constant_sum();
    if !is_zero_sum && (graph.players() < 2 || !ratings.is_max_n()) {
        let what = "exercises need two players with a constant sum of payoffs, or ratings by max-n";
        let remedy = "choose another game, or rate it by max-n";
        return Err(Refusal::new(what, remedy));
    }
    if !is_zero_sum && task.is_alpha_beta() {
        return Err(Refusal::new(
            "alpha-beta needs two players whose payoffs have a constant sum",
            "choose ratings or best moves",
        ));
    }
    let nodes = rated.analysis.nodes.of(Vertex::ROOT).to_u64();
    let many = nodes.is_none_or(|nodes| nodes > MAX_NODES as u64);
    if many || graph.stopped().is_some() {
        return Err(Refusal::new(
            format!("this tree has more than {MAX_NODES} nodes, too many to fill in"),
            "give a lower ply limit, or choose a node further down",
        ));
    }
    let exact = |vertex| {
        let mut players = Player::all(graph.players());
        players.all(|player| ratings.rating(vertex, player).exact().is_some())
    };
    if !graph.vertices().all(exact) {
        let what = "the ratings of this tree can't be computed exactly";
        return Err(Refusal::new(what, "give a lower ply limit"));
    }
    if task.is_alpha_beta() && graph.has_chance() {
        return Err(Refusal::new(
            "bounds and cuts are asked for in trees without chance",
            "choose ratings or best moves",
        ));
    }
    Ok(())
}

impl Posed {
    /// Builds the tree of an exercise, and computes the right answers.
    ///
    /// # Errors
    /// An invalid position, a tree that is too large, or one that doesn't fit the
    /// task.
    pub fn new(exercise: &Exercise) -> Result<Self, Refusal> {
        let limits = Limits {
            max_plies: exercise.max_plies,
            max_nodes: Some(MAX_NODES as u64 + 1),
            max_bytes: None,
            estimate: exercise.estimate,
        };
        let rated = open(&exercise.setup, GraphRequest::from(limits), "")?.finish();
        check(&rated, exercise.task)?;
        let mut unfolding = Unfolding::new();
        let graph = rated.graph.graph();
        unfolding.unfold_below(graph, UnfoldingNode::ROOT, None, MAX_NODES + 1);
        let alpha_beta = match exercise.task.is_alpha_beta() {
            true => Some(Box::new(AlphaBeta::new(&rated, &unfolding)?)),
            false => None,
        };
        let exercise = Exercise {
            setup: rated.setup(),
            ..exercise.clone()
        };
        let mut posed = Self {
            exercise,
            of_node: vec![None; unfolding.len()],
            rated,
            unfolding,
            blanks: Vec::new(),
            alpha_beta,
        };
        posed.blanks = (posed.task().row().blanks)(&posed);
        if posed.blanks.is_empty() {
            let (what, remedy) = posed.task().row().no_blanks;
            return Err(Refusal::new(what, remedy));
        }
        for (index, blank) in posed.blanks.iter().enumerate() {
            if let Some(slot) = posed.of_node.get_mut(blank.node.index()) {
                *slot = Some(index as u32);
            }
        }
        Ok(posed)
    }

    /// Whether moves or outcomes follow a node.
    pub(super) fn is_inner(&self, node: UnfoldingNode) -> bool {
        !self.graph().is_leaf(self.vertex(node))
    }

    /// Whether a player has several moves at a node.
    pub(super) fn is_choice(&self, node: UnfoldingNode) -> bool {
        matches!(self.kind(node), VertexKind::Decision(_))
            && self.graph().degree(self.vertex(node)) > 1
    }

    /// All nodes, children before their parents, in the rules' order.
    pub(super) fn postorder(&self) -> Vec<UnfoldingNode> {
        let mut order = Vec::with_capacity(self.unfolding.len());
        let mut stack = vec![UnfoldingNode::ROOT];
        while let Some(node) = stack.pop() {
            order.push(node);
            stack.extend(self.unfolding.children(node));
        }
        // Parents first and the last child first, turned round.
        order.reverse();
        order
    }

    /// The exercise.
    pub fn exercise(&self) -> &Exercise {
        &self.exercise
    }

    /// The task.
    pub fn task(&self) -> Task {
        self.exercise.task
    }

    /// The rated tree.
    pub fn rated(&self) -> &Rated {
        &self.rated
    }

    /// The whole tree.
    pub fn unfolding(&self) -> &Unfolding {
        &self.unfolding
    }

    /// The blanks in the order they are filled in.
    pub fn blanks(&self) -> &[Blank] {
        &self.blanks
    }

    /// A blank.
    pub fn blank(&self, index: usize) -> Option<&Blank> {
        self.blanks.get(index)
    }

    /// The blank of a node.
    pub fn blank_of(&self, node: UnfoldingNode) -> Option<usize> {
        let blank = self.of_node.get(node.index()).copied().flatten()?;
        Some(blank as usize)
    }

    /// The run of alpha-beta, if the task is about it.
    pub(super) fn alpha_beta(&self) -> Option<&AlphaBeta> {
        self.alpha_beta.as_deref()
    }

    /// Whether the move to a node is shown as cut by alpha-beta: if bounds are asked for, cuts are
    /// given.
    pub fn is_given_cut(&self, node: UnfoldingNode) -> bool {
        let bounds = self.exercise.task == Task::Bounds;
        bounds && self.alpha_beta().is_some_and(|search| search.is_cut(node))
    }

    pub(super) fn graph(&self) -> &crate::tree::Graph {
        self.rated.graph.graph()
    }

    /// The position of a node.
    pub fn vertex(&self, node: UnfoldingNode) -> Vertex {
        self.unfolding.vertex(node)
    }

    /// The kind of a node.
    pub fn kind(&self, node: UnfoldingNode) -> VertexKind {
        self.graph().kind(self.vertex(node))
    }

    /// Whether each player takes what is best for itself. Then every node has a payoff per player;
    /// otherwise the first player's rating is enough.
    pub fn is_general(&self) -> bool {
        !self.rated.analysis.ratings.has_constant_sum()
    }

    /// The rating of a node for the player that exercises are about.
    pub fn rating(&self, node: UnfoldingNode) -> Rational {
        self.rating_for(node, PLAYER)
    }

    pub(super) fn rating_for(&self, node: UnfoldingNode, player: Player) -> Rational {
        let ratings = &self.rated.analysis.ratings;
        let rating = ratings.rating(self.vertex(node), player);
        rating.exact().unwrap_or_default()
    }

    /// The ratings of a node for all players.
    pub(super) fn payoffs(&self, node: UnfoldingNode) -> Vec<Rational> {
        let players = Player::all(self.graph().players());
        players
            .map(|player| self.rating_for(node, player))
            .collect()
    }

    /// What a node is worth, as exercises show it: `1/2`, or every player's payoff: `8 · 2`.
    pub fn worth(&self, node: UnfoldingNode) -> String {
        match self.is_general() {
            true => self.payoffs_text(&self.payoffs(node)),
            false => self.text(self.rating(node)),
        }
    }

    pub(super) fn payoffs_text(&self, payoffs: &[Rational]) -> String {
        let texts: Vec<String> = payoffs.iter().map(|payoff| self.text(*payoff)).collect();
        texts.join(BETWEEN_PAYOFFS)
    }

    /// What a mover takes of its moves: `takes the highest of`.
    pub(super) fn wants(&self, mover: Player) -> &'static str {
        match (self.is_general(), mover == PLAYER) {
            (true, _) => "highest payoff for itself",
            (false, true) => "highest",
            (false, false) => "lowest",
        }
    }

    /// The children of a node, in the rules' order.
    pub fn children(&self, node: UnfoldingNode) -> Vec<UnfoldingNode> {
        self.unfolding.children(node).collect()
    }

    /// The index of the move to a node among its parent's, in the rules' order.
    pub fn move_index(&self, node: UnfoldingNode) -> Option<usize> {
        let parent = self.unfolding.parent(node)?;
        self.unfolding
            .children(parent)
            .position(|child| child == node)
    }

    pub(super) fn best_places(&self, node: UnfoldingNode) -> Vec<usize> {
        let vertex = self.vertex(node);
        let ratings = &self.rated.analysis.ratings;
        likely_best(self.graph(), ratings, vertex)
            .into_iter()
            .map(|edge| self.graph().key(vertex, edge))
            .collect()
    }

    /// The tree as it is drawn, with ratings hidden.
    pub fn view(&self) -> TreeView<'_> {
        TreeView {
            labels: &*self.rated.graph,
            analysis: &self.rated.analysis,
            unfolding: &self.unfolding,
            notes: &NoNotes,
            ratings_for: RatingsFor::Player(PLAYER),
            hidden: true,
            what_if: None,
            ends: None,
            style: Default::default(),
            elements: Default::default(),
        }
    }

    /// The line to a node, as text.
    pub fn line_text(&self, node: UnfoldingNode) -> String {
        let line = self.unfolding.line(node);
        self.rated.graph.line_text(Vertex::ROOT, &line)
    }

    /// The number of different ratings at the leaves.
    pub fn leaf_ratings(&self) -> usize {
        let leaves = self.unfolding.preorder();
        let leaves = leaves.filter(|node| self.graph().is_leaf(self.vertex(*node)));
        let mut ratings: Vec<Rational> = leaves.map(|node| self.rating(node)).collect();
        ratings.sort_unstable();
        ratings.dedup();
        ratings.len()
    }

    /// A number as exercises show it.
    pub(super) fn text(&self, number: Rational) -> String {
        match *number.denom() <= 10_000 {
            true => number.to_string(),
            false => crate::words::rating_text(&Rating::Exact(number)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Answer, Verdict, read_answer};
    use super::*;
    use crate::games::Switches;

    const ULTIMATUM: &str = "start a: fair -> f, unfair -> u; f b: accept -> ff, reject -> z; \
                             u b: accept -> uu, reject -> z; ff end: 5 5; uu end: 8 2; z end: 0 0";

    fn posed(script: &str, task: Task) -> Result<Posed, Refusal> {
        let setup = crate::games::Setup {
            game: "scripted".to_owned(),
            switches: Switches {
                script: Some(script.to_owned()),
                ..Switches::default()
            },
            ..Default::default()
        };
        Posed::new(&Exercise {
            setup,
            task,
            ..Exercise::default()
        })
    }

    fn judged(posed: &Posed, blank: usize, text: &str) -> Verdict {
        let right = &posed.blank(blank).expect("a blank").right;
        let answer: Answer = read_answer(right, text).expect(text);
        posed.judge(blank, &answer, |_| true).expect("a verdict")
    }

    #[test]
    fn without_a_constant_sum_all_payoffs_are_asked_for_by_backward_induction() {
        let posed = posed(ULTIMATUM, Task::Ratings).expect("an exercise");
        assert!(posed.sentence().contains("a · b"), "{}", posed.sentence());
        let root = posed.blanks().len() - 1;
        assert_eq!(posed.blanks().len(), 3);
        assert!(judged(&posed, root, "8 2").right);
        let turned = judged(&posed, root, "2 · 8");
        assert!(!turned.right && turned.text.contains("order"), "{turned:?}");
        let fair = judged(&posed, root, "5 5");
        assert!(
            !fair.right && fair.text.contains("takes another"),
            "{fair:?}"
        );
        assert!(!judged(&posed, root, "0 2").right, "what each is sure of");
        let right = |blank: &Blank| blank.right.answer().text();
        let answers: Vec<String> = posed.blanks().iter().map(right).collect();
        assert_eq!(answers, ["5 · 5", "8 · 2", "8 · 2"]);
    }

    #[test]
    fn each_player_marks_the_moves_that_are_best_for_itself() {
        let posed = posed(ULTIMATUM, Task::BestMoves).expect("an exercise");
        let places: Vec<Right> = posed
            .blanks()
            .iter()
            .map(|blank| blank.right.clone())
            .collect();
        let [first, second] = [0, 1].map(|index| Right::Moves(vec![index]));
        assert_eq!(places, [first.clone(), first, second]);
    }

    #[test]
    fn alpha_beta_is_refused_where_the_payoffs_have_no_constant_sum() {
        for task in [Task::Bounds, Task::Cuts] {
            let fault = posed(ULTIMATUM, task).err().expect("no such exercise");
            assert!(fault.to_string().contains("constant sum"), "{fault}");
        }
        let zero_sum = ULTIMATUM.replace("5 5", "5 -5").replace("8 2", "8 -8");
        assert!(posed(&zero_sum, Task::Cuts).is_ok());
    }
}
