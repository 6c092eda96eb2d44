//! How a search goes: its algorithm, its table, its order of moves, and what it leaves out.

use crate::game::{Estimate, Player};

/// Which nodes a search visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Algorithm {
    /// Leaves out what can't change the rating.
    #[default]
    AlphaBeta,
    /// Visits everything.
    Minimax,
}

impl Algorithm {
    /// Every algorithm, in the order in which they are offered.
    pub const ALL: [Self; 2] = [Self::AlphaBeta, Self::Minimax];

    /// The name used on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::AlphaBeta => "alpha-beta",
            Self::Minimax => "minimax",
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
    /// As the rules list them.
    Rules,
    /// What was best before, then by the game's finest estimate (the last one that it offers) of
    /// where a move leads.
    #[default]
    Promising,
}

/// What a leaf that a ply limit made counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Horizons {
    /// The least that any end is worth.
    Low,
    /// The most that any end is worth.
    High,
    /// Its estimate.
    Estimate,
}

/// A search as textbooks have it: it asks once, for the root's rating, walks the tree once, with
/// estimates at its horizons, and doesn't know more than what it has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Textbook {
    /// Whether it remembers every position that it has rated, or bounded, forever.
    pub memo: bool,
    /// Whether it knows the range of payoffs before it begins. Then bounds of chance nodes follow
    /// from a part of their branches (Ballard's Star1, *The \*-minimax search procedure for trees
    /// containing chance nodes*, 1983), and nothing is looked for beyond the range.
    pub range: bool,
}

/// How a search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Which nodes are visited.
    pub algorithm: Algorithm,
    /// The bytes of the table of positions; too few for one entry: no table.
    pub table_bytes: usize,
    /// The order of moves.
    pub order: Order,
    /// Whether positions that the rules treat alike share an entry of the table.
    pub symmetry: bool,
    /// Whether alpha-beta asks for one threshold between two payoffs at a time (a null window)
    /// instead of the whole range at once. Games with chance are always asked for the whole range.
    pub null_windows: bool,
    /// Whether alpha-beta looks up all moves of a position in the table before it searches one.
    pub look_ahead: bool,
    /// How many plies the tree has at most.
    pub max_plies: Option<u32>,
    /// What stands in for a rating where the ply limit stops the tree.
    pub estimate: Estimate,
    /// Whose rating is wanted, one of the game's players; `None`: everybody's.
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
