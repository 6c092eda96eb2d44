//! The check of an external program's output about the open board: configured in a dialog, run on a
//! thread, shown in the middle of the window.

mod moves;
mod page;
mod work;

use std::sync::Arc;

use eframe::egui::{self, Context, Rect, Vec2};

use crate::app::base::{
    Scrolled, Sign, Slot, State, banner, file_name, ids, part, size, strong, waker, working,
};
use crate::app::document::Document;
use crate::app::intent::{CheckSource, Command, Middle, Named};
use crate::app::parts::{
    BackgroundWork, BoardPair, Cx, Desk, Responder, Tool, above_ui, bar::above, bar::bar,
    clipped_ui,
};
use crate::game::visible;
use crate::session::check::Report;
use crate::words::capitalised;
use page::Page;
use work::{CheckResult, begin};

/// The check that is shown in the middle, or none.
pub(crate) struct CheckPanel {
    /// The source of the check, while any result of it is shown.
    source: Option<CheckSource>,
    /// The number of the document that was open at the last look.
    opened: u64,
    found: Slot<(), Box<CheckResult>, String>,
    page: Page,
    boards: BoardPair,
    scrolled: Scrolled,
}

impl Default for CheckPanel {
    fn default() -> Self {
        Self {
            source: None,
            opened: 0,
            found: Slot::default(),
            page: Page::default(),
            boards: BoardPair::default(),
            scrolled: Scrolled::new("Check"),
        }
    }
}

impl Tool for CheckPanel {
    fn middle(&self) -> Option<Middle> {
        Some(Middle::Check)
    }

    fn middle_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let screen = ui.available_rect_before_wrap();
        let top = above(screen.width(), cx.desk.over(), 1);
        above_ui(ui.ctx(), cx, screen, |ui| {
            bar(ui, cx, |ui| {
                for named in [Named::CheckProgram, Named::CheckAgain, Named::CloseCheck] {
                    cx.icon_button(ui, named);
                }
            });
        });
        let inner = Rect::from_min_max(screen.min + Vec2::new(0.0, top), screen.max);
        clipped_ui(ui, inner, |ui| self.page_ui(ui, cx));
    }

    fn keep(&mut self, desk: &mut Desk) {
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
        if desk.shows(Middle::Check) {
            self.scrolled.keys(ctx);
        }
        false
    }

    fn is_enabled(&self, desk: &Desk, named: Named) -> Option<bool> {
        Some(match named {
            Named::CheckAgain => desk.checked.is_some() && !self.found.is_running(),
            Named::OtherDisagreement => {
                let found = self.found.known();
                desk.middle == Middle::Check && found.is_some_and(|found| !found.agrees())
            }
            Named::CloseCheck => desk.has_check,
            _ => return None,
        })
    }

    fn run(&mut self, desk: &mut Desk, ctx: &Context, command: &Command) -> Option<Responder> {
        match command {
            Command::Check(source) => self.check(desk, ctx, (**source).clone()),
            Command::Named(Named::CheckAgain) => {
                if let Some(source) = desk.checked.clone() {
                    self.check(desk, ctx, source);
                }
            }
            Command::Named(Named::OtherDisagreement) => self.page.first ^= true,
            Command::Named(Named::CloseCheck) => {
                self.close(desk);
                if desk.middle == Middle::Check {
                    desk.show_middle(Middle::Tree);
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
        self.page = Page::default();
        self.scrolled.begin_again();
        desk.checked = Some(source);
        desk.has_check = true;
        desk.show_middle(Middle::Check);
        self.poll(desk, ctx);
    }

    fn close(&mut self, desk: &mut Desk) {
        self.source = None;
        self.found.forget();
        desk.has_check = false;
    }

    /// The report on the open board.
    pub fn report(&self) -> Option<&Report> {
        self.found.known().map(|found| &found.board.report)
    }

    fn page_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let Some(source) = &self.source else {
            nothing_ui(ui, cx);
            return;
        };
        let width = (ui.available_width() - 28.0).max(120.0);
        let fault = |ui: &mut egui::Ui, why: &str| {
            banner(ui, cx.theme, Sign::Fault, why, ids::MIDDLE_FAULT);
        };
        self.scrolled.ui(ui, cx.theme, |ui| {
            ui.horizontal_top(|ui| {
                ui.add_space(14.0);
                ui.vertical(|ui| {
                    part(ui, ids::CHECK);
                    ui.set_width(width);
                    ui.spacing_mut().item_spacing.y = 8.0;
                    source_ui(ui, cx, source);
                    match self.found.state() {
                        State::Unknown => {
                            let words = "The open board is still being built".to_owned();
                            working(ui, cx.theme, words);
                        }
                        State::Running(_, told) => working(ui, cx.theme, told.now().clone()),
                        State::Cancelled => fault(ui, "The check was canceled: check again"),
                        State::Fault(why) => fault(ui, &capitalised(&why.to_string())),
                        State::Known(_) if cx.view.hidden => fault(
                            ui,
                            "Ratings are hidden, and a check would reveal them: press H to show them",
                        ),
                        State::Known(found) => {
                            let stale = is_stale(found, cx.document);
                            if stale {
                                let words = "The board, rules, or limits changed. Check again.";
                                banner(ui, cx.theme, Sign::Fault, words, ids::STALE);
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
        let words = "Choose your program's tree or ratings for this board, or a command to run. \
                     You'll see the first and the smallest disagreement and the likely cause.";
        ui.add(egui::Label::new(cx.dim(words)).wrap());
        ui.add_space(4.0);
        let named = Named::CheckProgram;
        let button = egui::Button::new(named.text()).stroke(egui::Stroke::new(1.0, cx.theme.line));
        cx.does(ui.add(button), named);
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
