//! Editing a Dice of Doom setup by choices and numbers, and converting it to other rules. Each
//! preset and each value of a setting is described in one sentence, with the program that it comes
//! from.

use super::geometry::{MAX_HEXES, check_size};
use super::notation::{Board, Hex, TurnState};
use super::rules::{Combat, Rules, SWITCHES};
use super::shown::label;
use crate::game::{OpenError, Player, RulesText, Switch, SwitchValue};
use crate::games::{
    Choice, Offer, Setup, SetupChange, SetupForm, SetupNumber, SetupPart, Switches, fields,
};

/// The default start position: the board of the book.
pub const FIRST_POSITION: &str = "b2b2/a2b1 a";
/// The first position for a new user: wins of both players, a tie and two blunders.
pub const SHOWN_FIRST: &str = "b1a3/b2b2 a";

/// The name of the choice that is no setting.
const PRESET: &str = "rules";

/// The name of the number of dice in the pool.
const POOL: &str = "pool";

fn read(setup: &Setup) -> Result<(Rules, Board), OpenError> {
    let rules = Rules::from_switches(&setup.switches)?;
    let board = Board::read(&setup.position, &rules, setup.columns)?;
    Ok((rules, board))
}

/// The editable fields of a setup.
///
/// # Errors
/// Invalid rules or an invalid position.
pub fn form(setup: &Setup) -> Result<SetupForm, OpenError> {
    let (rules, board) = read(setup)?;
    let number = |name, value, maximum| SetupNumber {
        name,
        part: SetupPart::Board,
        value,
        range: 1..=maximum,
    };
    let (rows, columns) = (board.rows as u64, board.columns as u64);
    let max = MAX_HEXES as u64;
    let mut choices = vec![presets(rules)];
    let (switches, mut of_rules) = fields(SWITCHES, &rules.switches());
    choices.extend(switches);
    for number in of_rules.iter_mut().filter(|number| number.name == POOL) {
        number.value = u64::from(board.pool.unwrap_or(rules.pool));
    }
    let mut numbers = vec![
        number("rows", rows, max / columns),
        number("columns", columns, max / rows),
    ];
    numbers.extend(of_rules);
    Ok(SetupForm {
        choices,
        numbers,
        players: usize::from(rules.players),
        mover: Some(board.mover),
    })
}

fn presets(rules: Rules) -> Choice {
    Choice {
        name: PRESET,
        chosen: match rules.to_text() {
            RulesText::Preset(name) => Some(name),
            RulesText::None | RulesText::Switches(_) => None,
        },
        offers: Rules::PRESETS
            .iter()
            .map(|(name, _)| Offer::of(name))
            .collect(),
    }
}

/// The board under other rules; anything they don't have is left out.
fn carried_over(board: &Board, rules: &Rules) -> Board {
    let rolls = rules.combat == Combat::DiceRoll;
    let turn = match (board.turn, rules.counts_captured()) {
        (TurnState::MidTurn(Some(captured)), true) if rolls || captured > 0 => board.turn,
        (TurnState::MidTurn(_), false) => TurnState::MidTurn(None),
        // The number of dice captured in this turn is unknown.
        (TurnState::Fresh | TurnState::MidTurn(_), _) => TurnState::Fresh,
    };
    let attack = board.attack.filter(|(source, target)| {
        rolls && board.can_attack(rules, usize::from(*source), usize::from(*target))
    });
    Board {
        turn,
        pool: rules.has_pool().then(|| board.pool.unwrap_or(rules.pool)),
        reversed: board.reversed && rules.has_pool(),
        attack,
        ..board.clone()
    }
}

