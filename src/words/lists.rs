//! Plurals, lists and capitals.

use std::fmt::Display;

use super::numbers::grouped;

/// A number with its noun in the singular or plural: `1 node`, `1,234 nodes`. A number that isn't
/// all digits is written as it is given.
pub fn counted(number: impl Display, thing: &str) -> String {
    let number = grouped(number);
    format!("{number} {thing}{}", plural(&number, "", "s"))
}

/// A number of plies: `1 ply`, `1,234 plies`.
pub fn plies_text(number: impl Display) -> String {
    let number = grouped(number);
    format!("{number} {}", plural(&number, "ply", "plies"))
}

/// The singular or the plural, depending on the number.
pub fn plural<'w>(number: impl Display, one: &'w str, several: &'w str) -> &'w str {
    if number.to_string() == "1" {
        one
    } else {
        several
    }
}

/// Parts with commas, and an `and` before the last; an empty list gives an empty text.
pub fn joined<T: AsRef<str>>(parts: &[T]) -> String {
    joined_by("and", parts)
}

/// Parts with commas, and another conjunction before the last.
pub fn joined_by<T: AsRef<str>>(word: &str, parts: &[T]) -> String {
    let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
    match parts.split_last() {
        None => String::new(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} {word} {last}", rest.join(", ")),
    }
}

/// The text with its first letter capitalized.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// Shortens a text to `most` characters by leaving out its end.
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => {
            let kept = text.chars().take(most.saturating_sub(1));
            kept.chain(['…']).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_thing_has_no_plural() {
        assert_eq!(counted(1, "node"), "1 node");
        assert_eq!(counted(0, "node"), "0 nodes");
        assert_eq!(counted(1_234, "node"), "1,234 nodes");
        assert_eq!(counted("1.47×10⁹", "node"), "1.47×10⁹ nodes");
        assert_eq!(plies_text(1), "1 ply");
        assert_eq!(plies_text("∞"), "∞ plies");
        assert_eq!(plural(2, "is", "are"), "are");
    }

    #[test]
    fn the_last_part_of_a_list_has_a_word_before_it() {
        assert_eq!(joined::<&str>(&[]), "");
        assert_eq!(joined(&["a"]), "a");
        assert_eq!(joined(&["a", "b"]), "a and b");
        assert_eq!(joined_by("or", &["a", "b", "c"]), "a, b or c");
    }

    #[test]
    fn only_the_first_letter_becomes_a_capital() {
        assert_eq!(capitalised(""), "");
        assert_eq!(capitalised("ältere Ecke"), "Ältere Ecke");
        assert_eq!(capitalised("ßo"), "SSo");
    }

    #[test]
    fn long_texts_are_shortened_by_characters() {
        assert_eq!(shortened("pass", 4), "pass");
        assert_eq!(shortened("passes", 4), "pas…");
        assert_eq!(shortened("äöüß", 3), "äö…");
        assert_eq!(shortened("", 0), "");
    }
}
