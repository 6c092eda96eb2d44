//! Generates, opens, stores and writes exercises.

use std::path::{Path, PathBuf};
use std::time::Duration;

use eframe::egui;

use super::practice::Practice;
use super::{ExercisePanel, PathPrompt};
use crate::app::base::machine::Instant;
use crate::app::base::{
    Job, as_sentence, drop_in_background, fault_text, file_name, is_missing, waker,
};
use crate::app::document::{
    AfterPrompt, Opened, Practised, Ready, RestoredExercise, saved, shown_path,
};
use crate::app::intent::{MainView, SidePanel};
use crate::app::parts::Desk;
use crate::export::sheet;
use crate::game::Refusal;
use crate::save;
use crate::session::Action;
use crate::session::exercise::{
    Attempt, Exercise, ExerciseGenerator, ExerciseLine, Generated, Posed, read_line, write_line,
};
use crate::tree::Vertex;

/// Time budget per frame for generating …
const FRAME_BUDGET: Duration = Duration::from_millis(8);

/// … and boards tried between clock checks.
const AT_A_TIME: usize = 4;

/// A file being written.
pub(crate) struct ExerciseWrite {
    pub(crate) job: Job<Result<Vec<String>, Refusal>>,
    pub(crate) path: PathBuf,
    /// The attempt in it; `None` for a sheet.
    pub(crate) attempt: Option<Attempt>,
}

/// Whether a file may be written at the requested path.
pub(crate) fn may_be_written(path: &Path, asking: &PathPrompt, own: bool) -> Result<(), Refusal> {
    let name = file_name(path);
    if asking.sheet && sheet::SheetFormat::of_name(&name).is_none() {
        let what = format!("Unknown extension in {name}");
        return Err(Refusal::new(what, "use .html or .pdf"));
    }
    if !asking.sheet && !name.ends_with(".json") {
        let what = format!("{name} doesn't have the extension of an exercise file");
        return Err(Refusal::new(what, "use .exercise.json"));
    }
    if !is_missing(path) && !own && asking.known.as_deref() != Some(path) {
        let what = format!("{name} already exists. Press the button again to replace it.");
        return Err(Refusal::new(what, ""));
    }
    Ok(())
}

impl ExercisePanel {
    /// Shows the options of a new exercise.
    pub(super) fn begin_new(&mut self, desk: &mut Desk) {
        if self.is_on() {
            desk.next = Some(AfterPrompt::LeaveExercise);
            return;
        }
        let shown = desk.shows_side(SidePanel::Exercise);
        if shown && self.drawing.is_none() {
            // A second request generates with the present options.
            self.draw();
            return;
        }
        desk.show_side(SidePanel::Exercise);
        self.lead = true;
    }

    /// Generates an exercise with the present options.
    pub(super) fn draw(&mut self) {
        let panel = &mut *self;
        panel.fault = None;
        let seed = panel.seed.trim().parse::<u64>();
        let begun = seed
            .map_err(|_| {
                let what = format!("The seed '{}' is not a whole number", panel.seed.trim());
                Refusal::new(what, "enter one such as 1")
            })
            .and_then(|seed| ExerciseGenerator::new(panel.task, seed, panel.level.clone()));
        match begun {
            Ok(drawing) => panel.drawing = Some(drawing),
            Err(why) => panel.fault = Some(as_sentence(why).to_string()),
        }
    }

    /// Draws the exercise of the next seed.
    pub(super) fn draw_another(&mut self) {
        let drawn = self
            .practice
            .as_ref()
            .and_then(|practice| practice.posed.exercise().drawn.clone());
        if let Some(Generated { seed, level }) = drawn {
            self.seed = seed.wrapping_add(1).to_string();
            self.level = level;
        } else if let Ok(seed) = self.seed.trim().parse::<u64>() {
            self.seed = seed.wrapping_add(1).to_string();
        }
        if let Some(practice) = &self.practice {
            self.task = practice.posed.task();
        }
        self.draw();
    }

