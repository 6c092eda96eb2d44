//! The map with its controls in the middle of the window. Its leaves are counted on a background
//! thread when it is first shown, and again only for another graph or ply limit. Until then a
//! placeholder shows the progress, with the positions of each ply.

use std::sync::Arc;

use eframe::egui::{self, Align2, Painter, Rect, Role, Sense, Vec2, WidgetInfo};

use super::MapPanel;
use super::mesh::MapLook;
use crate::app::base::{Identified as _, SlotStart, SlotState, font, ids, size, waker};
use crate::app::intent::places::tooltip;
use crate::app::intent::{Command, CommandId};
use crate::app::parts::bar::{above, bar};
use crate::app::parts::{Cx, above_ui, legend_ui, measured, zoom_ui};
use crate::diagram::{MapColors, MapOccurring, MapTree, map_hits_legend, map_legend};
use crate::tree::{Leaves, Pictures};
use crate::words::short_number;

/// The width of the ply numbers at the left.
const GUTTER: f32 = 34.0;
/// At the right of the map.
const RIGHT: f32 = 12.0;
/// Below this width the controls have two rows: for a pointer, and on a slim window.
const TWO_ROWS: [f32; 2] = [440.0, 225.0];

impl MapPanel {
    /// The map with all that belongs to it.
    pub(super) fn area_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let screen = ui.available_rect_before_wrap();
        let leaves = self.leaves(cx.document);
        let room = cx.desk.over().room(screen.width());
        let graph = cx.document.session.rated().graph.graph();
        let needed = match (cx.desk.is_slim, graph.is_cyclic()) {
            (true, false) => TWO_ROWS[1],
            _ => TWO_ROWS[0],
        };
        let own = if room < needed { 2 } else { 1 };
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
        let below = match cx.desk.shows_legend() {
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
        let looks = self.inks.version_of(look);
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
        response
            .widget_info(|| WidgetInfo::labeled(Role::Canvas, true, self.description(&tree, seen)));
        let response = response.identified(ids::MAP);
        self.pointer_ui(ui, cx, &response, &tree);
        if let Some(small) = small {
            self.minimap_ui(ui, cx, small, &tree);
        }
        if cx.desk.shows_legend() {
            legend_ui(ui.ctx(), screen, cx, &entries);
        }
    }

    /// The choice of the colors, and of a cyclic game's ply limit.
    fn colors_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, leaves: Option<&Leaves>) {
        for (ends, text) in [(false, "Ratings"), (true, "Ends")] {
            let chosen = cx.desk.settings.map_ends == ends;
            let words = egui::RichText::new(text).color(cx.theme.text_color(chosen));
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
                false => response.identified(CommandId::MapEnds.id()),
            };
            if response.was_clicked() && !chosen {
                cx.run(CommandId::MapEnds);
            }
            response.on_hover_text(tooltip(ui.ctx(), CommandId::MapEnds));
        }
        let graph = cx.document.session.rated().graph.graph();
        if graph.is_cyclic() && !cx.document.is_building() {
            ui.separator();
            let max = Leaves::most_plies(graph);
            let shown = leaves.and_then(Leaves::plies).or(self.plies);
            let mut plies = shown.unwrap_or(1);
            let phrase = cx.small("To ply");
            let label = ui.label(phrase);
            let field = egui::DragValue::new(&mut plies).range(1..=max).speed(0.1);
            let response = ui.add(field).labelled_by(label.id);
            let response = response.identified(ids::MAP_TO_PLY);
            if response.changed() && Some(plies) != shown {
                cx.push(Command::MapTo(plies));
            }
            response.on_hover_text(format!("Infinite tree: mapped to this ply (maximum {max})"));
        }
    }

    /// The zoom controls.
    fn view_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        zoom_ui(ui, cx, |_| {});
        cx.icon_button(ui, CommandId::ZoomToNode);
        if cx.desk.is_slim {
            return;
        }
        let seen = self.seen();
        let text = match seen.zoom {
            zoom if zoom < 0.01 => "1×".to_owned(),
            zoom if zoom < 13.0 => format!("{:.0}×", 2.0_f64.powf(zoom).max(1.0)),
            zoom => format!("2^{zoom:.0}×"),
        };
        let phrase = cx.small(&text);
        let label = egui::Label::new(phrase).wrap_mode(egui::TextWrapMode::Extend);
        ui.add(label)
            .on_hover_text("Zoom factor.\nScroll to zoom, drag to pan")
            .called(Role::Label, format!("Zoom {text}"));
        ui.add_space(4.0);
    }
}

/// The height of a list row.
const LINE: f32 = 18.0;
/// Maximum width of the list.
const WIDE: f32 = 420.0;

