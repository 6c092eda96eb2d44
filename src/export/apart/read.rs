//! Reads texts with their backgrounds, nodes and lines from a drawing or from a written TikZ
//! picture, and finds where they collide.

use std::collections::BTreeMap;

use crate::diagram::{
    Anchor, Drawing, GrowthDirection, Ink, PlacedNode, Point, Rect, Shape, Stroke, Text, TreeMarks,
    TreeView, Weight,
};
use crate::layout::shape::text_width;
use crate::tree::{Unfolding, UnfoldingNode};

/// The part of the tree that a drawing belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum DrawnPart {
    Move(UnfoldingNode),
    Name(UnfoldingNode),
    Node(UnfoldingNode),
    Board(UnfoldingNode),
    Legend,
}

/// The drawings of a figure, with the part that each belongs to.
pub(super) type Parts = Vec<(DrawnPart, Drawing)>;

/// The parts of a tree's drawings, in their order.
pub(super) fn order(
    view: &TreeView<'_>,
    marks: &TreeMarks,
    sights: &[PlacedNode],
) -> Vec<DrawnPart> {
    let nodes = || sights.iter().map(|sight| sight.node);
    let below = || nodes().filter(|node| *node != UnfoldingNode::ROOT);
    let mut order: Vec<DrawnPart> = Vec::new();
    for is_heavy in [false, true] {
        let moves = below().filter(|node| marks.on_best_line(*node) == is_heavy);
        order.extend(moves.map(DrawnPart::Move));
    }
    if view.elements.moves {
        order.extend(below().map(DrawnPart::Name));
    }
    order.extend(nodes().map(DrawnPart::Node));
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
pub(super) struct Overlap {
    pub wrong: Wrong,
    /// The number of move names involved.
    pub names: usize,
    pub text: String,
}

/// A text with the ground that is painted below it.
#[derive(Debug)]
#[expect(dead_code, reason = "a fault is told with its text")]
struct PaintedText {
    of: DrawnPart,
    text: String,
    rect: Rect,
    ground: Rect,
    /// Whether it is in the box of its node.
    inside: bool,
}

#[derive(Default)]
pub(super) struct ReadTikz {
    words: Vec<PaintedText>,
    /// The boxes of nodes and other solid shapes.
    solid: Vec<(DrawnPart, Rect)>,
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

impl ReadTikz {
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

    fn part(&mut self, of: DrawnPart, drawing: &Drawing) {
        let mut own: Option<Rect> = None;
        let mut before: Option<Rect> = None;
        for shape in &drawing.shapes {
            let ground = before.take();
            match (shape, of) {
                (Shape::Segment { points, .. }, DrawnPart::Move(node)) => {
                    self.lines.push((node, *points))
                }
                (Shape::Curve { points, .. }, DrawnPart::Move(node)) => {
                    let curve = (0..=32).map(|step| on_curve(points, f64::from(step) / 32.0));
                    let curve: Vec<Point> = curve.collect();
                    let pieces = curve.windows(2).map(|pair| (node, [pair[0], pair[1]]));
                    self.lines.extend(pieces);
                }
                (Shape::Box { rect, fill, .. }, _) => {
                    if fill.is_some() {
                        before = Some(*rect);
                    }
                    if let (None, DrawnPart::Node(_)) = (own, of) {
                        own = Some(*rect);
                        self.solid.push((of, rect.grown(-TOUCH)));
                    }
                }
                (Shape::Polygon { points, .. }, DrawnPart::Node(_)) => {
                    let rect = around(points);
                    own = own.or(Some(rect));
                    self.solid.push((of, rect.grown(-TOUCH)));
                }
                (Shape::Text(text), _) => {
                    let rect = text_rect(text.at, text.anchor.before(), &text.text, text.size);
                    let inside = match of {
                        DrawnPart::Node(_) => own.is_some_and(|own| own.grown(0.1).holds(&rect)),
                        DrawnPart::Board(_) => true,
                        DrawnPart::Move(_) | DrawnPart::Name(_) | DrawnPart::Legend => false,
                    };
                    let grounded = !inside && of != DrawnPart::Legend;
                    let ground = ground.filter(|ground| grounded && ground.grown(0.1).holds(&rect));
                    self.words.push(PaintedText {
                        of,
                        text: text.text.clone(),
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
        word: &PaintedText,
        (child, piece): (UnfoldingNode, [Point; 2]),
        unfolding: &Unfolding,
    ) -> Option<Wrong> {
        let own = match word.of {
            DrawnPart::Name(node) | DrawnPart::Node(node) => Some(node),
            _ => None,
        };
        if word.inside || own == Some(child) {
            return None;
        }
        let sibling = own.is_some_and(|unfolding_node| {
            unfolding.parent(unfolding_node) == unfolding.parent(child)
        });
        let (rect, wrong) = match sibling {
            true => (word.rect.grown(-LETTERS), Wrong::NameOnSibling),
            false => (word.ground, Wrong::TextOnLine),
        };
        let is_meant = !sibling || matches!(word.of, DrawnPart::Name(_));
        (is_meant && crosses(piece, &rect)).then_some(wrong)
    }

    /// The overlaps, and the sibling groups whose moves don't start on one line.
    pub fn faults(&self, unfolding: &Unfolding, flow: GrowthDirection) -> Vec<Overlap> {
        let mut faults = self.trunks(unfolding, flow);
        // All are met from one side to the other, each with those that haven't ended before it.
        let span = |rect: &Rect| (flow.across(rect.min), flow.across(rect.max));
        let words = self.words.iter().map(|word| span(&word.ground));
        let words = words.zip((0..).map(PaintedItem::Word));
        let solid = self.solid.iter().map(|(_, rect)| span(rect));
        let solid = solid.zip((0..).map(PaintedItem::Solid));
        let lines = self.lines.iter().map(|(_, piece)| span(&around(piece)));
        let lines = lines.zip((0..).map(PaintedItem::Line));
        let mut items: Vec<((f64, f64), PaintedItem)> = words.chain(solid).chain(lines).collect();
        items.sort_by(|a, b| a.0.0.total_cmp(&b.0.0));
        let mut open: Vec<((f64, f64), PaintedItem)> = Vec::new();
        for (span, item) in items {
            open.retain(|((_, end), _)| *end >= span.0);
            for (_, other) in &open {
                faults.extend(self.fault(item, *other, unfolding));
            }
            open.push((span, item));
        }
        faults
    }

    fn fault(
        &self,
        one: PaintedItem,
        other: PaintedItem,
        unfolding: &Unfolding,
    ) -> Option<Overlap> {
        let is_name = |of: DrawnPart| usize::from(matches!(of, DrawnPart::Name(_)));
        match (one, other) {
            (PaintedItem::Word(one), PaintedItem::Word(other)) => {
                let (word, other) = (&self.words[one], &self.words[other]);
                let same = matches!((word.of, other.of), (DrawnPart::Board(a), DrawnPart::Board(b)) if a == b);
                let covers = word.ground.overlaps(&other.rect) || word.rect.overlaps(&other.ground);
                (covers && !same).then(|| Overlap {
                    wrong: Wrong::TextOnText,
                    names: is_name(word.of) + is_name(other.of),
                    text: format!("{word:?} {other:?}"),
                })
            }
            (PaintedItem::Word(word), PaintedItem::Solid(solid))
            | (PaintedItem::Solid(solid), PaintedItem::Word(word)) => {
                let (word, (of, rect)) = (&self.words[word], &self.solid[solid]);
                let covers = !word.inside && word.of != *of && rect.overlaps(&word.ground);
                covers.then(|| Overlap {
                    wrong: Wrong::TextOnNode,
                    names: is_name(word.of),
                    text: format!("{word:?} {of:?} {rect:?}"),
                })
            }
            (PaintedItem::Word(word), PaintedItem::Line(line))
            | (PaintedItem::Line(line), PaintedItem::Word(word)) => {
                let (word, (child, piece)) = (&self.words[word], &self.lines[line]);
                let wrong = self.crossed(word, (*child, *piece), unfolding)?;
                Some(Overlap {
                    wrong,
                    names: is_name(word.of),
                    text: format!("{word:?} {child:?} {piece:?}"),
                })
            }
            _ => None,
        }
    }

    /// The sibling groups whose moves start apart, or whose right-angled lines cross over at
    /// different places.
    fn trunks(&self, unfolding: &Unfolding, flow: GrowthDirection) -> Vec<Overlap> {
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
                faults.push(Overlap {
                    wrong: Wrong::Trunk,
                    names: 0,
                    text: format!("{parent:?} {child:?}: {first:?} {start:?} {at:?} {crossing:?}"),
                });
            }
            *at = at.or(crossing);
        }
        faults
    }
}

#[derive(Clone, Copy)]
enum PaintedItem {
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

/// The distance of the baseline below the middle of a line, as a fraction of the font size, as the
/// writer has it.
const BASELINE: f64 = 0.347;

/// Any stroke: only the place of a line is read.
const STROKE: Stroke = Stroke::new(1.0, Ink::Dim);

/// The contents of consecutive braces.
fn braced(line: &str) -> Vec<&str> {
    let (mut depth, mut from, mut groups) = (0, 0, Vec::new());
    let mut escaped = false;
    for (at, letter) in line.char_indices() {
        match letter {
            _ if escaped => {
                escaped = false;
                continue;
            }
            '{' => {
                if depth == 0 {
                    from = at + 1;
                }
                depth += 1;
            }
            '}' => {
                depth -= 1;
                if depth == 0 {
                    groups.push(&line[from..at]);
                }
            }
            _ => {}
        }
        escaped = letter == '\\';
    }
    groups
}

fn points_of(text: &str) -> Vec<[f64; 2]> {
    let places = text.split('(').skip(1);
    let inner = places.filter_map(|location| location.split_once(')')?.0.split_once(','));
    inner
        .map(|(x, y)| [x, y].map(|number| number.parse().expect("a number")))
        .collect()
}

fn tikz_points(length: &str) -> f64 {
    let number = length.strip_suffix("pt").expect("a length in points");
    number.parse().expect("a number")
}

/// The place of a picture on its page.
struct PicturePlace {
    unit: f64,
    corner: Point,
}

impl PicturePlace {
    /// Derives it from the coordinates of the nodes.
    fn of(text: &str, sights: &[PlacedNode]) -> Self {
        let lines = text.lines().map(str::trim);
        let places = lines.filter(|line| line.starts_with("\\coordinate"));
        let places: Vec<[f64; 2]> = places
            .map(|line| *points_of(line).last().expect("a place"))
            .collect();
        assert_eq!(places.len(), sights.len(), "a coordinate for each node");
        let first = places[0];
        let mut unit = (0.0, 0.5);
        for (place, sight) in places.iter().zip(sights) {
            let (x, y) = (sight.at.x - sights[0].at.x, sight.at.y - sights[0].at.y);
            for (scene, paper) in [(x, place[0] - first[0]), (y, place[1] - first[1])] {
                if scene.abs() > unit.0 {
                    unit = (scene.abs(), paper / scene);
                }
            }
        }
        let unit = unit.1;
        let root = sights[0].at;
        let page = Self {
            unit,
            corner: Point::new(root.x - first[0] / unit, root.y - first[1] / unit),
        };
        for (place, sight) in places.iter().zip(sights) {
            let read = page.point(*place);
            assert!(near(read, sight.at), "{read:?} {sight:?}");
        }
        page
    }

    fn point(&self, [x, y]: [f64; 2]) -> Point {
        self.corner.moved(x / self.unit, y / self.unit)
    }

    fn shape(&self, line: &str, drawn: Option<&Shape>) -> Option<Shape> {
        if let Some(text) = line.strip_prefix("\\doomwords") {
            return Some(self.text(&braced(text), drawn));
        }
        let (looks, places) = line.strip_prefix("\\path[")?.split_once("] ")?;
        let points: Vec<Point> = points_of(places).iter().map(|at| self.point(*at)).collect();
        let fill = looks.contains("fill=").then_some(Ink::Ground);
        Some(if places.contains("-- cycle") {
            let stroke = None;
            Shape::Polygon {
                points,
                fill,
                stroke,
            }
        } else if places.contains(" rectangle ") {
            Shape::Box {
                rect: Rect {
                    min: points[0],
                    max: points[1],
                },
                rounding: 0.0,
                fill,
                stroke: None,
            }
        } else if let Some((_, radius)) = places.split_once("circle[radius=") {
            let (radius, _) = radius.split_once(']').expect("a radius");
            Shape::Disc {
                centre: points[0],
                radius: tikz_points(radius) / self.unit,
                fill: Ink::Ground,
            }
        } else if places.contains(".. controls") {
            let points = points.try_into().expect("four places");
            Shape::Curve {
                points,
                stroke: STROKE,
            }
        } else {
            let points = points.try_into().expect("two places");
            Shape::Segment {
                points,
                stroke: STROKE,
            }
        })
    }

    /// A text with its content as drawn; its maximum width is read.
    fn text(&self, groups: &[&str], drawn: Option<&Shape>) -> Shape {
        let [anchor, location, size, _, width, ..] = groups else {
            panic!("words without a place: {groups:?}");
        };
        let text = match drawn {
            Some(Shape::Text(drawn)) => drawn.text.clone(),
            other => panic!("words where {other:?} is drawn"),
        };
        let size = tikz_points(size) / self.unit;
        let wide = tikz_points(width) / self.unit;
        let room = text_width(&text, size) + 0.1 * size;
        assert!(
            (wide - room).abs() < 0.05 + 0.002 * room,
            "{text}: {wide}, not {room}"
        );
        let anchor = match *anchor {
            "base west" => Anchor::Left,
            "base" => Anchor::Middle,
            "base east" => Anchor::Right,
            other => panic!("anchored at {other}"),
        };
        Shape::Text(Text {
            at: self
                .point(points_of(location)[0])
                .moved(0.0, -BASELINE * size),
            anchor,
            text,
            size,
            ink: Ink::Dim,
            weight: Weight::Normal,
        })
    }
}

fn near(a: Point, b: Point) -> bool {
    // The longest pages are so scaled that a hundredth of a point is more.
    (a.x - b.x).abs() < 0.1 && (a.y - b.y).abs() < 0.1
}

/// All coordinates of a shape.
fn places(shape: &Shape) -> Vec<Point> {
    match shape {
        Shape::Polygon { points, .. } => points.clone(),
        Shape::Box { rect, .. } => vec![rect.min, rect.max],
        Shape::Disc { centre, .. } => vec![*centre],
        Shape::Curve { points, .. } => points.to_vec(),
        Shape::Segment { points, .. } => points.to_vec(),
        Shape::Text(text) => vec![text.at],
    }
}

/// Reads a written picture: its drawings with the coordinates in the file, and the text below them.
///
/// # Errors
/// The first shape at another place.
pub(super) fn read(
    text: &str,
    sights: &[PlacedNode],
    drawn: &[&Drawing],
) -> Result<Vec<Drawing>, String> {
    let page = PicturePlace::of(text, sights);
    let lines = text.lines().map(str::trim);
    let mut lines =
        lines.filter(|line| line.starts_with("\\path[") || line.starts_with("\\doomwords{"));
    let mut read = Vec::new();
    for drawing in drawn {
        let mut again = Drawing::default();
        for shape in &drawing.shapes {
            let line = lines.next().ok_or("a shape is missing")?;
            let found = page
                .shape(line, Some(shape))
                .ok_or_else(|| line.to_owned())?;
            let (here, there) = (places(&found), places(shape));
            let same = here.len() == there.len()
                && here
                    .iter()
                    .zip(&there)
                    .all(|(here, there)| near(*here, *there));
            if !same {
                return Err(format!("{line}: {found:?}, drawn {shape:?}"));
            }
            again.add(found);
        }
        read.push(again);
    }
    Ok(read)
}
