//! The request of a command, from flags or a line of JSON: a game, its rules, and limits.

use serde::Deserialize;

use super::bounds::{self, ProcessMemoryLimit, ResourceLimits};
use super::common_args::{BuildArgs, EffortArgs, GraphArgs, RulesArgs, WithSwitches};
use super::effort::{self, Amount, Deadline, Memory, Time};
use super::fault::{CommandError, is_near};
use crate::game::{Estimate, Refusal, quoted, repeated};
use crate::games::Switches;
use crate::rating::{Multiplayer, RatingOptions};
use crate::session::usual_game;
use crate::tree::Limits;

/// A game, its rules and limits, each absent unless given.
#[derive(Clone, Debug, Default)]
pub struct GivenOptions {
    game: Option<String>,
    switches: Switches,
    columns: Option<u64>,
    max_plies: Option<u32>,
    max_nodes: Option<u64>,
    estimate: Option<String>,
    multiplayer: Option<String>,
    endless: Option<String>,
    at: Option<String>,
    /// Default position limit.
    usual_nodes: Option<u64>,
    /// Default memory limit of the work in bytes.
    usual_bytes: Option<u64>,
    max_memory: Option<Memory>,
    max_time: Option<Time>,
    /// The limits of the whole command. Empty for one line of many, whose time starts when its work
    /// does.
    bounds: ResourceLimits,
    /// Whether the output is a tree, so that `--max-nodes` limits its nodes, not positions.
    writes_tree: bool,
    /// What is done for a position whose graph is too large.
    instead: Option<TooLargeFallback>,
}

/// What is done for a position whose graph is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooLargeFallback {
    /// A search rates it.
    Search,
    /// Its tree grows on demand.
    Grow,
}

impl GivenOptions {
    /// The request of the flags.
    pub fn new(rules: &RulesArgs, build: &BuildArgs, max_nodes: Option<u64>) -> Self {
        let RulesArgs {
            game,
            rules,
            switches,
        } = rules.clone();
        let BuildArgs {
            columns,
            at,
            max_plies,
            estimate,
            multiplayer,
            endless,
            quiet: _,
        } = build.clone();
        Self {
            game,
            switches: Switches {
                preset: rules,
                ..switches.0
            },
            columns,
            max_plies,
            max_nodes,
            estimate,
            multiplayer,
            endless,
            at,
            ..Self::default()
        }
    }

    /// The request of the flags of a command that builds a graph; its limits start now.
    pub fn of(graph: &GraphArgs) -> Self {
        Self::new(&graph.rules, &graph.build, graph.max_nodes).taking(&graph.effort)
    }

    /// The same with limits of memory and time, which start now.
    #[must_use]
    pub fn taking(self, effort: &EffortArgs) -> Self {
        let memory = effort.max_memory.as_ref();
        Self {
            usual_nodes: None,
            usual_bytes: bounds::half(),
            max_memory: effort.max_memory.clone(),
            max_time: effort.max_time.clone(),
            bounds: ResourceLimits {
                deadline: effort.max_time.as_ref().map(Time::begin),
                room: memory
                    .and_then(|memory| ProcessMemoryLimit::beside(&memory.text, memory.bytes)),
            },
            ..self
        }
    }

    /// The same for one of many lines, each of which has as much time from its turn on.
    #[must_use]
    pub fn for_lines(self) -> Self {
        Self {
            bounds: ResourceLimits::default(),
            ..self
        }
    }

    /// The same for a graph that may use 1/`parts` of a requested memory limit; the rest is for
    /// other work.
    #[must_use]
    pub fn part_of_memory(mut self, parts: u64) -> Self {
        if let Some(memory) = &mut self.max_memory {
            memory.bytes = memory.bytes.saturating_sub(bounds::taken()) / parts + bounds::taken();
        }
        self
    }

    /// The same for a tree that is written, so that `--max-nodes` counts its nodes, not positions.
    #[must_use]
    pub fn for_tree(self, writes_tree: bool) -> Self {
        Self {
            writes_tree,
            ..self
        }
    }

    /// The same, where something else than a graph will do for a large board.
    #[must_use]
    pub fn or(self, instead: TooLargeFallback) -> Self {
        Self {
            instead: Some(instead),
            ..self
        }
    }

    /// What is done if the graph is too large, unless a limit of the graph is requested.
    pub fn instead(&self) -> Option<TooLargeFallback> {
        let limited = self.max_nodes.is_some() || self.max_plies.is_some();
        let free = !limited && self.max_memory.is_none();
        self.instead.filter(|_| free)
    }

    /// The flag that gives a graph with this many positions again; `None` if it means something
    /// else.
    pub fn repeats(&self, positions: u64) -> Option<String> {
        (!self.writes_tree).then(|| format!("--max-nodes {positions}"))
    }

    /// The same with each board's share of the memory.
    #[must_use]
    pub fn sharing(mut self, share: impl Fn(Option<u64>) -> Option<u64>) -> Self {
        self.usual_bytes = share(self.usual_bytes);
        if let Some(memory) = &mut self.max_memory {
            memory.bytes = share(Some(memory.bytes)).unwrap_or(memory.bytes);
        }
        self
    }

