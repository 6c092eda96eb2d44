//! Paints a drawing: from the scene to the screen, inks to colors, shapes to egui's. The theme of
//! the window is here too: the palette as egui colors, fonts, and font sizes.

use eframe::egui::epaint::tessellator::path::rounded_rectangle;
use eframe::egui::epaint::{CubicBezierShape, PathShape, PathStroke, RoundedRect};
use eframe::egui::{
    self, Align2, Color32, CornerRadius, FontFamily, FontId, Painter, Pos2, Stroke, StrokeKind,
    TextStyle, Vec2, Visuals,
};

use super::keystrokes::Keystrokes;
use crate::diagram::{Anchor, Drawing, Ink, Palette, Point, Rect, Rgb, Shape, Weight};
use crate::export::letters::{INTER, INTER_SEMI_BOLD};
use crate::export::system_fonts::words_in_order;
use crate::game::Player;

/// Texts smaller than this on the screen can't be read, and are left out.
const SMALLEST_TEXT: f32 = 6.0;

/// The transform from scene coordinates to the screen. A large tree is millions of units wide, so
/// coordinates are computed in doubles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// Screen points per scene unit, for sizes.
    pub scale: f64,
    /// Screen points per scene unit across and down, for positions: in a wide zoomed-out tree, rows
    /// are further apart, so that they can be distinguished.
    pub axes: [f64; 2],
    /// The place of the scene's origin on the screen.
    pub offset: Point,
}

impl Transform {
    /// The identity: one scene unit per point.
    pub const IDENTITY: Self = Self {
        scale: 1.0,
        axes: [1.0; 2],
        offset: Point { x: 0.0, y: 0.0 },
    };

    /// The scene, a unit for a point, with its origin at `offset`.
    pub fn moved(offset: Vec2) -> Self {
        Self {
            offset: Point::new(offset.x.into(), offset.y.into()),
            ..Self::IDENTITY
        }
    }

    /// The largest scale at which `bounds` fits in `screen`.
    pub fn fitting(bounds: Rect, screen: egui::Rect) -> f64 {
        let across = f64::from(screen.width()) / bounds.width().max(1.0);
        across.min(f64::from(screen.height()) / bounds.height().max(1.0))
    }

    /// The transform that centers `bounds` in `screen`, with a scale of at most `max`.
    pub fn fit(bounds: Rect, screen: egui::Rect, max: f64) -> Self {
        let mut fitted = Self::IDENTITY;
        fitted.set_scale(Self::fitting(bounds, screen).min(max).max(0.001));
        fitted.put(bounds.centre(), screen.center());
        fitted
    }

    /// The screen position of a scene point.
    pub fn screen_from_scene(&self, point: Point) -> Pos2 {
        Pos2::new(
            (point.x * self.axes[0] + self.offset.x) as f32,
            (point.y * self.axes[1] + self.offset.y) as f32,
        )
    }

    /// The scene point at a screen position.
    pub fn scene_from_screen(&self, pos: Pos2) -> Point {
        Point::new(
            (f64::from(pos.x) - self.offset.x) / self.axes[0],
            (f64::from(pos.y) - self.offset.y) / self.axes[1],
        )
    }

    /// The screen rectangle of a scene rectangle.
    pub fn screen_rect(&self, rect: Rect) -> egui::Rect {
        egui::Rect::from_min_max(
            self.screen_from_scene(rect.min),
            self.screen_from_scene(rect.max),
        )
    }

    /// The part of the scene that a rectangle of the screen shows.
    pub fn scene_rect(&self, rect: egui::Rect) -> Rect {
        Rect {
            min: self.scene_from_screen(rect.min),
            max: self.scene_from_screen(rect.max),
        }
    }

    /// Moves the scene by some points.
    pub fn shift(&mut self, by: Vec2) {
        self.offset = self.offset.moved(by.x.into(), by.y.into());
    }

    /// Draws everything at this scale; its origin stays where it is.
    pub fn set_scale(&mut self, scale: f64) {
        (self.scale, self.axes) = (scale, [scale; 2]);
    }

    /// Moves the scene so that a point of it is at a screen position.
    pub fn put(&mut self, point: Point, at: Pos2) {
        self.offset = Point::new(
            f64::from(at.x) - point.x * self.axes[0],
            f64::from(at.y) - point.y * self.axes[1],
        );
    }
}

/// Paints every shape of a drawing, in order; returns the number of readable texts painted.
pub fn paint(painter: &Painter, transform: &Transform, theme: &Theme, drawing: &Drawing) -> usize {
    let brush = Brush {
        painter,
        transform,
        theme,
    };
    // If everything is larger, so is the smallest text.
    let smallest = SMALLEST_TEXT / painter.ctx().zoom_factor().max(1.0);
    let mut texts = 0;
    for shape in &drawing.shapes {
        match shape {
            Shape::Text(text) => {
                let size = (text.size * transform.scale) as f32;
                if size >= smallest {
                    texts += 1;
                    let (at, color) = (transform.screen_from_scene(text.at), theme.color(text.ink));
                    let (anchor, weight) = (text.anchor, text.weight);
                    paint_text(painter, at, anchor, &text.text, size, color, weight);
                }
            }
            Shape::Box {
                rect,
                rounding,
                fill,
                stroke,
            } => brush.rect(*rect, *rounding, *fill, stroke.as_ref()),
            shape => brush.shape(shape),
        }
    }
    texts
}

/// The context for painting shapes.
struct Brush<'a> {
    painter: &'a Painter,
    transform: &'a Transform,
    theme: &'a Theme,
}

