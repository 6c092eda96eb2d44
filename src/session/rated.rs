//! A rated graph of any game (`Rated`), and one under construction (`Build`).

use std::sync::Arc;

use super::growing::Growing;
use super::progress::{Progress, Show, tick};
use crate::game::{RulesText, Shown};
use crate::games::{Setup, Switches};
use crate::rating::{Analysis, Options};
use crate::save::Source;
use crate::tree::{Limits, Pictures, PositionGraph, Vertex};
use crate::work::{Control, PIECE, Turn};

/// The request for a graph: limits, and rating options. Limits alone imply the default options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Wanted {
    /// The limits.
    pub limits: Limits,
    /// The rating options.
    pub options: Options,
}

impl From<Limits> for Wanted {
    fn from(limits: Limits) -> Self {
        Self {
            limits,
            options: Options::default(),
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
    pub options: Options,
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
        options: Options,
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
        self.onward.growing(Wanted { limits, options })
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
    pub fn wanted(&self) -> Wanted {
        Wanted {
            limits: self.limits,
            options: self.options,
        }
    }

    /// The input of a tree writer.
    pub fn source(&self) -> Source<'_> {
        Source {
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
    fn build_from(&self, vertex: Vertex, limits: Limits, options: Options) -> Box<dyn Build>;

    fn resume(&self, limits: Limits, options: Options) -> Box<dyn Build>;

    fn growing(&self, wanted: Wanted) -> Option<Rated>;
}

/// A graph in the making, whatever its game, until it is rated. Dropping it cancels.
pub trait Build: Send {
    /// Works for a turn. Its work is counted in positions whose moves are listed; sorting and rating
    /// do as much as takes that time.
    fn step(&mut self, turn: Turn) -> Progress;

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
pub async fn built(mut build: Box<dyn Build>, ctl: &Control, show: &Show<'_>) -> Rated {
    loop {
        let progress = build.step(Turn::Work(POSITIONS));
        if progress.done {
            return build.finish();
        }
        tick(ctl, PIECE, show, || progress).await;
    }
}
