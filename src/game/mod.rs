//! The contract: what a game must tell so that its tree can be built, rated, walked and saved.
//! Nothing here knows any particular game, graph, file or screen.

mod error;
mod line;
mod number;
mod picture;
mod player;
mod switch;

use std::fmt::Debug;
use std::hash::Hash;

pub use error::{NotationError, OpenError, Refusal, quoted, repeated, shortened_inside, visible};
pub use line::{LineStep, play_line, read_line};
pub use number::{Rational, half, one, parse_rational, ratio, to_f64, whole, zero};
pub use picture::{Battle, Form, Picture, Piece, Place, PlaceEdit, Shown, Touched};
pub use player::{Kind, MAX_PLAYERS, Player, Winners, winners_of};
pub(crate) use switch::one_of;
pub use switch::{Switch, SwitchValue, Values};

/// What stands in for a rating where a limit stopped the tree (design: *estimate*).
///
/// An estimate is never shown as if it were exact: a rating that rests on one is marked, with the
/// interval that is proven in spite of it beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Estimate {
    /// As if the game ended there.
    #[default]
    Winners,
    /// The player's share of the board.
    Share,
    /// Safe and threatened places counted (after the fourth version in *Land of Lisp*).
    Territory,
}

impl Estimate {
    /// Every estimate, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Winners, Self::Share, Self::Territory];

    /// The name used on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Winners => "winners",
            Self::Share => "share",
            Self::Territory => "territory",
        }
    }

    /// The estimate of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|estimate| estimate.name() == name)
    }
}

