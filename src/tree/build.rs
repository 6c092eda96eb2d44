//! Builds the position graph: breadth-first, one step at a time, under a budget.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};

use super::estimate::mean_estimates;
use super::fill::Filling;
use super::graph::{Graph, HIDES_CHANCE, Stopped, Vertex, VertexKind};
use super::position_graph::PositionGraph;
use crate::game::{Estimate, Game, Kind, Player, Rational};

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

/// A position graph in the making.
///
/// [`step`](Self::step) does a bounded amount of work, so that whoever drives it can show progress
/// and stop; dropping it cancels. At every moment [`snapshot`](Self::snapshot) gives the graph as
/// far as it is known, whose vertices and edges keep their numbers in every later one.
pub struct Builder<G: Game> {
    game: Arc<G>,
    limits: Limits,
    positions: Vec<G::Position>,
    moves: Vec<G::Move>,
    graph: Graph,
    index: HashTable<u32>,
    outcomes: FxHashMap<Vec<Rational>, u32>,
    probabilities: FxHashMap<Rational, u32>,
    buffer: Vec<G::Move>,
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
            buffer: Vec::new(),
        }
    }
}

fn hash<P: Hash>(position: &P, plies_left: u32) -> u64 {
    let mut hasher = FxHasher::default();
    position.hash(&mut hasher);
    plies_left.hash(&mut hasher);
    hasher.finish()
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
        let mut builder = Self {
            game,
            limits,
            positions: Vec::new(),
            moves: Vec::new(),
            graph,
            index: HashTable::new(),
            outcomes: FxHashMap::default(),
            probabilities: FxHashMap::default(),
            buffer: Vec::new(),
        };
        builder.intern(root, limits.max_plies.unwrap_or(0));
        builder
    }

    /// Lists the moves of up to `work` more vertices.
    pub fn step(&mut self, work: usize) -> Progress {
        for _ in 0..work {
            if self.graph.len() == self.positions.len() {
                break;
            }
            self.expand_next();
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
            // A number and a byte of the hash for each place of the index.
            + self.index.capacity() * (size_of::<u32>() + 1)
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

    /// The number of the vertex, which is new if it is the largest.
    fn intern(&mut self, position: G::Position, plies_left: u32) -> Vertex {
        let limited = self.limits.max_plies.is_some();
        let positions = &self.positions;
        let left = &self.graph.plies_left;
        let entry = self.index.entry(
            hash(&position, plies_left),
            |&vertex| {
                let vertex = vertex as usize;
                positions[vertex] == position && (!limited || left[vertex] == plies_left)
            },
            |&vertex| {
                let vertex = vertex as usize;
                hash(&positions[vertex], if limited { left[vertex] } else { 0 })
            },
        );
        match entry {
            hashbrown::hash_table::Entry::Occupied(found) => Vertex(*found.get()),
            hashbrown::hash_table::Entry::Vacant(slot) => {
                let vertex = positions.len() as u32;
                slot.insert(vertex);
                self.positions.push(position);
                if limited {
                    self.graph.plies_left.push(plies_left);
                }
                Vertex(vertex)
            }
        }
    }

    fn expand_next(&mut self) {
        let vertex = self.graph.len();
        let position = self.positions[vertex];
        let plies_left = self.graph.plies_left.get(vertex).copied();
        let mut moves = std::mem::take(&mut self.buffer);
        let listed = self.game.moves(&position, &mut moves);
        let kind = match listed {
            Kind::End => VertexKind::End,
            Kind::Decision(player) if plies_left == Some(0) => VertexKind::Horizon(player),
            Kind::Decision(player) | Kind::Chance(player) if self.graph.stopped.is_some() => {
                VertexKind::Horizon(player)
            }
            Kind::Decision(player) => VertexKind::Decision(player),
            Kind::Chance(player) => VertexKind::Chance(player),
        };
        let kind = self.add_moves(&position, kind, plies_left, &moves);
        self.buffer = moves;
        let is_horizon = matches!(kind, VertexKind::Horizon(_));
        let outcome = match kind {
            VertexKind::End | VertexKind::Horizon(_) => Some(self.outcome(&position, listed)),
            VertexKind::Decision(_) | VertexKind::Chance(_) => None,
        };
        self.graph.close_vertex(kind, outcome);
        if is_horizon && matches!(listed, Kind::Chance(_)) {
            self.graph.kinds[vertex] |= HIDES_CHANCE;
        }
    }

    /// Adds the edges of a vertex, and takes them back if the budget doesn't hold them all: then
    /// the vertex is a horizon, as is everything after it that isn't an end.
    fn add_moves(
        &mut self,
        position: &G::Position,
        kind: VertexKind,
        plies_left: Option<u32>,
        moves: &[G::Move],
    ) -> VertexKind {
        let chance = match kind {
            VertexKind::End | VertexKind::Horizon(_) => return kind,
            VertexKind::Chance(_) => true,
            VertexKind::Decision(_) => false,
        };
        let left = plies_left.map_or(0, |left| if chance { left } else { left - 1 });
        let (vertices, edges) = (self.positions.len(), self.moves.len());
        let most = usize::try_from(self.limits.max_nodes.unwrap_or(u64::MAX)).unwrap_or(usize::MAX);
        // Vertex and edge numbers have 32 bits.
        let most = most.min(u32::MAX as usize - 1);
        for &mv in moves {
            let target = self.intern(self.game.play(position, mv), left);
            if self.positions.len() > most || self.moves.len() >= u32::MAX as usize - 1 {
                self.take_back(vertices, edges);
                self.graph.stopped = Some(Stopped::MaxNodes(vertices as u64));
                let player = kind.player().unwrap_or(Player(0));
                return VertexKind::Horizon(player);
            }
            if chance || !self.graph.probability.is_empty() {
                let probability = if chance {
                    self.game.probability(position, mv)
                } else {
                    crate::game::one()
                };
                self.add_probability(probability);
            }
            self.graph.targets.push(target);
            self.moves.push(mv);
        }
        kind
    }

    /// The column of probabilities starts with the first chance node; moves before it have 1.
    fn add_probability(&mut self, probability: Rational) {
        let table = &mut self.graph.probabilities;
        let mut number = |probability: Rational| {
            *self.probabilities.entry(probability).or_insert_with(|| {
                table.push(probability);
                table.len() as u32 - 1
            })
        };
        if self.graph.probability.is_empty() {
            let one = number(crate::game::one());
            self.graph.probability.resize(self.moves.len(), one);
        }
        let probability = number(probability);
        self.graph.probability.push(probability);
    }

    fn take_back(&mut self, vertices: usize, edges: usize) {
        // The index keeps what is taken back: after a stop nothing is looked up in it again.
        self.positions.truncate(vertices);
        self.graph.plies_left.truncate(vertices);
        self.moves.truncate(edges);
        self.graph.targets.truncate(edges);
        self.graph.probability.truncate(edges);
        let has_chance = |kind: &u8| matches!(VertexKind::unpack(*kind), VertexKind::Chance(_));
        if !self.graph.kinds.iter().any(has_chance) {
            self.graph.probability.clear();
            self.graph.probabilities.clear();
            self.probabilities.clear();
        }
    }

    fn outcome(&mut self, position: &G::Position, kind: Kind) -> u32 {
        let estimate = self.limits.estimate;
        let numbers: Vec<Rational> = match kind {
            Kind::End => Player::all(self.graph.players)
                .map(|player| self.game.payoff(position, player))
                .collect(),
            Kind::Decision(_) => Player::all(self.graph.players)
                .map(|player| self.game.estimate(position, estimate, player))
                .collect(),
            Kind::Chance(_) => mean_estimates(&*self.game, position, estimate),
        };
        if let Some(&known) = self.outcomes.get(&numbers) {
            return known;
        }
        let new = self.outcomes.len() as u32;
        self.graph.outcomes.extend_from_slice(&numbers);
        self.outcomes.insert(numbers, new);
        new
    }
}
