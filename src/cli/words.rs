//! Texts that several commands print: ratings, ends, large numbers, and tables and facts as plain
//! text.

use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::asked::GivenOptions;
use super::fault::Style;
use crate::game::{Player, RulesText, SwitchValue, visible};
use crate::session::Rated;
use crate::tree::{Stopped, Vertex};
use crate::words::player_name;

pub use crate::words::{counted, grouped};

/// Maximum number of printed moves of a line.
pub const MAX_MOVES: usize = 100;

/// The first moves of a line, and how many more there are.
pub fn and_more(shown: &[String], all: usize) -> String {
    let more = all - shown.len();
    let tail = if more == 0 {
        String::new()
    } else {
        format!(" … and {} more", grouped(more))
    };
    format!("{}{tail}", shown.join(" "))
}

/// A game, a preset's name or every setting that fits in a heading, and whose turn it is.
pub fn heading(game: &str, rules: &RulesText, turn: String) -> String {
    let mut texts = vec![visible(game).into_owned()];
    match rules {
        RulesText::None => {}
        RulesText::Preset(name) => texts.push((*name).to_owned()),
        RulesText::Switches(switches) => texts.extend(
            switches
                .iter()
                // A script isn't a setting for a heading.
                .filter(|(name, _)| *name != "script")
                .map(|(name, value)| match value {
                    SwitchValue::Text(text) => format!("{name} {}", visible(text)),
                    SwitchValue::Number(number) => format!("{name} {number}"),
                }),
        ),
    }
    texts.push(turn);
    wrapped(&texts.join(", "), 0)
}

/// The rating of a vertex for a player: with `~` and the proven interval where it isn't proven.
pub fn rating(rated: &Rated, vertex: Vertex, player: Player) -> String {
    crate::export::rating_text(&rated.analysis.ratings, vertex, player)
}

/// The ratings of a vertex for all players: `a 0  b 1`.
pub fn ratings(rated: &Rated, vertex: Vertex) -> String {
    let players = Player::all(rated.graph.graph().players());
    players
        .map(|player| format!("{} {}", name(rated, player), rating(rated, vertex, player)))
        .collect::<Vec<_>>()
        .join("  ")
}

/// A player's name.
pub fn name(rated: &Rated, player: Player) -> String {
    player_name(&*rated.graph, player)
}

/// The message about a graph that a limit stopped; `None` if none did. `max` is its position
/// limit.
pub fn stopped(rated: &Rated, max: Option<u64>, asked: &GivenOptions) -> Option<String> {
    let Stopped::MaxNodes(kept) = rated.graph.graph().stopped()? else {
        return None;
    };
    let after = discovered(rated, kept);
    let kept = rated.limits.max_nodes.unwrap_or(kept);
    let by = limit(rated, max, asked.max_memory());
    let remedy = if max == Some(kept) {
        "raise it to get everything".to_owned()
    } else {
        let repeats = repeats(asked, kept);
        format!("{repeats}a larger --max-memory gives more")
    };
    Some(format!(
        "partial result: {by} reached after {after}; {remedy}"
    ))
}

/// The flag that gives a graph with this many positions again, if there is one.
fn repeats(asked: &GivenOptions, positions: u64) -> String {
    let flag = asked.repeats(positions);
    flag.map_or_else(String::new, |flag| format!("{flag} repeats it, "))
}

/// The limit that cut a graph short.
pub fn limit(rated: &Rated, asked: Option<u64>, memory: Option<&str>) -> String {
    match (rated.limits.max_nodes, memory) {
        (Some(max), _) if asked == Some(max) => format!("--max-nodes {max}"),
        (_, Some(memory)) => format!("--max-memory {memory}"),
        (_, None) => "half of the memory that was free".to_owned(),
    }
}

