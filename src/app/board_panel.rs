//! The board at the left: places to click, legal attacks, the move that led here, who is to move.

use eframe::egui::{self, Align2, FontId, Id, Role, Sense, Stroke, Vec2, WidgetInfo};

use super::command::{Command, Named};
use super::document::Document;
use super::edits::Root;
use super::explorer::Explorer;
use super::paint::{Transform, paint};
use super::theme::Theme;
use super::widgets::{grouped, move_text, player_mark};
use crate::diagram::{BoardArrow, Point, TreeView, board};
use crate::rating::best_edges;
use crate::session::Action;
use crate::tree::{Edge, UnfoldingNode, VertexKind};

/// What the board's panel remembers.
#[derive(Debug, Default)]
pub struct BoardPanel {
    /// The place that is marked as the source of an attack.
    pub marked: Option<usize>,
    /// Whether the keys play on the board.
    pub focused: bool,
}

impl BoardPanel {
    /// The board with the move that led here, and the legal attacks with the ratings they lead to.
    /// While the setup is open, the root is shown and can be changed.
    pub fn ui(
        &mut self,
        ui: &mut egui::Ui,
        theme: &Theme,
        document: &Document,
        view: &TreeView<'_>,
        _setup: bool,
        commands: &mut Vec<Command>,
    ) {
        board_ui(ui, theme, document, view, self.marked, commands);
    }
}

impl Explorer {
    /// The keys of the board while it has the focus.
    pub(super) fn play_on_board(&mut self, _named: Named) {}
}

fn board_ui(
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
        if response.has_focus() {
            let stroke = Stroke::new(2.0, theme.text);
            painter.rect_stroke(rect, 8.0, stroke, egui::StrokeKind::Middle);
        }
        if response.clicked() {
            commands.push(place_clicked(document, marked, index));
        }
        let editable = session.selected() == UnfoldingNode::ROOT;
        if editable {
            edit_menu(
                &response,
                || graph.edits(vertex, index),
                || document.root(),
                commands,
            );
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
    root: impl Fn() -> Root,
    commands: &mut Vec<Command>,
) {
    response.context_menu(|ui| {
        for (words, position) in edits() {
            if ui.button(words).clicked() {
                let mut after = root();
                after.setup.position = position;
                after.setup.columns = None;
                commands.push(Command::EditRoot(Box::new(after)));
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
            let target = graph.graph().target(edge);
            arrows.push(BoardArrow {
                from,
                to,
                label: view.rating_of(target, view.chooser(vertex)),
                strong: best.contains(&edge) && !view.hidden,
                last: false,
            });
        }
    }
    arrows
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
