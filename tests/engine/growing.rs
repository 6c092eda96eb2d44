//! A tree that grows where somebody looks says nothing that the whole graph doesn't.

use std::collections::HashMap;

use doomtree::game::Player;
use doomtree::games::{Setup, random};
use doomtree::rating::{Rating, best_edges, blunders};
use doomtree::save::{Layer, write_tree};
use doomtree::session::play::{PlayPosition, Skill, Thought};
use doomtree::session::{Action, Loaded, ProofOptions, Rated, Session};
use doomtree::tree::{Limits, UnfoldingNode, Vertex, VertexKind};

use support::Draws;
use support::dialects::{dice, rated, rules};

const PLAYER: Player = Player(0);

fn boards() -> Vec<Setup> {
    let mut boards = Vec::new();
    for words in ["land-of-lisp", "realm-of-racket", "haskell"] {
        for (rows, columns, seeds) in [(2, 2, 0..8), (2, 3, 0..6), (3, 3, 0..1)] {
            for seed in seeds {
                let rules = rules(words);
                let board = random("dice-of-doom", &rules, Some(rows), Some(columns), seed);
                boards.push(dice(words, &board.expect("a board")));
            }
        }
    }
    for (game, position) in [
        ("tic-tac-toe", ".../.../... x"),
        ("trilobite", "..../..../.... a"),
    ] {
        boards.push(Setup {
            game: game.to_owned(),
            position: position.to_owned(),
            ..Setup::default()
        });
    }
    boards
}

/// The whole graph, by the text of a position.
struct Whole {
    rated: Rated,
    vertices: HashMap<String, Vertex>,
}

impl Whole {
    fn of(setup: &Setup) -> Self {
        let rated = rated(setup, Limits::default());
        let vertices = rated.graph.graph().vertices();
        let vertices = vertices.map(|vertex| (rated.graph.position_text(vertex), vertex));
        Self {
            vertices: vertices.collect(),
            rated,
        }
    }

    /// The vertex of the same position.
    fn same(&self, part: &Rated, vertex: Vertex) -> Vertex {
        self.vertices[&part.graph.position_text(vertex)]
    }

    /// Nothing that is known of a vertex is wrong; returns whether its rating is proven.
    fn holds(&self, part: &Rated, vertex: Vertex) -> bool {
        let here = self.same(part, vertex);
        let text = part.graph.position_text(vertex);
        let (whole, graph) = (self.rated.graph.graph(), part.graph.graph());
        let rating = self.rated.analysis.ratings.rating(here, PLAYER);
        let (low, high) = part.analysis.ratings.proven(vertex, PLAYER);
        let within = low.compare(&rating).is_le() && rating.compare(&high).is_le();
        assert!(within, "{text}: {rating:?} isn't in {low:?} to {high:?}");
        if let VertexKind::Decision(_) = graph.kind(vertex) {
            assert_eq!(graph.kind(vertex), whole.kind(here), "{text}");
            assert_eq!(graph.degree(vertex), whole.degree(here), "{text}");
            let keys = |rated: &Rated, vertex, edges: Vec<_>| {
                let graph = rated.graph.graph();
                let keys = edges.into_iter().map(|edge| graph.key(vertex, edge));
                keys.collect::<Vec<_>>()
            };
            let best = best_edges(graph, &part.analysis.ratings, vertex);
            let worse = blunders(graph, &part.analysis.ratings, vertex);
            let (best, worse) = (keys(part, vertex, best), keys(part, vertex, worse));
            let ratings = &self.rated.analysis.ratings;
            let all_best = keys(&self.rated, here, best_edges(whole, ratings, here));
            let all_worse = keys(&self.rated, here, blunders(whole, ratings, here));
            assert!(
                best.iter().all(|key| all_best.contains(key)),
                "{text}: {best:?}"
            );
            assert!(
                worse.iter().all(|key| all_worse.contains(key)),
                "{text}: {worse:?}"
            );
        }
        low.ties_with(&high)
    }
}

fn growing(whole: &Rated) -> Session {
    let growing = whole.as_growing(Limits::default());
    Session::new(growing.expect("a game whose ratings can be proven"))
}

/// The nodes that are shown.
fn shown(session: &Session) -> Vec<UnfoldingNode> {
    session.unfolding().preorder().collect()
}

