//! The pieces on places: first their geometry, so that arrows and labels avoid them, then their
//! drawing.

use super::data::centre;
use crate::diagram::shape::{
    Anchor, Drawing, Ink, Point, Rect, Shade, Shape, Stroke, mark_text_size,
};
use crate::game::{Cell, CellShape, Piece, Player};
use crate::layout::shape::text_width;

/// Minimum radius of places for dice; on smaller ones a mark shows their number.
pub(super) const DICE_FROM: f64 = 27.0;

/// Minimum radius of places for the place's number.
const NUMBER_FROM: f64 = 23.0;

/// The edge of a die, in radii of its place, for stacks of one, two and three columns.
const DIE: [f64; 3] = [0.27, 0.25, 0.23];

/// The width of a die from the middle to its side, in edges.
const WIDE: f64 = 0.87;

/// Maximum number of dice in a column; more are in further columns, so that nine can be counted at
/// a glance.
const COLUMN: u8 = 3;

/// Maximum number of drawn dice; the mark shows the actual number.
const MAX_DICE: u8 = 3 * COLUMN;

/// The smallest text that is drawn.
const SMALLEST: f64 = 8.0;

/// One column of a stack.
#[derive(Clone, Copy, Debug, PartialEq)]
struct StackColumn {
    /// The middle of the lowest die's top.
    at: Point,
    dice: u8,
}

/// A mark of the owner with a text on it.
#[derive(Clone, Debug, PartialEq)]
struct Tag {
    centre: Point,
    radius: f64,
    player: Player,
    text: String,
}

impl Tag {
    fn rect(&self) -> Rect {
        Rect::around(self.centre, self.radius * 2.0, self.radius * 2.0)
    }
}

/// A figure drawn with strokes, or as one shape.
#[derive(Clone, Copy, Debug, PartialEq)]
enum PieceFigure {
    Cross,
    Ring,
    Chip,
}

/// A figure with its center and radius.
#[derive(Clone, Debug, PartialEq)]
struct Sketch {
    figure: PieceFigure,
    centre: Point,
    reach: f64,
    label: String,
}

impl Sketch {
    fn rect(&self) -> Rect {
        Rect::around(self.centre, self.reach * 2.0, self.reach * 2.0)
    }

    fn draw(&self, drawing: &mut Drawing, player: Player) {
        let full = Ink::Player(player, Shade::Full);
        let (at, reach) = (self.centre, self.reach);
        let disc = |radius, fill| Shape::Disc {
            centre: at,
            radius,
            fill,
        };
        let width = (reach * 0.36).max(1.4);
        match self.figure {
            PieceFigure::Cross => {
                // The ends are cut straight: so far they stay within the reach.
                let far = reach - width * 0.35;
                for side in [1.0, -1.0] {
                    drawing.add(Shape::Segment {
                        points: [at.moved(-far, -far * side), at.moved(far, far * side)],
                        stroke: Stroke::new(width, full),
                    });
                }
            }
            PieceFigure::Ring => {
                drawing.add(disc(reach, full));
                drawing.add(disc(reach - width, Ink::Player(player, Shade::Area)));
            }
            PieceFigure::Chip => {
                drawing.player_shape(at, reach, player, Ink::Player(player, Shade::Dark));
                let inner = reach * 0.88;
                if mark_text_size(inner, player, &self.label) >= SMALLEST {
                    drawing.player_mark(at, inner, player, &self.label);
                } else {
                    drawing.player_shape(at, inner, player, full);
                }
            }
        }
    }
}

/// The geometry of everything on a place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parts {
    columns: Vec<StackColumn>,
    die: f64,
    player: Option<Player>,
    sign: Option<(Point, char, f64)>,
    sketch: Option<Sketch>,
    tag: Option<Tag>,
    number: Option<(Point, String, f64)>,
}

