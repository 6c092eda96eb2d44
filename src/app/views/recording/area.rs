//! The recordings with their controls in the middle of the window: each recording's tree, and below
//! them the playback bar with its buttons, the present step, and its text in each recording.

use eframe::egui::{self, Align, CursorIcon, Id, Role, Sense, Vec2, WidgetInfo};
use egui_material_icons::icons::{ICON_PAUSE, ICON_PLAY_ARROW};
use num_bigint::BigUint;

use super::RecordingPanel;
use super::player::RecordingPlayer;
use crate::app::base::paint::paint;
use crate::app::base::{Identified as _, SlotState, ids, size};
use crate::app::intent::places::tooltip;
use crate::app::intent::{Command, CommandId};
use crate::app::parts::bar::{above, bar};
use crate::app::parts::{
    Cx, FreeArea, WhyUnknown, above_ui, legend_ui, measured, scene_ui, tip_text, waiting_ui,
    zoom_ui,
};
use crate::diagram::{
    Drawing, Family, FarBlock, LegendEntry, NODE_HEIGHT, RecordedDrawn, RecordedSight, Rect,
    draw_far_recorded, draw_recorded, far_in_recording, number_of_moves, recorded_bounds,
    recorded_rect, recording_legend,
};
use crate::search::NodePhase;
use crate::session::Action;
use crate::tree::UnfoldingNode;
use crate::words::{plural, short_number};

/// The height of a recording's name when there are two.
const NAME: f32 = 24.0;

impl RecordingPanel {
    /// The recordings with all that belongs to them.
    pub(super) fn area_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let screen = ui.available_rect_before_wrap();
        let top = above(screen.width(), cx.desk.over(), 1);
        let shown = match cx.desk.hidden {
            true => 0,
            false => self.players.len(),
        };
        above_ui(ui.ctx(), cx, screen, |ui| {
            if shown > 0 {
                bar(ui, cx, |ui| {
                    zoom_ui(ui, cx, |_| {});
                    ui.separator();
                    cx.icon_button(ui, CommandId::RecordBeside);
                    cx.icon_button(ui, CommandId::CloseRecording);
                });
            }
        });
        if shown == 0 {
            self.nothing_ui(ui, cx, screen);
        }
        let entries = match cx.desk.shows_legend() {
            true => self.entries(shown),
            false => Vec::new(),
        };
        let legend = match entries.is_empty() {
            true => 0.0,
            false => measured(&entries, screen.width()).1,
        };
        let mut lower = screen;
        lower.max.y -= legend;
        if shown > 0 {
            let bar = lower.with_min_y((lower.max.y - bar_height(cx)).max(lower.min.y));
            lower.max.y = bar.min.y;
            self.transport_ui(ui, cx, bar);
        }
        let (width, active) = (screen.width() / shown.max(1) as f32, self.active);
        for (index, player) in self.players.iter_mut().take(shown).enumerate() {
            let left = screen.left() + index as f32 * width;
            let mut rect = egui::Rect::from_min_size(
                egui::pos2(left, screen.top()),
                Vec2::new(width, lower.height()),
            );
            if index > 0 {
                let stroke = egui::Stroke::new(1.0, cx.theme.line);
                ui.painter().vline(left, rect.y_range(), stroke);
                rect.min.x += 1.0;
            }
            let recording_area = RecordingArea {
                index,
                own: rect,
                top,
                is_active: index == active,
                alone: shown == 1,
            };
            if player.ui(ui, cx, &recording_area) {
                self.active = index;
            }
        }
        if !entries.is_empty() {
            legend_ui(ui.ctx(), screen, cx, &entries);
        }
    }

    /// The common legend of all recordings, which starts with the active one's.
    fn entries(&self, shown: usize) -> Vec<LegendEntry> {
        let mut entries: Vec<LegendEntry> = Vec::new();
        let players = &self.players[..shown];
        let first = players.get(self.active).into_iter();
        for player in first.chain(players) {
            for entry in recording_legend(&player.view(), player.recorded.options.method, None) {
                if !entries.iter().any(|known| known.text == entry.text) {
                    entries.push(entry);
                }
            }
        }
        entries
    }

    /// The placeholder before anything is recorded.
    fn nothing_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, screen: egui::Rect) {
        let size = Vec2::new(screen.width().min(430.0) - 24.0, 150.0);
        let rect = egui::Rect::from_center_size(screen.center(), size);
        let layout = egui::Layout::top_down(egui::Align::Center);
        ui.scope_builder(egui::UiBuilder::new().max_rect(rect).layout(layout), |ui| {
            if let SlotState::Running(_, events) = self.running.state() {
                let words = format!("Recording: {} steps", short_number(*events.now()));
                waiting_ui(ui, cx, words, WhyUnknown::Running);
                return;
            }
            if cx.desk.hidden {
                let words =
                    "Ratings are hidden, and a recording would reveal them: press H to show them";
                let phrase = cx.dim(cx.hint(words));
                ui.label(phrase).identified(ids::RECORDING_HIDDEN);
                return;
            }
            let text = "Record an algorithm and step through it: which nodes it visits, what \
                 it knows, and what it cuts.";
            ui.label(cx.dim(text)).identified(ids::RECORDING_NONE);
            ui.add_space(8.0);
            let button = egui::Button::new(CommandId::Record.text()).fill(cx.theme.soft);
            if ui.add(button).identified(CommandId::Record.id()).clicked() {
                cx.run(CommandId::Record);
            }
        });
    }
}

