//! Buttons of commands.

use eframe::egui::{self, Response, Role, Stroke, Vec2, WidgetInfo};

use super::cx::Cx;
use crate::app::base::{Identified as _, size};
use crate::app::intent::{Command, Named, tooltip::tooltip};

/// The size of an icon button, in points.
pub(crate) const BUTTON: Vec2 = Vec2::new(28.0, 26.0);

impl Cx<'_> {
    /// An icon button of a command.
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

    /// A button with a command's icon and a text.
    pub fn worded_button(&self, named: Named, words: &str, height: f32) -> egui::Button<'static> {
        egui::Button::new(format!("{} {words}", named.icon()))
            .min_size(Vec2::new(0.0, height))
            .stroke(Stroke::new(1.0, self.theme.line))
    }

    /// A button with small text in a frame.
    pub fn small_button(&self, words: &str) -> egui::Button<'static> {
        let words = egui::RichText::new(words).size(size::SMALL);
        egui::Button::new(words).stroke(Stroke::new(1.0, self.theme.line))
    }

    /// A small button with a command's icon, beside a heading.
    pub fn quiet_button(&self, named: Named, sign: f32) -> egui::Button<'static> {
        egui::Button::new(self.dim(named.icon()).size(sign))
            .small()
            .min_size(Vec2::new(24.0, 20.0))
            .stroke(Stroke::NONE)
    }

    /// The buttons for the previous and the next result.
    pub fn back_and_forth(&self, ui: &mut egui::Ui, ways: [Named; 2]) {
        for (named, words) in ways.into_iter().zip(["Previous", "Next"]) {
            let response = ui
                .add(self.worded_button(named, words, BUTTON.y))
                .called(Role::Button, named.text());
            self.does(response, named);
        }
    }

    /// Pushes a command when a button was clicked.
    pub fn asks(&self, response: &Response, command: impl FnOnce() -> Command) {
        if response.clicked() {
            self.push(command());
        }
    }

    /// The same where the button doesn't keep the keyboard.
    pub fn asks_once(&self, response: &Response, command: impl FnOnce() -> Command) {
        if response.clicked() {
            response.surrender_focus();
            self.push(command());
        }
    }

    /// Connects a button with a command: sets its id, runs the command on a click, and adds the
    /// tooltip. A clicked button doesn't keep the keyboard focus, since keys walk the tree.
    pub fn does(&self, response: Response, named: Named) -> Response {
        if response.clicked() {
            response.surrender_focus();
        }
        self.does_and_keeps(response, named)
    }

    /// The same where the button keeps the keyboard.
    pub fn does_and_keeps(&self, response: Response, named: Named) -> Response {
        let response = response.identified(named.id());
        self.asks(&response, || Command::Named(named));
        let words = tooltip(&response.ctx, named);
        response.on_hover_text(words)
    }
}
