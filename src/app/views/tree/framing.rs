//! The parts of the tree that have to fit on the screen: all of it, or the surroundings of the selected node.

use crate::diagram::{
    Family, Flow, Looks, MeasuredTree, Rect, ShownTree, TreeMarks, TreeView, badge_rect, fold_rect,
    node_rect, tree_bounds,
};
use crate::layout::{Layout, Shape as _};
use crate::session::Session;
use crate::tree::UnfoldingNode;

/// The distance from the ring of a node to other elements.
const AROUND: f64 = 11.0;
/// The distance that a fold's count reaches below its node's surroundings.
const FOLD: f64 = 25.0;

/// The tree as it is laid out.
pub(super) fn measured<'a>(
    view: &'a TreeView<'a>,
    looks: &'a Looks,
    marks: &'a TreeMarks,
) -> MeasuredTree<'a> {
    MeasuredTree { view, looks, marks }
}

/// The bounds of a view's tree, laid out for it alone.
pub(super) fn bounds_of(
    view: &TreeView<'_>,
    session: &Session,
    bounds: impl FnOnce(&Layout, &MeasuredTree<'_>) -> Rect,
) -> Rect {
    let marks = TreeMarks::new(view, session.best_line());
    let looks = Looks::default();
    let tree = measured(view, &looks, &marks);
    let mut layout = Layout::new(&tree, ShownTree::spacing(&view.elements));
    layout.set_rows(looks.rows(view));
    bounds(&layout, &tree)
}

/// The important parts of a drawn tree: the selected node, its children, and its parent.
pub(super) fn family(
    layout: &Layout,
    view: &TreeView<'_>,
    (looks, marks): (&Looks, &TreeMarks),
    selected: UnfoldingNode,
) -> Option<Family> {
    let tree = measured(view, looks, marks);
    let rect = |node: u32| {
        let at = layout.position(node);
        let at = view.style.flow.place(at.x, at.y);
        let node = UnfoldingNode(node);
        let rect = node_rect(view, node, at).grown(AROUND);
        let fold = fold_rect(view, node, at);
        let badge = badge_rect(view, marks, node, at);
        [fold, badge].into_iter().flatten().fold(rect, Rect::and)
    };
    let all = tree.degree(selected.0);
    let child = |index: usize| {
        let node = tree.child(selected.0, index);
        let rect = rect(node);
        // With the name of its move, and the cost of its blunder.
        let more = match view.style.flow {
            Flow::Down => (tree.width(node) - rect.width()).max(0.0),
            Flow::Right => 0.0,
        };
        let (width, height) = (rect.width() + more, rect.height());
        rect.and(Rect::around(rect.centre(), width, height))
    };
    let mut children = (all > 0).then(|| child(0).and(child(all - 1)));
    if let Some(children) = &mut children
        && view.style.flow == Flow::Down
        && marks.occurring().folds
    {
        // Any of them may be folded.
        let least = children.min.y + 2.0 * AROUND + view.elements.node_height();
        children.max.y = children.max.y.max(least + FOLD);
    }
    Some(Family {
        whole: tree_bounds(layout, &tree),
        selected: rect(selected.0),
        children,
        parent: view.unfolding.parent(selected).map(|parent| rect(parent.0)),
    })
}
