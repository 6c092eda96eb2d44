//! What is over, below and around the middle of the window. At the top an overlay has the choice of
//! the view, the view's own controls, and the reminder that ratings are hidden; below a tree is its
//! legend in a line or two. [`FreeArea`] is the area that is left. On a phone a sheet at the lower edge
//! is dragged to one of three heights.

use eframe::egui::{self, Rect, Role, Sense, Vec2, WidgetInfo};
use egui_material_icons::icons::ICON_ARROW_DROP_DOWN;

use super::tool::Cx;
use crate::app::base::paint::paint;
use crate::app::base::{Identified as _, TabGroup, Theme, Transform, ids, size};
use crate::app::intent::places::tooltip;
use crate::app::intent::{CommandId, MainView};
use crate::diagram::{LegendDrawn, LegendEntry, place_legend};

/// The place of the controls in the tree's area.
pub(crate) const CORNER: Vec2 = Vec2::new(14.0, 10.0);
/// The height of a row of controls: for a pointer, and for a thumb.
const ROWS: [f32; 2] = [34.0, 48.0];
/// Between two rows.
pub(crate) const GAP: f32 = 6.0;

/// Below this width the choice of the view is above the view's own controls, rather than beside
/// them …
const BESIDE: f32 = 665.0;
/// … and below this width the reminder is below them …
const ALL_BESIDE: f32 = 845.0;
/// … or, from this width on, beside the choice.
const BESIDE_CHOICE: f32 = 480.0;

/// Whether there is anything to choose from.
pub(crate) const CHOICE: bool = MainView::ALL.len() > 1;

/// The arrangement of the controls.
pub(crate) struct ControlRows {
    /// Whether the choice of the view has a separate row.
    pub(crate) choice_above: bool,
    /// Whether the reminder has a separate row.
    pub(crate) reminder_below: bool,
}

/// The elements over the middle besides a view's own controls.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Overlays {
    /// Whether a reminder says that ratings are hidden.
    pub(crate) hidden: bool,
    /// Whether a check can be chosen too.
    pub(crate) check: bool,
    /// Whether there are none, since a presentation is on.
    pub(crate) bare: bool,
    /// Whether they have the size of a thumb.
    pub(crate) touched: bool,
    /// Whether the views are a list, as on a phone.
    pub(crate) slim: bool,
}

/// The width of the list of views, and of what a thumb needs beyond a pointer.
const LIST: f32 = 150.0;

impl Overlays {
    /// The width that a view's own controls have for what a pointer needs.
    pub(crate) fn room(self, width: f32) -> f32 {
        width - if self.slim { LIST } else { 0.0 }
    }

    fn row(self) -> f32 {
        ROWS[usize::from(self.touched)]
    }
}

/// The width of the check's tab.
const CHECK: f32 = 58.0;

pub(crate) fn rows(width: f32, over: Overlays) -> ControlRows {
    let width = width - if over.check { CHECK } else { 0.0 };
    let choice_above = CHOICE && width < BESIDE && !over.slim;
    let needed = if choice_above {
        BESIDE_CHOICE
    } else {
        ALL_BESIDE
    };
    ControlRows {
        choice_above,
        reminder_below: over.hidden && width < needed,
    }
}

/// The height of the controls at the top of the middle, if the view's own have `own` rows.
pub(crate) fn above(width: f32, over: Overlays, own: usize) -> f32 {
    if over.bare {
        return 0.0;
    }
    let rows = rows(width, over);
    let all = own + usize::from(rows.choice_above) + usize::from(rows.reminder_below);
    CORNER.y + all as f32 * (over.row() + GAP)
}

