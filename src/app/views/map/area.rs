//! The map with its controls in the middle of the window.

use eframe::egui::{self, Rect, Role, Sense, Vec2, WidgetInfo};

use super::MapPanel;
use super::busy::busy_ui;
use super::inks::MapLook;
use crate::app::base::{Identified as _, ids};
use crate::app::intent::{Command, Named, tooltip::tooltip};
use crate::app::parts::{Cx, above_ui, bar::above, bar::bar, legend_ui, measured};
use crate::diagram::{MapColors, MapOccurring, MapTree, map_hits_legend, map_legend};
use crate::tree::Leaves;

/// The width of the ply numbers at the left.
const GUTTER: f32 = 34.0;
/// At the right of the map.
const RIGHT: f32 = 12.0;
/// Below this width the controls have two rows.
const TWO_ROWS: f32 = 440.0;

impl MapPanel {
    /// The map with all that belongs to it.
    pub(super) fn area_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let screen = ui.available_rect_before_wrap();
        let leaves = self.leaves(cx.document);
        let own = if screen.width() < TWO_ROWS { 2 } else { 1 };
        let top = above(screen.width(), cx.desk.over(), own);
        // The controls come first in keyboard order, but are drawn over the map.
        let known = leaves.as_deref();
        above_ui(ui.ctx(), cx, screen, |ui| {
            ui.vertical(|ui| {
                if own == 2 {
                    bar(ui, cx, |ui| self.colors_ui(ui, cx, known));
                    bar(ui, cx, |ui| self.view_ui(ui, cx));
                } else {
                    bar(ui, cx, |ui| {
                        self.colors_ui(ui, cx, known);
                        ui.separator();
                        self.view_ui(ui, cx);
                    });
                }
            });
        });
        match leaves {
            Some(leaves) => self.map_ui(ui, cx, top, &leaves),
            None => busy_ui(ui, cx, screen, top, self.counted.state()),
        }
    }

    fn map_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, top: f32, leaves: &Leaves) {
        let screen = ui.available_rect_before_wrap();
        let settings = &cx.desk.settings;
        let colors = match settings.map_ends {
            true => MapColors::Ends,
            false => MapColors::Ratings,
        };
        self.hits = cx.desk.hits.clone();
        let (seen, hidden) = (cx.view, cx.view.hidden);
        let session = &cx.document.session;
        let tree = MapTree {
            graph: session.rated().graph.graph(),
            leaves,
        };
        let mut entries = map_legend(seen, &tree, colors, &self.occurring);
        if let Some(hits) = &self.hits {
            entries.extend(map_hits_legend(hits));
        }
        let below = match settings.legend {
            true => measured(&entries, screen.width()).1,
            false => 8.0,
        };
        let inner = Rect::from_min_max(
            screen.min + Vec2::new(GUTTER, top + 6.0),
            screen.max - Vec2::new(RIGHT, below + 4.0),
        );
        let (rows, small) = self.minimap.split(inner);
        self.pixels = f64::from(ui.pixels_per_point());
        self.screen = rows;
        let look = MapLook {
            palette: cx.theme.palette(),
            ratings_for: cx.view.ratings_for,
            hidden,
            colors,
            leaves: self.generation,
        };
        self.colors = colors;
        let looks = self.inks.look(look);
        if looks != self.looks {
            self.looks = looks;
            self.occurring = MapOccurring::default();
        }
        self.occurring.shares = colors == MapColors::Ends && !hidden;
        let occurring = self.occurring.clone();
        self.prepare(&tree, session);
        let (_, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        self.move_by_pointer(ui, (&tree, session), &response);
        let painter = ui.painter_at(screen);
        painter.rect_filled(screen, 0.0, cx.theme.ground);
        self.paint(ui, cx, &tree);
        if self.occurring != occurring {
            // The legend, whose size was needed before, has changed.
            ui.ctx().request_repaint();
        }
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, self.words(&tree, seen)));
        let response = response.identified(ids::MAP);
        self.pointer_ui(ui, cx, &response, &tree);
        if let Some(small) = small {
            self.minimap_ui(ui, cx, small, &tree);
        }
        if settings.legend {
            legend_ui(ui.ctx(), screen, cx, &entries);
        }
    }

    /// The choice of the colors, and of a cyclic game's ply limit.
    fn colors_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, leaves: Option<&Leaves>) {
        for (ends, text) in [(false, "Ratings"), (true, "Ends")] {
            let chosen = cx.desk.settings.map_ends == ends;
            let words = egui::RichText::new(text).color(cx.theme.words(chosen));
            let button = egui::Button::new(words)
                .min_size(Vec2::new(0.0, 26.0))
                .selected(chosen)
                .wrap_mode(egui::TextWrapMode::Extend);
            let response = ui.add(button);
            let label = format!("Colors by {}", text.to_lowercase());
            response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, &label));
            // The one that isn't chosen does the command.
            let response = match chosen {
                true => response,
                false => response.identified(Named::MapEnds.id()),
            };
            if response.clicked() {
                response.surrender_focus();
                if !chosen {
                    cx.run(Named::MapEnds);
                }
            }
            response.on_hover_text(tooltip(ui.ctx(), Named::MapEnds));
        }
        let graph = cx.document.session.rated().graph.graph();
        if graph.is_cyclic() && !cx.document.is_building() {
            ui.separator();
            let most = Leaves::most_plies(graph);
            let shown = leaves.and_then(Leaves::plies).or(self.plies);
            let mut plies = shown.unwrap_or(1);
            let words = cx.small("To ply");
            let label = ui.label(words);
            let field = egui::DragValue::new(&mut plies).range(1..=most).speed(0.1);
            let response = ui.add(field).labelled_by(label.id);
            let response = response.identified(ids::MAP_TO_PLY);
            if response.changed() && Some(plies) != shown {
                cx.push(Command::MapTo(plies));
            }
            response.on_hover_text(format!(
                "Infinite tree: mapped to this ply (maximum {most})"
            ));
        }
    }

    /// The zoom controls.
    fn view_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        for named in [Named::Fit, Named::ZoomOut, Named::ZoomIn, Named::ZoomToNode] {
            cx.icon_button(ui, named);
        }
        let seen = self.seen();
        let text = match seen.zoom {
            zoom if zoom < 0.01 => "1×".to_owned(),
            zoom if zoom < 13.0 => format!("{:.0}×", 2.0_f64.powf(zoom).max(1.0)),
            zoom => format!("2^{zoom:.0}×"),
        };
        let words = cx.small(&text);
        let label = egui::Label::new(words).wrap_mode(egui::TextWrapMode::Extend);
        ui.add(label)
            .on_hover_text("Zoom factor.\nScroll to zoom, drag to pan")
            .called(Role::Label, format!("Zoom {text}"));
        ui.add_space(4.0);
    }
}
