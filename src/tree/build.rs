//! Builds the position graph: breadth-first, one step at a time, under a budget.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rayon::prelude::*;

use super::fill::Filling;
use super::graph::{Graph, NO_OUTCOME, Stopped, Vertex, VertexKind};
use super::intern::{Index, Key};
use super::listing::{Listing, Numbered};
use super::position_graph::PositionGraph;
use crate::game::{Estimate, Game, Rational};

/// What a position graph is built to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Limits {
    /// How many plies the tree may have; `None`: all of it.
    pub max_plies: Option<u32>,
    /// How many vertices the graph may have, at least 1; `None`: as many as there are.
    pub max_nodes: Option<u64>,
    /// How many bytes the process may grow by while the graph is built and rated, as far as can be
    /// reckoned; `None`: as many as it takes.
    pub max_bytes: Option<u64>,
    /// What stands in for a rating at a horizon.
    pub estimate: Estimate,
}

/// How far a build has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Vertices discovered so far.
    pub positions: usize,
    /// Vertices whose moves have been listed.
    pub expanded: usize,
    /// Moves found so far.
    pub moves: usize,
    /// The bytes that they take, by capacity.
    pub bytes: usize,
    /// Whether all is done.
    pub done: bool,
}

/// The fewest vertices whose moves are worth a batch.
const FEWEST_IN_BATCH: usize = 256;
/// The most vertices of a batch: their moves, a few megabytes, stay near the processor.
const MOST_IN_BATCH: usize = 1 << 16;
/// The fewest vertices that are worth a task of their own.
const FEWEST_IN_TASK: usize = 512;
/// Vertex and edge numbers have 32 bits, of which the largest is none.
const MOST_NUMBERS: usize = u32::MAX as usize - 1;

/// A position graph in the making.
///
/// [`step`](Self::step) does a bounded amount of work, so that whoever drives it can show progress
/// and stop; dropping it cancels. At every moment [`snapshot`](Self::snapshot) gives the graph as
/// far as it is known, whose vertices and edges keep their numbers in every later one.
///
/// Vertices are expanded in batches, on all cores of rayon's pool: their moves are listed, then the
/// positions looked up shard by shard, then those that are new get their numbers in the order in
/// which one vertex after the other would have found them. So the graph is the same, to the last
/// byte, however the work was cut and however many cores there were.
pub struct Builder<G: Game> {
    game: Arc<G>,
    limits: Limits,
    positions: Vec<G::Position>,
    moves: Vec<G::Move>,
    graph: Graph,
    index: Index<G::Position>,
    outcomes: Numbered<Vec<Rational>>,
    probabilities: Numbered<Rational>,
    scratch: Scratch<G>,
}

/// What is kept from batch to batch so that nothing is allocated again.
struct Scratch<G: Game> {
    listings: Vec<Listing<G>>,
    /// One a move of the batch: the number of its position, final or for the time being.
    found: Vec<AtomicU32>,
    /// One a move of the batch: the final number.
    numbers: Vec<u32>,
}

impl<G: Game> Default for Scratch<G> {
    fn default() -> Self {
        Self {
            listings: Vec::new(),
            found: Vec::new(),
            numbers: Vec::new(),
        }
    }
}

impl<G: Game> Clone for Builder<G> {
    fn clone(&self) -> Self {
        Self {
            game: Arc::clone(&self.game),
            limits: self.limits,
            positions: self.positions.clone(),
            moves: self.moves.clone(),
            graph: self.graph.clone(),
            index: self.index.clone(),
            outcomes: self.outcomes.clone(),
            probabilities: self.probabilities.clone(),
            scratch: Scratch::default(),
        }
    }
}

impl<G: Game> Builder<G> {
    /// A graph that holds `root` alone so far.
    pub fn new(game: Arc<G>, root: G::Position, limits: Limits) -> Self {
        let mut graph = Graph::empty(
            game.players(),
            game.has_chance(),
            game.payoff_range(),
            limits.max_plies,
        );
        graph.estimate = limits.estimate;
        graph.plies_left.extend(limits.max_plies);
        let mut index = Index::new();
        let plies_left = limits.max_plies.unwrap_or(0);
        let key = Key {
            position: root,
            plies_left,
        };
        index.number(key, Vertex::ROOT.0);
        Self {
            game,
            limits,
            positions: vec![root],
            moves: Vec::new(),
            graph,
            index,
            outcomes: Numbered::new(),
            probabilities: Numbered::new(),
            scratch: Scratch::default(),
        }
    }

    /// Lists the moves of up to `work` more vertices.
    pub fn step(&mut self, work: usize) -> Progress {
        let mut left = work;
        while left > 0 && self.graph.len() < self.positions.len() {
            left -= self.expand(left.min(MOST_IN_BATCH));
        }
        self.progress()
    }

    /// Wants no more vertices than were discovered so far: the graph becomes the one that a budget
    /// of so many gives.
    pub fn stop(&mut self) {
        let discovered = self.positions.len() as u64;
        let most = self.limits.max_nodes.unwrap_or(discovered);
        self.limits.max_nodes = Some(most.min(discovered));
    }

