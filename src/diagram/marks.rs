//! The marks of an unfolding (`TreeMarks`): the best line, positions that occur several times, and
//! the kinds of marks that occur, for the legend.

use std::cell::RefCell;

use rustc_hash::FxHashSet;

use super::bit;
use super::looks::Looks;
use super::places::Places;
use super::view::TreeView;
use crate::game::Player;
use crate::layout::{MAX_TIDY_NODES, Tally};
use crate::rating::best_edges;
use crate::tree::{Edge, ShownPlies, UnfoldingNode, Vertex};

/// The kinds of marks that occur in a drawn tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Occurring {
    /// Whether a move is drawn as a blunder.
    pub blunders: bool,
    /// The players to move at some node, or who would be, in their order.
    pub movers: Vec<Player>,
    /// The players who are ahead somewhere, in their order.
    pub ahead: Vec<Player>,
    /// Nodes where no player is ahead, or where that is hidden.
    pub nobody_ahead: bool,
    /// Nodes with a rating.
    pub ratings: bool,
    /// Ratings that aren't proven.
    pub unproven: bool,
    /// Ratings that are rounded.
    pub rounded: bool,
    /// The root's best line, if it has a move.
    pub best_line: bool,
    /// Best moves beside it.
    pub best_moves: bool,
    /// Ends.
    pub ends: bool,
    /// Chance nodes.
    pub chance: bool,
    /// Outcomes of chance with probability 0.
    pub never: bool,
    /// Leaves where a limit stopped the tree.
    pub horizons: bool,
    /// Nodes whose children are hidden.
    pub folds: bool,
    /// Positions that occur several times.
    pub again: bool,
    /// Notes.
    pub notes: bool,
    /// Bookmarks.
    pub bookmarks: bool,
}

/// The marks of an unfolding. They change when nodes are unfolded or folded, and with the player
/// whose ratings are shown.
#[derive(Clone, Debug, Default)]
pub struct TreeMarks {
    best: FxHashSet<UnfoldingNode>,
    places: Places,
    occurring: Occurring,
    plies: ShownPlies,
    /// Cache: the best moves of the last vertex, since siblings are drawn one after another.
    siblings: RefCell<(Option<Vertex>, Vec<Edge>)>,
}

impl TreeMarks {
    /// Marks the nodes of the root's best line, and collects the marks of all visible nodes.
    pub fn new(view: &TreeView<'_>, best_line: &[Edge]) -> Self {
        let mut marks = Self::default();
        marks.mark_best_line(view, best_line);
        let looks = Looks::default();
        let mut shown = 0;
        let mut tally = Tally::default();
        for node in view.unfolding.preorder() {
            tally = tally.and(marks.tally(view, &looks, node));
            shown += 1;
        }
        marks.follow(view, tally, shown);
        marks
    }

    /// Forgets where positions occur, for another graph. What occurs at all stays until
    /// [`follow`](Self::follow).
    pub fn forget_places(&mut self) {
        self.places = Places::default();
    }

    /// Marks the nodes of the root's best line, as far as it is unfolded: the first step after a
    /// change.
    pub fn mark_best_line(&mut self, view: &TreeView<'_>, best_line: &[Edge]) {
        self.best.clear();
        let best_line = view.what_if.map_or(best_line, |what_if| what_if.best_line);
        // Ratings may have come meanwhile.
        self.siblings = RefCell::default();
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
        self.occurring.best_line = self.best.len() > 1 && view.marks_best();
    }

    /// Whether a move of a vertex is one of the best there.
    pub(super) fn is_best(&self, view: &TreeView<'_>, vertex: Vertex, edge: Edge) -> bool {
        let mut siblings = self.siblings.borrow_mut();
        if siblings.0 != Some(vertex) {
            let graph = view.labels.graph();
            *siblings = (
                Some(vertex),
                best_edges(graph, &view.analysis.ratings, vertex),
            );
        }
        siblings.1.binary_search(&edge).is_ok()
    }

    /// The values of one node that a layout adds up for [`follow`](Self::follow).
    pub fn tally(&self, view: &TreeView<'_>, looks: &Looks, node: UnfoldingNode) -> Tally {
        let mut tally = looks.tally(view, node);
        if self.on_best_line(node) {
            tally.any &= !bit::OPEN_DECISIONS;
        }
        tally
    }

    /// Updates the marks after a change: `tally` is the sum of [`tally`](Self::tally) over the
    /// `shown` nodes.
    pub fn follow(&mut self, view: &TreeView<'_>, tally: Tally, shown: usize) {
        self.places.follow(view, shown);
        self.plies = ShownPlies {
            least: tally.least.min(tally.most),
            most: tally.most,
            folded: tally.least != u32::MAX,
        };
        let open_decisions = tally.any & bit::OPEN_DECISIONS != 0;
        self.occurring = Occurring {
            best_line: self.occurring.best_line,
            best_moves: view.marks_best() && (open_decisions || self.is_best_beside_the_line(view)),
            again: self.is_any_again(view, shown),
            ..Occurring::of_bits(view, tally.any)
        };
        self.follow_notes(view, shown);
    }

