//! The work behind a comparison, on a thread of its own: the other graph, then the walk over both.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::found::Found;
use crate::app::base::job::{Cancelled, Job};
use crate::app::base::wake::Wake;
use crate::games::{self, Setup, Switches};
use crate::session::{Build, Comparing, MOST_PAIRS, Rated, Wanted, open};
use crate::words::short_number;

/// How many positions are expanded, or pairs compared, between two looks at the cancel flag.
const STEP: usize = 2_048;

/// How far the work has come, told from its thread.
pub(crate) struct Reached {
    phase: Arc<AtomicU8>,
    count: Arc<AtomicU64>,
}

impl Reached {
    /// What is under way, in words.
    pub fn words(&self) -> String {
        let count = self.count.load(Ordering::Relaxed);
        let number = short_number(count);
        match self.phase.load(Ordering::Relaxed) {
            0 => format!("Building under the other rules: {number} positions so far"),
            1 => format!("Rating {number} positions under the other rules"),
            _ => format!("Comparing: {number} pairs of positions so far"),
        }
    }
}

/// The job that finds, or says why it can't be had.
pub(super) type CompareJob = Job<Result<Box<Found>, String>>;

/// A comparison that can be started.
pub(crate) struct Work {
    own: Rated,
    build: Box<dyn Build>,
}

impl Work {
    /// The comparison of an open board with the same under other rules.
    ///
    /// # Errors
    /// Why the board can't be had under them.
    pub fn new(
        own: Rated,
        setup: &Setup,
        other: &Switches,
        mut wanted: Wanted,
    ) -> Result<Self, String> {
        // Both graphs are held at once: the other may take what this one leaves.
        let left = |most: u64| most.saturating_sub(own.bytes as u64);
        wanted.limits.max_bytes = wanted.limits.max_bytes.map(left);
        let build = games::under(setup, other).and_then(|setup| open(&setup, wanted, ""));
        match build {
            Ok(build) => Ok(Self { own, build }),
            Err(error) => Err(format!("The board can't be had under these rules: {error}")),
        }
    }

    /// Starts the thread.
    ///
    /// # Errors
    /// The system has no thread to spare.
    pub fn start(self, wake: Wake) -> Result<(CompareJob, Reached), String> {
        let reached = Reached {
            phase: Arc::default(),
            count: Arc::default(),
        };
        let (phase, count) = (Arc::clone(&reached.phase), Arc::clone(&reached.count));
        let Self { own, mut build } = self;
        let label = "comparing".to_owned();
        let work = move |cancelled: &Cancelled| {
            let gone = || Err("The comparison was cancelled: choose rules again".to_owned());
            loop {
                let progress = build.step(STEP);
                count.store(progress.positions as u64, Ordering::Relaxed);
                if cancelled.is_set() {
                    return gone();
                }
                if progress.done {
                    break;
                }
            }
            phase.store(1, Ordering::Relaxed);
            let other = build.finish();
            if let Some(why) = other.analysis.ratings.refused() {
                return Err(format!("The other tree can't be rated: {why}"));
            }
            phase.store(2, Ordering::Relaxed);
            let mut comparing = Comparing::new([own.clone(), other.clone()], MOST_PAIRS);
            loop {
                let progress = comparing.step(STEP);
                count.store(progress.expanded as u64, Ordering::Relaxed);
                if cancelled.is_set() {
                    return gone();
                }
                if progress.done {
                    break;
                }
            }
            Ok(Box::new(Found::new([own, other], comparing.finish())))
        };
        let job = Job::spawn("doomtree-compare", label, wake, work)?;
        Ok((job, reached))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::first_setup;
    use crate::tree::Limits;

    #[test]
    fn the_other_tree_may_take_what_the_open_one_leaves() {
        let setup = Setup {
            position: "a2b2a2/b1a2b2 a".to_owned(),
            ..first_setup("dice-of-doom").expect("the book's board")
        };
        let own = open(&setup, Limits::default(), "")
            .expect("a board")
            .finish();
        let other = Switches::read("haskell").expect("rules");
        let stopped = |max_bytes| {
            let limits = Limits {
                max_bytes,
                ..Limits::default()
            };
            let work = Work::new(own.clone(), &setup, &other, limits.into());
            let rated = work.map(|work| work.build.finish());
            rated.expect("a board").graph.graph().stopped().is_some()
        };
        assert!(!stopped(None));
        assert!(!stopped(Some(own.bytes as u64 + 100_000_000)));
        assert!(stopped(Some(own.bytes as u64)));
    }
}
