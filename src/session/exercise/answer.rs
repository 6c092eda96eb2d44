//! Answers to exercises: the learner's answer, its parsing, and the right answer.

use crate::game::{Rational, Refusal, one, parse_rational, quoted, ratio};
use crate::words::{BETWEEN_PAYOFFS, counted};

/// Which side a bound leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sense {
    /// None: it is exactly that.
    Exact,
    /// It is that or more.
    AtLeast,
    /// It is that or less.
    AtMost,
}

/// A learner's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A rating, with its number of decimal places as typed.
    Rating(Rational, Option<u32>),
    /// Every player's payoff, each with its number of decimal places as typed.
    Payoffs(Vec<(Rational, Option<u32>)>),
    /// The marked moves, by their indices in the rules' order.
    Moves(Vec<usize>),
    /// A bound.
    Bound(Sense, Rational),
    /// Whether the move is cut.
    Cut(bool),
}

/// The right answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Right {
    /// This rating.
    Rating(Rational),
    /// These payoffs, one per player.
    Payoffs(Vec<Rational>),
    /// These moves, by their indices in the rules' order.
    Moves(Vec<usize>),
    /// The lower and the upper bound; `None` if there is none.
    Bound(Option<Rational>, Option<Rational>),
    /// Whether the move is cut.
    Cut(bool),
}

impl Right {
    /// Whether an answer is right. In a tree with chance a rating may be rounded to three or more
    /// decimal places.
    pub fn allows(&self, answer: &Answer, chance: bool) -> bool {
        match (self, answer) {
            (Self::Rating(right), Answer::Rating(given, places)) => {
                is_same(*right, (*given, *places), chance)
            }
            (Self::Payoffs(right), Answer::Payoffs(given)) => {
                let mut pairs = right.iter().zip(given);
                right.len() == given.len()
                    && pairs.all(|(right, given)| is_same(*right, *given, chance))
            }
            (Self::Moves(right), Answer::Moves(given)) => right == given,
            (Self::Bound(low, high), Answer::Bound(sense, given)) => match (sense, low, high) {
                (Sense::Exact, Some(low), Some(high)) => low == high && low == given,
                (Sense::AtLeast, Some(low), high) => low == given && high.as_ref() != Some(low),
                (Sense::AtMost, low, Some(high)) => high == given && low.as_ref() != Some(high),
                _ => false,
            },
            (Self::Cut(right), Answer::Cut(given)) => right == given,
            _ => false,
        }
    }

    /// An answer that is right.
    pub fn answer(&self) -> Answer {
        match self {
            Self::Rating(rating) => Answer::Rating(*rating, None),
            Self::Payoffs(payoffs) => {
                Answer::Payoffs(payoffs.iter().map(|payoff| (*payoff, None)).collect())
            }
            Self::Moves(moves) => Answer::Moves(moves.clone()),
            Self::Bound(Some(low), Some(high)) if low == high => Answer::Bound(Sense::Exact, *low),
            Self::Bound(_, Some(high)) => Answer::Bound(Sense::AtMost, *high),
            Self::Bound(Some(low), None) => Answer::Bound(Sense::AtLeast, *low),
            Self::Bound(None, None) => Answer::Moves(Vec::new()),
            Self::Cut(cut) => Answer::Cut(*cut),
        }
    }
}

/// Whether a number is right, where chance decides also if it is rounded.
fn is_same(right: Rational, (given, places): (Rational, Option<u32>), chance: bool) -> bool {
    right == given || (chance && is_rounded(right, given, places))
}

fn is_rounded(right: Rational, given: Rational, places: Option<u32>) -> bool {
    let Some(places) = places.filter(|places| (3..=12).contains(places)) else {
        return false;
    };
    let near = ratio(1, 2 * 10_i128.pow(places));
    // Typed numbers have at most 18 digits, and exact ratings of exercises are as short.
    let bounded =
        |number: &Rational| number.numer().unsigned_abs() < 1 << 62 && *number.denom() < 1 << 40;
    bounded(&right) && bounded(&given) && {
        let apart = right.max(given) - right.min(given);
        apart <= near
    }
}

/// Formats a number for an answer.
pub(super) fn number_words(number: Rational) -> String {
    let short = *number.denom() < 1_000_000;
    if short {
        return number.to_string();
    }
    crate::words::number_text(number, 9)
}

