//! A setup (a game and a position of it as text), its settings over a preset, and its editable
//! fields: the board's size, the player to move, and the settings of the rules.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::scripted;
use crate::game::{OpenError, Player, RulesText, Shown, Switch, SwitchValue, Values};

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
pub struct SetupNumber {
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
pub struct SetupForm {
    /// The preset and the settings that have more than one value.
    pub choices: Vec<Choice>,
    /// The numbers, those of the board first.
    pub numbers: Vec<SetupNumber>,
    /// The number of players.
    pub players: usize,
    /// The player to move; `None` if that follows from the board.
    pub mover: Option<Player>,
}

/// The choices and numbers for the settings that have an effect under these rules.
pub(crate) fn fields(of_game: &[Switch], rules: &[GivenSwitch]) -> (Vec<Choice>, Vec<SetupNumber>) {
    let (mut choices, mut numbers) = (Vec::new(), Vec::new());
    for switch in of_game {
        let name = switch.name;
        match (&switch.values, value_of(rules, name)) {
            (Values::Among(names), Some(SwitchValue::Text(text))) => choices.push(Choice {
                name,
                chosen: names.iter().find(|value| *value == text).copied(),
                offers: names.iter().map(|value| Offer::of(value)).collect(),
            }),
            (Values::Within(range), Some(SwitchValue::Number(value))) => {
                numbers.push(SetupNumber {
                    name,
                    part: SetupPart::Rules,
                    value: *value,
                    range: range.clone(),
                })
            }
            _ => {}
        }
    }
    (choices, numbers)
}

/// One change of a setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupChange<'a> {
    /// Another value of a choice: its name, and the value's.
    Choice(&'a str, &'a str),
    /// Another number: its name and its new value.
    Number(&'a str, u64),
    /// Another player to move, at the start of a turn.
    Mover(Player),
}

/// A game and a position of it, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The game's name.
    pub game: String,
    /// Its rules.
    pub switches: Switches,
    /// The position, in notation.
    pub position: String,
    /// The number of columns of a board without row marks.
    pub columns: Option<u64>,
}

impl Setup {
    /// The setup with another position in notation, from which the size of its board follows.
    #[must_use]
    pub fn at(&self, position: &str, columns: Option<u64>) -> Self {
        Self {
            switches: Switches {
                width: None,
                height: None,
                ..self.switches.clone()
            },
            position: position.to_owned(),
            columns,
            ..self.clone()
        }
    }

    /// The setup of a board on the command line. It is a position in notation or, in a scripted
    /// game, the script itself, which starts at its first node.
    #[must_use]
    pub fn of_board(game: &str, switches: Switches, board: &str, columns: Option<u64>) -> Self {
        let scripted = takes_script(game);
        Self {
            game: game.to_owned(),
            switches: Switches {
                script: scripted.then(|| board.to_owned()).or(switches.script),
                ..switches
            },
            position: if scripted {
                String::new()
            } else {
                board.to_owned()
            },
            columns,
        }
    }
}

/// Whether a game is given as a script of many lines rather than as a position.
pub fn takes_script(game: &str) -> bool {
    game == scripted::NAME
}

/// A callback that is generic over the game.
pub trait WithGame {
    /// Its result.
    type Output;
    /// Called once, with the game and the position.
    fn with<G: Shown>(self, game: G, position: G::Position) -> Self::Output;
}

/// Opens a setup for nothing but its faults.
pub(super) struct Check;

impl WithGame for Check {
    type Output = ();

    fn with<G: Shown>(self, _game: G, _position: G::Position) {}
}

/// A setting with its value.
pub type GivenSwitch = (&'static str, SwitchValue);

/// The place of one setting's value.
#[derive(Debug)]
pub enum SwitchSlot<'a> {
    /// A setting whose value is a text.
    Text(&'a mut Option<String>),
    /// A setting whose value is a whole number.
    Number(&'a mut Option<u64>),
}

/// The settings that are fields, so that programs can name them. A game may have others, which are
/// found by name only.
macro_rules! switches {
    ($($name:ident: $kind:ident($value:ty),)*) => {
        /// The requested rules: single settings over a preset, each absent unless given. Every game
        /// refuses settings that it doesn't have.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        #[expect(missing_docs, reason = "the names are those of the rules' switches")]
        pub struct Switches {
            pub preset: Option<String>,
            $(pub $name: Option<$value>,)*
            /// Those that have no field.
            pub more: BTreeMap<&'static str, SwitchValue>,
        }

        impl Switches {
            /// The place of the setting with this name in files. A preset isn't a setting, so it
            /// has none; neither has a setting without a field.
            pub fn slot(&mut self, name: &str) -> Option<SwitchSlot<'_>> {
                match name {
                    $(stringify!($name) => Some(SwitchSlot::$kind(&mut self.$name)),)*
                    _ => None,
                }
            }

            /// The value of a setting, if it is given.
            pub fn get(&self, name: &str) -> Option<SwitchValue> {
                match name {
                    $(stringify!($name) => self.$name.clone().map(SwitchValue::$kind),)*
                    _ => self.more.get(name).cloned(),
                }
            }

            /// The names of those that are given, as files and flags name them.
            fn given(&self) -> impl Iterator<Item = &'static str> {
                let fields = [
                    ("rules", self.preset.is_some()),
                    $((stringify!($name), self.$name.is_some()),)*
                ];
                let fields = fields.into_iter().filter(|(_, given)| *given);
                fields.map(|(name, _)| name).chain(self.more.keys().copied())
            }

            /// The settings over `self` that `over` gives.
            #[must_use]
            pub fn with(mut self, over: Self) -> Self {
                self.more.extend(over.more);
                Self {
                    preset: over.preset.or(self.preset),
                    $($name: over.$name.or(self.$name),)*
                    more: self.more,
                }
            }
        }
    };
}

