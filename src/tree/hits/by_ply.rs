//! Counts the hits of each ply. The number of lines to every position is carried from ply to ply,
//! as far as there are hits below. Each move that leads to a hit counts once per line to it.

use super::super::counts::Count;
use super::super::graph::{Edge, Graph, Vertex};
use super::super::plies::{Carried, Carrying};
use super::super::total::Total;
use super::Hits;
use crate::work::{Control, finished};

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
        let mut tally = Tally {
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
struct Tally<'a> {
    hits: &'a Hits,
    ply: u32,
    here: Total,
    next: Total,
}

impl Carried for Tally<'_> {
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
