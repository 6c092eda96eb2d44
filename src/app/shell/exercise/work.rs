//! Exercises drawn, opened, kept and written.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use eframe::egui;

use crate::app::base::job::Job;
use crate::app::base::wake::waker;
use crate::app::base::words::file_name;
use crate::app::document::asking::Next;
use crate::app::document::files::Ready;
use crate::app::document::practised::{Opened, Practised};
use crate::app::document::worker::free;
use crate::app::intent::places::{Middle, Side};
use crate::app::shell::explorer::Explorer;
use crate::app::tools::exercise::Asking;
use crate::app::tools::exercise::practice::Practice;
use crate::app::tools::exercise::work::{Writing, may_be_written};
use crate::export::sheet;
use crate::save;
use crate::session::Action;
use crate::session::exercise::{
    Attempt, Drawing, Drawn, Exercise, Line, Posed, read_line, write_line,
};
use crate::tree::Vertex;
use crate::words::capitalised;

/// So long a frame goes on drawing …
const SLICE: Duration = Duration::from_millis(8);
/// … so many boards between two looks at the clock.
const AT_A_TIME: usize = 4;

impl Explorer {
    /// Shows what can be chosen for a new exercise.
    pub(crate) fn new_exercise(&mut self, ctx: &egui::Context) {
        if self.exercise.is_on() {
            self.guard(ctx, Next::LeaveExercise);
            return;
        }
        let shown = self.side == Side::Exercise && self.settings.node_panel;
        if shown && self.exercise.drawing.is_none() {
            // Who asks once more takes it as it is chosen.
            self.draw_exercise();
            return;
        }
        self.show_exercise();
        self.exercise.lead = true;
    }

    /// Draws an exercise by what is chosen.
    pub(crate) fn draw_exercise(&mut self) {
        let panel = &mut self.exercise;
        panel.fault = None;
        let seed = panel.seed.trim().parse::<u64>();
        let begun = seed
            .map_err(|_| {
                format!(
                    "The seed '{}' is no whole number: write one such as 1",
                    panel.seed.trim()
                )
            })
            .and_then(|seed| {
                Drawing::new(panel.task, seed, panel.level.clone()).map_err(|why| capitalised(&why))
            });
        match begun {
            Ok(drawing) => panel.drawing = Some(drawing),
            Err(why) => panel.fault = Some(why),
        }
    }

    /// Draws the exercise of the next seed.
    pub(crate) fn draw_another(&mut self) {
        let drawn = self
            .exercise
            .practice
            .as_ref()
            .and_then(|practice| practice.posed.exercise().drawn.clone());
        if let Some(Drawn { seed, level }) = drawn {
            self.exercise.seed = seed.wrapping_add(1).to_string();
            self.exercise.level = level;
        } else if let Ok(seed) = self.exercise.seed.trim().parse::<u64>() {
            self.exercise.seed = seed.wrapping_add(1).to_string();
        }
        if let Some(practice) = &self.exercise.practice {
            self.exercise.task = practice.posed.task();
        }
        self.draw_exercise();
    }

    /// Goes on with what is being drawn and written.
    pub(crate) fn keep_exercise(&mut self, ctx: &egui::Context) {
        if let Some(drawing) = &mut self.exercise.drawing {
            let begun = Instant::now();
            let mut found = None;
            while found.is_none() && begun.elapsed() < SLICE {
                found = drawing.step(AT_A_TIME);
            }
            ctx.request_repaint();
            match found {
                None => {}
                Some(Ok(posed)) => {
                    self.exercise.drawing = None;
                    self.open_posed(ctx, posed);
                }
                Some(Err(why)) => {
                    self.exercise.drawing = None;
                    self.exercise.fault = Some(capitalised(&why));
                    self.tell(Err(capitalised(&why)));
                }
            }
        }
        let Some(writing) = &self.exercise.writing else {
            return;
        };
        let Some(answer) = writing.job.poll() else {
            return;
        };
        let Some(Writing { path, attempt, .. }) = self.exercise.writing.take() else {
            return;
        };
        match answer.and_then(|written| written) {
            Ok(()) => {
                self.tell(Ok(format!("Wrote {}", path.display())));
                if let (Some(attempt), Some(practice)) = (attempt, &mut self.exercise.practice) {
                    practice.is_saved(path.clone(), attempt);
                    self.settings.opened(&path);
                    self.remember_now(ctx);
                    if let Some(next) = self.exercise.next.take() {
                        self.guard(ctx, next);
                    }
                }
            }
            Err(why) => {
                self.exercise.next = None;
                self.tell(Err(capitalised(&why)));
            }
        }
    }

