//! The search against the graph: the same ratings of the root and of every move, for everybody.

mod agreement;
mod cycles;
mod long;
mod observed;
mod proof;
mod recordings;
mod sampling;
mod stopping;
mod symmetry;

use std::sync::Arc;

use doomtree::game::{Game, Player, Shown};
use doomtree::games::{Setup, Switches, WithGame, random};
use doomtree::rating::{Multiplayer, Rating, RatingOptions, Ratings};
use doomtree::search::{AlphaBetaSearch, PlayerResult, SearchAnswer, SearchNumber, SearchOptions};
use doomtree::tree::{Limits, PositionGraph, Vertex};

use support::dialects::{dice, rules};

/// How far a search's double may be from the graph's.
const NEAR: f64 = 1e-9;

fn same(ours: &SearchNumber, graph: &Rating) -> bool {
    match (ours, graph) {
        (SearchNumber::Exact(ours), Rating::Exact(graph)) => ours == graph,
        _ => (ours.to_f64() - graph.to_f64()).abs() <= NEAR,
    }
}

/// Runs a search to its end.
fn searched<G: Game>(
    game: &Arc<G>,
    root: G::Position,
    options: SearchOptions,
) -> SearchAnswer<G::Move> {
    let mut search = AlphaBetaSearch::new(Arc::clone(game), root, options);
    while !search.step(10_000).done {}
    search.answer()
}

/// Small tables, so that tests needn't clear large ones.
fn options() -> SearchOptions {
    SearchOptions {
        table_bytes: 1 << 20,
        ..SearchOptions::default()
    }
}

/// A script.
fn script(text: &str) -> Setup {
    Setup {
        game: "scripted".to_owned(),
        switches: Switches {
            script: Some(text.to_owned()),
            ..Switches::default()
        },
        ..Setup::default()
    }
}

/// A position of a game without switches that need telling.
fn position(game: &str, position: &str) -> Setup {
    Setup {
        game: game.to_owned(),
        position: position.to_owned(),
        ..Setup::default()
    }
}

/// Random boards under rules in words.
fn boards(words: &str, rows: u64, columns: u64, seeds: std::ops::Range<u64>) -> Vec<Setup> {
    seeds
        .map(|seed| {
            let switches = rules(words);
            let position = random("dice-of-doom", &switches, Some(rows), Some(columns), seed);
            dice(words, &position.expect("a board"))
        })
        .collect()
}

/// What the graph of a position tells of its root and moves.
struct Oracle<G: Game> {
    graph: PositionGraph<G>,
    ratings: Ratings,
}

impl<G: Game> Oracle<G> {
    fn new(game: &Arc<G>, root: G::Position, max_plies: Option<u32>) -> Self {
        let limits = Limits {
            max_plies,
            ..Limits::default()
        };
        let graph = PositionGraph::new(Arc::clone(game), root, limits);
        // A search rates as if all others play against the one who is rated.
        let options = RatingOptions {
            multiplayer: Some(Multiplayer::Paranoid),
            ..RatingOptions::default()
        };
        let ratings = Ratings::new(graph.graph(), &options);
        Self { graph, ratings }
    }

    /// The vertices of the root and of where its moves lead.
    fn places(&self) -> Vec<Vertex> {
        let graph = self.graph.graph();
        let moves = graph.edges(Vertex::ROOT).map(|edge| graph.target(edge));
        std::iter::once(Vertex::ROOT).chain(moves).collect()
    }

    #[track_caller]
    fn agrees(&self, answer: &SearchAnswer<G::Move>, what: &str) {
        assert!(answer.complete, "{what}: {answer:?}");
        self.found(answer, what, |found, vertex| {
            let rating = self.ratings.rating(vertex, found.player);
            let (low, high) = self.ratings.proven(vertex, found.player);
            let ours = found.rating.expect("it is complete");
            assert!(same(&ours, &rating), "{what}: {found:?}, not {rating:?}");
            assert!(
                same(&found.proven.0, &low) && same(&found.proven.1, &high),
                "{what}: {found:?}, not {low:?} to {high:?}"
            );
        });
    }

    /// That every true rating lies in its proven interval.
    #[track_caller]
    fn holds(&self, answer: &SearchAnswer<G::Move>, what: &str) {
        self.found(answer, what, |found, vertex| {
            let (low, high) = self.ratings.proven(vertex, found.player);
            let ours = (found.proven.0.to_f64(), found.proven.1.to_f64());
            assert!(
                ours.0 <= low.to_f64() + 1e-12 && high.to_f64() - 1e-12 <= ours.1,
                "{what}: {found:?} doesn't hold {low:?} to {high:?}"
            );
        });
    }

    #[track_caller]
    fn found(
        &self,
        answer: &SearchAnswer<G::Move>,
        what: &str,
        check: impl Fn(&PlayerResult, Vertex),
    ) {
        let places = self.places();
        assert_eq!(answer.moves.len() + 1, places.len(), "{what}");
        let all = std::iter::once(&answer.root).chain(answer.moves.iter().map(|mv| &mv.found));
        for (found, vertex) in all.zip(places) {
            let players: Vec<Player> = found.iter().map(|found| found.player).collect();
            let everybody: Vec<Player> = Player::all(self.graph.graph().players()).collect();
            assert_eq!(players, everybody, "{what}");
            for found in found {
                check(found, vertex);
            }
        }
    }
}

/// Something that is tried with any game.
trait Trial {
    fn of<G: Shown>(&self, game: &Arc<G>, root: G::Position, what: &str);
}

struct Opened<'a, T>(&'a T, String);

impl<T: Trial> WithGame for Opened<'_, T> {
    type Output = ();

    fn with<G: Shown>(self, game: G, position: G::Position) {
        self.0.of(&Arc::new(game), position, &self.1);
    }
}

#[track_caller]
fn with(setup: &Setup, trial: &impl Trial) {
    let what = format!("{:?} {}", setup.switches, setup.position);
    doomtree::games::open(setup, Opened(trial, what)).expect("a good setup");
}
