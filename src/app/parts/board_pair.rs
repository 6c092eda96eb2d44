//! Two boards side by side, with their differing places outlined: for a comparison of rules, and
//! for a check of a program.

use eframe::egui::{self, Align, Id, Rect, Role, Sense, Stroke, Vec2};

use crate::app::base::{Identified as _, Transform, ids, paint::paint};
use crate::app::parts::cx::Cx;
use crate::app::parts::table::{BODY, SMALL};
use crate::diagram::{BoardDiagram, BoardMarks, board, board_radius, captured_dice};
use crate::game::{Picture, visible};

/// The height of a name above a board, and of the figures below it.
const NAME: f32 = 20.0;
const FIGURES: f32 = 18.0;
/// The height of captured dice below a board, and the edge of one.
const CAPTURED: f64 = 28.0;
const DIE: f64 = 9.0;
/// Between the boards.
const GAP: f32 = 12.0;

/// One of two boards.
pub(crate) struct BoardCard<'a> {
    /// The name above it.
    pub name: String,
    /// The figures below its name.
    pub figures: String,
    /// All of it in a sentence.
    pub words: String,
    /// The board.
    pub picture: &'a Picture,
}

/// The places in which two pictures differ.
pub(crate) fn apart(pictures: [&Picture; 2]) -> Vec<usize> {
    let both = pictures[0].cells.iter().zip(&pictures[1].cells);
    let apart = both.enumerate().filter(|(_, (a, b))| a.label != b.label);
    apart.map(|(place, _)| place).collect()
}

/// The boards as they were drawn last.
#[derive(Default)]
pub(crate) struct BoardPair {
    drawn: Option<([Picture; 2], f64, [BoardDiagram; 2])>,
}

impl BoardPair {
    /// Shows both boards, each at most `most` high, with their differing places outlined.
    pub fn ui(
        &mut self,
        ui: &mut egui::Ui,
        cx: &Cx<'_>,
        cards: &[BoardCard<'_>; 2],
        apart: &[usize],
        most: f32,
    ) {
        let width = (ui.available_width() - GAP) / 2.0;
        let inner = f64::from(width - 16.0);
        let radius = cards
            .iter()
            .map(|card| board_radius(card.picture, inner, f64::from(most)))
            .fold(f64::MAX, f64::min);
        let is_drawn = |pictures: &[Picture; 2]| {
            let both = pictures.iter().zip(cards);
            both.into_iter().all(|(drawn, card)| drawn == card.picture)
        };
        let current = self
            .drawn
            .take()
            .filter(|(pictures, drawn, _)| *drawn == radius && is_drawn(pictures));
        let (pictures, radius, diagrams) = current.unwrap_or_else(|| {
            let pictures = [0, 1].map(|side: usize| cards[side].picture.clone());
            let captured = pictures.iter().any(|picture| picture.captured.is_some());
            let draw = |picture: &Picture| {
                let mut diagram = board(picture, &[], &BoardMarks::default(), radius);
                if captured {
                    let bounds = &mut diagram.bounds;
                    bounds.max.y += CAPTURED;
                    let (x, y) = (bounds.centre().x, bounds.max.y - CAPTURED / 2.0);
                    let dice = captured_dice(picture, DIE);
                    diagram.drawing.append(&dice, x, y);
                }
                diagram
            };
            let diagrams = [draw(&pictures[0]), draw(&pictures[1])];
            (pictures, radius, diagrams)
        });
        let drawn = pictures.iter().any(|picture| !picture.cells.is_empty());
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
            let card = (&cards[side], &diagrams[side]);
            card_ui(ui, cx, (side, place), card, apart);
        }
        self.drawn = Some((pictures, radius, diagrams));
    }
}

/// One board with its name above it and its figures below that.
fn card_ui(
    ui: &mut egui::Ui,
    cx: &Cx<'_>,
    (side, place): (usize, Rect),
    (card, diagram): (&BoardCard<'_>, &BoardDiagram),
    apart: &[usize],
) {
    let id = Id::unique("one of two boards").with(side);
    let response = ui
        .interact(place, id, Sense::hover())
        .called(Role::Label, &card.words)
        .identified(&ids::board_of(side));
    let mut cells = cx.line_in(ui, place);
    cells.painter.shrink_clip_rect(place);
    let painter = &cells.painter;
    let (stroke, inside) = (Stroke::new(1.0, cx.theme.line), egui::StrokeKind::Inside);
    painter.rect(place, 6.0, cx.theme.panel, stroke, inside);
    let inner = place.shrink2(Vec2::new(10.0, 6.0));
    let line = |top: f32, height: f32| {
        Rect::from_min_size(
            inner.left_top() + Vec2::new(0.0, top),
            Vec2::new(inner.width(), height),
        )
    };
    cells.left(line(0.0, NAME), BODY.strong(true), &card.name);
    cells.left(line(NAME, FIGURES), SMALL, &card.figures);
    let below = Rect::from_min_max(
        egui::pos2(inner.left(), inner.top() + NAME + FIGURES),
        inner.max,
    );
    if card.picture.cells.is_empty() {
        let text = visible(&card.picture.text);
        cells.put(below, Align::Center, BODY, &text);
    } else {
        let middle = diagram.bounds.centre();
        let transform = Transform::moved(
            (below.center().to_vec2() - Vec2::new(middle.x as f32, middle.y as f32)).round(),
        );
        paint(painter, &transform, cx.theme, &diagram.drawing);
        for corners in apart.iter().filter_map(|index| diagram.places.get(*index)) {
            let corners = corners.iter();
            let corners = corners.map(|corner| transform.screen_from_scene(*corner));
            let stroke = Stroke::new(3.0, cx.theme.text);
            painter.add(egui::Shape::closed_line(corners.collect(), stroke));
        }
    }
    response.on_hover_text(&card.words);
}
