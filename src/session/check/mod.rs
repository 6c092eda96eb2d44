//! Checks an external program's output about a board: every position, move, successor, end and
//! rating is compared with the rules. Finds the first and the smallest disagreement, and the likely
//! causes.
//!
//! The output is walked beside a rated graph: a tree over pairs of nodes and vertices, single
//! positions in the order of the vertices. The `Report` is plain data. A cause is a planted fault
//! (`games::planted`), another setting, or a rating fault. It is named if the same walk with it
//! finds no disagreement. `Asking` determines the next question for a program and takes its
//! answers; `programs` runs the program.

mod asking;
mod causes;
mod claims;
mod coverage;
#[cfg(test)]
mod documented;
mod faults;
mod findings;
mod kept;
mod kinds;
mod mover;
mod node;
mod own_ratings;
mod probes;
mod ratings;
mod reference;
mod report;
mod scale;
mod smaller;
mod suspects;
mod tell;
#[cfg(test)]
mod tests;
mod walk;
mod words;

use std::sync::Arc;

pub use asking::{Answers, Asking, Next};
pub use coverage::{ComparedData, Coverage, Feature};
pub use kinds::DisagreementKind;
pub use report::{
    Cause, Closest, Disagreement, KindFound, OwnRatings, RatedPlace, Report, Side, SideMove,
};
pub use words::{
    Fact, MoveOfBoth, causes, covered, facts, fault, moves, notes, own, place, shown, verdict,
};

use super::{Progress, Rated, Stage};
use causes::{CausesFound, Trial};
use faults::Way;
use reference::{Reference, Rules};
use scale::{Evidence, Scale};
use walk::{Extent, Walk};

use crate::games::Plants;
use crate::save::Theirs;

enum Now {
    Walking(Box<Walk>),
    Suspecting(Box<Walk>, Box<Trial>),
    /// Only while one gives way to the other.
    Between,
}

/// A check in the making. Dropping it cancels.
pub struct Checking {
    theirs: Arc<Theirs>,
    rated: Rated,
    now: Now,
    sought: Sought,
    asked: bool,
    /// What tells the scale of ratings, of other boards too; and the scale, once it is found.
    evidence: Evidence,
    scale: Option<Scale>,
    /// Boards that a program was asked about before.
    before: Vec<Rated>,
}

/// Which causes are sought.
enum Sought {
    /// All, where something differs.
    All,
    /// Those with these names, whatever is found: which of them don't explain it.
    Among(Vec<String>),
}

impl Checking {
    /// Checks the output about the board of a rated graph.
    pub fn new(theirs: impl Into<Arc<Theirs>>, rated: Rated) -> Self {
        let theirs = theirs.into();
        let walk = plain_walk(&theirs, &rated);
        Self {
            theirs,
            rated,
            now: Now::Walking(Box::new(walk)),
            sought: Sought::All,
            asked: false,
            evidence: Evidence::default(),
            scale: None,
            before: Vec::new(),
        }
    }

    /// The same with what other boards have told of the scale of ratings, and those of them whose
    /// positions a program may remember.
    #[must_use]
    fn knowing(self, evidence: Evidence, before: &[Rated]) -> Self {
        let alike = before
            .iter()
            .filter(|one| kept::are_alike(one, &self.rated));
        Self {
            evidence,
            before: alike.cloned().collect(),
            ..self
        }
    }

    /// Whether ratings are on another scale, where one is wrong. Then all is compared again.
    fn is_on_another_scale(&mut self, walk: &Walk) -> bool {
        let wrong = walk.found.kinds[DisagreementKind::Rating as usize].count > 0
            || walk.found.kinds[DisagreementKind::Payoffs as usize].count > 0;
        if self.scale.is_some() {
            return false;
        }
        let graph = self.rated.graph.graph();
        let claims = claims::claims(walk);
        self.evidence.add(&walk.reference, &claims, &self.theirs);
        if !wrong {
            return false;
        }
        let paid = graph.outcomes().flatten().copied();
        let paid: std::collections::BTreeSet<_> = paid.collect();
        let paid: Vec<_> = paid.into_iter().collect();
        self.scale = self.evidence.scale(graph.range(), &paid);
        if let Some(scale) = &self.scale {
            self.theirs = Arc::new(scale.read(&self.theirs));
        }
        self.scale.is_some()
    }

    /// The same for answers to questions. A program that is asked about a position hasn't reached
    /// it by its own rules. So a fault may lead to other positions and still explain the answers.
    #[must_use]
    pub fn of_answers(self) -> Self {
        Self {
            asked: true,
            ..self
        }
    }

