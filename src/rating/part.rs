//! A strongly connected component of a graph, as seen by one player's rating, in columns: who
//! maximizes, who minimizes, where chance decides, and the targets of moves inside and outside. It
//! also has the order in which sweeps visit a component, the positions that carry values from one
//! sweep to the next, and arrows turned round: for each vertex the sources of the arrows that lead
//! to it.

use std::ops::Range;

use num_traits::CheckedAdd;

use crate::game::{Player, Rational, one, to_f64, zero};
use crate::tree::{Arrows, Components, Graph, Vertex, VertexKind};
use crate::work::{Control, PIECE};

/// Who decides at a position, for the rating of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CycleTurn {
    /// The player who is rated.
    Max,
    /// Another player.
    Min,
    /// Chance.
    Chance,
}

/// A strongly connected component. Its positions have indices from 0 up, in the order of the
/// sweeps. The positions after it have the indices after that.
#[derive(Default)]
pub(super) struct Component {
    pub(super) turns: Vec<CycleTurn>,
    /// The player at each position, including at chance nodes, until the positions are sorted.
    pub(super) owners: Vec<u8>,
    pub(super) moves: Arrows,
    /// One per move; 1 where chance has no part.
    pub(super) probabilities: Vec<f64>,
    /// The same as exact fractions in a small component, otherwise empty.
    pub(super) exact: Vec<Rational>,
}

/// Maximum number of positions for storing exact probabilities.
const EXACT: usize = 1 << 13;

impl Component {
    /// Takes the component of these vertices out of a graph; returns it with the vertices that it
    /// leads to. `place` has one entry per vertex of the graph. All entries are 0 before, and again
    /// afterwards.
    pub async fn take(
        graph: &Graph,
        player: Player,
        vertices: &[u32],
        place: &mut [u32],
        ctl: &Control,
    ) -> (Self, Vec<u32>) {
        let mut part = Self::default();
        let mut exits = Vec::new();
        let number = |index: usize| {
            place[vertices[index] as usize] = index as u32 + 1;
            1
        };
        ctl.each(0..vertices.len(), number).await;
        let take = |index: usize| {
            let vertex = Vertex(vertices[index]);
            part.add(graph, player, vertex, vertices.len(), &mut exits, place);
            1 + graph.degree(vertex)
        };
        ctl.each(0..vertices.len(), take).await;
        for vertices in [vertices, &exits] {
            let clear = |index: usize| {
                place[vertices[index] as usize] = 0;
                1
            };
            ctl.each(0..vertices.len(), clear).await;
        }
        (part, exits)
    }

