//! The number of nodes below a vertex within a number of plies, computed on demand.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use crate::tree::{Graph, Vertex, VertexKind};
use crate::work::Control;

/// The sizes of subtrees that a ply limit ends, each found once. As everywhere, an outcome of
/// chance costs no ply, and chance is never the last.
#[derive(Clone, Debug, Default)]
pub struct LimitedSizes {
    known: FxHashMap<(Vertex, u32), BigUint>,
}

impl LimitedSizes {
    /// The number of stored sizes.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether none is kept.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The number of nodes of the tree below a vertex, down to `plies`, including the vertex.
    /// `None` if more than `most` sizes are stored.
    pub async fn of(
        &mut self,
        graph: &Graph,
        vertex: Vertex,
        plies: u32,
        most: usize,
        ctl: &Control,
    ) -> Option<BigUint> {
        // The last one is computed first.
        let mut waiting = vec![(vertex, plies)];
        while let Some(&(at, left)) = waiting.last() {
            if self.known.len() > most {
                return None;
            }
            if self.known.contains_key(&(at, left)) {
                waiting.pop();
                continue;
            }
            let below = match graph.kind(at) {
                VertexKind::Chance(_) => Some(left),
                VertexKind::Decision(_) => left.checked_sub(1),
                VertexKind::End | VertexKind::Horizon(_) => None,
            };
            let targets = below.map_or(&[][..], |_| graph.targets(at));
            let below = below.unwrap_or(0);
            let mut all = BigUint::from(1_u32);
            let mut missing = false;
            for &target in targets {
                match self.known.get(&(target, below)) {
                    Some(size) => all += size,
                    None => {
                        missing = true;
                        waiting.push((target, below));
                    }
                }
            }
            if !missing {
                self.known.insert((at, left), all);
                waiting.pop();
            }
            ctl.tick(1 + targets.len()).await;
        }
        self.known.get(&(vertex, plies)).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::sync::Arc;

    use crate::games::scripted::Scripted;
    use crate::tree::{Limits, PositionGraph};
    use crate::work::finished;

    #[test]
    fn the_size_of_a_limited_tree_is_found_and_kept_with_those_below_it() {
        let script = "players a b\ntop a: l -> x, r -> e\nx b: m -> e\ne end: 1 0";
        let game = Scripted::new(script).expect("a good script");
        let start = game.start();
        let graph = PositionGraph::new(Arc::new(game), start, Limits::default());
        let mut sizes = LimitedSizes::default();
        assert!(sizes.is_empty());
        let ctl = Control::default();
        let of = |plies, sizes: &mut LimitedSizes| {
            finished(sizes.of(graph.graph(), Vertex::ROOT, plies, 100, &ctl))
        };
        let found = of(2, &mut sizes);
        assert_eq!(found, Some(BigUint::from(4_u32)));
        // The root, x, and e with one ply left and with none.
        assert!(!sizes.is_empty());
        assert_eq!(sizes.len(), 4);
        let found = of(1, &mut sizes);
        assert_eq!(found, Some(BigUint::from(3_u32)));
    }
}
