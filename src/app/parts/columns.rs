//! Columns as data. A table is a list of them, and its rows are data too: here its columns are
//! measured, and its heads and cells are drawn.

use eframe::egui::{self, Align, Rect};

use super::cx::Cx;
use super::table::{BODY, Print, SMALL, TableLine};
use crate::app::base::width_of;

/// A cell: its text, a shorter one where there is little room, the full one, and its style.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub short: String,
    pub narrow: String,
    pub whole: String,
    pub print: Print,
}

impl<T: Into<String>> From<T> for Cell {
    /// A text that is short enough.
    fn from(text: T) -> Self {
        let text = text.into();
        Self {
            short: text.clone(),
            narrow: text.clone(),
            whole: text,
            print: BODY,
        }
    }
}

impl Cell {
    /// The same in another style.
    pub fn print(self, print: Print) -> Self {
        Self { print, ..self }
    }
}

/// How a row is drawn: in little room, and on the background of highlighted rows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Look {
    pub narrow: bool,
    pub lit: bool,
}

/// The width of a row's cell, and that of the shorter one.
type Width<'a, R> = Box<dyn Fn(&egui::Ui, &R) -> [f32; 2] + 'a>;
/// Draws a row's cell in a place.
type Paint<'a, R> = Box<dyn Fn(&Cx<'_>, &TableLine<'_>, Rect, &R, Look) + 'a>;

/// A column of a table, whose rows are an `R` each.
pub(crate) struct Column<'a, R> {
    /// Its head, and a shorter one.
    pub heads: [String; 2],
    /// Where its texts are.
    pub align: Align,
    /// A row's cell.
    pub cell: Box<dyn Fn(&R) -> Cell + 'a>,
    /// If its cells aren't as wide as their texts.
    pub width: Option<Width<'a, R>>,
    /// If its cells are more than a text.
    pub paint: Option<Paint<'a, R>>,
}

impl<'a, R> Column<'a, R> {
    /// A column of texts.
    pub fn new<C: Into<Cell>>(
        align: Align,
        head: impl Into<String>,
        cell: impl Fn(&R) -> C + 'a,
    ) -> Self {
        let head = head.into();
        Self {
            heads: [head.clone(), head],
            align,
            cell: Box::new(move |row| cell(row).into()),
            width: None,
            paint: None,
        }
    }

    fn widths(&self, ui: &egui::Ui, row: &R) -> [f32; 2] {
        if let Some(width) = &self.width {
            return width(ui, row);
        }
        let cell = (self.cell)(row);
        [&cell.short, &cell.narrow].map(|text| wide(ui, text, cell.print))
    }
}

/// The width of a text.
pub(crate) fn wide(ui: &egui::Ui, text: &str, print: Print) -> f32 {
    width_of(ui, text, &print.font())
}

/// The widths that the columns of some rows need, heads included: the usual one, and that of the
/// shorter texts.
pub(crate) fn measured<'a, 'b: 'a, R: 'a>(
    ui: &egui::Ui,
    columns: impl Iterator<Item = &'a Column<'b, R>> + Clone,
    rows: impl Iterator<Item = R>,
) -> Vec<[f32; 2]> {
    let heads = columns.clone().map(|column| column.heads.each_ref());
    let heads = heads.map(|heads| heads.map(|head| wide(ui, head, SMALL)));
    let mut widths: Vec<[f32; 2]> = heads.collect();
    for row in rows {
        for (most, column) in widths.iter_mut().zip(columns.clone()) {
            let [usual, narrow] = column.widths(ui, &row);
            *most = [most[0].max(usual), most[1].max(narrow)];
        }
    }
    widths
}

impl TableLine<'_> {
    /// Writes the heads of columns in their places, with a line below.
    pub fn heads<R>(&self, columns: &[Column<'_, R>], places: impl IntoIterator<Item = Rect>) {
        for (column, place) in columns.iter().zip(places) {
            self.put(place, column.align, SMALL, &column.heads[0]);
        }
        self.underline();
    }

    /// Draws a row's cell in a place; whether its whole text is shown.
    pub fn cell<R>(
        &self,
        (ui, cx): (&egui::Ui, &Cx<'_>),
        (column, place): (&Column<'_, R>, Rect),
        row: &R,
        look: Look,
    ) -> bool {
        if let Some(paint) = &column.paint {
            paint(cx, self, place, row, look);
            return true;
        }
        let cell = (column.cell)(row);
        let has_room = |text: &str| wide(ui, text, cell.print) <= place.width() + 1.5;
        let text = match look.narrow || !has_room(&cell.short) {
            true => &cell.narrow,
            false => &cell.short,
        };
        self.put(place, column.align, cell.print, text);
        *text == cell.whole && has_room(text)
    }
}
