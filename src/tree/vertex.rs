//! The names of a graph's parts: vertices, edges, and the kinds of vertices.

use crate::game::Player;

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

/// The kind of a vertex.
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
