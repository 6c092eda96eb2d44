//! Starts a search without a graph from a setup given as text, and runs it step by step; and rates by
//! one what has too large a graph.

use std::sync::Arc;

use super::known::own_game;
use super::rated::{Rated, Wanted};
use crate::game::{Kind, OpenError, Player, Refusal, RulesText, Shown, play_line, winners_of};
use crate::games::{self, Setup, WithGame};
use crate::rating::{Analysis, Multiplayer};
use crate::search::{
    Algorithm, MoveAnswer, Number, Options, Progress, ProofSearch, Search, SearchAnswer,
    check_provable, check_searchable,
};
use crate::tree::{Limits, PositionGraph, Proven, Vertex};

/// A search, whatever its game. Dropping it cancels.
pub trait Searching: Send {
    /// Visits up to `work` more nodes.
    fn step(&mut self, work: u64) -> Progress;

    /// The progress of the search.
    fn progress(&self) -> Progress;

    /// The results so far.
    fn searched(&self) -> Searched;
}

/// The results of a search, as text.
#[derive(Clone, Debug)]
pub struct Searched {
    /// The game's name.
    pub game: String,
    /// Its rules, as files store them.
    pub rules: RulesText,
    /// The position, as notation is written.
    pub position: String,
    /// The kind of the position.
    pub kind: Kind,
    /// The players' names.
    pub players: Vec<String>,
    /// The search options.
    pub options: Options,
    /// The number of positions that fit in its table.
    pub table_capacity: usize,
    /// Who wins at the end of the best line, if there is one.
    pub winners: Option<Vec<String>>,
    /// The ratings and proven intervals.
    pub answer: SearchAnswer<String>,
}

impl<G: Shown> Searching for Search<G> {
    fn step(&mut self, work: u64) -> Progress {
        Search::step(self, work)
    }

    fn progress(&self) -> Progress {
        Search::progress(self)
    }

    fn searched(&self) -> Searched {
        let (options, room) = (self.options(), self.table_capacity());
        Searched::new(&**self.game(), self.root(), options, room, self.answer())
    }
}

impl<G: Shown> Searching for ProofSearch<G> {
    fn step(&mut self, work: u64) -> Progress {
        ProofSearch::step(self, work)
    }

    fn progress(&self) -> Progress {
        ProofSearch::progress(self)
    }

    fn searched(&self) -> Searched {
        let (options, room) = (self.options(), self.table_capacity());
        Searched::new(&**self.game(), self.root(), options, room, self.answer())
    }
}

impl Searched {
    /// Whether it was by proof numbers, so that it has a best line.
    pub fn proves(&self) -> bool {
        self.options.algorithm == Algorithm::ProofNumber
    }

    fn new<G: Shown>(
        game: &G,
        root: &G::Position,
        options: &Options,
        table_capacity: usize,
        answer: SearchAnswer<G::Move>,
    ) -> Self {
        let mut position = *root;
        let mut line = Vec::new();
        for mv in &answer.line {
            line.push(game.move_text(&position, *mv));
            position = game.play(&position, *mv);
        }
        let payoffs = || Player::all(game.players()).map(|player| game.payoff(&position, player));
        let winners = (!line.is_empty()).then(|| {
            let winners = winners_of(&payoffs().collect::<Vec<_>>());
            let names = winners.iter().map(|player| game.player_name(player));
            names.collect()
        });
        let moves = answer.moves.into_iter().map(|mv| MoveAnswer {
            mv: game.move_text(root, mv.mv),
            found: mv.found,
        });
        Self {
            game: game.name().to_owned(),
            rules: game.rules(),
            position: game.position_text(root),
            kind: game.kind(root),
            players: Player::all(game.players())
                .map(|player| game.player_name(player))
                .collect(),
            options: *options,
            table_capacity,
            winners,
            answer: SearchAnswer {
                moves: moves.collect(),
                line,
                root: answer.root,
                wins_within: answer.wins_within,
                complete: answer.complete,
                cut: answer.cut,
                recurs: answer.recurs,
            },
        }
    }
}

/// Starts a search for the ratings of the position that `setup` names, or, with a line, of the node
/// at its end. Without an algorithm, it is by proof numbers where they apply, and by alpha-beta
/// elsewhere; that of `options` doesn't matter.
///
/// # Errors
/// A game, rules, a position or a line that can't be read, an estimate that the game doesn't offer,
/// or an algorithm that doesn't apply.
pub fn search(
    setup: &Setup,
    algorithm: Option<Algorithm>,
    options: Options,
    at: &str,
) -> Result<Box<dyn Searching>, OpenError> {
    let start = StartSearch {
        algorithm,
        options,
        at,
    };
    match own_game(&setup.game) {
        Some(own) => own.search(setup, start),
        None => games::open(setup, start)?,
    }
}

