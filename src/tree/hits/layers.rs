//! Counts of hits by ply. For filters on the ply and for cyclic games, they are counted by vertex
//! and ply.
//!
//! The ply isn't a function of the position, so neither are the hits below a node within some
//! plies. From the root on, ply by ply, it lists the vertices at the end of a line of that length
//! with possible hits below. Then hits are summed from the last ply up. The cost is one number for
//! each such vertex of each ply. It is refused if there are too many.
//!
//! For the hits of each ply alone, the number of lines to every position is carried from ply to
//! ply, as far as there are hits below. Each move that leads to a hit counts once per line to it.

use super::Hits;
use super::marked::{Marked, Plies};
use crate::tree::counting::{Carried, Carrying, chance_ranks};
use crate::tree::counts::{Count, Counts, MAX_WORDS, Total, WideCounts};
use crate::tree::graph::Graph;
use crate::tree::vertex::{Edge, Vertex, VertexKind};
use crate::tree::vertex_set::VertexSet;
use crate::work::{Control, finished};

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
pub(super) struct PlyLayer {
    /// In ascending order; those below which there is nothing in any ply are left out.
    vertices: Vec<Vertex>,
    below: WideCounts,
}

impl PlyLayer {
    /// The number of hits below a vertex; 0 for one that isn't listed.
    pub fn of(&self, vertex: Vertex) -> Count<'_> {
        match self.vertices.binary_search(&vertex) {
            Ok(index) => self.below.get(index),
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

/// What layers are counted for.
#[derive(Clone, Copy)]
pub(super) struct WantedPlies<'a> {
    pub graph: &'a Graph,
    pub marked: &'a Marked,
    /// The hits below each vertex in all plies.
    pub below: &'a Counts,
    /// The last ply to store if it is known in advance; otherwise the tree is endless, and the last
    /// ply is chosen.
    pub last: Option<u32>,
    pub beyond: Beyond,
    /// The maximum number of 64-bit words; more are refused.
    pub max: usize,
}

/// Plies searched past the first hit in an infinite tree.
const ENDLESS_PLIES: u32 = 60;

/// Counts layers, in turns; also returns the last ply if one was chosen. Counts have this many words
/// at first.
///
/// # Errors
/// There are too many vertices in too many plies.
pub(super) async fn count(
    wanted: WantedPlies<'_>,
    words: usize,
    ctl: &Control,
) -> Result<(Vec<PlyLayer>, Option<u32>), TooLarge> {
    let mut layering = Layering {
        wanted,
        layers: Vec::new(),
        pairs: 1,
        words,
        ended: false,
    };
    layering.list(ctl).await?;
    layering.sum(ctl).await?;
    let last = layering.layers.len().saturating_sub(1) as u32;
    let chosen = layering.is_chosen().then_some(last);
    Ok((layering.layers, chosen))
}

/// Layers in the making.
struct Layering<'a> {
    wanted: WantedPlies<'a>,
    layers: Vec<PlyLayer>,
    /// The number of vertices in all layers.
    pairs: usize,
    words: usize,
    /// Whether no line continues below the last layer.
    ended: bool,
}

