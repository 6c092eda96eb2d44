//! The arrangement of the window: the bars above and below, the middle, and the panels at both
//! sides, the right one with its tabs.

use std::any::Any;

use eframe::egui::{self, Role};
use egui_material_icons::icons;

use super::explorer::Explorer;
use super::menu::{menu_item, read_as};
use super::run::Tools;
use super::status::STATUS;
use crate::app::base::{Identified as _, Pane, TabGroup, Theme, ids, strong};
use crate::app::document::Settings;
use crate::app::intent::{Command, CommandId, MainView, SidePanel};
use crate::app::parts::{Cx, Tool as _, show_focused};
use crate::app::tools::board::BoardPanel;
use crate::app::tools::line::LinePanel;
use crate::app::tools::moves::MovesPanel;
use crate::app::tools::play::PlayPanel;
use crate::app::tools::setup::SetupPanel;

/// The width of the handle of the closed drawer at the right.
const HANDLE: f32 = 36.0;

/// From this width on, the panel at the left has its wide usual width, in points.
const WIDE: f32 = 1_600.0;

const WIDE_BOARD: f32 = 420.0;

/// The margins of a side panel.
const SIDE: egui::Margin = egui::Margin::same(12);

impl Explorer {
    /// Draws the whole window.
    pub(crate) fn panels(&mut self, ui: &mut egui::Ui, theme: &Theme) {
        let frame = egui::Frame::new().fill(theme.panel);
        let view = self.desk.view();
        let height = Cx::new(theme, &self.desk, &view).button_size().y + 16.0;
        egui::Panel::top("top")
            .exact_size(height.min(48.0))
            .frame(frame)
            .show(ui, |ui| self.top_ui(ui, theme));
        // A small editor has its own line of state.
        let edits = self.desk.is_slim && self.desk.middle == MainView::Editor;
        if !self.desk.is_cramped && !edits {
            egui::Panel::bottom("status")
                .exact_size(STATUS)
                .frame(frame)
                .show(ui, |ui| self.status_ui(ui, theme));
        }
        self.failure_ui(ui, theme);
        let wide = ui.available_width();
        if self.desk.side == SidePanel::Moves && !self.desk.has_one_column() {
            // They have their own panel again.
            self.desk.side = SidePanel::Node;
        }
        if self.desk.is_slim {
            let starts = self.desk.shows_panel() && self.desk.side == SidePanel::Start;
            if starts && self.desk.middle != MainView::Editor {
                let whole = ui.available_rect_before_wrap();
                self.whole_panel(ui, theme);
                self.toast_ui(ui, theme, whole);
                return;
            }
            self.sheet_ui(ui, theme);
        } else {
            self.left_panel(ui, theme, wide);
            self.right_panel(ui, theme, wide);
        }
        let view = self.desk.view();
        let cx = Cx::new(theme, &self.desk, &view);
        for tool in self.tools.iter_mut() {
            tool.strip_ui(ui, &cx);
        }
        let middle = egui::CentralPanel::default()
            .frame(egui::Frame::new().fill(theme.ground))
            .show(ui, |ui| {
                let screen = ui.available_rect_before_wrap();
                // A click on the tree gives it the keyboard.
                let pressed = ui.input(|input| input.pointer.any_pressed());
                if pressed && ui.rect_contains_pointer(screen) {
                    cx.desk.board_has_keys.set(false);
                }
                for tool in self.tools.iter_mut() {
                    tool.banner_ui(ui, &cx);
                }
                if cx.desk.has_board_above() {
                    let view = cx.view.at(cx.document.session.selected());
                    let frame = egui::Frame::new().fill(theme.panel).inner_margin(SIDE);
                    let board = self.tools.one_mut::<BoardPanel>();
                    frame.show(ui, |ui| board.left_ui(ui, &Cx::new(theme, cx.desk, &view)));
                    return screen;
                }
                let mut tools = self.tools.iter_mut();
                if let Some(tool) = tools.find(|tool| tool.is_in_middle(cx.desk)) {
                    tool.middle_ui(ui, &cx);
                }
                screen
            });
        self.mark_tree(ui, theme, middle.inner);
        self.toast_ui(ui, theme, middle.inner);
    }

