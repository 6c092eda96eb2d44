//! The games that are known here: those that a program has brought along, then our own.

use super::own::{own_game, own_games};
use super::seen::see;
use crate::game::OpenError;
use crate::games::{self, Offer, Setup, Switches};

/// The game that is meant where none is named.
pub fn usual_game() -> &'static str {
    own_games()
        .first()
        .map_or(games::NAMES[0], |own| own.name())
}

/// The setup with the first game that can read its position; `None` where none can.
pub fn that_reads(setup: &Setup) -> Option<Setup> {
    let own = own_games().into_iter().map(|own| own.name());
    let ours = games::NAMES
        .into_iter()
        .filter(|name| !games::takes_script(name));
    own.chain(ours)
        .map(|game| Setup {
            game: game.to_owned(),
            ..setup.clone()
        })
        .find(|setup| see(setup).is_ok())
}

/// Every game that can be chosen, and those that can't be now.
pub fn game_offers() -> Vec<Offer> {
    let own = own_games().into_iter().map(|own| Offer {
        name: own.name(),
        refused: None,
    });
    own.chain(games::game_offers()).collect()
}

/// What a game is begun with before anything is chosen.
///
/// # Errors
/// A game that has no such position, or an unknown one.
pub fn first_setup(game: &str) -> Result<Setup, OpenError> {
    match own_game(game) {
        Some(own) => Ok(Setup {
            game: own.name().to_owned(),
            position: own.first_position().to_owned(),
            ..Setup::default()
        }),
        None => games::first_setup(game),
    }
}

/// The setup with another position, which may be written in any way that is read, and is kept as
/// notation is written. An array has so many columns.
///
/// # Errors
/// The first fault of the position.
pub fn with_position(
    setup: &Setup,
    position: &str,
    columns: Option<u64>,
) -> Result<Setup, OpenError> {
    let Some(own) = own_game(&setup.game) else {
        return games::with_position(setup, position, columns);
    };
    let mut given = Setup {
        position: position.to_owned(),
        ..setup.clone()
    };
    given.position = own.see(&given)?.position;
    Ok(given)
}

/// A random board of the game of that name, in notation. The same seed gives the same board for
/// ever.
///
/// # Errors
/// A game without random boards, rules that it can't have, or a board that it can't have.
pub fn random(
    game: &str,
    switches: &Switches,
    rows: u64,
    columns: u64,
    seed: u64,
) -> Result<String, OpenError> {
    if own_game(game).is_some() {
        return Err(OpenError::rules(
            format!("{game} has no random boards"),
            "write a position",
        ));
    }
    games::random(game, switches, rows, columns, seed)
}
