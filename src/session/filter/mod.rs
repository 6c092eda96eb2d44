//! Filters that find nodes of a game tree: as data, and as text that users type.
//!
//! A filter has conditions on a node's position, on the move that led to it, on its ply, or on all
//! moves of its line. Parts of a notation are matched by patterns with wildcards. Terms are
//! separated by spaces, and all of them must hold: `by:b blunder ply:2-5`. A filter is formatted as
//! text that parses to it.

mod finding;
mod read;

use std::fmt::Write as _;

use crate::game::{Player, Rational};
use crate::rating::Loss;
use crate::tree::{Labels, Plies, Vertex};

pub use self::read::{Hint, WORDS, hints};
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
            let mut places = (0..self.players.len()).filter(|index| fits(&self.players[*index]));
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

/// A text with wildcards. `?` is one character other than a space or `/`, so that `??` is any hex
/// and `?` any cell. `*` is any number of characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern(String);

impl Pattern {
    /// The pattern that is written so.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The pattern as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the whole of a text is like the pattern.
    pub fn is(&self, text: &str) -> bool {
        if !self.0.contains(['?', '*']) {
            return self.0 == text;
        }
        let pattern: Vec<char> = self.0.chars().collect();
        matches(&pattern, text, false)
    }

    /// Whether some part of a text is like the pattern.
    pub fn is_in(&self, text: &str) -> bool {
        if !self.0.contains(['?', '*']) {
            return text.contains(&self.0);
        }
        let pattern: Vec<char> = self.0.chars().collect();
        matches(&pattern, text, true)
    }
}

/// Whether a text, or with `within` a part of it, matches a pattern. After a `*` the shortest text
/// is tried first. Only the last `*` needs backtracking.
fn matches(pattern: &[char], text: &str, within: bool) -> bool {
    let text: Vec<char> = text.chars().collect();
    let (mut at, mut here) = (0, 0);
    // The state for backtracking: the pattern after the last star, and the position in the text.
    let mut again = within.then_some((0, 0));
    loop {
        match pattern.get(at) {
            None if within || here == text.len() => return true,
            Some('*') => {
                at += 1;
                again = Some((at, here));
                continue;
            }
            Some(sign) => {
                let fits = |letter: &char| match sign {
                    '?' => !matches!(letter, ' ' | '/'),
                    sign => sign == letter,
                };
                if text.get(here).is_some_and(fits) {
                    at += 1;
                    here += 1;
                    continue;
                }
            }
            None => {}
        }
        match again {
            Some((star, from)) if from < text.len() => {
                again = Some((star, from + 1));
                (at, here) = (star, from + 1);
            }
            _ => return false,
        }
    }
}

impl Is {
    /// Its operator.
    fn sign(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::More => ">",
            Self::AtLeast => ">=",
        }
    }
}

impl KindOf {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Decision, Self::Chance, Self::End, Self::Horizon];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Decision => "decision",
            Self::Chance => "chance",
            Self::End => "end",
            Self::Horizon => "horizon",
        }
    }
}

/// A value in text form: in quotation marks if it would be parsed as something else.
fn value(text: &str) -> String {
    let plain =
        !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || "\"\\()".contains(c));
    if plain {
        return text.to_owned();
    }
    let mut out = String::from('"');
    for letter in text.chars() {
        if matches!(letter, '"' | '\\') {
            out.push('\\');
        }
        out.push(letter);
    }
    out.push('"');
    out
}

fn plies(plies: Plies) -> String {
    match (plies.from, plies.to) {
        (from, Some(to)) if from == to => format!("{from}"),
        (0, Some(to)) => format!("-{to}"),
        (from, Some(to)) => format!("{from}-{to}"),
        (from, None) => format!("{from}-"),
    }
}

impl Term {
    /// The text that reads as it.
    pub fn text(&self, naming: &Naming) -> String {
        let name = |player| value(naming.name(player));
        match self {
            Self::Position(pattern) => format!("position:{}", value(pattern.as_str())),
            Self::ExactPosition(text) => format!("position={}", value(text)),
            Self::Move(pattern) => format!("move:{}", value(pattern.as_str())),
            Self::Rating(whose, is, number) => {
                let whose = match whose {
                    Whose::Player(player) => name(*player),
                    // A player may be called so.
                    Whose::Mover if naming.player("mover").is_some() => String::new(),
                    Whose::Mover => "mover".to_owned(),
                };
                format!("rating({whose}){}{number}", is.sign())
            }
            Self::Proven(true) => "proven".to_owned(),
            Self::Proven(false) => "unproven".to_owned(),
            Self::Winner(Won::By(player)) => format!("winner:{}", name(*player)),
            Self::Winner(Won::Tie) => "tie".to_owned(),
            Self::Mover(player) => format!("mover:{}", name(*player)),
            Self::By(player) => format!("by:{}", name(*player)),
            Self::Ply(range) => format!("ply:{}", plies(*range)),
            Self::Kind(kind) => kind.name().to_owned(),
            Self::Moves(is, number) => format!("moves{}{number}", is.sign()),
            Self::Fork => "fork".to_owned(),
            Self::Worse(Loss::Slight) => "worse".to_owned(),
            Self::Worse(_) => "blunder".to_owned(),
            Self::Best => "best".to_owned(),
            Self::BestPlay => "bestplay".to_owned(),
            Self::Transposition => "transposition".to_owned(),
        }
    }
}

impl Filter {
    /// The text that reads as it; empty for the filter that holds everywhere.
    pub fn text(&self, naming: &Naming) -> String {
        let mut out = String::new();
        for (index, term) in self.terms.iter().enumerate() {
            let space = if index > 0 { " " } else { "" };
            // A string takes everything.
            write!(out, "{space}{}", term.text(naming)).ok();
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_stand_for_any_hex_or_cell_but_never_for_the_end_of_a_row() {
        let board = "b2a3/a3b1 a +1";
        let is_in = |pattern: &str| Pattern::new(pattern).is_in(board);
        for pattern in [
            "a3b1",
            "a3",
            "?2a?",
            "??a3/a3??",
            "b2*b1",
            "a +",
            "*",
            "",
            "b1 a +?",
        ] {
            assert!(is_in(pattern), "{pattern}");
        }
        for pattern in ["a3a3", "a3?a3", "??????", "b1*b2", "a3b2", "a??b1"] {
            assert!(!is_in(pattern), "{pattern}");
        }
    }

    #[test]
    fn a_whole_text_is_compared_from_end_to_end() {
        let is = |pattern: &str, text: &str| Pattern::new(pattern).is(text);
        assert!(is("2>3", "2>3") && is("?>3", "2>3") && is("*>3", "12>3") && is("p*", "pass"));
        assert!(is("*a*b", "xaab") && is("*", "") && is("", ""));
        assert!(!is("2>3", "12>3") && !is("?>3", "12>3") && !is("p", "pass") && !is("*b", "ba"));
    }
}
