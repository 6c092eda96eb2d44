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

/// The parts of a tree to show, besides its ratings. A format omits those that it doesn't support.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Show {
    /// The board in every node, in pictures.
    pub boards: bool,
    /// The position in notation.
    pub positions: bool,
    /// The moves between the nodes, and the probabilities of outcomes.
    pub moves: bool,
    /// The winners of ends.
    pub ends: bool,
    /// The best line.
    pub best_line: bool,
    /// The blunders, with their costs where there is space.
    pub blunders: bool,
    /// Estimates in place of what is proven of an unproven rating.
    pub estimates: bool,
    /// The proven intervals of ratings that aren't proven.
    pub intervals: bool,
    /// The notes of the nodes.
    pub notes: bool,
    /// The legend.
    pub legend: bool,
}

impl Show {
    /// Everything.
    pub const ALL: Self = Self {
        boards: true,
        positions: true,
        moves: true,
        ends: true,
        best_line: true,
        blunders: true,
        estimates: true,
        intervals: true,
        notes: true,
        legend: true,
    };

    /// Nothing.
    pub const NOTHING: Self = Self {
        boards: false,
        positions: false,
        moves: false,
        ends: false,
        best_line: false,
        blunders: false,
        estimates: false,
        intervals: false,
        notes: false,
        legend: false,
    };

    /// The intersection of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            boards: self.boards && other.boards,
            positions: self.positions && other.positions,
            moves: self.moves && other.moves,
            ends: self.ends && other.ends,
            best_line: self.best_line && other.best_line,
            blunders: self.blunders && other.blunders,
            estimates: self.estimates && other.estimates,
            intervals: self.intervals && other.intervals,
            notes: self.notes && other.notes,
            legend: self.legend && other.legend,
        }
    }
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
