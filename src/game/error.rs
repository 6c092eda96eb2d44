//! Errors in input: each has the location, the problem and the fix in one sentence.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use thiserror::Error;

/// An error in a position, a move, a line or a script.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what} (column {column}{}): {remedy}", .line.map(|line| format!(" of line {line}")).unwrap_or_default())]
#[non_exhaustive]
pub struct NotationError {
    /// What is wrong, quoting the invalid text.
    pub what: String,
    /// Line number, counted from 1, if the text has several lines.
    pub line: Option<usize>,
    /// The column of the error in characters, counted from 1.
    pub column: usize,
    /// How to fix it.
    pub remedy: String,
}

impl NotationError {
    /// An error at the byte offset `at` of the one-line text `text`.
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

    /// The same error, in line `line` of a longer text.
    pub fn in_line(mut self, line: usize) -> Self {
        self.line = Some(line);
        self
    }
}

/// Why a game can't be set up as requested.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The position can't be read.
    #[error("{0}")]
    Notation(#[from] NotationError),
    /// A setting of the rules has an invalid value, or one that isn't implemented.
    #[error("{what}: {remedy}")]
    Rules {
        /// What is wrong, with the setting's name.
        what: String,
        /// How to fix it.
        remedy: String,
    },
}

impl OpenError {
    /// An error in the rules.
    pub fn rules(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::Rules {
            what: what.into(),
            remedy: remedy.into(),
        }
    }
}

/// Why a request was refused: problem, location and fix in one sentence.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Refusal {
    /// What is wrong, with its location.
    pub what: String,
    /// How to fix it; empty if that follows from what is wrong.
    pub remedy: String,
    /// The underlying error, if there is one. Its text is part of the sentence.
    pub cause: Option<Arc<dyn std::error::Error + Send + Sync>>,
}

impl Refusal {
    /// An error with its fix.
    pub fn new(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            remedy: remedy.into(),
            cause: None,
        }
    }

    /// An error whose sentence is that of another error.
    pub fn of(cause: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::new(cause.to_string(), "").because(cause)
    }

    /// The same fault, with the error behind it, which its sentence tells.
    #[must_use]
    pub(crate) fn because(mut self, cause: impl std::error::Error + Send + Sync + 'static) -> Self {
        self.cause = Some(Arc::new(cause));
        self
    }

    /// The same fault, with where it lies, or what it keeps from being done, before it.
    pub(crate) fn at(self, location: &str) -> Self {
        Self {
            what: format!("{location}: {}", self.what),
            ..self
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        match &*self.remedy {
            "" => Ok(()),
            remedy => write!(f, ": {remedy}"),
        }
    }
}

impl std::error::Error for Refusal {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        let cause = self.cause.as_deref();
        cause.map(|cause| cause as &(dyn std::error::Error + 'static))
    }
}

impl PartialEq for Refusal {
    fn eq(&self, other: &Self) -> bool {
        (&self.what, &self.remedy) == (&other.what, &other.remedy)
    }
}

impl Eq for Refusal {}

impl From<NotationError> for Refusal {
    fn from(error: NotationError) -> Self {
        Self::of(error)
    }
}

impl From<OpenError> for Refusal {
    fn from(error: OpenError) -> Self {
        Self::of(error)
    }
}

/// Text for quoting in an error: in quotes, invisible characters made visible, at most one line
/// long.
pub fn quoted(text: &str) -> String {
    const MAX: usize = 40;
    let mut out = String::from("'");
    for (index, character) in text.chars().enumerate() {
        if index == MAX {
            out.push('…');
            break;
        }
        if is_hidden(character) {
            out.extend(character.escape_default());
        } else {
            out.push(character);
        }
    }
    out.push('\'');
    out
}

/// Shortens a name to `max` characters by leaving out its middle, since both ends help to
/// recognize it.
pub fn shortened_inside(text: &str, max: usize) -> Cow<'_, str> {
    let letters = text.chars().count();
    if letters <= max {
        return Cow::Borrowed(text);
    }
    let end = max / 2;
    let start = max - end - 1;
    let at = |number| {
        text.char_indices()
            .nth(number)
            .map_or(text.len(), |(at, _)| at)
    };
    Cow::Owned(format!(
        "{}…{}",
        &text[..at(start)],
        &text[at(letters - end)..]
    ))
}

/// Text that an error repeats: invisible characters made visible, shortened to a readable length.
pub fn repeated(text: &str) -> String {
    const MAX: usize = 300;
    // Escapes make the text longer, so it is shortened before that, too.
    let short = shortened_inside(text, MAX);
    shortened_inside(&visible(&short), MAX).into_owned()
}

/// The text with control characters, bidirectional marks and zero-width characters made visible.
/// The result stays on its line, sends no control sequence to a terminal, and reads in its written
/// order. Joiners between two letters or emoji stay: Persian words and families of emoji have them.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    let mut before = None;
    while let Some(character) = characters.next() {
        let joins = |other: Option<char>| other.is_some_and(|c| !c.is_ascii() && !is_hidden(c));
        let is_joiner = matches!(character, '\u{200c}' | '\u{200d}');
        if is_hidden(character)
            && !(is_joiner && joins(before) && joins(characters.peek().copied()))
        {
            out.extend(character.escape_default());
        } else {
            out.push(character);
        }
        before = Some(character);
    }
    Cow::Owned(out)
}

/// Whether a character is invisible but may affect its neighbors. Variation selectors, which choose
/// a form of the character before them, don't count.
fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}'
            | '\u{17b4}' | '\u{17b5}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_and_direction_marks_are_made_visible() {
        assert_eq!(visible("2>3 naïve 漢"), "2>3 naïve 漢");
        assert_eq!(visible("a\u{202e}b\u{1b}[2J\n"), "a\\u{202e}b\\u{1b}[2J\\n");
        assert_eq!(visible("\u{200f}\u{2069}"), "\\u{200f}\\u{2069}");
    }

    #[test]
    fn what_has_no_width_is_made_visible_in_quotes_too() {
        assert_eq!(
            visible("\u{feff}a\u{200b}\u{ad}"),
            "\\u{feff}a\\u{200b}\\u{ad}"
        );
        assert_eq!(
            quoted("\u{feff}a\u{202e}\u{7}"),
            "'\\u{feff}a\\u{202e}\\u{7}'"
        );
        assert_eq!(visible("❤\u{fe0f} é"), "❤\u{fe0f} é");
        for written in ["👨\u{200d}👩", "می\u{200c}خواهم"] {
            assert_eq!(visible(written), written);
        }
        assert_eq!(visible("a\u{200d}b👩\u{200d}"), "a\\u{200d}b👩\\u{200d}");
    }

    #[test]
    fn a_long_name_keeps_both_its_ends() {
        assert_eq!(shortened_inside("kürzer", 6), "kürzer");
        assert_eq!(
            shortened_inside("/a/long/wäy/to/x.json", 12),
            "/a/lo…x.json"
        );
        assert_eq!(shortened_inside(&"ü".repeat(1_000), 12).chars().count(), 12);
    }
}
