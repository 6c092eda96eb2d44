//! The menus and the buttons at the top, made from the list of commands.

use eframe::egui::{self, Vec2};
use egui_material_icons::icons;

use super::explorer::Explorer;
use crate::app::base::ids::{self, Identified as _, part};
use crate::app::base::theme::{Theme, size, strong};
use crate::app::base::words::file_name;
use crate::app::document::teaching::TEACHING;
use crate::app::intent::command::{Command, Menu, Named, Scope};
use crate::app::intent::tooltip::{key_text, tooltip};

/// The commands that have a button at the top.
const BUTTONS: [&[Named]; 3] = [
    &[Named::NewBoard, Named::Open, Named::Save, Named::Export],
    &[Named::Undo, Named::Redo],
    &[Named::Back, Named::Forward],
];

/// How large a button with a sign is, in points.
const BUTTON: Vec2 = Vec2::new(28.0, 26.0);
/// In a narrower window the buttons of the history are left to the menus.
const ALL_BUTTONS: f32 = 1_200.0;

/// How wide a menu is, in points.
const MENU: f32 = 250.0;

/// The sign before a menu's entry.
fn icon(theme: &Theme, sign: &str) -> egui::RichText {
    egui::RichText::new(sign).size(16.0).color(theme.dim)
}

/// What the window calls the document.
fn title(explorer: &Explorer) -> String {
    let changed = if explorer.document.edits.is_changed() {
        " •"
    } else {
        ""
    };
    format!("{}{changed}", explorer.document.words.name)
}