    /// Default memory limit of the work in bytes.
    #[cfg(feature = "gui")]
    pub fn usual_bytes(&self) -> Option<u64> {
        self.usual_bytes
    }

    fn max_bytes(&self) -> Option<u64> {
        let asked = self.max_memory.as_ref();
        // The input takes part of the requested memory.
        let remaining = asked.map(|memory| memory.bytes.saturating_sub(bounds::taken()).max(1));
        remaining.or(self.usual_bytes)
    }

    /// The requested memory limit as it was written.
    pub fn max_memory(&self) -> Option<&str> {
        self.max_memory.as_ref().map(|memory| &*memory.text)
    }

    /// The deadline of work that starts now.
    pub fn deadline(&self) -> Option<Deadline> {
        self.bounds
            .deadline
            .clone()
            .or_else(|| self.next_deadline())
    }

    /// The deadline of work that has the whole time, from now on.
    pub fn next_deadline(&self) -> Option<Deadline> {
        self.max_time.as_ref().map(Time::begin)
    }

    /// The limits of the whole command.
    pub fn bounds(&self) -> &ResourceLimits {
        &self.bounds
    }

    /// The same under other rules.
    pub fn under(&self, switches: Switches) -> Self {
        Self {
            switches,
            ..self.clone()
        }
    }

    /// The request of a line of JSON over these flags.
    pub fn with(&self, request: &JsonRequest) -> Self {
        let request = request.clone();
        let over = Switches {
            preset: request.rules,
            ..request.switches
        };
        let asked = self.clone();
        Self {
            game: request.game.or(asked.game),
            switches: asked.switches.with(over),
            columns: request.columns.or(asked.columns),
            max_plies: request.max_plies.or(asked.max_plies),
            max_nodes: request.max_nodes.or(asked.max_nodes),
            estimate: request.estimate.or(asked.estimate),
            multiplayer: request.multiplayer.or(asked.multiplayer),
            endless: request.endless.or(asked.endless),
            at: request.at.or(asked.at),
            usual_nodes: asked.usual_nodes,
            usual_bytes: asked.usual_bytes,
            max_memory: request.max_memory.or(asked.max_memory),
            max_time: request.max_time.or(asked.max_time),
            bounds: asked.bounds,
            writes_tree: self.writes_tree,
            instead: self.instead,
        }
    }

    /// The game's name.
    pub fn game(&self) -> &str {
        match &self.game {
            Some(game) => game,
            None => usual_game(),
        }
    }

    /// The game's name, if one was given.
    pub fn named_game(&self) -> Option<&str> {
        self.game.as_deref()
    }

    /// Whether another game than `game`, or rules, were requested; a tree file has its own.
    pub fn names_rules(&self, game: &str) -> bool {
        self.game.as_ref().is_some_and(|asked| asked != game)
            || self.columns.is_some()
            || self.switches != Switches::default()
    }

    /// Whether no game, rules, node or limits were requested.
    #[cfg(feature = "gui")]
    pub fn is_plain(&self) -> bool {
        let texts = [
            &self.game,
            &self.estimate,
            &self.multiplayer,
            &self.endless,
            &self.at,
        ];
        texts.iter().all(|text| text.is_none())
            && self.switches == Switches::default()
            && self.columns.is_none()
            && self.max_plies.is_none()
            && self.max_nodes.is_none()
            && self.max_memory.is_none()
    }

    /// The settings of its rules.
    pub fn switches(&self) -> &Switches {
        &self.switches
    }

    /// The number of columns of a board without row marks.
    pub fn columns(&self) -> Option<u64> {
        self.columns
    }

    /// The line to the node in question; empty for the root.
    pub fn at(&self) -> &str {
        self.at.as_deref().unwrap_or_default()
    }

    /// The same with a default position limit.
    #[must_use]
    pub fn within(self, max: u64) -> Self {
        Self {
            usual_nodes: Some(max),
            ..self
        }
    }

    /// The limits of the graph.
    ///
    /// # Errors
    /// An unknown estimate.
    pub fn limits(&self) -> Result<Limits, CommandError> {
        let estimate = match self.estimate.as_deref() {
            None => Estimate::default(),
            Some(name) => Estimate::from_name(name).ok_or_else(|| {
                let name = quoted(name);
                CommandError::Usage(format!(
                    "no estimate can be called {name}: use letters and hyphens"
                ))
            })?,
        };
        Ok(Limits {
            max_plies: self.max_plies,
            max_nodes: self.max_nodes.or(self.usual_nodes),
            max_bytes: self.max_bytes(),
            estimate,
        })
    }

