//! Checking what somebody's program says: answers made by rules with a planted fault are found out,
//! with the right cause, and those made by the real rules agree, in every form.
#![allow(clippy::disallowed_methods, reason = "tests may look at files")]

mod common;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

use common::Draws;
use doomtree::game::{Player, Rational, Shown, half, one, to_f64, winners_of, zero};
use doomtree::games::{self, Plant, Setup, Switches, WithGame, open_planted};
use doomtree::rating::{Options, Ratings};
use doomtree::save::{FileError, read_theirs};
use doomtree::session::check::{Checking, DisagreementKind, Report};
use doomtree::session::open;
use doomtree::tree::{Graph, Limits, Pictures, PositionGraph, Vertex, VertexKind};

const MOST: u64 = 3_000;

/// A setup in words: a preset with switches, and a position.
fn setup(game: &str, rules: &str, position: &str) -> Setup {
    let rules = match (game, rules) {
        ("dice-of-doom", "") => "land-of-lisp",
        (_, rules) => rules,
    };
    let mut switches = Switches::default();
    for word in rules.split_whitespace() {
        match word.split_once('=') {
            None => switches.preset = Some(word.to_owned()),
            Some((name, value)) => match switches.slot(name).expect(name) {
                games::Slot::Text(slot) => *slot = Some(value.to_owned()),
                games::Slot::Number(slot) => *slot = Some(value.parse().expect(value)),
            },
        }
    }
    Setup {
        game: game.to_owned(),
        switches,
        position: position.to_owned(),
        columns: None,
    }
}

fn dice(position: &str) -> Setup {
    setup("dice-of-doom", "", position)
}

struct Build(u64);

impl WithGame for Build {
    type Output = Box<dyn Pictures>;

    fn with<G: Shown>(self, game: G, position: G::Position) -> Self::Output {
        let limits = Limits {
            max_nodes: Some(self.0),
            ..Limits::default()
        };
        Box::new(PositionGraph::new(Arc::new(game), position, limits))
    }
}

fn graph_of(setup: &Setup, plant: Option<Plant>) -> Box<dyn Pictures> {
    match plant {
        None => games::open(setup, Build(MOST)),
        Some(plant) => open_planted(setup, plant, Build(MOST)),
    }
    .expect("a good setup")
}

/// What every vertex is rated, as a program computes it.
type Rates = HashMap<u32, Vec<Rational>>;

/// Minimax, written down here once more: which of the moves' ratings a mover's choice leaves a
/// player with, and what an end is worth, are arguments.
fn minimax(
    labels: &dyn Pictures,
    largest: impl Fn(Player, Player) -> bool,
    worth: impl Fn(Vertex, Player) -> Rational,
) -> Rates {
    let graph = labels.graph();
    assert!(!graph.is_cyclic());
    let mut rates = Rates::new();
    for vertex in graph.order() {
        let of = |player: Player| match graph.kind(vertex) {
            VertexKind::End => worth(vertex, player),
            VertexKind::Decision(mover) => {
                let below = graph.targets(vertex).iter();
                let below = below.map(|target| rates[&target.0][player.index()]);
                if largest(mover, player) {
                    below.max().expect("a move")
                } else {
                    below.min().expect("a move")
                }
            }
            VertexKind::Chance(_) => graph
                .edges(vertex)
                .map(|edge| graph.probability(edge) * rates[&graph.target(edge).0][player.index()])
                .sum(),
            VertexKind::Horizon(_) => panic!("no limit was set"),
        };
        let all = Player::all(graph.players()).map(of).collect();
        rates.insert(vertex.0, all);
    }
    rates
}

fn payoff(graph: &Graph, end: Vertex, player: Player) -> Rational {
    graph.outcome(end, player).expect("an end")
}

/// The right ratings.
fn right(labels: &dyn Pictures) -> Rates {
    let graph = labels.graph();
    if !graph.is_cyclic() {
        return minimax(
            labels,
            |mover, player| mover == player,
            |end, player| payoff(graph, end, player),
        );
    }
    // Where positions recur nobody's own program is simple.
    let ratings = Ratings::new(graph, &Options::default());
    graph
        .vertices()
        .map(|vertex| {
            let all = Player::all(graph.players()).map(|player| {
                let rating = ratings.rating(vertex, player);
                rating.exact().expect("an exact rating")
            });
            (vertex.0, all.collect())
        })
        .collect()
}

