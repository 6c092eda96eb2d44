//! What is tried as a cause: every fault of ratings and of rules, every other value of a setting, and
//! two of them at once. A few positions are tried before all others: the smallest on which something
//! differs, and small ones on which nothing does. Most suspects fall there, so that no graph of the
//! board and no map of all texts is made for them.

use super::faults::{FaultPart, FaultWay, RatingFault, WhoseNumber};
use super::node::ComparedPair;
use super::reference::{CheckRules, Reference};
use super::report::{Cause, DisagreementKind};
use super::walk::Walk;
use crate::game::Player;
use crate::games::{self, Setup, SetupChange};
use crate::save::{ProgramOutput, TheirForm};
use crate::session::known;
use crate::session::rated::Rated;
use crate::tree::Vertex;

/// A fault that is tried, or two at once.
#[derive(Clone)]
pub(super) struct Suspect {
    pub cause: Cause,
    pub rules: CheckRules,
}

/// All that can be tried on a board, the simplest first.
pub(super) fn suspects(rules: &CheckRules) -> Vec<Suspect> {
    let mut suspects = Vec::new();
    for fault in RatingFault::all() {
        suspects.push(Suspect {
            cause: named(&fault.name(), &fault.description()),
            rules: CheckRules {
                faults: vec![fault],
                ..rules.clone()
            },
        });
    }
    let switched = |(switch, value, setup): (&str, String, Setup)| Suspect {
        cause: Cause {
            name: format!("{switch}={value}"),
            text: switch_words(&rules.setup, switch, &value),
            switch: Some((switch.to_owned(), value)),
            rank: 0,
        },
        rules: CheckRules {
            setup,
            ..rules.clone()
        },
    };
    // A preset changes several settings at once, so it comes last.
    let (presets, single): (Vec<_>, Vec<_>) = other_switches(&rules.setup)
        .into_iter()
        .partition(|(switch, _, _)| *switch == "rules");
    suspects.extend(single.into_iter().map(switched));
    for plant in games::plants(&rules.setup.game) {
        suspects.push(Suspect {
            cause: named(plant.name(), plant.words()),
            rules: CheckRules {
                plants: (*plant).into(),
                ..rules.clone()
            },
        });
    }
    suspects.extend(other_numbers(&rules.setup).into_iter().map(switched));
    suspects.extend(presets.into_iter().map(switched));
    suspects
}

impl Suspect {
    /// The cause, with the way of having the fault.
    pub fn cause_of(&self, rated: &Rated) -> Cause {
        let rank = |fault: &RatingFault| fault.rank(self.rules.way);
        let rank = self.rules.faults.iter().map(rank).max().unwrap_or(0);
        Cause {
            rank,
            ..self.cause(rated)
        }
    }

    pub fn cause(&self, rated: &Rated) -> Cause {
        let player = |player: u8| rated.graph.player_name(Player(player));
        let whose = match self.rules.way.reading {
            WhoseNumber::Each => return self.cause.clone(),
            WhoseNumber::First => format!("one number is computed, {}'s", player(0)),
            WhoseNumber::Last => format!("one number is computed, {}'s", player(1)),
            WhoseNumber::Movers => "one number is computed, the mover's".to_owned(),
            WhoseNumber::AtEnds => "an end is rated for whoever would move".to_owned(),
        };
        let mut cause = self.cause.clone();
        let explained = self
            .rules
            .faults
            .iter()
            .any(|fault| matches!(fault.part(), FaultPart::Ends | FaultPart::Choice));
        if explained {
            cause.text = format!("{} ({whose}, and the other gets the rest)", cause.text);
        }
        cause
    }
}

fn named(name: &str, text: &str) -> Cause {
    Cause {
        name: name.to_owned(),
        text: text.to_owned(),
        switch: None,
        rank: 0,
    }
}

/// What a program with another value of a setting does, as text.
fn switch_words(setup: &Setup, switch: &str, value: &str) -> String {
    let about = games::about(&setup.game, switch, value);
    let words = match (switch, value) {
        ("reinforcement", "last-capture-minus-one") => "only the last capture of a turn counts",
        ("reinforcement", "pool") => "the reinforcement comes from a pool",
        ("pass_listed", "last") => "the pass is listed last",
        ("pass_listed", "first") => "the pass is listed first",
        ("geometry", _) => "different hexes are neighbors",
        _ => "",
    };
    match (words, about.trim_end_matches('.')) {
        ("", "") => format!("the rules' {} is {value}", switch.replace('_', " ")),
        ("", about) => format!("other rules hold: {about}"),
        (phrase, "") => phrase.to_owned(),
        (text, about) => format!("{text} ({about})"),
    }
}

