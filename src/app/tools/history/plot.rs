//! The strip itself: its place, pointer and wheel input, and names for screen readers.

use eframe::egui::{
    self, CursorIcon, EventFilter, Id, Rect, Role, Sense, Stroke, Vec2, WidgetInfo,
};

use super::Here;
use super::axis::{Axis, Places};
use super::paint::paint;
use crate::app::base::{Gesture, Gestures, Identified as _, Theme, font, ids, size, width_of};
use crate::app::intent::Command;
use crate::app::parts::Cx;
use crate::diagram::{History, TreeView};
use crate::session::Action;
use crate::words::plural;

/// The heights of the row of blunders above the ratings, and of the moves or plies below them.
pub(super) const ABOVE: f32 = 17.0;
pub(super) const BELOW: f32 = 17.0;
/// Scroll distance, in points, that zooms by a factor of e.
const WHEEL: f32 = 240.0;
/// Minimum width of plies that are exposed one by one to screen readers.
const NAMED: f32 = 12.0;

/// The data to draw.
pub(crate) struct Strip<'a> {
    pub theme: &'a Theme,
    pub view: &'a TreeView<'a>,
    pub history: &'a History,
    pub here: Here,
}

/// Draws the strip in the rest of the area; returns the widget with its keys.
pub(crate) fn plot_ui(
    ui: &mut egui::Ui,
    strip: &Strip<'_>,
    axis: &mut Axis,
    gestures: &mut Gestures,
    cx: &Cx<'_>,
) -> Id {
    let (id, all) = ui.allocate_space(ui.available_size());
    let marks = strip.history.marks().iter();
    let small = font(size::HEADING, false);
    let wide = marks.map(|(_, text)| width_of(ui, text, &small));
    let gutter = wide.fold(10.0, f32::max) + 8.0;
    let rect = Rect::from_min_max(
        all.min + Vec2::new(gutter, 0.0),
        all.max - Vec2::new(0.0, 3.0),
    );
    let len = strip.history.len();
    let places = axis.places(rect, len, strip.here.place);
    places_ui(ui, strip, rect, &places, id);
    // The topmost widget gets the pointer everywhere.
    let response = ui.interact(all, id, Sense::click_and_drag());
    let before = *axis;
    if response.dragged() {
        axis.pan(rect, len, response.drag_delta().x);
    }
    match gestures.read(ui, &response, WHEEL) {
        Some(Gesture::Zoom(at, factor)) => axis.zoom(rect, len, at.x, factor as f32),
        Some(Gesture::Pan(by)) => axis.pan(rect, len, by.x),
        None => {}
    }
    if *axis != before {
        ui.ctx().request_repaint();
    }
    if response.has_focus() {
        // Its arrow keys walk the line, and don't leave the strip.
        let filter = EventFilter {
            horizontal_arrows: true,
            ..EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    }
    let place_at = |at: Option<egui::Pos2>| at.and_then(|at| places.at(at.x));
    let pointed = place_at(response.hover_pos());
    paint(ui, strip, rect, &places, pointed);
    if response.has_focus() {
        let stroke = Stroke::new(1.5, strip.theme.text);
        let inside = egui::StrokeKind::Inside;
        ui.painter()
            .rect_stroke(all.expand2(Vec2::new(4.0, 0.0)), 4.0, stroke, inside);
    }
    let clicked = place_at(response.interact_pointer_pos()).filter(|_| response.clicked());
    if let Some(node) = clicked.and_then(|place| strip.history.node(place)) {
        // The arrows go on from there.
        response.request_focus();
        cx.push(Command::Act(Action::Select(node)));
    }
    let words = words_of(strip);
    response.widget_info(|| WidgetInfo::labeled(Role::Slider, true, &words));
    let response = response.identified(ids::HISTORY);
    if let Some(place) = pointed {
        response
            .on_hover_cursor(CursorIcon::PointingHand)
            .on_hover_ui_at_pointer(|ui| {
                for line in strip.history.words(strip.view, place) {
                    ui.label(line);
                }
            });
    }
    id
}

/// The strip in a sentence.
fn words_of(strip: &Strip<'_>) -> String {
    let words = strip.history.words(strip.view, strip.here.place);
    let plies = strip.history.len().saturating_sub(1);
    let many = plural(plies, "step", "steps");
    format!(
        "Rating graph of {plies} {many}. Left and Right walk along it. {}",
        words.join(". ")
    )
}

/// The plies one by one, for screen readers; Tab skips them.
fn places_ui(ui: &egui::Ui, strip: &Strip<'_>, rect: Rect, places: &Places, id: Id) {
    if places.per < NAMED {
        return;
    }
    for place in places.seen() {
        let middle = egui::pos2(places.x(place), rect.center().y);
        let own = Rect::from_center_size(middle, Vec2::new(places.per, rect.height()));
        let response = ui.interact(own.intersect(rect), id.with(place), Sense::CLICK);
        let selected = strip.here.on && strip.here.place == place;
        response.widget_info(|| {
            let words = strip.history.words(strip.view, place).join(". ");
            WidgetInfo::selected(Role::Button, true, selected, words)
        });
        response.identified(&ids::ply(place));
    }
}
