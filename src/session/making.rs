//! Builds a graph from its root to its last rating, in steps of bounded work.

use std::sync::Arc;

use super::progress::{Progress, Stage};
use super::{Build, Rated};
use crate::game::Shown;
use crate::rating::{Analysis, Analyzing, Options};
use crate::tree::{Builder, CountingDistinct, Explored, Limits, PositionGraph, side_by_side};

/// The number of vertices and edges visited in the time of listing the moves of one position.
const LOOKS: usize = 16;

/// A graph in the making, of one game.
pub(super) struct Making<G: Shown> {
    game: Arc<G>,
    root: G::Position,
    limits: Limits,
    options: Options,
    now: Now<G>,
    /// No better ratings are wanted than those that are found soon.
    enough: bool,
}

enum Now<G: Shown> {
    Exploring(Box<Builder<G>>),
    Sorting(Box<Explored<G>>),
    /// All is rated and counted.
    Rating(Box<Explored<G>>, Box<Analyzing>),
    /// Distinct positions are counted.
    Counting {
        graph: Box<PositionGraph<G>>,
        analysis: Box<Analysis>,
        counting: CountingDistinct<G>,
        /// The total work of rating.
        rated: u64,
    },
    /// Only while one gives way to the other.
    Between,
}

impl<G: Shown> Making<G> {
    pub fn new(game: Arc<G>, root: G::Position, limits: Limits, options: Options) -> Self {
        let builder = Builder::new(game, root, limits);
        Self::going_on(builder, root, limits, options)
    }

    /// Continues with a partial graph.
    pub fn going_on(
        builder: Builder<G>,
        root: G::Position,
        limits: Limits,
        options: Options,
    ) -> Self {
        Self {
            game: Arc::clone(builder.game()),
            root,
            limits,
            options,
            now: Now::Exploring(Box::new(builder)),
            enough: false,
        }
    }

    /// Continues with the next stage if this one is done.
    fn settle(&mut self) {
        self.now = match std::mem::replace(&mut self.now, Now::Between) {
            Now::Exploring(builder) if builder.progress().done => {
                if let Some(most) = builder.stopped_by_bytes() {
                    // The graph's limit becomes the one that gives the same graph again.
                    self.limits.max_nodes = Some(most);
                }
                Now::Sorting(Box::new(builder.explored()))
            }
            Now::Sorting(explored) if explored.is_sorted() => {
                let analyzing = Analyzing::new(explored.graph(), &self.options);
                if self.enough {
                    analyzing.stop();
                }
                Now::Rating(explored, Box::new(analyzing))
            }
            Now::Rating(explored, mut analyzing) if analyzing.is_done(explored.graph()) => {
                let (_, rated) = analyzing.progress(explored.graph());
                let analysis = Box::new(analyzing.finish(explored.graph()));
                let graph = Box::new(explored.finish());
                Now::Counting {
                    counting: CountingDistinct::new(&graph),
                    graph,
                    analysis,
                    rated,
                }
            }
            other => other,
        };
    }

    /// A graph that was built, rated as well as can be done soon.
    fn rated_soon(&self, graph: PositionGraph<G>) -> Rated {
        let analyzing = Analyzing::new(graph.graph(), &self.options);
        analyzing.stop();
        let analysis = analyzing.finish(graph.graph());
        Rated::new(graph, self.limits, self.options, analysis)
    }
}

/// The progress of a graph that has all its positions.
fn progress<G: Shown>(explored: &Explored<G>, stage: Stage, within: (u64, u64)) -> Progress {
    let graph = explored.graph();
    Progress {
        stage,
        within,
        positions: graph.len(),
        expanded: graph.len(),
        moves: graph.edge_count(),
        bytes: explored.bytes(),
        done: false,
    }
}

impl<G: Shown> Build for Making<G> {
    fn step(&mut self, work: usize) -> Progress {
        self.settle();
        let looks = work.saturating_mul(LOOKS);
        match &mut self.now {
            Now::Exploring(builder) => {
                let progress = Progress::exploring(builder.step(work));
                match progress.done {
                    true => Progress {
                        stage: Stage::Sorting,
                        within: (0, (progress.positions + progress.moves) as u64),
                        done: false,
                        ..progress
                    },
                    false => progress,
                }
            }
            Now::Sorting(explored) => {
                explored.step(looks);
                let of = (explored.graph().len() + explored.graph().edge_count()) as u64;
                let within = (of.saturating_sub(explored.left()), of);
                progress(explored, Stage::Sorting, within)
            }
            Now::Rating(explored, analyzing) => {
                let graph = explored.graph();
                side_by_side(graph, &mut analyzing.tasks(), looks);
                analyzing.settle(graph);
                let within = analyzing.progress(graph);
                let so_far = progress(explored, Stage::Rating, within);
                Progress {
                    bytes: so_far.bytes + analyzing.bytes(),
                    ..so_far
                }
            }
            Now::Counting {
                graph,
                analysis,
                counting,
                rated,
            } => Progress {
                stage: Stage::Rating,
                within: (*rated, *rated),
                positions: graph.graph().len(),
                expanded: graph.graph().len(),
                moves: graph.graph().edge_count(),
                bytes: graph.bytes() + analysis.bytes(),
                done: counting.step(graph, looks),
            },
            Now::Between => Progress {
                done: true,
                ..Progress::default()
            },
        }
    }

    fn stop(&mut self) {
        match &mut self.now {
            Now::Exploring(builder) => builder.stop(),
            Now::Rating(_, analyzing) => analyzing.stop(),
            Now::Sorting(_) | Now::Counting { .. } | Now::Between => self.enough = true,
        }
    }

    fn snapshot(&self) -> Rated {
        self.rated_soon(match &self.now {
            Now::Exploring(builder) => builder.snapshot(),
            // Its columns are being sorted: it is built again.
            _ => PositionGraph::new(Arc::clone(&self.game), self.root, self.limits),
        })
    }

    fn finish(mut self: Box<Self>) -> Rated {
        while !self.step(usize::MAX).done {}
        match self.now {
            Now::Counting {
                mut graph,
                analysis,
                counting,
                ..
            } => {
                graph.take_distinct(counting);
                Rated::new(*graph, self.limits, self.options, *analysis)
            }
            _ => self.snapshot(),
        }
    }
}
