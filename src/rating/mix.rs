//! The distribution of ratings: for each rating, the number of positions and of tree nodes.

use num_traits::FromPrimitive;

use super::{Rating, Ratings};
use crate::game::{Player, Rational};
use crate::tree::{Graph, Lines, Total, Vertex};
use crate::work::Control;

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

impl Mix {
    /// Counts the ratings of a player: first the distinct ratings, then their counts.
    /// `first_with_position` maps each vertex to the first one with the same position.
    pub async fn find(
        graph: &Graph,
        player: Player,
        first_with_position: Option<&[Vertex]>,
        ratings: &Ratings,
        lines: &Lines,
        ctl: &Control,
    ) -> Self {
        let mut mix = Self {
            player,
            parts: Vec::new(),
            gathered: false,
        };
        let meet = |number: usize| {
            let rating = ratings.rating(Vertex(number as u32), player);
            mix.meet(rating).then_some(1)
        };
        if !ctl.each_while(0..graph.len(), meet).await {
            mix.gather(graph.range());
        }
        // With a ply limit: the ratings at which each position was counted, and those where it was
        // proven.
        let limited = first_with_position.map_or(0, |_| graph.len());
        let mut counted = vec![[0; 2]; limited];
        let count = |number: usize| {
            let first = first_with_position.map(|first| &mut counted[first[number].index()]);
            mix.count(graph, first, ratings, lines, Vertex(number as u32));
            1
        };
        ctl.each(0..graph.len(), count).await;
        mix
    }

    /// Takes in a rating; `false` if there are too many.
    fn meet(&mut self, rating: Rating) -> bool {
        let parts = &mut self.parts;
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
        self.parts = (0..INTERVALS)
            .map(|number| empty(edge(number), edge(number + 1)))
            .collect();
        self.gathered = true;
    }

    fn count(
        &mut self,
        graph: &Graph,
        counted: Option<&mut [u64; 2]>,
        ratings: &Ratings,
        lines: &Lines,
        vertex: Vertex,
    ) {
        let player = self.player;
        let rating = ratings.rating(vertex, player);
        let parts = &mut self.parts;
        let place = if self.gathered {
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
        if let Some([met, certain]) = counted {
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
    use crate::work::finished;

    /// The ratings of the first player in the graph of a script.
    fn mix(script: &str, max_plies: Option<u32>) -> Mix {
        let positions = graph(script, max_plies);
        let graph = positions.graph();
        let ratings = Ratings::new(graph, &Options::default());
        let first = positions.first_with_position();
        let lines = Lines::new(graph);
        let (first, ctl) = (first.as_deref(), Control::default());
        finished(Mix::find(graph, Player(0), first, &ratings, &lines, &ctl))
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
