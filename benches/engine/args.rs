//! The command-line options of the benchmark.

use clap::{Parser, ValueEnum};

/// Measures the engine beside a plain program that was written for these rules alone.
#[derive(Parser, Debug)]
#[command(name = "engine", bin_name = "cargo bench --bench engine --")]
pub struct Args {
    /// Print one JSON object with every figure as the last line
    #[arg(long)]
    pub json: bool,
    /// Measure this case alone; may be given more than once
    #[arg(long = "case", value_name = "CASE")]
    cases: Vec<Case>,
    /// Build and rate this board alone; may be given more than once
    #[arg(long = "board", value_name = "BOARD")]
    boards: Vec<BoardName>,
    /// How often each case is measured; unless given, as often as its length allows
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    runs: Option<u32>,
    /// Only see that everything runs: the small board, a small tree, few boards, two runs
    #[arg(long)]
    pub quick: bool,
    /// What `cargo bench` gives to every benchmark.
    #[arg(long, hide = true)]
    pub bench: bool,
    /// What asks benchmarks for no measurements.
    #[arg(long, hide = true)]
    pub test: bool,
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Case {
    /// The position graph, petgraph's graph filled
    Build,
    /// Ratings and tree sizes of a built graph
    Rate,
    /// The one after the other
    Both,
    /// All that opening a board computes: distances, ends and longest lines too
    Everything,
    /// A million nodes of the tree
    Unfold,
    /// Where they lie in the drawing
    Layout,
    /// A file of positions and one of a tree, written to nowhere
    Save,
    /// The same files, opened
    Load,
    /// A hundred thousand nodes as a picture (SVG), written to nowhere
    Svg,
    /// A thousand random boards
    Survey,
    /// A hundred random boards of 4×4, each root proven by a search
    Proof,
}

/// A board that is built and rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BoardName {
    /// a2a2b2/a3b1a3/a3a3b3 a: 201,861 positions
    Small,
    /// a3b2b3/a3b3a3/b2a2b3 a: 4,071,139 positions
    Large,
}

impl BoardName {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Small, Self::Large];

    /// A figure of this board.
    pub fn figure(self, name: &str) -> String {
        let prefix = match self {
            Self::Small => "small",
            Self::Large => "large",
        };
        format!("{prefix}_{name}")
    }

    /// The numbers of its positions, of moves between them, and of tree nodes.
    pub fn size(self) -> (usize, usize, u128) {
        match self {
            Self::Small => (201_861, 472_108, 1_468_919_491),
            Self::Large => (4_071_139, 11_561_537, 220_228_222_172_925),
        }
    }

    /// The board in notation.
    pub fn position(self) -> &'static str {
        match self {
            Self::Small => "a2a2b2/a3b1a3/a3a3b3 a",
            Self::Large => "a3b2b3/a3b3a3/b2a2b3 a",
        }
    }
}

impl Args {
    /// Whether a case is to be measured.
    pub fn wants(&self, case: Case) -> bool {
        self.cases.is_empty() || self.cases.contains(&case)
    }

    /// Whether graphs are to be built and rated.
    pub fn wants_graph(&self) -> bool {
        let cases = [Case::Build, Case::Rate, Case::Both, Case::Everything];
        cases.into_iter().any(|case| self.wants(case))
    }

    /// Whether a board is to be built and rated.
    pub fn wants_board(&self, board: BoardName) -> bool {
        match self.boards[..] {
            [] => !self.quick || board == BoardName::Small,
            _ => self.boards.contains(&board),
        }
    }

    /// The number of runs of a case whose default is `usual`.
    pub fn runs(&self, usual: usize) -> usize {
        match self.runs {
            Some(runs) => runs as usize,
            None if self.quick => 2,
            None => usual,
        }
    }
}
