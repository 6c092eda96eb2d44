//! Checking what somebody's program says: answers made by rules with a planted fault are found out,
//! with the right cause, and those made by the real rules agree, in every form.

mod program;
mod ratings;
mod rules;
mod texts;
mod writing;
mod wrong;

use doomtree::games::{self, Setup};
use doomtree::save::{FileError, read_theirs};
use doomtree::session::check::{CheckReport, DisagreementKind};
use doomtree::session::open;
use doomtree::tree::{Limits, Pictures};

use writing::{Rates, Told, graph_of, lines, right, setup};

fn try_check(setup: &Setup, text: &str, limits: Limits) -> Result<CheckReport, FileError> {
    let theirs = read_theirs(text.as_bytes(), "test")?;
    let rated = open(setup, limits, "").expect("a good setup").finish();
    Ok(CheckReport::of(theirs, rated))
}

fn check(setup: &Setup, text: &str) -> CheckReport {
    try_check(setup, text, Limits::default()).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn is_found(setup: &Setup, text: &str, kind: DisagreementKind, cause: &str) -> CheckReport {
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