/// The place of a recording.
struct RecordingArea {
    /// Which one it is, from left to right.
    index: usize,
    /// Its part of the window.
    own: egui::Rect,
    /// The height of the controls at the top.
    top: f32,
    /// Whether the panel is about it.
    is_active: bool,
    /// Whether no other one is shown.
    alone: bool,
}

impl RecordingPlayer {
    /// The recording's tree, with its name if there are two; whether it was used.
    fn ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, recording_area: &RecordingArea) -> bool {
        let RecordingArea {
            index, own: rect, ..
        } = *recording_area;
        let title = self.title();
        let name = format!("Recording {}: {title}", index + 1);
        let above = recording_area.top + if recording_area.alone { 0.0 } else { NAME };
        let tree = FreeArea::between(rect, above, 0.0);
        ui.painter().rect_filled(rect, 0.0, cx.theme.ground);
        let (tree, inner) = (tree.screen, tree.inner());
        let builder = egui::UiBuilder::new()
            .max_rect(tree)
            .id_salt(("tree", index));
        let before = cx.commands.len();
        let drawn = ui.scope_builder(builder, |ui| self.canvas_ui(ui, cx, inner, &name));
        if !recording_area.alone {
            let color = cx.theme.text_color(recording_area.is_active);
            let (at, all) = self.steps();
            let title = match at + 1 == all {
                true => format!("{title}: done in {}", short_number(all)),
                false => format!("{title}: {} / {}", short_number(at + 1), short_number(all)),
            };
            let at = egui::pos2(rect.left() + 16.0, rect.top() + recording_area.top + 4.0);
            let font = egui::FontId::proportional(size::BODY);
            ui.painter()
                .text(at, egui::Align2::LEFT_TOP, title, font, color);
        }
        drawn.inner || cx.commands.len() > before
    }
}

/// The heights of the bar: for a pointer, and for a thumb.
const HEIGHTS: [f32; 2] = [86.0, 120.0];

/// The height of the bar.
pub(super) fn bar_height(cx: &Cx<'_>) -> f32 {
    HEIGHTS[usize::from(cx.desk.is_touched)]
}

