//! Background jobs for files (one named thread and one result per job), and how threads wake the
//! window. A [`Slot`] has a value that takes time: computed for a key, and never shown for another.
//! Only [`Slot::want`] starts work; that for a previous key is canceled, and freed off the UI
//! thread. If the program is ended from outside, as by a logout, the window first reports what
//! became of unsaved work.

use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use eframe::egui;

use super::{machine, page, panics};
use crate::game::Refusal;
use crate::work::{Control, TurnLength, poll};

/// How long a job works between two looks at whether it is canceled.
const TURN: TurnLength =
    TurnLength::Time(Duration::from_millis(if page::IN_BROWSER { 4 } else { 15 }));

/// Whether a job should give up.
#[derive(Clone, Debug, Default)]
pub struct Cancelled {
    is_set: Arc<AtomicBool>,
    /// Counts the job's work, and pauses it.
    pub ctl: Arc<Control>,
}

impl Cancelled {
    /// Whether it should. Long synchronous work calls it between its steps.
    pub fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed)
    }

    /// The result of work, done by turns between which the window has its own where there is one
    /// thread only; `None` if it was canceled.
    async fn by_turns<T>(self, work: impl Future<Output = T>) -> Option<T> {
        let mut work = pin!(work);
        loop {
            self.ctl.begin(TURN);
            if let Some(result) = poll(work.as_mut()) {
                return Some(result);
            }
            if self.is_set.load(Ordering::Relaxed) {
                return None;
            }
            machine::pause().await;
        }
    }
}

/// The answer of a job, once it is there.
struct ExitAnswer<T> {
    slot: Mutex<Option<Result<T, Refusal>>>,
    came: Condvar,
}

impl<T> Default for ExitAnswer<T> {
    fn default() -> Self {
        Self {
            slot: Mutex::new(None),
            came: Condvar::new(),
        }
    }
}

impl<T> ExitAnswer<T> {
    fn lock(&self) -> MutexGuard<'_, Option<Result<T, Refusal>>> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A background job. Dropping it cancels it and discards the result.
pub struct Job<T> {
    /// Its description for the status line: `opening book.board.json`.
    pub label: String,
    answer: Arc<ExitAnswer<T>>,
    cancelled: Cancelled,
}

impl<T: Send + 'static> Job<T> {
    /// Starts a job on a thread called `name`. `wake` is called when the answer is there.
    ///
    /// # Errors
    /// The system has no thread to spare.
    pub fn spawn<W>(
        name: &str,
        label: String,
        wake: Wake,
        work: impl FnOnce(Cancelled) -> W + Send + 'static,
    ) -> Result<Self, Refusal>
    where
        W: Future<Output = T> + 'static,
    {
        let answer = Arc::new(ExitAnswer::default());
        let given = Arc::clone(&answer);
        let cancelled = Cancelled::default();
        let theirs = cancelled.clone();
        let called = label.clone();
        let hand_over = move |ended: Result<Option<T>, Refusal>| {
            // Nobody waits for a canceled job.
            let Some(answer) = ended.map_err(|why| why.at(&called)).transpose() else {
                return;
            };
            *given.lock() = Some(answer);
            given.came.notify_all();
            // Only the closure is left where nobody waits.
            if Arc::strong_count(&given) > 1 {
                wake();
            }
        };
        let work = async move || theirs.clone().by_turns(work(theirs)).await;
        panics::spawn(name, work, hand_over).map_err(|error| {
            let what = format!("Couldn't start a thread ({error}). Try again.");
            Refusal::new(what, "").because(error)
        })?;
        Ok(Self {
            label,
            answer,
            cancelled,
        })
    }

    /// The result, once it is there, or the panic message.
    pub fn poll(&self) -> Option<Result<T, Refusal>> {
        self.answer.lock().take()
    }

    /// Waits for the answer, but not for long: the window is closing.
    pub fn wait(&self, max: Duration) {
        // A page has one thread, which the answer needs.
        if !page::IN_BROWSER {
            let answer = self.answer.lock();
            let waits = |answer: &mut Option<_>| answer.is_none();
            drop(self.answer.came.wait_timeout_while(answer, max, waits));
        }
    }
}

