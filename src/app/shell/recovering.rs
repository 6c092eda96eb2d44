//! Stores unsaved work in a recovery file within a second, and offers the recovery files of killed
//! windows at the next start.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use eframe::egui;

use super::explorer::Explorer;
use crate::app::base::job::ExitQuestion;
use crate::app::base::machine::Instant;
use crate::app::base::page::IN_BROWSER;
use crate::app::base::{Cancelled, Job, waker};
use crate::app::dialogs::Dialog;
use crate::app::document::{
    Keeping, KeptState, Omitted, OrphanFile, Ready, Recovery, RecoveryFile, Restored, UnsavedData,
    recovery, refused,
};
use crate::app::intent::{CommandId, SidePanel};
use crate::app::tools::exercise::ExercisePanel;
use crate::app::tools::tree_editor::TreeEditor;
use crate::game::Refusal;
use crate::work::finished;

/// Minimum interval between the starts of two writes …
const WRITE_INTERVAL: Duration = Duration::from_millis(350);

/// … and minimum multiple of the time for the last one's text, so that a large tree is not always
/// being written.
const REST: u32 = 4;

fn off() -> Refusal {
    Refusal::new("recovery is off", "")
}

impl Explorer {
    /// From now on stores unsaved work in a folder, and offers the recovery files there.
    pub fn recover_in(&mut self, ctx: &egui::Context, folder: PathBuf) {
        let path = folder.clone();
        let label = "looking for unsaved work".to_owned();
        let search = Job::spawn("doomtree-recover", label, waker(ctx), async move |_| {
            OrphanFile::find(&path)
        });
        // A page's storage has no folders.
        self.desk.recovery_folder = (!IN_BROWSER).then(|| folder.clone());
        let mut recovery = Recovery::new(folder);
        recovery.search = search.ok();
        self.recovery = Some(recovery);
    }

    /// From now on accepts requests from outside to end the window, and stores unsaved work in a
    /// folder, if there is one.
    pub(crate) fn outlast(
        &mut self,
        ctx: &egui::Context,
        folder: Option<PathBuf>,
        ending: ExitQuestion,
    ) {
        ending.listen(waker(ctx));
        self.ending = ending;
        if let Some(folder) = folder {
            self.recover_in(ctx, folder);
        }
    }

    /// Stores unsaved work before the program ends, and answers the request.
    fn answer_the_end(&mut self) {
        self.desk.come_back();
        let name = self.desk.document.words.short();
        let state = self.state();
        let text = if !self.is_unsaved(&state) {
            "nothing was unsaved".to_owned()
        } else {
            match self.keep_now(state) {
                Ok(()) => format!("the changes to {name} are kept, and offered at the next start"),
                Err(why) => format!("the changes to {name} are lost: {why}"),
            }
        };
        self.ending.answer(text);
    }

    fn keep_now(&mut self, state: KeptState) -> Result<(), Refusal> {
        let is_on = self.desk.settings.recovery;
        let recovery = self.recovery.as_mut().filter(|_| is_on);
        let recovery = recovery.ok_or_else(off)?;
        recovery.finish();
        if recovery.kept.as_ref() == Some(&state) {
            return Ok(());
        }
        let recovery_file = self.own_file()?;
        finished(recovery_file.write(self.unsaved(), &Cancelled::default()))?;
        if let Some(recovery) = &mut self.recovery {
            recovery.kept = Some(state);
        }
        Ok(())
    }

    /// Stores unsaved work after a panic, since no further frame may do it.
    pub(crate) fn keep_after_panic(&mut self) {
        let kept = catch_unwind(AssertUnwindSafe(|| {
            let state = self.state();
            match self.recovery.is_some() && self.is_unsaved(&state) {
                true => self.keep_now(state),
                false => Ok(()),
            }
        }));
        if let Ok(Err(why)) = kept {
            self.not_kept(why);
        }
    }

    /// Answers a request from outside to end the window.
    pub(crate) fn hear_the_end(&mut self) {
        if self.ending.is_asked() {
            let answered = catch_unwind(AssertUnwindSafe(|| self.answer_the_end()));
            if answered.is_err() {
                let text = "what was kept before is offered at the next start".to_owned();
                self.ending.answer(text);
            }
        }
    }

