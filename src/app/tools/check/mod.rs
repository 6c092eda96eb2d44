//! The check of an external program's output about the open board: configured in a dialog, run on a
//! background thread, shown in the middle of the window. What is checked is a file, a text, or the
//! answers of a program.

mod page;

use std::sync::Arc;
use std::time::Duration;

use eframe::egui::{self, Context, Rect, Vec2};
use page::CheckPage;

use crate::app::base::{
    BannerIcon, Cancelled, Scrolled, SharedProgress, Slot, SlotStart, SlotState, Wake, banner,
    fault_text, file_name, ids, name_region, size, strong, waker, work_in_progress_ui,
};
use crate::app::document::Document;
use crate::app::intent::{CheckSource, Command, CommandId, MainView};
use crate::app::parts::bar::{above, bar};
use crate::app::parts::{
    BackgroundWork, BoardPair, Cx, Desk, Responder, Tool, above_ui, clipped_ui,
};
use crate::game::{Refusal, visible};
use crate::programs::{AnswerTimeout, ExternalProgram, NoAnswer};
use crate::save::{ProgramOutput, read_theirs, read_theirs_path};
use crate::session::check::{Answers, Asking, CheckReport, Coverage, Next, fault};
use crate::session::{GraphRequest, Progress, Rated, built, open};
use crate::tree::{Limits, Pictures};
use crate::words::short_number;
use crate::work::{PIECE, TurnLength};

/// The check that is shown in the middle, or none.
pub(crate) struct CheckPanel {
    /// The source of the check, while any result of it is shown.
    source: Option<CheckSource>,
    /// The number of the document that was open at the last look.
    opened: u64,
    found: Slot<(), Box<CheckResult>, String>,
    page: CheckPage,
    boards: BoardPair,
    scrolled: Scrolled,
}

impl Default for CheckPanel {
    fn default() -> Self {
        Self {
            source: None,
            opened: 0,
            found: Slot::default(),
            page: CheckPage::default(),
            boards: BoardPair::default(),
            scrolled: Scrolled::new("Check"),
        }
    }
}

impl Tool for CheckPanel {
    fn middle(&self) -> Option<MainView> {
        Some(MainView::Check)
    }

    fn middle_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let screen = ui.available_rect_before_wrap();
        let top = above(screen.width(), cx.desk.over(), 1);
        above_ui(ui.ctx(), cx, screen, |ui| {
            bar(ui, cx, |ui| {
                for named in [
                    CommandId::CheckProgram,
                    CommandId::CheckAgain,
                    CommandId::CloseCheck,
                ] {
                    cx.icon_button(ui, named);
                }
            });
        });
        let inner = Rect::from_min_max(screen.min + Vec2::new(0.0, top), screen.max);
        clipped_ui(ui, inner, |ui| self.page_ui(ui, cx));
    }

    fn sync(&mut self, desk: &mut Desk) {
        if std::mem::replace(&mut self.opened, desk.opened) != desk.opened {
            // Its board isn't open anymore.
            self.close(desk);
        }
    }

    /// Starts pending work, and takes results.
    fn poll(&mut self, desk: &mut Desk, ctx: &Context) {
        let begins = self.found.key().is_some() || !desk.document.is_building();
        if let Some(source) = self.source.as_ref().filter(|_| begins) {
            let rated = desk.document.session.rated();
            self.found
                .want((), || begin(source.clone(), rated.clone(), waker(ctx)));
        }
    }

    fn work(&self, _desk: &Desk) -> Option<BackgroundWork> {
        let running = self.found.is_running();
        running.then(|| BackgroundWork::on_thread("a program is being checked"))
    }

    fn cancel(&mut self, _desk: &mut Desk) -> bool {
        // Its page says so.
        self.found.cancel()
    }

    fn keys(&mut self, desk: &mut Desk, ctx: &Context) -> bool {
        if desk.shows(MainView::Check) {
            self.scrolled.keys(ctx);
        }
        false
    }

    fn is_enabled(&self, desk: &Desk, named: CommandId) -> Option<bool> {
        Some(match named {
            CommandId::CheckAgain => desk.checked.is_some() && !self.found.is_running(),
            CommandId::OtherDisagreement => {
                let found = self.found.known();
                desk.middle == MainView::Check && found.is_some_and(|found| !found.agrees())
            }
            CommandId::CloseCheck => desk.has_check,
            _ => return None,
        })
    }

    fn run(&mut self, desk: &mut Desk, ctx: &Context, command: &Command) -> Option<Responder> {
        match command {
            Command::Check(source) => self.check(desk, ctx, (**source).clone()),
            Command::Named(CommandId::CheckAgain) => {
                if let Some(source) = desk.checked.clone() {
                    self.check(desk, ctx, source);
                }
            }
            Command::Named(CommandId::OtherDisagreement) => self.page.first ^= true,
            Command::Named(CommandId::CloseCheck) => {
                self.close(desk);
                if desk.middle == MainView::Check {
                    desk.show_middle(MainView::Tree);
                }
            }
            _ => return None,
        }
        Some(Responder::Window)
    }
}

