//! The exact data of a node: the same fields in every format that programs read. The shown nodes of
//! an unfolding are visited depth-first, each with the data to link it to its parent.

use num_traits::Zero;

use super::Figure;
use super::text::NodeTexts;
use crate::diagram::Order;
use crate::game::{Player, Rational, line_of, to_f64};
use crate::rating::{Rating, Ratings, best_edges, best_line, proven_line};
use crate::session::Rated;
use crate::tree::{Edge, Graph, Line, Unfolding, UnfoldingNode, Vertex, VertexKind};
use crate::words::end_winners;

/// The kind of a node, as tree files write it.
pub(super) fn kind_name(kind: VertexKind) -> &'static str {
    match kind {
        VertexKind::Decision(_) => "decision",
        VertexKind::Chance(_) => "chance",
        VertexKind::End => "terminal",
        VertexKind::Horizon(_) => "horizon",
    }
}

/// A node's rating for one player.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Worth {
    /// The rating as the nearest double; `None` if ratings are hidden.
    pub rating: Option<f64>,
    /// The rating as a fraction; `None` too where it is known as a double alone.
    pub exact: Option<String>,
    /// The proven interval of an unproven rating: `[0, 1/2]`.
    pub proven: Option<String>,
    /// The payoff of an end as a fraction.
    pub payoff: Option<String>,
}

impl NodeTexts<'_> {
    /// A node's rating for a player, as far as it is shown.
    pub fn worth(&self, item: &ShownNode, player: Player) -> Worth {
        let ratings = &self.rated.analysis.ratings;
        let vertex = item.vertex;
        let mut worth = Worth::default();
        if self.show.ends {
            let payoff = self.rated.graph.graph().outcome(vertex, player);
            let end = self.rated.graph.graph().kind(vertex) == VertexKind::End;
            worth.payoff = payoff.filter(|_| end).map(|payoff| payoff.to_string());
        }
        if self.hidden {
            return worth;
        }
        let rating = ratings.rating(vertex, player);
        worth.rating = Some(finite(rating.to_f64()));
        worth.exact = rating.exact().map(|exact| exact.to_string());
        if self.show.intervals && !ratings.is_proven(vertex, player) {
            let (low, high) = ratings.proven(vertex, player);
            worth.proven = Some(format!("[{}, {}]", number(&low), number(&high)));
        }
        worth
    }

    /// Whether the ratings of all players are proven.
    pub fn is_proven(&self, item: &ShownNode) -> bool {
        self.rated.analysis.ratings.all_proven(item.vertex)
    }

    /// Whether the move to a node is proven to be one of its player's best.
    pub fn is_best_move(&self, item: &ShownNode) -> bool {
        let (graph, ratings) = (self.rated.graph.graph(), &self.rated.analysis.ratings);
        let above = item.above.as_ref();
        above.is_some_and(|above| best_edges(graph, ratings, above.vertex).contains(&above.edge))
    }

    /// The plies to the end under best play, where that is proven.
    pub fn distance(&self, item: &ShownNode) -> Option<String> {
        let plies = self.rated.analysis.proven_distance(item.vertex)?;
        Some(plies.to_string())
    }

    /// The winners of an end, as names with spaces between them, in quotes where they have spaces
    /// themselves; `None` elsewhere, and if ends aren't shown.
    pub fn winner_names(&self, item: &ShownNode) -> Option<String> {
        let winners = end_winners(&*self.rated.graph, item.vertex).filter(|_| self.show.ends)?;
        let names: Vec<String> = winners
            .iter()
            .map(|player| self.rated.graph.player_name(player))
            .collect();
        Some(line_of(&names))
    }

    /// The exact probability of an outcome of chance; `None` if a player chooses, and where moves
    /// aren't shown.
    pub fn exact_probability(&self, above: &Above) -> Option<Rational> {
        let graph = self.rated.graph.graph();
        (self.show.moves && graph.is_chance(above.vertex)).then(|| graph.probability(above.edge))
    }
}

/// A yes or no, as programs write it.
pub(super) fn truth(yes: bool) -> &'static str {
    if yes { "true" } else { "false" }
}

/// A bound as it reads back: a fraction, or the shortest decimal of a double.
fn number(rating: &Rating) -> String {
    match rating.exact() {
        Some(exact) => exact.to_string(),
        None => decimal(rating.to_f64()),
    }
}

/// The shortest decimal that reads back as the same double.
pub(super) fn decimal(number: f64) -> String {
    finite(number).to_string()
}

/// The nearest double to a fraction, in decimals.
pub(super) fn decimal_of(number: &Rational) -> String {
    match number.is_zero() {
        true => "0".to_owned(),
        false => decimal(to_f64(number)),
    }
}

/// A number without a minus before its zero. No rating is infinite or no number.
fn finite(number: f64) -> f64 {
    debug_assert!(number.is_finite(), "{number} as a rating");
    number + 0.0
}

