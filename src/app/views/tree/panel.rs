//! The tree in the middle: laid out once a change, panned and zoomed, and drawn.

use std::sync::Arc;

use eframe::egui;

use super::canvas::DETAIL;
use super::motion::Motion;
use crate::app::base::Transform;
use crate::app::intent::Named;
use crate::app::parts::{Aim, Canvas, Limits, NodeBoards, Room, canvas::Rows};
use crate::diagram::{
    Flow, Looks, MeasuredTree, Point, ShownTree, TreeMarks, TreeView, node_rect, tree_bounds,
};
use crate::layout::{Layout, MOST_TIDY_NODES, Shape as _};
use crate::session::{Change, Session};
use crate::tree::{Hits, ShownPlies, UnfoldingNode};

/// How small and how large the tree is drawn; what can't be read whole is shown from its root on.
const LIMITS: Limits = Limits {
    scales: [1e-7, 6.0],
    least: 1e-7,
    readable: 0.5,
    part: 0.66,
};
/// A part is shown at this scale where an audience reads it.
const FROM_AFAR: f64 = 0.9;
/// A wide tree from far away has its rows so many times as far apart as they are at the least scale
/// with text, at most, where there is room.
const STRETCH: f64 = 2.5;
/// What the numbers of blocks take after the last row, in points.
const NUMBERS: f32 = 22.0;

/// What the tree's panel remembers.
pub struct TreePanel {
    pub(crate) layout: Option<Layout>,
    /// How many nodes it knows, hidden ones included.
    laid: usize,
    pub(crate) marks: TreeMarks,
    /// How wide its nodes are.
    pub(crate) looks: Looks,
    /// What is looked for, and marked.
    pub(crate) hits: Option<Arc<Hits>>,
    pub(crate) canvas: Canvas,
    /// Whether a key asks for the menu of the selected node …
    pub(super) menu_wanted: bool,
    /// … and where that menu is shown, if not at the pointer.
    pub(super) menu_at: Option<eframe::egui::Pos2>,
    /// What is typed as the ply to unfold to.
    pub(crate) typed_ply: Option<String>,
    /// Whether the selected node is the one that was clicked last.
    pub(crate) clicked: bool,
    /// Whether the selected node alone is brought into sight, not the moves below it: it was clicked,
    /// and should stay under the pointer as far as it can.
    alone: bool,
    /// Whether fitting shows a part, since all would be too small to be read.
    part: bool,
    /// What of the tree was painted in the last frame.
    pub(crate) painted: Painted,
    /// The boards that are drawn in nodes.
    pub(crate) boards: NodeBoards,
    /// What moves to its new place.
    pub(crate) motion: Motion,
    /// Whether it is read from far away, on a large screen.
    pub(crate) from_afar: bool,
    /// How much larger than usual everything is: so much smaller a tree can still be read.
    pub(crate) larger: f32,
    /// The tree, the look at it and its notes that all of this is made for.
    pub(super) tree: u64,
    pub(super) look: u64,
    pub(super) notes: u64,
    /// Whether a presentation was on in the last frame.
    pub(super) presents: bool,
}

/// What of the tree was painted in a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Painted {
    /// Nodes that have a mark or a box of their own.
    pub nodes: usize,
    /// Subtrees that are drawn as one.
    pub blocks: usize,
    /// Texts: ratings, winners, names of moves, counts, positions, numbers of blocks.
    pub labels: usize,
}

impl Default for TreePanel {
    fn default() -> Self {
        Self {
            layout: None,
            laid: 0,
            marks: TreeMarks::default(),
            looks: Looks::default(),
            hits: None,
            canvas: Canvas::new(&LIMITS),
            menu_wanted: false,
            menu_at: None,
            typed_ply: None,
            clicked: false,
            alone: false,
            part: false,
            painted: Painted::default(),
            boards: NodeBoards::default(),
            motion: Motion::default(),
            from_afar: false,
            larger: 1.0,
            tree: 0,
            look: 0,
            notes: 0,
            presents: false,
        }
    }
}

/// The tree as it is laid out.
pub(super) fn measured<'a>(
    view: &'a TreeView<'a>,
    looks: &'a Looks,
    marks: &'a TreeMarks,
) -> MeasuredTree<'a> {
    MeasuredTree { view, looks, marks }
}

impl TreePanel {
    /// What another tree begins with: how it is read stays.
    pub(super) fn anew(&self, tree: u64) -> Self {
        Self {
            tree,
            presents: self.presents,
            from_afar: self.from_afar,
            larger: self.larger,
            ..Self::default()
        }
    }

