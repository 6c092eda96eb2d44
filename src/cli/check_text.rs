//! What `check` prints for people.

use std::io::{self, Write};

use super::check::{Answer, Checked};
use super::compare_text::{Table, drawn};
use super::words::counted;
use crate::game::visible;
use crate::games::rules_name;
use crate::session::check::{self, Disagreement, Report, Side, place};
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
    writeln!(out, "{}", check::verdict(report))?;
    for note in check::notes(report, rated.graph.graph().stopped().is_some()) {
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
    let (lead, causes) = check::causes(report);
    match causes.as_slice() {
        [] if lead.is_empty() => Ok(()),
        [] => writeln!(out, "\n{lead}"),
        [only] => writeln!(out, "\n{lead}: {only}."),
        several => {
            writeln!(out, "\n{lead}:")?;
            several
                .iter()
                .try_for_each(|cause| writeln!(out, "  {cause}"))
        }
    }
}