/// Proves everything that is wanted.
fn prove_all(session: &mut Session) {
    let growing = session.rated().growing.clone().expect("it grows");
    let mut prover = growing.prover(ProofOptions::default());
    while !prover.step(1_000).is_done() {}
    session.take_proofs();
}

#[test]
fn a_growing_tree_shows_only_true_ratings_whatever_is_walked_and_proven() {
    let mut proven = 0;
    for (number, setup) in boards().iter().enumerate() {
        let whole = Whole::of(setup);
        let mut session = growing(&whole.rated);
        let mut draws = Draws::new(number as u64);
        let start = session.rated().growing.clone().expect("it grows");
        let mut prover = start.prover(ProofOptions::default());
        for _ in 0..12 {
            let nodes = shown(&session);
            let node = nodes[draws.below(nodes.len())];
            let action = match draws.below(8) {
                0 => Action::Select(node),
                1 => Action::ToggleFold(node),
                2 => Action::UnfoldPly,
                3 => Action::Child,
                4 => Action::Back,
                5 => Action::UnfoldBestLine,
                6 => Action::UnfoldToPly(3),
                _ => Action::Move(draws.below(4)),
            };
            session.apply(action);
            prover.step(draws.below(40) as u64);
            session.take_proofs();
            let graph = session.rated().graph.graph();
            for node in shown(&session) {
                let vertex = session.unfolding().vertex(node);
                proven += usize::from(whole.holds(session.rated(), vertex));
                // Every node that is shown has its moves.
                assert!(!matches!(graph.kind(vertex), VertexKind::Horizon(_)));
            }
        }
        prove_all(&mut session);
        for node in shown(&session) {
            let vertex = session.unfolding().vertex(node);
            assert!(whole.holds(session.rated(), vertex), "{setup:?}");
        }
    }
    assert!(proven > 3_000, "{proven}");
}

#[test]
fn a_line_of_any_length_is_reached_with_all_its_moves() {
    let setup = dice("land-of-lisp", "a2b1a1/b2a1b1/a1b1a2 a");
    let whole = Whole::of(&setup);
    let best = Session::new(whole.rated.clone());
    let line = whole.rated.graph.line_text(Vertex::ROOT, best.best_line());
    assert!(best.best_line().len() > 4, "{line}");
    let mut session = growing(&whole.rated);
    let read = session.read_line(&line).expect("a legal line");
    session.apply(Action::SelectLine(read));
    prove_all(&mut session);
    let end = whole.same(session.rated(), session.vertex());
    assert_eq!(whole.rated.graph.graph().kind(end), VertexKind::End);
    assert!(whole.holds(session.rated(), Vertex::ROOT));
    session.read_line("a1>b9").expect_err("no such move");
}

#[test]
fn a_computer_that_plays_by_proofs_never_gives_its_rating_away() {
    for setup in boards() {
        let whole = Whole::of(&setup);
        let tree = whole
            .rated
            .as_growing(Limits::default())
            .expect("a game to prove");
        let mut place = PlayPosition::new(tree, Vertex::ROOT);
        // Too little for any graph.
        let skill = Skill {
            positions: 1,
            ..Skill::default()
        };
        while let VertexKind::Decision(mover) = place.kind() {
            let ctl = doomtree::work::Control::default();
            let thought = doomtree::work::finished(Thought::find(place, skill, &ctl, &|_| {}));
            let here = thought.whole.expect("a proven move");
            let graph = here.rated().graph.graph();
            let edge = graph.edge(here.vertex(), thought.index).expect("a move");
            let next = PlayPosition::new(here.rated().clone(), graph.target(edge));
            let rating = |place: &PlayPosition| {
                let vertex = whole.same(place.rated(), place.vertex());
                whole.rated.analysis.ratings.rating(vertex, mover)
            };
            assert!(rating(&here).ties_with(&rating(&next)), "{}", here.text());
            place = next;
        }
    }
}

fn written(session: &Session) -> Vec<u8> {
    let part = session.shown_part().expect("it grows");
    let mut out = Vec::new();
    write_tree(
        &mut out,
        &part.source(),
        session.unfolding(),
        None,
        &Layer::default(),
    )
    .expect("a buffer");
    out
}

