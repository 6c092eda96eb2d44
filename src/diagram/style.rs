//! The style of a drawn tree: direction of growth, form of moves, and order of siblings. Display
//! options are data: each value with its names and descriptions, for the command line, the window
//! and its settings.

use super::shape::{Point, Rect};

/// The direction of growth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GrowthDirection {
    /// Downwards: a ply is a row.
    #[default]
    Down,
    /// To the right: a ply is a column.
    Right,
}

/// The form of a drawn move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EdgeStyle {
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
pub enum SiblingOrder {
    /// The rules' order.
    #[default]
    Rules,
    /// The best for the mover first, ties in the rules' order.
    BestFirst,
}

impl Variants for GrowthDirection {
    const VARIANTS: &'static [Variant<Self>] = &[
        Variant::new(Self::Down, "down", "Down", "A ply is a row"),
        Variant::new(Self::Right, "right", "Right", "A ply is a column"),
    ];
}

impl Variants for EdgeStyle {
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

impl Variants for SiblingOrder {
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
    pub flow: GrowthDirection,
    /// The form of its moves.
    pub edges: EdgeStyle,
    /// The order of siblings.
    pub order: SiblingOrder,
}

impl GrowthDirection {
    /// A point of the drawing from its coordinates across the tree and along its plies.
    pub fn point(self, across: f64, along: f64) -> Point {
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
            min: self.point(rect.min.x, rect.min.y),
            max: self.point(rect.max.x, rect.max.y),
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

/// A value of a display option.
#[derive(Debug)]
pub struct Variant<T: 'static> {
    /// The value.
    pub value: T,
    /// Its name on the command line and in settings.
    pub key: &'static str,
    /// Another name that is read.
    pub alias: Option<&'static str>,
    /// Its label in the window.
    pub label: &'static str,
    /// Its description.
    pub help: &'static str,
}

impl<T> Variant<T> {
    /// A value with its key, label and description.
    pub const fn new(value: T, key: &'static str, label: &'static str, help: &'static str) -> Self {
        Self {
            value,
            key,
            alias: None,
            label,
            help,
        }
    }
}

/// A display option.
pub trait Variants: Copy + PartialEq + 'static {
    /// Its values, in the order they are offered.
    const VARIANTS: &'static [Variant<Self>];

    /// The names and descriptions of the value.
    fn variant(self) -> &'static Variant<Self> {
        let mut variants = Self::VARIANTS.iter();
        let found = variants.find(|variant| variant.value == self);
        found.unwrap_or(&Self::VARIANTS[0])
    }

    /// The value with this key or alias.
    fn from_key(key: &str) -> Option<Self> {
        let mut variants = Self::VARIANTS.iter();
        let found = variants.find(|variant| variant.key == key || variant.alias == Some(key));
        found.map(|variant| variant.value)
    }

    /// The next value, and the first after the last.
    #[must_use]
    fn next(self) -> Self {
        let mut variants = Self::VARIANTS.iter().cycle();
        variants.find(|variant| variant.value == self);
        variants.next().map_or(self, |variant| variant.value)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Density, EdgeStyle, GrowthDirection, SiblingOrder};
    use super::*;

    fn every_value_is_found_by_its_key<T: Variants + std::fmt::Debug>() {
        let mut value = T::VARIANTS[0].value;
        for variant in T::VARIANTS {
            assert_eq!(variant.value, value);
            assert_eq!(T::from_key(value.variant().key), Some(value));
            value = value.next();
        }
        assert_eq!(value, T::VARIANTS[0].value);
        assert_eq!(T::from_key("no such key"), None);
    }

    #[test]
    fn every_value_of_a_display_option_is_found_by_its_key_and_next_goes_round() {
        every_value_is_found_by_its_key::<Density>();
        every_value_is_found_by_its_key::<EdgeStyle>();
        every_value_is_found_by_its_key::<GrowthDirection>();
        every_value_is_found_by_its_key::<SiblingOrder>();
        assert_eq!(EdgeStyle::from_key("elbowed"), Some(EdgeStyle::Elbowed));
    }
}
