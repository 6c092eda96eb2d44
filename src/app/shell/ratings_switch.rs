//! The switch for the player whose ratings are shown: every player, and the mover.

use eframe::egui::{self, Role, Sense, Stroke, StrokeKind, Vec2};

use crate::app::base::{Identified as _, Theme, ids, paint_mark, paint_text, size};
use crate::app::intent::{Command, Named, key_text};
use crate::app::parts::Cx;
use crate::diagram::{Anchor, RatingsFor, TreeView, Weight, shortened};
use crate::game::Player;

/// For more players than this the switch is a list.
const MAX_SEGMENTS: usize = 4;
/// The height of a segment, and its minimum width.
const SEGMENT: Vec2 = Vec2::new(30.0, 24.0);
/// The radius of a player's mark, in points.
const RADIUS: f64 = 7.5;

/// The name of a choice.
fn words(view: &TreeView<'_>, choice: RatingsFor) -> String {
    match choice {
        RatingsFor::Player(player) => view.name(player),
        RatingsFor::Mover => "mover".to_owned(),
        RatingsFor::All => "all".to_owned(),
    }
}

fn help(ctx: &egui::Context, words: &str) -> String {
    let key = Named::Viewpoint.shortcuts().first();
    let key = key.map_or_else(String::new, |key| key_text(ctx, key));
    format!("Show ratings for {words} ({key}: next player)")
}

/// The switch, from right to left.
pub(super) fn ratings_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let choices = RatingsFor::choices(cx.view.labels.graph());
    if cx.view.labels.graph().players() <= MAX_SEGMENTS {
        segments(ui, cx, &choices);
    } else {
        list(ui, cx, &choices);
    }
    ui.add_space(2.0);
    if ui.available_width() > 130.0 {
        let words = egui::RichText::new("Ratings for").size(size::SMALL);
        ui.label(words.color(cx.theme.dim));
    }
}

/// A button for every choice, side by side in one frame.
fn segments(ui: &mut egui::Ui, cx: &Cx<'_>, choices: &[RatingsFor]) {
    let wide = |choice: RatingsFor| match choice {
        RatingsFor::Mover => 52.0,
        RatingsFor::Player(_) | RatingsFor::All => SEGMENT.x,
    };
    let width = choices.iter().map(|choice| wide(*choice)).sum();
    let (frame, _) = ui.allocate_exact_size(Vec2::new(width, SEGMENT.y), Sense::hover());
    ui.painter().rect(
        frame.expand(2.0),
        7.0,
        cx.theme.panel,
        Stroke::new(1.0, cx.theme.line),
        StrokeKind::Middle,
    );
    let mut left = frame.left();
    for &choice in choices {
        let width = wide(choice);
        let rect =
            egui::Rect::from_min_size(egui::pos2(left, frame.top()), Vec2::new(width, SEGMENT.y));
        left += width;
        let id = ui.scope_id().with(("ratings for", choice));
        let response = ui.interact(rect, id, Sense::click());
        let chosen = cx.view.ratings_for == choice;
        let words = words(cx.view, choice);
        let response = response
            .chosen(Role::Button, chosen, format!("Ratings for {words}"))
            .identified(&ids::ratings_for(choice));
        if response.clicked() {
            response.surrender_focus();
            cx.push(Command::ShowRatings(choice));
        }
        segment(ui, cx, choice, rect, &response);
        response.on_hover_text(help(ui.ctx(), &words));
    }
}

/// The ground of a choice: the chosen one has a frame as well, one that is pointed at none.
fn ground(
    painter: &egui::Painter,
    theme: &Theme,
    rect: egui::Rect,
    chosen: bool,
    pointed_at: bool,
) {
    let inner = rect.shrink(1.0);
    if chosen {
        let stroke = Stroke::new(1.5, theme.text);
        painter.rect(inner, 5.0, theme.soft, stroke, StrokeKind::Inside);
    } else if pointed_at {
        painter.rect_filled(inner, 5.0, theme.soft);
    }
}

/// One segment; the chosen one has a background and a frame.
fn segment(
    ui: &egui::Ui,
    cx: &Cx<'_>,
    choice: RatingsFor,
    rect: egui::Rect,
    response: &egui::Response,
) {
    let chosen = cx.view.ratings_for == choice;
    let painter = ui.painter();
    ground(painter, cx.theme, rect, chosen, response.hovered());
    if response.has_focus() {
        let stroke = Stroke::new(2.0, cx.theme.player(Player(0)));
        painter.rect_stroke(rect.expand(1.0), 6.0, stroke, StrokeKind::Outside);
    }
    match choice {
        RatingsFor::Player(player) => {
            paint_mark(painter, cx.theme, cx.view, player, rect.center(), RADIUS)
        }
        RatingsFor::Mover | RatingsFor::All => {
            let (color, weight) = if chosen {
                (cx.theme.text, Weight::Strong)
            } else {
                (cx.theme.dim, Weight::Normal)
            };
            let at = rect.center();
            let words = words(cx.view, choice);
            paint_text(painter, at, Anchor::Middle, &words, 12.5, color, weight);
        }
    }
}

/// A list that opens, for many players.
fn list(ui: &mut egui::Ui, cx: &Cx<'_>, choices: &[RatingsFor]) {
    let chosen = words(cx.view, cx.view.ratings_for);
    let text = egui::RichText::new(format!("{chosen} ▾"));
    let button = egui::Button::new(text)
        .stroke(Stroke::new(1.0, cx.theme.line))
        .min_size(Vec2::new(46.0, SEGMENT.y + 4.0));
    let (response, _) = egui::containers::menu::MenuButton::from_button(button).ui(ui, |ui| {
        egui::ScrollArea::vertical()
            .max_height(420.0)
            .show(ui, |ui| {
                for &choice in choices {
                    let words = words(cx.view, choice);
                    let size = Vec2::new(150.0, 26.0);
                    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
                    let chosen = cx.view.ratings_for == choice;
                    let response = response
                        .chosen(Role::Button, chosen, format!("Ratings for {words}"))
                        .identified(&ids::ratings_for(choice));
                    row(ui, cx, choice, rect, &response);
                    if response.clicked() {
                        cx.push(Command::ShowRatings(choice));
                        ui.close();
                    }
                }
            });
    });
    let response = response
        .called(Role::Button, format!("Ratings for: {chosen}"))
        .identified(ids::RATINGS_LIST);
    response.on_hover_text(help(ui.ctx(), &chosen));
}

/// One line of the list: the player's mark and name; the chosen one has a ground and a frame.
fn row(
    ui: &egui::Ui,
    cx: &Cx<'_>,
    choice: RatingsFor,
    rect: egui::Rect,
    response: &egui::Response,
) {
    let chosen = cx.view.ratings_for == choice;
    let painter = ui.painter();
    ground(
        painter,
        cx.theme,
        rect,
        chosen,
        response.hovered() || response.has_focus(),
    );
    let left = rect.left_center();
    if let RatingsFor::Player(player) = choice {
        paint_mark(
            painter,
            cx.theme,
            cx.view,
            player,
            left + Vec2::new(18.0, 0.0),
            RADIUS,
        );
    }
    let weight = if chosen {
        Weight::Strong
    } else {
        Weight::Normal
    };
    let name = shortened(&words(cx.view, choice), 14);
    let at = left + Vec2::new(36.0, 0.0);
    paint_text(
        painter,
        at,
        Anchor::Left,
        &name,
        size::BODY,
        cx.theme.text,
        weight,
    );
}
