//! Camera framing: scales and scrolls a scene so that the selected node is visible and readable.
//! The nodes in a rectangle or under a point are found by descending from the root and skipping
//! subtrees outside.
//!
//! A scene that fits is shown whole, from its top. Otherwise the selected node is in the middle
//! third (or above it, near the top of the scene), with its children and its parent in view.
//! Nothing is ever drawn below the readable size for that. If the family is too wide, the selected
//! node keeps the middle third, and as much of the others as fits is shown around it. The camera
//! moves as little as possible.

use std::ops::Range;

use super::shape::{Point, Rect, TreeShape};
use super::tidy::{Layout, Packing};

/// A camera: the scale of a scene, and the place of its origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Points of the screen for one unit of the scene.
    pub scale: f64,
    /// The place of the scene's origin on the screen.
    pub offset: Point,
}

impl Camera {
    /// All of a scene, from its top; `None` if it couldn't be read.
    pub fn whole(whole: &Rect, room: &Rect, scales: &Scales) -> Option<Self> {
        let across = room.width() / whole.width().max(1.0);
        let down = room.height() / whole.height().max(1.0);
        let scale = across.min(down).min(scales.max);
        (scale >= scales.min).then(|| Self {
            scale,
            offset: Point::new(
                room.centre().x - whole.centre().x * scale,
                room.min.y - whole.min.y * scale,
            ),
        })
    }

    /// The place of a scene rectangle on the screen.
    pub fn rect(&self, rect: &Rect) -> Rect {
        let at = |point: Point| {
            Point::new(
                point.x * self.scale + self.offset.x,
                point.y * self.scale + self.offset.y,
            )
        };
        Rect {
            min: at(rect.min),
            max: at(rect.max),
        }
    }
}

/// The sizes in which a scene can be read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scales {
    /// Minimum scale for readable names.
    pub min: f64,
    /// The largest that a scene is given by itself.
    pub max: f64,
}

/// The parts of a scene that should be in view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Family {
    /// All that is drawn.
    pub whole: Rect,
    /// The selected node, with everything attached to it.
    pub selected: Rect,
    /// All its children.
    pub children: Option<Rect>,
    /// The node above it.
    pub parent: Option<Rect>,
}

/// From where to where something goes along an axis.
type Span = (f64, f64);

impl Family {
    /// The largest scale at which the selected node fits in the middle third with all of its family
    /// in view.
    pub fn fitting(&self, room: &Rect) -> f64 {
        let family = [self.children, self.parent].into_iter().flatten();
        let all = family.fold(self.selected, Rect::and);
        let middle = self.selected.centre();
        let along = |all: Span, middle: f64, room: Span| {
            let width = room.1 - room.0;
            let aside = (middle - all.0).max(all.1 - middle).max(1.0);
            (width / (all.1 - all.0).max(1.0)).min(width * 2.0 / 3.0 / aside)
        };
        let x = along(across(&all), middle.x, across(room));
        x.min(along(down(&all), middle.y, down(room)))
    }

    /// The camera nearest to the present one that satisfies the framing rules.
    pub fn framed(&self, room: &Rect, now: Camera, scales: &Scales) -> Camera {
        let scale = now.scale.min(self.fitting(room)).max(scales.min);
        let middle = self.selected.centre();
        // The visible part of the selected node stays in place while the scale changes.
        let kept = |at: f64, offset: f64| at * now.scale + offset - at * scale;
        let along = |axis: fn(&Rect) -> Span, middle: f64, offset: f64| {
            let near = [Some(self.selected), self.children, self.parent];
            let near = near.map(|rect| rect.map(|rect| axis(&rect)));
            let whole = axis(&self.whole);
            offset_along(axis(room), whole, (middle, near), scale, offset)
        };
        // Above the top there is nothing to be seen.
        let top = room.min.y - self.whole.min.y * scale;
        Camera {
            scale,
            offset: Point::new(
                along(across, middle.x, kept(middle.x, now.offset.x)),
                along(down, middle.y, kept(middle.y, now.offset.y)).min(top),
            ),
        }
    }
}

fn across(rect: &Rect) -> Span {
    (rect.min.x, rect.max.x)
}

fn down(rect: &Rect) -> Span {
    (rect.min.y, rect.max.y)
}

