//! A cache of the laid-out names of moves and ratings on the map.

use std::sync::Arc;

use eframe::egui::{self, Color32, Galley};
use rustc_hash::FxHashMap;

use crate::app::base::font;
use crate::diagram::{MapColors, MapTree, TreeView, map_share, shortened};
use crate::layout::map::Step;
use crate::tree::{Vertex, VertexKind};

/// The font size, in points.
const SIZE: f32 = 12.0;
/// Maximum number of cached texts.
const KEPT: usize = 20_000;

/// Between a move and its rating.
const BETWEEN: &str = " · ";
/// Minimum characters of a shortened move, including the ellipsis; fewer would be meaningless.
const MIN_LETTERS: usize = 4;

/// The possible texts of a node.
#[derive(Clone)]
pub(crate) struct Label {
    /// Its move and its rating.
    whole: Arc<Galley>,
    /// Its rating alone, or its move where there is no rating.
    short: Arc<Galley>,
    mv: String,
    rating: String,
}

fn lay(ui: &egui::Ui, text: String) -> Arc<Galley> {
    ui.fonts_mut(|fonts| fonts.layout_no_wrap(text, font(SIZE, false), Color32::PLACEHOLDER))
}

impl Label {
    /// The longest text that fits this width.
    pub fn within(&self, ui: &egui::Ui, room: f32) -> Option<Arc<Galley>> {
        let fits = |galley: &Arc<Galley>| galley.size().x <= room && galley.size().x > 0.0;
        if fits(&self.whole) {
            return Some(Arc::clone(&self.whole));
        }
        // The start of a long name is useful; a shortened number would be wrong.
        let name = match self.mv.strip_suffix(" %") {
            Some(chance) => chance.rsplit_once(' ').map_or("", |(name, _)| name),
            None => &self.mv,
        };
        if name.len() < self.mv.len() {
            let bare = lay(ui, joined(name, &self.rating));
            if fits(&bare) {
                return Some(bare);
            }
        }
        let letters = name.chars().count();
        let all = self.mv.chars().count() + self.rating.chars().count() + BETWEEN.len();
        let wide = self.whole.size().x / all.max(1) as f32;
        let mut left = letters.saturating_sub(((self.whole.size().x - room) / wide) as usize);
        while left > MIN_LETTERS {
            left -= 1;
            let galley = lay(ui, joined(&shortened(name, left), &self.rating));
            if fits(&galley) {
                return Some(galley);
            }
        }
        fits(&self.short).then(|| Arc::clone(&self.short))
    }
}

fn joined(mv: &str, rating: &str) -> String {
    match (mv.is_empty(), rating.is_empty()) {
        (false, false) => format!("{mv}{BETWEEN}{rating}"),
        _ => format!("{mv}{rating}"),
    }
}

/// The labels that were shown last.
#[derive(Default)]
pub(crate) struct Labels {
    now: Kept,
    /// Those for the look before: people go to and fro between two.
    before: Kept,
}

/// Labels for one look.
#[derive(Default)]
struct Kept {
    /// The cache's key: pixels per point, the glyph texture, and the look.
    made_for: (u32, [usize; 2], u64),
    labels: FxHashMap<(u32, u32), Label>,
}

impl Labels {
    /// Clears the cache if its key has changed.
    pub fn keep(&mut self, ui: &egui::Ui, looks: u64) {
        let atlas = ui.fonts_mut(|fonts| fonts.font_image_size());
        let now = (ui.pixels_per_point().to_bits(), atlas, looks);
        if self.now.made_for != now {
            std::mem::swap(&mut self.now, &mut self.before);
        }
        if self.now.made_for != now || self.now.labels.len() > KEPT {
            self.now.labels.clear();
            self.now.made_for = now;
        }
    }

    /// The label of a node below `above`.
    pub fn of(
        &mut self,
        ui: &egui::Ui,
        (view, colors): (&TreeView<'_>, MapColors),
        tree: &MapTree<'_>,
        (above, step): (Option<Vertex>, Step),
    ) -> &Label {
        let vertex = tree.vertex(step.node);
        let key = (above.map_or(u32::MAX, |above| above.0), step.index);
        self.now.labels.entry(key).or_insert_with(|| {
            let edge = above.and_then(|above| {
                let edge = tree.graph.edge(above, step.index as usize)?;
                Some(view.edge_name(above, edge))
            });
            let mv = edge.unwrap_or_default();
            let is_end = tree.graph.kind(vertex) == VertexKind::End;
            let rating = match (colors, view.rated_player(vertex)) {
                _ if view.hidden && !is_end => String::new(),
                (MapColors::Ends, _) if !is_end => {
                    map_share(view, tree, step.node).unwrap_or_default()
                }
                (_, Some(player)) if !is_end => view.decimal_of(vertex, player),
                _ => view.node_text(vertex),
            };
            let short = if rating.is_empty() { &mv } else { &rating };
            Label {
                whole: lay(ui, joined(&mv, &rating)),
                short: lay(ui, short.clone()),
                mv,
                rating,
            }
        })
    }
}
