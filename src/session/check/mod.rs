//! Checks what somebody else's program says of a board: every position, move, successor, end and
//! rating beside those of the rules, the first disagreement and the smallest, and which typical
//! fault would say all of it.
//!
//! What was said is walked beside a rated graph: a tree over pairs of nodes and vertices, single
//! positions in the order of the vertices; the `Report` is plain data. A cause is a planted fault
//! (`games::planted`), another switch, or a fault in ratings, and is named if the same walk finds
//! no disagreement with it. `Asking` says what a program is asked next and takes its answers;
//! `programs` runs the program.

mod asking;
mod causes;
mod coverage;
#[cfg(test)]
mod documented;
mod kinds;
mod node;
mod ratings;
mod reference;
mod report;
mod smaller;
mod tell;
#[cfg(test)]
mod tests;
mod walk;
mod words;

use std::sync::Arc;

pub use asking::{Answers, Asking, Next};
pub use coverage::{Coverage, Feature, Told};
pub use kinds::DisagreementKind;
pub use report::{Cause, Closest, Disagreement, KindFound, Report, Side, SideMove};
pub use words::{
    Fact, MoveOfBoth, causes, covered, facts, fault, moves, notes, place, shown, verdict,
};

use super::{Progress, Rated, Stage};
use causes::{CausesFound, Trial};
use reference::{Reference, Rules};
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
}

/// Which causes are sought.
enum Sought {
    /// All, where something differs.
    All,
    /// Those with these names, whatever is found: which of them don't explain it.
    Among(Vec<String>),
}

impl Checking {
    /// Checks what was said of the board of a rated graph.
    pub fn new(theirs: impl Into<Arc<Theirs>>, rated: Rated) -> Self {
        let theirs = theirs.into();
        let rules = Rules {
            setup: rated.setup(),
            wanted: rated.wanted(),
            plants: Plants::default(),
            faults: Vec::new(),
        };
        let reference = Arc::new(Reference::plain(rated.clone()));
        let walk = Walk::new(Arc::clone(&theirs), rules, reference, Extent::All);
        Self {
            theirs,
            rated,
            now: Now::Walking(Box::new(walk)),
            sought: Sought::All,
            asked: false,
        }
    }

    /// The same for answers to questions: who was asked about a position hasn't reached it by its own
    /// rules, so that a fault may lead elsewhere and still explain the answers.
    #[must_use]
    pub fn of_answers(self) -> Self {
        Self {
            asked: true,
            ..self
        }
    }

    /// The same with no other causes than those with these names, of which those are told that don't
    /// explain what was said, were it all right.
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
                if walk.is_done() && sought && walk.found.unreadable.is_none() {
                    done = false;
                    let mut trial = Trial::new(&walk, self.rated.clone(), self.asked);
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

    /// Does what is left.
    pub fn finish(mut self) -> Report {
        while !self.step(usize::MAX).done {}
        self.stop()
    }

    /// What was found so far.
    pub fn stop(self) -> Report {
        let (walk, trial) = match self.now {
            Now::Walking(walk) => (walk, None),
            Now::Suspecting(walk, trial) => (walk, Some(trial)),
            Now::Between => return Report::default(),
        };
        let found = &walk.found;
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
            // What explains this board too is told where it was found.
            answer = CausesFound {
                refuted: answer.refuted,
                ..CausesFound::default()
            };
        }
        Report {
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
            kinds: tell::kinds(&walk),
            coverage: found.coverage.clone(),
            causes: answer.causes,
            closest: answer.closest,
            tried: answer.tried,
            pairs: answer.pairs,
            untried: answer.untried,
            refuted: answer.refuted,
        }
    }
}
