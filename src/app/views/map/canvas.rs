//! Draws the map: the visible part as one mesh, then texts, then the lines.

use std::ops::Range;
use std::sync::Arc;

use eframe::egui::{self, Color32, Pos2, Rect, Vec2};

use super::mesh::{MapNodeLook, Rects};
use super::{MapPanel, MapSeen, places};
use crate::app::parts::Cx;
use crate::diagram::{MapStripes, MapTree};
use crate::game::Player;
use crate::layout::map::PixelSpan;
use crate::session::Session;
use crate::tree::{Vertex, VertexKind};

/// Minimum width of a rectangle with a separating line, in points.
const PARTED: f32 = 4.0;
/// A rectangle narrower than this has no text.
const TEXT: f32 = 14.0;
/// Between a rectangle's edge and its text.
const PAD: f32 = 7.0;
/// The height of the stripe that shows who is ahead.
const STRIPE: f32 = 3.0;
/// The transparency of the part below a subtree that is drawn as one.
const BELOW: f32 = 0.7;

/// A row that is lower than this has no text …
pub(super) const TEXT_ROW: f32 = 18.0;
/// … and no stripes where it is lower than this.
const STRIPED_ROW: f32 = 9.0;
/// The size of the mark of chance.
const CHANCE: f32 = 5.0;
/// Its width in a node.
const CHANCE_ROOM: f32 = 12.0;

/// The pending marks of a row, which are drawn over neighbors with the same marks in one piece.
struct RowMarks {
    hatching: Vec<Option<Pending>>,
    stripes: Vec<Option<(Player, Pending)>>,
    first: usize,
    /// Whether there is room for stripes.
    striped: bool,
}

impl RowMarks {
    fn new(rows: &Range<usize>, striped: bool) -> Self {
        Self {
            hatching: vec![None; rows.len()],
            stripes: vec![None; rows.len()],
            first: rows.start,
            striped,
        }
    }

    /// Marks a rectangle in a row.
    fn add(&mut self, row: usize, rect: Rect, ink: MapNodeLook, marks: &mut Rects) {
        let color = mark_color(ink.color);
        let own = Pending { rect, color };
        let at = row - self.first;
        if ink.hatched
            && let Some(done) = own.join(&mut self.hatching[at])
        {
            marks.hatch(done.rect, done.color);
        }
        let Some(player) = ink.ahead.filter(|_| self.striped) else {
            return;
        };
        match &mut self.stripes[at] {
            Some((before, pending)) if *before == player && pending.goes_on_in(own) => {
                pending.rect.max.x = rect.right();
            }
            stripes => {
                if let Some((player, done)) = stripes.replace((player, own)) {
                    add_stripes(marks, done.rect, player, done.color);
                }
            }
        }
    }

    fn finish(self, marks: &mut Rects) {
        for (player, done) in self.stripes.into_iter().flatten() {
            add_stripes(marks, done.rect, player, done.color);
        }
        for done in self.hatching.into_iter().flatten() {
            marks.hatch(done.rect, done.color);
        }
    }
}

/// Adds the stripes that show who is ahead.
fn add_stripes(marks: &mut Rects, rect: Rect, player: Player, color: Color32) {
    let MapStripes {
        top,
        bottom,
        dashed,
    } = MapStripes::of(player);
    let stripe = |top: f32| Rect::from_x_y_ranges(rect.x_range(), top..=top + STRIPE);
    let rects = [
        top.then(|| stripe(rect.top() + 1.0)),
        bottom.then(|| stripe(rect.bottom() - 1.0 - STRIPE)),
    ];
    for rect in rects.into_iter().flatten() {
        if dashed {
            marks.dashed(rect, color);
        } else {
            marks.line(rect, color);
        }
    }
}

/// The color of a stripe or a hatching on a background color.
pub(super) fn mark_color(color: Color32) -> Color32 {
    let alpha = if is_light(color) { 110 } else { 90 };
    Color32::from_black_alpha(alpha)
}

fn is_light(color: Color32) -> bool {
    let [red, green, blue, _] = color.to_array().map(f32::from);
    0.299 * red + 0.587 * green + 0.114 * blue > 140.0
}

fn text_color(color: Color32) -> Color32 {
    if is_light(color) {
        Color32::from_rgb(0x14, 0x15, 0x17)
    } else {
        Color32::WHITE
    }
}

/// `share` of another color over this one.
fn over(color: Color32, ground: Color32, share: f32) -> Color32 {
    color.lerp_to_gamma(ground, share)
}

