//! [`TreeBuilder`]: rules, limits and rating options for building a [`Tree`]; and [`StoppedBy`]: what
//! ended the work on it before it was done.

use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::{Error, Tree};
use crate::game::{Estimate, OpenError, Rational, Refusal, Shown, SwitchValue};
use crate::games::{self, Setup};
use crate::rating::Multiplayer;
use crate::session::{
    Build, GraphRequest, MAX_POSITIONS, Progress, RatingProver, Stage, open, open_typed, prove,
    prove_typed, that_reads, usual_game,
};
use crate::tree::Stopped;
use crate::work::TurnLength;

/// Positions listed between clock checks and progress reports.
const WORK: usize = 4_096;

/// A game of a known type with a position: its graph can be built, and searched without one.
trait TypedGame {
    fn build(self: Box<Self>, wanted: GraphRequest) -> Result<Box<dyn Build>, OpenError>;

    fn prove(self: Box<Self>, wanted: GraphRequest) -> Result<Box<dyn RatingProver>, OpenError>;
}

impl<G: Shown> TypedGame for (G, G::Position) {
    fn build(self: Box<Self>, wanted: GraphRequest) -> Result<Box<dyn Build>, OpenError> {
        open_typed(self.0, self.1, wanted)
    }

    fn prove(self: Box<Self>, wanted: GraphRequest) -> Result<Box<dyn RatingProver>, OpenError> {
        prove_typed(self.0, self.1, wanted)
    }
}

enum TreeOrigin {
    /// A game and a position as text. A game without a name has still to be detected.
    Named(Box<Setup>),
    Typed(Box<dyn TypedGame>),
}

/// What a tree starts with: a position in notation, or a script of a tree; or a game of your own and
/// its position, as a pair.
#[diagnostic::on_unimplemented(
    message = "a tree can't start with `{Self}`",
    label = "neither a position in notation nor a pair of a game and its position",
    note = "a game needs two traits: `Game`, and `Shown`, such as `impl doomtree::Shown for Mine {{}}`",
    note = "the pair is the game and a position of its own type: `(Mine, position)`"
)]
pub trait Start: private::Sealed {
    /// Chooses rules and limits.
    #[doc(hidden)]
    fn builder(self) -> TreeBuilder<'static>;
}

mod private {
    pub trait Sealed {}
}

impl private::Sealed for &str {}

impl Start for &str {
    fn builder(self) -> TreeBuilder<'static> {
        TreeBuilder::of_setup(Setup {
            position: self.to_owned(),
            ..Setup::default()
        })
    }
}

impl private::Sealed for &String {}

impl Start for &String {
    fn builder(self) -> TreeBuilder<'static> {
        self.as_str().builder()
    }
}

impl private::Sealed for String {}

impl Start for String {
    fn builder(self) -> TreeBuilder<'static> {
        self.as_str().builder()
    }
}

impl<G: Shown> private::Sealed for (G, G::Position) {}

impl<G: Shown> Start for (G, G::Position) {
    fn builder(self) -> TreeBuilder<'static> {
        TreeBuilder::new(TreeOrigin::Typed(Box::new(self)))
    }
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
    start: TreeOrigin,
    /// Why the choices so far can't be.
    fault: Result<(), OpenError>,
    wanted: GraphRequest,
    max_time: Option<Duration>,
    report: Option<Report<'a>>,
}

type Report<'a> = Box<dyn FnMut(&Progress) -> ControlFlow<()> + 'a>;

impl TreeBuilder<'static> {
    pub(super) fn of_setup(setup: Setup) -> Self {
        Self::new(TreeOrigin::Named(Box::new(setup)))
    }

    fn new(start: TreeOrigin) -> Self {
        let mut wanted = GraphRequest::default();
        wanted.limits.max_nodes = Some(MAX_POSITIONS);
        Self {
            start,
            fault: Ok(()),
            wanted,
            max_time: None,
            report: None,
        }
    }
}