/// A row of controls with a background.
pub(crate) fn bar(ui: &mut egui::Ui, cx: &Cx<'_>, controls: impl FnOnce(&mut egui::Ui)) {
    let frame = egui::Frame::new()
        .fill(cx.theme.panel)
        .stroke(egui::Stroke::new(1.0, cx.theme.line))
        .corner_radius(7.0)
        .inner_margin(egui::Margin::symmetric(3, 3));
    frame.show(ui, |ui| {
        ui.set_height(cx.desk.over().row() - 8.0);
        ui.horizontal_centered(|ui| {
            if cx.desk.is_touched {
                ui.spacing_mut().interact_size.y = cx.button_size().y;
            }
            ui.spacing_mut().item_spacing.x = 1.0;
            let group = TabGroup::begin(ui, ui.unique_id());
            controls(ui);
            group.end_at(ui, ui.min_rect());
        });
    });
}

/// The zoom of a scene; `amid` is between less and more. Two fingers zoom a slim window.
pub(crate) fn zoom_ui(ui: &mut egui::Ui, cx: &Cx<'_>, amid: impl FnOnce(&mut egui::Ui)) {
    cx.icon_button(ui, CommandId::Fit);
    if !cx.desk.is_slim {
        cx.icon_button(ui, CommandId::ZoomOut);
        amid(ui);
        cx.icon_button(ui, CommandId::ZoomIn);
    }
}

/// The scale of a scene as text.
pub(crate) fn percent_text(scale: f64) -> String {
    match scale * 100.0 {
        tiny if tiny < 0.95 => "< 1 %".to_owned(),
        percent => format!("{percent:.0} %"),
    }
}

/// The scale of a scene; a click resets it to 100%.
pub(crate) fn scale_ui(ui: &mut egui::Ui, cx: &Cx<'_>, scale: f64) {
    let percent = percent_text(scale);
    let text = egui::RichText::new(&percent)
        .size(size::SMALL)
        .color(cx.theme.text);
    let button = egui::Button::new(text)
        .min_size(Vec2::new(46.0, 26.0))
        .wrap_mode(egui::TextWrapMode::Extend);
    let response = ui.add(button);
    response.widget_info(|| {
        let label = format!("Actual size, now {percent}");
        WidgetInfo::labeled(Role::Button, true, label)
    });
    cx.run_on_click(response, CommandId::ActualSize);
}

/// The overlay at the top of the middle, with the view's `own` controls. [`above`] returns its
/// height.
///
/// [`above`]: above
pub(crate) fn above_ui(
    ctx: &egui::Context,
    cx: &Cx<'_>,
    screen: Rect,
    own: impl FnOnce(&mut egui::Ui),
) {
    let over = cx.desk.over();
    if over.bare {
        return;
    }
    let rows = rows(screen.width(), over);
    let area = egui::Area::new(egui::Id::unique("controls"))
        .order(egui::Order::Middle)
        .fixed_pos(screen.min + CORNER)
        .constrain(false)
        .fade_in(false);
    area.show(ctx, |ui| {
        ui.set_clip_rect(screen);
        ui.spacing_mut().item_spacing = Vec2::splat(GAP);
        let mut own = Some(own);
        ui.horizontal(|ui| {
            if CHOICE {
                bar(ui, cx, |ui| choice_ui(ui, cx, over.check));
            }
            if !rows.choice_above
                && let Some(own) = own.take()
            {
                own(ui);
            }
            if over.hidden && !rows.reminder_below {
                bar(ui, cx, |ui| reminder_ui(ui, cx));
            }
        });
        if let Some(own) = own {
            own(ui);
        }
        if rows.reminder_below {
            bar(ui, cx, |ui| reminder_ui(ui, cx));
        }
    });
}

/// The choice of the view. Views that exist only on request are offered only then.
fn choice_ui(ui: &mut egui::Ui, cx: &Cx<'_>, has_check: bool) {
    let offered = |middle: &&MainView| match **middle {
        MainView::Check => has_check,
        MainView::Recording => cx.desk.middle == MainView::Recording || cx.desk.recorded.is_some(),
        _ => true,
    };
    let views = MainView::ALL.iter().filter(offered);
    if cx.desk.is_slim {
        let sign = egui::RichText::new(ICON_ARROW_DROP_DOWN.codepoint).size(16.0);
        let menu = ui.menu_button((cx.desk.middle.text(), sign), |ui| {
            ui.set_width(160.0);
            views.for_each(|view| view_ui(ui, cx, *view));
        });
        menu.response.called(Role::Button, "View");
        return;
    }
    views.for_each(|view| view_ui(ui, cx, *view));
}

