//! The settings of all games as flags, and as members of a line of JSON.

use std::fmt;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Error as _, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::game::{Switch, SwitchValue, Values};
use crate::games::{Switches, known_switches};

/// The settings that can be given by name.
fn flags() -> impl Iterator<Item = Switch> {
    let known = known_switches().into_iter();
    known.filter(|switch| switch.values != Values::Text)
}

/// Individual settings, over a preset or over a file's rules.
#[derive(Clone, Debug, Default)]
pub struct SwitchArgs(pub Switches);

impl Args for SwitchArgs {
    fn augment_args(command: Command) -> Command {
        command.args(flags().map(|switch| {
            // A flag has its name as long as the program runs.
            let long: &str = String::leak(switch.name.replace('_', "-"));
            let flag = Arg::new(switch.name)
                .long(long)
                .help(switch.description())
                .help_heading("Rules")
                .action(ArgAction::Set);
            match switch.is_number() {
                false => flag.value_name("NAME"),
                true => flag
                    .value_name("N")
                    .allow_negative_numbers(true)
                    .value_parser(value_parser!(u64)),
            }
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for SwitchArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut switches = Switches::default();
        for switch in flags() {
            let value = match switch.is_number() {
                false => matches.get_one(switch.name).cloned().map(SwitchValue::Text),
                true => matches
                    .get_one(switch.name)
                    .copied()
                    .map(SwitchValue::Number),
            };
            if let Some(value) = value {
                switches.set(switch.name, value);
            }
        }
        Ok(Self(switches))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Reads an object that has settings among other members: those apart, and the rest as `T`.
pub struct WithSwitches<T>(pub T, pub Switches);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for WithSwitches<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(LineVisitor(std::marker::PhantomData))
    }
}

struct LineVisitor<T>(std::marker::PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for LineVisitor<T> {
    type Value = WithSwitches<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a position")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<WithSwitches<T>, A::Error> {
        let mut switches = Switches::default();
        let rest = Apart {
            map,
            flags: flags().collect(),
            seen: Vec::new(),
            switches: &mut switches,
        };
        let rest = T::deserialize(MapAccessDeserializer::new(rest))?;
        Ok(WithSwitches(rest, switches))
    }
}

/// The members of an object without the settings, which are kept as they pass.
struct Apart<'a, A> {
    map: A,
    flags: Vec<Switch>,
    seen: Vec<&'static str>,
    switches: &'a mut Switches,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Apart<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        while let Some(key) = self.map.next_key::<String>()? {
            let Some(switch) = self.flags.iter().find(|switch| switch.name == key) else {
                let known: Result<_, A::Error> = seed.deserialize(key.into_deserializer());
                return known.map(Some).map_err(|error| {
                    // The known settings are listed after the rules.
                    let names = self
                        .flags
                        .iter()
                        .map(|switch| format!(", `{}`", switch.name));
                    let names = format!("`rules`{}", names.collect::<String>());
                    A::Error::custom(error.to_string().replacen("`rules`", &names, 1))
                });
            };
            let name = switch.name;
            if self.seen.contains(&name) {
                return Err(A::Error::duplicate_field(name));
            }
            self.seen.push(name);
            let value = match switch.is_number() {
                false => self.map.next_value::<Option<_>>()?.map(SwitchValue::Text),
                true => self.map.next_value::<Option<_>>()?.map(SwitchValue::Number),
            };
            if let Some(value) = value {
                self.switches.set(name, value);
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}
