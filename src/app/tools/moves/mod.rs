//! The moves of the selected node as a table with sortable columns. The columns' places depend on
//! their content and the panel's width.

mod columns;

use eframe::egui::{self, Align, Id, Rangef, Role, Sense, Stroke, Vec2};

use crate::app::base::{Identified as _, Pane, heading, ids};
use crate::app::document::{Document, MadeFor};
use crate::app::intent::{Command, SidePanel};
use crate::app::parts::table::TableRows;
use crate::app::parts::{Cx, Desk, RowLook, SMALL, Tool, measured_columns, wide};
use crate::diagram::{
    MoveRow, MoveSort, MoveSortKey, ProvenResult, TreeView, move_row, move_tooltip, sorted_moves,
};
use crate::session::Action;
use crate::tree::{Edge, VertexKind};
use columns::{MIN_MOVE, MoveColumn, all_columns, outcome_text};

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
    sort: Option<(MoveSort, MoveSortKey)>,
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
        sort: Option<(MoveSort, MoveSortKey)>,
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
        let outcome = ProvenResult::is_told(view).then(|| {
            let widths = rows().map(|row| {
                let (text, print) = outcome_text(&row);
                wide(ui, text, print).ceil().min(MAX_OUTCOME)
            });
            widths.fold(0.0, f32::max)
        });
        let columns = all_columns(view, vertex, outcome);
        let widths = measured_columns(
            ui,
            columns.iter().map(|move_column| &move_column.column),
            rows(),
        );
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
        places: &'a ColumnPlaces,
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
        places: &ColumnPlaces,
        visited: bool,
    ) -> bool {
        let (line, response) = cx.line(ui, cx.row_height(ROW_HEIGHT), Sense::click());
        let says = self.columns.iter().map(|column| (column.says)(row));
        let label = says.collect::<String>();
        let response = response
            .chosen(Role::Button, visited, &label)
            .identified(&ids::move_row(row.number));
        line.light(&response, visited);
        let look = RowLook {
            narrow: places.narrow,
            lit: visited || response.hovered() || response.has_focus(),
        };
        for (move_column, range) in self.shown(places) {
            line.cell(
                (ui, cx),
                (&move_column.column, line.column_rect(range)),
                row,
                look,
            );
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
            let text = move_tooltip(cx.view, cx.document.session.vertex(), row);
            ui.label(text).identified(ids::TIP)
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
    fn side(&self) -> Option<SidePanel> {
        Some(SidePanel::Moves)
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
            let text = match graph.kind(vertex) {
                VertexKind::Horizon(_) if cx.document.is_building() => "Not built yet",
                _ if cx.view.is_unfinished(vertex) => "Not finished yet",
                VertexKind::Horizon(_) => "Limit reached: the tree ends here",
                _ => "No moves: game over",
            };
            ui.label(cx.dim(text)).identified(ids::NO_MOVES);
            return;
        }
        let sort = self.sort.map(|(sort, _)| sort);
        let current = self
            .table
            .take()
            .filter(|table| table.sort == sort && table.made_for.is_now(cx.document, cx.view));
        let mut table =
            current.unwrap_or_else(|| MoveTable::new(ui, cx.document, cx.view, self.sort));
        let rows = TableRows {
            name: "moves",
            count: table.edges.len(),
            height: cx.row_height(ROW_HEIGHT),
            max: (ui.available_height() * 0.6).max(4.0 * cx.row_height(ROW_HEIGHT)),
        };
        // The scroll bar has a separate place.
        let width = ui.available_width() - rows.bar(8.0);
        let places = ColumnPlaces::new(&table.needs, table.worded, width);
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
    fn heads_ui(
        &mut self,
        ui: &mut egui::Ui,
        cx: &Cx<'_>,
        table: &MoveTable,
        places: &ColumnPlaces,
    ) {
        let (heads, _) = cx.line(ui, HEAD_HEIGHT, Sense::hover());
        let sort = self.sort.map(|(sort, _)| sort);
        for (column, range) in table.shown(places) {
            let (by, order) = column.order;
            let kept_back = cx.view.hidden && column.tells_ratings;
            let sorted = sort.filter(|sort| sort.column == column.id && !kept_back);
            let side = places.gap.min(10.0) / 2.0;
            let hit = heads.column_rect(range.expand(side));
            let hit = hit.intersect(heads.rect);
            let id = Id::unique("sort").with(column.id);
            let response = ui.interact(hit, id, Sense::click());
            let label = match sorted.map(|sort| sort.descending) {
                None => format!("Sort by {by}"),
                Some(true) => format!("Sort by {by}, now descending"),
                Some(false) => format!("Sort by {by}, now ascending"),
            };
            let response = response
                .chosen(Role::Button, sorted.is_some(), &label)
                .identified(&ids::move_head(column.id));
            cx.line_in(ui, hit).light(&response, false);
            let text = &column.column.heads[usize::from(places.narrow)];
            let print = SMALL.dim_if(sorted.is_none());
            let align = column.column.align;
            let used = heads.put(heads.column_rect(range), align, print, text);
            if let Some(sort) = sorted {
                let x = match align {
                    Align::Min => used.right() + 7.0,
                    _ => used.left() - 7.0,
                };
                let at = egui::pos2(x, heads.rect.center().y);
                arrow(ui.painter(), at, sort.descending, cx.theme.text);
            }
            if response.clicked() && !kept_back {
                self.sort = MoveSort::clicked(sort, column.id).map(|sort| (sort, order));
            }
            let next = match sorted.map(|sort| sort.descending) {
                _ if kept_back => "Sorting is off while ratings are hidden",
                None => "Click to sort: the smallest first",
                Some(false) => "Click again for the largest first",
                Some(true) => "Click again for the rules' order",
            };
            response.on_hover_ui(|ui| {
                ui.label(format!("{}\n{next}", column.about));
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

/// Between the panel's edge and the first and last column.
const PAD: f32 = 5.0;

/// Between two columns.
const GAP: f32 = 14.0;

/// Between two columns where there is less room.
const CLOSE_GAP: f32 = 9.0;

/// Between two columns of a narrow table.
const NARROW_GAP: f32 = 6.0;

/// The width for node counts beside text about the winner.
const NODES: f32 = 80.0;

/// The gap between the number and the move when text shows the winner.
const NUMBER_GAP: f32 = 10.0;

/// Maximum additional distance of columns if there is space.
const APART: f32 = 26.0;

/// The widths of a column's texts, and of the shorter ones; and the least move for which it may be
/// left out.
pub(crate) type Need = ([f32; 2], Option<f32>);

/// The indices of the first columns.
const NUMBER: usize = 0;

const MOVE: usize = 1;

const WINNER: usize = 2;

/// The place of each column, in points from the table's left edge; `None` if it doesn't fit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ColumnPlaces {
    pub ranges: Vec<Option<Rangef>>,
    /// Whether heads, marks and counts are the shorter ones.
    pub narrow: bool,
    /// Between two columns.
    pub gap: f32,
}

impl ColumnPlaces {
    /// Places the columns of a table with this width; `worded` if text shows the winner.
    pub fn new(needs: &[Need], worded: bool, width: f32) -> Self {
        if worded {
            return Self::worded(needs, width);
        }
        // The move takes the rest.
        let fixed = |narrow: bool| {
            let widths = needs.iter().map(|(widths, _)| widths[usize::from(narrow)]);
            let mut fixed: Vec<Option<f32>> = widths.map(Some).collect();
            fixed[MOVE] = None;
            fixed
        };
        let room = width - 2.0 * PAD;
        let wide = fixed(false);
        let wanted = needs[MOVE].0[0].min((width * 0.42).max(110.0));
        for gap in [GAP, CLOSE_GAP] {
            let rest = rest(room, &wide, gap);
            if rest >= wanted {
                // The rest of the width separates the numbers, and what remains goes to the move.
                let columns = wide.iter().flatten().count() as f32;
                let apart = ((rest - wanted) * 0.6 / columns).min(APART);
                return Self::placed(&wide, false, gap + apart, width);
            }
        }
        let mut narrow = fixed(true);
        for (column, (_, min_move)) in needs.iter().enumerate() {
            let is_short = |min| rest(room, &narrow, NARROW_GAP) < needs[MOVE].0[1].min(min);
            if min_move.is_some_and(is_short) {
                narrow[column] = None;
            }
        }
        Self::placed(&narrow, true, NARROW_GAP, width)
    }

    /// The same when text shows the winner: number, move, text and mark from the left, and the
    /// others at the right if they have ample space.
    fn worded(needs: &[Need], width: f32) -> Self {
        let [number, mv, rating] = [NUMBER, MOVE, WINNER].map(|column| needs[column].0);
        let (left, mut right) = (PAD + number[0] + NUMBER_GAP, width - PAD);
        let narrow = left + mv[0] + GAP + rating[0] > right;
        let rating = rating[usize::from(narrow)];
        let gap = if narrow { CLOSE_GAP } else { GAP };
        let mv = mv[0].min((right - left - gap - rating).max(MIN_MOVE));
        let told = left + mv + gap;
        let end = (told + rating).min(right);
        let mut ranges = vec![None; needs.len()];
        ranges[NUMBER] = Some(Rangef::new(PAD, PAD + number[0]));
        ranges[MOVE] = Some(Rangef::new(left, left + mv));
        ranges[WINNER] = Some(Rangef::new(told, end));
        for (column, ([wide, _], _)) in needs.iter().enumerate().skip(WINNER + 1).rev() {
            // They don't come and go with the size of the numbers.
            if end + 2.0 * GAP + wide.max(NODES) <= right {
                ranges[column] = Some(Rangef::new(right - wide, right));
                right -= wide + gap;
            }
        }
        Self {
            ranges,
            narrow,
            gap,
        }
    }

    fn placed(fixed: &[Option<f32>], narrow: bool, gap: f32, width: f32) -> Self {
        let mut ranges = vec![None; fixed.len()];
        let number = fixed[NUMBER].unwrap_or(0.0);
        ranges[NUMBER] = Some(Rangef::new(PAD, PAD + number));
        let mut right = width - PAD;
        for (column, wide) in fixed.iter().enumerate().skip(MOVE + 1).rev() {
            if let Some(wide) = wide {
                ranges[column] = Some(Rangef::new(right - wide, right));
                right -= wide + gap;
            }
        }
        // The number is close to its move.
        let left = PAD + number + NARROW_GAP;
        ranges[MOVE] = Some(Rangef::new(left, right.max(left)));
        Self {
            ranges,
            narrow,
            gap,
        }
    }
}

/// The rest for the move.
fn rest(room: f32, fixed: &[Option<f32>], gap: f32) -> f32 {
    let columns = fixed.iter().flatten().count() as f32;
    let taken: f32 = fixed.iter().flatten().sum();
    room - taken - columns * gap
}

#[cfg(test)]
mod tests {
    use super::columns::MIN_SHORT_MOVE;
    use super::*;

    /// Number, move, rating, plies to the end, and nodes.
    fn needs() -> Vec<Need> {
        vec![
            ([12.0; 2], None),
            ([74.0, 56.0], None),
            ([50.0; 2], None),
            ([42.0, 28.0], Some(MIN_MOVE)),
            ([78.0, 54.0], Some(MIN_SHORT_MOVE)),
        ]
    }

    /// The same with a probability before the rating.
    fn dice(chance: f32) -> Vec<Need> {
        let mut needs = needs();
        needs.insert(WINNER, ([chance; 2], None));
        needs
    }

    /// Number, move, winner and nodes.
    fn worded(mv: f32, winner: [f32; 2]) -> Vec<Need> {
        let mut needs = needs();
        needs.remove(3);
        needs[MOVE].0 = [mv; 2];
        needs[WINNER].0 = winner;
        needs
    }

    fn span(places: &ColumnPlaces, column: usize) -> Rangef {
        places.ranges[column].expect("a column")
    }

    #[test]
    fn no_column_overlaps_another_at_any_width() {
        for mut needs in [needs(), dice(44.0)] {
            for mv in [30.0, 74.0, 2_000.0] {
                needs[MOVE].0 = [mv, (mv - 18.0_f32).max(30.0)];
                for width in 236..900 {
                    let places = ColumnPlaces::new(&needs, false, width as f32);
                    let placed: Vec<Rangef> = places.ranges.iter().flatten().copied().collect();
                    for pair in placed.windows(2) {
                        assert!(pair[0].max + 4.0 < pair[1].min, "{width}: {places:?}");
                    }
                    assert!(placed[0].min >= 0.0);
                    assert!(placed[placed.len() - 1].max <= width as f32);
                    assert!(span(&places, MOVE).span() >= 30.0, "{width}: {places:?}");
                }
            }
        }
    }

    #[test]
    fn words_on_who_wins_are_whole_at_every_width_and_nodes_come_where_there_is_room() {
        for mv in [30.0, 48.0, 2_000.0] {
            let needs = worded(mv, [170.0, 142.0]);
            for width in 236..900 {
                let width = width as f32;
                let places = ColumnPlaces::new(&needs, true, width);
                let (mv, range) = (span(&places, MOVE), span(&places, WINNER));
                let needed = if places.narrow { 142.0 } else { 170.0 };
                let whole = needs[MOVE].0[0];
                assert!(
                    mv.span() >= whole.min(MIN_MOVE) && mv.max < range.min,
                    "{width}"
                );
                assert!(range.max <= width, "{width}: {places:?}");
                if whole < 50.0 {
                    assert!(range.span() >= needed - 0.1, "{width}: {places:?}");
                }
                if let Some(nodes) = places.ranges[3] {
                    assert!(range.max + GAP < nodes.min && nodes.max <= width);
                }
            }
        }
        let nodes = |width| ColumnPlaces::new(&worded(74.0, [140.0, 50.0]), true, width).ranges[3];
        assert!(nodes(312.0).is_none() && nodes(420.0).is_some());
    }

    #[test]
    fn a_narrow_panel_shortens_counts_and_a_wide_one_moves_the_columns_apart() {
        let of = |width| ColumnPlaces::new(&needs(), false, width);
        let narrow = of(236.0);
        assert!(narrow.narrow);
        assert!(narrow.ranges[3].is_some());
        let narrower = of(190.0);
        assert!(narrower.ranges[3].is_none());
        assert!(narrower.ranges[4].is_some());
        let phone = ColumnPlaces::new(&dice(40.0), false, 180.0);
        assert!(phone.ranges[5].is_none());
        let mv = span(&phone, MOVE);
        assert!(mv.span() >= MIN_SHORT_MOVE, "{mv:?}");
        let usual = of(330.0);
        assert!(!usual.narrow);
        assert!(of(576.0).gap > usual.gap);
    }
}
