//! Opens a setup given as text: builds its rated graph step by step.

use std::sync::Arc;

use super::growing::growing;
use super::making::Making;
use super::own::own_game;
use super::rated::{Build, Onward, Rated, Wanted};
use crate::game::{Estimate, Game, OpenError, Shown, play_line};
use crate::games::{self, Setup, WithGame};
use crate::rating::Options;
use crate::tree::{Builder, Limits, PositionGraph, Vertex};

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

    fn growing(&self, wanted: Wanted) -> Option<Rated> {
        growing(self, wanted)
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

/// The tree of the position of a setup or, with a line, of the node at its end, as one that grows
/// on demand; `None` where ratings can't be proven one by one.
///
/// # Errors
/// Those of a graph of that position.
pub fn grow(setup: &Setup, wanted: Wanted, at: &str) -> Result<Option<Rated>, OpenError> {
    let root = Wanted {
        limits: Limits {
            max_nodes: Some(1),
            ..wanted.limits
        },
        ..wanted
    };
    let root = open(setup, root, at)?.finish();
    Ok(root.as_growing(wanted.limits))
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
