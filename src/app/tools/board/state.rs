//! The state below the board: the player to move, the turn, the ply, the pass button, and at an end
//! the winner.

use eframe::egui::{self, Role, Sense, Stroke, Vec2, WidgetInfo};

use super::{BoardPanel, Shown, chance, move_tooltip, play, words};
use crate::app::base::{
    Identified as _, Transform, font, ids, listed_best, paint::paint, part, player_mark, size,
    strong, width_of,
};
use crate::app::document::Document;
use crate::app::parts::Cx;
use crate::diagram::{Drawing, Ink, Point, Shade, Shape, TreeView, end_winners};
use crate::game::{CellShape, Picture, Winners};
use crate::tree::{UnfoldingNode, Vertex, VertexKind};
use crate::words::{capitalised, grouped, horizon_name, plural};

/// The height of each of the two rows, in points: constant, so that nothing moves from node to
/// node.
const ROW: f32 = 26.0;

impl BoardPanel {
    /// The player to move, the turn, and the ply; of the root while the setup is open.
    pub(super) fn state_ui(&self, ui: &mut egui::Ui, cx: &Cx<'_>) {
        let setup = cx.desk.edits_root();
        let session = &cx.document.session;
        let (node, vertex) = if setup {
            (UnfoldingNode::ROOT, Vertex::ROOT)
        } else {
            (session.selected(), session.vertex())
        };
        let ply = ply_text(cx.document, cx.view, node, vertex);
        let kind = cx.view.labels.graph().kind(vertex);
        ui.spacing_mut().item_spacing.y = 2.0;
        row_ui(ui, ids::MOVER, |ui| {
            match kind {
                VertexKind::End => banner(ui, cx, vertex),
                VertexKind::Chance(_) => chance_ui(ui, cx, vertex),
                VertexKind::Decision(mover) | VertexKind::Horizon(mover) => {
                    player_mark(ui, cx.theme, cx.view, mover);
                    // The mark is a picture: who hears the line hears the name.
                    let words = format!("{} to move", cx.view.labels.player_name(mover));
                    ui.label("to move")
                        .widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
                }
            }
            // The winner takes the whole row.
            if kind != VertexKind::End {
                ply_ui(ui, cx, &ply);
            }
        });
        let shown = Shown::new(cx.document, cx.view, cx.desk.marked, setup);
        row_ui(ui, ids::TURN, |ui| {
            if matches!(kind, VertexKind::Chance(_)) && !setup {
                chance::buttons_ui(ui, cx, &shown);
                return;
            }
            let pass = play::pass(cx.document).filter(|_| !setup);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if let Some(edge) = pass {
                    pass_button(ui, cx, &shown, edge);
                } else if !setup && self.has_pass() {
                    no_pass_button(ui, cx, kind);
                }
                if kind == VertexKind::End {
                    ui.label(cx.dim(&ply)).identified(ids::PLY);
                }
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    turn_ui(ui, cx, vertex, &shown.picture);
                });
            });
        });
        ui.spacing_mut().item_spacing.y = 6.0;
    }
}

/// The width of the ply beside longer text, in points.
const PLY_WIDTH: f32 = 76.0;

/// One of the two rows.
fn row_ui(ui: &mut egui::Ui, id: &str, add: impl FnOnce(&mut egui::Ui)) {
    let extent = Vec2::new(ui.available_width(), ROW);
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(extent, layout, |ui| {
        part(ui, id);
        ui.set_min_height(ROW);
        add(ui);
    });
}

/// The decision of chance.
fn chance_ui(ui: &mut egui::Ui, cx: &Cx<'_>, vertex: Vertex) {
    lozenge(ui, cx);
    let graph = &cx.document.session.rated().graph;
    let (state, about) = (graph.picture(vertex).state, graph.about(vertex));
    let words = match state.is_empty() {
        true => "Chance decides".to_owned(),
        false => state,
    };
    let text = egui::Label::new(&words).truncate();
    let width = (ui.available_width() - PLY_WIDTH).max(60.0);
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(Vec2::new(width, ROW), layout, |ui| ui.add(text))
        .inner
        .on_hover_text(match about.is_empty() {
            true => format!("Chance decides: {words}"),
            false => format!("Chance decides: {words}\n{about}"),
        });
}

/// The state of the turn, in two small lines if it doesn't fit in one.
fn turn_ui(ui: &mut egui::Ui, cx: &Cx<'_>, vertex: Vertex, picture: &Picture) {
    let words = turn_text(cx.document, cx.view, vertex, picture);
    let wide = width_of(ui, &words, &font(size::BODY, false));
    let text = cx.dim(&words);
    let label = if wide <= ui.available_width() {
        egui::Label::new(text)
    } else {
        // As high as the row.
        egui::Label::new(text.size(size::SMALL).line_height(Some(13.0))).wrap()
    };
    let response = ui.add(label);
    let about = cx.document.session.rated().graph.about(vertex);
    if !about.is_empty() && !words.is_empty() {
        response.on_hover_text(format!("{words}\n{about}"));
    }
}

fn ply_ui(ui: &mut egui::Ui, cx: &Cx<'_>, ply: &str) {
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        ui.label(cx.dim(ply)).identified(ids::PLY);
    });
}