impl RecordingPanel {
    /// The bar.
    pub(super) fn transport_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, rect: egui::Rect) {
        ui.painter().rect_filled(rect, 0.0, cx.theme.panel);
        let stroke = egui::Stroke::new(1.0, cx.theme.line);
        ui.painter().hline(rect.x_range(), rect.top(), stroke);
        let builder = egui::UiBuilder::new()
            .max_rect(rect.shrink2(Vec2::new(12.0, 6.0)))
            .id_salt("bar");
        ui.scope_builder(builder, |ui| {
            let (at, all) = self.place().unwrap_or_default();
            ui.horizontal(|ui| {
                ui.set_min_height(cx.button_size().y);
                ui.spacing_mut().item_spacing.x = 2.0;
                self.buttons_ui(ui, cx);
                ui.add_space(8.0);
                if !cx.desk.is_slim {
                    self.speed_ui(ui, cx);
                    ui.add_space(8.0);
                }
                let text = format!("{} / {}", short_number(at + 1), short_number(all));
                ui.with_layout(egui::Layout::right_to_left(Align::Center), |ui| {
                    ui.label(cx.small(text));
                });
            });
            self.slider_ui(ui, cx);
            ui.columns(self.players.len(), |columns| {
                for (index, (ui, player)) in columns.iter_mut().zip(&self.players).enumerate() {
                    let color = cx.theme.text_color(index == self.active);
                    let label = egui::RichText::new(player.step_text()).size(size::BODY);
                    ui.add(egui::Label::new(label.color(color)).truncate())
                        .identified(ids::STEP);
                }
            });
        });
    }

    /// The buttons for playback and single steps.
    fn buttons_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let (at, all) = self.place().unwrap_or_default();
        let (before, after) = (at > 0, at + 1 < all);
        let buttons = [
            (CommandId::RecordingStart, before),
            (CommandId::PreviousCut, self.cut(false).is_some()),
            (CommandId::StepBack, before),
            (CommandId::PlayRecording, all > 1),
            (CommandId::StepForward, after),
            (CommandId::NextCut, self.cut(true).is_some()),
            (CommandId::RecordingEnd, after),
        ];
        for (named, enabled) in buttons {
            let (icon, phrase) = match (named, self.playback.is_playing()) {
                (CommandId::PlayRecording, true) => (ICON_PAUSE.codepoint, "Pause"),
                (CommandId::PlayRecording, false) => (ICON_PLAY_ARROW.codepoint, named.text()),
                _ => (named.icon(), named.text()),
            };
            let text = egui::RichText::new(icon).size(18.0);
            let size = Vec2::new(26.0, 26.0).max(cx.button_size() - Vec2::new(2.0, 0.0));
            let button = egui::Button::new(text).min_size(size);
            button_ui(ui, cx, (named, phrase), button, enabled);
        }
    }

    /// The speed.
    fn speed_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let speed = match self.speed() {
            speed if speed < 1.0 => format!("{speed}/s"),
            speed => format!("{}/s", short_number(speed as usize)),
        };
        let button = |sign| egui::Button::new(sign).min_size(Vec2::splat(22.0));
        let slower = (CommandId::Slower, CommandId::Slower.text());
        let faster = (CommandId::Faster, CommandId::Faster.text());
        button_ui(ui, cx, slower, button("−"), true);
        ui.add_sized([44.0, 22.0], egui::Label::new(cx.small(&speed)))
            .on_hover_text("Steps per second");
        button_ui(ui, cx, faster, button("+"), true);
    }

    /// A line along which the recording is scrubbed, with a mark where something was cut.
    fn slider_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let (at, all) = self.place().unwrap_or_default();
        let last = all.saturating_sub(1).max(1);
        let height = if cx.desk.is_touched { 30.0 } else { 14.0 };
        let wide = Vec2::new(ui.available_width(), height);
        let (rect, response) = ui.allocate_exact_size(wide, egui::Sense::click_and_drag());
        let name = "Step of the recording";
        response.widget_info(|| WidgetInfo::slider(true, at as f64, name));
        let line = egui::Rect::from_center_size(rect.center(), Vec2::new(rect.width() - 12.0, 4.0));
        let painter = ui.painter_at(rect.expand(2.0));
        painter.rect_filled(line, 2.0, cx.theme.line);
        let share = at as f32 / last as f32;
        let here = egui::pos2(line.left() + share * line.width(), line.center().y);
        let done = egui::Rect::from_min_max(line.min, egui::pos2(here.x, line.bottom()));
        painter.rect_filled(done, 2.0, cx.theme.dim);
        painter.circle_filled(here, 6.0, cx.theme.text);
        if response.has_focus() {
            let stroke = egui::Stroke::new(2.0, cx.theme.player(crate::game::Player(0)));
            painter.circle_stroke(here, 8.0, stroke);
        }
        let pressed = response.dragged() || response.clicked();
        if pressed && let Some(pointer) = response.interact_pointer_pos() {
            let share = ((pointer.x - line.left()) / line.width()).clamp(0.0, 1.0);
            let step = (f64::from(share) * last as f64).round() as usize;
            cx.push(Command::GoToStep(step));
        }
    }
}

