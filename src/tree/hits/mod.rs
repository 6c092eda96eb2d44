//! Hits: the nodes of a game tree that match a filter. They are counted below every position, and
//! visited in order, without building the tree.
//!
//! The filter is evaluated per move ([`Marked`]), so one sweep over the position graph counts the
//! hits below every vertex. Their total, the next and the previous hit, and the number below any
//! node are found by descending along these counts. That takes as many steps as the line has plies,
//! times the moves of a position. The order is that of the complete tree: a node before its
//! children, and moves in the rules' order.
//!
//! If the filter depends on the ply, the counts are stored by ply, since the ply isn't a function
//! of the position. If a cycle leads to a hit, there are infinitely many, and the first in that
//! order may be on no finite line. Then only the hits of the first plies are counted and visited,
//! down to a number of plies after the first hit. [`Hits::endless`] returns that limit.

mod by_ply;
mod layers;
mod marked;
mod positions;
mod walk;

use std::sync::Arc;

use num_bigint::BigUint;

use super::counting::Counting;
use super::counts::{Count, Counts};
use super::graph::{Edge, Graph, Vertex};
use super::tasks::Task;
use super::visit::VertexSet;
pub use by_ply::{CountingByPly, HitsByPly};
pub use layers::TooLarge;
use layers::{Beyond, Layer, Layering, apart};
pub use marked::{EdgeSet, Marked, Plies};
pub use walk::FoundHit;

/// Maximum number of 64-bit words for counts by ply: 192 MB with the vertices.
const MAX_WORDS_APART: usize = 16_000_000;

/// The number of hits below each position, and their places.
#[derive(Clone, Debug)]
pub struct Hits {
    marked: Arc<Marked>,
    below: Counts,
    layers: Vec<Layer>,
    /// The hits beyond the layers.
    beyond: Beyond,
    endless: Option<u32>,
    /// The positions of all hits.
    ends: VertexSet,
}

impl Hits {
    /// Counts hits.
    ///
    /// # Errors
    /// Counts by ply are needed, and they are too large.
    pub fn new(graph: &Graph, marked: Marked) -> Result<Self, TooLarge> {
        HitCounting::new(graph, marked).finish(graph)
    }

    /// The marked moves of the filter.
    pub fn marked(&self) -> &Marked {
        &self.marked
    }

    /// The number of hits below a node, without the node itself. Its line has `ply` plies, leads to
    /// `vertex`, and is [followed](Self::follows).
    pub fn below(&self, vertex: Vertex, ply: u32) -> Count<'_> {
        match (self.layers.get(ply as usize), self.beyond) {
            (Some(layer), _) => layer.of(vertex),
            (None, Beyond::All) => self.below.of(vertex),
            (None, Beyond::Nothing) => Count::Exact(&[0]),
        }
    }

    /// Whether the node after a move is a hit, if its line has `ply` plies and is followed.
    pub fn is_hit(&self, edge: Edge, ply: u32) -> bool {
        self.marked.hits(edge)
            && self.marked.plies.contains(ply)
            && self.endless.is_none_or(|last| ply <= last)
    }

    /// Whether the root is a hit.
    pub fn is_root_hit(&self) -> bool {
        self.marked.root && self.marked.plies.contains(0)
    }

    /// Whether a position is that of a hit somewhere in the tree. For a filter on positions these
    /// are the matching ones, for a filter on moves the targets of matching moves. Hits beyond the
    /// counted plies of an [endless](Self::endless) tree are not included.
    pub fn is_hit_position(&self, vertex: Vertex) -> bool {
        self.ends.contains(vertex.0)
    }

    /// Whether hits below a move count. If not, there are none below it.
    pub fn follows(&self, edge: Edge) -> bool {
        self.marked.leads(edge)
    }

    /// Whether every move of every line is followed.
    pub fn follows_all(&self) -> bool {
        self.marked.ways.is_none()
    }

    /// The number of hits in the whole tree; `None` for 2^4096 or more. If they are
    /// [endless](Self::endless), the number in the first plies.
    pub fn total(&self) -> Option<BigUint> {
        let below = self.below(Vertex::ROOT, 0).exact()?;
        Some(below + u32::from(self.is_root_hit()))
    }

    /// Whether there are no hits.
    pub fn is_none(&self) -> bool {
        !self.is_root_hit() && self.below(Vertex::ROOT, 0).is_zero()
    }

    /// The last ply in which hits are counted, if their number is infinite.
    pub fn endless(&self) -> Option<u32> {
        self.endless
    }

    /// Memory size in bytes, by allocated capacity.
    pub fn bytes(&self) -> usize {
        let layers = self.layers.iter().map(Layer::bytes);
        self.marked.bytes() + self.below.bytes() + layers.sum::<usize>() + self.ends.bytes()
    }
}

