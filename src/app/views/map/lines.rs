//! Draws the parts over the map and beside it: the best line and the selected line, the sign of
//! repeated play, and the numbers of the plies. The filter's matches are bands, with a ring if
//! there is space; neighbors that are drawn as one have a thin band. The minimap below shows the
//! whole tree and the visible part, and navigates.

use std::sync::Arc;

use eframe::egui::{
    self, Color32, CursorIcon, Mesh, Painter, Pos2, Rect, Role, Sense, Stroke, Vec2, WidgetInfo,
};

use super::canvas::TEXT_ROW;
use super::mesh::{Inks, Rects};
use super::{MapPanel, places};
use crate::app::base::paint::paint;
use crate::app::base::{Identified as _, Transform, font, ids, size};
use crate::app::parts::Cx;
use crate::diagram::{Drawing, MapTree, Point, draw_turning_back};
use crate::layout::map::{MapFrame, MapShape, MapView, PathStep, PixelSpan};
use crate::rating::LineEnd;
use crate::tree::{Hits, VertexKind};

/// Minimum width of a line where its nodes are narrower.
const MIN_LINE: f32 = 3.0;
/// The same of the selected line: two edges and a core.
const MIN_FRAME: f32 = 6.0;
/// A row that is lower than this shares its number with others.
const NUMBERED_ROW: f32 = 14.0;

/// A frame of the selected line: a light band between dark ones.
#[derive(Clone, Copy)]
struct LineFrame {
    dark: Color32,
    light: Color32,
    low: bool,
}

impl LineFrame {
    fn of(cx: &Cx<'_>, row: f32) -> Self {
        Self {
            dark: cx.theme.text,
            light: cx.theme.panel,
            low: row < TEXT_ROW,
        }
    }

    /// Around a node; the last of the line has the heavier one.
    fn add(self, lines: &mut Rects, rect: Rect, last: bool) {
        let edge = match (self.low, last) {
            (true, _) => 1.0,
            (false, true) => 2.0,
            (false, false) => 1.5,
        };
        let core = if self.low { 1.0 } else { 1.5 };
        if rect.width() <= MIN_FRAME {
            lines.line(rect, self.dark);
            lines.line(rect.shrink2(Vec2::new(1.5, 0.0)), self.light);
            return;
        }
        lines.outline(rect, edge + core + 1.0, self.dark);
        lines.outline(rect.shrink(edge), core, self.light);
    }
}

impl MapPanel {
    /// Best line and selected line, each drawn through however narrow it is.
    pub(super) fn paint_lines(&self, cx: &Cx<'_>, tree: &MapTree<'_>, lines: &mut Rects) {
        let session = &cx.document.session;
        let Some(map) = &self.view else {
            return;
        };
        let rows = self.rows_in_sight();
        let min = MIN_LINE / 2.0;
        let widened = |rect: Rect| {
            if rect.width() >= MIN_LINE {
                return rect;
            }
            let x = rect.center().x;
            Rect::from_x_y_ranges(x - min..=x + min, rect.y_range())
        };
        if !cx.view.hidden {
            let best = places(tree.graph, session.best_line());
            map.trace(tree, &best, |row, span| {
                if rows.contains(&row) {
                    let rect = widened(self.rect(row as u32, span));
                    lines.outline(rect, 1.5, cx.theme.text);
                }
            });
        }
        let frame = LineFrame::of(cx, self.row);
        let selected = places(tree.graph, &session.line());
        map.trace(tree, &selected, |row, span| {
            if !rows.contains(&row) {
                return;
            }
            let rect = widened(self.rect(row as u32, span));
            // At any width it has a light core between dark edges; the best line is only dark.
            let rect = match rect.width() < MIN_FRAME {
                true => Rect::from_center_size(rect.center(), Vec2::new(MIN_FRAME, rect.height())),
                false => rect,
            };
            frame.add(lines, rect, row == selected.len());
        });
    }

