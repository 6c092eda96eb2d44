//! Display options as data: each value with its names and descriptions, for the command line, the
//! window and its settings.

/// A value of a display option.
#[derive(Debug)]
pub struct Variant<T: 'static> {
    /// The value.
    pub value: T,
    /// Its name on the command line and in settings.
    pub key: &'static str,
    /// Another name that is read.
    pub alias: Option<&'static str>,
    /// Its label in the window.
    pub label: &'static str,
    /// Its description.
    pub help: &'static str,
}

impl<T> Variant<T> {
    /// A value with its key, label and description.
    pub const fn new(value: T, key: &'static str, label: &'static str, help: &'static str) -> Self {
        Self {
            value,
            key,
            alias: None,
            label,
            help,
        }
    }
}

/// A display option.
pub trait Variants: Copy + PartialEq + 'static {
    /// Its values, in the order they are offered.
    const VARIANTS: &'static [Variant<Self>];

    /// The names and descriptions of the value.
    fn variant(self) -> &'static Variant<Self> {
        let mut variants = Self::VARIANTS.iter();
        let found = variants.find(|variant| variant.value == self);
        found.unwrap_or(&Self::VARIANTS[0])
    }

    /// The value with this key or alias.
    fn from_key(key: &str) -> Option<Self> {
        let mut variants = Self::VARIANTS.iter();
        let found = variants.find(|variant| variant.key == key || variant.alias == Some(key));
        found.map(|variant| variant.value)
    }

    /// The next value, and the first after the last.
    #[must_use]
    fn next(self) -> Self {
        let mut variants = Self::VARIANTS.iter().cycle();
        variants.find(|variant| variant.value == self);
        variants.next().map_or(self, |variant| variant.value)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Density, Edges, Flow, Order};
    use super::*;

    fn every_value_is_found_by_its_key<T: Variants + std::fmt::Debug>() {
        let mut value = T::VARIANTS[0].value;
        for variant in T::VARIANTS {
            assert_eq!(variant.value, value);
            assert_eq!(T::from_key(value.variant().key), Some(value));
            value = value.next();
        }
        assert_eq!(value, T::VARIANTS[0].value);
        assert_eq!(T::from_key("no such key"), None);
    }

    #[test]
    fn values_are_found_by_their_keys_and_come_one_after_the_other() {
        every_value_is_found_by_its_key::<Density>();
        every_value_is_found_by_its_key::<Edges>();
        every_value_is_found_by_its_key::<Flow>();
        every_value_is_found_by_its_key::<Order>();
        assert_eq!(Edges::from_key("elbowed"), Some(Edges::Elbowed));
    }
}
