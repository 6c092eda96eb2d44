//! Wakes the window from another thread.

use eframe::egui;

/// A function that wakes the window from another thread.
pub(crate) fn waker(ctx: &egui::Context) -> Wake {
    let ctx = ctx.clone();
    Box::new(move || ctx.request_repaint())
}

/// A function that wakes the window from another thread.
pub type Wake = Box<dyn Fn() + Send + Sync>;
