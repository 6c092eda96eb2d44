//! Writes the document and its exports.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use eframe::egui;

use super::explorer::Explorer;
use crate::app::base::{DocumentContent, Job, Stamp, file_name, format_for, holds, page, waker};
use crate::app::dialogs::Dialog;
use crate::app::document::{
    AfterPrompt, FileWrite, Purpose, SavePrompt, SaveResult, WriteRequest, lost_in, saved,
    shown_path, titled,
};
use crate::app::intent::{ExportChoice, ExportRequest};
use crate::export::{Format, FormatSubject, Scope};
use crate::game::Refusal;
use crate::save::BoardFile;

impl Explorer {
    /// Cancels an export in progress; the old file stays. `false` if there is none.
    pub(crate) fn cancel_export(&mut self) -> bool {
        let Some(writing) = self.writing.take_if(|writing| writing.is_export()) else {
            return false;
        };
        // It may be done by now.
        let done = matches!(writing.job.poll(), Some(Ok(Ok(SaveResult::Written(..)))));
        let name = file_name(&writing.request.path);
        self.desk.tell(Ok(match done {
            true => saved(&shown_path(&writing.request.path), &[]),
            false => format!("{name} was not saved"),
        }));
        true
    }

    /// Saves the document to its file, or asks for a path.
    pub(crate) fn save(&mut self, ctx: &egui::Context) {
        match (self.desk.document.words.path.clone(), self.own_format()) {
            (Some(path), Ok(format)) => {
                let purpose = Purpose::Save { replace: false };
                self.write(ctx, path, format, purpose);
            }
            (Some(_), Err(why)) => self.ask_where_to_save(ctx, Some(why.to_string())),
            (None, _) => self.ask_where_to_save(ctx, None),
        }
    }