impl Answer {
    /// The text in a blank and in files: `1/2`, `≥1/2`, `0 2`, `cut`, `not cut`.
    pub fn text(&self) -> String {
        match self {
            Self::Rating(number, places) => typed_text(*number, *places),
            Self::Payoffs(payoffs) => {
                let payoffs = payoffs.iter();
                let texts: Vec<String> = payoffs
                    .map(|(number, places)| typed_text(*number, *places))
                    .collect();
                texts.join(BETWEEN_PAYOFFS)
            }
            Self::Moves(moves) => {
                let places: Vec<String> =
                    moves.iter().map(|index| (index + 1).to_string()).collect();
                places.join(" ")
            }
            Self::Bound(sense, number) => {
                let sign = match sense {
                    Sense::Exact => "",
                    Sense::AtLeast => "≥",
                    Sense::AtMost => "≤",
                };
                format!("{sign}{}", number_words(*number))
            }
            Self::Cut(true) => "cut".to_owned(),
            Self::Cut(false) => "not cut".to_owned(),
        }
    }
}

fn typed_text(number: Rational, places: Option<u32>) -> String {
    places.map_or_else(|| number_words(number), |places| decimal(number, places))
}

/// A number with this number of decimal places, as it was typed.
fn decimal(number: Rational, places: u32) -> String {
    let Some(all) = 10_i128.checked_pow(places) else {
        return number_words(number);
    };
    let Some(whole) = number.numer().checked_mul(all) else {
        return number_words(number);
    };
    let whole = whole / number.denom();
    let sign = if whole < 0 { "-" } else { "" };
    let (before, after) = (
        whole.unsigned_abs() / all.unsigned_abs(),
        whole.unsigned_abs() % all.unsigned_abs(),
    );
    let width = places as usize;
    format!("{sign}{before}.{after:0width$}")
}

/// The right answer as text.
pub fn right_text(right: &Right) -> String {
    match right {
        Right::Bound(Some(low), Some(high)) if low != high => {
            format!("≥{} and ≤{}", number_words(*low), number_words(*high))
        }
        right => right.answer().text(),
    }
}

/// Reads a number: `1/2`, `.5`, `0,5`, `-1`, `½`.
fn read_number(text: &str) -> Option<(Rational, Option<u32>)> {
    let text: String = text
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .map(|letter| match letter {
            '−' | '–' => '-',
            ',' => '.',
            letter => letter,
        })
        .collect();
    let text = text
        .replace('½', "1/2")
        .replace('⅓', "1/3")
        .replace('⅔', "2/3");
    let text = text.replace('¼', "1/4").replace('¾', "3/4");
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.as_str()),
    };
    let zero = if rest.starts_with('.') { "0" } else { "" };
    let number = parse_rational(&format!("{sign}{zero}{rest}"))?;
    let places = rest.split_once('.').map(|(_, after)| after.len() as u32);
    Some((number, places))
}

/// The signs before a bound, the longer ones first.
const SIGNS: [(&str, Sense); 10] = [
    (">=", Sense::AtLeast),
    ("=>", Sense::AtLeast),
    ("≥", Sense::AtLeast),
    (">", Sense::AtLeast),
    ("<=", Sense::AtMost),
    ("=<", Sense::AtMost),
    ("≤", Sense::AtMost),
    ("<", Sense::AtMost),
    ("=", Sense::Exact),
    ("", Sense::Exact),
];

/// Parses the text of a blank whose right answer is of `right`'s kind.
///
/// # Errors
/// Fails if it isn't such an answer.
pub fn read_answer(right: &Right, text: &str) -> Result<Answer, Refusal> {
    let text = text.trim();
    match right {
        Right::Rating(_) => {
            let number = text.strip_prefix('=').unwrap_or(text);
            if number.starts_with(['>', '<', '≥', '≤']) {
                let what = format!(
                    "{} is a bound, and a rating is a number alone",
                    quoted(text)
                );
                return Err(Refusal::new(what, "leave the sign out"));
            }
            read_number(number)
                .map(|(number, places)| Answer::Rating(number, places))
                .ok_or_else(|| {
                    let what = format!("Not a number: “{text}”. Enter 1, 1/2, or 0.5.");
                    Refusal::new(what, "")
                })
        }
        Right::Payoffs(payoffs) => {
            let separated =
                text.split(|letter: char| letter.is_whitespace() || "·;&".contains(letter));
            let parts = separated.filter(|part| !part.is_empty());
            let numbers: Option<Vec<_>> = parts.map(read_number).collect();
            match numbers {
                Some(numbers) if numbers.len() == payoffs.len() => Ok(Answer::Payoffs(numbers)),
                Some(numbers) => Err(Refusal::new(
                    format!(
                        "{}, one per player, are asked for; you gave {}",
                        counted(payoffs.len(), "payoff"),
                        numbers.len()
                    ),
                    "put a space between them",
                )),
                None => Err(Refusal::new(
                    format!("Not payoffs: “{text}”. Enter one number per player, such as 8 2."),
                    "",
                )),
            }
        }
        Right::Bound(..) => {
            let found = SIGNS
                .iter()
                .find_map(|(sign, sense)| Some((*sense, text.strip_prefix(sign)?)));
            let (sense, number) = found.unwrap_or((Sense::Exact, text));
            read_number(number)
                .map(|(number, _)| Answer::Bound(sense, number))
                .ok_or_else(|| {
                    let what = format!("{} is no bound", quoted(text));
                    Refusal::new(what, "write one such as 1/2, >=1/2 or <=0")
                })
        }
        Right::Moves(_) => {
            let places: Option<Vec<usize>> = text
                .split([' ', ','])
                .filter(|part| !part.is_empty())
                .map(|part| part.parse::<usize>().ok()?.checked_sub(1))
                .collect();
            let mut places = places.ok_or_else(|| {
                let what = format!("{} names no moves", quoted(text));
                Refusal::new(what, "write their numbers, such as 1 or 1 3")
            })?;
            places.sort_unstable();
            places.dedup();
            Ok(Answer::Moves(places))
        }
        Right::Cut(_) => match text.to_lowercase().as_str() {
            "cut" | "x" | "yes" | "1" => Ok(Answer::Cut(true)),
            "not cut" | "no" | "0" | "-" | "" => Ok(Answer::Cut(false)),
            _ => Err(Refusal::new("Enter “cut” or “not cut”.", "")),
        },
    }
}