/// About the bytes of a node in a file.
pub(super) const RECORD: usize = 1 << 7;

/// The node above another one, and the move from there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Above {
    /// Its number.
    pub number: u64,
    /// Its position.
    pub vertex: Vertex,
    /// The move.
    pub edge: Edge,
}

/// A node that is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShownNode {
    /// Its number: the root has 0, and none is left out.
    pub number: u64,
    /// Which node of the unfolding.
    pub node: UnfoldingNode,
    /// Its position.
    pub vertex: Vertex,
    /// Its parent and move; `None` for the root.
    pub above: Option<Above>,
    /// Whether it is on the best line of the unfolding's root, and the line is shown.
    pub best: bool,
    /// The number of moves above it, including outcomes of chance.
    pub level: usize,
    /// Whether it comes last among its siblings.
    pub last: bool,
}

/// Parents before children, children in the figure's order.
pub(super) struct Nodes<'a> {
    unfolding: &'a Unfolding,
    /// The data for sorting siblings; `None` leaves them in the rules' order.
    sorted: Option<(&'a Graph, &'a Ratings)>,
    best: Option<Line>,
    children: Vec<UnfoldingNode>,
    /// Those that come next, the next one last; their numbers aren't known yet.
    waiting: Vec<ShownNode>,
    number: u64,
}

impl<'a> Nodes<'a> {
    /// Those of an unfolding of a rated graph, as a figure shows them.
    pub fn new(rated: &'a Rated, unfolding: &'a Unfolding, figure: &Figure<'_>) -> Self {
        let analysis = &rated.analysis;
        let graph = rated.graph.graph();
        let root = unfolding.vertex(UnfoldingNode::ROOT);
        let best = (figure.show.best_line && !figure.hidden)
            .then(|| best_line(graph, &analysis.ratings, &analysis.distances, root).line);
        let sorted = (figure.style.order == Order::BestFirst && !figure.hidden)
            .then_some((graph, &analysis.ratings));
        Self {
            unfolding,
            sorted,
            waiting: vec![ShownNode {
                number: 0,
                node: UnfoldingNode::ROOT,
                vertex: root,
                above: None,
                best: leads(graph, best.as_ref()),
                level: 0,
                last: true,
            }],
            best,
            children: Vec::new(),
            number: 0,
        }
    }

    /// The same with the best line only as far as all ratings on it are proven, for formats that
    /// programs read.
    pub fn proven(self, rated: &Rated) -> Self {
        let (graph, analysis) = (rated.graph.graph(), &rated.analysis);
        let root = self.unfolding.vertex(UnfoldingNode::ROOT);
        let line = || proven_line(graph, &analysis.ratings, &analysis.distances, root).line;
        let best = self.best.as_ref().map(|_| line());
        let mut nodes = Self { best, ..self };
        let proven = analysis.ratings.all_proven(root);
        for first in &mut nodes.waiting {
            first.best = proven && leads(graph, nodes.best.as_ref());
        }
        nodes
    }

    /// The shown children of a node, in the figure's order.
    fn list_children(&mut self, node: &ShownNode) {
        let Self {
            unfolding,
            children,
            ..
        } = self;
        children.clear();
        children.extend(unfolding.children(node.node));
        if let Some((graph, ratings)) = self.sorted
            && let VertexKind::Decision(mover) = graph.kind(node.vertex)
        {
            // Stable, so that ties stay in the rules' order.
            children
                .sort_by(|a, b| ratings.compare(unfolding.vertex(*b), unfolding.vertex(*a), mover));
        }
    }
}

/// Whether a best line starts at the root; at an end it has no moves.
fn leads(graph: &Graph, best: Option<&Line>) -> bool {
    let over = graph.edge_count() == 0;
    best.is_some_and(|line| over || !line.is_empty())
}

impl Iterator for Nodes<'_> {
    type Item = ShownNode;

    fn next(&mut self) -> Option<ShownNode> {
        let node = ShownNode {
            number: self.number,
            ..self.waiting.pop()?
        };
        self.number += 1;
        self.list_children(&node);
        let Self {
            unfolding,
            best,
            children,
            waiting,
            ..
        } = self;
        let next = best.as_ref().and_then(|line| line.get(node.level).copied());
        let most = children.len();
        waiting.extend(children.iter().enumerate().rev().map(|(index, child)| {
            let edge = unfolding.edge(*child);
            ShownNode {
                number: 0,
                node: *child,
                vertex: unfolding.vertex(*child),
                above: edge.map(|edge| Above {
                    number: node.number,
                    vertex: node.vertex,
                    edge,
                }),
                best: node.best && next.is_some() && next == edge,
                level: node.level + 1,
                last: index + 1 == most,
            }
        }));
        Some(node)
    }
}
