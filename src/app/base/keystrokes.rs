//! Keystrokes in the order of typing (`Keystrokes`), pan and zoom gestures, the panes that the
//! keyboard cycles through, scroll areas, and groups of controls that Tab enters once and arrows
//! walk. A frame gets one keystroke, or while a text is typed all up to the first that may end
//! that; the others wait. Otherwise a key in a slow frame would act on what the key before it was
//! about to change, or miss the field that it was about to open.

use std::collections::VecDeque;

use eframe::egui::{
    self, Context, Event, Id, Key, Modifiers, Pos2, RawInput, Rect, Response, Role, Sense, Stroke,
    StrokeKind, TouchPhase, Vec2,
};

use super::identified::Identified as _;
use super::ids;
use super::paint::Theme;

/// The events that wait for the next frames.
#[derive(Debug, Default)]
pub(crate) struct Keystrokes {
    waiting: VecDeque<Event>,
    /// The keys that are down.
    down: Vec<Key>,
    /// Whether the next frame gets no keys, since what was opened has the keyboard only after it.
    is_held: bool,
}

/// Whether a key was pressed in this frame, and then whether with Shift: as it was at that moment,
/// since the key that comes with it may be up again by the end of the frame.
pub(crate) fn pressed_with_shift(ctx: &Context, wanted: Key) -> Option<bool> {
    ctx.input(|input| {
        input.events.iter().find_map(|event| match event {
            Event::Key {
                key,
                pressed: true,
                modifiers,
                ..
            } if *key == wanted => Some(modifiers.shift),
            _ => None,
        })
    })
}

/// A part of a keystroke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// A typed text. It comes after its key, or in a browser before it.
    Text,
    /// A key that types a text.
    Letter,
    /// A key that types nothing.
    Other,
    /// The same, and it may end the typing of a text.
    Ends,
}

impl Part {
    /// The part that an event is; `None` if it is no keystroke.
    fn of(event: &Event) -> Option<Self> {
        Some(match event {
            Event::Text(_) | Event::Ime(_) => Self::Text,
            Event::Copy | Event::Cut | Event::Paste(_) => Self::Other,
            Event::Key {
                key,
                pressed: true,
                modifiers,
                ..
            } => match key {
                Key::Enter | Key::Tab | Key::Escape => Self::Ends,
                // In a table they go to another field.
                Key::ArrowUp | Key::ArrowDown => Self::Ends,
                key if *key >= Key::F1 || modifiers.command || modifiers.alt => Self::Ends,
                key if *key <= Key::Paste && *key != Key::Space => Self::Other,
                _ => Self::Letter,
            },
            _ => return None,
        })
    }
}

impl Keystrokes {
    /// Lets keys wait for one frame more: they are for what was opened in this one.
    pub(crate) fn hold(ctx: &Context) {
        ctx.with_plugin(|strokes: &mut Self| strokes.is_held = true);
    }

    /// Adds an event. A key that is held down comes again only once it was heard, so that a walk ends
    /// with the key.
    fn add(&mut self, event: Event) {
        if let Event::Key {
            key: new, pressed, ..
        } = event
        {
            let repeats = pressed && self.down.contains(&new);
            let is_same = |event: &Event| matches!(event, Event::Key { key, pressed: true, .. } if *key == new);
            if repeats && self.waiting.iter().any(is_same) {
                return;
            }
            self.down.retain(|key| *key != new);
            self.down.extend(pressed.then_some(new));
        }
        self.waiting.push_back(event);
    }

    /// The events of the next frame.
    fn next(&mut self, is_typing: bool) -> Vec<Event> {
        let is_held = std::mem::take(&mut self.is_held);
        let mut before = Vec::new();
        let last = self.waiting.iter().position(|event| {
            let Some(part) = Part::of(event) else {
                return false;
            };
            let is_next = match part {
                _ if is_held => true,
                _ if is_typing => before.contains(&Part::Ends),
                Part::Text => before.iter().any(|part| *part != Part::Letter),
                Part::Letter => before.iter().any(|part| *part != Part::Text),
                Part::Other | Part::Ends => !before.is_empty(),
            };
            before.push(part);
            is_next
        });
        let count = last.unwrap_or(self.waiting.len());
        self.waiting.drain(..count).collect()
    }
}

impl egui::Plugin for Keystrokes {
    fn debug_name(&self) -> &'static str {
        "strokes"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        let mut pressed = None;
        for event in std::mem::take(&mut input.events) {
            match event {
                Event::PointerButton {
                    pos, pressed: true, ..
                } => pressed = Some(pos),
                Event::Touch {
                    phase: TouchPhase::Start,
                    ..
                } => {
                    // A finger moves to where it presses, or a hold would show no tooltip.
                    self.waiting.extend(pressed.take().map(Event::PointerMoved));
                }
                _ => {}
            }
            self.add(event);
        }
        input.events = self.next(ctx.text_edit_focused());
        if !self.waiting.is_empty() {
            ctx.request_repaint();
        }
    }
}