/// The rating of the other player, if a win is worth 1 and ratings sum to 1.
pub(super) fn other_side(number: Rational) -> Option<Rational> {
    let small = number.numer().unsigned_abs() < 1 << 62 && *number.denom() < 1 << 62;
    small.then(|| one() - number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{half, zero};

    #[test]
    fn a_number_is_read_in_every_way_in_which_learners_write_it() {
        let right = Right::Rating(half());
        for text in ["1/2", ".5", "0.5", " 0,50 ", "½", "2/4", "=1/2", "1 / 2"] {
            let answer = read_answer(&right, text).expect(text);
            assert!(right.allows(&answer, false), "{text}");
        }
        for text in ["", "≥1/2", "half", "1/0", "--1"] {
            assert!(read_answer(&right, text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_bound_is_read_with_any_sign_and_is_no_number() {
        let right = Right::Bound(Some(half()), None);
        for text in ["≥1/2", ">=1/2", ">.5", "=> 0.5"] {
            let answer = read_answer(&right, text).expect(text);
            assert!(right.allows(&answer, false), "{text}");
        }
        for text in ["1/2", "<=1/2", "≥0"] {
            let answer = read_answer(&right, text).expect(text);
            assert!(!right.allows(&answer, false), "{text}");
        }
        let exact = Right::Bound(Some(zero()), Some(zero()));
        assert!(exact.allows(&Answer::Bound(Sense::Exact, zero()), false));
        assert!(!exact.allows(&Answer::Bound(Sense::AtMost, zero()), false));
    }

    #[test]
    fn payoffs_are_read_with_any_sign_between_them_and_none_may_be_missing() {
        let right = Right::Payoffs(vec![ratio(8, 1), ratio(-1, 2)]);
        for text in ["8 -1/2", " 8 · -.5 ", "8;-0,5", "8.0  −½"] {
            let answer = read_answer(&right, text).expect(text);
            assert!(right.allows(&answer, false), "{text}");
        }
        let turned = read_answer(&right, "-1/2 8").expect("two numbers");
        assert!(!right.allows(&turned, false));
        let fault = read_answer(&right, "8 2 1")
            .expect_err("too many")
            .to_string();
        assert!(
            fault.contains("2 payoffs") && fault.contains("you gave 3"),
            "{fault}"
        );
        assert!(read_answer(&right, "eight 2").is_err());
    }

    #[test]
    fn where_chance_decides_a_rating_may_be_rounded_to_three_places() {
        let right = Right::Rating(ratio(2, 3));
        let allows = |text: &str, chance| {
            let answer = read_answer(&right, text).expect(text);
            right.allows(&answer, chance)
        };
        assert!(allows("0.667", true));
        assert!(!allows("0.667", false));
        assert!(!allows("0.67", true));
        assert!(!allows("0.666", true));
    }

    #[test]
    fn an_answer_reads_back_as_it_was_written() {
        for (right, texts) in [
            (Right::Rating(half()), ["1/2", "0.50", "-3"]),
            (Right::Bound(None, None), ["≥1/2", "≤-1", "0"]),
            (Right::Moves(Vec::new()), ["1 3", "2", ""]),
            (
                Right::Payoffs(vec![half(), zero()]),
                ["8 · 2", "0.50 · -3", "1/2 · 0"],
            ),
            (Right::Cut(true), ["cut", "not cut", "cut"]),
        ] {
            for text in texts {
                let answer = read_answer(&right, text).expect(text);
                assert_eq!(answer.text(), text);
            }
        }
    }
}
