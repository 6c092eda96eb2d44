//! Long work, written straight: a future that counts what it does and pauses when its turn is over.
//! The caller polls it again, or drops it, which cancels it.
//!
//! It is cooperative scheduling without a runtime. Inner loops are plain functions that call
//! [`Control::spend`]; what is around them is `async` and calls [`Control::tick`]. The result never
//! depends on the turns.

use std::cmp::Reverse;
use std::future::{Future, poll_fn};
use std::ops::Range;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

#[cfg(not(target_arch = "wasm32"))]
use std::time::Instant;
#[cfg(target_arch = "wasm32")]
use web_time::Instant;

/// Maximum work between two looks at the clock, in vertices and edges, or bytes. Work of unknown
/// cost counts as this much.
pub const PIECE: usize = 1 << 12;
/// Minimum work to share with other threads; below that, sharing costs more than it saves.
const WORTH_SHARING: u64 = 1 << 15;

/// How long a turn lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnLength {
    /// Until about this much work is done.
    Work(usize),
    /// Until this time has passed.
    Time(Duration),
}

impl TurnLength {
    /// A turn that lasts until the work is done.
    pub const WHOLE: Self = Self::Work(usize::MAX);
}

/// Counts the work that is done, and says when the turn is over. The default is one turn that lasts
/// until the work is done.
#[derive(Debug)]
pub struct Control {
    /// The work left in this turn, or until the next look at the clock.
    left: AtomicU64,
    /// `left` and all the work that was done.
    given: AtomicU64,
    /// When the turn ends, in nanoseconds since `start`; 0 if the turn is counted in work.
    end: AtomicU64,
    start: Instant,
    enough: Arc<AtomicBool>,
}

impl Default for Control {
    fn default() -> Self {
        Self {
            left: AtomicU64::new(u64::MAX),
            given: AtomicU64::new(u64::MAX),
            end: AtomicU64::new(0),
            start: now(),
            enough: Arc::default(),
        }
    }
}

impl Control {
    /// Starts a turn.
    pub fn begin(&self, turn: TurnLength) {
        match turn {
            TurnLength::Work(work) => self.give(work as u64, 0),
            TurnLength::Time(time) => {
                let end = nanos(self.start.elapsed().saturating_add(time));
                self.give(PIECE as u64, end.max(1));
            }
        }
    }

    fn give(&self, work: u64, end: u64) {
        let given = self.done().wrapping_add(work);
        self.given.store(given, Ordering::Relaxed);
        self.left.store(work, Ordering::Relaxed);
        self.end.store(end, Ordering::Relaxed);
    }

    /// Counts work that is done; returns whether the turn goes on.
    #[inline]
    pub fn spend(&self, work: usize) -> bool {
        let remaining = self.left.load(Ordering::Relaxed);
        if remaining > work as u64 {
            self.left.store(remaining - work as u64, Ordering::Relaxed);
            return true;
        }
        self.renew(work as u64 - remaining)
    }

    /// Continues the turn if it isn't over; `beyond` was done without being given.
    #[cold]
    fn renew(&self, beyond: u64) -> bool {
        let end = self.end.load(Ordering::Relaxed);
        // A turn that is counted in work needs no clock.
        let more = match end > 0 && nanos(self.start.elapsed()) < end {
            true => PIECE as u64,
            false => 0,
        };
        self.given
            .fetch_add(beyond.wrapping_add(more), Ordering::Relaxed);
        self.left.store(more, Ordering::Relaxed);
        more > 0
    }

    /// Counts work that is done, and pauses if the turn is over.
    #[inline]
    pub async fn tick(&self, work: usize) {
        if !self.spend(work) {
            pause().await;
        }
    }

    /// Calls `visit`, which returns its work, until there is none, and pauses between two calls.
    pub async fn repeat(&self, mut visit: impl FnMut() -> Option<usize>) {
        while self.block(&mut visit) {
            pause().await;
        }
    }

