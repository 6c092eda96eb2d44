//! A presentation on the screen, with the presenter's bar, and pages that are turned by a click or
//! a swipe.

use eframe::egui::{
    self, Align, Align2, Color32, Event, Id, Order, Pos2, Rect, Role, Sense, TouchPhase, Vec2,
};
use egui_material_icons::icons::{ICON_CHEVRON_LEFT, ICON_CHEVRON_RIGHT, ICON_CLOSE};

use super::explorer::Explorer;
use super::look::is_slim;
use crate::app::base::{Identified as _, Theme, cell, font, ids, name_region, strong};
use crate::app::intent::{Command, CommandId, MainView};
use crate::app::parts::{Cx, FreeArea, prose_height, prose_ui};
use crate::app::tools::board::BoardPanel;
use crate::app::tools::tour::TourPanel;
use crate::app::tools::tour::presentation::{AROUND, Presentation, STATE, TalkRoom, state_ui};
use crate::app::views::recording::RecordingPanel;
use crate::app::views::tree::panel::TreePanel;
use crate::diagram::{ProseBlock, prose};
use crate::save::Tour;
use crate::tree::VertexKind;

/// The font sizes of the text, of which the largest that fits is used; below the last one it is
/// scrolled.
const SIZES: [f32; 3] = [18.0, 16.5, 15.0];

/// The height of the line below a recording.
const STEP: f32 = 44.0;

impl Explorer {
    /// The whole screen.
    pub(crate) fn talk_ui(&mut self, ui: &mut egui::Ui, theme: &Theme) {
        let screen = ui.available_rect_before_wrap();
        let view = self.desk.view();
        let cx = &Cx::new(theme, &self.desk, &view);
        let before = cx.commands.len();
        let tour = self.tools.one::<TourPanel>();
        let step = tour.talk.as_ref().and_then(|talk| talk.step);
        let shown = tour.shown_tour(&self.desk);
        let place = step.zip(shown.map(|tour| tour.steps.len()));
        if tour.talk.as_ref().is_some_and(|talk| talk.blank) {
            blank_ui(ui, cx, screen);
            if let Some(talk) = &mut self.tools.one_mut::<TourPanel>().talk {
                bar_ui(ui.ctx(), cx, talk, place);
            }
            return;
        }
        ui.painter().rect_filled(screen, 0.0, theme.ground);
        let said = step.and_then(|step| shown?.steps.get(step));
        let said = said.map(|step| prose(&step.text));
        let session = &self.desk.document.session;
        let picture = session.rated().graph.picture(session.vertex());
        let has_board = !picture.cells.is_empty();
        // Above a board every step leaves room for the longest text, so that the board stays where
        // it is. A tree alone takes the room that the step's own text leaves.
        let texts: Vec<Vec<ProseBlock>> = match (has_board, shown) {
            (true, Some(tour)) => tour.steps.iter().map(|step| prose(&step.text)).collect(),
            _ => said.clone().into_iter().collect(),
        };
        let high = |width: f32| {
            let heights = texts.iter();
            let heights = heights.map(|text| prose_height(ui, text, SIZES[0], width));
            heights.fold(0.0, f32::max) + SIZES[0]
        };
        let has_text = said.is_some().then_some(&high as &dyn Fn(f32) -> f32);
        let room = TalkRoom::of(screen, has_board, has_text, bar_height(ui.ctx()));
        head_ui(ui, cx, room.head, (shown, step));
        let recorded = self.desk.middle == MainView::Recording && !self.desk.hidden;
        let recording = self.tools.one_mut::<RecordingPanel>();
        let at_work = recording.kind_at_work().filter(|_| recorded);
        // The panel beside it would reveal what the search doesn't know yet.
        let recorded = at_work.map(|kind| match has_board {
            true => session.rated().graph.graph().kind(session.vertex()),
            false => kind,
        });
        if recorded.is_some() {
            recording_ui(ui, cx, recording, room.tree);
        } else if matches!(self.desk.middle, MainView::Map | MainView::Positions) {
            let builder = egui::UiBuilder::new()
                .max_rect(room.tree)
                .id_salt("talk view");
            let mut views = self.tools.iter_mut();
            if let Some(view) = views.find(|view| view.is_in_middle(cx.desk)) {
                ui.scope_builder(builder, |ui| view.middle_ui(ui, cx));
            }
        } else {
            tree_ui(ui, cx, self.tools.one_mut(), room.tree);
        }
        let board = self.tools.one_mut();
        board_ui(ui, cx, board, room.board, (has_board, recorded));
        let talk = &mut self.tools.one_mut::<TourPanel>().talk;
        let Some(talk) = talk else { return };
        if let (Some(said), Some(rect)) = (&said, room.text) {
            said_ui(ui, cx, talk, rect, said);
        }
        bar_ui(ui.ctx(), cx, talk, place);
        if place.is_some() {
            let is_answered = cx.commands.len() > before;
            turn_page(ui.ctx(), cx, talk, (screen, is_answered));
        }
    }
}

