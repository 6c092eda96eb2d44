//! Draws the tree of a recording.

use eframe::egui::{self, CursorIcon, Id, Role, Sense, WidgetInfo};
use num_bigint::BigUint;

use super::player::{Player, bounds};
use crate::app::base::{Identified as _, ids, paint::paint};
use crate::app::intent::Command;
use crate::app::parts::{Cx, scene_ui, tip_text};
use crate::diagram::{
    Block, Drawing, Family, NODE_HEIGHT, RecordedDrawn, RecordedSight, Rect, Sight,
    draw_far_recorded, draw_recorded, far_in_recording, recorded_rect,
};
use crate::search::Phase;
use crate::session::Action;
use crate::tree::UnfoldingNode;
use crate::words::plural;

/// Below this scale nodes are marks without text …
const DETAIL: f64 = 0.30;
/// … below this moves have no names …
const NAMES: f64 = 0.45;
/// … and minimum scale for texts around nodes.
const DETAILS: f64 = 0.42;
/// A subtree that has fewer points than this for each child is drawn as one.
const MIN: f64 = 3.0;
/// Maximum nodes exposed by name, and to screen readers.
const MAX_NAMED: usize = 200;

impl Player {
    /// Draws the tree into the rest of `ui`; returns whether it was pressed.
    pub(super) fn canvas_ui(
        &mut self,
        ui: &mut egui::Ui,
        cx: &Cx<'_>,
        inner: egui::Rect,
        name: &str,
    ) -> bool {
        let (screen, response) = scene_ui(ui, name);
        let bounds = bounds(&self.layout);
        let family = self.family(bounds);
        self.canvas.prepare(screen, inner, bounds, || Some(family));
        self.canvas.stretch(bounds, DETAIL);
        self.canvas.pan_and_zoom(ui, &response);
        let painter = ui.painter_at(screen);
        painter.rect_filled(screen, 0.0, cx.theme.ground);
        let sights = self.paint(&painter, cx);
        if response.contains_pointer() {
            self.canvas.keep_free(ui.ctx(), &family);
        }
        let mut selected = None;
        let far = self.canvas.scale() < DETAIL;
        for seen in sights.iter().take(MAX_NAMED).filter(|_| !far) {
            if self.node_ui(ui, cx, seen, name) {
                selected = Some(seen.sight.node);
            }
        }
        if let Some(node) = selected {
            self.selected = Some(node);
            cx.push(Command::Act(Action::SelectLine(self.line_to(node))));
        }
        response.is_pointer_button_down_on() || selected.is_some()
    }

    /// The important parts: the current node, and those around it.
    fn family(&self, whole: Rect) -> Family {
        let view = self.view().tree;
        let node = self.node();
        let rect = |node: UnfoldingNode| {
            let at = self.layout.position(node.0);
            // The known interval is beside and below it.
            let rect = recorded_rect(&view, node, at).grown(12.0);
            rect.and(Rect::around(at, 160.0, 2.5 * NODE_HEIGHT))
        };
        let children = view.unfolding.children(node).map(rect);
        Family {
            whole,
            selected: rect(node),
            children: children.reduce(Rect::and),
            parent: view.unfolding.parent(node).map(rect),
        }
    }

    /// Paints the visible part, and returns its nodes.
    fn paint(&self, painter: &egui::Painter, cx: &Cx<'_>) -> Vec<RecordedSight> {
        let transform = self.canvas.transform();
        let scale = transform.scale;
        let view = self.view();
        let scene = transform.scene_rect(self.canvas.screen()).grown(40.0);
        let far = scale < DETAIL;
        let least = if far { MIN } else { 0.0 };
        let (sights, blocks) = far_in_recording(&self.layout, &view.tree, scene, scale, least);
        let top = self.top();
        let sights = sights.into_iter().map(|sight| self.seen(sight, top));
        let sights: Vec<RecordedSight> = sights.collect();
        let mut drawing = Drawing::default();
        if far {
            let phase = |block: &Block| view.recording.phase(block.node, view.event);
            let blocks: Vec<(Rect, Phase)> = blocks
                .iter()
                .map(|block| (block.rect, phase(block)))
                .collect();
            let stretch = transform.axes[1] / transform.axes[0];
            draw_far_recorded(&mut drawing, &sights, &blocks, scale, stretch);
        } else {
            // If everything is larger, more is readable.
            let read = scale * f64::from(painter.ctx().zoom_factor().max(1.0));
            let drawn = RecordedDrawn {
                names: read >= NAMES,
                details: read >= DETAILS,
            };
            draw_recorded(&mut drawing, &view, &sights, drawn);
        }
        paint(painter, &transform, cx.theme, &drawing);
        sights
    }

