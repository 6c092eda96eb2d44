//! What a page shows first, for a look at it before it is written: as many plies as can be read at once.
//! The script of the page does the same for the window that it is opened in.

use super::super::Figure;
use super::super::scene::with_tree;
use crate::diagram::READABLE;
use crate::session::Rated;
use crate::tree::{Unfolding, UnfoldingNode};

/// The room that the tree has in a browser's window of a usual size, in points.
const ROOM: [f64; 2] = [860.0, 640.0];

/// The shown nodes of an unfolding as far as a page shows them first.
pub fn opening(rated: &Rated, unfolding: &Unfolding, figure: &Figure<'_>) -> Unfolding {
    let mut figure = *figure;
    figure.show.legend = false;
    let fits = |unfolding: &Unfolding| {
        let frame = with_tree(rated, unfolding, &figure, |scene| scene.frame());
        frame.width() * READABLE <= ROOM[0] && frame.height() * READABLE <= ROOM[1]
    };
    let first = unfolding.ply(UnfoldingNode::ROOT);
    let plies = unfolding.preorder().map(|node| unfolding.ply(node) - first);
    let (mut level, mut too_deep) = (1, plies.max().unwrap_or(0));
    if too_deep <= level || fits(unfolding) {
        return unfolding.clone();
    }
    while too_deep - level > 1 {
        let middle = u32::midpoint(level, too_deep);
        match fits(&folded(unfolding, first + middle)) {
            true => level = middle,
            false => too_deep = middle,
        }
    }
    folded(unfolding, first + level)
}

/// An unfolding without what stands below a ply.
fn folded(unfolding: &Unfolding, ply: u32) -> Unfolding {
    let mut folded = unfolding.clone();
    let last = unfolding
        .preorder()
        .filter(|node| unfolding.ply(*node) == ply);
    last.for_each(|node| folded.fold(node));
    folded
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Setup, Switches};
    use crate::session::{Wanted, open};
    use crate::tree::Limits;

    /// The first plies of a board's tree.
    fn unfolded(board: &str, plies: u32) -> (Rated, Unfolding) {
        let setup = Setup::of_board("dice-of-doom", Switches::default(), board, None);
        let wanted: Wanted = Limits::default().into();
        let mut build = open(&setup, wanted, "").expect("a board");
        while !build.step(10_000).done {}
        let rated = build.finish();
        let mut unfolding = Unfolding::new();
        for ply in 0..plies {
            let last = unfolding
                .preorder()
                .filter(|node| unfolding.ply(*node) == ply);
            for node in last.collect::<Vec<_>>() {
                unfolding.unfold(rated.graph.graph(), node);
            }
        }
        (rated, unfolding)
    }

    fn plies(unfolding: &Unfolding) -> u32 {
        let plies = unfolding.preorder().map(|node| unfolding.ply(node));
        plies.max().unwrap_or(0)
    }

    #[test]
    fn a_page_begins_with_as_many_plies_as_can_be_read_and_a_small_tree_whole() {
        let figure = Figure::default();
        let (rated, small) = unfolded("b2b2/a2b1 a", 9);
        let first = opening(&rated, &small, &figure);
        assert_eq!(first.preorder().count(), small.preorder().count());
        let (rated, large) = unfolded("a2b2a1/a3b3a2/b2a2b3 a", 5);
        let first = opening(&rated, &large, &figure);
        assert!((1..5).contains(&plies(&first)), "{}", plies(&first));
        let deeper = folded(&large, plies(&first) + 1);
        let again = opening(&rated, &deeper, &figure);
        assert_eq!(plies(&again), plies(&first), "no ply more has room");
    }
}
