//! Draws the nodes of a recorded search. Unseen ones are pale, those of the current line are heavy
//! and have alpha and beta, the others have their result. Cuts are shown by two strokes.

use num_bigint::BigUint;

use super::{RecordedView, recorded_rect};
use crate::game::Player;
use crate::layout::text::text_width;
use crate::search::{Interval, Phase, UNBOUNDED};
use crate::tree::{Count, VertexKind};

use super::super::NODE_HEIGHT;
use super::super::node::{chance_outline, draw_chance};
use super::super::shape::{Anchor, Drawing, Ink, Point, Rect, Shade, Shape, Stroke, Weight};
use super::super::tree::Sight;
use crate::words::{average_text, counted, player_letter, short_count};

const BOUND_SIZE: f64 = 16.0;
const WINS_SIZE: f64 = 12.0;
const WINDOW_SIZE: f64 = 12.0;
const NAME_SIZE: f64 = 14.5;
/// The font size of the pill with the number of cut nodes.
const PILL_SIZE: f64 = 11.5;
/// The distance of alpha and beta below a node's middle.
const WINDOW_BELOW: f64 = NODE_HEIGHT / 2.0 + 13.0;

/// A visible node, with the search's data about it.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedSight {
    /// Its place.
    pub sight: Sight,
    /// Its state.
    pub phase: Phase,
    /// Whether the search is at work at it.
    pub at_work: bool,
    /// Whether it is selected.
    pub selected: bool,
    /// Whether its known interval may depend on an estimate.
    pub estimated: bool,
    /// The number of nodes cut with it, if it was cut and the number is known.
    pub cut: Option<BigUint>,
}

/// The parts that fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedDrawn {
    /// Names on moves.
    pub names: bool,
    /// Alpha, beta, and the numbers of cut nodes.
    pub details: bool,
}

/// Draws the visible part.
pub fn draw_recorded(
    drawing: &mut Drawing,
    view: &RecordedView<'_>,
    sights: &[RecordedSight],
    drawn: RecordedDrawn,
) {
    for heavy in [false, true] {
        for sight in sights {
            let is_heavy = matches!(
                sight.phase,
                Phase::Open { .. } | Phase::Sampled { open: true, .. }
            );
            if let Some(above) = sight.sight.above
                && is_heavy == heavy
            {
                draw_edge(drawing, above, sight);
            }
        }
    }
    if drawn.names {
        for sight in sights {
            draw_name(drawing, view, sight);
        }
    }
    for sight in sights {
        draw_node(drawing, view, sight, drawn.details);
    }
}

/// The start and the end of the line of a move.
pub(in crate::diagram) fn ends(above: Point, at: Point) -> [Point; 2] {
    [
        above.moved(0.0, NODE_HEIGHT / 2.0),
        at.moved(0.0, -NODE_HEIGHT / 2.0),
    ]
}

/// A curve from a node down to one below it.
pub(in crate::diagram) fn curve_down([start, end]: [Point; 2]) -> [Point; 4] {
    let middle = f64::midpoint(start.y, end.y);
    [
        start,
        Point::new(start.x, middle),
        Point::new(end.x, middle),
        end,
    ]
}

fn draw_edge(drawing: &mut Drawing, above: Point, sight: &RecordedSight) {
    let [start, end] = ends(above, sight.sight.at);
    let points = curve_down([start, end]);
    let stroke = match sight.phase {
        Phase::Open { .. } | Phase::Sampled { open: true, .. } => Stroke::new(3.2, Ink::Text),
        Phase::Sampled { .. } => Stroke::new(1.4, Ink::Text),
        Phase::Done { .. } | Phase::Hit { .. } => Stroke::new(1.4, Ink::Text),
        Phase::Unseen => Stroke::new(1.0, Ink::Line),
        Phase::Cut => Stroke::new(1.0, Ink::Dim),
    };
    drawing.add(Shape::Curve { points, stroke });
    if sight.phase == Phase::Cut {
        // Two strokes through the move, as a pruned branch is drawn.
        for down in [-4.0, 3.0] {
            let at = end.moved(0.0, -10.0 + down);
            drawing.add(Shape::Segment {
                points: [at.moved(-9.0, 3.0), at.moved(9.0, -3.0)],
                stroke: Stroke::new(2.0, Ink::Text),
            });
        }
    }
}

