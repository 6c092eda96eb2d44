//! Computes ratings and tree sizes at once.

use super::{Options, Ratings};
use crate::game::Game;
use crate::tree::{Builder, Counts, PositionGraph};
use crate::work::{Control, finished};

/// Builds the rest of a graph, rates it, and counts the nodes of the tree below each vertex.
/// Independent work runs in parallel on rayon's pool. The result equals [`Builder::finish`],
/// [`Ratings::new`] and [`Counts::nodes`], called one after the other.
pub fn rate_and_count<G: Game>(
    builder: Builder<G>,
    options: &Options,
) -> (PositionGraph<G>, Ratings, Counts) {
    let positions = builder.finish();
    let graph = positions.graph();
    let (mut ratings, mut nodes) = (Ratings::default(), Counts::default());
    let ctl = Control::default();
    let rating = ctl.part(Ratings::work(graph, options), async |ctl| {
        ratings = Ratings::rate(graph, options, &ctl).await;
    });
    let counting = ctl.part(graph.sweep_size(), async |ctl| {
        nodes = Counts::count_nodes(graph, &ctl).await;
    });
    finished(ctl.all(vec![rating, counting]));
    (positions, ratings, nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Player;
    use crate::games::scripted::Scripted;
    use crate::tree::Limits;
    use std::sync::Arc;

    /// Recurring positions are rated in several stages, and the last of them start late.
    #[test]
    fn all_at_once_is_as_one_after_the_other() {
        for script in [
            "start a: l -> x, r -> y; x b: back -> start, on -> y; y end: 1 0",
            "start a: roll -> dice, stay -> y; dice chance a: win 1/2 -> y, lose 1/2 -> z; \
             y end: 1 0; z b: again -> start, give -> y",
            "start a: l -> y, r -> z; y end: 1 0; z end: 0 1",
        ] {
            let game = Arc::new(Scripted::new(script).expect("a good script"));
            let start = game.start();
            let options = Options::default();
            let builder = || Builder::new(Arc::clone(&game), start, Limits::default());
            let (graph, ratings, nodes) = rate_and_count(builder(), &options);
            let graph = graph.graph();
            let other = builder().finish();
            let alone = Ratings::new(other.graph(), &options);
            let counted = Counts::nodes(other.graph());
            for vertex in graph.vertices() {
                assert_eq!(graph.targets(vertex), other.graph().targets(vertex));
                assert_eq!(nodes.of(vertex), counted.of(vertex));
                for player in Player::all(2) {
                    assert_eq!(ratings.proven(vertex, player), alone.proven(vertex, player));
                }
            }
        }
    }
}
