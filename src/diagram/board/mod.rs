//! The board beside the tree: hexes or squares in the owner's tint, dice as isometric stacks,
//! attacks as arrows labeled with the resulting rating.
//!
//! A board is drawn for its size on the screen, since details of a large hex are unreadable on a
//! small one. [`board_radius`] returns the possible size of a place, and [`board`] draws for it.

mod arrow;
mod captured;
mod chip;
mod data;
mod labels;
mod landing;
mod piece;
mod text;
mod thumbnail;

use super::shape::{Anchor, Drawing, Ink, Point, Shade, Shape, Stroke, Weight};
use crate::game::{Cell, CellShape, Picture};
use arrow::Path;
use data::{bounds, centre};
use piece::Parts;

pub use captured::captured_dice;
pub use data::{ArrowDrawn, BoardArrow, BoardDiagram, BoardMarks, BoardMove};
pub use labels::{arrow_labels, best_labelled, branch_text};
pub use text::board_text;
pub use thumbnail::board_thumbnail;

/// Maximum distance from a place's center to its corners, in scene units.
const MAX_RADIUS: f64 = 66.0;
/// The part of its cell that a place fills; the rest is the gap to its neighbors.
const FILLED: f64 = 0.95;
/// The margin around a board.
const MARGIN: f64 = 6.0;
/// The height of column names, in radii of a place.
const COLUMNS: f64 = 0.5;
/// Minimum radius of places for column names.
const COLUMNS_FROM: f64 = 9.0;

/// The distance from a place's center to its corners with which a board fits a rectangle of this
/// size.
pub fn board_radius(picture: &Picture, width: f64, height: f64) -> f64 {
    let unit = bounds(
        &picture
            .cells
            .iter()
            .map(|place| outline(place, 1.0, FILLED))
            .collect::<Vec<_>>(),
    );
    let above = if picture.columns.is_empty() {
        0.0
    } else {
        COLUMNS
    };
    let across = (width - 2.0 * MARGIN) / unit.width().max(0.1);
    let down = (height - 2.0 * MARGIN) / (unit.height() + above).max(0.1);
    across.min(down).clamp(4.0, MAX_RADIUS)
}

/// The places in which two pictures of one board differ.
pub fn changed_places(before: &Picture, after: &Picture) -> Vec<usize> {
    let differs = |(before, after): (&Cell, &Cell)| {
        before.owner != after.owner || before.piece != after.piece
    };
    let pairs = before.cells.iter().zip(&after.cells);
    pairs
        .enumerate()
        .filter(|(_, pair)| differs(*pair))
        .map(|(index, _)| index)
        .collect()
}

/// Draws a position with `radius` scene units from a place's center to its corners. Font sizes and
/// line widths use the same units, so one unit should be about one point.
pub fn board(
    picture: &Picture,
    arrows: &[BoardArrow],
    marks: &BoardMarks,
    radius: f64,
) -> BoardDiagram {
    let mut diagram = BoardDiagram::default();
    let parts: Vec<Parts> = picture
        .cells
        .iter()
        .map(|place| Parts::new(place, picture.columns.is_empty(), radius))
        .collect();
    let paths = arrow::paths(picture, &parts, arrows, marks.marked, radius);
    for (index, place) in picture.cells.iter().enumerate() {
        let corners = outline(place, radius, FILLED);
        let is_target = paths.iter().flatten().any(|path| {
            marks.marked.is_some() && Some(path.from) == marks.marked && path.to == index
        });
        let border = match (marks.marked == Some(index), is_target) {
            (true, _) => Border::Marked,
            (_, true) => Border::Target,
            _ if picture.line.contains(&index) => Border::Won,
            _ => Border::Plain,
        };
        draw_place(&mut diagram.drawing, place, &corners, border, radius);
        diagram.places.push(corners);
    }
    diagram.bounds = bounds(&diagram.places).grown(MARGIN);
    if !picture.columns.is_empty() && radius >= COLUMNS_FROM {
        draw_columns(&mut diagram, picture, radius);
    }
    for place in touched(picture, marks) {
        draw_touched(&mut diagram.drawing, place, radius);
    }
    if let Some(place) = marks.cursor.and_then(|cursor| picture.cells.get(cursor)) {
        draw_cursor(&mut diagram.drawing, place, radius);
    }
    let (last, legal): (Vec<&Path>, Vec<&Path>) =
        paths.iter().flatten().partition(|path| path.last);
    for path in last {
        path.draw_hollow(&mut diagram.drawing);
    }
    // Heavy arrows last, so that none is cut.
    for heavy in [false, true] {
        for path in legal.iter().filter(|path| path.is_heavy() == heavy) {
            path.draw(&mut diagram.drawing);
        }
    }
    for parts in &parts {
        parts.draw(&mut diagram.drawing);
    }
    landing::draw_moves(&mut diagram.drawing, picture, &marks.moves, radius);
    let chips = chip::place_chips(arrows, &paths, &parts, diagram.bounds, radius);
    for (arrow, chip) in arrows.iter().zip(&chips) {
        if let Some(chip) = chip {
            chip.draw(&mut diagram.drawing, &arrow.label, arrow.strong);
        }
    }
    let drawn = paths.iter().zip(&chips).map(|(path, chip)| {
        path.as_ref().map(|path| ArrowDrawn {
            hit: chip.as_ref().map_or(path.middle(), |chip| chip.rect),
            labelled: chip.is_some(),
        })
    });
    diagram.arrows = drawn.collect();
    diagram.pieces = parts.iter().map(Parts::piece).collect();
    diagram
}

