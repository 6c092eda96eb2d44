//! The byte reader below the JSON parser. It counts lines and columns, hashes whole lines as they
//! pass, and stops at a record that is too long.

use std::cell::{Cell, RefCell};
use std::io::{self, Read};
use std::rc::Rc;

use xxhash_rust::xxh3::Xxh3;

use super::fields::Fault;

/// The state shared by the byte reader and the record reader.
pub(super) struct Shared {
    line: Cell<usize>,
    column: Cell<usize>,
    /// The byte that was read last.
    last: Cell<u8>,
    /// The start of the current raw value; `None` until its first byte has been read.
    value: Cell<Option<(usize, usize)>>,
    /// The number of bytes allowed before the next record.
    left: Cell<u64>,
    most: Cell<u64>,
    /// The hash of everything before the line that starts with ` "end"`.
    hash: Cell<Option<u64>>,
    fault: RefCell<Option<Fault>>,
}

impl Shared {
    pub fn new(most: u64) -> Rc<Self> {
        Rc::new(Self {
            line: Cell::new(1),
            column: Cell::new(0),
            last: Cell::new(0),
            value: Cell::new(None),
            left: Cell::new(most),
            most: Cell::new(most),
            hash: Cell::new(None),
            fault: RefCell::new(None),
        })
    }

    /// Line and column of the byte that was read last, counted from 1.
    pub fn place(&self) -> (usize, usize) {
        (self.line.get(), self.column.get().max(1))
    }

    /// Announces that a value is read next: of a member after its colon, or an element after its
    /// first byte.
    pub fn begin_value(&self) {
        self.value
            .set((self.last.get() != b':').then(|| self.place()));
    }

    /// The location where the value read since then starts, counted from 1. Leading white space
    /// isn't part of it.
    pub fn value_place(&self) -> (usize, usize) {
        self.value.get().unwrap_or_else(|| self.place())
    }

    /// Allows another record of at most that many bytes.
    pub fn allow(&self, most: u64) {
        self.left.set(most);
        self.most.set(most);
    }

    pub fn hash(&self) -> Option<u64> {
        self.hash.get()
    }

    /// Keeps the first fault, and gives an error that only says that there is one.
    pub fn fail<E: serde::de::Error>(&self, fault: Fault) -> E {
        self.fault.borrow_mut().get_or_insert(fault);
        E::custom("a fault")
    }

    pub fn take_fault(&self) -> Option<Fault> {
        self.fault.borrow_mut().take()
    }

    fn pass(&self, byte: u8) -> io::Result<()> {
        if byte == b'\n' {
            self.line.set(self.line.get() + 1);
            self.column.set(0);
        } else if byte & 0xc0 != 0x80 {
            self.column.set(self.column.get() + 1);
        }
        self.last.set(byte);
        if self.value.get().is_none() && !byte.is_ascii_whitespace() {
            self.value.set(Some(self.place()));
        }
        match self.left.get().checked_sub(1) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => {
                self.fault.borrow_mut().get_or_insert(Fault::new(
                    format!("one record is longer than {} bytes", self.most.get()),
                    "shorten it, or split the file",
                    self.place(),
                ));
                Err(io::Error::other("too long"))
            }
        }
    }
}

const BUFFER: usize = 1 << 16;

/// The bytes of a file.
pub(super) struct Input<R> {
    inner: R,
    buffer: Vec<u8>,
    at: usize,
    shared: Rc<Shared>,
    hash: LineHash,
}

impl<R: Read> Input<R> {
    pub fn new(inner: R, shared: Rc<Shared>) -> Self {
        Self {
            inner,
            buffer: Vec::new(),
            at: 0,
            shared,
            hash: LineHash::default(),
        }
    }

    fn fill(&mut self) -> io::Result<()> {
        self.buffer.resize(BUFFER, 0);
        self.at = 0;
        let read = loop {
            match self.inner.read(&mut self.buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.buffer.truncate(*read.as_ref().unwrap_or(&0));
        read?;
        if let Some(hash) = self.hash.feed(&self.buffer) {
            self.shared.hash.set(Some(hash));
        }
        Ok(())
    }
}

impl<R: Read> Read for Input<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.at == self.buffer.len() {
            self.fill()?;
        }
        let count = out.len().min(self.buffer.len() - self.at);
        for (out, byte) in out.iter_mut().zip(&self.buffer[self.at..]) {
            self.shared.pass(*byte)?;
            *out = *byte;
        }
        self.at += count;
        Ok(count)
    }
}

const END: &[u8] = b" \"end\"";

/// Hashes all bytes before the last line that starts with ` "end"`.
struct LineHash {
    hasher: Box<Xxh3>,
    /// The number of bytes of [`END`] that match the start of the line so far; they are not hashed
    /// yet.
    matched: Option<usize>,
}

impl Default for LineHash {
    fn default() -> Self {
        Self {
            hasher: Box::default(),
            matched: Some(0),
        }
    }
}

impl LineHash {
    /// Adds more bytes. Returns the hash of everything before a line with the end marker that
    /// starts in them.
    fn feed(&mut self, bytes: &[u8]) -> Option<u64> {
        let mut found = None;
        // The start of the bytes that are not hashed yet, without the matching ones.
        let mut from = 0;
        for (index, &byte) in bytes.iter().enumerate() {
            match self.matched {
                Some(matched) if byte == END[matched] => {
                    self.matched = Some(matched + 1);
                    if matched + 1 == END.len() {
                        found = Some(self.hasher.digest());
                        self.hasher.update(END);
                        self.matched = None;
                    }
                    from = index + 1;
                    continue;
                }
                Some(matched) => {
                    self.hasher.update(&END[..matched]);
                    self.matched = None;
                    from = index;
                }
                None => {}
            }
            if byte == b'\n' {
                self.hasher.update(&bytes[from..=index]);
                from = index + 1;
                self.matched = Some(0);
            }
        }
        self.hasher.update(&bytes[from..]);
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
    fn a_read_gives_no_more_bytes_than_there_are_left() {
        let mut input = Input::new(&b"abcde"[..], Shared::new(100));
        let mut out = [0; 8];
        assert_eq!(input.read(&mut out[..3]).expect("three bytes"), 3);
        assert_eq!(input.read(&mut out[3..]).expect("the rest"), 2);
        assert_eq!(&out[..5], b"abcde");
        assert_eq!(input.read(&mut out).expect("the end"), 0);
    }

    #[test]
    fn each_record_that_is_allowed_may_have_as_many_bytes_as_that() {
        let shared = Shared::new(2);
        let mut input = Input::new(&b"aabbbbc"[..], Rc::clone(&shared));
        let mut out = [0; 4];
        input.read_exact(&mut out[..2]).expect("the first record");
        shared.allow(4);
        input.read_exact(&mut out).expect("the second record");
        assert!(input.read(&mut out).is_err());
        let fault = shared.take_fault().expect("it is told");
        assert_eq!(fault.what, "one record is longer than 4 bytes");
        assert_eq!(fault.place, (1, 7));
    }
}
