//! The legend below the tree, in a line or two.

use eframe::egui::{self, Role, Sense, Vec2, WidgetInfo};

use crate::app::base::{Identified as _, Transform, ids, paint::paint};
use crate::app::intent::{Named, tooltip::tooltip};
use crate::app::parts::cx::Cx;
use crate::diagram::{LegendDrawn, LegendEntry, place_legend};

/// Left and right of the legend.
const MARGIN: f32 = 12.0;
/// The width of the button that hides it.
const CLOSE: f32 = 22.0;

/// Where the legend is drawn.
pub(crate) fn legend_layer() -> egui::LayerId {
    egui::LayerId::new(egui::Order::Middle, egui::Id::unique("legend"))
}

/// The legend for this width: its drawing, and its height.
pub(crate) fn measured(entries: &[LegendEntry], width: f32) -> (LegendDrawn, f32) {
    let inner = (width - 2.0 * MARGIN).max(80.0);
    let drawn = place_legend(entries, f64::from(inner), f64::from(CLOSE));
    let height = drawn.height as f32 + 10.0;
    (drawn, height)
}

/// Draws the legend along the lower edge of `screen`.
pub(crate) fn legend_ui(
    ctx: &egui::Context,
    screen: egui::Rect,
    cx: &Cx<'_>,
    entries: &[LegendEntry],
) {
    let (drawn, height) = measured(entries, screen.width());
    let corner = screen.left_bottom() - Vec2::new(0.0, height);
    let layer = legend_layer();
    let area = egui::Area::new(layer.id)
        .order(layer.order)
        .fixed_pos(corner)
        .constrain(false)
        .fade_in(false);
    area.show(ctx, |ui| {
        ui.set_clip_rect(screen);
        let size = Vec2::new(screen.width(), height);
        // It takes clicks from the scene, but not the keyboard.
        let (band, response) = ui.allocate_exact_size(size, Sense::CLICK);
        response.widget_info(|| {
            let words: Vec<&str> = entries.iter().map(|entry| entry.words.as_str()).collect();
            WidgetInfo::labeled(Role::Label, true, format!("Legend: {}", words.join("; ")))
        });
        response.identified(ids::LEGEND);
        let painter = ui.painter();
        painter.rect_filled(band, 0.0, cx.theme.ground);
        let stroke = egui::Stroke::new(1.0, cx.theme.line);
        painter.hline(band.x_range(), band.top() + 0.5, stroke);
        let transform = Transform::moved(band.min.to_vec2() + Vec2::new(MARGIN, 4.0));
        paint(painter, &transform, cx.theme, &drawn.drawing);
        let rect = egui::Rect::from_min_size(
            egui::pos2(band.right() - CLOSE - 4.0, band.top() + 4.0),
            Vec2::splat(22.0),
        );
        let icon = egui_material_icons::icons::ICON_CLOSE.codepoint;
        let icon = egui::RichText::new(icon).size(14.0).color(cx.theme.dim);
        let button = egui::Button::new(icon).frame_when_inactive(false);
        let response = ui
            .put(rect, button)
            .called(Role::Button, "Hide the legend")
            .identified(Named::ShowLegend.id());
        if response.clicked() {
            cx.run(Named::ShowLegend);
        }
        response.on_hover_text(tooltip(ctx, Named::ShowLegend));
    });
}
