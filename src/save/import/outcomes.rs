//! The outcomes of an extensive game: identified by number, with payoffs given once or repeatedly,
//! on ends and on the nodes above them.

use rustc_hash::FxHashMap;

use super::super::error::{FileError, shown};
use super::super::texts::Text;
use super::foreign::Making;
use super::number::{fits, round};
use super::scan::{LineColumn, fault};
use crate::game::{Kind, Rational, to_f64, zero};

/// An outcome as far as it is known.
struct Outcome {
    number: i64,
    /// The start of its payoffs.
    payoffs: Option<u32>,
    /// Its name; empty if it has none so far.
    name: Text,
    /// The location of its first mention, then of its payoffs.
    place: LineColumn,
    /// The line of its name.
    named: usize,
}

/// The outcomes that a file has named so far.
#[derive(Default)]
pub(super) struct Outcomes {
    by_number: FxHashMap<i64, u32>,
    all: Vec<Outcome>,
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
        (number, name): (i64, Text),
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
            self.all.push(Outcome {
                number,
                payoffs: None,
                name,
                place,
                named: place.0,
            });
        }
        let outcome = &mut self.all[index as usize];
        let what = format!("the outcome {number}");
        same_name(
            making,
            &what,
            (&mut outcome.name, &mut outcome.named),
            name,
            place,
        )?;
        self.of_nodes.push(Some(index));
        let Some(payoffs) = payoffs else {
            return Ok(());
        };
        match outcome.payoffs {
            None => {
                outcome.payoffs = Some(making.payoffs(payoffs));
                outcome.place = place;
            }
            Some(at) => {
                let at = at as usize;
                if making.payoffs[at..at + payoffs.len()] != *payoffs {
                    return Err(fault(
                        format!(
                            "the outcome {number} has other payoffs here than in line {}",
                            outcome.place.0
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
                    let Outcome {
                        payoffs,
                        place,
                        number,
                        ..
                    } = self.all[*outcome as usize];
                    let given = payoffs.ok_or_else(|| {
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

/// Keeps a name where there is none yet. An empty one says nothing; `known` is the name so far with
/// its line.
pub(super) fn same_name(
    making: &Making,
    what: &str,
    known: (&mut Text, &mut usize),
    name: Text,
    place: LineColumn,
) -> Result<(), FileError> {
    let [old, new] = [*known.0, name].map(|name| making.texts.get(name));
    if old.is_empty() {
        (*known.0, *known.1) = (name, place.0);
        return Ok(());
    }
    if new.is_empty() || old == new {
        return Ok(());
    }
    Err(fault(
        format!(
            "{what} is called {} here and {} in line {}",
            shown(new),
            shown(old),
            known.1
        ),
        "give it one name, or another number",
        place,
    ))
}

fn sum_of(making: &mut Making, a: u32, b: u32, place: LineColumn) -> Result<u32, FileError> {
    let mut sums = Vec::with_capacity(making.players.len());
    for player in 0..making.players.len() {
        let [a, b] = [a, b].map(|first| making.payoffs[first as usize + player]);
        let exact = num_traits::CheckedAdd::checked_add(&a, &b).filter(fits);
        let sum = match exact {
            Some(sum) => sum,
            None => {
                let double = to_f64(&a) + to_f64(&b);
                let sum = round(double, &mut false).map_err(|why| {
                    let what = format!("the sum of the payoffs up to here {}", why.what);
                    fault(what, why.remedy, place)
                })?;
                making.rounding.add(&format!("{a} + {b}"), place, sum);
                sum
            }
        };
        sums.push(sum);
    }
    Ok(making.payoffs(&sums))
}
