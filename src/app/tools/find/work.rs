//! The work behind a search: on a thread of its own, unless it is done at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::app::base::job::{Cancelled, Job};
use crate::app::base::wake::Wake;
use crate::session::Rated;
use crate::session::filter::{Filter, Finding};
use crate::tree::Hits;

/// So much is looked at before the next frame, in positions and moves …
const AT_ONCE: usize = 30_000;
/// … and so much between two looks at the cancel flag.
const STEP: usize = 100_000;

/// What came of a search: hits, or a sentence on why there are none to be had.
pub(crate) type Answer = Result<Arc<Hits>, String>;

/// A search that is under way.
pub(crate) struct Running {
    /// What is looked for.
    pub filter: Filter,
    pub(crate) job: Job<Answer>,
    /// How much is done, in thousandths.
    done: Arc<AtomicU64>,
}

/// What became of a search that was begun.
pub(crate) enum Begun {
    /// It is done.
    Done(Answer),
    /// A thread does the rest.
    Running(Running),
}

/// Looks for what a filter asks for; the window is woken when it is done, and when more of it is.
pub(crate) fn begin(rated: &Rated, filter: &Filter, wakers: [Wake; 2]) -> Begun {
    let [wake, tell] = wakers;
    let mut finding = Finding::new(rated, filter);
    // The first step may look at all of the graph, where it is asked for positions that recur.
    let few = rated.graph.graph().len() <= AT_ONCE;
    if few && finding.step(AT_ONCE) {
        return Begun::Done(finding.finish().map(Arc::new));
    }
    let done = Arc::new(AtomicU64::new(0));
    let told = Arc::clone(&done);
    let label = "looking for hits".to_owned();
    let work = move |cancelled: &Cancelled| {
        while !finding.step(STEP) {
            // It never falls, whatever turns out on the way.
            let share = (1_000.0 * finding.share()) as u64;
            if told.fetch_max(share, Ordering::Relaxed) / 10 < share / 10 {
                tell();
            }
            if cancelled.is_set() {
                return Err("The search was cancelled".to_owned());
            }
        }
        finding.finish().map(Arc::new)
    };
    match Job::spawn("doomtree-find", label, wake, work) {
        Ok(job) => Begun::Running(Running {
            filter: filter.clone(),
            job,
            done,
        }),
        Err(why) => Begun::Done(Err(why)),
    }
}

impl Running {
    /// How much is done, of 1.
    pub fn share(&self) -> f32 {
        self.done.load(Ordering::Relaxed) as f32 / 1_000.0
    }

    /// What came of it, once it is done.
    pub fn poll(&self) -> Option<Answer> {
        self.job.poll().map(|answer| answer.and_then(|hits| hits))
    }
}
