//! What wakes the window from another thread.

use eframe::egui;

/// What wakes the window from another thread.
pub(crate) fn waker(ctx: &egui::Context) -> Wake {
    let ctx = ctx.clone();
    Box::new(move || ctx.request_repaint())
}

/// What wakes the window from another thread.
pub type Wake = Box<dyn Fn() + Send>;
