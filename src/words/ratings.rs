//! Ratings and other exact numbers as short text.

use crate::game::{Rational, to_f64};
use crate::rating::Rating;

/// A rating as short text: `1/2`, `0`, and `≈ 0.424` for a fraction of more than five characters.
pub fn rating_text(rating: &Rating) -> String {
    const MAX: usize = 5;
    let exact = rating.to_string();
    if rating.exact().is_some() && exact.chars().count() <= MAX {
        return with_minus(exact);
    }
    let decimal = format!("{:.3}", rating.to_f64());
    let trimmed = decimal.trim_end_matches('0').trim_end_matches('.');
    // Three digits align in a column, but a half is `0.5`, not `0.500`.
    let whole = trimmed
        .parse()
        .is_ok_and(|shown: f64| (shown - rating.to_f64()).abs() < 1e-9);
    let decimal = match trimmed.split_once('.') {
        Some((_, digits)) if digits.len() > 1 || !whole => &*decimal,
        _ => trimmed,
    };
    match decimal {
        "0" | "-0" => "≈ 0".to_owned(),
        _ => with_minus(format!("≈ {decimal}")),
    }
}

/// A number with the sign of a minus, as wide as a plus, instead of a hyphen.
pub fn with_minus(number: String) -> String {
    match number.contains('-') {
        true => number.replace('-', "−"),
        false => number,
    }
}

/// A rating as a short decimal, for lists of ratings side by side: `0.5`, `≈ 0.424`. Whole numbers
/// stay as they are.
pub fn decimal_text(rating: &Rating) -> String {
    let Some(exact) = rating.exact() else {
        return rating_text(rating);
    };
    if exact.is_integer() {
        return rating_text(rating);
    }
    let value = rating.to_f64();
    let decimal = format!("{value:.3}");
    // Three digits are exact if 1000 times the number is whole.
    let sign = if 1_000 % *exact.denom() == 0 {
        ""
    } else {
        "≈ "
    };
    let digits = match sign {
        "" => decimal.trim_end_matches('0'),
        _ => &*decimal,
    };
    with_minus(format!("{sign}{digits}"))
}

/// Whether a rating is shown rounded.
pub fn is_rounded(rating: &Rating) -> bool {
    // Most ratings are small, and can be decided without writing them.
    let small = rating
        .exact()
        .is_some_and(|exact| (0..100).contains(exact.numer()) && *exact.denom() < 100);
    !small && rating_text(rating).starts_with('≈')
}

/// Text of an estimate, and of nothing else. The `~` replaces the `≈`: an estimate isn't exact
/// either.
pub fn estimate_text(rating: &str) -> String {
    format!("~{}", unrounded(rating))
}

/// Text of an average of random games, and of nothing else.
pub fn average_text(rating: &str) -> String {
    format!("{AVERAGE} {}", unrounded(rating))
}

/// The sign of an average of random games.
pub const AVERAGE: &str = "Ø";

/// The same without the sign for rounding.
pub fn unrounded(rating: &str) -> &str {
    rating.trim_start_matches(['≈', ' '])
}

/// Text of an unproven rating: a question mark if any payoff is possible, otherwise the proven
/// interval.
pub fn open_text(bounds: (&Rating, &Rating), range: (Rational, Rational)) -> String {
    let (low, high) = bounds;
    let (least, most) = range;
    let is = |bound: &Rating, end| bound.ties_with(&Rating::Exact(end));
    if is(low, least) && is(high, most) {
        return OPEN.to_owned();
    }
    let [low, high] = [low, high].map(rating_text);
    match low == high {
        // Bounds that have nearly met: no estimate, but a number that is rounded.
        true => low,
        false => format!("{low} … {high}"),
    }
}

/// Text of an unknown rating.
pub const OPEN: &str = "?";

/// An exact number as a fraction, or as a decimal if the fraction is long.
pub fn number_text(number: Rational, most: usize) -> String {
    let exact = number.to_string();
    if exact.chars().count() <= most {
        with_minus(exact)
    } else {
        rating_text(&Rating::Approximate(to_f64(&number)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{half, ratio};

    #[test]
    fn ratings_are_short() {
        assert_eq!(rating_text(&Rating::Exact(half())), "1/2");
        assert_eq!(rating_text(&Rating::Exact(ratio(1237, 10_000))), "≈ 0.124");
        assert_eq!(rating_text(&Rating::Approximate(0.5)), "≈ 0.5");
        assert_eq!(rating_text(&Rating::Approximate(0.500_27)), "≈ 0.500");
        assert_eq!(rating_text(&Rating::Approximate(0.46)), "≈ 0.460");
        assert_eq!(rating_text(&Rating::Approximate(10.0)), "≈ 10");
        assert_eq!(rating_text(&Rating::Approximate(-0.0)), "≈ 0");
        assert_eq!(rating_text(&Rating::Approximate(-0.25)), "≈ −0.250");
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
    fn what_is_open_is_a_question_mark_or_what_is_certain_of_it() {
        let (zero, one) = (ratio(0, 1), ratio(1, 1));
        let exact = Rating::Exact;
        for (low, high, text) in [
            (exact(zero), exact(one), "?"),
            (exact(half()), exact(one), "1/2 … 1"),
            (exact(zero), exact(ratio(1, 3)), "0 … 1/3"),
            (Rating::Approximate(0.25), exact(one), "≈ 0.250 … 1"),
            (
                Rating::Approximate(0.424_1),
                Rating::Approximate(0.424_2),
                "≈ 0.424",
            ),
        ] {
            assert_eq!(open_text((&low, &high), (zero, one)), text);
        }
        let all = (exact(zero), exact(one));
        assert_eq!(open_text((&all.0, &all.1), (zero, ratio(6, 1))), "0 … 1");
    }

    #[test]
    fn decimals_stand_side_by_side() {
        for (rating, text) in [
            (Rating::Exact(half()), "0.5"),
            (Rating::Exact(ratio(14, 25)), "0.56"),
            (Rating::Exact(ratio(-1, 4)), "−0.25"),
            (Rating::Exact(ratio(1, 3)), "≈ 0.333"),
            (Rating::Exact(ratio(1, 1)), "1"),
            (Rating::Exact(ratio(0, 1)), "0"),
            (Rating::Approximate(0.46), "≈ 0.460"),
        ] {
            assert_eq!(decimal_text(&rating), text);
        }
    }
}
