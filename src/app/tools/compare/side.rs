//! The selected line in both trees: its end in each, and where it leaves one of them.

use eframe::egui;

use super::found::FoundDifferences;
use crate::app::base::{Sign, banner, ids};
use crate::app::document::Document;
use crate::app::parts::{Cx, apart};
use crate::diagram::{TreeView, move_words};
use crate::game::{Picture, Player, visible};
use crate::rating::best_edges;
use crate::session::{AlignedMove, Both, aligned_moves};
use crate::tree::{Edge, Vertex};

/// The end of the selected line in both trees.
pub(crate) struct Sides<'a> {
    pub found: &'a FoundDifferences,
    pub document: &'a Document,
    /// Both trees as they are drawn, the open one first.
    pub views: Both<TreeView<'a>>,
    /// The vertices; the other tree's is the last one that the line has there.
    pub vertices: Both<Vertex>,
    /// The move of the line that the other tree doesn't have, and its ply.
    pub left: Option<(usize, String)>,
    /// The pictures of both.
    pub pictures: Both<Picture>,
    /// The places in which they differ.
    pub apart: Vec<usize>,
    /// The moves of both, side by side; the open tree's alone where the line has left the other.
    pub moves: Vec<AlignedMove>,
    /// The best moves of both.
    pub best: Both<Vec<Edge>>,
    /// The player for whom the moves are rated.
    pub player: Player,
}

impl<'a> Sides<'a> {
    pub fn new(document: &'a Document, own: &TreeView<'a>, found: &'a FoundDifferences) -> Self {
        let other = found.other_view(own.ratings_for, own.hidden);
        let [a, b] = &found.rated;
        let graphs = [a.graph.graph(), b.graph.graph()];
        let mut at = Vertex::ROOT;
        let mut there = Vertex::ROOT;
        let mut left = None;
        for (ply, edge) in document.session.line().into_iter().enumerate() {
            let mv = a.graph.move_text(at, edge);
            at = graphs[0].target(edge);
            if left.is_some() {
                continue;
            }
            let same = graphs[1]
                .edges(there)
                .find(|edge| b.graph.move_text(there, *edge) == mv);
            match same {
                Some(edge) => there = graphs[1].target(edge),
                None => left = Some((ply, mv)),
            }
        }
        let pictures = [a.graph.picture(at), b.graph.picture(there)];
        let moves = match &left {
            None => aligned_moves([a, b], [at, there]),
            Some(_) => graphs[0]
                .edges(at)
                .map(|edge| AlignedMove {
                    text: a.graph.move_text(at, edge),
                    edges: [Some(edge), None],
                })
                .collect(),
        };
        Self {
            // Boards at different plies aren't compared.
            apart: match left {
                None => apart([&pictures[0], &pictures[1]]),
                Some(_) => Vec::new(),
            },
            found,
            document,
            best: [
                best_edges(graphs[0], &a.analysis.ratings, at),
                best_edges(graphs[1], &b.analysis.ratings, there),
            ],
            views: [*own, other],
            vertices: [at, there],
            left,
            pictures,
            moves,
            player: own.chooser(at),
        }
    }

    /// The name of a side's rules.
    pub fn name(&self, side: usize) -> &str {
        &self.found.names.0[side]
    }

    /// Whether a ply limit is set.
    pub fn is_limited(&self) -> bool {
        self.found.rated[0].limits.max_plies.is_some()
    }

    /// A vertex's rating on one side for the player of the ratings.
    pub fn rating(&self, side: usize, vertex: Vertex) -> String {
        let players = self.views[side].labels.graph().players();
        match self.player.index() < players {
            true => self.views[side].rating_of(vertex, self.player),
            false => "–".to_owned(),
        }
    }

    /// That the selected line isn't in the other tree, where it isn't.
    pub fn departure_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let Some((ply, mv)) = &self.left else {
            return;
        };
        let words = format!(
            "{} has no move {} at ply {ply}. Showing the last shared position.",
            visible(self.name(1)),
            move_words(&visible(mv)),
        );
        banner(ui, cx.theme, Sign::Differ, &words, ids::DEPARTURE);
    }
}
