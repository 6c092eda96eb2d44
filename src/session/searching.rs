//! Starts a search without a graph from a setup given as text, and runs it step by step; and rates by
//! one what has too large a graph.

use std::sync::Arc;

use super::known::own_game;
use super::rated::{GraphRequest, Rated};
use crate::game::{
    Kind, OpenError, Player, Rational, Refusal, RulesText, Shown, play_line, winners_of,
};
use crate::games::{self, Setup, WithGame};
use crate::rating::{Analysis, Multiplayer};
use crate::search::{
    Algorithm, AlphaBetaSearch, MoveAnswer, PlayerResult, ProofSearch, SearchAnswer, SearchNumber,
    SearchOptions, SearchProgress, check_provable, check_searchable, needs_constant_sum,
};
use crate::tree::{Limits, Line, PositionGraph, Proven, Vertex};

/// A search, whatever its game. Dropping it cancels.
pub trait Searching: Send {
    /// Visits up to `work` more nodes.
    fn step(&mut self, work: u64) -> SearchProgress;

    /// The progress of the search.
    fn progress(&self) -> SearchProgress;

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
    pub options: SearchOptions,
    /// The number of positions that fit in its table.
    pub table_capacity: usize,
    /// Who wins at the end of the best line, if there is one.
    pub winners: Option<Vec<String>>,
    /// The ratings and proven intervals.
    pub answer: SearchAnswer<String>,
}

impl<G: Shown> Searching for AlphaBetaSearch<G> {
    fn step(&mut self, work: u64) -> SearchProgress {
        AlphaBetaSearch::step(self, work)
    }

    fn progress(&self) -> SearchProgress {
        AlphaBetaSearch::progress(self)
    }

    fn searched(&self) -> Searched {
        let (options, room) = (self.options(), self.table_capacity());
        Searched::new(&**self.game(), self.root(), options, room, self.answer())
    }
}

impl<G: Shown> Searching for ProofSearch<G> {
    fn step(&mut self, work: u64) -> SearchProgress {
        ProofSearch::step(self, work)
    }

    fn progress(&self) -> SearchProgress {
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
        options: &SearchOptions,
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
    options: SearchOptions,
    at: &str,
) -> Result<Box<dyn Searching>, OpenError> {
    let start = StartSearch {
        algorithm,
        options,
        at,
    };
    match own_game(&setup.game) {
        Some(game) => game.search(setup, start),
        None => games::open(setup, start)?,
    }
}

/// The parameters for starting a search.
pub(super) struct StartSearch<'a> {
    algorithm: Option<Algorithm>,
    options: SearchOptions,
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
        Ok(Box::new(AlphaBetaSearch::new(
            Arc::new(game),
            root,
            options,
        )))
    }
}

/// A search for the rating of a position. Dropping it cancels.
pub trait RatingProver: Searching {
    /// The position and its moves with what is proven of them, and the answer of the search.
    fn proved(&self) -> (Rated, Searched);

    /// The same with the moves of every position on the best line, and that line.
    fn proved_line(&self) -> (Rated, Line);
}

/// Starts to prove the rating of the position of `setup` or, with a line, of the node at its end.
///
/// # Errors
/// Those of a graph of that position, and the first reason why proof numbers don't apply.
pub fn prove(
    setup: &Setup,
    wanted: GraphRequest,
    at: &str,
) -> Result<Box<dyn RatingProver>, OpenError> {
    let start = StartProof { wanted, at };
    match own_game(&setup.game) {
        Some(game) => game.prove(setup, start),
        None => games::open(setup, start)?,
    }
}

/// The same for a position of a game with a known type.
///
/// # Errors
/// Those of [`prove`].
pub fn prove_typed<G: Shown>(
    game: G,
    position: G::Position,
    wanted: GraphRequest,
) -> Result<Box<dyn RatingProver>, OpenError> {
    StartProof { wanted, at: "" }.with(game, position)
}

/// The parameters for starting a proof.
pub(super) struct StartProof<'a> {
    wanted: GraphRequest,
    at: &'a str,
}