impl<'a> TreeBuilder<'a> {
    /// The setup of a position in notation; a game of your own brings its rules.
    fn setup(&mut self) -> Option<&mut Setup> {
        match &mut self.start {
            TreeOrigin::Named(setup) => Some(setup),
            TreeOrigin::Typed(_) => {
                self.fault = Err(OpenError::rules(
                    "a game of your own brings its name and its rules",
                    "set them in the game",
                ));
                None
            }
        }
    }

    /// The game that reads the position: `dice-of-doom`, `tic-tac-toe`, `trilobite`, or `scripted`,
    /// whose position is a script. Without it, the first game that can read the position. Only for a
    /// position in notation.
    #[must_use]
    pub fn game(mut self, name: &str) -> Self {
        if let Some(setup) = self.setup() {
            *setup = Setup::of_board(name, setup.switches.clone(), &setup.position, None);
        }
        self
    }

    /// A rule set by name, such as `haskell`. Only for a position in notation.
    #[must_use]
    pub fn rules(mut self, preset: &str) -> Self {
        if let Some(setup) = self.setup() {
            setup.switches.preset = Some(preset.to_owned());
        }
        self
    }

    /// One setting of the rules, such as `max_dice`; names and values are those of tree files. Only
    /// for a position in notation.
    #[must_use]
    pub fn rule(mut self, name: &str, value: impl Into<SwitchValue>) -> Self {
        let known = games::switch(name);
        let value = value.into();
        let Some(setup) = self.setup() else {
            return self;
        };
        if !known.is_some_and(|switch| setup.switches.set(switch.name, value)) {
            self.fault = Err(OpenError::rules(
                format!("the rules have no setting '{name}' with such a value"),
                "use a setting of tree files, such as max_dice",
            ));
        }
        self
    }

    /// Maximum depth of the tree in plies: moves of players. An outcome of chance is no ply, so that
    /// a limit never parts a roll from its outcomes. Default: no limit.
    #[must_use]
    #[doc(alias = "max_depth")]
    pub fn max_plies(mut self, plies: u32) -> Self {
        self.wanted.limits.max_plies = Some(plies);
        self
    }

    /// Maximum number of positions that are built, at least 1. Chance nodes count here, unlike in
    /// [`Tree::positions`], and with a ply limit a position counts once for each number of plies left.
    /// Default: 6,000,000.
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

    /// Time limit for building. What was found by then is rated afterwards, which can take twice as
    /// long again, and longer where positions repeat. [`Tree::stopped`] says whether the limit was
    /// reached. Default: no limit.
    #[must_use]
    pub fn max_time(mut self, time: Duration) -> Self {
        self.max_time = Some(time);
        self
    }

    /// The estimate that replaces a rating at a limit. Default: the first one that the game offers.
    #[must_use]
    pub fn estimate(mut self, estimate: Estimate) -> Self {
        self.wanted.limits.estimate = estimate;
        self
    }

    /// How games with more than two players are rated; max-n is refused where positions repeat. If
    /// max-n is only the default there, the tree is rated paranoid, and [`Tree::notices`] says so.
    /// Default: as the game says
    /// ([`Game::is_paranoid`](crate::Game::is_paranoid)): paranoid for Dice of Doom as in the books,
    /// max-n for a game of your own.
    #[must_use]
    pub fn multiplayer(mut self, multiplayer: Multiplayer) -> Self {
        self.wanted.options.multiplayer = Some(multiplayer);
        self
    }

