//! The distribution of ratings: for each rating, the number of positions and of tree nodes.

use num_traits::FromPrimitive;

use super::{Rating, Ratings};
use crate::game::{Player, Rational};
use crate::tree::{Graph, Lines, Total, Vertex};

// A bit for each part.
const _: () = assert!(MAX_RATINGS <= 64 && INTERVALS <= 64);

/// Maximum number of distinct ratings listed one by one; more are grouped in intervals.
pub const MAX_RATINGS: usize = 64;
/// Number of equal intervals of the payoffs' range when grouped.
pub const INTERVALS: usize = 20;

/// The counts of one rating, or of one interval.
#[derive(Clone, Debug, PartialEq)]
pub struct MixPart {
    /// The smallest rating that counts here.
    pub least: Rating,
    /// The largest; of an interval only the last holds it, any other one ends before it.
    pub most: Rating,
    /// The number of positions, without chance nodes. A position counts once for each of its
    /// ratings, for any number of plies left. With a ply limit it may have several ratings.
    pub positions: u64,
    /// The number of those positions with a proven rating, for some number of plies left.
    pub proven: u64,
    /// The number of chance nodes, which are no positions; counted in the same way.
    pub chance: u64,
    /// The number of tree nodes.
    pub nodes: Total,
}

/// All ratings of one player, from the smallest to the largest.
#[derive(Clone, Debug, PartialEq)]
pub struct Mix {
    /// The player.
    pub player: Player,
    /// The ratings that occur, or the intervals.
    pub parts: Vec<MixPart>,
    /// Whether they are intervals.
    pub gathered: bool,
}

/// Counts the ratings in steps: first the distinct ratings, then their counts. Dropping it cancels.
#[derive(Debug)]
pub struct Mixing {
    mix: Mix,
    counting: bool,
    next: usize,
    /// With a ply limit: the ratings at which each position was counted, and those where it was
    /// proven.
    counted: Vec<[u64; 2]>,
}

impl Mixing {
    /// Starts with a rated graph.
    pub fn new(player: Player) -> Self {
        Self {
            mix: Mix {
                player,
                parts: Vec::new(),
                gathered: false,
            },
            counting: false,
            next: 0,
            counted: Vec::new(),
        }
    }

    /// Visits up to `work` more vertices; returns `true` when done. `first_with_position` maps each
    /// vertex to the first one with the same position.
    pub fn step(
        &mut self,
        graph: &Graph,
        first_with_position: Option<&[Vertex]>,
        ratings: &Ratings,
        lines: &Lines,
        work: usize,
    ) -> bool {
        let end = graph.len().min(self.next.saturating_add(work.max(1)));
        for number in self.next..end {
            let vertex = Vertex(number as u32);
            if self.counting {
                let first = first_with_position.map(|first| first[number]);
                self.count(graph, first, ratings, lines, vertex);
            } else if !self.meet(ratings.rating(vertex, self.mix.player)) {
                self.gather(graph.range());
                self.next = 0;
                self.counting = true;
                return false;
            }
        }
        self.next = end;
        if end == graph.len() && !self.counting {
            self.next = 0;
            self.counting = true;
            return false;
        }
        end == graph.len()
    }

    /// Takes in a rating; `false` if there are too many.
    fn meet(&mut self, rating: Rating) -> bool {
        let parts = &mut self.mix.parts;
        let place = parts.partition_point(|part| {
            part.least.compare(&rating).is_lt() && !part.least.ties_with(&rating)
        });
        let known = parts.get(place);
        if !known.is_some_and(|part| part.least.ties_with(&rating)) {
            parts.insert(place, empty(rating, rating));
        }
        parts.len() <= MAX_RATINGS
    }

    fn gather(&mut self, (low, high): (Rational, Rational)) {
        let parts = Rational::from_usize(INTERVALS).unwrap_or_else(crate::game::one);
        let edge = |number: usize| {
            let share = Rational::from_usize(number).unwrap_or_default() / parts;
            Rating::Exact(low + (high - low) * share)
        };
        self.mix.parts = (0..INTERVALS)
            .map(|number| empty(edge(number), edge(number + 1)))
            .collect();
        self.mix.gathered = true;
    }

