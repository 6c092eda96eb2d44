//! The visible part of a map: the nodes at least a pixel wide, and the runs of narrower siblings
//! between them. Its input is a [`MapShape`], whose steps name its nodes. Widths are numbers of 53
//! bits with an extended exponent ([`Magnitude`]), so that a subtree with 2^3000 leaves has an
//! ordinary one.

use std::cmp::Ordering;

use super::view::{MapView, edges};

/// No node.
const NONE: u32 = u32::MAX;

/// A node that is at least a pixel wide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapCell {
    /// The node.
    pub step: PathStep,
    /// Its row; the root's is 0.
    pub row: u32,
    /// Its horizontal extent.
    pub span: PixelSpan,
    /// The cell of its parent; see [`MapCell::parent`].
    above: u32,
}

impl MapCell {
    /// The index of its parent's cell in the frame; `None` if the parent fills the screen like this
    /// one, or if there is no parent.
    pub fn parent(&self) -> Option<usize> {
        (self.above != NONE).then_some(self.above as usize)
    }
}

/// Neighbors below one parent, each narrower than a pixel: all together fill a rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NarrowRun {
    /// The index of the parent's cell in the frame.
    pub parent: u32,
    /// The index of the first among its siblings.
    pub first: u32,
    /// The index after the last.
    pub end: u32,
    /// Their row.
    pub row: u32,
    /// Their horizontal extent.
    pub span: PixelSpan,
}

/// The visible part of a map. It is refilled for every frame and keeps its allocations.
#[derive(Clone, Debug, Default)]
pub struct MapFrame {
    /// The nodes at least a pixel wide, parents before their children; in each row they are ordered
    /// from left to right. Nodes above the first requested row are included, as far as they lead to
    /// visible ones.
    pub cells: Vec<MapCell>,
    /// The siblings between them.
    pub runs: Vec<NarrowRun>,
    /// The number of visited nodes.
    pub looked: usize,
    todo: Vec<(u32, Option<usize>)>,
    between: Vec<f64>,
}

impl MapFrame {
    pub(super) fn fill(
        &mut self,
        shape: &impl MapShape,
        view: &MapView,
        rows: std::ops::Range<usize>,
    ) {
        self.cells.clear();
        self.runs.clear();
        self.todo.clear();
        self.looked = 0;
        let climb = view.climb(shape);
        let path = view.path();
        let filling = path.iter().enumerate().take(climb.top);
        for (at, step) in filling.filter(|(at, _)| rows.contains(at)) {
            self.cells.push(MapCell {
                step: *step,
                row: at as u32,
                span: climb.span(at),
                above: NONE,
            });
        }
        if climb.top >= rows.end {
            return;
        }
        self.cells.push(MapCell {
            step: path[climb.top],
            row: climb.top as u32,
            span: climb.span(climb.top),
            above: NONE,
        });
        self.todo
            .push((self.cells.len() as u32 - 1, Some(climb.top)));
        let mut between = std::mem::take(&mut self.between);
        while let Some((parent, on_path)) = self.todo.pop() {
            let cell = self.cells[parent as usize];
            let row = cell.row + 1;
            if row as usize >= rows.end {
                continue;
            }
            let known = on_path.and_then(|at| view.known(&climb, at));
            let node = (cell.step.node, cell.span);
            edges(shape, node, known, view.leaf(), &mut between);
            self.looked += between.len() - 1;
            let begin = self.cells.len();
            self.take_children(shape, view.width(), parent, &between);
            // Those at the left come first.
            for child in (begin..self.cells.len()).rev() {
                let index = self.cells[child].step.index as usize;
                let at = on_path.filter(|_| known.is_some_and(|(known, _)| known == index));
                self.todo.push((child as u32, at.map(|at| at + 1)));
            }
        }
        self.between = between;
    }

    /// Adds the visible children of a cell: cells for the wide ones, runs for those between. `between`
    /// are the edges of the children.
    #[inline]
    fn take_children(&mut self, shape: &impl MapShape, width: f64, parent: u32, between: &[f64]) {
        let cell = self.cells[parent as usize];
        let row = cell.row + 1;
        let mut run: Option<NarrowRun> = None;
        for (index, &[left, right]) in between.array_windows().enumerate() {
            let span = PixelSpan { left, right };
            if !span.is_seen(width) {
                continue;
            }
            if span.width() >= 1.0 {
                self.runs.extend(run.take());
                self.cells.push(MapCell {
                    step: cell.step.down(shape, index),
                    row,
                    span,
                    above: parent,
                });
                continue;
            }
            let narrow = run.get_or_insert(NarrowRun {
                parent,
                first: index as u32,
                end: index as u32,
                row,
                span,
            });
            narrow.end = index as u32 + 1;
            narrow.span.right = span.right;
            if narrow.span.width() >= 1.0 {
                self.runs.extend(run.take());
            }
        }
        self.runs.extend(run);
    }

