//! Where JSON values end: checks the syntax of text as far as it is there, without recursion.
//!
//! It accepts what `serde_json` accepts as a raw value, and stops at the same byte.

use std::ops::Range;

/// Where a member of an object is: its name in quotes, and its value.
#[derive(Clone, Debug)]
pub(super) struct ByteSpan {
    pub name: Range<usize>,
    pub value: Range<usize>,
}

/// Why a value has no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SyntaxStop {
    /// The text ends before it.
    More,
    /// This isn't JSON.
    Wrong,
}

/// The byte at an index.
pub(super) fn byte(bytes: &[u8], at: usize) -> Result<u8, SyntaxStop> {
    bytes.get(at).copied().ok_or(SyntaxStop::More)
}

/// The index of the first byte that isn't white space.
pub(super) fn blanks(bytes: &[u8], mut at: usize) -> usize {
    while matches!(bytes.get(at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
        at += 1;
    }
    at
}

/// The index after white space and a byte that must follow.
pub(super) fn after(wanted: u8, bytes: &[u8], at: usize) -> Result<usize, SyntaxStop> {
    let at = blanks(bytes, at);
    match byte(bytes, at)? == wanted {
        true => Ok(at + 1),
        false => Err(SyntaxStop::Wrong),
    }
}

/// The start of the next item of a list that `close` ends, or the index after its end.
pub(super) fn next_item(
    bytes: &[u8],
    at: usize,
    is_first: bool,
    close: u8,
) -> Result<Result<usize, usize>, SyntaxStop> {
    let at = blanks(bytes, at);
    match byte(bytes, at)? {
        end if end == close => Ok(Err(at + 1)),
        _ if is_first => Ok(Ok(at)),
        b',' => Ok(Ok(blanks(bytes, at + 1))),
        _ => Err(SyntaxStop::Wrong),
    }
}

/// The end of the string in quotes that starts at `at`.
pub(super) fn string_end(bytes: &[u8], at: usize) -> Result<usize, SyntaxStop> {
    if byte(bytes, at)? != b'"' {
        return Err(SyntaxStop::Wrong);
    }
    let mut at = at + 1;
    loop {
        while !matches!(byte(bytes, at)?, 0..0x20 | b'"' | b'\\') {
            at += 1;
        }
        match bytes[at] {
            b'"' => return Ok(at + 1),
            b'\\' => match byte(bytes, at + 1)? {
                b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => at += 2,
                b'u' => {
                    byte(bytes, at + 5)?;
                    if !bytes[at + 2..at + 6].iter().all(u8::is_ascii_hexdigit) {
                        return Err(SyntaxStop::Wrong);
                    }
                    at += 6;
                }
                _ => return Err(SyntaxStop::Wrong),
            },
            _ => return Err(SyntaxStop::Wrong),
        }
    }
}

/// The end of digits, of which there must be one.
fn digits_end(bytes: &[u8], at: usize) -> Result<usize, SyntaxStop> {
    if !byte(bytes, at)?.is_ascii_digit() {
        return Err(SyntaxStop::Wrong);
    }
    let rest = &bytes[at..];
    let digits = rest.iter().position(|byte| !byte.is_ascii_digit());
    Ok(at + digits.unwrap_or(rest.len()))
}

/// The end of the number that starts at `at`, or of the text that it ends.
fn number_end(bytes: &[u8], mut at: usize) -> Result<usize, SyntaxStop> {
    if bytes[at] == b'-' {
        at += 1;
    }
    let whole = at;
    at = digits_end(bytes, at)?;
    if bytes[whole] == b'0' && at > whole + 1 {
        return Err(SyntaxStop::Wrong);
    }
    if bytes.get(at) == Some(&b'.') {
        at = digits_end(bytes, at + 1)?;
    }
    if let Some(b'e' | b'E') = bytes.get(at) {
        let sign = usize::from(matches!(byte(bytes, at + 1)?, b'+' | b'-'));
        at = digits_end(bytes, at + 1 + sign)?;
    }
    Ok(at)
}

fn word_end(word: &[u8], bytes: &[u8], at: usize) -> Result<usize, SyntaxStop> {
    let rest = &bytes[at..];
    match rest.starts_with(word) {
        true => Ok(at + word.len()),
        false if word.starts_with(rest) => Err(SyntaxStop::More),
        false => Err(SyntaxStop::Wrong),
    }
}

/// The end of the value that starts at `at`. A number may go on where the text ends. If it is an
/// object, its members are added to `members`.
pub(super) fn value_end(
    bytes: &[u8],
    mut at: usize,
    members: &mut Vec<ByteSpan>,
) -> Result<usize, SyntaxStop> {
    // The closing brackets of what is open.
    let mut open: Vec<u8> = Vec::new();
    loop {
        let first = byte(bytes, at)?;
        let (mut is_first, opened) = match first {
            b'{' | b'[' => {
                // Brackets are two apart from those that close them.
                open.push(first + 2);
                (true, at + 1)
            }
            b'"' => (false, string_end(bytes, at)?),
            b'-' | b'0'..=b'9' => (false, number_end(bytes, at)?),
            b't' => (false, word_end(b"true", bytes, at)?),
            b'f' => (false, word_end(b"false", bytes, at)?),
            b'n' => (false, word_end(b"null", bytes, at)?),
            _ => return Err(SyntaxStop::Wrong),
        };
        at = opened;
        // Up to the next value.
        loop {
            let Some(&close) = open.last() else {
                return Ok(at);
            };
            if let ([b'}'], Some(member)) = (&*open, members.last_mut()) {
                member.value.end = at;
            }
            match next_item(bytes, at, is_first, close)? {
                Err(end) => {
                    open.pop();
                    (at, is_first) = (end, false);
                }
                Ok(start) if close == b'}' => {
                    let name = string_end(bytes, start)?;
                    at = blanks(bytes, after(b':', bytes, name)?);
                    if open.len() == 1 {
                        members.push(ByteSpan {
                            name: start..name,
                            value: at..at,
                        });
                    }
                    break;
                }
                Ok(start) => {
                    at = start;
                    break;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::value::RawValue;

    #[test]
    fn what_is_accepted_is_what_serde_json_accepts() {
        let parts = [
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            "\"a\"",
            "\"\\u00e\"",
            "\"\\u00eF\\n\"",
            "\"\n\"",
            "\"\\x\"",
            "0",
            "-1",
            "01",
            "1.5e-3",
            "1.",
            "2e+",
            "true",
            "nul",
            "null",
            " ",
            "\n",
            "\u{c}",
        ];
        // Every text of four parts.
        for number in 0..parts.len().pow(4) {
            let place = |of: u32| parts[number / parts.len().pow(of) % parts.len()];
            let text: String = (0..4).map(place).collect();
            let start = blanks(text.as_bytes(), 0);
            let end = value_end(text.as_bytes(), start, &mut Vec::new());
            let ours = end.is_ok_and(|end| blanks(text.as_bytes(), end) == text.len());
            let theirs = serde_json::from_str::<&RawValue>(&text);
            assert_eq!(ours, theirs.is_ok(), "{text:?}");
            if theirs.is_err_and(|error| error.is_eof()) {
                assert_eq!(end, Err(SyntaxStop::More), "{text:?}");
            }
        }
    }
}
