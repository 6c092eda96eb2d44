//! The statistics view: the counts of the position graph and the complete tree, in tables and
//! plots. A table has names at the left and right-aligned numbers; only visible rows are drawn, and
//! each is read aloud in one sentence. A number is never cut: if its digits don't fit, it is a
//! power of ten.

mod page;
mod plots;

use eframe::egui::{self, Role, Sense, Vec2, WidgetInfo};

use crate::app::base::{Identified as _, Scrolled, Slot, SlotStart, ids, size, waker};
use crate::app::document::OfTree;
use crate::app::intent::{Command, CommandId, MainView};
use crate::app::parts::{
    BackgroundWork, Column, Cx, Desk, Responder, RowLook, SMALL, TableCell, Tool, measured_columns,
};
use crate::export::csv::statistics_csv;
use crate::session::{Rated, Statistics};

/// Maximum vertices and edges of a graph that is counted before the next frame.
const AT_ONCE: usize = 3_000;

/// The state of the statistics view.
pub struct StatisticsPanel {
    /// The counts; the progress is a text.
    counted: Slot<OfTree, Box<Statistics>, String>,
    /// The scroll state of the page.
    page: Scrolled,
    /// Whether every ply of many is shown.
    all_plies: bool,
}

impl Default for StatisticsPanel {
    fn default() -> Self {
        Self {
            counted: Slot::default(),
            page: Scrolled::new("Statistics"),
            all_plies: false,
        }
    }
}

/// Starts to count.
fn begin(rated: &Rated, ctx: &egui::Context) -> SlotStart<Box<Statistics>, String> {
    let graph = rated.graph.graph();
    if graph.len() + graph.edge_count() <= AT_ONCE {
        return SlotStart::Done(Ok(Box::new(Statistics::of(rated))));
    }
    let (rated, wake) = (rated.clone(), waker(ctx));
    SlotStart::Thread {
        name: "doomtree-statistics",
        label: "counting the tree".to_owned(),
        wake: waker(ctx),
        told: "Counting the lines to every position: 0 %".to_owned(),
        work: Box::new(move |cancelled, progress| {
            Box::pin(async move {
                let show = |text| {
                    let mut now = progress.now();
                    if *now != text {
                        *now = text;
                        drop(now);
                        wake();
                    }
                };
                Ok(Box::new(
                    Statistics::find(&rated, &cancelled.ctl, &show).await,
                ))
            })
        }),
    }
}

impl Tool for StatisticsPanel {
    fn middle(&self) -> Option<MainView> {
        Some(MainView::Statistics)
    }

    fn middle_ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        self.area_ui(ui, cx);
    }

    /// Starts counting once the statistics are shown and the graph is built.
    fn poll(&mut self, desk: &mut Desk, ctx: &egui::Context) {
        let now = OfTree::now(&desk.document);
        if !self.counted.is_of(&now) {
            self.all_plies = false;
            if desk.middle != MainView::Statistics || desk.document.is_building() {
                self.counted.forget();
                return;
            }
        }
        let rated = desk.document.session.rated();
        self.counted.want(now, || begin(rated, ctx));
    }

    fn work(&self, _desk: &Desk) -> Option<BackgroundWork> {
        let running = self.counted.is_running();
        running.then(|| BackgroundWork::on_thread("statistics are being counted"))
    }

    fn cancel(&mut self, desk: &mut Desk) -> bool {
        desk.tell_stopped(self.counted.cancel(), "Canceled counting")
    }

    fn keys(&mut self, desk: &mut Desk, ctx: &egui::Context) -> bool {
        if desk.shows(MainView::Statistics) {
            self.page.keys(ctx);
        }
        false
    }

    fn is_enabled(&self, desk: &Desk, named: CommandId) -> Option<bool> {
        (named == CommandId::CopyStatistics)
            .then(|| desk.middle == MainView::Statistics && self.known().is_some())
    }

    fn run(
        &mut self,
        desk: &mut Desk,
        ctx: &egui::Context,
        command: &Command,
    ) -> Option<Responder> {
        if *command != Command::Named(CommandId::CopyStatistics) {
            return None;
        }
        if let Some(statistics) = self.known() {
            let text = statistics_csv(desk.document.session.rated(), statistics, desk.hidden);
            let lines = text.lines().count();
            desk.copy(
                ctx,
                text,
                format!("Copied {lines} lines of comma-separated values"),
            );
        }
        Some(Responder::Window)
    }
}

impl StatisticsPanel {
    /// The counts, once they are complete.
    pub fn known(&self) -> Option<&Statistics> {
        self.counted.known().map(|statistics| &**statistics)
    }

    /// The scroll offset of the page, in points.
    pub fn scrolled(&self) -> f32 {
        self.page.offset()
    }
}

