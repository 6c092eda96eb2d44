//! The layout of the controls over the middle: the choice of the view, and the tree's expanded
//! plies, zoom and folds.

use eframe::egui::{self, Role, Vec2, WidgetInfo};

use crate::app::base::{TabGroup, size};
use crate::app::intent::{Middle, Named};
use crate::app::parts::cx::Cx;

/// The place of the controls in the tree's area.
pub(crate) const CORNER: Vec2 = Vec2::new(14.0, 10.0);
/// The height of a row of controls.
const ROW: f32 = 34.0;
/// Between two rows.
pub(crate) const GAP: f32 = 6.0;
/// Below this width they have two rows …
pub(crate) const TWO_ROWS: f32 = 310.0;

/// Below this width the choice of the view is above the view's own controls, rather than beside
/// them …
const BESIDE: f32 = 665.0;
/// … and below this width the reminder is below them …
const ALL_BESIDE: f32 = 845.0;
/// … or, from this width on, beside the choice.
const BESIDE_CHOICE: f32 = 480.0;

/// Whether there is anything to choose from.
pub(crate) const CHOICE: bool = Middle::ALL.len() > 1;

/// The arrangement of the controls.
pub(crate) struct Rows {
    /// Whether the choice of the view has a separate row.
    pub(crate) choice_above: bool,
    /// Whether the reminder has a separate row.
    pub(crate) reminder_below: bool,
}

/// The elements over the middle besides a view's own controls.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Over {
    /// Whether a reminder says that ratings are hidden.
    pub(crate) hidden: bool,
    /// Whether a check can be chosen too.
    pub(crate) check: bool,
    /// Whether there are none, since a presentation is on.
    pub(crate) bare: bool,
}

/// The width of the check's tab.
const CHECK: f32 = 58.0;

pub(crate) fn rows(width: f32, over: Over) -> Rows {
    let width = width - if over.check { CHECK } else { 0.0 };
    let choice_above = CHOICE && width < BESIDE;
    let needed = if choice_above {
        BESIDE_CHOICE
    } else {
        ALL_BESIDE
    };
    Rows {
        choice_above,
        reminder_below: over.hidden && width < needed,
    }
}

/// The height of the tree's controls at the top.
pub(crate) fn height(width: f32, over: Over) -> f32 {
    above(width, over, if width < TWO_ROWS { 2 } else { 1 })
}

/// The height of the controls at the top of the middle, if the view's own have `own` rows.
pub(crate) fn above(width: f32, over: Over, own: usize) -> f32 {
    if over.bare {
        return 0.0;
    }
    let rows = rows(width, over);
    let all = own + usize::from(rows.choice_above) + usize::from(rows.reminder_below);
    CORNER.y + all as f32 * (ROW + GAP)
}

/// A row of controls with a background.
pub(crate) fn bar(ui: &mut egui::Ui, cx: &Cx<'_>, controls: impl FnOnce(&mut egui::Ui)) {
    let frame = egui::Frame::new()
        .fill(cx.theme.panel)
        .stroke(egui::Stroke::new(1.0, cx.theme.line))
        .corner_radius(7.0)
        .inner_margin(egui::Margin::symmetric(3, 3));
    frame.show(ui, |ui| {
        ui.set_height(ROW - 8.0);
        ui.horizontal_centered(|ui| {
            ui.spacing_mut().item_spacing.x = 1.0;
            let group = TabGroup::begin(ui, ui.unique_id());
            controls(ui);
            group.end_at(ui, ui.min_rect());
        });
    });
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
    let words = egui::RichText::new(&percent)
        .size(size::SMALL)
        .color(cx.theme.text);
    let button = egui::Button::new(words)
        .min_size(Vec2::new(46.0, 26.0))
        .wrap_mode(egui::TextWrapMode::Extend);
    let response = ui.add(button);
    response.widget_info(|| {
        let label = format!("Actual size, now {percent}");
        WidgetInfo::labeled(Role::Button, true, label)
    });
    cx.does(response, Named::ActualSize);
}
