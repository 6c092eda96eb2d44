//! The one table of colours and sizes: what each ink looks like in light and in dark.

use eframe::egui::{self, Color32, CornerRadius, FontFamily, FontId, Stroke, TextStyle, Visuals};

use crate::diagram::{Ink, Shade};
use crate::game::Player;

/// The colours of the window.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    /// The ground of the scene.
    pub ground: Color32,
    /// The ground of panels and nodes.
    pub panel: Color32,
    /// Hairlines.
    pub line: Color32,
    /// Words.
    pub text: Color32,
    /// Labels.
    pub dim: Color32,
    /// The ground of what is chosen or was seen before.
    pub soft: Color32,
    /// What went wrong.
    pub error: Color32,
    players: [Color32; 6],
    dark: bool,
}

const LIGHT: Theme = Theme {
    ground: Color32::from_rgb(0xf6, 0xf6, 0xf4),
    panel: Color32::WHITE,
    line: Color32::from_rgb(0xd4, 0xd4, 0xcf),
    text: Color32::from_rgb(0x1d, 0x1d, 0x1b),
    dim: Color32::from_rgb(0x62, 0x62, 0x5d),
    soft: Color32::from_rgb(0xec, 0xec, 0xe8),
    error: Color32::from_rgb(0xb0, 0x20, 0x1a),
    // Okabe and Ito's palette, told apart by the colour-blind too.
    players: [
        Color32::from_rgb(0x00, 0x72, 0xb2),
        Color32::from_rgb(0xd5, 0x5e, 0x00),
        Color32::from_rgb(0x00, 0x85, 0x60),
        Color32::from_rgb(0xb4, 0x58, 0x8c),
        Color32::from_rgb(0xa8, 0x74, 0x00),
        Color32::from_rgb(0x2a, 0x86, 0xbd),
    ],
    dark: false,
};

const DARK: Theme = Theme {
    ground: Color32::from_rgb(0x17, 0x18, 0x1a),
    panel: Color32::from_rgb(0x1f, 0x21, 0x24),
    line: Color32::from_rgb(0x3c, 0x40, 0x46),
    text: Color32::from_rgb(0xe8, 0xe8, 0xe4),
    dim: Color32::from_rgb(0xa2, 0xa3, 0xa5),
    soft: Color32::from_rgb(0x2c, 0x2f, 0x34),
    error: Color32::from_rgb(0xff, 0x9b, 0x90),
    players: [
        Color32::from_rgb(0x4a, 0xa3, 0xdf),
        Color32::from_rgb(0xf0, 0x8a, 0x3c),
        Color32::from_rgb(0x2f, 0xbf, 0x93),
        Color32::from_rgb(0xe3, 0x9b, 0xc6),
        Color32::from_rgb(0xe8, 0xb8, 0x3a),
        Color32::from_rgb(0x86, 0xcc, 0xf0),
    ],
    dark: true,
};

impl Theme {
    /// The theme that the window is in.
    pub fn of(ctx: &egui::Context) -> Self {
        if ctx.global_style().visuals.dark_mode {
            DARK
        } else {
            LIGHT
        }
    }

    /// A player's own colour.
    pub fn player(&self, player: Player) -> Color32 {
        self.players[player.index() % self.players.len()]
    }

    /// What an ink looks like.
    pub fn color(&self, ink: Ink) -> Color32 {
        match ink {
            Ink::Player(player, shade) => self.shaded(self.player(player), shade),
            Ink::Text => self.text,
            Ink::Dim => self.dim,
            Ink::Line => self.line,
            Ink::Panel => self.panel,
            Ink::Ground => self.ground,
            Ink::Soft => self.soft,
            Ink::OnPlayer if self.dark => Color32::from_rgb(0x14, 0x15, 0x17),
            Ink::OnPlayer => Color32::WHITE,
        }
    }

    fn shaded(&self, color: Color32, shade: Shade) -> Color32 {
        match shade {
            Shade::Full => color,
            Shade::Area => mixed(self.panel, color, if self.dark { 0.24 } else { 0.2 }),
            Shade::Light => mixed(color, Color32::WHITE, 0.28),
            Shade::Middle => mixed(color, Color32::BLACK, 0.12),
            Shade::Dark => mixed(color, Color32::BLACK, 0.3),
        }
    }
}

/// `share` of the second colour over the first.
fn mixed(under: Color32, over: Color32, share: f32) -> Color32 {
    let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share).round() as u8;
    Color32::from_rgb(
        mix(under.r(), over.r()),
        mix(under.g(), over.g()),
        mix(under.b(), over.b()),
    )
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

/// The family of the semi-bold font.
pub const STRONG: &str = "strong";

/// A text in the semi-bold font.
pub fn strong(text: impl Into<String>) -> egui::RichText {
    egui::RichText::new(text).family(FontFamily::Name(STRONG.into()))
}

/// Inter in two weights; signs that it lacks come from the fonts that egui bundles.
fn fonts() -> egui::FontDefinitions {
    let mut fonts = egui::FontDefinitions::default();
    let inter: [(&str, &'static [u8]); 2] = [
        ("Inter", include_bytes!("fonts/Inter-Regular.otf")),
        ("Inter SemiBold", include_bytes!("fonts/Inter-SemiBold.otf")),
    ];
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
    fonts
}

/// Sets the fonts and both themes' styles once.
pub fn install(ctx: &egui::Context) {
    ctx.set_fonts(fonts());
    egui_material_icons::initialize(ctx);
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
        // Text is read, not selected: dragging pans and rows are clicked.
        style.interaction.selectable_labels = false;
    });
}

fn visuals_of(theme: &Theme, mut visuals: Visuals) -> Visuals {
    let corners = CornerRadius::same(5);
    visuals.panel_fill = theme.panel;
    visuals.window_fill = theme.panel;
    visuals.window_stroke = Stroke::new(1.0, theme.line);
    visuals.extreme_bg_color = theme.ground;
    visuals.faint_bg_color = theme.soft;
    visuals.error_fg_color = theme.error;
    visuals.selection.bg_fill = mixed(theme.panel, theme.player(Player(0)), 0.3);
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
    widgets.active.bg_stroke = Stroke::new(1.0, theme.dim);
    visuals
}
