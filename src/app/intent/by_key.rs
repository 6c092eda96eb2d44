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
