//! The board beside the tree: hexes or squares in the owner's tint, dice as isometric stacks,
//! attacks as arrows labeled with the resulting rating.
//!
//! A board is drawn for its size on the screen, since details of a large hex are unreadable on a
//! small one. [`board_radius`] returns the possible size of a place, and [`board`] draws for it.
//!
//! [`board_text`] has a board as text, and [`board_thumbnail`] one as small as a node.
//! [`captured_dice`] draws the dice that a player has captured in its turn.

mod chip;
mod data;
mod piece;

use super::elements::NODE_BOARD;
use super::player_letter;
use super::shape::{Anchor, Drawing, Ink, Point, Shade, Shape, Stroke};
use crate::game::{Cell, CellShape, Picture, Piece};
use crate::tree::Labels;
use data::{Path, bounds, centre};
use piece::{Parts, draw_die};

pub use chip::{arrow_labels, best_labelled, branch_text};
pub use data::{ArrowDrawn, BoardArrow, BoardDiagram, BoardMarks, BoardMove};

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
            .map(|cell| outline(cell, 1.0, FILLED))
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

/// The width and height of a board beside mover and rating, in scene units. A long one is wider, so
/// that its dice can be read.
pub fn node_board(picture: &Picture) -> [f64; 2] {
    const READABLE: f64 = 6.0;
    const MAX_WIDTH: f64 = 90.0;
    let [width, height] = NODE_BOARD;
    if board_radius(picture, width, height) >= READABLE {
        return NODE_BOARD;
    }
    let mut wider = width;
    while wider < MAX_WIDTH && board_radius(picture, wider, height) < READABLE + 1.0 {
        wider += 1.0;
    }
    match board_radius(picture, wider, height) >= READABLE {
        true => [wider, height],
        false => NODE_BOARD,
    }
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
    let paths = data::paths(picture, &parts, arrows, marks.marked, radius);
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
    if let Some(cell) = marks.cursor.and_then(|cursor| picture.cells.get(cursor)) {
        draw_cursor(&mut diagram.drawing, cell, radius);
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
    chip::draw_moves(&mut diagram.drawing, picture, &marks.moves, radius);
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
    for (name, cell) in picture.columns.iter().zip(&picture.cells) {
        let at = centre(cell, radius).moved(0.0, -radius * (1.0 + COLUMNS / 2.0));
        let name = name.as_str();
        diagram
            .drawing
            .text(at, Anchor::Middle, name, size, Ink::Dim);
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
fn outline(cell: &Cell, radius: f64, share: f64) -> Vec<Point> {
    let middle = centre(cell, radius);
    let (corners, turn, radius) = match cell.shape {
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

fn draw_place(drawing: &mut Drawing, cell: &Cell, corners: &[Point], border: Border, radius: f64) {
    let (fill, ink) = match cell.owner {
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
fn draw_touched(drawing: &mut Drawing, cell: &Cell, radius: f64) {
    let share = match cell.shape {
        CellShape::Hex => FILLED,
        CellShape::Square => 0.84,
    };
    let corners = outline(cell, radius, share);
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
fn draw_cursor(drawing: &mut Drawing, cell: &Cell, radius: f64) {
    let width = (radius * 0.05).clamp(2.0, 3.0);
    for (share, ink) in [
        (0.985, Ink::Text),
        (0.985 - 1.4 * width / radius, Ink::Panel),
    ] {
        drawing.add(Shape::Polygon {
            points: outline(cell, radius, share),
            fill: None,
            stroke: Some(Stroke::new(width, ink)),
        });
    }
}

/// The margin before the leftmost place, in characters.
const TEXT_MARGIN: usize = 2;

/// The lines of a board, the upper one first, without spaces at their ends.
pub fn board_text(labels: &dyn Labels, picture: &Picture) -> Vec<String> {
    if picture.cells.is_empty() {
        let space = " ".repeat(TEXT_MARGIN);
        return vec![format!("{space}{}", crate::game::visible(&picture.text))];
    }
    let places: Vec<(&Cell, String)> = picture
        .cells
        .iter()
        .map(|place| (place, cell_label(labels, place)))
        .collect();
    // A place takes its text and a space; half a hex is a whole number of characters.
    let widest = places
        .iter()
        .map(|(_, phrase)| phrase.chars().count())
        .max();
    let width = (widest.unwrap_or(0) + 1).next_multiple_of(2);
    let left = places.iter().map(|(place, _)| place.x);
    let left = left.fold(f64::INFINITY, f64::min);
    let mut rows: Vec<(f64, String)> = Vec::new();
    let mut sorted: Vec<&(&Cell, String)> = places.iter().collect();
    sorted.sort_by(|(a, _), (b, _)| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
    for (cell, text) in sorted {
        let step = match cell.shape {
            CellShape::Hex => 3_f64.sqrt(),
            CellShape::Square => 2.0,
        };
        let column = ((cell.x - left) / step * width as f64).round().max(0.0);
        let column = TEXT_MARGIN + column as usize;
        if rows.last().is_none_or(|(y, _)| (cell.y - y).abs() > 0.5) {
            rows.push((cell.y, String::new()));
        }
        if let Some((_, row)) = rows.last_mut() {
            let free = column.saturating_sub(row.chars().count());
            row.push_str(&" ".repeat(free));
            row.push_str(text);
        }
    }
    rows.into_iter().map(|(_, row)| row).collect()
}

/// The content of a place in Lisp style: `b-2`, or its mark, or a dot.
fn cell_label(labels: &dyn Labels, cell: &Cell) -> String {
    match (&cell.piece, cell.owner) {
        (Some(Piece::Dice(dice)), Some(owner)) => {
            format!("{}-{dice}", player_letter(labels, owner))
        }
        (Some(Piece::Dice(dice)), None) => dice.to_string(),
        (Some(Piece::Mark(mark)), _) => mark.to_string(),
        (Some(Piece::Cross | Piece::Ring | Piece::Chip), Some(owner)) => {
            player_letter(labels, owner)
        }
        (Some(Piece::Cross | Piece::Ring | Piece::Chip), None) => "*".to_owned(),
        (None, _) => ".".to_owned(),
    }
}

/// The largest number of dice in a row.
const MAX_IN_ROW: u16 = 10;

/// The captured dice of a picture, in a row around the origin: `edge` is that of a die, in scene
/// units. More than ten are one die and their number.
pub fn captured_dice(picture: &Picture, edge: f64) -> Drawing {
    let mut drawing = Drawing::default();
    let Some((player, dice)) = picture.captured else {
        return drawing;
    };
    let step = edge * 2.1;
    // The middle of a die's top is half an edge above its own.
    let die = |drawing: &mut Drawing, x: f64| {
        draw_die(drawing, Point::new(x, -edge / 2.0), edge, player);
    };
    if dice > MAX_IN_ROW {
        die(&mut drawing, -step / 2.0);
        let at = Point::new(step / 4.0, 0.0);
        let number = format!("× {dice}");
        drawing.strong_text(at, Anchor::Left, number, edge * 1.3, Ink::Text);
        return drawing;
    }
    let first = -f64::from(dice - 1) / 2.0 * step;
    for index in 0..dice {
        die(&mut drawing, first + f64::from(index) * step);
    }
    drawing
}

/// The height of a number, in radii of its place.
const NUMBER: f64 = 1.1;

/// Draws a position with `radius` scene units from a place's center to its corners, for places too
/// small for dice and arrows.
pub fn board_thumbnail(picture: &Picture, radius: f64) -> BoardDiagram {
    let mut diagram = BoardDiagram::default();
    for cell in &picture.cells {
        let corners = outline(cell, radius, FILLED);
        let dice = match (&cell.piece, cell.owner) {
            (Some(Piece::Dice(dice)), Some(owner)) => Some((*dice, owner)),
            _ => None,
        };
        let owned = |owner| Ink::Player(owner, Shade::Full);
        diagram.drawing.add(Shape::Polygon {
            points: corners.clone(),
            fill: Some(dice.map_or(Ink::Soft, |(_, owner)| owned(owner))),
            stroke: dice.is_none().then(|| Stroke::new(0.6, Ink::Line)),
        });
        match dice {
            Some(dice) => draw_number(&mut diagram.drawing, cell, dice.0, radius),
            None => Parts::new(cell, false, radius).draw(&mut diagram.drawing),
        }
        diagram.places.push(corners);
    }
    diagram.bounds = bounds(&diagram.places);
    diagram
}

fn draw_number(drawing: &mut Drawing, cell: &Cell, dice: u8, radius: f64) {
    let (at, size) = (centre(cell, radius), radius * NUMBER);
    drawing.strong_text(at, Anchor::Middle, dice.to_string(), size, Ink::OnPlayer);
}

#[cfg(test)]
mod tests {
    use super::super::shape::Shape;
    use super::*;
    use crate::game::Player;

    #[test]
    fn up_to_ten_captured_dice_are_drawn_and_more_are_a_number() {
        let drawn = |captured: Option<(Player, u16)>| {
            let picture = Picture {
                captured,
                ..Picture::default()
            };
            captured_dice(&picture, 9.0)
        };
        let one = drawn(Some((Player(0), 1))).shapes.len();
        assert_eq!(drawn(None).shapes, []);
        assert_eq!(drawn(Some((Player(0), 10))).shapes.len(), 10 * one);
        let many = drawn(Some((Player(1), 11))).shapes;
        assert_eq!(many.len(), one + 1);
        let number = many.last().expect("a shape");
        assert!(matches!(number, Shape::Text(number) if number.text == "× 11"));
    }
}
