//! [`TreeBuilder`]: rules, limits and rating options for building a [`Tree`].

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::{Error, Tree};
use crate::game::{Estimate, OpenError, Rational, Shown, SwitchValue};
use crate::games::{self, Setup};
use crate::rating::Multiplayer;
use crate::session::{
    Build, MAX_POSITIONS, Progress, Wanted, open, open_typed, that_reads, usual_game,
};
use crate::work::Turn;

/// Positions listed between clock checks and progress reports.
const WORK: usize = 4_096;

type Begin = Box<dyn FnOnce(Wanted) -> Result<Box<dyn Build>, OpenError>>;

enum Start {
    /// A game and a position as text. A game without a name has still to be detected.
    Named(Box<Setup>, Result<(), OpenError>),
    Typed(Begin),
}

/// Chooses rules, limits and rating options, and builds a [`Tree`].
///
/// If a limit is reached, the tree isn't [complete](Tree::is_complete). Ratings that aren't
/// [proven](super::Node::proven) lie between two bounds, and an estimate replaces what is unknown.
///
/// ```
/// use doomtree::{Player, Tree};
///
/// let tree = Tree::builder("b2b2/a2b1 a").rules("haskell").max_plies(3).build()?;
/// assert!(!tree.root().is_proven());
/// # Ok::<(), doomtree::Error>(())
/// ```
pub struct TreeBuilder<'a> {
    start: Start,
    wanted: Wanted,
    max_time: Option<Duration>,
    report: Option<Report<'a>>,
}

type Report<'a> = Box<dyn FnMut(&Progress) -> ControlFlow<()> + 'a>;

impl TreeBuilder<'static> {
    pub(super) fn named(position: &str) -> Self {
        Self::of_setup(Setup {
            position: position.to_owned(),
            ..Setup::default()
        })
    }

    pub(super) fn of_setup(setup: Setup) -> Self {
        Self::new(Start::Named(Box::new(setup), Ok(())))
    }

    pub(super) fn typed<G: Shown>(game: G, position: G::Position) -> Self {
        let begin = move |wanted| open_typed(game, position, wanted);
        Self::new(Start::Typed(Box::new(begin)))
    }

    fn new(start: Start) -> Self {
        let mut wanted = Wanted::default();
        wanted.limits.max_nodes = Some(MAX_POSITIONS);
        Self {
            start,
            wanted,
            max_time: None,
            report: None,
        }
    }
}

impl<'a> TreeBuilder<'a> {
    /// The game that reads the position: `dice-of-doom`, `tic-tac-toe`, `trilobite`, or `scripted`,
    /// whose position is a script. Without it, the first game that can read the position.
    #[must_use]
    pub fn game(mut self, name: &str) -> Self {
        if let Start::Named(setup, _) = &mut self.start {
            **setup = Setup::of_board(name, setup.switches.clone(), &setup.position, None);
        }
        self
    }

    /// A rule set by name, such as `haskell`. A position of a game of your own brings its rules.
    #[must_use]
    pub fn rules(mut self, preset: &str) -> Self {
        if let Start::Named(setup, _) = &mut self.start {
            setup.switches.preset = Some(preset.to_owned());
        }
        self
    }

    /// One setting of the rules, such as `max_dice`; names and values are those of tree files.
    #[must_use]
    pub fn rule(mut self, name: &str, value: impl Into<SwitchValue>) -> Self {
        if let Start::Named(setup, fault) = &mut self.start {
            let known = games::switch(name);
            if !known.is_some_and(|switch| setup.switches.set(switch.name, value.into())) {
                *fault = Err(OpenError::rules(
                    format!("the rules have no setting '{name}' with such a value"),
                    "use a setting of tree files, such as max_dice",
                ));
            }
        }
        self
    }

    /// Maximum depth of the tree in plies. Default: no limit.
    #[must_use]
    pub fn max_plies(mut self, plies: u32) -> Self {
        self.wanted.limits.max_plies = Some(plies);
        self
    }

    /// Maximum number of positions that are built, at least 1. Default: 6,000,000.
    #[must_use]
    pub fn max_positions(mut self, positions: u64) -> Self {
        self.wanted.limits.max_nodes = Some(positions.max(1));
        self
    }

    /// Memory limit in bytes for positions and ratings, as estimated beforehand. Default: no limit.
    #[must_use]
    pub fn max_memory(mut self, bytes: u64) -> Self {
        self.wanted.limits.max_bytes = Some(bytes);
        self
    }

    /// Time limit for building and rating, accurate to about half a second. Default: no limit.
    #[must_use]
    pub fn max_time(mut self, time: Duration) -> Self {
        self.max_time = Some(time);
        self
    }

    /// The estimate that replaces a rating at a limit. Default: as if the game ended there.
    #[must_use]
    pub fn estimate(mut self, estimate: Estimate) -> Self {
        self.wanted.limits.estimate = estimate;
        self
    }

    /// How games with more than two players are rated. Default: paranoid, as in the books.
    #[must_use]
    pub fn multiplayer(mut self, multiplayer: Multiplayer) -> Self {
        self.wanted.options.multiplayer = Some(multiplayer);
        self
    }

    /// The payoff of endless play for every player. Default: an equal share.
    #[must_use]
    pub fn endless(mut self, value: Rational) -> Self {
        self.wanted.options.endless = Some(value);
        self
    }

    /// Reports progress while the tree is built. `ControlFlow::Break` stops it, as a limit does.
    #[must_use]
    pub fn on_progress<'b>(
        self,
        report: impl FnMut(&Progress) -> ControlFlow<()> + 'b,
    ) -> TreeBuilder<'b>
    where
        'a: 'b,
    {
        TreeBuilder {
            start: self.start,
            wanted: self.wanted,
            max_time: self.max_time,
            report: Some(Box::new(report)),
        }
    }

    /// Builds and rates the tree.
    ///
    /// # Errors
    /// An invalid game, rule or position, an estimate that the game doesn't offer, a payoff of
    /// endless play outside the game's range, or a game that breaks its contract.
    #[expect(clippy::disallowed_methods, reason = "a limit of time needs a clock")]
    pub fn build(self) -> Result<Tree, Error> {
        let Self {
            start,
            wanted,
            max_time,
            mut report,
        } = self;
        let mut build = match start {
            Start::Named(setup, fault) => {
                fault?;
                open(&with_game(*setup), wanted, "")?
            }
            Start::Typed(begin) => begin(wanted)?,
        };
        let begun = Instant::now();
        let mut watched = max_time.is_some() || report.is_some();
        while watched {
            let progress = build.step(Turn::Work(WORK));
            let late = max_time.is_some_and(|most| begun.elapsed() >= most);
            let mut broken = || {
                report
                    .as_mut()
                    .is_some_and(|report| report(&progress).is_break())
            };
            if progress.done {
                watched = false;
            } else if late || broken() {
                build.stop();
                watched = false;
            }
        }
        let rated = build.finish();
        match rated.graph.graph().fault() {
            Some(fault) => Err(Error::Refused(fault.clone())),
            None => Ok(Tree { rated }),
        }
    }
}

/// The setup with a game.
fn with_game(setup: Setup) -> Setup {
    if !setup.game.is_empty() {
        return setup;
    }
    that_reads(&setup).unwrap_or_else(|| Setup {
        // The error message is that of the most usual game.
        game: usual_game().to_owned(),
        ..setup
    })
}
