//! The controls over the middle of the window: which view is shown, and of the tree to which ply it is
//! unfolded, how large it is drawn, what is folded.

use eframe::egui::{self, Role, Vec2, WidgetInfo};

use crate::app::base::size;
use crate::app::intent::{Middle, Named};
use crate::app::parts::cx::Cx;

/// Where the controls lie in the tree's part of the window.
pub(crate) const CORNER: Vec2 = Vec2::new(14.0, 10.0);
/// How high a row of them is.
const ROW: f32 = 34.0;
/// Between two rows.
pub(crate) const GAP: f32 = 6.0;
/// In less room than this they stand in two rows …
pub(crate) const TWO_ROWS: f32 = 310.0;

/// In less room than this what is shown is chosen above the view's own controls, not beside them …
const BESIDE: f32 = 665.0;
/// … and in less than this the reminder stands below them …
const ALL_BESIDE: f32 = 845.0;
/// … or, where there is so much room, beside the choice.
const BESIDE_CHOICE: f32 = 480.0;

/// Whether there is anything to choose from.
pub(crate) const CHOICE: bool = Middle::ALL.len() > 1;

/// Where the parts of the controls lie.
pub(crate) struct Rows {
    /// Whether what is shown is chosen in a row of its own.
    pub(crate) choice_above: bool,
    /// Whether the reminder has a row of its own.
    pub(crate) reminder_below: bool,
}

/// What lies over the middle of the window beside a view's own controls.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Over {
    /// Whether a reminder says that ratings are hidden.
    pub(crate) hidden: bool,
    /// Whether a check can be chosen too.
    pub(crate) check: bool,
    /// Whether nothing does, since an audience looks.
    pub(crate) bare: bool,
}

/// How wide the choice of a check is.
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

/// How much of the tree's part of the window its controls take at the top.
pub(crate) fn height(width: f32, over: Over) -> f32 {
    above(width, over, if width < TWO_ROWS { 2 } else { 1 })
}

/// How much of the middle of the window the controls take at the top, if those of the view itself
/// take so many rows.
pub(crate) fn above(width: f32, over: Over, own: usize) -> f32 {
    if over.bare {
        return 0.0;
    }
    let rows = rows(width, over);
    let all = own + usize::from(rows.choice_above) + usize::from(rows.reminder_below);
    CORNER.y + all as f32 * (ROW + GAP)
}

/// A row of controls on a ground of its own.
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
            controls(ui);
        });
    });
}

/// How large a scene is drawn, in words.
pub(crate) fn percent_text(scale: f64) -> String {
    match scale * 100.0 {
        tiny if tiny < 0.95 => "< 1 %".to_owned(),
        percent => format!("{percent:.0} %"),
    }
}

/// How large a scene is drawn; a click draws it at its own size.
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
