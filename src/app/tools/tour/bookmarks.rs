//! The list of bookmarks: click to go there, rename, delete.

use eframe::egui::{self, Align, Role, Sense, Stroke, Vec2, WidgetInfo};

use super::TourPanel;
use crate::app::base::ids;
use crate::app::base::ids::Identified as _;
use crate::app::base::theme::size;
use crate::app::base::widgets::{cell, font, heading};
use crate::app::document::typed::Field;
use crate::app::intent::command::{Command, Named};
use crate::app::intent::tour_choices::TourCommand;
use crate::app::parts::cx::Cx;
use crate::tree::Vertex;

/// How high a row is.
const ROW: f32 = 40.0;
/// As many are listed.
const MOST: usize = 200;

impl TourPanel {
    pub(super) fn bookmarks_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        heading(ui, "Bookmarks");
        let bookmarks = &cx.document.signposts().bookmarks;
        if bookmarks.is_empty() {
            let keys = Named::Bookmark.shortcuts().first();
            let keys = keys.map_or_else(String::new, |keys| ui.ctx().format_shortcut(keys));
            let words = format!("None yet: {keys} marks the selected node, to find it again.");
            cx.small_ui(ui, &words);
            return;
        }
        let here = cx.document.line_text(cx.document.session.selected());
        let graph = &cx.document.session.rated().graph;
        ui.spacing_mut().item_spacing.y = 2.0;
        for bookmark in bookmarks.iter().take(MOST) {
            let vertex = graph.read_line(Vertex::ROOT, &bookmark.line).ok();
            let vertex = vertex.map(|line| {
                let graph = graph.graph();
                line.last().map_or(Vertex::ROOT, |edge| graph.target(*edge))
            });
            let chosen = bookmark.line == here;
            let line = match bookmark.line.as_str() {
                "" => "start",
                line => line,
            };
            let name = match bookmark.name.as_str() {
                "" => line,
                name => name,
            };
            let wide = Vec2::new(ui.available_width(), ROW);
            let (rect, response) = ui.allocate_exact_size(wide, Sense::click());
            response.widget_info(|| {
                let words = format!("Bookmark {name}");
                WidgetInfo::selected(Role::Button, true, chosen, words)
            });
            let response = response.identified(&ids::bookmark(&bookmark.line));
            let painter = ui.painter();
            if chosen || response.hovered() {
                painter.rect_filled(rect, 5.0, cx.theme.soft);
            }
            if response.has_focus() {
                let inside = egui::StrokeKind::Inside;
                painter.rect_stroke(rect, 5.0, Stroke::new(1.5, cx.theme.text), inside);
            }
            let inner = rect.shrink2(Vec2::new(8.0, 3.0));
            let (upper, lower) = inner.split_top_bottom_at_fraction(0.54);
            let rating = vertex.map_or_else(String::new, |vertex| cx.view.node_text(vertex));
            let strong = font(size::BODY, true);
            let used = cell(painter, upper, Align::Max, &rating, strong, cx.theme.text);
            let mut left = upper;
            left.max.x = used.left() - 8.0;
            let body = font(size::BODY, chosen);
            cell(painter, left, Align::Min, name, body, cx.theme.text);
            let (below, color) = match vertex {
                None => (format!("not in this tree: {line}"), cx.theme.error),
                Some(vertex) => {
                    let position = graph.position_text(vertex);
                    let line = if bookmark.name.is_empty() { "" } else { line };
                    let between = if line.is_empty() { "" } else { " · " };
                    (format!("{line}{between}{position}"), cx.theme.dim)
                }
            };
            let small = font(size::SMALL, false);
            cell(painter, lower, Align::Min, &below, small, color);
            if response.clicked() {
                response.surrender_focus();
                cx.push(Command::Tour(TourCommand::GoTo(bookmark.line.clone())));
            }
            if chosen {
                ui.horizontal(|ui| {
                    let id = ids::BOOKMARK_NAME;
                    let words = ("Name of the bookmark", id, "A name for it", 1);
                    let field = Field::Bookmark(bookmark.line.clone());
                    let delete = 30.0;
                    let wide = Vec2::new(ui.available_width() - delete - 4.0, 28.0);
                    ui.allocate_ui(wide, |ui| {
                        self.field_ui(ui, cx, field, &bookmark.name, words);
                    });
                    let icon = egui_material_icons::icons::ICON_DELETE.codepoint;
                    let button = egui::Button::new(egui::RichText::new(icon).size(16.0));
                    let response = ui.add(button.min_size(Vec2::splat(26.0)));
                    let words = "Delete the bookmark";
                    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, words));
                    let response = response.identified(ids::DELETE_BOOKMARK);
                    if response.clicked() {
                        let line = bookmark.line.clone();
                        cx.push(Command::Tour(TourCommand::DeleteBookmark(line)));
                    }
                    response.on_hover_text(words);
                });
            }
        }
        let more = bookmarks.len().saturating_sub(MOST);
        if more > 0 {
            small_more(ui, cx, more);
        }
    }
}

fn small_more(ui: &mut egui::Ui, cx: &Cx<'_>, more: usize) {
    cx.small_ui(ui, format!("… and {more} more"));
}
