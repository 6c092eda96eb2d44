//! JSON at the lowest level: writes strings, numbers and rules, and reads objects and values.
//! Nesting is limited to a few levels, and nothing recurses.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, Write};

use rustc_hash::FxHashSet;
use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, Value};

use super::kinds::shown;
use super::syntax::{ByteSpan, after, blanks, next_item, value_end};
use super::{MINOR, VERSION};
use crate::game::{Rational, RulesText, SwitchValue};

/// Appends a text in quotes.
pub(super) fn push_string(out: &mut String, text: &str) {
    let plain = !text
        .bytes()
        .any(|byte| byte < 0x20 || byte == b'"' || byte == b'\\' || byte == 0x7f);
    if plain {
        out.push('"');
        out.push_str(text);
        out.push('"');
    } else {
        out.push_str(&serde_json::to_string(text).expect("a text can always be written"));
    }
}

/// Appends a comma, a name and a colon.
pub(super) fn push_name(out: &mut String, name: &str) {
    out.push(',');
    push_string(out, name);
    out.push(':');
}

/// Appends a comma and a member that is a text.
pub(super) fn push_text(out: &mut String, name: &str, text: &str) {
    push_name(out, name);
    push_string(out, text);
}

/// Appends a finite double so that it reads back to the same bits.
pub(super) fn push_double(out: &mut String, number: f64) {
    out.push_str(&serde_json::to_string(&number).expect("a number can always be written"));
}

/// Appends the same as a text.
pub(super) fn push_decimal(out: &mut String, number: f64) {
    out.push('"');
    push_double(out, number);
    out.push('"');
}

/// Appends a fraction in quotes.
pub(super) fn push_exact(out: &mut String, number: &Rational) {
    write!(out, "\"{number}\"").expect("writing to a string can't fail");
}

/// Rules as files store them.
pub(super) fn rules_json(rules: &RulesText) -> String {
    let mut json = String::new();
    match rules {
        RulesText::None => json.push_str("null"),
        RulesText::Preset(name) => push_string(&mut json, name),
        RulesText::Switches(switches) => {
            let switches = switches.iter().map(|(name, value)| {
                let value = match value {
                    SwitchValue::Text(text) => Value::from(text.as_str()),
                    SwitchValue::Number(number) => Value::from(*number),
                };
                (name, value)
            });
            push_json(&mut json, &Object(switches));
        }
    }
    json
}

/// Appends a value as serde writes it.
pub(super) fn push_json(out: &mut String, value: &impl Serialize) {
    out.push_str(&serde_json::to_string(value).expect("no value of ours fails to be written"));
}

/// A text that is JSON already, for serde.
pub(super) struct Json<'a>(pub &'a str);

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let raw: Result<&RawValue, _> = serde_json::from_str(self.0);
        raw.map_err(S::Error::custom)?.serialize(to)
    }
}

/// An object with these members, for serde.
pub(super) struct Object<I>(pub I);

impl<K: Serialize, V: Serialize, I: Iterator<Item = (K, V)> + Clone> Serialize for Object<I> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.clone())
    }
}

/// Appends a comma and a member that is an object, unless that is empty.
pub(super) fn push_object<K: Serialize, V: Serialize>(
    out: &mut String,
    name: &str,
    members: impl Iterator<Item = (K, V)> + Clone,
) {
    if members.clone().next().is_some() {
        push_name(out, name);
        push_json(out, &Object(members));
    }
}

/// A small document: what it is, and its content.
#[derive(Serialize)]
struct JsonDocument<'a, T> {
    format: &'a str,
    version: u64,
    minor: u64,
    #[serde(flatten)]
    content: &'a T,
}

/// Writes a small document.
pub(super) fn write_document(
    format: &str,
    content: &impl Serialize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut text = serde_json::to_vec(&JsonDocument {
        format,
        version: VERSION,
        minor: MINOR,
        content,
    })?;
    text.push(b'\n');
    out.write_all(&text)
}

/// A member of an object: its name and its text.
#[derive(Clone)]
pub(super) struct Member<'a> {
    pub key: Cow<'a, str>,
    pub raw: &'a str,
    /// Whether a reader has used it.
    pub is_taken: bool,
}

/// The members of the object in `text`.
///
/// # Errors
/// The text isn't an object, or a member is repeated: the problem, with its byte offset.
pub(super) fn object(text: &str) -> Result<Vec<Member<'_>>, (String, usize)> {
    object_of(text, &spans(text)?)
}

