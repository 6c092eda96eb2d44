//! The complete analysis of a position graph: ratings, distances and counts.

use super::distances::Measuring;
use super::rater::Rater;
use super::{Distances, Options, Ratings};
use crate::tree::{Counts, Graph, LongestLines, Sizing, Task, Vertex, side_by_side};

/// Ratings, distances and sizes of every vertex of a graph.
#[derive(Clone, Debug)]
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
        let mut analyzing = Analyzing::new(graph, options);
        while !analyzing.step(graph, usize::MAX) {}
        analyzing.finish(graph)
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

/// An analysis in progress: ratings, then distances, and in parallel the sizes. Each step does a
/// bounded amount of work, so that the caller can show progress and cancel. Dropping it cancels.
pub struct Analyzing {
    rating: AnalysisStage,
    sizes: Sizing,
    /// The total work at the start.
    of: u64,
}

enum AnalysisStage {
    Rating(Box<Rater>),
    Measuring(Box<Measuring<Ratings>>),
    /// Only while one gives way to the other.
    Between,
}

impl Analyzing {
    /// Starts with a sorted graph, to be rated with these options.
    pub fn new(graph: &Graph, options: &Options) -> Self {
        let mut analyzing = Self {
            rating: AnalysisStage::Rating(Box::new(Rater::new(graph, options))),
            sizes: Sizing::new(graph),
            of: 0,
        };
        analyzing.of = analyzing.left(graph);
        analyzing
    }

    /// Visits up to `work` more vertices and edges; returns `true` when done.
    pub fn step(&mut self, graph: &Graph, work: usize) -> bool {
        side_by_side(graph, &mut self.tasks(), work);
        self.settle(graph);
        self.is_done(graph)
    }

    /// The tasks that can run now, in parallel with other tasks on the same graph. Call
    /// [`settle`](Self::settle) after them.
    pub fn tasks(&mut self) -> Vec<&mut dyn Task> {
        let mut tasks = match &mut self.rating {
            AnalysisStage::Rating(rater) => rater.tasks(),
            AnalysisStage::Measuring(measuring) => vec![&mut **measuring as &mut dyn Task],
            AnalysisStage::Between => Vec::new(),
        };
        tasks.push(&mut self.sizes);
        tasks
    }

    /// Continues with the work that depends on finished tasks.
    pub fn settle(&mut self, graph: &Graph) {
        let AnalysisStage::Rating(rater) = &mut self.rating else {
            return;
        };
        rater.settle(graph);
        if rater.left(graph) > 0 {
            return;
        }
        if let AnalysisStage::Rating(rater) =
            std::mem::replace(&mut self.rating, AnalysisStage::Between)
        {
            let ratings = rater.finish(graph);
            self.rating = AnalysisStage::Measuring(Box::new(Measuring::new(graph, ratings)));
        }
    }

    /// Whether all is done.
    pub fn is_done(&self, graph: &Graph) -> bool {
        let measured = match &self.rating {
            AnalysisStage::Measuring(measuring) => measuring.left(graph) == 0,
            AnalysisStage::Rating(_) | AnalysisStage::Between => false,
        };
        measured && self.sizes.left(graph) == 0
    }

    /// Requests an early end of iterated bounds. The bounds proven by then are shown as intervals.
    pub fn stop(&self) {
        if let AnalysisStage::Rating(rater) = &self.rating {
            rater.stop();
        }
    }

    /// The work done, and the total work, in vertices and edges. Both are rough, since the
    /// convergence of bounds can't be predicted.
    pub fn progress(&mut self, graph: &Graph) -> (u64, u64) {
        (self.of.saturating_sub(self.left(graph)), self.of)
    }

    fn left(&mut self, graph: &Graph) -> u64 {
        let rating = match &mut self.rating {
            AnalysisStage::Rating(rater) => rater.left(graph) + graph.sweep_left(0),
            AnalysisStage::Measuring(measuring) => measuring.left(graph),
            AnalysisStage::Between => 0,
        };
        rating + self.sizes.left(graph)
    }

    /// The bytes that it takes, by capacity, roughly.
    pub fn bytes(&self) -> usize {
        let rating = match &self.rating {
            AnalysisStage::Rating(rater) => rater.bytes(),
            AnalysisStage::Measuring(measuring) => measuring.bytes(),
            AnalysisStage::Between => 0,
        };
        rating + self.sizes.bytes()
    }

    /// Completes the analysis and returns it.
    pub fn finish(mut self, graph: &Graph) -> Analysis {
        loop {
            while !self.step(graph, usize::MAX) {}
            if let AnalysisStage::Measuring(measuring) = self.rating {
                let (ratings, distances) = measuring.finish();
                let (nodes, ends, longest) = self.sizes.finish(graph);
                return Analysis {
                    ratings,
                    distances,
                    nodes,
                    ends,
                    longest,
                };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{OpenError, Shown, play_line};
    use crate::games::{Setup, Switches, WithGame, open};
    use crate::rating::Multiplayer;
    use crate::rating::pieces::PIECE;
    use crate::tree::{Builder, Limits, looks};
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
            let mut explored = Builder::new(Arc::new(game), root, self.limits).explored();
            looks::take();
            while !explored.step(self.work) {
                count();
            }
            count();
            let mut analyzing = Analyzing::new(explored.graph(), &self.options);
            assert!(looks::take() <= 16, "nothing is done before the first step");
            while !analyzing.step(explored.graph(), self.work) {
                count();
            }
            count();
            let graph = explored.graph();
            let iterated = graph.is_cyclic() && graph.has_chance();
            Ok((most, steps, graph.edge_count(), iterated))
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