    /// How far the build has come.
    pub fn progress(&self) -> Progress {
        Progress {
            positions: self.positions.len(),
            expanded: self.graph.len(),
            moves: self.moves.len(),
            bytes: self.bytes(),
            done: self.graph.len() == self.positions.len(),
        }
    }

    fn bytes(&self) -> usize {
        self.positions.capacity() * size_of::<G::Position>()
            + self.moves.capacity() * size_of::<G::Move>()
            + self.graph.bytes()
            + self.index.bytes()
    }

    /// Builds all that is left, and gives the graph.
    pub fn finish(self) -> PositionGraph<G> {
        self.explored().finish()
    }

    /// Lists the moves of all that is left; petgraph's graph is not filled yet.
    pub fn explored(mut self) -> Filling<G> {
        while !self.step(usize::MAX).done {}
        let Self {
            game,
            limits,
            positions,
            moves,
            graph,
            ..
        } = self;
        Filling::new(game, limits, positions, moves, graph)
    }

    /// The graph as far as it is known: the one that a budget of as many vertices as have been
    /// discovered would give.
    pub fn snapshot(&self) -> PositionGraph<G> {
        let mut copy = self.clone();
        let discovered = copy.positions.len() as u64;
        copy.limits.max_nodes = Some(discovered.min(self.limits.max_nodes.unwrap_or(discovered)));
        let mut graph = copy.finish();
        graph.limits = self.limits;
        graph
    }

    /// Expands the next vertices, at most `most` of them, and says how many.
    fn expand(&mut self, most: usize) -> usize {
        let first = self.graph.len();
        let count = most.min(self.positions.len() - first);
        let mut scratch = std::mem::take(&mut self.scratch);
        let tasks = self.list(first, count, &mut scratch.listings);
        let listings = &mut scratch.listings[..tasks];
        let moves = listings.iter().map(Listing::len).sum();
        let expanded = if count >= FEWEST_IN_BATCH && self.has_room(moves, moves) {
            self.add_batch(listings, moves, &mut scratch.found, &mut scratch.numbers);
            count
        } else {
            self.add_one_by_one(listings)
        };
        self.scratch = scratch;
        expanded
    }

    /// Lists the moves of `count` vertices from `first` on, and says in how many runs.
    fn list(&self, first: usize, count: usize, listings: &mut Vec<Listing<G>>) -> usize {
        let cores = rayon::current_num_threads();
        // A few tasks a core, so that none waits long for the slowest.
        let tasks = match cores {
            1 => 1,
            _ => (count / FEWEST_IN_TASK).clamp(1, 4 * cores),
        };
        let run = count.div_ceil(tasks);
        let tasks = count.div_ceil(run);
        while listings.len() < tasks {
            listings.push(Listing::new());
        }
        let list = |(task, listing): (usize, &mut Listing<G>)| {
            let vertices = first + task * run..first + count.min((task + 1) * run);
            let plies_left = self.graph.plies_left.get(vertices.clone());
            listing.list(
                &self.game,
                &self.limits,
                self.graph.stopped.is_some(),
                &self.positions[vertices],
                plies_left.unwrap_or_default(),
            );
        };
        let listings = &mut listings[..tasks];
        if tasks == 1 {
            listings.iter_mut().enumerate().for_each(list);
        } else {
            listings.par_iter_mut().enumerate().for_each(list);
        }
        tasks
    }

    /// Whether the limits leave room for so many more vertices and moves.
    fn has_room(&self, vertices: usize, moves: usize) -> bool {
        let vertices = self.positions.len() + vertices;
        let moves = self.moves.len() + moves;
        let most = self.limits.max_nodes.unwrap_or(u64::MAX);
        vertices as u64 <= most && vertices <= MOST_NUMBERS && moves <= MOST_NUMBERS
    }

    /// Adds vertices whose moves are listed, all of which there is room for.
    fn add_batch(
        &mut self,
        listings: &mut [Listing<G>],
        moves: usize,
        found: &mut Vec<AtomicU32>,
        numbers: &mut Vec<u32>,
    ) {
        let base = self.positions.len() as u32;
        let mut offset = 0;
        let mut offsets = Vec::with_capacity(listings.len());
        for listing in &*listings {
            offsets.push(offset);
            offset += listing.len();
        }
        listings
            .par_iter_mut()
            .zip(&offsets)
            .for_each(|(listing, offset)| listing.want(*offset));
        if found.len() < moves {
            found.resize_with(moves, AtomicU32::default);
        }
        let all = &*listings;
        let filler = Key {
            position: self.positions[0],
            plies_left: 0,
        };
        let found = &found[..moves];
        self.index
            .shards
            .par_iter_mut()
            .enumerate()
            .for_each(|(shard, table)| {
                let more = all.iter().map(|listing| listing.wanted[shard].len()).sum();
                table.reserve(more, filler);
                for (listing, offset) in all.iter().zip(&offsets) {
                    table.number_all(
                        &listing.wanted[shard],
                        |place| listing.key(place as usize - offset),
                        base,
                        |place, number| found[place as usize].store(number, Ordering::Relaxed),
                    );
                }
            });
        self.number(all, base, found, numbers);
        self.index
            .shards
            .par_iter_mut()
            .for_each(|table| table.settle(|place| numbers[place as usize]));
        for listing in all {
            let mut translation = Translation::of(listing);
            for index in 0..listing.kinds.len() {
                self.close_vertex(listing, index, &mut translation);
            }
        }
    }

