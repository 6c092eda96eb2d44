//! Ratings on another scale: any rising map of the rules' ratings, such as -1, 0 and 1 for a loss, a
//! tie and a win, or scores that count the plies. It is found from what was said, and what was said
//! is read by it.

use std::collections::BTreeMap;

use super::claims::Claim;
use super::reference::Reference;
use crate::game::{Player, Rational, ratio, to_f64};
use crate::save::{SaidNumber, SaidRating, Theirs};
use crate::words::joined;

/// Most ratings that a scale has, so that a rising map says something.
const MAX_CLASSES: usize = 9;

/// A number in the order of its size.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Size(f64);

impl Eq for Size {}

impl PartialOrd for Size {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Size {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// How often each number was said where the rules have each rating.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs(BTreeMap<Size, BTreeMap<Rational, u64>>);

impl Pairs {
    fn add(&mut self, said: f64, rating: Rational) {
        let of = self.0.entry(Size(said)).or_default();
        *of.entry(rating).or_default() += 1;
    }

    fn ratings(&self) -> Vec<Rational> {
        let all = self.0.values().flat_map(|of| of.keys().copied());
        let all: std::collections::BTreeSet<Rational> = all.collect();
        all.into_iter().collect()
    }
}

/// The pairs of a board: those of its ends, those of all positions, and the same as if one number
/// were the first player's.
#[derive(Clone, Debug, Default)]
pub(super) struct Evidence([Pairs; 4]);

/// A scale: the numbers that stand for each rating, from the least.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scale(Vec<(f64, f64, Rational)>);

impl Evidence {
    /// Adds what was said of a board.
    pub fn add(&mut self, reference: &Reference, claims: &[Claim], theirs: &Theirs) {
        let graph = reference.rated.graph.graph();
        for claim in claims {
            let said = claim.said(theirs);
            let alone = matches!(said, SaidRating::ForMover(_)).then_some(Player(0));
            for (first, mover) in [(0, claim.mover), (2, alone.or(claim.mover))] {
                for player in Player::all(graph.players()) {
                    let named = |name: &str| reference.player(name);
                    let number = said.of(player, named, mover);
                    let ours = reference.rating(claim.vertex, player);
                    let Some((number, ours)) = number.zip(ours.and_then(|own| own.exact())) else {
                        continue;
                    };
                    self.0[first + 1].add(number.value(), ours);
                    if graph.outcome(claim.vertex, player).is_some() {
                        self.0[first].add(number.value(), ours);
                    }
                }
            }
        }
    }

