//! From a setup in words to a rated graph, one step at a time.

use std::sync::Arc;

use super::own::own_game;
use crate::game::{OpenError, RulesText, Shown, play_line};
use crate::games::{self, Setup, Switches, WithGame};
use crate::rating::Analysis;
use crate::save::Source;
use crate::tree::{Builder, Limits, Pictures, PositionGraph, Progress, Vertex};

/// The most positions that opening a board builds unless told otherwise: every 3×3 board of two
/// players and three dice has fewer.
pub const MOST_POSITIONS: u64 = 6_000_000;

/// A rated graph of any game: all that is needed to walk, draw and write it.
#[derive(Clone)]
pub struct Rated {
    /// The game's name.
    pub game: String,
    /// Its rules, as files store them.
    pub rules: RulesText,
    /// What the graph was built to.
    pub limits: Limits,
    /// The graph, its texts and its pictures.
    pub graph: Arc<dyn Pictures>,
    /// Its ratings and sizes.
    pub analysis: Arc<Analysis>,
    /// The bytes that all of it takes.
    pub bytes: usize,
}

impl Rated {
    fn new<G: Shown>(graph: PositionGraph<G>) -> Self {
        let analysis = Analysis::new(graph.graph());
        Self {
            game: graph.game().name().to_owned(),
            rules: graph.game().rules(),
            limits: graph.limits(),
            bytes: graph.bytes() + analysis.bytes(),
            graph: Arc::new(graph),
            analysis: Arc::new(analysis),
        }
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

    /// What a writer needs to know.
    pub fn source(&self) -> Source<'_> {
        Source {
            game: &self.game,
            rules: &self.rules,
            estimate: self.limits.estimate,
            labels: &*self.graph,
            analysis: &self.analysis,
        }
    }
}

/// A graph in the making, whatever its game. Dropping it cancels.
pub trait Build: Send {
    /// Lists the moves of up to `work` more positions.
    fn step(&mut self, work: usize) -> Progress;

    /// The graph as far as it is known, rated; what lies beyond is a horizon.
    fn snapshot(&self) -> Rated;

    /// Builds what is left, and rates the graph.
    fn finish(self: Box<Self>) -> Rated;
}

impl<G: Shown> Build for Builder<G> {
    fn step(&mut self, work: usize) -> Progress {
        Self::step(self, work)
    }

    fn snapshot(&self) -> Rated {
        Rated::new(Self::snapshot(self))
    }

    fn finish(self: Box<Self>) -> Rated {
        Rated::new(Self::finish(*self))
    }
}

/// Starts the graph of the position that `setup` names, or, with a line, of the node at its end.
///
/// # Errors
/// A game, rules, a position or a line that can't be read, or an estimate that the game doesn't
/// offer.
pub fn open(setup: &Setup, limits: Limits, at: &str) -> Result<Box<dyn Build>, OpenError> {
    let start = Start { limits, at };
    match own_game(&setup.game) {
        Some(own) => own.start(setup, start),
        None => games::open(setup, start)?,
    }
}

/// How a graph is started.
pub(super) struct Start<'a> {
    limits: Limits,
    at: &'a str,
}

impl WithGame for Start<'_> {
    type Output = Result<Box<dyn Build>, OpenError>;

    fn with<G: Shown>(self, game: G, position: G::Position) -> Self::Output {
        let offered = game.estimates();
        if !offered.contains(&self.limits.estimate) {
            let names: Vec<_> = offered.iter().map(|estimate| estimate.name()).collect();
            return Err(OpenError::rules(
                format!(
                    "this game has no estimate called '{}'",
                    self.limits.estimate.name()
                ),
                format!("use {}", names.join(" or ")),
            ));
        }
        let root = play_line(&game, &position, self.at)?;
        Ok(Box::new(Builder::new(Arc::new(game), root, self.limits)))
    }
}
