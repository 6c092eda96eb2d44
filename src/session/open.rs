//! Opens a setup given as text: builds its rated graph step by step.

use std::sync::Arc;

use super::making::Making;
use super::own::own_game;
use super::rated::{Build, Onward, Wanted};
use crate::game::{Estimate, Game, OpenError, Shown, play_line};
use crate::games::{self, Setup, WithGame};
use crate::rating::Options;
use crate::tree::{Builder, Limits, PositionGraph, Vertex};

/// Default position limit when opening a board. Every 3×3 board of two players and three dice has
/// fewer.
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

/// Starts the graph of the position of `setup` or, with a line, of the node at its end.
///
/// # Errors
/// An invalid game, rules, position or line, an estimate that the game doesn't offer, or a payoff
/// of endless play outside the game's range.
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

/// Starts the graph of a position of a game with a known type; no list of games is used.
///
/// # Errors
/// An estimate that the game doesn't offer, or a payoff of endless play outside the game's range.
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

/// The parameters for starting a graph.
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
