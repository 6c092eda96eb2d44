//! Labels, names and numbers of nodes, information sets and outcomes, as every reader of `.efg`
//! accepts them: those of the file that a tree was read from, or new ones. Gambit requires labels
//! of printable ASCII without quotes, backslashes, and leading, trailing or double spaces, and
//! probabilities that sum to exactly 1. OpenSpiel reads fractions of 32-bit integers.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::export::Figure;
use crate::export::record::ShownNode;
use crate::export::text::below;
use crate::game::{Rational, RulesText, SwitchValue, parse_rational, ratio, to_f64};
use crate::games::scripted::{EfgNames, WrittenTree};
use crate::session::Rated;
use crate::tree::VertexKind;
use crate::words::end_text;

/// Whose numbers: those of information sets of chance. A player's have the player's number.
pub(super) const CHANCE: usize = 0;

/// Whose numbers: those of outcomes.
pub(super) const OUTCOMES: usize = usize::MAX;

/// The names of a tree's nodes.
pub(super) struct LabelNames {
    /// What the file that the tree was read from says of its nodes, by their names in the script.
    told: FxHashMap<Box<str>, EfgNames>,
    /// Whether nodes have names, and not positions.
    is_scripted: bool,
    /// The labels that new ones must differ from.
    labels: HashSet<String, FxBuildHasher>,
    /// The numbers that the file uses, by whose they are.
    reserved: FxHashSet<(usize, i64)>,
    /// The numbers that were written, each with all that was said of it.
    written: FxHashMap<(usize, i64), Option<String>>,
    /// The last number that was new.
    last: FxHashMap<usize, i64>,
    /// The numbers and names of information sets of several nodes, by their number in the graph and
    /// the moves of their nodes.
    sets: FxHashMap<(u32, String), (i64, String)>,
}

impl LabelNames {
    pub fn new(rated: &Rated) -> Self {
        let script = match &rated.rules {
            RulesText::Switches(switches) => {
                switches.iter().find_map(|(name, value)| match value {
                    SwitchValue::Text(script) if *name == "script" => Some(script),
                    _ => None,
                })
            }
            _ => None,
        };
        let mut names = Self {
            told: FxHashMap::default(),
            is_scripted: script.is_some(),
            labels: HashSet::default(),
            reserved: FxHashSet::default(),
            written: HashMap::default(),
            last: HashMap::default(),
            sets: FxHashMap::default(),
        };
        let written = script.and_then(|script| WrittenTree::read(script).ok());
        for node in written.iter().flat_map(WrittenTree::nodes) {
            let node = written.as_ref().map(|written| written.node(node));
            let Some((node, efg_names)) = node.and_then(|node| Some((node, node.efg()?))) else {
                continue;
            };
            let whose = match node.kind {
                crate::game::Kind::Decision(player) => player.index() + 1,
                crate::game::Kind::Chance(_) => CHANCE,
                crate::game::Kind::End => OUTCOMES,
            };
            names.reserved.insert((whose, efg_names.number));
            names.labels.insert(efg_names.label.clone());
            names.told.insert(node.name.clone(), efg_names);
        }
        names
    }

    /// Whether the tree was read from such a file.
    pub fn is_told(&self) -> bool {
        !self.told.is_empty()
    }

    /// A text as the file has it; what all readers take, if it isn't of such a file.
    pub fn text(&self, text: &str) -> String {
        match self.is_told() {
            true => quoted(text),
            false => clean(text),
        }
    }