/// Says why there is no map yet.
pub(super) fn busy_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    screen: Rect,
    top: f32,
    state: &SlotState<Arc<Leaves>, LeafCount>,
) {
    let (counted, stopped) = match state {
        SlotState::Running(_, shared_progress) => (shared_progress.now().clone(), None),
        SlotState::Cancelled => (LeafCount::default(), Some("Counting canceled".to_owned())),
        SlotState::Fault(why) => (LeafCount::default(), Some(why.to_string())),
        SlotState::Unknown | SlotState::Known(_) => (LeafCount::default(), None),
    };
    ui.painter_at(screen)
        .rect_filled(screen, 0.0, cx.theme.ground);
    let head = match (cx.document.progress(), &stopped) {
        (Some(progress), _) => format!(
            "The map appears when the tree is built ({} positions)",
            short_number(progress.positions)
        ),
        (None, Some(why)) => why.clone(),
        (None, None) => format!("Counting ends: {:.0} %", counted.share * 100.0),
    };
    let max = (screen.width() - 48.0).max(80.0);
    let job =
        egui::text::LayoutJob::simple(head.clone(), font(size::BODY, true), cx.theme.text, max);
    let galley = ui.painter().layout_job(job);
    // The sentence is on one line if there is space for it.
    let width = max.min(WIDE.max(galley.size().x));
    let at = egui::pos2(screen.center().x - width / 2.0, screen.top() + top + 28.0);
    let (_, response) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    let label = match counted.positions.is_empty() {
        true => head,
        false => format!("{head}; {} plies so far", counted.positions.len()),
    };
    response
        .called(Role::Label, &label)
        .identified(ids::MAP_BUSY);
    let below = at + egui::vec2(0.0, galley.size().y + 8.0);
    ui.painter().galley(at, galley, cx.theme.text);
    if stopped.is_some() && cx.document.progress().is_none() {
        let rect = Rect::from_min_size(below, egui::vec2(120.0, 28.0));
        let button = egui::Button::new("Count again").fill(cx.theme.soft);
        if ui.put(rect, button).identified(ids::MAP_COUNT).clicked() {
            cx.run(CommandId::ShowMap);
        }
    } else if !counted.positions.is_empty() {
        let line = Rect::from_min_size(below, egui::vec2(width, LINE));
        paint_plies(&ui.painter_at(screen), cx, line, &counted.positions);
    }
}

/// Lists the positions of each ply, as far as they are known: from this line on, as long as there
/// is room.
fn paint_plies(painter: &Painter, cx: &Cx<'_>, mut line: Rect, positions: &[u64]) {
    let text = |rect: Rect, align: Align2, text: String, color: egui::Color32| {
        let small = font(size::SMALL, false);
        painter.text(align.pos_in_rect(&rect), align, text, small, color);
    };
    let head = "New positions at each ply";
    text(line, Align2::LEFT_CENTER, head.to_owned(), cx.theme.dim);
    line = line.translate(egui::vec2(0.0, LINE + 2.0));
    // The last ones, where there is no room for all.
    let room = ((painter.clip_rect().bottom() - line.top() - 12.0) / LINE).max(1.0) as usize;
    let first = positions.len().saturating_sub(room);
    let max = positions.iter().copied().max().unwrap_or(1).max(1);
    for (ply, &positions) in positions.iter().enumerate().skip(first) {
        let wide = (line.width() - 150.0).max(10.0) * (positions as f32 / max as f32);
        text(
            line,
            Align2::LEFT_CENTER,
            format!("ply {ply}"),
            cx.theme.dim,
        );
        let bar = Rect::from_min_size(
            line.min + egui::vec2(56.0, 4.0),
            egui::vec2(wide.max(1.0), LINE - 8.0),
        );
        painter.rect_filled(bar, 2.0, cx.theme.line);
        text(
            line,
            Align2::RIGHT_CENTER,
            short_number(positions),
            cx.theme.text,
        );
        line = line.translate(egui::vec2(0.0, LINE));
    }
}

/// The progress of counting.
#[derive(Clone, Debug, Default)]
pub(crate) struct LeafCount {
    /// From 0 to 1.
    pub share: f32,
    /// The positions of each ply, as far as they are known.
    pub positions: Vec<u64>,
}

/// Starts to count the leaves of a graph, down to a ply if there is one.
pub(super) fn begin(
    graph: &Arc<dyn Pictures>,
    plies: Option<u32>,
    ctx: &egui::Context,
) -> SlotStart<Arc<Leaves>, LeafCount> {
    let graph = Arc::clone(graph);
    SlotStart::Thread {
        name: "doomtree-leaves",
        label: "counting ends".to_owned(),
        wake: waker(ctx),
        told: LeafCount::default(),
        work: Box::new(move |cancelled, progress| {
            Box::pin(async move {
                let graph = graph.graph();
                let all = Leaves::size(graph, plies) as f32;
                let found = |positions: &[u64]| progress.now().positions = positions.to_vec();
                let count = Leaves::count(graph, plies, &cancelled.ctl, found);
                let report = |done: u64| progress.now().share = (done as f32 / all).min(1.0);
                Ok(Arc::new(cancelled.ctl.reporting(count, report).await))
            })
        }),
    }
}
