//! Compares two trees move by move: the same board under two rule sets.
//!
//! The walk is breadth first over *pairs* of vertices that the same line leads to in both trees,
//! each pair once. So it ends on trees of any size, even infinite ones. The first difference that
//! it finds is at the smallest ply, and first there in the rules' order.

mod node;
mod words;

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::progress::tick;
use super::{Progress, Rated, Show, Stage};
use crate::tree::{Edge, Line, Vertex, VertexKind};
use crate::work::{Control, finished};

pub use node::{AlignedMove, aligned as aligned_moves};
pub use words::{Names, what_differs, where_it_differs};

/// Something of both trees, the first rules' before the second's.
pub type Both<T> = [T; 2];

/// Default limit for the number of compared pairs of positions.
pub const MAX_PAIRS: u64 = 2_000_000;

/// Maximum number of differences of each kind that are kept with their lines; the others are
/// counted.
pub const MAX_KEPT: u64 = 50;

/// The work of comparing a pair, in vertices and edges.
const PAIR: usize = 32;

/// The kind of difference between two nodes at the end of the same line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DifferenceKind {
    /// The pieces on the board.
    Board,
    /// The player to move.
    Mover,
    /// Decision, chance node or end.
    Kind,
    /// The payoffs of an end.
    Payoff,
    /// Which moves there are.
    Moves,
    /// The probabilities of a chance node; the walk continues below.
    Probability,
    /// The order in which the same moves are listed; the walk continues below.
    Order,
    /// The rating. It follows from one of the others, further below.
    Rating,
}

impl DifferenceKind {
    /// Every kind. Of one pair the first that applies is reported, and a rating difference besides.
    pub const ALL: [Self; 8] = [
        Self::Board,
        Self::Mover,
        Self::Kind,
        Self::Payoff,
        Self::Moves,
        Self::Probability,
        Self::Order,
        Self::Rating,
    ];

    /// Its name in files and on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Mover => "mover",
            Self::Kind => "kind",
            Self::Payoff => "payoff",
            Self::Moves => "moves",
            Self::Probability => "probability",
            Self::Order => "order",
            Self::Rating => "rating",
        }
    }

    /// Whether the lines below mean the same in both trees all the same.
    fn goes_on(self) -> bool {
        matches!(self, Self::Probability | Self::Order)
    }
}

/// A node of both trees that isn't the same in both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The kind of difference.
    pub kind: DifferenceKind,
    /// The ply of the difference.
    pub ply: u32,
    /// The line to it, in either tree; the moves have the same notation.
    pub lines: Both<Line>,
    /// The vertices that it shows.
    pub vertices: Both<Vertex>,
}

/// The results of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// The pairs of positions that were compared, the roots among them.
    pub pairs: u64,
    /// Those among them in which nothing differs but, perhaps, the rating.
    pub agreeing: u64,
    /// The number of pairs with one side beyond a limit of its graph, so that not everything is
    /// known.
    pub unknown: u64,
    /// Whether the limit of pairs, or the caller, ended the walk before all were compared.
    pub stopped: bool,
    /// The first differences of each kind, as they were found; ratings are not among them.
    pub differences: Vec<Difference>,
    /// The first node that both trees have with different ratings.
    pub rating: Option<Difference>,
    counts: [u64; DifferenceKind::ALL.len()],
}

impl Comparison {
    /// The number of pairs with this kind of difference.
    pub fn count(&self, kind: DifferenceKind) -> u64 {
        self.counts[kind as usize]
    }

    /// The first difference of a kind.
    pub fn first(&self, kind: DifferenceKind) -> Option<&Difference> {
        let mut found = self.differences.iter().chain(&self.rating);
        found.find(|difference| difference.kind == kind)
    }

    /// The most important difference: the first that changes what can happen. The order of moves
    /// counts only if nothing else differs.
    pub fn headline(&self) -> Option<&Difference> {
        let mut found = self.differences.iter();
        found
            .find(|difference| difference.kind != DifferenceKind::Order)
            .or(self.differences.first())
    }

    /// Whether nothing that was compared differs.
    pub fn agrees(&self) -> bool {
        self.counts.iter().all(|count| *count == 0)
    }

    /// Whether both trees were compared completely.
    pub fn is_complete(&self) -> bool {
        !self.stopped && self.unknown == 0
    }
}

/// A pair that was reached, and from where.
#[derive(Clone, Copy)]
struct Reached {
    vertices: Both<Vertex>,
    edges: Both<Edge>,
    from: u32,
    ply: u32,
}

impl Comparison {
    /// Compares the trees of two graphs from their roots, at most `budget` pairs of positions.
    pub fn of(rated: &Both<Rated>, budget: u64) -> Self {
        finished(Self::find(rated, budget, &Control::default(), &|_| {}))
    }