/// A pan or zoom gesture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Gesture {
    /// Zoom by a factor, around a point of the screen.
    Zoom(Pos2, f64),
    /// Pan by this distance, in points.
    Pan(Vec2),
}

/// The gestures over a scene.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gestures {
    /// Whether the last scrolling came from fingers, which move the scene instead of its size …
    fingers: bool,
    /// … and when it was, in seconds.
    last: f64,
    /// Whether it was counted as a browser does.
    in_browser: bool,
}

/// From this pause on, in seconds, scrolling is another gesture.
const PAUSE: f64 = 0.3;

/// Where a browser doesn't say where scrolling comes from, a wheel begins with at least this many
/// points, fingers with fewer.
const NOTCH: f32 = 40.0;

/// By this factor a notch of a wheel has more points in a browser than elsewhere.
const BROWSER_NOTCHES: f32 = 2.5;

impl Gestures {
    /// The gesture of this frame. `points` is the scroll distance that zooms by a factor of e.
    pub(crate) fn read(
        &mut self,
        ui: &egui::Ui,
        response: &Response,
        points: f32,
    ) -> Option<Gesture> {
        let pointer = response.hover_pos()?;
        let (zoom, scroll, sideways) = ui.input(|input| {
            for event in &input.events {
                let egui::Event::MouseWheel {
                    unit,
                    source,
                    delta,
                    ..
                } = event
                else {
                    continue;
                };
                let last = std::mem::replace(&mut self.last, input.time);
                let fingers = is_by_fingers(*unit, *source);
                self.in_browser = fingers.is_none();
                if let Some(fingers) = fingers {
                    self.fingers = fingers;
                } else if input.time - last > PAUSE {
                    self.fingers = delta.x != 0.0 || delta.y.abs() < NOTCH;
                }
            }
            (
                input.zoom_delta(),
                input.smooth_scroll_delta(),
                input.modifiers.shift,
            )
        });
        if zoom != 1.0 {
            Some(Gesture::Zoom(pointer, zoom.into()))
        } else if scroll.y != 0.0 && !sideways && !self.fingers {
            let notches = if self.in_browser {
                BROWSER_NOTCHES
            } else {
                1.0
            };
            let exponent = scroll.y / (points * notches);
            Some(Gesture::Zoom(pointer, f64::from(exponent).exp()))
        } else {
            (scroll != Vec2::ZERO).then_some(Gesture::Pan(scroll))
        }
    }
}

/// Whether scrolling comes from fingers on a pad, not from a wheel, if that is known.
fn is_by_fingers(unit: egui::MouseWheelUnit, source: egui::MouseWheelSource) -> Option<bool> {
    match source {
        egui::MouseWheelSource::Trackpad | egui::MouseWheelSource::Momentum => Some(true),
        egui::MouseWheelSource::Wheel => Some(false),
        // A wheel goes by lines.
        egui::MouseWheelSource::Unknown => (unit != egui::MouseWheelUnit::Point).then_some(false),
    }
}

/// Duration in seconds after which a resting pointer is hidden.
const REST: f32 = 1.0;

/// Hides a resting pointer; moving it shows it again.
pub(crate) fn hide_pointer(ui: &egui::Ui) {
    let left = REST - ui.input(|input| input.pointer.time_since_last_movement());
    if left > 0.0 {
        ui.ctx().request_repaint_after_secs(left);
    } else {
        ui.ctx().set_cursor_icon(egui::CursorIcon::None);
    }
}

/// A part of the window that can have the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pane {
    /// The board.
    Board,
    /// The moves below it.
    Moves,
    /// The tree, or another view in the middle.
    Tree,
    /// The panel at the right.
    Side,
}

impl Pane {
    /// All of them, in the order keys go round.
    pub const ALL: [Self; 4] = [Self::Board, Self::Moves, Self::Tree, Self::Side];

    /// The id that has the focus while the pane as a whole has it.
    pub fn id(self) -> Id {
        Id::unique("pane").with(self as usize)
    }

    /// Starts a pane that fills `whole`. It is marked while it has the keyboard as a whole, and Tab
    /// goes to its widgets.
    pub fn begin(self, ui: &mut egui::Ui, whole: Rect, name: &str) {
        // Tab goes past it, to its widgets.
        if !ui.memory(|memory| memory.has_focus(self.id())) {
            return;
        }
        let rect = Rect::from_min_size(ui.cursor().min, Vec2::ZERO);
        let sense = Sense::focusable_noninteractive();
        let response = ui
            .interact(rect, self.id(), sense)
            .called(Role::Group, name);
        if response.has_focus() {
            let theme = Theme::of(ui.ctx());
            let painter = ui.painter().with_clip_rect(whole);
            let stroke = Stroke::new(2.0, theme.text);
            painter.rect_stroke(whole, 0.0, stroke, StrokeKind::Inside);
        }
    }
}

