//! Programs of somebody's own with one fault each: what is named, and that nothing else is; and
//! right programs however they write.

use doomtree::session::check::{Answers, Asking, CheckReport, Next};
use doomtree::session::open;
use doomtree::tree::Limits;
use doomtree::work::TurnLength;

use super::check;
use super::program::{Fault, Program, Style};
use super::writing::{Told, dice, graph_of, lines, right, setup};

fn ask(board: &str, program: &mut Program) -> Answers {
    let build = open(&dice(board), Limits::default(), "").expect("a good board");
    let mut asking = Asking::new(build.finish());
    loop {
        match asking.step(TurnLength::WHOLE) {
            Next::Ask(question) => {
                let (_, position) = question.split_once(":\"").expect("a position");
                let position = position.trim_end_matches("\"}");
                let answer = program.answer(position);
                asking
                    .answer(&answer)
                    .unwrap_or_else(|why| panic!("{answer}: {why}"));
            }
            Next::Work(_) => {}
            Next::Done => return asking.stop(),
        }
    }
}

/// The report on the first board that is wrong.
fn wrong(answers: &Answers) -> &CheckReport {
    match &answers.smaller {
        Some((_, report)) if answers.board.agrees() => report,
        _ => &answers.board,
    }
}

fn named(report: &CheckReport) -> Vec<&str> {
    report
        .causes
        .iter()
        .map(|cause| cause.name.as_str())
        .collect()
}

const BOARDS: [&str; 3] = ["a3b2b1/a1b2a3 a", "b2b2/a2b1 a", "b2a1a1/a2b2a3 a"];

#[test]
fn a_right_program_agrees_however_it_writes() {
    let plain = Style::default();
    for style in [
        plain,
        Style {
            bare: true,
            ..plain
        },
        Style {
            upper: true,
            ..plain
        },
        Style {
            alone: true,
            ..plain
        },
        Style {
            scale: Some((-1, 1)),
            ..plain
        },
        Style {
            scale: Some((-1, 1)),
            alone: true,
            ..plain
        },
        Style {
            scale: Some((0, 100)),
            ..plain
        },
        Style {
            scale: Some((-7, 3)),
            alone: true,
            ..plain
        },
        Style {
            bare: true,
            upper: true,
            ..plain
        },
    ] {
        for board in BOARDS {
            let answers = ask(board, &mut Program::new(Fault::None, style));
            let report = wrong(&answers);
            assert!(report.agrees(), "{style:?}, {board}: {:?}", report.first());
            assert!(answers.smaller.is_none(), "{style:?}, {board}");
            assert_eq!(report.scale.is_some(), style.scale.is_some(), "{style:?}");
            assert_eq!(report.bare, style.bare, "{style:?}");
        }
    }
}

#[test]
fn the_fault_of_a_program_is_named_and_no_other() {
    use Fault::*;
    for (fault, name) in [
        (AlwaysMax, "always-max"),
        (AlwaysMin, "always-min"),
        (Swapped, "min-max-swapped"),
        (TieForA, "ties-for-first"),
        (TieForB, "ties-for-last"),
        (MaxMinByPly, "max-min-by-ply"),
        (SignEveryPly, "sign-every-ply"),
        (Averaged, "opponent-averaged"),
        (LastUnlessWon, "last-move-unless-won"),
        (Depth(2), "depth-limit-2"),
        (Depth(4), "depth-limit-4"),
        (TableWithoutCaptured, "table-without-captured"),
        (TableWithoutMover, "table-without-mover"),
        (BoundsAsExact, "bounds-as-exact"),
        (HardBoundsAsExact, "bounds-as-exact"),
        (MirroredNeighbours, "other-slant"),
        (LastCapture, "reinforcement=last-capture-minus-one"),
        (SupplyUnlimited, "supply-unlimited"),
        (AllOnFirst, "all-on-first"),
        (ColumnByColumn, "column-by-column"),
        (RowsForColumns, "rows-for-columns"),
        (SurplusCounted, "surplus-counted"),
        (LeftWraps, "wrap-left"),
        (NeighbourMissing, "neighbor-missing-5"),
        (NeighbourDoubled, "neighbor-doubled-5"),
        (AnySource, "any-source"),
    ] {
        let answers = ask(BOARDS[0], &mut Program::new(fault, Style::default()));
        let report = wrong(&answers);
        assert!(!report.agrees(), "{fault:?} isn't found");
        assert!(
            named(report).contains(&name),
            "{fault:?}: {:?}",
            named(report)
        );
        assert!(named(report).len() <= 3, "{fault:?}: {:?}", named(report));
    }
}