    /// Follows what an action changed.
    pub fn follow_change(&mut self, view: &TreeView<'_>, session: &Session, change: &Change) {
        if change.shape || !change.folds.is_empty() {
            let fixed = match change.folds[..] {
                [node] => node,
                _ => session.selected(),
            };
            let fixed = (fixed.index() < self.laid && !change.shape).then_some(fixed);
            let place = |panel: &Self| panel.place_of(view, fixed?);
            let before = place(self);
            self.marks.mark_best_line(view, session.best_line());
            let shape = measured(view, &self.looks, &self.marks);
            let growing = session.is_unfolding();
            let layout = self
                .layout
                .get_or_insert_with(|| Layout::new(&shape, ShownTree::spacing(&view.elements)));
            if growing {
                layout.set_growing(&shape, growing);
            }
            if change.shape {
                layout.refresh(&shape);
            } else {
                let nodes: Vec<u32> = change.folds.iter().map(|node| node.0).collect();
                layout.update_all(&shape, &nodes);
            }
            layout.set_level_height(self.looks.level_height(view));
            self.laid = view.unfolding.len();
            self.mark(view);
            if let (false, Some(before), Some(after)) =
                (self.canvas.is_fitted(), before, place(self))
            {
                // What is folded or unfolded stays where it is seen.
                self.canvas.moved(before, after);
            }
        }
        self.settle(view, session);
        if (change.selection || !change.folds.is_empty()) && !session.is_unfolding() {
            self.motion.begin(&self.canvas.transform());
        }
        let clicked = std::mem::take(&mut self.clicked);
        if change.selection {
            self.follow_selection(clicked);
        }
    }

    fn follow_selection(&mut self, clicked: bool) {
        match self.canvas.is_fitted() {
            // A second click, which folds, must find the node where the first one did.
            true if clicked && !self.part => {}
            // Who walks after a look at the whole wants to read again.
            true if !clicked => self.canvas.fit_readable(),
            _ => {
                self.alone = clicked;
                self.canvas.reveal();
            }
        }
    }

    /// Packs the tree tidily, if it is small enough, once nothing more is about to be unfolded.
    fn settle(&mut self, view: &TreeView<'_>, session: &Session) {
        if let Some(layout) = &mut self.layout
            && !session.is_unfolding()
        {
            let shape = measured(view, &self.looks, &self.marks);
            layout.set_growing(&shape, false);
        }
    }

    /// Lays everything anew: another graph, or ratings for somebody else.
    pub fn refresh(&mut self, view: &TreeView<'_>, session: &Session) {
        self.looks = Looks::default();
        self.marks = TreeMarks::default();
        self.marks.mark_best_line(view, session.best_line());
        let shape = measured(view, &self.looks, &self.marks);
        let mut layout = Layout::new(&shape, ShownTree::spacing(&view.elements));
        layout.set_level_height(self.looks.level_height(view));
        self.layout = Some(layout);
        self.motion.stop();
        self.boards.clear();
        self.laid = view.unfolding.len();
        self.mark(view);
    }

    /// Notes what is so of the tree as it was laid out.
    fn mark(&mut self, view: &TreeView<'_>) {
        if let Some(layout) = &self.layout {
            let tally = layout.tally(layout.root());
            self.marks.follow(view, tally, layout.shown_nodes());
        }
    }

    /// Follows a note that came or went.
    pub fn remark(&mut self, view: &TreeView<'_>) {
        let shown = self.layout.as_ref().map_or(0, Layout::shown_nodes);
        self.marks.follow_notes(view, shown);
    }

    /// Down to which plies the tree is shown.
    pub fn plies(&self) -> ShownPlies {
        self.marks.plies()
    }

    /// Points of the screen for one scene unit.
    pub fn scale(&self) -> f32 {
        self.canvas.scale() as f32
    }

    /// Whether nodes are marks without text.
    pub fn is_far(&self) -> bool {
        self.canvas.scale() < DETAIL
    }

    /// Whether so much is unfolded that a part of it may be drawn as one.
    pub(crate) fn is_large(&self) -> bool {
        let shown = self.layout.as_ref().map_or(0, Layout::shown_nodes);
        shown > MOST_TIDY_NODES / 20
    }

    /// From the tree's scene to the screen.
    pub fn transform(&self) -> Transform {
        self.canvas.transform()
    }

