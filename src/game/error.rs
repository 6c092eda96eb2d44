//! Errors in what somebody wrote: each names the place, the fault and the remedy in one sentence.

use std::borrow::Cow;

use thiserror::Error;

/// A fault in a position, a move, a line or a script.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what} (column {column}{}): {remedy}", .line.map(|line| format!(" of line {line}")).unwrap_or_default())]
pub struct NotationError {
    /// What is wrong, with the offending text in it.
    pub what: String,
    /// The line, counted from 1, where the text has several.
    pub line: Option<usize>,
    /// The character at which it is wrong, counted from 1.
    pub column: usize,
    /// What to do.
    pub remedy: String,
}

impl NotationError {
    /// A fault at the byte `at` of the one-line text `text`.
    pub fn new(text: &str, at: usize, what: impl Into<String>, remedy: impl Into<String>) -> Self {
        let column = text
            .char_indices()
            .take_while(|(index, _)| *index < at)
            .count()
            + 1;
        Self {
            what: what.into(),
            line: None,
            column,
            remedy: remedy.into(),
        }
    }

    /// The same fault, in line `line` of a longer text.
    pub fn in_line(mut self, line: usize) -> Self {
        self.line = Some(line);
        self
    }
}

/// Why a game can't be set up as asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpenError {
    /// The position can't be read.
    #[error("{0}")]
    Notation(#[from] NotationError),
    /// A switch of the rules has a value that it can't have, or one that isn't built.
    #[error("{what}: {remedy}")]
    Rules {
        /// What is wrong, with the switch's name in it.
        what: String,
        /// What to do.
        remedy: String,
    },
}

impl OpenError {
    /// A fault in the rules.
    pub fn rules(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::Rules {
            what: what.into(),
            remedy: remedy.into(),
        }
    }
}

/// The words of a text that stands in an error: quoted, with control characters made visible, and
/// not longer than a line.
pub fn quoted(text: &str) -> String {
    const MOST: usize = 40;
    let mut out = String::from("'");
    for (index, character) in text.chars().enumerate() {
        if index == MOST {
            out.push('…');
            break;
        }
        if character.is_control() {
            out.extend(character.escape_default());
        } else {
            out.push(character);
        }
    }
    out.push('\'');
    out
}

/// A text with its control characters made visible, so that it stays on its line and says nothing
/// to a terminal.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            out.extend(character.escape_default());
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}
