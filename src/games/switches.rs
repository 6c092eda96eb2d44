//! Values of settings as the user gave them, over a preset.

use std::collections::BTreeMap;

use crate::game::{OpenError, RulesText, Switch, SwitchValue};

/// A setting with its value.
pub type GivenSwitch = (&'static str, SwitchValue);

/// The place of one setting's value.
#[derive(Debug)]
pub enum Slot<'a> {
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
            pub fn slot(&mut self, name: &str) -> Option<Slot<'_>> {
                match name {
                    $(stringify!($name) => Some(Slot::$kind(&mut self.$name)),)*
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
            (Some(Slot::Text(slot)), SwitchValue::Text(text)) => *slot = Some(text),
            (Some(Slot::Number(slot)), SwitchValue::Number(number)) => *slot = Some(number),
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
            Some(Slot::Text(slot)) => *slot = None,
            Some(Slot::Number(slot)) => *slot = None,
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
