//! The lists below the box of the open dialog: recent files, included examples, and folders.

use std::path::Path;

use eframe::egui;
use egui_material_icons::icons;

use super::browser::{ListKeys, icon};
use super::row::{DialogRow, path_on_a_line, row_ui};
use crate::app::base::{Identified as _, file_name, ids, size};
use crate::app::document::{TEACHING, Teaching};
use crate::app::intent::Command;
use crate::app::parts::Cx;

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
