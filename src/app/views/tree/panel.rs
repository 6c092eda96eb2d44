//! The tree in the middle: laid out once per change, panned and zoomed, and drawn.

use std::sync::Arc;
use std::time::Duration;

use super::Motion;
use super::canvas::{DETAIL, bounds_of, family, measured};
use crate::app::base::machine::Instant;
use crate::app::base::{Transform, page};
use crate::app::intent::CommandId;
use crate::app::parts::{
    Canvas, FreeArea, NodeBoards, Tightness, ZoomLimits,
    canvas::{Framed, SceneRows, legible},
};
use crate::diagram::{
    Family, GrowthDirection, NodeMeasures, Point, READABLE, ShownTree, TreeMarks, TreeView,
    close_bounds, tree_bounds,
};
use crate::layout::{Layout, MAX_TIDY_NODES, TreeShape as _};
use crate::session::{Action, ActionEffects, First, Session, Slide};
use crate::tree::{Hits, ShownPlies, UnfoldingNode};

/// The zoom limits of the tree.
const LIMITS: ZoomLimits = ZoomLimits {
    scales: [1e-7, 6.0],
    min: 1e-7,
};

/// Maximum factor by which rows of a wide zoomed-out tree are further apart than at the minimum
/// scale with text, if there is space.
const STRETCH: f64 = 2.5;

/// Maximum number of moves at a slide's node for trying what fits.
const MAX_SLIDE_MOVES: usize = 500;

/// Maximum number of plies that a slide shows below its node.
const MAX_SLIDE_PLIES: u32 = 8;

/// Maximum number of nodes, and of plies, below a slide's node that stay even if they are drawn
/// smaller.
const SHORT_REST: (u64, u32) = (24, 3);

/// Maximum time between the clicks of a double-click, in seconds.
const SECOND_CLICK: f64 = 0.35;

/// The height of the blocks' counts after the last row, in points.
const NUMBERS: f32 = 22.0;

/// Maximum duration of a frame's part of a layout; a browser is slower …
const FRAME_BUDGET: Duration = Duration::from_millis(if page::IN_BROWSER { 16 } else { 24 });

/// … and its work between two looks at the clock: that of 100,000 nodes, and of 10,000 in a browser.
const AT_A_TIME: usize = if page::IN_BROWSER { 20_000 } else { 200_000 };

/// The state of the tree view.
pub struct TreePanel {
    pub(crate) layout: Option<Layout>,
    /// The layout that takes this place when it is done.
    next: Option<Layout>,
    /// The number of laid-out nodes, including hidden ones …
    laid: usize,
    /// … and without them.
    shown: usize,
    pub(crate) marks: TreeMarks,
    /// The widths of its nodes.
    pub(crate) looks: NodeMeasures,
    /// The filter's matches, which are marked.
    pub(crate) hits: Option<Arc<Hits>>,
    pub(crate) canvas: Canvas,
    /// Whether a key has requested the menu of the selected node …
    pub(super) menu_wanted: bool,
    /// … and where that menu is shown, if not at the pointer.
    pub(super) menu_at: Option<eframe::egui::Pos2>,
    /// The typed ply to expand to.
    pub(crate) typed_ply: Option<String>,
    /// Whether the selected node is the one that was clicked last.
    pub(crate) clicked: bool,
    /// Since when the view waits after a click, in seconds: a second one, which folds, must find
    /// the node where the first one did.
    held: Option<f64>,
    /// Whether elements beside and below the selected node are collapsed if needed.
    pub(super) narrows: bool,
    /// The nodes to fold so that all important parts fit.
    pub(super) wish: Option<Action>,
    /// Whether the layout has changed since the last frame.
    changed: bool,
    /// The parts of the tree painted in the last frame.
    pub(crate) painted: Painted,
    /// The boards that are drawn in nodes.
    pub(crate) boards: NodeBoards,
    /// The animation.
    pub(crate) motion: Motion,
    /// The version of the tree, the look and the notes that all of this is made for.
    pub(super) tree: u64,
    pub(super) look: u64,
    pub(super) notes: u64,
    /// Whether a presentation was on in the last frame …
    pub(super) presents: bool,
    /// … and the step of its tour.
    pub(super) slide: Option<usize>,
    /// What the last slide was framed for.
    framed: Option<FramedSlide>,
    /// How the slide is drawn so that it fits.
    pub(super) tightness: Option<Tightness>,
    /// Whether the tree was being built in the last frame.
    pub(super) building: bool,
}

