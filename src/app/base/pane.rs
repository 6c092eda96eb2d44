//! The panes of the window, which the keyboard cycles through.

use eframe::egui::{self, Id, Rect, Role, Sense, Stroke, StrokeKind, Vec2};

use super::ids::Identified as _;
use super::theme::Theme;

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
        let place = Rect::from_min_size(ui.cursor().min, Vec2::ZERO);
        let sense = Sense::focusable_noninteractive();
        let response = ui
            .interact(place, self.id(), sense)
            .called(Role::Group, name);
        if response.has_focus() {
            let theme = Theme::of(ui.ctx());
            let painter = ui.painter().with_clip_rect(whole);
            let stroke = Stroke::new(2.0, theme.text);
            painter.rect_stroke(whole, 0.0, stroke, StrokeKind::Inside);
        }
    }
}
