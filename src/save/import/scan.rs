//! Reads the bytes of a file in pieces, and counts lines and columns.

use std::io::{self, Read};

use super::super::error::FileError;

/// Maximum bytes of a name, a label or a number in another program's file.
pub const MAX_WORD_BYTES: usize = 1 << 20;

const BUFFER: usize = 1 << 16;

/// A line and a column, counted from 1.
pub(in crate::save) type LineColumn = (usize, usize);

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
    pub fn place(&self) -> LineColumn {
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
        let place = self.place();
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
        assert_eq!(scan.place(), (1, 3));
        scan.pass_while(|byte| byte != b'y').expect("memory");
        assert_eq!(scan.place(), (2, 3));
    }

    #[test]
    fn an_interrupted_read_is_tried_again() {
        let mut reader = Interrupted(true, b"word");
        let mut scan = Scan::new(&mut reader);
        assert_eq!(scan.take_while(|_| true).expect("the word"), "word");
    }
}
