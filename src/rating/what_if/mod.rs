//! What-ifs: ratings under assumptions at nodes of the game tree. Only nodes on the way from an
//! assumption to the root can change. Only those are rated again, children first. All others keep
//! the ratings of the position graph, where the same position may occur elsewhere without the
//! assumption. The lines of assumptions are a trie of nodes, which also shows which can be in
//! force.

#[cfg(test)]
mod oracle;

use super::backed::back_up;
use super::best::likeliest_branch;
use super::{Analysis, Backed, Rating, Ratings, best_edges, best_line};
use crate::game::{Player, Rational};
use crate::tree::{Edge, Graph, Line, Vertex, VertexKind};

/// An assumption about the node at the end of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Suppose {
    /// Its rating is pinned as certain: a number for each player, `None` for a player whose rating
    /// is unchanged.
    Pin(Vec<Option<Rational>>),
    /// The move that leads to it is not allowed.
    Forbid,
    /// Its position is replaced by one with these ratings.
    Change(Backed),
}

/// One assumption.
#[derive(Clone, Debug, PartialEq)]
pub struct Supposition {
    /// The line to the node.
    pub line: Line,
    /// The assumption.
    pub what: Suppose,
}

/// Why an assumption is not in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssumptionRefused {
    /// The tree has no such line.
    NoSuchLine,
    /// No move leads to the root.
    Root,
    /// An outcome of chance can't be forbidden.
    Chance,
    /// The mover would have no move left.
    LastMove,
    /// It is below a position that is replaced by the assumption with this number.
    Below(usize),
    /// The same is assumed there already, by the assumption of this number.
    Twice(usize),
}

/// Why a change below a node changes nothing there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spent {
    /// The node's own rating is pinned.
    Pinned,
    /// The mover has another move that is as good as the one that was changed.
    AsGood,
    /// The changed move is now as good as the mover's other moves, but not better.
    NoBetter,
    /// The mover has a better move.
    NotTaken,
    /// Chance leads there with probability 0, or the changes cancel out.
    Same,
}

/// A node on the way from an assumption to the root, including both.
#[derive(Clone, Debug, PartialEq)]
pub struct AssumedNode {
    /// The node above, by its number; `None` at the root.
    pub parent: Option<usize>,
    /// The move that leads here; `None` at the root.
    pub edge: Option<Edge>,
    /// Its position, as it is without any assumption.
    pub vertex: Vertex,
    /// The number of moves to this node.
    pub depth: usize,
    /// Those of its children that are such nodes too, in the rules' order.
    pub children: Vec<(Edge, usize)>,
    /// The moves that are forbidden here.
    pub forbidden: Vec<Edge>,
    /// The assumption that pins its rating, by its number.
    pub pinned: Option<usize>,
    /// The assumption that changes its position.
    pub changed: Option<usize>,
    /// The assumption that forbids the move that leads here.
    pub forbids: Option<usize>,
    /// Its ratings without assumptions.
    pub before: Backed,
    /// Its ratings under the assumptions.
    pub now: Backed,
    /// Its best moves without any assumption.
    pub best_before: Vec<Edge>,
    /// Its best moves under the assumptions; none if its position is changed.
    pub best: Vec<Edge>,
    /// Why the changes below have no effect here; `None` if they do, or if nothing changes.
    pub spent: Option<Spent>,
}

impl AssumedNode {
    /// Whether the node's ratings differ under the assumptions.
    pub fn is_altered(&self) -> bool {
        !self.before.ties_with(&self.now)
    }

    /// Whether the mover's rating is proven under the assumptions; true at chance nodes.
    fn is_sure(&self, graph: &Graph) -> bool {
        match graph.kind(self.vertex) {
            VertexKind::Decision(mover) => self.now.is_proven(mover),
            _ => true,
        }
    }

    /// Its best moves under the assumptions, where it is certain that they are.
    pub fn sure_best(&self, graph: &Graph) -> &[Edge] {
        match self.is_sure(graph) {
            true => &self.best,
            false => &[],
        }
    }

    /// Whether a player's rating of the node is another one under the assumptions.
    pub fn alters(&self, player: Player) -> bool {
        !self
            .before
            .rating(player)
            .ties_with(&self.now.rating(player))
    }
}

