//! Tables as data: a table is a list of columns and its rows. Here columns are measured, and heads
//! with a line below, cells and scrolling rows are drawn.

use std::sync::Arc;

use eframe::egui::{
    self, Align, Color32, FontId, Galley, Painter, Rangef, Rect, Response, Sense, Stroke, Vec2,
};

use super::tool::Cx;
use crate::app::base::{Theme, cell, font, size, width_of};
use crate::export::system_fonts::words_in_order;

/// The style of a cell's text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PrintStyle {
    size: f32,
    strong: bool,
    tint: Tint,
}

/// Which color of the theme a text has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Tint {
    Text,
    Dim,
    Error,
}

/// The usual text.
pub(crate) const BODY: PrintStyle = PrintStyle {
    size: size::BODY,
    strong: false,
    tint: Tint::Text,
};
/// The same where it matters less.
pub(crate) const DIM: PrintStyle = BODY.tint(Tint::Dim);
/// Small print, as heads have it.
pub(crate) const SMALL: PrintStyle = DIM.size(size::SMALL);

impl PrintStyle {
    /// The same in bold, or not.
    pub const fn strong(self, strong: bool) -> Self {
        Self { strong, ..self }
    }

    /// The same in another color.
    pub const fn tint(self, tint: Tint) -> Self {
        Self { tint, ..self }
    }

    /// The same in another size.
    pub const fn size(self, size: f32) -> Self {
        Self { size, ..self }
    }

    /// Its font.
    pub fn font(self) -> FontId {
        font(self.size, self.strong)
    }

    /// The same, dim where `dim`.
    pub fn dim_if(self, dim: bool) -> Self {
        self.tint(if dim { Tint::Dim } else { Tint::Text })
    }
}

/// A line of a table: its head or a row.
pub(crate) struct TableLine<'a> {
    pub rect: Rect,
    pub painter: Painter,
    theme: &'a Theme,
}

impl<'a> Cx<'a> {
    /// A line as wide as there is room.
    pub fn line(&self, ui: &mut egui::Ui, height: f32, sense: Sense) -> (TableLine<'a>, Response) {
        let size = Vec2::new(ui.available_width(), height);
        let (rect, response) = ui.allocate_exact_size(size, sense);
        (self.line_in(ui, rect), response)
    }

    /// A line in a rectangle.
    pub fn line_in(&self, ui: &egui::Ui, rect: Rect) -> TableLine<'a> {
        TableLine {
            rect,
            painter: ui.painter().clone(),
            theme: self.theme,
        }
    }
}

impl TableLine<'_> {
    /// The part of the line that a column takes.
    pub fn column_rect(&self, range: Rangef) -> Rect {
        let left = self.rect.left();
        Rect::from_x_y_ranges(left + range.min..=left + range.max, self.rect.y_range())
    }

    /// Draws a left-aligned text in a place.
    pub fn print_left(&self, rect: Rect, print: PrintStyle, text: &str) -> Rect {
        self.put(rect, Align::Min, print, text)
    }

    /// Draws a right-aligned text in a place.
    pub fn right(&self, rect: Rect, print: PrintStyle, text: &str) -> Rect {
        self.put(rect, Align::Max, print, text)
    }

    /// Draws an aligned text in a place.
    pub fn put(&self, rect: Rect, align: Align, print: PrintStyle, text: &str) -> Rect {
        let color = self.color(print);
        cell(&self.painter, rect, align, text, print.font(), color)
    }

    /// A laid-out text of any width.
    pub fn laid_out(&self, print: PrintStyle, text: &str) -> Arc<Galley> {
        let color = self.color(print);
        self.painter
            .layout_no_wrap(words_in_order(text).into_owned(), print.font(), color)
    }

    fn color(&self, print: PrintStyle) -> Color32 {
        match print.tint {
            Tint::Text => self.theme.text,
            Tint::Dim => self.theme.dim,
            Tint::Error => self.theme.error,
        }
    }

    /// Draws the row's background if it is hovered, focused, or highlighted, and a frame if it is
    /// focused.
    pub fn light(&self, response: &Response, stands_out: bool) {
        self.ground(
            response.hovered() || response.has_focus() || stands_out,
            3.0,
        );
        self.ring(response, 3.0);
    }

    /// Draws the background of highlighted rows.
    pub fn ground(&self, shown: bool, corner: f32) {
        if shown {
            self.painter.rect_filled(self.rect, corner, self.theme.soft);
        }
    }

    /// Frames it where it has the keyboard.
    pub fn ring(&self, response: &Response, corner: f32) {
        if response.has_focus() {
            let stroke = Stroke::new(1.5, self.theme.text);
            let inside = egui::StrokeKind::Inside;
            self.painter.rect_stroke(self.rect, corner, stroke, inside);
        }
    }

    /// Draws the line below a head.
    pub fn underline(&self) {
        self.underline_at(self.rect);
    }

    /// Draws the line below a part of a head.
    pub fn underline_at(&self, rect: Rect) {
        let line = Stroke::new(1.0, self.theme.line);
        self.painter.hline(rect.x_range(), rect.bottom(), line);
    }
}

