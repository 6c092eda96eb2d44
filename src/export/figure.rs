//! The display options of a tree in a file (`Figure`): ratings, parts of nodes, and style.

use super::Appearance;
use crate::diagram::{Elements, NoNotes, Notes, RatingsFor, TreeStyle, TreeView};
use crate::game::Player;
use crate::rating::best_line;
use crate::save::Tour;
use crate::session::Rated;
use crate::tree::{Line, Unfolding, Vertex};

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
    ends, "ends", "Winners at ends", "Who has won at an end";
    /// Estimates in place of what is proven of an unproven rating.
    estimates, "estimates", "Estimates", "Estimates ('~3/4') of ratings that aren't proven";
    /// The proven intervals of ratings that aren't proven.
    intervals, "intervals", "Intervals", "Proven intervals of ratings that aren't proven";
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
                best_line: self.show.best_line,
                blunders: self.show.blunders,
                estimates: self.show.estimates,
                positions: self.show.positions,
                density: self.appearance.density,
                patterns: self.appearance.has_patterns(),
                ..Elements::default()
            },
        }
    }

    /// The best line from a vertex, unless it is hidden; then it is empty.
    pub(super) fn best_line(&self, rated: &Rated, from: Vertex) -> Line {
        if !self.show.best_line || self.hidden {
            return Line::new();
        }
        let (graph, analysis) = (rated.graph.graph(), &rated.analysis);
        best_line(graph, &analysis.ratings, &analysis.distances, from).line
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
            fragment: false,
        }
    }
}
