//! A strongly connected part of a graph, as one player's rating sees it, in columns of its own: who
//! maximises, who minimises, where chance decides, and where moves lead, inside and out.

use crate::game::{Player, to_f64};
use crate::tree::{Arrows, Graph, Vertex, VertexKind};

/// Who decides in a position, for the rating of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The player who is rated.
    Max,
    /// Anybody else.
    Min,
    /// Nobody.
    Chance,
}

/// A strongly connected part. Its positions have places from 0 on, in the order of the sweeps; the
/// positions that it leads to have the places after that.
pub(super) struct Part {
    turns: Vec<Turn>,
    moves: Arrows,
    /// One a move; 1 where chance has no part.
    probabilities: Vec<f64>,
}

impl Part {
    /// The part of these vertices, and the vertices that it leads to. `place` has an entry a vertex
    /// of the graph, all of them `u32::MAX`, which is so again afterwards.
    pub fn new(
        graph: &Graph,
        player: Player,
        vertices: &[u32],
        place: &mut [u32],
    ) -> (Self, Vec<u32>) {
        for (index, vertex) in vertices.iter().enumerate() {
            place[*vertex as usize] = index as u32;
        }
        let mut part = Self {
            turns: Vec::with_capacity(vertices.len()),
            moves: Arrows::default(),
            probabilities: Vec::new(),
        };
        let mut exits: Vec<u32> = Vec::new();
        for vertex in vertices.iter().copied().map(Vertex) {
            let turn = match graph.kind(vertex) {
                VertexKind::Chance(_) => Turn::Chance,
                kind if kind == VertexKind::Decision(player) => Turn::Max,
                _ => Turn::Min,
            };
            part.turns.push(turn);
            for edge in graph.edges(vertex) {
                let probability = to_f64(&graph.probability(edge));
                if turn == Turn::Chance && probability <= 0.0 {
                    // It never comes to that.
                    continue;
                }
                let target = graph.target(edge);
                let place = &mut place[target.index()];
                if *place == u32::MAX {
                    *place = (vertices.len() + exits.len()) as u32;
                    exits.push(target.0);
                }
                part.moves.push(*place);
                part.probabilities.push(probability);
            }
            part.moves.close();
        }
        for vertex in vertices.iter().chain(&exits) {
            place[*vertex as usize] = u32::MAX;
        }
        (part, exits)
    }

    /// How many positions the part has.
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// How many moves they have.
    pub fn moves(&self) -> usize {
        self.probabilities.len()
    }

    /// Who decides at a place.
    pub fn turn(&self, place: usize) -> Turn {
        self.turns[place]
    }

    /// Where moves lead from a place.
    pub fn targets(&self, place: usize) -> impl Iterator<Item = usize> {
        self.moves.of(place).iter().map(|target| *target as usize)
    }

    /// The same, with their probabilities.
    pub fn branches(&self, place: usize) -> impl Iterator<Item = (usize, f64)> {
        let probabilities = &self.probabilities[self.moves.range(place)];
        self.targets(place).zip(probabilities.iter().copied())
    }

    /// Where moves of `turn` lead out of a set of places.
    pub fn exits(&self, set: &[u32], turn: Turn) -> impl Iterator<Item = usize> {
        let mut inside: Vec<u32> = set.to_vec();
        inside.sort_unstable();
        set.iter()
            .map(|place| *place as usize)
            .filter(move |place| self.turns[*place] == turn)
            .flat_map(|place| self.targets(place))
            .filter(move |target| inside.binary_search(&(*target as u32)).is_err())
    }

    /// The maximal end components: sets in which play can be held for ever if all who decide want
    /// it, and use no move but those that are allowed. `within` are sets that hold all of them.
    ///
    /// Places that can't stay are taken away until none is left that can't, the strongly connected
    /// parts of the rest are found, and so on (de Alfaro, *Formal verification of probabilistic
    /// systems*, 1997). A move of chance is always allowed.
    pub fn end_components(
        &self,
        within: Option<&[Vec<u32>]>,
        allowed: impl Fn(usize, usize) -> bool,
    ) -> Vec<Vec<u32>> {
        let mut found = Vec::new();
        let mut candidates: Vec<Vec<u32>> = match within {
            Some(sets) => sets.to_vec(),
            None => vec![(0..self.len() as u32).collect()],
        };
        let mut number = vec![u32::MAX; self.len()];
        while let Some(set) = candidates.pop() {
            for (index, place) in set.iter().enumerate() {
                number[*place as usize] = index as u32;
            }
            let (arrows, stays) = self.staying(&set, &number, &allowed);
            for place in &set {
                number[*place as usize] = u32::MAX;
            }
            let components = arrows.components();
            let whole = stays.iter().all(|stays| *stays) && components.len() == 1;
            if whole {
                found.push(set);
                continue;
            }
            for part in components.iter() {
                let loops = |place: u32| arrows.of(place as usize).contains(&place);
                if stays[part[0] as usize] && (part.len() > 1 || loops(part[0])) {
                    candidates.push(part.iter().map(|index| set[*index as usize]).collect());
                }
            }
        }
        found
    }

    /// The moves inside a set between places that can stay in it, by their numbers in the set; and
    /// which places can.
    fn staying(
        &self,
        set: &[u32],
        number: &[u32],
        allowed: &impl Fn(usize, usize) -> bool,
    ) -> (Arrows, Vec<bool>) {
        let inside = |target: usize| number.get(target).copied().filter(|it| *it != u32::MAX);
        let mut arrows = Arrows::default();
        let mut stays = vec![true; set.len()];
        let mut left: Vec<u32> = Vec::with_capacity(set.len());
        let mut gone: Vec<u32> = Vec::new();
        for (index, place) in set.iter().map(|place| *place as usize).enumerate() {
            let chance = self.turns[place] == Turn::Chance;
            let mut moves = 0;
            let mut leaves = false;
            for target in self.targets(place) {
                match inside(target) {
                    Some(target_number) if chance || allowed(place, target) => {
                        arrows.push(target_number);
                        moves += 1;
                    }
                    Some(_) => {}
                    None => leaves = true,
                }
            }
            arrows.close();
            left.push(moves);
            if moves == 0 || (chance && leaves) {
                stays[index] = false;
                gone.push(index as u32);
            }
        }
        let sources = arrows.turned();
        while let Some(index) = gone.pop() {
            for source in sources.of(index as usize) {
                let source = *source as usize;
                left[source] -= 1;
                let chance = self.turns[set[source] as usize] == Turn::Chance;
                if stays[source] && (chance || left[source] == 0) {
                    stays[source] = false;
                    gone.push(source as u32);
                }
            }
        }
        let mut kept = Arrows::default();
        for index in 0..set.len() {
            if stays[index] {
                let targets = arrows.of(index).iter();
                for target in targets.filter(|target| stays[**target as usize]) {
                    kept.push(*target);
                }
            }
            kept.close();
        }
        (kept, stays)
    }
}