    /// The plain loop, up to the end of the turn; returns whether there may be more.
    #[inline]
    fn block(&self, visit: &mut impl FnMut() -> Option<usize>) -> bool {
        while let Some(work) = visit() {
            if !self.spend(work) {
                return true;
            }
        }
        false
    }

    /// Calls `visit` with each number, which returns its work, until there is none; returns whether
    /// it was called with all of them.
    pub async fn each_while(
        &self,
        mut numbers: Range<usize>,
        mut visit: impl FnMut(usize) -> Option<usize>,
    ) -> bool {
        let mut all = true;
        self.repeat(|| {
            let work = visit(numbers.next()?);
            all = work.is_some();
            work
        })
        .await;
        all
    }

    /// Calls `visit` with each number, which returns its work, and pauses between two.
    pub async fn each(&self, numbers: Range<usize>, mut visit: impl FnMut(usize) -> usize) {
        self.each_while(numbers, |number| Some(visit(number))).await;
    }

    /// Does work, and reports after each turn how much was done by all of this control's work.
    pub async fn reporting<T>(
        &self,
        work: impl Future<Output = T>,
        mut report: impl FnMut(u64),
    ) -> T {
        let mut work = pin!(work);
        poll_fn(|context| {
            let polled = work.as_mut().poll(context);
            if polled.is_pending() {
                report(self.done());
            }
            polled
        })
        .await
    }

    /// All the work that was done so far, in all turns.
    pub fn done(&self) -> u64 {
        let given = self.given.load(Ordering::Relaxed);
        given.wrapping_sub(self.left.load(Ordering::Relaxed))
    }

    /// Requests an early end with the result that is known by then.
    pub fn stop(&self) {
        self.enough.store(true, Ordering::Relaxed);
    }

    /// Whether an early end is requested.
    pub fn is_stopped(&self) -> bool {
        self.enough.load(Ordering::Relaxed)
    }

    /// The result of work; `None` once an early end is requested, which drops the work.
    pub async fn until_stopped<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        let mut work = pin!(work);
        poll_fn(|context| match self.is_stopped() {
            true => Poll::Ready(None),
            false => work.as_mut().poll(context).map(Some),
        })
        .await
    }

    /// Independent work for [`all`](Self::all), of about this size.
    pub fn part<'a, W>(&self, size: u64, work: impl FnOnce(Arc<Self>) -> W) -> ParallelPart<'a>
    where
        W: Future<Output = ()> + Send + 'a,
    {
        let control = Arc::new(Self {
            enough: Arc::clone(&self.enough),
            ..Self::default()
        });
        ParallelPart {
            size,
            rest: Box::pin(work(Arc::clone(&control))),
            control,
            done: false,
        }
    }

    /// Does independent work side by side on rayon's threads. Each thread takes the part with the
    /// most work left. A part runs on one thread at a time, so the results don't depend on the
    /// threads.
    pub async fn all(&self, mut parts: Vec<ParallelPart<'_>>) {
        poll_fn(|_| {
            loop {
                parts.retain(|part| !part.done);
                if parts.is_empty() {
                    return Poll::Ready(());
                }
                let before: u64 = parts.iter().map(|part| part.control.done()).sum();
                self.share(&mut parts);
                let after: u64 = parts.iter().map(|part| part.control.done()).sum();
                if !self.spend((after - before) as usize) {
                    return Poll::Pending;
                }
            }
        })
        .await;
    }

    /// Gives a turn to as many parts as there are threads.
    fn share(&self, parts: &mut [ParallelPart<'_>]) {
        parts.sort_by_key(|part| Reverse(part.remaining()));
        let end = self.end.load(Ordering::Relaxed);
        let time =
            (end > 0).then(|| Duration::from_nanos(end).saturating_sub(self.start.elapsed()));
        let work = self.left.load(Ordering::Relaxed);
        let all: u64 = parts.iter().map(ParallelPart::remaining).sum();
        let threads = rayon::current_num_threads().min(parts.len());
        if threads == 1 || all < WORTH_SHARING || (time.is_none() && work < WORTH_SHARING) {
            if let Some(part) = parts.first_mut() {
                part.step(time.map_or(TurnLength::Work(work as usize), TurnLength::Time));
            }
            return;
        }
        let each = TurnLength::Work((work / parts.len() as u64) as usize);
        let turn = time.map_or(each, TurnLength::Time);
        let begun = now();
        let waiting = Mutex::new(parts.iter_mut());
        let next = || {
            waiting
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .next()
        };
        rayon::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|_| {
                    while let Some(part) = next() {
                        part.step(turn);
                        if time.is_some_and(|time| begun.elapsed() >= time) {
                            break;
                        }
                    }
                });
            }
        });
    }
}

