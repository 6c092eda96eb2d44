//! Rates many boards on all cores, in order, with memory that doesn't grow with their number. Jobs
//! are queued on rayon's global pool. As many run in parallel as the pool has threads, however many
//! wait; results can be taken in any order.

use std::any::Any;
use std::collections::VecDeque;
use std::iter::Fuse;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use thiserror::Error;

use super::open::open;
use super::rated::{Rated, Wanted};
use crate::game::OpenError;
use crate::games::Setup;
use crate::work::Turn;

/// Positions expanded between cancellation checks.
const STEP: usize = 4_096;

/// One board of a survey.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The game, its rules and the position.
    pub setup: Setup,
    /// The limits and rating options. `max_bytes` is the memory limit of the whole survey, shared
    /// by the boards that are built in parallel.
    pub wanted: Wanted,
    /// The line to the node in question; empty for the root.
    pub at: String,
}

impl From<Setup> for Request {
    fn from(setup: Setup) -> Self {
        Self {
            setup,
            ..Self::default()
        }
    }
}

/// Why a board of a survey has no answer. The others have theirs all the same.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SurveyError {
    /// It can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// Rating it, or calling `look`, panicked.
    #[error(transparent)]
    Broken(#[from] Broken),
}

/// Rates boards on all threads of rayon's global pool and returns the results of `look`, in the
/// order of the boards, as soon as a board and all before it are done.
///
/// `look` is called on a thread of the pool, and the graph is freed right after it. So a survey
/// never holds more graphs than there are threads. Boards are read from `requests` on demand, at
/// most 256 per thread ahead, so that cheap boards after an expensive one are done meanwhile. A
/// slow consumer slows the reading down. If `requests` blocks, so do the answers: read it on a
/// separate thread, and pass the boards to [`Lanes`] there.
///
/// The answer for a board that can't be opened is its error; the survey continues. The answers are
/// the same for every number of threads, unless `max_bytes` stops a board: its share is smaller the
/// more boards are built in parallel.
///
/// # Examples
/// ```
/// use doomtree::games::Setup;
/// use doomtree::session::survey;
/// use doomtree::tree::Vertex;
///
/// let boards = ["b2b2/a2b1 a", "b2b2/a2b1", "b2a1a1/a2b2a3/b3b1b1 a"];
/// let requests = boards.map(|position| Setup {
///     game: "dice-of-doom".to_owned(),
///     position: position.to_owned(),
///     ..Setup::default()
/// });
/// let sizes: Vec<_> = survey(requests, |rated| {
///     rated.analysis.nodes.of(Vertex::ROOT).to_u64()
/// })
/// .collect();
/// assert_eq!(sizes[0], Ok(Some(13)));
/// assert!(sizes[1].is_err());
/// assert_eq!(sizes[2], Ok(Some(212_957)));
/// ```
pub fn survey<I, T, F>(requests: I, look: F) -> Survey<I::IntoIter, T>
where
    I: IntoIterator<Item: Into<Request>>,
    T: Send + 'static,
    F: Fn(&Rated) -> T + Send + Sync + 'static,
{
    let lanes = Lanes::default();
    Survey {
        requests: requests.into_iter().fuse(),
        look: Arc::new(look),
        pending: VecDeque::new(),
        ahead: 256 * lanes.count(),
        lanes,
    }
}

type Look<T> = Arc<dyn Fn(&Rated) -> T + Send + Sync>;

/// The answers of a [`survey`], in the order of its boards. Dropping it cancels the rest.
pub struct Survey<I, T> {
    requests: Fuse<I>,
    look: Look<T>,
    lanes: Lanes,
    pending: VecDeque<Pending<Result<T, OpenError>>>,
    ahead: usize,
}

impl<I, T> Survey<I, T> {
    /// Reads at most this many boards ahead, at least one: use fewer if the results of `look` are
    /// large.
    #[must_use]
    pub fn ahead(mut self, boards: usize) -> Self {
        self.ahead = boards.max(1);
        self
    }
}

