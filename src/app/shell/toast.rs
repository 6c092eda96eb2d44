//! The result of the last command, shown over the middle for a while; an error stays until the next
//! command.

use std::time::Duration;

use eframe::egui::{self, Align2, Id, Role, Sense};
use egui_material_icons::icons::ICON_ERROR;

use super::explorer::Explorer;
use crate::app::base::{Identified as _, Theme, ids, size};
use crate::app::parts::legend_layer;

/// For how many seconds a result is shown at least …
const STAYS: f64 = 4.0;
/// … and for how many more per character, so that a long one can be read.
const PER_CHARACTER: f64 = 0.03;
/// The maximum width of its text, in points.
const WIDTH: f32 = 520.0;
/// Its distance from the legend, or from the lower edge of the middle.
const ABOVE: f32 = 16.0;

impl Explorer {
    /// Shows the result over `middle`. A click removes it.
    pub(super) fn toast_ui(&mut self, ui: &egui::Ui, theme: &Theme, middle: egui::Rect) {
        let Some(notice) = &mut self.desk.notice else {
            return;
        };
        let ctx = ui.ctx();
        let now = ctx.input(|input| input.time);
        let since = *notice.since.get_or_insert(now);
        let stays = STAYS + PER_CHARACTER * notice.text.chars().count() as f64;
        let left = since + stays - now;
        let (color, id, text) = match notice.is_error {
            true => {
                let text = format!("{} {}", ICON_ERROR.codepoint, notice.text);
                (theme.error, ids::TROUBLE, text)
            }
            false => (theme.text, ids::NOTICE, notice.text.clone()),
        };
        let text = egui::RichText::new(text).size(size::BODY).color(color);
        let legend = legend_layer();
        let legend = ctx.memory(|memory| match memory.areas().is_visible(&legend) {
            true => memory.area_rect(legend.id),
            false => None,
        });
        let bottom = legend.map_or(middle.bottom(), |rect| rect.top());
        let place = egui::pos2(middle.center().x, bottom - ABOVE);
        let area = egui::Area::new(Id::unique("toast"))
            .order(egui::Order::Middle)
            .pivot(Align2::CENTER_BOTTOM)
            .fixed_pos(place)
            .constrain_to(middle);
        let frame = egui::Frame::popup(ui.style())
            .stroke(egui::Stroke::new(1.0, color))
            .inner_margin(egui::Margin::symmetric(14, 9));
        let shown = area.show(ctx, |ui| {
            ui.set_max_width(WIDTH.min(middle.width() - 48.0));
            let label = egui::Label::new(text).wrap().sense(Sense::click());
            frame.show(ui, |ui| ui.add(label)).inner
        });
        let response = shown.inner.called(Role::Label, &notice.text).identified(id);
        ctx.accesskit_node_builder(response.id, |node| {
            node.set_live(egui::accesskit::Live::Polite);
        });
        let over = !notice.is_error && left <= 0.0 && !shown.response.contains_pointer();
        if over || response.clicked() {
            self.desk.notice = None;
            ctx.request_repaint();
        } else if !notice.is_error {
            ctx.request_repaint_after(Duration::from_secs_f64(left.max(0.5)));
        }
    }
}