    /// The board, its moves and the line.
    fn left_panel(&mut self, ui: &mut egui::Ui, theme: &Theme, wide: f32) {
        let is_there = self.desk.shows_board() && !self.desk.has_one_column();
        if !is_there || self.desk.middle == MainView::Editor {
            return;
        }
        let plain = self.desk.beside_view();
        let view = plain.at(self.desk.document.session.selected());
        let cx = Cx::new(theme, &self.desk, &view);
        let width = self.desk.settings.board_width;
        // A wide window has room for a larger board, unless the user has chosen a width.
        let is_usual = width == Settings::default().board_width;
        let width = match is_usual && wide >= WIDE {
            true => WIDE_BOARD,
            false => width,
        };
        let panel = sized(
            egui::Panel::left("board"),
            theme,
            wide,
            width,
            (260.0, 0.45),
        );
        let panel = panel.show(ui, |ui| {
            for (index, tool) in self.tools.iter_mut().enumerate() {
                let group = TabGroup::begin(ui, ui.unique_id().with(index));
                tool.left_ui(ui, &cx);
                group.end(ui);
            }
        });
        if let Some(width) = dragged(ui, &mut self.widths[0], panel.response.rect.width()) {
            self.desk.settings.board_width = width;
        }
    }

    /// The panel at the right in place of everything else.
    fn whole_panel(&mut self, ui: &mut egui::Ui, theme: &Theme) {
        let plain = self.desk.panel_view();
        let view = plain.at(self.desk.document.session.selected());
        let cx = Cx::new(theme, &self.desk, &view);
        let frame = egui::Frame::new().fill(theme.panel).inner_margin(SIDE);
        let tools = &mut self.tools;
        egui::CentralPanel::default()
            .frame(frame)
            .show(ui, |ui| chosen_ui(ui, &cx, tools));
    }

    /// On a phone, the sheet below the tree or the board: the chosen tool of the panel at the right, or
    /// the board with its moves and the line.
    fn sheet_ui(&mut self, ui: &mut egui::Ui, theme: &Theme) {
        let (shows_panel, shows_board) = (self.desk.shows_panel(), self.desk.shows_board());
        if self.desk.middle == MainView::Editor || !(shows_panel || shows_board) {
            return;
        }
        let plain = match shows_panel {
            true => self.desk.panel_view(),
            false => self.desk.beside_view(),
        };
        let view = plain.at(self.desk.document.session.selected());
        let cx = Cx::new(theme, &self.desk, &view);
        let tools = &mut self.tools;
        self.panes.sheet.ui(ui, theme, "sheet", |ui| {
            if shows_panel {
                return chosen_ui(ui, &cx, tools);
            }
            let room = ui.available_size();
            // Beside the tree the board is above its moves.
            let columns = if room.x > room.y { 2 } else { 1 };
            scrolled(ui, "board below", 0.0, |ui| {
                // A table takes its share of the panel.
                ui.set_max_height(room.y);
                let usual = std::mem::replace(&mut ui.spacing_mut().item_spacing.x, 16.0);
                ui.columns(columns, |columns| {
                    for column in columns.iter_mut() {
                        column.spacing_mut().item_spacing.x = usual;
                    }
                    for tool in tools.iter_mut() {
                        let is_board = (&**tool as &dyn Any).is::<BoardPanel>();
                        let last = columns.len() - 1;
                        tool.left_ui(&mut columns[if is_board { 0 } else { last }], &cx);
                    }
                });
            });
        });
    }

