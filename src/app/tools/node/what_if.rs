//! That something is assumed of the selected node.

use eframe::egui;

use crate::app::base::theme::{Theme, size};
use crate::app::document::model::Document;
use crate::diagram::TreeView;
use crate::session::what_if::why_here;

/// What a what-if says of the selected node, in a box; nothing where it doesn't touch it.
pub(crate) fn here_ui(
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
