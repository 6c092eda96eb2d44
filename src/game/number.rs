//! Exact numbers: payoffs, probabilities and ratings are fractions of 128-bit integers.

use num_rational::Ratio;
use num_traits::ToPrimitive;

/// An exact number in lowest terms. Its `Display` is the notation of files: `0`, `1`, `1/2`.
pub type Rational = Ratio<i128>;

/// 0
pub fn zero() -> Rational {
    whole(0)
}

/// 1
pub fn one() -> Rational {
    whole(1)
}

/// 1/2
pub fn half() -> Rational {
    ratio(1, 2)
}

/// A whole number.
pub fn whole(number: i128) -> Rational {
    Ratio::from_integer(number)
}

/// `numerator / denominator`; the denominator must not be 0.
pub fn ratio(numerator: i128, denominator: i128) -> Rational {
    // Divisions of 128 bits take their time, and most fractions are small.
    match (i64::try_from(numerator), i64::try_from(denominator)) {
        (Ok(above), Ok(below)) if below > 0 => {
            let small = Ratio::new(above, below);
            Ratio::new_raw(i128::from(*small.numer()), i128::from(*small.denom()))
        }
        _ => Ratio::new(numerator, denominator),
    }
}

/// About the same as a double, quicker than the nearest one.
pub fn near_f64(number: &Rational) -> f64 {
    let (above, below) = (*number.numer(), *number.denom());
    match (i64::try_from(above), i64::try_from(below)) {
        (Ok(above), Ok(below)) => above as f64 / below as f64,
        _ => above as f64 / below as f64,
    }
}

/// The nearest double.
pub fn to_f64(number: &Rational) -> f64 {
    number
        .to_f64()
        .unwrap_or_else(|| *number.numer() as f64 / *number.denom() as f64)
}

/// Whether [`parse_rational`] reads the number back, as a script needs it: at most 18 digits in
/// numerator and denominator, or 20 in a whole number.
pub fn is_short(number: &Rational) -> bool {
    const MAX: i128 = 10_i128.pow(18);
    let most = if number.is_integer() { 100 * MAX } else { MAX };
    number.numer().abs() < most && *number.denom() < MAX
}

/// How many payoffs an end needs, where another number of them is given.
pub fn payoffs_needed(players: usize, given: usize) -> String {
    match players {
        1 => format!("an end needs 1 payoff; you gave {given}"),
        players => format!("an end needs {players} payoffs, one per player; you gave {given}"),
    }
}

/// Parses `3`, `-3`, `1/2` or `0.84` exactly; the sign may be a minus or a hyphen. Numerator and
/// denominator have at most 18 digits each, and whole numbers 20, so that sums and products of parsed
/// numbers rarely exceed 128 bits.
pub fn parse_rational(text: &str) -> Option<Rational> {
    fn at_most(most: usize, text: &str) -> Option<i128> {
        let all = text.bytes().all(|byte| byte.is_ascii_digit());
        let fits = (1..=most).contains(&text.len()) && all;
        fits.then(|| text.parse().ok()).flatten()
    }
    let digits = |text: &str| at_most(18, text);
    let (sign, unsigned) = match text.strip_prefix(['-', '−']) {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    if let Some((numerator, denominator)) = unsigned.split_once('/') {
        let denominator = digits(denominator)?;
        return (denominator != 0)
            .then(|| digits(numerator).map(|numerator| ratio(sign * numerator, denominator)))
            .flatten();
    }
    if let Some((before, after)) = unsigned.split_once('.') {
        let places = u32::try_from(after.len()).ok()?;
        let all = digits(&format!("{before}{after}"))?;
        digits(before)?;
        digits(after)?;
        return Some(ratio(sign * all, 10_i128.pow(places)));
    }
    at_most(20, unsigned).map(|number| whole(sign * number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_decimals_and_whole_numbers_are_read_exactly() {
        for (text, expected) in [
            ("0", zero()),
            ("-2", whole(-2)),
            ("2/4", half()),
            ("0.84", ratio(21, 25)),
            ("-0.5", ratio(-1, 2)),
        ] {
            assert_eq!(parse_rational(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_not_read() {
        for text in [
            "", "-", "1/0", "1/", "/2", "1.", ".5", "1e3", "nan", "+1", "1 ", "--1",
        ] {
            assert_eq!(parse_rational(text), None, "{text}");
        }
        assert_eq!(parse_rational("123456789012345678901"), None);
        assert_eq!(parse_rational("1/1234567890123456789"), None);
        let large = whole(10_i128.pow(19));
        assert_eq!(parse_rational("10000000000000000000"), Some(large));
    }

    #[test]
    fn a_number_is_written_in_lowest_terms() {
        assert_eq!(ratio(2, 4).to_string(), "1/2");
        assert_eq!(one().to_string(), "1");
    }
}
