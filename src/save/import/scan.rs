//! Reads the bytes of a file in pieces, and counts lines and columns. The tokens of an extensive
//! game's file are here too: quoted texts, braces, commas, and bare words.

use std::io::{self, Read};

pub(in crate::save) use crate::save::kinds::LineColumn;
use crate::save::kinds::{FileError, shown};

/// Maximum bytes of a name, a label or a number in another program's file.
pub const MAX_WORD_BYTES: usize = 1 << 20;

const BUFFER: usize = 1 << 16;

/// An error at a location.
pub(in crate::save) fn fault(
    what: impl Into<String>,
    remedy: impl Into<String>,
    place: LineColumn,
) -> FileError {
    FileError::new(what, remedy).at(place.0, place.1)
}

/// Reads bytes one by one.
pub(super) struct Scan<'r> {
    inner: &'r mut dyn Read,
    buffer: Vec<u8>,
    at: usize,
    line: usize,
    column: usize,
}

impl<'r> Scan<'r> {
    pub fn new(inner: &'r mut dyn Read) -> Self {
        Self {
            inner,
            buffer: Vec::new(),
            at: 0,
            line: 1,
            column: 1,
        }
    }

    /// The location of the next byte.
    pub fn line_column(&self) -> LineColumn {
        (self.line, self.column)
    }

    /// The next byte, which stays there; `None` at the end.
    pub fn peek(&mut self) -> Result<Option<u8>, FileError> {
        if self.at == self.buffer.len() {
            self.fill()?;
        }
        Ok(self.buffer.get(self.at).copied())
    }

    /// Passes over the byte that [`peek`](Self::peek) has shown.
    pub fn pass(&mut self) {
        let Some(&byte) = self.buffer.get(self.at) else {
            return;
        };
        self.at += 1;
        if byte == b'\n' {
            self.line += 1;
            self.column = 1;
        } else if byte & 0xc0 != 0x80 {
            self.column += 1;
        }
    }

    /// The next byte, taken; `None` at the end.
    pub fn next(&mut self) -> Result<Option<u8>, FileError> {
        let byte = self.peek()?;
        self.pass();
        Ok(byte)
    }

    /// Passes over all bytes up to the first that doesn't fit.
    pub fn pass_while(&mut self, fits: impl Fn(u8) -> bool) -> Result<(), FileError> {
        while self.peek()?.is_some_and(&fits) {
            self.pass();
        }
        Ok(())
    }

    /// Takes all bytes up to the first that doesn't fit, as text.
    pub fn take_while(&mut self, fits: impl Fn(u8) -> bool) -> Result<String, FileError> {
        let place = self.line_column();
        let mut bytes = Vec::new();
        while let Some(byte) = self.peek()?.filter(|byte| fits(*byte)) {
            push(&mut bytes, byte, place)?;
            self.pass();
        }
        text(bytes, place)
    }

    fn fill(&mut self) -> Result<(), FileError> {
        self.buffer.resize(BUFFER, 0);
        self.at = 0;
        let read = loop {
            match self.inner.read(&mut self.buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.buffer.truncate(*read.as_ref().unwrap_or(&0));
        match read {
            Ok(_) => Ok(()),
            Err(error) => Err(FileError::new(
                format!("the file can't be read on ({error})"),
                "try again, or copy it to another disk",
            )),
        }
    }
}

/// Appends a byte to a token that starts at `place`.
pub(super) fn push(bytes: &mut Vec<u8>, byte: u8, place: LineColumn) -> Result<(), FileError> {
    if bytes.len() == MAX_WORD_BYTES {
        return Err(fault(
            format!("one word is longer than {MAX_WORD_BYTES} bytes"),
            "shorten it",
            place,
        ));
    }
    bytes.push(byte);
    Ok(())
}

/// A token that starts at `place`, as text.
pub(super) fn text(bytes: Vec<u8>, place: LineColumn) -> Result<String, FileError> {
    String::from_utf8(bytes)
        .map_err(|_| fault("this is not UTF-8 text", "save the file as UTF-8", place))
}

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
            let place = self.scan.line_column();
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Is interrupted once before it gives anything.
    struct Interrupted<'a>(bool, &'a [u8]);

    impl Read for Interrupted<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            match std::mem::replace(&mut self.0, false) {
                true => Err(io::ErrorKind::Interrupted.into()),
                false => self.1.read(out),
            }
        }
    }

    #[test]
    fn columns_count_characters_and_not_bytes() {
        let mut bytes = "é→x\nß y".as_bytes();
        let mut scan = Scan::new(&mut bytes);
        scan.pass_while(|byte| byte != b'x').expect("memory");
        assert_eq!(scan.line_column(), (1, 3));
        scan.pass_while(|byte| byte != b'y').expect("memory");
        assert_eq!(scan.line_column(), (2, 3));
    }

    #[test]
    fn an_interrupted_read_is_tried_again() {
        let mut reader = Interrupted(true, b"word");
        let mut scan = Scan::new(&mut reader);
        assert_eq!(scan.take_while(|_| true).expect("the word"), "word");
    }
}
