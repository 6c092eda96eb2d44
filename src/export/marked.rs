//! Escapes text inside Markdown, as CommonMark and GitHub's tables and links read it.

use std::fmt::{self, Write as _};

/// A text in a paragraph, a heading, a list or a cell of a table: nothing in it is markup, a link
/// or HTML.
pub(super) struct Md<'a>(pub &'a str);

impl fmt::Display for Md<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0;
        let words = text.trim_start_matches(' ');
        let inner = words.trim_end_matches(' ');
        // Spaces at either end would indent, break lines or be lost.
        f.write_str(&"&#32;".repeat(text.len() - words.len()))?;
        // Characters that start a list, a rule or a heading do so only at the start, or after
        // digits.
        let mut begins = true;
        let mut before = ' ';
        for (at, character) in inner.char_indices() {
            let next = inner[at + character.len_utf8()..].chars().next();
            begins &= !character.is_alphabetic();
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '#' | '|' | '~' | '!' | '$'
                | '^' | '@' => write!(f, "\\{character}")?,
                '-' | '+' | '=' | ')' if begins => write!(f, "\\{character}")?,
                '.' if begins || before.eq_ignore_ascii_case(&'w') => f.write_str("\\.")?,
                // Part of an address, or of an emoji name.
                ':' if next.is_some_and(|next| next != ' ') => f.write_str("\\:")?,
                _ => f.write_char(character)?,
            }
            before = character;
        }
        f.write_str(&"&#32;".repeat(words.len() - inner.len()))
    }
}

/// A text in a code span, outside of a table. It has no line breaks.
pub(super) struct Code<'a>(pub &'a str);

impl fmt::Display for Code<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0;
        if text.trim_matches(' ').is_empty() {
            // A span of nothing is none.
            return f.write_str("(no letters)");
        }
        let fence = "`".repeat(longest_run(text) + 1);
        // One space at either end is taken away where there is one at both.
        let both = text.starts_with(' ') && text.ends_with(' ');
        let space = match both || text.starts_with('`') || text.ends_with('`') {
            true => " ",
            false => "",
        };
        write!(f, "{fence}{space}{text}{space}{fence}")
    }
}

/// Lines in a block of code.
pub(super) struct Fenced<'a>(pub &'a str);

impl fmt::Display for Fenced<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fence = "`".repeat((longest_run(self.0) + 1).max(3));
        write!(f, "{fence}text\n{}\n{fence}\n\n", self.0)
    }
}

/// The length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    let runs = text.split(|character| character != '`').map(str::len);
    runs.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_escaped_and_words_stay_as_they_are() {
        for (text, written) in [
            ("dice-of-doom, b2b2/a2b1 a", "dice-of-doom, b2b2/a2b1 a"),
            ("<b>&amp;", "&lt;b&gt;&amp;amp;"),
            ("*a* [x](y) |", "\\*a\\* \\[x\\](y) \\|"),
            ("1. one", "1\\. one"),
            ("- one - two", "\\- one - two"),
            ("===", "\\=\\=\\="),
            ("  # x ", "&#32;&#32;\\# x&#32;"),
            ("https://x www.x a@b", "https\\://x www\\.x a\\@b"),
            ("rating: 1.5", "rating: 1.5"),
            (" ", "&#32;"),
        ] {
            assert_eq!(Md(text).to_string(), written);
        }
    }

    #[test]
    fn no_code_ends_before_its_text_does() {
        for (text, written) in [
            ("a", "`a`"),
            ("a`b", "``a`b``"),
            ("`a", "`` `a ``"),
            (" a ", "`  a  `"),
            (" a", "` a`"),
            ("", "(no letters)"),
        ] {
            assert_eq!(Code(text).to_string(), written);
        }
        assert_eq!(Fenced("a\n```").to_string(), "````text\na\n```\n````\n\n");
    }
}
