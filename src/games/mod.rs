//! The included games, and the one table that knows them by name.
//!
//! A game's rules are a value, so two rule sets are two values. `cells/` has the common part of
//! games on square cells, `scripted/` a game tree written as text, `draw` random numbers that are
//! stable across versions. No other folder matches on a game's name.
//!
//! A game declares its settings (`game::Switch`: name, help, values, dependencies). Command-line
//! flags, JSON Lines, files and the setup in the window are generated from that. [`Switches`] holds
//! the given values; typed rules stay inside the game. [`form()`] lists the fields of a setup that
//! choices and numbers can change, so that the window knows no game. [`under`] converts a board to
//! other rules, or says why that is impossible.

mod cells;
pub mod dice_of_doom;
mod draw;
mod form;
mod planted;
mod rules_name;
pub mod scripted;
pub mod tic_tac_toe;
pub mod trilobite;

pub use self::form::{GivenSwitch, SwitchSlot, Switches};
pub use self::form::{Setup, WithGame, takes_script};
pub(crate) use draw::SeededRandom;
pub(crate) use form::fields;
pub use form::{Choice, Offer, SetupChange, SetupForm, SetupNumber, SetupPart};
pub use planted::{Plant, PlantedFaults};
pub use rules_name::{all_switches, rules_name, switch_text, switches_apart};

use std::sync::{PoisonError, RwLock};

use self::form::Check;

use crate::game::{OpenError, Shown, Switch, play_line, quoted, use_one_of};

/// The names of the games, the first being the default.
pub const NAMES: [&str; 4] = [
    dice_of_doom::NAME,
    tic_tac_toe::NAME,
    trilobite::NAME,
    scripted::NAME,
];

/// Sets up the game that `setup` names, reads the position, and hands both to `then`.
///
/// # Errors
/// An unknown game, rules that it can't have, or a position that can't be read.
pub fn open<W: WithGame>(setup: &Setup, then: W) -> Result<W::Output, OpenError> {
    match setup.game.as_str() {
        dice_of_doom::NAME => dice_of_doom::open(setup, then),
        tic_tac_toe::NAME => tic_tac_toe::open(setup, PlantedFaults::default(), then),
        trilobite::NAME => trilobite::open(setup, PlantedFaults::default(), then),
        scripted::NAME => scripted::open(setup, then),
        other => Err(no_such_game(other)),
    }
}

/// The settings of a game, in the order files list them.
pub fn switches_of(game: &str) -> &'static [Switch] {
    match game {
        dice_of_doom::NAME => dice_of_doom::SWITCHES,
        trilobite::NAME => trilobite::SWITCHES,
        scripted::NAME => scripted::SWITCHES,
        _ => &[],
    }
}

/// Settings of games that aren't ours.
static MORE_SWITCHES: RwLock<Vec<Switch>> = RwLock::new(Vec::new());

/// The settings of all games that are known, each name once.
pub fn known_switches() -> Vec<Switch> {
    let ours = NAMES.into_iter().flat_map(switches_of).cloned();
    let more = MORE_SWITCHES.read().unwrap_or_else(PoisonError::into_inner);
    let mut known: Vec<Switch> = Vec::new();
    for switch in ours.chain(more.iter().cloned()) {
        if known.iter().all(|other| other.name != switch.name) {
            known.push(switch);
        }
    }
    known
}

/// The setting of that name.
pub fn switch(name: &str) -> Option<Switch> {
    known_switches()
        .into_iter()
        .find(|switch| switch.name == name)
}

/// Registers the settings of a game that isn't included.
///
/// # Errors
/// The name of a setting that is already registered with another kind of values.
pub(crate) fn add_switches(switches: &[Switch]) -> Result<(), OpenError> {
    for new in switches {
        if switch(new.name).is_some_and(|known| known.is_number() != new.is_number()) {
            return Err(OpenError::rules(
                format!("another game's switch '{}' has other values", new.name),
                "give yours another name",
            ));
        }
    }
    let mut more = MORE_SWITCHES
        .write()
        .unwrap_or_else(PoisonError::into_inner);
    more.extend_from_slice(switches);
    Ok(())
}

/// The faults that can be planted in a game, the simplest first.
pub fn plants(game: &str) -> &'static [Plant] {
    match game {
        dice_of_doom::NAME => planted::OF_GAMES.0,
        tic_tac_toe::NAME | trilobite::NAME => planted::OF_GAMES.1,
        _ => &[],
    }
}

/// Sets up the game that `setup` names with faults in it, reads the position, and hands both to
/// `then`.
///
/// # Errors
/// A game that has no faults, rules that it can't have, or a position that can't be read.
pub fn open_planted<W: WithGame>(
    setup: &Setup,
    plants: impl Into<PlantedFaults>,
    then: W,
) -> Result<W::Output, OpenError> {
    match setup.game.as_str() {
        dice_of_doom::NAME => dice_of_doom::open_planted(setup, plants.into(), then),
        tic_tac_toe::NAME => tic_tac_toe::open(setup, plants.into(), then),
        trilobite::NAME => trilobite::open(setup, plants.into(), then),
        other => Err(OpenError::rules(
            format!("{other} has no faults"),
            "leave them out",
        )),
    }
}

