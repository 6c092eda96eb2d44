//! What both sides tell of a position, and their moves, in two tables of the same columns.

use eframe::egui::{self, Align, Rangef, Rect, Role, Sense, Stroke, Vec2, WidgetInfo};

use crate::app::base::ids;
use crate::app::base::ids::Identified as _;
use crate::app::base::theme::size;
use crate::app::base::widgets::{cell, font, heading};
use crate::app::parts::cx::Cx;
use crate::diagram::move_words;
use crate::session::check::{self, Disagreement, shown};
use crate::words::capitalised;

const ROW: f32 = 24.0;
/// Where what a move leads to is told by its rating alone: in less room than this.
const NARROW: f32 = 520.0;

/// Where the columns lie, from the left of a row.
struct Columns {
    name: Rangef,
    sides: [Rangef; 2],
}

impl Columns {
    fn new(width: f32) -> Self {
        let name = Rangef::new(6.0, 6.0 + (width * 0.18).clamp(64.0, 130.0));
        let left = name.max + 10.0;
        let room = (width - left - 24.0) / 2.0;
        let side = |side: f32| {
            let left = left + side * (room + 24.0);
            Rangef::new(left, left + room)
        };
        Self {
            name,
            sides: [side(0.0), side(1.0)],
        }
    }
}

fn at(row: Rect, range: Rangef) -> Rect {
    Rect::from_x_y_ranges(
        row.left() + range.min..=row.left() + range.max,
        row.y_range(),
    )
}

/// The heads of both sides.
fn heads_ui(ui: &mut egui::Ui, cx: &Cx<'_>, columns: &Columns, name: &str) {
    let width = ui.available_width();
    let (rect, _) = ui.allocate_exact_size(Vec2::new(width, 20.0), Sense::hover());
    let painter = ui.painter();
    let small = || font(size::SMALL, false);
    let [theirs, ours] = columns.sides;
    for (range, words) in [
        (columns.name, name),
        (theirs, "Theirs"),
        (ours, "By the rules"),
    ] {
        cell(
            painter,
            at(rect, range),
            Align::Min,
            words,
            small(),
            cx.theme.dim,
        );
    }
    let line = Stroke::new(1.0, cx.theme.line);
    painter.hline(rect.x_range(), rect.bottom(), line);
}

/// A row of both tables; what differs stands out by a sign and its weight.
fn row_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    columns: &Columns,
    (name, id): (&str, &str),
    sides: &[String; 2],
    differ: bool,
) {
    let size = Vec2::new(ui.available_width(), ROW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let words = format!("{name}: {} there, {} by the rules", sides[0], sides[1]);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    let response = response.identified(&ids::both_say(id));
    let painter = ui.painter();
    if differ {
        painter.rect_filled(rect, 3.0, cx.theme.soft);
        let between = Rangef::new(columns.sides[0].max, columns.sides[1].min);
        let strong = font(size::BODY, true);
        let middle = at(rect, between);
        cell(painter, middle, Align::Center, "≠", strong, cx.theme.text);
    }
    let body = || font(size::BODY, false);
    cell(
        painter,
        at(rect, columns.name),
        Align::Min,
        name,
        body(),
        cx.theme.text,
    );
    for (range, words) in columns.sides.into_iter().zip(sides) {
        let font = font(size::BODY, differ);
        cell(
            painter,
            at(rect, range),
            Align::Min,
            words,
            font,
            cx.theme.text,
        );
    }
    response.on_hover_text(words);
}

/// What both sides tell of the position.
pub(super) fn facts_ui(ui: &mut egui::Ui, cx: &Cx<'_>, found: &Disagreement) {
    let facts = check::facts(found);
    if facts.is_empty() {
        return;
    }
    let columns = Columns::new(ui.available_width());
    heading(ui, "The position");
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        heads_ui(ui, cx, &columns, "");
        for fact in &facts {
            let name = capitalised(fact.name);
            let name = (name.as_str(), fact.name);
            row_ui(ui, cx, &columns, name, &fact.sides, fact.differs);
        }
    });
}

/// Their moves beside the rules'.
pub(super) fn moves_ui(ui: &mut egui::Ui, cx: &Cx<'_>, found: &Disagreement) {
    let both = check::moves(found);
    if both.is_empty() {
        return;
    }
    let columns = Columns::new(ui.available_width());
    let narrow = ui.available_width() < NARROW;
    let told = found.theirs.moves.is_some();
    heading(ui, "Moves");
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        heads_ui(ui, cx, &columns, "Move");
        for mv in &both {
            let sides = [mv.theirs, mv.ours].map(|side| match side {
                None if told => "not among them".to_owned(),
                None => "–".to_owned(),
                Some(side) => {
                    let position = side.position.as_ref().filter(|_| !narrow);
                    let parts = [position, side.rating.as_ref()];
                    let parts: Vec<String> = parts
                        .into_iter()
                        .flatten()
                        .map(|part| shown(Some(part)))
                        .collect();
                    match parts.is_empty() {
                        true => "is among them".to_owned(),
                        false => parts.join(", rated "),
                    }
                }
            });
            let notation = mv.name();
            let name = (&*move_words(&notation), &*notation);
            row_ui(ui, cx, &columns, name, &sides, mv.differs());
        }
    });
}
