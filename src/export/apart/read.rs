//! Reads texts with their backgrounds, nodes and lines from a drawing, and finds where they
//! collide.

use std::collections::BTreeMap;

use crate::diagram::{Drawing, Flow, Point, Rect, Shape, Sight, TreeMarks, TreeView};
use crate::layout::text::text_width;
use crate::tree::{Unfolding, UnfoldingNode};

/// The part of the tree that a drawing belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Of {
    Move(UnfoldingNode),
    Name(UnfoldingNode),
    Node(UnfoldingNode),
    Board(UnfoldingNode),
    Legend,
}

/// The drawings of a figure, with the part that each belongs to.
pub(super) type Parts = Vec<(Of, Drawing)>;

/// The parts of a tree's drawings, in their order.
pub(super) fn order(view: &TreeView<'_>, marks: &TreeMarks, sights: &[Sight]) -> Vec<Of> {
    let nodes = || sights.iter().map(|sight| sight.node);
    let below = || nodes().filter(|node| *node != UnfoldingNode::ROOT);
    let mut order: Vec<Of> = Vec::new();
    for is_heavy in [false, true] {
        let moves = below().filter(|node| marks.on_best_line(*node) == is_heavy);
        order.extend(moves.map(Of::Move));
    }
    if view.elements.moves {
        order.extend(below().map(Of::Name));
    }
    order.extend(nodes().map(Of::Node));
    order
}

/// The kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Wrong {
    TextOnText,
    TextOnNode,
    TextOnLine,
    /// A name on the line of a sibling.
    NameOnSibling,
    /// The moves of siblings don't start on one line.
    Trunk,
}

#[derive(Debug)]
pub(super) struct Fault {
    pub wrong: Wrong,
    /// The number of move names involved.
    pub names: usize,
    pub words: String,
}

/// A text with the ground that is painted below it.
#[derive(Debug)]
#[expect(dead_code, reason = "a fault is told with its text")]
struct Word {
    of: Of,
    text: String,
    rect: Rect,
    ground: Rect,
    /// Whether it is in the box of its node.
    inside: bool,
}

#[derive(Default)]
pub(super) struct Read {
    words: Vec<Word>,
    /// The boxes of nodes and other solid shapes.
    solid: Vec<(Of, Rect)>,
    /// The pieces of lines, by the child that they lead to.
    lines: Vec<(UnfoldingNode, [Point; 2])>,
}

/// The part of a name's measured height above and below its characters.
const LETTERS: f64 = 3.0;
/// Tolerance: files have rounded coordinates.
const TOUCH: f64 = 0.04;

/// The bounds of a text; in LaTeX's fonts it may be a tenth of its size wider than measured.
fn text_rect(at: Point, before: f64, text: &str, size: f64) -> Rect {
    let width = text_width(text, size) + 0.1 * size;
    Rect::around(at.moved(width * (0.5 - before), 0.0), width, 0.8 * size)
}

/// The rectangle around the corners of something.
fn around(points: &[Point]) -> Rect {
    let first = Rect::around(points[0], 0.0, 0.0);
    points
        .iter()
        .fold(first, |all, at| all.and(Rect::around(*at, 0.0, 0.0)))
}

impl Read {
    pub fn new(parts: &Parts) -> Self {
        let mut read = Self::default();
        for (of, drawing) in parts {
            read.part(*of, drawing);
        }
        read
    }

    /// The number of texts.
    pub fn texts(&self) -> usize {
        self.words.len()
    }

