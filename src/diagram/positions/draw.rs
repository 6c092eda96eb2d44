//! Draws positions and their moves as shapes, in detail and zoomed out. Names of moves are on their
//! lines, without covering another name, position or badge, and with the fewest crossing lines.
//! Texts about positions are for a screen reader, a tooltip, and the legend.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::scene::{EdgeDrawn, EdgeWay, POSITION_ROW, PositionDrawn, PositionScene, on_curve};
use crate::diagram::elements::{NODE_HEIGHT, node_size};
use crate::diagram::facts::{NodeFacts, facts_of};
use crate::diagram::hits::{self, draw_hit};
use crate::diagram::legend::{far_entries, legend_of};
use crate::diagram::legend_entry::{
    LegendEntry, LegendRow, boxed, filled, line, of_rows, row, segments,
};
use crate::diagram::moves::{OTHER, draw_dotted};
use crate::diagram::node::{Detail, badge_width, draw_badge, draw_end, draw_inner, outline};
use crate::diagram::shape::{Anchor, Drawing, Ink, Point, Rect, Shape, Stroke, Weight};
use crate::diagram::tree::draw_far_mark;
use crate::diagram::view::{TreeView, ahead, number_of_moves};
use crate::game::visible;
use crate::layout::shape::text_width;
use crate::tree::{Count, Hits, LinesToPositions, Side, Vertex, VertexKind};
use crate::words::{at_least_sign, counted, short_number, whole_count};

/// The stroke below the moves of the walked line.
pub(super) const WALKED: Stroke = Stroke::new(11.0, Ink::Line);

/// The size of a mark from far away, in scene units, unless that would be too small to be seen …
const FAR_RADIUS: f64 = 22.0;

/// … which it is below this, in points.
const MIN: f64 = 2.2;

const BADGE_HEIGHT: f64 = 16.0;

/// The box of a position.
pub fn position_rect(view: &TreeView<'_>, position: &PositionDrawn) -> Rect {
    let size = node_size(view, position.vertex);
    Rect::around(position.at, size.width, size.height)
}

/// The bounds of the badge with the number of lines to a position, if it has one.
pub fn position_badge_rect(view: &TreeView<'_>, position: &PositionDrawn) -> Option<Rect> {
    let text = position.badge.as_ref()?;
    let corner = position_rect(view, position);
    let width = badge_width(text, false);
    // Moves arrive in the middle.
    let left = (corner.max.x + 12.0 - width).max(position.at.x + 9.0);
    let top = corner.min.y - 13.5;
    Some(Rect {
        min: Point::new(left, top),
        max: Point::new(left + width, top + BADGE_HEIGHT),
    })
}

/// The bounds of the button that shows hidden neighbors of a position on one side, if there are
/// any.
pub fn position_more_rect(
    view: &TreeView<'_>,
    position: &PositionDrawn,
    side: Side,
) -> Option<Rect> {
    let text = more_text(position, side)?;
    let rect = position_rect(view, position);
    let width = badge_width(&text, false);
    // At the corners: moves arrive and leave in the middle, and the badge has the upper right one.
    let middle = match side {
        Side::Above => Point::new(rect.min.x + 12.0 - width / 2.0, rect.min.y - 4.0),
        Side::Below => Point::new(rect.max.x - 12.0 + width / 2.0, rect.max.y + 4.0),
    };
    Some(Rect::around(middle, width, BADGE_HEIGHT))
}

fn more_text(position: &PositionDrawn, side: Side) -> Option<String> {
    let more = match side {
        Side::Above => position.above,
        Side::Below => position.below,
    };
    (more > 0).then(|| format!("+{more}"))
}

/// The parts drawn besides the positions' boxes and lines.
#[derive(Clone, Copy, Debug)]
pub struct PositionsShown<'a> {
    /// The position that has the ring.
    pub selected: Vertex,
    /// Whether moves have names.
    pub names: bool,
    /// Whether there is room for small numbers around positions.
    pub counts: bool,
    /// The content of the boxes.
    pub detail: Detail,
    /// The filter's matches.
    pub hits: Option<&'a Hits>,
}

