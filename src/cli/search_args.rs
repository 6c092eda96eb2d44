//! What `doomtree search` is asked for.

use clap::Args;

use super::args::{BuildArgs, RulesArgs};
use super::effort::{self, Time};
use crate::session::read_size;

#[derive(Clone, Debug, Args)]
pub struct SearchArgs {
    /// A position in notation, a file ('./' before a name makes it one), or '-'
    pub board: String,
    /// Print one JSON object on one line
    #[arg(long)]
    pub json: bool,
    /// Which nodes are visited: alpha-beta leaves out what can't change the rating, minimax visits
    /// all; or an algorithm as textbooks have it: plain-minimax (expectiminimax over dice),
    /// memo-minimax, plain-alpha-beta, ordered-alpha-beta, table-alpha-beta, iterative-deepening,
    /// star1, monte-carlo
    #[arg(long, value_name = "NAME", default_value = "alpha-beta")]
    pub algorithm: String,
    /// How many nodes are visited at most; beyond it the result is partial, and the exit code 3
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_nodes: Option<u64>,
    /// How large the table of positions is, such as 64MB or 2GiB, 256MiB unless told; 0: no table
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, value_parser = read_size)]
    pub max_memory: Option<u64>,
    /// How long it may search, such as 30s, 5m or 1.5h; beyond it the result is partial, and the
    /// exit code 3
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = effort::time)]
    pub max_time: Option<Time>,
    /// How many columns a board has that is written as a Lisp array
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub columns: Option<u64>,
    /// Start at the node at the end of this line of moves, such as '2>3 pass'
    #[arg(long, value_name = "LINE")]
    pub at: Option<String>,
    /// How many plies the tree has at most
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub max_plies: Option<u32>,
    /// What stands in for a rating where a limit stops the tree: winners, share or territory
    #[arg(long, value_name = "NAME")]
    pub estimate: Option<String>,
    /// Whose rating a textbook's algorithm looks for; the first player's unless told
    #[arg(long = "for", value_name = "PLAYER")]
    pub player: Option<String>,
    /// How many games monte-carlo plays at random, 200 unless told
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub playouts: Option<u32>,
    /// Which games those are: the same seed plays the same games; 0 unless told
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Write every step of a textbook's algorithm to a file, or '-', as JSON Lines
    #[arg(long, value_name = "FILE")]
    pub events: Option<String>,
    /// Show no progress
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