fn draw_name(drawing: &mut Drawing, view: &RecordedView<'_>, sight: &RecordedSight) {
    let (Some(above), Some(name)) = (sight.sight.above, view.tree.move_name(sight.sight.node))
    else {
        return;
    };
    let [start, end] = ends(above, sight.sight.at);
    let across = start.x + (end.x - start.x) * 0.88;
    let at = Point::new(across, start.y + (end.y - start.y) * 0.6);
    let (ink, weight) = match sight.phase {
        Phase::Open { .. } | Phase::Sampled { open: true, .. } => (Ink::Text, Weight::Strong),
        Phase::Done { .. } | Phase::Hit { .. } | Phase::Sampled { .. } => {
            (Ink::Text, Weight::Normal)
        }
        Phase::Unseen | Phase::Cut => (Ink::Dim, Weight::Normal),
    };
    let width = text_width(&name, NAME_SIZE);
    ground(drawing, Rect::around(at, width + 6.0, 15.0), Ink::Ground);
    drawing.text(at, Anchor::Middle, name, NAME_SIZE, ink, weight);
}

fn ground(drawing: &mut Drawing, rect: Rect, ink: Ink) {
    drawing.add(Shape::Box {
        rect,
        rounding: 3.0,
        fill: Some(ink),
        stroke: None,
    });
}

/// The text on a node.
fn node_words(view: &RecordedView<'_>, sight: &RecordedSight) -> String {
    let known = match sight.phase {
        Phase::Unseen | Phase::Cut => UNBOUNDED,
        Phase::Open { known, .. }
        | Phase::Done { known }
        | Phase::Hit { known }
        | Phase::Sampled { known, .. } => known,
    };
    let told = view.numbers.told(known, sight.estimated);
    let told = match sight.phase {
        Phase::Sampled { .. } => told.map(|mean| average_text(&mean)),
        _ => told,
    };
    told.unwrap_or_default()
}

fn draw_node(drawing: &mut Drawing, view: &RecordedView<'_>, sight: &RecordedSight, details: bool) {
    let node = sight.sight.node;
    let rect = recorded_rect(&view.tree, node, sight.sight.at);
    let vertex = view.tree.unfolding.vertex(node);
    let kind = view.tree.labels.graph().kind(vertex);
    if sight.selected {
        drawing.add(Shape::Box {
            rect: rect.grown(6.0),
            rounding: 12.0,
            fill: None,
            stroke: Some(Stroke::new(2.0, Ink::Dim)),
        });
    }
    let (fill, border) = match sight.phase {
        _ if sight.at_work => (Ink::Soft, Stroke::new(3.4, Ink::Text)),
        Phase::Open { .. } | Phase::Sampled { open: true, .. } => {
            (Ink::Panel, Stroke::new(2.4, Ink::Text))
        }
        Phase::Sampled { .. } => (Ink::Panel, Stroke::new(1.3, Ink::Dim)),
        Phase::Done { .. } => (Ink::Panel, Stroke::new(1.3, Ink::Dim)),
        Phase::Hit { .. } => (Ink::Soft, Stroke::new(1.3, Ink::Dim)),
        Phase::Unseen => (Ink::Ground, Stroke::new(1.0, Ink::Line)),
        Phase::Cut => (Ink::Ground, Stroke::dashed(1.2, Ink::Dim, 4.0)),
    };
    outline(drawing, rect, kind, fill, border);
    let pale = matches!(sight.phase, Phase::Unseen | Phase::Cut);
    match kind {
        VertexKind::End => draw_end(drawing, view, sight, rect, pale),
        _ => draw_inner(drawing, view, sight, rect, kind, pale),
    }
    if !details {
        return;
    }
    if let Phase::Open { window, .. } = sight.phase
        && kind != VertexKind::End
        && let Some(text) = window_text(view, window)
    {
        let at = sight.sight.at.moved(0.0, WINDOW_BELOW);
        pill(drawing, at, &text, WINDOW_SIZE, Ink::Panel, Ink::Text);
    }
    if sight.phase == Phase::Cut
        && let Some(nodes) = &sight.cut
    {
        let one = *nodes == BigUint::from(1_u32);
        let text = match one {
            true => "1 node cut".to_owned(),
            false => format!("{} nodes cut", cut_count(nodes)),
        };
        let at = sight.sight.at.moved(0.0, NODE_HEIGHT / 2.0 + 12.0);
        pill(drawing, at, &text, PILL_SIZE, Ink::Ground, Ink::Dim);
    }
    if let Phase::Sampled { visits, .. } = sight.phase
        && visits > 0
    {
        let text = counted(visits, "game");
        let at = sight.sight.at.moved(0.0, NODE_HEIGHT / 2.0 + 12.0);
        pill(drawing, at, &text, PILL_SIZE, Ink::Ground, Ink::Text);
    }
    if let Phase::Hit { .. } = sight.phase {
        let at = sight.sight.at.moved(0.0, NODE_HEIGHT / 2.0 + 12.0);
        pill(drawing, at, "table hit", PILL_SIZE, Ink::Ground, Ink::Dim);
    }
}

