//! Buttons that stand for commands.

use eframe::egui::{self, Response, Role, Vec2, WidgetInfo};

use super::cx::Cx;
use crate::app::base::ids::Identified as _;
use crate::app::intent::command::Named;
use crate::app::intent::tooltip::tooltip;

/// How large a button with a sign is, in points.
pub(crate) const BUTTON: Vec2 = Vec2::new(28.0, 26.0);

impl Cx<'_> {
    /// A button with an icon that stands for a command.
    pub fn icon_button(&self, ui: &mut egui::Ui, named: Named) {
        let enabled = self.desk.states.is_enabled(named);
        let on = self.desk.states.is_on(named) == Some(true);
        let color = if enabled {
            self.theme.text
        } else {
            self.theme.line
        };
        let icon = egui::RichText::new(named.icon()).size(17.0).color(color);
        let button = egui::Button::new(icon).min_size(BUTTON).selected(on);
        let response = ui.add_enabled(enabled, button);
        let label = named.text().trim_end_matches('…');
        response.widget_info(|| WidgetInfo::selected(Role::Button, enabled, on, label));
        self.does(response, named);
    }

    /// Lets a button stand for a command: programs find it by that, a click does it, and it is
    /// explained where the pointer rests. A button that was clicked doesn't keep the keyboard: keys
    /// walk the tree.
    pub fn does(&self, response: Response, named: Named) -> Response {
        let response = response.identified(named.id());
        if response.clicked() {
            response.surrender_focus();
            self.run(named);
        }
        let words = tooltip(&response.ctx, named);
        response.on_hover_text(words)
    }
}
