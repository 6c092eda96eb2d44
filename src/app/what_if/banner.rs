//! The line above a view that says whether it shows true ratings or those under what-ifs, and what a
//! what-if says of the selected node.

use eframe::egui::{self, Align2, Role, WidgetInfo};

use crate::app::document::Document;
use crate::app::explorer::Explorer;
use crate::app::middle::Middle;
use crate::app::theme::{Theme, size};
use crate::app::tree_controls;
use crate::diagram::TreeView;
use crate::session::what_if::why_here;

impl Explorer {
    /// Says in the middle of the window what ratings it shows, where something is assumed.
    pub(in crate::app) fn what_if_banner(
        &self,
        ctx: &egui::Context,
        theme: &Theme,
        at: egui::Rect,
    ) {
        let supposed = &self.document.supposed;
        let count = supposed.what_if.count();
        if count == 0 || self.hidden || self.comparing.is_some() {
            return;
        }
        let plural = if count == 1 { "" } else { "s" };
        let words = match (self.middle, supposed.shows_truth()) {
            (Middle::Tree, false) => format!("What if: {count} assumption{plural}"),
            (Middle::Tree, true) => {
                format!("True ratings: {count} what-if assumption{plural} set aside")
            }
            _ => format!("What if: {count} assumption{plural}. This view shows true ratings"),
        };
        // Below the controls, at their left edge.
        let high = match self.middle {
            Middle::Tree => tree_controls::height(at.width(), self.hidden) + 4.0,
            _ => 58.0,
        };
        let place = at.left_top() + egui::vec2(14.0, high);
        egui::Area::new(egui::Id::unique("what-if banner"))
            .order(egui::Order::Middle)
            .pivot(Align2::LEFT_TOP)
            .fixed_pos(place)
            .constrain_to(at)
            .interactable(false)
            .show(ctx, |ui| {
                let frame = egui::Frame::new()
                    .fill(theme.text)
                    .corner_radius(6)
                    .inner_margin(egui::Margin::symmetric(10, 5));
                frame.show(ui, |ui| {
                    let text = egui::RichText::new(&words)
                        .size(size::SMALL)
                        .color(theme.panel);
                    let response = ui.add(egui::Label::new(text).extend());
                    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
                });
            });
    }
}

/// What a what-if says of the selected node, in a box; nothing where it doesn't touch it.
pub(in crate::app) fn here_ui(
    ui: &mut egui::Ui,
    theme: &Theme,
    document: &Document,
    view: &TreeView<'_>,
) -> bool {
    let supposed = &document.supposed;
    let number = supposed.number(document.session.selected());
    let (Some(number), false) = (number.filter(|_| view.what_if.is_some()), view.hidden) else {
        return false;
    };
    let vertex = document.session.vertex();
    let sentences = why_here(
        document.session.rated(),
        &supposed.what_if,
        &document.layer.assumptions,
        number,
        view.chooser(vertex),
    );
    if sentences.is_empty() {
        return false;
    }
    ui.add_space(6.0);
    let frame = egui::Frame::new()
        .fill(theme.soft)
        .stroke(egui::Stroke::new(1.0, theme.dim))
        .corner_radius(5)
        .inner_margin(egui::Margin::symmetric(8, 6));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        for sentence in &sentences {
            ui.add(egui::Label::new(sentence).wrap());
        }
    });
    let told = "Below: the reasons for the true rating, without the what-if.";
    ui.label(egui::RichText::new(told).size(size::SMALL).color(theme.dim));
    true
}
