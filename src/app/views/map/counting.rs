//! Counts the leaves of the open graph on a background thread when the map is first shown, and
//! keeps them while the graph and the ply limit are the same.

use std::sync::Arc;

use eframe::egui;

use crate::app::base::{Begun, waker};
use crate::tree::{CountingLeaves, Leaves, Pictures};

/// Vertices and edges visited between checks of the cancel flag.
const STEP: usize = 1 << 18;

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
                let mut counting = CountingLeaves::new(graph, plies);
                while !counting.step(graph, STEP) {
                    if cancelled.pause().await {
                        return None;
                    }
                    let mut told = told.now();
                    told.share = counting.share();
                    // The last reported ply may have grown.
                    let from = told.positions.len().saturating_sub(1);
                    told.positions.truncate(from);
                    told.positions
                        .extend_from_slice(&counting.positions()[from..]);
                }
                Some(Ok(Arc::new(counting.finish(graph))))
            })
        }),
    }
}