/// A game's rules as plain data: what a file stores beside the position.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum RulesText {
    /// The game has no switches.
    #[default]
    None,
    /// Every switch is as in the preset of this name.
    Preset(&'static str),
    /// Every switch, in the order in which files list them.
    Switches(Vec<(&'static str, SwitchValue)>),
}

/// The rules of a game, as a value.
///
/// # How to write one
/// A game is one type that implements `Game`, the rules, and [`Shown`], its looks. It needs no change in
/// doomtree, and is built, rated, drawn, saved and exported like those that are included.
///
/// 1. Choose what a *position* is: all that the rules look at, the player to move among it, and nothing
///    more, in a small `Copy` type. Positions that are equal are rated once.
/// 2. Choose what a *move* is: at most four bytes, such as a place or two. List the moves of a position
///    in [`moves`](Game::moves), say there too who chooses, and return in [`play`](Game::play) where a
///    move leads. No move means that the game is over. Dice are rolled at a position of [`Kind::Chance`],
///    whose moves are the outcomes.
/// 3. Return in [`payoff`](Game::payoff) what an end is worth to each player: 1 for a win, 0 for a loss.
///    [`estimate`](Game::estimate) replaces it where a limit stops the tree.
/// 4. Give positions and moves their *notation*: one line for a position, one word for a move. People type
///    and paste it, files store it, and it names the nodes of the tree. Without it, Rust's `Debug` output
///    is shown, and positions can't be typed.
/// 5. Draw the board in [`Shown`]; `impl Shown for Mine {}` shows the notation instead.
/// 6. Open it with [`Tree::of`](crate::Tree::of). Or `run_with(Mine, "the first position")` in `main`,
///    which is the whole program, with the window and every command.
///
/// The first page of this documentation has a short game. `examples/nim_board` in the repository is
/// a program with a board that is played with the mouse.
///
/// Positions are packed data without behavior; every question about one is put to the game. All
/// methods are functions of their arguments alone.
///
/// # Equality
/// Two positions are equal exactly when the rules can't tell them apart: same board, same mover,
/// same captured dice, and whatever else the rules look at. The position graph merges equal
/// positions, so a position that left something out would merge lines that differ, and one that
/// held too much would keep apart what is the same.
///
/// # What must hold
/// - [`moves`](Game::moves) lists exactly the moves that [`play`](Game::play) takes, in an order
///   that depends on the position alone.
/// - An end has no moves. Anything else has at least one, but for a root of which the game knows no
///   more: a decision without a move is a horizon.
/// - At a chance node the moves are the branches; their probabilities sum to exactly 1, and a
///   branch of probability 0 stays. No line runs through chance nodes alone forever.
/// - Payoffs and estimates lie within [`payoff_range`](Game::payoff_range).
/// - Notation round-trips: reading what was written gives the same position or move, and the
///   moves of one position have different notations, none of them empty or with white space.
pub trait Game: Send + Sync + 'static {
    /// All that the rules need to know, packed.
    type Position: Copy + Eq + Hash + Ord + Debug + Send + Sync + 'static;
    /// One choice, or one branch of chance: at most four bytes.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;

    /// The name that files and the command line use, such as `dice-of-doom`.
    fn name(&self) -> &str;

    /// The rules, as a file stores them.
    fn rules(&self) -> RulesText {
        RulesText::None
    }

    /// The switches of its rules that somebody can set. A game that declares any tells the value of
    /// each in its [`rules`](Game::rules), and takes other values by
    /// [`with_switch`](Game::with_switch): then they are flags on the command line, members of its
    /// files, and fields of the setup.
    fn switches(&self) -> &[Switch] {
        &[]
    }

    /// The same game with one of its switches at another value, one that it declares.
    ///
    /// # Errors
    /// A value that doesn't go with those of other switches.
    fn with_switch(&self, switch: &str, _value: &SwitchValue) -> Result<Self, OpenError>
    where
        Self: Sized,
    {
        Err(OpenError::rules(
            format!("{} has no setting '{switch}'", self.name()),
            "leave it out",
        ))
    }

    /// How many players there are: 1 to 26.
    fn players(&self) -> usize;

    /// Whether chance has a part in the game at all, on this board or another. Ratings of such a
    /// game are written as numbers, those of any other as fractions.
    fn has_chance(&self) -> bool {
        false
    }

    /// The word for a player in notation and files: `a`, `b`, `c` … unless the game has its own.
    fn player_name(&self, player: Player) -> String {
        player.letter().to_string()
    }

    /// Puts the moves of `position` into `out`, which it clears first, in the rules' order, and
    /// says what the position is. An end leaves `out` empty.
    fn moves(&self, position: &Self::Position, out: &mut Vec<Self::Move>) -> Kind;

    /// The position after `mv`, which must be one of [`moves`](Game::moves).
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// The exact probability of a branch of a chance node. Never asked elsewhere; a game without
    /// chance keeps the default.
    fn probability(&self, _position: &Self::Position, _branch: Self::Move) -> Rational {
        one()
    }

    /// What an end is worth to `player`. Asked of ends alone.
    fn payoff(&self, position: &Self::Position, player: Player) -> Rational;

    /// The smallest and the largest payoff that any end of the game can have: the proven interval
    /// of a position of which nothing is known.
    fn payoff_range(&self) -> (Rational, Rational) {
        (zero(), one())
    }

    /// What the payoffs of all players sum to at every end, and their estimates at every other
    /// position, where that is always the same number. It spares a search the second of two
    /// players.
    fn payoff_sum(&self) -> Option<Rational> {
        None
    }

    /// Whether a position may come again on a line; `false` only where that can't be. Memory is
    /// reckoned by it before anything is built.
    fn may_recur(&self) -> bool {
        true
    }

    /// The position that stands for all that the rules treat like `position`, such as its mirror
    /// images: their ratings are the same for every player, and so are their estimates and, but for
    /// the names of moves, their trees. A search keeps one entry for all of them.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        *position
    }

    /// The estimates that the game offers; the first is the default.
    fn estimates(&self) -> &[Estimate] {
        &[Estimate::Winners]
    }

    /// What stands in for `player`'s rating of a position at which a limit stopped the tree. Asked
    /// only for an estimate that [`estimates`](Game::estimates) lists. Default: the middle of
    /// [`payoff_range`](Game::payoff_range).
    fn estimate(
        &self,
        _position: &Self::Position,
        _estimate: Estimate,
        _player: Player,
    ) -> Rational {
        let (low, high) = self.payoff_range();
        (low + high) / whole(2)
    }

    /// Appends the position's notation to `out`. Default: its `Debug` output.
    fn write_position(&self, position: &Self::Position, out: &mut String) {
        out.push_str(&format!("{position:?}"));
    }

    /// Reads a position of this very game. Default: refuses every text.
    ///
    /// # Errors
    /// [`NotationError`] names the place, the fault and the remedy.
    fn read_position(&self, text: &str) -> Result<Self::Position, NotationError> {
        let what = format!("{} reads no positions", self.name());
        Err(NotationError::new(text, 0, what, "write its read_position"))
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

    /// What `position` is: [`moves`](Game::moves) without the moves.
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