    /// Adds a vertex with its moves.
    fn add(
        &mut self,
        graph: &Graph,
        player: Player,
        vertex: Vertex,
        inner: usize,
        exits: &mut Vec<u32>,
        place: &mut [u32],
    ) {
        let turn = match graph.kind(vertex) {
            VertexKind::Chance(_) => CycleTurn::Chance,
            kind if kind == VertexKind::Decision(player) => CycleTurn::Max,
            _ => CycleTurn::Min,
        };
        self.turns.push(turn);
        let owner = graph.kind(vertex).player();
        self.owners.push(owner.map_or(0, |player| player.0));
        for edge in graph.edges(vertex) {
            let exact = graph.probability(edge);
            let probability = to_f64(&exact);
            if turn == CycleTurn::Chance && probability <= 0.0 {
                // It never comes to that.
                continue;
            }
            let target = graph.target(edge);
            let index = &mut place[target.index()];
            if *index == 0 {
                exits.push(target.0);
                *index = (inner + exits.len()) as u32;
            }
            self.moves.push(*index - 1);
            self.probabilities.push(probability);
            if inner <= EXACT {
                self.exact.push(exact);
            }
        }
        self.moves.close();
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// The number of moves.
    pub fn moves(&self) -> usize {
        self.probabilities.len()
    }

    /// Who decides at a position.
    pub fn turn(&self, index: usize) -> CycleTurn {
        self.turns[index]
    }

    /// The targets of the moves at a position.
    pub fn targets(&self, index: usize) -> impl Iterator<Item = usize> {
        #[cfg(test)]
        crate::tree::visits::count(self.moves.range(index).len() as u32);
        self.moves.of(index).iter().map(|target| *target as usize)
    }

    /// The same, with their probabilities.
    pub fn branches(&self, index: usize) -> impl Iterator<Item = (usize, f64)> {
        let probabilities = &self.probabilities[self.moves.range(index)];
        self.targets(index).zip(probabilities.iter().copied())
    }

    /// The same exactly, where the part [is exact](Self::is_exact).
    pub fn exact_branches(&self, index: usize) -> impl Iterator<Item = (usize, &Rational)> {
        self.targets(index)
            .zip(&self.exact[self.moves.range(index)])
    }

    /// Whether all probabilities are known exactly, and those of each chance sum to 1.
    pub fn is_exact(&self) -> bool {
        let sums_to_one = |slot: usize| {
            let mut probabilities = self.exact[self.moves.range(slot)].iter();
            let sum = probabilities.try_fold(zero(), |sum, own| sum.checked_add(own));
            sum == Some(one())
        };
        self.exact.len() == self.moves()
            && (0..self.len())
                .filter(|index| self.turn(*index) == CycleTurn::Chance)
                .all(sums_to_one)
    }

    /// The number of moves at some positions, plus one for each position.
    pub fn moves_of(&self, places: Range<usize>) -> usize {
        match places.end.checked_sub(1) {
            Some(last) if !places.is_empty() => {
                self.moves.range(last).end - self.moves.range(places.start).start + places.len()
            }
            _ => 0,
        }
    }

    /// The best exit from a set by a bound: the best of the targets of `turn`'s moves out of it,
    /// and `otherwise`. `inside` has one entry per position. All entries are `false` before, and
    /// again afterwards.
    #[expect(
        clippy::too_many_arguments,
        reason = "it is one sum that is wanted in two forms"
    )]
    pub async fn best_exit(
        &self,
        set: &[u32],
        inside: &mut [bool],
        turn: CycleTurn,
        otherwise: f64,
        bound: impl Fn(usize) -> f64,
        better: fn(f64, f64) -> f64,
        ctl: &Control,
    ) -> f64 {
        for places in set.chunks(PIECE) {
            places
                .iter()
                .for_each(|place| inside[*place as usize] = true);
            ctl.tick(places.len()).await;
        }
        let mut best = otherwise;
        for places in set.chunks(PIECE) {
            let mut moves = places.len();
            for slot in places.iter().map(|place| *place as usize) {
                if self.turns[slot] != turn {
                    continue;
                }
                for target in self.targets(slot) {
                    moves += 1;
                    if inside.get(target) != Some(&true) {
                        best = better(best, bound(target));
                    }
                }
            }
            ctl.tick(moves).await;
        }
        for places in set.chunks(PIECE) {
            places
                .iter()
                .for_each(|index| inside[*index as usize] = false);
            ctl.tick(places.len()).await;
        }
        best
    }

    /// The maximal end components: sets where play can be kept forever if all who decide cooperate,
    /// using allowed moves only. Each must be inside one of the sets `within`.
    ///
    /// Positions that can't stay are removed until all can, the strongly connected components of
    /// the rest are computed, and so on (de Alfaro, *Formal verification of probabilistic systems*,
    /// 1997). Outcomes of chance are always allowed.
    pub async fn end_components(
        &self,
        within: Option<&[Vec<u32>]>,
        allowed: impl Fn(usize, usize) -> bool,
        ctl: &Control,
    ) -> Vec<Vec<u32>> {
        let mut found = Vec::new();
        let mut candidates: Vec<Vec<u32>> = match within {
            Some(sets) => sets.to_vec(),
            None => vec![(0..self.len() as u32).collect()],
        };
        let mut number = vec![u32::MAX; self.len()];
        while let Some(set) = candidates.pop() {
            for (index, places) in set.chunks(PIECE).enumerate() {
                for (place, own) in places.iter().zip(index * PIECE..) {
                    number[*place as usize] = own as u32;
                }
                ctl.tick(places.len()).await;
            }
            let (arrows, stays) = self.staying(&set, &number, &allowed, ctl).await;
            for places in set.chunks(PIECE) {
                places
                    .iter()
                    .for_each(|place| number[*place as usize] = u32::MAX);
                ctl.tick(places.len()).await;
            }
            let components = Components::find(&arrows, arrows.len(), ctl).await;
            let mut all_stay = true;
            for stays in stays.chunks(PIECE) {
                all_stay &= stays.iter().all(|stays| *stays);
                ctl.tick(stays.len()).await;
            }
            if all_stay && components.len() == 1 {
                found.push(set);
                continue;
            }
            for part in components.iter() {
                let loops = |slot: u32| arrows.of(slot as usize).contains(&slot);
                let mut looked_at = part.len();
                if let [first, ..] = part
                    && stays[*first as usize]
                    && (part.len() > 1 || loops(*first))
                {
                    looked_at += arrows.of(*first as usize).len();
                    candidates.push(part.iter().map(|index| set[*index as usize]).collect());
                }
                ctl.tick(looked_at).await;
            }
        }
        found
    }

    /// The moves inside a set between positions that can stay in it, by their indices in the set;
    /// and the positions that can.
    async fn staying(
        &self,
        set: &[u32],
        number: &[u32],
        allowed: &impl Fn(usize, usize) -> bool,
        ctl: &Control,
    ) -> (Arrows, Vec<bool>) {
        let inside = |target: usize| number.get(target).copied().filter(|it| *it != u32::MAX);
        let mut arrows = Arrows::default();
        let mut stays = vec![true; set.len()];
        let mut remaining: Vec<u32> = Vec::with_capacity(set.len());
        let mut gone: Vec<u32> = Vec::new();
        for places in set.chunks(PIECE) {
            let mut looked_at = places.len();
            for slot in places.iter().map(|place| *place as usize) {
                let chance = self.turns[slot] == CycleTurn::Chance;
                let mut moves = 0;
                let mut leaves = false;
                for target in self.targets(slot) {
                    looked_at += 1;
                    match inside(target) {
                        Some(target_number) if chance || allowed(slot, target) => {
                            arrows.push(target_number);
                            moves += 1;
                        }
                        Some(_) => {}
                        None => leaves = true,
                    }
                }
                arrows.close();
                if moves == 0 || (chance && leaves) {
                    stays[remaining.len()] = false;
                    gone.push(remaining.len() as u32);
                }
                remaining.push(moves);
            }
            ctl.tick(looked_at).await;
        }
        if gone.is_empty() {
            return (arrows, stays);
        }
        let mut first = vec![0_u32; arrows.len() + 1];
        let count = |node| {
            let targets = arrows.of(node);
            targets
                .iter()
                .for_each(|target| first[*target as usize] += 1);
            1 + targets.len()
        };
        ctl.each(0..arrows.len(), count).await;
        let targets = |node: usize| {
            let targets = arrows.of(node);
            (node as u32, 1 + targets.len(), targets.iter().copied())
        };
        let sources = turned(first, 0..arrows.len(), targets, ctl).await;
        while let Some(index) = gone.pop() {
            for sources in sources.of(index as usize).chunks(PIECE) {
                for source in sources.iter().map(|source| *source as usize) {
                    remaining[source] -= 1;
                    let chance = self.turns[set[source] as usize] == CycleTurn::Chance;
                    if stays[source] && (chance || remaining[source] == 0) {
                        stays[source] = false;
                        gone.push(source as u32);
                    }
                }
                ctl.tick(sources.len()).await;
            }
        }
        (arrows_among(&arrows, &stays, ctl).await, stays)
    }
}

