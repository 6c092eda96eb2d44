//! Rates a board of Dice of Doom, and prints its best line and the size of its position graph.
//!
//! `cargo run --example rate -- 'b1a3/b2b1 a'` prints:
//!
//! ```text
//! 21 nodes, 13 positions
//! rating for a: 1
//! rating for b: 0
//! 1>3 leads to b1a1/b2a2 a +1: 1
//! 1>0 leads to a2a1/b2b1 a +1: 1
//! best line: 1>3 3>0 pass 2>3 pass 0>2 pass
//! 13 moves between positions, 4 of which are ends
//! ```

use doomtree::petgraph::Direction;
use doomtree::{Error, Player, Tree};

fn main() -> Result<(), Error> {
    let position = std::env::args().nth(1);
    let tree = Tree::open(position.as_deref().unwrap_or("b1a3/b2b1 a"))?;
    println!("{} nodes, {} positions", tree.nodes(), tree.positions());
    for player in Player::all(tree.players()) {
        println!("rating for {}: {}", player.letter(), tree.rating(player));
    }
    for mv in tree.root().moves() {
        let after = mv.after();
        println!(
            "{mv} leads to {}: {}",
            after.position(),
            after.rating(Player(0))
        );
    }
    let line: Vec<String> = tree.best_line().iter().map(|mv| mv.to_string()).collect();
    println!("best line: {}", line.join(" "));
    // The position graph, for petgraph's algorithms.
    let graph = tree.graph(|node| node.mover(), |mv| mv.to_string());
    let ends = graph.externals(Direction::Outgoing).count();
    println!(
        "{} moves between positions, {ends} of which are ends",
        graph.edge_count()
    );
    Ok(())
}
