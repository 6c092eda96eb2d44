//! The panes that have the keyboard, one at a time: board, moves, tree and the panel of the
//! selected node.

use eframe::egui::{self, Id, Key, Modifiers, Rect, Stroke, StrokeKind};

use super::explorer::Explorer;
use crate::app::base::keystrokes::has_keys;
use crate::app::base::{Pane, Theme};
use crate::app::intent::{Command, CommandId, Menu, SidePanel};
use crate::app::parts::PhoneSheet;

/// The present and the previous keyboard focus, and a phone's sheet.
#[derive(Debug, Default)]
pub(crate) struct Panes {
    /// The focused widget at the start of the last frame.
    pub focused: Option<Id>,
    /// Whether a menu, a list or a dialog was open then.
    pub lists: bool,
    /// The area of the tree, or of another view in the middle.
    pub middle: Option<Rect>,
    /// Whether the user cycles through the panes by keys, so that the focus is marked.
    pub seen: bool,
    /// On a phone, the sheet at the lower edge.
    pub sheet: PhoneSheet,
}

impl Explorer {
    /// Opens menus by their letters, and cycles through the panes.
    pub(super) fn keys_of_panes(&mut self, ctx: &egui::Context) {
        if self.desk.presents {
            return;
        }
        let desk = &self.desk;
        ctx.input_mut(|input| {
            let by_letter = |menu: &Menu| input.consume_key(Modifiers::ALT, menu.key());
            let mut opened = Menu::ALL.into_iter().find(by_letter);
            if opened.is_some() {
                // The letter isn't typed as well.
                let is_text = |event: &egui::Event| matches!(event, egui::Event::Text(_));
                input.events.retain(|event| !is_text(event));
            }
            // With Shift it opens the menu of a node.
            let alone = |event: &egui::Event| {
                let egui::Event::Key { key, modifiers, .. } = event else {
                    return false;
                };
                *key == Key::F10 && modifiers.is_none()
            };
            let alone = input.events.iter().any(alone);
            if alone && input.consume_key(Modifiers::NONE, Key::F10) {
                opened = Some(Menu::File);
            }
            if opened.is_some() {
                desk.opens_menu.set(opened);
            }
            for (modifiers, forward) in [(Modifiers::SHIFT, false), (Modifiers::NONE, true)] {
                if input.consume_key(modifiers, Key::F6) {
                    desk.commands.push(Command::NextPane(forward));
                }
            }
        });
    }

    /// Whether the tree's shortcuts work: no other widget has the keyboard, except the board, or a
    /// node that Tab has reached.
    pub(super) fn tree_has_keys(&self, ctx: &egui::Context) -> bool {
        let is_of_tree = |id: Id| {
            let middle = self.panes.middle.unwrap_or(Rect::NOTHING);
            ctx.read_response(id).is_some_and(|response| {
                let ground = response.layer_id.order == egui::Order::Background;
                ground && middle.contains_rect(response.rect)
            })
        };
        let focused = ctx.memory(|memory| memory.focused());
        focused.is_none_or(|id| is_of_tree(id) && !has_keys(ctx))
    }

    /// Gives the keyboard to the next part of the window that is there, or to the one before.
    pub(super) fn next_pane(&mut self, ctx: &egui::Context, forward: bool) {
        self.panes.seen = true;
        let desk = &self.desk;
        let is_there = |pane: Pane| match pane {
            Pane::Board => desk.shows_board() && self.is_enabled(CommandId::FocusBoard),
            Pane::Moves if desk.has_one_column() => desk.side == SidePanel::Moves,
            Pane::Moves => desk.shows_board(),
            Pane::Tree => true,
            Pane::Side => desk.shows_panel(),
        };
        let now = self.pane(ctx) as usize;
        let all = Pane::ALL.len();
        let step = if forward { 1 } else { all - 1 };
        let mut others = (1..=all).map(|index| Pane::ALL[(now + index * step) % all]);
        let Some(next) = others.find(|pane| is_there(*pane)) else {
            return;
        };
        if let Some(focused) = ctx.memory(|memory| memory.focused()) {
            ctx.memory_mut(|memory| memory.surrender_focus(focused));
        }
        self.desk.board_has_keys.set(false);
        match next {
            Pane::Board => self.run(ctx, Command::Named(CommandId::FocusBoard)),
            Pane::Tree => {}
            pane => ctx.memory_mut(|memory| memory.request_focus(pane.id())),
        }
    }

    /// The part of the window that has the keyboard.
    fn pane(&self, ctx: &egui::Context) -> Pane {
        if self.desk.board_has_keys.get() {
            return Pane::Board;
        }
        let focused = ctx.memory(|memory| memory.focused());
        let Some(rect) = focused.and_then(|id| Some(ctx.read_response(id)?.rect)) else {
            return Pane::Tree;
        };
        match self.panes.middle {
            Some(middle) if rect.center().x < middle.left() => Pane::Moves,
            Some(middle) if rect.center().x > middle.right() => Pane::Side,
            _ => Pane::Tree,
        }
    }

    /// Marks the tree while it has the keyboard and the user cycles through the panes by keys.
    pub(super) fn mark_tree(&mut self, ui: &egui::Ui, theme: &Theme, middle: Rect) {
        self.panes.middle = Some(middle);
        self.panes.seen &= !ui.input(|input| input.pointer.any_pressed());
        if self.panes.seen && self.pane(ui.ctx()) == Pane::Tree {
            let layer = egui::LayerId::new(egui::Order::Middle, Id::unique("pane of the tree"));
            let painter = ui.ctx().layer_painter(layer).with_clip_rect(middle);
            let stroke = Stroke::new(2.0, theme.text);
            painter.rect_stroke(middle, 0.0, stroke, StrokeKind::Inside);
        }
    }

    /// A clicked widget doesn't keep the keyboard, unless it is a text field: keys walk the tree.
    pub(super) fn leave_clicked(&self, ctx: &egui::Context) {
        let clicked = ctx.input(|input| {
            let by_reader = |event: &egui::Event| {
                matches!(event, egui::Event::AccessKitActionRequest(request)
                    if request.action == egui::accesskit::Action::Click)
            };
            input.pointer.any_released() || input.events.iter().any(by_reader)
        });
        let lists = egui::Popup::is_any_open(ctx) || self.is_modal(ctx);
        if !clicked || lists || ctx.text_edit_focused() {
            return;
        }
        let focused = ctx.memory(|memory| memory.focused());
        if let Some(focused) = focused.filter(|_| focused != self.desk.own_keys.get()) {
            ctx.memory_mut(|memory| memory.surrender_focus(focused));
        }
    }
}