/// The setup after one change. Added hexes have one die, and their owners alternate along rows and
/// columns. Rows and columns are added and removed at the end.
///
/// # Errors
/// An unavailable value, or the first hex that doesn't fit it.
pub fn changed(setup: &Setup, change: SetupChange<'_>) -> Result<Setup, OpenError> {
    let (rules, mut board) = read(setup)?;
    let mut switches = Switches::of_rules(&rules.to_text());
    match change {
        SetupChange::Choice(PRESET, preset) => {
            switches = Switches {
                preset: Some(preset.to_owned()),
                ..Switches::default()
            };
        }
        SetupChange::Choice(name, value) => {
            let among = |switch: &&Switch| switch.name == name && !switch.is_number();
            let Some(switch) = SWITCHES.iter().find(among) else {
                return Err(nothing_called(name));
            };
            let value = SwitchValue::Text(value.to_owned());
            switches.choose(SWITCHES, switch.name, value);
        }
        SetupChange::Number("players", players) => switches.players = Some(players),
        SetupChange::Number("max_dice", dice) => switches.max_dice = Some(dice),
        SetupChange::Number(POOL, dice) if rules.has_pool() => {
            switches.pool = Some(dice);
            board.pool = None;
        }
        SetupChange::Number("rows", rows) => {
            board = resized(&rules, &board, rows, board.columns as u64)?
        }
        SetupChange::Number("columns", columns) => {
            board = resized(&rules, &board, board.rows as u64, columns)?;
        }
        SetupChange::Mover(mover) => {
            // A turn that another player has started isn't the new mover's.
            if mover != board.mover {
                board.turn = TurnState::Fresh;
                board.attack = None;
            }
            board.mover = mover;
        }
        SetupChange::Number(name, _) => return Err(nothing_called(name)),
    }
    let rules = Rules::from_switches(&switches)?;
    let board = carried_over(&board, &rules);
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

fn nothing_called(name: &str) -> OpenError {
    OpenError::rules(
        format!("a board of Dice of Doom has no '{name}' to change"),
        "leave it out",
    )
}

/// The same board under other rules: the hexes, the player to move, and the turn so far. A pool of
/// another size starts full.
///
/// # Errors
/// Invalid rules, or the first part of the position that they can't represent.
pub fn under(setup: &Setup, switches: &Switches) -> Result<Setup, OpenError> {
    let (own, board) = read(setup)?;
    let rules = Rules::from_switches(switches)?;
    fits(&board, &rules)?;
    let mut carried = carried_over(&board, &rules);
    if (carried.turn == TurnState::Fresh) != (board.turn == TurnState::Fresh) {
        return Err(OpenError::rules(
            "the position is in the middle of a turn, and what was captured in it isn't known",
            "use one at the beginning of a turn",
        ));
    }
    if let (Some((source, target)), None) = (board.attack, carried.attack) {
        return Err(OpenError::rules(
            format!("dice are about to be rolled for {source}>{target}, and these rules roll none"),
            "use the one before that attack",
        ));
    }
    if own.has_pool() && rules.has_pool() && own.pool != rules.pool {
        carried.pool = Some(rules.pool);
    }
    let mut position = String::new();
    carried.write(&mut position);
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
        // The hexes have other numbers now.
        attack: None,
        ..board.clone()
    })
}

/// Whether every hex and the player to move are valid under `rules`.
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

/// The description of a value; empty for an unknown one.
pub fn about(choice: &str, value: &str) -> &'static str {
    let table = ABOUT.iter();
    let mut found = table.filter(|(of, name, _)| *of == choice && *name == value);
    found.next().map_or("", |(_, _, text)| text)
}

