//! The editable fields of a setup, for changing it without notation: the board's size, the player
//! to move, and the settings of the rules.

use std::ops::RangeInclusive;

use super::switches::{GivenSwitch, value_of};
use crate::game::{Player, Switch, SwitchValue, Values};

/// The subject of a number or a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupPart {
    /// The board.
    Board,
    /// The rules.
    Rules,
}

/// One of the values that something can be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer<'a> {
    /// Its name in files and on the command line.
    pub name: &'a str,
    /// Why it is unavailable now, in a few words; `None` if it is available.
    pub refused: Option<&'static str>,
}

impl<'a> Offer<'a> {
    /// An available value.
    pub fn of(name: &'a str) -> Self {
        Self {
            name,
            refused: None,
        }
    }
}

/// A setting with named values, or the preset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its name in files and on the command line.
    pub name: &'static str,
    /// The value that it has; `None` if that has no name.
    pub chosen: Option<&'static str>,
    /// All of its values.
    pub offers: Vec<Offer<'static>>,
}

/// A whole number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// Its name in files and on the command line.
    pub name: &'static str,
    /// Its subject.
    pub part: SetupPart,
    /// Its current value.
    pub value: u64,
    /// Its valid range.
    pub range: RangeInclusive<u64>,
}

/// All choices and numbers that can be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The preset and the settings that have more than one value.
    pub choices: Vec<Choice>,
    /// The numbers, those of the board first.
    pub numbers: Vec<Number>,
    /// The number of players.
    pub players: usize,
    /// The player to move; `None` if that follows from the board.
    pub mover: Option<Player>,
}

/// The choices and numbers for the settings that have an effect under these rules.
pub(crate) fn fields(of_game: &[Switch], rules: &[GivenSwitch]) -> (Vec<Choice>, Vec<Number>) {
    let (mut choices, mut numbers) = (Vec::new(), Vec::new());
    for switch in of_game {
        let name = switch.name;
        match (&switch.values, value_of(rules, name)) {
            (Values::Among(names), Some(SwitchValue::Text(text))) => choices.push(Choice {
                name,
                chosen: names.iter().find(|value| *value == text).copied(),
                offers: names.iter().map(|value| Offer::of(value)).collect(),
            }),
            (Values::Within(range), Some(SwitchValue::Number(value))) => numbers.push(Number {
                name,
                part: SetupPart::Rules,
                value: *value,
                range: range.clone(),
            }),
            _ => {}
        }
    }
    (choices, numbers)
}

/// One change of a setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change<'a> {
    /// Another value of a choice: its name, and the value's.
    Choice(&'a str, &'a str),
    /// Another number: its name and its new value.
    Number(&'a str, u64),
    /// Another player to move, at the start of a turn.
    Mover(Player),
}

#[cfg(test)]
mod tests {
    use super::super::{
        Setup, changed, dice_of_doom, first_setup, form, game_offers, scripted, with_position,
    };
    use super::*;

    #[test]
    fn every_game_that_can_be_chosen_has_a_board_to_begin_with_and_a_form() {
        let offers = game_offers();
        assert!(offers.iter().any(|offer| offer.refused.is_none()));
        for offer in offers {
            let first = first_setup(offer.name);
            assert_eq!(first.is_ok(), offer.refused.is_none(), "{}", offer.name);
            if let Ok(setup) = first {
                assert!(form(&setup).is_some(), "{}", offer.name);
            }
        }
    }

    #[test]
    fn a_script_has_no_form_and_says_what_to_do() {
        let mut setup = Setup {
            game: scripted::NAME.to_owned(),
            ..Setup::default()
        };
        setup.switches.script = Some("s end: 1 0".to_owned());
        assert_eq!(form(&setup), None);
        let error = changed(&setup, Change::Mover(Player(1))).expect_err("no mover");
        assert!(error.to_string().contains("open it again"), "{error}");
    }

    #[test]
    fn a_position_is_kept_as_notation_is_written() {
        let setup = first_setup(dice_of_doom::NAME).expect("the book's board");
        for (text, columns) in [
            ("b-2 b-2 / a-2 b-1  a", None),
            ("#((1 2) (1 2) (0 2) (1 1)) a", Some(2)),
        ] {
            let read = with_position(&setup, text, columns).expect(text);
            assert_eq!(read, setup);
        }
        assert!(with_position(&setup, "#((1 2)) a", None).is_err());
    }
}
