//! What-ifs in a file: the user's assumptions about nodes, by line.

use rustc_hash::{FxHashMap, FxHashSet};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::json::{
    Member, Object, array, entries, object, offset, push_json, push_name, push_object, string,
};
use super::kinds::shown;
use crate::game::{Rational, parse_rational};

/// An assumption about a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Assumes {
    /// The ratings are pinned for these players, by name; others keep their ratings.
    #[serde(serialize_with = "write_pins", deserialize_with = "read_pins")]
    Pin(Vec<(String, Rational)>),
    /// The move that leads to it is not allowed.
    Forbid,
    /// Its position is another one, in notation.
    Change(String),
}

impl Assumes {
    /// Whether both are of one kind: a node has one of each.
    pub fn is_like(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

/// One assumption of a user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assumption {
    /// The line to its node, as text.
    pub line: String,
    /// The assumption.
    pub what: Assumes,
    /// Whether it is switched off.
    #[serde(default)]
    pub off: bool,
}

type Pins = Vec<(String, Rational)>;

fn write_pins<S: Serializer>(pins: &Pins, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(
        pins.iter()
            .map(|(player, rating)| (player, rating.to_string())),
    )
}

fn read_pins<'de, D: Deserializer<'de>>(from: D) -> Result<Pins, D::Error> {
    let pins = Vec::<(String, String)>::deserialize(from)?.into_iter();
    let read = |(player, text): (String, String)| Some((player, parse_rational(&text)?));
    let pins = pins.map(read).collect::<Option<_>>();
    pins.ok_or_else(|| D::Error::custom("a pinned rating is no fraction"))
}

/// The members of `graph` that hold them.
pub(super) const PINS: &str = "pins";
pub(super) const FORBIDDEN: &str = "forbidden";
pub(super) const CHANGES: &str = "changes";
pub(super) const OFF: &str = "what_if_off";

/// Which member holds an assumption.
fn member(what: &Assumes) -> &'static str {
    match what {
        Assumes::Pin(_) => PINS,
        Assumes::Forbid => FORBIDDEN,
        Assumes::Change(_) => CHANGES,
    }
}

/// Appends the members, a comma before each: one for every kind that there is, and which of them
/// are switched off.
pub(super) fn push(assumptions: &[Assumption], out: &mut String) {
    let pins = assumptions.iter().filter_map(|own| match &own.what {
        Assumes::Pin(pins) => {
            let pins = pins.iter().map(|(player, own)| (player, own.to_string()));
            Some((&own.line, Object(pins)))
        }
        _ => None,
    });
    push_object(out, PINS, pins);
    let lines_of = |name, is_off: fn(&&Assumption) -> bool| -> Vec<&str> {
        let own = assumptions.iter().filter(|own| member(&own.what) == name);
        own.filter(is_off)
            .map(|assumption| &*assumption.line)
            .collect()
    };
    let forbidden = lines_of(FORBIDDEN, |_| true);
    if !forbidden.is_empty() {
        push_name(out, FORBIDDEN);
        push_json(out, &forbidden);
    }
    let changes = assumptions.iter().filter_map(|own| match &own.what {
        Assumes::Change(position) => Some((&own.line, position)),
        _ => None,
    });
    push_object(out, CHANGES, changes);
    let off =
        [PINS, FORBIDDEN, CHANGES].map(|name| (name, lines_of(name, |assumption| assumption.off)));
    let off = off.iter().filter(|(_, lines)| !lines.is_empty());
    push_object(out, OFF, off.map(|(name, lines)| (name, lines)));
}

/// Reads one of the members of `graph` into the assumptions. `players` are the players' names.
/// `OFF` comes last.
///
/// # Errors
/// The problem, and its byte offset in `raw`.
pub(super) fn read(
    assumptions: &mut Vec<Assumption>,
    name: &str,
    raw: &str,
    players: &[String],
) -> Result<(), (String, usize)> {
    let new = |line: &str, what| Assumption {
        line: line.to_owned(),
        what,
        off: false,
    };
    match name {
        PINS => {
            for member in entries(raw)? {
                let at = offset(raw, member.raw);
                let pins = pin(member.raw, players);
                let pins = pins.map_err(|(what, inside)| (what, at + inside))?;
                assumptions.push(new(&member.key, Assumes::Pin(pins)));
            }
        }
        CHANGES => {
            for member in entries(raw)? {
                let value = member.raw;
                let Some(position) = string(value) else {
                    let what = format!(
                        "a changed position must be a text in notation, not {}",
                        shown(value)
                    );
                    return Err((what, offset(raw, value)));
                };
                assumptions.push(new(&member.key, Assumes::Change(position.into_owned())));
            }
        }
        FORBIDDEN => {
            let forbidden = assumptions.iter().filter(|own| own.what == Assumes::Forbid);
            let mut seen: FxHashSet<String> = forbidden.map(|own| own.line.clone()).collect();
            for (line, at) in lines(raw)? {
                assumptions.push(new(&line, Assumes::Forbid));
                if let Some(twice) = seen.replace(line) {
                    return Err((format!("the line {} is given twice", shown(&twice)), at));
                }
            }
        }
        _ => {
            for Member {
                key, raw: value, ..
            } in object(raw)?
            {
                if ![PINS, FORBIDDEN, CHANGES].contains(&&*key) {
                    let what = format!(
                        "{} is none of {PINS}, {FORBIDDEN} and {CHANGES}, so nothing of it is \
                         switched off",
                        shown(&key)
                    );
                    return Err((what, offset(raw, value)));
                }
                let mut of_kind: FxHashMap<String, &mut Assumption> = assumptions
                    .iter_mut()
                    .filter(|own| member(&own.what) == key)
                    .map(|own| (own.line.clone(), own))
                    .collect();
                for (line, at) in
                    lines(value).map_err(|(what, at)| (what, at + offset(raw, value)))?
                {
                    let Some(assumption) = of_kind.get_mut(&*line) else {
                        let what = format!(
                            "nothing is assumed of the line {} in {}, so it can't be switched off",
                            shown(&line),
                            shown(&key)
                        );
                        return Err((what, at + offset(raw, value)));
                    };
                    assumption.off = true;
                }
            }
        }
    }
    Ok(())
}

