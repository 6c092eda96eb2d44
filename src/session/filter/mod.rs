//! Filters that find nodes of a game tree: as data, and as text that users type.
//!
//! A filter has conditions on a node's position, on the move that led to it, on its ply, or on all
//! moves of its line. Terms are separated by spaces, and all of them must hold: `by:b blunder
//! ply:2-5`.

mod finding;
mod hint;
mod pattern;
mod read;
mod write;

pub use hint::{Hint, WORDS, hints};
pub use pattern::Pattern;

use crate::game::{Player, Rational};
use crate::rating::Loss;
use crate::tree::{Labels, Plies, Vertex};

/// A comparison with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Is {
    /// It is the same.
    Equal,
    /// It is less.
    Less,
    /// It is the same or less.
    AtMost,
    /// It is more.
    More,
    /// It is the same or more.
    AtLeast,
}

/// The player whose rating is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whose {
    /// A player's.
    Player(Player),
    /// The player to move. Never true at an end.
    Mover,
}

/// The kind of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KindOf {
    /// A player chooses.
    Decision,
    /// Chance chooses.
    Chance,
    /// The game is over.
    End,
    /// A limit stopped the tree.
    Horizon,
}

/// The winners of an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Won {
    /// A player alone.
    By(Player),
    /// Several players share it.
    Tie,
}

/// One condition on a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A part of its position's notation is like this.
    Position(Pattern),
    /// Its position's notation is this.
    ExactPosition(String),
    /// The notation of the move that led to it is like this.
    Move(Pattern),
    /// A player's rating of its position.
    Rating(Whose, Is, Rational),
    /// Whether every player's rating is proven.
    Proven(bool),
    /// It is an end, and who has won.
    Winner(Won),
    /// A player is to move, or would be if no limit stopped the tree there.
    Mover(Player),
    /// A player made the move that led to it.
    By(Player),
    /// Its ply.
    Ply(Plies),
    /// The kind of its position.
    Kind(KindOf),
    /// The number of moves of its position.
    Moves(Is, u32),
    /// A player has a choice: more than one move.
    Fork,
    /// The move that led to it lowered its mover's rating by at least this much.
    Worse(Loss),
    /// The move that led to it is a best one.
    Best,
    /// Every decision of its line is a best move; chance outcomes may be any.
    BestPlay,
    /// Its position occurs at several nodes of the tree.
    Transposition,
}

/// A filter: all terms must hold. One without terms matches every node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Filter {
    /// The terms.
    pub terms: Vec<Term>,
}

/// The context for parsing and formatting: the players' names, and the default player of ratings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naming {
    /// The players' names in their order.
    pub players: Vec<String>,
    /// The default player of ratings.
    pub rated: Whose,
}

impl Naming {
    /// The names of a graph's players, with the first player as the default for ratings.
    pub fn of(labels: &dyn Labels) -> Self {
        let players = Player::all(labels.graph().players());
        Self {
            players: players.map(|player| labels.player_name(player)).collect(),
            rated: Whose::Player(Player(0)),
        }
    }

    /// A player's name.
    fn name(&self, player: Player) -> &str {
        self.players.get(player.index()).map_or("", String::as_str)
    }

    /// The player with a name, whatever the case if that is clear.
    fn player(&self, name: &str) -> Option<Player> {
        let place = |fits: &dyn Fn(&str) -> bool| {
            let mut places = (0..self.players.len()).filter(|place| fits(&self.players[*place]));
            let first = places.next()?;
            places.next().is_none().then_some(Player(first as u8))
        };
        place(&|known| known == name)
            .or_else(|| place(&|known| known.to_lowercase() == name.to_lowercase()))
    }
}

impl Filter {
    /// The filter with one term.
    pub fn one(term: Term) -> Self {
        Self { terms: vec![term] }
    }

    /// The filter that finds all occurrences of a position.
    pub fn occurrences(labels: &dyn Labels, vertex: Vertex) -> Self {
        Self::one(Term::ExactPosition(labels.position_text(vertex)))
    }

    /// Whether it holds everywhere.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// The plies of the filter.
    pub fn plies(&self) -> Plies {
        let plies = self.terms.iter().filter_map(|term| match term {
            Term::Ply(plies) => Some(*plies),
            _ => None,
        });
        plies.fold(Plies::default(), Plies::and)
    }

    /// Whether its results reveal ratings, so that it is refused while they are hidden.
    pub fn tells_ratings(&self) -> bool {
        self.terms.iter().any(|term| {
            matches!(
                term,
                Term::Rating(..) | Term::Proven(_) | Term::Worse(_) | Term::Best | Term::BestPlay
            )
        })
    }
}
