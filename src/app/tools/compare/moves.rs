//! The moves of both trees in one table, aligned by the move.

use eframe::egui::{self, Align, Rangef, Rect, Role, Sense, Stroke, Vec2, WidgetInfo};

use super::side::Sides;
use crate::app::base::ids;
use crate::app::base::ids::Identified as _;
use crate::app::base::theme::size;
use crate::app::base::widgets::{cell, font, heading};
use crate::app::intent::command::Command;
use crate::app::parts::cx::Cx;
use crate::diagram::{at_least, move_words, narrow_count, number_text, shortened};
use crate::game::visible;
use crate::session::{Action, AlignedMove};
use crate::tree::VertexKind;

const ROW: f32 = 24.0;
/// As many letters of a set of rules' name stand in a row.
const MOST_NAME: usize = 26;
/// As many characters of a probability do.
const MOST_PROBABILITY: usize = 9;

/// Where the columns lie, from the left of a row.
struct Columns {
    number: Rangef,
    mv: Rangef,
    ratings: [Rangef; 2],
    nodes: [Rangef; 2],
    /// All that belongs to a side.
    sides: [Rangef; 2],
    /// Between the sides: where a sign stands if they differ.
    between: Rangef,
}

/// Between the sides.
const BETWEEN: f32 = 26.0;
/// The mark of a best move.
const BEST: &str = "★";

/// What one side says of a move.
#[derive(PartialEq)]
struct Cells {
    rating: String,
    /// The nodes below, or at a chance node the probability.
    more: String,
    best: bool,
}

impl Columns {
    fn new(width: f32) -> Self {
        let number = Rangef::new(0.0, 22.0);
        let mv = Rangef::new(30.0, 30.0 + (width * 0.18).clamp(52.0, 130.0));
        let room = (width - mv.max - 12.0 - BETWEEN) / 2.0;
        let side = |side: f32| {
            let left = mv.max + 12.0 + side * (room + BETWEEN);
            Rangef::new(left, left + room)
        };
        let sides = [side(0.0), side(1.0)];
        let rating = |side: Rangef| Rangef::new(side.min + 6.0, side.min + side.span() * 0.44);
        let nodes = |side: Rangef| Rangef::new(side.min + side.span() * 0.48, side.max - 6.0);
        Self {
            number,
            mv,
            ratings: sides.map(rating),
            nodes: sides.map(nodes),
            between: Rangef::new(sides[0].max, sides[1].min),
            sides,
        }
    }
}

fn at(row: Rect, range: Rangef) -> Rect {
    Rect::from_x_y_ranges(
        row.left() + range.min..=row.left() + range.max,
        row.y_range(),
    )
}