/// A list of lines, each with its byte offset.
fn lines(raw: &str) -> Result<Vec<(String, usize)>, (String, usize)> {
    let Some(items) = array(raw) else {
        return Err(("this must be a list of lines in brackets".to_owned(), 0));
    };
    let read = |item: &str| {
        let at = offset(raw, item);
        match string(item) {
            Some(line) => Ok((line.into_owned(), at)),
            None => Err((format!("a line must be a text, not {}", shown(item)), at)),
        }
    };
    items.into_iter().map(read).collect()
}

/// The ratings of a pin.
fn pin(raw: &str, players: &[String]) -> Result<Vec<(String, Rational)>, (String, usize)> {
    let mut pins = Vec::new();
    for Member {
        key, raw: value, ..
    } in object(raw)?
    {
        let at = offset(raw, value);
        if !players.iter().any(|player| *player == key) {
            return Err((format!("no player is called {}", shown(&key)), at));
        }
        let rating = string(value).and_then(|text| parse_rational(&text));
        let Some(rating) = rating else {
            let what = format!(
                "a pinned rating must be a fraction as a text, such as \"1/2\", not {}",
                shown(value)
            );
            return Err((what, at));
        };
        pins.push((key.into_owned(), rating));
    }
    match pins.is_empty() {
        true => Err(("a pin must name a player and a rating".to_owned(), 0)),
        false => Ok(pins),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::half;

    fn read_all(members: &[(&str, &str)]) -> Result<Vec<Assumption>, (String, usize)> {
        let players = ["a".to_owned(), "b".to_owned()];
        let mut assumptions = Vec::new();
        for (name, raw) in members {
            read(&mut assumptions, name, raw, &players)?;
        }
        Ok(assumptions)
    }

    #[test]
    fn what_is_written_is_read_again() {
        let all = [
            (PINS, r#"{"2>3 pass":{"a":"1/2","b":"1/2"}}"#),
            (FORBIDDEN, r#"["2>3","pass"]"#),
            (CHANGES, r#"{"2>3":"b2b2/a1b3 b"}"#),
            (OFF, r#"{"forbidden":["pass"]}"#),
        ];
        let assumptions = read_all(&all).expect("assumptions");
        assert_eq!(assumptions.len(), 4);
        let pins = vec![("a".to_owned(), half()), ("b".to_owned(), half())];
        assert_eq!(assumptions[0].what, Assumes::Pin(pins));
        assert_eq!(assumptions[2].line, "pass");
        assert!(assumptions[2].off && !assumptions[1].off);
        let mut out = String::new();
        push(&assumptions, &mut out);
        let expected = all.map(|(name, raw)| format!(",\"{name}\":{raw}")).concat();
        assert_eq!(out, expected);
        let mut nothing = String::new();
        push(&[], &mut nothing);
        assert_eq!(nothing, "");
    }

    #[test]
    fn a_fault_says_what_is_wrong_and_where() {
        for (name, raw, what, at) in [
            (PINS, r#"{"pass":{"c":"1"}}"#, "no player is called 'c'", 13),
            (PINS, r#"{"pass":{"a":1}}"#, "a fraction as a text", 13),
            (PINS, r#"{"pass":{}}"#, "must name a player", 8),
            (PINS, "[]", "an object in braces", 0),
            (FORBIDDEN, r#"["pass",3]"#, "a line must be a text", 8),
            (FORBIDDEN, r#"["pass","pass"]"#, "is given twice", 8),
            (FORBIDDEN, "{}", "a list of lines", 0),
            (CHANGES, r#"{"pass":null}"#, "a text in notation", 8),
            (OFF, r#"{"pins":["pass"]}"#, "can't be switched off", 9),
            (
                OFF,
                r#"{"pin":[]}"#,
                "is none of pins, forbidden and changes",
                7,
            ),
        ] {
            let (said, index) = read_all(&[(name, raw)]).expect_err(raw);
            assert!(said.contains(what), "{said}");
            assert_eq!(index, at, "{raw}: {said}");
        }
    }
}
