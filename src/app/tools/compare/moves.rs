//! What a comparison shows of a node: the moves of both trees in one table, aligned by the move,
//! and the texts of both boards. The list of first differences is here too; a click goes to the
//! node in both trees.

use eframe::egui::text::LayoutJob;
use eframe::egui::{self, Align, Rangef, Rect, Role, Sense, Stroke, Vec2};

use super::bar::LineEnds;
use super::{DifferenceRow, FoundDifferences, go_to};
use crate::app::base::{Identified as _, font, heading, ids, size, strong};
use crate::app::intent::{Command, CommandId, key_text};
use crate::app::parts::table::TableRows;
use crate::app::parts::{BODY, BoardCard, Cx, DIM, SMALL, TableLine, Tint};
use crate::diagram::{
    at_least_sign, move_words, narrow_count, number_text, short_count, shortened,
};
use crate::game::visible;
use crate::session::{Action, AlignedMove, DifferenceKind, MAX_KEPT};
use crate::tree::VertexKind;
use crate::words::{counted, state_text};

const ROW: f32 = 24.0;
/// Maximum characters of a rule set's name in a row.
const MAX_NAME: usize = 26;
/// Maximum characters of a probability.
const MAX_PROBABILITY: usize = 9;

/// The columns.
struct MoveColumns {
    number: Rangef,
    mv: Rangef,
    ratings: [Rangef; 2],
    nodes: [Rangef; 2],
    /// All that belongs to a side.
    sides: [Rangef; 2],
    /// Between the sides: a sign if they differ.
    between: Rangef,
}

/// Between the sides.
const BETWEEN: f32 = 26.0;
/// The mark of a best move.
const BEST: &str = "★";

/// A move's cells on one side.
#[derive(PartialEq)]
struct Cells {
    rating: String,
    /// The nodes below, or at a chance node the probability.
    more: String,
    best: bool,
}

impl MoveColumns {
    fn new(width: f32) -> Self {
        let mv = Rangef::new(30.0, 30.0 + (width * 0.18).clamp(52.0, 130.0));
        let left = mv.max + 12.0;
        let room = (width - left - BETWEEN) / 2.0;
        let sides = [0.0, 1.0].map(|side| {
            let left = left + side * (room + BETWEEN);
            Rangef::new(left, left + room)
        });
        let rating = |side: Rangef| Rangef::new(side.min + 6.0, side.min + side.span() * 0.44);
        let nodes = |side: Rangef| Rangef::new(side.min + side.span() * 0.48, side.max - 6.0);
        Self {
            number: Rangef::new(0.0, 22.0),
            mv,
            ratings: sides.map(rating),
            nodes: sides.map(nodes),
            between: Rangef::new(sides[0].max, sides[1].min),
            sides,
        }
    }
}

