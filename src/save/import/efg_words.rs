//! The tokens of an extensive game's file: quoted texts, braces, commas, and bare words.

use std::io::Read;

use super::super::error::{FileError, shown};
use super::scan::{LineColumn, Scan, fault, push, text};

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Quoted(String),
    Bare(String),
    Open,
    Close,
    Comma,
    /// There are no more.
    End,
}

impl Word {
    /// The token in a sentence.
    pub fn shown(&self) -> String {
        match self {
            Self::Quoted(text) => format!("the text {}", shown(text)),
            Self::Bare(text) => shown(text),
            Self::Open => "'{'".to_owned(),
            Self::Close => "'}'".to_owned(),
            Self::Comma => "','".to_owned(),
            Self::End => "the end of the file".to_owned(),
        }
    }
}

/// Takes a file apart.
pub(super) struct Words<'r> {
    scan: Scan<'r>,
    ahead: Option<(Word, LineColumn)>,
}

impl<'r> Words<'r> {
    pub fn new(reader: &'r mut dyn Read) -> Self {
        Self {
            scan: Scan::new(reader),
            ahead: None,
        }
    }

    /// Peeks at the next token.
    pub fn peek(&mut self) -> Result<&Word, FileError> {
        if self.ahead.is_none() {
            self.ahead = Some(self.read()?);
        }
        Ok(self.ahead.as_ref().map_or(&Word::End, |(word, _)| word))
    }

    /// Takes the next token, with its location.
    pub fn next(&mut self) -> Result<(Word, LineColumn), FileError> {
        match self.ahead.take() {
            Some(ahead) => Ok(ahead),
            None => self.read(),
        }
    }

    /// A required quoted text; `role` describes it for an error.
    pub fn quoted(&mut self, role: &str) -> Result<(String, LineColumn), FileError> {
        match self.next()? {
            (Word::Quoted(text), place) => Ok((text, place)),
            (other, place) => Err(missing(role, &other, place)),
        }
    }

    /// A whole number that must come next; it may be negative.
    pub fn whole(&mut self, role: &str) -> Result<(i64, LineColumn), FileError> {
        let (word, place) = self.next()?;
        let number = match &word {
            Word::Bare(text) => text.parse().ok(),
            _ => None,
        };
        number
            .map(|number| (number, place))
            .ok_or_else(|| missing(role, &word, place))
    }

    /// A brace that must come next.
    pub fn open(&mut self, role: &str) -> Result<(), FileError> {
        match self.next()? {
            (Word::Open, _) => Ok(()),
            (other, place) => Err(missing(&format!("'{{' before {role}"), &other, place)),
        }
    }

    /// Takes the next token if it is this one.
    pub fn take(&mut self, word: &Word) -> Result<bool, FileError> {
        let found = self.peek()? == word;
        if found {
            self.next()?;
        }
        Ok(found)
    }

    fn read(&mut self) -> Result<(Word, LineColumn), FileError> {
        loop {
            self.scan
                .pass_while(|byte| byte.is_ascii_whitespace() || byte == 0x0b)?;
            let place = self.scan.place();
            let single = match self.scan.peek()? {
                None => return Ok((Word::End, place)),
                Some(b'/') => {
                    self.comment(place)?;
                    continue;
                }
                Some(b'"') => return Ok((Word::Quoted(self.text(place)?), place)),
                Some(b'{') => Word::Open,
                Some(b'}') => Word::Close,
                Some(b',') => Word::Comma,
                Some(_) => {
                    let word = self.scan.take_while(|byte| {
                        !byte.is_ascii_whitespace() && byte != 0x0b && !b"{},\"".contains(&byte)
                    })?;
                    return Ok((Word::Bare(word), place));
                }
            };
            self.scan.pass();
            return Ok((single, place));
        }
    }

    /// Passes over `// …` or `/* … */`.
    fn comment(&mut self, place: LineColumn) -> Result<(), FileError> {
        self.scan.pass();
        match self.scan.next()? {
            Some(b'/') => self.scan.pass_while(|byte| byte != b'\n'),
            Some(b'*') => {
                let mut star = false;
                loop {
                    match self.scan.next()? {
                        Some(b'/') if star => return Ok(()),
                        Some(byte) => star = byte == b'*',
                        None => {
                            return Err(fault(
                                "this comment isn't closed",
                                "write */ at its end",
                                place,
                            ));
                        }
                    }
                }
            }
            _ => Err(fault(
                "'/' stands where a word should begin",
                "take it out, or write // before a comment",
                place,
            )),
        }
    }

    fn text(&mut self, place: LineColumn) -> Result<String, FileError> {
        self.scan.pass();
        let mut bytes = Vec::new();
        loop {
            let byte = match self.scan.next()? {
                None => {
                    return Err(fault(
                        "this text isn't closed",
                        "write \" at its end",
                        place,
                    ));
                }
                Some(b'"') => return text(bytes, place),
                // Only a quote and a backslash can be escaped; any other backslash is one.
                Some(b'\\') if matches!(self.scan.peek()?, Some(b'"' | b'\\')) => {
                    self.scan.next()?.unwrap_or(b'\\')
                }
                Some(byte) => byte,
            };
            push(&mut bytes, byte, place)?;
        }
    }
}

/// The error for an unexpected token.
pub(super) fn missing(role: &str, found: &Word, place: LineColumn) -> FileError {
    fault(
        format!("{role} is missing: there is {}", found.shown()),
        "write the node as Gambit does, such as p \"name\" 1 1 \"set\" { \"move\" } 0",
        place,
    )
}
