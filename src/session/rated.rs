//! A rated graph of any game, and one in the making.

use std::sync::Arc;

use super::progress::Progress;
use crate::game::{RulesText, Shown};
use crate::games::{Setup, Switches};
use crate::rating::{Analysis, Options};
use crate::save::Source;
use crate::tree::{Limits, Pictures, PositionGraph, Vertex};

/// What is wanted of a graph: how far it is built, and how it is rated. Limits alone stand for the
/// usual way of rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Wanted {
    /// What the graph is built to.
    pub limits: Limits,
    /// How it is rated.
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

/// A rated graph of any game: all that is needed to walk, draw and write it.
#[derive(Clone)]
pub struct Rated {
    /// The game's name.
    pub game: String,
    /// Its rules, as files store them.
    pub rules: RulesText,
    /// What the graph was built to.
    pub limits: Limits,
    /// How it was to be rated; `analysis.ratings` tells if that couldn't be.
    pub options: Options,
    /// The graph, its texts and its pictures.
    pub graph: Arc<dyn Pictures>,
    /// Its ratings and sizes.
    pub analysis: Arc<Analysis>,
    /// The bytes that all of it takes.
    pub bytes: usize,
    onward: Arc<dyn Onward>,
}

impl Rated {
    pub(super) fn new<G: Shown>(
        graph: PositionGraph<G>,
        limits: Limits,
        options: Options,
        analysis: Analysis,
    ) -> Self {
        let bytes = graph.bytes() + analysis.bytes();
        let graph = Arc::new(graph);
        Self {
            game: graph.game().name().to_owned(),
            rules: graph.game().rules(),
            limits,
            options,
            bytes,
            onward: Arc::clone(&graph) as Arc<dyn Onward>,
            graph,
            analysis: Arc::new(analysis),
        }
    }

    /// Starts a graph of the same game, rated in the same way, whose root is the position of `vertex`, also where a limit
    /// stopped this one there.
    pub fn build_from(&self, vertex: Vertex, limits: Limits) -> Box<dyn Build> {
        self.onward.build_from(vertex, limits, self.options)
    }

    /// Goes on with this graph where its build or its rating was stopped: what comes is what would
    /// have come without the stop, and all positions and moves keep their numbers.
    pub fn resume(&self, limits: Limits) -> Box<dyn Build> {
        self.onward.resume(limits, self.options)
    }

    /// What opens this graph again: the game, its rules and the root, in words.
    pub fn setup(&self) -> Setup {
        Setup {
            game: self.game.clone(),
            switches: Switches::of_rules(&self.rules),
            position: self.graph.position_text(Vertex::ROOT),
            columns: None,
        }
    }

    /// What it was built to and how it was rated.
    pub fn wanted(&self) -> Wanted {
        Wanted {
            limits: self.limits,
            options: self.options,
        }
    }

    /// What a writer needs to know.
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
}

/// A graph in the making, whatever its game, until it is rated. Dropping it cancels.
pub trait Build: Send {
    /// Does a bounded amount of work: what it takes to list the moves of up to `work` more positions,
    /// or to sort or rate as long.
    fn step(&mut self, work: usize) -> Progress;

    /// Wants no more positions than were discovered so far: what lies beyond is a horizon, as if that
    /// had been the budget. Where all positions are known, wants no better ratings than are found
    /// soon: bounds that are iterated stay apart, and are shown as proven intervals. Steps go on to
    /// the end.
    fn stop(&mut self);

    /// The graph as far as it is known, rated as well as can be done soon; what lies beyond is a
    /// horizon.
    fn snapshot(&self) -> Rated;

    /// Does what is left, and gives the rated graph.
    fn finish(self: Box<Self>) -> Rated;
}