    /// The same in pieces.
    pub async fn find(rated: &Both<Rated>, budget: u64, ctl: &Control, show: &Show<'_>) -> Self {
        let root = Reached {
            vertices: [Vertex::ROOT; 2],
            edges: [Edge(0); 2],
            from: 0,
            ply: 0,
        };
        let mut walk = PairWalk {
            rated,
            plies: FxHashMap::from_iter([(root.vertices, 0)]),
            reached: vec![root],
            queue: VecDeque::from([0]),
            moves: 0,
            found: Self::default(),
        };
        ctl.until_stopped(walk.run(budget, ctl, show)).await;
        walk.found.stopped = !walk.queue.is_empty();
        walk.found
    }
}

/// A walk over both trees.
struct PairWalk<'a> {
    rated: &'a Both<Rated>,
    reached: Vec<Reached>,
    /// The smallest ply at which a pair was reached.
    plies: FxHashMap<Both<Vertex>, u32>,
    queue: VecDeque<u32>,
    moves: usize,
    found: Comparison,
}

impl PairWalk<'_> {
    async fn run(&mut self, budget: u64, ctl: &Control, show: &Show<'_>) {
        while self.found.pairs < budget
            && let Some(next) = self.queue.pop_front()
        {
            let here = self.reached[next as usize];
            // A shorter way may have been found since, through chance, which costs no ply.
            if self.plies.get(&here.vertices) == Some(&here.ply) {
                self.compare(next, here);
            }
            tick(ctl, PAIR, show, || self.progress()).await;
        }
    }

    fn progress(&self) -> Progress {
        Progress {
            stage: Stage::Exploring,
            within: (self.found.pairs, self.plies.len() as u64),
            positions: self.plies.len(),
            expanded: self.found.pairs as usize,
            moves: self.moves,
            bytes: self.reached.capacity() * size_of::<Reached>(),
            done: false,
        }
    }

    fn compare(&mut self, index: u32, here: Reached) {
        self.found.pairs += 1;
        let [a, b] = self.rated;
        let (kind, moves) = node::look([a, b], here.vertices);
        if node::ratings_differ([a, b], here.vertices) {
            self.tell(DifferenceKind::Rating, index);
        }
        match kind {
            Some(kind) => self.tell(kind, index),
            None => self.found.agreeing += 1,
        }
        if kind.is_some_and(|kind| !kind.goes_on()) {
            return;
        }
        let [a, b] = self.rated;
        let hidden = |rated: &Rated, vertex| {
            let graph = rated.graph.graph();
            matches!(graph.kind(vertex), VertexKind::Horizon(_))
                && graph.plies_left(vertex) != Some(0)
        };
        if hidden(a, here.vertices[0]) || hidden(b, here.vertices[1]) {
            self.found.unknown += 1;
            return;
        }
        self.go_on(index, here, &moves);
    }

    /// Adds the pairs below a pair, in the first rules' order. Outcomes of chance take no ply, so
    /// they are visited before anything at a larger ply.
    fn go_on(&mut self, index: u32, here: Reached, moves: &[AlignedMove]) {
        let [a, b] = self.rated;
        let graphs = [a.graph.graph(), b.graph.graph()];
        let ply = here.ply + graphs[0].cost(here.vertices[0]);
        let mut below = Vec::new();
        for mv in moves {
            let [Some(in_a), Some(in_b)] = mv.edges else {
                continue;
            };
            let vertices = [graphs[0].target(in_a), graphs[1].target(in_b)];
            self.moves += 1;
            if self.plies.get(&vertices).is_some_and(|known| *known <= ply)
                || self.reached.len() >= u32::MAX as usize
            {
                continue;
            }
            self.plies.insert(vertices, ply);
            below.push(self.reached.len() as u32);
            self.reached.push(Reached {
                vertices,
                edges: [in_a, in_b],
                from: index,
                ply,
            });
        }
        if ply > here.ply {
            self.queue.extend(below);
        } else {
            for reached in below.into_iter().rev() {
                self.queue.push_front(reached);
            }
        }
    }

    fn tell(&mut self, kind: DifferenceKind, index: u32) {
        let count = &mut self.found.counts[kind as usize];
        *count += 1;
        let most = if kind == DifferenceKind::Rating {
            1
        } else {
            MAX_KEPT
        };
        if *count > most {
            return;
        }
        let here = self.reached[index as usize];
        let difference = Difference {
            kind,
            ply: here.ply,
            lines: self.lines(index),
            vertices: here.vertices,
        };
        if kind == DifferenceKind::Rating {
            self.found.rating = Some(difference);
        } else {
            self.found.differences.push(difference);
        }
    }

    fn lines(&self, index: u32) -> Both<Line> {
        let mut lines = [Line::new(), Line::new()];
        let mut at = index;
        while at != 0 {
            let step = self.reached[at as usize];
            lines[0].push(step.edges[0]);
            lines[1].push(step.edges[1]);
            at = step.from;
        }
        lines.map(|mut line| {
            line.reverse();
            line
        })
    }
}
