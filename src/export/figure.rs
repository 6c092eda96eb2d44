//! The display options of a tree in a file (`Figure`): ratings, parts of nodes, and style; and its
//! appearance: size, density and colors, for a page or a slide.

use crate::diagram::{
    Density, Elements, MOVE_SIZE, NoNotes, Notes, Palette, RatingsFor, TreeStyle, TreeView,
    Variant, Variants,
};
use crate::game::{Player, Refusal};
use crate::rating::{best_line, likely_line};
use crate::save::Tour;
use crate::session::Rated;
use crate::tree::{Line, Unfolding, UnfoldingNode, Vertex};

/// The display options of a tree in a file for people.
#[derive(Clone, Copy)]
pub struct Figure<'a> {
    /// The title; default: game and position.
    pub title: Option<&'a str>,
    /// The player whose ratings are shown.
    pub ratings_for: RatingsFor,
    /// Whether ratings are hidden, and with them best lines, which reveal them.
    pub hidden: bool,
    /// The notes of the nodes.
    pub notes: &'a dyn Notes,
    /// The tours that lead through the tree, for formats that can play them.
    pub tours: &'a [Tour],
    /// The direction of growth, the form of moves, and the order of siblings.
    pub style: TreeStyle,
    /// The parts of nodes to show, besides ratings.
    pub show: Show,
    /// The pixels per scene unit in raster pictures; 96 units make an inch.
    pub scale: f64,
    /// The size, density and colors, in formats that draw the figure on a page.
    pub appearance: Appearance,
    /// The node whose board alone is drawn, with its moves, in picture formats.
    pub alone: Option<UnfoldingNode>,
    /// Whether LaTeX is written for `\input` in another document, rather than as a document.
    pub fragment: bool,
}

/// A part of a tree that can be shown: its names, and its field of [`Show`].
#[derive(Debug)]
pub struct ShowPart {
    /// Its name on the command line and for programs.
    pub key: &'static str,
    /// Its label in the window.
    pub label: &'static str,
    /// Its description.
    pub help: &'static str,
    /// Its field.
    pub of: fn(&mut Show) -> &mut bool,
}

/// Defines [`Show`] from one row for each part: its field, what that means, its key and its label.
macro_rules! show_parts {
    ($($(#[doc = $about:literal])+ $field:ident, $key:literal, $label:literal, $help:literal;)+) => {
        /// The parts of a tree to show, besides its ratings. A format omits those that it doesn't
        /// support.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Show {
            $($(#[doc = $about])+ pub $field: bool,)+
        }

        impl Show {
            /// Everything.
            pub const ALL: Self = Self { $($field: true,)+ };

            /// Nothing.
            pub const NOTHING: Self = Self { $($field: false,)+ };

            /// All parts, in the order they are offered.
            pub const PARTS: &'static [ShowPart] = &[$(ShowPart {
                key: $key,
                label: $label,
                help: $help,
                of: |show| &mut show.$field,
            },)+];

            /// The intersection of both.
            #[must_use]
            pub fn and(self, other: Self) -> Self {
                Self { $($field: self.$field && other.$field,)+ }
            }
        }
    };
}

show_parts! {
    /// The board in every node, in pictures.
    boards, "boards", "Boards in nodes",
        "The board in every node, in drawings; those of up to 32 nodes have them";
    /// The position in notation.
    positions, "positions", "Positions",
        "Positions in notation; in SVG, PDF, PNG and LaTeX only on request";
    /// The best line.
    best_line, "best-line", "Best line", "Best line";
    /// The blunders, with their costs where there is space.
    blunders, "blunders", "Blunders",
        "Blunders, with their costs beside the boards of a small tree";
    /// The moves between the nodes, and the probabilities of outcomes.
    moves, "moves", "Moves", "Moves and probabilities";
    /// The winners of ends.
    ends, "ends", "Winners at ends", "Who has won at an end, or what each player gets";
    /// The payoffs of all players at ends, not only of the one whose ratings are shown.
    payoffs, "payoffs", "All payoffs", "Payoffs of every player at an end, not only for --ratings";
    /// Estimates in place of what is proven of an unproven rating.
    estimates, "estimates", "Estimates", "Estimates ('~3/4') of ratings that aren't proven";
    /// The proven intervals of ratings that aren't proven.
    intervals, "intervals", "Intervals", "Proven intervals of ratings that aren't proven";
    /// The probability that best play reaches a node.
    reach, "reach", "Reached", "Probability that best play reaches a node, in SVG, PDF, PNG and LaTeX";
    /// The notes of the nodes.
    notes, "notes", "Notes", "Notes";
    /// The legend.
    legend, "legend", "Legend", "Legend";
}

impl Default for Show {
    fn default() -> Self {
        const USUAL: Show = Show {
            boards: false,
            estimates: false,
            reach: false,
            ..Show::ALL
        };
        USUAL
    }
}