    /// The label of a node, the number that the file has for its information set or outcome (0 if
    /// there is none), that one's name, and the labels of its moves if the file has others. All
    /// are as they are written.
    pub fn of(
        &mut self,
        rated: &Rated,
        figure: &Figure<'_>,
        item: &ShownNode,
        is_open: bool,
    ) -> EfgNames {
        let ShownNode { vertex, number, .. } = *item;
        let kind = rated.graph.graph().kind(vertex);
        let position = rated.graph.position_text(vertex);
        let shown = figure.show.positions;
        let cut = match kind {
            VertexKind::Horizon(_) => Some("estimated".to_owned()),
            VertexKind::End => None,
            // Only a node that is written as an end has this name.
            VertexKind::Decision(_) | VertexKind::Chance(_) if is_open => None,
            VertexKind::Decision(_) | VertexKind::Chance(_) => {
                Some(format!("{} left out", below(rated, vertex)))
            }
        };
        let told = self.told.get(&*position).filter(|_| shown);
        let label = match (told, shown) {
            (Some(told), _) => quoted(&told.label),
            (None, false) => number.to_string(),
            (None, true) if self.is_scripted => unique(self.text(&position), &mut self.labels),
            (None, true) => clean(&format!("{number} {position}")),
        };
        let is_end = kind == VertexKind::End;
        let name = match (cut, told) {
            (Some(cut), _) if shown => clean(&format!("{number} {cut}")),
            (Some(_), _) => number.to_string(),
            (None, Some(told)) if !is_end || figure.show.ends => quoted(&told.name),
            (None, _) if !is_end || self.is_scripted && figure.show.ends => label.clone(),
            (None, _) => {
                let text = end_text(&*rated.graph, vertex).filter(|_| figure.show.ends);
                let text = text.unwrap_or_default();
                match shown {
                    true => clean(format!("{number} {text}").trim_end()),
                    false => number.to_string(),
                }
            }
        };
        let is_cut = kind != VertexKind::End && !is_open;
        let moves = told.filter(|_| figure.show.moves && !is_cut);
        let moves = moves.filter(|told| {
            let edges = || rated.graph.graph().edges(vertex);
            told.moves.len() == edges().count()
                && edges()
                    .zip(&told.moves)
                    .enumerate()
                    .all(|(index, (edge, own))| {
                        is_called(&rated.graph.move_text(vertex, edge), own, index)
                    })
        });
        EfgNames {
            label,
            number: told.filter(|_| !is_cut).map_or(0, |names| names.number),
            name,
            moves: moves.map_or_else(Vec::new, |efg_names| {
                efg_names.moves.iter().map(|mv| quoted(mv)).collect()
            }),
        }
    }

    /// The number and name of a decision's information set. Other nodes of `set` with the same moves
    /// have those of its first node, too; a node of which a move is left out has its own.
    pub fn set_of_player(
        &mut self,
        player: usize,
        node: &EfgNames,
        (set, moves): (Option<u32>, &str),
    ) -> (i64, String) {
        let set = set.map(|set| (set, moves.to_owned()));
        if let Some(known) = set.as_ref().and_then(|set| self.sets.get(set)) {
            return known.clone();
        }
        let new = (self.set(player, node.number, None), node.name.clone());
        if let Some(set) = set {
            self.sets.insert(set, new.clone());
        }
        new
    }

    /// The number to write: the file's own, if nothing else was said of it, or the next free one.
    /// Nobody else may have the number of a decision, of which nothing is said.
    pub fn set(&mut self, whose: usize, own: i64, said: Option<String>) -> i64 {
        let fits = match self.written.get(&(whose, own)) {
            None => own != 0,
            Some(written) => said.is_some() && *written == said,
        };
        let number = if fits {
            own
        } else {
            let last = self.last.entry(whose).or_default();
            *last += 1;
            while self.reserved.contains(&(whose, *last)) {
                *last += 1;
            }
            *last
        };
        self.written.insert((whose, number), said);
        number
    }
}

/// Whether a script's move is the one that a file calls `own`: one without a name has its number
/// there, and one of a name that occurs twice has an apostrophe.
fn is_called(mv: &str, own: &str, index: usize) -> bool {
    let name = match own {
        "" => (index + 1).to_string(),
        own => own.to_owned(),
    };
    mv.strip_prefix(&*name)
        .is_some_and(|rest| rest.bytes().all(|byte| byte == b'\''))
}

/// The text with unsupported characters written as `<U+00E9>`.
pub(super) fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let letter = if letter == '−' { '-' } else { letter };
        let fits = match letter {
            ' ' => !out.is_empty() && !out.ends_with(' ') && letters.peek().is_some(),
            '"' | '\\' => false,
            letter => letter.is_ascii_graphic(),
        };
        if fits {
            out.push(letter);
        } else {
            write!(out, "<U+{:04X}>", u32::from(letter)).expect("writing to a string can't fail");
        }
    }
    // OpenSpiel takes a player of this name for the end of the list.
    if out == "}" {
        out = "<U+007D>".to_owned();
    }
    out
}