const ROW: f32 = 21.0;
const HEAD: f32 = 22.0;
/// Between two columns.
const GAP: f32 = 16.0;
/// Before the first column and after the last, together.
const EDGES: f32 = 6.0;
/// Number of rows used to measure the widest texts.
const MEASURED: usize = 400;
/// A longer table shows its first rows …
const FIRST: usize = 24;
/// … and its last ones, until all are requested …
const LAST: usize = 8;
/// … which is possible up to this many.
const MAX_ROWS: usize = 100_000;
/// Maximum rows exposed to screen readers, visible or not.
const MAX_READ: usize = 70;
/// The names of the rows are shortened before numbers leave the table, but to no less than this.
const MIN_NAME: f32 = 70.0;

/// A table that is drawn.
struct StatisticsTable<'a> {
    pub name: &'static str,
    pub columns: Vec<Column<'a, usize>>,
    pub rows: usize,
}

/// The drawn rows of a table, and the widths of its columns.
struct DrawnTable {
    /// Left out are the rows from here …
    from: usize,
    /// … to here.
    to: usize,
    widths: Vec<f32>,
    spare: f32,
    taken: f32,
    narrow: bool,
}

impl DrawnTable {
    fn is_cut(&self) -> bool {
        self.from < self.to
    }

    /// The number of lines below the header, one of them for omitted rows.
    fn lines(&self, rows: usize) -> usize {
        rows - (self.to - self.from) + usize::from(self.is_cut())
    }

    /// The row that a line shows; `None` for those that are left out.
    fn row(&self, line: usize) -> Option<usize> {
        match line {
            line if !self.is_cut() || line < self.from => Some(line),
            line if line == self.from => None,
            line => Some(line - self.from - 1 + self.to),
        }
    }
}