    /// Stores unsaved work, and takes the recovery files that were found.
    pub(crate) fn poll_recovery(&mut self, ctx: &egui::Context) {
        self.hear_the_end();
        let Some(recovery) = &mut self.recovery else {
            return;
        };
        if let Some(found) = recovery.search.as_ref().and_then(Job::poll) {
            recovery.search = None;
            recovery.left = found.unwrap_or_default();
            ctx.request_repaint();
        }
        // In a browser the board of the page's address is opened first.
        let is_open = !IN_BROWSER || self.desk.commands.is_empty() && self.opening.is_none();
        let offers = is_open && self.dialog.is_none() && !self.desk.presents;
        if offers && self.has_left() {
            self.offer_left(ctx);
        }
        let Some(recovery) = &mut self.recovery else {
            return;
        };
        if let Some(answer) = recovery.keeping.as_ref().and_then(|own| own.job.poll())
            && let Some(keeping) = recovery.keeping.take()
        {
            match answer.and_then(|written| written) {
                Ok(written) => {
                    recovery.took = written.made;
                    recovery.kept = Some(keeping.state);
                    self.tell_left_out(written.left_out);
                }
                Err(why) => self.not_kept(why),
            }
        }
        if self.desk.visited_from.is_none() {
            self.write_recovery(ctx);
        }
    }

    /// Whether work of killed windows was found that is neither restored nor discarded.
    pub(crate) fn has_left(&self) -> bool {
        let recovery = self.recovery.as_ref();
        recovery.is_some_and(|recovery| !recovery.left.is_empty())
    }

    /// Offers once what killed windows have left, and opens it where a page was loaded again.
    fn offer_left(&mut self, ctx: &egui::Context) {
        let Some(recovery) = &mut self.recovery else {
            return;
        };
        let is_quiet = recovery.is_quiet;
        if std::mem::replace(&mut recovery.offered, true) {
            return;
        }
        match self.reloaded() {
            Some(index) if IN_BROWSER => self.recover_left(ctx, index),
            _ if is_quiet => {
                let command = CommandId::RestoreUnsaved.text();
                let message = format!("Unsaved work was found: File › Open recent › {command}");
                self.desk.tell(Ok(message));
            }
            _ => self.show_left(),
        }
    }

    /// Opens the list of what killed windows have left.
    pub(crate) fn show_left(&mut self) {
        if let Some(recovery) = self.recovery.as_ref()
            && !recovery.left.is_empty()
        {
            self.dialog = Some(Dialog::recover(&recovery.folder, &recovery.left));
        }
    }

    /// The recovery file of the open board, by index: its page was loaded again.
    fn reloaded(&self) -> Option<usize> {
        let remaining = &self.recovery.as_ref()?.left;
        if remaining.is_empty() {
            return None;
        }
        let document = &self.desk.document;
        let open = document.session.rated().setup();
        let line = document.line_text(document.session.selected());
        let is_open = |orphan_file: &OrphanFile| {
            let preview = orphan_file.preview.as_ref().ok();
            preview.is_some_and(|it| it.setup == open && it.selected == line)
        };
        remaining.iter().position(is_open)
    }

    /// The document as it is.
    fn state(&self) -> KeptState {
        let document = &self.desk.document;
        KeptState {
            number: self.desk.opened,
            moment: document.edits.moment(),
            typed: self.desk.typed.all(),
            draft: self.tools.one::<TreeEditor>().draft().map(str::to_owned),
            exercise: self.tools.one::<ExercisePanel>().mark(),
            game: self.desk.game_mark(),
            unbuilt: document.is_building() || document.is_away(),
        }
    }

    fn is_unsaved(&self, state: &KeptState) -> bool {
        self.desk.document.edits.is_changed()
            || !state.typed.is_empty()
            || state.draft.is_some()
            || state.exercise.is_some()
            || state.game.is_some()
    }

    /// The data to write.
    fn unsaved(&self) -> UnsavedData {
        let mut unsaved = self.desk.unsaved();
        let draft = self.tools.one::<TreeEditor>().draft();
        unsaved.beside.draft = draft.map(str::to_owned);
        unsaved.beside.exercise = self.tools.one::<ExercisePanel>().kept();
        unsaved
    }

    /// The file of this window, made where it has none yet.
    fn own_file(&mut self) -> Result<Arc<RecoveryFile>, Refusal> {
        let recovery = self.recovery.as_mut().ok_or_else(off)?;
        match &recovery.own {
            Some(file) => Ok(Arc::clone(file)),
            None => {
                let recovery_file = Arc::new(RecoveryFile::claim(&recovery.folder)?);
                Ok(Arc::clone(recovery.own.insert(recovery_file)))
            }
        }
    }

    /// Shows once why unsaved work can't be stored.
    fn not_kept(&mut self, why: Refusal) {
        if let Some(recovery) = &mut self.recovery
            && !std::mem::replace(&mut recovery.is_reported, true)
        {
            self.desk.tell(Err(why.at("Unsaved work can't be kept")));
        }
    }