impl<I, T> Iterator for Survey<I, T>
where
    I: Iterator<Item: Into<Request>>,
    T: Send + 'static,
{
    type Item = Result<T, SurveyError>;

    fn next(&mut self) -> Option<Self::Item> {
        // At first only as many as the lanes need; more only while the first answer isn't there.
        let needed = self.ahead.min(2 * self.lanes.count());
        while self.pending.len() < self.ahead
            && (self.pending.len() < needed || !self.pending[0].is_done())
        {
            let Some(request) = self.requests.next() else {
                break;
            };
            let (mut request, look) = (request.into(), Arc::clone(&self.look));
            let limits = &mut request.wanted.limits;
            limits.max_bytes = self.lanes.share(limits.max_bytes);
            let pending = self.lanes.start(move |asker| rate(&request, &*look, asker));
            self.pending.push_back(pending);
        }
        Some(match self.pending.pop_front()?.wait() {
            Ok(answer) => answer.map_err(SurveyError::from),
            Err(broken) => Err(broken.into()),
        })
    }
}

fn rate<T>(
    request: &Request,
    look: &(dyn Fn(&Rated) -> T + Send + Sync),
    asker: &Asker<Result<T, OpenError>>,
) -> Result<T, OpenError> {
    let mut build = open(&request.setup, request.wanted, &request.at)?;
    while !build.step(Turn::Work(STEP)).done {
        if !asker.waits() {
            // The receiver is gone; rating the rest would waste time.
            return Err(OpenError::rules("the survey was dropped", "ask again"));
        }
    }
    Ok(look(&build.finish()))
}

type Job = Box<dyn FnOnce() + Send>;

/// The queue of jobs that wait for a thread of the pool.
///
/// A job that uses the pool itself waits there for its parts, and a waiting rayon thread takes up
/// any other work in the pool. So queued jobs stay outside of the pool. At most one job per thread
/// is started and unfinished, which bounds the memory.
#[derive(Clone)]
pub struct Lanes {
    most: usize,
    waiting: Arc<Mutex<Waiting>>,
}

#[derive(Default)]
struct Waiting {
    jobs: VecDeque<Job>,
    /// The number of lanes in the pool.
    open: usize,
}

impl Default for Lanes {
    fn default() -> Self {
        Self {
            most: rayon::current_num_threads(),
            waiting: Arc::default(),
        }
    }
}

impl Lanes {
    /// The number of jobs that run in parallel.
    pub fn count(&self) -> usize {
        self.most
    }

    /// The memory limit of each board, if all boards built in parallel share `max_bytes`.
    pub fn share(&self, max_bytes: Option<u64>) -> Option<u64> {
        max_bytes.map(|bytes| bytes / self.most as u64)
    }

    /// Queues a job, which starts after those before it have started.
    pub fn start<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Asker<T>) -> T + Send + 'static,
    ) -> Pending<T> {
        let place = Arc::new(ResultSlot {
            result: Mutex::new(None),
            filled: Condvar::new(),
        });
        let asker = Asker(Arc::clone(&place));
        let job = Box::new(move || {
            if !asker.waits() {
                return;
            }
            let result = catch_unwind(AssertUnwindSafe(|| work(&asker)));
            *held(&asker.0.result) = Some(result.map_err(|panic| Broken::new(&*panic)));
            asker.0.filled.notify_all();
        });
        let mut waiting = held(&self.waiting);
        waiting.jobs.push_back(job);
        if waiting.open < self.most {
            waiting.open += 1;
            let waiting = Arc::clone(&self.waiting);
            rayon::spawn(move || advance(waiting));
        }
        Pending(place)
    }
}

