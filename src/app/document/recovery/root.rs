//! The source of a graph, as a recovery file stores it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::app::intent::Root;
use crate::game::{Estimate, SwitchValue, parse_rational};
use crate::games::{self, Setup, Switches};
use crate::rating::{Multiplayer, Options};
use crate::tree::Limits;

/// A root, by the names that files have for everything.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct KeptRoot {
    game: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    preset: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    switches: BTreeMap<String, Value>,
    position: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    columns: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_plies: Option<u32>,
    #[serde(flatten)]
    bounds: Bounds,
    estimate: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    multiplayer: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    endless: Option<String>,
}

/// The limits of a graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Bounds {
    #[serde(skip_serializing_if = "Option::is_none")]
    max_nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_bytes: Option<u64>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum Value {
    Number(u64),
    Text(String),
}

impl Bounds {
    pub fn of(limits: Limits) -> Self {
        Self {
            max_nodes: limits.max_nodes,
            max_bytes: limits.max_bytes,
        }
    }

    /// The same limits with these bounds.
    pub fn on(self, limits: Limits) -> Limits {
        Limits {
            max_nodes: self.max_nodes,
            max_bytes: self.max_bytes,
            ..limits
        }
    }
}

impl KeptRoot {
    pub fn of(root: &Root) -> Self {
        let Setup {
            game,
            switches,
            position,
            columns,
        } = &root.setup;
        let known = games::known_switches();
        let given = known.iter().filter_map(|switch| {
            let value = match switches.get(switch.name)? {
                SwitchValue::Number(number) => Value::Number(number),
                SwitchValue::Text(text) => Value::Text(text),
            };
            Some((switch.name.to_owned(), value))
        });
        Self {
            game: game.clone(),
            preset: switches.preset.clone(),
            switches: given.collect(),
            position: position.clone(),
            columns: *columns,
            max_plies: root.limits.max_plies,
            bounds: Bounds::of(root.limits),
            estimate: root.limits.estimate.name().to_owned(),
            multiplayer: root.options.multiplayer.map(|way| way.name().to_owned()),
            endless: root.options.endless.map(|worth| worth.to_string()),
        }
    }

    /// The root; `None` if this version doesn't know one of the names.
    pub fn root(self) -> Option<Root> {
        let mut switches = Switches {
            preset: self.preset,
            ..Switches::default()
        };
        for (name, value) in self.switches {
            let switch = games::switch(&name)?;
            let value = match value {
                Value::Number(number) => SwitchValue::Number(number),
                Value::Text(text) => SwitchValue::Text(text),
            };
            if !switches.set(switch.name, value) {
                return None;
            }
        }
        let endless = match self.endless {
            Some(text) => Some(parse_rational(&text)?),
            None => None,
        };
        let multiplayer = match self.multiplayer {
            Some(name) => Some(Multiplayer::from_name(&name)?),
            None => None,
        };
        let limits = Limits {
            max_plies: self.max_plies,
            estimate: Estimate::from_name(&self.estimate)?,
            ..Limits::default()
        };
        Some(Root {
            setup: Setup {
                game: self.game,
                switches,
                position: self.position,
                columns: self.columns,
            },
            limits: self.bounds.on(limits),
            options: Options {
                multiplayer,
                endless,
            },
        })
    }
}
