//! The parts of tables: lines of cells, headers with a line below, and scrolling rows.

use std::sync::Arc;

use eframe::egui::{
    self, Align, Color32, FontId, Galley, Painter, Rangef, Rect, Response, Sense, Stroke, Vec2,
};

use super::cx::Cx;
use crate::app::base::{Theme, cell, font, size};

/// The style of a cell's text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Print {
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
pub(crate) const BODY: Print = Print {
    size: size::BODY,
    strong: false,
    tint: Tint::Text,
};
/// The same where it matters less.
pub(crate) const DIM: Print = BODY.tint(Tint::Dim);
/// Small print, as heads have it.
pub(crate) const SMALL: Print = DIM.size(size::SMALL);

impl Print {
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
    pub fn place(&self, range: Rangef) -> Rect {
        let left = self.rect.left();
        Rect::from_x_y_ranges(left + range.min..=left + range.max, self.rect.y_range())
    }

    /// Draws a left-aligned text in a place.
    pub fn left(&self, place: Rect, print: Print, words: &str) -> Rect {
        self.put(place, Align::Min, print, words)
    }

    /// Draws a right-aligned text in a place.
    pub fn right(&self, place: Rect, print: Print, words: &str) -> Rect {
        self.put(place, Align::Max, print, words)
    }

    /// Draws an aligned text in a place.
    pub fn put(&self, place: Rect, align: Align, print: Print, words: &str) -> Rect {
        let color = self.color(print);
        cell(&self.painter, place, align, words, print.font(), color)
    }

    /// A laid-out text of any width.
    pub fn laid_out(&self, print: Print, words: &str) -> Arc<Galley> {
        let color = self.color(print);
        self.painter
            .layout_no_wrap(words.to_owned(), print.font(), color)
    }

    fn color(&self, print: Print) -> Color32 {
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
    pub fn underline_at(&self, place: Rect) {
        let line = Stroke::new(1.0, self.theme.line);
        self.painter.hline(place.x_range(), place.bottom(), line);
    }
}

/// Rows of equal height, of which only the visible ones are drawn; with a maximum total height.
pub(crate) struct Rows {
    pub name: &'static str,
    pub count: usize,
    pub height: f32,
    pub most: f32,
}

impl Rows {
    /// The room that their scroll bar takes beside them, if they have one.
    pub fn bar(&self, width: f32) -> f32 {
        if self.all() > self.most { width } else { 0.0 }
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
            .max_height(self.most)
            .auto_shrink([false, true]);
        if let Some(row) = middle {
            let above = row as f32 * self.height - self.most / 2.0;
            let lowest = (self.all() - self.most).max(0.0);
            area = area.vertical_scroll_offset(above.clamp(0.0, lowest));
        }
        area.show_rows(ui, self.height, self.count, |ui, shown| {
            shown.for_each(|row| row_ui(ui, row));
        });
    }
}
