//! The data of both sides about a position, and their moves, in two tables with the same columns.

use eframe::egui::{self, Align, Rangef, Role, Sense};

use crate::app::base::{Identified as _, heading, ids};
use crate::app::parts::{BODY, Cell, Column, Cx, Look};
use crate::diagram::move_words;
use crate::session::check::{self, Disagreement, shown};
use crate::words::capitalised;

const ROW: f32 = 24.0;
/// Below this width the position after a move is shown by its rating alone.
const NARROW: f32 = 520.0;

/// The data of both sides about one subject; a difference is shown by a sign and in bold.
struct CheckRow {
    name: String,
    id: String,
    sides: [String; 2],
    differs: bool,
}

/// The places of the subject, both sides, and the sign between them.
fn places(width: f32) -> [Rangef; 4] {
    let name = Rangef::new(6.0, 6.0 + (width * 0.18).clamp(64.0, 130.0));
    let left = name.max + 10.0;
    let room = (width - left - 24.0) / 2.0;
    let [theirs, ours] = [0.0, 1.0].map(|side| {
        let left = left + side * (room + 24.0);
        Rangef::new(left, left + room)
    });
    [name, theirs, ours, Rangef::new(theirs.max, ours.min)]
}

/// A table of both sides below its name.
fn table_ui(ui: &mut egui::Ui, cx: &Cx<'_>, (name, head): (&str, &str), rows: &[CheckRow]) {
    if rows.is_empty() {
        return;
    }
    let side = |head, side: usize| {
        Column::new(Align::Min, head, move |row: &CheckRow| {
            Cell::from(&*row.sides[side]).print(BODY.strong(row.differs))
        })
    };
    let sign = |row: &CheckRow| {
        let sign = if row.differs { "≠" } else { "" };
        Cell::from(sign).print(BODY.strong(true))
    };
    let columns = [
        Column::new(Align::Min, head, |row: &CheckRow| row.name.clone()),
        side("Your program", 0),
        side("Rules", 1),
        Column::new(Align::Center, "", sign),
    ];
    let places = places(ui.available_width());
    heading(ui, name);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let (line, _) = cx.line(ui, 20.0, Sense::hover());
        line.heads(&columns, places.map(|place| line.place(place)));
        for row in rows {
            let (line, response) = cx.line(ui, ROW, Sense::hover());
            let CheckRow { name, sides, .. } = row;
            let words = format!("{name}: yours {}, rules {}", sides[0], sides[1]);
            let response = response
                .called(Role::Label, &words)
                .identified(&ids::both_say(&row.id));
            line.ground(row.differs, 3.0);
            for (column, place) in columns.iter().zip(places) {
                line.cell((ui, cx), (column, line.place(place)), row, Look::default());
            }
            response.on_hover_text(words);
        }
    });
}

/// The data of both sides about the position.
pub(super) fn facts_ui(ui: &mut egui::Ui, cx: &Cx<'_>, found: &Disagreement) {
    let facts = check::facts(found).into_iter();
    let rows = facts.map(|fact| CheckRow {
        name: capitalised(fact.name),
        id: fact.name.to_owned(),
        differs: fact.differs,
        sides: fact.sides,
    });
    table_ui(ui, cx, ("The position", ""), &rows.collect::<Vec<_>>());
}

/// Their moves beside the rules'.
pub(super) fn moves_ui(ui: &mut egui::Ui, cx: &Cx<'_>, found: &Disagreement) {
    let narrow = ui.available_width() < NARROW;
    let told = found.theirs.moves.is_some();
    let rows = check::moves(found).into_iter().map(|mv| {
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
        CheckRow {
            name: move_words(&mv.name()),
            id: mv.name(),
            sides,
            differs: mv.differs(),
        }
    });
    table_ui(ui, cx, ("Moves", "Move"), &rows.collect::<Vec<_>>());
}
