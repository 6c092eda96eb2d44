//! The tree in the middle: laid out once a change, panned and zoomed, and drawn.

use std::sync::Arc;

use eframe::egui::{self, Response, Vec2};

use super::canvas::DETAIL;
use super::motion::Motion;
use crate::app::base::gesture::{Gesture, Gestures};
use crate::app::base::paint::Transform;
use crate::app::parts::canvas::WHEEL;
use crate::app::parts::node_boards::NodeBoards;
use crate::app::parts::room::Room;
use crate::diagram::{
    Flow, Looks, MeasuredTree, Point, ShownTree, TreeMarks, TreeView, node_rect, tree_bounds,
};
use crate::layout::{Layout, MOST_TIDY_NODES, Shape as _};
use crate::session::{Change, Session};
use crate::tree::{Hits, ShownPlies, UnfoldingNode};

/// How small and how large the tree can be drawn.
const SCALES: std::ops::RangeInclusive<f64> = 1e-7..=6.0;
/// A tree that would be drawn smaller than this to be seen whole is shown from its root instead …
const READABLE: f64 = 0.5;
/// … at this scale.
const FROM_ROOT: f64 = 0.66;
/// … or at this one where an audience reads it.
const FROM_AFAR: f64 = 0.9;
/// The largest scale that fitting uses, where there is no more room than on a small screen …
const COMFORTABLE: f64 = 1.15;
/// … which is this high, in points.
const SMALL_SCREEN: f32 = 780.0;
/// A wide tree from far away has its rows so many times as far apart as they are at the least scale
/// with text, at most, where there is room.
const STRETCH: f64 = 2.5;
/// What the numbers of blocks take after the last row, in points.
const NUMBERS: f32 = 22.0;
/// However far somebody pans, so much of the tree stays in sight, in points.
const KEPT: f32 = 60.0;

/// How the view of the tree is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// All that is unfolded, until the user moves the view.
    Fit {
        /// However small that is; else no smaller than can be read.
        whole: bool,
    },
    /// Where the user left it; the selected node is brought into sight when it changes.
    Free {
        /// What of the selected node still has to be brought into sight.
        reveal: Reveal,
    },
}

