//! The placeholder of the map while leaves are counted: the progress, with the positions of each
//! ply.

use std::sync::Arc;

use eframe::egui::{self, Align2, Painter, Rect, Role, Sense};

use super::counting::Counted;
use crate::app::base::{Identified as _, State, font, ids, size};
use crate::app::intent::Named;
use crate::app::parts::Cx;
use crate::tree::Leaves;
use crate::words::short_number;

/// The height of a list row.
const LINE: f32 = 18.0;
/// Maximum width of the list.
const WIDE: f32 = 420.0;

/// Says why there is no map yet.
pub(super) fn busy_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    screen: Rect,
    top: f32,
    state: &State<Arc<Leaves>, Counted>,
) {
    let (counted, stopped) = match state {
        State::Running(_, told) => (told.now().clone(), None),
        State::Cancelled => (Counted::default(), Some("Counting canceled".to_owned())),
        State::Fault(why) => (Counted::default(), Some(why.to_string())),
        State::Unknown | State::Known(_) => (Counted::default(), None),
    };
    ui.painter_at(screen)
        .rect_filled(screen, 0.0, cx.theme.ground);
    let head = match (cx.document.progress(), &stopped) {
        (Some(progress), _) => format!(
            "The map appears when the tree is built ({} positions)",
            short_number(progress.positions)
        ),
        (None, Some(why)) => why.clone(),
        (None, None) => format!("Counting ends: {:.0} %", counted.share * 100.0),
    };
    let most = (screen.width() - 48.0).max(80.0);
    let job =
        egui::text::LayoutJob::simple(head.clone(), font(size::BODY, true), cx.theme.text, most);
    let galley = ui.painter().layout_job(job);
    // The sentence is on one line if there is space for it.
    let width = most.min(WIDE.max(galley.size().x));
    let at = egui::pos2(screen.center().x - width / 2.0, screen.top() + top + 28.0);
    let (_, response) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    let label = match counted.positions.is_empty() {
        true => head,
        false => format!("{head}; {} plies so far", counted.positions.len()),
    };
    response
        .called(Role::Label, &label)
        .identified(ids::MAP_BUSY);
    let below = at + egui::vec2(0.0, galley.size().y + 8.0);
    ui.painter().galley(at, galley, cx.theme.text);
    if stopped.is_some() && cx.document.progress().is_none() {
        let place = Rect::from_min_size(below, egui::vec2(120.0, 28.0));
        let button = egui::Button::new("Count again").fill(cx.theme.soft);
        if ui.put(place, button).identified(ids::MAP_COUNT).clicked() {
            cx.run(Named::ShowMap);
        }
    } else if !counted.positions.is_empty() {
        let line = Rect::from_min_size(below, egui::vec2(width, LINE));
        paint_plies(&ui.painter_at(screen), cx, line, &counted.positions);
    }
}

/// Lists the positions of each ply, as far as they are known: from this line on, as long as there
/// is room.
fn paint_plies(painter: &Painter, cx: &Cx<'_>, mut line: Rect, positions: &[u64]) {
    let text = |place: Rect, align: Align2, text: String, color: egui::Color32| {
        let small = font(size::SMALL, false);
        painter.text(align.pos_in_rect(&place), align, text, small, color);
    };
    let head = "New positions at each ply";
    text(line, Align2::LEFT_CENTER, head.to_owned(), cx.theme.dim);
    line = line.translate(egui::vec2(0.0, LINE + 2.0));
    // The last ones, where there is no room for all.
    let room = ((painter.clip_rect().bottom() - line.top() - 12.0) / LINE).max(1.0) as usize;
    let first = positions.len().saturating_sub(room);
    let most = positions.iter().copied().max().unwrap_or(1).max(1);
    for (ply, &positions) in positions.iter().enumerate().skip(first) {
        let wide = (line.width() - 150.0).max(10.0) * (positions as f32 / most as f32);
        text(
            line,
            Align2::LEFT_CENTER,
            format!("ply {ply}"),
            cx.theme.dim,
        );
        let bar = Rect::from_min_size(
            line.min + egui::vec2(56.0, 4.0),
            egui::vec2(wide.max(1.0), LINE - 8.0),
        );
        painter.rect_filled(bar, 2.0, cx.theme.line);
        text(
            line,
            Align2::RIGHT_CENTER,
            short_number(positions),
            cx.theme.text,
        );
        line = line.translate(egui::vec2(0.0, LINE));
    }
}
