//! Draws the parts over the map and beside it: the best line and the selected line, the sign of
//! repeated play, and the numbers of the plies.

use eframe::egui::{self, Color32, Pos2, Rect, Vec2};

use super::canvas::TEXT_ROW;
use super::mesh::Rects;
use super::{MapPanel, places};
use crate::app::base::{Transform, font, paint::paint, size};
use crate::app::parts::Cx;
use crate::diagram::{Drawing, MapTree, Point, draw_turning_back};
use crate::layout::map::{MapShape, Span};
use crate::rating::Ended;
use crate::tree::VertexKind;

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
        let least = MIN_LINE / 2.0;
        let widened = |rect: Rect| {
            if rect.width() >= MIN_LINE {
                return rect;
            }
            let x = rect.center().x;
            Rect::from_x_y_ranges(x - least..=x + least, rect.y_range())
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
        let (Some(map), Ended::Repetition) = (&self.view, session.best_line_ended()) else {
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
            let y = self.rect(row as u32, Span::EVERYWHERE).center().y;
            let inside = y > self.screen.top() + 4.0 && y < self.screen.bottom() - 4.0;
            if !inside || row % step != 0 || (row > most && most < usize::from(u16::MAX)) {
                continue;
            }
            let text = match plies.as_ref().map(|plies| plies[row - rows.start]) {
                None => row.to_string(),
                Some(InRow { least, most, .. }) if least > most => continue,
                Some(InRow { rolls: true, .. }) => "roll".to_owned(),
                Some(InRow { least, most, .. }) if least == most => least.to_string(),
                Some(InRow { least, most, .. }) => format!("{least}–{most}"),
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
                seen.least = ply.min(seen.least);
                seen.most = ply.max(seen.most);
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
    least: u32,
    most: u32,
    moves: bool,
    rolls: bool,
}

impl InRow {
    const NOTHING: Self = Self {
        least: u32::MAX,
        most: 0,
        moves: false,
        rolls: false,
    };
}
