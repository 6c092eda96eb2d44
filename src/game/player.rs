//! Players, kinds of positions, winners, and the name of an estimate; and the exact numbers of payoffs,
//! probabilities and ratings, which are fractions of 128-bit integers.

use std::fmt;

use num_rational::Ratio;
use num_traits::ToPrimitive;

/// Maximum number of players: one for each letter.
pub const MAX_PLAYERS: usize = 26;

/// A player, counted from 0 in the order of play.
///
/// ```
/// use doomtree::Player;
///
/// let letters: String = Player::all(3).map(Player::letter).collect();
/// assert_eq!(letters, "abc");
/// assert_eq!(Player::from_letter('b'), Some(Player(1)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(pub u8);

impl Player {
    /// The player's letter: `a`, `b`, `c` …
    pub fn letter(self) -> char {
        char::from(b'a' + self.0.min(25))
    }

    /// The player with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        letter
            .is_ascii_lowercase()
            .then(|| Self(letter as u8 - b'a'))
    }

    /// The player's index in a list of players.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The first `count` players.
    pub fn all(count: usize) -> impl Iterator<Item = Self> {
        (0..count).map(|index| Self(index as u8))
    }
}

/// The kind of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The mover chooses.
    Decision(Player),
    /// Chance decides. The player is the one whose move rolled the dice.
    Chance(Player),
    /// The game is over.
    End,
}

impl Kind {
    /// The player who chooses here, or whose move chance decides.
    pub fn player(self) -> Option<Player> {
        match self {
            Self::Decision(player) | Self::Chance(player) => Some(player),
            Self::End => None,
        }
    }
}

/// A set of players, one bit per player: the winners of an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Winners(pub u32);

impl Winners {
    /// Adds a player.
    pub fn insert(&mut self, player: Player) {
        self.0 |= 1 << player.0;
    }

    /// Whether the player is among them.
    pub fn contains(self, player: Player) -> bool {
        self.0 >> player.0 & 1 == 1
    }

    /// The number of players in the set.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The players, in their order.
    pub fn iter(self) -> impl Iterator<Item = Player> {
        (0..32)
            .filter(move |bit| self.0 >> bit & 1 == 1)
            .map(Player)
    }
}

/// The winners of an end with these payoffs, one per player: the players with the largest payoff.
pub fn winners_of(payoffs: &[Rational]) -> Winners {
    let mut winners = Winners::default();
    let Some(best) = payoffs.iter().max() else {
        return winners;
    };
    for (index, payoff) in payoffs.iter().enumerate() {
        if payoff == best {
            winners.insert(Player(index as u8));
        }
    }
    winners
}

/// The estimate (heuristic evaluation) that replaces a rating at a limit of the tree, by its name. A
/// game lists those that it offers, and may have some of its own: `Estimate::new("mobility")`.
///
/// An estimate is never shown as exact. A rating that depends on one is marked, and its proven
/// interval is shown beside it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Estimate {
    /// The name, filled up with zeros.
    name: [u8; Self::MAX_LEN],
}

impl Estimate {
    /// Maximum number of letters of a name.
    pub const MAX_LEN: usize = 16;

    /// Payoffs as if the game ended there.
    pub const WINNERS: Self = Self::new("winners");
    /// The player's share of the board.
    pub const SHARE: Self = Self::new("share");

    /// The estimate with this name, the one used on the command line and in files. What isn't a
    /// lower-case letter of the first 16 becomes a hyphen.
    pub const fn new(name: &str) -> Self {
        let (text, mut own, mut index) = (name.as_bytes(), [0; Self::MAX_LEN], 0);
        while index < text.len() && index < Self::MAX_LEN {
            own[index] = match text[index] {
                letter @ b'a'..=b'z' => letter,
                _ => b'-',
            };
            index += 1;
        }
        Self { name: own }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        let len = self.name.iter().position(|letter| *letter == 0);
        let name = &self.name[..len.unwrap_or(Self::MAX_LEN)];
        str::from_utf8(name).unwrap_or_default()
    }

    /// Its label, in a few words, if the game has no other.
    pub fn label(&self) -> &str {
        match *self {
            Self::WINNERS => "Winners: score as if the game ended",
            Self::SHARE => "Share: part of the board owned",
            _ => self.name(),
        }
    }

    /// The estimate with this name; `None` if no estimate can have it.
    pub fn from_name(name: &str) -> Option<Self> {
        let estimate = Self::new(name);
        (!name.is_empty() && estimate.name() == name).then_some(estimate)
    }
}

impl Default for Estimate {
    fn default() -> Self {
        Self::WINNERS
    }
}

impl fmt::Debug for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An exact number in lowest terms. Its `Display` is the notation of files: `0`, `1`, `1/2`.
pub type Rational = Ratio<i128>;

/// 0
pub fn zero() -> Rational {
    whole(0)
}

/// 1
pub fn one() -> Rational {
    whole(1)
}

/// 1/2
pub fn half() -> Rational {
    ratio(1, 2)
}

/// A whole number.
pub fn whole(number: i128) -> Rational {
    Ratio::from_integer(number)
}