/// Runs one job, and returns to the pool. In between, a thread that was waiting for parts of its
/// own job can continue with that.
fn advance(waiting: Arc<Mutex<Waiting>>) {
    let job = {
        let mut waiting = held(&waiting);
        let job = waiting.jobs.pop_front();
        if job.is_none() {
            waiting.open -= 1;
        }
        job
    };
    if let Some(job) = job {
        job();
        rayon::spawn(move || advance(waiting));
    }
}

struct ResultSlot<T> {
    result: Mutex<Option<Result<T, Broken>>>,
    filled: Condvar,
}

/// The job's view of its caller.
pub struct Asker<T>(Arc<ResultSlot<T>>);

impl<T> Asker<T> {
    /// Whether the result is still wanted; long jobs poll this.
    pub fn waits(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }
}

/// The result of a piece of work that may not be done yet. Dropping it cancels the work.
pub struct Pending<T>(Arc<ResultSlot<T>>);

impl<T> Pending<T> {
    /// Whether the work is done.
    pub fn is_done(&self) -> bool {
        held(&self.0.result).is_some()
    }

    /// Waits until the work is done.
    ///
    /// # Errors
    /// Work that panicked.
    pub fn wait(self) -> Result<T, Broken> {
        // A thread of the pool would wait for itself if it did not help.
        while rayon::current_thread_index().is_some()
            && !self.is_done()
            && rayon::yield_now() == Some(rayon::Yield::Executed)
        {}
        let mut result = held(&self.0.result);
        loop {
            match result.take() {
                Some(result) => return result,
                None => {
                    result = self
                        .0
                        .filled
                        .wait(result)
                        .unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }
}

/// A job that panicked: a bug of the program, not of its input.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("doomtree itself is at fault here ({0}): please report it with this input")]
pub struct Broken(String);

impl Broken {
    fn new(panic: &(dyn Any + Send)) -> Self {
        let said = panic
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| panic.downcast_ref::<String>().cloned());
        Self(said.unwrap_or_else(|| "it does not say why".to_owned()))
    }
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::tree::{Limits, Vertex};

    fn setup(position: &str) -> Setup {
        Setup {
            game: super::super::usual_game().to_owned(),
            position: position.to_owned(),
            ..Setup::default()
        }
    }

    fn positions(rated: &Rated) -> u64 {
        rated.graph.distinct().positions
    }

    /// Boards of very different cost, including an invalid one, with the number of positions of
    /// each.
    const BOARDS: [(&str, Option<u64>); 4] = [
        ("b2a1a1/a2b2a3/b3b1b1 a", Some(5_631)),
        ("b2b2/a2b1 a", Some(11)),
        ("nonsense", None),
        ("b2b2/a2b1 b", Some(1)),
    ];

    #[test]
    fn answers_come_in_the_order_of_the_boards_whatever_they_cost() {
        let boards = (0..400).map(|number| BOARDS[number * 7 % 4]);
        let answers = survey(boards.clone().map(|(board, _)| setup(board)), positions);
        let answers: Vec<Option<u64>> = answers.map(Result::ok).collect();
        let expected: Vec<Option<u64>> = boards.map(|(_, positions)| positions).collect();
        assert_eq!(answers, expected);
    }

    #[test]
    fn boards_are_read_lazily_and_no_further_ahead_than_said() {
        let read = Cell::new(0_usize);
        let boards = std::iter::repeat_with(|| {
            read.set(read.get() + 1);
            setup(BOARDS[1].0)
        });
        let mut answers = survey(boards, positions).ahead(5);
        assert_eq!(read.get(), 0);
        for taken in 1..=100 {
            assert_eq!(answers.next(), Some(Ok(11)));
            assert!(read.get() < taken + 5, "{} read, {taken} taken", read.get());
        }
    }

    #[test]
    fn an_answer_that_panics_is_a_fault_of_its_board_alone() {
        let boards = BOARDS.map(|(board, _)| setup(board));
        let answers = survey(boards, |rated| {
            if positions(rated) == 11 {
                std::panic::resume_unwind(Box::new("a planted fault".to_owned()));
            }
            positions(rated)
        });
        let answers: Vec<_> = answers.collect();
        assert_eq!(answers[0], Ok(5_631));
        assert!(matches!(answers[1], Err(SurveyError::Broken(_))));
        assert!(matches!(answers[2], Err(SurveyError::Open(_))));
        assert_eq!(answers[3], Ok(1));
    }

    #[test]
    fn limits_and_lines_hold_for_each_board() {
        let limits = Limits {
            max_plies: Some(2),
            ..Limits::default()
        };
        let request = Request {
            setup: setup(BOARDS[1].0),
            wanted: limits.into(),
            at: "2>3".to_owned(),
        };
        let mut answers = survey([request], |rated| {
            (
                rated.graph.position_text(Vertex::ROOT),
                rated.graph.graph().is_complete(),
            )
        });
        assert_eq!(
            answers.next(),
            Some(Ok(("b2b2/a1a1 a +1".to_owned(), false)))
        );
        assert_eq!(answers.next(), None);
    }

    #[test]
    fn no_more_pieces_are_begun_than_there_are_lanes_even_where_work_waits_in_the_pool() {
        let lanes = Lanes {
            most: 2,
            ..Lanes::default()
        };
        let (begun, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let pending: Vec<Pending<u64>> = (0..100)
            .map(|number| {
                let (begun, most) = (Arc::clone(&begun), Arc::clone(&most));
                lanes.start(move |_| {
                    most.fetch_max(begun.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    // As a thread does that waits for parts of its job.
                    for _ in 0..4 {
                        rayon::yield_now();
                    }
                    begun.fetch_sub(1, Ordering::SeqCst);
                    number
                })
            })
            .collect();
        for (number, pending) in pending.into_iter().enumerate() {
            assert_eq!(pending.wait(), Ok(number as u64));
        }
        assert!(most.load(Ordering::SeqCst) <= 2);
    }

    #[test]
    fn work_that_panics_is_told_and_the_rest_goes_on() {
        let lanes = Lanes::default();
        let started: Vec<Pending<u32>> = (0..20)
            .map(|number| {
                lanes.start(move |_| {
                    if number % 3 == 0 {
                        std::panic::resume_unwind(Box::new("a planted fault"));
                    }
                    number
                })
            })
            .collect();
        for (number, pending) in (0..20).zip(started) {
            match pending.wait() {
                Ok(result) => assert_eq!((result, number % 3 == 0), (number, false)),
                Err(broken) => {
                    assert_eq!(number % 3, 0);
                    assert!(broken.to_string().contains("(a planted fault)"), "{broken}");
                }
            }
        }
    }

    #[test]
    fn work_that_nobody_waits_for_is_not_begun_or_learns_of_it() {
        let lanes = Lanes {
            most: 1,
            ..Lanes::default()
        };
        let done = Arc::new(AtomicUsize::new(0));
        let first = lanes.start(|asker: &Asker<()>| while asker.waits() {});
        for _ in 0..10 {
            let done = Arc::clone(&done);
            drop(lanes.start(move |_| done.fetch_add(1, Ordering::SeqCst)));
        }
        // The only lane is free for this after the first job has noticed that its receiver is gone.
        drop(first);
        assert_eq!(lanes.start(|_| 7).wait(), Ok(7));
        assert_eq!(done.load(Ordering::SeqCst), 0);
    }

    #[test]
    fn a_thread_of_the_pool_can_wait_for_work_in_the_pool() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        let sum: u32 = pool.expect("a pool").install(|| {
            let lanes = Lanes::default();
            let started: Vec<_> = (0..10).map(|number| lanes.start(move |_| number)).collect();
            started
                .into_iter()
                .map(|pending| pending.wait().expect("no panic"))
                .sum()
        });
        assert_eq!(sum, 45);
    }
}
