//! Writes scripts, for trees that are imported or edited. Where an extensive game (`.efg`) names a
//! node otherwise than the script does, that is kept in a comment beside the node, so that the game
//! can be written as it was read: `# efg "label" 3 "name" "move" "move"`.

use std::borrow::Cow;

use super::parse::words_of_comment;
use crate::game::{Kind, Player, Rational};

/// Keywords when bare; in quotes they can be players.
const KEYWORDS: [&str; 4] = ["end", "chance", "estimate", "?"];

/// Puts a script together, node by node.
#[derive(Clone, Debug)]
pub struct ScriptWriter {
    players: Vec<String>,
    text: String,
    branches: usize,
}

impl ScriptWriter {
    /// A script for players of these names.
    pub fn new(players: &[String]) -> Self {
        Self::with_comments(players, &[])
    }

    /// The same, with comments above it.
    pub(super) fn with_comments(players: &[String], comments: &[String]) -> Self {
        let mut text = String::new();
        for comment in comments {
            text.push_str(&format!("# {comment}\n"));
        }
        text.push_str("players");
        for player in players {
            text.push(' ');
            text.push_str(&word(player));
        }
        Self {
            players: players.to_vec(),
            text,
            branches: 0,
        }
    }

    /// Comments above the node that is started next.
    pub(super) fn comment(&mut self, comments: &[String]) {
        for comment in comments {
            self.text.push_str(&format!("\n# {comment}"));
        }
    }

    /// Comments after the node that was started last.
    pub(super) fn beside(&mut self, comments: &[String]) {
        for (index, comment) in comments.iter().enumerate() {
            let sign = if index == 0 { "  " } else { "\n" };
            self.text.push_str(&format!("{sign}# {comment}"));
        }
    }

    /// Starts a node. `numbers` are an end's payoffs, or an estimate, or empty.
    pub fn node(&mut self, name: &str, kind: Kind, numbers: &[Rational]) {
        let numbers: Vec<Option<Rational>> = numbers.iter().copied().map(Some).collect();
        self.open_node(name, kind, &numbers, false);
    }

    /// The same, where a number may not be known yet; a draft's probabilities may not sum to 1 yet.
    pub(super) fn open_node(
        &mut self,
        name: &str,
        kind: Kind,
        numbers: &[Option<Rational>],
        is_draft: bool,
    ) {
        self.branches = 0;
        self.text.push('\n');
        self.text.push_str(&word(name));
        match kind {
            Kind::Decision(player) => self.player(player),
            Kind::Chance(player) => {
                self.text.push_str(" chance");
                self.player(player);
            }
            Kind::End => self.text.push_str(" end"),
        }
        if is_draft {
            self.text.push_str(" ?");
        }
        if kind == Kind::End {
            self.text.push(':');
        } else if !numbers.is_empty() {
            self.text.push_str(" estimate");
        }
        if numbers.iter().all(Option::is_none) && !numbers.is_empty() {
            self.text.push_str(" ?");
        } else {
            for number in numbers {
                self.number(*number);
            }
        }
        if kind != Kind::End {
            self.text.push(':');
        }
    }

    fn number(&mut self, number: Option<Rational>) {
        self.text.push(' ');
        match number {
            Some(number) => self.text.push_str(&number.to_string()),
            None => self.text.push('?'),
        }
    }

    /// An end with unknown payoffs.
    pub fn open_end(&mut self, name: &str) {
        self.open_node(name, Kind::End, &[None], false);
    }

    /// The node that was started last has no move yet.
    pub(super) fn no_branch(&mut self) {
        self.text.push_str(" ?");
    }

    fn player(&mut self, player: Player) {
        self.text.push(' ');
        let name = &self.players[player.index()];
        if KEYWORDS.contains(&name.as_str()) {
            self.text.push_str(&in_quotes(name));
        } else {
            self.text.push_str(&word(name));
        }
    }

    /// Adds a move, or an outcome of chance, to the node that was started last.
    pub fn branch(&mut self, label: &str, probability: Option<Rational>, target: &str) {
        self.open_branch(label, probability.map(Some), target);
    }

    /// The same, where the probability may not be known yet.
    pub(super) fn open_branch(
        &mut self,
        label: &str,
        probability: Option<Option<Rational>>,
        target: &str,
    ) {
        self.text
            .push_str(if self.branches == 0 { " " } else { ", " });
        self.branches += 1;
        self.text.push_str(&word(label));
        if let Some(probability) = probability {
            self.number(probability);
        }
        self.text.push_str(" -> ");
        self.text.push_str(&word(target));
    }

    /// Says how an extensive game names the node that was started last.
    pub fn named(&mut self, names: &EfgNames) {
        self.beside(&[names.comment()]);
    }

    /// Adds an information set of these nodes.
    pub fn set(&mut self, names: &[&str]) {
        self.text.push_str("\nset");
        for name in names {
            self.text.push(' ');
            self.text.push_str(&word(name));
        }
    }

    /// Says that the tree is rated as if players could tell the nodes of a set apart.
    pub(super) fn known(&mut self) {
        self.text.push_str("\nsets known");
    }

    /// The length of the script so far, in bytes.
    #[expect(clippy::len_without_is_empty, reason = "it is never empty")]
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// The script.
    pub fn finish(mut self) -> String {
        self.text.push('\n');
        self.text
    }
}

/// A word of a script, quoted if needed.
fn word(text: &str) -> Cow<'_, str> {
    let bare = !text.is_empty()
        && text != "->"
        && !text
            .chars()
            .any(|c| c.is_whitespace() || c.is_control() || ",:;#\"".contains(c));
    if bare {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(in_quotes(text))
    }
}

/// A word in quotes.
pub(super) fn in_quotes(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

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
    fn the_length_of_a_script_is_that_of_its_text_but_for_the_last_line_break() {
        let mut script = ScriptWriter::new(&["a".to_owned(), "b".to_owned()]);
        let empty = script.len();
        script.node("s", Kind::Decision(Player(0)), &[]);
        assert!(script.len() > empty);
        let length = script.len();
        assert_eq!(script.finish().len(), length + 1);
    }

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
