//! The records of a node-link file: the attributes of nodes and edges.

use std::borrow::Cow;

use super::super::error::shown;
use super::super::fields::{Fault, place_in};
use super::super::json::{Member, array, compact, object, offset, string};
use super::scan::LineColumn;

/// How to fix an invalid record.
pub(in crate::save) const REMEDY: &str =
    "correct it: doomtree's docs/imports.md says what attributes mean";

/// One record's attributes, each by its name.
pub(in crate::save) struct Attributes<'a> {
    text: &'a str,
    place: LineColumn,
    members: Vec<Member<'a>>,
}

impl<'a> Attributes<'a> {
    pub fn read(text: &'a str, place: LineColumn) -> Result<Self, Fault> {
        let members = object(text)
            .map_err(|(what, at)| Fault::new(what, REMEDY, place_in(text, place, at)))?;
        Ok(Self {
            text,
            place,
            members,
        })
    }

    /// The first of these attributes that is there, and isn't null.
    pub fn first(&self, names: &[&str]) -> Option<&'a str> {
        names.iter().find_map(|name| {
            let member = self.members.iter().find(|member| member.key == *name)?;
            (member.raw != "null").then_some(member.raw)
        })
    }

    /// A text or a number, as text.
    pub fn word(&self, names: &[&str]) -> Result<Option<Cow<'a, str>>, Fault> {
        self.first(names)
            .map(|raw| self.word_of(raw, names[0]))
            .transpose()
    }

    fn word_of(&self, raw: &'a str, name: &str) -> Result<Cow<'a, str>, Fault> {
        word(raw).ok_or_else(|| {
            self.fault(
                raw,
                format!("'{name}' must be a text or a number, not {}", shown(raw)),
            )
        })
    }

    /// An identifier as JSON without white space; it may be of any kind.
    pub fn identifier(&self, name: &str) -> Result<String, Fault> {
        let member = self.members.iter().find(|member| member.key == name);
        let Some(member) = member else {
            return Err(Fault::new(
                format!("this record has no '{name}'"),
                REMEDY,
                self.place,
            ));
        };
        compact(member.raw).map_err(|(what, _)| self.fault(member.raw, what))
    }

    /// Line and column of a value.
    pub fn place_of(&self, raw: &str) -> LineColumn {
        place_in(self.text, self.place, offset(self.text, raw))
    }

    /// Line and column of a member's value; of the record if it has no such member.
    pub fn place_of_first(&self, names: &[&str]) -> LineColumn {
        self.first(names)
            .map_or(self.place, |raw| self.place_of(raw))
    }

    /// A fault of a value.
    pub fn fault(&self, raw: &str, what: impl Into<String>) -> Fault {
        Fault::new(what, REMEDY, self.place_of(raw))
    }
}

/// One name, or a list of names.
pub(in crate::save) fn names(raw: &str) -> Option<Vec<String>> {
    let name = |raw| word(raw).map(Cow::into_owned);
    if raw.starts_with('[') {
        return array(raw)?.iter().map(|item| name(item)).collect();
    }
    Some(vec![name(raw)?])
}

/// A text or a number as text.
pub(in crate::save) fn word(raw: &str) -> Option<Cow<'_, str>> {
    match raw.as_bytes().first()? {
        b'"' => string(raw),
        b'{' | b'[' | b'n' | b't' | b'f' => None,
        _ => Some(Cow::Borrowed(raw)),
    }
}
