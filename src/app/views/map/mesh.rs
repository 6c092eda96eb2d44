//! The rectangles of the map in one mesh: areas, the stripes that show who is ahead, hatching, and
//! outlines. The nodes' colors, and the laid-out names of moves and ratings, are cached.

use std::sync::Arc;

use eframe::egui::{self, Color32, Galley, Mesh, Pos2, Rect};
use rustc_hash::FxHashMap;

use crate::app::base::font;
use crate::diagram::{
    MapColors, MapTree, Palette, RatingsFor, Rgb, TreeView, map_ink, map_share, shortened,
};
use crate::export::system_fonts::words_in_order;
use crate::game::Player;
use crate::layout::map::{MapShape, NarrowRun, PathStep};
use crate::tree::{Vertex, VertexKind};

/// The distance between two lines of the hatching, in points.
const HATCH: f32 = 6.0;
/// Their width.
const HATCH_LINE: f32 = 1.4;

/// The length of a dash, in points …
const DASH: f32 = 5.0;
/// … and the gap after it.
const DASH_GAP: f32 = 3.0;

/// A mesh that grows by rectangles.
#[derive(Default)]
pub(super) struct Rects {
    pub mesh: Mesh,
    /// The number of areas added.
    pub count: usize,
    /// Rectangles to draw over them in the end.
    pub later: Vec<(Rect, Color32)>,
}

impl Rects {
    /// With capacity for this many rectangles.
    pub fn with_room(rects: usize) -> Self {
        let mut own = Self::default();
        own.mesh.reserve_vertices(4 * rects);
        own.mesh.reserve_triangles(2 * rects);
        own
    }

    /// An area.
    pub fn area(&mut self, rect: Rect, color: Color32) {
        if rect.is_positive() {
            self.mesh.add_colored_rect(rect, color);
            self.count += 1;
        }
    }

    /// A part of an area: a stripe or a line.
    pub fn line(&mut self, rect: Rect, color: Color32) {
        if rect.is_positive() {
            self.mesh.add_colored_rect(rect, color);
        }
    }

    /// The four sides of a rectangle, inside it.
    pub fn outline(&mut self, rect: Rect, width: f32, color: Color32) {
        let Rect { min, max } = rect;
        let down = (min.y + width).min(max.y);
        let up = (max.y - width).max(down);
        let sides = [
            Rect::from_min_max(min, Pos2::new(max.x, down)),
            Rect::from_min_max(Pos2::new(min.x, up), max),
            Rect::from_min_max(Pos2::new(min.x, down), Pos2::new(min.x + width, up)),
            Rect::from_min_max(Pos2::new(max.x - width, down), Pos2::new(max.x, up)),
        ];
        for side in sides {
            self.line(side, color);
        }
    }

    /// A dashed line, starting with a dash at its left end; one shorter than a dash is solid.
    pub fn dashed(&mut self, rect: Rect, color: Color32) {
        let mut left = rect.left();
        while left < rect.right() {
            let right = (left + DASH).min(rect.right());
            self.line(Rect::from_x_y_ranges(left..=right, rect.y_range()), color);
            left = right + DASH_GAP;
        }
    }

    /// A diamond that is higher than wide.
    pub fn diamond(&mut self, at: Pos2, radius: f32, color: Color32) {
        let first = self.mesh.vertices.len() as u32;
        for (x, y) in [(0.0, -1.0), (0.7, 0.0), (0.0, 1.0), (-0.7, 0.0)] {
            let corner = Pos2::new(at.x + x * radius, at.y + y * radius);
            self.mesh.colored_vertex(corner, color);
        }
        self.mesh.add_triangle(first, first + 1, first + 2);
        self.mesh.add_triangle(first, first + 2, first + 3);
    }

