//! The labels of a board's moves: the rating after a move, and probabilities of outcomes, in as
//! much detail as fits. A label is on its arrow, without covering dice, texts, tips or another
//! label. The rating of a move with a target only is shown on the place where the chip lands.

use super::data::{Path, centre};
use super::piece::Parts;
use super::{BoardArrow, BoardDiagram, BoardMove};
use crate::diagram::odds::{branch_name, odds, percent_text};
use crate::diagram::shape::{Anchor, Drawing, Ink, Point, Rect, Shape, Stroke, Weight};
use crate::diagram::view::TreeView;
use crate::game::{CellShape, Picture};
use crate::layout::shape::text_width;
use crate::tree::{Edge, Vertex, VertexKind};

/// The sizes of text that are tried, before a label is left out.
const SIZES: [f64; 6] = [13.0, 12.0, 11.0, 10.0, 9.0, 8.5];

/// Minimum radius of places for labels.
const LABELS_FROM: f64 = 18.0;

/// Minimum distance between two labels.
const APART: f64 = 1.5;

/// A placed label.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Chip {
    pub(super) rect: Rect,
    pub(super) size: f64,
}

impl Chip {
    pub(super) fn draw(&self, drawing: &mut Drawing, label: &str, strong: bool) {
        let (border, ink, weight) = if strong {
            (Stroke::new(1.6, Ink::Text), Ink::Text, Weight::Strong)
        } else {
            (Stroke::new(1.0, Ink::Line), Ink::Text, Weight::Normal)
        };
        drawing.add(Shape::Box {
            rect: self.rect,
            rounding: self.rect.height() / 2.0,
            fill: Some(Ink::Panel),
            stroke: Some(border),
        });
        let at = self.rect.centre();
        drawing.weighted_text(at, Anchor::Middle, label, self.size, ink, weight);
    }
}

/// Places the labels of all arrows in one size, the largest in which they all fit. A label that
/// fits in no size is left out. If that holds for most of them, all are.
pub(super) fn place_chips(
    arrows: &[BoardArrow],
    paths: &[Option<Path>],
    parts: &[Parts],
    bounds: Rect,
    radius: f64,
) -> Vec<Option<Chip>> {
    let wanted: Vec<(usize, &Path)> = paths
        .iter()
        .enumerate()
        .filter_map(|(index, path)| Some((index, path.as_ref()?)))
        .filter(|(index, path)| path.is_offered() && !arrows[*index].label.is_empty())
        .collect();
    if radius < LABELS_FROM {
        return vec![None; arrows.len()];
    }
    let mut taken: Vec<Rect> = parts.iter().flat_map(Parts::rects).collect();
    taken.extend(paths.iter().flatten().map(Path::tip_rect));
    let mut best = vec![None; arrows.len()];
    for size in SIZES {
        // On a small board labels are small from the start.
        if size > (radius * 0.32).max(9.0) {
            continue;
        }
        let placed = place_all(arrows, &wanted, &taken, bounds, size, radius);
        let count = |chips: &[Option<Chip>]| chips.iter().flatten().count();
        if count(&placed) > count(&best) {
            best = placed;
        }
        if count(&best) == wanted.len() {
            return best;
        }
    }
    if best.iter().flatten().count() * 2 < wanted.len() {
        return vec![None; arrows.len()];
    }
    best
}

fn place_all(
    arrows: &[BoardArrow],
    wanted: &[(usize, &Path)],
    taken: &[Rect],
    bounds: Rect,
    size: f64,
    radius: f64,
) -> Vec<Option<Chip>> {
    let mut placed: Vec<Option<Rect>> = vec![None; wanted.len()];
    // The candidate places of each, the best first; the label with the fewest choices is placed
    // first.
    let choices: Vec<Vec<Rect>> = wanted
        .iter()
        .map(|(index, path)| {
            let arrow = &arrows[*index];
            let same = |other: &&BoardArrow| {
                (other.from, other.to, other.last) == (arrow.from, arrow.to, arrow.last)
            };
            // Branches of one attack share its arrow, so that they need more room beside it.
            let shared = arrows.iter().filter(same).count() > 1;
            let rects = candidates(path, &arrow.label, size, radius, shared);
            let free = |rect: &Rect| {
                bounds.holds(rect) && !taken.iter().any(|other| rect.grown(1.0).overlaps(other))
            };
            rects.into_iter().filter(free).collect()
        })
        .collect();
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|which| choices[*which].len());
    for which in order {
        place_one(which, &choices, &mut placed);
    }
    let mut chips = vec![None; arrows.len()];
    for ((index, _), rect) in wanted.iter().zip(placed) {
        chips[*index] = rect.map(|rect| Chip { rect, size });
    }
    chips
}

