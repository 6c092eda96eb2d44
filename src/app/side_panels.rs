//! The panels beside the tree: board, moves and line at the left, the selected node at the right.

use eframe::egui::{self, Align2, FontId, Id, Role, Sense, Stroke, Vec2, WidgetInfo};

use super::command::Command;
use super::document::Document;
use super::paint::{Transform, paint, paint_text};
use super::theme::{Theme, size};
use crate::diagram::{
    Anchor, BoardArrow, Drawing, Point, TreeView, Weight, at_least, board, ends_rows, move_words,
    rating_text, shares, short_count, table_count,
};
use crate::game::Player;
use crate::rating::{best_edges, is_blunder};
use crate::session::{Action, Steps};
use crate::tree::{Count, Edge, UnfoldingNode, Vertex, VertexKind};

/// The heading of a part of a panel.
fn heading(ui: &mut egui::Ui, theme: &Theme, text: &str) {
    ui.add_space(8.0);
    ui.label(
        egui::RichText::new(text)
            .size(size::HEADING)
            .color(theme.dim),
    );
}

/// The mark of a player as a small widget.
fn player_mark(ui: &mut egui::Ui, theme: &Theme, view: &TreeView<'_>, player: Player) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(18.0), Sense::hover());
    let mut drawing = Drawing::default();
    let centre = Point::new(f64::from(rect.center().x), f64::from(rect.center().y));
    let letter: String = view.labels.player_name(player).chars().take(2).collect();
    drawing.player_mark(centre, 8.5, player, &letter);
    let identity = Transform {
        scale: 1.0,
        offset: Vec2::ZERO,
    };
    paint(ui.painter(), &identity, theme, &drawing);
}

/// The board with the move that led here, and the legal attacks with the ratings they lead to.
pub fn board_ui(
    ui: &mut egui::Ui,
    theme: &Theme,
    document: &Document,
    view: &TreeView<'_>,
    marked: Option<usize>,
    commands: &mut Vec<Command>,
) {
    let session = &document.session;
    let graph = &session.rated().graph;
    let vertex = session.vertex();
    let picture = graph.picture(vertex);
    let width = ui.available_width();
    if picture.places.is_empty() {
        let (rect, _) = ui.allocate_exact_size(Vec2::new(width, 90.0), Sense::hover());
        ui.painter().rect(
            rect,
            6.0,
            theme.ground,
            Stroke::new(1.0, theme.line),
            egui::StrokeKind::Inside,
        );
        let galley = ui.painter().layout(
            picture.text.clone(),
            FontId::proportional(18.0),
            theme.text,
            width - 24.0,
        );
        let at = Align2::CENTER_CENTER
            .anchor_size(rect.center(), galley.size())
            .min;
        ui.painter_at(rect).galley(at, galley, theme.text);
        return;
    }
    let diagram = board(&picture, &arrows(document, view), marked);
    let most = (ui.available_height() * 0.46).clamp(150.0, 330.0);
    let ratio = (diagram.bounds.height() / diagram.bounds.width().max(1.0)) as f32;
    let height = (width * ratio).clamp(100.0, most);
    let (screen, _) = ui.allocate_exact_size(Vec2::new(width, height), Sense::hover());
    let transform = Transform::fit(diagram.bounds, screen, 1.0);
    let painter = ui.painter_at(screen);
    paint(&painter, &transform, theme, &diagram.drawing);
    for (index, place) in picture.places.iter().enumerate() {
        let corners = &diagram.places[index];
        let centre = corners.iter().fold(Point::default(), |sum, corner| {
            sum.moved(
                corner.x / corners.len() as f64,
                corner.y / corners.len() as f64,
            )
        });
        // The square in a hex: neighbours' squares don't overlap.
        let side = 88.0 * transform.scale;
        let rect =
            egui::Rect::from_center_size(transform.screen_from_scene(centre), Vec2::splat(side));
        let response = ui.interact(rect, Id::unique("place").with(index), Sense::click());
        let label = format!("Place {}: {}", place.number, place.label);
        response.widget_info(|| {
            WidgetInfo::selected(Role::Button, true, marked == Some(index), &label)
        });
        if response.clicked() {
            commands.push(place_clicked(document, marked, index));
        }
        let editable = session.selected() == UnfoldingNode::ROOT;
        if editable {
            edit_menu(&response, || graph.edits(vertex, index), commands);
        }
        response.on_hover_text(match (attack_between(document, marked, index), marked) {
            (Some(edge), _) => format!("{label}. Click to play {}", move_text(view, vertex, edge)),
            (None, None) if editable => {
                format!("{label}. Click to attack from here, right-click to change it")
            }
            _ => label,
        });
    }
}

