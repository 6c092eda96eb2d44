//! Builds a graph from its root to its last rating, by turns.

use std::sync::{Arc, OnceLock};

use super::progress::{Progress, Stage};
use super::{Build, Rated};
use crate::game::Shown;
use crate::rating::{Analysis, Options};
use crate::tree::{self, Builder, Limits, PositionGraph};
use crate::work::{Control, PIECE, Turn, Work, finished};

/// The number of vertices and edges visited in the time of listing the moves of one position.
const LOOKS: usize = 16;
/// The number of positions that are first listed between two looks at the clock, and the maximum.
const FIRST_BATCH: usize = 64;
const MAX_BATCH: usize = 1 << 20;

/// A graph in the making, of one game.
pub(super) struct Making<G: Shown> {
    game: Arc<G>,
    root: G::Position,
    limits: Limits,
    options: Options,
    /// `None` once all moves are known.
    builder: Option<Builder<G>>,
    /// Positions that are listed between two looks at the clock.
    batch: usize,
    rest: Option<Work<(PositionGraph<G>, Analysis)>>,
    rating: Arc<OnceLock<Begun>>,
    found: Option<(PositionGraph<G>, Analysis)>,
    /// The progress of the last turn.
    last: Progress,
}

/// The state of the rest of the work when rating begins.
struct Begun {
    /// The work done before.
    before: u64,
    /// The approximate work of rating.
    of: u64,
    bytes: usize,
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
            builder: Some(builder),
            batch: FIRST_BATCH,
            rest: None,
            rating: Arc::default(),
            found: None,
            last: Progress::default(),
        }
    }

    /// Lists moves for a turn.
    fn explore(&mut self, mut builder: Builder<G>, turn: Turn) {
        let progress = match turn {
            Turn::Work(work) => builder.step(work),
            Turn::Time(_) => explore(&mut builder, turn, &mut self.batch),
        };
        self.last = Progress::exploring(progress);
        if !progress.done {
            self.builder = Some(builder);
            return;
        }
        self.last.stage = Stage::Sorting;
        self.last.within = (0, (progress.positions + progress.moves) as u64);
        self.last.done = false;
        if let Some(most) = builder.stopped_by_bytes() {
            // The graph's limit becomes the one that gives the same graph again.
            self.limits.max_nodes = Some(most);
        }
        let (options, rating) = (self.options, Arc::clone(&self.rating));
        self.rest = Some(Work::new(async move |ctl: Arc<Control>| {
            finish(builder, options, &rating, &ctl).await
        }));
    }

    /// Sorts and rates for a turn.
    fn go_on(&mut self, mut rest: Work<(PositionGraph<G>, Analysis)>, turn: Turn) {
        self.found = rest.step(match turn {
            Turn::Work(work) => Turn::Work(work.saturating_mul(LOOKS)),
            Turn::Time(_) => turn,
        });
        let done = rest.control().done();
        if let Some(begun) = self.rating.get() {
            self.last.stage = Stage::Rating;
            self.last.within = ((done - begun.before).min(begun.of), begun.of);
            self.last.bytes = begun.bytes;
        } else {
            self.last.within.0 = done.min(self.last.within.1);
        }
        if self.found.is_some() {
            self.last.within.0 = self.last.within.1;
            self.last.done = true;
        } else {
            self.rest = Some(rest);
        }
    }

    /// A graph that was built, rated as well as can be done soon.
    fn rated_soon(&self, graph: PositionGraph<G>) -> Rated {
        let ctl = Control::default();
        ctl.stop();
        let analysis = finished(Analysis::analyze(graph.graph(), &self.options, &ctl));
        Rated::new(graph, self.limits, self.options, analysis)
    }
}

/// Lists moves until the time is over.
fn explore<G: Shown>(builder: &mut Builder<G>, turn: Turn, batch: &mut usize) -> tree::Progress {
    let clock = Control::default();
    clock.begin(turn);
    let mut batches = 0;
    loop {
        let progress = builder.step(*batch);
        batches += 1;
        if progress.done {
            return progress;
        }
        if !clock.spend(PIECE) {
            if batches == 1 {
                *batch = (*batch / 2).max(1);
            }
            return progress;
        }
        if batches > 1 {
            *batch = (2 * *batch).min(MAX_BATCH);
            batches = 1;
        }
    }
}

/// Sorts and rates a graph whose moves are known, and counts its distinct positions.
async fn finish<G: Shown>(
    builder: Builder<G>,
    options: Options,
    rating: &OnceLock<Begun>,
    ctl: &Control,
) -> (PositionGraph<G>, Analysis) {
    let mut positions = builder.sort(ctl).await;
    let graph = positions.graph();
    rating.get_or_init(|| Begun {
        before: ctl.done(),
        of: Analysis::work(graph, &options),
        bytes: positions.bytes() + Analysis::bytes_of(graph, &options),
    });
    let analysis = Analysis::analyze(graph, &options, ctl).await;
    positions.count_distinct(ctl).await;
    (positions, analysis)
}

impl<G: Shown> Build for Making<G> {
    fn step(&mut self, turn: Turn) -> Progress {
        if let Some(builder) = self.builder.take() {
            self.explore(builder, turn);
        } else if let Some(rest) = self.rest.take() {
            self.go_on(rest, turn);
        }
        self.last
    }

    fn stop(&mut self) {
        match (&mut self.builder, &self.rest) {
            (Some(builder), _) => builder.stop(),
            (None, Some(rest)) => rest.control().stop(),
            (None, None) => {}
        }
    }

    fn snapshot(&self) -> Rated {
        self.rated_soon(match &self.builder {
            Some(builder) => builder.snapshot(),
            // Its columns are being sorted: it is built again.
            None => PositionGraph::new(Arc::clone(&self.game), self.root, self.limits),
        })
    }

    fn finish(mut self: Box<Self>) -> Rated {
        while !self.step(Turn::WHOLE).done {}
        match self.found.take() {
            Some((graph, analysis)) => Rated::new(graph, self.limits, self.options, analysis),
            None => self.snapshot(),
        }
    }
}