    /// A sign where the best line ends because play repeats from there on.
    pub(super) fn paint_repeats(
        &mut self,
        painter: &egui::Painter,
        cx: &Cx<'_>,
        tree: &MapTree<'_>,
    ) {
        let session = &cx.document.session;
        let (Some(map), LineEnd::Repetition) = (&self.view, session.best_line_ended()) else {
            return;
        };
        let best = places(tree.graph, session.best_line());
        let Some(span) = map.span(tree, &best) else {
            return;
        };
        let rect = self.rect(best.len() as u32, span);
        let (left, right) = (self.screen.left() + 9.0, self.screen.right() - 9.0);
        let at = Pos2::new(rect.center().x.clamp(left, right), rect.bottom() + 9.0);
        if !self.screen.contains(at) {
            return;
        }
        self.occurring.repeats = true;
        let stroke = egui::Stroke::new(1.5, cx.theme.text);
        painter.circle(at, 8.5, cx.theme.panel, stroke);
        let mut sign = Drawing::default();
        draw_turning_back(&mut sign, Point::default());
        paint(painter, &Transform::moved(at.to_vec2()), cx.theme, &sign);
    }

    /// The numbers of the plies at the left edge.
    pub(super) fn paint_plies(
        &self,
        ui: &egui::Ui,
        cx: &Cx<'_>,
        tree: &MapTree<'_>,
        rows: &std::ops::Range<usize>,
    ) {
        // Rows lower than a number have none in between.
        let step = (NUMBERED_ROW / self.row).ceil().max(1.0) as usize;
        let plies = match tree.graph.has_chance() {
            true => Some(self.plies_of_rows(tree, rows)),
            false => None,
        };
        let most = usize::from(tree.rows(tree.root()));
        let painter = ui.painter();
        for row in rows.clone() {
            let y = self.rect(row as u32, PixelSpan::EVERYWHERE).center().y;
            let inside = y > self.screen.top() + 4.0 && y < self.screen.bottom() - 4.0;
            if !inside || row % step != 0 || (row > most && most < usize::from(u16::MAX)) {
                continue;
            }
            let text = match plies.as_ref().map(|plies| plies[row - rows.start]) {
                None => row.to_string(),
                Some(InRow {
                    min: least,
                    max: most,
                    ..
                }) if least > most => continue,
                Some(InRow { rolls: true, .. }) => "roll".to_owned(),
                Some(InRow {
                    min: minimum,
                    max: maximum,
                    ..
                }) if minimum == maximum => minimum.to_string(),
                Some(InRow { min, max, .. }) => format!("{min}–{max}"),
            };
            let at = Pos2::new(self.screen.left() - 6.0, y);
            let (align, font) = (egui::Align2::RIGHT_CENTER, font(size::HEADING, false));
            painter.text(at, align, text, font, cx.theme.dim);
        }
    }

    /// The visible content of each row; with chance a row may have several plies.
    fn plies_of_rows(&self, tree: &MapTree<'_>, rows: &std::ops::Range<usize>) -> Vec<InRow> {
        let cost = |node: u64| tree.graph.cost(tree.vertex(node));
        let path = self.view.as_ref().map_or(&[][..], |view| view.anchor());
        let mut plies = Vec::with_capacity(self.frame.cells.len());
        let mut found = vec![InRow::NOTHING; rows.len()];
        let mut see = |row: usize, ply: u32, kind: VertexKind| {
            let row = row.checked_sub(rows.start);
            if let Some(seen) = row.and_then(|row| found.get_mut(row)) {
                seen.min = ply.min(seen.min);
                seen.max = ply.max(seen.max);
                seen.moves |= matches!(kind, VertexKind::Decision(_) | VertexKind::Horizon(_));
                seen.rolls = !seen.moves && (seen.rolls || matches!(kind, VertexKind::Chance(_)));
            }
        };
        let kind = |node: u64| tree.graph.kind(tree.vertex(node));
        for cell in &self.frame.cells {
            let row = cell.row as usize;
            let ply = match cell.parent() {
                Some(parent) => plies[parent] + cost(self.frame.cells[parent].step.node),
                None => path.iter().take(row).map(|step| cost(step.node)).sum(),
            };
            plies.push(ply);
            see(row, ply, kind(cell.step.node));
        }
        for run in &self.frame.runs {
            let parent = run.parent as usize;
            let ply = plies[parent] + cost(self.frame.cells[parent].step.node);
            // The visible nodes beside a run of narrow ones determine its row.
            see(run.row as usize, ply, VertexKind::End);
        }
        found
    }
}