    /// The scale, if what was said is on another than the rules.
    pub fn scale(&self, range: (Rational, Rational), ratings: &[Rational]) -> Option<Scale> {
        // Ends are right more often, but don't have every rating.
        let mut pairs = [1, 0, 3, 2].into_iter().map(|place| &self.0[place]);
        let all = &self.0[1];
        pairs.find_map(|pairs| scale(pairs, range, ratings, all))
    }
}

fn scale(
    pairs: &Pairs,
    range: (Rational, Rational),
    all: &[Rational],
    said: &Pairs,
) -> Option<Scale> {
    let ratings = pairs.ratings();
    if !(2..=MAX_CLASSES).contains(&ratings.len()) {
        return None;
    }
    let (low, high) = (to_f64(&range.0) - 1e-9, to_f64(&range.1) + 1e-9);
    let numbers: Vec<(Size, &BTreeMap<Rational, u64>)> =
        pairs.0.iter().map(|(size, of)| (*size, of)).collect();
    let outside = numbers
        .iter()
        .any(|(size, _)| size.0 < low || size.0 > high);
    // The least and the greatest rating have other numbers than their own.
    let usual = |rating: &Rational| {
        let count = |of: &BTreeMap<Rational, u64>| of.get(rating).copied().unwrap_or(0);
        let most = numbers.iter().max_by_key(|(_, of)| count(of));
        most.map_or(f64::NAN, |(size, _)| size.0)
    };
    let ends = [ratings.first()?, ratings.last()?];
    let moved = ends.map(|rating| (usual(rating) - to_f64(rating)).abs() > 1e-6);
    if !(outside && (moved[0] || moved[1]) || moved[0] && moved[1]) {
        return None;
    }
    let classes = fitted(&numbers, &ratings)?;
    let mut scale: Vec<(f64, f64, Rational)> = Vec::new();
    for ((size, _), class) in numbers.iter().zip(classes) {
        match scale.last_mut() {
            Some(last) if last.2 == ratings[class] => last.1 = size.0,
            _ => scale.push((size.0, size.0, ratings[class])),
        }
    }
    // Where the middle wasn't seen, 0 between a loss and a win is a tie.
    let middle = all
        .iter()
        .find(|rating| scale.len() == 2 && scale[0].2 < **rating && **rating < scale[1].2);
    if let Some(middle) = middle
        && all.len() == 3
        && scale[0].1 < 0.0
        && scale[1].0 > 0.0
    {
        scale.insert(1, (0.0, 0.0, *middle));
    }
    // Numbers beyond those of some positions stand for what is beyond their ratings.
    let beyond = |size: Option<&Size>| size.map_or(0.0, |size| size.0);
    let (first, last) = (*scale.first()?, *scale.last()?);
    let lowest = beyond(said.0.keys().next());
    let highest = beyond(said.0.keys().next_back());
    if let Some(least) = all.first().filter(|least| **least < first.2)
        && lowest < first.0
    {
        scale.insert(0, (lowest, lowest, *least));
    }
    if let Some(most) = all.last().filter(|most| **most > last.2)
        && highest > last.1
    {
        scale.push((highest, highest, *most));
    }
    (scale.len() > 1).then_some(Scale(scale))
}

/// The rising assignment of ratings to numbers that fits best; `None` if less than four of five
/// pairs fit, or if fewer fit than without distinguishing anything.
fn fitted(
    numbers: &[(Size, &BTreeMap<Rational, u64>)],
    ratings: &[Rational],
) -> Option<Vec<usize>> {
    let classes = ratings.len();
    let mut from: Vec<Vec<usize>> = Vec::with_capacity(numbers.len());
    let mut best = vec![0_u64; classes];
    for (_, of) in numbers {
        let mut row = vec![0; classes];
        let mut next = vec![0; classes];
        let mut from_class = 0;
        for class in 0..classes {
            if best[class] > best[from_class] {
                from_class = class;
            }
            row[class] = from_class;
            next[class] = best[from_class] + of.get(&ratings[class]).copied().unwrap_or(0);
        }
        from.push(row);
        best = next;
    }
    let total: u64 = numbers.iter().flat_map(|(_, of)| of.values()).sum();
    let mut class = (0..classes).max_by_key(|class| best[*class])?;
    let most_of_one = ratings.iter().map(|rating| {
        let of_one = numbers.iter().filter_map(|(_, of)| of.get(rating));
        of_one.sum::<u64>()
    });
    if best[class] * 5 < total * 4 || Some(best[class]) <= most_of_one.max() {
        return None;
    }
    let mut found = vec![0; numbers.len()];
    for (index, row) in from.iter().enumerate().rev() {
        found[index] = class;
        class = row[class];
    }
    Some(found)
}

impl Scale {
    /// The rating that a number stands for.
    fn rating(&self, number: f64) -> Rational {
        let above = self
            .0
            .iter()
            .position(|(_, high, _)| number <= *high + 1e-9);
        let Some(above) = above else {
            return self.0.last().map_or_else(|| ratio(0, 1), |last| last.2);
        };
        let (low, _, rating) = self.0[above];
        match above.checked_sub(1).map(|below| self.0[below]) {
            Some(below) if number < low - 1e-9 => (below.2 + rating) / ratio(2, 1),
            _ => rating,
        }
    }

    /// What was said, on the rules' scale.
    pub fn read(&self, theirs: &Theirs) -> Theirs {
        let mut theirs = theirs.clone();
        let with = |number: &SaidNumber| number.read_as(self.rating(number.value()));
        for node in &mut theirs.nodes {
            let own = [&mut node.rating, &mut node.payoffs];
            let moves = node.moves.iter_mut().flatten().map(|mv| &mut mv.rating);
            let said = own.into_iter().chain(moves);
            said.flatten().for_each(|said| said.change(with));
        }
        theirs
    }

    /// The scale in a sentence.
    pub fn words(&self) -> String {
        let number = |number: f64| number.to_string();
        let parts = self.0.iter().map(|(low, high, rating)| match low == high {
            true => format!("{} is {rating}", number(*low)),
            false => format!("{} … {} is {rating}", number(*low), number(*high)),
        });
        let (low, high) = (self.0[0].0, self.0[self.0.len() - 1].1);
        format!(
            "Your scale is {} … {}, read as the rules' ratings: {}.",
            number(low),
            number(high),
            joined(&parts.collect::<Vec<_>>())
        )
    }
}