/// Work that is done beside other work.
pub struct ParallelPart<'a> {
    size: u64,
    control: Arc<Control>,
    rest: Pin<Box<dyn Future<Output = ()> + Send + 'a>>,
    done: bool,
}

impl ParallelPart<'_> {
    fn remaining(&self) -> u64 {
        self.size.saturating_sub(self.control.done()).max(1)
    }

    fn step(&mut self, turn: TurnLength) {
        self.control.begin(turn);
        self.done = poll(self.rest.as_mut()).is_some();
    }
}

/// Work in progress that owns what it works on. Dropping it cancels it.
pub struct Work<T> {
    control: Arc<Control>,
    rest: Pin<Box<dyn Future<Output = T> + Send>>,
}

impl<T> Work<T> {
    /// Work that has not begun.
    pub fn new<W>(work: impl FnOnce(Arc<Control>) -> W) -> Self
    where
        W: Future<Output = T> + Send + 'static,
    {
        let control = Arc::new(Control::default());
        Self {
            rest: Box::pin(work(Arc::clone(&control))),
            control,
        }
    }

    /// Works for a turn; returns the result once it is there, after which there is no other turn.
    pub fn step(&mut self, turn: TurnLength) -> Option<T> {
        self.control.begin(turn);
        poll(self.rest.as_mut())
    }

    /// The result.
    pub fn finish(mut self) -> T {
        loop {
            if let Some(result) = self.step(TurnLength::WHOLE) {
                return result;
            }
        }
    }

    /// What counts its work and can stop it.
    pub fn control(&self) -> &Control {
        &self.control
    }
}

/// The result of work that is done at once, whatever its pauses.
pub fn finished<T>(work: impl Future<Output = T>) -> T {
    let mut work = pin!(work);
    loop {
        if let Some(result) = poll(work.as_mut()) {
            return result;
        }
    }
}

/// The result of work that is done in turns of this length, and their number.
pub fn by_turns<T>(turn: TurnLength, work: impl AsyncFnOnce(&Control) -> T) -> (T, usize) {
    let control = Control::default();
    let mut work = pin!(work(&control));
    let mut turns = 1;
    loop {
        control.begin(turn);
        match poll(work.as_mut()) {
            Some(result) => return (result, turns),
            None => turns += 1,
        }
    }
}

/// The result of work that takes no longer than a turn. Other work is dropped.
pub fn at_once<T>(turn: TurnLength, work: impl AsyncFnOnce(&Control) -> T) -> Option<T> {
    let ctl = Control::default();
    ctl.begin(turn);
    poll(pin!(work(&ctl)))
}

/// Lets work run until it pauses; returns the result if there is one by then.
pub fn poll<T>(work: Pin<&mut (impl Future<Output = T> + ?Sized)>) -> Option<T> {
    match work.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => Some(result),
        Poll::Pending => None,
    }
}

