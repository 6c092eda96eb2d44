//! Draws the map: what is in sight as one mesh, then texts, then the lines that are drawn through.

use std::sync::Arc;

use eframe::egui::{self, Color32, Pos2, Rect, Vec2};

use super::inks::Ink;
use super::mesh::Rects;
use super::{MapPanel, places};
use crate::app::theme::{Theme, size};
use crate::app::widgets::font;
use crate::diagram::{MapTree, TreeView};
use crate::game::Player;
use crate::layout::map::{MapShape, Span};
use crate::session::Session;
use crate::tree::Vertex;

/// A rectangle that is at least so wide is parted from the next by a line, in points.
const PARTED: f32 = 4.0;
/// A rectangle narrower than this has no text.
const TEXT: f32 = 14.0;
/// Between a rectangle's edge and its text.
const PAD: f32 = 5.0;
/// How high the stripe is that tells who is ahead.
const STRIPE: f32 = 3.0;
/// How much of the ground shows through what lies below a subtree that is drawn as one.
const BELOW: f32 = 0.7;
/// How wide a line is drawn where its nodes are narrower than that.
const LEAST_LINE: f32 = 3.0;

/// Where a stripe stands that tells who is ahead: the first player's at the top, the last one's at
/// the bottom.
pub(super) fn stripe(rect: Rect, player: Player, players: usize) -> Rect {
    let room = rect.height() - STRIPE - 2.0;
    let part = player.index() as f32 / players.saturating_sub(1).max(1) as f32;
    let top = rect.top() + 1.0 + room.max(0.0) * part.min(1.0);
    Rect::from_x_y_ranges(rect.x_range(), top..=(top + STRIPE).min(rect.bottom()))
}

/// What a stripe or a hatching looks like on a colour.
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

/// `share` of another colour over this one.
fn over(color: Color32, ground: Color32, share: f32) -> Color32 {
    color.lerp_to_gamma(ground, share)
}

/// A text, where it stands, and its colour.
type Words = (Pos2, Arc<egui::Galley>, Color32);

/// What is drawn of a row that goes on in the next rectangle.
#[derive(Clone, Copy)]
struct Pending {
    rect: Rect,
    color: Color32,
}