/// The part of a page that remains visible after scrolling by a page.
const KEPT: f32 = 0.1;

/// The scroll state of a page, as of the last frame.
pub(crate) struct Scrolled {
    /// Its name.
    name: &'static str,
    offset: f32,
    content: f32,
    height: f32,
    /// The offset requested by keys.
    wanted: Option<f32>,
}

impl Scrolled {
    /// A page that is called so.
    pub fn new(name: &'static str) -> Self {
        Self {
            name,
            offset: 0.0,
            content: 0.0,
            height: 0.0,
            wanted: None,
        }
    }

    fn id(&self) -> Id {
        Id::unique("page").with(self.name)
    }

    /// Scrolls to the top.
    pub fn begin_again(&mut self) {
        self.wanted = Some(0.0);
    }

    /// Takes the keys that scroll: a page up or down at any time, to the ends where the page has
    /// the focus.
    pub fn keys(&mut self, ctx: &egui::Context) {
        let focused = ctx.memory(|memory| memory.has_focus(self.id()));
        let last = (self.content - self.height).max(0.0);
        let page = self.height * (1.0 - KEPT);
        let mut wanted = None;
        ctx.input_mut(|input| {
            let mut key = |key, to: f32| {
                if input.consume_key(Modifiers::NONE, key) {
                    wanted = Some(to.clamp(0.0, last));
                }
            };
            key(Key::PageDown, self.offset + page);
            key(Key::PageUp, self.offset - page);
            if focused {
                key(Key::Home, 0.0);
                key(Key::End, last);
            }
        });
        self.wanted = wanted.or(self.wanted);
    }

    /// Shows the page.
    pub fn ui(&mut self, ui: &mut egui::Ui, theme: &Theme, body: impl FnOnce(&mut egui::Ui)) {
        let screen = ui.available_rect_before_wrap();
        let response = ui.interact(screen, self.id(), Sense::click());
        let name = self.name;
        let text = format!("{name}: Page Up and Page Down scroll, Home and End go to its ends");
        let response = response
            .called(Role::ScrollView, &text)
            .identified(ids::PAGE);
        if response.clicked() {
            response.request_focus();
        }
        let mut area = egui::ScrollArea::vertical()
            .id_salt(name)
            .auto_shrink([false, false]);
        if let Some(offset) = self.wanted.take() {
            area = area.vertical_scroll_offset(offset);
        }
        let shown = area.show(ui, body);
        self.offset = shown.state.clamped_offset().y;
        self.content = shown.content_size.y;
        self.height = shown.inner_rect.height();
        if response.has_focus() {
            let stroke = Stroke::new(1.0, theme.dim);
            let inside = egui::StrokeKind::Inside;
            ui.painter().rect_stroke(screen, 4.0, stroke, inside);
        }
    }

    /// The scroll offset, in points.
    pub fn offset(&self) -> f32 {
        self.offset
    }
}

/// The group that has the keyboard, and the pass in which that was seen.
#[derive(Clone, Copy, Debug)]
struct FocusedGroup {
    group: Id,
    pass: u64,
}

/// A group being drawn.
pub(crate) struct TabGroup {
    id: Id,
    from: Pos2,
}

impl TabGroup {
    /// Starts the group of what a view's scene shows, where the arrows walk the tree.
    pub fn scene(ui: &egui::Ui) -> Self {
        Self::begin(ui, scene())
    }

    /// Starts a group.
    pub fn begin(ui: &egui::Ui, id: Id) -> Self {
        let from = ui.cursor().min;
        edge(ui, id.with(false), from);
        Self { id, from }
    }

    /// Ends the group, which fills the panel's width below its start.
    pub fn end(self, ui: &egui::Ui) {
        let to = egui::pos2(ui.max_rect().right(), ui.cursor().min.y);
        let left = self.from.x.min(ui.max_rect().left());
        let rect = Rect::from_min_max(egui::pos2(left, self.from.y), to);
        self.end_at(ui, rect);
    }

    /// Ends the group, which fills `rect`.
    pub fn end_at(self, ui: &egui::Ui, rect: Rect) {
        edge(ui, self.id.with(true), rect.max);
        let ctx = ui.ctx();
        let focused = ctx.memory(|memory| memory.focused());
        // From a pane as a whole Tab goes to its widgets.
        let focused = focused.filter(|id| !Pane::ALL.iter().any(|pane| pane.id() == *id));
        let Some(response) = focused.and_then(|id| ctx.read_response(id)) else {
            return;
        };
        // A scene as a whole is before its group.
        let is_whole = response.rect.contains_rect(rect);
        // The handle that resizes a panel is on its edge.
        let within = rect.shrink(2.0).contains(response.rect.center());
        let is_inside = response.layer_id == ui.layer_id() && within && !is_whole;
        let (group, pass) = (self.id, ctx.cumulative_pass_nr());
        // Controls that float over a scene are no part of it.
        let is_other = group == scene() && now(ctx).is_some_and(|inside| inside.pass == pass);
        if is_inside && !is_other {
            ctx.data_mut(|data| data.insert_temp(key(), FocusedGroup { group, pass }));
        }
    }
}