/// The message about two graphs, if at least one was stopped. One number gives them again only if
/// it is the same for both.
pub fn both_stopped(rated: [&Rated; 2], by: &str) -> Option<String> {
    let kept = rated.map(|rated| match rated.graph.graph().stopped() {
        Some(Stopped::MaxNodes(kept)) => (kept, true),
        Some(Stopped::Frontier) | None => (rated.graph.graph().len() as u64, false),
    });
    let [(first, one), (second, other)] = kept;
    if first == second || !(one || other) {
        return None;
    }
    Some(format!(
        "partial result: {by} reached after {} and {}; raise it to get everything",
        grouped(first),
        counted(second, "position")
    ))
}

/// The message about a file's graph that was stopped when it was written; `None` if it wasn't.
pub fn stopped_in_file(rated: &Rated) -> Option<String> {
    let Stopped::MaxNodes(kept) = rated.graph.graph().stopped()? else {
        return None;
    };
    Some(format!(
        "partial result: the file's own limit was reached after {}; rate its position to get \
         everything",
        discovered(rated, kept)
    ))
}

/// The number that a position limit counts: it includes chance nodes and, with a ply limit, a
/// position once per number of plies left.
fn discovered(rated: &Rated, kept: u64) -> String {
    let graph = rated.graph.graph();
    let positions = counted(kept, "position");
    let chance = if graph.has_chance() {
        " and chance nodes"
    } else {
        ""
    };
    let plies = match graph.max_plies() {
        Some(_) => " with the plies that they have left",
        None => "",
    };
    format!("{positions}{chance}{plies}")
}

/// The message about a graph that ran out of time; `None` if it didn't.
pub fn out_of_time(rated: &Rated, limit: &str, asked: &GivenOptions) -> Option<String> {
    let Some(Stopped::MaxNodes(kept)) = rated.graph.graph().stopped() else {
        let complete = rated.graph.graph().is_complete();
        return (complete && !rated.analysis.ratings.all_proven(Vertex::ROOT)).then(|| {
            format!(
                "{limit} reached before rating finished: intervals shown; raise it for \
                 exact ratings"
            )
        });
    };
    let after = discovered(rated, kept);
    let repeats = repeats(asked, rated.limits.max_nodes.unwrap_or(kept));
    Some(format!(
        "partial result: {limit} reached after {after}; {repeats}more time gives more"
    ))
}

/// A table of texts. Its columns are as wide as their widest text, two spaces apart.
#[derive(Default)]
pub struct TextTable {
    /// Before the first column.
    indent: &'static str,
    /// The columns from this one on are ranged right.
    pub right_from: Option<usize>,
    /// Wider texts stick out of their column.
    max: Option<usize>,
    rows: Vec<(Style, Vec<String>)>,
    widths: Vec<usize>,
}

impl TextTable {
    /// A table below a sentence.
    pub fn indented() -> Self {
        let indent = "  ";
        Self {
            indent,
            ..Self::default()
        }
    }

    /// A table in which texts that are wider than this stick out of their column.
    pub fn at_most(maximum: usize) -> Self {
        let max = Some(maximum);
        Self {
            max,
            ..Self::default()
        }
    }

    /// Makes room for a row.
    pub fn widen(&mut self, row: &[String]) {
        self.widths.resize(self.widths.len().max(row.len()), 0);
        for (width, text) in self.widths.iter_mut().zip(row) {
            let wide = text.chars().count();
            if self.max.is_none_or(|max| wide <= max) {
                *width = wide.max(*width);
            }
        }
    }

    /// Adds a row.
    pub fn row(&mut self, row: impl IntoIterator<Item = String>) {
        self.styled_row(Style::Plain, row);
    }

    /// Adds a row in a style.
    pub fn styled_row(&mut self, style: Style, row: impl IntoIterator<Item = String>) {
        let row = row.into_iter().collect::<Vec<_>>();
        self.widen(&row);
        self.rows.push((style, row));
    }