fn view_ui(ui: &mut egui::Ui, cx: &Cx<'_>, middle: MainView) {
    let is_shown = middle == cx.desk.middle;
    let color = cx.text_or_dim(is_shown);
    let button = egui::Button::new(egui::RichText::new(middle.text()).color(color))
        .min_size(Vec2::new(0.0, 26.0))
        .selected(is_shown)
        .wrap_mode(egui::TextWrapMode::Extend);
    let response = ui.add(button).called(Role::Tab, middle.text());
    ui.ctx()
        .accesskit_node_builder(response.id, |node| node.set_selected(is_shown));
    cx.run_on_click(response, middle.command());
}

/// A reminder that ratings are hidden.
fn reminder_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let icon = egui::RichText::new(CommandId::HideRatings.icon()).size(15.0);
    let text = egui::RichText::new(cx.hint("Ratings hidden (H)")).size(size::SMALL);
    let button = egui::Button::new((icon, text)).min_size(Vec2::new(0.0, 26.0));
    let response = ui
        .add(button)
        .called(Role::Button, "Ratings hidden: show them")
        .identified(ids::REMINDER);
    if response.was_clicked() {
        cx.run(CommandId::HideRatings);
    }
    response.on_hover_text("Show the ratings again (H)");
}

/// Left and right of a scene.
const BESIDE_TREE: f32 = 16.0;
/// Above and below it.
const ABOVE: f32 = 6.0;

/// The part of the window that the tree has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FreeArea {
    /// The part that nothing covers.
    pub screen: egui::Rect,
}

impl FreeArea {
    /// The area between controls of height `above` at the top and a legend at the bottom.
    pub(crate) fn between(screen: egui::Rect, above: f32, below: f32) -> Self {
        let (mut min, mut max) = (screen.min, screen.max);
        min.y += above;
        max.y = (max.y - below).max(min.y + 1.0);
        Self {
            screen: egui::Rect::from_min_max(min, max),
        }
    }

    /// The area for the important parts.
    pub(crate) fn inner(&self) -> egui::Rect {
        self.screen.shrink2(Vec2::new(BESIDE_TREE, ABOVE))
    }
}

/// Draws into a part of the window, and nothing beyond it.
pub(crate) fn clipped_ui(ui: &mut egui::Ui, rect: egui::Rect, add: impl FnOnce(&mut egui::Ui)) {
    ui.scope_builder(egui::UiBuilder::new().max_rect(rect), |ui| {
        ui.set_clip_rect(rect);
        add(ui);
    });
}

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
            let words: Vec<&str> = entries.iter().map(|entry| entry.text.as_str()).collect();
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
            .identified(CommandId::ShowLegend.id());
        if response.clicked() {
            cx.run(CommandId::ShowLegend);
        }
        response.on_hover_text(tooltip(ctx, CommandId::ShowLegend));
    });
}

/// The height of a control for a thumb, in points.
pub(crate) const THUMB: f32 = 44.0;
/// Number of frames after a change of the window's height until everything has its new place.
const SETTLING: u8 = 3;