    /// Continues generating and writing.
    pub(super) fn advance(&mut self, desk: &mut Desk, ctx: &egui::Context) {
        if let Some(drawing) = &mut self.drawing {
            let begun = Instant::now();
            let mut found = None;
            while found.is_none() && begun.elapsed() < FRAME_BUDGET {
                found = drawing.step(AT_A_TIME);
            }
            ctx.request_repaint();
            match found {
                None => {}
                Some(Ok(posed)) => {
                    self.drawing = None;
                    self.open_posed(desk, ctx, posed);
                }
                Some(Err(why)) => {
                    self.drawing = None;
                    self.fault = Some(fault_text(&why));
                    desk.tell(Err(as_sentence(why)));
                }
            }
        }
        let Some(writing) = &self.writing else {
            return;
        };
        let Some(answer) = writing.job.poll() else {
            return;
        };
        let Some(ExerciseWrite { path, attempt, .. }) = self.writing.take() else {
            return;
        };
        match answer.and_then(|written| written) {
            Ok(notices) => {
                desk.tell(Ok(saved(&shown_path(&path), &notices)));
                if let (Some(attempt), Some(practice)) = (attempt, &mut self.practice) {
                    practice.is_saved(path.clone(), attempt);
                    desk.settings.opened(&path);
                    desk.remembers = true;
                    if let Some(next) = self.next.take() {
                        desk.next = Some(next);
                    }
                }
            }
            Err(why) => {
                self.next = None;
                desk.tell(Err(as_sentence(why)));
            }
        }
    }

    /// Opens an exercise that was set, with its board, once nothing is lost by it.
    pub(super) fn open_posed(&mut self, desk: &mut Desk, _ctx: &egui::Context, posed: Box<Posed>) {
        match Practised::of_posed(posed, desk.usual_limits()) {
            Ok(practised) => {
                let ready = Ready::Exercise(Box::new(practised), None);
                desk.next = Some(AfterPrompt::Show(Box::new(ready)));
            }
            Err(why) => desk.tell(Err(as_sentence(why))),
        }
    }

    /// Opens the exercise of a line.
    pub(crate) fn open_line(&mut self, desk: &mut Desk, ctx: &egui::Context, line: &str) {
        match read_line(line) {
            Ok(ExerciseLine::Board(exercise)) => match Posed::new(&exercise) {
                Ok(posed) => self.open_posed(desk, ctx, Box::new(posed)),
                Err(why) => desk.tell(Err(as_sentence(why))),
            },
            Ok(ExerciseLine::Drawn(task, Generated { seed, level })) => {
                if !self.is_on() {
                    desk.show_side(SidePanel::Exercise);
                }
                let panel = &mut *self;
                (panel.task, panel.level, panel.seed) = (task, level, seed.to_string());
                self.draw();
            }
            Err(why) => desk.tell(Err(as_sentence(why))),
        }
    }

    /// Makes an exercise of the tree below the selected node.
    pub(super) fn make_here(&mut self, desk: &mut Desk, ctx: &egui::Context) {
        let session = &desk.document.session;
        let rated = session.rated();
        let graph = rated.graph.graph();
        let vertex = session.vertex();
        let mut setup = rated.setup();
        setup.position = rated.graph.position_text(vertex);
        let exercise = Exercise {
            setup,
            max_plies: graph.plies_left(vertex),
            estimate: graph.estimate(),
            task: self.task,
            drawn: None,
        };
        let prefix = desk.document.line_text(session.selected());
        match Posed::new(&exercise) {
            Ok(posed) => {
                let at_once = self.at_once;
                let attempt = Attempt::new(&posed);
                let practice = Practice::new(Box::new(posed), attempt, prefix, at_once);
                desk.playing = None;
                desk.compares = false;
                self.begin_practice(desk, practice);
            }
            Err(why) => {
                desk.show_side(SidePanel::Exercise);
                self.lead = true;
                self.fault = Some(fault_text(&why));
                desk.tell(Err(as_sentence(why)));
            }
        }
        ctx.request_repaint();
    }

    /// Shows an exercise that was opened; the board is open by now.
    pub(crate) fn begin_opened(&mut self, desk: &mut Desk, parts: Opened) {
        if let Some(path) = parts.2.clone() {
            desk.settings.opened(&path);
        }
        let at_once = self.at_once;
        self.begin_practice(desk, Practice::of_opened(parts, at_once));
    }

    /// Shows an exercise from a recovery file over its document.
    pub(crate) fn begin_restored(&mut self, desk: &mut Desk, restored: RestoredExercise) {
        let practice = Practice::restored(restored, self.at_once);
        self.begin_practice(desk, practice);
    }

    pub(super) fn begin_practice(&mut self, desk: &mut Desk, practice: Practice) {
        if !self.is_on() {
            self.hidden_before = desk.hidden;
            self.middle_before = desk.middle;
        }
        self.task = practice.posed.task();
        if let Some(drawn) = &practice.posed.exercise().drawn {
            self.seed = drawn.seed.to_string();
            self.level = drawn.level.clone();
        }
        self.practice = Some(Box::new(practice));
        self.asking = None;
        self.fault = None;
        self.lead = false;
        desk.hidden = true;
        desk.board_has_keys.set(false);
        desk.middle = MainView::Exercise;
        desk.show_side(SidePanel::Exercise);
        self.watch_blank(desk);
    }

