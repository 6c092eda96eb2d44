//! The dialogs for saving and exporting: a name, a format that sets its extension, a list of
//! folders, and the amount to be written.

use std::path::{Path, PathBuf};

use eframe::egui;

use super::browser::{Browser, Picked};
use super::files::{FileAction, FileChooser, System};
use super::row::{fault_ui, format_ui, path_on_a_line};
use crate::app::base::{
    DocumentContent, Identified as _, Job, PathKind, format_for, framed, holds, ids, list_ui,
    listed, name_region, page, path_kind, path_of, size, text_field, waker,
};
use crate::app::document::{OutputSize, Snapshot, lost_in, suggested_stem};
use crate::app::intent::{Command, ExportChoice, ExportRequest};
use crate::app::parts::{Cx, Desk, select_all};
use crate::export::{FORMATS, Format, FormatSubject, Scope};
use crate::words::short_bytes;

/// The amount to be written: as text, and in bytes.
type Amount = (String, Option<OutputSize>);

/// The path being chosen.
pub struct WriteDialog {
    /// Why the document can't be saved to its own file.
    why: Option<String>,
    /// The suggested name, without its extension.
    stem: String,
    /// The name that is typed, or a whole path.
    name: String,
    format: &'static Format,
    snapshot: Snapshot,
    /// The content of the document that a board file and an extensive game can't store.
    lost: [(DocumentContent, Option<String>); 2],
    /// The export options, with the part of the tree.
    choice: Option<ExportChoice>,
    scope: Option<Scope>,
    /// The job that counts the content and the bytes, and its format.
    sizing: Option<Job<Option<Amount>>>,
    size: Option<(&'static str, Option<Amount>)>,
    /// The job that checks the target path.
    looking: Option<Job<PathKind>>,
    /// The path of which the user knows that a file is there already.
    known: Option<PathBuf>,
    /// Why the path can't be written to.
    error: Option<String>,
    files: FileChooser,
}

impl WriteDialog {
    pub(super) fn new(
        ctx: &egui::Context,
        desk: &Desk,
        choice: Option<ExportChoice>,
        why: Option<String>,
    ) -> Self {
        let document = &desk.document;
        let lost = [DocumentContent::Board, DocumentContent::Game]
            .map(|kind| (kind, lost_in(document, kind)));
        let own = document.words.holds;
        let holds = match lost.contains(&(own, None)) && choice.is_none() {
            true => own,
            false => DocumentContent::Tree,
        };
        let format = match &choice {
            None => format_for(holds).unwrap_or(&FORMATS[0]),
            Some(choice) => choice.format(),
        };
        let stem = suggested_stem(document);
        Self {
            why,
            name: format!("{stem}{}", format.ending()),
            stem,
            format,
            snapshot: match &choice {
                None => desk.snapshot(),
                Some(choice) => desk.snapshot().seen_as(choice),
            },
            scope: choice
                .as_ref()
                .map(|choice| choice.scope(&document.session)),
            choice,
            lost,
            sizing: None,
            size: None,
            looking: None,
            known: None,
            error: None,
            files: FileChooser::new(Browser::new(ctx, desk.first_folder(), true)),
        }
    }

    /// Whether the document is saved here.
    pub(crate) fn saves(&self) -> bool {
        self.choice.is_none()
    }

    /// Whether something is being read or counted for it.
    pub(super) fn is_busy(&self) -> bool {
        self.sizing.is_some() || self.looking.is_some() || self.files.browser.is_busy()
    }

    /// Shows the dialog; `false` when it is done.
    pub(crate) fn ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) -> bool {
        // A chosen folder is entered; a file's name is in the box already.
        let is_folder = self.files.browser.folder_is_chosen();
        let text = (name_id(), &*self.name);
        let (keys, entered) = self.files.take_keys(ui, text, is_folder, false);
        let (heading, action, id) = match self.saves() {
            true => ("Save as", "Save", ids::SAVE_FILE),
            false => ("Export", "Export", ids::EXPORT_FILE),
        };
        name_region(ui, id);
        ui.heading(heading);
        if let Some(why) = &self.why {
            ui.add(egui::Label::new(why).wrap())
                .identified(ids::WRITE_WHY);
        }
        self.name_ui(ui, cx);
        self.format_ui(ui, cx);
        ui.add_space(2.0);
        let height = (ui.ctx().content_rect().height() - 440.0).clamp(90.0, 240.0);
        match self.files.browser.ui(ui, cx, height, keys) {
            Some(Picked::Chosen(path) | Picked::Taken(path)) => {
                let name = path.file_name().unwrap_or_default();
                self.name = name.to_string_lossy().into_owned();
                self.name_changed();
            }
            None => {}
        }
        let fault = self.fault();
        self.told_ui(ui, cx, fault.as_deref(), action);
        let full_name = self.full_name();
        let replaces = self.known.as_ref() == Some(&self.path());
        let action = FileAction {
            text: if replaces { "Replace" } else { action },
            id: ids::WRITE_NOW,
            ready: fault.is_none() && !self.name.trim().is_empty(),
            entered,
            system: System::Write(&full_name),
        };
        let done = self.files.buttons_ui(ui, &action);
        // While the path is looked at, nothing is written.
        let done = done.filter(|is_written| !is_written || self.looking.is_none());
        if let Some(path) = self.files.system_path() {
            self.picked(ui.ctx(), &path);
        }
        self.count(ui.ctx());
        match done {
            Some(false) => false,
            Some(true) if self.known.as_ref() == Some(&self.path()) => {
                self.write(cx);
                false
            }
            Some(true) => {
                self.update(ui.ctx());
                true
            }
            None => !self.looked(ui.ctx(), cx),
        }
    }