/// A black screen, which a click ends.
fn blank_ui(ui: &mut egui::Ui, cx: &Cx<'_>, screen: egui::Rect) {
    let (rect, response) = ui.allocate_exact_size(screen.size(), Sense::click());
    ui.painter().rect_filled(rect, 0.0, Color32::BLACK);
    let response = response
        .called(Role::Label, "The screen is blank")
        .identified(ids::BLANK);
    cx.push_on_click(&response, || Command::Named(CommandId::BlankScreen));
}

/// The tour's title and progress; an error, if there is one.
fn head_ui(
    ui: &egui::Ui,
    cx: &Cx<'_>,
    rect: egui::Rect,
    (tour, step): (Option<&Tour>, Option<usize>),
) {
    let (title, location, share) = match (tour, step) {
        (Some(tour), Some(step)) => {
            let all = tour.steps.len();
            let place = format!("{} / {all}", step + 1);
            (
                tour.title.clone(),
                place,
                (step + 1) as f32 / all.max(1) as f32,
            )
        }
        _ => (cx.document.words.name.clone(), String::new(), 0.0),
    };
    let painter = ui.painter();
    let mut line = rect;
    line.max.y = line.min.y + 3.0;
    painter.rect_filled(line, 0.0, cx.theme.line);
    line.max.x = line.min.x + rect.width() * share;
    painter.rect_filled(line, 0.0, cx.theme.text);
    let mut row = rect.shrink2(Vec2::new(14.0, 0.0));
    row.min.y += 3.0;
    let used = cell(
        painter,
        row,
        Align::Max,
        &location,
        font(AROUND, true),
        cx.theme.text,
    );
    let mut left = row;
    left.max.x = used.left() - 12.0;
    let (text, color) = match &cx.desk.notice {
        Some(notice) if notice.is_error => (&notice.text, cx.theme.error),
        _ => (&title, cx.theme.dim),
    };
    cell(painter, left, Align::Min, text, font(AROUND, true), color);
    let id = ui.scope_id().with("how far");
    let response = ui.interact(rect, id, Sense::hover());
    let said = match step {
        Some(_) => format!("{text}, step {}", location.replace(" / ", " of ")),
        None => text.clone(),
    };
    response
        .called(Role::Label, &said)
        .identified(ids::TALK_HEAD);
}

/// A recording, and below it the event at its step.
fn recording_ui(ui: &mut egui::Ui, cx: &Cx<'_>, recording: &mut RecordingPanel, rect: egui::Rect) {
    let (tree, below) = rect.split_top_bottom_at_y(rect.bottom() - STEP);
    let builder = egui::UiBuilder::new()
        .max_rect(tree)
        .id_salt("talk recording");
    ui.scope_builder(builder, |ui| {
        ui.set_clip_rect(tree);
        recording.talk_ui(ui, cx);
    });
    let phrase = recording.step_text().unwrap_or_default();
    let (at, all) = recording.place().unwrap_or_default();
    let counted = format!("step {} of {all}: ", at + 1);
    let builder = egui::UiBuilder::new().max_rect(below.shrink2(Vec2::new(14.0, 0.0)));
    ui.scope_builder(builder, |ui| {
        // Lines of a text are closer than rows for a thumb.
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        ui.spacing_mut().interact_size.y = 0.0;
        ui.horizontal_wrapped(|ui| {
            let text = |text: &str| egui::RichText::new(text).size(AROUND);
            ui.label(text(&counted).color(cx.theme.dim));
            ui.label(text(&phrase).color(cx.theme.text));
        });
    });
}

/// The tree, as large as an audience can read it.
fn tree_ui(ui: &mut egui::Ui, cx: &Cx<'_>, tree: &mut TreePanel, rect: egui::Rect) {
    let seen = cx.desk.tree_view();
    let cx = &cx.with_view(&seen);
    let room = FreeArea::between(rect, 0.0, 0.0);
    tree.hits = None;
    tree.prepare(&seen, &cx.document.session, &room);
    let zoom = ui.ctx().zoom_factor();
    tree.frame_slide(&cx.desk.loose_view(), &cx.document.session, zoom);
    tree.ask_again(ui);
    tree.scene_ui(ui, cx, &room);
}

/// The board, where there is one, and who is to move.
fn board_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    board: &mut BoardPanel,
    rect: egui::Rect,
    (has_board, recorded): (bool, Option<VertexKind>),
) {
    let builder = egui::UiBuilder::new().max_rect(rect).id_salt("talk board");
    ui.scope_builder(builder, |ui| {
        ui.set_clip_rect(rect.expand(8.0));
        ui.spacing_mut().item_spacing.y = 2.0;
        if has_board {
            let max = (rect.height() - STATE - 8.0).max(60.0);
            board.talk_ui(ui, cx, max);
        }
        state_ui(ui, cx, recorded);
    });
}

