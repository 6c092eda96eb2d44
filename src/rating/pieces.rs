//! Splits long sequential code into pieces: it pauses when the given work is done, and continues
//! from there. It is a coroutine without a runtime; the caller polls it.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll, Waker};

/// Maximum work between checks whether to pause.
pub(super) const PIECE: usize = 1 << 12;

/// The work left until the code must pause, and whether an early end is requested.
#[derive(Clone, Default)]
pub(super) struct WorkBudget {
    left: Arc<AtomicUsize>,
    enough: Arc<AtomicBool>,
}

impl WorkBudget {
    /// Reports work as done; pauses if the given amount is used up.
    pub async fn done(&self, amount: usize) {
        let left = self.left.load(Ordering::Relaxed).saturating_sub(amount);
        self.left.store(left, Ordering::Relaxed);
        if left > 0 {
            return;
        }
        let mut paused = false;
        poll_fn(|_| match std::mem::replace(&mut paused, true) {
            true => Poll::Ready(()),
            false => Poll::Pending,
        })
        .await;
    }

    /// Says that no better answer is wanted.
    pub fn stop(&self) {
        self.enough.store(true, Ordering::Relaxed);
    }

    /// Whether no better answer is wanted.
    pub fn is_enough(&self) -> bool {
        self.enough.load(Ordering::Relaxed)
    }
}

/// Code in progress. Dropping it cancels.
pub(super) struct Pieces<T> {
    work: WorkBudget,
    rest: Pin<Box<dyn Future<Output = T> + Send>>,
}

impl<T> Pieces<T> {
    /// Code that counts its work with `work`.
    pub fn new(work: &WorkBudget, rest: impl Future<Output = T> + Send + 'static) -> Self {
        Self {
            work: work.clone(),
            rest: Box::pin(rest),
        }
    }

    /// Continues for up to `left` more, which is counted down; returns the result once it is there.
    pub fn step(&mut self, left: &mut usize) -> Option<T> {
        self.work.left.store(*left, Ordering::Relaxed);
        let polled = self
            .rest
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()));
        *left = self.work.left.load(Ordering::Relaxed);
        match polled {
            Poll::Ready(outcome) => Some(outcome),
            Poll::Pending => None,
        }
    }
}

/// Does code in pieces at once.
#[cfg(test)]
pub(super) fn at_once<T>(code: impl Future<Output = T>) -> T {
    let mut code = std::pin::pin!(code);
    loop {
        let polled = code.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        if let Poll::Ready(outcome) = polled {
            return outcome;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_pauses_when_it_has_done_its_work_and_goes_on_from_there() {
        let work = WorkBudget::default();
        let mut sums = Pieces::new(&work, {
            let work = work.clone();
            async move {
                let mut sum = 0;
                for number in 1..=10 {
                    sum += number;
                    work.done(3).await;
                }
                sum
            }
        });
        let steps: Vec<Option<u32>> = (0..6).map(|_| sums.step(&mut 6)).take(5).collect();
        assert_eq!(steps, [None; 5]);
        assert_eq!(sums.step(&mut 1), Some(55));
    }
}
