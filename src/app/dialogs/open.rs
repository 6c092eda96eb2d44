//! The open dialog: one box for a path, a position, a Lisp array, a script or the text of a file,
//! with the recognized kind; below it recent files, included examples, and a list of folders. The
//! dialog for a new document is here too, with its possible first boards.

use std::path::Path;

use eframe::egui;
use egui_material_icons::icons::{ICON_ACCOUNT_TREE, ICON_CASINO, ICON_GRID_ON};

use super::browser::{Browser, ListKeys, Picked, filter_id};
use super::files::{FileAction, FileChooser, System, Tab, list_ui, tabs_ui, text_box_ui};
use super::row::{buttons_ui, fault_ui, other_button};
use crate::app::base::{
    Identified as _, Job, PathKind, fault_text, framed, ids, name_region, path_kind, waker,
};
use crate::app::document::recognise::recognise;
use crate::app::document::{
    MAX_TYPED, Recognised, describe_opened, kept_rules, lisp_array, position_text, usual_setup,
};
use crate::app::intent::{Command, CommandId, FirstBoard};
use crate::app::parts::{Cx, Desk, select_all};
use crate::game::Refusal;
use crate::session::{self, game_names};
use crate::words::{capitalised, short_bytes};
use crate::{games, save};

/// Maximum bytes of a file that is read to describe its content.
const MAX_READ: u64 = 1 << 20;

/// The content of a path, as text.
struct Looked {
    found: PathKind,
    text: String,
}

/// The open dialog and its input.
pub struct OpenDialog {
    text: String,
    /// The number of columns of a Lisp array.
    columns: u64,
    /// The recognized kind of the text, and the text and columns for which it was detected.
    recognised: Recognised,
    looked_at: (String, u64),
    /// Why the previous text couldn't be opened; cleared by the next edit.
    error: Option<String>,
    looking: Option<Job<Looked>>,
    looked: Option<Looked>,
    /// Whether the path is to be opened as soon as it is known where it leads.
    wanted: bool,
    /// Whether opening an invalid text was tried.
    tried: bool,
    /// Whether the rules of the open board aren't tried.
    by_defaults: bool,
    /// The rules that the text has from the open board, if they aren't default ones.
    kept: Option<String>,
    tab: Tab,
    chosen: Option<usize>,
    files: FileChooser,
}

impl OpenDialog {
    pub(super) fn new(
        ctx: &egui::Context,
        desk: &Desk,
        text: String,
        error: Option<String>,
    ) -> Self {
        Self {
            columns: lisp_array(&text).map_or(0, |(_, columns)| columns),
            recognised: Recognised::Nothing,
            looked_at: (String::new(), 0),
            error,
            text,
            looking: None,
            looked: None,
            wanted: false,
            tried: false,
            by_defaults: false,
            kept: None,
            tab: if desk.settings.recent.is_empty() {
                Tab::Teaching
            } else {
                Tab::Recent
            },
            chosen: None,
            files: FileChooser::new(Browser::new(ctx, desk.first_folder(), false)),
        }
    }

    /// Whether something is being read for it.
    pub(super) fn is_busy(&self) -> bool {
        self.looking.is_some() || self.files.browser.is_busy()
    }

