//! Opens texts, files, setups and links, and copies links to the selected node. In a browser the
//! page's address is one, too: it follows the walk, and the walk follows it.

use std::path::PathBuf;
use std::time::Duration;

use eframe::egui;

use super::explorer::{Explorer, WaitingAtStart};
use super::menu::is_drawer_open;
use crate::app::base::machine::Instant;
use crate::app::base::{
    Cancelled, Job, as_sentence, fault_text, file_name, is_missing, is_path, new_seed, page,
    path_of, waker,
};
use crate::app::dialogs::Dialog;
use crate::app::document::{
    AfterPrompt, DocumentNames, MAX_TYPED, OpenRefused, Ready, StartedDocument, TEACHING, files,
    is_square, lisp_array, read_typed, refused, same_file, usual_setup,
};
use crate::app::intent::{CheckSource, Command, CommandId, FirstBoard, MainView, SidePanel};
use crate::app::tools::exercise::ExercisePanel;
use crate::app::tools::tour::TourPanel;
use crate::app::views::tree::panel::TreePanel;
use crate::diagram::prose;
use crate::game::{OpenError, Refusal};
use crate::games::Setup;
use crate::rating::RatingOptions;
use crate::save;
use crate::session::{
    Action, Link, first_setup, game_names, has_random_boards, random_with_choice, read_link,
    usual_game, write_link,
};
use crate::work::finished;

impl Explorer {
    /// Opens a first board, which has no file.
    pub(crate) fn begin_new(&mut self, ctx: &egui::Context, board: FirstBoard) {
        let (game, random) = match board {
            FirstBoard::Random => (usual_random_game(), true),
            FirstBoard::Board(game) => (game, false),
        };
        let setup = first_setup(game).and_then(|first| match random {
            true => randomised(first),
            false => Ok(first),
        });
        let begun =
            setup.and_then(|setup| StartedDocument::new(setup, self.desk.usual_limits(), ""));
        match begun {
            Ok(begun) => {
                let board = Box::new((begun, DocumentNames::default()));
                self.show_opened(ctx, Ready::Begun(board, None));
                self.desk.compares = false;
                self.desk.walk(Action::Root);
            }
            Err(error) => self.desk.tell(Err(error.into())),
        }
        if let Some(message) = self.forget_waiting() {
            self.desk.tell(Ok(message));
        }
    }

    /// Opens a typed or pasted text: a path, a link, a position of the open game or otherwise of the
    /// default one, a Lisp array, a script, or the text of a file.
    /// Unless `by_defaults`, the rules of the open board are tried first.
    pub(crate) fn open_text(&mut self, ctx: &egui::Context, text: &str, by_defaults: bool) {
        let text = text.trim();
        if text.is_empty() {
            self.desk.tell(Ok(
                "The clipboard has no text. Copy a position, a Lisp array, or file contents first."
                    .to_owned(),
            ));
            return;
        }
        if is_path(text) {
            self.open_path(ctx, path_of(text));
            return;
        }
        if crate::session::is_link(text) {
            self.open_link(ctx, text);
            return;
        }
        if crate::session::exercise::is_line(text) {
            let exercise = self.tools.one_mut::<ExercisePanel>();
            exercise.open_line(&mut self.desk, ctx, text);
            return;
        }
        if save::are_lines(text) {
            // What a program says of a board is compared with the open one.
            self.desk.checked = Some(CheckSource::Text(text.to_owned()));
            self.dialog = Some(Dialog::check(ctx, &self.desk));
            return;
        }
        let short = text.len() <= MAX_TYPED;
        if short && lisp_array(text).is_some_and(|array| !is_square(array)) {
            // The length of its rows must be asked for.
            self.dialog = Some(Dialog::open(ctx, &self.desk, text.to_owned(), None));
            return;
        }
        let text = text.to_owned();
        let (setup, options) = match by_defaults {
            true => (usual_setup(), RatingOptions::default()),
            false => {
                let root = self.desk.document.root();
                (root.setup, root.options)
            }
        };
        let usual = self.desk.usual_limits();
        if short && !save::is_file(&text) {
            let read = finished(read_typed(
                &text,
                &setup,
                options,
                usual,
                &Cancelled::default(),
            ));
            self.arrived(ctx, read);
        } else {
            let label = "opening the pasted text".to_owned();
            self.read(ctx, label, async move |cancelled| {
                read_typed(&text, &setup, options, usual, &cancelled).await
            });
        }
    }