/// The visible content of a row: the minimum and maximum ply, and whether it has decisions, or only
/// dice. If nothing is visible, the minimum is above the maximum.
#[derive(Clone, Copy)]
struct InRow {
    min: u32,
    max: u32,
    moves: bool,
    rolls: bool,
}

impl InRow {
    const NOTHING: Self = Self {
        min: u32::MAX,
        max: 0,
        moves: false,
        rolls: false,
    };
}

/// The height of the band of a match, in points …
const BAND: f32 = 4.0;
/// … and that of neighbors that hold one.
const BELOW: f32 = 2.0;
/// Minimum width of a rectangle with a ring beside its text.
const ROOM: f32 = 64.0;
const RING: f32 = 5.5;

/// Whether a node is a match, and its ply if its line is followed.
#[derive(Clone, Copy, Debug, Default)]
struct HitPly {
    hit: bool,
    ply: Option<u32>,
}

/// The same for a child.
fn below(tree: &MapTree<'_>, hits: &Hits, above: (PathStep, HitPly), step: PathStep) -> HitPly {
    let source = tree.vertex(above.0.node);
    let edge = tree.graph.edge(source, step.index as usize);
    let (Some(edge), Some(ply)) = (edge, above.1.ply) else {
        return HitPly::default();
    };
    if !hits.follows(edge) {
        return HitPly::default();
    }
    let ply = ply + tree.graph.cost(source);
    HitPly {
        hit: hits.is_hit(edge, ply),
        ply: Some(ply),
    }
}

impl MapPanel {
    /// Marks the visible matches.
    pub(super) fn paint_hits(&self, painter: &Painter, cx: &Cx<'_>, tree: &MapTree<'_>) {
        let Some(hits) = self.hits.as_deref() else {
            return;
        };
        let rows = self.rows_in_sight();
        let root = HitPly {
            hit: hits.is_root_hit(),
            ply: Some(0),
        };
        let path = self.view.as_ref().map_or(&[][..], |view| view.anchor());
        let mut anchor = vec![root];
        for pair in path.windows(2) {
            let above = (pair[0], anchor[anchor.len() - 1]);
            anchor.push(below(tree, hits, above, pair[1]));
        }
        let mut bands = Rects::default();
        let mut rings = Vec::new();
        let mut places: Vec<HitPly> = Vec::with_capacity(self.frame.cells.len());
        for cell in &self.frame.cells {
            let row = cell.row as usize;
            let above = match cell.parent() {
                Some(parent) => Some((self.frame.cells[parent].step, places[parent])),
                None => row
                    .checked_sub(1)
                    .and_then(|above| Some((*path.get(above)?, *anchor.get(above)?))),
            };
            let hit_ply = above.map_or(root, |above| below(tree, hits, above, cell.step));
            places.push(hit_ply);
            if !hit_ply.hit || !rows.contains(&row) {
                continue;
            }
            let rect = self.rect(cell.row, cell.span).intersect(self.screen);
            band(&mut bands, cx, rect, BAND);
            if rect.width() >= ROOM {
                rings.push(rect.right_center() - Vec2::new(RING + 5.0, BAND / 2.0));
            }
        }
        for run in &self.frame.runs {
            if !rows.contains(&(run.row as usize)) {
                continue;
            }
            let parent = run.parent as usize;
            let above = (self.frame.cells[parent].step, places[parent]);
            let source = tree.vertex(above.0.node);
            let targets = tree.graph.targets(source);
            let holds = (run.first..run.end).any(|index| {
                let step = PathStep { index, ..above.0 };
                let hit = below(tree, hits, above, step);
                let target = targets.get(index as usize).zip(hit.ply);
                hit.hit || target.is_some_and(|(target, ply)| !hits.below(*target, ply).is_zero())
            });
            if holds {
                let rect = self.rect(run.row, run.span).intersect(self.screen);
                band(&mut bands, cx, rect, BELOW);
            }
        }
        painter.add(egui::Shape::mesh(bands.mesh));
        for at in rings {
            ring(painter, cx, at);
        }
    }
}