/// The same where its members are known.
pub(super) fn object_of<'a>(
    text: &'a str,
    spans: &[ByteSpan],
) -> Result<Vec<Member<'a>>, (String, usize)> {
    let members = members(text, spans)?;
    for (index, member) in members.iter().enumerate() {
        if members[..index].iter().any(|other| other.key == member.key) {
            return Err((
                format!("the member {} is given twice", shown(&member.key)),
                offset(text, member.raw),
            ));
        }
        // Beyond this, searching all earlier members would take too long.
        if index == MAX_MEMBERS {
            return Err((
                format!("this object has more than {MAX_MEMBERS} members"),
                offset(text, member.raw),
            ));
        }
    }
    Ok(members)
}

/// The members of an object without a size limit: lines with data for each.
///
/// # Errors
/// The text isn't an object, or a member is repeated: the problem, with its byte offset.
pub(super) fn entries(text: &str) -> Result<Vec<Member<'_>>, (String, usize)> {
    let members = members(text, &spans(text)?)?;
    let mut names = FxHashSet::default();
    for member in &members {
        if !names.insert(member.key.as_ref()) {
            return Err((
                format!("the member {} is given twice", shown(&member.key)),
                offset(text, member.raw),
            ));
        }
    }
    Ok(members)
}

/// Where the members of the object in `text` are.
fn spans(text: &str) -> Result<Vec<ByteSpan>, (String, usize)> {
    let (bytes, mut spans) = (text.as_bytes(), Vec::new());
    let end = value_end(bytes, blanks(bytes, 0), &mut spans);
    end.map(|_| spans).map_err(|_| no_object())
}

fn members<'a>(text: &'a str, spans: &[ByteSpan]) -> Result<Vec<Member<'a>>, (String, usize)> {
    if !text.trim_ascii_start().starts_with('{') {
        return Err(no_object());
    }
    let mut members = Vec::with_capacity(spans.len());
    for span in spans {
        members.push(Member {
            key: string(&text[span.name.clone()]).ok_or_else(no_object)?,
            raw: &text[span.value.clone()],
            is_taken: false,
        });
    }
    Ok(members)
}

fn no_object() -> (String, usize) {
    ("this must be an object in braces".to_owned(), 0)
}

/// Maximum number of members of a record.
const MAX_MEMBERS: usize = 1_000;

/// The byte offset of `part`, a slice of `whole`.
pub(super) fn offset(whole: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize)
}

/// The text of a JSON string; `None` if it isn't a string, or has half of a surrogate pair.
pub(super) fn string(raw: &str) -> Option<Cow<'_, str>> {
    let inner = raw.strip_prefix('"')?.strip_suffix('"')?;
    if inner.contains('\\') {
        serde_json::from_str(raw).ok().map(Cow::Owned)
    } else {
        Some(Cow::Borrowed(inner))
    }
}

/// An owned text.
pub(super) fn text(raw: &str) -> Option<String> {
    string(raw).map(Cow::into_owned)
}

/// An owned text, or `null`.
pub(super) fn text_or_null(raw: &str) -> Option<Option<String>> {
    or_null(raw, text)
}

/// The result of `read`, or `null`.
pub(super) fn or_null<'a, T>(
    raw: &'a str,
    read: impl FnOnce(&'a str) -> Option<T>,
) -> Option<Option<T>> {
    match raw {
        "null" => Some(None),
        _ => read(raw).map(Some),
    }
}

/// `true` or `false`.
pub(super) fn boolean(raw: &str) -> Option<bool> {
    raw.parse().ok()
}

/// A whole number of 32 bits.
pub(super) fn small_number(raw: &str) -> Option<u32> {
    whole_number(raw)?.try_into().ok()
}

/// A whole number.
pub(super) fn whole_number(raw: &str) -> Option<u64> {
    raw.parse().ok()
}

/// A finite number.
pub(super) fn double(raw: &str) -> Option<f64> {
    let number: f64 = serde_json::from_str(raw).ok()?;
    number.is_finite().then_some(number)
}

/// A fraction in lowest terms, as it is written.
pub(super) fn exact(text: &str) -> Option<Rational> {
    let number: Rational = match text.split_once('/') {
        None => Rational::from_integer(text.parse().ok()?),
        Some((numerator, denominator)) => {
            let (numerator, denominator) = (numerator.parse().ok()?, denominator.parse().ok()?);
            if denominator <= 1 || numerator == i128::MIN {
                return None;
            }
            Rational::new(numerator, denominator)
        }
    };
    (number.to_string() == text).then_some(number)
}

