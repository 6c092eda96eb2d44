//! From a setup in words to a rated graph, one step at a time.

use std::sync::Arc;

use super::making::Making;
use super::own::own_game;
use super::progress::Progress;
use crate::game::{Estimate, Game, OpenError, RulesText, Shown, play_line};
use crate::games::{self, Setup, Switches, WithGame};
use crate::rating::{Analysis, Options};
use crate::save::Source;
use crate::tree::{Limits, Pictures, PositionGraph, Vertex};

/// The most positions that opening a board builds unless told otherwise: every 3×3 board of two
/// players and three dice has fewer.
pub const MOST_POSITIONS: u64 = 6_000_000;

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
trait Onward: Send + Sync {
    fn build_from(&self, vertex: Vertex, limits: Limits, options: Options) -> Box<dyn Build>;
}

impl<G: Shown> Onward for PositionGraph<G> {
    fn build_from(&self, vertex: Vertex, limits: Limits, options: Options) -> Box<dyn Build> {
        let root = *self.position(vertex);
        let game = Arc::clone(self.game());
        Box::new(Making::new(game, root, limits, options))
    }
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

/// Starts the graph of the position that `setup` names, or, with a line, of the node at its end.
///
/// # Errors
/// A game, rules, a position or a line that can't be read, an estimate that the game doesn't
/// offer, or play without end that is worth what no end could pay.
pub fn open(
    setup: &Setup,
    wanted: impl Into<Wanted>,
    at: &str,
) -> Result<Box<dyn Build>, OpenError> {
    let wanted = wanted.into();
    let start = Start { wanted, at };
    match own_game(&setup.game) {
        Some(own) => own.start(setup, start),
        None => games::open(setup, start)?,
    }
}

/// Refuses an estimate that the game doesn't offer.
pub(super) fn check_estimate<G: Game>(game: &G, estimate: Estimate) -> Result<(), OpenError> {
    let offered = game.estimates();
    if offered.contains(&estimate) {
        return Ok(());
    }
    let names: Vec<_> = offered.iter().map(|estimate| estimate.name()).collect();
    Err(OpenError::rules(
        format!("this game has no estimate called '{}'", estimate.name()),
        format!("use {}", names.join(" or ")),
    ))
}

/// How a graph is started.
pub(super) struct Start<'a> {
    pub wanted: Wanted,
    pub at: &'a str,
}

impl WithGame for Start<'_> {
    type Output = Result<Box<dyn Build>, OpenError>;

    fn with<G: Shown>(self, game: G, position: G::Position) -> Self::Output {
        let Wanted { limits, options } = self.wanted;
        check_estimate(&game, limits.estimate)?;
        options.check(game.payoff_range())?;
        let root = play_line(&game, &position, self.at)?;
        Ok(Box::new(Making::new(Arc::new(game), root, limits, options)))
    }
}
