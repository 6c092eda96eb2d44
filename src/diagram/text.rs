//! The words of the diagrams: ratings, winners, moves and counts, as a reader wants them.

use crate::game::{Player, Rational, Winners, to_f64, visible, winners_of};
use crate::rating::Rating;
use crate::tree::{Count, Edge, Graph, Labels, Vertex, VertexKind};

/// A rating in a few characters: `1/2`, `0`, and `≈.424` for what takes more than five.
pub fn rating_text(rating: &Rating) -> String {
    const MOST: usize = 5;
    let exact = rating.to_string();
    if rating.exact().is_some() && exact.chars().count() <= MOST {
        return exact;
    }
    let decimal = format!("{:.3}", rating.to_f64());
    let trimmed = decimal.trim_end_matches('0').trim_end_matches('.');
    // Digits stand below each other in a column, but a half is no .500.
    let whole = trimmed
        .parse()
        .is_ok_and(|shown: f64| (shown - rating.to_f64()).abs() < 1e-9);
    let decimal = match trimmed.split_once('.') {
        Some((_, digits)) if digits.len() > 1 || !whole => &*decimal,
        _ => trimmed,
    };
    match decimal {
        "0" | "-0" => "≈0".to_owned(),
        _ => format!("≈{}", decimal.replacen("0.", ".", 1)),
    }
}

/// A rating as a decimal in a few characters, for places where several stand side by side: `.5`,
/// `≈.424`, and whole numbers as they are.
pub fn decimal_text(rating: &Rating) -> String {
    let Some(exact) = rating.exact() else {
        return rating_text(rating);
    };
    if exact.is_integer() {
        return rating_text(rating);
    }
    let value = rating.to_f64();
    let decimal = format!("{value:.3}");
    // Three digits say all where a thousand of it is whole.
    let sign = if 1_000 % *exact.denom() == 0 {
        ""
    } else {
        "≈"
    };
    let digits = match sign {
        "" => decimal.trim_end_matches('0'),
        _ => &*decimal,
    };
    format!("{sign}{}", digits.replacen("0.", ".", 1))
}

/// Whether a rating is shown rounded.
pub(super) fn is_rounded(rating: &Rating) -> bool {
    // Most ratings are small, and need not be written to know that.
    let small = rating
        .exact()
        .is_some_and(|exact| (0..100).contains(exact.numer()) && *exact.denom() < 100);
    !small && rating_text(rating).starts_with('≈')
}

/// Who has won: `b wins`, `a and b tie`.
pub fn winners_text(labels: &dyn Labels, winners: Winners) -> String {
    winners_shortened(labels, winners, usize::MAX)
}

/// The same with at most that many characters of every name.
pub fn winners_shortened(labels: &dyn Labels, winners: Winners, most: usize) -> String {
    let names: Vec<String> = winners
        .iter()
        .map(|player| shortened(&player_name(labels, player), most))
        .collect();
    match names.split_last() {
        None => "nobody wins".to_owned(),
        Some((name, [])) => format!("{name} wins"),
        Some((last, rest)) => format!("{} and {last} tie", rest.join(", ")),
    }
}

/// Who has won an end, in words; `None` at any other vertex.
pub fn end_text(labels: &dyn Labels, vertex: Vertex) -> Option<String> {
    end_winners(labels, vertex).map(|winners| winners_text(labels, winners))
}

/// Who has won an end; `None` at any other vertex.
pub fn end_winners(labels: &dyn Labels, vertex: Vertex) -> Option<Winners> {
    let graph = labels.graph();
    if graph.kind(vertex) != VertexKind::End {
        return None;
    }
    let payoffs: Vec<_> = Player::all(graph.players())
        .filter_map(|player| graph.outcome(vertex, player))
        .collect();
    Some(winners_of(&payoffs))
}

/// A player's name, fit to be shown.
pub fn player_name(labels: &dyn Labels, player: Player) -> String {
    visible(&labels.player_name(player)).into_owned()
}

/// A text of at most that many characters: the end of a longer one is left out.
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => {
            let kept = text.chars().take(most.saturating_sub(1));
            kept.chain(['…']).collect()
        }
    }
}

/// An exact number as the reader of a rating sees it, and as a decimal where it is long.
pub fn number_text(number: Rational, most: usize) -> String {
    let exact = number.to_string();
    if exact.chars().count() <= most {
        exact
    } else {
        rating_text(&Rating::Approximate(to_f64(&number)))
    }
}