impl Sides<'_> {
    /// The table; a click on a row makes its move.
    pub fn moves_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        heading(ui, "Moves, side by side");
        if self.moves.is_empty() {
            let words = match self.left {
                Some(_) => "None: the game is over",
                None => "None: nothing follows in either tree",
            };
            ui.label(cx.dim(words));
            return;
        }
        let most = (ui.available_height() * 0.46).max(3.0 * ROW);
        let bar = if self.moves.len() as f32 * ROW > most {
            10.0
        } else {
            0.0
        };
        let columns = Columns::new(ui.available_width() - bar);
        ui.spacing_mut().item_spacing.y = 0.0;
        self.heads_ui(ui, cx, &columns);
        egui::ScrollArea::vertical()
            .id_salt("compared moves")
            .max_height(most)
            .auto_shrink([false, true])
            .show_rows(ui, ROW, self.moves.len(), |ui, shown| {
                for mv in &self.moves[shown] {
                    self.row_ui(ui, cx, mv, &columns);
                }
            });
        ui.spacing_mut().item_spacing.y = 8.0;
    }

    fn heads_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, columns: &Columns) {
        let width = ui.available_width();
        let (names, _) = ui.allocate_exact_size(Vec2::new(width, 18.0), Sense::hover());
        let (heads, _) = ui.allocate_exact_size(Vec2::new(width, 18.0), Sense::hover());
        let painter = ui.painter();
        let small = || font(size::SMALL, false);
        let player = self.views[0].name(self.player);
        cell(
            painter,
            at(heads, columns.number),
            Align::Max,
            "#",
            small(),
            cx.theme.dim,
        );
        cell(
            painter,
            at(heads, columns.mv),
            Align::Min,
            "Move",
            small(),
            cx.theme.dim,
        );
        for side in [0, 1] {
            let name = visible(self.name(side));
            let strong = font(size::SMALL, true);
            let place = at(names, columns.sides[side]).shrink2(Vec2::new(6.0, 0.0));
            cell(painter, place, Align::Center, &name, strong, cx.theme.text);
            let under = at(names, columns.sides[side]);
            let line = Stroke::new(1.0, cx.theme.line);
            painter.hline(under.x_range(), under.bottom(), line);
            let rating = format!("Rating {}", shortened(&player, 8));
            let place = at(heads, columns.ratings[side]);
            cell(painter, place, Align::Max, &rating, small(), cx.theme.dim);
            let place = at(heads, columns.nodes[side]);
            let more = if self.is_chance(side) {
                "Chance"
            } else {
                "Nodes"
            };
            cell(painter, place, Align::Max, more, small(), cx.theme.dim);
        }
        painter.hline(
            heads.x_range(),
            heads.bottom(),
            Stroke::new(1.0, cx.theme.line),
        );
    }

    fn row_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, mv: &AlignedMove, columns: &Columns) {
        let key = mv.edges[0].map(|edge| {
            let graph = self.views[0].labels.graph();
            graph.key(self.vertices[0], edge)
        });
        let sense = if key.is_some() {
            Sense::click()
        } else {
            Sense::hover()
        };
        let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), ROW), sense);
        let name = move_words(&visible(&mv.text));
        let cells = [0, 1].map(|side| self.cells(side, mv));
        let words = self.words(&name, mv, &cells);
        let role = if key.is_some() {
            Role::Button
        } else {
            Role::Label
        };
        response.widget_info(|| WidgetInfo::labeled(role, true, &words));
        let response = response.identified(&ids::compared_move(&mv.text));
        let painter = ui.painter();
        if key.is_some() && (response.hovered() || response.has_focus()) {
            painter.rect_filled(rect, 3.0, cx.theme.soft);
        }
        if response.has_focus() {
            let stroke = Stroke::new(1.5, cx.theme.text);
            painter.rect_stroke(rect, 3.0, stroke, egui::StrokeKind::Inside);
        }
        let body = || font(size::BODY, false);
        if let Some(key) = key {
            let number = (key + 1).to_string();
            cell(
                painter,
                at(rect, columns.number),
                Align::Max,
                &number,
                body(),
                cx.theme.dim,
            );
        }
        cell(
            painter,
            at(rect, columns.mv),
            Align::Min,
            &name,
            body(),
            cx.theme.text,
        );
        if let [Some(a), Some(b)] = &cells
            && (a.rating != b.rating || self.is_chance(0) && a.more != b.more)
        {
            let place = at(rect, columns.between);
            cell(
                painter,
                place,
                Align::Center,
                "≠",
                font(size::BODY, true),
                cx.theme.text,
            );
        }
        for side in [0, 1] {
            let place = at(rect, columns.sides[side]);
            let Some(cells) = &cells[side] else {
                hatched(painter, cx, place.shrink2(Vec2::new(0.0, 3.0)));
                if !(self.left.is_some() && side == 1) {
                    let only = format!("only {}", shortened(self.name(1 - side), MOST_NAME));
                    let small = font(size::SMALL, false);
                    let inner = place.shrink2(Vec2::new(10.0, 0.0));
                    let galley = painter.layout_no_wrap(only.clone(), small.clone(), cx.theme.text);
                    let width = galley.size().x.min(inner.width());
                    let ground =
                        Rect::from_center_size(inner.center(), Vec2::new(width + 10.0, ROW - 6.0));
                    painter.rect_filled(ground, 3.0, cx.theme.ground);
                    cell(painter, inner, Align::Center, &only, small, cx.theme.text);
                }
                continue;
            };
            let place = at(rect, columns.ratings[side]);
            let strong = font(size::BODY, cells.best);
            let used = cell(
                painter,
                place,
                Align::Max,
                &cells.rating,
                strong,
                cx.theme.text,
            );
            if cells.best {
                let mark =
                    Rect::from_min_max(place.min, egui::pos2(used.left() - 4.0, place.max.y));
                cell(
                    painter,
                    mark,
                    Align::Max,
                    BEST,
                    font(size::SMALL, false),
                    cx.theme.dim,
                );
            }
            let place = at(rect, columns.nodes[side]);
            cell(
                painter,
                place,
                Align::Max,
                &cells.more,
                body(),
                cx.theme.dim,
            );
        }
        if let Some(key) = key
            && response.clicked()
        {
            cx.push(Command::Act(Action::Move(key)));
        }
        response.on_hover_text(words);
    }

    /// Whether chance decides on a side.
    fn is_chance(&self, side: usize) -> bool {
        let graph = self.views[side].labels.graph();
        matches!(graph.kind(self.vertices[side]), VertexKind::Chance(_))
    }

    /// What a side says of a move, where it has it.
    fn cells(&self, side: usize, mv: &AlignedMove) -> Option<Cells> {
        let edge = mv.edges[side]?;
        let view = &self.views[side];
        let graph = view.labels.graph();
        let target = graph.target(edge);
        let nodes = narrow_count(view.analysis.nodes.of(target));
        Some(Cells {
            rating: self.rating(side, target),
            more: match self.is_chance(side) {
                true => number_text(graph.probability(edge), MOST_PROBABILITY),
                false => format!("{}{nodes}", at_least(graph)),
            },
            best: !view.hidden && self.best[side].contains(&edge),
        })
    }

    fn words(&self, name: &str, mv: &AlignedMove, cells: &[Option<Cells>; 2]) -> String {
        let player = self.views[0].name(self.player);
        let side = |side: usize| {
            cells[side].as_ref().map(|cells| {
                let Cells { rating, more, best } = cells;
                let best = if *best { ", best," } else { "" };
                let more = match (self.is_chance(side), more.as_str()) {
                    (true, _) => format!("probability {more}"),
                    (_, "1") => "1 node".to_owned(),
                    _ => format!("{more} nodes"),
                };
                let name = visible(self.name(side));
                format!("rating {rating} for {player}{best} and {more} under {name}")
            })
        };
        let told: Vec<String> = [side(0), side(1)].into_iter().flatten().collect();
        let only = match mv.edges {
            [Some(_), None] if self.left.is_none() => format!("; only {} has it", self.name(0)),
            [None, Some(_)] => format!("; only {} has it", self.name(1)),
            _ => String::new(),
        };
        format!("{name}: {}{only}", told.join(", "))
    }
}

/// Slanted lines over what isn't there.
fn hatched(painter: &egui::Painter, cx: &Cx<'_>, place: Rect) {
    let painter = painter.with_clip_rect(place.intersect(painter.clip_rect()));
    let stroke = Stroke::new(1.0, cx.theme.line);
    let mut x = place.left() - place.height();
    while x < place.right() {
        let foot = egui::pos2(x, place.bottom());
        painter.line_segment(
            [foot, foot + Vec2::new(place.height(), -place.height())],
            stroke,
        );
        x += 7.0;
    }
}