impl<'a> Figure<'a> {
    /// The view of a tree for drawing with these options, without intervals and boards, which only
    /// pictures have space for.
    pub(super) fn view<'v>(&self, rated: &'v Rated, unfolding: &'v Unfolding) -> TreeView<'v>
    where
        'a: 'v,
    {
        TreeView {
            labels: &*rated.graph,
            analysis: &rated.analysis,
            unfolding,
            what_if: None,
            notes: if self.show.notes {
                self.notes
            } else {
                &NoNotes
            },
            ratings_for: self.ratings_for,
            hidden: self.hidden,
            ends: None,
            style: self.style,
            elements: Elements {
                moves: self.show.moves,
                ends: self.show.ends,
                payoffs: self.show.payoffs,
                best_line: self.show.best_line,
                blunders: self.show.blunders,
                estimates: self.show.estimates,
                positions: self.show.positions,
                reach: self.show.reach,
                density: self.appearance.density,
                patterns: self.appearance.has_patterns(),
                ..Elements::default()
            },
        }
    }

    /// The best line from a vertex, unless it is hidden; then it is empty. Where estimates are shown, it
    /// follows them.
    pub(super) fn best_line(&self, rated: &Rated, from: Vertex) -> Line {
        if !self.show.best_line || self.hidden {
            return Line::new();
        }
        let (graph, analysis) = (rated.graph.graph(), &rated.analysis);
        let line = match self.show.estimates && !graph.is_complete() {
            true => likely_line,
            false => best_line,
        };
        line(graph, &analysis.ratings, &analysis.distances, from).line
    }
}

impl Default for Figure<'_> {
    fn default() -> Self {
        Self {
            title: None,
            ratings_for: RatingsFor::Player(Player(0)),
            hidden: false,
            notes: &NoNotes,
            tours: &[],
            style: TreeStyle::default(),
            show: Show::default(),
            scale: 2.0,
            appearance: Appearance::default(),
            alone: None,
            fragment: false,
        }
    }
}

/// Scene units in a millimetre: 96 are an inch.
const IN_MILLIMETRE: f64 = 96.0 / 25.4;
/// Scene units in a point: 72 points are an inch.
const IN_POINT: f64 = 96.0 / 72.0;

/// The widths that a figure can have, in millimetres.
pub const WIDTHS: std::ops::RangeInclusive<f64> = 10.0..=5_000.0;
/// The shapes that a figure can have: width by height.
pub const ASPECTS: std::ops::RangeInclusive<f64> = 0.1..=10.0;
/// The valid font sizes of move names, in points.
pub const FONT_SIZES: std::ops::RangeInclusive<f64> = 3.0..=72.0;

/// The largest scale of a drawing that fills a slide.
const MAX_ENLARGED: f64 = 3.0;

/// Smaller names of moves are hard to read on paper, in points.
pub const MIN_READ: f64 = 5.0;

/// Minimum size of any letters, in points: those on boards are colored, and few.
pub const MIN_LETTERS: f64 = 3.5;

/// The appearance of a drawn figure, apart from its content.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Appearance {
    /// The width of the whole figure in millimeters; default: the natural width. A wider drawing is
    /// scaled down; a narrower one is centered.
    pub width: Option<f64>,
    /// Width by height of the whole figure, as of a slide; default: that of the drawing, which is
    /// centered otherwise. With a width, a small drawing fills it.
    pub aspect: Option<f64>,
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
    /// Black or white texts; players have colors with high contrast, and patterns.
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
            "Dark colors on white, or light ones on black, with a pattern for each player",
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
    /// unless a larger font or a shape is requested.
    pub(super) fn enlarged(&self, wide: f64) -> f64 {
        let asked = self.font_size.map(|points| points * IN_POINT / MOVE_SIZE);
        let room = self
            .width
            .map(|width| width * IN_MILLIMETRE / wide.max(1.0));
        match (asked, room) {
            (Some(asked), _) => asked,
            (None, Some(room)) if self.aspect.is_some() => room.min(MAX_ENLARGED),
            (None, Some(room)) => room.min(1.0),
            (None, None) => 1.0,
        }
    }

    /// The size of a figure around a drawing, in units of the drawing.
    pub(super) fn size(&self, width: f64, height: f64) -> [f64; 2] {
        let width = self
            .aspect
            .map_or(width, |aspect| width.max(height * aspect));
        let room = self.room(self.enlarged(width));
        let width = room.map_or(width, |room| room.max(width));
        [width, self.aspect.map_or(height, |aspect| width / aspect)]
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
        let text = both
            .fault(2.0 * fitting, true)
            .expect("it is too wide")
            .to_string();
        assert!(text.contains("168.0 mm wide, not 84"), "{text}");
        assert!(text.contains("letters of 4 points"), "{text}");
    }
}
