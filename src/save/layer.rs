//! The user's additions to a tree: notes, bookmarks, assumptions, and unknown members of files.

use std::collections::{BTreeMap, BTreeSet};

use super::assumptions::Assumption;
use super::members::Members;
use super::signposts::Signposts;

/// The user's additions to a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeLayer {
    /// A note.
    pub note: Option<String>,
    /// Members that this version doesn't know.
    pub members: Members,
    /// Such members of the edge that leads to the node, where all of this is kept by line.
    pub edge: Members,
}

/// The user's additions to a tree, and the members of its file that this version doesn't know.
///
/// Nodes are keyed by their number in the unfolding, or by their vertex in a positions graph. Edges
/// are keyed by their target's number in the unfolding, or by their own number in the positions
/// graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layer {
    /// The title.
    pub title: Option<String>,
    /// The assumptions about nodes, by line.
    pub assumptions: Vec<Assumption>,
    /// Bookmarks and tours.
    pub signposts: Signposts,
    /// Folds, view and all other members of `graph`.
    pub graph: Members,
    /// Unknown members at the top.
    pub top: Members,
    /// Unknown members of `counts`.
    pub counts: Members,
    /// Unknown members of `end`.
    pub end: Members,
    /// The additions to nodes.
    pub nodes: BTreeMap<u32, NodeLayer>,
    /// The additions to edges.
    pub edges: BTreeMap<u32, Members>,
    /// The additions to hidden nodes, by line.
    pub elsewhere: ByLine,
    /// The nodes of the unfolding that have a bookmark, as far as they exist; derived from the
    /// bookmarks' lines.
    pub bookmarked: BTreeSet<u32>,
}

impl Layer {
    /// The same without the additions to numbered nodes and edges: for a graph with another
    /// numbering.
    #[must_use]
    pub fn without_nodes(self) -> Self {
        Self {
            nodes: BTreeMap::new(),
            edges: BTreeMap::new(),
            bookmarked: BTreeSet::new(),
            ..self
        }
    }
}

/// The additions to nodes, keyed by line.
pub type ByLine = BTreeMap<String, NodeLayer>;