impl Layering<'_> {
    fn is_full(&self) -> bool {
        self.pairs.saturating_mul(self.words) > self.wanted.max
    }

    /// Refuses a last ply known in advance for which there is no room.
    fn check_room(&self, ply: u32) -> Result<(), TooLarge> {
        match self.wanted.last.is_some() && self.is_full() {
            true => Err(TooLarge { ply }),
            false => Ok(()),
        }
    }

    /// Whether the last ply was chosen.
    fn is_chosen(&self) -> bool {
        self.wanted.last.is_none() && !self.ended
    }

    /// Lists the vertices of the plies.
    async fn list(&mut self, ctl: &Control) -> Result<(), TooLarge> {
        let WantedPlies {
            graph,
            marked,
            below: all,
            ..
        } = self.wanted;
        let leads_to_hits = leads_to_hits(graph, marked);
        let (mut here, mut below) = (vec![Vertex::ROOT], Vec::new());
        let [mut seen, mut seen_below] = [(); 2].map(|()| VertexSet::none(graph.len()));
        seen.insert(Vertex::ROOT.0);
        let mut first_hit: Option<u32> = None;
        loop {
            let ply = self.layers.len() as u32;
            let full = self.is_full();
            self.check_room(ply)?;
            let mut next = 0;
            ctl.repeat(|| {
                let vertex = *here.get(next)?;
                next += 1;
                let chance = graph.cost(vertex) == 0;
                for edge in graph.edges(vertex).filter(|edge| marked.leads(*edge)) {
                    let at = if chance { ply } else { ply + 1 };
                    if marked.edges.contains(edge) && marked.plies.contains(at) {
                        first_hit = Some(first_hit.map_or(at, |first| first.min(at)));
                    }
                    let target = graph.target(edge);
                    let leads = leads_to_hits.as_ref();
                    if all.of(target).is_zero() || leads.is_some_and(|set| !set.contains(target.0))
                    {
                        continue;
                    }
                    let (list, seen) = match chance {
                        true => (&mut here, &mut seen),
                        false => (&mut below, &mut seen_below),
                    };
                    if seen.visit(target) {
                        list.push(target);
                        self.pairs += 1;
                    }
                }
                Some(1 + graph.degree(vertex))
            })
            .await;
            for vertex in &here {
                seen.remove(vertex.0);
            }
            std::mem::swap(&mut seen, &mut seen_below);
            let mut vertices = std::mem::replace(&mut here, std::mem::take(&mut below));
            vertices.sort_unstable();
            vertices.shrink_to_fit();
            self.layers.push(PlyLayer {
                vertices,
                below: WideCounts::default(),
            });
            self.ended = here.is_empty();
            let enough = match self.wanted.last {
                Some(last) => ply >= last,
                // An endless tree is counted to some plies below its first hit, within the memory
                // limit.
                None => {
                    full || first_hit.is_some_and(|hit| ply >= hit.saturating_add(ENDLESS_PLIES))
                }
            };
            if self.ended || enough {
                return self.check_room(ply);
            }
        }
    }

    /// Sums from the last layer on. It starts again with twice the words where they are too few.
    async fn sum(&mut self, ctl: &Control) -> Result<(), TooLarge> {
        let rank = chance_ranks(self.wanted.graph);
        loop {
            if self.wanted.last.is_none() {
                // Wider numbers leave room for fewer plies.
                let mut pairs: usize = self.layers.iter().map(|layer| layer.vertices.len()).sum();
                while self.layers.len() > 1 && pairs.saturating_mul(self.words) > self.wanted.max {
                    pairs -= self.layers.pop().map_or(0, |layer| layer.vertices.len());
                    self.ended = false;
                }
                self.pairs = pairs;
            }
            if self.sum_all(&rank, ctl).await {
                return Ok(());
            }
            self.words = (2 * self.words).min(MAX_WORDS);
            for layer in &mut self.layers {
                layer.below = WideCounts::default();
            }
            self.check_room(self.layers.len() as u32)?;
        }
    }

    /// Sums all layers; returns `false` if the counts need more words.
    async fn sum_all(&mut self, rank: &[u32], ctl: &Control) -> bool {
        let WantedPlies {
            graph,
            marked,
            below: all,
            beyond,
            ..
        } = self.wanted;
        let (words, chosen) = (self.words, self.is_chosen());
        let last = self.layers.len() as u32 - 1;
        // The index of each vertex in the layer below the current one, if it is there. A column as
        // large as the graph: a lookup of every move in a list takes several times longer.
        let mut places = vec![0_u32; graph.len()];
        for ply in (0..self.layers.len()).rev() {
            let (upper, lower) = self.layers.split_at_mut(ply + 1);
            let (layer, lower) = (&mut upper[ply], lower.first());
            for (place, vertex) in lower
                .iter()
                .flat_map(|lower| lower.vertices.iter().enumerate())
            {
                places[vertex.index()] = place as u32;
            }
            layer.below = WideCounts::new(words, layer.vertices.len());
            // The order, backwards. Outcomes of chance are in the same layer, and are summed first.
            let mut order: Vec<u32> = (0..layer.vertices.len() as u32).collect();
            if !rank.is_empty() {
                order.sort_by_key(|slot| rank[layer.vertices[*slot as usize].index()]);
            }
            let summed = ctl.each_while(0..order.len(), |done| {
                let index = order[order.len() - 1 - done] as usize;
                let vertex = layer.vertices[index];
                let chance = matches!(graph.kind(vertex), VertexKind::Chance(_));
                let at = ply as u32 + u32::from(!chance);
                let mut fits = true;
                let mut hits = 0;
                for edge in graph.edges(vertex).filter(|edge| marked.leads(*edge)) {
                    let counted = marked.plies.contains(at) && !(chosen && at > last);
                    hits += u64::from(counted && marked.edges.contains(edge));
                    let target = graph.target(edge);
                    if chance {
                        if let Ok(from) = layer.vertices.binary_search(&target) {
                            fits &= layer.below.add_own(index, from);
                        }
                        continue;
                    }
                    fits &= match (lower, beyond) {
                        (Some(next), _) => {
                            let at = places[target.index()] as usize;
                            next.vertices.get(at) != Some(&target)
                                || layer.below.add(index, next.below.get(at))
                        }
                        (None, Beyond::All) => layer.below.add(index, all.of(target)),
                        (None, Beyond::Nothing) => true,
                    };
                }
                fits &= layer.below.add(index, Count::Exact(&[hits]));
                fits.then(|| (1 + graph.degree(vertex)).saturating_mul(words))
            });
            if !summed.await {
                return false;
            }
        }
        true
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

/// Maximum number of listed plies with hits …
const MAX_PLIES: usize = 10_000;
/// … and maximum number of visited positions and moves, counted once for each ply in which they are
/// reached.
const MAX_WORK: usize = 400_000_000;

/// The plies that have hits, with the number of each.
#[derive(Clone, Debug, Default)]
pub struct HitsByPly {
    plies: Vec<(u32, Total)>,
    stopped: Option<u32>,
}

impl HitsByPly {
    /// Counts the hits of every ply.
    pub fn new(graph: &Graph, hits: &Hits) -> Self {
        finished(Self::count(graph, hits, &Control::default()))
    }

    /// The same, in turns.
    pub async fn count(graph: &Graph, hits: &Hits, ctl: &Control) -> Self {
        Self::count_within(graph, hits, MAX_WORK, ctl).await
    }

    /// The same with a maximum number of visits.
    pub async fn count_within(graph: &Graph, hits: &Hits, mut max: usize, ctl: &Control) -> Self {
        let mut carrying = Carrying::new(graph, 1);
        let mut here = Total::default();
        here.add(Count::Exact(&[u64::from(hits.is_root_hit())]));
        let mut tally = PlyHits {
            hits,
            ply: 0,
            here,
            next: Total::default(),
        };
        let mut counted = Self::default();
        while !carrying.is_done() || !tally.here.is_zero() {
            let ply = tally.ply;
            if !carrying.ply(graph, &mut tally, &mut max, ctl).await {
                // The partial count of an unfinished ply is dropped.
                counted.stopped = Some(ply.saturating_sub(1));
                break;
            }
            let next = std::mem::take(&mut tally.next);
            let here = std::mem::replace(&mut tally.here, next);
            if !here.is_zero() {
                counted.plies.push((ply, here));
            }
            tally.ply += 1;
            let enough = counted.plies.len() == MAX_PLIES || max == 0;
            if enough && (!carrying.is_done() || !tally.here.is_zero()) {
                counted.stopped = Some(ply);
                break;
            }
        }
        counted
    }

    /// The number of plies with hits.
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    /// Whether no ply has any.
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// The ply at an index among those with hits, and its number of hits.
    pub fn get(&self, index: usize) -> Option<(u32, Count<'_>)> {
        let (ply, hits) = self.plies.get(index)?;
        Some((*ply, hits.count()))
    }

    /// The first ply with a hit.
    pub fn first(&self) -> Option<u32> {
        self.plies.first().map(|(ply, _)| *ply)
    }

    /// The last ply that was counted, where that took too long for all.
    pub fn stopped(&self) -> Option<u32> {
        self.stopped
    }
}

/// The hits of a ply, and the partial counts of the next one.
struct PlyHits<'a> {
    hits: &'a Hits,
    ply: u32,
    here: Total,
    next: Total,
}

impl Carried for PlyHits<'_> {
    fn visit(&mut self, graph: &Graph, vertex: Vertex, lines: Count<'_>) {
        let at = self.ply + graph.cost(vertex);
        let edges = graph.edges(vertex);
        let led = edges.filter(|edge| self.hits.follows(*edge) && self.hits.is_hit(*edge, at));
        let led = led.count() as u64;
        // An outcome of chance takes no ply.
        match at == self.ply {
            true => self.here.add_times(lines, led),
            false => self.next.add_times(lines, led),
        }
    }

    fn leads(&self, graph: &Graph, from: Vertex, edge: Edge) -> bool {
        let at = self.ply + graph.cost(from);
        self.hits.follows(edge) && !self.hits.below(graph.target(edge), at).is_zero()
    }
}
