//! Comparing two trees: what is found is what a plain walk over both trees finds.

use std::collections::VecDeque;

use doomtree::games::{self, Setup, Switches};
use doomtree::session::{
    Both, DifferenceKind, Rated, RulesComparison, RulesNames, open, what_differs, where_it_differs,
};
use doomtree::tree::{Limits, Vertex, VertexKind};
use support::Draws;
use support::dialects::rated_script;

fn switches(rules: &str) -> Switches {
    Switches::read(rules).expect(rules)
}

/// The graph of a board that is written under the first rules, under the second.
fn rated(board: &str, written: &str, rules: &str, limits: Limits) -> Rated {
    let setup = Setup {
        game: "dice-of-doom".to_owned(),
        switches: switches(written),
        position: board.to_owned(),
        columns: None,
    };
    let setup = games::under(&setup, &switches(rules)).expect(board);
    open(&setup, limits, "").expect(board).finish()
}

fn both(board: &str, rules: Both<&str>, limits: Limits) -> Both<Rated> {
    rules.map(|side| rated(board, rules[0], side, limits))
}

fn compared(sides: &Both<Rated>) -> RulesComparison {
    RulesComparison::of(sides, u64::MAX)
}

/// The sentence of the first difference of a kind.
fn told(sides: &Both<Rated>, kind: DifferenceKind) -> Option<String> {
    let both = [&sides[0], &sides[1]];
    let found = compared(sides);
    let first = found.first(kind)?;
    let what = what_differs(both, &RulesNames::new(both), first);
    Some(format!("{}: {what}", where_it_differs(both, first)))
}

/// A random board of up to six hexes.
fn board(draws: &mut Draws) -> String {
    let (rows, columns) = [(1, 4), (1, 5), (2, 2), (2, 3), (3, 2)][draws.below(5)];
    let mut rows_text = Vec::new();
    for _ in 0..rows {
        let mut row = String::new();
        for _ in 0..columns {
            row.push(['a', 'b'][draws.below(2)]);
            row.push_str(&(1 + draws.below(3)).to_string());
        }
        rows_text.push(row);
    }
    format!("{} {}", rows_text.join("/"), ["a", "b"][draws.below(2)])
}

const RULES: [&str; 6] = [
    "land-of-lisp",
    "haskell",
    "realm-of-racket",
    "land-of-lisp,pass_listed=last",
    "land-of-lisp,geometry=offset-rows",
    "land-of-lisp,combat=dice-roll",
];

/// What a node says of itself, apart from its rating.
fn node(rated: &Rated, vertex: Vertex) -> (Vec<String>, Option<u8>, String, Vec<String>) {
    let graph = rated.graph.graph();
    let places = rated.graph.picture(vertex).cells;
    let kind = graph.kind(vertex);
    let more = match kind {
        VertexKind::End => vec![format!(
            "{:?}",
            graph.outcome(vertex, doomtree::game::Player(0))
        )],
        _ => graph
            .edges(vertex)
            .map(|edge| {
                let mv = rated.graph.move_text(vertex, edge);
                format!("{mv} {}", graph.probability(edge))
            })
            .collect(),
    };
    let word = match kind {
        VertexKind::End => "end",
        VertexKind::Chance(_) => "chance",
        VertexKind::Decision(_) => "decision",
        VertexKind::Horizon(_) => "horizon",
    };
    (
        places.into_iter().map(|place| place.label).collect(),
        kind.player().map(|player| player.0),
        word.to_owned(),
        more,
    )
}

/// The smallest ply at which the trees differ in more than an order or a probability, and at which
/// they differ at all, by walking both trees line by line, positions met again or not.
fn naive(sides: &Both<Rated>) -> (Option<u32>, Option<u32>) {
    let [a, b] = sides;
    let (mut first, mut any) = (None::<u32>, None::<u32>);
    let mut queue = VecDeque::from([(Vertex::ROOT, Vertex::ROOT, 0)]);
    while let Some((x, y, ply)) = queue.pop_front() {
        let least = |at: &mut Option<u32>| *at = Some(at.map_or(ply, |at| at.min(ply)));
        let (one, other) = (node(a, x), node(b, y));
        if one != other {
            least(&mut any);
        }
        let names = |moves: &[String]| -> Vec<String> {
            let mut names: Vec<String> = moves
                .iter()
                .map(|mv| mv.split(' ').next().unwrap_or_default().to_owned())
                .collect();
            names.sort();
            names
        };
        let heads = (&one.0, &one.1, &one.2) == (&other.0, &other.1, &other.2);
        let ends = one.2 == "end";
        if !heads || (ends && one.3 != other.3) || names(&one.3) != names(&other.3) {
            least(&mut first);
            continue;
        }
        let (ga, gb) = (a.graph.graph(), b.graph.graph());
        for edge in ga.edges(x) {
            let mv = a.graph.move_text(x, edge);
            let same = gb.edges(y).find(|other| b.graph.move_text(y, *other) == mv);
            let same = same.expect("both have the move");
            queue.push_back((ga.target(edge), gb.target(same), ply + ga.cost(x)));
        }
    }
    (first, any)
}