/// Frees a large value on a background thread, so that the window doesn't wait for it.
pub(crate) fn drop_in_background<T: Send + 'static>(value: T) {
    free_boxed(Box::new(value));
}

fn free_boxed(value: Box<dyn Send>) {
    if panics::spawn("doomtree-free", async move || drop(value), |_| {}).is_err() {
        // No thread to spare: the value was freed here instead.
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.cancelled.is_set.store(true, Ordering::Relaxed);
    }
}

/// A request to the window and its answer. Clones share the state.
#[derive(Clone, Default)]
pub struct ExitQuestion(Arc<Inner>);

#[derive(Default)]
struct Inner {
    asked: AtomicBool,
    wake: Mutex<Option<Wake>>,
    answer: Mutex<Option<String>>,
    answered: Condvar,
}

impl ExitQuestion {
    /// Asks the window, and waits up to `max` for its answer; `None` if there is no window, or no
    /// answer.
    pub fn ask(&self, max: Duration) -> Option<String> {
        self.0.asked.store(true, Ordering::SeqCst);
        let wake = self.0.wake.lock().unwrap_or_else(PoisonError::into_inner);
        wake.as_ref()?();
        drop(wake);
        let answer = self.0.answer.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self
            .0
            .answered
            .wait_timeout_while(answer, max, |answer| answer.is_none());
        waited.map_or(None, |(mut answer, _)| answer.take())
    }

    /// There is a window from now on.
    pub(crate) fn listen(&self, wake: Wake) {
        let mut there = self.0.wake.lock().unwrap_or_else(PoisonError::into_inner);
        *there = Some(wake);
    }

    /// Whether an answer is awaited.
    pub(crate) fn is_asked(&self) -> bool {
        self.0.asked.load(Ordering::SeqCst)
    }

    /// Answers with what became of unsaved work, as text.
    pub(crate) fn answer(&self, text: String) {
        let mut answer = self.0.answer.lock().unwrap_or_else(PoisonError::into_inner);
        *answer = Some(text);
        self.0.answered.notify_all();
    }
}

/// A function that wakes the window from another thread.
pub(crate) fn waker(ctx: &egui::Context) -> Wake {
    let ctx = ctx.clone();
    Box::new(move || ctx.request_repaint())
}

/// A function that wakes the window from another thread.
pub type Wake = Box<dyn Fn() + Send + Sync>;

/// The progress that a thread reports.
#[derive(Debug)]
pub(crate) struct SharedProgress<P>(Arc<Mutex<P>>);

impl<P> SharedProgress<P> {
    /// The last reported progress, for updating.
    pub fn now(&self) -> MutexGuard<'_, P> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<P: Default> Default for SharedProgress<P> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<P> Clone for SharedProgress<P> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

/// The computation on its thread.
type Finds<T, P> =
    Box<dyn FnOnce(Cancelled, SharedProgress<P>) -> Pausing<Result<T, Refusal>> + Send>;

/// Work that pauses between its steps.
type Pausing<T> = Pin<Box<dyn Future<Output = T>>>;

/// The start of a computation.
pub(crate) enum SlotStart<T, P> {
    /// It was computed at once, or failed.
    Done(Result<T, Refusal>),
    /// A thread finds it.
    Thread {
        /// The thread's name.
        name: &'static str,
        /// Its description, for a report.
        label: String,
        /// Wakes the window when it is done.
        wake: Wake,
        /// The initial progress.
        told: P,
        work: Finds<T, P>,
    },
}

/// The state of a slot.
pub(crate) enum SlotState<T, P> {
    /// Not requested.
    Unknown,
    /// Being computed.
    Running(Job<Result<T, Refusal>>, SharedProgress<P>),
    /// Known.
    Known(T),
    /// Canceled by the user.
    Cancelled,
    /// Failed, for a reason in a sentence.
    Fault(Refusal),
}

/// A result computed for a key, off the UI thread.
pub(crate) struct Slot<K, T: Send + 'static, P = ()> {
    key: Option<K>,
    state: SlotState<T, P>,
}

impl<K, T: Send + 'static, P> Default for Slot<K, T, P> {
    fn default() -> Self {
        Self {
            key: None,
            state: SlotState::Unknown,
        }
    }
}

