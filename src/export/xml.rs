//! Escapes text inside XML 1.0.
//!
//! It is written by hand, since XML libraries escape only markup. The characters that XML forbids,
//! which they leave to their caller, are the harder half.

use std::fmt::{self, Write as _};

/// A text between tags or in a quoted value, so that an XML parser returns it unchanged. Markup,
/// and white space that a parser would change, is escaped. Characters that XML 1.0 can't hold are
/// written as `\u{1b}`.
pub(super) struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        escape(f, self.0, |f, character| match character {
            '\t' | '\n' | '\r' => write!(f, "&#{};", u32::from(character)),
            other if is_forbidden(other) => write!(f, "{}", other.escape_unicode()),
            other => f.write_char(other),
        })
    }
}

/// Writes a text with its markup escaped; `write` writes every other character.
pub(super) fn escape(
    f: &mut fmt::Formatter<'_>,
    text: &str,
    write: impl Fn(&mut fmt::Formatter<'_>, char) -> fmt::Result,
) -> fmt::Result {
    text.chars().try_for_each(|character| match character {
        '&' => f.write_str("&amp;"),
        '<' => f.write_str("&lt;"),
        '>' => f.write_str("&gt;"),
        '"' => f.write_str("&quot;"),
        other => write(f, other),
    })
}

/// Whether a character isn't allowed in XML 1.0 in any form: its production `Char` excludes control
/// characters below the space and two noncharacters.
fn is_forbidden(character: char) -> bool {
    matches!(character, '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_white_space_come_back_and_what_xml_can_not_hold_is_seen() {
        let text = Escaped("a<b>&\"c\"\r\n\t\0\x1b\u{ffff}\u{85}\u{202e}漢").to_string();
        assert_eq!(
            text,
            "a&lt;b&gt;&amp;&quot;c&quot;&#13;&#10;&#9;\\u{0}\\u{1b}\\u{ffff}\u{85}\u{202e}漢"
        );
    }
}
