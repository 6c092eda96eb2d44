//! The moves of both trees in one table, aligned by the move.

use eframe::egui::{self, Align, Rangef, Rect, Role, Sense, Stroke, Vec2, WidgetInfo};

use super::side::Sides;
use crate::app::command::Command;
use crate::app::theme::{Theme, size};
use crate::app::widgets::{cell, font, heading};
use crate::diagram::{at_least, move_words, narrow_count, shortened};
use crate::game::visible;
use crate::session::{Action, AlignedMove};

const ROW: f32 = 24.0;
/// As many letters of a set of rules' name stand in a row.
const MOST_NAME: usize = 26;

/// Where the columns lie, from the left of a row.
struct Columns {
    number: Rangef,
    mv: Rangef,
    ratings: [Rangef; 2],
    nodes: [Rangef; 2],
    /// All that belongs to a side.
    sides: [Rangef; 2],
}

impl Columns {
    fn new(width: f32) -> Self {
        let number = Rangef::new(0.0, 22.0);
        let mv = Rangef::new(30.0, 30.0 + (width * 0.18).clamp(52.0, 130.0));
        let room = (width - mv.max - 12.0) / 2.0;
        let side = |side: f32| {
            let left = mv.max + 12.0 + side * room;
            Rangef::new(left, left + room - 8.0)
        };
        let sides = [side(0.0), side(1.0)];
        let rating = |side: Rangef| Rangef::new(side.min + 6.0, side.min + side.span() * 0.44);
        let nodes = |side: Rangef| Rangef::new(side.min + side.span() * 0.48, side.max - 6.0);
        Self {
            number,
            mv,
            ratings: sides.map(rating),
            nodes: sides.map(nodes),
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
    pub fn moves_ui(&self, ui: &mut egui::Ui, theme: &Theme, commands: &mut Vec<Command>) {
        heading(ui, theme, "Moves, side by side");
        if self.moves.is_empty() {
            let words = "None: nothing follows in either tree";
            ui.label(egui::RichText::new(words).color(theme.dim));
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
        self.heads_ui(ui, theme, &columns);
        egui::ScrollArea::vertical()
            .id_salt("compared moves")
            .max_height(most)
            .auto_shrink([false, true])
            .show_rows(ui, ROW, self.moves.len(), |ui, shown| {
                for mv in &self.moves[shown] {
                    self.row_ui(ui, theme, mv, &columns, commands);
                }
            });
        ui.spacing_mut().item_spacing.y = 8.0;
    }

    fn heads_ui(&self, ui: &mut egui::Ui, theme: &Theme, columns: &Columns) {
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
            theme.dim,
        );
        cell(
            painter,
            at(heads, columns.mv),
            Align::Min,
            "Move",
            small(),
            theme.dim,
        );
        for side in [0, 1] {
            let name = visible(self.name(side));
            let strong = font(size::SMALL, true);
            let place = at(names, columns.sides[side]).shrink2(Vec2::new(6.0, 0.0));
            cell(painter, place, Align::Max, &name, strong, theme.text);
            let rating = format!("Rating {}", shortened(&player, 8));
            let place = at(heads, columns.ratings[side]);
            cell(painter, place, Align::Max, &rating, small(), theme.dim);
            let place = at(heads, columns.nodes[side]);
            cell(painter, place, Align::Max, "Nodes", small(), theme.dim);
        }
        painter.hline(
            heads.x_range(),
            heads.bottom(),
            Stroke::new(1.0, theme.line),
        );
    }

    fn row_ui(
        &self,
        ui: &mut egui::Ui,
        theme: &Theme,
        mv: &AlignedMove,
        columns: &Columns,
        commands: &mut Vec<Command>,
    ) {
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
        let painter = ui.painter();
        if key.is_some() && (response.hovered() || response.has_focus()) {
            painter.rect_filled(rect, 3.0, theme.soft);
        }
        if response.has_focus() {
            let stroke = Stroke::new(1.5, theme.text);
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
                theme.dim,
            );
        }
        cell(
            painter,
            at(rect, columns.mv),
            Align::Min,
            &name,
            body(),
            theme.text,
        );
        let apart = matches!(&cells, [Some(a), Some(b)] if a[0] != b[0]);
        for side in [0, 1] {
            let place = at(rect, columns.sides[side]);
            let Some([rating, nodes]) = &cells[side] else {
                hatched(painter, theme, place.shrink2(Vec2::new(0.0, 3.0)));
                if !(self.left.is_some() && side == 1) {
                    let only = format!("only {}", shortened(self.name(1 - side), MOST_NAME));
                    let small = font(size::SMALL, false);
                    let inner = place.shrink2(Vec2::new(10.0, 0.0));
                    let galley = painter.layout_no_wrap(only.clone(), small.clone(), theme.text);
                    let width = galley.size().x.min(inner.width());
                    let ground =
                        Rect::from_center_size(inner.center(), Vec2::new(width + 10.0, ROW - 6.0));
                    painter.rect_filled(ground, 3.0, theme.ground);
                    cell(painter, inner, Align::Center, &only, small, theme.text);
                }
                continue;
            };
            // What differs between the sides is heavy on both.
            let strong = font(size::BODY, apart);
            cell(
                painter,
                at(rect, columns.ratings[side]),
                Align::Max,
                rating,
                strong,
                theme.text,
            );
            cell(
                painter,
                at(rect, columns.nodes[side]),
                Align::Max,
                nodes,
                body(),
                theme.dim,
            );
        }
        if let Some(key) = key
            && response.clicked()
        {
            commands.push(Command::Act(Action::Move(key)));
        }
        response.on_hover_text(words);
    }

    /// The rating and the size behind a move, where that side has it.
    fn cells(&self, side: usize, mv: &AlignedMove) -> Option<[String; 2]> {
        let edge = mv.edges[side]?;
        let view = &self.views[side];
        let graph = view.labels.graph();
        let target = graph.target(edge);
        let nodes = narrow_count(view.analysis.nodes.of(target));
        Some([
            self.rating(side, target),
            format!("{}{nodes}", at_least(graph)),
        ])
    }

    fn words(&self, name: &str, mv: &AlignedMove, cells: &[Option<[String; 2]>; 2]) -> String {
        let player = self.views[0].name(self.player);
        let side = |side: usize| {
            cells[side].as_ref().map(|[rating, nodes]| {
                let plural = if nodes == "1" { "" } else { "s" };
                format!(
                    "rating {rating} for {player} and {nodes} node{plural} under {}",
                    visible(self.name(side))
                )
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
fn hatched(painter: &egui::Painter, theme: &Theme, place: Rect) {
    let painter = painter.with_clip_rect(place.intersect(painter.clip_rect()));
    let stroke = Stroke::new(1.0, theme.line);
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
