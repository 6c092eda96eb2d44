//! Goes from hit to hit in the order of the complete tree, by descending along counts. For views
//! that show positions and not lines, it has the positions of hits, each once.

use std::collections::hash_map::Entry;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::Hits;
use super::layers::Beyond;
use crate::tree::graph::Graph;
use crate::tree::labels::Line;
use crate::tree::vertex::{Edge, Vertex};
use crate::tree::vertex_set::VertexSet;

/// A hit that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundHit {
    /// The line to it.
    pub line: Line,
    /// Whether the search went over the end of the tree and on at its other end.
    pub wrapped: bool,
}

/// A node of a line, seen from the root.
#[derive(Clone, Copy, Debug)]
struct Stop {
    vertex: Vertex,
    ply: u32,
}

impl Stop {
    const ROOT: Self = Self {
        vertex: Vertex::ROOT,
        ply: 0,
    };

    fn after(self, graph: &Graph, edge: Edge) -> Self {
        Self {
            vertex: graph.target(edge),
            ply: self.ply + graph.cost(self.vertex),
        }
    }
}

/// From where, and by which move, each position was reached first.
type Reached = FxHashMap<Vertex, Option<(Vertex, Edge)>>;

/// The line to a position, and a move on from there.
fn line_to(reached: &Reached, from: Vertex, last: Edge) -> Line {
    let mut line = vec![last];
    let mut at = from;
    while let Some(Some((before, edge))) = reached.get(&at) {
        line.push(*edge);
        at = *before;
    }
    line.reverse();
    line
}

impl Hits {
    /// The nodes of a line as far as its moves are followed, from the root, and whether that is the
    /// whole line.
    fn stops(&self, graph: &Graph, line: &[Edge]) -> (Vec<Stop>, bool) {
        let mut stops = vec![Stop::ROOT];
        let mut here = Stop::ROOT;
        for edge in line {
            if !self.follows(*edge) {
                return (stops, false);
            }
            here = here.after(graph, *edge);
            stops.push(here);
        }
        (stops, true)
    }

    fn has_below(&self, at: Stop) -> bool {
        !self.below(at.vertex, at.ply).is_zero()
    }

    /// Whether the node at the end of a line is a hit.
    pub fn is_hit_line(&self, graph: &Graph, line: &[Edge]) -> bool {
        match (line.last(), self.stops(graph, line)) {
            (None, _) => self.is_root_hit(),
            (Some(last), (stops, true)) => self.is_hit(*last, stops[stops.len() - 1].ply),
            (Some(_), (_, false)) => false,
        }
    }

    /// The next hit after the node at the end of a line; after the last hit, the first. `None` if
    /// there are no hits.
    pub fn next(&self, graph: &Graph, line: &[Edge]) -> Option<FoundHit> {
        let found = |line| {
            let wrapped = false;
            Some(FoundHit { line, wrapped })
        };
        let (stops, all) = self.stops(graph, line);
        let mut way = line[..stops.len() - 1].to_vec();
        let last = stops[stops.len() - 1];
        if all && self.has_below(last) {
            self.go_to_first(graph, last, &mut way);
            return found(way);
        }
        // If the line leaves the followed moves, the search continues after the move where it does.
        for depth in (0..stops.len()).rev() {
            let Some(&gone) = line.get(depth) else {
                continue;
            };
            way.truncate(depth);
            let at = stops[depth];
            let edges = graph.edges(at.vertex);
            for edge in edges.filter(|edge| *edge > gone && self.follows(*edge)) {
                let next = at.after(graph, edge);
                way.push(edge);
                if self.is_hit(edge, next.ply) {
                    return found(way);
                }
                if self.has_below(next) {
                    self.go_to_first(graph, next, &mut way);
                    return found(way);
                }
                way.pop();
            }
        }
        let first = self.first(graph)?;
        Some(FoundHit {
            line: first,
            wrapped: true,
        })
    }

    /// A hit with the fewest plies, the first of them in the rules' order. If none is found within
    /// a limited search, the first hit of the tree. `None` if there are no hits.
    pub fn shallowest(&self, graph: &Graph) -> Option<Line> {
        /// Maximum number of visits, since the user waits for it.
        const MAX: usize = 300_000;
        if self.is_root_hit() {
            return Some(Line::default());
        }
        if self.is_none() {
            return None;
        }
        // The shortest line to each position, breadth first: from where and by which move.
        let mut seen = FxHashMap::default();
        seen.insert(Vertex::ROOT, None);
        let mut row = vec![Stop::ROOT];
        while !row.is_empty() && seen.len() < MAX {
            let mut below = Vec::new();
            for at in std::mem::take(&mut row) {
                for edge in graph.edges(at.vertex).filter(|edge| self.follows(*edge)) {
                    let next = at.after(graph, edge);
                    if self.is_hit(edge, next.ply) {
                        return Some(line_to(&seen, at.vertex, edge));
                    }
                    if let Entry::Vacant(place) = seen.entry(next.vertex) {
                        place.insert(Some((at.vertex, edge)));
                        below.push(next);
                    }
                }
            }
            row = below;
        }
        self.first(graph)
    }

