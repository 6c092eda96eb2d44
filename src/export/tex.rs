//! Escapes text inside LaTeX, so that pdflatex with its own fonts sets it.

use std::fmt;

/// A text that LaTeX sets unchanged. A character that its fonts lack is written by its code point,
/// as in U+6F22.
pub(super) struct Tex<'a> {
    text: &'a str,
    comment: bool,
}

impl<'a> Tex<'a> {
    /// For the text of a document.
    pub fn text(text: &'a str) -> Self {
        let comment = false;
        Self { text, comment }
    }

    /// For a comment on one line: letters, digits and other harmless characters.
    pub fn comment(text: &'a str) -> Self {
        let comment = true;
        Self { text, comment }
    }
}

impl fmt::Display for Tex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = None;
        for character in self.text.chars() {
            match character {
                _ if self.comment => match character {
                    ' '..='~' => write!(f, "{character}")?,
                    other => write!(f, "U+{:04X}", u32::from(other))?,
                },
                // Spaces side by side would become one, and the first none.
                ' ' if before.is_none_or(|before| before == ' ') => f.write_str("\\ ")?,
                // Two of these in a row would become a ligature.
                '-' | '\'' | ',' | '?' | '!' | '`' => write!(f, "{character}{{}}")?,
                ' '..='~' => {
                    f.write_str(escaped(character).unwrap_or(character.encode_utf8(&mut [0; 4])))?
                }
                other => match sign(other) {
                    Some(sign) => f.write_str(sign)?,
                    None if is_latin(other) => write!(f, "{other}")?,
                    None => write!(f, "U+{:04X}", u32::from(other))?,
                },
            }
            before = Some(character);
        }
        Ok(())
    }
}

/// The escape of a character with a meaning in TeX, or at another place in its fonts.
fn escaped(character: char) -> Option<&'static str> {
    Some(match character {
        '\\' => "\\textbackslash{}",
        '{' => "\\{",
        '}' => "\\}",
        '$' => "\\$",
        '&' => "\\&",
        '#' => "\\#",
        '%' => "\\%",
        '_' => "\\_",
        '^' => "\\textasciicircum{}",
        '~' => "\\raisebox{-0.6ex}{\\textasciitilde}",
        '<' => "$<$",
        '>' => "$>$",
        '|' => "$|$",
        '"' => "''{}",
        _ => return None,
    })
}

/// The non-ASCII characters that the diagrams use.
fn sign(character: char) -> Option<&'static str> {
    Some(match character {
        '→' => "$\\rightarrow$",
        '≈' => "$\\approx$",
        '≥' => "$\\geq$",
        '≤' => "$\\leq$",
        '±' => "$\\pm$",
        '∞' => "$\\infty$",
        '↩' => "$\\hookleftarrow$",
        '←' => "$\\leftarrow$",
        '×' => "$\\times$",
        '·' => "$\\cdot$",
        '−' => "$-$",
        '–' => "--",
        '—' => "---",
        '…' => "\\dots{}",
        '°' => "$^\\circ$",
        '⁰' => "$^0$",
        '¹' => "$^1$",
        '²' => "$^2$",
        '³' => "$^3$",
        '⁴' => "$^4$",
        '⁵' => "$^5$",
        '⁶' => "$^6$",
        '⁷' => "$^7$",
        '⁸' => "$^8$",
        '⁹' => "$^9$",
        _ => return None,
    })
}

/// Whether LaTeX's first fonts have a letter: those of Western and of much of Central Europe, made
/// of a plain letter and an accent.
fn is_latin(character: char) -> bool {
    const LETTERS: &str = "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿ\
        ĀāĂăĆćĈĉĊċČčĎďĒēĔĕĖėĚěĜĝĞğĠġĤĥĨĩĪīĬĭİĴĵĹĺŁłŃńŇňŌōŎŏŐőŒœŔŕŘřŚśŜŝŠšŤťŨũŪūŬŭŮůŰűŴŵŶŷŸŹźŻżŽž";
    LETTERS.contains(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_an_order() {
        for (text, written) in [
            ("b2b2/a2b1 a", "b2b2/a2b1 a"),
            ("\\{}$&#%_", "\\textbackslash{}\\{\\}\\$\\&\\#\\%\\_"),
            ("^^M", "\\textasciicircum{}\\textasciicircum{}M"),
            ("--", "-{}-{}"),
            ("  a", "\\ \\ a"),
            ("2→3 é 漢", "2$\\rightarrow$3 é U+6F22"),
            ("", ""),
        ] {
            assert_eq!(Tex::text(text).to_string(), written);
        }
        assert_eq!(Tex::comment("a\n%漢").to_string(), "aU+000A%U+6F22");
    }
}
