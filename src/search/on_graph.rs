//! A position graph as a game, so that a search runs on the displayed tree of any game, with a
//! chosen order of moves. The number of nodes below a vertex within a number of plies is computed
//! on demand.

use std::cmp::Ordering;
use std::sync::Arc;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use crate::game::{Estimate, Game, Kind, NotationError, Player, Rational, half, zero};
use crate::tree::{Graph, Pictures, Vertex, VertexKind};
use crate::work::Control;

/// In which order the moves of a position graph are searched.
#[derive(Clone, Debug, Default)]
pub enum MoveOrder {
    /// The rules' order.
    #[default]
    Rules,
    /// By each vertex's rating for the rated player: the largest first where that player chooses,
    /// the smallest first where another player does.
    Best(Arc<[f64]>),
    /// The move at that index first, if one is known, and the others in the rules' order.
    First(FxHashMap<Vertex, u32>),
}

/// The tree below a position graph's vertices as a game. Its positions are vertices, and its moves
/// are indices in the rules' order. A horizon of the graph is an end that pays its estimate, since
/// the graph stops there.
pub struct OnGraph {
    labels: Arc<dyn Pictures>,
    /// The player whose rating is searched.
    player: Player,
    order: MoveOrder,
}

impl OnGraph {
    /// The tree of a graph, for the rating of one player.
    pub fn new(labels: Arc<dyn Pictures>, player: Player, order: MoveOrder) -> Self {
        Self {
            labels,
            player,
            order,
        }
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        self.labels.graph()
    }

    /// The player whose rating is searched.
    pub fn player(&self) -> Player {
        self.player
    }

    /// Whether a vertex takes the larger rating, the smaller one, or neither: a chance node or a
    /// leaf.
    pub fn choice(&self, vertex: Vertex) -> Option<Ordering> {
        choice(self.graph().kind(vertex), self.player)
    }
}

/// Whether a kind of vertex takes the larger rating of a player, the smaller one, or neither.
pub fn choice(kind: VertexKind, player: Player) -> Option<Ordering> {
    match kind {
        VertexKind::Decision(mover) if mover == player => Some(Ordering::Greater),
        VertexKind::Decision(_) => Some(Ordering::Less),
        VertexKind::Chance(_) | VertexKind::End | VertexKind::Horizon(_) => None,
    }
}

impl Game for OnGraph {
    type Position = Vertex;
    type Move = u32;

    fn name(&self) -> &str {
        "position-graph"
    }

    fn players(&self) -> usize {
        self.graph().players()
    }

    fn has_chance(&self) -> bool {
        self.graph().is_chance_game()
    }

    fn moves(&self, &vertex: &Vertex, out: &mut Vec<u32>) -> Kind {
        out.clear();
        let graph = self.graph();
        out.extend(0..graph.degree(vertex) as u32);
        let kind = match graph.kind(vertex) {
            VertexKind::Decision(mover) => Kind::Decision(mover),
            VertexKind::Chance(mover) => return Kind::Chance(mover),
            VertexKind::End | VertexKind::Horizon(_) => return Kind::End,
        };
        match &self.order {
            MoveOrder::Rules => {}
            MoveOrder::Best(worth) => {
                let targets = graph.targets(vertex);
                let worth = |slot: &u32| worth[targets[*slot as usize].index()];
                let largest = self.choice(vertex) == Some(Ordering::Greater);
                // Stable, so that ties stay in the rules' order.
                out.sort_by(|a, b| match largest {
                    true => worth(b).total_cmp(&worth(a)),
                    false => worth(a).total_cmp(&worth(b)),
                });
            }
            MoveOrder::First(first) => {
                if let Some(&index) = first.get(&vertex)
                    && (index as usize) < out.len()
                {
                    out[..=index as usize].rotate_right(1);
                }
            }
        }
        kind
    }

    fn play(&self, &vertex: &Vertex, index: u32) -> Vertex {
        self.graph().targets(vertex)[index as usize]
    }

    fn probability(&self, &vertex: &Vertex, index: u32) -> Rational {
        let graph = self.graph();
        match graph.edge(vertex, index as usize) {
            Some(edge) => graph.probability(edge),
            None => zero(),
        }
    }

    fn payoff(&self, &vertex: &Vertex, player: Player) -> Rational {
        self.graph().outcome(vertex, player).unwrap_or_else(half)
    }

    fn payoff_range(&self) -> (Rational, Rational) {
        self.graph().range()
    }

    fn estimates(&self) -> &[Estimate] {
        self.labels.estimates()
    }

    fn estimate(&self, &vertex: &Vertex, estimate: Estimate, player: Player) -> Rational {
        self.labels.estimate(vertex, estimate, player)
    }

    fn write_position(&self, &vertex: &Vertex, out: &mut String) {
        self.labels.write_position(vertex, out);
    }

    /// Positions are found in the graph, and never read: this refuses every text.
    fn read_position(&self, text: &str) -> Result<Vertex, NotationError> {
        let what = "a vertex of a graph has no notation of its own";
        Err(NotationError::new(
            text,
            0,
            what,
            "read it as a position of the graph's game",
        ))
    }

    fn write_move(&self, &vertex: &Vertex, index: u32, out: &mut String) {
        if let Some(edge) = self.graph().edge(vertex, index as usize) {
            self.labels.write_move(vertex, edge, out);
        }
    }
}

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
    /// `None` if more than `max` sizes are stored.
    pub async fn of(
        &mut self,
        graph: &Graph,
        vertex: Vertex,
        plies: u32,
        max: usize,
        ctl: &Control,
    ) -> Option<BigUint> {
        // The last one is computed first.
        let mut waiting = vec![(vertex, plies)];
        while let Some(&(at, remaining)) = waiting.last() {
            if self.known.len() > max {
                return None;
            }
            if self.known.contains_key(&(at, remaining)) {
                waiting.pop();
                continue;
            }
            let below = match graph.kind(at) {
                VertexKind::Chance(_) => Some(remaining),
                VertexKind::Decision(_) => remaining.checked_sub(1),
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
                self.known.insert((at, remaining), all);
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