#[test]
fn a_fault_that_is_not_known_is_given_no_other_name() {
    for fault in [Fault::OnlyTwoMoves, Fault::FirstHexGetsNothing] {
        for board in BOARDS {
            let answers = ask(board, &mut Program::new(fault, Style::default()));
            let report = wrong(&answers);
            assert!(!report.agrees(), "{fault:?}, {board}");
            assert_eq!(named(report), [""; 0], "{fault:?}, {board}");
        }
    }
}

fn check_words(report: &CheckReport) -> Vec<String> {
    doomtree::session::check::own_ratings_words(report)
}

#[test]
fn the_commonest_faults_of_the_template_are_named_on_both_boards() {
    for board in ["b1a1/b3a3 a", "b2b2/a2b1 a"] {
        for (fault, name) in [
            (Fault::AlwaysMax, "always-max"),
            (Fault::AlwaysMin, "always-min"),
            (Fault::TieForB, "ties-nothing"),
        ] {
            let answers = ask(board, &mut Program::new(fault, Style::default()));
            let report = wrong(&answers);
            assert!(
                named(report).contains(&name),
                "{board}, {fault:?}: {:?}",
                named(report)
            );
            let misleading = ["min-max-swapped", "other-slant"];
            assert!(!misleading.iter().any(|one| named(report).contains(one)));
        }
    }
    // A missing neighbor, with nothing beside it.
    let answers = ask(
        "b2b2/a2b1 a",
        &mut Program::new(Fault::NeighbourMissing, Style::default()),
    );
    let report = wrong(&answers);
    assert_eq!(named(report), ["neighbor-missing-5"]);
}

#[test]
fn minus_one_zero_and_one_are_a_loss_a_tie_and_a_win() {
    let text = r#"{"position":"xx./oo./... x","rating":1}
{"position":"xxx/oo./... o","rating":-1}
{"position":"xx./oo./x.. o","rating":1}
{"position":"xxo/oox/xo. x","rating":0}
{"position":"xxo/oox/xox o","rating":0}
"#;
    let board = setup("tic-tac-toe", "", "xx./oo./... x");
    let report = check(&board, text);
    assert!(report.agrees(), "{:?}", report.first());
    assert_eq!(
        report.scale.as_deref(),
        Some("Your scale is -1 … 1, read as the rules' ratings: -1 is 0, 0 is 1/2 and 1 is 1.")
    );
    // What is wrong on it is still found.
    let report = check(
        &board,
        &text.replace("o. x\",\"rating\":0", "o. x\",\"rating\":1"),
    );
    assert_eq!(report.kinds.len(), 1);
    assert_eq!(report.kinds[0].count, 1);
    assert!(report.scale.is_some());
}

#[test]
fn scores_that_count_plies_and_sums_of_scores_are_scales_too() {
    let board = dice("a3b2b1/a1b2a3 a");
    let graph = graph_of(&board, None);
    let text = lines(&*graph, &right(&*graph), Told::ByName);
    let scored = |win: &dyn Fn(usize) -> i64, tie: i64, loss: &dyn Fn(usize) -> i64| {
        let of = |(at, line): (usize, &str)| {
            line.replace("\"1/2\"", &tie.to_string())
                .replace("\"a\":\"1\"", &format!("\"a\":{}", win(at)))
                .replace("\"b\":\"1\"", &format!("\"b\":{}", win(at)))
                .replace("\"a\":\"0\"", &format!("\"a\":{}", loss(at)))
                .replace("\"b\":\"0\"", &format!("\"b\":{}", loss(at)))
        };
        let lines: Vec<String> = text.lines().enumerate().map(of).collect();
        lines.join("\n")
    };
    let depth = |at: usize| (at % 5) as i64;
    for text in [
        scored(&|at| 10 - depth(at), 0, &|at| depth(at) - 10),
        scored(&|at| 100 - depth(at), 50, &depth),
        scored(&|_| 1_000, 0, &|_| -1_000),
        scored(&|at| 4 + depth(at) % 3, 3, &|at| 2 - depth(at) % 3),
    ] {
        let report = check(&board, &text);
        assert!(report.agrees(), "{:?}: {:?}", report.scale, report.first());
        assert!(report.scale.is_some());
    }
}

