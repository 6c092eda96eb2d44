//! A link: a board, its rules and a line as the fragment of a web address, such as
//! `#b2b2/a2b1%20a&line=2%3E3%20pass&rules=land-of-lisp`.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::{GraphRequest, Rated, open, that_reads, usual_game};
use crate::game::{Estimate, Refusal, quoted};
use crate::games::{Setup, Switches, rules_name, takes_script};
use crate::rating::{Multiplayer, RatingOptions};
use crate::tree::Limits;

/// Maximum bytes of a link.
pub const MAX_LINK: usize = 1 << 14;

/// The bytes that are encoded: all that programs may cut a link at, and `%`, `#` and `&`.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/')
    .remove(b'?')
    .remove(b':')
    .remove(b'@')
    .remove(b'+')
    .remove(b',')
    .remove(b'=');

/// The content of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The game, its rules and its root.
    pub setup: Setup,
    /// The line to the selected node; empty for the root.
    pub line: String,
    /// The limits and rating options. What a link doesn't say is as in the window.
    pub wanted: GraphRequest,
}

/// Whether a text is meant as a link: a fragment, or a web address with one. A Lisp array is none.
pub fn is_link(text: &str) -> bool {
    let text = text.trim();
    match text.split_once('#') {
        Some(("", fragment)) => !fragment.starts_with('('),
        Some((address, _)) => ["http://", "https://", "file://"]
            .iter()
            .any(|scheme| address.starts_with(scheme)),
        None => false,
    }
}

/// The link to the node at the end of a line, which [`read_link`] reads. It begins with `#`.
///
/// # Errors
/// It would be too long, which a tree that is written as text can be.
pub fn write_link(rated: &Rated, line: &str) -> Result<String, Refusal> {
    let setup = rated.setup();
    let script = setup.switches.script.clone();
    let board = script.as_ref().unwrap_or(&setup.position);
    let mut link = format!("#{}", utf8_percent_encode(board, ENCODED));
    let mut add = |name: &str, value: &str| {
        let value = utf8_percent_encode(value, ENCODED);
        link.push_str(&format!("&{name}={value}"));
    };
    if !line.is_empty() {
        add("line", line);
    }
    if setup.game != usual_game() {
        add("game", &setup.game);
    }
    let rules = rules_name(&setup.game, &rated.rules);
    if script.is_none() && rules != setup.game {
        add("rules", &rules);
    }
    if let Some(plies) = rated.limits.max_plies {
        add("max-plies", &plies.to_string());
    }
    if rated.limits.estimate != Estimate::default() {
        add("estimate", rated.limits.estimate.name());
    }
    if let Some(way) = rated.options.multiplayer {
        add("multiplayer", way.name());
    }
    if let Some(endless) = &rated.options.endless {
        add("endless", &endless.to_string());
    }
    if link.len() > MAX_LINK {
        let what = format!("a link has at most {MAX_LINK} bytes");
        return Err(Refusal::new(what, "save the tree as a file"));
    }
    Ok(link)
}

/// Parses a link, or a web address that ends with one. `usual` are the limits of a link that has
/// none. What other programs do to links is mended where the link opens nothing as it is: the
/// punctuation behind it that was copied too, `+` for spaces, and encoding twice.
///
/// # Errors
/// The part that isn't understood.
pub fn read_link(text: &str, usual: Limits) -> Result<Link, Refusal> {
    // A written link has these encoded.
    let text = text.trim().trim_end_matches([')', ']', '>', ';', '\'']);
    let text = match text.contains('&') {
        true => text.trim_end_matches(['.', ',']),
        false => text,
    };
    let text = text.trim_end_matches([')', ']', '>', ';', '\'']);
    let read = read_as_it_is(text, usual);
    let opens = |link: &Result<Link, Refusal>| {
        let link = link.as_ref().ok();
        link.is_some_and(|link| open(&link.setup, link.wanted, "").is_ok())
    };
    if opens(&read) || text.len() > MAX_LINK {
        return read;
    }
    let bare = text.trim_end_matches(['.', ',']);
    let once = percent_decode_str(bare).decode_utf8_lossy();
    let mended = [bare.to_owned(), bare.replace('+', "%20"), once.into_owned()];
    let mut mended = mended.iter().map(|text| read_as_it_is(text, usual));
    mended.find(opens).unwrap_or(read)
}