/// A random board of the game of that name, in notation. The same seed always gives the same board.
/// Rows and columns are required if the game has boards of any size and no default size.
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
    match game {
        dice_of_doom::NAME => {
            let rules = dice_of_doom::Rules::from_switches(switches)?;
            let (Some(rows), Some(columns)) = (rows, columns) else {
                return Err(OpenError::rules(
                    "a random board of Dice of Doom needs its size",
                    "give rows and columns",
                ));
            };
            let mut board = String::new();
            dice_of_doom::random_board(&rules, rows, columns, seed)?.write(&mut board);
            Ok(board)
        }
        tic_tac_toe::NAME => tic_tac_toe::random(switches, rows, columns, seed),
        trilobite::NAME => trilobite::random(switches, rows, columns, seed),
        scripted::NAME => Err(OpenError::rules(
            "a scripted game has no random boards",
            format!("use {}", dice_of_doom::NAME),
        )),
        other => Err(no_such_game(other)),
    }
}

/// The games that can be chosen.
pub fn game_offers() -> Vec<Offer<'static>> {
    let offers = NAMES.into_iter().map(|name| Offer {
        name,
        refused: (name == scripted::NAME).then_some("Use File › Open"),
    });
    offers.collect()
}

/// The setup of a new document of this game.
///
/// # Errors
/// A game without a default position, or an unknown game.
pub fn first_setup(game: &str) -> Result<Setup, OpenError> {
    let position = match game {
        dice_of_doom::NAME => dice_of_doom::FIRST_POSITION,
        tic_tac_toe::NAME => tic_tac_toe::FIRST_POSITION,
        trilobite::NAME => trilobite::FIRST_POSITION,
        scripted::NAME => {
            return Err(OpenError::rules(
                "scripted trees are opened from text",
                "open the script's text",
            ));
        }
        other => return Err(no_such_game(other)),
    };
    Ok(Setup {
        game: game.to_owned(),
        position: position.to_owned(),
        ..Setup::default()
    })
}

/// The position that the explorer shows first, if it isn't the start position of a new document.
pub fn shown_first(game: &str) -> Option<&'static str> {
    (game == dice_of_doom::NAME).then_some(dice_of_doom::SHOWN_FIRST)
}

/// The fields of a setup that can be changed; `None` if it can be changed only as notation or
/// script.
pub fn form(setup: &Setup) -> Option<SetupForm> {
    match setup.game.as_str() {
        dice_of_doom::NAME => dice_of_doom::form(setup).ok(),
        tic_tac_toe::NAME => tic_tac_toe::form(setup).ok(),
        trilobite::NAME => trilobite::form(setup).ok(),
        _ => None,
    }
}

/// The setup after one change. The rest of the board is kept as far as it fits.
///
/// # Errors
/// An unavailable value, or the part of the board that doesn't fit it.
pub fn changed(setup: &Setup, change: SetupChange<'_>) -> Result<Setup, OpenError> {
    match setup.game.as_str() {
        dice_of_doom::NAME => dice_of_doom::changed(setup, change),
        tic_tac_toe::NAME => Err(tic_tac_toe::changed(change)),
        trilobite::NAME => trilobite::changed(setup, change),
        scripted::NAME => Err(OpenError::rules(
            "a scripted game has nothing but its script",
            "change that, and open it again",
        )),
        other => Err(no_such_game(other)),
    }
}

/// What a value of a choice does, in one sentence; empty if there is nothing to say.
pub fn about(game: &str, choice: &str, value: &str) -> &'static str {
    match game {
        dice_of_doom::NAME => dice_of_doom::about(choice, value),
        _ => "",
    }
}

/// The rules of a game without presets, in one sentence; empty for any other.
pub fn about_game(game: &str) -> &'static str {
    match game {
        tic_tac_toe::NAME => "Three in a row win; a full board without them is a tie",
        trilobite::NAME => "Chips fall down a column; the first line of the set length wins",
        _ => "",
    }
}

/// The same board under other rules. The pieces and the player to move are kept, and as much of the
/// turn as far as the other rules support.
///
/// # Errors
/// Invalid rules, or the first part of the position that they can't represent.
pub fn under(setup: &Setup, switches: &Switches) -> Result<Setup, OpenError> {
    match setup.game.as_str() {
        dice_of_doom::NAME => dice_of_doom::under(setup, switches),
        scripted::NAME => Err(OpenError::rules(
            "a scripted game has no rules beside its script",
            "compare a board of another game",
        )),
        // If the notation is complete, it is parsed under the other rules.
        _ => at_line(
            &Setup {
                switches: switches.clone(),
                ..setup.clone()
            },
            "",
        ),
    }
}

