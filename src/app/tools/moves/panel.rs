//! The moves of the selected node as a table with sortable columns.

use eframe::egui::{self, Align, Id, Role, Sense, Stroke, Vec2};

use super::cells::outcome_text;
use super::columns::{MoveColumn, columns};
use super::places::{Need, Places};
use crate::app::base::{Identified as _, Pane, heading, ids};
use crate::app::document::{Document, MadeFor};
use crate::app::intent::{Command, Side};
use crate::app::parts::{Cx, Desk, Look, SMALL, Tool, measured_columns, table::Rows, wide};
use crate::diagram::{
    MoveOrder, MoveRow, MoveSort, Outcome, TreeView, move_row, move_tooltip, sorted_moves,
};
use crate::session::Action;
use crate::tree::{Edge, VertexKind};

/// The height of the headers.
const HEAD_HEIGHT: f32 = 22.0;
/// The height of a row.
const ROW_HEIGHT: f32 = 28.0;
/// Number of rows used to measure the widest texts.
const MEASURED: usize = 2_000;
/// Maximum width of the text about the winner, in points.
const MAX_OUTCOME: f32 = 150.0;

/// The state of the moves table.
#[derive(Default)]
pub struct MovesPanel {
    sort: Option<(MoveSort, MoveOrder)>,
    table: Option<MoveTable>,
}

/// The table of a node, made when another is selected, sorted or built.
struct MoveTable {
    made_for: MadeFor,
    sort: Option<MoveSort>,
    edges: Vec<Edge>,
    /// The mover's best moves, in the rules' order.
    best: Vec<Edge>,
    columns: Vec<MoveColumn>,
    needs: Vec<Need>,
    /// Whether text shows the winner.
    worded: bool,
    /// The row that is brought into sight when the table is first shown.
    reveal: Option<usize>,
}

impl MoveTable {
    fn new(
        ui: &egui::Ui,
        document: &Document,
        view: &TreeView<'_>,
        sort: Option<(MoveSort, MoveOrder)>,
    ) -> Self {
        let vertex = document.session.vertex();
        let order = sort.map(|(sort, order)| (order, sort.descending));
        let edges = sorted_moves(view, vertex, order);
        let mut best = view.best_moves(vertex);
        best.sort_unstable();
        let next = next_edge(document);
        let reveal = edges.iter().position(|edge| Some(*edge) == next);
        let rows = || {
            let edges = edges.iter().take(MEASURED);
            edges.map(|edge| move_row(view, vertex, *edge, &best))
        };
        let outcome = Outcome::is_told(view).then(|| {
            let widths = rows().map(|row| {
                let (words, print) = outcome_text(&row);
                wide(ui, words, print).ceil().min(MAX_OUTCOME)
            });
            widths.fold(0.0, f32::max)
        });
        let columns = columns(view, vertex, outcome);
        let widths = measured_columns(ui, columns.iter().map(|own| &own.column), rows());
        let needs = columns.iter().zip(widths);
        Self {
            made_for: MadeFor::now(document, view),
            sort: sort.map(|(sort, _)| sort),
            needs: needs
                .map(|(column, own)| (own.map(f32::ceil), column.min_move))
                .collect(),
            columns,
            worded: outcome.is_some(),
            reveal: Some(reveal.unwrap_or(0)),
            edges,
            best,
        }
    }

    /// The columns that fit, with their places.
    fn shown<'a>(
        &'a self,
        places: &'a Places,
    ) -> impl Iterator<Item = (&'a MoveColumn, egui::Rangef)> {
        let columns = self.columns.iter().zip(&places.ranges);
        columns.filter_map(|(column, range)| Some((column, (*range)?)))
    }

    /// One row; whether it was clicked.
    fn row_ui(
        &self,
        ui: &mut egui::Ui,
        cx: &Cx<'_>,
        row: &MoveRow,
        places: &Places,
        visited: bool,
    ) -> bool {
        let (line, response) = cx.line(ui, ROW_HEIGHT, Sense::click());
        let says = self.columns.iter().map(|column| (column.says)(row));
        let label = says.collect::<String>();
        let response = response
            .chosen(Role::Button, visited, &label)
            .identified(&ids::move_row(row.number));
        line.light(&response, visited);
        let look = Look {
            narrow: places.narrow,
            lit: visited || response.hovered() || response.has_focus(),
        };
        for (own, place) in self.shown(places) {
            line.cell((ui, cx), (&own.column, line.place(place)), row, look);
        }
        let clicked = response.clicked();
        // Beside the table, so that it covers no other row.
        let mut tooltip = egui::Tooltip::for_enabled(&response);
        tooltip.popup = tooltip
            .popup
            .anchor(response.rect)
            .align(egui::RectAlign::RIGHT_START)
            .gap(14.0)
            .width(360.0);
        tooltip.show(|ui| {
            let words = move_tooltip(cx.view, cx.document.session.vertex(), row);
            ui.label(words).identified(ids::TIP)
        });
        clicked
    }
}

/// The move to the child that was visited last.
fn next_edge(document: &Document) -> Option<Edge> {
    let visited = document.session.visited_child()?;
    document.session.unfolding().edge(visited)
}

