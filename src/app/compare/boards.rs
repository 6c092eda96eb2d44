//! Both boards beside each other, the places that differ outlined on either.

use eframe::egui::{self, Align, Id, Rect, Role, Sense, Stroke, Vec2, WidgetInfo};

use super::side::Sides;
use crate::app::paint::{Transform, paint};
use crate::app::theme::{Theme, size};
use crate::app::widgets::{cell, font};
use crate::diagram::{BoardDiagram, BoardMarks, at_least, board, board_radius, short_count};
use crate::game::{Picture, visible};
use crate::session::Both;
use crate::tree::VertexKind;

/// How high a name above a board is, and the line of figures under it.
const NAME: f32 = 20.0;
const FIGURES: f32 = 18.0;
/// Between the boards.
const GAP: f32 = 12.0;

/// The boards as they were drawn last.
#[derive(Default)]
pub(super) struct DrawnBoards {
    drawn: Option<(Both<Picture>, f64, Both<BoardDiagram>)>,
}

impl DrawnBoards {
    pub fn ui(&mut self, ui: &mut egui::Ui, theme: &Theme, sides: &Sides<'_>) {
        let width = (ui.available_width() - GAP) / 2.0;
        let most = (ui.available_height() * 0.3).clamp(70.0, 300.0);
        let inner = f64::from(width - 16.0);
        let radius = sides
            .pictures
            .iter()
            .map(|picture| board_radius(picture, inner, f64::from(most)))
            .fold(f64::MAX, f64::min);
        let current = self
            .drawn
            .take()
            .filter(|(pictures, drawn, _)| *drawn == radius && *pictures == sides.pictures);
        let (pictures, radius, diagrams) = current.unwrap_or_else(|| {
            let draw =
                |side: usize| board(&sides.pictures[side], &[], &BoardMarks::default(), radius);
            (sides.pictures.clone(), radius, [draw(0), draw(1)])
        });
        let drawn = !pictures[0].places.is_empty();
        let highest = diagrams.iter().map(|diagram| diagram.bounds.height());
        let room = match drawn {
            true => highest.fold(0.0, f64::max) as f32,
            false => 44.0,
        };
        let height = NAME + FIGURES + room + 14.0;
        let (rect, _) =
            ui.allocate_exact_size(Vec2::new(ui.available_width(), height), Sense::hover());
        for side in [0, 1] {
            let left = rect.left() + side as f32 * (width + GAP);
            let place = Rect::from_min_size(egui::pos2(left, rect.top()), Vec2::new(width, height));
            card(ui, theme, sides, side, place, &diagrams[side]);
        }
        self.drawn = Some((pictures, radius, diagrams));
    }
}

/// One board with its name above it and its figures below that.
fn card(
    ui: &mut egui::Ui,
    theme: &Theme,
    sides: &Sides<'_>,
    side: usize,
    place: Rect,
    diagram: &BoardDiagram,
) {
    let response = ui.interact(
        place,
        Id::unique("compared board").with(side),
        Sense::hover(),
    );
    let words = described(sides, side);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    let painter = ui.painter_at(place);
    painter.rect(
        place,
        6.0,
        theme.panel,
        Stroke::new(1.0, theme.line),
        egui::StrokeKind::Inside,
    );
    let inner = place.shrink2(Vec2::new(10.0, 6.0));
    let line = |top: f32, height: f32| {
        Rect::from_min_size(
            inner.left_top() + Vec2::new(0.0, top),
            Vec2::new(inner.width(), height),
        )
    };
    let name = visible(sides.name(side));
    let strong = font(size::BODY, true);
    cell(
        &painter,
        line(0.0, NAME),
        Align::Min,
        &name,
        strong,
        theme.text,
    );
    let figures = figures(sides, side);
    let small = font(size::SMALL, false);
    let at = line(NAME, FIGURES);
    cell(&painter, at, Align::Min, &figures, small, theme.dim);
    let below = Rect::from_min_max(
        egui::pos2(inner.left(), inner.top() + NAME + FIGURES),
        inner.max,
    );
    if sides.pictures[side].places.is_empty() {
        let text = visible(&sides.pictures[side].text);
        let font = font(size::BODY, false);
        cell(&painter, below, Align::Center, &text, font, theme.text);
    } else {
        let middle = diagram.bounds.centre();
        let transform = Transform::moved(
            (below.center().to_vec2() - Vec2::new(middle.x as f32, middle.y as f32)).round(),
        );
        paint(&painter, &transform, theme, &diagram.drawing);
        for index in &sides.apart {
            let corners = diagram.places[*index].iter();
            let corners = corners.map(|corner| transform.screen_from_scene(*corner));
            let stroke = Stroke::new(3.0, theme.text);
            painter.add(egui::Shape::closed_line(corners.collect(), stroke));
        }
    }
    response.on_hover_text(words);
}

/// Who is to move, the rating, and the size of what is below.
fn figures(sides: &Sides<'_>, side: usize) -> String {
    let view = &sides.views[side];
    let vertex = sides.vertices[side];
    let graph = view.labels.graph();
    let what = match graph.kind(vertex) {
        VertexKind::End => view.winners(vertex),
        VertexKind::Decision(mover) | VertexKind::Horizon(mover) => {
            format!("{} to move", view.name(mover))
        }
        VertexKind::Chance(_) => "the dice decide".to_owned(),
    };
    if side == 1 && sides.left.is_some() {
        return format!("before the line leaves: {what}");
    }
    let nodes = short_count(view.analysis.nodes.of(vertex));
    let plural = if nodes == "1" { "" } else { "s" };
    format!(
        "{what} · {} {} · {}{nodes} node{plural}",
        sides.views[0].name(sides.player),
        sides.rating(side, vertex),
        at_least(graph),
    )
}

/// The same in a sentence, with the position and the places that differ.
fn described(sides: &Sides<'_>, side: usize) -> String {
    let places = &sides.pictures[side].places;
    let apart: Vec<&str> = sides
        .apart
        .iter()
        .filter_map(|index| Some(places.get(*index)?.number.as_str()))
        .collect();
    let apart = match apart.as_slice() {
        [] => String::new(),
        [one] => format!("; {one} differs"),
        several => format!("; {} differ", several.join(", ")),
    };
    format!(
        "Under {}: {}, {}{apart}",
        visible(sides.name(side)),
        visible(&sides.pictures[side].text),
        figures(sides, side)
    )
}