/// A band along the lower edge of a rectangle, set off by a line.
fn band(bands: &mut Rects, cx: &Cx<'_>, rect: Rect, high: f32) {
    // At least one point wide, so that it is visible.
    let right = rect.right().max(rect.left() + 1.0);
    let bottom = rect.bottom() - 1.0;
    let part = |from: f32, to: f32| {
        Rect::from_min_max(
            Pos2::new(rect.left(), bottom - from),
            Pos2::new(right, bottom - to),
        )
    };
    bands.line(part(high + 1.0, high), cx.theme.panel);
    bands.line(part(high, 0.0), cx.theme.text);
}

fn ring(painter: &Painter, cx: &Cx<'_>, at: Pos2) {
    painter.circle(at, RING, cx.theme.panel, Stroke::new(1.5, cx.theme.text));
    painter.circle_filled(at, 0.42 * RING, cx.theme.text);
}

/// Its height.
const HEIGHT: f32 = 46.0;
/// Between it and the map.
const GAP: f32 = 8.0;
/// It is left out where the map would have less room than this.
const MIN: f32 = 220.0;
/// Maximum number of rows drawn one by one.
const MAX_ROWS: usize = 400;
/// Minimum width of the mark of the visible part, in points.
const MIN_MARK: f32 = 5.0;

/// The cached drawing of the minimap.
#[derive(Default)]
pub(crate) struct Minimap {
    now: DrawnMinimap,
    /// The previous drawing, since users switch between two looks.
    before: DrawnMinimap,
    frame: MapFrame,
}

/// A drawing of the minimap, and its key: place, look, and leaves.
#[derive(Default)]
struct DrawnMinimap {
    made_for: Option<(Rect, u64, u64)>,
    mesh: Arc<Mesh>,
}

impl Minimap {
    /// The areas of the map and of the minimap.
    pub fn split(&self, inner: Rect) -> (Rect, Option<Rect>) {
        if inner.height() < MIN {
            return (inner, None);
        }
        let (mut map, mut small) = (inner, inner);
        small.min.y = inner.max.y - HEIGHT;
        map.max.y = small.min.y - GAP;
        (map, Some(small))
    }

    fn draw(
        &mut self,
        (place, rows, pixels): (Rect, u32, f64),
        cx: &Cx<'_>,
        tree: &MapTree<'_>,
        inks: &mut Inks,
    ) {
        let width = f64::from(place.width()) * pixels;
        let whole = MapView::whole(tree, width);
        let listed = (rows as usize).min(MAX_ROWS);
        whole.frame(tree, 0..listed, &mut self.frame);
        let row = f64::from(place.height()) / f64::from(rows.max(1));
        let rect = |span: PixelSpan, from: f64, to: f64| {
            let across = |x: f64| {
                let x = f64::from(place.left()) * pixels + x.clamp(0.0, width);
                (x.round() / pixels) as f32
            };
            let down = |at: f64| (f64::from(place.top()) + at * row) as f32;
            Rect::from_min_max(
                Pos2::new(across(span.left), down(from)),
                Pos2::new(across(span.right), down(to)),
            )
        };
        let mut rects = Rects::default();
        let ground = cx.theme.ground;
        for run in &self.frame.runs {
            let above = self.frame.cells[run.parent as usize].step.node;
            let (ink, below) = inks.of_run(cx.view, tree, above, run);
            let (from, to) = (f64::from(run.row), f64::from(run.row) + 1.0);
            let color = ink.color.lerp_to_gamma(ground, 0.4);
            rects.area(rect(run.span, from, to + f64::from(below)), color);
            rects.area(rect(run.span, from, to), ink.color);
        }
        for cell in &self.frame.cells {
            let ink = inks.of(cx.view, tree, cell.step.node);
            let (from, mut to) = (f64::from(cell.row), f64::from(cell.row) + 1.0);
            if cell.row as usize + 1 == listed {
                to += f64::from(tree.rows(cell.step.node));
            }
            rects.area(rect(cell.span, from, to), ink.color);
        }
        self.now.mesh = Arc::new(rects.mesh);
    }
}