impl Tool for MovesPanel {
    fn side(&self) -> Option<Side> {
        Some(Side::Moves)
    }

    fn offers_tab(&self, desk: &Desk) -> bool {
        desk.has_one_column()
    }

    /// The moves of the selected node: number, move, rating, plies to the end, exact size.
    fn left_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let whole = ui.available_rect_before_wrap().expand(6.0);
        Pane::Moves.begin(ui, whole, "Moves and line");
        heading(ui, "Moves");
        let vertex = cx.document.session.vertex();
        let graph = cx.view.labels.graph();
        if graph.is_leaf(vertex) {
            self.table = None;
            let words = match graph.kind(vertex) {
                VertexKind::Horizon(_) if cx.document.is_building() => "Not built yet",
                VertexKind::Horizon(_) => "Limit reached: the tree ends here",
                _ => "No moves: game over",
            };
            ui.label(cx.dim(words)).identified(ids::NO_MOVES);
            return;
        }
        let sort = self.sort.map(|(sort, _)| sort);
        let current = self
            .table
            .take()
            .filter(|table| table.sort == sort && table.made_for.is_now(cx.document, cx.view));
        let mut table =
            current.unwrap_or_else(|| MoveTable::new(ui, cx.document, cx.view, self.sort));
        let rows = Rows {
            name: "moves",
            count: table.edges.len(),
            height: ROW_HEIGHT,
            most: (ui.available_height() * 0.6).max(4.0 * ROW_HEIGHT),
        };
        // The scroll bar has a separate place.
        let width = ui.available_width() - rows.bar(8.0);
        let places = Places::new(&table.needs, table.worded, width);
        self.heads_ui(ui, cx, &table, &places);
        let before = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, 0.0);
        ui.add_space(-2.0);
        let next = next_edge(cx.document);
        let reveal = table.reveal.take();
        rows.ui(ui, reveal, |ui, index| {
            let edge = table.edges[index];
            let row = move_row(cx.view, vertex, edge, &table.best);
            if table.row_ui(ui, cx, &row, &places, next == Some(edge)) {
                cx.push(Command::Act(Action::Move(row.number - 1)));
            }
        });
        ui.spacing_mut().item_spacing.y = before;
        ui.add_space(2.0);
        self.table = Some(table);
    }
}

impl MovesPanel {
    /// The heads of the columns: a click sorts, another one turns the order around, and a third
    /// one brings the rules' order back.
    fn heads_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, table: &MoveTable, places: &Places) {
        let (heads, _) = cx.line(ui, HEAD_HEIGHT, Sense::hover());
        let sort = self.sort.map(|(sort, _)| sort);
        for (own, place) in table.shown(places) {
            let (by, order) = own.order;
            let kept_back = cx.view.hidden && own.tells_ratings;
            let sorted = sort.filter(|sort| sort.column == own.id && !kept_back);
            let side = places.gap.min(10.0) / 2.0;
            let hit = heads.place(place.expand(side));
            let hit = hit.intersect(heads.rect);
            let id = Id::unique("sort").with(own.id);
            let response = ui.interact(hit, id, Sense::click());
            let label = match sorted.map(|sort| sort.descending) {
                None => format!("Sort by {by}"),
                Some(true) => format!("Sort by {by}, now descending"),
                Some(false) => format!("Sort by {by}, now ascending"),
            };
            let response = response
                .chosen(Role::Button, sorted.is_some(), &label)
                .identified(&ids::move_head(own.id));
            cx.line_in(ui, hit).light(&response, false);
            let words = &own.column.heads[usize::from(places.narrow)];
            let print = SMALL.dim_if(sorted.is_none());
            let align = own.column.align;
            let used = heads.put(heads.place(place), align, print, words);
            if let Some(sort) = sorted {
                let x = match align {
                    Align::Min => used.right() + 7.0,
                    _ => used.left() - 7.0,
                };
                let at = egui::pos2(x, heads.rect.center().y);
                arrow(ui.painter(), at, sort.descending, cx.theme.text);
            }
            if response.clicked() && !kept_back {
                self.sort = MoveSort::clicked(sort, own.id).map(|sort| (sort, order));
            }
            let next = match sorted.map(|sort| sort.descending) {
                _ if kept_back => "Sorting is off while ratings are hidden",
                None => "Click to sort: the smallest first",
                Some(false) => "Click again for the largest first",
                Some(true) => "Click again for the rules' order",
            };
            response.on_hover_ui(|ui| {
                ui.label(format!("{}\n{next}", own.about));
            });
        }
        heads.underline();
    }
}

/// A small triangle: up where the smallest come first, down where the largest do.
fn arrow(painter: &egui::Painter, at: egui::Pos2, down: bool, color: egui::Color32) {
    let tip = if down { 3.0 } else { -3.0 };
    let corners = vec![
        at + Vec2::new(-3.5, -tip),
        at + Vec2::new(3.5, -tip),
        at + Vec2::new(0.0, tip),
    ];
    painter.add(egui::Shape::convex_polygon(corners, color, Stroke::NONE));
}
