//! The marks of an unfolding (`TreeMarks`): the best line, positions that occur several times, and for
//! the legend the kinds of marks that occur, as bit flags. A position's visible occurrences
//! (their number, and the first) are counted on demand, for the few positions that are large enough
//! to read.

use std::cell::{Cell, RefCell};
use std::cmp::Ordering;

use rustc_hash::{FxHashMap, FxHashSet};

use super::blunders::is_marked_at;
use super::measured_nodes::NodeMeasures;
use super::view::{TreeView, never_happens};
use crate::game::{MAX_PLAYERS, Player};
use crate::layout::{MAX_TIDY_NODES, SubtreeTally};
use crate::rating::best_edges;
use crate::tree::{Edge, ShownPlies, Unfolding, UnfoldingNode, Vertex, VertexKind};

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
    /// Ratings of which a player has a part for certain.
    pub split: bool,
    /// Ratings that are rounded.
    pub rounded: bool,
    /// The root's best line, if it has a move.
    pub best_line: bool,
    /// Whether chance decides on it.
    pub likeliest: bool,
    /// Best moves beside it.
    pub best_moves: bool,
    /// Moves that are neither best nor blunders; always in a large tree.
    pub other_moves: bool,
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
    places: Occurrences,
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
        let looks = NodeMeasures::default();
        let mut shown = 0;
        let mut tally = SubtreeTally::default();
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
        self.places = Occurrences::default();
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
        self.occurring.likeliest = false;
        for &edge in best_line {
            if !view.unfolding.is_open(node) {
                break;
            }
            let Some(child) = view.unfolding.child(node, edge) else {
                break;
            };
            let kind = view.labels.graph().kind(view.unfolding.vertex(node));
            self.occurring.likeliest |= matches!(kind, VertexKind::Chance(_));
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
    pub fn tally(
        &self,
        view: &TreeView<'_>,
        looks: &NodeMeasures,
        node: UnfoldingNode,
    ) -> SubtreeTally {
        let mut tally = looks.tally(view, node);
        if self.on_best_line(node) {
            tally.any &= !OPEN_DECISIONS;
        }
        tally
    }

    /// Updates the marks after a change: `tally` is the sum of [`tally`](Self::tally) over the
    /// `shown` nodes.
    pub fn follow(&mut self, view: &TreeView<'_>, tally: SubtreeTally, shown: usize) {
        self.places.follow(view, shown);
        self.plies = ShownPlies {
            min: tally.min.min(tally.max),
            max: tally.max,
            folded: tally.min != u32::MAX,
        };
        let open_decisions = tally.any & OPEN_DECISIONS != 0;
        self.occurring = Occurring {
            best_line: self.occurring.best_line,
            likeliest: self.occurring.likeliest,
            other_moves: shown > MAX_TIDY_NODES || self.is_any_other_move(view),
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

    fn is_any_other_move(&self, view: &TreeView<'_>) -> bool {
        let mut nodes = view.unfolding.preorder();
        nodes.any(|node| {
            let vertex = view.unfolding.vertex(node);
            // The best moves of siblings are cached.
            view.unfolding.children(node).any(|child| {
                let edge = view.unfolding.edge(child);
                let is_best = edge.is_some_and(|edge| self.is_best(view, vertex, edge));
                let is_dotted = is_marked_at(view, child)
                    || never_happens(view, child)
                    || view.is_cut_off(child);
                !is_best && !self.on_best_line(child) && !is_dotted
            })
        })
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
        let movers: Vec<Player> = players(mover);
        Self {
            // Ends alone have none.
            ratings: !movers.is_empty() || there(CHANCE),
            movers,
            ahead: players(ahead),
            nobody_ahead: there(NOBODY_AHEAD),
            unproven: there(UNPROVEN),
            split: there(SPLIT),
            rounded: there(ROUNDED),
            ends: there(ENDS),
            chance: there(CHANCE),
            never: there(NEVER),
            horizons: there(HORIZONS),
            folds: there(FOLDS),
            blunders: there(BLUNDERS),
            ..Self::default()
        }
    }
}

const AHEAD: u32 = MAX_PLAYERS as u32;

const OTHERS: u32 = 2 * MAX_PLAYERS as u32;

pub(super) const fn mover(player: Player) -> u64 {
    1 << player.0
}

pub(super) const fn ahead(player: Player) -> u64 {
    1 << (AHEAD + player.0 as u32)
}

pub(super) const NOBODY_AHEAD: u64 = 1 << OTHERS;

pub(super) const SPLIT: u64 = 1 << (OTHERS + 1);

pub(super) const UNPROVEN: u64 = 1 << (OTHERS + 2);

pub(super) const ROUNDED: u64 = 1 << (OTHERS + 3);

pub(super) const ENDS: u64 = 1 << (OTHERS + 4);

pub(super) const CHANCE: u64 = 1 << (OTHERS + 5);

pub(super) const HORIZONS: u64 = 1 << (OTHERS + 6);

pub(super) const NEVER: u64 = 1 << (OTHERS + 7);

pub(super) const FOLDS: u64 = 1 << (OTHERS + 8);

pub(super) const OPEN_DECISIONS: u64 = 1 << (OTHERS + 9);

pub(super) const BLUNDERS: u64 = 1 << (OTHERS + 11);

/// Says that the others were found out.
pub(super) const KNOWN: u64 = 1 << (OTHERS + 10);

// All of them have room.
const _: () = assert!(2 * MAX_PLAYERS + 12 <= 64);

/// The visible occurrences of a position.
#[derive(Clone, Copy, Debug, Default)]
struct VisibleOccurrences {
    count: u32,
    first: Option<UnfoldingNode>,
}

/// Whether a node is visible, as far as it was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NodeVisibility {
    Unknown,
    Shown,
    Hidden,
}

/// The nodes made for each position. New nodes are added; whether they are visible is checked on
/// demand.
#[derive(Clone, Debug, Default)]
pub(super) struct Occurrences {
    /// One entry per vertex: the node that was made last, and 1; 0 if none was.
    last: Vec<u32>,
    /// One per vertex: the number of nodes made.
    made: Vec<u32>,
    /// One entry per node: the one of the same position that was made before, and 1.
    before: Vec<u32>,
    /// One per node: the number of nodes above it.
    levels: Vec<u32>,
    /// The number of positions.
    distinct: usize,
    /// Whether every node that was made is shown.
    all_shown: bool,
    found: RefCell<FxHashMap<Vertex, VisibleOccurrences>>,
    /// One per node, once it was checked.
    seen: RefCell<Vec<Cell<NodeVisibility>>>,
}

impl Occurrences {
    /// Adds the nodes made since the last call, and clears the cached visibility.
    pub(super) fn follow(&mut self, view: &TreeView<'_>, shown: usize) {
        let vertices = view.labels.graph().len();
        let unfolding = view.unfolding;
        if self.last.is_empty() {
            // Memory that is new is full of zeros, and costs nothing until it is used.
            self.last = vec![0; vertices];
            self.made = vec![0; vertices];
        } else if self.last.len() < vertices {
            self.last.resize(vertices, 0);
            self.made.resize(vertices, 0);
        }
        for number in self.before.len() as u32..unfolding.len() as u32 {
            let node = UnfoldingNode(number);
            let vertex = unfolding.vertex(node).index();
            // A parent is made before its children.
            let above = unfolding.parent(node);
            self.levels
                .push(above.map_or(0, |above| self.levels[above.index()] + 1));
            self.before.push(self.last[vertex]);
            self.last[vertex] = number + 1;
            self.made[vertex] += 1;
            self.distinct += usize::from(self.made[vertex] == 1);
        }
        self.all_shown = shown == unfolding.len();
        self.found.get_mut().clear();
        self.seen.get_mut().clear();
    }

    /// Whether any position occurs several times among the `shown` nodes, as far as it follows from
    /// the counts; `None` if nodes must be checked.
    pub(super) fn any_again(&self, shown: usize) -> Option<bool> {
        if shown > self.distinct {
            Some(true)
        } else if self.all_shown || self.distinct == self.before.len() {
            Some(false)
        } else {
            None
        }
    }

    /// The number of visible occurrences of a position.
    pub(super) fn count(&self, unfolding: &Unfolding, vertex: Vertex) -> u32 {
        let made = self.made.get(vertex.index()).copied().unwrap_or_default();
        if self.all_shown || made == 0 {
            return made;
        }
        self.find(unfolding, vertex).count
    }

    /// The first of them: the highest, and of those in one row the leftmost in the rules' order.
    pub(super) fn first(&self, unfolding: &Unfolding, vertex: Vertex) -> Option<UnfoldingNode> {
        self.find(unfolding, vertex).first
    }

    fn find(&self, unfolding: &Unfolding, vertex: Vertex) -> VisibleOccurrences {
        if let Some(found) = self.found.borrow().get(&vertex) {
            return *found;
        }
        let mut seen = self.seen.borrow_mut();
        seen.resize(self.levels.len(), Cell::new(NodeVisibility::Unknown));
        let made = || {
            let last = self.last.get(vertex.index()).copied().unwrap_or_default();
            let number = |next: u32| next.checked_sub(1);
            let numbers = std::iter::successors(number(last), move |made| {
                number(self.before[*made as usize])
            });
            numbers.map(UnfoldingNode)
        };
        let mut found = VisibleOccurrences::default();
        let mut highest = u32::MAX;
        for node in made().filter(|node| is_vertex_shown(unfolding, &seen, *node)) {
            found.count += 1;
            highest = highest.min(self.levels[node.index()]);
        }
        // Only the occurrences in the highest row are compared node by node.
        let in_row = |node: &UnfoldingNode| {
            self.levels[node.index()] == highest && is_vertex_shown(unfolding, &seen, *node)
        };
        found.first = made()
            .filter(in_row)
            .min_by(|a, b| side_by_side(unfolding, *a, *b));
        self.found.borrow_mut().insert(vertex, found);
        found
    }
}

/// Whether a node is visible. Results for the nodes above are cached, so a line is walked once for
/// all its nodes.
fn is_vertex_shown(
    unfolding: &Unfolding,
    seen: &[Cell<NodeVisibility>],
    node: UnfoldingNode,
) -> bool {
    let mut top = node;
    let known = loop {
        match seen[top.index()].get() {
            NodeVisibility::Unknown => {}
            known => break known,
        }
        match unfolding.parent(top) {
            None => break NodeVisibility::Shown,
            Some(above) if !unfolding.is_open(above) => break NodeVisibility::Hidden,
            Some(above) => top = above,
        }
    };
    // All of them down to the node are open but perhaps the one at the top.
    let mut walked = node;
    loop {
        seen[walked.index()].set(known);
        match unfolding.parent(walked) {
            Some(above) if walked != top => walked = above,
            _ => return known == NodeVisibility::Shown,
        }
    }
}

/// The node of a row that is further left in the rules' order.
fn side_by_side(unfolding: &Unfolding, a: UnfoldingNode, b: UnfoldingNode) -> Ordering {
    let (mut a, mut b) = (a, b);
    while let (Some(above_a), Some(above_b)) = (unfolding.parent(a), unfolding.parent(b)) {
        if above_a == above_b {
            break;
        }
        (a, b) = (above_a, above_b);
    }
    // The children of a node have numbers in the rules' order.
    a.cmp(&b)
}
