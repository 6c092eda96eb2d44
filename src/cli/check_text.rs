//! What `check` prints for people.

use std::io::{self, Write};

use super::check::{Answer, Checked};
use super::compare_text::{Table, drawn};
use super::words::{counted, grouped};
use crate::game::visible;
use crate::games::rules_name;
use crate::session::check::{Cause, Disagreement, Report, Side};
use crate::tree::Vertex;

/// Writes all that was found.
pub fn write(answer: &Answer, out: &mut impl Write) -> io::Result<()> {
    checked(&answer.board, out)?;
    if answer.tried > 0 {
        let boards = counted(&answer.tried.to_string(), "smaller board");
        match &answer.smaller {
            None => writeln!(out, "\n{boards} tried: all agree.")?,
            Some(smaller) => {
                writeln!(
                    out,
                    "\n{boards} tried. The smallest that shows a disagreement:\n"
                )?;
                checked(smaller, out)?;
            }
        }
    }
    Ok(())
}

fn checked(checked: &Checked, out: &mut impl Write) -> io::Result<()> {
    let Checked {
        rated,
        report,
        from,
    } = checked;
    let record = report.form.record();
    writeln!(
        out,
        "{}   {}",
        visible(&rated.graph.position_text(Vertex::ROOT)),
        rules_name(&rated.game, &rated.rules)
    )?;
    let nodes = counted(&report.nodes.to_string(), record);
    writeln!(out, "{from}: {}, {nodes}\n", report.form.name())?;
    writeln!(out, "{}", verdict(report))?;
    for note in notes(report, rated.graph.graph().stopped().is_some()) {
        writeln!(out, "{note}")?;
    }
    let Some(first) = report.first() else {
        return Ok(());
    };
    writeln!(out, "\nFirst disagreement, {}:", place(first))?;
    disagreement(first, out)?;
    if let Some(smallest) = report.smallest() {
        let words = smallest.kind.words();
        if smallest == first {
            writeln!(out, "\nNo smaller position shows {words}.")?;
        } else {
            writeln!(
                out,
                "\nSmallest position that shows {words}, {}:",
                place(smallest)
            )?;
            disagreement(smallest, out)?;
        }
    }
    others(report, out)?;
    causes(report, out)
}

fn verdict(report: &Report) -> String {
    let record = report.form.record();
    let compared = counted(&report.compared.to_string(), record);
    if report.kinds.is_empty() {
        return format!("All agrees: {compared} compared.");
    }
    let kinds: Vec<String> = report
        .kinds
        .iter()
        .map(|found| {
            let name = found.kind.name().replace('-', " ");
            format!("{name} {}", grouped(&found.count.to_string()))
        })
        .collect();
    format!(
        "{compared} compared, {} agree; disagreements: {}.",
        grouped(&report.agreeing.to_string()),
        kinds.join(", ")
    )
}

