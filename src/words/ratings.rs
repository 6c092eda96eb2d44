//! Ratings and other exact numbers as short text, also those of a recorded search. An unproven rating
//! is `?` or its interval, `1/2 … 1`; `≥` and `≤` stand for bounds of a search alone. The text of a
//! move that lowers its mover's rating says what it cost, and the best move.

use super::numbers::{move_words, shortened};
use crate::game::{Player, Rational, to_f64, visible};
use crate::rating::{Analysis, Loss, Rating, Ratings, loss};
use crate::search::Interval;
use crate::tree::{Edge, Labels, Vertex, VertexKind};

/// A rating as short text: `1/2`, `0`, `12.5`, and for a fraction of more than five characters a
/// decimal, `0.125` or `≈ 0.424`.
pub fn rating_text(rating: &Rating) -> String {
    const MAX: usize = 5;
    if let Some(exact) = rating
        .exact()
        .and_then(|it| short_exact(it, MAX, RATING_DIGITS))
    {
        return exact;
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

/// An exact number: a fraction of at most `max` characters, or a decimal of at most `digits`. Beyond
/// 1 a decimal is easier to compare: `12.5`, not `25/2`.
fn short_exact(number: Rational, max: usize, digits: u32) -> Option<String> {
    let fraction = number.to_string();
    let is_short = number.is_integer() || fraction.chars().count() <= max;
    let fraction = is_short.then(|| with_minus(fraction));
    match number.is_integer() || number.numer().unsigned_abs() < number.denom().unsigned_abs() {
        true => fraction.or_else(|| exact_decimal(number, digits)),
        false => exact_decimal(number, digits).or(fraction),
    }
}

/// Maximum digits of an exact decimal in a node: no more than a rounded one has with its sign.
const RATING_DIGITS: u32 = 4;

/// Maximum digits of a payoff's decimal, and of a rating's in text.
const MAX_DIGITS: u32 = 6;

/// An exact number in text that has room: a fraction with a denominator of at most four digits, or a
/// decimal of at most six digits; `None` if neither is exact.
pub fn exact_text(number: Rational) -> Option<String> {
    const MAX: i128 = 9_999;
    let max = if *number.denom() <= MAX {
        usize::MAX
    } else {
        0
    };
    short_exact(number, max, MAX_DIGITS)
}

/// A number as a decimal, if `digits` after the point are all that it has.
fn exact_decimal(number: Rational, digits: u32) -> Option<String> {
    let scale = 10_i128.pow(digits);
    let parts = number.numer().checked_mul(scale)?;
    let parts = (parts % number.denom() == 0).then(|| parts / number.denom())?;
    let sign = if parts < 0 { "−" } else { "" };
    let (whole, rest) = (
        parts.unsigned_abs() / scale.unsigned_abs(),
        parts.unsigned_abs() % scale.unsigned_abs(),
    );
    let decimal = format!("{sign}{whole}.{rest:0width$}", width = digits as usize);
    Some(
        decimal
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned(),
    )
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
    let rounded = || with_minus(format!("≈ {:.3}", rating.to_f64()));
    exact_decimal(exact, RATING_DIGITS).unwrap_or_else(rounded)
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
pub fn unproven_text(bounds: (&Rating, &Rating), range: (Rational, Rational)) -> String {
    let (low, high) = bounds;
    let (min, max) = range;
    let is = |bound: &Rating, end| bound.ties_with(&Rating::Exact(end));
    if is(low, min) && is(high, max) {
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

/// An exact number as a fraction of at most `max` characters, otherwise as a decimal.
pub fn number_text(number: Rational, max: usize) -> String {
    short_exact(number, max, MAX_DIGITS)
        .unwrap_or_else(|| rating_text(&Rating::Approximate(to_f64(&number))))
}

/// Exact numbers beside each other: decimals where they can be, if one of them is.
pub fn numbers_text(numbers: &[Rational], text: fn(Rational) -> String) -> Vec<String> {
    let texts: Vec<String> = numbers.iter().map(|number| text(*number)).collect();
    if !texts.iter().any(|text| text.contains('.')) {
        return texts;
    }
    let decimal =
        |(number, text): (&Rational, String)| exact_decimal(*number, MAX_DIGITS).unwrap_or(text);
    numbers.iter().zip(texts).map(decimal).collect()
}

/// Doubles this close count as equal.
const TIE: f64 = 1e-12;

/// The exact numbers that the doubles of a search stand for.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    /// In ascending order.
    exact: Vec<Rational>,
    /// Maximum distance between a double and the exact number that it represents.
    near: f64,
}

impl Numbers {
    /// The numbers of a search that met these payoffs, estimates and ratings. In a tree with
    /// chance, where bounds are rounded, a double represents any number within `TIE` of it.
    pub fn new(mut exact: Vec<Rational>, chance: bool) -> Self {
        exact.sort_unstable();
        exact.dedup();
        let near = if chance { TIE } else { 0.0 };
        Self { exact, near }
    }

    /// A number: a fraction if it is known, otherwise a decimal with the usual number of digits.
    pub fn text(&self, number: f64) -> String {
        if number == f64::INFINITY {
            return "+∞".to_owned();
        }
        if number == f64::NEG_INFINITY {
            return "−∞".to_owned();
        }
        match self.exact(number) {
            Some(exact) => rating_text(&Rating::Exact(exact)),
            None => rating_text(&Rating::Approximate(number)),
        }
    }

    /// The exact number that a double represents, if it is known.
    pub fn exact(&self, number: f64) -> Option<Rational> {
        let min = number - self.near;
        let index = self.exact.partition_point(|exact| to_f64(exact) < min);
        let exact = self.exact.get(index).copied();
        exact.filter(|exact| (to_f64(exact) - number).abs() <= self.near)
    }

    /// The same with `~` before a number that may depend on an estimate.
    pub fn value_text(&self, known: Interval, estimated: bool) -> Option<String> {
        let bounds = self.bounds(known)?;
        Some(match estimated {
            true => estimate_text(&bounds),
            false => bounds,
        })
    }

    /// Bounds as text: `1/2`, `≥ 1/2`, `≤ 0`, `0 … 1/2`; `None` if they exclude nothing.
    pub fn bounds(&self, known: Interval) -> Option<String> {
        let Interval { low, high } = known;
        if high - low <= TIE {
            return Some(self.text(f64::midpoint(low, high)));
        }
        match (low.is_finite(), high.is_finite()) {
            (true, true) => Some(format!("{} … {}", self.text(low), self.text(high))),
            (true, false) => Some(format!("≥ {}", self.text(low))),
            (false, true) => Some(format!("≤ {}", self.text(high))),
            (false, false) => None,
        }
    }
}

/// Maximum characters of a move's name.
const MAX_LETTERS: usize = 24;

/// A move that lowered its mover's rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorseMove {
    /// How much it cost.
    pub loss: Loss,
    /// The player who made the move.
    pub player: Player,
    /// The move: `2→3`.
    pub mv: String,
    /// Its mover's rating before it …
    pub from: String,
    /// … and after it.
    pub to: String,
    /// The best move, as text …
    pub better: String,
    /// … and as a move of the same position.
    pub better_edge: Edge,
}

impl WorseMove {
    /// What it cost, and the best move: `1 → 1/2; best was 4→5`.
    pub fn cost(&self) -> String {
        format!("{} → {}; best was {}", self.from, self.to, self.better)
    }

    /// What it is, by whom: `Blunder by a`.
    pub fn head(&self, name: &str) -> String {
        let what = match self.loss {
            Loss::Slight => "Slightly worse move",
            Loss::Inaccuracy => "Inaccuracy",
            Loss::Blunder => "Blunder",
        };
        format!("{what} by {name}")
    }

    /// The same in a sentence: `Blunder by a: 2→3 (1 → 1/2; best was 4→5)`.
    pub fn sentence(&self, name: &str) -> String {
        format!("{}: {} ({})", self.head(name), self.mv, self.cost())
    }
}

/// The text of a move that is proven to lower its mover's rating; `None` for any other.
pub fn worse_move(
    labels: &dyn Labels,
    analysis: &Analysis,
    source: Vertex,
    edge: Edge,
) -> Option<WorseMove> {
    let graph = labels.graph();
    let ratings = &analysis.ratings;
    let VertexKind::Decision(player) = graph.kind(source) else {
        return None;
    };
    let loss = loss(graph, ratings, source, edge)?;
    let target = graph.target(edge);
    let (_, max) = ratings.proven(target, player);
    let least = |edge: &Edge| ratings.proven(graph.target(*edge), player).0;
    // A move on the best line may be better by an estimate alone.
    let certainly = |edge: &Edge| {
        let min = least(edge);
        min.compare(&max).is_gt() && !min.ties_with(&max)
    };
    let picked = analysis.distances.pick(graph, ratings, source);
    let better_edge = picked.filter(certainly).or_else(|| {
        let edges = graph.edges(source).rev().filter(certainly);
        edges.max_by(|a, b| least(a).compare(&least(b)))
    })?;
    let mv = |edge| move_name(labels, source, edge);
    Some(WorseMove {
        loss,
        player,
        mv: mv(edge),
        from: rating_in_words(ratings, graph.range(), source, player),
        to: rating_in_words(ratings, graph.range(), target, player),
        better: mv(better_edge),
        better_edge,
    })
}

/// A move's name in a list: `2→3`.
pub fn move_name(labels: &dyn Labels, source: Vertex, edge: Edge) -> String {
    let name = labels.move_text(source, edge);
    let name = move_words(&visible(&name)).replace(" → ", "→");
    shortened(&name, MAX_LETTERS)
}

fn rating_in_words(
    ratings: &Ratings,
    range: (Rational, Rational),
    vertex: Vertex,
    player: Player,
) -> String {
    if ratings.is_proven(vertex, player) {
        return rating_text(&ratings.rating(vertex, player));
    }
    let (low, high) = ratings.proven(vertex, player);
    unproven_text((&low, &high), range)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{half, ratio};
    use crate::search::UNBOUNDED;

    #[test]
    fn ratings_are_short() {
        assert_eq!(rating_text(&Rating::Exact(half())), "1/2");
        assert_eq!(rating_text(&Rating::Exact(ratio(1237, 10_000))), "0.1237");
        assert_eq!(
            rating_text(&Rating::Exact(ratio(12_371, 100_000))),
            "≈ 0.124"
        );
        assert_eq!(rating_text(&Rating::Exact(ratio(-450_001, 2))), "−225000.5");
        assert_eq!(rating_text(&Rating::Exact(ratio(1_250_000, 1))), "1250000");
        assert_eq!(rating_text(&Rating::Exact(ratio(43, 4))), "10.75");
        assert_eq!(rating_text(&Rating::Exact(ratio(4, 3))), "4/3");
        assert_eq!(number_text(ratio(1237, 10_000), 5), "0.1237");
        assert_eq!(
            exact_text(ratio(30_550_033, 80)).as_deref(),
            Some("381875.4125")
        );
        assert_eq!(exact_text(ratio(-1249, 10_000)).as_deref(), Some("−0.1249"));
        assert_eq!(exact_text(ratio(41, 50)).as_deref(), Some("41/50"));
        assert_eq!(exact_text(ratio(1, 70_000)), None);
        let short = |number| number_text(number, 5);
        assert_eq!(
            numbers_text(&[ratio(-5, 4), half()], short),
            ["−1.25", "0.5"]
        );
        assert_eq!(numbers_text(&[half(), ratio(1, 3)], short), ["1/2", "1/3"]);
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
            (Rating::Exact(ratio(1, 1_000)), false),
            (Rating::Exact(ratio(1, 1_001)), true),
            (Rating::Exact(ratio(1, 999)), false),
            (Rating::Approximate(1.0), true),
        ] {
            assert_eq!(is_rounded(&rating), rounded, "{rating}");
            assert_eq!(rating_text(&rating).starts_with('≈'), rounded);
        }
    }

    #[test]
    fn an_unproven_rating_is_a_question_mark_or_its_proven_interval() {
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
            assert_eq!(unproven_text((&low, &high), (zero, one)), text);
        }
        let all = (exact(zero), exact(one));
        assert_eq!(
            unproven_text((&all.0, &all.1), (zero, ratio(6, 1))),
            "0 … 1"
        );
    }

    #[test]
    fn ratings_in_a_list_are_short_decimals_and_rounded_ones_have_three_digits() {
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

    #[test]
    fn numbers_are_fractions_where_they_are_known_and_bounds_say_what_they_bound() {
        let numbers = Numbers::new(vec![half(), ratio(1, 3)], false);
        assert_eq!(numbers.text(1.0 / 3.0), "1/3");
        assert_eq!(numbers.text(f64::NEG_INFINITY), "−∞");
        let bounds = |low, high| numbers.bounds(Interval { low, high });
        assert_eq!(bounds(0.5, 0.5).as_deref(), Some("1/2"));
        assert_eq!(bounds(0.5, f64::INFINITY).as_deref(), Some("≥ 1/2"));
        assert_eq!(bounds(f64::NEG_INFINITY, 0.5).as_deref(), Some("≤ 1/2"));
        assert_eq!(bounds(1.0 / 3.0, 0.5).as_deref(), Some("1/3 … 1/2"));
        assert_eq!(numbers.bounds(UNBOUNDED), None);
        let near = (1.0_f64 / 3.0).next_up();
        assert_eq!(numbers.exact(near), None);
        let rounded = Numbers::new(vec![half(), ratio(1, 3)], true);
        assert_eq!(rounded.exact(near), Some(ratio(1, 3)));
    }
}