    fn count(
        &mut self,
        graph: &Graph,
        first: Option<Vertex>,
        ratings: &Ratings,
        lines: &Lines,
        vertex: Vertex,
    ) {
        let player = self.mix.player;
        let rating = ratings.rating(vertex, player);
        let parts = &mut self.mix.parts;
        let place = if self.mix.gathered {
            // The last interval includes its upper end.
            let after = parts.partition_point(|part| part.least.compare(&rating).is_le());
            after.saturating_sub(1)
        } else {
            parts.partition_point(|part| {
                part.least.compare(&rating).is_lt() && !part.least.ties_with(&rating)
            })
        };
        let Some(part) = parts.get_mut(place) else {
            return;
        };
        part.nodes.add(lines.to(vertex));
        let proven = ratings.is_proven(vertex, player);
        let (mut new, mut newly_proven) = (true, proven);
        if let Some(first) = first {
            if self.counted.is_empty() {
                self.counted = vec![[0; 2]; graph.len()];
            }
            let [met, certain] = &mut self.counted[first.index()];
            let bit = 1 << place;
            new = *met & bit == 0;
            newly_proven = proven && *certain & bit == 0;
            *met |= bit;
            *certain |= if proven { bit } else { 0 };
        }
        if graph.is_chance(vertex) {
            part.chance += u64::from(new);
        } else {
            part.positions += u64::from(new);
            part.proven += u64::from(newly_proven);
        }
    }

    /// The player whose ratings are counted.
    pub fn player(&self) -> Player {
        self.mix.player
    }

    /// The share that is done.
    pub fn share(&self, graph: &Graph) -> f64 {
        let done = self.next as f64 / graph.len().max(1) as f64;
        (f64::from(u8::from(self.counting)) + done) / 2.0
    }

    /// The result.
    pub fn finish(self) -> Mix {
        self.mix
    }
}

fn empty(least: Rating, most: Rating) -> MixPart {
    MixPart {
        least,
        most,
        positions: 0,
        proven: 0,
        chance: 0,
        nodes: Total::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::Options;
    use crate::tree::scripts::tests::graph;

    /// The ratings of the first player in the graph of a script.
    fn mix(script: &str, max_plies: Option<u32>) -> Mix {
        let positions = graph(script, max_plies);
        let graph = positions.graph();
        let ratings = Ratings::new(graph, &Options::default());
        let first = positions.first_with_position();
        let lines = Lines::new(graph);
        let mut mixing = Mixing::new(Player(0));
        while !mixing.step(graph, first.as_deref(), &ratings, &lines, usize::MAX) {}
        mixing.finish()
    }

    #[test]
    fn as_many_ratings_as_are_told_one_by_one_are_and_one_more_makes_intervals() {
        for (ends, parts) in [(MAX_RATINGS, MAX_RATINGS), (MAX_RATINGS + 1, INTERVALS)] {
            let moves: Vec<String> = (0..ends).map(|end| format!("m{end} -> e{end}")).collect();
            let mut script = format!("start a: {}", moves.join(", "));
            for end in 0..ends {
                script += &format!("; e{end} end: {end}/100 1");
            }
            let mix = mix(&script, None);
            assert_eq!((mix.parts.len(), mix.gathered), (parts, ends > MAX_RATINGS));
            let positions: u64 = mix.parts.iter().map(|part| part.positions).sum();
            assert_eq!(positions, ends as u64 + 1);
        }
    }

    #[test]
    fn a_position_that_is_met_at_two_plies_is_counted_and_certain_once() {
        let script = "start a: l -> x, r -> y; x b: on -> y; y b: give -> won, take -> lost;
                      won end: 1 0; lost end: 0 1";
        let mix = mix(script, Some(9));
        let counted = mix.parts.iter().map(|part| (part.positions, part.proven));
        assert_eq!(counted.collect::<Vec<_>>(), [(4, 4), (1, 1)]);
    }
}
