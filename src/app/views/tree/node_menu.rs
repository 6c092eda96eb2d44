//! The context menu of a node, opened by a right-click or by a key.

use eframe::egui::{
    self, Id, Key, Modifiers, Popup, PopupAnchor, PopupKind, Pos2, Response, Role, SetOpenCommand,
    Vec2,
};

use super::panel::TreePanel;
use crate::app::base::Identified as _;
use crate::app::intent::{Command, Named};
use crate::app::parts::{Cx, Desk};
use crate::session::Action;
use crate::tree::UnfoldingNode;

/// The width of the menu, in points.
const WIDTH: f32 = 220.0;

/// The commands for a node, in groups separated by lines.
const GROUPS: [&[Named]; 5] = [
    &[Named::PlayHere],
    &[
        Named::ToggleFold,
        Named::UnfoldBelow,
        Named::UnfoldBestLine,
        Named::FoldOthers,
    ],
    &[Named::Bookmark, Named::EditNote, Named::AddTourStep],
    &[Named::PinRating, Named::ForbidMove, Named::ChangePosition],
    &[
        Named::Record,
        Named::ExerciseHere,
        Named::Export,
        Named::CopyPosition,
        Named::CopyLine,
        Named::CopyLink,
    ],
];

impl TreePanel {
    /// Hears the keys that open the menu of the selected node.
    pub(super) fn hear_menu(&mut self, desk: &Desk, ctx: &egui::Context) {
        if desk.presents || !desk.tree_has_keys.get() {
            return;
        }
        self.menu_wanted |= ctx.input_mut(|input| {
            let by_menu = input.consume_key(Modifiers::NONE, Key::Menu);
            by_menu || input.consume_key(Modifiers::SHIFT, Key::F10)
        });
    }

    /// The menu of a node, where one is opened: its node, and where it is shown if not at the
    /// pointer.
    pub(super) fn menu_ui(
        &mut self,
        ui: &egui::Ui,
        cx: &Cx<'_>,
        canvas: &Response,
        (opened, at): (Option<UnfoldingNode>, Option<Pos2>),
    ) {
        if let Some(node) = opened {
            // The menu's commands apply to this node.
            if node != cx.document.session.selected() {
                cx.push(Command::Act(Action::Select(node)));
            }
            self.menu_at = at;
        }
        let anchor = match self.menu_at {
            Some(at) => PopupAnchor::Position(at),
            None => PopupAnchor::PointerFixed,
        };
        let menu = Popup::new(
            Id::unique("tree menu"),
            ui.ctx().clone(),
            anchor,
            canvas.layer_id,
        );
        menu.kind(PopupKind::Menu)
            .layout(egui::Layout::top_down_justified(egui::Align::Min))
            .style(egui::containers::menu::menu_style)
            .width(WIDTH)
            .open_memory(opened.map(|_| SetOpenCommand::Bool(true)))
            .show(|ui| {
                ui.set_width(WIDTH);
                let session = &cx.document.session;
                let leaf = session.rated().graph.graph().is_leaf(session.vertex());
                for (place, group) in GROUPS.into_iter().enumerate() {
                    if place > 0 {
                        ui.separator();
                    }
                    for &named in group {
                        row_ui(ui, cx, named, leaf);
                    }
                }
            });
    }
}

/// A row; of a `leaf` nothing is unfolded.
fn row_ui(ui: &mut egui::Ui, cx: &Cx<'_>, named: Named, leaf: bool) {
    let on = cx.desk.states.is_on(named).unwrap_or(false);
    let unfolds = matches!(
        named,
        Named::ToggleFold | Named::UnfoldBelow | Named::UnfoldBestLine
    );
    let enabled = cx.desk.states.is_enabled(named) && !(leaf && unfolds);
    let (text, command) = match named {
        Named::Export => ("Export from here…", Command::ExportFromHere),
        _ => (named.text(), Command::Named(named)),
    };
    let icon = egui::RichText::new(named.icon()).size(16.0);
    let button = egui::Button::new((icon.color(cx.theme.dim), text))
        .selected(on)
        .min_size(Vec2::new(ui.available_width(), 24.0));
    let response = ui
        .add_enabled(enabled, button)
        .chosen(Role::Button, on, text)
        .identified(named.id());
    if response.clicked() {
        cx.push(command);
        ui.close();
    }
    response.on_hover_text(named.tooltip());
}
