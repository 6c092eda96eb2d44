//! How a board of Dice of Doom is set up by choices and numbers.

use super::geometry::{MOST_HEXES, check_size};
use super::notation::{Board, Hex};
use super::rules::{Combat, Geometry, Named, Odds, PassListed, Reinforcement, Rules};
use super::shown::label;
use crate::game::{OpenError, Player, RulesText};
use crate::games::{Change, Choice, Form, Number, Offer, Part, Setup, Slot, Switches};

/// The board of the book: the one to begin with.
pub const FIRST_POSITION: &str = "b2b2/a2b1 a";

/// The name of the choice that is no switch.
const PRESET: &str = "rules";

fn read(setup: &Setup) -> Result<(Rules, Board), OpenError> {
    let rules = Rules::from_switches(&setup.switches)?;
    let board = Board::read(&setup.position, &rules, setup.columns)?;
    Ok((rules, board))
}

/// What can be changed of a setup.
///
/// # Errors
/// Rules or a position that can't be read.
pub fn form(setup: &Setup) -> Result<Form, OpenError> {
    let (rules, board) = read(setup)?;
    let number = |name, part, value, range| Number {
        name,
        part,
        value,
        range,
    };
    let (rows, columns) = (board.rows as u64, board.columns as u64);
    let most = MOST_HEXES as u64;
    let mut choices = vec![presets(rules)];
    let switches = [
        switch(rules, rules.geometry),
        switch(rules, rules.combat),
        switch(rules, rules.odds),
        switch(rules, rules.reinforcement),
        switch(rules, rules.pass_listed),
    ];
    // A switch of which only one value is built leaves nothing to choose.
    let built = |choice: &Choice| choice.offers.iter().filter(|o| o.refused.is_none()).count();
    choices.extend(switches.into_iter().filter(|choice| built(choice) > 1));
    Ok(Form {
        choices,
        numbers: vec![
            number("rows", Part::Board, rows, 1..=most / columns),
            number("columns", Part::Board, columns, 1..=most / rows),
            number("players", Part::Rules, u64::from(rules.players), 2..=6),
            number("max_dice", Part::Rules, u64::from(rules.max_dice), 1..=9),
        ],
        players: usize::from(rules.players),
        mover: board.mover,
    })
}

fn presets(rules: Rules) -> Choice {
    let offers = Rules::PRESETS.iter().map(|(name, _)| {
        let preset = Switches {
            preset: Some((*name).to_owned()),
            ..Switches::default()
        };
        Offer::built(name, Rules::from_switches(&preset).is_ok())
    });
    Choice {
        name: PRESET,
        chosen: match rules.to_text() {
            RulesText::Preset(name) => Some(name),
            RulesText::None | RulesText::Switches(_) => None,
        },
        offers: offers.collect(),
    }
}

fn switch<V: Named>(rules: Rules, value: V) -> Choice {
    let built = |name| Rules::from_switches(&choose(rules, V::SWITCH, name)).is_ok();
    let offers = V::VALUES
        .iter()
        .map(|(_, name)| Offer::built(name, built(name)));
    Choice {
        name: V::SWITCH,
        chosen: Some(value.name()),
        offers: offers.collect(),
    }
}

/// The switches of `rules` with one value changed.
fn choose(rules: Rules, switch: &str, value: &str) -> Switches {
    let mut switches = Switches::of_rules(&rules.to_text());
    if let Some(Slot::Text(slot)) = switches.slot(switch) {
        *slot = Some(value.to_owned());
    }
    switches
}