    /// Does a command that moves or scales the tree; `false` if it is none. It is zoomed around the
    /// selected node if that is in sight, else around the middle.
    pub(super) fn move_by(&mut self, named: Named, view: &TreeView<'_>, session: &Session) -> bool {
        let selected = self.place_of(view, session.selected());
        self.canvas.set_rows(self.rows(view));
        let moved = match (named, selected) {
            (Named::ActualSize, Some(at)) => {
                self.canvas.actual_size(at);
                true
            }
            (Named::ActualSize, None) => return true,
            _ => {
                let place = selected.map(|at| self.transform().screen_from_scene(at));
                let place = place.filter(|place| self.canvas.inner().contains(*place));
                let fixed = place.unwrap_or(self.canvas.screen().center());
                self.canvas.run_around(named, fixed)
            }
        };
        if moved && named != Named::Fit {
            self.motion.stop();
        }
        moved
    }

    /// The sibling that stands so far after a node as the tree is drawn, if there is one.
    pub fn sibling(
        &self,
        view: &TreeView<'_>,
        node: UnfoldingNode,
        step: isize,
    ) -> Option<UnfoldingNode> {
        let tree = measured(view, &self.looks, &self.marks);
        let parent = view.unfolding.parent(node)?.0;
        let mut places = 0..tree.degree(parent);
        let place = places.find(|place| tree.child(parent, *place) == node.0)?;
        let place = place.checked_add_signed(step)?;
        (place < tree.degree(parent)).then(|| UnfoldingNode(tree.child(parent, place)))
    }

    /// Where a shown node lies in the drawing.
    pub(crate) fn place_of(&self, view: &TreeView<'_>, node: UnfoldingNode) -> Option<Point> {
        let at = self.layout.as_ref()?.position(node.0);
        Some(view.style.flow.place(at.x, at.y))
    }

    /// Its rows, which stay apart from far away.
    fn rows(&self, view: &TreeView<'_>) -> Option<Rows> {
        let layout = self.layout.as_ref()?;
        let long = layout.extent().height();
        let (axis, long) = match view.style.flow {
            Flow::Down => (1, long),
            Flow::Right => (0, long + layout.spacing().level_height),
        };
        Some(Rows {
            axis,
            long,
            below: DETAIL,
            stretch: STRETCH,
        })
    }

    /// Moves the view to where it should be, before anything is drawn.
    pub fn prepare(&mut self, view: &TreeView<'_>, session: &Session, room: &Room) {
        let mut inner = room.inner();
        if self.canvas.is_fitted() && self.is_large() {
            // The numbers of blocks stand after the last row.
            match view.style.flow {
                Flow::Down => inner.max.y -= NUMBERS,
                Flow::Right => inner.max.x -= NUMBERS * 3.0,
            }
        }
        self.canvas.set_room(room.screen, inner);
        self.canvas.set_rows(self.rows(view));
        let Some(layout) = &self.layout else {
            return;
        };
        let bounds = tree_bounds(layout, view, &self.marks);
        match self.canvas.aim() {
            Aim::Fit { whole } => {
                // Of a large tree a part would be a node or two.
                let large = layout.shown_nodes() > MOST_TIDY_NODES;
                let read = self.canvas.see(bounds) * f64::from(self.larger);
                self.part = read < LIMITS.readable && !whole && !large;
                if self.part {
                    self.show_part(view, session);
                }
            }
            Aim::Free { reveal: true } => {
                self.reveal(view, session.selected(), !self.alone);
                self.canvas.stay();
            }
            Aim::Free { reveal: false } => self.canvas.keep_rows(),
        }
        self.canvas.keep_in_sight(bounds, room.inner());
    }

    /// Shows what is too large to be read at once from its root on, or what is selected.
    fn show_part(&mut self, view: &TreeView<'_>, session: &Session) {
        let Some(selected) = self.place_of(view, session.selected()) else {
            return;
        };
        let scale = match self.from_afar {
            true => FROM_AFAR,
            false => LIMITS.part,
        };
        let inner = self.canvas.inner();
        let (root, at) = match view.style.flow {
            Flow::Down => (
                Point::new(selected.x, 0.0),
                egui::pos2(inner.center().x, inner.top() + 24.0),
            ),
            Flow::Right => (
                Point::new(0.0, selected.y),
                egui::pos2(inner.left() + 60.0, inner.center().y),
            ),
        };
        self.canvas.put(scale, root, at);
        self.reveal(view, session.selected(), true);
    }

    /// Pans as little as it takes to have a node, or also the moves below it, in sight.
    fn reveal(&mut self, view: &TreeView<'_>, node: UnfoldingNode, moves: bool) {
        let Some((at, layout)) = self.place_of(view, node).zip(self.layout.as_ref()) else {
            return;
        };
        let mut rect = node_rect(view, node, at).grown(12.0);
        if moves && view.unfolding.is_open(node) {
            let next = layout.spacing().level_height;
            match view.style.flow {
                Flow::Down => rect.max.y += next,
                Flow::Right => rect.max.x += next,
            }
        }
        self.canvas.bring_beginning(rect);
    }
}
