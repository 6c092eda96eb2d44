//! What is said of hits: how many there are, which one is selected, and why there are none.

use num_bigint::BigUint;

use super::Way;
use crate::diagram::whole_count;
use crate::tree::{Count, Hits};

/// A number with its thousands separated; `None` stands for 2^4096 or more.
pub(super) fn number(number: Option<&BigUint>) -> String {
    match number.map(BigUint::to_u64_digits) {
        // Zero has no digit.
        Some(digits) if digits.is_empty() => "0".to_owned(),
        Some(digits) => whole_count(Count::Exact(&digits)),
        None => whole_count(Count::Beyond),
    }
}

/// How many hits there are, in words.
pub(super) fn total(hits: &Hits) -> String {
    let total = hits.total();
    let one = total.as_ref() == Some(&BigUint::from(1_u32));
    format!(
        "{} hit{}",
        number(total.as_ref()),
        if one { "" } else { "s" }
    )
}

/// The plies that are looked at where there are hits without end.
pub(super) fn endless(hits: &Hits) -> Option<String> {
    let last = hits.endless()?;
    Some(format!(
        "There are hits without end: these are those down to ply {last}. Ask for plies to see \
         others: ply:{}-{}",
        last + 1,
        last + 20
    ))
}

/// Why what would tell ratings isn't looked for.
pub(super) fn kept_back() -> &'static str {
    "Ratings are hidden, and this would tell them: show them first (H)"
}

/// That there is nothing to go to.
pub(super) fn none(hits: &Hits, names: &str) -> String {
    match hits.endless() {
        Some(last) => format!("There is no {names} down to ply {last}"),
        None => format!("There is no {names} in this tree"),
    }
}

/// What was gone to: `Blunder 3 of 1,234`, and whether the search went over the end of the tree.
pub(super) fn went_to(
    hits: &Hits,
    name: &str,
    place: Option<BigUint>,
    way: Way,
    (wrapped, only): (bool, bool),
) -> String {
    let of = number(hits.total().as_ref());
    let which = match &place {
        Some(place) => format!("{name} {} of {of}", number(Some(place))),
        None => format!("{name} of {of}"),
    };
    let within = hits
        .endless()
        .map_or_else(String::new, |last| format!(" down to ply {last}"));
    let how = match (only, wrapped, way) {
        (true, ..) => ": there is no other",
        (false, false, _) => "",
        (false, true, Way::Next) => ": on from the start of the tree, since there was none after",
        (false, true, Way::Previous) => {
            ": back from the end of the tree, since there was none before"
        }
    };
    format!("{which}{within}{how}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_however_large() {
        assert_eq!(number(Some(&BigUint::ZERO)), "0");
        assert_eq!(number(Some(&BigUint::from(1_234_567_u32))), "1,234,567");
        let large: BigUint = BigUint::from(1_u32) << 64_u32;
        assert_eq!(number(Some(&large)), "18,446,744,073,709,551,616");
        assert_eq!(number(None), "at least 2^4096");
    }
}