/// Places a label at a free place, or at one that a single other label can vacate.
fn place_one(which: usize, choices: &[Vec<Rect>], placed: &mut [Option<Rect>]) {
    let in_the_way = |rect: &Rect, placed: &[Option<Rect>]| -> Vec<usize> {
        let others = placed.iter().enumerate();
        others
            .filter(|(_, other)| other.is_some_and(|other| rect.grown(APART).overlaps(&other)))
            .map(|(other, _)| other)
            .collect()
    };
    let free = |rect: &&Rect| in_the_way(rect, placed).is_empty();
    if let Some(rect) = choices[which].iter().find(free) {
        placed[which] = Some(*rect);
        return;
    }
    for rect in &choices[which] {
        let [other] = in_the_way(rect, placed)[..] else {
            continue;
        };
        let before = placed[other].take();
        placed[which] = Some(*rect);
        let elsewhere = choices[other]
            .iter()
            .find(|rect| in_the_way(rect, placed).is_empty());
        if let Some(elsewhere) = elsewhere {
            placed[other] = Some(*elsewhere);
            return;
        }
        placed[other] = before;
        placed[which] = None;
    }
}

/// The width and height of a label.
pub(super) fn extent(label: &str, size: f64) -> (f64, f64) {
    let height = size + 6.0;
    // The `≈` is no wider than a tilde, which the table of widths has.
    let width = (text_width(&label.replace('≈', "~"), size) + size * 0.7).max(height);
    (width, height)
}

/// Places on an arrow and a little beside it, starting at the middle of its visible part.
fn candidates(path: &Path, label: &str, size: f64, radius: f64, shared: bool) -> Vec<Rect> {
    let (width, height) = extent(label, size);
    let end = path.length - path.tip();
    let middle = f64::midpoint(path.clear, end);
    let step = radius * 0.05;
    let mut rects: Vec<(f64, Rect)> = Vec::new();
    let max: i8 = if shared { 16 } else { 5 };
    let sides = (1..=max).flat_map(|side| [f64::from(side) * 0.2, f64::from(side) * -0.2]);
    for side in std::iter::once(0.0).chain(sides) {
        for along in -8_i8..=8 {
            let far = middle + f64::from(along) * step;
            if far < path.clear * 0.8 || far > end + step {
                continue;
            }
            let at: Point = path.at(far, side * height);
            let cost = f64::from(along).abs() + 8.0 * f64::abs(side);
            rects.push((cost, Rect::around(at, width, height)));
        }
    }
    rects.sort_by(|a, b| a.0.total_cmp(&b.0));
    rects.into_iter().map(|(_, rect)| rect).collect()
}

/// Labels smaller than this are read only where there is no other way, in points.
const READABLE: f64 = 15.0;

/// An outcome as text: `wins 44 %`; `fails: never` if it is impossible.
pub fn branch_text(view: &TreeView<'_>, vertex: Vertex, edge: Edge) -> String {
    let name = branch_name(view.labels, vertex, edge);
    let probability = view.labels.graph().probability(edge);
    if *probability.numer() == 0 {
        format!("{name}: probability 0")
    } else {
        format!("{name} {}", percent_text(probability))
    }
}

/// The labels of an attack, the most detailed first; the first that fits is used.
pub fn arrow_labels(view: &TreeView<'_>, vertex: Vertex, edge: Edge) -> [String; 3] {
    let graph = view.labels.graph();
    let rating = view.rating_by(edge, view.chooser(vertex));
    if let VertexKind::Chance(_) = graph.kind(vertex) {
        let branch = branch_text(view, vertex, edge);
        let short = percent_text(graph.probability(edge));
        return match view.hidden {
            true => [branch.clone(), branch, short],
            false => [format!("{branch} · {rating}"), branch, short],
        };
    }
    match odds(view.labels, edge) {
        None => [rating.clone(), rating.clone(), rating],
        Some(odds) => {
            let percent = percent_text(odds.probability);
            let text = format!("{} {percent}", odds.branch);
            match view.hidden {
                true => [text, percent.clone(), percent],
                false => [
                    format!("{text} · {rating}"),
                    format!("{percent} · {rating}"),
                    rating,
                ],
            }
        }
    }
}