#[test]
fn a_rating_beyond_the_range_alone_is_no_scale() {
    let board = dice("a3b2b1/a1b2a3 a");
    let graph = graph_of(&board, None);
    let text = lines(&*graph, &right(&*graph), Told::ByName);
    let text = text.replacen("\"a\":\"1\"", "\"a\":\"2\"", 3);
    let report = check(&board, &text);
    assert_eq!(report.scale, None);
    assert!(!report.agrees());
}

#[test]
fn captured_dice_that_are_not_written_and_upper_case_change_nothing() {
    for (text, bare) in [
        (
            r#"{"position":"b2b2/a2b1 a","moves":[{"move":"2>3","position":"b2b2/a1a1 a"}]}
{"position":"b2b2/a1a1 a","moves":[{"move":"pass","position":"b2b2/a1a1 b"}]}
{"position":"b2b2/a1a1 b","moves":[{"move":"0>2","position":"b1b2/b1a1 b"},{"move":"0>3","position":"b1b2/a1b1 b"},{"move":"1>3","position":"b2b1/a1b1 b"}]}"#,
            true,
        ),
        (r#"{"position":"B2B2/A2B1 A","moves":["2>3"]}"#, false),
        (
            r#"{"position":"B2B2/A2B1 A","rating":{"A":0,"B":1},"moves":[{"move":"2>3","position":"B2B2/A1A1 A +1"}]}"#,
            false,
        ),
    ] {
        let report = check(&dice("b2b2/a2b1 a"), text);
        assert!(report.agrees(), "{:?}", report.first());
        assert_eq!(report.tally.unreached, 0);
        assert_eq!(report.bare, bare);
    }
    // Who writes some of them has given them all.
    let text = r#"{"position":"b2b2/a2b1 a","moves":[{"move":"2>3","position":"b2b2/a1a1 a"}]}
{"position":"b2b2/a1a1 a +1","moves":["pass"]}"#;
    let report = check(&dice("b2b2/a2b1 a"), text);
    assert!(!report.agrees());
}

#[test]
fn a_consistent_program_is_told_where_it_differs_first_from_below() {
    let answers = ask(
        BOARDS[0],
        &mut Program::new(Fault::TieForA, Style::default()),
    );
    let own = &wrong(&answers).own;
    assert_eq!(own.contradicting, 0);
    assert!(own.compared > 10 && own.lowest_count > 0);
    assert_eq!(own.lowest_ends, own.lowest_count);
    let words = check_words(wrong(&answers)).join(" ");
    assert!(words.contains("an end: its payoff"), "{words}");
}

#[test]
fn a_program_that_contradicts_itself_is_told_so_from_its_own_ratings_alone() {
    // Nothing is known of such a fault, and no rules are needed to see it.
    let text = r#"{"position":"top","rating":{"a":"1/2","b":"1/2"},"moves":["l","r"]}
{"position":"x","rating":{"a":1,"b":0}}
{"position":"y","rating":{"a":0,"b":1}}"#;
    let script = "players a b\ntop a: l -> x, r -> y\nx end: 1 0\ny end: 0 1";
    let board = doomtree::games::Setup::of_board(
        "scripted",
        doomtree::games::Switches::default(),
        script,
        None,
    );
    let report = check(&board, text);
    let smallest = report.own.smallest.as_ref().expect("a contradiction");
    assert_eq!(
        smallest.text,
        "your own ratings of the moves are 1 and 0, a takes the highest, but you say 1/2: your \
         program contradicts itself"
    );
}
