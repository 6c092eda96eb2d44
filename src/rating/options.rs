//! Rating options: how more than two players are rated, and the payoff of endless play.

use crate::game::{OpenError, Rational, Refusal, parse_rational, quoted, ratio};
use crate::tree::Graph;

/// How more than two players are rated. For two players with a constant sum, both give the same
/// ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Multiplayer {
    /// Everyone against the one who is rated (the book's reading).
    #[default]
    Paranoid,
    /// Each mover maximizes its own rating; ties go to the first listed move (Luckhardt and Irani,
    /// *An algorithmic solution of N-person games*, 1986).
    MaxN,
}

impl Multiplayer {
    /// Every way, in the order they are offered.
    pub const ALL: [Self; 2] = [Self::Paranoid, Self::MaxN];

    /// The name used on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Paranoid => "paranoid",
            Self::MaxN => "max-n",
        }
    }

    /// The option with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.name() == name)
    }
}

/// Options for rating a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Options {
    /// How more than two players are rated.
    pub multiplayer: Multiplayer,
    /// The payoff of endless play for every player; `None`: a tie, which is 1/players, or the
    /// nearest number that an end can pay.
    pub endless: Option<Rational>,
}

/// The word for the default payoff of endless play, on the command line and in the window.
pub const DRAW: &str = "draw";

impl Options {
    /// Parses the payoff of endless play: `draw`, or a number.
    ///
    /// # Errors
    /// Fails if the text is neither.
    pub fn read_endless(text: &str) -> Result<Option<Rational>, Refusal> {
        if text.trim() == DRAW {
            return Ok(None);
        }
        match parse_rational(text.trim()) {
            Some(number) => Ok(Some(number)),
            None => Err(Refusal::new(
                format!("play without end can't be worth {}", quoted(text.trim())),
                format!("use {DRAW} or a fraction such as 1/2"),
            )),
        }
    }

    /// The payoff of endless play in a game with this number of players and this range of payoffs.
    pub fn endless_play(&self, players: usize, range: (Rational, Rational)) -> Rational {
        let (low, high) = range;
        let draw = || ratio(1, players as i128);
        self.endless.unwrap_or_else(draw).clamp(low, high)
    }

    /// Checks that the payoff of endless play is one that an end could have.
    ///
    /// # Errors
    /// One sentence, if the number is outside the range of payoffs.
    pub fn check(&self, range: (Rational, Rational)) -> Result<(), OpenError> {
        let (low, high) = range;
        match self.endless {
            Some(endless) if endless < low || endless > high => Err(OpenError::rules(
                format!("play without end can't be worth {endless} in this game"),
                format!("use {DRAW} or a number from {low} to {high}"),
            )),
            _ => Ok(()),
        }
    }
}

/// The payoff of endless play for every player in a graph.
pub fn endless_play(graph: &Graph, options: &Options) -> Rational {
    options.endless_play(graph.players(), graph.range())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{half, one, whole, zero};

    #[test]
    fn ways_of_rating_are_found_by_their_names() {
        for way in Multiplayer::ALL {
            assert_eq!(Multiplayer::from_name(way.name()), Some(way));
        }
        assert_eq!(Multiplayer::from_name("maxn"), None);
    }

    #[test]
    fn endless_play_is_a_draw_or_any_number_that_an_end_could_pay() {
        assert_eq!(Options::read_endless("draw"), Ok(None));
        assert_eq!(Options::read_endless(" 1/2 "), Ok(Some(half())));
        let fault = Options::read_endless("much").expect_err("no number");
        let fault = fault.to_string();
        assert!(
            fault.contains("'much'") && fault.contains("draw"),
            "{fault}"
        );
        let options = |endless| Options {
            endless,
            ..Options::default()
        };
        let range = (zero(), one());
        assert_eq!(options(None).endless_play(3, range), ratio(1, 3));
        assert_eq!(options(None).endless_play(3, (half(), one())), half());
        assert_eq!(options(Some(one())).endless_play(3, range), one());
        assert!(options(Some(zero())).check(range).is_ok());
        let fault = options(Some(whole(2))).check(range).expect_err("too much");
        assert!(fault.to_string().contains("from 0 to 1"), "{fault}");
    }
}
