//! How an extensive game (`.efg`) names a node, where it isn't as the script does. It is kept in a
//! comment beside the node, so that the game can be written as it was read:
//! `# efg "label" 3 "name" "move" "move"`.

use super::parse::words_of_comment;
use super::write::in_quotes;

/// What a file said of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EfgNames {
    /// The node's label; it may be empty, and several nodes may have it.
    pub label: String,
    /// The number of its information set, or of an end's outcome; 0 for an end without one.
    pub number: i64,
    /// The name of that set or outcome; it may be empty.
    pub name: String,
    /// The labels of its moves if they are others than in the script, else nothing.
    pub moves: Vec<String>,
}

/// The first word of the comment.
const WORD: &str = "efg";

impl EfgNames {
    /// The comment.
    pub(super) fn comment(&self) -> String {
        let mut text = format!("{WORD} {} {}", in_quotes(&self.label), self.number);
        for word in std::iter::once(&self.name).chain(&self.moves) {
            text.push(' ');
            text.push_str(&in_quotes(word));
        }
        text
    }

    /// Reads a comment; `None` if it is another one.
    pub(super) fn read(comment: &str) -> Option<Self> {
        let mut words = words_of_comment(comment.strip_prefix(WORD)?)?.into_iter();
        Some(Self {
            label: words.next()?,
            number: words.next()?.parse().ok()?,
            name: words.next()?,
            moves: words.collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_any_kind_come_back_from_their_comment() {
        for (label, number, name, moves) in [
            ("", 1, "", &[][..]),
            ("Fair offer", -3, "a \"b\" \\", &["", "x", "x"]),
            ("line\nbreak # \u{feff}é", i64::MAX, " ", &["->", ","]),
        ] {
            let names = EfgNames {
                label: label.to_owned(),
                number,
                name: name.to_owned(),
                moves: moves.iter().map(|mv| (*mv).to_owned()).collect(),
            };
            let comment = names.comment();
            assert!(!comment.contains('\n'), "{comment}");
            assert_eq!(EfgNames::read(&comment), Some(names), "{comment}");
        }
        for other in [
            "",
            "efg",
            "efg of the book",
            "efg \"a\" b \"c\"",
            "two ways",
        ] {
            assert_eq!(EfgNames::read(other), None, "{other}");
        }
    }
}