impl WithGame for StartProof<'_> {
    type Output = Result<Box<dyn RatingProver>, OpenError>;

    fn with<G: Shown>(self, game: G, position: G::Position) -> Self::Output {
        let GraphRequest { limits, options } = self.wanted;
        super::open::check_wanted(&game, &self.wanted)?;
        let root = play_line(&game, &position, self.at)?;
        let searching = SearchOptions {
            algorithm: Algorithm::ProofNumber,
            max_plies: limits.max_plies,
            ..SearchOptions::default()
        };
        // A search rates as if all others play against one, which is max-n for a constant sum alone.
        let constant = game.players() == 2 && game.payoff_sum().is_some();
        let max_n = options.multiplayer == Some(Multiplayer::MaxN) && !constant;
        let applies = check_provable(&game, &root, &searching);
        let applies = applies.and_then(|()| match max_n {
            true => Err(needs_constant_sum()),
            false => Ok(()),
        });
        let remedy = "build the tree; a search needs no chance, no limit of plies, false from \
                      Game::may_recur, and by max-n Game::payoff_sum of two players";
        applies.map_err(|why| OpenError::rules(why.what, remedy))?;
        Ok(Box::new(Proof {
            search: ProofSearch::new(Arc::new(game), root, searching),
            wanted: self.wanted,
        }))
    }
}

struct Proof<G: Shown> {
    search: ProofSearch<G>,
    wanted: GraphRequest,
}

impl<G: Shown> Searching for Proof<G> {
    fn step(&mut self, work: u64) -> SearchProgress {
        self.search.step(work)
    }

    fn progress(&self) -> SearchProgress {
        self.search.progress()
    }

    fn searched(&self) -> Searched {
        self.search.searched()
    }
}

impl<G: Shown> RatingProver for Proof<G> {
    fn proved(&self) -> (Rated, Searched) {
        let answer = self.search.answer();
        let limits = Limits {
            max_plies: Some(1),
            ..self.wanted.limits
        };
        let game = Arc::clone(self.search.game());
        let mut graph = PositionGraph::new(game, *self.search.root(), limits);
        bound_moves(&mut graph, &answer);
        let analysis = Analysis::new(graph.graph(), &self.wanted.options);
        let rated = Rated::new(graph, limits, self.wanted.options, analysis);
        (rated, self.search.searched())
    }
    fn proved_line(&self) -> (Rated, Line) {
        let answer = self.search.answer();
        let (game, GraphRequest { limits, options }) =
            (Arc::clone(self.search.game()), self.wanted);
        let sum = game.payoff_sum().filter(|_| game.players() == 2);
        let mut graph = PositionGraph::growing(game, *self.search.root(), limits);
        graph = graph.grown(&[Vertex::ROOT]);
        bound_moves(&mut graph, &answer);
        let (mut at, root, mut line) = (Vertex::ROOT, proven(&answer.root), Line::new());
        for mv in &answer.line {
            let rows = graph.graph();
            let taken = rows.edges(at).find(|edge| graph.mv(*edge) == *mv);
            let (Some(taken), Some(sum), Some(root)) = (taken, sum, root.as_ref()) else {
                break;
            };
            // Each move of the line keeps the rating, so no other move gives its mover more.
            let mover = rows.kind(at).player().unwrap_or(Player(0)).index();
            let mut most = vec![rows.range(); 2];
            most[mover].1 = root[mover].1;
            most[1 - mover].0 = sum - root[mover].1;
            let open = |vertex: &Vertex| rows.bounds(*vertex, Player(0)).is_none();
            let others: Vec<Vertex> = rows.targets(at).iter().copied().filter(open).collect();
            at = rows.target(taken);
            line.push(taken);
            for other in others {
                graph.bound(other, noted(most.clone()));
            }
            graph.bound(at, noted(root.clone()));
            graph = graph.grown(&[at]);
        }
        let analysis = Analysis::new(graph.graph(), &options);
        (Rated::new(graph, limits, options, analysis), line)
    }
}

fn noted(intervals: Vec<(Rational, Rational)>) -> Proven {
    Proven {
        intervals,
        wins_within: None,
    }
}

/// What is proven for all players; `None` if it isn't exact.
fn proven(found: &[PlayerResult]) -> Option<Vec<(Rational, Rational)>> {
    let intervals = found.iter().map(|found| match found.proven {
        (SearchNumber::Exact(low), SearchNumber::Exact(high)) => Some((low, high)),
        _ => None,
    });
    intervals.collect()
}

/// Notes at the positions after the root's moves what is proven of them.
fn bound_moves<G: Shown>(graph: &mut PositionGraph<G>, answer: &SearchAnswer<G::Move>) {
    let moves = graph.graph().targets(Vertex::ROOT).to_vec();
    for (vertex, mv) in moves.into_iter().zip(&answer.moves) {
        if let Some(intervals) = proven(&mv.found) {
            graph.bound(vertex, noted(intervals));
        }
    }
}