    /// The line to a cell, as indices among siblings from the root down.
    pub fn line(&self, view: &MapView, cell: usize) -> Vec<u32> {
        let mut line = Vec::new();
        let mut at = cell;
        while let Some(above) = self.cells[at].parent() {
            line.push(self.cells[at].step.index);
            at = above;
        }
        let row = self.cells[at].row as usize;
        line.extend(view.path()[1..=row].iter().rev().map(|step| step.index));
        line.reverse();
        line
    }

    /// The cell at a coordinate of a row.
    pub fn cell_at(&self, row: usize, x: f64) -> Option<usize> {
        self.cells
            .iter()
            .position(|cell| cell.row as usize == row && cell.span.left <= x && x < cell.span.right)
    }

    /// The run at a coordinate of a row.
    pub fn run_at(&self, row: usize, x: f64) -> Option<usize> {
        self.runs
            .iter()
            .position(|run| run.row as usize == row && run.span.left <= x && x < run.span.right)
    }

    /// The index of the sibling in a run at a coordinate.
    pub fn in_run(&self, shape: &impl MapShape, view: &MapView, run: usize, x: f64) -> u32 {
        let NarrowRun {
            parent,
            first,
            end,
            span,
            ..
        } = self.runs[run];
        let above = self.cells[parent as usize].step.node;
        let mut left = span.left;
        for index in first..end {
            let node = shape.child(above, index as usize);
            left += shape.leaves(node).times(view.leaf()).to_f64();
            if x < left {
                return index;
            }
        }
        end - 1
    }
}

/// A tree to be mapped, as it is unfolded nowhere: several lines may lead to the same number.
pub trait MapShape {
    /// The node at the top.
    fn root(&self) -> u64;

    /// The number of children of a node.
    fn degree(&self, node: u64) -> usize;

    /// The child at an index, from left to right; `index` is less than the degree.
    fn child(&self, node: u64, index: usize) -> u64;

    /// The number of leaves below a node; 1 at a leaf.
    fn leaves(&self, node: u64) -> Magnitude;
}

/// A step on the path from the root to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathStep {
    /// The number of the node.
    pub node: u64,
    /// Its index among its siblings.
    pub index: u32,
    /// A hash of its line, which distinguishes nodes.
    pub line: u64,
}

impl PathStep {
    /// The root.
    pub fn root(shape: &impl MapShape) -> Self {
        Self {
            node: shape.root(),
            index: 0,
            line: 0x9e37_79b9_7f4a_7c15,
        }
    }

    /// The child at an index below this node.
    #[must_use]
    #[inline]
    pub fn down(self, shape: &impl MapShape, index: usize) -> Self {
        Self {
            node: shape.child(self.node, index),
            index: index as u32,
            line: (self.line ^ (index as u64 + 1))
                .wrapping_mul(0xff51_afd7_ed55_8ccd)
                .rotate_left(29),
        }
    }
}

/// A horizontal extent, in pixels from the left end of the screen; infinite if it is too far away
/// to be represented.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PixelSpan {
    /// Its left edge.
    pub left: f64,
    /// Its right edge.
    pub right: f64,
}

impl PixelSpan {
    /// An extent that reaches beyond both ends of every screen.
    pub const EVERYWHERE: Self = Self {
        left: f64::NEG_INFINITY,
        right: f64::INFINITY,
    };

    /// Its width.
    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    /// Whether some of it is between 0 and `width`.
    pub fn is_seen(&self, width: f64) -> bool {
        self.right > 0.0 && self.left < width
    }

    /// Whether it reaches from 0 to `width`.
    pub fn covers(&self, width: f64) -> bool {
        self.left <= 0.0 && self.right >= width
    }
}

/// Between 2 to the minus and to the plus this, a number is kept with exponent 0.
const PLAIN: i64 = 500;

/// A number that isn't negative: `mantissa` × 2^`exponent`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Magnitude {
    mantissa: f64,
    exponent: i64,
}

/// 2 to the power of a number that a double's exponent can be.
fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((exponent + 1_023) as u64) << 52)
}

impl Magnitude {
    /// Nothing.
    pub const ZERO: Self = Self {
        mantissa: 0.0,
        exponent: 0,
    };

