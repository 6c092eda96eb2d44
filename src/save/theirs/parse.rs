//! The output of an external program in memory: positions or nodes, with their moves and ratings,
//! which are parsed in one of several forms.

use crate::game::{Player, Rational, parse_rational, to_f64};
use crate::rating::Rating;
use crate::save::fields::FieldError;
use crate::save::import::{Attributes, names};
use crate::save::json::{array, object, string};
use crate::save::kinds::shown;

/// Decimals that differ by no more than this are the same number.
const NEAR: f64 = 1e-9;

/// A number, as it was said.
#[derive(Clone, Debug, PartialEq)]
pub struct SaidNumber {
    /// The text as it was written.
    pub text: String,
    /// Its exact value; `None` for a decimal, which may have been rounded.
    exact: Option<Rational>,
    /// The nearest double.
    value: f64,
    /// The tolerance for comparisons.
    tolerance: f64,
}

impl SaidNumber {
    /// Reads a whole number, a fraction or a decimal.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        if !text.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E')) {
            let exact = parse_rational(text)?;
            return Some(Self {
                text: text.to_owned(),
                exact: Some(exact),
                value: to_f64(&exact),
                tolerance: 0.0,
            });
        }
        if !text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte))
        {
            return None;
        }
        let value: f64 = text.parse().ok().filter(|value: &f64| value.is_finite())?;
        let places = match text.split_once('.') {
            Some((_, after)) if after.bytes().all(|byte| byte.is_ascii_digit()) => after.len(),
            _ => 0,
        };
        // Numbers with six or more digits were probably rounded when printed.
        let rounded = match places {
            6..=9 => 0.500_001 * 10_f64.powi(-(places as i32)),
            _ => 0.0,
        };
        Some(Self {
            text: text.to_owned(),
            exact: None,
            value,
            tolerance: rounded.max(NEAR),
        })
    }

    /// Its exact value; `None` for a decimal, which may have been rounded.
    pub fn exact(&self) -> Option<Rational> {
        self.exact
    }

    /// The nearest double.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// The same number on another scale, where it is that rating; the text has both.
    #[must_use]
    pub fn read_as(&self, rating: Rational) -> Self {
        Self {
            text: format!("{} (= {rating})", self.text),
            exact: Some(rating),
            value: to_f64(&rating),
            tolerance: 0.0,
        }
    }

    /// Whether it is that rating.
    pub fn is(&self, rating: &Rating) -> bool {
        match (self.exact, rating.exact()) {
            (Some(said), Some(ours)) => said == ours,
            _ => (self.value - rating.to_f64()).abs() <= self.tolerance.max(NEAR),
        }
    }
}

/// A rating or payoff as it was given.
#[derive(Clone, Debug, PartialEq)]
pub enum SaidRating {
    /// One number for the player to move.
    ForMover(SaidNumber),
    /// One number for the first player.
    ForFirst(SaidNumber),
    /// A number for each player that is named.
    ByName(Vec<(String, SaidNumber)>),
    /// A number for each player in their order.
    InOrder(Vec<SaidNumber>),
}

impl SaidRating {
    /// The number for a player; `None` if there is none. `named` returns whether a name is the
    /// player's.
    pub fn of(
        &self,
        player: Player,
        named: impl Fn(&str) -> Option<Player>,
        mover: Option<Player>,
    ) -> Option<&SaidNumber> {
        match self {
            Self::ForMover(number) => (mover == Some(player)).then_some(number),
            Self::ForFirst(number) => (player.0 == 0).then_some(number),
            Self::ByName(numbers) => {
                let mut numbers = numbers.iter();
                Some(&numbers.find(|(name, _)| named(name) == Some(player))?.1)
            }
            Self::InOrder(numbers) => numbers.get(player.index()),
        }
    }

    /// Its numbers.
    pub fn numbers(&self) -> Vec<&SaidNumber> {
        match self {
            Self::ForMover(number) | Self::ForFirst(number) => vec![number],
            Self::ByName(numbers) => numbers.iter().map(|(_, number)| number).collect(),
            Self::InOrder(numbers) => numbers.iter().collect(),
        }
    }

    /// Replaces every number.
    pub fn change(&mut self, with: impl Fn(&SaidNumber) -> SaidNumber) {
        match self {
            Self::ForMover(number) | Self::ForFirst(number) => *number = with(number),
            Self::ByName(numbers) => {
                numbers
                    .iter_mut()
                    .for_each(|(_, number)| *number = with(number));
            }
            Self::InOrder(numbers) => numbers.iter_mut().for_each(|number| *number = with(number)),
        }
    }

