//! What every dialog about a file has: a box of text that keeps the focus, the list of folders, the
//! system's dialog, and a row of buttons. The open dialog also lists recent files and included
//! examples below its box.

use std::path::{Path, PathBuf};

use eframe::egui::{self, Event, Id, Key};
use egui_material_icons::icons;

use super::browser::{Browser, ListKeys, filter_id, icon};
use super::picker::Picker;
use super::row::{DialogRow, buttons_ui, first_button, other_button, path_on_a_line, row_ui};
use crate::app::base::{Identified as _, file_name, ids, page, size};
use crate::app::document::{TEACHING, Teaching};
use crate::app::intent::Command;
use crate::app::parts::Cx;

/// The list of folders, and the system's dialog.
pub(super) struct Files {
    pub browser: Browser,
    picker: Option<Picker>,
    /// Whether the box of text had the focus first.
    focused: bool,
}

/// The button that Enter presses.
pub(super) struct Action<'a> {
    pub words: &'a str,
    pub id: &'a str,
    /// Whether it can be pressed.
    pub ready: bool,
    /// Whether Enter was pressed.
    pub entered: bool,
    /// The system's dialog: none, for a file to read, or one to write with its suggested name.
    pub system: System<'a>,
}

/// The system's dialog beside the button.
pub(super) enum System<'a> {
    None,
    Read,
    Write(&'a str),
}

impl Files {
    pub fn new(browser: Browser) -> Self {
        Self {
            browser,
            picker: None,
            focused: false,
        }
    }

    /// The keys of the list, and whether Enter was pressed for the dialog's button. They are heard
    /// while nothing, the filter, or the box has the focus. `is_row` is whether Enter belongs to
    /// the list. Backspace in an empty filter shows the folder above; so it does in the box if
    /// `box_goes_up`.
    pub fn take_keys(
        &self,
        ui: &egui::Ui,
        (id, text): (Id, &str),
        is_row: bool,
        box_goes_up: bool,
    ) -> (ListKeys, bool) {
        let focused = ui.memory(egui::Memory::focused);
        let in_box = focused == Some(id);
        let elsewhere = focused.is_some() && !in_box && focused != Some(filter_id());
        if elsewhere || egui::Popup::is_any_open(ui.ctx()) {
            return (ListKeys::default(), false);
        }
        // In a text of several lines the arrows walk in the text.
        let mut keys = match in_box && text.contains('\n') {
            true => ListKeys::default(),
            false => ListKeys::take(ui),
        };
        let entered = take_enter(ui);
        keys.enter = entered && is_row;
        let goes_up = match in_box {
            true => box_goes_up && text.is_empty(),
            false => self.browser.filter_is_empty(),
        };
        keys.back = goes_up && ui.input(|input| input.key_pressed(Key::Backspace));
        (keys, entered && !is_row)
    }

    /// Gives the focus to the box of text when it is first shown, and when nothing has it; returns
    /// whether it is shown first.
    pub fn focus(&mut self, ui: &egui::Ui, response: &egui::Response) -> bool {
        let first = !std::mem::replace(&mut self.focused, true);
        if first || ui.memory(egui::Memory::focused).is_none() {
            response.request_focus();
        }
        first
    }

    /// Gives the focus to the box of text again.
    pub fn focus_again(&mut self) {
        self.focused = false;
    }

    /// In a page, the button for a file of the device comes first.
    pub fn choose_ui(&mut self, ui: &mut egui::Ui) {
        if page::IN_BROWSER {
            Picker::button_ui(ui, &mut self.picker, None);
        }
    }

    /// The row of buttons; `Some(true)` for the action, `Some(false)` for Cancel.
    pub fn buttons_ui(&mut self, ui: &mut egui::Ui, action: &Action<'_>) -> Option<bool> {
        let mut done = None;
        buttons_ui(ui, |ui| {
            match action.system {
                System::None => {}
                _ if page::IN_BROWSER => {}
                System::Read => Picker::button_ui(ui, &mut self.picker, None),
                System::Write(name) => Picker::button_ui(ui, &mut self.picker, Some(name)),
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let button = first_button(ui, action.ready, action.words).identified(action.id);
                if button.clicked() || (action.entered && action.ready) {
                    done = Some(true);
                }
                if other_button(ui, "Cancel").clicked() {
                    done = Some(false);
                }
            });
        });
        done
    }

    /// The path chosen in the system's dialog.
    pub fn system_path(&mut self) -> Option<PathBuf> {
        let path = self.picker.as_mut().and_then(Picker::poll)?;
        self.picker = None;
        path
    }
}

/// A box for a path or a text of several lines.
pub(super) fn text_box_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    (id, text): (Id, &mut String),
    (name, hint): (&str, &str),
    max_rows: usize,
) -> egui::Response {
    let name = ui.label(cx.small(name));
    let rows = text.lines().count().clamp(1, max_rows);
    let area = egui::ScrollArea::vertical()
        .id_salt(id)
        .max_height(19.0 * max_rows as f32);
    let field = egui::TextEdit::multiline(text)
        .id(id)
        .hint_text(hint)
        .desired_rows(rows)
        .desired_width(f32::INFINITY);
    let field = area.show(ui, |ui| ui.add(field)).inner;
    field.labelled_by(name.id)
}

