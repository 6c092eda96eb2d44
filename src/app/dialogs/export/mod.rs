//! The export dialog: part of the tree, format, and display options, with a preview and the size of
//! the output.

mod choices;
mod prepared;

use std::sync::Arc;

use eframe::egui::{self, Key, Modifiers};

use self::prepared::PictureLook;
use super::row::{buttons_ui, fault_ui, first_button, other_button};
use crate::app::base::{Identified as _, Job, ids, name_region, waker};
use crate::app::document::{OutputSize, Snapshot};
use crate::app::intent::{Command, ExportChoice, ExportLook, PartChoice};
use crate::app::parts::{Cx, Desk};
use crate::diagram::{Variants as _, short_count};
use crate::export::{ExportPart, Format, FormatSubject, MIN_READ, Scope};
use crate::game::Refusal;
use crate::rating::Analysis;
use crate::tree::{Count, Vertex};
use crate::words::{at_least_sign, short_bytes};
use prepared::{ClipboardContent, Prepared, copied, prepared};

/// The dialog and its options.
pub struct ExportDialog {
    choice: ExportChoice,
    /// The options that are kept for the next time.
    kept: ExportChoice,
    /// The document as it was when the dialog was opened.
    snapshot: Arc<Snapshot>,
    /// What it was made of.
    of: Arc<Analysis>,
    /// The parts of the tree that can be chosen.
    walked: Walked,
    /// The job for the preview, and its options.
    preparing: Option<Job<Result<Prepared, Refusal>>>,
    /// The options when it was started.
    asked: Option<ExportChoice>,
    /// The last preview.
    prepared: Option<Result<Prepared, Refusal>>,
    /// The job that copies to the clipboard.
    copying: Option<Job<Result<ClipboardContent, Refusal>>>,
    /// Its result.
    told: Option<Result<String, Refusal>>,
    /// The picture that is shown, and whether each of its pixels is one of the screen.
    look: PictureLook,
    /// Whether the text of a drawing is shown, rather than its picture.
    source: bool,
}

/// The user's place in the tree.
struct Walked {
    /// Whether a node below the root is selected.
    below_root: bool,
    /// The line to it, as text.
    text: String,
    /// The scopes, in the order of `PartChoice::VARIANTS`, from the root and from the node.
    scopes: Vec<[Scope; 2]>,
    /// The number of nodes of the whole tree, from the root and from the node, if finite.
    sizes: [String; 2],
}

impl ExportDialog {
    pub(super) fn new(desk: &Desk, mut choice: ExportChoice) -> Self {
        let snapshot = desk.snapshot();
        let below_root = !desk.document.session.line().is_empty();
        choice.from_selected &= below_root;
        choice.look = Some(ExportLook {
            ratings_for: snapshot.ratings_for,
            hidden: snapshot.hidden,
            style: snapshot.style,
        });
        Self {
            walked: Walked::new(desk, &choice),
            kept: choice.clone(),
            choice,
            snapshot: Arc::new(snapshot),
            of: Arc::clone(&desk.document.session.rated().analysis),
            preparing: None,
            asked: None,
            prepared: None,
            copying: None,
            told: None,
            look: PictureLook::default(),
            source: false,
        }
    }

    /// Whether something is being made ready for it.
    pub(super) fn is_busy(&self) -> bool {
        self.preparing.is_some() || self.copying.is_some()
    }

