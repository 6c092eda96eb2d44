//! The initial view of a page, for its preview: the best line, and as many plies as are readable at
//! once. The page's script computes the same for its actual window.

use super::super::Figure;
use super::super::scene::with_tree;
use crate::diagram::{Flow, READABLE};
use crate::session::Rated;
use crate::tree::{Unfolding, UnfoldingNode};

/// The room that the tree has in a browser's window of a usual size, in points.
const ROOM: [f64; 2] = [860.0, 640.0];

/// The space of a node across, including its margins.
const BESIDE: f64 = 80.0;

/// Number of plies, and the best line, that may continue below the window.
const FIRST_PLIES: u32 = 2;

/// The shown nodes that a page shows first. A tree that is readable as a whole is shown whole.
/// Otherwise it is the root's children, as much of the best line as is readable beside them, and as
/// many plies as fit.
pub fn opening(rated: &Rated, unfolding: &Unfolding, figure: &Figure<'_>) -> Unfolding {
    let mut figure = *figure;
    figure.show.legend = false;
    // Whether everything fits, and whether the important nodes fit across the direction of growth.
    let fits = |unfolding: &Unfolding, matters: &dyn Fn(UnfoldingNode) -> bool| {
        with_tree(rated, unfolding, &figure, |scene| {
            let frame = scene.frame();
            let whole = frame.width() * READABLE <= ROOM[0] && frame.height() * READABLE <= ROOM[1];
            let down = figure.style.flow == Flow::Down;
            let places = scene.sights().iter().filter(|sight| matters(sight.node));
            let places = places.map(|sight| if down { sight.at.x } else { sight.at.y });
            let (from, to) = places.fold((f64::MAX, f64::MIN), |(from, to), place| {
                (from.min(place), to.max(place))
            });
            let room = ROOM[usize::from(!down)];
            (whole, (to - from + BESIDE) * READABLE <= room)
        })
    };
    if fits(unfolding, &|_| true).0 {
        return unfolding.clone();
    }
    let line = line(rated, unfolding, &figure);
    let first = unfolding.ply(UnfoldingNode::ROOT);
    let plies = unfolding.preorder().map(|node| unfolding.ply(node) - first);
    let last = plies.max().unwrap_or(0);
    let fits = |plies: u32, moves: usize| {
        let (open, reached) = (
            &line[..moves.min(line.len())],
            &line[..line.len().min(moves + 1)],
        );
        let matters = |node| unfolding.ply(node) - first <= plies || reached.contains(&node);
        let (whole, across) = fits(&folded(unfolding, first + plies, open), &matters);
        if plies <= FIRST_PLIES { across } else { whole }
    };
    let moves = largest(last, |moves| fits(1, moves as usize)) as usize;
    let plies = largest(last, |plies| fits(plies, moves));
    folded(unfolding, first + plies, &line[..line.len().min(moves)])
}

/// The largest number up to `high` that fits, at least 1.
fn largest(mut high: u32, fits: impl Fn(u32) -> bool) -> u32 {
    let mut low = 1;
    while high > low {
        let middle = low + (high - low).div_ceil(2);
        match fits(middle) {
            true => low = middle,
            false => high = middle - 1,
        }
    }
    low
}

/// The nodes of the best line from the root, as far as it is shown and not hidden.
fn line(rated: &Rated, unfolding: &Unfolding, figure: &Figure<'_>) -> Vec<UnfoldingNode> {
    let mut node = UnfoldingNode::ROOT;
    let mut line = vec![node];
    for edge in figure.best_line(rated, unfolding.vertex(node)) {
        let child = unfolding.child(node, edge);
        match child.filter(|_| unfolding.is_open(node)) {
            Some(child) => node = child,
            None => break,
        }
        line.push(node);
    }
    line
}

/// An unfolding without the nodes that are below a ply and not below a node of the line.
fn folded(unfolding: &Unfolding, ply: u32, line: &[UnfoldingNode]) -> Unfolding {
    let mut folded = unfolding.clone();
    let mut waiting = vec![UnfoldingNode::ROOT];
    while let Some(node) = waiting.pop() {
        if unfolding.ply(node) >= ply && !line.contains(&node) {
            folded.fold(node);
        } else {
            waiting.extend(unfolding.children(node));
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Setup, Switches};
    use crate::session::{Wanted, open};
    use crate::tree::Limits;
    use crate::work::Turn;

    /// The first plies of a board's tree.
    fn unfolded(board: &str, plies: u32) -> (Rated, Unfolding) {
        let setup = Setup::of_board("dice-of-doom", Switches::default(), board, None);
        let wanted: Wanted = Limits::default().into();
        let mut build = open(&setup, wanted, "").expect("a board");
        while !build.step(Turn::Work(10_000)).done {}
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
    fn a_page_begins_with_the_best_line_and_what_can_be_read_beside_it_and_a_small_tree_whole() {
        let figure = Figure::default();
        let (rated, small) = unfolded("b2b2/a2b1 a", 9);
        let first = opening(&rated, &small, &figure);
        assert_eq!(first.preorder().count(), small.preorder().count());
        let (rated, large) = unfolded("a2b2a1/a3b3a2/b2a2b3 a", 5);
        let first = opening(&rated, &large, &figure);
        let line = line(&rated, &large, &figure);
        assert_eq!(line.len(), 6, "the best line is there to its end");
        let beside = |node: &UnfoldingNode| !line.contains(node);
        let open = |node: &UnfoldingNode| first.is_open(*node);
        let deepest = first.preorder().filter(beside).filter(open);
        let deepest = deepest.map(|node| first.ply(node)).max().unwrap_or(0);
        assert!(first.preorder().count() < large.preorder().count());
        assert!(deepest < 3, "{deepest}");
        let ends = first.preorder().filter(|node| !beside(node));
        assert_eq!(ends.map(|node| first.ply(node)).max(), Some(5));
        // If ratings are hidden, the initial view must not reveal any.
        let hidden = Figure {
            hidden: true,
            ..figure
        };
        let first = opening(&rated, &large, &hidden);
        assert!(plies(&first) < 5, "{}", plies(&first));
    }
}
