//! Finds the nodes in a rectangle or under a point, by descending from the root and skipping
//! subtrees outside.

use std::ops::Range;

use super::rect::{Point, Rect};
use super::shape::Shape;
use super::tidy::{Layout, Packing};

/// How a visit continues after a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// To the children.
    Descend,
    /// Past everything below this node.
    Skip,
    /// Not at all.
    Stop,
}

/// A node on the way down: the center of its box and its row.
#[derive(Clone, Copy)]
struct Spot {
    node: u32,
    x: f64,
    level: u32,
}

impl Layout {
    /// Calls `seen` with every node that has a part in `rect`: its own box, a box below it, or (by
    /// the rectangle between the two centers) the edge to its parent. The arguments are the node
    /// and the `x` and `y` of its center. Parents come before children, siblings from left to
    /// right. The nodes below one that `seen` skips are left out.
    ///
    /// The cost depends on the nodes found. In contours it also depends on their siblings.
    pub fn visit(
        &self,
        shape: &dyn Shape,
        rect: &Rect,
        seen: &mut dyn FnMut(u32, f64, f64) -> Visit,
    ) {
        let mut stack = Vec::new();
        if self.extent().meets(*rect) {
            stack.push(Spot {
                node: self.root(),
                x: 0.0,
                level: 0,
            });
        }
        while let Some(spot) = stack.pop() {
            let y = self.rows().middle(spot.level);
            match seen(spot.node, spot.x, y) {
                Visit::Descend => {}
                Visit::Skip => continue,
                Visit::Stop => return,
            }
            let next_y = self.rows().middle(spot.level + 1);
            let edges = y <= rect.max.y && rect.min.y <= next_y;
            let children = self.children_within(shape, spot, rect.min.x, rect.max.x, edges);
            for index in children.rev() {
                let child = self.spot(shape.child(spot.node, index), spot);
                if self.reaches(child, spot.x, rect) {
                    stack.push(child);
                }
            }
        }
    }

    /// The node whose box contains a point of the scene.
    pub fn node_at(&self, shape: &dyn Shape, point: Point) -> Option<u32> {
        let row = self.rows().nearest(point.y)?;
        let off_row = (point.y - self.rows().middle(row)).abs();
        if off_row > self.spacing().node_height / 2.0 {
            return None;
        }
        let mut stack = vec![Spot {
            node: self.root(),
            x: 0.0,
            level: 0,
        }];
        while let Some(spot) = stack.pop() {
            if spot.level == row {
                if (point.x - spot.x).abs() <= shape.width(spot.node) / 2.0 {
                    return Some(spot.node);
                }
                continue;
            }
            let children = self.children_within(shape, spot, point.x, point.x, false);
            for index in children.rev() {
                let child = self.spot(shape.child(spot.node, index), spot);
                let bounds = self.bounds(child.node);
                if child.x + bounds.left <= point.x
                    && point.x <= child.x + bounds.right
                    && row - child.level <= bounds.depth
                {
                    stack.push(child);
                }
            }
        }
        None
    }

    fn spot(&self, child: u32, parent: Spot) -> Spot {
        Spot {
            node: child,
            x: parent.x + self.offset(child),
            level: parent.level + 1,
        }
    }

    /// Whether the subtree of a node, or the edge to its parent at `parent_x`, meets `rect`.
    fn reaches(&self, spot: Spot, parent_x: f64, rect: &Rect) -> bool {
        let edge = Rect {
            min: Point::new(spot.x.min(parent_x), self.rows().middle(spot.level - 1)),
            max: Point::new(spot.x.max(parent_x), self.rows().middle(spot.level)),
        };
        let subtree = self.subtree_rect(spot.node, spot.x, spot.level);
        edge.meets(*rect) || subtree.meets(*rect)
    }

    /// The children that may be between `left` and `right`, including the edges to them if these
    /// count. With contours they are all children; in bands, where columns are in order, a range of
    /// them.
    fn children_within(
        &self,
        shape: &dyn Shape,
        parent: Spot,
        left: f64,
        right: f64,
        edges: bool,
    ) -> Range<usize> {
        let degree = shape.degree(parent.node);
        if self.packing() == Packing::Contours {
            return 0..degree;
        }
        let columns = |index| {
            let child = self.spot(shape.child(parent.node, index), parent);
            let bounds = self.bounds(child.node);
            let (from, to) = (child.x + bounds.left, child.x + bounds.right);
            if edges {
                (from.min(parent.x), to.max(parent.x))
            } else {
                (from, to)
            }
        };
        let first = first_from(0, degree, |index| columns(index).1 >= left);
        let end = first_from(first, degree, |index| columns(index).0 > right);
        first..end
    }
}

/// The first number from `low` on, below `high`, for which `holds`, if it holds for all after it.
fn first_from(mut low: usize, mut high: usize, holds: impl Fn(usize) -> bool) -> usize {
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}
