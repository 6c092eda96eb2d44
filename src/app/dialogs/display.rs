//! The dialog of display options of the tree and the window, and the dialog about the program: its
//! version, its license, and the libraries in it.

use eframe::egui;

use crate::app::base::{Identified as _, ids, name_region, size, strong};
use crate::app::intent::{Command, CommandId, ThemeChoice};
use crate::app::parts::Cx;
use crate::diagram::Variants as _;
use crate::words::short_number;

/// The options that are on or off.
const SWITCHES: [CommandId; 7] = [
    CommandId::GrowRight,
    CommandId::BestFirst,
    CommandId::NodeBoards,
    CommandId::ShowReach,
    CommandId::Motion,
    CommandId::ShowLegend,
    CommandId::KeepUnsaved,
];

/// The size of the button of a choice.
const CHOICE: egui::Vec2 = egui::vec2(150.0, 26.0);

/// In a wider dialog the options have two columns.
const WIDE: f32 = 500.0;

/// Shows the dialog; `false` when it is closed.
pub(crate) fn display_ui(ui: &mut egui::Ui, cx: &Cx<'_>) -> bool {
    name_region(ui, ids::DISPLAY);
    ui.heading("Display");
    let is_wide = ui.available_width() > WIDE;
    let (number, gap) = if is_wide { (2, 0.0) } else { (1, 8.0) };
    ui.add_space(gap);
    ui.spacing_mut().item_spacing.y = gap;
    ui.columns(number, |columns| {
        for (place, named) in SWITCHES.into_iter().enumerate() {
            let ui = &mut columns[place * columns.len() / SWITCHES.len()];
            let mut on = cx.desk.states.is_on(named) == Some(true);
            let enabled = cx.desk.states.is_enabled(named);
            let switch = egui::Checkbox::new(&mut on, named.text());
            cx.run_on_click_keeping_focus(ui.add_enabled(enabled, switch), named);
        }
        let (theme, all) = (cx.desk.settings.theme, ThemeChoice::ALL);
        let place = all.iter().position(|choice| *choice == theme);
        let next = all[place.map_or(0, |slot| slot + 1) % all.len()];
        let response = next_ui(&mut columns[number - 1], "Theme", theme.text(), true);
        cx.push_on_click(&response, || Command::UseTheme(next));
    });
    if let Some(folder) = &cx.desk.recovery_folder {
        let folder = format!("in {}", folder.display());
        let folder = egui::RichText::new(folder).size(size::SMALL);
        ui.add(egui::Label::new(folder.color(cx.theme.dim)).truncate());
    }
    let settings = &cx.desk.settings;
    let edges = settings.tree_edges.variant().label;
    let nodes = format!("{} nodes", short_number(settings.unfold_budget));
    ui.columns(number, |columns| {
        for (index, named, now) in [
            (0, CommandId::EdgeForm, edges),
            (number - 1, CommandId::UnfoldBudget, &*nodes),
        ] {
            let enabled = cx.desk.states.is_enabled(named);
            let response = next_ui(&mut columns[index], named.text(), now, enabled);
            cx.run_on_click_keeping_focus(response, named);
        }
    });
    ui.add_space(4.0);
    ui.separator();
    ui.horizontal(|ui| {
        let reset = ui.button(CommandId::ResetLayout.text());
        cx.run_on_click_keeping_focus(reset, CommandId::ResetLayout);
        let layout = egui::Layout::right_to_left(egui::Align::Center);
        !ui.with_layout(layout, |ui| ui.button("Close").clicked())
            .inner
    })
    .inner
}

/// A choice of which a click shows the next.
fn next_ui(ui: &mut egui::Ui, name: &str, now: &str, enabled: bool) -> egui::Response {
    let row = ui.horizontal(|ui| {
        ui.set_min_height(CHOICE.y);
        ui.label(name);
        let layout = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(layout, |ui| {
            let button = egui::Button::new(now).min_size(CHOICE);
            let read = format!("{name}: {now}");
            ui.add_enabled(enabled, button)
                .called(egui::Role::Button, read)
        })
    });
    row.inner.inner
}

/// The libraries in the program, one per line: name, version, license. `packages/licenses.py`
/// writes them.
const LIBRARIES: &str = include_str!("licenses.txt");

/// Shows the page; `false` when it is closed.
pub(crate) fn about_ui(ui: &mut egui::Ui, cx: &Cx<'_>) -> bool {
    name_region(ui, ids::ABOUT);
    ui.vertical_centered(|ui| {
        ui.add_space(6.0);
        ui.label(strong("doomtree").size(26.0));
        ui.label(concat!("Version ", env!("CARGO_PKG_VERSION")));
        ui.add_space(10.0);
        ui.label(env!("CARGO_PKG_DESCRIPTION"));
        ui.add_space(10.0);
        let dim = |text: &str| cx.dim(text);
        ui.label(dim(
            "Games: Dice of Doom and tic-tac-toe from Land of Lisp and Realm of Racket; Trilobite.",
        ));
        ui.label(dim(
            "MIT or Apache-2.0, at your option. Font: Inter (SIL Open Font License). \
             Icons: Material Symbols (Apache-2.0).",
        ));
        ui.add_space(6.0);
        libraries_ui(ui, cx);
        ui.add_space(12.0);
        !ui.button("Close").clicked()
    })
    .inner
}

/// The list of libraries, which opens at a click.
fn libraries_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let lines: Vec<&str> = LIBRARIES.lines().collect();
    let title = format!("{} libraries and their licenses", lines.len());
    egui::CollapsingHeader::new(title).show(ui, |ui| {
        let height = ui.text_style_height(&egui::TextStyle::Body);
        let area = egui::ScrollArea::vertical()
            .max_height(180.0)
            .auto_shrink([false, true]);
        area.show_rows(ui, height, lines.len(), |ui, rows| {
            for line in &lines[rows] {
                ui.add(egui::Label::new(cx.dim(*line)).truncate());
            }
        });
    });
}
