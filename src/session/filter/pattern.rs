//! Patterns with wildcards for parts of a notation.

/// A text with wildcards. `?` is one character other than a space or `/`, so that `??` is any hex
/// and `?` any cell. `*` is any number of characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern(String);

impl Pattern {
    /// The pattern that is written so.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The pattern as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the whole of a text is like the pattern.
    pub fn is(&self, text: &str) -> bool {
        if !self.0.contains(['?', '*']) {
            return self.0 == text;
        }
        let pattern: Vec<char> = self.0.chars().collect();
        matches(&pattern, text, false)
    }

    /// Whether some part of a text is like the pattern.
    pub fn is_in(&self, text: &str) -> bool {
        if !self.0.contains(['?', '*']) {
            return text.contains(&self.0);
        }
        let pattern: Vec<char> = self.0.chars().collect();
        matches(&pattern, text, true)
    }
}

/// Whether a text, or with `within` a part of it, matches a pattern. After a `*` the shortest text
/// is tried first. Only the last `*` needs backtracking.
fn matches(pattern: &[char], text: &str, within: bool) -> bool {
    let text: Vec<char> = text.chars().collect();
    let (mut at, mut here) = (0, 0);
    // The state for backtracking: the pattern after the last star, and the position in the text.
    let mut again = within.then_some((0, 0));
    loop {
        match pattern.get(at) {
            None if within || here == text.len() => return true,
            Some('*') => {
                at += 1;
                again = Some((at, here));
                continue;
            }
            Some(sign) => {
                let fits = |letter: &char| match sign {
                    '?' => !matches!(letter, ' ' | '/'),
                    sign => sign == letter,
                };
                if text.get(here).is_some_and(fits) {
                    at += 1;
                    here += 1;
                    continue;
                }
            }
            None => {}
        }
        match again {
            Some((star, from)) if from < text.len() => {
                again = Some((star, from + 1));
                (at, here) = (star, from + 1);
            }
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_stand_for_any_hex_or_cell_but_never_for_the_end_of_a_row() {
        let board = "b2a3/a3b1 a +1";
        let is_in = |pattern: &str| Pattern::new(pattern).is_in(board);
        for pattern in [
            "a3b1",
            "a3",
            "?2a?",
            "??a3/a3??",
            "b2*b1",
            "a +",
            "*",
            "",
            "b1 a +?",
        ] {
            assert!(is_in(pattern), "{pattern}");
        }
        for pattern in ["a3a3", "a3?a3", "??????", "b1*b2", "a3b2", "a??b1"] {
            assert!(!is_in(pattern), "{pattern}");
        }
    }

    #[test]
    fn a_whole_text_is_compared_from_end_to_end() {
        let is = |pattern: &str, text: &str| Pattern::new(pattern).is(text);
        assert!(is("2>3", "2>3") && is("?>3", "2>3") && is("*>3", "12>3") && is("p*", "pass"));
        assert!(is("*a*b", "xaab") && is("*", "") && is("", ""));
        assert!(!is("2>3", "12>3") && !is("?>3", "12>3") && !is("p", "pass") && !is("*b", "ba"));
    }
}
