//! What stands in the map's place until there is one: how far counting has come, with the positions
//! of each ply.

use eframe::egui::{self, Align2, Rect, Role, Sense, WidgetInfo};

use super::counting::Counted;
use crate::app::base::ids;
use crate::app::base::ids::Identified as _;
use crate::app::base::theme::size;
use crate::app::base::widgets::font;
use crate::app::intent::command::Named;
use crate::app::parts::cx::Cx;
use crate::words::short_number;

/// How high a line of the list is.
const LINE: f32 = 18.0;
/// How wide the list is at most.
const WIDE: f32 = 420.0;

/// Says why there is no map yet.
pub(crate) fn busy_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    screen: Rect,
    top: f32,
    counted: Option<Counted>,
    stopped: Option<&str>,
) {
    ui.painter_at(screen)
        .rect_filled(screen, 0.0, cx.theme.ground);
    let counted = counted.unwrap_or_default();
    let head = match (cx.document.progress(), stopped) {
        (Some(progress), _) => format!(
            "The map is drawn when the tree is built: {} positions so far",
            short_number(progress.positions as u64)
        ),
        (None, Some(why)) => why.to_owned(),
        (None, None) => format!("Counting ends: {:.0} %", counted.share * 100.0),
    };
    let most = (screen.width() - 48.0).max(80.0);
    let job =
        egui::text::LayoutJob::simple(head.clone(), font(size::BODY, true), cx.theme.text, most);
    let galley = ui.painter().layout_job(job);
    // The sentence stands in one line as long as there is room for it.
    let width = most.min(WIDE.max(galley.size().x));
    let mut y = screen.top() + top + 28.0;
    let left = screen.center().x - width / 2.0;
    let line = |y: f32| Rect::from_min_size(egui::pos2(left, y), egui::vec2(width, LINE));
    let (_, response) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    let label = match counted.positions.is_empty() {
        true => head.clone(),
        false => format!("{head}; {} plies so far", counted.positions.len()),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
    response.identified(ids::MAP_BUSY);
    let height = galley.size().y;
    ui.painter()
        .galley(egui::pos2(left, y), galley, cx.theme.text);
    y += height + 8.0;
    if stopped.is_some() && cx.document.progress().is_none() {
        let place = Rect::from_min_size(egui::pos2(left, y), egui::vec2(120.0, 28.0));
        let button = egui::Button::new("Count again").fill(cx.theme.soft);
        if ui.put(place, button).identified(ids::MAP_COUNT).clicked() {
            cx.run(Named::ShowMap);
        }
        return;
    }
    if counted.positions.is_empty() {
        return;
    }
    let painter = ui.painter_at(screen);
    let most = counted.positions.iter().copied().max().unwrap_or(1).max(1);
    let small = font(size::SMALL, false);
    painter.text(
        line(y).left_center(),
        Align2::LEFT_CENTER,
        "Positions that come up at each ply for the first time",
        small.clone(),
        cx.theme.dim,
    );
    y += LINE + 2.0;
    // The last ones, where there is no room for all.
    let room = ((screen.bottom() - y - 12.0) / LINE).max(1.0) as usize;
    let first = counted.positions.len().saturating_sub(room);
    for (ply, &positions) in counted.positions.iter().enumerate().skip(first) {
        let place = line(y);
        let bar = (place.width() - 150.0).max(10.0) * (positions as f32 / most as f32);
        painter.text(
            place.left_center(),
            Align2::LEFT_CENTER,
            format!("ply {ply}"),
            small.clone(),
            cx.theme.dim,
        );
        let from = place.left() + 56.0;
        let bar = Rect::from_min_size(
            egui::pos2(from, place.top() + 4.0),
            egui::vec2(bar.max(1.0), LINE - 8.0),
        );
        painter.rect_filled(bar, 2.0, cx.theme.line);
        painter.text(
            place.right_center(),
            Align2::RIGHT_CENTER,
            short_number(positions),
            small.clone(),
            cx.theme.text,
        );
        y += LINE;
    }
}