/// `numerator / denominator`; the denominator must not be 0.
pub fn ratio(numerator: i128, denominator: i128) -> Rational {
    // Divisions of 128 bits take their time, and most fractions are small.
    match (i64::try_from(numerator), i64::try_from(denominator)) {
        (Ok(above), Ok(below)) if below > 0 => {
            let small = Ratio::new(above, below);
            Ratio::new_raw(i128::from(*small.numer()), i128::from(*small.denom()))
        }
        _ => Ratio::new(numerator, denominator),
    }
}

/// About the same as a double, quicker than the nearest one.
pub fn near_f64(number: &Rational) -> f64 {
    let (above, below) = (*number.numer(), *number.denom());
    match (i64::try_from(above), i64::try_from(below)) {
        (Ok(above), Ok(below)) => above as f64 / below as f64,
        _ => above as f64 / below as f64,
    }
}

/// The nearest double.
pub fn to_f64(number: &Rational) -> f64 {
    number
        .to_f64()
        .unwrap_or_else(|| *number.numer() as f64 / *number.denom() as f64)
}

/// Whether [`parse_rational`] reads the number back, as a script needs it: at most 18 digits in
/// numerator and denominator, or 20 in a whole number.
pub fn is_short(number: &Rational) -> bool {
    const MAX: i128 = 10_i128.pow(18);
    let max = if number.is_integer() { 100 * MAX } else { MAX };
    number.numer().abs() < max && *number.denom() < MAX
}

/// How many payoffs an end needs, where another number of them is given.
pub fn payoffs_needed(players: usize, given: usize) -> String {
    match players {
        1 => format!("an end needs 1 payoff; you gave {given}"),
        players => format!("an end needs {players} payoffs, one per player; you gave {given}"),
    }
}

/// Parses `3`, `-3`, `1/2` or `0.84` exactly; the sign may be a minus or a hyphen. Numerator and
/// denominator have at most 18 digits each, and whole numbers 20, so that sums and products of parsed
/// numbers rarely exceed 128 bits.
pub fn parse_rational(text: &str) -> Option<Rational> {
    fn at_most(max: usize, text: &str) -> Option<i128> {
        let all = text.bytes().all(|byte| byte.is_ascii_digit());
        let fits = (1..=max).contains(&text.len()) && all;
        fits.then(|| text.parse().ok()).flatten()
    }
    let digits = |text: &str| at_most(18, text);
    let (sign, unsigned) = match text.strip_prefix(['-', '−']) {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    if let Some((numerator, denominator)) = unsigned.split_once('/') {
        let denominator = digits(denominator)?;
        return (denominator != 0)
            .then(|| digits(numerator).map(|numerator| ratio(sign * numerator, denominator)))
            .flatten();
    }
    if let Some((before, after)) = unsigned.split_once('.') {
        let places = u32::try_from(after.len()).ok()?;
        let all = digits(&format!("{before}{after}"))?;
        digits(before)?;
        digits(after)?;
        return Some(ratio(sign * all, 10_i128.pow(places)));
    }
    at_most(20, unsigned).map(|number| whole(sign * number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_are_listed_and_counted_from_the_first_player_on() {
        let winners = Winners(0b1011);
        let listed: Vec<Player> = winners.iter().collect();
        assert_eq!(listed, [Player(0), Player(1), Player(3)]);
        assert_eq!(winners.len(), 3);
        assert!(!winners.is_empty());
        assert!(Winners(0).is_empty());
    }

    #[test]
    fn an_estimate_has_any_short_name_of_letters_and_hyphens() {
        for name in ["winners", "share", "safe-hexes", "sixteen-letters-"] {
            let estimate = Estimate::from_name(name).expect(name);
            assert_eq!(
                (estimate.name(), format!("{estimate:?}").as_str()),
                (name, name)
            );
        }
        for name in [
            "",
            "Winners",
            "two words",
            "a name that is too long",
            "é",
            "a\0",
        ] {
            assert_eq!(Estimate::from_name(name), None, "{name}");
        }
        assert_eq!(Estimate::default(), Estimate::new("winners"));
    }

    #[test]
    fn fractions_decimals_and_whole_numbers_are_read_exactly() {
        for (text, expected) in [
            ("0", zero()),
            ("-2", whole(-2)),
            ("2/4", half()),
            ("0.84", ratio(21, 25)),
            ("-0.5", ratio(-1, 2)),
        ] {
            assert_eq!(parse_rational(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_not_read() {
        for text in [
            "", "-", "1/0", "1/", "/2", "1.", ".5", "1e3", "nan", "+1", "1 ", "--1",
        ] {
            assert_eq!(parse_rational(text), None, "{text}");
        }
        assert_eq!(parse_rational("123456789012345678901"), None);
        assert_eq!(parse_rational("1/1234567890123456789"), None);
        let large = whole(10_i128.pow(19));
        assert_eq!(parse_rational("10000000000000000000"), Some(large));
    }

    #[test]
    fn a_number_is_written_in_lowest_terms() {
        assert_eq!(ratio(2, 4).to_string(), "1/2");
        assert_eq!(one().to_string(), "1");
    }
}
