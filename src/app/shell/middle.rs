//! The control that chooses what stands in the middle of the window.

use eframe::egui::{self, Role, Vec2, WidgetInfo};

use crate::app::base::ids::Identified as _;
use crate::app::base::theme::Theme;
use crate::app::intent::command::Command;
use crate::app::intent::places::Middle;
use crate::app::intent::tooltip::tooltip;

/// Which of all stands there now; the others are one click away. What isn't there before it was asked
/// for is offered only then.
pub(crate) fn middle_ui(
    ui: &mut egui::Ui,
    theme: &Theme,
    shown: Middle,
    has_check: bool,
    commands: &mut Vec<Command>,
) {
    let offered =
        |middle: &&Middle| **middle != Middle::Check || has_check || shown == Middle::Check;
    for &middle in Middle::ALL.iter().filter(offered) {
        let is_shown = middle == shown;
        let words =
            egui::RichText::new(middle.text()).color(if is_shown { theme.text } else { theme.dim });
        let button = egui::Button::new(words)
            .min_size(Vec2::new(0.0, 26.0))
            .selected(is_shown)
            .wrap_mode(egui::TextWrapMode::Extend);
        let response = ui.add(button);
        response.widget_info(|| WidgetInfo::labeled(Role::Tab, true, middle.text()));
        let response = response.identified(middle.command().id());
        ui.ctx()
            .accesskit_node_builder(response.id, |node| node.set_selected(is_shown));
        if response.clicked() {
            response.surrender_focus();
            commands.push(Command::Named(middle.command()));
        }
        response.on_hover_text(tooltip(ui.ctx(), middle.command()));
    }
}
