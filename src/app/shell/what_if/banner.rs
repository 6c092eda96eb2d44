//! The line above a view that says whether it shows true ratings or those under what-ifs, and what a
//! what-if says of the selected node.

use eframe::egui::{self, Align2, Role, Sense, WidgetInfo};

use crate::app::base::ids;
use crate::app::base::ids::Identified as _;
use crate::app::base::theme::{Theme, size};
use crate::app::base::widgets::{font, width_of};
use crate::app::intent::command::Named;
use crate::app::intent::places::Middle;
use crate::app::intent::tooltip::key_text;
use crate::app::shell::explorer::Explorer;
use crate::words::plural;

impl Explorer {
    /// Says in the middle of the window what ratings it shows, where something is assumed.
    pub(crate) fn what_if_banner(&self, ui: &mut egui::Ui, theme: &Theme) {
        let supposed = &self.document.supposed;
        let count = supposed.what_if.count();
        if count == 0 || self.hidden || self.comparing.is_some() {
            return;
        }
        let plural = plural(count, "", "s");
        let words = match (self.middle, supposed.shows_truth()) {
            (Middle::Tree, false) => format!("What if: {count} assumption{plural}"),
            (Middle::Tree, true) => {
                format!("True ratings: {count} what-if assumption{plural} set aside")
            }
            _ => format!("What if: {count} assumption{plural}. This view shows true ratings"),
        };
        let high = 26.0;
        let before = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, 0.0);
        let size_of = egui::vec2(ui.available_width(), high);
        let (rect, response) = ui.allocate_exact_size(size_of, Sense::hover());
        ui.spacing_mut().item_spacing.y = before;
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
        response.identified(ids::WHAT_IF_BANNER);
        let painter = ui.painter_at(rect);
        painter.rect_filled(rect, 0.0, theme.text);
        let sign = Named::WhatIf.icon().to_owned();
        let place = rect.left_center() + egui::vec2(14.0, 0.0);
        let icon = egui::FontId::proportional(15.0);
        painter.text(place, Align2::LEFT_CENTER, sign, icon, theme.panel);
        let place = place + egui::vec2(22.0, 0.0);
        let used = font(size::SMALL, false);
        let used = painter.text(place, Align2::LEFT_CENTER, &words, used, theme.panel);
        let key = Named::ShowTruth.shortcuts().first();
        let key = key.map_or_else(String::new, |key| key_text(ui.ctx(), key));
        let hint = match supposed.shows_truth() {
            true => format!("{key}: with the what-if"),
            false => format!("{key}: true ratings"),
        };
        let place = rect.right_center() - egui::vec2(14.0, 0.0);
        let small = font(size::SMALL, false);
        let wide = width_of(ui, &hint, &small);
        if self.middle == Middle::Tree && place.x - wide > used.right() + 16.0 {
            painter.text(place, Align2::RIGHT_CENTER, hint, small, theme.panel);
        }
    }
}
