//! The arguments of `doomtree search`.

use clap::Args;

use super::common_args::{BuildArgs, RulesArgs};
use super::effort::{self, Time};
use crate::session::read_size;

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
    /// If exceeded, the result is partial and the exit code is 3.
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
    /// Draw the tree with bounds and cuts, as .svg, .pdf, or .png (textbook algorithms)
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
