//! Rating options: how players are rated, and the payoff of endless play.

use crate::game::{OpenError, Rational, Refusal, parse_rational, quoted, ratio, whole};
use crate::tree::Graph;

/// How players are rated. For two players whose payoffs have a constant sum, both are minimax.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Multiplayer {
    /// Everyone against the one who is rated (the reading of the books on Dice of Doom).
    #[default]
    Paranoid,
    /// Backward induction: each mover maximizes its own rating; ties go to the first listed move
    /// (Luckhardt and Irani, *An algorithmic solution of N-person games*, 1986).
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
    /// How players are rated; `None`: as the game says, which is max^n unless it is
    /// [paranoid](crate::Game::is_paranoid).
    pub multiplayer: Option<Multiplayer>,
    /// The payoff of endless play for every player; `None`: a tie, which is the fair share of the
    /// constant sum, or otherwise 1/players, or the nearest number that an end can pay. For one
    /// player it is the lowest payoff.
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
    let (low, high) = graph.range();
    let draw = || fair_share(graph).unwrap_or_else(|| ratio(1, graph.players() as i128));
    let usual = || match graph.players() {
        // A puzzle that is never solved isn't worth a solution.
        1 => low,
        _ => draw(),
    };
    options.endless.unwrap_or_else(usual).clamp(low, high)
}

/// What each player gets if the constant sum of payoffs is divided equally. `None` without one.
pub(super) fn fair_share(graph: &Graph) -> Option<Rational> {
    Some(graph.payoff_sum()? / whole(graph.players() as i128))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{half, one, zero};
    use crate::tree::scripts::tests::graph;

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
        let worth = |ends: &str, endless| {
            let script = format!("start a: l -> x, r -> y; x end: {ends}");
            let graph = graph(&script, None);
            endless_play(graph.graph(), &options(endless))
        };
        assert_eq!(worth("0 1; y end: 1 0", None), half());
        assert_eq!(worth("-1 1; y end: 1 -1", None), zero());
        assert_eq!(worth("0 10; y end: 4 6", None), whole(5));
        // Without a constant sum.
        assert_eq!(worth("0 0; y end: 0 1", None), half());
        assert_eq!(worth("2 3; y end: 2 2", None), whole(2));
        assert_eq!(worth("0 1; y end: 1 0", Some(one())), one());
        let range = (zero(), one());
        assert!(options(Some(zero())).check(range).is_ok());
        let fault = options(Some(whole(2))).check(range).expect_err("too much");
        assert!(fault.to_string().contains("from 0 to 1"), "{fault}");
    }
}
