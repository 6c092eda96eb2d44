//! The line above a view that says whether it shows true ratings or those under assumptions, and
//! the effect of a what-if on the selected node.

use eframe::egui::{self, Align2, Role, Sense};

use crate::app::base::{Identified as _, font, ids, size};
use crate::app::intent::{Middle, Named};
use crate::app::parts::Cx;

/// Shows in the middle of the window which ratings are shown, if there are assumptions.
pub(super) fn banner_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let supposed = &cx.document.supposed;
    let count = supposed.what_if.count();
    if count == 0 || cx.view.hidden || cx.desk.compares {
        return;
    }
    let plural = if count == 1 { "" } else { "s" };
    let words = match (cx.desk.middle, supposed.shows_truth()) {
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
    response
        .called(Role::Label, &words)
        .identified(ids::WHAT_IF_BANNER);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 0.0, cx.theme.text);
    let sign = Named::WhatIf.icon().to_owned();
    let place = rect.left_center() + egui::vec2(14.0, 0.0);
    let icon = egui::FontId::proportional(15.0);
    painter.text(place, Align2::LEFT_CENTER, sign, icon, cx.theme.panel);
    let place = place + egui::vec2(22.0, 0.0);
    let used = font(size::SMALL, false);
    painter.text(place, Align2::LEFT_CENTER, &words, used, cx.theme.panel);
}
