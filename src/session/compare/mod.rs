//! Compares two trees move by move: the same board under two rule sets. The walk over pairs of nodes
//! is breadth first, each pair once. So it ends on trees of any size, even infinite ones, and the first
//! difference that it finds is at the smallest ply, and first there in the rules' order. A comparison
//! of one node has the differences, and the moves side by side.

mod words;

use std::collections::VecDeque;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::amount::tick;
use super::{Progress, Rated, ShowProgress, Stage};
use crate::game::{Cell, Picture, Player};
use crate::rating::Rating;
use crate::tree::{Edge, Line, Vertex, VertexKind};
use crate::work::{Control, finished};

pub use self::aligned as aligned_moves;
pub use words::{RulesNames, what_differs, where_it_differs};

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
pub struct RulesComparison {
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
    /// The first node that both trees have whose ratings are proven to differ.
    pub rating: Option<Difference>,
    counts: [u64; DifferenceKind::ALL.len()],
}

impl RulesComparison {
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

impl RulesComparison {
    /// Compares the trees of two graphs from their roots, at most `budget` pairs of positions.
    pub fn of(rated: &Both<Rated>, budget: u64) -> Self {
        finished(Self::find(rated, budget, &Control::default(), &|_| {}))
    }

    /// The same in pieces.
    pub async fn find(
        rated: &Both<Rated>,
        budget: u64,
        ctl: &Control,
        show: &ShowProgress<'_>,
    ) -> Self {
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
    found: RulesComparison,
}

impl Comparing<'_> {
    async fn run(&mut self, budget: u64, ctl: &Control, show: &ShowProgress<'_>) {
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
        let (kind, moves) = look([a, b], vertices);
        if ratings_differ([a, b], vertices) {
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
        self.walk.advance(index, graphs[0].cost(vertices[0]), below);
    }

    fn tell(&mut self, kind: DifferenceKind, index: u32) {
        let count = &mut self.found.counts[kind as usize];
        *count += 1;
        let max = if kind == DifferenceKind::Rating {
            1
        } else {
            MAX_KEPT
        };
        if *count > max {
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

/// A move that one of two trees has, or both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlignedMove {
    /// Its notation.
    pub text: String,
    /// The move in either tree; `None` if it doesn't exist.
    pub edges: Both<Option<Edge>>,
}

/// The moves of a node in both trees: the first rules' in their order, then those that only the
/// second has.
pub fn aligned(rated: Both<&Rated>, vertices: Both<Vertex>) -> Vec<AlignedMove> {
    let edges = |side: usize| rated[side].graph.graph().edges(vertices[side]);
    let text = |side: usize, edge| rated[side].graph.move_text(vertices[side], edge);
    let mut moves: Vec<AlignedMove> = edges(0)
        .map(|edge| AlignedMove {
            text: text(0, edge),
            edges: [Some(edge), None],
        })
        .collect();
    let own = moves.len();
    let mut places: Option<FxHashMap<String, usize>> = None;
    for (index, edge) in edges(1).enumerate() {
        let other = text(1, edge);
        // Mostly the same moves come in the same order.
        let same = moves[..own].get(index).is_some_and(|mv| mv.text == other);
        let place = if same {
            Some(index)
        } else {
            let places = places.get_or_insert_with(|| {
                let own = moves[..own].iter().enumerate();
                own.map(|(place, mv)| (mv.text.clone(), place)).collect()
            });
            places.get(&other).copied()
        };
        match place {
            Some(slot) => moves[slot].edges[1] = Some(edge),
            None => moves.push(AlignedMove {
                text: other,
                edges: [None, Some(edge)],
            }),
        }
    }
    moves
}

/// The difference of a node, apart from its rating, and its moves, if it has any in both trees.
fn look(rated: Both<&Rated>, vertices: Both<Vertex>) -> (Option<DifferenceKind>, Vec<AlignedMove>) {
    let only = |kind| (Some(kind), Vec::new());
    let graphs = rated.map(|rated| rated.graph.graph());
    let kinds = [0, 1].map(|side| graphs[side].kind(vertices[side]));
    // If chance decides here and the other rules decide at once, that explains the different
    // boards.
    if let [VertexKind::Chance(_), VertexKind::Decision(_)]
    | [VertexKind::Decision(_), VertexKind::Chance(_)] = kinds
    {
        return only(DifferenceKind::Kind);
    }
    let picture = |side: usize| rated[side].graph.picture(vertices[side]);
    if boards_differ(&picture(0), &picture(1)) {
        return only(DifferenceKind::Board);
    }
    if let [Some(a), Some(b)] = kinds.map(VertexKind::player)
        && a != b
    {
        return only(DifferenceKind::Mover);
    }
    let chance = match kinds {
        [VertexKind::End, VertexKind::End] => {
            let differs = payoffs_differ(rated, vertices);
            return (differs.then_some(DifferenceKind::Payoff), Vec::new());
        }
        [VertexKind::End, _] | [_, VertexKind::End] => return only(DifferenceKind::Kind),
        // A node hidden by a limit can't be compared.
        [VertexKind::Horizon(_), _] | [_, VertexKind::Horizon(_)] => return (None, Vec::new()),
        [VertexKind::Decision(_), VertexKind::Decision(_)] => false,
        [VertexKind::Chance(_), VertexKind::Chance(_)] => true,
        _ => return only(DifferenceKind::Kind),
    };
    let moves = aligned(rated, vertices);
    let likely = |side: usize, edge: Option<Edge>| edge.map(|edge| graphs[side].probability(edge));
    let differs = if moves.iter().any(|mv| mv.edges.contains(&None)) {
        Some(DifferenceKind::Moves)
    } else if chance
        && moves
            .iter()
            .any(|mv| likely(0, mv.edges[0]) != likely(1, mv.edges[1]))
    {
        Some(DifferenceKind::Probability)
    } else {
        let sorted = moves.is_sorted_by_key(|mv| mv.edges[1]);
        (!sorted).then_some(DifferenceKind::Order)
    };
    (differs, moves)
}

fn payoffs_differ(rated: Both<&Rated>, vertices: Both<Vertex>) -> bool {
    let [a, b] = [rated[0], rated[1]].map(|rated| rated.graph.graph());
    common_players(rated)
        .any(|player| a.outcome(vertices[0], player) != b.outcome(vertices[1], player))
}

/// Whether a node's ratings are proven to differ for a player of both games.
fn ratings_differ(rated: Both<&Rated>, vertices: Both<Vertex>) -> bool {
    rated_apart(rated, vertices).is_some()
}

/// The first player for whom a node's ratings are proven to differ.
fn rated_apart(rated: Both<&Rated>, vertices: Both<Vertex>) -> Option<Player> {
    let is_below = |a: &Rating, b: &Rating| a.compare(b).is_lt() && !a.ties_with(b);
    common_players(rated).find(|player| {
        let [a, b] =
            [0, 1].map(|side: usize| rated[side].analysis.ratings.proven(vertices[side], *player));
        is_below(&a.1, &b.0) || is_below(&b.1, &a.0)
    })
}

fn common_players(rated: Both<&Rated>) -> impl Iterator<Item = Player> + use<> {
    let players = rated.map(|rated| rated.graph.graph().players());
    Player::all(players[0].min(players[1]))
}

/// Whether the contents of two places differ.
fn places_differ(a: &Cell, b: &Cell) -> bool {
    a.owner != b.owner || a.piece != b.piece || a.label != b.label
}

/// Whether two boards differ. Notations are compared only if nothing is drawn, since they hold more
/// than the board, in the form of each rule set.
fn boards_differ(a: &Picture, b: &Picture) -> bool {
    if a.cells.is_empty() && b.cells.is_empty() {
        return a.text != b.text;
    }
    a.cells.len() != b.cells.len()
        || a.cells
            .iter()
            .zip(&b.cells)
            .any(|(a, b)| places_differ(a, b))
}

/// A pair that was reached, and from where.
#[derive(Clone, Copy)]
pub(super) struct ReachedPair<P, E> {
    pub pair: P,
    /// The smallest ply at which it was reached by then.
    pub ply: u32,
    /// The move that led to it, and the index of the pair above; `None` at the roots.
    from: Option<(E, u32)>,
}

/// A walk; `P` is a pair of nodes, `E` a move.
pub(super) struct PairWalk<P, E> {
    reached: Vec<ReachedPair<P, E>>,
    plies: FxHashMap<P, u32>,
    queue: VecDeque<u32>,
}

impl<P: Copy + Eq + Hash, E: Copy> PairWalk<P, E> {
    /// A walk from two roots.
    pub fn new(root: P) -> Self {
        let mut walk = Self::empty();
        walk.add(root, 0, None);
        walk.queue.push_back(0);
        walk
    }

    /// A walk that is over.
    pub fn empty() -> Self {
        Self {
            reached: Vec::new(),
            plies: FxHashMap::default(),
            queue: VecDeque::new(),
        }
    }

    /// The index of the next pair; `None` at the end.
    pub fn next(&mut self) -> Option<u32> {
        while let Some(next) = self.queue.pop_front() {
            let here = &self.reached[next as usize];
            // A shorter line may have been found since, through chance, which costs no ply.
            if self.plies.get(&here.pair) == Some(&here.ply) {
                return Some(next);
            }
        }
        None
    }

    /// Whether every pair was visited.
    pub fn is_over(&self) -> bool {
        self.queue.is_empty()
    }

    /// The pair with an index.
    pub fn at(&self, index: u32) -> ReachedPair<P, E> {
        self.reached[index as usize]
    }

    /// The number of distinct pairs that were reached.
    pub fn pairs(&self) -> usize {
        self.plies.len()
    }

    /// The bytes that they take.
    pub fn bytes(&self) -> usize {
        self.reached.capacity() * size_of::<ReachedPair<P, E>>()
    }

    /// Adds the pairs below one, whose moves cost this many plies. Outcomes of chance cost none, so
    /// they are visited before anything at a larger ply.
    pub fn advance(&mut self, index: u32, cost: u32, below: impl IntoIterator<Item = (P, E)>) {
        let ply = self.at(index).ply + cost;
        let first = self.reached.len() as u32;
        for (pair, edge) in below {
            let is_known = self.plies.get(&pair).is_some_and(|known| *known <= ply);
            if !is_known && self.reached.len() < u32::MAX as usize {
                self.add(pair, ply, Some((edge, index)));
            }
        }
        let added = first..self.reached.len() as u32;
        match cost {
            0 => added.rev().for_each(|pair| self.queue.push_front(pair)),
            _ => self.queue.extend(added),
        }
    }

    fn add(&mut self, pair: P, ply: u32, from: Option<(E, u32)>) {
        self.plies.insert(pair, ply);
        self.reached.push(ReachedPair { pair, ply, from });
    }

    /// The moves from the roots to a pair.
    pub fn line(&self, index: u32) -> Vec<E> {
        let mut line = Vec::new();
        let mut at = index;
        while let Some((edge, above)) = self.at(at).from {
            line.push(edge);
            at = above;
        }
        line.reverse();
        line
    }
}