    /// Shows the dialog; `false` when it is done.
    pub(crate) fn ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) -> bool {
        self.files.browser.poll();
        if let Some(text) = take_long_paste(ui) {
            cx.push(Command::OpenText(text));
            return false;
        }
        let (keys, entered) = self.take_keys(ui);
        ui.heading("Open");
        self.files.choose_ui(ui);
        self.box_ui(ui, cx);
        self.look_again(ui.ctx(), cx.desk);
        self.hint_ui(ui, cx);
        ui.add_space(4.0);
        if tabs_ui(ui, cx, &mut self.tab) {
            self.chosen = None;
        }
        let height = (ui.ctx().content_rect().height() - 380.0).clamp(120.0, 300.0);
        let taken = match self.tab {
            Tab::Folder => self.folder_ui(ui, cx, height, keys),
            tab => list_ui(ui, cx, tab, &mut self.chosen, (height, keys)),
        };
        if let Some(command) = taken {
            cx.push(command);
            return false;
        }
        ui.add_space(6.0);
        let nothing = self.recognised == Recognised::Nothing;
        let action = FileAction {
            text: "Open",
            id: ids::OPEN_IT,
            ready: !nothing && !matches!(self.recognised, Recognised::Fault(_)),
            entered,
            system: System::Read,
        };
        let done = self.files.buttons_ui(ui, &action);
        self.tried |= entered && !nothing;
        if let Some(path) = self.files.system_path() {
            cx.push(Command::OpenFile(path));
            return false;
        }
        if done == Some(false) {
            return false;
        }
        self.wanted |= done == Some(true);
        !self.open(ui.ctx(), cx)
    }

    /// Opens the text, once its kind is known; returns whether it did.
    fn open(&mut self, ctx: &egui::Context, cx: &Cx<'_>) -> bool {
        if !self.wanted {
            return false;
        }
        match &self.recognised {
            Recognised::Path(path) => {
                let Some(looked) = &self.looked else {
                    // It is not known yet where it leads.
                    return false;
                };
                match looked.found {
                    PathKind::Folder => {
                        let folder = std::path::absolute(path).unwrap_or_else(|_| path.clone());
                        self.files.browser.show(ctx, folder);
                        self.tab = Tab::Folder;
                        self.text.clear();
                        self.tried = false;
                        // Further typing filters the files of the folder.
                        ctx.memory_mut(|memory| memory.request_focus(filter_id()));
                        self.wanted = false;
                        return false;
                    }
                    PathKind::File(_) => cx.push(Command::OpenFile(path.clone())),
                    // Its name can be corrected.
                    _ => {
                        self.tried = true;
                        self.wanted = false;
                        return false;
                    }
                }
            }
            // Once its rows are known, an array is a position like any other.
            Recognised::Setup(_, setup) if setup.columns.is_some() => match position_text(setup) {
                Ok(text) => cx.push(self.opens(text)),
                Err(_) => cx.push(self.opens(self.text.clone())),
            },
            Recognised::Setup(..) | Recognised::File(_) => {
                cx.push(self.opens(self.text.clone()));
            }
            Recognised::Nothing | Recognised::Fault(_) => {
                self.wanted = false;
                return false;
            }
        }
        true
    }

    /// The command that opens a text by the chosen rules.
    fn opens(&self, text: String) -> Command {
        match self.by_defaults {
            true => Command::OpenByDefaults(text),
            false => Command::OpenText(text),
        }
    }

    /// The keys of the list, and whether Enter was pressed to open the text.
    fn take_keys(&self, ui: &egui::Ui) -> (ListKeys, bool) {
        let in_folder = self.tab == Tab::Folder;
        let chosen = match in_folder {
            true => self.files.browser.has_chosen(),
            false => self.chosen.is_some(),
        };
        let text = (box_id(), &*self.text);
        self.files.take_keys(ui, text, chosen, in_folder)
    }

    fn box_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let hint = format!(
            "Path, position such as {}, Lisp array, or file contents",
            session::example_of(session::usual_game())
        );
        let words = ("File or position", &*hint);
        let line =
            text_box_ui(ui, cx, (box_id(), &mut self.text), words, 5).identified(ids::OPEN_BOX);
        let nowhere = ui.memory(egui::Memory::focused).is_none();
        if !self.files.focus(ui, &line) && nowhere && self.tab == Tab::Folder {
            // Further typing filters the files.
            ui.memory_mut(|memory| memory.request_focus(filter_id()));
        }
        if line.changed() {
            self.tried = false;
            self.error = None;
            self.wanted = false;
            self.chosen = None;
            self.files.browser.choose_none();
            self.columns = lisp_array(&self.text).map_or(0, |(_, columns)| columns);
        }
    }

    /// Detects the kind of the text, if the text has changed.
    fn look_again(&mut self, ctx: &egui::Context, desk: &Desk) {
        if let Some(answer) = self.looking.as_ref().and_then(Job::poll) {
            self.looking = None;
            self.looked = Some(answer.unwrap_or_else(|why| Looked {
                text: fault_text(&why),
                found: PathKind::Fault(why),
            }));
        }
        if self.looked_at.0 == self.text && self.looked_at.1 == self.columns {
            return;
        }
        self.looked_at = (self.text.clone(), self.columns);
        let columns = (self.columns > 0).then_some(self.columns);
        let open = match self.by_defaults {
            true => usual_setup(),
            false => desk.document.setup.clone(),
        };
        self.recognised = recognise(&self.text, &open, columns);
        self.kept = match &self.recognised {
            Recognised::Setup(_, setup) => kept_rules(setup, &open),
            _ => None,
        };
        self.looked = None;
        self.looking = match &self.recognised {
            Recognised::Path(path) => {
                let path = path.clone();
                let label = "looking at the path".to_owned();
                Job::spawn("doomtree-look", label, waker(ctx), async move |_| {
                    look_closely(&path)
                })
                .ok()
            }
            _ => None,
        };
    }

    /// The recognized kind of the text.
    fn hint_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        ui.horizontal_wrapped(|ui| {
            name_region(ui, ids::OPEN_HINT);
            ui.set_min_height(20.0);
            let array = lisp_array(&self.text).filter(|(hexes, _)| *hexes > 0);
            if let Some((hexes, _)) = array {
                let name = ui.label("Columns");
                ui.scope(|ui| {
                    framed(ui);
                    let drag = egui::DragValue::new(&mut self.columns).range(1..=hexes);
                    ui.add(drag)
                        .labelled_by(name.id)
                        .identified(ids::OPEN_COLUMNS);
                });
            }
            let (text, good) = match (&self.error, &self.recognised, &self.looked) {
                (Some(error), ..) => (error.clone(), false),
                (_, Recognised::Nothing, _) => ("Type, paste, or choose below".to_owned(), false),
                (_, Recognised::Path(_), None) => ("Checking…".to_owned(), false),
                (_, Recognised::Path(_), Some(looked)) => {
                    let good = matches!(looked.found, PathKind::File(_) | PathKind::Folder);
                    (looked.text.clone(), good)
                }
                (_, Recognised::Setup(phrase, _) | Recognised::File(phrase), _) => {
                    (capitalised(phrase), true)
                }
                (_, Recognised::Fault(why), _) => (why.clone(), false),
            };
            // An unfinished text isn't an error yet.
            let fault = self.error.is_some() || (self.tried && !good);
            if fault {
                fault_ui(ui, cx, &text);
            } else {
                let color = cx.text_or_dim(good);
                ui.add(egui::Label::new(egui::RichText::new(text).color(color)).wrap());
            }
            self.rules_ui(ui, cx);
        });
    }

    /// The rules that would follow from the open board, with the way to the default ones and back.
    fn rules_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let (text, button) = match &self.kept {
            Some(rules) => (
                format!("by the rules of the open board: {rules}"),
                "Use defaults",
            ),
            None if self.by_defaults => ("by the default rules".to_owned(), "Use the board's"),
            None => return,
        };
        ui.label(cx.small(&text).color(cx.theme.warning));
        let button = ui.add(cx.small_button(button)).identified(ids::OPEN_RULES);
        if button.clicked() {
            self.by_defaults = !self.by_defaults;
            // The kind of the text is detected again.
            self.looked_at = (String::new(), 0);
        }
    }

    fn folder_ui(
        &mut self,
        ui: &mut egui::Ui,
        cx: &Cx<'_>,
        height: f32,
        keys: ListKeys,
    ) -> Option<Command> {
        let height = (height - 30.0).max(90.0);
        match self.files.browser.ui(ui, cx, height, keys) {
            Some(Picked::Taken(path)) => Some(Command::OpenFile(path)),
            Some(Picked::Chosen(path)) => {
                self.text = path.to_string_lossy().into_owned();
                self.error = None;
                self.tried = false;
                select_all(ui.ctx(), box_id(), &self.text);
                None
            }
            None => None,
        }
    }
}

