//! Draws the nodes of a recorded search. Unseen ones are pale, those of the current line are heavy
//! and have alpha and beta, the others have their result. Cuts are shown by two strokes.

use num_bigint::BigUint;

use super::{RecordedView, recorded_rect};
use crate::layout::text::text_width;
use crate::search::{Interval, Phase, UNBOUNDED};
use crate::tree::{Count, VertexKind};

use super::super::NODE_HEIGHT;
use super::super::decorated::{
    Decoration, EdgeDecoration, NameDecoration, NodeDecoration, Standing, VALUE_SIZE,
    draw_decorated, draw_mover, draw_pill, draw_value,
};
use super::super::node::outline;
use super::super::shape::{Anchor, Drawing, Ink, Point, Rect, Shape, Stroke, Weight};
use super::super::tree::PlacedNode;
use crate::words::{average_text, counted, short_count};

const WINDOW_SIZE: f64 = 12.0;
/// The font size of the pill with the number of cut nodes.
const PILL_SIZE: f64 = 11.5;
/// The distance of a pill below a node's middle.
const PILL_BELOW: f64 = NODE_HEIGHT / 2.0 + 12.5;

/// A visible node, with the search's data about it.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedSight {
    /// Its place.
    pub sight: PlacedNode,
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

impl RecordedSight {
    /// The state of a visible node, which the user may have selected.
    pub fn of(view: &RecordedView<'_>, sight: PlacedNode, selected: bool) -> Self {
        let (recording, event) = (view.recording, view.event);
        Self {
            at_work: sight.node == recording.top(event),
            selected,
            estimated: recording.is_estimate(sight.node, event),
            phase: recording.phase(sight.node, event),
            cut: recording.cut_size(sight.node, event).cloned(),
            sight,
        }
    }

    /// Whether the search is in its subtree.
    fn is_open(&self) -> bool {
        matches!(
            self.phase,
            Phase::Open { .. } | Phase::Sampled { open: true, .. }
        )
    }

    /// Whether the search hasn't been there.
    fn is_pale(&self) -> bool {
        matches!(self.phase, Phase::Unseen | Phase::Cut)
    }
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
    let decorations: Vec<_> = sights.iter().map(|sight| decoration(view, sight)).collect();
    draw_decorated(
        drawing,
        &view.tree,
        &decorations,
        drawn.names,
        |drawing, index, rect, kind| {
            let sight = &sights[index];
            match kind {
                VertexKind::End => draw_end(drawing, view, sight, rect),
                _ => draw_inner(drawing, view, sight, rect, kind),
            }
            if drawn.details {
                draw_below(drawing, view, sight, kind);
            }
        },
    );
}

fn decoration(view: &RecordedView<'_>, sight: &RecordedSight) -> Decoration {
    let (is_open, is_seen, is_cut) = (sight.is_open(), !sight.is_pale(), sight.phase == Phase::Cut);
    let stroke = match (is_open, is_seen, is_cut) {
        (true, ..) => Stroke::new(3.2, Ink::Text),
        (_, true, _) => Stroke::new(1.4, Ink::Text),
        (.., true) => Stroke::new(1.0, Ink::Dim),
        _ => Stroke::new(1.0, Ink::Line),
    };
    let (fill, border) = match sight.phase {
        _ if sight.at_work => (Ink::Soft, Stroke::new(3.4, Ink::Text)),
        _ if is_open => (Ink::Panel, Stroke::new(2.4, Ink::Text)),
        Phase::Hit { .. } => (Ink::Soft, Stroke::new(1.3, Ink::Dim)),
        Phase::Unseen => (Ink::Ground, Stroke::new(1.0, Ink::Line)),
        Phase::Cut => (Ink::Ground, Stroke::dashed(1.2, Ink::Dim, 4.0)),
        _ => (Ink::Panel, Stroke::new(1.3, Ink::Dim)),
    };
    Decoration {
        sight: sight.sight,
        edge: EdgeDecoration {
            stroke,
            is_heavy: is_open,
            has_arrow: false,
            is_cut,
        },
        name: NameDecoration {
            ink: if is_seen { Ink::Text } else { Ink::Dim },
            weight: if is_open {
                Weight::Strong
            } else {
                Weight::Normal
            },
            is_framed: false,
            standing: Standing::Open,
        },
        node: NodeDecoration {
            rect: recorded_rect(&view.tree, sight.sight.node, sight.sight.at),
            fill,
            border,
            ring: sight.selected.then(|| Stroke::new(2.0, Ink::Dim)),
        },
    }
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
    let told = view.numbers.value_text(known, sight.estimated);
    let told = match sight.phase {
        Phase::Sampled { .. } => told.map(|mean| average_text(&mean)),
        _ => told,
    };
    told.unwrap_or_default()
}

/// The search window, or what became of a node.
fn draw_below(
    drawing: &mut Drawing,
    view: &RecordedView<'_>,
    sight: &RecordedSight,
    kind: VertexKind,
) {
    let dim = [Ink::Ground, Ink::Dim];
    let (text, size, inks) = match sight.phase {
        Phase::Open { window, .. } if kind != VertexKind::End => match window_text(view, window) {
            Some(text) => (text, WINDOW_SIZE, [Ink::Panel, Ink::Text]),
            None => return,
        },
        Phase::Cut => match &sight.cut {
            Some(nodes) if *nodes == BigUint::from(1_u32) => ("1 node cut".into(), PILL_SIZE, dim),
            Some(nodes) => (format!("{} nodes cut", cut_count(nodes)), PILL_SIZE, dim),
            None => return,
        },
        Phase::Sampled { visits, .. } if visits > 0 => {
            (counted(visits, "game"), PILL_SIZE, [Ink::Ground, Ink::Text])
        }
        Phase::Hit { .. } => ("table hit".to_owned(), PILL_SIZE, dim),
        _ => return,
    };
    draw_pill(
        drawing,
        sight.sight.at.moved(0.0, PILL_BELOW),
        text,
        size,
        inks,
    );
}

/// An end shows its payoff for the rated player, and the winner; if the payoffs are more than that,
/// each player's payoff.
fn draw_end(drawing: &mut Drawing, view: &RecordedView<'_>, sight: &RecordedSight, rect: Rect) {
    let (line, ink) = match sight.is_pale() {
        true => (Ink::Line, Ink::Dim),
        false => (Ink::Dim, Ink::Text),
    };
    outline(drawing, rect.grown(-3.5), 1.0, Stroke::new(0.9, line));
    let vertex = view.tree.unfolding.vertex(sight.sight.node);
    draw_value(
        drawing,
        rect,
        node_words(view, sight),
        view.tree.end_text(vertex),
        ink,
    );
}

/// The mover at the left, the known interval at the right.
fn draw_inner(
    drawing: &mut Drawing,
    view: &RecordedView<'_>,
    sight: &RecordedSight,
    rect: Rect,
    kind: VertexKind,
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
    draw_mover(drawing, &view.tree, kind, mark, sight.is_pale());
    if !words.is_empty() {
        let size = VALUE_SIZE.min(room / text_width(&words, 1.0).max(0.1));
        let at = Point::new(rect.max.x - inset - 9.0, rect.centre().y);
        drawing.text(at, Anchor::Right, words, size, Ink::Text, Weight::Strong);
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