/// Draws the names of columns above the first places.
fn draw_columns(diagram: &mut BoardDiagram, picture: &Picture, radius: f64) {
    let size = (radius * 0.3).clamp(7.5, 13.0);
    for (name, place) in picture.columns.iter().zip(&picture.cells) {
        diagram.drawing.text(
            centre(place, radius).moved(0.0, -radius * (1.0 + COLUMNS / 2.0)),
            Anchor::Middle,
            name.as_str(),
            size,
            Ink::Dim,
            Weight::Normal,
        );
    }
    diagram.bounds.min.y -= radius * COLUMNS;
}

fn touched<'a>(picture: &'a Picture, marks: &'a BoardMarks) -> impl Iterator<Item = &'a Cell> {
    marks
        .touched
        .iter()
        .filter_map(|index| picture.cells.get(*index))
}

/// The corners of a place that fills `share` of its cell.
fn outline(place: &Cell, radius: f64, share: f64) -> Vec<Point> {
    let middle = centre(place, radius);
    let (corners, turn, radius) = match place.shape {
        CellShape::Hex => (6, 0.0, radius * share),
        CellShape::Square => (4, 0.125, radius * share * std::f64::consts::SQRT_2),
    };
    (0..corners)
        .map(|corner| {
            let angle = (f64::from(corner) / f64::from(corners) + turn) * std::f64::consts::TAU;
            middle.moved(radius * angle.sin(), -radius * angle.cos())
        })
        .collect()
}

/// The meaning of a place's border.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Border {
    Plain,
    /// The source that is marked.
    Marked,
    /// A target of the source that is marked.
    Target,
    /// A part of the line that wins.
    Won,
}

fn draw_place(drawing: &mut Drawing, place: &Cell, corners: &[Point], border: Border, radius: f64) {
    let (fill, ink) = match place.owner {
        Some(owner) => (
            Ink::Player(owner, Shade::Area),
            Ink::Player(owner, Shade::Full),
        ),
        None => (Ink::Ground, Ink::Line),
    };
    let heavy = (radius * 0.06).clamp(2.0, 4.0);
    let stroke = match border {
        Border::Plain => Stroke::new((radius * 0.025).clamp(0.8, 1.5), ink),
        Border::Marked | Border::Won => Stroke::new(heavy, Ink::Text),
        Border::Target => Stroke::new(heavy * 0.6, Ink::Text),
    };
    drawing.add(Shape::Polygon {
        points: corners.to_vec(),
        fill: Some(fill),
        stroke: Some(stroke),
    });
}

/// A dashed border on the places that the last move changed. On a square it is inside, so that the
/// border of a winning line stays visible.
fn draw_touched(drawing: &mut Drawing, place: &Cell, radius: f64) {
    let share = match place.shape {
        CellShape::Hex => FILLED,
        CellShape::Square => 0.84,
    };
    let corners = outline(place, radius, share);
    let width = (radius * 0.04).clamp(1.4, 2.4);
    let dashes = if radius < piece::DICE_FROM { 2 } else { 4 };
    for (a, b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        let at = |share: f64| Point::new(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share);
        for dash in 0..dashes {
            let from = (f64::from(dash) + 0.22) / f64::from(dashes);
            drawing.add(Shape::Segment {
                points: [at(from), at(from + 0.56 / f64::from(dashes))],
                stroke: Stroke::new(width, Ink::Dim),
            });
        }
    }
}

/// The keyboard cursor: a ring around the place, with a light line inside that separates it from
/// any border.
fn draw_cursor(drawing: &mut Drawing, place: &Cell, radius: f64) {
    let width = (radius * 0.05).clamp(2.0, 3.0);
    for (share, ink) in [
        (0.985, Ink::Text),
        (0.985 - 1.4 * width / radius, Ink::Panel),
    ] {
        drawing.add(Shape::Polygon {
            points: outline(place, radius, share),
            fill: None,
            stroke: Some(Stroke::new(width, ink)),
        });
    }
}
