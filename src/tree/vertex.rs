//! The names of a graph's parts: vertices, edges, and the kinds of vertices; information sets; and an
//! order of vertices in which children come before parents.

use rustc_hash::FxHashMap;

use crate::game::{Game, Player};

/// A vertex of the position graph, in breadth-first order of discovery; the root is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Vertex(pub u32);

impl Vertex {
    /// The root of every graph.
    pub const ROOT: Self = Self(0);

    /// The vertex's index in a column.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A move of the position graph: sorted by its source, then in the rules' order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge(pub u32);

impl Edge {
    /// The edge's index in a column.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Set in the packed kind of a horizon where chance would decide. Players are fewer than 32.
pub(super) const HIDES_CHANCE: u8 = 1 << 7;

/// The kind of a vertex. Ends and horizons are leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VertexKind {
    /// The mover chooses.
    Decision(Player),
    /// Chance decides. The player is the one whose move rolled the dice.
    Chance(Player),
    /// The game is over.
    End,
    /// A leaf where a limit stopped us; the player would choose here.
    Horizon(Player),
}

impl VertexKind {
    /// The player who chooses here, would choose here, or whose move chance decides.
    pub fn player(self) -> Option<Player> {
        match self {
            Self::Decision(player) | Self::Chance(player) | Self::Horizon(player) => Some(player),
            Self::End => None,
        }
    }

    pub(super) fn pack(self) -> u8 {
        match self {
            Self::Decision(player) => player.0 << 2,
            Self::Chance(player) => player.0 << 2 | 1,
            Self::End => 2,
            Self::Horizon(player) => player.0 << 2 | 3,
        }
    }

    pub(super) fn unpack(packed: u8) -> Self {
        let player = Player((packed & !HIDES_CHANCE) >> 2);
        match packed & 3 {
            0 => Self::Decision(player),
            1 => Self::Chance(player),
            2 => Self::End,
            _ => Self::Horizon(player),
        }
    }
}

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

/// An order of vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TopologicalOrder {
    /// From this number, itself left out, down to 0.
    Descending(u32),
    /// As listed.
    Listed(Vec<u32>),
}

impl TopologicalOrder {
    pub fn len(&self) -> usize {
        match self {
            Self::Descending(len) => *len as usize,
            Self::Listed(vertices) => vertices.len(),
        }
    }

    /// The vertex at an index.
    pub fn at(&self, index: usize) -> u32 {
        match self {
            Self::Descending(len) => len - 1 - index as u32,
            Self::Listed(vertices) => vertices[index],
        }
    }

    /// Memory size in bytes, by allocated capacity.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Descending(_) => 0,
            Self::Listed(vertices) => 4 * vertices.capacity(),
        }
    }

    pub fn shrink(&mut self) {
        if let Self::Listed(vertices) = self {
            vertices.shrink_to_fit();
        }
    }
}
