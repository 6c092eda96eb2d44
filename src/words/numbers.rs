//! Whole numbers, counts and names as text: numbers grouped, or as a power of ten; plurals, lists
//! and capitals; and the names of players, moves and ends.

use std::fmt::Display;

use super::ratings::{exact_text, numbers_text, with_minus};
use crate::game::{Player, Rational, Winners, visible};
use crate::tree::{Count, Edge, Graph, Labels, Vertex, VertexKind};

/// A whole number with a comma before every third digit.
pub fn grouped(number: impl Display) -> String {
    grouped_digits(&number.to_string())
}

/// A number as [`short_count`] writes it.
pub fn short_number(number: impl TryInto<u64>) -> String {
    short_count(Count::Exact(&[number.try_into().unwrap_or(u64::MAX)]))
}

/// A whole number with a comma before every third digit; any other text as it is.
pub fn grouped_digits(digits: &str) -> String {
    if !is_number(digits) {
        return digits.to_owned();
    }
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A count with thousands separators, or a power of ten from 16 digits on.
pub fn short_count(count: Count<'_>) -> String {
    let digits = count.to_string();
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return digits;
    }
    if digits.len() > 15 {
        return power_of_ten(&digits, 3);
    }
    grouped_digits(&digits)
}

/// A count for a narrow column: exact up to eleven characters, otherwise a power of ten.
pub fn table_count(count: Count<'_>) -> String {
    let exact = short_count(count);
    let digits = count.to_string();
    if exact.len() <= 11 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return exact;
    }
    power_of_ten(&digits, 3)
}

/// A count as a whole number with thousands separators. Beyond some hundred digits it is a power of
/// ten.
pub fn whole_count(count: Count<'_>) -> String {
    const MAX: usize = 100;
    let digits = count.to_string();
    if digits.len() <= MAX && is_number(&digits) {
        grouped_digits(&digits)
    } else {
        short_count(count)
    }
}

/// A count for the narrowest column: exact up to seven characters, otherwise a rounded power of
/// ten: `1.5×10⁹`.
pub fn narrow_count(count: Count<'_>) -> String {
    let exact = short_count(count);
    if exact.chars().count() <= 7 {
        return exact;
    }
    let digits = count.to_string();
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return match count {
            Count::Infinite => "∞".to_owned(),
            _ => "≥ 2⁴⁰⁹⁶".to_owned(),
        };
    }
    power_of_ten(&digits, 2)
}

/// `≥ ` if a limit hides part of the tree, so that counts and lengths are lower bounds.
pub fn at_least_sign(graph: &Graph) -> &'static str {
    if graph.is_complete() { "" } else { "≥ " }
}

/// A leaf below which the tree may go on, in words.
pub fn horizon_name(graph: &Graph) -> &'static str {
    match graph.grows() {
        true => "not searched yet",
        false => "limit reached",
    }
}

/// A number with more digits than are shown, rounded: `3.49×10¹³`.
fn power_of_ten(digits: &str, shown: usize) -> String {
    let leading = digits[..=shown].parse::<u64>().unwrap_or_default();
    let mut rounded = (leading + 5) / 10;
    let mut power = digits.len() - 1;
    if rounded == 10_u64.pow(shown as u32) {
        rounded /= 10;
        power += 1;
    }
    let rounded = rounded.to_string();
    format!("{}.{}×{}", &rounded[..1], &rounded[1..], ten_to(power))
}

/// A power of ten: `10¹³`.
pub fn ten_to(power: usize) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let power = power.to_string();
    let raised = power.bytes().map(|digit| RAISED[usize::from(digit - b'0')]);
    format!("10{}", raised.collect::<String>())
}

