//! The complete analysis of a position graph: ratings, distances and counts. The distribution of
//! ratings has for each rating the number of positions and of tree nodes.

use num_traits::FromPrimitive;

use super::{Distances, Rating, RatingOptions, Ratings};
use crate::game::{Player, Rational};
use crate::tree::{Counts, Graph, LineCounts, LongestLines, Total, TreeSizes, Vertex};
use crate::work::{Control, finished};

/// Ratings, distances and sizes of every vertex of a graph.
#[derive(Clone, Debug, Default)]
pub struct Analysis {
    /// Ratings and proven intervals.
    pub ratings: Ratings,
    /// Plies to the end under best play.
    pub distances: Distances,
    /// Nodes of the tree below, the vertex included.
    pub nodes: Counts,
    /// Ends of the tree below; horizons are not among them.
    pub ends: Counts,
    /// Plies of the longest line below.
    pub longest: LongestLines,
}

impl Analysis {
    /// Analyses a graph, rated as `options` say.
    pub fn new(graph: &Graph, options: &RatingOptions) -> Self {
        finished(Self::analyze(graph, options, &Control::default()))
    }

    /// Analyses a sorted graph: rates it, and finds the sizes beside that. If an early end is
    /// requested, the bounds proven by then are shown as intervals.
    pub async fn analyze(graph: &Graph, options: &RatingOptions, ctl: &Control) -> Self {
        let mut analysis = Self::default();
        let Self {
            ratings,
            distances,
            nodes,
            ends,
            longest,
        } = &mut analysis;
        let rating = Ratings::work(graph, options) + graph.sweep_size();
        let rating = ctl.part(rating, async move |ctl| {
            *ratings = Ratings::rate(graph, options, &ctl).await;
            *distances = Distances::find(graph, ratings, &ctl).await;
        });
        let sizes = ctl.part(sizing(graph), async move |ctl| {
            let sizes = TreeSizes::count(graph, &ctl).await;
            (*nodes, *ends, *longest) = (sizes.nodes, sizes.ends, sizes.longest);
        });
        ctl.all(vec![rating, sizes]).await;
        analysis
    }

    /// The approximate work of an analysis, in vertices and edges. The convergence of bounds can't
    /// be predicted.
    pub fn work(graph: &Graph, options: &RatingOptions) -> u64 {
        Ratings::work(graph, options) + graph.sweep_size() + sizing(graph)
    }

    /// The approximate bytes that an analysis takes.
    pub fn bytes_of(graph: &Graph, options: &RatingOptions) -> usize {
        // The distances, two counts and the longest lines.
        Ratings::bytes_of(graph, options) + (4 + 2 * 8 + 4) * graph.len()
    }

    /// The plies to the end under best play, where that is proven.
    pub fn proven_distance(&self, vertex: Vertex) -> Option<u32> {
        let plies = self.distances.of(vertex)?;
        self.ratings.all_proven(vertex).then_some(plies)
    }

    /// The bytes that all of it takes, by capacity.
    pub fn bytes(&self) -> usize {
        self.ratings.bytes()
            + self.distances.bytes()
            + self.nodes.bytes()
            + self.ends.bytes()
            + self.longest.bytes()
    }
}

/// The approximate work of finding the sizes.
fn sizing(graph: &Graph) -> u64 {
    let sweeps = if graph.is_cyclic() { 5 } else { 1 };
    sweeps * graph.sweep_size()
}

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
    pub min: Rating,
    /// The largest; of an interval only the last holds it, any other one ends before it.
    pub max: Rating,
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
pub struct RatingDistribution {
    /// The player.
    pub player: Player,
    /// The ratings that occur, or the intervals.
    pub parts: Vec<MixPart>,
    /// Whether they are intervals.
    pub gathered: bool,
}