/// The arrows between those that stay.
async fn arrows_among(arrows: &Arrows, stays: &[bool], ctl: &Control) -> Arrows {
    let mut kept = Arrows::default();
    for first in (0..stays.len()).step_by(PIECE) {
        let mut looked_at = 0;
        for index in first..stays.len().min(first + PIECE) {
            looked_at += 1 + arrows.of(index).len();
            if stays[index] {
                let targets = arrows.of(index).iter();
                for target in targets.filter(|target| stays[**target as usize]) {
                    kept.push(*target);
                }
            }
            kept.close();
        }
        ctl.tick(looked_at).await;
    }
    kept
}

impl Component {
    /// Sorts the positions so that one sweep carries values through a whole turn of each player.
    /// The last player's positions come first, then those of the player before. Within a turn, the
    /// target of a move comes before its source. Moves to another player's turn are ignored, since
    /// they form the cycles. Returns the old index of each new one.
    pub async fn put_in_order(&mut self, ctl: &Control) -> Vec<u32> {
        let arrows = self.within_turns(ctl).await;
        let components = Components::find(&arrows, arrows.len(), ctl).await;
        drop(arrows);
        let players = self.owners.iter().max().map_or(0, |max| *max + 1);
        let mut order = Vec::with_capacity(self.len());
        for player in (0..players).rev() {
            for places in components.nodes().chunks(PIECE) {
                let owned = |place: &&u32| self.owners[**place as usize] == player;
                order.extend(places.iter().filter(owned));
                ctl.tick(places.len()).await;
            }
        }
        drop(components);
        self.owners = Vec::new();
        let mut new: Vec<u32> = vec![0; order.len()];
        for (index, places) in order.chunks(PIECE).enumerate() {
            for (place, own) in places.iter().zip(index * PIECE..) {
                new[*place as usize] = own as u32;
            }
            ctl.tick(places.len()).await;
        }
        let mut turns = Vec::with_capacity(order.len());
        let mut moves = Arrows::default();
        for places in order.chunks(PIECE) {
            let mut looked_at = places.len();
            for place in places.iter().map(|place| *place as usize) {
                turns.push(self.turn(place));
                for target in self.targets(place) {
                    moves.push(new.get(target).copied().unwrap_or(target as u32));
                    looked_at += 1;
                }
                moves.close();
            }
            ctl.tick(looked_at).await;
        }
        drop(new);
        let old = std::mem::replace(&mut self.moves, moves);
        self.turns = turns;
        let mut probabilities = Vec::with_capacity(self.probabilities.len());
        for places in order.chunks(PIECE) {
            let before = probabilities.len();
            for place in places {
                probabilities.extend_from_slice(&self.probabilities[old.range(*place as usize)]);
            }
            ctl.tick(places.len() + probabilities.len() - before).await;
        }
        self.probabilities = probabilities;
        if !self.exact.is_empty() {
            let ranges = order.iter().map(|slot| old.range(*slot as usize));
            self.exact = ranges
                .flat_map(|range| self.exact[range].to_vec())
                .collect();
        }
        order
    }

