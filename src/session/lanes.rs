//! Runs jobs on rayon's global pool. As many run in parallel as the pool has threads, however many
//! wait; results can be taken in any order.

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use thiserror::Error;

type Job = Box<dyn FnOnce() + Send>;

/// The queue of jobs that wait for a thread of the pool.
///
/// A job that uses the pool itself waits there for its parts, and a waiting rayon thread takes up
/// any other work in the pool. So queued jobs stay outside of the pool. At most one job per thread
/// is started and unfinished, which bounds the memory.
#[derive(Clone)]
pub struct Lanes {
    max: usize,
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
            max: rayon::current_num_threads(),
            waiting: Arc::default(),
        }
    }
}

impl Lanes {
    /// The number of jobs that run in parallel.
    pub fn count(&self) -> usize {
        self.max
    }

    /// The memory limit of each board, if all boards built in parallel share `max_bytes`.
    pub fn share(&self, max_bytes: Option<u64>) -> Option<u64> {
        max_bytes.map(|bytes| bytes / self.max as u64)
    }

    /// Queues a job, which starts after those before it have started.
    pub fn start<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Asker<T>) -> T + Send + 'static,
    ) -> PendingResult<T> {
        let result_slot = Arc::new(ResultSlot {
            result: Mutex::new(None),
            filled: Condvar::new(),
        });
        let asker = Asker(Arc::clone(&result_slot));
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
        if waiting.open < self.max {
            waiting.open += 1;
            let waiting = Arc::clone(&self.waiting);
            rayon::spawn(move || advance(waiting));
        }
        PendingResult(result_slot)
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
pub struct PendingResult<T>(Arc<ResultSlot<T>>);

impl<T> PendingResult<T> {
    fn is_done(&self) -> bool {
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
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn no_more_pieces_are_begun_than_there_are_lanes_even_where_work_waits_in_the_pool() {
        let lanes = Lanes {
            max: 2,
            ..Lanes::default()
        };
        let (begun, max) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let pending: Vec<PendingResult<u64>> = (0..100)
            .map(|number| {
                let (begun, maximum) = (Arc::clone(&begun), Arc::clone(&max));
                lanes.start(move |_| {
                    maximum.fetch_max(begun.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
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
        assert!(max.load(Ordering::SeqCst) <= 2);
    }

    #[test]
    fn work_that_panics_is_told_and_the_rest_goes_on() {
        let lanes = Lanes::default();
        let started: Vec<PendingResult<u32>> = (0..20)
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
            max: 1,
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
