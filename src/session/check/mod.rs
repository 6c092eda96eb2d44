//! Checks an external program's output about a board: every position, move, successor, end and
//! rating is compared with the rules. Finds the first and the smallest disagreement, and the likely
//! causes.
//!
//! The output is walked beside a rated graph: a tree over pairs of nodes and vertices, single
//! positions in the order of the vertices. The `CheckReport` is plain data. A cause is a planted fault
//! (`games::planted`), another setting, or a rating fault. It is named if the same walk with it
//! finds no disagreement. `Asking` determines the next question for a program and takes its
//! answers; `programs` runs the program.
//!
//! Texts: `words` has the report, `tell` a disagreement, `own_ratings` a contradiction, `faults` and
//! `games::planted` the causes, `coverage` what was compared; `cli::check` has what is around them.

mod asking;
mod causes;
mod coverage;
mod faults;
mod kept;
mod node;
mod own_ratings;
mod ratings;
mod reference;
mod report;
mod suspects;
mod tell;
#[cfg(test)]
mod tests;
mod walk;
mod words;

use std::sync::Arc;

pub use self::report::DisagreementKind;
pub use asking::{Answers, Asking, Next};
pub use coverage::{ComparedData, Coverage, Feature};
pub use report::{
    AnswerSide, Cause, CheckReport, Closest, Disagreement, KindFound, OwnRatings, RatedPlace,
    SideMove, Tally,
};
pub use words::{
    Fact, MoveOfBoth, causes, covered, facts, fault, location, moves, notes, own_ratings_words,
    place_in, shown, verdict,
};

use self::own_ratings::{Evidence, Scale};
use super::{Progress, Rated, ShowProgress, Stage};
use causes::{CausesFound, Trial};
use faults::FaultWay;
use reference::{CheckRules, Reference};
use walk::{Walk, WalkExtent};

use crate::games::PlantedFaults;
use crate::save::ProgramOutput;
use crate::work::{Control, finished};

/// A check to be made.
struct CheckTask {
    theirs: Arc<ProgramOutput>,
    rated: Rated,
    sought: Sought,
    /// Whether these are answers to questions. A program that is asked about a position hasn't
    /// reached it by its own rules. So a fault may lead to other positions and still explain the
    /// answers.
    asked: bool,
    /// What tells the scale of ratings, of other boards too; and the scale, once it is found.
    evidence: Evidence,
    scale: Option<Scale>,
    /// Boards that a program was asked about before, and whose positions it may remember.
    before: Vec<Rated>,
}

/// Which causes are sought.
enum Sought {
    /// All, where something differs.
    All,
    /// Those with these names, whatever is found: which of them don't explain it.
    Among(Vec<String>),
}

impl CheckReport {
    /// Checks the output about the board of a rated graph.
    pub fn of(theirs: impl Into<Arc<ProgramOutput>>, rated: Rated) -> Self {
        finished(Self::find(theirs, rated, &Control::default(), &|_| {}))
    }

    /// The same in pieces. A report that is stopped has what was compared and tried by then.
    pub async fn find(
        theirs: impl Into<Arc<ProgramOutput>>,
        rated: Rated,
        ctl: &Control,
        show: &ShowProgress<'_>,
    ) -> Self {
        CheckTask::new(theirs.into(), rated).report(ctl, show).await
    }
}

impl CheckTask {
    fn new(theirs: Arc<ProgramOutput>, rated: Rated) -> Self {
        Self {
            theirs,
            rated,
            sought: Sought::All,
            asked: false,
            evidence: Evidence::default(),
            scale: None,
            before: Vec::new(),
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
        let claims = node::claims(walk);
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

    /// Compares, and searches for causes.
    async fn report(&mut self, ctl: &Control, show: &ShowProgress<'_>) -> CheckReport {
        let graph = self.rated.graph.graph();
        let progress = Progress {
            stage: Stage::Exploring,
            positions: graph.len(),
            expanded: graph.len(),
            moves: graph.edge_count(),
            bytes: self.rated.bytes,
            ..Progress::default()
        };
        let show = |within| show(Progress { within, ..progress });
        let mut walk = plain_walk(&self.theirs, &self.rated);
        let mut whole = ctl.until_stopped(walk.run(None, ctl, &show)).await;
        if whole.is_some() && self.is_on_another_scale(&walk) {
            let texts = Some(Arc::clone(&walk.texts));
            walk = plain_walk(&self.theirs, &self.rated);
            whole = ctl.until_stopped(walk.run(texts, ctl, &show)).await;
        }
        let sought = match &self.sought {
            Sought::All => !walk.found.agrees(),
            Sought::Among(names) => !names.is_empty(),
        };
        let mut causes = CausesFound::default();
        if whole.is_some() && sought && walk.found.unreadable.is_none() {
            let mut trial = Trial::new(&walk, self.rated.clone(), self.asked, &self.before);
            if let Sought::Among(names) = &self.sought {
                trial = trial.among(names);
            }
            ctl.until_stopped(trial.run(ctl, &show)).await;
            causes = trial.answer();
        }
        if let Sought::Among(_) = self.sought {
            // A cause that also explains this board is reported with the board where it was found.
            causes = CausesFound {
                refuted: causes.refuted,
                ..CausesFound::default()
            };
        }
        self.described(&walk, causes)
    }

    fn described(&self, walk: &Walk, causes: CausesFound) -> CheckReport {
        let found = &walk.found;
        let mut places = tell::LineFinder::default();
        let wrong = found.kinds[DisagreementKind::Rating as usize].count > 0;
        let ratings = match wrong {
            true => own_ratings::own_ratings(walk, &mut places),
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
        let mut report = CheckReport {
            form: self.theirs.form,
            asked: self.asked,
            nodes: self.theirs.nodes.len() as u64,
            tally: found.tally,
            silent: self
                .theirs
                .nodes
                .iter()
                .filter(|node| node.says_nothing())
                .count() as u64,
            unreadable,
            kinds: tell::kinds(walk, &mut places),
            coverage: found.coverage.clone(),
            own: ratings,
            scale: self.scale.as_ref().map(Scale::scale_text),
            bare: self.theirs.is_bare && found.is_bare,
            causes: causes.causes,
            closest: causes.closest,
            tried: causes.tried,
            pairs: causes.pairs,
            untried: causes.untried,
            refuted: causes.refuted,
        };
        if !self.asked {
            report.keep_simplest();
        }
        report
    }
}

/// A walk beside the real rules.
fn plain_walk(theirs: &Arc<ProgramOutput>, rated: &Rated) -> Walk {
    let rules = CheckRules {
        setup: rated.setup(),
        wanted: rated.wanted(),
        plants: PlantedFaults::default(),
        faults: Vec::new(),
        way: FaultWay::default(),
    };
    let reference = Arc::new(Reference::plain(rated.clone()));
    Walk::new(Arc::clone(theirs), rules, reference, WalkExtent::All)
}
