//! What-ifs in a drawn tree: the nodes with changed ratings under assumptions.

use rustc_hash::FxHashMap;

use super::view::TreeView;
use crate::game::Player;
use crate::rating::{Assumed, AssumedNode, Backed, Rating, best_edges};
use crate::tree::{Edge, UnfoldingNode, Vertex, VertexKind};
use crate::words::{rating_text, unproven_text};

/// The assumptions, for drawing an unfolding.
#[derive(Clone, Copy)]
pub struct DrawnWhatIf<'a> {
    /// Ratings under the assumptions.
    pub assumed: &'a Assumed,
    /// Which of its nodes a node of the unfolding is.
    pub nodes: &'a FxHashMap<UnfoldingNode, usize>,
    /// The best line from the root under the assumptions.
    pub best_line: &'a [Edge],
    /// Whether a move is forbidden or a position changed, so that there are nodes that can't be
    /// reached.
    pub cuts: bool,
    /// While the change is animated up the tree: the number of moves to the highest node that it
    /// has reached. Nodes above still show their own ratings.
    pub reached: Option<usize>,
    /// The node whose ratings are requested, since the same position elsewhere has others.
    pub here: Option<UnfoldingNode>,
}

impl<'a> TreeView<'a> {
    /// The same view for a node: ratings of its position and of its moves are those at this node,
    /// under the assumptions. Without it they are those of the position graph.
    #[must_use]
    pub fn at(&self, node: UnfoldingNode) -> Self {
        Self {
            what_if: self.what_if.map(|what_if| DrawnWhatIf {
                here: Some(node),
                ..what_if
            }),
            ..*self
        }
    }

    /// The same without any assumption.
    #[must_use]
    pub fn truth(&self) -> Self {
        Self {
            what_if: None,
            ..*self
        }
    }

