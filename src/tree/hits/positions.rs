//! The positions of hits, each once, for views that show positions and not lines.

use super::super::graph::{Graph, Vertex};
use super::super::visit::VertexSet;
use super::Hits;
use super::layers::Beyond;

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
