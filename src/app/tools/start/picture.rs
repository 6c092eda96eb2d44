//! The small pictures of the start card.

use eframe::egui::Vec2;

use super::Way;
use crate::diagram::{Anchor, Drawing, Ink, Point, Rect, Shade, Shape, Stroke, Weight};
use crate::game::Player;

/// The size of a picture, in points.
pub(super) const SIZE: Vec2 = Vec2::new(66.0, 46.0);

const A: Ink = Ink::Player(Player(0), Shade::Full);
const B: Ink = Ink::Player(Player(1), Shade::Full);

/// The picture of an entry.
pub(super) fn of(way: Way) -> Drawing {
    let mut drawing = Drawing::default();
    match way {
        Way::Tour => tour(&mut drawing),
        Way::Book => board(&mut drawing),
        Way::TicTacToe => cells(&mut drawing),
        Way::Billion => map(&mut drawing),
        Way::Puzzle => puzzle(&mut drawing),
        Way::Draw => own_tree(&mut drawing),
        Way::Open => page(&mut drawing),
    }
    drawing
}

fn segment(drawing: &mut Drawing, from: (f64, f64), to: (f64, f64), stroke: Stroke) {
    drawing.add(Shape::Segment {
        points: [Point::new(from.0, from.1), Point::new(to.0, to.1)],
        stroke,
    });
}

fn node(drawing: &mut Drawing, at: (f64, f64), size: [f64; 2], fill: Ink, stroke: Stroke) {
    drawing.add(Shape::Box {
        rect: Rect::around(Point::new(at.0, at.1), size[0], size[1]),
        rounding: 3.0,
        fill: Some(fill),
        stroke: Some(stroke),
    });
}

fn words(drawing: &mut Drawing, at: (f64, f64), text: &str, size: f64, ink: Ink) {
    let at = Point::new(at.0, at.1);
    drawing.text(at, Anchor::Middle, text, size, ink, Weight::Strong);
}

/// A tree with text beside it.
fn tour(drawing: &mut Drawing) {
    let thin = Stroke::new(1.2, Ink::Dim);
    for to in [(11.0, 33.0), (29.0, 33.0)] {
        segment(drawing, (20.0, 13.0), to, thin);
    }
    for (at, ink) in [
        ((20.0, 13.0), Ink::Dim),
        ((11.0, 33.0), B),
        ((29.0, 33.0), A),
    ] {
        node(drawing, at, [13.0, 10.0], Ink::Panel, Stroke::new(1.5, ink));
    }
    for (y, to) in [(13.0, 58.0), (20.0, 58.0), (27.0, 51.0)] {
        segment(drawing, (41.0, y), (to, y), Stroke::new(2.0, Ink::Dim));
    }
    let corners = [(45.0, 32.0), (53.0, 36.0), (45.0, 40.0)];
    drawing.add(Shape::Polygon {
        points: corners.map(|(x, y)| Point::new(x, y)).to_vec(),
        fill: Some(Ink::Text),
        stroke: None,
    });
}

/// The hexes of the book's board.
fn board(drawing: &mut Drawing) {
    const RADIUS: f64 = 10.0;
    let across = RADIUS * 3f64.sqrt();
    for (row, column, ink, dice) in [
        (0, 0, B, "2"),
        (0, 1, B, "2"),
        (1, 0, A, "2"),
        (1, 1, B, "1"),
    ] {
        let x = 29.0 + across * (f64::from(column) - 0.5 * f64::from(row));
        let y = 15.5 + 1.5 * RADIUS * f64::from(row);
        let corner = |index: u32| {
            let angle = std::f64::consts::FRAC_PI_3 * (f64::from(index) + 0.5);
            let reach = RADIUS - 0.6;
            Point::new(x + reach * angle.cos(), y + reach * angle.sin())
        };
        drawing.add(Shape::Polygon {
            points: (0..6).map(corner).collect(),
            fill: Some(ink),
            stroke: None,
        });
        words(drawing, (x, y), dice, 11.0, Ink::OnPlayer);
    }
}