/// The text, as large as it fits, otherwise scrolled.
fn said_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    talk: &mut Presentation,
    rect: egui::Rect,
    said: &[ProseBlock],
) {
    let fits = |size: &&f32| prose_height(ui, said, **size, rect.width()) <= rect.height();
    let size = SIZES.iter().find(fits).or(SIZES.last());
    let size = size.copied().unwrap_or(AROUND);
    let builder = egui::UiBuilder::new().max_rect(rect).id_salt("said");
    let output = ui.scope_builder(builder, |ui| {
        egui::ScrollArea::vertical()
            .id_salt(("said", talk.step))
            .auto_shrink([false, false])
            .vertical_scroll_offset(talk.scroll)
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                prose_ui(ui, cx, said, size);
            })
    });
    let output = output.inner;
    talk.page = output.inner_rect.height();
    talk.most_scroll = (output.content_size.y - talk.page).max(0.0);
    talk.scroll = output.state.clamped_offset().y;
    if talk.can_scroll(true) {
        let pos = egui::pos2(rect.right() - 2.0, rect.bottom() + 2.0);
        let sign = egui_material_icons::icons::ICON_KEYBOARD_ARROW_DOWN.codepoint;
        let ground = egui::Rect::from_center_size(pos - Vec2::new(10.0, 10.0), Vec2::splat(20.0));
        ui.painter().rect_filled(ground, 4.0, cx.theme.ground);
        let center = egui::Align2::CENTER_CENTER;
        let font = egui::FontId::proportional(18.0);
        ui.painter()
            .text(ground.center(), center, sign, font, cx.theme.text);
    }
}

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

/// The height of the bar with what is below it, in points.
pub(super) fn bar_height(ctx: &egui::Context) -> f32 {
    let button = HEIGHTS[usize::from(is_slim(ctx))];
    (button + 2.0 * INSIDE + BELOW) / ctx.zoom_factor()
}

/// Shows the bar for some seconds if the pointer moves or is over it, and returns the time.
fn prolong(ctx: &egui::Context, talk: &mut Presentation) -> f64 {
    let area = ctx.memory(|memory| memory.area_rect(id()));
    ctx.input(|input| {
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
    })
}

/// The bar at the lower edge, while the pointer moves; `place` is how far the tour is.
pub(super) fn bar_ui(
    ctx: &egui::Context,
    cx: &Cx<'_>,
    talk: &mut Presentation,
    place: Option<(usize, usize)>,
) {
    let now = prolong(ctx, talk);
    // A finger that doesn't move doesn't show it.
    let over = now >= talk.bar_until && !cx.desk.is_touched;
    if over || cx.desk.for_picture {
        return;
    }
    if !cx.desk.is_touched {
        ctx.request_repaint_after_secs((talk.bar_until - now) as f32);
    }
    let zoom = ctx.zoom_factor();
    let is_slim = is_slim(ctx);
    let height = HEIGHTS[usize::from(is_slim)] / zoom;
    let button = |ui: &mut egui::Ui, named: CommandId, icon: &str, words: &str| {
        let phrase = if is_slim { "" } else { words };
        let text = format!("{icon} {phrase}");
        let size = height * if phrase.is_empty() { 0.6 } else { 0.42 };
        let text = egui::RichText::new(text.trim()).size(size);
        let on = cx.desk.states.is_on(named) == Some(true);
        let enabled = cx.desk.states.is_enabled(named);
        let button = egui::Button::new(text)
            .min_size(Vec2::splat(height))
            .selected(on);
        let response = ui
            .add_enabled(enabled, button)
            .chosen(Role::Button, on, named.text());
        cx.run_on_click(response, named);
    };
    egui::Area::new(id())
        .order(Order::Foreground)
        .anchor(Align2::CENTER_BOTTOM, Vec2::new(0.0, -BELOW / zoom))
        .show(ctx, |ui| {
            name_region(ui, ids::TALK_BAR);
            egui::Frame::popup(ui.style())
                .inner_margin(INSIDE / zoom)
                .show(ui, |ui| {
                    ui.horizontal(|ui| {
                        if let Some((step, all)) = place {
                            button(
                                ui,
                                CommandId::PreviousTourStep,
                                ICON_CHEVRON_LEFT.codepoint,
                                "",
                            );
                            let location = format!("{} / {all}", step + 1);
                            ui.label(strong(location).size(height * 0.42));
                            button(
                                ui,
                                CommandId::NextTourStep,
                                ICON_CHEVRON_RIGHT.codepoint,
                                "",
                            );
                            ui.separator();
                        }
                        let hide = CommandId::HideRatings;
                        button(ui, hide, hide.icon(), hide.text());
                        if !cx.desk.embedded {
                            // On a phone nobody waits for a class to look up.
                            let blank = CommandId::BlankScreen;
                            if !cx.desk.is_slim {
                                button(ui, blank, blank.icon(), "Blank");
                            }
                            let leave = CommandId::LeavePresentation;
                            button(ui, leave, ICON_CLOSE.codepoint, "Leave (Esc)");
                        }
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
    talk: &mut Presentation,
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
        true => CommandId::NextTourStep,
        false => CommandId::PreviousTourStep,
    };
    cx.run(match cx.desk.states.is_enabled(named) {
        true => named,
        // The swipe has moved the tree.
        false if swiped.is_some() => CommandId::Fit,
        false => return,
    });
}

/// Whether one finger has swiped to the left, which goes forward, or to the right.
fn swipe(ctx: &egui::Context, talk: &mut Presentation) -> Option<bool> {
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
