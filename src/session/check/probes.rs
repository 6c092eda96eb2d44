//! A few positions on which suspects are tried before all others: the smallest on which something
//! differs, and small ones on which nothing does. Most suspects fall there, so that no graph of the
//! board and no map of all texts is made for them.

use super::node::Sides;
use super::reference::{Reference, Rules};
use super::report::DisagreementKind;
use super::walk::Walk;
use crate::save::{TheirForm, Theirs};
use crate::tree::Vertex;

/// Position limit for the graph of such a position.
const MAX_POSITIONS: u64 = 2_000;

/// The number of right positions that are tried, and that of nodes of their trees.
pub(super) const RIGHT: usize = 48;
pub(super) const NODES: std::ops::RangeInclusive<u64> = 3..=5_000;

/// Below this number of nodes nothing is gained.
const MIN_NODES: usize = 500;

/// Positions whose notation is compared.
const WRITTEN: usize = 16;

/// Positions to try suspects on.
pub(super) struct Probes {
    wrong: Vec<(u32, String)>,
    right: Vec<(u32, String)>,
    /// Some positions as they were written, and as the rules write them.
    written: Vec<(String, String)>,
}

impl Probes {
    pub fn new(walk: &Walk) -> Self {
        let text = |node: u32| {
            let node = &walk.theirs.nodes[node as usize];
            let position = node.position.as_ref();
            position.map(|position| position.text().to_owned())
        };
        let mut probes = Self {
            wrong: Vec::new(),
            right: Vec::new(),
            written: Vec::new(),
        };
        let normals = walk.texts.canonical_texts.iter().enumerate().take(WRITTEN);
        let written =
            normals.filter_map(|(node, normal)| Some((text(node as u32)?, normal.clone())));
        probes.written = written.collect();
        let limited = walk.reference.rated.limits.max_plies.is_some();
        let few = walk.theirs.nodes.len() < MIN_NODES;
        if walk.theirs.form != TheirForm::Lines || limited || few || walk.theirs.is_bare {
            return probes;
        }
        let of_kinds = walk.found.kinds.iter();
        let records = of_kinds
            .flat_map(|kind| [&kind.smallest, &kind.first])
            .flatten();
        let mut records: Vec<_> = records
            .filter(|record| {
                !matches!(
                    record.kind,
                    DisagreementKind::Position | DisagreementKind::Order
                )
            })
            .map(|record| record.node)
            .collect();
        records.dedup();
        let wrong = records.into_iter();
        probes.wrong = wrong.filter_map(|node| Some((node, text(node)?))).collect();
        let nodes = &walk.reference.rated.analysis.nodes;
        let small = walk.found.visited.iter().filter(|(_, vertex)| {
            let nodes = nodes.of(*vertex).to_u64();
            nodes.is_some_and(|nodes| NODES.contains(&nodes))
        });
        let small: Vec<u32> = small.map(|(node, _)| *node).collect();
        let step = small.len().div_ceil(RIGHT).max(1);
        let right = small.into_iter().step_by(step);
        probes.right = right.filter_map(|node| Some((node, text(node)?))).collect();
        probes
    }

    /// Whether a suspect says otherwise at one of these positions; while it is measured, whether it
    /// explains none of the wrong ones, or breaks more than `measured` right ones.
    pub fn refute(&self, rules: &Rules, theirs: &Theirs, measured: Option<usize>) -> bool {
        let differs = |probe: &(u32, String)| differs(probe, rules, theirs);
        match measured {
            Some(marks) => {
                let wrong = |one| differs(one) == Some(true);
                // Or it would bring more than it explains.
                !self.wrong.is_empty() && self.wrong.iter().all(wrong)
                    || self
                        .right
                        .iter()
                        .filter(|one| wrong(*one))
                        .nth(marks)
                        .is_some()
            }
            None => {
                let mut all = self.wrong.iter().chain(&self.right);
                all.any(|one| differs(one) == Some(true))
            }
        }
    }

    /// Whether rules write positions as the real ones do.
    pub fn are_written_so(&self, rules: &Rules, theirs: &Theirs) -> bool {
        let mut written = self.written.iter();
        theirs.form == TheirForm::Lines
            && written.all(|(text, normal)| {
                let own = rules.normal(text);
                own.as_deref().unwrap_or(text) == normal
            })
    }
}

/// Whether rules say otherwise of a position; `None` if it can't be seen.
fn differs((node, text): &(u32, String), rules: &Rules, theirs: &Theirs) -> Option<bool> {
    let build = rules.open(Some(text), MAX_POSITIONS).ok()?;
    let rated = build.finish();
    let reference = Reference::small(rated, rules)?;
    let sides = Sides {
        rules,
        reference: &reference,
        theirs,
        deepest: None,
    };
    let look = sides.compare(*node, Vertex::ROOT, 0);
    let mut found = look.found.iter();
    Some(found.any(|found| found.kind != DisagreementKind::Order))
}

/// Whether anything that was said tells of chance: a probability, a roll, or ratings alone that no
/// end pays.
pub(super) fn shows_chance(walk: &Walk) -> bool {
    if walk.reference.rated.graph.graph().is_chance_game() {
        return true;
    }
    let rolled = |text: &String| matches!(text.as_str(), "wins" | "fails");
    let mut moves = walk
        .theirs
        .nodes
        .iter()
        .filter_map(|node| node.moves.as_deref());
    let told = |moves: &[crate::save::TheirMove]| {
        let mut moves = moves.iter();
        moves.any(|mv| mv.probability.is_some() || mv.text.as_ref().is_some_and(rolled))
    };
    if moves.clone().any(told) {
        return true;
    }
    // A program whose moves lead nowhere that chance decides has none.
    if moves.any(|moves| {
        moves
            .iter()
            .any(|mv| mv.position.is_some() || mv.to.is_some())
    }) {
        return false;
    }
    let range = walk.reference.rated.graph.graph().outcomes().flatten();
    let paid: Vec<f64> = range.map(crate::game::to_f64).collect();
    let said = walk
        .theirs
        .nodes
        .iter()
        .filter_map(|node| node.rating.as_ref());
    let mut numbers = said.flat_map(|said| said.numbers());
    numbers.any(|number| !paid.iter().any(|paid| (paid - number.value()).abs() < 1e-9))
}
