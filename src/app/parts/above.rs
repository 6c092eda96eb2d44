//! The overlay at the top of the middle: the choice of the view, the view's own controls, and the
//! reminder that ratings are hidden.

use eframe::egui::{self, Rect, Role, Vec2};

use super::bar::{CHOICE, CORNER, GAP, bar, rows};
use super::cx::Cx;
use crate::app::base::{Identified as _, ids, size};
use crate::app::intent::{Middle, Named};

/// The overlay at the top of the middle, with the view's `own` controls. [`above`] returns its
/// height.
///
/// [`above`]: super::bar::above
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
    let offered = |middle: &&Middle| match **middle {
        Middle::Check => has_check,
        Middle::Recording => cx.desk.middle == Middle::Recording || cx.desk.recorded.is_some(),
        _ => true,
    };
    for &middle in Middle::ALL.iter().filter(offered) {
        let is_shown = middle == cx.desk.middle;
        let color = cx.text_or_dim(is_shown);
        let button = egui::Button::new(egui::RichText::new(middle.text()).color(color))
            .min_size(Vec2::new(0.0, 26.0))
            .selected(is_shown)
            .wrap_mode(egui::TextWrapMode::Extend);
        let response = ui.add(button).called(Role::Tab, middle.text());
        ui.ctx()
            .accesskit_node_builder(response.id, |node| node.set_selected(is_shown));
        cx.does(response, middle.command());
    }
}

/// A reminder that ratings are hidden.
fn reminder_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let icon = egui::RichText::new(Named::HideRatings.icon()).size(15.0);
    let words = egui::RichText::new("Ratings hidden (H)").size(size::SMALL);
    let button = egui::Button::new((icon, words)).min_size(Vec2::new(0.0, 26.0));
    let response = ui
        .add(button)
        .called(Role::Button, "Ratings hidden: show them")
        .identified(ids::REMINDER);
    if response.clicked() {
        response.surrender_focus();
        cx.run(Named::HideRatings);
    }
    response.on_hover_text("Show the ratings again (H)");
}