#[test]
fn a_set_of_rules_compared_with_itself_agrees_on_every_board() {
    let mut draws = Draws::new(11);
    for _ in 0..40 {
        let board = board(&mut draws);
        for rules in RULES {
            let limits = Limits {
                max_plies: Some(6),
                ..Limits::default()
            };
            let sides = both(&board, [rules, rules], limits);
            let found = compared(&sides);
            assert!(found.agrees(), "{board} {rules}");
            assert!(found.is_complete() && found.headline().is_none());
            assert_eq!(found.pairs, sides[0].graph.graph().len() as u64, "{board}");
            assert_eq!(found.agreeing, found.pairs);
        }
    }
}

#[test]
fn the_first_difference_stands_at_the_smallest_ply_as_a_plain_walk_finds_it() {
    let mut draws = Draws::new(12);
    let mut differed = 0;
    for _ in 0..60 {
        let board = board(&mut draws);
        let (one, other) = (draws.below(RULES.len()), draws.below(RULES.len()));
        let limits = Limits {
            max_plies: Some(4),
            ..Limits::default()
        };
        let sides = both(&board, [RULES[one], RULES[other]], limits);
        let found = compared(&sides);
        let (first, any) = naive(&sides);
        let context = format!("{board}: {} {}", RULES[one], RULES[other]);
        let structural = found
            .differences
            .iter()
            .filter(|difference| {
                !matches!(
                    difference.kind,
                    DifferenceKind::Order | DifferenceKind::Probability
                )
            })
            .map(|difference| difference.ply)
            .next();
        assert_eq!(structural, first, "{context}");
        assert_eq!(
            found.differences.first().map(|first| first.ply),
            any,
            "{context}"
        );
        differed += usize::from(first.is_some());
        for difference in &found.differences {
            // The line leads to the vertices, in both trees.
            for side in [0, 1] {
                let graph = sides[side].graph.graph();
                let mut at = Vertex::ROOT;
                for edge in &difference.lines[side] {
                    assert_eq!(graph.source(*edge), at);
                    at = graph.target(*edge);
                }
                assert_eq!(at, difference.vertices[side]);
            }
            let [a, b] = [0, 1].map(|side| {
                let graph = &sides[side].graph;
                graph.line_text(Vertex::ROOT, &difference.lines[side])
            });
            assert_eq!(a, b);
        }
    }
    assert!(differed > 20, "{differed}");
}

/// A planted difference, and what is said of it.
#[test]
fn every_kind_of_difference_is_found_and_told() {
    let tree = "r a: x -> s, y -> t; s b: u -> e, v -> f; t chance b: w 1/2 -> e, l 1/2 -> f;
        e end: 1 0; f end: 0 1";
    for (kind, changed, words) in [
        (
            DifferenceKind::Board,
            tree.replace("-> s", "-> S").replace("; s b", "; S b"),
            "S under",
        ),
        (
            DifferenceKind::Mover,
            tree.replace("s b:", "s a:"),
            "after x: b is to move under",
        ),
        (
            DifferenceKind::Kind,
            tree.replace("s b: u -> e, v -> f", "s end: 1 0"),
            "after x: b is to move under scripted, the game is over under scripted",
        ),
        (
            DifferenceKind::Payoff,
            tree.replace("f end: 0 1", "f end: 1/2 1/2"),
            "the payoff for a is 0 under scripted, 1/2 under scripted",
        ),
        (
            DifferenceKind::Moves,
            tree.replace("v -> f", "q -> f"),
            "after x: there is v only under scripted, and q only under scripted",
        ),
        (
            DifferenceKind::Probability,
            tree.replace("w 1/2", "w 1/4").replace("l 1/2", "l 3/4"),
            "after y: w has the probability 1/2 (50.00 %) under scripted, 1/4 (25.00 %)",
        ),
        (
            DifferenceKind::Order,
            tree.replace("u -> e, v -> f", "v -> f, u -> e"),
            "after x: the moves are the same in another order: u is number 1",
        ),
    ] {
        let sides = [
            rated_script(tree, Limits::default()),
            rated_script(&changed, Limits::default()),
        ];
        let found = compared(&sides);
        let counted: Vec<&str> = DifferenceKind::ALL
            .into_iter()
            .filter(|kind| *kind != DifferenceKind::Rating && found.count(*kind) > 0)
            .map(DifferenceKind::name)
            .collect();
        assert_eq!(counted, [kind.name()], "{changed}");
        assert_eq!(found.count(kind), 1);
        assert_eq!(found.agreeing, found.pairs - 1);
        let told = told(&sides, kind).expect("it is told");
        assert!(told.contains(words), "{told}");
    }
    let worse = tree.replace("f end: 0 1", "f end: 1/2 1/2");
    let sides = [
        rated_script(tree, Limits::default()),
        rated_script(&worse, Limits::default()),
    ];
    let told = told(&sides, DifferenceKind::Rating).expect("b's choice is worth less");
    assert_eq!(
        told,
        "at the root: the rating for a is 1/2 under scripted, 3/4 under scripted"
    );
}

