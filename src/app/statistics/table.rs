//! A table of numbers: names at the left, numbers at the right of their columns, as many rows drawn as
//! are in sight, each read aloud in one sentence.

use eframe::egui::{self, Align, Role, Sense, Stroke, Vec2, WidgetInfo};

use crate::app::theme::{Theme, size};
use crate::app::widgets::{cell, font, width_of};

const ROW: f32 = 21.0;
const HEAD: f32 = 22.0;
/// Between two columns.
const GAP: f32 = 16.0;
/// The widest texts are looked for among that many rows at either end.
const MEASURED: usize = 200;
/// More rows than this scroll.
const MOST_ROWS: usize = 14;

/// A cell: what is shown, and all of it.
pub(super) struct Cell {
    pub short: String,
    pub whole: String,
}

impl Cell {
    /// A text that is short enough.
    pub fn plain(text: impl Into<String>) -> Self {
        let text = text.into();
        Self {
            whole: text.clone(),
            short: text,
        }
    }
}

/// A table that is drawn.
pub(super) struct Table<'a> {
    pub name: &'a str,
    pub heads: &'a [&'a str],
    pub rows: usize,
    pub row: &'a dyn Fn(usize) -> Vec<Cell>,
}

impl Table<'_> {
    pub fn ui(&self, ui: &mut egui::Ui, theme: &Theme) {
        let body = font(size::BODY, false);
        let mut widths: Vec<f32> = self
            .heads
            .iter()
            .map(|head| width_of(ui, head, &font(size::SMALL, false)))
            .collect();
        let ends = (0..self.rows.min(MEASURED)).chain(
            self.rows
                .saturating_sub(MEASURED)
                .max(MEASURED.min(self.rows))..self.rows,
        );
        for row in ends {
            for (width, cell) in widths.iter_mut().zip((self.row)(row)) {
                *width = width.max(width_of(ui, &cell.short, &body));
            }
        }
        let needed: f32 = widths.iter().sum::<f32>() + GAP * (widths.len() - 1) as f32 + 14.0;
        let width = ui.available_width();
        // What is left over goes between the columns, but not so much that rows fall apart.
        let spare = ((width - needed) / (widths.len() - 1).max(1) as f32).clamp(0.0, 26.0);
        let taken = needed + spare * (widths.len() - 1) as f32;
        let most = MOST_ROWS.min(self.rows) as f32 * ROW;
        egui::ScrollArea::horizontal()
            .id_salt((self.name, "across"))
            .min_scrolled_height(most + HEAD)
            .show(ui, |ui| {
                ui.set_width(taken.max(60.0));
                ui.spacing_mut().item_spacing.y = 0.0;
                self.heads_ui(ui, theme, &widths, spare, taken);
                egui::ScrollArea::vertical()
                    .id_salt(self.name)
                    .max_height(most)
                    .min_scrolled_height(most)
                    .auto_shrink([false, true])
                    .show_rows(ui, ROW, self.rows, |ui, shown| {
                        for row in shown {
                            self.row_ui(ui, theme, row, &widths, spare, taken);
                        }
                    });
            });
    }

    fn heads_ui(&self, ui: &mut egui::Ui, theme: &Theme, widths: &[f32], spare: f32, taken: f32) {
        let (rect, _) = ui.allocate_exact_size(Vec2::new(taken, HEAD), Sense::hover());
        for (column, (place, head)) in places(rect, widths, spare).zip(self.heads).enumerate() {
            let small = font(size::SMALL, false);
            cell(ui.painter(), place, align(column), head, small, theme.dim);
        }
        let line = Stroke::new(1.0, theme.line);
        ui.painter().hline(rect.x_range(), rect.bottom(), line);
    }

    fn row_ui(
        &self,
        ui: &mut egui::Ui,
        theme: &Theme,
        row: usize,
        widths: &[f32],
        spare: f32,
        taken: f32,
    ) {
        let (rect, response) = ui.allocate_exact_size(Vec2::new(taken, ROW), Sense::hover());
        let cells = (self.row)(row);
        let words = || {
            let mut words = format!("{} {}", self.heads[0], cells[0].whole);
            for (head, cell) in self.heads.iter().zip(&cells).skip(1) {
                words.push_str(&format!(", {head} {}", cell.whole));
            }
            words
        };
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words()));
        if response.hovered() {
            ui.painter().rect_filled(rect, 3.0, theme.soft);
        }
        for (column, (place, shown)) in places(rect, widths, spare).zip(&cells).enumerate() {
            let body = font(size::BODY, false);
            let (painter, color) = (ui.painter(), theme.text);
            cell(painter, place, align(column), &shown.short, body, color);
        }
        if cells.iter().any(|cell| cell.short != cell.whole) {
            response.on_hover_text(words().replace(", ", "\n"));
        }
    }
}

fn align(column: usize) -> Align {
    if column == 0 { Align::Min } else { Align::Max }
}

/// Where the cells of a row lie.
fn places(
    row: egui::Rect,
    widths: &[f32],
    spare: f32,
) -> impl Iterator<Item = egui::Rect> + use<'_> {
    let mut left = row.left() + 2.0;
    widths.iter().map(move |width| {
        let place = egui::Rect::from_x_y_ranges(left..=left + width, row.y_range());
        left += width + GAP + spare;
        place
    })
}