/// Gives way once.
pub async fn pause() {
    let mut paused = false;
    poll_fn(|_| match std::mem::replace(&mut paused, true) {
        true => Poll::Ready(()),
        false => Poll::Pending,
    })
    .await;
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[expect(
    clippy::disallowed_methods,
    reason = "it decides when work pauses, and nothing else"
)]
fn now() -> Instant {
    Instant::now()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum of the numbers below `end`, three units of work each.
    async fn sum(end: u64, ctl: &Control) -> u64 {
        let mut sum = 0;
        for number in 0..end {
            sum += number;
            ctl.tick(3).await;
        }
        sum
    }

    fn work(end: u64) -> Work<u64> {
        Work::new(async move |ctl| sum(end, &ctl).await)
    }

    #[test]
    fn a_turn_does_what_it_was_given_and_the_next_goes_on_from_there() {
        let mut work = work(10);
        let steps: Vec<Option<u64>> = (0..5).map(|_| work.step(TurnLength::Work(6))).collect();
        assert_eq!(steps, [None; 5]);
        assert_eq!(work.control().done(), 30);
        assert_eq!(work.step(TurnLength::Work(1)), Some(45));
    }

    #[test]
    fn a_turn_of_no_time_does_a_piece_and_a_long_one_does_all() {
        let mut work = work(2_000);
        assert_eq!(work.step(TurnLength::Time(Duration::ZERO)), None);
        let done = work.control().done();
        assert!((PIECE as u64..PIECE as u64 + 3).contains(&done), "{done}");
        assert_eq!(
            work.step(TurnLength::Time(Duration::from_secs(3_600))),
            Some(1_999_000)
        );
        assert_eq!(self::work(2_000).finish(), 1_999_000);
    }

    #[test]
    fn parts_side_by_side_give_the_same_whatever_the_turns_and_all_their_work_is_counted() {
        for turn in [
            TurnLength::WHOLE,
            TurnLength::Work(70_000),
            TurnLength::Work(7),
            TurnLength::Time(Duration::ZERO),
        ] {
            let mut work = Work::new(async move |ctl: Arc<Control>| {
                let mut sums = [0; 5];
                let mut parts = Vec::new();
                for (index, slot) in sums.iter_mut().enumerate() {
                    let end = 20_000 * index as u64;
                    parts.push(ctl.part(3 * end, async move |ctl| *slot = sum(end, &ctl).await));
                }
                ctl.all(parts).await;
                (sums, ctl.done())
            });
            let (sums, done) = loop {
                if let Some(result) = work.step(turn) {
                    break result;
                }
            };
            let below = |end: u64| (0..end).sum::<u64>();
            assert_eq!(
                sums,
                [0, 1, 2, 3, 4].map(|part| below(20_000 * part)),
                "{turn:?}"
            );
            assert_eq!(done, 3 * 200_000, "{turn:?}");
        }
    }

    #[test]
    fn a_loop_pauses_between_two_numbers_and_ends_where_there_is_no_work() {
        let mut work = Work::new(async move |ctl: Arc<Control>| {
            let mut seen = Vec::new();
            ctl.each(3..6, |number| {
                seen.push(number);
                2
            })
            .await;
            let all = ctl
                .each_while(0..9, |number| (number < 2).then_some(1))
                .await;
            (seen, all)
        });
        assert_eq!(work.step(TurnLength::Work(3)), None);
        assert_eq!(work.control().done(), 4);
        assert_eq!(work.finish(), (vec![3, 4, 5], false));
    }

    #[test]
    fn work_that_is_stopped_ends_at_its_pause_and_what_it_has_counted_stays() {
        let mut work = Work::new(async move |ctl: Arc<Control>| {
            let mut counted = 0;
            let whole = ctl.until_stopped(ctl.each(0..10, |_| {
                counted += 1;
                1
            }));
            (whole.await, counted)
        });
        assert_eq!(work.step(TurnLength::Work(4)), None);
        work.control().stop();
        assert_eq!(work.step(TurnLength::WHOLE), Some((None, 4)));
    }

    #[test]
    fn stopping_work_also_stops_its_parallel_parts() {
        let mut work = Work::new(async move |ctl: Arc<Control>| {
            let mut turns = 0;
            let part = ctl.part(1, async |control: Arc<Control>| {
                while !control.is_stopped() {
                    turns += 1;
                    control.tick(1).await;
                }
            });
            ctl.all(vec![part]).await;
            turns
        });
        assert_eq!(work.step(TurnLength::Work(5)), None);
        work.control().stop();
        assert_eq!(work.step(TurnLength::Work(5)), Some(5));
    }
}