    /// For each position of the component, the moves to it within the same player's turn.
    async fn within_turns(&self, ctl: &Control) -> Arrows {
        let mut arrows = Arrows::default();
        for first in (0..self.len()).step_by(PIECE) {
            let places = first..self.len().min(first + PIECE);
            for index in places.clone() {
                let owner = Some(&self.owners[index]);
                let targets = self.targets(index);
                for target in targets.filter(|target| self.owners.get(*target) == owner) {
                    arrows.push(target as u32);
                }
                arrows.close();
            }
            ctl.tick(self.moves_of(places)).await;
        }
        arrows
    }

    /// The positions whose number is read in a sweep before it is updated. All others follow from
    /// these.
    pub async fn carriers(&self, ctl: &Control) -> Vec<u32> {
        let mut carries = vec![false; self.len()];
        for first in (0..self.len()).step_by(PIECE) {
            let places = first..self.len().min(first + PIECE);
            for place in places.clone() {
                for target in self.targets(place).filter(|target| *target >= place) {
                    if let Some(carries) = carries.get_mut(target) {
                        *carries = true;
                    }
                }
            }
            ctl.tick(self.moves_of(places)).await;
        }
        let mut carriers = Vec::new();
        for (index, piece) in carries.chunks(PIECE).enumerate() {
            let numbered = piece.iter().zip(index * PIECE..);
            carriers.extend(
                numbered
                    .filter(|(carries, _)| **carries)
                    .map(|(_, slot)| slot as u32),
            );
            ctl.tick(piece.len()).await;
        }
        carriers
    }
}

