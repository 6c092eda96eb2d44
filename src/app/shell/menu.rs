//! The menu bar and the buttons at the top, generated from the list of commands.

use eframe::egui::containers::menu::{MenuState, SubMenuButton, menu_style};
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
use crate::diagram::RatingsFor;

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

/// The width that undo and the ratings of all players take.
const BESIDE_UNDO: f32 = 400.0;

/// The width of a menu, and the height of its rows, in points.
const MENU: f32 = 250.0;
const ROW: f32 = 24.0;

/// Identifies the page of a slim window's menu.
const PAGE: &str = "menu page";

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
    let menus = ui.button(sign);
    if menus.clicked() {
        open_page(ui, Some(Page::default()));
    }
    read_as(&menus, "Menus");
    ui.spacing_mut().button_padding.x = padding;
    if let Some(page) = page_of(ui.ctx()) {
        drawer_ui(ui, cx, page);
    }
    cx.icon_button(ui, CommandId::Palette);
    let share = icon(cx.theme, icons::ICON_SHARE.codepoint).color(cx.theme.text);
    let share = egui::Button::new(share).min_size(cx.button_size());
    let share = ui.add(share).called(egui::Role::Button, "Share");
    cx.run_on_click(share, CommandId::CopyLink);
    // Upright, the ratings of all players take its room.
    let choices = RatingsFor::choices(cx.view.labels.graph()).len();
    if choices <= 3 || ui.available_width() > BESIDE_UNDO {
        cx.icon_button(ui, CommandId::Undo);
    }
    let layout = egui::Layout::right_to_left(egui::Align::Center);
    ui.with_layout(layout, |ui| {
        ui.add_space(6.0);
        cx.icon_button(ui, CommandId::ShowNode);
        cx.icon_button(ui, CommandId::HideRatings);
        ratings_ui(ui, cx);
    });
}

/// What the one menu of a slim window shows: all menus, one of them, or a menu in it.
type Page = (Option<Menu>, Option<Submenu>);

/// Shows another page of the menu of a slim window from its top, or closes it.
fn open_page(ui: &egui::Ui, page: Option<Page>) {
    let id = egui::Id::unique(PAGE);
    ui.data_mut(|data| {
        *data.get_temp_mut_or_default::<u64>(id) += 1;
        data.insert_temp(id, page);
    });
}

/// The open page of the menu of a slim window.
fn page_of(ctx: &egui::Context) -> Option<Page> {
    ctx.data_mut(|data| *data.get_temp_mut_or_default(egui::Id::unique(PAGE)))
}

/// Whether the menu of a slim window is open.
pub(super) fn is_drawer_open(ctx: &egui::Context) -> bool {
    page_of(ctx).is_some()
}

/// Closes the menu of a slim window; returns whether it was open.
pub(super) fn close_drawer(ctx: &egui::Context) -> bool {
    ctx.data_mut(|data| {
        data.get_temp_mut_or_default::<Option<Page>>(egui::Id::unique(PAGE))
            .take()
    })
    .is_some()
}

/// The menu of a slim window, at its corner and over everything: a tap beside it only closes it.
fn drawer_ui(ui: &egui::Ui, cx: &Cx<'_>, page: Page) {
    let id = egui::Id::unique(PAGE);
    let corner = Vec2::splat(MENU_MARGIN / 2.0);
    let area = egui::Modal::default_area(id).anchor(egui::Align2::LEFT_TOP, corner);
    let modal = egui::Modal::new(id).area(area).show(ui.ctx(), |ui| {
        menu_style(ui.style_mut());
        ui.set_width(MENU);
        // It isn't as low as the page before.
        ui.set_max_height(ui.ctx().content_rect().height() - 2.0 * MENU_MARGIN);
        // No tap is between two rows.
        ui.spacing_mut().interact_size.y = cx.row_height(ROW) + ui.spacing().item_spacing.y;
        ui.spacing_mut().item_spacing.y = 0.0;
        page_ui(ui, cx, page);
    });
    if modal.should_close() {
        open_page(ui, None);
    }
}

/// The page that the menu of a slim window shows instead of the previous one.
fn page_ui(ui: &mut egui::Ui, cx: &Cx<'_>, page: Page) {
    let (title, before) = match page {
        (None, _) => {
            for menu in Menu::ALL {
                let row = leads_ui(ui, menu.text()).identified(&menu.id());
                if row.clicked() {
                    open_page(ui, Some((Some(menu), None)));
                }
            }
            return;
        }
        (Some(menu), None) => (menu.text(), (None, None)),
        (Some(menu), Some(inner)) => (inner.named().1, (Some(menu), None)),
    };
    let back = (CommandId::Back.icon(), title, String::new());
    let back = row_ui(ui, cx, back, (true, None));
    let label = format!("Back from {title}");
    if back.called(egui::Role::Button, &label).clicked() {
        open_page(ui, Some(before));
    }
    ui.separator();
    match page {
        (_, Some(inner)) => inner.rows_ui(ui, cx),
        (Some(menu), None) => menu_ui(ui, cx, menu),
        (None, None) => {}
    }
}