/// The layers of the drawing.
struct Layers {
    rects: Rects,
    /// The marks over the colors.
    marks: Rects,
    /// Texts with their places and colors.
    texts: Vec<(Pos2, Arc<egui::Galley>, Color32)>,
}

/// The part of a row's mark that continues in the next rectangle.
#[derive(Clone, Copy)]
struct Pending {
    rect: Rect,
    color: Color32,
}

impl Pending {
    /// Whether the next one is the right neighbor with the same mark.
    fn goes_on_in(&self, next: Self) -> bool {
        self.color == next.color && (next.rect.left() - self.rect.right()).abs() < 1.5
    }

    /// Appends this one; returns the previous one if it is complete.
    fn join(self, pending: &mut Option<Self>) -> Option<Self> {
        match pending {
            Some(before) if before.goes_on_in(self) => {
                before.rect.max.x = self.rect.right();
                None
            }
            _ => pending.replace(self),
        }
    }
}

impl MapPanel {
    /// The screen rectangle of a span in a row, on whole pixels.
    pub(super) fn rect(&self, row: u32, span: PixelSpan) -> Rect {
        let pixels = self.pixels as f32;
        let beyond = f64::from(self.screen.width()) * self.pixels + 8.0;
        let across = |x: f64| {
            let x = self.screen.left() * pixels + x.clamp(-8.0, beyond) as f32;
            x.round() / pixels
        };
        let down = |row: f64| {
            let y = f64::from(self.screen.top()) + row * f64::from(self.row) - self.top;
            let y = y.clamp(-1e6, 1e6) as f32;
            (y * pixels).round() / pixels
        };
        let row = f64::from(row);
        Rect::from_min_max(
            Pos2::new(across(span.left), down(row)),
            Pos2::new(across(span.right), down(row + 1.0)),
        )
    }

    /// The rows that are in sight.
    pub(super) fn rows_in_sight(&self) -> Range<usize> {
        let row = f64::from(self.row.max(1.0));
        let first = (self.top / row).floor().max(0.0) as usize;
        let end = ((self.top + f64::from(self.screen.height())) / row).ceil() as usize;
        first..end.max(first + 1)
    }

    /// The vertex above a cell.
    pub(super) fn above(&self, tree: &MapTree<'_>, cell: usize) -> Option<Vertex> {
        let cell = self.frame.cells.get(cell)?;
        let node = match cell.parent() {
            Some(parent) => self.frame.cells[parent].step.node,
            None => {
                let path = self.view.as_ref()?.anchor();
                path.get((cell.row as usize).checked_sub(1)?)?.node
            }
        };
        Some(tree.vertex(node))
    }

    /// Draws everything.
    pub(super) fn paint(&mut self, ui: &egui::Ui, cx: &Cx<'_>, tree: &MapTree<'_>) {
        let rows = self.rows_in_sight();
        let Some(map) = &self.view else {
            return;
        };
        map.frame(tree, rows.clone(), &mut self.frame);
        self.labels.sync(ui, self.looks);

        // The capacity of the last frame, and some more.
        let mut layers = Layers {
            rects: Rects::with_room(self.seen.rects + self.seen.rects / 8),
            marks: Rects::with_room(self.seen.rects / 4),
            texts: Vec::new(),
        };
        self.paint_runs(cx, tree, &rows, &mut layers);
        self.paint_cells(ui, cx, tree, &mut layers);
        let Layers {
            rects,
            marks,
            texts,
        } = layers;
        let drawn = rects.count;
        let painter = ui.painter_at(self.screen.expand(1.0));
        painter.add(egui::Shape::mesh(rects.mesh));
        painter.add(egui::Shape::mesh(marks.mesh));
        let labels = texts.len();
        for (pos, galley, color) in texts {
            painter.galley(pos, galley, color);
        }
        self.paint_hits(&painter, cx, tree);
        let mut lines = Rects::default();
        self.paint_lines(cx, tree, &mut lines);
        painter.add(egui::Shape::mesh(lines.mesh));
        if !cx.view.hidden {
            self.paint_repeats(&painter, cx, tree);
        }
        self.paint_plies(ui, cx, tree, &rows);
        self.tell(tree, &cx.document.session, drawn, labels);
    }