    /// The button that opens the right panel if the tree needs the space.
    fn drawer_ui(&self, ui: &mut egui::Ui, theme: &Theme) {
        let view = self.desk.view();
        let cx = Cx::new(theme, &self.desk, &view);
        let frame = egui::Frame::new().fill(theme.panel);
        egui::Panel::right("drawer")
            .exact_size(HANDLE)
            .resizable(false)
            .frame(frame)
            .show(ui, |ui| {
                ui.add_space(8.0);
                ui.vertical_centered(|ui| cx.icon_button(ui, CommandId::ShowNode));
            });
    }

    /// The chosen tool in the panel at the right.
    fn right_panel(&mut self, ui: &mut egui::Ui, theme: &Theme, wide: f32) {
        // The tree editor has fields of its own beside the canvas.
        if self.desk.middle == MainView::Editor {
            return;
        }
        if !self.desk.shows_panel() {
            if self.desk.is_narrow {
                self.drawer_ui(ui, theme);
            }
            return;
        }
        let plain = self.desk.panel_view();
        let view = plain.at(self.desk.document.session.selected());
        let cx = Cx::new(theme, &self.desk, &view);
        let shown = self.desk.side;
        let mut widths = self.tools.iter().filter_map(|tool| {
            let is_shown = tool.side() == Some(shown);
            is_shown.then(|| tool.least_width())
        });
        let Some(least) = widths.next().map(|min| (min, 0.4)) else {
            return;
        };
        drop(widths);
        let width = self.desk.settings.node_width;
        let panel = sized(egui::Panel::right("node"), theme, wide, width, least);
        let tools = &mut self.tools;
        let panel = panel.show(ui, |ui| {
            if cx.desk.has_one_column() && cx.desk.shows_board() {
                tools.one_mut::<BoardPanel>().left_ui(ui, &cx);
                tools.one_mut::<PlayPanel>().left_ui(ui, &cx);
                ui.add_space(4.0);
            }
            chosen_ui(ui, &cx, tools);
        });
        if let Some(width) = dragged(ui, &mut self.widths[1], panel.response.rect.width()) {
            self.desk.settings.node_width = width;
        }
    }
}

/// The chosen tool, below the tabs.
fn chosen_ui(ui: &mut egui::Ui, cx: &Cx<'_>, tools: &mut Tools) {
    let shown = cx.desk.side;
    let tabs = tools.iter().filter_map(|tool| {
        let side = tool.side()?;
        let offered = side == shown || tool.offers_tab(cx.desk);
        Some((side, tool.tab_command()?)).filter(|_| offered)
    });
    let tabs = tabs.collect();
    let leads = std::mem::take(&mut tools.one_mut::<SetupPanel>().lead);
    let Some(tool) = tools.iter_mut().find(|tool| tool.side() == Some(shown)) else {
        return;
    };
    // During an exercise there is no other panel, since others would reveal answers; the start card
    // is alone too.
    let whole = ui.max_rect().expand2(SIDE.sum() / 2.0);
    Pane::Side.begin(ui, whole, "Panel at the right");
    if !cx.desk.practises && shown != SidePanel::Start {
        side_tabs(ui, cx, tabs, leads);
    }
    let below = tool.foot_ui(ui, cx);
    if shown != SidePanel::Moves {
        return scrolled(ui, shown, below, |ui| tool.side_ui(ui, cx));
    }
    // A table takes its share of the panel.
    let height = ui.available_height();
    scrolled(ui, shown, below, |ui| {
        ui.set_max_height(height);
        tools.one_mut::<MovesPanel>().left_ui(ui, cx);
        ui.add_space(8.0);
        tools.one_mut::<LinePanel>().left_ui(ui, cx);
    });
}

/// A side panel with its remembered width. In a small window it starts narrow, so that the tree
/// keeps its space. Its width is between a minimum and a share of the window.
fn sized(
    panel: egui::Panel,
    theme: &Theme,
    wide: f32,
    width: f32,
    (min, share): (f32, f32),
) -> egui::Panel {
    let frame = egui::Frame::new().fill(theme.panel).inner_margin(SIDE);
    panel
        .default_size(width.min(wide * 0.28))
        .size_range(min..=(wide * share).max(min + 1.0))
        .frame(frame)
}