/// A button of a command, and its name.
fn button_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    (named, text): (CommandId, &str),
    button: egui::Button<'_>,
    enabled: bool,
) {
    let response = ui
        .add_enabled(enabled, button)
        .called(Role::Button, text)
        .identified(named.id());
    if response.clicked() {
        cx.run(named);
    }
    response.on_hover_text(tooltip(ui.ctx(), named));
}

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

impl RecordingPlayer {
    /// Draws the tree into the rest of `ui`; returns whether it was pressed.
    pub(super) fn canvas_ui(
        &mut self,
        ui: &mut egui::Ui,
        cx: &Cx<'_>,
        inner: egui::Rect,
        name: &str,
    ) -> bool {
        let (screen, response) = scene_ui(ui, name);
        let bounds = recorded_bounds(&self.layout);
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
        let min = if far { MIN } else { 0.0 };
        let (sights, blocks) = far_in_recording(&self.layout, &view.tree, scene, scale, min);
        let sights = sights.into_iter().map(|sight| {
            let selected = self.selected == Some(sight.node);
            RecordedSight::of(&view, sight, selected)
        });
        let sights: Vec<RecordedSight> = sights.collect();
        let mut drawing = Drawing::default();
        if far {
            let phase = |block: &FarBlock| view.recording.phase(block.node, view.event);
            let blocks: Vec<(Rect, NodePhase)> = blocks
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
            let bounds = numbers.value_text(known, seen.estimated);
            bounds.unwrap_or_else(|| "nothing known".to_owned())
        };
        let what = match seen.phase {
            NodePhase::Unseen => "not visited".to_owned(),
            NodePhase::Open {
                window,
                known: so_far,
            } if view.has_window => format!(
                "open, {}, α {}, β {}",
                known(so_far),
                numbers.text(window.low),
                numbers.text(window.high)
            ),
            NodePhase::Open { known: so_far, .. } => format!("open, {}", known(so_far)),
            NodePhase::Done { known: found } => format!("finished, {}", known(found)),
            NodePhase::Hit { known: found } => format!("table hit, {}", known(found)),
            NodePhase::Sampled { visits: 0, .. } => "first visit".to_owned(),
            NodePhase::Sampled {
                known: mean,
                visits,
                ..
            } => {
                let games = plural(visits, "game", "games");
                format!("{visits} {games}, average {}", known(mean))
            }
            NodePhase::Cut => match &seen.cut {
                Some(nodes) if *nodes == BigUint::from(1_u32) => "cut, 1 node".to_owned(),
                Some(nodes) => format!("cut, {nodes} nodes"),
                None => "cut".to_owned(),
            },
        };
        let moves = number_of_moves(view.tree.labels.graph(), vertex);
        format!("{name}: {position}, {what}{moves}")
    }
}

/// The id of a node's state for programs.
fn phase_key(phase: NodePhase) -> &'static str {
    match phase {
        NodePhase::Unseen => "unseen",
        NodePhase::Open { .. } => "open",
        NodePhase::Done { .. } => "done",
        NodePhase::Hit { .. } => "found",
        NodePhase::Sampled { visits: 0, .. } => "tried",
        NodePhase::Sampled { .. } => "sampled",
        NodePhase::Cut => "cut",
    }
}
