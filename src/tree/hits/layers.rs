//! Counts of hits by vertex and ply: for filters on the ply, and for cyclic games.
//!
//! The ply isn't a function of the position, so neither are the hits below a node within some
//! plies. From the root on, ply by ply, it lists the vertices at the end of a line of that length
//! with possible hits below. Then hits are summed from the last ply up. The cost is one number for
//! each such vertex of each ply. It is refused if there are too many.

use super::super::counts::{Count, Counts, MAX_WORDS, Wide};
use super::super::graph::{Graph, Vertex, VertexKind};
use super::super::plies::chance_ranks;
use super::super::visit::VertexSet;
use super::marked::{Marked, Plies};

/// The hits beyond the last stored ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beyond {
    /// Every hit counts, so a vertex has the same number below it in every ply.
    All,
    /// No hit counts.
    Nothing,
}

/// The vertices at the end of lines of one length, with the hits below each.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// In ascending order; those below which there is nothing in any ply are left out.
    vertices: Vec<Vertex>,
    below: Wide,
}

impl Layer {
    /// The number of hits below a vertex; 0 for one that isn't listed.
    pub fn of(&self, vertex: Vertex) -> Count<'_> {
        match self.vertices.binary_search(&vertex) {
            Ok(place) => self.below.get(place),
            Err(_) => Count::Exact(&[0]),
        }
    }

    /// The vertices that it lists.
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    pub fn bytes(&self) -> usize {
        4 * self.vertices.capacity() + self.below.bytes()
    }
}

/// Error: counts by ply would be too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// In which ply there were too many positions.
    pub ply: u32,
}

/// Layers in the making.
pub(super) struct Layering {
    layers: Vec<Layer>,
    /// The last ply to store if it is known in advance; otherwise the tree is endless, and the last
    /// ply is chosen later.
    last: Option<u32>,
    most: usize,
    stage: LayeringStage,
    rank: Vec<u32>,
    /// The number of vertices of the graph.
    vertices: usize,
    /// The vertices with hits below them; `None` if the counts show that.
    leads_to_hits: Option<VertexSet>,
    /// The number of vertices in all layers, and the number of those that are summed.
    pairs: usize,
    summed: usize,
    words: usize,
    first_hit: Option<u32>,
    /// The index of each vertex in the layer below the current one, if it is there.
    places: Vec<u32>,
    /// Whether no line continues below the last layer.
    ended: bool,
}

enum LayeringStage {
    /// Lists the vertices of the plies.
    Down {
        here: Vec<Vertex>,
        /// The number of visited vertices.
        next: usize,
        seen: VertexSet,
        below: Vec<Vertex>,
        seen_below: VertexSet,
    },
    /// Sums: this many layers, and in the last of them this many vertices, are left.
    Up {
        layers: usize,
        order: Vec<u32>,
    },
    Done,
}

/// Plies searched past the first hit in an infinite tree.
const ENDLESS_PLIES: u32 = 60;

impl Layering {
    /// Starts at the root, with room for `most` 64-bit numbers; more are refused.
    pub fn new(
        graph: &Graph,
        marked: &Marked,
        last: Option<u32>,
        words: usize,
        most: usize,
    ) -> Self {
        let mut seen = VertexSet::none(graph.len());
        seen.insert(Vertex::ROOT.0);
        Self {
            layers: Vec::new(),
            last,
            most,
            stage: LayeringStage::Down {
                here: vec![Vertex::ROOT],
                next: 0,
                seen,
                below: Vec::new(),
                seen_below: VertexSet::none(graph.len()),
            },
            rank: chance_ranks(graph),
            vertices: graph.len(),
            leads_to_hits: leads_to_hits(graph, marked),
            pairs: 1,
            summed: 0,
            words,
            first_hit: None,
            places: Vec::new(),
            ended: false,
        }
    }

    /// Does up to `left` work, which is counted down; `true` when all is done.
    ///
    /// # Errors
    /// There are too many vertices in too many plies.
    pub fn step(
        &mut self,
        graph: &Graph,
        marked: &Marked,
        (all, beyond): (&Counts, Beyond),
        left: &mut usize,
    ) -> Result<bool, TooLarge> {
        while *left > 0 {
            match &self.stage {
                LayeringStage::Down { .. } => self.down(graph, marked, all, left)?,
                LayeringStage::Up { .. } => self.up(graph, marked, (all, beyond), left)?,
                LayeringStage::Done => return Ok(true),
            }
        }
        Ok(matches!(self.stage, LayeringStage::Done))
    }

    /// The layers, and the last ply if one was chosen.
    pub fn finish(self) -> (Vec<Layer>, Option<u32>) {
        let last = self.layers.len().saturating_sub(1) as u32;
        let chosen = self.last.is_none() && !self.ended;
        (self.layers, chosen.then_some(last))
    }