    /// The payoff of endless play for every player. Default: an equal share; for one player the lowest
    /// payoff.
    ///
    /// Where positions repeat, the tree is infinite and its graph isn't: every position is rated once,
    /// here too. Best play may never end, and [`best_line`](Tree::best_line) ends
    /// where it repeats. A ply limit makes the tree finite.
    ///
    /// ```
    /// use doomtree::{Count, Player, Tree, zero};
    ///
    /// // `a` can leave and lose, or go round and round with `b`.
    /// let script = "start a: round -> away, leave -> home; away b: back -> start; home end: 0 1";
    /// let tree = Tree::builder(script).game("scripted").build()?;
    /// assert!(tree.is_cyclic() && tree.nodes() == Count::Infinite && tree.positions() == 3);
    /// assert_eq!(tree.root().longest_line(), None);
    /// assert_eq!(tree.rating(Player(0)).to_string(), "1/2");
    /// assert_eq!(tree.best_line().len(), 2);
    /// let strict = Tree::builder(script).game("scripted").endless(zero()).build()?;
    /// assert_eq!(strict.rating(Player(0)).to_string(), "0");
    /// let limited = Tree::builder(script).game("scripted").max_plies(6).build()?;
    /// assert_eq!(limited.nodes().to_string(), "10");
    /// # Ok::<(), doomtree::Error>(())
    /// ```
    #[must_use]
    pub fn endless(mut self, value: Rational) -> Self {
        self.wanted.options.endless = Some(value);
        self
    }

    /// Reports progress while the tree is built. `ControlFlow::Break` stops it, as a limit does:
    /// [`Tree::stopped`] is [`StoppedBy::Progress`] if anything was left to do.
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
            fault: self.fault,
            wanted: self.wanted,
            max_time: self.max_time,
            report: Some(Box::new(report)),
        }
    }

    /// Builds and rates the tree.
    ///
    /// # Errors
    /// An invalid game, rule or position, an estimate that the game doesn't offer, a payoff of
    /// endless play outside the game's range, max-n where positions repeat, or a game that breaks its
    /// contract.
    pub fn build(self) -> Result<Tree, Error> {
        let asks_max_n = self.wanted.options.multiplayer == Some(Multiplayer::MaxN);
        let max = self.wanted.limits.max_nodes;
        self.fault?;
        let mut build = match self.start {
            TreeOrigin::Named(setup) => open(&with_game(*setup), self.wanted, "")?,
            TreeOrigin::Typed(typed) => typed.build(self.wanted)?,
        };
        let mut watch = Watch::new(self.max_time, self.report);
        let mut stopped = None;
        while watch.watches() {
            let progress = build.step(TurnLength::Work(WORK));
            if progress.done {
                break;
            }
            stopped = stopped.or_else(|| watch.ends(&progress));
            if stopped.is_some() {
                // What was found is rated anyway, but slow bounds are left as they are.
                build.stop();
            }
        }
        let mut rated = build.finish();
        let stopped = match (rated.graph.graph().stopped(), stopped) {
            (Some(Stopped::MaxNodes(kept)), Some(_)) => {
                // The limit that gives the same graph again.
                rated.limits.max_nodes = Some(kept);
                stopped
            }
            (Some(Stopped::MaxNodes(kept)), None) => match rated.limits.max_nodes == max {
                true => max.map(StoppedBy::MaxPositions),
                false => Some(StoppedBy::MaxMemory(kept)),
            },
            _ => stopped.filter(|_| !rated.analysis.ratings.everything_proven()),
        };
        let refused = rated.analysis.ratings.refused().filter(|_| asks_max_n);
        match (rated.graph.graph().fault(), refused) {
            (Some(fault), _) => Err(Error::Refused(fault.clone())),
            (None, Some(why)) => Err(Error::Refused(Refusal::new(why, ""))),
            (None, None) => Ok(Tree::of(rated, stopped)),
        }
    }

    /// Rates the position and its moves by proof-number search, without building the tree: for boards
    /// of which no graph fits into memory. The tree has the moves of the position, and those along the
    /// best line that the search has proven; ratings are proven as far as the search came. A bot
    /// searches again after each move.
    ///
    /// `max_positions` limits the visited nodes, and [`Tree::stopped`] says whether a limit ended the
    /// search. For games without chance that say that [no position
    /// repeats](crate::Game::may_recur). By max-n, two players need a
    /// [`payoff_sum`](crate::Game::payoff_sum).
    ///
    /// ```
    /// use doomtree::{Player, Tree};
    ///
    /// let tree = Tree::builder("a2a2b3b1/b3a1a3b2/a1b3b1a3 a").search()?;
    /// assert!(tree.root().is_proven());
    /// println!("{} for a, best: {:?}", tree.rating(Player(0)), tree.best_moves());
    /// assert!(tree.stopped().is_none() && tree.best_line().len() > 1);
    /// # Ok::<(), doomtree::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`TreeBuilder::build`], and the first reason why such a search proves nothing here.
    pub fn search(self) -> Result<Tree, Error> {
        let max = self.wanted.limits.max_nodes.unwrap_or(u64::MAX);
        let mut wanted = self.wanted;
        wanted.limits.max_nodes = None;
        self.fault?;
        let mut search = match self.start {
            TreeOrigin::Named(setup) => prove(&with_game(*setup), wanted, "")?,
            TreeOrigin::Typed(typed) => typed.prove(wanted)?,
        };
        let mut watch = Watch::new(self.max_time, self.report);
        loop {
            let remaining = max - search.progress().nodes.min(max);
            let found = search.step(remaining.min(WORK as u64));
            let progress = Progress {
                stage: Stage::Proving,
                positions: usize::try_from(found.nodes).unwrap_or(usize::MAX),
                bytes: found.table_bytes,
                done: found.done,
                ..Progress::default()
            };
            let stopped = match found.nodes >= max {
                _ if found.done => None,
                true => Some(StoppedBy::MaxPositions(max)),
                false => watch.ends(&progress),
            };
            if found.done || stopped.is_some() {
                let (rated, line) = search.proved_line();
                return Ok(Tree {
                    line,
                    ..Tree::of(rated, stopped)
                });
            }
        }
    }
}

