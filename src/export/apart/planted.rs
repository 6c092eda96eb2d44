//! Tests the detection: collisions that are planted in drawings without any must be found.

use super::read::{DrawnPart, Overlap, Parts, ReadTikz, Wrong};
use super::{LARGE, board};
use super::{drawn, in_window, read};
use crate::diagram::{
    Drawing, EdgeStyle, GrowthDirection, PlacedNode, Point, Shape, SiblingOrder, TreeStyle,
};
use crate::export::scene::with_tree;
use crate::export::{ExportPart, Figure, Scope};
use crate::save::Layer;
use crate::session::Rated;
use crate::tree::{Unfolding, UnfoldingNode};

/// A board with blunders, and positions that occur several times.
const BLUNDERS: &str = "b1a3/b2b2 a";

/// A figure of the best line, with folds beside it.
struct Planted {
    rated: Rated,
    unfolding: Unfolding,
    figure: Figure<'static>,
}

impl Planted {
    fn new(position: &str, part: ExportPart, flow: GrowthDirection, edges: EdgeStyle) -> Self {
        let rated = board("dice-of-doom", position);
        let scope = Scope {
            part,
            from: Vec::new(),
        };
        let gathered = scope.gather(&rated, &Unfolding::new(), &Layer::default(), 200);
        let unfolding = gathered.expect("the root is there").unfolding;
        let figure = Figure {
            style: TreeStyle {
                flow,
                edges,
                order: SiblingOrder::Rules,
            },
            ..Figure::default()
        };
        Self {
            rated,
            unfolding,
            figure,
        }
    }

    fn best_line(flow: GrowthDirection, edges: EdgeStyle) -> Self {
        Self::new(LARGE, ExportPart::BestLine, flow, edges)
    }

    fn parts(&self) -> Parts {
        let Self {
            rated,
            unfolding,
            figure,
        } = self;
        let parts = with_tree(rated, unfolding, figure, |scene| {
            drawn(rated, unfolding, figure, scene)
        });
        assert!(self.faults(&parts).is_empty(), "it is clean before");
        parts
    }

    fn windowed(&self) -> Parts {
        let parts = in_window(&self.rated, &self.unfolding, &self.figure, true);
        assert!(self.faults(&parts).is_empty(), "it is clean before");
        parts
    }

    fn faults(&self, parts: &Parts) -> Vec<Overlap> {
        ReadTikz::new(parts).faults(&self.unfolding, self.figure.style.flow)
    }

    fn expect(&self, parts: &Parts, wrong: Wrong) {
        let faults = self.faults(parts);
        assert!(
            faults.iter().any(|fault| fault.wrong == wrong),
            "{wrong:?} isn't among {faults:?}"
        );
    }
}

/// The place of a text: its drawing and its shape.
type TextAt = (usize, usize);

/// A text of the first part that satisfies a condition.
fn find(parts: &Parts, mut wanted: impl FnMut(DrawnPart, &str) -> bool) -> TextAt {
    for (part, (of, drawing)) in parts.iter().enumerate() {
        for (shape, found) in drawing.shapes.iter().enumerate() {
            if let Shape::Text(text) = found
                && wanted(*of, &text.text)
            {
                return (part, shape);
            }
        }
    }
    panic!("no such text")
}

fn place(parts: &Parts, (part, shape): TextAt) -> Point {
    match &parts[part].1.shapes[shape] {
        Shape::Text(text) => text.at,
        other => panic!("{other:?} is no text"),
    }
}

/// Puts a text elsewhere, with the ground below it.
fn put(parts: &mut Parts, (part, shape): TextAt, to: Point) {
    let from = place(parts, (part, shape));
    let shapes = &mut parts[part].1.shapes;
    if let Shape::Text(text) = &mut shapes[shape] {
        text.at = to;
    }
    if let Some(Shape::Box { rect, .. }) = shape.checked_sub(1).map(|before| &mut shapes[before]) {
        rect.min = rect.min.moved(to.x - from.x, to.y - from.y);
        rect.max = rect.max.moved(to.x - from.x, to.y - from.y);
    }
}

fn shift(drawing: &mut Drawing, dx: f64, dy: f64) {
    let whole = std::mem::take(drawing);
    drawing.append(&whole, dx, dy);
}

const LINES: [EdgeStyle; 3] = [EdgeStyle::Curved, EdgeStyle::Straight, EdgeStyle::Elbowed];

#[test]
fn counts_that_are_left_out_of_their_column_are_found() {
    for edges in LINES {
        let planted = Planted::best_line(GrowthDirection::Right, edges);
        let mut parts = planted.parts();
        // As if the counts of folds, up to 922,172,605, had no width.
        for (of, drawing) in &mut parts {
            let (DrawnPart::Move(node) | DrawnPart::Name(node) | DrawnPart::Node(node)) = *of
            else {
                continue;
            };
            let ply = planted.unfolding.ply(node);
            shift(drawing, -80.0 * f64::from(ply), 0.0);
        }
        let faults = planted.faults(&parts);
        let found = faults.iter().any(|fault| fault.names > 0);
        assert!(found, "{edges:?}: {faults:?}");
    }
}

#[test]
fn names_that_are_left_out_of_the_width_are_found() {
    for edges in LINES {
        let planted = Planted::best_line(GrowthDirection::Down, edges);
        let mut parts = planted.parts();
        let name = find(&parts, |of, _| matches!(of, DrawnPart::Name(_)));
        let next = find(&parts, |of, _| {
            matches!(of, DrawnPart::Name(_)) && of != parts[name.0].0
        });
        let at = place(&parts, name).moved(9.0, 3.0);
        put(&mut parts, next, at);
        planted.expect(&parts, Wrong::TextOnText);
    }
}