    fn is_full(&self) -> bool {
        self.pairs.saturating_mul(self.words) > self.most
    }

    fn down(
        &mut self,
        graph: &Graph,
        marked: &Marked,
        all: &Counts,
        left: &mut usize,
    ) -> Result<(), TooLarge> {
        let ply = self.layers.len() as u32;
        let full = self.is_full();
        let LayeringStage::Down {
            here,
            next,
            seen,
            below,
            seen_below,
        } = &mut self.stage
        else {
            return Ok(());
        };
        if full && self.last.is_some() {
            return Err(TooLarge { ply });
        }
        while let Some(&vertex) = here.get(*next) {
            if *left == 0 {
                return Ok(());
            }
            *next += 1;
            *left = left.saturating_sub(1 + graph.degree(vertex));
            let chance = graph.cost(vertex) == 0;
            for edge in graph.edges(vertex).filter(|edge| marked.leads(*edge)) {
                let at = if chance { ply } else { ply + 1 };
                if marked.edges.contains(edge) && marked.plies.contains(at) {
                    self.first_hit = Some(self.first_hit.map_or(at, |first| first.min(at)));
                }
                let target = graph.target(edge);
                let leads = self.leads_to_hits.as_ref();
                if all.of(target).is_zero() || leads.is_some_and(|set| !set.contains(target.0)) {
                    continue;
                }
                let (list, seen) = match chance {
                    true => (&mut *here, &mut *seen),
                    false => (&mut *below, &mut *seen_below),
                };
                if !seen.contains(target.0) {
                    seen.insert(target.0);
                    list.push(target);
                    self.pairs += 1;
                }
            }
        }
        for vertex in here.iter() {
            seen.remove(vertex.0);
        }
        std::mem::swap(seen, seen_below);
        let mut vertices = std::mem::replace(here, std::mem::take(below));
        *next = 0;
        vertices.sort_unstable();
        vertices.shrink_to_fit();
        let no_more = here.is_empty();
        self.layers.push(Layer {
            vertices,
            below: Wide::new(0, 0),
        });
        let enough = match self.last {
            Some(last) => ply >= last,
            // An endless tree is counted to some plies below its first hit, within the memory
            // limit.
            None => {
                full || self
                    .first_hit
                    .is_some_and(|first| ply >= first.saturating_add(ENDLESS_PLIES))
            }
        };
        if no_more || enough {
            self.ended = no_more;
            if self.last.is_some() && self.is_full() {
                return Err(TooLarge { ply });
            }
            self.begin_up();
        }
        Ok(())
    }

    /// Sums from the last layer on.
    fn begin_up(&mut self) {
        if self.last.is_none() {
            // Wider numbers leave room for fewer plies.
            let mut pairs: usize = self.layers.iter().map(|layer| layer.vertices.len()).sum();
            while self.layers.len() > 1 && pairs.saturating_mul(self.words) > self.most {
                pairs -= self.layers.pop().map_or(0, |layer| layer.vertices.len());
                self.ended = false;
            }
            self.pairs = pairs;
        }
        self.summed = 0;
        self.stage = LayeringStage::Up {
            layers: self.layers.len(),
            order: Vec::new(),
        };
        self.begin_layer();
    }

    /// The order, backwards, in which the vertices of the last unsummed layer are summed. Outcomes
    /// of chance are in the same layer, and are summed first.
    fn begin_layer(&mut self) {
        let LayeringStage::Up { layers, order } = &mut self.stage else {
            return;
        };
        if let Some(lower) = self.layers.get(*layers) {
            // A column as large as the graph: a lookup of every move in a list takes several times
            // longer.
            let vertices = self.vertices;
            self.places.resize(vertices, 0);
            for (place, vertex) in lower.vertices.iter().enumerate() {
                self.places[vertex.index()] = place as u32;
            }
        }
        let Some(layer) = layers.checked_sub(1).map(|last| &mut self.layers[last]) else {
            self.stage = LayeringStage::Done;
            return;
        };
        layer.below = Wide::new(self.words, layer.vertices.len());
        order.clear();
        order.extend(0..layer.vertices.len() as u32);
        if !self.rank.is_empty() {
            let rank = |place: &u32| self.rank[layer.vertices[*place as usize].index()];
            order.sort_by_key(rank);
        }
    }