    /// Slanted lines, aligned with those of the other rectangles in the same row.
    pub fn hatch(&mut self, rect: Rect, color: Color32) {
        let height = rect.height();
        if !rect.is_positive() {
            return;
        }
        let mut foot = ((rect.left() - height) / HATCH).floor() * HATCH;
        while foot < rect.right() {
            // From (foot, bottom) up to (foot + height, top), clipped to the rectangle.
            let from = (rect.left() - foot).clamp(0.0, height);
            let to = (rect.right() - foot).clamp(0.0, height);
            if to > from {
                let at = |along: f32| Pos2::new(foot + along, rect.bottom() - along);
                self.slant(at(from), at(to), rect, color);
            }
            foot += HATCH;
        }
    }

    fn slant(&mut self, from: Pos2, to: Pos2, within: Rect, color: Color32) {
        let half = HATCH_LINE * 0.7;
        let first = self.mesh.vertices.len() as u32;
        for (pos, side) in [(from, -half), (from, half), (to, half), (to, -half)] {
            let x = (pos.x + side).clamp(within.left(), within.right());
            self.mesh.colored_vertex(Pos2::new(x, pos.y), color);
        }
        self.mesh.add_triangle(first, first + 1, first + 2);
        self.mesh.add_triangle(first, first + 2, first + 3);
    }
}

/// Maximum number of cached nodes.
const KEPT: usize = 1 << 15;
/// No node.
const NOBODY: u64 = u64::MAX;
/// Maximum number of players distinguished in a run of narrow siblings.
const MAX_PLAYERS: usize = 8;

/// The look of a node or of several.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MapNodeLook {
    pub color: Color32,
    pub ahead: Option<Player>,
    pub hatched: bool,
}

/// The key of the colors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MapLook {
    pub palette: Palette,
    pub ratings_for: RatingsFor,
    pub hidden: bool,
    pub colors: MapColors,
    /// Which leaves: another number for others.
    pub leaves: u64,
}

/// The colors of the nodes that were seen last, as they look now and as they looked before, since
/// people compare two ways to look by going to and fro.
#[derive(Default)]
pub(crate) struct Inks {
    now: LookColors,
    before: LookColors,
    looks: u64,
}

/// Colors for one look.
#[derive(Default)]
struct LookColors {
    look: Option<MapLook>,
    /// Which look that is: no two in a row have the same number.
    number: u64,
    inks: Vec<(u64, MapNodeLook)>,
}

const NOTHING: MapNodeLook = MapNodeLook {
    color: Color32::TRANSPARENT,
    ahead: None,
    hatched: false,
};

impl Inks {
    /// Sets the key of the colors, and clears the cache if it has changed. Returns a number that
    /// identifies the cache.
    pub fn version_of(&mut self, look: MapLook) -> u64 {
        if self.now.look == Some(look) {
            return self.now.number;
        }
        std::mem::swap(&mut self.now, &mut self.before);
        if self.now.look != Some(look) {
            self.looks += 1;
            self.now.look = Some(look);
            self.now.number = self.looks;
            self.now.inks.clear();
            self.now.inks.resize(KEPT, (NOBODY, NOTHING));
        }
        self.now.number
    }

    /// The look of a node.
    #[inline]
    pub fn of(&mut self, view: &TreeView<'_>, tree: &MapTree<'_>, node: u64) -> MapNodeLook {
        let index = (node.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 49) as usize % KEPT;
        let kept = self.now.inks.get(index).copied();
        let (kept, ink) = kept.unwrap_or((NOBODY, NOTHING));
        if kept == node {
            return ink;
        }
        let Some(look) = self.now.look else {
            return NOTHING;
        };
        let found = map_ink(view, tree, look.colors, &look.palette, node);
        let Rgb(red, green, blue) = found.color;
        let ink = MapNodeLook {
            color: Color32::from_rgb(red, green, blue),
            ahead: found.ahead,
            hatched: found.hatched,
        };
        if let Some(slot) = self.now.inks.get_mut(index) {
            *slot = (node, ink);
        }
        ink
    }

