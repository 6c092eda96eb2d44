//! What a document adds to a tree: notes, bookmarks, and members that other programs wrote.

use std::collections::{BTreeMap, BTreeSet};

use super::assumptions::Assumption;
use super::members::Members;
use super::signposts::Signposts;

/// What a user adds to a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeLayer {
    /// A note.
    pub note: Option<String>,
    /// Members that this version doesn't know.
    pub members: Members,
    /// Such members of the edge that leads to the node, where all of this is kept by line.
    pub edge: Members,
}

/// What a user adds to a tree, and what a file holds that this version doesn't know.
///
/// Nodes are keyed by their number in the unfolding, or by their vertex in a positions graph;
/// edges by the number of the node that they lead to in the unfolding, or by their own number in
/// the positions graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layer {
    /// The title.
    pub title: Option<String>,
    /// What is assumed of nodes, by line.
    pub assumptions: Vec<Assumption>,
    /// Bookmarks and tours.
    pub signposts: Signposts,
    /// Folds, view and whatever else `graph` has.
    pub graph: Members,
    /// Unknown members at the top.
    pub top: Members,
    /// Unknown members of `counts`.
    pub counts: Members,
    /// Unknown members of `end`.
    pub end: Members,
    /// What is added to nodes.
    pub nodes: BTreeMap<u32, NodeLayer>,
    /// What is added to edges.
    pub edges: BTreeMap<u32, Members>,
    /// What is added to nodes that aren't shown, by line.
    pub elsewhere: ByLine,
    /// The nodes of the unfolding that have a bookmark, as far as they have been made: what follows
    /// from the bookmarks' lines.
    pub bookmarked: BTreeSet<u32>,
}

impl Layer {
    /// The same without what is added to single nodes and edges by their numbers: for a graph whose
    /// nodes are numbered otherwise.
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

/// What is added to nodes, keyed by line.
pub type ByLine = BTreeMap<String, NodeLayer>;
