//! The part of a tree that is written: the whole tree, the tree below a node, or the unfolded part.

use std::mem;

use crate::game::Refusal;
use crate::rating::best_line;
use crate::save::{Assumes, Assumption, ByLine, Layer, NodeLayer};
use crate::session::Rated;
use crate::tree::{Edge, Graph, Labels, Line, Spread, Unfolded, Unfolding, UnfoldingNode, Vertex};
use crate::work::{Control, PIECE, finished};

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
        let mut spread = Spread::new(UnfoldingNode::ROOT, to, self.max);
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
        while let Some((theirs, own)) = waiting.pop() {
            if shown.is_open(theirs) {
                if !self.open(own) {
                    return false;
                }
                let pairs = shown.children(theirs).zip(self.unfolding.children(own));
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
        .filter_map(|(line, own): (String, NodeLayer)| Some((rest_of(&line)?, own)))
        .collect();
    let assumptions = mem::take(&mut layer.assumptions)
        .into_iter()
        .filter_map(|own| {
            let line = rest_of(&own.line)?;
            // No move leads to the root.
            let forbidden = own.what == Assumes::Forbid && line.is_empty();
            (!forbidden).then_some(Assumption { line, ..own })
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