    /// The names that numbers were said of.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let names: &[(String, SaidNumber)] = match self {
            Self::ByName(numbers) => numbers,
            _ => &[],
        };
        names.iter().map(|(name, _)| name.as_str())
    }

    /// The number of given numbers.
    pub fn count(&self) -> usize {
        match self {
            Self::ForMover(_) | Self::ForFirst(_) => 1,
            Self::ByName(numbers) => numbers.len(),
            Self::InOrder(numbers) => numbers.len(),
        }
    }

    /// As text: `a 0, b 1`.
    pub fn description(&self) -> String {
        let join = |parts: Vec<String>| parts.join(", ");
        match self {
            Self::ForMover(number) => format!("{} for the mover", number.text),
            Self::ForFirst(number) => format!("{} for the first player", number.text),
            Self::ByName(numbers) => join(
                numbers
                    .iter()
                    .map(|(name, number)| format!("{name} {}", number.text))
                    .collect(),
            ),
            Self::InOrder(numbers) => {
                join(numbers.iter().map(|number| number.text.clone()).collect())
            }
        }
    }
}

/// The player that a single number is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alone {
    Movers,
    Firsts,
}

/// The rating that a member of a record gives.
pub(super) fn rating(
    record: &Attributes<'_>,
    names: &[&str],
    alone: Alone,
) -> Result<Option<SaidRating>, FieldError> {
    let Some(raw) = record.first(names) else {
        return Ok(None);
    };
    let wrong = || {
        record.fault(
            raw,
            format!(
                "'{}' must be a number, such as 0.5 or \"1/2\", or one for each player, such as \
                 {{\"a\":0,\"b\":1}}, not {}",
                names[0],
                shown(raw)
            ),
        )
    };
    let said = match raw.as_bytes().first() {
        Some(b'{') => {
            let members = object(raw).map_err(|(what, _)| record.fault(raw, what))?;
            let numbers = members.iter().map(|member| {
                let number = number(member.raw).ok_or_else(wrong)?;
                Ok((member.key.clone().into_owned(), number))
            });
            SaidRating::ByName(numbers.collect::<Result<_, FieldError>>()?)
        }
        Some(b'[') => {
            let items = array(raw).ok_or_else(wrong)?;
            let numbers = items.iter().map(|item| number(item).ok_or_else(wrong));
            SaidRating::InOrder(numbers.collect::<Result<_, FieldError>>()?)
        }
        _ => {
            let number = number(raw).ok_or_else(wrong)?;
            match alone {
                Alone::Movers => SaidRating::ForMover(number),
                Alone::Firsts => SaidRating::ForFirst(number),
            }
        }
    };
    if said.count() == 0 {
        return Err(wrong());
    }
    Ok(Some(said))
}

/// A number, or a text that is one.
pub(super) fn number(raw: &str) -> Option<SaidNumber> {
    match string(raw) {
        Some(text) => SaidNumber::read(&text),
        None => SaidNumber::read(raw),
    }
}

/// The winners that a member of a record gives: a list of names, or one.
pub(super) fn winners(record: &Attributes<'_>) -> Result<Option<Vec<String>>, FieldError> {
    let Some(raw) = record.first(&["winners", "winner"]) else {
        return Ok(None);
    };
    let names = names(raw).ok_or_else(|| {
        let what = format!(
            "'winners' must be a list of players' names, not {}",
            shown(raw)
        );
        record.fault(raw, what)
    })?;
    Ok(Some(names))
}

/// Maximum number of nodes or positions.
pub const MAX_THEIR_NODES: usize = 2_000_000;

/// In which form it was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TheirForm {
    /// A tree or a graph in node-link JSON.
    #[default]
    NodeLink,
    /// A tree that a Lisp program printed.
    Lisp,
    /// JSON Lines: one position a line.
    Lines,
}

impl TheirForm {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::NodeLink => "node-link JSON",
            Self::Lisp => "a Lisp tree",
            Self::Lines => "JSON Lines",
        }
    }

    /// The word for one of its records.
    pub fn record(self) -> &'static str {
        match self {
            Self::Lines => "position",
            Self::NodeLink | Self::Lisp => "node",
        }
    }
}

