//! What can be typed, with what it finds: for whoever types a filter.

use super::write::value;
use super::{KindOf, Naming};

/// The words of a filter as they are typed, with an example behind those that take one, and what each
/// finds.
pub const WORDS: [(&str, &str); 22] = [
    (
        "position:",
        "part of a position: position:a?b1; ? is one character, * any number",
    ),
    ("position=", "a position, whole"),
    ("move:", "the move that leads there; ? and * too"),
    ("rating", "rating<=1/2, rating(b)=1, rating(mover)>0"),
    ("ply:", "ply:4, ply:2-5, ply:6-, ply:-3 for up to ply 3"),
    ("mover:", "who is to move"),
    ("by:", "who made the move that leads there"),
    ("winner:", "an end that a player has won"),
    ("kind:", "decision, chance, end or horizon"),
    ("moves", "how many there are: moves=1, moves>=3"),
    ("tie", "a tied end"),
    ("end", "the game is over"),
    ("decision", "a player chooses"),
    ("chance", "chance decides"),
    ("horizon", "a limit stopped the tree"),
    ("fork", "a player has more than one move"),
    ("blunder", "the move lowered the mover's rating"),
    ("best", "the move that leads there is a best one"),
    ("bestplay", "only best moves so far"),
    ("transposition", "reached by several lines"),
    ("proven", "all ratings are proven"),
    ("unproven", "some rating rests on an estimate"),
];

/// How a text could go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The whole text with the hint taken.
    pub text: String,
    /// What the last word then is.
    pub word: String,
    /// What it finds.
    pub about: &'static str,
}

/// How the last word of a text could go on: the words that begin so, or the values of one; nothing
/// where it can't be told, or is complete.
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
    // What is complete as it is typed is no way to go on.
    let goes_on = |hint: &Hint| hint.text.to_lowercase() != text.to_lowercase();
    values.into_iter().filter(goes_on).collect()
}