    /// Shows once that something doesn't fit in the recovery file.
    fn tell_left_out(&mut self, left_out: Option<Omitted>) {
        let Some(left_out) = left_out else { return };
        if let Some(recovery) = &mut self.recovery
            && !std::mem::replace(&mut recovery.told_left_out, true)
        {
            let what = match left_out {
                Omitted::Expanded => "which nodes are expanded",
                Omitted::Steps => "the oldest steps to undo",
            };
            let message = format!("The recovery file is full, so it leaves out {what}. Save soon.");
            self.desk.tell(Err(Refusal::new(message, "")));
        }
    }

    fn write_recovery(&mut self, ctx: &egui::Context) {
        let state = self.state();
        let unsaved = self.is_unsaved(&state);
        let changed = self.desk.settings.recovery && unsaved;
        let document = &self.desk.document;
        let Some(recovery) = &mut self.recovery else {
            return;
        };
        let is_kept = recovery.kept.as_ref().map(|kept| kept.number) == Some(state.number);
        match recovery.taken.take() {
            Some((before, orphan_file)) if before != state.number => {
                if !document.own_words().restored {
                    // Another document was opened instead.
                    recovery.left.push(orphan_file);
                } else if is_kept || !unsaved {
                    orphan_file.forget();
                } else {
                    recovery.taken = Some((before, orphan_file));
                }
            }
            taken => recovery.taken = taken,
        }
        if recovery.keeping.is_some() {
            return;
        }
        if !changed {
            if let (Some(_), Some(own)) = (recovery.kept.take(), &recovery.own) {
                own.clear();
            }
            return;
        }
        if recovery.kept.as_ref() == Some(&state) {
            return;
        }
        let rest = WRITE_INTERVAL.max(recovery.took * REST);
        let since = recovery.begun.map_or(rest, |begun| begun.elapsed());
        if since < rest {
            ctx.request_repaint_after(rest - since);
            return;
        }
        recovery.begun = Some(Instant::now());
        let recovery_file = match self.own_file() {
            Ok(file) => file,
            Err(why) => return self.not_kept(why),
        };
        let unsaved = self.unsaved();
        let label = "keeping unsaved work".to_owned();
        let job = Job::spawn(
            "doomtree-recover",
            label,
            waker(ctx),
            async move |cancelled| recovery_file.write(unsaved, &cancelled).await,
        );
        if let Some(recovery) = &mut self.recovery {
            // Without a thread it is tried again.
            recovery.keeping = job.ok().map(|job| Keeping { state, job });
        }
    }

    /// Opens a recovery file, by index.
    pub(crate) fn recover_left(&mut self, ctx: &egui::Context, index: usize) {
        let Some(recovery) = &mut self.recovery else {
            return;
        };
        if index >= recovery.left.len() {
            return;
        }
        let orphan_file = recovery.left.remove(index);
        let (files, origin) = (orphan_file.files(), orphan_file.origin.clone());
        recovery.taken = Some((self.desk.opened, orphan_file));
        self.desk.show_side(SidePanel::Node);
        let label = format!("Opening {}…", origin.name);
        let limits = self.desk.usual_limits();
        self.read(ctx, label, async move |cancelled| {
            let read = recovery::read(&files, &origin, limits, &cancelled);
            let recovered = read.await.map_err(refused)?;
            Ok(Ready::Recovered(Box::new(recovered)))
        });
    }

    /// Restores the data beside a restored document.
    pub(crate) fn show_restored(&mut self, restored: Restored) {
        self.desk.pending_line = restored.selected;
        let notice = self.desk.notice.take();
        self.select_pending();
        self.desk.resumes = restored.game;
        if let Some(draft) = restored.draft {
            let editor = self.tools.one_mut::<TreeEditor>();
            editor.restore_draft(&mut self.desk, draft);
        }
        if let Some(exercise) = restored.exercise {
            let panel = self.tools.one_mut::<ExercisePanel>();
            panel.begin_restored(&mut self.desk, exercise);
        }
        self.settle();
        self.desk.notice = notice;
    }

    /// Removes a recovery file, by index.
    pub(crate) fn forget_left(&mut self, index: usize) {
        let Some(recovery) = &mut self.recovery else {
            return;
        };
        if index < recovery.left.len() {
            recovery.left.remove(index).forget();
        }
        self.show_left();
    }

    /// The user closes the window: unsaved work is discarded.
    pub(crate) fn end_recovery(&mut self) {
        let desk = &self.desk;
        let others = desk.fills_in || desk.has_draft || desk.game_mark().is_some();
        // The emergency page has asked about its document only.
        let closing = self.filing.closing && !(self.is_bare() && others);
        let unsaved = desk.document.edits.is_changed() || desk.fills_in || desk.has_draft;
        let wanted = closing || !unsaved;
        let Some(mut recovery) = self.recovery.take() else {
            return;
        };
        recovery.finish();
        if let (true, Some(recovery_file)) = (wanted, &recovery.own) {
            recovery_file.clear();
        }
    }
}