/// At the root a place can be changed: the right button lists what it can be.
fn edit_menu(
    response: &egui::Response,
    edits: impl FnOnce() -> Vec<(String, String)>,
    commands: &mut Vec<Command>,
) {
    response.context_menu(|ui| {
        for (words, position) in edits() {
            if ui.button(words).clicked() {
                commands.push(Command::EditRoot(position));
                ui.close();
            }
        }
    });
}

/// The move from the marked place to this one, if it is legal.
fn attack_between(document: &Document, marked: Option<usize>, to: usize) -> Option<Edge> {
    let session = &document.session;
    let graph = &session.rated().graph;
    let vertex = session.vertex();
    graph.graph().edges(vertex).find(|edge| {
        let touched = graph.touched(vertex, *edge);
        marked.is_some() && touched.from == marked && touched.to == Some(to)
    })
}

/// A click on a place marks it as the source of an attack, plays the attack, or unmarks.
fn place_clicked(document: &Document, marked: Option<usize>, index: usize) -> Command {
    let session = &document.session;
    let graph = &session.rated().graph;
    let vertex = session.vertex();
    if let Some(edge) = attack_between(document, marked, index) {
        return Command::Act(Action::Move(graph.graph().key(vertex, edge)));
    }
    let source = graph
        .graph()
        .edges(vertex)
        .any(|edge| graph.touched(vertex, edge).from == Some(index));
    Command::Mark((source && marked != Some(index)).then_some(index))
}

/// Legal attacks with the rating for the viewpoint, and the move that led here.
fn arrows(document: &Document, view: &TreeView<'_>) -> Vec<BoardArrow> {
    let session = &document.session;
    let graph = &session.rated().graph;
    let ratings = &session.rated().analysis.ratings;
    let vertex = session.vertex();
    let best = best_edges(graph.graph(), ratings, vertex);
    let mut arrows = Vec::new();
    let unfolding = session.unfolding();
    if let (Some(parent), Some(edge)) = (
        unfolding.parent(session.selected()),
        unfolding.edge(session.selected()),
    ) {
        let touched = graph.touched(unfolding.vertex(parent), edge);
        if let (Some(from), Some(to)) = (touched.from, touched.to) {
            arrows.push(BoardArrow {
                from,
                to,
                label: String::new(),
                strong: true,
                last: true,
            });
        }
    }
    for edge in graph.graph().edges(vertex) {
        let touched = graph.touched(vertex, edge);
        if let (Some(from), Some(to)) = (touched.from, touched.to) {
            let rating = ratings.rating(graph.graph().target(edge), view.viewpoint);
            arrows.push(BoardArrow {
                from,
                to,
                label: rating_text(&rating),
                strong: best.contains(&edge),
                last: false,
            });
        }
    }
    arrows
}

fn move_text(view: &TreeView<'_>, source: Vertex, edge: Edge) -> String {
    move_words(&view.labels.move_text(source, edge))
}

