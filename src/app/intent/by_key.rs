//! Display options in the settings: by their keys.

use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

use crate::diagram::Variants;

pub fn serialize<T: Variants, S: Serializer>(value: &T, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(value.variant().key)
}

pub fn deserialize<'de, T: Variants, D: Deserializer<'de>>(input: D) -> Result<T, D::Error> {
    let key = String::deserialize(input)?;
    T::from_key(&key).ok_or_else(|| D::Error::custom("an option has a value that isn't known"))
}

/// The parts of a tree that are shown.
pub mod parts {
    use std::collections::BTreeMap;

    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};
    use serde_json::Value;

    use crate::export::{Show, ShowPart};

    fn name(part: &ShowPart) -> String {
        part.key.replace('-', "_")
    }

    pub fn serialize<S: Serializer>(show: &Show, out: S) -> Result<S::Ok, S::Error> {
        let mut show = *show;
        let parts = Show::PARTS.iter();
        let parts = parts.map(|part| (name(part), *(part.of)(&mut show)));
        parts.collect::<BTreeMap<String, bool>>().serialize(out)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Show, D::Error> {
        let members = BTreeMap::<String, Value>::deserialize(input)?;
        let mut show = Show::default();
        for part in Show::PARTS {
            if let Some(on) = members.get(&name(part)).and_then(Value::as_bool) {
                *(part.of)(&mut show) = on;
            }
        }
        Ok(show)
    }
}

#[cfg(test)]
mod tests {
    use crate::app::intent::ExportChoice;
    use crate::diagram::Density;

    #[test]
    fn choices_of_an_export_come_back_as_they_were_kept() {
        let mut choice = ExportChoice::default();
        choice.others.best_line = false;
        choice.others.estimates = true;
        choice.density = Density::Roomy;
        let text = serde_json::to_string(&choice).expect("JSON");
        assert!(text.contains("\"best_line\":false"), "{text}");
        assert_eq!(
            serde_json::from_str::<ExportChoice>(&text).expect("JSON"),
            choice
        );
        // What an earlier version kept, and what a later one may keep.
        let text = "{\"moves\":false,\"colors\":\"grey\",\"density\":\"compact\",\"later\":[1]}";
        let kept: ExportChoice = serde_json::from_str(text).expect("JSON");
        assert!(!kept.others.moves && kept.others.ends && kept.density == Density::Compact);
        assert!(serde_json::from_str::<ExportChoice>("{\"density\":\"huge\"}").is_err());
    }
}