impl<K: PartialEq, T: Send + 'static, P: Send + 'static> Slot<K, T, P> {
    /// Starts computing the value of a key, unless it is known, running, or was canceled, and takes
    /// a finished result. Returns `true` if anything has changed.
    pub fn want(&mut self, key: K, begin: impl FnOnce() -> SlotStart<T, P>) -> bool {
        if self.key.as_ref() == Some(&key) {
            return self.poll();
        }
        self.forget();
        self.key = Some(key);
        self.state = match begin() {
            SlotStart::Done(Ok(found)) => SlotState::Known(found),
            SlotStart::Done(Err(why)) => SlotState::Fault(why),
            SlotStart::Thread {
                name,
                label,
                wake,
                told: p,
                work,
            } => {
                let progress = SharedProgress(Arc::new(Mutex::new(p)));
                let theirs = progress.clone();
                match Job::spawn(name, label, wake, move |cancelled| work(cancelled, theirs)) {
                    Ok(job) => SlotState::Running(job, progress),
                    Err(why) => SlotState::Fault(why),
                }
            }
        };
        true
    }

    /// Takes a finished result; returns `true` if there was one.
    pub fn poll(&mut self) -> bool {
        let SlotState::Running(job, _) = &self.state else {
            return false;
        };
        let Some(answer) = job.poll() else {
            return false;
        };
        self.state = match answer.flatten() {
            Ok(found) => SlotState::Known(found),
            Err(why) => SlotState::Fault(why),
        };
        true
    }

    /// Whether it is about this key, whatever is known.
    pub fn is_of(&self, key: &K) -> bool {
        self.key.as_ref() == Some(key)
    }

    /// The key, unless nothing was requested.
    pub fn key(&self) -> Option<&K> {
        self.key.as_ref()
    }

    pub fn state(&self) -> &SlotState<T, P> {
        &self.state
    }

    /// The value, if known.
    pub fn known(&self) -> Option<&T> {
        match &self.state {
            SlotState::Known(found) => Some(found),
            _ => None,
        }
    }

    /// Whether a thread works.
    pub fn is_running(&self) -> bool {
        matches!(self.state, SlotState::Running(..))
    }

    /// Cancels the running work; returns whether there was any. It stays canceled for its key.
    pub fn cancel(&mut self) -> bool {
        let running = self.is_running();
        if running {
            self.state = SlotState::Cancelled;
        }
        running
    }

    /// Lets canceled or failed work start again when it is next wanted.
    pub fn again(&mut self) {
        if matches!(self.state, SlotState::Cancelled | SlotState::Fault(_)) {
            self.forget();
        }
    }

    /// Takes the result, once the work has ended; the slot is then unknown.
    pub fn take(&mut self) -> Option<Result<T, Refusal>> {
        if !matches!(self.state, SlotState::Known(_) | SlotState::Fault(_)) {
            return None;
        }
        self.key = None;
        match std::mem::replace(&mut self.state, SlotState::Unknown) {
            SlotState::Known(found) => Some(Ok(found)),
            SlotState::Fault(why) => Some(Err(why)),
            _ => None,
        }
    }

    /// Resets to unknown; the value is freed off the UI thread.
    pub fn forget(&mut self) {
        self.key = None;
        if let SlotState::Known(found) = std::mem::replace(&mut self.state, SlotState::Unknown) {
            drop_in_background(found);
        }
    }
}

