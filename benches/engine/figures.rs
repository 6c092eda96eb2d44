//! The measured figures: as tables for people, and as one JSON object.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::args::BoardName;
use super::names::{BOARD_FIGURES, FIGURES};
use super::times::Times;

/// The figures by name.
#[derive(Default)]
pub struct Figures(BTreeMap<String, Figure>);

enum Figure {
    /// Milliseconds.
    Times(Times),
    /// A count, a share or a ratio.
    Number(f64),
    /// Any other value.
    Fact(Value),
}

impl Figures {
    /// Adds times, in milliseconds.
    pub fn times(&mut self, name: impl Into<String>, times: &Times) {
        self.0.insert(name.into(), Figure::Times(times.clone()));
    }

    /// Adds the ratio of the median of `ours` to that of `theirs`.
    pub fn ratio(&mut self, name: impl Into<String>, ours: &Times, theirs: &Times) {
        self.number(name, ours.median() / theirs.median());
    }

    /// The same for processor times; null if the system doesn't provide them.
    pub fn cpu_ratio(&mut self, name: impl Into<String>, ours: &Times, theirs: &Times) {
        match (ours.cpu_median(), theirs.cpu_median()) {
            (Some(ours), Some(theirs)) => self.number(name, ours / theirs),
            _ => self.fact(name, Value::Null),
        }
    }

    /// Adds a number that isn't whole.
    pub fn number(&mut self, name: impl Into<String>, number: f64) {
        self.0.insert(name.into(), Figure::Number(number));
    }

    /// Adds a fact.
    pub fn fact(&mut self, name: impl Into<String>, fact: impl Into<Value>) {
        self.0.insert(name.into(), Figure::Fact(fact.into()));
    }

    /// The names of all figures.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The object.
    pub fn json(&self) -> Value {
        let members = self.0.iter();
        Value::Object(
            members
                .map(|(name, figure)| (name.clone(), figure.json()))
                .collect(),
        )
    }

    /// Two tables in Markdown, as the docs have them; rows without a figure are left out.
    pub fn tables(&self) -> String {
        let cell = |name: &str| self.0.get(name).map(Figure::text);
        let mut rows = Vec::new();
        for (name, _) in BOARD_FIGURES {
            let cells = BoardName::ALL.map(|board| cell(&board.figure(name)));
            if cells.iter().any(Option::is_some) {
                rows.push((name, cells.map(Option::unwrap_or_default).to_vec()));
            }
        }
        let mut text = String::new();
        if !rows.is_empty() {
            push_table(&mut text, &["small", "large"], &rows);
            text.push('\n');
        }
        let rows: Vec<_> = FIGURES
            .iter()
            .filter_map(|(name, _)| Some((*name, vec![cell(name)?])))
            .collect();
        push_table(&mut text, &[""], &rows);
        text
    }
}

fn push_table(text: &mut String, heads: &[&str], rows: &[(&str, Vec<String>)]) {
    const NAME: usize = 26;
    const CELL: usize = 35;
    text.push_str(&format!("| {:<NAME$} |", "figure"));
    for head in heads {
        text.push_str(&format!(" {head:>CELL$} |"));
    }
    text.push_str(&format!("\n| {:-<NAME$} |", ""));
    for _ in heads {
        text.push_str(&format!(" {:->1$}: |", "", CELL - 1));
    }
    text.push('\n');
    for (name, cells) in rows {
        text.push_str(&format!("| {:<NAME$} |", format!("`{name}`")));
        for cell in cells {
            text.push_str(&format!(" {cell:>CELL$} |"));
        }
        text.push('\n');
    }
}

impl Figure {
    fn json(&self) -> Value {
        match self {
            Self::Times(times) => json!({
                "median": rounded(times.median()),
                "min": rounded(times.min()),
                "max": rounded(times.max()),
                "runs": times.runs(),
                "cpu": times.cpu_median().map(rounded),
            }),
            Self::Number(number) => json!(rounded(*number)),
            Self::Fact(fact) => fact.clone(),
        }
    }

    /// Text for people: the median of times, then the shortest, the longest, and the median of
    /// processor times.
    fn text(&self) -> String {
        match self {
            Self::Times(times) => {
                let digits = usize::from(times.max() < 1_000.0);
                let cpu = times
                    .cpu_median()
                    .map(|cpu| format!("; {cpu:.digits$} CPU"));
                format!(
                    "{:.digits$} ({:.digits$} to {:.digits$}{})",
                    times.median(),
                    times.min(),
                    times.max(),
                    cpu.unwrap_or_default()
                )
            }
            Self::Number(number) => format!("{number:.2}"),
            Self::Fact(Value::Null) => "unknown".to_owned(),
            Self::Fact(Value::String(number)) => grouped(number),
            Self::Fact(Value::Number(number)) => grouped(&number.to_string()),
            Self::Fact(fact) => fact.to_string(),
        }
    }
}

/// A whole number with commas.
fn grouped(number: &str) -> String {
    let mut text = String::new();
    for (index, digit) in number.chars().enumerate() {
        let left = number.len() - index;
        if index > 0 && left.is_multiple_of(3) && !number.contains('.') {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}
