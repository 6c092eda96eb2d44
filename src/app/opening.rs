//! Opening and writing from the window: what is asked first, what runs on a thread of its own, and
//! what comes of it.

use std::path::PathBuf;

use eframe::egui;

use super::dialog::Dialog;
use super::document::Document;
use super::explorer::{Explorer, Notice, waker};
use super::files::{self, Export};
use super::job::Job;
use super::setup_panel::Lead;
use super::tree_panel::TreePanel;
use crate::diagram::RatingsFor;
use crate::game::Player;
use crate::games::{self, Setup};
use crate::save;

impl Explorer {
    /// A board of one's own, that belongs to no file.
    pub(super) fn new_board(&mut self, ctx: &egui::Context) {
        let usual = games::first_setup(games::NAMES[0]).map_err(|error| error.to_string());
        let opened =
            usual.and_then(|usual| files::open_setup(usual, files::window_limits(), waker(ctx)));
        self.show_opened(opened.map(|document| (document, None)));
        self.show_setup(ctx, true);
        self.setup.lead = Some(Lead::Position);
    }

    /// Opens what somebody typed: a file, or a position of the open game, else of the usual one.
    pub(super) fn open_text(&mut self, ctx: &egui::Context, text: &str) {
        let text = text.trim();
        if files::is_path(text) {
            self.open_path(ctx, files::path_of(text));
            return;
        }
        let usual = save::setup_of_text(text, None);
        let mut opened = Err(String::new());
        if usual.switches.script.is_none() {
            let setup = Setup {
                position: text.to_owned(),
                columns: None,
                ..self.document.setup.clone()
            };
            opened = files::open_setup(setup, self.document.limits, waker(ctx));
        }
        let opened =
            opened.or_else(|_| files::open_setup(usual, files::window_limits(), waker(ctx)));
        match opened {
            Ok(document) => self.show_opened(Ok((document, None))),
            // What was typed can be corrected.
            Err(error) => self.dialog = Some(Dialog::open_again(text.to_owned(), error)),
        }
    }

    /// Opens one of the boards and trees that come with the program.
    pub(super) fn open_teaching(&mut self, _ctx: &egui::Context, _place: usize) {}

    /// Reads a file on a thread of its own; the open document stays until it is there.
    pub(super) fn open_path(&mut self, ctx: &egui::Context, path: PathBuf) {
        let label = format!("opening {}", path.display());
        let job = Job::spawn("doomtree-open", label, waker(ctx), move |cancelled| {
            files::read_path(&path, &|| cancelled.is_set())
        });
        match job {
            Ok(job) => self.opening = Some(job),
            Err(text) => self.tell(Err(text)),
        }
    }

    /// Reads the open file again.
    pub(super) fn reload(&mut self, ctx: &egui::Context) {
        if let Some(path) = self.document.words.path.clone() {
            self.open_path(ctx, path);
        }
    }

    /// Writes the document to its file, or asks where.
    pub(super) fn save(&mut self, ctx: &egui::Context) {
        match self.document.words.path.clone() {
            Some(path) => self.save_to(ctx, path),
            None => self.ask_where_to_save(),
        }
    }

    pub(super) fn ask_where_to_save(&mut self) {
        self.dialog = Some(Dialog::save(files::suggested_name(&self.document)));
    }

    pub(super) fn ask_where_to_export(&mut self) {
        self.dialog = Some(Dialog::export(files::suggested_name(&self.document)));
    }

    /// Writes the document to a file on a thread of its own.
    pub(super) fn save_to(&mut self, ctx: &egui::Context, path: PathBuf) {
        self.export_to(ctx, path);
    }

    /// Writes a file on a thread of its own.
    pub(super) fn export_to(&mut self, ctx: &egui::Context, path: PathBuf) {
        let label = format!("writing {}", path.display());
        let seen = (self.ratings_for, self.hidden);
        let job = Export::new(&self.document, path).and_then(|export| {
            let export = export.seen(seen.0, seen.1);
            Job::spawn("doomtree-write", label, waker(ctx), move |_| export.write())
        });
        match job {
            Ok(job) => self.writing = Some(job),
            Err(text) => self.tell(Err(text)),
        }
    }

    /// Closes the window.
    pub(super) fn quit(&mut self, ctx: &egui::Context) {
        ctx.send_viewport_cmd(egui::ViewportCommand::Close);
    }

    /// Takes the answers of jobs that are done.
    pub(super) fn poll_jobs(&mut self, ctx: &egui::Context) {
        if let Some(answer) = self.opening.as_ref().and_then(Job::poll) {
            self.opening = None;
            let opened = answer.and_then(|ready| ready);
            self.show_opened(opened.map(|ready| ready.document(waker(ctx))));
            ctx.request_repaint();
        }
        if let Some(answer) = self.writing.as_ref().and_then(Job::poll) {
            self.writing = None;
            self.tell(answer.and_then(|told| told));
            ctx.request_repaint();
        }
    }

    /// Shows what was opened; what can't be opened leaves the open document as it was.
    pub(super) fn show_opened(&mut self, opened: Result<(Document, Option<String>), String>) {
        self.keep_note();
        match opened {
            Ok((document, notice)) => {
                let before = std::mem::replace(&mut self.document, document);
                before.close();
                if let Some(path) = &self.document.words.path {
                    self.settings.opened(path);
                }
                self.tree = TreePanel::default();
                self.ratings_for = RatingsFor::Player(Player(0));
                self.board.marked = None;
                self.setup.forget();
                self.pending_line = None;
                self.notice = notice.map(|text| Notice {
                    text,
                    is_error: false,
                });
                self.refresh_tree();
            }
            Err(text) => self.tell(Err(text)),
        }
    }
}
