//! The preview of a picture: fitted, or at one pixel per pixel.

use std::sync::Arc;

use eframe::egui::{self, ColorImage, CursorIcon, Role, Sense, TextureHandle, Vec2};

use crate::app::base::{Identified as _, ids};
use crate::app::parts::Cx;

/// The state of the preview.
#[derive(Default)]
pub(super) struct PictureLook {
    /// The picture that the texture was made of.
    texture: Option<(Arc<ColorImage>, TextureHandle)>,
    /// Whether it is shown pixel by pixel; it may then be cropped.
    close: bool,
}

impl PictureLook {
    pub fn ui(&mut self, ui: &mut egui::Ui, cx: &Cx<'_>, picture: &Arc<ColorImage>) {
        let known = self
            .texture
            .as_ref()
            .is_some_and(|(of, _)| Arc::ptr_eq(of, picture));
        if !known {
            let options =
                egui::TextureOptions::LINEAR.with_mipmap_mode(Some(egui::TextureFilter::Linear));
            let most = ui.ctx().input(|input| input.max_texture_side);
            let texture = ui
                .ctx()
                .load_texture("export", within(picture, most), options);
            self.texture = Some((Arc::clone(picture), texture));
        }
        let Some((_, texture)) = &self.texture else {
            return;
        };
        let room = ui.available_size();
        let pixels = texture.size_vec2() / ui.ctx().pixels_per_point();
        // A little less, so that the paper's edge is seen.
        let fit = ((room.x - 4.0) / pixels.x).min((room.y - 4.0) / pixels.y);
        let fit = fit.clamp(0.01, 1.0);
        let size = if self.close { pixels } else { pixels * fit };
        let shown = egui::ScrollArea::both()
            .id_salt("picture")
            .auto_shrink(false)
            .show(ui, |ui| {
                let around = ((room - size) / 2.0).max(Vec2::ZERO);
                let (rect, response) =
                    ui.allocate_exact_size(size.max(room - Vec2::splat(1.0)), Sense::click());
                let place = egui::Rect::from_min_size(rect.min + around, size);
                let whole = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
                ui.painter()
                    .image(texture.id(), place, whole, egui::Color32::WHITE);
                ui.painter().rect_stroke(
                    place,
                    0.0,
                    egui::Stroke::new(1.0, cx.theme.line),
                    egui::StrokeKind::Outside,
                );
                response
            });
        let response = shown
            .inner
            .called(Role::Button, "The picture, all of it or close")
            .identified(ids::EXPORT_PICTURE);
        if fit < 1.0 {
            let (cursor, words) = match self.close {
                true => (CursorIcon::ZoomOut, "Click to show all"),
                false => (CursorIcon::ZoomIn, "Click to enlarge"),
            };
            self.close ^= response.clicked();
            response.on_hover_cursor(cursor).on_hover_text(words);
        } else {
            self.close = false;
        }
    }
}

/// A picture with at most this many pixels a side: every n-th one of a larger one.
fn within(picture: &Arc<ColorImage>, most: usize) -> Arc<ColorImage> {
    let [width, height] = picture.size;
    let step = width.max(height).div_ceil(most.max(1)).max(1);
    if step == 1 {
        return Arc::clone(picture);
    }
    let rows = (0..height).step_by(step);
    let pixels = rows.flat_map(|row| {
        let row = &picture.pixels[row * width..(row + 1) * width];
        row.iter().step_by(step).copied()
    });
    let size = [width.div_ceil(step), height.div_ceil(step)];
    Arc::new(ColorImage::new(size, pixels.collect()))
}