/// Whether the program declares a position as an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// Not stated.
    Unsaid,
    /// The game is over.
    Yes,
    /// The game continues.
    No,
    /// The game may continue, and the moves were left out.
    LeftOut,
}

/// A position as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TheirPosition {
    /// In notation.
    Notation(String),
    /// Hexes in notation without marks between the rows, a space, and the letter of the player to
    /// move. The rest of the position wasn't written.
    Board(String),
}

impl TheirPosition {
    /// The text as it was written.
    pub fn text(&self) -> &str {
        match self {
            Self::Notation(text) | Self::Board(text) => text,
        }
    }
}

/// A move as the program gives it.
#[derive(Clone, Debug)]
pub struct TheirMove {
    /// Its notation; `None` if only its position is given.
    pub text: Option<String>,
    /// The node to which it leads.
    pub to: Option<u32>,
    /// The position to which it leads.
    pub position: Option<String>,
    /// The rating of that position.
    pub rating: Option<SaidRating>,
    /// Its probability.
    pub probability: Option<SaidNumber>,
    /// The line of the text.
    pub line: u32,
}

/// A position as the program gives it, or a node of a tree.
#[derive(Clone, Debug)]
pub struct TheirNode {
    /// The line of the text.
    pub line: u32,
    /// The position, if it is given.
    pub position: Option<TheirPosition>,
    /// The player to move, if it is given beside the position.
    pub player: Option<String>,
    /// Whether the game is over.
    pub ends: Ends,
    /// Its rating.
    pub rating: Option<SaidRating>,
    /// The payoffs of an end.
    pub payoffs: Option<SaidRating>,
    /// The winners.
    pub winners: Option<Vec<String>>,
    /// Its moves; `None` if they aren't given.
    pub moves: Option<Vec<TheirMove>>,
}

impl TheirNode {
    /// A node without data.
    pub fn new(line: usize) -> Self {
        Self {
            line: line as u32,
            position: None,
            player: None,
            ends: Ends::Unsaid,
            rating: None,
            payoffs: None,
            winners: None,
            moves: None,
        }
    }

    /// Whether it has no data except its line.
    pub fn says_nothing(&self) -> bool {
        self.player.is_none()
            && matches!(self.ends, Ends::Unsaid | Ends::LeftOut)
            && self.rating.is_none()
            && self.payoffs.is_none()
            && self.winners.is_none()
            && self.moves.is_none()
    }
}

/// The output of an external program.
#[derive(Clone, Debug)]
pub struct ProgramOutput {
    /// In which form.
    pub form: TheirForm,
    /// The positions, or the nodes of a tree.
    pub nodes: Vec<TheirNode>,
    /// The root of a tree.
    pub root: u32,
    /// The ply limit that the text says it was made with.
    pub max_plies: Option<u32>,
    /// Notices, one sentence each.
    pub notices: Vec<String>,
    /// Whether no position tells captured dice (`+N`): then they aren't given.
    pub is_bare: bool,
}

/// Whether a position tells no captured dice.
pub(super) fn is_bare(text: &str) -> bool {
    !text.contains(" +")
}

impl TheirNode {
    /// Whether neither its position nor those after its moves tell captured dice.
    pub(super) fn is_bare(&self) -> bool {
        let own = self.position.as_ref().map(TheirPosition::text);
        let moves = self.moves.iter().flatten();
        let after = moves.filter_map(|mv| mv.position.as_deref());
        own.into_iter().chain(after).all(is_bare)
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse::*;
    use crate::game::{half, ratio};

    fn is(text: &str, number: Rational) -> bool {
        SaidNumber::read(text).is_some_and(|said| said.is(&Rating::Exact(number)))
    }

    #[test]
    fn numbers_are_the_same_however_they_are_written() {
        for text in ["1/2", "2/4", "0.5", "5e-1", "0.50000000000001"] {
            assert!(is(text, half()), "{text}");
        }
        for text in ["1", "0.4999", "0.500001", "1/3"] {
            assert!(!is(text, half()), "{text}");
        }
        assert!(is("0.333333", ratio(1, 3)));
        assert!(!is("0.333", ratio(1, 3)));
        assert!(!is("0.333334", ratio(1, 3)));
    }

    #[test]
    fn text_that_is_not_a_finite_number_is_not_read_as_a_rating() {
        for text in [
            "", "NaN", "inf", "Infinity", "1e999", "1/0", "0x1", "1..2", "half",
        ] {
            assert_eq!(SaidNumber::read(text), None, "{text}");
        }
    }
}
