//! Bounds, for one player, of the vertices that can reach a cycle: component by component, children
//! first.

use super::cycles::{self, Bounds};
use super::part::Component;
use crate::game::Player;
use crate::tree::{Graph, Vertex};
use crate::work::Control;

/// The bounds of the vertices that can reach a cycle.
pub(super) struct Recurring {
    /// One per vertex: the lower and the upper bound.
    bounds: Vec<[f64; 2]>,
}

impl Recurring {
    /// Narrows the bounds. `endless` is the value of endless play, and `acyclic` returns the
    /// ratings of the other vertices.
    pub async fn find(
        graph: &Graph,
        player: Player,
        endless: f64,
        acyclic: impl Fn(u32) -> f64,
        ctl: &Control,
    ) -> Self {
        let mut found = vec![[0.0; 2]; graph.len()];
        let mut known = vec![false; graph.len()];
        // Entries that are used while a component is taken out.
        let mut place = vec![0; graph.len()];
        // The vertices found last are nearest to the ends, and come first: values then spread in
        // one sweep.
        for part in 0..graph.components().len() {
            let vertices = graph.components().part(part);
            let (part, exits) = Component::take(graph, player, vertices, &mut place, ctl).await;
            let mut bounds = Vec::with_capacity(vertices.len() + exits.len());
            bounds.resize(vertices.len(), Bounds::default());
            let exit = |index: usize| {
                let exit = exits[index];
                let [low, high] = match known[exit as usize] {
                    true => found[exit as usize],
                    false => [acyclic(exit); 2],
                };
                bounds.push(Bounds { low, high });
                1
            };
            ctl.each(0..exits.len(), exit).await;
            drop(exits);
            let bounds = cycles::solve(part, endless, bounds, ctl).await;
            let write = |index: usize| {
                let Bounds { low, high } = bounds[index];
                found[vertices[index] as usize] = [low, high];
                known[vertices[index] as usize] = true;
                1
            };
            ctl.each(0..vertices.len(), write).await;
        }
        Self { bounds: found }
    }

    /// The bounds of a vertex.
    pub fn of(&self, vertex: Vertex) -> Bounds {
        let [low, high] = self.bounds[vertex.index()];
        Bounds { low, high }
    }
}