impl RatingDistribution {
    /// Counts the ratings of a player: first the distinct ratings, then their counts.
    /// `first_with_position` maps each vertex to the first one with the same position.
    pub async fn find(
        graph: &Graph,
        player: Player,
        first_with_position: Option<&[Vertex]>,
        ratings: &Ratings,
        lines: &LineCounts,
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
        let index = parts.partition_point(|part| {
            part.min.compare(&rating).is_lt() && !part.min.ties_with(&rating)
        });
        let known = parts.get(index);
        if !known.is_some_and(|part| part.min.ties_with(&rating)) {
            parts.insert(index, empty(rating, rating));
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
        lines: &LineCounts,
        vertex: Vertex,
    ) {
        let player = self.player;
        let rating = ratings.rating(vertex, player);
        let parts = &mut self.parts;
        let index = if self.gathered {
            // The last interval includes its upper end.
            let after = parts.partition_point(|part| part.min.compare(&rating).is_le());
            after.saturating_sub(1)
        } else {
            parts.partition_point(|part| {
                part.min.compare(&rating).is_lt() && !part.min.ties_with(&rating)
            })
        };
        let Some(part) = parts.get_mut(index) else {
            return;
        };
        part.nodes.add(lines.to(vertex));
        let proven = ratings.is_proven(vertex, player);
        let (mut new, mut newly_proven) = (true, proven);
        if let Some([met, certain]) = counted {
            let bit = 1 << index;
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

fn empty(min: Rating, max: Rating) -> MixPart {
    MixPart {
        min,
        max,
        positions: 0,
        proven: 0,
        chance: 0,
        nodes: Total::default(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{Multiplayer, RatingOptions};
    use super::*;
    use crate::game::{OpenError, Player, Shown, play_line};
    use crate::games::{Setup, Switches, WithGame, open};
    use crate::tree::tests::graph;
    use crate::tree::{Limits, PositionGraph, visits};
    use crate::work::{PIECE, TurnLength, Work};

    /// Builds and rates a game's graph in steps, and returns the maximum number of visits per step.
    struct Stepping {
        work: usize,
        options: RatingOptions,
        limits: Limits,
    }

    impl WithGame for Stepping {
        /// The maximum visits per step, the number of steps, the number of edges, and whether
        /// bounds are iterated.
        type Output = Result<(usize, usize, usize, bool), OpenError>;

        fn with<G: Shown>(self, game: G, position: G::Position) -> Self::Output {
            let root = play_line(&game, &position, "")?;
            let (mut max, mut steps) = (0, 0);
            let mut count = || {
                steps += 1;
                max = max.max(visits::take());
            };
            let positions = PositionGraph::new(Arc::new(game), root, self.limits);
            let edges = positions.graph().edge_count();
            let iterated = positions.graph().is_cyclic() && positions.graph().has_chance();
            visits::take();
            let options = self.options;
            let mut analyzing = Work::new(async move |ctl: Arc<Control>| {
                Analysis::analyze(positions.graph(), &options, &ctl).await
            });
            assert!(
                visits::take() <= 16,
                "nothing is done before the first step"
            );
            while analyzing.step(TurnLength::Work(self.work)).is_none() {
                count();
            }
            count();
            Ok((max, steps, edges, iterated))
        }
    }

    #[test]
    fn a_step_of_an_analysis_does_at_most_a_few_times_its_work_limit() {
        let dice = |preset: &str, players, combat: Option<&str>, board: &str| Setup {
            game: "dice-of-doom".to_owned(),
            position: board.to_owned(),
            switches: Switches {
                preset: Some(preset.to_owned()),
                players,
                combat: combat.map(str::to_owned),
                ..Switches::default()
            },
            columns: None,
        };
        let roll = Some("dice-roll");
        let boards = [
            dice("land-of-lisp", None, None, "b2a1a1/a2b2a3/b3b1b1 a"),
            dice("haskell", Some(3), None, "b2a1c3/a2b2a3/c3b1b1 a"),
            dice("land-of-lisp-v4", Some(2), None, "b2a1a1/a2b2a3/b3b1b1 a"),
            dice("land-of-lisp", None, roll, "b2a1a1/a2b2a3/b3b1b1 a"),
            dice("realm-of-racket", None, roll, "a3b2a1/b1a2b3 a pool=9"),
        ];
        for setup in boards {
            for work in [50, 1_000] {
                for multiplayer in Multiplayer::ALL {
                    let stepping = Stepping {
                        work,
                        options: RatingOptions {
                            multiplayer: Some(multiplayer),
                            ..RatingOptions::default()
                        },
                        limits: Limits {
                            max_nodes: Some(3_000),
                            ..Limits::default()
                        },
                    };
                    let done = open(&setup, stepping).and_then(|done| done);
                    let (max, steps, edges, iterated) =
                        done.unwrap_or_else(|error| panic!("{error}"));
                    // The moves of the last vertex come on top, and where bounds are iterated a
                    // piece of straight code.
                    let slack = if iterated { 2 * PIECE } else { 400 };
                    assert!(max <= 8 * work + slack, "{max} of {work}: {setup:?}");
                    assert!(edges > 2_000 && steps * work > edges, "{steps}, {edges}");
                }
            }
        }
    }

    /// The ratings of the first player in the graph of a script.
    fn mix(script: &str, max_plies: Option<u32>) -> RatingDistribution {
        let positions = graph(script, max_plies);
        let graph = positions.graph();
        let ratings = Ratings::new(graph, &RatingOptions::default());
        let first = positions.first_with_position();
        let lines = LineCounts::new(graph);
        let (first, ctl) = (first.as_deref(), Control::default());
        finished(RatingDistribution::find(
            graph,
            Player(0),
            first,
            &ratings,
            &lines,
            &ctl,
        ))
    }

    #[test]
    fn ratings_are_listed_one_by_one_up_to_a_maximum_and_as_intervals_beyond_it() {
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
