//! The [`Game`] trait: what a game implements so that its tree can be built, rated, walked and
//! saved. No particular game, graph, file or screen is known here.

mod contract;
mod error;
mod line;
mod picture;
mod player;
mod switch;

use std::fmt::Debug;
use std::hash::Hash;

pub use contract::try_contract;
pub(crate) use contract::{
    check_kind, check_notation, check_payoffs, check_players, check_probabilities,
};
pub use error::{NotationError, OpenError, Refusal, quoted, repeated, shortened_inside, visible};
pub use line::{LineStep, line_of, line_word, line_words, play_line, positions_on_line, read_line};
pub use picture::{Battle, Cell, CellEdit, CellShape, Picture, Piece, Shown, Touched};
pub use player::{
    Estimate, Kind, MAX_PLAYERS, Player, Rational, Winners, half, is_short, near_f64, one,
    parse_rational, payoffs_needed, ratio, to_f64, whole, winners_of, zero,
};
pub(crate) use switch::use_one_of;
pub use switch::{Switch, SwitchValue, Values};

/// A game's rules as plain data: the form in which a file stores them beside the position.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum RulesText {
    /// The game has no settings.
    #[default]
    None,
    /// Every setting is as in the preset of this name.
    Preset(&'static str),
    /// Every setting, in the order files list them.
    Switches(Vec<(&'static str, SwitchValue)>),
}

/// The rules of a game, as a value.
///
/// # How to write one
/// A game is one type that implements `Game`, the rules, and [`Shown`], its looks. doomtree needs
/// no change: the game is built, rated, drawn, saved and exported like those that are included.
///
/// 1. Choose the *position*: everything that the rules depend on, including the player to move, and
///    nothing more, in a small `Copy` type. Equal positions are rated once.
/// 2. Choose the *move*: at most four bytes, such as one place or two. [`moves`](Game::moves) lists
///    the moves of a position and returns who chooses. [`play`](Game::play) returns the position
///    after a move. A position without moves is an end. Dice are rolled at a position of
///    [`Kind::Chance`], whose moves are the outcomes.
/// 3. Return from [`payoff`](Game::payoff) the payoff of an end for each player: 1 for a win, 0 for
///    a loss. [`estimate`](Game::estimate) replaces it where a limit stops the tree.
/// 4. Give positions and moves their *notation*: one line for a position, best one word for a move.
///    People type and paste it, files store it, and it names the nodes of the tree. Without it,
///    Rust's `Debug` output is shown, and positions can't be typed.
/// 5. Draw the board in [`Shown`]; `impl Shown for Mine {}` shows the notation instead.
/// 6. Open it with [`Tree::open`](crate::Tree::open). Or `run_with(Mine, "the first position")` in
///    `main`, which is the whole program, with the window and every command.
///
/// The first page of this documentation has a short game. `examples/nim_board` in the repository is
/// a program with a board that is played with the mouse.
///
/// Positions are packed data without behavior. Every question about a position is a method of the
/// game. All methods depend on their arguments alone.
///
/// # Equality
/// Two positions must be equal exactly when the rules can't distinguish them: same board, same
/// player to move, same captured dice, and so on. The position graph merges equal positions. A
/// position that leaves something out would merge different lines. A position that holds too much
/// would keep equal ones apart.
///
/// # What must hold
/// The build checks what it meets, and [`try_contract`] tries all of it in a test.
/// - [`moves`](Game::moves) lists exactly the moves that [`play`](Game::play) accepts. Their order
///   depends on the position alone.
/// - An end has no moves. Any other position has at least one. The only exception is a root of
///   which the game knows no more: a decision without a move is a horizon.
/// - At a chance node the moves are the outcomes. Their probabilities sum to exactly 1, and an
///   outcome of probability 0 is kept. No line ends in an infinite run of chance nodes.
/// - Payoffs and estimates lie within [`payoff_range`](Game::payoff_range).
/// - Notation round-trips: reading what was written gives the same position or move. The moves of
///   one position have different notations, none of them empty. In a line, such as that of
///   [`Tree::after`](crate::Tree::after), a move with white space is written in double quotes.
/// - Players are at most 26, and have different names.
///
/// # Example
/// ```
/// use doomtree::{Game, Kind, Player, Rational, Shown, Tree, half, one, zero};
///
/// /// A coin: bet on heads, or take half.
/// struct Coin;
///
/// impl Game for Coin {
///     type Position = u8; // 0: choose, 1: the coin is in the air, 2: lost, 3: half, 4: won
///     type Move = u8; // the position after it
///     fn name(&self) -> &str { "coin" }
///     fn players(&self) -> usize { 1 }
///     fn has_chance(&self) -> bool { true }
///     fn moves(&self, position: &u8, out: &mut Vec<u8>) -> Kind {
///         match position {
///             0 => { out.extend([1, 3]); Kind::Decision(Player(0)) }
///             1 => { out.extend([2, 4]); Kind::Chance(Player(0)) }
///             _ => Kind::End,
///         }
///     }
///     fn play(&self, _: &u8, after: u8) -> u8 { after }
///     fn probability(&self, _: &u8, _: u8) -> Rational { half() }
///     fn payoff(&self, position: &u8, _: Player) -> Rational {
///         match position { 2 => zero(), 3 => half(), _ => one() }
///     }
/// }
/// impl Shown for Coin {}
///
/// let tree = Tree::open((Coin, 0))?;
/// assert_eq!(tree.best_moves().len(), 2, "both are worth 1/2");
/// # Ok::<(), doomtree::Error>(())
/// ```
pub trait Game: Send + Sync + 'static {
    /// Packed state: everything that the rules depend on.
    type Position: Copy + Eq + Hash + Ord + Debug + Send + Sync + 'static;
    /// A choice of a player, or an outcome of chance: at most four bytes, of which a graph keeps one
    /// for each move. Place and number fit as `(u8, u8)`; `(usize, u8)` takes 16 bytes.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;

    /// The name that files and the command line use, such as `dice-of-doom`.
    fn name(&self) -> &str;

    /// The rules, as a file stores them.
    fn rules(&self) -> RulesText {
        RulesText::None
    }

    /// The settings of the rules that a user can change. A game that declares any returns the value
    /// of each from [`rules`](Game::rules), and accepts other values in
    /// [`with_switch`](Game::with_switch). Each setting becomes a command-line flag, a member of
    /// the game's files, and a field of the setup.
    fn switches(&self) -> &[Switch] {
        &[]
    }

    /// The same game with another value for one of its declared settings.
    ///
    /// # Errors
    /// A value that contradicts other settings.
    fn with_switch(&self, switch: &str, _value: &SwitchValue) -> Result<Self, OpenError>
    where
        Self: Sized,
    {
        Err(OpenError::rules(
            format!("{} has no setting '{switch}'", self.name()),
            "leave it out",
        ))
    }

    /// Number of players: 1 to 26.
    fn players(&self) -> usize;

    /// Whether chance can occur in this game on any board. Default: false.
    fn has_chance(&self) -> bool {
        false
    }

    /// The name of a player in notation and files. Default: `a`, `b`, `c` …
    fn player_name(&self, player: Player) -> String {
        player.letter().to_string()
    }

    /// Fills `out`, which is empty, with the moves of `position` in the rules' order, and returns
    /// the kind of position. An end leaves `out` empty.
    fn moves(&self, position: &Self::Position, out: &mut Vec<Self::Move>) -> Kind;

    /// The position after `mv`, which must be one of [`moves`](Game::moves).
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// The exact probability of an outcome of a chance node. Called at chance nodes only; a game
    /// without chance keeps the default.
    fn probability(&self, _position: &Self::Position, _branch: Self::Move) -> Rational {
        one()
    }

    /// The payoff of an end for `player`. Called at ends only.
    fn payoff(&self, position: &Self::Position, player: Player) -> Rational;

    /// The smallest and the largest possible payoff of the game: the proven interval of a position
    /// of which nothing is known. Default: 0 and 1.
    fn payoff_range(&self) -> (Rational, Rational) {
        (zero(), one())
    }

    /// The sum of all players' payoffs, if it is the same at every end, and the same for their
    /// estimates at every other position. With it, a search of two players needs to search for one
    /// only, and a tree that a limit cuts is rated by minimax. Without it, the sum counts as
    /// constant where the whole tree is known, or where two players have won, lost or shared every
    /// end that is. Default: none.
    fn payoff_sum(&self) -> Option<Rational> {
        None
    }

    /// Whether positions are rated as if all other players play against the one who is rated
    /// (paranoid), unless another way is chosen. By default each player takes what is
    /// best for itself (max^n). Two players with a constant sum of payoffs are always rated by
    /// minimax, since there both mean the same.
    fn is_paranoid(&self) -> bool {
        false
    }

    /// The unfinished part of the game, as a clause; the tree is rated without it.
    fn unfinished(&self) -> Option<&str> {
        None
    }

    /// Whether players can't tell all positions apart: some have an
    /// [`information_set`](Game::information_set).
    fn hides_positions(&self) -> bool {
        false
    }

    /// The number of the information set of a decision: its player can't tell it from the others
    /// with this number, which have the same moves. `None` if the player knows the position. Called
    /// only if the game [hides positions](Game::hides_positions).
    fn information_set(&self, _position: &Self::Position) -> Option<u32> {
        None
    }

    /// Whether a position can repeat on a line. Return `false` only if that is impossible. Memory
    /// is estimated from it before the build, and a search without a graph needs it. Default: true.
    ///
    /// Play that never ends has a payoff too: an equal share, or the lowest payoff for a game of one
    /// player. [`TreeBuilder::endless`](crate::TreeBuilder::endless) sets another. A best line is the
    /// shortest one to a win and the longest one to a loss, and it never goes in circles to win.
    fn may_recur(&self) -> bool {
        true
    }

    /// The representative of all positions that are equivalent to `position`, such as its mirror
    /// images. Equivalent positions have the same ratings and estimates for every player, and the
    /// same trees except for the names of moves. A search stores one entry for all of them.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        *position
    }

    /// The estimates that the game offers. The first is the default.
    fn estimates(&self) -> &[Estimate] {
        &[Estimate::WINNERS]
    }

    /// The estimate of `player`'s rating at a position where a limit stopped the tree. Called only
    /// for an estimate that [`estimates`](Game::estimates) lists. Default: an equal share of
    /// [`payoff_sum`](Game::payoff_sum); without one, the middle of [`payoff_range`](Game::payoff_range).
    fn estimate(
        &self,
        _position: &Self::Position,
        _estimate: Estimate,
        _player: Player,
    ) -> Rational {
        let (low, high) = self.payoff_range();
        match self.payoff_sum() {
            Some(sum) => sum / whole(self.players().max(1) as i128),
            None => (low + high) / whole(2),
        }
    }

    /// Appends the position's notation to `out`. Default: its `Debug` output.
    fn write_position(&self, position: &Self::Position, out: &mut String) {
        out.push_str(&format!("{position:?}"));
    }

    /// Reads a position of this game, with these rules and this size. Default: refuses every text.
    ///
    /// # Errors
    /// [`NotationError`] with the location, the problem and the fix.
    fn read_position(&self, text: &str) -> Result<Self::Position, NotationError> {
        Err(contract::reads_none(self, text))
    }

    /// Appends the notation of a move of `position` to `out`. Default: its `Debug` output without
    /// spaces.
    fn write_move(&self, _position: &Self::Position, mv: Self::Move, out: &mut String) {
        out.extend(
            format!("{mv:?}")
                .chars()
                .filter(|letter| !letter.is_whitespace()),
        );
    }

    /// The kind of `position`: [`moves`](Game::moves) without the moves.
    fn kind(&self, position: &Self::Position) -> Kind {
        self.moves(position, &mut Vec::new())
    }

    /// The notation of a position.
    fn position_text(&self, position: &Self::Position) -> String {
        let mut out = String::new();
        self.write_position(position, &mut out);
        out
    }

    /// The notation of a move.
    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String {
        let mut out = String::new();
        self.write_move(position, mv, &mut out);
        out
    }
}
