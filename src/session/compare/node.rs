//! Compares one node of both trees: the differences, and the moves side by side.

use rustc_hash::FxHashMap;

use super::super::Rated;
use super::{Both, DifferenceKind};
use crate::game::{Cell, Picture, Player};
use crate::tree::{Edge, Vertex, VertexKind};

/// A move that one of two trees has, or both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlignedMove {
    /// Its notation.
    pub text: String,
    /// The move in either tree; `None` if it doesn't exist.
    pub edges: Both<Option<Edge>>,
}

/// The moves of a node in both trees: the first rules' in their order, then those that only the
/// second has.
pub fn aligned(rated: Both<&Rated>, vertices: Both<Vertex>) -> Vec<AlignedMove> {
    let edges = |side: usize| rated[side].graph.graph().edges(vertices[side]);
    let text = |side: usize, edge| rated[side].graph.move_text(vertices[side], edge);
    let mut moves: Vec<AlignedMove> = edges(0)
        .map(|edge| AlignedMove {
            text: text(0, edge),
            edges: [Some(edge), None],
        })
        .collect();
    let own = moves.len();
    let mut places: Option<FxHashMap<String, usize>> = None;
    for (index, edge) in edges(1).enumerate() {
        let other = text(1, edge);
        // Mostly the same moves come in the same order.
        let same = moves[..own].get(index).is_some_and(|mv| mv.text == other);
        let place = if same {
            Some(index)
        } else {
            let places = places.get_or_insert_with(|| {
                let own = moves[..own].iter().enumerate();
                own.map(|(place, mv)| (mv.text.clone(), place)).collect()
            });
            places.get(&other).copied()
        };
        match place {
            Some(place) => moves[place].edges[1] = Some(edge),
            None => moves.push(AlignedMove {
                text: other,
                edges: [None, Some(edge)],
            }),
        }
    }
    moves
}

/// The difference of a node, apart from its rating, and its moves, if it has any in both trees.
pub(super) fn look(
    rated: Both<&Rated>,
    vertices: Both<Vertex>,
) -> (Option<DifferenceKind>, Vec<AlignedMove>) {
    let only = |kind| (Some(kind), Vec::new());
    let graphs = rated.map(|rated| rated.graph.graph());
    let kinds = [0, 1].map(|side| graphs[side].kind(vertices[side]));
    // If chance decides here and the other rules decide at once, that explains the different
    // boards.
    if let [VertexKind::Chance(_), VertexKind::Decision(_)]
    | [VertexKind::Decision(_), VertexKind::Chance(_)] = kinds
    {
        return only(DifferenceKind::Kind);
    }
    let picture = |side: usize| rated[side].graph.picture(vertices[side]);
    if boards_differ(&picture(0), &picture(1)) {
        return only(DifferenceKind::Board);
    }
    if let [Some(a), Some(b)] = kinds.map(VertexKind::player)
        && a != b
    {
        return only(DifferenceKind::Mover);
    }
    let chance = match kinds {
        [VertexKind::End, VertexKind::End] => {
            let differs = payoffs_differ(rated, vertices);
            return (differs.then_some(DifferenceKind::Payoff), Vec::new());
        }
        [VertexKind::End, _] | [_, VertexKind::End] => return only(DifferenceKind::Kind),
        // A node hidden by a limit can't be compared.
        [VertexKind::Horizon(_), _] | [_, VertexKind::Horizon(_)] => return (None, Vec::new()),
        [VertexKind::Decision(_), VertexKind::Decision(_)] => false,
        [VertexKind::Chance(_), VertexKind::Chance(_)] => true,
        _ => return only(DifferenceKind::Kind),
    };
    let moves = aligned(rated, vertices);
    let likely = |side: usize, edge: Option<Edge>| edge.map(|edge| graphs[side].probability(edge));
    let differs = if moves.iter().any(|mv| mv.edges.contains(&None)) {
        Some(DifferenceKind::Moves)
    } else if chance
        && moves
            .iter()
            .any(|mv| likely(0, mv.edges[0]) != likely(1, mv.edges[1]))
    {
        Some(DifferenceKind::Probability)
    } else {
        let sorted = moves.is_sorted_by_key(|mv| mv.edges[1]);
        (!sorted).then_some(DifferenceKind::Order)
    };
    (differs, moves)
}

fn payoffs_differ(rated: Both<&Rated>, vertices: Both<Vertex>) -> bool {
    let [a, b] = [rated[0], rated[1]].map(|rated| rated.graph.graph());
    common_players(rated)
        .any(|player| a.outcome(vertices[0], player) != b.outcome(vertices[1], player))
}

/// Whether a node's ratings differ for a player of both games.
pub(super) fn ratings_differ(rated: Both<&Rated>, vertices: Both<Vertex>) -> bool {
    rated_apart(rated, vertices).is_some()
}

/// The first player for whom a node's ratings differ.
pub(super) fn rated_apart(rated: Both<&Rated>, vertices: Both<Vertex>) -> Option<Player> {
    let [a, b] = [rated[0], rated[1]].map(|rated| &rated.analysis.ratings);
    common_players(rated).find(|player| {
        let rating = a.rating(vertices[0], *player);
        !rating.ties_with(&b.rating(vertices[1], *player))
    })
}

fn common_players(rated: Both<&Rated>) -> impl Iterator<Item = Player> + use<> {
    let players = rated.map(|rated| rated.graph.graph().players());
    Player::all(players[0].min(players[1]))
}

/// Whether the contents of two places differ.
pub(super) fn places_differ(a: &Cell, b: &Cell) -> bool {
    a.owner != b.owner || a.piece != b.piece || a.label != b.label
}

/// Whether two boards differ. Notations are compared only if nothing is drawn, since they hold more
/// than the board, in the form of each rule set.
fn boards_differ(a: &Picture, b: &Picture) -> bool {
    if a.cells.is_empty() && b.cells.is_empty() {
        return a.text != b.text;
    }
    a.cells.len() != b.cells.len()
        || a.cells
            .iter()
            .zip(&b.cells)
            .any(|(a, b)| places_differ(a, b))
}