impl StatisticsTable<'_> {
    /// The width needed to show every number with all of its digits.
    pub fn needed(&self, ui: &egui::Ui, all: bool) -> f32 {
        let widths = self.widths(ui, self.left_out(all));
        taken(&widths.map(|[usual, _]| usual).collect::<Vec<_>>(), 0.0)
    }

    fn left_out(&self, all: bool) -> (usize, usize) {
        let few = FIRST + LAST + 8;
        if self.rows <= few || (all && self.rows <= MAX_ROWS) {
            (self.rows, self.rows)
        } else {
            (FIRST, self.rows - LAST)
        }
    }

    fn widths(
        &self,
        ui: &egui::Ui,
        (from, to): (usize, usize),
    ) -> impl Iterator<Item = [f32; 2]> + Clone {
        let step = (self.rows - (to - from)).div_ceil(MEASURED).max(1);
        let rows = (0..from).chain(to..self.rows).step_by(step);
        measured_columns(ui, self.columns.iter(), rows).into_iter()
    }

    fn drawn(&self, ui: &egui::Ui, all: bool) -> DrawnTable {
        let (from, to) = self.left_out(all);
        let width = ui.available_width();
        let both = self.widths(ui, (from, to));
        let mut widths: Vec<f32> = both.clone().map(|[usual, _]| usual).collect();
        let narrow = taken(&widths, 0.0) > width;
        if narrow {
            widths = both.map(|[_, narrow]| narrow).collect();
            let beyond = (taken(&widths, 0.0) - width).max(0.0);
            widths[0] = (widths[0] - beyond).max(widths[0].min(MIN_NAME));
        }
        // The rest of the width goes between the columns, within a limit that keeps rows together.
        let gaps = (widths.len() - 1).max(1) as f32;
        let spare = ((width - taken(&widths, 0.0)) / gaps).clamp(0.0, 26.0);
        DrawnTable {
            from,
            to,
            taken: taken(&widths, spare),
            widths,
            spare,
            narrow,
        }
    }

    /// Draws it; with `all` every row, otherwise the first and the last of many. Returns whether
    /// all are requested.
    pub fn ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, all: bool) -> bool {
        let drawn = self.drawn(ui, all);
        let mut asked = false;
        let mut body = |ui: &mut egui::Ui| {
            ui.set_width(drawn.taken.max(60.0));
            ui.spacing_mut().item_spacing.y = 0.0;
            self.heads_ui(ui, cx, &drawn);
            let lines = drawn.lines(self.rows);
            let size = Vec2::new(drawn.taken, lines as f32 * ROW);
            let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
            let sight = ui.clip_rect();
            let line_at = |y: f32| ((y - rect.top()) / ROW).clamp(0.0, lines as f32);
            let seen =
                line_at(sight.top()).floor() as usize..line_at(sight.bottom()).ceil() as usize;
            // A screen reader has all rows of a short table.
            let shown = if lines <= MAX_READ { 0..lines } else { seen };
            for line in shown {
                let top = rect.top() + line as f32 * ROW;
                let place = egui::Rect::from_min_size(
                    egui::pos2(rect.left(), top),
                    Vec2::new(drawn.taken, ROW),
                );
                match drawn.row(line) {
                    Some(row) => self.row_ui(ui, cx, row, place, &drawn),
                    None => asked |= self.left_out_ui(ui, cx, place, &drawn),
                }
            }
        };
        if drawn.taken > ui.available_width() + 1.0 {
            // A very narrow window.
            egui::ScrollArea::horizontal()
                .id_salt((self.name, "across"))
                .show(ui, body);
        } else {
            body(ui);
        }
        asked
    }

    fn heads_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, drawn: &DrawnTable) {
        let (rect, _) = ui.allocate_exact_size(Vec2::new(drawn.taken, HEAD), Sense::hover());
        cx.line_in(ui, rect)
            .heads(&self.columns, places(rect, drawn));
    }

    /// The line for omitted rows; returns whether they are requested.
    fn left_out_ui(
        &self,
        ui: &mut egui::Ui,
        cx: &Cx<'_>,
        rect: egui::Rect,
        drawn: &DrawnTable,
    ) -> bool {
        let many = crate::diagram::short_count(crate::tree::Count::Exact(&[
            (drawn.to - drawn.from) as u64,
        ]));
        if self.rows > MAX_ROWS {
            let phrase = format!("… {many} more: “Copy as CSV” has them");
            cx.line_in(ui, rect).print_left(rect, SMALL, &phrase);
            return false;
        }
        let text = egui::RichText::new(format!("Show {many} more")).size(size::SMALL);
        let button = egui::Button::new(text).corner_radius(4.0);
        let response = ui.put(rect.shrink2(Vec2::new(0.0, 1.0)), button);
        response.identified(ids::SHOW_MORE).clicked()
    }

    fn row_ui(
        &self,
        ui: &mut egui::Ui,
        cx: &Cx<'_>,
        row: usize,
        rect: egui::Rect,
        drawn: &DrawnTable,
    ) {
        let response = ui.interact(rect, ui.scope_id().with((self.name, row)), Sense::hover());
        let said = |text: &str| -> Vec<String> {
            let columns = self.columns.iter();
            let said = columns.map(|column| {
                let TableCell { whole, .. } = (column.cell)(&row);
                format!("{}{text}{whole}", column.heads[0])
            });
            said.collect()
        };
        let text_of = || said(" ").join(", ");
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text_of()));
        let response = response.identified(&ids::table_row(self.name, row));
        let line = cx.line_in(ui, rect);
        line.ground(response.hovered(), 3.0);
        let look = RowLook {
            narrow: drawn.narrow,
            lit: false,
        };
        let mut rounded = false;
        for own in self.columns.iter().zip(places(rect, drawn)) {
            rounded |= !line.cell((ui, cx), own, &row, look);
        }
        if rounded {
            response.on_hover_text(said(": ").join("\n"));
        }
    }
}

/// The width of the columns, with this gap between two.
fn taken(widths: &[f32], spare: f32) -> f32 {
    widths.iter().sum::<f32>() + (GAP + spare) * (widths.len() - 1) as f32 + EDGES
}

/// The places of a row's cells.
fn places(row: egui::Rect, drawn: &DrawnTable) -> impl Iterator<Item = egui::Rect> {
    let mut left = row.left() + 2.0;
    drawn.widths.iter().map(move |width| {
        let rect = egui::Rect::from_x_y_ranges(left..=left + width, row.y_range());
        left += width + GAP + drawn.spare;
        rect
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_shows_a_row_and_the_rows_that_are_left_out_have_one_together() {
        let table = |rows| StatisticsTable {
            name: "test",
            columns: Vec::new(),
            rows,
        };
        for (rows, all, lines) in [(5, false, 5), (3_001, false, 33), (3_001, true, 3_001)] {
            let (from, to) = table(rows).left_out(all);
            let drawn = DrawnTable {
                from,
                to,
                widths: Vec::new(),
                spare: 0.0,
                taken: 0.0,
                narrow: false,
            };
            assert_eq!(drawn.lines(rows), lines);
            let shown: Vec<usize> = (0..lines).filter_map(|line| drawn.row(line)).collect();
            assert_eq!(shown.first(), Some(&0));
            assert_eq!(shown.last(), Some(&(rows - 1)));
            assert!(shown.is_sorted() && shown.len() + usize::from(drawn.is_cut()) == lines);
        }
        assert_eq!(table(1_000_000).left_out(true).0, FIRST);
    }
}
