//! Errors in files: one sentence with the problem, the location and the fix.

use std::fmt;

use crate::game::{Refusal, quoted, repeated, shortened_inside, visible};

/// Why a file can't be opened, read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileError {
    /// The problem.
    pub what: String,
    /// The file's path, where there is one.
    pub file: Option<String>,
    /// The line and the column of the problem in the file, counted from 1.
    pub place: Option<(usize, usize)>,
    /// How to fix it.
    pub remedy: String,
}

impl FileError {
    /// A fault of a file as a whole.
    pub fn new(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            file: None,
            place: None,
            remedy: remedy.into(),
        }
    }

    /// The same fault, at a line and a column.
    #[must_use]
    pub fn at(mut self, line: usize, column: usize) -> Self {
        self.place = Some((line, column));
        self
    }

    /// The same fault, in the file of that name.
    #[must_use]
    pub fn in_file(mut self, name: &str) -> Self {
        self.file = Some(name.to_owned());
        self
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&visible(&self.what))?;
        match (&self.place, &self.file) {
            (Some((line, column)), Some(file)) => {
                write!(f, " (line {line}, column {column} of {})", name(file))?;
            }
            (Some((line, column)), None) => write!(f, " (line {line}, column {column})")?,
            (None, Some(file)) => write!(f, " ({})", name(file))?,
            (None, None) => {}
        }
        write!(f, ": {}", visible(&self.remedy))
    }
}

impl std::error::Error for FileError {}

impl From<FileError> for Refusal {
    fn from(error: FileError) -> Self {
        Self::of(error)
    }
}

/// A path in quotes, with invisible characters made visible. A very long one keeps its start and
/// its file name.
pub(crate) fn name(path: &str) -> String {
    const MAX: usize = 240;
    format!("'{}'", visible(&shortened_inside(usual(path), MAX)))
}

/// A path as people write it: Windows puts `\\?\` before one that it has looked up.
fn usual(path: &str) -> &str {
    match path.strip_prefix(r"\\?\") {
        Some(rest) if rest.as_bytes().get(1) == Some(&b':') => rest,
        _ => path,
    }
}

/// A text of the file in quotes, cut after a line's length.
pub(crate) fn shown(text: &str) -> String {
    quoted(text)
}

/// The JSON parser's message without the location, shortened to a readable length, since it repeats
/// the input.
pub(crate) fn json_fault(error: &serde_json::Error) -> String {
    let what = error.to_string();
    repeated(
        what.rsplit_once(" at line ")
            .map_or(&*what, |(what, _)| what),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_windows_has_looked_up_is_named_as_people_write_it() {
        assert_eq!(name(r"\\?\C:\mine\a.json"), r"'C:\mine\a.json'");
        assert_eq!(name(r"\\?\UNC\server\a.json"), r"'\\?\UNC\server\a.json'");
    }
}
