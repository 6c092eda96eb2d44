//! Probabilities of successful attacks with dice.

use super::rules::Odds;
use crate::game::{Rational, ratio};

/// Maximum number of dice on one side.
const MAX: usize = 9;

/// The two-decimal table of *Land of Lisp*'s fourth version, in hundredths: rows by the defender's
/// dice from 1 on, columns by the attacker's from 2 on.
const BOOK_TABLE: [[i128; 4]; 5] = [
    [84, 97, 100, 100],
    [44, 78, 94, 99],
    [15, 45, 74, 91],
    [4, 19, 46, 72],
    [1, 6, 22, 46],
];

/// The probability that m dice beat n dice, for 1 to 9 dice each.
#[derive(Clone, Debug)]
pub struct OddsTable {
    wins: Vec<Rational>,
}

impl OddsTable {
    /// The odds under a setting; the book's table gives the exact ones where it ends.
    pub fn new(odds: Odds) -> Self {
        let sums: Vec<Vec<i128>> = (1..=MAX).map(sums).collect();
        let mut wins = Vec::with_capacity(MAX * MAX);
        for attacker in 1..=MAX {
            for defender in 1..=MAX {
                let of_book = BOOK_TABLE
                    .get(defender - 1)
                    .and_then(|row| row.get(attacker.checked_sub(2)?));
                wins.push(match (odds, of_book) {
                    (Odds::BookTable, Some(hundredths)) => ratio(*hundredths, 100),
                    _ => beats(&sums[attacker - 1], &sums[defender - 1]),
                });
            }
        }
        Self { wins }
    }

    /// The probability that the sum of the attacker's dice is greater than the defender's.
    pub fn wins(&self, attacker: u8, defender: u8) -> Rational {
        let place = |dice: u8| usize::from(dice.clamp(1, MAX as u8)) - 1;
        self.wins[place(attacker) * MAX + place(defender)]
    }
}

/// The number of ways this many six-sided dice show each sum, from 0 up.
fn sums(dice: usize) -> Vec<i128> {
    let mut ways = vec![1];
    for _ in 0..dice {
        let mut after = vec![0; ways.len() + 6];
        for (sum, count) in ways.iter().enumerate() {
            for face in 1..=6 {
                after[sum + face] += count;
            }
        }
        ways = after;
    }
    ways
}

fn beats(attacker: &[i128], defender: &[i128]) -> Rational {
    let mut ways = 0;
    let mut below = 0;
    for (sum, count) in attacker.iter().enumerate() {
        ways += count * below;
        below += defender.get(sum).copied().unwrap_or(0);
    }
    let all = attacker.iter().sum::<i128>() * defender.iter().sum::<i128>();
    ratio(ways, all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::to_f64;

    #[test]
    fn exact_odds_are_those_of_counting_every_throw() {
        fn throws(dice: u8) -> Vec<u32> {
            (0..dice).fold(vec![0], |sums, _| {
                sums.iter()
                    .flat_map(|sum| (1..=6).map(move |face| sum + face))
                    .collect()
            })
        }
        let table = OddsTable::new(Odds::Exact);
        for attacker in 1..=4 {
            for defender in 1..=4 {
                let (ours, theirs) = (throws(attacker), throws(defender));
                let won: usize = ours
                    .iter()
                    .map(|own| theirs.iter().filter(|other| own > other).count())
                    .sum();
                let expected = ratio(won as i128, (ours.len() * theirs.len()) as i128);
                assert_eq!(table.wins(attacker, defender), expected);
            }
        }
        assert_eq!(table.wins(4, 1), ratio(2585, 2592));
    }

    #[test]
    fn the_books_table_is_the_exact_one_rounded_to_hundredths_and_ends_where_the_book_ends() {
        let (book, exact) = (OddsTable::new(Odds::BookTable), OddsTable::new(Odds::Exact));
        for attacker in 2..=9 {
            for defender in 1..=9 {
                let (table, true_odds) = (
                    book.wins(attacker, defender),
                    exact.wins(attacker, defender),
                );
                if attacker <= 5 && defender <= 5 {
                    assert!((to_f64(&table) - to_f64(&true_odds)).abs() <= 0.005_000_1);
                } else {
                    assert_eq!(table, true_odds);
                }
            }
        }
        assert_eq!(book.wins(2, 1), ratio(21, 25));
        assert_eq!(book.wins(5, 1), ratio(1, 1));
    }
}