pub(super) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Bytes as a short text: `812 bytes`, `12 kB`, `3.4 MB`.
#[cfg(feature = "pictures")]
pub fn short_bytes(bytes: u64) -> String {
    let units = [("kB", 1e3), ("MB", 1e6), ("GB", 1e9), ("TB", 1e12)];
    if bytes < 1_000 {
        let plural = super::plural(bytes, "", "s");
        return format!("{bytes} byte{plural}");
    }
    let number = bytes as f64;
    let (unit, one) = units
        .into_iter()
        .rev()
        .find(|(_, one)| number >= 0.9995 * one)
        .unwrap_or(units[0]);
    let number = number / one;
    if number < 9.95 {
        format!("{number:.1} {unit}")
    } else {
        format!("{number:.0} {unit}")
    }
}

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

/// A move that stands for several: `x@1 ×4`.
pub fn copies_text(mv: String, copies: u32) -> String {
    match copies {
        1 => mv,
        _ => format!("{mv} ×{copies}"),
    }
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

/// Shortens a text to `max` characters by leaving out its end.
pub fn shortened(text: &str, max: usize) -> String {
    match text.char_indices().nth(max) {
        None => text.to_owned(),
        Some(_) => {
            let kept = text.chars().take(max.saturating_sub(1));
            kept.chain(['…']).collect()
        }
    }
}

/// A player's display name.
pub fn player_name(labels: &dyn Labels, player: Player) -> String {
    visible(&labels.player_name(player)).into_owned()
}

/// A player's name in at most two characters, for a mark.
pub fn player_letter(labels: &dyn Labels, player: Player) -> String {
    let players = Player::all(labels.graph().players());
    let names: Vec<String> = players.map(|player| labels.player_name(player)).collect();
    mark_of(&names, player.index())
}

/// One of these names in at most two characters, so that no other one has the same: their first
/// ones, the first ones of two words, the first and the last, or the number.
pub fn mark_of(names: &[String], index: usize) -> String {
    let ways: [fn(&str) -> String; 3] = [
        |name| name.chars().take(2).collect(),
        |name| {
            let words = name.split_whitespace();
            words
                .filter_map(|word| word.chars().next())
                .take(2)
                .collect()
        },
        |name| name.chars().take(1).chain(name.chars().last()).collect(),
    ];
    let marks = |way: &fn(&str) -> String| -> Vec<String> {
        names.iter().map(|name| way(visible(name).trim())).collect()
    };
    let differ = |marks: &Vec<String>| {
        let is_first = |(index, mark)| !marks[..index].contains(mark);
        marks.iter().enumerate().all(is_first)
    };
    let marks = ways.iter().map(marks).find(differ);
    let mark = marks.and_then(|mut marks| marks.get_mut(index).map(std::mem::take));
    mark.unwrap_or_else(|| (index + 1).to_string())
}

/// The result of ends with these winners: `b wins`, `a and b tie`. Where ends have other payoffs,
/// those who are paid most: `b gets most`.
pub fn winners_text(labels: &dyn Labels, winners: Winners) -> String {
    winners_shortened(labels, winners, usize::MAX)
}

/// The same with at most `max` characters per name.
pub fn winners_shortened(labels: &dyn Labels, winners: Winners, max: usize) -> String {
    let names: Vec<String> = winners
        .iter()
        .map(|player| shortened(&player_name(labels, player), max))
        .collect();
    let has_winners = labels.graph().has_winners();
    match names.as_slice() {
        [] => "no winner".to_owned(),
        [name] if has_winners => format!("{name} wins"),
        [name] => format!("{name} gets most"),
        names if has_winners => format!("{} tie", joined(names)),
        names => format!("{} get the same", joined(names)),
    }
}

/// The result of an end as text: its winners, or where ends have other payoffs, those: `8 · 2`.
/// `None` at any other vertex.
pub fn end_text(labels: &dyn Labels, vertex: Vertex) -> Option<String> {
    end_shortened(labels, vertex, usize::MAX)
}

/// The same with at most `max` characters per name.
pub fn end_shortened(labels: &dyn Labels, vertex: Vertex, max: usize) -> Option<String> {
    let winners = end_winners(labels, vertex)?;
    let payoffs = end_payoffs(labels, vertex);
    Some(match payoffs.is_empty() {
        true => winners_shortened(labels, winners, max),
        false => payoffs.join(BETWEEN_PAYOFFS),
    })
}

/// The state of a vertex: `a to move`, `a to move; limit reached`, `chance node after a's move`, at
/// the root only `chance node`, `b wins`.
pub fn state_text(labels: &dyn Labels, vertex: Vertex) -> String {
    let kind = labels.graph().kind(vertex);
    let name = kind.player().map(|player| player_name(labels, player));
    match (kind, name) {
        (VertexKind::Chance(_), _) if vertex == Vertex::ROOT => "chance node".to_owned(),
        (VertexKind::Chance(_), Some(name)) => format!("chance node after {name}'s move"),
        (_, Some(name)) => format!("{name} {}", turn_text(labels.graph(), kind)),
        (_, None) => end_text(labels, vertex).unwrap_or_default(),
    }
}

/// The same beside the mark of a player or of chance: `to move`.
pub fn turn_text(graph: &Graph, kind: VertexKind) -> String {
    match kind {
        VertexKind::Decision(_) => "to move".to_owned(),
        VertexKind::Horizon(_) => format!("to move; {}", horizon_name(graph)),
        VertexKind::Chance(_) => "chance decides".to_owned(),
        VertexKind::End => "game over".to_owned(),
    }
}

/// What stands between the players' payoffs.
pub const BETWEEN_PAYOFFS: &str = " · ";

/// The payoffs of an end, one per player. None at any other vertex, nor where ends are won, lost or
/// shared equally.
pub fn end_payoffs(labels: &dyn Labels, vertex: Vertex) -> Vec<String> {
    let graph = labels.graph();
    if graph.kind(vertex) != VertexKind::End || graph.has_winners() {
        return Vec::new();
    }
    let payoffs = graph.payoffs(vertex).unwrap_or_default();
    numbers_text(payoffs, |number: Rational| {
        exact_text(number).unwrap_or_else(|| with_minus(number.to_string()))
    })
}

/// The winners of an end; `None` at any other vertex.
pub fn end_winners(labels: &dyn Labels, vertex: Vertex) -> Option<Winners> {
    labels.graph().winners(vertex)
}

/// One step of a line: `a 2→3`, `b passes`. An outcome of chance has no mover.
pub fn step_text(labels: &dyn Labels, source: Vertex, edge: Edge) -> String {
    let mv = visible(&labels.move_text(source, edge)).into_owned();
    match labels.graph().kind(source) {
        VertexKind::Decision(mover) => {
            let name = player_name(labels, mover);
            match mv.as_str() {
                "pass" => format!("{name} passes"),
                // Such a move already names its player.
                _ if mv
                    .strip_prefix(&*name)
                    .is_some_and(|rest| rest.starts_with('@')) =>
                {
                    mv
                }
                _ => format!("{name} {}", move_words(&mv).replace(" → ", "→")),
            }
        }
        _ => mv,
    }
}

/// A move in readable form: `2 → 3`. Any other move is unchanged.
pub fn move_words(notation: &str) -> String {
    let parts: Vec<&str> = notation.split('>').collect();
    match parts[..] {
        [from, to] if is_number(from) && is_number(to) => format!("{from} → {to}"),
        _ => notation.to_owned(),
    }
}

/// A text whose moves can be typed: `2>3` for the `2→3` of a picture. Other arrows stay.
#[cfg(feature = "cli")]
pub fn typed_moves(text: &str) -> String {
    let is_digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    let mut before = None;
    let mut after = text.chars().skip(1);
    let letters = text.chars().map(|letter| {
        let between_numbers = is_digit(before) & is_digit(after.next());
        before = Some(letter);
        match letter {
            '→' if between_numbers => '>',
            _ => letter,
        }
    });
    letters.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "cli")]
    #[test]
    fn a_move_between_numbers_can_be_typed_and_no_other_arrow_is_changed() {
        let text = "right: 2→13, 4→5; east→west, → and 1→x";
        let typed = "right: 2>13, 4>5; east→west, → and 1→x";
        assert_eq!(typed_moves(text), typed);
    }

    #[test]
    fn counts_are_grouped_and_huge_ones_are_powers_of_ten() {
        assert_eq!(short_count(Count::Exact(&[7])), "7");
        assert_eq!(short_count(Count::Exact(&[1_468_919_491])), "1,468,919,491");
        assert_eq!(
            short_count(Count::Exact(&[220_228_222_172_925])),
            "220,228,222,172,925"
        );
        assert_eq!(short_count(Count::Exact(&[0, 1])), "1.84×10¹⁹");
        assert_eq!(short_count(Count::Infinite), "infinite");
        assert_eq!(table_count(Count::Exact(&[922_172_606])), "922,172,606");
        assert_eq!(table_count(Count::Exact(&[1_468_919_491])), "1.47×10⁹");
        assert_eq!(table_count(Count::Beyond), "at least 2^4096");
        assert_eq!(narrow_count(Count::Exact(&[999_999])), "999,999");
        assert_eq!(narrow_count(Count::Exact(&[1_468_919_491])), "1.5×10⁹");
        assert_eq!(narrow_count(Count::Exact(&[0, 1])), "1.8×10¹⁹");
        assert_eq!(narrow_count(Count::Exact(&[9_949_999])), "9.9×10⁶");
        assert_eq!(narrow_count(Count::Exact(&[9_950_000])), "1.0×10⁷");
        assert_eq!(
            short_count(Count::Exact(&[9_995_000_000_000_000])),
            "1.00×10¹⁶"
        );
        assert_eq!(narrow_count(Count::Infinite), "∞");
        assert_eq!(narrow_count(Count::Beyond), "≥ 2⁴⁰⁹⁶");
    }

    #[test]
    fn whole_counts_are_grouped_to_their_last_digit() {
        assert_eq!(whole_count(Count::Exact(&[0])), "0");
        assert_eq!(
            whole_count(Count::Exact(&[0, 1])),
            "18,446,744,073,709,551,616"
        );
        assert_eq!(whole_count(Count::Infinite), "infinite");
        let words = [u64::MAX; 6];
        assert_eq!(whole_count(Count::Exact(&words)), "3.94×10¹¹⁵");
    }

    #[cfg(feature = "pictures")]
    #[test]
    fn bytes_are_told_in_a_few_letters() {
        for (bytes, text) in [
            (0, "0 bytes"),
            (1, "1 byte"),
            (999, "999 bytes"),
            (1_000, "1.0 kB"),
            (12_345, "12 kB"),
            (999_600, "1.0 MB"),
            (3_400_000, "3.4 MB"),
            (250_000_000_000, "250 GB"),
        ] {
            assert_eq!(short_bytes(bytes), text);
        }
    }

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

    #[test]
    fn marks_of_players_differ() {
        for (names, marks) in [
            (&["a", "b"][..], &["a", "b"][..]),
            (&["max", "min"], &["ma", "mi"]),
            (&["Player 1", "Player 2"], &["P1", "P2"]),
            (&["Anna", "Anne"], &["Aa", "Ae"]),
            (&["Anna", "Ansa", "Bob"], &["1", "2", "3"]),
            (&["Player 1", "Player 2", "Zoe"], &["P1", "P2", "Z"]),
            (&["甲方", "甲醇"], &["甲方", "甲醇"]),
            (&[" ", "  "], &["1", "2"]),
        ] {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            let found: Vec<String> = (0..names.len()).map(|at| mark_of(&names, at)).collect();
            assert_eq!(found, marks, "{names:?}");
        }
    }

    #[test]
    fn attacks_are_said_with_an_arrow() {
        assert_eq!(move_words("2>3"), "2 → 3");
        assert_eq!(move_words("pass"), "pass");
        assert_eq!(move_words(">"), ">");
        assert_eq!(move_words("l<e>ft"), "l<e>ft");
    }
}