/// Draws the part of a scene in `sight`: moves, their names, and positions.
pub fn draw_positions(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    scene: &PositionScene,
    sight: Rect,
    shown: &PositionsShown<'_>,
) {
    let seen = || {
        let edges = scene.edges.iter();
        edges.filter(|edge| edge.bounds.grown(16.0).meets(sight))
    };
    for edge in seen().filter(|edge| edge.walked) {
        draw_line(drawing, edge, WALKED);
    }
    // Thin lines first, so that best play is never cut.
    let weight = |edge: &EdgeDrawn| match edge.stroke(view.hidden).width {
        width if width > 3.0 => 2,
        width if width > 2.0 => 1,
        _ => 0,
    };
    for heavy in 0..3 {
        for edge in seen().filter(|edge| weight(edge) == heavy) {
            let stroke = edge.stroke(view.hidden);
            draw_line(drawing, edge, stroke);
            if edge.has_arrow() {
                draw_head(drawing, edge, stroke.ink);
            }
        }
    }
    if shown.names {
        seen().for_each(|edge| draw_name(drawing, view, edge));
    }
    for at in seen().filter_map(|edge| edge.turn_at) {
        draw_badge(drawing, turn_rect(at), "", true);
    }
    for position in &scene.positions {
        if position_rect(view, position).grown(40.0).meets(sight) {
            draw_position(drawing, view, position, shown);
        }
    }
}

fn draw_line(drawing: &mut Drawing, edge: &EdgeDrawn, stroke: Stroke) {
    for (index, curve) in edge.curves.iter().enumerate() {
        if edge.never {
            draw_dotted(drawing, *curve, stroke);
        } else {
            drawing.add(Shape::Curve {
                points: *curve,
                stroke,
            });
        }
        if let Some(next) = edge.curves.get(index + 1) {
            drawing.add(Shape::Segment {
                points: [curve[3], next[0]],
                stroke,
            });
        }
    }
}

/// The head of an arrow where a move arrives that doesn't go down.
fn draw_head(drawing: &mut Drawing, edge: &EdgeDrawn, ink: Ink) {
    let Some(&[_, _, before, tip]) = edge.curves.last() else {
        return;
    };
    let (x, y) = (tip.x - before.x, tip.y - before.y);
    let length = x.hypot(y).max(0.1);
    let (x, y) = (x / length, y / length);
    let back = tip.moved(-10.0 * x, -10.0 * y);
    drawing.add(Shape::Polygon {
        points: vec![
            tip,
            back.moved(-5.0 * y, 5.0 * x),
            back.moved(5.0 * y, -5.0 * x),
        ],
        fill: Some(ink),
        stroke: None,
    });
}

fn draw_name(drawing: &mut Drawing, view: &TreeView<'_>, edge: &EdgeDrawn) {
    let Some(at) = edge.name_at else {
        return;
    };
    let text = edge.text();
    drawing.add(Shape::Box {
        rect: name_rect(edge, at),
        rounding: 4.0,
        fill: Some(Ink::Ground),
        stroke: None,
    });
    let best = edge.best_line && !view.hidden;
    let (ink, weight) = if best {
        (Ink::Text, Weight::Strong)
    } else {
        (Ink::Dim, Weight::Normal)
    };
    let at = at.moved(turn_width(edge) / 2.0, 0.0);
    drawing.weighted_text(at, Anchor::Middle, text, NAME_SIZE, ink, weight);
}

fn draw_position(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    position: &PositionDrawn,
    shown: &PositionsShown<'_>,
) {
    let rect = position_rect(view, position);
    if shown.selected == position.vertex {
        outline(drawing, rect.grown(5.0), 12.0, Stroke::new(2.0, Ink::Text));
    }
    match view.labels.graph().kind(position.vertex) {
        VertexKind::End => draw_end(
            drawing,
            view,
            position.vertex,
            rect,
            Ink::Panel,
            Detail::Rating,
        ),
        kind => {
            let what = (position.vertex, kind);
            draw_inner(drawing, view, what, rect, Ink::Panel, shown.detail);
        }
    }
    let hits = shown.hits;
    if hits.is_some_and(|hits| hits.is_hit_position(position.vertex)) {
        let corner = Point::new(rect.min.x, rect.max.y - 2.0);
        draw_hit(drawing, corner, hits::RADIUS);
    }
    if !shown.counts {
        return;
    }
    if let (Some(text), Some(rect)) = (&position.badge, position_badge_rect(view, position)) {
        draw_badge(drawing, rect, text, false);
    }
    for side in [Side::Above, Side::Below] {
        let text = more_text(position, side);
        if let (Some(text), Some(rect)) = (text, position_more_rect(view, position, side)) {
            drawing.add(Shape::Box {
                rect,
                rounding: 5.0,
                fill: Some(Ink::Soft),
                stroke: Some(Stroke::new(1.0, Ink::Dim)),
            });
            let size = 11.0;
            let middle = rect.centre();
            drawing.strong_text(middle, Anchor::Middle, text, size, Ink::Text);
        }
    }
}