    /// The data of a node on the way from an assumption to the root; `None` at any other.
    pub fn assumed_at(&self, node: UnfoldingNode) -> Option<&'a AssumedNode> {
        let what_if = self.what_if?;
        what_if.assumed.node(*what_if.nodes.get(&node)?)
    }

    /// The data of the requested node, if it is on such a way.
    pub fn assumed_here(&self) -> Option<&'a AssumedNode> {
        self.assumed_at(self.what_if?.here?)
    }

    /// The ratings of a node as far as the animation has come.
    fn worth<'b>(&self, node: &'b AssumedNode) -> &'b Backed {
        let reached = self.what_if.and_then(|what_if| what_if.reached);
        match reached {
            Some(reached) if node.depth < reached => &node.before,
            _ => &node.now,
        }
    }

    /// The ratings of the vertex at the requested node, if assumptions affect it.
    fn backed(&self, vertex: Vertex) -> Option<&'a Backed> {
        let here = self.assumed_here()?;
        if here.vertex == vertex {
            return Some(self.worth(here));
        }
        let assumed = self.what_if?.assumed;
        let mut children = here.children.iter();
        let children = children
            .find_map(|(_, child)| assumed.node(*child).filter(|child| child.vertex == vertex));
        children.map(|child| self.worth(child))
    }

    /// The ratings after a move of the requested node, if assumptions affect them.
    fn backed_by(&self, edge: Edge) -> Option<&'a Backed> {
        let assumed = self.what_if?.assumed;
        let here = self.assumed_here()?;
        let child = here.children.iter().find(|(own, _)| *own == edge)?.1;
        assumed.node(child).map(|child| self.worth(child))
    }

    /// A vertex's rating for a player.
    pub fn rating(&self, vertex: Vertex, player: Player) -> Rating {
        match self.backed(vertex) {
            Some(backed) => backed.rating(player),
            None => self.analysis.ratings.rating(vertex, player),
        }
    }

    /// The proven interval.
    pub fn proven(&self, vertex: Vertex, player: Player) -> (Rating, Rating) {
        match self.backed(vertex) {
            Some(backed) => backed.proven(player),
            None => self.analysis.ratings.proven(vertex, player),
        }
    }

    /// Whether it is certain, for a player.
    pub fn is_proven(&self, vertex: Vertex, player: Player) -> bool {
        match self.backed(vertex) {
            Some(backed) => backed.is_proven(player),
            None => self.analysis.ratings.is_proven(vertex, player),
        }
    }

    /// The proven interval of the rating that a move of the node here leads to.
    pub(super) fn proven_by(&self, edge: Edge, player: Player) -> (Rating, Rating) {
        let target = self.labels.graph().target(edge);
        match self.backed_by(edge) {
            Some(backed) => backed.proven(player),
            None => self.analysis.ratings.proven(target, player),
        }
    }

    /// The rating that a move of the node here leads to.
    pub fn rating_by(&self, edge: Edge, player: Player) -> String {
        let target = self.labels.graph().target(edge);
        match self.backed_by(edge) {
            Some(backed) => self.text_of(backed, player),
            None if self.assumed_here().is_some() => self.truth().rating_of(target, player),
            None => self.rating_of(target, player),
        }
    }

    /// The best moves of a vertex, at the requested node.
    pub fn best_moves(&self, vertex: Vertex) -> Vec<Edge> {
        match self.assumed_here() {
            Some(here) if here.vertex == vertex => here.sure_best(self.labels.graph()).to_vec(),
            _ => best_edges(self.labels.graph(), &self.analysis.ratings, vertex),
        }
    }

    /// Whether a move of the node here is forbidden.
    pub fn is_forbidden(&self, edge: Edge) -> bool {
        self.assumed_here()
            .is_some_and(|here| here.forbidden.contains(&edge))
    }

    /// The rating of the requested node before the assumptions, if it differs, for the player whose
    /// rating is shown there.
    pub fn old_rating(&self, vertex: Vertex) -> Option<String> {
        let here = self.assumed_here().filter(|here| here.vertex == vertex)?;
        let player = self.chooser(vertex);
        let is_old = std::ptr::eq(self.worth(here), &raw const here.before);
        if self.hidden || is_old || !here.alters(player) {
            return None;
        }
        if self.labels.graph().kind(vertex) == VertexKind::End {
            return Some(self.truth().node_text(vertex)).filter(|text| !text.is_empty());
        }
        Some(self.text_of(&here.before, player))
    }

    fn text_of(&self, backed: &Backed, player: Player) -> String {
        if self.hidden {
            return super::view::HIDDEN.to_owned();
        }
        if backed.is_proven(player) {
            return rating_text(&backed.rating(player));
        }
        let (low, high) = backed.proven(player);
        unproven_text((&low, &high), self.labels.graph().range())
    }

    /// Whether a node can't be reached under the assumptions: a forbidden move leads there, or the
    /// position above is another one.
    pub(super) fn is_cut_off(&self, node: UnfoldingNode) -> bool {
        if self.hidden || !self.what_if.is_some_and(|what_if| what_if.cuts) {
            return false;
        }
        let forbids = |node| {
            let assumed = self.assumed_at(node);
            assumed.is_some_and(|assumed| assumed.forbids.is_some())
        };
        let changed = |node| {
            let assumed = self.assumed_at(node);
            assumed.is_some_and(|assumed| assumed.changed.is_some())
        };
        let mut above = std::iter::successors(self.unfolding.parent(node), |node| {
            self.unfolding.parent(*node)
        });
        forbids(node) || above.any(|above| forbids(above) || changed(above))
    }

    /// The assumptions at a node, in a sentence for a screen reader; empty if there are none.
    pub(super) fn assumed_words(&self, node: UnfoldingNode) -> String {
        let Some(assumed) = self.assumed_at(node) else {
            return String::new();
        };
        let mut text = String::new();
        if assumed.pinned.is_some() {
            text.push_str(", rating pinned");
        }
        if assumed.changed.is_some() {
            text.push_str(", position replaced");
        }
        if assumed.forbids.is_some() {
            text.push_str(", move forbidden");
        }
        let vertex = self.unfolding.vertex(node);
        if let Some(old) = self.at(node).old_rating(vertex) {
            text.push_str(&format!(", true rating {old}"));
        }
        text
    }
}