/// Takes a plain Enter from the input; Shift+Enter starts another line.
fn take_enter(ui: &egui::Ui) -> bool {
    ui.input_mut(|input| {
        let before = input.events.len();
        input.events.retain(|event| {
            !matches!(
                event,
                Event::Key { key: Key::Enter, pressed: true, modifiers, .. }
                    if modifiers.is_none()
            )
        });
        input.events.len() < before
    })
}

/// The list below the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tab {
    Recent,
    Teaching,
    Folder,
}

impl Tab {
    /// Its title.
    fn words(self) -> &'static str {
        match self {
            Self::Recent => "Recent files",
            Self::Teaching => "Examples",
            Self::Folder => "Folder",
        }
    }

    fn id(self) -> &'static str {
        match self {
            Self::Recent => ids::OPEN_RECENT,
            Self::Teaching => ids::OPEN_TEACHING,
            Self::Folder => ids::OPEN_FOLDER,
        }
    }
}

/// The tabs; returns whether another one was chosen.
pub(super) fn tabs_ui(ui: &mut egui::Ui, cx: &Cx<'_>, shown: &mut Tab) -> bool {
    let before = *shown;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let recent = cx.desk.settings.recent.len();
        for (tab, icon, number) in [
            (Tab::Recent, icons::ICON_HISTORY, recent),
            (Tab::Teaching, icons::ICON_SCHOOL, TEACHING.len()),
            (Tab::Folder, icons::ICON_FOLDER, 1),
        ] {
            if tab == Tab::Folder && page::IN_BROWSER {
                continue;
            }
            let color = cx.text_or_dim(number > 0);
            let icon = egui::RichText::new(icon.codepoint).size(16.0);
            let words = egui::RichText::new(tab.words());
            let chosen = *shown == tab;
            let button = egui::Button::new((icon.color(color), words.color(color)));
            let response = ui
                .add(button.selected(chosen))
                .chosen(egui::Role::Tab, chosen, tab.words())
                .identified(tab.id());
            if response.clicked() {
                response.surrender_focus();
                *shown = tab;
            }
        }
    });
    *shown != before
}

/// The recent files or the included examples; returns the command of the chosen row.
pub(super) fn list_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    tab: Tab,
    chosen: &mut Option<usize>,
    (height, keys): (f32, ListKeys),
) -> Option<Command> {
    let recent = &cx.desk.settings.recent;
    let rows = match tab {
        Tab::Recent => recent.len(),
        _ => TEACHING.len(),
    };
    let command = |row: usize| match tab {
        Tab::Recent => recent.get(row).cloned().map(Command::OpenFile),
        _ => Some(Command::OpenTeaching(row)),
    };
    let (walked, moved) = keys.walk(*chosen, rows);
    *chosen = walked;
    if keys.enter
        && let Some(row) = walked
    {
        return command(row);
    }
    let frame = egui::Frame::new()
        .fill(ui.visuals().extreme_bg_color)
        .corner_radius(5)
        .inner_margin(4);
    let taken = frame.show(ui, |ui| {
        ui.set_height(height);
        ui.set_width(ui.available_width());
        if rows == 0 {
            let none = "No recent files: what you open or save is listed here";
            ui.centered_and_justified(|ui| {
                ui.label(cx.dim(none)).identified(ids::OPEN_NOTHING);
            });
            return None;
        }
        let mut taken = None;
        let area = egui::ScrollArea::vertical().auto_shrink([false, false]);
        area.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for row in 0..rows {
                let chosen_here = *chosen == Some(row);
                let response = match (tab, recent.get(row), TEACHING.get(row)) {
                    (Tab::Recent, Some(path), _) => recent_row(ui, cx, path, chosen_here),
                    (Tab::Teaching, _, Some(teaching)) => {
                        teaching_row(ui, cx, teaching, chosen_here)
                    }
                    _ => continue,
                };
                let response = response.identified(&ids::offer(row));
                if chosen_here && moved {
                    response.scroll_to_me(None);
                }
                if response.clicked() {
                    taken = Some(row);
                }
            }
        });
        taken
    });
    taken.inner.and_then(command)
}

fn recent_row(ui: &mut egui::Ui, cx: &Cx<'_>, path: &Path, chosen: bool) -> egui::Response {
    let name = file_name(path);
    let folder = path.parent().unwrap_or(Path::new("")).display().to_string();
    let most = ui.available_width() * 0.5;
    let folder = path_on_a_line(ui, &folder, size::SMALL, most);
    let row = DialogRow {
        icon: icon(&name),
        text: &name,
        words: "",
        right: &folder,
        enabled: true,
        label: &format!("Open {name}"),
    };
    row_ui(ui, cx, &row, chosen).on_hover_text(path.to_string_lossy())
}

fn teaching_row(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    teaching: &Teaching,
    chosen: bool,
) -> egui::Response {
    let row = DialogRow {
        icon: icon(teaching.file),
        text: teaching.title,
        words: teaching.shows,
        right: "",
        enabled: true,
        label: &format!("Open {}", teaching.title),
    };
    row_ui(ui, cx, &row, chosen)
}
