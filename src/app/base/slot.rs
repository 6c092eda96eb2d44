//! A slot for a value that takes time to compute: computed for a key, on a background thread, and
//! never shown for another key.
//!
//! Its states are unknown, running, known, canceled and failed. Only [`Slot::want`] starts work.
//! Work for a previous key is then canceled, and its result freed off the UI thread.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::job::{Cancelled, Job, free};
use super::wake::Wake;
use crate::game::Refusal;

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
pub(crate) enum Begun<T, P> {
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
pub(crate) enum State<T, P> {
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
    state: State<T, P>,
}

impl<K, T: Send + 'static, P> Default for Slot<K, T, P> {
    fn default() -> Self {
        Self {
            key: None,
            state: State::Unknown,
        }
    }
}

impl<K: PartialEq, T: Send + 'static, P: Send + 'static> Slot<K, T, P> {
    /// Starts computing the value of a key, unless it is known, running, or was canceled, and takes
    /// a finished result. Returns `true` if anything has changed.
    pub fn want(&mut self, key: K, begin: impl FnOnce() -> Begun<T, P>) -> bool {
        if self.key.as_ref() == Some(&key) {
            return self.poll();
        }
        self.forget();
        self.key = Some(key);
        self.state = match begin() {
            Begun::Done(Ok(found)) => State::Known(found),
            Begun::Done(Err(why)) => State::Fault(why),
            Begun::Thread {
                name,
                label,
                wake,
                told,
                work,
            } => {
                let told = SharedProgress(Arc::new(Mutex::new(told)));
                let theirs = told.clone();
                match Job::spawn(name, label, wake, move |cancelled| work(cancelled, theirs)) {
                    Ok(job) => State::Running(job, told),
                    Err(why) => State::Fault(why),
                }
            }
        };
        true
    }

    /// Takes a finished result; returns `true` if there was one.
    pub fn poll(&mut self) -> bool {
        let State::Running(job, _) = &self.state else {
            return false;
        };
        let Some(answer) = job.poll() else {
            return false;
        };
        self.state = match answer.flatten() {
            Ok(found) => State::Known(found),
            Err(why) => State::Fault(why),
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

    pub fn state(&self) -> &State<T, P> {
        &self.state
    }

    /// The value, if known.
    pub fn known(&self) -> Option<&T> {
        match &self.state {
            State::Known(found) => Some(found),
            _ => None,
        }
    }

    /// Whether a thread works.
    pub fn is_running(&self) -> bool {
        matches!(self.state, State::Running(..))
    }

    /// Cancels the running work; returns whether there was any. It stays canceled for its key.
    pub fn cancel(&mut self) -> bool {
        let running = self.is_running();
        if running {
            self.state = State::Cancelled;
        }
        running
    }

    /// Lets canceled or failed work start again when it is next wanted.
    pub fn again(&mut self) {
        if matches!(self.state, State::Cancelled | State::Fault(_)) {
            self.forget();
        }
    }

    /// Takes the result, once the work has ended; the slot is then unknown.
    pub fn take(&mut self) -> Option<Result<T, Refusal>> {
        if !matches!(self.state, State::Known(_) | State::Fault(_)) {
            return None;
        }
        self.key = None;
        match std::mem::replace(&mut self.state, State::Unknown) {
            State::Known(found) => Some(Ok(found)),
            State::Fault(why) => Some(Err(why)),
            _ => None,
        }
    }

    /// Resets to unknown; the value is freed off the UI thread.
    pub fn forget(&mut self) {
        self.key = None;
        if let State::Known(found) = std::mem::replace(&mut self.state, State::Unknown) {
            free(found);
        }
    }
}

impl<K, T: Send + 'static, P> Drop for Slot<K, T, P> {
    fn drop(&mut self) {
        if let State::Known(found) = std::mem::replace(&mut self.state, State::Unknown) {
            free(found);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::work::PIECE;
    use std::sync::mpsc::{Sender, channel};
    use std::time::{Duration, Instant};

    use proptest::prelude::*;

    use super::*;

    /// A thread's way of finding ten times a key: it waits until it is let, and gives up when it is
    /// canceled.
    fn begun(key: u32, gate: &mut Option<Sender<()>>) -> Begun<u32, u32> {
        match key % 4 {
            0 => return Begun::Done(Ok(key * 10)),
            3 => return Begun::Done(Err(Refusal::new(key.to_string(), ""))),
            _ => {}
        }
        let (sender, receiver) = channel::<()>();
        *gate = Some(sender);
        Begun::Thread {
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
        fn no_order_of_keys_cancels_and_polls_shows_what_belongs_to_another_key(steps in steps()) {
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
                            prop_assert!(matches!(slot.state(), State::Cancelled));
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
                    (State::Unknown, None) => {}
                    (State::Known(found), Some(key)) => prop_assert_eq!(*found, key * 10),
                    (State::Running(_, told), Some(key)) => prop_assert_eq!(*told.now(), key),
                    (State::Fault(why), Some(key)) => prop_assert_eq!(why.to_string(), key.to_string()),
                    (State::Cancelled, Some(_)) => {}
                    _ => prop_assert!(false, "something is shown of a key that nobody wants"),
                }
            }
        }
    }

    #[test]
    fn what_was_stopped_stays_stopped_until_somebody_wants_it_again() {
        let mut slot: Slot<u32, u32, u32> = Slot::default();
        let mut gate = None;
        slot.want(1, || begun(1, &mut gate));
        assert!(slot.cancel());
        assert!(!slot.want(1, || unreachable!("it was stopped")));
        slot.again();
        assert!(slot.want(1, || Begun::Done(Ok(10))));
        assert_eq!(slot.known(), Some(&10));
    }
}