/// Rows of equal height, of which only the visible ones are drawn; with a maximum total height.
pub(crate) struct TableRows {
    pub name: &'static str,
    pub count: usize,
    pub height: f32,
    pub max: f32,
}

impl TableRows {
    /// The room that their scroll bar takes beside them, if they have one.
    pub fn bar(&self, width: f32) -> f32 {
        if self.all() > self.max { width } else { 0.0 }
    }

    fn all(&self) -> f32 {
        self.count as f32 * self.height
    }

    /// Draws them; `middle` is brought to the middle.
    pub fn ui(
        &self,
        ui: &mut egui::Ui,
        middle: Option<usize>,
        mut row_ui: impl FnMut(&mut egui::Ui, usize),
    ) {
        let mut area = egui::ScrollArea::vertical()
            .id_salt(self.name)
            .max_height(self.max)
            .auto_shrink([false, true]);
        if let Some(row) = middle {
            let above = row as f32 * self.height - self.max / 2.0;
            let lowest = (self.all() - self.max).max(0.0);
            area = area.vertical_scroll_offset(above.clamp(0.0, lowest));
        }
        area.show_rows(ui, self.height, self.count, |ui, shown| {
            shown.for_each(|row| row_ui(ui, row));
        });
    }
}

/// A cell: its text, a shorter one where there is little room, the full one, and its style.
#[derive(Clone, Debug)]
pub(crate) struct TableCell {
    pub short: String,
    pub narrow: String,
    pub whole: String,
    pub print: PrintStyle,
}

impl<T: Into<String>> From<T> for TableCell {
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

impl TableCell {
    /// The same in another style.
    pub fn print(self, print: PrintStyle) -> Self {
        Self { print, ..self }
    }
}

/// How a row is drawn: in little room, and on the background of highlighted rows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RowLook {
    pub narrow: bool,
    pub lit: bool,
}

/// The width of a row's cell, and that of the shorter one.
type Width<'a, R> = Box<dyn Fn(&egui::Ui, &R) -> [f32; 2] + 'a>;
/// Draws a row's cell in a place.
type Paint<'a, R> = Box<dyn Fn(&Cx<'_>, &TableLine<'_>, Rect, &R, RowLook) + 'a>;

/// A column of a table, whose rows are an `R` each.
pub(crate) struct Column<'a, R> {
    /// Its head, and a shorter one.
    pub heads: [String; 2],
    /// Where its texts are.
    pub align: Align,
    /// A row's cell.
    pub cell: Box<dyn Fn(&R) -> TableCell + 'a>,
    /// If its cells aren't as wide as their texts.
    pub width: Option<Width<'a, R>>,
    /// If its cells are more than a text.
    pub paint: Option<Paint<'a, R>>,
}

impl<'a, R> Column<'a, R> {
    /// A column of texts.
    pub fn new<C: Into<TableCell>>(
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
pub(crate) fn wide(ui: &egui::Ui, text: &str, print: PrintStyle) -> f32 {
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
        for (max, column) in widths.iter_mut().zip(columns.clone()) {
            let [usual, narrow] = column.widths(ui, &row);
            *max = [max[0].max(usual), max[1].max(narrow)];
        }
    }
    widths
}

impl TableLine<'_> {
    /// Writes the heads of columns in their places, with a line below.
    pub fn heads<R>(&self, columns: &[Column<'_, R>], places: impl IntoIterator<Item = Rect>) {
        for (column, rect) in columns.iter().zip(places) {
            self.put(rect, column.align, SMALL, &column.heads[0]);
        }
        self.underline();
    }

    /// Draws a row's cell in a place; whether its whole text is shown.
    pub fn cell<R>(
        &self,
        (ui, cx): (&egui::Ui, &Cx<'_>),
        (column, rect): (&Column<'_, R>, Rect),
        row: &R,
        look: RowLook,
    ) -> bool {
        if let Some(paint) = &column.paint {
            paint(cx, self, rect, row, look);
            return true;
        }
        let cell = (column.cell)(row);
        let has_room = |text: &str| wide(ui, text, cell.print) <= rect.width() + 1.5;
        let text = match look.narrow || !has_room(&cell.short) {
            true => &cell.narrow,
            false => &cell.short,
        };
        self.put(rect, column.align, cell.print, text);
        *text == cell.whole && has_room(text)
    }
}
