//! What is written of a tree: the part (the whole tree, the tree below a node, or the unfolded part),
//! and the exact data of its nodes, the same fields in every format that programs read. The shown nodes
//! of an unfolding are visited depth-first, each with the data to link it to its parent.

use std::mem;

use num_traits::Zero;

use super::Figure;
use super::text::NodeTexts;
use crate::diagram::SiblingOrder;
use crate::game::{Player, Rational, Refusal, line_of, to_f64};
use crate::rating::{Rating, Ratings, best_edges, best_line, proven_line};
use crate::save::{Assumes, Assumption, ByLine, Layer, NodeLayer};
use crate::session::Rated;
use crate::tree::{
    Edge, Graph, Labels, Line, StepwiseUnfolding, Unfolded, Unfolding, UnfoldingNode, Vertex,
    VertexKind,
};
use crate::words::end_winners;
use crate::work::{Control, PIECE, finished};

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
pub(super) struct FileRating {
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
    pub fn worth(&self, item: &ShownNode, player: Player) -> FileRating {
        let ratings = &self.rated.analysis.ratings;
        let vertex = item.vertex;
        let mut worth = FileRating::default();
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

/// The shown nodes of information sets.
#[derive(Debug, Default)]
pub(super) struct SetMembers(Vec<(u32, u64)>);

impl SetMembers {
    /// Adds a node, if it is in a set.
    pub fn add(&mut self, texts: &NodeTexts<'_>, item: &ShownNode) {
        let set = texts.rated.graph.graph().information_set(item.vertex);
        self.0.extend(set.map(|set| (set, item.number)));
    }

    /// The numbers of the nodes that are joined by a line each: of every set one to the next.
    pub fn pairs(mut self) -> Vec<[u64; 2]> {
        self.0.sort_unstable();
        let pairs = self.0.windows(2).filter(|pair| pair[0].0 == pair[1].0);
        pairs.map(|pair| [pair[0].1, pair[1].1]).collect()
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
        let sorted = (figure.style.order == SiblingOrder::BestFirst && !figure.hidden)
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
        let max = children.len();
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
                last: index + 1 == max,
            }
        }));
        Some(node)
    }
}

/// The part of a tree that is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// The line from the root to the node where it starts.
    pub from: Line,
    /// The part of the tree below that node.
    pub part: ExportPart,
}

/// The part of the tree below a node that is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ExportPart {
    /// The unfolded part.
    Unfolded,
    /// The whole tree.
    #[default]
    Whole,
    /// Down to a ply, counted from the node.
    ToPly(u32),
    /// The best line from the node, with the siblings of its moves.
    BestLine,
    /// The moves of a line from the node, with their siblings.
    Line(Line),
    /// The node alone: its board, and the move that led there.
    Board,
}

impl From<ExportPart> for Scope {
    /// A part of the tree below the root.
    fn from(part: ExportPart) -> Self {
        let from = Line::new();
        Self { from, part }
    }
}

/// The part of a tree that is written.
#[derive(Clone, Debug)]
pub struct Gathered {
    /// Its nodes; its root is the node where the scope starts.
    pub unfolding: Unfolding,
    /// Titles and notes, at its nodes.
    pub layer: Layer,
    /// The node whose board alone is requested.
    pub alone: Option<UnfoldingNode>,
    /// The budget, if that kept it from being larger.
    pub stopped: Option<u64>,
}

impl Gathered {
    /// The same with siblings merged that are equivalent, such as mirror images.
    pub fn merged(self, labels: &dyn Labels) -> Self {
        let unfolding = self.unfolding.merged(labels);
        let mut layer = self.layer.by_line(labels, &self.unfolding);
        layer.resolve(labels, &unfolding);
        Self {
            layer,
            unfolding,
            ..self
        }
    }
}

impl Scope {
    /// The line to the root of the copy.
    fn start(&self) -> &[Edge] {
        match self.part {
            ExportPart::Board => &[],
            _ => &self.from,
        }
    }

    /// Copies the scope, at most `max` nodes, with the additions of `layer` to the nodes of `shown`,
    /// the present unfolding. Families are included as a whole or not at all.
    ///
    /// # Errors
    /// The scope's line isn't in the tree.
    pub fn gather(
        &self,
        rated: &Rated,
        shown: &Unfolding,
        layer: &Layer,
        max: usize,
    ) -> Result<Gathered, Refusal> {
        finished(self.gather_by(rated, shown, layer, max, &Control::default()))
    }

