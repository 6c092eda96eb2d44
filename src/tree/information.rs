//! Information sets of a graph: decisions that their player can't tell apart.

use rustc_hash::FxHashMap;

use super::{Vertex, VertexKind};
use crate::game::Game;

/// The vertices in information sets of the game. The others of a set may be beyond a limit.
#[derive(Clone, Debug, Default)]
pub(super) struct InformationSets {
    /// One per vertex: the number of its set, counted from 1, or 0. Empty in a graph without sets.
    numbers: Vec<u32>,
}

impl InformationSets {
    /// Those of a game that hides positions; `kind` gives the kind of a vertex.
    pub fn of<G: Game>(
        game: &G,
        positions: &[G::Position],
        kind: impl Fn(Vertex) -> VertexKind,
    ) -> Self {
        let mut numbers = vec![0; positions.len()];
        let mut sets: FxHashMap<u32, u32> = FxHashMap::default();
        for (index, position) in positions.iter().enumerate() {
            let is_decision = matches!(kind(Vertex(index as u32)), VertexKind::Decision(_));
            if let Some(set) = game.information_set(position).filter(|_| is_decision) {
                let next = sets.len() as u32 + 1;
                numbers[index] = *sets.entry(set).or_insert(next);
            }
        }
        Self {
            numbers: if sets.is_empty() { Vec::new() } else { numbers },
        }
    }

    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    pub fn number(&self, vertex: Vertex) -> Option<u32> {
        let number = self.numbers.get(vertex.index()).copied();
        number.filter(|number| *number > 0)
    }
}
