//! The menu bar and the buttons at the top, generated from the list of commands.

use eframe::egui::containers::menu::MenuState;
use eframe::egui::{self, Key, Vec2};
use egui_material_icons::icons;

use super::explorer::Explorer;
use super::heading::{heading_ui, ratings_ui};
use crate::app::base::{
    Identified as _, TabGroup, Theme, file_name, ids, name_region, size, strong,
};
use crate::app::document::TEACHING;
use crate::app::intent::{Command, CommandId, Menu, ThemeChoice, key_text};
use crate::app::parts::Cx;

/// The commands that have a button at the top.
const BUTTONS: [&[CommandId]; 3] = [
    &[
        CommandId::NewBoard,
        CommandId::Open,
        CommandId::Save,
        CommandId::Export,
    ],
    &[CommandId::Undo, CommandId::Redo],
    &[CommandId::Back, CommandId::Forward],
];

/// In a narrower window the buttons of the history are left to the menus.
const ALL_BUTTONS: f32 = 1_200.0;

/// The width of a menu, and the height of its rows, in points.
const MENU: f32 = 250.0;
const ROW: f32 = 24.0;

/// The space above and below a menu in a low window.
const MENU_MARGIN: f32 = 14.0;
/// The height of separators and lists of a menu, in rows, at most.
const MENU_EXTRA: f32 = 3.0;

/// The icon before a menu entry.
fn icon(theme: &Theme, sign: &str) -> egui::RichText {
    egui::RichText::new(sign).size(16.0).color(theme.dim)
}

impl Explorer {
    pub(crate) fn top_ui(&self, ui: &mut egui::Ui, theme: &Theme) {
        name_region(ui, ids::TOP);
        let view = self.desk.view();
        let cx = &Cx::new(theme, &self.desk, &view);
        let row = |ui: &mut egui::Ui| {
            show_focus(ui, cx);
            ui.spacing_mut().item_spacing.x = 6.0;
            let wide = ui.ctx().content_rect().width();
            if cx.desk.is_slim {
                slim_ui(ui, cx);
                return;
            }
            ui.add_space(8.0);
            let group = TabGroup::begin(ui, ui.unique_id());
            ui.label(strong("doomtree").size(15.0));
            ui.add_space(6.0);
            menus_ui(ui, cx);
            let groups = if wide < ALL_BUTTONS { 2 } else { 3 };
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
            group.end_at(ui, ui.max_rect());
        };
        // The menu bar takes the whole width, so that everything at the top is in it.
        ui.horizontal_centered(|ui| {
            // Everything in the bar is as high as its buttons.
            ui.spacing_mut().interact_size.y = cx.button_size().y;
            egui::MenuBar::new().ui(ui, row)
        });
    }
}

/// The bar of a slim window: one button for all menus, the switch of the ratings, the palette, and
/// the panel that replaces the tree.
fn slim_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    ui.add_space(6.0);
    let sign = icon(cx.theme, icons::ICON_MENU.codepoint);
    let padding = std::mem::replace(&mut ui.spacing_mut().button_padding.x, 13.0);
    // No tap is between two rows.
    let rows = |ui: &mut egui::Ui| {
        ui.set_width(MENU);
        ui.spacing_mut().interact_size.y = cx.row_height(ROW) + ui.spacing().item_spacing.y;
        ui.spacing_mut().item_spacing.y = 0.0;
    };
    let shown = ui.menu_button(sign, |ui| {
        rows(ui);
        for menu in Menu::ALL {
            ui.menu_button(menu.text(), |ui| {
                rows(ui);
                menu_ui(ui, cx, menu);
            });
        }
    });
    shown
        .response
        .widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, "Menus"));
    ui.spacing_mut().button_padding.x = padding;
    cx.icon_button(ui, CommandId::Palette);
    let share = icon(cx.theme, icons::ICON_SHARE.codepoint).color(cx.theme.text);
    let share = egui::Button::new(share).min_size(cx.button_size());
    let share = ui.add(share).called(egui::Role::Button, "Share");
    cx.run_on_click(share, CommandId::CopyLink);
    cx.icon_button(ui, CommandId::Undo);
    let layout = egui::Layout::right_to_left(egui::Align::Center);
    ui.with_layout(layout, |ui| {
        ui.add_space(6.0);
        cx.icon_button(ui, CommandId::ShowNode);
        cx.icon_button(ui, CommandId::HideRatings);
        ratings_ui(ui, cx);
    });
}

