//! The arguments that several commands share: rules and settings, tree, limits, assumptions, and those of
//! a search. Settings are members of a line of JSON, too.

use std::fmt;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Error as _, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::effort::{self, Memory, Time};
use super::export_args::AppearanceArgs;
use crate::game::{Switch, SwitchValue, Values};
use crate::games::{Switches, known_switches};
use crate::session::read_size;

#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Rules")]
pub struct RulesArgs {
    /// The game [default: the position's, or dice-of-doom]
    ///
    /// One of dice-of-doom, tic-tac-toe, trilobite, or scripted.
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,
    /// Rule preset [default: land-of-lisp]
    ///
    /// One of land-of-lisp, haskell, realm-of-racket, or land-of-lisp-v4. The options below override it.
    #[arg(long, value_name = "PRESET")]
    pub rules: Option<String>,
    #[command(flatten)]
    pub switches: SwitchArgs,
}

#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Tree options")]
pub struct BuildArgs {
    /// Number of columns of a Lisp array
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub columns: Option<u64>,
    /// Start at the node after these moves: '2>3 pass'
    ///
    /// A move with spaces is in quotes: '"Fair offer" accept'.
    #[arg(long, value_name = "LINE")]
    pub at: Option<String>,
    /// Ply limit of the tree
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub max_plies: Option<u32>,
    /// Estimate used at the ply limit, one of the game's (Dice of Doom: winners, share, territory)
    #[arg(long, value_name = "NAME")]
    pub estimate: Option<String>,
    /// Rating method without a constant sum of two players: paranoid (all against one) or max-n
    #[arg(long, value_name = "NAME")]
    pub multiplayer: Option<String>,
    /// Value of endless play: draw (1/players) or a possible payoff
    #[arg(long, value_name = "FRACTION", allow_hyphen_values = true)]
    pub endless: Option<String>,
    /// Hide progress and explanations
    #[arg(long)]
    pub quiet: bool,
}

/// Resource limits.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Resource limits")]
pub struct EffortArgs {
    #[command(flatten)]
    pub threads: ThreadsArgs,
    /// Maximum memory, such as 512MB or 2GiB [default: half of the free memory, if known]
    ///
    /// If exceeded, the result is partial and the exit code is 3.
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, value_parser = effort::memory)]
    pub max_memory: Option<Memory>,
    /// Time limit, such as 30s, 5m, or 1.5h
    ///
    /// A bare number is seconds. If exceeded, the result is partial and the exit code is 3; Ctrl-C gives
    /// none.
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = effort::time)]
    pub max_time: Option<Time>,
}

/// How many threads there are.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Resource limits")]
pub struct ThreadsArgs {
    /// Number of threads; doesn't affect results [default: number of CPU cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = effort::threads)]
    pub threads: Option<usize>,
}

/// Which graph is built, and its limits.
#[derive(Clone, Debug, Default, Args)]
pub struct GraphArgs {
    /// Maximum number of positions
    ///
    /// If exceeded, the result is partial and the exit code is 3.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_nodes: Option<u64>,
    #[command(flatten)]
    pub effort: EffortArgs,
    #[command(flatten)]
    pub build: BuildArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
}

#[derive(Clone, Debug, Default, Args)]
pub struct ShowArgs {
    /// Maximum number of lines printed
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = Self::MAX_LINES)]
    pub max_lines: u64,
    #[command(flatten)]
    pub graph: GraphArgs,
}

impl ShowArgs {
    pub const MAX_LINES: u64 = 10_000;
}

/// What is assumed. A line is named by its moves with spaces between them; the empty one is the
/// board itself.
#[derive(Clone, Debug, Default, Args)]
pub struct WhatIfArgs {
    /// Assume a rating and report what changes: '2>3=1/2'; repeatable
    ///
    /// With a rating for each player: '2>3=a 1/2 b 0'.
    #[arg(long, value_name = "LINE=RATING", help_heading = "Assumptions")]
    pub pin: Vec<String>,
    /// Forbid the last move of a line; repeatable
    #[arg(long, value_name = "LINE", help_heading = "Assumptions")]
    pub forbid: Vec<String>,
    /// Replace a position: '2>3=b2b2/a1b3 b'; repeatable
    ///
    /// It is the one at the end of the line.
    #[arg(long, value_name = "LINE=POSITION", help_heading = "Assumptions")]
    pub change: Vec<String>,
}

