//! JSON inside a page: no text in it can end the element that contains it.

use std::fmt;

/// A text as JSON. Markup can't start in it, and invisible characters that affect their neighbors
/// are written as escapes.
pub(super) struct Text<'a>(pub &'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        let mut rest = self.0;
        while let Some(at) = rest.find(must_be_escaped) {
            f.write_str(&rest[..at])?;
            rest = &rest[at..];
            let Some(character) = rest.chars().next() else {
                break;
            };
            match character {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                '\n' => f.write_str("\\n")?,
                other => {
                    for unit in other.encode_utf16(&mut [0; 2]) {
                        write!(f, "\\u{unit:04x}")?;
                    }
                }
            }
            rest = &rest[character.len_utf8()..];
        }
        write!(f, "{rest}\"")
    }
}

fn must_be_escaped(character: char) -> bool {
    character.is_control()
        || matches!(character, '"' | '\\' | '<' | '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{feff}'
            | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}')
}

/// A coordinate, to a hundredth.
#[derive(Clone, Copy)]
pub(super) struct Number(pub f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A sum with zero has no minus before a zero.
        write!(f, "{}", (self.0 * 100.0).round() / 100.0 + 0.0)
    }
}

/// The separator between list items: nothing before the first.
#[derive(Default)]
pub(super) struct Between {
    begun: bool,
}

impl Between {
    /// The comma before the next item.
    pub fn next(&mut self) -> &'static str {
        if std::mem::replace(&mut self.begun, true) {
            ","
        } else {
            ""
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_can_end_its_element_or_turn_what_follows_around() {
        let hostile = "</script><!-- \"\\\u{2028}\u{202e}\u{0}\r\n\u{7f}\u{ffff}é🎲";
        let written = Text(hostile).to_string();
        assert_eq!(
            written,
            "\"\\u003c/script>\\u003c!-- \\\"\\\\\\u2028\\u202e\\u0000\\u000d\\n\\u007f\\uffffé🎲\""
        );
        let read: String = serde_json::from_str(&written).expect("JSON");
        assert_eq!(read, hostile);
    }

    #[test]
    fn every_character_comes_back() {
        for character in (0..=0x3000).chain([0xfffe, 0x1_f3b2]) {
            let Some(character) = char::from_u32(character) else {
                continue;
            };
            let text = format!("a{character}b");
            let read: String = serde_json::from_str(&Text(&text).to_string()).expect("JSON");
            assert_eq!(read, text);
        }
    }
}
