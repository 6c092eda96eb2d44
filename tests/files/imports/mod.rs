//! Other programs' trees: extensive games (`.efg`), node-link JSON, and what Lisp programs print.

mod efg;
mod efg_round_trip;
mod export;
mod hostile;
mod lisp;
mod node_link;

use doomtree::game::{Player, Rational};
use doomtree::rating::RatingOptions;
use doomtree::save::{Imported, Opened, open_reader};
use doomtree::session::{GraphRequest, Rated, open};
use doomtree::tree::{Limits, Vertex, VertexKind};

/// What a text is taken for.
fn read(text: &str) -> Result<Imported, String> {
    match open_reader(text.as_bytes(), "a file") {
        Ok(Opened::Imported(imported)) => Ok(*imported),
        Ok(_) => Err("it was taken for something else".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Its rated graph.
fn build(imported: &Imported) -> Rated {
    build_by(imported, RatingOptions::default())
}

fn build_by(imported: &Imported, options: RatingOptions) -> Rated {
    let limits = Limits::default();
    open(&imported.setup, GraphRequest { limits, options }, "")
        .unwrap_or_else(|error| panic!("{:?}: {error}", imported.setup))
        .finish()
}

fn rated(text: &str) -> Rated {
    build(&read(text).unwrap_or_else(|error| panic!("{error}")))
}

/// The exact ratings of a vertex, one a player.
fn ratings(rated: &Rated, vertex: Vertex) -> Vec<Rational> {
    Player::all(rated.graph.graph().players())
        .map(|player| {
            let rating = rated.analysis.ratings.rating(vertex, player);
            rating.exact().expect("an exact number")
        })
        .collect()
}

/// What was refused, which must be one sentence that names this place and has these words.
fn refused(text: &str, place: &str, words: &str) {
    let error = read(text).expect_err(text);
    assert!(error.contains(words), "{text}\n{error}");
    assert!(error.contains(place), "{text}\n{error}");
    assert!(error.contains("'a file'"), "{error}");
    assert!(
        !error.contains('\n') && error.matches(": ").count() >= 1,
        "{error}"
    );
}

#[test]
fn the_examples_of_the_docs_are_read() {
    let docs = include_str!("../../../docs/imports.md");
    // Of the parts between fences every second one is code.
    let blocks = docs.split("```").skip(1).step_by(2);
    let examples: Vec<&str> = blocks
        .filter_map(|block| block.split_once('\n'))
        .filter(|(language, _)| *language != "sh")
        .map(|(_, text)| text)
        .collect();
    assert_eq!(examples.len(), 3);
    for (example, nodes) in examples.into_iter().zip([7, 4, 3]) {
        let imported = read(example).unwrap_or_else(|error| panic!("{example}{error}"));
        assert_eq!(imported.nodes, nodes, "{example}");
        build(&imported);
    }
}

/// A node of two trees that should be the same.
struct Pair {
    own: Vertex,
    theirs: Vertex,
    line: String,
}

/// Walks two trees in step: the same moves in the same order, the same movers, the same ratings.
/// Gives the number of nodes, and each pair to `each`.
fn compare(own: &Rated, theirs: &Rated, mut each: impl FnMut(&str, &str)) -> usize {
    let (a, b) = (own.graph.graph(), theirs.graph.graph());
    let mut nodes = 0;
    let mut waiting = vec![Pair {
        own: Vertex::ROOT,
        theirs: Vertex::ROOT,
        line: String::new(),
    }];
    while let Some(pair) = waiting.pop() {
        nodes += 1;
        let Pair {
            own: x,
            theirs: y,
            line,
        } = pair;
        assert_eq!(a.is_leaf(x), b.is_leaf(y), "{line}");
        if !a.is_leaf(x) {
            assert_eq!(a.is_chance(x), b.is_chance(y), "{line}");
            if let VertexKind::Decision(player) = a.kind(x) {
                assert_eq!(b.kind(y).player(), Some(player), "{line}");
            }
        }
        for player in Player::all(a.players()) {
            let rating = own.analysis.ratings.rating(x, player);
            let other = theirs.analysis.ratings.rating(y, player);
            assert!(rating.ties_with(&other), "{line}: {rating}, {other}");
        }
        each(&own.graph.position_text(x), &theirs.graph.position_text(y));
        assert_eq!(a.degree(x), b.degree(y), "{line}");
        for (mine, their) in a.edges(x).zip(b.edges(y)) {
            let mv = own.graph.move_text(x, mine);
            assert_eq!(mv, theirs.graph.move_text(y, their), "{line}");
            if a.is_chance(x) {
                assert_eq!(a.probability(mine), b.probability(their), "{line} {mv}");
            }
            waiting.push(Pair {
                own: a.target(mine),
                theirs: b.target(their),
                line: format!("{line} {mv}"),
            });
        }
    }
    nodes
}