/// The new width of a panel, if its edge was dragged.
fn dragged(ui: &egui::Ui, before: &mut f32, width: f32) -> Option<f32> {
    let before = std::mem::replace(before, width);
    let dragging = ui.input(|input| input.pointer.any_down());
    (dragging && before > 0.0 && (width - before).abs() > 0.1).then_some(width)
}

/// The width of a scroll bar, in points.
pub(super) const BAR: f32 = 9.0;

/// The content of the panel, scrolled if it is too high. The scroll bar is in the panel's margin,
/// beside the fields. `below` is the height kept free at the lower end.
pub(super) fn scrolled(
    ui: &mut egui::Ui,
    name: impl egui::AsIdSalt,
    below: f32,
    add: impl FnOnce(&mut egui::Ui),
) {
    let mut rect = ui.available_rect_before_wrap();
    // The content determines the panel's width.
    ui.allocate_space(rect.size());
    rect.max.x += BAR;
    rect.max.y -= below;
    let mut wide = ui.new_child(egui::UiBuilder::new().max_rect(rect));
    let scroll = egui::ScrollArea::vertical()
        .auto_shrink([false, false])
        .id_salt(name);
    scroll.show(&mut wide, |ui| {
        ui.set_max_width(ui.available_width() - BAR);
        show_focused(ui);
        add(ui);
    });
}

/// The width of the icon that closes a tool.
const CLOSE: f32 = 23.0;

/// The tools that are opened beside the tabs.
const TOOLS: [&[CommandId]; 3] = [
    &[CommandId::Find, CommandId::Players, CommandId::Setup],
    &[
        CommandId::Record,
        CommandId::WhatIf,
        CommandId::NewExercise,
        CommandId::Tours,
    ],
    &[CommandId::CompareRules, CommandId::CheckProgram],
];

/// The tabs, the moves the first and the setup the last, so that its first field is one Tab away; a
/// tool has one while it is open. `leads` gives the keyboard to the setup's.
pub(super) fn side_tabs(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    mut tabs: Vec<(SidePanel, Command)>,
    leads: bool,
) {
    let shown = cx.desk.side;
    tabs.sort_by_key(|(side, _)| match side {
        SidePanel::Moves => (0, 0),
        SidePanel::Setup => (2, 0),
        other => (1, *other as u8),
    });
    // The mark of the current tab is below its row.
    let before = std::mem::replace(&mut ui.spacing_mut().item_spacing, egui::vec2(14.0, 12.0));
    let group = TabGroup::begin(ui, ui.unique_id().with("tabs"));
    let bar = ui.horizontal(|ui| {
        let layout = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(layout, |ui| {
            tools_ui(ui, cx);
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let gap = leave_fitting(ui, &mut tabs, shown);
                for (side, opens) in tabs {
                    let closes = side == shown && !side.stays();
                    ui.spacing_mut().item_spacing.x = if closes { 3.0 } else { gap };
                    let response = tab_ui(ui, cx, side);
                    if side == SidePanel::Setup && leads {
                        response.request_focus();
                    }
                    if response.clicked() && side != shown {
                        cx.push(opens);
                    }
                    if closes {
                        ui.spacing_mut().item_spacing.x = gap;
                        close_ui(ui, cx, side);
                    }
                }
            });
        });
    });
    ui.spacing_mut().item_spacing = before;
    group.end_at(ui, bar.response.rect);
    let line = bar.response.rect.bottom() + 6.0;
    let stroke = egui::Stroke::new(1.0, cx.theme.line);
    ui.painter().hline(ui.max_rect().x_range(), line, stroke);
    ui.add_space(4.0);
}

