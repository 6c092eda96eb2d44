//! Prints the line of best play of a board, move by move, with the board after each.
//!
//! `cargo run --example best_line -- 'a2a2b2/a3b1a3/a3a3b3 a'`

use doomtree::game::Player;
use doomtree::games::Setup;
use doomtree::rating::best_line;
use doomtree::session::open;
use doomtree::tree::{Limits, Vertex};

fn main() -> Result<(), String> {
    let setup = Setup {
        game: "dice-of-doom".to_owned(),
        position: std::env::args()
            .nth(1)
            .unwrap_or_else(|| "a2a2b2/a3b1a3/a3a3b3 a".to_owned()),
        ..Setup::default()
    };
    let build = open(&setup, Limits::default(), "").map_err(|error| error.to_string())?;
    let rated = build.finish();
    let graph = rated.graph.graph();
    let analysis = &rated.analysis;
    let best = best_line(graph, &analysis.ratings, &analysis.distances, Vertex::ROOT);
    let mut vertex = Vertex::ROOT;
    println!("{:>8}  {}", "", rated.graph.position_text(vertex));
    for edge in best.line {
        let mv = rated.graph.move_text(vertex, edge);
        vertex = graph.target(edge);
        println!("{mv:>8}  {}", rated.graph.position_text(vertex));
    }
    for player in Player::all(graph.players()) {
        let rating = analysis.ratings.rating(vertex, player);
        println!("worth {rating} to {}", player.letter());
    }
    Ok(())
}