impl CheckPanel {
    /// Checks the output of a source about the open board, and shows it.
    fn check(&mut self, desk: &mut Desk, ctx: &Context, source: CheckSource) {
        self.found.forget();
        self.source = Some(source.clone());
        self.page = CheckPage::default();
        self.scrolled.begin_again();
        desk.checked = Some(source);
        desk.has_check = true;
        desk.show_middle(MainView::Check);
        self.poll(desk, ctx);
    }

    fn close(&mut self, desk: &mut Desk) {
        self.source = None;
        self.found.forget();
        desk.has_check = false;
    }

    /// The report on the open board.
    pub fn report(&self) -> Option<&CheckReport> {
        self.found.known().map(|found| &found.board.report)
    }

    fn page_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let Some(source) = &self.source else {
            nothing_ui(ui, cx);
            return;
        };
        let width = (ui.available_width() - 28.0).max(120.0);
        let fault = |ui: &mut egui::Ui, why: &str| {
            banner(ui, cx.theme, BannerIcon::Fault, why, ids::MIDDLE_FAULT);
        };
        self.scrolled.ui(ui, cx.theme, |ui| {
            ui.horizontal_top(|ui| {
                ui.add_space(14.0);
                ui.vertical(|ui| {
                    name_region(ui, ids::CHECK);
                    ui.set_width(width);
                    ui.spacing_mut().item_spacing.y = 8.0;
                    source_ui(ui, cx, source);
                    match self.found.state() {
                        SlotState::Unknown => {
                            let phrase = "The open board is still being built".to_owned();
                            work_in_progress_ui(ui, cx.theme, phrase);
                        }
                        SlotState::Running(_, progress) => work_in_progress_ui(ui, cx.theme, progress.now().clone()),
                        SlotState::Cancelled => fault(ui, "The check was canceled: check again"),
                        SlotState::Fault(why) => fault(ui, &fault_text(&why)),
                        SlotState::Known(_) if cx.view.hidden => fault(
                            ui,
                            "Ratings are hidden, and a check would reveal them: press H to show them",
                        ),
                        SlotState::Known(found) => {
                            let stale = is_stale(found, cx.document);
                            if stale {
                                let text = "The board, rules, or limits changed. Check again.";
                                banner(ui, cx.theme, BannerIcon::Fault, text, ids::STALE);
                            }
                            self.page.ui(ui, cx, (found, stale), &mut self.boards);
                        }
                    }
                    ui.add_space(10.0);
                });
            });
        });
    }
}

/// Whether the results belong to another graph than the open one.
fn is_stale(found: &CheckResult, document: &Document) -> bool {
    let now = Arc::as_ptr(&document.session.rated().graph);
    !std::ptr::addr_eq(Arc::as_ptr(&found.own), now)
}

