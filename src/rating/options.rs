//! What of rating is a matter of choice: how more than two players are rated, and what play
//! without end is worth.

use crate::game::{OpenError, Rational, Refusal, parse_rational, quoted, ratio};
use crate::tree::Graph;

/// How more than two players are rated. With two whose payoffs have a constant sum both come to
/// the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Multiplayer {
    /// Everyone against the one who is rated (the book's reading).
    #[default]
    Paranoid,
    /// Each mover takes what is best for itself, of moves that tie the first listed (Luckhardt and
    /// Irani, *An algorithmic solution of N-person games*, 1986).
    MaxN,
}

impl Multiplayer {
    /// Every way, in the order in which they are offered.
    pub const ALL: [Self; 2] = [Self::Paranoid, Self::MaxN];

    /// The name used on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Paranoid => "paranoid",
            Self::MaxN => "max-n",
        }
    }

    /// The way of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.name() == name)
    }
}

/// How a graph is rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Options {
    /// How more than two players are rated.
    pub multiplayer: Multiplayer,
    /// What play without end is worth to everybody; `None`: a draw, which is 1/players, or the
    /// nearest number that an end can pay.
    pub endless: Option<Rational>,
}

/// The word for the usual worth of play without end, on the command line and in the window.
pub const DRAW: &str = "draw";

impl Options {
    /// Reads what play without end is worth: `draw`, or a number.
    ///
    /// # Errors
    /// A text that is neither.
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

    /// What play without end is worth in a game of so many players whose payoffs lie in `range`.
    pub fn endless_play(&self, players: usize, range: (Rational, Rational)) -> Rational {
        let (low, high) = range;
        let draw = || ratio(1, players as i128);
        self.endless.unwrap_or_else(draw).clamp(low, high)
    }

    /// Checks that play without end is worth a number that an end of the game could pay.
    ///
    /// # Errors
    /// One sentence on a number outside the range of payoffs.
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

/// What endless play is worth to everybody in a graph.
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
