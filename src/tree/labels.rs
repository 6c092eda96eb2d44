//! The texts of a position graph as one object-safe trait (`Labels`), so that drawing and writing
//! code needs no type parameter; and the groups of vertices that have the same position with
//! different plies left.

use std::any::Any;
use std::hash::{BuildHasher, Hash};

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::graph::Graph;
use super::position_graph::PositionGraph;
use super::vertex::{Edge, Vertex, VertexKind};
use super::vertex_set::VertexSet;
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

    /// The unfinished part of the game, as a clause; the tree is rated without it.
    fn unfinished(&self) -> Option<&str> {
        None
    }

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

    /// A vertex's position, of the type of its game.
    fn any_position(&self, vertex: Vertex) -> &dyn Any;

    /// A move, of the type of its game.
    fn any_move(&self, edge: Edge) -> &dyn Any;

    /// The notation of the position that stands for all equivalent ones, such as mirror images.
    fn canonical_text(&self, vertex: Vertex) -> String {
        self.position_text(vertex)
    }

    /// The moves of a vertex to positions that aren't equivalent, the first of each kind, with the
    /// number of moves that it stands for.
    fn merged_moves(&self, vertex: Vertex) -> Vec<(Edge, u32)> {
        let mut places: FxHashMap<String, usize> = FxHashMap::default();
        let mut merged: Vec<(Edge, u32)> = Vec::new();
        for edge in self.graph().edges(vertex) {
            let target = self.canonical_text(self.graph().target(edge));
            let index = *places.entry(target).or_insert(merged.len());
            match merged.get_mut(index) {
                Some((_, copies)) => *copies += 1,
                None => merged.push((edge, 1)),
            }
        }
        merged
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
    fn unfinished(&self) -> Option<&str> {
        self.game().unfinished()
    }

    fn graph(&self) -> &Graph {
        PositionGraph::graph(self)
    }

    fn write_position(&self, vertex: Vertex, out: &mut String) {
        self.game().write_position(self.position(vertex), out);
    }

    fn any_position(&self, vertex: Vertex) -> &dyn Any {
        self.position(vertex)
    }

    fn any_move(&self, edge: Edge) -> &dyn Any {
        &self.moves[edge.index()]
    }

    fn canonical_text(&self, vertex: Vertex) -> String {
        let mut out = String::new();
        let canonical = self.game().canonical(self.position(vertex));
        self.game().write_position(&canonical, &mut out);
        out
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

/// Number of positions per part in which equal ones are searched …
const IN_PART: usize = 1 << 18;
/// … and the maximum number of parts. Each part reads all positions.
const MAX_PARTS: usize = 32;

/// Positions that a graph holds, each once however many plies it has left; chance nodes are not
/// among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DistinctPositions {
    /// The number of distinct positions.
    pub positions: u64,
    /// The moves between them; an attack with dice is one.
    pub moves: u64,
}

/// One entry per vertex: the first vertex with the same position. A part of the positions at a time:
/// a table of all would take as much as the graph.
pub(super) async fn first_with_position<P: Copy + Eq + Hash>(
    positions: &[P],
    ctl: &Control,
) -> Vec<Vertex> {
    let mut first = vec![Vertex::ROOT; positions.len()];
    let parts = (positions.len() / IN_PART).clamp(1, MAX_PARTS) as u64;
    // The bits that choose a part are not those that choose a slot of the table.
    let part_of = |position: &P| (FxBuildHasher.hash_one(position) >> 32 & 0xffff) % parts;
    let mut table = FxHashMap::default();
    for part in 0..parts {
        ctl.each(0..positions.len(), |index| {
            let position = positions[index];
            if part_of(&position) == part {
                let vertex = Vertex(index as u32);
                first[index] = *table.entry(position).or_insert(vertex);
            }
            1
        })
        .await;
        table.clear();
    }
    first
}

impl DistinctPositions {
    /// Counts the distinct positions of a graph, in turns.
    pub async fn count<G: Game>(graph: &PositionGraph<G>, ctl: &Control) -> Self {
        // Without a ply limit every vertex has a different position.
        let first = match graph.limits().max_plies {
            Some(_) => first_with_position(graph.positions(), ctl).await,
            None => Vec::new(),
        };
        let graph = graph.graph();
        let mut counted = VertexSet::none(first.len());
        let mut moved = VertexSet::none(first.len());
        let mut distinct = Self::default();
        ctl.each(0..graph.len(), |index| {
            let vertex = Vertex(index as u32);
            if graph.is_chance(vertex) {
                return 1;
            }
            // Of the vertices that share a position, the first counts as a position, and the first
            // that is expanded counts for the moves.
            let is_new = |set: &mut VertexSet| first.is_empty() || set.visit(first[index]);
            distinct.positions += u64::from(is_new(&mut counted));
            if !graph.is_leaf(vertex) && is_new(&mut moved) {
                distinct.moves += graph.degree(vertex) as u64;
            }
            1
        })
        .await;
        distinct
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{Labels, Limits};
    use super::*;
    use crate::games::scripted::Scripted;
    use crate::work::{TurnLength, by_turns};

    #[test]
    fn turns_of_any_size_tell_the_same_positions_apart() {
        let script = "start a: l -> x, r -> y; x b: back -> start, on -> y; y a: roll -> dice; \
                      dice chance a: win 1/2 -> start, lose 1/2 -> z; z end: 1 0";
        let game = Arc::new(Scripted::new(script).expect("a good script"));
        for max_plies in [None, Some(0), Some(1), Some(7)] {
            let limits = Limits {
                max_plies,
                ..Limits::default()
            };
            let graph = PositionGraph::new(Arc::clone(&game), game.start(), limits);
            let count = async |ctl: &Control| DistinctPositions::count(&graph, ctl).await;
            let whole = by_turns(TurnLength::WHOLE, count).0;
            let (pieces, turns) = by_turns(TurnLength::Work(1), count);
            assert!(turns >= graph.graph().len(), "{turns} turns");
            assert_eq!(pieces, whole);
            let mut texts: Vec<String> = graph
                .graph()
                .vertices()
                .filter(|vertex| !graph.graph().is_chance(*vertex))
                .map(|vertex| graph.position_text(vertex))
                .collect();
            texts.sort();
            texts.dedup();
            assert_eq!(whole.positions, texts.len() as u64, "{max_plies:?}");
        }
    }
}