    /// An empty line.
    pub fn gap(&mut self) {
        self.rows.push(Default::default());
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// A row as a line.
    pub fn line(&self, row: &[String]) -> String {
        let cells = row.iter().zip(&self.widths).enumerate();
        let cells = cells.map(|(column, (text, width))| match self.right_from {
            Some(right) if column >= right => format!("{text:>width$}"),
            _ => format!("{text:<width$}"),
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        format!("{}{line}", self.indent).trim_end().to_owned()
    }

    /// Writes all rows. A last text that is too long goes on below its beginning.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut rows = self.rows.iter();
        rows.try_for_each(|(style, row)| {
            let indent = match row.split_last() {
                Some((_, before)) if self.right_from.is_none() && self.max.is_none() => {
                    let widths = self.widths.iter().take(before.len());
                    self.indent.len() + widths.map(|width| width + 2).sum::<usize>()
                }
                _ => return writeln!(out, "{}", style.paint(self.line(row))),
            };
            let line = self.line(row);
            let begin = line
                .char_indices()
                .nth(indent)
                .map_or(line.len(), |(at, _)| at);
            let line = format!("{}{}", &line[..begin], wrapped(&line[begin..], indent));
            writeln!(out, "{}", style.paint(line))
        })
    }
}

/// Writes a fact after its name, in line with others.
pub fn fact(out: &mut impl Write, name: &str, text: &str) -> io::Result<()> {
    let label = Style::Dim.paint(format!("{name:<12}"));
    writeln!(out, "{label} {}", wrapped(text, 13))
}

/// Maximum number of characters of a line, where a text can be broken between words: fewer on a
/// narrow terminal.
static COLUMNS: AtomicUsize = AtomicUsize::new(80);

/// Fits lines to the terminal.
pub fn fit() {
    if let Some((width, _)) = terminal_size::terminal_size_of(io::stdout()) {
        COLUMNS.fetch_min(usize::from(width.0).max(40), Ordering::Relaxed);
    }
}

/// A text whose lines are `indent` characters to the right. The first one is so already.
pub fn wrapped(text: &str, indent: usize) -> String {
    let next = format!("\n{}", " ".repeat(indent));
    let lines = text.split('\n').map(|line| wrapped_line(line, indent));
    lines.collect::<Vec<_>>().join(&next)
}

fn wrapped_line(text: &str, indent: usize) -> String {
    let columns = COLUMNS.load(Ordering::Relaxed);
    let mut lines = String::new();
    let mut column = indent;
    for (index, word) in text.split(' ').enumerate() {
        let width = width(word);
        if index > 0 && column + 1 + width > columns {
            lines.truncate(lines.trim_end_matches(' ').len());
            lines.push('\n');
            lines.push_str(&" ".repeat(indent));
            column = indent;
        } else if index > 0 {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += width;
    }
    lines
}

/// The number of characters without those that choose a color.
fn width(word: &str) -> usize {
    let mut parts = word.split('\u{1b}');
    let plain = parts.next().unwrap_or_default().chars().count();
    let after_color = |part: &str| {
        part.split_once('m')
            .map_or(0, |(_, text)| text.chars().count())
    };
    plain + parts.map(after_color).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_broken_between_words_at_80_columns() {
        assert_eq!(wrapped("short  text", 13), "short  text");
        let long = "word ".repeat(30);
        let lines = wrapped(long.trim_end(), 13);
        assert_eq!(lines.split_whitespace().count(), 30);
        for (index, line) in lines.lines().enumerate().take(2) {
            let first = if index == 0 { 13 } else { 0 };
            assert!(
                line.len() + first <= 80 && line.len() + first > 70,
                "{line}"
            );
            assert!(index == 0 || line.starts_with("             w"), "{line}");
        }
        let colored = format!("\u{1b}[31m{}\u{1b}[0m", "x".repeat(60));
        assert_eq!(
            wrapped(&format!("{colored} {}", "y".repeat(6)), 13)
                .lines()
                .count(),
            1
        );
        let board = "a1".repeat(60);
        assert_eq!(wrapped(&board, 0), board, "a word isn't broken");
    }

    #[test]
    fn large_numbers_are_grouped_by_three_digits() {
        for (number, text) in [
            ("0", "0"),
            ("999", "999"),
            ("1000", "1,000"),
            ("1468919491", "1,468,919,491"),
            ("infinite", "infinite"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }
}
