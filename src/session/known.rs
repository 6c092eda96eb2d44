//! The games that are known here: those that a program has brought along, then our own.

use super::own::{own_game, own_games};
use super::seen::see;
use crate::game::OpenError;
use crate::games::{self, Offer, Setup, Switches};

/// The game that is meant where none is named.
pub fn usual_game() -> &'static str {
    let own = own_games().first().map(|own| own.name());
    own.unwrap_or(games::NAMES[0])
}

/// The names of all games, the usual one first.
pub fn game_names() -> impl Iterator<Item = &'static str> {
    let own = own_games().into_iter().map(|own| own.name());
    own.chain(games::NAMES)
}

/// The setup with the first game that can read its position under its switches; `None` where none can.
pub fn that_reads(setup: &Setup) -> Option<Setup> {
    game_names()
        .filter(|game| !games::takes_script(game))
        .map(|game| Setup {
            game: game.to_owned(),
            ..setup.clone()
        })
        .find(|setup| see(setup).is_ok())
}

/// Every game that can be chosen, and those that can't be now.
pub fn game_offers() -> Vec<Offer> {
    let own = own_games().into_iter().map(|own| Offer::of(own.name()));
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

/// A position of the game, such as somebody could write; of the usual game where it has none.
pub fn example_of(game: &str) -> String {
    first_setup(game)
        .or_else(|_| first_setup(usual_game()))
        .map(|setup| setup.position)
        .unwrap_or_default()
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
    rows: Option<u64>,
    columns: Option<u64>,
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
