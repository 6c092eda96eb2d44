//! The marks of filter matches in a tree: a ring with a dot on every match, and the number of
//! hidden matches below a folded node.

use rustc_hash::FxHashMap;

use super::elements::{NODE_HEIGHT, node_size};
use super::legend_entry::{LegendEntry, LegendRow, of_rows, row};
use super::marks::TreeMarks;
use super::shape::{Anchor, Drawing, Ink, Point, Rect, Shape, Stroke};
use super::style::GrowthDirection;
use super::tree::{FarBlock, PlacedNode};
use super::view::TreeView;
use crate::layout::shape::text_width;
use crate::tree::{Hits, UnfoldingNode};
use crate::words::{narrow_count, short_count};

const COUNT_SIZE: f64 = 11.0;

/// The radius of the mark of a match, in scene units.
pub(super) const RADIUS: f64 = 8.0;

/// The distance below the node of a pill that doesn't fit beside the fold's triangle: below its
/// count.
const BELOW_NUMBER: f64 = 43.0;

/// The distance that a pill reaches beyond its node: the mark of the next node starts there.
const BESIDE: f64 = 3.0;

/// No mark is smaller than this on the screen, in points.
pub(super) const MIN: f64 = 3.0;

/// The word for a node that matches.
pub const HIT: &str = "match";

/// The marks on one node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HitMarks {
    /// Whether it matches.
    pub hit: bool,
    /// The number of matches that a folded node hides, as short text; `None` if there are none, or
    /// if it isn't folded.
    pub below: Option<String>,
    /// The same as a sentence.
    pub text: Option<String>,
}

/// Whether all moves of a node's line are followed. Results are cached, since nodes share their
/// lines.
fn is_followed(
    view: &TreeView<'_>,
    hits: &Hits,
    node: UnfoldingNode,
    known: &mut FxHashMap<UnfoldingNode, bool>,
) -> bool {
    if hits.follows_all() {
        return true;
    }
    let mut way = Vec::new();
    let mut at = node;
    let followed = loop {
        if let Some(followed) = known.get(&at) {
            break *followed;
        }
        way.push(at);
        match (view.unfolding.edge(at), view.unfolding.parent(at)) {
            (Some(edge), Some(parent)) if hits.follows(edge) => at = parent,
            (Some(_), _) => break false,
            _ => break true,
        }
    };
    known.extend(way.into_iter().map(|node| (node, followed)));
    followed
}

/// The marks on a node of an unfolding.
pub fn hit_marks(view: &TreeView<'_>, hits: &Hits, node: UnfoldingNode) -> HitMarks {
    marks_of(view, hits, node, &mut FxHashMap::default())
}

fn marks_of(
    view: &TreeView<'_>,
    hits: &Hits,
    node: UnfoldingNode,
    known: &mut FxHashMap<UnfoldingNode, bool>,
) -> HitMarks {
    if !is_followed(view, hits, node, known) {
        return HitMarks::default();
    }
    let (vertex, ply) = (view.unfolding.vertex(node), view.unfolding.ply(node));
    let edge = view.unfolding.edge(node);
    let hit = edge.map_or(hits.is_root_hit(), |edge| hits.is_hit(edge, ply));
    let below = (!view.unfolding.is_open(node)).then(|| hits.below(vertex, ply));
    let below = below.filter(|below| !below.is_zero());
    HitMarks {
        hit,
        below: below.map(narrow_count),
        text: below.map(|below| format!("{} matches below", short_count(below))),
    }
}

/// Draws the marks of the visible nodes over a readable tree; with `counts` small numbers too.
pub fn draw_hits(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    hits: &Hits,
    sights: &[PlacedNode],
    counts: bool,
) {
    let mut known = FxHashMap::default();
    for PlacedNode { node, at, .. } in sights {
        let marks = marks_of(view, hits, *node, &mut known);
        let width = node_size(&view.at(*node), view.unfolding.vertex(*node)).width;
        if marks.hit {
            draw_hit(
                drawing,
                at.moved(-width / 2.0, NODE_HEIGHT / 2.0 - 2.0),
                RADIUS,
            );
        }
        if let Some(text) = &marks.below {
            let bottom = at.moved(0.0, NODE_HEIGHT / 2.0);
            let text = counts.then_some(text.as_str());
            draw_below(drawing, bottom, (width / 2.0, view.style.flow), text);
        }
    }
}

