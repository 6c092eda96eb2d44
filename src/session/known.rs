//! The known games: those that a program has registered, then the included ones.

use super::own::{own_game, own_games};
use super::seen::see;
use crate::game::{OpenError, SwitchValue};
use crate::games::{self, Change, Form, Offer, Setup, Switches};

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

/// The setup with the first game that can read its position under its settings; `None` if none can.
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
pub fn game_offers() -> Vec<Offer<'static>> {
    let own = own_games().into_iter().map(|own| Offer::of(own.name()));
    own.chain(games::game_offers()).collect()
}

/// The setup of a new document of this game.
///
/// # Errors
/// A game without a default position, or an unknown game.
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

/// The setup that the explorer shows first for a game. For Dice of Doom it is a board with wins,
/// losses, a tie and two blunders, for any other game its start position.
///
/// # Errors
/// A game without a default position, or an unknown game.
pub fn shown_first(game: &str) -> Result<Setup, OpenError> {
    let setup = first_setup(game)?;
    let position = match own_game(game) {
        None => games::shown_first(game),
        Some(_) => None,
    };
    Ok(match position {
        Some(position) => Setup {
            position: position.to_owned(),
            ..setup
        },
        None => setup,
    })
}

/// An example position of the game; of the usual game if it has none.
pub fn example_of(game: &str) -> String {
    first_setup(game)
        .or_else(|_| first_setup(usual_game()))
        .map(|setup| setup.position)
        .unwrap_or_default()
}

/// The setup with another position, in any readable form; the result is in normal notation.
/// `columns` is the number of columns of an array.
///
/// # Errors
/// The first error of the position.
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

/// The fields of a setup that can be changed; `None` if it can be changed only as notation or
/// script.
pub fn form(setup: &Setup) -> Option<Form> {
    match own_game(&setup.game) {
        Some(own) => own.form(setup).ok().flatten(),
        None => games::form(setup),
    }
}

/// The setup after one change. The rest of the board is kept as far as it fits.
///
/// # Errors
/// An unavailable value, or the part of the board that doesn't fit it.
pub fn changed(setup: &Setup, change: Change<'_>) -> Result<Setup, OpenError> {
    let Some(own) = own_game(&setup.game) else {
        return games::changed(setup, change);
    };
    let (name, value) = match change {
        Change::Choice(name, value) => (name, SwitchValue::Text(value.to_owned())),
        Change::Number(name, value) => (name, SwitchValue::Number(value)),
        Change::Mover(_) => {
            return Err(OpenError::rules(
                "who is to move follows from the position",
                "write another one",
            ));
        }
    };
    let Some(switch) = own.switches().iter().find(|switch| switch.name == name) else {
        return Err(OpenError::rules(
            format!("{} has no '{name}' to change", own.name()),
            "leave it out",
        ));
    };
    let mut after = setup.clone();
    after.switches.choose(own.switches(), switch.name, value);
    after.position = own.see(&after)?.position;
    Ok(after)
}

/// The same board under other rules.
///
/// # Errors
/// Rules that the game can't have, or the first thing of the position that they can't hold.
pub fn under(setup: &Setup, switches: &Switches) -> Result<Setup, OpenError> {
    let Some(own) = own_game(&setup.game) else {
        return games::under(setup, switches);
    };
    let mut after = setup.clone();
    after.switches.clone_from(switches);
    after.position = own.see(&after)?.position;
    Ok(after)
}

/// Whether boards of the game can be drawn at random.
pub fn has_random_boards(game: &str) -> bool {
    own_game(game).is_none() && !games::takes_script(game)
}

/// A random board of the game of that name, in notation. The same seed always gives the same board.
///
/// # Errors
/// A game without random boards, invalid rules, or an invalid size.
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