fn box_id() -> egui::Id {
    egui::Id::unique("what to open")
}

/// A pasted text that is too long to be shown in the box is opened as it is.
fn take_long_paste(ui: &egui::Ui) -> Option<String> {
    ui.input_mut(|input| {
        let long = |event: &egui::Event| {
            matches!(event, egui::Event::Paste(text) if text.len() > MAX_TYPED)
        };
        let at = input.events.iter().position(long)?;
        match input.events.remove(at) {
            egui::Event::Paste(text) => Some(text),
            _ => None,
        }
    })
}

/// The content of a path, including that of a small file.
fn look_closely(path: &Path) -> Looked {
    let found = path_kind(path);
    let text = match &found {
        PathKind::Nothing | PathKind::NoFolder => format!("No such file: {}", path.display()),
        PathKind::Folder => "Folder. Press Enter to list it below.".to_owned(),
        PathKind::Fault(why) => fault_text(&why),
        PathKind::File(bytes) if *bytes > MAX_READ => {
            format!("File, {}", short_bytes(*bytes))
        }
        PathKind::File(_) => {
            let opened = save::open_path(path).map_err(Refusal::from);
            match opened.and_then(|opened| describe_opened(&opened)) {
                Ok(words) => capitalised(&words),
                Err(why) => {
                    let phrase = fault_text(&why);
                    let found = PathKind::Fault(why);
                    return Looked {
                        found,
                        text: phrase,
                    };
                }
            }
        }
    };
    Looked { found, text }
}

