//! Computes how the positions are reached, on a background thread if the graph is large.

use std::sync::Arc;

use eframe::egui;

use crate::app::base::{Begun, waker};
use crate::tree::{Pictures, Ways};

/// Maximum vertices and edges of a graph that is processed before the next frame.
const AT_ONCE: usize = 40_000;

/// Starts computing the ways of a graph, with progress in thousandths.
pub(super) fn begin(graph: &Arc<dyn Pictures>, ctx: &egui::Context) -> Begun<Box<Ways>, u32> {
    let columns = graph.graph();
    if columns.len() + columns.edge_count() <= AT_ONCE {
        return Begun::Done(Ok(Box::new(Ways::new(columns))));
    }
    let graph = Arc::clone(graph);
    let wake = waker(ctx);
    Begun::Thread {
        name: "doomtree-positions",
        label: "finding how positions are reached".to_owned(),
        wake: waker(ctx),
        told: 0,
        work: Box::new(move |cancelled, told| {
            Box::pin(async move {
                let graph = graph.graph();
                let all = Ways::size(graph);
                let report = |done: u64| {
                    let share = (1_000 * done.min(all) / all) as u32;
                    if std::mem::replace(&mut *told.now(), share) / 10 != share / 10 {
                        wake();
                    }
                };
                let find = Ways::find(graph, &cancelled.ctl);
                Ok(Box::new(cancelled.ctl.reporting(find, report).await))
            })
        }),
    }
}
