//! Drags a subtree to another place in the tree: among its siblings, or below another node.

use std::ops::Range;

use eframe::egui::{self, CursorIcon, Rect, Stroke, StrokeKind, Vec2, vec2};

use super::TreeEditor;
use super::brush::EditorBrush;
use super::laid::{DrawnNode, EditorLayout, HEIGHT, Inside};
use crate::app::base::paint::paint;
use crate::diagram::{Drawing, Ink, Point, Shade, Shape, Stroke as Line};
use crate::game::Player;
use crate::games::scripted::{NodeIndex, TreeChange};

/// Maximum distance from a row of siblings for dropping into it.
const BESIDE: f64 = 70.0;
/// Above and below a row the same.
const AROUND: f64 = HEIGHT / 2.0 + 26.0;
/// The width of the mark between siblings.
const BAR: f64 = 6.0;
/// A hand that trembles moves no further than this, in points.
const SLIP: f32 = 6.0;
/// The distance from the edge of the view at which the tree scrolls, and the speed: in points, and
/// in points per second.
const EDGE: f32 = 26.0;
const SPEED: f32 = 480.0;

/// A branch while it is dragged.
pub(super) struct Drag {
    /// The path to it.
    way: Vec<u32>,
    /// The start of the drag.
    from: Point,
    /// The present position.
    at: Point,
    landing: Option<DropPlace>,
    /// Whether a copy lands: Ctrl is held.
    copies: bool,
}

/// The place where a subtree would land.
#[derive(Clone, Copy, Debug, PartialEq)]
struct DropPlace {
    /// The drawn node that would get it.
    parent: u32,
    /// Its index among the other moves there.
    index: u32,
    /// The middle of the mark between siblings; none if it is dropped on a node.
    between: Option<Point>,
}

impl EditorLayout {
    /// A node with all that is drawn below it.
    fn branch(&self, index: u32) -> Range<usize> {
        let first = index as usize;
        let ply = self.nodes[first].ply;
        let mut after = self.nodes[first + 1..].iter();
        let more = after.position(|drawn| drawn.ply <= ply);
        first..more.map_or(self.nodes.len(), |more| first + 1 + more)
    }

    /// The place where a subtree dropped at a point lands: at a node, or at the nearest place
    /// between siblings. `takes` returns whether a node can have it.
    fn landing(
        &self,
        moved: u32,
        at: Point,
        takes: impl Fn(&DrawnNode) -> bool,
    ) -> Option<DropPlace> {
        let branch = self.branch(moved);
        let is_free = |index: &usize| {
            let drawn = &self.nodes[*index];
            let again = matches!(drawn.inside, Inside::Again(_));
            !branch.contains(index) && !again && takes(drawn)
        };
        let mut free = (0..self.nodes.len()).filter(is_free);
        let drawn_node = &self.nodes[moved as usize];
        if let Some(on) = free
            .clone()
            .find(|index| self.nodes[*index].rect().contains(at))
        {
            return (drawn_node.above != Some(on as u32)).then(|| DropPlace {
                parent: on as u32,
                index: self.nodes[on].below.len() as u32,
                between: None,
            });
        }
        let mut nearest: Option<(f64, DropPlace)> = None;
        for parent in free.by_ref() {
            for (slot, [from, to], y) in self.gaps(parent, moved) {
                if (at.y - y).abs() > AROUND {
                    continue;
                }
                let away = (from - at.x).max(at.x - to).max(0.0);
                let landing = DropPlace {
                    parent: parent as u32,
                    index: slot,
                    between: Some(Point::new(f64::midpoint(from, to), y)),
                };
                if nearest.is_none_or(|(min, _)| away < min) {
                    nearest = Some((away, landing));
                }
            }
        }
        let (_, landing) = nearest?;
        let stays = drawn_node.above == Some(landing.parent) && drawn_node.index == landing.index;
        (!stays).then_some(landing)
    }

