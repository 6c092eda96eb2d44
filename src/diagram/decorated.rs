//! A tree whose nodes are decorated with what it is about: the steps of a recorded search, the blanks
//! of an exercise. What is drawn of each node is data; moves are drawn below names, names below nodes.

use super::elements::NODE_HEIGHT;
use super::node::{chance_outline, draw_chance};
use super::shape::{
    Anchor, Drawing, Ink, Point, Rect, Shade, Shape, Stroke, Weight, mark_text_size,
};
use super::tree::PlacedNode;
use super::view::TreeView;
use crate::layout::shape::text_width;
use crate::tree::VertexKind;
use crate::words::player_letter;

/// The font size of the names of moves …
pub(super) const NAME_SIZE: f64 = 14.5;

/// … of the value of a node …
pub(super) const VALUE_SIZE: f64 = 16.0;

/// … and of the text below it.
pub(super) const UNDER_SIZE: f64 = 12.0;

const MARK_RADIUS: f64 = 9.5;

/// State of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Standing {
    /// Nothing is filled in.
    #[default]
    Open,
    /// It isn't checked yet.
    Given,
    /// It is right.
    Right,
    /// It is wrong.
    Wrong,
    /// The right answer is shown.
    Shown,
}

impl Standing {
    /// The state as text.
    pub fn description(self) -> &'static str {
        match self {
            Self::Open => "empty",
            Self::Given => "not checked yet",
            Self::Right => "correct",
            Self::Wrong => "wrong",
            Self::Shown => "shown",
        }
    }
}

/// The decoration of a node and of the move to it.
pub(super) struct Decoration {
    pub sight: PlacedNode,
    pub edge: EdgeDecoration,
    pub name: NameDecoration,
    pub node: NodeDecoration,
}

/// The line of a move.
#[derive(Clone, Copy)]
pub(super) struct EdgeDecoration {
    pub stroke: Stroke,
    /// Drawn above the others.
    pub is_heavy: bool,
    /// Ends in an arrow head, so that it has a distinct shape.
    pub has_arrow: bool,
    /// Crossed by two strokes, as a pruned branch is.
    pub is_cut: bool,
}

/// The name of a move.
#[derive(Clone, Copy)]
pub(super) struct NameDecoration {
    pub ink: Ink,
    pub weight: Weight,
    pub is_framed: bool,
    /// Its icon, if it was answered.
    pub standing: Standing,
}

/// The box of a node. What is in it and around it is drawn by its owner.
#[derive(Clone, Copy)]
pub(super) struct NodeDecoration {
    pub rect: Rect,
    pub fill: Ink,
    pub border: Stroke,
    /// A ring around it.
    pub ring: Option<Stroke>,
}

/// Draws the lines of moves, then their names if there is room, then the nodes. `fill` draws what is
/// in a node's box and around it.
pub(super) fn draw_decorated(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    decorations: &[Decoration],
    names: bool,
    fill: impl Fn(&mut Drawing, usize, Rect, VertexKind),
) {
    for heavy in [false, true] {
        for Decoration { sight, edge, .. } in decorations {
            if let Some(above) = sight.above
                && edge.is_heavy == heavy
            {
                draw_edge(drawing, [above, sight.at], *edge);
            }
        }
    }
    for Decoration { sight, name, .. } in decorations.iter().filter(|_| names) {
        if let (Some(above), Some(text)) = (sight.above, view.move_name(sight.node)) {
            draw_name(drawing, name_at(above, sight.at), text, *name);
        }
    }
    for (index, Decoration { sight, node, .. }) in decorations.iter().enumerate() {
        let kind = view.labels.graph().kind(view.unfolding.vertex(sight.node));
        draw_box(drawing, kind, *node);
        fill(drawing, index, node.rect, kind);
    }
}

/// The start and the end of the line of a move.
fn ends(above: Point, at: Point) -> [Point; 2] {
    [
        above.moved(0.0, NODE_HEIGHT / 2.0),
        at.moved(0.0, -NODE_HEIGHT / 2.0),
    ]
}

/// The place of the name of the move to a node.
pub(super) fn name_at(above: Point, at: Point) -> Point {
    let [start, end] = ends(above, at);
    let across = start.x + (end.x - start.x) * 0.88;
    Point::new(across, start.y + (end.y - start.y) * 0.57)
}

fn draw_edge(drawing: &mut Drawing, [above, at]: [Point; 2], edge: EdgeDecoration) {
    let [start, end] = ends(above, at);
    let middle = f64::midpoint(start.y, end.y);
    let (below, over) = (Point::new(start.x, middle), Point::new(end.x, middle));
    drawing.add(Shape::Curve {
        points: [start, below, over, end],
        stroke: edge.stroke,
    });
    if edge.has_arrow {
        drawing.add(Shape::Polygon {
            points: vec![end, end.moved(-7.0, -11.0), end.moved(7.0, -11.0)],
            fill: Some(Ink::Text),
            stroke: None,
        });
    }
    if edge.is_cut {
        draw_cut(drawing, end.moved(0.0, -10.0));
    }
}

