//! The texts of a position graph behind one object-safe trait, so that what writes and draws needs
//! no type parameter.

use super::distinct::{CountingDistinct, DistinctPositions};
use super::graph::{Edge, Graph, Vertex, VertexKind};
use super::position_graph::PositionGraph;
use crate::game::{
    Battle, Estimate, Game, LineStep, NotationError, Picture, PlaceEdit, Player, Rational, Shown,
    Touched, read_line,
};

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

    /// One entry a vertex: the first vertex with the same position. `None` without a ply limit,
    /// where every vertex has a position of its own.
    fn first_with_position(&self) -> Option<Vec<Vertex>>;

    /// How many distinct positions there are, and moves between them.
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

    /// The notation of a line from `start`: moves with spaces between them.
    fn line_text(&self, start: Vertex, line: &[Edge]) -> String {
        let mut out = String::new();
        let mut vertex = start;
        for (index, &edge) in line.iter().enumerate() {
            if index > 0 {
                out.push(' ');
            }
            self.write_move(vertex, edge, &mut out);
            vertex = self.graph().target(edge);
        }
        out
    }

    /// Reads the notation of a line from `start`.
    ///
    /// # Errors
    /// A word that is no move where it stands.
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

/// The pictures of a position graph, for whoever draws it.
pub trait Pictures: Labels + Send + Sync {
    /// A vertex's position as places and pieces.
    fn picture(&self, vertex: Vertex) -> Picture;

    /// What lies beside the board of a vertex means, in sentences; may be empty.
    fn about(&self, vertex: Vertex) -> String;

    /// The places that a move of `source` touches, as indices into its picture.
    fn touched(&self, source: Vertex, edge: Edge) -> Touched;

    /// What the place at `index` of a vertex's picture can be changed to, with the notation of the
    /// position after each change.
    fn edits(&self, vertex: Vertex, index: usize) -> Vec<PlaceEdit<String>>;

    /// The estimates that the game offers.
    fn estimates(&self) -> Vec<Estimate>;

    /// What would stand in for a player's rating of a vertex if a limit stopped the tree there; one of
    /// those estimates.
    fn estimate(&self, vertex: Vertex, estimate: Estimate, player: Player) -> Rational;

    /// The dice that are thrown at a chance node; `None` where a branch is drawn by the
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

    fn edits(&self, vertex: Vertex, index: usize) -> Vec<PlaceEdit<String>> {
        let game = self.game();
        game.edits(self.position(vertex), index)
            .into_iter()
            .map(|edit| PlaceEdit {
                words: edit.words,
                owner: edit.owner,
                piece: edit.piece,
                position: game.position_text(&edit.position),
            })
            .collect()
    }

    fn estimates(&self) -> Vec<Estimate> {
        self.game().estimates().to_vec()
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
            .unwrap_or_else(|| CountingDistinct::new(self).finish(self))
    }
}
