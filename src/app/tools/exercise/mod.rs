//! Exercises in the window: the tree with its blanks in the middle, and the question at the right.

mod panel;
mod practice;
mod work;

use std::path::PathBuf;

use eframe::egui::{self, Context, CursorIcon, Id, Role, Sense, Vec2, WidgetInfo};

use crate::app::base::{Identified as _, ids, paint::paint};
use crate::app::document::{AfterPrompt, ExerciseMark, KeptExercise};
use crate::app::intent::{Command, CommandId, ExerciseAction, MainView, SidePanel};
use crate::app::parts::{
    BackgroundWork, Cx, Desk, FreeArea, Responder, Tool, bar::bar, legend_ui, measured, tip_text,
    zoom_ui,
};
use crate::diagram::{
    self, ExerciseSight, Rect, draw_exercise, exercise_legend, exercise_move_rect, exercise_rect,
};
use crate::session::exercise::{ExerciseGenerator, Level, Posed, Task};
use practice::Practice;
use work::ExerciseWrite;

/// The prompt for a path before writing.
pub(crate) struct PathPrompt {
    /// Whether it is a sheet for paper.
    sheet: bool,
    /// The path, as it is typed.
    path: String,
    /// The path of an existing file that the user was told about.
    known: Option<PathBuf>,
    /// Whether the field has had the focus.
    focused: bool,
}

/// The state of exercises.
pub struct ExercisePanel {
    /// The options of the next exercise.
    task: Task,
    level: Level,
    seed: String,
    /// Whether answers are checked at once.
    at_once: bool,
    /// The exercise being generated.
    drawing: Option<ExerciseGenerator>,
    /// Why the last one couldn't be made.
    fault: Option<String>,
    practice: Option<Box<Practice>>,
    asking: Option<PathPrompt>,
    writing: Option<ExerciseWrite>,
    /// The action after the exercise is saved.
    pub(crate) next: Option<AfterPrompt>,
    /// Whether the next frame gives the keyboard to the panel.
    lead: bool,
    /// Whether ratings were hidden before.
    hidden_before: bool,
    middle_before: MainView,
}

impl Default for ExercisePanel {
    fn default() -> Self {
        Self {
            task: Task::default(),
            level: Level::default(),
            seed: "1".to_owned(),
            at_once: true,
            drawing: None,
            fault: None,
            practice: None,
            asking: None,
            writing: None,
            next: None,
            lead: false,
            hidden_before: false,
            middle_before: MainView::default(),
        }
    }
}

/// The commands allowed during an exercise: none of them reveals a rating.
const ALLOWED: [CommandId; 27] = [
    CommandId::NewBoard,
    CommandId::Open,
    CommandId::Save,
    CommandId::SaveAs,
    CommandId::Quit,
    CommandId::CopyPosition,
    CommandId::CopyLine,
    CommandId::CopyLink,
    CommandId::Paste,
    CommandId::CancelWork,
    CommandId::ClearRecent,
    CommandId::Fit,
    CommandId::ActualSize,
    CommandId::ZoomIn,
    CommandId::ZoomOut,
    CommandId::ShowBoard,
    CommandId::ShowNode,
    CommandId::ShowLegend,
    CommandId::Display,
    CommandId::LargerText,
    CommandId::SmallerText,
    CommandId::NormalText,
    CommandId::FullScreen,
    CommandId::ResetLayout,
    CommandId::Palette,
    CommandId::Keys,
    CommandId::About,
];

/// The commands of exercises.
const COMMANDS: [CommandId; 11] = [
    CommandId::NewExercise,
    CommandId::ExerciseHere,
    CommandId::LeaveExercise,
    CommandId::NextBlank,
    CommandId::PreviousBlank,
    CommandId::Hint,
    CommandId::CheckAnswer,
    CommandId::CheckAll,
    CommandId::ShowAnswers,
    CommandId::SaveExercise,
    CommandId::PrintSheet,
];

impl Tool for ExercisePanel {
    fn middle(&self) -> Option<MainView> {
        Some(MainView::Exercise)
    }