/// How ratings are told.
#[derive(Clone, Copy, PartialEq)]
enum Told {
    ByName,
    ForMover,
    AsDecimals,
}

fn mover_of(labels: &dyn Pictures, vertex: Vertex) -> Player {
    labels.graph().kind(vertex).player().unwrap_or_else(|| {
        let text = labels.position_text(vertex);
        let name = text.split(' ').nth(1).expect("a mover");
        Player::all(labels.graph().players())
            .find(|player| labels.player_name(*player) == name)
            .expect("a player")
    })
}

fn rating_json(labels: &dyn Pictures, rates: &[Rational], mover: Player, told: Told) -> String {
    match told {
        Told::ForMover => format!("\"{}\"", rates[mover.index()]),
        Told::ByName | Told::AsDecimals => {
            let parts = Player::all(rates.len()).map(|player| {
                let rate = rates[player.index()];
                let number = match told {
                    Told::AsDecimals => to_f64(&rate).to_string(),
                    _ => format!("\"{rate}\""),
                };
                format!("\"{}\":{number}", labels.player_name(player))
            });
            format!("{{{}}}", parts.collect::<Vec<_>>().join(","))
        }
    }
}

/// JSON Lines of every position.
fn lines(labels: &dyn Pictures, rates: &Rates, told: Told) -> String {
    let graph = labels.graph();
    let mut out = String::new();
    for vertex in graph.vertices() {
        if matches!(graph.kind(vertex), VertexKind::Chance(_)) {
            continue;
        }
        let mover = mover_of(labels, vertex);
        let moves: Vec<String> = graph
            .edges(vertex)
            .map(|edge| {
                let target = graph.target(edge);
                format!(
                    "{{\"move\":\"{}\",\"position\":\"{}\",\"rating\":{}}}",
                    labels.move_text(vertex, edge),
                    labels.position_text(target),
                    rating_json(labels, &rates[&target.0], mover, told)
                )
            })
            .collect();
        let winners = match graph.kind(vertex) {
            VertexKind::End => {
                let payoffs: Vec<Rational> = Player::all(graph.players())
                    .map(|player| payoff(graph, vertex, player))
                    .collect();
                let names: Vec<String> = winners_of(&payoffs)
                    .iter()
                    .map(|player| format!("\"{}\"", labels.player_name(player)))
                    .collect();
                format!(",\"winners\":[{}]", names.join(","))
            }
            _ => String::new(),
        };
        writeln!(
            out,
            "{{\"position\":\"{}\",\"rating\":{},\"moves\":[{}]{winners}}}",
            labels.position_text(vertex),
            rating_json(labels, &rates[&vertex.0], mover, told),
            moves.join(",")
        )
        .expect("a text");
    }
    out
}

/// The graph as node-link JSON, in a writing of its own: other identifiers, links, no kinds.
fn node_link(labels: &dyn Pictures, rates: &Rates) -> String {
    let graph = labels.graph();
    let nodes: Vec<String> = graph
        .vertices()
        .map(|vertex| {
            let winners = match graph.kind(vertex) {
                VertexKind::End => ",\"kind\":\"end\"".to_owned(),
                _ => String::new(),
            };
            format!(
                "{{\"id\":\"v{}\",\"position\":\"{}\",\"rating\":{}{winners}}}",
                vertex.0,
                labels.position_text(vertex),
                rating_json(labels, &rates[&vertex.0], Player(0), Told::ByName)
            )
        })
        .collect();
    let links: Vec<String> = graph
        .vertices()
        .flat_map(|vertex| graph.edges(vertex).map(move |edge| (vertex, edge)))
        .map(|(vertex, edge)| {
            format!(
                "{{\"target\":\"v{}\",\"source\":\"v{}\",\"label\":\"{}\"}}",
                graph.target(edge).0,
                vertex.0,
                labels.move_text(vertex, edge)
            )
        })
        .collect();
    format!(
        "{{\"links\":[{}],\n\"nodes\":[{}]}}",
        links.join(",\n"),
        nodes.join(",\n")
    )
}

