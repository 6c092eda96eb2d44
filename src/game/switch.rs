//! Settings of a game's rules (`Switch`), as the game declares them. Flags, file members and the
//! setup are generated from these declarations.

use std::ops::RangeInclusive;

use super::{OpenError, quoted};

/// The value of a setting.
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

/// The values that a setting accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Values {
    /// One of these names.
    Among(&'static [&'static str]),
    /// A whole number in this range.
    Within(RangeInclusive<u64>),
    /// A whole number whose bounds depend on the position.
    AnyNumber,
    /// A text of any length. The command line has no flag for it.
    Text,
}

/// A setting of a game's rules.
///
/// Included games may have settings of the same name if the values of both are numbers, or texts.
/// On the command line each is a flag, so its name must differ from the other flags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// Its name in files: small letters, with underscores between words.
    pub name: &'static str,
    /// Description in a few words.
    pub help: &'static str,
    /// The values that it accepts.
    pub values: Values,
    /// Another setting and its value without which this setting has no effect.
    pub only_with: Option<(&'static str, &'static str)>,
}

impl Switch {
    /// A setting with named values.
    pub const fn among(
        name: &'static str,
        help: &'static str,
        values: &'static [&'static str],
    ) -> Self {
        Self::new(name, help, Values::Among(values))
    }

    /// A setting with numeric values.
    pub const fn within(
        name: &'static str,
        help: &'static str,
        values: RangeInclusive<u64>,
    ) -> Self {
        Self::new(name, help, Values::Within(values))
    }

    /// A setting of any kind.
    pub const fn new(name: &'static str, help: &'static str, values: Values) -> Self {
        Self {
            name,
            help,
            values,
            only_with: None,
        }
    }

    /// The same setting, with an effect only if another setting has that value.
    #[must_use]
    pub const fn only_with(self, switch: &'static str, value: &'static str) -> Self {
        let only_with = Some((switch, value));
        Self { only_with, ..self }
    }

    /// Whether its values are numbers.
    pub fn is_number(&self) -> bool {
        matches!(self.values, Values::Within(_) | Values::AnyNumber)
    }

    /// Its description and the values that it accepts.
    pub fn description(&self) -> String {
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

    /// Checks a value for it.
    ///
    /// # Errors
    /// The value isn't accepted; the error lists those that are.
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
        let remedy = match (&self.values, value) {
            (Values::Among(names), SwitchValue::Text(text)) => use_one_of(text, names),
            _ => {
                let offered = self.offered().unwrap_or_else(|| "a number".to_owned());
                format!("use {offered}")
            }
        };
        Err(OpenError::rules(what, remedy))
    }
}

/// The remedy for a wrong name: the one that was meant if that is plain, and all that there are.
pub(crate) fn use_one_of(wrong: &str, names: &[&str]) -> String {
    let all = one_of(names);
    match names.iter().find(|name| is_near(wrong, name)) {
        Some(meant) => format!("did you mean {meant}? Otherwise use {all}"),
        None => format!("use {all}"),
    }
}

/// Whether two names differ in case and signs alone, or in one letter, or in two that are swapped.
fn is_near(a: &str, b: &str) -> bool {
    let [a, b] = [a, b].map(|name| -> Vec<char> {
        let letters = name.chars().filter(|letter| letter.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    });
    let same = |(a, b): &(&char, &char)| a == b;
    let begin = a.iter().zip(&b).take_while(same).count();
    let [a, b] = [&a[begin..], &b[begin..]];
    let end = a.iter().rev().zip(b.iter().rev()).take_while(same).count();
    match [&a[..a.len() - end], &b[..b.len() - end]] {
        [[], [] | [_]] | [[_], [] | [_]] => begin + end > 1,
        [[a, b], [c, d]] => a == d && b == c,
        _ => false,
    }
}

/// Names as a list of alternatives: `a, b or c`.
fn one_of(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [last] => (*last).to_owned(),
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
    }
}
