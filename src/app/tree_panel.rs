//! The tree in the middle: laid out once a change, panned and zoomed, and drawn.

use eframe::egui::{self, Response, Role, Sense, Vec2, WidgetInfo};

use super::paint::{Transform, paint};
use super::theme::Theme;
use crate::diagram::{
    Drawing, LEVEL_HEIGHT, Point, ShownTree, Sight, TreeDrawn, TreeMarks, TreeView, draw_far,
    draw_tree, in_sight, node_rect, tree_bounds,
};
use crate::layout::Layout;
use crate::session::{Change, Session};
use crate::tree::{ShownPlies, UnfoldingNode};

/// How small and how large the tree can be drawn.
const SCALES: std::ops::RangeInclusive<f32> = 0.02..=3.0;
/// A tree that would be drawn smaller than this to be seen whole is shown from its root instead …
const READABLE: f32 = 0.5;
/// … at this scale.
const FROM_ROOT: f32 = 0.66;
/// The largest scale that fitting uses, where there is no more room than on a small screen …
const COMFORTABLE: f32 = 1.15;
/// … which is this high, in points.
const SMALL_SCREEN: f32 = 780.0;
/// Below this scale nodes are marks without text.
const DETAIL: f32 = 0.34;
/// Below this scale the names of moves can't be read, and are left out.
const MOVE_NAMES: f32 = 0.5;
/// So are small numbers below this one.
const COUNTS: f32 = 0.55;

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

/// The part of the window that the tree has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Room {
    /// All of it.
    pub screen: egui::Rect,
    /// How much of it the controls take at the top.
    pub above: f32,
    /// How much of it the legend takes at the bottom.
    pub below: f32,
}

impl Room {
    /// Where nothing lies over the tree.
    fn inner(&self) -> egui::Rect {
        egui::Rect::from_min_max(
            self.screen.min + Vec2::new(16.0, self.above + 6.0),
            self.screen.max - Vec2::new(16.0, self.below + 6.0),
        )
    }
}

/// What the tree's panel remembers.
pub struct TreePanel {
    pub(super) layout: Option<Layout>,
    /// How many nodes it knows, hidden ones included.
    laid: usize,
    pub(super) marks: TreeMarks,
    pub(super) transform: Transform,
    /// The node whose menu is open.
    pub(super) menu_of: UnfoldingNode,
    /// What is typed as the ply to unfold to.
    pub(super) typed_ply: Option<String>,
    /// Whether the selected node is the one that was clicked last.
    pub(super) clicked: bool,
    aim: Aim,
    /// Whether fitting shows a part, since all would be too small to be read.
    part: bool,
    pub(super) screen: egui::Rect,
    /// Whether the last scrolling came from fingers, which move the tree instead of its size.
    fingers: bool,
}

impl Default for TreePanel {
    fn default() -> Self {
        Self {
            layout: None,
            laid: 0,
            marks: TreeMarks::default(),
            transform: Transform::IDENTITY,
            menu_of: UnfoldingNode::ROOT,
            typed_ply: None,
            clicked: false,
            aim: Aim::Fit { whole: false },
            part: false,
            screen: egui::Rect::NOTHING,
            fingers: false,
        }
    }
}

