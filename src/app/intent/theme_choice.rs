//! The choice of a theme.

use eframe::egui;
use egui_material_icons::icons;
use serde::{Deserialize, Serialize};

/// Light, dark, or as the system has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ThemeChoice {
    /// The system's theme.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl ThemeChoice {
    /// The corresponding egui value.
    pub fn preference(self) -> egui::ThemePreference {
        match self {
            Self::System => egui::ThemePreference::System,
            Self::Light => egui::ThemePreference::Light,
            Self::Dark => egui::ThemePreference::Dark,
        }
    }

    /// All of them, in the order they are offered.
    pub const ALL: [Self; 3] = [Self::Light, Self::Dark, Self::System];

    /// The text of its button.
    pub fn text(self) -> &'static str {
        match self {
            Self::Light => "Light theme",
            Self::Dark => "Dark theme",
            Self::System => "System theme",
        }
    }

    /// Its icon, a character of the icon font.
    pub fn icon(self) -> &'static str {
        match self {
            Self::Light => icons::ICON_LIGHT_MODE.codepoint,
            Self::Dark => icons::ICON_DARK_MODE.codepoint,
            Self::System => icons::ICON_CONTRAST.codepoint,
        }
    }

    /// Its id for programs.
    pub fn id(self) -> String {
        format!("theme.{self:?}")
    }
}