/// Draws the marks over a zoomed-out tree. Coordinates are those of the screen, in points, and
/// marks are as large as the space allows.
pub fn draw_far_hits(
    drawing: &mut Drawing,
    view: &TreeView<'_>,
    hits: &Hits,
    sights: &[PlacedNode],
    radius: f64,
) {
    let mut known = FxHashMap::default();
    let radius = radius.max(MIN);
    for PlacedNode { node, at, .. } in sights {
        let marks = marks_of(view, hits, *node, &mut known);
        if marks.hit {
            draw_hit(drawing, *at, radius);
        }
        if marks.below.is_some() {
            draw_dots(drawing, at.moved(0.0, 2.5 * radius), 1.4 * radius);
        }
    }
}

/// The blocks with matches, in order.
pub fn blocks_with_hits<'a>(
    view: &TreeView<'_>,
    hits: &Hits,
    blocks: &'a [FarBlock],
) -> Vec<&'a FarBlock> {
    let mut known = FxHashMap::default();
    let mut holds = |node: UnfoldingNode| {
        let below = hits.below(view.unfolding.vertex(node), view.unfolding.ply(node));
        !below.is_zero() && is_followed(view, hits, node, &mut known)
    };
    blocks.iter().filter(|block| holds(block.node)).collect()
}

fn draw_dot(drawing: &mut Drawing, at: Point, radius: f64) {
    drawing.add(Shape::Box {
        rect: Rect::around(at, 2.0 * radius, 2.0 * radius),
        rounding: radius,
        fill: Some(Ink::Text),
        stroke: None,
    });
}

/// The mark of a fold that hides matches, if its number doesn't fit: three dots in a flat box of
/// height `size`, unlike the ring of a match at any size.
fn draw_dots(drawing: &mut Drawing, at: Point, size: f64) {
    drawing.add(Shape::Box {
        rect: Rect::around(at, 2.4 * size, size),
        rounding: 0.2 * size,
        fill: Some(Ink::Panel),
        stroke: Some(Stroke::new(0.13 * size, Ink::Text)),
    });
    for place in [-1.0, 0.0, 1.0] {
        draw_dot(drawing, at.moved(0.68 * size * place, 0.0), 0.2 * size);
    }
}

/// The mark of a match: a ring with a dot in it.
pub(super) fn draw_hit(drawing: &mut Drawing, at: Point, radius: f64) {
    drawing.add(Shape::Box {
        rect: Rect::around(at, 2.0 * radius, 2.0 * radius),
        rounding: radius,
        fill: Some(Ink::Panel),
        stroke: Some(Stroke::new(0.26 * radius, Ink::Text)),
    });
    draw_dot(drawing, at, 0.42 * radius);
}

/// The width of a pill with the number of hidden matches.
fn pill_width(text: &str) -> f64 {
    19.0 + text_width(text, COUNT_SIZE)
}

/// The mark of a folded node that hides matches: a pill with a dot and their number, or only dots
/// if there is no space for a number. It is at the right of the fold's triangle, below the node's
/// lower right corner, which is `half` to the right of `bottom`. If it is too wide for that, it is
/// below the fold's count, so that it never reaches a neighbor.
fn draw_below(
    drawing: &mut Drawing,
    bottom: Point,
    (half, flow): (f64, GrowthDirection),
    text: Option<&str>,
) {
    let Some(text) = text else {
        let at = bottom.moved((half - 14.0).max(16.0), 4.0);
        draw_dots(drawing, at, 12.0);
        return;
    };
    let width = pill_width(text);
    let left = half + BESIDE - width;
    let at = match flow {
        // The triangle and its number are elsewhere.
        GrowthDirection::Right => bottom.moved(0.0, 4.0),
        GrowthDirection::Down if left < 10.0 => bottom.moved(0.0, BELOW_NUMBER),
        GrowthDirection::Down => bottom.moved(left + width / 2.0, 4.0),
    };
    drawing.add(Shape::Box {
        rect: Rect::around(at, width, 16.0),
        rounding: 8.0,
        fill: Some(Ink::Panel),
        stroke: Some(Stroke::new(1.4, Ink::Text)),
    });
    draw_dot(drawing, at.moved(8.0 - width / 2.0, 0.0), 3.4);
    let at = at.moved(14.0 - width / 2.0, 0.0);
    drawing.strong_text(at, Anchor::Left, text, COUNT_SIZE, Ink::Text);
}

/// The legend entry for the mark of a match, if there is one.
pub fn hit_legend(hits: &Hits) -> Option<LegendEntry> {
    row(!hits.is_none(), 16.0, HIT, |sign| {
        draw_hit(sign, Point::new(8.0, 0.0), 7.0);
    })
}

