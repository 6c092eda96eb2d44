//! The document in the bar at the top: its name, its rules, and the limits that its tree has.

use eframe::egui::{self, Align, Layout, Stroke};
use egui_material_icons::icons::ICON_CLOSE;

use crate::app::base::{Identified as _, file_name, ids, shown_name, size, strong};
use crate::app::document::{Document, files};
use crate::app::intent::{Command, Named, Root};
use crate::app::parts::Cx;
use crate::tree::{Limits, Vertex};
use crate::words::{counted, grouped};

/// The height of a chip, in points.
const CHIP: f32 = 24.0;
/// With less room than this there is no chip of the rules.
const ROOM: f32 = 330.0;
/// With less, the name is alone.
const TWO_LINES: f32 = 130.0;

/// The mark of a document with unsaved changes.
fn changed(document: &Document) -> &'static str {
    match document.edits.is_changed() {
        true => " •",
        false => "",
    }
}

/// What a document is called, and below that where it is or what it shows.
fn lines(document: &Document) -> [String; 2] {
    let words = &document.words;
    let rated = document.session.rated();
    let position = rated.graph.position_text(Vertex::ROOT);
    // A document without a title is named by its position.
    let untitled = words.name == position;
    let name = match untitled {
        true => shown_name(&rated.game),
        false => &words.name,
    };
    let below = match &words.path {
        Some(path) if words.name != file_name(path) => file_name(path),
        None if untitled => format!("{position}, unsaved"),
        Some(_) | None => position,
    };
    [format!("{name}{}", changed(document)), below]
}

/// The name, and at its right the chips; from right to left.
pub(super) fn heading_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    ui.scope(|ui| {
        ui.spacing_mut().button_padding.x = CHIP / 2.0;
        limits_ui(ui, cx);
    });
    if ui.available_width() > ROOM {
        rules_ui(ui, cx);
    }
    ui.add_space(4.0);
    let [name, below] = lines(cx.document);
    let whole = format!("{name}\n{below}");
    if ui.available_width() < TWO_LINES {
        let name = cx.dim(&cx.document.words.name);
        ui.add(egui::Label::new(name).truncate())
            .on_hover_text(whole);
        return;
    }
    let column = ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.with_layout(Layout::top_down(Align::Max), |ui| {
            let name = strong(&name).size(size::SMALL + 1.0);
            ui.add(egui::Label::new(name).truncate());
            let below = egui::RichText::new(&below).size(size::SMALL - 1.0);
            ui.add(egui::Label::new(below.color(cx.theme.dim)).truncate());
        });
    });
    column.response.on_hover_text(whole);
}

/// The rules and the number of players; a click opens the setup.
fn rules_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let rated = cx.document.session.rated();
    let rules = files::describe_rules(&rated.game, &rated.rules);
    let players = counted(rated.graph.graph().players(), "player");
    let text = egui::RichText::new(format!("{rules} · {players}")).size(size::SMALL);
    let chip = egui::Button::new(text)
        .min_size(egui::vec2(0.0, CHIP))
        .corner_radius(CHIP / 2.0)
        .fill(cx.theme.soft)
        .truncate();
    let width = (ui.available_width() * 0.5).min(230.0);
    let response = ui.scope(|ui| {
        ui.set_max_width(width);
        ui.spacing_mut().button_padding.x = CHIP / 2.0;
        ui.add(chip)
    });
    cx.does(response.inner, Named::Setup);
}

/// The limits that were set; a click lifts one.
fn limits_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let own = cx.document.limits;
    let Limits {
        max_plies,
        max_nodes,
        ..
    } = own;
    let usual = cx.desk.usual_limits().max_nodes;
    let plies = max_plies.map(|plies| {
        let limits = Limits {
            max_plies: None,
            ..own
        };
        (format!("Ply limit {plies}"), ids::LIFT_PLIES, limits)
    });
    let nodes = max_nodes.filter(|_| max_nodes != usual).map(|nodes| {
        let limits = Limits {
            max_nodes: usual,
            ..own
        };
        let text = format!("Position limit {}", grouped(nodes));
        (text, ids::LIFT_POSITIONS, limits)
    });
    for (text, id, limits) in plies.into_iter().chain(nodes) {
        let words = egui::RichText::new(&text).size(size::SMALL);
        let cross = egui::RichText::new(ICON_CLOSE.codepoint).size(size::SMALL);
        let color = cx.theme.warning;
        let chip = egui::Button::new((words.color(color), cross.color(color)))
            .min_size(egui::vec2(0.0, CHIP))
            .corner_radius(CHIP / 2.0)
            .fill(cx.theme.panel)
            .stroke(Stroke::new(1.0, color));
        let response = ui
            .add_enabled(cx.desk.states.is_enabled(Named::Setup), chip)
            .called(egui::Role::Button, &text)
            .identified(id);
        cx.asks_once(&response, || {
            Command::EditRoot(Box::new(Root {
                limits,
                ..cx.document.root()
            }))
        });
        response.on_hover_text("Build the tree without this limit");
    }
}