fn opened(file: &[u8]) -> Loaded {
    let read = doomtree::save::open_reader(file, "a tree").expect("a tree file");
    let doomtree::save::Opened::Tree(tree) = read else {
        panic!("no tree");
    };
    Loaded::of(*tree, None).expect("it opens")
}

#[test]
fn a_file_keeps_what_is_shown_and_its_ratings_count_once_they_are_proven_again() {
    let (mut open, mut refused) = (0, 0);
    for setup in boards().iter().step_by(3) {
        let whole = Whole::of(setup);
        let mut session = growing(&whole.rated);
        session.apply(Action::UnfoldToPly(2));
        session.apply(Action::Child);
        prove_all(&mut session);
        let file = written(&session);
        let loaded = opened(&file);
        assert!(!loaded.as_written, "{:?}", loaded.problems);
        let unfolding = loaded.unfolding.expect("a tree");
        assert_eq!(unfolding.preorder().count(), shown(&session).len());
        let proven = |rated: &Rated| {
            let (low, high) = rated.analysis.ratings.proven(Vertex::ROOT, PLAYER);
            low.ties_with(&high)
        };
        open += usize::from(!proven(&loaded.rated));
        let mut again = Session::restore(loaded.rated, unfolding);
        prove_all(&mut again);
        assert_eq!(written(&again), file);
        // A rating that those below it contradict isn't taken from the file.
        let text = String::from_utf8(file).expect("text");
        let root = text.find("\"rating\":").expect("a rating");
        let won = "\"rating\":{\"a\":\"1\",\"b\":\"0\"}";
        if text[root..].starts_with(won) {
            let mut wrong = text.clone();
            wrong.replace_range(
                root..root + won.len(),
                "\"rating\":{\"a\":\"0\",\"b\":\"1\"}",
            );
            let opened = opened(wrong.as_bytes());
            assert!(opened.as_written, "{:?}", opened.notices);
            refused += 1;
        }
    }
    assert!(refused > 1, "{refused}");
    assert!(open > 3, "{open}");
}

#[test]
fn an_interval_that_cannot_be_is_refused_in_a_file() {
    let setup = dice("land-of-lisp", "a2b1a1/b2a1b1/a1b1a2 a");
    let mut session = growing(&Whole::of(&setup).rated);
    prove_all(&mut session);
    let file = String::from_utf8(written(&session)).expect("text");
    let from = "\"proven\":{\"a\":[";
    let start = file.find(from).expect("a proven horizon") + from.len();
    let end = start + file[start..].find(']').expect("an end");
    let most = i128::MAX;
    for interval in ["\"1\",\"0\"", "\"-7\",\"1\"", &format!("\"0\",\"{most}\"")] {
        let mut wrong = file.clone();
        wrong.replace_range(start..end, interval);
        if let Ok(doomtree::save::Opened::Tree(tree)) =
            doomtree::save::open_reader(wrong.as_bytes(), "a tree")
        {
            let loaded = Loaded::of(*tree, None).expect("it opens");
            assert!(loaded.as_written, "{interval}");
        }
    }
}

#[test]
fn a_proof_beyond_its_budget_is_given_up_until_the_budget_is_raised() {
    let setup = dice("land-of-lisp", "a2b1a1/b2a1b1/a1b1a2 a");
    let whole = Whole::of(&setup);
    let mut session = growing(&whole.rated);
    let tree = session.rated().growing.clone().expect("it grows");
    let small = ProofOptions {
        max_nodes: 3,
        ..ProofOptions::default()
    };
    let mut prover = tree.prover(small);
    let progress = loop {
        let progress = prover.step(10);
        if progress.is_done() {
            break progress;
        }
    };
    assert!(progress.given_up > 0 && !tree.is_waiting());
    session.take_proofs();
    let open = session
        .rated()
        .analysis
        .ratings
        .proven(Vertex::ROOT, PLAYER);
    assert!(matches!(open, (Rating::Exact(low), Rating::Exact(high)) if low < high));
    prover.set_options(ProofOptions {
        table_bytes: 1 << 20,
        max_nodes: u64::MAX,
    });
    assert!(tree.is_waiting());
    while !prover.step(1_000).is_done() {}
    session.take_proofs();
    assert!(whole.holds(session.rated(), Vertex::ROOT));
}