    /// The look of a run of siblings, mixed by their leaves, and the number of rows below the
    /// deepest of them.
    pub fn of_run(
        &mut self,
        view: &TreeView<'_>,
        tree: &MapTree<'_>,
        above: u64,
        run: &NarrowRun,
    ) -> (MapNodeLook, u16) {
        let mut rows = 0;
        if run.end == run.first + 1 {
            let node = tree.child(above, run.first as usize);
            return (self.of(view, tree, node), tree.rows(node));
        }
        let first = tree.leaves(tree.child(above, run.first as usize));
        let (mut parts, mut all) = ([0.0_f32; 3], 0.0_f32);
        let (mut ahead, mut hatched) = ([0.0_f32; MAX_PLAYERS], 0.0_f32);
        for index in run.first..run.end {
            let node = tree.child(above, index as usize);
            let ink = self.of(view, tree, node);
            let weight = tree.leaves(node).over(first).to_f64().clamp(1e-20, 1e20) as f32;
            for (part, color) in parts.iter_mut().zip(ink.color.to_array()) {
                *part += f32::from(color) * weight;
            }
            all += weight;
            if let Some(player) = ink.ahead {
                ahead[player.index().min(MAX_PLAYERS - 1)] += weight;
            }
            hatched += if ink.hatched { weight } else { 0.0 };
            rows = rows.max(tree.rows(node));
        }
        let [red, green, blue] = parts.map(|part| (part / all).round() as u8);
        let max = (0..MAX_PLAYERS).max_by(|a, b| ahead[*a].total_cmp(&ahead[*b]));
        let ink = MapNodeLook {
            color: Color32::from_rgb(red, green, blue),
            ahead: max
                .filter(|player| ahead[*player] > all / 2.0)
                .map(|player| Player(player as u8)),
            hatched: hatched > all / 2.0,
        };
        (ink, rows)
    }
}

/// The font size, in points.
const SIZE: f32 = 12.0;
/// Maximum number of cached texts.
const MAX_LABELS: usize = 20_000;

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
    let text = words_in_order(&text).into_owned();
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
        let mut remaining = letters.saturating_sub(((self.whole.size().x - room) / wide) as usize);
        while remaining > MIN_LETTERS {
            remaining -= 1;
            let galley = lay(ui, joined(&shortened(name, remaining), &self.rating));
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
pub(crate) struct MapTexts {
    now: KeptLabel,
    /// Those for the look before: people go to and fro between two.
    before: KeptLabel,
}

/// Labels for one look.
#[derive(Default)]
struct KeptLabel {
    /// The cache's key: pixels per point, the glyph texture, and the look.
    made_for: (u32, [usize; 2], u64),
    labels: FxHashMap<(u32, u32), Label>,
}

impl MapTexts {
    /// Clears the cache if its key has changed.
    pub fn sync(&mut self, ui: &egui::Ui, looks: u64) {
        let atlas = ui.fonts_mut(|fonts| fonts.font_image_size());
        let now = (ui.pixels_per_point().to_bits(), atlas, looks);
        if self.now.made_for != now {
            std::mem::swap(&mut self.now, &mut self.before);
        }
        if self.now.made_for != now || self.now.labels.len() > MAX_LABELS {
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
        (above, step): (Option<Vertex>, PathStep),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_map_keeps_the_colors_of_two_looks_and_computes_those_of_a_third_anew() {
        let look = |leaves| MapLook {
            palette: Palette::LIGHT,
            ratings_for: RatingsFor::Mover,
            hidden: false,
            colors: MapColors::Ends,
            leaves,
        };
        let mut inks = Inks::default();
        let known = |inks: &Inks| inks.now.inks[3].0;
        let first = inks.version_of(look(1));
        inks.now.inks[3].0 = 11;
        assert_eq!(inks.version_of(look(1)), first);
        let second = inks.version_of(look(2));
        assert!(second != first && known(&inks) == NOBODY);
        inks.now.inks[3].0 = 22;
        assert_eq!(inks.version_of(look(1)), first);
        assert_eq!(known(&inks), 11);
        assert_eq!(inks.version_of(look(2)), second);
        assert_eq!(known(&inks), 22);
        let third = inks.version_of(look(3));
        assert!(![first, second].contains(&third) && known(&inks) == NOBODY);
        assert_eq!(inks.version_of(look(2)), second);
        let anew = inks.version_of(look(1));
        assert!(anew != first && known(&inks) == NOBODY);
    }
}
