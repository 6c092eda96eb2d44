//! Texts about matches: their number, the selected one, and why there are none.

use num_bigint::BigUint;

use crate::app::base::none_in;
use crate::diagram::{narrow_count, whole_count};
use crate::tree::{Count, Graph, Hits};

/// The direction of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// To the next match.
    Next,
    /// To the previous match.
    Previous,
}

/// A number with thousands separators; `None` is 2^4096 or more.
pub(super) fn number(number: Option<&BigUint>) -> String {
    match number.map(BigUint::to_u64_digits) {
        // Zero has no digit.
        Some(digits) if digits.is_empty() => "0".to_owned(),
        Some(digits) => whole_count(Count::Exact(&digits)),
        None => whole_count(Count::Beyond),
    }
}

/// A number as short text, and in full.
pub(super) fn short_number(number: Option<&BigUint>) -> String {
    match number.map(BigUint::to_u64_digits) {
        Some(digits) if digits.is_empty() => "0".to_owned(),
        Some(digits) => narrow_count(Count::Exact(&digits)),
        None => narrow_count(Count::Beyond),
    }
}

/// The place of a node that doesn't match among those that do: `between hits 3 and 4 of 12`.
pub(super) fn among(before: &BigUint, total: Option<&BigUint>) -> String {
    let of = number(total);
    let next = before + 1_u32;
    if before.bits() == 0 {
        format!("Before match 1 of {of}")
    } else if Some(before) == total {
        format!("After match {of} of {of}")
    } else {
        let (before, next) = (number(Some(before)), number(Some(&next)));
        format!("Between matches {before} and {next} of {of}")
    }
}

/// The searched plies if there are infinitely many matches.
pub(super) fn endless(hits: &Hits) -> Option<String> {
    let last = hits.endless()?;
    Some(format!(
        "Infinitely many matches; showing those up to ply {last}. For others, add a filter: \
         ply:{}-{}",
        last + 1,
        last + 20
    ))
}

/// Why a filter that would reveal ratings isn't applied.
pub(crate) fn kept_back() -> &'static str {
    "Ratings are hidden, and this would reveal them: press H to show them"
}

/// That there is nothing to go to.
pub(crate) fn none(hits: &Hits, names: &str, graph: &Graph) -> String {
    match hits.endless() {
        Some(last) => format!("No {names} up to ply {last}"),
        // Under a limit, what is a blunder isn't known everywhere.
        None if names.contains("blunder") => none_in(names, graph),
        None => format!("No {names} in this tree"),
    }
}

/// The reached match: `Blunder 3 of 1,234`, and whether the search wrapped around. Matches are
/// numbered as next and previous walk them, from left to right, so the first one of a ply says
/// that it is that: `Match 7 of 9 from left to right, the first at ply 2`.
pub(crate) fn went_to(
    hits: &Hits,
    name: &str,
    place: Option<BigUint>,
    way: Way,
    (wrapped, only): (bool, bool),
    first_at: Option<u32>,
) -> String {
    let of = number(hits.total().as_ref());
    let which = match &place {
        Some(place) => format!("{name} {} of {of}", number(Some(place))),
        None => format!("{name} of {of}"),
    };
    let within = hits
        .endless()
        .map_or_else(String::new, |last| format!(" up to ply {last}"));
    let how = match (only, wrapped, way) {
        (true, ..) => " (only one)".to_owned(),
        (false, false, _) => match first_at.filter(|_| place != Some(1_u32.into())) {
            Some(ply) => format!(" from left to right, the first at ply {ply}"),
            None => String::new(),
        },
        (false, true, Way::Next) => " (wrapped to the start)".to_owned(),
        (false, true, Way::Previous) => " (wrapped to the end)".to_owned(),
    };
    format!("{which}{within}{how}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_between_hits_says_between_which() {
        let at =
            |before: u32, total: u32| among(&BigUint::from(before), Some(&BigUint::from(total)));
        assert_eq!(at(0, 837), "Before match 1 of 837");
        assert_eq!(at(1_200, 1_300), "Between matches 1,200 and 1,201 of 1,300");
        assert_eq!(at(5, 5), "After match 5 of 5");
        let beyond = among(&BigUint::from(5_u32), None);
        assert_eq!(beyond, "Between matches 5 and 6 of at least 2^4096");
        let large: BigUint = BigUint::from(1_u32) << 64_u32;
        assert_eq!(short_number(Some(&large)), "1.8×10¹⁹");
        assert_eq!(short_number(Some(&BigUint::ZERO)), "0");
    }

    #[test]
    fn numbers_are_grouped_however_large() {
        assert_eq!(number(Some(&BigUint::ZERO)), "0");
        assert_eq!(number(Some(&BigUint::from(1_234_567_u32))), "1,234,567");
        let large: BigUint = BigUint::from(1_u32) << 64_u32;
        assert_eq!(number(Some(&large)), "18,446,744,073,709,551,616");
        assert_eq!(number(None), "at least 2^4096");
    }
}
