//! The questions to a program, and the results of its answers. It asks about the positions of the
//! board, then about other boards, the smallest first, until one shows a disagreement. A few more
//! boards test which likely causes explain them too. This module runs no program; the caller passes
//! questions and answers on.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::super::open::open;
use super::super::{GraphRequest, Progress, ShowProgress};
use super::coverage::Coverage;
use super::kept::{MAX_OF_OTHER, OtherBoards, are_alike, positions_to_ask};
use super::own_ratings::Evidence;
use super::reference::{bare, normal};
use super::{CheckReport, CheckTask, Sought};
use crate::game::Refusal;
use crate::games::Setup;
use crate::save::{LinesReader, ProgramOutput, question};
use crate::session::rated::{Rated, built};
use crate::tree::{Limits, Vertex};
use crate::work::{Control, TurnLength, Work, pause};

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
    pub board: CheckReport,
    /// The smallest board that shows a disagreement, with its report.
    pub smaller: Option<(Rated, CheckReport)>,
    /// The number of other boards tried.
    pub tried: u64,
    /// What was compared on all boards.
    pub coverage: Coverage,
}

/// The questions about a board.
struct Questions {
    of: Rated,
    max_plies: Option<u32>,
    positions: Vec<String>,
    asked: usize,
    reader: LinesReader,
}

impl Questions {
    fn next(&self) -> Option<String> {
        let position = self.positions.get(self.asked)?;
        Some(question(position, self.max_plies))
    }

    fn answer(&mut self, text: &str) -> Result<(), Refusal> {
        let Some(position) = self.positions.get(self.asked) else {
            return Ok(());
        };
        self.reader
            .line(text, self.asked + 1, Some(position))
            .map_err(Refusal::of)?;
        let said = self.reader.last_position().unwrap_or_default();
        let is = |said: &str| said == position || said == bare(position);
        let setup = || self.of.setup();
        let is_same = |said: &str| normal(&setup(), said).is_some_and(|normal| is(&normal));
        if !is(said) && !is_same(said) {
            let what = format!("answered for {said}, not for the requested position");
            return Err(Refusal::new(what, ""));
        }
        self.reader.name_last(position);
        self.asked += 1;
        Ok(())
    }
}

/// What the work shares with its caller, which passes questions and answers on.
#[derive(Default)]
struct Dialogue {
    questions: Option<Questions>,
    progress: Progress,
}

fn held(talk: &Mutex<Dialogue>) -> MutexGuard<'_, Dialogue> {
    talk.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Questions to a program. Dropping it cancels.
pub struct Asking {
    talk: Arc<Mutex<Dialogue>>,
    work: Work<Answers>,
    answers: Option<Answers>,
}

impl Asking {
    /// Questions about the board of a rated graph.
    pub fn new(rated: Rated) -> Self {
        let talk = Arc::<Mutex<Dialogue>>::default();
        let inquiry = Inquiry::new(rated, Arc::clone(&talk));
        Self {
            talk,
            work: Work::new(async move |ctl| inquiry.answers(&ctl).await),
            answers: None,
        }
    }

    /// The next question, or a turn of the work between questions.
    pub fn step(&mut self, turn: TurnLength) -> Next {
        if self.question().is_none() && self.answers.is_none() {
            self.answers = self.work.step(turn);
        }
        match (self.question(), &self.answers) {
            (Some(question), _) => Next::Ask(question),
            (None, Some(_)) => Next::Done,
            (None, None) => Next::Work(held(&self.talk).progress),
        }
    }

    fn question(&self) -> Option<String> {
        held(&self.talk).questions.as_ref()?.next()
    }

    /// Takes the answer to the current question.
    ///
    /// # Errors
    /// Why it is unusable.
    pub fn answer(&mut self, text: &str) -> Result<(), Refusal> {
        let mut talk = held(&self.talk);
        let questions = talk.questions.as_mut();
        questions.map_or(Ok(()), |questions| questions.answer(text))
    }

    /// The current board, the number of its positions asked so far, and their total; `None` between
    /// questions.
    pub fn reached(&self) -> Option<(String, usize, usize)> {
        let talk = held(&self.talk);
        let questions = talk.questions.as_ref()?;
        let board = questions.of.graph.position_text(Vertex::ROOT);
        Some((board, questions.asked, questions.positions.len()))
    }

    /// The results so far. The answers about the board are compared, and no causes are searched.
    pub fn stop(self) -> Answers {
        self.work.control().stop();
        self.answers.unwrap_or_else(|| self.work.finish())
    }
}

/// All that is asked, and what follows from the answers.
struct Inquiry {
    talk: Arc<Mutex<Dialogue>>,
    rated: Rated,
    boards: OtherBoards,
    board: Option<CheckReport>,
    smaller: Option<(Rated, CheckReport)>,
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
    /// The boards where only the order of moves differs, each with the causes that it refutes.
    orders: Vec<(String, Vec<String>)>,
}

impl Inquiry {
    fn new(rated: Rated, talk: Arc<Mutex<Dialogue>>) -> Self {
        Self {
            talk,
            boards: OtherBoards::new(&rated.setup()),
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
            orders: Vec::new(),
        }
    }

