//! The part of a tree that is written: the whole tree, the tree below a node, or the unfolded part.

use std::mem;

use crate::game::Refusal;
use crate::rating::best_line;
use crate::save::{Assumes, Assumption, ByLine, Layer, NodeLayer};
use crate::session::Rated;
use crate::tree::{Edge, Labels, Line, Spread, Unfolded, Unfolding, UnfoldingNode, Vertex};

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

/// Copies a part of a tree to a separate unfolding, step by step.
pub struct Gathering {
    unfolding: Unfolding,
    work: GatherWork,
    most: usize,
}

enum GatherWork {
    /// Everything below the root, down to a ply.
    Spread(Spread),
    /// The pending nodes of the shown unfolding, each with its copy.
    Copy(Vec<(UnfoldingNode, UnfoldingNode)>),
    /// The number of walked moves of the line, and the node reached.
    Walk(Line, usize, UnfoldingNode),
    Done,
}

/// The result of a step of a [`Gathering`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gathers {
    /// There is more to do.
    More,
    /// Everything is there.
    Whole,
    /// There would be more nodes than the limit allows: families are included as a whole or not at
    /// all.
    Stopped,
}

impl Gathering {
    /// Starts copying a scope of at most `most` nodes; `shown` is the present unfolding.
    ///
    /// # Errors
    /// Fails if the scope's line isn't in the tree.
    pub fn new(
        rated: &Rated,
        shown: &Unfolding,
        scope: &Scope,
        most: usize,
    ) -> Result<Self, Refusal> {
        let root = UnfoldingNode::ROOT;
        end_of(rated, shown.vertex(root), &scope.from)?;
        let start = end_of(rated, shown.vertex(root), scope.start())?;
        let unfolding = Unfolding::at(start);
        let most = match scope.part {
            // Only one node is requested.
            ExportPart::Board => Unfolding::MAX_NODES,
            _ => most.clamp(1, Unfolding::MAX_NODES),
        };
        let work = match &scope.part {
            ExportPart::Whole => GatherWork::Spread(Spread::new(root, None, most)),
            ExportPart::ToPly(ply) => GatherWork::Spread(Spread::new(root, Some(*ply), most)),
            ExportPart::BestLine => {
                let analysis = &rated.analysis;
                let graph = rated.graph.graph();
                let best = best_line(graph, &analysis.ratings, &analysis.distances, start);
                GatherWork::Walk(best.line, 0, root)
            }
            ExportPart::Line(line) => {
                end_of(rated, start, line)?;
                GatherWork::Walk(line.clone(), 0, root)
            }
            ExportPart::Board => GatherWork::Walk(scope.from.clone(), 0, root),
            ExportPart::Unfolded => {
                let mut node = Some(root);
                for &edge in &scope.from {
                    let at = node.filter(|at| shown.is_open(*at));
                    node = at.and_then(|at| shown.child(at, edge));
                }
                // A node that isn't shown has nothing unfolded below it.
                GatherWork::Copy(node.map(|theirs| (theirs, root)).into_iter().collect())
            }
        };
        Ok(Self {
            unfolding,
            work,
            most,
        })
    }

    /// The number of nodes so far.
    pub fn nodes(&self) -> usize {
        self.unfolding.len()
    }

    /// Copies some more nodes, at most `work` sibling groups; `shown` is the unfolding of
    /// [`Self::new`].
    pub fn step(&mut self, rated: &Rated, shown: &Unfolding, work: usize) -> Gathers {
        let graph = rated.graph.graph();
        let Self {
            unfolding,
            work: to_do,
            most,
        } = self;
        let open = |unfolding: &mut Unfolding, node: UnfoldingNode| {
            let children = graph.degree(unfolding.vertex(node));
            unfolding.len() + children <= *most && unfolding.unfold(graph, node)
        };
        let result = match to_do {
            GatherWork::Spread(spread) => match spread.step(unfolding, graph, work, |_| {}) {
                None => Gathers::More,
                Some(Unfolded::Stopped) => Gathers::Stopped,
                Some(_) => Gathers::Whole,
            },
            GatherWork::Copy(waiting) => {
                let mut result = Gathers::More;
                for _ in 0..work {
                    let Some((theirs, own)) = waiting.pop() else {
                        result = Gathers::Whole;
                        break;
                    };
                    if !shown.is_open(theirs) {
                        continue;
                    }
                    if !open(unfolding, own) {
                        result = Gathers::Stopped;
                        break;
                    }
                    let pairs = shown.children(theirs).zip(unfolding.children(own));
                    waiting.extend(pairs.rev());
                }
                result
            }
            GatherWork::Walk(line, walked, node) => {
                let mut result = Gathers::More;
                for _ in 0..work {
                    let Some(&edge) = line.get(*walked) else {
                        result = Gathers::Whole;
                        break;
                    };
                    let child = open(unfolding, *node)
                        .then(|| unfolding.child(*node, edge))
                        .flatten();
                    let Some(child) = child else {
                        result = Gathers::Stopped;
                        break;
                    };
                    (*walked, *node) = (*walked + 1, child);
                }
                result
            }
            GatherWork::Done => Gathers::Whole,
        };
        if result != Gathers::More {
            self.work = GatherWork::Done;
        }
        result
    }

    /// The copied nodes, with the additions of `layer` to the nodes of `shown` among them.
    pub fn finish(
        self,
        rated: &Rated,
        shown: &Unfolding,
        scope: &Scope,
        layer: &Layer,
        stopped: bool,
    ) -> Gathered {
        let labels = &*rated.graph;
        let mut layer = below(layer.clone().by_line(labels, shown), labels, scope.start());
        layer.settle(labels, &self.unfolding);
        let alone = (scope.part == ExportPart::Board).then(|| {
            let mut line = scope.from.iter();
            line.try_fold(UnfoldingNode::ROOT, |node, edge| {
                self.unfolding.child(node, *edge)
            })
        });
        Gathered {
            unfolding: self.unfolding,
            layer,
            alone: alone.flatten(),
            stopped: stopped.then_some(self.most as u64),
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

    /// Copies a scope of at most `most` nodes in one go, with the additions of `layer` to the nodes
    /// of `shown`.
    ///
    /// # Errors
    /// Those of [`Gathering::new`].
    pub fn gather(
        &self,
        rated: &Rated,
        shown: &Unfolding,
        layer: &Layer,
        most: usize,
    ) -> Result<Gathered, Refusal> {
        let mut gathering = Gathering::new(rated, shown, self, most)?;
        let stopped = loop {
            match gathering.step(rated, shown, usize::MAX) {
                Gathers::More => {}
                ended => break ended == Gathers::Stopped,
            }
        };
        Ok(gathering.finish(rated, shown, self, layer, stopped))
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