/// The placeholder if nothing was checked: what can be done here.
fn nothing_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    ui.add_space(ui.available_height() * 0.2);
    ui.vertical_centered(|ui| {
        ui.set_max_width(460.0);
        ui.label(strong("Check your program against the rules").size(size::BODY + 3.0));
        let text = "Choose your program's tree or ratings for this board, or a command to run. \
                     You'll see the first and the smallest disagreement and the likely cause.";
        ui.add(egui::Label::new(cx.dim(text)).wrap());
        ui.add_space(4.0);
        let named = CommandId::CheckProgram;
        let button = egui::Button::new(named.text()).stroke(egui::Stroke::new(1.0, cx.theme.line));
        cx.run_on_click(ui.add(button), named);
    });
}

/// The source of the check.
fn source_ui(ui: &mut egui::Ui, cx: &Cx<'_>, source: &CheckSource) {
    let (lead, name, whole) = match source {
        CheckSource::File(path) => ("File", file_name(path), path.to_string_lossy().into_owned()),
        CheckSource::Text(text) => ("Text", first_line(text), first_line(text)),
        CheckSource::Program { command, .. } => ("Program", command.clone(), command.clone()),
    };
    ui.horizontal(|ui| {
        ui.label(cx.dim(lead));
        let name = strong(visible(&name).into_owned()).size(size::BODY);
        ui.add(egui::Label::new(name).truncate())
            .on_hover_text(visible(&whole).into_owned());
    });
}

fn first_line(text: &str) -> String {
    let line = text.lines().find(|line| !line.trim().is_empty());
    line.unwrap_or_default().chars().take(120).collect()
}

/// The results for one board.
pub(crate) struct ShownCheck {
    /// Its graph by the rules.
    pub rated: Rated,
    /// The report.
    pub report: CheckReport,
}

/// The results.
pub(crate) struct CheckResult {
    /// The open board's graph when it was checked.
    pub own: Arc<dyn Pictures>,
    /// The open board.
    pub board: ShownCheck,
    /// The smallest board that shows a disagreement.
    pub smaller: Option<ShownCheck>,
    /// The number of other boards tried.
    pub tried: u64,
    /// What was compared on all of them.
    pub coverage: Coverage,
    /// Notices about the input, one sentence each.
    pub notices: Vec<String>,
}

impl CheckResult {
    /// Whether nothing differs on any board.
    pub fn agrees(&self) -> bool {
        self.board.report.agrees() && self.smaller.is_none()
    }
}

/// A check of a source about a rated graph's board.
struct CheckWork {
    source: CheckSource,
    rated: Rated,
}

/// The progress report of the work, and its cancellation.
struct Telling {
    progress: SharedProgress<String>,
    cancelled: Cancelled,
}

impl Telling {
    fn tell(&self, text: String) {
        *self.progress.now() = text;
    }
}

/// Never shown: the job is gone by then.
fn canceled() -> Refusal {
    Refusal::new("the check was canceled", "check again")
}

/// Starts a check; its progress is a text.
fn begin(source: CheckSource, rated: Rated, wake: Wake) -> SlotStart<Box<CheckResult>, String> {
    SlotStart::Thread {
        name: "doomtree-check",
        label: format!("checking {}", source.name()),
        wake,
        told: format!("Reading {}", source.name()),
        work: Box::new(move |cancelled, progress| {
            Box::pin(async move {
                let telling = Telling {
                    progress,
                    cancelled,
                };
                let found = CheckWork { source, rated }.run(&telling).await;
                found.map(Box::new)
            })
        }),
    }
}