/// The setup under rules that differ in one setting, or in a preset as a whole.
fn other_switches(setup: &Setup) -> Vec<(&'static str, String, Setup)> {
    let mut others = Vec::new();
    for choice in known::form(setup).iter().flat_map(|form| &form.choices) {
        for offer in &choice.offers {
            if offer.refused.is_some() || choice.chosen == Some(offer.name) {
                continue;
            }
            let change = SetupChange::Choice(choice.name, offer.name);
            if let Ok(other) = known::changed(setup, change) {
                others.push((choice.name, offer.name.to_owned(), other));
            }
        }
    }
    others
}

/// The setup with one number of the rules increased or decreased by 1.
fn other_numbers(setup: &Setup) -> Vec<(&'static str, String, Setup)> {
    let mut others = Vec::new();
    for number in known::form(setup).iter().flat_map(|form| &form.numbers) {
        if !matches!(number.name, "max_dice" | "line") {
            continue;
        }
        for step in [-1, 1] {
            let value = number.value.saturating_add_signed(step);
            if let Ok(other) = known::changed(setup, SetupChange::Number(number.name, value)) {
                others.push((number.name, value.to_string(), other));
            }
        }
    }
    others
}

/// Two faults at once, if both can be.
pub(super) fn both(a: &Suspect, b: &Suspect, base: &Setup) -> Option<Suspect> {
    let excluded = |one: &RatingFault| b.rules.faults.iter().any(|two| one.excludes(*two));
    if a.rules.faults.iter().any(excluded) {
        return None;
    }
    let setup = match (&a.cause.switch, &b.cause.switch) {
        (_, None) => a.rules.setup.clone(),
        (None, Some(_)) => b.rules.setup.clone(),
        (Some((a_switch, _)), Some((b_switch, _))) if a_switch == b_switch => return None,
        (Some((a_switch, _)), Some((b_switch, _)))
            if "rules" == a_switch || "rules" == b_switch =>
        {
            return None;
        }
        (Some(_), Some((switch, value))) => {
            let change = match value.parse() {
                Ok(number) => SetupChange::Number(switch, number),
                Err(_) => SetupChange::Choice(switch, value),
            };
            known::changed(&a.rules.setup, change).ok()?
        }
    };
    let plants = a.rules.plants.and(b.rules.plants);
    let faults = [&a.rules.faults[..], &b.rules.faults[..]].concat();
    let ways = [a.rules.way, b.rules.way];
    let way = ways.into_iter().find(|way| *way != FaultWay::default());
    // Rules that come to those without a fault explain nothing.
    if plants.is_empty() && faults.is_empty() && setup == *base {
        return None;
    }
    Some(Suspect {
        cause: Cause {
            name: format!("{}+{}", a.cause.name, b.cause.name),
            text: format!("{}; and {}", a.cause.text, b.cause.text),
            switch: None,
            rank: 0,
        },
        rules: CheckRules {
            setup,
            plants,
            faults,
            way: way.unwrap_or_default(),
            ..a.rules.clone()
        },
    })
}

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
    pub fn refute(
        &self,
        rules: &CheckRules,
        theirs: &ProgramOutput,
        measured: Option<usize>,
    ) -> bool {
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
    pub fn are_written_so(&self, rules: &CheckRules, theirs: &ProgramOutput) -> bool {
        let mut written = self.written.iter();
        theirs.form == TheirForm::Lines
            && written.all(|(text, normal)| {
                let own = rules.normal(text);
                own.as_deref().unwrap_or(text) == normal
            })
    }
}

/// Whether rules say otherwise of a position; `None` if it can't be seen.
fn differs(
    (node, text): &(u32, String),
    rules: &CheckRules,
    theirs: &ProgramOutput,
) -> Option<bool> {
    let build = rules.open(Some(text), MAX_POSITIONS).ok()?;
    let rated = build.finish();
    let reference = Reference::small(rated, rules)?;
    let sides = ComparedPair {
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
    let has_chance = |moves: &[crate::save::TheirMove]| {
        let mut moves = moves.iter();
        moves.any(|mv| mv.probability.is_some() || mv.text.as_ref().is_some_and(rolled))
    };
    if moves.clone().any(has_chance) {
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
