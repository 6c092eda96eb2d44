//! What-ifs of an open tree: converts typed assumptions about lines to ratings under assumptions,
//! and describes the changes.

mod reading;
mod words;

use std::collections::BTreeMap;

pub use reading::{open_change, read_pin, read_position};
pub use words::{AlteredNode, told, why_here};

use crate::game::Refusal;
use crate::rating::{Assumed, Backed, Refused, Suppose, Supposition};
use crate::save::{Assumes, Assumption};
use crate::tree::{Line, Vertex};

use super::Rated;

/// The graphs of replaced positions, by the line of the node and the new position.
pub type ChangedGraphs = BTreeMap<(String, String), Rated>;

/// Whether an assumption is in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InForce {
    /// It is.
    Yes,
    /// It is switched off.
    Off,
    /// Its changed position isn't rated yet.
    Waiting,
    /// It can't be: why.
    No(Refusal),
}

/// The result of assumptions.
#[derive(Clone, Debug, Default)]
pub struct WhatIf {
    /// Ratings under those that are in force.
    pub assumed: Assumed,
    /// The best line under them.
    pub best_line: Line,
    /// One an assumption.
    pub in_force: Vec<InForce>,
    /// Which assumption each number of the ratings means.
    pub numbers: Vec<usize>,
}

impl WhatIf {
    /// Rates a tree under assumptions, as far as the positions that they change are rated.
    pub fn new(rated: &Rated, assumptions: &[Assumption], changed: &ChangedGraphs) -> Self {
        let graph = rated.graph.graph();
        let mut what_if = Self::default();
        let mut given = Vec::new();
        for (number, assumption) in assumptions.iter().enumerate() {
            let state = if assumption.off {
                InForce::Off
            } else {
                match supposition(rated, assumption, changed) {
                    Ok(Some(supposition)) => {
                        given.push(supposition);
                        what_if.numbers.push(number);
                        InForce::Yes
                    }
                    Ok(None) => InForce::Waiting,
                    Err(why) => InForce::No(why),
                }
            };
            what_if.in_force.push(state);
        }
        what_if.assumed = Assumed::new(graph, &rated.analysis.ratings, &given);
        for (number, refused) in what_if.assumed.refused() {
            let Some(assumption) = what_if.numbers.get(*number) else {
                continue;
            };
            let other = |number: usize| {
                let other = what_if.numbers.get(number);
                other.and_then(|other| assumptions.get(*other))
            };
            let why = refusal(*refused, other);
            if let Some(state) = what_if.in_force.get_mut(*assumption) {
                *state = InForce::No(why);
            }
        }
        what_if.best_line = what_if.assumed.best_line(graph, &rated.analysis);
        what_if
    }

    /// The number of assumptions in force.
    pub fn count(&self) -> usize {
        let in_force = self.in_force.iter();
        in_force.filter(|state| **state == InForce::Yes).count()
    }

    /// The assumption that a number of the ratings means.
    pub fn assumption(&self, number: Option<usize>) -> Option<usize> {
        self.numbers.get(number?).copied()
    }
}

/// An assumption as it is rated; `None` if its position isn't rated yet.
fn supposition(
    rated: &Rated,
    assumption: &Assumption,
    changed: &ChangedGraphs,
) -> Result<Option<Supposition>, Refusal> {
    if rated.graph.graph().hides_positions() {
        return Err(crate::search::needs_known_positions());
    }
    let line = reading::line_of(rated, assumption)?;
    let what = match &assumption.what {
        Assumes::Forbid => Suppose::Forbid,
        Assumes::Pin(pins) => Suppose::Pin(reading::pins(rated, pins)?),
        Assumes::Change(position) => {
            let key = (assumption.line.clone(), position.clone());
            let Some(other) = changed.get(&key) else {
                return Ok(None);
            };
            let graph = other.graph.graph();
            if graph.players() != rated.graph.graph().players() {
                let what = "the replaced position has another number of players";
                return Err(Refusal::new(what, ""));
            }
            let root = Backed::of(graph, &other.analysis.ratings, Vertex::ROOT);
            Suppose::Change(root)
        }
    };
    Ok(Some(Supposition { line, what }))
}

fn refusal<'a>(refused: Refused, other: impl Fn(usize) -> Option<&'a Assumption>) -> Refusal {
    let named = |number| {
        let line = other(number).map(|other| other.line.clone());
        line.filter(|line| !line.is_empty())
            .map_or_else(|| "the root".to_owned(), |line| format!("the line {line}"))
    };
    let what = match refused {
        Refused::NoSuchLine => "no such line in this tree".to_owned(),
        Refused::Root => "the root has no move to forbid".to_owned(),
        Refused::Chance => "chance outcomes can't be forbidden; pin a rating instead".to_owned(),
        Refused::LastMove => "at least one move must stay legal".to_owned(),
        Refused::Below(number) => format!(
            "it is below the replaced position at {}, which has other moves",
            named(number)
        ),
        Refused::Twice(number) => format!("same as assumption {}", named(number)),
    };
    Refusal::new(what, "")
}

#[cfg(test)]
mod tests;
