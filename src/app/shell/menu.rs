//! The menus and the buttons at the top, made from the list of commands.

use eframe::egui::{self, Vec2};
use egui_material_icons::icons;

use super::explorer::Explorer;
use super::ratings_switch::ratings_ui;
use crate::app::base::{Identified as _, Theme, file_name, ids, part, size, strong};
use crate::app::document::{Document, TEACHING};
use crate::app::intent::{Command, Menu, Named, Scope, key_text};
use crate::app::parts::{BUTTON, Cx};

/// The commands that have a button at the top.
const BUTTONS: [&[Named]; 3] = [
    &[Named::NewBoard, Named::Open, Named::Save, Named::Export],
    &[Named::Undo, Named::Redo],
    &[Named::Back, Named::Forward],
];

/// In a narrower window the buttons of the history are left to the menus.
const ALL_BUTTONS: f32 = 1_200.0;

/// How wide a menu is, in points.
const MENU: f32 = 250.0;

/// The sign before a menu's entry.
fn icon(theme: &Theme, sign: &str) -> egui::RichText {
    egui::RichText::new(sign).size(16.0).color(theme.dim)
}

/// What the window calls the document.
fn title(document: &Document) -> String {
    let changed = if document.edits.is_changed() {
        " •"
    } else {
        ""
    };
    format!("{}{changed}", document.words.name)
}

impl Explorer {
    pub(crate) fn top_ui(&self, ui: &mut egui::Ui, theme: &Theme) {
        part(ui, ids::TOP);
        let view = self.desk.view();
        let cx = &Cx::new(theme, &self.desk, &view);
        let row = |ui: &mut egui::Ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.add_space(8.0);
            ui.label(strong("doomtree").size(15.0));
            ui.add_space(6.0);
            menus_ui(ui, cx);
            let groups = if ui.ctx().content_rect().width() < ALL_BUTTONS {
                2
            } else {
                3
            };
            for buttons in &BUTTONS[..groups] {
                ui.add_space(6.0);
                ui.spacing_mut().item_spacing.x = 1.0;
                for &named in *buttons {
                    cx.icon_button(ui, named);
                }
                ui.spacing_mut().item_spacing.x = 6.0;
            }
            let layout = egui::Layout::right_to_left(egui::Align::Center);
            ui.with_layout(layout, |ui| right_ui(ui, cx));
        };
        // The menus' bar takes the whole width, so that everything at the top stands in it.
        ui.horizontal_centered(|ui| {
            // Everything in the bar is as high as its buttons.
            ui.spacing_mut().interact_size.y = BUTTON.y;
            egui::MenuBar::new().ui(ui, row)
        });
    }
}

/// At the right: the palette, whose ratings are shown, and what is open.
fn right_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    ui.add_space(6.0);
    let palette = egui::Button::new("Commands")
        .shortcut_text(key_text(ui.ctx(), &Named::Palette.shortcuts()[0]));
    let response = ui.add(palette).identified(Named::Palette.id());
    let response = response.on_hover_text(Named::Palette.tooltip());
    if response.clicked() {
        cx.run(Named::Palette);
    }
    ui.add_space(4.0);
    cx.icon_button(ui, Named::HideRatings);
    ratings_ui(ui, cx);
    // What is left belongs to the name of the document, shortened if it must be.
    let rest = ui.available_width();
    let title = title(cx.document);
    let name = cx.dim(&title);
    ui.add_sized(
        Vec2::new(rest.max(0.0), 20.0),
        egui::Label::new(name).truncate(),
    )
    .on_hover_text(title);
}

fn menus_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
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
                menu_item(ui, cx, named);
                if named == Named::Open {
                    recent_ui(ui, cx);
                    teaching_ui(ui, cx);
                }
            }
        });
        shown.response.identified(&menu.id());
    }
}

fn menu_item(ui: &mut egui::Ui, cx: &Cx<'_>, named: Named) {
    let keys = named
        .shortcuts()
        .first()
        .map_or_else(String::new, |keys| key_text(ui.ctx(), keys));
    let sign = match cx.desk.states.is_on(named) {
        Some(true) => icons::ICON_CHECK.codepoint,
        _ => named.icon(),
    };
    let icon = icon(cx.theme, sign);
    let button = egui::Button::new((icon, named.text()))
        .shortcut_text(keys)
        .min_size(Vec2::new(ui.available_width(), 24.0));
    let response = ui.add_enabled(cx.desk.states.is_enabled(named), button);
    response.widget_info(|| {
        let on = cx.desk.states.is_on(named).unwrap_or(false);
        egui::WidgetInfo::selected(
            egui::Role::Button,
            cx.desk.states.is_enabled(named),
            on,
            named.text(),
        )
    });
    let response = response.identified(named.id());
    if response.clicked() {
        cx.push(Command::Named(named));
        ui.close();
    }
    response.on_hover_text(named.tooltip());
}

/// The files opened last.
fn recent_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let icon = icon(cx.theme, icons::ICON_HISTORY.codepoint);
    let menu = ui.menu_button((icon, "Open recent"), |ui| {
        ui.set_min_width(230.0);
        ui.set_max_width(420.0);
        if cx.desk.settings.recent.is_empty() {
            ui.add_enabled(false, egui::Button::new("No recent files"));
            return;
        }
        for path in &cx.desk.settings.recent {
            let button = egui::Button::new(file_name(path)).truncate();
            let response = ui.add(button).on_hover_text(path.to_string_lossy());
            if response.clicked() {
                cx.push(Command::OpenFile(path.clone()));
                ui.close();
            }
        }
        ui.separator();
        menu_item(ui, cx, Named::ClearRecent);
    });
    read_as(&menu.response, "Open recent");
    menu.response.identified(ids::RECENT);
}

/// The boards and trees that come with the program.
fn teaching_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let icon = icon(cx.theme, icons::ICON_SCHOOL.codepoint);
    let menu = ui.menu_button((icon, "Examples"), |ui| {
        let most = ui.ctx().content_rect().height() - 180.0;
        egui::ScrollArea::vertical()
            .max_height(most)
            .show(ui, |ui| {
                let mut group = "";
                for (place, teaching) in TEACHING.iter().enumerate() {
                    if teaching.group != group {
                        group = teaching.group;
                        ui.add_space(if place == 0 { 0.0 } else { 6.0 });
                        ui.label(strong(group).size(size::SMALL).color(cx.theme.dim));
                    }
                    let response = ui.button(teaching.title);
                    if response.clicked() {
                        cx.push(Command::OpenTeaching(place));
                        ui.close();
                    }
                    response.on_hover_text(teaching.shows);
                }
            });
    });
    read_as(&menu.response, "Examples");
}

/// What a screen reader says of a menu whose name begins with a sign.
fn read_as(response: &egui::Response, name: &str) {
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
}