impl LineEnds<'_> {
    /// The table; a click on a row makes its move.
    pub fn moves_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        heading(ui, "Moves");
        if self.moves.is_empty() {
            let text = match self.left {
                Some(_) => "No moves: game over",
                None => "None: nothing follows in either tree",
            };
            ui.label(cx.dim(text));
            return;
        }
        let rows = TableRows {
            name: "compared moves",
            count: self.moves.len(),
            height: cx.row_height(ROW),
            max: (ui.available_height() * 0.46).max(3.0 * ROW),
        };
        let columns = MoveColumns::new(ui.available_width() - rows.bar(10.0));
        ui.spacing_mut().item_spacing.y = 0.0;
        self.heads_ui(ui, cx, &columns);
        rows.ui(ui, None, |ui, row| {
            self.row_ui(ui, cx, &self.moves[row], &columns);
        });
        ui.spacing_mut().item_spacing.y = 8.0;
    }

    fn heads_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, columns: &MoveColumns) {
        let (names, _) = cx.line(ui, 18.0, Sense::hover());
        let (heads, _) = cx.line(ui, 18.0, Sense::hover());
        let player = self.views[0].name(self.player);
        let rating = format!("Rating ({})", shortened(&player, 8));
        heads.right(heads.column_rect(columns.number), SMALL, "#");
        heads.print_left(heads.column_rect(columns.mv), SMALL, "Move");
        for side in [0, 1] {
            let rect = names.column_rect(columns.sides[side]);
            let inner = rect.shrink2(Vec2::new(6.0, 0.0));
            let strong = SMALL.strong(true).tint(Tint::Text);
            names.put(inner, Align::Center, strong, &visible(self.name(side)));
            names.underline_at(rect);
            heads.right(heads.column_rect(columns.ratings[side]), SMALL, &rating);
            let more = match self.is_chance(side) {
                true => "Probability",
                false => "Nodes",
            };
            heads.right(heads.column_rect(columns.nodes[side]), SMALL, more);
        }
        heads.underline();
    }

    fn row_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, mv: &AlignedMove, columns: &MoveColumns) {
        let key = mv.edges[0].map(|edge| {
            let graph = self.views[0].labels.graph();
            graph.key(self.vertices[0], edge)
        });
        let (sense, role) = match key {
            Some(_) => (Sense::click(), Role::Button),
            None => (Sense::hover(), Role::Label),
        };
        let (line, response) = cx.line(ui, cx.row_height(ROW), sense);
        let name = move_words(&visible(&mv.text));
        let cells = [0, 1].map(|side| self.cells(side, mv));
        let text = self.description(&name, mv, &cells);
        let response = response
            .called(role, &text)
            .identified(&ids::compared_move(&mv.text));
        if let Some(key) = key {
            line.light(&response, false);
            line.right(
                line.column_rect(columns.number),
                DIM,
                &(key + 1).to_string(),
            );
            cx.push_on_click(&response, || Command::Act(Action::Move(key)));
        }
        line.print_left(line.column_rect(columns.mv), BODY, &name);
        if let [Some(a), Some(b)] = &cells
            && (a.rating != b.rating || self.is_chance(0) && a.more != b.more)
        {
            let between = line.column_rect(columns.between);
            line.put(between, Align::Center, BODY.strong(true), "≠");
        }
        for side in [0, 1] {
            match &cells[side] {
                Some(cells) => {
                    let mut mark = line.column_rect(columns.ratings[side]);
                    let used = line.right(mark, BODY.strong(cells.best), &cells.rating);
                    if cells.best {
                        mark.max.x = used.left() - 4.0;
                        line.right(mark, SMALL, BEST);
                    }
                    line.right(line.column_rect(columns.nodes[side]), DIM, &cells.more);
                }
                None => self.missing_ui(&line, cx, columns.sides[side], side),
            }
        }
        response.on_hover_text(text);
    }

    /// That a side hasn't the move.
    fn missing_ui(&self, line: &TableLine<'_>, cx: &Cx<'_>, range: Rangef, side: usize) {
        let rect = line.column_rect(range);
        let painter = &line.painter;
        hatched(painter, cx, rect.shrink2(Vec2::new(0.0, 3.0)));
        if self.left.is_some() && side == 1 {
            return;
        }
        let only = format!("only under {}", shortened(self.name(1 - side), MAX_NAME));
        let inner = rect.shrink2(Vec2::new(10.0, 0.0));
        let width = line.laid_out(SMALL, &only).size().x.min(inner.width());
        let ground = Rect::from_center_size(inner.center(), Vec2::new(width + 10.0, ROW - 6.0));
        painter.rect_filled(ground, 3.0, cx.theme.ground);
        line.put(inner, Align::Center, SMALL.tint(Tint::Text), &only);
    }

    /// Whether chance decides on a side.
    fn is_chance(&self, side: usize) -> bool {
        let graph = self.views[side].labels.graph();
        matches!(graph.kind(self.vertices[side]), VertexKind::Chance(_))
    }

    /// A side's cells of a move, if it has the move.
    fn cells(&self, side: usize, mv: &AlignedMove) -> Option<Cells> {
        let edge = mv.edges[side]?;
        let view = &self.views[side];
        let graph = view.labels.graph();
        let target = graph.target(edge);
        let nodes = narrow_count(view.analysis.nodes.of(target));
        Some(Cells {
            rating: self.rating(side, target),
            more: match self.is_chance(side) {
                true => number_text(graph.probability(edge), MAX_PROBABILITY),
                false => format!("{}{nodes}", at_least_sign(graph)),
            },
            best: !view.hidden && self.best[side].contains(&edge),
        })
    }

    fn description(&self, name: &str, mv: &AlignedMove, cells: &[Option<Cells>; 2]) -> String {
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
        let messages: Vec<String> = [side(0), side(1)].into_iter().flatten().collect();
        let only = match mv.edges {
            [Some(_), None] if self.left.is_none() => format!("; only {} has it", self.name(0)),
            [None, Some(_)] => format!("; only {} has it", self.name(1)),
            _ => String::new(),
        };
        format!("{name}: {}{only}", messages.join(", "))
    }
}

/// Hatching over a missing cell.
fn hatched(painter: &egui::Painter, cx: &Cx<'_>, rect: Rect) {
    let painter = painter.with_clip_rect(rect.intersect(painter.clip_rect()));
    let stroke = Stroke::new(1.0, cx.theme.line);
    let mut x = rect.left() - rect.height();
    while x < rect.right() {
        let foot = egui::pos2(x, rect.bottom());
        painter.line_segment(
            [foot, foot + Vec2::new(rect.height(), -rect.height())],
            stroke,
        );
        x += 7.0;
    }
}

/// Both boards with their texts.
pub(crate) fn board_cards<'a>(sides: &'a LineEnds<'_>) -> [BoardCard<'a>; 2] {
    [0, 1].map(|side: usize| BoardCard {
        name: visible(sides.name(side)).into_owned(),
        figures: figures(sides, side),
        text: described(sides, side),
        picture: &sides.pictures[side],
    })
}

