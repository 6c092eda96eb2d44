//! Completions for the filter text: words and values, with what each finds.

use super::write::value;
use super::{KindOf, Naming};

/// The words of a filter as they are typed, with an example value if they take one, and what each
/// finds.
pub const WORDS: [(&str, &str); 23] = [
    (
        "position:",
        "part of a position: position:a?b1; ? is one character, * any number",
    ),
    ("position=", "a whole position: position=\"b2b2/a2b1 a\""),
    ("move:", "the move that leads there; ? and * too"),
    ("rating", "rating<=1/2, rating(b)=1, rating(mover)>0"),
    ("ply:", "ply:4, ply:2-5, ply:6-, ply:-3 for up to ply 3"),
    ("mover:", "who is to move"),
    ("by:", "who made the move that leads there"),
    ("winner:", "an end that a player has won"),
    ("kind:", "decision, chance, end or horizon"),
    ("moves", "number of moves: moves=1, moves>=3"),
    ("tie", "a tied end"),
    ("end", "the game is over"),
    ("decision", "a player chooses"),
    ("chance", "chance decides"),
    ("horizon", "limit reached"),
    ("fork", "a player has more than one move"),
    (
        "blunder",
        "the move lowered the mover's rating by a tenth of the range or more",
    ),
    ("worse", "the move lowered the mover's rating by any amount"),
    ("best", "the move that leads there is a best one"),
    ("bestplay", "only best moves so far"),
    ("transposition", "reached by several lines"),
    ("proven", "all ratings are proven"),
    ("unproven", "some rating depends on an estimate"),
];

/// A completion of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The whole text with the hint taken.
    pub text: String,
    /// The last word after completion.
    pub word: String,
    /// What it finds.
    pub about: &'static str,
}

/// Completions of the last word of a text: words with this prefix, or values of one. Empty if there
/// are none, or if the word is complete.
pub fn hints(text: &str, naming: &Naming) -> Vec<Hint> {
    let begin = text.rfind(char::is_whitespace).map_or(0, |space| {
        space + text[space..].chars().next().map_or(1, char::len_utf8)
    });
    let (before, word) = text.split_at(begin);
    if before.matches('"').count() % 2 == 1 {
        return Vec::new();
    }
    let hint = |word: String, about| Hint {
        text: format!("{before}{word}"),
        word,
        about,
    };
    let values: Vec<Hint> = match word.split_once(':') {
        Some((key @ ("mover" | "by" | "winner"), begun)) => {
            let about = WORDS
                .iter()
                .find(|(word, _)| word.trim_end_matches(':') == key)
                .map_or("", |(_, about)| about);
            let names = naming.players.iter();
            names
                .filter(|name| name.starts_with(begun))
                .map(|name| hint(format!("{key}:{}", value(name)), about))
                .collect()
        }
        Some(("kind", begun)) => KindOf::ALL
            .iter()
            .filter(|kind| kind.name().starts_with(begun))
            .map(|kind| hint(kind.name().to_owned(), "what the position is"))
            .collect(),
        _ if word.is_empty() => Vec::new(),
        _ => WORDS
            .iter()
            .filter(|(known, _)| known.starts_with(&word.to_lowercase()))
            .map(|(known, about)| hint((*known).to_owned(), about))
            .collect(),
    };
    // A completion equal to the typed text is left out.
    let goes_on = |hint: &Hint| hint.text.to_lowercase() != text.to_lowercase();
    values.into_iter().filter(goes_on).collect()
}
