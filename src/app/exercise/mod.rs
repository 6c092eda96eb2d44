//! Exercises in the window: the tree with its blanks in the middle, and what is asked at the right.

mod area;
mod keys;
mod opened;
mod panel;
mod practice;
mod work;

use std::path::PathBuf;

use super::asking::Next;
use super::command::{Command, Named};
use super::explorer::{Explorer, Side};
use super::middle::Middle;
use crate::session::exercise::{Drawing, Level, Task};
use crate::tree::UnfoldingNode;
pub use opened::Practised;
pub(super) use practice::Opened;
use practice::Practice;
use work::Writing;

/// What somebody does with an exercise, beside the commands with a name.
#[derive(Clone, Debug, PartialEq)]
pub enum Exercising {
    /// Show the panel.
    Show,
    /// Draw one by what is chosen.
    Draw,
    /// Draw the next one of the same kind.
    Another,
    /// Open the exercise of a line.
    Line(String),
    /// Go to the next blank, or the one before.
    Step(bool),
    /// Go to a blank.
    GoTo(usize),
    /// Type a letter into the blank.
    Type(char),
    /// Take the last letter back.
    Erase,
    /// Throw away what is being typed.
    Clear,
    /// Choose the next move, or the one before.
    Choose(bool),
    /// Mark the chosen move, or take the mark away.
    Toggle,
    /// Press a node.
    PressNode(UnfoldingNode),
    /// Press the move to a node.
    PressMove(UnfoldingNode),
    /// Give what was typed or marked as the answer.
    Give,
    /// Check answers as soon as they are given, or at the end.
    AtOnce(bool),
    /// Copy the line.
    CopyLine,
    /// Write to the path that was typed.
    Write(PathBuf),
    /// Ask for no path any more.
    StopAsking,
}

/// What is asked for before it is written.
struct Asking {
    /// Whether it is a sheet for paper.
    sheet: bool,
    /// The path, as it is typed.
    path: String,
    /// The path of which somebody knows that a file is there.
    known: Option<PathBuf>,
    /// Whether the field has had the focus.
    focused: bool,
}

/// What the window remembers of exercises.
pub struct ExercisePanel {
    /// What is drawn next.
    task: Task,
    level: Level,
    seed: String,
    /// Whether answers are checked at once.
    at_once: bool,
    /// What is being drawn.
    drawing: Option<Drawing>,
    /// Why the last one couldn't be made.
    fault: Option<String>,
    practice: Option<Box<Practice>>,
    asking: Option<Asking>,
    writing: Option<Writing>,
    /// What goes on once the exercise is saved.
    pub(super) next: Option<Next>,
    /// Whether the next frame gives the keyboard to the panel.
    lead: bool,
    /// Whether ratings were hidden before.
    hidden_before: bool,
    middle_before: Middle,
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
            middle_before: Middle::default(),
        }
    }
}

/// The commands that may be used while somebody does an exercise: none of them tells a rating.
const ALLOWED: [Named; 31] = [
    Named::NewBoard,
    Named::Open,
    Named::Save,
    Named::SaveAs,
    Named::Quit,
    Named::CopyPosition,
    Named::CopyLine,
    Named::Paste,
    Named::CancelWork,
    Named::ClearRecent,
    Named::Fit,
    Named::ActualSize,
    Named::ZoomIn,
    Named::ZoomOut,
    Named::PanLeft,
    Named::PanRight,
    Named::PanUp,
    Named::PanDown,
    Named::ShowBoard,
    Named::ShowNode,
    Named::ShowLegend,
    Named::Theme,
    Named::SystemTheme,
    Named::LargerText,
    Named::SmallerText,
    Named::NormalText,
    Named::FullScreen,
    Named::ResetLayout,
    Named::Palette,
    Named::Keys,
    Named::About,
];

impl ExercisePanel {
    /// Whether somebody does an exercise.
    pub fn is_on(&self) -> bool {
        self.practice.is_some()
    }

    /// Whether something is being drawn or written.
    pub(super) fn is_busy(&self) -> bool {
        self.drawing.is_some() || self.writing.is_some()
    }

    /// Whether one is being drawn, a part in each frame.
    pub(super) fn is_drawing(&self) -> bool {
        self.drawing.is_some()
    }

    /// Stops what is being drawn; whether there was something.
    pub(super) fn cancel(&mut self) -> bool {
        self.drawing.take().is_some()
    }