    /// The hit before the node at the end of a line; before the first hit, the last. `None` if
    /// there are no hits.
    pub fn previous(&self, graph: &Graph, line: &[Edge]) -> Option<FoundHit> {
        let found = |line| {
            let wrapped = false;
            Some(FoundHit { line, wrapped })
        };
        let (stops, _) = self.stops(graph, line);
        let mut way = line[..stops.len() - 1].to_vec();
        for depth in (0..stops.len()).rev() {
            let Some(&gone) = line.get(depth) else {
                continue;
            };
            way.truncate(depth);
            let at = stops[depth];
            let edges = graph.edges(at.vertex).rev();
            for edge in edges.filter(|edge| *edge < gone && self.follows(*edge)) {
                let next = at.after(graph, edge);
                way.push(edge);
                if self.has_below(next) {
                    self.go_to_last(graph, next, &mut way);
                    return found(way);
                }
                if self.is_hit(edge, next.ply) {
                    return found(way);
                }
                way.pop();
            }
            let is_hit = match depth.checked_sub(1) {
                Some(above) => self.is_hit(line[above], at.ply),
                None => self.is_root_hit(),
            };
            if is_hit {
                return found(way);
            }
        }
        let last = self.last(graph)?;
        Some(FoundHit {
            line: last,
            wrapped: true,
        })
    }

    /// The first hit of the tree.
    pub fn first(&self, graph: &Graph) -> Option<Line> {
        let mut line = Line::new();
        if self.is_root_hit() {
            return Some(line);
        }
        if !self.has_below(Stop::ROOT) {
            return None;
        }
        self.go_to_first(graph, Stop::ROOT, &mut line);
        Some(line)
    }

    /// The last hit of the tree.
    pub fn last(&self, graph: &Graph) -> Option<Line> {
        let mut line = Line::new();
        if self.has_below(Stop::ROOT) {
            self.go_to_last(graph, Stop::ROOT, &mut line);
            return Some(line);
        }
        self.is_root_hit().then_some(line)
    }

    /// Descends to the first hit below a node that has one.
    fn go_to_first(&self, graph: &Graph, from: Stop, way: &mut Line) {
        let mut at = from;
        loop {
            let edges = graph.edges(at.vertex);
            let lead = edges.filter(|edge| self.follows(*edge)).find_map(|edge| {
                let next = at.after(graph, edge);
                let hit = self.is_hit(edge, next.ply);
                (hit || self.has_below(next)).then_some((edge, next, hit))
            });
            let Some((edge, next, hit)) = lead else {
                return;
            };
            way.push(edge);
            if hit {
                return;
            }
            at = next;
        }
    }

    /// Descends to the last hit below a node that has one.
    fn go_to_last(&self, graph: &Graph, from: Stop, way: &mut Line) {
        let mut at = from;
        loop {
            let edges = graph.edges(at.vertex).rev();
            let lead = edges.filter(|edge| self.follows(*edge)).find_map(|edge| {
                let next = at.after(graph, edge);
                let below = self.has_below(next);
                (below || self.is_hit(edge, next.ply)).then_some((edge, next, below))
            });
            let Some((edge, next, below)) = lead else {
                return;
            };
            way.push(edge);
            if !below {
                return;
            }
            at = next;
        }
    }

    /// The number of hits up to the node at the end of a line, including it: the number of a hit,
    /// counted from 1. `None` for 2^4096 or more.
    pub fn number(&self, graph: &Graph, line: &[Edge]) -> Option<BigUint> {
        let (stops, _) = self.stops(graph, line);
        let mut sum = BigUint::from(u32::from(self.is_root_hit()));
        let mut hits = 0_u64;
        for (depth, at) in stops.iter().enumerate() {
            let Some(&gone) = line.get(depth) else {
                break;
            };
            let edges = graph.edges(at.vertex);
            for edge in edges.filter(|edge| *edge < gone && self.follows(*edge)) {
                let next = at.after(graph, edge);
                hits += u64::from(self.is_hit(edge, next.ply));
                let below = self.below(next.vertex, next.ply);
                if !below.is_zero() {
                    sum += below.exact()?;
                }
            }
            hits += u64::from(self.is_hit(gone, at.after(graph, gone).ply));
        }
        Some(sum + hits)
    }
}

/// Finds them: from the layers if counts are by ply, and from the followed moves beyond them.
pub(super) fn ends(graph: &Graph, hits: &Hits) -> VertexSet {
    let mut ends = VertexSet::none(graph.len());
    if graph.is_empty() {
        return ends;
    }
    if hits.is_root_hit() {
        ends.insert(Vertex::ROOT.0);
    }
    for (ply, layer) in hits.layers.iter().enumerate() {
        for &vertex in layer.vertices() {
            let at = ply as u32 + graph.cost(vertex);
            for edge in graph.edges(vertex) {
                if hits.is_hit(edge, at) {
                    ends.insert(graph.target(edge).0);
                }
            }
        }
    }
    if hits.beyond == Beyond::Nothing {
        return ends;
    }
    // Beyond the last layer, or everywhere, every followed hit counts.
    let mut queue: Vec<Vertex> = match hits.layers.last() {
        None => vec![Vertex::ROOT],
        Some(last) => {
            let leads = |vertex: &Vertex| graph.edges(*vertex).filter(|edge| hits.follows(*edge));
            let below = last.vertices().iter().flat_map(leads);
            below.map(|edge| graph.target(edge)).collect()
        }
    };
    let mut seen = VertexSet::none(graph.len());
    queue.iter().for_each(|vertex| seen.insert(vertex.0));
    while let Some(vertex) = queue.pop() {
        for edge in graph.edges(vertex).filter(|edge| hits.follows(*edge)) {
            let target = graph.target(edge);
            if hits.marked.edges.contains(edge) {
                ends.insert(target.0);
            }
            if !seen.contains(target.0) {
                seen.insert(target.0);
                queue.push(target);
            }
        }
    }
    ends
}
