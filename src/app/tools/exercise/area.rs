//! The middle of the window while somebody does an exercise: its whole tree, with the blanks.

use eframe::egui::{self, CursorIcon, Id, Role, Sense, Vec2, WidgetInfo};

use super::ExercisePanel;
use crate::app::base::ids;
use crate::app::base::ids::Identified as _;
use crate::app::base::paint::paint;
use crate::app::intent::command::{Command, Named};
use crate::app::intent::payload::Exercising;
use crate::app::parts::bar::bar;
use crate::app::parts::cx::Cx;
use crate::app::parts::legend::{legend_ui, measured};
use crate::diagram::{Drawing, draw_exercise, exercise_legend, exercise_move_rect, exercise_rect};
use crate::session::exercise::Task;

/// How much of the middle the controls take at the top.
const ABOVE: f32 = 52.0;

impl ExercisePanel {
    /// The tree of the exercise.
    pub(super) fn area_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let screen = ui.available_rect_before_wrap();
        let Some(practice) = &mut self.practice else {
            return;
        };
        let entries = match cx.desk.settings.legend {
            true => exercise_legend(practice.posed.marks(&practice.attempt)),
            false => Vec::new(),
        };
        let legend = match entries.is_empty() {
            true => 0.0,
            false => measured(&entries, screen.width()).1,
        };
        let mut tree = screen;
        tree.max.y -= legend;
        let response = ui.interact(tree, Id::unique("exercise tree"), Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Exercise's tree"));
        let mut inner = tree.shrink2(Vec2::new(16.0, 10.0));
        inner.min.y += ABOVE - 10.0;
        let focus = practice.focus();
        let bounds = practice.bounds();
        if practice.canvas.screen().size() != tree.size() {
            // In a room of another size what is asked stays in sight.
            practice.canvas.show(focus);
        }
        practice.canvas.prepare(tree, inner, bounds, focus);
        practice.canvas.pan_and_zoom(ui, &response);
        let transform = practice.canvas.transform();
        let painter = ui.painter_at(tree);
        painter.rect_filled(tree, 0.0, cx.theme.ground);
        let posed = &practice.posed;
        let view = posed.view();
        let seen = practice.seen();
        let mut drawing = Drawing::default();
        draw_exercise(&mut drawing, &view, &seen);
        paint(&painter, &transform, cx.theme, &drawing);
        let marks_moves = matches!(posed.task(), Task::BestMoves | Task::Cuts);
        for sight in &seen {
            let node = sight.sight.node;
            let rect = exercise_rect(&view, node, sight.sight.at, sight.field.is_some());
            let rect = transform.screen_rect(rect).intersect(tree);
            if rect.is_positive() {
                let id = Id::unique("exercise node").with(node.0);
                let response = ui.interact(rect, id, Sense::click());
                let words = posed.describe(sight);
                response.widget_info(|| {
                    WidgetInfo::selected(Role::TreeItem, true, sight.current, &words)
                });
                let response = response.identified(&ids::exercise_node(node));
                if response.clicked() {
                    response.surrender_focus();
                    cx.push(Command::Exercise(Exercising::PressNode(node)));
                }
                response
                    .on_hover_cursor(CursorIcon::PointingHand)
                    .on_hover_text(words);
            }
            let Some(rect) = exercise_move_rect(&view, &sight.sight).filter(|_| marks_moves) else {
                continue;
            };
            let rect = transform.screen_rect(rect).intersect(tree);
            if !rect.is_positive() {
                continue;
            }
            let id = Id::unique("exercise move").with(node.0);
            let response = ui.interact(rect, id, Sense::click());
            let is_marked = sight.mark.best || sight.mark.cut;
            let name = posed.line_text(node);
            response.widget_info(|| {
                WidgetInfo::selected(Role::CheckBox, true, is_marked, format!("Move {name}"))
            });
            if response.clicked() {
                response.surrender_focus();
                cx.push(Command::Exercise(Exercising::PressMove(node)));
            }
            response.on_hover_cursor(CursorIcon::PointingHand);
        }
        let area = egui::Area::new(Id::unique("exercise controls"))
            .order(egui::Order::Middle)
            .fixed_pos(screen.min + Vec2::new(14.0, 10.0))
            .constrain(false)
            .fade_in(false);
        area.show(ui.ctx(), |ui| {
            ui.set_clip_rect(screen);
            bar(ui, cx, |ui| {
                for named in [Named::Fit, Named::ZoomOut, Named::ZoomIn] {
                    cx.icon_button(ui, named);
                }
                ui.separator();
                for named in [
                    Named::PreviousBlank,
                    Named::NextBlank,
                    Named::Hint,
                    Named::CheckAll,
                ] {
                    cx.icon_button(ui, named);
                }
            });
        });
        if !entries.is_empty() {
            legend_ui(ui.ctx(), screen, cx, &entries);
        }
    }
}
