//! Computes how the positions are reached, on a background thread if the graph is large.

use std::sync::Arc;

use eframe::egui;

use crate::app::base::{Begun, waker};
use crate::tree::{FindingWays, Pictures, Ways};

/// Maximum vertices and edges of a graph that is processed before the next frame.
const AT_ONCE: usize = 40_000;
/// Vertices and edges visited between checks of the cancel flag.
const STEP: usize = 1 << 18;

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
                let mut finding = FindingWays::new(graph);
                while !finding.step(graph, STEP) {
                    if cancelled.pause().await {
                        return None;
                    }
                    let share = (1000.0 * finding.share(graph)) as u32;
                    if std::mem::replace(&mut *told.now(), share) / 10 != share / 10 {
                        wake();
                    }
                }
                Some(Ok(Box::new(finding.finish(graph))))
            })
        }),
    }
}
