//! Text as UTF-8, whatever its byte order mark says: a console on Windows writes UTF-16.

use std::io::{self, BufRead, BufReader, Read};

/// What a text is written in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Utf8,
    Utf16Le,
    Utf16Be,
}

/// The byte order marks.
const MARKS: [(&[u8], Encoding); 3] = [
    (b"\xef\xbb\xbf", Encoding::Utf8),
    (b"\xff\xfe", Encoding::Utf16Le),
    (b"\xfe\xff", Encoding::Utf16Be),
];

const BUFFER: usize = 1 << 16;

/// Gives a text as UTF-8 and without its byte order mark.
///
/// What is no valid UTF-16 becomes invalid UTF-8, so that the reader of the text refuses it at its
/// place.
pub struct Utf8<R> {
    inner: R,
    /// `None` until the mark has been read.
    encoding: Option<Encoding>,
    /// Bytes that are ready, and how many of them have been given.
    ready: Vec<u8>,
    given: usize,
    /// UTF-16 that is not decoded yet: half a character.
    rest: Vec<u8>,
    is_done: bool,
}

impl<R: Read> Utf8<R> {
    /// The text of a reader.
    pub fn new(inner: R) -> Self {
        Self {
            inner,
            encoding: None,
            ready: Vec::new(),
            given: 0,
            rest: Vec::new(),
            is_done: false,
        }
    }

    /// Reads the mark byte by byte: a terminal gives no more than a line.
    fn detect(&mut self) -> io::Result<Encoding> {
        loop {
            let begins = |(mark, _): &&(&[u8], Encoding)| mark.starts_with(&self.ready);
            let Some((mark, encoding)) = MARKS.iter().find(begins) else {
                return Ok(Encoding::Utf8);
            };
            if mark.len() == self.ready.len() {
                self.ready.clear();
                return Ok(*encoding);
            }
            let mut byte = [0];
            if self.inner.read(&mut byte)? == 0 {
                return Ok(Encoding::Utf8);
            }
            self.ready.push(byte[0]);
        }
    }

    /// Decodes the next piece of UTF-16.
    fn fill(&mut self, encoding: Encoding) -> io::Result<()> {
        (self.given, self.ready) = (0, Vec::new());
        while self.ready.is_empty() && !self.is_done {
            let before = self.rest.len();
            self.rest.resize(before + BUFFER, 0);
            let read = self.inner.read(&mut self.rest[before..]);
            self.rest.truncate(before + *read.as_ref().unwrap_or(&0));
            self.is_done = read? == 0;
            let unit = |pair: &[u8]| match encoding {
                Encoding::Utf16Be => u16::from_be_bytes([pair[0], pair[1]]),
                _ => u16::from_le_bytes([pair[0], pair[1]]),
            };
            let mut units: Vec<u16> = self.rest.chunks_exact(2).map(unit).collect();
            // The second half of a character may come with the next piece.
            let is_half = |unit: &u16| (0xd800..0xdc00).contains(unit);
            if !self.is_done && units.last().is_some_and(is_half) {
                units.pop();
            }
            self.rest.drain(..2 * units.len());
            for letter in char::decode_utf16(units) {
                match letter {
                    Ok(letter) => {
                        let mut bytes = [0; 4];
                        let text = letter.encode_utf8(&mut bytes);
                        self.ready.extend_from_slice(text.as_bytes());
                    }
                    Err(_) => self.ready.push(0xff),
                }
            }
            if self.is_done && !self.rest.is_empty() {
                self.ready.push(0xff);
            }
        }
        Ok(())
    }
}

impl<R: Read> Read for Utf8<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        let encoding = match self.encoding {
            Some(encoding) => encoding,
            None => self.detect()?,
        };
        self.encoding = Some(encoding);
        if self.given == self.ready.len() {
            if encoding == Encoding::Utf8 {
                return self.inner.read(out);
            }
            self.fill(encoding)?;
        }
        let count = out.len().min(self.ready.len() - self.given);
        out[..count].copy_from_slice(&self.ready[self.given..][..count]);
        self.given += count;
        Ok(count)
    }
}

/// Lines of text as UTF-8, from a stream that may be a terminal.
pub fn utf8_lines(reader: impl Read) -> impl BufRead {
    BufReader::new(Utf8::new(reader))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives one byte at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let count = 1.min(self.0.len());
            out[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    fn read(bytes: &[u8]) -> Vec<u8> {
        let mut all = [Vec::new(), Vec::new()];
        Utf8::new(bytes).read_to_end(&mut all[0]).expect("memory");
        let slow = Utf8::new(Slow(bytes)).read_to_end(&mut all[1]);
        slow.expect("memory");
        let [fast, slow] = all;
        assert_eq!(fast, slow, "{bytes:?}");
        fast
    }

    #[test]
    fn a_text_is_the_same_in_every_encoding_with_a_mark() {
        for text in ["", "b2b2/a2b1 a\r\n", "é→非\u{1f3b2}\u{feff}x", "\u{1f3b2}"] {
            let units = || text.encode_utf16();
            let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
            for (mark, bytes) in [
                (&b""[..], text.as_bytes()),
                (b"\xef\xbb\xbf", text.as_bytes()),
                (b"\xff\xfe", &little),
                (b"\xfe\xff", &big),
            ] {
                let whole = [mark, bytes].concat();
                assert_eq!(read(&whole), text.as_bytes(), "{mark:?} {text}");
            }
        }
    }

    #[test]
    fn the_beginning_of_a_mark_is_no_mark_and_broken_utf_16_is_no_utf_8() {
        for bytes in [&b"\xef"[..], b"\xef\xbb", b"\xfe", b"\xefx", b"x\xff\xfe"] {
            assert_eq!(read(bytes), bytes);
        }
        for (broken, given) in [
            (&b"\xff\xfea\0b"[..], &b"a\xff"[..]),
            (b"\xff\xfe\x3d\xd8", b"\xff"),
            (b"\xff\xfe\x3d\xd8a\0", b"\xffa"),
            (b"\xfe\xff\xdc\x00\0a", b"\xffa"),
        ] {
            assert_eq!(read(broken), given);
        }
    }
}
