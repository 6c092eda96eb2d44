//! The text output of `check`.

use std::io::{self, Write};

use super::check::{CheckAnswer, Checked};
use super::compare_text::drawn;
use super::table::TextTable;
use super::words::counted;
use crate::game::visible;
use crate::games::rules_name;
use crate::session::check::{self, Disagreement, Report, place, shown};
use crate::tree::Vertex;

/// Writes all that was found.
pub fn write(answer: &CheckAnswer, out: &mut impl Write) -> io::Result<()> {
    checked(&answer.board, out)?;
    if answer.tried > 0 {
        let boards = counted(answer.tried, "other board");
        match &answer.smaller {
            None => writeln!(out, "\n{boards} checked: all agree.")?,
            Some(smaller) => {
                writeln!(out, "\n{boards} checked. Smallest board that disagrees:\n")?;
                checked(smaller, out)?;
                writeln!(out, "\nAll boards together:")?;
            }
        }
        for sentence in check::covered(&answer.coverage) {
            writeln!(out, "{sentence}")?;
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
    let nodes = counted(report.nodes, record);
    writeln!(out, "{from}: {}, {nodes}\n", report.form.name())?;
    writeln!(out, "{}", check::verdict(report))?;
    let notes = check::notes(report, rated.graph.graph().stopped().is_some());
    for note in notes.into_iter().chain(check::covered(&report.coverage)) {
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
            writeln!(out, "\nNo smaller position has {words}.")?;
        } else {
            writeln!(
                out,
                "\nSmallest position with {words}, {}:",
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
    let mut table = TextTable::indented();
    table.row(["", "yours", "rules"].map(str::to_owned));
    for fact in check::facts(found) {
        let [theirs, ours] = fact.sides;
        table.row([fact.name.to_owned(), theirs, ours]);
    }
    table.write(out)?;
    boards(found, out)?;
    moves(found, out)
}

/// Both boards side by side, with differences in brackets.
fn boards(found: &Disagreement, out: &mut impl Write) -> io::Result<()> {
    let (Some(theirs), Some(ours)) = (&found.theirs.picture, &found.ours.picture) else {
        return Ok(());
    };
    let lines = [drawn(theirs, ours), drawn(ours, theirs)];
    let mut table = TextTable::indented();
    table.gap();
    // What the board doesn't show, such as captured dice, is shown below it.
    let states = [theirs, ours].map(|picture| picture.state.clone());
    let alike = states[0] == states[1];
    if theirs.cells == ours.cells && alike {
        lines[0].iter().for_each(|line| table.row([line.clone()]));
        return table.write(out);
    }
    let after = match &found.mv {
        Some(mv) if theirs.text != found.theirs.position.clone().unwrap_or_default() => {
            format!("after {}", visible(mv))
        }
        _ => String::new(),
    };
    table.row([after, "yours".to_owned(), "rules".to_owned()]);
    for row in 0..lines[0].len().max(lines[1].len()) {
        let [a, b] = [0, 1].map(|side: usize| lines[side].get(row).cloned().unwrap_or_default());
        table.row([String::new(), a, b]);
    }
    if !alike {
        let [a, b] = states.map(|state| format!("[{}]", visible(&state)));
        table.row([String::new(), a, b]);
    }
    table.write(out)
}

/// The moves of both sides.
fn moves(found: &Disagreement, out: &mut impl Write) -> io::Result<()> {
    let both = check::moves(found);
    if both.is_empty() {
        return Ok(());
    }
    let mut table = TextTable::indented();
    table.gap();
    table.row(["move", "leads to, yours", "rules", "rating, yours", "rules"].map(str::to_owned));
    for mv in both {
        let sides = [mv.theirs, mv.ours];
        let position = sides.map(|side| shown(side.and_then(|side| side.position.as_ref())));
        let rating = sides.map(|side| shown(side.and_then(|side| side.rating.as_ref())));
        let mut row = vec![mv.name()];
        row.extend(position);
        row.extend(rating);
        match sides {
            [Some(_), None] => row.push("only in yours".to_owned()),
            [None, Some(_)] if found.theirs.moves.is_some() => {
                row.push("only in the rules".to_owned());
            }
            _ => {}
        }
        table.row(row);
    }
    table.write(out)
}

/// The first disagreement of every other kind.
fn others(report: &Report, out: &mut impl Write) -> io::Result<()> {
    for (index, found) in report.kinds.iter().skip(1).enumerate() {
        if index == 0 {
            writeln!(out, "\nFirst of each other kind:")?;
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
    for (index, sentence) in check::own(report).iter().enumerate() {
        let gap = if index == 0 { "\n" } else { "" };
        writeln!(out, "{gap}{sentence}")?;
    }
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
