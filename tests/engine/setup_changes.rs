//! Laws of changing a setup, on random boards: what fits stays as it is.

use doomtree::game::Player;
use doomtree::games::dice_of_doom::{Board, Hex, Rules};
use doomtree::games::{Setup, SetupChange, Switches, changed, form, random, with_position};
use proptest::prelude::*;
use support::Draws;

fn read(setup: &Setup) -> Board {
    let rules = Rules::from_switches(&setup.switches).expect("good rules");
    Board::read(&setup.position, &rules, None).expect("a good board")
}

fn hex(board: &Board, row: usize, column: usize) -> Hex {
    board.hexes[row * board.columns + column]
}

fn any_setup() -> impl Strategy<Value = Setup> {
    let size = (1_u64..=8, 1_u64..=64).prop_map(|(rows, columns)| (rows, columns.min(64 / rows)));
    (2_u64..=6, 1_u64..=9, size, any::<u64>()).prop_map(|(players, dice, (rows, columns), seed)| {
        let switches = Switches {
            players: Some(players),
            max_dice: Some(dice),
            ..Switches::default()
        };
        let mut position = random("dice-of-doom", &switches, Some(rows), Some(columns), seed)
            .expect("a random board");
        let mut draws = Draws::new(seed);
        position.pop();
        position.push(Player(draws.below(players as usize) as u8).letter());
        if draws.below(3) == 0 {
            position.push_str(&format!(" +{}", draws.below(999) + 1));
        }
        Setup {
            game: "dice-of-doom".to_owned(),
            switches,
            position,
            columns: None,
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn another_size_keeps_every_hex_that_is_on_both_boards(setup in any_setup(), rows in 0_u64..=66, columns in 0_u64..=66) {
        let before = read(&setup);
        let (asked_rows, asked_columns) = (rows, before.columns as u64);
        let tall = changed(&setup, SetupChange::Number("rows", asked_rows));
        prop_assert_eq!(tall.is_ok(), (1..=64).contains(&(asked_rows * asked_columns)));
        let Ok(tall) = tall else { return Ok(()); };
        let wide = changed(&tall, SetupChange::Number("columns", columns));
        prop_assert_eq!(wide.is_ok(), (1..=64).contains(&(rows * columns)));
        let Ok(wide) = wide else { return Ok(()); };
        let after = read(&wide);
        prop_assert_eq!((after.rows as u64, after.columns as u64), (rows, columns));
        prop_assert_eq!((after.mover, after.turn), (before.mover, before.turn));
        for row in 0..after.rows {
            for column in 0..after.columns {
                let now = hex(&after, row, column);
                if row < before.rows && column < before.columns {
                    prop_assert_eq!(now, hex(&before, row, column));
                } else {
                    prop_assert_eq!(now.dice, 1);
                }
            }
        }
        // Growing and cutting again gives the board that was there.
        if after.rows >= before.rows && after.columns >= before.columns {
            let back = changed(&wide, SetupChange::Number("columns", before.columns as u64)).expect("cut");
            let back = changed(&back, SetupChange::Number("rows", before.rows as u64)).expect("cut");
            prop_assert_eq!(read(&back), before);
        }
    }

    #[test]
    fn other_numbers_leave_the_board_or_refuse(setup in any_setup(), players in 0_u64..=8, dice in 0_u64..=11, mover in 0_u8..=7) {
        let before = read(&setup);
        let most = before.hexes.iter().map(|hex| u64::from(hex.dice)).max().unwrap_or(1);
        let last = before.hexes.iter().map(|hex| hex.owner).chain([before.mover]).max().map_or(0, |p| u64::from(p.0));
        let given = changed(&setup, SetupChange::Number("players", players));
        prop_assert_eq!(given.is_ok(), (2..=6).contains(&players) && last < players);
        if let Ok(given) = given {
            prop_assert_eq!(form(&given).expect("a form").players as u64, players);
            prop_assert_eq!(read(&given), before.clone());
        }
        let given = changed(&setup, SetupChange::Number("max_dice", dice));
        prop_assert_eq!(given.is_ok(), (1..=9).contains(&dice) && most <= dice);
        if let Ok(given) = given {
            prop_assert_eq!(read(&given), before.clone());
        }
        let given = changed(&setup, SetupChange::Mover(Player(mover)));
        prop_assert_eq!(given.is_ok(), u64::from(mover) < setup.switches.players.unwrap_or(2));
        if let Ok(given) = given {
            let after = read(&given);
            prop_assert_eq!(after.mover, Player(mover));
            prop_assert_eq!(after.hexes, before.hexes);
        }
    }

    #[test]
    fn the_setup_form_accepts_its_own_numbers_and_refuses_one_row_too_many(setup in any_setup()) {
        let before = form(&setup).expect("a form");
        for number in &before.numbers {
            let same = changed(&setup, SetupChange::Number(number.name, number.value)).expect(number.name);
            prop_assert_eq!(read(&same), read(&setup));
            prop_assert_eq!(form(&same).expect("a form"), before.clone());
        }
        let rows = before.numbers.iter().find(|number| number.name == "rows").expect("rows");
        prop_assert!(changed(&setup, SetupChange::Number("rows", *rows.range.end())).is_ok());
        prop_assert!(changed(&setup, SetupChange::Number("rows", rows.range.end() + 1)).is_err());
        let again = with_position(&setup, &setup.position, None).expect("the same");
        prop_assert_eq!(again, setup);
    }

    #[test]
    fn no_text_makes_reading_a_position_panic(text in "[ab1-9#() /+\\n]{0,40}|\\PC{0,20}", columns in prop::option::of(0_u64..9)) {
        let setup = Setup { game: "dice-of-doom".to_owned(), ..Setup::default() };
        if let Ok(read) = with_position(&setup, &text, columns) {
            prop_assert_eq!(with_position(&read, &read.position, None), Ok(read.clone()));
        }
    }
}
