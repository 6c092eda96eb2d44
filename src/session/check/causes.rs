//! Likely causes: faults that programs typically have, each planted in our rules or ratings, and
//! named only if it makes all of what they say.

use std::sync::Arc;

use super::ratings::RatingFault;
use super::reference::{Reference, Rules};
use super::report::Cause;
use super::walk::Walk;
use crate::games::{self, Change, Setup};
use crate::save::Theirs;
use crate::session::known;
use crate::session::rated::{Build, Rated};

/// The budgets of positions with which a fault's graph is built: most faults show soon.
const BUDGETS: [u64; 2] = [2_000, 400_000];

/// A fault that is tried.
struct Suspect {
    cause: Cause,
    rules: Rules,
}

/// All that can be tried on a board, the simplest first.
fn suspects(rules: &Rules) -> Vec<Suspect> {
    let mut suspects = Vec::new();
    for fault in RatingFault::ALL {
        suspects.push(Suspect {
            cause: named(fault.name(), fault.words()),
            rules: Rules {
                fault: Some(fault),
                ..rules.clone()
            },
        });
    }
    let switched = |(switch, value, setup): (&str, String, Setup)| Suspect {
        cause: Cause {
            name: format!("{switch}={value}"),
            words: switch_words(&rules.setup, switch, &value),
            switch: Some((switch.to_owned(), value)),
        },
        rules: Rules {
            setup,
            ..rules.clone()
        },
    };
    // A preset changes several switches at once, so it comes last.
    let (presets, single): (Vec<_>, Vec<_>) = other_switches(&rules.setup)
        .into_iter()
        .partition(|(switch, _, _)| *switch == "rules");
    suspects.extend(single.into_iter().map(switched));
    for plant in games::plants(&rules.setup.game) {
        suspects.push(Suspect {
            cause: named(plant.name(), plant.words()),
            rules: Rules {
                plant: Some(*plant),
                ..rules.clone()
            },
        });
    }
    suspects.extend(other_numbers(&rules.setup).into_iter().map(switched));
    suspects.extend(presets.into_iter().map(switched));
    suspects
}

fn named(name: &str, words: &str) -> Cause {
    Cause {
        name: name.to_owned(),
        words: words.to_owned(),
        switch: None,
    }
}

/// What a program does whose rules have another value of a switch.
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
        (words, "") => words.to_owned(),
        (words, about) => format!("{words} ({about})"),
    }
}

/// The setup under rules that differ in one switch, or in a preset as a whole.
fn other_switches(setup: &Setup) -> Vec<(&'static str, String, Setup)> {
    let mut others = Vec::new();
    for choice in known::form(setup).iter().flat_map(|form| &form.choices) {
        for offer in &choice.offers {
            if offer.refused.is_some() || choice.chosen == Some(offer.name) {
                continue;
            }
            let change = Change::Choice(choice.name, offer.name);
            if let Ok(other) = known::changed(setup, change) {
                others.push((choice.name, offer.name.to_owned(), other));
            }
        }
    }
    others
}

/// The setup under rules one of whose numbers is one more or less.
fn other_numbers(setup: &Setup) -> Vec<(&'static str, String, Setup)> {
    let mut others = Vec::new();
    for number in known::form(setup).iter().flat_map(|form| &form.numbers) {
        if !matches!(number.name, "max_dice" | "line") {
            continue;
        }
        for step in [-1, 1] {
            let value = number.value.saturating_add_signed(step);
            if let Ok(other) = known::changed(setup, Change::Number(number.name, value)) {
                others.push((number.name, value.to_string(), other));
            }
        }
    }
    others
}

enum Now {
    /// The next suspect is taken.
    Next,
    Building(Box<dyn Build>),
    Walking(Box<Walk>),
}

/// The search for causes: suspect after suspect, each first on a small graph.
pub(super) struct Trial {
    theirs: Arc<Theirs>,
    base: Rated,
    /// How many positions a cause may fail to lead to: as many as the real rules do, or any number
    /// where somebody was asked about them.
    unreached: u64,
    /// The single positions as the real rules write them, and those rules' setup.
    known: (Arc<Vec<String>>, Setup),
    suspects: Vec<Suspect>,
    next: usize,
    budget: usize,
    now: Now,
    pub causes: Vec<Cause>,
    pub tried: u64,
    pub untried: u64,
}

impl Trial {
    /// Begins after a walk has found that the real rules don't say it.
    pub fn new(walk: &Walk, base: Rated, asked: bool) -> Self {
        Self {
            theirs: Arc::clone(&walk.theirs),
            base,
            unreached: if asked {
                u64::MAX
            } else {
                walk.found.unreached
            },
            known: (Arc::clone(&walk.normals), walk.rules.setup.clone()),
            suspects: suspects(&walk.rules),
            next: 0,
            budget: 0,
            now: Now::Next,
            causes: Vec::new(),
            tried: 0,
            untried: 0,
        }
    }

    pub fn is_done(&self) -> bool {
        self.next >= self.suspects.len()
    }

    pub fn progress(&self) -> (u64, u64) {
        (self.next as u64, self.suspects.len() as u64)
    }

    /// Does as much work as a build or a walk does.
    pub fn step(&mut self, work: usize) {
        let Some(suspect) = self.suspects.get(self.next) else {
            return;
        };
        match std::mem::replace(&mut self.now, Now::Next) {
            Now::Next => {
                let whole = self.base.graph.graph().stopped().is_none();
                if suspect.rules.fault.is_some() && whole {
                    // Their graph is the rules' own.
                    self.walk(self.base.clone());
                    return;
                }
                match suspect.rules.open(None, BUDGETS[self.budget]) {
                    Ok(build) => self.now = Now::Building(build),
                    // Rules that can't have this board have made no such tree.
                    Err(_) => self.conclude(false),
                }
            }
            Now::Building(mut build) => {
                if build.step(work).done {
                    self.walk(build.finish());
                } else {
                    self.now = Now::Building(build);
                }
            }
            Now::Walking(mut walk) => {
                walk.step(work);
                if !walk.is_done() {
                    self.now = Now::Walking(walk);
                    return;
                }
                let agrees = walk.found.agrees();
                // Whoever tells of a position unasked has reached it.
                let reached = walk.found.unreached <= self.unreached;
                let whole = !walk.reference.is_cut();
                if agrees && !whole && self.budget + 1 < BUDGETS.len() {
                    self.budget += 1;
                } else if agrees && (!whole || walk.found.unchecked > 0) {
                    self.untried += 1;
                    self.go_on();
                } else {
                    self.conclude(agrees && reached);
                }
            }
        }
    }

    fn walk(&mut self, rated: Rated) {
        let Some(suspect) = self.suspects.get(self.next) else {
            return;
        };
        match Reference::new(rated, suspect.rules.fault) {
            Some(reference) => {
                let rules = suspect.rules.clone();
                let same = rules.setup == self.known.1;
                let walk = Walk::new(Arc::clone(&self.theirs), rules, Arc::new(reference), true);
                let walk = match same {
                    true => walk.knowing(Arc::clone(&self.known.0)),
                    false => walk,
                };
                self.now = Now::Walking(Box::new(walk));
            }
            None => {
                self.untried += 1;
                self.go_on();
            }
        }
    }

    fn conclude(&mut self, reproduces: bool) {
        self.tried += 1;
        if reproduces && let Some(suspect) = self.suspects.get(self.next) {
            self.causes.push(suspect.cause.clone());
        }
        self.go_on();
    }

    fn go_on(&mut self) {
        self.next += 1;
        self.budget = 0;
        self.now = Now::Next;
    }
}