/// One step of a line: `a 2→3`, `b passes`; a branch of chance has no mover.
pub fn step_text(labels: &dyn Labels, source: Vertex, edge: Edge) -> String {
    let mv = visible(&labels.move_text(source, edge)).into_owned();
    match labels.graph().kind(source) {
        VertexKind::Decision(mover) => {
            let name = player_name(labels, mover);
            match mv.as_str() {
                "pass" => format!("{name} passes"),
                // Such a move says itself whose it is.
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

/// A count for a narrow column: exact up to eleven characters, then a power of ten.
pub fn table_count(count: Count<'_>) -> String {
    let exact = short_count(count);
    let digits = count.to_string();
    if exact.len() <= 11 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return exact;
    }
    power_of_ten(&digits, 3)
}

/// A count as a whole number with thousands separated, however large; beyond some hundred digits,
/// which nobody reads, as a power of ten.
pub fn whole_count(count: Count<'_>) -> String {
    const MOST: usize = 100;
    let digits = count.to_string();
    if digits.len() <= MOST && is_number(&digits) {
        grouped_digits(&digits)
    } else {
        short_count(count)
    }
}

/// A count for the narrowest column: exact up to seven characters, then a rounded power of ten:
/// `1.5×10⁹`.
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

/// A move as a reader says it: `2 → 3`, and any other move as it is written.
pub fn move_words(notation: &str) -> String {
    let parts: Vec<&str> = notation.split('>').collect();
    match parts[..] {
        [from, to] if is_number(from) && is_number(to) => format!("{from} → {to}"),
        _ => notation.to_owned(),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A count with thousands separated, or, from 16 digits on, as a power of ten.
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

/// `≥ ` where a budget stopped the graph, so that its counts are of what is known so far; a ply
/// limit is part of what was asked, and its counts are exact.
pub fn at_least(graph: &Graph) -> &'static str {
    if graph.stopped().is_some() {
        "≥ "
    } else {
        ""
    }
}

/// The first letters of a player's name, for a mark.
pub fn player_letter(labels: &dyn Labels, player: Player) -> String {
    visible(&labels.player_name(player))
        .chars()
        .take(2)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{half, ratio};

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
    fn long_texts_are_shortened_by_characters() {
        assert_eq!(shortened("pass", 4), "pass");
        assert_eq!(shortened("passes", 4), "pas…");
        assert_eq!(shortened("äöüß", 3), "äö…");
        assert_eq!(shortened("", 0), "");
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

    #[test]
    fn ratings_are_short() {
        assert_eq!(rating_text(&Rating::Exact(half())), "1/2");
        assert_eq!(rating_text(&Rating::Exact(ratio(1237, 10_000))), "≈.124");
        assert_eq!(rating_text(&Rating::Approximate(0.5)), "≈.5");
        assert_eq!(rating_text(&Rating::Approximate(0.500_27)), "≈.500");
        assert_eq!(rating_text(&Rating::Approximate(0.46)), "≈.460");
        assert_eq!(rating_text(&Rating::Approximate(10.0)), "≈10");
        assert_eq!(rating_text(&Rating::Approximate(-0.0)), "≈0");
        assert_eq!(rating_text(&Rating::Approximate(-0.25)), "≈-.250");
        for (rating, rounded) in [
            (Rating::Exact(half()), false),
            (Rating::Exact(ratio(98, 99)), false),
            (Rating::Exact(ratio(-98, 99)), true),
            (Rating::Exact(ratio(1, 1_000)), true),
            (Rating::Exact(ratio(1, 999)), false),
            (Rating::Approximate(1.0), true),
        ] {
            assert_eq!(is_rounded(&rating), rounded, "{rating}");
            assert_eq!(rating_text(&rating).starts_with('≈'), rounded);
        }
    }

    #[test]
    fn decimals_stand_side_by_side() {
        for (rating, text) in [
            (Rating::Exact(half()), ".5"),
            (Rating::Exact(ratio(14, 25)), ".56"),
            (Rating::Exact(ratio(-1, 4)), "-.25"),
            (Rating::Exact(ratio(1, 3)), "≈.333"),
            (Rating::Exact(ratio(1, 1)), "1"),
            (Rating::Exact(ratio(0, 1)), "0"),
            (Rating::Approximate(0.46), "≈.460"),
        ] {
            assert_eq!(decimal_text(&rating), text);
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
