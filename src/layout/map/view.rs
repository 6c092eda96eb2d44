//! The view of a map: an anchor node on the screen, and the width of a leaf.

use super::frame::{MapShape, PathStep, PixelSpan};
use super::{Magnitude, MapFrame};

/// Maximum factor of one zoom step.
const MAX_FACTOR: f64 = 64.0;

/// A part of a map on a screen.
///
/// A screen deep in a large tree is less than 2^-1000 of it. So its place can't be stored as a
/// number of pixels from the root's edge. Instead one node is the *anchor*: its left edge is on the
/// screen or near it. All other places follow from the width of a leaf, and every sum of widths
/// starts at a nearby edge. When the view moves, another anchor is chosen: the highest node whose
/// left edge is on the screen.
#[derive(Clone, Debug)]
pub struct MapView {
    width: f64,
    /// The path from the root to the anchor, including both.
    path: Vec<PathStep>,
    /// The x coordinate of the anchor's left edge.
    left: f64,
    /// The width of a leaf, in pixels.
    leaf: Magnitude,
}

/// The path above the anchor, as far as it doesn't fill the screen.
pub(super) struct Climb {
    /// The index in the path of the deepest node that fills the screen, otherwise of the root.
    pub top: usize,
    /// The extents of the nodes of the path, from the one at `top` on.
    pub spans: Vec<PixelSpan>,
}

impl Climb {
    /// The extent of the node at an index of the path.
    pub fn span(&self, at: usize) -> PixelSpan {
        match at.checked_sub(self.top) {
            Some(index) => self.spans[index],
            None => PixelSpan::EVERYWHERE,
        }
    }
}

/// The edges of a node's children, from left to right: one more than it has children. A node's own
/// edges may be too far away to be known. Then a child on the path to the anchor must be given,
/// with its index.
pub(super) fn edges(
    shape: &impl MapShape,
    (node, span): (u64, PixelSpan),
    known: Option<(usize, PixelSpan)>,
    leaf: Magnitude,
    out: &mut Vec<f64>,
) {
    let degree = shape.degree(node);
    let width = |index| shape.leaves(shape.child(node, index)).times(leaf).to_f64();
    out.clear();
    out.resize(degree + 1, span.left);
    if let Some((at, child)) = known {
        out[at] = child.left;
        out[at + 1] = child.right;
        for index in (0..at).rev() {
            out[index] = out[index + 1] - width(index);
        }
        for index in at + 1..degree {
            out[index + 1] = out[index] + width(index);
        }
        return;
    }
    // Every edge is computed from the nearer end, and in the same way for both neighbors: first all
    // from the left, then those of the right half from the right.
    for index in 0..degree {
        out[index + 1] = out[index] + width(index);
    }
    let (left, right) = (span.left, span.right);
    out[degree] = right;
    if right.is_infinite() && left.is_finite() {
        return;
    }
    let mut edge = right;
    for index in (1..degree).rev() {
        edge -= width(index);
        if left.is_finite() && edge - left < right - edge {
            break;
        }
        out[index] = edge;
    }
}

impl MapView {
    /// The whole tree on a screen that is `width` pixels wide.
    pub fn whole(shape: &impl MapShape, width: f64) -> Self {
        let width = width.max(1.0);
        let root = PathStep::root(shape);
        Self {
            width,
            path: vec![root],
            left: 0.0,
            leaf: Magnitude::from(width).over(shape.leaves(root.node)),
        }
    }

    /// The width of the screen.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// The width of a leaf, in pixels.
    pub fn leaf(&self) -> Magnitude {
        self.leaf
    }

    pub(super) fn path(&self) -> &[PathStep] {
        &self.path
    }

    /// The path from the root to the anchor.
    pub fn anchor(&self) -> &[PathStep] {
        &self.path
    }

    /// Whether the whole tree is on the screen.
    pub fn is_whole(&self, shape: &impl MapShape) -> bool {
        let root = shape.leaves(shape.root()).times(self.leaf).to_f64();
        root <= self.width * (1.0 + 1e-9)
    }

    pub(super) fn climb(&self, shape: &impl MapShape) -> Climb {
        let pixels = |node| shape.leaves(node).times(self.leaf).to_f64();
        let mut top = self.path.len() - 1;
        let mut span = PixelSpan {
            left: self.left,
            right: self.left + pixels(self.path[top].node),
        };
        let mut spans = vec![span];
        while top > 0 && !span.covers(self.width) {
            let parent = self.path[top - 1].node;
            let at = self.path[top].index as usize;
            for index in (0..at).rev() {
                span.left -= pixels(shape.child(parent, index));
            }
            for index in at + 1..shape.degree(parent) {
                span.right += pixels(shape.child(parent, index));
            }
            spans.push(span);
            top -= 1;
        }
        spans.reverse();
        Climb { top, spans }
    }

