//! What is asked for on the command line.

use clap::{Parser, ValueEnum};

/// Measures the engine beside a plain program that was written for these rules alone.
#[derive(Parser, Debug)]
#[command(name = "cargo bench --bench engine --")]
pub struct Args {
    /// Print one JSON object with every figure as the last line.
    #[arg(long)]
    pub json: bool,
    /// Measure these cases alone; may be given more than once.
    #[arg(long = "case", value_name = "CASE")]
    cases: Vec<Case>,
    /// Build and rate these boards alone; may be given more than once.
    #[arg(long = "board", value_name = "BOARD")]
    boards: Vec<BoardName>,
    /// How often each case is measured; unless given, as often as its length allows.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    runs: Option<u32>,
    /// Only see that everything runs: the small board, small trees, two runs.
    #[arg(long)]
    pub quick: bool,
    /// What `cargo bench` gives to every benchmark.
    #[arg(long, hide = true)]
    pub bench: bool,
    /// What `cargo test` may give: then nothing is measured.
    #[arg(long, hide = true)]
    pub test: bool,
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Case {
    /// The graph of positions, petgraph's graph filled.
    Build,
    /// Ratings and tree sizes of a graph that is built.
    Rate,
    /// The one after the other.
    Both,
}

/// A board that is built and rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BoardName {
    /// 201,861 positions.
    Small,
    /// 4,071,139 positions.
    Large,
}

impl Args {
    /// Whether a case is to be measured.
    pub fn wants(&self, case: Case) -> bool {
        self.cases.is_empty() || self.cases.contains(&case)
    }

    /// Whether a board is to be built and rated.
    pub fn wants_board(&self, board: BoardName) -> bool {
        match self.boards[..] {
            [] => !self.quick || board == BoardName::Small,
            _ => self.boards.contains(&board),
        }
    }

    /// How often a case is measured that is usually measured so often.
    pub fn runs(&self, usual: usize) -> usize {
        match self.runs {
            Some(runs) => runs as usize,
            None if self.quick => 2,
            None => usual,
        }
    }
}