impl Parts {
    /// The parts of a place, with its number if `numbered`.
    pub(super) fn new(cell: &Cell, numbered: bool, radius: f64) -> Self {
        let middle = centre(cell, radius);
        let mut parts = Self {
            columns: Vec::new(),
            die: 0.0,
            player: cell.owner,
            sign: None,
            sketch: None,
            tag: None,
            number: None,
        };
        let large = radius >= DICE_FROM;
        let sketch = |figure, share| {
            Some(Sketch {
                figure,
                centre: middle,
                reach: radius * share,
                label: cell.label.clone(),
            })
        };
        match (&cell.piece, cell.owner) {
            (Some(Piece::Dice(dice)), Some(player)) if large => {
                parts.die = die(*dice, radius);
                parts.columns = columns(*dice, middle, radius);
                parts.tag = Some(corner_tag(cell, radius, player, *dice));
            }
            (Some(Piece::Dice(dice)), Some(player)) => {
                parts.tag = Some(count_tag(middle, radius, player, &cell.label, *dice));
            }
            (Some(Piece::Dice(dice)), None) => {
                parts.sign = char::from_digit(u32::from(*dice), 10).map(|s| (middle, s, radius));
            }
            (Some(Piece::Cross), Some(_)) => parts.sketch = sketch(PieceFigure::Cross, 0.52),
            (Some(Piece::Ring), Some(_)) => parts.sketch = sketch(PieceFigure::Ring, 0.58),
            (Some(Piece::Chip), Some(_)) => parts.sketch = sketch(PieceFigure::Chip, 0.7),
            (Some(Piece::Cross | Piece::Ring | Piece::Chip), None) => {}
            (Some(Piece::Mark(sign)), _) => parts.sign = Some((middle, *sign, radius)),
            (None, _) => {}
        }
        if numbered && radius >= NUMBER_FROM && !cell.number.is_empty() {
            let size = (radius * 0.26).clamp(7.5, 13.0);
            // In the lower left corner, or above a mark that fills the middle.
            let (x, y) = match cell.shape {
                CellShape::Square => (-0.68, -0.66),
                CellShape::Hex if large => (-0.6, 0.37),
                CellShape::Hex => (0.0, -0.65),
            };
            let at = middle.moved(radius * x, radius * y);
            parts.number = Some((at, cell.number.clone(), size));
        }
        parts
    }

    /// The rectangles that nothing else may cover.
    pub(super) fn rects(&self) -> Vec<Rect> {
        let mut rects = self.column_rects();
        rects.extend(self.sign.map(|(at, _, size)| Rect::around(at, size, size)));
        rects.extend(self.sketch.as_ref().map(Sketch::rect));
        rects.extend(self.tag.as_ref().map(Tag::rect));
        rects.extend(self.number.as_ref().map(|(at, text, size)| {
            let width = text_width(text, *size);
            Rect::around(*at, width, size * 0.8)
        }));
        rects
    }

    /// The rectangle around the piece in the middle, from which arrows keep a distance.
    pub(super) fn piece(&self) -> Option<Rect> {
        let mut rects = self.column_rects();
        if rects.is_empty() {
            rects.extend(self.sign.map(|(at, _, size)| Rect::around(at, size, size)));
            rects.extend(self.sketch.as_ref().map(Sketch::rect));
            rects.extend(self.tag.as_ref().map(Tag::rect));
        }
        rects.into_iter().reduce(Rect::and)
    }

    fn column_rects(&self) -> Vec<Rect> {
        let edge = self.die;
        self.columns
            .iter()
            .map(|column| Rect {
                min: column
                    .at
                    .moved(-edge * WIDE, -edge * (0.5 + f64::from(column.dice) - 1.0)),
                max: column.at.moved(edge * WIDE, edge * 1.5),
            })
            .collect()
    }

    pub(super) fn draw(&self, drawing: &mut Drawing) {
        for column in &self.columns {
            for level in 0..column.dice {
                let at = column.at.moved(0.0, -f64::from(level) * self.die);
                let player = self.player.unwrap_or(Player(0));
                draw_die(drawing, at, self.die, player);
            }
        }
        if let Some((at, sign, size)) = self.sign {
            let ink = self
                .player
                .map_or(Ink::Text, |owner| Ink::Player(owner, Shade::Full));
            let text = sign.to_string();
            drawing.strong_text(at, Anchor::Middle, text, size, ink);
        }
        if let (Some(sketch), Some(player)) = (&self.sketch, self.player) {
            sketch.draw(drawing, player);
        }
        if let Some((at, text, size)) = &self.number {
            drawing.text(*at, Anchor::Middle, text, *size, Ink::Dim);
        }
        if let Some(tag) = &self.tag {
            drawing.player_mark(tag.centre, tag.radius, tag.player, &tag.text);
        }
    }
}

/// The edge of a die of a stack.
fn die(dice: u8, radius: f64) -> f64 {
    let columns = dice.min(MAX_DICE).div_ceil(COLUMN).max(1);
    radius * DIE[usize::from(columns - 1)]
}

