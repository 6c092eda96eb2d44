//! Builds the position graph: breadth-first, one step at a time, under a budget.

use std::hint::black_box;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::batch::{Closing, FoundMoves, ListedMoves, Runs, Translation, WaitingPositions, split};
use super::graph::{Graph, Payoffs, Stopped};
use super::intern::{AHEAD, Index, KeyHash, PositionKey, Shard};
use super::listing::{Listing, Numbered};
use super::memory::{Limits, MemoryEstimate};
use super::position_graph::PositionGraph;
use super::sorting::sorted;
use super::vertex::{InformationSets, Vertex};
use crate::game::{Game, Rational, check_notation};
use crate::work::{Control, finished};

/// The progress of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildProgress {
    /// Vertices discovered so far.
    pub positions: usize,
    /// The number of vertices whose moves have been listed.
    pub expanded: usize,
    /// Moves found so far.
    pub moves: usize,
    /// Memory size in bytes, by allocated capacity.
    pub bytes: usize,
    /// Whether all is done.
    pub done: bool,
}

/// Minimum number of vertices in a parallel batch.
const MIN_IN_BATCH: usize = 256;

/// Maximum number of vertices in a batch: their moves, a few megabytes, stay in the processor's
/// cache.
const MAX_IN_BATCH: usize = 1 << 16;

/// Vertex and edge numbers have 32 bits, of which the largest is none.
const MAX_NUMBERS: usize = u32::MAX as usize - 1;

/// A position graph under construction.
///
/// [`step`](Self::step) does a bounded amount of work, so that the caller can show progress and
/// cancel. Dropping it cancels. [`snapshot`](Self::snapshot) returns the graph found so far at any
/// time. Its vertices and edges keep their numbers in every later one.
///
/// Vertices are expanded in batches, on all cores of rayon's pool. First their moves are listed.
/// Then the positions are looked up shard by shard. Then new positions get the numbers that a
/// sequential search would give them. So the graph is byte for byte the same, for all step sizes
/// and numbers of cores.
pub struct Builder<G: Game> {
    pub(super) game: Arc<G>,
    pub(super) limits: Limits,
    pub(super) reckoning: MemoryEstimate,
    /// Whether the limit of bytes stopped the build.
    pub(super) out_of_bytes: bool,
    pub(super) positions: Vec<G::Position>,
    pub(super) moves: Vec<G::Move>,
    pub(super) graph: Graph,
    pub(super) index: Index<G::Position>,
    pub(super) outcomes: Numbered<Vec<Rational>>,
    pub(super) probabilities: Numbered<Rational>,
    /// One per move of the last batch: the final number, which the tables may not have yet.
    pub(super) unsettled: Vec<u32>,
    pub(super) scratch: Scratch<G>,
}

/// Buffers that are reused from batch to batch, and the moves that are listed ahead.
pub(super) struct Scratch<G: Game> {
    runs: Runs<G>,
    /// The moves of the vertices that come next …
    ahead: Runs<G>,
    /// … if they are listed.
    is_ahead: bool,
    /// The positions whose moves are listed ahead, and the plies they have left.
    positions: Vec<G::Position>,
    plies_left: Vec<u32>,
    /// One per move of the batch: the number of its position, final or for the time being.
    found: Vec<AtomicU32>,
    /// A buffer for the final numbers of the next batch.
    numbers: Vec<u32>,
    /// One per move of a listing.
    hashes: Vec<KeyHash>,
}

impl<G: Game> Default for Scratch<G> {
    fn default() -> Self {
        Self {
            runs: Runs::new(),
            ahead: Runs::new(),
            is_ahead: false,
            positions: Vec::new(),
            plies_left: Vec::new(),
            found: Vec::new(),
            numbers: Vec::new(),
            hashes: Vec::new(),
        }
    }
}

impl<G: Game> Clone for Builder<G> {
    fn clone(&self) -> Self {
        Self {
            game: Arc::clone(&self.game),
            limits: self.limits,
            reckoning: self.reckoning,
            out_of_bytes: self.out_of_bytes,
            positions: self.positions.clone(),
            moves: self.moves.clone(),
            graph: self.graph.clone(),
            index: self.index.clone(),
            outcomes: self.outcomes.clone(),
            probabilities: self.probabilities.clone(),
            unsettled: self.unsettled.clone(),
            scratch: Scratch::default(),
        }
    }
}

