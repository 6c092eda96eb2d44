//! A rated graph of any game (`Rated`), and one under construction (`Build`), built from its root
//! to its last rating, by turns. A document's notes are here too, in the form that a diagram reads.

use std::sync::{Arc, OnceLock};

use super::amount::{Progress, ShowProgress, Stage, tick};
use super::growing::Growing;
use crate::diagram::Notes;
use crate::game::{RulesText, Shown};
use crate::games::{Setup, Switches};
use crate::rating::{Analysis, RatingOptions};
use crate::save::{Layer, LeftOut, WriterInput};
use crate::tree::{self, Builder, Limits, Pictures, PositionGraph, UnfoldingNode, Vertex};
use crate::work::{Control, PIECE, TurnLength, Work, finished};

/// The request for a graph: limits, and rating options. Limits alone imply the default options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct GraphRequest {
    /// The limits.
    pub limits: Limits,
    /// The rating options.
    pub options: RatingOptions,
}

impl From<Limits> for GraphRequest {
    fn from(limits: Limits) -> Self {
        Self {
            limits,
            options: RatingOptions::default(),
        }
    }
}

/// A rated graph of any game: everything needed to walk, draw and write it.
#[derive(Clone)]
pub struct Rated {
    /// The game's name.
    pub game: String,
    /// Its rules, as files store them.
    pub rules: RulesText,
    /// The limits to which the graph was built.
    pub limits: Limits,
    /// The requested rating options; `analysis.ratings` has the ones used if they differ.
    pub options: RatingOptions,
    /// The graph, its texts and its pictures.
    pub graph: Arc<dyn Pictures>,
    /// Its ratings and sizes.
    pub analysis: Arc<Analysis>,
    /// The bytes in use.
    pub bytes: usize,
    /// How it grows, if it is a tree of which no graph fits.
    pub growing: Option<Arc<dyn Growing>>,
    onward: Arc<dyn Onward>,
}

impl Rated {
    pub(super) fn new<G: Shown>(
        graph: impl Into<Arc<PositionGraph<G>>>,
        limits: Limits,
        options: RatingOptions,
        analysis: Analysis,
    ) -> Self {
        let graph = graph.into();
        let bytes = graph.bytes() + analysis.bytes();
        Self {
            game: graph.game().name().to_owned(),
            rules: graph.game().rules(),
            limits,
            options,
            bytes,
            onward: Arc::clone(&graph) as Arc<dyn Onward>,
            graph,
            analysis: Arc::new(analysis),
            growing: None,
        }
    }

    /// A tree with the same root that grows on demand; `None` where ratings can't be
    /// proven one by one: with chance, positions that repeat, other than two players with a constant
    /// sum of payoffs, or a ply limit.
    pub fn as_growing(&self, limits: Limits) -> Option<Self> {
        let options = self.options;
        self.onward.open_growing(GraphRequest { limits, options })
    }

    /// The same graph with leaves at a limit where a file leaves moves out, rated again.
    pub fn without(&self, left_out: &[LeftOut]) -> Self {
        self.onward.without(left_out, self.wanted())
    }

    /// Starts a graph of the same game and rating options, with the position of `vertex` as its
    /// root, even if a limit stopped this graph there.
    pub fn build_from(&self, vertex: Vertex, limits: Limits) -> Box<dyn Build> {
        self.onward.build_from(vertex, limits, self.options)
    }

    /// Resumes the build or the rating of this graph where it was stopped. The result is the same
    /// as without the stop. All positions and moves keep their numbers.
    pub fn resume(&self, limits: Limits) -> Box<dyn Build> {
        self.onward.resume(limits, self.options)
    }

    /// A setup that opens this graph again: the game, its rules and the root, as text.
    pub fn setup(&self) -> Setup {
        Setup {
            game: self.game.clone(),
            switches: Switches::of_rules(&self.rules),
            position: self.graph.position_text(Vertex::ROOT),
            columns: None,
        }
    }

    /// The limits and rating options of the graph.
    pub fn wanted(&self) -> GraphRequest {
        GraphRequest {
            limits: self.limits,
            options: self.options,
        }
    }

    /// The input of a tree writer.
    pub fn source(&self) -> WriterInput<'_> {
        WriterInput {
            game: &self.game,
            rules: &self.rules,
            estimate: self.limits.estimate,
            options: self.options,
            labels: &*self.graph,
            analysis: &self.analysis,
        }
    }
}

/// A graph from which another one of the same game can be started.
pub(super) trait Onward: Send + Sync {
    fn build_from(&self, vertex: Vertex, limits: Limits, options: RatingOptions) -> Box<dyn Build>;

    fn resume(&self, limits: Limits, options: RatingOptions) -> Box<dyn Build>;

    fn open_growing(&self, wanted: GraphRequest) -> Option<Rated>;

    fn without(&self, left_out: &[LeftOut], wanted: GraphRequest) -> Rated;
}

