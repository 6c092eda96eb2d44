//! Labels of Gambit's format: printable ASCII without quotes and backslashes, without leading,
//! trailing or double spaces, since Gambit refuses all else.

use std::collections::HashSet;
use std::fmt::Write as _;

use rustc_hash::FxBuildHasher;

/// The text with unsupported characters written as `<U+00E9>`.
pub(super) fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let letter = if letter == '−' { '-' } else { letter };
        let fits = match letter {
            ' ' => !out.is_empty() && !out.ends_with(' ') && letters.peek().is_some(),
            '"' | '\\' => false,
            letter => letter.is_ascii_graphic(),
        };
        if fits {
            out.push(letter);
        } else {
            write!(out, "<U+{:04X}>", u32::from(letter)).expect("writing to a string can't fail");
        }
    }
    // OpenSpiel takes a player of this name for the end of the list.
    if out == "}" {
        out = "<U+007D>".to_owned();
    }
    out
}

/// The text as it is, for a file that had it: only what would end it is escaped.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = match letter {
            '"' => true,
            '\\' => letters.peek().is_none_or(|next| matches!(next, '"' | '\\')),
            _ => false,
        };
        if escaped {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

/// The text, or one like it that isn't among those seen.
pub(super) fn unique(mut text: String, seen: &mut HashSet<String, FxBuildHasher>) -> String {
    while !seen.insert(text.clone()) {
        text.push('\'');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_label_cannot_hold_is_seen_in_it() {
        for (text, label) in [
            ("b2b2/a2b1 a +1", "b2b2/a2b1 a +1"),
            ("2>3", "2>3"),
            ("say \"é\\\"", "say <U+0022><U+00E9><U+005C><U+0022>"),
            (" a  b ", "<U+0020>a <U+0020>b<U+0020>"),
            ("x\n\t\u{202e}", "x<U+000A><U+0009><U+202E>"),
            ("}", "<U+007D>"),
            ("", ""),
        ] {
            assert_eq!(clean(text), label);
        }
    }

    #[test]
    fn labels_that_would_be_the_same_are_told_apart() {
        let mut seen = HashSet::default();
        let labels = ["m", "m", "m'", "n"].map(|text| unique(text.to_owned(), &mut seen));
        assert_eq!(labels, ["m", "m'", "m''", "n"]);
    }
}
