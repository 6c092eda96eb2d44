//! Unknown members of a JSON object: kept unchanged, and written back after the known ones.

use serde::{Serialize, Serializer};

use super::json::{Json, Member, compact, object, offset, push_json, push_string};

/// Members of a JSON object in the order of the file, without white space.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Members(Vec<(String, String)>);

impl Serialize for Members {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.iter().map(|(name, json)| (name, Json(json))))
    }
}

impl Members {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Names and values, in the order they are written.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, json)| (name.as_str(), json.as_str()))
    }

    /// The JSON text of a member.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter()
            .find(|(key, _)| *key == name)
            .map(|(_, json)| json)
    }

    /// Sets a member to a JSON text. `false`, and nothing is changed, if that isn't JSON, is
    /// nested too deeply or has a member twice.
    pub fn set(&mut self, name: &str, json: &str) -> bool {
        if serde_json::from_str::<&serde_json::value::RawValue>(json).is_err() {
            return false;
        }
        let Ok(json) = compact(json) else {
            return false;
        };
        match self.0.iter_mut().find(|(key, _)| key == name) {
            Some((_, old)) => *old = json,
            None => self.0.push((name.to_owned(), json)),
        }
        true
    }

    /// The bytes of names and values.
    pub(super) fn bytes(&self) -> usize {
        self.0
            .iter()
            .map(|(name, json)| name.len() + json.len())
            .sum()
    }

    /// Appends the members, a comma before each.
    pub(super) fn push(&self, out: &mut String) {
        for (name, json) in self.iter() {
            out.push(',');
            push_string(out, name);
            out.push(':');
            out.push_str(json);
        }
    }

    /// The members as the text of an object.
    pub fn to_object(&self) -> String {
        let mut out = String::new();
        push_json(&mut out, self);
        out
    }

    /// The members of the object that a text is; `None` if it is none, or has a member twice.
    pub fn of_object(json: &str) -> Option<Self> {
        let mut members = Self::default();
        for member in object(json).ok()? {
            members.keep(json, &member).ok()?;
        }
        Some(members)
    }

    /// Renames members that have one of these names: `distance` is `old_distance` then.
    pub(super) fn rename(&mut self, names: &[&str]) {
        for (name, _) in &mut self.0 {
            if names.contains(&name.as_str()) {
                *name = format!("old_{name}");
            }
        }
    }

    /// Keeps one more member, whose text is already compact.
    pub(super) fn push_known(&mut self, name: &str, json: String) {
        self.0.push((name.to_owned(), json));
    }

    /// Keeps one more member of `whole`; `Err` has the problem and its byte offset in `whole`.
    pub(super) fn keep(&mut self, whole: &str, member: &Member<'_>) -> Result<(), (String, usize)> {
        let json =
            compact(member.raw).map_err(|(what, at)| (what, at + offset(whole, member.raw)))?;
        self.0.push((member.key.clone().into_owned(), json));
        Ok(())
    }
}
