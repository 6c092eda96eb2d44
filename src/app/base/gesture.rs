//! Pan and zoom gestures of wheel and touch, the same in every view.

use eframe::egui::{self, Pos2, Response, Vec2};

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
    /// Whether the last scrolling came from fingers, which move the scene instead of its size.
    fingers: bool,
}

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
                if let egui::Event::MouseWheel { unit, source, .. } = event {
                    self.fingers = is_by_fingers(*unit, *source);
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
            Some(Gesture::Zoom(pointer, f64::from(scroll.y / points).exp()))
        } else {
            (scroll != Vec2::ZERO).then_some(Gesture::Pan(scroll))
        }
    }
}

/// Whether scrolling comes from fingers on a pad, not from a wheel.
fn is_by_fingers(unit: egui::MouseWheelUnit, source: egui::MouseWheelSource) -> bool {
    match source {
        egui::MouseWheelSource::Trackpad | egui::MouseWheelSource::Momentum => true,
        egui::MouseWheelSource::Wheel => false,
        // A wheel goes by lines, fingers go by points.
        egui::MouseWheelSource::Unknown => unit == egui::MouseWheelUnit::Point,
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
