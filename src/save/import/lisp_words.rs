//! The tokens of a Lisp program's output: parentheses, arrays, symbols and numbers.

use std::io::Read;

use super::super::error::{FileError, shown};
use super::scan::{LineColumn, Scan, fault};

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// `(`
    Open,
    /// `#(`
    Array,
    /// `)`
    Close,
    /// `NIL`, in any case, or `()`.
    Nil,
    Number(u32),
    /// There are no more.
    End,
}

impl Word {
    pub fn shown(&self) -> String {
        match self {
            Self::Open => "'('".to_owned(),
            Self::Array => "'#('".to_owned(),
            Self::Close => "')'".to_owned(),
            Self::Nil => "NIL".to_owned(),
            Self::Number(number) => number.to_string(),
            Self::End => "the end of the text".to_owned(),
        }
    }
}

/// Takes a text apart.
pub(super) struct Words<'r> {
    scan: Scan<'r>,
}

impl<'r> Words<'r> {
    pub fn new(reader: &'r mut dyn Read) -> Self {
        Self {
            scan: Scan::new(reader),
        }
    }

    /// The next token, with its location.
    pub fn next(&mut self) -> Result<(Word, LineColumn), FileError> {
        loop {
            self.scan.pass_while(is_space)?;
            let place = self.scan.place();
            let word = match self.scan.peek()? {
                None => Word::End,
                Some(b';') => {
                    self.scan.pass_while(|byte| byte != b'\n')?;
                    continue;
                }
                Some(b'(') => {
                    self.scan.pass();
                    self.scan.pass_while(is_space)?;
                    if self.scan.peek()? == Some(b')') {
                        self.scan.pass();
                        Word::Nil
                    } else {
                        Word::Open
                    }
                }
                Some(b')') => {
                    self.scan.pass();
                    Word::Close
                }
                Some(b'#') => {
                    self.scan.pass();
                    match self.scan.peek()? {
                        Some(b'(') => {
                            self.scan.pass();
                            Word::Array
                        }
                        Some(b'|') => {
                            self.comment(place)?;
                            continue;
                        }
                        other => return Err(unreadable(other, place)),
                    }
                }
                Some(_) => self.atom(place)?,
            };
            return Ok((word, place));
        }
    }

    /// Passes over `#| … |#`, with others inside.
    fn comment(&mut self, place: LineColumn) -> Result<(), FileError> {
        let mut depth = 0_u64;
        let mut before = b'#';
        loop {
            let Some(byte) = self.scan.next()? else {
                return Err(fault(
                    "this comment isn't closed",
                    "write |# at its end",
                    place,
                ));
            };
            match (before, byte) {
                (b'#', b'|') => depth += 1,
                (b'|', b'#') => depth -= 1,
                _ => {
                    before = byte;
                    continue;
                }
            }
            // A parenthesis can't be part of the next token.
            before = b' ';
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn atom(&mut self, place: LineColumn) -> Result<Word, FileError> {
        let text = self
            .scan
            .take_while(|byte| !is_space(byte) && !b"();#".contains(&byte))?;
        if text.eq_ignore_ascii_case("nil") || text.eq_ignore_ascii_case("common-lisp:nil") {
            return Ok(Word::Nil);
        }
        if text.bytes().all(|byte| byte.is_ascii_digit())
            && let Ok(number) = text.parse()
        {
            return Ok(Word::Number(number));
        }
        if text == "..." {
            return Err(cut_off(place));
        }
        Err(fault(
            format!("{} stands in the tree", shown(&text)),
            "a tree is made of whole numbers, NIL, lists and boards, such as \
             (0 #((0 2) (1 1)) NIL)",
            place,
        ))
    }
}

fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

fn cut_off(place: LineColumn) -> FileError {
    fault(
        "the tree was cut off where it was printed",
        "set *print-length* and *print-level* to nil, and print it again",
        place,
    )
}

/// The kind of object that `#` and this character print, and why it can't be read.
fn unreadable(letter: Option<u8>, place: LineColumn) -> FileError {
    match letter {
        Some(b'<') => fault(
            "a part of the tree was printed as something that can't be read, such as a lazy list",
            "force all of it into lists, and print it again",
            place,
        ),
        Some(byte) if byte.is_ascii_digit() => fault(
            "the tree was printed with its shared parts marked",
            "set *print-circle* to nil, and print it again",
            place,
        ),
        _ => cut_off(place),
    }
}
