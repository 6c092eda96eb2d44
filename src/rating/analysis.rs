//! The complete analysis of a position graph: ratings, distances and counts.

use super::{Distances, Options, Ratings};
use crate::tree::{Counts, Graph, LongestLines, Sizes, Vertex};
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
    pub fn new(graph: &Graph, options: &Options) -> Self {
        finished(Self::analyze(graph, options, &Control::default()))
    }

    /// Analyses a sorted graph: rates it, and finds the sizes beside that. If an early end is
    /// requested, the bounds proven by then are shown as intervals.
    pub async fn analyze(graph: &Graph, options: &Options, ctl: &Control) -> Self {
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
            let sizes = Sizes::count(graph, &ctl).await;
            (*nodes, *ends, *longest) = (sizes.nodes, sizes.ends, sizes.longest);
        });
        ctl.all(vec![rating, sizes]).await;
        analysis
    }

    /// The approximate work of an analysis, in vertices and edges. The convergence of bounds can't
    /// be predicted.
    pub fn work(graph: &Graph, options: &Options) -> u64 {
        Ratings::work(graph, options) + graph.sweep_size() + sizing(graph)
    }

    /// The approximate bytes that an analysis takes.
    pub fn bytes_of(graph: &Graph, options: &Options) -> usize {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{OpenError, Shown, play_line};
    use crate::games::{Setup, Switches, WithGame, open};
    use crate::rating::Multiplayer;
    use crate::tree::{Limits, PositionGraph, looks};
    use crate::work::{PIECE, Turn, Work};
    use std::sync::Arc;

    /// Builds and rates a game's graph in steps, and returns the maximum number of visits per step.
    struct Stepping {
        work: usize,
        options: Options,
        limits: Limits,
    }

    impl WithGame for Stepping {
        /// The maximum visits per step, the number of steps, the number of edges, and whether
        /// bounds are iterated.
        type Output = Result<(usize, usize, usize, bool), OpenError>;

        fn with<G: Shown>(self, game: G, position: G::Position) -> Self::Output {
            let root = play_line(&game, &position, "")?;
            let (mut most, mut steps) = (0, 0);
            let mut count = || {
                steps += 1;
                most = most.max(looks::take());
            };
            let positions = PositionGraph::new(Arc::new(game), root, self.limits);
            let edges = positions.graph().edge_count();
            let iterated = positions.graph().is_cyclic() && positions.graph().has_chance();
            looks::take();
            let options = self.options;
            let mut analyzing = Work::new(async move |ctl: Arc<Control>| {
                Analysis::analyze(positions.graph(), &options, &ctl).await
            });
            assert!(looks::take() <= 16, "nothing is done before the first step");
            while analyzing.step(Turn::Work(self.work)).is_none() {
                count();
            }
            count();
            Ok((most, steps, edges, iterated))
        }
    }

    #[test]
    fn a_step_looks_at_no_more_than_a_few_times_what_it_was_given() {
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
                        options: Options {
                            multiplayer: Some(multiplayer),
                            ..Options::default()
                        },
                        limits: Limits {
                            max_nodes: Some(3_000),
                            ..Limits::default()
                        },
                    };
                    let done = open(&setup, stepping).and_then(|done| done);
                    let (most, steps, edges, iterated) =
                        done.unwrap_or_else(|error| panic!("{error}"));
                    // The moves of the last vertex come on top, and where bounds are iterated a
                    // piece of straight code.
                    let slack = if iterated { 2 * PIECE } else { 400 };
                    assert!(most <= 8 * work + slack, "{most} of {work}: {setup:?}");
                    assert!(edges > 2_000 && steps * work > edges, "{steps}, {edges}");
                }
            }
        }
    }
}
