//! The bytes of a JSON file, given out as its members and records. It counts lines and columns,
//! hashes whole lines as they come, and stops at a record that is too long.

use std::fmt;
use std::io::{self, BufRead as _, Read};

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;
use serde_json::value::RawValue;
use xxhash_rust::xxh3::Xxh3;

use super::fields::{CORRECT, FieldError};
use super::json::text;
use super::kinds::{FileError, LineColumn, json_fault};
use super::syntax::{ByteSpan, SyntaxStop, after, blanks, next_item, string_end, value_end};

/// A value of the file.
#[derive(Clone, Copy)]
pub(super) struct Value<'a> {
    /// The line and column where it starts.
    pub line_column: LineColumn,
    pub text: &'a str,
    /// Where its members are in the text, if it is an object.
    pub members: &'a [ByteSpan],
}

const BUFFER: usize = 1 << 16;

/// The place of a byte.
#[derive(Clone, Copy)]
struct BytePlace {
    line: usize,
    /// Characters of the line, and bytes, including this one.
    column: usize,
    bytes: usize,
}

impl BytePlace {
    /// The place of the last of the bytes that follow.
    fn after(mut self, mut bytes: &[u8]) -> Self {
        let mut length = line_length(bytes);
        while bytes[..length].last() == Some(&b'\n') {
            self = Self {
                line: self.line + 1,
                column: 0,
                bytes: 0,
            };
            bytes = &bytes[length..];
            length = line_length(bytes);
        }
        // Bytes that go on with a character are not counted.
        self.column += bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count();
        self.bytes += length;
        self
    }

    fn counted(self) -> LineColumn {
        (self.line, self.column.max(1))
    }
}

/// A file that holds one object.
pub(super) struct Input<'r> {
    inner: &'r mut dyn Read,
    buffer: Vec<u8>,
    /// The part of the buffer that was read and has not been passed.
    at: usize,
    to: usize,
    /// Whether the buffer has all that is left.
    is_done: bool,
    /// The index up to which places are counted, and the place of the byte before it.
    counted: usize,
    place: BytePlace,
    /// The members of the value that was found last.
    members: Vec<ByteSpan>,
    /// The number of bytes allowed before the next record, and how many there were.
    remaining: usize,
    max: u64,
    hash: LineHash,
    /// The hash of everything before the line that starts with ` "end"`.
    hashed: Option<u64>,
}

impl<'r> Input<'r> {
    pub fn new(inner: &'r mut dyn Read, max: u64) -> Self {
        Self {
            inner,
            buffer: Vec::new(),
            at: 0,
            to: 0,
            is_done: false,
            counted: 0,
            place: BytePlace {
                line: 1,
                column: 0,
                bytes: 0,
            },
            members: Vec::new(),
            remaining: max as usize,
            max,
            hash: LineHash::default(),
            hashed: None,
        }
    }

    /// Line and column of the byte that was passed last, counted from 1.
    pub fn line_column(&self) -> LineColumn {
        self.place_before(self.at).counted()
    }

    /// The place of the byte before an index that isn't counted yet.
    fn place_before(&self, index: usize) -> BytePlace {
        self.place.after(&self.buffer[self.counted..index])
    }

    /// Allows another record of at most that many bytes.
    pub fn allow(&mut self, max: u64) {
        (self.remaining, self.max) = (max as usize, max);
    }

    pub fn hash(&self) -> Option<u64> {
        self.hashed
    }

    /// Passes the opening brace of the object.
    pub fn begin(&mut self) -> Result<(), FileError> {
        let end = self.find("", |bytes, _, _| after(b'{', bytes, 0))?;
        self.pass(end);
        Ok(())
    }

    /// The name of the next member; `None` after the last.
    pub fn name(&mut self, is_first: bool) -> Result<Option<String>, FileError> {
        let before = if is_first { "{" } else { r#"{"":"""# };
        let found = self.find(before, |bytes, _, _| {
            match next_item(bytes, 0, is_first, b'}')? {
                Err(end) => Ok((end, None)),
                Ok(start) => {
                    let end = string_end(bytes, start)?;
                    let name = std::str::from_utf8(&bytes[start..end]).ok().and_then(text);
                    Ok((end, Some(name.ok_or(SyntaxStop::Wrong)?)))
                }
            }
        });
        let (end, name) = found?;
        self.pass(end);
        Ok(name)
    }

    /// The value of the member whose name was read.
    pub fn value(&mut self) -> Result<Value<'_>, FileError> {
        let before = r#"{"""#;
        let (start, end) = self.find(before, member_value)?;
        self.give(before, start, end)
    }