/// Ratings under assumptions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Assumed {
    /// The root first, parents before children.
    nodes: Vec<AssumedNode>,
    refused: Vec<(usize, AssumptionRefused)>,
}

impl Assumed {
    /// Rates under assumptions. Assumptions that can't be in force are [refused](Self::refused).
    ///
    /// The cost is the number of assumptions times the moves along their lines, for a tree of any
    /// size. If positions recur, every other position keeps its normal rating. An assumption holds
    /// for one node of the tree, not for later nodes with the same position.
    pub fn new(graph: &Graph, ratings: &Ratings, suppositions: &[Supposition]) -> Self {
        let mut assumed = Self::lines(graph, ratings, suppositions);
        for number in (0..assumed.nodes.len()).rev() {
            assumed.rate(graph, ratings, suppositions, number);
        }
        assumed
    }

    /// Whether nothing is assumed.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The nodes on the ways from the assumptions to the root, parents before children.
    pub fn nodes(&self) -> &[AssumedNode] {
        &self.nodes
    }

    /// A node by its number.
    pub fn node(&self, number: usize) -> Option<&AssumedNode> {
        self.nodes.get(number)
    }

    /// The assumptions that aren't in force, by their numbers, and why.
    pub fn refused(&self) -> &[(usize, AssumptionRefused)] {
        &self.refused
    }

    /// The child of a node after a move, if it is on the way to an assumption.
    pub fn child(&self, number: usize, edge: Edge) -> Option<usize> {
        let children = &self.nodes.get(number)?.children;
        let place = children.binary_search_by_key(&edge, |(edge, _)| *edge);
        Some(children.get(place.ok()?)?.1)
    }

    /// The node at the end of a line, if it is on the way to an assumption.
    pub fn at(&self, line: &[Edge]) -> Option<usize> {
        let root = (!self.nodes.is_empty()).then_some(0);
        line.iter()
            .try_fold(root?, |number, edge| self.child(number, *edge))
    }

    /// The line to a node.
    pub fn line(&self, number: usize) -> Line {
        let way =
            std::iter::successors(self.nodes.get(number), |node| self.nodes.get(node.parent?));
        let mut line: Line = way.filter_map(|node| node.edge).collect();
        line.reverse();
        line
    }

    /// The nodes whose ratings differ under the assumptions, those furthest from the root first,
    /// the root last.
    pub fn altered(&self) -> Vec<usize> {
        let mut altered: Vec<usize> = (0..self.nodes.len())
            .filter(|number| self.nodes[*number].is_altered())
            .collect();
        altered.sort_by_key(|number| std::cmp::Reverse(self.nodes[*number].depth));
        altered
    }

    /// The nodes where the changes below have no effect, those furthest from the root first.
    pub fn spent(&self) -> Vec<usize> {
        let mut spent: Vec<usize> = (0..self.nodes.len())
            .filter(|number| self.nodes[*number].spent.is_some())
            .collect();
        spent.sort_by_key(|number| std::cmp::Reverse(self.nodes[*number].depth));
        spent
    }

    /// The best line from the root under the assumptions. It keeps the usual best move while that
    /// is still among the best, otherwise it takes the first of them. Below the last assumption it
    /// is the usual best line. It ends at a replaced position.
    pub fn best_line(&self, graph: &Graph, analysis: &Analysis) -> Line {
        let mut line = Line::new();
        let (mut vertex, mut number) = (Vertex::ROOT, Some(0));
        while let Some(node) = number.and_then(|number| self.nodes.get(number)) {
            let edge = match graph.kind(vertex) {
                _ if node.changed.is_some() || !node.is_sure(graph) => return line,
                VertexKind::Chance(_) => likeliest_branch(graph, vertex),
                _ => {
                    let usual = analysis.distances.pick(graph, &analysis.ratings, vertex);
                    // By max^n it is the first that counts.
                    usual
                        .filter(|edge| node.best.contains(edge) && !analysis.ratings.is_max_n())
                        .or_else(|| node.best.first().copied())
                }
            };
            let Some(edge) = edge else {
                return line;
            };
            line.push(edge);
            vertex = graph.target(edge);
            number = number.and_then(|number| self.child(number, edge));
        }
        let below = best_line(graph, &analysis.ratings, &analysis.distances, vertex);
        line.extend(below.line);
        line
    }