/// The setup after one change. Hexes that are added have one die, and their owners alternate along
/// rows and columns; rows and columns are added and cut at the end.
///
/// # Errors
/// A value that can't be had, or the first hex that doesn't fit it.
pub fn changed(setup: &Setup, change: Change<'_>) -> Result<Setup, OpenError> {
    let (rules, mut board) = read(setup)?;
    let mut switches = Switches::of_rules(&rules.to_text());
    match change {
        Change::Choice(PRESET, preset) => {
            switches = Switches {
                preset: Some(preset.to_owned()),
                ..Switches::default()
            };
        }
        Change::Choice(
            name @ (Geometry::SWITCH
            | Combat::SWITCH
            | Odds::SWITCH
            | Reinforcement::SWITCH
            | PassListed::SWITCH),
            value,
        ) => switches = choose(rules, name, value),
        Change::Number("players", players) => switches.players = Some(players),
        Change::Number("max_dice", dice) => switches.max_dice = Some(dice),
        Change::Number("rows", rows) => {
            board = resized(&rules, &board, rows, board.columns as u64)?
        }
        Change::Number("columns", columns) => {
            board = resized(&rules, &board, board.rows as u64, columns)?;
        }
        Change::Mover(mover) => {
            // What another has captured isn't the new mover's.
            board.captured = board.captured.filter(|_| mover == board.mover);
            board.mover = mover;
        }
        Change::Choice(name, _) | Change::Number(name, _) => {
            return Err(OpenError::rules(
                format!("a board of Dice of Doom has no '{name}' to change"),
                "leave it out",
            ));
        }
    }
    let rules = Rules::from_switches(&switches)?;
    fits(&board, &rules)?;
    let mut position = String::new();
    board.write(&mut position);
    Ok(Setup {
        game: setup.game.clone(),
        switches: Switches::of_rules(&rules.to_text()),
        position,
        columns: None,
    })
}

/// The same board under other rules.
///
/// # Errors
/// Rules that can't be had, or the first thing of the position that they can't hold.
pub fn under(setup: &Setup, switches: &Switches) -> Result<Setup, OpenError> {
    let (_, board) = read(setup)?;
    let rules = Rules::from_switches(switches)?;
    fits(&board, &rules)?;
    let mut position = String::new();
    board.write(&mut position);
    Ok(Setup {
        game: setup.game.clone(),
        switches: Switches::of_rules(&rules.to_text()),
        position,
        columns: None,
    })
}

/// The board with another number of rows and columns.
fn resized(rules: &Rules, board: &Board, rows: u64, columns: u64) -> Result<Board, OpenError> {
    check_size(rows, columns)?;
    let (rows, columns) = (rows as usize, columns as usize);
    let players = usize::from(rules.players);
    let mut hexes = Vec::with_capacity(rows * columns);
    for row in 0..rows {
        for column in 0..columns {
            let there = row < board.rows && column < board.columns;
            hexes.push(if there {
                board.hexes[row * board.columns + column]
            } else {
                Hex {
                    owner: Player(((row + column) % players) as u8),
                    dice: 1,
                }
            });
        }
    }
    Ok(Board {
        rows,
        columns,
        hexes,
        ..*board
    })
}

/// Whether every hex, and the mover, can be what they are under `rules`.
fn fits(board: &Board, rules: &Rules) -> Result<(), OpenError> {
    let players = rules.players;
    for (number, hex) in board.hexes.iter().enumerate() {
        let here = format!("hex {number} is {}", label(*hex));
        if hex.owner.0 >= players {
            return Err(OpenError::rules(
                format!("{here}, which needs more than {players} players"),
                "give it to another player first",
            ));
        }
        if hex.dice > rules.max_dice {
            return Err(OpenError::rules(
                format!("{here}, more than {}", dice(rules.max_dice)),
                "take dice from it first",
            ));
        }
    }
    if board.mover.0 >= players {
        let mover = board.mover.letter();
        return Err(OpenError::rules(
            format!("{mover} is to move, which needs more than {players} players"),
            "choose another mover first",
        ));
    }
    Ok(())
}

