//! Search options: algorithm, table, move order, and pruning.

use crate::game::{Estimate, Player};

/// Which nodes a search visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Algorithm {
    /// Cuts moves that can't change the rating.
    #[default]
    AlphaBeta,
    /// Visits everything.
    Minimax,
    /// Goes where least is left to be proven: see [`ProofSearch`](super::ProofSearch).
    ProofNumber,
}

impl Algorithm {
    /// Every algorithm, in the order they are offered.
    pub const ALL: [Self; 3] = [Self::ProofNumber, Self::AlphaBeta, Self::Minimax];

    /// The name used on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::AlphaBeta => "alpha-beta",
            Self::Minimax => "minimax",
            Self::ProofNumber => "proof-number",
        }
    }

    /// The algorithm of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.name() == name)
    }
}

/// In which order the moves of a position are searched. The answer doesn't depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Order {
    /// The rules' order.
    Rules,
    /// First the best move from before, then by the game's finest estimate (the last one that it
    /// offers) of the position after the move.
    #[default]
    Promising,
}

/// The value of a leaf at the ply limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Horizons {
    /// The smallest payoff of any end.
    Low,
    /// The largest payoff of any end.
    High,
    /// Its estimate.
    Estimate,
}

/// A textbook search: it asks once, for the root's rating, walks the tree once, with estimates at
/// horizons, and uses only what it has visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Textbook {
    /// Whether it remembers every position that it has rated, or bounded, forever.
    pub memo: bool,
    /// Whether it knows the range of payoffs in advance. Then bounds of chance nodes follow from
    /// some of their outcomes (Ballard's Star1, *The \*-minimax search procedure for trees
    /// containing chance nodes*, 1983), and it stops at the ends of the range.
    pub range: bool,
}

/// Search options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Which nodes are visited.
    pub algorithm: Algorithm,
    /// The bytes of the table of positions; too few for one entry: no table.
    pub table_bytes: usize,
    /// The order of moves.
    pub order: Order,
    /// Whether equivalent positions (symmetries) share an entry of the table.
    pub symmetry: bool,
    /// Whether alpha-beta searches one threshold between two payoffs at a time (a null window)
    /// instead of the whole range. Games with chance always use the whole range.
    pub null_windows: bool,
    /// Whether alpha-beta looks up all moves of a position in the table before searching one.
    pub look_ahead: bool,
    /// Maximum depth of the tree in plies.
    pub max_plies: Option<u32>,
    /// The estimate that replaces a rating at the ply limit.
    pub estimate: Estimate,
    /// The player to rate; `None`: all players.
    pub player: Option<Player>,
    /// The search of a textbook; `None`: all that is known to help.
    pub textbook: Option<Textbook>,
}

impl Options {
    /// The bytes of the table by default.
    pub const TABLE_BYTES: usize = 256 << 20;

    /// The search of a textbook for one player's rating, in the rules' order of moves.
    pub fn textbook(algorithm: Algorithm, textbook: Textbook, player: Player) -> Self {
        Self {
            algorithm,
            table_bytes: 0,
            order: Order::Rules,
            symmetry: false,
            null_windows: false,
            look_ahead: false,
            player: Some(player),
            textbook: Some(textbook),
            ..Self::default()
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            algorithm: Algorithm::AlphaBeta,
            table_bytes: Self::TABLE_BYTES,
            order: Order::Promising,
            symmetry: true,
            null_windows: true,
            look_ahead: true,
            max_plies: None,
            estimate: Estimate::default(),
            player: None,
            textbook: None,
        }
    }
}
