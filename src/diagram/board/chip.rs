//! Places the labels of arrows: each on its arrow, without covering dice, texts, tips or another
//! label.

use super::BoardArrow;
use super::arrow::Path;
use super::piece::Parts;
use crate::diagram::shape::{Anchor, Drawing, Ink, Point, Rect, Shape, Stroke, Weight};
use crate::layout::text::text_width;

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
        drawing.text(
            self.rect.centre(),
            Anchor::Middle,
            label,
            self.size,
            ink,
            weight,
        );
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
    let most: i8 = if shared { 16 } else { 5 };
    let sides = (1..=most).flat_map(|side| [f64::from(side) * 0.2, f64::from(side) * -0.2]);
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