    /// Opens one of the boards and trees that come with the program.
    pub(crate) fn open_teaching(&mut self, ctx: &egui::Context, index: usize) {
        let Some(teaching) = TEACHING.get(index) else {
            return;
        };
        let label = format!("Opening {}…", teaching.title);
        let limits = self.desk.usual_limits();
        self.read(ctx, label, async move |cancelled| {
            let (text, file) = (teaching.text.as_bytes(), teaching.file);
            let read = files::read_text(text, file, limits, &cancelled).await;
            read.map_err(refused)
        });
    }

    /// Presents one of the tours that come with the program; the open document is shown again after
    /// it.
    pub(crate) fn present_teaching(&mut self, ctx: &egui::Context, index: usize, step: usize) {
        let Some(teaching) = TEACHING.get(index) else {
            return;
        };
        if self.desk.has_draft || self.desk.practises {
            // It must be finished first.
            return self.open_teaching(ctx, index);
        }
        let (text, limits) = (teaching.text.as_bytes(), self.desk.usual_limits());
        let never = Cancelled::default();
        match finished(files::read_text(text, teaching.file, limits, &never)) {
            Ok(ready) => {
                self.end_visit(ctx);
                let (document, _) = ready.document(waker(ctx));
                self.desk.visit(document);
                self.address.tour = index;
                self.settle();
                self.run(ctx, Command::Named(CommandId::Present));
                self.tools
                    .one_mut::<TourPanel>()
                    .show_page(&mut self.desk, step);
            }
            Err(why) => self.desk.tell(Err(why)),
        }
    }

    /// Ends a presentation of another document, so that the one before is open again.
    pub(crate) fn end_visit(&mut self, ctx: &egui::Context) {
        if self.desk.visited_from.is_some() {
            self.run(ctx, Command::Named(CommandId::LeavePresentation));
        }
    }

    /// Reads a file on a background thread; the open document stays until it is there.
    pub(crate) fn open_path(&mut self, ctx: &egui::Context, path: PathBuf) {
        let label = format!("Opening {}…", file_name(&path));
        let limits = self.desk.usual_limits();
        self.read(ctx, label, async move |cancelled| {
            let read = files::read_file(&path, limits, &cancelled).await;
            read.map_err(|why| OpenRefused {
                missing: is_missing(&path).then_some(path),
                ..refused(why)
            })
        });
    }

    pub(crate) fn read<W>(
        &mut self,
        ctx: &egui::Context,
        label: String,
        work: impl FnOnce(Cancelled) -> W + Send + 'static,
    ) where
        W: Future<Output = Result<Ready, OpenRefused>> + 'static,
    {
        self.desk.notice = None;
        match Job::spawn("doomtree-open", label, waker(ctx), work) {
            Ok(job) => self.opening = Some(job),
            Err(why) => self.desk.tell(Err(why)),
        }
    }

    /// Reads the open file again.
    pub(crate) fn reload(&mut self, ctx: &egui::Context) {
        if let Some(path) = self.desk.document.words.path.clone() {
            self.open_path(ctx, path);
        }
    }

    /// Opens the first of the files that were dropped on the window.
    pub(crate) fn open_dropped(&mut self, ctx: &egui::Context, files: &[egui::DroppedFileHandle]) {
        let Some(first) = files.first() else { return };
        let path = first.path().to_owned();
        if files.len() > 1 {
            let message = format!(
                "Opened {}; the other {} dropped files were ignored",
                file_name(&path),
                files.len()
            );
            self.filing.told_of_drop = Some((path.clone(), message));
        }
        // The file answers the dialog's question.
        self.dialog = None;
        if page::IN_BROWSER {
            self.read_dropped(ctx, first.clone());
        } else {
            self.desk.commands.push(Command::OpenFile(path));
        }
    }

    /// Reads a dropped file that only the browser can read.
    fn read_dropped(&mut self, ctx: &egui::Context, file: egui::DroppedFileHandle) {
        let label = format!("Opening {}…", file_name(file.path()));
        let limits = self.desk.usual_limits();
        self.read(ctx, label, async move |cancelled| {
            let path = page::path_of(&file).await;
            let path = path.map_err(|why| refused(Refusal::new(why, "")))?;
            let read = files::read_file(&path, limits, &cancelled).await;
            read.map_err(refused)
        });
    }

    /// Takes the results of finished jobs.
    pub(crate) fn poll_jobs(&mut self, ctx: &egui::Context) {
        if let Some(answer) = self.opening.as_ref().and_then(Job::poll) {
            self.opening = None;
            let read = answer.unwrap_or_else(|why| Err(refused(why)));
            self.arrived(ctx, read);
            ctx.request_repaint();
        }
        self.poll_writing(ctx);
        self.poll_look(ctx);
        self.poll_remembering(ctx);
    }