    fn name_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let label = cx.small("File name");
        let label = ui.label(label);
        let line = text_field(&mut self.name)
            .id(name_id())
            .desired_width(f32::INFINITY);
        let line = ui.add(line).labelled_by(label.id);
        let line = line.identified(ids::FILE_NAME);
        if self.files.focus(ui, &line) {
            self.select_stem(ui.ctx());
        }
        if line.changed() {
            self.files.browser.choose_none();
            self.name_changed();
        }
    }

    /// Selects the name without its extension, so that typing replaces it.
    fn select_stem(&self, ctx: &egui::Context) {
        let stem = Format::of_name(&self.name).map_or(&*self.name, |(_, stem)| stem);
        select_all(ctx, name_id(), stem);
    }

    /// A known extension sets the format.
    fn name_changed(&mut self) {
        self.known = None;
        self.error = None;
        self.looking = None;
        let offered = |format: &&'static Format| self.offers(format);
        if let Some((format, _)) = Format::of_name(self.name.trim())
            && offered(&format)
        {
            self.format = format;
        }
    }

    /// Whether a format can be chosen here.
    fn offers(&self, format: &Format) -> bool {
        !self.saves() || holds(format).is_some()
    }

    fn format_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let before = self.format.name;
        ui.horizontal(|ui| {
            let label = cx.small("Format");
            let label = ui.label(label);
            framed(ui);
            let list = egui::ComboBox::from_id_salt("format")
                .selected_text(self.format.name)
                .width(150.0);
            let choice = list_ui(ui, list, |ui| {
                ui.set_min_width(420.0);
                let saves = self.saves();
                let fits = |format: &&Format| !saves || holds(format).is_some();
                for format in FORMATS.iter().filter(fits) {
                    let chosen = self.format.name == format.name;
                    let response = format_ui(ui, cx, format, chosen);
                    listed(ui, &response, chosen);
                    if response.clicked() {
                        self.format = format;
                    }
                }
            });
            let choice = choice.labelled_by(label.id);
            choice.identified(ids::FORMAT);
            cx.small_ui(ui, self.format.text);
        });
        if self.format.name != before {
            let stem = Format::of_name(&self.name).map_or(&*self.name, |(_, stem)| stem);
            self.name = format!("{stem}{}", self.format.ending());
            self.known = None;
            self.error = None;
        }
    }

    /// The name with the extension of its format.
    fn full_name(&self) -> String {
        let name = self.name.trim();
        match Format::of_name(name) {
            Some((format, _)) if format.name == self.format.name => name.to_owned(),
            _ => format!("{name}{}", self.format.ending()),
        }
    }

    /// The typed path.
    fn typed_path(&self) -> PathBuf {
        self.files.browser.folder().join(path_of(self.name.trim()))
    }

    /// The target path.
    fn path(&self) -> PathBuf {
        self.files.browser.folder().join(path_of(&self.full_name()))
    }

    /// The kind of file that is chosen, and what it can't store.
    fn lost(&self) -> Option<(DocumentContent, &str)> {
        let kind = holds(self.format)?;
        let lost = self.lost.iter().find(|(other, _)| *other == kind);
        Some((kind, lost?.1.as_deref()?))
    }

    /// Why it can't be written as it is chosen.
    fn fault(&self) -> Option<String> {
        if let Some((kind, lost)) = self.lost().filter(|_| self.saves()) {
            let file = kind.file();
            return Some(format!(
                "{file} can't store {lost}: save a tree file, or export it"
            ));
        }
        self.error.clone()
    }

    /// The amount to be written, and warnings.
    fn told_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, fault: Option<&str>, action: &str) {
        let path = self.path();
        let amount = match &self.size {
            Some((format, Some(amount))) if *format == self.format.name => Some(amount),
            _ => None,
        };
        let start = match amount {
            None => String::new(),
            Some((amount, None)) => format!("{amount}, "),
            Some((amount, Some(OutputSize::Bytes(bytes)))) => {
                format!("{amount}, {}, ", short_bytes(*bytes))
            }
            Some((amount, Some(OutputSize::MoreThan(bytes)))) => {
                format!("{amount}, more than {}, ", short_bytes(*bytes))
            }
        };
        let start = format!("{start}to ");
        let max = ui.available_width() - 8.0;
        let line = path_on_a_line(ui, &path.display().to_string(), size::SMALL, max * 0.6);
        let line = match page::IN_BROWSER {
            true => format!("{start}your browser's downloads"),
            false => format!("{start}{line}"),
        };
        let words = cx.small(line);
        ui.add(egui::Label::new(words).truncate())
            .identified(ids::WRITE_TOLD)
            .on_hover_text(path.display().to_string());
        if let Some(fault) = fault {
            fault_ui(ui, cx, fault);
        } else if self.known.as_ref() == Some(&path) {
            let phrase = format!(
                "This file already exists: {} again to replace it",
                action.to_lowercase()
            );
            fault_ui(ui, cx, &phrase);
        } else if let Some((DocumentContent::Board, lost)) = self.lost().filter(|_| !self.saves()) {
            let text = format!("A board file can't store {lost}");
            ui.add(egui::Label::new(cx.dim(text)).wrap());
        }
        ui.add_space(2.0);
    }

    /// Counts the amount to be written, once per format.
    fn count(&mut self, ctx: &egui::Context) {
        if let Some(answer) = self.sizing.as_ref().and_then(Job::poll) {
            self.sizing = None;
            if let Some((_, size)) = &mut self.size {
                *size = answer.ok().flatten();
            }
            ctx.request_repaint();
        }
        if self.size.as_ref().map(|(format, _)| *format) == Some(self.format.name) {
            return;
        }
        self.size = Some((self.format.name, None));
        let (snapshot, format) = (self.snapshot.clone(), self.format);
        let scope = self.scope.clone();
        let scope = scope.filter(|_| format.subject == FormatSubject::Tree);
        let label = "counting bytes".to_owned();
        self.sizing = Job::spawn(
            "doomtree-count",
            label,
            waker(ctx),
            async move |cancelled| {
                let snapshot = snapshot.part(scope.as_ref(), &cancelled.ctl).await.ok()?;
                let size = snapshot.size(format, &cancelled).await;
                Some((snapshot.amount(format), size))
            },
        )
        .ok();
    }

    fn update(&mut self, ctx: &egui::Context) {
        let (path, typed) = (self.path(), self.typed_path());
        let label = "looking at the path".to_owned();
        let looking = Job::spawn(
            "doomtree-look",
            label,
            waker(ctx),
            async move |_| match path_kind(&typed) {
                PathKind::Folder => PathKind::Folder,
                _ => path_kind(&path),
            },
        );
        match looking {
            Ok(looking) => self.looking = Some(looking),
            Err(why) => self.error = Some(why.to_string()),
        }
    }

    /// Acts on the content of the target path; returns whether the file is written now.
    fn looked(&mut self, ctx: &egui::Context, cx: &Cx<'_>) -> bool {
        let Some(answer) = self.looking.as_ref().and_then(Job::poll) else {
            return false;
        };
        self.looking = None;
        let path = self.path();
        match answer.unwrap_or_else(PathKind::Fault) {
            PathKind::Nothing => {
                self.write(cx);
                return true;
            }
            PathKind::NoFolder => {
                let folder = path.parent().unwrap_or(Path::new("")).display();
                self.error = Some(format!("No such folder: {folder}"));
            }
            PathKind::Folder => {
                // A typed folder is shown, and the name is requested again.
                let folder = self.typed_path();
                self.name = format!("{}{}", self.stem, self.format.ending());
                self.files.browser.show(ctx, folder);
            }
            // An existing file is replaced only after the user was told.
            PathKind::File(_) => self.known = Some(path),
            PathKind::Fault(why) => self.error = Some(why.to_string()),
        }
        self.files.focus_again();
        ctx.request_repaint();
        false
    }

    fn write(&self, cx: &Cx<'_>) {
        let path = self.path();
        cx.push(match self.choice.clone() {
            None => Command::SaveTo(path),
            Some(choice) => Command::Export(Box::new(ExportRequest { choice, path })),
        });
    }

    /// Takes the path from the system's dialog, which has asked about replacing.
    fn picked(&mut self, ctx: &egui::Context, path: &Path) {
        if let (Some(folder), Some(name)) = (path.parent(), path.file_name()) {
            self.files.browser.show(ctx, folder.to_owned());
            self.name = name.to_string_lossy().into_owned();
            self.name_changed();
        }
    }
}

fn name_id() -> egui::Id {
    egui::Id::unique("name of the file")
}
