//! The appearance of a figure: size, density and colors, for a page or a slide.

use crate::diagram::{Density, MOVE_SIZE, Palette, Variant, Variants};
use crate::game::Refusal;

/// Scene units in a millimetre: 96 are an inch.
const IN_MILLIMETRE: f64 = 96.0 / 25.4;
/// Scene units in a point: 72 points are an inch.
const IN_POINT: f64 = 96.0 / 72.0;

/// The widths that a figure can have, in millimetres.
pub const WIDTHS: std::ops::RangeInclusive<f64> = 10.0..=5_000.0;
/// The valid font sizes of move names, in points.
pub const FONT_SIZES: std::ops::RangeInclusive<f64> = 3.0..=72.0;

/// Smaller names of moves are hard to read on paper, in points.
pub const MIN_READ: f64 = 5.0;

/// The appearance of a drawn figure, apart from its content.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Appearance {
    /// The width of the whole figure in millimeters; default: the natural width. A wider drawing is
    /// scaled down; a narrower one is centered.
    pub width: Option<f64>,
    /// The font size of move names, in points. All other texts scale with it.
    pub font_size: Option<f64>,
    /// The density of the layout.
    pub density: Density,
    /// Which colors it has.
    pub colors: Colors,
    /// Whether its ground is dark.
    pub dark: bool,
}

/// The colors of a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Colors {
    /// A color for each player, also distinguishable by color-blind readers.
    #[default]
    Color,
    /// Grays, and patterns for players.
    Grey,
    /// Black and white; players have colors with high contrast, and patterns.
    HighContrast,
}

impl Variants for Colors {
    const VARIANTS: &'static [Variant<Self>] = &[
        Variant {
            alias: Some("colour"),
            ..Variant::new(Self::Color, "color", "Color", "A color for each player")
        },
        Variant {
            alias: Some("grey"),
            ..Variant::new(
                Self::Grey,
                "gray",
                "Gray",
                "Grays, and a pattern for each player",
            )
        },
        Variant::new(
            Self::HighContrast,
            "high-contrast",
            "High contrast",
            "Black on white or white on black, with a pattern for each player",
        ),
    ];
}

impl Appearance {
    /// The colors of all inks.
    pub fn palette(&self) -> &'static Palette {
        match (self.colors, self.dark) {
            (Colors::Color, false) => &Palette::PAPER,
            (Colors::Color, true) => &Palette::DARK,
            (Colors::Grey, false) => &Palette::GREY,
            (Colors::Grey, true) => &Palette::GREY_DARK,
            (Colors::HighContrast, false) => &Palette::CONTRAST,
            (Colors::HighContrast, true) => &Palette::CONTRAST_DARK,
        }
    }

    /// Whether the areas of players differ in their patterns.
    pub fn has_patterns(&self) -> bool {
        self.colors != Colors::Color
    }

    /// The scale of a drawing that is `wide` units wide, relative to 1/96 inch per unit. At most 1
    /// unless a larger font is requested.
    pub(super) fn enlarged(&self, wide: f64) -> f64 {
        let asked = self.font_size.map(|points| points * IN_POINT / MOVE_SIZE);
        let room = self
            .width
            .map(|width| width * IN_MILLIMETRE / wide.max(1.0));
        match (asked, room) {
            (Some(asked), _) => asked,
            (None, Some(room)) => room.min(1.0),
            (None, None) => 1.0,
        }
    }

    /// The requested width of the figure, in units of a drawing at this scale.
    pub(super) fn room(&self, enlarged: f64) -> Option<f64> {
        self.width.map(|width| width * IN_MILLIMETRE / enlarged)
    }

    /// Why a drawing of this width in units can't have the requested width, with the
    /// fix; `None` if it can.
    pub(super) fn fault(&self, wide: f64, positions: bool) -> Option<Refusal> {
        let (Some(width), Some(font_size)) = (self.width, self.font_size) else {
            return None;
        };
        let needed = wide * self.enlarged(wide) / IN_MILLIMETRE;
        // The width is rounded in the message.
        if needed <= width + 0.05 {
            return None;
        }
        let fitting = (font_size * width / needed * 10.0).floor() / 10.0;
        Some(Refusal::new(
            format!(
                "with letters of {font_size} points the figure is {needed:.1} mm wide, not {width}"
            ),
            format!(
                "choose letters of {fitting} points, compact density or fewer nodes{}",
                if positions { ", or hide positions" } else { "" }
            ),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_made_smaller_for_its_width_and_never_larger() {
        let column = Appearance {
            width: Some(84.0),
            ..Appearance::default()
        };
        let wide = 84.0 * IN_MILLIMETRE;
        assert!((column.enlarged(2.0 * wide) - 0.5).abs() < 1e-9);
        assert!((column.enlarged(wide / 3.0) - 1.0).abs() < 1e-9);
        assert_eq!(column.fault(1e6, true), None);
        assert!((Appearance::default().enlarged(1e6) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn letters_that_are_too_large_for_the_width_are_told_which_would_fit() {
        let both = Appearance {
            width: Some(84.0),
            font_size: Some(8.0),
            ..Appearance::default()
        };
        let fitting = 84.0 * IN_MILLIMETRE / both.enlarged(0.0);
        assert_eq!(both.fault(fitting, true), None);
        let words = both
            .fault(2.0 * fitting, true)
            .expect("it is too wide")
            .to_string();
        assert!(words.contains("168.0 mm wide, not 84"), "{words}");
        assert!(words.contains("letters of 4 points"), "{words}");
    }
}