    /// Passes the value of the member whose name was read.
    pub fn skip_value(&mut self) -> Result<(), FileError> {
        let (_, end) = self.find(r#"{"""#, member_value)?;
        self.pass(end);
        Ok(())
    }

    /// Passes the opening bracket of a list, which the member is whose name was read.
    pub fn begin_list(&mut self) -> Result<(), FileError> {
        let end = self.find(r#"{"list""#, |bytes, members, _| {
            let start = blanks(bytes, after(b':', bytes, 0)?);
            match bytes.get(start) {
                Some(b'[') => Ok(start + 1),
                Some(b'{') => Err(SyntaxStop::Wrong),
                // The fault names the value, so that all of it is needed.
                _ => bounded_end(bytes, start, members).and(Err(SyntaxStop::Wrong)),
            }
        })?;
        self.pass(end);
        Ok(())
    }

    /// The next item of the list; `None` after the last.
    pub fn item(&mut self, is_first: bool) -> Result<Option<Value<'_>>, FileError> {
        let before = if is_first {
            r#"{"list":["#
        } else {
            r#"{"list":["""#
        };
        let (start, end) = self.find(before, |bytes, members, _| {
            match next_item(bytes, 0, is_first, b']')? {
                Err(end) => Ok((end, end)),
                Ok(start) => Ok((start, bounded_end(bytes, start, members)?)),
            }
        })?;
        if start == end {
            self.pass(end);
            return Ok(None);
        }
        self.give(before, start, end).map(Some)
    }

    /// Nothing but white space may follow.
    pub fn end(&mut self) -> Result<(), FileError> {
        self.find("{}", |bytes, _, is_done| {
            match blanks(bytes, 0) == bytes.len() {
                true if is_done => Ok(()),
                true => Err(SyntaxStop::More),
                false => Err(SyntaxStop::Wrong),
            }
        })
    }

    /// What `scan` finds in the bytes that follow and a flag whether they are all. It adds the
    /// members of what it finds. `before` is what a parser has read when it comes here.
    fn find<T>(
        &mut self,
        before: &str,
        scan: impl Fn(&[u8], &mut Vec<ByteSpan>, bool) -> Result<T, SyntaxStop>,
    ) -> Result<T, FileError> {
        loop {
            self.members.clear();
            let rest = &self.buffer[self.at..self.to];
            let allowed = &rest[..rest.len().min(self.remaining)];
            let is_all = self.is_done && allowed.len() == rest.len();
            match scan(allowed, &mut self.members, is_all) {
                Ok(found) => return Ok(found),
                Err(SyntaxStop::More) if let Some(over) = rest.get(..=self.remaining) => {
                    return Err(FieldError::new(
                        format!("one record is longer than {} bytes", self.max),
                        "shorten it, or split the file",
                        self.place_before(self.at).after(over).counted(),
                    )
                    .into());
                }
                Err(SyntaxStop::More) if !self.is_done => self.fill()?,
                Err(_) => return Err(self.explain(before)),
            }
        }
    }

    /// Reads more: a part of what is there, so that a long record isn't scanned too often.
    fn fill(&mut self) -> Result<(), FileError> {
        (self.place, self.counted) = (self.place_before(self.at), 0);
        self.buffer.copy_within(self.at..self.to, 0);
        (self.at, self.to) = (0, self.to - self.at);
        let before = self.to;
        let wanted = before + before / 4 + 1;
        let room = wanted.max(before + BUFFER / 2);
        if self.buffer.len() < room {
            self.buffer.resize(room.max(BUFFER), 0);
        }
        let read = loop {
            match self.inner.read(&mut self.buffer[self.to..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => break Err(error),
                Ok(0) => break Ok(true),
                Ok(read) => self.to += read,
            }
            if self.to >= wanted {
                break Ok(false);
            }
        };
        if let Some(hash) = self.hash.feed(&self.buffer[before..self.to]) {
            self.hashed = Some(hash);
        }
        self.is_done = read.map_err(|error| {
            FileError::new(
                format!("the file can't be read on ({error})"),
                "try again, or copy it to another disk",
            )
        })?;
        Ok(())
    }

    fn pass(&mut self, count: usize) {
        self.remaining -= count;
        self.at += count;
        (self.place, self.counted) = (self.place_before(self.at), self.at);
    }

    /// Passes up to the end of a value, and gives it. Its lines are counted with what follows.
    fn give(&mut self, before: &str, start: usize, end: usize) -> Result<Value<'_>, FileError> {
        let value = self.at + start..self.at + end;
        let Ok(text) = std::str::from_utf8(&self.buffer[value.clone()]) else {
            return Err(self.explain(before));
        };
        let first = value.start + 1;
        (self.place, self.counted) = (self.place_before(first), first);
        self.remaining -= end;
        self.at = value.end;
        Ok(Value {
            line_column: self.place.counted(),
            text,
            members: &self.members,
        })
    }

    /// Why the bytes that follow aren't JSON, or end too early.
    fn explain(&self, before: &str) -> FileError {
        let rest = before.as_bytes().chain(&self.buffer[self.at..self.to]);
        let mut deserializer = serde_json::Deserializer::from_reader(rest);
        let read = deserializer.deserialize_map(Again);
        let Err(error) = read.and_then(|()| deserializer.end()) else {
            return FieldError::new("this is not valid JSON", CORRECT, self.line_column()).into();
        };
        let place = self.place_before(self.at);
        let (line, column) = match error.line() {
            // What stands before isn't in the file.
            0 | 1 => (
                place.line,
                (place.bytes + error.column()).saturating_sub(before.len()),
            ),
            line => (place.line + line - 1, error.column()),
        };
        let (what, remedy) = match error.classify() {
            Category::Eof => (
                "the file is truncated".to_owned(),
                "get it whole, or save it again",
            ),
            _ => (
                format!("this is not valid JSON: {}", json_fault(&error)),
                CORRECT,
            ),
        };
        FileError::new(what, remedy).at(line, column.max(1))
    }
}

