//! The presenter's bar, and pages that are turned by a click or a swipe.

use eframe::egui::{self, Align2, Event, Id, Order, Pos2, Rect, Role, TouchPhase, Vec2};
use egui_material_icons::icons::{ICON_CHEVRON_LEFT, ICON_CHEVRON_RIGHT, ICON_CLOSE};

use super::panels::SLIM;
use crate::app::base::{Identified as _, ids, part, strong};
use crate::app::intent::Named;
use crate::app::parts::Cx;
use crate::app::tools::tour::talk::Talk;

/// Duration for which the bar is shown after the pointer has moved, in seconds.
const SHOWN: f64 = 3.0;
/// The height of its buttons in pixels: for a pointer, and for a thumb.
const HEIGHTS: [f32; 2] = [36.0, 44.0];
/// Maximum time between the clicks of a double-click, in seconds.
const SECOND_CLICK: f64 = 0.5;
/// Minimum length of a swipe in pixels, and its maximum duration in seconds.
const SWIPE: f32 = 40.0;
const SWIPE_TIME: f64 = 0.7;

/// The distance of the bar from the lower edge, and the space around its buttons, in pixels.
const BELOW: f32 = 12.0;
const INSIDE: f32 = 4.0;

fn id() -> Id {
    Id::unique("presenter's bar")
}

/// Whether the screen has no room for words beside the buttons.
fn is_slim(ctx: &egui::Context) -> bool {
    ctx.content_rect().width() * ctx.zoom_factor() < SLIM
}

/// The height of the bar with what is below it, in points.
pub(super) fn bar_height(ctx: &egui::Context) -> f32 {
    let button = HEIGHTS[usize::from(is_slim(ctx))];
    (button + 2.0 * INSIDE + BELOW) / ctx.zoom_factor()
}

/// The bar at the lower edge, while the pointer moves; `place` is how far the tour is.
pub(super) fn bar_ui(
    ctx: &egui::Context,
    cx: &Cx<'_>,
    talk: &mut Talk,
    place: Option<(usize, usize)>,
) {
    let area = ctx.memory(|memory| memory.area_rect(id()));
    let now = ctx.input(|input| {
        let mut events = input.events.iter();
        let moves = events.any(|event| {
            use Event::{PointerButton, PointerMoved, Touch};
            matches!(event, PointerMoved(_) | PointerButton { .. } | Touch { .. })
        });
        let at = input.pointer.hover_pos();
        let is_over = at.zip(area).is_some_and(|(at, area)| area.contains(at));
        if moves || is_over && input.time < talk.bar_until + SHOWN {
            talk.bar_until = talk.bar_until.max(input.time + SHOWN);
        }
        input.time
    });
    if now >= talk.bar_until || cx.desk.for_picture {
        return;
    }
    ctx.request_repaint_after_secs((talk.bar_until - now) as f32);
    let zoom = ctx.zoom_factor();
    let is_slim = is_slim(ctx);
    let height = HEIGHTS[usize::from(is_slim)] / zoom;
    let button = |ui: &mut egui::Ui, named: Named, icon: &str, words: &str| {
        let words = if is_slim { "" } else { words };
        let text = format!("{icon} {words}");
        let size = height * if words.is_empty() { 0.6 } else { 0.42 };
        let text = egui::RichText::new(text.trim()).size(size);
        let on = cx.desk.states.is_on(named) == Some(true);
        let enabled = cx.desk.states.is_enabled(named);
        let button = egui::Button::new(text)
            .min_size(Vec2::splat(height))
            .selected(on);
        let response = ui
            .add_enabled(enabled, button)
            .chosen(Role::Button, on, named.text());
        cx.does(response, named);
    };
    egui::Area::new(id())
        .order(Order::Foreground)
        .anchor(Align2::CENTER_BOTTOM, Vec2::new(0.0, -BELOW / zoom))
        .show(ctx, |ui| {
            part(ui, ids::TALK_BAR);
            egui::Frame::popup(ui.style())
                .inner_margin(INSIDE / zoom)
                .show(ui, |ui| {
                    ui.horizontal(|ui| {
                        if let Some((step, all)) = place {
                            button(ui, Named::PreviousTourStep, ICON_CHEVRON_LEFT.codepoint, "");
                            let place = format!("{} / {all}", step + 1);
                            ui.label(strong(place).size(height * 0.42));
                            button(ui, Named::NextTourStep, ICON_CHEVRON_RIGHT.codepoint, "");
                            ui.separator();
                        }
                        let hide = Named::HideRatings;
                        button(ui, hide, hide.icon(), hide.text());
                        let blank = Named::BlankScreen;
                        button(ui, blank, blank.icon(), "Blank");
                        let leave = Named::LeavePresentation;
                        button(ui, leave, ICON_CLOSE.codepoint, "Leave (Esc)");
                    });
                });
        });
}