/// The same of a link that nothing has changed.
fn read_as_it_is(text: &str, usual: Limits) -> Result<Link, Refusal> {
    if text.len() > MAX_LINK {
        let what = format!("a link has at most {MAX_LINK} bytes");
        return Err(Refusal::new(what, "open a file"));
    }
    let (_, fragment) = text.trim().split_once('#').unwrap_or_default();
    let mut parts = fragment.split('&');
    let board = decoded(parts.next().unwrap_or_default())?;
    if board.trim().is_empty() {
        return Err(Refusal::new(
            "the link has no position",
            "write one after '#'",
        ));
    }
    let mut link = Link {
        setup: Setup::default(),
        line: String::new(),
        wanted: usual.into(),
    };
    let (mut game, mut switches) = (None, Switches::default());
    let mut given = Vec::new();
    for part in parts {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        if given.contains(&name) {
            let what = format!("{} is given twice in the link", quoted(name));
            return Err(Refusal::new(what, "give it once"));
        }
        given.push(name);
        let value = decoded(value)?;
        let wrong = |remedy: &str| {
            let what = format!("'{name}' in a link can't be {}", quoted(&value));
            Refusal::new(what, remedy)
        };
        match name {
            "line" => link.line = value,
            "game" => game = Some(value),
            "rules" => switches = Switches::read(&value)?,
            "max-plies" => {
                let plies = value.parse().map_err(|_| wrong("give a whole number"))?;
                link.wanted.limits.max_plies = Some(plies);
            }
            "estimate" => {
                link.wanted.limits.estimate = Estimate::from_name(&value)
                    .ok_or_else(|| wrong("give the name of an estimate"))?;
            }
            "multiplayer" => {
                let way = Multiplayer::from_name(&value);
                let way = way.ok_or_else(|| wrong("use paranoid or max-n"))?;
                link.wanted.options.multiplayer = Some(way);
            }
            "endless" => link.wanted.options.endless = RatingOptions::read_endless(&value)?,
            _ => {
                let what = format!("a link has no {}", quoted(name));
                return Err(Refusal::new(what, "leave it out"));
            }
        }
    }
    let is_bare = game.is_none() && !given.contains(&"rules");
    let game = game.unwrap_or_else(|| usual_game().to_owned());
    let board = match takes_script(&game) {
        true => &board,
        false => board.trim(),
    };
    link.setup = Setup::of_board(&game, switches, board, None);
    if is_bare && let Some(setup) = that_reads(&link.setup) {
        link.setup = setup;
    }
    Ok(link)
}

