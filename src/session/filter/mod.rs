//! Filters: which nodes of a game tree are looked for, as data and as a text that people type.
//!
//! A filter asks for something of a node's position, of the move that led there, of its ply, or of
//! all the moves of its line. Several terms stand side by side, with spaces between them, and all of
//! them have to hold: `by:b blunder ply:2-5`.

mod finding;
mod hint;
mod pattern;
mod read;
mod write;

pub use finding::Finding;
pub use hint::{Hint, WORDS, hints};
pub use pattern::Pattern;

use crate::game::{Player, Rational};
use crate::tree::{Labels, Plies, Vertex};

/// How a number compares with the one that is asked for.
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

/// Whose rating is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whose {
    /// A player's.
    Player(Player),
    /// That of whoever is to move; at an end it is nobody's.
    Mover,
}

/// What a position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KindOf {
    /// Somebody chooses.
    Decision,
    /// Chance chooses.
    Chance,
    /// The game is over.
    End,
    /// A limit stopped the tree.
    Horizon,
}

/// Who has won an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Won {
    /// A player alone.
    By(Player),
    /// Several players share it.
    Tie,
}

/// One thing that is asked of a node.
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
    /// What its position is.
    Kind(KindOf),
    /// How many moves its position has.
    Moves(Is, u32),
    /// A player has a choice: more than one move.
    Fork,
    /// The move that led to it is a blunder.
    Blunder,
    /// The move that led to it is a best one.
    Best,
    /// Every decision of its line is a best move; chance may decide as it likes.
    BestPlay,
    /// Its position stands in several places of the tree.
    Transposition,
}

/// What is looked for: all terms hold. A filter without a term holds everywhere.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Filter {
    /// The terms.
    pub terms: Vec<Term>,
}

/// What a text needs to be read and written: the players' names, and whose rating is meant where
/// none is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naming {
    /// The players' names in their order.
    pub players: Vec<String>,
    /// Whose rating is meant.
    pub rated: Whose,
}

impl Naming {
    /// The names of a graph's players; the first one's rating is meant where none is named.
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

    /// The filter that finds all places of a position.
    pub fn occurrences(labels: &dyn Labels, vertex: Vertex) -> Self {
        Self::one(Term::ExactPosition(labels.position_text(vertex)))
    }

    /// Whether it holds everywhere.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// The plies that are asked for.
    pub fn plies(&self) -> Plies {
        let plies = self.terms.iter().filter_map(|term| match term {
            Term::Ply(plies) => Some(*plies),
            _ => None,
        });
        plies.fold(Plies::default(), Plies::and)
    }

    /// Whether what it finds tells ratings, so that it is refused while they are hidden.
    pub fn tells_ratings(&self) -> bool {
        self.terms.iter().any(|term| {
            matches!(
                term,
                Term::Rating(..) | Term::Proven(_) | Term::Blunder | Term::Best | Term::BestPlay
            )
        })
    }
}