    /// The format of the document's own file.
    ///
    /// # Errors
    /// Why the document can't be saved to it as it is.
    fn own_format(&self) -> Result<&'static Format, Refusal> {
        let kind = self.desk.document.words.holds;
        let name = self.desk.document.words.short();
        let why = match kind {
            DocumentContent::Board | DocumentContent::Game => lost_in(&self.desk.document, kind)
                .map(|lost| {
                    let file = kind.file().to_lowercase();
                    format!("{name} is {file} and can't store {lost}. Save a tree file instead.")
                }),
            DocumentContent::Tree | DocumentContent::Nothing => None,
            DocumentContent::Positions => Some(format!(
                "{name} stores positions, not the expanded tree. Save a tree file instead."
            )),
            DocumentContent::Text => Some(format!(
                "{name} is a text file and can't store notes or the expanded tree. Save a tree \
                 file instead."
            )),
            DocumentContent::AsWritten => Some(format!(
                "{name} doesn't match its own rules and is shown as written. Save under another \
                 name to keep it."
            )),
        };
        match (why, format_for(kind)) {
            (None, Some(format)) => Ok(format),
            (why, _) => Err(Refusal::new(why.unwrap_or_default(), "")),
        }
    }

    pub(crate) fn ask_where_to_save(&mut self, ctx: &egui::Context, why: Option<String>) {
        self.dialog = Some(Dialog::save(ctx, &self.desk, why));
    }

    /// Asks for the path of an export, and remembers the options.
    pub(crate) fn ask_where_to_export(&mut self, ctx: &egui::Context, choice: ExportChoice) {
        self.desk.settings.export = choice.clone();
        self.remember_now(ctx);
        self.dialog = Some(Dialog::export_file(ctx, &self.desk, choice));
    }

    /// Saves the document to a file, which becomes its own.
    pub(crate) fn save_to(&mut self, ctx: &egui::Context, path: PathBuf) {
        match self.format_to_save(&path) {
            Ok(format) => self.write(ctx, path, format, Purpose::SaveAs),
            Err(why) => self.not_saved(why),
        }
    }

    /// The format of a file that can be opened again as the document is now.
    ///
    /// # Errors
    /// Why its extension names none.
    pub(crate) fn format_to_save(&self, path: &Path) -> Result<&'static Format, Refusal> {
        let format = Format::of_file(&file_name(path))?;
        match holds(format) {
            None => {
                let what = format!("{} can't be opened again as it is now", file_name(path));
                Err(Refusal::new(what, "save a tree or a board, or export it"))
            }
            Some(kind @ (DocumentContent::Board | DocumentContent::Game)) => {
                match lost_in(&self.desk.document, kind) {
                    Some(lost) => Err(Refusal::new(
                        format!("{} can't store {lost}", kind.file()),
                        "save a tree file, or export it",
                    )),
                    None => Ok(format),
                }
            }
            Some(_) => Ok(format),
        }
    }

    /// Writes an export; the document stays as it is.
    pub(crate) fn export(&mut self, ctx: &egui::Context, request: ExportRequest) {
        let ExportRequest { choice, path } = request;
        match Format::of_file(&file_name(&path)) {
            Ok(format) => self.write(ctx, path, format, Purpose::Export(Box::new(choice))),
            Err(why) => self.desk.tell(Err(why)),
        }
    }

    /// Saves the document's own file although another program has changed it.
    pub(crate) fn replace(&mut self, ctx: &egui::Context, request: WriteRequest) {
        let purpose = Purpose::Save { replace: true };
        self.write(ctx, request.path, request.format, purpose);
    }

    fn write(
        &mut self,
        ctx: &egui::Context,
        path: PathBuf,
        format: &'static Format,
        purpose: Purpose,
    ) {
        self.filing.requests.push_back(WriteRequest {
            path: std::path::absolute(&path).unwrap_or(path),
            format,
            purpose,
        });
        self.desk.notice = None;
        self.write_next(ctx);
        if self.writing.is_none() && !self.filing.requests.is_empty() {
            self.desk
                .tell(Ok("Saves when rating is finished".to_owned()));
        }
    }

    /// Whether something is being written or waits to be.
    pub(crate) fn is_writing(&self) -> bool {
        self.writing.is_some() || !self.filing.requests.is_empty()
    }

    /// Cancels queued writes; `false` if there are none.
    pub(crate) fn cancel_waiting(&mut self) -> bool {
        let report = self.forget_waiting();
        let waited = report.is_some();
        if let Some(message) = report {
            self.filing.next = None;
            self.filing.quits = false;
            self.desk.tell(Ok(message));
        }
        waited
    }

    /// Discards queued writes, since they would write another document; returns a message about
    /// them.
    pub(crate) fn forget_waiting(&mut self) -> Option<String> {
        let first = self.filing.requests.front()?;
        let message = format!("{} was not saved", file_name(&first.path));
        self.filing.requests.clear();
        Some(message)
    }

    /// Starts the first queued write. A tree that is still being built is written once it is
    /// complete.
    fn write_next(&mut self, ctx: &egui::Context) {
        let Some(request) = self.filing.requests.front() else {
            return;
        };
        let unfinished =
            self.desk.document.is_building() && request.format.subject != FormatSubject::Board;
        if self.writing.is_some() || unfinished {
            return;
        }
        let Some(request) = self.filing.requests.pop_front() else {
            return;
        };
        let (snapshot, scope) = match &request.purpose {
            Purpose::Export(choice) => (
                self.desk.snapshot().seen_as(choice),
                (request.format.subject == FormatSubject::Tree)
                    .then(|| choice.scope(&self.desk.document.session)),
            ),
            // Such a file has the whole tree, however much of it is expanded.
            _ => {
                let whole = holds(request.format) == Some(DocumentContent::Game);
                (self.desk.snapshot(), whole.then(Scope::default))
            }
        };
        let board = Box::new(snapshot.board.clone());
        let known = match request.purpose {
            Purpose::Save { replace: false } => Some(self.desk.document.words.stamp),
            _ => None,
        };
        if !request.is_export() {
            self.desk.document.edits.writing();
        }
        let label = format!("Saving {}…", file_name(&request.path));
        let theirs = request.clone();
        let written = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&written);
        let job = Job::spawn(
            "doomtree-write",
            label,
            waker(ctx),
            async move |cancelled| {
                let WriteRequest { path, format, .. } = theirs;
                if let Some(known) = known {
                    let found = Stamp::of(&path);
                    // A file that is gone is written again.
                    if found.is_some() && !Stamp::same(found, known) {
                        return Ok(SaveResult::Changed);
                    }
                }
                let snapshot = snapshot.part(scope.as_ref(), &cancelled.ctl).await?;
                let written = snapshot.write(&path, format, &cancelled, &counted);
                let notices = written.await?;
                Ok(SaveResult::Written(Stamp::of(&path), notices))
            },
        );
        match job {
            Ok(job) => {
                self.writing = Some(FileWrite {
                    request,
                    number: self.desk.opened,
                    board,
                    written,
                    job,
                });
            }
            Err(why) => self.not_saved(why),
        }
    }

    /// Shows why something isn't written. The action that would have followed is canceled.
    fn not_saved(&mut self, why: Refusal) {
        self.filing.next = None;
        self.filing.quits = false;
        self.desk.tell(Err(why));
    }

    /// Takes the result of a write, and starts the next.
    pub(crate) fn poll_writing(&mut self, ctx: &egui::Context) {
        let answer = self.writing.as_ref().and_then(|writing| writing.job.poll());
        if let Some(answer) = answer
            && let Some(writing) = self.writing.take()
        {
            let FileWrite {
                request,
                number,
                board,
                ..
            } = writing;
            match answer.and_then(|outcome| outcome) {
                Ok(SaveResult::Written(_, notices)) if request.is_export() => {
                    let path = shown_path(&request.path);
                    self.desk.tell(Ok(saved(&path, &notices)));
                }
                Ok(SaveResult::Written(stamp, notices)) => {
                    let message = saved(&file_name(&request.path), &notices);
                    self.desk.tell(Ok(message));
                    self.desk.settings.opened(&request.path);
                    self.remember_now(ctx);
                    if number == self.desk.opened {
                        self.is_saved(request, stamp, board);
                    }
                    if let Some(next) = self.filing.next.take() {
                        self.after_saving(ctx, next);
                    }
                }
                Ok(SaveResult::Changed) => {
                    self.filing.question = Some(SavePrompt::Replace(request))
                }
                Err(why) => self.not_saved(why),
            }
            ctx.request_repaint();
        }
        if self.writing.is_none() {
            self.write_next(ctx);
        }
        if !self.is_writing() && std::mem::take(&mut self.filing.quits) {
            self.guard(ctx, AfterPrompt::Quit);
        }
    }

    fn is_saved(&mut self, request: WriteRequest, stamp: Option<Stamp>, board: Box<BoardFile>) {
        let WriteRequest { path, format, .. } = request;
        let words = &mut self.desk.document.words;
        words.name = titled(board.title.as_deref(), &file_name(&path));
        words.holds = holds(format).unwrap_or_default();
        words.stamp = stamp;
        words.path = Some(path);
        if words.holds == DocumentContent::Board {
            words.board = Some(board);
            self.desk.document.opened = self.desk.document.root().wanted();
        }
        self.desk.document.edits.written();
    }

    /// Writes the settings on a background thread, so that a crash doesn't lose them.
    pub(crate) fn remember_now(&mut self, ctx: &egui::Context) {
        if self.filing.remembering.is_some() {
            self.filing.remember_again = true;
            return;
        }
        let Some(path) = self.settings_path.clone() else {
            return;
        };
        let settings = self.desk.settings.clone();
        self.filing.remembered = Some(settings.clone());
        let label = "writing the settings".to_owned();
        let job = Job::spawn("doomtree-settings", label, waker(ctx), async move |_| {
            settings.write(&path)
        });
        // Without a thread they are written at the end.
        self.filing.remembering = job.ok();
    }

    pub(crate) fn poll_remembering(&mut self, ctx: &egui::Context) {
        // A page may be closed at any moment.
        if page::IN_BROWSER && self.filing.remembered.as_ref() != Some(&self.desk.settings) {
            self.remember_now(ctx);
        }
        let Some(answer) = self.filing.remembering.as_ref().and_then(Job::poll) else {
            return;
        };
        self.filing.remembering = None;
        if let Err(why) = answer.and_then(|written| written)
            && self.desk.notice.is_none()
        {
            self.desk.tell(Err(why.at("Couldn't save the settings")));
        }
        if std::mem::take(&mut self.filing.remember_again) {
            self.remember_now(ctx);
        }
    }
}
