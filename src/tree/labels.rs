//! The texts of a position graph as one object-safe trait (`Labels`), so that drawing and writing
//! code needs no type parameter.

use super::distinct::DistinctPositions;
use super::graph::{Edge, Graph, Vertex, VertexKind};
use super::position_graph::PositionGraph;
use crate::game::{
    Battle, CellEdit, Estimate, Game, LineStep, NotationError, Picture, Player, Rational, Shown,
    Touched, line_word, read_line,
};
use crate::work::{Control, finished};

/// A line of play: the moves from the root.
pub type Line = Vec<Edge>;

/// The notation of vertices and moves.
pub trait Labels {
    /// The columns of the graph that is labeled.
    fn graph(&self) -> &Graph;

    /// Appends the notation of a vertex's position.
    fn write_position(&self, vertex: Vertex, out: &mut String);

    /// Appends the notation of a move of `source`.
    fn write_move(&self, source: Vertex, edge: Edge, out: &mut String);

    /// A player's name in notation and files.
    fn player_name(&self, player: Player) -> String;

    /// One entry per vertex: the first vertex with the same position. `None` without a ply limit,
    /// where every vertex has a different position.
    fn first_with_position(&self) -> Option<Vec<Vertex>>;

    /// The numbers of distinct positions and of moves between them.
    fn distinct(&self) -> DistinctPositions;

    /// The notation of a vertex's position.
    fn position_text(&self, vertex: Vertex) -> String {
        let mut out = String::new();
        self.write_position(vertex, &mut out);
        out
    }

    /// The notation of a move of `source`.
    fn move_text(&self, source: Vertex, edge: Edge) -> String {
        let mut out = String::new();
        self.write_move(source, edge, &mut out);
        out
    }

    /// The notation of a line from `start`: moves with spaces between them, in quotes where they
    /// have spaces themselves.
    fn line_text(&self, start: Vertex, line: &[Edge]) -> String {
        let mut out = String::new();
        let mut mv = String::new();
        let mut vertex = start;
        for (index, &edge) in line.iter().enumerate() {
            if index > 0 {
                out.push(' ');
            }
            mv.clear();
            self.write_move(vertex, edge, &mut mv);
            out.push_str(&line_word(&mv));
            vertex = self.graph().target(edge);
        }
        out
    }

    /// Reads the notation of a line from `start`.
    ///
    /// # Errors
    /// A word that is not a legal move at its position.
    fn read_line(&self, start: Vertex, text: &str) -> Result<Line, NotationError> {
        let graph = self.graph();
        let places = read_line(text, (start, None), |(vertex, _), word| {
            let mut moves = Vec::new();
            for edge in graph.edges(*vertex) {
                let mv = self.move_text(*vertex, edge);
                if mv == word {
                    return LineStep::To((graph.target(edge), Some(edge)));
                }
                moves.push(mv);
            }
            if matches!(graph.kind(*vertex), VertexKind::Horizon(_)) {
                LineStep::Stopped
            } else {
                LineStep::NoSuchMove(moves)
            }
        })?;
        Ok(places.into_iter().filter_map(|(_, edge)| edge).collect())
    }
}

/// The pictures of a position graph.
pub trait Pictures: Labels + Send + Sync {
    /// A vertex's position as places and pieces.
    fn picture(&self, vertex: Vertex) -> Picture;

    /// Sentences that explain the state beside a vertex's board; may be empty.
    fn about(&self, vertex: Vertex) -> String;

    /// The places that a move of `source` touches, as indices into its picture.
    fn touched(&self, source: Vertex, edge: Edge) -> Touched;

    /// The possible changes of the place at `index` of a vertex's picture, each with the notation
    /// of the changed position.
    fn edits(&self, vertex: Vertex, index: usize) -> Vec<CellEdit<String>>;

    /// The estimates that the game offers.
    fn estimates(&self) -> &[Estimate];

    /// The label of one of them, in a few words.
    fn estimate_label(&self, estimate: Estimate) -> String;

    /// The estimate of a player's rating at a vertex, as if a limit stopped the tree there.
    fn estimate(&self, vertex: Vertex, estimate: Estimate, player: Player) -> Rational;

    /// The dice that are thrown at a chance node; `None` if a branch is drawn by the
    /// probabilities.
    fn battle(&self, chance: Vertex) -> Option<Battle>;
}

impl<G: Shown> Pictures for PositionGraph<G> {
    fn picture(&self, vertex: Vertex) -> Picture {
        self.game().picture(self.position(vertex))
    }

    fn about(&self, vertex: Vertex) -> String {
        self.game().about(self.position(vertex))
    }

    fn touched(&self, source: Vertex, edge: Edge) -> Touched {
        self.game().touched(self.position(source), self.mv(edge))
    }

    fn edits(&self, vertex: Vertex, index: usize) -> Vec<CellEdit<String>> {
        let game = self.game();
        game.edits(self.position(vertex), index)
            .into_iter()
            .map(|edit| CellEdit {
                words: edit.words,
                owner: edit.owner,
                piece: edit.piece,
                position: game.position_text(&edit.position),
            })
            .collect()
    }

    fn estimates(&self) -> &[Estimate] {
        self.game().estimates()
    }

    fn estimate_label(&self, estimate: Estimate) -> String {
        self.game().estimate_label(estimate)
    }

    fn estimate(&self, vertex: Vertex, estimate: Estimate, player: Player) -> Rational {
        self.game()
            .estimate(self.position(vertex), estimate, player)
    }

    fn battle(&self, chance: Vertex) -> Option<Battle> {
        self.game().battle(self.position(chance))
    }
}

impl<G: Game> Labels for PositionGraph<G> {
    fn graph(&self) -> &Graph {
        PositionGraph::graph(self)
    }

    fn write_position(&self, vertex: Vertex, out: &mut String) {
        self.game().write_position(self.position(vertex), out);
    }

    fn write_move(&self, source: Vertex, edge: Edge, out: &mut String) {
        self.game()
            .write_move(self.position(source), self.mv(edge), out);
    }

    fn player_name(&self, player: Player) -> String {
        self.game().player_name(player)
    }

    fn first_with_position(&self) -> Option<Vec<Vertex>> {
        PositionGraph::first_with_position(self)
    }

    fn distinct(&self) -> DistinctPositions {
        self.distinct
            .unwrap_or_else(|| finished(DistinctPositions::count(self, &Control::default())))
    }
}
