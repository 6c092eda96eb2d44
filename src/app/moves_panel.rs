//! The moves of the selected node and the walked line.

use eframe::egui::{self, Role, Sense, Stroke, Vec2, WidgetInfo};

use super::command::Command;
use super::document::Document;
use super::paint::paint_text;
use super::theme::{Theme, size};
use super::widgets::{heading, move_text};
use crate::diagram::{Anchor, TreeView, Weight, at_least, short_count, table_count};
use crate::rating::{best_edges, is_blunder};
use crate::session::{Action, Steps};
use crate::tree::{Edge, UnfoldingNode, Vertex, VertexKind};

/// How high a row of the moves table is.
const ROW_HEIGHT: f32 = 25.0;

/// One row of the moves table.
struct Row {
    edge: Edge,
    number: usize,
    mv: String,
    best: bool,
    rating: String,
    ends_in: String,
    nodes: String,
    exact: String,
}

/// The row of one move, made when it is in sight.
fn row_of(view: &TreeView<'_>, vertex: Vertex, number: usize, edge: Edge, best: bool) -> Row {
    let graph = view.labels.graph();
    let analysis = view.analysis;
    let target = graph.target(edge);
    let nodes = analysis.nodes.of(target);
    let known = at_least(graph);
    Row {
        edge,
        number,
        mv: move_text(view, vertex, edge),
        best: best && !view.hidden,
        rating: view.rating_of(target, view.chooser(vertex)),
        ends_in: analysis
            .distances
            .of(target)
            .map_or_else(|| "–".to_owned(), |plies| plies.to_string()),
        nodes: format!("{known}{}", table_count(nodes)),
        exact: format!("{known}{}", short_count(nodes)),
    }
}

/// The moves of the selected node: number, move, rating, plies to the end, exact size.
pub fn moves_ui(
    ui: &mut egui::Ui,
    theme: &Theme,
    document: &Document,
    view: &TreeView<'_>,
    commands: &mut Vec<Command>,
) {
    heading(ui, theme, "Moves");
    let vertex = document.session.vertex();
    let graph = view.labels.graph();
    let edges: Vec<Edge> = graph.edges(vertex).collect();
    if edges.is_empty() {
        let words = match view.labels.graph().kind(vertex) {
            VertexKind::Horizon(_) if document.is_building() => "Not known yet",
            VertexKind::Horizon(_) => "A limit stopped the tree here",
            _ => "None: the game is over",
        };
        ui.label(egui::RichText::new(words).color(theme.dim));
        return;
    }
    let width = ui.available_width();
    // Right edges of the number columns; the widest count decides how much the move gets.
    let columns = [width * 0.5, width * 0.665, width - 6.0];
    let head = [
        format!("Rating {}", view.labels.player_name(view.chooser(vertex))),
        "Ends in".to_owned(),
        "Nodes".to_owned(),
    ];
    let (rect, _) = ui.allocate_exact_size(Vec2::new(width, 20.0), Sense::hover());
    let line = |rect: egui::Rect, x: f32| egui::pos2(rect.left() + x, rect.center().y);
    let painter = ui.painter();
    let small = |at, anchor, text: &str| {
        paint_text(
            painter,
            at,
            anchor,
            text,
            size::SMALL,
            theme.dim,
            Weight::Normal,
        );
    };
    small(line(rect, 28.0), Anchor::Left, "Move");
    for (x, text) in columns.iter().zip(&head) {
        small(line(rect, *x), Anchor::Right, text);
    }
    painter.hline(rect.x_range(), rect.bottom(), Stroke::new(1.0, theme.line));
    let best: std::collections::BTreeSet<Edge> = best_edges(graph, &view.analysis.ratings, vertex)
        .into_iter()
        .collect();
    let visited = document.session.visited_child();
    let next = visited.and_then(|node| document.session.unfolding().edge(node));
    let most = ui.available_height() * 0.6;
    let before = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, 0.0);
    egui::ScrollArea::vertical()
        .id_salt("moves")
        .max_height(most.max(80.0))
        .auto_shrink([false, true])
        .show_rows(ui, ROW_HEIGHT, edges.len(), |ui, shown| {
            for index in shown {
                let edge = edges[index];
                let row = row_of(view, vertex, index + 1, edge, best.contains(&edge));
                let (rect, response) =
                    ui.allocate_exact_size(Vec2::new(width, ROW_HEIGHT), Sense::click());
                let label = format!(
                    "Move {}: {}, rating {}{}",
                    row.number,
                    row.mv,
                    row.rating,
                    if row.best { ", best" } else { "" }
                );
                response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
                if response.clicked() {
                    commands.push(Command::Act(Action::Move(row.number - 1)));
                }
                let painter = ui.painter();
                if response.hovered() || response.has_focus() || next == Some(row.edge) {
                    painter.rect_filled(rect, 3.0, theme.soft);
                }
                let weight = if row.best {
                    Weight::Strong
                } else {
                    Weight::Normal
                };
                let cell = |x, anchor, text: &str, color, weight| {
                    paint_text(
                        painter,
                        line(rect, x),
                        anchor,
                        text,
                        size::BODY,
                        color,
                        weight,
                    );
                };
                cell(
                    6.0,
                    Anchor::Left,
                    &row.number.to_string(),
                    theme.dim,
                    Weight::Normal,
                );
                cell(28.0, Anchor::Left, &row.mv, theme.text, weight);
                if row.best {
                    cell(
                        width * 0.265,
                        Anchor::Left,
                        "best",
                        theme.dim,
                        Weight::Normal,
                    );
                }
                cell(columns[0], Anchor::Right, &row.rating, theme.text, weight);
                cell(
                    columns[1],
                    Anchor::Right,
                    &row.ends_in,
                    theme.text,
                    Weight::Normal,
                );
                cell(
                    columns[2],
                    Anchor::Right,
                    &row.nodes,
                    theme.text,
                    Weight::Normal,
                );
                response.on_hover_text(format!("{label}, {} nodes below", row.exact));
            }
        });
    ui.spacing_mut().item_spacing.y = before;
}