/// At the right: the palette, the choice of ratings, and the document's name.
fn right_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    ui.add_space(6.0);
    let palette = egui::Button::new("Search commands")
        .shortcut_text(key_text(ui.ctx(), &CommandId::Palette.shortcuts()[0]));
    let response = ui.add(palette).identified(CommandId::Palette.id());
    let response = response.on_hover_text(CommandId::Palette.tooltip());
    if response.clicked() {
        cx.run(CommandId::Palette);
    }
    ui.add_space(4.0);
    cx.icon_button(ui, CommandId::HideRatings);
    ratings_ui(ui, cx);
    ui.add_space(4.0);
    heading_ui(ui, cx);
}

/// The menus; a letter with Alt opens one, and arrows lead from one to the next.
fn menus_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let pressed = |key| ui.input(|input| input.key_pressed(key));
    let (left, right) = (pressed(Key::ArrowLeft), pressed(Key::ArrowRight));
    let opened = cx.desk.opens_menu.take();
    for (place, menu) in Menu::ALL.into_iter().enumerate() {
        let shown = ui.menu_button(menu_title(ui, menu), |ui| {
            ui.set_width(MENU);
            ui.spacing_mut().interact_size.y = cx.row_height(ROW);
            menu_ui(ui, cx, menu);
        });
        let response = shown.response;
        let popup = egui::Popup::default_response_id(&response);
        if opened == Some(menu) {
            egui::Popup::open_id(ui.ctx(), popup);
            response.request_focus();
        } else if (left || right)
            && egui::Popup::is_id_open(ui.ctx(), popup)
            // Arrows in a list beside it stay in that.
            && MenuState::is_deepest_open_sub_menu(ui.ctx(), popup)
        {
            let step = if right { 1 } else { Menu::ALL.len() - 1 };
            let next = Menu::ALL[(place + step) % Menu::ALL.len()];
            cx.desk.opens_menu.set(Some(next));
            ui.memory_mut(|memory| memory.move_focus(egui::FocusDirection::None));
            ui.ctx().request_repaint();
        }
        read_as(&response, menu.text());
        response.identified(&menu.id());
    }
}

/// A menu's name; the letter that opens it is underlined while Alt is held.
fn menu_title(ui: &egui::Ui, menu: Menu) -> egui::text::LayoutJob {
    let plain = egui::TextFormat {
        font_id: egui::TextStyle::Button.resolve(ui.style()),
        color: egui::Color32::PLACEHOLDER,
        ..egui::TextFormat::default()
    };
    let marked = egui::TextFormat {
        underline: egui::Stroke::new(1.0, egui::Color32::PLACEHOLDER),
        ..plain.clone()
    };
    let alt = ui.input(|input| input.modifiers.alt);
    let (first, rest) = menu.text().split_at(1);
    let mut title = egui::text::LayoutJob::default();
    title.append(first, 0.0, if alt { marked } else { plain.clone() });
    title.append(rest, 0.0, plain);
    title
}

/// A focused button in a bar or a menu has a frame, as everywhere.
fn show_focus(ui: &mut egui::Ui, cx: &Cx<'_>) {
    ui.visuals_mut().widgets.active.bg_stroke = egui::Stroke::new(2.0, cx.theme.text);
}

