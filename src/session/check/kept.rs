//! The positions that a program is asked about: those of the board, and of other boards of the game. And
//! what one says whose table of ratings is at fault: these positions are searched in their order, and
//! what was kept of one is taken for another.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::super::known;
use super::faults::{FaultWay, RatingFault};
use super::reference::mover_at;
use crate::game::{Player, Rational};
use crate::games::{self, Setup};
use crate::rating::Rating;
use crate::session::rated::Rated;
use crate::tree::{Graph, Vertex, VertexKind};

/// Maximum number of moves that are followed.
const MAX_WORK: u64 = 20_000_000;

/// What a program was asked about, or has written, in order; and its moves where their order isn't
/// that of the rules.
#[derive(Default)]
pub(super) struct AskedPositions {
    pub vertices: Vec<Vertex>,
    pub moves: FxHashMap<Vertex, Vec<Vertex>>,
    /// What it was asked about before, on other boards.
    pub before: Vec<Rated>,
}

impl AskedPositions {
    fn are_of(&self, graph: &Graph) -> bool {
        let mut all = self.vertices.iter().chain(self.moves.values().flatten());
        all.all(|vertex| vertex.index() < graph.len())
    }
}

/// What the program said of each vertex: the first player's number.
pub(super) struct Kept {
    said: Vec<Option<Rating>>,
    /// Where nothing is kept from one question to the next: what is needed to answer one alone.
    alone: Option<SingleAnswer>,
}

struct SingleAnswer {
    questions: Arc<AskedPositions>,
    sum: Rational,
    variant: u8,
    work: u64,
}

impl Kept {
    pub fn rating_of(&mut self, rated: &Rated, vertex: Vertex) -> Option<Rating> {
        if let (None, Some(alone)) = (self.said[vertex.index()], &mut self.alone) {
            let mut table = Table {
                work: alone.work,
                ..Table::default()
            };
            let bounds = RatingFault::Bounds;
            let questions = &alone.questions;
            let mut search = PositionSearch::new(
                rated,
                bounds,
                alone.variant,
                questions,
                alone.sum,
                &mut table,
            );
            self.said[vertex.index()] = search.answer(vertex);
            alone.work = table.work;
        }
        self.said[vertex.index()]
    }

    /// Whether there were too many moves to follow.
    pub fn is_beyond(&self) -> bool {
        self.alone
            .as_ref()
            .is_some_and(|alone| alone.work > MAX_WORK)
    }

    /// Answers all questions as a program with the fault does. `None` if that isn't known, such as
    /// for a graph of other rules that lacks positions that it was asked about.
    pub fn new(
        rated: &Rated,
        fault: RatingFault,
        way: FaultWay,
        questions: &Arc<AskedPositions>,
        sum: Rational,
    ) -> Option<Self> {
        let graph = rated.graph.graph();
        if graph.has_chance() || graph.stopped().is_some() || !questions.are_of(graph) {
            return None;
        }
        if fault == RatingFault::Bounds && way.variant >> 3 & 1 == 1 {
            return Some(Self {
                said: vec![None; graph.len()],
                alone: Some(SingleAnswer {
                    questions: Arc::clone(questions),
                    sum,
                    variant: way.variant,
                    work: 0,
                }),
            });
        }
        let mut table = Table::default();
        let mut of_board = |rated: &Rated, questions: &AskedPositions| {
            let graph = rated.graph.graph();
            let mut search =
                PositionSearch::new(rated, fault, way.variant, questions, sum, &mut table);
            let mut said = vec![None; graph.len()];
            for vertex in &questions.vertices {
                said[vertex.index()] = Some(search.answer(*vertex)?);
            }
            Some(said)
        };
        for before in &questions.before {
            of_board(before, &all_of(before))?;
        }
        Some(Self {
            said: of_board(rated, questions)?,
            alone: None,
        })
    }
}

/// The questions about a whole board.
fn all_of(rated: &Rated) -> AskedPositions {
    AskedPositions {
        vertices: vertices_to_ask(rated, MAX_OF_OTHER),
        ..AskedPositions::default()
    }
}

/// Whether boards have the same rows, so that a position of one may be one of the other.
pub(super) fn are_alike(one: &Rated, other: &Rated) -> bool {
    let rows = |rated: &Rated| {
        let text = rated.graph.position_text(Vertex::ROOT);
        let board = text.split(' ').next().unwrap_or_default().to_owned();
        board.split('/').map(str::len).collect::<Vec<_>>()
    };
    rows(one) == rows(other)
}