/// The parameters for starting a search.
pub(super) struct StartSearch<'a> {
    algorithm: Option<Algorithm>,
    options: Options,
    at: &'a str,
}

impl WithGame for StartSearch<'_> {
    type Output = Result<Box<dyn Searching>, OpenError>;

    fn with<G: Shown>(self, game: G, position: G::Position) -> Self::Output {
        let Self {
            algorithm,
            mut options,
            at,
        } = self;
        let refused = |why: Refusal| OpenError::rules(why.what, why.remedy);
        check_searchable(&game).map_err(refused)?;
        super::open::check_estimate(&game, options.estimate)?;
        let root = play_line(&game, &position, at)?;
        let provable = check_provable(&game, &root, &options);
        options.algorithm = algorithm.unwrap_or(match provable {
            Ok(()) => Algorithm::ProofNumber,
            Err(_) => Algorithm::AlphaBeta,
        });
        if options.algorithm == Algorithm::ProofNumber {
            provable.map_err(refused)?;
            return Ok(Box::new(ProofSearch::new(Arc::new(game), root, options)));
        }
        Ok(Box::new(Search::new(Arc::new(game), root, options)))
    }
}

/// A search for the rating of a position. Dropping it cancels.
pub trait Proving: Searching {
    /// The position and its moves with what is proven of them, and the answer of the search.
    fn proved(&self) -> (Rated, Searched);
}

/// Starts to prove the rating of the position of `setup` or, with a line, of the node at its end;
/// `None` where proof numbers don't apply, for max-n, or at an end.
///
/// # Errors
/// Those of a graph of that position.
pub fn prove(
    setup: &Setup,
    wanted: Wanted,
    at: &str,
) -> Result<Option<Box<dyn Proving>>, OpenError> {
    let start = StartProof { wanted, at };
    match own_game(&setup.game) {
        Some(own) => own.prove(setup, start),
        None => games::open(setup, start)?,
    }
}

/// The same for a position of a game with a known type.
///
/// # Errors
/// Those of a graph of that position.
pub fn prove_typed<G: Shown>(
    game: G,
    position: G::Position,
    wanted: Wanted,
) -> Result<Option<Box<dyn Proving>>, OpenError> {
    StartProof { wanted, at: "" }.with(game, position)
}

/// The parameters for starting a proof.
pub(super) struct StartProof<'a> {
    wanted: Wanted,
    at: &'a str,
}

impl WithGame for StartProof<'_> {
    type Output = Result<Option<Box<dyn Proving>>, OpenError>;

    fn with<G: Shown>(self, game: G, position: G::Position) -> Self::Output {
        let Wanted { limits, options } = self.wanted;
        super::open::check_estimate(&game, limits.estimate)?;
        options.check(game.payoff_range())?;
        let root = play_line(&game, &position, self.at)?;
        let searching = Options {
            algorithm: Algorithm::ProofNumber,
            max_plies: limits.max_plies,
            ..Options::default()
        };
        // A search rates as if all others play against one, which is max-n for a constant sum alone.
        let constant = game.players() == 2 && game.payoff_sum().is_some();
        let max_n = options.multiplayer == Some(Multiplayer::MaxN) && !constant;
        let applies = check_provable(&game, &root, &searching).is_ok() && !max_n;
        if !applies || game.kind(&root) == Kind::End {
            return Ok(None);
        }
        let search = ProofSearch::new(Arc::new(game), root, searching);
        Ok(Some(Box::new(Proof {
            search,
            wanted: self.wanted,
        })))
    }
}

struct Proof<G: Shown> {
    search: ProofSearch<G>,
    wanted: Wanted,
}

impl<G: Shown> Searching for Proof<G> {
    fn step(&mut self, work: u64) -> Progress {
        self.search.step(work)
    }

    fn progress(&self) -> Progress {
        self.search.progress()
    }

    fn searched(&self) -> Searched {
        self.search.searched()
    }
}

impl<G: Shown> Proving for Proof<G> {
    fn proved(&self) -> (Rated, Searched) {
        let answer = self.search.answer();
        let limits = Limits {
            max_plies: Some(1),
            ..self.wanted.limits
        };
        let game = Arc::clone(self.search.game());
        let mut graph = PositionGraph::new(game, *self.search.root(), limits);
        let moves = graph.graph().targets(Vertex::ROOT).to_vec();
        for (vertex, mv) in moves.into_iter().zip(&answer.moves) {
            let intervals = mv.found.iter().map(|found| match found.proven {
                (Number::Exact(low), Number::Exact(high)) => Some((low, high)),
                _ => None,
            });
            if let Some(intervals) = intervals.collect() {
                let proven = Proven {
                    intervals,
                    wins_within: None,
                };
                graph.bound(vertex, proven);
            }
        }
        let analysis = Analysis::new(graph.graph(), &self.wanted.options);
        let rated = Rated::new(graph, limits, self.wanted.options, analysis);
        (rated, self.search.searched())
    }
}
