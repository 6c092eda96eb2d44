//! A file browser for systems without a file dialog: it reads folders off the UI thread, and is
//! fully usable with the keyboard.

use std::path::{Path, PathBuf};

use eframe::egui::{self, Key};
use egui_material_icons::icons;

use super::row::{DialogRow, ROW, path_on_a_line, row_ui};
use crate::app::base::{
    FolderEntry, Identified as _, Job, home, ids, list, page, size, text_field, waker,
};
use crate::app::parts::Cx;
use crate::export::FORMATS;
use crate::game::Refusal;
use crate::words::short_bytes;

/// The extensions of files that can be opened.
const OURS: [&str; 5] = [".json", ".txt", ".efg", ".lisp", ".sexp"];

/// A user action in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Picked {
    /// Pointed at a file.
    Chosen(PathBuf),
    /// Wants the file.
    Taken(PathBuf),
}

/// The keys that a list hears, wherever in its dialog the focus is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ListKeys {
    pub up: bool,
    pub down: bool,
    pub page_up: bool,
    pub page_down: bool,
    /// Enter, while a row is chosen.
    pub enter: bool,
    /// Backspace, where there is nothing to delete.
    pub back: bool,
}

impl ListKeys {
    /// Takes the navigation keys from the input.
    pub(super) fn take(ui: &egui::Ui) -> Self {
        ui.input_mut(|input| {
            let mut pressed = |key| input.consume_key(egui::Modifiers::NONE, key);
            Self {
                up: pressed(Key::ArrowUp),
                down: pressed(Key::ArrowDown),
                page_up: pressed(Key::PageUp),
                page_down: pressed(Key::PageDown),
                enter: false,
                back: false,
            }
        })
    }

    /// The chosen row after the keys, of `rows` rows; and whether it has changed.
    pub(super) fn walk(self, chosen: Option<usize>, rows: usize) -> (Option<usize>, bool) {
        let Some(last) = rows.checked_sub(1) else {
            return (None, false);
        };
        let here = chosen.filter(|chosen| *chosen <= last);
        let there = match (self.up, self.down, self.page_up, self.page_down) {
            (_, true, _, _) => Some(here.map_or(0, |here| (here + 1).min(last))),
            (true, _, _, _) => Some(here.map_or(last, |here| here.saturating_sub(1))),
            (_, _, _, true) => Some(here.map_or(0, |here| (here + 8).min(last))),
            (_, _, true, _) => Some(here.map_or(last, |here| here.saturating_sub(8))),
            _ => here,
        };
        (there, there != here)
    }
}

/// The list, with the folder that it shows.
pub(super) struct Browser {
    folder: PathBuf,
    /// The content of the folder, once it is read.
    entries: Result<Vec<FolderEntry>, Refusal>,
    reading: Option<Job<Result<Vec<FolderEntry>, Refusal>>>,
    filter: String,
    all_files: bool,
    /// An additional extension to list.
    also: Option<&'static str>,
    /// Whether a path for writing is chosen: files are only shown for their names.
    only_names: bool,
    chosen: Option<usize>,
}

impl Browser {
    pub(super) fn new(ctx: &egui::Context, folder: PathBuf, only_names: bool) -> Self {
        let mut browser = Self {
            folder: PathBuf::new(),
            entries: Ok(Vec::new()),
            reading: None,
            filter: String::new(),
            all_files: false,
            also: None,
            only_names,
            chosen: None,
        };
        browser.show(ctx, folder);
        browser
    }

    /// The same with files of another extension listed too.
    pub(super) fn also(self, ending: &'static str) -> Self {
        Self {
            also: Some(ending),
            ..self
        }
    }

    /// The folder that is shown.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether the folder is still being read.
    pub(super) fn is_busy(&self) -> bool {
        self.reading.is_some()
    }

    /// Whether a row is chosen.
    pub(super) fn has_chosen(&self) -> bool {
        self.chosen.is_some()
    }

    /// Whether the chosen row is a folder.
    pub(super) fn folder_is_chosen(&self) -> bool {
        let listed = self.listed();
        let index = self.chosen.and_then(|chosen| listed.get(chosen));
        let entry = index.and_then(|index| self.entries.as_ref().ok()?.get(*index));
        entry.is_some_and(|entry| entry.is_folder)
    }

    /// Whether nothing is typed in the filter.
    pub(super) fn filter_is_empty(&self) -> bool {
        self.filter.is_empty()
    }

    /// Chooses no row any more.
    pub(super) fn choose_none(&mut self) {
        self.chosen = None;
    }

    /// Takes the content once it is read.
    pub(super) fn poll(&mut self) {
        if let Some(answer) = self.reading.as_ref().and_then(Job::poll) {
            self.reading = None;
            self.entries = answer.and_then(|entries| entries);
        }
    }

