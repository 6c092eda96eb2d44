//! Counts the hits of each ply. The number of lines to every position is carried from ply to ply,
//! as far as there are hits below. Each move that leads to a hit counts once per line to it.

use std::sync::Arc;

use super::super::counts::Count;
use super::super::graph::{Edge, Graph, Vertex};
use super::super::plies::{Carried, Carrying};
use super::super::tasks::Task;
use super::super::total::Total;
use super::Hits;

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
    pub fn new(graph: &Graph, hits: &Arc<Hits>) -> Self {
        let mut counting = CountingByPly::new(graph, Arc::clone(hits));
        while !counting.step(graph, usize::MAX) {}
        counting.finish()
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

/// Counts hits ply by ply, in steps. Dropping it cancels.
pub struct CountingByPly {
    carrying: Carrying,
    tally: Tally,
    /// The plies with hits found so far.
    plies: Vec<(u32, Total)>,
    stopped: Option<u32>,
    left: usize,
}

/// The hits of a ply, and the partial counts of the next one.
struct Tally {
    hits: Arc<Hits>,
    ply: u32,
    here: Total,
    next: Total,
}

impl Carried for Tally {
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

impl CountingByPly {
    /// Starts at the root.
    pub fn new(graph: &Graph, hits: Arc<Hits>) -> Self {
        Self::with_room(graph, hits, MAX_WORK)
    }

    /// Starts with a limit on the number of visits.
    pub fn with_room(graph: &Graph, hits: Arc<Hits>, most: usize) -> Self {
        let mut here = Total::default();
        here.add(Count::Exact(&[u64::from(hits.is_root_hit())]));
        Self {
            carrying: Carrying::new(graph, 1),
            tally: Tally {
                hits,
                ply: 0,
                here,
                next: Total::default(),
            },
            plies: Vec::new(),
            stopped: None,
            left: most,
        }
    }

    /// The result.
    pub fn finish(self) -> HitsByPly {
        HitsByPly {
            plies: self.plies,
            stopped: self.stopped,
        }
    }

    fn end_ply(&mut self) {
        let tally = &mut self.tally;
        let next = std::mem::take(&mut tally.next);
        let here = std::mem::replace(&mut tally.here, next);
        if !here.is_zero() {
            self.plies.push((tally.ply, here));
        }
        tally.ply += 1;
        let enough = self.plies.len() == MAX_PLIES || self.left == 0;
        let last = tally.ply - 1;
        if enough && !self.is_done() {
            self.stopped = Some(last);
        }
    }

    fn is_done(&self) -> bool {
        self.stopped.is_some() || (self.carrying.is_done() && self.tally.here.is_zero())
    }
}

impl Task for CountingByPly {
    fn step(&mut self, graph: &Graph, work: usize) -> bool {
        let mut work = work;
        while work > 0 {
            if self.is_done() {
                return true;
            }
            let before = work.min(self.left.max(1));
            let mut left = before;
            let ended = self.carrying.step(graph, &mut self.tally, &mut left);
            work -= before - left;
            self.left = self.left.saturating_sub(before - left);
            if ended {
                self.end_ply();
            } else if self.left == 0 {
                // The partial count of an unfinished ply is dropped.
                self.stopped = Some(self.tally.ply.saturating_sub(1));
            }
        }
        self.is_done()
    }

    fn left(&self, _graph: &Graph) -> u64 {
        if self.is_done() { 0 } else { self.left as u64 }
    }
}
