//! The textbook algorithms that a recording can show, with their pseudocode; and the options of a search:
//! algorithm, table, move order, and pruning.

use super::recording::SearchStep;
use crate::game::{Estimate, Player};

/// A textbook algorithm.
///
/// All are one search with more or fewer features (Russell and Norvig, *Artificial Intelligence: A
/// Modern Approach*, chapter "Adversarial search and games"; Knuth and Moore, *An analysis of
/// alpha-beta pruning*, 1975). At chance nodes each sums over the outcomes, so minimax is
/// expectiminimax there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Method {
    /// Visits every node of the tree.
    Minimax,
    /// Minimax with a memo: visits every position once.
    Memo,
    /// Cuts moves that can't change the rating.
    #[default]
    AlphaBeta,
    /// Alpha-beta with the best move of every node first, as if it were known.
    Ordered,
    /// Alpha-beta that remembers bounds of positions.
    Table,
    /// Alpha-beta one ply deep, two plies deep, and so on, the last walk's best moves first.
    Deepening,
    /// Alpha-beta that knows the range of payoffs, so that it can leave out outcomes of chance.
    Star1,
    /// Grows a tree where random games say that it pays: see [`super::MonteCarlo`].
    MonteCarlo,
}

impl Method {
    /// Every algorithm, in the order they are offered.
    pub const ALL: [Self; 8] = [
        Self::Minimax,
        Self::Memo,
        Self::AlphaBeta,
        Self::Ordered,
        Self::Table,
        Self::Deepening,
        Self::Star1,
        Self::MonteCarlo,
    ];

    /// The name used on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Minimax => "plain-minimax",
            Self::Memo => "memo-minimax",
            Self::AlphaBeta => "plain-alpha-beta",
            Self::Ordered => "ordered-alpha-beta",
            Self::Table => "table-alpha-beta",
            Self::Deepening => "iterative-deepening",
            Self::Star1 => "star1",
            Self::MonteCarlo => "monte-carlo",
        }
    }

    /// The algorithm of that name. `expectiminimax` is minimax, which sums over chance.
    pub fn from_name(name: &str) -> Option<Self> {
        if name == "expectiminimax" {
            return Some(Self::Minimax);
        }
        Self::ALL.into_iter().find(|method| method.name() == name)
    }

    /// Its usual name, on trees with or without chance, with or without a ply limit.
    pub fn title(self, chance: bool, limited: bool) -> &'static str {
        match (self, chance, limited) {
            (Self::Minimax, true, false) => "Expectiminimax",
            (Self::Minimax, true, true) => "Depth-limited expectiminimax",
            (Self::Minimax, false, false) => "Minimax",
            (Self::Minimax, false, true) => "Depth-limited minimax",
            (Self::Memo, true, _) => "Memoized expectiminimax",
            (Self::Memo, false, _) => "Memoized minimax",
            (Self::AlphaBeta, ..) => "Alpha-beta",
            (Self::Ordered, ..) => "Alpha-beta, best moves first",
            (Self::Table, ..) => "Alpha-beta with a table",
            (Self::Deepening, ..) => "Iterative deepening",
            (Self::Star1, ..) => "Star1",
            (Self::MonteCarlo, ..) => "Monte Carlo tree search",
        }
    }

    /// Whether it has something to do that others haven't, on trees with or without chance.
    pub fn fits(self, chance: bool) -> bool {
        chance || self != Self::Star1
    }

    /// Whether it keeps a table of positions.
    pub fn keeps_table(self) -> bool {
        matches!(self, Self::Memo | Self::Table)
    }

    /// Whether it has alpha and beta.
    pub fn has_window(self) -> bool {
        !matches!(self, Self::Minimax | Self::Memo | Self::MonteCarlo)
    }

    /// Whether it plays random games, so that its result is an estimate.
    pub fn samples(self) -> bool {
        self == Self::MonteCarlo
    }

    /// The search options for one player's rating. Not for a method that samples.
    pub fn options(self, player: Player) -> SearchOptions {
        let algorithm = match self.has_window() {
            true => Algorithm::AlphaBeta,
            false => Algorithm::Minimax,
        };
        let textbook = Textbook {
            memo: self.keeps_table(),
            range: self == Self::Star1,
        };
        SearchOptions::textbook(algorithm, textbook, player)
    }

    /// The algorithm, line by line.
    pub fn pseudocode(self, chance: bool, limited: bool) -> Vec<CodeLine> {
        if self.samples() {
            return sampled(chance, limited);
        }
        let window = self.has_window();
        let table = self.keeps_table();
        let deepens = self == Self::Deepening;
        let (name, child) = match window {
            true => ("rate(node, α, β):", "v ← rate(where the move leads, α, β)"),
            false => ("rate(node):", "v ← rate(where the move leads)"),
        };
        let best = |pick: &str, who: &str, bound: &str| match window {
            true => format!("{who}: best ← {pick}(best, v), {bound} ← {pick}({bound}, v)"),
            false => format!("{who}: best ← {pick}(best, v)"),
        };
        let leaf = match limited {
            true => "if node is an end: return its payoff; at the last ply: its estimate",
            false => "if node is an end: return its payoff",
        };
        let mut code = Vec::new();
        let mut line = |wanted: bool, indent: u8, text: String, at: CodeAt| {
            if wanted {
                code.push(CodeLine { indent, text, at });
            }
        };
        let walk = "for 1, 2, 3 … plies: rate(root, −∞, +∞), what was best before first";
        line(deepens, 0, walk.to_owned(), CodeAt::Begin);
        line(true, 0, name.to_owned(), CodeAt::Enter);
        let known = match self {
            Self::Table => "if table[node] is sufficient: return it",
            _ => "if node is in table: return table[node]",
        };
        line(table, 1, known.to_owned(), CodeAt::Hit);
        line(true, 1, leaf.to_owned(), CodeAt::Leaf);
        let order = match self {
            Self::Ordered => "for each move of node, the best one first:",
            Self::Deepening => "for each move of node, the last iteration's best one first:",
            _ => "for each move of node, in order:",
        };
        line(true, 1, order.to_owned(), CodeAt::Never);
        let child = match self {
            Self::Star1 => {
                "v ← rate(where it leads, at a chance node with the window that matters)"
            }
            _ => child,
        };
        line(true, 2, child.to_owned(), CodeAt::Never);
        line(true, 2, best("max", "the player", "α"), CodeAt::Larger);
        line(true, 2, best("min", "the others", "β"), CodeAt::Smaller);
        let sum = "chance: best ← best + probability × v";
        line(chance, 2, sum.to_owned(), CodeAt::Sum);
        let cut = match self {
            Self::Star1 => "if the rest can't matter: cut",
            _ => "if α ≥ β: cut",
        };
        line(window, 2, cut.to_owned(), CodeAt::Cut);
        line(table, 1, "table[node] ← best".to_owned(), CodeAt::Store);
        line(true, 1, "return best".to_owned(), CodeAt::Return);
        code
    }
}

