//! The document in the bar at the top: its name, its rules, the limits that its tree has, and the
//! switch for the player whose ratings are shown: every player, and the mover.

use eframe::egui::{self, Align, Layout, Role, Sense, Stroke, StrokeKind, Vec2};
use egui_material_icons::icons::ICON_CLOSE;

use crate::app::base::{
    Identified as _, Theme, file_name, ids, paint_mark, paint_text, shown_name, size, strong,
};
use crate::app::document::{Document, files};
use crate::app::intent::{Command, CommandId, Root, key_text};
use crate::app::parts::Cx;
use crate::diagram::{Anchor, RatingsFor, TreeView, Weight, shortened};
use crate::game::Player;
use crate::tree::{Limits, Vertex};
use crate::words::{counted, grouped};

/// The height of a chip, in points.
const CHIP: f32 = 24.0;
/// With less room than this there is no chip of the rules.
const ROOM: f32 = 330.0;
/// With less, the name is alone.
const TWO_LINES: f32 = 130.0;

/// The mark of a document with unsaved changes.
fn changed(document: &Document) -> &'static str {
    match document.edits.is_changed() {
        true => " •",
        false => "",
    }
}

/// What a document is called, and below that where it is or what it shows.
fn lines(document: &Document) -> [String; 2] {
    let words = &document.words;
    let rated = document.session.rated();
    let position = rated.graph.position_text(Vertex::ROOT);
    // A document without a title is named by its position.
    let untitled = words.name == position;
    let name = match untitled {
        true => shown_name(&rated.game),
        false => &words.name,
    };
    let below = match &words.path {
        Some(path) if words.name != file_name(path) => file_name(path),
        None if untitled => format!("{position}, unsaved"),
        Some(_) | None => position,
    };
    [format!("{name}{}", changed(document)), below]
}

/// The name, and at its right the chips; from right to left.
pub(super) fn heading_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    ui.scope(|ui| {
        ui.spacing_mut().button_padding.x = CHIP / 2.0;
        limits_ui(ui, cx);
    });
    if ui.available_width() > ROOM {
        rules_ui(ui, cx);
    }
    ui.add_space(4.0);
    let [name, below] = lines(cx.document);
    let whole = format!("{name}\n{below}");
    if ui.available_width() < TWO_LINES {
        let name = cx.dim(&cx.document.words.name);
        ui.add(egui::Label::new(name).truncate())
            .on_hover_text(whole);
        return;
    }
    let column = ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.with_layout(Layout::top_down(Align::Max), |ui| {
            let name = strong(&name).size(size::SMALL + 1.0);
            ui.add(egui::Label::new(name).truncate());
            let below = egui::RichText::new(&below).size(size::SMALL - 1.0);
            ui.add(egui::Label::new(below.color(cx.theme.dim)).truncate());
        });
    });
    column.response.on_hover_text(whole);
}

/// The rules and the number of players; a click opens the setup.
fn rules_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let rated = cx.document.session.rated();
    let rules = files::describe_rules(&rated.game, &rated.rules);
    let players = counted(rated.graph.graph().players(), "player");
    let text = egui::RichText::new(format!("{rules} · {players}")).size(size::SMALL);
    let chip = egui::Button::new(text)
        .min_size(egui::vec2(0.0, CHIP))
        .corner_radius(CHIP / 2.0)
        .fill(cx.theme.soft)
        .truncate();
    let width = (ui.available_width() * 0.5).min(230.0);
    let response = ui.scope(|ui| {
        ui.set_max_width(width);
        ui.spacing_mut().button_padding.x = CHIP / 2.0;
        ui.add(chip)
    });
    cx.run_on_click(response.inner, CommandId::Setup);
}

