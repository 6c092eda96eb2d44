//! The members of one JSON record, taken by name, with the location of each, so that every error
//! has its line and column. Values with one entry per player (ratings, payoffs, intervals and
//! winners) are parsed to the text that our writer would write.

use std::fmt::Display;

use super::input::Value;
use super::json::{
    Member, array, boolean, compact, double, exact, object, object_of, offset, push_decimal,
    push_double, push_exact, push_string, string, whole_number,
};
use super::kinds::{FileError, LineColumn, shown};
use super::lines::Members;
use super::{MINOR, VERSION};
use crate::game::Player;

/// A fault within a file.
#[derive(Debug)]
pub(super) struct FieldError {
    pub what: String,
    pub remedy: String,
    /// Line and column, counted from 1.
    pub line_column: LineColumn,
}

impl FieldError {
    pub fn new(what: impl Into<String>, remedy: impl Into<String>, place: LineColumn) -> Self {
        Self {
            what: what.into(),
            remedy: remedy.into(),
            line_column: place,
        }
    }
}

impl From<FieldError> for FileError {
    fn from(fault: FieldError) -> Self {
        Self::new(fault.what, fault.remedy).at(fault.line_column.0, fault.line_column.1)
    }
}

/// How to fix an error in a record.
pub(super) const CORRECT: &str = "correct the file there, or save it again";

/// An object of the file, and the text that contains it. Its location is computed only for an
/// error, by counting lines from the start of that text.
pub(super) struct JsonRecord<'a> {
    /// Its description.
    name: &'static str,
    text: &'a str,
    /// The outermost record that contains it, or its own text.
    whole: &'a str,
    /// The start of that text.
    start: LineColumn,
    members: Vec<Member<'a>>,
    /// The index of the first member that is left: members mostly come in our order.
    first: usize,
}

impl<'a> JsonRecord<'a> {
    pub fn read(name: &'static str, value: Value<'a>) -> Result<Self, FieldError> {
        let members = object_of(value.text, value.members);
        Self::new(name, value.text, value.text, value.line_column, members)
    }

    /// The same for a slice of a text, which starts at a line and a column.
    pub fn within(
        name: &'static str,
        text: &'a str,
        whole: &'a str,
        start: LineColumn,
    ) -> Result<Self, FieldError> {
        Self::new(name, text, whole, start, object(text))
    }

    fn new(
        name: &'static str,
        text: &'a str,
        whole: &'a str,
        start: LineColumn,
        members: Result<Vec<Member<'a>>, (String, usize)>,
    ) -> Result<Self, FieldError> {
        match members {
            Ok(members) => Ok(Self {
                name,
                text,
                whole,
                start,
                members,
                first: 0,
            }),
            Err((what, at)) => {
                let at = at + offset(whole, text);
                Err(FieldError::new(what, CORRECT, place_in(whole, start, at)))
            }
        }
    }

    /// Line and column of a byte of a slice of the record.
    fn line_column(&self, slice: &str, at: usize) -> LineColumn {
        place_in(self.whole, self.start, at + offset(self.whole, slice))
    }

    /// The line where the record starts.
    pub fn line(&self) -> usize {
        self.line_column(self.text, 0).0
    }

    /// A fault of the record as a whole.
    pub fn fault(&self, what: impl Into<String>, remedy: impl Into<String>) -> FieldError {
        FieldError::new(what, remedy, self.line_column(self.text, 0))
    }

    /// A fault at a byte of a value of the record.
    pub fn inside(&self, raw: &str, (what, at): (String, usize)) -> FieldError {
        FieldError::new(what, CORRECT, self.line_column(raw, at))
    }