/// The tree as Lisp prints it.
fn lisp(labels: &dyn Pictures) -> String {
    let graph = labels.graph();
    let mut out = String::new();
    let mut waiting: Vec<Result<Vertex, String>> = vec![Ok(Vertex::ROOT)];
    while let Some(next) = waiting.pop() {
        let vertex = match next {
            Ok(vertex) => vertex,
            Err(text) => {
                out.push_str(&text);
                continue;
            }
        };
        let text = labels.position_text(vertex);
        let board = text.split(' ').next().expect("a board").replace('/', "");
        let owner = |letter: u8| letter - b'a';
        let player = owner(text.split(' ').nth(1).expect("a mover").as_bytes()[0]);
        write!(out, "({player} #(").expect("a text");
        for hex in board.as_bytes().chunks(2) {
            write!(out, "({} {})", owner(hex[0]), char::from(hex[1])).expect("a text");
        }
        out.push_str(") ");
        out.push_str(if graph.is_leaf(vertex) { "NIL" } else { "(" });
        waiting.push(Err(
            if graph.is_leaf(vertex) { ")" } else { "))" }.to_owned()
        ));
        for edge in graph.edges(vertex).rev() {
            let mv = labels.move_text(vertex, edge);
            let mv = match mv.split_once('>') {
                None => "(NIL ".to_owned(),
                Some((source, target)) => format!("(({source} {target}) "),
            };
            waiting.push(Err(")".to_owned()));
            waiting.push(Ok(graph.target(edge)));
            waiting.push(Err(mv));
        }
    }
    out
}

fn try_check(setup: &Setup, text: &str, limits: Limits) -> Result<Report, FileError> {
    let theirs = read_theirs(text.as_bytes(), "test")?;
    let rated = open(setup, limits, "").expect("a good setup").finish();
    Ok(Checking::new(theirs, rated).finish())
}

