//! The questions to a program, and the results of its answers. It asks about the positions of the
//! board, then about other boards, the smallest first, until one shows a disagreement. A few more
//! boards test which likely causes explain them too. This module runs no program; the caller passes
//! questions and answers on.

use super::super::open::open;
use super::super::{Progress, Wanted};
use super::coverage::Coverage;
use super::reference::{bare, normal};
use super::scale::Evidence;
use super::smaller::{MAX_OF_OTHER, OtherBoards, positions_to_ask};
use super::{Checking, Report};
use crate::game::Refusal;
use crate::save::{LinesReader, question};
use crate::session::pace::Ramp;
use crate::session::rated::{Build, Rated};
use crate::tree::{Limits, Vertex};

/// Maximum number of positions of the board that the program is asked about.
pub(super) const MAX_ASKED: usize = 2_000;

/// Maximum number of questions about other boards.
pub(super) const MAX_QUESTIONS: u64 = 12_000;

/// Maximum number of boards tried to refute likely causes.
pub(super) const MAX_REFUTING: usize = 40;

/// Position limit for another board's graph.
const MAX_GRAPH: u64 = 20_000;

/// The next thing to do.
#[derive(Clone, Debug)]
pub enum Next {
    /// A question, one line without its line end. It is repeated until its answer arrives.
    Ask(String),
    /// Work that continues with the next step.
    Work(Progress),
    /// Nothing.
    Done,
}

/// The results of the answers.
pub struct Answers {
    /// The report on the board.
    pub board: Report,
    /// The smallest board that shows a disagreement, with its report.
    pub smaller: Option<(Rated, Report)>,
    /// The number of other boards tried.
    pub tried: u64,
    /// What was compared on all boards.
    pub coverage: Coverage,
}

enum Now {
    Asking {
        of: Rated,
        positions: Vec<String>,
        asked: usize,
        reader: LinesReader,
    },
    Checking(Rated, Box<Checking>),
    Building(Box<dyn Build>),
    Between,
    Done,
}

/// Questions to a program. Dropping it cancels.
pub struct Asking {
    rated: Rated,
    boards: OtherBoards,
    now: Now,
    /// A task that has just started gets little work.
    ramp: Ramp,
    board: Option<Report>,
    smaller: Option<(Rated, Report)>,
    tried: u64,
    /// Questions about other boards.
    questions: u64,
    coverage: Coverage,
    /// The names of the likely causes that no board has refuted.
    suspects: Vec<String>,
    /// Boards that aren't smaller than a wrong one, which can only refute causes.
    others: Option<OtherBoards>,
    /// Whether these are asked about.
    refuting: bool,
    /// What all boards have told of the scale of ratings.
    evidence: Evidence,
    /// The boards that it was asked about, until one is wrong.
    before: Vec<Rated>,
}

impl Asking {
    /// Questions about the board of a rated graph.
    pub fn new(rated: Rated) -> Self {
        Self {
            boards: OtherBoards::new(&rated.setup()),
            now: asking(rated.clone(), MAX_ASKED),
            ramp: Ramp::default(),
            rated,
            board: None,
            smaller: None,
            tried: 0,
            questions: 0,
            coverage: Coverage::default(),
            suspects: Vec::new(),
            others: None,
            refuting: false,
            evidence: Evidence::default(),
            before: Vec::new(),
        }
    }

    /// The next question, or up to `work` nodes of the work between questions.
    pub fn step(&mut self, work: usize) -> Next {
        let work = self.ramp.of(work);
        match &mut self.now {
            Now::Done => Next::Done,
            Now::Asking {
                positions, asked, ..
            } => match positions.get(*asked) {
                Some(position) => Next::Ask(question(position, self.rated.limits.max_plies)),
                None => self.check(),
            },
            Now::Checking(_, checking) => {
                let progress = checking.step(work);
                if !progress.done {
                    return Next::Work(progress);
                }
                self.checked();
                self.going_on(progress)
            }
            Now::Building(build) => {
                let progress = build.step(work);
                if progress.done {
                    self.built();
                }
                self.going_on(progress)
            }
            Now::Between => {
                self.next_board();
                self.going_on(Progress::default())
            }
        }
    }

    fn going_on(&self, progress: Progress) -> Next {
        match self.now {
            Now::Done => Next::Done,
            _ => Next::Work(Progress {
                done: false,
                ..progress
            }),
        }
    }

    /// Takes the answer to the current question.
    ///
    /// # Errors
    /// Why it is unusable.
    pub fn answer(&mut self, text: &str) -> Result<(), Refusal> {
        let Now::Asking {
            of,
            positions,
            asked,
            reader,
        } = &mut self.now
        else {
            return Ok(());
        };
        let Some(position) = positions.get(*asked) else {
            return Ok(());
        };
        reader
            .line(text, *asked + 1, Some(position))
            .map_err(Refusal::of)?;
        let said = reader.last_position().unwrap_or_default();
        let is = |said: &str| said == position || said == bare(position);
        let is_same = |said: &str| normal(&of.setup(), said).is_some_and(|normal| is(&normal));
        if !is(said) && !is_same(said) {
            let what = format!("answered for {said}, not for the requested position");
            return Err(Refusal::new(what, ""));
        }
        reader.name_last(position);
        *asked += 1;
        self.questions += u64::from(self.board.is_some());
        Ok(())
    }

    /// The current board, the number of its positions asked so far, and their total; `None` between
    /// questions.
    pub fn reached(&self) -> Option<(String, usize, usize)> {
        match &self.now {
            Now::Asking {
                of,
                positions,
                asked,
                ..
            } => Some((
                of.graph.position_text(Vertex::ROOT),
                *asked,
                positions.len(),
            )),
            _ => None,
        }
    }

