//! Lines of play as text: moves with white space between them. A line names a node.
//!
//! A move with white space in it is in quotes: `"Fair offer" accept`. Within quotes, `\"` and `\\`
//! stand for the quote and the backslash.

use std::borrow::Cow;
use std::iter::Peekable;
use std::str::CharIndices;

use super::{Game, NotationError, quoted};

/// A move as a word of a line: in quotes where white space or a quote would change its meaning.
pub fn line_word(mv: &str) -> Cow<'_, str> {
    let is_bare = !mv.is_empty() && !mv.starts_with('"') && !mv.contains(char::is_whitespace);
    if is_bare {
        return Cow::Borrowed(mv);
    }
    let escaped = mv.replace('\\', "\\\\").replace('"', "\\\"");
    Cow::Owned(format!("\"{escaped}\""))
}

/// Moves as a line.
pub fn line_of<T: AsRef<str>>(moves: impl IntoIterator<Item = T>) -> String {
    let mut line = String::new();
    for (index, mv) in moves.into_iter().enumerate() {
        if index > 0 {
            line.push(' ');
        }
        line.push_str(&line_word(mv.as_ref()));
    }
    line
}

/// The moves of a line, each with the offset of its word.
///
/// # Errors
/// A quote that isn't closed, or isn't followed by white space.
pub fn line_words(text: &str) -> Result<Vec<(usize, Cow<'_, str>)>, NotationError> {
    let mut words = Vec::new();
    let mut letters = text.char_indices().peekable();
    while let Some(&(start, letter)) = letters.peek() {
        if letter.is_whitespace() {
            letters.next();
        } else if letter == '"' {
            let word = in_quotes(&mut letters).ok_or_else(|| {
                NotationError::new(
                    text,
                    start,
                    "a move in quotes doesn't end with a quote and a space",
                    "write \" at its end, \\\" for a quote in it and \\\\ for a backslash",
                )
            })?;
            words.push((start, Cow::Owned(word)));
        } else {
            let rest = &text[start..];
            let word = rest.split(char::is_whitespace).next().unwrap_or(rest);
            while letters
                .next_if(|(at, _)| *at < start + word.len())
                .is_some()
            {}
            words.push((start, Cow::Borrowed(word)));
        }
    }
    Ok(words)
}

/// The text of a word in quotes, up to the white space after it; `None` if it isn't written so.
fn in_quotes(letters: &mut Peekable<CharIndices<'_>>) -> Option<String> {
    let mut word = String::new();
    letters.next();
    loop {
        match letters.next()?.1 {
            '"' => break,
            '\\' => word.push(
                letters
                    .next_if(|(_, c)| matches!(c, '"' | '\\'))
                    .map_or('\\', |(_, c)| c),
            ),
            letter => word.push(letter),
        }
    }
    let ends = letters.peek().is_none_or(|(_, c)| c.is_whitespace());
    ends.then_some(word)
}

/// Result of following one word of a line, passed to [`read_line`].
pub enum LineStep<S> {
    /// The move is legal and leads here.
    To(S),
    /// There is no such move. These are the legal ones.
    NoSuchMove(Vec<String>),
    /// Nothing is known below this node: a limit stopped the tree here.
    Stopped,
}