/// A row that leads to another page.
fn leads_ui<'a>(ui: &mut egui::Ui, atoms: impl egui::IntoAtoms<'a>) -> egui::Response {
    let size = Vec2::new(ui.available_width(), ui.spacing().interact_size.y);
    let button = egui::Button::new(atoms).right_text(SubMenuButton::arrow_atom(None));
    ui.add(button.min_size(size))
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
    for (index, menu) in Menu::ALL.into_iter().enumerate() {
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
            let next = Menu::ALL[(index + step) % Menu::ALL.len()];
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

/// The commands of a menu; in a low window, a list that scrolls.
fn menu_ui(ui: &mut egui::Ui, cx: &Cx<'_>, menu: Menu) {
    // A slim window has its row that leads back above it.
    let above = if cx.desk.is_slim {
        ui.min_rect().height()
    } else {
        0.0
    };
    let room = ui.ctx().content_rect().height() - 2.0 * MENU_MARGIN - above;
    let rows = CommandId::of_menu(menu).count() as f32 + MENU_EXTRA;
    if rows * (ui.spacing().interact_size.y + ui.spacing().item_spacing.y) < room {
        return menu_rows_ui(ui, cx, menu);
    }
    let number = ui.data(|data| data.get_temp::<u64>(egui::Id::unique(PAGE)));
    egui::ScrollArea::vertical()
        .id_salt(number)
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
            submenu_ui(ui, cx, (menu, Submenu::Theme));
        }
        menu_item(ui, cx, named);
        if named == CommandId::Open {
            submenu_ui(ui, cx, (menu, Submenu::Recent));
            submenu_ui(ui, cx, (menu, Submenu::Examples));
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

/// A menu in a menu.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Submenu {
    /// The files opened last.
    Recent,
    /// The boards and trees that come with the program.
    Examples,
    Theme,
}

impl Submenu {
    /// Its icon, name and ID.
    fn named(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Submenu::Recent => (icons::ICON_HISTORY.codepoint, "Open recent", ids::RECENT),
            Submenu::Examples => (icons::ICON_SCHOOL.codepoint, "Examples", ids::EXAMPLES),
            Submenu::Theme => (icons::ICON_DARK_MODE.codepoint, "Theme", ids::THEME),
        }
    }

    fn rows_ui(self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        match self {
            Submenu::Recent => recent_ui(ui, cx),
            Submenu::Examples => teaching_ui(ui, cx),
            Submenu::Theme => theme_ui(ui, cx),
        }
    }
}

/// A menu in a menu, beside it; in a slim window, in its place.
fn submenu_ui(ui: &mut egui::Ui, cx: &Cx<'_>, (menu, inner): (Menu, Submenu)) {
    let (sign, name, id) = inner.named();
    let atoms = (icon(cx.theme, sign), name);
    let response = if cx.desk.is_slim {
        let response = leads_ui(ui, atoms);
        if response.clicked() {
            open_page(ui, Some((Some(menu), Some(inner))));
        }
        response
    } else {
        ui.menu_button(atoms, |ui| inner.rows_ui(ui, cx)).response
    };
    read_as(&response, name);
    response.identified(id);
}

fn theme_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    if !cx.desk.is_slim {
        ui.set_width(160.0);
    }
    for theme in ThemeChoice::ALL {
        let on = theme == cx.desk.settings.theme;
        let row = (theme.icon(), theme.text(), String::new());
        let response = row_ui(ui, cx, row, (true, Some(on)));
        if response.identified(&theme.id()).clicked() {
            cx.push(Command::UseTheme(theme));
            ui.close();
        }
    }
}

fn recent_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let room = ui.ctx().content_rect().width() - 2.0 * MENU_MARGIN;
    ui.set_min_width(230.0);
    ui.set_max_width(room.min(420.0));
    if cx.desk.settings.recent.is_empty() {
        ui.add_enabled(false, egui::Button::new("No recent files"));
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
    menu_item(ui, cx, CommandId::RestoreUnsaved);
    menu_item(ui, cx, CommandId::ClearRecent);
}

fn teaching_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let max = ui.ctx().content_rect().height() - 180.0;
    egui::ScrollArea::vertical().max_height(max).show(ui, |ui| {
        let mut group = "";
        for (index, teaching) in TEACHING.iter().enumerate() {
            if teaching.group != group {
                group = teaching.group;
                ui.add_space(if index == 0 { 0.0 } else { 6.0 });
                ui.label(strong(group).size(size::SMALL).color(cx.theme.dim));
            }
            let response = ui.button(teaching.title);
            if response.clicked() {
                cx.push(Command::OpenTeaching(index));
                ui.close();
            }
            response.on_hover_text(teaching.shows);
        }
    });
}

/// The screen reader's text of a menu whose name starts with an icon.
pub(super) fn read_as(response: &egui::Response, name: &str) {
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
}