impl MapPanel {
    /// Draws the minimap, with the visible part and the selected node marked; a click or a drag
    /// moves there.
    pub(super) fn minimap_ui(
        &mut self,
        ui: &egui::Ui,
        cx: &Cx<'_>,
        rect: Rect,
        tree: &MapTree<'_>,
    ) {
        let rows = self.rows(tree, &cx.document.session);
        let key = Some((rect, self.looks, self.generation));
        if self.minimap.now.made_for != key {
            let Minimap { now, before, .. } = &mut self.minimap;
            std::mem::swap(now, before);
        }
        if self.minimap.now.made_for != key {
            self.minimap.now.made_for = key;
            let Self { minimap, inks, .. } = self;
            minimap.draw((rect, rows, self.pixels), cx, tree, inks);
        }
        let id = egui::Id::unique("small map");
        let response = ui.interact(rect, id, Sense::click_and_drag());
        let Some(map) = &self.view else {
            return;
        };
        let (part, shown) = map.part(tree);
        response.widget_info(|| {
            let label = format!(
                "Visible part: {:.1} % of the width, row {:.0} of {rows}",
                part * 100.0,
                self.seen.top_row
            );
            WidgetInfo::labeled(Role::Button, true, label)
        });
        let response = response.identified(ids::MAP_SMALL);
        let painter = ui.painter_at(rect.expand(3.0));
        painter.rect_filled(rect, 0.0, cx.theme.panel);
        painter.add(egui::Shape::Mesh(Arc::clone(&self.minimap.now.mesh)));
        let row = rect.height() / rows as f32;
        paint_selected(&painter, cx, rect, tree, row);
        let shown = shown.to_f64().min(1.0) as f32 * rect.width();
        let left = rect.left() + part as f32 * rect.width();
        let top = rect.top() + (self.top / f64::from(self.row)) as f32 * row;
        let high = (self.screen.height() / self.row * row).min(rect.height());
        let mark = Rect::from_center_size(
            Pos2::new(left + shown / 2.0, top + high / 2.0),
            Vec2::new(shown.max(MIN_MARK), high.max(MIN_MARK)),
        );
        let mark = mark.intersect(rect.expand(1.0));
        let middle = egui::StrokeKind::Middle;
        painter.rect_stroke(mark, 1.0, egui::Stroke::new(3.0, cx.theme.panel), middle);
        painter.rect_stroke(mark, 1.0, egui::Stroke::new(1.5, cx.theme.text), middle);
        if response.has_focus() {
            let stroke = egui::Stroke::new(2.0, cx.theme.text);
            painter.rect_stroke(rect, 2.0, stroke, middle);
        }
        let moved = (response.clicked() || response.dragged())
            .then(|| response.interact_pointer_pos())
            .flatten();
        if let Some(pointer) = moved {
            let to = (pointer - rect.min) / rect.size();
            self.go_to(tree, to, rows, response.dragged());
            ui.ctx().request_repaint();
        }
        response
            .on_hover_cursor(CursorIcon::PointingHand)
            .on_hover_text("Overview. The frame marks the visible part.\nClick to move it");
    }

    /// Goes to a part of the tree's width and height; a row that is in sight stays where it is
    /// unless it is dragged.
    fn go_to(&mut self, tree: &MapTree<'_>, to: Vec2, rows: u32, dragged: bool) {
        if let (Some(map), false) = (&mut self.view, self.is_whole) {
            map.go_to(tree, f64::from(to.x));
        }
        let row = (f64::from(to.y) * f64::from(rows)).floor().max(0.0);
        if dragged || !self.rows_in_sight().contains(&(row as usize)) {
            // Whole rows, so that none is clipped.
            let around = f64::from(self.screen.height()) / f64::from(self.row) / 2.0;
            self.top = (row - around).round().max(0.0) * f64::from(self.row);
        }
    }
}

/// Marks the selected line's end, however deep.
fn paint_selected(painter: &Painter, cx: &Cx<'_>, rect: Rect, tree: &MapTree<'_>, row: f32) {
    let line = places(tree.graph, &cx.document.session.line());
    let whole = MapView::whole(tree, f64::from(rect.width()));
    let mut x = None;
    whole.trace(tree, &line, |_, span| {
        x = Some(f64::midpoint(span.left, span.right))
    });
    if let Some(x) = x {
        let x = rect.left() + x.clamp(0.0, f64::from(rect.width())) as f32;
        let y = rect.top() + (line.len() as f32 + 0.5) * row;
        let at = Pos2::new(x, y.clamp(rect.top() + 4.0, rect.bottom() - 4.0));
        let stroke = egui::Stroke::new(1.5, cx.theme.text);
        painter.circle(at, 3.5, cx.theme.panel, stroke);
    }
}