fn outline(drawing: &mut Drawing, rect: Rect, kind: VertexKind, fill: Ink, stroke: Stroke) {
    match kind {
        VertexKind::Chance(_) => drawing.add(Shape::Polygon {
            points: chance_outline(rect),
            fill: Some(fill),
            stroke: Some(Stroke {
                dash: None,
                ..stroke
            }),
        }),
        kind => drawing.add(Shape::Box {
            rect,
            rounding: if kind == VertexKind::End { 3.0 } else { 9.0 },
            fill: Some(fill),
            stroke: Some(stroke),
        }),
    }
}

/// An end shows its payoff for the rated player, and the winner; if the payoffs are more than that,
/// each player's payoff.
fn draw_end(
    drawing: &mut Drawing,
    view: &RecordedView<'_>,
    sight: &RecordedSight,
    rect: Rect,
    pale: bool,
) {
    let vertex = view.tree.unfolding.vertex(sight.sight.node);
    drawing.add(Shape::Box {
        rect: rect.grown(-3.5),
        rounding: 1.0,
        fill: None,
        stroke: Some(Stroke::new(0.9, if pale { Ink::Line } else { Ink::Dim })),
    });
    let words = node_words(view, sight);
    let paid = view.tree.end_text(vertex);
    let middle = rect.centre();
    let ink = if pale { Ink::Dim } else { Ink::Text };
    if words.is_empty() {
        let (anchor, weight) = (Anchor::Middle, Weight::Normal);
        drawing.text(middle, anchor, paid, WINS_SIZE, ink, weight);
        return;
    }
    let (anchor, weight) = (Anchor::Middle, Weight::Strong);
    drawing.text(
        middle.moved(0.0, -6.0),
        anchor,
        words,
        BOUND_SIZE,
        ink,
        weight,
    );
    let under = middle.moved(0.0, 10.0);
    let (size, weight) = (WINS_SIZE, Weight::Normal);
    drawing.text(under, anchor, paid, size, Ink::Dim, weight);
}

/// The mover at the left, the known interval at the right.
fn draw_inner(
    drawing: &mut Drawing,
    view: &RecordedView<'_>,
    sight: &RecordedSight,
    rect: Rect,
    kind: VertexKind,
    pale: bool,
) {
    let is_chance = matches!(kind, VertexKind::Chance(_));
    let inset = if is_chance { 9.0 } else { 0.0 };
    let words = node_words(view, sight);
    let room = rect.width() - 2.0 * inset - 36.0;
    // A node without text has its mark in the middle.
    let mark = match words.is_empty() {
        true => rect.centre(),
        false => Point::new(rect.min.x + inset + 16.0, rect.centre().y),
    };
    match kind {
        VertexKind::Chance(_) => draw_chance(drawing, mark, 9.0),
        _ => {
            if let Some(player) = kind.player() {
                mover(drawing, view, mark, player, pale);
            }
        }
    }
    if !words.is_empty() {
        let size = BOUND_SIZE.min(room / text_width(&words, 1.0).max(0.1));
        let at = Point::new(rect.max.x - inset - 9.0, rect.centre().y);
        drawing.text(at, Anchor::Right, words, size, Ink::Text, Weight::Strong);
    }
}

