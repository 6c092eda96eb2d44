//! Numbers that every reader of `.efg` accepts: OpenSpiel reads fractions of 32-bit integers, and
//! Gambit requires probabilities that sum to exactly 1.

use crate::game::{Rational, parse_rational, ratio, to_f64};

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