const ABOUT: &[(&str, &str, &str)] = &[
    (
        "rules",
        "land-of-lisp",
        "Land of Lisp, chapter 15: more dice win; a pass adds the dice captured this turn minus 1",
    ),
    (
        "rules",
        "haskell",
        "Haskell port, as coded: a pass adds only the last capture minus 1",
    ),
    (
        "rules",
        "realm-of-racket",
        "Realm of Racket: offset rows; passes share one pool that is never refilled",
    ),
    (
        "rules",
        "land-of-lisp-v4",
        "Land of Lisp v4: four players, dice rolls; a pass adds 1 die per hex of the largest group",
    ),
    (
        "geometry",
        "parallelogram",
        "Each row is shifted half a hex to the left of the one above, as in Land of Lisp",
    ),
    (
        "geometry",
        "offset-rows",
        "Every other row is shifted half a hex to the right, as in Realm of Racket",
    ),
    (
        "combat",
        "stronger-wins",
        "More dice always win. Attacks on equal or stronger hexes aren't allowed.",
    ),
    (
        "combat",
        "dice-roll",
        "Both sides roll all their dice. The attacker wins with the higher total; a failed \
         attack leaves it 1 die.",
    ),
    (
        "odds",
        "book-table",
        "The table in Land of Lisp: probabilities rounded to hundredths (2,585/2,592 becomes 1.00)",
    ),
    (
        "odds",
        "exact",
        "Exact probabilities, counted over all dice rolls",
    ),
    (
        "reinforcement",
        "captured-minus-one",
        "A pass adds the dice captured this turn minus 1, as in Land of Lisp",
    ),
    (
        "reinforcement",
        "last-capture-minus-one",
        "A pass adds the dice of the turn's last capture minus 1, as in the Haskell port",
    ),
    (
        "reinforcement",
        "pool",
        "A pass takes dice from a shared pool, as in Realm of Racket; captured dice are lost, and \
         each pass reverses the board order",
    ),
    (
        "reinforcement",
        "largest-cluster",
        "A pass adds 1 die for each hex of the passer's largest connected group, as in Land of Lisp \
         v4",
    ),
    (
        "pass_listed",
        "first",
        "The pass is the first of the moves, as in Land of Lisp and Realm of Racket",
    ),
    (
        "pass_listed",
        "last",
        "The pass is the last of the moves, as in the Haskell port",
    ),
];

#[cfg(test)]
mod tests {
    use super::{form, *};
    use crate::games::Setup;

    fn setup(position: &str) -> Setup {
        Setup {
            game: super::super::NAME.to_owned(),
            position: position.to_owned(),
            ..Setup::default()
        }
    }

    fn after(position: &str, change: SetupChange<'_>) -> Result<String, OpenError> {
        changed(&setup(position), change).map(|setup| setup.position)
    }