    /// Stores the visible part.
    fn tell(&mut self, tree: &MapTree<'_>, session: &Session, rects: usize, labels: usize) {
        let Some(view) = &self.view else {
            return;
        };
        let (part, shown) = view.part(tree);
        let line = places(tree.graph, &session.line());
        let corners = |rect: Rect| [rect.left(), rect.top(), rect.right(), rect.bottom()];
        let selected = view.span(tree, &line);
        let selected = selected.map(|span| corners(self.rect(line.len() as u32, span)));
        self.seen = MapSeen {
            rects,
            looked: self.frame.looked,
            labels,
            filled_rows: view.filled_rows(tree),
            zoom: -shown.log2().min(0.0),
            part,
            top_row: self.top / f64::from(self.row),
            area: corners(self.screen),
            selected,
        };
    }

    fn paint_runs(
        &mut self,
        cx: &Cx<'_>,
        tree: &MapTree<'_>,
        rows: &Range<usize>,
        layers: &mut Layers,
    ) {
        let runs = std::mem::take(&mut self.frame.runs);
        let mut row_marks = RowMarks::new(rows, self.row >= STRIPED_ROW);
        for run in &runs {
            let row = run.row as usize;
            let first = self.rect(run.row, run.span);
            if first.width() <= 0.0 || row >= rows.end {
                continue;
            }
            let above = self.frame.cells[run.parent as usize].step.node;
            let (ink, below) = self.inks.of_run(cx.view, tree, above, run);
            self.occurring.narrow |= below > 0;
            // The part below is one column, as deep as its longest line.
            let depth = run.row + u32::from(below);
            if below > 0 && depth >= rows.start as u32 {
                let last = self.rect(depth, run.span);
                let column = Rect::from_min_max(
                    Pos2::new(first.left(), first.bottom().max(self.screen.top())),
                    Pos2::new(first.right(), last.bottom().min(self.screen.bottom() + 1.0)),
                );
                layers
                    .rects
                    .area(column, over(ink.color, cx.theme.ground, BELOW));
            }
            if row < rows.start {
                continue;
            }
            let body = Rect::from_min_max(
                first.min,
                first.max - Vec2::new(0.0, 1.0 / self.pixels as f32),
            );
            layers.rects.area(body, ink.color);
            self.occurring.see(ink.ahead, ink.hatched);
            row_marks.add(row, body, ink, &mut layers.marks);
        }
        row_marks.finish(&mut layers.marks);
        self.frame.runs = runs;
    }

    fn paint_cells(&mut self, ui: &egui::Ui, cx: &Cx<'_>, tree: &MapTree<'_>, layers: &mut Layers) {
        let Layers {
            rects,
            marks,
            texts,
        } = layers;
        let rows = self.rows_in_sight();
        let pixel = 1.0 / self.pixels as f32;
        let mut row_marks = RowMarks::new(&rows, self.row >= STRIPED_ROW);
        for at in 0..self.frame.cells.len() {
            let cell = self.frame.cells[at];
            let row = cell.row as usize;
            if !rows.contains(&row) {
                continue;
            }
            let mut body = self.rect(cell.row, cell.span);
            if body.width() >= PARTED {
                body.max.x -= pixel;
            }
            body.max.y -= pixel;
            let ink = self.inks.of(cx.view, tree, cell.step.node);
            rects.area(body, ink.color);
            self.occurring.see(ink.ahead, ink.hatched);
            row_marks.add(row, body, ink, marks);
            let seen = body.intersect(self.screen);
            if seen.width() < TEXT || self.row < TEXT_ROW {
                continue;
            }
            let kind = tree.graph.kind(tree.vertex(cell.step.node));
            let mut left = seen.left() + PAD;
            if matches!(kind, VertexKind::Chance(_)) {
                self.occurring.chance = true;
                let at = Pos2::new(left + CHANCE, body.center().y);
                marks.diamond(at, CHANCE, text_color(ink.color));
                left += CHANCE_ROOM;
            }
            let above = self.above(tree, at);
            let colors = (cx.view, self.colors);
            let label = self.labels.of(ui, colors, tree, (above, cell.step));
            if let Some(galley) = label.within(ui, seen.right() - PAD - left) {
                let y = body.center().y - galley.size().y / 2.0;
                let pos = Pos2::new(left, y);
                if ink.hatched {
                    // Text on hatching is unreadable.
                    let under = Rect::from_min_size(pos, galley.size());
                    marks
                        .later
                        .push((under.expand2(Vec2::new(2.0, 0.0)), ink.color));
                }
                texts.push((pos, galley, text_color(ink.color)));
            }
        }
        row_marks.finish(marks);
        for (rect, color) in std::mem::take(&mut marks.later) {
            marks.line(rect, color);
        }
    }
}
