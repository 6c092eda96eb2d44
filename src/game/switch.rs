//! The switches of a game's rules, as its rules declare them: whatever offers, reads or checks them
//! is made from that.

use std::ops::RangeInclusive;

use super::{OpenError, quoted};

/// The value of a switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SwitchValue {
    /// A named choice, or a text of any length.
    Text(String),
    /// A whole number.
    Number(u64),
}

impl From<&str> for SwitchValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<u64> for SwitchValue {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

/// What a switch can be set to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Values {
    /// One of these names.
    Among(&'static [&'static str]),
    /// A whole number of these.
    Within(RangeInclusive<u64>),
    /// A whole number whose bounds depend on the position.
    AnyNumber,
    /// A text of any length, which the command line doesn't offer.
    Text,
}

/// A switch of a game's rules.
///
/// Games that are known together may have switches of the same name if either have numbers or texts as
/// their values. On the command line it is a flag, so that it can't be called as another one is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// Its name in files: small letters, with underscores between words.
    pub name: &'static str,
    /// What it is, in a few words.
    pub help: &'static str,
    /// What it can be set to.
    pub values: Values,
    /// Another switch and the value without which this one means nothing.
    pub only_with: Option<(&'static str, &'static str)>,
}

impl Switch {
    /// A switch with named values.
    pub const fn among(
        name: &'static str,
        help: &'static str,
        values: &'static [&'static str],
    ) -> Self {
        Self::new(name, help, Values::Among(values))
    }

    /// A switch whose values are numbers.
    pub const fn within(
        name: &'static str,
        help: &'static str,
        values: RangeInclusive<u64>,
    ) -> Self {
        Self::new(name, help, Values::Within(values))
    }

    /// A switch of any kind.
    pub const fn new(name: &'static str, help: &'static str, values: Values) -> Self {
        Self {
            name,
            help,
            values,
            only_with: None,
        }
    }

    /// The same, where it means something only if another switch has that value.
    #[must_use]
    pub const fn only_with(self, switch: &'static str, value: &'static str) -> Self {
        let only_with = Some((switch, value));
        Self { only_with, ..self }
    }

    /// Whether its values are numbers.
    pub fn is_number(&self) -> bool {
        matches!(self.values, Values::Within(_) | Values::AnyNumber)
    }

    /// What it is, and what it can be set to.
    pub fn told(&self) -> String {
        match self.offered() {
            Some(offered) => format!("{}: {offered}", self.help),
            None => self.help.to_owned(),
        }
    }

    fn offered(&self) -> Option<String> {
        match &self.values {
            Values::Among(names) => Some(one_of(names)),
            Values::Within(range) => Some(format!("{} to {}", range.start(), range.end())),
            Values::AnyNumber | Values::Text => None,
        }
    }

    /// Whether it can be set to a value.
    ///
    /// # Errors
    /// That it can't, and what it can be set to.
    pub fn check(&self, value: &SwitchValue) -> Result<(), OpenError> {
        let what = match (&self.values, value) {
            (Values::Among(names), SwitchValue::Text(text)) if names.contains(&text.as_str()) => {
                return Ok(());
            }
            (Values::Within(range), SwitchValue::Number(number)) if range.contains(number) => {
                return Ok(());
            }
            (Values::AnyNumber, SwitchValue::Number(_)) | (Values::Text, SwitchValue::Text(_)) => {
                return Ok(());
            }
            (_, SwitchValue::Text(text)) => {
                format!("invalid value {} for '{}'", quoted(text), self.name)
            }
            (_, SwitchValue::Number(number)) => {
                format!("invalid value {number} for '{}'", self.name)
            }
        };
        let offered = self.offered().unwrap_or_else(|| "a number".to_owned());
        Err(OpenError::rules(what, format!("use {offered}")))
    }
}

/// Names as they are offered: `a, b or c`.
pub(crate) fn one_of(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [last] => (*last).to_owned(),
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
    }
}
