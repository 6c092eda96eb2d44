//! Exercises in the window: the tree with its blanks in the middle, and the question at the right.

mod area;
mod panel;
mod practice;
mod work;

use std::path::PathBuf;

use eframe::egui::{self, Context};

use crate::app::document::{ExerciseMark, KeptExercise, Next};
use crate::app::intent::{Command, CommandId, Exercising, MainView, SidePanel};
use crate::app::parts::{BackgroundWork, Cx, Desk, Responder, Tool};
use crate::session::exercise::{Drawing, Level, Task};
use practice::Practice;
use work::Writing;

/// The prompt for a path before writing.
pub(crate) struct Asking {
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
    drawing: Option<Drawing>,
    /// Why the last one couldn't be made.
    fault: Option<String>,
    practice: Option<Box<Practice>>,
    asking: Option<Asking>,
    writing: Option<Writing>,
    /// The action after the exercise is saved.
    pub(crate) next: Option<Next>,
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
        let stopped = self.drawing.take().is_some();
        if stopped {
            desk.tell(Ok("Canceled the board search".to_owned()));
        }
        stopped
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
            CommandId::LeaveExercise => desk.next = Some(Next::LeaveExercise),
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
    fn do_with(&mut self, desk: &mut Desk, ctx: &Context, what: &Exercising) {
        match what.clone() {
            Exercising::Draw => self.draw(),
            Exercising::Another => self.draw_another(),
            Exercising::Line(line) => self.open_line(desk, ctx, &line),
            Exercising::Write(path) => self.write_to(desk, ctx, path),
            Exercising::StopAsking => {
                self.asking = None;
                self.next = None;
            }
            Exercising::CopyLine => self.copy_line(desk, ctx),
            Exercising::AtOnce(at_once) => {
                self.at_once = at_once;
                if let Some(practice) = &mut self.practice {
                    practice.at_once = at_once;
                }
            }
            what => {
                if let Some(practice) = &mut self.practice {
                    match what {
                        Exercising::Step(forward) => practice.step(forward),
                        Exercising::GoTo(blank) => practice.go_to(blank),
                        Exercising::Type(letter) => practice.type_letter(letter),
                        Exercising::Erase => practice.erase(),
                        Exercising::Clear => {
                            practice.typed = None;
                            practice.pending = None;
                        }
                        Exercising::Choose(forward) => practice.choose(forward),
                        Exercising::Toggle => practice.toggle(),
                        Exercising::PressNode(node) => practice.press_node(node),
                        Exercising::PressMove(node) => practice.press_move(node),
                        Exercising::Give => practice.give(),
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