/// The key of each vertex in the table. `None` if each has its own, on one board.
fn keys(
    rated: &Rated,
    fault: RatingFault,
    (numbers, alone): (&mut FxHashMap<String, u32>, bool),
) -> Option<Vec<u32>> {
    if alone {
        return None;
    }
    let graph = rated.graph.graph();
    let mut keys = Vec::with_capacity(graph.len());
    for vertex in graph.vertices() {
        let text = rated.graph.position_text(vertex);
        let words = text.split_whitespace().enumerate().filter_map(|word| {
            let (at, word) = word;
            match (fault, word.starts_with('+')) {
                (RatingFault::WithoutCaptured | RatingFault::WithoutTurn, true) => None,
                (RatingFault::WithoutCount, true) => Some("+"),
                (RatingFault::WithoutMover | RatingFault::WithoutTurn, _) if at == 1 => None,
                _ => Some(word),
            }
        });
        let key = words.collect::<Vec<_>>().join(" ");
        let next = numbers.len() as u32;
        keys.push(match numbers.entry(key) {
            Entry::Occupied(number) => *number.get(),
            Entry::Vacant(free) => *free.insert(next),
        });
    }
    Some(keys)
}

/// A position that is being searched.
struct PathPosition {
    vertex: Vertex,
    next: usize,
    best: Option<Rating>,
    alpha: Option<Rating>,
    beta: Option<Rating>,
}

/// What is kept, of all boards.
#[derive(Default)]
struct Table {
    numbers: FxHashMap<String, u32>,
    kept: FxHashMap<u32, Rating>,
    work: u64,
}

struct PositionSearch<'a> {
    table: &'a mut Table,
    rated: &'a Rated,
    graph: &'a Graph,
    questions: &'a AskedPositions,
    keys: Option<Vec<u32>>,
    sum: Rating,
    /// Whether the mover's number is kept, rather than the first player's.
    for_mover: bool,
    /// Whether moves are cut off by bounds.
    cuts: bool,
    /// Whether a rating beyond a bound is the bound.
    hard: bool,
    /// Whether only a rating beyond a bound cuts off, rather than one at it.
    strict: bool,
    /// Whether a search begins without bounds, rather than with the least and the most.
    wide: bool,
}

impl<'a> PositionSearch<'a> {
    fn new(
        rated: &'a Rated,
        fault: RatingFault,
        variant: u8,
        questions: &'a AskedPositions,
        sum: Rational,
        table: &'a mut Table,
    ) -> Self {
        let bounds = fault == RatingFault::Bounds;
        let bit = |bit: u8| variant >> bit & 1 == 1;
        Self {
            rated,
            graph: rated.graph.graph(),
            questions,
            keys: keys(rated, fault, (&mut table.numbers, bounds && bit(3))),
            table,
            sum: Rating::Exact(sum),
            for_mover: !bounds && bit(0),
            cuts: bounds,
            hard: bit(0),
            strict: bit(1),
            wide: !bit(2),
        }
    }

    fn key(&self, vertex: Vertex) -> u32 {
        let keys = self.keys.as_ref();
        keys.map_or(vertex.0, |keys| keys[vertex.index()])
    }

    /// The number of another kind at a vertex: the first player's for the mover's and back.
    fn turned(&self, vertex: Vertex, number: Rating) -> Rating {
        let first = mover_at(self.rated, vertex).is_none_or(|mover| mover == Player(0));
        match self.for_mover && !first {
            true => self.sum.less(&number),
            false => number,
        }
    }

    fn begun(&self, vertex: Vertex, alpha: Option<Rating>, beta: Option<Rating>) -> PathPosition {
        PathPosition {
            vertex,
            next: 0,
            best: None,
            alpha,
            beta,
        }
    }

    fn kept(&self, vertex: Vertex) -> Option<Rating> {
        let kept = self.table.kept.get(&self.key(vertex))?;
        Some(self.turned(vertex, *kept))
    }

    /// The first player's number of a position that the program is asked about.
    fn answer(&mut self, root: Vertex) -> Option<Rating> {
        if let Some(kept) = self.kept(root) {
            return Some(kept);
        }
        let (min, max) = self.graph.range();
        let edges = |wide: bool, edge| (!wide).then_some(Rating::Exact(edge));
        let (alpha, beta) = (edges(self.wide, min), edges(self.wide, max));
        let mut frames = vec![self.begun(root, alpha, beta)];
        let mut found: Option<Rating> = None;
        while let Some(mut frame) = frames.pop() {
            self.table.work += 1;
            if self.table.work > MAX_WORK {
                return None;
            }
            if let Some(number) = found.take() {
                self.take(&mut frame, number);
            }
            let next = match self.is_cut(&frame) {
                true => None,
                false => self.target(frame.vertex, frame.next),
            };
            let Some(target) = next else {
                let number = self.ended(&frame)?;
                let kept = self.turned(frame.vertex, number);
                let key = self.key(frame.vertex);
                self.table.kept.insert(key, kept);
                found = Some(number);
                continue;
            };
            frame.next += 1;
            found = self.kept(target);
            let below = self.begun(target, frame.alpha, frame.beta);
            frames.push(frame);
            if found.is_none() {
                frames.push(below);
            }
        }
        found
    }

