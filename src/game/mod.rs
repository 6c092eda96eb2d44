//! The contract: what a game must tell so that its tree can be built, rated, walked and saved.
//! Nothing here knows any particular game, graph, file or screen.
//!
//! # A game of your own
//! A game is one type that implements [`Game`], the rules, and [`Shown`], its looks. It needs no
//! change in doomtree, and is built, rated, drawn, saved and exported like those that are here.
//!
//! 1. Choose what a *position* is: all that the rules look at, the mover among it, and nothing
//!    more, in a small `Copy` type. Positions that are equal are rated once.
//! 2. Choose what a *move* is: at most four bytes, such as a place or two. List the moves of a
//!    position in [`moves`](Game::moves), say there too who chooses, and tell in
//!    [`play`](Game::play) where a move leads. No move means that the game is over. Dice are rolled
//!    at a position of [`Kind::Chance`], whose moves are what can come of them.
//! 3. Tell in [`payoff`](Game::payoff) what an end is worth to each player: 1 for a win, 0 for a
//!    loss. [`estimate`](Game::estimate) stands in for it where somebody limits the tree.
//! 4. Give positions and moves their *notation*: one line for a position, one word for a move. It
//!    is what people type and paste, what files store, and what names a node of the tree.
//! 5. Draw the board in [`Shown`]; `impl Shown for Mine {}` shows the notation instead.
//! 6. Hand it over: `doomtree::cli::run_with(Mine, "the first position")` in `main` is the whole
//!    program, with the window and every command. `doomtree::session::add_game` alone makes the
//!    game known to a program that goes on by itself, as below.
//!
//! `examples/nim.rs` is such a program, with a board that is played with the mouse.
//!
//! ```
//! use doomtree::game::{Estimate, Game, Kind, NotationError, Player, Rational, Shown};
//! use doomtree::game::{half, one, zero};
//!
//! /// One heap, from which one or two are taken. Whoever takes the last one wins.
//! #[derive(Clone)]
//! struct Heap;
//!
//! impl Game for Heap {
//!     type Position = (u32, Player); // how many are left, and who is to move
//!     type Move = u32; // how many are taken
//!
//!     fn name(&self) -> &str {
//!         "heap"
//!     }
//!     fn players(&self) -> usize {
//!         2
//!     }
//!     fn moves(&self, &(left, mover): &(u32, Player), out: &mut Vec<u32>) -> Kind {
//!         out.clear();
//!         out.extend(1..=left.min(2));
//!         if left == 0 { Kind::End } else { Kind::Decision(mover) }
//!     }
//!     fn play(&self, &(left, mover): &(u32, Player), taken: u32) -> (u32, Player) {
//!         (left - taken, Player(1 - mover.0))
//!     }
//!     fn payoff(&self, &(_, mover): &(u32, Player), player: Player) -> Rational {
//!         // Whoever would be next has not taken the last one.
//!         if player == mover { zero() } else { one() }
//!     }
//!     fn estimate(&self, _: &(u32, Player), _: Estimate, _: Player) -> Rational {
//!         half()
//!     }
//!     fn write_position(&self, &(left, mover): &(u32, Player), out: &mut String) {
//!         *out += &format!("{left} {}", mover.letter());
//!     }
//!     fn read_position(&self, text: &str) -> Result<(u32, Player), NotationError> {
//!         let fault = || NotationError::new(text, 0, "this is no heap", "write it as in 7 a");
//!         let (left, mover) = text.split_once(' ').ok_or_else(fault)?;
//!         let mover = match mover {
//!             "a" => Player(0),
//!             "b" => Player(1),
//!             _ => return Err(fault()),
//!         };
//!         Ok((left.parse().map_err(|_| fault())?, mover))
//!     }
//!     fn write_move(&self, _: &(u32, Player), taken: u32, out: &mut String) {
//!         *out += &taken.to_string();
//!     }
//! }
//!
//! impl Shown for Heap {} // its picture is its notation
//!
//! use doomtree::session::{add_game, first_setup, open};
//! use doomtree::tree::{Limits, Vertex};
//!
//! add_game(Heap, "7 a")?;
//! let rated = open(&first_setup("heap")?, Limits::default(), "")?.finish();
//! assert_eq!(rated.graph.graph().len(), 14);
//! assert_eq!(rated.analysis.nodes.of(Vertex::ROOT).to_string(), "54");
//! // Seven leave a remainder when shared out by threes, so the mover wins: by taking one.
//! assert_eq!(rated.analysis.ratings.rating(Vertex::ROOT, Player(0)).to_string(), "1");
//! # Ok::<(), doomtree::game::OpenError>(())
//! ```

mod error;
mod line;
mod number;
mod picture;
mod player;
mod switch;

use std::fmt::Debug;
use std::hash::Hash;

pub use error::{NotationError, OpenError, quoted, repeated, shortened_inside, visible};
pub use line::{LineStep, play_line, read_line};
pub use number::{Rational, half, one, parse_rational, ratio, to_f64, whole, zero};
pub use picture::{Battle, Form, Picture, Piece, Place, PlaceEdit, Shown, Touched};
pub use player::{Kind, MOST_PLAYERS, Player, Winners, winners_of};
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
/// Positions are packed data without behaviour; every question about one is put to the game. All
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
///   branch of probability 0 stays. No line runs through chance nodes alone for ever.
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
    /// only for an estimate that [`estimates`](Game::estimates) lists.
    fn estimate(&self, position: &Self::Position, estimate: Estimate, player: Player) -> Rational;

    /// Appends the position's notation to `out`.
    fn write_position(&self, position: &Self::Position, out: &mut String);

    /// Reads a position of this very game.
    ///
    /// # Errors
    /// [`NotationError`] names the place, the fault and the remedy.
    fn read_position(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// Appends the notation of a move of `position` to `out`.
    fn write_move(&self, position: &Self::Position, mv: Self::Move, out: &mut String);

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