/// Who is to move, what is in hand, and the ply.
pub fn state_ui(ui: &mut egui::Ui, theme: &Theme, document: &Document, view: &TreeView<'_>) {
    let session = &document.session;
    let vertex = session.vertex();
    let graph = session.rated().graph.graph();
    let state = session.rated().graph.picture(vertex).state;
    ui.horizontal(|ui| {
        let words = match graph.kind(vertex) {
            VertexKind::End => {
                ui.label(egui::RichText::new(view.winners(vertex)).strong());
                "game over".to_owned()
            }
            VertexKind::Chance(_) => "chance decides".to_owned(),
            VertexKind::Decision(mover) | VertexKind::Horizon(mover) => {
                player_mark(ui, theme, view, mover);
                if state.is_empty() {
                    "to move".to_owned()
                } else {
                    format!("to move, {state}")
                }
            }
        };
        ui.label(words);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let ply = session.unfolding().ply(session.selected());
            let below = session.rated().analysis.longest.of(vertex);
            let longest = below
                .filter(|_| graph.stopped().is_none())
                .map_or_else(String::new, |below| format!(" of {}", grouped(ply + below)));
            ui.label(
                egui::RichText::new(format!("ply {}{longest}", grouped(ply))).color(theme.dim),
            );
        });
    });
}

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
    let rating = rating_text(&analysis.ratings.rating(target, view.viewpoint));
    let proven = analysis.ratings.is_proven(target, view.viewpoint);
    let nodes = analysis.nodes.of(target);
    let known = at_least(graph);
    Row {
        edge,
        number,
        mv: move_text(view, vertex, edge),
        best,
        rating: if proven { rating } else { format!("~{rating}") },
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
        format!("Rating {}", view.labels.player_name(view.viewpoint)),
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

/// The selected node: its rating for each player, what is proven, what lies below.
pub fn node_ui(ui: &mut egui::Ui, theme: &Theme, document: &Document, view: &TreeView<'_>) {
    let vertex = document.session.vertex();
    heading(ui, theme, "Node");
    ratings_ui(ui, theme, view, vertex);
    let (bar, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 8.0), Sense::hover());
    let mut left = bar.left();
    for (player, share) in shares(view, vertex) {
        let right = left + bar.width() * share as f32;
        let part = egui::Rect::from_x_y_ranges(left..=right, bar.y_range());
        ui.painter().rect_filled(part, 2.0, theme.player(player));
        left = right;
    }
    let proven = if view.analysis.ratings.all_proven(vertex) {
        "proven"
    } else if document.is_building() {
        "not known yet"
    } else {
        "rests on estimates"
    };
    let outcome = best_play(document, view).unwrap_or_default();
    row(ui, egui::RichText::new(proven).color(theme.dim), outcome);
    heading(ui, theme, "Position");
    let text = view.labels.position_text(vertex);
    ui.add(
        egui::Label::new(egui::RichText::new(text).monospace())
            .wrap()
            .selectable(true),
    );
    if let Some(note) = &document.words.note {
        heading(ui, theme, "Note");
        ui.add(egui::Label::new(note).wrap().selectable(true));
    }
    heading(ui, theme, "Below this node");
    let longest = view.analysis.longest.of(vertex).map_or_else(
        || "without end".to_owned(),
        |plies| format!("{}{} plies", at_least(view.labels.graph()), grouped(plies)),
    );
    let known = at_least(view.labels.graph());
    let count = |count| format!("{known}{}", short_count(count));
    row(ui, "Nodes", count(view.analysis.nodes.of(vertex)));
    row(ui, "Ends", count(view.analysis.ends.of(vertex)));
    if let Some(ends) = &document.ends {
        for (words, count) in ends_rows(view.labels, ends.of(vertex)) {
            let words = egui::RichText::new(format!("   {words}")).color(theme.dim);
            row(ui, words, format!("{known}{count}"));
        }
    }
    row(ui, "Longest line", longest);
}

/// A number of plies with its thousands separated.
fn grouped(plies: u32) -> String {
    short_count(Count::Exact(&[u64::from(plies)]))
}

/// Where best play leads: `b wins in 2 plies`.
fn best_play(document: &Document, view: &TreeView<'_>) -> Option<String> {
    let vertex = document.session.vertex();
    let plies = view.analysis.distances.of(vertex)?;
    let winners = view.winners(document.session.best_end());
    Some(match plies {
        0 => winners,
        1 => format!("{winners} in 1 ply"),
        _ => format!("{winners} in {} plies", grouped(plies)),
    })
}

/// A name at the left, its value at the right.
fn row(ui: &mut egui::Ui, name: impl Into<egui::WidgetText>, value: String) {
    ui.horizontal(|ui| {
        ui.label(name);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.add(egui::Label::new(value).truncate());
        });
    });
}

fn ratings_ui(ui: &mut egui::Ui, theme: &Theme, view: &TreeView<'_>, vertex: Vertex) {
    let players: Vec<Player> = Player::all(view.labels.graph().players()).collect();
    ui.columns(players.len().min(3), |columns| {
        for (index, player) in players.iter().enumerate() {
            let across = columns.len();
            let ui = &mut columns[index % across];
            ui.horizontal(|ui| {
                ui.label(egui::RichText::new("for").color(theme.dim));
                player_mark(ui, theme, view, *player);
            });
            let ratings = &view.analysis.ratings;
            let text = rating_text(&ratings.rating(vertex, *player));
            ui.label(egui::RichText::new(text).size(size::BIG));
            if !ratings.is_proven(vertex, *player) {
                let (low, high) = ratings.proven(vertex, *player);
                let words = format!("in [{}, {}]", rating_text(&low), rating_text(&high));
                ui.label(egui::RichText::new(words).color(theme.dim));
            }
        }
    });
}