#[test]
fn a_rating_differs_only_where_that_is_proven() {
    let limits = Limits {
        max_plies: Some(1),
        ..Limits::default()
    };
    let tree = "r a: x -> s; s b: y -> e; e end: 1 0";
    let lost = tree.replace("e end: 1 0", "e end: 0 1");
    let both = |limits: Limits| [rated_script(tree, limits), rated_script(&lost, limits)];
    assert!(compared(&both(limits)).rating.is_none());
    assert!(compared(&both(Limits::default())).rating.is_some());
}

#[test]
fn the_walk_goes_on_through_orders_and_probabilities_and_nowhere_else() {
    let tree =
        "r a: x -> s, y -> t; s b: u -> e, v -> f; t b: u -> e, v -> f; e end: 1 0; f end: 0 1";
    let other = tree
        .replace("x -> s, y -> t", "y -> t, x -> s")
        .replace("s b: u", "s b: q");
    let found = compared(&[
        rated_script(tree, Limits::default()),
        rated_script(&other, Limits::default()),
    ]);
    assert_eq!(found.count(DifferenceKind::Order), 1);
    assert_eq!(
        found.count(DifferenceKind::Moves),
        1,
        "found below another order"
    );
    assert_eq!(
        found.headline().map(|first| first.kind),
        Some(DifferenceKind::Moves)
    );
    // e and f are reached by t alone: below s nothing is compared.
    assert_eq!(found.pairs, 5);
}

#[test]
fn what_stands_at_a_smaller_ply_is_found_first_wherever_the_walk_began() {
    // Two branches of five plies; chance costs none, so that what follows a roll comes early.
    let tree = "r a: x -> s, y -> t, z -> c; s a: m -> p; p a: m -> q; q a: m -> e;
        t a: m -> u; u a: m -> v; v a: m -> f; c chance a: w 1/2 -> k, l 1/2 -> f; k b: m -> f;
        e end: 1 0; f end: 0 1";
    let other = tree
        .replace("e end: 1 0", "e end: 1/2 1/2")
        .replace("v a: m", "v a: n")
        .replace("s a: m", "s b: m")
        .replace("k b: m", "k b: n");
    let only = |kept: &[&str]| {
        let mut changed = tree.to_owned();
        for (from, to) in [
            ("e end: 1 0", "e end: 1/2 1/2"),
            ("v a: m", "v a: n"),
            ("p a: m", "p b: m"),
            ("k b: m", "k b: n"),
        ] {
            if kept.iter().any(|name| from.starts_with(name)) {
                changed = changed.replace(from, to);
            }
        }
        changed
    };
    let plies = |script: &str| -> Vec<(u32, &'static str)> {
        compared(&[
            rated_script(tree, Limits::default()),
            rated_script(script, Limits::default()),
        ])
        .differences
        .iter()
        .map(|difference| (difference.ply, difference.kind.name()))
        .collect()
    };
    assert_eq!(plies(&only(&["e", "v"])), [(3, "moves"), (4, "payoff")]);
    assert_eq!(plies(&only(&["p", "k"])), [(1, "moves"), (2, "mover")]);
    assert_eq!(plies(&other), [(1, "mover"), (1, "moves"), (3, "moves")]);
}

#[test]
fn trees_without_an_end_are_compared_as_far_as_they_have_other_pairs() {
    let round = "r a: x -> s, out -> e; s b: y -> r; e end: 1 0";
    let sides = [
        rated_script(round, Limits::default()),
        rated_script(
            &round.replace("e end: 1 0", "e end: 0 1"),
            Limits::default(),
        ),
    ];
    let found = compared(&sides);
    assert_eq!(found.pairs, 3);
    assert_eq!(found.count(DifferenceKind::Payoff), 1);
}

#[test]
fn a_budget_of_pairs_and_a_budget_of_positions_leave_the_rest_unknown() {
    let board = "b2a1a1/a2b2a3/b3b1b1 a";
    let rules = ["land-of-lisp", "land-of-lisp"];
    let sides = both(board, rules, Limits::default());
    let found = RulesComparison::of(&sides, 100);
    assert_eq!(found.pairs, 100);
    assert!(found.stopped && found.agrees() && !found.is_complete());
    let cut = Limits {
        max_nodes: Some(300),
        ..Limits::default()
    };
    let [whole, _] = sides;
    let found = compared(&[whole, rated(board, rules[0], rules[1], cut)]);
    assert_eq!(found.differences, [], "what a limit hides is no difference");
    assert!(found.unknown > 0 && !found.is_complete());
}

