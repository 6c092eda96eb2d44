//! Background jobs for reading and writing files: one named thread and one result per job.

use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::page;
use super::panics;
use super::threads;
use super::wake::Wake;
use crate::game::Refusal;
use crate::work::{Control, Turn, poll};

/// How long a job works between two looks at whether it is canceled.
const TURN: Turn = Turn::Time(Duration::from_millis(if page::IN_BROWSER { 4 } else { 15 }));

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
            threads::pause().await;
        }
    }
}

/// The answer of a job, once it is there.
struct Answer<T> {
    slot: Mutex<Option<Result<T, Refusal>>>,
    came: Condvar,
}

impl<T> Default for Answer<T> {
    fn default() -> Self {
        Self {
            slot: Mutex::new(None),
            came: Condvar::new(),
        }
    }
}

impl<T> Answer<T> {
    fn lock(&self) -> MutexGuard<'_, Option<Result<T, Refusal>>> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A background job. Dropping it cancels it and discards the result.
pub struct Job<T> {
    /// Its description for the status line: `opening book.board.json`.
    pub label: String,
    answer: Arc<Answer<T>>,
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
        let answer = Arc::new(Answer::default());
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
    pub fn wait(&self, most: Duration) {
        // A page has one thread, which the answer needs.
        if !page::IN_BROWSER {
            let answer = self.answer.lock();
            let waits = |answer: &mut Option<_>| answer.is_none();
            drop(self.answer.came.wait_timeout_while(answer, most, waits));
        }
    }
}

/// Frees a large value on a background thread, so that the window doesn't wait for it.
pub(crate) fn free<T: Send + 'static>(value: T) {
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