impl MapPanel {
    /// Where a span of a row lies on the screen, on whole pixels.
    pub(super) fn rect(&self, row: u32, span: Span) -> Rect {
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
    pub(super) fn rows_in_sight(&self) -> std::ops::Range<usize> {
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
    pub(super) fn paint(
        &mut self,
        ui: &egui::Ui,
        theme: &Theme,
        view: &TreeView<'_>,
        tree: &MapTree<'_>,
        session: &Session,
    ) {
        let Some(map) = self.view.take() else {
            return;
        };
        let rows = self.rows_in_sight();
        let mut frame = std::mem::take(&mut self.frame);
        map.frame(tree, rows.clone(), &mut frame);
        self.view = Some(map);
        self.frame = frame;
        self.labels.keep(ui, self.looks);

        let mut rects = Rects::default();
        let mut marks = Rects::default();
        let mut texts = Vec::new();
        self.paint_runs(theme, view, tree, &rows, &mut rects, &mut marks);
        self.paint_cells(ui, view, tree, &rows, (&mut rects, &mut marks, &mut texts));
        let drawn = rects.count;
        rects.mesh.append(marks.mesh);
        let painter = ui.painter_at(self.screen.expand(1.0));
        painter.add(egui::Shape::mesh(rects.mesh));
        let labels = texts.len();
        for (pos, galley, color) in texts {
            painter.galley(pos, galley, color);
        }
        if let Some(hits) = &self.hits {
            self.paint_hits(&painter, theme, tree, &rows, hits);
        }
        let mut lines = Rects::default();
        self.paint_lines(theme, view, tree, session, &mut lines);
        painter.add(egui::Shape::mesh(lines.mesh));
        self.paint_plies(ui, theme, tree, &rows);
        self.tell(tree, session, drawn, labels);
    }

    /// Remembers what was seen.
    fn tell(&mut self, tree: &MapTree<'_>, session: &Session, rects: usize, labels: usize) {
        let Some(view) = &self.view else {
            return;
        };
        let (part, shown) = view.part(tree);
        let line = places(tree.graph, &session.line());
        let corners = |rect: Rect| [rect.left(), rect.top(), rect.right(), rect.bottom()];
        let selected = view.span(tree, &line);
        let selected = selected.map(|span| corners(self.rect(line.len() as u32, span)));
        self.seen = super::MapSeen {
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
        theme: &Theme,
        view: &TreeView<'_>,
        tree: &MapTree<'_>,
        rows: &std::ops::Range<usize>,
        rects: &mut Rects,
        marks: &mut Rects,
    ) {
        let players = tree.graph.players();
        let runs = std::mem::take(&mut self.frame.runs);
        let mut hatching: Vec<Option<Pending>> = vec![None; rows.len()];
        for run in &runs {
            let row = run.row as usize;
            let first = self.rect(run.row, run.span);
            if first.width() <= 0.0 || row >= rows.end {
                continue;
            }
            let above = self.frame.cells[run.parent as usize].step.node;
            let (ink, below) = self.inks.of_run(view, tree, above, run);
            // What lies below is one column, as deep as its longest line.
            let depth = run.row + u32::from(below);
            if below > 0 && depth >= rows.start as u32 {
                let last = self.rect(depth, run.span);
                let column = Rect::from_min_max(
                    Pos2::new(first.left(), first.bottom().max(self.screen.top())),
                    Pos2::new(first.right(), last.bottom().min(self.screen.bottom() + 1.0)),
                );
                rects.area(column, over(ink.color, theme.ground, BELOW));
            }
            if row < rows.start {
                continue;
            }
            let body = Rect::from_min_max(
                first.min,
                first.max - Vec2::new(0.0, 1.0 / self.pixels as f32),
            );
            rects.area(body, ink.color);
            self.mark(body, ink, players, marks);
            hatch(&mut hatching[row - rows.start], body, ink, marks);
        }
        for pending in hatching.into_iter().flatten() {
            marks.hatch(pending.rect, pending.color);
        }
        self.frame.runs = runs;
    }

    fn mark(&self, rect: Rect, ink: Ink, players: usize, marks: &mut Rects) {
        if let Some(player) = ink.ahead {
            marks.line(stripe(rect, player, players), mark_color(ink.color));
        }
    }

    fn paint_cells(
        &mut self,
        ui: &egui::Ui,
        view: &TreeView<'_>,
        tree: &MapTree<'_>,
        rows: &std::ops::Range<usize>,
        (rects, marks, texts): (&mut Rects, &mut Rects, &mut Vec<Words>),
    ) {
        let players = tree.graph.players();
        let pixel = 1.0 / self.pixels as f32;
        let mut hatching: Vec<Option<Pending>> = vec![None; rows.len()];
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
            let ink = self.inks.of(view, tree, cell.step.node);
            rects.area(body, ink.color);
            self.mark(body, ink, players, marks);
            hatch(&mut hatching[row - rows.start], body, ink, marks);
            let seen = body.intersect(self.screen);
            if seen.width() < TEXT {
                continue;
            }
            let above = self.above(tree, at);
            let label = self.labels.of(ui, view, tree, above, cell.step);
            let room = seen.width() - 2.0 * PAD;
            let galley = [&label.whole, &label.short]
                .into_iter()
                .find(|galley| galley.size().x <= room && galley.size().x > 0.0);
            if let Some(galley) = galley {
                let y = body.center().y - galley.size().y / 2.0;
                let pos = Pos2::new(seen.left() + PAD, y);
                if ink.hatched {
                    // Words on hatching can't be read.
                    let under = Rect::from_min_size(pos, galley.size());
                    marks
                        .later
                        .push((under.expand2(Vec2::new(2.0, 0.0)), ink.color));
                }
                texts.push((pos, Arc::clone(galley), text_color(ink.color)));
            }
        }
        for pending in hatching.into_iter().flatten() {
            marks.hatch(pending.rect, pending.color);
        }
        for (rect, color) in std::mem::take(&mut marks.later) {
            marks.line(rect, color);
        }
    }

    /// Best line and selected line, each drawn through however narrow it is.
    fn paint_lines(
        &self,
        theme: &Theme,
        view: &TreeView<'_>,
        tree: &MapTree<'_>,
        session: &Session,
        lines: &mut Rects,
    ) {
        let Some(map) = &self.view else {
            return;
        };
        let rows = self.rows_in_sight();
        let least = LEAST_LINE / 2.0;
        let widened = |rect: Rect| {
            if rect.width() >= LEAST_LINE {
                return rect;
            }
            let x = rect.center().x;
            Rect::from_x_y_ranges(x - least..=x + least, rect.y_range())
        };
        if !view.hidden {
            let best = places(tree.graph, session.best_line());
            map.trace(tree, &best, |row, span| {
                if rows.contains(&row) {
                    let rect = widened(self.rect(row as u32, span));
                    lines.outline(rect, 1.5, theme.text);
                }
            });
        }
        let selected = places(tree.graph, &session.line());
        map.trace(tree, &selected, |row, span| {
            if !rows.contains(&row) {
                return;
            }
            let rect = widened(self.rect(row as u32, span));
            let last = row == selected.len();
            let wide = if last { 3.0 } else { 2.0 };
            let rect = if rect.width() <= LEAST_LINE {
                rect.expand2(Vec2::new(1.0, 0.0))
            } else {
                rect
            };
            lines.outline(rect.shrink(wide - 0.5), 1.5, theme.panel);
            lines.outline(rect, wide, theme.text);
        });
    }

    /// The numbers of the plies at the left edge.
    fn paint_plies(
        &self,
        ui: &egui::Ui,
        theme: &Theme,
        tree: &MapTree<'_>,
        rows: &std::ops::Range<usize>,
    ) {
        // Where chance has a part some rows are none.
        if tree.graph.has_chance() {
            return;
        }
        let most = usize::from(tree.rows(tree.root()));
        let painter = ui.painter();
        for row in rows.clone() {
            let y = self.rect(row as u32, Span::EVERYWHERE).center().y;
            let inside = y > self.screen.top() + 4.0 && y < self.screen.bottom() - 4.0;
            if !inside || (row > most && most < usize::from(u16::MAX)) {
                continue;
            }
            painter.text(
                Pos2::new(self.screen.left() - 6.0, y),
                egui::Align2::RIGHT_CENTER,
                row,
                font(size::HEADING, false),
                theme.dim,
            );
        }
    }
}

/// Hatches neighbours of a row in one piece.
fn hatch(pending: &mut Option<Pending>, rect: Rect, ink: Ink, marks: &mut Rects) {
    if !ink.hatched {
        return;
    }
    let color = mark_color(ink.color);
    match pending {
        Some(before)
            if before.color == color && (rect.left() - before.rect.right()).abs() < 1.5 =>
        {
            before.rect.max.x = rect.right();
        }
        _ => {
            if let Some(before) = pending.replace(Pending { rect, color }) {
                marks.hatch(before.rect, before.color);
            }
        }
    }
}
