//! The list of bookmarks: click to go to one, rename, delete.

use eframe::egui::{self, Vec2};

use super::TourPanel;
use super::panel::{Typing, below_print, entry, sign_button};
use crate::app::base::{Identified as _, heading, ids};
use crate::app::document::Field;
use crate::app::intent::{Command, Menu, Named, TourCommand};
use crate::app::parts::{BODY, Cx};
use crate::save::Bookmark;
use crate::tree::Vertex;

/// Maximum number of listed bookmarks.
const MAX: usize = 200;

impl TourPanel {
    pub(super) fn bookmarks_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        heading(ui, "Bookmarks");
        let bookmarks = &cx.document.signposts().bookmarks;
        if bookmarks.is_empty() {
            let [menu, name] = [Menu::Edit.text(), Named::Bookmark.text()];
            let words = format!("No bookmarks. {menu} › {name} adds the selected node.");
            cx.small_ui(ui, &words);
            return;
        }
        let here = cx.document.line_text(cx.document.session.selected());
        ui.spacing_mut().item_spacing.y = 2.0;
        for bookmark in bookmarks.iter().take(MAX) {
            let chosen = bookmark.line == here;
            self.bookmark_ui(ui, cx, bookmark, chosen);
            if chosen {
                self.chosen_ui(ui, cx, bookmark);
            }
        }
        let more = bookmarks.len().saturating_sub(MAX);
        if more > 0 {
            cx.small_ui(ui, format!("… and {more} more"));
        }
    }

    fn bookmark_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, bookmark: &Bookmark, chosen: bool) {
        let graph = &cx.document.session.rated().graph;
        let vertex = graph.read_line(Vertex::ROOT, &bookmark.line).ok();
        let vertex = vertex.map(|line| {
            let graph = graph.graph();
            line.last().map_or(Vertex::ROOT, |edge| graph.target(*edge))
        });
        let line = match bookmark.line.as_str() {
            "" => "root",
            line => line,
        };
        let name = match bookmark.name.as_str() {
            "" => line,
            name => name,
        };
        let (row, response) = entry(ui, cx, chosen, &format!("Bookmark {name}"));
        let response = response.identified(&ids::bookmark(&bookmark.line));
        let inner = row.rect.shrink2(Vec2::new(8.0, 3.0));
        let (upper, lower) = inner.split_top_bottom_at_fraction(0.54);
        let rating = vertex.map_or_else(String::new, |vertex| cx.view.node_text(vertex));
        let used = row.right(upper, BODY.strong(true), &rating);
        let mut left = upper;
        left.max.x = used.left() - 8.0;
        row.left(left, BODY.strong(chosen), name);
        let below = match vertex.map(|vertex| graph.position_text(vertex)) {
            None => format!("line not in this tree: {line}"),
            Some(position) if bookmark.name.is_empty() => position,
            Some(position) => format!("{line} · {position}"),
        };
        row.left(lower, below_print(vertex.is_some()), &below);
        let go_to = || Command::Tour(TourCommand::GoTo(bookmark.line.clone()));
        cx.asks_once(&response, go_to);
    }

    /// The name of the chosen bookmark, and its delete button.
    fn chosen_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, bookmark: &Bookmark) {
        ui.horizontal(|ui| {
            let delete = 30.0;
            let wide = Vec2::new(ui.available_width() - delete - 4.0, 28.0);
            ui.allocate_ui(wide, |ui| {
                let name = Typing {
                    field: Field::Bookmark(bookmark.line.clone()),
                    now: &bookmark.name,
                    label: "Name of the bookmark",
                    id: ids::BOOKMARK_NAME,
                    hint: "Name (optional)",
                    rows: 1,
                };
                self.field_ui(ui, cx, name);
            });
            let icon = egui_material_icons::icons::ICON_DELETE.codepoint;
            let id = ids::DELETE_BOOKMARK;
            if sign_button(ui, true, icon, "Delete the bookmark", id) {
                let line = bookmark.line.clone();
                cx.push(Command::Tour(TourCommand::DeleteBookmark(line)));
            }
        });
    }
}