    /// Gives positions that are new their numbers, in the order of the moves that lead there.
    fn number(
        &mut self,
        listings: &[Listing<G>],
        base: u32,
        found: &[AtomicU32],
        numbers: &mut Vec<u32>,
    ) {
        numbers.clear();
        let mut next = base;
        let mut place = 0;
        self.graph.targets.reserve(found.len());
        for listing in listings {
            for mv in 0..listing.len() {
                let number = found[place as usize].load(Ordering::Relaxed);
                let number = if number < base {
                    number
                } else if number == base + place {
                    self.positions.push(listing.after[mv]);
                    self.graph.plies_left.extend(listing.plies_left.get(mv));
                    next += 1;
                    next - 1
                } else {
                    numbers[(number - base) as usize]
                };
                numbers.push(number);
                self.graph.targets.push(Vertex(number));
                place += 1;
            }
            self.moves.extend_from_slice(&listing.moves);
        }
    }

    /// Adds vertices whose moves are listed, until one would need more than there is room for: then
    /// that vertex is a horizon, as is everything after it that isn't an end. Says how many were
    /// added.
    fn add_one_by_one(&mut self, listings: &[Listing<G>]) -> usize {
        let mut added = 0;
        for listing in listings {
            let mut translation = Translation::of(listing);
            for index in 0..listing.kinds.len() {
                if !self.add_moves(listing, index) {
                    // The others are listed again, without moves.
                    self.graph.stopped = Some(Stopped::MaxNodes(self.positions.len() as u64));
                    return added;
                }
                self.close_vertex(listing, index, &mut translation);
                added += 1;
            }
        }
        added
    }

    /// Adds the moves of one vertex; `false`, with nothing added, if there is no room for them.
    fn add_moves(&mut self, listing: &Listing<G>, index: usize) -> bool {
        let (vertices, moves) = (self.positions.len(), self.moves.len());
        for mv in listing.moves_of(index) {
            let key = listing.key(mv);
            let new = self.positions.len() as u32;
            let number = self.index.number(key, new);
            if number == new {
                self.positions.push(key.position);
                self.graph.plies_left.extend(listing.plies_left.get(mv));
            }
            self.graph.targets.push(Vertex(number));
            self.moves.push(listing.moves[mv]);
            if (number == new && !self.has_room(0, 0)) || self.moves.len() > MOST_NUMBERS {
                // The index keeps what is taken back: after a stop nothing is looked up in it.
                self.positions.truncate(vertices);
                self.graph.plies_left.truncate(vertices);
                self.graph.targets.truncate(moves);
                self.moves.truncate(moves);
                return false;
            }
        }
        true
    }

    /// Ends a vertex whose moves were added.
    fn close_vertex(&mut self, listing: &Listing<G>, index: usize, translation: &mut Translation) {
        let graph = &mut self.graph;
        let kind = listing.kinds[index];
        let outcome = match listing.outcome[index] {
            NO_OUTCOME => NO_OUTCOME,
            number => {
                let players = graph.players;
                let all = &mut graph.outcomes;
                let numbers = &listing.outcomes[number as usize * players..][..players];
                *translation.outcomes[number as usize].get_or_insert_with(|| {
                    self.outcomes
                        .number(numbers, || all.extend_from_slice(numbers))
                })
            }
        };
        let is_chance = matches!(VertexKind::unpack(kind), VertexKind::Chance(_));
        if is_chance || !graph.probability.is_empty() {
            let table = &mut graph.probabilities;
            let numbered = &mut self.probabilities;
            let mut number =
                |probability: Rational| numbered.number(&probability, || table.push(probability));
            let one = number(crate::game::one());
            let moves = listing.moves_of(index);
            // The column starts with the first chance node; moves before it are certain.
            graph
                .probability
                .resize(graph.first_edge[graph.kinds.len()] as usize, one);
            if is_chance {
                for mv in &listing.probability[moves] {
                    let of = &mut translation.probabilities[*mv as usize];
                    let probability = listing.probabilities[*mv as usize];
                    let number = *of.get_or_insert_with(|| number(probability));
                    graph.probability.push(number);
                }
            } else {
                graph
                    .probability
                    .resize(graph.probability.len() + moves.len(), one);
            }
        }
        let edges = graph.first_edge[graph.kinds.len()] + listing.moves_of(index).len() as u32;
        graph.close_vertex(kind, outcome, edges);
    }
}

/// The numbers in the graph of what a listing has numbered for itself, as far as they are needed.
struct Translation {
    outcomes: Vec<Option<u32>>,
    probabilities: Vec<Option<u32>>,
}

impl Translation {
    fn of<G: Game>(listing: &Listing<G>) -> Self {
        Self {
            outcomes: vec![None; listing.outcomes.len()],
            probabilities: vec![None; listing.probabilities.len()],
        }
    }
}
