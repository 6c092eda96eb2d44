//! Parses numbers of other programs: whole numbers, fractions, decimals, exponents.

use super::scan::LineColumn;
use crate::game::{Rational, is_short, ratio, shortened_inside, to_f64, whole, zero};

/// Why a text isn't a usable number, as the end of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unfit {
    pub what: &'static str,
    pub remedy: &'static str,
}

/// A number, exact as long as a script can hold it ([`is_short`]); `rounded` is set where it can't.
///
/// # Errors
/// No number, or one that is too large.
pub(super) fn number(text: &str, rounded: &mut bool) -> Result<Rational, Unfit> {
    const NONE: Unfit = Unfit {
        what: "is no number",
        remedy: "write a whole number, a fraction such as 1/3 or a decimal such as 0.25",
    };
    let (sign, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let number = match unsigned.split_once('/') {
        Some((above, below)) => {
            let (above, below) = (Decimal::whole(above), Decimal::whole(below));
            let (above, below) = above.zip(below).ok_or(NONE)?;
            if below.double == 0.0 {
                return Err(NONE);
            }
            match (above.exact(), below.exact()) {
                (Some(above), Some(below)) if is_short(&(above / below)) => above / below,
                _ => round(above.double / below.double, rounded)?,
            }
        }
        None => {
            let decimal = Decimal::read(unsigned).ok_or(NONE)?;
            match decimal.exact() {
                Some(number) => number,
                None => round(decimal.double, rounded)?,
            }
        }
    };
    Ok(number * whole(sign))
}

/// What was rounded while a file was read.
#[derive(Debug, Default)]
pub(super) struct Rounding {
    /// The text, the place and the value of the first such number.
    first: Option<(String, LineColumn, Rational)>,
    all: u64,
}

impl Rounding {
    /// A number, which is noticed if it is rounded.
    ///
    /// # Errors
    /// No number, or one that is too large.
    pub fn number(&mut self, text: &str, place: LineColumn) -> Result<Rational, Unfit> {
        let mut rounded = false;
        let number = number(text, &mut rounded)?;
        if rounded {
            self.add(text, place, number);
        }
        Ok(number)
    }

    /// Notices a rounded number.
    pub fn add(&mut self, text: &str, place: LineColumn, number: Rational) {
        self.all += 1;
        self.first
            .get_or_insert_with(|| (text.to_owned(), place, number));
    }

    /// A sentence about them; `None` if there are none.
    pub fn notice(&self) -> Option<String> {
        const MAX: usize = 40;
        let (text, (line, column), number) = self.first.as_ref()?;
        let more = match self.all {
            1 => String::new(),
            all => format!(", and so were {} more", all - 1),
        };
        Some(format!(
            "{} (line {line}, column {column}) was rounded to {}, since a number has at most 18 \
             digits here, a whole one 20{more}",
            shortened_inside(text, MAX),
            to_f64(number)
        ))
    }
}

/// One more than the largest number above or below the line.
const MAX: i128 = 1_000_000_000_000_000_000;

/// A fraction near a double.
///
/// # Errors
/// A number that is too large for any.
pub(super) fn round(double: f64, rounded: &mut bool) -> Result<Rational, Unfit> {
    if double.is_nan() || double.abs() >= 100.0 * MAX as f64 {
        return Err(Unfit {
            what: "is too large",
            remedy: "divide all payoffs by the same number",
        });
    }
    *rounded = true;
    let mut places = MAX / 10;
    while places > 1 && (double * places as f64).abs() >= MAX as f64 {
        places /= 10;
    }
    Ok(ratio((double * places as f64).round() as i128, places))
}

/// An exponent; one of any size is no fault, since the number is nothing or too large then.
fn exponent_of(text: &str) -> Option<i32> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| sign * digits.parse().unwrap_or(i32::MAX))
}