/// Draws a scene at a scale (points of the screen for one scene unit) at which texts can't be read.
pub fn draw_far_positions(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    scene: &PositionScene,
    sight: Rect,
    selected: Vertex,
    hits: Option<&Hits>,
    scale: f64,
) {
    let points = |points: f64| points / scale;
    let seen = || scene.edges.iter().filter(|edge| edge.bounds.meets(sight));
    for edge in seen().filter(|edge| edge.walked) {
        draw_line(drawing, edge, Stroke::new(points(5.0), Ink::Line));
    }
    for heavy in [false, true] {
        let stroke = if heavy {
            Stroke::new(points(1.8), Ink::Text)
        } else {
            Stroke::new(points(0.7), Ink::Dim)
        };
        let those = seen().filter(|edge| (edge.best_line && !view.hidden) == heavy);
        those.for_each(|edge| draw_line(drawing, edge, stroke));
    }
    let radius = FAR_RADIUS.max(points(MIN)).min(NODE_HEIGHT);
    for position in &scene.positions {
        if !position_rect(view, position).grown(8.0).meets(sight) {
            continue;
        }
        let end = view.labels.graph().kind(position.vertex) == VertexKind::End;
        let ahead = ahead(view, position.vertex);
        draw_far_mark(drawing, ahead, end, position.at, radius);
        if hits.is_some_and(|hits| hits.is_hit_position(position.vertex)) {
            let size = (1.2 * hits::RADIUS).max(points(hits::MIN));
            draw_hit(drawing, position.at, size);
        }
        if position.vertex == selected {
            let rect = Rect::around(position.at, 2.0 * radius, 2.0 * radius);
            let stroke = Stroke::new(points(2.0), Ink::Text);
            outline(drawing, rect.grown(points(4.0)), points(4.0), stroke);
        }
    }
}

/// The number of lines to a position on a cycle.
pub const LINES_WITHOUT_END: &str = "infinitely many lines";

/// The legend's text for cycles.
pub const RECUR: &str = "cycle";

/// The exact number of lines to a position, and its first ply: `reached by 12 lines, first at ply
/// 4`.
pub fn lines_words(view: &TreeView<'_>, ways: &LinesToPositions, vertex: Vertex) -> String {
    let graph = view.labels.graph();
    let lines = match ways.lines.to(vertex) {
        Count::Infinite => LINES_WITHOUT_END.to_owned(),
        lines => format!(
            "{}{}",
            at_least_sign(graph),
            counted(whole_count(lines), "line")
        ),
    };
    let ply = short_number(ways.reached.ply(vertex));
    format!("reached by {lines}, first at ply {ply}")
}

/// A position in one sentence, for a screen reader.
pub fn describe_position(view: &TreeView<'_>, ways: &LinesToPositions, vertex: Vertex) -> String {
    let position = visible(&view.labels.position_text(vertex)).into_owned();
    let what = view.state_and_rating(vertex);
    let moves = number_of_moves(view.labels.graph(), vertex);
    format!(
        "{position}, {what}{moves}, {}",
        lines_words(view, ways, vertex)
    )
}

/// The facts about a position, as names and values.
pub fn position_facts(view: &TreeView<'_>, ways: &LinesToPositions, vertex: Vertex) -> NodeFacts {
    let mut facts = facts_of(view, vertex);
    let phrase = lines_words(view, ways, vertex);
    let text = phrase.trim_start_matches("reached ").to_owned();
    facts.rows.push(("Reached".to_owned(), text));
    if let Some(plies) = view.labels.graph().plies_left(vertex) {
        let plies = short_number(plies);
        facts.rows.push(("Plies left".to_owned(), plies));
    }
    facts.hint = "Click to select".to_owned();
    facts
}

