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

mod layers;
mod marked;
mod walk;

use std::sync::Arc;

use num_bigint::BigUint;

pub use self::layers::HitsByPly;
use super::counting::Counted;
use super::counts::{Count, Counts};
use super::graph::Graph;
use super::vertex::{Edge, Vertex};
use super::vertex_set::VertexSet;
use crate::work::{Control, finished};
pub use layers::TooLarge;
use layers::{Beyond, PlyLayer, WantedPlies, apart};
pub use marked::{EdgeSet, Marked, Plies};
pub use walk::FoundHit;

/// Maximum number of 64-bit words for counts by ply: 192 MB with the vertices.
const MAX_WORDS_APART: usize = 16_000_000;

/// The number of hits below each position, and their places.
#[derive(Clone, Debug)]
pub struct Hits {
    marked: Arc<Marked>,
    below: Counts,
    layers: Vec<PlyLayer>,
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
        finished(Self::count(graph, marked, &Control::default()))
    }

    /// The same, in turns.
    ///
    /// # Errors
    /// As above.
    pub async fn count(graph: &Graph, marked: Marked, ctl: &Control) -> Result<Self, TooLarge> {
        Self::count_within(graph, marked, MAX_WORDS_APART, ctl).await
    }

    /// The same with room for `max` words in counts by ply.
    ///
    /// # Errors
    /// As above.
    pub async fn count_within(
        graph: &Graph,
        marked: Marked,
        max: usize,
        ctl: &Control,
    ) -> Result<Self, TooLarge> {
        let marked = Arc::new(marked);
        let counted = Counted::Marked(Arc::clone(&marked));
        let below = Counts::count(graph, &counted, ctl).await;
        let endless = below.of(Vertex::ROOT) == Count::Infinite;
        let mut hits = Self {
            marked,
            layers: Vec::new(),
            beyond: Beyond::All,
            endless: None,
            ends: VertexSet::default(),
            below,
        };
        if let Some((last, beyond)) = apart(hits.marked.plies, endless) {
            let wanted = WantedPlies {
                graph,
                marked: &hits.marked,
                below: &hits.below,
                last,
                beyond,
                max,
            };
            // In a finite tree, no count of a ply is wider than the count over all plies.
            let words = if endless { 1 } else { hits.below.words() };
            (hits.layers, hits.endless) = layers::count(wanted, words, ctl).await?;
            hits.beyond = beyond;
        }
        hits.ends = walk::ends(graph, &hits);
        Ok(hits)
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
        let layers = self.layers.iter().map(PlyLayer::bytes);
        self.marked.bytes() + self.below.bytes() + layers.sum::<usize>() + self.ends.bytes()
    }
}
