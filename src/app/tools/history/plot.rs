//! The strip itself: its place, pointer and wheel input, and names for screen readers. Its axis
//! shows all plies side by side, or a zoomed part. The row above it has the title, all players'
//! ratings at the selected node, the blunder that led there, and links to the others.

use eframe::egui::{
    self, Align, CursorIcon, EventFilter, Id, Layout, Rect, Role, Sense, Stroke, Vec2, WidgetInfo,
};

use super::LinePlace;
use super::paint::paint;
use crate::app::base::{
    Gesture, Gestures, Identified as _, Theme, blunders_text, font, ids, player_mark, size, strong,
    width_of,
};
use crate::app::intent::{Command, CommandId};
use crate::app::parts::Cx;
use crate::diagram::{RatingHistory, TreeView};
use crate::game::Player;
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
    pub history: &'a RatingHistory,
    pub here: LinePlace,
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
    let places = axis.places(rect, len, strip.here.index);
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
    if let Some(node) = clicked.and_then(|slot| strip.history.node(slot)) {
        // The arrows go on from there.
        response.request_focus();
        cx.push(Command::Act(Action::Select(node)));
    }
    let phrase = words_of(strip);
    response.widget_info(|| WidgetInfo::labeled(Role::Slider, true, &phrase));
    let response = response.identified(ids::HISTORY);
    if let Some(index) = pointed {
        response
            .on_hover_cursor(CursorIcon::PointingHand)
            .on_hover_ui_at_pointer(|ui| {
                for line in strip.history.ply_texts(strip.view, index) {
                    ui.label(line);
                }
            });
    }
    id
}

/// The strip in a sentence.
fn words_of(strip: &Strip<'_>) -> String {
    let texts = strip.history.ply_texts(strip.view, strip.here.index);
    let plies = strip.history.len().saturating_sub(1);
    let many = plural(plies, "step", "steps");
    format!(
        "Rating graph of {plies} {many}. Left and Right walk along it. {}",
        texts.join(". ")
    )
}

/// The plies one by one, for screen readers; Tab skips them.
fn places_ui(ui: &egui::Ui, strip: &Strip<'_>, rect: Rect, places: &PlyPlaces, id: Id) {
    if places.per < NAMED {
        return;
    }
    for index in places.seen() {
        let middle = egui::pos2(places.x(index), rect.center().y);
        let own = Rect::from_center_size(middle, Vec2::new(places.per, rect.height()));
        let response = ui.interact(own.intersect(rect), id.with(index), Sense::CLICK);
        let selected = strip.here.on && strip.here.index == index;
        response.widget_info(|| {
            let text = strip.history.ply_texts(strip.view, index).join(". ");
            WidgetInfo::selected(Role::Button, true, selected, text)
        });
        response.identified(&ids::ply(index));
    }
}

/// Maximum width of a ply, in points.
const WIDEST: f32 = 112.0;
/// Plies kept visible on either side of the selected one.
const BESIDE: f64 = 2.0;

/// The zoom and scroll state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Axis {
    /// The width of a ply; `None`: the whole line is visible.
    per: Option<f32>,
    /// The ply at the left end.
    first: f64,
    /// The last selected ply, so that another one is brought into view.
    seen: Option<usize>,
}

/// The places of the plies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PlyPlaces {
    pub left: f32,
    pub right: f32,
    /// The width of each.
    pub per: f32,
    /// The ply at the left end, and the number of plies.
    pub first: f64,
    pub len: usize,
}

impl Axis {
    /// Brings the selected ply into view in the next frame.
    pub fn reveal(&mut self) {
        self.seen = None;
    }

    /// The places of a line's plies in a rectangle.
    pub fn places(&mut self, rect: Rect, len: usize, selected: usize) -> PlyPlaces {
        let all = all_in(rect, len);
        let per = self.per.unwrap_or(all).clamp(all, WIDEST.max(all));
        let room = f64::from(rect.width() / per);
        if self.seen.replace(selected) != Some(selected) {
            let at = selected as f64;
            let min = at + 1.0 + BESIDE - room;
            self.first = self
                .first
                .clamp(min.min(at), (at - BESIDE).max(min.min(at)));
        }
        self.first = self.first.clamp(0.0, (len as f64 - room).max(0.0));
        PlyPlaces {
            left: rect.left(),
            right: rect.right(),
            per,
            first: self.first,
            len,
        }
    }

    /// Draws the line larger or smaller around a point of the screen.
    pub fn zoom(&mut self, rect: Rect, len: usize, at: f32, factor: f32) {
        let all = all_in(rect, len);
        let before = self.per.unwrap_or(all).clamp(all, WIDEST.max(all));
        let per = (before * factor).clamp(all, WIDEST.max(all));
        let place = self.first + f64::from((at - rect.left()) / before);
        self.first = place - f64::from((at - rect.left()) / per);
        self.per = (per > all * 1.001).then_some(per);
    }