    fn middle_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        self.area_ui(ui, cx);
    }

    fn side(&self) -> Option<SidePanel> {
        Some(SidePanel::Exercise)
    }

    fn least_width(&self) -> f32 {
        270.0
    }

    fn side_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        self.panel_ui(ui, cx);
    }

    fn sync(&mut self, desk: &mut Desk) {
        desk.practises = self.is_on();
        desk.fills_in = self.is_unsaved();
        if let Some(practice) = &self.practice {
            // Once the solution is known, ratings are shown everywhere.
            desk.hidden = !practice.is_over();
        }
    }

    fn poll(&mut self, desk: &mut Desk, ctx: &Context) {
        self.advance(desk, ctx);
    }

    fn work(&self, _desk: &Desk) -> Option<BackgroundWork> {
        let busy = self.drawing.is_some() || self.writing.is_some();
        busy.then(|| BackgroundWork {
            by_frames: self.drawing.is_some(),
            ..BackgroundWork::on_thread("an exercise is being made")
        })
    }

    fn cancel(&mut self, desk: &mut Desk) -> bool {
        desk.tell_stopped(self.drawing.take().is_some(), "Canceled the board search")
    }

    fn keys(&mut self, desk: &mut Desk, ctx: &Context) -> bool {
        self.hear(desk, ctx);
        false
    }

    fn is_enabled(&self, _desk: &Desk, named: CommandId) -> Option<bool> {
        let on = self.practice.is_some();
        let open = self
            .practice
            .as_ref()
            .is_some_and(|practice| !practice.is_over());
        Some(match named {
            CommandId::NewExercise => self.drawing.is_none(),
            CommandId::ExerciseHere => !on,
            CommandId::NextBlank
            | CommandId::PreviousBlank
            | CommandId::LeaveExercise
            | CommandId::SaveExercise
            | CommandId::PrintSheet => on,
            CommandId::CheckAnswer
            | CommandId::CheckAll
            | CommandId::Hint
            | CommandId::ShowAnswers => open,
            named if on && !ALLOWED.contains(&named) => false,
            _ => return None,
        })
    }

    fn run(&mut self, desk: &mut Desk, ctx: &Context, command: &Command) -> Option<Responder> {
        match command {
            Command::Named(named)
                if desk.middle == MainView::Exercise && self.do_in_view(*named) =>
            {
                return Some(Responder::Exercise);
            }
            // A tree file would reveal the ratings.
            Command::Named(CommandId::Save) if self.is_on() => self.ask_where(desk, ctx, false),
            Command::Named(CommandId::SaveAs) if self.is_on() => self.ask_where_anew(desk, false),
            Command::Named(named) if COMMANDS.contains(named) => self.do_named(desk, ctx, *named),
            Command::Exercise(what) => self.do_with(desk, ctx, what),
            _ => return None,
        }
        Some(Responder::Window)
    }

    /// The answers are kept.
    fn give_up(&mut self, _desk: &mut Desk) {}
}

impl ExercisePanel {
    /// Whether an exercise is in progress.
    pub fn is_on(&self) -> bool {
        self.practice.is_some()
    }

    /// Whether something was filled in that would be lost.
    pub(crate) fn is_unsaved(&self) -> bool {
        self.practice
            .as_ref()
            .is_some_and(|practice| practice.is_unsaved())
    }

    /// The exercise as a recovery file holds it.
    pub(crate) fn kept(&self) -> Option<KeptExercise> {
        self.practice.as_ref()?.kept()
    }

    /// The state of the exercise, if it has unsaved answers.
    pub(crate) fn mark(&self) -> Option<ExerciseMark> {
        self.practice.as_ref()?.mark()
    }

    /// The exercise in progress.
    pub fn posed(&self) -> Option<&crate::session::exercise::Posed> {
        self.practice.as_ref().map(|practice| &*practice.posed)
    }

    /// The answers.
    pub fn attempt(&self) -> Option<&crate::session::exercise::Attempt> {
        self.practice.as_ref().map(|practice| &practice.attempt)
    }