    /// Shows the tree again, with its ratings.
    pub(crate) fn leave(&mut self, desk: &mut Desk) {
        let Some(practice) = self.practice.take() else {
            return;
        };
        drop_in_background(practice);
        self.asking = None;
        self.next = None;
        desk.hidden = self.hidden_before;
        desk.middle = match self.middle_before {
            MainView::Exercise => MainView::Tree,
            middle => middle,
        };
        desk.side = SidePanel::Exercise;
    }

    /// Lets the board show the node of the current blank.
    pub(super) fn watch_blank(&mut self, desk: &mut Desk) {
        let Some(practice) = &mut self.practice else {
            return;
        };
        if practice.watched == Some(practice.current) {
            return;
        }
        practice.watched = Some(practice.current);
        let line = practice.posed.line_text(practice.node());
        let line = format!("{} {line}", practice.prefix);
        let graph = &desk.document.session.rated().graph;
        if let Ok(line) = graph.read_line(Vertex::ROOT, line.trim()) {
            desk.change(Action::Watch(line));
        }
    }

    pub(super) fn copy_line(&mut self, desk: &mut Desk, ctx: &egui::Context) {
        let Some(practice) = &self.practice else {
            return;
        };
        match write_line(&practice.posed) {
            Some(line) => {
                ctx.copy_text(line);
                desk.tell(Ok("Copied the exercise's line".to_owned()));
            }
            None => desk.tell(Err(Refusal::new(
                "A tree that is written as text has no line",
                "save the exercise as a file",
            ))),
        }
    }

    /// Asks for the path of a file or a sheet; an exercise with a file is written to it.
    pub(crate) fn ask_where(&mut self, desk: &mut Desk, ctx: &egui::Context, sheet: bool) {
        let Some(practice) = &self.practice else {
            return;
        };
        if !sheet && let Some(path) = practice.path.clone() {
            self.write_to(desk, ctx, path);
            return;
        }
        self.ask_where_anew(desk, sheet);
    }

    /// Asks for a path, even if there is one.
    pub(super) fn ask_where_anew(&mut self, desk: &mut Desk, sheet: bool) {
        let Some(practice) = &self.practice else {
            return;
        };
        let task = practice.posed.task().name();
        let stem = match &practice.posed.exercise().drawn {
            Some(drawn) => format!("{task}-{}", drawn.seed),
            None => task.to_owned(),
        };
        let ending = if sheet { ".html" } else { ".exercise.json" };
        let path_buf = practice.path.as_ref().filter(|_| !sheet).cloned();
        let path = path_buf.unwrap_or_else(|| desk.first_folder().join(format!("{stem}{ending}")));
        let path = shown_path(&path);
        self.asking = Some(PathPrompt {
            sheet,
            path,
            known: None,
            focused: false,
        });
        desk.show_side(SidePanel::Exercise);
    }

    /// Writes the exercise, or its sheet, to a path; an existing file is replaced only on the
    /// second request.
    pub(super) fn write_to(&mut self, desk: &mut Desk, ctx: &egui::Context, path: PathBuf) {
        let Some(practice) = &self.practice else {
            return;
        };
        let path = std::path::absolute(&path).unwrap_or(path);
        let own = practice.path.as_deref() == Some(&*path);
        let asking = self.asking.take();
        let sheet = asking.as_ref().is_some_and(|asking| asking.sheet);
        if let Some(mut asking) = asking
            && let Err(why) = may_be_written(&path, &asking, own)
        {
            asking.known = Some(path);
            self.asking = Some(asking);
            desk.tell(Err(why));
            return;
        }
        let label = format!("Saving {}…", file_name(&path));
        let (file, posed) = (practice.file(), practice.posed.clone());
        let attempt = (!sheet).then(|| practice.attempt.clone());
        let theirs = path.clone();
        let job = Job::spawn("doomtree-write", label, waker(ctx), async move |_| {
            save::write_file(&theirs, |out| match sheet {
                false => file.write(out),
                true => {
                    let form = sheet::SheetFormat::of_name(&file_name(&theirs)).unwrap_or_default();
                    sheet::write(out, &posed, form)
                }
            })
            .map_err(Refusal::from)
        });
        match job {
            Ok(job) => self.writing = Some(ExerciseWrite { job, path, attempt }),
            Err(why) => desk.tell(Err(why)),
        }
    }
}
