//! The tree in the middle: laid out once a change, panned and zoomed, clicked and pointed at.

use eframe::egui::{self, CursorIcon, Id, Response, Role, Sense, Stroke, Vec2, WidgetInfo};

use super::command::Command;
use super::paint::{Transform, paint};
use super::theme::Theme;
use crate::diagram::{
    Drawing, LEVEL_HEIGHT, NodeDrawn, Point, Rect, ShownTree, TreeMarks, TreeView, draw_move,
    draw_move_name, draw_node, node_rect,
};
use crate::game::Player;
use crate::layout::{Layout, Visit};
use crate::session::{Action, Change, Session};
use crate::tree::UnfoldingNode;

/// How small and how large the tree can be drawn.
const SCALES: std::ops::RangeInclusive<f32> = 0.02..=3.0;
/// A tree that would be drawn smaller than this to be seen whole is shown from its root instead …
const READABLE: f32 = 0.5;
/// … at this scale.
const FROM_ROOT: f32 = 0.66;
/// The largest scale that fitting uses.
const COMFORTABLE: f32 = 1.15;
/// Below this scale nodes are marks without text.
const DETAIL: f32 = 0.3;
/// Below this scale the names of moves can't be read, and are left out.
const MOVE_NAMES: f32 = 0.5;
/// As many nodes as this can be reached by name, and by a screen reader.
const MOST_NAMED: usize = 200;

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
        /// Whether the selected node still has to be brought into sight.
        reveal: bool,
    },
}

/// What the tree's panel remembers.
pub struct TreePanel {
    layout: Option<Layout>,
    marks: TreeMarks,
    transform: Transform,
    aim: Aim,
    screen: egui::Rect,
}

impl Default for TreePanel {
    fn default() -> Self {
        Self {
            layout: None,
            marks: TreeMarks::default(),
            transform: Transform {
                scale: 1.0,
                offset: Vec2::ZERO,
            },
            aim: Aim::Fit { whole: false },
            screen: egui::Rect::NOTHING,
        }
    }
}

/// A node in sight.
struct Sight {
    node: UnfoldingNode,
    /// The middle of its box.
    at: Point,
    /// The middle of the box above it.
    above: Option<Point>,
}

/// The rectangle that a node, what hangs below it, and the move from above take.
fn view_reach(view: &TreeView<'_>, node: UnfoldingNode, at: Point, above: Option<Point>) -> Rect {
    let mut reach = node_rect(view, node, at).grown(8.0);
    reach.max.y += 30.0;
    if let Some(above) = above {
        reach.min.x = reach.min.x.min(above.x);
        reach.max.x = reach.max.x.max(above.x);
        reach.min.y = reach.min.y.min(above.y);
    }
    reach
}

fn bounds(layout: &Layout) -> Rect {
    let extent = layout.extent();
    Rect {
        min: Point::new(extent.left, extent.top),
        max: Point::new(extent.right, extent.bottom),
    }
    .grown(14.0)
}

impl TreePanel {
    /// Follows what an action changed.
    pub fn follow(&mut self, view: &TreeView<'_>, session: &Session, change: &Change) {
        if change.shape || !change.folds.is_empty() {
            let shape = ShownTree(view);
            match (&mut self.layout, change.shape) {
                (Some(layout), false) => {
                    let nodes: Vec<u32> = change.folds.iter().map(|node| node.0).collect();
                    layout.update_all(&shape, &nodes);
                }
                (layout, _) => *layout = Some(Layout::new(&shape, ShownTree::SPACING)),
            }
            self.marks = TreeMarks::new(session.unfolding(), session.best_line());
        }
        if change.selection {
            match &mut self.aim {
                Aim::Free { reveal } => *reveal = true,
                // Who walks after a look at the whole wants to read again.
                Aim::Fit { whole } => *whole = false,
            }
        }
    }

    /// Lays everything anew: another graph, another viewpoint.
    pub fn refresh(&mut self, view: &TreeView<'_>, session: &Session) {
        self.layout = Some(Layout::new(&ShownTree(view), ShownTree::SPACING));
        self.marks = TreeMarks::new(session.unfolding(), session.best_line());
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
        self.aim = Aim::Free { reveal: false };
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
        self.aim = Aim::Free { reveal: false };
    }

    fn zoom_around(&mut self, fixed: egui::Pos2, factor: f32) {
        let scale = (self.transform.scale * factor).clamp(*SCALES.start(), *SCALES.end());
        let factor = scale / self.transform.scale;
        self.transform.offset =
            fixed.to_vec2() + (self.transform.offset - fixed.to_vec2()) * factor;
        self.transform.scale = scale;
        self.aim = Aim::Free { reveal: false };
    }

