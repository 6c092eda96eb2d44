//! What is shown below and beside the board. Below is the state: the player to move, the turn, the
//! ply, the pass button, and at an end the winner. Beside it are tooltips with text or the position
//! after a move. At chance nodes the outcomes are buttons: on the board beside the attack being
//! rolled, and below it with the resulting ratings.

use eframe::egui::{self, RectAlign, Response, Role, Sense, Stroke, Tooltip, Vec2, WidgetInfo};

use super::{BoardPanel, ShownBoard, play, words};
use crate::app::base::paint::paint;
use crate::app::base::{
    Identified as _, Transform, font, ids, listed_best, name_region, player_mark, size, strong,
    width_of,
};
use crate::app::document::Document;
use crate::app::parts::Cx;
use crate::diagram::{
    BoardMarks, Drawing, Ink, Point, Shade, Shape, TreeView, board, board_radius, branch_text,
    changed_places, end_winners,
};
use crate::game::{CellShape, Picture, Winners};
use crate::tree::{Edge, UnfoldingNode, Vertex, VertexKind};
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
                    let text = format!("{} to move", cx.view.labels.player_name(mover));
                    ui.label("to move")
                        .widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
                }
            }
            // The winner takes the whole row.
            if kind != VertexKind::End {
                ply_ui(ui, cx, &ply);
            }
        });
        let shown = ShownBoard::new(cx.document, cx.view, cx.desk.marked, setup);
        row_ui(ui, ids::TURN, |ui| {
            if matches!(kind, VertexKind::Chance(_)) && !setup {
                buttons_ui(ui, cx, &shown);
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
        name_region(ui, id);
        ui.set_min_height(ROW);
        add(ui);
    });
}

/// The decision of chance.
fn chance_ui(ui: &mut egui::Ui, cx: &Cx<'_>, vertex: Vertex) {
    lozenge(ui, cx);
    let graph = &cx.document.session.rated().graph;
    let (state, about) = (graph.picture(vertex).state, graph.about(vertex));
    let phrase = match state.is_empty() {
        true => "Chance decides".to_owned(),
        false => state,
    };
    let text = egui::Label::new(&phrase).truncate();
    let width = (ui.available_width() - PLY_WIDTH).max(60.0);
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(Vec2::new(width, ROW), layout, |ui| ui.add(text))
        .inner
        .on_hover_text(match about.is_empty() {
            true => format!("Chance decides: {phrase}"),
            false => format!("Chance decides: {phrase}\n{about}"),
        });
}

/// The state of the turn, in two small lines if it doesn't fit in one.
fn turn_ui(ui: &mut egui::Ui, cx: &Cx<'_>, vertex: Vertex, picture: &Picture) {
    let phrase = turn_text(cx.document, cx.view, vertex, picture);
    let wide = width_of(ui, &phrase, &font(size::BODY, false));
    let text = cx.dim(&phrase);
    let label = if wide <= ui.available_width() {
        egui::Label::new(text)
    } else {
        // As high as the row.
        egui::Label::new(text.size(size::SMALL).line_height(Some(13.0))).wrap()
    };
    let response = ui.add(label);
    let about = cx.document.session.rated().graph.about(vertex);
    if !about.is_empty() && !phrase.is_empty() {
        response.on_hover_text(format!("{phrase}\n{about}"));
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
        _ if view.is_unfinished(vertex) => "Not finished yet".to_owned(),
        VertexKind::Horizon(_) => capitalised(horizon_name(view.labels.graph())),
        VertexKind::Chance(_) => String::new(),
        VertexKind::Decision(_) => picture.state.clone(),
    }
}

/// The button that ends the turn, with the rating it leads to.
fn pass_button(ui: &mut egui::Ui, cx: &Cx<'_>, shown: &ShownBoard<'_>, edge: crate::tree::Edge) {
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
    cx.push_once_on_click(&response, || shown.play(edge));
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
            let label = egui::Label::new(strong(&text).size(size::BODY)).truncate();
            ui.add(label).on_hover_text(text);
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
        .all(|cell| cell.shape == CellShape::Hex);
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

/// Maximum width of a tooltip, in points.
const TOOLTIP_WIDTH: f32 = 360.0;
/// Maximum radius of a place on the small board in a tooltip, in points.
const PREVIEW: f64 = 30.0;

/// A tooltip at the right of the board, so that it covers none of it.
pub(super) fn tooltip_beside(response: &Response, board: egui::Rect) -> Tooltip<'_> {
    let mut tooltip = Tooltip::for_enabled(response);
    let beside = egui::Rect::from_x_y_ranges(board.x_range(), response.rect.y_range());
    tooltip.popup = tooltip
        .popup
        .anchor(beside)
        .align(RectAlign::RIGHT_START)
        .gap(10.0)
        .width(TOOLTIP_WIDTH);
    tooltip
}

pub(super) fn place_tooltip(ui: &mut egui::Ui, cx: &Cx<'_>, shown: &ShownBoard<'_>, index: usize) {
    name_region(ui, ids::TIP);
    let [first, rest @ ..] = &words::place_tooltip(shown, index)[..] else {
        return;
    };
    ui.label(strong(first));
    for line in rest {
        ui.label(line);
    }
    if let Some(edge) = shown.offered(index) {
        preview(ui, cx, shown, edge);
    }
}