/// What should be known of how much was compared.
fn notes(report: &Report, stopped: bool) -> Vec<String> {
    let record = report.form.record();
    let count = |number: u64| counted(&number.to_string(), record);
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
    if report.unreached > 0 {
        let unchecked = match report.unchecked {
            0 => "checked all the same".to_owned(),
            number => format!(
                "of which {} were too many to check",
                grouped(&number.to_string())
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

fn place(disagreement: &Disagreement) -> String {
    let line = grouped(&disagreement.text_line.to_string());
    let at = match (&disagreement.ply, &disagreement.line) {
        (Some(0), _) | (Some(_), None) => "at the root".to_owned(),
        (Some(ply), Some(moves)) => format!("at ply {ply}, after {}", visible(moves)),
        (None, _) => "at a position to which this board doesn't lead".to_owned(),
    };
    let nodes = match disagreement.tree_nodes.as_str() {
        "" => String::new(),
        nodes => format!("; {} from there", counted(nodes, "tree node")),
    };
    format!("{at} (line {line}{nodes})")
}

fn disagreement(found: &Disagreement, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "  {}\n", visible(&found.words))?;
    let mut table = Table::new();
    table.row(["", "theirs", "by the rules"].map(str::to_owned));
    let sides = [&found.theirs, &found.ours];
    let mut row = |name: &str, of: &dyn Fn(&Side) -> Option<String>| {
        let values = sides.map(of);
        let told = values[0].is_some() && values[0] != values[1];
        if told || matches!(name, "position" | "rating") && values[0].is_some() {
            let [a, b] = values.map(|value| {
                value.map_or_else(|| "–".to_owned(), |value| visible(&value).into_owned())
            });
            table.row([name.to_owned(), a, b]);
        }
    };
    row("position", &|side| side.position.clone());
    row("mover", &|side| side.mover.clone());
    row("over", &|side| {
        side.over
            .map(|over| if over { "yes" } else { "no" }.to_owned())
    });
    row("winners", &|side| side.winners.clone());
    row("payoffs", &|side| side.payoffs.clone());
    row("rating", &|side| side.rating.clone());
    table.write(out)?;
    boards(found, out)?;
    moves(found, out)
}

/// Both boards beside each other, what differs in brackets.
fn boards(found: &Disagreement, out: &mut impl Write) -> io::Result<()> {
    let (Some(theirs), Some(ours)) = (&found.theirs.picture, &found.ours.picture) else {
        return Ok(());
    };
    let lines = [drawn(theirs, ours), drawn(ours, theirs)];
    let mut table = Table::new();
    table.gap();
    if theirs.places == ours.places {
        lines[0].iter().for_each(|line| table.row([line.clone()]));
        return table.write(out);
    }
    let after = match &found.mv {
        Some(mv) if theirs.text != found.theirs.position.clone().unwrap_or_default() => {
            format!("after {}", visible(mv))
        }
        _ => String::new(),
    };
    table.row([after, "theirs".to_owned(), "by the rules".to_owned()]);
    for row in 0..lines[0].len().max(lines[1].len()) {
        let [a, b] = [0, 1].map(|side: usize| lines[side].get(row).cloned().unwrap_or_default());
        table.row([String::new(), a, b]);
    }
    table.write(out)
}

/// The moves of both sides, theirs in their order, then those that only the rules have.
fn moves(found: &Disagreement, out: &mut impl Write) -> io::Result<()> {
    let theirs = found.theirs.moves.as_deref();
    let ours = found.ours.moves.as_deref().unwrap_or_default();
    if theirs.unwrap_or_default().is_empty() && ours.is_empty() {
        return Ok(());
    }
    let mut table = Table::new();
    table.gap();
    table.row(
        [
            "move",
            "leads, theirs",
            "by the rules",
            "rating, theirs",
            "by the rules",
        ]
        .map(str::to_owned),
    );
    let cell = |text: Option<&String>| {
        text.map_or_else(|| "–".to_owned(), |text| visible(text).into_owned())
    };
    for mv in theirs.unwrap_or_default() {
        let own = ours.iter().find(|own| own.mv == mv.mv);
        let mut row = vec![
            visible(&mv.mv).into_owned(),
            cell(mv.position.as_ref()),
            cell(own.and_then(|own| own.position.as_ref())),
            cell(mv.rating.as_ref()),
            cell(own.and_then(|own| own.rating.as_ref())),
        ];
        if own.is_none() {
            row.push("only theirs".to_owned());
        }
        table.row(row);
    }
    for own in ours {
        let named = theirs.unwrap_or_default().iter().any(|mv| mv.mv == own.mv);
        if !named {
            let mut row = vec![
                visible(&own.mv).into_owned(),
                cell(None),
                cell(own.position.as_ref()),
                cell(None),
                cell(own.rating.as_ref()),
            ];
            if theirs.is_some() {
                row.push("only by the rules".to_owned());
            }
            table.row(row);
        }
    }
    table.write(out)
}

/// The first disagreement of every other kind.
fn others(report: &Report, out: &mut impl Write) -> io::Result<()> {
    for (index, found) in report.kinds.iter().skip(1).enumerate() {
        if index == 0 {
            writeln!(out, "\nThe first of the other kinds:")?;
        }
        writeln!(
            out,
            "  {:<14}{}: {}",
            found.kind.name().replace('-', " "),
            place(&found.first),
            visible(&found.first.words)
        )?;
    }
    Ok(())
}

fn causes(report: &Report, out: &mut impl Write) -> io::Result<()> {
    match report.causes.as_slice() {
        [] if report.tried > 0 => {
            writeln!(
                out,
                "\nNo likely cause: none of {} gives all that is said there{}.",
                counted(&report.tried.to_string(), "fault"),
                match report.untried {
                    0 => String::new(),
                    number => format!(" ({} couldn't be tried)", grouped(&number.to_string())),
                }
            )
        }
        [] => Ok(()),
        [only] => writeln!(out, "\nLikely cause: {}.", cause(only)),
        several => {
            writeln!(
                out,
                "\nLikely causes, each of which gives all that is said there:"
            )?;
            for other in several {
                writeln!(out, "  {}", cause(other))?;
            }
            Ok(())
        }
    }
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