    /// Whether something was filled in that would be lost.
    pub(super) fn is_unsaved(&self) -> bool {
        self.practice
            .as_ref()
            .is_some_and(|practice| practice.is_unsaved())
    }

    /// The exercise that somebody does.
    pub fn posed(&self) -> Option<&crate::session::exercise::Posed> {
        self.practice.as_ref().map(|practice| &*practice.posed)
    }

    /// What was filled in.
    pub fn attempt(&self) -> Option<&crate::session::exercise::Attempt> {
        self.practice.as_ref().map(|practice| &practice.attempt)
    }

    /// The blank that is filled in now.
    pub fn current(&self) -> Option<usize> {
        self.practice.as_ref().map(|practice| practice.current)
    }

    /// Whether a command would do anything; `None` where that has nothing to do with exercises.
    pub(super) fn is_enabled(&self, named: Named) -> Option<bool> {
        let on = self.practice.is_some();
        let open = self
            .practice
            .as_ref()
            .is_some_and(|practice| !practice.is_over());
        Some(match named {
            Named::NewExercise => self.drawing.is_none(),
            Named::ExerciseHere => !on,
            Named::NextBlank
            | Named::PreviousBlank
            | Named::LeaveExercise
            | Named::SaveExercise
            | Named::PrintSheet => on,
            Named::CheckAnswer | Named::CheckAll | Named::Hint | Named::ShowAnswers => open,
            named if on && !ALLOWED.contains(&named) => false,
            _ => return None,
        })
    }
}

impl Explorer {
    /// Exercises, as far as there are any.
    pub fn exercise(&self) -> &ExercisePanel {
        &self.exercise
    }

    /// Shows the panel of exercises.
    fn show_exercise(&mut self) {
        if self.side == Side::Setup {
            self.setup.forget();
        }
        self.side = Side::Exercise;
        self.settings.node_panel = true;
    }

    /// Does a command of exercises with a name.
    pub(super) fn run_exercise_named(&mut self, ctx: &eframe::egui::Context, named: Named) {
        match named {
            Named::NewExercise => self.new_exercise(ctx),
            Named::ExerciseHere => self.exercise_here(ctx),
            Named::LeaveExercise => self.guard(ctx, Next::LeaveExercise),
            Named::SaveExercise => self.ask_where(ctx, false),
            Named::PrintSheet => self.ask_where(ctx, true),
            named => {
                if let Some(practice) = &mut self.exercise.practice {
                    match named {
                        Named::NextBlank => practice.step(true),
                        Named::PreviousBlank => practice.step(false),
                        Named::CheckAnswer => practice.check(),
                        Named::CheckAll => practice.check_all(),
                        Named::Hint => practice.hint(),
                        Named::ShowAnswers => practice.show_answers(),
                        _ => {}
                    }
                }
            }
        }
        self.watch_blank();
    }

    /// Does something else with an exercise.
    pub(super) fn run_exercise(&mut self, ctx: &eframe::egui::Context, what: Exercising) {
        match what {
            Exercising::Show => self.show_exercise(),
            Exercising::Draw => self.draw_exercise(),
            Exercising::Another => self.draw_another(),
            Exercising::Line(line) => self.open_exercise_line(ctx, &line),
            Exercising::Write(path) => self.write_exercise(ctx, path),
            Exercising::StopAsking => {
                self.exercise.asking = None;
                self.exercise.next = None;
            }
            Exercising::CopyLine => self.copy_exercise_line(ctx),
            Exercising::AtOnce(at_once) => {
                self.exercise.at_once = at_once;
                if let Some(practice) = &mut self.exercise.practice {
                    practice.at_once = at_once;
                }
            }
            what => {
                if let Some(practice) = &mut self.exercise.practice {
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
        self.watch_blank();
    }

    /// What a command of the view does to the exercise's tree; `false` if it is none.
    pub(super) fn run_exercise_view(&mut self, named: Named) -> bool {
        let Some(practice) = &mut self.exercise.practice else {
            return false;
        };
        if named == Named::ActualSize {
            let focus = practice.focus();
            practice.canvas.actual_size(focus.centre());
            return true;
        }
        practice.canvas.run(named)
    }

    fn exercising(&mut self, what: Exercising) {
        self.commands.push(Command::Exercise(what));
    }
}