    fn target(&self, vertex: Vertex, index: usize) -> Option<Vertex> {
        let targets = self.questions.moves.get(&vertex).map(Vec::as_slice);
        let targets = targets.unwrap_or_else(|| self.graph.targets(vertex));
        targets.get(index).copied()
    }

    fn is_max(&self, vertex: Vertex) -> bool {
        self.graph.kind(vertex) == VertexKind::Decision(Player(0))
    }

    /// Takes the rating of a move.
    fn take(&self, frame: &mut PathPosition, number: Rating) {
        let max = self.is_max(frame.vertex);
        let better = |old: &Option<Rating>| {
            old.is_none_or(|old| match max {
                true => number.compare(&old).is_gt(),
                false => number.compare(&old).is_lt(),
            })
        };
        if better(&frame.best) {
            frame.best = Some(number);
        }
        if self.cuts {
            let bound = match max {
                true => &mut frame.alpha,
                false => &mut frame.beta,
            };
            if better(bound) {
                *bound = Some(number);
            }
        }
    }

    fn is_cut(&self, frame: &PathPosition) -> bool {
        let (Some(alpha), Some(beta), true) = (frame.alpha, frame.beta, self.cuts) else {
            return false;
        };
        // Bounds that meet before a move was tried come from above, and cut nothing off there.
        let met = match self.strict {
            true => alpha.compare(&beta).is_gt(),
            false => alpha.compare(&beta).is_ge(),
        };
        met && frame.best.is_some()
    }

    /// The first player's number of a position whose moves are searched.
    fn ended(&self, frame: &PathPosition) -> Option<Rating> {
        let Some(best) = frame.best else {
            let payoff = self.graph.outcome(frame.vertex, Player(0))?;
            return Some(Rating::Exact(payoff));
        };
        Some(match (self.hard, self.is_max(frame.vertex)) {
            (true, true) => frame.alpha.unwrap_or(best),
            (true, false) => frame.beta.unwrap_or(best),
            (false, _) => best,
        })
    }
}

/// Maximum number of positions of another board.
pub(super) const MAX_OF_OTHER: usize = 60;

/// The positions of a graph that a program is asked about, breadth first, at most `max`: decisions
/// and ends.
pub fn positions_to_ask(rated: &Rated, max: usize) -> Vec<String> {
    let asked = vertices_to_ask(rated, max).into_iter();
    asked
        .map(|vertex| rated.graph.position_text(vertex))
        .collect()
}

/// The vertices of these positions.
fn vertices_to_ask(rated: &Rated, maximum: usize) -> Vec<Vertex> {
    let graph = rated.graph.graph();
    let asked = graph.vertices().filter(|vertex| {
        matches!(
            graph.kind(*vertex),
            VertexKind::Decision(_) | VertexKind::End
        )
    });
    // With a ply limit only the root has all plies left, so only its position is asked.
    let max = if graph.max_plies().is_some() {
        1
    } else {
        maximum
    };
    asked.take(max).collect()
}

/// Number of random boards per hex of a size, and the maximum for one size.
const DRAWS: u64 = 12;

pub(super) const MAX_OF_SIZE: u64 = 60;

/// Maximum number of boards of all sizes; with many sizes each gets fewer.
pub(super) const MAX_BOARDS: u64 = 480;

/// Minimum size up to which boards are tried: two hexes are too few for most faults to show.
const MIN: (u64, u64) = (2, 3);

/// Other boards of the same game and rules as a board, ordered by their number of places, then
/// rows, then the sum of their pieces. They go up to its own size, but at least up to 2×3, and are
/// always the same. A game with boards of only one size has none.
pub struct OtherBoards {
    setup: Setup,
    /// The number of places of the board itself.
    own: u64,
    of_size: u64,
    sizes: std::vec::IntoIter<(u64, u64)>,
    boards: std::vec::IntoIter<String>,
}

