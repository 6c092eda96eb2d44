//! Small widgets that several panels share.

use eframe::egui::text::{LayoutJob, TextWrapping};
use eframe::egui::{
    self, Align, Align2, Color32, FontFamily, FontId, Painter, Rect, Role, Sense, Stroke, Vec2,
    WidgetInfo,
};

use super::ids;
use super::ids::Identified as _;
use super::paint::{Transform, paint};
use super::theme::{STRONG, Theme, size, strong};
use crate::diagram::{Drawing, Point, TreeView, move_words, player_letter};
use crate::game::Player;
use crate::tree::{Edge, Vertex};

/// The heading of a part of a panel.
pub(crate) fn heading(ui: &mut egui::Ui, text: &str) -> egui::Response {
    let theme = Theme::of(ui.ctx());
    ui.add_space(8.0);
    ui.label(strong(text).size(size::HEADING).color(theme.dim))
}

/// The icon of a banner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Agree,
    Differ,
    Fault,
}

/// A sentence in a box, with an id.
pub(crate) fn banner(ui: &mut egui::Ui, theme: &Theme, sign: Sign, words: &str, id: &str) {
    use egui_material_icons::icons::{ICON_CHECK, ICON_COMPARE_ARROWS, ICON_ERROR};
    let (icon, color) = match sign {
        Sign::Agree => (ICON_CHECK, theme.text),
        Sign::Differ => (ICON_COMPARE_ARROWS, theme.text),
        Sign::Fault => (ICON_ERROR, theme.error),
    };
    egui::Frame::new()
        .fill(theme.panel)
        .stroke(egui::Stroke::new(1.0, theme.line))
        .corner_radius(6.0)
        .inner_margin(egui::Margin::symmetric(10, 7))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal(|ui| {
                let icon = egui::RichText::new(icon.codepoint).size(16.0).color(color);
                ui.label(icon);
                let words = egui::RichText::new(words).size(size::BODY).color(color);
                ui.add(egui::Label::new(words).wrap()).identified(id);
            });
        });
}

/// The current work, with a button that cancels it.
pub(crate) fn working(ui: &mut egui::Ui, theme: &Theme, words: String) {
    ui.horizontal(|ui| {
        ui.add(egui::Spinner::new().size(14.0));
        ui.label(egui::RichText::new(words).color(theme.dim))
            .identified(ids::WORKING);
    });
}

/// The radius of a player's mark in text, in points.
pub(crate) const MARK_RADIUS: f64 = 8.5;

/// The mark of a player as a small widget.
pub(crate) fn player_mark(ui: &mut egui::Ui, theme: &Theme, view: &TreeView<'_>, player: Player) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(18.0), Sense::hover());
    let at = rect.center();
    paint_mark(ui.painter(), theme, view, player, at, MARK_RADIUS);
}

/// Paints the mark of a player, centered at a point.
pub(crate) fn paint_mark(
    painter: &Painter,
    theme: &Theme,
    view: &TreeView<'_>,
    player: Player,
    at: egui::Pos2,
    radius: f64,
) {
    let letter = player_letter(view.labels, player);
    letter_mark(painter, theme, (player, &letter), at, radius);
}

/// The same with the letter of a player of any tree.
pub(crate) fn letter_mark(
    painter: &Painter,
    theme: &Theme,
    (player, letter): (Player, &str),
    at: egui::Pos2,
    radius: f64,
) {
    let mut drawing = Drawing::default();
    let centre = Point::new(f64::from(at.x), f64::from(at.y));
    drawing.player_mark(centre, radius, player, letter);
    paint(painter, &Transform::IDENTITY, theme, &drawing);
}

/// A button with the mark of a player, in a group with one chosen: at most `side` wide, labeled
/// `words`.
pub(crate) fn player_button(
    ui: &mut egui::Ui,
    theme: &Theme,
    view: &TreeView<'_>,
    player: Player,
    side: f32,
    chosen: bool,
    words: &str,
) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(side.min(26.0), 26.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, words));
    if chosen || response.hovered() {
        ui.painter().rect_filled(rect, 5.0, theme.soft);
    }
    if chosen || response.has_focus() {
        let stroke = Stroke::new(if response.has_focus() { 2.0 } else { 1.0 }, theme.text);
        let inside = egui::StrokeKind::Inside;
        ui.painter().rect_stroke(rect, 5.0, stroke, inside);
    }
    let at = rect.center();
    paint_mark(ui.painter(), theme, view, player, at, MARK_RADIUS);
    response.on_hover_text(words)
}

/// A move of `source` as text.
pub(crate) fn move_text(view: &TreeView<'_>, source: Vertex, edge: Edge) -> String {
    move_words(&view.labels.move_text(source, edge))
}

/// One of the two weights of the font.
pub(crate) fn font(size: f32, strong: bool) -> FontId {
    let family = if strong {
        FontFamily::Name(STRONG.into())
    } else {
        FontFamily::Proportional
    };
    FontId::new(size, family)
}

/// The width of a line of text, in points, ignoring kerning.
pub(crate) fn width_of(ui: &egui::Ui, text: &str, font: &FontId) -> f32 {
    ui.fonts_mut(|fonts| text.chars().map(|c| fonts.glyph_width(font, c)).sum())
}

/// Paints one line of text in the middle of `place`, or at its left or right end, shortened to fit;
/// returns its rectangle.
pub(crate) fn cell(
    painter: &Painter,
    place: Rect,
    align: Align,
    text: &str,
    font: FontId,
    color: Color32,
) -> Rect {
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, color);
    // Kerning may make a text that was measured without it a little wider.
    job.wrap = TextWrapping::truncate_at_width(place.width().max(0.0) + 1.5);
    let galley = painter.layout_job(job);
    let used = Align2([align, Align::Center]).align_size_within_rect(galley.size(), place);
    painter.galley(used.min, galley, color);
    used
}

/// The first of some sizes, the largest first, in which a text in bold is no wider than that; the
/// last one if it is in none.
pub(crate) fn fitting(ui: &egui::Ui, text: &str, sizes: &[f32], width: f32) -> f32 {
    let fits = |size: &&f32| width_of(ui, text, &font(**size, true)) <= width;
    let size = sizes.iter().find(fits).or(sizes.last());
    size.copied().unwrap_or(size::BODY)
}

/// A name at the left, its value at the right; the value.
pub(crate) fn row(
    ui: &mut egui::Ui,
    name: impl Into<egui::WidgetText>,
    value: String,
) -> egui::Response {
    ui.horizontal(|ui| {
        ui.label(name);
        let layout = egui::Layout::right_to_left(Align::Center);
        let value = egui::Label::new(value).truncate();
        ui.with_layout(layout, |ui| ui.add(value)).inner
    })
    .inner
}

/// Draws a frame around an editable area.
pub(crate) fn framed(ui: &mut egui::Ui) {
    let line = ui.visuals().widgets.noninteractive.bg_stroke;
    let widgets = &mut ui.visuals_mut().widgets;
    widgets.inactive.bg_stroke = line;
    widgets.hovered.bg_stroke = line;
}
