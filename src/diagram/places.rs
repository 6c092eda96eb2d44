//! The visible occurrences of a position: their number, and the first of them. They are counted on
//! demand, for the few positions that are large enough to read.

use std::cell::{Cell, RefCell};
use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use super::view::TreeView;
use crate::tree::{Unfolding, UnfoldingNode, Vertex};

/// The visible occurrences of a position.
#[derive(Clone, Copy, Debug, Default)]
struct VisibleOccurrences {
    count: u32,
    first: Option<UnfoldingNode>,
}

/// Whether a node is visible, as far as it was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    Unknown,
    Shown,
    Hidden,
}

/// The nodes made for each position. New nodes are added; whether they are visible is checked on
/// demand.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
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
    seen: RefCell<Vec<Cell<Seen>>>,
}

impl Places {
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
        seen.resize(self.levels.len(), Cell::new(Seen::Unknown));
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
        for node in made().filter(|node| is_shown(unfolding, &seen, *node)) {
            found.count += 1;
            highest = highest.min(self.levels[node.index()]);
        }
        // Only the occurrences in the highest row are compared node by node.
        let in_row = |node: &UnfoldingNode| {
            self.levels[node.index()] == highest && is_shown(unfolding, &seen, *node)
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
fn is_shown(unfolding: &Unfolding, seen: &[Cell<Seen>], node: UnfoldingNode) -> bool {
    let mut top = node;
    let known = loop {
        match seen[top.index()].get() {
            Seen::Unknown => {}
            known => break known,
        }
        match unfolding.parent(top) {
            None => break Seen::Shown,
            Some(above) if !unfolding.is_open(above) => break Seen::Hidden,
            Some(above) => top = above,
        }
    };
    // All of them down to the node are open but perhaps the one at the top.
    let mut walked = node;
    loop {
        seen[walked.index()].set(known);
        match unfolding.parent(walked) {
            Some(above) if walked != top => walked = above,
            _ => return known == Seen::Shown,
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