fn check(setup: &Setup, text: &str) -> Report {
    try_check(setup, text, Limits::default()).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn is_found(setup: &Setup, text: &str, kind: DisagreementKind, cause: &str) -> Report {
    let report = check(setup, text);
    let kinds: Vec<_> = report.kinds.iter().map(|found| found.kind).collect();
    assert!(kinds.contains(&kind), "{}: {kinds:?}", setup.position);
    let causes: Vec<&str> = report
        .causes
        .iter()
        .map(|cause| cause.name.as_str())
        .collect();
    assert!(
        causes.contains(&cause),
        "{}: {causes:?}, not {cause}",
        setup.position
    );
    report
}

/// The first random board on which what is written differs from what the real rules write.
fn board_that_shows(
    rules: &str,
    size: (u64, u64),
    write: impl Fn(&Setup) -> Option<(String, String)>,
) -> (Setup, String) {
    let own = setup("dice-of-doom", rules, "");
    for seed in 0..400 {
        let board = games::random(
            "dice-of-doom",
            &own.switches,
            Some(size.0),
            Some(size.1),
            seed,
        );
        let setup = own.at(&board.expect("a board"), None);
        if let Some((right, wrong)) = write(&setup)
            && right != wrong
        {
            return (setup, wrong);
        }
    }
    panic!("no board shows it");
}

fn whole(graph: Box<dyn Pictures>) -> Option<Box<dyn Pictures>> {
    graph.graph().is_complete().then_some(graph)
}

/// A board, and what a program says of it whose ratings have a fault.
fn wrong_ratings(wrong: impl Fn(&dyn Pictures) -> Rates, told: Told) -> (Setup, String) {
    board_that_shows("", (2, 3), |setup| {
        let graph = whole(graph_of(setup, None))?;
        let rates = wrong(&*graph);
        Some((
            lines(&*graph, &right(&*graph), told),
            lines(&*graph, &rates, told),
        ))
    })
}

#[test]
fn swapped_and_one_sided_minima_and_maxima_are_found() {
    let own = |labels: &dyn Pictures, largest: &dyn Fn(Player, Player) -> bool| {
        minimax(labels, largest, |end, player| {
            payoff(labels.graph(), end, player)
        })
    };
    for (cause, largest) in [
        (
            "min-max-swapped",
            &(|mover, player| mover != player) as &dyn Fn(_, _) -> _,
        ),
        ("always-max", &|_, _| true),
        ("always-min", &|_, _| false),
    ] {
        let (setup, text) = wrong_ratings(|labels| own(labels, largest), Told::ByName);
        let report = is_found(&setup, &text, DisagreementKind::Rating, cause);
        assert_eq!(report.causes.len(), 1, "{:?}", report.causes);
        assert_eq!(report.kinds.len(), 1);
        let smallest = report.smallest().expect("a disagreement");
        let first = report.first().expect("a disagreement");
        assert!(first.ply <= smallest.ply);
        let nodes = |text: &str| text.parse::<u64>().expect("a number");
        assert!(nodes(&smallest.tree_nodes) <= nodes(&first.tree_nodes));
        assert!(smallest.theirs.rating.is_some() && smallest.theirs.rating != smallest.ours.rating);
    }
}

#[test]
fn ratings_of_the_wrong_player_are_found() {
    let exchanged = |labels: &dyn Pictures| {
        let mut rates = right(labels);
        rates.values_mut().for_each(|rates| rates.reverse());
        rates
    };
    let (setup, text) = wrong_ratings(exchanged, Told::ByName);
    is_found(
        &setup,
        &text,
        DisagreementKind::Rating,
        "other-players-rating",
    );
    let first = |labels: &dyn Pictures| {
        let mut rates = right(labels);
        rates.values_mut().for_each(|rates| rates[1] = rates[0]);
        rates
    };
    let (setup, text) = wrong_ratings(first, Told::ForMover);
    let report = is_found(
        &setup,
        &text,
        DisagreementKind::Rating,
        "first-players-rating",
    );
    assert_eq!(report.causes.len(), 1, "{:?}", report.causes);
}

#[test]
fn ends_that_are_worth_something_else_are_found() {
    let with_worth = |labels: &dyn Pictures, worth: &dyn Fn(Vertex, Player) -> Rational| {
        minimax(labels, |mover, player| mover == player, worth)
    };
    // The dice on a player's hexes, read off the notation.
    let dice_of = |labels: &dyn Pictures, end: Vertex, player: Player| -> u32 {
        let text = labels.position_text(end);
        let hexes = text.split(' ').next().expect("a board").replace('/', "");
        hexes
            .as_bytes()
            .chunks(2)
            .filter(|hex| char::from(hex[0]) == player.letter())
            .map(|hex| u32::from(hex[1] - b'0'))
            .sum()
    };
    let won = |won: bool| if won { one() } else { zero() };
    type Worth<'a> = &'a dyn Fn(&dyn Pictures, Vertex, Player) -> Rational;
    let causes: [(&str, Worth<'_>); 5] = [
        (
            "ties-for-first",
            &|labels, end, player| match payoff(labels.graph(), end, player) {
                share if share == half() => won(player.0 == 0),
                payoff => payoff,
            },
        ),
        ("ties-whole", &|labels, end, player| {
            won(payoff(labels.graph(), end, player) > zero())
        }),
        ("ties-nothing", &|labels, end, player| {
            won(payoff(labels.graph(), end, player) == one())
        }),
        ("passer-wins", &|labels, end, player| {
            won(mover_of(labels, end) != player)
        }),
        ("dice-counted", &|labels, end, player| {
            let [own, other] =
                [player, Player(1 - player.0)].map(|player| dice_of(labels, end, player));
            match own.cmp(&other) {
                std::cmp::Ordering::Greater => one(),
                std::cmp::Ordering::Equal => half(),
                std::cmp::Ordering::Less => zero(),
            }
        }),
    ];
    for (cause, worth) in causes {
        let wrong =
            |labels: &dyn Pictures| with_worth(labels, &|end, player| worth(labels, end, player));
        // Who has won is left out, so that only the ratings tell.
        let (setup, text) = wrong_ratings(wrong, Told::AsDecimals);
        let text: String = text
            .lines()
            .map(|line| match line.split_once(",\"winners\"") {
                Some((before, _)) => format!("{before}}}\n"),
                None => format!("{line}\n"),
            })
            .collect();
        is_found(&setup, &text, DisagreementKind::Rating, cause);
    }
}

#[test]
fn every_planted_fault_of_the_rules_is_found_in_lines_and_in_trees() {
    for plant in Plant::of("dice-of-doom") {
        for rules in ["land-of-lisp", "realm-of-racket pool=3"] {
            let pool = rules != "land-of-lisp";
            use Plant::{CapturedStay, HexesCaptured, NoMinusOne};
            if pool && matches!(plant, NoMinusOne | HexesCaptured | CapturedStay) {
                continue;
            }
            let (setup, text) = board_that_shows(rules, (2, 3), |setup| {
                let own = whole(graph_of(setup, None))?;
                let planted = whole(graph_of(setup, Some(*plant)))?;
                let shows = lisp_part(&*own) != lisp_part(&*planted);
                let text = |graph: &dyn Pictures| lines(graph, &right(graph), Told::ByName);
                shows.then(|| (text(&*own), text(&*planted)))
            });
            let report = check(&setup, &text);
            let causes: Vec<&str> = report
                .causes
                .iter()
                .map(|cause| cause.name.as_str())
                .collect();
            assert!(
                causes.contains(&plant.name()),
                "{setup:?}: {causes:?}, not {plant:?}"
            );
            assert!(causes.len() <= 3, "{setup:?}: {causes:?}");
            let first = report.first().expect("a disagreement");
            assert!(
                first.kind != DisagreementKind::Rating,
                "{plant:?}: {}",
                first.words
            );
            let planted = graph_of(&setup, Some(*plant));
            let text = node_link(&*planted, &right(&*planted));
            let report = check(&setup, &text);
            let causes: Vec<&str> = report
                .causes
                .iter()
                .map(|cause| cause.name.as_str())
                .collect();
            assert!(
                causes.contains(&plant.name()),
                "{setup:?}: {causes:?}, not {plant:?}"
            );
        }
    }
}

/// Positions and moves alone, in a few words.
fn lisp_part(labels: &dyn Pictures) -> String {
    let graph = labels.graph();
    let mut out = String::new();
    for vertex in graph.vertices() {
        out.push_str(&labels.position_text(vertex));
        for edge in graph.edges(vertex) {
            out.push_str(&labels.move_text(vertex, edge));
        }
    }
    out
}

#[test]
fn the_kind_of_the_first_disagreement_says_what_is_wrong() {
    use DisagreementKind::{End, IllegalMove, MissingMove, Order, Reinforcement, Successor};
    for (plant, kinds) in [
        (Plant::PassNever, &[MissingMove, End][..]),
        (Plant::PassFirst, &[IllegalMove, End]),
        (Plant::NoMinusOne, &[Reinforcement]),
        (Plant::BeyondMaximum, &[Reinforcement]),
        (Plant::FromTheLast, &[Reinforcement]),
        (Plant::EqualDice, &[IllegalMove, End]),
        (Plant::LeavesNone, &[Successor]),
        (Plant::KeepsAll, &[Successor]),
        (Plant::MovesAll, &[Successor]),
        (Plant::WrapAround, &[IllegalMove, Order, End]),
    ] {
        let (setup, text) = board_that_shows("", (2, 3), |setup| {
            let own = whole(graph_of(setup, None))?;
            let planted = whole(graph_of(setup, Some(plant)))?;
            let shows = lisp_part(&*own) != lisp_part(&*planted);
            let text = |graph: &dyn Pictures| lines(graph, &right(graph), Told::ByName);
            shows.then(|| (text(&*own), text(&*planted)))
        });
        let report = check(&setup, &text);
        let first = report.first().expect("a disagreement");
        assert!(
            kinds.contains(&first.kind),
            "{plant:?}: {:?}, {}",
            first.kind,
            first.words
        );
    }
}

#[test]
fn another_switch_of_the_rules_is_told_as_such() {
    for (rules, other, cause) in [
        (
            "",
            "haskell pass_listed=first",
            "reinforcement=last-capture-minus-one",
        ),
        ("", "pass_listed=last", "pass_listed=last"),
        ("", "haskell", "rules=haskell"),
        ("", "geometry=offset-rows", "geometry=offset-rows"),
        ("", "max_dice=4", "max_dice=4"),
        (
            "land-of-lisp-v4 players=2 max_dice=2 reinforcement=captured-minus-one",
            "land-of-lisp-v4 players=2 max_dice=2 odds=exact reinforcement=captured-minus-one",
            "odds=exact",
        ),
    ] {
        let (setup, text) = board_that_shows(rules, (2, 2), |own| {
            let theirs = Setup {
                switches: setup("dice-of-doom", other, "").switches,
                ..own.clone()
            };
            let graphs = [own, &theirs].map(|setup| graph_of(setup, None));
            let texts = graphs.iter().map(|graph| {
                let complete = graph.graph().is_complete() && !graph.graph().is_cyclic();
                complete.then(|| lines(&**graph, &right(&**graph), Told::AsDecimals))
            });
            let texts: Option<Vec<String>> = texts.collect();
            let [own, theirs] = texts?.try_into().expect("two texts");
            // A preset changes more than one switch, and only then is it the cause.
            let differs = other != "haskell" || {
                let single = ["haskell pass_listed=first", "pass_listed=last"];
                single.iter().all(|single| {
                    let setup = Setup {
                        switches: setup("dice-of-doom", single, "").switches,
                        ..graph_setup(&*graphs[0])
                    };
                    let graph = graph_of(&setup, None);
                    lines(&*graph, &right(&*graph), Told::AsDecimals) != theirs
                })
            };
            differs.then_some((own, theirs))
        });
        let report = check(&setup, &text);
        let causes: Vec<&str> = report
            .causes
            .iter()
            .map(|cause| cause.name.as_str())
            .collect();
        assert!(
            causes.contains(&cause),
            "{}: {causes:?}, not {cause}",
            setup.position
        );
    }
}

fn graph_setup(labels: &dyn Pictures) -> Setup {
    dice(&labels.position_text(Vertex::ROOT))
}

#[test]
fn a_tree_of_cells_that_goes_on_after_a_win_is_found() {
    for (game, rules, position) in [
        ("tic-tac-toe", "", "xx./oo./... x"),
        ("trilobite", "line=3", ".../.../aab b"),
    ] {
        let setup = setup(game, rules, position);
        let own = graph_of(&setup, None);
        assert!(check(&setup, &lines(&*own, &right(&*own), Told::ByName)).agrees());
        let planted = graph_of(&setup, Some(Plant::AfterWin));
        let text = lines(&*planted, &right(&*planted), Told::ByName);
        let report = is_found(&setup, &text, DisagreementKind::End, "after-win");
        assert_eq!(
            report.first().map(|first| first.kind),
            Some(DisagreementKind::End)
        );
    }
}

#[test]
fn a_correct_answer_agrees_in_every_form() {
    for (rules, position) in [
        ("", "b2b2/a2b1 a"),
        ("", "a1b1a3b2b3 a"),
        ("haskell", "a3b1/b3a2 a"),
        ("realm-of-racket pool=4", "a2b1b1/b2a3a1 a"),
        ("land-of-lisp-v4 players=2 max_dice=2", "a2b1 a"),
        ("land-of-lisp players=3", "a2b2c1/c3a1b1 a"),
    ] {
        let setup = setup("dice-of-doom", rules, position);
        let graph = graph_of(&setup, None);
        let rates = right(&*graph);
        let mut texts = vec![
            lines(&*graph, &rates, Told::ByName),
            lines(&*graph, &rates, Told::ForMover),
            lines(&*graph, &rates, Told::AsDecimals),
            node_link(&*graph, &rates),
        ];
        if !graph.graph().has_chance() && !graph.graph().is_cyclic() {
            texts.push(lisp(&*graph));
        }
        for text in texts {
            let report = check(&setup, &text);
            let words = report.first().map(|first| &first.words);
            assert!(report.agrees(), "{position}: {words:?}\n{text}");
            assert!(report.compared >= report.nodes, "{position}\n{text}");
        }
    }
}

#[test]
fn of_two_hundred_random_boards_those_that_a_fault_alters_are_found_and_no_others() {
    let mut draws = Draws::new(8);
    let plants = Plant::of("dice-of-doom");
    let mut found = 0;
    for seed in 0..200 {
        let (rows, columns) = [(1, 3), (2, 2), (1, 5), (2, 3)][draws.below(4)];
        let board = games::random(
            "dice-of-doom",
            &Switches::default(),
            Some(rows),
            Some(columns),
            seed,
        );
        let setup = dice(&board.expect("a board"));
        let plant = plants[draws.below(plants.len())];
        let own = graph_of(&setup, None);
        let planted = graph_of(&setup, Some(plant));
        if !own.graph().is_complete() || !planted.graph().is_complete() {
            continue;
        }
        let texts = [&own, &planted].map(|graph| {
            let rates = right(&**graph);
            let told = [Told::ByName, Told::ForMover][(seed % 2) as usize];
            lines(&**graph, &rates, told)
        });
        let plain = check(&setup, &texts[0]);
        assert!(plain.agrees(), "{}: {:?}", setup.position, plain.first());
        let report = check(&setup, &texts[1]);
        let alters = texts[0] != texts[1];
        assert_eq!(!report.agrees(), alters, "{plant:?}, {}", setup.position);
        if alters {
            let named = report.causes.iter().any(|cause| cause.name == plant.name());
            assert!(named, "{plant:?}, {}: {:?}", setup.position, report.causes);
            found += 1;
        }
    }
    assert!(found > 60, "only {found} boards show a fault");
}

#[test]
fn what_is_left_out_or_lies_beyond_a_limit_is_not_missing() {
    let setup = dice("a1b1a3b2b3 a");
    let graph = graph_of(&setup, None);
    let rates = right(&*graph);
    let all = lines(&*graph, &rates, Told::ByName);
    // Any part of the lines.
    let part: String = all
        .lines()
        .step_by(3)
        .flat_map(|line| [line, "\n"])
        .collect();
    assert!(check(&setup, &part).agrees());
    // Moves without positions or ratings, and ratings without moves.
    for text in [
        "{\"position\":\"a1b1a3b2b3 a\",\"moves\":[\"2>1\",\"2->3\"]}",
        "{\"position\":\"a1 b1 a3 b2 b3 a\",\"rating\":1}",
        "{\"position\":\"a1b1a3b2b3 a\",\"winners\":null}",
    ] {
        assert!(check(&setup, text).agrees(), "{text}");
    }
    // A tree to a ply limit, as a Lisp program prints it, where all leaves are equally deep.
    let cut = "(0 ((0 1) (1 1) (0 3) (1 2) (1 3)) (((2 1) (0 ((0 1) (0 2) (0 1) (1 2) (1 3)) NIL)) \
               ((2 3) (0 ((0 1) (1 1) (0 1) (0 2) (1 3)) NIL))))";
    let report = check(&setup, cut);
    assert!(report.agrees(), "{:?}", report.first());
    assert_eq!(report.left_out, 2);
    // A tree that is deeper than we build.
    let limits = Limits {
        max_plies: Some(1),
        ..Limits::default()
    };
    let moves_only: String = all
        .lines()
        .map(|line| {
            let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let moves = &value["moves"];
            let names: Vec<_> = moves
                .as_array()
                .expect("a list")
                .iter()
                .map(|mv| mv["move"].clone())
                .collect();
            let line = serde_json::json!({"position": value["position"], "moves": names});
            format!("{line}\n")
        })
        .collect();
    let report = try_check(&setup, &moves_only, limits).expect("a good text");
    assert!(report.agrees(), "{:?}", report.first());
}

#[test]
fn positions_that_are_not_reached_are_said_so_and_checked() {
    let setup = dice("b2b2/a2b1 a");
    let good = "{\"position\":\"a3b1 a\",\"moves\":[\"0>1\"],\"rating\":1}\n";
    let report = check(&setup, good);
    assert_eq!((report.unreached, report.agrees()), (1, true));
    let bad = "{\"position\":\"a3b1 a\",\"moves\":[\"pass\"],\"rating\":0}\n";
    let report = check(&setup, &format!("{good}{bad}"));
    assert_eq!((report.unreached, report.repeated), (2, 1));
    let first = report.first().expect("a disagreement");
    assert_eq!((first.ply, first.text_line), (None, 2));
    assert_eq!(first.ours.position.as_deref(), Some("a3b1 a"));
}

#[test]
fn hostile_texts_are_refused_in_one_sentence_with_their_line() {
    let setup = dice("b2b2/a2b1 a");
    for (text, line) in [
        ("", None),
        ("   \n", None),
        ("hello", Some(1)),
        ("{\"position\":\"b2b2/a2b1 a\",\"rating\":NaN}", Some(1)),
        (
            "{\"position\":\"b2b2/a2b1 a\"}\n{\"position\":\"b2b2/a2b1 a\",\"rating\":\"NaN\"}",
            Some(2),
        ),
        (
            "{\"position\":\"b2b2/a2b1 a\"}\n{\"position\":\"b2b2",
            Some(2),
        ),
        ("{\"position\":7}", Some(1)),
        ("{\"rating\":7}", Some(1)),
        ("{\"position\":\"b2b2/a2b1 a\",\"moves\":[7]}", Some(1)),
        (
            "{\"position\":\"b2b2/a2b1 a\",\"rating\":1,\"rating\":2}",
            Some(1),
        ),
        ("{\"position\":\"b2b2/a2b1 a\",\"rating\":{}}", Some(1)),
        ("{\"error\":\"out of memory\",\"line\":1}", Some(1)),
        ("{\"nodes\":[],\"edges\":[]}", None),
        (
            "{\"nodes\":[{\"id\":0}],\n\"edges\":[{\"source\":0,\"target\":1}]}",
            Some(2),
        ),
        (
            "{\"nodes\":[{\"id\":0},\n{\"id\":0}],\"edges\":[]}",
            Some(2),
        ),
        ("{\"nodes\":[{\"id\":0,\n", Some(2)),
        ("(0 #((0 2) (1 1)) (((0 1)", Some(1)),
        ("(0 #((0 2) (1 1)) NIL) (", Some(1)),
        ("(0 ... NIL)", Some(1)),
    ] {
        let Err(error) = try_check(&setup, text, Limits::default()) else {
            panic!("{text} was read");
        };
        assert_eq!(error.place.map(|place| place.0), line, "{text}: {error}");
        assert_eq!(error.to_string().lines().count(), 1, "{error}");
    }
    // Long, deep and odd, but no fault.
    let long = format!(
        "{{\"position\":\"b2b2/a2b1 a\",\"note\":\"{}\"}}",
        "x".repeat(1 << 20)
    );
    assert!(check(&setup, &long).agrees());
    let nested = format!(
        "{{\"position\":\"b2b2/a2b1 a\",\"note\":{}{}}}",
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    assert!(check(&setup, &nested).agrees());
    let unreadable = check(&setup, "{\"position\":\"nonsense\",\"rating\":1}");
    assert_eq!(unreadable.unreadable, Some((1, "nonsense".to_owned())));
    // More dice than the rules allow are a disagreement, not nonsense.
    let beyond = check(&setup, "{\"position\":\"b2b2/a2b4 a\",\"rating\":1}");
    assert_eq!(
        beyond.first().map(|first| first.kind),
        Some(DisagreementKind::Position)
    );
}

#[test]
fn a_tree_of_a_hundred_thousand_plies_is_walked() {
    let mut script = String::new();
    let mut nodes = Vec::new();
    let mut links = Vec::new();
    let plies = 100_000;
    for ply in 0..plies {
        writeln!(script, "n{ply} a: m -> n{}", ply + 1).expect("a text");
        nodes.push(format!(
            "{{\"id\":{ply},\"position\":\"n{ply}\",\"rating\":1}}"
        ));
        links.push(format!(
            "{{\"source\":{ply},\"target\":{},\"move\":\"m\"}}",
            ply + 1
        ));
    }
    script.push_str(&format!("n{plies} end: 1 0\n"));
    nodes.push(format!("{{\"id\":{plies},\"winners\":[\"b\"]}}"));
    let text = format!(
        "{{\"nodes\":[{}],\"edges\":[{}]}}",
        nodes.join(",\n"),
        links.join(",\n")
    );
    let script = format!("players a b\n{script}");
    let setup = Setup::of_board("scripted", Switches::default(), &script, None);
    let report = check(&setup, &text);
    let first = report.first().expect("a disagreement");
    assert_eq!(
        (first.kind, first.ply),
        (DisagreementKind::Winners, Some(plies))
    );
}
