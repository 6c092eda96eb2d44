//! The members of one record, taken by name, with the place of each, so that every fault is found
//! at its line and column.

use super::error::{FileError, shown};
use super::json::{Member, object, offset};
use super::members::Members;

/// A fault within a file.
#[derive(Debug)]
pub(super) struct Fault {
    pub what: String,
    pub remedy: String,
    /// Line and column, counted from 1.
    pub place: (usize, usize),
}

impl Fault {
    pub fn new(what: impl Into<String>, remedy: impl Into<String>, place: (usize, usize)) -> Self {
        Self {
            what: what.into(),
            remedy: remedy.into(),
            place,
        }
    }
}

impl From<Fault> for FileError {
    fn from(fault: Fault) -> Self {
        Self::new(fault.what, fault.remedy).at(fault.place.0, fault.place.1)
    }
}

/// What to do about a fault in somebody's record.
pub(super) const CORRECT: &str = "correct the file there, or save it again";

/// An object of the file: its text, and where it begins.
pub(super) struct Record<'a> {
    /// What it is, in words.
    name: &'static str,
    text: &'a str,
    start: (usize, usize),
    members: Vec<Option<Member<'a>>>,
}

impl<'a> Record<'a> {
    pub fn read(name: &'static str, text: &'a str, start: (usize, usize)) -> Result<Self, Fault> {
        match object(text) {
            Ok(members) => Ok(Self {
                name,
                text,
                start,
                members: members.into_iter().map(Some).collect(),
            }),
            Err((what, at)) => Err(Fault::new(what, CORRECT, place(text, start, at))),
        }
    }

    /// The line on which the record begins.
    pub fn line(&self) -> usize {
        self.start.0
    }

    /// A fault of the record as a whole.
    pub fn fault(&self, what: impl Into<String>, remedy: impl Into<String>) -> Fault {
        Fault::new(what, remedy, self.start)
    }

    /// A fault at a byte of a value of the record.
    pub fn inside(&self, raw: &str, (what, at): (String, usize)) -> Fault {
        let at = at + offset(self.text, raw);
        Fault::new(what, CORRECT, place(self.text, self.start, at))
    }

    fn take(&mut self, key: &str) -> Option<Member<'a>> {
        self.members
            .iter_mut()
            .find(|member| member.as_ref().is_some_and(|member| member.key == key))?
            .take()
    }

    /// A member that must be there.
    pub fn needed(&mut self, key: &str) -> Result<Member<'a>, Fault> {
        self.take(key)
            .ok_or_else(|| self.fault(format!("{} has no '{key}'", self.name), CORRECT))
    }

    /// A member that must be there, as `parse` reads it; `needs` says what it must be.
    pub fn required<T>(
        &mut self,
        key: &str,
        needs: &str,
        parse: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, Fault> {
        let member = self.needed(key)?;
        self.parsed(&member, needs, parse)
    }

    /// A member that may be there.
    pub fn optional<T>(
        &mut self,
        key: &str,
        needs: &str,
        parse: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<Option<T>, Fault> {
        let Some(member) = self.take(key) else {
            return Ok(None);
        };
        self.parsed(&member, needs, parse).map(Some)
    }

    fn parsed<T>(
        &self,
        member: &Member<'a>,
        needs: &str,
        parse: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, Fault> {
        parse(member.raw).ok_or_else(|| {
            let value = shown(member.raw);
            let what = format!("'{}' must be {needs}, not {value}", member.key);
            self.inside(member.raw, (what, 0))
        })
    }

    /// A member that must not be there.
    pub fn forbidden(&mut self, key: &str, why: &str) -> Result<(), Fault> {
        match self.take(key) {
            None => Ok(()),
            Some(member) => Err(self.inside(
                member.raw,
                (format!("'{key}' must not stand here, since {why}"), 0),
            )),
        }
    }

    /// The object that a member of this record is.
    pub fn nested(&self, member: &Member<'a>) -> Result<Record<'a>, Fault> {
        let start = place(self.text, self.start, offset(self.text, member.raw));
        Record::read(self.name, member.raw, start)
    }

    /// The object that an item of a list in this record is.
    pub fn item(&self, name: &'static str, raw: &'a str) -> Result<Record<'a>, Fault> {
        let start = place(self.text, self.start, offset(self.text, raw));
        Record::read(name, raw, start)
    }

    /// The members that nobody has taken.
    pub fn rest(self) -> Result<Members, Fault> {
        let mut members = Members::default();
        for member in self.members.iter().flatten() {
            members.keep(self.text, member).map_err(|(what, at)| {
                Fault::new(what, CORRECT, place(self.text, self.start, at))
            })?;
        }
        Ok(members)
    }
}

/// Line and column of a byte of a text that begins at `start`.
fn place(text: &str, start: (usize, usize), at: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..at.min(text.len())];
    let lines = before.iter().filter(|byte| **byte == b'\n').count();
    let line_start = before
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |newline| newline + 1);
    // Bytes that go on with a character are not counted.
    let columns = before[line_start..]
        .iter()
        .filter(|byte| **byte & 0xc0 != 0x80)
        .count();
    if lines == 0 {
        (start.0, start.1 + columns)
    } else {
        (start.0 + lines, 1 + columns)
    }
}