    /// Shows the dialog; `false` when it is done.
    pub(crate) fn ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) -> bool {
        self.renew(cx.desk);
        let free = ui.memory(egui::Memory::focused).is_none();
        let entered = free
            && !egui::Popup::is_any_open(ui.ctx())
            && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
        name_region(ui, ids::EXPORT);
        ui.heading("Export");
        ui.add_space(4.0);
        let content = ui.ctx().content_rect();
        let height = (content.height() - 190.0).clamp(240.0, 690.0);
        // A low window scrolls the dialog as a whole.
        let is_low = cx.desk.is_slim && content.height() < 540.0;
        let wide = ui.available_width() > 620.0 && !is_low;
        let format = self.choice.format();
        if wide {
            ui.horizontal_top(|ui| {
                let left = egui::vec2(330.0, height);
                ui.allocate_ui_with_layout(left, egui::Layout::top_down(egui::Align::Min), |ui| {
                    ui.set_width(left.x);
                    egui::ScrollArea::vertical()
                        .id_salt("choices")
                        .max_height(height)
                        .show(ui, |ui| self.choices_ui(ui, cx));
                });
                ui.add_space(8.0);
                ui.vertical(|ui| self.preview_ui(ui, cx, height, format));
            });
        } else if is_low {
            self.choices_ui(ui, cx);
        } else {
            egui::ScrollArea::vertical()
                .max_height(height)
                .show(ui, |ui| self.choices_ui(ui, cx));
        }
        ui.add_space(4.0);
        self.told_ui(ui, cx, format);
        let ready = matches!(&self.prepared, Some(Ok(prepared)) if prepared.fault.is_none())
            && self.preparing.is_none();
        let mut done = None;
        buttons_ui(ui, |ui| {
            if ui
                .add_enabled_ui(ready && self.copying.is_none(), |ui| {
                    other_button(ui, "Copy")
                        .on_hover_text("Copy to the clipboard, as a picture or text")
                })
                .inner
                .clicked()
            {
                self.copy(ui.ctx());
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let text = match self.discomfort(format) {
                    Some(_) => "Save anyway…",
                    None => "Save…",
                };
                let button = first_button(ui, ready, text).identified(ids::EXPORT_TO_FILE);
                let asked = button.clicked();
                if (asked || entered) && ready {
                    done = Some(true);
                }
                if other_button(ui, "Cancel").clicked() {
                    done = Some(false);
                }
            });
        });
        self.poll(ui.ctx());
        if self.choice != self.kept {
            self.kept = self.choice.clone();
            cx.push(Command::KeepExport(Box::new(self.kept.clone())));
        }
        match done {
            Some(true) => {
                cx.push(Command::ChooseFile(Box::new(self.choice.clone())));
                false
            }
            Some(false) => false,
            None => true,
        }
    }

    /// Updates the scopes if the graph was still being built.
    fn renew(&mut self, desk: &Desk) {
        let now = &desk.document.session.rated().analysis;
        if Arc::ptr_eq(now, &self.of) {
            return;
        }
        self.of = Arc::clone(now);
        self.snapshot = Arc::new(desk.snapshot());
        self.walked = Walked::new(desk, &self.choice);
        self.asked = None;
    }

    /// The warning that the format's readers have trouble with this many nodes.
    fn discomfort(&self, format: &Format) -> Option<String> {
        let prepared = self.prepared.as_ref()?.as_ref().ok()?;
        match (format.subject, &prepared.fault) {
            (FormatSubject::Tree, None) => format.discomfort(prepared.nodes),
            _ => None,
        }
    }

    /// The content and amount to be written, and warnings.
    fn told_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, format: &Format) {
        ui.horizontal(|ui| {
            ui.set_min_height(20.0);
            match &self.prepared {
                Some(Ok(prepared)) if self.preparing.is_none() => {
                    let size = match prepared.size {
                        Some(OutputSize::Bytes(bytes)) => format!(", {}", short_bytes(bytes)),
                        Some(OutputSize::MoreThan(bytes)) => {
                            format!(", more than {}", short_bytes(bytes))
                        }
                        None => String::new(),
                    };
                    ui.label(cx.small(format!("{}{size}", prepared.amount)))
                        .identified(ids::EXPORT_AMOUNT);
                    if let Some(points) = prepared.font_size {
                        let words = format!("move names {points:.1} pt");
                        let words = match points < MIN_READ {
                            true => cx.wrong(words),
                            false => cx.small(words),
                        };
                        ui.label(words).identified(ids::EXPORT_LETTERS);
                    }
                    if prepared.stopped {
                        let words = "Partial; the file says so";
                        ui.label(cx.wrong(words)).identified(ids::EXPORT_STOPPED);
                    }
                }
                Some(Err(_)) => {}
                _ => {
                    ui.add(egui::Spinner::new().size(12.0));
                    ui.label(cx.small("counting"));
                }
            }
        });
        if !self.snapshot.layer.assumptions.is_empty() {
            let phrase = "Assumptions aren't exported; ratings are the true ones";
            ui.label(cx.small(phrase));
        }
        let fault = match (&self.prepared, &self.told) {
            (_, Some(Err(fault))) | (Some(Err(fault)), _) => Some(fault.to_string()),
            (Some(Ok(prepared)), _) => match &prepared.fault {
                Some(fault) => Some(fault.to_string()),
                None => self.discomfort(format),
            },
            _ => None,
        };
        if let Some(fault) = fault {
            fault_ui(ui, cx, &fault);
        } else if let Some(Ok(text)) = &self.told {
            ui.label(cx.small(text));
        }
    }

    /// Prepares the preview in the background, and takes the result.
    fn poll(&mut self, ctx: &egui::Context) {
        if let Some(answer) = self.preparing.as_ref().and_then(Job::poll) {
            self.preparing = None;
            self.prepared = Some(answer.flatten());
            ctx.request_repaint();
        }
        if let Some(answer) = self.copying.as_ref().and_then(Job::poll) {
            self.copying = None;
            self.told = Some(match answer.and_then(|copied| copied) {
                Ok(ClipboardContent::Text(text)) => {
                    let phrase = format!("Copied {}", short_bytes(text.len() as u64));
                    ctx.copy_text(text);
                    Ok(phrase)
                }
                Ok(ClipboardContent::Picture(picture)) => {
                    let [width, height] = picture.size;
                    ctx.copy_image(*picture);
                    Ok(format!("Copied a picture of {width} × {height} pixels"))
                }
                Err(fault) => Err(fault),
            });
            ctx.request_repaint();
        }
        if self.asked.as_ref() == Some(&self.choice) {
            return;
        }
        self.asked = Some(self.choice.clone());
        self.told = None;
        let (snapshot, choice) = (Arc::clone(&self.snapshot), self.choice.clone());
        let scope = self.walked.scope(&self.choice);
        let label = "making the export ready".to_owned();
        let job = Job::spawn(
            "doomtree-export",
            label,
            waker(ctx),
            async move |cancelled| prepared(&snapshot, &choice, &scope, &cancelled).await,
        );
        match job {
            Ok(job) => self.preparing = Some(job),
            Err(fault) => self.prepared = Some(Err(fault)),
        }
    }

    /// Copies the export to the clipboard.
    fn copy(&mut self, ctx: &egui::Context) {
        let (snapshot, choice) = (Arc::clone(&self.snapshot), self.choice.clone());
        let scope = self.walked.scope(&self.choice);
        let label = "copying the export".to_owned();
        let job = Job::spawn(
            "doomtree-export",
            label,
            waker(ctx),
            async move |cancelled| copied(&snapshot, &choice, &scope, &cancelled).await,
        );
        match job {
            Ok(job) => self.copying = Some(job),
            Err(fault) => self.told = Some(Err(fault)),
        }
    }
}

