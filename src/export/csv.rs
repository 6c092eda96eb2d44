//! Statistics and the nodes of the tree as comma-separated values (CSV), for spreadsheets, data
//! frames, databases and programs. Files are UTF-8, quoted as in RFC 4180, with lines ending in CR
//! and LF.
//!
//! Statistics are one table in long form: one line per number, and four columns. `table` is the
//! kind of statistics: `tree`, `winners`, `plies`, or `ratings of` a player. `item` is the counted
//! item: a kind of position, a winner, a ply, a rating or an interval of ratings. `measure` is the
//! measure of it. `value` is the exact number, or `infinite`, or `at least 2^4096`.
//!
//! Nodes have a header line, then one row per node in depth-first order. Columns that the figure
//! hides are left out:
//!
//! | column | what it holds |
//! | --- | --- |
//! | `id`, `parent` | the node's number, from 0, and that of its parent; empty at the root |
//! | `ply`, `line` | the number of plies above, and the moves from the root, with spaces; `…` if they take more than 4,096 bytes |
//! | `move` | the move to this node |
//! | `probability`, `exact_probability` | of an outcome of chance, as a decimal and as a fraction |
//! | `kind`, `player` | `decision`, `chance`, `terminal` or `horizon`; the player who chooses, or whose move chance decides |
//! | `position` | in notation |
//! | `information_set` | where there are any, the number of the node's |
//! | `rating_P`, `exact_P`, `proven_P` | for each player P the rating as a decimal that reads back as the same double, as a fraction, and, if it isn't proven, the proven interval: `[0, 1/2]` |
//! | `payoff_P`, `winners` | of an end: for each player, as fractions; the winners, with spaces between |
//! | `omitted` | the exact number of nodes left out below |
//! | `best_line` | `true` on the best line as far as it is proven, otherwise `false` |
//! | `best_move` | `true` if the move to this node is proven to be one of its player's best |
//! | `proven` | whether the ratings of all players are proven |
//! | `distance` | plies to the end under best play, where that is proven |
//! | `note` | the note |
//!
//! Spreadsheets evaluate a field that starts with `=`, `+`, `-` or `@` as a formula, even in
//! quotes, so a malicious note could run code. Therefore texts of games and users (names of
//! players, moves, lines, positions, winners, notes) get a leading apostrophe if they start like
//! that, maybe after white space, or if they start with an apostrophe. To read them, remove one
//! leading apostrophe. Numbers are unchanged. Line breaks and tabs are kept; other control
//! characters, which text files don't carry safely, are written like `\u{1b}`.

use std::borrow::Cow;
use std::io::{self, Write};

use super::Figure;
use super::record::{Nodes, RECORD, ShownNode, decimal, decimal_of, kind_name, truth};
use super::text::NodeTexts;
use crate::game::{Player, line_word};
use crate::rating::{MixPart, RatingDistribution};
use crate::session::{Amounts, Rated, Statistics};
use crate::tree::{Total, Unfolding};
use crate::words::winners_text;
use crate::work::Control;

/// The columns.
pub const HEADS: [&str; 4] = ["table", "item", "measure", "value"];

/// The name of a part of the distribution: `1/2`, or `[0, 1/20)`; the last interval includes its
/// upper end.
pub fn part_text(mix: &RatingDistribution, part: &MixPart) -> String {
    if !mix.gathered {
        return part.min.to_string();
    }
    let last = mix.parts.last() == Some(part);
    let close = if last { ']' } else { ')' };
    format!("[{}, {}{close}", part.min, part.max)
}