    fn check(&mut self) -> Next {
        if let Now::Asking { of, reader, .. } = std::mem::replace(&mut self.now, Now::Done) {
            let mut checking = Checking::new(reader.finish(), of.clone()).of_answers();
            checking = checking.knowing(self.evidence.clone(), &self.before);
            // Why the first wrong board disagrees is known: others can refute it.
            if self.first_wrong().is_some() {
                checking = checking.among(self.suspects.clone());
            }
            self.ramp = Ramp::default();
            self.now = Now::Checking(of, Box::new(checking));
        }
        self.going_on(Progress::default())
    }

    fn checked(&mut self) {
        let Now::Checking(of, checking) = std::mem::replace(&mut self.now, Now::Between) else {
            return;
        };
        self.evidence = checking.evidence().clone();
        let report = checking.stop();
        match report.agrees() && self.first_wrong().is_none() {
            true => self.before.push(of.clone()),
            false => self.before.clear(),
        }
        self.coverage.add(&report.coverage);
        self.refute(&of, &report);
        if self.board.is_none() {
            // If nothing can be compared here, other boards don't help either.
            if report.unreadable.is_some() || report.says_nothing() {
                self.now = Now::Done;
            }
            // Only a smaller board says more than one that is wrong.
            if is_wrong(&report) {
                self.others = Some(self.boards.stay_below_own());
                self.suspects = names(&report);
            }
            self.board = Some(report);
        } else if !self.refuting
            && self
                .smaller
                .as_ref()
                .is_none_or(|(_, report)| !is_wrong(report))
        {
            self.take_other(of, report);
        }
    }

    /// The first wrong board, whose likely causes are reported.
    fn first_wrong(&mut self) -> Option<&mut Report> {
        let smaller = self.smaller.as_mut().map(|(_, report)| report);
        let mut reports = self.board.as_mut().into_iter().chain(smaller);
        reports.find(|report| is_wrong(report))
    }

    /// Drops the likely causes that another board refutes.
    fn refute(&mut self, of: &Rated, report: &Report) {
        let refuted = &report.refuted;
        if let (Some(first), false) = (self.first_wrong(), refuted.is_empty()) {
            first.refute(refuted, &of.graph.position_text(Vertex::ROOT));
            self.suspects.retain(|name| !refuted.contains(name));
        }
    }

    /// Keeps a board that disagrees. From an order of moves nothing follows, so that a board that
    /// shows more may still come.
    fn take_other(&mut self, of: Rated, report: Report) {
        let wrong = is_wrong(&report);
        if wrong && self.first_wrong().is_none() {
            self.suspects = names(&report);
        }
        if wrong || !report.agrees() && self.smaller.is_none() {
            self.smaller = Some((of, report));
        }
        if wrong {
            self.boards.thin(MAX_REFUTING);
        }
    }

    fn next_board(&mut self) {
        let found = self
            .smaller
            .as_ref()
            .is_some_and(|(_, report)| is_wrong(report));
        if self.questions >= MAX_QUESTIONS || found && self.suspects.is_empty() {
            self.now = Now::Done;
            return;
        }
        let mut next = self.boards.next();
        if next.is_none()
            && self.suspects.len() > 1
            && let Some(mut others) = self.others.take()
        {
            others.thin(MAX_REFUTING);
            next = others.next();
            self.boards = others;
            self.refuting = true;
        }
        let Some(setup) = next.filter(|_| !self.refuting || self.suspects.len() > 1) else {
            self.now = Now::Done;
            return;
        };
        let wanted = Wanted {
            limits: Limits {
                max_nodes: Some(MAX_GRAPH),
                ..self.rated.limits
            },
            ..self.rated.wanted()
        };
        if let Ok(build) = open(&setup, wanted, "") {
            self.ramp = Ramp::default();
            self.now = Now::Building(build);
        }
    }

    fn built(&mut self) {
        if let Now::Building(build) = std::mem::replace(&mut self.now, Now::Between) {
            let rated = build.finish();
            if rated.graph.graph().stopped().is_none() {
                self.tried += 1;
                self.now = asking(rated, MAX_OF_OTHER);
            }
        }
    }

    /// The results so far. The answers about the board are compared, and no causes are searched.
    pub fn stop(mut self) -> Answers {
        if let (Now::Asking { asked: 1.., .. }, None) = (&self.now, &self.board) {
            self.check();
            if let Now::Checking(of, checking) = std::mem::replace(&mut self.now, Now::Done) {
                let mut checking = Box::new(checking.among(Vec::new()));
                while !checking.step(usize::MAX).done {}
                self.now = Now::Checking(of, checking);
            }
        }
        if let Now::Checking(of, checking) = std::mem::replace(&mut self.now, Now::Done) {
            self.now = Now::Checking(of, checking);
            self.checked();
        }
        let smaller = self.smaller.as_mut().map(|(_, report)| report);
        for report in self.board.as_mut().into_iter().chain(smaller) {
            report.keep_simplest();
        }
        Answers {
            board: self.board.unwrap_or_default(),
            smaller: self.smaller,
            tried: self.tried,
            coverage: self.coverage,
        }
    }
}

fn names(report: &Report) -> Vec<String> {
    let causes = report.causes.iter();
    causes.map(|cause| cause.name.clone()).collect()
}

/// Whether more than an order of moves differs.
fn is_wrong(report: &Report) -> bool {
    !report.agrees() && !report.only_order_differs()
}

fn asking(of: Rated, most: usize) -> Now {
    Now::Asking {
        positions: positions_to_ask(&of, most),
        of,
        asked: 0,
        reader: LinesReader::default(),
    }
}
