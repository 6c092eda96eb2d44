//! A scroll area with keyboard scrolling.

use eframe::egui::{self, Id, Key, Modifiers, Role, Sense, Stroke};

use super::ids;
use super::ids::Identified as _;
use super::theme::Theme;

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
        let words = format!("{name}: Page Up and Page Down scroll, Home and End go to its ends");
        let response = response
            .called(Role::ScrollView, &words)
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