/// The legend entries for the marks of matches in a readable or a zoomed-out tree.
pub fn hits_legend(marks: &TreeMarks, hits: &Hits, far: bool) -> Vec<LegendEntry> {
    let below = !hits.is_none() && marks.occurring().folds;
    let pill = pill_width("n");
    of_rows([
        hit_legend(hits),
        row(below && far, 26.0, "matches below", |sign| {
            draw_dots(sign, Point::new(13.0, 0.0), 11.0);
        }),
        row(below && !far, pill, "matches below", |sign| {
            let bottom = Point::new(pill / 2.0, -4.0);
            draw_below(sign, bottom, (0.0, GrowthDirection::Right), Some("n"));
        }),
    ])
}

/// The legend entry for the foot of a block with matches.
pub fn block_hits_legend(hits: &Hits) -> Option<LegendEntry> {
    let parts = [(-2.0, 9.0, Ink::Line), (5.0, 4.0, Ink::Text)];
    bands(hits, 16.0, "dark base: contains matches".to_owned(), parts)
}

/// The map's legend entry for the bands of matches.
pub fn map_hits_legend(hits: &Hits) -> Option<LegendEntry> {
    let parts = [(0.0, 12.0, Ink::Soft), (4.0, 4.0, Ink::Text)];
    bands(hits, 22.0, format!("{HIT}; thin: contains matches"), parts)
}

/// A row with an icon of bands: for each its distance below the middle, its height, and its ink.
fn bands(hits: &Hits, width: f64, text: String, parts: [(f64, f64, Ink); 2]) -> LegendRow {
    row(!hits.is_none(), width, text, |sign| {
        for (y, high, ink) in parts {
            sign.add(Shape::Box {
                rect: Rect::around(Point::new(width / 2.0, y), width, high),
                rounding: 0.0,
                fill: Some(ink),
                stroke: None,
            });
        }
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::diagram::TreeStyle;
    use crate::diagram::{NoNotes, RatingsFor};
    use crate::game::Player;
    use crate::games::scripted::Scripted;
    use crate::rating::{Analysis, RatingOptions};
    use crate::tree::{EdgeSet, Labels, Limits, Marked, Plies, PositionGraph, Unfolding, Vertex};

    #[test]
    fn every_marked_node_and_hidden_count_agrees_with_the_lines_that_find_follows() {
        let script = "top a: l -> left, r -> right; left b: x -> mid, y -> mid; right b: x -> mid;
            mid a: on -> one, off -> two; one end: 1 0; two end: 0 1";
        let game = Arc::new(Scripted::new(script).expect("a good script"));
        let start = game.start();
        let graph = PositionGraph::new(game, start, Limits::default());
        let columns = Labels::graph(&graph);
        let analysis = Analysis::new(columns, &RatingOptions::default());
        let mut unfolding = Unfolding::new();
        unfolding.unfold_below(columns, UnfoldingNode::ROOT, None, 100);
        for shut in [false, true] {
            let mut edges = EdgeSet::none(columns);
            let mut ways = EdgeSet::none(columns);
            for vertex in columns.vertices() {
                for edge in columns.edges(vertex) {
                    if columns.is_leaf(columns.target(edge)) {
                        edges.insert(edge);
                    }
                    if !shut || columns.key(vertex, edge) == 0 {
                        ways.insert(edge);
                    }
                }
            }
            let marked = Marked {
                root: true,
                edges,
                ways: shut.then_some(ways),
                plies: Plies::default(),
            };
            let hits = Hits::new(columns, marked).expect("no ply is asked for");
            let mut folded = unfolding.clone();
            // The index of `mid` after `l y`.
            let line = graph.read_line(Vertex::ROOT, "l y").expect("a line");
            let fold = folded.reveal(columns, UnfoldingNode::ROOT, &line);
            folded.fold(fold.expect("a node"));
            let view = TreeView {
                labels: &graph,
                analysis: &analysis,
                unfolding: &folded,
                notes: &NoNotes,
                what_if: None,
                ratings_for: RatingsFor::Player(Player(0)),
                hidden: false,
                ends: None,
                style: TreeStyle::default(),
                elements: Default::default(),
            };
            let mut known = FxHashMap::default();
            let (mut seen, mut below) = (0, Vec::new());
            for node in folded.preorder() {
                let marks = marks_of(&view, &hits, node, &mut known);
                assert_eq!(marks, hit_marks(&view, &hits, node));
                assert_eq!(marks.hit, hits.is_hit_line(columns, &folded.line(node)));
                seen += usize::from(marks.hit);
                below.extend(marks.below);
            }
            let expected: (usize, &[&str]) = if shut { (2, &[]) } else { (5, &["2"]) };
            assert_eq!(
                (seen, below.as_slice()),
                (
                    expected.0,
                    &expected
                        .1
                        .iter()
                        .map(|s| (*s).to_owned())
                        .collect::<Vec<_>>()[..]
                )
            );
        }
    }
}
