//! The style of a drawn tree: direction of growth, form of moves, and order of siblings.

use super::shape::{Point, Rect};
use super::variant::{Variant, Variants};

/// The direction of growth.
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

/// The order of siblings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// The rules' order.
    #[default]
    Rules,
    /// The best for the mover first, ties in the rules' order.
    BestFirst,
}

impl Variants for Flow {
    const VARIANTS: &'static [Variant<Self>] = &[
        Variant::new(Self::Down, "down", "Down", "A ply is a row"),
        Variant::new(Self::Right, "right", "Right", "A ply is a column"),
    ];
}

impl Variants for Edges {
    const VARIANTS: &'static [Variant<Self>] = &[
        Variant::new(Self::Curved, "curved", "Curved", "Curves"),
        Variant::new(Self::Straight, "straight", "Straight", "Straight lines"),
        Variant {
            alias: Some("elbowed"),
            ..Variant::new(
                Self::Elbowed,
                "right-angled",
                "Right angles",
                "Lines with right angles",
            )
        },
    ];
}

impl Variants for Order {
    const VARIANTS: &'static [Variant<Self>] = &[
        Variant::new(Self::Rules, "rules", "Rules' order", "The rules' order"),
        Variant::new(
            Self::BestFirst,
            "best",
            "Best first",
            "The best for the mover first",
        ),
    ];
}

/// The style of a drawn tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TreeStyle {
    /// The direction of growth.
    pub flow: Flow,
    /// The form of its moves.
    pub edges: Edges,
    /// The order of siblings.
    pub order: Order,
}

impl Flow {
    /// A point of the drawing from its coordinates across the tree and along its plies.
    pub fn place(self, across: f64, along: f64) -> Point {
        match self {
            Self::Down => Point::new(across, along),
            Self::Right => Point::new(along, across),
        }
    }

    /// The coordinate of a point across the tree.
    pub fn across(self, at: Point) -> f64 {
        match self {
            Self::Down => at.x,
            Self::Right => at.y,
        }
    }

    /// The coordinate of a point along the plies.
    pub fn along(self, at: Point) -> f64 {
        match self {
            Self::Down => at.y,
            Self::Right => at.x,
        }
    }

    /// The place in the drawing of a rectangle of the layout.
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