/// Two strokes through a move.
pub(super) fn draw_cut(drawing: &mut Drawing, at: Point) {
    for down in [-4.0, 3.0] {
        let at = at.moved(0.0, down);
        drawing.add(Shape::Segment {
            points: [at.moved(-10.0, 3.5), at.moved(10.0, -3.5)],
            stroke: Stroke::new(2.4, Ink::Text),
        });
    }
}

fn draw_name(drawing: &mut Drawing, at: Point, name: String, look: NameDecoration) {
    let rect = Rect::around(at, text_width(&name, NAME_SIZE) + 8.0, 17.0);
    drawing.add(Shape::Box {
        rect,
        rounding: 4.0,
        fill: Some(if look.is_framed {
            Ink::Soft
        } else {
            Ink::Ground
        }),
        stroke: look.is_framed.then(|| Stroke::new(2.0, Ink::Text)),
    });
    drawing.weighted_text(at, Anchor::Middle, name, NAME_SIZE, look.ink, look.weight);
    draw_sign(drawing, Point::new(rect.max.x + 8.0, at.y), look.standing);
}

/// The icon of a state: a tick, a cross, or a dot for an answer that was shown.
pub(super) fn draw_sign(drawing: &mut Drawing, at: Point, standing: Standing) {
    let mut segment = |from: Point, to: Point| {
        drawing.add(Shape::Segment {
            points: [from, to],
            stroke: Stroke::new(2.4, Ink::Text),
        });
    };
    match standing {
        Standing::Open | Standing::Given => {}
        Standing::Right => {
            segment(at.moved(-5.5, 0.5), at.moved(-1.8, 4.6));
            segment(at.moved(-2.0, 4.8), at.moved(5.5, -5.0));
        }
        Standing::Wrong => {
            segment(at.moved(-4.5, -4.5), at.moved(4.5, 4.5));
            segment(at.moved(-4.5, 4.5), at.moved(4.5, -4.5));
        }
        Standing::Shown => drawing.add(Shape::Disc {
            centre: at,
            radius: 3.2,
            fill: Ink::Dim,
        }),
    }
}

fn draw_box(drawing: &mut Drawing, kind: VertexKind, node: NodeDecoration) {
    let NodeDecoration {
        rect,
        fill,
        border,
        ring,
    } = node;
    if ring.is_some() {
        drawing.add(Shape::Box {
            rect: rect.grown(6.0),
            rounding: 12.0,
            fill: None,
            stroke: ring,
        });
    }
    let (fill, stroke) = (Some(fill), Some(border));
    let rounding = if kind == VertexKind::End { 3.0 } else { 9.0 };
    drawing.add(match kind {
        VertexKind::Chance(_) => {
            let solid = Stroke {
                dash: None,
                ..border
            };
            let points = chance_outline(rect);
            Shape::Polygon {
                points,
                fill,
                stroke: Some(solid),
            }
        }
        _ => Shape::Box {
            rect,
            rounding,
            fill,
            stroke,
        },
    });
}

/// The mark of the mover, or of chance.
pub(super) fn draw_mover(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    kind: VertexKind,
    at: Point,
    is_pale: bool,
) {
    let player = match kind {
        VertexKind::Chance(_) => return draw_chance(drawing, at, MARK_RADIUS),
        kind => kind.player(),
    };
    let Some(player) = player else { return };
    let letter = player_letter(view.labels, player);
    if !is_pale {
        return drawing.player_mark(at, MARK_RADIUS, player, &letter);
    }
    drawing.player_shape(at, MARK_RADIUS, player, Ink::Player(player, Shade::Faint));
    let size = mark_text_size(MARK_RADIUS, player, &letter);
    drawing.text(at, Anchor::Middle, letter, size, Ink::Dim);
}

/// A value in the middle of a leaf, and a text below it; the text alone if there is no value.
pub(super) fn draw_value(
    drawing: &mut Drawing,
    rect: Rect,
    value: String,
    under: String,
    ink: Ink,
) {
    let (middle, anchor) = (rect.centre(), Anchor::Middle);
    if value.is_empty() {
        drawing.text(middle, anchor, under, UNDER_SIZE, ink);
        return;
    }
    let above = middle.moved(0.0, if under.is_empty() { 0.0 } else { -7.0 });
    drawing.strong_text(above, anchor, value, VALUE_SIZE, ink);
    let below = middle.moved(0.0, 10.0);
    drawing.text(below, anchor, under, UNDER_SIZE, Ink::Dim);
}

/// The width of a small text with its field.
pub(super) fn pill_width(text: &str, size: f64) -> f64 {
    text_width(text, size) + 12.0
}

/// A small text on a field of its own.
pub(super) fn draw_pill(drawing: &mut Drawing, at: Point, text: String, size: f64, inks: [Ink; 2]) {
    let [fill, ink] = inks;
    drawing.add(Shape::Box {
        rect: Rect::around(at, pill_width(&text, size), size + 5.0),
        rounding: (size + 5.0) / 2.0,
        fill: Some(fill),
        stroke: Some(Stroke::new(0.9, Ink::Line)),
    });
    drawing.text(at, Anchor::Middle, text, size, ink);
}