/// The player to move, the rating, and the size of the tree below.
fn figures(sides: &LineEnds<'_>, side: usize) -> String {
    let view = &sides.views[side];
    let vertex = sides.vertices[side];
    let graph = view.labels.graph();
    let what = state_text(view.labels, vertex);
    if side == 1 && sides.left.is_some() {
        return format!("shared until here: {what}");
    }
    let nodes = counted(short_count(view.analysis.nodes.of(vertex)), "node");
    format!(
        "{what} · {} {} · {}{nodes}",
        sides.views[0].name(sides.player),
        sides.rating(side, vertex),
        at_least_sign(graph),
    )
}

/// The same in a sentence, with the position and the differing places.
fn described(sides: &LineEnds<'_>, side: usize) -> String {
    let places = &sides.pictures[side].cells;
    let apart: Vec<&str> = sides
        .apart
        .iter()
        .filter_map(|index| Some(places.get(*index)?.number.as_str()))
        .collect();
    let apart = match apart.as_slice() {
        [] => String::new(),
        [one] => format!("; {one} differs"),
        several => format!("; {} differ", several.join(", ")),
    };
    format!(
        "{}: {}, {}{apart}",
        visible(sides.name(side)),
        visible(&sides.pictures[side].text),
        figures(sides, side)
    )
}

/// The height of a row; in a narrow list its sentence takes two lines.
const DIFFERENCE_ROW: f32 = 40.0;
const HIGH_ROW: f32 = 57.0;
const LITTLE_ROOM: f32 = 640.0;
/// The height of a line of text.
const LINE: f32 = 17.0;

impl FoundDifferences {
    pub fn differences_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, sides: &LineEnds<'_>) {
        let hidden = sides.views[0].hidden;
        // The difference of hidden ratings isn't shown.
        let rows: Vec<&DifferenceRow> = self
            .rows
            .iter()
            .filter(|row| !(hidden && row.difference.kind == DifferenceKind::Rating))
            .collect();
        if rows.is_empty() {
            return;
        }
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let words = strong("First differences").size(size::HEADING);
            ui.label(words.color(cx.theme.dim));
            let cut = |kind: &DifferenceKind| {
                *kind != DifferenceKind::Rating && self.comparison.count(*kind) > MAX_KEPT
            };
            if DifferenceKind::ALL.iter().any(cut) {
                let phrase = format!("first {MAX_KEPT} of each kind");
                ui.label(cx.small(phrase));
            }
            ui.with_layout(egui::Layout::right_to_left(Align::Center), |ui| {
                let next = CommandId::NextDifference;
                let keys = next.shortcuts().first();
                let keys = keys.map(|keys| format!(" ({})", key_text(ui.ctx(), keys)));
                let text = format!("{}{}", next.tooltip(), keys.unwrap_or_default());
                let button = ui.add(cx.small_button(next.text()));
                let button = button.identified(next.id()).on_hover_text(text);
                cx.push_on_click(&button, || Command::Named(next));
            });
        });
        let line = sides.document.session.line();
        let height = match ui.available_width() < LITTLE_ROOM {
            true => HIGH_ROW,
            false => DIFFERENCE_ROW,
        };
        ui.spacing_mut().item_spacing.y = 0.0;
        egui::ScrollArea::vertical()
            .id_salt("differences")
            .auto_shrink([false, false])
            .show_rows(ui, height, rows.len(), |ui, shown| {
                for row in &rows[shown] {
                    let here = row.difference.lines[0] == line;
                    row.ui(ui, cx, here, height);
                }
            });
    }
}

impl DifferenceRow {
    fn ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, here: bool, height: f32) {
        let (row, response) = cx.line(ui, height, Sense::click());
        let kind = self.difference.kind.name();
        let text = format!("{kind}, {}: {}", self.location, self.text);
        let response = response
            .chosen(Role::Button, here, &text)
            .identified(ids::DIFFERENCE);
        row.ground(here || response.hovered() || response.has_focus(), 4.0);
        row.ring(&response, 4.0);
        let inner = row.rect.shrink2(Vec2::new(8.0, 3.0));
        let column = 78.0_f32.min(inner.width() * 0.25);
        let line = |left: f32, top: f32, width: f32| {
            let at = inner.min + Vec2::new(left, top);
            Rect::from_min_size(at, Vec2::new(width, LINE))
        };
        let room = inner.width() - column;
        let lines = ((height - 6.0) / LINE).floor() as usize - 1;
        let body = font(size::BODY, false);
        let mut job = LayoutJob::simple(self.text.clone(), body, cx.theme.text, room);
        job.wrap.max_rows = lines;
        let galley = row.painter.layout_job(job);
        // In one line, the place is directly below.
        let below = galley.rows.len().clamp(1, lines) as f32 * LINE;
        let first = galley.rows.first().map_or(LINE, |row| row.height());
        let at = inner.min + Vec2::new(column, (LINE - first) / 2.0);
        row.painter.galley(at, galley, cx.theme.text);
        row.print_left(line(0.0, 0.0, column), BODY.strong(true), kind);
        let ply = format!("ply {}", self.difference.ply);
        row.print_left(line(0.0, LINE, column), SMALL, &ply);
        row.print_left(line(column, below, room), SMALL, &self.location);
        cx.push_on_click(&response, || go_to(&self.difference));
        response.on_hover_text(text);
    }
}