/// The text as it is, for a file that had it: only what would end it is escaped.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = match letter {
            '"' => true,
            '\\' => letters.peek().is_none_or(|next| matches!(next, '"' | '\\')),
            _ => false,
        };
        if escaped {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

/// The text, or one like it that isn't among those seen.
pub(super) fn unique(mut text: String, seen: &mut HashSet<String, FxBuildHasher>) -> String {
    while !seen.insert(text.clone()) {
        text.push('\'');
    }
    text
}

/// The largest number in a fraction.
const MAX: i128 = i32::MAX as i128;

/// Decimal places of probabilities that can't be written as fractions.
const DIGITS: u32 = 18;

/// A payoff; sets `rounded` where it can't be written as it is.
pub(super) fn payoff(number: &Rational, rounded: &mut bool) -> String {
    let short = number.numer().unsigned_abs() <= MAX as u128 && *number.denom() <= MAX;
    if number.is_integer() || short {
        return number.to_string();
    }
    let text = decimal(to_f64(number));
    *rounded |= parse_rational(&text) != Some(*number);
    text
}

/// A double as the shortest decimal that reads back to it, without an exponent.
pub(super) fn decimal(number: f64) -> String {
    // There is no negative nothing.
    (number + 0.0).to_string()
}

/// Probabilities, which sum to exactly 1 as written; whether they are rounded.
pub(super) fn probabilities(numbers: &[Rational]) -> (Vec<String>, bool) {
    if numbers.iter().all(|number| *number.denom() <= MAX) {
        let texts = numbers.iter().map(Rational::to_string);
        return (texts.collect(), false);
    }
    let unit = 10_i128.pow(DIGITS);
    let mut parts: Vec<i128> = numbers
        .iter()
        .map(|number| match unit % number.denom() {
            0 => number.numer() * (unit / number.denom()),
            _ => (to_f64(number) * unit as f64) as i128,
        })
        .collect();
    let rest = unit - parts.iter().sum::<i128>();
    if let Some(largest) = parts.iter_mut().max() {
        *largest += rest;
    }
    let text = |part: i128| match part {
        part if part == unit => "1".to_owned(),
        part => format!("0.{part:0digits$}", digits = DIGITS as usize),
    };
    let mut both = parts.iter().zip(numbers);
    let rounded = both.any(|(part, number)| ratio(*part, unit) != *number);
    (parts.into_iter().map(text).collect(), rounded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::whole;

    #[test]
    fn characters_that_an_efg_label_cannot_hold_are_written_as_code_points() {
        for (text, label) in [
            ("b2b2/a2b1 a +1", "b2b2/a2b1 a +1"),
            ("2>3", "2>3"),
            ("say \"é\\\"", "say <U+0022><U+00E9><U+005C><U+0022>"),
            (" a  b ", "<U+0020>a <U+0020>b<U+0020>"),
            ("x\n\t\u{202e}", "x<U+000A><U+0009><U+202E>"),
            ("}", "<U+007D>"),
            ("", ""),
        ] {
            assert_eq!(clean(text), label);
        }
    }

    #[test]
    fn labels_that_would_be_the_same_are_told_apart() {
        let mut seen = HashSet::default();
        let labels = ["m", "m", "m'", "n"].map(|text| unique(text.to_owned(), &mut seen));
        assert_eq!(labels, ["m", "m'", "m''", "n"]);
    }

    #[test]
    fn payoffs_are_exact_where_readers_can_take_that() {
        let huge = 10_i128.pow(20);
        for (number, text, inexact) in [
            (ratio(1, 2), "1/2", false),
            (whole(-huge), "-100000000000000000000", false),
            (ratio(-7, i128::from(i32::MAX)), "-7/2147483647", false),
            (
                ratio(1, 4_294_967_296),
                "0.00000000023283064365386963",
                true,
            ),
        ] {
            let mut rounded = false;
            assert_eq!(payoff(&number, &mut rounded), text);
            assert_eq!(rounded, inexact, "{text}");
        }
        for number in [0.1, 1e-7, -0.0, 1.0 / 3.0, 1e21] {
            let text = decimal(number);
            assert_eq!(text.parse::<f64>(), Ok(number), "{text}");
            assert!(!text.contains(['e', 'E']) && text != "-0", "{text}");
        }
    }

    #[test]
    fn probabilities_sum_to_one_as_they_are_written() {
        let exact = [ratio(21, 25), ratio(4, 25), whole(0)];
        let (texts, rounded) = probabilities(&exact);
        assert_eq!(texts, ["21/25", "4/25", "0"]);
        assert!(!rounded);
        let long = [ratio(1, 6_i128.pow(20)), ratio(1, 3), ratio(0, 1)];
        let rest = whole(1) - long[0] - long[1];
        let (texts, rounded) = probabilities(&[long[0], long[1], rest, long[2]]);
        assert!(rounded);
        let parts: Vec<i128> = texts
            .iter()
            .map(|text| text.strip_prefix("0.").expect(text).parse().expect(text))
            .collect();
        assert_eq!(parts.iter().sum::<i128>(), 10_i128.pow(18), "{texts:?}");
        assert!(texts.iter().all(|text| text.len() == 20), "{texts:?}");
        for (text, number) in texts.iter().zip([long[0], long[1], rest, long[2]]) {
            let read: f64 = text.parse().expect(text);
            assert!(
                (read - to_f64(&number)).abs() < 1e-17 + to_f64(&number) * 1e-15,
                "{text}"
            );
        }
    }
}