fn dice(number: u8) -> String {
    match number {
        1 => "1 die".to_owned(),
        _ => format!("{number} dice"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup(position: &str) -> Setup {
        Setup {
            game: super::super::NAME.to_owned(),
            position: position.to_owned(),
            ..Setup::default()
        }
    }

    fn after(position: &str, change: Change<'_>) -> Result<String, String> {
        changed(&setup(position), change)
            .map(|setup| setup.position)
            .map_err(|error| error.to_string())
    }

    fn number(name: &str, value: u64) -> Change<'_> {
        Change::Number(name, value)
    }

    #[test]
    fn rows_and_columns_are_added_and_cut_at_the_end() {
        let board = "b2b2/a2b1 a +1";
        for (change, position) in [
            (number("rows", 3), "b2b2/a2b1/a1b1 a +1"),
            (number("columns", 3), "b2b2a1/a2b1b1 a +1"),
            (number("rows", 1), "b2b2 a +1"),
            (number("columns", 1), "b2/a2 a +1"),
            (number("rows", 2), board),
        ] {
            assert_eq!(after(board, change).as_deref(), Ok(position), "{change:?}");
        }
        for change in [
            number("rows", 0),
            number("columns", 33),
            number("rows", u64::MAX),
        ] {
            let error = after(board, change).expect_err("no such board");
            assert!(error.contains("at most 64 hexes"), "{error}");
        }
    }

    #[test]
    fn players_and_dice_keep_the_board_or_say_which_hex_does_not_fit() {
        let three = changed(&setup("b2b2/a2b1 a"), number("players", 3)).expect("three players");
        assert_eq!(three.position, "b2b2/a2b1 a");
        let with_c = Setup {
            position: "b2b2/a2c1 a".to_owned(),
            ..three
        };
        let error = changed(&with_c, number("players", 2)).expect_err("c has a hex");
        assert_eq!(
            error.to_string(),
            "hex 3 is c1, which needs more than 2 players: give it to another player first"
        );
        let to_move = changed(&with_c, Change::Mover(Player(2))).expect("c is to move");
        assert_eq!(to_move.position, "b2b2/a2c1 c");
        let error = changed(
            &Setup {
                position: "b2b2/a2b1 c".to_owned(),
                ..to_move
            },
            number("players", 2),
        )
        .expect_err("c is to move");
        assert!(error.to_string().starts_with("c is to move"), "{error}");
        let error = after("b2b2/a2b1 a", number("max_dice", 1)).expect_err("two dice");
        assert_eq!(
            error,
            "hex 0 is b2, more than 1 die: take dice from it first"
        );
        for change in [number("players", 7), number("max_dice", 0)] {
            assert!(after("b1b1/a1b1 a", change).is_err(), "{change:?}");
        }
    }

    #[test]
    fn another_mover_begins_a_fresh_turn_and_the_same_one_goes_on() {
        let mover = |player| after("b2b2/a1a1 a +1", Change::Mover(Player(player)));
        assert_eq!(mover(1).as_deref(), Ok("b2b2/a1a1 b"));
        assert_eq!(mover(0).as_deref(), Ok("b2b2/a1a1 a +1"));
        assert!(mover(2).is_err());
        assert!(mover(255).is_err());
    }

    #[test]
    fn rules_are_chosen_by_their_names_and_what_is_not_built_is_refused() {
        let mut own = setup("b2b2/a2b1 a");
        own.switches.pass_listed = Some("last".to_owned());
        let form = form(&own).expect("a form");
        let names: Vec<_> = form.choices.iter().map(|choice| choice.name).collect();
        assert_eq!(names, ["rules", "pass_listed"]);
        assert_eq!(form.choices[0].chosen, None);
        assert_eq!(form.choices[1].chosen, Some("last"));
        let can: Vec<_> = form.choices[0]
            .offers
            .iter()
            .filter(|offer| offer.refused.is_none())
            .map(|offer| offer.name)
            .collect();
        assert_eq!(can, ["land-of-lisp"]);
        let preset = changed(&own, Change::Choice("rules", "land-of-lisp")).expect("built");
        assert_eq!(preset.switches.preset.as_deref(), Some("land-of-lisp"));
        assert_eq!(
            changed(&preset, Change::Choice("pass_listed", "last")).map(|own| own.switches),
            Ok(Switches::of_rules(
                &Rules::from_switches(&own.switches)
                    .expect("good rules")
                    .to_text()
            ))
        );
        for change in [
            Change::Choice("rules", "realm-of-racket"),
            Change::Choice("rules", "nonsense"),
            Change::Choice("pass_listed", "never"),
            Change::Choice("script", "x"),
            Change::Number("width", 3),
        ] {
            assert!(changed(&own, change).is_err(), "{change:?}");
        }
    }
}