/// Three rows of three with crosses and rings.
fn cells(drawing: &mut Drawing) {
    let line = Stroke::new(1.2, Ink::Dim);
    for place in [-6.0, 6.0] {
        segment(drawing, (33.0 + place, 6.0), (33.0 + place, 40.0), line);
        segment(drawing, (16.0, 23.0 + place), (50.0, 23.0 + place), line);
    }
    for (x, y) in [(33.0, 23.0), (21.0, 11.0)] {
        for way in [-1.0, 1.0] {
            let (from, to) = ((x - 3.5, y - 3.5 * way), (x + 3.5, y + 3.5 * way));
            segment(drawing, from, to, Stroke::new(2.0, A));
        }
    }
    for (x, y) in [(45.0, 11.0), (21.0, 35.0)] {
        for (radius, fill) in [(4.5, B), (2.6, Ink::Ground)] {
            let centre = Point::new(x, y);
            drawing.add(Shape::Disc {
                centre,
                radius,
                fill,
            });
        }
    }
}

/// Rows of areas, each divided further than the one above.
fn map(drawing: &mut Drawing) {
    let rows: [&[(f64, Ink)]; 5] = [
        &[(54.0, A)],
        &[(20.0, A), (34.0, A)],
        &[(8.0, A), (12.0, B), (14.0, A), (20.0, A)],
        &[(4.0, B), (9.0, A), (6.0, B), (11.0, A), (7.0, B), (17.0, A)],
        &[
            (6.0, B),
            (5.0, A),
            (9.0, B),
            (4.0, A),
            (10.0, B),
            (8.0, A),
            (12.0, B),
        ],
    ];
    for (row, areas) in rows.iter().enumerate() {
        let (mut x, y) = (6.0, 6.0 + 7.0 * row as f64);
        for (wide, ink) in *areas {
            drawing.add(Shape::Box {
                rect: Rect {
                    min: Point::new(x, y),
                    max: Point::new(x + wide - 0.8, y + 6.0),
                },
                rounding: 0.0,
                fill: Some(*ink),
                stroke: None,
            });
            x += wide;
        }
    }
}

/// A question above two numbers.
fn puzzle(drawing: &mut Drawing) {
    let thin = Stroke::new(1.2, Ink::Dim);
    for to in [(18.0, 34.0), (48.0, 34.0)] {
        segment(drawing, (33.0, 13.0), to, thin);
    }
    let asked = Stroke::new(1.6, Ink::Text);
    node(drawing, (33.0, 13.0), [20.0, 14.0], Ink::Soft, asked);
    words(drawing, (33.0, 13.0), "?", 11.0, Ink::Text);
    for (x, ink, text) in [(18.0, A, "1"), (48.0, B, "0")] {
        let frame = Stroke::new(1.6, ink);
        node(drawing, (x, 34.0), [18.0, 13.0], Ink::Panel, frame);
        words(drawing, (x, 34.0), text, 10.5, ink);
    }
}

/// A tree with a free place for one more node.
fn own_tree(drawing: &mut Drawing) {
    let thin = Stroke::new(1.2, Ink::Dim);
    for to in [(19.0, 33.0), (47.0, 33.0)] {
        segment(drawing, (31.0, 12.0), to, thin);
    }
    node(drawing, (31.0, 12.0), [18.0, 12.0], Ink::Panel, thin);
    let frame = Stroke::new(1.6, A);
    node(drawing, (19.0, 33.0), [18.0, 13.0], Ink::Panel, frame);
    words(drawing, (19.0, 33.0), "4", 10.5, A);
    let dashed = Stroke::dashed(1.4, Ink::Text, 2.5);
    node(drawing, (47.0, 33.0), [16.0, 15.0], Ink::Panel, dashed);
    for (from, to) in [((43.0, 33.0), (51.0, 33.0)), ((47.0, 29.0), (47.0, 37.0))] {
        segment(drawing, from, to, Stroke::new(1.6, Ink::Text));
    }
}

/// A sheet of paper with a folded corner.
fn page(drawing: &mut Drawing) {
    let corners = [
        (22.0, 5.0),
        (37.0, 5.0),
        (44.0, 12.0),
        (44.0, 41.0),
        (22.0, 41.0),
    ];
    drawing.add(Shape::Polygon {
        points: corners.map(|(x, y)| Point::new(x, y)).to_vec(),
        fill: Some(Ink::Panel),
        stroke: Some(Stroke::new(1.4, Ink::Dim)),
    });
    for (from, to) in [((37.0, 5.0), (37.0, 12.0)), ((37.0, 12.0), (44.0, 12.0))] {
        segment(drawing, from, to, Stroke::new(1.4, Ink::Dim));
    }
    for (y, to) in [(19.0, 39.0), (26.0, 39.0), (33.0, 34.0)] {
        segment(drawing, (27.0, y), (to, y), Stroke::new(2.0, Ink::Dim));
    }
}