/// The bug that the Haskell port's author found by drawing a larger tree: a turn that captures
/// twice is reinforced for its last capture alone.
#[test]
fn the_haskell_ports_reinforcement_shows_after_the_first_turn_with_two_captures() {
    let sides = both(
        "b2b2/a3b1 a",
        ["haskell", "land-of-lisp"],
        Limits::default(),
    );
    assert_eq!(
        told(&sides, DifferenceKind::Board).as_deref(),
        Some(
            "after 2>0 0>3 pass: hex 0 has 1 die under haskell, 2 under land-of-lisp; 1 more hex \
             differs"
        )
    );
    assert_eq!(
        told(&sides, DifferenceKind::Rating).as_deref(),
        Some("at the root: the rating for a is 1/2 under haskell, 1 under land-of-lisp")
    );
    let found = compared(&sides);
    assert_eq!((found.pairs, found.agreeing), (19, 17));
}

#[test]
fn odds_from_the_book_and_true_odds_differ_at_every_roll_whose_table_is_rounded() {
    let book = "land-of-lisp,combat=dice-roll";
    let exact = "land-of-lisp,combat=dice-roll,odds=exact";
    let sides = both(
        "b2b2/a3b1 a",
        [book, exact],
        Limits {
            max_plies: Some(2),
            ..Limits::default()
        },
    );
    let found = compared(&sides);
    let chance = sides[0].graph.graph();
    let rolls = chance
        .vertices()
        .filter(|vertex| matches!(chance.kind(*vertex), VertexKind::Chance(_)));
    assert_eq!(
        found.count(DifferenceKind::Probability),
        rolls.count() as u64
    );
    assert_eq!(
        found.pairs,
        chance.len() as u64,
        "the trees have the same shape"
    );
}

#[test]
fn where_dice_decide_under_one_set_of_rules_alone_the_dice_are_the_difference() {
    let dice = "land-of-lisp,combat=dice-roll";
    let sides = both(
        "b2b2/a3b1 a",
        ["land-of-lisp", dice],
        Limits {
            max_plies: Some(2),
            ..Limits::default()
        },
    );
    assert_eq!(
        told(&sides, DifferenceKind::Kind).as_deref(),
        Some(
            "after 2>0: a is to move under combat=stronger-wins, chance decides under \
             combat=dice-roll,odds=book-table"
        )
    );
    assert_eq!(compared(&sides).count(DifferenceKind::Board), 0);
}

#[test]
fn a_board_is_carried_over_as_far_as_the_other_rules_can_hold_it() {
    let over = |board: &str, from: &str, to: &str| {
        let setup = Setup {
            game: "dice-of-doom".to_owned(),
            switches: switches(from),
            position: board.to_owned(),
            columns: None,
        };
        games::under(&setup, &switches(to))
            .map(|setup| setup.position)
            .map_err(|error| error.to_string())
    };
    let racket = "realm-of-racket";
    let lisp = "land-of-lisp";
    for (board, from, to, there) in [
        ("b2b2/a2b1 a", lisp, racket, "b2b2/a2b1 a pool=10"),
        ("b2b2/a1a1 a +1", lisp, racket, "b2b2/a1a1 a + pool=10"),
        ("b2b2/a2b1 a pool=3 reversed", racket, lisp, "b2b2/a2b1 a"),
        ("b2b2/a2b1 a pool=3", racket, racket, "b2b2/a2b1 a pool=3"),
        (
            "b2b2/a2b1 a",
            racket,
            "realm-of-racket,pool=4",
            "b2b2/a2b1 a pool=4",
        ),
        ("b2b2/a1a1 a +2", lisp, "haskell", "b2b2/a1a1 a +2"),
    ] {
        assert_eq!(over(board, from, to).as_deref(), Ok(there), "{board} {to}");
    }
    for (board, from, to, words) in [
        (
            "b2b2/a1a1 a +",
            racket,
            lisp,
            "what was captured in it isn't known",
        ),
        (
            "b2b2/a2b1 a ?2>3",
            "land-of-lisp,combat=dice-roll",
            lisp,
            "these rules roll none",
        ),
        ("b2c2/a2b1 a", "land-of-lisp,players=3", lisp, "hex 1 is c2"),
        (
            "b2b2/a2b1 a",
            lisp,
            "land-of-lisp,max_dice=1",
            "more than 1 die",
        ),
    ] {
        let error = over(board, from, to).expect_err(board);
        assert!(error.contains(words), "{error}");
    }
}