/// Whether a group of controls has the keyboard, where the arrows don't walk the tree.
pub(crate) fn has_keys(ctx: &egui::Context) -> bool {
    now(ctx).is_some_and(|inside| inside.group != scene())
}

/// Lets Tab leave the group that has the keyboard. Called before anything is drawn.
pub(crate) fn leave_by_tab(ctx: &egui::Context) {
    let pressed = pressed_with_shift(ctx, Key::Tab);
    if let (Some(back), Some(inside)) = (pressed, now(ctx)) {
        // The focus goes on from the group's edge.
        ctx.memory_mut(|memory| memory.request_focus(inside.group.with(!back)));
    }
}

/// An edge of a group takes the keyboard only from within the group, to pass it on.
fn edge(ui: &egui::Ui, id: Id, at: Pos2) {
    if ui.memory(|memory| memory.focused() == Some(id)) {
        let rect = Rect::from_min_size(at, Vec2::ZERO);
        ui.interact(rect, id, Sense::focusable_noninteractive());
    }
}

/// The group that had the keyboard when it was drawn last.
fn now(ctx: &egui::Context) -> Option<FocusedGroup> {
    let inside: Option<FocusedGroup> = ctx.data(|data| data.get_temp(key()));
    inside.filter(|inside| inside.pass + 1 >= ctx.cumulative_pass_nr())
}

fn key() -> Id {
    Id::unique("inside a tab group")
}

fn scene() -> Id {
    Id::unique("scene")
}

#[cfg(test)]
mod tests {
    use eframe::egui::Modifiers;

    use super::*;

    fn key(key: Key, pressed: bool) -> Event {
        Event::Key {
            key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        }
    }

    fn text(text: &str) -> Event {
        Event::Text(text.to_owned())
    }

    fn frames(events: Vec<Event>, is_typing: bool) -> Vec<Vec<Event>> {
        let mut strokes = Keystrokes::default();
        events.into_iter().for_each(|event| strokes.add(event));
        let next = || Some(strokes.next(is_typing)).filter(|events| !events.is_empty());
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn a_frame_gets_one_key_with_its_text_in_whatever_order_they_come() {
        let (five, three) = (key(Key::Num5, true), key(Key::Num3, true));
        let enter = key(Key::Enter, true);
        let after = vec![
            five.clone(),
            text("5"),
            enter.clone(),
            three.clone(),
            text("3"),
        ];
        let split = frames(after.clone(), false);
        assert_eq!(split, [&after[..2], &after[2..3], &after[3..]]);
        let before = vec![text("5"), five, enter, text("3"), three];
        let split = frames(before.clone(), false);
        assert_eq!(split, [&before[..2], &before[2..3], &before[3..]]);
        // Without its key, as from another program.
        let alone = vec![text("5"), text("6"), key(Key::Enter, true)];
        let split = frames(alone.clone(), false);
        assert_eq!(split, [&alone[..1], &alone[1..2], &alone[2..]]);
    }

    #[test]
    fn a_text_that_is_typed_comes_at_once_up_to_the_key_that_may_end_it() {
        let enter = key(Key::Enter, true);
        let typed = vec![
            text("1"),
            text("2"),
            key(Key::Backspace, true),
            enter,
            text("3"),
        ];
        let split = frames(typed.clone(), true);
        assert_eq!(split, [&typed[..4], &typed[4..]]);
    }

    #[test]
    fn a_key_that_repeats_itself_waits_once() {
        let down = key(Key::ArrowDown, true);
        let up = key(Key::ArrowDown, false);
        let split = frames(
            vec![down.clone(), down.clone(), down.clone(), up.clone()],
            false,
        );
        assert_eq!(split, [vec![down.clone(), up.clone()]]);
        let twice = vec![down.clone(), up.clone(), down.clone(), up.clone()];
        assert_eq!(frames(twice, false).len(), 2);
    }

    #[test]
    fn keys_wait_a_frame_for_a_dialog_that_just_opened_and_pointer_events_do_not() {
        let mut strokes = Keystrokes {
            is_held: true,
            ..Keystrokes::default()
        };
        strokes.add(Event::PointerGone);
        strokes.add(text("a"));
        assert_eq!(strokes.next(false), [Event::PointerGone]);
        assert_eq!(strokes.next(false), [text("a")]);
    }
}