/// The columns of a stack, those at the back first.
fn columns(dice: u8, middle: Point, radius: f64) -> Vec<StackColumn> {
    let edge = die(dice, radius);
    let dice = dice.min(MAX_DICE);
    let counts = [
        dice.min(COLUMN),
        dice.saturating_sub(COLUMN).min(COLUMN),
        dice.saturating_sub(2 * COLUMN),
    ];
    // The places of the columns, in edges: each touches its neighbors.
    let stands: &[(f64, f64)] = match counts {
        [_, 0, _] => &[(0.0, 0.0)],
        [_, _, 0] => &[(-WIDE / 2.0, -0.5), (WIDE / 2.0, 0.0)],
        _ => &[(-WIDE, -0.5), (WIDE, -0.5), (0.0, 0.0)],
    };
    // A higher stack starts lower, so that every stack is about centered.
    let ground = radius * (0.29 + 0.09 * f64::from(counts[0]));
    stands
        .iter()
        .zip(counts)
        .map(|((x, y), dice)| StackColumn {
            at: middle.moved(x * edge, ground + (y - 1.5) * edge),
            dice,
        })
        .collect()
}

/// The mark beside the dice: owner and dice as in notation, or where that is too small to read the
/// owner alone.
fn corner_tag(cell: &Cell, radius: f64, player: Player, dice: u8) -> Tag {
    // Three columns leave a small corner.
    let max = if dice > 2 * COLUMN { 0.17 } else { 0.22 };
    let size = (radius * 0.17).max(8.5).min(radius * max);
    let text = if mark_text_size(size, player, &cell.label) >= SMALLEST {
        cell.label.clone()
    } else {
        cell.label.chars().take(1).collect()
    };
    // As far into the lower right corner as possible.
    let (x, y) = match cell.shape {
        CellShape::Hex => {
            let far = radius * 0.795 - size;
            (far, far * 0.5 / 0.75_f64.sqrt())
        }
        CellShape::Square => (radius * 0.9 - size, radius * 0.9 - size),
    };
    Tag {
        centre: centre(cell, radius).moved(x, y),
        radius: size,
        player,
        text,
    }
}

/// The mark that replaces dice on a small place.
fn count_tag(middle: Point, radius: f64, player: Player, label: &str, dice: u8) -> Tag {
    let share = if radius < NUMBER_FROM { 0.5 } else { 0.42 };
    let size = (radius * share).max(7.0).min(radius * 0.65);
    let text = if mark_text_size(size, player, label) >= SMALLEST {
        label.to_owned()
    } else {
        dice.to_string()
    };
    Tag {
        centre: middle,
        radius: size,
        player,
        text,
    }
}

/// One die, seen from above at a corner: its top, its left and its right side, each with pips.
/// `at` is the middle of its top.
pub(super) fn draw_die(drawing: &mut Drawing, at: Point, edge: f64, player: Player) {
    let (wide, half) = (edge * WIDE, edge * 0.5);
    let outline = Some(Stroke::new((edge * 0.06).clamp(0.6, 1.2), Ink::Panel));
    // Along the two edges of the top that meet in front, and down.
    let (right, left, down) = ((wide, -half), (-wide, -half), (0.0, edge));
    let front = at.moved(0.0, half);
    let mut face = |a: (f64, f64), b: (f64, f64), shade, pips: &[(f64, f64)]| {
        let point = |s: f64, t: f64| front.moved(a.0 * s + b.0 * t, a.1 * s + b.1 * t);
        drawing.add(Shape::Polygon {
            points: clockwise([
                point(0.0, 0.0),
                point(1.0, 0.0),
                point(1.0, 1.0),
                point(0.0, 1.0),
            ]),
            fill: Some(Ink::Player(player, shade)),
            stroke: outline,
        });
        if edge < 7.0 {
            return;
        }
        for &(s, t) in pips {
            let corners = (0..10).map(|corner| {
                let angle = f64::from(corner) / 10.0 * std::f64::consts::TAU;
                point(s + 0.1 * angle.cos(), t + 0.1 * angle.sin())
            });
            drawing.add(Shape::Polygon {
                points: clockwise(corners.collect::<Vec<_>>()),
                fill: Some(Ink::OnPlayer),
                stroke: None,
            });
        }
    };
    face(right, left, Shade::Light, &[(0.5, 0.5)]);
    face(left, down, Shade::Middle, &[(0.27, 0.27), (0.73, 0.73)]);
    face(
        right,
        down,
        Shade::Dark,
        &[(0.25, 0.75), (0.5, 0.5), (0.75, 0.25)],
    );
}

/// The corners in the order that painters of convex shapes expect.
fn clockwise(points: impl Into<Vec<Point>>) -> Vec<Point> {
    let mut points = points.into();
    let turn: f64 = points
        .iter()
        .zip(points.iter().cycle().skip(1))
        .map(|(a, b)| a.x * b.y - b.x * a.y)
        .sum();
    if turn < 0.0 {
        points.reverse();
    }
    points
}
