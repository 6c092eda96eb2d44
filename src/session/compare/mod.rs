//! Compares two trees move by move: the same board under two rule sets.
//!
//! The walk is breadth first, so the first difference that it finds is at the smallest ply, and first
//! there in the rules' order.

mod node;
mod words;

use super::pair_walk::PairWalk;
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

    /// What differs, in words.
    pub fn text(self) -> &'static str {
        match self {
            Self::Board => "the board",
            Self::Mover => "the player to move",
            Self::Kind => "whether the game goes on",
            Self::Payoff => "payoffs",
            Self::Moves => "the moves",
            Self::Probability => "probabilities",
            Self::Order => "the order of moves",
            Self::Rating => "ratings",
        }
    }

    /// Its name in files.
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

impl Comparison {
    /// Compares the trees of two graphs from their roots, at most `budget` pairs of positions.
    pub fn of(rated: &Both<Rated>, budget: u64) -> Self {
        finished(Self::find(rated, budget, &Control::default(), &|_| {}))
    }

    /// The same in pieces.
    pub async fn find(rated: &Both<Rated>, budget: u64, ctl: &Control, show: &Show<'_>) -> Self {
        let mut comparing = Comparing {
            rated,
            walk: PairWalk::new([Vertex::ROOT; 2]),
            moves: 0,
            found: Self::default(),
        };
        ctl.until_stopped(comparing.run(budget, ctl, show)).await;
        comparing.found.stopped = !comparing.walk.is_over();
        comparing.found
    }
}

/// A walk over both trees.
struct Comparing<'a> {
    rated: &'a Both<Rated>,
    walk: PairWalk<Both<Vertex>, Both<Edge>>,
    moves: usize,
    found: Comparison,
}

impl Comparing<'_> {
    async fn run(&mut self, budget: u64, ctl: &Control, show: &Show<'_>) {
        while self.found.pairs < budget
            && let Some(next) = self.walk.next()
        {
            self.compare(next);
            tick(ctl, PAIR, show, || self.progress()).await;
        }
    }

    fn progress(&self) -> Progress {
        Progress {
            stage: Stage::Exploring,
            within: (self.found.pairs, self.walk.pairs() as u64),
            positions: self.walk.pairs(),
            expanded: self.found.pairs as usize,
            moves: self.moves,
            bytes: self.walk.bytes(),
            done: false,
        }
    }

    fn compare(&mut self, index: u32) {
        self.found.pairs += 1;
        let [a, b] = self.rated;
        let vertices = self.walk.at(index).pair;
        let (kind, moves) = node::look([a, b], vertices);
        if node::ratings_differ([a, b], vertices) {
            self.tell(DifferenceKind::Rating, index);
        }
        match kind {
            Some(kind) => self.tell(kind, index),
            None => self.found.agreeing += 1,
        }
        if kind.is_some_and(|kind| !kind.goes_on()) {
            return;
        }
        let hidden = |rated: &Rated, vertex| {
            let graph = rated.graph.graph();
            matches!(graph.kind(vertex), VertexKind::Horizon(_))
                && graph.plies_left(vertex) != Some(0)
        };
        if hidden(a, vertices[0]) || hidden(b, vertices[1]) {
            self.found.unknown += 1;
            return;
        }
        // In the first rules' order.
        let graphs = [a.graph.graph(), b.graph.graph()];
        let below = moves.iter().filter_map(|mv| match mv.edges {
            [Some(in_a), Some(in_b)] => Some([in_a, in_b]),
            _ => None,
        });
        self.moves += below.clone().count();
        let targets = |[a, b]: Both<Edge>| [graphs[0].target(a), graphs[1].target(b)];
        let below = below.map(|edges| (targets(edges), edges));
        self.walk.go_on(index, graphs[0].cost(vertices[0]), below);
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
        let here = self.walk.at(index);
        let line = self.walk.line(index);
        let difference = Difference {
            kind,
            ply: here.ply,
            lines: [0, 1].map(|side| line.iter().map(|edges| edges[side]).collect()),
            vertices: here.pair,
        };
        if kind == DifferenceKind::Rating {
            self.found.rating = Some(difference);
        } else {
            self.found.differences.push(difference);
        }
    }
}