/// Follows a line from `start`, one word at a time, and returns every state on it, without the
/// start. An arrow of a picture is read as in notation: `2→3` is `2>3`.
///
/// # Errors
/// A word that is not a legal move at its position.
pub fn read_line<S>(
    text: &str,
    start: S,
    mut step: impl FnMut(&S, &str) -> LineStep<S>,
) -> Result<Vec<S>, NotationError> {
    let mut places: Vec<S> = Vec::new();
    for (at, word) in line_words(text)? {
        let here = places.last().unwrap_or(&start);
        let mut next = step(here, &word);
        if matches!(next, LineStep::NoSuchMove(_))
            && word.contains('→')
            && let to @ LineStep::To(_) = step(here, &word.replace('→', ">"))
        {
            next = to;
        }
        match next {
            LineStep::To(next) => places.push(next),
            LineStep::NoSuchMove(moves) => {
                const MAX: usize = 12;
                let words = moves.iter().take(MAX).map(|mv| line_word(mv));
                let listed = words.collect::<Vec<_>>().join(", ");
                let remedy = match moves.len() {
                    0 => "the game is over here, so end the line before it".to_owned(),
                    more if more > MAX => format!("use {listed} or another move"),
                    _ => format!("use {listed}"),
                };
                return Err(NotationError::new(
                    text,
                    at,
                    format!("{} is no move at ply {}", quoted(&word), places.len()),
                    remedy,
                ));
            }
            LineStep::Stopped => {
                return Err(NotationError::new(
                    text,
                    at,
                    format!("the tree was stopped before {}", quoted(&word)),
                    "raise the limit",
                ));
            }
        }
    }
    Ok(places)
}

/// The position at the end of a line of `game` that starts at `root`.
///
/// # Errors
/// A word that is not a legal move at its position.
pub fn play_line<G: Game>(
    game: &G,
    root: &G::Position,
    text: &str,
) -> Result<G::Position, NotationError> {
    let places = positions_on_line(game, root, text)?;
    Ok(places.last().copied().unwrap_or(*root))
}

/// The positions on a line of `game` that starts at `root`, without the root.
///
/// # Errors
/// A word that is not a legal move at its position.
pub fn positions_on_line<G: Game>(
    game: &G,
    root: &G::Position,
    text: &str,
) -> Result<Vec<G::Position>, NotationError> {
    let mut moves = Vec::new();
    read_line(text, *root, |position, word| {
        moves.clear();
        game.moves(position, &mut moves);
        match moves
            .iter()
            .find(|mv| game.move_text(position, **mv) == word)
        {
            Some(mv) => LineStep::To(game.play(position, *mv)),
            None => LineStep::NoSuchMove(
                moves
                    .iter()
                    .map(|mv| game.move_text(position, *mv))
                    .collect(),
            ),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_any_moves_comes_back_move_by_move() {
        for moves in [
            &["2>3", "pass"][..],
            &["Fair offer", "accept both"],
            &["", "\"", "a\"b", "\"x y\\", "\\", " "],
            &["非常 好", "\u{a0}", "tab\there"],
            &[],
        ] {
            let line = line_of(moves);
            let words = line_words(&line).expect(&line);
            let words: Vec<_> = words.iter().map(|(_, word)| &**word).collect();
            assert_eq!(words, moves, "{line}");
        }
        assert_eq!(line_of(["Fair offer", "x"]), "\"Fair offer\" x");
    }

    #[test]
    fn words_are_found_where_they_stand_and_open_quotes_are_refused() {
        let words = line_words("  2>3 \"a b\"  é ").expect("a line");
        let places: Vec<usize> = words.iter().map(|(at, _)| *at).collect();
        assert_eq!(places, [2, 6, 13]);
        for line in ["\"a b", "x \"a\"b", "\"\\\""] {
            assert!(line_words(line).is_err(), "{line}");
        }
    }

    #[test]
    fn the_arrow_of_pictures_is_that_of_notation_unless_a_move_has_it() {
        let read = |line: &str, moves: &[&str]| {
            let all = moves.iter().map(|mv| (*mv).to_owned());
            let all: Vec<String> = all.collect();
            read_line(line, String::new(), |_, word| match moves.contains(&word) {
                true => LineStep::To(word.to_owned()),
                false => LineStep::NoSuchMove(all.clone()),
            })
        };
        assert_eq!(read("2→3", &["2>3"]), Ok(vec!["2>3".to_owned()]));
        assert_eq!(read("2→3", &["2>3", "2→3"]), Ok(vec!["2→3".to_owned()]));
        let fault = read("2→4", &["2>3", "a b"]).expect_err("no such move");
        assert_eq!(fault.remedy, "use 2>3, \"a b\"");
    }
}