    /// The rating options: from the flags, otherwise from `own`, which are those of a file or the
    /// defaults.
    ///
    /// # Errors
    /// An unknown rating option, or a payoff of endless play that is not a number.
    pub fn options(&self, own: RatingOptions) -> Result<RatingOptions, CommandError> {
        let multiplayer = match self.multiplayer.as_deref() {
            None => own.multiplayer,
            Some(name) => Some(Multiplayer::from_name(name).ok_or_else(|| {
                let names = Multiplayer::ALL.map(Multiplayer::name).join(" or ");
                CommandError::Usage(format!(
                    "there is no way of rating called {}: use {names}",
                    quoted(name)
                ))
            })?),
        };
        let endless = match self.endless.as_deref() {
            None => own.endless,
            Some(text) => RatingOptions::read_endless(text).map_err(|why| why.at("--endless"))?,
        };
        Ok(RatingOptions {
            multiplayer,
            endless,
        })
    }
}

/// One line of JSON: a position, and any flag by its name with underscores.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with a position")]
pub struct JsonRequest {
    /// Any value, which is in the answer again.
    #[serde(rename = "id")]
    _id: Option<serde_json::Value>,
    pub position: String,
    game: Option<String>,
    rules: Option<String>,
    #[serde(skip)]
    switches: Switches,
    columns: Option<u64>,
    at: Option<String>,
    max_plies: Option<u32>,
    max_nodes: Option<u64>,
    estimate: Option<String>,
    multiplayer: Option<String>,
    endless: Option<String>,
    #[serde(rename = "max_memory")]
    memory: Option<Amount>,
    #[serde(skip)]
    max_memory: Option<Memory>,
    #[serde(rename = "max_time")]
    time: Option<Amount>,
    #[serde(skip)]
    max_time: Option<Time>,
    /// Refused, with a remedy: threads are those of all lines together.
    threads: Option<serde_json::Value>,
    /// Accepted like any flag: answers to lines are JSON, and come without progress, anyway.
    #[serde(rename = "json")]
    _json: Option<bool>,
    #[serde(rename = "quiet")]
    _quiet: Option<bool>,
}

/// The JSON parser's message without the program's internal names.
fn plainly(what: &str) -> String {
    if what.starts_with("EOF while parsing") {
        return "the line ends within the object".to_owned();
    }
    let parts = what
        .strip_prefix("invalid type: ")
        .or_else(|| what.strip_prefix("invalid value: "))
        .and_then(|rest| rest.split_once(", expected "));
    let Some((found, expected)) = parts else {
        return what.to_owned();
    };
    let expected = match expected {
        "u32" => "a whole number from 0 to 4294967295",
        "u64" => "a whole number from 0 on",
        "a string" => "a text",
        "a boolean" => "true or false",
        other => other,
    };
    let found = match found.split_once(' ') {
        Some(("string", text)) => format!("the text {text}"),
        Some(("integer" | "boolean", value)) => value.replace('`', ""),
        Some(("floating", value)) => value.replace("point ", "").replace('`', ""),
        _ => match found {
            "map" => "an object".to_owned(),
            "sequence" => "a list".to_owned(),
            other => other.to_owned(),
        },
    };
    format!("{found} is not {expected}")
}

impl JsonRequest {
    /// Reads one line of JSON.
    ///
    /// # Errors
    /// What is no request, with the column.
    pub fn read(line: &str) -> Result<Self, Refusal> {
        let WithSwitches(mut request, switches) = serde_json::from_str::<WithSwitches<Self>>(line)
            .map_err(|error| {
                let text = error.to_string();
                let what = text
                    .rsplit_once(" at line ")
                    .map_or(&*text, |(what, _)| what);
                let what = plainly(what);
                let usual = "write an object with 'position' and flags' names with underscores \
                             (without --pin, --forbid and --change)";
                let (what, remedy) = match what.rsplit_once(", expected one of ") {
                    Some((found, names)) => {
                        let name = found.split('`').nth(1).unwrap_or_default();
                        // Threads are refused here.
                        let names = names.split('`').filter(|name| *name != "threads");
                        let meant = names
                            .filter(|meant| is_near(name, meant))
                            .min_by_key(|meant| strsim::osa_distance(name, meant));
                        let remedy =
                            meant.map(|meant| format!("did you mean '{meant}'? Otherwise "));
                        let what = format!("there is no member {}", quoted(name));
                        (what, remedy.unwrap_or_default() + usual)
                    }
                    None => (repeated(&what), usual.to_owned()),
                };
                Refusal::new(format!("{what} (column {})", error.column()), remedy).because(error)
            })?;
        request.switches = switches;
        if request.max_nodes == Some(0) {
            return Err(Refusal::new("max_nodes can't be 0", "use 1 or more"));
        }
        let memory = request.memory.as_ref().map(Amount::text);
        request.max_memory = memory.as_deref().map(effort::memory).transpose()?;
        let time = request.time.as_ref().map(Amount::text);
        request.max_time = time.as_deref().map(effort::time).transpose()?;
        if request.threads.is_some() {
            return Err(Refusal::new(
                "threads hold for all lines together",
                "leave it out, and start with --threads",
            ));
        }
        Ok(request)
    }
}