/// Digits times a power of ten, without a sign.
struct Decimal {
    /// The digits, 0 if there are more than 20.
    digits: i128,
    exponent: i32,
    /// Whether there are no more digits than 20.
    short: bool,
    double: f64,
}

impl Decimal {
    /// A number without point and exponent.
    fn whole(text: &str) -> Option<Self> {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| Self::read(text)).flatten()
    }

    fn read(text: &str) -> Option<Self> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent_of(exponent)?),
            None => (text, 0),
        };
        let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let plain = [before, after]
            .iter()
            .all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
        if !plain || (before.is_empty() && after.is_empty()) {
            return None;
        }
        let after = after.trim_end_matches('0');
        let digits = format!("{before}{after}");
        let digits = digits.trim_start_matches('0');
        let double: f64 = format!("{before}.{after}e{exponent}").parse().ok()?;
        Some(Self {
            short: digits.len() <= 20,
            digits: digits
                .parse()
                .ok()
                .filter(|_| digits.len() <= 20)
                .unwrap_or(0),
            exponent: exponent.saturating_sub(i32::try_from(after.len()).ok()?),
            double,
        })
    }

    fn exact(&self) -> Option<Rational> {
        if !self.short {
            return None;
        }
        if self.digits == 0 {
            return Some(zero());
        }
        let power = 10_i128.checked_pow(self.exponent.unsigned_abs())?;
        let number = if self.exponent < 0 {
            ratio(self.digits, power)
        } else {
            whole(self.digits.checked_mul(power)?)
        };
        is_short(&number).then_some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::half;

    #[test]
    fn numbers_are_exact_however_they_are_written() {
        for (text, expected) in [
            ("0", zero()),
            ("-0.0", zero()),
            ("+3", whole(3)),
            ("2/4", half()),
            ("-1/3", ratio(-1, 3)),
            (".5", half()),
            ("5.", whole(5)),
            ("0.500000", half()),
            ("1e-3", ratio(1, 1000)),
            ("2.5E2", whole(250)),
            ("000123456789012345678", whole(123_456_789_012_345_678)),
            ("0e999999999", zero()),
            ("1e19", whole(10_i128.pow(19))),
            (
                "12345678901234567890/98765432109876543210",
                ratio(13_717_421, 109_739_369),
            ),
            ("-99999999999999999999", whole(1 - 10_i128.pow(20))),
        ] {
            let mut rounded = false;
            assert_eq!(number(text, &mut rounded), Ok(expected), "{text}");
            assert!(!rounded, "{text}");
        }
    }

    #[test]
    fn what_is_too_long_is_rounded_and_what_is_too_large_is_refused() {
        for (text, near) in [
            ("0.12345678901234567890123", 0.123_456_789_012_345_67),
            ("1e-300", 0.0),
            ("1e-2000000000", 0.0),
            ("1e-99999999999999", 0.0),
            (
                "12345678901234567891/98765432109876543210",
                0.124_999_998_860_937_5,
            ),
            ("123456789012345678.125", 123_456_789_012_345_678.125),
            ("1234567890123456789.5", 1_234_567_890_123_456_789.5),
        ] {
            let mut rounded = false;
            let read = number(text, &mut rounded).expect(text);
            assert!(rounded && is_short(&read), "{text}");
            assert!(
                (to_f64(&read) - near).abs() <= near * 1e-15,
                "{text}: {read}"
            );
        }
        for text in [
            "1e20",
            "1e999",
            "-1e400",
            "100000000000000000000",
            "123456789012345678901.5",
            "1e2147483647",
            "1e99999999999999",
        ] {
            let fault = number(text, &mut false).expect_err(text);
            assert!(fault.what.contains("too large"), "{text}: {fault:?}");
        }
        for text in [
            "", "-", ".", "1/0", "1/", "/2", "x", "nan", "inf", "1e", "1e+", "1,5", "--1", "1/2/3",
            "0x1",
        ] {
            assert!(number(text, &mut false).is_err(), "{text}");
        }
    }
}