    /// Draws the tree into what is left of `ui`, and queues what is clicked.
    pub fn ui(
        &mut self,
        ui: &mut egui::Ui,
        theme: &Theme,
        view: &TreeView<'_>,
        session: &Session,
        commands: &mut Vec<Command>,
    ) {
        let (screen, response) =
            ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Tree"));
        self.screen = screen;
        self.aim(view, session);
        self.pan_and_zoom(ui, &response);
        let painter = ui.painter_at(screen);
        painter.rect_filled(screen, 0.0, theme.ground);
        let Some(layout) = &self.layout else {
            return;
        };
        let visible = self.visible(layout, view);
        if self.transform.scale < DETAIL {
            self.paint_marks(&painter, theme, view, session, &visible);
        } else {
            let drawing = self.draw(view, session, &visible);
            paint(&painter, &self.transform, theme, &drawing);
        }
        self.click(ui, theme, &response, view, session, &visible, commands);
    }

    /// Moves the view to where it should be before anything is drawn.
    fn aim(&mut self, view: &TreeView<'_>, session: &Session) {
        let Some(layout) = &self.layout else {
            return;
        };
        let inner = egui::Rect::from_min_max(
            self.screen.min + Vec2::new(16.0, 24.0),
            self.screen.max - Vec2::new(16.0, 64.0),
        );
        let selected = || layout.position(session.selected().0);
        match self.aim {
            Aim::Fit { whole } => {
                self.transform = Transform::fit(bounds(layout), inner, COMFORTABLE);
                if self.transform.scale < READABLE && !whole {
                    let selected = selected();
                    // Too large to be read at once: its root at the top, or what is selected.
                    self.transform.scale = FROM_ROOT;
                    let middle = Vec2::new(selected.x as f32, 0.0) * FROM_ROOT;
                    let top = inner.top() + 40.0;
                    self.transform.offset = Vec2::new(inner.center().x, top) - middle;
                    self.reveal(view, session.selected(), selected.x, selected.y, inner);
                }
            }
            Aim::Free { reveal: true } => {
                let selected = selected();
                self.reveal(view, session.selected(), selected.x, selected.y, inner);
                self.aim = Aim::Free { reveal: false };
            }
            Aim::Free { reveal: false } => {}
        }
    }