/// As many steps of a long line are shown before and after the selected node.
const STEPS_SHOWN: usize = 40;

/// The walked line as clickable steps.
pub fn line_ui(
    ui: &mut egui::Ui,
    theme: &Theme,
    document: &Document,
    view: &TreeView<'_>,
    commands: &mut Vec<Command>,
) {
    heading(ui, theme, "Line");
    let session = &document.session;
    let Steps {
        steps,
        here,
        more_above,
        more_below,
    } = session.steps(STEPS_SHOWN);
    let graph = view.labels.graph();
    let at_root = session.selected() == UnfoldingNode::ROOT;
    egui::ScrollArea::vertical()
        .id_salt("line")
        .auto_shrink([false, true])
        .show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = Vec2::new(4.0, 4.0);
                if chip(ui, theme, "start", at_root, true, false) {
                    commands.push(Command::Act(Action::Root));
                }
                let dots = |ui: &mut egui::Ui| {
                    ui.label(egui::RichText::new("…").color(theme.dim));
                };
                if more_above {
                    dots(ui);
                }
                for (index, (edge, node)) in steps.iter().enumerate() {
                    let source = session
                        .unfolding()
                        .parent(*node)
                        .map_or(Vertex::ROOT, |parent| session.unfolding().vertex(parent));
                    let mover = match graph.kind(source) {
                        VertexKind::Decision(mover) => {
                            format!("{} ", view.labels.player_name(mover))
                        }
                        _ => String::new(),
                    };
                    let ratings = &view.analysis.ratings;
                    let blunder = is_blunder(graph, ratings, source, *edge);
                    let text = format!("{mover}{}", move_text(view, source, *edge));
                    if chip(ui, theme, &text, index + 1 == here, index < here, blunder) {
                        commands.push(Command::Act(Action::Select(*node)));
                    }
                }
                if more_below {
                    dots(ui);
                }
            });
        });
}

/// One step of the line; a blunder is underlined and says so.
fn chip(
    ui: &mut egui::Ui,
    theme: &Theme,
    text: &str,
    current: bool,
    walked: bool,
    blunder: bool,
) -> bool {
    let shown = if blunder {
        format!("{text} ?")
    } else {
        text.to_owned()
    };
    let color = if walked || current {
        theme.text
    } else {
        theme.dim
    };
    let mut words = egui::RichText::new(shown).color(color);
    if blunder {
        words = words.underline();
    }
    let stroke = Stroke::new(2.0, if current { theme.text } else { theme.soft });
    let button = egui::Button::new(words)
        .fill(theme.soft)
        .stroke(stroke)
        .corner_radius(10.0);
    let response = ui.add(button);
    if blunder {
        response
            .on_hover_text("A blunder: it worsens the mover's rating")
            .clicked()
    } else {
        response.clicked()
    }
}
