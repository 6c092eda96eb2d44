//! How a tree is drawn: where it grows, the form of its moves, and the order of its siblings.

use super::shape::{Point, Rect};

/// Where a tree grows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Flow {
    /// Downwards: a ply is a row.
    #[default]
    Down,
    /// To the right: a ply is a column.
    Right,
}

/// The form of a drawn move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Edges {
    /// A curve.
    #[default]
    Curved,
    /// One straight line.
    Straight,
    /// Straight lines with right angles.
    Elbowed,
}

/// The order in which siblings stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// The rules' order.
    #[default]
    Rules,
    /// The best for the mover first, ties in the rules' order.
    BestFirst,
}

/// How a tree is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TreeStyle {
    /// Where it grows.
    pub flow: Flow,
    /// The form of its moves.
    pub edges: Edges,
    /// The order of siblings.
    pub order: Order,
}

impl Flow {
    /// A place of the drawing: so far across the tree, and so far along its plies.
    pub fn place(self, across: f64, along: f64) -> Point {
        match self {
            Self::Down => Point::new(across, along),
            Self::Right => Point::new(along, across),
        }
    }

    /// How far across a place lies.
    pub fn across(self, at: Point) -> f64 {
        match self {
            Self::Down => at.x,
            Self::Right => at.y,
        }
    }

    /// How far along a place lies.
    pub fn along(self, at: Point) -> f64 {
        match self {
            Self::Down => at.y,
            Self::Right => at.x,
        }
    }

    /// Where a rectangle of the layout lies in the drawing.
    pub fn rect(self, rect: &Rect) -> Rect {
        Rect {
            min: self.place(rect.min.x, rect.min.y),
            max: self.place(rect.max.x, rect.max.y),
        }
    }

    /// Which part of the layout a rectangle of the drawing shows.
    pub fn layout_rect(self, rect: Rect) -> Rect {
        let turned = |at| Point::new(self.across(at), self.along(at));
        Rect {
            min: turned(rect.min),
            max: turned(rect.max),
        }
    }
}