/// The entries for positions that can be read.
pub fn positions_legend(view: &TreeView<'_>, scene: &PositionScene) -> Vec<LegendEntry> {
    let any = |is: fn(&PositionDrawn) -> bool| scene.positions.iter().any(is);
    let badge = |sign: &mut Drawing, text: &str, arrow| {
        let width = badge_width(text, arrow);
        let rect = Rect::around(Point::new(width / 2.0, 0.0), width, 16.0);
        draw_badge(sign, rect, text, arrow);
    };
    let lines = "n lines";
    let back = |edge: &EdgeDrawn| edge.has_arrow() && !edge.recurs;
    let others = scene.edges.iter().any(|edge| !edge.best && !edge.never);
    let mut entries = legend_of(view, &scene.occurring);
    entries.extend(of_rows([
        row(
            any(|position| position.badge.is_some()),
            badge_width(lines, false),
            "number of lines",
            |sign| badge(sign, lines, false),
        ),
        row(
            any(|position| position.above + position.below > 0),
            22.0,
            "more positions",
            |sign| {
                let stroke = Stroke::new(1.0, Ink::Dim);
                boxed(sign, [22.0, 14.0], 5.0, Some(Ink::Soft), Some(stroke));
                let plus = [[(7.0, 0.0), (15.0, 0.0)], [(11.0, -4.0), (11.0, 4.0)]];
                segments(sign, Stroke::new(1.4, Ink::Text), plus);
            },
        ),
        row(
            scene.edges.iter().any(back),
            20.0,
            "back to an earlier row",
            |sign| {
                segments(sign, OTHER, [[(0.0, 0.0), (12.0, 0.0)]]);
                filled(sign, Ink::Dim, [(20.0, 0.0), (11.0, -4.5), (11.0, 4.5)]);
            },
        ),
        line(others && !view.hidden, "other move", OTHER),
        row(scene.has_cycles(), badge_width("", true), RECUR, |sign| {
            badge(sign, "", true);
        }),
        walked_row(scene),
    ]));
    entries
}

/// The entries for positions from far away.
pub fn far_positions_legend(view: &TreeView<'_>, scene: &PositionScene) -> Vec<LegendEntry> {
    let mut entries = far_entries(view, &scene.occurring);
    entries.extend(walked_row(scene));
    entries
}

fn walked_row(scene: &PositionScene) -> LegendRow {
    let walked = scene.edges.iter().any(|edge| edge.walked);
    let stroke = Stroke::new(WALKED.width - 2.0, WALKED.ink);
    line(walked, "current line", stroke)
}

/// The size of a name.
pub(super) const NAME_SIZE: f64 = 14.5;

/// The height of a name's background.
const NAME_HEIGHT: f64 = 16.0;

/// The gap between the cycle sign and a name.
const TURN_GAP: f64 = 3.0;

/// The candidate places of a name on its curve, the best first.
const SHARES: [f64; 9] = [0.62, 0.5, 0.72, 0.4, 0.8, 0.3, 0.88, 0.56, 0.22];

/// Number of sample points on a curve.
const SAMPLES: usize = 20;

/// The width and height of the grid cells that index them.
const FIELD: [f64; 2] = [48.0, 24.0];

/// The width of the cycle sign before the name of a move that has one.
pub(super) fn turn_width(edge: &EdgeDrawn) -> f64 {
    if edge.has_turn() {
        badge_width("", true) + TURN_GAP
    } else {
        0.0
    }
}

/// The box of a name centered at `at`, with the cycle sign before it.
pub(super) fn name_rect(edge: &EdgeDrawn, at: Point) -> Rect {
    let width = text_width(&edge.text(), NAME_SIZE) + 8.0 + turn_width(edge);
    Rect::around(at, width, NAME_HEIGHT)
}

/// The box of a cycle sign alone.
pub(super) fn turn_rect(at: Point) -> Rect {
    Rect::around(at, badge_width("", true), NAME_HEIGHT)
}