/// The entries of a menu.
/// The commands of a menu; in a low window, a list that scrolls.
fn menu_ui(ui: &mut egui::Ui, cx: &Cx<'_>, menu: Menu) {
    let room = ui.ctx().content_rect().height() - 2.0 * MENU_MARGIN;
    let rows = CommandId::of_menu(menu).count() as f32 + MENU_EXTRA;
    if rows * (ui.spacing().interact_size.y + ui.spacing().item_spacing.y) < room {
        return menu_rows_ui(ui, cx, menu);
    }
    egui::ScrollArea::vertical()
        .max_height(room)
        .show(ui, |ui| menu_rows_ui(ui, cx, menu));
}

fn menu_rows_ui(ui: &mut egui::Ui, cx: &Cx<'_>, menu: Menu) {
    show_focus(ui, cx);
    let mut last = None;
    for named in CommandId::of_menu(menu) {
        let group = named.menu().map(|(_, group)| group);
        if last.replace(group).is_some_and(|last| last != group) {
            ui.separator();
        }
        if named == CommandId::FullScreen {
            theme_ui(ui, cx);
        }
        menu_item(ui, cx, named);
        if named == CommandId::Open {
            recent_ui(ui, cx);
            teaching_ui(ui, cx);
        }
    }
}

pub(super) fn menu_item(ui: &mut egui::Ui, cx: &Cx<'_>, named: CommandId) {
    // Shortcuts that don't work now aren't shown, and a touch screen has no keys.
    let mut keys = named
        .shortcuts()
        .iter()
        .filter(|_| !cx.desk.is_touched && cx.desk.hears(named));
    let keys = keys
        .next()
        .map_or_else(String::new, |keys| key_text(ui.ctx(), keys));
    let on = cx.desk.states.is_on(named);
    let enabled = cx.desk.states.is_enabled(named);
    let response = row_ui(ui, cx, (named.icon(), named.text(), keys), (enabled, on));
    let response = response.identified(named.id());
    if response.clicked() {
        cx.push(Command::Named(named));
        ui.close();
    }
    response.on_hover_text(named.tooltip());
}

/// A row of a menu: its icon, text and shortcuts, whether it is enabled, and whether it is on if it
/// is a switch.
fn row_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    (sign, text, keys): (&str, &str, String),
    (enabled, on): (bool, Option<bool>),
) -> egui::Response {
    let sign = match on {
        Some(true) => icons::ICON_CHECK.codepoint,
        _ => sign,
    };
    let icon = icon(cx.theme, sign);
    let button = egui::Button::new((icon, text))
        .shortcut_text(keys)
        .min_size(Vec2::new(
            ui.available_width(),
            ui.spacing().interact_size.y,
        ));
    let response = ui.add_enabled(enabled, button);
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    response.chosen(egui::Role::Button, on.unwrap_or(false), text)
}

/// The themes.
fn theme_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let icon = icon(cx.theme, icons::ICON_DARK_MODE.codepoint);
    let menu = ui.menu_button((icon, "Theme"), |ui| {
        ui.set_width(160.0);
        for theme in ThemeChoice::ALL {
            let on = theme == cx.desk.settings.theme;
            let row = (theme.icon(), theme.text(), String::new());
            let response = row_ui(ui, cx, row, (true, Some(on)));
            if response.identified(&theme.id()).clicked() {
                cx.push(Command::UseTheme(theme));
                ui.close();
            }
        }
    });
    read_as(&menu.response, "Theme");
    menu.response.identified(ids::THEME);
}

/// The files opened last.
fn recent_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let icon = icon(cx.theme, icons::ICON_HISTORY.codepoint);
    let menu = ui.menu_button((icon, "Open recent"), |ui| {
        let room = ui.ctx().content_rect().width() - 2.0 * MENU_MARGIN;
        ui.set_min_width(230.0);
        ui.set_max_width(room.min(420.0));
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
        menu_item(ui, cx, CommandId::ClearRecent);
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

/// The screen reader's text of a menu whose name starts with an icon.
pub(super) fn read_as(response: &egui::Response, name: &str) {
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
}