/// Monte Carlo tree search, line by line.
fn sampled(chance: bool, limited: bool) -> Vec<CodeLine> {
    let over = match limited {
        true => "worth ← that of a game played at random from node to an end or the last ply",
        false => "worth ← that of a game played at random from node to an end",
    };
    let dice = "at a chance node: node ← a branch, drawn by its probability";
    let lines = [
        (true, 0, "repeat for each random game:", CodeAt::Never),
        (true, 1, "node ← root", CodeAt::Never),
        (
            true,
            1,
            "while every move of node was tried:",
            CodeAt::Never,
        ),
        (
            true,
            2,
            "node ← after the move with the best mean ± √2 √(ln visits(node) / visits(move))",
            CodeAt::Select,
        ),
        (chance, 2, dice, CodeAt::Never),
        (
            true,
            1,
            "node ← after a move that wasn't tried",
            CodeAt::Expand,
        ),
        (true, 1, over, CodeAt::Playout),
        (true, 1, "for node and all above it:", CodeAt::Never),
        (
            true,
            2,
            "visits ← visits + 1, total ← total + worth",
            CodeAt::BackUp,
        ),
        (
            true,
            0,
            "return the move with the most visits",
            CodeAt::Choose,
        ),
    ];
    let wanted = lines.into_iter().filter(|(wanted, ..)| *wanted);
    wanted
        .map(|(_, indent, text, at)| CodeLine {
            indent,
            text: text.to_owned(),
            at,
        })
        .collect()
}

/// A line of an algorithm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeLine {
    /// Its indentation level.
    pub indent: u8,
    /// The line.
    pub text: String,
    /// At which steps it is the one at work.
    pub at: CodeAt,
}

