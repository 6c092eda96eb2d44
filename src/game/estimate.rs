//! The name of an estimate.

use std::fmt;

/// The estimate (heuristic evaluation) that replaces a rating at a limit of the tree, by its name. A
/// game lists those that it offers, and may have some of its own: `Estimate::new("mobility")`.
///
/// An estimate is never shown as exact. A rating that depends on one is marked, and its proven
/// interval is shown beside it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Estimate {
    /// The name, filled up with zeros.
    name: [u8; Self::MAX_LEN],
}

impl Estimate {
    /// Maximum number of letters of a name.
    pub const MAX_LEN: usize = 16;

    /// Payoffs as if the game ended there.
    pub const WINNERS: Self = Self::new("winners");
    /// The player's share of the board.
    pub const SHARE: Self = Self::new("share");

    /// The estimate with this name, the one used on the command line and in files. What isn't a
    /// lower-case letter of the first 16 becomes a hyphen.
    pub const fn new(name: &str) -> Self {
        let (text, mut own, mut index) = (name.as_bytes(), [0; Self::MAX_LEN], 0);
        while index < text.len() && index < Self::MAX_LEN {
            own[index] = match text[index] {
                letter @ b'a'..=b'z' => letter,
                _ => b'-',
            };
            index += 1;
        }
        Self { name: own }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        let len = self.name.iter().position(|letter| *letter == 0);
        let name = &self.name[..len.unwrap_or(Self::MAX_LEN)];
        str::from_utf8(name).unwrap_or_default()
    }

    /// Its label, in a few words, if the game has no other.
    pub fn label(&self) -> &str {
        match *self {
            Self::WINNERS => "Winners: score as if the game ended",
            Self::SHARE => "Share: part of the board owned",
            _ => self.name(),
        }
    }

    /// The estimate with this name; `None` if no estimate can have it.
    pub fn from_name(name: &str) -> Option<Self> {
        let estimate = Self::new(name);
        (!name.is_empty() && estimate.name() == name).then_some(estimate)
    }
}

impl Default for Estimate {
    fn default() -> Self {
        Self::WINNERS
    }
}

impl fmt::Debug for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_has_any_short_name_of_letters_and_hyphens() {
        for name in ["winners", "share", "safe-hexes", "sixteen-letters-"] {
            let estimate = Estimate::from_name(name).expect(name);
            assert_eq!(
                (estimate.name(), format!("{estimate:?}").as_str()),
                (name, name)
            );
        }
        for name in [
            "",
            "Winners",
            "two words",
            "a name that is too long",
            "é",
            "a\0",
        ] {
            assert_eq!(Estimate::from_name(name), None, "{name}");
        }
        assert_eq!(Estimate::default(), Estimate::new("winners"));
    }
}
