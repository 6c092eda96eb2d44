//! Small parts of dialogs: list rows (icon, text, description, and text at the right), buttons,
//! errors, and the text and answers of a prompt.

use std::sync::Arc;

use eframe::egui::text::{LayoutJob, TextWrapping};
use eframe::egui::{self, Color32, FontId, Galley, Key};
use egui_material_icons::icons;

use crate::app::base::{Identified as _, file_name, ids, size};
use crate::app::intent::PromptAnswer;
use crate::app::parts::Cx;
use crate::export::Format;

/// The height of a row, in points.
pub(super) const ROW: f32 = 26.0;

/// The content of a row.
pub(super) struct DialogRow<'a> {
    /// A letter of the icon font.
    pub icon: &'a str,
    /// Its name.
    pub text: &'a str,
    /// Its description, in small print after the name.
    pub description: &'a str,
    /// The small print at the right.
    pub right: &'a str,
    /// Whether it can be chosen.
    pub enabled: bool,
    /// The text for screen readers.
    pub label: &'a str,
}

/// Lays out a text on one line at most `max` wide.
pub(super) fn on_a_line(
    ui: &egui::Ui,
    text: &str,
    points: f32,
    color: Color32,
    max: f32,
) -> Arc<Galley> {
    let font = FontId::proportional(points);
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = TextWrapping::truncate_at_width(max.max(0.0));
    ui.fonts_mut(|fonts| fonts.layout_job(job))
}

/// A path at most `max` wide. Its start is left out if needed, since its end is more informative.
pub(super) fn path_on_a_line(ui: &egui::Ui, path: &str, points: f32, max: f32) -> String {
    let width = |text: &str| {
        on_a_line(ui, text, points, Color32::WHITE, f32::INFINITY)
            .size()
            .x
    };
    if width(path) <= max {
        return path.to_owned();
    }
    let mut best = String::from("…");
    let starts: Vec<usize> = path.char_indices().map(|(at, _)| at).collect();
    let (mut low, mut high) = (0, starts.len());
    // The longest end that fits.
    while low < high {
        let middle = low + (high - low) / 2;
        let text = format!("…{}", &path[starts[middle]..]);
        if width(&text) <= max {
            best = text;
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    best
}

/// Shows a row.
pub(super) fn row_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    row: &DialogRow<'_>,
    chosen: bool,
) -> egui::Response {
    let size = egui::vec2(ui.available_width(), cx.row_height(ROW));
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::Role::Button, row.enabled, chosen, row.label)
    });
    if !ui.is_rect_visible(rect) {
        return response;
    }
    if chosen || response.has_focus() {
        let stroke = ui.visuals().widgets.active.bg_stroke;
        let inside = egui::StrokeKind::Inside;
        ui.painter().rect(rect, 4.0, cx.theme.soft, stroke, inside);
    } else if response.hovered() && row.enabled {
        ui.painter().rect_filled(rect, 4.0, cx.theme.soft);
    }
    let color = cx.text_or_dim(row.enabled);
    let put = |x: f32, middle: f32, galley: Arc<Galley>| {
        let at = egui::pos2(x, middle - galley.size().y / 2.0);
        let width = galley.size().x;
        ui.painter().galley(at, galley, color);
        width
    };
    let (whole, middle) = (rect.width(), rect.center().y);
    let right = on_a_line(ui, row.right, size::SMALL, cx.theme.dim, whole * 0.5);
    let end = rect.right() - 8.0 - right.size().x;
    put(end, middle, right);
    let icon = on_a_line(ui, row.icon, 16.0, cx.theme.dim, 24.0);
    put(rect.left() + 8.0, middle, icon);
    let start = rect.left() + 34.0;
    let text = on_a_line(ui, row.text, size::BODY, color, end - start - 8.0);
    let after = start + text.size().x + 10.0;
    let text_of = |max: f32| on_a_line(ui, row.description, size::SMALL, cx.theme.dim, max);
    let is_cut =
        !row.description.is_empty() && text_of(f32::INFINITY).size().x > end - after - 10.0;
    if is_cut && size.y > 2.0 * size::BODY + 8.0 {
        // A row for a thumb has room for two lines.
        put(start, middle - 8.0, text);
        put(start, middle + 9.0, text_of(end - start - 8.0));
        return response;
    }
    put(start, middle, text);
    if !row.description.is_empty() && end - after > 40.0 {
        put(after, middle, text_of(end - after - 10.0));
    }
    response
}