impl Walked {
    fn new(desk: &Desk, choice: &ExportChoice) -> Self {
        let session = &desk.document.session;
        let rated = session.rated();
        let line = session.line();
        let scope = |part: PartChoice, from_selected: bool| {
            ExportChoice {
                part,
                from_selected,
                ..choice.clone()
            }
            .scope(session)
        };
        let below = [Vertex::ROOT, session.vertex()];
        Self {
            below_root: !line.is_empty(),
            text: rated.graph.line_text(Vertex::ROOT, &line),
            scopes: PartChoice::VARIANTS
                .iter()
                .map(|part| [scope(part.value, false), scope(part.value, true)])
                .collect(),
            sizes: below.map(|vertex| match rated.analysis.nodes.of(vertex) {
                Count::Infinite => "infinite".to_owned(),
                count => {
                    let min = at_least_sign(rated.graph.graph());
                    format!("{min}{} nodes", short_count(count))
                }
            }),
        }
    }

    /// The part of the tree to write.
    fn scope(&self, choice: &ExportChoice) -> Scope {
        let mut parts = PartChoice::VARIANTS.iter();
        let index = parts.position(|part| part.value == choice.part);
        let mut scope = self.scopes[index.unwrap_or(0)][usize::from(choice.from_selected)].clone();
        if let ExportPart::ToPly(ply) = &mut scope.part {
            *ply = choice.ply;
        }
        scope
    }
}
