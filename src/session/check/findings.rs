//! What a walk finds: disagreements by kind, counts, and the texts that were read for it.

use rustc_hash::FxHashMap;

use super::coverage::Coverage;
use super::kinds::DisagreementKind;
use super::node::Of;
use crate::session::rated::Rated;
use crate::tree::Vertex;

/// A disagreement with the data to describe it.
#[derive(Clone)]
pub(super) struct Record {
    pub kind: DisagreementKind,
    pub of: Of,
    pub node: u32,
    pub vertex: Vertex,
    /// The pair that it was found at, in a tree.
    pub pair: Option<u32>,
    /// Whether it is a position that the board doesn't lead to.
    pub elsewhere: bool,
    /// The graph of such a position, if it has one.
    pub aside: Option<Rated>,
}

/// The number of disagreements of a kind, the first, and the smallest.
#[derive(Clone, Default)]
pub(super) struct OfKind {
    pub count: u64,
    pub first: Option<Record>,
    pub smallest: Option<Record>,
}

/// The results of a walk.
#[derive(Clone, Default)]
pub(super) struct Findings {
    /// Nodes that were compared.
    pub compared: u64,
    /// Those in which nothing differs.
    pub agreeing: u64,
    /// The number of those below which a limit of ours hides what follows.
    pub beyond: u64,
    /// The number of those whose moves were left out.
    pub left_out: u64,
    /// The number of those that may be ends: leaves at the last ply of a tree that doesn't mark
    /// ends.
    pub last_ply: u64,
    /// Positions to which the board doesn't lead.
    pub unreached: u64,
    /// Those among them that are too many to be compared.
    pub unchecked: u64,
    /// Positions that were said before.
    pub repeated: u64,
    /// An unreadable position, and its line.
    pub unreadable: Option<u32>,
    pub kinds: [OfKind; DisagreementKind::ALL.len()],
    /// What was compared, and which features it showed.
    pub coverage: Coverage,
    /// The number of disagreements of each kind per node, without those of order; of the first
    /// nodes only.
    pub marks: FxHashMap<(u32, DisagreementKind), u32>,
    /// The nodes that were compared whole.
    pub looked: Vec<bool>,
    /// Whether a position without captured dice was compared with one that has some.
    pub is_bare: bool,
    /// Every node that was compared with a vertex of the board's graph, if all were.
    pub visited: Vec<(u32, Vertex)>,
}

/// Single positions as notation is written: read once for all walks whose rules write it the same.
#[derive(Default)]
pub(super) struct Texts {
    /// The text of every node.
    pub normals: Vec<String>,
    /// The nodes of every text, in their order.
    pub nodes: FxHashMap<String, Vec<u32>>,
    pub repeated: u64,
}

impl Texts {
    pub fn add(&mut self, normal: String) {
        let index = self.normals.len() as u32;
        let nodes = self.nodes.entry(normal.clone()).or_default();
        self.repeated += u64::from(!nodes.is_empty());
        nodes.push(index);
        self.normals.push(normal);
    }
}

impl Findings {
    pub fn agrees(&self) -> bool {
        self.agrees_in_all_but_order() && self.kinds[DisagreementKind::Order as usize].count == 0
    }

    /// Whether nothing differs, the order of moves left aside.
    pub fn agrees_in_all_but_order(&self) -> bool {
        let mut kinds = self.kinds.iter().zip(DisagreementKind::ALL);
        self.unreadable.is_none()
            && kinds.all(|(found, kind)| found.count == 0 || kind == DisagreementKind::Order)
    }
}
