//! The tabs of the panel at the right: the selected node, the setup of the board, and between them
//! the open tool.

use eframe::egui::{self, Role};
use egui_material_icons::icons;

use super::menu::{menu_item, read_as};
use crate::app::base::{Identified as _, TabGroup, ids, strong};
use crate::app::intent::{Command, Named, Side};
use crate::app::parts::Cx;

/// The content of the panel, scrolled if it is too high. The scroll bar is in the panel's margin,
/// beside the fields. `below` is the height kept free at the lower end.
pub(super) fn scrolled(
    ui: &mut egui::Ui,
    name: impl egui::AsIdSalt,
    below: f32,
    add: impl FnOnce(&mut egui::Ui),
) {
    const BAR: f32 = 9.0;
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
        add(ui);
    });
}

/// The width of the icon that closes a tool.
const CLOSE: f32 = 23.0;

/// The tools that are opened beside the tabs.
const TOOLS: [&[Named]; 3] = [
    &[Named::Find, Named::Players, Named::Setup],
    &[
        Named::Record,
        Named::WhatIf,
        Named::NewExercise,
        Named::Tours,
    ],
    &[Named::CompareRules, Named::CheckProgram],
];

/// The tabs, the moves the first and the setup the last, so that its first field is one Tab away; a
/// tool has one while it is open. `leads` gives the keyboard to the setup's.
pub(super) fn side_tabs(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    mut tabs: Vec<(Side, Command)>,
    leads: bool,
) {
    let shown = cx.desk.side;
    tabs.sort_by_key(|(side, _)| match side {
        Side::Moves => (0, 0),
        Side::Setup => (2, 0),
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
                    if side == Side::Setup && leads {
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
fn leave_fitting(ui: &egui::Ui, tabs: &mut Vec<(Side, Command)>, shown: Side) -> f32 {
    let wide = |side: Side| {
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
    let all = |tabs: &[(Side, Command)], gap: f32| -> f32 {
        tabs.iter().map(|(side, _)| wide(*side) + gap).sum()
    };
    if all(tabs, 8.0) > room {
        tabs.retain(|(side, _)| *side == shown || *side != Side::Setup);
    }
    if all(tabs, 14.0) <= room { 14.0 } else { 8.0 }
}

/// A tab, underlined while its panel is shown.
fn tab_ui(ui: &mut egui::Ui, cx: &Cx<'_>, side: Side) -> egui::Response {
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
fn close_ui(ui: &mut egui::Ui, cx: &Cx<'_>, side: Side) {
    let sign = cx.dim(icons::ICON_CLOSE.codepoint).size(14.0);
    let button = egui::Button::new(sign).frame_when_inactive(false);
    let response = ui.add(button.min_size(egui::Vec2::splat(20.0)));
    let words = format!("Close {}", side.text());
    let response = response
        .called(Role::Button, &words)
        .identified(ids::CLOSE_SIDE);
    cx.asks_once(&response, || Command::ShowSide(Side::Node));
    response.on_hover_text(format!("{words} (Esc)"));
}

/// The list of tools.
fn tools_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let sign = cx.dim(icons::ICON_ARROW_DROP_DOWN.codepoint).size(16.0);
    let menu = ui.menu_button((cx.dim("Tools"), sign), |ui| {
        ui.set_width(200.0);
        for (place, group) in TOOLS.into_iter().enumerate() {
            if place > 0 {
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
