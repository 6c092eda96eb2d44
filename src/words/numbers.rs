//! Whole numbers and counts: grouped, or as a power of ten.

use std::fmt::Display;

use crate::tree::{Count, Graph};

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
pub fn at_least(graph: &Graph) -> &'static str {
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

#[cfg(test)]
mod tests {
    use super::*;

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
        for (bytes, words) in [
            (0, "0 bytes"),
            (1, "1 byte"),
            (999, "999 bytes"),
            (1_000, "1.0 kB"),
            (12_345, "12 kB"),
            (999_600, "1.0 MB"),
            (3_400_000, "3.4 MB"),
            (250_000_000_000, "250 GB"),
        ] {
            assert_eq!(short_bytes(bytes), words);
        }
    }
}
