//! How the window's files have the source of a graph: for serde, which the folders below don't know.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::game::{Estimate, Rational, SwitchValue, parse_rational};
use crate::games::{self, Setup, Switches};
use crate::rating::{Multiplayer, RatingOptions};
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
#[serde(remote = "RatingOptions")]
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

/// Display options in the settings: by their keys.
pub(crate) mod by_key {
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    use crate::diagram::Variants;

    pub fn serialize<T: Variants, S: Serializer>(value: &T, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(value.variant().key)
    }

    pub fn deserialize<'de, T: Variants, D: Deserializer<'de>>(input: D) -> Result<T, D::Error> {
        let key = String::deserialize(input)?;
        T::from_key(&key).ok_or_else(|| D::Error::custom("an option has a value that isn't known"))
    }

    /// The parts of a tree that are shown.
    pub mod parts {
        use std::collections::BTreeMap;

        use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};
        use serde_json::Value;

        use crate::export::{Show, ShowPart};

        fn name(part: &ShowPart) -> String {
            part.key.replace('-', "_")
        }

        pub fn serialize<S: Serializer>(show: &Show, out: S) -> Result<S::Ok, S::Error> {
            let mut show = *show;
            let parts = Show::PARTS.iter();
            let parts = parts.map(|part| (name(part), *(part.of)(&mut show)));
            parts.collect::<BTreeMap<String, bool>>().serialize(out)
        }

        pub fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Show, D::Error> {
            let members = BTreeMap::<String, Value>::deserialize(input)?;
            let mut show = Show::default();
            for part in Show::PARTS {
                if let Some(on) = members.get(&name(part)).and_then(Value::as_bool) {
                    *(part.of)(&mut show) = on;
                }
            }
            Ok(show)
        }
    }

    #[cfg(test)]
    mod tests {
        use crate::app::intent::ExportChoice;
        use crate::diagram::Density;

        #[test]
        fn choices_of_an_export_come_back_as_they_were_kept() {
            let mut choice = ExportChoice::default();
            choice.others.best_line = false;
            choice.others.estimates = true;
            choice.density = Density::Roomy;
            let text = serde_json::to_string(&choice).expect("JSON");
            assert!(text.contains("\"best_line\":false"), "{text}");
            assert_eq!(
                serde_json::from_str::<ExportChoice>(&text).expect("JSON"),
                choice
            );
            // What an earlier version kept, and what a later one may keep.
            let text =
                "{\"moves\":false,\"colors\":\"grey\",\"density\":\"compact\",\"later\":[1]}";
            let kept: ExportChoice = serde_json::from_str(text).expect("JSON");
            assert!(!kept.others.moves && kept.others.ends && kept.density == Density::Compact);
            assert!(serde_json::from_str::<ExportChoice>("{\"density\":\"huge\"}").is_err());
        }
    }
}
