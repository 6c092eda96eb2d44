//! From a setup in words to a rated graph, one step at a time.

use std::sync::Arc;

use super::making::Making;
use super::own::own_game;
use super::rated::{Build, Onward, Wanted};
use crate::game::{Estimate, Game, OpenError, Shown, play_line};
use crate::games::{self, Setup, WithGame};
use crate::rating::Options;
use crate::tree::{Builder, Limits, PositionGraph, Vertex};

/// The most positions that opening a board builds by default: every 3×3 board of two
/// players and three dice has fewer.
pub const MAX_POSITIONS: u64 = 6_000_000;

impl<G: Shown> Onward for PositionGraph<G> {
    fn build_from(&self, vertex: Vertex, limits: Limits, options: Options) -> Box<dyn Build> {
        let root = *self.position(vertex);
        let game = Arc::clone(self.game());
        Box::new(Making::new(game, root, limits, options))
    }

    fn resume(&self, limits: Limits, options: Options) -> Box<dyn Build> {
        Box::new(Making::going_on(
            Builder::resume(self, limits),
            *self.position(Vertex::ROOT),
            limits,
            options,
        ))
    }
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

/// Starts the graph of a position of a game whose type is known; nothing asks which games there are.
///
/// # Errors
/// An estimate that the game doesn't offer, or play without end that is worth what no end could pay.
pub fn open_typed<G: Shown>(
    game: G,
    position: G::Position,
    wanted: Wanted,
) -> Result<Box<dyn Build>, OpenError> {
    Start { wanted, at: "" }.with(game, position)
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
