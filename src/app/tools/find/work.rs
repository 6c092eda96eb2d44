//! The background work of a search; a short one is done at once.

use std::sync::Arc;

use crate::app::base::{Begun, Wake};
use crate::game::Refusal;
use crate::session::Rated;
use crate::session::filter::Filter;
use crate::tree::{Hits, HitsByPly};
use crate::work::{Turn, at_once};

/// Positions and moves visited before the next frame.
const AT_ONCE: usize = 30_000;

/// The result of a search: matches, or why there are none.
pub(super) type FindAnswer = Result<Arc<Hits>, Refusal>;

/// Starts the search of a filter; the window is woken when it is done, and on progress.
pub(super) fn begin(rated: &Rated, filter: &Filter, wakers: [Wake; 2]) -> Begun<Arc<Hits>, u32> {
    let [wake, tell] = wakers;
    // The whole graph may be visited before the first pause, if the filter asks for repeated
    // positions.
    let few = rated.graph.graph().len() <= AT_ONCE;
    let turn = Turn::Work(AT_ONCE);
    if few && let Some(hits) = at_once(turn, async |ctl| filter.find(rated, ctl, &|_| {}).await) {
        return Begun::Done(hits.map(Arc::new));
    }
    let (rated, filter) = (rated.clone(), filter.clone());
    Begun::Thread {
        name: "doomtree-find",
        label: "searching for matches".to_owned(),
        wake,
        told: 0,
        work: Box::new(move |cancelled, told| {
            Box::pin(async move {
                let show = |share: f64| {
                    // The displayed share never decreases.
                    let share = (1_000.0 * share) as u32;
                    let before = *told.now();
                    if before < share {
                        *told.now() = share;
                    }
                    if before / 10 < share / 10 {
                        tell();
                    }
                };
                let hits = filter.find(&rated, &cancelled.ctl, &show).await;
                hits.map(Arc::new)
            })
        }),
    }
}

/// Counts matches by ply; the window is woken when that is done.
pub(super) fn begin_by_ply(
    rated: &Rated,
    hits: &Arc<Hits>,
    wake: Wake,
) -> Begun<Arc<HitsByPly>, ()> {
    let (labels, hits) = (Arc::clone(&rated.graph), Arc::clone(hits));
    Begun::Thread {
        name: "doomtree-plies",
        label: "counting matches by ply".to_owned(),
        wake,
        told: (),
        work: Box::new(move |cancelled, _| {
            Box::pin(async move {
                let counted = HitsByPly::count(labels.graph(), &hits, &cancelled.ctl).await;
                Ok(Arc::new(counted))
            })
        }),
    }
}
