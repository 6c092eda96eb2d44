//! What is marked in an unfolding: the best line, positions that stand in several places, and
//! which kinds of marks there are at all, for a legend.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::far::ahead as who_is_ahead;
use super::moves::never_happens;
use super::text::is_rounded;
use super::view::TreeView;
use crate::game::Player;
use crate::rating::best_edges;
use crate::tree::{Edge, ShownPlies, UnfoldingNode, Vertex, VertexKind};

/// Where positions stand in what is shown, one entry a vertex. Zeros, which memory is full of when
/// it is new, stand for a position that is not shown, so that a large graph costs no more than what
/// is seen of it.
#[derive(Clone, Debug, Default)]
struct Places {
    first: Vec<u32>,
    count: Vec<u32>,
}

/// The kinds of marks that stand in a drawn tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Occurring {
    /// The players who are to move somewhere, or would be, in their order.
    pub movers: Vec<Player>,
    /// The players who are ahead somewhere, in their order.
    pub ahead: Vec<Player>,
    /// Nodes where nobody is ahead, or where that is hidden.
    pub nobody_ahead: bool,
    /// Nodes with a rating.
    pub ratings: bool,
    /// Ratings that aren't proven.
    pub unproven: bool,
    /// Ratings that are rounded.
    pub rounded: bool,
    /// The root's best line, one move long at least.
    pub best_line: bool,
    /// Best moves beside it.
    pub best_moves: bool,
    /// Ends.
    pub ends: bool,
    /// Chance nodes.
    pub chance: bool,
    /// Branches of chance with probability 0.
    pub never: bool,
    /// Leaves where a limit stopped the tree.
    pub horizons: bool,
    /// Nodes whose children are hidden.
    pub folds: bool,
    /// Positions that stand in several places.
    pub again: bool,
    /// Notes.
    pub notes: bool,
}

/// What is marked in an unfolding; it changes when something is unfolded or folded, and with the
/// player whose ratings are shown.
#[derive(Clone, Debug, Default)]
pub struct TreeMarks {
    best: FxHashSet<UnfoldingNode>,
    places: Places,
    occurring: Occurring,
    plies: ShownPlies,
}

impl TreeMarks {
    /// Marks the nodes of the root's best line, and counts the places of every position that is
    /// shown. The first of them is the highest, and of those in one row the leftmost.
    pub fn new(view: &TreeView<'_>, best_line: &[Edge]) -> Self {
        let graph = view.labels.graph();
        let mut marks = Self {
            places: Places {
                first: vec![0; graph.len()],
                count: vec![0; graph.len()],
            },
            plies: view.unfolding.shown_plies(graph),
            ..Self::default()
        };
        marks.mark_best_line(view, best_line);
        let (mut movers, mut ahead) = (0_u32, 0_u32);
        // Row by row, as a reader's eye goes: the place nearest to the root is the first.
        let mut rows = VecDeque::from([UnfoldingNode::ROOT]);
        while let Some(node) = rows.pop_front() {
            let vertex = view.unfolding.vertex(node);
            let count = &mut marks.places.count[vertex.index()];
            *count += 1;
            if *count == 1 {
                marks.places.first[vertex.index()] = node.0;
                movers |= marks.occurring.see_position(view, vertex);
                match who_is_ahead(view, vertex) {
                    Some(player) => ahead |= 1 << player.index(),
                    None => marks.occurring.nobody_ahead = true,
                }
            } else {
                marks.occurring.again = true;
            }
            marks.see_node(view, node, vertex);
            rows.extend(view.unfolding.children(node));
        }
        let players = |bits: u32| {
            Player::all(graph.players())
                .filter(|player| bits & (1 << player.index()) != 0)
                .collect()
        };
        marks.occurring.movers = players(movers);
        marks.occurring.ahead = players(ahead);
        marks
    }

    fn mark_best_line(&mut self, view: &TreeView<'_>, best_line: &[Edge]) {
        let mut node = UnfoldingNode::ROOT;
        self.best.insert(node);
        for &edge in best_line {
            if !view.unfolding.is_open(node) {
                break;
            }
            let Some(child) = view.unfolding.child(node, edge) else {
                break;
            };
            self.best.insert(child);
            node = child;
        }
        self.occurring.best_line = self.best.len() > 1 && !view.hidden;
    }

    fn see_node(&mut self, view: &TreeView<'_>, node: UnfoldingNode, vertex: Vertex) {
        let graph = view.labels.graph();
        let open = view.unfolding.is_open(node);
        self.occurring.folds |= !open && !graph.is_leaf(vertex);
        self.occurring.notes |= view.notes.note(node).is_some();
        self.occurring.never |= graph.has_chance() && never_happens(view, node);
        if open && !view.hidden && !self.occurring.best_moves {
            let best = best_edges(graph, &view.analysis.ratings, vertex);
            self.occurring.best_moves = view.unfolding.children(node).any(|child| {
                let edge = view.unfolding.edge(child);
                edge.is_some_and(|edge| best.contains(&edge)) && !self.on_best_line(child)
            });
        }
    }

    /// Whether a node lies on the root's best line.
    pub fn on_best_line(&self, node: UnfoldingNode) -> bool {
        self.best.contains(&node)
    }

    /// In how many places of what is shown a position stands.
    pub fn places(&self, vertex: Vertex) -> u32 {
        let count = self.places.count.get(vertex.index());
        count.copied().unwrap_or_default()
    }

    /// The first of the places where a position stands.
    pub fn first_place(&self, vertex: Vertex) -> Option<UnfoldingNode> {
        let first = self.places.first.get(vertex.index())?;
        (self.places(vertex) > 0).then_some(UnfoldingNode(*first))
    }

    /// Whether the position of a node stands earlier in the tree.
    pub fn is_seen_before(&self, view: &TreeView<'_>, node: UnfoldingNode) -> bool {
        self.first_place(view.unfolding.vertex(node))
            .is_some_and(|first| first != node)
    }

    /// Which kinds of marks there are.
    pub fn occurring(&self) -> &Occurring {
        &self.occurring
    }

    /// Down to which plies the tree is shown.
    pub fn plies(&self) -> ShownPlies {
        self.plies
    }
}

impl Occurring {
    /// Notes what a position brings with it; the player to move as a bit.
    fn see_position(&mut self, view: &TreeView<'_>, vertex: Vertex) -> u32 {
        let kind = view.labels.graph().kind(vertex);
        match kind {
            VertexKind::End => {
                self.ends = true;
                return 0;
            }
            VertexKind::Chance(_) => self.chance = true,
            VertexKind::Horizon(_) => self.horizons = true,
            VertexKind::Decision(_) => {}
        }
        self.ratings = true;
        if let Some(player) = view.rated_player(vertex)
            && !view.hidden
        {
            let ratings = &view.analysis.ratings;
            self.unproven |= !ratings.is_proven(vertex, player);
            self.rounded = self.rounded || is_rounded(&ratings.rating(vertex, player));
        }
        match kind {
            VertexKind::Decision(player) | VertexKind::Horizon(player) => 1 << player.index(),
            VertexKind::Chance(_) | VertexKind::End => 0,
        }
    }
}