impl CheckWork {
    async fn run(self, telling: &Telling) -> Result<CheckResult, Refusal> {
        let name = self.source.name();
        let graph = Arc::clone(&self.rated.graph);
        let theirs = match &self.source {
            CheckSource::Program { command, seconds } => {
                let timeout = AnswerTimeout {
                    length: Duration::from_secs(*seconds),
                    text: format!("{seconds} s"),
                    remedy: "give it more time",
                };
                let answers = asked(command, timeout, self.rated.clone(), telling).await?;
                let check = |rated, report| checked(rated, report, &name);
                let smaller = answers.smaller;
                return Ok(CheckResult {
                    own: graph,
                    board: check(self.rated, answers.board)?,
                    smaller: smaller
                        .map(|(rated, report)| check(rated, report))
                        .transpose()?,
                    tried: answers.tried,
                    coverage: answers.coverage,
                    notices: Vec::new(),
                });
            }
            CheckSource::File(path) => read_theirs_path(path),
            CheckSource::Text(text) => read_theirs(text.as_bytes(), &name),
        };
        let theirs = theirs?;
        let mut notices = theirs.notices.clone();
        let rated = self.limited(&theirs, telling, &mut notices).await?;
        let nodes = theirs.nodes.len() as u64;
        let show = |progress| telling.tell(comparing(progress, nodes));
        let report = CheckReport::find(theirs, rated.clone(), &telling.cancelled.ctl, &show).await;
        Ok(CheckResult {
            own: graph,
            board: checked(rated, report, &name)?,
            smaller: None,
            tried: 0,
            coverage: Coverage::default(),
            notices,
        })
    }

    /// The graph to compare with: a tree that was made to a ply limit is compared with one.
    async fn limited(
        self,
        theirs: &ProgramOutput,
        telling: &Telling,
        notices: &mut Vec<String>,
    ) -> Result<Rated, Refusal> {
        let own = self.rated.limits.max_plies;
        let Some(plies) = theirs.max_plies.filter(|plies| own != Some(*plies)) else {
            return Ok(self.rated);
        };
        notices.push(format!(
            "Your data ends at ply {plies}; only plies 0–{plies} are compared."
        ));
        let wanted = GraphRequest {
            limits: Limits {
                max_plies: Some(plies),
                ..self.rated.limits
            },
            ..self.rated.wanted()
        };
        let build = open(&self.rated.setup(), wanted, "")?;
        let show = |progress: Progress| {
            let positions = short_number(progress.positions);
            telling.tell(format!(
                "Building to {plies} plies: {positions} positions so far"
            ));
        };
        Ok(built(build, &telling.cancelled.ctl, &show).await)
    }
}

fn checked(rated: Rated, report: CheckReport, name: &str) -> Result<ShownCheck, Refusal> {
    match fault(&report, &rated, name) {
        Some(why) => Err(Refusal::new(why, "")),
        None => Ok(ShownCheck { rated, report }),
    }
}

/// The progress of comparing, or of the search for causes.
fn comparing(progress: Progress, nodes: u64) -> String {
    let (done, of) = progress.within;
    match of == nodes {
        true => format!(
            "Comparing: {} of {}",
            short_number(done.min(of)),
            short_number(of)
        ),
        false => "Searching for the likely cause".to_owned(),
    }
}

/// Asks a program until everything is known.
async fn asked(
    command: &str,
    timeout: AnswerTimeout,
    rated: Rated,
    telling: &Telling,
) -> Result<Answers, Refusal> {
    let mut filter = ExternalProgram::start(command, timeout)?;
    let mut asking = Asking::new(rated);
    loop {
        telling.cancelled.ctl.tick(PIECE).await;
        match asking.step(TurnLength::Work(PIECE)) {
            Next::Done => break,
            Next::Work(_) => {}
            Next::Ask(question) => {
                if let Some((board, asked, of)) = asking.reached() {
                    telling.tell(format!(
                        "Asking about {board}: {} of {} positions",
                        short_number(asked + 1),
                        short_number(of)
                    ));
                }
                let given_up = || telling.cancelled.is_set();
                let answer = filter.ask(&question, &given_up).map_err(|why| match why {
                    NoAnswer::GivenUp => canceled(),
                    NoAnswer::Fault(fault) => fault,
                })?;
                asking
                    .answer(&answer)
                    .map_err(|why| filter.garbage(&question, why))?;
            }
        }
    }
    filter.finish()?;
    Ok(asking.stop())
}
