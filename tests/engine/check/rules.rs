//! Faults in rules, planted one by one and at random.

use doomtree::games::{self, Plant, Setup, Switches};
use doomtree::session::check::DisagreementKind;
use doomtree::tree::{Pictures, Vertex};

use super::writing::{Told, dice, graph_of, graph_with, lines, node_link, right, setup};
use super::{board_that_shows, check, is_found, whole};
use support::Draws;

#[test]
fn every_planted_fault_of_the_rules_is_found_in_lines_and_in_trees() {
    for plant in games::plants("dice-of-doom") {
        for rules in ["land-of-lisp", "realm-of-racket pool=3"] {
            let pool = rules != "land-of-lisp";
            use Plant::{
                AttackersCounted, CapturedStay, HexesCaptured, MoversCounted, NoMinusOne,
                SurplusCounted, SurplusToo,
            };
            let counted = matches!(
                plant,
                NoMinusOne
                    | HexesCaptured
                    | CapturedStay
                    | AttackersCounted
                    | MoversCounted
                    | SurplusCounted
                    | SurplusToo
            );
            if pool && counted {
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
                first.text
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
            first.text
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
fn of_two_hundred_random_boards_those_that_a_fault_alters_are_found_and_no_others() {
    let mut draws = Draws::new(8);
    let plants = games::plants("dice-of-doom");
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
    assert!(found > 45, "only {found} boards show a fault");
}

/// The same lines, each with its moves in an order of its own.
fn in_other_orders(text: &str, draws: &mut Draws) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut value: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let moves = value["moves"].as_array_mut().expect("a list");
        for last in (1..moves.len()).rev() {
            moves.swap(last, draws.below(last + 1));
        }
        out.push_str(&value.to_string());
        out.push('\n');
    }
    out
}

#[test]
fn any_order_of_the_moves_of_a_planted_fault_gives_the_same_cause() {
    let mut draws = Draws::new(21);
    for plant in games::plants("dice-of-doom") {
        if *plant == Plant::MovesSorted {
            // It is the order.
            continue;
        }
        let (setup, text) = board_that_shows("", (2, 3), |setup| {
            let own = whole(graph_of(setup, None))?;
            let planted = whole(graph_of(setup, Some(*plant)))?;
            let shows = lisp_part(&*own) != lisp_part(&*planted);
            let text = |graph: &dyn Pictures| lines(graph, &right(graph), Told::ByName);
            shows.then(|| (text(&*own), text(&*planted)))
        });
        for _ in 0..3 {
            let report = check(&setup, &in_other_orders(&text, &mut draws));
            let causes: Vec<&str> = report.causes.iter().map(|one| one.name.as_str()).collect();
            assert!(
                causes.contains(&plant.name()),
                "{}: {causes:?}",
                setup.position
            );
        }
    }
}

#[test]
fn two_faults_at_once_are_found_as_a_pair_or_the_closest_says_how_much_it_explains() {
    let mut pairs = 0;
    for (one, two) in [
        (Plant::EqualDice, Plant::NoReinforcement),
        (Plant::MovesAll, Plant::FullUseSupply),
        (Plant::FromTheLast, Plant::NoMinusOne),
    ] {
        let both = games::PlantedFaults::from(one).with(two);
        let (setup, text) = board_that_shows("", (2, 3), |setup| {
            let text = |plants: games::PlantedFaults| {
                let graph = whole(graph_with(setup, plants))?;
                Some(lines(&*graph, &right(&*graph), Told::ByName))
            };
            let [own, a, b, both] = [
                games::PlantedFaults::default(),
                one.into(),
                two.into(),
                both,
            ]
            .map(text);
            let (own, both) = (own?, both?);
            let differs = a? != both && b? != both;
            differs.then_some((own, both))
        });
        let report = check(&setup, &text);
        assert!(report.pairs > 0 || !report.causes.is_empty());
        let named = |cause: &doomtree::session::check::Cause| {
            cause.name.contains(one.name()) && cause.name.contains(two.name())
        };
        pairs += u32::from(report.causes.iter().any(named));
        if let Some(closest) = report.closest {
            assert!(5 * closest.explained >= 4 * closest.of && closest.explained <= closest.of);
        }
    }
    assert!(pairs >= 2, "{pairs}");
}
