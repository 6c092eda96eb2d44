//! How the window's files have the source of a graph: for serde, which the folders below don't know.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::game::{Estimate, Rational, SwitchValue, parse_rational};
use crate::games::{self, Setup, Switches};
use crate::rating::{Multiplayer, Options};
use crate::tree::Limits;

/// The stored form of a setup.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Setup")]
pub(super) struct KeptSetup {
    game: String,
    #[serde(
        flatten,
        serialize_with = "write_switches",
        deserialize_with = "read_switches"
    )]
    switches: Switches,
    position: String,
    columns: Option<u64>,
}

/// The stored form of limits.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Limits")]
pub(crate) struct KeptLimits {
    max_plies: Option<u32>,
    max_nodes: Option<u64>,
    max_bytes: Option<u64>,
    #[serde(
        default,
        serialize_with = "write_estimate",
        deserialize_with = "read_estimate"
    )]
    estimate: Estimate,
}

/// The stored form of rating options.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Options")]
pub(super) struct KeptOptions {
    #[serde(default, serialize_with = "write_way", deserialize_with = "read_way")]
    multiplayer: Option<Multiplayer>,
    #[serde(
        default,
        serialize_with = "write_worth",
        deserialize_with = "read_worth"
    )]
    endless: Option<Rational>,
}

fn write_way<S: Serializer>(way: &Option<Multiplayer>, to: S) -> Result<S::Ok, S::Error> {
    way.map(Multiplayer::name).serialize(to)
}

fn read_way<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Multiplayer>, D::Error> {
    read(from, Multiplayer::from_name)
}

fn write_estimate<S: Serializer>(estimate: &Estimate, to: S) -> Result<S::Ok, S::Error> {
    estimate.name().serialize(to)
}

fn read_estimate<'de, D: Deserializer<'de>>(from: D) -> Result<Estimate, D::Error> {
    Ok(read(from, Estimate::from_name)?.unwrap_or_default())
}

fn write_worth<S: Serializer>(worth: &Option<Rational>, to: S) -> Result<S::Ok, S::Error> {
    worth.map(|worth| worth.to_string()).serialize(to)
}

fn read_worth<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Rational>, D::Error> {
    read(from, parse_rational)
}

/// Reads a value from a text, where there is one.
fn read<'de, D: Deserializer<'de>, T>(
    from: D,
    parse: fn(&str) -> Option<T>,
) -> Result<Option<T>, D::Error> {
    let text = Option::<String>::deserialize(from)?;
    let parse = |text: String| parse(&text).ok_or_else(|| unknown(&text));
    text.map(parse).transpose()
}

fn unknown<E: serde::de::Error>(name: &str) -> E {
    E::custom(format!("this version doesn't know '{name}'"))
}

/// The stored form of switches: those of all games that are known, by name.
#[derive(Serialize, Deserialize)]
struct KeptSwitches {
    preset: Option<String>,
    #[serde(default)]
    switches: BTreeMap<String, Value>,
}

fn write_switches<S: Serializer>(given: &Switches, to: S) -> Result<S::Ok, S::Error> {
    let known = games::known_switches().into_iter();
    let switches = known.filter_map(|switch| {
        let value = match given.get(switch.name)? {
            SwitchValue::Number(number) => Value::from(number),
            SwitchValue::Text(text) => Value::from(text),
        };
        Some((switch.name.to_owned(), value))
    });
    let kept = KeptSwitches {
        preset: given.preset.clone(),
        switches: switches.collect(),
    };
    kept.serialize(to)
}

fn read_switches<'de, D: Deserializer<'de>>(from: D) -> Result<Switches, D::Error> {
    let kept = KeptSwitches::deserialize(from)?;
    let mut switches = Switches {
        preset: kept.preset,
        ..Switches::default()
    };
    for (name, value) in kept.switches {
        let value = match value {
            Value::String(text) => Some(SwitchValue::Text(text)),
            value => value.as_u64().map(SwitchValue::Number),
        };
        let known = games::switch(&name).zip(value);
        if !known.is_some_and(|(switch, value)| switches.set(switch.name, value)) {
            return Err(unknown(&name));
        }
    }
    Ok(switches)
}