/// Shows where it starts, and its limits.
impl fmt::Debug for TreeBuilder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = match &self.start {
            TreeOrigin::Named(setup) => setup.position.as_str(),
            TreeOrigin::Typed(_) => "a position of a game",
        };
        f.debug_struct("TreeBuilder")
            .field("start", &start)
            .field("wanted", &self.wanted)
            .field("max_time", &self.max_time)
            .finish_non_exhaustive()
    }
}

/// The end of work by time or by its caller.
struct Watch<'a> {
    deadline: Option<Instant>,
    report: Option<Report<'a>>,
}

impl<'a> Watch<'a> {
    #[expect(clippy::disallowed_methods, reason = "a limit of time needs a clock")]
    fn new(max_time: Option<Duration>, report: Option<Report<'a>>) -> Self {
        let deadline = max_time.and_then(|time| Instant::now().checked_add(time));
        Self { deadline, report }
    }

    /// Whether anything could end the work.
    fn watches(&self) -> bool {
        self.deadline.is_some() || self.report.is_some()
    }

    #[expect(clippy::disallowed_methods, reason = "a limit of time needs a clock")]
    fn ends(&mut self, progress: &Progress) -> Option<StoppedBy> {
        let is_late = self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline);
        let report = self.report.as_mut();
        let breaks = !is_late && report.is_some_and(|report| report(progress).is_break());
        let breaks = breaks.then_some(StoppedBy::Progress);
        is_late.then_some(StoppedBy::MaxTime).or(breaks)
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

/// What ended the work on a [`Tree`](crate::Tree) before it was done. It displays as the member
/// `stopped` of a [`Summary`](crate::Summary).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StoppedBy {
    /// This number of positions was built, or of nodes visited in a search.
    MaxPositions(u64),
    /// The limit of memory had room for this number of positions.
    MaxMemory(u64),
    /// The limit of time.
    MaxTime,
    /// [`on_progress`](crate::TreeBuilder::on_progress) returned `ControlFlow::Break`.
    Progress,
}

impl fmt::Display for StoppedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MaxPositions(max) | Self::MaxMemory(max) => write!(f, "max-nodes {max}"),
            Self::MaxTime => f.write_str("max-time"),
            Self::Progress => f.write_str("progress"),
        }
    }
}