    /// The blank that is filled in now.
    pub fn current(&self) -> Option<usize> {
        self.practice.as_ref().map(|practice| practice.current)
    }

    /// Does a command of exercises with a name.
    fn do_named(&mut self, desk: &mut Desk, ctx: &Context, named: CommandId) {
        match named {
            CommandId::NewExercise => self.begin_new(desk),
            CommandId::ExerciseHere => self.make_here(desk, ctx),
            CommandId::LeaveExercise => desk.next = Some(AfterPrompt::LeaveExercise),
            CommandId::SaveExercise => self.ask_where(desk, ctx, false),
            CommandId::PrintSheet => self.ask_where(desk, ctx, true),
            named => {
                if let Some(practice) = &mut self.practice {
                    match named {
                        CommandId::NextBlank => practice.step(true),
                        CommandId::PreviousBlank => practice.step(false),
                        CommandId::CheckAnswer => practice.check(),
                        CommandId::CheckAll => practice.check_all(),
                        CommandId::Hint => practice.hint(),
                        CommandId::ShowAnswers => practice.show_answers(),
                        _ => {}
                    }
                }
            }
        }
        self.watch_blank(desk);
    }

    /// Runs another action on an exercise.
    fn do_with(&mut self, desk: &mut Desk, ctx: &Context, what: &ExerciseAction) {
        match what.clone() {
            ExerciseAction::Draw => self.draw(),
            ExerciseAction::Another => self.draw_another(),
            ExerciseAction::Line(line) => self.open_line(desk, ctx, &line),
            ExerciseAction::Write(path) => self.write_to(desk, ctx, path),
            ExerciseAction::StopAsking => {
                self.asking = None;
                self.next = None;
            }
            ExerciseAction::CopyLine => self.copy_line(desk, ctx),
            ExerciseAction::AtOnce(at_once) => {
                self.at_once = at_once;
                if let Some(practice) = &mut self.practice {
                    practice.at_once = at_once;
                }
            }
            what => {
                if let Some(practice) = &mut self.practice {
                    match what {
                        ExerciseAction::Step(forward) => practice.step(forward),
                        ExerciseAction::GoTo(blank) => practice.go_to(blank),
                        ExerciseAction::Type(letter) => practice.type_letter(letter),
                        ExerciseAction::Erase => practice.erase(),
                        ExerciseAction::Clear => {
                            practice.typed = None;
                            practice.pending = None;
                        }
                        ExerciseAction::Choose(forward) => practice.choose(forward),
                        ExerciseAction::Toggle => practice.toggle(),
                        ExerciseAction::PressNode(node) => practice.press_node(node),
                        ExerciseAction::PressMove(node) => practice.press_move(node),
                        ExerciseAction::Give => practice.give(),
                        _ => {}
                    }
                }
            }
        }
        self.watch_blank(desk);
    }

    /// Runs a view command on the exercise's tree; `false` for any other.
    fn do_in_view(&mut self, named: CommandId) -> bool {
        let Some(practice) = &mut self.practice else {
            return false;
        };
        if named == CommandId::ActualSize {
            let selected = practice.family().selected;
            practice.canvas.actual_size(selected.centre());
            return true;
        }
        practice.canvas.run(named)
    }
}

/// The height of the controls at the top.
const ABOVE: f32 = 52.0;

impl ExercisePanel {
    /// The tree of the exercise.
    fn area_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
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
        let room = FreeArea::between(screen, ABOVE, legend);
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
        let mut drawing = diagram::Drawing::default();
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
    let text = posed.describe(sight);
    let response = response
        .chosen(Role::TreeItem, sight.current, &text)
        .identified(&ids::exercise_node(node));
    cx.push_once_on_click(&response, || {
        Command::Exercise(ExerciseAction::PressNode(node))
    });
    let response = response.on_hover_cursor(CursorIcon::PointingHand);
    if !sight.current {
        tip_text(&response, cx, || text.clone());
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
    cx.push_once_on_click(&response, || {
        Command::Exercise(ExerciseAction::PressMove(node))
    });
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