impl Explorer {
    pub(crate) fn top_ui(&mut self, ui: &mut egui::Ui, theme: &Theme) {
        part(ui, ids::TOP);
        let mut commands = Vec::new();
        let row = |ui: &mut egui::Ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.add_space(8.0);
            ui.label(strong("doomtree").size(15.0));
            ui.add_space(6.0);
            self.menus_ui(ui, theme, &mut commands);
            let groups = if ui.ctx().content_rect().width() < ALL_BUTTONS {
                2
            } else {
                3
            };
            for buttons in &BUTTONS[..groups] {
                ui.add_space(6.0);
                ui.spacing_mut().item_spacing.x = 1.0;
                for &named in *buttons {
                    self.icon_button(ui, theme, named, &mut commands);
                }
                ui.spacing_mut().item_spacing.x = 6.0;
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.add_space(6.0);
                let palette = egui::Button::new("Commands")
                    .shortcut_text(key_text(ui.ctx(), &Named::Palette.shortcuts()[0]));
                let response = ui.add(palette).identified(Named::Palette.id());
                let response = response.on_hover_text(Named::Palette.tooltip());
                if response.clicked() {
                    commands.push(Command::Named(Named::Palette));
                }
                ui.add_space(4.0);
                self.icon_button(ui, theme, Named::HideRatings, &mut commands);
                self.ratings_ui(ui, theme, &mut commands);
                // What is left belongs to the name of the document, shortened if it must be.
                let rest = ui.available_width();
                let name = egui::RichText::new(title(self)).color(theme.dim);
                ui.add_sized(
                    Vec2::new(rest.max(0.0), 20.0),
                    egui::Label::new(name).truncate(),
                )
                .on_hover_text(title(self));
            });
        };
        // The menus' bar takes the whole width, so that everything at the top stands in it.
        ui.horizontal_centered(|ui| {
            // Everything in the bar is as high as its buttons.
            ui.spacing_mut().interact_size.y = BUTTON.y;
            egui::MenuBar::new().ui(ui, row)
        });
        self.commands.append(&mut commands);
    }

    /// A button with an icon that stands for a command.
    pub(crate) fn icon_button(
        &self,
        ui: &mut egui::Ui,
        theme: &Theme,
        named: Named,
        commands: &mut Vec<Command>,
    ) {
        let on = self.is_on(named);
        let color = if self.is_enabled(named) {
            theme.text
        } else {
            theme.line
        };
        let icon = egui::RichText::new(named.icon()).size(17.0).color(color);
        let button = egui::Button::new(icon)
            .min_size(BUTTON)
            .selected(on == Some(true));
        let response = ui.add_enabled(self.is_enabled(named), button);
        let label = named.text().trim_end_matches('…');
        response.widget_info(|| {
            let enabled = self.is_enabled(named);
            egui::WidgetInfo::selected(egui::Role::Button, enabled, on == Some(true), label)
        });
        let response = response.identified(named.id());
        if response.clicked() {
            // A button that was clicked doesn't keep the keyboard: keys walk the tree.
            response.surrender_focus();
            commands.push(Command::Named(named));
        }
        response.on_hover_text(tooltip(ui.ctx(), named));
    }

    fn menus_ui(&self, ui: &mut egui::Ui, theme: &Theme, commands: &mut Vec<Command>) {
        for menu in Menu::ALL {
            let shown = ui.menu_button(menu.text(), |ui| {
                ui.set_width(MENU);
                ui.spacing_mut().interact_size.y = 24.0;
                let mut last = None;
                for &named in Named::ALL {
                    let (its, group) = named.menu();
                    // One stands below the files that it clears, and a presentation has no menus.
                    let elsewhere = named == Named::ClearRecent || named.scope() == Scope::Talk;
                    if its != menu || elsewhere {
                        continue;
                    }
                    if last.replace(group).is_some_and(|last| last != group) {
                        ui.separator();
                    }
                    self.menu_item(ui, theme, named, commands);
                    if named == Named::Open {
                        self.recent_ui(ui, theme, commands);
                        teaching_ui(ui, theme, commands);
                    }
                }
            });
            shown.response.identified(&menu.id());
        }
    }

    fn menu_item(
        &self,
        ui: &mut egui::Ui,
        theme: &Theme,
        named: Named,
        commands: &mut Vec<Command>,
    ) {
        let keys = named
            .shortcuts()
            .first()
            .map_or_else(String::new, |keys| key_text(ui.ctx(), keys));
        let sign = match self.is_on(named) {
            Some(true) => icons::ICON_CHECK.codepoint,
            _ => named.icon(),
        };
        let icon = icon(theme, sign);
        let button = egui::Button::new((icon, named.text()))
            .shortcut_text(keys)
            .min_size(Vec2::new(ui.available_width(), 24.0));
        let response = ui.add_enabled(self.is_enabled(named), button);
        response.widget_info(|| {
            let on = self.is_on(named).unwrap_or(false);
            egui::WidgetInfo::selected(egui::Role::Button, self.is_enabled(named), on, named.text())
        });
        let response = response.identified(named.id());
        if response.clicked() {
            commands.push(Command::Named(named));
            ui.close();
        }
        response.on_hover_text(named.tooltip());
    }

    /// The files opened last.
    fn recent_ui(&self, ui: &mut egui::Ui, theme: &Theme, commands: &mut Vec<Command>) {
        let icon = icon(theme, icons::ICON_HISTORY.codepoint);
        let menu = ui.menu_button((icon, "Open recent"), |ui| {
            ui.set_min_width(230.0);
            ui.set_max_width(420.0);
            if self.settings.recent.is_empty() {
                ui.add_enabled(false, egui::Button::new("No file was opened yet"));
                return;
            }
            for path in &self.settings.recent {
                let button = egui::Button::new(file_name(path)).truncate();
                let response = ui.add(button).on_hover_text(path.to_string_lossy());
                if response.clicked() {
                    commands.push(Command::OpenFile(path.clone()));
                    ui.close();
                }
            }
            ui.separator();
            self.menu_item(ui, theme, Named::ClearRecent, commands);
        });
        read_as(&menu.response, "Open recent");
        menu.response.identified(ids::RECENT);
    }
}

/// The boards and trees that come with the program.
fn teaching_ui(ui: &mut egui::Ui, theme: &Theme, commands: &mut Vec<Command>) {
    let icon = icon(theme, icons::ICON_SCHOOL.codepoint);
    let menu = ui.menu_button((icon, "Open a board to learn from"), |ui| {
        let most = ui.ctx().content_rect().height() - 180.0;
        egui::ScrollArea::vertical()
            .max_height(most)
            .show(ui, |ui| {
                let mut group = "";
                for (place, teaching) in TEACHING.iter().enumerate() {
                    if teaching.group != group {
                        group = teaching.group;
                        ui.add_space(if place == 0 { 0.0 } else { 6.0 });
                        ui.label(strong(group).size(size::SMALL).color(theme.dim));
                    }
                    let response = ui.button(teaching.title);
                    if response.clicked() {
                        commands.push(Command::OpenTeaching(place));
                        ui.close();
                    }
                    response.on_hover_text(teaching.shows);
                }
            });
    });
    read_as(&menu.response, "Open a board to learn from");
}

/// What a screen reader says of a menu whose name begins with a sign.
fn read_as(response: &egui::Response, name: &str) {
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
}