    /// Opens an exercise that was set, with its board, once nothing is lost by it.
    fn open_posed(&mut self, ctx: &egui::Context, posed: Box<Posed>) {
        match Practised::of_posed(posed, self.usual_limits()) {
            Ok(practised) => {
                let ready = Ready::Exercise(Box::new(practised), None);
                self.guard(ctx, Next::Show(Box::new(ready)));
            }
            Err(why) => self.tell(Err(capitalised(&why))),
        }
    }

    /// Opens the exercise of a line.
    pub(crate) fn open_exercise_line(&mut self, ctx: &egui::Context, line: &str) {
        match read_line(line) {
            Ok(Line::Board(exercise)) => match Posed::new(&exercise) {
                Ok(posed) => self.open_posed(ctx, Box::new(posed)),
                Err(why) => self.tell(Err(capitalised(&why))),
            },
            Ok(Line::Drawn(task, Drawn { seed, level })) => {
                if !self.exercise.is_on() {
                    self.show_exercise();
                }
                let panel = &mut self.exercise;
                (panel.task, panel.level, panel.seed) = (task, level, seed.to_string());
                self.draw_exercise();
            }
            Err(why) => self.tell(Err(capitalised(&why))),
        }
    }

    /// Makes an exercise of the tree below the selected node.
    pub(crate) fn exercise_here(&mut self, ctx: &egui::Context) {
        let session = &self.document.session;
        let rated = session.rated();
        let graph = rated.graph.graph();
        let vertex = session.vertex();
        let mut setup = rated.setup();
        setup.position = rated.graph.position_text(vertex);
        let exercise = Exercise {
            setup,
            max_plies: graph.plies_left(vertex),
            estimate: graph.estimate(),
            task: self.exercise.task,
            drawn: None,
        };
        let prefix = self.document.line_text(session.selected());
        match Posed::new(&exercise) {
            Ok(posed) => {
                let at_once = self.exercise.at_once;
                let attempt = Attempt::new(&posed);
                let practice = Practice::new(Box::new(posed), attempt, prefix, at_once);
                self.playing = None;
                if self.comparing.is_some() {
                    self.leave_comparison();
                }
                self.begin_practice(practice);
            }
            Err(why) => {
                self.show_exercise();
                self.exercise.lead = true;
                self.exercise.fault = Some(capitalised(&why));
                self.tell(Err(capitalised(&why)));
            }
        }
        ctx.request_repaint();
    }

    /// Shows an exercise that was opened; the board is open by now.
    pub(crate) fn begin_opened(&mut self, parts: Opened) {
        if let Some(path) = parts.2.clone() {
            self.settings.opened(&path);
        }
        let at_once = self.exercise.at_once;
        self.begin_practice(Practice::of_opened(parts, at_once));
    }

    fn begin_practice(&mut self, practice: Practice) {
        if !self.exercise.is_on() {
            self.exercise.hidden_before = self.hidden;
            self.exercise.middle_before = self.middle;
        }
        self.exercise.task = practice.posed.task();
        if let Some(drawn) = &practice.posed.exercise().drawn {
            self.exercise.seed = drawn.seed.to_string();
            self.exercise.level = drawn.level.clone();
        }
        self.exercise.practice = Some(Box::new(practice));
        self.exercise.asking = None;
        self.exercise.fault = None;
        self.exercise.lead = false;
        self.hidden = true;
        self.board.focused = false;
        self.middle = Middle::Exercise;
        self.show_exercise();
        self.refresh_tree();
        self.watch_blank();
    }

