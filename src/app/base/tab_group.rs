//! Groups of controls that Tab enters once; inside, the arrows walk.

use eframe::egui::{self, Id, Key, Pos2, Rect, Sense, Vec2};

use super::pane::Pane;
use super::strokes::pressed_with_shift;

/// The group that has the keyboard, and the pass in which that was seen.
#[derive(Clone, Copy, Debug)]
struct Inside {
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
            ctx.data_mut(|data| data.insert_temp(key(), Inside { group, pass }));
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
        let place = Rect::from_min_size(at, Vec2::ZERO);
        ui.interact(place, id, Sense::focusable_noninteractive());
    }
}

/// The group that had the keyboard when it was drawn last.
fn now(ctx: &egui::Context) -> Option<Inside> {
    let inside: Option<Inside> = ctx.data(|data| data.get_temp(key()));
    inside.filter(|inside| inside.pass + 1 >= ctx.cumulative_pass_nr())
}

fn key() -> Id {
    Id::unique("inside a tab group")
}

fn scene() -> Id {
    Id::unique("scene")
}
