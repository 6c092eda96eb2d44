//! The theme of the window: the palette as egui colors, fonts, and font sizes.

use eframe::egui::{self, Color32, CornerRadius, FontFamily, FontId, Stroke, TextStyle, Visuals};

use super::strokes::Strokes;
use crate::diagram::{Ink, Palette, Rgb};
use crate::export::letters::{INTER, INTER_SEMI_BOLD};
use crate::game::Player;

/// The colors of the window.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    /// The ground of the scene.
    pub ground: Color32,
    /// The ground of panels and nodes.
    pub panel: Color32,
    /// Hairlines.
    pub line: Color32,
    /// Text.
    pub text: Color32,
    /// Labels.
    pub dim: Color32,
    /// The background of chosen or already seen items.
    pub soft: Color32,
    /// Errors.
    pub error: Color32,
    /// What limits or weakens something without being an error.
    pub warning: Color32,
    palette: Palette,
}

const LIGHT: Theme = Theme::new(Palette::LIGHT, Rgb(0xb0, 0x20, 0x1a), Rgb(0x8a, 0x56, 0x00));
const DARK: Theme = Theme::new(Palette::DARK, Rgb(0xff, 0x9b, 0x90), Rgb(0xf2, 0xb8, 0x4b));

impl Theme {
    const fn new(palette: Palette, error: Rgb, warning: Rgb) -> Self {
        Self {
            ground: color32(palette.ground),
            panel: color32(palette.panel),
            line: color32(palette.line),
            text: color32(palette.text),
            dim: color32(palette.dim),
            soft: color32(palette.soft),
            error: color32(error),
            warning: color32(warning),
            palette,
        }
    }

    /// The theme that the window is in.
    pub fn of(ctx: &egui::Context) -> Self {
        if ctx.global_style().visuals.dark_mode {
            DARK
        } else {
            LIGHT
        }
    }

    /// The color of text; paler if it is less important.
    pub fn words(&self, matters: bool) -> Color32 {
        if matters { self.text } else { self.dim }
    }

    /// A player's color.
    pub fn player(&self, player: Player) -> Color32 {
        color32(self.palette.player(player))
    }

    /// The color of text about a player, with a higher contrast than an area needs.
    pub fn player_words(&self, player: Player) -> Color32 {
        let own = self.palette.player(player);
        color32(own.mixed(self.palette.text, 0.3))
    }

    /// The colors as they are listed for every ground.
    pub fn palette(&self) -> Palette {
        self.palette
    }

    /// The color of an ink.
    pub fn color(&self, ink: Ink) -> Color32 {
        color32(self.palette.color(ink))
    }
}

const fn color32(Rgb(red, green, blue): Rgb) -> Color32 {
    Color32::from_rgb(red, green, blue)
}

/// Delay before a tooltip, in seconds.
pub(crate) const TOOLTIP_DELAY: f32 = 0.6;

/// The family of the semi-bold font.
pub const STRONG: &str = "strong";

/// A text in the semi-bold font.
pub fn strong(text: impl Into<String>) -> egui::RichText {
    egui::RichText::new(text).family(FontFamily::Name(STRONG.into()))
}

/// The icons that the window names, of Material Symbols: `packages/icons.py` makes it.
const ICONS: &[u8] = include_bytes!("icons.ttf");