    /// The same, in turns.
    ///
    /// # Errors
    /// As above.
    pub async fn gather_by(
        &self,
        rated: &Rated,
        shown: &Unfolding,
        layer: &Layer,
        max: usize,
        ctl: &Control,
    ) -> Result<Gathered, Refusal> {
        let (graph, labels) = (rated.graph.graph(), &*rated.graph);
        let root = UnfoldingNode::ROOT;
        end_of(rated, shown.vertex(root), &self.from)?;
        let start = end_of(rated, shown.vertex(root), self.start())?;
        let mut copy = Copy {
            graph,
            unfolding: Unfolding::at(start),
            max: match self.part {
                // Only one node is requested.
                ExportPart::Board => Unfolding::MAX_NODES,
                _ => max.clamp(1, Unfolding::MAX_NODES),
            },
        };
        let whole = match &self.part {
            ExportPart::Whole => copy.spread(None, ctl).await,
            ExportPart::ToPly(ply) => copy.spread(Some(*ply), ctl).await,
            ExportPart::BestLine => {
                let analysis = &rated.analysis;
                let best = best_line(graph, &analysis.ratings, &analysis.distances, start);
                copy.walk(&best.line, ctl).await
            }
            ExportPart::Line(line) => {
                end_of(rated, start, line)?;
                copy.walk(line, ctl).await
            }
            ExportPart::Board => copy.walk(&self.from, ctl).await,
            ExportPart::Unfolded => {
                let mut node = Some(root);
                for &edge in &self.from {
                    let at = node.filter(|at| shown.is_open(*at));
                    node = at.and_then(|at| shown.child(at, edge));
                }
                // A node that isn't shown has nothing unfolded below it.
                match node {
                    Some(theirs) => copy.below(shown, theirs, ctl).await,
                    None => true,
                }
            }
        };
        let mut layer = below(layer.clone().by_line(labels, shown), labels, self.start());
        layer.resolve(labels, &copy.unfolding);
        let alone = (self.part == ExportPart::Board).then(|| {
            let mut line = self.from.iter();
            line.try_fold(root, |node, edge| copy.unfolding.child(node, *edge))
        });
        Ok(Gathered {
            layer,
            alone: alone.flatten(),
            stopped: (!whole).then_some(copy.max as u64),
            unfolding: copy.unfolding,
        })
    }
}

/// A part of a tree that is copied. Each way of copying returns whether there was room for all.
struct Copy<'a> {
    graph: &'a Graph,
    unfolding: Unfolding,
    max: usize,
}

impl Copy<'_> {
    fn open(&mut self, node: UnfoldingNode) -> bool {
        let children = self.graph.degree(self.unfolding.vertex(node));
        self.unfolding.len() + children <= self.max && self.unfolding.unfold(self.graph, node)
    }

    /// Everything below the root, down to a ply.
    async fn spread(&mut self, to: Option<u32>, ctl: &Control) -> bool {
        let mut spread = StepwiseUnfolding::new(UnfoldingNode::ROOT, to, self.max);
        loop {
            match spread.step(&mut self.unfolding, self.graph, PIECE, |_| {}) {
                None => ctl.tick(PIECE).await,
                Some(ended) => return ended != Unfolded::Stopped,
            }
        }
    }

    /// The open nodes of the shown unfolding below one of them.
    async fn below(&mut self, shown: &Unfolding, theirs: UnfoldingNode, ctl: &Control) -> bool {
        let mut waiting = vec![(theirs, UnfoldingNode::ROOT)];
        while let Some((theirs, node)) = waiting.pop() {
            if shown.is_open(theirs) {
                if !self.open(node) {
                    return false;
                }
                let pairs = shown.children(theirs).zip(self.unfolding.children(node));
                waiting.extend(pairs.rev());
            }
            ctl.tick(1).await;
        }
        true
    }

    /// The moves of a line, with their siblings.
    async fn walk(&mut self, line: &[Edge], ctl: &Control) -> bool {
        let mut node = UnfoldingNode::ROOT;
        for &edge in line {
            let opened = self.open(node);
            let child = opened.then(|| self.unfolding.child(node, edge));
            let Some(child) = child.flatten() else {
                return false;
            };
            node = child;
            ctl.tick(1 + self.graph.degree(self.unfolding.vertex(node)))
                .await;
        }
        true
    }
}

/// The vertex at the end of a line.
fn end_of(rated: &Rated, from: Vertex, line: &[Edge]) -> Result<Vertex, Refusal> {
    let graph = rated.graph.graph();
    let mut at = from;
    for &edge in line {
        if !graph.edges(at).any(|own| own == edge) {
            let what = "the line that the scope names leads out of the tree";
            return Err(Refusal::new(what, "choose a node of it"));
        }
        at = graph.target(edge);
    }
    Ok(at)
}

/// The additions of a layer to the nodes below a node, keyed by their lines from there; all of
/// `layer` must be by line. Additions to the tree as a whole are kept at the root only.
fn below(mut layer: Layer, labels: &dyn Labels, from: &[Edge]) -> Layer {
    if from.is_empty() {
        return layer;
    }
    let from = labels.line_text(Vertex::ROOT, from);
    let rest_of = |line: &str| {
        let rest = line.strip_prefix(&*from)?;
        match rest.strip_prefix(' ') {
            Some(rest) => Some(rest.to_owned()),
            None => rest.is_empty().then(String::new),
        }
    };
    let elsewhere: ByLine = mem::take(&mut layer.elsewhere)
        .into_iter()
        .filter_map(|(line, node_layer): (String, NodeLayer)| Some((rest_of(&line)?, node_layer)))
        .collect();
    let assumptions = mem::take(&mut layer.assumptions)
        .into_iter()
        .filter_map(|assumption| {
            let line = rest_of(&assumption.line)?;
            // No move leads to the root.
            let forbidden = assumption.what == Assumes::Forbid && line.is_empty();
            (!forbidden).then_some(Assumption { line, ..assumption })
        })
        .collect();
    Layer {
        title: layer.title,
        signposts: mem::take(&mut layer.signposts).below(&from),
        elsewhere,
        assumptions,
        ..Layer::default()
    }
}
