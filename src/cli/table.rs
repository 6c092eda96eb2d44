//! Tables and facts as plain text, for every command.

use std::io::{self, Write};

/// A table of texts. Its columns are as wide as their widest text, two spaces apart.
#[derive(Default)]
pub struct TextTable {
    /// Before the first column.
    indent: &'static str,
    /// The columns from this one on are ranged right.
    pub right_from: Option<usize>,
    /// Wider texts stick out of their column.
    most: Option<usize>,
    rows: Vec<Vec<String>>,
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
    pub fn at_most(most: usize) -> Self {
        let most = Some(most);
        Self {
            most,
            ..Self::default()
        }
    }

    /// Makes room for a row.
    pub fn widen(&mut self, row: &[String]) {
        self.widths.resize(self.widths.len().max(row.len()), 0);
        for (width, text) in self.widths.iter_mut().zip(row) {
            let wide = text.chars().count();
            if self.most.is_none_or(|most| wide <= most) {
                *width = wide.max(*width);
            }
        }
    }

    /// Adds a row.
    pub fn row(&mut self, row: impl IntoIterator<Item = String>) {
        let row = row.into_iter().collect::<Vec<_>>();
        self.widen(&row);
        self.rows.push(row);
    }

    /// An empty line.
    pub fn gap(&mut self) {
        self.rows.push(Vec::new());
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

    /// Writes all rows.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut rows = self.rows.iter();
        rows.try_for_each(|row| writeln!(out, "{}", self.line(row)))
    }
}

/// Writes a fact after its name, in line with others.
pub fn fact(out: &mut impl Write, name: &str, text: &str) -> io::Result<()> {
    writeln!(out, "{name:<12} {text}")
}