impl Brush<'_> {
    fn stroke(&self, stroke: &crate::diagram::Stroke) -> Stroke {
        let width = (stroke.width * self.transform.scale).max(0.5);
        Stroke::new(width as f32, self.theme.color(stroke.ink))
    }

    fn area(&self, ink: Option<Ink>) -> Color32 {
        ink.map_or(Color32::TRANSPARENT, |ink| self.theme.color(ink))
    }

    fn rect(
        &self,
        rect: Rect,
        rounding: f64,
        fill: Option<Ink>,
        outline: Option<&crate::diagram::Stroke>,
    ) {
        let rounding = (rounding * self.transform.scale).round().clamp(0.0, 255.0);
        let rect = self.transform.screen_rect(rect);
        let corners = CornerRadius::same(rounding as u8);
        let dash = outline.and_then(|outline| outline.dash);
        let whole = outline.filter(|_| dash.is_none());
        let stroke = whole.map_or(Stroke::NONE, |outline| self.stroke(outline));
        self.painter
            .rect(rect, corners, self.area(fill), stroke, StrokeKind::Middle);
        if let (Some(outline), Some(dash)) = (outline, dash) {
            let dash = (dash * self.transform.scale).max(2.0) as f32;
            let stroke = self.stroke(outline);
            paint_dashed(self.painter, rect, corners, stroke, dash);
        }
    }

    /// Paints any other shape.
    fn shape(&self, shape: &Shape) {
        let at = |point: Point| self.transform.screen_from_scene(point);
        match shape {
            Shape::Polygon {
                points,
                fill,
                stroke,
            } => {
                let outline = stroke.as_ref().map_or(PathStroke::NONE, |outline| {
                    PathStroke::from(self.stroke(outline))
                });
                let points = points.iter().map(|point| at(*point)).collect();
                let fill = self.area(*fill);
                self.painter
                    .add(PathShape::convex_polygon(points, fill, outline));
            }
            Shape::Disc {
                centre,
                radius,
                fill,
            } => {
                let radius = (*radius * self.transform.scale) as f32;
                let color = self.theme.color(*fill);
                self.painter.circle_filled(at(*centre), radius, color);
            }
            Shape::Curve { points, stroke } => {
                self.painter.add(CubicBezierShape::from_points_stroke(
                    points.map(at),
                    false,
                    Color32::TRANSPARENT,
                    self.stroke(stroke),
                ));
            }
            Shape::Segment { points, stroke } => {
                self.painter
                    .line_segment(points.map(at), self.stroke(stroke));
            }
            Shape::Box { .. } | Shape::Text(_) => {}
        }
    }
}

/// Paints the outline of a rectangle in dashes.
fn paint_dashed(
    painter: &Painter,
    rect: egui::Rect,
    corners: CornerRadius,
    stroke: Stroke,
    dash: f32,
) {
    let mut outline = Vec::new();
    rounded_rectangle(&mut outline, RoundedRect::new(rect, corners));
    outline.extend(outline.first().copied());
    painter.extend(egui::Shape::dashed_line(&outline, stroke, dash, dash));
}

/// The fonts' sizes go up in steps, so that zooming doesn't fill the atlas with every size.
fn stepped(size: f32) -> f32 {
    if size < 24.0 {
        (size * 2.0).round() / 2.0
    } else {
        (size / 2.0).round() * 2.0
    }
}

/// Paints one line of text.
pub fn paint_text(
    painter: &Painter,
    at: Pos2,
    anchor: Anchor,
    text: &str,
    size: f32,
    color: Color32,
    weight: Weight,
) {
    let align = match anchor {
        Anchor::Left => Align2::LEFT_CENTER,
        Anchor::Middle => Align2::CENTER_CENTER,
        Anchor::Right => Align2::RIGHT_CENTER,
    };
    let family = match weight {
        Weight::Normal => FontFamily::Proportional,
        Weight::Strong => FontFamily::Name(STRONG.into()),
    };
    let text = words_in_order(text);
    painter.text(at, align, text, FontId::new(stepped(size), family), color);
}

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
    pub fn text_color(&self, matters: bool) -> Color32 {
        if matters { self.text } else { self.dim }
    }

    /// A player's color.
    pub fn player(&self, player: Player) -> Color32 {
        color32(self.palette.player(player))
    }

    /// The color of text about a player, with a higher contrast than an area needs.
    pub fn player_words(&self, player: Player) -> Color32 {
        let rgb = self.palette.player(player);
        color32(rgb.mixed(self.palette.text, 0.3))
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

/// The name of the font of emoji, which pictures bring along too.
const EMOJI: &str = "NotoEmoji";

/// Inter in two weights, with egui's bundled fonts, emoji and the icons as fallbacks.
pub fn fonts() -> egui::FontDefinitions {
    let mut fonts = egui::FontDefinitions::default();
    let bytes: [(&str, &'static [u8]); 3] = [
        ("Inter", INTER),
        ("Inter SemiBold", INTER_SEMI_BOLD),
        (EMOJI, epaint_default_fonts::NOTO_EMOJI_REGULAR),
    ];
    for (name, bytes) in bytes {
        let data = egui::FontData::from_static(bytes);
        fonts.font_data.insert(name.to_owned(), data.into());
    }
    let bundled = fonts.families.entry(FontFamily::Proportional).or_default();
    bundled.extend(["Hack".to_owned(), EMOJI.to_owned()]);
    let mut strong = bundled.clone();
    bundled.insert(0, "Inter".to_owned());
    strong.insert(0, "Inter SemiBold".to_owned());
    let family = FontFamily::Name(STRONG.into());
    fonts.families.insert(family, strong);

    let monospace = fonts.families.entry(FontFamily::Monospace).or_default();
    monospace.push(EMOJI.to_owned());

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
    ctx.add_plugin(Keystrokes::default());
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