    /// The child on the path to the anchor of the node at an index of the path, with its index
    /// among its siblings.
    pub(super) fn known(&self, climb: &Climb, at: usize) -> Option<(usize, PixelSpan)> {
        let below = self.path.get(at + 1)?;
        Some((below.index as usize, climb.span(at + 1)))
    }

    /// The number of rows, from the root down, where a single node fills the screen.
    pub fn filled_rows(&self, shape: &impl MapShape) -> usize {
        let climb = self.climb(shape);
        if climb.spans[0].covers(self.width) {
            climb.top + 1
        } else {
            0
        }
    }

    /// Moves everything by some pixels.
    pub fn pan(&mut self, shape: &impl MapShape, by: f64) {
        let max = 4.0 * self.width;
        self.left += by.clamp(-max, max);
        self.normalize(shape);
    }

    /// Zooms by a factor around a fixed coordinate.
    pub fn zoom(&mut self, shape: &impl MapShape, at: f64, factor: f64) {
        let root = shape.leaves(self.path[0].node);
        let pixels = |leaves: Magnitude| leaves.times(self.leaf);
        // One leaf is never wider than the screen, and the tree never narrower.
        let (leaf, tree) = (self.leaf.to_f64(), pixels(root).to_f64());
        let max = (self.width / leaf).clamp(1.0, MAX_FACTOR);
        let min = (self.width / tree).clamp(1.0 / MAX_FACTOR, 1.0);
        if factor.is_nan() {
            return;
        }
        let factor = factor.clamp(min, max);
        self.left = at + (self.left - at) * factor;
        self.leaf = self.leaf.times(Magnitude::from(factor));
        self.normalize(shape);
    }

    /// Shows the same middle on a screen of another width.
    pub fn resize(&mut self, shape: &impl MapShape, width: f64) {
        let width = width.max(1.0);
        if width == self.width {
            return;
        }
        let factor = width / self.width;
        self.width = width;
        self.left *= factor;
        self.leaf = self.leaf.times(Magnitude::from(factor));
        self.normalize(shape);
    }

    /// Centers the node at the end of a line, `wide` pixels wide. A leaf, or a chain of single
    /// moves, may be limited to less. A line is a list of indices among siblings; it ends where the
    /// tree has no such node.
    pub fn show(&mut self, shape: &impl MapShape, line: &[u32], wide: f64) {
        self.path = path(shape, line);
        let node = self.path[self.path.len() - 1].node;
        let leaves = shape.leaves(node);
        let all = Magnitude::from(self.width).over(shape.leaves(self.path[0].node));
        let leaf = Magnitude::from(wide.max(1.0)).over(leaves);
        let one = Magnitude::from(self.width);
        self.leaf = match (leaf.compare(one), leaf.compare(all)) {
            (_, std::cmp::Ordering::Less) => all,
            (std::cmp::Ordering::Greater, _) => one,
            _ => leaf,
        };
        let pixels = leaves.times(self.leaf).to_f64();
        self.left = (self.width - pixels) / 2.0;
        self.normalize(shape);
    }

    /// Centers the place at a fraction of the whole tree, from 0 to 1, without zooming.
    pub fn go_to(&mut self, shape: &impl MapShape, part: f64) {
        let mut path = vec![PathStep::root(shape)];
        let mut part = part.clamp(0.0, 1.0);
        let mut pixels;
        loop {
            let step = path[path.len() - 1];
            let leaves = shape.leaves(step.node);
            pixels = leaves.times(self.leaf).to_f64();
            let degree = shape.degree(step.node);
            if degree == 0 || pixels <= self.width {
                break;
            }
            let mut next = degree - 1;
            let mut before = 0.0;
            for index in 0..degree {
                let share = shape
                    .leaves(shape.child(step.node, index))
                    .over(leaves)
                    .to_f64();
                if part < before + share || index == degree - 1 {
                    next = index;
                    part = ((part - before) / share).clamp(0.0, 1.0);
                    break;
                }
                before += share;
            }
            path.push(step.down(shape, next));
        }
        self.path = path;
        self.left = self.width / 2.0 - part * pixels;
        self.normalize(shape);
    }

    /// The fraction of the whole tree at the left end of the screen, and the fraction that the
    /// screen shows.
    pub fn part(&self, shape: &impl MapShape) -> (f64, Magnitude) {
        let all = shape.leaves(self.path[0].node);
        let mut before = Magnitude::ZERO;
        for (above, step) in self.path.iter().zip(self.path.iter().skip(1)) {
            for index in 0..step.index as usize {
                before = before.plus(shape.leaves(shape.child(above.node, index)));
            }
        }
        let screen = Magnitude::from(self.width).over(all.times(self.leaf));
        let share = -self.left / self.width * screen.to_f64();
        ((before.over(all).to_f64() + share).clamp(0.0, 1.0), screen)
    }