pub(super) fn move_tooltip(ui: &mut egui::Ui, cx: &Cx<'_>, shown: &ShownBoard<'_>, edge: Edge) {
    name_region(ui, ids::TIP);
    ui.label(words::result(shown, edge));
    preview(ui, cx, shown, edge);
}

/// The position that a move leads to, drawn small.
fn preview(ui: &mut egui::Ui, cx: &Cx<'_>, shown: &ShownBoard<'_>, edge: Edge) {
    let graph = &shown.document.session.rated().graph;
    let after = graph.picture(graph.graph().target(edge));
    if after.cells.is_empty() {
        return;
    }
    let radius = board_radius(&after, 200.0, 130.0).min(PREVIEW);
    let marks = BoardMarks {
        touched: changed_places(&shown.picture, &after),
        ..BoardMarks::default()
    };
    let diagram = board(&after, &[], &marks, radius);
    let extent = Vec2::new(
        diagram.bounds.width() as f32,
        diagram.bounds.height() as f32,
    );
    let (rect, _) = ui.allocate_exact_size(extent, Sense::hover());
    let transform = Transform::fit(diagram.bounds, rect, 1.0);
    paint(&ui.painter_at(rect), &transform, cx.theme, &diagram.drawing);
}

/// Maximum number of outcomes with buttons below the board; the table of moves lists them all.
const MAX_BUTTONS: usize = 3;

/// The outcomes of the selected node that have a source and a target, in the rules' order; none at
/// a decision.
pub(super) fn branches(document: &Document) -> Vec<play::Attack> {
    let session = &document.session;
    let graph = &session.rated().graph;
    let vertex = session.vertex();
    if !matches!(graph.graph().kind(vertex), VertexKind::Chance(_)) {
        return Vec::new();
    }
    let edges = graph.graph().edges(vertex);
    edges
        .filter_map(|edge| {
            let touched = graph.touched(vertex, edge);
            Some(play::Attack {
                edge,
                from: touched.from?,
                to: touched.to?,
                best: false,
            })
        })
        .collect()
}

/// The branches below the board, each with the rating it leads to. None where there are too many,
/// or no room for them.
pub(super) fn buttons_ui(ui: &mut egui::Ui, cx: &Cx<'_>, shown: &ShownBoard<'_>) {
    let view = shown.view;
    let vertex = shown.document.session.vertex();
    let graph = view.labels.graph();
    if graph.degree(vertex) > MAX_BUTTONS {
        return;
    }
    let buttons: Vec<(Edge, String, String)> = graph
        .edges(vertex)
        .map(|edge| {
            let rating = view.rating_by(edge, view.chooser(vertex));
            (edge, branch_text(view, vertex, edge), rating)
        })
        .collect();
    ui.spacing_mut().item_spacing.x = 6.0;
    let room = ui.available_width();
    let widths = |padding: f32, body: f32| -> f32 {
        let widths = buttons.iter().map(|(_, branch, rating)| {
            width_of(ui, &format!("{branch}  {rating}"), &font(body, false)) + 2.0 * padding + 6.0
        });
        widths.sum()
    };
    let (padding, body, rated) = if widths(8.0, size::BODY) <= room {
        (8.0, size::BODY, true)
    } else {
        // The table of moves has the ratings, too.
        (4.0, size::SMALL, widths(4.0, size::SMALL) <= room)
    };
    ui.spacing_mut().button_padding.x = padding;
    for (edge, branch, rating) in buttons {
        let text = match rated {
            true => format!("{branch}  {rating}"),
            false => branch.clone(),
        };
        let text = egui::RichText::new(text).size(body);
        let button = egui::Button::new(text)
            .corner_radius(11.0)
            .fill(cx.theme.panel)
            .stroke(Stroke::new(1.0, cx.theme.dim))
            .min_size(Vec2::new(0.0, 22.0));
        let response = ui.add(button);
        let label = format!("Chance: {branch}, rating {rating}");
        let response = response
            .called(Role::Button, &label)
            .identified(&ids::branch(graph.key(vertex, edge)));
        cx.push_once_on_click(&response, || shown.play(edge));
        response.on_hover_ui(|ui| move_tooltip(ui, cx, shown, edge));
    }
}

/// A branch on the board for a screen reader: `Roll 2 → 0: wins 44 %, rating ~7/25`.
pub(super) fn branch_label(shown: &ShownBoard<'_>, attack: &play::Attack) -> String {
    let vertex = shown.document.session.vertex();
    let number = |index: usize| shown.picture.cells.get(index).map(|cell| &*cell.number);
    let (from, to) = (number(attack.from), number(attack.to));
    let (rating, _) = words::rating_and_best(shown, attack.edge);
    format!(
        "Roll {} → {}: {}, rating {rating}",
        from.unwrap_or_default(),
        to.unwrap_or_default(),
        branch_text(shown.view, vertex, attack.edge)
    )
}