fn decoded(text: &str) -> Result<String, Refusal> {
    let decoded = percent_decode_str(text).decode_utf8();
    decoded.map(Into::into).map_err(|_| {
        let what = format!("{} in the link is no text", quoted(text));
        Refusal::new(what, "copy the link again")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::TurnLength;

    fn read(text: &str) -> Result<Link, String> {
        read_link(text, Limits::default()).map_err(|why| why.to_string())
    }

    #[test]
    fn links_with_added_punctuation_or_repeated_encoding_are_still_read() {
        let link = read("#b2b2/a2b1%20a&line=2%3E3%20pass").expect("a link");
        for text in [
            "#b2b2/a2b1%20a&line=2%3E3%20pass",
            "(https://example.org/explorer/#b2b2/a2b1%20a&line=2%3E3%20pass).",
            "#b2b2/a2b1%20a&line=2%3E3%20pass.",
            "#b2b2/a2b1%2520a&line=2%253E3%2520pass",
        ] {
            let read = read(text.trim_start_matches('(')).expect(text);
            assert_eq!(
                (&read.setup, &read.line),
                (&link.setup, &link.line),
                "{text}"
            );
        }
        let plus = read("#b2b2/a2b1+a").expect("a link");
        assert_eq!(plus.setup, link.setup);
        // A bonus of dice has a plus sign of its own.
        assert!(read("#b1b2/a1b1%20b%20+1").is_ok());
    }

    /// A setup, built with limits and options.
    fn rated(setup: &Setup, wanted: GraphRequest) -> Rated {
        let mut build = open(setup, wanted, "").expect("a good board");
        while !build.step(TurnLength::Work(10_000)).done {}
        build.finish()
    }

    #[test]
    fn a_link_that_was_written_is_read_as_the_same_board_rules_and_line() {
        let script = "scripted 2 players\nroot: a 1 2\n";
        for (game, rules, board, line) in [
            ("dice-of-doom", "land-of-lisp", "b2b2/a2b1 a", "2>3 pass"),
            ("dice-of-doom", "land-of-lisp,players=3", "a2b1/c2b1 a", ""),
            (
                "dice-of-doom",
                "land-of-lisp-v4,players=2",
                "b2b2/a2b1 a",
                "2>3 wins",
            ),
            ("tic-tac-toe", "", ".../.../... x", "x@4 o@0"),
            ("trilobite", "line=3", ".../.../... a", "a@col1"),
        ] {
            let switches = match rules {
                "" => Switches::default(),
                rules => Switches::read(rules).expect(rules),
            };
            let setup = Setup::of_board(game, switches, board, None);
            let limits = Limits {
                max_plies: Some(3),
                ..Limits::default()
            };
            let Ok(_) = open(&setup, limits, "").map(drop) else {
                panic!("{game} {rules} {board}");
            };
            let rated = rated(&setup, limits.into());
            let link = write_link(&rated, line).expect(board);
            assert!(
                link.bytes().all(|byte| !b" <>\"`\n".contains(&byte)),
                "{link}"
            );
            for text in [link.clone(), format!("https://example.org/x/{link}")] {
                assert!(is_link(&text), "{text}");
                let read = read(&text).expect(&text);
                assert_eq!((&*read.line, read.wanted), (line, rated.wanted()), "{link}");
                let again = self::rated(&read.setup, read.wanted);
                assert_eq!(write_link(&again, line).as_deref(), Ok(&*link));
            }
        }
        assert!(!is_link(script));
    }

    #[test]
    fn a_link_may_be_typed_without_any_encoding() {
        let link = read("#b2b2/a2b1 a&line=2>3 pass&rules=land-of-lisp").expect("a link");
        assert_eq!(link.setup.position, "b2b2/a2b1 a");
        assert_eq!(link.line, "2>3 pass");
        assert_eq!(link.setup.switches.preset.as_deref(), Some("land-of-lisp"));
        let other = read("#.../.../...%20x").expect("a link");
        assert_eq!(other.setup.game, "tic-tac-toe");
    }

    #[test]
    fn a_bad_link_is_refused_with_its_bad_part() {
        for (text, word) in [
            ("#", "no position"),
            ("#b2b2/a2b1 a&speed=3", "'speed'"),
            ("#b2b2/a2b1 a&line=2>3&line=pass", "'line' is given twice"),
            ("#b2b2/a2b1 a&max-plies=many", "whole number"),
            ("#b2b2/a2b1 a&estimate=9", "the name of an estimate"),
            ("#b2b2/a2b1 a&rules=x=1", "'x'"),
            ("#%ff", "no text"),
            (&format!("#{}", "a".repeat(MAX_LINK)), "at most"),
        ] {
            let why = read(text).expect_err(text);
            assert!(why.contains(word), "{text}: {why}");
        }
        for text in ["b2b2/a2b1 a", "#((1 2) (1 2))", "2 # comment", ""] {
            assert!(!is_link(text), "{text}");
        }
    }
}