#[test]
fn a_best_line_that_runs_beside_the_trunk_of_its_siblings_is_found() {
    for (flow, dx, dy) in [
        (GrowthDirection::Right, 2.5, 0.0),
        (GrowthDirection::Down, 0.0, 2.5),
    ] {
        let planted = Planted::best_line(flow, EdgeStyle::Elbowed);
        let mut parts = planted.parts();
        let heavy = |drawing: &Drawing| {
            let mut shapes = drawing.shapes.iter();
            shapes.any(|shape| matches!(shape, Shape::Segment { stroke, .. } if stroke.width > 3.0))
        };
        // Its middle piece alone, and the whole line.
        for whole in [false, true] {
            for (of, drawing) in &mut parts {
                if !matches!(of, DrawnPart::Move(_)) || !heavy(drawing) {
                    continue;
                }
                if whole {
                    shift(drawing, dx, dy);
                } else if let Some(Shape::Segment { points, .. }) = drawing.shapes.get_mut(1) {
                    *points = points.map(|at| at.moved(dx, dy));
                }
            }
            planted.expect(&parts, Wrong::Trunk);
        }
    }
}

#[test]
fn what_a_blunder_cost_and_badges_on_a_neighbour_are_found() {
    for flow in [GrowthDirection::Down, GrowthDirection::Right] {
        let planted = Planted::new(BLUNDERS, ExportPart::Whole, flow, EdgeStyle::Curved);
        for begins in ["blunder ", "×"] {
            let mut parts = planted.windowed();
            let text = find(&parts, |_, text| text.starts_with(begins));
            let other = find(&parts, |of, _| {
                matches!(of, DrawnPart::Node(_)) && of != parts[text.0].0
            });
            let at = place(&parts, other).moved(14.0, 2.0);
            put(&mut parts, text, at);
            planted.expect(&parts, Wrong::TextOnNode);
        }
    }
}

#[test]
fn another_moves_line_through_a_name_is_found_and_the_moves_own_line_is_allowed() {
    let planted = Planted::best_line(GrowthDirection::Down, EdgeStyle::Curved);
    let mut parts = planted.parts();
    let name = find(&parts, |of, _| matches!(of, DrawnPart::Name(_)));
    let at = place(&parts, name);
    let DrawnPart::Name(named) = parts[name.0].0 else {
        panic!("it is a name");
    };
    let stroke = crate::diagram::Stroke::new(1.0, crate::diagram::Ink::Dim);
    let through = |parts: &mut Parts, whose: UnfoldingNode| {
        let mut lines = parts.iter_mut();
        let line = lines
            .find(|(of, _)| *of == DrawnPart::Move(whose))
            .expect("its move");
        let points = [at.moved(-3.0, -1.0), at.moved(3.0, 1.0)];
        line.1.add(Shape::Segment { points, stroke });
    };
    through(&mut parts, named);
    let crossed = |fault: &Overlap| matches!(fault.wrong, Wrong::TextOnLine | Wrong::NameOnSibling);
    assert!(!planted.faults(&parts).iter().any(crossed));
    let sibling = planted.unfolding.child_at(UnfoldingNode::ROOT, 2);
    through(&mut parts, sibling.expect("a third move"));
    planted.expect(&parts, Wrong::NameOnSibling);
    let below = planted
        .unfolding
        .preorder()
        .find(|node| planted.unfolding.ply(*node) == 3);
    through(&mut parts, below.expect("a third ply"));
    planted.expect(&parts, Wrong::TextOnLine);
}

#[test]
fn a_legend_on_a_node_is_found() {
    let planted = Planted::best_line(GrowthDirection::Down, EdgeStyle::Curved);
    let mut parts = planted.parts();
    let legend = find(&parts, |of, text| of == DrawnPart::Legend && text.len() > 5);
    let node = find(&parts, |of, _| matches!(of, DrawnPart::Node(_)));
    let at = place(&parts, node);
    put(&mut parts, legend, at);
    planted.expect(&parts, Wrong::TextOnNode);
}

#[test]
fn a_node_that_tikz_puts_elsewhere_than_the_drawing_is_found() {
    let planted = Planted::best_line(GrowthDirection::Right, EdgeStyle::Curved);
    let parts = planted.parts();
    let Planted {
        rated,
        unfolding,
        figure,
    } = &planted;
    let mut tex = Vec::new();
    crate::export::tikz::write(&mut tex, rated, unfolding, figure).expect("memory takes it");
    let tex = String::from_utf8(tex).expect("text");
    let sights = with_tree(rated, unfolding, figure, |scene| scene.sights().to_vec());
    let drawings: Vec<&Drawing> = parts.iter().map(|(_, drawing)| drawing).collect();
    let read = |tex: &str, sights: &[PlacedNode]| read::read(tex, sights, &drawings);
    read(&tex, &sights).expect("the same places");
    for begins in [
        "  \\doomwords{base}{(",
        "  \\path[",
        "  \\doomwords{base east}{(",
    ] {
        let line = tex.lines().find(|line| line.starts_with(begins));
        let line = line.expect("there is one");
        let (before, numbers) = line.split_once('(').expect("a place");
        let moved = tex.replace(line, &format!("{before}(9{numbers}"));
        read(&moved, &sights).expect_err("it lies elsewhere");
        let missing = tex.replace(&format!("{line}\n"), "");
        read(&missing, &sights).expect_err("it isn't there");
    }
}