    fn number(name: &str, value: u64) -> SetupChange<'_> {
        SetupChange::Number(name, value)
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
            let error = error.to_string();
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
        let to_move = changed(&with_c, SetupChange::Mover(Player(2))).expect("c is to move");
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
            error.to_string(),
            "hex 0 is b2, more than 1 die: take dice from it first"
        );
        for change in [number("players", 7), number("max_dice", 0)] {
            assert!(after("b1b1/a1b1 a", change).is_err(), "{change:?}");
        }
    }

    #[test]
    fn another_mover_begins_a_fresh_turn_and_the_same_one_goes_on() {
        let mover = |player| after("b2b2/a1a1 a +1", SetupChange::Mover(Player(player)));
        assert_eq!(mover(1).as_deref(), Ok("b2b2/a1a1 b"));
        assert_eq!(mover(0).as_deref(), Ok("b2b2/a1a1 a +1"));
        assert!(mover(2).is_err());
        assert!(mover(255).is_err());
    }

    #[test]
    fn rules_are_chosen_by_their_names() {
        let mut own = setup("b2b2/a2b1 a");
        own.switches.pass_listed = Some("last".to_owned());
        let form = form(&own).expect("a form");
        let names: Vec<_> = form.choices.iter().map(|choice| choice.name).collect();
        assert_eq!(
            names,
            [
                "rules",
                "geometry",
                "combat",
                "reinforcement",
                "pass_listed"
            ]
        );
        assert_eq!(form.choices[0].chosen, None);
        assert_eq!(form.choices[4].chosen, Some("last"));
        for choice in &form.choices {
            for offer in &choice.offers {
                assert_eq!(offer.refused, None);
                let after = changed(&own, SetupChange::Choice(choice.name, offer.name));
                let after = after.expect(offer.name);
                let chosen = super::form(&after).expect("a form").choices;
                let here = chosen.iter().find(|other| other.name == choice.name);
                assert_eq!(here.and_then(|here| here.chosen), Some(offer.name));
            }
        }
        let preset = changed(&own, SetupChange::Choice("rules", "land-of-lisp")).expect("a preset");
        assert_eq!(preset.switches.preset.as_deref(), Some("land-of-lisp"));
        assert_eq!(
            changed(&preset, SetupChange::Choice("pass_listed", "last")).map(|own| own.switches),
            Ok(Switches::of_rules(
                &Rules::from_switches(&own.switches)
                    .expect("good rules")
                    .to_text()
            ))
        );
        for change in [
            SetupChange::Choice("rules", "nonsense"),
            SetupChange::Choice("pass_listed", "never"),
            SetupChange::Choice("odds", "exact"),
            SetupChange::Choice("script", "x"),
            SetupChange::Number("width", 3),
            SetupChange::Number("pool", 3),
        ] {
            assert!(changed(&own, change).is_err(), "{change:?}");
        }
    }

    #[test]
    fn settings_that_depend_on_another_appear_and_go_with_it() {
        let choose = |setup: &Setup, switch, value| {
            changed(setup, SetupChange::Choice(switch, value)).expect("a good change")
        };
        let names = |setup: &Setup| -> Vec<_> {
            let form = form(setup).expect("a form");
            let choices = form.choices.iter().map(|choice| choice.name);
            choices
                .chain(form.numbers.iter().map(|number| number.name))
                .collect()
        };
        let v4 = choose(&setup("b2b2/a2b1 a"), "rules", "land-of-lisp-v4");
        assert!(names(&v4).contains(&"odds"));
        let exact = choose(&v4, "odds", "exact");
        let strong = choose(&exact, "combat", "stronger-wins");
        assert!(!names(&strong).contains(&"odds"));
        let pool = choose(&strong, "reinforcement", "pool");
        assert_eq!(pool.position, "b2b2/a2b1 a pool=10");
        let smaller = changed(&pool, SetupChange::Number("pool", 7)).expect("seven dice");
        assert_eq!(smaller.position, "b2b2/a2b1 a pool=7");
        assert_eq!(smaller.switches.pool, Some(7));
        let none = choose(&smaller, "reinforcement", "largest-cluster");
        assert_eq!(none.position, "b2b2/a2b1 a");
        assert_eq!(none.switches.pool, None);
    }

    #[test]
    fn after_a_change_of_rules_a_turn_keeps_what_the_new_rules_can_hold() {
        let under = |from, position: &str, to| {
            let mut own = setup(position);
            own.switches.preset = Some(String::from(from));
            let after = changed(&own, SetupChange::Choice("rules", to)).expect("good rules");
            after.position
        };
        let (lisp, racket, haskell, v4) = (
            "land-of-lisp",
            "realm-of-racket",
            "haskell",
            "land-of-lisp-v4",
        );
        assert_eq!(under(lisp, "b2b2/a1a1 a +1", haskell), "b2b2/a1a1 a +1");
        assert_eq!(under(lisp, "b2b2/a1a1 a +1", v4), "b2b2/a1a1 a +");
        assert_eq!(
            under(lisp, "b2b2/a1a1 a +1", racket),
            "b2b2/a1a1 a + pool=10"
        );
        assert_eq!(
            under(racket, "b2b2/a1a1 a + pool=3 reversed", lisp),
            "b2b2/a1a1 a"
        );
        assert_eq!(under(v4, "b2b2/a2b1 a + ?2>0", lisp), "b2b2/a2b1 a");
    }

    #[test]
    fn every_value_that_can_be_chosen_is_explained_and_nothing_else_is() {
        let mut v4 = Setup {
            game: crate::games::dice_of_doom::NAME.to_owned(),
            position: "b2b2/a2b1 a".to_owned(),
            ..Setup::default()
        };
        v4.switches.preset = Some("land-of-lisp-v4".to_owned());
        let form = form(&v4).expect("a form");
        let offered: Vec<_> = form
            .choices
            .iter()
            .flat_map(|choice| choice.offers.iter().map(|offer| (choice.name, offer.name)))
            .collect();
        for (choice, value) in &offered {
            assert!(!about(choice, value).is_empty(), "{choice} {value}");
        }
        for (choice, value, text) in ABOUT {
            assert!(offered.contains(&(choice, value)), "{choice} {value}");
            assert!(
                text.ends_with('.') == text.contains(". ") && text.chars().count() < 150,
                "{text}"
            );
        }
        assert_eq!(about("rules", "nonsense"), "");
    }
}
