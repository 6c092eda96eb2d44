//! The effect of what-ifs on the selected node.

use eframe::egui;

use crate::app::parts::Cx;
use crate::session::what_if::why_here;

/// The effect of what-ifs on the selected node, in a box; nothing if it isn't affected.
pub(crate) fn here_ui(ui: &mut egui::Ui, cx: &Cx<'_>) -> bool {
    let supposed = &cx.document.supposed;
    let number = supposed.number(cx.document.session.selected());
    let (Some(number), false) = (number.filter(|_| cx.view.what_if.is_some()), cx.view.hidden)
    else {
        return false;
    };
    let vertex = cx.document.session.vertex();
    let sentences = why_here(
        cx.document.session.rated(),
        &supposed.what_if,
        &cx.document.layer.assumptions,
        number,
        cx.view.chooser(vertex),
    );
    if sentences.is_empty() {
        return false;
    }
    ui.add_space(6.0);
    let frame = egui::Frame::new()
        .fill(cx.theme.soft)
        .stroke(egui::Stroke::new(1.0, cx.theme.dim))
        .corner_radius(5)
        .inner_margin(egui::Margin::symmetric(8, 6));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        for sentence in &sentences {
            ui.add(egui::Label::new(sentence).wrap());
        }
    });
    let told = "Why, below, explains the true rating, without assumptions.";
    ui.label(cx.small(told));
    true
}
