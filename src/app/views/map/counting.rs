//! Counts the leaves of the open graph on a background thread when the map is first shown, and
//! keeps them while the graph and the ply limit are the same.

use std::sync::Arc;

use eframe::egui;

use crate::app::base::{Begun, waker};
use crate::tree::{Leaves, Pictures};

/// The progress of counting.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counted {
    /// From 0 to 1.
    pub share: f32,
    /// The positions of each ply, as far as they are known.
    pub positions: Vec<u64>,
}

/// Starts to count the leaves of a graph, down to a ply if there is one.
pub(super) fn begin(
    graph: &Arc<dyn Pictures>,
    plies: Option<u32>,
    ctx: &egui::Context,
) -> Begun<Arc<Leaves>, Counted> {
    let graph = Arc::clone(graph);
    Begun::Thread {
        name: "doomtree-leaves",
        label: "counting ends".to_owned(),
        wake: waker(ctx),
        told: Counted::default(),
        work: Box::new(move |cancelled, told| {
            Box::pin(async move {
                let graph = graph.graph();
                let all = Leaves::size(graph, plies) as f32;
                let found = |positions: &[u64]| told.now().positions = positions.to_vec();
                let count = Leaves::count(graph, plies, &cancelled.ctl, found);
                let report = |done: u64| told.now().share = (done as f32 / all).min(1.0);
                Ok(Arc::new(cancelled.ctl.reporting(count, report).await))
            })
        }),
    }
}