    /// Pans as little as it takes to have a node, and the moves below it, in sight.
    fn reveal(
        &mut self,
        view: &TreeView<'_>,
        node: UnfoldingNode,
        x: f64,
        y: f64,
        inner: egui::Rect,
    ) {
        let mut rect = node_rect(view, node, Point::new(x, y)).grown(12.0);
        if view.unfolding.is_open(node) {
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

    fn pan_and_zoom(&mut self, ui: &egui::Ui, response: &Response) {
        if response.dragged() {
            self.transform.offset += response.drag_delta();
            self.aim = Aim::Free { reveal: false };
        }
        if let Some(pointer) = response.hover_pos() {
            let (zoom, scroll, sideways) = ui.input(|input| {
                (
                    input.zoom_delta(),
                    input.smooth_scroll_delta(),
                    input.modifiers.shift,
                )
            });
            if zoom != 1.0 {
                self.zoom_around(pointer, zoom);
            } else if scroll.y != 0.0 && !sideways {
                self.zoom_around(pointer, (scroll.y / 240.0).exp());
            } else if scroll != Vec2::ZERO {
                self.transform.offset += scroll;
                self.aim = Aim::Free { reveal: false };
            }
        }
    }

    /// The nodes in sight, or whose move from above is, with their places.
    fn visible(&self, layout: &Layout, view: &TreeView<'_>) -> Vec<Sight> {
        let scene = self.transform.scene_rect(self.screen).grown(24.0);
        let rect = crate::layout::Rect {
            left: scene.min.x,
            right: scene.max.x,
            top: scene.min.y,
            bottom: scene.max.y,
        };
        let mut nodes = Vec::new();
        layout.visit(&ShownTree(view), &rect, &mut |number, x, y| {
            let node = UnfoldingNode(number);
            let at = Point::new(x, y);
            // The layout keeps offsets, so that no way up to the root is walked for each node.
            let above = layout
                .parent(number)
                .map(|_| Point::new(x - layout.offset(number), y - LEVEL_HEIGHT));
            // On the way down to what is in sight lie all its ancestors, which are not.
            let reach = view_reach(view, node, at, above);
            if reach.min.x <= scene.max.x
                && reach.max.x >= scene.min.x
                && reach.min.y <= scene.max.y
                && reach.max.y >= scene.min.y
            {
                nodes.push(Sight { node, at, above });
            }
            Visit::Descend
        });
        nodes
    }

    fn draw(&self, view: &TreeView<'_>, session: &Session, visible: &[Sight]) -> Drawing {
        let mut drawing = Drawing::default();
        let moves: Vec<_> = visible
            .iter()
            .filter_map(|sight| Some((sight.node, sight.above?, sight.at)))
            .collect();
        // Thin lines first, the best line last, so that it is never cut.
        for heavy in [false, true] {
            for (node, from, to) in &moves {
                if self.marks.on_best_line(*node) == heavy {
                    draw_move(&mut drawing, view, &self.marks, *node, *from, *to);
                }
            }
        }
        if self.transform.scale >= MOVE_NAMES {
            for (node, from, to) in &moves {
                draw_move_name(&mut drawing, view, &self.marks, *node, *from, *to);
            }
        }
        for Sight { node, at, .. } in visible {
            let drawn = NodeDrawn {
                node: *node,
                selected: *node == session.selected(),
            };
            draw_node(&mut drawing, view, &self.marks, drawn, *at);
        }
        drawing
    }

    /// From far away a node is a mark in the colour of who is ahead, and the best line is dark.
    fn paint_marks(
        &self,
        painter: &egui::Painter,
        theme: &Theme,
        view: &TreeView<'_>,
        session: &Session,
        visible: &[Sight],
    ) {
        for Sight { node, at, above } in visible {
            if let Some(above) = above {
                let ends = [*above, *at].map(|point| self.transform.screen_from_scene(point));
                let best = self.marks.on_best_line(*node);
                let (width, color) = if best {
                    (1.8, theme.text)
                } else {
                    (0.7, theme.dim)
                };
                painter.line_segment(ends, Stroke::new(width, color));
            }
        }
        for Sight { node, at, .. } in visible {
            let rect = self.transform.screen_rect(node_rect(view, *node, *at));
            let ahead = crate::diagram::shares(view, view.unfolding.vertex(*node))
                .into_iter()
                .filter(|(_, share)| *share > 0.5)
                .map(|(player, _)| theme.player(player))
                .next();
            painter.rect_filled(rect, 1.0, ahead.unwrap_or(theme.dim));
            if *node == session.selected() {
                painter.rect_stroke(
                    rect.expand(3.0),
                    2.0,
                    Stroke::new(2.0, theme.text),
                    egui::StrokeKind::Outside,
                );
            }
        }
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "all of it is borrowed for one frame"
    )]
    fn click(
        &self,
        ui: &egui::Ui,
        theme: &Theme,
        canvas: &Response,
        view: &TreeView<'_>,
        session: &Session,
        visible: &[Sight],
        commands: &mut Vec<Command>,
    ) {
        // Nodes near the top come first: they are found by name, and read aloud.
        let on_screen = visible.iter().filter_map(|sight| {
            let rect = node_rect(view, sight.node, sight.at);
            let rect = self.transform.screen_rect(rect).intersect(self.screen);
            rect.is_positive().then_some((sight.node, rect))
        });
        for (node, rect) in on_screen.take(MOST_NAMED) {
            let node = &node;
            let id = Id::unique("tree node").with(node.0);
            let response = ui.interact(rect, id, Sense::click());
            let selected = *node == session.selected();
            response.widget_info(|| {
                WidgetInfo::selected(Role::TreeItem, true, selected, view.describe(*node))
            });
            if response.has_focus() {
                let stroke = Stroke::new(2.0, theme.player(Player(0)));
                let outside = egui::StrokeKind::Outside;
                let painter = ui.painter_at(self.screen);
                painter.rect_stroke(rect.expand(8.0), 14.0, stroke, outside);
            }
            if response.double_clicked() {
                commands.push(Command::Act(Action::ToggleFold(*node)));
            } else if response.clicked() {
                commands.push(Command::Act(Action::Select(*node)));
            }
            response
                .on_hover_cursor(CursorIcon::PointingHand)
                .on_hover_text(view.describe(*node));
        }
        if (canvas.clicked() || canvas.double_clicked())
            && let Some(pointer) = canvas.interact_pointer_pos()
        {
            let point = self.transform.scene_from_screen(pointer);
            let hit = visible.iter().find(|Sight { node, at, .. }| {
                let mut rect = node_rect(view, *node, *at);
                // The triangle below a folded node belongs to it.
                rect.max.y += 30.0;
                rect.contains(point)
            });
            if let Some(Sight { node, at, .. }) = hit {
                let on_node = node_rect(view, *node, *at).contains(point);
                if on_node && !canvas.double_clicked() {
                    commands.push(Command::Act(Action::Select(*node)));
                } else if !view.unfolding.is_open(*node) || on_node {
                    commands.push(Command::Act(Action::ToggleFold(*node)));
                }
            }
        }
    }
}