    /// Shows the tree again, with its ratings.
    pub(crate) fn leave_exercise(&mut self) {
        let Some(practice) = self.exercise.practice.take() else {
            return;
        };
        free(practice);
        self.exercise.asking = None;
        self.exercise.next = None;
        self.hidden = self.exercise.hidden_before;
        self.middle = match self.exercise.middle_before {
            Middle::Exercise => Middle::Tree,
            middle => middle,
        };
        self.side = Side::Exercise;
        self.refresh_tree();
    }

    /// Lets the board show the node of the current blank.
    pub(crate) fn watch_blank(&mut self) {
        let Some(practice) = &mut self.exercise.practice else {
            return;
        };
        if practice.watched == Some(practice.current) {
            return;
        }
        practice.watched = Some(practice.current);
        let line = practice.posed.line_text(practice.node());
        let line = format!("{} {line}", practice.prefix);
        let graph = &self.document.session.rated().graph;
        if let Ok(line) = graph.read_line(Vertex::ROOT, line.trim()) {
            let change = self.document.session.apply(Action::Watch(line));
            self.followed(change);
        }
    }

    pub(crate) fn copy_exercise_line(&mut self, ctx: &egui::Context) {
        let Some(practice) = &self.exercise.practice else {
            return;
        };
        match write_line(&practice.posed) {
            Some(line) => {
                ctx.copy_text(line);
                self.tell(Ok("Copied the exercise's line".to_owned()));
            }
            None => self.tell(Err(
                "A tree that is written as text has no line: save the exercise as a file"
                    .to_owned(),
            )),
        }
    }

    /// Asks for the path of a file or a sheet; an exercise that has a file is written to it.
    pub(crate) fn ask_where(&mut self, ctx: &egui::Context, sheet: bool) {
        let Some(practice) = &self.exercise.practice else {
            return;
        };
        if !sheet && let Some(path) = practice.path.clone() {
            self.write_exercise(ctx, path);
            return;
        }
        self.ask_where_anew(sheet);
    }

    /// Asks for a path, also where there is one.
    pub(crate) fn ask_where_anew(&mut self, sheet: bool) {
        let Some(practice) = &self.exercise.practice else {
            return;
        };
        let task = practice.posed.task().name();
        let stem = match &practice.posed.exercise().drawn {
            Some(drawn) => format!("{task}-{}", drawn.seed),
            None => task.to_owned(),
        };
        let ending = if sheet { ".html" } else { ".exercise.json" };
        let own = practice.path.as_ref().filter(|_| !sheet).cloned();
        let path = own.unwrap_or_else(|| {
            self.dialog_context()
                .first_folder()
                .join(format!("{stem}{ending}"))
        });
        self.exercise.asking = Some(Asking {
            sheet,
            path: path.display().to_string(),
            known: None,
            focused: false,
        });
        self.show_exercise();
    }

    /// Writes the exercise, or its sheet, to a path; a file that is there only when it is asked for
    /// twice.
    pub(crate) fn write_exercise(&mut self, ctx: &egui::Context, path: PathBuf) {
        let Some(practice) = &self.exercise.practice else {
            return;
        };
        let path = std::path::absolute(&path).unwrap_or(path);
        let own = practice.path.as_deref() == Some(&*path);
        let asking = self.exercise.asking.take();
        let sheet = asking.as_ref().is_some_and(|asking| asking.sheet);
        if let Some(mut asking) = asking
            && let Err(why) = may_be_written(&path, &asking, own)
        {
            asking.known = Some(path);
            self.exercise.asking = Some(asking);
            self.tell(Err(why));
            return;
        }
        let label = format!("writing {}", file_name(&path));
        let (file, posed) = (practice.file(), practice.posed.clone());
        let attempt = (!sheet).then(|| practice.attempt.clone());
        let theirs = path.clone();
        let job = Job::spawn("doomtree-write", label, waker(ctx), move |_| {
            save::write_file(&theirs, |out| match sheet {
                false => file.write(out),
                true => {
                    let form = sheet::Form::of_name(&file_name(&theirs)).unwrap_or_default();
                    sheet::write(out, &posed, form)
                }
            })
            .map_err(|error| error.to_string())
        });
        match job {
            Ok(job) => self.exercise.writing = Some(Writing { job, path, attempt }),
            Err(why) => self.tell(Err(why)),
        }
    }
}
