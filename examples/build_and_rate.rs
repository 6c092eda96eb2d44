//! Builds the position graph of a board, rates it, and asks it a few questions.
//!
//! `cargo run --example build_and_rate -- 'b2b2/a2b1 a'`

use std::sync::Arc;

use doomtree::game::Player;
use doomtree::games::dice_of_doom::{Board, DiceOfDoom, Rules};
use doomtree::rating::{Analysis, Options};
use doomtree::tree::{Labels, Limits, PositionGraph, Vertex};

fn main() -> Result<(), String> {
    let text = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "b2b2/a2b1 a".to_owned());
    let rules = Rules::LAND_OF_LISP;
    let board = Board::read(&text, &rules, None).map_err(|error| error.to_string())?;
    // One word holds every position of a board of up to 4 × 4 hexes.
    let (game, root) =
        DiceOfDoom::<1>::with_board(rules, &board).ok_or("use at most 16 hexes here")?;
    let graph = PositionGraph::new(Arc::new(game), root, Limits::default());
    let analysis = Analysis::new(graph.graph(), &Options::default());

    println!("{} positions", graph.graph().len());
    println!("{} tree nodes", analysis.nodes.of(Vertex::ROOT));
    for player in Player::all(2) {
        let rating = analysis.ratings.rating(Vertex::ROOT, player);
        println!("rating for {}: {rating}", player.letter());
    }
    // The same graph as petgraph sees it: its algorithms run on it as they are.
    let digraph = graph.digraph();
    let ends = digraph.externals(petgraph::Direction::Outgoing).count();
    println!("{ends} positions end the game");
    for edge in graph.graph().edges(Vertex::ROOT) {
        let after = graph.graph().target(edge);
        println!(
            "{} leads to {}, worth {} to a",
            graph.move_text(Vertex::ROOT, edge),
            graph.position_text(after),
            analysis.ratings.rating(after, Player(0))
        );
    }
    Ok(())
}
