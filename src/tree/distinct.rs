//! Groups the vertices that hold the same position with different plies left.

use std::hash::{BuildHasher, Hash};

use petgraph::visit::VisitMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::graph::Vertex;
use super::position_graph::PositionGraph;
use super::visit::VertexSet;
use crate::game::Game;
use crate::work::Control;

/// Number of positions per part in which equal ones are searched …
const IN_PART: usize = 1 << 18;
/// … and the maximum number of parts. Each part reads all positions.
const MAX_PARTS: usize = 32;

/// Positions that a graph holds, each once however many plies it has left; chance nodes are not
/// among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DistinctPositions {
    /// The number of distinct positions.
    pub positions: u64,
    /// The moves between them; an attack with dice is one.
    pub moves: u64,
}

/// One entry per vertex: the first vertex with the same position. A part of the positions at a time:
/// a table of all would take as much as the graph.
pub(super) async fn first_with_position<P: Copy + Eq + Hash>(
    positions: &[P],
    ctl: &Control,
) -> Vec<Vertex> {
    let mut first = vec![Vertex::ROOT; positions.len()];
    let parts = (positions.len() / IN_PART).clamp(1, MAX_PARTS) as u64;
    // The bits that choose a part are not those that choose a slot of the table.
    let part_of = |position: &P| (FxBuildHasher.hash_one(position) >> 32 & 0xffff) % parts;
    let mut table = FxHashMap::default();
    for part in 0..parts {
        ctl.each(0..positions.len(), |index| {
            let position = positions[index];
            if part_of(&position) == part {
                let own = Vertex(index as u32);
                first[index] = *table.entry(position).or_insert(own);
            }
            1
        })
        .await;
        table.clear();
    }
    first
}

impl DistinctPositions {
    /// Counts the distinct positions of a graph, in turns.
    pub async fn count<G: Game>(graph: &PositionGraph<G>, ctl: &Control) -> Self {
        // Without a ply limit every vertex has a different position.
        let first = match graph.limits().max_plies {
            Some(_) => first_with_position(graph.positions(), ctl).await,
            None => Vec::new(),
        };
        let graph = graph.graph();
        let mut counted = VertexSet::none(first.len());
        let mut moved = VertexSet::none(first.len());
        let mut distinct = Self::default();
        ctl.each(0..graph.len(), |index| {
            let vertex = Vertex(index as u32);
            if graph.is_chance(vertex) {
                return 1;
            }
            // Of the vertices that share a position, the first counts as a position, and the first
            // that is expanded counts for the moves.
            let is_new = |set: &mut VertexSet| first.is_empty() || set.visit(first[index]);
            distinct.positions += u64::from(is_new(&mut counted));
            if !graph.is_leaf(vertex) && is_new(&mut moved) {
                distinct.moves += graph.degree(vertex) as u64;
            }
            1
        })
        .await;
        distinct
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::games::scripted::Scripted;
    use crate::tree::{Labels, Limits};
    use crate::work::{Turn, by_turns};

    #[test]
    fn turns_of_any_size_tell_the_same_positions_apart() {
        let script = "start a: l -> x, r -> y; x b: back -> start, on -> y; y a: roll -> dice; \
                      dice chance a: win 1/2 -> start, lose 1/2 -> z; z end: 1 0";
        let game = Arc::new(Scripted::new(script).expect("a good script"));
        for max_plies in [None, Some(0), Some(1), Some(7)] {
            let limits = Limits {
                max_plies,
                ..Limits::default()
            };
            let graph = PositionGraph::new(Arc::clone(&game), game.start(), limits);
            let count = async |ctl: &Control| DistinctPositions::count(&graph, ctl).await;
            let whole = by_turns(Turn::WHOLE, count).0;
            let (pieces, turns) = by_turns(Turn::Work(1), count);
            assert!(turns >= graph.graph().len(), "{turns} turns");
            assert_eq!(pieces, whole);
            let mut texts: Vec<String> = graph
                .graph()
                .vertices()
                .filter(|vertex| !graph.graph().is_chance(*vertex))
                .map(|vertex| graph.position_text(vertex))
                .collect();
            texts.sort();
            texts.dedup();
            assert_eq!(whole.positions, texts.len() as u64, "{max_plies:?}");
        }
    }
}