    /// Notes whether there is a note or a bookmark: one came or went.
    pub fn follow_notes(&mut self, view: &TreeView<'_>, shown: usize) {
        let notes = view.notes;
        self.occurring.notes = match notes.noted() {
            Some(noted) => noted.into_iter().any(|node| is_shown(view, node)),
            None if shown > 0 => view
                .unfolding
                .preorder()
                .any(|node| notes.note(node).is_some()),
            None => false,
        };
        let bookmarked = notes.bookmarked().unwrap_or_default();
        self.occurring.bookmarks = bookmarked.into_iter().any(|node| is_shown(view, node));
    }

    /// Whether another move of a node on the best line is as good as the line's own.
    fn is_best_beside_the_line(&self, view: &TreeView<'_>) -> bool {
        let graph = view.labels.graph();
        let mut node = UnfoldingNode::ROOT;
        loop {
            let best = best_edges(graph, &view.analysis.ratings, view.unfolding.vertex(node));
            let mut next = None;
            for child in view.unfolding.children(node) {
                if self.on_best_line(child) {
                    next = Some(child);
                } else if view
                    .unfolding
                    .edge(child)
                    .is_some_and(|edge| best.contains(&edge))
                {
                    return true;
                }
            }
            match next {
                Some(next) => node = next,
                None => return false,
            }
        }
    }

    fn is_any_again(&self, view: &TreeView<'_>, shown: usize) -> bool {
        self.places.any_again(shown).unwrap_or_else(|| {
            if shown > MAX_TIDY_NODES {
                // A large tree without a repeated position is rare, so checking all of it isn't
                // worth the time.
                return true;
            }
            let mut seen = FxHashSet::default();
            let mut nodes = view.unfolding.preorder();
            nodes.any(|node| !seen.insert(view.unfolding.vertex(node)))
        })
    }

    /// Whether a node is on the root's best line.
    pub fn on_best_line(&self, node: UnfoldingNode) -> bool {
        self.best.contains(&node)
    }

    /// The number of visible occurrences of a position.
    pub fn places(&self, view: &TreeView<'_>, vertex: Vertex) -> u32 {
        self.places.count(view.unfolding, vertex)
    }

    /// The first visible occurrence of a position: the highest, and of those in one row the
    /// leftmost in the rules' order.
    pub fn first_place(&self, view: &TreeView<'_>, vertex: Vertex) -> Option<UnfoldingNode> {
        self.places.first(view.unfolding, vertex)
    }

    /// Whether the position of a node occurs earlier in the tree.
    pub fn is_seen_before(&self, view: &TreeView<'_>, node: UnfoldingNode) -> bool {
        let vertex = view.unfolding.vertex(node);
        self.places(view, vertex) > 1
            && self
                .first_place(view, vertex)
                .is_some_and(|first| first != node)
    }

    /// Which kinds of marks there are.
    pub fn occurring(&self) -> &Occurring {
        &self.occurring
    }

    /// The plies down to which the tree is shown.
    pub fn plies(&self) -> ShownPlies {
        self.plies
    }
}

/// Whether all above a node is unfolded.
fn is_shown(view: &TreeView<'_>, node: UnfoldingNode) -> bool {
    if node.index() >= view.unfolding.len() {
        return false;
    }
    let mut node = node;
    while let Some(parent) = view.unfolding.parent(node) {
        if !view.unfolding.is_open(parent) {
            return false;
        }
        node = parent;
    }
    true
}

impl Occurring {
    /// The marks of the flags in [`bit`], as far as positions and moves determine them.
    pub(super) fn of_bits(view: &TreeView<'_>, any: u64) -> Self {
        let there = |bits: u64| any & bits != 0;
        let players = |bit: fn(Player) -> u64| {
            Player::all(view.labels.graph().players())
                .filter(|player| there(bit(*player)))
                .collect()
        };
        Self {
            movers: players(bit::mover),
            ahead: players(bit::ahead),
            nobody_ahead: there(bit::NOBODY_AHEAD),
            ratings: there(bit::RATINGS),
            unproven: there(bit::UNPROVEN),
            rounded: there(bit::ROUNDED),
            ends: there(bit::ENDS),
            chance: there(bit::CHANCE),
            never: there(bit::NEVER),
            horizons: there(bit::HORIZONS),
            folds: there(bit::FOLDS),
            blunders: there(bit::BLUNDERS),
            ..Self::default()
        }
    }
}