    /// Shows another folder.
    pub(super) fn show(&mut self, ctx: &egui::Context, folder: PathBuf) {
        let label = format!("Reading {}…", folder.display());
        let theirs = folder.clone();
        let reading = Job::spawn("doomtree-folder", label, waker(ctx), async move |_| {
            list(&theirs)
        });
        self.folder = folder;
        self.filter.clear();
        self.chosen = None;
        self.entries = Ok(Vec::new());
        match reading {
            Ok(job) => self.reading = Some(job),
            Err(why) => self.entries = Err(why),
        }
    }

    fn show_parent(&mut self, ctx: &egui::Context) {
        if let Some(parent) = self.folder.parent().map(Path::to_owned) {
            self.show(ctx, parent);
        }
    }

    /// Whether a file is listed among others: one that can be opened, or written here.
    fn is_ours(&self, name: &str) -> bool {
        let written = FORMATS.iter().flat_map(|format| format.extensions);
        let written = written.filter(|_| self.only_names);
        let all = written.chain(&OURS).chain(&self.also);
        all.into_iter().any(|ending| name.ends_with(ending))
    }

    /// The entries that are listed, as indices.
    fn listed(&self) -> Vec<usize> {
        let Ok(entries) = &self.entries else {
            return Vec::new();
        };
        let filter = self.filter.to_lowercase();
        let wanted = |entry: &FolderEntry| {
            let name = entry.name.to_lowercase();
            let ours = entry.is_folder || self.all_files || self.is_ours(&name);
            // Hidden files are listed once a dot is typed.
            let seen = !name.starts_with('.') || filter.starts_with('.') || self.all_files;
            ours && seen && name.contains(&filter)
        };
        (0..entries.len())
            .filter(|index| wanted(&entries[*index]))
            .collect()
    }

    /// Shows the list.
    pub(super) fn ui(
        &mut self,
        ui: &mut egui::Ui,
        cx: &Cx<'_>,
        height: f32,
        keys: ListKeys,
    ) -> Option<Picked> {
        self.poll();
        // A page has no folders.
        if page::IN_BROWSER {
            return None;
        }
        self.bar_ui(ui, cx);
        if keys.back {
            self.show_parent(ui.ctx());
        }
        let listed = self.listed();
        let (chosen, moved) = keys.walk(self.chosen, listed.len());
        self.chosen = chosen;
        let mut picked = None;
        if moved {
            picked = self.pick(&listed, false);
        }
        if keys.enter {
            picked = self.pick(&listed, true);
        }
        let frame = egui::Frame::new()
            .fill(ui.visuals().extreme_bg_color)
            .corner_radius(5)
            .inner_margin(4);
        let clicked = frame.show(ui, |ui| {
            ui.set_height(height);
            ui.set_width(ui.available_width());
            self.rows_ui(ui, cx, &listed, moved)
        });
        if let Some((row, taken)) = clicked.inner {
            self.chosen = Some(row);
            picked = self.pick(&listed, taken);
        }
        match picked {
            Some(Picked::Taken(path)) if path.as_os_str().is_empty() => None,
            Some(Picked::Taken(path)) => self.take(ui.ctx(), path),
            other => other,
        }
    }

    /// A folder that is taken is shown.
    fn take(&mut self, ctx: &egui::Context, path: PathBuf) -> Option<Picked> {
        let Ok(entries) = &self.entries else {
            return None;
        };
        let is_folder = entries
            .iter()
            .any(|entry| entry.is_folder && self.folder.join(&entry.on_disk) == path);
        if is_folder {
            self.show(ctx, path);
            return None;
        }
        Some(Picked::Taken(path))
    }

    fn pick(&self, listed: &[usize], taken: bool) -> Option<Picked> {
        let entries = self.entries.as_ref().ok()?;
        let entry = entries.get(*listed.get(self.chosen?)?)?;
        let path = self.folder.join(&entry.on_disk);
        if taken {
            return Some(Picked::Taken(path));
        }
        (!entry.is_folder).then_some(Picked::Chosen(path))
    }