impl TreePanel {
    /// Follows what an action changed.
    pub fn follow(&mut self, view: &TreeView<'_>, session: &Session, change: &Change) {
        if change.shape || !change.folds.is_empty() {
            let shape = ShownTree(view);
            let fixed = change.folds.last().filter(|_| !change.shape);
            let fixed = fixed.filter(|node| node.index() < self.laid);
            let place = |panel: &Self| {
                let layout = panel.layout.as_ref()?;
                Some(layout.position(fixed?.0))
            };
            let before = place(self);
            match (&mut self.layout, change.shape) {
                (Some(layout), false) => {
                    let nodes: Vec<u32> = change.folds.iter().map(|node| node.0).collect();
                    layout.update_all(&shape, &nodes);
                }
                (layout, _) => *layout = Some(Layout::new(&shape, ShownTree::SPACING)),
            }
            self.laid = view.unfolding.len();
            if let (Aim::Free { .. }, Some(before), Some(after)) = (self.aim, before, place(self)) {
                // What is folded or unfolded stays where it is seen.
                self.transform.offset.x -= (after.x - before.x) as f32 * self.transform.scale;
            }
            self.remark(view, session);
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

    /// Lays everything anew: another graph, or ratings for somebody else.
    pub fn refresh(&mut self, view: &TreeView<'_>, session: &Session) {
        self.layout = Some(Layout::new(&ShownTree(view), ShownTree::SPACING));
        self.laid = view.unfolding.len();
        self.remark(view, session);
    }

    /// Marks everything anew: another note.
    pub fn remark(&mut self, view: &TreeView<'_>, session: &Session) {
        self.marks = TreeMarks::new(view, session.best_line());
    }

    /// Down to which plies the tree is shown.
    pub fn plies(&self) -> ShownPlies {
        self.marks.plies()
    }

    /// Points of the screen for one scene unit.
    pub fn scale(&self) -> f32 {
        self.transform.scale
    }

    /// Whether nodes are marks without text.
    pub fn is_far(&self) -> bool {
        self.transform.scale < DETAIL
    }

    /// Shows all that is unfolded, from now on.
    pub fn fit(&mut self) {
        self.aim = Aim::Fit { whole: true };
    }

    /// Zooms around the middle.
    pub fn zoom(&mut self, factor: f32) {
        self.zoom_around(self.screen.center(), factor);
    }

    /// From the tree's scene to the screen.
    pub fn transform(&self) -> Transform {
        self.transform
    }

    /// Moves what is seen by some points.
    pub fn pan(&mut self, across: f32, down: f32) {
        self.transform.offset += Vec2::new(across, down);
        self.aim = Aim::Free {
            reveal: Reveal::Nothing,
        };
    }

    /// Shows the selected node in the middle, at its own size.
    pub fn actual_size(&mut self, session: &Session) {
        let Some(layout) = &self.layout else {
            return;
        };
        let selected = layout.position(session.selected().0);
        self.transform.scale = 1.0;
        self.transform.offset =
            self.screen.center().to_vec2() - Vec2::new(selected.x as f32, selected.y as f32);
        self.aim = Aim::Free {
            reveal: Reveal::Nothing,
        };
    }

    fn zoom_around(&mut self, fixed: egui::Pos2, factor: f32) {
        let scale = (self.transform.scale * factor).clamp(*SCALES.start(), *SCALES.end());
        let factor = scale / self.transform.scale;
        self.transform.offset =
            fixed.to_vec2() + (self.transform.offset - fixed.to_vec2()) * factor;
        self.transform.scale = scale;
        self.aim = Aim::Free {
            reveal: Reveal::Nothing,
        };
    }

    /// Moves the view to where it should be, before anything is drawn.
    pub fn prepare(&mut self, view: &TreeView<'_>, session: &Session, room: &Room) {
        self.screen = room.screen;
        let Some(layout) = &self.layout else {
            return;
        };
        let inner = room.inner();
        let bounds = tree_bounds(layout, &self.marks);
        let selected = || layout.position(session.selected().0);
        match self.aim {
            Aim::Fit { whole } => {
                let larger = (inner.height() / SMALL_SCREEN).clamp(1.0, 2.0);
                self.transform = Transform::fit(bounds, inner, COMFORTABLE * larger);
                self.part = self.transform.scale < READABLE && !whole;
                if self.part {
                    let selected = selected();
                    // Too large to be read at once: its root at the top, or what is selected.
                    self.transform.scale = FROM_ROOT;
                    let middle = Vec2::new(selected.x as f32, 0.0) * FROM_ROOT;
                    let top = inner.top() + 24.0;
                    self.transform.offset = Vec2::new(inner.center().x, top) - middle;
                    self.reveal(view, session.selected(), selected, inner, true);
                }
            }
            Aim::Free {
                reveal: reveal @ (Reveal::Node | Reveal::Moves),
            } => {
                let moves = reveal == Reveal::Moves;
                self.reveal(view, session.selected(), selected(), inner, moves);
                self.aim = Aim::Free {
                    reveal: Reveal::Nothing,
                };
            }
            Aim::Free {
                reveal: Reveal::Nothing,
            } => {}
        }
        let bounds = self.transform.screen_rect(bounds);
        let back = |low: f32, high: f32, from: f32, to: f32| {
            (from + KEPT - high).max(0.0) + (to - KEPT - low).min(0.0)
        };
        self.transform.offset += Vec2::new(
            back(bounds.left(), bounds.right(), inner.left(), inner.right()),
            back(bounds.top(), bounds.bottom(), inner.top(), inner.bottom()),
        );
    }

    /// Pans as little as it takes to have a node, or also the moves below it, in sight.
    fn reveal(
        &mut self,
        view: &TreeView<'_>,
        node: UnfoldingNode,
        at: crate::layout::Point,
        inner: egui::Rect,
        moves: bool,
    ) {
        let mut rect = node_rect(view, node, Point::new(at.x, at.y)).grown(12.0);
        if moves && view.unfolding.is_open(node) {
            rect.max.y += LEVEL_HEIGHT;
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
        self.transform.offset += Vec2::new(
            nudge(rect.left(), rect.right(), inner.left(), inner.right()),
            nudge(rect.top(), rect.bottom(), inner.top(), inner.bottom()),
        );
    }

    /// Draws the tree into what is left of `ui`; what comes back is what there is to be clicked,
    /// and the nodes in sight.
    pub(super) fn canvas_ui(
        &mut self,
        ui: &mut egui::Ui,
        theme: &Theme,
        view: &TreeView<'_>,
        session: &Session,
    ) -> (Response, Vec<Sight>) {
        let (screen, response) =
            ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Tree"));
        self.pan_and_zoom(ui, &response);
        let painter = ui.painter_at(screen);
        painter.rect_filled(screen, 0.0, theme.ground);
        let Some(layout) = &self.layout else {
            return (response, Vec::new());
        };
        let scene = self.transform.scene_rect(screen).grown(8.0);
        let sights = in_sight(layout, view, scene);
        let mut drawing = Drawing::default();
        let selected = session.selected();
        if self.is_far() {
            let scale = f64::from(self.transform.scale);
            draw_far(&mut drawing, view, &self.marks, &sights, selected, scale);
        } else {
            let drawn = TreeDrawn {
                selected: Some(selected),
                names: self.transform.scale >= MOVE_NAMES,
                counts: self.transform.scale >= COUNTS,
            };
            draw_tree(&mut drawing, view, &self.marks, &sights, drawn, |_| {});
        }
        paint(&painter, &self.transform, theme, &drawing);
        (response, sights)
    }

    fn pan_and_zoom(&mut self, ui: &egui::Ui, response: &Response) {
        let before = self.transform;
        if response.dragged() {
            self.pan(response.drag_delta().x, response.drag_delta().y);
        }
        if let Some(pointer) = response.hover_pos() {
            let (zoom, scroll, sideways) = ui.input(|input| {
                for event in &input.events {
                    if let egui::Event::MouseWheel { unit, source, .. } = event {
                        self.fingers = is_by_fingers(*unit, *source);
                    }
                }
                (
                    input.zoom_delta(),
                    input.smooth_scroll_delta(),
                    input.modifiers.shift,
                )
            });
            if zoom != 1.0 {
                self.zoom_around(pointer, zoom);
            } else if scroll.y != 0.0 && !sideways && !self.fingers {
                self.zoom_around(pointer, (scroll.y / 240.0).exp());
            } else if scroll != Vec2::ZERO {
                self.pan(scroll.x, scroll.y);
            }
        }
        if before != self.transform {
            // The controls, which were drawn before, say how large it is now.
            ui.ctx().request_repaint();
        }
    }
}

/// Whether scrolling comes from fingers on a pad, not from a wheel.
fn is_by_fingers(unit: egui::MouseWheelUnit, source: egui::MouseWheelSource) -> bool {
    match source {
        egui::MouseWheelSource::Trackpad | egui::MouseWheelSource::Momentum => true,
        egui::MouseWheelSource::Wheel => false,
        // A wheel goes by lines, fingers go by points.
        egui::MouseWheelSource::Unknown => unit == egui::MouseWheelUnit::Point,
    }
}