/// The limits that were set; a click lifts one.
fn limits_ui(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let own = cx.document.limits;
    let Limits {
        max_plies,
        max_nodes,
        ..
    } = own;
    let usual = cx.desk.usual_limits().max_nodes;
    let plies = max_plies.map(|plies| {
        let limits = Limits {
            max_plies: None,
            ..own
        };
        (format!("Ply limit {plies}"), ids::LIFT_PLIES, limits)
    });
    let nodes = max_nodes.filter(|_| max_nodes != usual).map(|nodes| {
        let limits = Limits {
            max_nodes: usual,
            ..own
        };
        let text = format!("Position limit {}", grouped(nodes));
        (text, ids::LIFT_POSITIONS, limits)
    });
    for (text, id, limits) in plies.into_iter().chain(nodes) {
        let phrase = egui::RichText::new(&text).size(size::SMALL);
        let cross = egui::RichText::new(ICON_CLOSE.codepoint).size(size::SMALL);
        let color = cx.theme.warning;
        let chip = egui::Button::new((phrase.color(color), cross.color(color)))
            .min_size(egui::vec2(0.0, CHIP))
            .corner_radius(CHIP / 2.0)
            .fill(cx.theme.panel)
            .stroke(Stroke::new(1.0, color));
        let response = ui
            .add_enabled(cx.desk.states.is_enabled(CommandId::Setup), chip)
            .called(egui::Role::Button, &text)
            .identified(id);
        cx.push_once_on_click(&response, || {
            Command::EditRoot(Box::new(Root {
                limits,
                ..cx.document.root()
            }))
        });
        response.on_hover_text("Build the tree without this limit");
    }
}

/// For more players than this the switch is a list.
const MAX_SEGMENTS: usize = 4;
/// The height of a segment, and its minimum width.
const SEGMENT: Vec2 = Vec2::new(30.0, 24.0);
/// The radius of a player's mark, in points.
const RADIUS: f64 = 7.5;

/// The name of a choice.
fn choice_label(view: &TreeView<'_>, choice: RatingsFor) -> String {
    match choice {
        RatingsFor::Player(player) => view.name(player),
        RatingsFor::Mover => "mover".to_owned(),
        RatingsFor::All => "all".to_owned(),
    }
}

fn help(ctx: &egui::Context, text: &str) -> String {
    let key = CommandId::Viewpoint.shortcuts().first();
    let key = key.map_or_else(String::new, |key| key_text(ctx, key));
    format!("Show ratings for {text} ({key}: next player)")
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
        let text = egui::RichText::new("Ratings for").size(size::SMALL);
        ui.label(text.color(cx.theme.dim));
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
        let text = choice_label(cx.view, choice);
        let response = response
            .chosen(Role::Button, chosen, format!("Ratings for {text}"))
            .identified(&ids::ratings_for(choice));
        if response.was_clicked() {
            cx.push(Command::ShowRatings(choice));
        }
        segment(ui, cx, choice, rect, &response);
        response.on_hover_text(help(ui.ctx(), &text));
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
            let text = choice_label(cx.view, choice);
            paint_text(painter, at, Anchor::Middle, &text, 12.5, color, weight);
        }
    }
}

/// A list that opens, for many players.
fn list(ui: &mut egui::Ui, cx: &Cx<'_>, choices: &[RatingsFor]) {
    let chosen = choice_label(cx.view, cx.view.ratings_for);
    let text = egui::RichText::new(format!("{chosen} ▾"));
    let button = egui::Button::new(text)
        .stroke(Stroke::new(1.0, cx.theme.line))
        .min_size(Vec2::new(46.0, SEGMENT.y + 4.0));
    let (response, _) = egui::containers::menu::MenuButton::from_button(button).ui(ui, |ui| {
        egui::ScrollArea::vertical()
            .max_height(420.0)
            .show(ui, |ui| {
                for &choice in choices {
                    let phrase = choice_label(cx.view, choice);
                    let size = Vec2::new(150.0, 26.0);
                    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
                    let chosen = cx.view.ratings_for == choice;
                    let response = response
                        .chosen(Role::Button, chosen, format!("Ratings for {phrase}"))
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
    let pos = rect.left_center();
    if let RatingsFor::Player(player) = choice {
        paint_mark(
            painter,
            cx.theme,
            cx.view,
            player,
            pos + Vec2::new(18.0, 0.0),
            RADIUS,
        );
    }
    let weight = if chosen {
        Weight::Strong
    } else {
        Weight::Normal
    };
    let name = shortened(&choice_label(cx.view, choice), 14);
    let at = pos + Vec2::new(36.0, 0.0);
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