impl OtherBoards {
    /// The boards beside that of `setup`.
    pub fn new(setup: &Setup) -> Self {
        let number = |names: [&str; 2]| {
            let form = games::form(setup)?;
            let mut numbers = form.numbers.iter();
            Some(numbers.find(|number| names.contains(&number.name))?.value)
        };
        let rows = number(["rows", "height"]).unwrap_or(0);
        let columns = number(["columns", "width"]).unwrap_or(0);
        let own = rows * columns;
        let longest = rows.max(columns).max(MIN.1);
        let max = own.max(MIN.0 * MIN.1);
        let mut sizes: Vec<(u64, u64)> = (1..=longest)
            .flat_map(|a| (1..=longest).map(move |b| (a, b)))
            .filter(|(a, b)| own > 0 && (2..=max).contains(&(a * b)))
            .collect();
        sizes.sort_by_key(|(rows, columns)| (rows * columns, *rows));
        Self {
            setup: setup.clone(),
            own,
            of_size: (MAX_BOARDS / (sizes.len() as u64).max(1)).clamp(1, MAX_OF_SIZE),
            sizes: sizes.into_iter(),
            boards: Vec::new().into_iter(),
        }
    }

    /// Limits the number of further boards to `max`, spread over all of them.
    pub fn thin(&mut self, max: usize) {
        let rest: Vec<String> = self.by_ref().map(|setup| setup.position).collect();
        let step = rest.len().div_ceil(max).max(1);
        let kept: Vec<String> = rest.into_iter().step_by(step).collect();
        self.boards = kept.into_iter();
    }

    /// Limits further boards to those with fewer places than the board itself; returns the others.
    pub fn stay_below_own(&mut self) -> Self {
        let (below, others): (Vec<_>, Vec<_>) = self
            .sizes
            .by_ref()
            .partition(|(rows, columns)| rows * columns < self.own);
        self.sizes = below.into_iter();
        Self {
            setup: self.setup.clone(),
            own: self.own,
            of_size: self.of_size,
            sizes: others.into_iter(),
            boards: Vec::new().into_iter(),
        }
    }

    fn draw(&self, rows: u64, columns: u64) -> Vec<String> {
        let mut boards: Vec<String> = (0..(DRAWS * rows * columns).min(self.of_size))
            .filter_map(|seed| {
                let setup = &self.setup;
                let mut switches = setup.switches.clone();
                // Such a game has the size of its boards among its rules.
                if switches.width.is_some() || switches.height.is_some() {
                    switches.width = Some(columns);
                    switches.height = Some(rows);
                    return known::random(&setup.game, &switches, None, None, seed).ok();
                }
                known::random(&setup.game, &switches, Some(rows), Some(columns), seed).ok()
            })
            .collect();
        let sum = |board: &String| {
            board
                .bytes()
                .filter(u8::is_ascii_digit)
                .map(|digit| u64::from(digit - b'0'))
                .sum::<u64>()
        };
        boards.sort_by_key(|board| (sum(board), board.clone()));
        boards.dedup();
        boards
    }
}

impl Iterator for OtherBoards {
    type Item = Setup;

    fn next(&mut self) -> Option<Setup> {
        loop {
            if let Some(board) = self.boards.next() {
                return Some(self.setup.at(&board, None));
            }
            let (rows, columns) = self.sizes.next()?;
            self.boards = self.draw(rows, columns).into_iter();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_boards_come_in_the_order_of_their_size_up_to_their_own_and_are_the_same_for_ever() {
        let setup = Setup {
            game: games::NAMES[0].to_owned(),
            position: "b2b2a1/a2b1a1 a".to_owned(),
            ..Setup::default()
        };
        let boards: Vec<String> = OtherBoards::new(&setup)
            .map(|setup| setup.position)
            .collect();
        let again: Vec<String> = OtherBoards::new(&setup)
            .map(|setup| setup.position)
            .collect();
        assert_eq!(boards, again);
        let hexes = |board: &String| board.bytes().filter(u8::is_ascii_digit).count();
        assert!(
            boards
                .windows(2)
                .all(|pair| hexes(&pair[0]) <= hexes(&pair[1]))
        );
        assert_eq!(boards.first().map(hexes), Some(2));
        assert_eq!(boards.last().map(hexes), Some(6));
        let mut smaller = OtherBoards::new(&setup);
        smaller.stay_below_own();
        assert_eq!(smaller.last().map(|one| hexes(&one.position)), Some(4));
        // A small board is too small to show much.
        let setup = setup.at("b2a1 a", None);
        let last = OtherBoards::new(&setup).last().expect("a board");
        assert_eq!(hexes(&last.position), 6);
    }

    #[test]
    fn a_game_of_one_size_has_no_other_boards() {
        let setup = Setup {
            game: "tic-tac-toe".to_owned(),
            position: ".../.../... x".to_owned(),
            ..Setup::default()
        };
        assert_eq!(OtherBoards::new(&setup).count(), 0);
    }
}
