//! How a tree is to be seen in a file: whose ratings, what stands on a node, and in which form.

use super::Appearance;
use crate::diagram::{Elements, NoNotes, Notes, RatingsFor, TreeStyle, TreeView};
use crate::game::Player;
use crate::rating::best_line;
use crate::save::Tour;
use crate::session::Rated;
use crate::tree::{Line, Unfolding, Vertex};

/// How a tree is to be seen in a file that people read.
#[derive(Clone, Copy)]
pub struct Figure<'a> {
    /// What it is called; game and position where nothing is given.
    pub title: Option<&'a str>,
    /// Whose ratings stand on the nodes.
    pub ratings_for: RatingsFor,
    /// Whether ratings are kept from the reader, and with them best lines, which tell of them.
    pub hidden: bool,
    /// The notes of the nodes.
    pub notes: &'a dyn Notes,
    /// The tours that lead through the tree, for formats that can play them.
    pub tours: &'a [Tour],
    /// Where the tree grows, the form of its moves and the order of siblings.
    pub style: TreeStyle,
    /// What stands on the nodes, beside ratings.
    pub show: Show,
    /// How many pixels a picture of pixels has for one scene unit, of which 96 make an inch.
    pub scale: f64,
    /// How large it is, how dense, and in which colors, in formats that draw it on a page.
    pub appearance: Appearance,
}

/// What is shown of a tree, beside its ratings. A format leaves out what it has no place for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Show {
    /// The board in every node, in pictures.
    pub boards: bool,
    /// The position in notation.
    pub positions: bool,
    /// The moves between the nodes, and how probable those of chance are.
    pub moves: bool,
    /// Who has won at an end.
    pub ends: bool,
    /// Which nodes lie on the best line.
    pub best_line: bool,
    /// That a rating is estimated, and what is proven of it.
    pub intervals: bool,
    /// The notes of the nodes.
    pub notes: bool,
    /// What the marks mean.
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
        intervals: false,
        notes: false,
        legend: false,
    };

    /// What both show.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            boards: self.boards && other.boards,
            positions: self.positions && other.positions,
            moves: self.moves && other.moves,
            ends: self.ends && other.ends,
            best_line: self.best_line && other.best_line,
            intervals: self.intervals && other.intervals,
            notes: self.notes && other.notes,
            legend: self.legend && other.legend,
        }
    }
}

impl Default for Show {
    fn default() -> Self {
        Self {
            boards: false,
            positions: true,
            moves: true,
            ends: true,
            best_line: true,
            intervals: true,
            notes: true,
            legend: true,
        }
    }
}

impl<'a> Figure<'a> {
    /// What is drawn of a tree that is seen so, without intervals and boards, for which there is room
    /// in a picture only.
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
                positions: self.show.positions,
                density: self.appearance.density,
                patterns: self.appearance.has_patterns(),
                ..Elements::default()
            },
        }
    }

    /// The best line from a vertex, where it may be told; else none of its moves.
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
        }
    }
}
