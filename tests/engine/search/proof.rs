//! Proof numbers agree with the graph, and their best lines hold against every answer.

use std::collections::HashSet;
use std::sync::Arc;

use doomtree::game::Player;
use doomtree::game::{Game, Kind, Shown};
use doomtree::rating::{Multiplayer, RatingOptions};
use doomtree::search::{
    PlayerResult, ProofSearch, SearchAnswer, SearchNumber, SearchOptions, check_provable,
};
use doomtree::session::{GraphRequest, RatingProver, open, prove};
use doomtree::tree::Vertex;

use super::{Oracle, Trial, boards, dice, options, position, script, searched, with};

/// Runs a search to its end.
fn proved<G: Game>(
    game: &Arc<G>,
    root: G::Position,
    options: SearchOptions,
) -> SearchAnswer<G::Move> {
    check_provable(&**game, &root, &options).expect("a game that can be proved");
    let mut search = ProofSearch::new(Arc::clone(game), root, options);
    while !search.step(10_000).done {}
    search.answer()
}

/// Rules of two players under which no position recurs, and no dice are rolled.
const RULES: [&str; 5] = [
    "land-of-lisp",
    "realm-of-racket",
    "realm-of-racket pool=2",
    "haskell",
    "haskell max_dice=2",
];

/// The root and its moves are rated as in the graph, whatever the table.
struct Agrees;

impl Trial for Agrees {
    fn of<G: Shown>(&self, game: &Arc<G>, root: G::Position, what: &str) {
        let oracle = Oracle::new(game, root, None);
        for table_bytes in [1 << 20, 500, 40, 0] {
            for symmetry in [true, false] {
                let options = SearchOptions {
                    table_bytes,
                    symmetry,
                    ..options()
                };
                let answer = proved(game, root, options);
                oracle.agrees(&answer, &format!("{table_bytes} bytes, {what}"));
            }
        }
    }
}

#[test]
fn random_boards_are_proved_to_be_what_their_graphs_say_with_any_table() {
    for words in RULES.iter().chain(&["land-of-lisp players=3"]) {
        for setup in boards(words, 2, 2, 0..12) {
            with(&setup, &Agrees);
        }
    }
    with(&position("tic-tac-toe", "x../.o./... x"), &Agrees);
    with(&position("tic-tac-toe", "xxx/oo./... o"), &Agrees);
}

#[test]
fn payoffs_of_any_size_are_proved() {
    let scripts = [
        "top a: l -> x, r -> y; x end: 1/3 2/3; y b: l -> x, r -> z; z end: 1 0",
        "top a: l -> x; x end: -2 7",
        "top b: l -> x, r -> y; x a: l -> p, r -> q; y a: l -> q, r -> s; p end: 5 -5; \
         q end: -1/7 1/7; s end: 1000000 -1000000",
        "top a: l -> x; x end: 4 4",
    ];
    for text in scripts {
        with(&script(text), &Agrees);
    }
}

/// Every position of the graph is rated by a search of its own.
struct Everywhere;