    /// Rates a node whose children are rated.
    fn rate(&mut self, graph: &Graph, ratings: &Ratings, given: &[Supposition], number: usize) {
        let node = &self.nodes[number];
        let kind = graph.kind(node.vertex);
        let altered = |edge: Edge| {
            let child = self.child(number, edge).and_then(|child| self.node(child));
            child.is_some_and(AssumedNode::is_altered)
        };
        let changed: Vec<Edge> = graph
            .edges(node.vertex)
            .filter(|edge| altered(*edge) || node.forbidden.contains(edge))
            .collect();
        let mut now = node.before.clone();
        let mut best = node.best_before.clone();
        if !changed.is_empty() {
            let mut moves = Vec::new();
            for edge in graph.edges(node.vertex) {
                if node.forbidden.contains(&edge) {
                    continue;
                }
                let child = self.child(number, edge).and_then(|child| self.node(child));
                let backed = child.map(|child| child.now.clone());
                let rated = || Backed::of(graph, ratings, graph.target(edge));
                moves.push((edge, backed.unwrap_or_else(rated)));
            }
            let weighed: Vec<(Rational, &Backed)> = moves
                .iter()
                .map(|(edge, backed)| (graph.probability(*edge), backed))
                .collect();
            let backed = back_up(kind, graph.players(), &weighed, ratings.is_max_n());
            now = backed.unwrap_or(now);
            best = best_of(kind, &moves);
        }
        // Rounding alone is no change.
        if now.ties_with(&node.before) {
            now = node.before.clone();
        }
        let mut spent = None;
        if !changed.is_empty() && now == node.before {
            spent = Some(spent_by(node, kind, &changed, &best));
        }
        if let Some(Suppose::Change(backed)) = supposed(given, node.changed) {
            now = backed.clone();
            best = Vec::new();
        }
        if let Some(Suppose::Pin(pins)) = supposed(given, node.pinned) {
            for (player, pin) in Player::all(graph.players()).zip(pins) {
                if let Some(pin) = pin {
                    now.set(player, Rating::Exact(*pin));
                }
            }
            spent = (!changed.is_empty()).then_some(Spent::Pinned);
        }
        let node = &mut self.nodes[number];
        (node.now, node.best, node.spent) = (now, best, spent);
    }
}

fn supposed(given: &[Supposition], number: Option<usize>) -> Option<&Suppose> {
    Some(&given.get(number?)?.what)
}

/// The moves of a decision that are best for its mover.
fn best_of(kind: VertexKind, moves: &[(Edge, Backed)]) -> Vec<Edge> {
    let VertexKind::Decision(mover) = kind else {
        return Vec::new();
    };
    let ratings = moves.iter().map(|(_, backed)| backed.rating(mover));
    let Some(top) = ratings.max_by(Rating::compare) else {
        return Vec::new();
    };
    let best = moves
        .iter()
        .filter(|(_, backed)| backed.rating(mover).ties_with(&top));
    best.map(|(edge, _)| *edge).collect()
}

/// Why the `changed` moves of a node don't change the node's ratings.
fn spent_by(node: &AssumedNode, kind: VertexKind, changed: &[Edge], best: &[Edge]) -> Spent {
    let VertexKind::Decision(_) = kind else {
        return Spent::Same;
    };
    if changed.iter().any(|edge| node.best_before.contains(edge)) {
        Spent::AsGood
    } else if changed.iter().any(|edge| best.contains(edge)) {
        Spent::NoBetter
    } else {
        Spent::NotTaken
    }
}

impl Assumed {
    /// A new node below another.
    fn grow(&mut self, graph: &Graph, ratings: &Ratings, above: Option<(usize, Edge)>) -> usize {
        let vertex = above.map_or(Vertex::ROOT, |(_, edge)| graph.target(edge));
        let before = Backed::of(graph, ratings, vertex);
        let best = best_edges(graph, ratings, vertex);
        let number = self.nodes.len();
        let parent = above.map(|(parent, _)| parent);
        let depth = parent.and_then(|parent| self.nodes.get(parent));
        self.nodes.push(AssumedNode {
            parent,
            edge: above.map(|(_, edge)| edge),
            vertex,
            depth: depth.map_or(0, |parent| parent.depth + 1),
            children: Vec::new(),
            forbidden: Vec::new(),
            pinned: None,
            changed: None,
            forbids: None,
            now: before.clone(),
            before,
            best: best.clone(),
            best_before: best,
            spent: None,
        });
        if let Some((parent, edge)) = above
            && let Some(parent) = self.nodes.get_mut(parent)
        {
            let index = parent.children.partition_point(|(other, _)| *other < edge);
            parent.children.insert(index, (edge, number));
        }
        number
    }
}

