//! Programs of somebody's own with one fault each: what is named, and that nothing else is; and
//! right programs however they write.

use doomtree::session::check::{Answers, Asking, Next, Report};
use doomtree::session::open;
use doomtree::tree::Limits;

use super::program::{Fault, Program, Style};
use super::writing::dice;

fn ask(board: &str, program: &mut Program) -> Answers {
    let build = open(&dice(board), Limits::default(), "").expect("a good board");
    let mut asking = Asking::new(build.finish());
    loop {
        match asking.step(1 << 16) {
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
fn wrong(answers: &Answers) -> &Report {
    match &answers.smaller {
        Some((_, report)) if answers.board.agrees() => report,
        _ => &answers.board,
    }
}

fn named(report: &Report) -> Vec<&str> {
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
        (NeighbourMissing, "neighbour-missing-5"),
        (NeighbourDoubled, "neighbour-doubled-5"),
        (AnySource, "any-source"),
    ] {
        let answers = ask(BOARDS[0], &mut Program::new(fault, Style::default()));
        let report = wrong(&answers);
        eprintln!(
            "{fault:?}: {:?} closest {:?} own {:?}",
            named(report),
            report.closest,
            report.own.smallest
        );
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