    /// The current folder, and the filter.
    fn bar_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        ui.horizontal(|ui| {
            let small = |text: &str| egui::RichText::new(text).size(16.0);
            let parent = self.folder.parent().is_some();
            let up = egui::Button::new(small(icons::ICON_ARROW_UPWARD.codepoint));
            let up = ui
                .add_enabled(parent, up)
                .called(egui::Role::Button, "Folder above")
                .identified(ids::FOLDER_UP);
            if up
                .on_hover_text("Show the folder above (Backspace)")
                .clicked()
            {
                self.show_parent(ui.ctx());
            }
            let house = ui
                .button(small(icons::ICON_HOME.codepoint))
                .called(egui::Role::Button, "Home folder");
            if house.on_hover_text("Show the home folder").clicked()
                && let Some(home) = home()
            {
                self.show(ui.ctx(), home);
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.checkbox(&mut self.all_files, "All files")
                    .identified(ids::FOLDER_ALL)
                    .on_hover_text("Show hidden files and all file types");
                let filter = text_field(&mut self.filter)
                    .id(filter_id())
                    .hint_text("Filter")
                    .desired_width(110.0);
                let filter = ui
                    .add(filter)
                    .called(egui::Role::TextInput, "Filter")
                    .identified(ids::FOLDER_FILTER);
                if filter.changed() {
                    self.chosen = None;
                }
                let whole = self.folder.display().to_string();
                let max = ui.available_width() - 4.0;
                let path = path_on_a_line(ui, &whole, size::BODY, max);
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    let label = ui
                        .add(egui::Label::new(cx.dim(path)))
                        .called(egui::Role::Label, format!("Folder {whole}"));
                    label.on_hover_text(&whole);
                });
            });
        });
    }

    /// That nothing is listed, and why.
    fn nothing(&self, is_empty: bool) -> &'static str {
        match (is_empty, self.filter.is_empty()) {
            (true, _) => "This folder is empty",
            (_, false) => "No matching names",
            (_, true) if self.also.is_some() => {
                "No files of a supported type. Turn on “All files”."
            }
            (_, true) => "No .json, .txt, .efg, .lisp, or .sexp files. Turn on “All files”.",
        }
    }

    /// The rows; the one that was clicked, and whether it is wanted.
    fn rows_ui(
        &self,
        ui: &mut egui::Ui,
        cx: &Cx<'_>,
        listed: &[usize],
        moved: bool,
    ) -> Option<(usize, bool)> {
        let said = |ui: &mut egui::Ui, text: &str, color| {
            let label = egui::Label::new(egui::RichText::new(text).color(color)).wrap();
            ui.centered_and_justified(|ui| ui.add(label)).inner
        };
        let entries = match &self.entries {
            _ if self.reading.is_some() => {
                said(ui, "Reading the folder…", cx.theme.dim);
                return None;
            }
            Err(why) => {
                said(ui, &why.to_string(), cx.theme.error);
                return None;
            }
            Ok(entries) => entries,
        };
        if listed.is_empty() {
            let text = self.nothing(entries.is_empty());
            let label = said(ui, text, cx.theme.dim);
            if entries.is_empty() {
                label.identified(ids::FOLDER_EMPTY);
            }
            return None;
        }
        let mut clicked = None;
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut area = egui::ScrollArea::vertical().auto_shrink([false, false]);
        if let Some(chosen) = self.chosen.filter(|_| moved) {
            // The chosen row is centered if possible.
            let middle = chosen as f32 * cx.row_height(ROW) - ui.available_height() / 2.0;
            area = area.vertical_scroll_offset(middle.max(0.0));
        }
        area.show_rows(ui, cx.row_height(ROW), listed.len(), |ui, rows| {
            for row in rows {
                let entry = &entries[listed[row]];
                let (icon, right) = match entry.is_folder {
                    true => (icons::ICON_FOLDER.codepoint, String::new()),
                    false => (icon(&entry.name), short_bytes(entry.bytes)),
                };
                let label = match entry.is_folder {
                    true => format!("Folder {}", entry.name),
                    false => format!("File {}, {right}", entry.name),
                };
                let shown = DialogRow {
                    icon,
                    text: &entry.name,
                    description: "",
                    right: &right,
                    enabled: entry.is_folder || !self.only_names,
                    label: &label,
                };
                let response = row_ui(ui, cx, &shown, self.chosen == Some(row));
                let response = response.identified(&ids::entry(&entry.name));
                let entered = response.clicked() && ui.input(|input| input.key_pressed(Key::Enter));
                if response.double_clicked() || entered {
                    clicked = Some((row, true));
                } else if response.clicked() {
                    clicked = Some((row, false));
                }
            }
        });
        clicked
    }
}

/// The line with the filter, so that its dialog can give it the focus.
pub(super) fn filter_id() -> egui::Id {
    egui::Id::unique("files' filter")
}

/// The icon of a file, by its name.
pub(super) fn icon(name: &str) -> &'static str {
    let name = name.to_lowercase();
    if name.ends_with(".board.json") {
        icons::ICON_HEXAGON.codepoint
    } else if [".json", ".efg", ".lisp", ".sexp"]
        .iter()
        .any(|ending| name.ends_with(ending))
    {
        icons::ICON_ACCOUNT_TREE.codepoint
    } else {
        icons::ICON_DESCRIPTION.codepoint
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn down() -> ListKeys {
        ListKeys {
            down: true,
            ..ListKeys::default()
        }
    }

    fn up() -> ListKeys {
        ListKeys {
            up: true,
            ..ListKeys::default()
        }
    }

    #[test]
    fn arrows_walk_within_the_list() {
        assert_eq!(down().walk(None, 3), (Some(0), true));
        assert_eq!(down().walk(Some(1), 3), (Some(2), true));
        assert_eq!(down().walk(Some(2), 3), (Some(2), false));
        assert_eq!(up().walk(None, 3), (Some(2), true));
        assert_eq!(up().walk(Some(0), 3), (Some(0), false));
        assert_eq!(down().walk(None, 0), (None, false));
        // A filter has taken the chosen row away.
        assert_eq!(ListKeys::default().walk(Some(7), 3), (None, false));
    }
}