impl Assumed {
    /// The nodes on the lines of those assumptions that can be in force, not rated yet.
    fn lines(graph: &Graph, ratings: &Ratings, given: &[Supposition]) -> Self {
        let mut assumed = Self::default();
        // An assumption below a replaced position is checked on its own line, so the highest come
        // first.
        let mut order: Vec<usize> = (0..given.len()).collect();
        order.sort_by_key(|number| {
            let supposition = &given[*number];
            let is_change = matches!(supposition.what, Suppose::Change(_));
            (
                !is_change,
                if is_change { supposition.line.len() } else { 0 },
            )
        });
        for number in order {
            if let Err(refused) = assumed.add(graph, ratings, number, &given[number]) {
                assumed.refused.push((number, refused));
            }
        }
        assumed.refused.sort_by_key(|(number, _)| *number);
        assumed
    }

    fn add(
        &mut self,
        graph: &Graph,
        ratings: &Ratings,
        number: usize,
        given: &Supposition,
    ) -> Result<(), AssumptionRefused> {
        self.check(graph, given)?;
        let mut node = match self.nodes.is_empty() {
            true => self.grow(graph, ratings, None),
            false => 0,
        };
        for edge in &given.line {
            node = match self.child(node, *edge) {
                Some(child) => child,
                None => self.grow(graph, ratings, Some((node, *edge))),
            };
        }
        let parent = self.nodes.get(node).and_then(|node| node.parent);
        if let (Suppose::Forbid, Some(parent), Some(edge)) =
            (&given.what, parent, given.line.last())
            && let Some(parent) = self.nodes.get_mut(parent)
        {
            parent.forbidden.push(*edge);
        }
        if let Some(node) = self.nodes.get_mut(node) {
            let slot = match given.what {
                Suppose::Pin(_) => &mut node.pinned,
                Suppose::Forbid => &mut node.forbids,
                Suppose::Change(_) => &mut node.changed,
            };
            *slot = Some(number);
        }
        Ok(())
    }

    /// Whether an assumption can be in force beside those that are.
    fn check(&self, graph: &Graph, given: &Supposition) -> Result<(), AssumptionRefused> {
        let mut vertex = Vertex::ROOT;
        let mut node = (!self.nodes.is_empty()).then_some(0);
        let mut source = None;
        for edge in &given.line {
            if let Some(change) = self.changed(node) {
                return Err(AssumptionRefused::Below(change));
            }
            if !graph.edges(vertex).any(|own| own == *edge) {
                return Err(AssumptionRefused::NoSuchLine);
            }
            source = Some((vertex, node));
            vertex = graph.target(*edge);
            node = node.and_then(|node| self.child(node, *edge));
        }
        let there = node.and_then(|node| self.nodes.get(node));
        let twice = match given.what {
            Suppose::Pin(_) => there.and_then(|node| node.pinned),
            Suppose::Forbid => there.and_then(|node| node.forbids),
            Suppose::Change(_) => there.and_then(|node| node.changed),
        };
        if let Some(other) = twice {
            return Err(AssumptionRefused::Twice(other));
        }
        if given.what != Suppose::Forbid {
            return Ok(());
        }
        let Some((source, node)) = source else {
            return Err(AssumptionRefused::Root);
        };
        if !matches!(graph.kind(source), VertexKind::Decision(_)) {
            return Err(AssumptionRefused::Chance);
        }
        let forbidden = node.and_then(|node| self.nodes.get(node));
        let forbidden = forbidden.map_or(0, |node| node.forbidden.len());
        if forbidden + 1 >= graph.degree(source) {
            return Err(AssumptionRefused::LastMove);
        }
        Ok(())
    }

    fn changed(&self, node: Option<usize>) -> Option<usize> {
        self.nodes.get(node?)?.changed
    }
}