/// The parts of the tree painted in a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Painted {
    /// Nodes with a mark or a box.
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
            next: None,
            laid: 0,
            shown: 0,
            marks: TreeMarks::default(),
            looks: NodeMeasures::default(),
            hits: None,
            canvas: Canvas::new(&LIMITS),
            menu_wanted: false,
            menu_at: None,
            typed_ply: None,
            clicked: false,
            held: None,
            narrows: false,
            wish: None,
            changed: true,
            painted: Painted::default(),
            boards: NodeBoards::default(),
            motion: Motion::default(),
            tree: 0,
            look: 0,
            notes: 0,
            presents: false,
            slide: None,
            framed: None,
            tightness: None,
            building: false,
        }
    }
}

/// What a slide is framed for: its step, its node, the size of its room, and the look at the tree.
type FramedSlide = (usize, UnfoldingNode, [u32; 2], u64);

impl TreePanel {
    /// The initial state for another tree; display options are kept.
    pub(super) fn anew(&self, tree: u64) -> Self {
        Self {
            tree,
            presents: self.presents,
            slide: self.slide,
            ..Self::default()
        }
    }

    /// Updates the layout after an action.
    pub fn follow_change(
        &mut self,
        view: &TreeView<'_>,
        session: &Session,
        change: &ActionEffects,
    ) {
        self.changed |= change.shape;
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
            match &mut self.layout {
                Some(layout) if !change.shape => {
                    if growing {
                        layout.set_growing(&shape, growing);
                    }
                    let nodes: Vec<u32> = change.folds.iter().map(|node| node.0).collect();
                    layout.update_all(&shape, &nodes);
                    self.laid_out(view);
                }
                _ => self.lay_out(view, growing),
            }
            if let (false, Some(before), Some(after)) =
                (self.canvas.is_fitted(), before, place(self))
            {
                // A folded or unfolded node stays in place on the screen.
                self.canvas.moved(before, after);
            }
            self.canvas.follow();
        }
        self.finish_layout(view, session);
        if (change.selection || !change.folds.is_empty()) && !session.is_unfolding() {
            self.motion.begin(&self.canvas.transform());
        }
        let clicked = std::mem::take(&mut self.clicked);
        if change.selection {
            self.follow_selection(clicked);
        }
    }

    fn follow_selection(&mut self, clicked: bool) {
        self.narrows = true;
        match (self.canvas.is_fitted(), clicked) {
            // A tree that is shown whole stays so.
            (true, true) if !self.canvas.is_part() => {}
            (_, true) => {
                self.canvas.stay();
                self.held = Some(f64::INFINITY);
            }
            // A user who walks after viewing the whole tree wants to read again.
            (true, false) if !self.canvas.is_part() && !self.is_huge() => {
                self.canvas.fit_readable()
            }
            _ => self.canvas.reveal(),
        }
    }

    /// A build has ended: its result is framed again, unless the user has moved the view.
    pub(super) fn frame_anew(&mut self, session: &Session) {
        match session.selected() {
            _ if self.canvas.is_moved() => {}
            UnfoldingNode::ROOT => self.canvas.fit_readable(),
            _ => self.canvas.reveal(),
        }
    }

    /// Whether so much is unfolded that the whole is zoomed far out.
    fn is_huge(&self) -> bool {
        self.shown > MAX_TIDY_NODES
    }

    /// Lets the view follow a click once no double-click is possible; returns the seconds until
    /// then.
    pub(super) fn follow_click(&mut self, now: f64) -> Option<f64> {
        let since = self.held?.min(now);
        let left = since + SECOND_CLICK - now;
        self.held = (left > 0.0).then_some(since);
        if self.held.is_none() {
            self.canvas.reveal();
        }
        self.held.map(|_| left)
    }

    /// Packs the tree tidily, if it is small enough, once nothing more is about to be unfolded.
    fn finish_layout(&mut self, view: &TreeView<'_>, session: &Session) {
        if let Some(layout) = &mut self.layout
            && !session.is_unfolding()
        {
            let shape = measured(view, &self.looks, &self.marks);
            layout.set_growing(&shape, false);
        }
    }

    /// Lays everything out again: another graph, or another player's ratings.
    pub fn refresh(&mut self, view: &TreeView<'_>, session: &Session) {
        self.changed = true;
        self.looks = NodeMeasures::default();
        self.marks.forget_places();
        self.marks.mark_best_line(view, session.best_line());
        self.lay_out(view, false);
        self.motion.stop();
        self.boards.clear();
    }

    /// Lays out the whole tree, at least the first frame's part of it.
    fn lay_out(&mut self, view: &TreeView<'_>, growing: bool) {
        let shape = measured(view, &self.looks, &self.marks);
        let spacing = ShownTree::spacing(&view.elements);
        let again = self.next.take().or(self.layout.take());
        let mut layout = again.unwrap_or_else(|| Layout::unlaid(spacing));
        layout.begin(&shape, spacing);
        if growing {
            layout.set_growing(&shape, growing);
        }
        self.next = Some(layout);
        self.lay_on(view);
    }

    /// Continues a layout that takes more than one frame.
    fn lay_on(&mut self, view: &TreeView<'_>) {
        let Some(mut layout) = self.next.take() else {
            return;
        };
        let shape = measured(view, &self.looks, &self.marks);
        let begun = Instant::now();
        while !layout.step(&shape, AT_A_TIME) {
            if begun.elapsed() > FRAME_BUDGET {
                self.next = Some(layout);
                return;
            }
        }
        self.layout = Some(layout);
        self.changed = true;
        self.laid_out(view);
    }

    /// Follows a layout that is done.
    fn laid_out(&mut self, view: &TreeView<'_>) {
        if let Some(layout) = &mut self.layout {
            layout.set_rows(self.looks.rows(view));
        }
        self.laid = view.unfolding.len();
        self.mark(view);
    }

    /// Whether the tree is being laid out, and none is shown.
    pub(super) fn is_laying_out(&self) -> bool {
        self.next.is_some()
    }

    /// Updates the marks from the layout.
    fn mark(&mut self, view: &TreeView<'_>) {
        if let Some(layout) = &self.layout {
            let tally = layout.tally(layout.root());
            self.shown = layout.shown_nodes();
            self.marks.follow(view, tally, self.shown);
        }
    }

    /// Follows a note that came or went.
    pub fn remark(&mut self, view: &TreeView<'_>) {
        self.marks.follow_notes(view, self.shown);
    }

    /// The plies down to which the tree is shown.
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
        self.shown > MAX_TIDY_NODES / 20
    }

    /// From the tree's scene to the screen.
    pub fn transform(&self) -> Transform {
        self.canvas.transform()
    }

    /// Runs a command that pans or zooms the tree; `false` for any other. Zooming is around the
    /// selected node if it is visible, otherwise around the middle.
    pub(super) fn move_by(
        &mut self,
        named: CommandId,
        view: &TreeView<'_>,
        session: &Session,
    ) -> bool {
        let selected = self.place_of(view, session.selected());
        self.canvas.set_rows(self.rows(view));
        let moved = match (named, selected) {
            (CommandId::ActualSize, Some(at)) => {
                self.canvas.actual_size(at);
                true
            }
            (CommandId::ActualSize, None) => return true,
            _ => {
                let place = selected.map(|at| self.transform().screen_from_scene(at));
                let pos = place.filter(|place| self.canvas.inner().contains(*place));
                let fixed = pos.unwrap_or(self.canvas.screen().center());
                self.canvas.run_around(named, fixed)
            }
        };
        if moved && named != CommandId::Fit {
            self.motion.stop();
        }
        moved
    }

    /// Draws the tree at a size in percent, the selected node in the middle.
    pub(super) fn zoom_to(&mut self, percent: u32, view: &TreeView<'_>, session: &Session) {
        self.canvas.set_rows(self.rows(view));
        if let Some(at) = self.place_of(view, session.selected()) {
            self.canvas.show_at(at, f64::from(percent) / 100.0);
            self.motion.stop();
        }
    }

    /// The sibling at this offset from a node in the order of the drawing, if there is one.
    pub fn sibling(
        &self,
        view: &TreeView<'_>,
        node: UnfoldingNode,
        step: isize,
    ) -> Option<UnfoldingNode> {
        let tree = measured(view, &self.looks, &self.marks);
        let parent = view.unfolding.parent(node)?.0;
        let mut places = 0..tree.degree(parent);
        let slot = places.find(|place| tree.child(parent, *place) == node.0)?;
        let index = slot.checked_add_signed(step)?;
        (index < tree.degree(parent)).then(|| UnfoldingNode(tree.child(parent, index)))
    }

    /// The place of a visible node in the drawing.
    pub(crate) fn place_of(&self, view: &TreeView<'_>, node: UnfoldingNode) -> Option<Point> {
        let at = self.layout.as_ref()?.position(node.0);
        Some(view.style.flow.point(at.x, at.y))
    }

    /// Its rows, which stay apart from far away.
    fn rows(&self, view: &TreeView<'_>) -> Option<SceneRows> {
        let layout = self.layout.as_ref()?;
        let long = layout.extent().height();
        let (axis, long) = match view.style.flow {
            GrowthDirection::Down => (1, long),
            GrowthDirection::Right => {
                let last = layout.bounds(layout.root()).depth;
                (0, long + layout.rows().distance(last))
            }
        };
        Some(SceneRows {
            axis,
            long,
            below: DETAIL,
            stretch: STRETCH,
        })
    }

    /// Moves the view to where it should be, before anything is drawn.
    pub fn prepare(&mut self, view: &TreeView<'_>, session: &Session, room: &FreeArea) {
        self.lay_on(view);
        self.finish_layout(view, session);
        let mut inner = room.inner();
        if self.canvas.is_fitted() && self.is_large() {
            // The counts of blocks are after the last row.
            match view.style.flow {
                GrowthDirection::Down => inner.max.y -= NUMBERS,
                GrowthDirection::Right => inner.max.x -= NUMBERS * 3.0,
            }
        }
        self.canvas.set_rows(self.rows(view));
        let Some(layout) = &self.layout else {
            return;
        };
        if self.canvas.is_fitted() && self.is_huge() {
            // A part of so large a tree would be only a node or two.
            self.canvas.fit();
        }
        let tree = measured(view, &self.looks, &self.marks);
        let bounds = match self.slide {
            Some(_) => close_bounds(layout, &tree),
            None => tree_bounds(layout, &tree),
        };
        let family = || family(layout, view, (&self.looks, &self.marks), session.selected());
        let resized = self.canvas.inner().size() != inner.size();
        let changed = std::mem::take(&mut self.changed);
        self.canvas.prepare(room.screen, inner, bounds, family);
        let narrows = std::mem::take(&mut self.narrows);
        if session.is_unfolding() {
            return;
        }
        if self.slide.is_some() {
            return;
        }
        let is_root = session.selected() == UnfoldingNode::ROOT;
        let is_first = session.is_as_opened() && is_root && !self.canvas.is_whole();
        if is_first && (resized || changed) {
            let first = self.fitting_first(view, session);
            self.wish = (first != session.first()).then_some(Action::UnfoldFirst(first));
        } else if !is_first && narrows && (self.canvas.is_part() || !self.canvas.is_fitted()) {
            let crowded = family().is_some_and(|family| !self.canvas.has_room_for(&family));
            self.wish = crowded.then_some(Action::FoldAround);
        }
    }

    /// The important parts of the drawn tree.
    pub(super) fn family(&self, view: &TreeView<'_>, selected: UnfoldingNode) -> Option<Family> {
        let layout = self.layout.as_ref()?;
        family(layout, view, (&self.looks, &self.marks), selected)
    }

    /// The room of the tree, and the tree, on the screen.
    pub(crate) fn slide(&self, view: &TreeView<'_>) -> Option<[eframe::egui::Rect; 2]> {
        let tree = measured(view, &self.looks, &self.marks);
        let bounds = close_bounds(self.layout.as_ref()?, &tree);
        let whole = self.canvas.transform().screen_rect(bounds);
        Some([self.canvas.screen(), whole])
    }

    /// The camera, for tests.
    pub(crate) fn framed(&self, view: &TreeView<'_>, selected: UnfoldingNode) -> Option<Framed> {
        Some(self.canvas.framed(self.family(view, selected)?))
    }

    /// The initial unfolding of a new tree: as much as is readable at once.
    fn fitting_first(&self, view: &TreeView<'_>, session: &Session) -> First {
        session.fitting_first(|unfolding| {
            let view = TreeView { unfolding, ..*view };
            self.canvas
                .has_room_for_all(bounds_of(&view, session, tree_bounds))
        })
    }

    /// Frames a slide so that nothing of its tree is cut: finished branches collapse first, then edges
    /// get shorter, then boards in nodes go, then it is drawn smaller. A short rest of the game below
    /// the node stays as long as it is legible. `view` isn't tightened yet.
    pub(crate) fn frame_slide(&mut self, view: &TreeView<'_>, session: &Session, zoom: f32) {
        let Some(step) = self.slide else {
            return;
        };
        let size = self.canvas.inner().size();
        let size = [size.x as u32, size.y as u32];
        let framed = (step, session.selected(), size, self.look);
        if self.framed.replace(framed) == Some(framed) {
            return;
        }
        let fits = |(tightness, slide, scale): &(Tightness, Slide, f64)| {
            let elements = tightness.of(view.elements);
            let unfolding = &session.slide(*slide);
            let view = TreeView {
                unfolding,
                elements,
                ..*view
            };
            self.canvas
                .fits_at(bounds_of(&view, session, close_bounds), *scale)
        };
        let all = Slide {
            beside: true,
            plies: MAX_SLIDE_PLIES,
        };
        let own = Slide {
            beside: false,
            ..all
        };
        let below = view.analysis.nodes.of(session.vertex()).to_u64();
        let plies = session.slide(own).shown_plies(view.labels.graph()).max;
        let is_short = below.is_some_and(|nodes| nodes <= SHORT_REST.0)
            && plies <= view.unfolding.ply(session.selected()) + SHORT_REST.1;
        let rest = [
            (Tightness::Edges, own, READABLE),
            (Tightness::Boards, own, READABLE),
            (Tightness::Boards, own, legible(zoom)),
        ];
        let rest = rest.into_iter().filter(|_| is_short);
        let lower = (1..MAX_SLIDE_PLIES).rev().map(|plies| {
            let slide = Slide { plies, ..own };
            (Tightness::None, slide, READABLE)
        });
        let least = Slide { plies: 1, ..own };
        let tighter = [Tightness::Edges, Tightness::Boards].map(|tight| (tight, least, READABLE));
        let mut ways = [all, own]
            .map(|slide| (Tightness::None, slide, READABLE))
            .into_iter()
            .chain(rest)
            .chain(lower)
            .chain(tighter);
        // More moves don't fit in any way, and laying them out in all of them would take long.
        let moves = view.labels.graph().degree(session.vertex());
        let found = ways.find(|way| moves <= MAX_SLIDE_MOVES && fits(way));
        let (tightness, slide, _) = found.unwrap_or((Tightness::Boards, least, 0.0));
        self.tightness = Some(tightness);
        self.wish = Some(Action::UnfoldSlide(slide));
        self.canvas.fit_slide();
    }
}
