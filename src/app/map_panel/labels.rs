//! The names of moves and the ratings that stand on the map, laid out once each.

use std::sync::Arc;

use eframe::egui::{self, Color32, Galley};
use rustc_hash::FxHashMap;

use crate::app::widgets::font;
use crate::diagram::{MapTree, TreeView};
use crate::layout::map::Step;
use crate::tree::{Vertex, VertexKind};

/// How large the texts are, in points.
const SIZE: f32 = 12.0;
/// As many are kept.
const KEPT: usize = 20_000;

/// What can stand on a node.
#[derive(Clone)]
pub(super) struct Label {
    /// Its move and its rating.
    pub whole: Arc<Galley>,
    /// Its rating alone, or its move where there is no rating.
    pub short: Arc<Galley>,
}

/// The labels that were shown last.
#[derive(Default)]
pub(super) struct Labels {
    /// What they were laid out for: pixels a point, the glyphs' picture, and what they say.
    made_for: (u32, [usize; 2], u64),
    kept: FxHashMap<(u32, u32), Label>,
}

impl Labels {
    /// Forgets those that were made for something else.
    pub fn keep(&mut self, ui: &egui::Ui, generation: u64) {
        let atlas = ui.fonts_mut(|fonts| fonts.font_image_size());
        let now = (ui.pixels_per_point().to_bits(), atlas, generation);
        if self.made_for != now || self.kept.len() > KEPT {
            self.kept.clear();
            self.made_for = now;
        }
    }

    /// The label of a node below `above`.
    pub fn of(
        &mut self,
        ui: &egui::Ui,
        view: &TreeView<'_>,
        tree: &MapTree<'_>,
        above: Option<Vertex>,
        step: Step,
    ) -> &Label {
        let vertex = tree.vertex(step.node);
        let key = (above.map_or(u32::MAX, |above| above.0), step.index);
        self.kept.entry(key).or_insert_with(|| {
            let edge = above.and_then(|above| {
                let edge = tree.graph.edge(above, step.index as usize)?;
                Some(view.edge_name(above, edge))
            });
            let mv = edge.unwrap_or_default();
            let rating = match tree.graph.kind(vertex) {
                _ if view.hidden && tree.graph.kind(vertex) != VertexKind::End => String::new(),
                _ => view.node_text(vertex),
            };
            let whole = match (mv.is_empty(), rating.is_empty()) {
                (false, false) => format!("{mv}  {rating}"),
                _ => format!("{mv}{rating}"),
            };
            let short = if rating.is_empty() { mv } else { rating };
            let lay = |text: String| {
                ui.fonts_mut(|fonts| {
                    fonts.layout_no_wrap(text, font(SIZE, false), Color32::PLACEHOLDER)
                })
            };
            Label {
                whole: lay(whole),
                short: lay(short),
            }
        })
    }
}
