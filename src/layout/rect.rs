//! Points and rectangles of the scene, in scene units.

/// A point of the scene, in scene units.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Point {
    /// The point `(x, y)`.
    pub fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The point moved by `dx` to the right and by `dy` down.
    #[must_use]
    pub fn moved(self, dx: f64, dy: f64) -> Self {
        Self::new(self.x + dx, self.y + dy)
    }
}

/// An upright rectangle of the scene, its edges included.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Rect {
    /// The corner at the top left.
    pub min: Point,
    /// The corner at the bottom right.
    pub max: Point,
}

impl Rect {
    /// The rectangle of this size around `centre`.
    pub fn around(centre: Point, width: f64, height: f64) -> Self {
        Self {
            min: centre.moved(-width / 2.0, -height / 2.0),
            max: centre.moved(width / 2.0, height / 2.0),
        }
    }

    /// The same rectangle, larger by `by` on every side.
    #[must_use]
    pub fn grown(self, by: f64) -> Self {
        Self {
            min: self.min.moved(-by, -by),
            max: self.max.moved(by, by),
        }
    }

    /// The smallest rectangle that holds both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            min: Point::new(self.min.x.min(other.min.x), self.min.y.min(other.min.y)),
            max: Point::new(self.max.x.max(other.max.x), self.max.y.max(other.max.y)),
        }
    }

    /// Its width.
    pub fn width(&self) -> f64 {
        self.max.x - self.min.x
    }

    /// Its height.
    pub fn height(&self) -> f64 {
        self.max.y - self.min.y
    }

    /// Its middle.
    pub fn centre(&self) -> Point {
        Point::new(
            f64::midpoint(self.min.x, self.max.x),
            f64::midpoint(self.min.y, self.max.y),
        )
    }

    /// Whether the two have a point in common; touching edges are enough.
    pub fn meets(&self, other: Self) -> bool {
        self.min.x <= other.max.x
            && other.min.x <= self.max.x
            && self.min.y <= other.max.y
            && other.min.y <= self.max.y
    }

    /// Whether it contains another rectangle.
    pub fn holds(&self, other: &Self) -> bool {
        self.contains(other.min) && self.contains(other.max)
    }

    /// Whether another rectangle covers a part of it.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.x < other.max.x
            && other.min.x < self.max.x
            && self.min.y < other.max.y
            && other.min.y < self.max.y
    }

    /// Whether it contains the point.
    pub fn contains(&self, point: Point) -> bool {
        (self.min.x..=self.max.x).contains(&point.x) && (self.min.y..=self.max.y).contains(&point.y)
    }
}
