//! The work behind a search: on a thread of its own, unless it is done at once.

use std::sync::Arc;

use crate::app::base::{Begun, Wake};
use crate::game::Refusal;
use crate::session::Rated;
use crate::session::filter::{Filter, Finding};
use crate::tree::{CountingByPly, Hits, HitsByPly, Task as _};

/// So much is looked at before the next frame, in positions and moves …
const AT_ONCE: usize = 30_000;
/// … and so much between two looks at the cancel flag.
const STEP: usize = 100_000;

/// What came of a search: hits, or why there are none to be had.
pub(super) type Answer = Result<Arc<Hits>, Refusal>;

/// Looks for what a filter asks for; the window is woken when it is done, and when more of it is.
pub(super) fn begin(rated: &Rated, filter: &Filter, wakers: [Wake; 2]) -> Begun<Arc<Hits>, u32> {
    let [wake, tell] = wakers;
    let mut finding = Finding::new(rated, filter);
    // The first step may look at all of the graph, where it is asked for positions that recur.
    let few = rated.graph.graph().len() <= AT_ONCE;
    if few && finding.step(AT_ONCE) {
        return Begun::Done(finding.finish().map(Arc::new));
    }
    Begun::Thread {
        name: "doomtree-find",
        label: "searching for matches".to_owned(),
        wake,
        told: 0,
        work: Box::new(move |cancelled, told| {
            while !finding.step(STEP) {
                // It never falls, whatever turns out on the way.
                let share = (1_000.0 * finding.share()) as u32;
                let before = *told.now();
                if before < share {
                    *told.now() = share;
                }
                if before / 10 < share / 10 {
                    tell();
                }
                if cancelled.is_set() {
                    return None;
                }
            }
            Some(finding.finish().map(Arc::new))
        }),
    }
}

/// Counts hits by ply; the window is woken when that is done.
pub(super) fn begin_by_ply(
    rated: &Rated,
    hits: &Arc<Hits>,
    wake: Wake,
) -> Begun<Arc<HitsByPly>, ()> {
    let labels = Arc::clone(&rated.graph);
    let mut counting = CountingByPly::new(labels.graph(), Arc::clone(hits));
    if counting.step(labels.graph(), AT_ONCE) {
        return Begun::Done(Ok(Arc::new(counting.finish())));
    }
    Begun::Thread {
        name: "doomtree-plies",
        label: "counting matches by ply".to_owned(),
        wake,
        told: (),
        work: Box::new(move |cancelled, _| {
            while !counting.step(labels.graph(), STEP) {
                if cancelled.is_set() {
                    return None;
                }
            }
            Some(Ok(Arc::new(counting.finish())))
        }),
    }
}