/// Where the value of a member is, of which the colon follows.
fn member_value(
    bytes: &[u8],
    members: &mut Vec<ByteSpan>,
    _: bool,
) -> Result<(usize, usize), SyntaxStop> {
    let start = blanks(bytes, after(b':', bytes, 0)?);
    Ok((start, bounded_end(bytes, start, members)?))
}

/// The end of a value, where it is certain. Its members are counted from its start.
fn bounded_end(
    bytes: &[u8],
    start: usize,
    members: &mut Vec<ByteSpan>,
) -> Result<usize, SyntaxStop> {
    let value = &bytes[start..];
    let end = value_end(value, 0, members)?;
    match end == value.len() && value[end - 1].is_ascii_digit() {
        true => Err(SyntaxStop::More),
        false => Ok(start + end),
    }
}

/// Reads an object to its fault. A first member `list` is an array of records.
struct Again;

impl<'de> Visitor<'de> for Again {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of records")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key::<String>()? {
            match name.as_str() {
                "list" => map.next_value_seed(Self)?,
                _ => map.next_value::<Box<RawValue>>().map(drop)?,
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        while seq.next_element::<Box<RawValue>>()?.is_some() {}
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Again {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

const END: &[u8] = b" \"end\"";

/// The number of bytes of the first line, with the end of the line.
fn line_length(mut bytes: &[u8]) -> usize {
    bytes.skip_until(b'\n').expect("memory can be read")
}

/// Hashes all bytes before the last line that starts with ` "end"`.
#[derive(Default)]
struct LineHash {
    hasher: Box<Xxh3>,
    /// Whether the bytes so far end within a line.
    in_line: bool,
    /// The number of bytes of [`END`] at the start of the last line. They are not hashed yet.
    held: usize,
}

impl LineHash {
    /// Adds more bytes. Returns the hash of everything before a line with the end marker, if one
    /// is complete with them.
    fn feed(&mut self, bytes: &[u8]) -> Option<u64> {
        if self.held > 0 {
            let held = &END[..std::mem::take(&mut self.held)];
            return self.feed(&[held, bytes].concat());
        }
        let mut found = None;
        let (mut hashed, mut line) = (0, 0);
        if self.in_line {
            line = line_length(bytes);
        }
        while let rest = &bytes[line..]
            && !rest.is_empty()
        {
            if rest.starts_with(END) {
                self.hasher.update(&bytes[hashed..line]);
                hashed = line;
                found = Some(self.hasher.digest());
            } else if END.starts_with(rest) {
                self.held = rest.len();
                break;
            }
            line += line_length(rest);
        }
        let end = bytes.len() - self.held;
        self.hasher.update(&bytes[hashed..end]);
        self.in_line = self.held == 0 && bytes.last().map_or(self.in_line, |last| *last != b'\n');
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xxhash_rust::xxh3::xxh3_64;

    #[test]
    fn the_hash_is_of_all_before_the_end_however_the_bytes_come() {
        let head = "{\n \"edges\":[\n \"en\n \"endless\":1,\n";
        let text = format!("{head} \"end\":{{}}}}\n");
        for size in 1..text.len() {
            let mut hash = LineHash::default();
            let found = text
                .as_bytes()
                .chunks(size)
                .filter_map(|part| hash.feed(part));
            assert_eq!(found.last(), Some(xxh3_64(head.as_bytes())), "{size}");
        }
    }

    #[test]
    fn each_record_that_is_allowed_may_have_as_many_bytes_as_that() {
        let mut bytes = &b"{\"a\":[1,[22]]}"[..];
        let mut input = Input::new(&mut bytes, 8);
        input.begin().expect("a brace");
        assert_eq!(input.name(true), Ok(Some("a".to_owned())));
        input.begin_list().expect("a bracket");
        let item = |input: &mut Input<'_>, is_first| {
            let item = input.item(is_first)?;
            Ok(item.map(|item| (item.line_column, item.text.to_owned())))
        };
        assert_eq!(item(&mut input, true), Ok(Some(((1, 7), "1".to_owned()))));
        input.allow(4);
        let fault: FileError = item(&mut input, false).expect_err("five bytes");
        assert_eq!(fault.what, "one record is longer than 4 bytes");
        assert_eq!(fault.place, Some((1, 12)));
        input.allow(5);
        assert_eq!(
            item(&mut input, false),
            Ok(Some(((1, 9), "[22]".to_owned())))
        );
        input.allow(3);
        assert_eq!(item(&mut input, false), Ok(None));
        assert_eq!(input.name(false), Ok(None));
        input.end().expect("the end");
    }

    /// Gives one byte at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let length = out.len().min(1);
            self.0.read(&mut out[..length])
        }
    }

    /// Every member and item with its place, or the fault.
    fn all(reader: &mut dyn Read) -> Result<Vec<(LineColumn, String)>, FileError> {
        let mut input = Input::new(reader, 1 << 20);
        let mut found = Vec::new();
        input.begin()?;
        while let Some(name) = input.name(found.is_empty())? {
            found.push((input.line_column(), name.clone()));
            if name != "list" {
                let value = input.value()?;
                found.push((value.line_column, value.text.to_owned()));
                continue;
            }
            input.begin_list()?;
            let first = found.len();
            while let Some(item) = input.item(found.len() == first)? {
                found.push((item.line_column, item.text.to_owned()));
            }
        }
        input.end()?;
        Ok(found)
    }

    #[test]
    fn faults_are_where_a_parser_of_the_whole_file_finds_them() {
        let good = "\n{\"ä\": {\"b\":[1, -2e3,\ttrue]},\n\"list\" : [ {\"é\":\"\\u00e9\\\"\"},\n\n 12\n, null ], \"c\":0}\n ";
        let changes = [
            "", "\u{0}", "\"", "\\", "{", "}", "[", "]", ",", ":", "0", "x", "\n", " ", "é",
        ];
        let at: Vec<usize> = (0..good.len())
            .filter(|at| good.is_char_boundary(*at))
            .collect();
        for &at in &at {
            let letter = good[at..].chars().next().map_or(0, char::len_utf8);
            for (change, length) in changes
                .iter()
                .flat_map(|change| [(change, 0), (change, letter)])
            {
                let text = [&good[..at], change, &good[at + length..]].concat();
                check(text.as_bytes());
            }
            check(&good.as_bytes()[..at]);
            let mut broken = good.as_bytes().to_vec();
            broken[at] = 0xff;
            check(&broken);
        }
    }

    fn check(text: &[u8]) {
        // Nothing else is given to this reader.
        if text.trim_ascii_start().first() != Some(&b'{') {
            return;
        }
        let ours = all(&mut &*text);
        assert_eq!(ours, all(&mut Slow(text)), "{}", text.escape_ascii());
        let mut deserializer = serde_json::Deserializer::from_reader(text);
        let theirs = deserializer
            .deserialize_map(Again)
            .and_then(|()| deserializer.end());
        let place = theirs.err().map(|error| {
            let truncated = error.classify() == Category::Eof;
            ((error.line(), error.column().max(1)), truncated)
        });
        let ours = ours.err().map(|error| {
            (
                error.place.expect("a place"),
                error.what == "the file is truncated",
            )
        });
        assert_eq!(ours, place, "{}", text.escape_ascii());
    }
}