    /// Shows the document that was read, once nothing would be lost. If it can't be opened, the
    /// open document stays.
    pub(crate) fn arrived(&mut self, ctx: &egui::Context, read: Result<Ready, OpenRefused>) {
        let sure = self.filing.discard.take();
        match read {
            Ok(ready) => {
                let next = AfterPrompt::Show(Box::new(ready));
                if sure == Some(self.desk.document.edits.moment()) {
                    self.resume(ctx, next);
                } else {
                    self.guard(ctx, next);
                }
            }
            Err(OpenRefused {
                why,
                missing,
                typed,
            }) => {
                self.filing.told_of_drop = None;
                // What was requested for it at the start can't be done.
                self.waiting = WaitingAtStart::default();
                if let Some(screenshot) = &mut self.screenshot {
                    screenshot.fail(why.clone());
                }
                if let Some(missing) = missing
                    && self.desk.settings.forget(&missing)
                {
                    self.remember_now(ctx);
                    let what = format!("{}. It was removed from the list.", fault_text(&why));
                    self.desk.tell(Err(Refusal {
                        what,
                        remedy: String::new(),
                        ..why
                    }));
                } else if let Some(typed) = typed {
                    // Typed text can be corrected.
                    self.dialog =
                        Some(Dialog::open(ctx, &self.desk, typed, Some(fault_text(&why))));
                } else {
                    self.desk.tell(Err(as_sentence(why)));
                }
            }
        }
    }

    /// Shows the opened document.
    pub(crate) fn show_opened(&mut self, ctx: &egui::Context, mut ready: Ready) {
        self.leave_exercise();
        let exercise = ready.take_exercise();
        let restored = ready.take_restored();
        let line = ready.take_line().or(self.waiting.line.take());
        let (document, notice) = ready.document(waker(ctx));
        let before = self.desk.open(document);
        let [path, path_before] = [&self.desk.document, &before].map(|it| it.words.path.as_deref());
        let is_reloaded = path.is_some() && same_file(path, path_before);
        before.close();
        if !is_reloaded {
            self.desk.show_middle(MainView::Tree);
            if matches!(self.desk.side, SidePanel::Record | SidePanel::Setup) {
                self.desk.side = SidePanel::Node;
            }
        }
        let mut notice = self.forget_waiting().or(notice);
        if let Some(path) = self.desk.document.words.path.clone() {
            self.desk.settings.opened(&path);
            self.remember_now(ctx);
            if let Some((_, message)) = self
                .filing
                .told_of_drop
                .take_if(|(dropped, _)| *dropped == path)
            {
                notice = notice.or(Some(message));
            }
        }
        self.desk.notice = None;
        self.notify(notice);
        self.settle();
        if let Some(line) = line {
            self.select_line(&line);
        }
        if let Some(exercise) = exercise {
            let panel = self.tools.one_mut::<ExercisePanel>();
            panel.begin_opened(&mut self.desk, exercise);
            self.settle();
        }
        if let Some(restored) = restored {
            self.show_restored(restored);
        }
    }
}

/// The number of rows and columns of a new random board: its tree is small enough to read.
const RANDOM_SIZE: u64 = 2;

/// The usual game of those that have random boards.
fn usual_random_game() -> &'static str {
    let mut games = game_names();
    games
        .find(|game| has_random_boards(game))
        .unwrap_or(usual_game())
}

/// A board of the same game and rules from a seed of the system.
fn randomised(first: Setup) -> Result<Setup, OpenError> {
    let size = Some(RANDOM_SIZE);
    let (game, switches) = (&first.game, &first.switches);
    let (position, _) = random_with_choice(game, switches, size, size, new_seed())?;
    Ok(Setup { position, ..first })
}

/// Steps that come sooner than this after the last are one step of the browser's history.
const MIN_STEP_INTERVAL: Duration = Duration::from_millis(400);

impl Explorer {
    /// The link to the selected node, without the address of a page.
    fn link(&self) -> Result<String, Refusal> {
        let document = &self.desk.document;
        let line = document.line_text(document.session.selected());
        write_link(document.session.rated(), &line)
    }

    /// Copies the link to the selected node.
    pub(crate) fn copy_link(&mut self, ctx: &egui::Context) {
        match self.link() {
            Ok(link) => {
                let link = format!("{}{link}", page::address());
                if self.desk.is_touched && page::share(&link) {
                    return;
                }
                self.desk.copy(ctx, link, "Copied the link");
            }
            Err(why) => self.desk.tell(Err(why)),
        }
    }

