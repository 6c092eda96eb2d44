//! The dialog of display options of the tree and the window.

use eframe::egui;

use crate::app::base::{ids, part, size};
use crate::app::intent::Named;
use crate::app::parts::Cx;
use crate::diagram::Variants as _;
use crate::words::short_number;

/// The options that are on or off.
const SWITCHES: [Named; 6] = [
    Named::GrowRight,
    Named::BestFirst,
    Named::NodeBoards,
    Named::Motion,
    Named::ShowLegend,
    Named::KeepUnsaved,
];

/// Shows the dialog; `false` when it is closed.
pub(crate) fn display_ui(ui: &mut egui::Ui, cx: &Cx<'_>) -> bool {
    part(ui, ids::DISPLAY);
    ui.heading("Display");
    ui.add_space(8.0);
    ui.spacing_mut().item_spacing.y = 8.0;
    for named in SWITCHES {
        let mut on = cx.desk.states.is_on(named) == Some(true);
        let enabled = cx.desk.states.is_enabled(named);
        let switch = egui::Checkbox::new(&mut on, named.text());
        cx.does_and_keeps(ui.add_enabled(enabled, switch), named);
    }
    if let Some(folder) = &cx.desk.recovery_folder {
        let folder = format!("in {}", folder.display());
        let folder = egui::RichText::new(folder).size(size::SMALL);
        ui.add(egui::Label::new(folder.color(cx.theme.dim)).truncate());
    }
    let settings = &cx.desk.settings;
    let edges = settings.tree_edges.variant().label;
    next_ui(ui, cx, Named::EdgeForm, edges);
    let nodes = format!("{} nodes", short_number(settings.unfold_budget));
    next_ui(ui, cx, Named::UnfoldBudget, &nodes);
    ui.add_space(4.0);
    ui.separator();
    ui.horizontal(|ui| {
        let reset = ui.button(Named::ResetLayout.text());
        cx.does_and_keeps(reset, Named::ResetLayout);
        let layout = egui::Layout::right_to_left(egui::Align::Center);
        !ui.with_layout(layout, |ui| ui.button("Close").clicked())
            .inner
    })
    .inner
}

/// A choice of which a click shows the next.
fn next_ui(ui: &mut egui::Ui, cx: &Cx<'_>, named: Named, now: &str) {
    ui.horizontal(|ui| {
        ui.label(named.text());
        let layout = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(layout, |ui| {
            let button = egui::Button::new(now).min_size(egui::vec2(150.0, 26.0));
            let response = ui.add_enabled(cx.desk.states.is_enabled(named), button);
            let read = format!("{}: {now}", named.text());
            let info = || egui::WidgetInfo::labeled(egui::Role::Button, true, &read);
            response.widget_info(info);
            cx.does_and_keeps(response, named);
        });
    });
}