/// Shows the dialog; `false` when it is closed.
pub(crate) fn begin_ui(ui: &mut egui::Ui, cx: &Cx<'_>) -> bool {
    name_region(ui, ids::NEW);
    ui.heading("New");
    ui.add_space(8.0);
    ui.spacing_mut().item_spacing.y = 8.0;
    let mut chosen = None;
    let first = row_ui(
        ui,
        cx,
        (ICON_CASINO.codepoint, "Random board"),
        ids::NEW_RANDOM,
    );
    if !ui.ctx().memory(|memory| memory.focused().is_some()) {
        first.request_focus();
    }
    if first.clicked() {
        chosen = Some(FirstBoard::Random);
    }
    for (game, title) in offered() {
        let sign = ICON_GRID_ON.codepoint;
        if row_ui(ui, cx, (sign, &capitalised(title)), &ids::new_board(game)).clicked() {
            chosen = Some(FirstBoard::Board(game));
        }
    }
    let sign = ICON_ACCOUNT_TREE.codepoint;
    if row_ui(
        ui,
        cx,
        (sign, CommandId::NewTree.text()),
        CommandId::NewTree.id(),
    )
    .clicked()
    {
        cx.run(CommandId::NewTree);
        return false;
    }
    if let Some(tree) = chosen {
        cx.push(Command::New(tree));
        return false;
    }
    ui.add_space(4.0);
    !buttons_ui(ui, |ui| {
        let layout = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(layout, |ui| other_button(ui, "Cancel").clicked())
            .inner
    })
}

/// The games that have a first board, with their titles.
fn offered() -> impl Iterator<Item = (&'static str, &'static str)> {
    let boards = game_names().filter(|game| !games::takes_script(game));
    boards.map(|game| (game, games::title(game).unwrap_or(game)))
}

/// A row: icon and text, as wide as the dialog.
fn row_ui(ui: &mut egui::Ui, cx: &Cx<'_>, (sign, text): (&str, &str), id: &str) -> egui::Response {
    let sign = egui::RichText::new(sign).size(18.0).color(cx.theme.dim);
    let button = egui::Button::new((sign, text))
        .right_text("")
        .min_size(egui::vec2(ui.available_width(), 36.0));
    let response = ui.add(button).called(egui::Role::Button, text);
    response.identified(id)
}