    fn take(&mut self, key: &str) -> Option<&'a str> {
        let mut left = self.members[self.first..].iter_mut();
        let member = left.find(|member| !member.is_taken && member.key == key)?;
        member.is_taken = true;
        let raw = member.raw;
        let taken = self.members[self.first..].iter();
        self.first += taken.take_while(|member| member.is_taken).count();
        Some(raw)
    }

    /// Where the value of a member is, taken or not; without it, where the record is.
    pub fn place_of(&self, key: &str) -> LineColumn {
        let mut members = self.members.iter();
        let member = members.find(|member| member.key == key);
        self.line_column(member.map_or(self.text, |member| member.raw), 0)
    }

    /// A fault of the value of a member.
    pub fn fault_at(
        &self,
        key: &str,
        what: impl Into<String>,
        remedy: impl Into<String>,
    ) -> FieldError {
        FieldError::new(what, remedy, self.place_of(key))
    }

    /// The value of a member that must be there.
    pub fn needed(&mut self, key: &str) -> Result<&'a str, FieldError> {
        self.take(key)
            .ok_or_else(|| self.fault(format!("{} has no '{key}'", self.name), CORRECT))
    }

    /// A required member, parsed by `parse`; `needs` describes valid values.
    pub fn required<T>(
        &mut self,
        key: &str,
        needs: impl Display,
        parse: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, FieldError> {
        let raw = self.needed(key)?;
        self.parsed(key, raw, needs, parse)
    }

    /// A member that may be there.
    pub fn optional<T>(
        &mut self,
        key: &str,
        needs: impl Display,
        parse: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<Option<T>, FieldError> {
        let Some(raw) = self.take(key) else {
            return Ok(None);
        };
        self.parsed(key, raw, needs, parse).map(Some)
    }

    /// Takes out what follows from ratings. It is written for other programs.
    pub fn skip_play(&mut self) -> Result<(), FieldError> {
        let whole = |raw| whole_number(raw).map(drop);
        let array = |raw: &str| raw.starts_with('[').then_some(());
        self.optional("best", "an array of moves", array)?;
        self.optional("best_line", "true", |raw| boolean(raw)?.then_some(()))?;
        self.optional("distance", "a whole number", whole)?;
        Ok(())
    }

    fn parsed<T>(
        &self,
        key: &str,
        raw: &'a str,
        needs: impl Display,
        parse: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, FieldError> {
        parse(raw).ok_or_else(|| {
            let what = format!("'{key}' must be {needs}, not {}", shown(raw));
            self.inside(raw, (what, 0))
        })
    }

    /// A member that must not be there.
    pub fn forbidden(&mut self, key: &str, why: &str) -> Result<(), FieldError> {
        match self.take(key) {
            None => Ok(()),
            Some(raw) => {
                Err(self.inside(raw, (format!("'{key}' isn't allowed here, since {why}"), 0)))
            }
        }
    }

    /// The object that the value of a member is.
    pub fn nested(&self, raw: &'a str) -> Result<JsonRecord<'a>, FieldError> {
        JsonRecord::within(self.name, raw, self.whole, self.start)
    }

    /// The object that an item of a list in this record is.
    pub fn item(&self, name: &'static str, raw: &'a str) -> Result<JsonRecord<'a>, FieldError> {
        JsonRecord::within(name, raw, self.whole, self.start)
    }

    /// The members that were not taken.
    pub fn rest(self) -> Result<Members, FieldError> {
        let mut members = Members::default();
        let left = self.members[self.first..].iter();
        for member in left.filter(|member| !member.is_taken) {
            members.keep(self.text, member).map_err(|(what, at)| {
                FieldError::new(what, CORRECT, self.line_column(self.text, at))
            })?;
        }
        Ok(members)
    }
}

/// A version that this program doesn't read, or a notice about a minor one above the `known` ones.
pub(super) fn check_version(
    what: &str,
    version: &str,
    minor: Option<&str>,
    known: u64,
    place: LineColumn,
) -> Result<Option<String>, FieldError> {
    let Some(number) = whole_number(version) else {
        return Err(FieldError::new(
            format!("'version' must be a whole number, not {}", shown(version)),
            CORRECT,
            place,
        ));
    };
    if number != VERSION {
        return Err(FieldError::new(
            format!("the file has version {number} of {what}, and this program reads {VERSION}"),
            "open it with the doomtree that wrote it, or a newer one",
            place,
        ));
    }
    let Some(minor) = minor else {
        return Ok(None);
    };
    let Some(number) = whole_number(minor) else {
        return Err(FieldError::new(
            format!("'minor' must be a whole number, not {}", shown(minor)),
            CORRECT,
            place,
        ));
    };
    Ok((number > known).then(|| {
        format!(
            "the file was written by a newer version ({VERSION}.{number}): what this one \
             doesn't know is kept as it is"
        )
    }))
}

/// A member at the top of a file: its name, its location, and its text.
pub(super) type TopMember = (String, LineColumn, String);

/// The known members at the top of a small file, in any order.
pub(super) struct TopMembers<'a> {
    start: LineColumn,
    members: Vec<&'a TopMember>,
}

impl<'a> TopMembers<'a> {
    /// Separates the known members from others, which are kept.
    pub fn read(
        all: &'a [TopMember],
        known: &[&str],
        start: LineColumn,
    ) -> Result<(Self, Members), FieldError> {
        let mut members: Vec<&TopMember> = Vec::new();
        let mut unknown = Members::default();
        for member in all {
            let (key, place, raw) = member;
            let fault = |what| FieldError::new(what, CORRECT, *place);
            if unknown.get(key).is_some() || members.iter().any(|(other, ..)| other == key) {
                return Err(fault(format!("the member {} is given twice", shown(key))));
            }
            if known.contains(&key.as_str()) {
                members.push(member);
            } else {
                let json = compact(raw).map_err(|(what, _)| fault(what))?;
                unknown.push_known(key, json);
            }
        }
        Ok((Self { start, members }, unknown))
    }

    /// An optional member: its text and its location.
    pub fn find(&self, key: &str) -> Option<(&'a str, LineColumn)> {
        let (_, place, raw) = self.members.iter().find(|(other, ..)| other == key)?;
        Some((raw, *place))
    }

    /// A member that must be there.
    pub fn needed(&self, key: &str) -> Result<(&'a str, LineColumn), FieldError> {
        self.find(key)
            .ok_or_else(|| FieldError::new(format!("the file has no '{key}'"), CORRECT, self.start))
    }

    /// A required member, parsed by `parse`; `needs` describes valid values.
    pub fn required<T>(
        &self,
        key: &str,
        needs: &str,
        parse: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, FieldError> {
        let (raw, place) = self.needed(key)?;
        parse(raw).ok_or_else(|| {
            let what = format!("'{key}' must be {needs}, not {}", shown(raw));
            FieldError::new(what, CORRECT, place)
        })
    }

    /// A member that may be there.
    pub fn optional<T>(
        &self,
        key: &str,
        needs: &str,
        parse: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<Option<T>, FieldError> {
        match self.find(key) {
            None => Ok(None),
            Some(_) => self.required(key, needs, parse).map(Some),
        }
    }

    /// Checks the version of the file, and returns warnings about it.
    pub fn version(&self, format: &str) -> Result<Vec<String>, FieldError> {
        let (version, place) = self.needed("version")?;
        let minor = self.find("minor").map(|(raw, _)| raw);
        Ok(Vec::from_iter(check_version(
            format, version, minor, MINOR, place,
        )?))
    }
}

/// Line and column of a byte offset in a text that starts at `start`.
pub(super) fn place_in(text: &str, start: LineColumn, at: usize) -> LineColumn {
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

/// What a node's record may say of all players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum FieldValues {
    Ratings,
    Payoffs,
    Winners,
    Intervals,
}

impl FieldValues {
    /// Maximum number of texts that are known to be such values.
    pub const MAX_KNOWN: usize = 1 << 12;
}

/// The players of a file.
pub(super) struct PlayerNames {
    names: Vec<String>,
    /// The same as JSON.
    json: Vec<String>,
}

impl PlayerNames {
    pub fn new(names: &[String]) -> Self {
        let json = names.iter().map(|name| {
            let mut json = String::new();
            push_string(&mut json, name);
            json
        });
        Self {
            names: names.to_vec(),
            json: json.collect(),
        }
    }

    pub fn find(&self, name: &str) -> Option<Player> {
        let index = self.names.iter().position(|player| player == name)?;
        Some(Player(index as u8))
    }

    /// The values in a text, as our writer writes them.
    pub fn values(&self, values: FieldValues, raw: &str) -> Option<String> {
        match values {
            FieldValues::Ratings => self.numbers(raw, rating),
            FieldValues::Payoffs => self.numbers(raw, fraction),
            FieldValues::Winners => self.winners(raw),
            FieldValues::Intervals => self.numbers(raw, interval),
        }
    }

    /// An object with one value a player, in the players' order.
    fn numbers(&self, raw: &str, read: fn(&str, &mut String) -> Option<()>) -> Option<String> {
        let members = object(raw).ok()?;
        if members.len() != self.names.len() {
            return None;
        }
        let mut out = String::with_capacity(raw.len());
        for (player, name) in self.names.iter().zip(&self.json) {
            let member = members.iter().find(|member| member.key == *player)?;
            out.push(if out.is_empty() { '{' } else { ',' });
            out.push_str(name);
            out.push(':');
            read(member.raw, &mut out)?;
        }
        out.push('}');
        Some(out)
    }

    /// An array of at least one player, in the players' order.
    fn winners(&self, raw: &str) -> Option<String> {
        let mut out = String::from("[");
        let mut min = 0;
        for item in array(raw)? {
            let index = self.find(&string(item)?)?.index();
            if index < min {
                return None;
            }
            if min > 0 {
                out.push(',');
            }
            min = index + 1;
            out.push_str(&self.json[index]);
        }
        out.push(']');
        (min > 0).then_some(out)
    }
}

/// A fraction or a decimal in quotes, or a number.
fn rating(raw: &str, out: &mut String) -> Option<()> {
    if !raw.starts_with('"') {
        push_double(out, double(raw)?);
    } else if fraction(raw, out).is_none() {
        push_decimal(out, double(&string(raw)?)?);
    }
    Some(())
}

/// A fraction in quotes.
fn fraction(raw: &str, out: &mut String) -> Option<()> {
    push_exact(out, &exact(&string(raw)?)?);
    Some(())
}

/// Two ratings in brackets.
fn interval(raw: &str, out: &mut String) -> Option<()> {
    let [low, high] = array(raw)?[..] else {
        return None;
    };
    out.push('[');
    rating(low, out)?;
    out.push(',');
    rating(high, out)?;
    out.push(']');
    Some(())
}