    fn up(
        &mut self,
        graph: &Graph,
        marked: &Marked,
        (all, beyond): (&Counts, Beyond),
        left: &mut usize,
    ) -> Result<(), TooLarge> {
        let LayeringStage::Up { layers, order } = &mut self.stage else {
            return Ok(());
        };
        let ply = *layers - 1;
        let chosen = self.last.is_none() && !self.ended;
        let last = self.layers.len() as u32 - 1;
        while let Some(&place) = order.last() {
            if *left == 0 {
                return Ok(());
            }
            let place = place as usize;
            let (upper, lower) = self.layers.split_at_mut(ply + 1);
            let layer = &mut upper[ply];
            let vertex = layer.vertices[place];
            let chance = matches!(graph.kind(vertex), VertexKind::Chance(_));
            let work = (1 + graph.degree(vertex)).saturating_mul(self.words);
            *left = left.saturating_sub(work);
            let at = ply as u32 + u32::from(!chance);
            let mut fits = true;
            let mut hits = 0;
            for edge in graph.edges(vertex).filter(|edge| marked.leads(*edge)) {
                let counted = marked.plies.contains(at) && !(chosen && at > last);
                hits += u64::from(counted && marked.edges.contains(edge));
                let target = graph.target(edge);
                if chance {
                    if let Ok(from) = layer.vertices.binary_search(&target) {
                        fits &= layer.below.add_own(place, from);
                    }
                    continue;
                }
                fits &= match (lower.first(), beyond) {
                    (Some(next), _) => {
                        let at = self.places[target.index()] as usize;
                        next.vertices.get(at) != Some(&target)
                            || layer.below.add(place, next.below.get(at))
                    }
                    (None, Beyond::All) => layer.below.add(place, all.of(target)),
                    (None, Beyond::Nothing) => true,
                };
            }
            fits &= layer.below.add(place, Count::Exact(&[hits]));
            if !fits {
                return self.widen();
            }
            order.pop();
            self.summed += 1;
        }
        *layers -= 1;
        self.begin_layer();
        Ok(())
    }

    /// Starts again with twice the words.
    fn widen(&mut self) -> Result<(), TooLarge> {
        self.words = (2 * self.words).min(MAX_WORDS);
        for layer in &mut self.layers {
            layer.below = Wide::new(0, 0);
        }
        if self.last.is_some() && self.is_full() {
            let ply = self.layers.len() as u32;
            return Err(TooLarge { ply });
        }
        self.begin_up();
        Ok(())
    }

    /// The completed share, roughly: half is listing, half is summing.
    pub fn share(&self) -> f64 {
        match &self.stage {
            LayeringStage::Down { here, next, .. } => {
                let within = *next as f64 / here.len().max(1) as f64;
                let done = self.layers.len() as f64 + within;
                let plies = self.last.unwrap_or(ENDLESS_PLIES).saturating_add(1);
                // The number of plies of an endless tree isn't known in advance.
                0.5 * (done / f64::from(plies)).min(1.0)
            }
            LayeringStage::Up { .. } => 0.5 + 0.5 * self.summed as f64 / self.pairs.max(1) as f64,
            LayeringStage::Done => 1.0,
        }
    }

    /// The approximate work left.
    pub fn left(&self, graph: &Graph) -> u64 {
        let a_pair = 1 + graph.edge_count() as u64 / graph.len().max(1) as u64;
        match &self.stage {
            LayeringStage::Down { here, next, .. } => {
                a_pair * (self.pairs + here.len() - next) as u64
            }
            LayeringStage::Up { layers, order } => {
                let above = self.layers[..layers.saturating_sub(1)].iter();
                let above: usize = above.map(|layer| layer.vertices.len()).sum();
                a_pair * (above + order.len() + 1) as u64
            }
            LayeringStage::Done => 0,
        }
    }
}

/// The vertices with hits below them, if not all moves are followed and positions recur. Without
/// some moves, a strongly connected component may fall apart, so that the plain counts would be
/// infinite wrongly. It is found by following moves backwards, in one go.
fn leads_to_hits(graph: &Graph, marked: &Marked) -> Option<VertexSet> {
    if !graph.is_cyclic() || marked.ways.is_none() {
        return None;
    }
    let sources = graph.sources();
    let mut leads = VertexSet::none(graph.len());
    let mut queue: Vec<Vertex> = Vec::new();
    for vertex in graph.vertices() {
        if marked.moves_of(graph, vertex) > 0 {
            leads.insert(vertex.0);
            queue.push(vertex);
        }
    }
    while let Some(vertex) = queue.pop() {
        for &source in sources.of(vertex) {
            let mut edges = graph.edges(source);
            let follows = |edge| marked.leads(edge) && graph.target(edge) == vertex;
            if !leads.contains(source.0) && edges.any(follows) {
                leads.insert(source.0);
                queue.push(source);
            }
        }
    }
    Some(leads)
}

/// Whether counts by ply are needed: the last ply, and the hits beyond it; `None` if not.
pub(super) fn apart(plies: Plies, endless: bool) -> Option<(Option<u32>, Beyond)> {
    match (plies.to, endless) {
        (Some(to), _) => Some((Some(to), Beyond::Nothing)),
        (None, true) => Some((None, Beyond::Nothing)),
        (None, false) => match plies.from {
            0 => None,
            from => Some((Some(from - 1), Beyond::All)),
        },
    }
}
