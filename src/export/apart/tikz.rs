//! Reads the coordinates of a written TikZ picture.

use crate::diagram::{Anchor, Drawing, Ink, Point, Rect, Shape, Sight, Stroke, Weight};
use crate::layout::text::text_width;

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
    let inner = places.filter_map(|place| place.split_once(')')?.0.split_once(','));
    inner
        .map(|(x, y)| [x, y].map(|number| number.parse().expect("a number")))
        .collect()
}

fn points(length: &str) -> f64 {
    let number = length.strip_suffix("pt").expect("a length in points");
    number.parse().expect("a number")
}

/// The place of a picture on its page.
struct Page {
    unit: f64,
    corner: Point,
}

impl Page {
    /// Derives it from the coordinates of the nodes.
    fn of(text: &str, sights: &[Sight]) -> Self {
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
        if let Some(words) = line.strip_prefix("\\doomwords") {
            return Some(self.text(&braced(words), drawn));
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
                radius: self::points(radius) / self.unit,
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
        let [anchor, place, size, _, width, ..] = groups else {
            panic!("words without a place: {groups:?}");
        };
        let text = match drawn {
            Some(Shape::Text { text, .. }) => text.clone(),
            other => panic!("words where {other:?} is drawn"),
        };
        let size = points(size) / self.unit;
        let wide = points(width) / self.unit;
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
        Shape::Text {
            at: self.point(points_of(place)[0]).moved(0.0, -BASELINE * size),
            anchor,
            text,
            size,
            ink: Ink::Dim,
            weight: Weight::Normal,
        }
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
        Shape::Text { at, .. } => vec![*at],
    }
}

/// Reads a written picture: its drawings with the coordinates in the file, and the text below them.
///
/// # Errors
/// The first shape at another place.
pub(super) fn read(
    text: &str,
    sights: &[Sight],
    drawn: &[&Drawing],
) -> Result<Vec<Drawing>, String> {
    let page = Page::of(text, sights);
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