impl<G: Game> Builder<G> {
    /// Starts with a graph of `root` alone.
    pub fn new(game: Arc<G>, root: G::Position, limits: Limits) -> Self {
        let mut graph = Graph::empty(
            game.players(),
            game.has_chance(),
            Payoffs::of(&*game),
            limits.max_plies,
        );
        graph.estimate = limits.estimate;
        graph.plies_left.extend(limits.max_plies);
        let mut index = Index::new();
        let plies_left = limits.max_plies.unwrap_or(0);
        let key = PositionKey {
            position: root,
            plies_left,
        };
        index.number(key, key.hash(), Vertex::ROOT.0);
        Self {
            reckoning: MemoryEstimate::of(&*game, &limits),
            out_of_bytes: false,
            game,
            limits,
            positions: vec![root],
            moves: Vec::new(),
            graph,
            index,
            outcomes: Numbered::new(),
            probabilities: Numbered::new(),
            unsettled: Vec::new(),
            scratch: Scratch::default(),
        }
    }

    /// The rules.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// Lists the moves of up to `work` more vertices.
    pub fn step(&mut self, work: usize) -> BuildProgress {
        let mut remaining = work;
        while remaining > 0 && self.graph.len() < self.positions.len() {
            remaining = remaining.saturating_sub(self.expand(remaining.min(MAX_IN_BATCH)));
        }
        self.progress()
    }

    /// Sets the position limit to the number of vertices found so far. The graph becomes the one
    /// that this limit gives.
    pub fn stop(&mut self) {
        let discovered = self.positions.len() as u64;
        let max = self.limits.max_nodes.unwrap_or(discovered);
        self.limits.max_nodes = Some(max.min(discovered));
    }

    /// The number of positions that fitted the limit of bytes, if that limit stopped the build.
    pub fn stopped_by_bytes(&self) -> Option<u64> {
        self.limits.max_nodes.filter(|_| self.out_of_bytes)
    }

