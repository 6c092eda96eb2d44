//! Applies and remembers the theme, the text size and the window size.

use std::time::Duration;

use eframe::egui;

use super::explorer::{Explorer, SMALLEST_WINDOW};
use crate::app::intent::ThemeChoice;
use crate::app::parts::THUMB;
use crate::app::tools::tour::TourPanel;

/// The part of a screen that the system's bars and the window's frame take, in points.
const AROUND: egui::Vec2 = egui::vec2(48.0, 96.0);

impl Explorer {
    /// Brings theme and text size onto the screen.
    pub(crate) fn show_settings(&self, ctx: &egui::Context) {
        let theme = self.theme_for_now.unwrap_or(self.desk.settings.theme);
        ctx.set_theme(theme.preference());
        ctx.options_mut(|options| options.zoom_with_keyboard = false);
        self.fit_text(ctx);
    }

    /// Shows text in the size that was chosen, or in the largest that the window has room for.
    pub(crate) fn fit_text(&self, ctx: &egui::Context) {
        let chosen = f32::from(self.desk.settings.text_size) / 100.0;
        let size = self.tools.one::<TourPanel>().talk_size(ctx);
        let size = size.unwrap_or_else(|| chosen.min(largest_text(ctx)));
        if (size - ctx.zoom_factor()).abs() > 0.001 {
            ctx.set_zoom_factor(size);
        }
    }

    /// Chooses the arrangement for the window's size, and the size of controls.
    pub(crate) fn fit_layout(&mut self, ctx: &egui::Context) {
        self.desk.is_slim = is_slim(ctx);
        let size = ctx.content_rect().size();
        self.desk.is_upright = self.desk.is_slim && size.y > size.x;
        self.desk.is_narrow = self.desk.is_slim || ctx.content_rect().width() < NARROW;
        let types = ctx.memory(|memory| memory.focused().is_some());
        let max = if types { CRAMPED } else { SMALLEST_CRAMPED };
        self.desk.is_cramped = self.desk.is_slim && room(ctx).y < max;
        self.desk.is_touched = self.desk.is_slim || ctx.input(egui::InputState::has_touch_screen);
        let (height, radius) = match self.desk.is_touched {
            true => (THUMB, THUMB / 4.0),
            false => {
                let usual = egui::Style::default();
                let radius = usual.interaction.interact_radius;
                (usual.spacing.interact_size.y, radius)
            }
        };
        if ctx.global_style().spacing.interact_size.y != height {
            ctx.all_styles_mut(|style| {
                style.spacing.interact_size.y = height;
                style.interaction.interact_radius = radius;
                // No pointer shows the bar of what can be scrolled.
                let handle = if height == THUMB { 0.6 } else { 0.0 };
                style.spacing.scroll.dormant_handle_opacity = handle;
            });
            ctx.request_repaint();
        }
    }

    /// Shows another theme from now on.
    pub(crate) fn choose_theme(&mut self, ctx: &egui::Context, theme: ThemeChoice) {
        self.desk.settings.theme = theme;
        self.theme_for_now = None;
        self.show_settings(ctx);
    }

    /// One step larger or smaller text.
    pub(crate) fn step_text(&mut self, ctx: &egui::Context, up: bool) {
        let room = largest_text(ctx);
        if up && f32::from(self.desk.settings.text_size) / 100.0 >= room {
            self.desk
                .tell(Ok("The window is too small for larger text".to_owned()));
            return;
        }
        self.desk.settings.step_text_size(up);
        self.show_settings(ctx);
    }

    pub(crate) fn reset_layout(&mut self, ctx: &egui::Context) {
        self.desk.settings.reset_layout();
        // egui stores the panels' own widths.
        ctx.data_mut(|data| data.remove_by_type::<egui::containers::panel::PanelState>());
        self.show_settings(ctx);
        self.desk.tell(Ok("Layout reset".to_owned()));
    }

    /// Makes the window at its start as small as the screen's free part.
    fn fit_screen(&mut self, ctx: &egui::Context) {
        let window = ctx.input(|input| input.viewport().clone());
        let (Some(screen), Some(inner)) = (window.monitor_size, window.inner_rect) else {
            return;
        };
        self.fits_screen = false;
        let size = inner.size().min(screen - AROUND / ctx.zoom_factor());
        if size != inner.size() && window.maximized != Some(true) {
            ctx.send_viewport_cmd(egui::ViewportCommand::InnerSize(size));
        }
    }

    /// Remembers the window's current size.
    pub(crate) fn remember(&mut self, ctx: &egui::Context) {
        self.fit_text(ctx);
        if self.fits_screen {
            self.fit_screen(ctx);
        }
        let zoom = ctx.zoom_factor();
        ctx.input(|input| {
            let window = input.viewport();
            self.desk.settings.maximized = window.maximized.unwrap_or(false);
            let full = window.fullscreen.unwrap_or(false);
            if let Some(inner) = window.inner_rect
                && !full
                && !self.desk.settings.maximized
            {
                // The window's points, not those of larger or smaller text.
                self.desk.settings.window = Some([inner.width() * zoom, inner.height() * zoom]);
            }
        });
    }

    /// Writes the settings, if they have a path.
    pub(crate) fn write_settings(&self) {
        if let Some(path) = &self.settings_path {
            if let Some(job) = &self.filing.remembering {
                job.wait(Duration::from_secs(2));
            }
            // The window is closing, so an error can't be shown.
            self.desk.settings.write(path).ok();
        }
    }
}

/// Below this width, in points, the panel at the right is a drawer, which replaces the one at the
/// left.
const NARROW: f32 = 1_200.0;
/// In a window that is less wide or less high, as on a phone, a panel has no room beside the tree and
/// the board: the panels are on a sheet.
const SLIM: [f32; 2] = [700.0, 480.0];
/// A slim window that is less high is cramped while something is typed, and at last without that.
const CRAMPED: f32 = 540.0;
const SMALLEST_CRAMPED: f32 = 300.0;
/// The smallest slim window in which everything has room, in points: that of a small phone whose
/// keyboard is open.
const SMALLEST_SLIM: [f32; 2] = [360.0, 180.0];

/// The window's size in points of text that is neither larger nor smaller.
fn room(ctx: &egui::Context) -> egui::Vec2 {
    ctx.content_rect().size() * ctx.zoom_factor()
}

/// Whether the window has the arrangement of a phone.
pub(super) fn is_slim(ctx: &egui::Context) -> bool {
    let room = room(ctx);
    room.x < SLIM[0] || room.y < SLIM[1]
}

/// The largest text, as a factor, with which the smallest layout has room in the window.
fn largest_text(ctx: &egui::Context) -> f32 {
    let room = room(ctx);
    let [width, height] = match is_slim(ctx) {
        true => SMALLEST_SLIM,
        false => SMALLEST_WINDOW,
    };
    (room.x / width).min(room.y / height).max(0.5)
}
