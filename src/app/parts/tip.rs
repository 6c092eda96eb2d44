//! Tooltips of views: after a delay, beside their subject, and never over important parts.

use std::sync::Arc;

use eframe::egui::{
    self, Align2, Context, Event, Id, Rect, RectAlign, Response, Tooltip, Ui, Vec2,
};

use super::cx::Cx;
use crate::app::base::TOOLTIP_DELAY;

/// The gap between a tooltip and its subject, in points.
const GAP: f32 = 8.0;
/// A delay that never ends, in seconds; used until the pointer moves.
const NEVER: f32 = 1e6;
/// The assumed size of a tooltip before its first frame.
const USUAL: Vec2 = Vec2::new(300.0, 170.0);

/// The places of a tooltip that doesn't fit beside its subject.
const CORNERS: [Align2; 4] = [
    Align2::LEFT_TOP,
    Align2::RIGHT_TOP,
    Align2::LEFT_BOTTOM,
    Align2::RIGHT_BOTTOM,
];

/// The areas that tooltips avoid, and whether there are any now.
#[derive(Clone, Debug, Default)]
struct TipRoom {
    /// Something was pressed or turned, and the pointer hasn't moved since.
    quiet: bool,
    /// The areas that tooltips must not cover.
    kept: Arc<[Rect]>,
    /// The area that must contain them.
    screen: Option<Rect>,
}

fn id() -> Id {
    Id::unique("tooltips of a view")
}

fn told(ctx: &Context) -> TipRoom {
    ctx.data(|data| data.get_temp(id())).unwrap_or_default()
}

/// Updates the state from pointer and keys, once per frame.
pub(crate) fn follow_tips(ctx: &Context) {
    let mut told = told(ctx);
    let before = told.quiet;
    ctx.input(|input| {
        for event in &input.events {
            match event {
                Event::PointerMoved(_) => told.quiet = false,
                Event::Key { pressed: true, .. }
                | Event::Text(_)
                | Event::MouseWheel { .. }
                | Event::PointerButton { pressed: true, .. } => told.quiet = true,
                _ => {}
            }
        }
    });
    if told.quiet != before {
        // Tooltips of buttons and texts are delayed too.
        let delay = if told.quiet { NEVER } else { TOOLTIP_DELAY };
        ctx.all_styles_mut(|style| style.interaction.tooltip_delay = delay);
        ctx.data_mut(|data| data.insert_temp(id(), told));
    }
}

/// Sets the area of a view's tooltips, and the parts that they keep free: the selected node and its
/// children.
pub(crate) fn keep_free(ctx: &Context, screen: Rect, kept: impl IntoIterator<Item = Rect>) {
    let told = TipRoom {
        quiet: told(ctx).quiet,
        kept: kept.into_iter().collect(),
        screen: Some(screen),
    };
    ctx.data_mut(|data| data.insert_temp(id(), told));
}

/// Shows a tooltip beside its subject; nothing if there is no space.
pub(crate) fn tip_ui(response: &Response, cx: &Cx<'_>, tell: impl FnOnce(&mut Ui)) {
    let ctx = &response.ctx;
    let told = told(ctx);
    if cx.desk.presents || told.quiet || !Tooltip::should_show_tooltip(response, true) {
        return;
    }
    let id = Tooltip::next_tooltip_id(ctx, response.id);
    let size = Tooltip::for_widget(response)
        .popup
        .id(id)
        .get_expected_size();
    let size = size.unwrap_or(USUAL);
    let mut tooltip = Tooltip::for_widget(response);
    let screen = told.screen.unwrap_or(ctx.content_rect());
    let free = |rect: Rect| {
        let meets = |kept: &Rect| kept.intersects(rect);
        screen.contains_rect(rect) && !told.kept.iter().any(meets)
    };
    let beside = [
        RectAlign::RIGHT_START,
        RectAlign::LEFT_START,
        RectAlign::RIGHT_END,
        RectAlign::LEFT_END,
        RectAlign::BOTTOM_START,
        RectAlign::TOP_START,
    ];
    let beside = beside
        .into_iter()
        .find(|align| free(align.align_rect(&response.rect, size, GAP)));
    tooltip.popup = match beside {
        Some(align) => tooltip.popup.align(align),
        None => {
            // Otherwise in the nearest corner.
            let inner = screen.shrink(GAP);
            let place = |corner: &Align2| corner.align_size_within_rect(size, inner);
            let away = |corner: &Align2| {
                let corner = corner.pos_in_rect(&inner);
                corner.distance(response.rect.center())
            };
            let corners = CORNERS.iter().filter(|corner| free(place(corner)));
            let nearest = corners.min_by(|a, b| away(a).total_cmp(&away(b)));
            let Some(corner) = nearest else {
                return;
            };
            let anchor = Rect::from_min_size(place(corner).min, Vec2::ZERO);
            tooltip.popup.anchor(anchor).align(RectAlign::BOTTOM_START)
        }
    };
    tooltip.popup = tooltip.popup.align_alternatives(&[]);
    tooltip.gap(GAP).show(tell);
}

/// The same for a short text, which screen readers read too.
pub(crate) fn tip_text(response: &Response, cx: &Cx<'_>, words: impl Fn() -> String) {
    let described = |node: &mut egui::accesskit::Node| node.set_description(words());
    response.ctx.accesskit_node_builder(response.id, described);
    tip_ui(response, cx, |ui| {
        ui.label(words());
    });
}
