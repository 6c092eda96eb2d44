//! The data of both sides about a position, and their moves, in two tables with the same columns.

use eframe::egui::{self, Role, Sense, WidgetInfo};

use crate::app::base::{Identified as _, heading, ids};
use crate::app::parts::{BODY, Column, Cx, SMALL};
use crate::diagram::move_words;
use crate::session::check::{self, Disagreement, shown};
use crate::words::capitalised;

const ROW: f32 = 24.0;
/// Below this width the position after a move is shown by its rating alone.
const NARROW: f32 = 520.0;

/// The columns: the subject, and both sides.
struct Columns {
    name: Column,
    sides: [Column; 2],
}

impl Columns {
    fn new(width: f32) -> Self {
        let name = Column::left(6.0, 6.0 + (width * 0.18).clamp(64.0, 130.0));
        let left = name.range.max + 10.0;
        let room = (width - left - 24.0) / 2.0;
        let side = |side: f32| {
            let left = left + side * (room + 24.0);
            Column::left(left, left + room)
        };
        Self {
            name,
            sides: [side(0.0), side(1.0)],
        }
    }

    /// The heads of both sides.
    fn heads_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, name: &str) {
        let (line, _) = cx.line(ui, 20.0, Sense::hover());
        line.write(self.name, SMALL, name);
        line.write(self.sides[0], SMALL, "Your program");
        line.write(self.sides[1], SMALL, "Rules");
        line.underline();
    }

    /// A row of both tables.
    fn row_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>, row: &CheckRow<'_>) {
        let CheckRow { name, sides, .. } = row;
        let (line, response) = cx.line(ui, ROW, Sense::hover());
        let words = format!("{name}: yours {}, rules {}", sides[0], sides[1]);
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
        let response = response.identified(&ids::both_say(row.id));
        if row.differs {
            line.ground(true, 3.0);
            let [theirs, ours] = self.sides;
            let between = Column::middle(theirs.range.max, ours.range.min);
            line.write(between, BODY.strong(true), "≠");
        }
        line.write(self.name, BODY, name);
        for (column, words) in self.sides.into_iter().zip(*sides) {
            line.write(column, BODY.strong(row.differs), words);
        }
        response.on_hover_text(words);
    }
}

/// The data of both sides about one subject; a difference is shown by a sign and in bold.
struct CheckRow<'a> {
    name: &'a str,
    id: &'a str,
    sides: &'a [String; 2],
    differs: bool,
}

/// The data of both sides about the position.
pub(super) fn facts_ui(ui: &mut egui::Ui, cx: &Cx<'_>, found: &Disagreement) {
    let facts = check::facts(found);
    if facts.is_empty() {
        return;
    }
    let columns = Columns::new(ui.available_width());
    heading(ui, "The position");
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        columns.heads_ui(ui, cx, "");
        for fact in &facts {
            let row = CheckRow {
                name: &capitalised(fact.name),
                id: fact.name,
                sides: &fact.sides,
                differs: fact.differs,
            };
            columns.row_ui(ui, cx, &row);
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
        columns.heads_ui(ui, cx, "Move");
        for mv in &both {
            let sides = [mv.theirs, mv.ours].map(|side| match side {
                None if told => "not listed".to_owned(),
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
                        true => "listed".to_owned(),
                        false => parts.join(", rated "),
                    }
                }
            });
            let notation = mv.name();
            let row = CheckRow {
                name: &move_words(&notation),
                id: &notation,
                sides: &sides,
                differs: mv.differs(),
            };
            columns.row_ui(ui, cx, &row);
        }
    });
}