/// A format in a list of formats.
pub(super) fn format_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    format: &Format,
    chosen: bool,
) -> egui::Response {
    let words = (format.name, egui::Atom::grow(), cx.dim(format.ending()));
    let size = egui::vec2(ui.available_width(), 24.0);
    let response = ui
        .add(egui::Button::selectable(chosen, words).min_size(size))
        .chosen(egui::Role::Button, chosen, format.name);
    response
        .identified(&ids::format(format.id))
        .on_hover_text(format.text)
}

/// The button that Enter presses.
pub(super) fn first_button(ui: &mut egui::Ui, enabled: bool, text: &str) -> egui::Response {
    let line = ui.visuals().widgets.active.bg_stroke;
    ui.add_enabled(enabled, egui::Button::new(text).stroke(line))
}

/// Any other button.
pub(super) fn other_button(ui: &mut egui::Ui, text: &str) -> egui::Response {
    let line = ui.visuals().widgets.noninteractive.bg_stroke;
    ui.add(egui::Button::new(text).stroke(line))
}

/// The buttons at the end of a dialog; where the dialog scrolls, they stay in sight.
pub(super) fn buttons_ui<R>(ui: &mut egui::Ui, add: impl FnOnce(&mut egui::Ui) -> R) -> R {
    let size = egui::vec2(ui.available_width(), ui.spacing().interact_size.y);
    let (below, _) = ui.allocate_exact_size(size, egui::Sense::hover());
    let end = ui.clip_rect().bottom();
    let hidden = (below.bottom() - end).max(0.0);
    let row = below.translate(egui::vec2(0.0, -hidden));
    if hidden > 0.0 {
        let shade = row.expand2(egui::vec2(2.0, 6.0));
        // No tap between two buttons is for what is below them.
        ui.interact(shade, ui.unique_id().with("buttons"), egui::Sense::click());
        ui.painter()
            .rect_filled(shade, 0.0, ui.visuals().window_fill);
        let line = ui.visuals().widgets.noninteractive.bg_stroke;
        ui.painter().hline(shade.x_range(), shade.top(), line);
    }
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let row = egui::UiBuilder::new().max_rect(row).layout(layout);
    add(&mut ui.new_child(row))
}

/// An error with an icon, so that it isn't shown by color alone.
pub(super) fn fault_ui(ui: &mut egui::Ui, cx: &Cx<'_>, text: &str) {
    ui.horizontal_top(|ui| {
        let sign = egui::RichText::new(icons::ICON_ERROR.codepoint).size(15.0);
        ui.label(sign.color(cx.theme.error));
        ui.add(egui::Label::new(egui::RichText::new(text).color(cx.theme.error)).wrap())
            .identified(ids::FAULT);
    });
}

/// A prompt as text: question, explanation, and answers. The first answer is that of Enter, the
/// last that of Escape.
pub(crate) struct Prompt {
    pub(crate) question: String,
    pub(crate) words: String,
    pub(crate) answers: Vec<(PromptAnswer, &'static str, Option<Key>)>,
}

/// Shows the effect of dropping the file that hovers over the window.
pub(crate) fn drop_ui(ctx: &egui::Context, cx: &Cx<'_>) {
    let hovering = ctx.input(|input| input.raw.hovered_files.clone());
    let Some(first) = hovering.first() else {
        return;
    };
    let name = first
        .path
        .as_deref()
        .map_or("the file".to_owned(), file_name);
    let text = match hovering.len() {
        1 => format!("Drop to open {name}"),
        files => format!("Drop to open {name}, the first of {files} files"),
    };
    let screen = ctx.content_rect();
    egui::Area::new(egui::Id::unique("drop"))
        .order(egui::Order::Tooltip)
        .fixed_pos(screen.min)
        .interactable(false)
        .show(ctx, |ui| {
            let painter = ui.painter();
            painter.rect_filled(screen, 0.0, cx.theme.ground.gamma_multiply(0.8));
            let inner = screen.shrink(14.0);
            let stroke = egui::Stroke::new(2.0, cx.theme.text);
            painter.rect_stroke(inner, 10.0, stroke, egui::StrokeKind::Inside);
            let max = (screen.width() - 160.0).max(80.0);
            let galley = on_a_line(ui, &text, 20.0, cx.theme.text, max);
            let card = egui::Rect::from_center_size(
                screen.center(),
                galley.size() + egui::vec2(56.0, 40.0),
            );
            let line = egui::Stroke::new(1.0, cx.theme.line);
            painter.rect(card, 8.0, cx.theme.panel, line, egui::StrokeKind::Inside);
            let at = card.center() - galley.size() / 2.0;
            let label = ui
                .interact(card, ui.scope_id().with("words"), egui::Sense::hover())
                .called(egui::Role::Label, galley.text());
            label.identified(ids::DROP);
            ui.painter().galley(at, galley, cx.theme.text);
        });
}