    /// Visits the extents of a line's nodes, from the root down, until they are out of sight, each
    /// with the number of its row.
    pub fn trace(
        &self,
        shape: &impl MapShape,
        line: &[u32],
        mut visit: impl FnMut(usize, PixelSpan),
    ) {
        let climb = self.climb(shape);
        let common = line
            .iter()
            .zip(self.path.iter().skip(1))
            .take_while(|(index, step)| **index == step.index)
            .count();
        for row in 0..=common {
            visit(row, climb.span(row));
        }
        if common < climb.top {
            // It leaves a node that fills the screen.
            return;
        }
        let mut step = self.path[common];
        let mut span = climb.span(common);
        let mut known = self.known(&climb, common);
        let mut between = Vec::new();
        for (row, &index) in line.iter().enumerate().skip(common) {
            let index = index as usize;
            if index >= shape.degree(step.node) {
                return;
            }
            edges(
                shape,
                (step.node, span),
                known.take(),
                self.leaf,
                &mut between,
            );
            span = PixelSpan {
                left: between[index],
                right: between[index + 1],
            };
            if !(span.right >= 0.0 && span.left <= self.width) {
                return;
            }
            step = step.down(shape, index);
            visit(row + 1, span);
        }
    }

    /// The extent of the node at the end of a line; `None` if it is out of sight.
    pub fn span(&self, shape: &impl MapShape, line: &[u32]) -> Option<PixelSpan> {
        let mut found = None;
        self.trace(shape, line, |row, span| {
            if row == line.len() {
                found = Some(span);
            }
        });
        found.filter(|span| span.is_seen(self.width))
    }

    /// All that is seen in some rows, from the root's, which is 0, down.
    pub fn frame(&self, shape: &impl MapShape, rows: std::ops::Range<usize>, frame: &mut MapFrame) {
        frame.fill(shape, self, rows);
    }

    /// Keeps the screen within the tree, and chooses the anchor again.
    fn normalize(&mut self, shape: &impl MapShape) {
        if self.is_whole(shape) {
            *self = Self::whole(shape, self.width);
            return;
        }
        let mut climb = self.climb(shape);
        let root = climb.spans[0];
        if climb.top == 0 && !root.covers(self.width) {
            // There is nothing beside the root.
            let back = if root.left > 0.0 {
                -root.left
            } else {
                self.width - root.right
            };
            self.left += back;
            for span in &mut climb.spans {
                span.left += back;
                span.right += back;
            }
        }
        let mut at = climb.top;
        let mut path: Vec<PathStep> = self.path[..=at].to_vec();
        let mut span = climb.span(at);
        let mut between = Vec::new();
        let middle = self.width / 2.0;
        let mut on_path = true;
        loop {
            let step = path[path.len() - 1];
            let known = on_path.then(|| self.known(&climb, at)).flatten();
            edges(shape, (step.node, span), known, self.leaf, &mut between);
            let degree = between.len() - 1;
            let on_screen = (1..degree).filter(|index| {
                let edge = between[*index];
                (0.0..=self.width).contains(&edge)
            });
            let nearest = on_screen.min_by(|a, b| {
                let far = |index: usize| (between[index] - middle).abs();
                far(*a).total_cmp(&far(*b))
            });
            if let Some(index) = nearest {
                path.push(step.down(shape, index));
                self.left = between[index];
                break;
            }
            let covering = (0..degree).find(|index| {
                let below = PixelSpan {
                    left: between[*index],
                    right: between[*index + 1],
                };
                below.covers(self.width)
            });
            let Some(index) = covering else {
                // A leaf, or the root of a tree that is all on the screen.
                self.left = span.left;
                break;
            };
            on_path &= known.is_some_and(|(known, _)| known == index);
            span = PixelSpan {
                left: between[index],
                right: between[index + 1],
            };
            path.push(step.down(shape, index));
            at += 1;
        }
        self.path = path;
    }
}

/// The path from the root along the indices of a line, as far as the tree has it.
fn path(shape: &impl MapShape, line: &[u32]) -> Vec<PathStep> {
    let mut path = Vec::with_capacity(line.len() + 1);
    let mut step = PathStep::root(shape);
    path.push(step);
    for &index in line {
        if index as usize >= shape.degree(step.node) {
            break;
        }
        step = step.down(shape, index as usize);
        path.push(step);
    }
    path
}