    /// Scrolls by some points.
    pub fn pan(&mut self, rect: Rect, len: usize, by: f32) {
        let all = all_in(rect, len);
        let per = self.per.unwrap_or(all).clamp(all, WIDEST.max(all));
        self.first -= f64::from(by / per);
    }
}

/// The width of a ply if all are visible.
fn all_in(rect: Rect, len: usize) -> f32 {
    (rect.width() / len.max(1) as f32).clamp(f32::MIN_POSITIVE, WIDEST)
}

impl PlyPlaces {
    /// The center of a ply on the screen.
    pub fn x(&self, index: usize) -> f32 {
        self.left + ((index as f64 + 0.5 - self.first) * f64::from(self.per)) as f32
    }

    /// The ply at a screen coordinate.
    pub fn at(&self, x: f32) -> Option<usize> {
        let place = self.first + f64::from((x - self.left) / self.per);
        let last = self.len.checked_sub(1)?;
        (place >= 0.0 && place < self.len as f64 + 0.5).then(|| (place as usize).min(last))
    }

    /// The visible plies.
    pub fn seen(&self) -> std::ops::Range<usize> {
        let first = self.first.floor().max(0.0) as usize;
        let room = f64::from((self.right - self.left) / self.per);
        let last = (self.first + room).ceil().max(0.0) as usize;
        first.min(self.len)..last.min(self.len)
    }
}

/// The meaning of the strip's marks.
const MARKS: &str = "Steps: each player's rating (hollow: not proven)\nVertical strokes: \
                     ratings of the other moves\n?: blunder";
/// The same as short text.
const LEGEND: &str = "|  other moves     ○  not proven     ?  blunder";
/// Minimum width of the other texts beside which it is shown.
const ROOM: f32 = 300.0;

/// The height of the row, and of the one below it.
const ROW: f32 = 28.0;
const WORDS: f32 = 18.0;
/// The size of an icon button.
const BUTTON: Vec2 = Vec2::new(22.0, 22.0);
/// The width of a player's mark and of the gaps beside it and its rating.
const AROUND: f32 = 40.0;
/// Maximum number of players' ratings in the row.
const MAX_PLAYERS: usize = 6;

pub(crate) fn head_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    line: (&RatingHistory, LinePlace),
    reviewed: bool,
) {
    let (history, here) = line;
    let row = Vec2::new(ui.available_width(), ROW);
    ui.allocate_ui_with_layout(row, Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        buttons_ui(ui, cx, history);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            let title = if reviewed { "Review" } else { "Rating graph" };
            let title = strong(title).size(size::HEADING).color(cx.theme.dim);
            ui.label(title).on_hover_text(MARKS);
            ratings_ui(ui, cx, history, here);
        });
    });
    let row = Vec2::new(ui.available_width(), WORDS);
    ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let legend = width_of(ui, LEGEND, &font(size::SMALL, false));
        let all = ui.available_width();
        let shown = !cx.view.hidden && all > legend + ROOM;
        let words = Vec2::new(all - if shown { legend + 12.0 } else { 0.0 }, WORDS);
        ui.allocate_ui_with_layout(words, Layout::left_to_right(Align::Center), |ui| {
            words_ui(ui, cx, history, here);
        });
        if shown {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(cx.small(LEGEND)).on_hover_text(MARKS);
            });
        }
    });
}

/// All players' ratings at the selected node, as far as there is room.
fn ratings_ui(ui: &mut egui::Ui, cx: &Cx<'_>, history: &RatingHistory, here: LinePlace) {
    let Some(node) = history.node(here.index) else {
        return;
    };
    let vertex = cx.view.unfolding.vertex(node);
    for player in Player::all(history.players()).take(MAX_PLAYERS) {
        let rating = cx.view.at(node).rating_of(vertex, player);
        let wide = width_of(ui, &rating, &font(size::BODY, true));
        if ui.available_width() < AROUND + wide {
            break;
        }
        ui.add_space(6.0);
        player_mark(ui, cx.theme, cx.view, player);
        ui.label(strong(rating).size(size::BODY));
    }
}

