//! What is proven about a node with an unproven rating, move by move.

use super::view::TreeView;
use super::why::{Known, Why, in_words, move_name, name};
use crate::tree::{Edge, Vertex, VertexKind};
use crate::words::{OPEN, plural, short_number};

/// Maximum number of moves listed one by one.
const MAX_OPEN: usize = 3;

/// What is proven about the moves of a node, and why no more is.
pub(super) fn open(view: &TreeView<'_>, vertex: Vertex, known: &Known<'_>) -> Why {
    let graph = view.labels.graph();
    let viewer = view.chooser(vertex);
    let edges: Vec<Edge> = graph.edges(vertex).collect();
    let told = |edge: &Edge| view.rating_of(graph.target(*edge), viewer);
    let cause = match (known.building, graph.is_complete()) {
        (true, _) => "the tree is still being built",
        (false, _) if graph.hides_positions() => "players don't know where they are",
        (false, true) => "play may never end",
        (false, false) if graph.grows() => "the search hasn't proven more yet",
        (false, false) => "the tree isn't complete",
    };
    let (one, many) = match graph.kind(vertex) {
        VertexKind::Chance(_) => ("outcome", "outcomes"),
        _ => ("move", "moves"),
    };
    let moves = match edges.len() {
        1 => format!("the one {one}"),
        2 => format!("either {one}"),
        count => format!("the {} {many}", in_words(count)),
    };
    if edges.iter().all(|edge| told(edge) == OPEN) {
        return Why::default().words(&format!("Nothing is proven about {moves}: {cause}."));
    }
    let sure = |edge: &Edge| view.is_proven(graph.target(*edge), viewer);
    let proven = edges.iter().filter(|edge| sure(edge)).count();
    if edges.len() > MAX_OPEN {
        let (some, all) = (short_number(proven), short_number(edges.len()));
        let are = plural(proven, "is", "are");
        return Why::default().words(&format!("{some} of {all} {many} {are} proven: {cause}."));
    }
    let mut why = Why::default();
    // Proven moves come first.
    for (index, edge) in edges
        .iter()
        .filter(|edge| sure(edge))
        .chain(edges.iter().filter(|edge| !sure(edge)))
        .enumerate()
    {
        if index > 0 {
            why = why.words("; ");
        }
        why = why.link(&move_name(view, vertex, *edge), vec![*edge]);
        why = match sure(edge) {
            true => why.words(" is proven: ").rating(&told(edge), *edge),
            false => {
                let between = view.open_words(graph.target(*edge), viewer);
                why.words(&format!(" is open, {between}"))
            }
        };
    }
    why.words(&format!(", for {}: {cause}.", name(view, viewer)))
}