/// The setup of the node at the end of a line.
///
/// # Errors
/// A setup or a line that can't be read.
pub fn at_line(setup: &Setup, line: &str) -> Result<Setup, OpenError> {
    struct At<'a>(&'a str);
    impl WithGame for At<'_> {
        type Output = Result<String, OpenError>;
        fn with<G: Shown>(self, game: G, position: G::Position) -> Self::Output {
            let end = play_line(&game, &position, self.0)?;
            Ok(game.position_text(&end))
        }
    }
    Ok(Setup {
        position: open(setup, At(line))??,
        columns: None,
        ..setup.clone()
    })
}

/// The setup with another position, which may be written in any way that is read, and is kept as
/// notation is written.
///
/// # Errors
/// The first fault of the position.
pub fn with_position(
    setup: &Setup,
    position: &str,
    columns: Option<u64>,
) -> Result<Setup, OpenError> {
    let given = setup.at(position, columns);
    let position = open(&given, Notation)?;
    Ok(Setup {
        position,
        columns: None,
        ..given
    })
}

struct Notation;

impl WithGame for Notation {
    type Output = String;

    fn with<G: Shown>(self, game: G, position: G::Position) -> String {
        game.position_text(&position)
    }
}

/// The presets of a game, every setting of each.
pub fn presets(game: &str) -> Vec<(&'static str, Vec<GivenSwitch>)> {
    match game {
        dice_of_doom::NAME => dice_of_doom::Rules::PRESETS
            .into_iter()
            .map(|(name, rules)| (name, rules.switches()))
            .collect(),
        _ => Vec::new(),
    }
}

/// Whether the rules that a file stores are whole: a preset, or every setting of the game. An
/// unknown game's are not judged here.
///
/// # Errors
/// The first setting that is missing.
pub fn check_stored(game: &str, switches: &Switches) -> Result<(), OpenError> {
    match game {
        dice_of_doom::NAME if switches.preset.is_some() => Ok(()),
        dice_of_doom::NAME => {
            let remedy = "store a preset's name or every switch";
            switches.check_whole(dice_of_doom::SWITCHES, remedy)
        }
        trilobite::NAME => {
            switches.check_whole(trilobite::SWITCHES, "store width, height and line")
        }
        _ => Ok(()),
    }
}

/// The game whose boards have the rows and the signs of a text, which may be faulty.
pub fn looks_like(text: &str) -> Option<&'static str> {
    let board = text.split_whitespace().next()?.to_ascii_lowercase();
    let mut widths: Vec<usize> = board.split('/').map(|row| row.chars().count()).collect();
    widths.sort_unstable();
    let width = widths[widths.len() / 2];
    let is_board =
        board.contains(['.', 'x', 'o']) && !board.contains(|sign: char| sign.is_numeric());
    // One row of three or more may have another length, and one sign of four may be wrong.
    let others = widths.iter().filter(|other| **other != width).count();
    if !is_board || widths.len() < 2 || width < 2 || others > usize::from(widths.len() > 2) {
        return None;
    }
    let max = board.chars().count();
    let right = |signs: &str| board.chars().filter(|sign| signs.contains(*sign)).count();
    // An empty board of three columns is tic-tac-toe's, and no path has such a name.
    let is_named = board.contains(char::is_alphabetic) || width == 3;
    [
        (tic_tac_toe::NAME, right("xo./")),
        (trilobite::NAME, right("ab./")),
    ]
    .into_iter()
    .filter(|(_, right)| is_named && 4 * right >= 3 * max)
    .min_by_key(|(_, right)| max - right)
    .map(|(name, _)| name)
}

/// A game's title in prose; `None` for an unknown game.
pub fn title(game: &str) -> Option<&'static str> {
    match game {
        dice_of_doom::NAME => Some("Dice of Doom"),
        tic_tac_toe::NAME => Some("tic-tac-toe"),
        trilobite::NAME => Some("Trilobite"),
        _ => None,
    }
}

fn no_such_game(name: &str) -> OpenError {
    OpenError::rules(
        format!("unknown game {}", quoted(name)),
        use_one_of(name, &NAMES),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_of_another_game_are_known_and_keep_the_kind_of_their_values() {
        let name = "switch_of_another_game";
        assert_eq!(switch(name), None);
        let number = Switch::within(name, "a number", 1..=9);
        add_switches(std::slice::from_ref(&number)).expect("a new name");
        assert_eq!(switch(name), Some(number));
        let words = Switch::among(name, "a word", &["few", "many"]);
        add_switches(&[words]).expect_err("words where others have numbers");
        let max_dice = Switch::among("max_dice", "a word", &["few", "many"]);
        add_switches(&[max_dice]).expect_err("words where ours has numbers");
    }
}