    /// `mantissa` × 2^`exponent`, of a finite mantissa that isn't negative.
    pub fn new(mantissa: f64, exponent: i64) -> Self {
        let size = ((mantissa.to_bits() >> 52) & 0x7ff) as i64 - 1_023;
        if exponent == 0 && size.abs() <= PLAIN {
            return Self { mantissa, exponent };
        }
        if mantissa <= 0.0 || mantissa.is_nan() {
            return Self::ZERO;
        }
        let whole = size.saturating_add(exponent);
        if whole.abs() <= PLAIN && size.abs() < 1_000 && exponent.abs() < 1_000 {
            return Self {
                mantissa: mantissa * power_of_two(exponent),
                exponent: 0,
            };
        }
        // The largest and the smallest doubles are taken apart in two steps.
        if size.abs() > 1_000 {
            let step = if size > 0 { 500 } else { -500 };
            let nearer = mantissa * power_of_two(-step);
            return Self::new(nearer, exponent.saturating_add(step));
        }
        Self {
            mantissa: mantissa * power_of_two(-size),
            exponent: whole,
        }
    }

    /// The product of two numbers.
    #[must_use]
    #[inline]
    pub fn times(self, other: Self) -> Self {
        Self::new(
            self.mantissa * other.mantissa,
            self.exponent.saturating_add(other.exponent),
        )
    }

    /// This number as a part of another one, which isn't zero.
    #[must_use]
    pub fn over(self, other: Self) -> Self {
        if other.mantissa <= 0.0 {
            return Self::ZERO;
        }
        Self::new(
            self.mantissa / other.mantissa,
            self.exponent.saturating_sub(other.exponent),
        )
    }

    /// The sum of two numbers.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let (large, small) = match self.compare(other) {
            Ordering::Less => (other, self),
            _ => (self, other),
        };
        if small.mantissa <= 0.0 {
            return large;
        }
        let less = small.over(large).to_f64();
        Self::new(large.mantissa * (1.0 + less), large.exponent)
    }

    /// Compares two numbers.
    pub fn compare(self, other: Self) -> Ordering {
        if self.exponent == other.exponent {
            return self.mantissa.total_cmp(&other.mantissa);
        }
        let size = |number: Self| match number.mantissa {
            mantissa if mantissa <= 0.0 => i64::MIN,
            mantissa => ((mantissa.to_bits() >> 52) & 0x7ff) as i64 - 1_023 + number.exponent,
        };
        let mantissa =
            |number: Self| number.mantissa * power_of_two(number.exponent - size(number));
        match size(self).cmp(&size(other)) {
            Ordering::Equal if self.mantissa > 0.0 => mantissa(self).total_cmp(&mantissa(other)),
            order => order,
        }
    }

    /// The number as a double: 0 if it is too small for one, and infinity where it is too large.
    #[inline]
    pub fn to_f64(self) -> f64 {
        match self.exponent {
            0 => self.mantissa,
            exponent if exponent > 1_020 => f64::INFINITY,
            exponent if exponent < -1_020 => 0.0,
            exponent => self.mantissa * power_of_two(exponent),
        }
    }

    /// The mantissa and the exponent.
    pub fn parts(self) -> (f64, i64) {
        (self.mantissa, self.exponent)
    }

    /// The power of two that is as large, roughly; of nothing there is none.
    pub fn log2(self) -> f64 {
        self.mantissa.log2() + self.exponent as f64
    }
}

impl From<f64> for Magnitude {
    fn from(number: f64) -> Self {
        Self::new(number, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_far_beyond_a_double_are_multiplied_divided_and_compared() {
        let two = Magnitude::from(2.0);
        let (mut large, mut small) = (Magnitude::from(1.0), Magnitude::from(1.0));
        for _ in 0..5_000 {
            large = large.times(two);
            small = small.over(two);
        }
        assert_eq!(large.log2(), 5_000.0);
        assert_eq!(small.log2(), -5_000.0);
        assert_eq!(large.to_f64(), f64::INFINITY);
        assert_eq!(small.to_f64(), 0.0);
        assert_eq!(large.times(small).to_f64(), 1.0);
        assert_eq!(large.plus(large).over(large).to_f64(), 2.0);
        assert_eq!(large.plus(small), large);
        assert_eq!(large.plus(Magnitude::ZERO), large);
        assert_eq!(Magnitude::ZERO.plus(small), small);
        let ascending = [
            Magnitude::ZERO,
            small,
            small.plus(small),
            Magnitude::from(0.3),
            Magnitude::from(1.0),
            Magnitude::new(1.5, 700),
            Magnitude::new(1.75, 700),
            large,
            large.times(Magnitude::from(3.0)),
        ];
        for (i, a) in ascending.iter().enumerate() {
            for (j, b) in ascending.iter().enumerate() {
                assert_eq!(a.compare(*b), i.cmp(&j), "{a:?} and {b:?}");
            }
        }
    }

    #[test]
    fn a_double_comes_back_as_it_was() {
        for number in [0.0, 1.0, 1e-300, 1e300, 220_228_222_172_925.0, 0.1] {
            assert_eq!(Magnitude::from(number).to_f64(), number);
        }
        assert_eq!(Magnitude::new(1.0, 40).to_f64(), (1_u64 << 40) as f64);
    }
}