/// Leaves the tabs that fit beside the list of tools, which has the others too: the node, the
/// setup where it fits, and always the current one. The gap between two of them is given.
fn leave_fitting(ui: &egui::Ui, tabs: &mut Vec<(SidePanel, Command)>, shown: SidePanel) -> f32 {
    let wide = |side: SidePanel| {
        let name = egui::WidgetText::from(strong(side.text()));
        let extend = Some(egui::TextWrapMode::Extend);
        let name = name.into_galley(ui, extend, f32::INFINITY, egui::TextStyle::Body);
        name.size().x
            + if side == shown && !side.stays() {
                CLOSE
            } else {
                0.0
            }
    };
    let room = ui.available_width();
    for gap in [14.0, 8.0] {
        let all: f32 = tabs.iter().map(|(side, _)| wide(*side) + gap).sum();
        if all <= room {
            return gap;
        }
    }
    tabs.retain(|(side, _)| *side == shown || side.stays());
    let all = |tabs: &[(SidePanel, Command)], gap: f32| -> f32 {
        tabs.iter().map(|(side, _)| wide(*side) + gap).sum()
    };
    if all(tabs, 8.0) > room {
        tabs.retain(|(side, _)| *side == shown || *side != SidePanel::Setup);
    }
    if all(tabs, 14.0) <= room { 14.0 } else { 8.0 }
}

/// A tab, underlined while its panel is shown.
fn tab_ui(ui: &mut egui::Ui, cx: &Cx<'_>, side: SidePanel) -> egui::Response {
    let name = side.text();
    let is_shown = side == cx.desk.side;
    let text = strong(name).color(cx.text_or_dim(is_shown));
    let label = egui::Label::new(text).sense(egui::Sense::click()).extend();
    let response = ui
        .add(label)
        .called(Role::Tab, name)
        .identified(&ids::tab(&format!("{side:?}")));
    ui.ctx()
        .accesskit_node_builder(response.id, |node| node.set_selected(is_shown));
    let below = egui::Rect::from_min_max(
        response.rect.left_bottom() + egui::vec2(0.0, 5.0),
        response.rect.right_bottom() + egui::vec2(0.0, 7.0),
    );
    if is_shown {
        ui.painter().rect_filled(below, 0.0, cx.theme.text);
    } else if response.hovered() {
        ui.painter().rect_filled(below, 0.0, cx.theme.line);
    }
    if response.has_focus() {
        let rect = response.rect.expand2(egui::vec2(4.0, 2.0));
        let stroke = egui::Stroke::new(1.5, cx.theme.text);
        ui.painter()
            .rect_stroke(rect, 4.0, stroke, egui::StrokeKind::Outside);
    }
    response
}

/// The button that closes the open tool, beside its name.
fn close_ui(ui: &mut egui::Ui, cx: &Cx<'_>, side: SidePanel) {
    let sign = cx.dim(icons::ICON_CLOSE.codepoint).size(14.0);
    let button = egui::Button::new(sign).frame_when_inactive(false);
    let response = ui.add(button.min_size(egui::Vec2::splat(20.0)));
    let text = format!("Close {}", side.text());
    let response = response
        .called(Role::Button, &text)
        .identified(ids::CLOSE_SIDE);
    cx.push_once_on_click(&response, || Command::ShowSide(SidePanel::Node));
    response.on_hover_text(format!("{text} (Esc)"));
}

/// The list of tools.
fn tools_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let sign = cx.dim(icons::ICON_ARROW_DROP_DOWN.codepoint).size(16.0);
    let menu = ui.menu_button((cx.dim("Tools"), sign), |ui| {
        ui.set_width(200.0);
        for (index, group) in TOOLS.into_iter().enumerate() {
            if index > 0 {
                ui.separator();
            }
            for &named in group {
                menu_item(ui, cx, named);
            }
        }
    });
    read_as(&menu.response, "Tools");
    menu.response.identified(ids::TOOLS);
}