    fn part(&mut self, of: Of, drawing: &Drawing) {
        let mut own: Option<Rect> = None;
        let mut before: Option<Rect> = None;
        for shape in &drawing.shapes {
            let ground = before.take();
            match (shape, of) {
                (Shape::Segment { points, .. }, Of::Move(node)) => self.lines.push((node, *points)),
                (Shape::Curve { points, .. }, Of::Move(node)) => {
                    let curve = (0..=32).map(|step| on_curve(points, f64::from(step) / 32.0));
                    let curve: Vec<Point> = curve.collect();
                    let pieces = curve.windows(2).map(|pair| (node, [pair[0], pair[1]]));
                    self.lines.extend(pieces);
                }
                (Shape::Box { rect, fill, .. }, _) => {
                    if fill.is_some() {
                        before = Some(*rect);
                    }
                    if let (None, Of::Node(_)) = (own, of) {
                        own = Some(*rect);
                        self.solid.push((of, rect.grown(-TOUCH)));
                    }
                }
                (Shape::Polygon { points, .. }, Of::Node(_)) => {
                    let rect = around(points);
                    own = own.or(Some(rect));
                    self.solid.push((of, rect.grown(-TOUCH)));
                }
                (
                    Shape::Text {
                        at,
                        anchor,
                        text,
                        size,
                        ..
                    },
                    _,
                ) => {
                    let rect = text_rect(*at, anchor.before(), text, *size);
                    let inside = match of {
                        Of::Node(_) => own.is_some_and(|own| own.grown(0.1).holds(&rect)),
                        Of::Board(_) => true,
                        Of::Move(_) | Of::Name(_) | Of::Legend => false,
                    };
                    let grounded = !inside && of != Of::Legend;
                    let ground = ground.filter(|ground| grounded && ground.grown(0.1).holds(&rect));
                    self.words.push(Word {
                        of,
                        text: text.clone(),
                        rect: rect.grown(-TOUCH),
                        ground: ground.unwrap_or(rect).grown(-TOUCH),
                        inside,
                    });
                }
                _ => {}
            }
        }
    }

    /// How a line crosses a text, if it does. A sibling's line may pass below the background of a
    /// name, and below attachments of a node, but not below characters.
    fn crossed(
        &self,
        word: &Word,
        (child, piece): (UnfoldingNode, [Point; 2]),
        unfolding: &Unfolding,
    ) -> Option<Wrong> {
        let own = match word.of {
            Of::Name(node) | Of::Node(node) => Some(node),
            _ => None,
        };
        if word.inside || own == Some(child) {
            return None;
        }
        let sibling = own.is_some_and(|own| unfolding.parent(own) == unfolding.parent(child));
        let (rect, wrong) = match sibling {
            true => (word.rect.grown(-LETTERS), Wrong::NameOnSibling),
            false => (word.ground, Wrong::TextOnLine),
        };
        let is_meant = !sibling || matches!(word.of, Of::Name(_));
        (is_meant && crosses(piece, &rect)).then_some(wrong)
    }

    /// The overlaps, and the sibling groups whose moves don't start on one line.
    pub fn faults(&self, unfolding: &Unfolding, flow: Flow) -> Vec<Fault> {
        let mut faults = self.trunks(unfolding, flow);
        // All are met from one side to the other, each with those that haven't ended before it.
        let span = |rect: &Rect| (flow.across(rect.min), flow.across(rect.max));
        let words = self.words.iter().map(|word| span(&word.ground));
        let words = words.zip((0..).map(Item::Word));
        let solid = self.solid.iter().map(|(_, rect)| span(rect));
        let solid = solid.zip((0..).map(Item::Solid));
        let lines = self.lines.iter().map(|(_, piece)| span(&around(piece)));
        let lines = lines.zip((0..).map(Item::Line));
        let mut items: Vec<((f64, f64), Item)> = words.chain(solid).chain(lines).collect();
        items.sort_by(|a, b| a.0.0.total_cmp(&b.0.0));
        let mut open: Vec<((f64, f64), Item)> = Vec::new();
        for (span, item) in items {
            open.retain(|((_, end), _)| *end >= span.0);
            for (_, other) in &open {
                faults.extend(self.fault(item, *other, unfolding));
            }
            open.push((span, item));
        }
        faults
    }