/// In a scrolled area: shows the widget that has the keyboard again after the window's height has
/// changed, as it does when a phone's keyboard opens.
pub(crate) fn show_focused(ui: &egui::Ui) {
    let ctx = ui.ctx();
    let now = ctx.content_rect().height();
    let id = ui.scope_id().with("height");
    let (height, frames) = ctx.data(|data| data.get_temp(id)).unwrap_or((now, 0));
    let frames = if height == now { frames } else { SETTLING };
    ctx.data_mut(|data| data.insert_temp(id, (now, frames.saturating_sub(1))));
    if frames == 0 {
        return;
    }
    ctx.request_repaint();
    if frames == SETTLING {
        // Everything is still where it was.
        return;
    }
    let focused = ctx.memory(egui::Memory::focused);
    if let Some(focused) = focused.and_then(|id| ctx.read_response(id))
        && focused.layer_id == ui.layer_id()
        && ui.max_rect().x_range().contains(focused.rect.center().x)
    {
        let at_once = egui::style::ScrollAnimation::none();
        ui.scroll_to_rect_animation(focused.rect.expand(8.0), None, at_once);
    }
}

/// The size of the handle, which stays.
const HANDLE: f32 = 26.0;
/// The sheet's heights, as shares of the room, or its widths.
const SHARES: [f32; 3] = [0.0, 0.46, 0.8];
/// The space around what is on it.
const INSIDE: i8 = 12;
/// In a room that is less high and more wide, as on a phone that is held across, the sheet is beside
/// the tree.
const ACROSS: Vec2 = Vec2::new(520.0, 420.0);

/// A sheet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PhoneSheet {
    /// Which of its heights it has.
    index: usize,
    /// How far it is dragged down, or to the right, from there, in points.
    pulled: f32,
}

impl Default for PhoneSheet {
    fn default() -> Self {
        Self {
            index: 1,
            pulled: 0.0,
        }
    }
}

impl PhoneSheet {
    /// Shows it with what is on it. A click on its handle gives it the next height, or width.
    pub fn ui(
        &mut self,
        ui: &mut egui::Ui,
        theme: &Theme,
        name: &str,
        add: impl FnOnce(&mut egui::Ui),
    ) {
        let room = ui.available_size();
        let across = room.x > ACROSS.x && room.y < ACROSS.y;
        let axis = usize::from(!across);
        let size = |slot: usize| (room[axis] * SHARES[slot]).max(HANDLE);
        let shown = (size(self.index) - self.pulled).clamp(HANDLE, size(SHARES.len() - 1));
        let (panel, id) = (egui::Frame::new().fill(theme.panel), egui::Id::unique(name));
        let (sheet, margin) = match across {
            true => (
                egui::Panel::right(id.with("across")),
                egui::Margin::symmetric(0, INSIDE),
            ),
            false => (egui::Panel::bottom(id), egui::Margin::symmetric(INSIDE, 0)),
        };
        sheet
            .exact_size(shown)
            .resizable(false)
            .frame(panel)
            .show(ui, |ui| {
                let (mut strip, mut grip) = (ui.available_rect_before_wrap(), Vec2::splat(4.0));
                strip.max[axis] = strip.min[axis] + HANDLE;
                grip[1 - axis] = 40.0;
                let handle =
                    ui.interact(strip, ui.scope_id().with("handle"), Sense::click_and_drag());
                let grip = egui::Rect::from_center_size(strip.center(), grip);
                ui.painter().rect_filled(grip, 2.0, theme.dim);
                let handle = handle
                    .called(Role::Button, "Height of the sheet")
                    .identified(ids::SHEET);
                if handle.dragged() {
                    self.pulled += handle.drag_delta()[axis];
                }
                if handle.drag_stopped() {
                    let far = |index: &usize| (size(*index) - shown).abs();
                    let places = 0..SHARES.len();
                    let nearest = places.min_by(|a, b| far(a).total_cmp(&far(b)));
                    *self = Self {
                        index: nearest.unwrap_or_default(),
                        pulled: 0.0,
                    };
                }
                if handle.was_clicked() {
                    self.index = (self.index + 1) % SHARES.len();
                }
                if shown > HANDLE + 1.0 {
                    let mut inside = ui.available_rect_before_wrap();
                    inside.min[axis] += HANDLE;
                    inside -= margin;
                    inside.max[axis] -= f32::from(INSIDE);
                    ui.scope_builder(egui::UiBuilder::new().max_rect(inside), add);
                }
            });
    }
}