    /// Opens a link. On the open board it only selects a node.
    pub(crate) fn open_link(&mut self, ctx: &egui::Context, text: &str) {
        let usual = self.desk.usual_limits();
        let link = match read_link(text, usual) {
            Ok(link) => link,
            Err(why) => return self.arrived(ctx, Err(corrected(why, text))),
        };
        let rated = self.desk.document.session.rated();
        let own = write_link(rated, "").and_then(|own| read_link(&own, usual));
        let Link {
            setup,
            line,
            wanted,
        } = link;
        if own.is_ok_and(|own| (&own.setup, own.wanted) == (&setup, wanted)) {
            self.select_line(&line);
            return;
        }
        let words = DocumentNames {
            line: Some(line),
            ..DocumentNames::default()
        };
        let text = text.to_owned();
        self.read(ctx, "opening the link".to_owned(), async move |_| {
            let begun = StartedDocument::new(setup, wanted, "");
            let begun = begun.map_err(|why| corrected(Refusal::of(why), &text))?;
            Ok(Ready::Begun(Box::new((begun, words)), None))
        });
    }

    /// Opens the link that the user has gone to, or shows that of the selected node.
    pub(crate) fn follow_address(&mut self, ctx: &egui::Context) {
        if !page::IN_BROWSER {
            return;
        }
        if let Some(link) = page::arrived_at() {
            let has_guard = std::mem::take(&mut self.address.has_guard);
            if self.desk.is_touched && self.close_top(ctx) {
                // A phone's way back closes what is open first.
                if !has_guard {
                    page::show_link(&self.address.link, true);
                }
                return;
            }
            if has_guard && link == self.address.link {
                // What was open is closed already.
                page::go_back();
                return;
            }
            self.address.shown = None;
            self.address.link.clear();
            self.desk.commands.push(Command::OpenText(link));
            ctx.request_repaint();
            return;
        }
        let is_over = self.dialog.is_some() || is_drawer_open(ctx);
        if self.desk.is_touched && is_over && !self.address.has_guard {
            // The page has a step to go back to that isn't another page.
            page::show_link(&self.address.link, true);
            self.address.has_guard = true;
        }
        let is_moving = self.opening.is_some() || self.desk.pending_line.is_some();
        if is_moving || !self.desk.commands.is_empty() {
            return;
        }
        if self.desk.visited_from.is_some() {
            self.follow_tour();
            return;
        }
        if self.desk.embedded && self.is_enabled(CommandId::Present) {
            self.desk.commands.push(Command::Named(CommandId::Present));
        }
        let (tree, node) = (self.desk.tree, self.desk.document.session.selected());
        let before = self.address.shown.replace((tree, node));
        if before != Some((tree, node)) {
            let link = self.link().unwrap_or_else(|_| "#".to_owned());
            let link = match self.desk.embedded {
                true => format!("?embed{link}"),
                false => link,
            };
            // The same link comes again when a tree is built further.
            if self.address.link != link {
                let now = Instant::now();
                let last = before.and(self.address.last_step);
                let is_soon = last.is_some_and(|last| now - last < MIN_STEP_INTERVAL);
                page::show_link(&link, before.is_some() && !is_soon);
                self.address.link = link;
                self.address.last_step = before.is_some().then_some(now);
            }
        }
        // A rating may become known later.
        let view = self.desk.view();
        let said = self.tools.one::<TreePanel>().describe(&view, node);
        self.show_notice(said);
    }

    /// Shows the step of an included tour in the page's address, so that it is there again after a
    /// reload, and has its text read aloud.
    fn follow_tour(&mut self) {
        let panel = self.tools.one::<TourPanel>();
        let Some((tour, step)) = panel.shown_tour(&self.desk).zip(self.desk.slide) else {
            return;
        };
        let text = tour.steps.get(step).map_or("", |step| step.text.as_str());
        let (number, all) = (step + 1, tour.steps.len());
        let said = format!("{}, step {number} of {all}: {}", tour.title, plain(text));
        let file = TEACHING.get(self.address.tour).map_or("", |tour| tour.file);
        let embed = if self.desk.embedded { "embed&" } else { "" };
        let link = format!("?{embed}tour={file}&step={number}");
        if self.address.link != link {
            page::show_link(&link, false);
            self.address.link = link;
            self.address.shown = None;
        }
        self.show_notice(said);
    }

    fn show_notice(&mut self, said: String) {
        if self.address.said != said {
            page::say(&said);
            self.address.said = said;
        }
    }
}

/// A text without its marks.
fn plain(text: &str) -> String {
    let blocks = prose(text);
    let runs = blocks.iter().flat_map(|block| {
        let runs = block.runs.iter().map(|run| run.text.as_str());
        runs.chain([" "])
    });
    runs.collect()
}

/// A refusal of a typed link, which can be corrected.
fn corrected(why: Refusal, text: &str) -> OpenRefused {
    OpenRefused {
        typed: Some(text.to_owned()),
        ..refused(why.at("the link can't be opened"))
    }
}