/// Turns the page by a click on the left or right third of the screen where there is nothing else to
/// click, or by a swipe. A click that something has answered turns none, nor does the second click of
/// a double-click on it.
pub(super) fn turn_page(
    ctx: &egui::Context,
    cx: &Cx<'_>,
    talk: &mut Talk,
    (screen, is_answered): (Rect, bool),
) {
    let now = ctx.input(|input| input.time);
    if is_answered {
        talk.answered = now;
    }
    let swiped = swipe(ctx, talk);
    if now - talk.answered < SECOND_CLICK {
        return;
    }
    let clicked = || {
        let at = ctx.input(|input| {
            let is_clicked = input.pointer.primary_clicked();
            input.pointer.interact_pos().filter(|_| is_clicked)
        })?;
        // A surface can be dragged, what stands on it can't.
        let widget = ctx.interaction_snapshot(|shown| shown.clicked);
        let widget = widget.and_then(|widget| ctx.read_response(widget));
        // Where the bar was, a finger wants the bar again.
        let bar = ctx.memory(|memory| memory.area_rect(id()));
        let is_surface = widget.is_none_or(|widget| widget.sense.senses_drag())
            && !bar.is_some_and(|bar| bar.contains(at));
        let third = (at.x - screen.left()) / screen.width() * 3.0;
        match third {
            _ if !is_surface || !screen.contains(at) => None,
            0.0..1.0 => Some(false),
            2.0.. => Some(true),
            _ => None,
        }
    };
    let Some(forward) = swiped.or_else(clicked) else {
        return;
    };
    let named = match forward {
        true => Named::NextTourStep,
        false => Named::PreviousTourStep,
    };
    cx.run(match cx.desk.states.is_enabled(named) {
        true => named,
        // The swipe has moved the tree.
        false if swiped.is_some() => Named::Fit,
        false => return,
    });
}

/// Whether one finger has swiped to the left, which goes forward, or to the right.
fn swipe(ctx: &egui::Context, talk: &mut Talk) -> Option<bool> {
    let touches = |event: &Event| match event {
        Event::Touch { phase, pos, .. } => Some((*phase, *pos)),
        _ => None,
    };
    let (now, touches): (f64, Vec<(TouchPhase, Pos2)>) = ctx.input(|input| {
        (
            input.time,
            input.events.iter().filter_map(touches).collect(),
        )
    });
    let mut swiped = None;
    for (phase, at) in touches {
        match phase {
            // A second finger zooms.
            TouchPhase::Start => talk.pressed = talk.pressed.is_none().then_some((at, now)),
            TouchPhase::Move => {}
            TouchPhase::Cancel => talk.pressed = None,
            TouchPhase::End => {
                let Some((from, since)) = talk.pressed.take() else {
                    continue;
                };
                let way = (at - from) * ctx.zoom_factor();
                let is_quick = now - since < SWIPE_TIME;
                if is_quick && way.x.abs() > SWIPE.max(2.0 * way.y.abs()) {
                    swiped = Some(way.x < 0.0);
                }
            }
        }
    }
    swiped
}