/// Places as many names as fit: those of the walked line first, then those of the selected
/// position, of best moves, and all others.
pub(super) fn place_names(
    view: &TreeView<'_>,
    positions: &[PositionDrawn],
    edges: &mut [EdgeDrawn],
    selected: Option<usize>,
) {
    let mut taken = Taken::default();
    for position in positions {
        let size = node_size(view, position.vertex);
        taken.take(Rect::around(position.at, size.width, NODE_HEIGHT).grown(5.0));
        let badges = [
            position_badge_rect(view, position),
            position_more_rect(view, position, Side::Above),
            position_more_rect(view, position, Side::Below),
        ];
        badges
            .into_iter()
            .flatten()
            .for_each(|rect| taken.take(rect));
    }
    let lines = FieldLines::of(edges);
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.sort_by_key(|number| {
        let edge = &edges[*number];
        let near = selected == Some(edge.from) || selected == Some(edge.to);
        (!edge.walked, !near, !edge.best || view.hidden)
    });
    for number in order {
        let edge = &mut edges[number];
        // Near its end when going down, and near its start when going up: there it has no
        // neighbors.
        let curve = match edge.way {
            EdgeWay::Up => edge.curves.first(),
            _ => edge.curves.last(),
        };
        let Some(curve) = curve.copied() else {
            continue;
        };
        let places = || SHARES.iter().map(|share| on_curve(curve, *share));
        let best = |rect: &dyn Fn(Point) -> Rect| {
            let free = places().filter(|at| taken.is_free(rect(*at)));
            // Of equally good places the first.
            free.min_by_key(|at| lines.crossing(rect(*at), number))
        };
        edge.name_at = best(&|at| name_rect(edge, at));
        if let Some(at) = edge.name_at {
            taken.take(name_rect(edge, at).grown(1.0));
            let left = name_rect(edge, at).min.x;
            edge.turn_at = edge
                .has_turn()
                .then(|| Point::new(left + badge_width("", true) / 2.0, at.y));
        } else if edge.has_turn() {
            let at = best(&turn_rect).unwrap_or_else(|| on_curve(curve, SHARES[0]));
            taken.take(turn_rect(at).grown(1.0));
            edge.turn_at = Some(at);
        }
    }
}

/// Points on lines, by fields.
struct FieldLines {
    fields: FxHashMap<(i64, i64), Vec<(Point, usize)>>,
}

impl FieldLines {
    fn of(edges: &[EdgeDrawn]) -> Self {
        let mut fields: FxHashMap<_, Vec<_>> = FxHashMap::default();
        for (number, edge) in edges.iter().enumerate() {
            for curve in &edge.curves {
                for step in 0..=SAMPLES {
                    let at = on_curve(*curve, step as f64 / SAMPLES as f64);
                    fields.entry(field(at)).or_default().push((at, number));
                }
            }
        }
        Self { fields }
    }

    /// The number of points of other lines in a rectangle.
    fn crossing(&self, rect: Rect, own: usize) -> usize {
        let ((left, top), (right, bottom)) = (field(rect.min), field(rect.max));
        let fields = (left..=right).flat_map(|x| (top..=bottom).map(move |y| (x, y)));
        let points = fields.filter_map(|field| self.fields.get(&field)).flatten();
        points
            .filter(|(at, number)| *number != own && rect.contains(*at))
            .count()
    }
}

fn field(at: Point) -> (i64, i64) {
    (
        (at.x / FIELD[0]).floor() as i64,
        (at.y / FIELD[1]).floor() as i64,
    )
}

/// The placed boxes, indexed by bands of row height.
#[derive(Default)]
struct Taken {
    bands: BTreeMap<i64, Vec<Rect>>,
}

impl Taken {
    fn bands(rect: &Rect) -> std::ops::RangeInclusive<i64> {
        let band = |y: f64| (y / POSITION_ROW).floor() as i64;
        band(rect.min.y)..=band(rect.max.y)
    }

    fn take(&mut self, rect: Rect) {
        for band in Self::bands(&rect) {
            self.bands.entry(band).or_default().push(rect);
        }
    }

    fn is_free(&self, rect: Rect) -> bool {
        let bands = Self::bands(&rect).filter_map(|band| self.bands.get(&band));
        !bands.flatten().any(|other| other.overlaps(&rect))
    }
}
