//! Points and rectangles of the scene, in scene units.

/// A point of the scene: `x` to the right, `y` down.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Units to the right of the root's centre.
    pub x: f64,
    /// Units below the root's centre.
    pub y: f64,
}

/// A rectangle of the scene, its edges included.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// The least `x`.
    pub left: f64,
    /// The least `y`.
    pub top: f64,
    /// The greatest `x`.
    pub right: f64,
    /// The greatest `y`.
    pub bottom: f64,
}

impl Rect {
    /// The rectangle of a size around its centre.
    pub fn around(centre: Point, width: f64, height: f64) -> Self {
        Self {
            left: centre.x - width / 2.0,
            top: centre.y - height / 2.0,
            right: centre.x + width / 2.0,
            bottom: centre.y + height / 2.0,
        }
    }

    /// How wide it is.
    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    /// How high it is.
    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }

    /// Whether the two have a point in common; touching edges are enough.
    pub fn meets(&self, other: &Self) -> bool {
        self.left <= other.right
            && other.left <= self.right
            && self.top <= other.bottom
            && other.top <= self.bottom
    }

    /// Whether a point lies in it or on its edge.
    pub fn contains(&self, point: Point) -> bool {
        self.left <= point.x
            && point.x <= self.right
            && self.top <= point.y
            && point.y <= self.bottom
    }
}