impl WhatIfArgs {
    /// Whether nothing is assumed.
    pub fn is_empty(&self) -> bool {
        self.pin.is_empty() && self.forbid.is_empty() && self.change.is_empty()
    }
}

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

#[derive(Clone, Debug, Args)]
pub struct SearchArgs {
    /// Position, file (./NAME if it looks like a position), or '-'
    pub board: String,
    /// Print one line of JSON
    #[arg(long)]
    pub json: bool,
    /// Algorithm, or several with commas, which are compared in a table
    ///
    /// The default is proof-number if it applies, otherwise alpha-beta. proof-number searches where the
    /// least is left to prove, alpha-beta cuts what can't change the rating, minimax visits all nodes. As in
    /// textbooks: plain-minimax (expectiminimax over dice), memo-minimax, plain-alpha-beta,
    /// ordered-alpha-beta, table-alpha-beta, iterative-deepening, star1, monte-carlo.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub algorithm: Vec<String>,
    /// Maximum number of nodes visited
    ///
    /// If exceeded, the result is partial and the exit code is 3.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_nodes: Option<u64>,
    /// Transposition table size, such as 64MB or 2GiB; 0: none [default: 256MiB]
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, value_parser = read_size)]
    pub max_memory: Option<u64>,
    /// Time limit, such as 30s, 5m, or 1.5h
    ///
    /// A bare number is seconds. If exceeded, the result is partial and the exit code is 3.
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = effort::time)]
    pub max_time: Option<Time>,
    /// Number of columns of a Lisp array
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub columns: Option<u64>,
    /// Start at the node after these moves: '2>3 pass'
    ///
    /// A move with spaces is in quotes: '"Fair offer" accept'.
    #[arg(long, value_name = "LINE")]
    pub at: Option<String>,
    /// Ply limit of the tree
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub max_plies: Option<u32>,
    /// Estimate used at the ply limit: winners, share, or territory
    #[arg(long, value_name = "NAME")]
    pub estimate: Option<String>,
    /// Player whose rating is searched (textbook algorithms) [default: first player]
    #[arg(long = "for", value_name = "PLAYER")]
    pub player: Option<String>,
    /// Number of random games (monte-carlo) [default: 200]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub playouts: Option<u32>,
    /// Random seed (monte-carlo) [default: 0]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Write each step to a file as JSON Lines, or '-' (textbook algorithms)
    #[arg(long, value_name = "FILE")]
    pub events: Option<String>,
    /// Draw the tree with bounds and cuts, as .svg, .pdf, .png, or .tex (textbook algorithms)
    #[arg(long, value_name = "FILE")]
    pub figure: Option<String>,
    /// The step after which it is drawn, counted from 1 [default: the last]
    #[arg(
        long,
        value_name = "N",
        requires = "figure",
        allow_negative_numbers = true
    )]
    pub step: Option<usize>,
    /// Hide a part of the figure
    #[arg(long, value_name = "WHAT", requires = "figure", value_parser = ["legend"], value_delimiter = ',')]
    pub hide: Vec<String>,
    #[command(flatten)]
    pub appearance: AppearanceArgs,
    /// Hide progress
    #[arg(long)]
    pub quiet: bool,
    #[command(flatten)]
    pub rules: RulesArgs,
}

impl SearchArgs {
    /// The same as other commands have it.
    pub fn build(&self) -> BuildArgs {
        BuildArgs {
            columns: self.columns,
            at: self.at.clone(),
            max_plies: self.max_plies,
            estimate: self.estimate.clone(),
            quiet: self.quiet,
            ..BuildArgs::default()
        }
    }
}