/// The origin along an axis: as near to `now` as the parts to show allow, the most important first.
fn offset_along(
    room: Span,
    whole: Span,
    (middle, near): (f64, [Option<Span>; 3]),
    scale: f64,
    now: f64,
) -> f64 {
    // A span that is too long fills the room.
    let ordered = |(a, b): Span| (a.min(b), a.max(b));
    let inside = |span: Span| ordered((room.0 - span.0 * scale, room.1 - span.1 * scale));
    if (whole.1 - whole.0) * scale <= room.1 - room.0 {
        let (low, high) = inside(whole);
        return now.clamp(low, high);
    }
    let third = (room.1 - room.0) / 3.0;
    let at = middle * scale;
    let mut allowed = ordered((room.0 + third - at, room.1 - third - at));
    // Last comes that no room is left empty beside the scene.
    for span in near.into_iter().flatten().chain([whole]) {
        let (low, high) = inside(span);
        // If both are impossible, as near as possible.
        allowed = (
            low.clamp(allowed.0, allowed.1),
            high.clamp(allowed.0, allowed.1),
        );
    }
    now.clamp(allowed.0, allowed.1)
}

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
        shape: &dyn TreeShape,
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
    pub fn node_at(&self, shape: &dyn TreeShape, point: Point) -> Option<u32> {
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
        shape: &dyn TreeShape,
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

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    const SCALES: Scales = Scales {
        min: 0.96,
        max: 1.15,
    };

    fn node(x: f64, y: f64) -> Rect {
        Rect::around(Point::new(x, y), 80.0, 44.0)
    }

    /// A random place in a large tree: a node with children, and its parent.
    fn drawn(random: &mut ChaCha8Rng, children: f64) -> (Family, Rect, Camera) {
        let selected = node(
            random.random_range(-3_000.0..3_000.0),
            random.random_range(120.0..2_000.0),
        );
        let at = selected.centre();
        let (left, right) = (at.x - children, at.x + children);
        let row = node(left, at.y + 112.0).and(node(right, at.y + 112.0));
        let parent = node(at.x + random.random_range(-200.0..200.0), at.y - 112.0);
        let whole = Rect {
            min: Point::new(-4_000.0, -30.0),
            max: Point::new(4_000.0, 2_500.0),
        };
        let family = Family {
            whole,
            selected,
            children: Some(row),
            parent: Some(parent),
        };
        let room = Rect {
            min: Point::new(16.0, 50.0),
            max: Point::new(
                16.0 + random.random_range(600.0..1_200.0),
                50.0 + random.random_range(480.0..900.0),
            ),
        };
        let now = Camera {
            scale: random.random_range(0.05..4.0),
            offset: Point::new(
                random.random_range(-5_000.0..5_000.0),
                random.random_range(-5_000.0..5_000.0),
            ),
        };
        (family, room, now)
    }

    /// Whether a node is in the middle third of a room, or above it near the top of the scene.
    fn is_in_the_middle_third(rect: &Rect, room: &Rect, top: f64) -> bool {
        let at = rect.centre();
        let across = (at.x - room.min.x) / room.width();
        let down = (at.y - room.min.y) / room.height();
        let is_middle = |share: f64| (1.0 / 3.0 - 1e-9..=2.0 / 3.0 + 1e-9).contains(&share);
        let below_the_top = (top - room.min.y).abs() < 1e-6 && down < 0.5;
        is_middle(across) && (is_middle(down) || below_the_top)
    }

    #[test]
    fn a_family_that_has_room_is_in_view_around_the_middle_third() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..2_000 {
            let wide = random.random_range(0.0..250.0);
            let (family, room, now) = drawn(&mut random, wide);
            if family.fitting(&room) < SCALES.min {
                continue;
            }
            let camera = family.framed(&room, now, &SCALES);
            assert!(camera.scale >= SCALES.min);
            let selected = camera.rect(&family.selected);
            let top = camera.rect(&family.whole).min.y;
            assert!(
                is_in_the_middle_third(&selected, &room, top),
                "{selected:?}"
            );
            let near = [Some(family.selected), family.children, family.parent];
            for rect in near.into_iter().flatten() {
                let rect = camera.rect(&rect);
                assert!(room.grown(1e-6).holds(&rect), "{rect:?} in {room:?}");
            }
        }
    }

    #[test]
    fn a_row_that_is_too_wide_fills_the_room_around_the_selected_node() {
        let mut random = ChaCha8Rng::seed_from_u64(2);
        for _ in 0..500 {
            let (family, room, now) = drawn(&mut random, 1_500.0);
            let camera = family.framed(&room, now, &SCALES);
            assert_eq!(camera.scale, SCALES.min);
            let selected = camera.rect(&family.selected);
            let top = camera.rect(&family.whole).min.y;
            assert!(
                is_in_the_middle_third(&selected, &room, top),
                "{selected:?}"
            );
            let row = camera.rect(&family.children.expect("a row"));
            assert!(row.min.x <= room.min.x && row.max.x >= room.max.x);
            assert!(row.max.y <= room.max.y + 1e-6, "the row is in view");
        }
    }

    #[test]
    fn a_selected_node_that_is_already_in_view_is_not_moved_again() {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..500 {
            let (family, room, now) = drawn(&mut random, 150.0);
            let once = family.framed(&room, now, &SCALES);
            let again = family.framed(&room, once, &SCALES);
            assert!((once.offset.x - again.offset.x).abs() < 1e-6);
            assert!((once.offset.y - again.offset.y).abs() < 1e-6);
            assert_eq!(once.scale, again.scale);
        }
    }

    #[test]
    fn a_window_without_width_or_height_is_framed_at_the_smallest_scale() {
        let mut random = ChaCha8Rng::seed_from_u64(4);
        let (family, _, now) = drawn(&mut random, 150.0);
        let at = Point::new(50.0, 50.0);
        for (width, height) in [(0.0, 0.0), (-30.0, 200.0), (200.0, -30.0)] {
            let room = Rect::around(at, width, height);
            assert_eq!(family.framed(&room, now, &SCALES).scale, SCALES.min);
            assert_eq!(Camera::whole(&family.whole, &room, &SCALES), None);
        }
    }

    #[test]
    fn a_scene_that_can_be_read_whole_begins_at_the_top() {
        let family = Family {
            whole: Rect::around(Point::new(100.0, 200.0), 500.0, 300.0),
            selected: node(100.0, 100.0),
            children: None,
            parent: None,
        };
        let room = Rect::around(Point::new(400.0, 400.0), 760.0, 700.0);
        let camera = Camera::whole(&family.whole, &room, &SCALES).expect("room");
        let whole = camera.rect(&family.whole);
        assert!(room.holds(&whole));
        assert!((whole.min.y - room.min.y).abs() < 1e-9);
        assert!((whole.centre().x - room.centre().x).abs() < 1e-9);
        let narrow = Rect::around(Point::new(0.0, 0.0), 300.0, 700.0);
        assert_eq!(Camera::whole(&family.whole, &narrow, &SCALES), None);
    }
}