/// Inter in two weights, with egui's bundled fonts and the icons as fallbacks.
pub fn fonts() -> egui::FontDefinitions {
    let mut fonts = egui::FontDefinitions::default();
    let inter: [(&str, &'static [u8]); 2] = [("Inter", INTER), ("Inter SemiBold", INTER_SEMI_BOLD)];
    for (name, bytes) in inter {
        let data = egui::FontData::from_static(bytes);
        fonts.font_data.insert(name.to_owned(), data.into());
    }
    let bundled = fonts.families.entry(FontFamily::Proportional).or_default();
    bundled.push("Hack".to_owned());
    let mut strong = bundled.clone();
    bundled.insert(0, "Inter".to_owned());
    strong.insert(0, "Inter SemiBold".to_owned());
    let family = FontFamily::Name(STRONG.into());
    fonts.families.insert(family, strong);

    let mut icons = egui::FontData::from_static(ICONS);
    icons.tweak.y_offset_factor = 0.05;
    let name = egui_material_icons::FONT_FAMILY_OUTLINED;
    fonts.font_data.insert(name.to_owned(), icons.into());
    for family in [FontFamily::Proportional, FontFamily::Name(name.into())] {
        fonts
            .families
            .entry(family)
            .or_default()
            .push(name.to_owned());
    }
    fonts
}

/// Sets the fonts, both themes' styles, and the order of keys once.
pub fn install(ctx: &egui::Context) {
    ctx.add_plugin(Strokes::default());
    ctx.set_fonts(fonts());
    for (egui_theme, theme, visuals) in [
        (egui::Theme::Light, LIGHT, Visuals::light()),
        (egui::Theme::Dark, DARK, Visuals::dark()),
    ] {
        ctx.set_visuals_of(egui_theme, visuals_of(&theme, visuals));
    }
    ctx.all_styles_mut(|style| {
        for (text_style, size) in [
            (TextStyle::Body, size::BODY),
            (TextStyle::Button, size::BODY),
            (TextStyle::Small, size::SMALL),
            (TextStyle::Heading, 16.0),
        ] {
            style
                .text_styles
                .insert(text_style, FontId::new(size, FontFamily::Proportional));
        }
        style.spacing.item_spacing = egui::vec2(6.0, 6.0);
        style.spacing.button_padding = egui::vec2(8.0, 4.0);
        // Lists may be as high as the window.
        style.spacing.default_area_size = egui::vec2(600.0, 1_000.0);
        // Text is read, not selected: dragging pans and rows are clicked.
        style.interaction.selectable_labels = false;
        // No tooltip while the pointer only passes over the tree.
        style.interaction.tooltip_delay = TOOLTIP_DELAY;
        style.interaction.tooltip_grace_time = 0.0;
    });
}

fn visuals_of(theme: &Theme, mut visuals: Visuals) -> Visuals {
    // A blinking caret would keep the window busy.
    visuals.text_cursor.blink = false;
    let corners = CornerRadius::same(5);
    visuals.panel_fill = theme.panel;
    visuals.window_fill = theme.panel;
    visuals.window_stroke = Stroke::new(1.0, theme.line);
    visuals.extreme_bg_color = theme.ground;
    visuals.faint_bg_color = theme.soft;
    visuals.error_fg_color = theme.error;
    let palette = &theme.palette;
    visuals.selection.bg_fill = color32(palette.panel.mixed(palette.player(Player(0)), 0.3));
    visuals.selection.stroke = Stroke::new(1.0, theme.text);
    let widgets = &mut visuals.widgets;
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, theme.line);
    widgets.noninteractive.fg_stroke = Stroke::new(1.0, theme.text);
    for widget in [
        &mut widgets.inactive,
        &mut widgets.hovered,
        &mut widgets.active,
        &mut widgets.open,
    ] {
        widget.corner_radius = corners;
        widget.fg_stroke = Stroke::new(1.0, theme.text);
    }
    widgets.inactive.weak_bg_fill = Color32::TRANSPARENT;
    widgets.hovered.weak_bg_fill = theme.soft;
    widgets.hovered.bg_stroke = Stroke::NONE;
    widgets.active.weak_bg_fill = theme.soft;
    // The focused widget is clearly visible.
    widgets.active.bg_stroke = Stroke::new(2.0, theme.text);
    visuals
}

/// The sizes of texts in the panels.
pub mod size {
    /// Headings of parts of a panel.
    pub const HEADING: f32 = 11.5;
    /// Running text.
    pub const BODY: f32 = 13.0;
    /// Small print.
    pub const SMALL: f32 = 12.0;
    /// The rating of the selected node.
    pub const BIG: f32 = 30.0;
    /// The same where there are more than two players.
    pub const RATING: f32 = 20.0;
}