impl Trial for Everywhere {
    fn of<G: Shown>(&self, game: &Arc<G>, root: G::Position, what: &str) {
        let oracle = Oracle::new(game, root, None);
        let graph = oracle.graph.graph();
        // Some of them, evenly, so that a large board doesn't take longer than the small ones.
        let every = graph.len().div_ceil(400);
        for vertex in graph.vertices().step_by(every) {
            let position = *oracle.graph.position(vertex);
            let answer = proved(game, position, options());
            let places = graph.edges(vertex).map(|edge| graph.target(edge));
            let found =
                std::iter::once(&answer.root).chain(answer.moves.iter().map(|mv| &mv.found));
            for (found, vertex) in found.zip(std::iter::once(vertex).chain(places)) {
                for found in found {
                    let rating = oracle.ratings.rating(vertex, found.player);
                    let ours = found.rating.expect("it is complete");
                    assert!(
                        super::same(&ours, &rating),
                        "{what}: {found:?}, not {rating:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn every_position_of_two_hundred_small_boards_is_rated_as_in_the_graph() {
    for words in ["land-of-lisp", "haskell", "realm-of-racket"] {
        for setup in boards(words, 2, 2, 100..150) {
            with(&setup, &Everywhere);
        }
        for setup in boards(words, 2, 3, 100..112) {
            with(&setup, &Everywhere);
        }
        for setup in boards(words, 3, 3, 100..106) {
            with(&setup, &Everywhere);
        }
    }
    with(&position("tic-tac-toe", ".../.../... x"), &Everywhere);
    with(&position("trilobite", "..../..../.... a"), &Everywhere);
}

/// The line ends at an end with the rating, and no answer of the loser does better.
struct Holds;

fn rating(found: &[PlayerResult]) -> SearchNumber {
    found[0].rating.expect("it is complete")
}

impl Trial for Holds {
    fn of<G: Shown>(&self, game: &Arc<G>, root: G::Position, what: &str) {
        for table_bytes in [1 << 20, 0] {
            let options = SearchOptions {
                table_bytes,
                ..options()
            };
            let answer = proved(game, root, options);
            let oracle = Oracle::new(game, root, None);
            let graph = oracle.graph.graph();
            let value = rating(&answer.root);
            let mut vertex = Vertex::ROOT;
            for mv in &answer.line {
                // Whatever else could be played isn't better for whoever plays.
                let mut moves = Vec::new();
                game.moves(oracle.graph.position(vertex), &mut moves);
                let index = moves.iter().position(|one| one == mv).expect("a move");
                let edge = graph.edges(vertex).nth(index).expect("an edge");
                vertex = graph.target(edge);
                let rating = oracle.ratings.rating(vertex, answer.root[0].player);
                assert!(
                    super::same(&value, &rating),
                    "{what}: {rating:?} on the line"
                );
            }
            let end = oracle.graph.position(vertex);
            assert_eq!(game.kind(end), Kind::End, "{what}");
            let payoff = SearchNumber::Exact(game.payoff(end, answer.root[0].player));
            assert_eq!(payoff, value, "{what}");
            let (low, high) = game.payoff_range();
            let decided = [low, high].map(SearchNumber::Exact).contains(&value);
            assert_eq!(answer.wins_within.is_some(), decided, "{what}: {answer:?}");
            if let Some(plies) = answer.wins_within {
                let winner_is_first = value == SearchNumber::Exact(high);
                let forced = forced(&oracle, Vertex::ROOT, winner_is_first, &value);
                assert!(forced <= plies, "{what}: at most {plies}, not {forced}");
                assert!(answer.line.len() as u32 <= plies, "{what}: {answer:?}");
            }
        }
    }
}

/// The plies within which one side reaches `value`, whatever the other does: computed on the graph.
fn forced<G: Game>(
    oracle: &Oracle<G>,
    vertex: Vertex,
    first_wins: bool,
    value: &SearchNumber,
) -> u32 {
    let graph = oracle.graph.graph();
    let keeps = |vertex| {
        let rating = oracle.ratings.rating(vertex, doomtree::game::Player(0));
        super::same(value, &rating)
    };
    let position = oracle.graph.position(vertex);
    let game = oracle.graph.game();
    let winner = match game.kind(position) {
        Kind::End => return 0,
        Kind::Decision(mover) => (mover.index() == 0) == first_wins,
        Kind::Chance(_) => panic!("no chance"),
    };
    let mut seen = HashSet::new();
    let targets = graph.edges(vertex).map(|edge| graph.target(edge));
    let plies = targets
        .filter(|target| keeps(*target) && seen.insert(*target))
        .map(|target| forced(oracle, target, first_wins, value));
    1 + match winner {
        true => plies.min(),
        false => plies.max(),
    }
    .expect("a move that keeps the rating")
}

#[test]
fn a_best_line_holds_against_every_answer_and_a_win_takes_no_longer_than_is_told() {
    for words in RULES {
        for setup in boards(words, 2, 2, 200..230) {
            with(&setup, &Holds);
        }
    }
    with(&position("tic-tac-toe", "x.o/.x./..o x"), &Holds);
    with(&position("tic-tac-toe", "x../.o./..x o"), &Holds);
    with(&script("top a: l -> x; x end: 1 0"), &Holds);
}

#[test]
fn a_best_line_on_a_board_of_4_by_4_is_proved_move_by_move() {
    struct Proved;
    impl Trial for Proved {
        fn of<G: Shown>(&self, game: &Arc<G>, root: G::Position, what: &str) {
            let options = SearchOptions {
                table_bytes: 16 << 20,
                ..SearchOptions::default()
            };
            let answer = proved(game, root, options);
            let value = rating(&answer.root);
            let mut at = root;
            for mv in &answer.line {
                let here = proved(game, at, options);
                assert_eq!(rating(&here.root), value, "{what}");
                let played = here.moves.iter().find(|one| one.mv == *mv);
                assert_eq!(rating(&played.expect("a move").found), value, "{what}");
                at = game.play(&at, *mv);
            }
            assert_eq!(game.kind(&at), Kind::End, "{what}");
        }
    }
    for setup in boards("land-of-lisp", 4, 4, 9..15) {
        with(&setup, &Proved);
    }
}

#[test]
fn boards_of_4_by_4_are_rated_as_by_alpha_beta_and_a_small_table_gives_the_same() {
    struct Same;
    impl Trial for Same {
        fn of<G: Shown>(&self, game: &Arc<G>, root: G::Position, what: &str) {
            let large = proved(
                game,
                root,
                SearchOptions {
                    table_bytes: 64 << 20,
                    ..options()
                },
            );
            let small = proved(game, root, options());
            let alpha_beta = searched(
                game,
                root,
                SearchOptions {
                    table_bytes: 16 << 20,
                    ..options()
                },
            );
            for other in [small, alpha_beta] {
                assert_eq!(
                    (&other.root, &other.moves),
                    (&large.root, &large.moves),
                    "{what}"
                );
            }
        }
    }
    // Those of the first that alpha-beta rates soon.
    for seed in [9, 10, 11, 13, 17] {
        for setup in boards("land-of-lisp", 4, 4, seed..seed + 1) {
            with(&setup, &Same);
        }
    }
}

#[test]
fn proofs_go_the_same_way_whatever_their_steps() {
    struct Same;
    impl Trial for Same {
        fn of<G: Shown>(&self, game: &Arc<G>, root: G::Position, what: &str) {
            let run = |work: u64| {
                let mut search = ProofSearch::new(Arc::clone(game), root, options());
                while !search.step(work).done {}
                (search.progress(), search.answer())
            };
            let (progress, answer) = run(u64::MAX);
            let mut exact = ProofSearch::new(Arc::clone(game), root, options());
            if progress.nodes > 0 {
                assert!(!exact.step(progress.nodes - 1).done, "{what}");
                assert!(exact.step(1).done, "{what}");
            }
            for work in [1, 7, 1_000] {
                assert_eq!(run(work), (progress, answer.clone()), "{what}");
            }
        }
    }
    for setup in boards("land-of-lisp", 2, 3, 0..5) {
        with(&setup, &Same);
    }
    with(&position("tic-tac-toe", "x../.o./... x"), &Same);
}

#[test]
fn after_every_single_node_what_is_proved_holds_the_truth_and_only_shrinks() {
    struct Stops;
    impl Trial for Stops {
        fn of<G: Shown>(&self, game: &Arc<G>, root: G::Position, what: &str) {
            let oracle = Oracle::new(game, root, None);
            for table_bytes in [1 << 16, 0] {
                let options = SearchOptions {
                    table_bytes,
                    ..options()
                };
                let mut search = ProofSearch::new(Arc::clone(game), root, options);
                let mut before = super::stopping::intervals(&search.answer());
                assert!(!search.answer().complete, "{what}");
                loop {
                    let done = search.step(1).done;
                    let answer = search.answer();
                    oracle.holds(&answer, what);
                    let now = super::stopping::intervals(&answer);
                    for (now, before) in now.iter().zip(&before) {
                        let shrinks = before.0 <= now.0 && now.1 <= before.1;
                        assert!(shrinks, "{what}: {before:?} became {now:?}");
                    }
                    before = now;
                    if done {
                        break;
                    }
                }
                oracle.agrees(&search.answer(), what);
            }
        }
    }
    for words in ["land-of-lisp", "haskell", "land-of-lisp players=3"] {
        for setup in boards(words, 2, 2, 30..38) {
            with(&setup, &Stops);
        }
    }
}

#[test]
fn what_proof_numbers_do_not_know_is_refused() {
    struct Refused(Option<u32>, &'static str);
    impl Trial for Refused {
        fn of<G: Shown>(&self, game: &Arc<G>, root: G::Position, what: &str) {
            let options = SearchOptions {
                max_plies: self.0,
                ..options()
            };
            let why = check_provable(&**game, &root, &options).expect_err("it is refused");
            assert_eq!(why.what, self.1, "{what}");
        }
    }
    let board = "b2b2/a2b1 a";
    let chance = Refused(None, "proof numbers know no chance");
    with(&dice("land-of-lisp combat=dice-roll", board), &chance);
    let recurs = Refused(
        None,
        "proof numbers need a game in which no position repeats",
    );
    with(&dice("land-of-lisp-v4", board), &chance);
    with(
        &dice("land-of-lisp reinforcement=largest-cluster", board),
        &recurs,
    );
    let unknown = Refused(None, "nothing is known about this position");
    with(&script("players a b; top a: ?"), &unknown);
    let limited = Refused(Some(3), "proof numbers know no ply limit");
    with(&dice("land-of-lisp", board), &limited);
}

/// The rating of a board that a search proves, if it does.
fn started(
    words: &str,
    board: &str,
    multiplayer: Option<Multiplayer>,
) -> Option<Box<dyn RatingProver>> {
    let options = RatingOptions {
        multiplayer,
        ..RatingOptions::default()
    };
    let wanted = GraphRequest {
        options,
        ..GraphRequest::default()
    };
    prove(&dice(words, board), wanted, "").ok()
}

#[test]
fn what_a_search_proves_of_a_position_and_its_moves_is_what_the_graph_rates() {
    let boards = [
        ("land-of-lisp", "b2a1a1/a2b2a3/b3b1b1 a"),
        ("land-of-lisp players=3", "a3b2/c1a2 a"),
    ];
    for (words, board) in boards {
        let mut search = started(words, board, None).expect("it applies");
        let graph = open(&dice(words, board), GraphRequest::default(), "").expect("a board");
        let graph = graph.finish();
        let places = |rated: &doomtree::session::Rated| {
            let targets = rated.graph.graph().targets(Vertex::ROOT).to_vec();
            [vec![Vertex::ROOT], targets].concat()
        };
        let mut done = false;
        while !done {
            done = search.step(100).done;
            let (proved, _) = search.proved();
            for (ours, theirs) in places(&proved).into_iter().zip(places(&graph)) {
                for player in Player::all(graph.graph.graph().players()) {
                    let (one, other) = (&proved.analysis.ratings, &graph.analysis.ratings);
                    assert!(one.is_proven(ours, player) || !done, "{board}");
                    let rating = other.rating(theirs, player);
                    let (low, high) = one.proven(ours, player);
                    assert!(low.compare(&rating).is_le(), "{board}");
                    assert!(high.compare(&rating).is_ge(), "{board}");
                }
            }
        }
    }
}

#[test]
fn a_search_rates_no_board_by_max_n_where_that_is_another_question() {
    let max_n = Some(Multiplayer::MaxN);
    let three = |multiplayer| started("land-of-lisp players=3", "a3b2/c1a2 a", multiplayer);
    assert!(three(max_n).is_none());
    assert!(three(Some(Multiplayer::Paranoid)).is_some());
    assert!(started("land-of-lisp", "b2b2/a2b1 a", max_n).is_some());
}
