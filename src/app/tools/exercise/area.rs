//! The middle of the window during an exercise: its whole tree, with the blanks.

use eframe::egui::{self, CursorIcon, Id, Role, Sense, Vec2, WidgetInfo};

use super::ExercisePanel;
use crate::app::base::{Identified as _, ids, paint::paint};
use crate::app::intent::{Command, CommandId, Exercising};
use crate::app::parts::{Cx, Room, bar::bar, legend_ui, measured, tip_text, zoom_ui};
use crate::diagram::{
    Drawing, ExerciseSight, Rect, draw_exercise, exercise_legend, exercise_move_rect, exercise_rect,
};
use crate::session::exercise::Posed;

/// The height of the controls at the top.
const ABOVE: f32 = 52.0;

impl ExercisePanel {
    /// The tree of the exercise.
    pub(super) fn area_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let screen = ui.available_rect_before_wrap();
        let Some(practice) = &mut self.practice else {
            return;
        };
        let entries = match cx.desk.shows_legend() {
            true => exercise_legend(practice.posed.marks(&practice.attempt)),
            false => Vec::new(),
        };
        let legend = match entries.is_empty() {
            true => 0.0,
            false => measured(&entries, screen.width()).1,
        };
        let room = Room::between(screen, ABOVE, legend);
        let tree = room.screen;
        let response = ui
            .interact(tree, Id::unique("exercise tree"), Sense::click_and_drag())
            .called(Role::Canvas, "Exercise's tree");
        let (bounds, family) = (practice.bounds(), practice.family());
        practice
            .canvas
            .prepare(tree, room.inner(), bounds, || Some(family));
        practice.canvas.pan_and_zoom(ui, &response);
        let transform = practice.canvas.transform();
        let painter = ui.painter_at(tree);
        painter.rect_filled(tree, 0.0, cx.theme.ground);
        let posed = &practice.posed;
        let seen = practice.seen();
        let mut drawing = Drawing::default();
        draw_exercise(&mut drawing, &posed.view(), &seen);
        paint(&painter, &transform, cx.theme, &drawing);
        let marks_moves = !posed.has_fields();
        for sight in &seen {
            let on_screen = |rect| transform.screen_rect(rect).intersect(tree);
            node_ui(ui, cx, posed, sight, on_screen);
            if marks_moves {
                move_ui(ui, cx, posed, sight, on_screen);
            }
        }
        controls_ui(ui.ctx(), cx, screen);
        if !entries.is_empty() {
            legend_ui(ui.ctx(), screen, cx, &entries);
        }
    }
}

/// The clickable node.
fn node_ui(
    ui: &egui::Ui,
    cx: &Cx<'_>,
    posed: &Posed,
    sight: &ExerciseSight,
    on_screen: impl Fn(Rect) -> egui::Rect,
) {
    let node = sight.sight.node;
    let rect = exercise_rect(&posed.view(), node, sight.sight.at, sight.field.is_some());
    let rect = on_screen(rect);
    if !rect.is_positive() {
        return;
    }
    let id = Id::unique("exercise node").with(node.0);
    let response = ui.interact(rect, id, Sense::click());
    let words = posed.describe(sight);
    let response = response
        .chosen(Role::TreeItem, sight.current, &words)
        .identified(&ids::exercise_node(node));
    cx.push_once_on_click(&response, || Command::Exercise(Exercising::PressNode(node)));
    let response = response.on_hover_cursor(CursorIcon::PointingHand);
    if !sight.current {
        tip_text(&response, cx, || words.clone());
    }
}

/// The clickable move to a node.
fn move_ui(
    ui: &egui::Ui,
    cx: &Cx<'_>,
    posed: &Posed,
    sight: &ExerciseSight,
    on_screen: impl Fn(Rect) -> egui::Rect,
) {
    let node = sight.sight.node;
    let rect = exercise_move_rect(&posed.view(), &sight.sight).map(on_screen);
    let Some(rect) = rect.filter(egui::Rect::is_positive) else {
        return;
    };
    let id = Id::unique("exercise move").with(node.0);
    let response = ui.interact(rect, id, Sense::click());
    let is_marked = sight.mark.best || sight.mark.cut;
    let name = posed.line_text(node);
    response.widget_info(|| {
        WidgetInfo::selected(Role::CheckBox, true, is_marked, format!("Move {name}"))
    });
    cx.push_once_on_click(&response, || Command::Exercise(Exercising::PressMove(node)));
    response.on_hover_cursor(CursorIcon::PointingHand);
}

/// The controls above the tree.
fn controls_ui(ctx: &egui::Context, cx: &Cx<'_>, screen: egui::Rect) {
    let area = egui::Area::new(Id::unique("exercise controls"))
        .order(egui::Order::Middle)
        .fixed_pos(screen.min + Vec2::new(14.0, 10.0))
        .constrain(false)
        .fade_in(false);
    area.show(ctx, |ui| {
        ui.set_clip_rect(screen);
        bar(ui, cx, |ui| {
            zoom_ui(ui, cx, |_| {});
            ui.separator();
            for named in [
                CommandId::PreviousBlank,
                CommandId::NextBlank,
                CommandId::Hint,
                CommandId::CheckAll,
            ] {
                cx.icon_button(ui, named);
            }
        });
    });
}