/// What of the selected node is brought into sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reveal {
    /// Nothing.
    Nothing,
    /// The node alone: it was clicked, and should stay under the pointer as far as it can.
    Node,
    /// The node and the moves below it.
    Moves,
}

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
    pub(crate) transform: Transform,
    /// The node whose menu is open.
    pub(crate) menu_of: UnfoldingNode,
    /// What is typed as the ply to unfold to.
    pub(crate) typed_ply: Option<String>,
    /// Whether the selected node is the one that was clicked last.
    pub(crate) clicked: bool,
    aim: Aim,
    /// Whether fitting shows a part, since all would be too small to be read.
    part: bool,
    pub(crate) screen: egui::Rect,
    /// Where nothing lies over the tree.
    room: egui::Rect,
    /// Where it grows.
    flow: Flow,
    gestures: Gestures,
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
            transform: Transform::IDENTITY,
            menu_of: UnfoldingNode::ROOT,
            typed_ply: None,
            clicked: false,
            aim: Aim::Fit { whole: false },
            part: false,
            screen: egui::Rect::NOTHING,
            room: egui::Rect::ZERO,
            flow: Flow::Down,
            gestures: Gestures::default(),
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
            let shape = MeasuredTree {
                view,
                looks: &self.looks,
                marks: &self.marks,
            };
            let growing = session.is_unfolding();
            let layout = self
                .layout
                .get_or_insert_with(|| Layout::new(&shape, ShownTree::SPACING));
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
            if let (Aim::Free { .. }, Some(before), Some(after)) = (self.aim, before, place(self)) {
                // What is folded or unfolded stays where it is seen.
                let [x, y] = self.transform.axes;
                let (dx, dy) = ((after.x - before.x) * x, (after.y - before.y) * y);
                self.transform.offset = self.transform.offset.moved(-dx, -dy);
            }
        }
        self.settle(view, session);
        if (change.selection || !change.folds.is_empty()) && !session.is_unfolding() {
            self.motion.begin(&self.transform);
        }
        let clicked = std::mem::take(&mut self.clicked);
        if change.selection {
            self.aim = match self.aim {
                // A second click, which folds, must find the node where the first one did.
                Aim::Fit { whole } if clicked && !self.part => Aim::Fit { whole },
                _ if clicked => Aim::Free {
                    reveal: Reveal::Node,
                },
                Aim::Free { .. } => Aim::Free {
                    reveal: Reveal::Moves,
                },
                // Who walks after a look at the whole wants to read again.
                Aim::Fit { .. } => Aim::Fit { whole: false },
            };
        }
    }

    /// Packs the tree tidily, if it is small enough, once nothing more is about to be unfolded.
    fn settle(&mut self, view: &TreeView<'_>, session: &Session) {
        if let Some(layout) = &mut self.layout
            && !session.is_unfolding()
        {
            let shape = MeasuredTree {
                view,
                looks: &self.looks,
                marks: &self.marks,
            };
            layout.set_growing(&shape, false);
        }
    }

    /// Lays everything anew: another graph, or ratings for somebody else.
    pub fn refresh(&mut self, view: &TreeView<'_>, session: &Session) {
        self.looks = Looks::default();
        self.marks = TreeMarks::default();
        self.marks.mark_best_line(view, session.best_line());
        let shape = MeasuredTree {
            view,
            looks: &self.looks,
            marks: &self.marks,
        };
        let mut layout = Layout::new(&shape, ShownTree::SPACING);
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
        self.transform.scale as f32
    }

    /// Whether nodes are marks without text.
    pub fn is_far(&self) -> bool {
        self.transform.scale < DETAIL
    }

    /// Whether so much is unfolded that a part of it may be drawn as one.
    pub(crate) fn is_large(&self) -> bool {
        let shown = self.layout.as_ref().map_or(0, Layout::shown_nodes);
        shown > MOST_TIDY_NODES / 20
    }

    /// Shows all that is unfolded, from now on.
    pub fn fit(&mut self) {
        self.aim = Aim::Fit { whole: true };
    }

    /// Shows all that is unfolded, as far as it can be read.
    pub fn see_all(&mut self) {
        self.aim = Aim::Fit { whole: false };
    }

    /// Zooms around the selected node if that is in sight, else around the middle.
    pub fn zoom(&mut self, view: &TreeView<'_>, session: &Session, factor: f32) {
        let selected = self.place_of(view, session.selected());
        let place = selected.map(|at| self.transform.screen_from_scene(at));
        let fixed = place.filter(|place| self.room.contains(*place));
        let fixed = fixed.unwrap_or(self.screen.center());
        self.zoom_around(fixed, factor.into());
    }

    /// From the tree's scene to the screen.
    pub fn transform(&self) -> Transform {
        self.transform
    }

    /// Moves what is seen by some points.
    pub fn pan(&mut self, across: f32, down: f32) {
        self.transform.shift(Vec2::new(across, down));
        self.motion.stop();
        self.aim = Aim::Free {
            reveal: Reveal::Nothing,
        };
    }

    /// Shows the selected node in the middle, at its own size.
    pub fn actual_size(&mut self, view: &TreeView<'_>, session: &Session) {
        let Some(at) = self.place_of(view, session.selected()) else {
            return;
        };
        self.rescale(view.style.flow, 1.0);
        self.transform.put(at, self.screen.center());
        self.motion.stop();
        self.aim = Aim::Free {
            reveal: Reveal::Nothing,
        };
    }

    /// The sibling that stands so far after a node as the tree is drawn, if there is one.
    pub fn sibling(
        &self,
        view: &TreeView<'_>,
        node: UnfoldingNode,
        step: isize,
    ) -> Option<UnfoldingNode> {
        let tree = MeasuredTree {
            view,
            looks: &self.looks,
            marks: &self.marks,
        };
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

    /// Sets how large the tree is drawn. From far away its rows stay apart, as far as there is room.
    fn rescale(&mut self, flow: Flow, scale: f64) {
        let along = match &self.layout {
            Some(layout) if scale < DETAIL => {
                let inner = self.room;
                let (room, long) = match flow {
                    Flow::Down => (inner.height(), layout.extent().height()),
                    Flow::Right => (
                        inner.width(),
                        layout.extent().height() + layout.spacing().level_height,
                    ),
                };
                // The further away, the more the rows may be stretched.
                let away = (2.0 - 2.0 * scale / DETAIL).clamp(0.0, 1.0);
                let most = DETAIL * (1.0 + (STRETCH - 1.0) * away);
                scale.max((f64::from(room) / long.max(1.0)).min(most))
            }
            _ => scale,
        };
        self.transform.scale = scale;
        self.transform.axes = match flow {
            Flow::Down => [scale, along],
            Flow::Right => [along, scale],
        };
    }

    fn zoom_around(&mut self, fixed: egui::Pos2, factor: f64) {
        let scale = self.transform.scale * factor;
        let scale = scale.clamp(*SCALES.start(), *SCALES.end());
        let point = self.transform.scene_from_screen(fixed);
        self.rescale(self.flow, scale);
        self.transform.put(point, fixed);
        self.motion.stop();
        self.aim = Aim::Free {
            reveal: Reveal::Nothing,
        };
    }

    /// Moves the view to where it should be, before anything is drawn.
    pub fn prepare(&mut self, view: &TreeView<'_>, session: &Session, room: &Room) {
        self.screen = room.screen;
        let inner = room.inner();
        self.room = inner;
        self.flow = view.style.flow;
        let Some(layout) = &self.layout else {
            return;
        };
        let bounds = tree_bounds(layout, view, &self.marks);
        match self.aim {
            Aim::Fit { whole } => {
                let mut inner = inner;
                if self.is_large() {
                    // The numbers of blocks stand after the last row.
                    match view.style.flow {
                        Flow::Down => inner.max.y -= NUMBERS,
                        Flow::Right => inner.max.x -= NUMBERS * 3.0,
                    }
                    self.room = inner;
                }
                let larger = f64::from((inner.height() / SMALL_SCREEN).clamp(1.0, 2.0));
                let across = f64::from(inner.width()) / bounds.width().max(1.0);
                let down = f64::from(inner.height()) / bounds.height().max(1.0);
                let scale = across
                    .min(down)
                    .min(COMFORTABLE * larger)
                    .max(*SCALES.start());
                // Of a large tree a part would be a node or two.
                let large = layout.shown_nodes() > MOST_TIDY_NODES;
                self.part = scale * f64::from(self.larger) < READABLE && !whole && !large;
                if self.part {
                    self.show_part(view, session, inner);
                } else {
                    self.rescale(view.style.flow, scale);
                    self.transform.put(bounds.centre(), inner.center());
                }
            }
            Aim::Free {
                reveal: reveal @ (Reveal::Node | Reveal::Moves),
            } => {
                let moves = reveal == Reveal::Moves;
                self.reveal(view, session.selected(), inner, moves);
                self.aim = Aim::Free {
                    reveal: Reveal::Nothing,
                };
            }
            Aim::Free {
                reveal: Reveal::Nothing,
            } => {
                // Rows may have come or gone, or the room.
                let point = self.transform.scene_from_screen(inner.center());
                self.rescale(view.style.flow, self.transform.scale);
                self.transform.put(point, inner.center());
            }
        }
        let bounds = self.transform.screen_rect(bounds);
        let back = |low: f32, high: f32, from: f32, to: f32| {
            (from + KEPT - high).max(0.0) + (to - KEPT - low).min(0.0)
        };
        self.transform.shift(Vec2::new(
            back(bounds.left(), bounds.right(), inner.left(), inner.right()),
            back(bounds.top(), bounds.bottom(), inner.top(), inner.bottom()),
        ));
    }

    /// Shows what is too large to be read at once from its root on, or what is selected.
    fn show_part(&mut self, view: &TreeView<'_>, session: &Session, inner: egui::Rect) {
        let Some(selected) = self.place_of(view, session.selected()) else {
            return;
        };
        let scale = match self.from_afar {
            true => FROM_AFAR,
            false => FROM_ROOT,
        };
        self.rescale(view.style.flow, scale);
        match view.style.flow {
            Flow::Down => {
                let top = egui::pos2(inner.center().x, inner.top() + 24.0);
                self.transform.put(Point::new(selected.x, 0.0), top);
            }
            Flow::Right => {
                let left = egui::pos2(inner.left() + 60.0, inner.center().y);
                self.transform.put(Point::new(0.0, selected.y), left);
            }
        }
        self.reveal(view, session.selected(), inner, true);
    }

    /// Pans as little as it takes to have a node, or also the moves below it, in sight.
    fn reveal(&mut self, view: &TreeView<'_>, node: UnfoldingNode, inner: egui::Rect, moves: bool) {
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
        let rect = self.transform.screen_rect(rect);
        let nudge = |low: f32, high: f32, from: f32, to: f32| {
            if low < from {
                from - low
            } else if high > to {
                (to - high).max(from - low)
            } else {
                0.0
            }
        };
        self.transform.shift(Vec2::new(
            nudge(rect.left(), rect.right(), inner.left(), inner.right()),
            nudge(rect.top(), rect.bottom(), inner.top(), inner.bottom()),
        ));
    }

    pub(crate) fn pan_and_zoom(&mut self, ui: &egui::Ui, response: &Response) {
        let before = self.transform;
        if response.dragged() {
            self.pan(response.drag_delta().x, response.drag_delta().y);
        }
        match self.gestures.read(ui, response, WHEEL) {
            Some(Gesture::Zoom(at, factor)) => self.zoom_around(at, factor),
            Some(Gesture::Pan(by)) => self.pan(by.x, by.y),
            None => {}
        }
        if before != self.transform {
            // The controls, which were drawn before, say how large it is now.
            ui.ctx().request_repaint();
        }
    }
}
