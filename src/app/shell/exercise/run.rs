//! The commands of exercises.

use crate::app::document::asking::Next;
use crate::app::intent::command::{Command, Named};
use crate::app::intent::payload::Exercising;
use crate::app::intent::places::Side;
use crate::app::shell::explorer::Explorer;
use crate::app::tools::exercise::ExercisePanel;

impl Explorer {
    /// Exercises, as far as there are any.
    pub fn exercise(&self) -> &ExercisePanel {
        &self.exercise
    }

    /// Shows the panel of exercises.
    pub(crate) fn show_exercise(&mut self) {
        if self.side == Side::Setup {
            self.setup.forget();
        }
        self.side = Side::Exercise;
        self.settings.node_panel = true;
    }

    /// Does a command of exercises with a name.
    pub(crate) fn run_exercise_named(&mut self, ctx: &eframe::egui::Context, named: Named) {
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
    pub(crate) fn run_exercise(&mut self, ctx: &eframe::egui::Context, what: Exercising) {
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
    pub(crate) fn run_exercise_view(&mut self, named: Named) -> bool {
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

    pub(crate) fn exercising(&mut self, what: Exercising) {
        self.commands.push(Command::Exercise(what));
    }
}
