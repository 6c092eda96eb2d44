//! The arguments that several commands share: rules, tree, limits and assumptions.

use clap::Args;

use super::effort::{self, Memory, Time};
use super::switch_args::SwitchArgs;

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
    /// Hide progress and legend
    #[arg(long)]
    pub quiet: bool,
}

/// How many positions at most, 1 at least.
#[derive(Clone, Debug, Default, Args)]
pub struct BudgetArgs {
    /// Maximum number of positions
    ///
    /// If exceeded, the result is partial and the exit code is 3.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_nodes: Option<u64>,
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
    /// If exceeded, the result is partial and the exit code is 3.
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

#[derive(Clone, Debug, Default, Args)]
pub struct ShowArgs {
    /// Maximum number of lines printed
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = Self::MAX_LINES)]
    pub max_lines: u64,
    #[command(flatten)]
    pub budget: BudgetArgs,
    #[command(flatten)]
    pub effort: EffortArgs,
    #[command(flatten)]
    pub build: BuildArgs,
    #[command(flatten)]
    pub rules: RulesArgs,
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
