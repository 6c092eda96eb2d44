//! The leaves of the open graph, counted on a thread of their own when the map is first shown, and
//! kept as long as the graph is the same.

use std::sync::{Arc, Mutex, PoisonError};

use crate::app::base::job::Job;
use crate::app::base::job::free;
use crate::app::base::wake::Wake;
use crate::tree::{CountingLeaves, Leaves, Pictures};

/// How many vertices and edges are looked at between two looks at the cancel flag.
const STEP: usize = 1 << 18;

/// A graph that is shared with the document.
type Shared = Arc<dyn Pictures>;

/// How far counting has come.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counted {
    /// From 0 to 1.
    pub share: f32,
    /// The positions of each ply, as far as they are known.
    pub positions: Vec<u64>,
}

/// What is known of the leaves.
#[derive(Default)]
pub(crate) enum State {
    /// Nothing yet.
    #[default]
    Unknown,
    /// They are being counted.
    Running {
        graph: Shared,
        job: Job<Option<Leaves>>,
        told: Arc<Mutex<Counted>>,
    },
    /// All of them.
    Known { graph: Shared, leaves: Arc<Leaves> },
    /// They can't be counted, or somebody has stopped it.
    Stopped { graph: Shared, why: String },
}

fn same(a: &Shared, b: &Shared) -> bool {
    std::ptr::addr_eq(Arc::as_ptr(a), Arc::as_ptr(b))
}

impl State {
    /// The leaves of a graph, if they are known.
    pub fn leaves(&self, graph: &Shared) -> Option<Arc<Leaves>> {
        match self {
            Self::Known { graph: own, leaves } if same(own, graph) => Some(Arc::clone(leaves)),
            _ => None,
        }
    }

    pub fn is_running(&self) -> bool {
        matches!(self, Self::Running { .. })
    }

    /// How far it has come.
    pub fn told(&self) -> Option<Counted> {
        match self {
            Self::Running { told, .. } => {
                Some(told.lock().unwrap_or_else(PoisonError::into_inner).clone())
            }
            _ => None,
        }
    }

    /// Why there are no leaves.
    pub fn why_stopped(&self) -> Option<&str> {
        match self {
            Self::Stopped { why, .. } => Some(why),
            _ => None,
        }
    }

    /// Begins to count, unless the leaves of the graph are known or being counted already; `true` if
    /// the leaves have come, or went.
    pub fn keep(
        &mut self,
        graph: &Shared,
        plies: Option<u32>,
        wake: impl FnOnce() -> Wake,
    ) -> bool {
        match self {
            Self::Running {
                graph: own, job, ..
            } if same(own, graph) => {
                let answer = match job.poll() {
                    None => return false,
                    Some(answer) => answer,
                };
                let graph = Arc::clone(graph);
                *self = match answer {
                    Ok(Some(leaves)) => Self::Known {
                        graph,
                        leaves: Arc::new(leaves),
                    },
                    Ok(None) => Self::Unknown,
                    Err(why) => Self::Stopped { graph, why },
                };
                true
            }
            Self::Known { graph: own, .. } | Self::Stopped { graph: own, .. }
                if same(own, graph) =>
            {
                false
            }
            _ => {
                self.clear();
                self.begin(graph, plies, wake());
                true
            }
        }
    }

    fn begin(&mut self, graph: &Shared, plies: Option<u32>, wake: Wake) {
        let told = Arc::new(Mutex::new(Counted::default()));
        let (theirs, counted) = (Arc::clone(graph), Arc::clone(&told));
        let label = "counting ends".to_owned();
        let job = Job::spawn("doomtree-leaves", label, wake, move |cancelled| {
            let graph = theirs.graph();
            let mut counting = CountingLeaves::new(graph, plies);
            while !counting.step(graph, STEP) {
                if cancelled.is_set() {
                    return None;
                }
                let mut told = counted.lock().unwrap_or_else(PoisonError::into_inner);
                told.share = counting.share();
                let known = told.positions.len();
                told.positions.truncate(known.saturating_sub(1));
                let from = told.positions.len();
                told.positions
                    .extend_from_slice(&counting.positions()[from..]);
            }
            Some(counting.finish(graph))
        });
        let graph = Arc::clone(graph);
        *self = match job {
            Ok(job) => Self::Running { graph, job, told },
            Err(why) => Self::Stopped { graph, why },
        };
    }

    /// Stops counting; what was counted is thrown away.
    pub fn cancel(&mut self) -> bool {
        let Self::Running { graph, .. } = self else {
            return false;
        };
        *self = Self::Stopped {
            graph: Arc::clone(graph),
            why: "Counting the ends was stopped".to_owned(),
        };
        true
    }

    /// Forgets that somebody has stopped it.
    pub fn resume(&mut self) {
        if matches!(self, Self::Stopped { .. }) {
            *self = Self::Unknown;
        }
    }

    /// Forgets everything, off the UI thread.
    pub fn clear(&mut self) {
        match std::mem::take(self) {
            Self::Known { graph, leaves } => free((graph, leaves)),
            Self::Running { graph, job, .. } => {
                drop(job);
                free(graph);
            }
            _ => {}
        }
    }
}
