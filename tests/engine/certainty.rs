//! What is said of ratings that a limit leaves open: no move is called best that might not be, and
//! nothing is told that isn't certain.

use super::tree_style::view;
use doomtree::diagram::{TreeMarks, TreeStyle, ahead, shares};
use doomtree::game::Player;
use doomtree::games::Setup;
use doomtree::rating::{LineEnd, Rating, best_edges, best_line, likely_best};
use doomtree::tree::{Limits, Unfolding, UnfoldingNode, Vertex, VertexKind};
use support::dialects::{dice, rated, rated_script};

fn setups() -> Vec<Setup> {
    vec![
        dice("land-of-lisp", "a2b2a1/b3a1b2 a"),
        dice("land-of-lisp", "b1a3/b2b2 a"),
        dice("haskell players=3", "a3b2c1/b3a1c2 a"),
        dice("realm-of-racket", "a3b2a1/b1a2b3 a pool=3"),
        dice("land-of-lisp combat=dice-roll", "b2b2/a2b1 a"),
        Setup {
            game: "tic-tac-toe".to_owned(),
            position: "xo./.x./..o x".to_owned(),
            ..Setup::default()
        },
    ]
}

fn to_positions(most: u64) -> Limits {
    Limits {
        max_nodes: Some(most),
        ..Limits::default()
    }
}

#[test]
fn a_move_that_is_called_best_is_best_whatever_the_limit_hides() {
    let (mut called, mut open, mut long) = (0, 0, 0);
    for setup in setups() {
        let whole = rated(&setup, Limits::default());
        let size = whole.graph.graph().len() as u64;
        for most in [2, 5, 9, 20, 50, 120, 400].map(|most: u64| most.min(size)) {
            let part = rated(&setup, to_positions(most));
            let graph = part.graph.graph();
            let ratings = &part.analysis.ratings;
            for vertex in graph.vertices() {
                let VertexKind::Decision(_) = graph.kind(vertex) else {
                    continue;
                };
                let truly = likely_best(whole.graph.graph(), &whole.analysis.ratings, vertex);
                let best = best_edges(graph, ratings, vertex);
                for edge in &best {
                    assert!(truly.contains(edge), "{setup:?} {most} {vertex:?}");
                }
                match graph
                    .targets(vertex)
                    .iter()
                    .all(|it| ratings.all_proven(*it))
                {
                    true => assert_eq!(best, truly),
                    false => open += usize::from(best.is_empty()),
                }
                called += best.len();
            }
            let line = best_line(graph, ratings, &part.analysis.distances, Vertex::ROOT);
            let mut vertex = Vertex::ROOT;
            for edge in &line.line {
                if let VertexKind::Decision(_) = graph.kind(vertex) {
                    assert!(best_edges(graph, ratings, vertex).contains(edge));
                    long += 1;
                }
                vertex = graph.target(*edge);
            }
        }
    }
    assert!(
        called > 500 && open > 100 && long > 20,
        "{called} {open} {long}"
    );
}

#[test]
fn where_nothing_is_proven_there_is_a_question_mark_and_nothing_is_marked() {
    let mut open = 0;
    for setup in setups() {
        let part = rated(&setup, to_positions(4));
        let mut unfolding = Unfolding::new();
        let graph = part.graph.graph();
        unfolding.unfold(graph, UnfoldingNode::ROOT);
        let view = view(&part, &unfolding, TreeStyle::default());
        let ratings = &part.analysis.ratings;
        let (low, high) = ratings.proven(Vertex::ROOT, Player(0));
        let (least, most) = graph.range();
        if !low.ties_with(&Rating::Exact(least)) || !high.ties_with(&Rating::Exact(most)) {
            continue;
        }
        // An only move is made, whatever it is worth.
        if graph.targets(Vertex::ROOT).len() == 1 {
            continue;
        }
        open += 1;
        assert_eq!(view.rating_of(Vertex::ROOT, Player(0)), "?");
        assert_eq!(ahead(&view, Vertex::ROOT), None);
        assert!(view.estimate_words(Vertex::ROOT, Player(0)).is_some());
        assert_eq!(view.distance(Vertex::ROOT), None);
        if ratings.has_constant_sum() {
            assert!(shares(&view, Vertex::ROOT).contains(&(None, 1.0)));
        }
        let line = best_line(graph, ratings, &part.analysis.distances, Vertex::ROOT);
        let chance = matches!(graph.kind(Vertex::ROOT), VertexKind::Chance(_));
        assert!(
            chance
                || line.line.is_empty() && matches!(line.ended, LineEnd::Open | LineEnd::Horizon),
            "{setup:?} {:?} {:?}",
            line.line,
            line.ended
        );
        let marks = TreeMarks::new(&view, &line.line);
        assert!(!marks.occurring().best_line && marks.occurring().ahead.is_empty());
    }
    assert!(open > 2, "{open}");
}

#[test]
fn what_is_partly_proven_is_told_with_its_bounds_and_a_proven_win_is_best() {
    // The second move wins at once; where the first leads is beyond the limit.
    let script = "players a b; start a: on -> far, win -> won; far b: x -> further; \
         further a: y -> lost; won end: 1 0; lost end: 0 1";
    let rated = rated_script(
        script,
        Limits {
            max_plies: Some(1),
            ..Limits::default()
        },
    );
    let graph = rated.graph.graph();
    let best = best_edges(graph, &rated.analysis.ratings, Vertex::ROOT);
    let name = |edge| rated.graph.move_text(Vertex::ROOT, edge);
    let names: Vec<String> = best.into_iter().map(name).collect();
    assert_eq!(names, ["win"]);
    // A sure half, and something that may be more.
    let script = "players a b; start a: on -> far, half -> tie; far b: x -> further; \
         further a: y -> lost; tie end: 1/2 1/2; lost end: 0 1";
    let rated = rated_script(
        script,
        Limits {
            max_plies: Some(1),
            ..Limits::default()
        },
    );
    let unfolding = Unfolding::new();
    let view = view(&rated, &unfolding, TreeStyle::default());
    assert_eq!(view.rating_of(Vertex::ROOT, Player(0)), "1/2 … 1");
    assert_eq!(view.rating_of(Vertex::ROOT, Player(1)), "0 … 1/2");
    assert_eq!(
        shares(&view, Vertex::ROOT),
        [(Some(Player(0)), 0.5), (None, 0.5), (Some(Player(1)), 0.0)]
    );
    let graph = rated.graph.graph();
    assert!(best_edges(graph, &rated.analysis.ratings, Vertex::ROOT).is_empty());
}