    /// The progress of the build.
    pub fn progress(&self) -> BuildProgress {
        BuildProgress {
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

    /// Builds the rest and returns the graph.
    pub fn finish(self) -> PositionGraph<G> {
        finished(self.sort(&Control::default()))
    }

    /// Lists the remaining moves at once, and sorts the graph in turns.
    pub async fn sort(mut self, ctl: &Control) -> PositionGraph<G> {
        while !self.step(usize::MAX).done {}
        self.check_notation();
        let mut graph = self.unsorted();
        let order = sorted(&graph.graph, ctl).await;
        graph.graph.set_order(order);
        graph.fill_small();
        graph
    }

    /// What stays of a build. What only served to find positions is freed.
    fn unsorted(mut self) -> PositionGraph<G> {
        self.positions.shrink_to_fit();
        self.moves.shrink_to_fit();
        self.graph.shrink();
        if self.game.hides_positions() {
            let kind = |vertex| self.graph.kind(vertex);
            self.graph.sets = InformationSets::of(&*self.game, &self.positions, kind);
        }
        PositionGraph {
            game: self.game,
            limits: self.limits,
            positions: self.positions,
            moves: self.moves,
            digraph: OnceLock::new(),
            graph: self.graph,
            distinct: None,
        }
    }

    /// Checks whether the notations of the first positions come back.
    fn check_notation(&mut self) {
        const POSITIONS: usize = 100;
        let mut vertices = self.graph.vertices().take(POSITIONS);
        let wrong = vertices.find_map(|vertex| {
            let edges = self.graph.edges(vertex);
            let moves: Vec<G::Move> = edges.map(|edge| self.moves[edge.index()]).collect();
            check_notation(&*self.game, &self.positions[vertex.index()], &moves).err()
        });
        self.graph.fault = self.graph.fault.take().or(wrong);
    }

    /// The graph found so far: the one that a limit of the discovered number of vertices would
    /// give.
    pub fn snapshot(&self) -> PositionGraph<G> {
        let mut copy = self.clone();
        copy.stop();
        let mut graph = copy.finish();
        graph.limits = self.limits;
        graph
    }

    /// Expands the next vertices, about `max` of them, and returns their number.
    fn expand(&mut self, max: usize) -> usize {
        let first = self.graph.len();
        let mut scratch = std::mem::take(&mut self.scratch);
        if std::mem::take(&mut scratch.is_ahead) {
            debug_assert_eq!(scratch.ahead.first, first);
            std::mem::swap(&mut scratch.runs, &mut scratch.ahead);
        } else {
            let known = self.positions.len() - first;
            // With several cores, half of them: the moves of the other half can then be listed
            // while this half is added.
            let count = match rayon::current_num_threads() {
                1 => known,
                _ => known.div_ceil(2).max(MIN_IN_BATCH),
            };
            let count = count.min(known).min(max);
            let waiting = WaitingPositions {
                first,
                positions: &self.positions[first..first + count],
                plies_left: self
                    .graph
                    .plies_left
                    .get(first..first + count)
                    .unwrap_or_default(),
            };
            scratch
                .runs
                .list(&waiting, &self.listed(count >= MIN_IN_BATCH));
        }
        let count = scratch.runs.count;
        let moves = scratch.runs.moves();
        let expanded = if count >= MIN_IN_BATCH && self.has_room(moves, moves) {
            self.add_batch(&mut scratch, moves, max);
            count
        } else {
            self.add_in_order(scratch.runs.listings(), &mut scratch.hashes)
        };
        self.scratch = scratch;
        expanded
    }

    /// The parameters for listing moves.
    fn listed(&self, sorted: bool) -> ListedMoves<'_, G> {
        ListedMoves {
            game: &self.game,
            limits: &self.limits,
            stopped: self.graph.stopped.is_some(),
            sorted,
        }
    }

    /// Whether the limits allow this many more vertices and moves.
    fn has_room(&self, vertices: usize, moves: usize) -> bool {
        let vertices = self.positions.len() + vertices;
        let moves = self.moves.len() + moves;
        let max = self.limits.max_nodes.unwrap_or(u64::MAX);
        vertices as u64 <= max
            && vertices <= MAX_NUMBERS
            && moves <= MAX_NUMBERS
            && self.has_bytes(vertices as u64, moves as u64)
    }

    fn has_bytes(&self, vertices: u64, moves: u64) -> bool {
        let maximum = self.limits.max_bytes;
        maximum.is_none_or(|max| self.reckoning.bytes(vertices, moves) <= max)
    }

    /// Adds the vertices whose moves are listed; the limits must allow all of them. With several
    /// cores it also lists, in parallel, the moves of up to `max` of the following vertices.
    fn add_batch(&mut self, scratch: &mut Scratch<G>, moves: usize, max: usize) {
        let Scratch {
            runs,
            ahead,
            is_ahead,
            positions,
            plies_left,
            found,
            numbers,
            hashes: _,
        } = scratch;
        let listings = runs.listings();
        let base = self.positions.len() as u32;
        if found.len() < moves {
            found.resize_with(moves, AtomicU32::default);
        }
        let found = &found[..moves];
        self.look_up(listings, base, found);
        let next = runs.first + runs.count;
        let known = (self.positions.len() - next).min(max);
        *is_ahead = known >= MIN_IN_BATCH && rayon::current_num_threads() > 1;
        if *is_ahead {
            // The columns grow meanwhile, and may move.
            let known = next..next + known;
            positions.clear();
            positions.extend_from_slice(&self.positions[known.clone()]);
            plies_left.clear();
            let remaining = self.graph.plies_left.get(known);
            plies_left.extend_from_slice(remaining.unwrap_or_default());
        }
        let (game, limits) = (Arc::clone(&self.game), self.limits);
        let stopped = self.graph.stopped.is_some();
        let (mut columns, mut closing) = self.columns();
        let mut add = || {
            rayon::join(
                || columns.add(listings, base, found, numbers),
                || closing.close_all(listings),
            )
        };
        if *is_ahead {
            let waiting = WaitingPositions {
                first: next,
                positions,
                plies_left,
            };
            let by = ListedMoves {
                game: &*game,
                limits: &limits,
                stopped,
                sorted: true,
            };
            rayon::join(add, || ahead.list(&waiting, &by));
        } else {
            add();
        }
        std::mem::swap(&mut self.unsettled, numbers);
    }

    /// Looks up the positions that the moves lead to, shard by shard.
    fn look_up(&mut self, listings: &[Listing<G>], base: u32, found: &[AtomicU32]) {
        let mut offset = 0;
        let mut offsets = Vec::with_capacity(listings.len());
        for listing in listings {
            offsets.push(offset);
            offset += listing.len() as u32;
        }
        let filler = PositionKey {
            position: self.positions[0],
            plies_left: 0,
        };
        let unsettled = &self.unsettled;
        let look_up = |(shard, table): (usize, &mut Shard<G::Position>)| {
            table.write_numbers(unsettled);
            let more = listings.iter().map(|listing| listing.wanted[shard].len());
            table.reserve(more.sum(), filler);
            for (listing, offset) in listings.iter().zip(&offsets) {
                table.number_all(
                    &listing.wanted[shard],
                    |mv| listing.key(mv as usize),
                    (base, *offset),
                    |index, number| found[index as usize].store(number, Ordering::Relaxed),
                );
            }
        };
        let shards = &mut self.index.shards;
        match rayon::current_num_threads() {
            1 => shards.iter_mut().enumerate().for_each(look_up),
            _ => shards.par_iter_mut().enumerate().for_each(look_up),
        }
    }

    /// Writes the final numbers of the last batch's positions to the tables. The next batch would
    /// do that otherwise.
    fn finish_ply(&mut self) {
        for table in &mut self.index.shards {
            table.write_numbers(&self.unsettled);
        }
    }

    /// Adds vertices whose moves are listed, one by one, until one would exceed a limit. That
    /// vertex becomes a horizon, and so does every later vertex that isn't an end. Returns the
    /// number of added vertices.
    fn add_in_order(&mut self, listings: &[Listing<G>], hashes: &mut Vec<KeyHash>) -> usize {
        let most = self.limits.max_nodes.unwrap_or(u64::MAX);
        let max = usize::try_from(most).map_or(MAX_NUMBERS, |maximum| maximum.min(MAX_NUMBERS));
        self.finish_ply();
        let mut added = 0;
        for listing in listings {
            hashes.clear();
            hashes.extend((0..listing.len()).map(|mv| listing.key(mv).hash()));
            if self.graph.fault.is_none() {
                self.graph.fault.clone_from(&listing.fault);
            }
            let mut translation = Translation::of(listing);
            for index in 0..listing.kinds.len() {
                if !self.add_moves(listing, index, hashes, max) {
                    let kept = self.positions.len() as u64;
                    // The memory limit is checked at each new position, so that it always stops at
                    // the same one.
                    if self.out_of_bytes {
                        self.limits.max_nodes = Some(kept);
                    }
                    // The others are listed again, without moves.
                    self.graph.stopped = Some(Stopped::MaxNodes(kept));
                    return added;
                }
                self.columns().1.close(listing, index, &mut translation);
                added += 1;
            }
        }
        added
    }

    /// Adds the moves of one vertex; `false`, with nothing added, if there is no room for them.
    fn add_moves(
        &mut self,
        listing: &Listing<G>,
        index: usize,
        hashes: &[KeyHash],
        max: usize,
    ) -> bool {
        let (vertices, moves) = (self.positions.len(), self.moves.len());
        let all = listing.moves_of(index);
        let mut has_room = moves + all.len() <= MAX_NUMBERS;
        let mut touched = 0;
        for mv in all.clone() {
            if let Some(hash) = hashes.get(mv + AHEAD) {
                touched ^= self.index.touch(*hash);
            }
            let key = listing.key(mv);
            let new = self.positions.len() as u32;
            let number = self.index.number(key, hashes[mv], new);
            self.graph.targets.push(Vertex(number));
            if number == new {
                self.positions.push(key.position);
                self.graph.plies_left.extend(listing.plies_left.get(mv));
                let (all, found) = (self.positions.len(), self.graph.targets.len());
                has_room &= all <= max;
                self.out_of_bytes = has_room && !self.has_bytes(all as u64, found as u64);
                has_room &= !self.out_of_bytes;
            }
            if !has_room {
                // The index keeps removed positions: after a stop nothing is looked up in it.
                self.positions.truncate(vertices);
                self.graph.plies_left.truncate(vertices);
                self.graph.targets.truncate(moves);
                return false;
            }
        }
        black_box(touched);
        self.moves.extend_from_slice(&listing.moves[all]);
        true
    }

    /// The columns of the graph, in two kinds that can be added to at once.
    fn columns(&mut self) -> (FoundMoves<'_, G>, Closing<'_>) {
        split(
            &mut self.graph,
            &mut self.positions,
            &mut self.moves,
            &mut self.outcomes,
            &mut self.probabilities,
        )
    }
}
