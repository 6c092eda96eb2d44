//! Who is to move at a position, ends included.

use crate::game::Player;
use crate::session::rated::Rated;
use crate::tree::Vertex;

/// The player who is to move at a vertex, or would be at an end.
pub(super) fn mover_at(rated: &Rated, vertex: Vertex) -> Option<Player> {
    let graph = rated.graph.graph();
    graph.kind(vertex).player().or_else(|| {
        // At an end only the notation has it, after the board.
        let text = rated.graph.position_text(vertex);
        let name = text.split_whitespace().nth(1)?;
        let mut players = Player::all(graph.players());
        players.find(|player| rated.graph.player_name(*player) == name)
    })
}