/// At which steps a line is at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CodeAt {
    /// A walk starts.
    Begin,
    /// A node is entered.
    Enter,
    /// The table knew enough.
    Hit,
    /// A leaf returns its value.
    Leaf,
    /// The rated player's node updates its value with a move's rating.
    Larger,
    /// Another player has.
    Smaller,
    /// Chance has.
    Sum,
    /// Moves are left out.
    Cut,
    /// The table stores the known interval.
    Store,
    /// A node returns its value.
    Return,
    /// The walk goes down to a move that was tried.
    Select,
    /// A move is tried for the first time.
    Expand,
    /// A game is played at random.
    Playout,
    /// The result of the game is added to the nodes.
    BackUp,
    /// A move is chosen.
    Choose,
    /// None: the line holds others.
    Never,
}

impl CodeAt {
    /// The pseudocode line of a step. `choice`: whether its node takes the larger or the smaller
    /// rating, if either; `leaf`: whether it has no moves.
    pub fn of(step: SearchStep, choice: Option<std::cmp::Ordering>, leaf: bool) -> Self {
        match step {
            SearchStep::Begin(_) => Self::Begin,
            SearchStep::Enter => Self::Enter,
            SearchStep::Hit => Self::Hit,
            SearchStep::Store => Self::Store,
            SearchStep::Cut => Self::Cut,
            SearchStep::Return if leaf => Self::Leaf,
            SearchStep::Return => Self::Return,
            SearchStep::Select => Self::Select,
            SearchStep::Expand => Self::Expand,
            SearchStep::Playout(_) => Self::Playout,
            SearchStep::BackUp => Self::BackUp,
            SearchStep::Choose => Self::Choose,
            SearchStep::Update => match choice {
                Some(std::cmp::Ordering::Greater) => Self::Larger,
                Some(_) => Self::Smaller,
                None => Self::Sum,
            },
        }
    }
}

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
pub enum SearchOrder {
    /// The rules' order.
    Rules,
    /// First the best move from before, then by the game's finest estimate (the last one that it
    /// offers) of the position after the move.
    #[default]
    Promising,
}

/// The value of a leaf at the ply limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LimitLeafValue {
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
pub struct SearchOptions {
    /// Which nodes are visited.
    pub algorithm: Algorithm,
    /// The bytes of the table of positions; too few for one entry: no table.
    pub table_bytes: usize,
    /// The order of moves.
    pub order: SearchOrder,
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

impl SearchOptions {
    /// The bytes of the table by default.
    pub const TABLE_BYTES: usize = 256 << 20;

    /// The search of a textbook for one player's rating, in the rules' order of moves.
    pub fn textbook(algorithm: Algorithm, textbook: Textbook, player: Player) -> Self {
        Self {
            algorithm,
            table_bytes: 0,
            order: SearchOrder::Rules,
            symmetry: false,
            null_windows: false,
            look_ahead: false,
            player: Some(player),
            textbook: Some(textbook),
            ..Self::default()
        }
    }
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            algorithm: Algorithm::AlphaBeta,
            table_bytes: Self::TABLE_BYTES,
            order: SearchOrder::Promising,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn listing(method: Method, chance: bool, limited: bool) -> String {
        let code = method.pseudocode(chance, limited);
        let lines = code.iter().map(|line| {
            let indent = "  ".repeat(usize::from(line.indent));
            format!("{indent}{}\n", line.text)
        });
        lines.collect()
    }

    #[test]
    fn algorithms_are_written_down_as_textbooks_have_them() {
        let deepening = "\
for 1, 2, 3 … plies: rate(root, −∞, +∞), what was best before first
rate(node, α, β):
  if node is an end: return its payoff; at the last ply: its estimate
  for each move of node, the last iteration's best one first:
    v ← rate(where the move leads, α, β)
    the player: best ← max(best, v), α ← max(α, v)
    the others: best ← min(best, v), β ← min(β, v)
    if α ≥ β: cut
  return best
";
        assert_eq!(listing(Method::Deepening, false, true), deepening);
        let memo = "\
rate(node):
  if node is in table: return table[node]
  if node is an end: return its payoff
  for each move of node, in order:
    v ← rate(where the move leads)
    the player: best ← max(best, v)
    the others: best ← min(best, v)
    chance: best ← best + probability × v
  table[node] ← best
  return best
";
        assert_eq!(listing(Method::Memo, true, false), memo);
        let sampled = "\
repeat for each random game:
  node ← root
  while every move of node was tried:
    node ← after the move with the best mean ± √2 √(ln visits(node) / visits(move))
  node ← after a move that wasn't tried
  worth ← that of a game played at random from node to an end
  for node and all above it:
    visits ← visits + 1, total ← total + worth
return the move with the most visits
";
        assert_eq!(listing(Method::MonteCarlo, false, false), sampled);
    }
}
