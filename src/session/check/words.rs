//! What a check has found, in sentences that the window and the command line share.

use super::super::open::Rated;
use super::super::seen::see;
use super::report::{Cause, Disagreement, Report};
use crate::diagram::grouped_digits;
use crate::game::{quoted, visible};

/// `1 node`, `1,300 nodes`.
fn counted(number: u64, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", grouped_digits(&number.to_string()))
}

/// Why nothing can be told of what was said, if that is so: `from` is who or what said it.
pub fn fault(report: &Report, rated: &Rated, from: &str) -> Option<String> {
    if let Some((line, position)) = &report.unreadable {
        let setup = rated.setup().at(position, None);
        let why = see(&setup).err().map_or_else(
            || "write it in notation".to_owned(),
            |error| error.to_string(),
        );
        return Some(format!(
            "{from}, line {line}: {} is no position of this game: {why}",
            quoted(position)
        ));
    }
    report.says_nothing().then(|| {
        format!(
            "{from} says nothing of any position: give at least one of 'moves', 'rating', 'winners' \
             and 'payoffs'"
        )
    })
}

/// Whether all agrees, and what differs, in one sentence.
pub fn verdict(report: &Report) -> String {
    let compared = counted(report.compared, report.form.record());
    if report.kinds.is_empty() {
        return format!("All agrees: {compared} compared.");
    }
    let kinds: Vec<String> = report
        .kinds
        .iter()
        .map(|found| {
            let name = found.kind.name().replace('-', " ");
            format!("{name} {}", grouped_digits(&found.count.to_string()))
        })
        .collect();
    format!(
        "{compared} compared, {} agree; disagreements: {}.",
        grouped_digits(&report.agreeing.to_string()),
        kinds.join(", ")
    )
}

/// What should be known of how much was compared, a sentence each.
pub fn notes(report: &Report, stopped: bool) -> Vec<String> {
    let record = report.form.record();
    let count = |number: u64| counted(number, record);
    let mut notes = Vec::new();
    if report.not_compared() > 0 {
        let why = if report.beyond > 0 {
            "beyond a limit, or below a disagreement"
        } else {
            "below a disagreement, or not reached at all"
        };
        notes.push(format!(
            "{} not compared: {why}.",
            count(report.not_compared())
        ));
    }
    if report.beyond > 0 {
        notes.push(format!(
            "Below {} a limit hides what follows by the rules.",
            count(report.beyond)
        ));
    }
    if report.left_out > 0 {
        notes.push(format!(
            "{} whose moves aren't there: they were left out.",
            count(report.left_out)
        ));
    }
    if report.silent > 0 {
        notes.push(format!(
            "{} of which nothing is said.",
            count(report.silent)
        ));
    }
    if report.unreached > 0 {
        let unchecked = match report.unchecked {
            0 => "checked all the same".to_owned(),
            number => format!(
                "of which {} were too many to check",
                grouped_digits(&number.to_string())
            ),
        };
        let far = if stopped {
            " as far as its graph was built"
        } else {
            ""
        };
        notes.push(format!(
            "{} to which this board doesn't lead{far}, {unchecked}.",
            count(report.unreached)
        ));
    }
    if report.repeated > 0 {
        notes.push(format!("{} told more than once.", count(report.repeated)));
    }
    notes
}

/// Where a disagreement stands: `at ply 3, after 3>2 pass 1>3 (line 4; 10 tree nodes from there)`.
pub fn place(disagreement: &Disagreement) -> String {
    let line = grouped_digits(&disagreement.text_line.to_string());
    let at = match (&disagreement.ply, &disagreement.line) {
        (Some(0), _) | (Some(_), None) => "at the root".to_owned(),
        (Some(ply), Some(moves)) => format!("at ply {ply}, after {}", visible(moves)),
        (None, _) => "at a position to which this board doesn't lead".to_owned(),
    };
    let nodes = match disagreement.tree_nodes.as_str() {
        "" => String::new(),
        "1" => "; 1 tree node from there".to_owned(),
        nodes => format!("; {} tree nodes from there", grouped_digits(nodes)),
    };
    format!("{at} (line {line}{nodes})")
}

/// What is likely wrong, in sentences: a lead, then a clause for each cause; nothing where all agrees
/// or none was sought.
pub fn causes(report: &Report) -> (String, Vec<String>) {
    let untried = match report.untried {
        0 => String::new(),
        number => format!(
            " ({} couldn't be tried)",
            grouped_digits(&number.to_string())
        ),
    };
    let lead = match report.causes.as_slice() {
        [] if report.tried > 0 => format!(
            "No likely cause: none of {} gives all that is said there{untried}.",
            counted(report.tried, "fault")
        ),
        [] => String::new(),
        [_] => "Likely cause".to_owned(),
        _ => "Likely causes, each of which gives all that is said there".to_owned(),
    };
    (lead, report.causes.iter().map(cause).collect())
}

fn cause(cause: &Cause) -> String {
    match &cause.switch {
        None => format!("{} [{}]", cause.words, cause.name),
        Some((switch, value)) => format!(
            "{} [the rules' switch --{} {value}]",
            cause.words,
            switch.replace('_', "-")
        ),
    }
}