/// Statistics of a rated graph as text; ratings are left out where they are kept `hidden`.
pub fn statistics_csv(rated: &Rated, statistics: &Statistics, hidden: bool) -> String {
    let mut out = String::new();
    let mut line = |fields: [&str; 4]| {
        for (index, field) in fields.into_iter().enumerate() {
            if index > 0 {
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

/// Maximum number of rows of Excel and LibreOffice Calc, minus 1 for the header line.
pub const MAX_NODES: usize = 1_048_575;

/// Maximum bytes of a line of moves. Longer ones follow from parents and moves; otherwise a tree of
/// a million plies would take a terabyte.
const MAX_LINE: usize = 4_096;

/// Writes the shown nodes of an unfolding.
///
/// # Errors
/// Those of the writer.
pub async fn write(
    ctl: &Control,
    out: &mut dyn Write,
    rated: &Rated,
    unfolding: &Unfolding,
    figure: &Figure<'_>,
) -> io::Result<()> {
    let texts = NodeTexts::new(rated, unfolding, figure);
    let mut row = CsvRow::default();
    write_heads(&texts, &mut row);
    row.end(out)?;
    let mut line = LineText::default();
    for item in Nodes::new(rated, unfolding, figure).proven(rated) {
        write_row(&texts, &item, &mut line, &mut row);
        row.end(out)?;
        ctl.tick(RECORD).await;
    }
    Ok(())
}

fn players(texts: &NodeTexts<'_>) -> impl Iterator<Item = Player> + use<> {
    Player::all(texts.rated.graph.graph().players())
}

fn write_heads(texts: &NodeTexts<'_>, row: &mut CsvRow) {
    let show = texts.show;
    let chance = texts.rated.graph.graph().has_chance();
    let heads = [
        ("id", true),
        ("parent", true),
        ("ply", true),
        ("line", show.moves),
        ("move", show.moves),
        ("probability", show.moves && chance),
        ("exact_probability", show.moves && chance),
        ("kind", true),
        ("player", true),
        ("position", show.positions),
        (
            "information_set",
            texts.rated.graph.graph().hides_positions(),
        ),
    ];
    for (head, shown) in heads {
        row.plain_if(shown, head);
    }
    for player in players(texts) {
        let name = texts.rated.graph.player_name(player);
        for (head, shown) in [
            ("rating", !texts.hidden),
            ("exact", !texts.hidden),
            ("proven", !texts.hidden && show.intervals),
            ("payoff", show.ends),
        ] {
            if shown {
                row.text(&format!("{head}_{name}"));
            }
        }
    }
    row.plain_if(show.ends, "winners");
    row.plain("omitted");
    row.plain_if(show.best_line && !texts.hidden, "best_line");
    row.plain_if(show.best_line && !texts.hidden, "best_move");
    row.plain_if(!texts.hidden, "proven");
    row.plain_if(!texts.hidden, "distance");
    row.plain_if(show.notes, "note");
}

fn write_row(texts: &NodeTexts<'_>, item: &ShownNode, line: &mut LineText, row: &mut CsvRow) {
    let show = texts.show;
    let graph = texts.rated.graph.graph();
    let above = item.above.as_ref();
    row.plain(&item.number.to_string());
    row.plain(&above.map_or_else(String::new, |above| above.number.to_string()));
    row.plain(&texts.unfolding.ply(item.node).to_string());
    if show.moves {
        let mv = above.map_or_else(String::new, |above| {
            texts.rated.graph.move_text(above.vertex, above.edge)
        });
        row.text(line.after(item.level, &mv));
        row.text(&mv);
        if graph.has_chance() {
            let probability = above.and_then(|above| texts.exact_probability(above));
            row.plain(&probability.as_ref().map(decimal_of).unwrap_or_default());
            let exact = probability.map(|probability| probability.to_string());
            row.plain(&exact.unwrap_or_default());
        }
    }
    let kind = graph.kind(item.vertex);
    row.plain(kind_name(kind));
    row.text(
        &kind
            .player()
            .map_or_else(String::new, |player| texts.rated.graph.player_name(player)),
    );
    if show.positions {
        row.text(&texts.rated.graph.position_text(item.vertex));
    }
    if graph.hides_positions() {
        let set = graph.information_set(item.vertex);
        row.plain(&set.map_or_else(String::new, |set| set.to_string()));
    }
    for player in players(texts) {
        let worth = texts.worth(item, player);
        if !texts.hidden {
            row.plain(&worth.rating.map(decimal).unwrap_or_default());
            row.plain(&worth.exact.unwrap_or_default());
            row.plain_if(show.intervals, &worth.proven.unwrap_or_default());
        }
        row.plain_if(show.ends, &worth.payoff.unwrap_or_default());
    }
    if show.ends {
        row.text(&texts.winner_names(item).unwrap_or_default());
    }
    row.plain(&texts.omitted(item.node).unwrap_or_default());
    let marks = show.best_line && !texts.hidden;
    row.plain_if(marks, truth(item.best));
    row.plain_if(marks, truth(texts.is_best_move(item)));
    row.plain_if(!texts.hidden, truth(texts.is_proven(item)));
    row.plain_if(!texts.hidden, &texts.distance(item).unwrap_or_default());
    if show.notes {
        row.text(texts.note(item.node).unwrap_or_default());
    }
}

/// The moves from the root to the node that is written.
#[derive(Default)]
struct LineText {
    text: String,
    /// The end of each move of the line in the text, as far as it is stored.
    ends: Vec<usize>,
}

impl LineText {
    /// The line to a node that is `level` moves below the root, and whose last move is `mv`.
    fn after(&mut self, level: usize, mv: &str) -> &str {
        let Some(above) = level.checked_sub(1) else {
            return "";
        };
        self.ends.truncate(above);
        if self.ends.len() < above {
            return "…";
        }
        self.text.truncate(self.ends.last().copied().unwrap_or(0));
        let mv = line_word(mv);
        if self.text.len() + 1 + mv.len() > MAX_LINE {
            return "…";
        }
        if above > 0 {
            self.text.push(' ');
        }
        self.text.push_str(&mv);
        self.ends.push(self.text.len());
        &self.text
    }
}

/// A row in the making.
#[derive(Default)]
struct CsvRow {
    text: String,
    fields: usize,
}

impl CsvRow {
    /// A field that no game and no person wrote.
    fn plain(&mut self, field: &str) {
        if self.fields > 0 {
            self.text.push(',');
        }
        self.fields += 1;
        write_field(field, &mut self.text);
    }

    fn plain_if(&mut self, shown: bool, field: &str) {
        if shown {
            self.plain(field);
        }
    }

    /// A field that a game or a person wrote.
    fn text(&mut self, field: &str) {
        self.plain(&harmless(field));
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.text.push_str("\r\n");
        out.write_all(self.text.as_bytes())?;
        self.text.clear();
        self.fields = 0;
        Ok(())
    }
}

/// A text that no spreadsheet takes for a formula, and no terminal for an order.
fn harmless(text: &str) -> Cow<'_, str> {
    let begins = text.trim_start_matches(|it: char| it.is_whitespace() || it.is_control());
    // The wide forms are formulas to some spreadsheets too.
    let formula = begins.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    let marked = formula || text.starts_with(['\'', '\t', '\r', '\n']);
    let control = |it: char| it.is_control() && !matches!(it, '\t' | '\r' | '\n');
    if !marked && !text.contains(control) {
        return Cow::Borrowed(text);
    }
    let mut out = String::from(if marked { "'" } else { "" });
    for character in text.chars() {
        match control(character) {
            true => out.extend(character.escape_unicode()),
            false => out.push(character),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_a_formula_gets_an_apostrophe_and_nothing_else_does() {
        for (text, written) in [
            ("2>3", "2>3"),
            ("", ""),
            ("=1+1", "'=1+1"),
            ("  \t@x", "'  \t@x"),
            ("\n-1", "'\n-1"),
            ("+", "'+"),
            ("＝1", "'＝1"),
            ("'quoted'", "''quoted'"),
            ("a = b", "a = b"),
            ("a\u{1b}b\nc", "a\\u{1b}b\nc"),
            ("\u{1b}=1", "'\\u{1b}=1"),
        ] {
            assert_eq!(harmless(text), written, "{text:?}");
        }
    }

    #[test]
    fn a_line_is_that_of_its_node_and_a_long_one_is_left_out() {
        let mut line = LineText::default();
        assert_eq!(line.after(0, ""), "");
        assert_eq!(line.after(1, "a"), "a");
        assert_eq!(line.after(2, "b"), "a b");
        assert_eq!(line.after(3, "c"), "a b c");
        assert_eq!(line.after(2, "d"), "a d");
        let long = "x".repeat(MAX_LINE);
        assert_eq!(line.after(2, &long), "…");
        assert_eq!(line.after(3, "y"), "…");
        assert_eq!(line.after(4, "y"), "…");
        assert_eq!(line.after(2, "e"), "a e");
        assert_eq!(line.after(1, "f"), "f");
    }
}
