//! The tabs of the panel at the right: the selected node, how games are played, what is looked for,
//! or the setup of the board.

use eframe::egui::{self, Role, WidgetInfo};

use crate::app::base::{Identified as _, ids, strong};
use crate::app::intent::{Command, Side};
use crate::app::parts::Cx;

/// As many tabs stand there while nobody works with any other tool.
const USUAL: usize = 5;

/// What the panel shows, scrolled where it is too high; the bar stands in the panel's margin, beside
/// the fields. `below` is how much is left free at the lower end.
pub(super) fn scrolled(ui: &mut egui::Ui, side: Side, below: f32, add: impl FnOnce(&mut egui::Ui)) {
    const BAR: f32 = 9.0;
    let mut rect = ui.available_rect_before_wrap();
    // What the panel holds tells how wide it is.
    ui.allocate_space(rect.size());
    rect.max.x += BAR;
    rect.max.y -= below;
    let mut wide = ui.new_child(egui::UiBuilder::new().max_rect(rect));
    let scroll = egui::ScrollArea::vertical()
        .auto_shrink([false, false])
        .id_salt(side);
    scroll.show(&mut wide, |ui| {
        ui.set_max_width(ui.available_width() - BAR);
        add(ui);
    });
}

/// The tabs, the setup the last, so that its first field is one Tab away; those that aren't shown are
/// one click away. `leads` gives the keyboard to the setup's.
pub(super) fn side_tabs(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    mut tabs: Vec<(Side, Command)>,
    leads: bool,
) {
    let shown = cx.desk.side;
    tabs.sort_by_key(|(side, _)| (*side == Side::Setup, *side as u8));
    let apart = if tabs.len() > USUAL { 10.0 } else { 14.0 };
    // Below a row stands the mark of the tab that is shown.
    let before = std::mem::replace(&mut ui.spacing_mut().item_spacing, egui::vec2(apart, 12.0));
    let bar = ui.horizontal_wrapped(|ui| {
        for (side, opens) in tabs {
            let name = side.text();
            let is_shown = side == shown;
            let text = strong(name).color(if is_shown {
                cx.theme.text
            } else {
                cx.theme.dim
            });
            let label = egui::Label::new(text).sense(egui::Sense::click()).extend();
            let response = ui.add(label);
            response.widget_info(|| WidgetInfo::labeled(Role::Tab, true, name));
            let response = response.identified(&ids::tab(&format!("{side:?}")));
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
            if side == Side::Setup && leads {
                response.request_focus();
            }
            if response.clicked() && !is_shown {
                cx.push(opens);
            }
        }
    });
    ui.spacing_mut().item_spacing = before;
    let line = bar.response.rect.bottom() + 6.0;
    let stroke = egui::Stroke::new(1.0, cx.theme.line);
    ui.painter().hline(ui.max_rect().x_range(), line, stroke);
    ui.add_space(4.0);
}
