//! How large a figure is, how dense, and in which colors, for the page or the slide that it goes to.

use crate::diagram::{Density, MOVE_SIZE, Palette};

/// Scene units in a millimetre: 96 are an inch.
const IN_MILLIMETRE: f64 = 96.0 / 25.4;
/// Scene units in a point: 72 points are an inch.
const IN_POINT: f64 = 96.0 / 72.0;

/// The widths that a figure can have, in millimetres.
pub const WIDTHS: std::ops::RangeInclusive<f64> = 10.0..=5_000.0;
/// The sizes that the letters of moves can have, in points.
pub const FONT_SIZES: std::ops::RangeInclusive<f64> = 3.0..=72.0;

/// Smaller names of moves are hard to read on paper, in points.
pub const MIN_READ: f64 = 5.0;

/// How a drawn figure looks, beside what it shows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Appearance {
    /// How wide the whole figure is, in millimetres; as wide as it comes where nothing is told. What
    /// is wider is drawn smaller; what is narrower stands in the middle.
    pub width: Option<f64>,
    /// How large the letters of moves are, in points; all others are larger or smaller in the same
    /// measure.
    pub font_size: Option<f64>,
    /// How far apart things stand.
    pub density: Density,
    /// Which colors it has.
    pub colors: Colors,
    /// Whether its ground is dark.
    pub dark: bool,
}

/// The colors of a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Colors {
    /// A color for each player, told apart by the color-blind too.
    #[default]
    Color,
    /// Grays, and patterns for players.
    Grey,
    /// Black or white, players in colors that stand out as letters do, with patterns.
    HighContrast,
}

impl Appearance {
    /// What each ink looks like.
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

    /// How much larger than a 96th of an inch a unit of a drawing is that is `wide` units wide. At
    /// most 1 unless larger letters are asked for.
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

    /// How many units of a drawing the figure is wide, where each is so much larger.
    pub(super) fn room(&self, enlarged: f64) -> Option<f64> {
        self.width.map(|width| width * IN_MILLIMETRE / enlarged)
    }

    /// Why a drawing of that many units across can't have the width that is asked for, in a sentence
    /// with the remedy; `None` where it can.
    pub(super) fn fault(&self, wide: f64) -> Option<String> {
        let (Some(width), Some(font_size)) = (self.width, self.font_size) else {
            return None;
        };
        let needed = wide * self.enlarged(wide) / IN_MILLIMETRE;
        // Rounded as it is told.
        if needed <= width + 0.05 {
            return None;
        }
        let fitting = (font_size * width / needed * 10.0).floor() / 10.0;
        Some(format!(
            "with letters of {font_size} points the figure is {needed:.1} mm wide, not {width}: \
             choose letters of {fitting} points, compact density or fewer nodes, or hide positions"
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
        assert_eq!(column.fault(1e6), None);
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
        assert_eq!(both.fault(fitting), None);
        let words = both.fault(2.0 * fitting).expect("it is too wide");
        assert!(words.contains("168.0 mm wide, not 84"), "{words}");
        assert!(words.contains("letters of 4 points"), "{words}");
    }
}
