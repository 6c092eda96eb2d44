//! The open dialog of the window.

use eframe::egui;

use super::explorer::Explorer;
use super::menu::close_drawer;
use super::panels::BAR;
use crate::app::base::Theme;
use crate::app::dialogs::{Dialog, display, keep_on_top, modal, open, palette};
use crate::app::parts::{Cx, show_focused};

/// The space above and below a dialog with its frame, and the height that every dialog fits in.
const AROUND: f32 = 60.0;
const HIGH: f32 = 480.0;

impl Explorer {
    /// Closes the menu or the dialog that is open over the window; returns whether there is one.
    pub(crate) fn close_top(&mut self, ctx: &egui::Context) -> bool {
        let dialog = self.dialog.take();
        if dialog.is_some() {
            // What would have followed a save is canceled.
            self.filing.next = None;
        }
        dialog.is_some() || close_drawer(ctx)
    }

    /// Shows the open dialog, and closes it when it is done.
    pub(crate) fn dialog_ui(&mut self, ctx: &egui::Context, theme: &Theme) {
        let Some(mut dialog) = self.dialog.take() else {
            return;
        };
        let view = self.desk.view();
        let cx = Cx::new(theme, &self.desk, &view);
        let before = self.desk.commands.len();
        let mut open = true;
        let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(18.0);
        let modal = modal(egui::Id::unique("dialog")).frame(frame);
        let modal = modal.show(ctx, |ui| {
            ui.set_width(
                dialog
                    .width(self.desk.is_slim)
                    .min(ui.ctx().content_rect().width() - 60.0),
            );
            // Buttons in a dialog show where they end.
            let widgets = &mut ui.style_mut().visuals.widgets;
            for widget in [&mut widgets.inactive, &mut widgets.hovered] {
                widget.bg_stroke = egui::Stroke::new(1.0, theme.line);
            }
            let mut show = |ui: &mut egui::Ui| match &mut dialog {
                Dialog::Open(open) => open.ui(ui, &cx),
                Dialog::Check(check) => check.ui(ui, &cx),
                Dialog::Export(export) => export.ui(ui, &cx),
                Dialog::Write(write) => write.ui(ui, &cx),
                Dialog::Palette(palette) => palette.ui(ui, &cx),
                Dialog::Guide(guide) => guide.ui(ui, &cx),
                Dialog::Recover(recover) => recover.ui(ui, &cx),
                Dialog::New => open::begin_ui(ui, &cx),
                Dialog::Keys => palette::keys_ui(ui, &cx),
                Dialog::Display => display::display_ui(ui, &cx),
                Dialog::About => display::about_ui(ui, &cx),
            };
            // A low window, as a phone that is held across, scrolls it.
            let room = ui.ctx().content_rect().height() - AROUND;
            open = match self.desk.is_slim && room < HIGH {
                true => {
                    ui.set_max_height(room);
                    let scroll = egui::ScrollArea::vertical().max_height(room);
                    let shown = scroll.show(ui, |ui| {
                        // The bar has a place of its own.
                        ui.set_max_width(ui.available_width() - BAR);
                        show_focused(ui);
                        show(ui)
                    });
                    shown.inner
                }
                false => show(ui),
            };
        });
        let given_up = self.desk.commands.len() == before;
        keep_on_top(ctx, &modal.response);
        if open && !modal.should_close() {
            self.dialog = Some(dialog);
            return;
        }
        if given_up && matches!(&dialog, Dialog::Write(write) if write.saves()) {
            // The action that would have followed the save is canceled.
            self.filing.next = None;
        }
        if let Some(id) = ctx.memory(|memory| memory.focused()) {
            // The next keys walk the tree again.
            ctx.memory_mut(|memory| memory.surrender_focus(id));
        }
    }
}