/// A graph in the making, whatever its game, until it is rated. Dropping it cancels.
pub trait Build: Send {
    /// Works for a turn. Its work is counted in positions whose moves are listed; sorting and rating
    /// do as much as takes that time.
    fn step(&mut self, turn: TurnLength) -> Progress;

    /// Sets the position limit to the number found so far; the positions beyond are horizons. If
    /// all positions are known, it ends the iteration of bounds soon. Bounds still apart are shown
    /// as proven intervals. Steps continue to the end.
    fn stop(&mut self);

    /// The graph found so far, rated quickly; the positions beyond are horizons.
    fn snapshot(&self) -> Rated;

    /// Completes the work, and returns the rated graph.
    fn finish(self: Box<Self>) -> Rated;
}

/// The number of positions whose moves are listed with [`PIECE`] of work.
pub(super) const POSITIONS: usize = PIECE / 16;

/// The graph that is being built, once it is rated.
pub async fn built(mut build: Box<dyn Build>, ctl: &Control, show: &ShowProgress<'_>) -> Rated {
    loop {
        let progress = build.step(TurnLength::Work(POSITIONS));
        if progress.done {
            return build.finish();
        }
        tick(ctl, PIECE, show, || progress).await;
    }
}

/// The number of vertices and edges visited in the time of listing the moves of one position.
const LOOKS: usize = 16;
/// The number of positions that are first listed between two looks at the clock, and the maximum.
const FIRST_BATCH: usize = 64;
const MAX_BATCH: usize = 1 << 20;

/// A graph in the making, of one game.
pub(super) struct GraphBuild<G: Shown> {
    game: Arc<G>,
    root: G::Position,
    limits: Limits,
    options: RatingOptions,
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

impl<G: Shown> GraphBuild<G> {
    pub fn new(game: Arc<G>, root: G::Position, limits: Limits, options: RatingOptions) -> Self {
        let builder = Builder::new(game, root, limits);
        Self::going_on(builder, root, limits, options)
    }

    /// Continues with a partial graph.
    pub fn going_on(
        builder: Builder<G>,
        root: G::Position,
        limits: Limits,
        options: RatingOptions,
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
    fn explore(&mut self, mut builder: Builder<G>, turn: TurnLength) {
        let progress = match turn {
            TurnLength::Work(work) => builder.step(work),
            TurnLength::Time(_) => explore(&mut builder, turn, &mut self.batch),
        };
        self.last = Progress::exploring(progress);
        if !progress.done {
            self.builder = Some(builder);
            return;
        }
        self.last.stage = Stage::Sorting;
        self.last.within = (0, (progress.positions + progress.moves) as u64);
        self.last.done = false;
        if let Some(max) = builder.stopped_by_bytes() {
            // The graph's limit becomes the one that gives the same graph again.
            self.limits.max_nodes = Some(max);
        }
        let (options, rating) = (self.options, Arc::clone(&self.rating));
        self.rest = Some(Work::new(async move |ctl: Arc<Control>| {
            finish(builder, options, &rating, &ctl).await
        }));
    }

    /// Sorts and rates for a turn.
    fn advance(&mut self, mut rest: Work<(PositionGraph<G>, Analysis)>, turn: TurnLength) {
        self.found = rest.step(match turn {
            TurnLength::Work(work) => TurnLength::Work(work.saturating_mul(LOOKS)),
            TurnLength::Time(_) => turn,
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
fn explore<G: Shown>(
    builder: &mut Builder<G>,
    turn: TurnLength,
    batch: &mut usize,
) -> tree::BuildProgress {
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
    options: RatingOptions,
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

impl<G: Shown> Build for GraphBuild<G> {
    fn step(&mut self, turn: TurnLength) -> Progress {
        if let Some(builder) = self.builder.take() {
            self.explore(builder, turn);
        } else if let Some(rest) = self.rest.take() {
            self.advance(rest, turn);
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
        while !self.step(TurnLength::WHOLE).done {}
        match self.found.take() {
            Some((graph, analysis)) => Rated::new(graph, self.limits, self.options, analysis),
            None => self.snapshot(),
        }
    }
}

impl Notes for Layer {
    fn note(&self, node: UnfoldingNode) -> Option<&str> {
        let note = self.nodes.get(&node.0)?.note.as_deref()?;
        (!note.trim().is_empty()).then_some(note)
    }

    fn noted(&self) -> Option<Vec<UnfoldingNode>> {
        let nodes = self.nodes.keys().map(|number| UnfoldingNode(*number));
        Some(nodes.filter(|node| self.note(*node).is_some()).collect())
    }

    fn is_bookmarked(&self, node: UnfoldingNode) -> bool {
        self.bookmarked.contains(&node.0)
    }

    fn bookmarked(&self) -> Option<Vec<UnfoldingNode>> {
        let nodes = self.bookmarked.iter();
        Some(nodes.map(|number| UnfoldingNode(*number)).collect())
    }
}
