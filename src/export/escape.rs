//! Escapes text inside XML 1.0, LaTeX (set by pdflatex with its own fonts) and Markdown (as
//! CommonMark and GitHub's tables and links read it). XML is escaped by hand, since libraries
//! escape only markup. The characters that XML forbids, which they leave to their caller, are the
//! harder half.

use std::fmt::{self, Write as _};

use crate::words::capitalised;

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
                    None if let Some(sign) = greek(other) => f.write_str(&sign)?,
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
        '~' => "$\\sim$",
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

/// A Greek letter: its command, or the Latin capital that looks the same.
fn greek(letter: char) -> Option<String> {
    const SMALL: &str = "alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi \
        mathrm{o} pi rho varsigma sigma tau upsilon varphi chi psi omega";
    let name = |first: char| SMALL.split(' ').nth(letter as usize - first as usize);
    Some(match letter {
        'α'..='ω' => format!("$\\{}$", name('α')?),
        'Α'..='Ω' => {
            let mut same = "ΑΒΕΖΗΙΚΜΝΟΡΤΧ".chars().zip("ABEZHIKMNOPTX".chars());
            match same.find(|(greek, _)| *greek == letter) {
                Some((_, latin)) => latin.to_string(),
                None => format!("$\\{}$", capitalised(name('Α')?.trim_start_matches("var"))),
            }
        }
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

/// A text in a paragraph, a heading, a list or a cell of a table: nothing in it is markup, a link
/// or HTML.
pub(super) struct Md<'a>(pub &'a str);

impl fmt::Display for Md<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0;
        let phrase = text.trim_start_matches(' ');
        let inner = phrase.trim_end_matches(' ');
        // Spaces at either end would indent, break lines or be lost.
        f.write_str(&"&#32;".repeat(text.len() - phrase.len()))?;
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
        f.write_str(&"&#32;".repeat(phrase.len() - inner.len()))
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
    use super::super::escape::*;

    #[test]
    fn no_text_is_read_as_a_latex_command() {
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
    fn backticks_in_a_text_do_not_end_its_markdown_code_span() {
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

    #[test]
    fn markup_and_white_space_come_back_and_what_xml_can_not_hold_is_seen() {
        let text = Escaped("a<b>&\"c\"\r\n\t\0\x1b\u{ffff}\u{85}\u{202e}漢").to_string();
        assert_eq!(
            text,
            "a&lt;b&gt;&amp;&quot;c&quot;&#13;&#10;&#9;\\u{0}\\u{1b}\\u{ffff}\u{85}\u{202e}漢"
        );
    }
}