fn mover(drawing: &mut Drawing, view: &RecordedView<'_>, at: Point, player: Player, pale: bool) {
    const RADIUS: f64 = 9.0;
    let letter = player_letter(view.tree.labels, player);
    if pale {
        drawing.player_shape(at, RADIUS, player, Ink::Player(player, Shade::Faint));
        let size = super::super::shape::mark_text_size(RADIUS, player, &letter);
        drawing.text(at, Anchor::Middle, letter, size, Ink::Dim, Weight::Normal);
    } else {
        drawing.player_mark(at, RADIUS, player, &letter);
    }
}

/// A number of nodes in few characters.
fn cut_count(nodes: &BigUint) -> String {
    short_count(Count::Exact(&nodes.to_u64_digits()))
}

/// `α 0  β 1/2`; nothing if nothing bounds it.
fn window_text(view: &RecordedView<'_>, window: Interval) -> Option<String> {
    if window == UNBOUNDED || !view.has_window {
        return None;
    }
    let alpha = view.numbers.text(window.low);
    let beta = view.numbers.text(window.high);
    Some(format!("α {alpha}   β {beta}"))
}

fn pill(drawing: &mut Drawing, at: Point, text: &str, size: f64, fill: Ink, ink: Ink) {
    let width = text_width(text, size) + 12.0;
    drawing.add(Shape::Box {
        rect: Rect::around(at, width, size + 5.0),
        rounding: (size + 5.0) / 2.0,
        fill: Some(fill),
        stroke: Some(Stroke::new(0.9, Ink::Line)),
    });
    drawing.text(at, Anchor::Middle, text, size, ink, Weight::Normal);
}

/// Draws the visible part zoomed out: a node is a mark without text, at a scale in points per scene
/// unit. `blocks` are subtrees too narrow to draw node by node. `stretch` is the factor by which
/// rows are further apart than at that scale.
pub fn draw_far_recorded(
    drawing: &mut Drawing,
    sights: &[RecordedSight],
    blocks: &[(Rect, Phase)],
    scale: f64,
    stretch: f64,
) {
    let points = |points: f64| points / scale;
    for RecordedSight { sight, phase, .. } in sights {
        let (width, ink) = match phase {
            Phase::Open { .. } | Phase::Sampled { open: true, .. } => (1.8, Ink::Text),
            Phase::Done { .. } | Phase::Hit { .. } | Phase::Sampled { .. } => (0.8, Ink::Dim),
            Phase::Unseen | Phase::Cut => (0.6, Ink::Line),
        };
        if let Some(above) = sight.above {
            drawing.add(Shape::Segment {
                points: [above, sight.at],
                stroke: Stroke::new(points(width), ink),
            });
        }
    }
    for (rect, phase) in blocks {
        drawing.add(Shape::Box {
            rect: *rect,
            rounding: 0.0,
            fill: Some(far_ink(phase)),
            stroke: None,
        });
    }
    let radius = 18.0_f64.max(points(1.8));
    for sight in sights {
        let at = sight.sight.at;
        let (fill, stroke) = match sight.phase {
            Phase::Unseen | Phase::Cut => (Ink::Ground, Some(Stroke::new(points(0.8), Ink::Line))),
            phase => (far_ink(&phase), None),
        };
        let radius = if sight.at_work {
            radius.max(points(5.0))
        } else {
            radius
        };
        drawing.add(Shape::Box {
            rect: Rect::around(at, 2.0 * radius, radius / stretch),
            rounding: 0.0,
            fill: Some(fill),
            stroke,
        });
    }
}

/// The ink of a phase when there is no space for text.
fn far_ink(phase: &Phase) -> Ink {
    match phase {
        Phase::Unseen => Ink::Line,
        Phase::Open { .. } | Phase::Sampled { open: true, .. } => Ink::Text,
        Phase::Done { .. } | Phase::Hit { .. } | Phase::Sampled { .. } => Ink::Dim,
        Phase::Cut => Ink::Ground,
    }
}