/// Draws the board with the most detailed labels that fit, and returns which of the three they are.
pub fn best_labelled(
    arrows: &[BoardArrow],
    labels: &[[String; 3]],
    draw: impl Fn(&[BoardArrow]) -> BoardDiagram,
) -> BoardDiagram {
    let with = |which: usize| {
        let mut arrows = arrows.to_vec();
        for (arrow, labels) in arrows.iter_mut().zip(labels) {
            arrow.label.clone_from(&labels[which]);
        }
        arrows
    };
    // If all labels are the same there is no choice.
    if labels.iter().all(|labels| labels[0] == labels[2]) {
        return draw(&with(2));
    }
    for which in [0, 1] {
        let diagram = draw(&with(which));
        let readable = diagram.arrows.iter().take(labels.len()).all(|arrow| {
            arrow.is_none_or(|arrow| arrow.labelled && arrow.hit.height() >= READABLE)
        });
        if readable {
            return diagram;
        }
    }
    draw(&with(2))
}

/// The font sizes to try; if none fits, dots replace the labels.
const LANDING_SIZES: [f64; 6] = [13.0, 12.0, 11.0, 10.0, 9.0, 8.5];

/// The offset of a label from the center of a place with a piece, across and down.
const CORNER: f64 = 0.5;

fn has_piece(picture: &Picture, mv: &BoardMove) -> bool {
    let place = picture.cells.get(mv.to);
    place.is_some_and(|cell| cell.piece.is_some())
}

/// Draws the moves with all labels in one size: the largest in which every one fits its place. If
/// none fits, a dot marks the target of a move, and a large dot that of a best move.
pub(super) fn draw_moves(
    drawing: &mut Drawing,
    picture: &Picture,
    moves: &[BoardMove],
    radius: f64,
) {
    let room = |mv: &BoardMove| {
        let form = picture.cells.get(mv.to).map(|place| place.shape);
        let across = if form == Some(CellShape::Hex) {
            1.4
        } else {
            1.7
        };
        match has_piece(picture, mv) {
            true => (radius * 0.8, radius * 0.8),
            false => (radius * across, radius),
        }
    };
    let fits = |size: &f64| {
        moves.iter().all(|mv| {
            let ((width, height), (across, down)) = (extent(&mv.label, *size), room(mv));
            width <= across && height <= down
        })
    };
    let size = LANDING_SIZES.into_iter().find(fits);
    for mv in moves {
        let Some(cell) = picture.cells.get(mv.to) else {
            continue;
        };
        let middle = centre(cell, radius);
        // The piece on the place stays visible beside the label.
        let middle = match has_piece(picture, mv) {
            true => middle.moved(radius * CORNER, radius * CORNER),
            false => middle,
        };
        match size.filter(|_| !mv.label.is_empty()) {
            Some(size) => {
                let (width, height) = extent(&mv.label, size);
                let rect = Rect::around(middle, width, height);
                Chip { rect, size }.draw(drawing, &mv.label, mv.strong);
            }
            None => drawing.add(Shape::Disc {
                centre: middle,
                radius: radius * if mv.strong { 0.3 } else { 0.16 },
                fill: if mv.strong { Ink::Text } else { Ink::Dim },
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Cell, Piece};

    #[test]
    fn a_label_lies_on_an_empty_place_and_beside_what_lies_on_another() {
        for (piece, offset) in [(None, 0.0), (Some(Piece::Mark('●')), 10.0)] {
            let cell = Cell::square(1, 0, String::new(), piece);
            let picture = Picture {
                cells: vec![cell],
                ..Picture::default()
            };
            let mv = BoardMove {
                to: 0,
                label: "1".to_owned(),
                strong: true,
            };
            let mut drawing = Drawing::default();
            draw_moves(&mut drawing, &picture, &[mv], 20.0);
            let boxes = drawing.shapes.iter().filter_map(|shape| match shape {
                Shape::Box { rect, .. } => Some(rect.centre()),
                _ => None,
            });
            let middles: Vec<_> = boxes.map(|middle| (middle.x, middle.y)).collect();
            assert_eq!(middles, [(40.0 + offset, offset)]);
        }
    }
}