/// The items of an array.
pub(super) fn array(raw: &str) -> Option<Vec<&str>> {
    let bytes = raw.as_bytes();
    let mut items = Vec::new();
    let mut at = after(b'[', bytes, 0).ok()?;
    loop {
        match next_item(bytes, at, items.is_empty(), b']').ok()? {
            Ok(start) => {
                at = value_end(bytes, start, &mut Vec::new()).ok()?;
                items.push(&raw[start..at]);
            }
            Err(end) => return (blanks(bytes, end) == bytes.len()).then_some(items),
        }
    }
}

/// The deepest nesting of a member that is kept without being known: common readers fail past
/// some 63 levels.
pub(super) const DEEPEST: usize = 60;

/// A JSON value without white space outside strings.
///
/// # Errors
/// A repeated member, or a value nested too deeply: the problem, with its byte offset.
pub(super) fn compact(raw: &str) -> Result<String, (String, usize)> {
    enum Level {
        Array,
        Object {
            names: FxHashSet<String>,
            name_next: bool,
        },
    }
    let bytes = raw.as_bytes();
    let mut out = String::with_capacity(raw.len());
    let mut levels: Vec<Level> = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        at += 1;
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => continue,
            b'"' => {
                while let Some(&byte) = bytes.get(at) {
                    at += 1;
                    match byte {
                        b'\\' => at += 1,
                        b'"' => break,
                        _ => {}
                    }
                }
                if let Some(Level::Object { names, name_next }) = levels.last_mut()
                    && std::mem::replace(name_next, false)
                {
                    let Some(name) = string(&raw[start..at]) else {
                        return Err(("this name is no text".to_owned(), start));
                    };
                    let known = shown(&name);
                    if !names.insert(name.into_owned()) {
                        return Err((format!("the member {known} is given twice"), start));
                    }
                }
            }
            b'{' | b'[' => {
                if levels.len() == DEEPEST {
                    return Err((
                        format!("this is nested more than {DEEPEST} levels deep"),
                        start,
                    ));
                }
                levels.push(if byte == b'[' {
                    Level::Array
                } else {
                    Level::Object {
                        names: FxHashSet::default(),
                        name_next: true,
                    }
                });
            }
            b'}' | b']' => {
                levels.pop();
            }
            b',' => {
                if let Some(Level::Object { name_next, .. }) = levels.last_mut() {
                    *name_next = true;
                }
            }
            _ => {}
        }
        out.push_str(&raw[start..at]);
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_loses_its_white_space_and_keeps_its_strings() {
        let raw = "{ \"a\" : [ 1 , {\"b c\":\" \\\" x\"} ],\n\t\"d\": null }";
        assert_eq!(
            compact(raw).expect("a good value"),
            "{\"a\":[1,{\"b c\":\" \\\" x\"}],\"d\":null}"
        );
    }

    #[test]
    fn a_member_that_stands_twice_is_found_at_any_depth_and_however_it_is_spelt() {
        for raw in [
            r#"{"a":1,"a":2}"#,
            r#"[{"x":{"a":1,"b":[],"\u0061":2}}]"#,
            r#"{"a":{"a":1},"b":{"c":1,"c":1}}"#,
        ] {
            assert!(compact(raw).is_err(), "{raw}");
        }
        assert!(compact(r#"{"a":{"a":["a","a"]},"b":[{"a":1},{"a":1}]}"#).is_ok());
    }

    #[test]
    fn only_fractions_in_lowest_terms_are_exact_numbers() {
        for text in ["0", "1", "-3", "1/2", "-2/3"] {
            assert_eq!(exact(text).expect(text).to_string(), text);
        }
        for text in [
            "2/4", "1/1", "1/0", "+1", "01", "0.5", "", "1/-2", "-0", "0/2",
        ] {
            assert_eq!(exact(text), None, "{text}");
        }
    }

    #[test]
    fn quotation_marks_are_escaped_in_json() {
        for (text, json) in [("\"", r#""\"""#), ("a\"b", r#""a\"b""#), ("ab", r#""ab""#)] {
            let mut out = String::new();
            push_string(&mut out, text);
            assert_eq!(out, json);
        }
    }
}