/// The move to the selected node, and what it cost if it lowered a rating.
fn words_ui(ui: &mut egui::Ui, cx: &Cx<'_>, history: &RatingHistory, here: LinePlace) {
    if cx.view.hidden {
        ui.label(cx.small("Ratings are hidden. Press H to show them."));
        return;
    }
    if let (true, Some(worse)) = (here.on, history.worse(cx.view, here.index)) {
        let parent = here
            .index
            .checked_sub(1)
            .and_then(|index| history.node(index));
        let head = worse.head(&cx.view.name(worse.player));
        let words = format!(
            "{head}: {} ({} → {}). Best was",
            worse.mv, worse.from, worse.to
        );
        let words = egui::RichText::new(words).size(size::SMALL);
        ui.label(words.color(cx.theme.text))
            .identified(ids::HISTORY_SLIP);
        let better = strong(&worse.better).size(size::SMALL).color(cx.theme.text);
        let label = egui::Label::new(better.underline())
            .sense(egui::Sense::click())
            .truncate();
        let response = ui.add(label);
        let phrase = format!("Go to {} (best)", worse.better);
        let response = response
            .called(Role::Link, &phrase)
            .identified(ids::HISTORY_BETTER);
        cx.link_ring(ui, &response);
        if response.was_clicked()
            && let Some(parent) = parent
        {
            let mut line = cx.view.unfolding.line(parent);
            line.push(worse.better_edge);
            cx.push(Command::Act(Action::SelectLine(line)));
        }
        response
            .on_hover_cursor(egui::CursorIcon::PointingHand)
            .on_hover_text(phrase);
        return;
    }
    let mut texts = history.ply_texts(cx.view, here.index);
    let first = match texts.is_empty() {
        true => String::new(),
        false => texts.swap_remove(0),
    };
    let text = match here.on {
        true => first,
        false => format!("You left this line after {}", lower(&first)),
    };
    let label = ui.add(egui::Label::new(cx.small(&text)).truncate());
    if !here.on {
        label.identified(ids::HISTORY_LEFT);
    }
}

/// The same in the middle of a sentence.
fn lower(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// From the right: the button that hides the strip, the links to the blunders, and their number.
fn buttons_ui(ui: &mut egui::Ui, cx: &Cx<'_>, history: &RatingHistory) {
    let close = egui_material_icons::icons::ICON_CLOSE.codepoint;
    let close = egui::RichText::new(close).size(14.0);
    let phrase = "Close the rating graph";
    button_ui(ui, cx, close, (CommandId::ShowHistory, phrase), true);
    if cx.view.hidden {
        return;
    }
    let count = history.blunders().len();
    ui.add_space(4.0);
    for named in [CommandId::NextSlip, CommandId::PreviousSlip] {
        let icon = egui::RichText::new(named.icon()).size(16.0);
        button_ui(ui, cx, icon, (named, named.text()), count > 0);
    }
    let text = blunders_text(cx.view.labels.graph(), count);
    ui.label(cx.small(text)).identified(ids::HISTORY_BLUNDERS);
}

fn button_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    icon: egui::RichText,
    (named, text): (CommandId, &str),
    enabled: bool,
) {
    let color = cx.text_or_line(enabled);
    let button = egui::Button::new(icon.color(color))
        .min_size(BUTTON)
        .frame_when_inactive(false);
    let response = ui.add_enabled(enabled, button).called(Role::Button, text);
    cx.run_on_click(response, named);
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::{pos2, vec2};

    fn rect() -> Rect {
        Rect::from_min_size(pos2(100.0, 0.0), vec2(400.0, 50.0))
    }

    #[test]
    fn a_short_line_has_wide_places_and_a_long_one_is_seen_whole() {
        let short = Axis::default().places(rect(), 5, 0);
        assert_eq!((short.per, short.x(0)), (80.0, 140.0));
        assert_eq!((short.at(99.0), short.at(101.0)), (None, Some(0)));
        let shortest = Axis::default().places(rect(), 2, 0);
        assert_eq!(shortest.per, WIDEST);
        assert_eq!(shortest.at(480.0), None, "beyond the last");
        let long = Axis::default().places(rect(), 3_000, 2_999);
        assert_eq!(long.seen(), 0..3_000);
        assert_eq!((long.at(100.0), long.at(499.99)), (Some(0), Some(2_999)));
        for index in [0, 1, 1_500, 2_999] {
            assert_eq!(long.at(long.x(index)), Some(index));
        }
    }

    #[test]
    fn zooming_a_rating_graph_keeps_the_ply_at_the_pointer_and_selecting_a_ply_shows_it() {
        let mut axis = Axis::default();
        axis.places(rect(), 3_000, 0);
        let before = axis.places(rect(), 3_000, 0).at(300.0);
        axis.zoom(rect(), 3_000, 300.0, 100.0);
        let places = axis.places(rect(), 3_000, 0);
        let after = places.at(300.0).expect("a place");
        assert!(before.is_some_and(|before| before.abs_diff(after) <= 1));
        assert!(places.seen().len() < 50);
        let places = axis.places(rect(), 3_000, 2_500);
        assert!(places.seen().contains(&2_500), "{:?}", places.seen());
        axis.pan(rect(), 3_000, 1e9);
        assert_eq!(axis.places(rect(), 3_000, 2_500).first, 0.0);
        axis.zoom(rect(), 3_000, 300.0, 1e-9);
        assert_eq!(axis.places(rect(), 3_000, 2_500).seen(), 0..3_000);
    }

    #[test]
    fn an_empty_line_in_a_strip_without_width_shows_no_plies() {
        let places =
            Axis::default().places(Rect::from_min_size(pos2(0.0, 0.0), vec2(0.0, 0.0)), 0, 0);
        assert_eq!((places.seen(), places.at(0.0)), (0..0, None));
    }
}