    /// The same with only the causes of these names. Those that don't explain this output are
    /// reported, even if the output is right.
    #[must_use]
    fn among(self, names: Vec<String>) -> Self {
        Self {
            sought: Sought::Among(names),
            ..self
        }
    }

    /// Compares up to `work` nodes more, or does as much of the search for causes.
    pub fn step(&mut self, work: usize) -> Progress {
        let (within, done);
        self.now = match std::mem::replace(&mut self.now, Now::Between) {
            Now::Walking(mut walk) => {
                walk.step(work);
                within = walk.progress();
                let sought = match &self.sought {
                    Sought::All => !walk.found.agrees(),
                    Sought::Among(names) => !names.is_empty(),
                };
                if walk.is_done() && self.is_on_another_scale(&walk) {
                    let again = plain_walk(&self.theirs, &self.rated);
                    self.now = Now::Walking(Box::new(again.knowing(Arc::clone(&walk.texts))));
                    return self.progress(within, false);
                }
                if walk.is_done() && sought && walk.found.unreadable.is_none() {
                    done = false;
                    let mut trial = Trial::new(&walk, self.rated.clone(), self.asked, &self.before);
                    if let Sought::Among(names) = &self.sought {
                        trial = trial.among(names);
                    }
                    Now::Suspecting(walk, Box::new(trial))
                } else {
                    done = walk.is_done();
                    Now::Walking(walk)
                }
            }
            Now::Suspecting(walk, mut trial) => {
                trial.step(work);
                (within, done) = (trial.progress(), trial.is_done());
                Now::Suspecting(walk, trial)
            }
            Now::Between => {
                (within, done) = ((1, 1), true);
                Now::Between
            }
        };
        self.progress(within, done)
    }

    fn progress(&self, within: (u64, u64), done: bool) -> Progress {
        let graph = self.rated.graph.graph();
        Progress {
            stage: Stage::Exploring,
            within,
            positions: graph.len(),
            expanded: graph.len(),
            moves: graph.edge_count(),
            bytes: self.rated.bytes,
            done,
        }
    }

    /// Completes the check.
    pub fn finish(mut self) -> Report {
        while !self.step(usize::MAX).done {}
        self.stop()
    }

    /// What was told of the scale of ratings.
    fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// The results so far.
    pub fn stop(self) -> Report {
        let (walk, trial) = match self.now {
            Now::Walking(walk) => (walk, None),
            Now::Suspecting(walk, trial) => (walk, Some(trial)),
            Now::Between => return Report::default(),
        };
        let found = &walk.found;
        let mut places = tell::Places::default();
        let wrong = found.kinds[DisagreementKind::Rating as usize].count > 0;
        let own = match wrong {
            true => own_ratings::own_ratings(&walk, &mut places),
            false => OwnRatings::default(),
        };
        let unreadable = found.unreadable.map(|node| {
            let node = &self.theirs.nodes[node as usize];
            let text = node
                .position
                .as_ref()
                .map_or("", |position| position.text());
            (node.line, text.to_owned())
        });
        let mut answer = trial.map(|trial| trial.answer()).unwrap_or_default();
        if let Sought::Among(_) = self.sought {
            // A cause that also explains this board is reported with the board where it was found.
            answer = CausesFound {
                refuted: answer.refuted,
                ..CausesFound::default()
            };
        }
        let mut report = Report {
            form: self.theirs.form,
            nodes: self.theirs.nodes.len() as u64,
            compared: found.compared,
            agreeing: found.agreeing,
            beyond: found.beyond,
            left_out: found.left_out,
            last_ply: found.last_ply,
            unreached: found.unreached,
            unchecked: found.unchecked,
            repeated: found.repeated,
            silent: self
                .theirs
                .nodes
                .iter()
                .filter(|node| node.says_nothing())
                .count() as u64,
            unreadable,
            kinds: tell::kinds(&walk, &mut places),
            coverage: found.coverage.clone(),
            own,
            scale: self.scale.as_ref().map(Scale::words),
            bare: self.theirs.is_bare && found.is_bare,
            causes: answer.causes,
            closest: answer.closest,
            tried: answer.tried,
            pairs: answer.pairs,
            untried: answer.untried,
            refuted: answer.refuted,
        };
        if !self.asked {
            report.keep_simplest();
        }
        report
    }
}

/// A walk beside the real rules.
fn plain_walk(theirs: &Arc<Theirs>, rated: &Rated) -> Walk {
    let rules = Rules {
        setup: rated.setup(),
        wanted: rated.wanted(),
        plants: Plants::default(),
        faults: Vec::new(),
        way: Way::default(),
    };
    let reference = Arc::new(Reference::plain(rated.clone()));
    Walk::new(Arc::clone(theirs), rules, reference, Extent::All)
}