    /// Asks about the board, then about others.
    async fn answers(mut self, ctl: &Control) -> Answers {
        let talk = Arc::clone(&self.talk);
        let show = |progress| held(&talk).progress = progress;
        let mut next = Some((self.rated.clone(), MAX_ASKED));
        while let Some((of, max)) = next.take() {
            let (theirs, whole) = self.asked(&of, max, ctl).await;
            // Of a board that wasn't asked about whole nothing is known, unless it is the own one.
            if !whole && (self.board.is_some() || theirs.nodes.is_empty()) {
                break;
            }
            let mut check = CheckTask {
                asked: true,
                evidence: std::mem::take(&mut self.evidence),
                before: self.before.clone(),
                ..CheckTask::new(Arc::new(theirs), of.clone())
            };
            check.before.retain(|one| are_alike(one, &of));
            // Why the first wrong board disagrees is known: others can refute it.
            if !whole || self.first_wrong().is_some() {
                check.sought = Sought::Among(self.suspects.clone());
            }
            let report = match whole {
                true => check.report(ctl, &show).await,
                false => check.report(&Control::default(), &show).await,
            };
            self.evidence = check.evidence;
            if self.take(of, report) && !ctl.is_stopped() {
                let other = ctl.until_stopped(self.next_board(ctl, &show)).await;
                next = other.flatten().map(|other| (other, MAX_OF_OTHER));
            }
        }
        let smaller = self.smaller.as_mut().map(|(_, report)| report);
        for report in self.board.as_mut().into_iter().chain(smaller) {
            if report.only_order_differs() {
                let orders = self.orders.iter();
                orders.for_each(|(board, names)| report.refute(names, board));
            }
            report.keep_simplest();
        }
        Answers {
            board: self.board.unwrap_or_default(),
            smaller: self.smaller,
            tried: self.tried,
            coverage: self.coverage,
        }
    }

    /// The answers about a board, and whether all questions were answered.
    async fn asked(&mut self, of: &Rated, max: usize, ctl: &Control) -> (ProgramOutput, bool) {
        held(&self.talk).questions = Some(Questions {
            of: of.clone(),
            max_plies: self.rated.limits.max_plies,
            positions: positions_to_ask(of, max),
            asked: 0,
            reader: LinesReader::default(),
        });
        let is_open = || {
            let talk = held(&self.talk);
            talk.questions
                .as_ref()
                .is_some_and(|it| it.next().is_some())
        };
        while is_open() && !ctl.is_stopped() {
            pause().await;
        }
        let whole = !is_open() && !ctl.is_stopped();
        let questions = held(&self.talk).questions.take();
        let (asked, reader) = questions
            .map(|it| (it.asked, it.reader))
            .unwrap_or_default();
        self.questions += self.board.as_ref().map_or(0, |_| asked as u64);
        (reader.finish(), whole)
    }

    /// Takes the report on a board; returns whether others may say more.
    fn take(&mut self, of: Rated, report: CheckReport) -> bool {
        match report.agrees() && self.first_wrong().is_none() {
            true => self.before.push(of.clone()),
            false => self.before.clear(),
        }
        self.coverage.add(&report.coverage);
        self.refute(&of, &report);
        let Some(_) = self.board else {
            // If nothing can be compared here, other boards don't help either.
            let helps = report.unreadable.is_none() && !report.says_nothing();
            // Only a smaller board says more than one that is wrong.
            if is_wrong(&report) {
                self.others = Some(self.boards.stay_below_own());
                self.suspects = names(&report);
            }
            self.board = Some(report);
            return helps;
        };
        let smaller = self.smaller.as_ref();
        if !self.refuting && smaller.is_none_or(|(_, report)| !is_wrong(report)) {
            self.take_other(of, report);
        }
        true
    }

    /// The first wrong board, whose likely causes are reported.
    fn first_wrong(&mut self) -> Option<&mut CheckReport> {
        let smaller = self.smaller.as_mut().map(|(_, report)| report);
        let mut reports = self.board.as_mut().into_iter().chain(smaller);
        reports.find(|report| is_wrong(report))
    }

    /// Drops the likely causes that another board refutes.
    fn refute(&mut self, of: &Rated, report: &CheckReport) {
        let refuted = &report.refuted;
        if report.only_order_differs() && self.first_wrong().is_none() {
            let board = of.graph.position_text(Vertex::ROOT);
            self.orders.push((board, refuted.clone()));
            return;
        }
        if let (Some(first), false) = (self.first_wrong(), refuted.is_empty()) {
            first.refute(refuted, &of.graph.position_text(Vertex::ROOT));
            self.suspects.retain(|name| !refuted.contains(name));
        }
    }

    /// Keeps a board that disagrees. From an order of moves nothing follows, so that a board that
    /// shows more may still come.
    fn take_other(&mut self, of: Rated, report: CheckReport) {
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

    /// The next board to ask about.
    async fn next_board(&mut self, ctl: &Control, show: &ShowProgress<'_>) -> Option<Rated> {
        loop {
            let setup = self.next_setup()?;
            let wanted = GraphRequest {
                limits: Limits {
                    max_nodes: Some(MAX_GRAPH),
                    ..self.rated.limits
                },
                ..self.rated.wanted()
            };
            let Ok(build) = open(&setup, wanted, "") else {
                continue;
            };
            let rated = built(build, ctl, show).await;
            if rated.graph.graph().stopped().is_none() {
                self.tried += 1;
                return Some(rated);
            }
        }
    }

    fn next_setup(&mut self) -> Option<Setup> {
        let smaller = self.smaller.as_ref();
        let found = smaller.is_some_and(|(_, report)| is_wrong(report));
        if self.questions >= MAX_QUESTIONS || found && self.suspects.is_empty() {
            return None;
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
        next.filter(|_| !self.refuting || self.suspects.len() > 1)
    }
}

fn names(report: &CheckReport) -> Vec<String> {
    let causes = report.causes.iter();
    causes.map(|cause| cause.name.clone()).collect()
}

/// Whether more than an order of moves differs.
fn is_wrong(report: &CheckReport) -> bool {
    !report.agrees() && !report.only_order_differs()
}