/// The arrows to each node. `first` has the number of arrows to each node, and a 0 behind them.
/// `arrows` returns the source of an index, the work of looking at its arrows, and their targets.
pub(super) async fn turned<T: Iterator<Item = u32>>(
    mut first: Vec<u32>,
    indices: Range<usize>,
    arrows: impl Fn(usize) -> (u32, usize, T),
    ctl: &Control,
) -> Arrows {
    let nodes = first.len();
    let sum = |index: usize| {
        first[index] += first[index - 1];
        1
    };
    ctl.each(1..nodes, sum).await;
    let mut sources = vec![0; first.last().map_or(0, |last| *last as usize)];
    // Each entry counts down from the end of its node's arrows to their start.
    let fill = |index: usize| {
        let (source, work, targets) = arrows(index);
        for target in targets {
            let slot = &mut first[target as usize];
            *slot -= 1;
            sources[*slot as usize] = source;
        }
        work
    };
    ctl.each(indices, fill).await;
    Arrows::of_columns(first, sources)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::tests::graph;
    use crate::work::finished;

    impl Component {
        /// A component of these positions: who decides at each, and the targets with their
        /// probabilities.
        pub(in crate::rating) fn of(places: &[(CycleTurn, &[(u32, f64)])]) -> Self {
            let mut part = Self::default();
            for (turn, moves) in places {
                part.turns.push(*turn);
                part.owners.push(0);
                for (target, probability) in *moves {
                    part.moves.push(*target);
                    part.probabilities.push(*probability);
                }
                part.moves.close();
            }
            part
        }
    }

    #[test]
    fn outcomes_of_probability_zero_are_not_moves_of_a_component() {
        let graph = graph(
            "start a: go -> dice; dice chance a: back 1 -> start, win 0 -> won; won end: 1 0",
            None,
        );
        let graph = graph.graph();
        let vertices = graph.components().part(0);
        assert_eq!(vertices.len(), 2);
        let mut place = vec![0; graph.len()];
        let ctl = Control::default();
        let taking = Component::take(graph, Player(0), vertices, &mut place, &ctl);
        let (part, exits) = finished(taking);
        assert_eq!((part.len(), part.moves(), exits), (2, 2, Vec::new()));
        assert!(part.is_exact());
    }

    #[test]
    fn play_can_be_kept_in_a_cycle_if_every_player_has_a_move_that_stays() {
        // From 0 and 1 play may go round forever, or to 2, where chance may let it out.
        let part = Component::of(&[
            (CycleTurn::Max, &[(1, 1.0), (2, 1.0)]),
            (CycleTurn::Min, &[(0, 1.0)]),
            (CycleTurn::Chance, &[(0, 0.5), (3, 0.5)]),
        ]);
        let ctl = Control::default();
        let held =
            |allowed: fn(usize, usize) -> bool| finished(part.end_components(None, allowed, &ctl));
        let sorted = |mut sets: Vec<Vec<u32>>| {
            sets.iter_mut().for_each(|set| set.sort_unstable());
            sets
        };
        assert_eq!(sorted(held(|_, _| true)), [[0, 1]]);
        assert!(held(|index, target| (index, target) != (0, 1)).is_empty());
    }
}
