//! Gives controls their ids, and what is read aloud of them; and finds the control that a lesson points at.

use eframe::egui::{self, Role, WidgetInfo};

/// A control that programs and screen readers know.
pub(crate) trait Identified: Sized {
    /// Sets the id for programs, without a visible change.
    fn identified(self, id: &str) -> Self;

    /// Sets the role and the label that are read aloud.
    fn called(self, role: Role, label: impl AsRef<str>) -> Self;

    /// The same for a control that is on or off.
    fn chosen(self, role: Role, on: bool, label: impl AsRef<str>) -> Self;

    /// Whether it was clicked. It doesn't keep the keyboard then, since keys walk the tree.
    fn was_clicked(&self) -> bool;
}

impl Identified for egui::Response {
    fn identified(self, id: &str) -> Self {
        name(&self.ctx, self.id, id);
        self.ctx.data_mut(|data| {
            let pointed = data.get_temp_mut_or_default::<Option<Pointed>>(pointed_key());
            if let Some(pointed) = pointed.as_mut().filter(|pointed| pointed.id == id) {
                pointed.rect = Some(self.rect);
            }
        });
        self
    }

    fn called(self, role: Role, label: impl AsRef<str>) -> Self {
        self.widget_info(|| WidgetInfo::labeled(role, self.enabled(), label.as_ref()));
        self
    }

    fn chosen(self, role: Role, on: bool, label: impl AsRef<str>) -> Self {
        self.widget_info(|| WidgetInfo::selected(role, self.enabled(), on, label.as_ref()));
        self
    }

    fn was_clicked(&self) -> bool {
        let clicked = self.clicked();
        if clicked {
            self.surrender_focus();
        }
        clicked
    }
}

/// The control that a lesson points at, and where it is drawn: in this frame, and in the one before.
#[derive(Clone, Debug)]
struct Pointed {
    id: String,
    rect: Option<egui::Rect>,
    before: Option<egui::Rect>,
}

fn pointed_key() -> egui::Id {
    egui::Id::unique("pointed at")
}

/// Points at the control with an id, or at none, once in each frame.
pub(crate) fn point_at(ctx: &egui::Context, id: Option<String>) {
    ctx.data_mut(|data| {
        let now = data.get_temp_mut_or_default::<Option<Pointed>>(pointed_key());
        if now.as_ref().map(|now| &now.id) != id.as_ref() {
            let nowhere = |id| Pointed {
                id,
                rect: None,
                before: None,
            };
            *now = id.map(nowhere);
        } else if let Some(now) = now {
            now.before = now.rect.take();
        }
    });
}

/// Where the control is that is pointed at, if it is shown.
pub(crate) fn pointed(ctx: &egui::Context) -> Option<egui::Rect> {
    ctx.data(|data| data.get_temp::<Option<Pointed>>(pointed_key())?)?
        .before
}

/// Gives all that is shown in a part of the window one name for programs.
pub(crate) fn name_region(ui: &egui::Ui, id: &str) {
    name(ui.ctx(), ui.unique_id(), id);
}

fn name(ctx: &egui::Context, widget: egui::Id, id: &str) {
    ctx.accesskit_node_builder(widget, |node| node.set_author_id(id));
}
