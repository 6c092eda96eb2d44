//! The outcomes of an extensive game: identified by number, with payoffs given once or repeatedly,
//! on ends and on the nodes above them.

use rustc_hash::FxHashMap;

use super::super::error::FileError;
use super::foreign::Making;
use super::number::{fits, round};
use super::scan::{LineColumn, fault};
use crate::game::{Kind, Rational, to_f64, zero};

/// The outcomes that a file has named so far.
#[derive(Default)]
pub(super) struct Outcomes {
    by_number: FxHashMap<u64, u32>,
    /// The start of each outcome's payoffs, and the location of its first mention.
    all: Vec<(Option<u32>, LineColumn, u64)>,
    /// The outcome of each node.
    of_nodes: Vec<Option<u32>>,
    /// The node above each.
    above: Vec<Option<u32>>,
}

impl Outcomes {
    /// Takes the outcome of the next node.
    pub fn node(
        &mut self,
        making: &mut Making,
        above: Option<u32>,
        number: u64,
        payoffs: Option<&[Rational]>,
        place: LineColumn,
    ) -> Result<(), FileError> {
        self.above.push(above);
        if number == 0 {
            self.of_nodes.push(None);
            return match payoffs {
                Some(payoffs) if payoffs.iter().any(|number| *number != zero()) => Err(fault(
                    "the outcome 0 has payoffs, though it stands for none",
                    "give it another number",
                    place,
                )),
                _ => Ok(()),
            };
        }
        let next = self.all.len() as u32;
        let index = *self.by_number.entry(number).or_insert(next);
        if index == next {
            self.all.push((None, place, number));
        }
        self.of_nodes.push(Some(index));
        let Some(payoffs) = payoffs else {
            return Ok(());
        };
        let (given, first, _) = &mut self.all[index as usize];
        match *given {
            None => {
                *given = Some(making.payoffs(payoffs));
                *first = place;
            }
            Some(at) => {
                let at = at as usize;
                if making.payoffs[at..at + payoffs.len()] != *payoffs {
                    return Err(fault(
                        format!(
                            "the outcome {number} has other payoffs here than in line {}",
                            first.0
                        ),
                        "give different outcomes different numbers",
                        place,
                    ));
                }
            }
        }
        Ok(())
    }

    /// Gives every end the sum of the payoffs on the way to it.
    pub fn add_up(self, making: &mut Making) -> Result<(), FileError> {
        let players = making.players.len();
        let nothing = making.payoffs(&vec![zero(); players]);
        // The start of the payoffs up to each node; most nodes share those of their parent.
        let mut sums: Vec<u32> = Vec::with_capacity(self.of_nodes.len());
        for (node, (outcome, above)) in self.of_nodes.iter().zip(&self.above).enumerate() {
            let before = above.map_or(nothing, |above| sums[above as usize]);
            let sum = match outcome {
                None => before,
                Some(outcome) => {
                    let (given, place, number) = self.all[*outcome as usize];
                    let given = given.ok_or_else(|| {
                        fault(
                            format!("the outcome {number} has no payoffs anywhere"),
                            "write them in braces, one a player, where it stands first",
                            place,
                        )
                    })?;
                    if before == nothing {
                        given
                    } else {
                        let place = making.nodes[node].place;
                        sum_of(making, before, given, (place.0 as usize, place.1 as usize))?
                    }
                }
            };
            sums.push(sum);
            if making.nodes[node].kind == Kind::End {
                making.nodes[node].payoffs = Some(sum);
            }
        }
        Ok(())
    }
}

fn sum_of(making: &mut Making, a: u32, b: u32, place: LineColumn) -> Result<u32, FileError> {
    let mut sums = Vec::with_capacity(making.players.len());
    for player in 0..making.players.len() {
        let [a, b] = [a, b].map(|first| making.payoffs[first as usize + player]);
        let exact = num_traits::CheckedAdd::checked_add(&a, &b).filter(fits);
        let sum = match exact {
            Some(sum) => sum,
            None => round(to_f64(&a) + to_f64(&b), &mut making.rounded).map_err(|why| {
                let what = format!("the sum of the payoffs up to here {}", why.what);
                fault(what, why.remedy, place)
            })?,
        };
        sums.push(sum);
    }
    Ok(making.payoffs(&sums))
}