    fn fault(&self, one: Item, other: Item, unfolding: &Unfolding) -> Option<Fault> {
        let is_name = |of: Of| usize::from(matches!(of, Of::Name(_)));
        match (one, other) {
            (Item::Word(one), Item::Word(other)) => {
                let (word, other) = (&self.words[one], &self.words[other]);
                let same = matches!((word.of, other.of), (Of::Board(a), Of::Board(b)) if a == b);
                let covers = word.ground.overlaps(&other.rect) || word.rect.overlaps(&other.ground);
                (covers && !same).then(|| Fault {
                    wrong: Wrong::TextOnText,
                    names: is_name(word.of) + is_name(other.of),
                    words: format!("{word:?} {other:?}"),
                })
            }
            (Item::Word(word), Item::Solid(solid)) | (Item::Solid(solid), Item::Word(word)) => {
                let (word, (of, rect)) = (&self.words[word], &self.solid[solid]);
                let covers = !word.inside && word.of != *of && rect.overlaps(&word.ground);
                covers.then(|| Fault {
                    wrong: Wrong::TextOnNode,
                    names: is_name(word.of),
                    words: format!("{word:?} {of:?} {rect:?}"),
                })
            }
            (Item::Word(word), Item::Line(line)) | (Item::Line(line), Item::Word(word)) => {
                let (word, (child, piece)) = (&self.words[word], &self.lines[line]);
                let wrong = self.crossed(word, (*child, *piece), unfolding)?;
                Some(Fault {
                    wrong,
                    names: is_name(word.of),
                    words: format!("{word:?} {child:?} {piece:?}"),
                })
            }
            _ => None,
        }
    }

    /// The sibling groups whose moves start apart, or whose right-angled lines cross over at
    /// different places.
    fn trunks(&self, unfolding: &Unfolding, flow: Flow) -> Vec<Fault> {
        let mut starts: BTreeMap<UnfoldingNode, Point> = BTreeMap::new();
        let mut crossings: BTreeMap<UnfoldingNode, Vec<f64>> = BTreeMap::new();
        for (child, piece) in &self.lines {
            for at in piece {
                let start = starts.entry(*child).or_insert(*at);
                if flow.along(*at) < flow.along(*start) {
                    *start = *at;
                }
            }
            let [from, to] = *piece;
            let is_across = (flow.along(from) - flow.along(to)).abs() < 1e-6;
            if is_across && (flow.across(from) - flow.across(to)).abs() > 1.0 {
                crossings.entry(*child).or_default().push(flow.along(from));
            }
        }
        let mut faults = Vec::new();
        let mut families: BTreeMap<UnfoldingNode, (Point, Option<f64>)> = BTreeMap::new();
        for (child, start) in &starts {
            let Some(parent) = unfolding.parent(*child) else {
                continue;
            };
            // A dotted line has no crossing of its own.
            let crossing = crossings.get(child).filter(|all| all.len() == 1);
            let crossing = crossing.map(|all| all[0]);
            let (first, at) = families.entry(parent).or_insert((*start, crossing));
            let apart = |a: f64, b: f64| (a - b).abs() > 2.0 * TOUCH;
            let begins = apart(first.x, start.x) || apart(first.y, start.y);
            let crosses = at.zip(crossing).is_some_and(|(a, b)| apart(a, b));
            if begins || crosses {
                faults.push(Fault {
                    wrong: Wrong::Trunk,
                    names: 0,
                    words: format!("{parent:?} {child:?}: {first:?} {start:?} {at:?} {crossing:?}"),
                });
            }
            *at = at.or(crossing);
        }
        faults
    }
}

#[derive(Clone, Copy)]
enum Item {
    Word(usize),
    Solid(usize),
    Line(usize),
}

fn on_curve([a, b, c, d]: &[Point; 4], t: f64) -> Point {
    let s = 1.0 - t;
    let mix = |a: f64, b: f64, c: f64, d: f64| {
        s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
    };
    Point::new(mix(a.x, b.x, c.x, d.x), mix(a.y, b.y, c.y, d.y))
}

/// Whether a piece of a line runs through a rectangle.
fn crosses([from, to]: [Point; 2], rect: &Rect) -> bool {
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for (at, by, low, high) in [
        (from.x, to.x - from.x, rect.min.x, rect.max.x),
        (from.y, to.y - from.y, rect.min.y, rect.max.y),
    ] {
        if by == 0.0 {
            if at <= low || at >= high {
                return false;
            }
            continue;
        }
        let (one, two) = ((low - at) / by, (high - at) / by);
        first = first.max(one.min(two));
        last = last.min(one.max(two));
    }
    first < last
}
