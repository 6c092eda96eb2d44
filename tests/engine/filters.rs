//! Filters: read and written, refused with words that help, and found in explicit trees.

use std::pin::pin;
use std::sync::{Arc, Mutex};

use doomtree::game::{Player, ratio, winners_of};
use doomtree::rating::{Loss, Multiplayer, RatingOptions, best_edges, loss};
use doomtree::session::filter::{
    Filter, Is, KindOf, Naming, Pattern, Term, WORDS, Whose, Won, hints,
};
use doomtree::session::{GraphRequest, Rated};
use doomtree::tree::{Edge, Limits, Line, Plies, Vertex, VertexKind};
use doomtree::work::{Control, TurnLength, poll};
use num_bigint::BigUint;
use proptest::prelude::*;
use support::Draws;
use support::dialects::{rated_board, rated_script};

fn naming() -> Naming {
    Naming {
        players: ["a", "b", "tie", "Mister X", "mover", "q\"(\\)"]
            .map(str::to_owned)
            .to_vec(),
        rated: Whose::Player(Player(1)),
    }
}

fn read(text: &str) -> Filter {
    Filter::read(text, &naming()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn a_filter_is_read_word_by_word() {
    let filter = read("  mover:b rating<=1/2 ply:2-5 blunder ");
    let half = ratio(1, 2);
    let expected = [
        Term::Mover(Player(1)),
        Term::Rating(Whose::Player(Player(1)), Is::AtMost, half),
        Term::Ply(Plies {
            from: 2,
            to: Some(5),
        }),
        Term::Worse(Loss::Blunder),
    ];
    assert_eq!(filter.terms, expected);
    for (text, term) in [
        ("position:a?b1", Term::Position(Pattern::new("a?b1"))),
        ("POSITION : a?b1", Term::Position(Pattern::new("a?b1"))),
        ("BLUNDER", Term::Worse(Loss::Blunder)),
        ("worse", Term::Worse(Loss::Slight)),
        ("Kind:END", Term::Kind(KindOf::End)),
        (
            "rating(a) >= 1/2",
            Term::Rating(Whose::Player(Player(0)), Is::AtLeast, half),
        ),
        ("position:\"b1 a\"", Term::Position(Pattern::new("b1 a"))),
        (
            "position=\"b2b2/a2b1 a\"",
            Term::ExactPosition("b2b2/a2b1 a".to_owned()),
        ),
        ("move:2>3", Term::Move(Pattern::new("2>3"))),
        ("winner:a", Term::Winner(Won::By(Player(0)))),
        ("winner:tie", Term::Winner(Won::By(Player(2)))),
        ("tie", Term::Winner(Won::Tie)),
        ("by:\"mister x\"", Term::By(Player(3))),
        (
            "rating(a)≥0.5",
            Term::Rating(Whose::Player(Player(0)), Is::AtLeast, half),
        ),
        (
            "rating()=-1",
            Term::Rating(Whose::Mover, Is::Equal, ratio(-1, 1)),
        ),
        (
            "ply:7",
            Term::Ply(Plies {
                from: 7,
                to: Some(7),
            }),
        ),
        ("ply:7-", Term::Ply(Plies { from: 7, to: None })),
        (
            "ply:-7",
            Term::Ply(Plies {
                from: 0,
                to: Some(7),
            }),
        ),
        ("ply>7", Term::Ply(Plies { from: 8, to: None })),
        (
            "ply<7",
            Term::Ply(Plies {
                from: 0,
                to: Some(6),
            }),
        ),
        ("kind:chance", Term::Kind(KindOf::Chance)),
        ("end", Term::Kind(KindOf::End)),
        ("moves>2", Term::Moves(Is::More, 2)),
    ] {
        assert_eq!(read(text).terms, [term], "{text}");
    }
    assert!(read("  ").is_empty());
}

#[test]
fn an_invalid_filter_is_refused_with_its_column_and_the_reason() {
    for (text, column, words) in [
        ("mvoer:a", 1, "unknown filter 'mvoer' (column 1): use mover"),
        ("end bluner", 5, "use blunder"),
        (
            "ply:2 a3/b1",
            7,
            "for a part of a position write position:a3/b1",
        ),
        ("xyzzy", 1, "use position, move, rating, ply"),
        ("mover:c", 7, "there is no player called 'c'"),
        ("mover", 1, "write for example mover:a"),
        ("mover<a", 1, "can't be compared"),
        ("rating", 1, "rating<=1/2"),
        ("rating<=best", 9, "'best' is no rating"),
        ("rating(z)=1", 8, "there is no player called 'z'"),
        ("rating>=", 1, "'rating>=' needs a value"),
        ("rating >= ", 1, "needs a value"),
        ("ply:", 1, "needs a value"),
        ("ply:2-x", 7, "not a number: 'x'"),
        (
            "rating=123456789012345678901234567890123456789012",
            8,
            "has too many digits",
        ),
        (
            "moves=123456789012",
            7,
            "too large a number (column 7): write one up to 4294967295",
        ),
        ("ply:5-2", 5, "invalid ply range"),
        ("ply:-", 5, "invalid ply range"),
        ("ply<0", 5, "invalid ply range"),
        ("ply:two", 5, "not a number: 'two'"),
        ("ply:99999999999", 5, "too large a number"),
        ("moves", 1, "moves=1 or moves>=3"),
        ("kind:leaf", 6, "use decision, chance, end, horizon"),
        ("position:", 1, "write a part of a position"),
        ("position:\"a b", 10, "missing closing quote"),
        ("rating(a", 1, "isn't closed"),
        ("(a", 1, "a bracket isn't closed"),
        ("fork:a", 1, "takes no value"),
        ("fork(a)", 1, "takes no parentheses"),
        ("winner:\"a\"x", 11, "put a space before it"),
        (":", 1, "unknown filter ''"),
    ] {
        let error = Filter::read(text, &naming()).expect_err(text);
        assert_eq!(error.column, column, "{text}: {error}");
        assert!(error.to_string().contains(words), "{text}: {error}");
    }
}

fn any_text() -> impl Strategy<Value = String> {
    prop::collection::vec(
        prop::sample::select(vec![
            'a', '3', '?', '*', '/', ' ', '"', '\\', '(', ':', '<', 'ü', '\n',
        ]),
        1..8,
    )
    .prop_map(|letters| letters.into_iter().collect())
}

fn any_term() -> impl Strategy<Value = Term> {
    let player = || (0_u8..6).prop_map(Player);
    let is = || prop::sample::select(vec![Is::Equal, Is::Less, Is::AtMost, Is::More, Is::AtLeast]);
    let plies = (0_u32..9, prop::option::of(0_u32..9)).prop_map(|(from, more)| Plies {
        from,
        to: more.map(|more| from + more),
    });
    prop_oneof![
        any_text().prop_map(|text| Term::Position(Pattern::new(text))),
        any_text().prop_map(Term::ExactPosition),
        any_text().prop_map(|text| Term::Move(Pattern::new(text))),
        (prop::option::of(player()), is(), -99_i128..99, 1_i128..9).prop_map(
            |(whose, is, numerator, denominator)| {
                let whose = whose.map_or(Whose::Mover, Whose::Player);
                Term::Rating(whose, is, ratio(numerator, denominator))
            }
        ),
        any::<bool>().prop_map(Term::Proven),
        prop::option::of(player()).prop_map(|won| Term::Winner(won.map_or(Won::Tie, Won::By))),
        player().prop_map(Term::Mover),
        player().prop_map(Term::By),
        plies.prop_map(Term::Ply),
        prop::sample::select(KindOf::ALL.to_vec()).prop_map(Term::Kind),
        (is(), any::<u32>()).prop_map(|(is, number)| Term::Moves(is, number)),
        prop::sample::select(vec![
            Term::Fork,
            Term::Worse(Loss::Blunder),
            Term::Worse(Loss::Slight),
            Term::Best,
            Term::BestPlay,
            Term::Transposition,
        ]),
    ]
}

proptest! {
    #[test]
    fn what_is_written_reads_as_the_same_filter(terms in prop::collection::vec(any_term(), 0..5)) {
        let filter = Filter { terms };
        let text = filter.text(&naming());
        prop_assert_eq!(Filter::read(&text, &naming()), Ok(filter), "{}", text);
    }
}

#[test]
fn hints_go_on_with_what_is_typed() {
    let words = |text: &str| -> Vec<String> {
        hints(text, &naming())
            .into_iter()
            .map(|hint| hint.text)
            .collect()
    };
    assert_eq!(words("end bl"), ["end blunder"]);
    assert_eq!(words("mo"), ["move:", "mover:", "moves"]);
    assert_eq!(words("winner:M"), ["winner:\"Mister X\""]);
    assert_eq!(words("kind:"), ["decision", "chance", "end", "horizon"]);
    assert!(words("").is_empty() && words("end ").is_empty() && words("blunder").is_empty());
    assert!(words("position:\"a m").is_empty());
    // Every word that stands in the list is one that can be read, with a value where it needs one.
    for (word, _) in WORDS {
        let whole = match word {
            "rating" | "moves" => format!("{word}=1"),
            "ply:" => "ply:1".to_owned(),
            "kind:" => "kind:end".to_owned(),
            word if word.ends_with([':', '=']) => format!("{word}a"),
            word => word.to_owned(),
        };
        read(&whole);
    }
}

/// A node of the explicit tree.
struct Node {
    line: Line,
    vertex: Vertex,
    source: Option<Vertex>,
    ply: u32,
    on_best: bool,
}

fn unfold(rated: &Rated, most: usize) -> Vec<Node> {
    let graph = rated.graph.graph();
    let mut nodes: Vec<Node> = Vec::new();
    let mut stack = vec![(Line::new(), Vertex::ROOT, None, 0, true)];
    while let Some((line, vertex, source, ply, on_best)) = stack.pop() {
        assert!(nodes.len() < most, "a small tree");
        let best = best_edges(graph, &rated.analysis.ratings, vertex);
        let chance = matches!(graph.kind(vertex), VertexKind::Chance(_));
        for edge in graph.edges(vertex).rev() {
            let mut line = line.clone();
            line.push(edge);
            let below = ply + graph.cost(vertex);
            let on_best = on_best && (chance || best.contains(&edge));
            stack.push((line, graph.target(edge), Some(vertex), below, on_best));
        }
        nodes.push(Node {
            line,
            vertex,
            source,
            ply,
            on_best,
        });
    }
    nodes
}

/// Whether a term holds at a node of the explicit tree, told by looking at nothing else.
fn holds(rated: &Rated, nodes: &[Node], node: &Node, term: &Term) -> bool {
    let graph = rated.graph.graph();
    let ratings = &rated.analysis.ratings;
    let vertex = node.vertex;
    let kind = graph.kind(vertex);
    let led: Option<(Vertex, Edge)> = node.source.zip(node.line.last().copied());
    let compare = |is: Is, order: std::cmp::Ordering| match is {
        Is::Equal => order.is_eq(),
        Is::Less => order.is_lt(),
        Is::AtMost => order.is_le(),
        Is::More => order.is_gt(),
        Is::AtLeast => order.is_ge(),
    };
    match term {
        Term::Position(pattern) => pattern.is_in(&rated.graph.position_text(vertex)),
        Term::ExactPosition(text) => rated.graph.position_text(vertex) == *text,
        Term::Move(pattern) => {
            led.is_some_and(|(source, edge)| pattern.is(&rated.graph.move_text(source, edge)))
        }
        Term::Rating(whose, is, number) => match whose {
            Whose::Player(player) => Some(*player),
            Whose::Mover => kind.player(),
        }
        .is_some_and(|player| {
            let rating = ratings.rating(vertex, player).exact().expect("exact");
            compare(*is, rating.cmp(number))
        }),
        Term::Proven(proven) => ratings.all_proven(vertex) == *proven,
        Term::Winner(won) => {
            kind == VertexKind::End && {
                let payoffs: Vec<_> = Player::all(graph.players())
                    .map(|player| graph.outcome(vertex, player).expect("an end"))
                    .collect();
                let winners: Vec<Player> = winners_of(&payoffs).iter().collect();
                match won {
                    Won::By(player) => winners == [*player],
                    Won::Tie => winners.len() > 1,
                }
            }
        }
        Term::Mover(player) => {
            kind == VertexKind::Decision(*player) || kind == VertexKind::Horizon(*player)
        }
        Term::By(player) => {
            led.is_some_and(|(source, _)| graph.kind(source) == VertexKind::Decision(*player))
        }
        Term::Ply(plies) => plies.contains(node.ply),
        Term::Kind(wanted) => matches!(
            (wanted, kind),
            (KindOf::Decision, VertexKind::Decision(_))
                | (KindOf::Chance, VertexKind::Chance(_))
                | (KindOf::End, VertexKind::End)
                | (KindOf::Horizon, VertexKind::Horizon(_))
        ),
        Term::Moves(is, number) => compare(*is, graph.degree(vertex).cmp(&(*number as usize))),
        Term::Fork => matches!(kind, VertexKind::Decision(_)) && graph.degree(vertex) > 1,
        Term::Worse(least) => {
            led.is_some_and(|(source, edge)| loss(graph, ratings, source, edge) >= Some(*least))
        }
        Term::Best => {
            led.is_some_and(|(source, edge)| best_edges(graph, ratings, source).contains(&edge))
        }
        Term::BestPlay => node.on_best,
        Term::Transposition => {
            let text = rated.graph.position_text(vertex);
            let same = |other: &&Node| rated.graph.position_text(other.vertex) == text;
            nodes.iter().filter(same).count() > 1
        }
    }
}

/// Every single term that could hold here, and some that stand together.
fn filters(rated: &Rated, draws: &mut Draws) -> Vec<Filter> {
    let naming = Naming::of(&*rated.graph);
    let mut texts: Vec<String> = [
        "fork",
        "blunder",
        "best",
        "bestplay",
        "transposition",
        "proven",
        "unproven",
        "tie",
        "end",
        "decision",
        "chance",
        "horizon",
        "moves=1",
        "moves>=2",
        "ply:2",
        "ply:1-3",
        "ply:3-",
        "ply:-2",
        "rating>=1/2",
        "rating<1/2",
        "rating(mover)=1",
        "rating(mover)<=0",
        "move:pass",
        "move:?>3",
        "position:a2",
        "position:a?",
        "position:?1/??b",
        "",
    ]
    .map(str::to_owned)
    .to_vec();
    for name in &naming.players {
        for word in ["mover", "by", "winner"] {
            texts.push(format!("{word}:{name}"));
        }
    }
    for _ in 0..40 {
        let some: Vec<&str> = (0..2 + draws.below(2))
            .map(|_| texts[draws.below(texts.len())].as_str())
            .collect();
        let text = some.join(" ");
        texts.push(text);
    }
    let read =
        |text: String| Filter::read(&text, &naming).unwrap_or_else(|e| panic!("{text}: {e}"));
    texts.into_iter().map(read).collect()
}

fn check(rated: &Rated, seed: u64) {
    let graph = rated.graph.graph();
    let nodes = unfold(rated, 4_000);
    let draws = &mut Draws::new(seed);
    let mut filters = filters(rated, draws);
    for _ in 0..5 {
        let vertex = nodes[draws.below(nodes.len())].vertex;
        filters.push(Filter::occurrences(&*rated.graph, vertex));
    }
    for filter in filters {
        let text = filter.text(&Naming::of(&*rated.graph));
        let last = Mutex::new(0.0);
        let show = |share| {
            let mut last = last.lock().expect("one thread");
            assert!((0.0..=1.0).contains(&share), "{text}: {share}");
            // Counts of a small tree have room from the start.
            assert!(share + 1e-9 >= *last, "{text}: {share} after {last}");
            *last = share;
        };
        let ctl = Control::default();
        let mut work = pin!(filter.find(rated, &ctl, &show));
        let hits = loop {
            ctl.begin(TurnLength::Work(1 + draws.below(50)));
            if let Some(hits) = poll(work.as_mut()) {
                break hits.expect("a small tree");
            }
        };
        let lines: Vec<&Line> = nodes
            .iter()
            .filter(|node| {
                filter
                    .terms
                    .iter()
                    .all(|term| holds(rated, &nodes, node, term))
            })
            .map(|node| &node.line)
            .collect();
        assert_eq!(hits.total(), Some(BigUint::from(lines.len())), "{text}");
        let mut line = hits.first(graph);
        for expected in &lines {
            assert_eq!(line.as_ref(), Some(*expected), "{text}");
            line = line
                .and_then(|line| hits.next(graph, &line))
                .map(|found| found.line);
        }
    }
}

#[test]
fn filters_find_what_holds_in_explicit_trees() {
    let few = |max_plies| Limits {
        max_plies: Some(max_plies),
        ..Limits::default()
    };
    check(
        &rated_board("dice-of-doom", "b2b2/a2b1 a", Limits::default()),
        1,
    );
    check(
        &rated_board("dice-of-doom", "a2b2/b3a1 b", Limits::default()),
        2,
    );
    check(&rated_board("dice-of-doom", "b1a2/a3b2 a", few(3)), 3);
    check(&rated_board("dice-of-doom", "a3b1/b2a2 a", few(4)), 4);
    let stopped = Limits {
        max_nodes: Some(12),
        ..Limits::default()
    };
    check(&rated_board("dice-of-doom", "a3b1/b2a2 a", stopped), 5);
    let three = "players a b c; top a: l -> dice, r -> mid, s -> mid; dice chance a: x 1/3 -> mid, y 2/3 -> tied;
        mid b: l -> low, r -> tied; low c: on -> one, off -> tied;
        one end: 1 0 0; tied end: 0 1/2 1/2";
    for multiplayer in Multiplayer::ALL {
        let options = RatingOptions {
            multiplayer: Some(multiplayer),
            ..RatingOptions::default()
        };
        let limits = Limits::default();
        check(&rated_script(three, GraphRequest { limits, options }), 6);
    }
}

#[test]
fn occurrences_in_a_tree_that_nobody_could_unfold_are_counted_exactly() {
    let length = 200;
    let mut script = String::new();
    for index in 0..length {
        script.push_str(&format!("n{index} a: l -> n{0}, r -> n{0}\n", index + 1));
    }
    let rated = rated_script(
        &(script + &format!("n{length} end: 1 0")),
        Limits::default(),
    );
    let graph = Arc::clone(&rated.graph);
    let place = graph
        .graph()
        .vertices()
        .find(|vertex| graph.position_text(*vertex) == "n150");
    let filter = Filter::occurrences(&*graph, place.expect("a position"));
    let hits = filter.hits(&rated).expect("no ply is asked for");
    let expected: BigUint = BigUint::from(1_u32) << 150_u32;
    assert_eq!(hits.total(), Some(expected));
    let next = hits.next(graph.graph(), &[]).expect("an occurrence");
    assert_eq!(next.line.len(), 150);
}

#[test]
fn filters_that_would_tell_ratings_say_so() {
    for text in [
        "rating>0",
        "blunder",
        "best",
        "bestplay",
        "proven",
        "end unproven",
    ] {
        assert!(read(text).tells_ratings(), "{text}");
    }
    assert!(!read("winner:a mover:b ply:3 fork transposition").tells_ratings());
}