    /// The gaps between the children of a node, before the first and after the last: their
    /// horizontal extents, and their heights. A moved node isn't one of them.
    fn gaps(&self, parent: usize, moved: u32) -> Vec<(u32, [f64; 2], f64)> {
        let below = self.nodes[parent].below.iter();
        let rects: Vec<_> = below
            .filter(|below| **below != moved)
            .map(|below| self.nodes[*below as usize].rect())
            .collect();
        let (Some(first), Some(last)) = (rects.first(), rects.last()) else {
            return Vec::new();
        };
        let y = first.centre().y;
        let mut edges = vec![first.min.x - BESIDE];
        for rect in &rects {
            edges.extend([rect.min.x, rect.max.x]);
        }
        edges.push(last.max.x + BESIDE);
        let gaps = edges.chunks_exact(2).zip(0..);
        gaps.map(|(gap, index)| (index, [gap[0], gap[1]], y))
            .collect()
    }
}

impl TreeEditor {
    /// A branch is taken.
    pub(super) fn take(&mut self, ui: &egui::Ui, brush: &EditorBrush<'_>, index: u32) {
        let Some(at) = ui.input(|input| input.pointer.press_origin()) else {
            return;
        };
        // Escape is consumed here.
        ui.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        });
        let from = brush.transform.scene_from_screen(at);
        self.drag = Some(Drag {
            way: self.laid.branch_path(index),
            from,
            at: from,
            landing: None,
            copies: false,
        });
    }

    /// The branch that is dragged; the tree may have changed meanwhile.
    fn dragged(&self) -> Option<(&Drag, u32)> {
        let drag = self.drag.as_ref()?;
        let index = self.laid.find(&drag.way);
        (self.laid.branch_path(index) == drag.way).then_some((drag, index))
    }

    /// The drawn nodes that are dragged.
    pub(super) fn moved(&self) -> Range<usize> {
        let dragged = self.dragged();
        dragged.map_or(0..0, |(_, index)| self.laid.branch(index))
    }

    /// The result of dropping the subtree now, as text.
    pub(super) fn landing_words(&self) -> Option<String> {
        let (drag, index) = self.dragged()?;
        let name = &self.laid.nodes[index as usize].name;
        let verb = if drag.copies { "Copy" } else { "Move" };
        Some(match drag.landing {
            None => format!(
                "{verb} {name}: drop it between moves or on a node. Ctrl copies it. Esc cancels."
            ),
            Some(landing) => {
                let parent = &self.laid.nodes[landing.parent as usize];
                let below = match &*parent.name {
                    "" => "the root",
                    name => name,
                };
                let others = parent.below.iter().filter(|below| **below != index);
                let (slot, all) = (landing.index + 1, others.count() + 1);
                match drag.copies {
                    true => format!("Copy {name}: below {below}"),
                    false => format!("Move {name}: below {below}, move {slot} of {all}"),
                }
            }
        })
    }

    /// Follows the pointer with the dragged subtree, shows where it would land, and drops it there.
    pub(super) fn drag_ui(&mut self, ui: &egui::Ui, brush: &EditorBrush<'_>) {
        let Some((_, index)) = self.dragged() else {
            self.drag = None;
            return;
        };
        let (pointer, down, copies) = ui.input(|input| {
            let pointer = &input.pointer;
            let copies = input.modifiers.command;
            (pointer.latest_pos(), pointer.primary_down(), copies)
        });
        if let Some(pointer) = pointer {
            let at = brush.transform.scene_from_screen(pointer);
            let landing = self.landing(index, at);
            if let Some(drag) = &mut self.drag {
                (drag.at, drag.landing, drag.copies) = (at, landing, copies);
            }
            self.pan_at_the_edge(ui, pointer);
        }
        if !down {
            self.drop_branch(brush, index);
            return;
        }
        ui.set_cursor_icon(CursorIcon::Grabbing);
        self.paint_drag(brush, index);
    }

    fn landing(&self, index: u32, at: Point) -> Option<DropPlace> {
        let tree = self.tree.as_ref()?;
        let drawn_node = &self.laid.nodes[index as usize];
        let above = drawn_node
            .above
            .map(|above| self.laid.nodes[above as usize].node);
        let below = tree.reached(drawn_node.node);
        let takes = |node: NodeIndex| Some(node) == above || !below[node.0 as usize];
        self.laid.landing(index, at, |drawn| takes(drawn.node))
    }

    /// Scrolls the tree if the pointer is near the edge of the view.
    fn pan_at_the_edge(&mut self, ui: &egui::Ui, pointer: egui::Pos2) {
        let room = self.canvas.inner().shrink(EDGE);
        let all = self.canvas.transform().screen_rect(self.laid.bounds());
        let hidden = !self.canvas.inner().expand(EDGE).contains_rect(all);
        let by = room.clamp(pointer) - pointer;
        if hidden && by != Vec2::ZERO {
            let time = ui.input(|input| input.stable_dt).min(0.1);
            self.canvas.pan(by.normalized() * SPEED * time);
            ui.ctx().request_repaint();
        }
    }

    /// Lets the branch land; where it can't, everything stays as it was.
    fn drop_branch(&mut self, brush: &EditorBrush<'_>, index: u32) {
        let Some(drag) = self.drag.take() else { return };
        // A long press without a drag has selected the node.
        let [from, to] = [drag.from, drag.at].map(|at| brush.transform.screen_from_scene(at));
        if from.distance(to) < SLIP {
            self.select(brush.cx.desk, brush.cx.commands, index);
            return;
        }
        let drawn = &self.laid.nodes[index as usize];
        let (Some(landing), Some(above)) = (drag.landing, drawn.above) else {
            return;
        };
        let node = |index: u32| self.laid.nodes[index as usize].node;
        let from = (node(above), drawn.index);
        let to = (node(landing.parent), landing.index);
        let mut way = self.laid.branch_path(landing.parent);
        if drag.copies {
            // The branch stays among its siblings.
            let is_after = drawn.above == Some(landing.parent) && landing.index >= drawn.index;
            let place = landing.index + u32::from(is_after);
            way.push(place);
            self.way = drag.way;
            let change = TreeChange::Copy([from, (to.0, place)]);
            self.change(brush.cx.commands, &change, way);
            return;
        }
        // After the vacated place all indices decrease by 1.
        if let Some((last, start)) = drag.way.split_last()
            && way.starts_with(start)
            && let Some(slot) = way.get_mut(start.len())
            && *slot > *last
        {
            *slot -= 1;
        }
        way.push(landing.index);
        self.way = drag.way;
        self.change(brush.cx.commands, &TreeChange::Move([from, to]), way);
    }

    fn paint_drag(&self, brush: &EditorBrush<'_>, index: u32) {
        let Some((drag, _)) = self.dragged() else {
            return;
        };
        let mut transform = brush.transform;
        let [from, to] = [drag.from, drag.at].map(|at| brush.transform.screen_from_scene(at));
        transform.shift(to - from);
        let mut painter = brush.painter.clone();
        painter.set_opacity(0.6);
        let ghost = brush.with(&painter, transform);
        self.paint_branch(&ghost, self.laid.branch(index));
        // The dragged part doesn't hide its target.
        if let Some(landing) = &drag.landing {
            self.paint_landing(brush, landing);
        }
    }

    /// A mark where the subtree would land.
    fn paint_landing(&self, brush: &EditorBrush<'_>, landing: &DropPlace) {
        let parent = &self.laid.nodes[landing.parent as usize];
        let ink = brush.cx.theme.player(Player(0));
        let Some(at) = landing.between else {
            let rect = brush.transform.screen_rect(parent.rect()).expand(6.0);
            let ring = Stroke::new(3.5, ink);
            brush
                .painter
                .rect_stroke(rect, 12.0, ring, StrokeKind::Middle);
            return;
        };
        let from = parent.at.moved(0.0, HEIGHT / 2.0);
        let to = at.moved(0.0, -HEIGHT / 2.0);
        let middle = f64::midpoint(from.y, to.y);
        let mut line = Drawing::default();
        line.add(Shape::Curve {
            points: [
                from,
                Point::new(from.x, middle),
                Point::new(to.x, middle),
                to,
            ],
            stroke: Line::new(2.4, Ink::Player(Player(0), Shade::Full)),
        });
        paint(brush.painter, &brush.transform, brush.cx.theme, &line);
        let size = vec2(BAR as f32, (HEIGHT * brush.transform.scale) as f32);
        let bar = Rect::from_center_size(brush.transform.screen_from_scene(at), size);
        brush.painter.rect_filled(bar, 3.0, ink);
    }
}
