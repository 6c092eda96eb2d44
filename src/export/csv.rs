//! Statistics as comma-separated values (CSV), for spreadsheets and programs.
//!
//! One table in long form: one line per number, and four columns. `table` is the kind of
//! statistics: `tree`, `winners`, `plies`, or `ratings of` a player. `item` is the counted item: a
//! kind of position, a winner, a ply, a rating or an interval of ratings. `measure` is the measure
//! of it. `value` is the exact number, or `infinite`, or `at least 2^4096`. Texts are quoted as in
//! RFC 4180.

use crate::rating::{Mix, MixPart};
use crate::session::{Amounts, Rated, Statistics};
use crate::tree::Total;
use crate::words::winners_text;

/// The columns.
pub const HEADS: [&str; 4] = ["table", "item", "measure", "value"];

/// The name of a part of the distribution: `1/2`, or `[0, 1/20)`; the last interval includes its
/// upper end.
pub fn part_text(mix: &Mix, part: &MixPart) -> String {
    if !mix.gathered {
        return part.least.to_string();
    }
    let last = mix.parts.last() == Some(part);
    let close = if last { ']' } else { ')' };
    format!("[{}, {}{close}", part.least, part.most)
}

/// Statistics of a rated graph as text; ratings are left out where they are kept `hidden`.
pub fn statistics_csv(rated: &Rated, statistics: &Statistics, hidden: bool) -> String {
    let mut out = String::new();
    let mut line = |fields: [&str; 4]| {
        for (place, field) in fields.into_iter().enumerate() {
            if place > 0 {
                out.push(',');
            }
            write_field(field, &mut out);
        }
        out.push_str("\r\n");
    };
    line(HEADS);
    let stopped = if statistics.at_least { "yes" } else { "no" };
    line(["tree", "all", "stopped by a budget", stopped]);
    let mut amounts = |table: &str, item: &str, amounts: &Amounts| {
        line([table, item, "positions", &amounts.positions.to_string()]);
        line([table, item, "nodes", &text(&amounts.nodes)]);
    };
    amounts("tree", "all", &statistics.all);
    amounts("tree", "decisions", &statistics.decisions);
    amounts("tree", "chance", &statistics.chance);
    amounts("tree", "ends", &statistics.ends);
    amounts("tree", "stopped by a limit", &statistics.horizons);
    if !hidden {
        amounts("tree", "proven", &statistics.proven);
    }
    for (winners, class) in &statistics.winners {
        let names = winners_text(&*rated.graph, *winners);
        amounts("winners", &names, class);
    }
    for (number, ply) in statistics.plies.iter().enumerate() {
        let number = number.to_string();
        let mut measure = |measure, value: &str| line(["plies", &number, measure, value]);
        measure("nodes", &text(&ply.nodes));
        measure("ends", &text(&ply.ends));
        measure("new positions", &ply.new_positions.to_string());
        measure("stopped", &text(&ply.horizons));
        measure("decisions", &text(&ply.decisions));
        measure("moves", &text(&ply.moves));
        let branching = ply.branching();
        let branching = branching.map_or_else(String::new, |mean| format!("{mean:.6}"));
        measure("moves a decision", &branching);
    }
    if statistics.goes_on {
        line(["plies", "later", "nodes", "infinite"]);
    }
    for mix in statistics.mixes.iter().filter(|_| !hidden) {
        let table = format!("ratings of {}", rated.graph.player_name(mix.player));
        for part in &mix.parts {
            let item = part_text(mix, part);
            let mut measure = |measure, value: &str| line([&table, &item, measure, value]);
            measure("positions", &part.positions.to_string());
            measure("proven", &part.proven.to_string());
            measure("nodes", &text(&part.nodes));
        }
    }
    out
}

fn text(total: &Total) -> String {
    total.count().to_string()
}

pub(super) fn write_field(field: &str, out: &mut String) {
    if !field.contains(['"', ',', '\r', '\n']) {
        out.push_str(field);
        return;
    }
    out.push('"');
    out.push_str(&field.replace('"', "\"\""));
    out.push('"');
}