fn ply_text(
    document: &Document,
    view: &TreeView<'_>,
    node: UnfoldingNode,
    vertex: Vertex,
) -> String {
    let ply = document.session.unfolding().ply(node);
    let below = view.analysis.longest.of(vertex);
    let longest = below
        .filter(|_| view.labels.graph().stopped().is_none())
        .map_or_else(String::new, |below| format!(" of {}", grouped(ply + below)));
    format!("ply {}{longest}", grouped(ply))
}

/// The state of the turn.
fn turn_text(
    document: &Document,
    view: &TreeView<'_>,
    vertex: Vertex,
    picture: &Picture,
) -> String {
    match view.labels.graph().kind(vertex) {
        VertexKind::End => "Game over".to_owned(),
        VertexKind::Horizon(_) if document.is_building() => "Not built yet".to_owned(),
        VertexKind::Horizon(_) => capitalised(horizon_name(view.labels.graph())),
        VertexKind::Chance(_) => String::new(),
        VertexKind::Decision(_) => picture.state.clone(),
    }
}

/// The button that ends the turn, with the rating it leads to.
fn pass_button(ui: &mut egui::Ui, cx: &Cx<'_>, shown: &Shown<'_>, edge: crate::tree::Edge) {
    let (rating, best) = words::rating_and_best(shown, edge);
    let text = format!("Pass  {rating}");
    let text = if best {
        strong(text)
    } else {
        egui::RichText::new(text)
    };
    let width = if best { 1.6 } else { 1.0 };
    let color = cx.text_or_line(best);
    let button = egui::Button::new(text)
        .corner_radius(11.0)
        .fill(cx.theme.panel)
        .stroke(Stroke::new(width, color));
    let response = ui
        .add(button)
        .called(
            Role::Button,
            format!("Pass, rating {rating}{}", listed_best(best)),
        )
        .identified(ids::PASS);
    cx.asks_once(&response, || shown.play(edge));
    response.on_hover_ui(|ui| move_tooltip(ui, cx, shown, edge));
}

/// The disabled pass button, with the reason.
fn no_pass_button(ui: &mut egui::Ui, cx: &Cx<'_>, kind: VertexKind) {
    let button = egui::Button::new("Pass")
        .corner_radius(11.0)
        .fill(cx.theme.panel)
        .stroke(Stroke::new(1.0, cx.theme.line));
    let response = ui.add_enabled(false, button).identified(ids::PASS);
    response.on_disabled_hover_text(match kind {
        VertexKind::End => "The game is over",
        VertexKind::Horizon(_) => "The tree isn't built beyond this node",
        _ => "The rules don't let this player pass here",
    });
}

/// The icon of chance.
fn lozenge(ui: &mut egui::Ui, cx: &Cx<'_>) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(18.0), Sense::hover());
    let mut drawing = Drawing::default();
    let at = Point::new(f64::from(rect.center().x), f64::from(rect.center().y));
    drawing.add(Shape::Polygon {
        points: vec![
            at.moved(0.0, -9.0),
            at.moved(6.5, 0.0),
            at.moved(0.0, 9.0),
            at.moved(-6.5, 0.0),
        ],
        fill: Some(Ink::Dim),
        stroke: None,
    });
    let identity = Transform::IDENTITY;
    paint(ui.painter(), &identity, cx.theme, &drawing);
}

/// The winner, and the share of the board.
fn banner(ui: &mut egui::Ui, cx: &Cx<'_>, vertex: Vertex) {
    let winners = end_winners(cx.view.labels, vertex).unwrap_or_default();
    let picture = cx.document.session.rated().graph.picture(vertex);
    let share = share_text(&picture, winners);
    let color = match (winners.iter().next(), winners.len()) {
        (Some(winner), 1) => cx.theme.color(Ink::Player(winner, Shade::Full)),
        _ => cx.theme.dim,
    };
    egui::Frame::new()
        .stroke(Stroke::new(2.0, color))
        .corner_radius(4.0)
        .inner_margin(egui::Margin::symmetric(6, 2))
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            for winner in winners.iter().take(6) {
                player_mark(ui, cx.theme, cx.view, winner);
            }
            let text = format!("{}{share}", cx.view.winners(vertex));
            ui.label(strong(text).size(size::BODY));
        });
}

/// The number of places of each winner: `, 3 of 4 hexes`; empty if that isn't the reason for
/// winning.
fn share_text(picture: &Picture, winners: Winners) -> String {
    let count = |player| {
        let owned = picture.cells.iter();
        owned.filter(|place| place.owner == Some(player)).count()
    };
    let hexes = picture
        .cells
        .iter()
        .all(|place| place.shape == CellShape::Hex);
    let mut counts = winners.iter().map(count);
    match counts.next() {
        Some(first) if first > 0 && hexes && counts.all(|other| other == first) => {
            let many = |count: usize| plural(count, "hex", "hexes");
            if winners.len() == 1 {
                let all = picture.cells.len();
                format!(", {first} of {all} {}", many(all))
            } else {
                format!(", {first} {} each", many(first))
            }
        }
        _ => String::new(),
    }
}