switches! {
    geometry: Text(String),
    players: Number(u64),
    max_dice: Number(u64),
    combat: Text(String),
    odds: Text(String),
    reinforcement: Text(String),
    pool: Number(u64),
    pass_listed: Text(String),
    width: Number(u64),
    height: Number(u64),
    line: Number(u64),
    script: Text(String),
}

impl Switches {
    /// Sets a setting; `false`, and nothing is changed, if it is known with values of another kind.
    pub fn set(&mut self, name: &'static str, value: SwitchValue) -> bool {
        match (self.slot(name), value) {
            (Some(SwitchSlot::Text(slot)), SwitchValue::Text(text)) => *slot = Some(text),
            (Some(SwitchSlot::Number(slot)), SwitchValue::Number(number)) => *slot = Some(number),
            (Some(_), _) => return false,
            (None, value) => {
                self.more.insert(name, value);
            }
        }
        true
    }

    /// Takes a setting back.
    pub fn unset(&mut self, name: &str) {
        match self.slot(name) {
            Some(SwitchSlot::Text(slot)) => *slot = None,
            Some(SwitchSlot::Number(slot)) => *slot = None,
            None => {
                self.more.remove(name);
            }
        }
    }

    /// Chooses another value. Settings that depend on the old value are removed.
    pub(crate) fn choose(&mut self, of_game: &[Switch], name: &'static str, value: SwitchValue) {
        self.set(name, value);
        let needs = |switch: &&Switch| switch.only_with.is_some_and(|(needed, _)| needed == name);
        of_game
            .iter()
            .filter(needs)
            .for_each(|switch| self.unset(switch.name));
    }

    /// The settings of rules as files store them.
    pub fn of_rules(rules: &RulesText) -> Self {
        let mut switches = Self::default();
        match rules {
            RulesText::None => {}
            RulesText::Preset(name) => switches.preset = Some((*name).to_owned()),
            RulesText::Switches(given) => {
                for (name, value) in given {
                    switches.set(name, value.clone());
                }
            }
        }
        switches
    }

    /// Refuses every setting but those of the game, which is called so in prose.
    pub(crate) fn allow(&self, game: &str, of_game: &[Switch]) -> Result<(), OpenError> {
        let has = |name: &str| of_game.iter().any(|switch| switch.name == name);
        match self.given().find(|name| !has(name)) {
            None => Ok(()),
            Some(name) => Err(OpenError::rules(
                format!("{game} has no setting '{name}'"),
                "leave it out",
            )),
        }
    }

    /// Refuses values that settings of the game can't have.
    pub(crate) fn check(&self, of_game: &[Switch]) -> Result<(), OpenError> {
        of_game.iter().try_for_each(|switch| {
            let given = self.get(switch.name);
            given.map_or(Ok(()), |value| switch.check(&value))
        })
    }

    /// Refuses a setting that is given and means nothing under the rules that come of all.
    pub(crate) fn check_meant(
        &self,
        of_game: &[Switch],
        rules: &[GivenSwitch],
    ) -> Result<(), OpenError> {
        for switch in of_game {
            let Some((other, needed)) = switch.only_with else {
                continue;
            };
            if self.get(switch.name).is_some() && !is(value_of(rules, other), needed) {
                return Err(OpenError::rules(
                    format!("'{}' needs '{other}' = {needed}", switch.name),
                    format!("leave it out, or set '{other}' to {needed}"),
                ));
            }
        }
        Ok(())
    }

    /// Refuses rules of a file that lack a setting which means something under the others.
    pub(crate) fn check_whole(&self, of_game: &[Switch], remedy: &str) -> Result<(), OpenError> {
        let lacks = |switch: &&Switch| {
            let means = |(other, needed): (&str, &str)| is(self.get(other).as_ref(), needed);
            self.get(switch.name).is_none() && switch.only_with.is_none_or(means)
        };
        match of_game.iter().find(lacks) {
            None => Ok(()),
            Some(switch) => Err(OpenError::rules(
                format!("the rules lack the switch '{}'", switch.name),
                remedy,
            )),
        }
    }
}

fn is(value: Option<&SwitchValue>, text: &str) -> bool {
    matches!(value, Some(SwitchValue::Text(value)) if value == text)
}

/// The value of a setting under these rules.
pub(crate) fn value_of<'a>(rules: &'a [GivenSwitch], name: &str) -> Option<&'a SwitchValue> {
    let found = rules.iter().find(|(switch, _)| *switch == name);
    found.map(|(_, value)| value)
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
        let error = changed(&setup, SetupChange::Mover(Player(1))).expect_err("no mover");
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