    /// A node that is found by name; whether it was clicked.
    fn node_ui(&self, ui: &egui::Ui, cx: &Cx<'_>, seen: &RecordedSight, name: &str) -> bool {
        let rect = recorded_rect(&self.view().tree, seen.sight.node, seen.sight.at);
        let rect = self.canvas.transform().screen_rect(rect);
        let rect = rect.intersect(self.canvas.screen());
        if !rect.is_positive() {
            return false;
        }
        let id = Id::unique("recorded node").with((name, seen.sight.node.0));
        let node = ui.interact(rect, id, Sense::click());
        node.widget_info(|| {
            let label = self.describe(seen);
            WidgetInfo::selected(Role::TreeItem, true, seen.at_work, label)
        });
        let node = node.identified(&ids::recorded(phase_key(seen.phase)));
        let clicked = node.clicked();
        let node = node.on_hover_cursor(CursorIcon::PointingHand);
        if !seen.selected && !seen.at_work {
            tip_text(&node, cx, || self.describe(seen));
        }
        clicked
    }

    /// The state of a visible node.
    fn seen(&self, sight: Sight, top: UnfoldingNode) -> RecordedSight {
        let (event, _) = self.place();
        let recording = &self.recorded.recording;
        let phase = recording.phase(sight.node, event);
        let cut = recording.cut_size(sight.node, event).cloned();
        RecordedSight {
            at_work: sight.node == top,
            selected: self.selected == Some(sight.node),
            estimated: recording.is_estimate(sight.node, event),
            sight,
            phase,
            cut,
        }
    }

    /// A node in one sentence.
    fn describe(&self, seen: &RecordedSight) -> String {
        let view = self.view();
        let vertex = view.tree.unfolding.vertex(seen.sight.node);
        let name = view
            .tree
            .move_name(seen.sight.node)
            .unwrap_or_else(|| "the root".to_owned());
        let position = view.tree.labels.position_text(vertex);
        let numbers = &self.recorded.numbers;
        let known = |known| {
            let bounds = numbers.told(known, seen.estimated);
            bounds.unwrap_or_else(|| "nothing known".to_owned())
        };
        let what = match seen.phase {
            Phase::Unseen => "not visited".to_owned(),
            Phase::Open {
                window,
                known: so_far,
            } if view.has_window => format!(
                "open, {}, α {}, β {}",
                known(so_far),
                numbers.text(window.low),
                numbers.text(window.high)
            ),
            Phase::Open { known: so_far, .. } => format!("open, {}", known(so_far)),
            Phase::Done { known: found } => format!("finished, {}", known(found)),
            Phase::Hit { known: found } => format!("table hit, {}", known(found)),
            Phase::Sampled { visits: 0, .. } => "first visit".to_owned(),
            Phase::Sampled {
                known: mean,
                visits,
                ..
            } => {
                let games = plural(visits, "game", "games");
                format!("{visits} {games}, average {}", known(mean))
            }
            Phase::Cut => match &seen.cut {
                Some(nodes) if *nodes == BigUint::from(1_u32) => "cut, 1 node".to_owned(),
                Some(nodes) => format!("cut, {nodes} nodes"),
                None => "cut".to_owned(),
            },
        };
        format!("{name}: {position}, {what}")
    }
}

/// The id of a node's state for programs.
fn phase_key(phase: Phase) -> &'static str {
    match phase {
        Phase::Unseen => "unseen",
        Phase::Open { .. } => "open",
        Phase::Done { .. } => "done",
        Phase::Hit { .. } => "found",
        Phase::Sampled { visits: 0, .. } => "tried",
        Phase::Sampled { .. } => "sampled",
        Phase::Cut => "cut",
    }
}