/// Counts hits in steps. Dropping it cancels.
pub struct HitCounting {
    marked: Arc<Marked>,
    most: usize,
    stage: HitStage,
}

enum HitStage {
    Counting(Box<Counting>),
    Layering(Counts, Box<Layering>, Beyond),
    Done(Box<Hits>),
    Refused(TooLarge),
    /// Only while one gives way to the other.
    Between,
}

impl HitCounting {
    /// Starts with a sorted graph.
    pub fn new(graph: &Graph, marked: Marked) -> Self {
        Self::with_room(graph, marked, MAX_WORDS_APART)
    }

    /// Starts with room for `most` numbers in counts by ply.
    pub fn with_room(graph: &Graph, marked: Marked, most: usize) -> Self {
        let marked = Arc::new(marked);
        Self {
            stage: HitStage::Counting(Box::new(Counting::marked(graph, Arc::clone(&marked)))),
            marked,
            most,
        }
    }

    fn advance(&mut self, graph: &Graph, left: &mut usize) {
        self.stage = match std::mem::replace(&mut self.stage, HitStage::Between) {
            HitStage::Counting(mut counting) => {
                let done = counting.step(graph, *left);
                *left = 0;
                if done {
                    self.begin_layers(graph, counting.finish(graph))
                } else {
                    HitStage::Counting(counting)
                }
            }
            HitStage::Layering(below, mut layering, beyond) => {
                match layering.step(graph, &self.marked, (&below, beyond), left) {
                    Ok(false) => HitStage::Layering(below, layering, beyond),
                    Ok(true) => {
                        let (layers, endless) = layering.finish();
                        self.done(graph, below, layers, beyond, endless)
                    }
                    Err(too_large) => HitStage::Refused(too_large),
                }
            }
            stage => stage,
        };
    }

    fn begin_layers(&self, graph: &Graph, below: Counts) -> HitStage {
        let endless = below.of(Vertex::ROOT) == Count::Infinite;
        match apart(self.marked.plies, endless) {
            None => self.done(graph, below, Vec::new(), Beyond::All, None),
            Some((last, beyond)) => {
                // In a finite tree, no count of a ply is wider than the count over all plies.
                let words = if endless { 1 } else { below.words() };
                let layering = Layering::new(graph, &self.marked, last, words, self.most);
                HitStage::Layering(below, Box::new(layering), beyond)
            }
        }
    }

    fn done(
        &self,
        graph: &Graph,
        below: Counts,
        layers: Vec<Layer>,
        beyond: Beyond,
        endless: Option<u32>,
    ) -> HitStage {
        let mut hits = Hits {
            marked: Arc::clone(&self.marked),
            below,
            layers,
            beyond,
            endless,
            ends: VertexSet::default(),
        };
        hits.ends = positions::ends(graph, &hits);
        HitStage::Done(Box::new(hits))
    }

    /// The share that is done, roughly. It may fall where numbers turn out to need more room.
    pub fn share(&self, graph: &Graph) -> f64 {
        /// The share of the work before counts by ply.
        const BEFORE: f64 = 0.25;
        match &self.stage {
            HitStage::Counting(counting) => {
                let apart = if self.marked.plies.is_all() {
                    1.0
                } else {
                    BEFORE
                };
                let all = graph.sweep_left(0).max(1) as f64;
                apart * (1.0 - (counting.left(graph) as f64 / all).min(1.0))
            }
            HitStage::Layering(_, layering, _) => BEFORE + (1.0 - BEFORE) * layering.share(),
            HitStage::Done(_) | HitStage::Refused(_) | HitStage::Between => 1.0,
        }
    }

    /// Completes the count.
    ///
    /// # Errors
    /// Counts by ply are needed, and they are too large.
    pub fn finish(mut self, graph: &Graph) -> Result<Hits, TooLarge> {
        loop {
            match self.stage {
                HitStage::Done(hits) => return Ok(*hits),
                HitStage::Refused(too_large) => return Err(too_large),
                _ => self.step(graph, usize::MAX),
            };
        }
    }
}

impl Task for HitCounting {
    fn step(&mut self, graph: &Graph, work: usize) -> bool {
        let mut left = work;
        while left > 0 && !matches!(self.stage, HitStage::Done(_) | HitStage::Refused(_)) {
            self.advance(graph, &mut left);
        }
        matches!(self.stage, HitStage::Done(_) | HitStage::Refused(_))
    }

    fn left(&self, graph: &Graph) -> u64 {
        match &self.stage {
            HitStage::Counting(counting) => counting.left(graph).max(1),
            HitStage::Layering(_, layering, _) => layering.left(graph).max(1),
            HitStage::Done(_) | HitStage::Refused(_) | HitStage::Between => 0,
        }
    }
}