impl<K, T: Send + 'static, P> Drop for Slot<K, T, P> {
    fn drop(&mut self) {
        if let SlotState::Known(found) = std::mem::replace(&mut self.state, SlotState::Unknown) {
            drop_in_background(found);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Sender, channel};
    use std::time::{Duration, Instant};

    use proptest::prelude::*;

    use super::*;
    use crate::work::PIECE;

    #[test]
    fn a_window_answers_what_became_of_unsaved_work_and_without_a_window_nothing_waits() {
        let ending = ExitQuestion::default();
        assert_eq!(ending.ask(Duration::from_secs(9)), None, "no window");
        let heard = ending.clone();
        ending.listen(Box::new(move || heard.answer("all is kept".to_owned())));
        let message = ending.ask(Duration::from_secs(9));
        assert_eq!(message.as_deref(), Some("all is kept"));
        assert!(ending.is_asked());
        ending.listen(Box::new(|| {}));
        assert_eq!(ending.ask(Duration::from_millis(1)), None, "it hangs");
    }

    /// A thread's way of finding ten times a key: it waits until it is let, and gives up when it is
    /// canceled.
    fn begun(key: u32, gate: &mut Option<Sender<()>>) -> SlotStart<u32, u32> {
        match key % 4 {
            0 => return SlotStart::Done(Ok(key * 10)),
            3 => return SlotStart::Done(Err(Refusal::new(key.to_string(), ""))),
            _ => {}
        }
        let (sender, receiver) = channel::<()>();
        *gate = Some(sender);
        SlotStart::Thread {
            name: "doomtree-test",
            label: "testing".to_owned(),
            wake: Box::new(|| ()),
            told: key,
            work: Box::new(move |cancelled, _| {
                Box::pin(async move {
                    receiver.recv_timeout(Duration::from_secs(20)).ok();
                    cancelled.ctl.tick(PIECE).await;
                    Ok(key * 10)
                })
            }),
        }
    }

    #[derive(Clone, Copy, Debug)]
    enum Step {
        Want(u32),
        Poll,
        Finish,
        Cancel,
        Again,
        Forget,
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let step = prop_oneof![
            4 => (1_u32..8).prop_map(Step::Want),
            2 => Just(Step::Poll),
            2 => Just(Step::Finish),
            1 => Just(Step::Cancel),
            1 => Just(Step::Again),
            1 => Just(Step::Forget),
        ];
        proptest::collection::vec(step, 1..40)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn a_slot_never_shows_the_result_of_another_key_whatever_the_order_of_calls(steps in steps()) {
            let mut slot: Slot<u32, u32, u32> = Slot::default();
            let mut gate = None;
            let mut wanted = None;
            for step in steps {
                match step {
                    Step::Want(key) => {
                        slot.want(key, || begun(key, &mut gate));
                        wanted = Some(key);
                    }
                    Step::Poll => drop(slot.poll()),
                    Step::Finish => {
                        if let Some(gate) = gate.take() {
                            gate.send(()).ok();
                        }
                        let since = Instant::now();
                        // Released work ends; canceled work never returns a result.
                        while slot.is_running()
                            && !slot.poll()
                            && since.elapsed() < Duration::from_secs(10)
                        {
                            std::thread::yield_now();
                        }
                        prop_assert!(!slot.is_running());
                    }
                    Step::Cancel => {
                        let was = slot.is_running();
                        prop_assert_eq!(slot.cancel(), was);
                        prop_assert!(!slot.is_running());
                        if was {
                            prop_assert!(matches!(slot.state(), SlotState::Cancelled));
                        }
                    }
                    Step::Again => {
                        slot.again();
                        if slot.key().is_none() {
                            wanted = None;
                        }
                    }
                    Step::Forget => {
                        slot.forget();
                        wanted = None;
                    }
                }
                prop_assert_eq!(slot.key().copied(), wanted);
                match (slot.state(), wanted) {
                    (SlotState::Unknown, None) => {}
                    (SlotState::Known(found), Some(key)) => prop_assert_eq!(*found, key * 10),
                    (SlotState::Running(_, progress), Some(key)) => prop_assert_eq!(*progress.now(), key),
                    (SlotState::Fault(why), Some(key)) => prop_assert_eq!(why.to_string(), key.to_string()),
                    (SlotState::Cancelled, Some(_)) => {}
                    _ => prop_assert!(false, "something is shown of a key that nobody wants"),
                }
            }
        }
    }

    #[test]
    fn canceled_work_starts_again_only_after_it_is_allowed_to() {
        let mut slot: Slot<u32, u32, u32> = Slot::default();
        let mut gate = None;
        slot.want(1, || begun(1, &mut gate));
        assert!(slot.cancel());
        assert!(!slot.want(1, || unreachable!("it was stopped")));
        slot.again();
        assert!(slot.want(1, || SlotStart::Done(Ok(10))));
        assert_eq!(slot.known(), Some(&10));
    }
}
